/* SPDX-License-Identifier: MIT */
/* What students and the organiser send: paths with tokens, names of files, forms, times, announcements.
 * Accepted input keeps to its limits and can be shown as it is. */
#include <stdlib.h>
#include <string.h>

#include "arena/hand_in.h"
#include "arena/hand_in_store.h"
#include "arena/hand_in_worker.h"
#include "fuzz.h"

static void try_path(const char *text)
{
    HandInPath path;
    if (!hand_in_read_path(text, &path))
        return;
    insist(strlen(path.token) == 32 && strspn(path.token, "0123456789abcdef") == 32);
    insist(path.rest > text && path.rest[-1] == '/' && path.rest <= text + strlen(text));
}

static void try_file_name(const char *text)
{
    if (!hand_in_is_file_name(text))
        return;
    insist(strlen(text) > 0 && strlen(text) < SUBMISSION_FILE_NAME_MAX &&
           strchr(text, '/') == NULL);
    insist(text[0] != '.' && text[0] != '-');
}

static void try_kind(const char *text)
{
    BotKind kind;
    insist(!hand_in_read_kind(text, &kind) || (kind != BOT_BUILTIN && kind <= BOT_KINDS));
}

static void try_time(const char *text, size_t size)
{
    int64_t time = -1;
    insist(!hand_in_read_time(text, size, &time) || time >= 0);
}

static void try_text(const char *text, size_t size, bool lines)
{
    char out[HAND_IN_ANNOUNCEMENT_MAX];
    if (!hand_in_read_text(text, size, lines, out, sizeof out))
        return;
    insist(strlen(out) == size && size > 0 && memcmp(out, text, size) == 0);
    for (size_t i = 0; i < size; i++)
        insist((unsigned char)out[i] >= ' ' || out[i] == '\t' || (lines && out[i] == '\n'));
}

static void try_form(const char *text, size_t size)
{
    HandInForm form;
    if (!hand_in_read_form(text, size, &form))
        return;
    insist(form.name[0] == '\0' || hand_in_is_file_name(form.name));
    insist(strlen(form.kind) < sizeof form.kind && strlen(form.game) < sizeof form.game &&
           strlen(form.action) < sizeof form.action);
    insist(form.size == 0 || (form.data >= text && form.data + form.size <= text + size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    try_path(text);
    try_file_name(text);
    try_kind(text);
    try_time(text, size);
    try_form(text, size);
    try_text(text, size, false);
    try_text(text, size, true);
    free(text);
    return 0;
}
