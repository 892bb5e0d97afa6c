/* SPDX-License-Identifier: MIT */
/* The first byte selects a format and the options, the rest is a text in that format.  It is
 * rejected with a place and a reason, or becomes a record.  The record is written and read back as
 * the same record, in our own format and, if that can express the game, in the third-party one. */
#include <string.h>

#include "base/buffer.h"
#include "dialects/list.h"
#include "games/list.h"
#include "fuzz.h"

static const Converter *choose_format(unsigned number)
{
    unsigned count = 0;
    while (CONVERTERS[count].name != NULL)
        count++;
    return &CONVERTERS[number % count];
}

static void check_record(const Record *record)
{
    Record again;
    Fault  fault = { 0 };
    Buffer paper;
    buffer_init(&paper, SIZE_MAX);
    insist(record_write(record, buffer_sink, &paper));
    insist(record_read(games_find, paper.data, paper.length, &again, &fault) == STATUS_OK);
    insist(record_same(record, &again));
    record_free(&again);
    buffer_free(&paper);
}

/* Tags and results need not survive a third-party format; the turns must. */
static void check_foreign(const Converter *format, const Record *record)
{
    ConvertAsk ask = { .setup = &record->line.setup };
    Record     again;
    Fault      fault = { 0 };
    Buffer     paper;
    buffer_init(&paper, SIZE_MAX);
    Status status = format->write(record, buffer_sink, &paper, &fault);
    insist(status == STATUS_OK || (status == STATUS_ILLEGAL && fault.why[0] != '\0'));
    if (status == STATUS_OK) {
        insist(format->read(&ask, paper.data, paper.length, &again, &fault) == STATUS_OK);
        insist(game_same(record->line.setup.game, line_now(&record->line), line_now(&again.line)));
        insist(line_turns(&record->line) == line_turns(&again.line));
        record_free(&again);
    }
    buffer_free(&paper);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const VARIANTS[] = { NULL, "contest;size=4", "official;size=3",
                                            "open;size=12" };
    if (size == 0)
        return 0;
    const Converter *format = choose_format(data[0] & 15);
    const char      *variant = VARIANTS[data[0] >> 4 & 3];
    ConvertAsk       ask = { .which = data[0] >> 6 };
    Setup            setup = { .game = games_find(format->game) };
    Record           record;
    Fault            fault = { 0 };
    insist(setup.game != NULL);
    if (variant != NULL && strcmp(format->game, "ponte") == 0) {
        insist(setup.game->text->variant_read(variant, &setup.variant, &fault) == STATUS_OK);
        ask.setup = &setup;
    }
    const char *text = (const char *)data + 1;
    if (format->read == NULL)
        return 0;
    if (format->read(&ask, text, size - 1, &record, &fault) != STATUS_OK) {
        insist(fault.status != STATUS_OK && fault.at <= size - 1 && fault.why[0] != '\0');
        return 0;
    }
    check_record(&record);
    if (format->write != NULL)
        check_foreign(format, &record);
    record_free(&record);
    return 0;
}
