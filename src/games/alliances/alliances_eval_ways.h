/* alliances_eval_ways.h - all shortest ways across the board at once, as sets of rows; for this
 * room alone.
 *
 * Two waves start at both ends of a way.  A wave moves one empty spot at a time and runs through
 * discs that serve the way at no cost, so the spots that the first wave reaches in step d and the
 * second in step count + 1 - d are those where the dth missing disc of some shortest way may lie:
 * layer d.  The wider its layers, the harder a way is to cut.
 */
#ifndef GAMES_ALLIANCES_EVAL_WAYS_H
#define GAMES_ALLIANCES_EVAL_WAYS_H

#include "games/alliances/alliances_board.h"

#define INLINE static inline __attribute__((always_inline))

enum { LAYERS_MAX = 24 }; /* ways that miss more discs count as closed */

/* The steps of both waves, from 1 to `count`, the number of discs that are missing; count is 0 where
 * the way is closed. */
typedef struct Layers {
    int  count;
    Rows from_one[LAYERS_MAX + 1];
    Rows from_other[LAYERS_MAX + 1];
} Layers;

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

/* One of the two waves. */
typedef struct Wave {
    Rows found;      /* the empty spots of its next step */
    Rows empty_left; /* empty spots, and discs of the way, that it has not reached */
    Rows own_left;
    Rows touched; /* discs and spots of its last step */
} Wave;

/* Run through discs of the way from `front`, and find the empty spots behind them. */
INLINE void flood_both(Wave *a, Wave *b, Rows front_a, Rows front_b)
{
    a->touched = front_a;
    b->touched = front_b;
    do {
        Rows next_a = ROWS_SPREAD(front_a), next_b = ROWS_SPREAD(front_b);
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

INLINE Wave wave_begin(Rows end, Rows over, Rows empty)
{
    return (Wave){ .found = end & empty, .empty_left = empty, .own_left = over & ~end };
}

INLINE Rows wave_step(Wave *wave)
{
    Rows step = wave->found;
    wave->empty_left &= ~step;
    wave->found = (Rows){ 0 };
    return step;
}

/* `way` is not complete. */
INLINE void find_layers(const Way *way, Rows empty, Layers *out)
{
    Rows one = rows_of(&way->ends->one), other = rows_of(&way->ends->other);
    Rows over = rows_of(&way->over);
    Wave a = wave_begin(one, over, empty), b = wave_begin(other, over, empty);
    flood_both(&a, &b, one & over, other & over);
    out->count = 0;
    for (int d = 1; d <= LAYERS_MAX; d++) {
        Rows step_a = wave_step(&a), step_b = wave_step(&b);
        out->from_one[d] = step_a;
        out->from_other[d] = step_b;
        if (!rows_any(step_a) || !rows_any(step_b))
            return;
        flood_both(&a, &b, step_a, step_b);
        if (rows_any(a.touched & other)) {
            out->count = d;
            return;
        }
    }
}

/* Where the missing disc d of a shortest way may lie. */
INLINE Rows layer(const Layers *layers, int d)
{
    return layers->from_one[d] & layers->from_other[layers->count + 1 - d];
}

/* The same for ways that are one disc longer, from 2 to count. */
INLINE Rows spare_layer(const Layers *layers, int d)
{
    return layers->from_one[d] & layers->from_other[layers->count + 2 - d];
}

#endif
