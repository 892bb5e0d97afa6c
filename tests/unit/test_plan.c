/* SPDX-License-Identifier: MIT */
/* solver: estimates of tablebases, plans, and tablebases that are built in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "naive/list.h"
#include "naive/verify.h"
#include "solver/certify.h"

#include "tablebase_help.h"

enum { PROOF_POSITIONS = 200000, PROOF_BYTES = 64 << 20 };

static const double FAR = 1e9; /* seconds */

/* --- estimates --- */

/* The counts come from built tablebases (docs/solving-results.md). */
static const struct Count {
    const char *game;
    double      positions, tolerance;
} COUNTS[] = {
    { "gipf:2,2,20,20", 48822, 0.1 },      { "gipf:2,3,20,20", 316485, 0.05 },
    { "gipf:3,3,4,4", 8453900, 0.02 },     { "gipf:3,3,5,5", 60292926, 0.02 },
    { "gipf:3,3,9,6", 1302677264, 0.02 },  { "gipf:3,3,10,10", 4615428777, 0.02 },
    { "gipf:3,4,6,6", 403266814, 0.02 },   { "gipf:3,5,6,6", 417481393, 0.02 },
    { "duell", 15277509, 0.15 },           { "diavolo:3", 967, 0.02 },
    { "ponte:contest;size=3", 773, 0.02 }, { "ponte:official;size=3", 617, 0.02 },
};

static void test_sizes_are_estimated(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        Setup    setup = setup_of(COUNTS[i].game);
        Estimate estimate = plan_tablebase(setup.game, setup.variant);
        double   real = COUNTS[i].positions, off = COUNTS[i].tolerance * real;
        if (estimate.positions < real - off || estimate.positions > real + off)
            fail_msg("'%s': %.0f positions instead of %.0f", COUNTS[i].game, estimate.positions,
                     real);
        assert_false(estimate.is_least);
        assert_true(estimate.bytes >= estimate.least_bytes && estimate.cpu_seconds > 0);
    }
}

/* Hopeless games: the bound says nothing, however large the limits are. */
static void test_large_games_are_recognised(void **state)
{
    static const char *const LARGE[] = { "gipf",  "gipf:standard", "ponte:contest;size=5",
                                         "ponte", "alliances:4",   "diavolo:5" };
    PlanLimits               limits = { FAR, 1e18, 2, 1e18 };
    (void)state;
    for (size_t i = 0; i < sizeof LARGE / sizeof LARGE[0]; i++) {
        Setup    setup = setup_of(LARGE[i]);
        Estimate estimate = plan_tablebase(setup.game, setup.variant);
        assert_true(estimate.is_least);
        if (plan_fit(&estimate, &limits) != PLAN_UNCOUNTED)
            fail_msg("'%s': %.0f of %.0f positions", LARGE[i], estimate.found, estimate.positions);
    }
}

/* Tablebases of the size that people build are counted well enough. */
static void test_small_games_are_counted(void **state)
{
    static const char *const SMALL[] = { "ponte:contest;size=4", "diavolo:4", "alliances:3" };
    PlanLimits               limits = { FAR, 1e18, 2, 1e18 };
    (void)state;
    for (size_t i = 0; i < sizeof SMALL / sizeof SMALL[0]; i++) {
        PosBuffer pos;
        Setup     setup = position_of(SMALL[i], NULL, &pos);
        Estimate  estimate = plan_tablebase(setup.game, setup.variant);
        if (plan_fit(&estimate, &limits) != PLAN_FITS)
            fail_msg("'%s': %.0f of %.0f positions", SMALL[i], estimate.found, estimate.positions);
        Plan plan = plan_position(setup.game, &pos.head, &limits);
        assert_int_equal(plan.step[PLAN_BUILD].fit, PLAN_FITS);
    }
}

