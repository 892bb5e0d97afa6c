/* SPDX-License-Identifier: MIT */
#include "dialects/game_read.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "dialects/list.h"
#include "games/list.h"

/* --- one record --- */

/* Return the offset of the first word, after white space and remarks. */
static size_t first_word(const char *data, size_t size)
{
    Scan scan = scan_over(data, size);
    for (;;) {
        scan_blanks(&scan);
        if (scan_peek(&scan) != ';' && scan_peek(&scan) != '#')
            return scan.at;
        while (!scan_done(&scan) && scan_peek(&scan) != '\n')
            scan.at++;
    }
}

/* Return the length up to the end of the last complete line before `size`. */
static size_t whole_lines(const char *data, size_t size)
{
    while (size > 0 && data[size - 1] != '\n')
        size--;
    return size;
}

static Status out_of_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

Status game_parse(const char *data, size_t size, Record *out, Fault *fault)
{
    assert(data != NULL);
    if (record_length(data, size) > 0 || memchr(data, '\n', size) == NULL)
        return record_read(games_find, data, size, out, fault);
    return record_read_open(games_find, data, whole_lines(data, size), out, fault);
}

/* Read a record that may lack its result and its last newline.  Only if the last line is not in the
 * notation is it taken for the beginning of a line that was cut off; an illegal move is an error. */
static Status read_one(const char *data, size_t size, Record *out, Fault *fault)
{
    Buffer text;
    if (record_length(data, size) > 0 || size == 0 || data[size - 1] == '\n')
        return game_parse(data, size, out, fault);
    buffer_init(&text, size + 1);
    buffer_bytes(&text, data, size);
    buffer_add(&text, "\n");
    Status status =
        text.failed ? out_of_memory(fault) : game_parse(text.data, text.length, out, fault);
    buffer_free(&text);
    Fault inside;
    if (status != STATUS_SYNTAX ||
        game_parse(data, whole_lines(data, size), out, &inside) != STATUS_OK)
        return status;
    return STATUS_OK;
}

/* --- several records --- */

/* Return the length of the first of several games; all of the text if no other one begins after
 * it. */
static size_t first_length(const char *data, size_t size)
{
    size_t length = record_length(data, size);
    size_t next = length + first_word(data + length, size - length);
    return length == 0 || next == size || data[next] != '[' ? size : length;
}

static int count_games(const char *data, size_t size)
{
    int count = 0;
    for (size_t at = 0; at < size; count++)
        at += first_length(data + at, size - at);
    return count;
}

/* Read the nth game.  What is before it becomes blank, so that lines keep their numbers. */
static Status read_nth(const char *data, size_t size, int nth, Record *out, Fault *fault)
{
    Buffer text;
    size_t begin = 0;
    for (int i = 1; i < nth; i++)
        begin += first_length(data + begin, size - begin);
    size_t end = begin + first_length(data + begin, size - begin);
    buffer_init(&text, end);
    buffer_bytes(&text, data, end);
    for (size_t i = 0; i < begin && !text.failed; i++)
        if (text.data[i] != '\n')
            text.data[i] = ' ';
    Status status = text.failed ? out_of_memory(fault) : read_one(text.data, end, out, fault);
    buffer_free(&text);
    return status;
}

static Status read_records(const char *data, size_t size, const GameAsk *ask, Record *out,
                           Fault *fault)
{
    int count = count_games(data, size);
    if (ask->setup != NULL)
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "a record names its game; naming one is for other formats");
    if (ask->nth > count)
        return fault_set(fault, STATUS_NOT_FOUND, size, "there is no game %d: the text holds %d",
                         ask->nth, count);
    if (ask->nth == 0 && count > 1)
        return fault_set(fault, STATUS_SYNTAX, first_length(data, size),
                         "the text holds %d games; choose one by its number (nth)", count);
    return count == 1 ? read_one(data, size, out, fault)
                      : read_nth(data, size, ask->nth, out, fault);
}

/* --- formats --- */

static bool is_candidate(const Converter *format, const GameAsk *ask)
{
    return format->read != NULL &&
           (ask->format == NULL || strcmp(ask->format, format->name) == 0) &&
           (ask->setup == NULL || strcmp(ask->setup->game->name, format->game) == 0);
}

