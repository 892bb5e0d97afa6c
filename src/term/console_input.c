/* SPDX-License-Identifier: MIT */
/* All waiting happens in `wait_for`: for bytes, for the wake, for a signal. libedit gets its
 * characters from a function that also waits there, so a prompt never blocks other events. */
#include "term/console_input.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_LINES = 500 };

struct ConsoleInput {
    int         in;
    int         keys; /* where bytes are read: `in`, or the same terminal opened without blocking */
    FILE       *out;
    bool        is_terminal;
    int         signals; /* a signalfd */
    sigset_t    before;  /* the signal mask of the program before */
    int         last_signal;
    EditLine   *edit; /* NULL: plain */
    FILE       *edit_in;
    History    *history;
    const char *prompt;       /* of the read in progress; NULL: none */
    const ConsoleWake *wake;  /* likewise */
    ConsoleEvent       event; /* why the characters ended */
    bool               typed; /* the line was not empty then */
    mbstate_t          shift;
    ConsoleComplete   *complete;
    void              *complete_context;
    size_t             used; /* plain: bytes that were read but not taken */
    char               bytes[CONSOLE_INPUT_MAX];
};

/* --- Waiting ------------------------------------------------------------------------------ */

/* Ctrl-Z: the shell gets the terminal until the program continues. The signal has its default
 * action, so nothing stops if there is no shell to continue it. */
static void stop_here(ConsoleInput *input)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    bool editing = input->edit != NULL && input->prompt != NULL;
    if (editing)
        el_set(input->edit, EL_PREP_TERM, 0);
    fflush(input->out);
    raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL); /* it stops and continues here */
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (editing) {
        el_set(input->edit, EL_PREP_TERM, 1);
        el_set(input->edit, EL_REFRESH);
    }
}

