/* SPDX-License-Identifier: MIT */
/* The files of the Ponte del Diavolo contest as our strategy reads them.  The first byte is colour and swap,
 * an FF byte separates the two tables.  What it accepts it can play, and the contest finds no violation. */
#include <string.h>

#include "dialects/list.h"
#include "dialects/ponte_strategy.h"
#include "fuzz.h"
#include "games/list.h"

enum { SIZE = 10, NUMBER_MAX = 999 };

static const PonteLimits LIMITS = { .nodes = 32 };

/* Let the contest check the answer to a question that begins in `pos`. */
static void check_answer(const Pos *pos, const PonteFiles *after)
{
    char             text[2][PONTE_TABLE_TEXT_MAX];
    Setup            setup;
    Line             line;
    Fault            fault;
    ExchangeQuestion question;
    ExchangeResult   result;
    ExchangeReply    replies[EXCHANGE_FILES_MAX] = { { 0 }, { 0 }, { true, "", 0 } };
    for (int i = 0; i < 2; i++) {
        Text out = text_over(text[i], sizeof text[i]);
        ponte_table_write(i == 0 ? &after->chess : &after->bridge, SIZE, &out);
        replies[i] = (ExchangeReply){ true, text[i], out.length };
    }
    insist(games_setup(EXCHANGES[0].game, &setup, &fault) == STATUS_OK);
    if (line_init(&line, &setup, pos) != STATUS_OK)
        return;
    exchange_question_init(&question); /* its log is empty, and only the log is compared */
    EXCHANGES[0].evaluate(&line, &question, replies, &result);
    insist(result.fine);
    exchange_question_free(&question);
    line_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PonteFiles files, after;
    PosBuffer  pos;
    Turn       turn;
    Fault      fault = { .why = "" };
    if (size == 0)
        return 0;
    const char *text = (const char *)data + 1;
    const char *end = memchr(text, 0xff, size - 1);
    size_t      length = end == NULL ? size - 1 : (size_t)(end - text);
    if (ponte_table_read(text, length, SIZE, 2, &files.chess, &fault) != STATUS_OK ||
        ponte_table_read(end == NULL ? "" : end + 1, end == NULL ? 0 : size - 2 - length, SIZE,
                         NUMBER_MAX, &files.bridge, &fault) != STATUS_OK ||
        ponte_strategy_position(&files, data[0] & 1, (data[0] & 2) != 0, 3, &pos.head, &fault) !=
            STATUS_OK) {
        insist(fault.why[0] != '\0');
        return 0;
    }
    insist(ponte_strategy_decide(&pos.head, &LIMITS, 0, &turn, &fault) == STATUS_OK);
    after = files;
    ponte_strategy_play(&pos.head, &turn, &after);
    /* A swap is recognised by the log's first turn, which is not there. */
    if (islands_kind(turn.step[0]) != ISLANDS_SWAP)
        check_answer(&pos.head, &after);
    return 0;
}
