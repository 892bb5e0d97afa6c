/* run.h - run a contest: schedule, worker threads, contest database.
 *
 * Knows:   passing games from the schedule to the workers and their results to the contest
 *          database; stopping and resuming.
 * Ignores: how progress is shown; the caller passes a listener.
 *
 * A run resumes where the contest database ends, however the previous run ended.  All random
 * choices follow from the contest's seed and the game's place in the contest.  So with bots that do
 * not use a clock, results do not depend on workers, interruptions or the order of games.
 */
#ifndef ARENA_RUN_H
#define ARENA_RUN_H

#include "arena/ledger.h"

typedef struct RunConfig {
    const char *folder;
    int         workers; /* 0: as in contest.toml */
    int64_t     games;   /* stop after this many games; 0: when the contest is over */
    bool        unsafe;  /* no jail */
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
