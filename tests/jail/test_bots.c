/* SPDX-License-Identifier: MIT */
/* test_bots HOSTILE_BOT SOURCES - hostile bots in the jail.
 *
 * HOSTILE_BOT is the program of tests/jail/hostile_bot.c, SOURCES the directory of hostile sources.
 * Rows say what a bot does and what the jail reports; the machine must be unchanged afterwards.  If
 * this machine cannot jail programs, the tests are skipped with the reason.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/compile.h"
#include "arena/jailed_process.h"
#include "base/clock.h"
#include "play/process.h"

enum {
    PATIENCE_MS = 20000, /* timeout if an answer is certain: enough for a busy machine */
    SHORT_MS = 150,      /* timeout if none will come */
    TURN_BYTES = 200000,
    MEMORY_MIB = 64,
    THREADS = 4,
    SCRATCH_MIB = 4,
    SCRATCH_FILES = 20,
};

static const char *hostile_bot; /* path of the program */
static const char *sources;     /* path of the directory */
static char        canary[64];
static char        referee[16];

static JailLimits tight(void)
{
    JailLimits limits = jail_limits(JAIL_RUNTIME_BINARY);
    limits.memory_bytes = (int64_t)MEMORY_MIB << 20;
    limits.threads = THREADS;
    limits.scratch_bytes = (int64_t)SCRATCH_MIB << 20;
    limits.scratch_files = SCRATCH_FILES;
    return limits;
}

static JailSpec spec_of(const char *arguments[5], const char *mode)
{
    arguments[0] = "/bot/hostile_bot";
    arguments[1] = mode;
    arguments[2] = canary;
    arguments[3] = referee;
    arguments[4] = NULL;
    return (JailSpec){ .runtime = JAIL_RUNTIME_BINARY,
                       .program = hostile_bot,
                       .arguments = arguments,
                       .limits = tight() };
}

static JailedProcess *start(const JailSpec *spec)
{
    Fault          fault = { 0 };
    JailedProcess *jailed = jailed_start(spec, TURN_BYTES, &fault);
    if (jailed == NULL)
        fail_msg("%s: %s", spec->arguments[1], fault.why);
    return jailed;
}

static JailedProcess *start_mode(const char *mode)
{
    const char *arguments[5];
    JailSpec    spec = spec_of(arguments, mode);
    return start(&spec);
}

static bool go(JailedProcess *jailed)
{
    return jailed_write(jailed, "go\n", 3, clock_wall_ms() + PATIENCE_MS);
}

/* --- Processes that exchange lines -------------------------------------------------------- */

static const char *event_name(JailedEvent event)
{
    static const char *const NAMES[] = { "line", "timeout", "closed", "flood" };
    return NAMES[event];
}

/* The expected event of one turn.  `line`: how the answer begins.  If the bot has ended: its
 * signal, exit status and the end of its stderr. */
static const struct LineCase {
    const char *mode;
    JailedEvent event;
    const char *line;
    int         signal, status;
    const char *text;
} LINE_CASES[] = {
    { "exit", JAILED_CLOSED, NULL, 0, 0, "" },
    { "status", JAILED_CLOSED, NULL, 0, 3, "I give up" },
    { "crash", JAILED_CLOSED, NULL, SIGSEGV, 0, "about to crash" },
    { "abort", JAILED_CLOSED, NULL, SIGABRT, 0, "" },
    { "stack", JAILED_CLOSED, NULL, SIGSEGV, 0, "" },
    { "suicide", JAILED_CLOSED, NULL, SIGKILL, 0, "" },
    { "half-exit", JAILED_CLOSED, NULL, 0, 0, "" },
    { "int80", JAILED_CLOSED, NULL, SIGSYS, 0, "" },
    { "huge-file", JAILED_CLOSED, NULL, SIGXFSZ, 0, "" },
    { "close", JAILED_CLOSED, NULL, SIGKILL, 0, "" },
    { "hang", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "spin", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "late", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "stop", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "half", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "flood", JAILED_FLOOD, NULL, 0, 0, NULL },
    { "flood-line", JAILED_FLOOD, NULL, 0, 0, NULL },
    { "flood-errors", JAILED_FLOOD, NULL, 0, 0, NULL },
    { "binary", JAILED_LINE, "sa", 0, 0, NULL },
    { "read-system", JAILED_LINE, "safe", 0, 0, NULL },
    { "read-others", JAILED_LINE, "safe", 0, 0, NULL },
    { "write-elsewhere", JAILED_LINE, "safe", 0, 0, NULL },
    { "proc", JAILED_LINE, "safe", 0, 0, NULL },
    { "sockets", JAILED_LINE, "safe", 0, 0, NULL },
    { "fork", JAILED_LINE, "safe", 0, 0, NULL },
    { "shell", JAILED_LINE, "safe", 0, 0, NULL },
    { "exec-own", JAILED_LINE, "safe", 0, 0, NULL },
    { "ptrace", JAILED_LINE, "safe", 0, 0, NULL },
    { "kill", JAILED_LINE, "safe", 0, 0, NULL },
    { "ignore-signals", JAILED_LINE, "safe", 0, 0, NULL },
    { "allocate-huge", JAILED_LINE, "safe", 0, 0, NULL },
    { "allocate-shared", JAILED_LINE, "safe", 0, 0, NULL },
    { "open-many", JAILED_LINE, "safe", 0, 0, NULL },
    { "kernel", JAILED_LINE, "safe", 0, 0, NULL },
};

