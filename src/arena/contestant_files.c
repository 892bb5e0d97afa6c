/* SPDX-License-Identifier: MIT */
/* contestant_files.c - a program for the game's own contest: started once per move, it reads and
 * writes files (dialects/exchange.h). */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contestant.h"
#include "base/clock.h"
#include "play/process.h"

typedef struct FilesBot {
    Contestant      contestant; /* first */
    const Exchange *exchange;
    JailedRun       run;
} FilesBot;

static FilesBot *files_bot_of(Player *player)
{
    return (FilesBot *)(void *)player;
}

static const Exchange *find_exchange(const char *game)
{
    const Exchange *exchange = EXCHANGES;
    while (exchange->name != NULL && strcmp(exchange->game, game) != 0)
        exchange++;
    return exchange->name == NULL ? NULL : exchange;
}

static Status begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault)
{
    FilesBot *b = files_bot_of(player);
    (void)seed; /* not part of these contests */
    b->contestant.setup = *setup;
    b->contestant.side = side;
    b->exchange = find_exchange(setup->game->name);
    Status status = b->exchange == NULL
                        ? fault_set(fault, STATUS_ILLEGAL, 0, "%s has no file-based contest format",
                                    setup->game->name)
                        : b->exchange->fits(setup, fault);
    b->contestant.our_fault = status != STATUS_OK;
    return status;
}

static void set_code(FilesBot *b, const char *code)
{
    snprintf(b->contestant.failure.code, sizeof b->contestant.failure.code, "%s", code);
}

/* True if the program ended normally; otherwise record the failure. */
static bool check_run(FilesBot *b, PlayerAnswer *answer)
{
    const JailedRun *run = &b->run;
    Contestant      *c = &b->contestant;
    switch (run->outcome) {
    case JAILED_NOT_RUN:
        contestant_fail(c, answer, TERMINATION_CRASH, "cannot start the bot: %.200s", run->why.why);
        c->our_fault = run->why.status != STATUS_NOT_FOUND;
        return false;
    case JAILED_FAILED:
        contestant_fail_void(c, answer, "the bot's jail failed, or the machine is too busy");
        return false;
    case JAILED_LATE:
        contestant_fail(c, answer, TERMINATION_TIME, "no answer in time");
        set_code(b, b->exchange->timeout);
        return false;
    case JAILED_TOO_MUCH:
        contestant_fail(c, answer, TERMINATION_OUTPUT, "the bot wrote more than %lld KiB",
                        (long long)c->rules->limits.output_kb);
        return false;
    case JAILED_ENDED: break;
    }
    if (contestant_is_over_cpu(c, answer, run->end.cpu_us, c->usage.cpu_us)) {
        set_code(b, b->exchange->timeout);
        return false;
    }
    if (run->end.signal == 0 && run->end.status == 0)
        return true;
    contestant_fail_ended(c, answer, &run->end);
    return false;
}

static void read_replies(FilesBot *b, const Line *line, const ExchangeQuestion *question,
                         Jail *jail, PlayerAnswer *answer)
{
    ExchangeReply  replies[EXCHANGE_FILES_MAX] = { { 0 } };
    Buffer         texts[EXCHANGE_FILES_MAX];
    ExchangeResult result;
    Fault          fault = { .why = "" };
    assert(jail != NULL && "check_run returned true");
    for (int i = 0; i < question->file_count; i++) {
        buffer_init(&texts[i], EXCHANGE_FILE_BYTES_MAX);
        replies[i].found = jail_take(jail, question->files[i].name, &texts[i], &fault) == STATUS_OK;
        replies[i].data = texts[i].data == NULL ? "" : texts[i].data;
        replies[i].size = texts[i].length;
    }
    b->exchange->evaluate(line, question, replies, &result);
    if (!result.fine) {
        contestant_fail(&b->contestant, answer, TERMINATION_ILLEGAL, "%s: %s", result.code,
                        result.why);
        set_code(b, result.code);
    } else if (turn_read(line->setup.game, line_now(line), result.turn, &answer->turn, &fault) !=
               STATUS_OK) {
        contestant_fail(&b->contestant, answer, TERMINATION_ILLEGAL, "'%s': %s", result.turn,
                        fault.why);
    } else {
        answer->status = PLAYER_TURN;
    }
    for (int i = 0; i < question->file_count; i++)
        buffer_free(&texts[i]);
}

/* Run the program with its arguments and files.  Return its jail with the replies in it, or
 * NULL. */
static Jail *run_program(FilesBot *b, const ExchangeQuestion *question, int64_t time_ms)
{
    const char *arguments[CONTESTANT_ARGS_MAX];
    char        path[BOT_PATH_MAX + 16];
    JailedFile  files[EXCHANGE_FILES_MAX];
    Contestant *c = &b->contestant;
    int         count = contestant_arguments(c, arguments, path, sizeof path);
    for (int i = 0; i < question->arg_count; i++)
        arguments[count++] = question->args[i];
    assert(count < CONTESTANT_ARGS_MAX && question->file_count <= EXCHANGE_FILES_MAX);
    arguments[count] = NULL;
    for (int i = 0; i < question->file_count; i++)
        files[i] = (JailedFile){ .name = question->files[i].name,
                                 .data = question->files[i].text.data,
                                 .size = question->files[i].text.length,
                                 .mode = 0644 };
    JailSpec spec = contestant_jail(c, arguments);
    spec.pool = c->rules->pool;
    return jailed_run_logged(&spec, files, (size_t)question->file_count, time_ms,
                             (uint64_t)c->rules->limits.output_kb << 10, c->rules->stderr_log,
                             &b->run);
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    FilesBot        *b = files_bot_of(player);
    Contestant      *c = &b->contestant;
    ExchangeQuestion question;
    Fault            fault = { .why = "" };
    int64_t          time_ms = limits->has_clock ? limits->clock_ms[c->side] : limits->time_ms;
    assert(b->exchange != NULL && "begin checked it");
    exchange_question_init(&question);
    if (b->exchange->ask(line, &question, &fault) != STATUS_OK) {
        contestant_fail(c, answer, TERMINATION_CRASH, "%s", fault.why);
        c->our_fault = true;
    } else {
        int64_t begin = clock_wall_ms();
        Jail   *jail = run_program(b, &question, time_ms + c->rules->limits.margin_ms);
        c->excused_ms = clock_wall_ms() - begin - b->run.charged_us / 1000;
        if (b->run.outcome != JAILED_NOT_RUN)
            contestant_count_usage(c, &b->run.end);
        if (check_run(b, answer))
            read_replies(b, line, &question, jail, answer);
        jail_close(jail);
    }
    if (answer->status != PLAYER_TURN) {
        snprintf(c->failure.last_out, sizeof c->failure.last_out, "%s", b->run.last_out);
        snprintf(c->failure.last_err, sizeof c->failure.last_err, "%s", b->run.last_err);
    }
    exchange_question_free(&question);
}

/* Nothing to do: a run is bounded by its own deadline. */
static void stop(Player *player)
{
    (void)player;
}

static void drop(Player *player)
{
    free(files_bot_of(player));
}

static const PlayerOps OPS = { begin, choose, stop, drop };

Player *contestant_new_files(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    FilesBot *b = calloc(1, sizeof *b);
    if (b == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(&b->contestant, &OPS, bot, rules);
    return &b->contestant.player;
}
