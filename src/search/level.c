/* SPDX-License-Identifier: MIT */
/* A level looks ahead with a node limit, or it slips: it plays at first sight and notices only some
 * of its steps (search/glance.h).  Nothing of this depends on the machine.  Slips make the steps
 * between levels even: the span from random play to a good search is too wide for ten levels that
 * differ in nodes only.  docs/strength.md has the matches.
 */
#include "search/level.h"

#include <assert.h>

_Static_assert((int)LEVEL_HIGHEST - (int)LEVEL_LOWEST + 1 == (int)LEVEL_ROWS,
               "a game's own rows cover all levels");

/* For games without a table of their own: about what their tables have in common. */
/* clang-format off */
static const GameLevel LEVELS[LEVEL_ROWS] = {
    {    100, 1000,  150 },
    {    100,  900,  180 },
    {    200,  800,  220 },
    {    400,  700,  270 },
    {    800,  590,  340 },
    {   2000,  470,  430 },
    {   5000,  350,  600 },
    {  15000,  230,  800 },
    {  40000,  110, 1100 },
    { 200000,    0,    0 },
};
/* clang-format on */

SearchLimits level_limits(const Game *game, uint32_t variant, int level, uint64_t seed)
{
    assert(level >= LEVEL_LOWEST && level <= LEVEL_HIGHEST);
    (void)variant;
    const GameLevel *row = &LEVELS[level - LEVEL_LOWEST];
    if (game->eval != NULL && game->eval->levels != NULL)
        row = &game->eval->levels[level - LEVEL_LOWEST];
    return (SearchLimits){
        .nodes = row->nodes, .noise_seed = seed, .slip = row->slip, .sight = row->sight
    };
}
