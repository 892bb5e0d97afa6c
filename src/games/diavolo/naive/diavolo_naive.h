/* diavolo_naive.h - the naive rules of DiavoloPP.
 *
 * The variant is the size of the board, `3` to `30`; the empty text means `8`.  A result is
 * `WINNER REASON points W-R islands W-R bridges W-R`, White's number first.  If one side won,
 * ` seat N` with the winner's seat follows.  Winners: white red draw.  Reasons: points islands
 * bridges equal.
 */
#ifndef DIAVOLO_NAIVE_H
#define DIAVOLO_NAIVE_H
#include "naive/slow.h"

extern const SlowGame DIAVOLO_NAIVE;

/* Write the ASCII board of section 9.3, top line first, with '\n' after every line.  `labelled`
 * adds the names of the points.  False if the variant or the line is invalid or the buffer is too
 * small. */
bool diavolo_naive_draw(const char *variant, const char *line, bool labelled, char *out,
                        size_t size);
#endif
