/* SPDX-License-Identifier: MIT */
#include "proto/settings.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "games/list.h"
#include "search/level.h"

static const char OFF[] = "off", TRUE[] = "true", FALSE[] = "false";

/* The names of TablebasePath and of its value `default` from before they were renamed, accepted for
 * one release and listed nowhere. */
static const char OLD_TABLEBASE_PATH[] = "Tables";
static const char OLD_DEFAULT[] = "usual";

static const char *const SEARCH_CHOICES[] = {
    [SEARCH_DEFAULT] = "default",
    [SEARCH_ALPHABETA] = "alphabeta",
    [SEARCH_MCTS] = "tree",
    NULL,
};

/* A second name of the choice `tree`; the option's list keeps the one that hosts know. */
static const char MCTS[] = "mcts";

static const char *const LEVEL_CHOICES[] = {
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "max", NULL,
};
_Static_assert(sizeof LEVEL_CHOICES / sizeof *LEVEL_CHOICES == LEVEL_HIGHEST + 2 &&
                   LEVEL_LOWEST == 1,
               "a choice for each level, max, and the end");

const SettingRow SETTING_ROWS[SETTINGS] = {
    /* clang-format off */
    [SETTING_GAME] = { "Game", OPTION_TYPE_STRING,
        "GAME or GAME:VARIANT; sets the position to its start", 0, 0, 0, NULL, false },
    [SETTING_HASH] = { "Hash", OPTION_TYPE_SPIN,
        "size of the transposition table in MiB", 64, 1, 1 << 20, NULL, true },
    [SETTING_THREADS] = { "Threads", OPTION_TYPE_SPIN,
        "number of search threads", 1, 1, SEARCH_THREADS_MAX, NULL, true },
    [SETTING_MULTIPV] = { "MultiPV", OPTION_TYPE_SPIN,
        "number of best moves to report", 1, 1, SEARCH_PVS_MAX, NULL, false },
    [SETTING_SEARCH] = { "Search", OPTION_TYPE_COMBO,
        "search algorithm; default is the choice of the game",
        SEARCH_DEFAULT, 0, 0, SEARCH_CHOICES, true },
    [SETTING_LEVEL] = { "Level", OPTION_TYPE_COMBO,
        "playing strength, the same on every machine", LEVEL_HIGHEST, 0, 0, LEVEL_CHOICES, false },
    [SETTING_SEED] = { "Seed", OPTION_TYPE_SPIN,
        "random seed", 1, 0, INT64_MAX, NULL, true },
    [SETTING_TABLEBASES] = { "TablebasePath", OPTION_TYPE_STRING,
        "directory of the tablebases that level max uses, or default, or off", 0, 0, 0, NULL, false },
    [SETTING_BOOK] = { "OwnBook", OPTION_TYPE_CHECK,
        "play from the opening book, from level 6 on", 0, 0, 0, NULL, false },
    /* clang-format on */
};

Settings settings_init(const Setup *setup)
{
    Settings settings = { .setup = *setup };
    for (int i = 0; i < SETTINGS; i++) {
        settings.value[i] = SETTING_ROWS[i].initial;
        settings.high[i] = SETTING_ROWS[i].high;
    }
    return settings;
}

int settings_find(Span name)
{
    char words[32];
    if (!span_copy(name, words, sizeof words))
        return -1;
    for (int i = 0; i < SETTINGS; i++)
        if (strcasecmp(words, SETTING_ROWS[i].name) == 0)
            return i;
    return strcasecmp(words, OLD_TABLEBASE_PATH) == 0 ? SETTING_TABLEBASES : -1;
}

static Status set_game(Settings *settings, Span value, Fault *fault)
{
    char words[SETUP_TEXT_MAX];
    if (!span_copy(value, words, sizeof words))
        return fault_set(fault, STATUS_SYNTAX, 0, "the name of a game has at most %d bytes",
                         SETUP_TEXT_MAX - 1);
    return games_setup(words, &settings->setup, fault);
}

static Status set_tablebases(Settings *settings, Span value, Fault *fault)
{
    char words[SETTING_TEXT_MAX] = { 0 };
    if (!span_copy(value, words, sizeof words))
        return fault_set(fault, STATUS_SYNTAX, 0, "a path has at most %d bytes",
                         SETTING_TEXT_MAX - 1);
    if (span_is(value, OFF))
        words[0] = '\0';
    else if (span_is(value, OLD_DEFAULT))
        memcpy(words, SETTING_DEFAULT_PATH, sizeof SETTING_DEFAULT_PATH);
    memcpy(settings->tablebase_path, words, sizeof words);
    return STATUS_OK;
}

