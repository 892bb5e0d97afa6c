/* diavolo_eval.h - what a group of lands may become: for the files of the judgement.
 *
 * Knows:   the neighbourhood of a group (diavolo_window.h) and what it is worth to its side.
 * Ignores: bridges, networks, the rest of the board.
 *
 * Every term and the evidence for it: README.md, "Judgement".
 */
#ifndef GAMES_DIAVOLO_EVAL_H
#define GAMES_DIAVOLO_EVAL_H

#include "games/diavolo/diavolo_window.h"

enum {
    CHANCE_SURE = 256, /* chances are in 1/256 */
    WAYS_ONE = 4,      /* classes of groups that lack one land, two lands, three lands */
    WAYS_TWO = 7,
    WAYS_THREE = 6,
};

/* Chances that a group becomes an island, by what it lacks and by the number of ways to get there;
 * the last class of each is a way that the other side cannot block with a land.  [1] is for the side
 * to decide, [0] for the other. */
typedef struct Chances {
    int16_t one[2][WAYS_ONE];
    int16_t two[2][WAYS_TWO];
    int16_t three[2][WAYS_THREE];
} Chances;

/* What surrounds a group, from its own side's view. */
typedef struct Surroundings {
    Window own, open, four; /* of the group's side */
    Window contested;       /* open for the other side */
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

/* Ways to complete a group of two or one through the fields of `room`.  No ring of fields is shorter
 * than six, so fields met at the same distance are different ways. */
INLINE int ways_of_two(Window group, Window capacity)
{
    Window near = window_beside(group) & capacity, far = window_beside(near) & capacity & ~near;
    int    count = window_count(near);
    return count * (count - 1) / 2 + window_count(far);
}

INLINE int ways_of_one(Window group, Window capacity)
{
    Window near = window_beside(group) & capacity, far = window_beside(near) & capacity;
    Window end = window_beside(far) & capacity & ~near;
    int    count = window_count(near), second = window_count(far), third = window_count(end);
    return (count == 3) + second * (count > 0 ? count - 1 : 0) + second / 2 + third;
}

static inline int class_of_one(int ways)
{
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

/* The chance of a group of one or two lands that nothing completes at once. */
INLINE int chance_of_small(const Chances *chances, const Surroundings *s, Window group, int count,
                           int moves)
{
    Window others = s->own & ~group;
    if (window_any(window_around(group) & others))
        return 0; /* it touches another group: it can only join it */
    Window capacity = s->open & ~window_around(others), safe = capacity & ~s->contested;
    if (count == 2) {
        int ways = ways_of_two(group, capacity);
        if (ways == 0)
            return 0;
        bool sure = window_any(safe) && ways_of_two(group, safe) > 0;
        return chances->two[moves][sure ? WAYS_TWO - 1 : class_of_two(ways)];
    }
    int ways = ways_of_one(group, capacity);
    if (ways == 0)
        return 0;
    bool sure = window_any(safe) && ways_of_one(group, safe) > 0;
    return chances->three[moves][sure ? WAYS_THREE - 1 : class_of_three(ways)];
}

/* The chance that a group of `count` lands becomes an island of its own.  `moves`: its side decides. */
INLINE int chance_of(const Chances *chances, const Surroundings *s, Window group, int count,
                     bool moves)
{
    if (count >= ISLAND_STONES)
        return CHANCE_SURE;
    Window fours = window_beside(group) & s->four;
    if (window_any(fours)) {
        bool sure = window_any(fours & ~s->contested);
        int  chance = chances->one[moves][sure ? WAYS_ONE - 1 : class_of_one(window_count(fours))];
        return count == 1 ? chance / 2 : chance; /* a single land joins others: shared with them */
    }
    return count == 3 ? 0 : chance_of_small(chances, s, group, count, moves);
}

extern const Chances DIAVOLO_CHANCES;

/* GameEval's members. */
int  diavolo_eval(const Pos *pos);
void diavolo_order(const Pos *pos, const Step *steps, int count, int32_t *ranks);
int  diavolo_width(const Pos *pos, int depth, int widening);

#endif
