/* SPDX-License-Identifier: MIT */
/* Any bytes are either rejected with a place and a reason, or a record that is written and read
 * back as the same record, and written again as the same text.  Its tree, read into a study and saved,
 * is the same record again. */
#include <string.h>

#include "base/buffer.h"
#include "core/study.h"
#include "games/toy/toy.h"
#include "fuzz.h"

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

/* Save the tree of a record into another one with the same turns, and expect the first one. */
static void check_study(const Record *record, Record *again)
{
    Study study;
    insist(study_init(&study, record) == STATUS_OK);
    insist(study_save(&study, again) == STATUS_OK);
    insist(record_same(record, again));
    study_free(&study);
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
    check_study(&record, &again);
    insist(record_write(&again, buffer_sink, &second));
    insist(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
    buffer_free(&first);
    buffer_free(&second);
    record_free(&record);
    record_free(&again);
    return 0;
}
