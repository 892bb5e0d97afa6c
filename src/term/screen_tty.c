/* SPDX-License-Identifier: MIT */
/* All calls of ncurses. Signals come through a signalfd: the main thread blocks them, player
 * threads block all signals anyway, and child processes get a clean mask from play/process. */
#include "term/screen_tty.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

/* term.h is generous with macros. */
#undef lines
#undef columns

enum { ESCAPE_MS = 50, PRESSES_MAX = 16 };

typedef struct Colours {
    short ink[INK_COUNT], ground[GROUND_COUNT];
    short on_cursor; /* the ink on strong grounds, for all inks */
} Colours;

struct Tty {
    int              press_count;
    TtyEvent         press[PRESSES_MAX]; /* of the mouse, newest first */
    FILE            *in;
    SCREEN          *screen;
    bool             unicode;
    const Colours   *colours; /* NULL: none */
    int              signals;
    sigset_t         mask_before;
    struct sigaction crash_before[4];
    int              broken; /* how often the terminal was readable without a key */
};

/* --- can we? --- */

static bool is_terminal(int fd)
{
    struct termios modes;
    return isatty(fd) && tcgetattr(fd, &modes) == 0;
}

static bool has_ability(const char *name)
{
    char *value = tigetstr((char *)(uintptr_t)name);
    return value != NULL && value != (char *)-1;
}

bool tty_is_possible(int input, Fault *fault)
{
    int         error = 0;
    const char *type = getenv("TERM");
    if (!is_terminal(input) || !is_terminal(STDOUT_FILENO)) {
        fault_set(fault, STATUS_SYSTEM, 0, "input and output are not a terminal");
        return false;
    }
    if (type == NULL || type[0] == '\0' || setupterm(NULL, STDOUT_FILENO, &error) != OK) {
        fault_set(fault, STATUS_SYSTEM, 0, "the terminal type '%.40s' is unknown; set TERM",
                  type == NULL ? "" : type);
        return false;
    }
    bool can = has_ability("cup") && has_ability("clear");
    if (!can)
        fault_set(fault, STATUS_SYSTEM, 0, "a terminal of type '%.40s' cannot move its cursor",
                  type);
    del_curterm(cur_term);
    return can;
}

/* --- characters --- */

static bool wants_utf8(void)
{
    static const char *const NAMES[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        const char *value = getenv(NAMES[i]);
        if (value == NULL || value[0] == '\0')
            continue;
        return strcasestr(value, "utf-8") != NULL || strcasestr(value, "utf8") != NULL;
    }
    return false;
}

/* The first of the three variables that is set decides. Even a locale that is not installed says
 * which characters the terminal shows. */
