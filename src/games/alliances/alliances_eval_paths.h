/* alliances_eval_paths.h - shortest path lengths across the board by breadth-first waves over
 * bitboards; private to games/alliances.
 *
 * Knows:   how many discs a path lacks, and which spots shortest paths use.
 * Ignores: what that is worth (alliances_eval.c).
 *
 * A wave starts at one end of a path, moves one empty spot at a time, and passes discs that serve
 * the path at no cost (0-1 breadth-first search).  The step in which it reaches the other end is
 * the number of missing discs.  There are two kinds.  A plain wave moves to neighbours.  A leaping
 * wave also moves across two adjacent empty spots to the spot behind them, and from the second row
 * to the rim.  These are the bridges and edge templates of Hex: a cut on one of the two spots is
 * answered on the other.
 *
 *        . .          x reaches y, and both reach the rim,
 *       x   y         if the dots are empty
 *        . .
 *
 * Two waves of a kind, one from each end, show where the missing discs may be: a spot that the first
 * reaches in step d and the second in step count + 1 - d belongs to layer d of the path.
 */
#ifndef GAMES_ALLIANCES_EVAL_PATHS_H
#define GAMES_ALLIANCES_EVAL_PATHS_H

#include "games/alliances/alliances_board.h"

#define INLINE static inline __attribute__((always_inline))

/* All functions that take or return a vector are inlined, so the different calling convention on
 * processors without AVX does not matter. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

enum { LAYERS_MAX = 24 }; /* a path that lacks more discs counts as closed */

INLINE Rows rows_of(const Set *set)
{
    Rows rows;
    memcpy(&rows, set, sizeof rows);
    return rows;
}

INLINE Set set_of(Rows rows)
{
    Set set;
    memcpy(&set, &rows, sizeof set);
    return set;
}

typedef long long Words __attribute__((vector_size(sizeof(Set))));

INLINE bool rows_any(Rows rows)
{
#ifdef __AVX__
    return !__builtin_ia32_ptestz256((Words)rows, (Words)rows);
#else
    return set_any(set_of(rows));
#endif
}

INLINE int rows_count(Rows rows)
{
    return set_count(set_of(rows));
}

/* --- moving by rows --- */

INLINE Rows rows_down(Rows a)
{
    return __builtin_shufflevector((Rows){ 0 }, a, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                                   27, 28, 29, 30);
}

INLINE Rows rows_up(Rows a)
{
    return __builtin_shufflevector(a, (Rows){ 0 }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                   15, 16);
}

INLINE Rows rows_down_two(Rows a)
{
    return __builtin_shufflevector(a, (Rows){ 0 }, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                   13);
}

INLINE Rows rows_up_two(Rows a)
{
    return __builtin_shufflevector(a, (Rows){ 0 }, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                                   16, 16);
}

/* The empty spots, common to all waves of a position. */
typedef struct Ground {
    Rows empty;
    /* Spots from which a leap is possible in each direction, clockwise from the lower right: both
     * spots in between are empty. */
    Rows leaps[6];
} Ground;

INLINE Ground ground_of(Rows empty)
{
    /* The spots whose neighbour in that direction is empty. */
    Rows right = empty >> 1, left = empty << 1, below = rows_up(empty), above = rows_down(empty);
    Rows below_left = rows_up(left), above_right = rows_down(right);
    return (Ground){ empty,
                     { right & below, below & below_left, below_left & left, left & above,
                       above & above_right, above_right & right } };
}

/* Return a set and what a wave reaches from it: neighbours, and the targets of leaps. */
INLINE Rows spread(Rows a, const Ground *ground, bool is_leaping)
{
    if (!is_leaping)
        return ROWS_SPREAD(a);
    const Rows *leaps = ground->leaps;
    Rows        down = a | a >> 1 | (a & leaps[0]) << 1 | (a & leaps[2]) >> 2;
    Rows        up = a | a << 1 | (a & leaps[3]) >> 1 | (a & leaps[5]) << 2;
    return a | a << 1 | a >> 1 | rows_down(down) | rows_up(up) |
           rows_down_two((a & leaps[1]) >> 1) | rows_up_two((a & leaps[4]) << 1);
}

/* Return where a wave starts or ends: at the rim, and for leaping waves also in the second row in
 * front of two adjacent empty spots of the rim. */
