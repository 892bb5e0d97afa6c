/* SPDX-License-Identifier: MIT */
/* duell_learn.c - learn the evaluation weights of Duell (src/games/duell/duell_eval_tables.inc)
 * from self-play.
 *
 *     duell_learn SEED NODES GAMES... >duell_eval_tables.inc
 *
 * Each GAMES is a round of that many games with the weights of the previous round, NODES nodes per
 * move, after an opening of random moves.  A logistic regression then fits all weights to the
 * results of these games and of half of the earlier samples, so that 1 / (1 + exp(-score / SCALE))
 * is the probability to win.  The optimiser is Adam, with regularisation towards the hand-made
 * weights of the first round for rare features.  Progress goes to standard error.
 *
 * The player has its own alpha-beta search, so that the weights can be reproduced when the search
 * of the project changes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/duell/duell.h"
#include "games/duell/duell_board.h"
#include "games/duell/duell_eval.h"

enum {
    ROWS = DUELL_TABLE_ROWS,
    WIN = 30000,
    WIN_FAR = 25000,
    PLY_MAX = 64,
    TURNS_MAX = 300,
    SLOTS = 1 << 18,
    TERMS = 2 * DUELL_TERMS_MAX,
    EPOCHS = 12,
    BATCH = 256,
};

/* ---- hand-made weights of the first round ---- */

static void hand_made(DuellTables *tables)
{
    static const int BY_TOP[DUELL_TOP_MAX] = { 90, 97, 102, 104, 104, 102 };
    memset(tables, 0, sizeof *tables);
    for (int kind = 0; kind < DUELL_KINDS; kind++)
        for (int square = 0; square < DUELL_SQUARES; square++) {
            int value = BY_TOP[kind / 4] + duell_row(square);
            tables->die[kind][square] = (DuellWeight){ (int16_t)value, (int16_t)value };
        }
    for (int dice = 0; dice <= DUELL_DICE; dice++)
        for (int distance = 0; distance < DUELL_FAR; distance++) {
            int value = -distance * (dice < 4 ? 24 >> dice : 0);
            tables->race[dice][distance] = (DuellWeight){ (int16_t)value, (int16_t)value };
        }
}

/* ---- the player ---- */

typedef struct Slot {
    uint64_t key;
    int16_t  score, depth;
    uint16_t step;
    uint16_t bound; /* 1 exact, 2 at least, 3 at most */
} Slot;

typedef struct Player {
    const DuellTables *tables;
    Slot              *slots;
    uint64_t           nodes, wanted, limit; /* visited, per move, to stop at now */
    uint64_t path[TURNS_MAX + PLY_MAX + 2];  /* keys of the game and of the current search path */
    int      past;                           /* number of keys before the root */
    uint16_t best;                           /* at the root */
    uint16_t killer[PLY_MAX];
    int      history[2][1 << 14];
} Player;

static void after(const Duell *duell, Step step, Duell *next)
{
    *next = *duell;
    DUELL_RULES.apply(&next->head, step);
}

static bool has_come_up(const Player *player, int at)
{
    for (int n = at - 4; n >= 0 && n >= at - 40; n -= 2)
        if (player->path[n] == player->path[at])
            return true;
    return false;
}

/* Selection sort step: move the best remaining step to index `at`. */
static void bring_best(Step *steps, int32_t *ranks, int at, int count)
{
    int best = at;
    for (int n = at + 1; n < count; n++)
        if (ranks[n] > ranks[best])
            best = n;
    Step    step = steps[best];
    int32_t rank = ranks[best];
    steps[best] = steps[at];
    ranks[best] = ranks[at];
    steps[at] = step;
    ranks[at] = rank;
}

