/* play.h - a game at a terminal, without the terminal: the model that both faces share.
 *
 * Knows:   a session, two seats, the thread that thinks for the seats of programs, hints, taking back
 *          and playing again, files, the protocol that is written turn by turn.
 * Ignores: keys, screens, commands; it prints nothing.
 *
 * How a face works with it:
 *
 *     wait for a key, or until play_signal is readable, at most play_wait_ms;
 *     news = play_tick(play);            whatever happened meanwhile becomes official here
 *     look at play_session and the rest  and draw; then call what the key asks for.
 *
 * Everything here is for one thread, the face's.  The thinking thread never touches the session: it
 * works on a copy of the line, and its answers are taken by play_tick.  Whatever changes the game
 * (a turn, undo, load) stops the thinking first and starts it again where a program is to move; so
 * a face never has to ask whether somebody thinks.  All refusals leave the game as it was.
 *
 * Time is asked for here (clock_wall_ms), so faces give none.
 */
#ifndef TERM_PLAY_H
#define TERM_PLAY_H

#include "base/buffer.h"
#include "table/session.h"
#include "term/seat.h"

enum {
    PLAY_PATH_MAX = 4096,    /* a file's name with its NUL */
    PLAY_NOTICE_MAX = 512,   /* a sentence for people with its NUL */
    PLAY_THOUGHT_MAX = 256,  /* the turns of a line of thought, with the NUL */
    PLAY_TURNS_MAX = 500000, /* turns that play_each_turn lists at most */
};

/* Append the text of the rules in a language ("en", "de", ...).  False if there is none. */
typedef bool PlayRules(Buffer *out, const Game *game, const char *language);

typedef struct PlayConfig {
    Setup       setup;
    const Pos  *from; /* NULL: the variant's start */
    SeatSpec    seat[2];
    ClockRule   clock; /* for both seats */
    uint64_t    seed;
    const char *task;     /* what whoever sits there is to find, a sentence; NULL: just a game */
    const char *protocol; /* a file that is written turn by turn, or gone on with; NULL: none */
    PlayRules  *rules;    /* NULL: only the rulings in English */
    const char *language; /* of the rules where nobody asks for another; NULL: the rulings */
    const char *tables;   /* the folder of tables of solved positions; NULL: the usual one */
} PlayConfig;

typedef struct Play Play;

/* Where `protocol` names a file that holds a game already, the game goes on where the file ends:
 * `setup` must be the file's own, or setup.game NULL, which takes the game, its start and its clock
 * from the file.  NULL with the reason on failure; no file is changed then. */
Play *play_new(const PlayConfig *config, Fault *fault);
/* Ends all thinking; the protocol is complete on the disk. */
void play_delete(Play *play);

/* --- Looking -------------------------------------------------------------------------------- */

/* The game as it stands: line, clocks, result.  Valid until play_delete; its contents change with
 * every action and with play_tick. */
const Session *play_session(const Play *play);
const Setup   *play_setup(const Play *play);
const Game    *play_game(const Play *play);
/* The position now, steps of the open turn included. */
const Pos      *play_pos(const Play *play);
const SeatSpec *play_seat(const Play *play, int side);
/* The side that a seat has now, as the game calls it: "white".  Where players exchange their sides
 * the seats stay with the players. */
const char *play_side_name(const Play *play, int seat);
/* What the clock of a seat shows now; -1 without one. */
int64_t play_clock_ms(const Play *play, int side);
/* May a person play now?  The game goes on, and the side that decides is a human's. */
bool play_is_human(const Play *play);
/* Does a program think about its turn? */
bool play_is_thinking(const Play *play);
/* Is it a program's turn that nobody thinks about, because undo, load or play_pause said so?
 * play_resume lets it think. */
bool play_is_paused(const Play *play);
/* Steps of the turn that is under way: line_open_turn(session_line(play_session(play)), &turn). */

/* The cells that the last completed turn touched, in order; none before the first. */
void play_last_touches(const Play *play, CellList *out);
/* The words of completed turn `turn`, counted from 0. */
void play_turn_words(const Play *play, int turn, Text *out);

/* What a program that thinks has found so far. */
typedef struct PlayThought {
    int      side; /* the seat; SIDE_NONE: it is a hint for the person */
    int      depth;
    uint64_t nodes;
    int64_t  elapsed_ms;
    char     score[24];               /* "+0.42", "wins in 3", "loses in 5"; "" if not known */
    char     turns[PLAYER_TURNS_MAX]; /* what it expects, first its own turn; "" if not known */
} PlayThought;

/* The newest thought of whoever thinks or, if nobody does, of who thought last; false if there is
 * none: people and some programs do not say what they think. */
bool play_thought(const Play *play, PlayThought *out);
/* What a seat thought before its last turn, or thinks now; SIDE_NONE: what the last hint was made
 * of.  False as above. */
bool play_thought_of(const Play *play, int side, PlayThought *out);

