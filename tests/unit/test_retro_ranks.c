/* SPDX-License-Identifier: MIT */
/* solver: several ranks build the same bytes as one process, also after kills, and each needs less
 * memory.  The ranks are threads here; tests/mpi/build.sh does the same with MPI.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/random.h"
#include "solver/plan.h"
#include "solver/retro_layer.h"

#include "tablebase_help.h"

enum { RANKS_MAX = 5, VALUES_MAX = 4 };

/* --- ranks that are threads --- */

typedef struct Team Team;

typedef struct Member {
    RetroRanks           ranks;
    Team                *team;
    uint64_t             values[VALUES_MAX];
    const unsigned char *bytes; /* of collect, exchange or send */
    const uint32_t      *out_bytes;
    bool                 is_sending;
} Member;

struct Team {
    uint32_t          count;
    pthread_barrier_t barrier;
    pthread_mutex_t   lock;
    pthread_cond_t    changed;
    Member            members[RANKS_MAX];
};

static void meet(Member *member)
{
    pthread_barrier_wait(&member->team->barrier);
}

static void combine(Member *member, uint64_t *values, int count, bool is_sum)
{
    memcpy(member->values, values, (size_t)count * sizeof *values);
    meet(member);
    for (int i = 0; i < count; i++) {
        values[i] = 0;
        for (uint32_t rank = 0; rank < member->team->count; rank++) {
            uint64_t here = member->team->members[rank].values[i];
            values[i] = is_sum ? values[i] + here : here > values[i] ? here : values[i];
        }
    }
    meet(member);
}

static void max_of(void *context, uint64_t *values, int count)
{
    combine(context, values, count, false);
}

static void sum_of(void *context, uint64_t *values, int count)
{
    combine(context, values, count, true);
}

static void collect(void *context, const void *mine, size_t bytes, void *all)
{
    Member *member = context;
    member->bytes = mine;
    meet(member);
    for (uint32_t rank = 0; rank < member->team->count; rank++)
        memcpy((unsigned char *)all + rank * bytes, member->team->members[rank].bytes, bytes);
    meet(member);
}

static void exchange(void *context, const unsigned char *out, const uint32_t *out_bytes,
                     unsigned char *in, uint32_t *in_bytes, size_t capacity)
{
    Member  *member = context;
    uint32_t me = member->ranks.rank;
    member->bytes = out;
    member->out_bytes = out_bytes;
    meet(member);
    for (uint32_t rank = 0; rank < member->team->count; rank++) {
        const Member *other = &member->team->members[rank];
        in_bytes[rank] = other->out_bytes[me];
        memcpy(in + rank * capacity, other->bytes + me * capacity, in_bytes[rank]);
    }
    meet(member);
}

