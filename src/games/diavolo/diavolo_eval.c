/* SPDX-License-Identifier: MIT
 *
 * diavolo_eval.c - how a position stands: islands and networks that are there, and those to come.
 *
 * Points are one for each island and one for each pair of islands in one network, which is what
 * k(k+1)/2 says.  So the points to expect are the sum of the groups' chances to become islands, and
 * for each pair of groups the product of their chances and of the chance that they will be joined.
 * Networks are merged in stages, from bridges that stand to bridges that are easy to prevent; a
 * pair counts by the stage in which its groups come together.
 */
#include "games/diavolo/diavolo_eval.h"

#include <string.h>

#include "games/diavolo/diavolo_bridges.h"

/* Stages in which networks are merged. */
enum {
    STAGE_BUILT,  /* by bridges that stand */
    STAGE_SAFE,   /* by bridges beside which the other side can place no land */
    STAGE_THREE,  /* by a choice of three bridges or more: two lands do not block them all */
    STAGE_TWO,    /* by a choice of two */
    STAGE_SINGLE, /* by a single bridge that can be blocked */
    STAGE_APART,  /* not yet by anything */
    STAGES,
};

/* All that is weighed, in 1/256 of a point where nothing else is said.  Pairs are for the beginning
 * of the game [0] and for its end [1]. */
typedef struct Weights {
    int16_t joined[2][STAGES]; /* of a pair, in 1/256; [1] for the side to decide */
    int16_t apart_late;        /* STAGE_APART at the end */
    int16_t realised[2];       /* a point that is on the board already */
    int16_t expected[2];       /* a point to expect */
    int16_t open[2];           /* a field more that is open */
    int16_t alone[2];          /* a field more that is open to this side alone */
    int16_t bridge[2];         /* a bridge more that may be built */
    int16_t tempo[2];          /* to be the one who decides */
} Weights;

const Chances DIAVOLO_CHANCES = {
    .one = { { 100, 150, 220, 245 }, { 240, 245, 250, 252 } },
    .two = { { 40, 60, 80, 110, 130, 150, 200 }, { 120, 140, 150, 170, 180, 190, 220 } },
    .three = { { 10, 20, 40, 60, 70, 120 }, { 30, 40, 60, 80, 90, 140 } },
};

static const Weights WEIGHTS = {
    .joined = { { 256, 190, 170, 130, 80, 20 }, { 256, 210, 190, 170, 150, 30 } },
    .apart_late = 0,
    .realised = { 40, 128 },
    .expected = { 200, 200 },
    .open = { 4, 2 },
    .alone = { 4, 8 },
    .bridge = { 4, 8 },
    .tempo = { 60, 20 },
};

/* --- groups --- */

enum {
    GROUPS_MAX = 512,   /* of one side: fewer than half of the fields begin one */
    BRIDGES_MAX = 1024, /* that could be built; more are not looked at */
    PAIR_SLOTS = 256,
};

typedef struct Groups {
    int      count;
    int64_t  sum;     /* of all chances */
    int64_t  squares; /* of the chances, summed up */
    int64_t  pairs;   /* products of the chances of all pairs that are in one network */
    int      islands, island_pairs;
    uint16_t parent[GROUPS_MAX];
    int32_t  chance[GROUPS_MAX];                  /* of a network's groups together, at its root */
    uint16_t island_count[GROUPS_MAX];            /* of a network, at its root */
    uint16_t number[(DIAVOLO_SIZE_MAX + 1) * 64]; /* group of a land, by row * 64 + bit */
} Groups;

static int root_of(Groups *groups, int group)
{
    while (groups->parent[group] != group) {
        groups->parent[group] = groups->parent[groups->parent[group]];
        group = groups->parent[group];
    }
    return group;
}

static void join(Groups *groups, int a, int b)
{
    a = root_of(groups, a);
    b = root_of(groups, b);
    if (a == b)
        return;
    groups->pairs += (int64_t)groups->chance[a] * groups->chance[b];
    groups->island_pairs += groups->island_count[a] * groups->island_count[b];
    groups->parent[b] = (uint16_t)a;
    groups->chance[a] += groups->chance[b];
    groups->island_count[a] = (uint16_t)(groups->island_count[a] + groups->island_count[b]);
}

