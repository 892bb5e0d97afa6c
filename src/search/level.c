/* SPDX-License-Identifier: MIT */
/* A level consists of two things that do not depend on the machine: a node limit and noise added to
 * every evaluation.  Few nodes make a player short-sighted, noise makes it careless.  People find
 * both more natural than occasional random blunders.
 */
#include "search/level.h"

#include <assert.h>

_Static_assert((int)LEVEL_HIGHEST - (int)LEVEL_LOWEST + 1 == (int)LEVEL_ROWS,
               "a game's own rows cover all levels");

typedef struct Level {
    uint64_t    nodes;
    int         noise; /* in 1/1000 of the game's eval unit */
    const char *about;
} Level;

/* clang-format off */
static const Level LEVELS[LEVEL_HIGHEST + 1] = {
    [1]  = {    100, 5000, "Knows the rules: 100 nodes, with a very inaccurate evaluation." },
    [2]  = {    100, 2500, "A first game: 100 nodes, and it often misjudges positions." },
    [3]  = {    150, 1200, "Sees immediate threats: 150 nodes, and it misses small advantages." },
    [4]  = {    300,  600, "Careless: 300 nodes, and it sometimes misses small advantages." },
    [5]  = {    800,  300, "A casual player: 800 nodes, nearly accurate." },
    [6]  = {   2000,  100, "Looks a little ahead: 2,000 nodes, nearly accurate." },
    [7]  = {   6000,    0, "An experienced player: 6,000 nodes." },
    [8]  = {  20000,    0, "Patient: 20,000 nodes." },
    [9]  = {  60000,    0, "Strong: 60,000 nodes." },
    [10] = { 200000,    0, "The strongest level: 200,000 nodes." },
};
/* clang-format on */

const char *level_about(int level)
{
    assert(level >= LEVEL_LOWEST && level <= LEVEL_HIGHEST);
    return LEVELS[level].about;
}

SearchLimits level_limits(const Game *game, uint32_t variant, int level, uint64_t seed)
{
    assert(level >= LEVEL_LOWEST && level <= LEVEL_HIGHEST);
    (void)variant;
    SearchLimits limits = { .nodes = LEVELS[level].nodes,
                            .noise = LEVELS[level].noise,
                            .noise_seed = seed };
    if (game->eval != NULL && game->eval->levels != NULL) {
        limits.nodes = game->eval->levels[level - LEVEL_LOWEST].nodes;
        limits.noise = game->eval->levels[level - LEVEL_LOWEST].noise;
    }
    return limits;
}
