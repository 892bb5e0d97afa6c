/* alliances_naive.h - the naive rules of Alliances, and queries about its cells and positions.
 *
 * Variants: the side of the board, `3` .. `7`; the empty text means `7`.
 * Winners:  player1 player2.  Reason: two-colours, followed by `won` and the won field of the
 *           position: `player1 two-colours won 121`.
 */
#ifndef ALLIANCES_NAIVE_H
#define ALLIANCES_NAIVE_H
#include "naive/slow.h"
extern const SlowGame ALLIANCES_NAIVE;

/* Write the grid of section 7.3 with a newline after every line and without trailing spaces.  If
 * `labelled`, add row letters and two header lines.  False if a text is invalid or the buffer is
 * too small. */
bool alliances_naive_draw(const char *variant, const char *line, bool labelled, char *out,
                          size_t size);

/* Write the neighbours of `cell` in the order of section 2, separated by one space: "a10 b7 b9".
 * False if a text is invalid or the buffer is too small. */
bool alliances_naive_neighbours(const char *variant, const char *cell, char *out, size_t size);

/* Write the status of each colour by section 5, even if it has been won.  For orange, purple and
 * green it has one character for player 1 and one for player 2: `c` connected, `b` blocked, `.`
 * neither.  False if a text is invalid or the buffer is too small. */
bool alliances_naive_standing(const char *variant, const char *line, char *out, size_t size);
#endif
