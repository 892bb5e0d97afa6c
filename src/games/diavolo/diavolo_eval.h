/* diavolo_eval.h - the chance that a group of lands becomes an island.
 *
 * Knows:   the neighbourhood of a group (diavolo_window.h).
 * Ignores: bridges, networks, the rest of the board.
 *
 * README.md, "Evaluation", describes every term and the evidence for it.
 */
#ifndef GAMES_DIAVOLO_EVAL_H
#define GAMES_DIAVOLO_EVAL_H

#include <assert.h>

#include "games/diavolo/diavolo_window.h"

enum {
    CHANCE_SURE = 256, /* probability 1; chances are in 1/256 */
    WAYS_ONE = 4,      /* classes of groups that lack one land, two lands, three lands */
    WAYS_TWO = 7,
    WAYS_THREE = 6,
};

/* The chance that a group becomes an island, by the number of lands it lacks and by the number of
 * completions, in classes.  The last class is for a completion that the opponent cannot block.  [1]
 * is for the side to move, [0] for the other. */
typedef struct Chances {
    int16_t one[2][WAYS_ONE];
    int16_t two[2][WAYS_TWO];
    int16_t three[2][WAYS_THREE];
} Chances;

/* The neighbourhood of a group. */
typedef struct Surroundings {
    Window own, open, four; /* lands, SET_OPEN and SET_FOUR of the group's side */
    Window contested;       /* SET_OPEN of the opponent */
} Surroundings;

static inline Surroundings surroundings_load(const Diavolo *d, int side, Spot spot)
{
    return (Surroundings){
        .own = window_load(rows_of(d, SET_LAND + side), spot),
        .open = window_load(rows_of(d, SET_OPEN + side), spot),
        .four = window_load(rows_of(d, SET_FOUR + side), spot),
        .contested = window_load(rows_of(d, SET_OPEN + 1 - side), spot),
    };
}

/* Return the number of completions of a group of two lands, or of one, through the fields of
 * `usable`.  The shortest cycle of fields has length six, so no completion is counted twice. */
INLINE int ways_of_two(Window group, Window usable)
{
    Window near = window_beside(group) & usable, far = window_beside(near) & usable & ~near;
    int    count = window_count(near);
    return count * (count - 1) / 2 + window_count(far);
}

INLINE int ways_of_one(Window group, Window usable)
{
    Window near = window_beside(group) & usable, far = window_beside(near) & usable;
    Window end = window_beside(far) & usable & ~near;
    int    count = window_count(near), second = window_count(far), third = window_count(end);
    return (count == 3) + second * (count > 0 ? count - 1 : 0) + second / 2 + third;
}

/* Return the class for a number of completions, which must be at least 1. */
static inline int class_of_one(int ways)
{
    assert(ways >= 1);
    return ways < 3 ? ways - 1 : 2;
}

static inline int class_of_two(int ways)
{
    static const uint8_t CLASS[16] = { 0, 0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5 };
    return CLASS[ways < 15 ? ways : 15];
}

static inline int class_of_three(int ways)
{
    return ways < 4 ? 0 : ways < 9 ? 1 : ways < 16 ? 2 : ways < 23 ? 3 : 4;
}

/* Return the chance of a group of one or two lands that no single land completes. */
INLINE int chance_of_small(const Chances *chances, const Surroundings *s, Window group, int count,
                           int moves)
{
    Window others = s->own & ~group;
    if (window_any(window_around(group) & others))
        return 0; /* it touches another group, so it can only join it (R4.2) */
    Window usable = s->open & ~window_around(others), safe = usable & ~s->contested;
    if (count == 2) {
        int ways = ways_of_two(group, usable);
        if (ways == 0)
            return 0;
        bool sure = window_any(safe) && ways_of_two(group, safe) > 0;
        return chances->two[moves][sure ? WAYS_TWO - 1 : class_of_two(ways)];
    }
    int ways = ways_of_one(group, usable);
    if (ways == 0)
        return 0;
    bool sure = window_any(safe) && ways_of_one(group, safe) > 0;
    return chances->three[moves][sure ? WAYS_THREE - 1 : class_of_three(ways)];
}

/* Return the chance that a group of `count` lands becomes an island.  `moves`: its side moves. */
INLINE int chance_of(const Chances *chances, const Surroundings *s, Window group, int count,
                     bool moves)
{
    if (count >= ISLAND_STONES)
        return CHANCE_SURE;
    Window fours = window_beside(group) & s->four;
    if (window_any(fours)) {
        bool sure = window_any(fours & ~s->contested);
        int  chance = chances->one[moves][sure ? WAYS_ONE - 1 : class_of_one(window_count(fours))];
        return count == 1 ? chance / 2 : chance; /* a single land shares the island with others */
    }
    return count == 3 ? 0 : chance_of_small(chances, s, group, count, moves);
}

extern const Chances DIAVOLO_CHANCES;

/* The members of DIAVOLO_EVAL. */
int  diavolo_eval(const Pos *pos);
void diavolo_order(const Pos *pos, const Step *steps, int count, int32_t *ranks);
int  diavolo_width(const Pos *pos, int depth, int widening);

#endif
