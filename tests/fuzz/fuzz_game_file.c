/* SPDX-License-Identifier: MIT */
/* Any bytes are either rejected with a reason, or a game.  A game that is truncated anywhere and
 * can still be read is the same game, or its beginning. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *first = text;
    size_t      length = size;
    Record      record, part;
    Fault       fault = { 0 };
    insist(game_nth(&first, &length, 1) && first == text && length <= size);
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
