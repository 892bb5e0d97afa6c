/* screen_tty.h - the terminal of full screen: a canvas goes out, keys come in.
 *
 * Knows:   ncurses, colours, mice, signals, that a terminal can change its size or be lost.
 * Ignores: what is on the canvas and what the keys mean.
 *
 * From tty_open to tty_close the terminal belongs to this module. It is restored in every case: by
 * tty_close, before the program stops (Ctrl-Z), and by a handler if the program crashes. Signals
 * are read from a descriptor, so they only take effect in tty_wait; threads that were started
 * before must block all signals.
 */
#ifndef TERM_SCREEN_TTY_H
#define TERM_SCREEN_TTY_H

#include "base/status.h"
#include "term/canvas.h"

typedef struct TtyOptions {
    int  input; /* the descriptor of the keyboard */
    bool ascii; /* even if the terminal supports more */
    bool mono;  /* no colours */
    bool mouse;
} TtyOptions;

typedef struct Tty Tty;

/* True if full screen is possible here; if not, the fault says why. */
bool tty_is_possible(int input, Fault *fault);
/* NULL with the reason on failure; the terminal is unchanged then. */
Tty *tty_open(const TtyOptions *options, Fault *fault);
void tty_close(Tty *tty);

int  tty_width(const Tty *tty);
int  tty_height(const Tty *tty);
bool tty_is_unicode(const Tty *tty);
/* Show the canvas with the terminal's cursor at (x, y), hidden if x < 0. */
void tty_show(Tty *tty, const Canvas *canvas, int x, int y);

typedef enum TtyKind {
    TTY_NOTHING, /* the time is up, or the other descriptor is readable */
    TTY_SIGN,    /* a character was typed */
    TTY_KEY,     /* another key: code is a TtyKey */
    TTY_PRESS,   /* the mouse, at x, y; code is 1 to 3: left, middle, right; 4, 5: wheel up, down */
    TTY_RESIZE,
    TTY_INTERRUPT, /* Ctrl-C */
    TTY_END,       /* a signal asks the program to end */
    TTY_LOST,      /* the terminal is gone */
} TtyKind;

typedef enum TtyKey {
    TTY_UP,
    TTY_DOWN,
    TTY_LEFT,
    TTY_RIGHT,
    TTY_HOME,
    TTY_END_KEY,
    TTY_PAGE_UP,
    TTY_PAGE_DOWN,
    TTY_ENTER,
    TTY_ESCAPE,
    TTY_TAB,
    TTY_BACK_TAB,
    TTY_BACKSPACE,
    TTY_DELETE,
    TTY_REDRAW, /* Ctrl-L */
    TTY_OTHER,
} TtyKey;

typedef struct TtyEvent {
    TtyKind  kind;
    int      code;
    uint32_t sign;
    int      x, y;
} TtyEvent;

/* Wait for an event, at most `wait_ms` (-1: forever), or until `other` (-1: none) is readable. */
TtyEvent tty_wait(Tty *tty, int other, int wait_ms);

#endif