static bool choose_characters(bool ascii)
{
    if (setlocale(LC_CTYPE, "") == NULL && wants_utf8())
        setlocale(LC_CTYPE, "C.UTF-8");
    const char *type = getenv("TERM");
    bool is_console = type != NULL && strcmp(type, "linux") == 0; /* few console fonts have them */
    return !ascii && !is_console && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* --- colours --- */

enum { DEFAULT = -1 };

static const Colours COLOURS_8 = {
    .ink = { [INK_PLAIN] = DEFAULT,
             [INK_LINE] = DEFAULT,
             [INK_LABEL] = COLOR_CYAN,
             [INK_STRONG] = DEFAULT,
             [INK_ALERT] = COLOR_RED,
             [INK_COLOUR + COLOUR_NONE] = DEFAULT,
             [INK_COLOUR + COLOUR_WHITE] = COLOR_YELLOW,
             [INK_COLOUR + COLOUR_BLACK] = COLOR_CYAN,
             [INK_COLOUR + COLOUR_RED] = COLOR_RED,
             [INK_COLOUR + COLOUR_BLUE] = COLOR_BLUE,
             [INK_COLOUR + COLOUR_SKY] = COLOR_CYAN,
             [INK_COLOUR + COLOUR_ORANGE] = COLOR_YELLOW,
             [INK_COLOUR + COLOUR_PURPLE] = COLOR_MAGENTA,
             [INK_COLOUR + COLOUR_GREEN] = COLOR_GREEN },
    .ground = { [GROUND_NONE] = DEFAULT,
                [GROUND_BOARD] = DEFAULT,
                [GROUND_LAST] = DEFAULT,
                [GROUND_TARGET] = DEFAULT,
                [GROUND_HINT] = COLOR_MAGENTA,
                [GROUND_NETWORK] = DEFAULT,
                [GROUND_MINOR] = DEFAULT,
                [GROUND_AREA] = DEFAULT,
                [GROUND_WIN] = COLOR_GREEN,
                [GROUND_DANGER] = COLOR_MAGENTA,
                [GROUND_CHOSEN] = COLOR_BLUE,
                [GROUND_OFFENDING] = COLOR_RED,
                [GROUND_CURSOR] = COLOR_WHITE,
                [GROUND_BAR] = COLOR_BLUE },
    .on_cursor = COLOR_BLACK,
};

/* The board has its own background, on which white and black are equally visible. */
static const Colours COLOURS_256 = {
    .ink = { [INK_PLAIN] = DEFAULT,
             [INK_LINE] = 236,
             [INK_LABEL] = 194,
             [INK_STRONG] = 16,
             [INK_ALERT] = 231,
             [INK_COLOUR + COLOUR_NONE] = 231,
             [INK_COLOUR + COLOUR_WHITE] = 231,
             [INK_COLOUR + COLOUR_BLACK] = 16,
             [INK_COLOUR + COLOUR_RED] = 52,
             [INK_COLOUR + COLOUR_BLUE] = 18,
             [INK_COLOUR + COLOUR_SKY] = 159,
             [INK_COLOUR + COLOUR_ORANGE] = 220,
             [INK_COLOUR + COLOUR_PURPLE] = 183,
             [INK_COLOUR + COLOUR_GREEN] = 120 },
    .ground = { [GROUND_NONE] = DEFAULT,
                [GROUND_BOARD] = 65,
                [GROUND_LAST] = 137,
                [GROUND_TARGET] = 108,
                [GROUND_HINT] = 140,
                [GROUND_NETWORK] = 66,
                [GROUND_MINOR] = 101,
                [GROUND_AREA] = 143,
                [GROUND_WIN] = 34,
                [GROUND_DANGER] = 167,
                [GROUND_CHOSEN] = 75,
                [GROUND_OFFENDING] = 160,
                [GROUND_CURSOR] = 226,
                [GROUND_BAR] = 24 },
    .on_cursor = 16,
};

static void choose_colours(Tty *tty, bool mono)
{
    const char *none = getenv("NO_COLOR");
    if (mono || (none != NULL && none[0] != '\0') || !has_colors() || start_color() == ERR)
        return;
    if (use_default_colors() == ERR || COLOR_PAIRS < 32)
        return;
    tty->colours = COLORS >= 256 ? &COLOURS_256 : COLORS >= 8 ? &COLOURS_8 : NULL;
}

/* Text outside the board uses the terminal's own colours; colours that suit the board would be
 * invisible there. */
static short ink_colour(const Colours *colours, Ink ink, Ground ground)
{
    if (ground == GROUND_CURSOR)
        return colours->on_cursor;
    if (ground == GROUND_BAR)
        return colours == &COLOURS_8 ? COLOR_WHITE : 231;
    bool is_lost = colours->ink[ink] != DEFAULT && colours->ink[ink] == colours->ground[ground];
    if (is_lost) /* red on red, with few colours */
        return COLOR_WHITE;
    if (ground != GROUND_NONE)
        return colours->ink[ink];
    if (ink == INK_ALERT)
        return COLOR_RED;
    return ink > INK_COLOUR + COLOUR_BLACK ? COLOURS_8.ink[ink] : (short)DEFAULT;
}

static attr_t attributes(const Tty *tty, Ink ink, Ground ground)
{
    static const attr_t MONO[GROUND_COUNT] = {
        [GROUND_LAST] = A_UNDERLINE,
        [GROUND_TARGET] = A_BOLD,
        [GROUND_HINT] = A_UNDERLINE,
        [GROUND_AREA] = A_BOLD,
        [GROUND_WIN] = A_BOLD,
        [GROUND_DANGER] = A_STANDOUT,
        [GROUND_CHOSEN] = A_BOLD | A_UNDERLINE,
        [GROUND_OFFENDING] = A_STANDOUT,
        [GROUND_CURSOR] = A_REVERSE,
        [GROUND_BAR] = A_REVERSE,
    };
    attr_t bold = ink == INK_STRONG || ink == INK_ALERT ||
                          (ink > INK_COLOUR && ink != INK_COLOUR + COLOUR_BLACK)
                      ? A_BOLD
                      : A_NORMAL;
    if (tty->colours == NULL)
        return bold | MONO[ground];
    if (tty->colours == &COLOURS_8 && (ground == GROUND_LAST || ground == GROUND_TARGET))
        return bold | MONO[ground];
    return ground == GROUND_CURSOR ? A_BOLD : bold;
}

/* --- signals --- */

static const int WATCHED[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH };
static const int CRASHES[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE };

/* If the program crashes, restore the terminal without knowing its state: normal modes, no mouse,
 * the normal screen, a cursor. Only async-signal-safe calls. */
static void give_back(int number)
{
    static const char WORDS[] =
        "\033[?1006l\033[?1002l\033[?1000l\033[?1l\033>\033[?1049l\033[0m\033[?25h\r\n";
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_iflag |= ICRNL | IXON;
        modes.c_oflag |= OPOST | ONLCR;
        modes.c_lflag |= ICANON | ECHO | ISIG | IEXTEN;
        tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    }
    ssize_t ignored = write(STDOUT_FILENO, WORDS, sizeof WORDS - 1);
    (void)ignored;
    signal(number, SIG_DFL);
    raise(number);
}

