/* SPDX-License-Identifier: MIT
 *
 * alliances_eval.c - who is nearer to two of the three colours.
 *
 * A way (a chain or a fence, alliances_eval_ways.h) is weighed like a row of resistors: each of its
 * missing discs costs the less, the more spots it may lie on.  A player's chain and fence in one
 * colour stand side by side, as resistors do.  The costs of both players give the chance to win
 * the colour, and the chances for three colours give that for two of them.
 */
#include "games/alliances/alliances_eval.h"
#include "games/alliances/alliances_eval_ways.h"

enum {
    CHAIN,
    FENCE,
    KINDS,
    PART = 8,            /* a spot of a layer in parts; one beside the layer is one part */
    WIDTH_MAX = 96,      /* parts */
    DISC_COST = 512,     /* of a missing disc with one spot to lie on */
    CLOSED_COST = 12000, /* of a way that cannot be completed */
    CHANCE = 4096,       /* a chance of 1 */
    SCALE = 10000,       /* eval of a certain win */
    TEMPO = 20,          /* percent that the opponent's costs count more when it is my turn */
};

/* --- costs --- */

INLINE int layer_cost(int width)
{
    return DISC_COST * PART / (width < WIDTH_MAX ? width : WIDTH_MAX);
}

/* A way and what is known about it. */
typedef struct Report {
    Layers layers;
    int    widths[LAYERS_MAX + 1]; /* parts of each layer, from 1 to its count */
    int    cost;
} Report;

INLINE void find_widths(const Layers *layers, int *widths)
{
    int spare = 0;
    for (int d = 1; d <= layers->count; d++) {
        int next = d < layers->count ? rows_count(spare_layer(layers, d + 1)) : 0;
        widths[d] = PART * rows_count(layer(layers, d)) + spare + next;
        spare = next;
    }
}

INLINE int cost_of(const Layers *layers, const int *widths)
{
    int cost = 0;
    for (int d = 1; d <= layers->count; d++)
        cost += layer_cost(widths[d]);
    return layers->count == 0 || cost > CLOSED_COST ? CLOSED_COST : cost;
}

/* --- all ways --- */

typedef struct Survey {
    int    left[ALLIANCES_COLOURS]; /* discs of each colour */
    Report way[ALLIANCES_COLOURS][2][KINDS];
    int    both[ALLIANCES_COLOURS][2]; /* costs of chain and fence side by side */
} Survey;

static Way way_of(const Alliances *p, int player, int colour, int kind)
{
    return kind == CHAIN ? alliances_chain_way(p, player, colour)
                         : alliances_fence_way(p, player, colour);
}

/* Close a way for which there are not enough discs. */
static void limit_by_supply(const int *left, int player, int colour, int kind, Layers *layers)
{
    int discs = left[alliances_ally(player, colour)] + (kind == CHAIN ? left[colour] : 0);
    if (layers->count > discs)
        layers->count = 0;
}

static int side_by_side(int chain, int fence)
{
    return 1 + chain * fence / (chain + fence);
}

static void make_report(const Alliances *p, Rows empty, Survey *out, int colour, int player,
                        int kind)
{
    Report *report = &out->way[colour][player][kind];
    Way     way = way_of(p, player, colour, kind);
    find_layers(&way, empty, &report->layers);
    limit_by_supply(out->left, player, colour, kind, &report->layers);
    find_widths(&report->layers, report->widths);
    report->cost = cost_of(&report->layers, report->widths);
}

static void make_survey(const Alliances *p, Survey *out)
{
    Set  empty_set = empty_cells(p);
    Rows empty = rows_of(&empty_set);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        out->left[colour] = alliances_left(&p->head, colour);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2 && won_mark(p->head.extra, colour) == 0; player++) {
            const Report *way = out->way[colour][player];
            make_report(p, empty, out, colour, player, CHAIN);
            make_report(p, empty, out, colour, player, FENCE);
            out->both[colour][player] = side_by_side(way[CHAIN].cost, way[FENCE].cost);
        }
}

/* --- chances --- */

/* That the side to decide wins a colour. */
static int chance_of(const Alliances *p, const Survey *s, int colour)
{
    int winner = alliances_winner(&p->head, colour), me = p->head.side;
    if (winner != SIDE_NONE)
        return winner == me ? CHANCE : 0;
    int64_t mine = s->both[colour][me];
    int64_t theirs = s->both[colour][1 - me] * (100 + TEMPO) / 100 + 1;
    mine *= mine;
    theirs *= theirs;
    return (int)(CHANCE * theirs / (mine + theirs));
}

