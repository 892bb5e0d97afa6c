/* SPDX-License-Identifier: MIT */
/* This works in any window, down to one character: what does not fit is left out, and the canvas
 * ignores what is outside. */
#include "term/screen_layout.h"

#include <assert.h>
#include <string.h>

#include "core/game.h"

enum { COLUMN_MIN = 22, COLUMN_MAX = 44, GAP = 1 };

/* --- sizes --- */

static bool fits(const Shape *shape, bool has_dice, int size, int width, int height)
{
    BoardMap map;
    if (!board_map_init(&map, shape, has_dice, size, false))
        return false;
    bool answer = map.width <= width && map.height <= height;
    board_map_free(&map);
    return answer;
}

/* Choose the largest board that leaves space for the column; else the largest that fits; else the
 * smallest. */
int layout_board_size(const Shape *shape, bool has_dice, int width, int height, int zoom)
{
    assert(width >= 0 && height >= 0);
    int count = board_sizes(shape, has_dice), found = -1;
    for (int size = 0; size < count && found < 0; size++)
        if (fits(shape, has_dice, size, width - COLUMN_MIN - GAP, height - 2))
            found = size;
    for (int size = 0; size < count && found < 0; size++)
        if (fits(shape, has_dice, size, width, height - 3))
            found = size;
    if (found < 0)
        found = count - 1;
    found -= zoom;
    return found < 0 ? 0 : found < count ? found : count - 1;
}

/* --- words --- */

/* Return the bytes of `words` that fit on one row; at least one character. Rows break at spaces if
 * possible. */
static size_t row_bytes(bool unicode, const char *words, int width)
{
    char   row[LAYOUT_TEXT_MAX];
    size_t end = strcspn(words, "\n"), good = 0, i = 0;
    if (end >= sizeof row)
        end = sizeof row - 1;
    for (i = 1; i <= end; i++) {
        if ((words[i] & 0xc0) == 0x80) /* inside a character */
            continue;
        memcpy(row, words, i);
        row[i] = '\0';
        if (canvas_columns(unicode, row) > width)
            break;
        if (i == end || words[i] == ' ')
            good = i;
        if (i == end)
            return end;
    }
    if (good > 0)
        return good;
    for (i = i > 1 ? i - 1 : 1; i > 1 && (words[i] & 0xc0) == 0x80; i--)
        continue;
    return i < end ? i : end;
}

/* Called for each row of wrapped text. */
typedef struct Rows {
    const char *rest;
    bool        unicode;
    int         width;
} Rows;

static bool next_row(Rows *rows, char out[LAYOUT_TEXT_MAX])
{
    if (rows->rest == NULL || *rows->rest == '\0')
        return false;
    size_t length = row_bytes(rows->unicode, rows->rest, rows->width);
    memcpy(out, rows->rest, length);
    out[length] = '\0';
    rows->rest += length;
    if (*rows->rest == '\n')
        rows->rest++;
    else
        while (*rows->rest == ' ')
            rows->rest++;
    return true;
}

static int count_rows(const Canvas *canvas, const char *words, int width)
{
    char row[LAYOUT_TEXT_MAX];
    Rows rows = { words, canvas->unicode, width };
    int  count = 0;
    while (next_row(&rows, row))
        count++;
    return count;
}

/* Text that is cut ends in dots. */
static void put_cut(Canvas *canvas, int x, int y, int width, const char *words, Ink ink)
{
    if (canvas_columns(canvas->unicode, words) <= width || width < 4) {
        canvas_words(canvas, x, y, width, words, ink);
        return;
    }
    canvas_words(canvas, x, y, width - 2, words, ink);
    canvas_words(canvas, x + width - 2, y, 2, "..", ink);
}

static void put_right(Canvas *canvas, int x, int y, int width, const char *words, Ink ink)
{
    int columns = canvas_columns(canvas->unicode, words);
    put_cut(canvas, x + (columns < width ? width - columns : 0), y, width, words, ink);
}

/* --- the column --- */

typedef struct Column {
    const LayoutView *view;
    Canvas           *canvas;
    int x, y, width, bottom; /* y: the next free row; bottom: the first row below the column */
    int value;               /* columns of a short value, with the space before it */
} Column;

