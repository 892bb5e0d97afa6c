/* SPDX-License-Identifier: MIT */
/* What playing and looking have in common: the board with its cursor, texts, a line that is typed. */
#include "term/screen_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { TEXT_LIMIT = 1 << 20 };

Status face_open(Face *face, const ScreenOptions *options, Fault *fault)
{
    *face = (Face){ .options = *options, .cursor = -1 };
    shape_init(&face->shape);
    pieces_init(&face->pieces);
    buffer_init(&face->text, TEXT_LIMIT);
    face->tty = tty_open(&options->tty, fault);
    return face->tty != NULL ? STATUS_OK : fault->status;
}

void face_close(Face *face)
{
    tty_close(face->tty);
    board_map_free(&face->map);
    shape_free(&face->shape);
    pieces_free(&face->pieces);
    buffer_free(&face->text);
    free(face->grounds);
}

/* --- the board --- */

static bool take_shape(Face *face, const Setup *setup)
{
    if (face->setup.game == setup->game && face->setup.variant == setup->variant)
        return true;
    shape_free(&face->shape);
    shape_init(&face->shape);
    free(face->grounds);
    face->setup = (Setup){ 0 };
    face->grounds = NULL;
    if (!setup->game->view->shape(setup->variant, &face->shape))
        return false;
    face->grounds = calloc((size_t)face->shape.cell_count + 1, 1);
    face->setup = *setup;
    face->cursor = -1;
    return face->grounds != NULL;
}

bool face_update(Face *face, const Setup *setup, const Pos *pos, bool flipped)
{
    bool is_new = face->setup.game != setup->game || face->setup.variant != setup->variant;
    if (!take_shape(face, setup))
        return false;
    pieces_free(&face->pieces);
    pieces_init(&face->pieces);
    face->panel.count = 0;
    if (!setup->game->view->pieces(pos, &face->pieces))
        return false;
    setup->game->view->panel(pos, &face->panel);
    if (is_new) /* once: the board keeps its size when the last die is gone */
        face->has_dice = board_has_dice(&face->pieces);
    int size = layout_board_size(&face->shape, face->has_dice, tty_width(face->tty),
                                 tty_height(face->tty), face->zoom);
    board_map_free(&face->map);
    if (!board_map_init(&face->map, &face->shape, face->has_dice, size, flipped))
        return false;
    if (face->cursor < 0)
        face->cursor = board_middle(&face->map);
    memset(face->grounds, GROUND_NONE, (size_t)face->shape.cell_count);
    return true;
}

void face_mark(Face *face, const CellList *cells, Ground ground)
{
    for (int i = 0; i < cells->count; i++)
        if (cells->cell[i] < face->shape.cell_count)
            face->grounds[cells->cell[i]] = (uint8_t)ground;
}

static bool has_cursor(const Face *face)
{
    return face->mode == MODE_BOARD && !face->hides_cursor;
}

/* The terminal's own cursor stands on the board's, for those who hear the screen. */
static void place_cursor(Face *face)
{
    LayoutPlaces *places = &face->places;
    BoardSpot     spot = face->map.spot[face->cursor];
    int           x = spot.x - places->left, y = spot.y - places->top;
    if (!has_cursor(face) || x < 0 || y < 0 || x >= places->board_width ||
        y >= places->board_height)
        return;
    places->cursor_x = places->board_x + x;
    places->cursor_y = places->board_y + y;
}

void face_show(Face *face, LayoutView *view, const Pieces *pieces)
{
    Canvas    board, layout;
    bool      unicode = tty_is_unicode(face->tty);
    BoardView looks = {
        pieces,       face->grounds, face->setup.game->sides, has_cursor(face) ? face->cursor : -1,
        face->strong, false
    };
    bool has_board = canvas_init(&board, face->map.width, face->map.height, unicode);
    bool has_page = canvas_init(&layout, tty_width(face->tty), tty_height(face->tty), unicode);
    if (has_board && has_page) {
        board_draw(&face->map, &looks, &board);
        view->board = &board;
        view->focus = face->map.spot[face->cursor];
        view->before = (BoardSpot){ (int16_t)face->places.left, (int16_t)face->places.top };
        view->panel = &face->panel;
        view->sides = face->setup.game->sides;
        layout_compose(view, &layout, &face->places);
        if (view->prompt == NULL)
            place_cursor(face);
        tty_show(face->tty, &layout, face->places.cursor_x, face->places.cursor_y);
    }
    canvas_free(&board);
    canvas_free(&layout);
}

bool face_move(Face *face, TtyKey key)
{
    static const struct {
        TtyKey key;
        int    dx, dy;
    } MOVES[] = {
        { TTY_UP, 0, -1 },      { TTY_DOWN, 0, 1 },      { TTY_LEFT, -1, 0 },
        { TTY_RIGHT, 1, 0 },    { TTY_HOME, -1, -1 },    { TTY_PAGE_UP, 1, -1 },
        { TTY_END_KEY, -1, 1 }, { TTY_PAGE_DOWN, 1, 1 },
    };
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        if (MOVES[i].key != key)
            continue;
        face->cursor = board_neighbour(&face->map, face->cursor, MOVES[i].dx, MOVES[i].dy);
        return true;
    }
    return false;
}

