/* SPDX-License-Identifier: MIT */
/* cmd_match.c - match: many games of two players, with statistics. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cmd/interrupts.h"
#include "cmd/player_option.h"
#include "cmd/queued_match.h"
#include "cmd/results.h"

enum {
    GAMES_DEFAULT = 100,
    OPENING_DEFAULT = 4,
    OPENING_MAX = 200,
    LIMIT_DEFAULT = 500,
    TIME_DEFAULT_MS = 100,
    MARGIN_DEFAULT_MS = 1000,
    DAY_MS = 24 * 3600 * 1000,
    FAILURES_SHOWN = 5,
};

static const double PROGRESS_EVERY_SECONDS = 0.2, LINE_EVERY_SECONDS = 30;
static const double SPRT_ERROR = 0.05;

enum {
    MATCH_FIRST,
    MATCH_SECOND,
    MATCH_GAMES,
    MATCH_NODES,
    MATCH_TIME,
    MATCH_CLOCK,
    MATCH_OPENINGS,
    MATCH_BALANCED,
    MATCH_SEED,
    MATCH_CONCURRENCY,
    MATCH_SPRT,
    MATCH_RECORDS,
    MATCH_LIMIT,
    MATCH_MARGIN,
    MATCH_RESIGN,
    MATCH_DATABASE,
    MATCH_PRIORITY,
    MATCH_NO_WAIT,
    MATCH_JSON,
};
const Option MATCH_OPTIONS[] = {
    { "first", OPTION_TEXT, "SPEC", "the first player", 0, 0 },
    { "second", OPTION_TEXT, "SPEC", "the second player", 0, 0 },
    { "games", OPTION_NUMBER, "N", "play at most N games (default 100)", 1, MATCH_GAMES_MAX },
    { "nodes", OPTION_NUMBER, "N", "limit each move to N nodes", 1, UINT32_MAX },
    { "time", OPTION_NUMBER, "MS", "limit each move to MS ms (default 100)", 1, DAY_MS },
    { "clock", OPTION_TEXT, "MS+INC", "time per game and increment per move, in ms", 0, 0 },
    { "openings", OPTION_NUMBER, "N", "start with N random moves (default 4)", 0, OPENING_MAX },
    { "balanced", OPTION_FLAG, NULL, "skip openings that look decided", 0, 0 },
    { "seed", OPTION_NUMBER, "N", "random seed (default 1)", 0, UINT32_MAX },
    { "concurrency", OPTION_NUMBER, "N", "play N games at once (default 1)", 1,
      MATCH_CONCURRENCY_MAX },
    { "sprt", OPTION_TEXT, "ELO0,ELO1", "stop when the SPRT accepts ELO0 or ELO1", 0, 0 },
    { "records", OPTION_TEXT, "FILE", "append the games to FILE; resume the match in it", 0, 0 },
    { "limit", OPTION_NUMBER, "N", "draw after N moves (default 500)", 1, TURN_LIMIT_MAX },
    { "margin", OPTION_NUMBER, "MS", "time forfeit tolerance in ms (default 1000)", 0, DAY_MS },
    { "resign", OPTION_NUMBER, "PERCENT",
      "end a game when both players give a side at most this chance", 1, MATCH_RESIGN_PERCENT_MAX },
    { "database", OPTION_TEXT, "URL", "queue the games for `tessera worker`", 0, 0 },
    { "priority", OPTION_NUMBER, "N", "with --database: higher ones are played first (default 0)",
      0, QUEUE_PRIORITY_MAX },
    { "no-wait", OPTION_FLAG, NULL, "with --database: count only finished games", 0, 0 },
    JSON_OPTION,
    { .name = NULL },
};

/* --- Reading ------------------------------------------------------------------------------ */

static bool read_clock(const char *text, MatchConfig *config)
{
    Scan     scan = scan_string(text);
    uint32_t main_ms, increment_ms = 0;
    if (!scan_number(&scan, DAY_MS, &main_ms) || main_ms == 0)
        return false;
    if (scan_char(&scan, '+') && !scan_number(&scan, DAY_MS, &increment_ms))
        return false;
    config->clock_ms = main_ms;
    config->increment_ms = increment_ms;
    return scan_done(&scan);
}

static bool read_elo(Scan *scan, double *elo)
{
    bool     minus = scan_char(scan, '-');
    uint32_t whole, tenth = 0;
    if (!scan_number(scan, 2000, &whole))
        return false;
    if (scan_char(scan, '.') && !scan_number(scan, 9, &tenth))
        return false;
    *elo = (minus ? -1 : 1) * ((double)whole + (double)tenth / 10);
    return true;
}