static void add_group(Groups *groups, int chance, bool is_island)
{
    int number = groups->count++;
    groups->parent[number] = (uint16_t)number;
    groups->chance[number] = chance;
    groups->island_count[number] = is_island;
    groups->sum += chance;
    groups->squares += (int64_t)chance * chance;
    groups->islands += is_island;
}

/* Write the number of the newest group on its lands, and take them from those that are left. */
static void number_lands(Groups *groups, uint64_t *left, Spot spot, Window group)
{
    uint64_t half[2];
    memcpy(half, &group, sizeof half);
    for (int i = 0; i < 2; i++)
        for (; half[i] != 0; half[i] &= half[i] - 1) {
            int at = 64 * i + __builtin_ctzll(half[i]);
            int row = spot.row - WINDOW_MIDDLE + at / 16;
            int bit = (window_turn(spot) + at % 16) & 63;
            groups->number[64 * row + bit] = (uint16_t)(groups->count - 1);
            left[row] &= ~(UINT64_C(1) << bit);
        }
}

static void find_groups(const Diavolo *d, int side, Groups *groups)
{
    uint64_t left[DIAVOLO_SIZE_MAX + 1];
    bool     moves = d->head.side == side;
    groups->count = groups->islands = groups->island_pairs = 0;
    groups->sum = groups->squares = groups->pairs = 0;
    memcpy(left, rows_of(d, SET_LAND + side), (size_t)(size_of(d) + 1) * sizeof left[0]);
    for (int row = 1; row <= size_of(d); row++)
        while (left[row] != 0) {
            Spot         spot = { row, __builtin_ctzll(left[row]) };
            Surroundings s = surroundings_load(d, side, spot);
            Window       group = window_grow(window_land(spot), s.own, 3);
            int          count = window_count(group);
            add_group(groups, chance_of(&DIAVOLO_CHANCES, &s, group, count, moves),
                      count == ISLAND_STONES);
            number_lands(groups, left, spot, group);
        }
}

/* --- bridges --- */

/* Join all groups that have the point as a corner, and `with` unless it is negative.  One of them. */
static int join_at(const Diavolo *d, int side, Spot point, Groups *groups, int with)
{
    for (int above = 0; above < 2; above++) {
        int      row = point.row - 1 + above;
        uint64_t lands = rows_of(d, SET_LAND + side)[row] & UINT64_C(7) << (point.bit - 1 - above);
        for (; lands != 0; lands &= lands - 1) {
            int number = groups->number[64 * row + __builtin_ctzll(lands)];
            if (with >= 0)
                join(groups, with, number);
            with = number;
        }
    }
    return with;
}

static void join_edge(const Diavolo *d, int side, Spot up, DiavoloSide edge, Groups *groups)
{
    int with = join_at(d, side, edge_end(up, edge, 0), groups, -1);
    join_at(d, side, edge_end(up, edge, 1), groups, with);
}

/* Some group that has the point as a corner. */
static int group_at(const Diavolo *d, int side, Spot point, const Groups *groups)
{
    const uint64_t *own = rows_of(d, SET_LAND + side);
    uint64_t        below = own[point.row - 1] & UINT64_C(7) << (point.bit - 1);
    if (below != 0)
        return groups->number[64 * (point.row - 1) + __builtin_ctzll(below)];
    uint64_t above = own[point.row] & UINT64_C(7) << (point.bit - 2);
    return groups->number[64 * point.row + __builtin_ctzll(above)];
}

static int join_built(const Diavolo *d, int side, Groups *groups)
{
    int count = 0;
    for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
        for (int row = 1; row <= size_of(d); row++) {
            uint64_t left = rows_of(d, SET_BRIDGE + edge)[row] >> side & UP_BITS;
            for (; left != 0; left &= left - 1, count++)
                join_edge(d, side, (Spot){ row, __builtin_ctzll(left) }, (DiavoloSide)edge, groups);
        }
    return count;
}

