/* SPDX-License-Identifier: MIT */
/* What the full-screen face is made of, without a terminal: canvas, boards, the hand, pages. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "games/list.h"
#include "term/move_input.h"
#include "term/screen_layout.h"

/* --- canvas --- */

static const char *drawn(const Canvas *canvas)
{
    static char text[4096];
    Buffer      out;
    buffer_init(&out, sizeof text - 1);
    canvas_write(canvas, &out);
    strcpy(text, out.data);
    buffer_free(&out);
    return text;
}

static const struct words_case {
    const char *why;
    bool        unicode;
    const char *words;
    const char *wanted; /* on eight columns */
} WORDS_CASES[] = {
    { "plain", false, "abc", "abc\n" },
    { "what does not fit is cut", false, "0123456789", "01234567\n" },
    { "letters without accents where there is only ASCII", false, "a\xc3\xa4z\xc5\x82", "aazl\n" },
    { "only ASCII where there is nothing else", false, "a\xe6\xa3\x8bz", "a?z\n" },
    { "UTF-8 is kept", true, "a\xc3\xa4z", "a\xc3\xa4z\n" },
    { "control characters never reach a terminal", true, "a\033[2Jb\x7f", "a?[2Jb?\n" },
    { "nor do those of eight bits", true,
      "a\xc2\x9b"
      "b",
      "a?b\n" },
    { "bytes that are no text", true, "\xff\xc3(\xe2\x82",
      "?"
      "?(?\n" },
    { "wide characters take two columns", true,
      "\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b",
      "\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\xe6\xa3\x8b\n" },
};

static void test_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WORDS_CASES / sizeof WORDS_CASES[0]; i++) {
        const struct words_case *c = &WORDS_CASES[i];
        Canvas                   canvas;
        assert_true(canvas_init(&canvas, 8, 1, c->unicode));
        canvas_words(&canvas, 0, 0, 100, c->words, INK_PLAIN);
        if (strcmp(drawn(&canvas), c->wanted) != 0)
            fail_msg("%s: '%s'", c->why, drawn(&canvas));
        canvas_free(&canvas);
    }
}

static void test_lines_meet(void **state)
{
    Canvas canvas;
    (void)state;
    assert_true(canvas_init(&canvas, 5, 3, false));
    canvas_box(&canvas, 0, 0, 5, 3);
    assert_string_equal(drawn(&canvas), "+---+\n|   |\n+---+\n");
    canvas_free(&canvas);
    assert_true(canvas_init(&canvas, 3, 2, true));
    canvas_box(&canvas, 0, 0, 3, 2);
    assert_string_equal(drawn(&canvas), "\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x90\n"
                                        "\xe2\x94\x94\xe2\x94\x80\xe2\x94\x98\n");
    canvas_free(&canvas);
}

static void test_outside_is_dropped(void **state)
{
    Canvas canvas;
    (void)state;
    assert_true(canvas_init(&canvas, 2, 2, true));
    for (int y = -3; y < 5; y++)
        for (int x = -3; x < 5; x++)
            canvas_words(&canvas, x, y, 3, "xy", INK_PLAIN);
    canvas_box(&canvas, -5, -5, 20, 20);
    assert_null(canvas_at(&canvas, 2, 0));
    assert_null(canvas_at(&canvas, 0, -1));
    canvas_free(&canvas);
}

/* --- boards of all games --- */

static const char *const BOARDS[] = {
    "gipf",      "gipf:2,3,5,5", "gipf:standard", "ponte",       "ponte:contest;size=4",
    "diavolo:3", "diavolo:8",    "alliances:3",   "alliances:7", "duell",
    "toy",
};

typedef struct Table {
    Setup     setup;
    PosBuffer pos;
    Shape     shape;
    Pieces    pieces;
} Table;

static void open_table(Table *table, const char *text)
{
    Fault fault;
    assert_int_equal(games_setup(text, &table->setup, &fault), STATUS_OK);
    table->setup.game->rules->start(table->setup.variant, &table->pos.head);
    shape_init(&table->shape);
    pieces_init(&table->pieces);
    assert_true(table->setup.game->view->shape(table->setup.variant, &table->shape));
    assert_true(table->setup.game->view->pieces(&table->pos.head, &table->pieces));
}

