/* line.h - a line of play: the positions from a start to now, and what only the past can tell.
 *
 * Knows:   steps, turns, how often a position has come up, how many turns were played.
 * Ignores: clocks, names, who plays; those are the session's.
 *
 * Repetition counts positions at the beginning of a turn, the first one included.
 */
#ifndef CORE_LINE_H
#define CORE_LINE_H

#include "base/random.h"
#include "core/setup.h"
#include "core/turn.h"

/* Reasons that are not the game's.  They follow the game's own rows. */
enum { REASON_REPETITION = 240, REASON_LIMIT = 241 };

typedef struct LineEntry {
    Step     step;      /* the step that led here; 0 in the first entry */
    uint64_t key;       /* of the position after it */
    int      turn;      /* turns completed */
    int      older;     /* the next older entry in the same bucket, or -1 */
    bool     turn_over; /* a new turn begins here */
} LineEntry;

typedef struct Line {
    Setup          setup;
    size_t         pos_size;
    int            count; /* entries in use; the last one is now */
    int            kept;  /* entries that redo can reach, at least `count` */
    int            capacity;
    LineEntry     *entries;
    int           *buckets;   /* by key: the newest entry in use, or -1; `room` of them */
    unsigned char *positions; /* pos_size bytes an entry */
} Line;

/* Begin at the variant's start, or at `from` if it is not NULL. */
Status line_init(Line *line, const Setup *setup, const Pos *from);
void   line_free(Line *line);
/* Begin as a copy of a line, or of its first `turns` turns (at most line_turns); what was taken back is
 * not copied. */
Status line_copy(Line *line, const Line *from);
Status line_copy_turns(Line *line, const Line *from, int turns);

const Pos *line_now(const Line *line);
const Pos *line_start(const Line *line);
/* Completed turns. */
int line_turns(const Line *line);
/* The position before turn `turn`, counted from 0. */
const Pos *line_before_turn(const Line *line, int turn);
/* The steps of a completed turn, counted from 0. */
void line_turn(const Line *line, int turn, Turn *out);
/* The steps of the turn that is under way, none between turns. */
void line_open_turn(const Line *line, Turn *out);

/* How often the position that stands now has come up at the beginning of a turn; 0 in a turn. */
uint32_t line_repetitions(const Line *line);
/* The same of whichever position has come up most often. */
uint32_t line_most_repetitions(const Line *line);
/* The game's own outcome or, where it goes on, a draw by repetition or by the turn limit. */
Outcome line_outcome(const Line *line);

/* Play.  STATUS_ILLEGAL, and nothing changed, where the step is not legal or the line is over. */
Status line_step(Line *line, Step step);
/* Play a whole turn given in words; all of it or nothing. */
Status line_play(Line *line, const char *turn, Fault *fault);

/* Play at random, each legal step as likely as the others, until `turns` turns are complete in all.
 * A turn that ends the game is taken back, and play stops there. */
Status line_play_random(Line *line, Random *random, int turns);
/* The next step of such play.  STATUS_NOT_FOUND if the line is over. */
Status line_random_step(const Line *line, Random *random, Step *step);

/* Take back the last step, or the whole last turn (or the open one); false where there is none.
 * What was taken back can be redone until another step is played. */
bool line_undo_step(Line *line);
bool line_undo_turn(Line *line);
bool line_redo_turn(Line *line);

/* "white reserve-empty", "draw repetition", with the game's details behind.  Nothing while the
 * game goes on. */
void outcome_write(const Game *game, const Pos *pos, Outcome outcome, Text *out);
/* The same as a sentence. */
void outcome_describe(const Game *game, Outcome outcome, Text *out);

#endif
