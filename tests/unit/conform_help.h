/* conform_help.h - a game under the suite that every game must pass (conform/conform.h): each plan is
 * a test of its own.
 *
 * Of a plan's games, and of the positions looked at closely, a build does its share (share.h).
 */
#ifndef TESTS_CONFORM_HELP_H
#define TESTS_CONFORM_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "conform/conform.h"
#include "games/list.h"
#include "share.h"

enum { PLANS_MAX = 64 };

typedef struct ConformCase {
    const Game *game;
    ConformPlan plan;
} ConformCase;

static void conform_test_plan(void **state)
{
    const ConformCase *one = *state;
    Fault              fault = { 0 };
    if (conform_run(one->game, &one->plan, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
}

/* Plan n is played with the seed `seed` + n; a plan that names no step limit gets `step_limit`.
 * Returns what main should return. */
static inline int conform_test(const char *name, const ConformPlan *plans, int count, uint64_t seed,
                               Step step_limit)
{
    static ConformCase cases[PLANS_MAX];
    struct CMUnitTest  tests[PLANS_MAX];
    assert_in_range(count, 1, PLANS_MAX);
    for (int n = 0; n < count; n++) {
        ConformPlan plan = plans[n];
        plan.find = games_find;
        plan.seed = seed + (uint64_t)n;
        plan.games = test_share(plan.games);
        plan.sample = (plan.sample > 0 ? plan.sample : 1) * TEST_SHARE;
        if (plan.step_limit == 0)
            plan.step_limit = step_limit;
        cases[n] = (ConformCase){ games_find(name), plan };
        tests[n] = (struct CMUnitTest){ .name = plan.variant != NULL ? plan.variant : "default",
                                        .test_func = conform_test_plan,
                                        .initial_state = &cases[n] };
    }
    return _cmocka_run_group_tests(name, tests, (size_t)count, NULL, NULL);
}

#endif
