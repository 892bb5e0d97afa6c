/* SPDX-License-Identifier: MIT */
/* cmd_baseline.c - a round robin of the baseline players and others. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/interrupts.h"
#include "cmd/player_option.h"
#include "cmd/progress.h"
#include "cmd/queued_match.h"
#include "cmd/results.h"
#include "search/baseline.h"

enum {
    GAMES_DEFAULT = 20,
    OPENING_TURNS = 4,
    TURN_LIMIT = 500,
    TIME_MS = 100,
    MARGIN_MS = 1000,
    PLAYERS_MAX = 16,
    COLUMN = 8,
    PATH_CAPACITY = 4096,
};

enum {
    BASELINE_GAMES,
    BASELINE_SEED,
    BASELINE_PLAYER,
    BASELINE_CONCURRENCY,
    BASELINE_OPENINGS,
    BASELINE_RECORDS,
    BASELINE_DATABASE,
    BASELINE_JSON,
};
const Option BASELINE_OPTIONS[] = {
    { "games", OPTION_NUMBER, "N", "games per pairing (default 20)", 1, MATCH_GAMES_MAX },
    { "seed", OPTION_NUMBER, "N", "random seed (default 1)", 0, UINT32_MAX },
    { "player", OPTION_LIST, "SPEC", "add a player with 100 ms per move; repeatable", 0, 0 },
    { "concurrency", OPTION_NUMBER, "N", "play N games at once (default 1)", 1,
      MATCH_CONCURRENCY_MAX },
    { "openings", OPTION_NUMBER, "N", "start with N random moves (default 4)", 0, 200 },
    { "records", OPTION_TEXT, "DIR",
      "append the games to files in DIR; resume the round robin in it", 0, 0 },
    { "database", OPTION_TEXT, "URL", "queue the games for `tessera worker`", 0, 0 },
    JSON_OPTION,
    { .name = NULL },
};

typedef struct RoundRobin {
    JobQueue   *queue; /* or NULL */
    int         count;
    PlayerSpec  player[PLAYERS_MAX];
    MatchReport report[PLAYERS_MAX][PLAYERS_MAX]; /* for the row's player; row > column */
} RoundRobin;

static int read_players(const Args *args, RoundRobin *robin, FILE *err)
{
    for (int i = 0; BASELINE_PLAYERS[i].name != NULL; i++) {
        int failed =
            player_from_text(BASELINE_PLAYERS[i].name, &robin->player[robin->count++], err);
        if (failed != EXIT_DONE)
            return failed;
    }
    for (int i = 0; i < args->list_count; i++) {
        if (robin->count == PLAYERS_MAX)
            return cmd_error(err, "baseline", "at most %d players can take part", PLAYERS_MAX);
        int failed = player_from_text(args->list[i], &robin->player[robin->count++], err);
        if (failed != EXIT_DONE)
            return failed;
    }
    return EXIT_DONE;
}

/* Progress over all pairings. */
typedef struct Watch {
    Progress progress;
    int64_t  total, before; /* games of the round robin, and of the pairings played so far */
    int64_t  resumed;       /* of these, read from files */
    char     pairing[256];
} Watch;

static void on_game(void *context, const MatchReport *report, const MatchGame *game)
{
    (void)game;
    Watch  *watch = context;
    int64_t resumed = watch->resumed + report->resumed;
    int64_t played = watch->before + tally_games(&report->tally) - resumed;
    progress_parts(&watch->progress, (double)played, (double)(watch->total - resumed),
                   watch->pairing);
}

static bool on_stop(void *context, const MatchReport *report)
{
    (void)context;
    (void)report;
    return interrupts_came();
}

/* Play one pairing, or wait for its games in the queue.  Return EXIT_DONE, or the exit status after an
 * error message. */
static int play_pairing(MatchConfig *config, JobQueue *queue, Watch *watch, MatchReport *report,
                        FILE *err)
{
    Fault         fault;
    QueuedMatch   queued;
    QueueMachines machines;
    bool          has_machines = false;
    MatchListener listener = { watch, on_game, on_stop };
    if (queue != NULL && queued_match_begin(&queued, queue, config, 0) != EXIT_DONE)
        return EXIT_FAILED;
    config->source = queue != NULL ? &queued.source : NULL;
    Status status = match_run(config, &listener, report, &fault);
    if (status == STATUS_OK)
        status = queued_match_machines(config->source, &has_machines, &machines, &fault);
    if (status == STATUS_OK && has_machines) {
        progress_end(&watch->progress);
        fprintf(err, "%s - %s: ", config->player[0].text, config->player[1].text);
        print_machines(&machines, err);
    }
    if (queue != NULL)
        queued_match_end(&queued);
    watch->before += tally_games(&report->tally);
    watch->resumed += report->resumed;
    if (status == STATUS_OK && !report->stopped)
        return EXIT_DONE;
    progress_end(&watch->progress);
    if (status != STATUS_OK)
        cmd_error(err, "baseline", "%s", fault.why);
    else
        cmd_error(err, "baseline",
                  queue != NULL
                      ? "the games stay in the queue; run the same command to wait for them again"
                      : "stopped; with --records, run the same command to resume");
    return status == STATUS_OK || status == STATUS_NO_MEMORY || status == STATUS_SYSTEM
               ? EXIT_FAILED
               : EXIT_BAD_INPUT;
}

