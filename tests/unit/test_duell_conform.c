/* SPDX-License-Identifier: MIT */
/* Duell under the suite that every game must pass (conform/conform.h): a position has few moves, so all
 * 2^15 steps are asked about. */
#include "conform_help.h"

static const ConformPlan PLANS[] = {
    { .variant = "", .games = 12, .turn_limit = 400, .sample = 24 },
    { .variant = "king-capture", .games = 12, .turn_limit = 400, .sample = 12 },
    { .variant = "nocapture=100", .games = 12, .turn_limit = 400, .sample = 24 },
    { .variant = "nocapture=6", .games = 40, .turn_limit = 100, .sample = 8 },
    { .variant = "king-capture;nocapture=9", .games = 30, .turn_limit = 100, .sample = 8 },
    { .variant = "announce=required", .games = 6, .turn_limit = 200, .sample = 24 },
};

int main(void)
{
    return conform_test("duell", PLANS, sizeof PLANS / sizeof PLANS[0], 500, 1 << 15);
}