int sprt_from_text(const char *text, const char *command, Sprt *sprt, FILE *err)
{
    Scan scan = scan_string(text);
    *sprt = (Sprt){ .alpha = SPRT_ERROR, .beta = SPRT_ERROR };
    if (read_elo(&scan, &sprt->elo0) && scan_char(&scan, ',') && read_elo(&scan, &sprt->elo1) &&
        scan_done(&scan) && sprt->elo0 < sprt->elo1)
        return EXIT_DONE;
    return cmd_error(err, command, "--sprt takes ELO0,ELO1 with ELO0 the lower one, such as 0,20");
}

static uint32_t number_or(const Args *args, int option, uint32_t otherwise)
{
    return args->option[option].given ? args->option[option].number : otherwise;
}

static int read_limits(const Args *args, MatchConfig *config, FILE *err)
{
    const OptionValue *option = args->option;
    int given = option[MATCH_NODES].given + option[MATCH_TIME].given + option[MATCH_CLOCK].given;
    if (given > 1)
        return cmd_error(err, "match",
                         "--nodes, --time and --clock exclude each other; pass one of them");
    config->nodes = number_or(args, MATCH_NODES, 0);
    config->time_ms = number_or(args, MATCH_TIME, given == 0 ? TIME_DEFAULT_MS : 0);
    config->margin_ms = number_or(args, MATCH_MARGIN, MARGIN_DEFAULT_MS);
    if (option[MATCH_CLOCK].given && !read_clock(option[MATCH_CLOCK].text, config))
        return cmd_error(err, "match",
                         "--clock takes MS+INC in milliseconds, such as 60000+500, not '%.60s'",
                         option[MATCH_CLOCK].text);
    config->resign_percent = (int)number_or(args, MATCH_RESIGN, 0);
    config->has_sprt = option[MATCH_SPRT].given;
    return config->has_sprt ? sprt_from_text(option[MATCH_SPRT].text, "match", &config->sprt, err)
                            : EXIT_DONE;
}

static int read_players(const Args *args, MatchConfig *config, FILE *err)
{
    for (int i = 0; i < 2; i++) {
        const OptionValue *value = &args->option[MATCH_FIRST + i];
        if (!value->given)
            return cmd_error(err, "match", "--%s is missing; pass a player, such as --%s level5",
                             MATCH_OPTIONS[MATCH_FIRST + i].name,
                             MATCH_OPTIONS[MATCH_FIRST + i].name);
        int failed = player_from_text(value->text, &config->player[i], err);
        if (failed != EXIT_DONE)
            return failed;
    }
    return EXIT_DONE;
}

static int read_config(const Args *args, MatchConfig *config, FILE *err)
{
    int failed = setup_from_text(args->arg[0], &config->setup, err);
    if (failed == EXIT_DONE)
        failed = read_players(args, config, err);
    if (failed == EXIT_DONE)
        failed = read_limits(args, config, err);
    if (failed != EXIT_DONE)
        return failed;
    if (args->option[MATCH_LIMIT].given || config->setup.turn_limit == 0)
        config->setup.turn_limit = number_or(args, MATCH_LIMIT, LIMIT_DEFAULT);
    config->games = (int)number_or(args, MATCH_GAMES, GAMES_DEFAULT);
    config->opening_turns = (int)number_or(args, MATCH_OPENINGS, OPENING_DEFAULT);
    config->balanced = args->option[MATCH_BALANCED].given;
    config->seed = number_or(args, MATCH_SEED, 1);
    config->concurrency = (int)number_or(args, MATCH_CONCURRENCY, 1);
    config->records = args->option[MATCH_RECORDS].text;
    return EXIT_DONE;
}

/* --- Progress ----------------------------------------------------------------------------- */

typedef struct Watch {
    const MatchConfig *config;
    FILE              *err;
    bool               terminal;
    double             began, reported;
    int                failures;
} Watch;

