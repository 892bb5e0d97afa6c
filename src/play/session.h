/* session.h - one game between two seats; the only interface through which a move becomes official.
 *
 * Knows:   a line of play and its record, two seats with names and clocks, offers, the result.
 * Ignores: who plays (player.h), screens, networks, files, and the current time.
 *
 * The caller passes the time as `now_ms`, from any monotonic clock.  Moves are checked here and
 * nowhere else: an action that the rules, the clock or the side to move forbid is rejected with a
 * reason, and nothing changes.  The caller decides whether an illegal move costs the game
 * (session_forfeit): people may try again, programs may not.
 *
 * The record is up to date after every action, so it can be written at any time.  The steps of an
 * unfinished turn are in the line but not in the record.
 *
 * If players may exchange their sides (game.h, `player`), the seats stay with the players: `side`
 * below means the seat, and 0 is the player who had side 0 at the start.  Only results name the side
 * of the board.
 *
 * A session is for one thread at a time.
 */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "core/record.h"

enum { SEAT_NAME_MAX = 256 }; /* with the NUL */

typedef enum ClockKind {
    CLOCK_NONE,
    CLOCK_TURN, /* time_ms per turn; unused time is lost */
    CLOCK_GAME, /* time_ms per game, plus the increment after each own turn */
} ClockKind;

typedef struct ClockRule {
    ClockKind kind;
    int64_t   time_ms;
    int64_t   increment_ms; /* CLOCK_GAME only */
    int64_t   grace_ms;     /* tolerance before a time forfeit, because pipes are slow */
} ClockRule;

typedef enum SessionEnd {
    END_NONE,      /* the game is not over */
    END_RULES,     /* see line_outcome */
    END_RESIGN,    /* this and the following do not come from the rules */
    END_AGREEMENT, /* a draw offer that was accepted */
    END_TIME,
    END_ILLEGAL,   /* an illegal move */
    END_CRASH,     /* the player exited, did not answer, or sent an unreadable answer */
    END_ABANDONED, /* one side left and loses; or both left, without a result */
} SessionEnd;

typedef struct SessionResult {
    SessionEnd end;
    Ending     ending;                  /* also ENDING_NONE if both sides abandoned the game */
    int        winner;                  /* with ENDING_WON: the side, as the game calls it */
    char       why[RECORD_DETAILS_MAX]; /* details, or "" */
} SessionResult;

typedef struct Seat {
    char      name[SEAT_NAME_MAX];
    ClockRule clock;
    int64_t   left_ms;  /* when time was last charged; unused with CLOCK_NONE */
    int64_t   spent_ms; /* on all turns so far */
} Seat;

/* Read freely; change it through the functions below. */
typedef struct Session {
    Record        record; /* the line is in it */
    Seat          seat[2];
    bool          running;     /* the clocks run until the game is over */
    int64_t       since_ms;    /* time before this has been charged */
    int64_t       spent_ms;    /* on the current turn */
    int           draw_offer;  /* the side with an open draw offer, or SIDE_NONE */
    int           takeback_by; /* the side that proposes a takeback, or SIDE_NONE */
    SessionResult result;
} Session;

/* Set up a game at the start of the variant, or at `from` if it is not NULL.  The clocks are stopped
 * until session_start, so turns played before it (an opening) cost no time. */
Status session_init(Session *session, const Setup *setup, const Pos *from,
                    const char *const names[2], const ClockRule clocks[2]);
/* Resume a game from its record, which is moved into the session with its turns, tags and notes.  The
 * clocks are set from the last notes of each side.  If the result did not come from the rules, the
 * game stays over. */
Status session_adopt(Session *session, Record *record, const ClockRule clocks[2]);
void   session_free(Session *session);

/* Start or stop the clocks. */
void session_start(Session *session, int64_t now_ms);
void session_pause(Session *session, int64_t now_ms);
/* Set a stopped clock, whose time was kept elsewhere in the meantime. */
void session_set_clock(Session *session, int side, int64_t left_ms);

