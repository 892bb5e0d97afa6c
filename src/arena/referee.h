/* referee.h - one game of a contest, from the opening to the verdict.
 *
 * Knows:   the session, two contestants, clocks; legality and results are the session's.
 * Ignores: contests, schedules, stores.
 *
 * Nothing that a contestant does keeps a game from ending: each of its turns has a deadline, and the
 * turns have a limit.  What one of them breaks costs it this game and nothing else.
 */
#ifndef ARENA_REFEREE_H
#define ARENA_REFEREE_H

#include <stdatomic.h>

#include "arena/contestant.h"
#include "play/opening.h"
#include "play/session.h"

/* What is to be played. */
typedef struct RefereeGame {
    Setup                  setup;
    Opening                opening;
    const BuiltBot        *bot[2]; /* the first mover, the other */
    const ContestantRules *rules;
    uint64_t               seed[2];
    const char            *tags[4][2]; /* name and value for the record; NULL ends them */
    /* Called after each turn, and once before the first; may be NULL. */
    void (*watch)(void *context, const Session *session, int64_t now_ms);
    void *context;
} RefereeGame;

/* What one of the two did. */
typedef struct RefereeSide {
    int     turns;
    int64_t time_ms, slowest_ms;
    Usage   usage;
} RefereeSide;

typedef struct RefereeReport {
    bool        stopped;     /* given up: nothing else counts */
    int         half_points; /* of the first mover */
    int         loser;       /* 0, 1, or SIDE_NONE for a draw */
    Termination termination;
    char        reason[RECORD_WORD_MAX]; /* the word of the record */
    BotFailure  failure;                 /* of the loser, unless the rules decided */
    int         turns;                   /* the opening included */
    RefereeSide side[2];
    Buffer      times;  /* milliseconds of each turn behind the opening */
    Buffer      board;  /* drawn as it stood at the end, unless the rules decided */
    Buffer      record; /* the game on paper */
} RefereeReport;

/* Play it.  Anything but STATUS_OK is our own trouble: the game must not count. */
Status referee_play(const RefereeGame *game, RefereeReport *report, Fault *fault);
void   referee_report_free(RefereeReport *report);

#endif
