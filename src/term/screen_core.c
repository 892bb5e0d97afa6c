/* SPDX-License-Identifier: MIT */
/* What playing and replaying share: the board with its cursor, texts, a line being typed. */
#include "term/screen_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { TEXT_LIMIT = 1 << 20 };

Status screen_core_open(ScreenCore *core, const ScreenOptions *options, Fault *fault)
{
    assert(options != NULL);
    *core = (ScreenCore){ .options = *options, .cursor = -1 };
    shape_init(&core->shape);
    pieces_init(&core->pieces);
    regions_init(&core->regions);
    buffer_init(&core->text, TEXT_LIMIT);
    core->tty = tty_open(&options->tty, fault);
    return core->tty != NULL ? STATUS_OK : fault->status;
}

bool screen_core_can_show(const ScreenCore *core, const TermText *speech)
{
    return tty_is_unicode(core->tty) || canvas_is_latin(speech->language.code);
}

void screen_core_close(ScreenCore *core)
{
    tty_close(core->tty);
    board_map_free(&core->map);
    shape_free(&core->shape);
    pieces_free(&core->pieces);
    regions_free(&core->regions);
    buffer_free(&core->text);
    free(core->grounds);
}

/* --- the board --- */

static bool take_shape(ScreenCore *core, const Setup *setup)
{
    if (core->setup.game == setup->game && core->setup.variant == setup->variant)
        return true;
    shape_free(&core->shape);
    shape_init(&core->shape);
    free(core->grounds);
    core->setup = (Setup){ 0 };
    core->grounds = NULL;
    if (!setup->game->view->shape(setup->variant, &core->shape))
        return false;
    core->grounds = calloc((size_t)core->shape.cell_count + 1, 1);
    core->setup = *setup;
    core->cursor = -1;
    return core->grounds != NULL;
}

void screen_core_say(const ScreenCore *core, TermMessage which, Text *out)
{
    term_text_add(&core->speech, which, out);
}

bool screen_core_update(ScreenCore *core, const TermText *speech, const Setup *setup,
                        const Pos *pos, bool flipped)
{
    assert(setup->game != NULL);
    bool is_new = core->setup.game != setup->game || core->setup.variant != setup->variant;
    if (!take_shape(core, setup))
        return false;
    const GameView *view = setup->game->view;
    pieces_free(&core->pieces);
    pieces_init(&core->pieces);
    regions_free(&core->regions);
    regions_init(&core->regions);
    core->panel.count = 0;
    if (!view->pieces(pos, &core->pieces) ||
        (view->regions != NULL && !view->regions(pos, &core->regions)))
        return false;
    core->speech = *speech;
    for (int side = 0; side < 2; side++) {
        Text name = text_over(core->side_name[side], sizeof core->side_name[side]);
        term_text_side(speech, side, &name);
    }
    panel_rows(setup->game, pos, &speech->language, &core->panel);
    if (is_new) /* once: the board keeps its size when the last die is gone */
        core->has_dice = board_has_dice(&core->pieces);
    int size = layout_board_size(&core->shape, core->has_dice, tty_width(core->tty),
                                 tty_height(core->tty), core->zoom);
    board_map_free(&core->map);
    if (!board_map_init(&core->map, &core->shape, core->has_dice, size, flipped))
        return false;
    if (core->cursor < 0)
        core->cursor = board_middle(&core->map);
    memset(core->grounds, GROUND_NONE, (size_t)core->shape.cell_count);
    return true;
}

static bool has_cell(const Regions *regions, const Region *region, int cell)
{
    for (int i = 0; i < region->count; i++)
        if (regions->cells[region->first + i] == cell)
            return true;
    return false;
}

void screen_core_regions(const ScreenCore *core, int cell, Text *out)
{
    const char *before = " (";
    for (int i = 0; i < core->regions.count; i++) {
        const Region *region = &core->regions.at[i];
        if (region->subject == NULL || !has_cell(&core->regions, region, cell))
            continue;
        text_add(out, before);
        message_def_write(region->subject, &core->speech.language, out);
        if (region->value != 0)
            text_addf(out, ": %d", region->value);
        before = "; ";
    }
    if (before[0] == ';')
        text_char(out, ')');
}

void screen_core_mark(ScreenCore *core, const CellList *cells, Ground ground)
{
    for (int i = 0; i < cells->count; i++)
        if (cells->cell[i] < core->shape.cell_count)
            core->grounds[cells->cell[i]] = (uint8_t)ground;
}

static bool has_cursor(const ScreenCore *core)
{
    return core->mode == MODE_BOARD && !core->hides_cursor;
}

/* The terminal's cursor follows the board's cursor, for screen readers. */
static void place_cursor(ScreenCore *core)
{
    LayoutPlaces *places = &core->places;
    BoardSpot     spot = core->map.spot[core->cursor];
    int           x = spot.x - places->left, y = spot.y - places->top;
    if (!has_cursor(core) || x < 0 || y < 0 || x >= places->board_width ||
        y >= places->board_height)
        return;
    places->cursor_x = places->board_x + x;
    places->cursor_y = places->board_y + y;
}

