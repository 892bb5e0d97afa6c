/* SPDX-License-Identifier: MIT */
/* contestant.c - what all kinds of contestants share, and our own players among them. */
#include "arena/contestant.h"

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
                                  .unsafe = c->rules->unsafe };
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
    static const char *const INTERPRETERS[JAIL_KIT_COUNT] = {
        [JAIL_KIT_PYTHON] = "/usr/bin/python3",
        [JAIL_KIT_NODE] = "/usr/bin/node",
    };
    const char *slash = strrchr(c->bot->program, '/');
    int         count = 0;
    if (c->bot->entry[0] != '\0')
        snprintf(path, path_size, "%s", c->bot->entry);
    else
        snprintf(path, path_size, "/bot/%s", slash == NULL ? c->bot->program : slash + 1);
    if (INTERPRETERS[c->bot->runtime] != NULL)
        out[count++] = INTERPRETERS[c->bot->runtime];
    out[count++] = path;
    const char *arg = c->bot->spec.args;
    for (int i = 0; i < c->bot->spec.arg_count; i++, arg += strlen(arg) + 1)
        out[count++] = arg;
    out[count] = NULL;
    return count;
}

/* A stranger's words may hold what a terminal would obey; the notation of games is plain ASCII. */
static void make_harmless(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text >= 0x7f)
            *text = '?';
}

void contestant_fail(Contestant *c, PlayerAnswer *answer, Termination termination,
                     const char *format, ...)
{
    va_list args;
    c->failure.termination = termination;
    va_start(args, format);
    vsnprintf(c->failure.why, sizeof c->failure.why, format, args);
    va_end(args);
    make_harmless(c->failure.why);
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
    contestant_fail(c, answer,
                    end->out_of_memory ? TERMINATION_MEMORY
                    : end->out_of_cpu  ? TERMINATION_TIME
                                       : TERMINATION_CRASH,
                    "the program %s", how);
}

void contestant_count_usage(Contestant *c, const JailEnd *end)
{
    if (end->cpu_us >= 0)
        c->usage.cpu_us = (c->usage.cpu_us < 0 ? 0 : c->usage.cpu_us) + end->cpu_us;
    if (end->memory_bytes > c->usage.memory_bytes)
        c->usage.memory_bytes = end->memory_bytes;
}

/* --- One that cannot play at all ---------------------------------------------------------- */

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

static const PlayerOps REFUSER = { unready_begin, unready_choose, do_nothing, just_free };

static Player *new_refuser(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    Contestant *c = calloc(1, sizeof *c);
    if (c == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(c, &REFUSER, bot, rules);
    return &c->player;
}

/* --- Our own players ---------------------------------------------------------------------- */

typedef struct Own {
    Contestant contestant; /* first */
    Player    *inner;
} Own;

static Own *own_of(Player *player)
{
    return (Own *)(void *)player;
}

static Status own_begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault)
{
    Own   *own = own_of(player);
    Status status = player_begin(own->inner, setup, side, seed, fault);
    own->contestant.our_fault = status != STATUS_OK;
    return status;
}

static void own_choose(Player *player, const Line *line, const SearchLimits *limits,
                       PlayerAnswer *answer)
{
    Own *own = own_of(player);
    player_choose(own->inner, line, limits, answer);
    own->contestant.our_fault = answer->status != PLAYER_TURN;
}

static void own_stop(Player *player)
{
    player_stop(own_of(player)->inner);
}

static void own_drop(Player *player)
{
    player_delete(own_of(player)->inner);
    free(player);
}

static const PlayerOps OWN = { own_begin, own_choose, own_stop, own_drop };

static Player *new_builtin(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    PlayerSpec spec;
    Own       *own = calloc(1, sizeof *own);
    if (own == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    if (player_spec_read(bot->spec.player, &spec, fault) != STATUS_OK ||
        (own->inner = player_new(&spec, fault)) == NULL) {
        free(own);
        return NULL;
    }
    contestant_set_up(&own->contestant, &OWN, bot, rules);
    return &own->contestant.player;
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
    if (bot->failure[0] != '\0')
        return new_refuser(bot, rules, fault);
    return MAKERS[bot->spec.kind](bot, rules, fault);
}