/* The last sentence for people that came up by itself (a program failed, the protocol could not
 * be written); "" if there is none. */
const char *play_notice(const Play *play);

/* The sentence of the config while the game stands where it began; else "". */
const char *play_task(const Play *play);

/* --- Waiting -------------------------------------------------------------------------------- */

/* A descriptor that is readable when play_tick has something to do. */
int play_signal(const Play *play);
/* Milliseconds after which play_tick is due for a clock even without a signal; -1: never. */
int play_wait_ms(const Play *play);

enum {
    PLAY_NEWS_TURN = 1,    /* a program has played */
    PLAY_NEWS_THOUGHT = 2, /* play_thought is newer */
    PLAY_NEWS_HINT = 4,    /* play_hint has its answer */
    PLAY_NEWS_OVER = 8,    /* the game has ended */
    PLAY_NEWS_NOTICE = 16, /* play_notice is new */
};

/* Take what the thinking thread has found, and check the clocks.  What happened, as PLAY_NEWS_
 * bits. */
unsigned play_tick(Play *play);

/* --- Playing: for the person whose turn it is ------------------------------------------------ */

/* A whole turn in words, or the rest of the one that is under way.  On failure the fault has the
 * sentence of `explain` and the offset in `text`. */
Status play_say(Play *play, const char *text, Fault *fault);
/* One step; the turn becomes official with its last one. */
Status play_step(Play *play, Step step, Fault *fault);
/* Take back the last step of the turn that is under way. */
Status play_step_back(Play *play, Fault *fault);
/* Why is this turn not allowed?  The sentence, the offset in `text`, the cells to blame.  True, with
 * a sentence that says so, if it is allowed. */
bool play_explain(const Play *play, const char *text, Text *sentence, size_t *at,
                  CellList *offending);
/* A person gives up: the one to move, or the only person at the table. */
Status play_resign(Play *play, Fault *fault);

/* --- Taking back ----------------------------------------------------------------------------- */

/* Take back the open turn or, where there is none, turns until a person is to move again; between
 * two programs one turn, and they pause. */
Status play_undo(Play *play, Fault *fault);
Status play_redo(Play *play, Fault *fault);

/* --- Programs -------------------------------------------------------------------------------- */

/* Let whoever thinks play what has been found so far. */
void play_hurry(Play *play);
/* Programs do not begin to think until play_resume; a thought under way is dropped. */
void play_pause(Play *play);
void play_resume(Play *play);
/* Think about a turn for the person; PLAY_NEWS_HINT comes when it is found. */
Status play_ask_hint(Play *play, Fault *fault);
/* The turn that was found for the position now; false if there is none. */
bool play_hint(const Play *play, Turn *out);

/* --- True values, for people who ask for them: tables of solved positions ------------------------ */

/* Who wins the game as it stands, with best play of both sides: "White wins in 17 turns (table)", "A
 * draw with best play (table)".  False, and nothing written, where no table knows, and where the game is
 * over. */
bool play_value(Play *play, Text *out);
/* Do people want to see it all the time?  Not unless they say so. */
bool play_shows_value(const Play *play);
/* "on" and "off" say so, "" changes nothing; false for any other word. */
bool play_switch_value(Play *play, const char *word);

/* --- Words ----------------------------------------------------------------------------------- */

/* The board as the game's documents draw it or, if play_is_flipped, in our own characters from the
 * other side. */
void play_draw(const Play *play, Text *out);
/* The board in our own characters, with the names of its cells where there is room for them. */
void play_map(const Play *play, Text *out);
/* The game's own score, a line for each value, and the clocks. */
void play_score(const Play *play, Text *out);
/* The result as a sentence; nothing while the game goes on. */
void play_result(const Play *play, Text *out);
/* All legal turns (or ways to go on with the open one) that begin with `prefix`: at most `limit` are
 * given to `visit`; the number of all, up to PLAY_TURNS_MAX. */
typedef void PlayVisit(void *context, const char *turn);
int          play_each_turn(const Play *play, const char *prefix, int limit, PlayVisit *visit,
                            void *context);
/* The rules in a language; NULL: in the table's language or, where it has none, the rulings.  False
 * if there are none. */
bool play_rules(const Play *play, const char *language, Buffer *out);

/* From which side the board is seen; both faces keep it here. */
bool play_is_flipped(const Play *play);
void play_flip(Play *play);

/* --- Files ----------------------------------------------------------------------------------- */

/* Write the record; a file that exists is replaced in one moment, or not at all. */
Status play_save(Play *play, const char *path, Fault *fault);
/* Go on with a game from a file, of any game and in any format that replays read; the seats stay.  If programs are to move they pause.
 * The protocol then begins anew with the loaded game. */
Status play_load(Play *play, const char *path, Fault *fault);
/* The protocol's file, or NULL. */
const char *play_protocol(const Play *play);
/* How many turns were in the protocol when it was opened; 0: a new game. */
int play_resumed(const Play *play);

#endif
