/* SPDX-License-Identifier: MIT */
#include "naive/list.h"

#include <string.h>

#include "naive/alliances_slow.h"
#include "naive/diavolo_slow.h"
#include "naive/duell_slow.h"
#include "naive/gipf_slow.h"
#include "naive/ponte_slow.h"

static const SlowGame *const GAMES[] = { &GIPF_SLOW, &PONTE_SLOW, &DIAVOLO_SLOW, &ALLIANCES_SLOW,
                                         &DUELL_SLOW };

const SlowGame *naive_find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        if (strlen(GAMES[i]->name) == length && memcmp(GAMES[i]->name, name, length) == 0)
            return GAMES[i];
    }
    return NULL;
}
