/* SPDX-License-Identifier: MIT */
/* Whatever a client sends, the request parsers either reject it with a reason or return values
 * within the limits. */
#include <stdlib.h>
#include <string.h>

#include "web/request.h"
#include "fuzz.h"

static void try_request(const char *text, size_t size)
{
    TableRequest wanted;
    Fault        fault = { 0 };
    if (table_request_read(text, size, &wanted, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0');
        return;
    }
    for (int i = 0; i < 2; i++) {
        insist(strlen(wanted.name[i]) <= NAME_BYTES_MAX);
        insist(wanted.seat[i].kind != SEAT_ENGINE || wanted.seat[i].level > 0 ||
               wanted.seat[i].time_ms > 0);
    }
    insist(!wanted.has_clock || (wanted.main_ms > 0 && wanted.main_ms <= CLOCK_MS_MAX));
    table_request_free(&wanted);
}

static void try_action(const char *text, size_t size, int with)
{
    ActionRequest wanted;
    Fault         fault = { 0 };
    if (action_read(text, size, with, &wanted, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0');
        return;
    }
    insist(wanted.turn >= 0 && wanted.steps.count <= TURN_STEPS_MAX);
    action_free(&wanted);
}

static void try_study(const char *text, size_t size)
{
    StudyBody wanted;
    Fault     fault = { 0 };
    if (study_body_read(text, size, &wanted, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0');
        return;
    }
    insist(wanted.request.node >= 0);
    study_body_free(&wanted);
}

static void try_arrangement(const char *text, size_t size)
{
    EditorBody wanted;
    Fault      fault = { 0 };
    if (editor_body_read(text, size, &wanted, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0');
        return;
    }
    insist(wanted.request.side == 0 || wanted.request.side == 1);
    editor_body_free(&wanted);
}

static void try_string(const char *text)
{
    Query    query;
    Fault    fault = { 0 };
    uint16_t cells[8];
    char     ids[IDS_MAX][ID_TEXT_MAX];
    int      count;
    if (query_read(text, &query, &fault) == STATUS_OK)
        for (int i = 0; i < query.count; i++)
            insist(query_value(&query, query.name[i]) == query.value[i]);
    insist(!cells_read(text, cells, 8, &count) || (count >= 1 && count <= 8));
    insist(!ids_read(text, ids, &count) || (count >= 1 && count <= IDS_MAX));
    insist(!host_is_loopback(text) || strchr(text, '/') == NULL);
    origin_is_host(text, "127.0.0.1");
    type_is_json(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    try_string(text);
    try_request(text, size);
    try_action(text, size, WITH_TOKEN);
    try_action(text, size, WITH_TOKEN | WITH_TURN);
    try_action(text, size, WITH_INVITATION | WITH_NAME);
    try_action(text, size, WITH_NAME);
    try_action(text, size, WITH_TEXT);
    try_study(text, size);
    try_arrangement(text, size);
    free(text);
    return 0;
}
