/* line.h - a line of play: the positions from a start to now, and what depends on their history.
 *
 * Knows:   steps, turns, how often a position occurred, how many turns were played.
 * Ignores: clocks, names, players; see play/session.h.
 *
 * Repetition counts positions at the beginning of a turn, including the first one.
 */
#ifndef CORE_LINE_H
#define CORE_LINE_H

#include "base/random.h"
#include "core/setup.h"
#include "core/turn.h"

/* Reasons of the line, not of a game.  They follow the game's own rows. */
enum { REASON_REPETITION = 240, REASON_LIMIT = 241 };

typedef struct LineEntry {
    Step     step;      /* the step that led here; 0 in the first entry */
    uint64_t key;       /* of the position after the step */
    int      turn;      /* turns completed */
    int      older;     /* the next older entry in the same hash bucket, or -1 */
    bool     turn_over; /* a new turn begins here */
} LineEntry;

typedef struct Line {
    Setup          setup;
    size_t         pos_size;
    int            count; /* entries in use; the last one is the current position */
    int            kept;  /* entries that redo can reach, at least `count` */
    int            capacity;
    LineEntry     *entries;
    int           *buckets;   /* by key: the newest entry in use, or -1; `capacity` buckets */
    unsigned char *positions; /* pos_size bytes per entry */
} Line;

/* Begin at the start of the variant, or at `from` if it is not NULL. */
Status line_init(Line *line, const Setup *setup, const Pos *from);
void   line_free(Line *line);
/* Begin as a copy of a line, or of its first `turns` turns (at most line_turns).  Undone steps are
 * not copied. */
Status line_copy(Line *line, const Line *from);
Status line_copy_turns(Line *line, const Line *from, int turns);

const Pos *line_now(const Line *line);
const Pos *line_start(const Line *line);
/* Return the number of completed turns. */
int line_turns(const Line *line);
/* Return the position before turn `turn`, counted from 0. */
const Pos *line_before_turn(const Line *line, int turn);
/* Write the steps of a completed turn, counted from 0. */
void line_turn(const Line *line, int turn, Turn *out);
/* Write the steps of the unfinished turn; none between turns. */
void line_open_turn(const Line *line, Turn *out);

/* Return how often the current position occurred at the beginning of a turn; 0 within a turn. */
uint32_t line_repetitions(const Line *line);
/* The same for the position that occurred most often. */
uint32_t line_most_repetitions(const Line *line);
/* Return the game's own outcome or, if it continues, a draw by repetition or by the turn limit. */
Outcome line_outcome(const Line *line);

/* Play a step.  Return STATUS_ILLEGAL, and change nothing, if it is not legal or the line is
 * over. */
Status line_step(Line *line, Step step);
/* Play a complete turn given as text; all of it or nothing. */
Status line_play(Line *line, const char *turn, Fault *fault);

/* Play uniformly random legal steps until the line has `turns` completed turns.  A turn that ends
 * the game is undone, and play stops there. */
Status line_play_random(Line *line, Random *random, int turns);
/* Choose the next step of such play.  Return STATUS_NOT_FOUND if the line is over. */
Status line_random_step(const Line *line, Random *random, Step *step);

/* Undo the last step, or the last turn (the unfinished one, if there is one).  Return false if
 * there is none.  Undone turns can be redone until another step is played. */
bool line_undo_step(Line *line);
bool line_undo_turn(Line *line);
bool line_redo_turn(Line *line);
/* Write the undone steps that redo can reach, at most `size`, and return their number.  Let redo reach
 * steps that were undone in another copy of the line, as far as they are legal. */
int  line_undone(const Line *line, Step *out, int size);
void line_set_undone(Line *line, const Step *steps, int count);

/* Write "white reserve-empty" or "draw repetition", followed by the game's details.  Write nothing
 * if the game is not over. */
void outcome_write(const Game *game, const Pos *pos, Outcome outcome, Text *out);
/* Make the result a message: the reason, with its numbers unless `pos` is NULL; empty if the game is not
 * over. */
void outcome_message(const Game *game, const Pos *pos, Outcome outcome, Message *out);
/* Write the reason as an English sentence, without numbers. */
void outcome_describe(const Game *game, Outcome outcome, Text *out);

#endif