/* Read one event.  Wait only briefly if a timeout is expected, and skip the lines of a flood. */
static JailedEvent read_turn(JailedProcess *jailed, JailedEvent expected, const char **line,
                             size_t *length)
{
    int64_t until = clock_wall_ms() + (expected == JAILED_TIMEOUT ? SHORT_MS : PATIENCE_MS);
    for (;;) {
        JailedEvent event = jailed_read(jailed, until, line, length);
        if (event != JAILED_LINE || expected != JAILED_FLOOD)
            return event;
    }
}

static bool has_end(const struct LineCase *c, JailedProcess *jailed)
{
    const JailEnd *end = jailed_how(jailed);
    char           how[256];
    Text           text = text_over(how, sizeof how);
    jail_end_write(end, &text);
    if (c->event == JAILED_CLOSED && (end->signal != c->signal || end->status != c->status)) {
        print_error("%s: it %s\n", c->mode, how);
        return false;
    }
    if (c->text != NULL && strcmp(jailed_last_err(jailed), c->text) != 0) {
        print_error("%s: its stderr ends with '%s'\n", c->mode, jailed_last_err(jailed));
        return false;
    }
    return true;
}

static bool run_line_case(const struct LineCase *c)
{
    const char    *line = "";
    size_t         length = 0;
    JailedProcess *jailed = start_mode(c->mode);
    go(jailed); /* fails for those that have already ended */
    JailedEvent event = read_turn(jailed, c->event, &line, &length);
    bool        ok =
        event == c->event && (c->line == NULL || strncmp(line, c->line, strlen(c->line)) == 0);
    if (!ok)
        print_error("%s: %s '%s' instead of %s\n", c->mode, event_name(event),
                    event == JAILED_LINE ? line : "", event_name(c->event));
    ok = ok && has_end(c, jailed);
    jailed_delete(jailed);
    return ok;
}

static void each_mode_ends_as_expected(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof LINE_CASES / sizeof LINE_CASES[0]; i++)
        wrong += !run_line_case(&LINE_CASES[i]);
    assert_int_equal(wrong, 0);
}

/* Prove that the modes really try: without a jail they succeed.  Only modes without side
 * effects. */
static void hostile_modes_succeed_without_jail(void **state)
{
    static const char *const MODES[] = { "read-system", "read-others", "sockets",
                                         "fork",        "shell",       "allocate-shared" };
    const char              *arguments[5], *line = "";
    size_t                   length;
    (void)state;
    for (size_t i = 0; i < sizeof MODES / sizeof MODES[0]; i++) {
        JailSpec spec = spec_of(arguments, MODES[i]);
        spec.unsafe = true;
        JailedProcess *jailed = start(&spec);
        assert_true(go(jailed));
        assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                         JAILED_LINE);
        if (strncmp(line, "harm: ", 6) != 0)
            fail_msg("%s answers '%s' without a jail", MODES[i], line);
        jailed_delete(jailed);
    }
}

static void binary_output_is_masked(void **state)
{
    const char    *line;
    size_t         length;
    JailedProcess *jailed = start_mode("binary");
    (void)state;
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    assert_int_equal(length, 11); /* the complete line including the NUL, without the newline */
    assert_string_equal(jailed_last_out(jailed), "sa?fe?[2J??");
    jailed_delete(jailed);
}

