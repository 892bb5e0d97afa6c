/* session.h - one game at a table: the only door through which a move becomes official.
 *
 * Knows:   a line of play and its record, two seats with names and clocks, offers, the result.
 * Ignores: who sits there (player.h), screens, networks, files, and what time it is.
 *
 * Time comes in as `now_ms`, from any clock that never goes back; a session asks nobody.  What is
 * played is checked here and nowhere else: a caller's wish that the rules, the clock or the other
 * side's turn forbid is refused with a sentence, and nothing is changed.  Whether a refusal costs
 * the game is the caller's decision (session_forfeit): people may try again, programs may not.
 *
 * The game's record is kept up to date with every action, so that it can be written at any time;
 * steps of a turn that is under way are in the line, but not on paper.
 *
 * Where players may exchange their sides (game.h, `player`) the seats stay with the players: `side`
 * means the seat below, 0 being whoever had side 0 at the start.  Only results name the side of the
 * board.
 *
 * A session is for one thread at a time.
 */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "core/record.h"

enum { SEAT_NAME_MAX = 256 }; /* with the NUL */

typedef enum ClockKind {
    CLOCK_NONE,
    CLOCK_TURN, /* so much for each turn; what is left over is lost */
    CLOCK_GAME, /* so much for the game, and the increment after each own turn */
} ClockKind;

typedef struct ClockRule {
    ClockKind kind;
    int64_t   time_ms;
    int64_t   increment_ms; /* CLOCK_GAME alone */
    int64_t   grace_ms;     /* being late by no more than this is forgiven: pipes are slow */
} ClockRule;

typedef enum SessionEnd {
    END_NONE,      /* the game goes on */
    END_RULES,     /* line_outcome tells how */
    END_RESIGN,    /* from here on the loser's doing, or both sides' */
    END_AGREEMENT, /* a draw that one side offered and the other took */
    END_TIME,
    END_ILLEGAL,   /* a move that is none */
    END_CRASH,     /* a player that is gone, or silent, or talks nonsense */
    END_ABANDONED, /* with a winner where one side left, without a result where all did */
} SessionEnd;

typedef struct SessionResult {
    SessionEnd end;
    Ending     ending;                  /* ENDING_NONE also where all abandoned the game */
    int        winner;                  /* with ENDING_WON: the side, as the game calls it */
    char       why[RECORD_DETAILS_MAX]; /* more about it, where somebody said more */
} SessionResult;

typedef struct Seat {
    char      name[SEAT_NAME_MAX];
    ClockRule clock;
    int64_t   left_ms;  /* as of the last time that was charged; unused with CLOCK_NONE */
    int64_t   spent_ms; /* on all its turns so far */
} Seat;

/* Read freely; change it through the functions below. */
typedef struct Session {
    Record        record; /* the line is in it */
    Seat          seat[2];
    bool          running;     /* the clocks do, as long as the game goes on */
    int64_t       since_ms;    /* what came before is charged */
    int64_t       spent_ms;    /* on the turn that is under way */
    int           draw_offer;  /* the side whose offer stands, or SIDE_NONE */
    int           takeback_by; /* the side that asks to take its last turn back, or SIDE_NONE */
    SessionResult result;
} Session;

/* Set up a game at the variant's start, or at `from` if it is not NULL.  The clocks stand still
 * until session_start; turns that are played before it (an opening) cost no time. */
Status session_init(Session *session, const Setup *setup, const Pos *from,
                    const char *const names[2], const ClockRule clocks[2]);
/* Go on with a game from its record, which is moved into the session: turns, tags and notes
 * stay, and the clocks show what the last notes of each side say.  A record whose result was not
 * made by the rules stays ended. */
Status session_adopt(Session *session, Record *record, const ClockRule clocks[2]);
void   session_free(Session *session);

/* Let the clocks run from now on, or stand still. */
void session_start(Session *session, int64_t now_ms);
void session_pause(Session *session, int64_t now_ms);
/* A clock that stands still shows something else: somebody kept it elsewhere in the meantime. */
void session_set_clock(Session *session, int side, int64_t left_ms);

const Line *session_line(const Session *session);
/* The game on paper, as it stands. */
const Record *session_record(const Session *session);
/* Tags are free for everybody; see record_set_tag. */
Status session_set_tag(Session *session, const char *name, const char *value);
/* Somebody sits down: the seat's name from now on, in the record as well. */
Status session_set_name(Session *session, int side, const char *name);
/* Say something about a completed turn; see record_set_note. */
Status session_remark(Session *session, int turn, const char *comment);

bool session_is_over(const Session *session);
/* Who decides next, or SIDE_NONE if the game is over. */
int session_side(const Session *session);
/* What the clock of a side shows; -1 if it has none.  Never negative otherwise. */
int64_t session_clock_ms(const Session *session, int side, int64_t now_ms);
/* Is somebody's time up?  If so the game is over, now and later. */
bool session_check_time(Session *session, int64_t now_ms);
/* The result as a sentence; nothing while the game goes on. */
void session_write_result(const Session *session, Text *out);
/* The word of an ending for scripts and records: "resign", "time", ...; the game's own word for
 * END_RULES, "" while it goes on. */
void session_reason(const Session *session, Text *out);

/* --- Playing.  `side` is whose wish it is; it must be the one who decides. --- */

/* A whole turn, or the rest of the one that is under way; all of it or nothing. */
Status session_play(Session *session, int side, const char *turn, int64_t now_ms, Fault *fault);
Status session_play_turn(Session *session, int side, const Turn *turn, int64_t now_ms,
                         Fault *fault);
/* One step, for tables where people click.  session_steps lists what may come next. */
Status session_step(Session *session, int side, Step step, int64_t now_ms, Fault *fault);
/* All legal next steps, at most STEPS_MAX; none if the game is over. */
int session_steps(const Session *session, Step *steps);
/* Take back the last step of the turn that is under way. */
Status session_undo_step(Session *session, int side, int64_t now_ms, Fault *fault);

/* --- Offers.  They stand until they are answered, or until a turn is completed. --- */

/* Offer a draw, or take the other side's offer, which ends the game. */
Status session_draw(Session *session, int side, int64_t now_ms, Fault *fault);
/* Ask to take back the own last turn and what followed it, or grant the other side's wish.  The
 * clocks keep what they show.  A game that the rules have ended goes on again. */
Status session_take_back(Session *session, int side, int64_t now_ms, Fault *fault);
/* Say no to what the other side offers or wishes. */
void session_decline(Session *session, int side);

/* --- Taking back without asking, for tables with one person. --- */

/* Take back the open turn, or the last one; play it again.  False where there is none. */
bool session_undo_turn(Session *session, int64_t now_ms);
bool session_redo_turn(Session *session, int64_t now_ms);

/* --- Ends that the rules do not know. --- */

Status session_resign(Session *session, int side, int64_t now_ms, Fault *fault);
/* `side` loses by END_TIME, END_ILLEGAL or END_CRASH.  `why` may be "".  Nothing if it is over. */
void session_forfeit(Session *session, int side, SessionEnd end, const char *why);
/* `side` left and loses; SIDE_NONE: there will be no result. */
void session_abandon(Session *session, int side);

#endif
