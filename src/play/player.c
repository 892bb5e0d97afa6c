/* SPDX-License-Identifier: MIT */
/* player.c - read the description of a player and dispatch calls to its kind. */
#include "play/player.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "search/baseline.h"
#include "search/level.h"

enum {
    HASH_DEFAULT_MB = 16, /* per player; several run at once in a match */
    HASH_MAX_MB = 65536,
    PATIENCE_MS = 10000,
};

static const char ENGINE_PREFIX[] = "engine:";

/* --- Keys --------------------------------------------------------------------------------- */

static void set_time(PlayerSpec *spec, uint32_t value)
{
    spec->time_ms = value;
}

static void set_nodes(PlayerSpec *spec, uint32_t value)
{
    spec->nodes = value;
}

static void set_depth(PlayerSpec *spec, uint32_t value)
{
    spec->depth = (int)value;
}

static void set_threads(PlayerSpec *spec, uint32_t value)
{
    spec->options.threads = (int)value;
}

static void set_hash(PlayerSpec *spec, uint32_t value)
{
    spec->options.table_bytes = (size_t)value << 20;
}

static void set_search(PlayerSpec *spec, uint32_t value)
{
    spec->options.kind = value == 0 ? SEARCH_ALPHABETA : SEARCH_MCTS;
}

static void set_general(PlayerSpec *spec, uint32_t value)
{
    spec->options.general = value == 0;
}

static void set_clock(PlayerSpec *spec, uint32_t value)
{
    spec->cpu_time = value == 1;
}

static void set_book(PlayerSpec *spec, uint32_t value)
{
    spec->book = value == 0;
}

static void set_seed(PlayerSpec *spec, uint32_t value)
{
    spec->seed = value;
}

typedef struct Key {
    const char *name;
    const char *choices; /* joined by '|'; NULL: a number from low to high */
    uint32_t    low, high;
    bool        for_rungs; /* also a key of the baseline players */
    void (*set)(PlayerSpec *spec, uint32_t value);
} Key;

static const Key KEYS[] = {
    { "time", NULL, 1, 1000 * 3600 * 24, false, set_time },
    { "nodes", NULL, 1, UINT32_MAX, false, set_nodes },
    { "depth", NULL, 1, SEARCH_DEPTH_MAX, false, set_depth },
    { "threads", NULL, 1, SEARCH_THREADS_MAX, false, set_threads },
    { "hash", NULL, 1, HASH_MAX_MB, false, set_hash },
    { "search", "alphabeta|tree|mcts", 0, 0, false, set_search },
    { "general", "yes|no", 0, 0, false, set_general },
    { "clock", "wall|cpu", 0, 0, false, set_clock },
    { "book", "yes|no", 0, 0, false, set_book },
    { "seed", NULL, 0, UINT32_MAX, true, set_seed },
};

enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

static bool is_word(const char *start, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(start, word, length) == 0;
}

static Status read_choice(const Key *key, Scan *scan, uint32_t *value, Fault *fault)
{
    size_t      at = scan->at;
    const char *start;
    size_t      length = scan_until(scan, ",", &start);
    int         choice = text_choice(key->choices, start, length);
    if (choice < 0)
        return fault_set(fault, STATUS_SYNTAX, at, "%s= takes one of %s", key->name, key->choices);
    *value = (uint32_t)choice;
    return STATUS_OK;
}

static Status read_number(const Key *key, Scan *scan, uint32_t *value, Fault *fault)
{
    size_t at = scan->at;
    if (scan_number(scan, key->high, value) && *value >= key->low &&
        (scan_done(scan) || scan_peek(scan) == ','))
        return STATUS_OK;
    return fault_set(fault, STATUS_SYNTAX, at, "%s= takes a whole number from %u to %u", key->name,
                     key->low, key->high);
}

static Status read_key(Scan *scan, PlayerSpec *spec, unsigned *given, Fault *fault)
{
    size_t      at = scan->at;
    const char *start;
    size_t      length = scan_until(scan, "=,", &start);
    for (int i = 0; i < KEY_COUNT; i++) {
        const Key *key = &KEYS[i];
        uint32_t   value = 0;
        if (!is_word(start, length, key->name))
            continue;
        if (spec->kind == PLAYER_RUNG && !key->for_rungs)
            return fault_set(fault, STATUS_SYNTAX, at,
                             "baseline players never change; their only setting is seed=");
        if ((*given & 1U << i) != 0)
            return fault_set(fault, STATUS_SYNTAX, at, "%s is given twice", key->name);
        *given |= 1U << i;
        if (!scan_char(scan, '='))
            return fault_set(fault, STATUS_SYNTAX, scan->at, "%s needs a value: %s=...", key->name,
                             key->name);
        Status status = key->choices != NULL ? read_choice(key, scan, &value, fault)
                                             : read_number(key, scan, &value, fault);
        if (status == STATUS_OK)
            key->set(spec, value);
        return status;
    }
    return fault_set(fault, STATUS_SYNTAX, at,
                     "a setting is time=, nodes=, depth=, threads=, hash=, search=, general=, "
                     "clock=, book= or seed=, not '%.*s'",
                     (int)(length > 40 ? 40 : length), start);
}

