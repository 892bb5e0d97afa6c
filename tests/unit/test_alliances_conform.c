/* SPDX-License-Identifier: MIT */
/* Alliances under the suite that every game must pass (conform/conform.h). */
#include "conform_help.h"

/* Every spot, with every colour and none, and some beyond. */
enum { STEPS_ASKED = 1100 };

static const ConformPlan PLANS[] = {
    { .variant = "3", .games = 60, .turn_limit = 130, .sample = 2 },
    { .variant = "4", .games = 12, .turn_limit = 130, .sample = 4 },
    { .variant = "5", .games = 5, .turn_limit = 130, .sample = 15 },
    { .variant = "6", .games = 3, .turn_limit = 130, .sample = 25 },
    { .variant = "7", .games = 3, .turn_limit = 130, .sample = 30 },
};

int main(void)
{
    return conform_test("alliances", PLANS, sizeof PLANS / sizeof PLANS[0], 200, STEPS_ASKED);
}
