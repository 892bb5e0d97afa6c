/* screen_inside.h - what the parts of full screen share. */
#ifndef TERM_SCREEN_INSIDE_H
#define TERM_SCREEN_INSIDE_H

#include "base/buffer.h"
#include "term/move_input.h"
#include "term/screen_layout.h"
#include "term/screen.h"
#include "term/term_text.h"

typedef enum ScreenMode { MODE_BOARD, MODE_MENU, MODE_PROMPT, MODE_TEXT } ScreenMode;

enum { TYPED_MAX = 1024, SCREEN_ITEMS_MAX = 80, PROMPT_MAX = 24 };

/* A line being typed. */
typedef struct Typing {
    char prompt[PROMPT_MAX];
    char words[TYPED_MAX];
    int  length, at;
} Typing;

/* What playing and replaying share. */
typedef struct ScreenCore {
    Tty          *tty;
    ScreenOptions options;
    Setup         setup; /* the setup of the shape; game NULL before the first */
    Shape         shape;
    bool          has_dice;
    Pieces        pieces;
    Regions       regions;
    PanelRows     panel;
    TermText      speech; /* the language of everything shown */
    char          side_name[2][32];
    BoardMap      map;
    uint8_t      *grounds;
    int           cursor; /* a cell; it stays visible when the board scrolls */
    bool          hides_cursor;
    int           zoom;
    bool          strong; /* highlight the cells that can be selected */
    ScreenMode    mode;
    LayoutPlaces  places;
    Typing        typing;
    Buffer        text; /* MODE_TEXT */
    int           text_top;
    bool          leaving;
    int           exit_status;
} ScreenCore;

/* A key of a screen.  The rows of a screen begin with one and have what the key does. */
typedef struct ScreenKey {
    char        sign; /* 0: only the other key */
    int         key;  /* a TtyKey, or TTY_OTHER: only the sign */
    const char *keys; /* as in the help */
    TermMessage help;
} ScreenKey;

/* The rows of a screen: `count` of `size` bytes each. */
typedef struct ScreenKeys {
    const ScreenKey *first;
    size_t           size;
    int              count;
} ScreenKeys;

typedef struct Screen Screen;

/* Handle the choice of a menu item. */
typedef void ScreenChoose(Screen *screen, int item);

struct Screen {
    ScreenCore    core;
    TermGame     *term_game;
    Pieces        shown; /* with a die that is being rolled */
    MoveInput     input;
    bool          move_input_active;
    CellList      offending, hint;
    int           seen, told; /* turns before the last key, and turns whose news were shown */
    int           announced;  /* with the next move; 0: nothing, else an announcement of the game */
    char          message[LAYOUT_TEXT_MAX];
    bool          alert;
    ScreenChoose *choose;
    bool          menu_of_hand; /* its items are steps: close it when the position changes */
    char          menu_title[96];
    int           menu_count, menu_at;
    char          menu[SCREEN_ITEMS_MAX][MOVE_INPUT_TEXT_MAX];
};

/* --- screen_core.c --- */

Status screen_core_open(ScreenCore *core, const ScreenOptions *options, Fault *fault);
void   screen_core_close(ScreenCore *core);
/* True if the terminal has the characters of the language. */
bool screen_core_can_show(const ScreenCore *core, const TermText *speech);
/* Load the position: shape, pieces, panel, map. False if memory ran out. */
bool screen_core_update(ScreenCore *core, const TermText *speech, const Setup *setup,
                        const Pos *pos, bool flipped);
/* Write one of the terminal's messages that needs no arguments. */
void screen_core_say(const ScreenCore *core, TermMessage which, Text *out);
/* Write what the cell belongs to: " (island; network: 6)"; nothing if there is nothing. */
void screen_core_regions(const ScreenCore *core, int cell, Text *out);
void screen_core_mark(ScreenCore *core, const CellList *cells, Ground ground);
void screen_core_show(ScreenCore *core, LayoutView *view, const Pieces *pieces);
/* Move the cursor by a key; false if the key does not move it. */
bool screen_core_move(ScreenCore *core, TtyKey key);
/* Return the cell under a mouse press, or -1. */
int screen_core_cell_at(const ScreenCore *core, const TtyEvent *event);
/* Make the board larger or smaller, by one size. */
void screen_core_zoom(ScreenCore *core, int by);
/* Return the row of the key that was pressed, or -1. */
int  screen_core_key(const ScreenKeys *keys, const TtyEvent *event);
void screen_core_begin_text(ScreenCore *core);
/* Show what the keys do. */
void screen_core_begin_help(ScreenCore *core, const ScreenKeys *keys);
/* Scroll or close a text. */
void screen_core_text_key(ScreenCore *core, const TtyEvent *event);
void screen_core_begin_typing(ScreenCore *core, const char *prompt, const char *words, int at);
/* True when the line is complete. */
bool screen_core_typing_key(ScreenCore *core, const TtyEvent *event);
/* "4:58", "0:07.3", "1:02:03". */
void clock_words(int64_t ms, char out[24]);

/* --- screen_commands.c --- */

/* Run a command, or enter a move in notation. */
void screen_obey(Screen *screen, const char *line);
/* Handle a key of the board; false if no command has it. */
bool screen_key_command(Screen *screen, uint32_t sign);

/* --- screen.c --- */

/* Show words, a message, or a message without arguments, until the next key. */
void screen_show_words(Screen *screen, const char *words, bool alert);
void screen_show_message(Screen *screen, const Message *message, bool alert);
void screen_say(Screen *screen, TermMessage which);
/* Show why something failed, as a sentence. */
void screen_show_fault(Screen *screen, const Fault *fault);
void screen_open_menu(Screen *screen, TermMessage title, ScreenChoose *choose);
void screen_add_item(Screen *screen, const char *words);
void screen_add_message(Screen *screen, TermMessage which);
void screen_step(Screen *screen, Step step);
/* Choose the next announcement, or none; false if there is nothing to announce in this game. */
bool screen_announce(Screen *screen);
void screen_confirm_leave(Screen *screen);

#endif
