/* SPDX-License-Identifier: MIT
 *
 * alliances_eval.c - the evaluation: the chance to win two of the three colours.
 *
 * For each open colour and player, count the discs that a chain and a fence lack, once from
 * neighbour to neighbour and once with leaps (alliances_eval_paths.h).  Both counts give the cost of
 * a path.  The two paths of a player add up like conductors in parallel, and the ratio of both
 * players' conductances gives the chance to win the colour.  The chances for three colours give the
 * chance for two of them, and a model learned from self-play corrects it.
 */
#include "games/alliances/alliances_eval.h"

#include "core/model.h"

enum {
    CHANCE = 1 << 16, /* probability 1 */
    MOST = 15000,     /* bound of the evaluation, below EVAL_MAX */
};

/* --- costs --- */

/* Costs are in 1/64 and were found by logistic regression (README.md). */
enum { LEAST_COST = 5 };

typedef struct Price {
    int base, missing[WAVES]; /* per missing disc, by kind of wave */
} Price;

static const Price PRICES[KINDS] = { [CHAIN] = { 17, { 26, 17 } }, [FENCE] = { 37, { 36, 100 } } };

/* Return the cost of a path, in 1/64, at least LEAST_COST. */
static int cost_of(const Distances *distances, int kind)
{
    const Price  *price = &PRICES[kind];
    const int8_t *missing = distances->missing[kind];
    int           cost = price->base + price->missing[PLAIN] * missing[PLAIN] +
               price->missing[LEAPING] * missing[LEAPING];
    return cost < LEAST_COST ? LEAST_COST : cost;
}

static bool is_closed(const Distances *distances, int kind)
{
    return distances->missing[kind][PLAIN] > LAYERS_MAX;
}

/* Return the sum of 1/cost over a player's open paths in a colour, in fixed point.  The small start
 * value keeps the logarithm defined if both are closed. */
static uint32_t conductance(const Distances *distances)
{
    uint32_t sum = 16;
    for (int kind = 0; kind < KINDS; kind++)
        if (!is_closed(distances, kind))
            sum += (1U << 20) / (uint32_t)cost_of(distances, kind);
    return sum;
}

/* --- the survey from scratch --- */

static inline Path path_of_kind(const Alliances *p, int player, int colour, int kind)
{
    return kind == CHAIN ? alliances_chain_path(p, player, colour)
                         : alliances_fence_path(p, player, colour);
}

static inline Path path_of_number(const Alliances *p, int number)
{
    return path_of_kind(p, number >> 2 & 1, number >> 3, number >> 1 & 1);
}

/* Return the numbers, as bits, of all paths in colours that are not won. */
static inline uint32_t contested_paths(const Alliances *p)
{
    uint32_t paths = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (won_mark(p->head.extra, colour) == 0)
            paths |= 0xffU << 8 * colour;
    return paths;
}

/* Return how many discs in the supply can serve a path. */
static int supply_for(const int16_t *left, int player, int colour, int kind)
{
    return left[ally_of(player, colour)] + (kind == CHAIN ? left[colour] : 0);
}

static Ground find_ground(const Alliances *p)
{
    Set empty = empty_cells(p);
    return ground_of(rows_of(&empty));
}

/* Count one kind of path for both players at once, see flood. */
static void survey_paths(const Alliances *p, const Ground *ground, Survey *s, int colour, int kind)
{
    Path path[2] = { path_of_kind(p, 0, colour, kind), path_of_kind(p, 1, colour, kind) };
    int  plain[2], leaping[2];
    find_missing(path, ground, false, plain);
    find_missing(path, ground, true, leaping);
    for (int player = 0; player < 2; player++) {
        int8_t *missing = s->distance[colour][player].missing[kind];
        missing[PLAIN] = (int8_t)plain[player];
        missing[LEAPING] = (int8_t)leaping[player];
    }
}

