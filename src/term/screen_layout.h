/* screen_layout.h - the layout of full screen, composed on a canvas.
 *
 * Knows:   where board, seats, score, moves, messages, menus and prompts are in a window of any size.
 * Ignores: terminals, keys, and whether the game is played or replayed.
 *
 *     +--------------------+------------+
 *     |                    | seats      |     Narrow windows have no column; then a line above the
 *     |       board        | score      |     board shows the most important of it.  A board that
 *     |                    | moves      |     is too large is shown in part, around the cursor.
 *     +--------------------+------------+
 *     | message                         |     Long messages and menus cover the board.
 *     | status                          |
 *     +---------------------------------+
 */
#ifndef TERM_SCREEN_LAYOUT_H
#define TERM_SCREEN_LAYOUT_H

#include "core/shape.h"
#include "term/board.h"
#include "term/canvas.h"
#include "base/text.h"

enum { LAYOUT_TEXT_MAX = 512, LAYOUT_MENU_MAX = 80 };

typedef struct LayoutSeat {
    char side[32];
    char name[64];
    char clock[24]; /* "" without one */
    bool to_move;
} LayoutSeat;

/* Write turn `turn` in notation, counted from 0. */
typedef void LayoutTurn(void *context, int turn, Text *out);

typedef struct LayoutView {
    char             title[128];
    LayoutSeat       seat[2];
    const char      *sides[2]; /* of the board: players may have exchanged theirs */
    const PanelRows *panel;
    const Canvas    *board;
    BoardSpot        focus;  /* what must be visible of the board */
    BoardSpot        before; /* where the window onto the board started last time */
    LayoutTurn      *turn;
    void            *context;
    int              turn_count;
    int              turn_shown; /* the turn that the board shows; turn_count except in a replay */
    char             actions[128]; /* what can be done besides selecting cells; "" */
    char             message[LAYOUT_TEXT_MAX];
    bool             alert; /* the message is an error */
    char             status[LAYOUT_TEXT_MAX];
    /* A menu: a heading, and one selected item. */
    const char *menu_title; /* NULL: none */
    int         menu_count, menu_at;
    const char *menu[LAYOUT_MENU_MAX];
    /* A line being typed, instead of the message; errors are above it. */
    const char *prompt; /* NULL: none */
    const char *typed;
    int         typed_at; /* bytes before the cursor */
    /* A text being read, instead of everything except the status; lines from `text_top` on. */
    const char *text; /* NULL: none */
    int         text_top;
} LayoutView;

/* Where things are, for the mouse and the terminal's cursor. */
typedef struct LayoutPlaces {
    int board_x, board_y, board_width, board_height; /* the window onto the board */
    int left, top; /* the first column and row of the board in it */
    int menu_x, menu_y, menu_width, menu_first, menu_shown;
    int cursor_x, cursor_y;
    int text_rows; /* all lines of the text, wrapped */
    int text_shown;
} LayoutPlaces;

/* Return the size of the board that fits a window; `zoom` makes it larger or smaller. */
int layout_board_size(const Shape *shape, bool has_dice, int width, int height, int zoom);

void layout_compose(const LayoutView *view, Canvas *canvas, LayoutPlaces *places);

#endif
