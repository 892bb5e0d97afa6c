/* SPDX-License-Identifier: MIT */
#include "core/numbers.h"

#include <string.h>

Status numbers_begin(const char *text, Scan *scan, Fault *fault)
{
    const char *end = strncmp(text, "/*", 2) == 0 ? strstr(text, "*/") : NULL;
    if (end == NULL)
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "a file of numbers begins with a comment: /* ... */");
    *scan = scan_string(text);
    scan->at = (size_t)(end - text) + 2;
    return STATUS_OK;
}

Status numbers_next(Scan *scan, int i, int count, uint32_t most, int32_t *number, Fault *fault)
{
    uint32_t size;
    scan_blanks(scan);
    const bool minus = scan_char(scan, '-');
    if (!scan_number(scan, most, &size) || !scan_char(scan, ','))
        return fault_set(
            fault, STATUS_SYNTAX, scan->at,
            "number %d of %d is missing: expected an integer of at most %u and a comma", i + 1,
            count, most);
    *number = minus ? -(int32_t)size : (int32_t)size;
    return STATUS_OK;
}

Status numbers_end(Scan *scan, int count, Fault *fault)
{
    scan_blanks(scan);
    return scan_done(scan) ? STATUS_OK
                           : fault_set(fault, STATUS_SYNTAX, scan->at,
                                       "text follows the last of %d numbers", count);
}