/* Return how many of something the bot got when it took all it could. */
static int count_of(const char *mode, const char *what, const JailLimits *limits)
{
    const char *arguments[5], *line;
    size_t      length;
    JailSpec    spec = spec_of(arguments, mode);
    spec.limits = *limits;
    JailedProcess *jailed = start(&spec);
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    assert_memory_equal(line, what, strlen(what));
    int count = atoi(line + strlen(what) + 1);
    jailed_end(jailed, clock_wall_ms());
    jailed_delete(jailed);
    return count;
}

static void process_thread_and_file_limits_hold(void **state)
{
    JailLimits limits = tight();
    (void)state;
    assert_int_equal(count_of("thread-bomb", "threads", &limits), THREADS);
    assert_in_range(count_of("fill-disk", "megabytes", &limits), 1, SCRATCH_MIB);
    assert_int_equal(count_of("fill-directory", "files", &limits), SCRATCH_FILES);
    limits.processes = 3;
    limits.threads = 0;
    assert_int_equal(count_of("fork-bomb", "children", &limits), 2);
}

static void memory_limit_is_reported(void **state)
{
    const char    *line;
    size_t         length;
    char           how[256];
    Text           text = text_over(how, sizeof how);
    JailedProcess *jailed = start_mode("allocate");
    (void)state;
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_CLOSED);
    const JailEnd *end = jailed_how(jailed);
    assert_true(end->out_of_memory);
    assert_in_range(end->memory_bytes, (MEMORY_MIB - 8) << 20, (MEMORY_MIB + 8) << 20);
    jail_end_write(end, &text);
    assert_memory_equal(how, "ran out of memory", 17);
    jailed_delete(jailed);
}

static void cgroup_limits_total_memory(void **state)
{
    const char *arguments[5], *line = "";
    size_t      length;
    char        description[256];
    Text        text = text_over(description, sizeof description);
    JailSpec    spec = spec_of(arguments, "allocate-together");
    (void)state;
    jail_describe(false, &text);
    if (strstr(description, "for memory") == NULL) {
        print_message(
            "There are no memory cgroups on this machine: each process has its own limit.\n");
        skip();
    }
    spec.limits.processes = 4;
    JailedProcess *jailed = start(&spec);
    assert_true(go(jailed));
    JailedEvent event = jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length);
    if (event != JAILED_CLOSED && (event != JAILED_LINE || strcmp(line, "safe") != 0))
        fail_msg("%s '%s'", event_name(event), line);
    const JailEnd *end = jailed_how(jailed);
    assert_true(end->out_of_memory);
    assert_in_range(end->memory_bytes, (MEMORY_MIB - 8) << 20, (MEMORY_MIB + 8) << 20);
    jailed_delete(jailed);
}

/* The memory that a process inherits from us does not count as its own. */
static void inherited_memory_is_not_counted(void **state)
{
    size_t  size = 100 << 20;
    char   *much = malloc(size);
    int64_t used;
    (void)state;
    assert_non_null(much);
    memset(much, 1, size);
    JailedProcess *jailed = start_mode("hang");
    used = jailed_how(jailed)->memory_bytes;
    assert_in_range(used, 1, 20 << 20);
    jailed_delete(jailed);
    free(much);
}

static void limits_out_of_range_are_rejected(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        const char *arguments[5];
        Fault       fault = { 0 };
        JailSpec    spec = spec_of(arguments, "exit");
        spec.limits.memory_bytes = i == 0 ? 0 : spec.limits.memory_bytes;
        spec.limits.processes = i == 1 ? 0 : spec.limits.processes;
        spec.limits.scratch_bytes = i == 2 ? 0 : spec.limits.scratch_bytes;
        spec.limits.scratch_files = i == 3 ? 0 : spec.limits.scratch_files;
        spec.limits.threads = i == 4 ? -1 : spec.limits.threads;
        assert_null(jail_open(&spec, &fault));
        assert_int_equal(fault.status, STATUS_ILLEGAL);
    }
}

static void cpu_limit_is_reported(void **state)
{
    const char *arguments[5], *line;
    size_t      length;
    JailSpec    spec = spec_of(arguments, "spin");
    (void)state;
    spec.limits.cpu_ms = 1; /* rounded up to one second */
    JailedProcess *jailed = start(&spec);
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_CLOSED);
    assert_true(jailed_how(jailed)->out_of_cpu);
    jailed_delete(jailed);
}

static void stale_answers_are_discarded(void **state)
{
    const char    *line;
    size_t         length;
    JailedProcess *jailed = start_mode("twice");
    (void)state;
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    assert_string_equal(line, "first");
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    assert_string_equal(line, "stale");
    jailed_delete(jailed);

    jailed = start_mode("twice");
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    jailed_drain(jailed);
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    assert_string_equal(line, "second");
    jailed_delete(jailed);
}

