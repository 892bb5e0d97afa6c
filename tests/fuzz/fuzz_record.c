/* SPDX-License-Identifier: MIT */
/* Any bytes are either rejected with a place and a reason, or a record that is written and read
 * back as the same record, and written again as the same text. */
#include <string.h>

#include "base/buffer.h"
#include "core/record.h"
#include "games/toy/toy.h"
#include "fuzz.h"

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Record record, again;
    Fault  fault = { 0 };
    if (record_read(find, (const char *)data, size, &record, &fault) != STATUS_OK) {
        insist(fault.status != STATUS_OK && fault.at <= size && fault.why[0] != '\0');
        return 0;
    }
    Buffer first, second;
    buffer_init(&first, SIZE_MAX);
    buffer_init(&second, SIZE_MAX);
    insist(record_write(&record, buffer_sink, &first));
    insist(record_read(find, first.data, first.length, &again, &fault) == STATUS_OK);
    insist(record_same(&record, &again));
    insist(record_write(&again, buffer_sink, &second));
    insist(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
    buffer_free(&first);
    buffer_free(&second);
    record_free(&record);
    record_free(&again);
    return 0;
}
