/* SPDX-License-Identifier: MIT */
/* Ponte del Diavolo under the suite that every game must pass (conform/conform.h), over boards of all
 * sizes, in both representations, and all kinds of options.  Plans are small where a position is
 * dear to check. */
#include "conform_help.h"

/* All stones, bridges, swap and pass: the value above the two bits of the kind is below 8 * 256. */
enum { STEPS_ASKED = 4 * 8 * 256 };

static const ConformPlan PLANS[] = {
    { .variant = "contest;size=3", .games = 60, .turn_limit = 30 },
    { .variant = "contest;size=4", .games = 40, .turn_limit = 40, .sample = 2 },
    { .variant = "contest;size=5", .games = 20, .turn_limit = 60, .sample = 4 },
    { .variant = "contest;size=6", .games = 16, .turn_limit = 80, .sample = 8 },
    { .variant = "contest;size=8", .games = 8, .turn_limit = 100, .sample = 16 },
    { .variant = "contest", .games = 4, .turn_limit = 120, .sample = 24 },
    { .variant = "contest;size=12", .games = 2, .turn_limit = 160, .sample = 24 },
    { .variant = "official;size=3", .games = 60, .turn_limit = 30 },
    { .variant = "official;size=4", .games = 40, .turn_limit = 40, .sample = 2 },
    { .variant = "official;size=6", .games = 16, .turn_limit = 80, .sample = 8 },
    { .variant = "official", .games = 4, .turn_limit = 120, .sample = 24 },
    { .variant = "official;size=12", .games = 2, .turn_limit = 160, .sample = 24 },
    { .variant = "open;size=4", .games = 40, .turn_limit = 40, .sample = 2 },
    { .variant = "open;size=5", .games = 20, .turn_limit = 60, .sample = 4 },
    { .variant = "open;size=8", .games = 8, .turn_limit = 100, .sample = 16 },
    { .variant = "open;size=11", .games = 2, .turn_limit = 160, .sample = 24 },
    { .variant = "contest;size=5;share=on;tie=draw", .games = 20, .turn_limit = 60, .sample = 4 },
    { .variant = "contest;size=4;end=pass", .games = 40, .turn_limit = 40, .sample = 2 },
    { .variant = "contest;size=6;stones=9;bridges=4", .games = 16, .turn_limit = 60, .sample = 4 },
    { .variant = "official;size=5;stones=7;bridges=2", .games = 32, .turn_limit = 60, .sample = 4 },
    { .variant = "official;size=5;share=off;tie=white",
      .games = 20,
      .turn_limit = 60,
      .sample = 4 },
    { .variant = "open;size=4;end=skip", .games = 40, .turn_limit = 40, .sample = 2 },
};

int main(void)
{
    return conform_test("ponte", PLANS, sizeof PLANS / sizeof PLANS[0], 200, STEPS_ASKED);
}