const Line *session_line(const Session *session);
/* Return the record of the game so far. */
const Record *session_record(const Session *session);
/* Set any tag of the record; see record_set_tag. */
Status session_set_tag(Session *session, const char *name, const char *value);
/* Set the name of a seat, also in the record. */
Status session_set_name(Session *session, int side, const char *name);
/* Set the comment of a completed turn; see record_set_note. */
Status session_remark(Session *session, int turn, const char *comment);

bool session_is_over(const Session *session);
/* Return the side to move, or SIDE_NONE if the game is over. */
int session_side(const Session *session);
/* Return the time left of a side, not below 0; -1 if it has no clock. */
int64_t session_clock_ms(const Session *session, int side, int64_t now_ms);
/* True if a side has run out of time, which ends the game. */
bool session_check_time(Session *session, int64_t now_ms);
/* Make the result a message, with its numbers; empty if the game is not over. */
void session_result_message(const Session *session, Message *out);
/* Write it as a sentence; nothing if the game is not over. */
void session_write_result(const Session *session, const Language *language, Text *out);
/* Write the ending as a word for scripts and records: "resign", "time", ...; the game's own word for
 * END_RULES, nothing if the game is not over. */
void session_reason(const Session *session, Text *out);

/* --- Playing.  `side` must be the side to move. --- */

/* Play a complete turn, or the rest of the current one; all of it or nothing. */
Status session_play(Session *session, int side, const char *turn, int64_t now_ms, Fault *fault);
Status session_play_turn(Session *session, int side, const Turn *turn, int64_t now_ms,
                         Fault *fault);
/* The same for a person who selected the steps: `announced` is what the person announced with the
 * turn (core/game.h, `announcements`), "" for nothing.  A missing or wrong announcement is rejected
 * with its reason.  In a variant without announcements it must be "". */
Status session_play_announced(Session *session, int side, const Turn *turn, const char *announced,
                              int64_t now_ms, Fault *fault);
/* Play one step, for move input by clicks.  session_steps lists the legal ones. */
Status session_step(Session *session, int side, Step step, int64_t now_ms, Fault *fault);
/* The same for a person, as session_play_announced; `announced` is checked if the step completes the
 * turn. */
Status session_step_announced(Session *session, int side, Step step, const char *announced,
                              int64_t now_ms, Fault *fault);
/* List all legal next steps, at most STEPS_MAX; none if the game is over. */
int session_steps(const Session *session, Step *steps);
/* Undo the last step of the current turn. */
Status session_undo_step(Session *session, int side, int64_t now_ms, Fault *fault);

/* --- Offers.  They are open until they are answered or a turn is completed. --- */

/* Offer a draw, or accept the offer of the other side, which ends the game. */
Status session_draw(Session *session, int side, int64_t now_ms, Fault *fault);
/* Propose to take back the own last turn and what followed it, or accept such a proposal.  The clocks
 * do not change.  A game that the rules had ended continues. */
Status session_take_back(Session *session, int side, int64_t now_ms, Fault *fault);
/* Decline the draw offer or takeback of the other side. */
void session_decline(Session *session, int side);

/* --- Undo without asking, for games with one person. --- */

/* Undo the current or the last turn; redo it.  False if there is none. */
bool session_undo_turn(Session *session, int64_t now_ms);
bool session_redo_turn(Session *session, int64_t now_ms);
/* Let redo reach steps that were undone before the session was stored. */
void session_set_undone(Session *session, const Step *steps, int count);

/* --- Endings outside the rules. --- */

Status session_resign(Session *session, int side, int64_t now_ms, Fault *fault);
/* `side` loses by END_TIME, END_ILLEGAL or END_CRASH.  `why` may be "".  No effect if the game
 * is over. */
void session_forfeit(Session *session, int side, SessionEnd end, const char *why);
/* `side` left and loses; with SIDE_NONE the game ends without a result. */
void session_abandon(Session *session, int side);

#endif
