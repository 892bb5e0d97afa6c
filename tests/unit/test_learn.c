/* SPDX-License-Identifier: MIT */
/* learn/: games to learn from, fits of models, and the arithmetic of core/model.h. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/random.h"
#include "cmd/cmd.h"
#include "core/model.h"
#include "core/ranks.h"
#include "core/weights.h"
#include "games/list.h"
#include "learn/fit.h"
#include "learn/fit_ranks.h"
#include "learn/self_play.h"

/* --- fits --------------------------------------------------------------------------------- */

enum { INPUTS = 5, PHASE = INPUTS - 1, SAMPLES = 20000 };

static const double SCALE = 300;

/* Fill in samples whose values are `planted`; one in eight is held out. */
static void plant(FitData *data, int (*planted)(const int16_t *input))
{
    Random random = random_seeded(7);
    fit_init(data, INPUTS, SCALE);
    for (int i = 0; i < SAMPLES; i++) {
        int16_t input[INPUTS];
        for (int n = 0; n < INPUTS; n++)
            input[n] = (int16_t)random_below(&random, n == PHASE ? MODEL_PHASES + 1 : 12);
        const double target = 1 / (1 + exp(-planted(input) / SCALE));
        assert_int_equal(fit_add(data, input, 0, planted(input), target, i % 8 == 0), STATUS_OK);
    }
}

static int planted_line(const int16_t *input)
{
    return 40 * input[0] - 25 * input[1] + 7 * input[2] - 100;
}

static int planted_taper(const int16_t *input)
{
    return 40 * input[0] * input[PHASE] / MODEL_PHASES -
           30 * input[1] * (MODEL_PHASES - input[PHASE]) / MODEL_PHASES;
}

static int planted_peak(const int16_t *input)
{
    return 60 * abs(input[0] - input[1]) - 200;
}

static void check_line(int (*planted)(const int16_t *input))
{
    static const FitOptions OPTIONS = { .linear = true, .epochs = 30, .rate = 0.02, .seed = 1 };
    FitData                 data;
    FitReport               report;
    int16_t                 numbers[MODEL_NUMBERS(INPUTS)];
    plant(&data, planted);
    assert_int_equal(fit_model(&data, &OPTIONS, NULL, numbers, &report), STATUS_OK);
    assert_int_equal(numbers[MODEL_UNITS], 0);
    for (size_t i = 0; i < data.count; i++) {
        const int16_t *input = data.input + i * INPUTS;
        const int      found = model_value(numbers, 0, input), wanted = planted(input);
        if (abs(found - wanted) > 6)
            fail_msg("sample %zu: %d instead of %d", i, found, wanted);
    }
    assert_int_equal(report.samples[1], SAMPLES / 8);
    for (int held = 0; held < 2; held++) { /* what is in use is right, and nothing is by hand */
        assert_true(report.fitted[held] < report.in_use[held] + 0.001);
        assert_true(report.in_use[held] < report.without[held] - 0.02);
        assert_true(fabs(report.without[held] - log(2)) < 1e-9);
    }
    fit_free(&data);
}

static void test_linear_function_is_found(void **state)
{
    (void)state;
    check_line(planted_line);
}

static void test_weights_change_with_the_phase(void **state)
{
    (void)state;
    check_line(planted_taper);
}

static void test_hidden_layer_finds_what_no_line_does(void **state)
{
    (void)state;
    FitOptions options = { .epochs = 20, .rate = 0.01, .seed = 1 };
    FitData    data;
    FitReport  net, line;
    int16_t    numbers[MODEL_NUMBERS(INPUTS)], again[MODEL_NUMBERS(INPUTS)];
    plant(&data, planted_peak);
    assert_int_equal(fit_model(&data, &options, NULL, numbers, &net), STATUS_OK);
    assert_int_equal(fit_model(&data, &options, NULL, again, &net), STATUS_OK);
    assert_memory_equal(numbers, again, sizeof numbers);
    options.linear = true;
    assert_int_equal(fit_model(&data, &options, NULL, numbers, &line), STATUS_OK);
    assert_true(net.fitted[1] < line.fitted[1] - 0.02);
    fit_free(&data);
}

/* --- the arithmetic of a model ------------------------------------------------------------- */

