/* SPDX-License-Identifier: MIT */
/* arena ECHO [COUNT [METRIC]] - the costs of the jail: lines `arena METRIC VALUE UNIT`, median and
 * best.
 *
 * ECHO is the program bench/echo.c.  `spawn` is starting and ending a process that does nothing,
 * `once` the same with three files written and two read back, `turn` a line and its answer,
 * `turn-rest` the same and stopping the process afterwards.
 *
 * `plain` is fork and exec of the same program with three pipes, and nothing else.  Each other metric
 * is measured as in a contest: two bots in turn, a helper process, and jails that are built in advance.
 * `-demand`: jails are built when they are needed; `-large`: while this process has 1 GiB in use;
 * `-direct`: without the helper; `-no-jail`: without a jail.  With METRIC, only this one is measured,
 * so that `perf stat` can count its CPU time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/jail_helper.h"
#include "arena/jail_pool.h"
#include "arena/jailed_process.h"
#include "base/clock.h"
#include "play/process.h"

enum { COUNT = 200, PATIENCE_MS = 20000, BYTES = 100000, BOARD = 200, MUCH = 1 << 30 };

static const char *const ARGUMENTS[] = { "/bot/echo", NULL };

static const char *only; /* the metric to measure; NULL: all */

static bool is_wanted(const char *metric, const char *variant)
{
    size_t length = strlen(metric);
    return only == NULL ||
           (strncmp(only, metric, length) == 0 && strcmp(only + length, variant) == 0);
}

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "arena: %s\n", why);
    exit(1);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_figures(const char *metric, const char *variant, double *seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof seconds[0], by_value);
    printf("arena %s%s %.3f ms\n", metric, variant, seconds[count / 2] * 1000);
    printf("arena %s%s-best %.3f ms\n", metric, variant, seconds[0] * 1000);
    fflush(stdout);
}

/* Fork and exec with pipes, and wait for the end. */
static void measure_plain(const char *program, double *seconds, int count)
{
    for (int i = 0; i < count; i++) {
        int    in[2], out[2], status;
        char   byte;
        double begin = clock_wall_seconds();
        if (pipe(in) != 0 || pipe(out) != 0)
            give_up("cannot create a pipe");
        pid_t child = fork();
        if (child == 0) {
            dup2(in[0], 0);
            dup2(out[1], 1);
            close(in[1]);
            execl(program, program, (char *)NULL);
            _exit(127);
        }
        close(in[0]);
        close(in[1]);
        close(out[1]);
        if (child < 0 || read(out[0], &byte, 1) != 0 || waitpid(child, &status, 0) != child ||
            status != 0)
            give_up("cannot run a process");
        close(out[0]);
        seconds[i] = clock_wall_seconds() - begin;
    }
    print_figures("plain", "", seconds, count);
}

static void run_once(const JailSpec *spec, const JailedFile *files, size_t file_count)
{
    JailedRun run;
    Jail     *jail = jailed_run(spec, files, file_count, PATIENCE_MS, BYTES, &run);
    if (jail == NULL || run.outcome != JAILED_ENDED)
        give_up(jail == NULL ? run.why.why : "the process did not end");
    for (size_t i = 0; i + 1 < file_count; i++) {
        Buffer answer;
        buffer_init(&answer, BYTES);
        if (jail_take(jail, files[i].name, &answer, NULL) != STATUS_OK)
            give_up("cannot read a file back");
        buffer_free(&answer);
    }
    jail_close(jail);
}

static void measure_spawn(const JailSpec *spec, const char *variant, double *seconds, int count)
{
    char             board[BOARD] = { 0 };
    const JailedFile files[] = { { "chess", board, BOARD, 0644 },
                                 { "bridge", board, BOARD, 0644 },
                                 { "stepLog", board, BOARD, 0444 } };
    JailSpec         specs[2] = { *spec, *spec };
    specs[1].limits.threads++; /* another bot */
    for (int with_files = 0; with_files < 2; with_files++) {
        const char *metric = with_files ? "once" : "spawn";
        if (!is_wanted(metric, variant))
            continue;
        for (int i = 0; i < count; i++) {
            double begin = clock_wall_seconds();
            run_once(&specs[i % 2], files, with_files ? 3 : 0);
            seconds[i] = clock_wall_seconds() - begin;
        }
        print_figures(metric, variant, seconds, count);
    }
}

static void measure_turn(const JailSpec *spec, const char *variant, bool rests, double *seconds,
                         int count)
{
    Fault       fault;
    const char *line;
    size_t      length;
    if (!is_wanted(rests ? "turn-rest" : "turn", variant))
        return;
    JailedProcess *jailed = jailed_start(spec, BYTES, &fault);
    if (jailed == NULL)
        give_up(fault.why);
    for (int i = 0; i < count; i++) {
        double begin = clock_wall_seconds();
        if (!jailed_write(jailed, "ping\n", 5, clock_wall_ms() + PATIENCE_MS) ||
            jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length) != JAILED_LINE)
            give_up("the process did not answer");
        if (rests)
            jailed_rest(jailed);
        seconds[i] = clock_wall_seconds() - begin;
    }
    jailed_delete(jailed);
    print_figures(rests ? "turn-rest" : "turn", variant, seconds, count);
}

int main(int argc, char **argv)
{
    int   count = argc > 2 ? atoi(argv[2]) : COUNT;
    Fault fault;
    if (argc < 2 || count < 1) {
        fputs("Usage: arena ECHO [COUNT [METRIC]]\n", stderr);
        return 2;
    }
    only = argc > 3 ? argv[3] : NULL;
    if (jail_probe(&fault) != STATUS_OK)
        give_up(fault.why);
    double *seconds = malloc((size_t)count * sizeof seconds[0]);
    if (seconds == NULL)
        give_up("out of memory");
    JailHelper *helper = jail_helper_start();
    JailPool   *pool = jail_pool_start();
    JailSpec    spec = { .runtime = JAIL_RUNTIME_BINARY,
                         .program = argv[1],
                         .arguments = ARGUMENTS,
                         .limits = jail_limits(JAIL_RUNTIME_BINARY),
                         .helper = helper,
                         .pool = pool };
    if (is_wanted("plain", ""))
        measure_plain(argv[1], seconds, count);
    measure_spawn(&spec, "", seconds, count);
    spec.pool = NULL;
    measure_spawn(&spec, "-demand", seconds, count);
    measure_turn(&spec, "", false, seconds, count);
    measure_turn(&spec, "", true, seconds, count);
    char *much = malloc(MUCH);
    if (much == NULL)
        give_up("out of memory");
    memset(much, 1, MUCH);
    spec.pool = pool;
    measure_spawn(&spec, "-large", seconds, count);
    free(much);
    spec.pool = NULL;
    spec.helper = NULL;
    measure_spawn(&spec, "-direct", seconds, count);
    spec.unsafe = true;
    measure_spawn(&spec, "-no-jail", seconds, count);
    measure_turn(&spec, "-no-jail", false, seconds, count);
    measure_turn(&spec, "-no-jail", true, seconds, count);
    jail_pool_stop(pool);
    jail_helper_stop(helper);
    free(seconds);
    return 0;
}