void screen_core_show(ScreenCore *core, LayoutView *view, const Pieces *pieces)
{
    Canvas    board, layout;
    bool      unicode = tty_is_unicode(core->tty);
    BoardView looks = { .game = core->setup.game,
                        .pieces = pieces,
                        .regions = &core->regions,
                        .grounds = core->grounds,
                        .cursor = has_cursor(core) ? core->cursor : -1,
                        .strong = core->strong };
    bool      has_board = canvas_init(&board, core->map.width, core->map.height, unicode);
    bool      has_page = canvas_init(&layout, tty_width(core->tty), tty_height(core->tty), unicode);
    if (has_board && has_page) {
        board_draw(&core->map, &looks, &board);
        view->board = &board;
        view->focus = core->map.spot[core->cursor];
        view->before = (BoardSpot){ (int16_t)core->places.left, (int16_t)core->places.top };
        view->panel = &core->panel;
        view->sides[0] = core->side_name[0];
        view->sides[1] = core->side_name[1];
        layout_compose(view, &layout, &core->places);
        if (view->prompt == NULL)
            place_cursor(core);
        tty_show(core->tty, &layout, core->places.cursor_x, core->places.cursor_y);
    }
    canvas_free(&board);
    canvas_free(&layout);
}

bool screen_core_move(ScreenCore *core, TtyKey key)
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
        core->cursor = board_neighbour(&core->map, core->cursor, MOVES[i].dx, MOVES[i].dy);
        return true;
    }
    return false;
}

int screen_core_cell_at(const ScreenCore *core, const TtyEvent *event)
{
    const LayoutPlaces *places = &core->places;
    int                 x = event->x - places->board_x, y = event->y - places->board_y;
    if (x < 0 || y < 0 || x >= places->board_width || y >= places->board_height)
        return -1;
    return board_cell_at(&core->map, x + places->left, y + places->top);
}

/* --- keys --- */

void screen_core_zoom(ScreenCore *core, int by)
{
    int last = board_sizes(&core->shape, core->has_dice) - 1;
    if (core->map.size - by >= 0 && core->map.size - by <= last)
        core->zoom += by;
}

static const ScreenKey *key_at(const ScreenKeys *keys, int index)
{
    const void *row = (const char *)keys->first + (size_t)index * keys->size;
    return row;
}

int screen_core_key(const ScreenKeys *keys, const TtyEvent *event)
{
    for (int i = 0; i < keys->count; i++) {
        const ScreenKey *row = key_at(keys, i);
        if (event->kind == TTY_KEY && row->key != TTY_OTHER && event->code == row->key)
            return i;
        if (event->kind == TTY_SIGN && row->sign != 0 && event->sign == (uint32_t)row->sign)
            return i;
    }
    return -1;
}

/* --- texts --- */

void screen_core_begin_text(ScreenCore *core)
{
    core->mode = MODE_TEXT;
    core->text_top = 0;
}

void screen_core_begin_help(ScreenCore *core, const ScreenKeys *keys)
{
    buffer_free(&core->text);
    buffer_init(&core->text, 1 << 16);
    for (int i = 0; i < keys->count; i++) {
        char words[LAYOUT_TEXT_MAX];
        Text text = text_over(words, sizeof words);
        screen_core_say(core, key_at(keys, i)->help, &text);
        buffer_addf(&core->text, "  %-14s %s\n", key_at(keys, i)->keys, words);
    }
    screen_core_begin_text(core);
}

static int scroll_by(const ScreenCore *core, const TtyEvent *event)
{
    int layout = core->places.text_shown > 2 ? core->places.text_shown - 1 : 1;
    if (event->kind == TTY_PRESS)
        return event->code == 4 ? -3 : event->code == 5 ? 3 : 0;
    if (event->kind == TTY_SIGN)
        return event->sign == ' ' ? layout : event->sign == 'b' ? -layout : 0;
    switch (event->code) {
    case TTY_UP: return -1;
    case TTY_DOWN: return 1;
    case TTY_PAGE_UP: return -layout;
    case TTY_PAGE_DOWN: return layout;
    case TTY_HOME: return -core->places.text_rows;
    case TTY_END_KEY: return core->places.text_rows;
    default: return 0;
    }
}

static bool leaves_text(const TtyEvent *event)
{
    if (event->kind == TTY_SIGN)
        return event->sign == 'q';
    return event->kind == TTY_KEY && (event->code == TTY_ESCAPE || event->code == TTY_ENTER);
}

void screen_core_text_key(ScreenCore *core, const TtyEvent *event)
{
    int most = core->places.text_rows - core->places.text_shown;
    if (leaves_text(event)) {
        core->mode = MODE_BOARD;
        return;
    }
    core->text_top += scroll_by(core, event);
    if (core->text_top > most)
        core->text_top = most;
    if (core->text_top < 0)
        core->text_top = 0;
}

/* --- typing --- */

void screen_core_begin_typing(ScreenCore *core, const char *prompt, const char *words, int at)
{
    assert(at >= 0);
    Typing *typing = &core->typing;
    Text    text = text_over(typing->prompt, sizeof typing->prompt);
    text_add(&text, prompt);
    text = text_over(typing->words, sizeof typing->words);
    text_add(&text, words);
    typing->length = (int)text.length;
    typing->at = at < typing->length ? at : typing->length;
    core->mode = MODE_PROMPT;
}

static bool is_inside(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Return the offset before or after the character next to `at`. */
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

bool screen_core_typing_key(ScreenCore *core, const TtyEvent *event)
{
    Typing *typing = &core->typing;
    if (event->kind == TTY_SIGN)
        insert(typing, event->sign);
    if (event->kind != TTY_KEY)
        return false;
    switch (event->code) {
    case TTY_ENTER: core->mode = MODE_BOARD; return true;
    case TTY_ESCAPE: core->mode = MODE_BOARD; break;
    case TTY_LEFT: typing->at = step_left(typing, typing->at); break;
    case TTY_RIGHT: typing->at = step_right(typing, typing->at); break;
    case TTY_HOME: typing->at = 0; break;
    case TTY_END_KEY: typing->at = typing->length; break;
    case TTY_BACKSPACE:
        if (typing->length == 0)
            core->mode = MODE_BOARD;
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