/* Bridges that may be built and that the other side can prevent with a land. */
typedef struct Choices {
    int      count;
    uint16_t ends[BRIDGES_MAX][2]; /* a group at either end */
    uint8_t  rivals[PAIR_SLOTS];   /* bridges between the same networks, by pair_slot */
} Choices;

static int pair_slot(Groups *groups, const uint16_t ends[2])
{
    unsigned a = (unsigned)root_of(groups, ends[0]), b = (unsigned)root_of(groups, ends[1]);
    return (int)((a < b ? a * 37 + b * 101 : b * 37 + a * 101) % PAIR_SLOTS);
}

/* Join what safe bridges join, and collect the others. */
static int join_safe(const Diavolo *d, int side, Groups *groups, Choices *choices)
{
    const uint64_t *open = rows_of(d, SET_OPEN + 1 - side);
    int             count = 0;
    choices->count = 0;
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES];
        legal_bridges(d, side, row, found);
        const uint64_t danger[DIAVOLO_SIDES] = {
            [DIAVOLO_BOTTOM] = open[row] | open[row - 1] >> 1,
            [DIAVOLO_LEFT] = open[row] | open[row] << 1,
            [DIAVOLO_RIGHT] = open[row] | open[row] >> 1,
        };
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
            for (uint64_t left = found[edge]; left != 0; left &= left - 1, count++) {
                Spot up = { row, __builtin_ctzll(left) };
                if ((danger[edge] >> up.bit & 1) == 0) {
                    join_edge(d, side, up, (DiavoloSide)edge, groups);
                } else if (choices->count < BRIDGES_MAX) {
                    uint16_t *ends = choices->ends[choices->count++];
                    for (int which = 0; which < 2; which++)
                        ends[which] = (uint16_t)group_at(
                            d, side, edge_end(up, (DiavoloSide)edge, which), groups);
                }
            }
    }
    return count;
}

static void count_rivals(Groups *groups, Choices *choices)
{
    memset(choices->rivals, 0, sizeof choices->rivals);
    for (int i = 0; i < choices->count; i++) {
        uint8_t *rivals = &choices->rivals[pair_slot(groups, choices->ends[i])];
        *rivals = (uint8_t)(*rivals + (*rivals < UINT8_MAX));
    }
}

/* Join where there are at least `least` bridges to choose from. */
static void join_choices(Groups *groups, Choices *choices, int least)
{
    for (int i = 0; i < choices->count; i++)
        if (least == 1 || choices->rivals[pair_slot(groups, choices->ends[i])] >= least)
            join(groups, choices->ends[i][0], choices->ends[i][1]);
}

/* --- one side --- */

typedef struct Standing {
    int64_t realised; /* points on the board, in 1/256 */
    int64_t expected; /* points to expect, in 1/256 */
    int     bridges;  /* that may be built */
    int     alone;    /* fields open to this side alone */
} Standing;

static int64_t expected_pairs(const int64_t pairs[STAGES], const int16_t *joined, int apart)
{
    int64_t sum = pairs[0] * joined[0];
    for (int stage = 1; stage < STAGES; stage++)
        sum += (pairs[stage] - pairs[stage - 1]) * (stage == STAGE_APART ? apart : joined[stage]);
    return sum / (CHANCE_SURE * CHANCE_SURE);
}

static int count_alone(const Diavolo *d, int side)
{
    const uint64_t *own = rows_of(d, SET_OPEN + side), *other = rows_of(d, SET_OPEN + 1 - side);
    int             count = 0;
    for (int row = 1; row <= size_of(d); row++)
        count += __builtin_popcountll(own[row] & ~other[row]);
    return count;
}

/* Between the beginning and the end of the game; `open` of `all` fields are still to be had. */
static int blend(const int16_t weight[2], int open, int all)
{
    return (weight[0] * open + weight[1] * (all - open)) / all;
}

