/* SPDX-License-Identifier: MIT */
#include "core/weights.h"

#include <stdlib.h>
#include <string.h>

static bool read_number(Scan *scan, int32_t *number)
{
    const bool minus = scan_char(scan, '-');
    uint32_t   size;
    if (!scan_number(scan, (WEIGHT_MOST << 16) + WEIGHT_MOST, &size) || !scan_char(scan, ','))
        return false;
    *number = minus ? -(int32_t)size : (int32_t)size;
    return true;
}

Status weights_read(const char *text, int count, int32_t *numbers, Fault *fault)
{
    const char *end = strncmp(text, "/*", 2) == 0 ? strstr(text, "*/") : NULL;
    if (end == NULL)
        return fault_set(fault, STATUS_SYNTAX, 0, "weights begin with a comment: /* ... */");
    Scan scan = scan_string(text);
    scan.at = (size_t)(end - text) + 2;
    for (int i = 0; i < count; i++) {
        scan_blanks(&scan);
        if (!read_number(&scan, &numbers[i]))
            return fault_set(fault, STATUS_SYNTAX, scan.at,
                             "weight %d of %d is missing: expected an integer and a comma", i + 1,
                             count);
        if (abs(weight_early(numbers[i])) > WEIGHT_MOST ||
            abs(weight_late(numbers[i])) > WEIGHT_MOST)
            return fault_set(fault, STATUS_SYNTAX, scan.at, "weight %d is beyond %d", i + 1,
                             WEIGHT_MOST);
    }
    scan_blanks(&scan);
    if (!scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, scan.at, "text follows the last of %d weights",
                         count);
    return STATUS_OK;
}
