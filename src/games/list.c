/* SPDX-License-Identifier: MIT */
#include "games/list.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/embedded.h"
#include "base/spelling.h"

/* The build writes one row for each game, with its number of golden games, into games_list.inc. */
#define NAIVE_GAME(NAME)
#define GAME(NAME, GOLDEN)                 \
    extern const Game         NAME##_GAME; \
    extern const EmbeddedFile NAME##_FILES[];
#define UNLISTED_GAME GAME
#include "games_list.inc"
#undef GAME
#undef UNLISTED_GAME

const Game *const GAMES[] = {
#define GAME(NAME, GOLDEN) &NAME##_GAME,
#define UNLISTED_GAME(NAME, GOLDEN)
#include "games_list.inc"
#undef GAME
#undef UNLISTED_GAME
    NULL,
};

/* All games, those that users are not offered included: the toy of the tests. */
static const struct GameFolder {
    const Game         *game;
    const EmbeddedFile *files;
    int                 golden_count;
} FOLDERS[] = {
#define GAME(NAME, GOLDEN) { &NAME##_GAME, NAME##_FILES, GOLDEN },
#define UNLISTED_GAME      GAME
#include "games_list.inc"
};
enum { FOLDER_COUNT = sizeof FOLDERS / sizeof FOLDERS[0] };

enum { NAME_CAPACITY = 41 }; /* of a game or variant, as typed */

extern const EmbeddedFile COMMON_FILES[];

const Game *games_find(const char *name)
{
    for (int i = 0; i < FOLDER_COUNT; i++)
        if (strcasecmp(FOLDERS[i].game->name, name) == 0)
            return FOLDERS[i].game;
    return NULL;
}

/* Copy the part of a text up to one of `ends`; "" if it is longer than any name. */
static const char *first_part(const char *text, const char *ends, char out[NAME_CAPACITY])
{
    size_t length = strcspn(text, ends);
    snprintf(out, NAME_CAPACITY, "%.*s", length < NAME_CAPACITY ? (int)length : 0, text);
    return out;
}

static void add_games(const char *text, Text *why)
{
    char        typed[NAME_CAPACITY];
    const Game *best = GAMES[0];
    first_part(text, ":;", typed);
    for (int i = 1; GAMES[i] != NULL; i++)
        if (edit_distance(typed, GAMES[i]->name) < edit_distance(typed, best->name))
            best = GAMES[i];
    if (best != NULL && is_typo(typed, edit_distance(typed, best->name))) {
        text_addf(why, "; did you mean '%s'?", best->name);
        return;
    }
    text_add(why, "; the games are");
    for (int i = 0; GAMES[i] != NULL; i++)
        text_addf(why, "%s %s", i == 0 ? "" : ",", GAMES[i]->name);
}

/* Suggest the variant whose name is close to the one that was typed; those that are only numbers are
 * too much alike. */
static void add_variant(const char *text, Text *why)
{
    char        name[NAME_CAPACITY], typed[NAME_CAPACITY];
    const Game *game = games_find(first_part(text, ":;", name));
    const char *best = NULL;
    text += strcspn(text, ":;");
    if (game == NULL || *text == '\0')
        return;
    first_part(text + 1, ";", typed);
    for (const char *const *variant = game->variants; *variant != NULL; variant++)
        if ((*variant)[strspn(*variant, "0123456789,")] != '\0' &&
            (best == NULL || edit_distance(typed, *variant) < edit_distance(typed, best)))
            best = *variant;
    if (best != NULL && edit_distance(typed, best) > 0 &&
        is_typo(typed, edit_distance(typed, best)))
        text_addf(why, "; did you mean '%s:%s'?", game->name, best);
}

Status games_setup(const char *text, Setup *setup, Fault *fault)
{
    Status status = setup_read(games_find, text, setup, fault);
    if (status == STATUS_OK || fault == NULL)
        return status;
    Text why = { .data = fault->why, .size = sizeof fault->why, .length = strlen(fault->why) };
    if (status == STATUS_NOT_FOUND)
        add_games(text, &why);
    else
        add_variant(text, &why);
    return status;
}

static const struct GameFolder *folder_of(const Game *game)
{
    for (int i = 0; i < FOLDER_COUNT; i++)
        if (FOLDERS[i].game == game)
            return &FOLDERS[i];
    return NULL;
}

const char *games_file(const Game *game, const char *name)
{
    const struct GameFolder *folder = folder_of(game);
    return folder == NULL ? NULL : embedded_text(folder->files, name);
}

const void *games_bytes(const Game *game, const char *name, size_t *size)
{
    const struct GameFolder *folder = folder_of(game);
    const EmbeddedFile      *file = folder == NULL ? NULL : embedded_find(folder->files, name);
    if (file == NULL)
        return NULL;
    *size = file->size;
    return file->data;
}

const char *games_common_strings(const char *code)
{
    char name[32];
    snprintf(name, sizeof name, "strings.%s.txt", code);
    return embedded_text(COMMON_FILES, name);
}

Language games_language(const Game *game, const char *code)
{
    char        name[32];
    const char *common = games_common_strings(code);
    snprintf(name, sizeof name, "strings.%s.txt", code);
    return common == NULL
               ? LANGUAGE_ENGLISH
               : (Language){ code, game == NULL ? NULL : games_file(game, name), common };
}

bool games_language_code(const Game *game, int index, char out[LANGUAGE_CODE_MAX])
{
    static const char        START[] = "strings.";
    const struct GameFolder *folder = folder_of(game);
    if (folder == NULL)
        return false;
    for (const EmbeddedFile *file = folder->files; file->name != NULL; file++) {
        if (strncmp(file->name, START, strlen(START)) != 0 || index-- > 0)
            continue;
        const char *code = file->name + strlen(START);
        snprintf(out, LANGUAGE_CODE_MAX, "%.*s", (int)strcspn(code, "."), code);
        return true;
    }
    return false;
}

int games_golden_count(const Game *game)
{
    const struct GameFolder *folder = folder_of(game);
    return folder == NULL ? 0 : folder->golden_count;
}