static int quiesce(Player *player, const Duell *duell, int alpha, int beta, int ply)
{
    player->nodes++;
    if (duell_is_decided(duell))
        return -(WIN - ply);
    int stand_pat = duell_score(player->tables, duell);
    if (stand_pat >= beta || ply >= PLY_MAX - 1)
        return stand_pat;
    alpha = stand_pat > alpha ? stand_pat : alpha;
    Step    steps[DUELL_STEPS_MAX];
    int32_t ranks[DUELL_STEPS_MAX];
    int     count = duell_eval_noisy(duell, steps);
    for (int n = 0; n < count; n++)
        ranks[n] = duell_rank(player->tables, duell, steps[n]);
    for (int n = 0; n < count; n++) {
        Duell next;
        bring_best(steps, ranks, n, count);
        after(duell, steps[n], &next);
        int score = -quiesce(player, &next, -beta, -alpha, ply + 1);
        if (score >= beta)
            return score;
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

static void rank_all(Player *player, const Duell *duell, const Step *steps, int32_t *ranks,
                     int count, uint16_t first, int ply)
{
    for (int n = 0; n < count; n++) {
        ranks[n] = duell_rank(player->tables, duell, steps[n]);
        if (ranks[n] < ORDER_ALWAYS)
            ranks[n] += player->history[duell->head.side][steps[n] & 0x3fff] +
                        (steps[n] == player->killer[ply] ? 4000 : 0);
        if (steps[n] == first)
            ranks[n] = INT32_MAX;
    }
}

static void remember_cut(Player *player, const Duell *duell, Step step, int depth, int ply)
{
    int *history = &player->history[duell->head.side][step & 0x3fff];
    if (duell->board[duell_to(step)] != DUELL_EMPTY)
        return;
    player->killer[ply] = (uint16_t)step;
    *history += depth * depth * 32 - *history * depth * depth / 256;
}

static int look(Player *player, const Duell *duell, int depth, int alpha, int beta, int ply)
{
    player->path[player->past + ply] = duell->head.key;
    if (player->nodes >= player->limit)
        return 0;
    if (duell_is_decided(duell))
        return -(WIN - ply);
    if (ply > 0 && has_come_up(player, player->past + ply))
        return 0;
    bool attacked = duell_eval_urgent(duell);
    if (ply >= PLY_MAX - 2)
        return duell_score(player->tables, duell);
    depth += attacked ? 1 : 0;
    if (depth <= 0)
        return quiesce(player, duell, alpha, beta, ply);
    player->nodes++;
    Slot    *slot = &player->slots[duell->head.key % SLOTS];
    uint16_t first = UINT16_MAX, best_step = UINT16_MAX;
    if (slot->key == duell->head.key) {
        first = slot->step;
        bool fits = slot->bound == 1 || (slot->bound == 2 && slot->score >= beta) ||
                    (slot->bound == 3 && slot->score <= alpha);
        if (ply > 0 && slot->depth >= depth && fits && abs(slot->score) < WIN_FAR)
            return slot->score;
    }
    Step    steps[DUELL_STEPS_MAX];
    int32_t ranks[DUELL_STEPS_MAX];
    int     count = DUELL_RULES.gen(&duell->head, steps), best = -WIN - 1, floor = alpha;
    if (count == 0)
        return -(WIN - ply);
    rank_all(player, duell, steps, ranks, count, first, ply);
    for (int n = 0; n < count && best < beta; n++) {
        Duell next;
        bring_best(steps, ranks, n, count);
        after(duell, steps[n], &next);
        int score, less = n >= 4 && depth >= 2 && ranks[n] < ORDER_ALWAYS && !attacked ? 1 : 0;
        if (n == 0) {
            score = -look(player, &next, depth - 1, -beta, -alpha, ply + 1);
        } else {
            score = -look(player, &next, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
            if (score > alpha && (less != 0 || score < beta))
                score = -look(player, &next, depth - 1, -beta, -alpha, ply + 1);
        }
        if (player->nodes >= player->limit)
            return 0;
        if (score > best) {
            best = score;
            best_step = (uint16_t)steps[n];
            if (ply == 0)
                player->best = best_step;
        }
        alpha = best > alpha ? best : alpha;
        if (best >= beta)
            remember_cut(player, duell, steps[n], depth, ply);
    }
    *slot = (Slot){ .key = duell->head.key,
                    .score = (int16_t)best,
                    .depth = (int16_t)depth,
                    .step = best_step,
                    .bound = best >= beta   ? 2
                             : best > floor ? 1
                                            : 3 };
    return best;
}

/* Choose a move for the position whose key is path[past]; return its score. */
static Step choose(Player *player, const Duell *duell, int *score)
{
    Step best = UINT16_MAX;
    player->nodes = 0;
    memset(player->killer, 0xff, sizeof player->killer);
    for (int depth = 1; depth < 32 && player->nodes < player->wanted; depth++) {
        player->best = UINT16_MAX;
        player->limit = depth == 1 ? UINT64_MAX : player->wanted;
        int now = look(player, duell, depth, -WIN, WIN, 0);
        if (player->best != UINT16_MAX)
            best = player->best;
        if (player->nodes < player->limit)
            *score = now;
        if (abs(now) >= WIN_FAR)
            break;
    }
    return best;
}

/* ---- games ---- */

typedef struct Sample {
    uint16_t terms[TERMS]; /* of the side to move, then of the other side */
    uint8_t  own, all;     /* numbers of terms */
    uint8_t  dice;
    bool     aside; /* held out for validation */
    float    won;   /* score of the side to move: 1, 0.5 or 0 */
} Sample;

typedef struct Samples {
    Sample *at;
    size_t  count, capacity;
} Samples;

/* List the indices of the weights of one side; return their number. */
static int list_terms(const Duell *duell, int side, uint16_t *terms)
{
    int dice[2] = { duell_dice_count(duell, 0), duell_dice_count(duell, 1) };
    int count = DUELL_REST_TERMS;
    duell_rest_terms(duell, side, dice, terms);
    for (int square = 0; square < DUELL_SQUARES; square++) {
        uint8_t piece = duell->board[square];
        if (piece == DUELL_EMPTY || duell_colour(piece) != side || duell_kind(piece) == DUELL_KING)
            continue;
        duell_die_terms(duell->king, side, duell_kind(piece), square, terms + count);
        count += DUELL_DIE_TERMS;
    }
    return count;
}

static void add_sample(Samples *samples, const Duell *duell)
{
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity * 2 + 65536;
        samples->at = realloc(samples->at, samples->capacity * sizeof *samples->at);
        if (samples->at == NULL)
            abort();
    }
    Sample *sample = &samples->at[samples->count++];
    sample->own = (uint8_t)list_terms(duell, duell->head.side, sample->terms);
    sample->all = (uint8_t)(sample->own +
                            list_terms(duell, 1 - duell->head.side, sample->terms + sample->own));
    sample->dice = (uint8_t)(duell_dice_count(duell, 0) + duell_dice_count(duell, 1));
    sample->won = duell->head.side; /* until the winner is known */
}

static void open_at_random(Player *player, Duell *duell, Random *random)
{
    Step steps[DUELL_STEPS_MAX];
    DUELL_RULES.start(0, &duell->head);
    player->past = 0;
    for (int left = 4 + (int)random_below(random, 9); left > 0; left--) {
        int count = DUELL_RULES.gen(&duell->head, steps);
        if (count == 0)
            return;
        player->path[player->past++] = duell->head.key;
        DUELL_RULES.apply(&duell->head, steps[random_below(random, (uint32_t)count)]);
    }
}

/* Keep quiet positions only: neither king is attacked, and the move played is not a capture. */
static void play_game(Player *player, Random *random, Samples *samples, int results[3])
{
    Duell   now;
    size_t  first = samples->count;
    Outcome outcome = { .ending = ENDING_NONE };
    open_at_random(player, &now, random);
    for (; player->past < TURNS_MAX; player->past++) {
        int score = 0;
        player->path[player->past] = now.head.key;
        outcome = DUELL_RULES.outcome(&now.head);
        if (outcome.ending != ENDING_NONE || has_come_up(player, player->past))
            break;
        Step step = choose(player, &now, &score);
        if (!duell_eval_urgent(&now) && now.board[duell_to(step)] == DUELL_EMPTY &&
            abs(score) < WIN_FAR)
            add_sample(samples, &now);
        DUELL_RULES.apply(&now.head, step);
    }
    bool aside = random_below(random, 16) == 0;
    for (size_t n = first; n < samples->count; n++) {
        samples->at[n].aside = aside;
        samples->at[n].won = outcome.ending != ENDING_WON                ? 0.5f
                             : (int)samples->at[n].won == outcome.winner ? 1
                                                                         : 0;
    }
    results[outcome.ending == ENDING_WON ? outcome.winner : 2]++;
}

static void play_round(Player *player, int games, uint64_t seed, Samples *samples)
{
    int    results[3] = { 0, 0, 0 };
    Random random = random_seeded(seed);
    for (int game = 0; game < games; game++) {
        memset(player->history, 0, sizeof player->history);
        memset(player->slots, 0, SLOTS * sizeof *player->slots);
        play_game(player, &random, samples, results);
    }
    fprintf(stderr, "%d games: white %d, black %d, drawn %d; %zu samples\n", games, results[0],
            results[1], results[2], samples->count);
}

/* ---- fitting ---- */

static const double SCALE = 150, RATE = 0.6, PULL = 1e-6;

typedef struct Weights {
    double at[ROWS][2], prior[ROWS][2], slope[ROWS][2], mean[ROWS][2], spread[ROWS][2];
    size_t seen[ROWS];
} Weights;

static double worth_of(const Weights *weights, const Sample *sample)
{
    double share = sample->dice / (double)DUELL_PHASES, sum[2] = { 0, 0 };
    for (int n = 0; n < sample->all; n++)
        for (int end = 0; end < 2; end++)
            sum[end] += (n < sample->own ? 1 : -1) * weights->at[sample->terms[n]][end];
    return sum[0] * share + sum[1] * (1 - share);
}

static void add_slope(Weights *weights, const Sample *sample)
{
    double share = sample->dice / (double)DUELL_PHASES;
    double off = 1 / (1 + exp(-worth_of(weights, sample) / SCALE)) - (double)sample->won;
    for (int n = 0; n < sample->all; n++) {
        double sign = n < sample->own ? off : -off;
        weights->slope[sample->terms[n]][0] += sign * share;
        weights->slope[sample->terms[n]][1] += sign * (1 - share);
    }
}

/* Against a bare king the end is within the horizon of the player, so there is little to learn; the
 * hand-made values stay. */
static bool is_hand_made(int row)
{
    return row >= DUELL_ROW(race) && row < DUELL_ROW(race) + DUELL_FAR;
}

static void step_down(Weights *weights, double rate)
{
    for (int row = 0; row < ROWS; row++)
        for (int end = 0; end < 2 && !is_hand_made(row); end++) {
            double slope = weights->slope[row][end] / BATCH;
            slope += PULL * (weights->at[row][end] - weights->prior[row][end]);
            weights->slope[row][end] = 0;
            weights->mean[row][end] += 0.1 * (slope - weights->mean[row][end]);
            weights->spread[row][end] += 0.001 * (slope * slope - weights->spread[row][end]);
            weights->at[row][end] -=
                rate * weights->mean[row][end] / (sqrt(weights->spread[row][end]) + 1e-5);
        }
}

static double loss_of(const Weights *weights, const Samples *samples)
{
    double sum = 0;
    size_t count = 0;
    for (size_t n = 0; n < samples->count; n++) {
        if (!samples->at[n].aside)
            continue;
        count++;
        double chance = 1 / (1 + exp(-worth_of(weights, &samples->at[n]) / SCALE));
        double won = (double)samples->at[n].won;
        sum -= won * log(chance + 1e-9) + (1 - won) * log(1 - chance + 1e-9);
    }
    return sum / (double)count;
}

static void fit(Weights *weights, const Samples *samples, Random *random)
{
    memset(weights->mean, 0, sizeof weights->mean);
    memset(weights->spread, 0, sizeof weights->spread);
    memset(weights->slope, 0, sizeof weights->slope);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double rate = RATE * (1 - epoch / (double)EPOCHS);
        for (size_t batch = 0; batch < samples->count / BATCH; batch++) {
            for (int n = 0; n < BATCH; n++) {
                size_t pick = random_below(random, (uint32_t)samples->count);
                if (!samples->at[pick].aside)
                    add_slope(weights, &samples->at[pick]);
            }
            step_down(weights, rate);
        }
        fprintf(stderr, "  loss %.5f\n", loss_of(weights, samples));
    }
}

/* ---- tables and weights ---- */

static double mean_die(const Weights *weights, const Samples *samples)
{
    double sum = 0, count = 0;
    for (size_t n = 0; n < samples->count; n++)
        for (int i = 0; i < samples->at[n].all; i++)
            if (samples->at[n].terms[i] < DUELL_ROW(hunt)) {
                const double *at = weights->at[samples->at[n].terms[i]];
                sum += (at[0] + at[1]) / 2;
                count++;
            }
    return sum / count;
}

static void from_tables(Weights *weights, const DuellTables *tables)
{
    const DuellWeight *rows = &tables->die[0][0];
    for (int row = 0; row < ROWS; row++) {
        weights->at[row][0] = weights->prior[row][0] = rows[row].early;
        weights->at[row][1] = weights->prior[row][1] = rows[row].late;
    }
}

static int16_t rounded(double x)
{
    return (int16_t)lround(x < -3000 ? -3000 : x > 3000 ? 3000 : x);
}

static void to_tables(const Weights *weights, double scale, DuellTables *tables)
{
    DuellWeight *rows = &tables->die[0][0];
    for (int row = 0; row < ROWS; row++)
        rows[row] = (DuellWeight){ rounded(weights->at[row][0] * scale),
                                   rounded(weights->at[row][1] * scale) };
}

/* ---- main program ---- */

static void print_rows(const char *name, const DuellWeight *rows, int count, int in_line, int group)
{
    printf(".%s = {\n", name);
    for (int n = 0; n < count; n++) {
        if (group != 0 && n % group == 0)
            printf("{ ");
        if (n % in_line == 0)
            printf("{ ");
        printf("{ %d, %d }%s", rows[n].early, rows[n].late,
               n % in_line == in_line - 1 ? " }" : ", ");
        if (group != 0 && n % group == group - 1)
            printf(" }");
        if (n % in_line == in_line - 1)
            printf(",\n");
    }
    printf("},\n");
}

static void print_tables(const DuellTables *tables)
{
    const int die = DUELL_KINDS * DUELL_SQUARES, apart = DUELL_APART * DUELL_COLUMNS;
    print_rows("die", &tables->die[0][0], die, DUELL_SQUARES, 0);
    print_rows("hunt", &tables->hunt[0][0][0], DUELL_TOP_MAX * apart, DUELL_COLUMNS, apart);
    printf(".king = {\n");
    for (int n = 0; n < DUELL_SQUARES; n++)
        printf("{ %d, %d },%s", tables->king[n].early, tables->king[n].late,
               n % DUELL_COLUMNS == DUELL_COLUMNS - 1 ? "\n" : " ");
    printf("},\n");
    print_rows("race", &tables->race[0][0], (DUELL_DICE + 1) * DUELL_FAR, DUELL_FAR, 0);
    print_rows("count", &tables->count[0][0], (DUELL_DICE + 1) * (DUELL_DICE + 1), DUELL_DICE + 1,
               0);
    printf(".turn = { { %d, %d }, { %d, %d } },\n", tables->turn[0].early, tables->turn[0].late,
           tables->turn[1].early, tables->turn[1].late);
}

int main(int count, char **arguments)
{
    static DuellTables tables;
    static Weights     weights;
    static Player      player;
    Samples            samples = { 0 };
    if (count < 4) {
        fprintf(stderr, "usage: duell_learn SEED NODES GAMES...\n");
        return 2;
    }
    uint64_t seed = strtoull(arguments[1], NULL, 10);
    Random   random = random_seeded(seed);
    player.slots = calloc(SLOTS, sizeof *player.slots);
    if (player.slots == NULL)
        return 1;
    player.tables = &tables;
    player.wanted = strtoull(arguments[2], NULL, 10);
    hand_made(&tables);
    from_tables(&weights, &tables);
    for (int round = 3; round < count; round++) {
        size_t half = samples.count / 2;
        if (half > 0)
            memmove(samples.at, samples.at + (samples.count - half), half * sizeof *samples.at);
        samples.count = half;
        play_round(&player, atoi(arguments[round]), seed + (uint64_t)round, &samples);
        fit(&weights, &samples, &random);
        double scale = 100 / mean_die(&weights, &samples);
        to_tables(&weights, scale, &tables);
        fprintf(stderr, "round %d: scale %.1f\n", round - 2, SCALE * scale);
    }
    printf("/* Learned; do not edit.  Made by duell_learn");
    for (int n = 1; n < count; n++)
        printf(" %s", arguments[n]);
    printf(" */\n");
    print_tables(&tables);
    free(samples.at);
    free(player.slots);
    return 0;
}
