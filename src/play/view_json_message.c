/* SPDX-License-Identifier: MIT */
#include "play/view_json_message.h"

#include <assert.h>

void view_side(Json *json, const char *name, int side)
{
    if (side == 0 || side == 1)
        json_integer(json, name, side);
    else
        json_null(json, name);
}

void view_colour(Json *json, const char *name, int colour)
{
    assert(colour >= 0 && colour < COLOUR_COUNT);
    if (colour != COLOUR_NONE)
        json_string(json, name, colour_word((uint8_t)colour));
}

void view_def(Json *json, const char *name, const MessageDef *def)
{
    json_object(json, name);
    json_string(json, "key", def->key);
    json_string(json, "text", def->english);
    json_end_object(json);
}

void view_side_def(Json *json, const char *name, const Game *game, int side)
{
    const MessageDef *def = message_find(game, game->sides[side]);
    MessageDef        bare = { game->sides[side], "", game->sides[side] };
    view_def(json, name, def != NULL ? def : &bare);
}

static void write_cells(Json *json, const char *name, const uint16_t *cells, int count)
{
    json_array(json, name);
    for (int i = 0; i < count; i++)
        json_integer(json, NULL, cells[i]);
    json_end_array(json);
}

/* Write the fields of an argument that is more than a number or a text.  `text` is its English. */
static void write_arg_fields(Json *json, const Message *message, const MessageArg *arg,
                             const Game *game, uint32_t variant)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    switch (arg->kind) {
    case ARG_SIDE:
        json_integer(json, "side", arg->value);
        json_string(json, "term", game->sides[arg->value]);
        message_side_write(game, arg->value, &LANGUAGE_ENGLISH, &text);
        break;
    case ARG_CELL:
        json_integer(json, "cell", arg->value);
        game->text->cell_write(variant, arg->value, &text);
        break;
    case ARG_CELLS:
        write_cells(json, "cells", message->cells.cell + arg->value, arg->count);
        for (int i = 0; i < arg->count; i++) {
            text_add(&text, i > 0 ? " " : "");
            game->text->cell_write(variant, message->cells.cell[arg->value + i], &text);
        }
        break;
    case ARG_TERM:
        json_string(json, "term", arg->term->key);
        text_add(&text, arg->term->english);
        break;
    case ARG_COUNT:
    case ARG_TEXT: break;
    }
    json_string(json, "text", words);
}

static void write_arg(Json *json, const Message *message, const MessageArg *arg, const Game *game,
                      uint32_t variant)
{
    if (arg->kind == ARG_COUNT) {
        json_integer(json, arg->name, arg->value);
    } else if (arg->kind == ARG_TEXT) {
        json_string(json, arg->name, message->text + arg->value);
    } else {
        json_object(json, arg->name);
        write_arg_fields(json, message, arg, game, variant);
        json_end_object(json);
    }
}

void view_message(Json *json, const char *name, const Message *message, const Game *game,
                  uint32_t variant)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    json_object(json, name);
    if (message->def != NULL) {
        message_write(message, game, variant, &LANGUAGE_ENGLISH, &text);
        json_string(json, "key", message->def->key);
        if (message->def->ruling[0] != '\0')
            json_string(json, "ruling", message->def->ruling);
        json_object(json, "args");
        for (int i = 0; i < message->arg_count; i++)
            write_arg(json, message, &message->arg[i], game, variant);
        json_end_object(json);
        write_cells(json, "cells", message->cells.cell, message->cells.count);
        json_string(json, "text", words);
    }
    json_end_object(json);
}

static const struct {
    unsigned    mark;
    const char *word;
} MARK_WORDS[] = { { MARK_COVERED, "covered" }, { MARK_BLOCKED, "blocked" } };
enum { MARK_COUNT = sizeof MARK_WORDS / sizeof MARK_WORDS[0] };

void view_piece(Json *json, const char *name, const Piece *piece)
{
    json_object(json, name);
    json_string(json, "glyph", piece->glyph);
    view_side(json, "side", piece->side);
    json_integer(json, "cell", piece->cell);
    if (piece->cell2 != piece->cell)
        json_integer(json, "cell2", piece->cell2);
    view_colour(json, "colour", piece->colour);
    if (piece->text[0] != '\0')
        json_string(json, "text", piece->text);
    if (piece->name != NULL)
        view_def(json, "name", piece->name);
    if (piece->faces[0] != 0) {
        json_array(json, "faces");
        for (int i = 0; i < DIE_FACES; i++)
            json_integer(json, NULL, piece->faces[i]);
        json_end_array(json);
    }
    if ((piece->marks & (MARK_COVERED | MARK_BLOCKED)) != 0) {
        json_array(json, "marks");
        for (int i = 0; i < MARK_COUNT; i++)
            if ((piece->marks & MARK_WORDS[i].mark) != 0)
                json_string(json, NULL, MARK_WORDS[i].word);
        json_end_array(json);
    }
    json_end_object(json);
}

