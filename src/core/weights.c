/* SPDX-License-Identifier: MIT */
#include "core/weights.h"

#include <stdlib.h>

#include "core/numbers.h"

Status weights_read(const char *text, int count, int32_t *numbers, Fault *fault)
{
    Scan   scan;
    Status status = numbers_begin(text, &scan, fault);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        status =
            numbers_next(&scan, i, count, (WEIGHT_MOST << 16) + WEIGHT_MOST, &numbers[i], fault);
        if (status == STATUS_OK && (abs(weight_early(numbers[i])) > WEIGHT_MOST ||
                                    abs(weight_late(numbers[i])) > WEIGHT_MOST))
            status = fault_set(fault, STATUS_SYNTAX, scan.at, "weight %d is beyond %d", i + 1,
                               WEIGHT_MOST);
    }
    return status == STATUS_OK ? numbers_end(&scan, count, fault) : status;
}
