/* SPDX-License-Identifier: MIT */
/* Duell under the suite that every game must pass (core/conform.h): a position has few moves, so all
 * 2^15 steps are asked about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/conform.h"
#include "games/duell/duell.h"

static const ConformPlan PLANS[] = {
    { .variant = "", .games = 12, .turn_limit = 400, .sample = 24 },
    { .variant = "king-capture", .games = 12, .turn_limit = 400, .sample = 12 },
    { .variant = "nocapture=100", .games = 12, .turn_limit = 400, .sample = 24 },
    { .variant = "nocapture=6", .games = 40, .turn_limit = 100, .sample = 8 },
    { .variant = "king-capture;nocapture=9", .games = 30, .turn_limit = 100, .sample = 8 },
    { .variant = "announce=required", .games = 6, .turn_limit = 200, .sample = 24 },
};

enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0] };

static const Game *find_duell(const char *name)
{
    return strcmp(name, "duell") == 0 ? &DUELL_GAME : NULL;
}

static void test_plan(void **state)
{
    const ConformPlan *plan = *state;
    Fault              fault = { 0 };
    if (conform_run(&DUELL_GAME, plan, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
}

int main(void)
{
    ConformPlan       plans[PLAN_COUNT];
    struct CMUnitTest tests[PLAN_COUNT];
    for (int n = 0; n < PLAN_COUNT; n++) {
        plans[n] = PLANS[n];
        plans[n].find = find_duell;
        plans[n].seed = 500 + (uint64_t)n;
        plans[n].step_limit = 1 << 15;
        tests[n] = (struct CMUnitTest){
            .name = plans[n].variant[0] == '\0' ? "default" : plans[n].variant,
            .test_func = test_plan,
            .initial_state = &plans[n],
        };
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