static bool watch_signals(Tty *tty)
{
    sigset_t         set;
    struct sigaction crash = { .sa_handler = give_back, .sa_flags = (int)SA_RESETHAND };
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof WATCHED / sizeof WATCHED[0]; i++)
        sigaddset(&set, WATCHED[i]);
    tty->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (tty->signals < 0)
        return false;
    pthread_sigmask(SIG_BLOCK, &set, &tty->mask_before);
    for (size_t i = 0; i < sizeof CRASHES / sizeof CRASHES[0]; i++)
        sigaction(CRASHES[i], &crash, &tty->crash_before[i]);
    return true;
}

static void unwatch_signals(Tty *tty)
{
    for (size_t i = 0; i < sizeof CRASHES / sizeof CRASHES[0]; i++)
        sigaction(CRASHES[i], &tty->crash_before[i], NULL);
    struct signalfd_siginfo info; /* the last signal is handled; it must not end the program now */
    while (read(tty->signals, &info, sizeof info) == (ssize_t)sizeof info)
        continue;
    close(tty->signals);
    pthread_sigmask(SIG_SETMASK, &tty->mask_before, NULL);
}

/* --- opening --- */

/* Open the terminal again, so that reads never block.  ncurses skips mouse reports that are not in its
 * mask and then reads on, although it was told not to wait.  The flag belongs to the open file, which
 * the shell shares, hence a second one. */
static FILE *open_input(int input)
{
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", input);
    int own = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return fdopen(own >= 0 ? own : dup(input), "r");
}

/* Releases are in the mask only so that ncurses reports them at once. */
static const mmask_t MOUSE_MASK =
    BUTTON1_PRESSED | BUTTON2_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED |
    BUTTON1_RELEASED | BUTTON2_RELEASED | BUTTON3_RELEASED | BUTTON4_RELEASED | BUTTON5_RELEASED;