static void sleeping_bot_times_out(void **state)
{
    const char    *line;
    size_t         length;
    JailedProcess *jailed = start_mode("sleep");
    (void)state;
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + SHORT_MS, &line, &length),
                     JAILED_TIMEOUT);
    assert_true(jailed_how(jailed)->was_killed);
    jailed_delete(jailed);
}

static void write_times_out_if_bot_never_reads(void **state)
{
    size_t         size = 1 << 20;
    char          *much = calloc(1, size);
    JailedProcess *jailed = start_mode("deaf");
    (void)state;
    assert_non_null(much);
    assert_false(jailed_write(jailed, much, size, clock_wall_ms() + SHORT_MS));
    free(much);
    jailed_delete(jailed);
}

/* A stopped process uses no CPU time, although this mode computes all the time. */
static void resting_bot_uses_no_cpu(void **state)
{
    const char    *line;
    size_t         length;
    JailedProcess *jailed = start_mode("think-always");
    (void)state;
    for (int turn = 0; turn < 3; turn++) {
        assert_true(go(jailed));
        assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                         JAILED_LINE);
        jailed_rest(jailed);
        /* On a busy machine the signal may take a moment to arrive; then the CPU time stays the
         * same. */
        int64_t before, after = -1;
        for (int i = 0; i < 100; i++) {
            before = after;
            usleep(30000);
            after = jailed_cpu_us(jailed);
            if (before == after)
                break;
        }
        assert_true(after > 0 && before == after);
    }
    jailed_delete(jailed);
}

/* --- No process outlives its jail --------------------------------------------------------- */

/* The grandchild holds the output open: end of file shows that it is dead. */
static void detached_processes_are_killed(void **state)
{
    const char *arguments[5];
    char        buffer[64];
    Fault       fault = { 0 };
    JailSpec    spec = spec_of(arguments, "detach");
    (void)state;
    spec.limits.processes = 5;
    Jail *jail = jail_open(&spec, &fault);
    if (jail == NULL)
        fail_msg("%s", fault.why);
    assert_int_equal(jail_go(jail, &fault), STATUS_OK);
    assert_int_equal(write(jail_in(jail), "go\n", 3), 3);
    assert_true(jail_wait(jail, clock_wall_ms() + PATIENCE_MS));
    assert_int_equal(read(jail_out(jail), buffer, sizeof buffer), 9);
    assert_int_equal(read(jail_out(jail), buffer, sizeof buffer), 0);
    assert_int_equal(jail_end(jail)->status, 0);
    jail_close(jail);
}

static _Noreturn void open_and_die(int report)
{
    const char *arguments[5];
    JailSpec    spec = spec_of(arguments, "ignore-signals");
    Jail       *jail = jail_open(&spec, NULL);
    int         pid = jail != NULL && jail_go(jail, NULL) == STATUS_OK ? jail_process_pid(jail) : 0;
    if (write(report, &pid, sizeof pid) != sizeof pid)
        _exit(1);
    kill(getpid(), SIGKILL);
    _exit(1);
}

/* True if the process is running.  A zombie that was not reaped yet still answers to kill(pid, 0),
 * so read its state. */