int face_cell_at(const Face *face, const TtyEvent *event)
{
    const LayoutPlaces *places = &face->places;
    int                 x = event->x - places->board_x, y = event->y - places->board_y;
    if (x < 0 || y < 0 || x >= places->board_width || y >= places->board_height)
        return -1;
    return board_cell_at(&face->map, x + places->left, y + places->top);
}

/* --- texts --- */

void face_begin_text(Face *face)
{
    face->mode = MODE_TEXT;
    face->text_top = 0;
}

static int scroll_by(const Face *face, const TtyEvent *event)
{
    int layout = face->places.text_shown > 2 ? face->places.text_shown - 1 : 1;
    if (event->kind == TTY_PRESS)
        return event->code == 4 ? -3 : event->code == 5 ? 3 : 0;
    if (event->kind == TTY_SIGN)
        return event->sign == ' ' ? layout : event->sign == 'b' ? -layout : 0;
    switch (event->code) {
    case TTY_UP: return -1;
    case TTY_DOWN: return 1;
    case TTY_PAGE_UP: return -layout;
    case TTY_PAGE_DOWN: return layout;
    case TTY_HOME: return -face->places.text_rows;
    case TTY_END_KEY: return face->places.text_rows;
    default: return 0;
    }
}

static bool leaves_text(const TtyEvent *event)
{
    if (event->kind == TTY_SIGN)
        return event->sign == 'q';
    return event->kind == TTY_KEY && (event->code == TTY_ESCAPE || event->code == TTY_ENTER);
}

void face_text_key(Face *face, const TtyEvent *event)
{
    int most = face->places.text_rows - face->places.text_shown;
    if (leaves_text(event)) {
        face->mode = MODE_BOARD;
        return;
    }
    face->text_top += scroll_by(face, event);
    if (face->text_top > most)
        face->text_top = most;
    if (face->text_top < 0)
        face->text_top = 0;
}

/* --- typing --- */

void face_begin_typing(Face *face, const char *prompt, const char *words, int at)
{
    Typing *typing = &face->typing;
    Text    text = text_over(typing->prompt, sizeof typing->prompt);
    text_add(&text, prompt);
    text = text_over(typing->words, sizeof typing->words);
    text_add(&text, words);
    typing->length = (int)text.length;
    typing->at = at < typing->length ? at : typing->length;
    face->mode = MODE_PROMPT;
}

static bool is_inside(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The place before or behind the character next to `at`. */
static int step_left(const Typing *typing, int at)
{
    do
        at -= at > 0;
    while (at > 0 && is_inside(typing->words[at]));
    return at;
}

static int step_right(const Typing *typing, int at)
{
    do
        at += at < typing->length;
    while (at < typing->length && is_inside(typing->words[at]));
    return at;
}

static void erase(Typing *typing, int from, int to)
{
    memmove(typing->words + from, typing->words + to, (size_t)(typing->length - to + 1));
    typing->length -= to - from;
    typing->at = from;
}

static void insert(Typing *typing, uint32_t sign)
{
    char bytes[UTF8_BYTES_MAX];
    int  count = (int)utf8_write(sign, bytes);
    if (typing->length + count >= TYPED_MAX)
        return;
    memmove(typing->words + typing->at + count, typing->words + typing->at,
            (size_t)(typing->length - typing->at + 1));
    memcpy(typing->words + typing->at, bytes, (size_t)count);
    typing->length += count;
    typing->at += count;
}

bool face_typing_key(Face *face, const TtyEvent *event)
{
    Typing *typing = &face->typing;
    if (event->kind == TTY_SIGN)
        insert(typing, event->sign);
    if (event->kind != TTY_KEY)
        return false;
    switch (event->code) {
    case TTY_ENTER: face->mode = MODE_BOARD; return true;
    case TTY_ESCAPE: face->mode = MODE_BOARD; break;
    case TTY_LEFT: typing->at = step_left(typing, typing->at); break;
    case TTY_RIGHT: typing->at = step_right(typing, typing->at); break;
    case TTY_HOME: typing->at = 0; break;
    case TTY_END_KEY: typing->at = typing->length; break;
    case TTY_BACKSPACE:
        if (typing->length == 0)
            face->mode = MODE_BOARD;
        else
            erase(typing, step_left(typing, typing->at), typing->at);
        break;
    case TTY_DELETE: erase(typing, typing->at, step_right(typing, typing->at)); break;
    default: break;
    }
    return false;
}

void clock_words(int64_t ms, char out[24])
{
    Text    text = text_over(out, 24);
    int64_t seconds = ms / 1000;
    if (ms < 0)
        return;
    if (seconds >= 3600)
        text_addf(&text, "%d:%02d:%02d", (int)(seconds / 3600), (int)(seconds / 60 % 60),
                  (int)(seconds % 60));
    else if (seconds >= 20)
        text_addf(&text, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    else
        text_addf(&text, "0:%02d.%d", (int)seconds, (int)(ms / 100 % 10));
}
