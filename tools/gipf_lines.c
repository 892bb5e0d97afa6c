/* SPDX-License-Identifier: MIT
 *
 * gipf_lines.c - learn the values of GIPF line patterns from self-play.
 *
 *   gipf_lines OUTPUT.c SEED ROUND...     where a ROUND is GAMES,DEPTH
 *
 * Each round plays GAMES games of the default variant with the values of the previous round (the
 * first round: pieces and reserves only).  A player searches DEPTH turns, then runs a quiescence
 * search over pushes that complete rows.  Openings are random, and evaluations have a little noise.
 * A logistic regression then fits the results to the quiet positions.  It has one weight per
 * pattern, up to reversal and exchange of colours, and one per size of the reserve, each for early
 * and late positions.
 *
 * The output is integers that are kept in the repository.  src/games/gipf/gipf_lines.c states the
 * command that wrote it; a build learns nothing.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/gipf/gipf_small.c"

enum {
    UNITS = 120,     /* evaluation points for odds of e to 1 */
    TURNS_MAX = 240, /* a longer game is a draw */
    QUIET_DEPTH = 6, /* depth of the quiescence search in turns */
    WON = 30000,
};

/* --- the weights --- */

typedef struct Model {
    double line[PATTERNS][2]; /* early, late; used at canonical codes only */
    double reserve[RESERVES][2];
    double tempo[2];
} Model;

/* The canonical code of a pattern, and the sign of its value relative to it.  Sign 0: the pattern
 * equals its exchange of colours, so its value is 0. */
typedef struct Canon {
    int code, sign;
} Canon;

static Canon CANON[PATTERNS];

static int reversed(int code, int length)
{
    int result = 0;
    for (int n = 0; n < length; n++, code /= 3)
        result = result * 3 + code % 3;
    return result;
}