/* model_value as core/model.h defines it, in 64 bits. */
static int64_t value_by_definition(const int16_t *numbers, int base, const int16_t *inputs)
{
    const int      count = numbers[MODEL_COUNT], phase = inputs[count - 1];
    const int16_t *early = numbers + MODEL_EARLY, *late = early + count;
    const int16_t *bias = late + count, *out = bias + MODEL_HIDDEN, *rows = out + MODEL_HIDDEN;
    int64_t        linear = 0, hidden = 0;
    for (int i = 0; i < numbers[MODEL_UNITS]; i++) {
        int64_t sum = bias[i] * INT64_C(16);
        for (int n = 0; n < count; n++)
            sum += (int64_t)inputs[n] * rows[n * MODEL_HIDDEN + i];
        sum = sum < 0 ? 0 : sum > MODEL_HIDDEN_MOST ? MODEL_HIDDEN_MOST : sum;
        hidden += sum * out[i];
    }
    for (int n = 0; n < count; n++)
        linear += (int64_t)inputs[n] * (early[n] * phase + late[n] * (MODEL_PHASES - phase));
    int64_t value = (int64_t)base * numbers[MODEL_BASE] / 256 + numbers[MODEL_CONSTANT] +
                    linear / (16 * MODEL_PHASES) + hidden / 1024;
    return value >= EVAL_MAX ? EVAL_MAX - 1 : value <= -EVAL_MAX ? 1 - EVAL_MAX : value;
}

static int16_t number_for(Random *random, int most, bool extreme)
{
    if (extreme)
        return (int16_t)(random_below(random, 2) == 0 ? most : -most);
    return (int16_t)((int)random_below(random, (uint32_t)most) - most / 2);
}

static void test_value_is_exact(void **state)
{
    (void)state;
    const int out = MODEL_LINEAR_NUMBERS(MODEL_INPUTS_MAX) + MODEL_HIDDEN;
    Random    random = random_seeded(11);
    int16_t   numbers[MODEL_NUMBERS_MAX];
    int16_t   inputs[MODEL_INPUTS_MAX];
    for (int trial = 0; trial < 400; trial++) {
        const bool extreme = trial % 4 == 0;
        for (int i = 0; i < MODEL_NUMBERS_MAX; i++)
            numbers[i] = number_for(
                &random, i >= out && i < out + MODEL_HIDDEN ? MODEL_OUT_MOST : INT16_MAX, extreme);
        numbers[MODEL_COUNT] = MODEL_INPUTS_MAX;
        numbers[MODEL_UNITS] = trial % 3 == 0 ? 0 : MODEL_HIDDEN;
        for (int n = 0; n < MODEL_INPUTS_MAX; n++)
            inputs[n] = (int16_t)(extreme ? MODEL_INPUT_MOST : (int)random_below(&random, 4));
        inputs[MODEL_INPUTS_MAX - 1] = (int16_t)random_below(&random, MODEL_PHASES + 1);
        const int base = (int)random_below(&random, 2 * EVAL_MAX) - EVAL_MAX;
        assert_int_equal(model_value(numbers, base, inputs),
                         value_by_definition(numbers, base, inputs));
    }
}

static void test_model_files(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } BAD[] = {
        { "1, 2,", "begins with a comment" },   { "/* open", "begins with a comment" },
        { "/* a */ 2,", "has 2 inputs" },       { "/* a */ 1, 0, 256,", "number 4 of" },
        { "/* a */ 1, 99999,", "number 2 of" }, { "/* a */ 1 2", "number 1 of" },
        { "/* a */ 1, 31,", "has 31 units" },
    };
    int16_t numbers[MODEL_NUMBERS(1)];
    Fault   fault;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        assert_int_equal(model_read(BAD[i].text, 1, numbers, &fault), STATUS_SYNTAX);
        assert_non_null(strstr(fault.why, BAD[i].why));
    }
    char text[8 * MODEL_NUMBERS(1) + 32];
    Text out = text_over(text, sizeof text);
    text_add(&out, "/* good */\n1, 32, ");
    for (int i = 2; i < MODEL_NUMBERS(1); i++)
        text_addf(&out, "%d,\n", i % 2 == 0 ? i : -i);
    assert_int_equal(model_read(text, 1, numbers, &fault), STATUS_OK);
    assert_int_equal(numbers[2], 2);
    assert_int_equal(numbers[3], -3);
    text_add(&out, "1,");
    assert_int_equal(model_read(text, 1, numbers, &fault), STATUS_SYNTAX);
    assert_non_null(strstr(fault.why, "follows the last"));
    assert_int_equal(model_read("/* linear */ 1, 0, 256, 0, 5, 6,", 1, numbers, &fault), STATUS_OK);
}