/* Set the players of a pairing. */
static void pair(const RoundRobin *robin, int row, int column, MatchConfig *config)
{
    config->player[0] = robin->player[row];
    config->player[1] = robin->player[column];
}

/* Queue all pairings before the first is waited for, so that no worker is idle meanwhile. */
static int queue_all(const RoundRobin *robin, MatchConfig *config)
{
    QueuedMatch queued;
    int         failed = EXIT_DONE;
    bool        is_noted = false;
    for (int row = 1; row < robin->count; row++)
        for (int column = 0; column < row && failed == EXIT_DONE; column++) {
            pair(robin, row, column, config);
            failed = queued_match_begin(&queued, robin->queue, config, 0);
            if (failed == EXIT_DONE && !is_noted)
                is_noted = queued_match_notes(config, robin->queue->err);
        }
    return failed;
}

/* Write the file of a pairing, such as DIR/plain2-greedy.txt.  What a file name should not have
 * becomes `_`.  If that makes two names equal, the match runner rejects the second use. */
static bool put_records_path(const char *folder, const PlayerSpec player[2], Text *out)
{
    text_addf(out, "%s/", folder);
    for (int i = 0; i < 2; i++) {
        for (const char *at = player[i].text; *at != '\0'; at++)
            text_char(out, isalnum((unsigned char)*at) || strchr(",=.", *at) != NULL ? *at : '_');
        text_add(out, i == 0 ? "-" : ".txt");
    }
    return !out->full;
}

static int play_all(RoundRobin *robin, MatchConfig *config, const char *folder, FILE *err)
{
    char  path[PATH_CAPACITY];
    Watch watch = { .progress = progress_on_terminal(err),
                    .total = (int64_t)config->games * robin->count * (robin->count - 1) / 2 };
    for (int row = 1; row < robin->count; row++)
        for (int column = 0; column < row; column++) {
            Text text = text_over(path, sizeof path);
            pair(robin, row, column, config);
            if (folder != NULL && !put_records_path(folder, config->player, &text))
                return cmd_error(err, "baseline", "the path in --records is too long");
            config->records = folder != NULL ? path : NULL;
            snprintf(watch.pairing, sizeof watch.pairing, "%.100s against %.100s",
                     config->player[0].text, config->player[1].text);
            int failed =
                play_pairing(config, robin->queue, &watch, &robin->report[row][column], err);
            if (failed != EXIT_DONE)
                return failed;
        }
    progress_end(&watch.progress);
    return EXIT_DONE;
}

static int make_folder(const char *folder, FILE *err)
{
    if (folder == NULL || mkdir(folder, 0755) == 0 || errno == EEXIST)
        return EXIT_DONE;
    cmd_error(err, "baseline", "cannot create the directory %s: %s", folder, strerror(errno));
    return EXIT_BAD_INPUT;
}

/* --- Output ------------------------------------------------------------------------------- */

/* Return the score of `row` against `column`.  Only the report of the higher index exists. */
static double score_of(const RoundRobin *robin, int row, int column)
{
    return row > column ? tally_score(&robin->report[row][column].tally)
                        : 1 - tally_score(&robin->report[column][row].tally);
}

/* Return the mean of the scores of `row` against all others. */
static double mean_of(const RoundRobin *robin, int row)
{
    double sum = 0;
    for (int column = 0; column < robin->count; column++)
        sum += column == row ? 0 : score_of(robin, row, column);
    return sum / (robin->count - 1);
}

static int name_width(const RoundRobin *robin)
{
    size_t width = strlen("player");
    for (int i = 0; i < robin->count; i++)
        if (strlen(robin->player[i].text) > width)
            width = strlen(robin->player[i].text);
    return (int)width;
}

