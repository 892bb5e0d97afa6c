/* fuzz.h - shared by all fuzz targets.
 *
 * Knows:   the function that libFuzzer calls, and how a target reports a failed check.
 * Ignores: which parser is tested.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As assert, but in every build. */
static inline void insist(bool holds)
{
    if (!holds)
        abort();
}

#endif