static void put_seat(Column *column, int number)
{
    const LayoutSeat *seat = &column->view->seat[number];
    char              words[160];
    Text              text = text_over(words, sizeof words);
    int               clock = (int)strlen(seat->clock);
    if (column->y >= column->bottom)
        return;
    text_addf(&text, "%c %s%s%s", seat->to_move ? '>' : ' ', seat->side,
              seat->name[0] == '\0' ? "" : ": ", seat->name);
    put_cut(column->canvas, column->x, column->y, column->width - (clock > 0 ? clock + 1 : 0),
            words, seat->to_move ? INK_STRONG : INK_PLAIN);
    put_right(column->canvas, column->x, column->y, column->width, seat->clock,
              seat->to_move ? INK_STRONG : INK_PLAIN);
    column->y++;
}

/* Values and names of sides up to this many columns are shown side by side. */
enum { VALUE_SHORT = 7, NAME_SHORT = 10 };

/* Panels hold no combining characters, so the character set does not matter. */
static int columns_of(const char *words)
{
    return canvas_columns(true, words);
}

static const PanelRow *panel_partner(const PanelRows *panel, const PanelRow *item)
{
    for (int i = 0; i < panel->count && item->side <= 1; i++)
        if (panel->row[i].side == 1 - item->side && strcmp(panel->row[i].label, item->label) == 0)
            return &panel->row[i];
    return NULL;
}

/* True if it shares a row with the other side's value. */
static bool is_paired(const PanelRows *panel, const PanelRow *item)
{
    const PanelRow *other = panel_partner(panel, item);
    return other != NULL && columns_of(item->value) <= VALUE_SHORT &&
           columns_of(other->value) <= VALUE_SHORT;
}

static void put_value(const Column *column, int side, const char *words, Ink ink)
{
    put_right(column->canvas, column->x + column->width - (2 - side) * column->value + 1, column->y,
              column->value - 1, words, ink);
}

static void put_pair(Column *column, const PanelRow *item, const PanelRow *other)
{
    put_cut(column->canvas, column->x, column->y, column->width - 2 * column->value, item->label,
            INK_PLAIN);
    put_value(column, 0, item->value, INK_PLAIN);
    put_value(column, 1, other->value, INK_PLAIN);
    column->y++;
}

/* Show a value of one side with the side's name, or of both. */
static void put_single(Column *column, const PanelRow *item)
{
    char words[160];
    Text text = text_over(words, sizeof words);
    if (item->side <= 1)
        text_addf(&text, "%s: ", column->view->sides[item->side]);
    text_addf(&text, "%s %s", item->label, item->value);
    put_cut(column->canvas, column->x, column->y++, column->width, words, INK_PLAIN);
}

/* Return the width of the two columns of short values; 0 if there are none. */
static int value_columns(const LayoutView *view)
{
    int most = 0;
    for (int i = 0; i < view->panel->count; i++) {
        const PanelRow *item = &view->panel->row[i];
        if (!is_paired(view->panel, item))
            continue;
        int name = columns_of(view->sides[item->side]), value = columns_of(item->value);
        most = value > most ? value : most;
        most = name > most && name <= NAME_SHORT ? name : most;
    }
    return most == 0 ? 0 : most + 1;
}

static void put_panel(Column *column)
{
    const PanelRows *panel = column->view->panel;
    if (panel == NULL || panel->count == 0 || column->y + 1 >= column->bottom)
        return;
    column->y++;
    column->value = value_columns(column->view);
    for (int side = 0; side < 2 && column->value > 0; side++)
        put_value(column, side, column->view->sides[side], INK_STRONG);
    column->y += column->value > 0;
    for (int i = 0; i < panel->count && column->y < column->bottom; i++) {
        const PanelRow *item = &panel->row[i];
        if (!is_paired(panel, item))
            put_single(column, item);
        else if (item->side == 0)
            put_pair(column, item, panel_partner(panel, item));
    }
}

static void put_turn(const Column *column, int turn, int y)
{
    char words[TURN_TEXT_MAX + 32];
    Text text = text_over(words, sizeof words);
    text_addf(&text, "%c%4d. ", turn + 1 == column->view->turn_shown ? '>' : ' ', turn + 1);
    column->view->turn(column->view->context, turn, &text);
    put_cut(column->canvas, column->x, y, column->width, words,
            turn + 1 == column->view->turn_shown ? INK_STRONG : INK_PLAIN);
}

