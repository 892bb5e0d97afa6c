/* ponte_naive.h - the naive rules of Ponte del Diavolo.
 *
 * A result is `WINNER REASON points W-B islands W-B bridges W-B`, White's number first.  WINNER is
 * white, black or draw; REASON is points, islands, bridges or tie.  If position lines have the seat
 * field and one side won, ` seat N` with the winner's seat follows.
 */
#ifndef PONTE_NAIVE_H
#define PONTE_NAIVE_H
#include "naive/slow.h"
extern const SlowGame PONTE_NAIVE;
#endif
