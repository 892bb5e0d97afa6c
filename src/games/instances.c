/* SPDX-License-Identifier: MIT */
/* instances.c - the games as compiled for the processor that runs the program.
 *
 * Where the build has compiled the hot files of a game twice (src/meson.build), the game exists as
 * NAME_BASE_GAME, for every processor, and as NAME_FAST_GAME.  NAME_GAME is a copy of one of them, made
 * before main and never changed afterwards: the only such variables of the program.  Both instances
 * give the same results.  Measured on a Xeon with AVX-512, the search of the base instances reaches
 * 33 to 96 % of the nodes per second of a build for that processor alone; docs/strength.md has the
 * figures.
 */
#include "games/instances.h"

#include <stdlib.h>

#include "core/game.h"

/* To compare the instances on one machine: tests, and `tessera bench`. */
static const char PORTABLE[] = "TESSERA_PORTABLE";

#define INSTANCE(NAME)                  \
    extern const Game NAME##_BASE_GAME; \
    extern const Game NAME##_FAST_GAME; \
    Game              NAME##_GAME;
#include "games_instances.inc"
#undef INSTANCE

static const struct Instance {
    Game       *game; /* declared as const everywhere else */
    const Game *base, *fast;
} INSTANCES[] = {
#define INSTANCE(NAME) { &NAME##_GAME, &NAME##_BASE_GAME, &NAME##_FAST_GAME },
#include "games_instances.inc"
    { NULL, NULL, NULL },
};

/* True if the processor has what fast_args of meson.build allow. */
static bool processor_is_fast(void)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

static bool use_fast(void)
{
    return getenv(PORTABLE) == NULL && processor_is_fast();
}

/* Before all other constructors, which may use games. */
__attribute__((constructor(101))) static void choose_instances(void)
{
    bool fast = use_fast();
    for (const struct Instance *at = INSTANCES; at->game != NULL; at++)
        *at->game = fast ? *at->fast : *at->base;
}

const char *games_instance(void)
{
    if (INSTANCES[0].game == NULL)
        return "single";
    return INSTANCES[0].game->rules == INSTANCES[0].fast->rules ? "fast" : "portable";
}
