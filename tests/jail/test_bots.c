/* SPDX-License-Identifier: MIT */
/* test_bots HOSTILE_BOT HOSTILE_ADDON [user] [prepared] - hostile bots in the jail.
 * test_bots - SOURCES                                    - hostile sources in the compiler's jail.
 *
 * HOSTILE_BOT is the program of tests/jail/hostile_bot.c, HOSTILE_ADDON the library of
 * hostile_addon.c, SOURCES the directory of hostile sources.  With `user`, root becomes an ordinary
 * user first: without cgroups, and without other privileges.  With `prepared`, the jails are built in
 * advance, as in the file-based contest.
 * Rows say what a bot does and what the jail reports; the machine must be unchanged afterwards.  If
 * this machine cannot jail programs, the tests are skipped with the reason.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
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

#include "arena/bot_connection.h"
#include "arena/compile.h"
#include "arena/jail_helper.h"
#include "arena/jail_pool.h"
#include "arena/jailed_process.h"
#include "base/clock.h"
#include "games/list.h"
#include "play/process.h"

enum {
    PATIENCE_MS = 120000, /* timeout if an answer is certain: enough for a busy machine */
    SHORT_MS = 150,       /* timeout if none will come */
    TURN_BYTES = 200000,
    MEMORY_MIB = 64,
    THREADS = 4,
    SCRATCH_MIB = 4,
    SCRATCH_FILES = 20,
};

static const char *hostile_bot;   /* path of the program */
static const char *sources;       /* path of the directory */
static const char *hostile_addon; /* path of the library */
static char        canary[64];
static char        referee[16];
static JailPool   *pool; /* `prepared`: builds the jails in advance; else NULL */
static JailHelper *pool_helper;

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

/* Return the spec with the pool in it, after a jail for it was built; without a pool, the spec. */
static JailSpec prepared(const JailSpec *spec)
{
    JailSpec with_pool = *spec;
    if (pool == NULL || spec->unsafe || spec->helper != NULL)
        return *spec;
    with_pool.helper = pool_helper;
    with_pool.pool = pool;
    jail_pool_prepare(pool, &with_pool);
    jail_pool_wait(pool);
    return with_pool;
}

static JailedProcess *start(const JailSpec *spec)
{
    Fault          fault = { 0 };
    JailSpec       ready = prepared(spec);
    long           used = pool == NULL ? 0 : jail_pool_used(pool);
    JailedProcess *jailed = jailed_start(&ready, TURN_BYTES, &fault);
    if (jailed == NULL)
        fail_msg("%s: %s", spec->arguments[1], fault.why);
    if (ready.pool != NULL)
        assert_int_equal(jail_pool_used(pool), used + 1);
    return jailed;
}