/* Close paths for which the supply has not enough discs, and note those that lack one disc. */
static void finish_survey(Survey *s)
{
    const int8_t *missing = &s->distance[0][0].missing[0][0];
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int player = 0; player < 2; player++)
            for (int kind = 0; kind < KINDS && s->left[ally_of(player, colour)] < LAYERS_MAX;
                 kind++) {
                int8_t *plain = &s->distance[colour][player].missing[kind][PLAIN];
                if (*plain > supply_for(s->left, player, colour, kind))
                    *plain = LAYERS_MAX + 1;
            }
    s->ripe = 0;
    for (int i = PLAIN; i < PATHS; i += WAVES)
        s->ripe |= (uint32_t)(missing[i] == 1) << i;
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
    memset(out->distance, LAYERS_MAX + 1, sizeof out->distance);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (won_mark(p->head.extra, colour) == 0) {
            survey_paths(p, &ground, out, colour, CHAIN);
            survey_paths(p, &ground, out, colour, FENCE);
        }
    finish_survey(out);
}

/* --- the incremental survey --- */

_Static_assert(sizeof((Survey *)NULL)->distance == PATHS, "a path has a number");

/* Count paths again, two at a time; an odd list ends with the same path twice. */
INLINE void recount(const Alliances *p, const Ground *ground, uint32_t paths, bool is_leaping,
                    int8_t *missing)
{
    while (paths != 0) {
        int one = __builtin_ctz(paths);
        paths &= paths - 1;
        int  other = paths != 0 ? __builtin_ctz(paths) : one, counts[2];
        Path path[2] = { path_of_number(p, one), path_of_number(p, other) };
        paths &= paths - (paths != 0);
        find_missing(path, ground, is_leaping, counts);
        missing[one] = (int8_t)counts[0];
        missing[other] = (int8_t)counts[1];
    }
}

/* The paths on which a disc on `spot` matters. */
typedef struct Touched {
    uint32_t on, weak, near;
} Touched;

static inline Touched touched_paths(const Marks marks[PATHS], int spot)
{
    Touched touched = { 0, 0, 0 };
    for (int i = 0; i < PATHS; i++) {
        touched.on |= (uint32_t)set_has(marks[i].on, spot) << i;
        touched.weak |= (uint32_t)set_has(marks[i].weak, spot) << i;
        touched.near |= (uint32_t)set_has(marks[i].near, spot) << i;
    }
    return touched;
}

void alliances_survey_after(const Outlook *before, Step step, const Alliances *p, Survey *out)
{
    const int      disc = (int)(step & 3);
    const uint32_t served = paths_served(disc);
    const Touched  touched = touched_paths(before->marks, step_spot(step));
    int8_t        *missing = &out->distance[0][0].missing[0][0];
    uint32_t       again = before->uncertain | (touched.weak & ~served);
    memcpy(out->left, before->left, sizeof out->left);
    out->left[disc]--;
    out->empty = (int16_t)(before->empty - 1);
    memcpy(missing, before->missing, PATHS);
    for (uint32_t on = touched.on & served; on != 0; on &= on - 1)
        missing[__builtin_ctz(on)]--;
    for (int colour = 0; colour < ALLIANCES_COLOURS && p->head.extra != 0; colour++)
        if (won_mark(p->head.extra, colour) != 0) {
            memset(out->distance[colour], LAYERS_MAX + 1, sizeof out->distance[colour]);
            again &= ~(0xffU << 8 * colour);
        }
    if (again != 0) {
        Ground ground = find_ground(p);
        recount(p, &ground, again & 0x555555, false, missing);
        recount(p, &ground, again & 0xaaaaaa, true, missing);
    }
    finish_survey(out);
}

/* --- chances --- */

/* LOG2[n] is 1024 log2(1 + n/64), EXP2[n] is 65536 / 2^(n/64).  Integer arithmetic gives the
 * same evaluation on every machine. */
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