static void test_rank_files(void **state)
{
    (void)state;
    int16_t numbers[2];
    Fault   fault;
    assert_int_equal(ranks_read("/* good */ -32767,\n5,\n", 2, numbers, &fault), STATUS_OK);
    assert_int_equal(numbers[0], -INT16_MAX);
    assert_int_equal(numbers[1], 5);
    assert_int_equal(ranks_read("1, 2,", 2, numbers, &fault), STATUS_SYNTAX);
    assert_int_equal(ranks_read("/* a */ 1,", 2, numbers, &fault), STATUS_SYNTAX);
    assert_int_equal(ranks_read("/* a */ 1, 32768,", 2, numbers, &fault), STATUS_SYNTAX);
    assert_int_equal(ranks_read("/* a */ 1, 2, 3,", 2, numbers, &fault), STATUS_SYNTAX);
}

/* --- games -------------------------------------------------------------------------------- */

static SelfPlay small_play(const char *game)
{
    SelfPlay play = { .seed = 3, .nodes = 20, .openings = 2, .explore = 2 };
    Fault    fault;
    assert_int_equal(games_setup(game, &play.setup, &fault), STATUS_OK);
    return play;
}

static void count_sample(void *context, const Sample *sample)
{
    int *count = context;
    assert_int_equal(sample->pos->phase, 0);
    ++*count;
}

/* A group is accepted; without its last line, or with another line more, it is not. */
static void check_group(const SelfPlay *play, const char *text)
{
    Fault fault;
    char  more[1 << 16];
    assert_int_equal(self_play_check(play, text, &fault), STATUS_OK);
    assert_int_equal(self_play_check(play, strchr(text, '\n') + 1, &fault), STATUS_ILLEGAL);
    snprintf(more, sizeof more, "%s%s", text, text);
    assert_int_equal(self_play_check(play, more, &fault), STATUS_ILLEGAL);
    snprintf(more, sizeof more, "%sx", text);
    assert_int_equal(self_play_check(play, more, &fault), STATUS_ILLEGAL);
    assert_int_not_equal(self_play_check(play, "x\n", &fault), STATUS_OK);
}

static void test_settings_are_read_as_written(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",
        "self-play 1 ",
        "self-play 2 diavolo:4",
        "self-play 1 unknown seed 1 nodes 9 noise 0 openings 2 explore 3",
        "self-play 1 diavolo:4 seed 1 nodes 0 noise 0 openings 2 explore 3",
        "self-play 1 diavolo:4 seed 1 nodes 9 noise 0 openings 2 explore 1001",
        "self-play 1 diavolo:4 seed 1 nodes 9 noise 0 openings 2 explore 3 "
    };
    const SelfPlay play = small_play("diavolo:4");
    SelfPlay       read = { 0 };
    Fault          fault;
    char           text[SELF_PLAY_HEAD_MAX], again[SELF_PLAY_HEAD_MAX];
    Text           out = text_over(text, sizeof text), out_again = text_over(again, sizeof again);
    self_play_head(&play, &out);
    assert_int_equal(self_play_head_read(games_find, text, &read, &fault), STATUS_OK);
    self_play_head(&read, &out_again);
    assert_string_equal(text, again);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_int_not_equal(self_play_head_read(games_find, BAD[i], &read, &fault), STATUS_OK);
}

