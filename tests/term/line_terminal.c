/* SPDX-License-Identifier: MIT */
/* line_terminal TESSERA - the line face on a pseudo terminal: editing, signals, a terminal that is lost.
 *
 * Everything waits for what the program says, never for a time; a minute without it is a failure.
 */
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 60, HEARD_MAX = 1 << 20 };

static const char *tessera; /* set by main, before any test */

typedef struct Terminal {
    pid_t          child;
    int            master;
    struct termios before; /* the terminal's state when the program began */
    size_t         used;   /* bytes heard */
    size_t         seen;   /* of these, behind what was awaited last */
    char           heard[HEARD_MAX];
} Terminal;

/* --- Driving ------------------------------------------------------------------------------ */

/* The modes that terminals have here when nobody has changed them. */
static struct termios usual_modes(void)
{
    int            master, slave;
    struct termios modes;
    assert_int_equal(openpty(&master, &slave, NULL, NULL, NULL), 0);
    assert_int_equal(tcgetattr(slave, &modes), 0);
    close(slave);
    close(master);
    return modes;
}

static Terminal *start(const char *kind, char *const arguments[])
{
    Terminal *terminal = calloc(1, sizeof *terminal);
    assert_non_null(terminal);
    struct winsize size = { .ws_row = 24, .ws_col = 80 };
    terminal->before = usual_modes(); /* asked for later, they might be the program's already */
    terminal->child = forkpty(&terminal->master, NULL, &terminal->before, &size);
    assert_true(terminal->child >= 0);
    if (terminal->child == 0) {
        setenv("TERM", kind, 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        execv(tessera, arguments);
        _exit(127);
    }
    return terminal;
}

static void show(const Terminal *terminal, const char *wanted)
{
    fprintf(stderr, "awaited: %s\nheard:\n%.*s\n", wanted, (int)terminal->used, terminal->heard);
}

/* Read what there is; false at the end. */
static bool listen_once(Terminal *terminal, int timeout_ms)
{
    struct pollfd ready = { .fd = terminal->master, .events = POLLIN };
    if (poll(&ready, 1, timeout_ms) <= 0)
        return true;
    assert_true(terminal->used < HEARD_MAX - 1);
    ssize_t got =
        read(terminal->master, terminal->heard + terminal->used, HEARD_MAX - 1 - terminal->used);
    if (got <= 0)
        return false;
    terminal->used += (size_t)got;
    terminal->heard[terminal->used] = '\0';
    return true;
}

/* Wait until the program says so, behind what was awaited before. */
static void await(Terminal *terminal, const char *words)
{
    time_t until = time(NULL) + PATIENCE_SECONDS;
    char  *found;
    while ((found = strstr(terminal->heard + terminal->seen, words)) == NULL) {
        bool more = listen_once(terminal, 100);
        if ((!more && strstr(terminal->heard + terminal->seen, words) == NULL) ||
            time(NULL) > until) {
            show(terminal, words);
            fail_msg("the program never said: %s", words);
        }
    }
    terminal->seen = (size_t)(found - terminal->heard) + strlen(words);
}

static void type(Terminal *terminal, const char *keys)
{
    assert_int_equal(write(terminal->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* The terminal as it was: a shell could go on. */
static void check_restored(Terminal *terminal)
{
    struct termios now;
    assert_int_equal(tcgetattr(terminal->master, &now), 0);
    assert_int_equal(now.c_lflag, terminal->before.c_lflag);
    assert_int_equal(now.c_iflag, terminal->before.c_iflag);
    assert_int_equal(now.c_oflag, terminal->before.c_oflag);
}

static int await_end(Terminal *terminal)
{
    int    status;
    time_t until = time(NULL) + PATIENCE_SECONDS;
    pid_t  ended;
    while ((ended = waitpid(terminal->child, &status, WNOHANG)) == 0) {
        struct timespec nap = { .tv_nsec = 10000000 };
        listen_once(terminal, 10);
        nanosleep(&nap, NULL);
        if (time(NULL) > until) {
            show(terminal, "its end");
            kill(terminal->child, SIGKILL);
            fail_msg("the program does not end");
        }
    }
    assert_int_equal(ended, terminal->child);
    return status;
}

/* It ends with this exit status, and the terminal is as it was. */
static void end_with(Terminal *terminal, int wanted)
{
    int status = await_end(terminal);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), wanted);
    check_restored(terminal);
    close(terminal->master);
    free(terminal);
}

static Terminal *start_toy(const char *kind, const char *second)
{
    char *arguments[] = { "tessera", "play", "toy", "--line", "--second", (char *)second, NULL };
    Terminal *terminal = start(kind, arguments);
    await(terminal, "White> ");
    return terminal;
}

/* --- Tests -------------------------------------------------------------------------------- */

static void test_editing(void **state)
{
    (void)state;
    Terminal *terminal = start_toy("xterm", "human");
    type(terminal, "c+x\177f\r"); /* a slip, and the key that takes it back */
    await(terminal, "1. White c+f");
    await(terminal, "Black> ");
    type(terminal, "pos\t\r");
    await(terminal, "..x..x.. o");
    await(terminal, "Black> ");
    type(terminal, "\033[A\r"); /* the line before, again */
    await(terminal, "..x..x.. o");
    await(terminal, "Black> ");
    type(terminal, "\004"); /* the end of the input */
    end_with(terminal, 0);
}

static void test_wrong_input(void **state)
{
    (void)state;
    Terminal *terminal = start_toy("xterm", "human");
    type(terminal, "c+c\r");
    await(terminal, "  c+c\r\n   ^\r\nThere is a stone on c (T2).\r\n");
    await(terminal, "White> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
}

static void test_dumb(void **state)
{
    (void)state;
    Terminal *terminal = start_toy("dumb", "random");
    type(terminal, "c+f\n");
    await(terminal, "1. White c+f");
    await(terminal, "2. Black ");
    await(terminal, "White> ");
    type(terminal, "\004");
    await(terminal, "\n");
    assert_null(strchr(terminal->heard, '\033')); /* nothing that it could not obey */
    end_with(terminal, 0);
}

static void test_interrupt_at_prompt(void **state)
{
    (void)state;
    Terminal *terminal = start_toy("xterm", "human");
    type(terminal, "half a li");
    await(terminal, "half a li");
    type(terminal, "\003");
    await(terminal, "White> "); /* the line is given up, not the game */
    type(terminal, "c+f\r");
    await(terminal, "1. White c+f");
    await(terminal, "Black> ");
    type(terminal, "\003");
    end_with(terminal, 130);
}

static void test_interrupt_while_thinking(void **state)
{
    (void)state;
    char *arguments[] = {
        /* a game that nobody thinks through to its end */
        "tessera", "play", "gipf", "--line", "--first", "engine:time=3000s,book=no", NULL
    };
    Terminal *terminal = start("xterm", arguments);
    await(terminal, "lists the commands");
    type(terminal, "\003");
    await(terminal, "Interrupted.");
    await(terminal, "White (paused)> ");
    type(terminal, "go\r");
    await(terminal, "White thinks; Ctrl-C interrupts.");
    type(terminal, "\003");
    await(terminal, "Interrupted.");
    await(terminal, "White (paused)> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
}

static void test_termination(void **state)
{
    static const int SIGNALS[] = { SIGTERM, SIGHUP };
    (void)state;
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++) {
        Terminal *terminal = start_toy("xterm", "human");
        kill(terminal->child, SIGNALS[i]);
        end_with(terminal, 128 + SIGNALS[i]);
    }
}

/* What a shell with job control does, for one program: the terminal is the program's while it runs
 * and the shell's while it is stopped.  `S` on `out` tells of a stop; a byte on `in` is `fg`. */
static void run_as_shell(char *const arguments[], int in, int out)
{
    int   status;
    char  byte = 'S';
    pid_t child = fork();
    signal(SIGTTOU, SIG_IGN);
    if (child == 0) {
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        signal(SIGTTOU, SIG_DFL);
        execv(tessera, arguments);
        _exit(127);
    }
    while (waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status)) {
        tcsetpgrp(STDIN_FILENO, getpid());
        if (write(out, &byte, 1) != 1 || read(in, &byte, 1) != 1)
            _exit(126);
        tcsetpgrp(STDIN_FILENO, child);
        kill(-child, SIGCONT);
    }
    tcsetpgrp(STDIN_FILENO, getpid());
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 125);
}

typedef struct Shell {
    int to[2], from[2];
} Shell;

static Terminal *start_in_shell(Shell *shell)
{
    char     *arguments[] = { "tessera", "play", "toy", "--line", "--second", "human", NULL };
    Terminal *terminal = calloc(1, sizeof *terminal);
    assert_non_null(terminal);
    assert_true(pipe(shell->to) == 0 && pipe(shell->from) == 0);
    terminal->child = forkpty(&terminal->master, NULL, NULL, NULL);
    assert_true(terminal->child >= 0);
    if (terminal->child == 0) {
        setenv("TERM", "xterm", 1);
        run_as_shell(arguments, shell->to[0], shell->from[1]);
    }
    assert_int_equal(tcgetattr(terminal->master, &terminal->before), 0);
    await(terminal, "White> ");
    return terminal;
}

/* Ctrl-Z, and the shell has the terminal; then it lets the program go on. */
static void stop_and_go_on(Terminal *terminal, const Shell *shell)
{
    char byte;
    type(terminal, "\032");
    assert_int_equal(read(shell->from[0], &byte, 1), 1);
    check_restored(terminal);
    assert_int_equal(write(shell->to[1], "f", 1), 1);
}

static void end_shell(const Shell *shell)
{
    for (int i = 0; i < 2; i++) {
        close(shell->to[i]);
        close(shell->from[i]);
    }
}

static void test_stop_and_go_on(void **state)
{
    Shell shell;
    (void)state;
    Terminal *terminal = start_in_shell(&shell);
    type(terminal, "c+");
    await(terminal, "c+");
    stop_and_go_on(terminal, &shell);
    await(terminal, "c+"); /* the line is drawn again as it was */
    type(terminal, "f\r");
    await(terminal, "1. White c+f");
    await(terminal, "Black> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
    end_shell(&shell);
}

static void set_window(Terminal *terminal, unsigned short columns, unsigned short rows)
{
    struct winsize size = { .ws_row = rows, .ws_col = columns };
    assert_int_equal(ioctl(terminal->master, TIOCSWINSZ, &size), 0);
}

static void test_resize(void **state)
{
    (void)state;
    Terminal *terminal = start_toy("xterm", "human");
    set_window(terminal, 20, 24);
    type(terminal, "moves\r");
    await(terminal, " moves.");
    await(terminal, "White> ");
    type(terminal, "a very long line that does not fit into twenty columns\r");
    await(terminal, "After the first stone");
    await(terminal, "White> ");
    set_window(terminal, 80, 24);
    type(terminal, "c+f\r");
    await(terminal, "1. White c+f");
    await(terminal, "Black> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
}

/* With such a pager the rules come as they are. */
static void check_no_pager(const char *pager)
{
    setenv("PAGER", pager, 1);
    Terminal *terminal = start_toy("xterm", "human");
    type(terminal, "rules\r");
    await(terminal, "\n# Toy: the rulings");
    await(terminal, "White> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
}

/* Long texts go through the pager, where the window is too small and there is one. */
static void test_pager(void **state)
{
    (void)state;
    setenv("PAGER", "sed 's/^/paged /'", 1);
    Terminal *terminal = start_toy("xterm", "human");
    type(terminal, "rules\r");
    await(terminal, "paged # Toy: the rulings");
    await(terminal, "White> ");
    set_window(terminal, 80, 200);
    type(terminal, "rules\r");
    await(terminal, "\n# Toy: the rulings");
    await(terminal, "White> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
    check_no_pager("");
    check_no_pager("exec no-such-pager 2>/dev/null");
    unsetenv("PAGER");
}

/* Ctrl-C is the pager's, and Ctrl-Z stops both. */
static void test_signals_in_pager(void **state)
{
    Shell shell;
    (void)state;
    setenv("PAGER", "cat >/dev/null; echo here I am; read answer </dev/tty; echo it was $answer",
           1);
    Terminal *terminal = start_in_shell(&shell);
    type(terminal, "rules\r");
    await(terminal, "here I am");
    stop_and_go_on(terminal, &shell);
    type(terminal, "good\n");
    await(terminal, "it was good");
    await(terminal, "White> ");
    type(terminal, "rules\r");
    await(terminal, "here I am");
    type(terminal, "\003");
    await(terminal, "White> ");
    type(terminal, "c+f\r");
    await(terminal, "1. White c+f");
    await(terminal, "Black> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
    end_shell(&shell);
    unsetenv("PAGER");
}

/* The window is closed: nobody reads, nobody types. */
static void test_lost_terminal(void **state)
{
    (void)state;
    Terminal *terminal = start_toy("xterm", "human");
    close(terminal->master);
    terminal->master = open("/dev/null", 0);
    int status = await_end(terminal);
    if (!WIFEXITED(status)) /* by itself, not by a signal or in a loop */
        fail_msg("killed by signal %d", WTERMSIG(status));
    close(terminal->master);
    free(terminal);
}

/* The leader of the terminal's session outlives it, so nobody tells the program below. */
static _Noreturn void lead(char *const arguments[])
{
    int status;
    signal(SIGHUP, SIG_IGN);
    pid_t below = fork();
    if (below == 0) {
        signal(SIGHUP, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nobody behind */
        execv(tessera, arguments);
        _exit(127);
    }
    while (waitpid(below, &status, 0) < 0)
        continue;
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128);
}

/* While a program thinks nothing is read, and yet it is seen that nobody is there any more. */
static void test_lost_while_thinking(void **state)
{
    char     *arguments[] = { "tessera",  "play",    "gipf",
                              "--line",   "--first", "engine:time=600s,book=no",
                              "--second", "human",   NULL };
    Terminal *terminal = calloc(1, sizeof *terminal);
    (void)state;
    assert_non_null(terminal);
    setenv("TERM", "xterm", 1);
    terminal->child = forkpty(&terminal->master, NULL, NULL, NULL);
    assert_true(terminal->child >= 0);
    if (terminal->child == 0)
        lead(arguments);
    await(terminal, "thinks");
    close(terminal->master);
    terminal->master = open("/dev/null", 0);
    int status = await_end(terminal);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + SIGHUP);
    close(terminal->master);
    free(terminal);
}

static void test_kill_and_resume(void **state)
{
    char  path[] = "/tmp/tessera-line-XXXXXX";
    int   file = mkstemp(path);
    char *arguments[] = { "tessera", "play",       "toy", "--line", "--second",
                          "human",   "--autosave", path,  NULL };
    char *again[] = { "tessera", "play", "--line", "--autosave", path, NULL };
    (void)state;
    assert_true(file >= 0);
    close(file);
    Terminal *terminal = start("xterm", arguments);
    await(terminal, "White> ");
    type(terminal, "c+f\r");
    await(terminal, "Black> ");
    kill(terminal->child, SIGKILL);
    int status = await_end(terminal);
    assert_true(WIFSIGNALED(status));
    close(terminal->master);
    free(terminal);

    terminal = start("xterm", again);
    await(terminal, "after turn 1.");
    await(terminal, "1. White c+f");
    await(terminal, "Black> ");
    type(terminal, "d.\r");
    await(terminal, "2. Black d.");
    await(terminal, "White> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
    unlink(path);
}

static void test_replay(void **state)
{
    char  path[] = "/tmp/tessera-line-XXXXXX";
    int   file = mkstemp(path);
    char *arguments[] = { "tessera", "replay", "--line", path, "--pace", "60000", NULL };
    static const char RECORD[] = "[Game \"toy:8\"]\n1. c+f\n2. d.\n3. a+b\nresult *\n";
    (void)state;
    assert_int_equal(write(file, RECORD, strlen(RECORD)), (ssize_t)strlen(RECORD));
    close(file);
    Terminal *terminal = start("xterm", arguments);
    await(terminal, "0/3> ");
    type(terminal, "\r");
    await(terminal, "1. White c+f");
    await(terminal, "1/3> ");
    type(terminal, "resume 50\r");
    await(terminal, "3. White a+b");
    await(terminal, "3/3> ");
    type(terminal, "resume 60000\r"); /* from the start, and slowly */
    await(terminal, "resume 60000\r\n");
    type(terminal, "\003");
    await(terminal, "Paused.");
    await(terminal, "0/3> ");
    type(terminal, "quit\r");
    end_with(terminal, 0);
    unlink(path);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_editing),
        cmocka_unit_test(test_wrong_input),
        cmocka_unit_test(test_dumb),
        cmocka_unit_test(test_interrupt_at_prompt),
        cmocka_unit_test(test_interrupt_while_thinking),
        cmocka_unit_test(test_termination),
        cmocka_unit_test(test_stop_and_go_on),
        cmocka_unit_test(test_resize),
        cmocka_unit_test(test_pager),
        cmocka_unit_test(test_signals_in_pager),
        cmocka_unit_test(test_lost_terminal),
        cmocka_unit_test(test_lost_while_thinking),
        cmocka_unit_test(test_kill_and_resume),
        cmocka_unit_test(test_replay),
    };
    if (argc != 2) {
        fputs("usage: line_terminal TESSERA\n", stderr);
        return 2;
    }
    tessera = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