static void find_chances(const Alliances *p, const Survey *s, int chance[ALLIANCES_COLOURS])
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        chance[colour] = chance_of(p, s, colour);
}

/* Two of three: ab + bc + ca - 2abc. */
static int judge(const int chance[ALLIANCES_COLOURS])
{
    int64_t a = chance[0], b = chance[1], c = chance[2], one = CHANCE;
    int64_t two = (a * b + b * c + c * a) * one - 2 * a * b * c;
    int64_t certain = one * one * one;
    return (int)(SCALE * (2 * two - certain) / certain);
}

static int eval(const Pos *pos)
{
    const Alliances *p = alliances_of(pos);
    Survey           s;
    int              chance[ALLIANCES_COLOURS];
    make_survey(p, &s);
    find_chances(p, &s, chance);
    return judge(chance);
}

/* --- spots that complete a way --- */

/* By the colour of the disc: where it wins a colour for each player. */
typedef struct Gains {
    Set spots[ALLIANCES_COLOURS][2];
} Gains;

INLINE void add_spots(Set *to, Set spots)
{
    *to = set_or(*to, spots);
}

static void find_gains(const Survey *s, const Alliances *p, Gains *out)
{
    memset(out, 0, sizeof *out);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2 && won_mark(p->head.extra, colour) == 0; player++)
            for (int kind = 0; kind < KINDS; kind++) {
                const Layers *layers = &s->way[colour][player][kind].layers;
                if (layers->count != 1)
                    continue;
                Set spots = set_of(layer(layers, 1));
                add_spots(&out->spots[alliances_ally(player, colour)][player], spots);
                if (kind == CHAIN)
                    add_spots(&out->spots[colour][player], spots);
            }
}

/* Steps that keep the opponent from a colour that he would win with his next disc. */
static void find_stops(const Survey *s, const Alliances *p, Set out[ALLIANCES_COLOURS])
{
    int me = p->head.side;
    memset(out, 0, ALLIANCES_COLOURS * sizeof *out);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        if (won_mark(p->head.extra, colour) != 0)
            continue;
        for (int kind = 0; kind < KINDS; kind++) {
            const Layers *layers = &s->way[colour][1 - me][kind].layers;
            if (layers->count != 1)
                continue;
            Set spots = set_of(layer(layers, 1));
            add_spots(&out[alliances_ally(me, colour)], spots);
            if (kind == FENCE)
                add_spots(&out[colour], spots);
        }
    }
}

static int noisy(const Pos *pos, Step *steps)
{
    const Alliances *p = alliances_of(pos);
    Survey           s;
    Gains            gains;
    Set              stops[ALLIANCES_COLOURS];
    int              count = 0;
    make_survey(p, &s);
    find_gains(&s, p, &gains);
    find_stops(&s, p, stops);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        Set spots = set_or(gains.spots[colour][pos->side], stops[colour]);
        for (int w = 0; w < SET_WORDS && s.left[colour] > 0; w++)
            for (uint64_t left = spots.w[w]; left != 0; left &= left - 1)
                steps[count++] = step_of(64 * w + __builtin_ctzll(left), colour);
    }
    return count;
}

/* --- ranks of steps ---
 *
 * The eval after a step, to first order: a disc that serves a way saves the cost of its layer, one
 * that cuts it makes the layer narrower. */

enum {
    RANK_SCALE = 20000, /* of a chance of 1 */
    RANK_WIN = ORDER_ALWAYS + (1 << 24),
    RANK_COLOUR = ORDER_ALWAYS + (1 << 20),
    RANK_STOP = ORDER_ALWAYS,
    RANK_GIFT = -(1 << 20),
    CUT_COST = 3 * DISC_COST / 2, /* of losing the only spot of a layer */
};

/* By colour of the disc and spot. */
typedef int32_t Ranks[ALLIANCES_COLOURS][SPOTS];

static int cut_cost(int width)
{
    return width > PART ? layer_cost(width - PART) - layer_cost(width) : CUT_COST;
}