static void test_groups_follow_from_seed_and_number(void **state)
{
    (void)state;
    static const char *const SMALL[] = { "diavolo:4", "ponte:contest;size=5", "gipf:3,3,6,6",
                                         "alliances:3", "duell:limit=40" };
    for (size_t g = 0; g < sizeof SMALL / sizeof SMALL[0]; g++) {
        const SelfPlay play = small_play(SMALL[g]);
        Buffer         first, again, other;
        int            lines = 0, samples = 0;
        buffer_init(&first, 1 << 20);
        buffer_init(&again, 1 << 20);
        buffer_init(&other, 1 << 20);
        SelfPlayer *player = self_player_new(&play), *second = self_player_new(&play);
        assert_int_equal(self_player_group(player, 5, &first), STATUS_OK);
        assert_int_equal(self_player_group(player, 6, &other), STATUS_OK);
        assert_int_equal(self_player_group(second, 5, &again), STATUS_OK);
        assert_string_equal(first.data, again.data);
        buffer_clear(&again);
        assert_int_equal(self_player_group(player, 5, &again), STATUS_OK);
        self_player_delete(player);
        self_player_delete(second);
        check_group(&play, first.data);
        assert_string_equal(first.data, again.data);
        assert_string_not_equal(first.data, other.data);
        for (char *line = strtok(first.data, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            Fault fault = { .why = "" };
            if (self_play_read(&play.setup, line, count_sample, &samples, &fault) != STATUS_OK)
                fail_msg("%s: %s: %s", SMALL[g], fault.why, line);
            lines++;
        }
        assert_int_equal(lines, 1 + play.explore);
        assert_true(samples > 0);
        buffer_free(&first);
        buffer_free(&again);
        buffer_free(&other);
    }
}

static void test_bad_games_are_rejected(void **state)
{
    (void)state;
    const SelfPlay           play = small_play("diavolo:4");
    static const char *const BAD[] = { "",     "2 0 1",     "0 0 x",     "0 0 1=",  "0 0 1 1",
                                       "0  0", "0 0 99999", "0 0 1 2 3", "= 0 1 2 " };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        int   samples = 0;
        Fault fault = { .why = "" };
        assert_int_not_equal(self_play_read(&play.setup, BAD[i], count_sample, &samples, &fault),
                             STATUS_OK);
        assert_int_equal(samples, 0);
    }
    Buffer group;
    buffer_init(&group, 1 << 20);
    SelfPlayer *player = self_player_new(&play);
    assert_int_equal(self_player_group(player, 1, &group), STATUS_OK);
    self_player_delete(player);
    char *end = strchr(group.data, '\n');
    *end = '\0';
    int   samples = 0;
    Fault fault;
    group.data[0] = group.data[0] == '0' ? '1' : '0';
    assert_int_equal(self_play_read(&play.setup, group.data, count_sample, &samples, &fault),
                     STATUS_ILLEGAL);
    assert_int_equal(samples, 0);
    buffer_free(&group);
}

/* --- ranks -------------------------------------------------------------------------------- */

/* Write the position after some random steps of a game. */
static void play_steps(const Game *game, uint32_t variant, int steps_wanted, Random *random,
                       Pos *pos)
{
    Step steps[STEPS_MAX];
    game->rules->start(variant, pos);
    for (int i = 0, count; i < steps_wanted && (count = game->rules->gen(pos, steps)) > 0; i++)
        game->rules->apply(pos, steps[random_below(random, (uint32_t)count)]);
}

static Setup setup_named(const char *name)
{
    Setup setup;
    Fault fault;
    assert_int_equal(setup_read(games_find, name, &setup, &fault), STATUS_OK);
    return setup;
}

static void test_rank_is_the_sum_of_the_terms(void **state)
{
    (void)state;
    static RankTerms terms[STEPS_MAX];
    static Step      steps[STEPS_MAX];
    static int32_t   ranks[STEPS_MAX];
    Setup            setup = setup_named("diavolo:8");
    const GameRanks *learned = setup.game->ranks;
    Random           random = random_seeded(3);
    int              ranked = 0;
    for (int n = 0; n < 200; n++) {
        PosBuffer pos;
        play_steps(setup.game, setup.variant, n % 40, &random, &pos.head);
        const int count = setup.game->rules->gen(&pos.head, steps);
        const int table = learned->terms_of(&pos.head, steps, count, terms);
        setup.game->eval->order(&pos.head, steps, count, ranks);
        assert_in_range(table, 0, learned->tables - 1);
        for (int i = 0; i < count; i++) {
            int sum = 0;
            for (int k = 0; k < terms[i].count; k++) {
                assert_in_range(terms[i].index[k], 0, learned->size - 1);
                sum += learned->numbers[table * learned->size + terms[i].index[k]];
            }
            assert_int_equal(ranks[i], terms[i].count > 0 ? sum : ORDER_ALWAYS);
            ranked += terms[i].count > 0;
        }
    }
    assert_true(ranked > 1000);
}

