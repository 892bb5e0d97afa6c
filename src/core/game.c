/* SPDX-License-Identifier: MIT */
#include "core/game.h"

#include <assert.h>
#include <string.h>

void game_copy(const Game *game, const Pos *from, Pos *to)
{
    assert(from != to);
    memcpy(to, from, game->rules->size(from->variant));
}

bool game_same(const Game *game, const Pos *a, const Pos *b)
{
    return a->variant == b->variant && memcmp(a, b, game->rules->size(a->variant)) == 0;
}

int game_player(const Game *game, const Pos *pos, int side)
{
    assert(side == 0 || side == 1);
    return game->rules->player != NULL ? game->rules->player(pos, side) : side;
}

const Announcement *game_announcements(const Game *game, uint32_t variant)
{
    return game->text->announcements == NULL ? NULL : game->text->announcements(variant);
}

int game_symmetries(const Game *game, const Pos *pos)
{
    const GameSymmetry *symmetry = game->symmetry;
    if (symmetry == NULL)
        return 1;
    return symmetry->count_at != NULL ? symmetry->count_at(pos) : symmetry->count(pos->variant);
}

int game_gen_once(const Game *game, const Pos *pos, Step *steps)
{
    int count = game->rules->gen_once != NULL ? game->rules->gen_once(pos, steps)
                                              : game->rules->gen(pos, steps);
    assert(count >= 0 && count <= STEPS_MAX);
    return count;
}
