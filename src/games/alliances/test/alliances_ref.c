/* SPDX-License-Identifier: MIT */
/* alliances_ref PERFT - Alliances against its naive implementation (games_ref.h). */
#include "games_ref.h"

#include "games/alliances/alliances.h"
#include "games/alliances/naive/alliances_naive.h"

static const RefPlan PLAN = {
    &ALLIANCES_GAME,
    &ALLIANCES_NAIVE,
    "xopg/-12 34567",
    130,
    alliances_naive_draw,
    alliances_draw,
    { { "3", 20 }, { "4", 20 }, { "5", 4 }, { "6", 2 }, { "7", 2 } },
};

int main(int argc, char **argv)
{
    return ref_test(&PLAN, argc, argv);
}