/* A fit is better than no ranks at all, also where it has not been fitted, and repeatable. */
static void test_ranks_are_found(void **state)
{
    (void)state;
    static const FitOptions OPTIONS = { .epochs = 6, .rate = 0.02, .seed = 1 },
                            NONE = { .seed = 1 };
    static int16_t numbers[RANK_NUMBERS_MAX], again[RANK_NUMBERS_MAX];
    Setup          setup = setup_named("diavolo:5");
    Random         random = random_seeded(5);
    RankSamples    samples;
    FitReport      report, none;
    rank_samples_init(&samples, setup.game);
    for (int n = 0; n < 400; n++) {
        PosBuffer pos;
        play_steps(setup.game, setup.variant, n % 8 * 2, &random, &pos.head);
        if (pos.head.phase == 0)
            assert_int_equal(rank_samples_add(&samples, &pos.head, &random, n % 8 == 0), STATUS_OK);
    }
    assert_int_equal(fit_ranks(&samples, &NONE, numbers, &none), STATUS_OK);
    assert_int_equal(fit_ranks(&samples, &OPTIONS, numbers, &report), STATUS_OK);
    assert_true(report.samples[0] > 200 && report.samples[1] > 20);
    for (int i = 0; i < 2; i++)
        assert_true(report.fitted[i] < none.fitted[i] - 0.05);
    for (int i = 0; i < 2; i++) { /* a fit of no epochs has no ranks */
        assert_true(fabs(none.fitted[i] - none.without[i]) < 1e-9);
        assert_true(fabs(report.in_use[i] - report.without[i]) > 0.01);
        assert_true(fabs(report.in_use[i] - none.in_use[i]) < 1e-9);
    }
    assert_int_equal(fit_ranks(&samples, &OPTIONS, again, &report), STATUS_OK);
    assert_memory_equal(numbers, again, sizeof numbers);
    rank_samples_free(&samples);
}

/* --- the command -------------------------------------------------------------------------- */

static int learn_to(const char *line, FILE *out, FILE *err)
{
    char  copy[512], *words[32];
    int   count = 0;
    Args  args;
    Fault fault;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        words[count++] = word;
    assert_int_equal(options_read(LEARN_OPTIONS, count, words, &args, &fault), STATUS_OK);
    return cmd_learn(&args, out, err);
}

static int learn(const char *line, FILE *err)
{
    FILE *out = tmpfile();
    int   status = learn_to(line, out, err);
    fclose(out);
    return status;
}

static size_t read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size, file);
    fclose(file);
    return length;
}

static void test_play_resumes(void **state)
{
    (void)state;
    static char whole[1 << 18], resumed[1 << 18];
    char        path[] = "learn-XXXXXX", line[200];
    int         file = mkstemp(path);
    FILE       *err = tmpfile();
    assert_true(file >= 0);
    close(file);
    unlink(path);
    snprintf(line, sizeof line, "diavolo:4 play %s --games 4 --nodes 20 --explore 2", path);
    assert_int_equal(learn(line, err), EXIT_DONE);
    size_t length = read_file(path, whole, sizeof whole);
    /* A kill can leave any part of the file, from its first line on. */
    for (size_t kept = length; kept > 200; kept -= length / 7) {
        assert_int_equal(truncate(path, (off_t)kept), 0);
        assert_int_equal(learn(line, err), EXIT_DONE);
        assert_int_equal(read_file(path, resumed, sizeof resumed), length);
        assert_memory_equal(whole, resumed, length);
    }
    snprintf(line, sizeof line, "diavolo:4 play %s --games 4 --nodes 30", path);
    assert_int_equal(learn(line, err), EXIT_BAD_INPUT);
    unlink(path);
    fclose(err);
}

/* Tune for some pairs, and read the results and the weights. */
static void tune(const char *path, int pairs, char *results, int32_t *weights)
{
    static char text[1 << 18];
    char        line[200];
    Fault       fault;
    FILE       *err = tmpfile();
    snprintf(line, sizeof line,
             "gipf:4,3,8,8 tune %s gipf:3,3,8,8 --games %d --nodes 20 --output %s.inc", path, pairs,
             path);
    assert_int_equal(learn(line, err), EXIT_DONE);
    fclose(err);
    results[read_file(path, results, 4095)] = '\0';
    snprintf(line, sizeof line, "%s.inc", path);
    text[read_file(line, text, sizeof text - 1)] = '\0';
    snprintf(line, sizeof line, " * Pairs: %d of tune 1 gipf:4,3,8,8;limit=500 gipf:3,3,8,8;",
             pairs);
    assert_non_null(strstr(text, line));
    assert_int_equal(weights_read(text, setup_named("gipf").game->weights->count, weights, &fault),
                     STATUS_OK);
}

