/* SPDX-License-Identifier: MIT */
/* Parsers of the arena: the contest file, a line from a bot, the files of a strategy, a book of
 * openings, the record of a game that is verified, a game as a task, its result and its moves so far, and
 * the bytes of a submission.  The first byte selects one.  Accepted input keeps to its limits; rejected input has a reason. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/audit.h"
#include "arena/bot_query.h"
#include "arena/bot_message.h"
#include "arena/contest.h"
#include "arena/contest_task.h"
#include "arena/starts.h"
#include "arena/submission.h"
#include "arena/submission_pack.h"
#include "dialects/list.h"
#include "games/list.h"
#include "fuzz.h"

static void try_contest(const char *text, size_t size)
{
    Contest contest;
    Fault   fault = { 0 };
    if (contest_read(text, size, &contest, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0');
        return;
    }
    insist(contest.games >= 1 && contest.games <= CONTEST_GAMES_MAX && contest.setup.game != NULL);
    for (int i = 0; i < contest.bot_count; i++) {
        const BotSpec *bot = &contest.bots[i];
        insist(contest_is_bot_name(bot->name) && contest_find(&contest, bot->name) == i);
        insist((bot->kind == BOT_BUILTIN) == (bot->file[0] == '\0'));
        insist(bot->file[0] != '/' && strstr(bot->file, "..") != bot->file);
    }
    contest_free(&contest);
}

/* Every query of a bot is answered, however odd it is. */
static void try_bot(const char *text, size_t size)
{
    static BotMessage words;
    Setup             setup;
    Line              line;
    Buffer            out;
    Fault             fault;
    bot_message_read(text, size, &words);
    if (words.kind != BOT_QUERY_TURNS && words.kind != BOT_QUERY_LOOK)
        return;
    insist(words.max >= 1 && words.max <= BOT_TURNS_MAX);
    if (games_setup("toy", &setup, &fault) != STATUS_OK ||
        line_init(&line, &setup, NULL) != STATUS_OK)
        return;
    buffer_init(&out, 1 << 20);
    if (words.kind == BOT_QUERY_TURNS)
        bot_query_turns(&line, words.after, words.max, words.values, &out);
    else
        bot_query_look(&line, words.after, &out);
    insist(!out.failed && out.length > 0 && out.data[out.length - 1] == '\n');
    insist(memchr(out.data, '\n', out.length) == out.data + out.length - 1);
    buffer_free(&out);
    line_free(&line);
}

/* Each FF byte separates two files of one answer. */
static void try_answer(const char *text, size_t size)
{
    Setup            setup;
    Line             line;
    Fault            fault;
    ExchangeQuestion question;
    ExchangeReply    replies[EXCHANGE_FILES_MAX] = { { 0 } };
    ExchangeResult   result;
    if (games_setup(EXCHANGES[0].game, &setup, &fault) != STATUS_OK ||
        line_init(&line, &setup, NULL) != STATUS_OK)
        return;
    exchange_question_init(&question);
    insist(EXCHANGES[0].ask(&line, &question, &fault) == STATUS_OK);
    for (int i = 0; i < question.file_count; i++) {
        const char *end = memchr(text, 0xff, size);
        size_t      length = end == NULL ? size : (size_t)(end - text);
        replies[i] = (ExchangeReply){ length > 0, text, length };
        text += end == NULL ? length : length + 1;
        size -= end == NULL ? length : length + 1;
    }
    EXCHANGES[0].evaluate(&line, &question, replies, &result);
    insist(result.fine || (result.code[0] != '\0' && result.why[0] != '\0'));
    if (result.fine)
        insist(line_play(&line, result.turn, &fault) == STATUS_OK);
    exchange_question_free(&question);
    line_free(&line);
}