/* Return the binary logarithm in 1/1024, by linear interpolation between two rows of the table. */
static int log2_of(uint32_t number)
{
    assert(number > 0);
    int      digits = 31 - __builtin_clz(number);
    uint32_t rest = number << (31 - digits);
    int      row = rest >> 25 & 63, part = rest >> 17 & 255;
    return 1024 * digits + (LOG2[row] * (256 - part) + LOG2[row + 1] * part) / 256;
}

/* Return 1 / (1 + 2^-x) in 1/CHANCE, with x in 1/1024. */
static int logistic(int x)
{
    unsigned size = (unsigned)(x < 0 ? -x : x);
    uint32_t power = size >= 16 * 1024 ? 0 : EXP2[size / 16 % 64] >> size / 1024;
    int      likely = (int)((uint64_t)CHANCE * 65536 / (65536 + power));
    return x < 0 ? CHANCE - likely : likely;
}

enum {
    TEMPO = 32,     /* having the move on an empty board, in 1/1024 of a doubling of the odds */
    HASTE = 2130,   /* added to it on a full board */
    SHARP = 845,    /* exponent of the ratio on an empty board, in 1/256: 3.3 */
    SHARPER = 1130, /* added to it on a full board: 7.7 */
};

/* How the chances depend on the number of empty cells. */
typedef struct Pace {
    int sharp; /* the exponent, in 1/256 */
    int tempo;
} Pace;

static Pace pace_of(const Survey *s, int side)
{
    int cells = alliances_cell_count(side), filled = cells - s->empty;
    return (Pace){ SHARP + SHARPER * filled / cells, TEMPO + HASTE * filled / cells };
}

/* Return the chance that the side to move wins a colour. */
static int chance_of(const Alliances *p, const Survey *s, int colour, Pace pace)
{
    int winner = alliances_winner(&p->head, colour), me = p->head.side;
    if (winner != SIDE_NONE)
        return winner == me ? CHANCE : 0;
    int ratio = log2_of(conductance(&s->distance[colour][me])) -
                log2_of(conductance(&s->distance[colour][1 - me]));
    return logistic(ratio * pace.sharp / 256 + pace.tempo);
}

static void find_chances(const Alliances *p, const Survey *s, int chance[ALLIANCES_COLOURS])
{
    Pace pace = pace_of(s, (int)p->head.variant);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        chance[colour] = chance_of(p, s, colour, pace);
}

/* Return the logarithm of the odds for two of three colours, ab + bc + ca - 2abc, in 1/1024 of a
 * doubling. */
static int two_of_three(const int chance[ALLIANCES_COLOURS])
{
    int64_t a = chance[0], b = chance[1], c = chance[2], one = CHANCE;
    int64_t two = (a * b + b * c + c * a) * one - 2 * a * b * c, other = one * one * one - two;
    int     odds = log2_of((uint32_t)(two >> 18) + 1) - log2_of((uint32_t)(other >> 18) + 1);
    return odds > MOST ? MOST : odds < -MOST ? -MOST : odds;
}

/* --- the learned part --- */

/* The inputs of a model (core/model.h) describe each colour by who has won it, by the chance, and by
 * what both players lack.  The best colour for the side to move comes first, so that positions with
 * exchanged colours have equal inputs. */
enum {
    PLAIN_MOST = 12, /* larger counts of open paths are cut to this */
    LEAPING_MOST = 8,
    PLAIN_CLOSED = 15, /* what a closed path counts as */
    LEAPING_CLOSED = 10,
    PLAIN_FEW = 3, /* counts up to this have an input of their own */
    LEAPING_FEW = 3,
    COUNT_INPUTS = 2 + PLAIN_FEW + LEAPING_FEW + 1,
    RACE_INPUTS = 3 + 2 * KINDS * COUNT_INPUTS,
    INPUTS = ALLIANCES_COLOURS * RACE_INPUTS + 1,
    CHANCE_INPUT = 64, /* the input of a chance of 1 */
};