static int count_changed(const int32_t *weights, const int32_t *others)
{
    int changed = 0;
    for (int i = 0; i < setup_named("gipf").game->weights->count; i++)
        changed += weights[i] != others[i];
    return changed;
}

/* Only weights of these boards change, and a tuning that was interrupted ends like one that was not. */
static void test_tune_resumes(void **state)
{
    (void)state;
    static int32_t whole[WEIGHTS_COUNT_MAX], resumed[WEIGHTS_COUNT_MAX];
    char           path[] = "learn-XXXXXX", name[40], results[4096], again[4096];
    int            file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path);
    tune(path, 24, results, whole);
    assert_in_range(count_changed(whole, setup_named("gipf").game->weights->numbers), 8, 36);
    assert_int_equal(truncate(path, (off_t)strlen(results) - 20), 0);
    tune(path, 24, again, resumed);
    assert_string_equal(results, again);
    assert_int_equal(count_changed(whole, resumed), 0);
    tune(path, 26, again, resumed);
    assert_memory_equal(results, again, strlen(results));
    assert_true(strlen(again) > strlen(results));
    tune(path, 2, again, resumed);
    assert_true(count_changed(whole, resumed) > 0);
    unlink(path);
    snprintf(name, sizeof name, "%s.inc", path);
    unlink(name);
}

static void write_ranks(const char *path, const char *comment, int sign)
{
    const GameRanks *ranks = setup_named("diavolo:6").game->ranks;
    FILE            *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "/* %s */\n", comment);
    for (int i = 0; i < ranks_count(ranks); i++)
        fprintf(file, "%d,\n", sign * ranks->numbers[i]);
    fclose(file);
}

/* Write the report of a match with the ranks in use, or with their opposite. */
static void prove_ranks(int sign, char *report, size_t size)
{
    char  path[] = "learn-XXXXXX", line[200];
    int   file = mkstemp(path);
    FILE *out = tmpfile();
    assert_true(file >= 0);
    close(file);
    write_ranks(path, "Learned.  tessera 1, learn diavolo:8 ranks --epochs 1", sign);
    snprintf(line, sizeof line, "diavolo:6 prove %s --games 6 --nodes 100", path);
    assert_int_equal(learn_to(line, out, stderr), EXIT_DONE);
    rewind(out);
    report[fread(report, 1, size - 1, out)] = '\0';
    fclose(out);
    unlink(path);
}

/* Ranks play like themselves, so both games of each pair are the same game with sides swapped; and
 * the match leaves the built-in ranks in use. */
static void test_ranks_are_proved(void **state)
{
    (void)state;
    char same[2000], bad[2000], again[2000];
    prove_ranks(1, same, sizeof same);
    prove_ranks(-1, bad, sizeof bad);
    prove_ranks(1, again, sizeof again);
    assert_non_null(strstr(same, "\npairs 0 0 3 0 0\n"));
    assert_null(strstr(bad, "\npairs 0 0 3 0 0\n"));
    assert_non_null(strstr(again, "\npairs 0 0 3 0 0\n"));
}

static void test_ranks_of_other_games_are_rejected(void **state)
{
    (void)state;
    char  path[] = "learn-XXXXXX", line[200], text[400] = "";
    int   file = mkstemp(path);
    FILE *err = tmpfile();
    assert_true(file >= 0);
    close(file);
    write_ranks(path, "learn diavolo:8 ranks", 1);
    snprintf(line, sizeof line, "gipf prove %s", path);
    assert_int_equal(learn(line, err), EXIT_BAD_INPUT);
    write_ranks(path, "learn diavolo:8 fit, not ranks", 1);
    snprintf(line, sizeof line, "diavolo:8 prove %s", path);
    assert_int_equal(learn(line, err), EXIT_BAD_INPUT);
    rewind(err);
    text[fread(text, 1, sizeof text - 1, err)] = '\0';
    assert_non_null(strstr(text, "the file has an order of moves, and gipf has no learned one"));
    assert_non_null(strstr(text, "inputs, the game"));
    fclose(err);
    unlink(path);
}

