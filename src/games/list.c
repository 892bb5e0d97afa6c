/* SPDX-License-Identifier: MIT */
#include "games/list.h"

#include <stdio.h>
#include <string.h>

#include "base/embedded.h"

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

extern const EmbeddedFile COMMON_FILES[];

const Game *games_find(const char *name)
{
    for (int i = 0; i < FOLDER_COUNT; i++)
        if (strcmp(FOLDERS[i].game->name, name) == 0)
            return FOLDERS[i].game;
    return NULL;
}

Status games_setup(const char *text, Setup *setup, Fault *fault)
{
    Status status = setup_read(games_find, text, setup, fault);
    if (status == STATUS_NOT_FOUND && fault != NULL) {
        Text why = { .data = fault->why, .size = sizeof fault->why, .length = strlen(fault->why) };
        text_add(&why, "; the games are");
        for (int i = 0; GAMES[i] != NULL; i++)
            text_addf(&why, "%s %s", i == 0 ? "" : ",", GAMES[i]->name);
    }
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