typedef struct Race {
    uint64_t key; /* of races with equal keys all inputs are equal */
    int      colour;
} Race;

/* Return a key that orders races by the chance, then by the counts. */
static uint64_t race_key(const Survey *s, int colour, int me, int chance)
{
    uint64_t key = (uint64_t)chance;
    for (int i = 0; i < 2; i++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int wave = 0; wave < WAVES; wave++)
                key = key << 5 | (uint64_t)s->distance[colour][i ^ me].missing[kind][wave];
    return key;
}

/* Put the better one of two races first. */
static inline void sort_races(Race *one, Race *other)
{
    if (one->key < other->key) {
        Race best = *other;
        *other = *one;
        *one = best;
    }
}

static inline int least_of(int a, int b)
{
    return a < b ? a : b;
}

static int16_t *count_inputs(const int8_t missing[WAVES], int16_t *to)
{
    const bool closed = missing[PLAIN] > LAYERS_MAX;
    const int  plain = closed ? PLAIN_CLOSED : least_of(missing[PLAIN], PLAIN_MOST);
    const int  leaping = closed ? LEAPING_CLOSED : least_of(missing[LEAPING], LEAPING_MOST);
    *to++ = (int16_t)plain;
    *to++ = (int16_t)leaping;
    for (int n = 1; n <= PLAIN_FEW; n++)
        *to++ = plain <= n;
    for (int n = 0; n <= LEAPING_FEW; n++)
        *to++ = leaping <= n;
    return to;
}

/* Fill in the inputs and return the hand-made evaluation. */
static int fill_inputs(const Alliances *p, const Survey *s, int16_t *inputs)
{
    const int me = p->head.side;
    int       chance[ALLIANCES_COLOURS];
    Race      races[ALLIANCES_COLOURS];
    int16_t  *to = inputs;
    find_chances(p, s, chance);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        races[colour] = (Race){ race_key(s, colour, me, chance[colour]), colour };
    sort_races(&races[0], &races[1]);
    sort_races(&races[1], &races[2]);
    sort_races(&races[0], &races[1]);
    for (int i = 0; i < ALLIANCES_COLOURS; i++) {
        const int colour = races[i].colour, winner = alliances_winner(&p->head, colour);
        *to++ = winner == me;
        *to++ = winner == 1 - me;
        *to++ = (int16_t)(chance[colour] / (CHANCE / CHANCE_INPUT));
        for (int j = 0; j < 2; j++)
            for (int kind = 0; kind < KINDS; kind++)
                to = count_inputs(s->distance[colour][j ^ me].missing[kind], to);
    }
    *to++ = model_phase(s->empty, alliances_cell_count((int)p->head.variant));
    assert(to == inputs + INPUTS);
    return two_of_three(chance);
}

static const int16_t LEARNED[] = {
#include "games/alliances/alliances_model.inc"
};
MODEL_CHECK(LEARNED, INPUTS);

int alliances_evaluate(const Alliances *p, const Survey *s)
{
    int16_t inputs[INPUTS];
    assert(winner_of(p->head.extra) == SIDE_NONE);
    int base = fill_inputs(p, s, inputs);
    return model_value(model_numbers(LEARNED), base, inputs);
}

/* --- threats: spots that complete a path --- */

/* Return the empty spots where one disc completes a path: adjacent to what both ends reach. */
static Set completing(const Alliances *p, const Survey *s, int player, int colour, int kind)
{
    if (s->distance[colour][player].missing[kind][PLAIN] != 1)
        return (Set){ { 0 } };
    Path path = path_of_kind(p, player, colour, kind);
    Set  one = set_or(set_spread(set_fill(path.ends->one, path.over)), path.ends->one);
    Set  other = set_or(set_spread(set_fill(path.ends->other, path.over)), path.ends->other);
    return set_and(empty_cells(p), set_and(one, other));
}

