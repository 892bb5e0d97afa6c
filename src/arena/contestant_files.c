/* SPDX-License-Identifier: MIT */
/* contestant_files.c - a program of the game's own contest: started anew for every decision, asked and
 * answering with files (dialects/exchange.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contestant.h"
#include "play/process.h"

typedef struct Visitor {
    Contestant      contestant; /* first */
    const Exchange *exchange;
    JailedRun       run;
} Visitor;

static Visitor *visitor_of(Player *player)
{
    return (Visitor *)(void *)player;
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
    Visitor *v = visitor_of(player);
    (void)seed; /* the contest has none */
    v->contestant.setup = *setup;
    v->contestant.side = side;
    v->exchange = find_exchange(setup->game->name);
    Status status =
        v->exchange == NULL
            ? fault_set(fault, STATUS_ILLEGAL, 0, "%s has no contest with files", setup->game->name)
            : v->exchange->fits(setup, fault);
    v->contestant.our_fault = status != STATUS_OK;
    return status;
}

static void set_code(Visitor *v, const char *code)
{
    snprintf(v->contestant.failure.code, sizeof v->contestant.failure.code, "%s", code);
}

/* Why there is no answer to look at.  True if there is one. */
static bool check_run(Visitor *v, PlayerAnswer *answer)
{
    const JailedRun *run = &v->run;
    Contestant      *c = &v->contestant;
    switch (run->outcome) {
    case JAILED_NOT_RUN:
        contestant_fail(c, answer, TERMINATION_CRASH, "it cannot be started: %.200s", run->why.why);
        c->our_fault = run->why.status != STATUS_NOT_FOUND;
        return false;
    case JAILED_LATE:
        contestant_fail(c, answer, TERMINATION_TIME, "no answer in time");
        set_code(v, v->exchange->timeout);
        return false;
    case JAILED_TOO_MUCH:
        contestant_fail(c, answer, TERMINATION_OUTPUT, "it wrote more than %lld KiB",
                        (long long)c->rules->limits.output_kb);
        return false;
    case JAILED_ENDED: break;
    }
    if (run->end.signal == 0 && run->end.status == 0)
        return true;
    contestant_fail_ended(c, answer, &run->end);
    return false;
}

static void referee(Visitor *v, const Line *line, const ExchangeQuestion *question, Jail *jail,
                    PlayerAnswer *answer)
{
    ExchangeReply  replies[EXCHANGE_FILES_MAX] = { { 0 } };
    Buffer         texts[EXCHANGE_FILES_MAX];
    ExchangeResult result;
    Fault          fault = { .why = "" };
    for (int i = 0; i < question->file_count; i++) {
        buffer_init(&texts[i], EXCHANGE_FILE_BYTES_MAX);
        replies[i].found = jail_take(jail, question->files[i].name, &texts[i], &fault) == STATUS_OK;
        replies[i].data = texts[i].data == NULL ? "" : texts[i].data;
        replies[i].size = texts[i].length;
    }
    v->exchange->evaluate(line, question, replies, &result);
    if (!result.fine) {
        contestant_fail(&v->contestant, answer, TERMINATION_ILLEGAL, "%s: %s", result.code,
                        result.why);
        set_code(v, result.code);
    } else if (turn_read(line->setup.game, line_now(line), result.turn, &answer->turn, &fault) !=
               STATUS_OK) {
        contestant_fail(&v->contestant, answer, TERMINATION_ILLEGAL, "'%s': %s", result.turn,
                        fault.why);
    } else {
        answer->status = PLAYER_TURN;
    }
    for (int i = 0; i < question->file_count; i++)
        buffer_free(&texts[i]);
}

/* Start the program with its arguments and files; the jail it leaves behind, or NULL. */
static Jail *visit(Visitor *v, const ExchangeQuestion *question, int64_t time_ms)
{
    const char *arguments[CONTESTANT_ARGS_MAX];
    char        path[BOT_PATH_MAX + 16];
    JailedFile  files[EXCHANGE_FILES_MAX];
    Contestant *c = &v->contestant;
    int         count = contestant_arguments(c, arguments, path, sizeof path);
    for (int i = 0; i < question->arg_count; i++)
        arguments[count++] = question->args[i];
    arguments[count] = NULL;
    for (int i = 0; i < question->file_count; i++)
        files[i] = (JailedFile){ .name = question->files[i].name,
                                 .data = question->files[i].text.data,
                                 .size = question->files[i].text.length,
                                 .mode = 0644 };
    JailSpec spec = contestant_jail(c, arguments);
    return jailed_run_heard(&spec, files, (size_t)question->file_count, time_ms,
                            (uint64_t)c->rules->limits.output_kb << 10, c->rules->heard, &v->run);
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    Visitor         *v = visitor_of(player);
    Contestant      *c = &v->contestant;
    ExchangeQuestion question;
    Fault            fault = { .why = "" };
    int64_t          time_ms = limits->has_clock ? limits->clock_ms[c->side] : limits->time_ms;
    exchange_question_init(&question);
    if (v->exchange->ask(line, &question, &fault) != STATUS_OK) {
        contestant_fail(c, answer, TERMINATION_CRASH, "%s", fault.why);
        c->our_fault = true;
    } else {
        Jail *jail = visit(v, &question, time_ms + c->rules->limits.margin_ms);
        if (v->run.outcome != JAILED_NOT_RUN)
            contestant_count_usage(c, &v->run.end);
        if (check_run(v, answer))
            referee(v, line, &question, jail, answer);
        jail_close(jail);
    }
    if (answer->status != PLAYER_TURN) {
        snprintf(c->failure.last_out, sizeof c->failure.last_out, "%s", v->run.last_out);
        snprintf(c->failure.last_err, sizeof c->failure.last_err, "%s", v->run.last_err);
    }
    exchange_question_free(&question);
}

/* A decision has an end of its own: whoever stops waits for it. */
static void stop(Player *player)
{
    (void)player;
}

static void drop(Player *player)
{
    free(visitor_of(player));
}

static const PlayerOps OPS = { begin, choose, stop, drop };

Player *contestant_new_files(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    Visitor *v = calloc(1, sizeof *v);
    if (v == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(&v->contestant, &OPS, bot, rules);
    return &v->contestant.player;
}
