/* SPDX-License-Identifier: MIT */
#include "games/list.h"

#include <stdio.h>
#include <string.h>

#include "base/embedded.h"
#include "games/alliances/alliances.h"
#include "games/diavolo/diavolo.h"
#include "games/duell/duell.h"
#include "games/gipf/gipf.h"
#include "games/ponte/ponte.h"
#include "games/toy/toy.h"

const Game *const GAMES[] = {
    &GIPF_GAME, &PONTE_GAME, &DIAVOLO_GAME, &ALLIANCES_GAME, &DUELL_GAME, NULL,
};

/* Written by the build from docs/rules. */
extern const EmbeddedFile RULES_TEXTS[];

const Game *games_find(const char *name)
{
    for (int i = 0; GAMES[i] != NULL; i++)
        if (strcmp(GAMES[i]->name, name) == 0)
            return GAMES[i];
    return strcmp(name, TOY_GAME.name) == 0 ? &TOY_GAME : NULL;
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