INLINE Rows shore(Rows end, const Ground *ground, bool is_leaping)
{
    if (!is_leaping)
        return end;
    Rows a = end & ground->empty, right = a << 1, left = a >> 1;
    Rows below = rows_down(a), above = rows_up(a);
    Rows below_left = rows_down(left), above_right = rows_up(right);
    return end | (right & below) | (below & below_left) | (below_left & left) | (left & above) |
           (above & above_right) | (above_right & right);
}

/* --- waves --- */

typedef struct Wave {
    Rows found;      /* the empty spots of its next step */
    Rows empty_left; /* empty spots not reached yet */
    Rows own_left;   /* discs of the path not reached yet */
    Rows touched;    /* spots and discs of its last step */
} Wave;

/* Advance through discs of the path from `front_a` and `front_b`, and find the empty spots behind
 * them.  Two independent waves at a time hide the latency of the vector operations. */
INLINE void flood(Wave *a, Wave *b, Rows front_a, Rows front_b, const Ground *ground,
                  bool is_leaping)
{
    a->touched = front_a;
    b->touched = front_b;
    do {
        Rows next_a = spread(front_a, ground, is_leaping);
        Rows next_b = spread(front_b, ground, is_leaping);
        a->found |= next_a & a->empty_left;
        b->found |= next_b & b->empty_left;
        front_a = next_a & a->own_left;
        front_b = next_b & b->own_left;
        a->own_left &= ~front_a;
        b->own_left &= ~front_b;
        a->touched |= front_a;
        b->touched |= front_b;
    } while (rows_any(front_a | front_b));
}

INLINE Wave wave_begin(Rows start, Rows over, const Ground *ground)
{
    return (Wave){ .found = start & ground->empty,
                   .empty_left = ground->empty,
                   .own_left = over & ~start };
}

/* Take the next step: return the empty spots that it reaches. */
INLINE Rows wave_step(Wave *wave)
{
    Rows step = wave->found;
    wave->empty_left &= ~step;
    wave->found = (Rows){ 0 };
    return step;
}

/* Write how many discs two incomplete paths lack, LAYERS_MAX + 1 if closed.  By leaps the number may
 * be 0: the path is complete whatever the opponent does. */
INLINE void find_missing(const Path path[2], const Ground *ground, bool is_leaping, int missing[2])
{
    Rows over_a = rows_of(&path[0].over), over_b = rows_of(&path[1].over);
    Rows start_a = shore(rows_of(&path[0].ends->one), ground, is_leaping);
    Rows start_b = shore(rows_of(&path[1].ends->one), ground, is_leaping);
    Rows end_a = shore(rows_of(&path[0].ends->other), ground, is_leaping);
    Rows end_b = shore(rows_of(&path[1].ends->other), ground, is_leaping);
    Wave a = wave_begin(start_a, over_a, ground), b = wave_begin(start_b, over_b, ground);
    Rows step_a = start_a & over_a, step_b = start_b & over_b;
    bool goes_a = true, goes_b = true;
    missing[0] = missing[1] = LAYERS_MAX + 1;
    for (int d = 0; d <= LAYERS_MAX && (goes_a || goes_b); d++) {
        flood(&a, &b, step_a, step_b, ground, is_leaping);
        if (goes_a && rows_any(a.touched & end_a)) {
            missing[0] = d;
            goes_a = false;
        }
        if (goes_b && rows_any(b.touched & end_b)) {
            missing[1] = d;
            goes_b = false;
        }
        step_a = wave_step(&a);
        step_b = wave_step(&b);
        goes_a = goes_a && rows_any(step_a);
        goes_b = goes_b && rows_any(step_b);
    }
}

/* The steps of the waves from both ends, from 1 to `count`, the number of missing discs; and all
 * that they touched, discs included, from 0 on.  If the path is not open, `count` is 0. */
typedef struct Layers {
    bool is_open;
    bool is_far; /* not open only because it lacks more than LAYERS_MAX discs */
    int  count;
    Rows from_one[LAYERS_MAX + 1], touched_one[LAYERS_MAX + 1];
    Rows from_other[LAYERS_MAX + 1], touched_other[LAYERS_MAX + 1];
} Layers;