/* Show the last turns that fit, or those around the current one. */
static void put_turns(Column *column)
{
    int count = column->view->turn_count, capacity = column->bottom - column->y - 1;
    if (count == 0 || capacity < 1 || column->view->turn == NULL)
        return;
    column->y++;
    int shown = column->view->turn_shown;
    int last = shown + capacity / 2 < count ? shown + capacity / 2 : count;
    if (last < capacity)
        last = capacity < count ? capacity : count;
    for (int turn = last > capacity ? last - capacity : 0; turn < last; turn++)
        put_turn(column, turn, column->y++);
}

static void put_column(const LayoutView *view, Canvas *canvas, int x, int width, int bottom)
{
    Column column = { view, canvas, x, 0, width, bottom, 0 };
    put_cut(canvas, x, column.y++, width, view->title, INK_STRONG);
    for (int seat = 0; seat < 2; seat++)
        put_seat(&column, seat);
    put_panel(&column);
    if (view->actions[0] != '\0' && column.y + 1 < bottom) {
        column.y++;
        put_cut(canvas, x, column.y++, width, view->actions, INK_STRONG);
    }
    put_turns(&column);
}

/* Show one line instead of the column. */
static void put_summary(const LayoutView *view, Canvas *canvas)
{
    char words[256];
    Text text = text_over(words, sizeof words);
    for (int i = 0; i < 2; i++) {
        const LayoutSeat *seat = &view->seat[i];
        text_addf(&text, "%s%c%s%s%s", i == 0 ? "" : "  ", seat->to_move ? '>' : ' ', seat->side,
                  seat->clock[0] == '\0' ? "" : " ", seat->clock);
    }
    put_cut(canvas, 0, 0, canvas->width, words, INK_STRONG);
}

/* --- the board --- */

/* Return the first column or row of a window of `capacity` onto `size`: the same as before, unless
 * `focus` comes too close to its edge. */
static int scroll(int size, int capacity, int focus, int before)
{
    int rim = capacity / 4 < 4 ? capacity / 4 : 4, first = before;
    if (focus < first + rim)
        first = focus - rim;
    if (focus > first + capacity - 1 - rim)
        first = focus - capacity + 1 + rim;
    if (first > size - capacity)
        first = size - capacity;
    return first < 0 ? 0 : first;
}

