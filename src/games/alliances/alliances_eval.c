/* SPDX-License-Identifier: MIT
 *
 * alliances_eval.c - who is nearer to two of the three colours.
 *
 * For each open colour and player: how many discs are missing for a chain and for a fence, counted
 * once from neighbour to neighbour and once with leaps (alliances_eval_ways.h).  Both counts make
 * the cost of a way, the ways of a player add up like conductors side by side, and the relation
 * of the two players' sums gives the chance to win the colour.  The chances for three colours give
 * that for two of them.
 */
#include "games/alliances/alliances_eval.h"

enum {
    CHANCE = 1 << 16, /* a chance of 1 */
    MOST = 15000,     /* of eval */
};

/* --- costs --- */

/* In 1/64.  Found by regression (README.md). */
enum { LEAST_COST = 5 };

typedef struct Price {
    int base, missing[WAVES];
} Price;

static const Price PRICES[KINDS] = {
    [CHAIN] = { -20, { 26, 17 } }, [FENCE] = { -76, { 64, 119 } }
};

static int cost_of(const Ways *ways, int kind)
{
    const Price  *price = &PRICES[kind];
    const int8_t *missing = ways->missing[kind];
    int           cost = price->base + price->missing[PLAIN] * missing[PLAIN] +
               price->missing[LEAPING] * missing[LEAPING];
    return cost < LEAST_COST ? LEAST_COST : cost;
}

static bool is_closed(const Ways *ways, int kind)
{
    return ways->missing[kind][PLAIN] > LAYERS_MAX;
}

/* How well a player is placed in a colour. */
static uint32_t conductance(const Ways *ways)
{
    uint32_t sum = 16;
    for (int kind = 0; kind < KINDS; kind++)
        if (!is_closed(ways, kind))
            sum += (1U << 20) / (uint32_t)cost_of(ways, kind);
    return sum;
}

/* --- all ways --- */

static Way way_of(const Alliances *p, int player, int colour, int kind)
{
    return kind == CHAIN ? alliances_chain_way(p, player, colour)
                         : alliances_fence_way(p, player, colour);
}

/* Discs that can be used for a way. */
static int supply_for(const int16_t *left, int player, int colour, int kind)
{
    return left[alliances_ally(player, colour)] + (kind == CHAIN ? left[colour] : 0);
}

static Ground find_ground(const Alliances *p)
{
    Set empty = empty_cells(p);
    return ground_of(rows_of(&empty));
}

static void survey_ways(const Alliances *p, const Ground *ground, Survey *s, int colour, int kind)
{
    Way way[2] = { way_of(p, 0, colour, kind), way_of(p, 1, colour, kind) };
    int plain[2], leaping[2];
    find_missing(way, ground, false, plain);
    find_missing(way, ground, true, leaping);
    for (int player = 0; player < 2; player++) {
        int8_t *missing = s->ways[colour][player].missing[kind];
        missing[PLAIN] = (int8_t)plain[player];
        missing[LEAPING] = (int8_t)leaping[player];
    }
}

/* Close ways for which there are not enough discs. */
static void apply_supply(const Alliances *p, Survey *s)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2 && won_mark(p->head.extra, colour) == 0; player++)
            for (int kind = 0; kind < KINDS; kind++) {
                int8_t *missing = s->ways[colour][player].missing[kind];
                if (missing[PLAIN] > supply_for(s->left, player, colour, kind))
                    missing[PLAIN] = LAYERS_MAX + 1;
            }
}

static void survey_counts(const Alliances *p, const Ground *ground, Survey *out)
{
    out->empty = (int16_t)rows_count(ground->empty);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        out->left[colour] = (int16_t)alliances_left(&p->head, colour);
}

void alliances_survey(const Alliances *p, Survey *out)
{
    Ground ground = find_ground(p);
    survey_counts(p, &ground, out);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (won_mark(p->head.extra, colour) == 0) {
            survey_ways(p, &ground, out, colour, CHAIN);
            survey_ways(p, &ground, out, colour, FENCE);
        }
    apply_supply(p, out);
}