static void look(Table *table)
{
    pieces_free(&table->pieces);
    pieces_init(&table->pieces);
    assert_true(table->setup.game->view->pieces(&table->pos.head, &table->pieces));
}

static void close_table(Table *table)
{
    shape_free(&table->shape);
    pieces_free(&table->pieces);
}

/* A press on a cell means it, two cells never share a place, and all are on the drawing. */
static void check_spots(const Table *table, const BoardMap *map)
{
    for (int i = 0; i < table->shape.cell_count; i++) {
        if (!board_is_touchable(&table->shape, i))
            continue;
        BoardSpot spot = map->spot[i];
        assert_true(spot.x > 0 && spot.y >= 0 && spot.x < map->width && spot.y < map->height);
        assert_int_equal(board_cell_at(map, spot.x, spot.y), i);
    }
    assert_int_equal(board_cell_at(map, -100, -100), -1);
}

static void spread(const BoardMap *map, bool *seen, int cell)
{
    if (seen[cell])
        return;
    seen[cell] = true;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                spread(map, seen, board_neighbour(map, cell, dx, dy));
}

/* The cursor gets everywhere from anywhere. */
static void check_arrows(const Table *table, const BoardMap *map)
{
    bool *seen = calloc((size_t)table->shape.cell_count, sizeof *seen);
    assert_non_null(seen);
    spread(map, seen, board_middle(map));
    for (int i = 0; i < table->shape.cell_count; i++)
        if (board_is_touchable(&table->shape, i) && !seen[i])
            fail_msg("%s: no arrows lead to %s", table->setup.game->name,
                     table->shape.cells[i].label);
    free(seen);
}

static void test_cells(void **state)
{
    (void)state;
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        Table table;
        open_table(&table, BOARDS[b]);
        bool dice = board_has_dice(&table.pieces);
        for (int size = 0; size < board_sizes(&table.shape, dice); size++)
            for (int flipped = 0; flipped < 2; flipped++) {
                BoardMap map;
                assert_true(board_map_init(&map, &table.shape, dice, size, flipped == 1));
                check_spots(&table, &map);
                check_arrows(&table, &map);
                board_map_free(&map);
            }
        close_table(&table);
    }
}

/* Arrows go where they point. */
static void test_arrows_point(void **state)
{
    Table    table;
    BoardMap map;
    (void)state;
    open_table(&table, "ponte");
    assert_true(board_map_init(&map, &table.shape, false, 0, false));
    int middle = shape_find(&table.shape, "e5");
    assert_int_equal(board_neighbour(&map, middle, 0, -1), shape_find(&table.shape, "e6"));
    assert_int_equal(board_neighbour(&map, middle, 1, 0), shape_find(&table.shape, "f5"));
    assert_int_equal(board_neighbour(&map, middle, -1, 1), shape_find(&table.shape, "d4"));
    int corner = shape_find(&table.shape, "a1");
    assert_int_equal(board_neighbour(&map, corner, -1, 0), corner);
    assert_int_equal(board_neighbour(&map, corner, 0, 1), corner);
    board_map_free(&map);
    assert_true(board_map_init(&map, &table.shape, false, 0, true));
    assert_int_equal(board_neighbour(&map, middle, 0, -1), shape_find(&table.shape, "e4"));
    board_map_free(&map);
    close_table(&table);
}

static void keep_pieces(const char *text, char *out)
{
    for (; *text != '\0'; text++)
        if (strchr("WBXY", *text) != NULL)
            *out++ = *text;
    *out = '\0';
}

/* A board that is turned for characters stands as the game's own documents draw it: row by row the
 * same pieces in the same order. */
