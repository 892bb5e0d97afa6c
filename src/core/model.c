/* SPDX-License-Identifier: MIT */
#include "core/model.h"

#include <stdlib.h>
#include <string.h>

const int16_t *model_in_use;

void model_use(const int16_t *numbers)
{
    model_in_use = numbers;
}

static bool read_number(Scan *scan, int16_t *number)
{
    const bool minus = scan_char(scan, '-');
    uint32_t   size;
    if (!scan_number(scan, INT16_MAX, &size) || !scan_char(scan, ','))
        return false;
    *number = (int16_t)(minus ? -(int)size : (int)size);
    return true;
}

/* Return what is wrong with a number, given those before it. */
static Status check_number(const int16_t *numbers, int i, int inputs, size_t at, Fault *fault)
{
    const int out = MODEL_LINEAR_NUMBERS(inputs) + MODEL_HIDDEN;
    if (i == MODEL_COUNT && numbers[i] != inputs)
        return fault_set(fault, STATUS_SYNTAX, at, "the model has %d inputs, the game %d",
                         numbers[i], inputs);
    if (i == MODEL_UNITS && numbers[i] != 0 && numbers[i] != MODEL_HIDDEN)
        return fault_set(fault, STATUS_SYNTAX, at, "the hidden layer has %d units, not 0 or %d",
                         numbers[i], MODEL_HIDDEN);
    if (i >= out && i < out + MODEL_HIDDEN && abs(numbers[i]) > MODEL_OUT_MOST)
        return fault_set(fault, STATUS_SYNTAX, at, "number %d is beyond %d", i + 1, MODEL_OUT_MOST);
    return STATUS_OK;
}

Status model_read(const char *text, int inputs, int16_t *numbers, Fault *fault)
{
    int         count = MODEL_LINEAR_NUMBERS(inputs);
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
        Status status = check_number(numbers, i, inputs, scan.at, fault);
        if (status != STATUS_OK)
            return status;
        if (i == MODEL_UNITS && numbers[i] != 0)
            count = MODEL_NUMBERS(inputs);
    }
    scan_blanks(&scan);
    if (!scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, scan.at, "text follows the last of %d numbers",
                         count);
    return STATUS_OK;
}
