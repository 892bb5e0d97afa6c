/* SPDX-License-Identifier: MIT */
/* Any bytes are either rejected with a reason, or a game, in any format (game_read).  A record that is
 * truncated anywhere and can still be read is the same game, or its beginning. */
#include <string.h>

#include "term/game_file.h"
#include "fuzz.h"

static bool is_beginning(const Record *part, const Record *whole)
{
    const Line *a = &part->line, *b = &whole->line;
    for (int i = 0; i < line_turns(a); i++) {
        Turn one, other;
        if (i >= line_turns(b))
            return false;
        line_turn(a, i, &one);
        line_turn(b, i, &other);
        if (one.count != other.count ||
            memcmp(one.step, other.step, (size_t)one.count * sizeof(Step)) != 0)
            return false;
    }
    return true;
}

/* What is read is a legal game, and so its record can be read again. */
static void read_any(const char *text, size_t size, int nth)
{
    Record record, again;
    Buffer written;
    Fault  fault = { 0 };
    if (game_read(text, size, &(GameAsk){ .nth = nth }, &record, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0' && fault.at <= size);
        return;
    }
    buffer_init(&written, GAME_TEXT_BYTES_MAX);
    insist(record_write(&record, buffer_sink, &written));
    insist(game_read(written.data, written.length, &(GameAsk){ 0 }, &again, &fault) == STATUS_OK);
    insist(record_same(&record, &again));
    buffer_free(&written);
    record_free(&again);
    record_free(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    Record      record, part;
    Fault       fault = { 0 };
    for (int nth = 0; nth < 3; nth++)
        read_any(text, size, nth);
    insist(record_length(text, size) <= size);
    if (game_parse(text, size, &record, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0');
        return 0;
    }
    /* A truncated word may be another word, so only complete lines are left out. */
    for (size_t cut = size; cut > 0; cut--)
        if (text[cut - 1] == '\n' && game_parse(text, cut, &part, &fault) == STATUS_OK) {
            insist(is_beginning(&part, &record));
            record_free(&part);
        }
    record_free(&record);
    return 0;
}