static bool is_alive(int pid)
{
    char path[32], line[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    bool        found = fgets(line, sizeof line, file) != NULL;
    const char *state = found ? strrchr(line, ')') : NULL; /* "pid (name) state ..." */
    fclose(file);
    return state != NULL && strlen(state) > 2 && strchr("ZX", state[2]) == NULL;
}

static void bots_die_when_referee_is_killed(void **state)
{
    int report[2], pid = 0;
    (void)state;
    assert_int_equal(pipe2(report, O_CLOEXEC), 0);
    pid_t child = fork();
    if (child == 0)
        open_and_die(report[1]);
    close(report[1]);
    assert_int_equal(read(report[0], &pid, sizeof pid), sizeof pid);
    assert_true(pid > 1);
    close(report[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(is_alive((int)getpid()));
    int64_t until = clock_wall_ms() + PATIENCE_MS;
    while (is_alive(pid) && clock_wall_ms() < until)
        usleep(2000);
    assert_false(is_alive(pid));
}

static void *open_some(void *wrong)
{
    const char *arguments[5];
    JailSpec    spec = spec_of(arguments, "keep-files");
    JailedFile  file = { "chess", "question\n", 9, 0644 };
    for (int i = 0; i < 8; i++) {
        JailedRun run;
        Jail     *jail = jailed_run(&spec, &file, 1, PATIENCE_MS, TURN_BYTES, &run);
        bool      ok = jail != NULL && run.outcome == JAILED_ENDED && run.end.status == 0;
        if (!ok)
            print_error("outcome %d, status %d, %s\n", (int)run.outcome, run.end.status,
                        run.why.why);
        *(int *)wrong += !ok;
        jail_close(jail);
    }
    return NULL;
}

static void threads_can_open_jails_concurrently(void **state)
{
    pthread_t threads[4];
    int       wrong[4] = { 0 };
    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_some, &wrong[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(wrong[i], 0);
    }
}

/* Count our open files, to find leaks. */
static int count_files(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

/* --- Missing kernel features -------------------------------------------------------------- */

/* Make a system call fail with ENOSYS in this process and its children. */
static bool disable_call(int number)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { .len = sizeof filter / sizeof filter[0], .filter = filter };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static const struct MissingCase {
    int         number;
    const char *text; /* in the message */
} MISSING_CASES[] = {
    { SYS_clone, "user namespace" },
    { SYS_open_tree, "libraries" },
    { SYS_mount_setattr, "libraries" },
    { SYS_fsopen, "working directory" },
    { SYS_pivot_root, "root" },
    { SYS_capset, "capabilities" },
    { SYS_landlock_create_ruleset, "landlock" },
    { SYS_landlock_restrict_self, "landlock" },
    { SYS_seccomp, "seccomp" },
};

/* Runs in a child process, because the filter cannot be removed. */
static _Noreturn void try_without(const struct MissingCase *c)
{
    const char *arguments[5];
    Fault       fault = { 0 };
    JailSpec    spec = spec_of(arguments, "exit");
    if (!disable_call(c->number))
        _exit(1);
    if (jail_probe(&fault) != STATUS_SYSTEM || strstr(fault.why, c->text) == NULL)
        _exit(2);
    if (jailed_start(&spec, TURN_BYTES, &fault) != NULL || strstr(fault.why, c->text) == NULL)
        _exit(3);
    _exit(0);
}

static void missing_kernel_features_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof MISSING_CASES / sizeof MISSING_CASES[0]; i++) {
        int   status = 0;
        pid_t child = fork();
        if (child == 0)
            try_without(&MISSING_CASES[i]);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (status != 0)
            fail_msg("without %s: status %d", MISSING_CASES[i].text, WEXITSTATUS(status));
    }
}

/* --- Processes that run once -------------------------------------------------------------- */

static const char LOG[] = "W_1_Chess_2,0_2,2\n";

/* The expected files afterwards: `chess` or the error of reading it, and whether `log` is
 * unchanged. */
static const struct FileCase {
    const char *mode;
    int         processes;
    Status      status;
    const char *chess;
    bool        log_kept;
} FILE_CASES[] = {
    { "keep-files", 1, STATUS_OK, "answer\n", true },
    { "link-out", 1, STATUS_ILLEGAL, NULL, true },
    { "link-within", 1, STATUS_ILLEGAL, NULL, true },
    { "link-hard", 1, STATUS_OK, LOG, true },
    { "make-folder", 1, STATUS_ILLEGAL, NULL, true },
    { "make-pipe", 1, STATUS_NOT_FOUND, NULL, true },
    { "make-huge", 1, STATUS_TOO_LARGE, NULL, true },
    { "make-sparse", 1, STATUS_TOO_LARGE, NULL, true },
    { "change-log", 1, STATUS_OK, "question\n", false },
    { "remove-log", 1, STATUS_OK, "question\n", false },
    { "change-later", 2, STATUS_OK, "answer\n", true },
};

static bool log_is_kept(Jail *jail)
{
    Buffer log;
    buffer_init(&log, 10000);
    bool same = jail_take(jail, "log", &log, NULL) == STATUS_OK && log.length == strlen(LOG) &&
                memcmp(log.data, LOG, log.length) == 0;
    buffer_free(&log);
    return same;
}

static bool run_file_case(const struct FileCase *c)
{
    const char      *arguments[5];
    JailSpec         spec = spec_of(arguments, c->mode);
    const JailedFile files[] = { { "chess", "question\n", 9, 0644 },
                                 { "log", LOG, strlen(LOG), 0444 } };
    JailedRun        run;
    Fault            fault = { 0 };
    Buffer           chess;
    spec.limits.processes = c->processes;
    spec.limits.scratch_bytes = 16 << 20;
    Jail *jail = jailed_run(&spec, files, 2, PATIENCE_MS, TURN_BYTES, &run);
    if (jail == NULL || run.outcome != JAILED_ENDED || run.end.status != 0 || run.end.signal != 0) {
        print_error("%s: outcome %d, status %d, signal %d, %s\n", c->mode, (int)run.outcome,
                    run.end.status, run.end.signal, run.why.why);
        jail_close(jail);
        return false;
    }
    buffer_init(&chess, 10000);
    Status status = jail_take(jail, "chess", &chess, &fault);
    bool   ok = status == c->status && log_is_kept(jail) == c->log_kept &&
              (c->chess == NULL || (chess.length == strlen(c->chess) &&
                                    memcmp(chess.data, c->chess, chess.length) == 0));
    if (!ok)
        print_error("%s: status %d (%s), %zu bytes\n", c->mode, (int)status, fault.why,
                    chess.length);
    buffer_free(&chess);
    jail_close(jail);
    return ok;
}

static void only_regular_files_are_read_back(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof FILE_CASES / sizeof FILE_CASES[0]; i++)
        wrong += !run_file_case(&FILE_CASES[i]);
    assert_int_equal(wrong, 0);
}

static void single_runs_have_limits(void **state)
{
    static const struct {
        const char   *mode;
        JailedOutcome outcome;
    } CASES[] = { { "hang", JAILED_LATE },
                  { "spin", JAILED_LATE },
                  { "flood", JAILED_TOO_MUCH },
                  { "flood-errors", JAILED_TOO_MUCH },
                  { "exit", JAILED_ENDED } };
    const char *arguments[5];
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        JailedRun run;
        JailSpec  spec = spec_of(arguments, CASES[i].mode);
        int64_t   time_ms = CASES[i].outcome == JAILED_LATE ? SHORT_MS : PATIENCE_MS;
        Jail     *jail = jailed_run(&spec, NULL, 0, time_ms, TURN_BYTES, &run);
        assert_non_null(jail);
        assert_int_equal(run.outcome, CASES[i].outcome);
        assert_int_equal(run.end.was_killed, CASES[i].outcome != JAILED_ENDED);
        jail_close(jail);
    }
}

