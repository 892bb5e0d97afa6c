/* run.h - a contest is played: workers, the schedule, the ledger.
 *
 * Knows:   how games come from the schedule to the workers and from them to the ledger; stopping.
 * Ignores: how progress is shown; who wants to see it gives a listener.
 *
 * A run goes on where the ledger ends, whatever ended the run before.  Everything random follows from
 * the contest's seed and the game's place in the contest, so with bots that use no clock the results
 * do not depend on workers, interruptions or the order of games.
 */
#ifndef ARENA_RUN_H
#define ARENA_RUN_H

#include "arena/ledger.h"

typedef struct RunConfig {
    const char *folder;
    int         workers; /* 0: as the contest's file says */
    int64_t     games;   /* stop after so many more; 0: when the contest is over */
    bool        unsafe;  /* no jail */
} RunConfig;

typedef struct RunProgress {
    int64_t done;    /* games that count */
    int64_t left;    /* games in the ledger that do not: of bots that have left a fixed format */
    int64_t fresh;   /* those of this run */
    int64_t total;   /* of the whole contest as far as it is known; 0: there is no end */
    int     round;   /* that is being played, from 1; 0: the format has none */
    int     rounds;  /* 0: no end */
    int     playing; /* games at this moment */
    double  seconds; /* since this run began to play */
} RunProgress;

typedef struct RunListener {
    void *context;
    /* Called from the thread that called run_contest. */
    void (*notify)(void *context, const char *sentence); /* what is being prepared, what is odd */
    void (*game)(void *context, const RunProgress *progress, const LedgerGame *game,
                 const char *first, const char *second);
    void (*tick)(void *context, const RunProgress *progress); /* several times a second */
    /* How much is wanted: 0 go on, 1 finish the games that are being played, 2 end at once. */
    int (*stop)(void *context);
} RunListener;

typedef enum RunEnd {
    RUN_OVER,    /* the contest is */
    RUN_STOPPED, /* after the games that were being played */
    RUN_BROKEN,  /* in the middle of games, which will be played again */
} RunEnd;

/* Play.  On failure the fault says why; what was played stays. */
Status run_contest(const RunConfig *config, const RunListener *listener, RunEnd *end,
                   RunProgress *progress, Fault *fault);

/* Ask the process that runs the contest to finish its games and end.  STATUS_NOT_FOUND if there is
 * none. */
Status run_ask_to_stop(const char *folder, Fault *fault);

/* A bot was removed from the contest's file: its games count no more, and whoever gets its name next
 * begins anew.  Fails while the contest is running. */
Status run_let_go(const char *folder, const char *name, Fault *fault);

#endif
