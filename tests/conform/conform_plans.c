/* SPDX-License-Identifier: MIT */
/* conform_plans GAME FILE - run the conformance suite (conform.h) on a game, by the plans in FILE.
 *
 * FILE is test/conform.txt in the folder of a game.  Each line is a test of its own:
 *
 *     # comment
 *     all seed=100 steps=1024        for the plans below that do not set them
 *     VARIANT games=60 turns=80 [seed=N] [steps=N] [sample=N] [walk=N]
 *
 * VARIANT is what follows the colon in GAME:VARIANT, or `-` for the default.  The others are fields of
 * ConformPlan: games, turn_limit, seed, step_limit, sample and turns_max.  Plan n (from 0) gets the seed
 * of `all` plus n.  A sanitizer build plays fewer games and samples fewer positions (unit/share.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conform/conform.h"
#include "games/list.h"
#include "unit/share.h"

enum { PLANS_MAX = 64, LINE_MAX_BYTES = 256 };

typedef struct ConformCase {
    const Game *game;
    ConformPlan plan;
    char        variant[VARIANT_TEXT_MAX];
} ConformCase;

static void test_plan(void **state)
{
    const ConformCase *one = *state;
    Fault              fault = { 0 };
    if (conform_run(one->game, &one->plan, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
}

/* Read NAME=NUMBER into the plan; false if it is something else. */
static bool read_field(const char *field, ConformPlan *plan)
{
    const char *value = strchr(field, '=');
    char       *end;
    if (value == NULL || value[1] < '0' || value[1] > '9')
        return false;
    size_t   length = (size_t)(value - field);
    uint64_t number = strtoull(value + 1, &end, 10);
    if (*end != '\0')
        return false;
    struct {
        const char *name;
        int        *field;
    } const COUNTS[] = {
        { "games", &plan->games },
        { "turns", &plan->turn_limit },
        { "sample", &plan->sample },
        { "walk", &plan->turns_max },
    };
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++)
        if (strlen(COUNTS[i].name) == length && strncmp(field, COUNTS[i].name, length) == 0) {
            *COUNTS[i].field = (int)number;
            return true;
        }
    if (length == strlen("seed") && strncmp(field, "seed", length) == 0)
        plan->seed = number;
    else if (length == strlen("steps") && strncmp(field, "steps", length) == 0)
        plan->step_limit = number;
    else
        return false;
    return true;
}

/* Read one line; false if it is wrong.  `all` has the values for plans that do not set them. */
static bool read_line(char *line, const Game *game, ConformPlan *all, ConformCase *cases,
                      int *count)
{
    char *rest = NULL;
    char *first = strtok_r(line, " \n", &rest);
    if (first == NULL || first[0] == '#')
        return true;
    bool        is_all = strcmp(first, "all") == 0;
    ConformPlan plan = *all;
    plan.seed += (uint64_t)*count;
    ConformPlan *target = is_all ? all : &plan;
    for (char *field; (field = strtok_r(NULL, " \n", &rest)) != NULL;)
        if (!read_field(field, target))
            return false;
    if (is_all)
        return true;
    if (*count == PLANS_MAX || plan.games < 1 || plan.turn_limit < 1 ||
        strlen(first) >= sizeof cases->variant)
        return false;
    ConformCase *one = &cases[(*count)++];
    one->game = game;
    strcpy(one->variant, first);
    one->plan = plan;
    one->plan.variant = strcmp(first, "-") == 0 ? NULL : one->variant;
    one->plan.find = games_find;
    one->plan.games = test_share(plan.games);
    one->plan.sample = (plan.sample > 0 ? plan.sample : 1) * TEST_SHARE;
    return true;
}

int main(int argc, char **argv)
{
    static ConformCase cases[PLANS_MAX];
    struct CMUnitTest  tests[PLANS_MAX];
    ConformPlan        all = { .seed = 1, .step_limit = 1 << 12 };
    char               line[LINE_MAX_BYTES];
    int                count = 0;
    const Game        *game = argc == 3 ? games_find(argv[1]) : NULL;
    FILE              *file = game != NULL ? fopen(argv[2], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: conform_plans GAME FILE\n");
        return 2;
    }
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (!read_line(line, game, &all, cases, &count)) {
            fprintf(stderr, "%s:%d: not a plan\n", argv[2], number);
            fclose(file);
            return 2;
        }
    }
    fclose(file);
    for (int n = 0; n < count; n++)
        tests[n] = (struct CMUnitTest){ .name = cases[n].variant,
                                        .test_func = test_plan,
                                        .initial_state = &cases[n] };
    return _cmocka_run_group_tests(game->name, tests, (size_t)count, NULL, NULL);
}