/* jailed_run with the quotas of these tests. */
static Jail *run_once(const JailSpec *spec, const JailedFile *files, size_t count, int64_t time_ms,
                      JailedRun *run)
{
    JailSpec ready = prepared(spec);
    return jailed_run(&ready, files, count, time_ms, TURN_BYTES, run);
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
    { "suicide", JAILED_LINE, "safe", 0, 0, NULL },
    { "half-exit", JAILED_CLOSED, NULL, 0, 0, "" },
    { "int80", JAILED_CLOSED, NULL, SIGSYS, 0, "" },
    { "huge-file", JAILED_CLOSED, NULL, SIGXFSZ, 0, "" },
    { "close", JAILED_CLOSED, NULL, SIGKILL, 0, "" },
    { "hang", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "spin", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "late", JAILED_TIMEOUT, NULL, 0, 0, NULL },
    { "stop", JAILED_LINE, "safe", 0, 0, NULL },
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
    { "meet", JAILED_LINE, "safe", 0, 0, NULL },
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

static bool run_line_case(const struct LineCase *c, JailHelper *helper)
{
    const char *arguments[5], *line = "";
    size_t      length = 0;
    JailSpec    spec = spec_of(arguments, c->mode);
    spec.helper = helper;
    JailedProcess *jailed = start(&spec);
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

/* The jails of `check`, and those of a contest, which share some namespaces. */
static void each_mode_ends_as_expected(void **state)
{
    int         wrong = 0;
    JailHelper *helper = jail_helper_start();
    (void)state;
    assert_non_null(helper);
    for (size_t i = 0; i < sizeof LINE_CASES / sizeof LINE_CASES[0]; i++)
        wrong += !run_line_case(&LINE_CASES[i], NULL) +
                 (pool == NULL && !run_line_case(&LINE_CASES[i], helper));
    jail_helper_stop(helper);
    assert_int_equal(wrong, 0);
}

static void read_network(int pid, char out[64])
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/net", pid);
    ssize_t length = readlink(path, out, 63);
    assert_true(length > 0);
    out[length] = '\0';
}

/* Two bots of a contest are in one network namespace, which is not ours, and cannot meet there.  Java
 * has a socket pair to try it with. */
static void bots_with_one_network_cannot_meet(void **state)
{
    char           networks[3][64];
    const char    *arguments[5], *line = "";
    size_t         length;
    JailHelper    *helper = jail_helper_start();
    JailSpec       spec = spec_of(arguments, "meet");
    JailedProcess *bots[2];
    (void)state;
    assert_non_null(helper);
    spec.helper = helper;
    if (access("/usr/bin/java", X_OK) == 0) {
        spec.runtime = JAIL_RUNTIME_JAVA;
        spec.limits = jail_limits(JAIL_RUNTIME_JAVA);
    }
    for (int i = 0; i < 2; i++) {
        bots[i] = start(&spec);
        read_network(jailed_process_pid(bots[i], false), networks[i]);
    }
    read_network(getpid(), networks[2]);
    assert_string_equal(networks[0], networks[1]);
    assert_string_not_equal(networks[0], networks[2]);
    for (int i = 0; i < 2; i++) {
        assert_true(go(bots[i]));
        assert_int_equal(jailed_read(bots[i], clock_wall_ms() + PATIENCE_MS, &line, &length),
                         JAILED_LINE);
        assert_string_equal(line, "safe");
    }
    for (int i = 0; i < 2; i++)
        jailed_delete(bots[i]);
    jail_helper_stop(helper);
}

/* Prove that the modes really try: without a jail they succeed.  Only modes without side
 * effects. */
static void hostile_modes_succeed_without_jail(void **state)
{
    static const char *const MODES[] = { "read-system", "read-others", "sockets",        "meet",
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

/* Java may create socket pairs.  Their buffers are memory of the kernel that counts for nobody without
 * a cgroup, so they must stay small compared with the memory of a Java program. */
static void socket_pairs_are_bounded(void **state)
{
    const char *arguments[5], *line = "";
    size_t      length = 0;
    JailSpec    spec = spec_of(arguments, "fill-pairs");
    (void)state;
    JailedProcess *jailed = start(&spec);
    assert_true(go(jailed));
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    assert_string_equal(line, "megabytes 0");
    jailed_delete(jailed);
    if (access("/usr/bin/java", X_OK) != 0)
        return; /* the runtime needs it */
    spec.runtime = JAIL_RUNTIME_JAVA;
    spec.limits = jail_limits(JAIL_RUNTIME_JAVA);
    jailed = start(&spec);
    assert_true(go(jailed));
    JailedEvent event = jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length);
    if (event == JAILED_LINE) { /* else a cgroup has counted them */
        assert_memory_equal(line, "megabytes ", 10);
        assert_in_range(atoi(line + 10), 1, spec.limits.memory_bytes / 20 >> 20);
    } else {
        assert_true(jailed_how(jailed)->out_of_memory);
    }
    jailed_delete(jailed);
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

/* --- Ways around the memory limit --------------------------------------------------------- */

/* How a jail must answer: the limits of the process refuse more memory, or the jail is killed. */
typedef enum Verdict { REFUSED, KILLED, EITHER } Verdict;

/* Ways of hostile_memory.h.  Node reserves so much address space that only samples and a cgroup
 * limit it.  Then growth is detected a little later, so those have more memory. */
static const struct FillCase {
    const char *way;
    JailRuntime runtime;
    int         mib, processes;
    Verdict     verdict;
} FILL_CASES[] = {
    { "plain", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "growing", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "shared-zeros", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "protected", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "executable", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "huge-pages", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "transparent", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "moved-stack", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "heap", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "library", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "thread-stacks", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "scratch", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "scratch-mapping", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "pipes", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "page-tables", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, EITHER },
    { "names", JAIL_RUNTIME_BINARY, MEMORY_MIB, 1, REFUSED },
    { "children", JAIL_RUNTIME_BINARY, 256, 4, KILLED },
    { "growing", JAIL_RUNTIME_NODE, 1024, 1, REFUSED },
    { "shared-zeros", JAIL_RUNTIME_NODE, 1024, 1, REFUSED },
    { "protected", JAIL_RUNTIME_NODE, 1024, 1, KILLED },
    { "transparent", JAIL_RUNTIME_NODE, 1024, 1, KILLED },
    { "moved-stack", JAIL_RUNTIME_NODE, 1024, 1, KILLED },
    { "scratch", JAIL_RUNTIME_NODE, 1024, 1, KILLED },
    { "page-tables", JAIL_RUNTIME_NODE, 1024, 1, KILLED },
};

/* Read the answer "megabytes N" of a bot that fills memory, and check the peak. */
static bool stays_below(JailedProcess *jailed, const char *what, int mib, Verdict verdict)
{
    const char    *line = "";
    size_t         length = 0;
    JailedEvent    event = jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length);
    char           answer[64] = "";
    const JailEnd *end;
    if (event == JAILED_LINE)
        snprintf(answer, sizeof answer, "%.60s", line);
    end = jailed_how(jailed);
    /* If a child is killed, a line may come before the end of the bot. */
    bool killed = end->out_of_memory, refused = !killed && strncmp(answer, "megabytes ", 10) == 0;
    bool is_right = verdict == KILLED ? killed : verdict == REFUSED ? refused : killed || refused;
    bool is_below = end->memory_bytes <= ((int64_t)mib << 20) / 10 * 11;
    print_message("%-32s %-8s peak %5.1f MiB, %3d%% of the limit\n", what,
                  killed ? "killed" : "refused", (double)end->memory_bytes / 1048576,
                  (int)(end->memory_bytes * 100 / ((int64_t)mib << 20)));
    if (!is_right)
        print_error("%s: %s '%s'\n", what, event_name(event), answer);
    return is_right && is_below;
}

static bool run_fill_case(const struct FillCase *c)
{
    const char *arguments[5];
    char        what[64], line[64];
    JailSpec    spec = spec_of(arguments, "fill-memory");
    if (c->runtime == JAIL_RUNTIME_NODE && access("/usr/bin/node", X_OK) != 0)
        return true;
    spec.runtime = c->runtime;
    spec.limits.memory_bytes = (int64_t)c->mib << 20;
    spec.limits.processes = c->processes;
    snprintf(what, sizeof what, "%s, %d MiB", c->way, c->mib);
    snprintf(line, sizeof line, "%s\n", c->way);
    JailedProcess *jailed = start(&spec);
    bool           ok = jailed_write(jailed, line, strlen(line), clock_wall_ms() + PATIENCE_MS) &&
              stays_below(jailed, what, c->mib, c->verdict);
    jailed_delete(jailed);
    return ok;
}

static void memory_stays_below_limit(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof FILL_CASES / sizeof FILL_CASES[0]; i++)
        wrong += !run_fill_case(&FILL_CASES[i]);
    assert_int_equal(wrong, 0);
}

/* The same from inside Python and Node, by a native library. */
static const struct AddonCase {
    const char *way;
    JailRuntime runtime;
    const char *interpreter, *name, *source;
    int         mib;
    Verdict     verdict;
} ADDON_CASES[] = {
#define PYTHON                                          \
    JAIL_RUNTIME_PYTHON, "/usr/bin/python3", "main.py", \
        "import ctypes\nctypes.CDLL('/bot/addon.node')\n", 256
#define NODE                                       \
    JAIL_RUNTIME_NODE, "/usr/bin/node", "main.js", \
        "process.dlopen({ exports: {} }, '/bot/addon.node');\n", 1024
    { "growing", PYTHON, REFUSED },  { "shared-zeros", PYTHON, REFUSED },
    { "protected", PYTHON, EITHER }, { "moved-stack", PYTHON, EITHER },
    { "growing", NODE, REFUSED },    { "shared-zeros", NODE, REFUSED },
    { "protected", NODE, KILLED },
#undef PYTHON
#undef NODE
};

static void write_text(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

static bool run_addon_case(const struct AddonCase *c, const char *folder)
{
    char        what[64], place[64];
    const char *arguments[] = { c->interpreter, place, NULL };
    snprintf(place, sizeof place, "/bot/%s", c->name);
    snprintf(what, sizeof what, "%s in %s", c->way, c->name);
    write_text(folder, c->name, c->source);
    write_text(folder, "filling", c->way);
    JailSpec       spec = { .runtime = c->runtime,
                            .program = folder,
                            .arguments = arguments,
                            .limits = jail_limits(c->runtime) };
    JailedProcess *jailed = start(&spec);
    bool           ok = stays_below(jailed, what, c->mib, c->verdict);
    if (!ok)
        print_error("%s\n", jailed_last_err(jailed));
    jailed_delete(jailed);
    return ok;
}

static void memory_of_interpreters_stays_below_limit(void **state)
{
    char folder[] = "/tmp/tessera-test-XXXXXX", command[1024];
    int  wrong = 0;
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(command, sizeof command, "cp '%s' '%s/addon.node'", hostile_addon, folder);
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < sizeof ADDON_CASES / sizeof ADDON_CASES[0]; i++)
        if (access(ADDON_CASES[i].interpreter, X_OK) == 0)
            wrong += !run_addon_case(&ADDON_CASES[i], folder);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(wrong, 0);
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

static void wait_for_death(int pid)
{
    int64_t until = clock_wall_ms() + PATIENCE_MS;
    while (is_alive(pid) && clock_wall_ms() < until)
        usleep(2000);
    assert_false(is_alive(pid));
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
    wait_for_death(pid);
}

/* --- CPU time outside its own turns -------------------------------------------------------- */

/* A bot rests: exactly no CPU time, though its threads never sleep and it tries to be woken. */
static void assert_rests(Player *player, const char *when)
{
    const JailedProcess *jailed = ((BotConnection *)(void *)player)->jailed;
    int64_t              before = jailed_cpu_us(jailed);
    usleep(1000 * SHORT_MS);
    int64_t after = jailed_cpu_us(jailed);
    if (before < 0 || after != before)
        fail_msg("%s: %lld us of CPU time, then %lld", when, (long long)before, (long long)after);
}

static void bots_use_cpu_only_in_their_turns(void **state)
{
    static const struct {
        BotKind     kind;
        const char *mode;
    } CASES[] = { { BOT_C, "play-json" }, { BOT_JSON, "play-json" }, { BOT_UGI, "play-ugi" } };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        BuiltBot        bot = { .spec = { .kind = CASES[i].kind, .arg_count = 1 } };
        ContestantRules rules = { .limits = { .turn_ms = PATIENCE_MS,
                                              .start_ms = PATIENCE_MS,
                                              .output_kb = 64,
                                              .processes = 1 + (int64_t)i,
                                              .threads = -1 } };
        SearchLimits    limits = { .time_ms = PATIENCE_MS };
        PlayerAnswer    answer;
        Fault           fault = { 0 };
        Setup           setup;
        Line            line;
        snprintf(bot.program, sizeof bot.program, "%s", hostile_bot);
        snprintf(bot.spec.args, sizeof bot.spec.args, "%s", CASES[i].mode);
        assert_int_equal(games_setup("toy", &setup, &fault), STATUS_OK);
        assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
        Player *player = contestant_new(&bot, &rules, &fault);
        if (player == NULL || player_begin(player, &setup, 0, 1, &fault) != STATUS_OK)
            fail_msg("%s: %s", CASES[i].mode, fault.why);
        assert_rests(player, "after its first word");
        for (int turn = 0; turn < 2; turn++) {
            player_choose(player, &line, &limits, &answer);
            assert_int_equal(answer.status, PLAYER_TURN);
            assert_rests(player, "after its move");
            assert_int_equal(line_play(&line, turn == 0 ? "a." : "c.", &fault), STATUS_OK);
            assert_int_equal(line_play(&line, turn == 0 ? "b." : "d.", &fault), STATUS_OK);
        }
        player_delete(player);
        line_free(&line);
    }
}

/* --- Faults that are not the bot's -------------------------------------------------------- */

/* Something outside hits the bot process or its supervisor while it is the bot's turn. */
static void hits_from_outside_are_not_the_bots_fault(void **state)
{
    static const struct {
        const char *mode;
        bool        hits_supervisor;
        int         signal;
    } CASES[] = { { "hang", false, SIGKILL },
                  { "hang", true, SIGKILL },
                  { "hang", false, SIGSTOP },
                  { "hang", true, SIGSTOP } };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const char    *line;
        size_t         length;
        JailedProcess *jailed = start_mode(CASES[i].mode);
        int            pid = jailed_process_pid(jailed, CASES[i].hits_supervisor);
        assert_true(pid > 1);
        assert_false(jailed_has_failed(jailed));
        assert_int_equal(kill(pid, CASES[i].signal), 0);
        JailedEvent event = jailed_read(
            jailed, clock_wall_ms() + (CASES[i].signal == SIGKILL ? PATIENCE_MS : SHORT_MS), &line,
            &length);
        assert_int_equal(event, CASES[i].signal == SIGKILL ? JAILED_CLOSED : JAILED_TIMEOUT);
        if (CASES[i].signal == SIGKILL)
            assert_true(jailed_how(jailed)->is_lost);
        assert_true(jailed_has_failed(jailed));
        jailed_delete(jailed);
    }
}