/* --- effects --- */

static void write_effect(Json *json, const Effects *effects, const Effect *effect, const Game *game,
                         uint32_t variant)
{
    json_object(json, NULL);
    json_string(json, "kind", effect_kind_word((EffectKind)effect->kind));
    view_side(json, "side", effect->side);
    write_cells(json, "cells", effects->cells + effect->first, effect->count);
    if (effect->kind <= EFFECT_CHANGE)
        view_piece(json, "piece", &effect->piece);
    if (effect->subject != NULL)
        view_def(json, "subject", effect->subject);
    if (effect_is_news(effect)) {
        Message message = effect_message(effects, effect);
        view_message(json, "message", &message, game, variant);
    }
    json_end_object(json);
}

/* Compute the effects of a step. */
static void find_effects(Json *json, const Game *game, const Pos *pos, Step step, Effects *out)
{
    effects_clear(out);
    if (!game->view->effects(pos, step, out))
        json->out->failed = true;
}

static void write_effects(Json *json, const Effects *effects, const Game *game, uint32_t variant)
{
    for (int i = 0; i < effects->count; i++)
        write_effect(json, effects, &effects->at[i], game, variant);
}

/* A player who must announce check has to see it without help, so it is left out of the preview. */
void view_step_effects(Json *json, const char *name, const Game *game, const Pos *pos, Step step)
{
    bool    hides_check = game_announcements(game, pos->variant) != NULL;
    Effects effects;
    effects_init(&effects);
    find_effects(json, game, pos, step, &effects);
    json_array(json, name);
    for (int i = 0; i < effects.count; i++)
        if (!hides_check || effects.at[i].kind != EFFECT_CHECK)
            write_effect(json, &effects, &effects.at[i], game, pos->variant);
    json_end_array(json);
    effects_free(&effects);
}

void view_turn_effects(Json *json, const char *name, const Game *game, const Pos *pos,
                       const Turn *turn)
{
    PosBuffer now;
    Effects   effects;
    game_copy(game, pos, &now.head);
    effects_init(&effects);
    json_array(json, name);
    for (int i = 0; i < turn->count; i++) {
        find_effects(json, game, &now.head, turn->step[i], &effects);
        write_effects(json, &effects, game, pos->variant);
        game->rules->apply(&now.head, turn->step[i]);
    }
    json_end_array(json);
    effects_free(&effects);
}

void view_turn_news(Json *json, const char *name, const Game *game, const Pos *pos,
                    const Turn *turn)
{
    PosBuffer now;
    Effects   effects;
    bool      is_open = false;
    game_copy(game, pos, &now.head);
    effects_init(&effects);
    for (int i = 0; i < turn->count; i++) {
        find_effects(json, game, &now.head, turn->step[i], &effects);
        for (int e = 0; e < effects.count; e++) {
            if (!effect_is_news(&effects.at[e]))
                continue;
            if (!is_open)
                json_array(json, name);
            is_open = true;
            Message message = effect_message(&effects, &effects.at[e]);
            view_message(json, NULL, &message, game, pos->variant);
        }
        game->rules->apply(&now.head, turn->step[i]);
    }
    if (is_open)
        json_end_array(json);
    effects_free(&effects);
}

/* --- regions --- */

void view_regions(Json *json, const char *name, const Game *game, const Pos *pos)
{
    Regions regions;
    regions_init(&regions);
    if (game->view->regions != NULL && !game->view->regions(pos, &regions))
        json->out->failed = true;
    json_array(json, name);
    for (int i = 0; i < regions.count; i++) {
        const Region *region = &regions.at[i];
        json_object(json, NULL);
        json_string(json, "kind", region_kind_word((RegionKind)region->kind));
        view_side(json, "side", region->side);
        view_colour(json, "colour", region->colour);
        if (region->subject != NULL)
            view_def(json, "subject", region->subject);
        if (region->value != 0)
            json_integer(json, "value", region->value);
        if (region->minor)
            json_bool(json, "minor", true);
        write_cells(json, "cells", regions.cells + region->first, region->count);
        json_end_object(json);
    }
    json_end_array(json);
    regions_free(&regions);
}
