/* screen_layout.h - what the full-screen face shows, composed on a canvas.
 *
 * Knows:   where board, seats, score, turns, messages, menus and prompts stand in a window of any size.
 * Ignores: terminals, keys, and who fills it in: a game that is played or one that is looked at.
 *
 *     +--------------------+------------+
 *     |                    | seats      |     The column is left out of narrow windows; then a line
 *     |       board        | score      |     above the board tells the most important of it.  A board
 *     |                    | turns      |     that is too large is shown in part, around the cursor.
 *     +--------------------+------------+
 *     | message                         |     Long messages and menus lie over the board.
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

/* The words of turn `turn`, counted from 0. */
typedef void LayoutTurn(void *context, int turn, Text *out);

typedef struct LayoutView {
    char               title[128];
    LayoutSeat         seat[2];
    const char *const *sides; /* of the board: seats may have exchanged theirs */
    const Panel       *panel;
    const Canvas      *board;
    BoardSpot          focus;  /* of the board: what must be seen */
    BoardSpot          before; /* what the window onto the board began with last time */
    LayoutTurn        *turn;
    void              *context;
    int                turn_count;
    int  turn_shown;   /* the turn that the board shows; turn_count unless it is a replay */
    char actions[128]; /* what can be done besides touching cells; "" */
    char message[LAYOUT_TEXT_MAX];
    bool alert; /* the message is a refusal */
    char status[LAYOUT_TEXT_MAX];
    /* A menu: a heading, and one of the items is under the hand. */
    const char *menu_title; /* NULL: none */
    int         menu_count, menu_at;
    const char *menu[LAYOUT_MENU_MAX];
    /* A line that is typed, in place of the message; refusals stand above it. */
    const char *prompt; /* NULL: none */
    const char *typed;
    int         typed_at; /* bytes before the cursor */
    /* A text that is read, instead of everything but the status; lines from `text_top` on. */
    const char *text; /* NULL: none */
    int         text_top;
} LayoutView;

/* Where things stand, for a mouse and the terminal's own cursor. */
typedef struct LayoutPlaces {
    int board_x, board_y, board_width, board_height; /* the window onto the board */
    int left, top;                                   /* what of the board it begins with */
    int menu_x, menu_y, menu_width, menu_first, menu_shown;
    int cursor_x, cursor_y;
    int text_rows; /* lines of the text altogether, wrapped */
    int text_shown;
} LayoutPlaces;

/* The size of the board that suits a window; `zoom` moves it up or down. */
int layout_board_size(const Shape *shape, bool has_dice, int width, int height, int zoom);

void layout_compose(const LayoutView *view, Canvas *canvas, LayoutPlaces *places);

#endif
