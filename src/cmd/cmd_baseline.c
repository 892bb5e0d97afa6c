/* SPDX-License-Identifier: MIT */
/* cmd_baseline.c - a round robin of the baseline players and others. */
#include <string.h>
#include <unistd.h>

#include "cmd/interrupts.h"
#include "cmd/player_option.h"
#include "search/baseline.h"

enum {
    GAMES_DEFAULT = 20,
    OPENING_TURNS = 4,
    TURN_LIMIT = 500,
    TIME_MS = 100,
    MARGIN_MS = 1000,
    PLAYERS_MAX = 16,
    COLUMN = 8,
};

enum { BASELINE_GAMES, BASELINE_SEED, BASELINE_PLAYER, BASELINE_CONCURRENCY, BASELINE_OPENINGS };
const Option BASELINE_OPTIONS[] = {
    { "games", OPTION_NUMBER, "N", "games per pairing (default 20)", 1, MATCH_GAMES_MAX },
    { "seed", OPTION_NUMBER, "N", "random seed (default 1)", 0, UINT32_MAX },
    { "player", OPTION_LIST, "SPEC", "add a player with 100 ms per move; repeatable", 0, 0 },
    { "concurrency", OPTION_NUMBER, "N", "play N games at once (default 1)", 1,
      MATCH_CONCURRENCY_MAX },
    { "openings", OPTION_NUMBER, "N", "start with N random moves (default 4)", 0, 200 },
    { .name = NULL },
};

typedef struct RoundRobin {
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

static bool on_stop(void *context, const MatchReport *report)
{
    (void)context;
    (void)report;
    return interrupts_came();
}

/* Play one pairing.  Return EXIT_DONE, or the exit status after an error message. */
static int play_pairing(MatchConfig *config, MatchReport *report, FILE *err)
{
    Fault         fault;
    MatchListener listener = { .stop = on_stop };
    if (match_run(config, &listener, report, &fault) != STATUS_OK) {
        cmd_error(err, "baseline", "%s", fault.why);
        return EXIT_FAILED;
    }
    if (report->stopped)
        cmd_error(err, "baseline", "stopped");
    return report->stopped ? EXIT_FAILED : EXIT_DONE;
}

static int play_all(RoundRobin *robin, MatchConfig *config, FILE *err)
{
    for (int row = 1; row < robin->count; row++)
        for (int column = 0; column < row; column++) {
            config->player[0] = robin->player[row];
            config->player[1] = robin->player[column];
            if (isatty(fileno(err)))
                fprintf(err, "\r%s against %s\033[K", config->player[0].text,
                        config->player[1].text);
            int failed = play_pairing(config, &robin->report[row][column], err);
            if (failed != EXIT_DONE)
                return failed;
        }
    if (isatty(fileno(err)))
        fputs("\r\033[K", err);
    return EXIT_DONE;
}

/* --- Output ------------------------------------------------------------------------------- */

/* Return the score of `row` against `column`.  Only the report of the higher index exists. */
static double score_of(const RoundRobin *robin, int row, int column)
{
    return row > column ? tally_score(&robin->report[row][column].tally)
                        : 1 - tally_score(&robin->report[column][row].tally);
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
        double sum = 0;
        fprintf(out, "%2d %-*s", row + 1, width, robin->player[row].text);
        for (int column = 0; column < robin->count; column++) {
            if (column == row) {
                fprintf(out, "%*s", COLUMN, "-");
                continue;
            }
            double score = score_of(robin, row, column);
            sum += score;
            fprintf(out, "%*.1f", COLUMN, 100 * score);
        }
        fprintf(out, "%*.1f\n", COLUMN, 100 * sum / (robin->count - 1));
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
    if (failed != EXIT_DONE)
        return failed;
    if (config.setup.turn_limit == 0)
        config.setup.turn_limit = TURN_LIMIT;
    config.games = (int)number_or(args, BASELINE_GAMES, GAMES_DEFAULT);
    config.seed = number_or(args, BASELINE_SEED, 1);
    config.concurrency = (int)number_or(args, BASELINE_CONCURRENCY, 1);
    config.opening_turns = (int)number_or(args, BASELINE_OPENINGS, OPENING_TURNS);
    interrupts_begin();
    failed = play_all(&robin, &config, err);
    interrupts_end();
    if (failed != EXIT_DONE)
        return failed;
    print_table(&robin, out);
    print_pairings(&robin, out);
    return EXIT_DONE;
}