/* --- all ways after a step --- */

/* Ways that must be counted again, two at a time. */
typedef struct Recount {
    int     count;
    Way     way[KINDS * ALLIANCES_COLOURS * 2 + 1];
    int8_t *missing[KINDS * ALLIANCES_COLOURS * 2 + 1];
} Recount;

INLINE void recount(Recount *list, const Ground *ground, bool is_leaping)
{
    int8_t nobody;
    if (list->count % 2 != 0) {
        list->way[list->count] = list->way[list->count - 1];
        list->missing[list->count] = &nobody;
    }
    for (int i = 0; i < list->count; i += 2) {
        int missing[2];
        find_missing(&list->way[i], ground, is_leaping, missing);
        *list->missing[i] = (int8_t)missing[0];
        *list->missing[i + 1] = (int8_t)missing[1];
    }
}

/* Does a disc of `disc` serve the way?  If not, it cuts it. */
static bool serves(int disc, int colour, int player, int kind)
{
    return disc == alliances_ally(player, colour) || (disc == colour && kind == CHAIN);
}

static void note_change(const Reach *reach, int spot, bool is_served, const Way *way,
                        int8_t *missing, Recount *list)
{
    *missing = reach->missing;
    if (reach->is_uncertain || (!is_served && set_has(reach->weak, spot))) {
        list->way[list->count] = *way;
        list->missing[list->count++] = missing;
    } else if (is_served && set_has(reach->on, spot)) {
        --*missing;
    }
}

void alliances_survey_after(const Outlook *before, Step step, const Alliances *p, Survey *out)
{
    Ground  ground = find_ground(p);
    int     disc = alliances_step_colour(step), spot = step_spot(step);
    Recount lists[WAVES];
    lists[PLAIN].count = lists[LEAPING].count = 0;
    survey_counts(p, &ground, out);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2 && won_mark(p->head.extra, colour) == 0; player++)
            for (int kind = 0; kind < KINDS; kind++) {
                const Reach *reach = before->reach[colour][player][kind];
                int8_t      *missing = out->ways[colour][player].missing[kind];
                Way          way = way_of(p, player, colour, kind);
                bool         is_served = serves(disc, colour, player, kind);
                for (int wave = 0; wave < WAVES; wave++)
                    note_change(&reach[wave], spot, is_served, &way, &missing[wave], &lists[wave]);
            }
    recount(&lists[PLAIN], &ground, false);
    recount(&lists[LEAPING], &ground, true);
    apply_supply(p, out);
}

/* --- chances --- */

/* 1024 log2(1 + n/64), and 65536 / 2^(n/64). */
static const uint16_t LOG2[65] = {
    0,   23,  45,  68,  90,  111, 132, 153, 174, 194, 214, 234,  254,  273,  292, 311, 330,
    348, 366, 384, 402, 419, 436, 454, 470, 487, 504, 520, 536,  552,  568,  584, 599, 614,
    629, 644, 659, 674, 689, 703, 717, 731, 745, 759, 773, 787,  800,  813,  827, 840, 853,
    866, 879, 891, 904, 916, 929, 941, 953, 965, 977, 989, 1001, 1012, 1024,
};
static const uint32_t EXP2[64] = {
    65536, 64830, 64132, 63441, 62757, 62081, 61413, 60751, 60097, 59449, 58809, 58176, 57549,
    56929, 56316, 55709, 55109, 54515, 53928, 53347, 52773, 52204, 51642, 51085, 50535, 49991,
    49452, 48920, 48393, 47871, 47356, 46846, 46341, 45842, 45348, 44859, 44376, 43898, 43425,
    42958, 42495, 42037, 41584, 41136, 40693, 40255, 39821, 39392, 38968, 38548, 38133, 37722,
    37316, 36914, 36516, 36123, 35734, 35349, 34968, 34591, 34219, 33850, 33486, 33125,
};

/* In 1/1024; of a number from 1 on, between two rows of the table. */
static int log2_of(uint32_t number)
{
    int      digits = 31 - __builtin_clz(number);
    uint32_t rest = number << (31 - digits);
    int      row = rest >> 25 & 63, part = rest >> 17 & 255;
    return 1024 * digits + (LOG2[row] * (256 - part) + LOG2[row + 1] * part) / 256;
}