/* --- Names -------------------------------------------------------------------------------- */

static bool read_level(const char *start, size_t length, int *level)
{
    Scan     scan = scan_over(start, length);
    uint32_t number;
    if (!scan_word(&scan, "level") || scan_peek(&scan) == '0' ||
        !scan_number(&scan, LEVEL_HIGHEST, &number) || !scan_done(&scan) || number < LEVEL_LOWEST)
        return false;
    *level = (int)number;
    return true;
}

static bool read_name(const char *start, size_t length, PlayerSpec *spec)
{
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)length, start);
    if (is_word(start, length, "max")) {
        spec->kind = PLAYER_SEARCH;
    } else if (read_level(start, length, &spec->level)) {
        spec->kind = PLAYER_LEVEL;
    } else {
        spec->player = length < sizeof name ? baseline_find(name) : -1;
        spec->kind = PLAYER_RUNG;
        return spec->player >= 0;
    }
    return true;
}

static Status read_builtin(Scan *scan, PlayerSpec *spec, Fault *fault)
{
    const char *start;
    size_t      length = scan_until(scan, ",", &start);
    unsigned    given = 0;
    if (!read_name(start, length, spec))
        return fault_set(fault, STATUS_NOT_FOUND, 0,
                         "unknown player '%.*s'; the players are max, level%d to level%d, random, "
                         "random1, greedy, plain2, uct1000 and engine:COMMAND",
                         (int)(length > 40 ? 40 : length), start, LEVEL_LOWEST, LEVEL_HIGHEST);
    while (scan_char(scan, ',')) {
        Status status = read_key(scan, spec, &given, fault);
        if (status != STATUS_OK)
            return status;
    }
    if (spec->cpu_time && spec->options.threads > 1)
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "clock=cpu measures one thread; it needs threads=1");
    return STATUS_OK;
}

Status player_spec_read(const char *text, PlayerSpec *out, Fault *fault)
{
    PlayerSpec spec = { .options = search_options(),
                        .patience_ms = PATIENCE_MS,
                        .late_ms = PATIENCE_MS };
    spec.options.table_bytes = (size_t)HASH_DEFAULT_MB << 20;
    size_t length = strlen(text);
    if (length >= sizeof spec.text)
        return fault_set(fault, STATUS_TOO_LARGE, sizeof spec.text - 1,
                         "a player description has at most %d bytes", PLAYER_TEXT_MAX - 1);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
            return fault_set(fault, STATUS_SYNTAX, i,
                             "a player description must not contain control characters");
    memcpy(spec.text, text, length + 1);
    Scan scan = scan_string(text);
    if (scan_word(&scan, ENGINE_PREFIX)) {
        spec.kind = PLAYER_ENGINE;
        if (strspn(text + scan.at, " ") == length - scan.at)
            return fault_set(fault, STATUS_SYNTAX, scan.at,
                             "engine: needs a command, as in engine:./my-bot");
    } else {
        Status status = read_builtin(&scan, &spec, fault);
        if (status != STATUS_OK)
            return status;
    }
    *out = spec;
    return STATUS_OK;
}

const char *player_spec_command(const PlayerSpec *spec)
{
    return spec->text + strlen(ENGINE_PREFIX);
}

bool player_spec_has_time(const PlayerSpec *spec)
{
    if (spec->kind == PLAYER_ENGINE)
        return true;
    return spec->kind == PLAYER_SEARCH && !spec->cpu_time && spec->time_ms == 0 &&
           spec->nodes == 0 && spec->depth == 0;
}

/* --- Interface ------------------------------------------------------------------------ */

Player *player_new(const PlayerSpec *spec, Fault *fault)
{
    assert(spec != NULL);
    return spec->kind == PLAYER_ENGINE ? player_new_engine(spec, fault)
                                       : player_new_builtin(spec, fault);
}

void player_delete(Player *player)
{
    if (player != NULL)
        player->ops->drop(player);
}

Status player_begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault)
{
    assert(player != NULL && setup != NULL && (side == 0 || side == 1));
    return player->ops->begin(player, setup, side, seed, fault);
}

void player_choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    assert(player != NULL && line != NULL && limits != NULL && answer != NULL);
    /* Do not zero the struct: it contains a large array of steps. */
    answer->status = PLAYER_GONE;
    answer->turn.count = 0;
    answer->why[0] = '\0';
    answer->has_score = false;
    answer->score = answer->depth = 0;
    answer->nodes = 0;
    player->ops->choose(player, line, limits, answer);
}

void player_stop(Player *player)
{
    player->ops->stop(player);
}

void player_news_score(PlayerNews *news, const InfoParams *info)
{
    Text text = text_over(news->score, sizeof news->score);
    bool is_win = info->score == SCORE_WORDS_WIN;
    if (is_win || info->score == SCORE_WORDS_LOSS)
        news->win_in = (int)(is_win ? info->score_value : -info->score_value);
    if (is_win || info->score == SCORE_WORDS_LOSS)
        text_addf(&text, "%s in %lld", is_win ? "wins" : "loses", (long long)info->score_value);
    else if (info->score == SCORE_WORDS_CP)
        text_addf(&text, "%+.2f", (double)info->score_value / 100);
}
