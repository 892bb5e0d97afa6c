/* SPDX-License-Identifier: MIT */
/* hex_ref PERFT - Hex against its naive implementation (games_ref.h). */
#include "games_ref.h"

#include "games/hex/hex.h"
#include "games/hex/naive/hex_naive.h"

static const RefPlan PLAN = {
    .game = &HEX_GAME,
    .naive = &HEX_NAIVE,
    .signs = "wb./ s-",
    .turn_limit = 200,
    .shares = { { "3", 20 },
                { "4", 20 },
                { "5;swap=off", 10 },
                { "7", 4 },
                { "", 1 },
                { "13", 1 } },
};

int main(int argc, char **argv)
{
    return ref_test(&PLAN, argc, argv);
}