static void test_limits_are_compared(void **state)
{
    Estimate   estimate = { .cpu_seconds = 10, .bytes = 80, .least_bytes = 50, .file_bytes = 20 };
    PlanLimits limits = { .seconds = 10, .bytes = 50, .threads = 1, .file_bytes = 20 };
    (void)state;
    assert_int_equal(plan_fit(&estimate, &limits), PLAN_FITS);
    limits.seconds = 9;
    assert_int_equal(plan_fit(&estimate, &limits), PLAN_NO_TIME);
    limits.file_bytes = 19;
    assert_int_equal(plan_fit(&estimate, &limits), PLAN_NO_DISK);
    limits.bytes = 49;
    assert_int_equal(plan_fit(&estimate, &limits), PLAN_NO_MEMORY);
}

/* A position needs only the tablebase of its own material. */
static void test_positions_need_less(void **state)
{
    PosBuffer  pos;
    Setup      setup = position_of("gipf:3,3,10,10", "W_B/____/B___W/____/W_B 2,1 W", &pos);
    PlanLimits limits = { FAR, 1 << 30, 1, 0 };
    (void)state;
    Plan     plan = plan_position(setup.game, &pos.head, &limits);
    Setup    small = setup_of("gipf:3,3,5,4");
    Estimate estimate = plan_tablebase(small.game, small.variant);
    assert_int_equal(plan.step[PLAN_BUILD].fit, PLAN_FITS);
    assert_true(plan.step[PLAN_BUILD].estimate.positions == estimate.positions);
    assert_true(plan.step[PLAN_SEARCH].estimate.positions > 0);
    setup = setup_of("duell");
    setup.game->rules->start(setup.variant, &pos.head);
    plan = plan_position(setup.game, &pos.head, &limits);
    assert_int_equal(plan.step[PLAN_BUILD].fit, PLAN_NO_TABLEBASE);
}

/* --- tablebases in memory --- */

/* Play random games from a root, and compare every position with the tablebase of the file. */
static void compare_below(const Setup *setup, const Pos *root, const Tablebase *file,
                          Random *random)
{
    RetroOptions options = { .threads = 2, .memory_bytes = TABLE_MEMORY };
    RetroReport  report;
    Fault        fault;
    Tablebase   *built = tb_build(setup->game, root, &options, &report, &fault);
    if (built == NULL)
        fail_msg("%s", fault.why);
    for (int game = 0; game < 20; game++) {
        PosBuffer pos;
        game_copy(setup->game, root, &pos.head);
        for (int step = 0; step < 40; step++) {
            Step     steps[STEPS_MAX];
            TbAnswer expected, answer;
            assert_true(tb_probe(file, &pos.head, &expected));
            assert_true(tb_probe(built, &pos.head, &answer));
            assert_int_equal(answer.value, expected.value);
            assert_int_equal(answer.turns, expected.turns);
            int count = setup->game->rules->gen(&pos.head, steps);
            if (count == 0)
                break;
            setup->game->rules->apply(&pos.head, steps[random_below(random, (uint32_t)count)]);
        }
    }
    tb_close(built);
}

static void test_memory_and_file_agree(void **state)
{
    static const char *const ROWS[][2] = { { "gipf:2,3,8,8", "gipf-2-3-owner" },
                                           { "gipf:2,2,7,7;choice=mover", "gipf-2-2-mover" },
                                           { "diavolo:3", "diavolo-3" },
                                           { "ponte:official;size=3", "ponte-official-size-3" } };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        Setup     setup = setup_of(ROWS[i][0]);
        Folder    folder = new_folder();
        Random    random = random_seeded(3);
        PosBuffer root;
        build(ROWS[i][0], &folder, 2);
        Tablebase *file = tb_open(setup.game, setup.variant, folder.path);
        setup.game->rules->start(setup.variant, &root.head);
        for (int turns = 0; turns < 4; turns++) {
            Step steps[STEPS_MAX];
            if (setup.game->rules->outcome(&root.head).ending != ENDING_NONE)
                break;
            compare_below(&setup, &root.head, file, &random);
            do {
                int count = setup.game->rules->gen(&root.head, steps);
                setup.game->rules->apply(&root.head, steps[random_below(&random, (uint32_t)count)]);
            } while (root.head.phase != 0);
        }
        tb_close(file);
        remove_folder(&folder, ROWS[i][1]);
    }
}

