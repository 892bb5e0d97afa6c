/* SPDX-License-Identifier: MIT */
/* work_review.c - work of kind `review`: a task is a game, as a record; its result is the text of
 * review_write.  The spec is `nodes N games CHECKSUM`: the checksum tells jobs apart. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/work.h"
#include "games/list.h"
#include "play/review_text.h"

typedef struct Reviewer {
    uint32_t    nodes;
    atomic_bool is_stopped;
} Reviewer;

static void *prepare(const QueueWork *work, Fault *fault)
{
    Scan      scan = scan_string(work->spec);
    uint32_t  nodes;
    Reviewer *reviewer = NULL;
    if (!scan_word(&scan, "nodes ") || !scan_number(&scan, UINT32_MAX, &nodes) || nodes == 0)
        fault_set(fault, STATUS_SYNTAX, scan.at,
                  "the description of a review begins with `nodes N`");
    else if ((reviewer = calloc(1, sizeof *reviewer)) == NULL)
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    else
        reviewer->nodes = nodes;
    return reviewer;
}

static bool on_tick(void *context, int done, int total)
{
    Reviewer *reviewer = context;
    (void)done, (void)total;
    return !atomic_load(&reviewer->is_stopped);
}

static Status run(void *prepared, const QueueWork *work, Buffer *result, Fault *fault)
{
    Reviewer *reviewer = prepared;
    Record    record;
    Review    review;
    if (work->input == NULL)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the task has no game");
    Status status = record_read(games_find, work->input, strlen(work->input), &record, fault);
    if (status != STATUS_OK)
        return status;
    atomic_store(&reviewer->is_stopped, false);
    status = review_line(&record.line, reviewer->nodes, on_tick, reviewer, &review);
    record_free(&record);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "%s", status_text(status));
    review_write(&review, result);
    review_free(&review);
    return STATUS_OK;
}

static void stop(void *prepared)
{
    Reviewer *reviewer = prepared;
    atomic_store(&reviewer->is_stopped, true);
}

const WorkKind WORK_REVIEW = {
    .name = "review", .prepare = prepare, .run = run, .stop = stop, .free = free
};
