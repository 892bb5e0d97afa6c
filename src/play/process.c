/* SPDX-License-Identifier: MIT */
#include "play/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "play/pipe_buffer.h"

extern char **environ;

enum {
    LAST_WORDS_MAX = 120, /* last bytes of stderr, with the NUL */
    NAP_MS = 2,
    DEATH_MS = 200, /* wait for the exit after the output was closed */
};

struct Process {
    pid_t      pid;
    int        in, out, err; /* our ends of the pipes; -1 if closed */
    uint64_t   bytes;
    PipeBuffer lines;
    size_t     last_used;
    char       last[LAST_WORDS_MAX];
};

/* --- Starting ----------------------------------------------------------------------------- */

static void close_one(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static void close_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++)
        for (int end = 0; end < 2; end++)
            close_one(&pipes[i][end]);
}

static bool open_pipes(int pipes[3][2])
{
    for (int i = 0; i < 3; i++)
        pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < 3; i++)
        if (pipe2(pipes[i], O_CLOEXEC) != 0) {
            close_pipes(pipes);
            return false;
        }
    return true;
}

/* Reset the signals of the child: none blocked, and default handlers for those that we ignore. */
static void set_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &usual);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                             POSIX_SPAWN_SETPGROUP);
}

static int spawn(const char *command, int pipes[3][2], pid_t *pid)
{
    char                       shell[] = "sh", option[] = "-c";
    char                      *words = strdup(command);
    char                      *arguments[] = { shell, option, words, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          attributes;
    if (words == NULL)
        return ENOMEM;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, pipes[0][0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, pipes[1][1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, pipes[2][1], STDERR_FILENO);
    set_signals(&attributes);
    int failed = posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(words);
    return failed;
}

static void set_nonblocking(int file)
{
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

Process *process_start(const char *command, Fault *fault)
{
    int      pipes[3][2];
    Process *process = calloc(1, sizeof *process);
    if (process == NULL || !open_pipes(pipes)) {
        free(process);
        fault_set(fault, STATUS_SYSTEM, 0, "cannot create a pipe: %s", strerror(errno));
        return NULL;
    }
    int failed = spawn(command, pipes, &process->pid);
    if (failed != 0) {
        close_pipes(pipes);
        free(process);
        fault_set(fault, STATUS_SYSTEM, 0, "cannot start the program: %s", strerror(failed));
        return NULL;
    }
    process->in = pipes[0][1];
    process->out = pipes[1][0];
    process->err = pipes[2][0];
    close_one(&pipes[0][0]);
    close_one(&pipes[1][1]);
    close_one(&pipes[2][1]);
    set_nonblocking(process->in);
    set_nonblocking(process->out);
    set_nonblocking(process->err);
    return process;
}

/* --- Ending ------------------------------------------------------------------------------- */

static void nap(void)
{
    struct timespec time = { .tv_nsec = NAP_MS * 1000000L };
    nanosleep(&time, NULL);
}

/* True if it has exited.  It is not reaped, so that its PID is not reused. */
static bool has_ended(const Process *process, siginfo_t *how)
{
    how->si_pid = 0;
    return waitid(P_PID, (id_t)process->pid, how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           how->si_pid != 0;
}

static bool wait_for_end(const Process *process, int64_t until_ms, siginfo_t *how)
{
    while (!has_ended(process, how)) {
        if (clock_wall_ms() >= until_ms)
            return false;
        nap();
    }
    return true;
}

/* Kill the group even if its leader has exited, because other members may remain.  The leader is
 * reaped last, so the group ID cannot have been reused. */
void process_end(Process *process, int64_t until_ms)
{
    siginfo_t how;
    if (process == NULL)
        return;
    close_one(&process->in);
    wait_for_end(process, until_ms, &how);
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL); /* in case it has no process group yet */
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    close_one(&process->out);
    close_one(&process->err);
    free(process);
}

/* --- Writing ------------------------------------------------------------------------------ */

bool process_write(Process *process, const char *data, size_t size, int64_t until_ms)
{
    return pipe_buffer_write(process->in, data, size, until_ms);
}

/* --- Reading ------------------------------------------------------------------------------ */

/* Keep the last bytes of stderr. */
static void read_last_words(Process *process)
{
    char    chunk[4096];
    ssize_t got = read(process->err, chunk, sizeof chunk);
    if (pipe_buffer_is_end(got))
        close_one(&process->err);
    for (ssize_t i = 0; i < got; i++) {
        if (process->last_used == sizeof process->last - 1)
            memmove(process->last, process->last + 1, --process->last_used);
        process->last[process->last_used++] = chunk[i];
    }
}

/* Take available output; drop a line that is too long. */
static void take_bytes(Process *process)
{
    const char *fresh;
    bool        open;
    if (pipe_buffer_is_full(&process->lines))
        pipe_buffer_drop(&process->lines, true);
    process->bytes += pipe_buffer_take(&process->lines, process->out, &fresh, &open);
    if (!open)
        close_one(&process->out);
}

ProcessEvent process_read(Process *process, int64_t until_ms, const char **line, size_t *length)
{
    assert(process != NULL && line != NULL && length != NULL);
    while (!pipe_buffer_next(&process->lines, line, length)) {
        if (process->out < 0)
            return PROCESS_CLOSED;
        struct pollfd wanted[2] = { { .fd = process->out, .events = POLLIN },
                                    { .fd = process->err, .events = POLLIN } };
        int           ready = poll(wanted, 2, pipe_buffer_time_left(until_ms));
        if (ready > 0 && wanted[1].revents != 0)
            read_last_words(process);
        if (ready > 0 && wanted[0].revents != 0)
            take_bytes(process);
        if (process->out >= 0 && clock_wall_ms() >= until_ms && !pipe_buffer_has(&process->lines))
            /* a flood never lets poll time out */
            return PROCESS_TIMEOUT;
    }
    return PROCESS_LINE;
}

uint64_t process_bytes(const Process *process)
{
    return process->bytes;
}

/* --- Description -------------------------------------------------------------------------- */

static void write_last_output(Process *process, Text *out)
{
    for (int i = 0; i < 16 && process->err >= 0; i++)
        read_last_words(process);
    size_t end = process->last_used;
    while (end > 0 && (process->last[end - 1] == '\n' || process->last[end - 1] == '\r'))
        end--;
    if (end == 0)
        return;
    text_add(out, ", saying ");
    for (size_t i = 0; i < end; i++) {
        unsigned char byte = (unsigned char)process->last[i];
        text_char(out, byte == '\n' ? '/' : byte < 0x20 || byte == 0x7f ? '?' : (char)byte);
    }
}

void process_describe(Process *process, Text *out)
{
    siginfo_t how;
    if (!wait_for_end(process, clock_wall_ms() + (process->out < 0 ? DEATH_MS : 0), &how))
        text_add(out, "is still running");
    else if (how.si_code == CLD_EXITED)
        text_addf(out, "exited with status %d", how.si_status);
    else
        text_addf(out, "was killed by signal %d", how.si_status);
    write_last_output(process, out);
}
