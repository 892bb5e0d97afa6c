/* SPDX-License-Identifier: MIT
 *
 * diavolo_eval_order.c - step ordering and the width of the search.
 *
 * The rank of a field is a sum of learned weights (core/ranks.h): of the groups of both sides beside
 * it, the chances that a land adds there or denies the opponent, what is open around, and bridges.
 * Bridges that a land would block or make possible are computed for all fields of a row at once.
 */
#include <assert.h>
#include <string.h>

#include "core/ranks.h"
#include "games/diavolo/diavolo_bridges.h"
#include "games/diavolo/diavolo_eval.h"

/* How many fields are searched for the first and for the second land of a turn. */
typedef struct Widths {
    int first, first_more; /* the base, and the increase with each widening */
    int second, second_more;
    int all, all_more; /* with at most this many open fields the search is full-width */
    int leaf;          /* reduction in the last turn */
} Widths;

static const Widths WIDTHS = {
    .first = 8,
    .first_more = 4,
    .second = 5,
    .second_more = 3,
    .all = 8,
    .all_more = 2,
    .leaf = 0,
};

/* Chances for ranking.  Unlike the fitted DIAVOLO_CHANCES they rise with every land of a group.  With
 * the fitted ones in the ranks the search scored 41.5 % (README.md). */
static const Chances RANK_CHANCES = {
    .one = { { 100, 150, 220, 245 }, { 240, 245, 250, 252 } },
    .two = { { 40, 60, 80, 110, 130, 150, 200 }, { 120, 140, 150, 170, 180, 190, 220 } },
    .three = { { 10, 20, 40, 60, 70, 120 }, { 30, 40, 60, 80, 90, 140 } },
};

/* --- islands --- */

INLINE int chance_before(Prospect prospect)
{
    return chance_of(&RANK_CHANCES, &prospect, false);
}

/* Return the chance of the group of a new land.  SET_FOUR is not up to date for it, so the fields
 * that complete it are computed here. */
INLINE int chance_of_new(const Surroundings *s, Window group, int count)
{
    if (count == ISLAND_STONES)
        return CHANCE_SURE;
    if (count < ISLAND_STONES - 1)
        return chance_before(prospect_of_small(s, group, count));
    Window others = s->own & ~group;
    if (window_any(window_around(group) & others))
        return 0;
    Window fours = window_beside(group) & s->open & ~window_around(others);
    if (!window_any(fours))
        return 0;
    bool sure = window_any(fours & ~s->contested);
    return RANK_CHANCES.one[0][sure ? WAYS_ONE - 1 : class_of_one(window_count(fours))];
}

/* Return the lands that a land on an open field joins.  Most fields have none beside them. */
INLINE Window joined_by(Window land, Window lands)
{
    Window beside = window_beside(land) & lands;
    return window_any(beside) ? window_grow(beside, lands, 2) : beside;
}

/* Return what a land of the side on this open field adds to the chances of the groups around. */
INLINE int gain_of(Surroundings s, Spot spot)
{
    Window land = window_land(spot), touched = window_touching(spot) & s.own;
    Window joined = joined_by(land, s.own);
    int    before = 0;
    if (window_any(joined))
        before = chance_before(prospect_of(&s, joined, window_count(joined)));
    Window met = touched & ~joined;
    if (window_any(met)) {
        met = window_grow(met, s.own, 2);
        before += chance_before(prospect_of(&s, met, window_count(met)));
    }
    s.own |= land;
    s.open &= ~land;
    Window group = joined | land;
    return chance_of_new(&s, group, window_count(group)) - before;
}

/* --- bridges --- */

/* Fields by their effect on bridges; row r is at [r]. */
typedef struct Marks {
    uint64_t blocks[DIAVOLO_SIZE_MAX + 2];  /* beside legal bridges of the opponent */
    uint64_t spoils[DIAVOLO_SIZE_MAX + 2];  /* beside own legal bridges */
    uint64_t reaches[DIAVOLO_SIZE_MAX + 2]; /* with a corner one free edge away from an own end */
    uint64_t denies[DIAVOLO_SIZE_MAX + 2];  /* the same for the opponent */
} Marks;

/* Mark the fields beside legal bridges of a side. */
static void mark_beside(const Diavolo *d, int side, uint64_t *marks)
{
    memset(marks, 0, (size_t)(size_of(d) + 1) * sizeof marks[0]);
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES];
        legal_bridges(d, side, row, found);
        marks[row - 1] |= found[DIAVOLO_BOTTOM] << 1;
        marks[row] |= found[DIAVOLO_BOTTOM] | found[DIAVOLO_LEFT] | found[DIAVOLO_LEFT] >> 1 |
                      found[DIAVOLO_RIGHT] | found[DIAVOLO_RIGHT] << 1;
    }
}

