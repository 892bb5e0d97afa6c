/* SPDX-License-Identifier: MIT */
#include "naive/list.h"

#include <string.h>

/* The build writes one row for each naive implementation into games_list.inc. */
#define GAME(NAME, GOLDEN)
#define UNLISTED_GAME(NAME, GOLDEN)
#define NAIVE_GAME(NAME) extern const SlowGame NAME##_NAIVE;
#include "games_list.inc"
#undef NAIVE_GAME

static const SlowGame *const NAIVE_GAMES[] = {
#define NAIVE_GAME(NAME) &NAME##_NAIVE,
#include "games_list.inc"
    NULL,
};

const SlowGame *naive_find(const char *name, size_t length)
{
    for (const SlowGame *const *game = NAIVE_GAMES; *game != NULL; game++)
        if (strlen((*game)->name) == length && memcmp((*game)->name, name, length) == 0)
            return *game;
    return NULL;
}