Tty *tty_open(const TtyOptions *options, Fault *fault)
{
    assert(options->input >= 0);
    Tty *tty = calloc(1, sizeof *tty);
    if (tty == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    if (!tty_is_possible(options->input, fault)) {
        free(tty);
        return NULL;
    }
    tty->unicode = choose_characters(options->ascii);
    if (!watch_signals(tty)) {
        fault_set(fault, STATUS_SYSTEM, 0, "cannot create a signalfd: %s", strerror(errno));
        free(tty);
        return NULL;
    }
    tty->in = open_input(options->input);
    tty->screen = tty->in == NULL ? NULL : newterm(NULL, stdout, tty->in);
    if (tty->screen == NULL) {
        if (tty->in != NULL)
            fclose(tty->in);
        unwatch_signals(tty);
        free(tty);
        fault_set(fault, STATUS_SYSTEM, 0, "the terminal does not support full screen");
        return NULL;
    }
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    leaveok(stdscr, FALSE);
    choose_colours(tty, options->mono);
    if (options->mouse)
        mousemask(MOUSE_MASK, NULL);
    mouseinterval(0);
    return tty;
}

void tty_close(Tty *tty)
{
    if (tty == NULL)
        return;
    erase(); /* some terminals have no alternate screen */
    refresh();
    endwin();
    delscreen(tty->screen);
    fclose(tty->in);
    unwatch_signals(tty);
    free(tty);
}

int tty_width(const Tty *tty)
{
    (void)tty;
    return COLS;
}

int tty_height(const Tty *tty)
{
    (void)tty;
    return LINES;
}

bool tty_is_unicode(const Tty *tty)
{
    return tty->unicode;
}

/* --- out --- */

static void show_cell(Tty *tty, int x, int y, const CanvasCell *cell)
{
    wchar_t words[2] = { (wchar_t)cell->sign, L'\0' };
    cchar_t character;
    attr_t  attr = attributes(tty, cell->ink, cell->ground);
    int     pair = 0;
    if (tty->colours != NULL)
        pair = alloc_pair(ink_colour(tty->colours, cell->ink, cell->ground),
                          tty->colours->ground[cell->ground]);
    setcchar(&character, words, attr, (short)(pair < 0 ? 0 : pair), NULL);
    mvadd_wch(y, x, &character);
}

void tty_show(Tty *tty, const Canvas *canvas, int x, int y)
{
    assert(canvas != NULL);
    erase();
    for (int row = 0; row < canvas->height && row < LINES; row++)
        for (int column = 0; column < canvas->width && column < COLS; column++) {
            const CanvasCell *cell = canvas_at(canvas, column, row);
            if (cell->sign != 0)
                show_cell(tty, column, row, cell);
        }
    curs_set(x >= 0 ? 1 : 0);
    if (x >= 0)
        move(y, x);
    refresh();
}

/* --- in --- */

static void resize(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

/* Stop as the shell expects, and take the terminal again on continue. The default action stops the
 * process, so nothing stops if there is no shell to continue it. */
static void stop_and_go_on(void)
{
    struct sigaction usual = { .sa_handler = SIG_DFL }, before;
    sigset_t         stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    endwin();
    sigaction(SIGTSTP, &usual, &before); /* ncurses has installed its own handler */
    raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask); /* it stops here */
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
    refresh();
    resize();
}

static TtyEvent take_signal(Tty *tty)
{
    struct signalfd_siginfo info;
    TtyEvent                event = { .kind = TTY_NOTHING };
    if (read(tty->signals, &info, sizeof info) != (ssize_t)sizeof info)
        return event;
    switch (info.ssi_signo) {
    case SIGINT: event.kind = TTY_INTERRUPT; break;
    case SIGHUP: event.kind = TTY_LOST; break;
    case SIGTSTP:
        stop_and_go_on();
        event.kind = TTY_RESIZE;
        break;
    case SIGWINCH:
        resize();
        event.kind = TTY_RESIZE;
        break;
    default: event.kind = TTY_END; break;
    }
    return event;
}

typedef struct KeyRow {
    wint_t code;
    TtyKey key;
} KeyRow;

static const KeyRow FUNCTION_KEYS[] = {
    { KEY_UP, TTY_UP },       { KEY_DOWN, TTY_DOWN },       { KEY_LEFT, TTY_LEFT },
    { KEY_RIGHT, TTY_RIGHT }, { KEY_HOME, TTY_HOME },       { KEY_A1, TTY_HOME },
    { KEY_END, TTY_END_KEY }, { KEY_C1, TTY_END_KEY },      { KEY_PPAGE, TTY_PAGE_UP },
    { KEY_A3, TTY_PAGE_UP },  { KEY_NPAGE, TTY_PAGE_DOWN }, { KEY_C3, TTY_PAGE_DOWN },
    { KEY_ENTER, TTY_ENTER }, { KEY_BTAB, TTY_BACK_TAB },   { KEY_BACKSPACE, TTY_BACKSPACE },
    { KEY_DC, TTY_DELETE },
};

static const KeyRow CONTROL_KEYS[] = {
    { '\r', TTY_ENTER },    { '\n', TTY_ENTER },  { 27, TTY_ESCAPE }, { '\t', TTY_TAB },
    { 127, TTY_BACKSPACE }, { 8, TTY_BACKSPACE }, { 12, TTY_REDRAW },
};

static TtyEvent find_key(const KeyRow *rows, size_t count, wint_t code)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].code == code)
            return (TtyEvent){ .kind = TTY_KEY, .code = (int)rows[i].key };
    return (TtyEvent){ .kind = TTY_KEY, .code = TTY_OTHER };
}