static void print_progress(Watch *watch, const MatchReport *report)
{
    double    now = clock_wall_seconds();
    int64_t   games = tally_games(&report->tally), fresh = games - report->resumed;
    double    left = fresh > 0 ? (now - watch->began) / (double)fresh : 0;
    Estimate  score = stats_score(&report->tally);
    char      line[200];
    Text      text = text_over(line, sizeof line);
    long long rest = (long long)(left * (double)(watch->config->games - games) + 0.5);
    watch->reported = now;
    text_addf(&text, "%lld of %d games: +%lld =%lld -%lld, score %.1f %% (%.1f to %.1f)",
              (long long)games, watch->config->games, (long long)report->tally.win,
              (long long)report->tally.draw, (long long)report->tally.loss, 100 * score.value,
              100 * score.low, 100 * score.high);
    if (watch->config->has_sprt)
        text_addf(&text, ", sprt %.2f", sprt_ratio(&watch->config->sprt, &report->tally));
    text_addf(&text, ", %lld s left", rest);
    fprintf(watch->err, watch->terminal ? "\r%s\033[K" : "%s\n", line);
    fflush(watch->err);
}

static void print_failure(Watch *watch, const MatchGame *game)
{
    if (watch->failures++ >= FAILURES_SHOWN)
        return;
    fprintf(watch->err, "%sgame %lld: %s forfeits by %s%s%s%s\n", watch->terminal ? "\r\033[K" : "",
            (long long)game->number + 1, watch->config->player[game->forfeiter].text, game->word,
            game->why[0] == '\0' ? "" : ": ", game->why,
            watch->failures == FAILURES_SHOWN ? " (further forfeits are only counted)" : "");
}

static void on_game(void *context, const MatchReport *report, const MatchGame *game)
{
    Watch *watch = context;
    double every = watch->terminal ? PROGRESS_EVERY_SECONDS : LINE_EVERY_SECONDS;
    if (game->forfeiter != SIDE_NONE)
        print_failure(watch, game);
    if (clock_wall_seconds() - watch->reported >= every)
        print_progress(watch, report);
}

static bool on_stop(void *context, const MatchReport *report)
{
    const Watch *watch = context;
    (void)report;
    return interrupts_came() || queued_match_is_out(watch->config->source);
}

/* --- Result --------------------------------------------------------------------------- */

static void print_work(const MatchConfig *config, const MatchReport *report, FILE *out)
{
    for (int i = 0; i < 2; i++) {
        const MatchWork *work = &report->work[i];
        double           turns = work->turns == 0 ? 1 : (double)work->turns;
        fprintf(out, "%s %s", i == 0 ? "first" : "second", config->player[i].text);
        if (work->nodes > 0)
            fprintf(out, " (per move: %.0f nodes, depth %.1f, %.1f ms)",
                    (double)work->nodes / turns, (double)work->depths / turns,
                    (double)work->time_ms / turns);
        putc('\n', out);
    }
}

/* Print a rating difference; infinity as `inf` or `-inf`. */
static void print_elo(double elo, FILE *out)
{
    if (isinf(elo))
        fprintf(out, elo < 0 ? " -inf" : " inf");
    else
        fprintf(out, " %+.1f", elo);
}

static const char *const DECISIONS[] = { "open", "elo0", "elo1" };

static void print_sprt(const Sprt *sprt, const MatchReport *report, FILE *out)
{
    fprintf(out, "sprt %.2f bounds %.2f %.2f elo0 %g elo1 %g verdict %s\n",
            sprt_ratio(sprt, &report->tally), sprt_low(sprt), sprt_high(sprt), sprt->elo0,
            sprt->elo1, DECISIONS[report->decision]);
}

static void print_report(const MatchConfig *config, const MatchReport *report,
                         const QueueMachines *machines, FILE *out)
{
    const Tally *tally = &report->tally;
    Estimate     score = stats_score(tally), elo = stats_elo(tally);
    double       games = tally_games(tally) == 0 ? 1 : (double)tally_games(tally);
    char         name[SETUP_TEXT_MAX];
    Text         text = text_over(name, sizeof name);
    setup_write(&config->setup, &text);
    fprintf(out, "game %s\n", name);
    print_work(config, report, out);
    if (machines != NULL)
        print_machines(machines, out);
    fprintf(out, "endings");
    for (int i = 0; i < report->ending_count; i++)
        fprintf(out, " %s %lld", report->endings[i].word, (long long)report->endings[i].count);
    fprintf(out, "\nsides %lld %lld wins, %.1f moves per game\n", (long long)report->side_wins[0],
            (long long)report->side_wins[1], (double)report->turns / games);
    fprintf(out, "cut %lld draws by the limit of %u moves\n", (long long)report->cut,
            config->setup.turn_limit);
    fprintf(out, "forfeits %lld %lld\n", (long long)report->forfeits[0],
            (long long)report->forfeits[1]);
    if (report->repeated > 0)
        fprintf(out, "repeated %d openings were played more than once\n", report->repeated);
    fprintf(out, "games %lld %lld %lld\n", (long long)tally->win, (long long)tally->draw,
            (long long)tally->loss);
    fprintf(out, "score %.4f from %.4f to %.4f\n", score.value, score.low, score.high);
    fprintf(out, "elo");
    print_elo(elo.value, out);
    fprintf(out, " from");
    print_elo(elo.low, out);
    fprintf(out, " to");
    print_elo(elo.high, out);
    fprintf(out, "\npairs");
    for (int i = 0; i < PAIR_KINDS; i++)
        fprintf(out, " %lld", (long long)tally->pair[i]);
    putc('\n', out);
    if (config->has_sprt)
        print_sprt(&config->sprt, report, out);
}

