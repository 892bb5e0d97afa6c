/* SPDX-License-Identifier: MIT */
#include "games/list.h"

#include <stdio.h>
#include <string.h>

#include "base/embedded.h"

/* The build writes one row for each game into games_list.inc. */
#define NAIVE_GAME(NAME)
#define GAME(NAME)          extern const Game NAME##_GAME;
#define UNLISTED_GAME(NAME) extern const Game NAME##_GAME;
#include "games_list.inc"
#undef GAME
#undef UNLISTED_GAME

const Game *const GAMES[] = {
#define GAME(NAME) &NAME##_GAME,
#define UNLISTED_GAME(NAME)
#include "games_list.inc"
#undef GAME
#undef UNLISTED_GAME
    NULL,
};

/* Found by name, but not offered: the toy of the tests. */
static const Game *const UNLISTED[] = {
#define GAME(NAME)
#define UNLISTED_GAME(NAME) &NAME##_GAME,
#include "games_list.inc"
    NULL,
};

/* Written by the build from docs/rules. */
extern const EmbeddedFile RULES_TEXTS[];

static const Game *find_in(const Game *const *list, const char *name)
{
    for (; *list != NULL; list++)
        if (strcmp((*list)->name, name) == 0)
            return *list;
    return NULL;
}

const Game *games_find(const char *name)
{
    const Game *game = find_in(GAMES, name);
    return game != NULL ? game : find_in(UNLISTED, name);
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

const char *games_rules_text(const Game *game)
{
    char name[64];
    snprintf(name, sizeof name, "%s.md", game->name);
    for (const EmbeddedFile *file = RULES_TEXTS; file->name != NULL; file++)
        if (strcmp(file->name, name) == 0)
            return (const char *)file->data;
    return NULL;
}
