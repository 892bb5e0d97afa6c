/* SPDX-License-Identifier: MIT */
#include "play/opening.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
    TRIES = 100, /* per demand, before it is dropped */
    BALANCE_NODES = 1000,
    BALANCE_TABLE_BYTES = 1 << 20,
};

static const double BALANCE_MAX = 0.6; /* winning probability of the better side */

/* Demands on an opening, dropped in this order if no opening meets them. */
typedef enum Demand { DEMAND_NEW, DEMAND_BALANCED, DEMAND_UNDECIDED, DEMANDS } Demand;

Status openings_init(Openings *openings, const Setup *setup, int capacity, int turns, uint64_t seed,
                     bool balanced)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)capacity)
        slots *= 2;
    *openings = (Openings){
        .setup = *setup,
        .seed = seed,
        .turns = turns,
        .capacity = capacity,
        .list = calloc((size_t)capacity + 1, sizeof(Opening)),
        .keys = calloc(slots, sizeof(uint64_t)),
        .mask = slots - 1,
    };
    bool has_room = openings->list != NULL && openings->keys != NULL;
    if (has_room && balanced && setup->game->eval != NULL) {
        SearchOptions options = search_options();
        options.table_bytes = BALANCE_TABLE_BYTES;
        openings->search = search_new(&options);
        openings->result = malloc(sizeof *openings->result);
        has_room = openings->search != NULL && openings->result != NULL;
    }
    if (has_room)
        return STATUS_OK;
    openings_free(openings);
    return STATUS_NO_MEMORY;
}

void openings_free(Openings *openings)
{
    free(openings->list);
    free(openings->keys);
    search_delete(openings->search);
    free(openings->result);
    *openings = (Openings){ 0 };
}

/* --- Random play -------------------------------------------------------------------- */

Status opening_play(const Opening *opening, Session *session)
{
    const Line *line = session_line(session);
    Random      random = random_seeded(opening->seed);
    int         last = line_turns(line) + opening->turns;
    while (line_turns(line) < last) {
        Step   step;
        Status status = line_random_step(line, &random, &step);
        if (status == STATUS_OK)
            status = session_step(session, session_side(session), step, 0, NULL);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* The same on a line without a session, to find the position it leads to. */
static Status try_opening(const Opening *opening, Line *line)
{
    Random random = random_seeded(opening->seed);
    while (line_turns(line) < opening->turns) {
        Step   step;
        Status status = line_random_step(line, &random, &step);
        if (status == STATUS_OK)
            status = line_step(line, step);
        if (status != STATUS_OK)
            return status;
    }
    return line_outcome(line).ending == ENDING_NONE ? STATUS_OK : STATUS_NOT_FOUND;
}

/* --- Choice ----------------------------------------------------------------------------- */

/* STATUS_NOT_FOUND if one side is better by too much.  The evaluation alone would not do: it does not
 * see a die that can be captured. */
static Status check_balance(Openings *openings, const Line *line)
{
    if (openings->search == NULL)
        return STATUS_OK;
    SearchLimits limits = { .nodes = BALANCE_NODES };
    search_clear(openings->search); /* or the openings before this one could matter */
    Status status = search_think(openings->search, line, &limits, NULL, NULL, openings->result);
    if (status != STATUS_OK)
        return status;
    double chance = score_win_probability(openings->result->score, line->setup.game->eval);
    return fmax(chance, 1 - chance) <= BALANCE_MAX ? STATUS_OK : STATUS_NOT_FOUND;
}

/* Return the slot of a key, or the free slot where it belongs. */
static uint64_t *slot_of(const Openings *openings, uint64_t key)
{
    size_t at = (size_t)mix64(key) & openings->mask;
    while (openings->keys[at] != 0 && openings->keys[at] != key)
        at = (at + 1) & openings->mask;
    return &openings->keys[at];
}

/* Try one opening.  STATUS_NOT_FOUND if it does not meet the demands from `from` on. */
static Status consider(Openings *openings, const Opening *opening, Demand from)
{
    Line   line;
    Status status = line_init(&line, &openings->setup, NULL);
    if (status != STATUS_OK)
        return status;
    status = try_opening(opening, &line);
    uint64_t  key = line_now(&line)->key | 1; /* 0 means free */
    uint64_t *slot = slot_of(openings, key);
    if (status == STATUS_OK && from <= DEMAND_NEW && *slot == key)
        status = STATUS_NOT_FOUND;
    if (status == STATUS_OK && from <= DEMAND_BALANCED)
        status = check_balance(openings, &line);
    if (status == STATUS_OK) {
        openings->repeated += *slot == key;
        *slot = key;
    }
    line_free(&line);
    return status;
}

/* Find the next opening that meets as many demands, and then has as many turns, as possible. */
static Status find_next(Openings *openings, Opening *out)
{
    uint64_t seed = mix64(openings->seed ^ mix64((uint64_t)openings->count + 1));
    for (int turns = openings->turns; turns >= 0; turns--)
        for (int from = DEMAND_NEW; from < DEMANDS; from++)
            for (int i = 0; i < TRIES; i++) {
                *out = (Opening){ .seed = mix64(++seed), .turns = turns };
                Status status = consider(openings, out, (Demand)from);
                if (status != STATUS_NOT_FOUND)
                    return status;
            }
    *out = (Opening){ 0 }; /* the game is over at its start */
    return STATUS_OK;
}

Status openings_get(Openings *openings, int index, Opening *out)
{
    assert(index >= 0 && index < openings->capacity);
    while (openings->count <= index) {
        Status status = find_next(openings, &openings->list[openings->count]);
        if (status != STATUS_OK)
            return status;
        openings->count++;
    }
    *out = openings->list[index];
    return STATUS_OK;
}
