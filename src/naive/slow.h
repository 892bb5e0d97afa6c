/* slow.h - what a naive second implementation of a game's rules looks like from outside.
 *
 * Each game has one, written from its specification alone, in the plainest way there is.  Tests
 * compare it with the fast rules: both must give the same turns, the same positions after them, the
 * same results, and refuse the same texts.  And naive/verify.h checks proofs with nothing else.  Everything passes as text, so that nothing but the
 * notation is shared.
 *
 * Knows:   variant texts, position lines, turn texts, results.
 * Ignores: searching, clocks, history (repetition and ply limits are not rules of a position).
 *
 * All text is taken as hostile; a function that returns false has called nobody and promises
 * nothing about its output buffer.  No function keeps state: several threads may call them.
 */
#ifndef NAIVE_SLOW_H
#define NAIVE_SLOW_H
#include <stdbool.h>
#include <stddef.h>

/* Called once for every legal turn: its canonical text and the position line after it. */
typedef void SlowTurnFn(void *context, const char *turn, const char *after);

/* Who is who in a position. */
typedef struct SlowSeats {
    int to_move;    /* which side decides next: 0 or 1 */
    int first_seat; /* who plays side 0: the player of seat 1 or of seat 2 */
} SlowSeats;

typedef struct SlowGame {
    const char *name;
    const char *sides[2]; /* as results name them; the first one begins */
    /* The position line at the start of `variant`; false if the variant or the buffer is bad. */
    bool (*start)(const char *variant, char *line, size_t size);
    /* True if `line` is a valid position line of `variant`. */
    bool (*valid)(const char *variant, const char *line);
    /* Every legal turn, each once, any order; false if the text is bad. None when the game is over. */
    bool (*turns)(const char *variant, const char *line, SlowTurnFn *each, void *context);
    /* "" while the game goes on, else "WINNER REASON" (see below). */
    bool (*result)(const char *variant, const char *line, char *text, size_t size);
    /* Who decides next and who plays what; false if the text is bad.  Players change their sides
     * by a swap that leaves the pieces where they are, and only then. */
    bool (*seats)(const char *variant, const char *line, SlowSeats *seats);
    /* The line with every counter that no rule of the variant looks at set to its first value, so
     * that positions with one future have one line.  NULL: there are no such counters. */
    bool (*plain)(const char *variant, const char *line, char *out, size_t size);
} SlowGame;

/* WINNER is the lower-case name of the side that has won, and REASON one word in lower case that
 * names the rule which ended the game; each game's own header or source lists its words. */
#endif
