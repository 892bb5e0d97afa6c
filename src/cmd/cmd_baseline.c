/* SPDX-License-Identifier: MIT */
/* cmd_baseline.c - every player against every other one: ladder. */
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
    { "games", OPTION_NUMBER, "N", "games of each pairing (default 20)", 1, MATCH_GAMES_MAX },
    { "seed", OPTION_NUMBER, "N", "of everything random (default 1)", 0, UINT32_MAX },
    { "player", OPTION_LIST, "SPEC", "one more player, with 100 ms a turn; several times", 0, 0 },
    { "concurrency", OPTION_NUMBER, "N", "play N games at once (default 1)", 1,
      MATCH_CONCURRENCY_MAX },
    { "openings", OPTION_NUMBER, "N", "begin with N random turns (default 4)", 0, 200 },
    { .name = NULL },
};

typedef struct Ladder {
    int         count;
    PlayerSpec  player[PLAYERS_MAX];
    MatchReport report[PLAYERS_MAX][PLAYERS_MAX]; /* of the row's player; the rows come first */
} Ladder;

static int read_ladder(const Args *args, Ladder *ladder, FILE *err)
{
    for (int i = 0; BASELINE_PLAYERS[i].name != NULL; i++) {
        int failed =
            player_from_word(BASELINE_PLAYERS[i].name, &ladder->player[ladder->count++], err);
        if (failed != EXIT_DONE)
            return failed;
    }
    for (int i = 0; i < args->list_count; i++) {
        if (ladder->count == PLAYERS_MAX)
            return cmd_error(err, "ladder", "there is room for %d players", PLAYERS_MAX);
        int failed = player_from_word(args->list[i], &ladder->player[ladder->count++], err);
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

/* Play one pairing.  EXIT_DONE, or the exit status after a complaint. */
static int play_pairing(MatchConfig *config, MatchReport *report, FILE *err)
{
    Fault         fault;
    MatchListener listener = { .stop = on_stop };
    if (match_run(config, &listener, report, &fault) != STATUS_OK) {
        cmd_error(err, "ladder", "%s", fault.why);
        return EXIT_FAILED;
    }
    if (report->stopped)
        cmd_error(err, "ladder", "stopped");
    return report->stopped ? EXIT_FAILED : EXIT_DONE;
}

static int play_ladder(Ladder *ladder, MatchConfig *config, FILE *err)
{
    for (int row = 1; row < ladder->count; row++)
        for (int column = 0; column < row; column++) {
            config->player[0] = ladder->player[row];
            config->player[1] = ladder->player[column];
            if (isatty(fileno(err)))
                fprintf(err, "\r%s against %s\033[K", config->player[0].text,
                        config->player[1].text);
            int failed = play_pairing(config, &ladder->report[row][column], err);
            if (failed != EXIT_DONE)
                return failed;
        }
    if (isatty(fileno(err)))
        fputs("\r\033[K", err);
    return EXIT_DONE;
}

/* --- The table ---------------------------------------------------------------------------- */

/* What `row` scored against `column`, from whichever report there is. */
static double score_of(const Ladder *ladder, int row, int column)
{
    return row > column ? tally_score(&ladder->report[row][column].tally)
                        : 1 - tally_score(&ladder->report[column][row].tally);
}

static int name_width(const Ladder *ladder)
{
    size_t width = strlen("player");
    for (int i = 0; i < ladder->count; i++)
        if (strlen(ladder->player[i].text) > width)
            width = strlen(ladder->player[i].text);
    return (int)width;
}

static void print_table(const Ladder *ladder, FILE *out)
{
    int width = name_width(ladder);
    fprintf(out, "   %-*s", width, "player");
    for (int column = 0; column < ladder->count; column++)
        fprintf(out, "%*d", COLUMN, column + 1);
    fprintf(out, "%*s\n", COLUMN, "all");
    for (int row = 0; row < ladder->count; row++) {
        double sum = 0;
        fprintf(out, "%2d %-*s", row + 1, width, ladder->player[row].text);
        for (int column = 0; column < ladder->count; column++) {
            if (column == row) {
                fprintf(out, "%*s", COLUMN, "-");
                continue;
            }
            double score = score_of(ladder, row, column);
            sum += score;
            fprintf(out, "%*.1f", COLUMN, 100 * score);
        }
        fprintf(out, "%*.1f\n", COLUMN, 100 * sum / (ladder->count - 1));
    }
}

/* The same for scripts: one line a pairing. */
static void print_pairings(const Ladder *ladder, FILE *out)
{
    for (int row = 1; row < ladder->count; row++)
        for (int column = 0; column < row; column++) {
            const MatchReport *report = &ladder->report[row][column];
            const Tally       *tally = &report->tally;
            fprintf(out, "pairing %s %s games %lld %lld %lld cut %lld forfeits %lld %lld\n",
                    ladder->player[row].text, ladder->player[column].text, (long long)tally->win,
                    (long long)tally->draw, (long long)tally->loss, (long long)report->cut,
                    (long long)report->forfeits[0], (long long)report->forfeits[1]);
        }
}

static uint32_t number_or(const Args *args, int option, uint32_t otherwise)
{
    return args->option[option].given ? args->option[option].number : otherwise;
}

int cmd_ladder(const Args *args, FILE *out, FILE *err)
{
    Ladder      ladder = { 0 };
    MatchConfig config = { .time_ms = TIME_MS, .margin_ms = MARGIN_MS };
    int         failed = setup_from_word(args->words[0], &config.setup, err);
    if (failed == EXIT_DONE)
        failed = read_ladder(args, &ladder, err);
    if (failed != EXIT_DONE)
        return failed;
    if (config.setup.turn_limit == 0)
        config.setup.turn_limit = TURN_LIMIT;
    config.games = (int)number_or(args, BASELINE_GAMES, GAMES_DEFAULT);
    config.seed = number_or(args, BASELINE_SEED, 1);
    config.concurrency = (int)number_or(args, BASELINE_CONCURRENCY, 1);
    config.opening_turns = (int)number_or(args, BASELINE_OPENINGS, OPENING_TURNS);
    interrupts_begin();
    failed = play_ladder(&ladder, &config, err);
    interrupts_end();
    if (failed != EXIT_DONE)
        return failed;
    print_table(&ladder, out);
    print_pairings(&ladder, out);
    return EXIT_DONE;
}