static TtyEvent press_of(const MEVENT *mouse)
{
    static const mmask_t BUTTONS[] = { BUTTON1_PRESSED, BUTTON2_PRESSED, BUTTON3_PRESSED,
                                       BUTTON4_PRESSED, BUTTON5_PRESSED };
    for (size_t i = 0; i < sizeof BUTTONS / sizeof BUTTONS[0]; i++)
        if ((mouse->bstate & BUTTONS[i]) != 0)
            return (TtyEvent){ TTY_PRESS, (int)i + 1, 0, mouse->x, mouse->y };
    return (TtyEvent){ .kind = TTY_NOTHING }; /* a release */
}

/* ncurses merges rapid presses into one key and returns the newest first. */
static void take_mouse(Tty *tty)
{
    MEVENT mouse;
    tty->press_count = 0;
    while (tty->press_count < PRESSES_MAX && getmouse(&mouse) == OK)
        tty->press[tty->press_count++] = press_of(&mouse);
}

/* Take a key that ncurses already has, or can read now. False if there is none. */
static bool take_key(Tty *tty, TtyEvent *event)
{
    wint_t code;
    int    got = tty->press_count > 0 ? OK : get_wch(&code);
    if (got == ERR)
        return false;
    if (got == KEY_CODE_YES && code == KEY_MOUSE)
        take_mouse(tty);
    *event = (TtyEvent){ .kind = TTY_KEY, .code = TTY_OTHER };
    if (tty->press_count > 0)
        *event = tty->press[--tty->press_count];
    else if (got == KEY_CODE_YES && code == KEY_MOUSE)
        return true;
    else if (got == KEY_CODE_YES && code == KEY_RESIZE)
        *event = (TtyEvent){ .kind = TTY_RESIZE };
    else if (got == KEY_CODE_YES)
        *event = find_key(FUNCTION_KEYS, sizeof FUNCTION_KEYS / sizeof FUNCTION_KEYS[0], code);
    else if (code < 32 || code == 127)
        *event = find_key(CONTROL_KEYS, sizeof CONTROL_KEYS / sizeof CONTROL_KEYS[0], code);
    else
        *event = (TtyEvent){ .kind = TTY_SIGN, .sign = (uint32_t)code };
    return true;
}

/* Readable without a key: the terminal may be gone. A read of zero bytes shows it. */
static bool is_gone(int in)
{
    struct pollfd input = { in, POLLIN, 0 };
    int           waiting = 0;
    if (poll(&input, 1, 0) < 0)
        return false;
    if ((input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        return true;
    return (input.revents & POLLIN) != 0 && ioctl(in, FIONREAD, &waiting) != 0;
}

TtyEvent tty_wait(Tty *tty, int other, int wait_ms)
{
    assert(wait_ms >= -1);
    TtyEvent event = { .kind = TTY_NOTHING };
    if (take_key(tty, &event)) {
        tty->broken = 0;
        return event;
    }
    struct pollfd watched[3] = { { fileno(tty->in), POLLIN, 0 },
                                 { tty->signals, POLLIN, 0 },
                                 { other, POLLIN, 0 } };
    if (poll(watched, 3, wait_ms) <= 0)
        return event;
    if (watched[1].revents != 0)
        return take_signal(tty);
    if (watched[0].revents == 0)
        return event;
    if (take_key(tty, &event)) {
        tty->broken = 0;
        return event;
    }
    tty->broken++;
    if (is_gone(fileno(tty->in)) ||
        tty->broken > 100) /* end of file: always readable, with nothing to read */
        event.kind = TTY_LOST;
    return event;
}