/* 1 / (1 + 2^-x), with x in 1/1024. */
static int logistic(int x)
{
    unsigned size = (unsigned)(x < 0 ? -x : x);
    uint32_t power = size >= 16 * 1024 ? 0 : EXP2[size / 16 % 64] >> size / 1024;
    int      likely = (int)((uint64_t)CHANCE * 65536 / (65536 + power));
    return x < 0 ? CHANCE - likely : likely;
}

enum {
    TEMPO = 352,   /* for having the turn, in 1/1024 of a doubling of the odds */
    SHARP = 784,   /* what a relation of 2 counts on an empty board, in 1/256 */
    SHARPER = 437, /* how much more on a full one */
};

static int sharpness(const Survey *s, int side)
{
    int cells = alliances_cell_count(side);
    return SHARP + SHARPER * (cells - s->empty) / cells;
}

/* That the side to decide wins a colour. */
static int chance_of(const Alliances *p, const Survey *s, int colour, int sharp)
{
    int winner = alliances_winner(&p->head, colour), me = p->head.side;
    if (winner != SIDE_NONE)
        return winner == me ? CHANCE : 0;
    int relation =
        log2_of(conductance(&s->ways[colour][me])) - log2_of(conductance(&s->ways[colour][1 - me]));
    return logistic(relation * sharp / 256 + TEMPO);
}

static void find_chances(const Alliances *p, const Survey *s, int chance[ALLIANCES_COLOURS])
{
    int sharp = sharpness(s, (int)p->head.variant);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        chance[colour] = chance_of(p, s, colour, sharp);
}

/* Two of three: ab + bc + ca - 2abc; as the logarithm of the odds, in 1/1024 of a doubling. */
static int two_of_three(const int chance[ALLIANCES_COLOURS])
{
    int64_t a = chance[0], b = chance[1], c = chance[2], one = CHANCE;
    int64_t two = (a * b + b * c + c * a) * one - 2 * a * b * c, other = one * one * one - two;
    int     odds = log2_of((uint32_t)(two >> 18) + 1) - log2_of((uint32_t)(other >> 18) + 1);
    return odds > MOST ? MOST : odds < -MOST ? -MOST : odds;
}

int alliances_evaluate(const Alliances *p, const Survey *s)
{
    int chance[ALLIANCES_COLOURS];
    find_chances(p, s, chance);
    return two_of_three(chance);
}

/* --- spots that complete a way --- */

/* Where one disc completes a way. */
static Set completing(const Alliances *p, const Survey *s, int player, int colour, int kind)
{
    if (s->ways[colour][player].missing[kind][PLAIN] != 1)
        return (Set){ { 0 } };
    Way way = way_of(p, player, colour, kind);
    Set one = set_or(set_spread(set_fill(way.ends->one, way.over)), way.ends->one);
    Set other = set_or(set_spread(set_fill(way.ends->other, way.over)), way.ends->other);
    return set_and(empty_cells(p), set_and(one, other));
}

/* By the colour of the disc. */
typedef struct Threats {
    Set gains[ALLIANCES_COLOURS][2]; /* where it wins a colour for each player */
    Set stops[ALLIANCES_COLOURS];    /* where it keeps the opponent from winning one */
} Threats;

static void add_spots(Set *to, Set spots)
{
    *to = set_or(*to, spots);
}

static void find_threats(const Alliances *p, const Survey *s, Threats *out)
{
    memset(out, 0, sizeof *out);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2 && won_mark(p->head.extra, colour) == 0; player++)
            for (int kind = 0; kind < KINDS; kind++) {
                Set spots = completing(p, s, player, colour, kind);
                add_spots(&out->gains[alliances_ally(player, colour)][player], spots);
                if (kind == CHAIN)
                    add_spots(&out->gains[colour][player], spots);
                if (player == p->head.side)
                    continue;
                add_spots(&out->stops[alliances_ally(1 - player, colour)], spots);
                if (kind == FENCE)
                    add_spots(&out->stops[colour], spots);
            }
}

