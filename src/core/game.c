/* SPDX-License-Identifier: MIT */
#include "core/game.h"

#include <string.h>

void game_copy(const Game *game, const Pos *from, Pos *to)
{
    memcpy(to, from, game->rules->size(from->variant));
}

bool game_same(const Game *game, const Pos *a, const Pos *b)
{
    return a->variant == b->variant && memcmp(a, b, game->rules->size(a->variant)) == 0;
}

int game_player(const Game *game, const Pos *pos, int side)
{
    return game->rules->player != NULL ? game->rules->player(pos, side) : side;
}

int game_gen_once(const Game *game, const Pos *pos, Step *steps)
{
    return game->rules->gen_once != NULL ? game->rules->gen_once(pos, steps)
                                         : game->rules->gen(pos, steps);
}