static void test_stands_as_in_documents(void **state)
{
    static Step steps[STEPS_MAX];
    static char board[BOARD_TEXT_MAX], wanted[BOARD_TEXT_MAX], found[BOARD_TEXT_MAX];
    Random      random = random_seeded(3);
    Table       table;
    (void)state;
    open_table(&table, "gipf:standard");
    for (int played = 0; played < 40; played++) {
        Text      text = text_over(board, sizeof board);
        BoardMap  map;
        Canvas    canvas;
        int       count = table.setup.game->rules->gen(&table.pos.head, steps);
        BoardView view = { .game = table.setup.game, .pieces = &table.pieces, .cursor = -1 };
        if (count == 0)
            break;
        table.setup.game->text->draw(&table.pos.head, &text);
        keep_pieces(strchr(strchr(board, '\n') + 1, '\n'), wanted); /* below two lines of numbers */
        look(&table);
        assert_true(board_map_init(&map, &table.shape, false, 2, false));
        assert_true(canvas_init(&canvas, map.width, map.height, false));
        board_draw(&map, &view, &canvas);
        keep_pieces(drawn(&canvas), found);
        assert_string_equal(found, wanted);
        canvas_free(&canvas);
        board_map_free(&map);
        table.setup.game->rules->apply(&table.pos.head,
                                       steps[random_below(&random, (uint32_t)count)]);
    }
    close_table(&table);
}

/* --- the hand --- */

static bool is_choice(const MoveInput *input, Step step)
{
    for (int i = 0; i < input->choice_count; i++)
        if (input->choice[i].step == step)
            return true;
    return false;
}

static bool is_free(const MoveInput *input, Step step)
{
    for (int i = 0; i < input->free_count; i++)
        if (input->free[i].step == step)
            return true;
    return false;
}

/* Touching a step's cells in order means this step, or a choice with it in. */
static void check_step(const Table *table, MoveInput *input, Step wanted)
{
    InputHint       hint;
    Step            step = 0;
    MoveInputAnswer answer = MOVE_INPUT_MORE;
    table->setup.game->view->input_hint(&table->pos.head, wanted, &hint);
    CellList cells = hint.cells;
    while (move_input_back(input))
        continue;
    if (cells.count == 0) {
        assert_true(is_free(input, wanted));
        return;
    }
    for (int i = 0; i < cells.count && answer == MOVE_INPUT_MORE; i++) {
        assert_true(move_input_is_target(input, cells.cell[i]));
        answer = move_input_select(input, cells.cell[i], &step);
    }
    if (answer == MOVE_INPUT_MORE)
        answer = move_input_select(input, cells.cell[cells.count - 1], &step);
    if (answer == MOVE_INPUT_STEP)
        assert_true(step == wanted);
    else
        assert_true(answer == MOVE_INPUT_CHOOSE && is_choice(input, wanted));
}

static void begin(const Table *table, MoveInput *input)
{
    TermText speech = term_text_of(&table->setup, NULL);
    assert_true(move_input_begin(input, &speech, &table->shape, &table->pos.head));
}

static void test_every_step_can_be_touched(void **state)
{
    static Step steps[STEPS_MAX];
    (void)state;
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        Table     table;
        MoveInput input;
        Random    random = random_seeded(b + 1);
        open_table(&table, BOARDS[b]);
        move_input_init(&input);
        for (int played = 0; played < 60; played++) {
            int count = table.setup.game->rules->gen(&table.pos.head, steps);
            if (count == 0)
                break;
            look(&table);
            begin(&table, &input);
            for (int i = 0; i < 12; i++)
                check_step(&table, &input, steps[random_below(&random, (uint32_t)count)]);
            table.setup.game->rules->apply(&table.pos.head,
                                           steps[random_below(&random, (uint32_t)count)]);
        }
        move_input_free(&input);
        close_table(&table);
    }
}

/* A hand that touches anything never breaks, and means only what is legal. */
static void test_any_touch(void **state)
{
    (void)state;
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        Table     table;
        MoveInput input;
        Random    random = random_seeded(b + 100);
        open_table(&table, BOARDS[b]);
        move_input_init(&input);
        begin(&table, &input);
        for (int i = 0; i < 3000; i++) {
            Step step = 0;
            int  cell = (int)random_below(&random, (uint32_t)table.shape.cell_count + 1) - 1;
            if (random_below(&random, 6) == 0)
                move_input_back(&input);
            if (move_input_select(&input, cell, &step) != MOVE_INPUT_STEP)
                continue;
            assert_true(table.setup.game->rules->legal(&table.pos.head, step));
            table.setup.game->rules->apply(&table.pos.head, step);
            if (table.setup.game->rules->outcome(&table.pos.head).ending != ENDING_NONE)
                table.setup.game->rules->start(table.setup.variant, &table.pos.head);
            look(&table);
            begin(&table, &input);
        }
        move_input_free(&input);
        close_table(&table);
    }
}