static void json_estimate(Json *json, const char *name, Estimate estimate)
{
    json_object(json, name);
    json_number(json, "value", estimate.value);
    json_number(json, "low", estimate.low);
    json_number(json, "high", estimate.high);
    json_end_object(json);
}

static void json_counts(Json *json, const char *name, const int64_t *counts, int count)
{
    json_array(json, name);
    for (int i = 0; i < count; i++)
        json_integer(json, NULL, counts[i]);
    json_end_array(json);
}

static void json_player(Json *json, const char *name, const PlayerSpec *player,
                        const MatchWork *work)
{
    double turns = work->turns == 0 ? 1 : (double)work->turns;
    json_object(json, name);
    json_string(json, "player", player->text);
    json_number(json, "nodes_per_move", (double)work->nodes / turns);
    json_number(json, "depth", (double)work->depths / turns);
    json_number(json, "ms_per_move", (double)work->time_ms / turns);
    json_end_object(json);
}

static void json_sprt(Json *json, const Sprt *sprt, const MatchReport *report)
{
    json_object(json, "sprt");
    json_number(json, "ratio", sprt_ratio(sprt, &report->tally));
    json_number(json, "low", sprt_low(sprt));
    json_number(json, "high", sprt_high(sprt));
    json_number(json, "elo0", sprt->elo0);
    json_number(json, "elo1", sprt->elo1);
    json_string(json, "decision", DECISIONS[report->decision]);
    json_end_object(json);
}

static void json_machines(Json *json, const QueueMachines *machines)
{
    json_object(json, "machines");
    json_string(json, "class", machines->class);
    json_integer(json, "workers", machines->workers);
    json_integer(json, "slowest", machines->slowest);
    json_integer(json, "fastest", machines->fastest);
    json_end_object(json);
}

static int print_json(const MatchConfig *config, const MatchReport *report,
                      const QueueMachines *machines, FILE *out, FILE *err)
{
    const Tally *tally = &report->tally;
    double       games = tally_games(tally) == 0 ? 1 : (double)tally_games(tally);
    Results      results;
    Json        *json = &results.json;
    results_begin(&results, out, true);
    json_setup(json, "game", &config->setup);
    json_player(json, "first", &config->player[0], &report->work[0]);
    json_player(json, "second", &config->player[1], &report->work[1]);
    json_object(json, "endings");
    for (int i = 0; i < report->ending_count; i++)
        json_integer(json, report->endings[i].word, report->endings[i].count);
    json_end_object(json);
    json_counts(json, "side_wins", report->side_wins, 2);
    json_number(json, "moves_per_game", (double)report->turns / games);
    json_integer(json, "cut", report->cut);
    json_counts(json, "forfeits", report->forfeits, 2);
    json_integer(json, "repeated_openings", report->repeated);
    json_integer(json, "wins", tally->win);
    json_integer(json, "draws", tally->draw);
    json_integer(json, "losses", tally->loss);
    json_estimate(json, "score", stats_score(tally));
    json_estimate(json, "elo", stats_elo(tally));
    json_counts(json, "pairs", tally->pair, PAIR_KINDS);
    if (config->has_sprt)
        json_sprt(json, &config->sprt, report);
    if (machines != NULL)
        json_machines(json, machines);
    json_bool(json, "stopped", report->stopped);
    return results_end(&results, "match", err);
}

/* True if no game of the match says anything about strength. */
static bool all_crashed(const MatchReport *report)
{
    return report->ending_count == 1 && strcmp(report->endings[0].word, "crash") == 0;
}