/* Spots by the colour of the disc. */
typedef struct Threats {
    Set gains[ALLIANCES_COLOURS][2]; /* it wins a colour for this player */
    Set stops[ALLIANCES_COLOURS];    /* it stops the opponent from winning one there */
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
                add_spots(&out->gains[ally_of(player, colour)][player], spots);
                if (kind == CHAIN)
                    add_spots(&out->gains[colour][player], spots);
                if (player == p->head.side)
                    continue;
                add_spots(&out->stops[ally_of(1 - player, colour)], spots);
                if (kind == FENCE)
                    add_spots(&out->stops[colour], spots);
            }
}

int alliances_noisy(const Alliances *p, const Survey *s, Step *steps)
{
    Threats threats;
    int     count = 0;
    if (s->ripe == 0)
        return 0;
    find_threats(p, s, &threats);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        Set spots = set_or(threats.gains[colour][p->head.side], threats.stops[colour]);
        for (int w = 0; w < SET_WORDS && s->left[colour] > 0; w++)
            for (uint64_t left = spots.w[w]; left != 0; left &= left - 1)
                steps[count++] = step_of(64 * w + __builtin_ctzll(left), colour);
    }
    return count;
}

/* --- step ordering ---
 *
 * The evaluation after a step, to first order.  A disc that serves a path makes it one disc shorter
 * if it is on a layer.  A disc that cuts a path makes it longer if the layer has no other spot, and
 * easier to cut otherwise. */

enum {
    RANK_SCALE = 40000,                     /* rank units of a chance of 1 */
    RANK_WIN = ORDER_ALWAYS + (1 << 24),    /* wins the game */
    RANK_COLOUR = ORDER_ALWAYS + (1 << 20), /* wins a colour */
    RANK_STOP = ORDER_ALWAYS,               /* stops the opponent from winning a colour */
    RANK_GIFT = -(1 << 20),                 /* gives the opponent a colour */
};

/* Ranks by spot, with a lane per colour of the disc. */
typedef int32_t Rank __attribute__((vector_size(16)));
typedef Rank    Ranks[SPOTS];

static void add_everywhere(Ranks ranks, Set spots, Rank value)
{
    for (int w = 0; w < SET_WORDS; w++)
        for (uint64_t left = spots.w[w]; left != 0; left &= left - 1)
            ranks[64 * w + __builtin_ctzll(left)] += value;
}

/* Return 1 in the lanes of discs that serve a path, 0 in those that cut it. */
static Rank served_lanes(int number)
{
    Rank lanes = { 0 };
    for (int disc = 0; disc < ALLIANCES_COLOURS; disc++)
        lanes[disc] = paths_served(disc) >> number & 1;
    return lanes;
}

/* Add to the ranks what a disc on each layer of a path changes; `full` is the rank of one disc less.
 * Narrow layers count more. */
static void rank_layers(const Reach *reach, Rank lanes, int32_t full, Ranks ranks)
{
    const int32_t sign = full < 0 ? -1 : 1, size = full < 0 ? -full : full;
    for (int d = 1; d <= reach->count; d++) {
        const uint32_t share = reach->share[d];
        const int32_t  part = share == 0 ? size : (int32_t)((uint64_t)share * (uint32_t)size >> 32);
        const int32_t  cut = sign * (share == 0 ? part : part / 2), served = sign * (size + part);
        add_everywhere(ranks, reach->layer[d], lanes * (served + cut) - cut);
    }
}

/* Return the derivative of the evaluation by the logarithm of a player's conductance in a colour. */
static int64_t race_weight(const int chance[ALLIANCES_COLOURS], int colour, int sharp)
{
    int64_t own = chance[colour], a = chance[next_colour(colour)],
            b = chance[previous_colour(colour)];
    int64_t matters = (a + b) - 2 * a * b / CHANCE; /* the chance that the other two are split */
    return RANK_SCALE * own / CHANCE * (CHANCE - own) / CHANCE * matters / CHANCE * sharp / 256;
}