/* Let the bot "play-slowly", which needs 300 ms of CPU time, make one move. */
static Termination play_slow_move(ContestLimits limits, int64_t *charged_ms)
{
    BuiltBot        bot = { .spec = { .kind = BOT_JSON, .arg_count = 1, .args = "play-slowly" } };
    ContestantRules rules = { .limits = limits };
    SearchLimits    time = { .time_ms = limits.turn_ms };
    PlayerAnswer    answer;
    Fault           fault = { 0 };
    Setup           setup;
    Line            line;
    snprintf(bot.program, sizeof bot.program, "%s", hostile_bot);
    assert_int_equal(games_setup("toy", &setup, &fault), STATUS_OK);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    Player *player = contestant_new(&bot, &rules, &fault);
    if (player == NULL || player_begin(player, &setup, 0, 1, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
    int64_t begin = clock_wall_ms();
    player_choose(player, &line, &time, &answer);
    *charged_ms = clock_wall_ms() - begin - contestant_excused_ms(player);
    Termination termination = contestant_failure(player)->termination;
    assert_false(contestant_is_our_fault(player));
    player_delete(player);
    line_free(&line);
    return termination;
}

/* On a CPU that eight other processes use as well, the bot needs seconds, but is not late after one.
 * Its CPU time has limits of its own. */
static void busy_machine_forfeits_nobody(void **state)
{
    enum { OTHERS = 8 };
    ContestLimits limits = {
        .turn_ms = 1000, .margin_ms = 100, .start_ms = PATIENCE_MS, .output_kb = 64, .threads = -1
    };
    cpu_set_t before, one;
    pid_t     others[OTHERS];
    int64_t   charged_ms;
    size_t    cpu = 0;
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    while (!CPU_ISSET(cpu, &before))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    for (int i = 0; i < OTHERS; i++)
        if ((others[i] = fork()) == 0)
            for (volatile unsigned j = 0;; j++)
                continue;
    Termination normal = play_slow_move(limits, &charged_ms);
    limits.turn_cpu_ms = 100;
    int64_t     ignored;
    Termination per_turn = play_slow_move(limits, &ignored);
    limits.turn_cpu_ms = 0;
    limits.game_cpu_ms = 200;
    Termination per_game = play_slow_move(limits, &ignored);
    for (int i = 0; i < OTHERS; i++) {
        kill(others[i], SIGKILL);
        waitpid(others[i], NULL, 0);
    }
    sched_setaffinity(0, sizeof before, &before);
    assert_int_equal(normal, TERMINATION_RULES);
    assert_in_range(charged_ms, 250, 1100);
    assert_int_equal(per_turn, TERMINATION_TIME);
    assert_int_equal(per_game, TERMINATION_TIME);
}

static void waiting_for_a_cpu_does_not_count(void **state)
{
    (void)state;
    assert_int_equal(jail_excused_us(1000, 300, 600), 600); /* alone on a busy machine */
    assert_int_equal(jail_excused_us(1000, 300, 900),
                     700); /* its own threads in each other's way */
    assert_int_equal(jail_excused_us(1000, 2000, 3000), 0); /* many threads, all at work */
    assert_int_equal(jail_excused_us(1000, 10, 0), 0);      /* asleep */
    assert_int_equal(jail_excused_us(1000, 10, -5), 0);
}

/* A program of the file-based contest does not live between its moves. */
static void single_runs_leave_no_process(void **state)
{
    const char *arguments[5];
    JailedRun   run;
    JailSpec    spec = spec_of(arguments, "spin");
    (void)state;
    Jail *jail = run_once(&spec, NULL, 0, SHORT_MS, &run);
    assert_non_null(jail);
    assert_true(jail_process_pid(jail) > 1);
    assert_false(is_alive(jail_process_pid(jail)));
    jail_close(jail);
}

typedef struct Opening {
    int         wrong;
    JailHelper *helper;
    JailPool   *pool;
} Opening;

static void *open_some(void *context)
{
    Opening    *opening = context;
    const char *arguments[5];
    JailSpec    spec = spec_of(arguments, "keep-files");
    JailedFile  file = { "chess", "question\n", 9, 0644 };
    spec.helper = opening->helper;
    spec.pool = opening->pool;
    for (int i = 0; i < 8; i++) {
        JailedRun run;
        Jail     *jail = jailed_run(&spec, &file, 1, PATIENCE_MS, TURN_BYTES, &run);
        bool      ok = jail != NULL && run.outcome == JAILED_ENDED && run.end.status == 0;
        if (!ok)
            print_error("outcome %d, status %d, %s\n", (int)run.outcome, run.end.status,
                        run.why.why);
        opening->wrong += !ok;
        jail_close(jail);
    }
    return NULL;
}

static void open_concurrently(JailHelper *helper, JailPool *with_pool)
{
    pthread_t threads[4];
    Opening   openings[4];
    for (int i = 0; i < 4; i++) {
        openings[i] = (Opening){ .helper = helper, .pool = with_pool };
        assert_int_equal(pthread_create(&threads[i], NULL, open_some, &openings[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(openings[i].wrong, 0);
    }
}

static void threads_can_open_jails_concurrently(void **state)
{
    (void)state;
    open_concurrently(NULL, NULL);
}

static void threads_can_share_a_helper_and_a_pool(void **state)
{
    (void)state;
    JailHelper *helper = jail_helper_start();
    JailPool   *shared = jail_pool_start();
    assert_non_null(helper);
    assert_non_null(shared);
    open_concurrently(helper, NULL);
    open_concurrently(helper, shared);
    jail_pool_stop(shared);
    jail_helper_stop(helper);
}

/* A helper starts jails that behave like others, also when it is killed between two of them, or
 * while they run. */
static void helper_starts_jails_and_may_die(void **state)
{
    const char *arguments[5], *line;
    size_t      length;
    JailSpec    spec = spec_of(arguments, "sleep");
    (void)state;
    JailHelper *helper = jail_helper_start();
    assert_non_null(helper);
    spec.helper = helper;
    JailedProcess *first = start(&spec), *second = start(&spec);
    assert_true(go(first));
    assert_int_equal(jailed_read(first, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_LINE);
    int pid = jailed_process_pid(first, false);
    jailed_delete(first);
    assert_false(is_alive(pid));
    assert_int_equal(kill(jail_helper_pid(helper), SIGKILL), 0);
    JailedProcess *third = start(&spec); /* started by this process */
    for (int i = 0; i < 2; i++) {
        JailedProcess *jailed = i == 0 ? second : third;
        assert_true(go(jailed));
        assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                         JAILED_LINE);
        assert_false(jailed_has_failed(jailed));
        jailed_delete(jailed);
    }
    jail_helper_stop(helper);
}

/* A supervisor of a helper that is killed takes the bot with it, and that is not the bot's fault. */
static void killed_supervisor_of_helper_is_reported(void **state)
{
    const char *arguments[5], *line;
    size_t      length;
    JailSpec    spec = spec_of(arguments, "hang");
    (void)state;
    spec.helper = jail_helper_start();
    assert_non_null(spec.helper);
    JailedProcess *jailed = start(&spec);
    int            pid = jailed_process_pid(jailed, false);
    assert_int_equal(kill(jailed_process_pid(jailed, true), SIGKILL), 0);
    assert_int_equal(jailed_read(jailed, clock_wall_ms() + PATIENCE_MS, &line, &length),
                     JAILED_CLOSED);
    assert_true(jailed_how(jailed)->is_lost);
    assert_false(is_alive(pid));
    jailed_delete(jailed);
    jail_helper_stop(spec.helper);
}

/* --- Jails that are built in advance ------------------------------------------------------ */

/* Run the mode "keep-files"; true if it was in a prepared jail. */
static bool runs_prepared(const JailSpec *spec, int *pid)
{
    JailedFile file = { "chess", "question\n", 9, 0644 };
    JailedRun  run;
    long       used = jail_pool_used(spec->pool);
    Jail      *jail = jailed_run(spec, &file, 1, PATIENCE_MS, TURN_BYTES, &run);
    if (jail == NULL || run.outcome != JAILED_ENDED || run.end.status != 0)
        fail_msg("outcome %d, status %d, %s", (int)run.outcome, run.end.status, run.why.why);
    *pid = jail_process_pid(jail);
    jail_close(jail);
    jail_pool_wait(spec->pool);
    return jail_pool_used(spec->pool) > used;
}

static JailSpec with_new_pool(const char *arguments[5])
{
    JailSpec spec = spec_of(arguments, "keep-files");
    spec.helper = jail_helper_start();
    spec.pool = jail_pool_start();
    assert_non_null(spec.helper);
    assert_non_null(spec.pool);
    return spec;
}

/* The first run has no prepared jail; each further one has its own. */
static void prepared_jails_run_once(void **state)
{
    const char *arguments[5];
    int         pids[3];
    JailSpec    spec = with_new_pool(arguments);
    (void)state;
    assert_false(runs_prepared(&spec, &pids[0]));
    assert_true(runs_prepared(&spec, &pids[1]));
    assert_true(runs_prepared(&spec, &pids[2]));
    assert_int_not_equal(pids[1], pids[2]);
    for (int i = 0; i < 3; i++)
        assert_false(is_alive(pids[i]));
    spec.limits.threads++; /* another configuration */
    assert_false(runs_prepared(&spec, &pids[0]));
    jail_pool_prepare(spec.pool, &spec); /* the second: for two games at once */
    jail_pool_wait(spec.pool);
    long  used = jail_pool_used(spec.pool);
    Jail *first = jail_pool_open(spec.pool, &spec, NULL);
    Jail *second = jail_pool_open(spec.pool, &spec, NULL);
    assert_true(first != NULL && second != NULL);
    assert_int_not_equal(jail_supervisor_pid(first), jail_supervisor_pid(second));
    assert_int_equal(jail_pool_used(spec.pool), used + 2);
    jail_close(first);
    jail_close(second);
    jail_pool_stop(spec.pool);
    jail_helper_stop(spec.helper);
}

/* Read the pids of the processes that a helper has started.  Return their number. */
static int children_of(int pid, int out[8])
{
    char path[64];
    int  count = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
    FILE *file = fopen(path, "re");
    while (file != NULL && count < 8 && fscanf(file, "%d", &out[count]) == 1)
        count++;
    if (file != NULL)
        fclose(file);
    return count;
}

/* A dead supervisor, a replaced program: then a jail is built as if there were none. */
static void unusable_prepared_jails_are_not_used(void **state)
{
    char        folder[] = "/tmp/tessera-test-XXXXXX", copy[64], other[64], command[1024];
    const char *arguments[5];
    int         pid, supervisors[8];
    JailSpec    spec = with_new_pool(arguments);
    JailedRun   run;
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(copy, sizeof copy, "%s/hostile_bot", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    snprintf(command, sizeof command, "cp '%s' '%s' && cp '%s' '%s' && chmod 755 '%s' '%s'",
             hostile_bot, copy, hostile_bot, other, copy, other);
    assert_int_equal(system(command), 0);
    spec.program = copy;
    assert_false(runs_prepared(&spec, &pid));
    assert_true(runs_prepared(&spec, &pid));
    int count = children_of((int)jail_helper_pid(spec.helper), supervisors);
    assert_true(count >= 1);
    for (int i = 0; i < count; i++) {
        kill(supervisors[i], SIGKILL);
        wait_for_death(supervisors[i]);
    }
    assert_false(runs_prepared(&spec, &pid));
    assert_true(runs_prepared(&spec, &pid));
    assert_int_equal(rename(other, copy), 0);
    assert_false(runs_prepared(&spec, &pid));
    assert_true(runs_prepared(&spec, &pid));
    assert_int_equal(unlink(copy), 0);
    assert_null(jailed_run(&spec, NULL, 0, PATIENCE_MS, TURN_BYTES, &run));
    assert_int_equal(run.why.status, STATUS_SYSTEM); /* our fault, as without a pool */
    jail_pool_stop(spec.pool);
    jail_helper_stop(spec.helper);
    rmdir(folder);
}

static _Noreturn void prepare_and_die(int report)
{
    const char *arguments[5];
    int         pids[9] = { 0 };
    JailSpec    spec = with_new_pool(arguments);
    jail_pool_prepare(spec.pool, &spec);
    jail_pool_wait(spec.pool);
    pids[8] = children_of((int)jail_helper_pid(spec.helper), pids);
    if (write(report, pids, sizeof pids) != sizeof pids)
        _exit(1);
    kill(getpid(), SIGKILL);
    _exit(1);
}

static void prepared_jails_die_when_referee_is_killed(void **state)
{
    int report[2], pids[9] = { 0 };
    (void)state;
    assert_int_equal(pipe2(report, O_CLOEXEC), 0);
    pid_t child = fork();
    if (child == 0)
        prepare_and_die(report[1]);
    close(report[1]);
    assert_int_equal(read(report[0], pids, sizeof pids), sizeof pids);
    close(report[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(pids[8], 1);
    wait_for_death(pids[0]);
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

/* The expected files afterwards: `chess` (NULL: anything) or the error of reading it, and whether
 * `log` is unchanged. */
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
    { "change-later", 2, STATUS_OK, NULL, true },
};

static bool file_is(Jail *jail, const char *name, const char *data, size_t size)
{
    Buffer file;
    buffer_init(&file, 10000);
    bool same = jail_take(jail, name, &file, NULL) == STATUS_OK && file.length == size &&
                (size == 0 || memcmp(file.data, data, size) == 0);
    buffer_free(&file);
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
    Jail *jail = run_once(&spec, files, 2, PATIENCE_MS, &run);
    if (jail == NULL || run.outcome != JAILED_ENDED || run.end.status != 0 || run.end.signal != 0) {
        print_error("%s: outcome %d, status %d, signal %d, %s\n", c->mode, (int)run.outcome,
                    run.end.status, run.end.signal, run.why.why);
        jail_close(jail);
        return false;
    }
    buffer_init(&chess, 10000);
    Status status = jail_take(jail, "chess", &chess, &fault);
    bool   ok = status == c->status && file_is(jail, "log", LOG, strlen(LOG)) == c->log_kept &&
              (c->chess == NULL || file_is(jail, "chess", c->chess, strlen(c->chess))) &&
              (status != STATUS_OK || file_is(jail, "chess", chess.data, chess.length));
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
        Jail     *jail = run_once(&spec, NULL, 0, time_ms, &run);
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
    assert_null(run_once(&spec, NULL, 0, PATIENCE_MS, &run));
    assert_int_equal(run.outcome, JAILED_NOT_RUN);
    assert_int_equal(run.why.status, STATUS_NOT_FOUND);
    spec.program = "/there/is/no/such/program"; /* it was there when the bot was built */
    assert_null(run_once(&spec, NULL, 0, PATIENCE_MS, &run));
    assert_int_equal(run.why.status, STATUS_SYSTEM);
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
    Jail *jail = run_once(&spec, NULL, 0, PATIENCE_MS, &run);
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
                       .time_ms = c->message != NULL || c->compiles ? 60000 : 1500 };
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
    Jail    *jail = run_once(&spec, NULL, 0, PATIENCE_MS, &run);
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

/* Become nobody.  False, with a message, if this is not possible or the bot is out of reach then. */
static bool become_user(const char *program)
{
    enum { NOBODY = 65534 };
    if (geteuid() == 0 && setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0 &&
        setresuid(NOBODY, NOBODY, NOBODY) == 0 && access(program, X_OK) == 0)
        return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0; /* else /proc/PID belongs to root */
    printf("Skipped: only root can become another user, who must be able to read %s.\n", program);
    return false;
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(each_mode_ends_as_expected),
        cmocka_unit_test(hostile_modes_succeed_without_jail),
        cmocka_unit_test(binary_output_is_masked),
        cmocka_unit_test(process_thread_and_file_limits_hold),
        cmocka_unit_test(socket_pairs_are_bounded),
        cmocka_unit_test(bots_with_one_network_cannot_meet),
        cmocka_unit_test(memory_limit_is_reported),
        cmocka_unit_test(cgroup_limits_total_memory),
        cmocka_unit_test(memory_stays_below_limit),
        cmocka_unit_test(memory_of_interpreters_stays_below_limit),
        cmocka_unit_test(inherited_memory_is_not_counted),
        cmocka_unit_test(limits_out_of_range_are_rejected),
        cmocka_unit_test(cpu_limit_is_reported),
        cmocka_unit_test(stale_answers_are_discarded),
        cmocka_unit_test(sleeping_bot_times_out),
        cmocka_unit_test(write_times_out_if_bot_never_reads),
        cmocka_unit_test(resting_bot_uses_no_cpu),
        cmocka_unit_test(bots_use_cpu_only_in_their_turns),
        cmocka_unit_test(single_runs_leave_no_process),
        cmocka_unit_test(hits_from_outside_are_not_the_bots_fault),
        cmocka_unit_test(busy_machine_forfeits_nobody),
        cmocka_unit_test(waiting_for_a_cpu_does_not_count),
        cmocka_unit_test(detached_processes_are_killed),
        cmocka_unit_test(bots_die_when_referee_is_killed),
        cmocka_unit_test(helper_starts_jails_and_may_die),
        cmocka_unit_test(killed_supervisor_of_helper_is_reported),
        cmocka_unit_test(threads_can_open_jails_concurrently),
        cmocka_unit_test(threads_can_share_a_helper_and_a_pool),
        cmocka_unit_test(prepared_jails_run_once),
        cmocka_unit_test(unusable_prepared_jails_are_not_used),
        cmocka_unit_test(prepared_jails_die_when_referee_is_killed),
        cmocka_unit_test(missing_kernel_features_are_named),
        cmocka_unit_test(only_regular_files_are_read_back),
        cmocka_unit_test(single_runs_have_limits),
        cmocka_unit_test(missing_programs_are_reported),
        cmocka_unit_test(root_can_show_private_directories),
    };
    static const struct CMUnitTest PREPARED[] = {
        cmocka_unit_test(each_mode_ends_as_expected),
        cmocka_unit_test(process_thread_and_file_limits_hold),
        cmocka_unit_test(socket_pairs_are_bounded),
        cmocka_unit_test(memory_limit_is_reported),
        cmocka_unit_test(cgroup_limits_total_memory),
        cmocka_unit_test(memory_stays_below_limit),
        cmocka_unit_test(memory_of_interpreters_stays_below_limit),
        cmocka_unit_test(inherited_memory_is_not_counted),
        cmocka_unit_test(cpu_limit_is_reported),
        cmocka_unit_test(resting_bot_uses_no_cpu),
        cmocka_unit_test(single_runs_leave_no_process),
        cmocka_unit_test(hits_from_outside_are_not_the_bots_fault),
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
    bool  is_prepared = argc > 3 && strcmp(argv[argc - 1], "prepared") == 0;
    bool  as_user = argc > 3 && strcmp(argv[3], "user") == 0;
    if (argc != 3 + as_user + is_prepared)
        return 2;
    if (as_user && !become_user(argv[1]))
        return 77;
    if (!make_canary())
        return 2;
    hostile_bot = argv[1];
    hostile_addon = sources = argv[2];
    if (jail_probe(&fault) != STATUS_OK) {
        unlink(canary);
        printf("Skipped: %s.\n", fault.why);
        return 77;
    }
    int  files = count_files();
    bool only_sources = strcmp(hostile_bot, "-") == 0;
    if (is_prepared) {
        pool_helper = jail_helper_start();
        pool = jail_pool_start();
        if (pool_helper == NULL || pool == NULL)
            return 2;
    }
    int failed = only_sources  ? cmocka_run_group_tests_name("sources", SOURCES, NULL, NULL)
                 : is_prepared ? cmocka_run_group_tests_name("prepared", PREPARED, NULL, NULL)
                               : cmocka_run_group_tests_name("bots", TESTS, NULL, NULL);
    jail_pool_stop(pool);
    jail_helper_stop(pool_helper);
    bool is_unharmed =
        canary_is_unchanged() && count_files() == files && waitpid(-1, NULL, WNOHANG) < 0;
    if (!is_unharmed)
        puts("FAILED: the canary has changed, or a file or process is left over");
    return failed != 0 || !is_unharmed;
}