static void put_board(const LayoutView *view, Canvas *canvas, LayoutPlaces *places)
{
    places->left = scroll(view->board->width, places->board_width, view->focus.x, view->before.x);
    places->top = scroll(view->board->height, places->board_height, view->focus.y, view->before.y);
    canvas_copy(canvas, places->board_x, places->board_y, places->board_width, places->board_height,
                view->board, places->left, places->top);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The board never moves, so a long message covers its last rows; the column becomes shorter. */
static void put_table(const LayoutView *view, Canvas *canvas, LayoutPlaces *places, int bottom)
{
    int  message = count_rows(canvas, view->message, canvas->width);
    int  column = canvas->width - view->board->width - GAP;
    bool has_column = column >= COLUMN_MIN;
    places->board_y = has_column || canvas->height < 5 ? 0 : 1;
    places->board_width = least(view->board->width, canvas->width);
    places->board_height = least(view->board->height, bottom - places->board_y);
    if (has_column)
        put_column(view, canvas, view->board->width + GAP, least(column, COLUMN_MAX),
                   bottom - (message > 1 ? message - 1 : 0));
    else if (places->board_y > 0)
        put_summary(view, canvas);
    put_board(view, canvas, places);
}

/* --- below, and over it --- */

static void put_status(const LayoutView *view, Canvas *canvas)
{
    canvas_bar(canvas, 0, canvas->height - 1, canvas->width, GROUND_BAR);
    put_cut(canvas, 0, canvas->height - 1, canvas->width, view->status, INK_PLAIN);
}

static void put_message(const LayoutView *view, Canvas *canvas, int y)
{
    char row[LAYOUT_TEXT_MAX];
    int  count = count_rows(canvas, view->message, canvas->width);
    int  first = y - (count > 1 ? count - 1 : 0);
    Rows rows = { view->message, canvas->unicode, canvas->width };
    for (; next_row(&rows, row); first++) {
        for (int x = 0; x < canvas->width; x++) {
            canvas_put(canvas, x, first, ' ', INK_PLAIN);
            canvas_ground(canvas, x, first, GROUND_NONE);
        }
        canvas_words(canvas, 0, first, canvas->width, row, view->alert ? INK_ALERT : INK_PLAIN);
    }
}

/* A long line is shown around its cursor. */
static void put_prompt(const LayoutView *view, Canvas *canvas, LayoutPlaces *places, int y)
{
    int  begin = canvas_words(canvas, 0, y, canvas->width, view->prompt, INK_STRONG);
    int  capacity = canvas->width - begin - 1;
    char before[LAYOUT_TEXT_MAX];
    Text text = text_over(before, sizeof before);
    for (int i = 0; i < view->typed_at; i++)
        text_char(&text, view->typed[i]);
    const char *from = view->typed;
    const char *cut = before;
    while (capacity > 0 && *cut != '\0' && canvas_columns(canvas->unicode, cut) > capacity)
        cut++, from++;
    places->cursor_x =
        least(begin + canvas_words(canvas, begin, y, capacity, cut, INK_PLAIN), canvas->width - 1);
    places->cursor_y = y;
    canvas_words(canvas, begin, y, capacity + 1, from, INK_PLAIN);
}

static void put_menu(const LayoutView *view, Canvas *canvas, LayoutPlaces *places)
{
    int width = canvas_columns(canvas->unicode, view->menu_title);
    for (int i = 0; i < view->menu_count; i++) {
        int columns = canvas_columns(canvas->unicode, view->menu[i]) + 3;
        width = columns > width ? columns : width;
    }
    width = least(width + 4, canvas->width);
    int shown = least(view->menu_count, canvas->height - 4);
    shown = shown < 1 ? 1 : shown;
    int x = (canvas->width - width) / 2, y = (canvas->height - shown - 3) / 2;
    y = y < 0 ? 0 : y;
    canvas_box(canvas, x, y, width, shown + 3);
    put_cut(canvas, x + 2, y + 1, width - 4, view->menu_title, INK_STRONG);
    int first = scroll(view->menu_count, shown, view->menu_at, view->menu_at - shown / 2);
    for (int i = 0; i < shown && first + i < view->menu_count; i++) {
        char words[LAYOUT_TEXT_MAX];
        Text text = text_over(words, sizeof words);
        bool here = first + i == view->menu_at;
        char digit = first + i < 9 ? (char)('1' + first + i) : ' ';
        text_addf(&text, "%c%c %s", here ? '>' : ' ', digit, view->menu[first + i]);
        put_cut(canvas, x + 2, y + 2 + i, width - 4, words, here ? INK_STRONG : INK_PLAIN);
        if (here)
            canvas_bar(canvas, x + 1, y + 2 + i, width - 2, GROUND_BAR);
    }
    places->menu_x = x + 1, places->menu_y = y + 2;
    places->menu_width = width - 2;
    places->menu_first = first, places->menu_shown = shown;
}

static void put_text(const LayoutView *view, Canvas *canvas, LayoutPlaces *places, int bottom)
{
    char row[LAYOUT_TEXT_MAX];
    int  width = least(canvas->width, 100), number = 0;
    Rows rows = { view->text, canvas->unicode, width };
    while (next_row(&rows, row)) {
        if (number >= view->text_top && number - view->text_top < bottom)
            canvas_words(canvas, 0, number - view->text_top, width, row, INK_PLAIN);
        number++;
    }
    places->text_rows = number;
    places->text_shown = bottom;
}

void layout_compose(const LayoutView *view, Canvas *canvas, LayoutPlaces *places)
{
    assert(view != NULL && places != NULL);
    assert(canvas->width >= 0 && canvas->height >= 0);
    int bottom = canvas->height > 3 ? canvas->height - 2 : canvas->height;
    *places = (LayoutPlaces){ .cursor_x = -1, .cursor_y = -1 };
    if (view->text != NULL) {
        put_text(view, canvas, places, canvas->height - 1);
        put_status(view, canvas);
        return;
    }
    put_table(view, canvas, places, bottom);
    if (canvas->height > 3)
        put_status(view, canvas);
    int row = canvas->height > 3 ? canvas->height - 2 : canvas->height - 1;
    if (view->prompt != NULL) {
        for (int x = 0; x < canvas->width; x++)
            canvas_put(canvas, x, row, ' ', INK_PLAIN);
        put_prompt(view, canvas, places, row);
        row--; /* an error is above the line being corrected */
    }
    if (view->prompt == NULL || view->alert)
        put_message(view, canvas, row);
    if (view->menu_title != NULL)
        put_menu(view, canvas, places);
}
