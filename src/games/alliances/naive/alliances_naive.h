/* alliances_naive.h - the naive rules of Alliances, and small questions about its positions.
 *
 * Variants: the side of the board, `3` .. `7`; the empty text is `7`.
 * Winners:  player1 player2.  Reason: two-colours, followed by the word `won` and the won field of
 *           the position: `player1 two-colours won 121`.
 */
#ifndef ALLIANCES_NAIVE_H
#define ALLIANCES_NAIVE_H
#include "naive/slow.h"
extern const SlowGame ALLIANCES_NAIVE;

/* The grid of section 7.3, every line ended by a newline, trailing blanks omitted; with row letters
 * and two header lines if `labelled`.  False if a text or the buffer is bad. */
bool alliances_naive_draw(const char *variant, const char *line, bool labelled, char *out,
                          size_t size);

/* The neighbours of `cell` in the order of section 2, one blank between them: "a10 b7 b9".  False
 * if a text or the buffer is bad. */
bool alliances_naive_neighbours(const char *variant, const char *cell, char *out, size_t size);

/* How the players stand in the colours by section 5, whatever has been won: for orange, purple and
 * green one character for player 1 and one for player 2, `c` connected, `b` blocked, `.` neither.
 * False if a text or the buffer is bad. */
bool alliances_naive_standing(const char *variant, const char *line, char *out, size_t size);
#endif