/* Return what a signal means for the caller; CONSOLE_WOKEN: nothing. */
static ConsoleEvent take_signal(ConsoleInput *input)
{
    struct signalfd_siginfo info;
    if (read(input->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return CONSOLE_WOKEN;
    switch (info.ssi_signo) {
    case SIGTSTP: stop_here(input); return CONSOLE_WOKEN;
    case SIGWINCH:
        if (input->edit != NULL)
            el_resize(input->edit);
        return CONSOLE_WOKEN;
    default:
        input->last_signal = (int)info.ssi_signo;
        return info.ssi_signo == SIGINT ? CONSOLE_INTERRUPT : CONSOLE_LEAVE;
    }
}

static int poll_all(ConsoleInput *input, const ConsoleWake *wake, bool keys, struct pollfd ready[3])
{
    int timeout = wake == NULL ? -1 : wake->wait_ms(wake->context);
    ready[0] = (struct pollfd){ .fd = input->signals, .events = POLLIN };
    ready[1] = (struct pollfd){ .fd = wake == NULL ? -1 : wake->signal, .events = POLLIN };
    /* A terminal is watched even if nothing is read, to notice that it is gone. */
    ready[2] = (struct pollfd){ .fd = keys || input->is_terminal ? input->keys : -1,
                                .events = keys ? POLLIN : 0 };
    return poll(ready, 3, timeout);
}

/* Return CONSOLE_READ if there are bytes or the end of input. */
static ConsoleEvent wait_for(ConsoleInput *input, const ConsoleWake *wake, bool keys)
{
    for (;;) {
        struct pollfd ready[3];
        int           count = poll_all(input, wake, keys, ready);
        if (count < 0 && errno != EINTR)
            return CONSOLE_END;
        if (count < 0)
            continue;
        if (ready[0].revents != 0) {
            ConsoleEvent event = take_signal(input);
            if (event != CONSOLE_WOKEN)
                return event;
        }
        if ((count == 0 || ready[1].revents != 0) && wake != NULL && wake->wake(wake->context))
            return CONSOLE_WOKEN;
        if (ready[2].revents != 0 && keys)
            return CONSOLE_READ;
        if (ready[2].revents !=
            0) { /* SIGHUP goes to the session leader of the terminal, not to us */
            input->last_signal = SIGHUP;
            return CONSOLE_LEAVE;
        }
    }
}

ConsoleEvent console_input_wait(ConsoleInput *input, const ConsoleWake *wake, bool keys)
{
    assert(input->prompt == NULL);
    ConsoleEvent event = wait_for(input, wake, keys && input->is_terminal);
    if (event == CONSOLE_READ)
        tcflush(input->in, TCIFLUSH); /* a key that interrupts is not a command */
    return event;
}

int console_input_status(const ConsoleInput *input)
{
    return 128 + (input->last_signal == 0 ? SIGINT : input->last_signal);
}

/* --- libedit ------------------------------------------------------------------------------ */

static ConsoleInput *input_of(EditLine *edit)
{
    void *data = NULL;
    el_get(edit, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt_of(EditLine *edit)
{
    return (char *)input_of(edit)->prompt; /* libedit only reads it */
}

/* There was nothing to read after all: Ctrl-C flushes what was typed before it. */
static bool was_flushed(ssize_t got)
{
    return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Read the next byte: return 1, or 0 with the reason in `event`. */
static int next_byte(ConsoleInput *input, char *byte)
{
    ssize_t got;
    do {
        input->event = wait_for(input, input->wake, true);
        if (input->event != CONSOLE_READ)
            return 0;
        got = read(input->keys, byte, 1);
    } while (was_flushed(got));
    if (got == 1)
        return 1;
    input->event = CONSOLE_END; /* also if the terminal is gone: EIO */
    return 0;
}

/* Return one character for libedit; invalid bytes are skipped. */
static int next_character(EditLine *edit, wchar_t *out)
{
    ConsoleInput *input = input_of(edit);
    char          byte;
    for (;;) {
        if (next_byte(input, &byte) != 1) {
            const LineInfo *info = el_line(edit);
            input->typed = info->lastchar != info->buffer;
            return 0;
        }
        size_t length = mbrtowc(out, &byte, 1, &input->shift);
        if (length == 1 || length == 0)
            return 1;
        if (length == (size_t)-1)
            memset(&input->shift, 0, sizeof input->shift);
    }
}

static unsigned char complete_word(EditLine *edit, wint_t key)
{
    ConsoleInput   *input = input_of(edit);
    const LineInfo *info = el_line(edit);
    char            typed[CONSOLE_INPUT_MAX], more[256] = "";
    size_t          length = (size_t)(info->cursor - info->buffer);
    (void)key;
    if (input->complete == NULL || length >= sizeof typed)
        return CC_ERROR;
    memcpy(typed, info->buffer, length);
    typed[length] = '\0';
    input->complete(input->complete_context, typed, more, sizeof more);
    if (more[0] == '\0' || el_insertstr(edit, more) != 0)
        return CC_ERROR;
    return CC_REFRESH;
}

/* A terminal that cannot move its cursor is read without libedit. */
static bool can_edit(const ConsoleInput *input)
{
    const char *kind = getenv("TERM");
    return input->is_terminal && isatty(fileno(input->out)) && kind != NULL && kind[0] != '\0' &&
           strcmp(kind, "dumb") != 0;
}

static void start_editor(ConsoleInput *input)
{
    HistEvent event;
    int       copy = dup(input->in);
    input->edit_in = copy < 0 ? NULL : fdopen(copy, "r");
    if (input->edit_in == NULL)
        return;
    input->edit = el_init("tessera", input->edit_in, input->out, stderr);
    if (input->edit == NULL)
        return;
    el_set(input->edit, EL_CLIENTDATA, input);
    el_set(input->edit, EL_PROMPT, prompt_of);
    el_set(input->edit, EL_EDITOR, "emacs");
    el_set(input->edit, EL_GETCFN, next_character);
    /* The wide version keeps the given string; the narrow one copies it and leaks the copy. */
    el_wset(input->edit, EL_ADDFN, L"tessera-complete", L"complete a word", complete_word);
    el_set(input->edit, EL_BIND, "\t", "tessera-complete", NULL);
    input->history = history_init();
    if (input->history == NULL)
        return;
    history(input->history, &event, H_SETSIZE, HISTORY_LINES);
    history(input->history, &event, H_SETUNIQUE, 1);
    el_set(input->edit, EL_HIST, history, input->history);
}

static ConsoleEvent read_edited(ConsoleInput *input, char line[CONSOLE_INPUT_MAX])
{
    int       count = 0;
    HistEvent event;
    el_set(input->edit, EL_PREP_TERM, 1); /* otherwise the prompt shows before libedit reads keys */
    const char *text = el_gets(input->edit, &count);
    if (text == NULL || count <= 0 || text[count - 1] != '\n') {
        fputc('\n', input->out);
        if (input->event == CONSOLE_INTERRUPT && input->typed)
            return CONSOLE_WOKEN;
        return input->event == CONSOLE_READ ? CONSOLE_END : input->event;
    }
    if (count >= CONSOLE_INPUT_MAX)
        return CONSOLE_LONG;
    memcpy(line, text, (size_t)count - 1);
    line[count - 1] = '\0';
    if (line[0] != '\0' && input->history != NULL)
        history(input->history, &event, H_ENTER, line);
    return CONSOLE_READ;
}

/* --- Plain -------------------------------------------------------------------------------- */

/* Take the first line of the bytes read; false if there is no complete line. NUL bytes become
 * visible, so that nothing hides behind them. */
static bool take_line(ConsoleInput *input, char line[CONSOLE_INPUT_MAX])
{
    char *end = memchr(input->bytes, '\n', input->used);
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - input->bytes);
    for (size_t i = 0; i < length; i++)
        line[i] = input->bytes[i] == '\0' ? '?' : input->bytes[i];
    line[length] = '\0';
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = '\0';
    input->used -= length + 1;
    memmove(input->bytes, end + 1, input->used);
    return true;
}

/* Read and drop bytes up to the end of a line that is too long. */
static ConsoleEvent skip_line(ConsoleInput *input)
{
    for (;;) {
        char        *end = memchr(input->bytes, '\n', input->used);
        ConsoleEvent event;
        if (end != NULL) {
            input->used -= (size_t)(end + 1 - input->bytes);
            memmove(input->bytes, end + 1, input->used);
            return CONSOLE_LONG;
        }
        input->used = 0;
        if ((event = wait_for(input, input->wake, true)) != CONSOLE_READ)
            return event;
        ssize_t got = read(input->keys, input->bytes, sizeof input->bytes);
        if (was_flushed(got))
            continue;
        if (got <= 0)
            return CONSOLE_LONG;
        input->used = (size_t)got;
    }
}

/* The last line may lack its newline. */
static ConsoleEvent take_rest(ConsoleInput *input, char line[CONSOLE_INPUT_MAX])
{
    if (input->used == 0)
        return CONSOLE_END;
    input->bytes[input->used++] = '\n';
    return take_line(input, line) ? CONSOLE_READ : CONSOLE_END;
}

static ConsoleEvent read_plain(ConsoleInput *input, char line[CONSOLE_INPUT_MAX])
{
    while (!take_line(input, line)) {
        if (input->used == sizeof input->bytes - 1)
            return skip_line(input);
        ConsoleEvent event = wait_for(input, input->wake, true);
        if (event != CONSOLE_READ)
            return event;
        ssize_t got =
            read(input->keys, input->bytes + input->used, sizeof input->bytes - 1 - input->used);
        if (was_flushed(got))
            continue;
        if (got <= 0)
            return take_rest(input, line);
        input->used += (size_t)got;
    }
    return CONSOLE_READ;
}

static void put_harmless(FILE *out, const char *line)
{
    for (; *line != '\0'; line++)
        fputc((unsigned char)*line < 0x20 || *line == 0x7f ? '?' : *line, out);
}

static ConsoleEvent read_repeated(ConsoleInput *input, char line[CONSOLE_INPUT_MAX])
{
    fputs(input->prompt, input->out);
    fflush(input->out);
    ConsoleEvent event = read_plain(input, line);
    if (event == CONSOLE_READ && !input->is_terminal)
        put_harmless(input->out, line);
    if (event != CONSOLE_READ || !input->is_terminal)
        fputc('\n', input->out);
    return event;
}

ConsoleEvent console_input_read(ConsoleInput *input, const char *prompt, const ConsoleWake *wake,
                                char line[CONSOLE_INPUT_MAX])
{
    assert(prompt != NULL && input->prompt == NULL);
    input->prompt = prompt;
    input->wake = wake;
    fflush(input->out);
    ConsoleEvent event =
        input->edit != NULL ? read_edited(input, line) : read_repeated(input, line);
    input->wake = NULL;
    input->prompt = NULL;
    return event;
}

/* --- Beginning and end -------------------------------------------------------------------- */

static sigset_t wanted_signals(void)
{
    static const int SIGNALS[] = { SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH };
    sigset_t         set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++)
        sigaddset(&set, SIGNALS[i]);
    return set;
}

/* Between poll and read a terminal may lose its bytes again, and then a blocking read would not
 * notice signals. So it is opened a second time: whether reads block is a property of the open
 * file, and that of `in` is shared with the shell. */
static int open_keys(int in)
{
    const char *name = ttyname(in);
    int         keys = name == NULL ? -1 : open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return keys < 0 ? in : keys;
}

ConsoleInput *console_input_new(int in, FILE *out)
{
    assert(in >= 0 && out != NULL);
    sigset_t      set = wanted_signals();
    ConsoleInput *input = calloc(1, sizeof *input);
    if (input == NULL)
        return NULL;
    pthread_sigmask(SIG_BLOCK, &set, &input->before);
    input->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (input->signals < 0) {
        pthread_sigmask(SIG_SETMASK, &input->before, NULL);
        free(input);
        return NULL;
    }
    input->in = in;
    input->out = out;
    input->is_terminal = isatty(in) == 1;
    input->keys = input->is_terminal ? open_keys(in) : in;
    if (can_edit(input))
        start_editor(input);
    return input;
}

void console_input_delete(ConsoleInput *input)
{
    if (input == NULL)
        return;
    if (input->edit != NULL)
        el_end(input->edit);
    if (input->history != NULL)
        history_end(input->history);
    if (input->edit_in != NULL)
        fclose(input->edit_in);
    if (input->keys != input->in)
        close(input->keys);
    struct signalfd_siginfo info; /* the last signal is handled; it must not end the program now */
    while (read(input->signals, &info, sizeof info) == (ssize_t)sizeof info)
        continue;
    close(input->signals);
    pthread_sigmask(SIG_SETMASK, &input->before, NULL);
    free(input);
}

bool console_input_is_terminal(const ConsoleInput *input)
{
    return input->is_terminal;
}

void console_input_complete(ConsoleInput *input, ConsoleComplete *complete, void *context)
{
    input->complete = complete;
    input->complete_context = context;
}