/* Write the points that are one free edge away from an end of the side, and not ends or taken
 * themselves. */
static void find_reach(const Diavolo *d, int side, uint64_t *points)
{
    const uint64_t *ends = rows_of(d, SET_ENDS), *taken = rows_of(d, SET_TAKEN);
    const uint64_t *white = rows_of(d, SET_LAND), *red = rows_of(d, SET_LAND + 1);
    memset(points, 0, (size_t)(size_of(d) + 2) * sizeof points[0]);
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t here = ends[row] >> side & UP_BITS, above = ends[row + 1] >> side & UP_BITS;
        uint64_t land = white[row] | red[row], below = white[row - 1] | red[row - 1];
        uint64_t bottom = ~land & ~(below >> 1), left = ~land & ~(land << 1);
        uint64_t right = ~land & ~(land >> 1);
        points[row] |=
            (here >> 2 & bottom) | (here & bottom) << 2 | (above & left) | (above & right) << 2;
        points[row + 1] |= (here & left) | (here >> 2 & right);
    }
    for (int row = 1; row <= size_of(d) + 1; row++)
        points[row] &= ~(ends[row] >> side) & ~taken[row] & UP_BITS;
}

/* Mark the fields with a corner among the points of find_reach. */
static void mark_reaching(const Diavolo *d, int side, uint64_t *marks)
{
    uint64_t points[DIAVOLO_SIZE_MAX + 2];
    find_reach(d, side, points);
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t here = points[row], above = points[row + 1];
        uint64_t up = here | here >> 2 | above, down = here >> 2 | above | above >> 2;
        marks[row] = up | down << 1;
    }
}

static void mark_fields(const Diavolo *d, Marks *marks)
{
    mark_beside(d, 1 - d->head.side, marks->blocks);
    mark_beside(d, d->head.side, marks->spoils);
    mark_reaching(d, d->head.side, marks->reaches);
    mark_reaching(d, 1 - d->head.side, marks->denies);
}

/* --- ranks and widths --- */

/* The terms of a field: where the weights of each begin in a table. */
enum {
    GROUP_CLASSES =
        8, /* of a group that a land joins: 0 to 3 lands, and whether it touches another */
    GAIN_CLASSES = 16,
    GAIN_STEP = 24, /* in 1/256 of an island */
    GAIN_LEAST = -6 * GAIN_STEP,
    TOUCHING_MOST = 12,
    NEAR_MOST = 11,

    TERM_GROUPS = 0, /* the own group, and that of the opponent or none if the field is closed */
    TERM_GAIN = TERM_GROUPS + GROUP_CLASSES * (GROUP_CLASSES + 1),
    TERM_DENIED =
        TERM_GAIN + GAIN_CLASSES, /* the last class: the field is closed to the opponent */
    TERM_OPEN = TERM_DENIED + GAIN_CLASSES + 1, /* fields that touch it and are open */
    TERM_CONTESTED = TERM_OPEN + TOUCHING_MOST + 1,
    TERM_TOUCHED = TERM_CONTESTED + TOUCHING_MOST + 1, /* own lands that touch it */
    TERM_TOUCHED_OTHER = TERM_TOUCHED + TOUCHING_MOST + 1,
    TERM_MARKS = TERM_TOUCHED_OTHER + TOUCHING_MOST + 1,
    TERM_NEAR = TERM_MARKS + 16, /* own lands in the window */
    TERM_NEAR_OTHER = TERM_NEAR + NEAR_MOST + 1,
    TERM_BESIDE = TERM_NEAR_OTHER + NEAR_MOST + 1, /* open fields beside it */
    TERM_END = TERM_BESIDE + 4,

    STAGES_OF_GAME = 3,          /* by the number of open fields */
    TABLES = 2 * STAGES_OF_GAME, /* for the first land of a turn and for the second */
    LATE_OPEN = 14,
    MIDDLE_OPEN = 30,
};

static const int16_t RANKS[TABLES * TERM_END] = {
#include "games/diavolo/diavolo_ranks.inc"
};
static const int16_t *ranks_in_use = RANKS; /* changed only by GameRanks.use */

INLINE int at_most(int number, int most)
{
    return number < most ? number : most;
}

INLINE int class_of_group(Window lands, Window land, Window touching)
{
    Window joined = joined_by(land, lands);
    return at_most(window_count(joined), 3) * 2 + window_any(touching & lands & ~joined);
}

INLINE int class_of_gain(int gain)
{
    int class = (gain - GAIN_LEAST) / GAIN_STEP;
    return class < 0 ? 0 : at_most(class, GAIN_CLASSES - 1);
}

