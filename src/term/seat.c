/* SPDX-License-Identifier: MIT */
/* A seat description is translated to a player description (play/player.h): `engine:time=2s` to
 * `max,time=2000`, `ugi:COMMAND` to `engine:COMMAND`. Faults are reported by offsets in the seat
 * description. */
#include "term/seat.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "search/level.h"

enum { LEVEL_USUAL = 5, DAY_MS = 24 * 3600 * 1000 };

static Status seat_error(const char *text, Fault *fault)
{
    return fault_set(fault, STATUS_NOT_FOUND, 0,
                     "unknown player '%.40s'; expected human, engine, engine:level=N, "
                     "engine:time=200ms, engine:nodes=N, random or ugi:COMMAND",
                     text);
}

/* --- Spans of time ------------------------------------------------------------------------ */

typedef struct Unit {
    const char *name;
    int64_t     ms;
} Unit;

/* Longer names first: `ms` starts like `m`. */
static const Unit UNITS[] = { { "ms", 1 }, { "s", 1000 }, { "m", 60000 }, { "h", 3600000 } };

/* Read a number and a unit; a number without a unit counts as `bare_ms`. */
static bool take_span(Scan *scan, int64_t bare_ms, int64_t *out_ms)
{
    Scan     ahead = *scan;
    uint32_t number;
    int64_t  unit_ms = bare_ms;
    if (!scan_number(&ahead, DAY_MS, &number))
        return false;
    for (size_t i = 0; i < sizeof UNITS / sizeof UNITS[0]; i++)
        if (scan_word(&ahead, UNITS[i].name)) {
            unit_ms = UNITS[i].ms;
            break;
        }
    *out_ms = number * unit_ms;
    if (*out_ms > DAY_MS)
        return false;
    *scan = ahead;
    return true;
}

static Status clock_error(size_t at, Fault *fault)
{
    return fault_set(
        fault, STATUS_SYNTAX, at,
        "expected a time control such as 5m, 90s+2s, 30s/turn or none, at most one day");
}

Status seat_clock_read(const char *text, ClockRule *out, Fault *fault)
{
    assert(text != NULL && out != NULL);
    ClockRule rule = { .kind = CLOCK_GAME };
    Scan      scan = scan_string(text);
    if (strcmp(text, "none") == 0) {
        *out = (ClockRule){ .kind = CLOCK_NONE };
        return STATUS_OK;
    }
    if (!take_span(&scan, 1000, &rule.time_ms) || rule.time_ms == 0)
        return clock_error(scan.at, fault);
    if (scan_word(&scan, "/turn"))
        rule.kind = CLOCK_TURN;
    else if (scan_char(&scan, '+') && !take_span(&scan, 1000, &rule.increment_ms))
        return clock_error(scan.at, fault);
    if (!scan_done(&scan))
        return clock_error(scan.at, fault);
    *out = rule;
    return STATUS_OK;
}

static void write_span(int64_t ms, Text *out)
{
    if (ms % 1000 == 0)
        text_addf(out, "%llds", (long long)(ms / 1000));
    else
        text_addf(out, "%lldms", (long long)ms);
}

void seat_clock_write(const ClockRule *rule, Text *out)
{
    if (rule->kind == CLOCK_NONE) {
        text_add(out, "none");
        return;
    }
    write_span(rule->time_ms, out);
    if (rule->kind == CLOCK_TURN) {
        text_add(out, "/turn");
    } else if (rule->increment_ms != 0) {
        text_char(out, '+');
        write_span(rule->increment_ms, out);
    }
}

/* --- Seats -------------------------------------------------------------------------------- */

/* Read one setting after `engine:`. A level is the name of a player, so it comes first in the
 * description. */
static Status take_setting(Scan *scan, uint32_t *level, Text *rest, Fault *fault)
{
    if (scan_word(scan, "level=")) {
        if (!scan_number(scan, 10, level) || *level == 0)
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "level= expects a number from 1 to 10");
        return STATUS_OK;
    }
    if (scan_word(scan, "time=")) {
        int64_t ms;
        if (!take_span(scan, 1, &ms) || ms == 0)
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "time= expects a time such as 200ms or 2s, at most one day");
        text_addf(rest, ",time=%lld", (long long)ms);
        return STATUS_OK;
    }
    const char *start;
    size_t      length = scan_until(scan, ",", &start);
    text_addf(rest, ",%.*s", (int)length, start);
    return STATUS_OK;
}

