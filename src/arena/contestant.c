/* SPDX-License-Identifier: MIT */
/* contestant.c - what all kinds of contestants share, and the built-in players. */
#include "arena/contestant.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Contestant *contestant_of(Player *player)
{
    return (Contestant *)(void *)player;
}

static const Contestant *const_contestant(const Player *player)
{
    return (const Contestant *)(const void *)player;
}

void contestant_set_up(Contestant *c, const PlayerOps *ops, const BuiltBot *bot,
                       const ContestantRules *rules)
{
    assert(ops != NULL && bot != NULL && rules != NULL);
    c->player.ops = ops;
    c->bot = bot;
    c->rules = rules;
    c->usage = (Usage){ -1, -1 };
}

const BotFailure *contestant_failure(const Player *player)
{
    return &const_contestant(player)->failure;
}

Usage contestant_usage(const Player *player)
{
    return const_contestant(player)->usage;
}

bool contestant_is_our_fault(const Player *player)
{
    return const_contestant(player)->our_fault;
}

int64_t contestant_excused_ms(const Player *player)
{
    return const_contestant(player)->excused_ms;
}

void contestant_end(Player *player, const RecordResult *result, bool won)
{
    Contestant *c = contestant_of(player);
    if (c->end != NULL)
        c->end(c, result, won);
}

/* --- Programs ----------------------------------------------------------------------------- */

static int64_t given_or(int64_t given, int64_t scale, int64_t otherwise)
{
    return given > 0 ? given * scale : otherwise;
}

JailSpec contestant_jail(const Contestant *c, const char *const *arguments)
{
    const ContestLimits *limits = &c->rules->limits;
    JailSpec             spec = { .runtime = c->bot->runtime,
                                  .program = c->bot->program,
                                  .arguments = arguments,
                                  .limits = jail_limits(c->bot->runtime),
                                  .unsafe = c->rules->unsafe,
                                  .helper = c->rules->helper };
    spec.limits.memory_bytes = given_or(limits->memory_mb, 1 << 20, spec.limits.memory_bytes);
    spec.limits.processes = (int)given_or(limits->processes, 1, spec.limits.processes);
    spec.limits.scratch_bytes = given_or(limits->scratch_mb, 1 << 20, spec.limits.scratch_bytes);
    if (limits->threads >= 0)
        spec.limits.threads = (int)limits->threads;
    return spec;
}

int contestant_arguments(const Contestant *c, const char *out[CONTESTANT_ARGS_MAX], char *path,
                         size_t path_size)
{
    const char *slash = strrchr(c->bot->program, '/');
    int         count = 0;
    if (c->bot->entry[0] != '\0')
        snprintf(path, path_size, "%s", c->bot->entry);
    else
        snprintf(path, path_size, "/bot/%s", slash == NULL ? c->bot->program : slash + 1);
    const char *arg = c->bot->launch;
    for (int i = 0; i < c->bot->launch_count; i++, arg += strlen(arg) + 1)
        out[count++] = arg;
    out[count++] = path;
    arg = c->bot->spec.args;
    for (int i = 0; i < c->bot->spec.arg_count; i++, arg += strlen(arg) + 1)
        out[count++] = arg;
    assert(count <= CONTESTANT_ARGS_MAX - 1);
    out[count] = NULL;
    return count;
}

/* Replace control characters and non-ASCII bytes in untrusted text, so that it cannot control a
 * terminal.  The notation of all games is ASCII. */
static void mask_control(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text >= 0x7f)
            *text = '?';
}

void contestant_fail(Contestant *c, PlayerAnswer *answer, Termination termination,
                     const char *format, ...)
{
    va_list args;
    assert(termination > TERMINATION_RULES && termination < TERMINATIONS);
    c->failure.termination = termination;
    va_start(args, format);
    vsnprintf(c->failure.why, sizeof c->failure.why, format, args);
    va_end(args);
    mask_control(c->failure.why);
    if (answer == NULL)
        return;
    answer->status = termination == TERMINATION_ILLEGAL ? PLAYER_NONSENSE : PLAYER_GONE;
    snprintf(answer->why, sizeof answer->why, "%.250s", c->failure.why);
}

void contestant_fail_ended(Contestant *c, PlayerAnswer *answer, const JailEnd *end)
{
    char how[200];
    Text text = text_over(how, sizeof how);
    jail_end_write(end, &text);
    c->failure.signal = end->was_killed ? 0 : end->signal;
    c->our_fault = end->is_lost;
    contestant_fail(c, answer,
                    end->out_of_memory ? TERMINATION_MEMORY
                    : end->out_of_cpu  ? TERMINATION_TIME
                                       : TERMINATION_CRASH,
                    "the program %s", how);
}

void contestant_fail_void(Contestant *c, PlayerAnswer *answer, const char *why)
{
    contestant_fail(c, answer, TERMINATION_CRASH, "%s", why);
    c->our_fault = true;
}