/* A file states the command, the games and the note, and is a model all the same. */
static void check_header(const char *path)
{
    static char text[1 << 16];
    int16_t     numbers[MODEL_NUMBERS_MAX];
    Setup       setup = setup_named("ponte");
    Fault       fault;
    text[read_file(path, text, sizeof text - 1)] = '\0';
    assert_non_null(strstr(text, " (commit "));
    assert_non_null(
        strstr(text, "), learn ponte:contest fit --score-share 50 --linear --epochs 1"));
    assert_non_null(strstr(text,
                           "\n * Games: 16 of self-play 1 ponte:contest seed 1 nodes 1 noise 0 "
                           "openings 4 explore 1\n * abc\n */\n"));
    assert_int_equal(
        model_read(text, setup.game->model->input_count(setup.variant), numbers, &fault),
        STATUS_OK);
}

static void test_fit_states_losses_and_games(void **state)
{
    (void)state;
    char  path[] = "learn-XXXXXX", line[300], text[400];
    int   file = mkstemp(path);
    FILE *out = tmpfile();
    float loss[3][2];
    assert_true(file >= 0);
    close(file);
    unlink(path);
    snprintf(line, sizeof line, "ponte play %s --games 8 --nodes 1 --explore 1", path);
    assert_int_equal(learn(line, stderr), EXIT_DONE);
    snprintf(line, sizeof line, "ponte fit %s --linear --epochs 1 --output %s.inc --note abc", path,
             path);
    assert_int_equal(learn_to(line, out, stderr), EXIT_DONE);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    char *start = strchr(text, '\n');
    assert_int_equal(sscanf(start,
                            " loss without %f held out %f loss in use %f held out %f"
                            " loss of fit %f held out %f",
                            &loss[0][0], &loss[0][1], &loss[1][0], &loss[1][1], &loss[2][0],
                            &loss[2][1]),
                     6);
    for (int i = 0; i < 3; i++)
        for (int held = 0; held < 2; held++)
            assert_true(loss[i][held] > 0.1f && loss[i][held] < 1);
    assert_true(fabsf(loss[0][0] - loss[1][0]) > 0.001f);
    unlink(path);
    snprintf(line, sizeof line, "%s.inc", path);
    check_header(line);
    unlink(line);
}

static void test_bad_commands(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "diavolo:8 paly x",
        "diavolo:8 play x y",
        "diavolo:8 fit x",
        "diavolo:8 fit x --output y --note */",
        "toy prove x",
        "gipf:7,5,30,30 fit x --output y",
        "diavolo:8 prove x --nodes 5 --time 5",
        "diavolo:8 prove x y",
        "diavolo:8 ranks x",
        "gipf ranks x --output y",
        "diavolo:8 tune x --output y",
        "gipf:3,3,5,5 tune x",
        "gipf tune x --nodes 20 --output y",
        "gipf:3,3,5,5 tune x duell --output y",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        FILE *err = tmpfile();
        assert_int_equal(learn(BAD[i], err), EXIT_BAD_INPUT);
        assert_true(ftell(err) > 0);
        fclose(err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_function_is_found),
        cmocka_unit_test(test_weights_change_with_the_phase),
        cmocka_unit_test(test_hidden_layer_finds_what_no_line_does),
        cmocka_unit_test(test_value_is_exact),
        cmocka_unit_test(test_model_files),
        cmocka_unit_test(test_rank_files),
        cmocka_unit_test(test_settings_are_read_as_written),
        cmocka_unit_test(test_groups_follow_from_seed_and_number),
        cmocka_unit_test(test_bad_games_are_rejected),
        cmocka_unit_test(test_rank_is_the_sum_of_the_terms),
        cmocka_unit_test(test_ranks_are_found),
        cmocka_unit_test(test_play_resumes),
        cmocka_unit_test(test_tune_resumes),
        cmocka_unit_test(test_ranks_are_proved),
        cmocka_unit_test(test_ranks_of_other_games_are_rejected),
        cmocka_unit_test(test_fit_states_losses_and_games),
        cmocka_unit_test(test_bad_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
