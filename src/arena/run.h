/* run.h - run a contest: schedule, worker threads, contest database.
 *
 * Knows:   passing games from the schedule to the workers and their results to the contest
 *          database; stopping and resuming.
 * Ignores: how progress is shown; the caller passes a listener.  Where games are played that other
 *          machines play; the caller passes a source.
 *
 * A run resumes where the contest database ends, however the previous run ended.  All random
 * choices follow from the contest's seed and the game's place in the contest.  So with bots that do
 * not use a clock, results do not depend on workers, interruptions or the order of games.
 *
 * With a source, this process plays nothing.  It checks each result (contest_task.h) and commits the
 * games in the order in which it asked for them.
 */
#ifndef ARENA_RUN_H
#define ARENA_RUN_H

#include "arena/ledger.h"

/* Where the games of a contest are played, if not in this process (contest_task.h).  All functions are
 * called from the thread that called run_contest.  STATUS_SYSTEM means that the connection is lost for
 * now; after `begin`, the run repeats the call until it succeeds. */
typedef struct RunSource {
    void *context;
    /* Begin.  `settings` are common to all games.  `id` is of this contest alone. */
    Status (*begin)(void *context, const char *name, const char *id, const char *settings,
                    Fault *fault);
    /* Store the bytes of a submission (submission_pack.h) under their SHA-256. */
    Status (*store)(void *context, const char *hash, const Buffer *bytes, Fault *fault);
    /* Ask for games and write their numbers.  A game that an earlier run asked for keeps its number
     * and its result. */
    Status (*submit)(void *context, const char *const *tasks, int count, int *numbers,
                     Fault *fault);
    /* Set `*text` to the result of a game, valid until the next call.  If there is none, wait a fraction
     * of a second and set it to NULL. */
    Status (*fetch)(void *context, int number, const char **text, size_t *size, Fault *fault);
    /* A result was wrong: ask for the game again. */
    Status (*reject)(void *context, int number, const char *why, Fault *fault);
    /* The contest database has changed: copy what is new. */
    Status (*copy)(void *context, const char *folder, Ledger *ledger, Fault *fault);
} RunSource;

typedef struct RunConfig {
    const char      *folder;
    int              workers; /* 0: as in contest.toml */
    int64_t          games;   /* stop after this many games; 0: when the contest is over */
    bool             unsafe;  /* no jail; not with a source */
    const RunSource *source;  /* NULL: play the games here */
} RunConfig;

typedef struct RunProgress {
    int64_t done;    /* games that count */
    int64_t left;    /* games that do not count: of bots that have left a fixed format */
    int64_t fresh;   /* games of this run */
    int64_t total;   /* games of the contest, as far as known; 0: no end */
    int     round;   /* current round, from 1; 0: the format has none */
    int     rounds;  /* 0: no end */
    int     playing; /* games in progress */
    double  seconds; /* since this run began to play */
} RunProgress;

typedef struct RunListener {
    void *context;
    /* All are called from the thread that called run_contest. */
    void (*notify)(void *context, const char *sentence); /* progress and warnings */
    void (*game)(void *context, const RunProgress *progress, const LedgerGame *game,
                 const char *first, const char *second);
    void (*tick)(void *context, const RunProgress *progress); /* several times per second */
    /* Return 0 to continue, 1 to finish the current games, 2 to end at once. */
    int (*stop)(void *context);
} RunListener;

typedef enum RunEnd {
    RUN_OVER,    /* the contest is over */
    RUN_STOPPED, /* stopped after the current games */
    RUN_BROKEN,  /* stopped in the middle of games, which will be played again */
} RunEnd;

/* Run the contest.  On failure the fault says why; finished games are kept. */
Status run_contest(const RunConfig *config, const RunListener *listener, RunEnd *end,
                   RunProgress *progress, Fault *fault);

/* Ask the process that runs the contest to finish its current games and exit.  STATUS_NOT_FOUND if
 * none runs it. */
Status run_request_stop(const char *folder, Fault *fault);

/* Declare games void: they no longer count and will be played again.  All or none.  Fails for games of
 * a knockout round whose winners have played on.  If the contest is running (`*is_running`), ask that
 * process to do it, and wait for its answer; it plays the games again.  `count` is at most
 * VOID_GAMES_MAX (void_queue.h). */
Status run_void_games(const char *folder, const int64_t *games, int count, const char *reason,
                      bool *is_running, Fault *fault);

/* Record that a bot was removed from contest.toml.  Its games no longer count, and a later bot of
 * the same name starts without games.  Fails while the contest is running. */
Status run_remove_bot(const char *folder, const char *name, Fault *fault);

#endif