static Status unknown_text(const GameAsk *ask, size_t at, Fault *fault)
{
    if (ask->format != NULL && strcmp(ask->format, "record") != 0)
        return fault_set(fault, STATUS_NOT_FOUND, at, "there is no format '%.40s' to read%s",
                         ask->format, ask->setup == NULL ? "" : " for this game");
    if (ask->nth > 1)
        return fault_set(fault, STATUS_NOT_FOUND, at, "there is no game %d in this text", ask->nth);
    return fault_set(fault, STATUS_NOT_FOUND, at,
                     "there is no game in this text: a record begins with [Game \"...\"], and it "
                     "has none of the other formats");
}

/* Try the formats that a text can have.  The fault of the format that was read furthest is reported,
 * because the text most likely has that format; if none was read beyond the first word, it is no
 * game. */
static Status read_converted(const char *data, size_t size, const GameAsk *ask, Record *out,
                             Fault *fault)
{
    ConvertAsk how = { .setup = ask->setup, .which = ask->nth };
    size_t     first = first_word(data, size), furthest = 0;
    bool       is_known = false;
    for (const Converter *format = CONVERTERS; format->name != NULL; format++) {
        Fault inside = { .at = 0 };
        if (!is_candidate(format, ask))
            continue;
        Status status = format->read(&how, data, size, out, &inside);
        if (status == STATUS_OK)
            return STATUS_OK;
        if (inside.at > first || ask->format != NULL) {
            if (!is_known || inside.at > furthest)
                fault_set(fault, status, inside.at, "%s%s%s%.200s",
                          ask->format == NULL ? "as " : "", ask->format == NULL ? format->name : "",
                          ask->format == NULL ? ": " : "", inside.why);
            furthest = is_known && furthest > inside.at ? furthest : inside.at;
            is_known = true;
        }
    }
    return is_known ? fault->status : unknown_text(ask, first, fault);
}

Status game_read(const char *data, size_t size, const GameAsk *ask, Record *out, Fault *fault)
{
    static const char MARK[] = "\xef\xbb\xbf"; /* the byte order mark in UTF-8 */
    assert(data != NULL && ask != NULL && ask->nth >= 0 && fault != NULL);
    size_t skipped = size >= 3 && memcmp(data, MARK, 3) == 0 ? 3 : 0;
    data += skipped;
    size -= skipped;
    size_t first = first_word(data, size);
    if (size > GAME_TEXT_BYTES_MAX)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "the text is longer than the limit of %d MiB",
                         GAME_TEXT_BYTES_MAX >> 20);
    if (first == size)
        return fault_set(fault, STATUS_NOT_FOUND, skipped,
                         "there is no game in this text: it is %s", size == 0 ? "empty" : "blank");
    bool is_record = ask->format == NULL ? data[first] == '[' : strcmp(ask->format, "record") == 0;
    Status status = is_record ? read_records(data, size, ask, out, fault)
                              : read_converted(data, size, ask, out, fault);
    if (status != STATUS_OK) /* a missing result may be missed behind the end */
        fault->at = skipped + (fault->at < size ? fault->at : size);
    return status;
}

/* --- all games of a text --- */

static bool visit_one(Status status, int number, Record *record, const Fault *fault,
                      GameVisit *visit, void *context)
{
    bool goes_on = visit(context, number, status == STATUS_OK ? record : NULL, fault);
    if (status == STATUS_OK)
        record_free(record);
    return goes_on;
}

void game_each(const char *data, size_t size, const GameAsk *ask, GameVisit *visit, void *context)
{
    Record  record;
    Fault   fault = { .why = "" };
    GameAsk one = *ask;
    size_t  first = first_word(data, size);
    bool    is_record = first < size && data[first] == '[';
    one.nth = is_record ? 0 : 1;
    if (!is_record) {
        for (Status status = STATUS_OK; status == STATUS_OK; one.nth++) {
            status = game_read(data, size, &one, &record, &fault);
            if ((status == STATUS_NOT_FOUND && one.nth > 1) ||
                !visit_one(status, one.nth, &record, &fault, visit, context))
                return;
        }
        return;
    }
    size_t length;
    for (int number = 1; size > 0; number++, data += length, size -= length) {
        length = first_length(data, size);
        Status status = game_read(data, length, &one, &record, &fault);
        if (!visit_one(status, number, &record, &fault, visit, context))
            return;
    }
}
