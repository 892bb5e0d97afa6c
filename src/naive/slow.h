/* slow.h - the interface of a naive second implementation of a game's rules.
 *
 * Knows:   variant texts, position lines, turn texts, results.
 * Ignores: search, clocks, history (repetition and ply limits are not rules of a position).
 *
 * Each game has one, written from its specification alone, as simply as possible.  Tests compare it
 * with the fast rules: both must give the same turns, the same positions after them and the same
 * results, and reject the same texts. naive/verify.h checks proofs with it.  All arguments and
 * results are text, so that the two implementations share only the notation.
 *
 * All text is untrusted.  A function that returns false has made no callback, and its output buffer
 * is undefined.  No function keeps state, so several threads may call them.
 */
#ifndef NAIVE_SLOW_H
#define NAIVE_SLOW_H
#include <stdbool.h>
#include <stddef.h>

/* A callback for every legal turn: its canonical text and the position line after it. */
typedef void SlowTurnFn(void *context, const char *turn, const char *after);

/* The sides and players of a position. */
typedef struct SlowSeats {
    int to_move;    /* side to move: 0 or 1 */
    int first_seat; /* seat of the player of side 0: 1 or 2 */
} SlowSeats;

typedef struct SlowGame {
    const char *name;
    const char *sides[2]; /* as in results; the first one moves first */
    /* Write the start position of `variant`; false if the variant is invalid or the buffer too
     * small. */
    bool (*start)(const char *variant, char *line, size_t size);
    /* True if `line` is a valid position line of `variant`. */
    bool (*valid)(const char *variant, const char *line);
    /* Call `each` once for every legal turn, in any order; false if the text is invalid.  If the
     * game is over, there are no turns. */
    bool (*turns)(const char *variant, const char *line, SlowTurnFn *each, void *context);
    /* Write "" if the game is not over, else "WINNER REASON" (see below). */
    bool (*result)(const char *variant, const char *line, char *text, size_t size);
    /* Write the side to move and who plays which side; false if the text is invalid.  Players
     * change their sides only by a swap that leaves the pieces in place. */
    bool (*seats)(const char *variant, const char *line, SlowSeats *seats);
    /* Write the line with every counter that no rule of the variant uses reset to its first value,
     * so that positions with the same future have the same line.  NULL: there are no such
     * counters. */
    bool (*plain)(const char *variant, const char *line, char *out, size_t size);
} SlowGame;

/* WINNER is the lower-case name of the winning side.  REASON is one lower-case word that names the
 * rule that ended the game; the header or source of each game lists its words. */
#endif
