/* term_game.h - a game at a terminal, without the terminal: the model that both faces share.
 *
 * Knows:   a session, two seats, the thread that thinks for the seats of programs, hints, taking back
 *          and playing again, files, the protocol that is written turn by turn.
 * Ignores: keys, screens, commands; it prints nothing.
 *
 * How a face works with it:
 *
 *     wait for a key, or until term_game_signal is readable, at most term_game_wait_ms;
 *     news = term_game_tick(play);            whatever happened meanwhile becomes official here
 *     look at term_game_session and the rest  and draw; then call what the key asks for.
 *
 * Everything here is for one thread, the face's.  The thinking thread never touches the session: it
 * works on a copy of the line, and its answers are taken by term_game_tick.  Whatever changes the game
 * (a turn, undo, load) stops the thinking first and starts it again where a program is to move; so
 * a face never has to ask whether somebody thinks.  All refusals leave the game as it was.
 *
 * Time is asked for here (clock_wall_ms), so faces give none.
 */
#ifndef TERM_TERM_GAME_H
#define TERM_TERM_GAME_H

#include "base/buffer.h"
#include "play/session.h"
#include "term/seat.h"

enum {
    TERM_GAME_PATH_MAX = 4096,    /* a file's name with its NUL */
    TERM_GAME_NOTICE_MAX = 512,   /* a sentence for people with its NUL */
    TERM_GAME_THOUGHT_MAX = 256,  /* the turns of a line of thought, with the NUL */
    TERM_GAME_TURNS_MAX = 500000, /* turns that term_game_each_turn lists at most */
};

typedef struct TermGameConfig {
    Setup       setup;
    const Pos  *from; /* NULL: the variant's start */
    SeatSpec    seat[2];
    ClockRule   clock; /* for both seats */
    uint64_t    seed;
    const char *task;     /* what whoever sits there is to find, a sentence; NULL: just a game */
    const char *autosave; /* a file that is written turn by turn, or gone on with; NULL: none */
    const char *language; /* of the rules where nobody asks for another; NULL: the rulings */
    const char *tables;   /* the folder of tables of solved positions; NULL: the usual one */
} TermGameConfig;

typedef struct TermGame TermGame;

/* Where `protocol` names a file that holds a game already, the game goes on where the file ends:
 * `setup` must be the file's own, or setup.game NULL, which takes the game, its start and its clock
 * from the file.  NULL with the reason on failure; no file is changed then. */
TermGame *term_game_new(const TermGameConfig *config, Fault *fault);
/* Ends all thinking; the protocol is complete on the disk. */
void term_game_delete(TermGame *term_game);

/* --- Looking -------------------------------------------------------------------------------- */

/* The game as it stands: line, clocks, result.  Valid until term_game_delete; its contents change with
 * every action and with term_game_tick. */
const Session *term_game_session(const TermGame *term_game);
const Setup   *term_game_setup(const TermGame *term_game);
const Game    *term_game_game(const TermGame *term_game);
/* The position now, steps of the open turn included. */
const Pos      *term_game_pos(const TermGame *term_game);
const SeatSpec *term_game_seat(const TermGame *term_game, int side);
/* The side that a seat has now, as the game calls it: "white".  Where players exchange their sides
 * the seats stay with the players. */
const char *term_game_side_name(const TermGame *term_game, int seat);
/* What the clock of a seat shows now; -1 without one. */
int64_t term_game_clock_ms(const TermGame *term_game, int side);
/* May a person play now?  The game goes on, and the side that decides is a human's. */
bool term_game_is_human(const TermGame *term_game);
/* Does a program think about its turn? */
bool term_game_is_thinking(const TermGame *term_game);
/* Is it a program's turn that nobody thinks about, because undo, load or term_game_pause said so?
 * term_game_resume lets it think. */
bool term_game_is_paused(const TermGame *term_game);
/* Steps of the turn that is under way: line_open_turn(session_line(term_game_session(play)), &turn). */

/* The cells that the last completed turn touched, in order; none before the first. */
void term_game_last_touches(const TermGame *term_game, CellList *out);
/* The words of completed turn `turn`, counted from 0. */
void term_game_turn_words(const TermGame *term_game, int turn, Text *out);

/* What a program that thinks has found so far. */
typedef struct TermGameSearch {
    int      side; /* the seat; SIDE_NONE: it is a hint for the person */
    int      depth;
    uint64_t nodes;
    int64_t  elapsed_ms;
    char     score[24];               /* "+0.42", "wins in 3", "loses in 5"; "" if not known */
    char     turns[PLAYER_TURNS_MAX]; /* what it expects, first its own turn; "" if not known */
} TermGameSearch;

/* The newest thought of whoever thinks or, if nobody does, of who thought last; false if there is
 * none: people and some programs do not say what they think. */
bool term_game_search(const TermGame *term_game, TermGameSearch *out);
/* What a seat thought before its last turn, or thinks now; SIDE_NONE: what the last hint was made
 * of.  False as above. */
bool term_game_search_of(const TermGame *term_game, int side, TermGameSearch *out);

/* The last sentence for people that came up by itself (a program failed, the protocol could not
 * be written); "" if there is none. */
const char *term_game_notice(const TermGame *term_game);

/* The sentence of the config while the game stands where it began; else "". */
const char *term_game_task(const TermGame *term_game);