/* Translate the description after `engine`, where `scan` is. */
static Status engine_words(Scan *scan, Text *words, Fault *fault)
{
    char     settings[PLAYER_TEXT_MAX] = "";
    Text     rest = text_over(settings, sizeof settings);
    uint32_t level = 0;
    bool     more = scan_char(scan, ':');
    while (more) {
        Status status = take_setting(scan, &level, &rest, fault);
        if (status != STATUS_OK)
            return status;
        more = scan_char(scan, ',');
    }
    if (!scan_done(scan))
        return fault_set(fault, STATUS_SYNTAX, scan->at, "settings must be separated by commas");
    if (level == 0 && rest.length == 0)
        level = LEVEL_USUAL;
    if (level != 0)
        text_addf(words, "level%u%s", level, settings);
    else
        text_addf(words, "max%s", settings);
    return STATUS_OK;
}

/* True if a player uses the opening book without being told: full strength only with a limit in
 * time. */
static bool uses_book(const PlayerSpec *player)
{
    return (player->kind == PLAYER_SEARCH || player->kind == PLAYER_LEVEL) &&
           level_uses_book(player->level) && player->nodes == 0 && player->depth == 0;
}

/* If the two descriptions differ before the fault, the first byte is reported. */
static Status read_player(const char *words, size_t offset, SeatSpec *spec, Fault *fault)
{
    Status status = player_spec_read(words, &spec->player, fault);
    if (status != STATUS_OK && fault != NULL)
        fault->at = offset;
    if (status == STATUS_OK && strstr(words, ",book=") == NULL)
        spec->player.book = uses_book(&spec->player);
    return status;
}

/* Full strength needs a limit. */
static Status check_limits(const PlayerSpec *player, Fault *fault)
{
    if (player->kind == PLAYER_SEARCH && player->time_ms == 0 && player->nodes == 0 &&
        player->depth == 0)
        return fault_set(fault, STATUS_SYNTAX, strlen("engine:"),
                         "full strength needs time=, nodes= or depth=");
    return STATUS_OK;
}

static Status read_program(const char *text, SeatSpec *spec, Fault *fault)
{
    char   words[PLAYER_TEXT_MAX + 16];
    Text   out = text_over(words, sizeof words);
    Scan   scan = scan_string(text);
    size_t offset = 0;
    if (scan_word(&scan, "ugi:")) {
        spec->foreign = true;
        offset = scan.at;
        text_addf(&out, "engine:%s", text + scan.at);
    } else if (strcmp(text, "random") == 0) {
        text_add(&out, text);
    } else if (scan_word(&scan, "engine") && (scan_done(&scan) || scan_peek(&scan) == ':')) {
        offset = scan_done(&scan) ? 0 : scan.at + 1;
        Status status = engine_words(&scan, &out, fault);
        if (status != STATUS_OK)
            return status;
    } else {
        return seat_error(text, fault);
    }
    Status status = read_player(words, offset, spec, fault);
    return status == STATUS_OK ? check_limits(&spec->player, fault) : status;
}

Status seat_read(const char *text, SeatSpec *out, Fault *fault)
{
    assert(text != NULL && out != NULL);
    SeatSpec spec = { .human = strcmp(text, "human") == 0 };
    if (strlen(text) >= sizeof spec.text)
        return fault_set(fault, STATUS_TOO_LARGE, sizeof spec.text - 1,
                         "a player description has at most %d bytes", SEAT_TEXT_MAX - 1);
    Status status = spec.human ? STATUS_OK : read_program(text, &spec, fault);
    if (status != STATUS_OK)
        return status;
    snprintf(spec.text, sizeof spec.text, "%s", text);
    *out = spec;
    return STATUS_OK;
}
