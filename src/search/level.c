/* SPDX-License-Identifier: MIT */
/* Levels are made of two things that do not depend on the machine: how many nodes are looked at, and
 * by how much every judgement is off.  Few nodes make a player short-sighted, noise makes it careless;
 * a person finds both more natural than blunders thrown in.
 */
#include "search/level.h"

#include <assert.h>

typedef struct Level {
    uint64_t    nodes;
    int         noise; /* in 1/1000 of the game's eval unit */
    const char *about;
} Level;

/* clang-format off */
static const Level LEVELS[LEVEL_HIGHEST + 1] = {
    [1]  = {     50, 6000, "Knows the rules: 50 nodes, and judges with its eyes half closed." },
    [2]  = {    100, 4000, "A first game: 100 nodes, and takes much for the opposite of what it is." },
    [3]  = {    200, 2500, "Sees what is at hand: 200 nodes, and is often wrong about it." },
    [4]  = {    500, 1500, "Careless: 500 nodes, and misses small advantages." },
    [5]  = {   1000, 1000, "A casual player: 1,000 nodes, and misses small advantages at times." },
    [6]  = {   3000,  600, "Looks a little ahead: 3,000 nodes, nearly precise." },
    [7]  = {  10000,  300, "An experienced player: 10,000 nodes, nearly precise." },
    [8]  = {  30000,  150, "Patient: 30,000 nodes, precise." },
    [9]  = { 100000,    0, "Strong: 100,000 nodes." },
    [10] = { 400000,    0, "The strongest level: 400,000 nodes." },
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
    (void)game;
    (void)variant;
    return (SearchLimits){ .nodes = LEVELS[level].nodes,
                           .noise = LEVELS[level].noise,
                           .noise_seed = seed };
}