static void test_little_memory_is_an_error(void **state)
{
    static const char *const ROWS[] = { "gipf:3,3,4,4", "diavolo:4" };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        Setup        setup = setup_of(ROWS[i]);
        RetroOptions options = { .threads = 1, .memory_bytes = 8 << 20 };
        RetroReport  report;
        Fault        fault = { 0 };
        PosBuffer    pos;
        setup.game->rules->start(setup.variant, &pos.head);
        assert_null(tb_build(setup.game, &pos.head, &options, &report, &fault));
        assert_int_equal(fault.status, STATUS_TOO_LARGE);
        assert_non_null(strstr(fault.why, "8 MiB"));
    }
}

/* --- solving with a tablebase --- */

static bool deadline_is_over(void *context)
{
    return clock_wall_seconds() > *(const double *)context;
}

/* A draw by endless play that the search does not find, with four pieces per side. */
static const char STALLS[] = "gipf:3,3,6,6", STALLED[] = "W__/____/B____/__B_/W__ 2,2 W";

typedef struct Query {
    Setup      setup;
    PosBuffer  pos;
    double     deadline;
    DfpnLimits limits;
    Solver    *solver;
} Query;

static void begin(Query *query, const char *game, const char *position, size_t memory_bytes)
{
    query->setup = position_of(game, position, &query->pos);
    query->deadline = clock_wall_seconds() + FAR;
    query->limits = (DfpnLimits){ .memory_bytes = memory_bytes,
                                  .threads = 1,
                                  .expired = deadline_is_over,
                                  .context = &query->deadline };
    query->solver = solver_new(query->setup.game, &query->limits);
    assert_non_null(query->solver);
}

static void test_stalled_search_builds(void **state)
{
    Query    query;
    Solution solution;
    (void)state;
    begin(&query, STALLS, STALLED, 256 << 20);
    solver_allow_tablebase(query.solver, query.deadline);
    solver_solve(query.solver, &query.pos.head, &solution);
    assert_int_equal(solution.value, PROOF_DRAW);
    assert_int_equal(solution.method, SOLVE_BUILD);
    assert_int_equal(solver_progress(query.solver).plan->step[PLAN_BUILD].fit, PLAN_FITS);
    /* The tablebase stays: the second answer is a probe. */
    solver_solve(query.solver, &query.pos.head, &solution);
    assert_int_equal(solution.value, PROOF_DRAW);
    assert_int_equal(solution.method, SOLVE_PROBE);
    assert_int_equal(solver_within(query.solver, &query.pos.head, 50), PROOF_DRAW);
    solver_delete(query.solver);
}

static void test_within_builds(void **state)
{
    Query query;
    (void)state;
    begin(&query, STALLS, STALLED, 256 << 20);
    solver_allow_tablebase(query.solver, query.deadline);
    assert_int_equal(solver_within(query.solver, &query.pos.head, 60), PROOF_DRAW);
    assert_int_equal(solver_progress(query.solver).plan->step[PLAN_BUILD].fit, PLAN_FITS);
    solver_delete(query.solver);
}

static bool is_planned(void *context)
{
    Query *query = context;
    return query->solver != NULL && solver_progress(query->solver).plan != NULL;
}

/* A tablebase that does not fit is not begun, and the search continues. */
static void test_limits_are_kept(void **state)
{
    static const struct Row {
        size_t  memory;
        double  seconds;
        PlanFit fit;
    } ROWS[] = { { 16 << 20, 1e9, PLAN_NO_MEMORY }, { 256 << 20, 0.01, PLAN_NO_TIME } };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        Query    query;
        Solution solution;
        begin(&query, STALLS, STALLED, ROWS[i].memory);
        solver_delete(query.solver);
        query.limits.expired = is_planned; /* stop as soon as the plan exists */
        query.limits.context = &query;
        query.solver = NULL;
        Solver *solver = solver_new(query.setup.game, &query.limits);
        assert_non_null(solver);
        query.solver = solver;
        solver_allow_tablebase(solver, clock_wall_seconds() + ROWS[i].seconds);
        solver_solve(solver, &query.pos.head, &solution);
        assert_int_equal(solution.value, PROOF_UNKNOWN);
        assert_int_equal(solution.method, SOLVE_NONE);
        assert_int_equal(solver_progress(solver).plan->step[PLAN_BUILD].fit, ROWS[i].fit);
        solver_delete(solver);
    }
}

