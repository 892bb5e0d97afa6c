/* SPDX-License-Identifier: MIT */
/* duell_ref PERFT - Duell against its naive implementation (games_ref.h). */
#include "games_ref.h"

#include "games/duell/duell.h"
#include "games/duell/naive/duell_naive.h"

static const RefPlan PLAN = {
    &DUELL_GAME,
    &DUELL_NAIVE,
    "wbK1234567890/, x",
    400,
    NULL,
    NULL,
    { { "", 6 },
      { "king-capture", 4 },
      { "nocapture=20", 2 },
      { "king-capture;nocapture=7", 2 },
      { "nocapture=1", 1 } },
};

int main(int argc, char **argv)
{
    return ref_test(&PLAN, argc, argv);
}
