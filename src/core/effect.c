/* SPDX-License-Identifier: MIT */
#include "core/effect.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

void effects_init(Effects *effects)
{
    *effects = (Effects){ 0 };
}

void effects_free(Effects *effects)
{
    free(effects->at);
    free(effects->cells);
    *effects = (Effects){ 0 };
}

void effects_clear(Effects *effects)
{
    effects->count = effects->cell_count = 0;
}

/* Make room for one more cell. */
static bool grow_cells(Effects *effects)
{
    void *cells = effects->cells;
    bool  grown =
        memory_grow(&cells, &effects->cell_capacity, effects->cell_count, sizeof *effects->cells);
    effects->cells = cells;
    return grown;
}

/* An effect without cells has an address for them as well, so that `cells + first` is defined. */
Effect *effects_add(Effects *effects, EffectKind kind, uint8_t side, const MessageDef *subject)
{
    assert(kind < EFFECT_KIND_COUNT);
    void *at = effects->at;
    if (!memory_grow(&at, &effects->capacity, effects->count, sizeof *effects->at))
        return NULL;
    effects->at = at;
    if (!grow_cells(effects))
        return NULL;
    Effect *effect = &effects->at[effects->count++];
    *effect = (Effect){
        .kind = (uint8_t)kind, .side = side, .subject = subject, .first = effects->cell_count
    };
    return effect;
}

bool effects_add_cell(Effects *effects, int cell)
{
    assert(effects->count > 0 && cell >= 0 && cell <= UINT16_MAX);
    if (!grow_cells(effects))
        return false;
    effects->cells[effects->cell_count++] = (uint16_t)cell;
    effects->at[effects->count - 1].count++;
    return true;
}

/* Rows by EffectKind. */
static const struct {
    const char *word;
    CoreMessage message;
    bool        is_news;
} KINDS[EFFECT_KIND_COUNT] = {
    [EFFECT_PLACE] = { "place", CORE_MSG_EFFECT_PLACE, false },
    [EFFECT_ENTER] = { "enter", CORE_MSG_EFFECT_ENTER, false },
    [EFFECT_MOVE] = { "move", CORE_MSG_EFFECT_MOVE, false },
    [EFFECT_CHANGE] = { "change", CORE_MSG_EFFECT_CHANGE, false },
    [EFFECT_RETURN] = { "return", CORE_MSG_EFFECT_RETURN, true },
    [EFFECT_CAPTURE] = { "capture", CORE_MSG_EFFECT_CAPTURE, true },
    [EFFECT_FORM] = { "form", CORE_MSG_EFFECT_FORM, true },
    [EFFECT_WIN] = { "win", CORE_MSG_EFFECT_WIN, true },
    [EFFECT_CHECK] = { "check", CORE_MSG_EFFECT_CHECK, true },
    [EFFECT_SWAP_SIDES] = { "swap-sides", CORE_MSG_EFFECT_SWAP_SIDES, true },
    [EFFECT_PASS] = { "pass", CORE_MSG_EFFECT_PASS, true },
};

const char *effect_kind_word(EffectKind kind)
{
    assert(kind < EFFECT_KIND_COUNT);
    return KINDS[kind].word;
}

bool effect_is_news(const Effect *effect)
{
    return KINDS[effect->kind].is_news;
}

Message effect_message(const Effects *effects, const Effect *effect)
{
    Message message = message_of(
        effect->message != NULL ? effect->message : &CORE_MESSAGE[KINDS[effect->kind].message]);
    if (effect->side < 2)
        message_side(&message, "side", effect->side);
    if (effect->subject != NULL)
        message_term(&message, "subject", effect->subject);
    message_count(&message, "n", effect->n != 0 ? effect->n : effect->count);
    message_count(&message, "m", effect->m);
    message_cells(&message, "cells", effects->cells + effect->first, effect->count);
    return message;
}