static Status set_spin(Settings *settings, int row, Span value, Fault *fault)
{
    const SettingRow *spin = &SETTING_ROWS[row];
    uint64_t          number;
    if (span_number(value, (uint64_t)settings->high[row], &number) &&
        (int64_t)number >= spin->low) {
        settings->value[row] = (int64_t)number;
        return STATUS_OK;
    }
    return fault_set(fault, STATUS_SYNTAX, 0, "%s takes a whole number from %lld to %lld",
                     spin->name, (long long)spin->low, (long long)settings->high[row]);
}

static Status set_combo(Settings *settings, int row, Span value, Fault *fault)
{
    char              words[128];
    Text              list = text_over(words, sizeof words);
    const SettingRow *combo = &SETTING_ROWS[row];
    if (row == SETTING_SEARCH && span_is(value, MCTS)) {
        settings->value[row] = SEARCH_MCTS;
        return STATUS_OK;
    }
    for (int i = 0; combo->choices[i] != NULL; i++) {
        if (span_is(value, combo->choices[i])) {
            settings->value[row] = i;
            return STATUS_OK;
        }
        text_addf(&list, " %s", combo->choices[i]);
    }
    return fault_set(fault, STATUS_SYNTAX, 0, "%s takes one of%s", combo->name, words);
}

static Status set_check(Settings *settings, int row, Span value, Fault *fault)
{
    if (!span_is(value, TRUE) && !span_is(value, FALSE))
        return fault_set(fault, STATUS_SYNTAX, 0, "%s takes true or false", SETTING_ROWS[row].name);
    settings->value[row] = span_is(value, TRUE);
    return STATUS_OK;
}

Status settings_set(Settings *settings, int row, Span value, Fault *fault)
{
    assert(row >= 0 && row < SETTINGS);
    switch (SETTING_ROWS[row].type) {
    case OPTION_TYPE_SPIN: return set_spin(settings, row, value, fault);
    case OPTION_TYPE_COMBO: return set_combo(settings, row, value, fault);
    case OPTION_TYPE_CHECK: return set_check(settings, row, value, fault);
    default: return (row == SETTING_GAME ? set_game : set_tablebases)(settings, value, fault);
    }
}

/* Return the part of `buffer` from offset `from` on. */
static Span appended(Text *buffer, size_t from)
{
    return (Span){ buffer->data + from, buffer->length - from };
}

void settings_option(const Settings *settings, int row, Text *buffer, Reply *out)
{
    assert(row >= 0 && row < SETTINGS);
    const SettingRow *setting = &SETTING_ROWS[row];
    OptionParams      option = { .name = span_of(setting->name),
                                 .type = setting->type,
                                 .has_default = true,
                                 .has_range = setting->type == OPTION_TYPE_SPIN,
                                 .low = setting->low,
                                 .high = settings->high[row],
                                 .choices = span_of("") };
    size_t            from = buffer->length;
    if (setting->type == OPTION_TYPE_SPIN)
        text_addf(buffer, "%lld", (long long)settings->value[row]);
    else if (setting->type == OPTION_TYPE_COMBO)
        text_add(buffer, setting->choices[settings->value[row]]);
    else if (setting->type == OPTION_TYPE_CHECK)
        text_add(buffer, settings->value[row] != 0 ? TRUE : FALSE);
    else if (row == SETTING_GAME)
        setup_write(&settings->setup, buffer);
    else
        text_add(buffer, settings->tablebase_path[0] == '\0' ? OFF : settings->tablebase_path);
    option.initial = appended(buffer, from);
    from = buffer->length;
    for (int i = 0; setting->choices != NULL && setting->choices[i] != NULL; i++)
        text_addf(buffer, "%s%s", i == 0 ? "" : " var ", setting->choices[i]);
    option.choices = appended(buffer, from);
    *out = (Reply){ .kind = REPLY_OPTION, .option = option };
}

SearchOptions settings_search(const Settings *settings)
{
    SearchOptions options = search_options();
    options.kind = (SearchKind)settings->value[SETTING_SEARCH];
    options.threads = (int)settings->value[SETTING_THREADS];
    options.table_bytes = (size_t)settings->value[SETTING_HASH] << 20;
    options.seed = (uint64_t)settings->value[SETTING_SEED];
    return options;
}
