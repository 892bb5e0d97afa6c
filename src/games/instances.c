/* SPDX-License-Identifier: MIT */
/* instances.c - the games as compiled for the processor that runs the program.
 *
 * Where the build has compiled the hot files of a game again (src/meson.build), the game exists as
 * NAME_BASE_GAME, for every processor, as NAME_FAST_GAME for recent ones and, if that is faster, as
 * NAME_WIDE_GAME for those with AVX-512.  NAME_GAME is a copy of one of them, made before main and
 * never changed afterwards: the only such variables of the program.  All instances give the same
 * results.  Measured on a Xeon with AVX-512, the search of the base instances reaches 33 to 96 % of
 * the nodes per second of a build for that processor alone; docs/strength.md has the figures.
 */
#include "games/instances.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"

/* To compare the instances on one machine: tests, and `tessera bench`. */
static const char PORTABLE[] = "TESSERA_PORTABLE";

#define INSTANCE(NAME, WIDEST)                \
    extern const Game NAME##_BASE_GAME;       \
    extern const Game NAME##_FAST_GAME;       \
    extern const Game NAME##_##WIDEST##_GAME; \
    Game              NAME##_GAME;
#include "games_instances.inc"
#undef INSTANCE

typedef enum Instance { INSTANCE_BASE, INSTANCE_FAST, INSTANCE_WIDE, INSTANCE_COUNT } Instance;

static const struct Instances {
    Game       *game; /* declared as const everywhere else */
    const Game *of[INSTANCE_COUNT];
} INSTANCES[] = {
#define INSTANCE(NAME, WIDEST) \
    { &NAME##_GAME, { &NAME##_BASE_GAME, &NAME##_FAST_GAME, &NAME##_##WIDEST##_GAME } },
#include "games_instances.inc"
    { .game = NULL },
};

/* Return the best instance that this processor can run: it has what fast_args or wide_args of
 * meson.build allow. */
static Instance best_instance(void)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return INSTANCE_BASE;
    /* All processors with AVX-512 have LZCNT, for which old compilers have no test. */
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512vpopcntdq")
               ? INSTANCE_WIDE
               : INSTANCE_FAST;
#else
    return INSTANCE_BASE;
#endif
}

/* Return the instance to use: with TESSERA_PORTABLE that for every processor, or at most the fast one if
 * its value is `fast`. */
static Instance chosen_instance(void)
{
    const char *portable = getenv(PORTABLE);
    Instance    best = best_instance();
    Instance    limit = portable == NULL                ? INSTANCE_WIDE
                        : strcmp(portable, "fast") == 0 ? INSTANCE_FAST
                                                        : INSTANCE_BASE;
    return best < limit ? best : limit;
}

/* Before all other constructors, which may use games. */
__attribute__((constructor(101))) static void choose_instances(void)
{
    Instance chosen = chosen_instance();
    for (const struct Instances *at = INSTANCES; at->game != NULL; at++)
        *at->game = *at->of[chosen];
}

const char *games_instance(void)
{
    static const char *const NAMES[] = { "portable", "fast", "wide" };
    return INSTANCES[0].game == NULL ? "single" : NAMES[chosen_instance()];
}
