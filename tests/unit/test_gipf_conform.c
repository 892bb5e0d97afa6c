/* SPDX-License-Identifier: MIT */
/* GIPF under the suite that every game must pass (conform/conform.h), over boards of all sizes and both
 * representations.  Plans are small where a position is dear to check. */
#include "conform_help.h"

/* Every push has a number below the first; every row that leaves nothing standing below the
 * second. */
enum { PUSHES = 1 << 10, ROWS = 1 << 18 };

static const ConformPlan PLANS[] = {
    { "2,2,6,6", .games = 60, .turn_limit = 80, .step_limit = PUSHES, .sample = 4 },
    { "2,2,6,6", .games = 4, .turn_limit = 80, .step_limit = ROWS, .sample = 20 },
    { "2,2,6,6;board=general", .games = 30, .turn_limit = 60, .step_limit = PUSHES, .sample = 4 },
    { "2,3,5,5", .games = 60, .turn_limit = 60, .step_limit = PUSHES },
    { "2,3,5,5;board=general", .games = 30, .turn_limit = 60, .step_limit = PUSHES },
    { "3,3,10,10", .games = 50, .turn_limit = 120, .step_limit = PUSHES, .sample = 8 },
    { "3,3,10,10", .games = 4, .turn_limit = 120, .step_limit = ROWS, .sample = 20 },
    { "3,3,10,10;board=general", .games = 20, .turn_limit = 120, .step_limit = PUSHES,
      .sample = 8 },
    { "3,2,9,9;choice=mover", .games = 30, .turn_limit = 120, .step_limit = PUSHES, .sample = 8 },
    { "4,4,15,15", .games = 50, .turn_limit = 200, .step_limit = PUSHES, .sample = 8 },
    { "4,4,15,15;choice=mover", .games = 40, .turn_limit = 200, .step_limit = PUSHES, .sample = 8 },
    { "4,4,15,15;board=general", .games = 15, .turn_limit = 200, .step_limit = PUSHES,
      .sample = 8 },
    { "4,3,20,20", .games = 20, .turn_limit = 200, .step_limit = PUSHES, .sample = 12 },
    { "standard", .games = 60, .turn_limit = 200, .step_limit = PUSHES, .sample = 6 },
    { "standard", .games = 4, .turn_limit = 200, .step_limit = ROWS, .sample = 12 },
    { "standard;choice=mover", .games = 40, .turn_limit = 200, .step_limit = PUSHES, .sample = 6 },
    { "standard;board=general", .games = 20, .turn_limit = 200, .step_limit = PUSHES, .sample = 6 },
    { "tournament", .games = 60, .turn_limit = 200, .step_limit = PUSHES, .sample = 6 },
    { "tournament;board=general", .games = 20, .turn_limit = 200, .step_limit = PUSHES,
      .sample = 6 },
    { "5,4,20,20", .games = 15, .turn_limit = 120, .step_limit = PUSHES, .sample = 16 },
    { "7,3,60,60", .games = 4, .turn_limit = 120, .step_limit = PUSHES, .sample = 24 },
    { "12,5,200,200", .games = 2, .turn_limit = 120, .step_limit = ROWS, .sample = 60 },
};

int main(void)
{
    return conform_test("gipf", PLANS, sizeof PLANS / sizeof PLANS[0], 100, PUSHES);
}
