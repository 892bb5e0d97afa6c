/* slow.h - what a naive second implementation of a game's rules looks like from outside.
 *
 * Each game has one, written from its specification alone, in the plainest way there is.  Tests
 * compare it with the fast rules: both must give the same turns, the same positions after them, the
 * same results, and refuse the same texts.  Everything passes as text, so that nothing but the
 * notation is shared.
 *
 * Knows:   variant texts, position lines, turn texts, results.
 * Ignores: searching, clocks, history (repetition and ply limits are not rules of a position).
 *
 * All text is taken as hostile; a function that returns false has called nobody and promises
 * nothing about its output buffer.  No function keeps state: several threads may call them.
 */
#ifndef TESTS_REF_SLOW_H
#define TESTS_REF_SLOW_H
#include <stdbool.h>
#include <stddef.h>

/* Called once for every legal turn: its canonical text and the position line after it. */
typedef void SlowTurnFn(void *context, const char *turn, const char *after);

typedef struct SlowGame {
    const char *name;
    /* The position line at the start of `variant`; false if the variant or the buffer is bad. */
    bool (*start)(const char *variant, char *line, size_t size);
    /* True if `line` is a valid position line of `variant`. */
    bool (*valid)(const char *variant, const char *line);
    /* Every legal turn, each once, any order; false if the text is bad. None when the game is over. */
    bool (*turns)(const char *variant, const char *line, SlowTurnFn *each, void *context);
    /* "" while the game goes on, else "WINNER REASON" (see below). */
    bool (*result)(const char *variant, const char *line, char *text, size_t size);
} SlowGame;

/* WINNER is the lower-case name of the side that has won, and REASON one word in lower case that
 * names the rule which ended the game; each game's own header or source lists its words. */
#endif
