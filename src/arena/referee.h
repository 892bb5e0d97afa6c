/* referee.h - play one game of a contest, from the opening to the result.
 *
 * Knows:   two contestants, their clocks, forfeits.  The session decides legality and results.
 * Ignores: contests, schedules, the contest database.
 *
 * Every game ends, whatever the bots do: each move has a deadline, and the number of moves a limit.
 * A violation costs a bot this game and nothing else.
 */
#ifndef ARENA_REFEREE_H
#define ARENA_REFEREE_H

#include <stdatomic.h>

#include "arena/contestant.h"
#include "arena/starts.h"
#include "play/session.h"

/* The game to play. */
typedef struct RefereeGame {
    Setup                  setup;
    GameStart              start;
    const BuiltBot        *bot[2]; /* first mover, second mover */
    const ContestantRules *rules;
    uint64_t               seed[2];
    const char            *tags[4][2]; /* name and value of tags for the record; ends with NULL */
    /* Called before each move; may be NULL. */
    void (*watch)(void *context, const Session *session, int64_t now_ms);
    void *context;
} RefereeGame;

/* Statistics of one side. */
typedef struct RefereeSide {
    int     turns;
    int64_t time_ms, slowest_ms;
    Usage   usage;
} RefereeSide;

typedef struct RefereeReport {
    bool        stopped;     /* aborted: ignore the rest */
    int         half_points; /* of the first mover */
    int         loser;       /* 0, 1, or SIDE_NONE for a draw */
    Termination termination;
    char        reason[RECORD_WORD_MAX]; /* result word, as in the record */
    BotFailure  failure;                 /* of the loser, if it forfeited */
    int         turns;                   /* including the opening */
    RefereeSide side[2];
    Buffer      times;  /* milliseconds per move after the opening */
    Buffer      board;  /* drawing of the final position, if the loser forfeited */
    Buffer      record; /* the game record */
} RefereeReport;

/* Play the game.  Any status but STATUS_OK is a failure of the arena: the game is void and must not
 * count.  After STATUS_SYSTEM it may be played again. */
Status referee_play(const RefereeGame *game, RefereeReport *report, Fault *fault);
void   referee_report_free(RefereeReport *report);

#endif