static void print_table(const RoundRobin *robin, FILE *out)
{
    int width = name_width(robin);
    fprintf(out, "   %-*s", width, "player");
    for (int column = 0; column < robin->count; column++)
        fprintf(out, "%*d", COLUMN, column + 1);
    fprintf(out, "%*s\n", COLUMN, "all");
    for (int row = 0; row < robin->count; row++) {
        fprintf(out, "%2d %-*s", row + 1, width, robin->player[row].text);
        for (int column = 0; column < robin->count; column++) {
            if (column == row) {
                fprintf(out, "%*s", COLUMN, "-");
                continue;
            }
            fprintf(out, "%*.1f", COLUMN, 100 * score_of(robin, row, column));
        }
        fprintf(out, "%*.1f\n", COLUMN, 100 * mean_of(robin, row));
    }
}

/* Print one line per pairing, for scripts. */
static void print_pairings(const RoundRobin *robin, FILE *out)
{
    for (int row = 1; row < robin->count; row++)
        for (int column = 0; column < row; column++) {
            const MatchReport *report = &robin->report[row][column];
            const Tally       *tally = &report->tally;
            fprintf(out, "pairing %s %s games %lld %lld %lld cut %lld forfeits %lld %lld\n",
                    robin->player[row].text, robin->player[column].text, (long long)tally->win,
                    (long long)tally->draw, (long long)tally->loss, (long long)report->cut,
                    (long long)report->forfeits[0], (long long)report->forfeits[1]);
        }
}

static void json_pairing(Json *json, const RoundRobin *robin, int row, int column)
{
    const MatchReport *report = &robin->report[row][column];
    json_object(json, NULL);
    json_string(json, "first", robin->player[row].text);
    json_string(json, "second", robin->player[column].text);
    json_integer(json, "wins", report->tally.win);
    json_integer(json, "draws", report->tally.draw);
    json_integer(json, "losses", report->tally.loss);
    json_number(json, "score", score_of(robin, row, column));
    json_integer(json, "cut", report->cut);
    json_array(json, "forfeits");
    json_integer(json, NULL, report->forfeits[0]);
    json_integer(json, NULL, report->forfeits[1]);
    json_end_array(json);
    json_end_object(json);
}

static int print_json(const RoundRobin *robin, const MatchConfig *config, FILE *out, FILE *err)
{
    Results results;
    Json   *json = &results.json;
    results_begin(&results, out, true);
    json_setup(json, "game", &config->setup);
    json_array(json, "players");
    for (int row = 0; row < robin->count; row++) {
        json_object(json, NULL);
        json_string(json, "player", robin->player[row].text);
        json_number(json, "score", mean_of(robin, row));
        json_end_object(json);
    }
    json_end_array(json);
    json_array(json, "pairings");
    for (int row = 1; row < robin->count; row++)
        for (int column = 0; column < row; column++)
            json_pairing(json, robin, row, column);
    json_end_array(json);
    return results_end(&results, "baseline", err);
}

static uint32_t number_or(const Args *args, int option, uint32_t otherwise)
{
    return args->option[option].given ? args->option[option].number : otherwise;
}

int cmd_baseline(const Args *args, FILE *out, FILE *err)
{
    RoundRobin  robin = { 0 };
    MatchConfig config = { .time_ms = TIME_MS, .margin_ms = MARGIN_MS };
    int         failed = setup_from_text(args->arg[0], &config.setup, err);
    if (failed == EXIT_DONE)
        failed = read_players(args, &robin, err);
    const char *folder = args->option[BASELINE_RECORDS].text;
    if (failed == EXIT_DONE)
        failed = make_folder(folder, err);
    if (failed != EXIT_DONE)
        return failed;
    if (config.setup.turn_limit == 0)
        config.setup.turn_limit = TURN_LIMIT;
    config.games = (int)number_or(args, BASELINE_GAMES, GAMES_DEFAULT);
    config.seed = number_or(args, BASELINE_SEED, 1);
    config.concurrency = (int)number_or(args, BASELINE_CONCURRENCY, 1);
    config.opening_turns = (int)number_or(args, BASELINE_OPENINGS, OPENING_TURNS);
    JobQueue queue;
    if (args->option[BASELINE_DATABASE].given) {
        if (args->option[BASELINE_CONCURRENCY].given)
            return cmd_error(
                err, "baseline",
                "--concurrency is of no use with --database; pass --slots to the workers");
        failed = job_queue_open(&queue, args->option[BASELINE_DATABASE].text, "baseline", err);
        if (failed != EXIT_DONE)
            return failed;
        robin.queue = &queue;
        failed = queue_all(&robin, &config);
    }
    interrupts_begin();
    if (failed == EXIT_DONE)
        failed = play_all(&robin, &config, folder, err);
    interrupts_end();
    if (robin.queue != NULL)
        job_queue_close(robin.queue);
    if (failed != EXIT_DONE)
        return failed;
    if (args->option[BASELINE_JSON].given)
        return print_json(&robin, &config, out, err);
    print_table(&robin, out);
    print_pairings(&robin, out);
    return EXIT_DONE;
}
