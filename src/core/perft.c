/* SPDX-License-Identifier: MIT */
#include "core/perft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"

/* --- distinct successors --- */

static Pos *position_at(const Successors *set, int index)
{
    return (Pos *)(void *)(set->positions + (size_t)index * set->pos_size);
}

const Pos *successors_at(const Successors *set, int index)
{
    assert(index >= 0 && index < set->count);
    return position_at(set, index);
}

/* Return the slot of an equal position, or the free slot for it.  The table has 2 * capacity slots,
 * a power of two, so it is at most half full and linear probing always ends. */
static int find_slot(const Successors *set, const Pos *pos)
{
    assert(set->capacity > 0 && (set->capacity & (set->capacity - 1)) == 0);
    uint32_t mask = 2 * (uint32_t)set->capacity - 1;
    uint32_t slot = (uint32_t)pos->key & mask;
    while (set->slots[slot] >= 0 &&
           memcmp(position_at(set, set->slots[slot]), pos, set->pos_size) != 0)
        slot = (slot + 1) & mask;
    return (int)slot;
}

static bool grow(Successors *set)
{
    int            capacity = set->capacity == 0 ? 64 : set->capacity * 2;
    unsigned char *positions = realloc(set->positions, (size_t)capacity * set->pos_size);
    if (positions == NULL)
        return false;
    set->positions = positions;
    int *slots = realloc(set->slots, 2 * (size_t)capacity * sizeof *slots);
    if (slots == NULL)
        return false;
    set->slots = slots;
    set->capacity = capacity;
    for (int i = 0; i < 2 * capacity; i++)
        slots[i] = -1;
    for (int i = 0; i < set->count; i++)
        slots[find_slot(set, position_at(set, i))] = i;
    return true;
}

void successors_begin(Successors *set, const Game *game, uint32_t variant)
{
    *set = (Successors){ .game = game, .pos_size = game->rules->size(variant) };
}

bool successors_add(Successors *set, const Pos *pos, bool *is_new)
{
    if (set->count == set->capacity && !grow(set))
        return false;
    int slot = find_slot(set, pos);
    *is_new = set->slots[slot] < 0;
    if (*is_new) {
        memcpy(position_at(set, set->count), pos, set->pos_size);
        set->slots[slot] = set->count++;
    }
    return true;
}

static bool add_successor(void *context, const Turn *turn, const Pos *after)
{
    bool is_new;
    (void)turn;
    return successors_add(context, after, &is_new);
}

bool successors_init(Successors *set, const Game *game, const Pos *pos)
{
    successors_begin(set, game, pos->variant);
    if (turn_each(game, pos, add_successor, set))
        return true;
    successors_free(set);
    return false;
}

void successors_free(Successors *set)
{
    free(set->positions);
    free(set->slots);
    *set = (Successors){ 0 };
}

/* --- the recursions, through the game interface --- */

#define PERFT_NAME(x)  general_##x
#define PERFT_ARGS     const Game *game,
#define PERFT_PASS     game,
#define PERFT_POS      Pos
#define PERFT_CAPACITY PosBuffer
#define PERFT_OF(r)    (&(r).head)
#define PERFT_STEPS    Step steps[STEPS_MAX]
#define PERFT_GEN(p)   game_gen_once(game, p, steps)
#define PERFT_NEXT(p, i, next)                      \
    do {                                            \
        game_copy(game, p, &(next).head);           \
        game->rules->apply(&(next).head, steps[i]); \
    } while (0)
#define PERFT_TURN_OPEN(p) ((p)->phase != 0)
#define PERFT_LIST         Successors list
#define PERFT_DISTINCT(p)  (successors_init(&list, game, p) ? list.count : -1)
#define PERFT_AT(i)        successors_at(&list, i)
#define PERFT_END          successors_free(&list)
#include "core/perft_body.inc"

/* --- choosing the instance --- */

static bool has_fast(const Game *game, const Pos *pos, PerftInstance instance)
{
    return instance == PERFT_FAST && game->fast != NULL && game->fast->covers(pos->variant);
}

uint64_t perft_count(const Game *game, const Pos *pos, int depth, PerftKind kind,
                     PerftInstance instance)
{
    if (depth <= 0)
        return 1;
    if (has_fast(game, pos, instance))
        return kind == PERFT_TURNS ? game->fast->perft_turns(pos, depth)
                                   : game->fast->perft_positions(pos, depth);
    return kind == PERFT_TURNS ? general_turns(game, pos, depth)
                               : general_positions(game, pos, depth);
}

/* --- playouts --- */

static uint32_t general_playout(const Game *game, const Pos *pos, Random *random,
                                uint32_t turn_limit, Outcome *outcome)
{
    PosBuffer now;
    Step      steps[STEPS_MAX];
    uint32_t  turns = 0;
    game_copy(game, pos, &now.head);
    while (turns < turn_limit) {
        int count = game->rules->gen(&now.head, steps);
        if (count == 0)
            break;
        uint32_t pick = count == 1 ? 0 : random_below(random, (uint32_t)count);
        game->rules->apply(&now.head, steps[pick]);
        turns += now.head.phase == 0;
    }
    *outcome = game->rules->outcome(&now.head);
    return turns;
}

uint32_t perft_playout(const Game *game, const Pos *pos, Random *random, uint32_t turn_limit,
                       Outcome *outcome, PerftInstance instance)
{
    if (has_fast(game, pos, instance) && game->fast->playout != NULL)
        return game->fast->playout(pos, random, turn_limit, outcome);
    return general_playout(game, pos, random, turn_limit, outcome);
}