static const Piece *die_on(const Pieces *pieces, int cell)
{
    for (int i = 0; i < pieces->count; i++)
        if (pieces->at[i].cell == cell)
            return &pieces->at[i];
    return NULL;
}

/* What the hand shows at the last square is what the rules make of it. */
static void check_roll(Table *table, MoveInput *input, Step wanted)
{
    InputHint hint;
    Pieces    shown;
    Step      step = 0;
    table->setup.game->view->input_hint(&table->pos.head, wanted, &hint);
    CellList cells = hint.cells;
    look(table);
    const Piece *before = die_on(&table->pieces, cells.cell[0]);
    assert_non_null(before);
    if (before->faces[0] == 0) { /* a king has no faces, and is played at its first square */
        table->setup.game->rules->apply(&table->pos.head, wanted);
        return;
    }
    begin(table, input);
    pieces_init(&shown);
    for (int i = 0; i < cells.count; i++)
        move_input_select(input, cells.cell[i], &step);
    input->must_choose = false;
    assert_int_equal(input->touched.count, cells.count);
    assert_true(move_input_show(input, &table->pieces, &shown));
    table->setup.game->rules->apply(&table->pos.head, wanted);
    look(table);
    int          end = cells.cell[cells.count - 1];
    const Piece *seen = die_on(&shown, end), *real = die_on(&table->pieces, end);
    assert_non_null(seen);
    assert_non_null(real);
    assert_memory_equal(seen->faces, real->faces, sizeof real->faces);
    assert_string_equal(seen->text, real->text);
    pieces_free(&shown);
}

static void test_dice_roll(void **state)
{
    static Step steps[STEPS_MAX];
    Table       table;
    MoveInput   input;
    Random      random = random_seeded(7);
    (void)state;
    open_table(&table, "duell");
    move_input_init(&input);
    for (int played = 0; played < 300; played++) {
        int count = table.setup.game->rules->gen(&table.pos.head, steps);
        if (count == 0)
            break;
        check_roll(&table, &input, steps[random_below(&random, (uint32_t)count)]);
    }
    move_input_free(&input);
    close_table(&table);
}

/* Bridges may be touched from either end. */
static void test_either_end(void **state)
{
    Table     table;
    MoveInput input;
    Step      forth = 0, back = 0;
    Fault     fault;
    (void)state;
    open_table(&table, "ponte:contest;size=5");
    assert_int_equal(table.setup.game->text->pos_read(table.setup.variant, "5/1B3/B4/3B1/5 b - 9 -",
                                                      &table.pos.head, &fault),
                     STATUS_OK);
    look(&table);
    move_input_init(&input);
    begin(&table, &input);
    int one = shape_find(&table.shape, "b4"), other = shape_find(&table.shape, "d2");
    assert_int_equal(move_input_select(&input, one, &forth), MOVE_INPUT_MORE);
    assert_int_equal(move_input_select(&input, other, &forth), MOVE_INPUT_STEP);
    begin(&table, &input);
    assert_int_equal(move_input_select(&input, other, &back), MOVE_INPUT_MORE);
    assert_int_equal(move_input_select(&input, one, &back), MOVE_INPUT_STEP);
    assert_true(forth == back);
    move_input_free(&input);
    close_table(&table);
}

/* One cell stands for a row: it is shown, and confirmed by any of its cells. */
static void check_any_cell(const Table *table, MoveInput *input, Step wanted, const InputHint *hint)
{
    for (int i = 0; i < hint->cells.count; i++) {
        Step     step = 0;
        CellList chosen;
        begin(table, input);
        if (move_input_select(input, hint->cells.cell[i], &step) == MOVE_INPUT_CHOOSE) {
            assert_true(is_choice(input, wanted)); /* two rows cross here */
            continue;
        }
        assert_int_equal(input->choice_count, 1);
        assert_true(input->choice[0].step == wanted);
        move_input_chosen(input, &chosen);
        assert_int_equal(chosen.count, hint->cells.count);
        int again = hint->cells.cell[(i + 1) % hint->cells.count];
        assert_int_equal(move_input_select(input, again, &step), MOVE_INPUT_STEP);
        assert_true(step == wanted);
    }
}