static void missing_programs_are_reported(void **state)
{
    const char *arguments[5];
    JailedRun   run;
    (void)state;
    JailSpec spec = spec_of(arguments, "exit");
    arguments[0] = "/bot/worse";
    assert_null(jailed_run(&spec, NULL, 0, PATIENCE_MS, TURN_BYTES, &run));
    assert_int_equal(run.outcome, JAILED_NOT_RUN);
    assert_int_equal(run.why.status, STATUS_NOT_FOUND);
    spec.program = "/there/is/no/such/program";
    assert_null(jailed_run(&spec, NULL, 0, PATIENCE_MS, TURN_BYTES, &run));
    assert_int_equal(run.why.status, STATUS_NOT_FOUND);
}

/* As root the jail shows a bot even if its directory is not accessible to other users. */
static void root_can_show_private_directories(void **state)
{
    char        folder[] = "/tmp/tessera-test-XXXXXX", inner[64], copy[80], command[1024];
    const char *arguments[5];
    JailedRun   run;
    JailSpec    spec = spec_of(arguments, "exit");
    (void)state;
    if (geteuid() != 0)
        skip(); /* other users cannot even find the program */
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/inner", folder);
    snprintf(copy, sizeof copy, "%s/hostile_bot", inner);
    snprintf(command, sizeof command, "cp '%s' '%s' && chmod 755 '%s'", hostile_bot, copy, copy);
    assert_int_equal(mkdir(inner, 0700), 0);
    assert_int_equal(system(command), 0);
    assert_int_equal(chown(folder, 12345, 12345), 0);
    spec.program = copy;
    Jail *jail = jailed_run(&spec, NULL, 0, PATIENCE_MS, TURN_BYTES, &run);
    if (jail == NULL)
        fail_msg("%s", run.why.why);
    assert_int_equal(run.outcome, JAILED_ENDED);
    jail_close(jail);
    unlink(copy);
    rmdir(inner);
    rmdir(folder);
}

/* --- Hostile sources ---------------------------------------------------------------------- */

