/* SPDX-License-Identifier: MIT */
#include "arena/bot_connection.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
    SLICE_MS = 100,    /* interval for polling bot_connection_stop */
    IDLE_US = 2000,    /* a bot that used less CPU time counts as idle */
    SHOWN_BYTES = 100, /* of an unreadable message, quoted in the error */
    LOOK_MS = 10,      /* shorter requests are not worth a look at the scheduler's statistics */
    BUSY_FACTOR = 20,  /* a busy machine may make a request this many times longer */
    BUSY_MS = 10000,   /* and this much more */
};

static BotConnection *connection_of(Player *player)
{
    return (BotConnection *)(void *)player;
}

Status bot_connection_start(BotConnection *t, Fault *fault)
{
    assert(t->jailed == NULL && "a bot process is started once per game");
    assert(t->contestant.bot != NULL && t->contestant.rules != NULL);
    const char *arguments[CONTESTANT_ARGS_MAX];
    char        path[BOT_PATH_MAX + 16];
    contestant_arguments(&t->contestant, arguments, path, sizeof path);
    JailSpec spec = contestant_jail(&t->contestant, arguments);
    atomic_store(&t->stopped, false);
    t->jailed = jailed_start(&spec, (uint64_t)t->contestant.rules->limits.output_kb << 10, fault);
    if (t->jailed != NULL) {
        jailed_log_to(t->jailed, t->contestant.rules->stderr_log);
        return STATUS_OK;
    }
    contestant_fail(&t->contestant, NULL, TERMINATION_CRASH, "cannot start the bot: %.200s",
                    fault->why);
    t->contestant.our_fault = fault->status != STATUS_NOT_FOUND;
    return fault->status;
}

void bot_connection_end(BotConnection *t, int64_t patience_ms)
{
    if (t->jailed == NULL)
        return;
    jailed_end(t->jailed, clock_wall_ms() + patience_ms);
    contestant_count_usage(&t->contestant, jailed_how(t->jailed));
    if (t->contestant.failure.termination != TERMINATION_RULES) {
        snprintf(t->contestant.failure.last_out, JAILED_TEXT_MAX, "%s", jailed_last_out(t->jailed));
        snprintf(t->contestant.failure.last_err, JAILED_TEXT_MAX, "%s", jailed_last_err(t->jailed));
    }
    jailed_delete(t->jailed);
    t->jailed = NULL;
}

void bot_connection_fail_illegal(BotConnection *t, PlayerAnswer *answer, const char *turn,
                                 const char *why)
{
    contestant_fail(&t->contestant, answer, TERMINATION_ILLEGAL, "'%.100s': %s", turn, why);
    bot_connection_end(t, 0);
}

/* --- Time --------------------------------------------------------------------------------- */

/* Find out how much of the time since the request is not the bot's. */
static void look(BotConnection *t)
{
    int64_t stopped_ms = jailed_stopped_ms(t->jailed);
    int64_t wall_us = (clock_wall_ms() - t->begin_ms - stopped_ms) * 1000;
    int64_t cpu_us = jailed_cpu_us(t->jailed), excused = 0;
    if (cpu_us >= 0 && t->cpu_us >= 0)
        excused = jail_excused_us(wall_us, cpu_us - t->cpu_us,
                                  jailed_delay_us(t->jailed) - t->delay_us +
                                      jailed_own_delay_us(t->jailed) - t->own_delay_us);
    t->excused_ms = excused / 1000 + stopped_ms;
}

static bool is_over_cpu(BotConnection *t, PlayerAnswer *answer)
{
    const ContestLimits *limits = &t->contestant.rules->limits;
    if (limits->turn_cpu_ms == 0 && limits->game_cpu_ms == 0)
        return false;
    int64_t cpu_us = jailed_cpu_us(t->jailed);
    return contestant_is_over_cpu(&t->contestant, answer, cpu_us - t->cpu_us, cpu_us);
}

/* --- Failures ----------------------------------------------------------------------------- */

static void fail_closed(BotConnection *t, PlayerAnswer *answer)
{
    contestant_fail_ended(&t->contestant, answer, jailed_how(t->jailed));
    if (jailed_how(t->jailed)->was_killed)
        contestant_fail(&t->contestant, answer, TERMINATION_CRASH,
                        "the program closed its standard output");
    bot_connection_end(t, 0);
}

/* True if the bot neither wrote a line nor used the CPU since the last request. */
static bool was_idle(const BotConnection *t)
{
    int64_t cpu_us = jailed_cpu_us(t->jailed);
    return !t->spoke && cpu_us >= 0 && t->cpu_us >= 0 && cpu_us - t->cpu_us < IDLE_US;
}

static void fail_timeout(BotConnection *t, PlayerAnswer *answer)
{
    bool idle = was_idle(t);
    if (jailed_has_failed(t->jailed)) {
        contestant_fail_void(&t->contestant, answer, "something outside stopped the bot");
        bot_connection_end(t, 0);
        return;
    }
    contestant_fail(&t->contestant, answer, idle ? TERMINATION_SILENCE : TERMINATION_TIME,
                    idle ? "no answer in time, and the bot used no CPU time" : "no answer in time");
    bot_connection_end(t, 0);
}

