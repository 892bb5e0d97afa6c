/* term_game.h - a game at a terminal, without the terminal: the model that both UI modes share.
 *
 * Knows:   a session, two seats, the thread that runs the players, hints, undo and redo, files, the
 *          autosave file.
 * Ignores: keys, screens, commands; it prints nothing.
 *
 * How a user interface uses it:
 *
 *     wait for a key, or until term_game_signal is readable, at most term_game_wait_ms;
 *     news = term_game_tick(game);            whatever happened meanwhile becomes official here
 *     read term_game_session and the rest     and draw; then call what the key asks for.
 *
 * All functions are for one thread, the user interface's. The player thread never touches the
 * session: it works on a copy of the line, and term_game_tick takes its answers. Every change of
 * the game (a move, undo, load) first stops the search and restarts it if a program is to move. So
 * a user interface never has to check whether a search is running. All errors leave the game
 * unchanged.
 *
 * This module reads the clock (clock_wall_ms), so callers pass no times.
 */
#ifndef TERM_TERM_GAME_H
#define TERM_TERM_GAME_H

#include "base/buffer.h"
#include "play/session.h"
#include "term/seat.h"
#include "term/term_text.h"

enum {
    TERM_GAME_PATH_MAX = 4096,    /* a file name with its NUL */
    TERM_GAME_NOTICE_MAX = 512,   /* a message with its NUL */
    TERM_GAME_THOUGHT_MAX = 256,  /* the moves of a principal variation, with the NUL */
    TERM_GAME_TURNS_MAX = 500000, /* moves that term_game_each_turn lists at most */
};

typedef struct TermGameConfig {
    Setup       setup;
    const Pos  *from; /* NULL: the variant's start */
    SeatSpec    seat[2];
    ClockRule   clock; /* for both seats */
    uint64_t    seed;
    const char *task;     /* what the player has to find, a sentence; NULL: an ordinary game */
    const Pos  *solution; /* the position after the right first move; NULL: not known */
    const char *autosave; /* a file written move by move, or resumed; NULL: none */
    const char
        *language; /* of everything people read, such as "de"; NULL: English, and the rulings */
    const char *tables; /* the directory of tablebases; NULL: the default */
} TermGameConfig;

typedef struct TermGame TermGame;

/* If `autosave` names a file that already contains a game, the game resumes at its end. `setup`
 * must then be the file's own, or setup.game NULL, which takes the game, its start and its clock
 * from the file. NULL with the reason on failure; then no file is changed. */
TermGame *term_game_new(const TermGameConfig *config, Fault *fault);
/* Stop all searches; the autosave file is complete on disk. */
void term_game_delete(TermGame *term_game);

/* --- Looking -------------------------------------------------------------------------------- */

/* Return the game: line, clocks, result. Valid until term_game_delete; its contents change with
 * every action and with term_game_tick. */
const Session *term_game_session(const TermGame *term_game);
const Setup   *term_game_setup(const TermGame *term_game);
const Game    *term_game_game(const TermGame *term_game);
/* Return the position now, including the steps of the move in progress. */
const Pos      *term_game_pos(const TermGame *term_game);
const SeatSpec *term_game_seat(const TermGame *term_game, int side);
/* Return the side that a seat has now. If players exchange sides, the seats stay with the players. */
int term_game_side(const TermGame *term_game, int seat);
/* Return the language to speak about this game. */
TermText term_game_text(const TermGame *term_game);
/* Speak English from now on: the terminal cannot show the language. */
void term_game_speak_english(TermGame *term_game);
/* Return the time on the clock of a seat; -1 without a clock. */
int64_t term_game_clock_ms(const TermGame *term_game, int side);
/* True if a person may play now: the game is in progress and the side to move is human. */
bool term_game_is_human(const TermGame *term_game);
/* True if a program is searching for its move. */
bool term_game_is_thinking(const TermGame *term_game);
/* True if it is a program's turn but its search is paused, because of undo, load or
 * term_game_pause; term_game_resume starts it. */
bool term_game_is_paused(const TermGame *term_game);
/* For the steps of the move in progress: line_open_turn(session_line(term_game_session(game)),
 * &turn). */

/* Write the cells of the last completed move, in order; none before the first. */
void term_game_last_touches(const TermGame *term_game, CellList *out);
/* Write completed turn `turn` in notation, counted from 0. */
void term_game_turn_words(const TermGame *term_game, int turn, Text *out);
/* Write what that turn captured, completed or won, as sentences with `between` them. */
void term_game_news(const TermGame *term_game, int turn, const char *between, Text *out);

/* What a searching program has found so far. */
typedef struct TermGameSearch {
    int      side; /* the seat; SIDE_NONE: a hint for the person */
    int      depth;
    uint64_t nodes;
    int64_t  elapsed_ms;
    char     score[48]; /* "+0.42", "wins in 3", "loses in 5"; "" if unknown */
    char     turns
        [PLAYER_TURNS_MAX]; /* the principal variation, starting with its own move; "" if unknown */
} TermGameSearch;

/* Write the newest result of the current search, or of the last one if none is running. False if
 * there is none: people and some programs report nothing. */
bool term_game_search(const TermGame *term_game, TermGameSearch *out);
/* Write what a seat found before its last move, or has found now; SIDE_NONE: the search behind the
 * last hint. False as above. */
bool term_game_search_of(const TermGame *term_game, int side, TermGameSearch *out);

/* Return the last message that was not caused by an action (a program failed, the autosave file
 * could not be written), in English; "" if there is none. */
const char *term_game_notice(const TermGame *term_game);

/* Return the task of the configuration while the game is at its start; else "". */
const char *term_game_task(const TermGame *term_game);

/* --- Waiting -------------------------------------------------------------------------------- */