int alliances_noisy(const Alliances *p, const Survey *s, Step *steps)
{
    Threats threats;
    int     count = 0;
    find_threats(p, s, &threats);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        Set spots = set_or(threats.gains[colour][p->head.side], threats.stops[colour]);
        for (int w = 0; w < SET_WORDS && s->left[colour] > 0; w++)
            for (uint64_t left = spots.w[w]; left != 0; left &= left - 1)
                steps[count++] = step_of(64 * w + __builtin_ctzll(left), colour);
    }
    return count;
}

/* --- ranks of steps ---
 *
 * The eval after a step, to first order.  A disc on a layer of a way makes it one disc shorter if
 * it serves the way; if it cuts it, it makes it longer where the layer has no other spot, and
 * easier to cut elsewhere. */

enum {
    RANK_SCALE = 40000, /* of a chance of 1 */
    RANK_WIN = ORDER_ALWAYS + (1 << 24),
    RANK_COLOUR = ORDER_ALWAYS + (1 << 20),
    RANK_STOP = ORDER_ALWAYS,
    RANK_GIFT = -(1 << 20),
};

/* By spot, a lane for each colour of the disc. */
typedef int32_t Rank __attribute__((vector_size(16)));
typedef Rank    Ranks[SPOTS];

static void add_everywhere(Ranks ranks, Set spots, Rank value)
{
    for (int w = 0; w < SET_WORDS; w++)
        for (uint64_t left = spots.w[w]; left != 0; left &= left - 1)
            ranks[64 * w + __builtin_ctzll(left)] += value;
}

/* One way as a rank sees it. */
typedef struct Ranked {
    int     colour, player, kind;
    int64_t unit; /* what 1/64 of its cost counts for the side to decide, in 1/65536 */
} Ranked;

/* 1 in the lanes of discs that serve the way, 0 in those that cut it. */
static Rank served_lanes(const Ranked *way)
{
    Rank lanes = { 0 };
    lanes[alliances_ally(way->player, way->colour)] = 1;
    lanes[way->colour] = way->kind == CHAIN;
    return lanes;
}

static void rank_layers(const Ranked *way, const Layers *layers, int price, Ranks ranks)
{
    int32_t full = (int32_t)(way->unit * price >> 16);
    Rank    lanes = served_lanes(way);
    for (int d = 1; full != 0 && d <= layers->count; d++) {
        Set     spots = set_of(layer(layers, d));
        int     width = set_count(spots);
        int32_t served = full + full / width, cut = width == 1 ? full : full / (2 * width);
        add_everywhere(ranks, spots, lanes * (served + cut) - cut);
    }
}

/* The derivative of the eval by the logarithm of a player's conductance in a colour. */
static int64_t race_weight(const int chance[ALLIANCES_COLOURS], int colour, int sharp)
{
    int64_t own = chance[colour], a = chance[next_colour(colour)],
            b = chance[previous_colour(colour)];
    int64_t matters = (a + b) - 2 * a * b / CHANCE; /* that the other two are shared */
    return RANK_SCALE * own / CHANCE * (CHANCE - own) / CHANCE * matters / CHANCE * sharp / 256;
}

/* What 1/64 of a way's cost counts, in 1/65536: d log(total) / d cost = (2^20 / cost^2) / total. */
static int64_t unit_of(const Ways *ways, int kind, int64_t weight)
{
    int64_t cost = cost_of(ways, kind);
    return is_closed(ways, kind) ? 0 : (weight << 36) / (cost * cost * conductance(ways));
}

static void rank_way(const Alliances *p, const Ground *ground, const Ranked *ranked, Ranks ranks,
                     Reach reach[WAVES])
{
    Way    way = way_of(p, ranked->player, ranked->colour, ranked->kind);
    Layers layers;
    find_layers(&way, ground, false, &layers);
    rank_layers(ranked, &layers, PRICES[ranked->kind].missing[PLAIN], ranks);
    if (reach != NULL)
        find_reach(&way, ground, &layers, false, &reach[PLAIN]);
    find_layers(&way, ground, true, &layers);
    rank_layers(ranked, &layers, PRICES[ranked->kind].missing[LEAPING], ranks);
    if (reach != NULL)
        find_reach(&way, ground, &layers, true, &reach[LEAPING]);
}

