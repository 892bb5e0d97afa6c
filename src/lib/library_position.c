/* SPDX-License-Identifier: MIT
 *
 * library_position.c - the public library: variants, positions as values, steps and their ids.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/learning.h"
#include "core/perft.h"
#include "games/list.h"
#include "lib/library.h"

_Static_assert((int)TES_STEPS_MAX == STEPS_MAX && (int)TES_TURN_STEPS_MAX == TURN_STEPS_MAX,
               "the limits of tessera.h and core/game.h are the same");

/* --- variants --- */

static int name_count(const char *const *names)
{
    int count = 0;
    while (names[count] != NULL)
        count++;
    return count;
}

static bool fill_variant(tes_variant *variant, const Setup *setup)
{
    const Game *game = setup->game;
    *variant = (tes_variant){ .setup = *setup, .pos_bytes = game->rules->size(setup->variant) };
    shape_init(&variant->shape);
    if (!game->view->shape(setup->variant, &variant->shape))
        return false;
    if (game->learning != NULL) {
        variant->plane_count = name_count(game->learning->planes);
        variant->scalar_count = name_count(game->learning->scalars);
    }
    return true;
}

tes_status tes_variant_open(const char *setup, tes_variant **out, tes_fault *fault)
{
    Setup  read;
    Fault  why = { 0 };
    Status status = games_setup(setup, &read, &why);
    *out = NULL;
    if (status != STATUS_OK)
        return library_fault(fault, status, &why);
    tes_variant *variant = malloc(sizeof *variant);
    if (variant == NULL || !fill_variant(variant, &read)) {
        tes_variant_close(variant);
        return library_fault(fault, STATUS_NO_MEMORY, NULL);
    }
    *out = variant;
    return TES_OK;
}

void tes_variant_close(tes_variant *variant)
{
    if (variant != NULL)
        shape_free(&variant->shape);
    free(variant);
}

