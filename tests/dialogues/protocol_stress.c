/* SPDX-License-Identifier: MIT */
/* A host who stops at random times, speaks while the engine thinks and hangs up in the middle.
 *
 * Whatever comes and whenever it comes: a `go` gets one `bestmove` or one `error`, a `perft` ends with
 * one last line, an `isready` gets its `readyok`, every bestmove is legal, and the engine ends.  The
 * clock is never asserted on; what a stop takes is printed for people.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/random.h"
#include "core/line.h"
#include "games/list.h"
#include "protocol_host.h"

enum { GAME_TURNS = 12, CHAOS_LINES = 200, PAUSE_MAX_US = 2000 };

static const char *const SETUPS[] = {
    "toy", "gipf", "ponte:contest", "diavolo:4", "alliances:3", "duell", NULL,
};

static int tests, failures;

static void report(bool right, const char *what, const char *name)
{
    printf("%s %d - %s: %s\n", right ? "ok" : "not ok", ++tests, name, what);
    fflush(stdout);
    failures += !right;
}

static bool begins(const char *words, const char *prefix)
{
    return strncmp(words, prefix, strlen(prefix)) == 0;
}

static void pause_a_little(Random *random)
{
    long us = random_below(random, 3) == 0 ? (long)random_below(random, PAUSE_MAX_US) : 0;
    nanosleep(&(struct timespec){ .tv_nsec = us * 1000 }, NULL);
}

/* --- Games, a stop at a random time for each turn -------------------------------------------- */

/* The next bestmove; NULL at the end, or if an error came. */
static const char *hear_best(Host *host)
{
    while (host_hear(host)) {
        if (begins(host->line, "bestmove "))
            return host->line + strlen("bestmove ");
        if (begins(host->line, "error"))
            return NULL;
    }
    return NULL;
}

static const char *const GO_WAYS[] = {
    "go infinite",
    "go",
    "go movetime 3",
    "go nodes 300",
    "go depth 2",
    "go ponder movetime 3",
    "go p1time 200 p2time 200 p1inc 5 p2inc 5",
};

static bool play_turn(Host *host, Line *line, Random *random, double *slowest)
{
    uint32_t    way = random_below(random, (uint32_t)(sizeof GO_WAYS / sizeof *GO_WAYS));
    char        position[POS_TEXT_MAX];
    Text        text = text_over(position, sizeof position);
    const char *best;
    line->setup.game->text->pos_write(line_now(line), &text);
    host_tell(host, "position fen %s", position);
    host_tell(host, "%s", GO_WAYS[way]);
    pause_a_little(random);
    if (strstr(GO_WAYS[way], "ponder") != NULL && random_below(random, 2) == 0)
        host_tell(host, "ponderhit");
    double before = clock_wall_seconds();
    host_tell(host, "stop");
    best = hear_best(host);
    double took = clock_wall_seconds() - before;
    *slowest = took > *slowest ? took : *slowest;
    Fault fault = { 0 };
    if (best != NULL && line_play(line, best, &fault) == STATUS_OK)
        return true;
    printf("# %s after %s: %s\n", best == NULL ? host->line : best, GO_WAYS[way], fault.why);
    return false;
}

static void play_game(const char *name, uint64_t seed, int threads, const char *search)
{
    EngineStart start = host_start(name);
    Random      random = random_seeded(seed);
    Host        host;
    Line        line;
    bool        right = line_init(&line, &start.setup, NULL) == STATUS_OK;
    double      slowest = 0;
    start.hash_mib_max = 4;
    host_open(&host, &start);
    host_tell(&host, "setoption name Threads value %d", threads);
    host_tell(&host, "setoption name Search value %s", search);
    for (int i = 0; right && i < GAME_TURNS && line_outcome(&line).ending == ENDING_NONE; i++)
        right = play_turn(&host, &line, &random, &slowest);
    host_close(&host);
    line_free(&line);
    printf("# %s, %s, threads %d: the slowest stop took %.1f ms\n", name, search, threads,
           slowest * 1000);
    report(right && host.status == STATUS_OK, "stops at random times", name);
}

/* --- Chaos ------------------------------------------------------------------------------------ */

/* What was answered. */
typedef struct Tally {
    int best, refused_go, counted, refused_perft, readyok;
} Tally;

typedef struct Listener {
    Host *host;
    Tally tally;
} Listener;

static void tally_line(Tally *tally, const char *line, int perft_depth)
{
    char last[16];
    snprintf(last, sizeof last, "perft %d ", perft_depth);
    tally->best += begins(line, "bestmove ");
    tally->readyok += strcmp(line, "readyok") == 0;
    tally->counted += begins(line, last) || strcmp(line, "perft stopped") == 0;
    tally->refused_go += begins(line, "error `go` is not possible");
    tally->refused_perft += begins(line, "error `perft` is not possible during");
}

