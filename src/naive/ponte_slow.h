/* ponte_slow.h - the naive rules of Ponte del Diavolo.
 *
 * A result is `WINNER REASON points W-B islands W-B bridges W-B`, White's number first.  WINNER is
 * white, black or draw; REASON is points, islands, bridges or tie.  ` seat N` follows when the line
 * has seats and somebody has won.
 */
#ifndef NAIVE_PONTE_SLOW_H
#define NAIVE_PONTE_SLOW_H
#include "naive/slow.h"
extern const SlowGame PONTE_SLOW;
#endif