/* List the terms of a land on an open field. */
INLINE void add_terms(const Diavolo *d, const Marks *marks, Spot spot, RankTerms *terms)
{
    int          side = d->head.side, n = 0;
    Surroundings own = surroundings_load(d, side, spot);
    Window       other = window_load(rows_of(d, SET_LAND + 1 - side), spot);
    Window       land = window_land(spot), touching = window_touching(spot);
    int          denied = GAIN_CLASSES, group = GROUP_CLASSES;
    if (has_bit(rows_of(d, SET_OPEN + 1 - side), spot)) {
        Surroundings theirs = {
            .own = other,
            .open = own.contested,
            .four = window_load(rows_of(d, SET_FOUR + 1 - side), spot),
            .contested = own.open,
        };
        group = class_of_group(other, land, touching);
        denied = class_of_gain(gain_of(theirs, spot));
    }
    terms->index[n++] = (int16_t)(TERM_GROUPS + group +
                                  (GROUP_CLASSES + 1) * class_of_group(own.own, land, touching));
    terms->index[n++] = (int16_t)(TERM_GAIN + class_of_gain(gain_of(own, spot)));
    terms->index[n++] = (int16_t)(TERM_DENIED + denied);
    terms->index[n++] = (int16_t)(TERM_OPEN + window_count(touching & own.open));
    terms->index[n++] = (int16_t)(TERM_CONTESTED + window_count(touching & own.contested));
    terms->index[n++] = (int16_t)(TERM_TOUCHED + window_count(touching & own.own));
    terms->index[n++] = (int16_t)(TERM_TOUCHED_OTHER + window_count(touching & other));
    terms->index[n++] =
        (int16_t)(TERM_MARKS + has_bit(marks->blocks, spot) + 2 * has_bit(marks->spoils, spot) +
                  4 * has_bit(marks->reaches, spot) + 8 * has_bit(marks->denies, spot));
    terms->index[n++] = (int16_t)(TERM_NEAR + at_most(window_count(own.own), NEAR_MOST));
    terms->index[n++] = (int16_t)(TERM_NEAR_OTHER + at_most(window_count(other), NEAR_MOST));
    terms->index[n++] = (int16_t)(TERM_BESIDE + window_count(window_beside(land) & own.open));
    terms->count = n;
}

static int table_of(const Diavolo *d)
{
    int open = d->open[d->head.side];
    int stage = open < LATE_OPEN ? 2 : open < MIDDLE_OPEN ? 1 : 0;
    return (d->head.phase != 0) * STAGES_OF_GAME + stage;
}

static int terms_of_steps(const Pos *pos, const Step *steps, int count, RankTerms *out)
{
    const Diavolo *d = diavolo_of(pos);
    Marks          marks;
    mark_fields(d, &marks);
    for (int i = 0; i < count; i++) {
        out[i].count = 0;
        if (islands_kind(steps[i]) == ISLANDS_STONE)
            add_terms(d, &marks, spot_at(size_of(d), (int)islands_value(steps[i])), &out[i]);
    }
    return table_of(d);
}

static void use_ranks(const int16_t *numbers)
{
    ranks_in_use = numbers != NULL ? numbers : RANKS;
}

const GameRanks DIAVOLO_RANKS = {
    .tables = TABLES,
    .size = TERM_END,
    .numbers = RANKS,
    .terms_of = NATIVE_ONLY(terms_of_steps),
    .use = NATIVE_ONLY(use_ranks),
};

INLINE int rank_of_land(const Diavolo *d, const Marks *marks, const int16_t *table, Spot spot)
{
    RankTerms terms;
    int       rank = 0;
    add_terms(d, marks, spot, &terms);
    for (int i = 0; i < terms.count; i++)
        rank += table[terms.index[i]];
    return rank;
}

void diavolo_order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    const Diavolo *d = diavolo_of(pos);
    const int16_t *table = ranks_in_use + table_of(d) * TERM_END;
    Marks          marks;
    assert(count >= 0 && count <= STEPS_MAX);
    mark_fields(d, &marks);
    for (int i = 0; i < count; i++) {
        IslandsKind kind = islands_kind(steps[i]);
        if (kind == ISLANDS_STONE)
            ranks[i] =
                rank_of_land(d, &marks, table, spot_at(size_of(d), (int)islands_value(steps[i])));
        else
            ranks[i] = ORDER_ALWAYS;
    }
}

int diavolo_width(const Pos *pos, int depth, int widening)
{
    const Diavolo *d = diavolo_of(pos);
    int            less = depth <= 1 ? WIDTHS.leaf : 0;
    if (d->open[pos->side] <= WIDTHS.all + WIDTHS.all_more * widening)
        return STEPS_MAX;
    int width = pos->phase == 0 ? WIDTHS.first + WIDTHS.first_more * widening
                                : WIDTHS.second + WIDTHS.second_more * widening;
    return width - less < 1 ? 1 : width - less;
}