/* Return the rank of 1/64 of a path's cost, in 1/65536: d log(total) / d cost = (2^20 / cost^2) /
 * total. */
static int64_t unit_of(const Distances *distances, int kind, int64_t weight)
{
    int64_t cost = cost_of(distances, kind);
    return is_closed(distances, kind) ? 0 : (weight << 36) / (cost * cost * conductance(distances));
}

/* The step that led to a position, and the outlook before it; NULL if there is none. */
typedef struct Past {
    const Outlook *outlook;
    Step           step;
} Past;

/* Begin the outlook with what the step before left as it was; return those paths. */
static uint32_t keep_paths(const Past *past, uint32_t contested, Outlook *outlook)
{
    const Outlook *before = past->outlook;
    if (before == NULL) {
        outlook->open = outlook->uncertain = outlook->layered = outlook->served = 0;
        memset(outlook->missing, LAYERS_MAX + 1, sizeof outlook->missing);
        memset(outlook->marks, 0, sizeof outlook->marks);
        return 0;
    }
    const Touched  touched = touched_paths(before->marks, step_spot(past->step));
    const uint32_t served = paths_served((int)(past->step & 3));
    const uint32_t changed = touched.on | touched.weak | (served & (before->served | touched.near));
    const uint32_t kept = contested & ((before->layered & ~changed) |
                                       ~(before->layered | before->open | before->uncertain));
    memcpy(outlook->missing, before->missing, sizeof outlook->missing);
    memcpy(outlook->marks, before->marks, sizeof outlook->marks);
    memcpy(outlook->reach, before->reach, sizeof outlook->reach);
    outlook->layered = before->layered & kept;
    outlook->open = before->open & kept;
    outlook->uncertain = 0;
    outlook->served = (before->served | served) & kept;
    return kept;
}

INLINE void find_path(const Alliances *p, const Ground *ground, int number, bool is_leaping,
                      Outlook *outlook)
{
    Layers   layers;
    Path     path = path_of_number(p, number);
    uint32_t bit = 1U << number;
    Reach   *found = &outlook->found[number];
    find_layers(&path, ground, is_leaping, &layers);
    find_reach(&path, ground, &layers, is_leaping, found, &outlook->marks[number]);
    outlook->reach[number] = found;
    outlook->missing[number] = (int8_t)(layers.is_open ? layers.count : LAYERS_MAX + 1);
    outlook->open |= layers.is_open ? bit : 0;
    outlook->uncertain |= layers.is_far ? bit : 0;
    outlook->layered |= layers.count > 0 ? bit : 0;
}

/* Fill in the outlook of a position. */
static void look(const Alliances *p, const Survey *s, const Past *past, Outlook *outlook)
{
    const uint32_t contested = contested_paths(p);
    const uint32_t again = contested & ~keep_paths(past, contested, outlook);
    Ground         ground = find_ground(p);
    memcpy(outlook->left, s->left, sizeof outlook->left);
    outlook->empty = s->empty;
    for (uint32_t paths = again & 0x555555; paths != 0; paths &= paths - 1)
        find_path(p, &ground, __builtin_ctz(paths), false, outlook);
    for (uint32_t paths = again & 0xaaaaaa; paths != 0; paths &= paths - 1)
        find_path(p, &ground, __builtin_ctz(paths), true, outlook);
}

/* Write the rank, for the side to move, of one disc less on each path of a colour. */
static void weigh_race(const Alliances *p, const Survey *s, int colour, int64_t weight,
                       int32_t full[PATHS])
{
    for (int player = 0; player < 2; player++)
        for (int kind = 0; kind < KINDS; kind++) {
            int64_t unit = unit_of(&s->distance[colour][player], kind, weight);
            for (int wave = 0; wave < WAVES; wave++)
                full[path_number(colour, player, kind, wave)] =
                    (int32_t)((player == p->head.side ? unit : -unit) *
                                  PRICES[kind].missing[wave] >>
                              16);
        }
}