static void stand(const Diavolo *d, int side, int open, int all, Standing *out)
{
    Groups  groups;
    Choices choices;
    int64_t pairs[STAGES];
    bool    moves = d->head.side == side;
    find_groups(d, side, &groups);
    join_built(d, side, &groups);
    pairs[STAGE_BUILT] = groups.pairs;
    out->realised = (int64_t)(groups.islands + groups.island_pairs) * CHANCE_SURE;
    out->bridges = join_safe(d, side, &groups, &choices);
    pairs[STAGE_SAFE] = groups.pairs;
    count_rivals(&groups, &choices);
    join_choices(&groups, &choices, 3);
    pairs[STAGE_THREE] = groups.pairs;
    join_choices(&groups, &choices, 2);
    pairs[STAGE_TWO] = groups.pairs;
    join_choices(&groups, &choices, 1);
    pairs[STAGE_SINGLE] = groups.pairs;
    pairs[STAGE_APART] = (groups.sum * groups.sum - groups.squares) / 2;
    const int16_t apart[2] = { WEIGHTS.joined[moves][STAGE_APART], WEIGHTS.apart_late };
    out->expected =
        groups.sum + expected_pairs(pairs, WEIGHTS.joined[moves], blend(apart, open, all));
    out->alone = count_alone(d, side);
}

/* --- both sides --- */

/* Large leads are all alike: beyond a limit they count less and less, and never reach EVAL_MAX. */
static int compress(int64_t value)
{
    const int64_t size = value < 0 ? -value : value, linear = EVAL_MAX / 2;
    int64_t       result = size;
    if (size > linear)
        result = linear + (size - linear) * (linear - 1) / (size + linear);
    return (int)(value < 0 ? -result : result);
}

int diavolo_eval(const Pos *pos)
{
    const Diavolo *d = diavolo_of(pos);
    int            side = pos->side, all = 2 * size_of(d) * size_of(d);
    int            open = d->open[0] + d->open[1];
    Standing       own, other;
    stand(d, side, open, all, &own);
    stand(d, 1 - side, open, all, &other);
    int64_t value = (own.realised - other.realised) * blend(WEIGHTS.realised, open, all) +
                    (own.expected - other.expected) * blend(WEIGHTS.expected, open, all);
    value /= CHANCE_SURE;
    value += (d->open[side] - d->open[1 - side]) * blend(WEIGHTS.open, open, all);
    value += (own.alone - other.alone) * blend(WEIGHTS.alone, open, all);
    value += (own.bridges - other.bridges) * blend(WEIGHTS.bridge, open, all);
    return compress(value + blend(WEIGHTS.tempo, open, all));
}

/* --- the ladder's: never to be changed (docs/strength.md) --- */

static int count_fours(const Diavolo *d, int side)
{
    int count = 0;
    for (int row = 1; row <= size_of(d); row++)
        count += __builtin_popcountll(rows_of(d, SET_FOUR + side)[row]);
    return count;
}

static int count_free_bridges(const Diavolo *d, int side)
{
    int count = 0;
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES];
        legal_bridges(d, side, row, found);
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
            count += __builtin_popcountll(found[edge]);
    }
    return count;
}

/* 100 a point of the score, 10 a field that would complete an island, 10 a bridge that may be built,
 * 1 a field that is open; what the other side has of each is taken off. */
static int ladder_eval(const Pos *pos)
{
    const Diavolo *d = diavolo_of(pos);
    IslandsScore   score[2];
    int            worth[2];
    diavolo_score(pos, score);
    for (int side = 0; side < 2; side++)
        worth[side] = 100 * score[side].points + 10 * count_fours(d, side) +
                      10 * count_free_bridges(d, side) + d->open[side];
    int lead = worth[pos->side] - worth[1 - pos->side];
    return lead >= EVAL_MAX ? EVAL_MAX - 1 : lead <= -EVAL_MAX ? -EVAL_MAX + 1 : lead;
}

const GameEval DIAVOLO_EVAL = {
    .thinker = THINKER_ALPHABETA,
    .acyclic = true,
    .unit = 64,
    .likely = 300,
    .eval = diavolo_eval,
    .ladder_eval = ladder_eval,
    .order = diavolo_order,
    .width = diavolo_width,
};
