/* duell_naive.h - the naive rules of Duell.
 *
 * Reasons: king-square mate blockade king-captured no-capture.  The last one is a draw: its line
 * is `draw no-capture`.
 *
 * The die is public so that its rolling can be checked by itself; DUELL_NAIVE needs nothing of it
 * from outside.
 */
#ifndef DUELL_NAIVE_H
#define DUELL_NAIVE_H
#include <stdint.h>
#include "naive/slow.h"

typedef enum DuellDirection { DUELL_NORTH, DUELL_EAST, DUELL_SOUTH, DUELL_WEST } DuellDirection;

/* The faces 1..6 of a die as it lies on the board. */
typedef struct DuellDie {
    uint8_t top, north, east, south, west, bottom;
} DuellDie;

/* The die with these two faces; false, with `*die` unchanged, if there is none. */
bool duell_naive_die(int top, int north, DuellDie *die);

/* `die` after tipping over its edge once. */
DuellDie duell_naive_roll(DuellDie die, DuellDirection direction);

extern const SlowGame DUELL_NAIVE;
#endif
