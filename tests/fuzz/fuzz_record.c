/* SPDX-License-Identifier: MIT */
/* Any bytes are either refused with a place and a reason, or a record that is written and read
 * back as the same record, and written again as the same text. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "games/toy/toy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Game *find(const char *name)
{
    return strcmp(name, "toy") == 0 ? &TOY_GAME : NULL;
}

/* Asserts must hold in every build. */
static void insist(bool holds)
{
    if (!holds)
        abort();
}

typedef struct Paper {
    char  *data;
    size_t size, room;
} Paper;

static bool take(void *context, const char *data, size_t size)
{
    Paper *paper = context;
    if (paper->size + size > paper->room) {
        paper->room = 2 * (paper->size + size);
        paper->data = realloc(paper->data, paper->room);
        insist(paper->data != NULL);
    }
    memcpy(paper->data + paper->size, data, size);
    paper->size += size;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Record record, again;
    Fault  fault = { 0 };
    if (record_read(find, (const char *)data, size, &record, &fault) != STATUS_OK) {
        insist(fault.status != STATUS_OK && fault.at <= size && fault.why[0] != '\0');
        return 0;
    }
    Paper first = { 0 }, second = { 0 };
    insist(record_write(&record, take, &first));
    insist(record_read(find, first.data, first.size, &again, &fault) == STATUS_OK);
    insist(record_same(&record, &again));
    insist(record_write(&again, take, &second));
    insist(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    free(first.data);
    free(second.data);
    record_free(&record);
    record_free(&again);
    return 0;
}
