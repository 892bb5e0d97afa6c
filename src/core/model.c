/* SPDX-License-Identifier: MIT */
#include "core/model.h"

#include <stdlib.h>

#include "core/numbers.h"

const int16_t *model_in_use;

void model_use(const int16_t *numbers)
{
    model_in_use = numbers;
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
    int    count = MODEL_LINEAR_NUMBERS(inputs);
    Scan   scan;
    Status status = numbers_begin(text, &scan, fault);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        int32_t number = 0;
        status = numbers_next(&scan, i, count, INT16_MAX, &number, fault);
        numbers[i] = (int16_t)number;
        if (status == STATUS_OK)
            status = check_number(numbers, i, inputs, scan.at, fault);
        if (i == MODEL_UNITS && number != 0)
            count = MODEL_NUMBERS(inputs);
    }
    return status == STATUS_OK ? numbers_end(&scan, count, fault) : status;
}