/* Return a descriptor that is readable when term_game_tick has something to do. */
int term_game_signal(const TermGame *term_game);
/* Return the milliseconds after which term_game_tick is due for a clock even without a signal; -1:
 * never. */
int term_game_wait_ms(const TermGame *term_game);

enum {
    TERM_GAME_NEWS_TURN = 1,    /* a program has played */
    TERM_GAME_NEWS_THOUGHT = 2, /* term_game_search is newer */
    TERM_GAME_NEWS_HINT = 4,    /* term_game_hint has its result */
    TERM_GAME_NEWS_OVER = 8,    /* the game has ended */
    TERM_GAME_NEWS_NOTICE = 16, /* term_game_notice is new */
};

/* Take what the player thread has found, and check the clocks. Return what happened as
 * TERM_GAME_NEWS_ bits. */
unsigned term_game_tick(TermGame *term_game);

/* --- Playing: for the person whose turn it is ------------------------------------------------ */

/* Play a complete move in notation, or the rest of the move in progress; another complete move
 * replaces the one in progress. On failure the fault has the reason and the offset in `text`. */
Status term_game_enter(TermGame *term_game, const char *text, Fault *fault);
/* Play one step; its last step makes the move official. */
/* The step is one that the player selected; `announced` is what the player announced with it, "" for
 * nothing (play/session.h, session_step_announced). */
Status term_game_step(TermGame *term_game, Step step, const char *announced, Fault *fault);
/* Undo the last step of the move in progress. */
Status term_game_step_back(TermGame *term_game, Fault *fault);
/* Explain why this move is illegal: the reason, the offset in `text`, the offending cells. True,
 * with a sentence that says so, if it is legal. */
bool term_game_explain(const TermGame *term_game, const char *text, Text *sentence, size_t *at,
                       CellList *offending);
/* A person resigns: the side to move, or the only person in the game. */
Status term_game_resign(TermGame *term_game, Fault *fault);
/* A person, found likewise, offers a draw.  Two people at one terminal agree at once; a program
 * answers with its next move. */
Status term_game_offer_draw(TermGame *term_game, Fault *fault);

/* --- Taking back ----------------------------------------------------------------------------- */

/* Undo the move in progress or, if there is none, moves until a person is to move again. Between
 * two programs it undoes one move and pauses them. */
Status term_game_undo(TermGame *term_game, Fault *fault);
Status term_game_redo(TermGame *term_game, Fault *fault);

/* --- Programs -------------------------------------------------------------------------------- */

/* Make the searching program play what it has found so far. */
void term_game_hurry(TermGame *term_game);
/* Stop programs from searching until term_game_resume; the current search is dropped. */
void term_game_pause(TermGame *term_game);
void term_game_resume(TermGame *term_game);
/* Search for a move for the person; TERM_GAME_NEWS_HINT follows. */
Status term_game_request_hint(TermGame *term_game, Fault *fault);
/* Return the move that was found for the current position; false if there is none. */
bool term_game_hint(const TermGame *term_game, Turn *out);

/* --- True values, for people who ask for them: tables of solved positions ------------------------ */

/* Write who wins the game with best play: "White wins in 17 turns (tablebase)", "A draw with best play
 * (tablebase)". False, and nothing written, if no tablebase contains the position or the game is over.
 */
bool term_game_value(TermGame *term_game, Text *out);
/* True if the value is always shown; false by default. */
bool term_game_shows_value(const TermGame *term_game);
/* Handle "on" and "off"; "" changes nothing. False for any other text. */
bool term_game_switch_value(TermGame *term_game, const char *word);

/* --- Words ----------------------------------------------------------------------------------- */

/* Draw the board as the game's rulings do or, if term_game_is_flipped, in our own characters from
 * the other side. */
void term_game_draw(const TermGame *term_game, Text *out);
/* Draw the board with the labels of its cells: as the game's documents do, or in our own characters
 * where the labels fit. */
void term_game_map(const TermGame *term_game, Text *out);
/* Write the game's own score, one line per value, and the clocks. */
void term_game_score(const TermGame *term_game, Text *out);
/* Write the result as a sentence; nothing while the game is in progress. */
void term_game_result(const TermGame *term_game, Text *out);
/* Pass all legal moves (or continuations of the move in progress) that start with `prefix` to
 * `visit`, at most `limit`. Return the number of all, up to TERM_GAME_TURNS_MAX. */
typedef void TermGameVisit(void *context, const char *turn);
int          term_game_each_turn(const TermGame *term_game, const char *prefix, int limit,
                                 TermGameVisit *visit, void *context);
/* Write the how-to-play guide in a language; NULL: in the configured one, else in English, else the
 * rulings. False if there is none. */
bool term_game_guide(const TermGame *term_game, const char *language, Buffer *out);
/* Write the numbered rulings. False if there are none. */
bool term_game_rulings(const TermGame *term_game, Buffer *out);

/* The side from which the board is seen; both UI modes store it here. */
bool term_game_is_flipped(const TermGame *term_game);
void term_game_flip(TermGame *term_game);

/* --- Files ----------------------------------------------------------------------------------- */

/* Write the record; an existing file is replaced atomically. */
Status term_game_save(TermGame *term_game, const char *path, Fault *fault);
/* Load a game from a file, of any game and in any format that replays read; the seats stay. If a
 * program is to move, it is paused. The autosave file then restarts with the loaded game. */
Status term_game_load(TermGame *term_game, const char *path, Fault *fault);
/* Return the path of the autosave file, or NULL. */
const char *term_game_autosave(const TermGame *term_game);
/* Return the number of moves in the autosave file when it was opened; 0: a new game. */
int term_game_resumed(const TermGame *term_game);

#endif