/* Only rank 0 receives. */
static void send_to(void *context, uint32_t to, const void *bytes, size_t count)
{
    Member *member = context;
    Team   *team = member->team;
    (void)to;
    (void)count;
    pthread_mutex_lock(&team->lock);
    member->bytes = bytes;
    member->is_sending = true;
    pthread_cond_broadcast(&team->changed);
    while (member->is_sending)
        pthread_cond_wait(&team->changed, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

static void receive_from(void *context, uint32_t from, void *bytes, size_t count)
{
    Team   *team = ((Member *)context)->team;
    Member *other = &team->members[from];
    pthread_mutex_lock(&team->lock);
    while (!other->is_sending)
        pthread_cond_wait(&team->changed, &team->lock);
    memcpy(bytes, other->bytes, count);
    other->is_sending = false;
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

/* --- a job of all ranks --- */

typedef struct Job {
    const Member *member;
    const char   *game;
    const char   *folder;
    size_t        memory;
    Status        status;
    RetroReport   report;
    Fault         fault;
} Job;

static void *build_part(void *context)
{
    Job         *job = context;
    Setup        setup = setup_of(job->game);
    RetroOptions options = { .folder = job->folder,
                             .threads = 1,
                             .memory_bytes = job->memory,
                             .ranks = &job->member->ranks };
    job->status = retro_build(setup.game, setup.variant, &options, &job->report, &job->fault);
    return NULL;
}

static void begin_team(Team *team, uint32_t count)
{
    *team = (Team){ .count = count };
    pthread_barrier_init(&team->barrier, NULL, count);
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    for (uint32_t rank = 0; rank < count; rank++) {
        Member *member = &team->members[rank];
        member->team = team;
        member->ranks = (RetroRanks){ .rank = rank,
                                      .count = count,
                                      .here = count,
                                      .context = member,
                                      .max = max_of,
                                      .sum = sum_of,
                                      .collect = collect,
                                      .exchange = exchange,
                                      .send = send_to,
                                      .receive = receive_from };
    }
}

static void end_team(Team *team)
{
    pthread_barrier_destroy(&team->barrier);
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->changed);
}

static void run_team(Team *team, void *(*run)(void *), void *jobs, size_t job_bytes)
{
    pthread_t threads[RANKS_MAX];
    for (uint32_t rank = 0; rank < team->count; rank++)
        if (pthread_create(&threads[rank], NULL, run, (char *)jobs + rank * job_bytes) != 0)
            abort();
    for (uint32_t rank = 0; rank < team->count; rank++)
        pthread_join(threads[rank], NULL);
}

/* Build with this many ranks, each of which may use this much memory; `jobs` get the results. */
static Status build_on(uint32_t ranks, const char *game, const char *folder, size_t memory,
                       Job jobs[RANKS_MAX])
{
    Team team;
    begin_team(&team, ranks);
    for (uint32_t rank = 0; rank < ranks; rank++)
        jobs[rank] = (Job){
            .member = &team.members[rank], .game = game, .folder = folder, .memory = memory
        };
    run_team(&team, build_part, jobs, sizeof *jobs);
    end_team(&team);
    for (uint32_t rank = 1; rank < ranks; rank++)
        if (jobs[rank].status != jobs[0].status ||
            strcmp(jobs[rank].fault.why, jobs[0].fault.why) != 0)
            abort(); /* in a child process there is nobody to tell */
    return jobs[0].status;
}

static void assert_same_files(const Folder *a, const Folder *b, const char *name)
{
    char path[2][TABLE_PATH_MAX];
    table_path(a, name, path[0]);
    table_path(b, name, path[1]);
    FILE *files[2] = { fopen(path[0], "rb"), fopen(path[1], "rb") };
    assert_true(files[0] != NULL && files[1] != NULL);
    for (int c = 0; c != EOF;) {
        c = getc(files[0]);
        assert_int_equal(c, getc(files[1]));
    }
    fclose(files[0]);
    fclose(files[1]);
}

/* --- tests --- */

/* Numbered layers with cycles and choices, and ages without cycles. */
static const char *const SMALL[][2] = {
    { "gipf:2,3,6,6", "gipf-2-3-owner" },
    { "gipf:2,2,7,7;choice=mover", "gipf-2-2-mover" },
    { "diavolo:3", "diavolo-3" },
    { "ponte:contest;size=3", "ponte-contest-size-3" },
    { "ponte:official;size=3", "ponte-official-size-3" },
};

enum { SMALL_COUNT = sizeof SMALL / sizeof SMALL[0] };

static void test_ranks_do_not_matter(void **state)
{
    (void)state;
    for (int i = 0; i < SMALL_COUNT; i++) {
        Folder      alone = new_folder();
        RetroReport report = build(SMALL[i][0], &alone, 1);
        for (uint32_t ranks = 1; ranks <= RANKS_MAX; ranks++) {
            Folder folder = new_folder();
            Job    jobs[RANKS_MAX];
            assert_int_equal(build_on(ranks, SMALL[i][0], folder.path, TABLE_MEMORY, jobs),
                             STATUS_OK);
            for (uint32_t rank = 0; rank < ranks; rank++)
                assert_int_equal(jobs[rank].report.sum, report.sum);
            assert_same_files(&alone, &folder, SMALL[i][1]);
            remove_folder(&folder, SMALL[i][1]);
        }
        remove_folder(&alone, SMALL[i][1]);
    }
}

static void die(int signal)
{
    (void)signal;
    kill(getpid(), SIGKILL);
}

/* Build in another process, which dies by SIGKILL while rank 0 writes byte `bytes` of the file. */
static void build_and_die(uint32_t ranks, const char *game, const Folder *folder, size_t bytes)
{
    int   status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit limit = { bytes, bytes };
        Job           jobs[RANKS_MAX];
        if (signal(SIGXFSZ, die) == SIG_ERR || setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(4);
        build_on(ranks, game, folder->path, TABLE_MEMORY, jobs);
        _exit(3);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* Other ranks than before resume, and one process alone does as well. */
static void test_killed_and_resumed(void **state)
{
    (void)state;
    for (int i = 0; i < SMALL_COUNT; i++) {
        Folder      alone = new_folder(), folder = new_folder();
        Job         jobs[RANKS_MAX];
        RetroReport report = build(SMALL[i][0], &alone, 1);
        size_t      bytes = (size_t)report.file_bytes;
        build_and_die(3, SMALL[i][0], &folder, bytes / 3);
        build_and_die(2, SMALL[i][0], &folder, bytes / 2);
        build_and_die(4, SMALL[i][0], &folder, bytes - bytes / 4);
        if (i % 2 == 0)
            assert_int_equal(build_on(2, SMALL[i][0], folder.path, TABLE_MEMORY, jobs), STATUS_OK);
        else
            build(SMALL[i][0], &folder, 1);
        assert_same_files(&alone, &folder, SMALL[i][1]);
        remove_folder(&folder, SMALL[i][1]);
        remove_folder(&alone, SMALL[i][1]);
    }
}

/* --- a layer made up at random --- */

/* All of its edges are listed, some take several turns, and choices lead to positions of all
 * ranks. */
enum { MADE_UP = 20000, MADE_UP_WAYS = 6 };

static uint32_t made_up_size(const void *space, uint32_t layer)
{
    (void)space;
    (void)layer;
    return MADE_UP;
}

static int made_up_exits(const void *space, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    Random   random = random_seeded(place.number + 1);
    uint16_t group = INDEX_GROUP;
    (void)space;
    if (plain != NULL)
        *plain = (IndexPlain){ 0 };
    if (random_below(&random, 10) == 0)
        return INDEX_LOST;
    int count = 1 + (int)random_below(&random, MADE_UP_WAYS);
    for (int i = 0; i < count; i++) {
        static const uint16_t KINDS[] = { INDEX_OTHER, INDEX_OTHER, INDEX_OTHER, INDEX_SAME };
        uint32_t              drawn = random_below(&random, 7);
        IndexPlace            there = { 0, random_below(&random, MADE_UP) };
        uint16_t              turns = (uint16_t)(1 + random_below(&random, 6));
        bool                  chosen = drawn >= 4; /* by the opponent */
        edges[i] = (IndexEdge){ there, chosen ? group : KINDS[drawn], (uint16_t)(turns + chosen) };
        group = (uint16_t)(group + (drawn == 6));
    }
    return count;
}

typedef struct LayerJob {
    const Member *member; /* NULL: one process */
    const char   *folder;
    size_t        memory;
    Status        status;
    uint16_t     *codes;
    RetroReport   report;
} LayerJob;

static void *solve_part(void *context)
{
    static const GameIndex    INDEX = { .layer_size = made_up_size,
                                        .exits = made_up_exits,
                                        .has_few_moves = true };
    const RetroSection *const known[1] = { NULL };
    LayerJob                 *job = context;
    RetroSpace                space = { .index = &INDEX, .layer_count = 1, .known = known };
    RetroOptions  options = { .threads = 1, .memory_bytes = job->memory, .folder = job->folder };
    RetroMail     mail;
    RetroReporter reporter = { .options = &options };
    if (job->member != NULL) {
        if (!retro_mail_open(&mail, &job->member->ranks))
            abort();
        reporter.mail = &mail;
    }
    job->status =
        retro_layer_solve(&space, 0, &reporter, job->memory, &job->codes, &job->report, NULL);
    if (job->member != NULL)
        retro_mail_close(&mail);
    return NULL;
}

static void solve_on(uint32_t ranks, size_t memory, const char *folder, LayerJob jobs[RANKS_MAX])
{
    Team team;
    begin_team(&team, ranks);
    for (uint32_t rank = 0; rank < ranks; rank++)
        jobs[rank] =
            (LayerJob){ .member = &team.members[rank], .folder = folder, .memory = memory };
    run_team(&team, solve_part, jobs, sizeof *jobs);
    end_team(&team);
}

static void assert_parts(const uint16_t *codes, uint32_t ranks, LayerJob jobs[RANKS_MAX])
{
    uint32_t share = (MADE_UP - 1) / ranks + 1;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        uint32_t first = rank * share, own = MADE_UP - first < share ? MADE_UP - first : share;
        assert_int_equal(jobs[rank].status, STATUS_OK);
        assert_memory_equal(jobs[rank].codes, codes + first, own * sizeof *codes);
        free(jobs[rank].codes);
    }
}

/* Several ranks find what one process finds, with edges in memory or in files; and they need less
 * memory than it does. */
static void test_layer_too_large_for_one(void **state)
{
    LayerJob alone = { .memory = TABLE_MEMORY }, jobs[RANKS_MAX];
    Folder   folder = new_folder();
    uint32_t wins = 0, losses = 0;
    (void)state;
    solve_part(&alone);
    assert_int_equal(alone.status, STATUS_OK);
    for (uint32_t n = 0; n < MADE_UP; n++) {
        wins += retro_is_win(alone.codes[n]);
        losses += retro_is_loss(alone.codes[n]);
    }
    assert_true(wins > MADE_UP / 10 && losses > MADE_UP / 10 && wins + losses < MADE_UP);
    for (uint32_t ranks = 1; ranks <= RANKS_MAX; ranks++) {
        solve_on(ranks, TABLE_MEMORY, NULL, jobs);
        assert_parts(alone.codes, ranks, jobs);
    }
    size_t memory = alone.report.memory_peak * 2 / 3;
    solve_on(1, memory, NULL, jobs);
    assert_int_equal(jobs[0].status, STATUS_TOO_LARGE);
    solve_on(2, memory, NULL, jobs);
    assert_parts(alone.codes, 2, jobs);
    assert_true(jobs[0].report.memory_peak <= memory && jobs[1].report.memory_peak <= memory);
    /* Half of that is enough for the positions, and the edges go to files. */
    solve_on(2, memory / 2, folder.path, jobs);
    assert_true(jobs[0].report.scratch_bytes + jobs[1].report.scratch_bytes > 0);
    assert_parts(alone.codes, 2, jobs);
    free(alone.codes);
    remove_empty(&folder);
}

/* All ranks report the same reason, and leave no file. */
static void test_errors_are_shared(void **state)
{
    Folder folder = new_folder();
    Job    jobs[RANKS_MAX];
    (void)state;
    assert_int_equal(build_on(3, "gipf:2,3,10,10", folder.path, 1 << 10, jobs), STATUS_TOO_LARGE);
    assert_non_null(strstr(jobs[1].fault.why, "per rank"));
    assert_int_equal(build_on(2, "diavolo:3", folder.path, 1 << 10, jobs), STATUS_TOO_LARGE);
    assert_int_equal(build_on(2, "toy", folder.path, TABLE_MEMORY, jobs), STATUS_NOT_FOUND);
    assert_non_null(strstr(jobs[1].fault.why, "without mpirun"));
    assert_int_equal(build_on(2, "diavolo:3", "/nonexistent", TABLE_MEMORY, jobs), STATUS_SYSTEM);
    remove_empty(&folder);
}

static void test_estimates(void **state)
{
    static const char *const ROWS[] = { "gipf:3,3,6,6", "diavolo:3" };
    (void)state;
    for (int i = 0; i < 2; i++) {
        Setup    setup = setup_of(ROWS[i]);
        Estimate one = plan_tablebase(setup.game, setup.variant);
        Estimate four = plan_on_ranks(setup.game, setup.variant, 4, 2);
        double   batches = (double)retro_mail_bytes(4);
        assert_true(four.bytes < one.bytes + batches && four.bytes >= one.bytes / 4 + batches);
        assert_true(four.positions == one.positions && four.cpu_seconds == one.cpu_seconds / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks_do_not_matter),
        cmocka_unit_test(test_killed_and_resumed),
        cmocka_unit_test(test_layer_too_large_for_one),
        cmocka_unit_test(test_errors_are_shared),
        cmocka_unit_test(test_estimates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
