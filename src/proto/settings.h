/* settings.h - the options that `setoption` sets: one table, and the values it holds.
 *
 * Knows:   names, types, bounds and defaults of the options.
 * Ignores: what is done with them; the engine does that.
 */
#ifndef PROTO_SETTINGS_H
#define PROTO_SETTINGS_H

#include "core/setup.h"
#include "proto/message.h"
#include "search/search.h"

typedef enum SettingKind {
    SETTING_GAME,
    SETTING_HASH, /* MiB */
    SETTING_THREADS,
    SETTING_MULTIPV,
    SETTING_SEARCH, /* a SearchKind */
    SETTING_LEVEL,  /* one less than the level; LEVEL_HIGHEST is max */
    SETTING_SEED,
    SETTING_TABLEBASES, /* a directory */
    SETTINGS,
} SettingKind;

enum { SETTING_TEXT_MAX = 1024 };      /* a path with its NUL */
#define SETTING_DEFAULT_PATH "default" /* the directory that tb_folder names */

typedef struct SettingRow {
    const char        *name;
    OptionType         type;
    const char        *about;        /* one sentence without the full stop */
    int64_t            initial;      /* of a combo: the row of its choices */
    int64_t            low, high;    /* of a spin */
    const char *const *choices;      /* of a combo; ends with NULL */
    bool               needs_search; /* a search is made with it: another value, another search */
} SettingRow;

extern const SettingRow SETTING_ROWS[SETTINGS];

typedef struct Settings {
    Setup setup; /* of SETTING_GAME */
    /* The value of SETTING_TABLEBASES: a directory, SETTING_DEFAULT_PATH, or "" for none. */
    char    tablebase_path[SETTING_TEXT_MAX];
    int64_t value[SETTINGS];
    int64_t high[SETTINGS]; /* bounds of this session, not above the table's */
} Settings;

/* The defaults, for a game. */
Settings settings_init(const Setup *setup);

/* The row of that name, in small or capital letters, or -1. */
int settings_find(Span name);
/* Set one value.  On failure fault->at is the offset in `value`, and nothing has changed. */
Status settings_set(Settings *settings, int row, Span value, Fault *fault);
/* The `option` line of a row, with the present value as the default.  `buffer` holds what the reply
 * points to. */
void settings_option(const Settings *settings, int row, Text *buffer, Reply *out);

/* What a search is made with. */
SearchOptions settings_search(const Settings *settings);

#endif
