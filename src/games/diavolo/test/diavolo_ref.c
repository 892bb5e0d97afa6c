/* SPDX-License-Identifier: MIT */
/* diavolo_ref PERFT - DiavoloPP against its naive implementation (games_ref.h). */
#include "games_ref.h"

#include "games/diavolo/diavolo.h"
#include "games/diavolo/naive/diavolo_naive.h"

static const RefPlan PLAN = {
    &DIAVOLO_GAME,
    &DIAVOLO_NAIVE,
    ".wr/-;,:0123456789nslfe ",
    100,
    diavolo_naive_draw,
    diavolo_draw,
    { { "3", 40 }, { "4", 40 }, { "5", 30 }, { "6", 12 }, { "7", 4 }, { "8", 2 }, { "10", 1 } },
};

int main(int argc, char **argv)
{
    return ref_test(&PLAN, argc, argv);
}