static int exchanged(int code, int length)
{
    static const int TO[3] = { 0, 2, 1 };
    int              result = 0, power = 1;
    for (int n = 0; n < length; n++, code /= 3, power *= 3)
        result += TO[code % 3] * power;
    return result;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void fill_canon(void)
{
    for (int length = 4, count = 81; length <= 7; length++, count *= 3) {
        int base = PATTERN_FIRST[length];
        for (int code = 0; code < count; code++) {
            int same = least(code, reversed(code, length));
            int swapped = exchanged(code, length);
            int other = least(swapped, reversed(swapped, length));
            CANON[base + code] = (Canon){ base + least(same, other), same == other  ? 0
                                                                     : same < other ? 1
                                                                                    : -1 };
        }
    }
}

/* Pack two weights as GipfTable does. */
static int32_t packed(double early, double late)
{
    int low = (int)lround(early * UNITS), high = (int)lround(late * UNITS);
    return (int32_t)((uint32_t)high << 16) + low;
}

static void quantise(const Model *model, GipfTable *table)
{
    for (int code = 0; code < PATTERNS; code++) {
        const double *w = model->line[CANON[code].code];
        int           sign = CANON[code].sign;
        table->line[code] = packed(sign * w[0], sign * w[1]);
    }
    for (int n = 0; n < RESERVES; n++)
        table->reserve[n] = packed(model->reserve[n][0], model->reserve[n][1]);
    table->tempo = packed(model->tempo[0], model->tempo[1]);
}

/* Fill the model of the first round: pieces only, with a penalty for a small reserve. */
static void first_model(Model *model)
{
    static const double LOW[5] = { -3, -2, -1.2, -0.7, -0.3 };
    memset(model, 0, sizeof *model);
    for (int length = 4, count = 81; length <= 7; length++, count *= 3)
        for (int code = 0; code < count; code++) {
            double sum = 0;
            for (int n = 0, left = code; n < length; n++, left /= 3)
                sum += left % 3 == 1 ? 1 : left % 3 == 2 ? -1 : 0;
            Canon c = CANON[PATTERN_FIRST[length] + code];
            if (c.code == PATTERN_FIRST[length] + code)
                model->line[c.code][0] = model->line[c.code][1] = 0.8 * sum / 3 * (c.sign != 0);
        }
    for (int n = 0; n < RESERVES; n++)
        model->reserve[n][0] = model->reserve[n][1] = 0.85 * n + (n < 5 ? LOW[n] : 0);
}

/* --- playing --- */

typedef struct Player {
    GipfSettings s;
    GipfTable    table;
} Player;

static int evaluate_with(const Player *player, const Position *p)
{
    return for_side(pattern_score(p, &player->table), p->head.pos.side);
}

static int search(const Player *player, const Position *p, int depth, int alpha, int beta);

static int score_after(const Player *player, const Position *p, Step step, int depth, int alpha,
                       int beta)
{
    Position next = *p;
    if (gipf_step_is_push(step))
        enter(&next, &player->s, gipf_step_push(step));
    else
        choose(&next, &player->s, gipf_step_row(step));
    depth -= next.head.pos.phase == 0;
    if (next.head.pos.side == p->head.pos.side)
        return search(player, &next, depth, alpha, beta);
    return -search(player, &next, depth, -beta, -alpha);
}

static bool is_over(const Position *p)
{
    return rules_outcome(&p->head.pos).ending != ENDING_NONE;
}

/* List the steps sorted by eval_order, without duplicates. */
static int ranked(const Position *p, Step *steps)
{
    int32_t ranks[128];
    Step    all[128];
    int     count = rules_gen(&p->head.pos, all), kept = 0;
    eval_order(&p->head.pos, all, count, ranks);
    for (int i = 0; i < count; i++) {
        int at = kept;
        if (ranks[i] == GIPF_RANK_DUPLICATE)
            continue;
        int32_t rank = ranks[i];
        for (; at > 0 && ranks[at - 1] < rank; at--) {
            steps[at] = steps[at - 1];
            ranks[at] = ranks[at - 1];
        }
        steps[at] = all[i];
        ranks[at] = rank;
        kept++;
    }
    return kept;
}

/* Alpha-beta search: return the score for the side that decides.  At depth 0 and below it is a
 * quiescence search over pushes that complete rows. */
static int search(const Player *player, const Position *p, int depth, int alpha, int beta)
{
    if (!is_deciding(p) && is_over(p))
        return -WON - depth;
    Step steps[128];
    int  count, best = -WON - 100;
    if (depth > 0 || is_deciding(p)) {
        count = ranked(p, steps);
    } else {
        best = evaluate_with(player, p);
        if (best >= beta || depth <= -QUIET_DEPTH)
            return best;
        alpha = best > alpha ? best : alpha;
        count = eval_noisy(&p->head.pos, steps);
    }
    for (int i = 0; i < count && best < beta; i++) {
        int score = score_after(player, p, steps[i], depth, alpha, beta);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

static Step choose_step(const Player *player, const Position *p, int depth, Random *random)
{
    Step steps[128], best_step = 0;
    int  count = ranked(p, steps), best = -2 * WON;
    for (int i = 0; i < count; i++) {
        int noise = (int)random_below(random, 13) - 6;
        int score = score_after(player, p, steps[i], depth, best - noise, 2 * WON) + noise;
        if (score > best) {
            best = score;
            best_step = steps[i];
        }
    }
    return best_step;
}

/* --- training positions --- */

typedef struct Sample {
    uint64_t stones[2];
    uint8_t  reserve[2];
    uint8_t  side;
    int8_t   result; /* for White: 1, 0, -1 */
} Sample;

typedef struct Samples {
    Sample *at;
    size_t  count, capacity;
} Samples;

static void add_sample(Samples *samples, const Position *p)
{
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity == 0 ? 1 << 16 : 2 * samples->capacity;
        samples->at = realloc(samples->at, samples->capacity * sizeof *samples->at);
        if (samples->at == NULL)
            abort();
    }
    samples->at[samples->count++] = (Sample){
        .stones = { p->stones[0].w[0], p->stones[1].w[0] },
        .reserve = { p->head.reserve[0], p->head.reserve[1] },
        .side = p->head.pos.side,
    };
}

static void apply_step(const Player *player, Position *p, Step step)
{
    if (gipf_step_is_push(step))
        enter(p, &player->s, gipf_step_push(step));
    else
        choose(p, &player->s, gipf_step_row(step));
}

/* True if the quiescence search does not change the evaluation. */
static bool is_quiet_here(const Player *player, const Position *p)
{
    return search(player, p, 0, -2 * WON, 2 * WON) == evaluate_with(player, p);
}

static void play_game(const Player *player, int depth, Random *random, Samples *samples)
{
    Position p;
    size_t   first = samples->count;
    int      opening = 2 + (int)random_below(random, 12), turn = 0, result = 0;
    rules_start(gipf_pack(&player->s), &p.head.pos);
    while (turn < TURNS_MAX && (is_deciding(&p) || !is_over(&p))) {
        Step steps[128];
        bool is_random = turn < opening || random_below(random, 40) == 0;
        if (!is_random && !is_deciding(&p) && is_quiet_here(player, &p))
            add_sample(samples, &p);
        Step step = is_random ? steps[random_below(random, (uint32_t)rules_gen(&p.head.pos, steps))]
                              : choose_step(player, &p, depth, random);
        apply_step(player, &p, step);
        turn += p.head.pos.phase == 0;
    }
    if (!is_deciding(&p) && is_over(&p))
        result = p.head.pos.side == GIPF_WHITE ? -1 : 1;
    for (size_t i = first; i < samples->count; i++)
        samples->at[i].result = (int8_t)result;
}

/* --- fitting --- */

typedef struct Features {
    double   share;
    uint16_t code[21];
    uint8_t  reserve[2];
} Features;

static Features features_of(const Sample *sample)
{
    Position p = { .stones = { { { sample->stones[0] } }, { { sample->stones[1] } } } };
    Features f = { .reserve = { sample->reserve[0], sample->reserve[1] } };
    int      pieces = set_count(occupied(&p)) + sample->reserve[0] + sample->reserve[1];
    f.share = fmin(1, fmax(0, (double)(pieces - PIECES_LATE) / (PIECES_EARLY - PIECES_LATE)));
    for (int n = 0; n < 21; n++)
        f.code[n] = (uint16_t)line_code(&p, &LINES[4][n]);
    for (int c = 0; c < 2; c++)
        f.reserve[c] = (uint8_t)least(f.reserve[c], RESERVES - 1);
    return f;
}

/* Return the predicted score of White, from 0 to 1. */
static double predict(const Model *m, const Features *f, int side)
{
    double sum = 0, share[2] = { f->share, 1 - f->share };
    for (int k = 0; k < 2; k++) {
        sum += share[k] * (side == GIPF_WHITE ? m->tempo[k] : -m->tempo[k]);
        for (int n = 0; n < 21; n++)
            sum += share[k] * CANON[f->code[n]].sign * m->line[CANON[f->code[n]].code][k];
        sum += share[k] * (m->reserve[f->reserve[0]][k] - m->reserve[f->reserve[1]][k]);
    }
    return 1 / (1 + exp(-sum));
}

/* One step of stochastic gradient descent; return the loss before it. */
static double fit_one(Model *m, const Sample *sample, double rate)
{
    Features f = features_of(sample);
    double   target = (sample->result + 1) / 2.0, p = predict(m, &f, sample->side);
    double   push = rate * (target - p), share[2] = { f.share, 1 - f.share };
    for (int k = 0; k < 2; k++) {
        m->tempo[k] += share[k] * push * (sample->side == GIPF_WHITE ? 1 : -1);
        for (int n = 0; n < 21; n++) {
            double *w = &m->line[CANON[f.code[n]].code][k];
            *w += share[k] * (push * CANON[f.code[n]].sign - rate * 1e-5 * *w);
        }
        m->reserve[f.reserve[0]][k] += share[k] * push;
        m->reserve[f.reserve[1]][k] -= share[k] * push;
    }
    p = fmin(1 - 1e-9, fmax(1e-9, p));
    return -(target * log(p) + (1 - target) * log(1 - p));
}

static void fit(Model *m, const Samples *samples, Random *random)
{
    enum { EPOCHS = 12 };
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double loss = 0, rate = 0.02 * pow(0.7, epoch);
        for (size_t i = 0; i < samples->count; i++)
            loss += fit_one(m, &samples->at[random_below(random, (uint32_t)samples->count)], rate);
        if (epoch % 4 == 3)
            fprintf(stderr, "  epoch %d: loss %.4f\n", epoch + 1, loss / (double)samples->count);
    }
}

/* --- writing --- */

static void write_numbers(FILE *out, const int32_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%d,%s", i % 10 == 0 ? "        " : " ", numbers[i],
                i % 10 == 9 || i == count - 1 ? "\n" : "");
}

