/* SPDX-License-Identifier: MIT */
#include "term/pager.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

extern char **environ;

/* --- Is it needed? ------------------------------------------------------------------------ */

/* Columns of the character that this byte begins; 0 within one.  Ideographs and what is written among
 * them are twice as wide. */
static int columns_of(unsigned char byte)
{
    return (byte & 0xc0) == 0x80 ? 0 : byte >= 0xe3 ? 2 : 1;
}

static bool fits(const char *text, int width, int height)
{
    int rows = 0, column = 0;
    for (; *text != '\0' && rows < height; text++) {
        int columns = *text == '\n' ? 0 : columns_of((unsigned char)*text);
        if (*text == '\n' || column + columns > width) {
            rows++;
            column = 0;
        }
        column += columns;
    }
    return rows < height; /* the prompt wants the last one */
}

static bool is_long(const char *text, int file)
{
    struct winsize size;
    if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return true;
    return !fits(text, size.ws_col, size.ws_row);
}

static bool is_in_path(const char *program)
{
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        char   file[1024];
        size_t length = strcspn(path, ":");
        int    wanted = snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
        if (wanted > 0 && (size_t)wanted < sizeof file && access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':' ? 1 : 0);
    }
    return false;
}

/* Return the pager, or NULL. */
static const char *pager(void)
{
    const char *chosen = getenv("PAGER"), *kind = getenv("TERM");
    if (kind == NULL || kind[0] == '\0' || strcmp(kind, "dumb") == 0)
        return NULL;
    if (chosen != NULL)
        return chosen[0] == '\0' || strcmp(chosen, "cat") == 0 ? NULL : chosen;
    return is_in_path("less") ? "less" : is_in_path("more") ? "more" : NULL;
}

/* --- Showing ------------------------------------------------------------------------------ */

/* The pager starts with the default signal mask and actions. */
static int spawn(const char *program, int in, pid_t *pid)
{
    char                       shell[] = "sh", option[] = "-c";
    char                      *words = strdup(program);
    char                      *arguments[] = { shell, option, words, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t          attributes;
    sigset_t                   none, usual;
    if (words == NULL)
        return ENOMEM;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    sigaddset(&usual, SIGINT);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int failed = posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(words);
    return failed;
}

/* False if it could not be started, so that nothing was shown. */
static bool run(const char *program, const char *text)
{
    int   ends[2], status = 0;
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    int failed = spawn(program, ends[0], &pid);
    close(ends[0]);
    if (failed == 0)
        file_write(ends[1], text,
                   strlen(text)); /* if the pager exits early, the rest is not needed */
    close(ends[1]);
    if (failed != 0)
        return false;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return !WIFEXITED(status) || (WEXITSTATUS(status) != 126 && WEXITSTATUS(status) != 127);
}

/* Ctrl-C is meant for the pager. If the signal is blocked, it stays pending for us; ignoring it
 * once discards it. */
static bool run_alone(const char *program, const char *text)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, closed;
    sigset_t         stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigaction(SIGINT, &ignore, &interrupt);
    sigaction(SIGPIPE, &ignore, &closed);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    bool shown = run(program, text);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGINT, &ignore, NULL);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGPIPE, &closed, NULL);
    return shown;
}

void pager_show(const char *text, FILE *out)
{
    assert(text != NULL && out != NULL);
    const char *program = isatty(fileno(out)) && is_long(text, fileno(out)) ? pager() : NULL;
    fflush(out);
    if (program != NULL)
        setenv("LESS", "FRX", 0); /* the last page stays on the screen */
    if (program == NULL || !run_alone(program, text))
        fputs(text, out);
}
