/* SPDX-License-Identifier: MIT */
/* Whatever a client sends as a study or as an arrangement is either rejected with a reason and no reply,
 * or answered with a study that reads back as the same record.
 *
 * The input has lines EDIT, NODE, STEPS, MARK, COMMENT and PIECES; the rest is the record. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "play/editor_json.h"
#include "play/study_json.h"
#include "fuzz.h"

enum { LINES = 6, REPLY_MAX = 1 << 20 };

/* Cut off the first line of the text and return it. */
static char *next_line(char **text)
{
    char *line = *text, *end = strchr(line, '\n');
    *text = end == NULL ? line + strlen(line) : end + 1;
    if (end != NULL)
        *end = '\0';
    return line;
}

static void try_study(const StudyRequest *request)
{
    Buffer reply;
    Fault  fault = { 0 };
    buffer_init(&reply, REPLY_MAX);
    Json   json = json_over(&reply);
    Status status = study_view(&json, NULL, request, &fault);
    if (status != STATUS_OK)
        insist(fault.status == status && fault.why[0] != '\0' &&
               (reply.failed || reply.length == 0));
    buffer_free(&reply);
}

static void try_arrangement(const char *pieces)
{
    Buffer reply;
    Fault  fault = { 0 };
    buffer_init(&reply, REPLY_MAX);
    Json   json = json_over(&reply);
    Status status = editor_arrange(
        &json, NULL, &(EditorRequest){ .setup = "toy", .pieces = pieces, .side = 1 }, &fault);
    if (status != STATUS_OK)
        insist(fault.status == status && fault.why[0] != '\0' && reply.length == 0);
    buffer_free(&reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1), *text = copy, *line[LINES];
    insist(copy != NULL);
    memcpy(copy, data, size);
    copy[size] = '\0';
    for (int i = 0; i < LINES; i++)
        line[i] = next_line(&text);
    StudyRequest request = { .text = text,
                             .edit = line[0][0] == '\0' ? NULL : line[0],
                             .node = atoi(line[1]) & 0xffff,
                             .steps = line[2],
                             .mark = line[3],
                             .comment = line[4] };
    try_study(&request);
    request.reply = "changes";
    try_study(&request);
    try_arrangement(line[5]);
    free(copy);
    return 0;
}