static void test_any_cell_of_a_row(void **state)
{
    static Step steps[STEPS_MAX];
    Table       table;
    MoveInput   input;
    Random      random = random_seeded(3);
    int         rows = 0;
    (void)state;
    open_table(&table, "gipf:3,3,8,8");
    move_input_init(&input);
    for (int played = 0; played < 2000 && rows < 20; played++) {
        int count = table.setup.game->rules->gen(&table.pos.head, steps);
        for (int i = 0; i < count; i++) {
            InputHint hint;
            table.setup.game->view->input_hint(&table.pos.head, steps[i], &hint);
            if ((hint.flags & INPUT_ANY_CELL) == 0)
                continue;
            check_any_cell(&table, &input, steps[i], &hint);
            rows++;
        }
        if (count == 0)
            table.setup.game->rules->start(table.setup.variant, &table.pos.head);
        else
            table.setup.game->rules->apply(&table.pos.head,
                                           steps[random_below(&random, (uint32_t)count)]);
    }
    assert_true(rows >= 20);
    move_input_free(&input);
    close_table(&table);
}

/* Regions are signs on the board, besides their colours. */
static void test_regions_are_marked(void **state)
{
    static const struct {
        const char *setup, *position, *cell, *drawn;
    } CASES[] = {
        { "ponte:contest;size=5", "5/5/WW3/WW3/5 b - 9 -", "a3", "(W1" },
        { "ponte:contest;size=5", "5/5/WW3/WW3/5 b - 9 -", "b2", "-W)" },
        { "ponte:contest;size=5", "5/5/W1W2/W1W2/5 b - 9 -", "c2", " W " },
    };
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Table    table;
        BoardMap map;
        Canvas   canvas;
        Regions  regions;
        Fault    fault;
        open_table(&table, CASES[i].setup);
        const Game *game = table.setup.game;
        assert_int_equal(
            game->text->pos_read(table.setup.variant, CASES[i].position, &table.pos.head, &fault),
            STATUS_OK);
        look(&table);
        regions_init(&regions);
        assert_true(game->view->regions(&table.pos.head, &regions));
        BoardView view = {
            .game = game, .pieces = &table.pieces, .regions = &regions, .cursor = -1
        };
        assert_true(board_map_init(&map, &table.shape, false, 0, false));
        assert_true(canvas_init(&canvas, map.width, map.height, false));
        board_draw(&map, &view, &canvas);
        BoardSpot at = map.spot[shape_find(&table.shape, CASES[i].cell)];
        for (int x = 0; x < 3; x++)
            assert_int_equal(canvas_at(&canvas, at.x - 1 + x, at.y)->sign, CASES[i].drawn[x]);
        canvas_free(&canvas);
        board_map_free(&map);
        regions_free(&regions);
        close_table(&table);
    }
}

/* --- pages --- */

static void turn_words(void *context, int turn, Text *out)
{
    (void)context;
    text_addf(out, "turn-%d", turn);
}

static void fill(LayoutView *view, const Table *table, PanelRows *panel, const Canvas *board,
                 int kind)
{
    *view = (LayoutView){ .sides = { table->setup.game->sides[0], table->setup.game->sides[1] },
                          .panel = panel,
                          .board = board,
                          .turn = turn_words,
                          .turn_count = 30,
                          .turn_shown = 30,
                          .alert = kind == 1 };
    strcpy(view->title, table->setup.game->title);
    strcpy(view->seat[0].side, table->setup.game->sides[0]);
    strcpy(view->seat[1].side, table->setup.game->sides[1]);
    strcpy(view->seat[0].name, "Ada Lovelace, who has a rather long name for such a small table");
    strcpy(view->seat[0].clock, "1:02:03");
    view->seat[0].to_move = true;
    strcpy(view->status, "status");
    strcpy(view->message, "a message that is so long that it takes several rows in small windows, "
                          "and-a-word-that-is-longer-than-any-of-them-can-show-at-once");
    if (kind == 1) {
        view->prompt = ":";
        view->typed = "some words that were typed before";
        view->typed_at = 20;
    }
    if (kind == 2) {
        view->menu_title = "Which one?";
        view->menu_count = 20;
        view->menu_at = 13;
        for (int i = 0; i < 20; i++)
            view->menu[i] = "an item";
    }
    if (kind == 3)
        view->text = "first line\n\nthird line with \xe6\xa3\x8b wide words\n";
}