static const struct SourceCase {
    const char *name;
    bool        compiles;
    const char *message; /* part of the compiler's output; NULL: anything */
} SOURCE_CASES[] = {
    { "fine.c", true, NULL },
    { "wrong.c", false, "wrong.c:4:12: error: 'missing_name' undeclared" },
    { "read_system.c", false, "No such file or directory" },
    { "embed_system.c", false, "/etc/passwd" },
    { "climb.c", false, "No such file or directory" },
    { "include_itself.c", false, NULL },
    { "device.c", false, NULL },
    { "macros.c", false, NULL },
    { "huge_program.c", false, NULL },
    { "repeat.c", false, NULL },
    { "deep.c", false, NULL },
    { "warnings.c", false, "dull bot" },
};

static bool run_source_case(const struct SourceCase *c, const char *program)
{
    char          source[512];
    CompileReport report;
    Fault         fault = { 0 };
    struct stat   about;
    Text          text = text_over(source, sizeof source);
    text_addf(&text, "%s/%s", sources, c->name);
    CompileJob job = { .source = source,
                       .program = program,
                       .time_ms = c->compiles ? 20000 : 1500 };
    if (compile_run(&job, &report, &fault) != STATUS_OK) {
        print_error("%s: %s\n", c->name, fault.why);
        return false;
    }
    bool is_there = stat(program, &about) == 0;
    bool ok = report.ok == c->compiles && is_there == c->compiles &&
              (c->message == NULL || strstr(report.messages, c->message) != NULL) &&
              (report.why[0] == '\0') == c->compiles;
    if (!ok)
        print_error("%s: %s, %s\n%s\n", c->name, report.ok ? "ok" : "not ok", report.why,
                    report.messages);
    return ok;
}

static void hostile_sources_do_not_escape_compiler_jail(void **state)
{
    char folder[] = "/tmp/tessera-test-XXXXXX", program[64];
    int  wrong = 0;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(program, sizeof program, "%s/program", folder);
    for (size_t i = 0; i < sizeof SOURCE_CASES / sizeof SOURCE_CASES[0]; i++)
        wrong += !run_source_case(&SOURCE_CASES[i], program);
    unlink(program);
    rmdir(folder);
    assert_int_equal(wrong, 0);
}

/* A program that was compiled in the jail runs in the jail. */
static void compiled_program_runs_in_jail(void **state)
{
    char          folder[] = "/tmp/tessera-test-XXXXXX", program[64], source[512];
    const char   *arguments[] = { "/bot/program", NULL };
    CompileReport report;
    JailedRun     run;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(source, sizeof source, "%s/fine.c", sources);
    CompileJob job = { .source = source, .program = program };
    assert_int_equal(compile_run(&job, &report, NULL), STATUS_OK);
    JailSpec spec = { .program = program, .arguments = arguments, .limits = tight() };
    Jail    *jail = jailed_run(&spec, NULL, 0, PATIENCE_MS, TURN_BYTES, &run);
    assert_non_null(jail);
    assert_string_equal(run.last_out, "compiled 2");
    jail_close(jail);
    unlink(program);
    rmdir(folder);
}

/* --- Other languages ---------------------------------------------------------------------- */

static const struct ScriptCase {
    JailRuntime runtime;
    const char *interpreter, *name, *source;
} SCRIPT_CASES[] = {
    { JAIL_RUNTIME_PYTHON, "/usr/bin/python3", "bot.py",
      "import sys, json, math, os, random, threading, time\n"
      "for line in sys.stdin:\n"
      "    try:\n"
      "        open('/etc/passwd')\n"
      "        print('harm', flush=True)\n"
      "    except OSError:\n"
      "        print(json.dumps({'got': line.strip()}), flush=True)\n" },
    { JAIL_RUNTIME_NODE, "/usr/bin/node", "bot.js",
      "const fs = require('fs');\n"
      "require('readline').createInterface({ input: process.stdin }).on('line', line => {\n"
      "    try { fs.readFileSync('/etc/passwd'); console.log('harm'); }\n"
      "    catch { console.log('{\"got\": ' + JSON.stringify(line) + '}'); }\n"
      "});\n" },
};