bool contestant_is_over_cpu(Contestant *c, PlayerAnswer *answer, int64_t turn_us, int64_t game_us)
{
    const ContestLimits *limits = &c->rules->limits;
    bool                 turn = limits->turn_cpu_ms > 0 && turn_us > limits->turn_cpu_ms * 1000;
    bool                 game = limits->game_cpu_ms > 0 && game_us > limits->game_cpu_ms * 1000;
    if (turn || game)
        contestant_fail(c, answer, TERMINATION_TIME,
                        "the bot used %lld ms of CPU time for %s; the limit is %lld ms",
                        (long long)(turn ? turn_us : game_us) / 1000,
                        turn ? "this move" : "the game",
                        (long long)(turn ? limits->turn_cpu_ms : limits->game_cpu_ms));
    return turn || game;
}

void contestant_count_usage(Contestant *c, const JailEnd *end)
{
    if (end->cpu_us >= 0)
        c->usage.cpu_us = (c->usage.cpu_us < 0 ? 0 : c->usage.cpu_us) + end->cpu_us;
    if (end->memory_bytes > c->usage.memory_bytes)
        c->usage.memory_bytes = end->memory_bytes;
}

/* --- A bot that could not be built -------------------------------------------------------- */

static Status unready_begin(Player *player, const Setup *setup, int side, uint64_t seed,
                            Fault *fault)
{
    Contestant *c = contestant_of(player);
    (void)setup;
    (void)side;
    (void)seed;
    contestant_fail(c, NULL, TERMINATION_CRASH, "%s", c->bot->failure);
    snprintf(c->failure.code, sizeof c->failure.code, "%s", c->bot->failure_code);
    return fault_set(fault, STATUS_ILLEGAL, 0, "%.200s", c->bot->failure);
}

static void unready_choose(Player *player, const Line *line, const SearchLimits *limits,
                           PlayerAnswer *answer)
{
    Contestant *c = contestant_of(player);
    (void)line;
    (void)limits;
    contestant_fail(c, answer, TERMINATION_CRASH, "%s", c->bot->failure);
}

static void do_nothing(Player *player)
{
    (void)player;
}

static void just_free(Player *player)
{
    free(player);
}

static const PlayerOps UNREADY = { unready_begin, unready_choose, do_nothing, just_free };

static Player *new_unready(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    Contestant *c = calloc(1, sizeof *c);
    if (c == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(c, &UNREADY, bot, rules);
    return &c->player;
}

/* --- Built-in players --------------------------------------------------------------------- */

typedef struct Builtin {
    Contestant contestant; /* first */
    Player    *inner;
} Builtin;

static Builtin *builtin_of(Player *player)
{
    return (Builtin *)(void *)player;
}

static Status builtin_begin(Player *player, const Setup *setup, int side, uint64_t seed,
                            Fault *fault)
{
    Builtin *builtin = builtin_of(player);
    Status   status = player_begin(builtin->inner, setup, side, seed, fault);
    builtin->contestant.our_fault = status != STATUS_OK;
    return status;
}

static void builtin_choose(Player *player, const Line *line, const SearchLimits *limits,
                           PlayerAnswer *answer)
{
    Builtin *builtin = builtin_of(player);
    player_choose(builtin->inner, line, limits, answer);
    builtin->contestant.our_fault = answer->status != PLAYER_TURN;
}

static void builtin_stop(Player *player)
{
    player_stop(builtin_of(player)->inner);
}

static void builtin_drop(Player *player)
{
    player_delete(builtin_of(player)->inner);
    free(player);
}

static const PlayerOps BUILTIN = { builtin_begin, builtin_choose, builtin_stop, builtin_drop };

static Player *new_builtin(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    PlayerSpec spec;
    Builtin   *builtin = calloc(1, sizeof *builtin);
    if (builtin == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    if (player_spec_read(bot->spec.player, &spec, fault) != STATUS_OK ||
        (builtin->inner = player_new(&spec, fault)) == NULL) {
        free(builtin);
        return NULL;
    }
    contestant_set_up(&builtin->contestant, &BUILTIN, bot, rules);
    return &builtin->contestant.player;
}

/* --- All ---------------------------------------------------------------------------------- */

Player *contestant_new(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    static Player *(*const MAKERS[BOT_KINDS])(const BuiltBot *, const ContestantRules *,
                                              Fault *) = {
        [BOT_C] = contestant_new_json,  [BOT_JSON] = contestant_new_json,
        [BOT_UGI] = contestant_new_ugi, [BOT_FILES] = contestant_new_files,
        [BOT_BUILTIN] = new_builtin,
    };
    assert(bot->spec.kind >= 0 && bot->spec.kind < BOT_KINDS);
    if (bot->failure[0] != '\0')
        return new_unready(bot, rules, fault);
    return MAKERS[bot->spec.kind](bot, rules, fault);
}