enum { PERFT_DEPTH = 2 };

static const char *const CHAOS[] = {
    "go infinite",
    "go nodes 200",
    "go movetime 2",
    "go ponder movetime 1",
    "go depth 2",
    "perft 2",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "isready",
    "position startpos",
    "position startpos moves x",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Level value 2",
    "setoption name Level value max",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "uginewgame",
    "query gameover",
    "query p1turn",
    "query result",
    "fen",
    "show",
    "legal 2",
    "explain x",
    "eval",
    "probe",
    "setoption name TablebasePath value default",
    "setoption name TablebasePath value off",
    "help",
    "ugi",
    "go go",
    "",
    "\t \r",
    "nonsense \x01",
};

static void *listen(void *context)
{
    Listener *listener = context;
    while (host_hear(listener->host))
        tally_line(&listener->tally, listener->host->line, PERFT_DEPTH);
    return NULL;
}

/* Send random lines, and count those that must be answered. */
static Tally send_chaos(Host *host, Random *random)
{
    Tally sent = { 0 };
    for (int i = 0; i < CHAOS_LINES; i++) {
        const char *line = CHAOS[random_below(random, (uint32_t)(sizeof CHAOS / sizeof *CHAOS))];
        sent.best += begins(line, "go ") && strcmp(line, "go go") != 0;
        sent.counted += begins(line, "perft");
        sent.readyok += strcmp(line, "isready") == 0;
        host_tell(host, "%s", line);
        pause_a_little(random);
    }
    return sent;
}

static void chaos(const char *name, uint64_t seed, const char *last)
{
    EngineStart start = host_start(name);
    Random      random = random_seeded(seed);
    Host        host;
    Listener    listener = { .host = &host };
    pthread_t   thread;
    start.hash_mib_max = 4;
    host_open(&host, &start);
    if (pthread_create(&thread, NULL, listen, &listener) != 0)
        exit(1);
    Tally sent = send_chaos(&host, &random);
    host_tell(&host, "%s", last);
    host_hang_up(&host);
    pthread_join(thread, NULL);
    host_close(&host);
    const Tally *heard = &listener.tally;
    bool         right = heard->best + heard->refused_go == sent.best &&
                 heard->counted + heard->refused_perft == sent.counted &&
                 heard->readyok == sent.readyok;
    if (!right)
        printf("# go %d = %d + %d, perft %d = %d + %d, isready %d = %d\n", sent.best, heard->best,
               heard->refused_go, sent.counted, heard->counted, heard->refused_perft, sent.readyok,
               heard->readyok);
    report(right && host.status == STATUS_OK, "every line is answered once", name);
}

/* --- Ends ------------------------------------------------------------------------------------- */

/* Say `lines`, hang up, and expect `best` bestmoves. */
static void end_early(const char *name, const char *lines, int best)
{
    EngineStart start = host_start("toy");
    Host        host;
    Tally       tally = { 0 };
    host_open(&host, &start);
    host_tell(&host, "%s", lines);
    host_hang_up(&host);
    while (host_hear(&host))
        tally_line(&tally, host.line, PERFT_DEPTH);
    host_close(&host);
    report(tally.best == best && host.status == STATUS_OK, name, "the end");
}

/* A line without an end must neither be obeyed nor eat the memory; what follows it counts. */
static void too_long(void)
{
    EngineStart start = host_start("toy");
    Host        host;
    bool        right;
    host_open(&host, &start);
    fputs("position startpos moves", host.to);
    for (int i = 0; i < 1 << 19; i++)
        fputs(" a.", host.to);
    host_tell(&host, "%s", "");
    right = host_hear(&host) && begins(host.line, "error column 1048576: the line is longer");
    host_tell(&host, "fen");
    right = right && host_hear(&host) && strcmp(host.line, "fen ........ x") == 0;
    host_close(&host);
    report(right, "a line that is too long is refused", "lines");
}

int main(void)
{
    for (int i = 0; SETUPS[i] != NULL; i++) {
        play_game(SETUPS[i], (uint64_t)i, 1, "alphabeta");
        play_game(SETUPS[i], (uint64_t)i + 100, 2, "alphabeta");
        play_game(SETUPS[i], (uint64_t)i + 200, 2, "tree");
        chaos(SETUPS[i], (uint64_t)i, "quit");
        chaos(SETUPS[i], (uint64_t)i + 100, "stop");
    }
    end_early("end of input while thinking", "go infinite", 1);
    end_early("end of input while pondering", "go ponder movetime 1", 1);
    end_early("quit while thinking", "go infinite\nquit", 1);
    end_early("quit, and what follows is not read", "quit\ngo nodes 1", 0);
    end_early("end of input while counting", "perft 32", 0);
    end_early("no input at all", "", 0);
    too_long();
    printf("1..%d\n", tests);
    return failures == 0 ? 0 : 1;
}
