/* settings.h - the options of `setoption`: their table and their current values.
 *
 * Knows:   names, types, bounds and defaults of the options.
 * Ignores: their effect, which the engine implements.
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
    SETTING_BOOK,       /* 1: play from the opening book */
    SETTINGS,
} SettingKind;

enum { SETTING_TEXT_MAX = 1024 };      /* a path with its NUL */
#define SETTING_DEFAULT_PATH "default" /* the directory that tb_folder names */

typedef struct SettingRow {
    const char        *name;
    OptionType         type;
    const char        *about;        /* for help, without a full stop */
    int64_t            initial;      /* of a combo: index into choices */
    int64_t            low, high;    /* of a spin */
    const char *const *choices;      /* of a combo; ends with NULL */
    bool               needs_search; /* a change needs a new search object */
} SettingRow;

extern const SettingRow SETTING_ROWS[SETTINGS];

typedef struct Settings {
    Setup setup; /* of SETTING_GAME */
    /* The value of SETTING_TABLEBASES: a directory, SETTING_DEFAULT_PATH, or "" for none. */
    char    tablebase_path[SETTING_TEXT_MAX];
    int64_t value[SETTINGS];
    int64_t high[SETTINGS]; /* bounds of this session, not above the table's */
} Settings;

/* Return the default settings for a game. */
Settings settings_init(const Setup *setup);

/* Return the row of that name, case-insensitive, or -1. */
int settings_find(Span name);
/* Set one value.  On failure fault->at is the offset in `value`, and nothing changes. */
Status settings_set(Settings *settings, int row, Span value, Fault *fault);
/* Make the `option` reply of a row, with the current value as default.  The reply points into
 * `buffer`. */
void settings_option(const Settings *settings, int row, Text *buffer, Reply *out);

/* Return the options for search_new. */
SearchOptions settings_search(const Settings *settings);

#endif
