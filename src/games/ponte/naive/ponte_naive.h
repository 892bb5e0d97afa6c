/* ponte_naive.h - the naive rules of Ponte del Diavolo.
 *
 * A result is `WINNER REASON points W-B islands W-B bridges W-B`, White's number first.  WINNER is
 * white, black or draw; REASON is points, islands, bridges or tie.  ` seat N` follows when the line
 * has seats and somebody has won.
 */
#ifndef PONTE_NAIVE_H
#define PONTE_NAIVE_H
#include "naive/slow.h"
extern const SlowGame PONTE_NAIVE;
#endif
