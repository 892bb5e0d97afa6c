/* SPDX-License-Identifier: MIT */
#include "play/puzzle_file.h"

#include <string.h>

#include "base/embedded.h"

extern const EmbeddedFile PUZZLE_TEXTS[]; /* data/puzzles, one file a game */

const char *puzzle_file(const Game *game)
{
    size_t length = strlen(game->name);
    for (const EmbeddedFile *file = PUZZLE_TEXTS; file->name != NULL; file++)
        if (strncmp(file->name, game->name, length) == 0 &&
            strcmp(file->name + length, ".txt") == 0)
            return (const char *)file->data;
    return NULL;
}
