/* SPDX-License-Identifier: MIT */
#include "play/match_text.h"

#include <string.h>

#include "games/list.h"

enum {
    DAY_MS = 24 * 3600 * 1000,
    OPENING_TURNS_MAX = 200,
    FIGURES = 8, /* in the line `work` */
};

/* --- Settings ------------------------------------------------------------------------------- */

void match_write(const MatchConfig *config, Text *out)
{
    text_add(out, "game ");
    setup_write(&config->setup, out);
    text_addf(out, "\nfirst %s\nsecond %s\n", config->player[0].text, config->player[1].text);
    text_addf(out, "openings %d\nbalanced %d\nseed %llu\nnodes %llu\ntime %lld\n",
              config->opening_turns, config->balanced, (unsigned long long)config->seed,
              (unsigned long long)config->nodes, (long long)config->time_ms);
    text_addf(out, "clock %lld\nincrement %lld\nmargin %lld\nresign %d\n",
              (long long)config->clock_ms, (long long)config->increment_ms,
              (long long)config->margin_ms, config->resign_percent);
}

static Status fail(const Scan *scan, const char *why, Fault *fault)
{
    return fault_set(fault, STATUS_SYNTAX, scan->at, "the description of the match: %.150s", why);
}

/* Take a line `KEY VALUE`; the value must fit `size` bytes with its NUL. */
static bool take_line(Scan *scan, const char *key, char *value, size_t size)
{
    const char *start;
    if (!scan_word(scan, key) || !scan_char(scan, ' '))
        return false;
    size_t length = scan_until(scan, "\n", &start);
    if (length == 0 || length >= size || !scan_char(scan, '\n'))
        return false;
    memcpy(value, start, length);
    value[length] = '\0';
    return true;
}

static bool take_number(Scan *scan, const char *key, uint32_t limit, uint32_t *value)
{
    return scan_word(scan, key) && scan_char(scan, ' ') && scan_number(scan, limit, value) &&
           scan_char(scan, '\n');
}

static Status take_players(Scan *scan, MatchConfig *config, Fault *fault)
{
    static const char *const KEYS[2] = { "first", "second" };
    for (int i = 0; i < 2; i++) {
        char  text[PLAYER_TEXT_MAX];
        Fault why;
        if (!take_line(scan, KEYS[i], text, sizeof text))
            return fail(scan, "a line with a player is missing", fault);
        if (player_spec_read(text, &config->player[i], &why) != STATUS_OK)
            return fail(scan, why.why, fault);
    }
    return STATUS_OK;
}

Status match_read(const char *text, MatchConfig *config, Fault *fault)
{
    Scan        scan = scan_string(text);
    MatchConfig made = { .concurrency = 1 };
    char        game[SETUP_TEXT_MAX];
    Fault       why;
    enum { OPENINGS, BALANCED, SEED, NODES, TIME, CLOCK, INCREMENT, MARGIN, RESIGN, NUMBERS };
    static const struct {
        const char *key;
        uint32_t    limit;
    } ROWS[NUMBERS] = {
        { "openings", OPENING_TURNS_MAX },
        { "balanced", 1 },
        { "seed", UINT32_MAX },
        { "nodes", UINT32_MAX },
        { "time", DAY_MS },
        { "clock", DAY_MS },
        { "increment", DAY_MS },
        { "margin", DAY_MS },
        { "resign", MATCH_RESIGN_PERCENT_MAX },
    };
    uint32_t number[NUMBERS];
    if (!take_line(&scan, "game", game, sizeof game))
        return fail(&scan, "the line with the game is missing", fault);
    if (games_setup(game, &made.setup, &why) != STATUS_OK)
        return fail(&scan, why.why, fault);
    Status status = take_players(&scan, &made, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < NUMBERS; i++)
        if (!take_number(&scan, ROWS[i].key, ROWS[i].limit, &number[i]))
            return fail(&scan, "a number is missing or too large", fault);
    if (!scan_done(&scan))
        return fail(&scan, "there is more than one match", fault);
    made.opening_turns = (int)number[OPENINGS];
    made.balanced = number[BALANCED] == 1;
    made.seed = number[SEED];
    made.nodes = number[NODES];
    made.time_ms = number[TIME];
    made.clock_ms = number[CLOCK];
    made.increment_ms = number[INCREMENT];
    made.margin_ms = number[MARGIN];
    made.resign_percent = (int)number[RESIGN];
    *config = made;
    return STATUS_OK;
}

/* --- Games ---------------------------------------------------------------------------------- */

void match_game_write(const MatchWork work[2], const Buffer *record, Buffer *out)
{
    buffer_add(out, "work");
    for (int i = 0; i < 2; i++)
        buffer_addf(out, " %llu %llu %llu %lld", (unsigned long long)work[i].turns,
                    (unsigned long long)work[i].nodes, (unsigned long long)work[i].depths,
                    (long long)work[i].time_ms);
    buffer_add(out, "\n");
    buffer_bytes(out, record->data, record->length);
}

/* Take a space and a number of at most 18 digits. */
static bool take_figure(Scan *scan, uint64_t *value)
{
    const char *start;
    if (!scan_char(scan, ' '))
        return false;
    size_t length = scan_until(scan, " \n", &start);
    if (length == 0 || length > 18)
        return false;
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (start[i] < '0' || start[i] > '9')
            return false;
        *value = 10 * *value + (uint64_t)(start[i] - '0');
    }
    return true;
}

Status match_game_read(const char *text, size_t size, MatchWork work[2], const char **record,
                       size_t *record_size, Fault *fault)
{
    Scan     scan = scan_over(text, size);
    uint64_t figure[FIGURES];
    bool     is_right = scan_word(&scan, "work");
    for (int i = 0; i < FIGURES && is_right; i++)
        is_right = take_figure(&scan, &figure[i]);
    if (!is_right || !scan_char(&scan, '\n'))
        return fault_set(fault, STATUS_SYNTAX, scan.at,
                         "a finished game begins with a line `work` and eight numbers");
    for (int i = 0; i < 2; i++)
        work[i] = (MatchWork){ .turns = figure[4 * i],
                               .nodes = figure[4 * i + 1],
                               .depths = figure[4 * i + 2],
                               .time_ms = (int64_t)figure[4 * i + 3] };
    *record = text + scan.at;
    *record_size = size - scan.at;
    return STATUS_OK;
}
