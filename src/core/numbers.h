/* numbers.h - files of learned numbers.
 *
 * Knows:   the form of a file: a comment that states where the numbers come from, then integers,
 *          each followed by a comma, so that a game includes its own file as an initialiser of C.
 * Ignores: what the numbers mean (core/model.h, core/weights.h, core/ranks.h).
 *
 * On failure fault->at is the offset in the text.
 */
#ifndef CORE_NUMBERS_H
#define CORE_NUMBERS_H

#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

/* Begin to read a file: skip its comment. */
Status numbers_begin(const char *text, Scan *scan, Fault *fault);
/* Read number `i` of `count`, from 0 on, which is at most `most` or at least -most. */
Status numbers_next(Scan *scan, int i, int count, uint32_t most, int32_t *number, Fault *fault);
/* Check that nothing follows the last of `count` numbers. */
Status numbers_end(Scan *scan, int count, Fault *fault);

#endif