static void run_script_case(const struct ScriptCase *c, const char *folder)
{
    char        path[128], place[64];
    const char *arguments[] = { c->interpreter, place, NULL }, *line = "";
    size_t      length;
    snprintf(path, sizeof path, "%s/%s", folder, c->name);
    snprintf(place, sizeof place, "/bot/%s", c->name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(c->source, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0644), 0);
    JailSpec       spec = { .runtime = c->runtime,
                            .program = path,
                            .arguments = arguments,
                            .limits = jail_limits(c->runtime) };
    JailedProcess *jailed = start(&spec);
    for (int turn = 0; turn < 3; turn++) {
        assert_true(go(jailed));
        JailedEvent event = jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length);
        if (event != JAILED_LINE || strcmp(line, "{\"got\": \"go\"}") != 0)
            fail_msg("%s: %s '%s', stderr '%s'", c->name, event_name(event), line,
                     jailed_last_err(jailed));
    }
    jailed_end(jailed, clock_wall_ms() + PATIENCE_MS);
    assert_int_equal(jailed_how(jailed)->signal, 0);
    assert_int_equal(jailed_how(jailed)->status, 0);
    jailed_delete(jailed);
    unlink(path);
}

static void python_and_node_run_in_jail(void **state)
{
    char folder[] = "/tmp/tessera-test-XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof SCRIPT_CASES / sizeof SCRIPT_CASES[0]; i++) {
        if (access(SCRIPT_CASES[i].interpreter, X_OK) == 0)
            run_script_case(&SCRIPT_CASES[i], folder);
        else
            print_message("%s is not installed: its runtime is not tested.\n",
                          SCRIPT_CASES[i].interpreter);
    }
    rmdir(folder);
}

/* ------------------------------------------------------------------------------------------ */

static bool make_canary(void)
{
    snprintf(canary, sizeof canary, "/tmp/tessera-canary-XXXXXX");
    snprintf(referee, sizeof referee, "%d", (int)getpid());
    int file = mkstemp(canary);
    if (file < 0 || write(file, "secret\n", 7) != 7 || fchmod(file, 0666) != 0)
        return false;
    close(file);
    return true;
}

static bool canary_is_unchanged(void)
{
    char  line[16] = "";
    FILE *file = fopen(canary, "r");
    bool  ok =
        file != NULL && fgets(line, sizeof line, file) != NULL && strcmp(line, "secret\n") == 0;
    if (file != NULL)
        fclose(file);
    unlink(canary);
    return ok;
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(each_mode_ends_as_expected),
        cmocka_unit_test(hostile_modes_succeed_without_jail),
        cmocka_unit_test(binary_output_is_masked),
        cmocka_unit_test(process_thread_and_file_limits_hold),
        cmocka_unit_test(memory_limit_is_reported),
        cmocka_unit_test(cgroup_limits_total_memory),
        cmocka_unit_test(inherited_memory_is_not_counted),
        cmocka_unit_test(limits_out_of_range_are_rejected),
        cmocka_unit_test(cpu_limit_is_reported),
        cmocka_unit_test(stale_answers_are_discarded),
        cmocka_unit_test(sleeping_bot_times_out),
        cmocka_unit_test(write_times_out_if_bot_never_reads),
        cmocka_unit_test(resting_bot_uses_no_cpu),
        cmocka_unit_test(detached_processes_are_killed),
        cmocka_unit_test(bots_die_when_referee_is_killed),
        cmocka_unit_test(threads_can_open_jails_concurrently),
        cmocka_unit_test(missing_kernel_features_are_named),
        cmocka_unit_test(only_regular_files_are_read_back),
        cmocka_unit_test(single_runs_have_limits),
        cmocka_unit_test(missing_programs_are_reported),
        cmocka_unit_test(root_can_show_private_directories),
    };
    static const struct CMUnitTest SOURCES[] = {
        cmocka_unit_test(hostile_sources_do_not_escape_compiler_jail),
        cmocka_unit_test(compiled_program_runs_in_jail),
        cmocka_unit_test(python_and_node_run_in_jail),
    };
    Fault fault = { 0 };
    if (argc != 3 || !make_canary())
        return 2;
    hostile_bot = argv[1];
    sources = argv[2];
    if (jail_probe(&fault) != STATUS_OK) {
        unlink(canary);
        printf("Skipped: %s.\n", fault.why);
        return 77;
    }
    int  files = count_files();
    bool only_sources = strcmp(hostile_bot, "-") == 0;
    int  failed = only_sources ? cmocka_run_group_tests_name("sources", SOURCES, NULL, NULL)
                               : cmocka_run_group_tests_name("bots", TESTS, NULL, NULL);
    bool is_unharmed =
        canary_is_unchanged() && count_files() == files && waitpid(-1, NULL, WNOHANG) < 0;
    if (!is_unharmed)
        puts("FAILED: the canary has changed, or a file or process is left over");
    return failed != 0 || !is_unharmed;
}