static void try_book(const char *text, size_t size)
{
    Setup  setup;
    Fault  fault = { 0 };
    char **lines;
    int    count;
    if (games_setup("gipf:3,3,8,8", &setup, &fault) != STATUS_OK)
        return;
    if (starts_read_book(&setup, text, size, &lines, &count, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0');
        return;
    }
    insist(count >= 1 && count <= BOOK_LINES_MAX);
    for (int i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
}

static void try_record(const char *text, size_t size)
{
    Fault fault = { 0 };
    int   half_points = 1, turns = 0;
    char *copy = malloc(size + 1);
    if (copy == NULL)
        return;
    memcpy(copy, text, size);
    copy[size] = '\0';
    if (audit_record(copy, "gipf:3,3,8,8;limit=500", size % 2 == 0, &half_points, &turns, &fault) ==
        STATUS_OK)
        insist(half_points >= 0 && half_points <= 2 && turns >= 0);
    else
        insist(fault.why[0] != '\0');
    free(copy);
}

static const char SETTINGS[] = "[contest]\nname = \"c\"\ngame = \"toy:5;limit=20\"\n[limits]\n";

/* A task that is read is written as another text that is read the same. */
static void try_task(const char *text, size_t size)
{
    Contest     contest;
    ContestTask task, again;
    Fault       fault = { 0 };
    Buffer      out;
    char       *copy = strndup(text, size);
    if (copy == NULL)
        return;
    if (contest_task_read(SETTINGS, copy, &contest, &task, &fault) == STATUS_OK) {
        buffer_init(&out, CONTEST_TASK_MAX);
        contest_task_write(&task, &out);
        insist(contest_task_read(SETTINGS, out.data, &contest, &again, &fault) == STATUS_OK);
        insist(again.number == task.number &&
               strcmp(again.bot[1].spec.name, task.bot[1].spec.name) == 0);
        buffer_free(&out);
        contest_task_free(&again);
        contest_task_free(&task);
    } else {
        insist(fault.why[0] != '\0');
    }
    free(copy);
}

static const char TASK[] =
    "game 0 0 1 0 0\nseeds 0000000000000001 0000000000000002\nopening 0 0000000000000000\n"
    "first -\nsecond -\n[[bot]]\nname = \"a\"\nplayer = \"random\"\n[[bot]]\nname = \"b\"\n"
    "player = \"greedy\"\n";

/* Whatever a machine sends, a result that is accepted is a legal game. */
static void try_result(const char *text, size_t size)
{
    Contest       contest;
    ContestTask   task;
    ContestResult result;
    Fault         fault = { 0 };
    int           half_points, turns;
    insist(contest_task_read(SETTINGS, TASK, &contest, &task, &fault) == STATUS_OK);
    if (contest_result_read(&contest, &task, text, size, &result, &fault) == STATUS_OK) {
        bool is_forfeit = result.report.termination != TERMINATION_RULES;
        insist(result.report.half_points >= 0 && result.report.half_points <= 2);
        Status status = audit_record(result.report.record.data, "toy:5;limit=20", is_forfeit,
                                     &half_points, &turns, &fault);
        insist(status == STATUS_NOT_FOUND ||
               (status == STATUS_OK && half_points == result.report.half_points &&
                turns == result.report.turns));
        referee_report_free(&result.report);
    } else {
        insist(fault.why[0] != '\0');
    }
    contest_task_free(&task);
}

/* The same for a game under way. */
static void try_progress(const char *text, size_t size)
{
    Contest         contest;
    ContestTask     task;
    ContestProgress progress;
    Record          record;
    Buffer          out;
    Fault           fault = { 0 };
    insist(contest_task_read(SETTINGS, TASK, &contest, &task, &fault) == STATUS_OK);
    buffer_init(&out, 1 << 20);
    if (contest_progress_read(&contest, &task, text, size, &progress, &out, &fault) == STATUS_OK) {
        insist(record_read(games_find, out.data, out.length, &record, &fault) == STATUS_OK);
        insist(line_turns(&record.line) == progress.turns && progress.played_ms >= 0);
        record_free(&record);
    } else {
        insist(fault.why[0] != '\0' && out.length == 0);
    }
    contest_progress_free(&progress);
    buffer_free(&out);
    contest_task_free(&task);
}

static void try_submission(const char *text, size_t size)
{
    char  folder[] = "/tmp/fuzz_contest.XXXXXX";
    Fault fault = { 0 };
    if (mkdtemp(folder) == NULL)
        return;
    if (submission_unpack(text, size, folder, &fault) != STATUS_OK)
        insist(fault.why[0] != '\0' && rmdir(folder) == 0);
    else
        submission_remove(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const READERS[])(
        const char *, size_t) = { try_contest, try_bot,    try_answer,     try_book,    try_record,
                                  try_task,    try_result, try_submission, try_progress };
    enum { COUNT = sizeof READERS / sizeof READERS[0] };
    if (size > 0)
        READERS[(uint8_t)(data[0] - '0') % COUNT]((const char *)data + 1, size - 1);
    return 0;
}