static void fail_flood(BotConnection *t, PlayerAnswer *answer)
{
    contestant_fail(&t->contestant, answer, TERMINATION_OUTPUT,
                    "the bot wrote more than %lld KiB, or a line longer than %d bytes",
                    (long long)t->contestant.rules->limits.output_kb, JAILED_LINE_MAX - 1);
    bot_connection_end(t, 0);
}

bool bot_connection_send(BotConnection *t, const char *data, size_t size, int64_t until_ms,
                         PlayerAnswer *answer)
{
    assert(data != NULL || size == 0);
    if (t->jailed == NULL) {
        contestant_fail(&t->contestant, answer, TERMINATION_CRASH,
                        "the program had already exited");
        return false;
    }
    if (jailed_write(t->jailed, data, size, until_ms + t->excused_ms))
        return true;
    if (clock_wall_ms() >= until_ms + t->excused_ms)
        fail_timeout(t, answer);
    else
        fail_closed(t, answer);
    return false;
}

void bot_connection_begin(BotConnection *t)
{
    if (t->jailed == NULL)
        return;
    t->begin_ms = clock_wall_ms();
    t->cpu_us = jailed_cpu_us(t->jailed);
    t->own_delay_us = jailed_own_delay_us(t->jailed);
    t->excused_ms = t->contestant.excused_ms = 0;
    t->spoke = false;
    jailed_drain(t->jailed);
}

static bool was_stopped(BotConnection *t, PlayerAnswer *answer)
{
    const atomic_bool *all = t->contestant.rules->stop;
    if (!atomic_exchange(&t->stopped, false) && (all == NULL || !atomic_load(all)))
        return false;
    if (answer != NULL)
        answer->status = PLAYER_STOPPED;
    bot_connection_end(t, 0);
    return true;
}

/* True if the time is over.  The time that the bot waited for a CPU does not count, but a machine that
 * is busy without end voids the game. */
static bool is_over_time(BotConnection *t, int64_t until_ms, PlayerAnswer *answer)
{
    int64_t now = clock_wall_ms(), time_ms = until_ms - t->begin_ms;
    if (now < until_ms + t->excused_ms)
        return false;
    look(t);
    if (now < until_ms + t->excused_ms) {
        if (t->excused_ms - jailed_stopped_ms(t->jailed) < time_ms * BUSY_FACTOR + BUSY_MS)
            return false;
        contestant_fail_void(&t->contestant, answer, "the machine is too busy to play");
        bot_connection_end(t, 0);
        return true;
    }
    fail_timeout(t, answer);
    return true;
}

bool bot_connection_receive(BotConnection *t, int64_t until_ms, const char **line, size_t *length,
                            PlayerAnswer *answer)
{
    assert(t->jailed != NULL && "only after a successful bot_connection_send");
    for (;;) {
        int64_t now = clock_wall_ms();
        if (was_stopped(t, answer))
            return false;
        if (is_over_cpu(t, answer)) {
            bot_connection_end(t, 0);
            return false;
        }
        /* The deadline is checked before each read, not only when the pipe is empty: a bot that
         * sends a thousand queries at once must not gain the time that we need to answer them. */
        if (is_over_time(t, until_ms, answer))
            return false;
        int64_t left = until_ms + t->excused_ms - now;
        int64_t slice = now + (left < 1 ? 1 : left < SLICE_MS ? left : SLICE_MS);
        switch (jailed_read(t->jailed, slice, line, length)) {
        case JAILED_LINE:
            t->spoke = true;
            if (!is_over_cpu(t, answer))
                return true;
            bot_connection_end(t, 0);
            return false;
        case JAILED_CLOSED: fail_closed(t, answer); return false;
        case JAILED_FLOOD: fail_flood(t, answer); return false;
        case JAILED_TIMEOUT: continue;
        }
    }
}

void bot_connection_fail_protocol(BotConnection *t, PlayerAnswer *answer, const char *line,
                                  size_t length, const char *expected)
{
    char   shown[SHOWN_BYTES + 8];
    size_t count = length < SHOWN_BYTES ? length : SHOWN_BYTES;
    for (size_t i = 0; i < count; i++)
        shown[i] = (unsigned char)line[i] < 0x20 || (unsigned char)line[i] >= 0x7f ? '?' : line[i];
    snprintf(shown + count, sizeof shown - count, "%s", length > count ? "..." : "");
    contestant_fail(&t->contestant, answer, TERMINATION_PROTOCOL, "'%s' instead of %s", shown,
                    expected);
    bot_connection_end(t, 0);
}

void bot_connection_rest(BotConnection *t)
{
    if (t->jailed == NULL)
        return;
    if (clock_wall_ms() - t->begin_ms >= LOOK_MS) {
        look(t);
        t->delay_us = jailed_delay_us(t->jailed);
    }
    int64_t begin = clock_wall_ms();
    jailed_rest(t->jailed);
    t->contestant.excused_ms = t->excused_ms + clock_wall_ms() - begin;
}

int64_t bot_connection_time_ms(const BotConnection *t, const SearchLimits *limits)
{
    assert(t->contestant.side == 0 || t->contestant.side == 1);
    return limits->has_clock ? limits->clock_ms[t->contestant.side] : limits->time_ms;
}

int64_t bot_connection_deadline_ms(const BotConnection *t, const SearchLimits *limits)
{
    return clock_wall_ms() + bot_connection_time_ms(t, limits) +
           t->contestant.rules->limits.margin_ms;
}

void bot_connection_stop(Player *player)
{
    atomic_store(&connection_of(player)->stopped, true);
}