/* Say what an unfinished match needs, or what is wrong with a finished one.  Return the exit status. */
static int conclude(const MatchConfig *config, const MatchReport *report, FILE *err)
{
    if (report->stopped && queued_match_is_out(config->source)) {
        fprintf(err, "%lld of %d games are finished; run the same command again for the others\n",
                (long long)tally_games(&report->tally), config->games);
        return EXIT_DONE;
    }
    if (report->stopped)
        fprintf(err, config->source != NULL
                         ? "tessera: match: the games stay in the queue; run the same command to "
                           "wait for them again, or `tessera queue cancel`\n"
                         : "tessera: match: stopped; with --records, run the same command to "
                           "resume\n");
    else if (all_crashed(report))
        fprintf(err, "tessera: match: every game ended with a crash; see the reasons above\n");
    return report->stopped || all_crashed(report) ? EXIT_FAILED : EXIT_DONE;
}

int run_match(const MatchConfig *config, bool json, FILE *out, FILE *err)
{
    MatchReport   report;
    QueueMachines machines;
    bool          has_machines;
    Fault         fault;
    int           failed = EXIT_DONE;
    Watch         watch = { .config = config, .err = err, .terminal = isatty(fileno(err)) };
    watch.began = watch.reported = clock_wall_seconds();
    MatchListener listener = { &watch, on_game, on_stop };
    interrupts_begin();
    Status status = match_run(config, &listener, &report, &fault);
    if (config->source != NULL && status == STATUS_OK && report.decision != SPRT_OPEN)
        status = queued_match_decided(config->source, &fault);
    if (status == STATUS_OK)
        status = queued_match_machines(config->source, &has_machines, &machines, &fault);
    interrupts_end();
    if (watch.terminal)
        fputs("\r\033[K", err);
    if (status != STATUS_OK) {
        cmd_error(err, "match", "%s", fault.why);
        return status == STATUS_NO_MEMORY || status == STATUS_SYSTEM ? EXIT_FAILED : EXIT_BAD_INPUT;
    }
    if (json)
        failed = print_json(config, &report, has_machines ? &machines : NULL, out, err);
    else
        print_report(config, &report, has_machines ? &machines : NULL, out);
    int concluded = conclude(config, &report, err);
    return concluded != EXIT_DONE ? concluded : failed;
}

static int check_queue_options(const Args *args, FILE *err)
{
    const OptionValue *option = args->option;
    if (!option[MATCH_DATABASE].given)
        return option[MATCH_PRIORITY].given || option[MATCH_NO_WAIT].given
                   ? cmd_error(err, "match", "--priority and --no-wait need --database URL")
                   : EXIT_DONE;
    if (option[MATCH_CONCURRENCY].given)
        return cmd_error(err, "match",
                         "--concurrency is of no use with --database; pass --slots to the workers");
    return EXIT_DONE;
}

/* Queue the match and wait for its games. */
static int run_queued(const Args *args, MatchConfig *config, FILE *out, FILE *err)
{
    const OptionValue *option = args->option;
    JobQueue           to;
    QueuedMatch        queued;
    int                failed = job_queue_open(&to, option[MATCH_DATABASE].text, "match", err);
    if (failed != EXIT_DONE)
        return failed;
    failed = queued_match_begin(&queued, &to, config, (int)number_or(args, MATCH_PRIORITY, 0));
    if (failed == EXIT_DONE) {
        fprintf(err, "job %lld: %d games; `tessera worker` plays them\n", (long long)queued.job.id,
                config->games);
        queued_match_notes(config, err);
    }
    if (failed == EXIT_DONE) {
        queued.is_impatient = option[MATCH_NO_WAIT].given;
        queued.job.is_waited = queued.is_impatient; /* a job that was cancelled stays so */
        config->source = &queued.source;
        failed = run_match(config, option[MATCH_JSON].given, out, err);
    }
    queued_match_end(&queued);
    job_queue_close(&to);
    return failed;
}

int cmd_match(const Args *args, FILE *out, FILE *err)
{
    MatchConfig config = { 0 };
    int         failed = read_config(args, &config, err);
    if (failed == EXIT_DONE)
        failed = check_queue_options(args, err);
    if (failed != EXIT_DONE)
        return failed;
    return args->option[MATCH_DATABASE].given
               ? run_queued(args, &config, out, err)
               : run_match(&config, args->option[MATCH_JSON].given, out, err);
}
