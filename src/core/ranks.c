/* SPDX-License-Identifier: MIT */
#include "core/ranks.h"

#include "core/numbers.h"

Status ranks_read(const char *text, int count, int16_t *numbers, Fault *fault)
{
    Scan   scan;
    Status status = numbers_begin(text, &scan, fault);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        int32_t number = 0;
        status = numbers_next(&scan, i, count, INT16_MAX, &number, fault);
        numbers[i] = (int16_t)number;
    }
    return status == STATUS_OK ? numbers_end(&scan, count, fault) : status;
}