INLINE void add_everywhere(int32_t *ranks, Set spots, int32_t value)
{
    for (int w = 0; w < SET_WORDS; w++)
        for (uint64_t left = spots.w[w]; left != 0; left &= left - 1)
            ranks[64 * w + __builtin_ctzll(left)] += value;
}

/* `weight` is what one unit of its cost counts for the side to decide. */
static void rank_way(const Report *report, int colour, int player, int kind, int64_t weight,
                     Ranks ranks)
{
    int ally = alliances_ally(player, colour), rival = alliances_ally(1 - player, colour);
    for (int d = 1; d <= report->layers.count; d++) {
        Set     spots = set_of(layer(&report->layers, d));
        int32_t served = (int32_t)(weight * layer_cost(report->widths[d]) >> 16);
        int32_t cut = (int32_t)(weight * cut_cost(report->widths[d]) >> 16);
        add_everywhere(ranks[ally], spots, -served);
        add_everywhere(ranks[rival], spots, cut);
        add_everywhere(ranks[colour], spots, kind == CHAIN ? -served : cut);
    }
}

/* The derivative of the eval by the logarithm of a player's cost in a colour. */
static int64_t race_weight(const int chance[ALLIANCES_COLOURS], int colour)
{
    int64_t own = chance[colour], a = chance[next_colour(colour)],
            b = chance[previous_colour(colour)];
    int64_t matters = (a + b) * CHANCE - 2 * a * b; /* that the other two are shared */
    return 2 * RANK_SCALE * own / CHANCE * (CHANCE - own) / CHANCE * (matters / CHANCE) / CHANCE;
}

static void rank_race(const Survey *s, int me, int colour, int64_t weight, Ranks ranks)
{
    for (int player = 0; player < 2; player++) {
        const Report *way = s->way[colour][player];
        int64_t       both = s->both[colour][player];
        for (int kind = 0; kind < KINDS; kind++) {
            int64_t share = both * 65536 / way[kind].cost; /* of a change of this way's cost */
            int64_t unit = weight * share / way[kind].cost;
            rank_way(&way[kind], colour, player, kind, player == me ? -unit : unit, ranks);
        }
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
    return balance > 0 ? RANK_COLOUR + rank : balance < 0 ? RANK_GIFT + rank : rank;
}

static void rank_all(const Alliances *p, Ranks ranks)
{
    Survey s;
    Gains  gains;
    Set    stops[ALLIANCES_COLOURS];
    int    chance[ALLIANCES_COLOURS];
    make_survey(p, &s);
    find_chances(p, &s, chance);
    memset(ranks, 0, sizeof(Ranks));
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (won_mark(p->head.extra, colour) == 0)
            rank_race(&s, p->head.side, colour, race_weight(chance, colour), ranks);
    find_gains(&s, p, &gains);
    find_stops(&s, p, stops);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        add_everywhere(ranks[colour], stops[colour], RANK_STOP);
        Set all = set_or(gains.spots[colour][0], gains.spots[colour][1]);
        for (; set_any(all); all = set_minus(all, set_bit(set_lowest(all)))) {
            int32_t *rank = &ranks[colour][set_lowest(all)];
            *rank = rank_gain(p, step_of(set_lowest(all), colour), *rank);
        }
    }
}

static void order(const Pos *pos, const Step *steps, int count, int32_t *out)
{
    Ranks ranks;
    rank_all(alliances_of(pos), ranks);
    for (int i = 0; i < count; i++)
        out[i] = ranks[alliances_step_colour(steps[i])][step_spot(steps[i])];
}

static int width(const Pos *pos, int depth, int widening)
{
    (void)pos;
    (void)depth;
    return 8 + 8 * widening;
}

/* Hand the turn over.  The key of a board without discs is that of the head alone. */
static bool pass(Pos *pos)
{
    Alliances head = { .head = *pos };
    uint64_t  discs = pos->key ^ alliances_key(&head);
    head.head.side = pos->side = 1 - pos->side;
    pos->key = discs ^ alliances_key(&head);
    return true;
}

const GameEval ALLIANCES_EVAL = {
    .thinker = THINKER_ALPHABETA,
    .acyclic = true,
    .unit = 500,
    .likely = 5000,
    .eval = eval,
    .ladder_eval = alliances_ladder_eval,
    .order = order,
    .width = width,
    .noisy = noisy,
    .pass = pass,
};