/* Return the size of the address space of this process. */
static size_t address_bytes(void)
{
    FILE         *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static bool build_has_failed(void *context)
{
    const Query *query = context;
    return query->solver != NULL && solver_progress(query->solver).build != STATUS_OK;
}

/* If the system has less memory than the limits allow, the build fails, and the solver says so. */
static void test_starved_build_is_reported(void **state)
{
    Query         query;
    Solution      solution;
    struct rlimit before, tight;
    (void)state;
    begin(&query, STALLS, STALLED, 256 << 20);
    solver_delete(query.solver);
    query.solver = NULL;
    query.limits.expired = build_has_failed;
    query.limits.context = &query;
    Solver *solver = solver_new(query.setup.game, &query.limits);
    assert_non_null(solver);
    query.solver = solver;
    solver_allow_tablebase(solver, query.deadline);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    tight = before;
    tight.rlim_cur = address_bytes() + (16 << 20); /* the tablebase needs 34 MiB */
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    solver_solve(solver, &query.pos.head, &solution);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(solution.value, PROOF_UNKNOWN);
    assert_int_equal(solver_progress(solver).build, STATUS_NO_MEMORY);
    assert_int_equal(solver_progress(solver).plan->step[PLAN_BUILD].fit, PLAN_FITS);
    /* Nothing is lost: with enough memory the same solver answers. */
    solver_solve(solver, &query.pos.head, &solution);
    assert_int_equal(solution.value, PROOF_DRAW);
    assert_int_equal(solution.method, SOLVE_BUILD);
    solver_delete(solver);
}

/* Values of a built tablebase have proofs that the naive checker accepts.  A proof that is too large is
 * not written. */
static void test_built_values_have_proofs(void **state)
{
    Query        query;
    Solution     solution;
    Buffer       text;
    VerifyReport report;
    (void)state;
    begin(&query, "gipf:2,2,6,6", NULL, 256 << 20);
    solver_allow_tablebase(query.solver, query.deadline);
    solver_solve(query.solver, &query.pos.head, &solution);
    assert_int_equal(solution.method, SOLVE_BUILD);
    buffer_init(&text, PROOF_BYTES);
    assert_int_equal(certify(query.solver, &query.setup, &query.pos.head, &solution, 100, &text),
                     STATUS_NO_MEMORY);
    buffer_free(&text);
    buffer_init(&text, PROOF_BYTES);
    assert_int_equal(
        certify(query.solver, &query.setup, &query.pos.head, &solution, PROOF_POSITIONS, &text),
        STATUS_OK);
    if (!verify_proof(text.data, text.length, &report))
        fail_msg("line %zu: %s", report.line, report.why);
    assert_string_equal(report.value, "draw");
    buffer_free(&text);
    solver_delete(query.solver);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        /* First: memory that other tests have freed would be enough for the build. */
        cmocka_unit_test(test_starved_build_is_reported),
        cmocka_unit_test(test_sizes_are_estimated),
        cmocka_unit_test(test_large_games_are_recognised),
        cmocka_unit_test(test_small_games_are_counted),
        cmocka_unit_test(test_limits_are_compared),
        cmocka_unit_test(test_positions_need_less),
        cmocka_unit_test(test_memory_and_file_agree),
        cmocka_unit_test(test_little_memory_is_an_error),
        cmocka_unit_test(test_stalled_search_builds),
        cmocka_unit_test(test_within_builds),
        cmocka_unit_test(test_limits_are_kept),
        cmocka_unit_test(test_built_values_have_proofs),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