/* --- Waiting -------------------------------------------------------------------------------- */

/* A descriptor that is readable when term_game_tick has something to do. */
int term_game_signal(const TermGame *term_game);
/* Milliseconds after which term_game_tick is due for a clock even without a signal; -1: never. */
int term_game_wait_ms(const TermGame *term_game);

enum {
    TERM_GAME_NEWS_TURN = 1,    /* a program has played */
    TERM_GAME_NEWS_THOUGHT = 2, /* term_game_search is newer */
    TERM_GAME_NEWS_HINT = 4,    /* term_game_hint has its answer */
    TERM_GAME_NEWS_OVER = 8,    /* the game has ended */
    TERM_GAME_NEWS_NOTICE = 16, /* term_game_notice is new */
};

/* Take what the thinking thread has found, and check the clocks.  What happened, as TERM_GAME_NEWS_
 * bits. */
unsigned term_game_tick(TermGame *term_game);

/* --- Playing: for the person whose turn it is ------------------------------------------------ */

/* A whole turn in words, or the rest of the one that is under way.  On failure the fault has the
 * sentence of `explain` and the offset in `text`. */
Status term_game_enter(TermGame *term_game, const char *text, Fault *fault);
/* One step; the turn becomes official with its last one. */
Status term_game_step(TermGame *term_game, Step step, Fault *fault);
/* Take back the last step of the turn that is under way. */
Status term_game_step_back(TermGame *term_game, Fault *fault);
/* Why is this turn not allowed?  The sentence, the offset in `text`, the cells to blame.  True, with
 * a sentence that says so, if it is allowed. */
bool term_game_explain(const TermGame *term_game, const char *text, Text *sentence, size_t *at,
                       CellList *offending);
/* A person gives up: the one to move, or the only person at the table. */
Status term_game_resign(TermGame *term_game, Fault *fault);

/* --- Taking back ----------------------------------------------------------------------------- */

/* Take back the open turn or, where there is none, turns until a person is to move again; between
 * two programs one turn, and they pause. */
Status term_game_undo(TermGame *term_game, Fault *fault);
Status term_game_redo(TermGame *term_game, Fault *fault);

/* --- Programs -------------------------------------------------------------------------------- */

/* Let whoever thinks play what has been found so far. */
void term_game_hurry(TermGame *term_game);
/* Programs do not begin to think until term_game_resume; a thought under way is dropped. */
void term_game_pause(TermGame *term_game);
void term_game_resume(TermGame *term_game);
/* Think about a turn for the person; TERM_GAME_NEWS_HINT comes when it is found. */
Status term_game_request_hint(TermGame *term_game, Fault *fault);
/* The turn that was found for the position now; false if there is none. */
bool term_game_hint(const TermGame *term_game, Turn *out);

/* --- True values, for people who ask for them: tables of solved positions ------------------------ */

/* Who wins the game as it stands, with best play of both sides: "White wins in 17 turns (table)", "A
 * draw with best play (table)".  False, and nothing written, where no table knows, and where the game is
 * over. */
bool term_game_value(TermGame *term_game, Text *out);
/* Do people want to see it all the time?  Not unless they say so. */
bool term_game_shows_value(const TermGame *term_game);
/* "on" and "off" say so, "" changes nothing; false for any other word. */
bool term_game_switch_value(TermGame *term_game, const char *word);

/* --- Words ----------------------------------------------------------------------------------- */

/* The board as the game's documents draw it or, if term_game_is_flipped, in our own characters from the
 * other side. */
void term_game_draw(const TermGame *term_game, Text *out);
/* The board in our own characters, with the names of its cells where there is room for them. */
void term_game_map(const TermGame *term_game, Text *out);
/* The game's own score, a line for each value, and the clocks. */
void term_game_score(const TermGame *term_game, Text *out);
/* The result as a sentence; nothing while the game goes on. */
void term_game_result(const TermGame *term_game, Text *out);
/* All legal turns (or ways to go on with the open one) that begin with `prefix`: at most `limit` are
 * given to `visit`; the number of all, up to TERM_GAME_TURNS_MAX. */
typedef void TermGameVisit(void *context, const char *turn);
int          term_game_each_turn(const TermGame *term_game, const char *prefix, int limit,
                                 TermGameVisit *visit, void *context);
/* The rules in a language; NULL: in the table's language or, where it has none, the rulings.  False
 * if there are none. */
bool term_game_rules(const TermGame *term_game, const char *language, Buffer *out);

/* From which side the board is seen; both faces keep it here. */
bool term_game_is_flipped(const TermGame *term_game);
void term_game_flip(TermGame *term_game);

/* --- Files ----------------------------------------------------------------------------------- */

/* Write the record; a file that exists is replaced in one moment, or not at all. */
Status term_game_save(TermGame *term_game, const char *path, Fault *fault);
/* Go on with a game from a file, of any game and in any format that replays read; the seats stay.  If programs are to move they pause.
 * The protocol then begins anew with the loaded game. */
Status term_game_load(TermGame *term_game, const char *path, Fault *fault);
/* The protocol's file, or NULL. */
const char *term_game_autosave(const TermGame *term_game);
/* How many turns were in the protocol when it was opened; 0: a new game. */
int term_game_resumed(const TermGame *term_game);

#endif