/* Any window, down to nothing: no place is outside of it, and the status is on its last row. */
static void check_page(const Table *table, PanelRows *panel, int width, int height, int kind)
{
    BoardMap     map;
    Canvas       board, layout;
    LayoutView   view;
    LayoutPlaces places;
    bool         dice = board_has_dice(&table->pieces);
    int          size = layout_board_size(&table->shape, dice, width, height, 0);
    BoardView    looks = { .game = table->setup.game, .pieces = &table->pieces, .strong = true };
    assert_true(board_map_init(&map, &table->shape, dice, size, false));
    assert_true(canvas_init(&board, map.width, map.height, true));
    assert_true(canvas_init(&layout, width, height, true));
    board_draw(&map, &looks, &board);
    fill(&view, table, panel, &board, kind);
    view.focus = map.spot[board_middle(&map)];
    view.before = (BoardSpot){ (int16_t)(7 * kind), (int16_t)(5 * kind) };
    layout_compose(&view, &layout, &places);
    if (height > 3 && width >= 6)
        assert_int_equal(canvas_at(&layout, 0, height - 1)->sign, 's');
    if (kind != 3) {
        assert_true(places.board_x + places.board_width <= width);
        assert_true(places.board_y + places.board_height <= height);
        assert_true(places.left >= 0 && places.top >= 0);
        assert_in_range(view.focus.x - places.left, 0, places.board_width - 1);
        assert_in_range(view.focus.y - places.top, 0, places.board_height - 1);
    }
    assert_true(places.cursor_x < width && places.cursor_y < height);
    canvas_free(&layout);
    canvas_free(&board);
    board_map_free(&map);
}

static void test_any_window(void **state)
{
    static const int SIZES[][2] = { { 1, 1 },   { 2, 2 },   { 3, 4 },    { 5, 3 },
                                    { 10, 5 },  { 20, 6 },  { 20, 24 },  { 40, 12 },
                                    { 79, 23 }, { 80, 24 }, { 132, 50 }, { 300, 90 } };
    (void)state;
    for (size_t b = 0; b < sizeof BOARDS / sizeof BOARDS[0]; b++) {
        Table     table;
        PanelRows panel = { .count = 0 };
        open_table(&table, BOARDS[b]);
        panel_rows(table.setup.game, &table.pos.head, &LANGUAGE_ENGLISH, &panel);
        for (size_t s = 0; s < sizeof SIZES / sizeof SIZES[0]; s++)
            for (int kind = 0; kind < 4; kind++)
                check_page(&table, &panel, SIZES[s][0], SIZES[s][1], kind);
        close_table(&table);
    }
}

/* In 80 columns and 24 rows every usual board is whole and has the column beside it. */
static void test_usual_window(void **state)
{
    static const char *const USUAL[] = { "gipf", "ponte", "diavolo", "alliances", "duell" };
    (void)state;
    for (size_t i = 0; i < sizeof USUAL / sizeof USUAL[0]; i++) {
        Table    table;
        BoardMap map;
        open_table(&table, USUAL[i]);
        bool dice = board_has_dice(&table.pieces);
        assert_true(board_map_init(&map, &table.shape, dice,
                                   layout_board_size(&table.shape, dice, 80, 24, 0), false));
        assert_true(map.width <= 57 && map.height <= 22);
        board_map_free(&map);
        close_table(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_lines_meet),
        cmocka_unit_test(test_outside_is_dropped),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_arrows_point),
        cmocka_unit_test(test_stands_as_in_documents),
        cmocka_unit_test(test_every_step_can_be_touched),
        cmocka_unit_test(test_any_touch),
        cmocka_unit_test(test_dice_roll),
        cmocka_unit_test(test_either_end),
        cmocka_unit_test(test_any_cell_of_a_row),
        cmocka_unit_test(test_regions_are_marked),
        cmocka_unit_test(test_any_window),
        cmocka_unit_test(test_usual_window),
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