size_t tes_variant_setup(const tes_variant *variant, char *out, size_t size)
{
    char string[SETUP_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    setup_write(&variant->setup, &text);
    return library_text(&text, out, size);
}

uint32_t tes_variant_repetition(const tes_variant *variant)
{
    return variant->setup.repetition;
}

uint32_t tes_variant_turn_limit(const tes_variant *variant)
{
    return variant->setup.turn_limit;
}

const char *tes_variant_side_name(const tes_variant *variant, int side)
{
    return side == 0 || side == 1 ? variant_game(variant)->sides[side] : "nobody";
}

/* --- positions --- */

size_t tes_pos_bytes(const tes_variant *variant)
{
    return variant->pos_bytes;
}

void tes_pos_start(const tes_variant *variant, tes_pos *out)
{
    variant_game(variant)->rules->start(variant->setup.variant, pos_in(out));
}

tes_status tes_pos_read(const tes_variant *variant, const char *text, tes_pos *out,
                        tes_fault *fault)
{
    Fault     why = { 0 };
    PosBuffer pos;
    Status    status = setup_position(&variant->setup, text, &pos.head, &why);
    if (status == STATUS_OK)
        memcpy(out, &pos, variant->pos_bytes);
    return library_fault(fault, status, &why);
}

size_t tes_pos_write(const tes_variant *variant, const tes_pos *pos, char *out, size_t size)
{
    char string[POS_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    variant_game(variant)->text->pos_write(pos_of(pos), &text);
    return library_text(&text, out, size);
}

bool tes_pos_of_game(const tes_variant *variant, const tes_game *game, tes_pos *out)
{
    const Line *line = &game->record.line;
    if (line->setup.game != variant_game(variant) || line->setup.variant != variant->setup.variant)
        return false;
    memcpy(out, line_now(line), variant->pos_bytes);
    return true;
}

uint64_t tes_pos_hash(const tes_pos *pos)
{
    return pos_of(pos)->key;
}

bool tes_pos_same(const tes_variant *variant, const tes_pos *a, const tes_pos *b)
{
    return memcmp(a, b, variant->pos_bytes) == 0;
}

bool tes_pos_repeats(const tes_variant *variant, const tes_pos *a, const tes_pos *b)
{
    const GameRules *rules = variant_game(variant)->rules;
    return rules->repeats != NULL ? rules->repeats(pos_of(a), pos_of(b))
                                  : tes_pos_same(variant, a, b);
}

tes_outcome tes_pos_ended(const tes_variant *variant, const tes_pos *pos)
{
    return library_outcome(variant_game(variant)->rules->outcome(pos_of(pos)));
}

int tes_pos_side(const tes_variant *variant, const tes_pos *pos)
{
    return tes_pos_ended(variant, pos) == TES_OPEN ? pos_of(pos)->side : -1;
}

int tes_pos_player(const tes_variant *variant, const tes_pos *pos, int side)
{
    return side == 0 || side == 1 ? game_player(variant_game(variant), pos_of(pos), side) : -1;
}

bool tes_pos_begins_turn(const tes_pos *pos)
{
    return pos_of(pos)->phase == 0;
}

static size_t write_message(const tes_variant *variant, const Message *message,
                            const char *language, char *out, size_t size)
{
    char     string[TURN_TEXT_MAX];
    Text     text = text_over(string, sizeof string);
    Language words = games_language(variant_game(variant), language != NULL ? language : "en");
    message_write(message, variant_game(variant), variant->setup.variant, &words, &text);
    return library_text(&text, out, size);
}

size_t tes_pos_result(const tes_variant *variant, const tes_pos *pos, const char *language,
                      char *out, size_t size)
{
    Message message = { 0 };
    outcome_message(variant_game(variant), pos_of(pos),
                    variant_game(variant)->rules->outcome(pos_of(pos)), &message);
    return write_message(variant, &message, language, out, size);
}

/* --- steps --- */

static int list_steps(const tes_variant *variant, const tes_pos *pos, Step *all)
{
    return variant_game(variant)->rules->gen(pos_of(pos), all);
}

int tes_steps(const tes_variant *variant, const tes_pos *pos, uint64_t *steps, int capacity)
{
    Step all[STEPS_MAX];
    if (capacity >= STEPS_MAX)
        return list_steps(variant, pos, steps);
    int count = list_steps(variant, pos, all);
    for (int i = 0; i < count && i < capacity; i++)
        steps[i] = all[i];
    return count;
}

bool tes_step_is_legal(const tes_variant *variant, const tes_pos *pos, uint64_t step)
{
    return variant_game(variant)->rules->legal(pos_of(pos), step);
}

bool tes_step(const tes_variant *variant, tes_pos *pos, uint64_t step)
{
    if (!tes_step_is_legal(variant, pos, step))
        return false;
    variant_game(variant)->rules->apply(pos_in(pos), step);
    return true;
}

size_t tes_step_write(const tes_variant *variant, const tes_pos *pos, uint64_t step, char *out,
                      size_t size)
{
    char string[TURN_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    if (tes_step_is_legal(variant, pos, step))
        variant_game(variant)->text->step_write(pos_of(pos), step, &text);
    return library_text(&text, out, size);
}

tes_status tes_turn_read(const tes_variant *variant, const tes_pos *pos, const char *turn,
                         uint64_t *steps, int *count, tes_fault *fault)
{
    Fault  why = { 0 };
    Turn   read;
    Status status = turn_read(variant_game(variant), pos_of(pos), turn, &read, &why);
    if (status != STATUS_OK)
        return library_fault(fault, status, &why);
    memcpy(steps, read.step, (size_t)read.count * sizeof *steps);
    *count = read.count;
    return TES_OK;
}

size_t tes_explain(const tes_variant *variant, const tes_pos *pos, const char *turn,
                   const char *language, char *out, size_t size)
{
    Turn    read;
    Message why = { 0 };
    turn_explain(variant_game(variant), pos_of(pos), turn, &read, &why);
    return write_message(variant, &why, language, out, size);
}

uint32_t tes_playout(const tes_variant *variant, const tes_pos *pos, uint64_t seed,
                     uint32_t turn_limit, tes_outcome *outcome)
{
    Random   random = random_seeded(seed);
    Outcome  end = { 0 };
    uint32_t turns =
        perft_playout(variant_game(variant), pos_of(pos), &random, turn_limit, &end, PERFT_FAST);
    *outcome = library_outcome(end);
    return turns;
}

/* --- step ids and observations --- */

uint32_t tes_id_count(const tes_variant *variant)
{
    const GameLearning *learning = variant_game(variant)->learning;
    return learning != NULL ? learning->step_count(variant->setup.variant) : 0;
}

uint32_t tes_step_id(const tes_variant *variant, uint64_t step)
{
    assert(variant_game(variant)->learning != NULL);
    return variant_game(variant)->learning->step_id(variant->setup.variant, step);
}

uint64_t tes_id_step(const tes_variant *variant, uint32_t id)
{
    assert(id < tes_id_count(variant));
    return variant_game(variant)->learning->step_of(variant->setup.variant, id);
}

int tes_ids(const tes_variant *variant, const tes_pos *pos, uint32_t *ids, int capacity)
{
    Step steps[STEPS_MAX];
    int  count = list_steps(variant, pos, steps);
    for (int i = 0; i < count && i < capacity; i++)
        ids[i] = tes_step_id(variant, steps[i]);
    return count;
}

void tes_masks(const tes_variant *variant, const tes_pos *const *positions, int count, uint8_t *out)
{
    uint32_t size = tes_id_count(variant);
    Step     steps[STEPS_MAX];
    memset(out, 0, (size_t)size * (size_t)count);
    for (int i = 0; i < count; i++, out += size) {
        int legal = list_steps(variant, positions[i], steps);
        for (int k = 0; k < legal; k++)
            out[tes_step_id(variant, steps[k])] = 1;
    }
}

const char *tes_plane_name(const tes_variant *variant, int index)
{
    return index >= 0 && index < variant->plane_count
               ? variant_game(variant)->learning->planes[index]
               : NULL;
}

const char *tes_scalar_name(const tes_variant *variant, int index)
{
    return index >= 0 && index < variant->scalar_count
               ? variant_game(variant)->learning->scalars[index]
               : NULL;
}

static size_t plane_numbers(const tes_variant *variant)
{
    return (size_t)variant->plane_count * (size_t)variant->shape.cell_count;
}

size_t tes_observation_size(const tes_variant *variant)
{
    return plane_numbers(variant) + (size_t)variant->scalar_count;
}

void tes_observe(const tes_variant *variant, const tes_pos *const *positions, int count, float *out)
{
    size_t size = tes_observation_size(variant);
    if (size == 0)
        return;
    memset(out, 0, size * (size_t)count * sizeof *out);
    for (int i = 0; i < count; i++, out += size) {
        Observation observation = { variant->shape.cell_count, out, out + plane_numbers(variant) };
        variant_game(variant)->learning->observe(pos_of(positions[i]), &observation);
    }
}