INLINE void find_layers(const Path *path, const Ground *ground, bool is_leaping, Layers *out)
{
    Rows over = rows_of(&path->over);
    Rows one = shore(rows_of(&path->ends->one), ground, is_leaping);
    Rows other = shore(rows_of(&path->ends->other), ground, is_leaping);
    Wave a = wave_begin(one, over, ground), b = wave_begin(other, over, ground);
    Rows step_a = one & over, step_b = other & over;
    out->is_far = false;
    for (int d = 0; d <= LAYERS_MAX; d++) {
        flood(&a, &b, step_a, step_b, ground, is_leaping);
        out->touched_one[d] = a.touched;
        out->touched_other[d] = b.touched;
        out->count = d;
        out->is_open = rows_any(a.touched & other);
        if (out->is_open)
            return;
        step_a = wave_step(&a);
        step_b = wave_step(&b);
        if (!rows_any(step_a) || !rows_any(step_b)) {
            out->count = 0;
            return;
        }
        if (d < LAYERS_MAX) {
            out->from_one[d + 1] = step_a;
            out->from_other[d + 1] = step_b;
        }
    }
    out->count = 0;
    out->is_far = true;
}

/* Return the spots where the missing disc d may be. */
INLINE Rows layer(const Layers *layers, int d)
{
    assert(d >= 1 && d <= layers->count);
    return layers->from_one[d] & layers->from_other[layers->count + 1 - d];
}

/* --- what a disc changes ---
 *
 * A disc that serves a path makes it one disc shorter if it is on a layer.  Next to the layers, where
 * the shortest path is one disc longer, it adds shortest paths.  Elsewhere it changes nothing.  A disc
 * that cuts a path can make it longer only on the single spot of a layer, or on a spot that a shortest
 * path leaps over.  It changes the layers only there and on their spots. */

/* The layers of a path, for step ordering. */
typedef struct Reach {
    int8_t   count;                 /* of layers: 0 if the path is not open */
    uint32_t share[LAYERS_MAX + 1]; /* 2^32 / number of spots, rounded up; 0 for a single spot */
    Set      layer[LAYERS_MAX + 1]; /* from 1 */
} Reach;

/* Where a disc can change a path. */
typedef struct Marks {
    Set on;   /* the spots of all layers */
    Set weak; /* spots where a cutting disc may make the path longer */
    Set near; /* spots where a serving disc may add shortest paths */
} Marks;

/* Return all empty spots under leaps from one spot of `shortest` to another, or to the rim. */
INLINE Rows below_leaps(Rows shortest, const Path *path, const Ground *ground)
{
    const Rows *leaps = ground->leaps;
    Rows        above = rows_up(shortest);
    /* The spots where such leaps begin, clockwise from the lower right.  Three of the six directions
     * are enough, because a leap can be reversed. */
    Rows lower_right = shortest & leaps[0] & above >> 1;
    Rows lower = shortest & leaps[1] & rows_up_two(shortest) << 1;
    Rows lower_left = shortest & leaps[2] & above << 2;
    Rows right = lower_right << 1, down = rows_down(lower_right | lower);
    Rows down_left = rows_down((lower | lower_left) >> 1), left = lower_left >> 1;
    Rows rim = rows_of(&path->ends->one) | rows_of(&path->ends->other);
    return right | down | down_left | left | (ROWS_SPREAD(shortest) & rim & ground->empty);
}

INLINE void find_reach(const Path *path, const Ground *ground, const Layers *layers,
                       bool is_leaping, Reach *out, Marks *marks)
{
    Rows      shortest = { 0 }, on = { 0 }, weak = { 0 }, near = { 0 };
    const int count = layers->count;
    out->count = (int8_t)count;
    for (int d = 1; d <= count; d++) {
        Rows           spots = layer(layers, d);
        const uint32_t width = (uint32_t)rows_count(spots);
        out->layer[d] = set_of(spots);
        out->share[d] = width == 1 ? 0 : UINT32_MAX / width + 1;
        on |= spots;
        if (width == 1)
            weak |= spots;
        /* The first layer of one wave may be a step that the other did not take. */
        near |= d == 1 ? layers->from_one[1] | layers->from_other[1]
                       : layers->from_one[d] & layers->from_other[count + 2 - d];
    }
    if (is_leaping && layers->is_open) {
        for (int d = 0; d <= count; d++)
            shortest |= layers->touched_one[d] & layers->touched_other[count - d];
        weak |= below_leaps(shortest | on, path, ground);
    }
    *marks = (Marks){ set_of(on), set_of(weak), set_of(near) };
}

#endif
