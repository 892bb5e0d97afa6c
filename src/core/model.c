/* SPDX-License-Identifier: MIT */
#include "core/model.h"

#include <stdlib.h>
#include <string.h>

static bool read_number(Scan *scan, int16_t *number)
{
    const bool minus = scan_char(scan, '-');
    uint32_t   size;
    if (!scan_number(scan, INT16_MAX, &size) || !scan_char(scan, ','))
        return false;
    *number = (int16_t)(minus ? -(int)size : (int)size);
    return true;
}

Status model_read(const char *text, int inputs, int16_t *numbers, Fault *fault)
{
    const int   count = MODEL_NUMBERS(inputs);
    const char *end = strncmp(text, "/*", 2) == 0 ? strstr(text, "*/") : NULL;
    if (end == NULL)
        return fault_set(fault, STATUS_SYNTAX, 0, "a model begins with a comment: /* ... */");
    Scan scan = scan_string(text);
    scan.at = (size_t)(end - text) + 2;
    for (int i = 0; i < count; i++) {
        scan_blanks(&scan);
        if (!read_number(&scan, &numbers[i]))
            return fault_set(
                fault, STATUS_SYNTAX, scan.at,
                "number %d of %d is missing: expected an integer of at most %d and a comma", i + 1,
                count, INT16_MAX);
        if (i == MODEL_COUNT && numbers[i] != inputs)
            return fault_set(fault, STATUS_SYNTAX, scan.at, "the model has %d inputs, the game %d",
                             numbers[i], inputs);
        if (i >= MODEL_OUT && i < MODEL_LINEAR && abs(numbers[i]) > MODEL_OUT_MOST)
            return fault_set(fault, STATUS_SYNTAX, scan.at, "number %d is beyond %d", i + 1,
                             MODEL_OUT_MOST);
    }
    scan_blanks(&scan);
    if (!scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, scan.at, "text follows the last of %d numbers",
                         count);
    return STATUS_OK;
}