/* Return the rank of a step that completes paths, by applying it. */
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

/* Rank all steps by what they change on paths. */
static void rank_paths(const Alliances *p, const Survey *s, const Past *past, Ranks ranks,
                       Outlook *outlook)
{
    int     chance[ALLIANCES_COLOURS], sharp = pace_of(s, (int)p->head.variant).sharp;
    int32_t full[PATHS] = { 0 };
    look(p, s, past, outlook);
    find_chances(p, s, chance);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (won_mark(p->head.extra, colour) == 0)
            weigh_race(p, s, colour, race_weight(chance, colour, sharp), full);
    for (int i = 0; i < PATHS; i++)
        if (full[i] != 0)
            rank_layers(outlook->reach[i], served_lanes(i), full[i], ranks);
}

bool alliances_order(const Alliances *p, const Survey *s, const Step *steps, int count,
                     int32_t *out, const Outlook *before, Step step, Outlook *outlook)
{
    Ranks ranks = { { 0 } };
    bool  is_full = count >= s->empty;
    assert(count >= 0 && count <= STEPS_MAX);
    if (is_full)
        rank_paths(p, s, &(Past){ before, step }, ranks, outlook);
    if (s->ripe != 0)
        rank_threats(p, s, ranks);
    /* A step is the index of its rank: lanes of colours by spot. */
    for (int i = 0; i < count; i++)
        memcpy(&out[i], (const char *)ranks + steps[i] * sizeof out[i], sizeof out[i]);
    return is_full;
}

/* Narrow: depth pays more than width (README.md). */
int alliances_width(const Pos *pos, int depth, int widening)
{
    (void)pos;
    (void)depth;
    return 4 + widening / 2;
}

/* --- the evaluation interface --- */

static int eval(const Pos *pos)
{
    Survey s;
    alliances_survey(alliances_of(pos), &s);
    return alliances_evaluate(alliances_of(pos), &s);
}

static int input_count(uint32_t variant)
{
    (void)variant;
    return INPUTS;
}

static int inputs_of(const Pos *pos, int16_t *inputs)
{
    Survey s;
    alliances_survey(alliances_of(pos), &s);
    return fill_inputs(alliances_of(pos), &s, inputs);
}

const GameModel ALLIANCES_MODEL = {
    .input_count = input_count,
    .inputs_of = inputs_of,
};

static void order(const Pos *pos, const Step *steps, int count, int32_t *ranks)
{
    Survey  s;
    Outlook outlook;
    alliances_survey(alliances_of(pos), &s);
    alliances_order(alliances_of(pos), &s, steps, count, ranks, NULL, 0, &outlook);
}

static int noisy(const Pos *pos, Step *steps)
{
    Survey s;
    alliances_survey(alliances_of(pos), &s);
    return alliances_noisy(alliances_of(pos), &s, steps);
}

/* docs/strength.md has the matches. */
/* clang-format off */
static const GameLevel LEVELS[LEVEL_ROWS] = {
    {     50, 1000,  116 },
    {    100,  885,  130 },
    {    200,  780,  153 },
    {    400,  660,  188 },
    {    900,  520,  245 },
    {   2200,  350,  315 },
    {   7000,  205,  400 },
    {  13000,  118,  455 },
    {  22000,   45,  560 },
    {  37000,    0,    0 },
};
/* clang-format on */

const GameEval ALLIANCES_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .acyclic = true,
    .unit = ALLIANCES_UNIT,
    .likely = 1623, /* fitted, README.md */
    .eval = eval,
    .baseline_eval = NATIVE_ONLY(alliances_baseline_eval),
    .order = order,
    .width = alliances_width,
    .widens_always = true,
    .noisy = noisy,
    .levels = LEVELS,
    .slip_turns = 20,
};