static void rank_race(const Alliances *p, const Survey *s, const Ground *ground, int colour,
                      int64_t weight, Ranks ranks, Outlook *outlook)
{
    for (int player = 0; player < 2; player++)
        for (int kind = 0; kind < KINDS; kind++) {
            int64_t unit = unit_of(&s->ways[colour][player], kind, weight);
            Ranked  ranked = { colour, player, kind, player == p->head.side ? unit : -unit };
            Reach  *reach = outlook != NULL ? outlook->reach[colour][player][kind] : NULL;
            rank_way(p, ground, &ranked, ranks, reach);
        }
}

/* Rank what a step that completes ways really does. */
static int32_t rank_gain(const Alliances *p, Step step, int32_t rank)
{
    int       me = p->head.side, balance = 0;
    Alliances next = *p;
    ALLIANCES_RULES.apply(&next.head, step);
    int winner = winner_of(next.head.extra);
    if (winner != SIDE_NONE)
        return winner == me ? RANK_WIN : 2 * RANK_GIFT;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (won_mark(p->head.extra, colour) == 0) {
            int owner = alliances_winner(&next.head, colour);
            balance += owner == me ? 1 : owner == 1 - me ? -1 : 0;
        }
    if (balance < 0)
        return RANK_GIFT + (rank >= RANK_STOP / 2 ? rank - RANK_STOP : rank);
    return balance > 0 ? RANK_COLOUR + rank : rank;
}

static void rank_threats(const Alliances *p, const Survey *s, Ranks ranks)
{
    Threats threats;
    find_threats(p, s, &threats);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        Set  all = set_or(threats.gains[colour][0], threats.gains[colour][1]);
        Rank stop = { 0 };
        stop[colour] = RANK_STOP;
        add_everywhere(ranks, threats.stops[colour], stop);
        for (; set_any(all); all = set_minus(all, set_bit(set_lowest(all)))) {
            int spot = set_lowest(all);
            ranks[spot][colour] = rank_gain(p, step_of(spot, colour), ranks[spot][colour]);
        }
    }
}

void alliances_order(const Alliances *p, const Survey *s, const Step *steps, int count,
                     int32_t *out, Outlook *outlook)
{
    Ranks  ranks = { { 0 } };
    Ground ground = find_ground(p);
    int    chance[ALLIANCES_COLOURS], sharp = sharpness(s, (int)p->head.variant);
    find_chances(p, s, chance);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (won_mark(p->head.extra, colour) == 0)
            rank_race(p, s, &ground, colour, race_weight(chance, colour, sharp), ranks, outlook);
    rank_threats(p, s, ranks);
    for (int i = 0; i < count; i++)
        out[i] = ranks[step_spot(steps[i])][alliances_step_colour(steps[i])];
}

int alliances_width(const Pos *pos, int depth, int widening)
{
    (void)pos;
    (void)depth;
    return 4 + widening / 2;
}

/* --- the facet --- */

static int eval(const Pos *pos)
{
    Survey s;
    alliances_survey(alliances_of(pos), &s);
    return alliances_evaluate(alliances_of(pos), &s);
}

static void order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    Survey s;
    alliances_survey(alliances_of(pos), &s);
    alliances_order(alliances_of(pos), &s, steps, count, ranks, NULL);
}

static int noisy(const Pos *pos, Step *steps)
{
    Survey s;
    alliances_survey(alliances_of(pos), &s);
    return alliances_noisy(alliances_of(pos), &s, steps);
}

const GameEval ALLIANCES_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .acyclic = true,
    .unit = ALLIANCES_UNIT,
    .likely = 1623,
    .eval = eval,
    .baseline_eval = alliances_ladder_eval,
    .order = order,
    .width = alliances_width,
    .noisy = noisy,
};