static bool write_table(const char *path, const GipfTable *table, int argc, char **argv)
{
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return false;
    fprintf(out, "/* SPDX-License-Identifier: MIT\n *\n * gipf_lines.c - values of line patterns "
                 "and reserves; written by tools/gipf_lines.c:\n *\n *   gipf_lines");
    for (int i = 1; i < argc; i++)
        fprintf(out, " %s", argv[i]);
    fprintf(out, "\n *\n * Do not edit.  README.md explains how the numbers are used.\n */\n"
                 "/* clang-format off */\n#include \"games/gipf/gipf_eval.h\"\n\n"
                 "const GipfTable GIPF_TABLE = {\n    .line = {\n");
    write_numbers(out, table->line, PATTERNS);
    fprintf(out, "    },\n    .reserve = {\n");
    write_numbers(out, table->reserve, RESERVES);
    fprintf(out, "    },\n    .tempo = %d,\n};\n", table->tempo);
    return fclose(out) == 0;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: gipf_lines OUTPUT.c SEED GAMES,DEPTH...\n");
        return 2;
    }
    static Model  model;
    static Player player;
    Samples       samples = { 0 };
    Random        random = random_seeded(strtoull(argv[2], NULL, 10));
    player.s = (GipfSettings){ .side = 4, .row = 4, .pieces = { 15, 15 } };
    fill_canon();
    first_model(&model);
    quantise(&model, &player.table);
    for (int round = 3; round < argc; round++) {
        int games = 0, depth = 0;
        if (sscanf(argv[round], "%d,%d", &games, &depth) != 2)
            return 2;
        samples.count = 0;
        for (int i = 0; i < games; i++)
            play_game(&player, depth, &random, &samples);
        fprintf(stderr, "round %d: %d games, %zu positions\n", round - 2, games, samples.count);
        fit(&model, &samples, &random);
        quantise(&model, &player.table);
        if (!write_table(argv[1], &player.table, round + 1, argv))
            return 1;
    }
    free(samples.at);
    return 0;
}
