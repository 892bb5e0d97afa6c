/* alliances_naive.c - the rules of Alliances, written simply from their specification.
 *
 * Knows:   the complete game: geometry (2), allied colours (3), moves (4), winning a colour (5),
 *          the end (6), texts (7).  Numbers in comments are sections of the specification.
 * Ignores: speed.
 *
 * Cells are numbered row by row.  A board lists the row, column, side and neighbours of each cell.
 * It is computed from the formulas of section 2 each time a text is read.  After every move, each
 * open colour is tested for both players by flood fill from one of its sides.  The shortcuts of
 * sections 5 and 10 are not used.
 *
 * Rulings on what the specification leaves open:
 *  - The first item of a position line must be the side of the variant.
 *  - A colour marked as won is rejected unless its winner is connected or the opponent is blocked
 *    in it now.  Discs never move, so a colour that was won stays connected or blocked.
 *  - One player may hold three colours: one move can add two colours to an earlier one.
 *  - The texts of positions and cells are in lower case and have one form.
 *  - The header lines of a labelled grid number the columns 1 .. 4s-5.  Three spaces precede them,
 *    as they precede every line without a letter.  Columns below ten have no tens digit.
 */
#include "games/alliances/naive/alliances_naive.h"
#include "naive/slow_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MIN_SIDE = 3,
    MAX_SIDE = 7,
    STANDARD_SIDE = 7,
    MAX_CELLS = 3 * MAX_SIDE * (MAX_SIDE - 1) - 5,
    /* Indices into the grid of section 7.3: lines 0 .. 2s, columns 0 .. 4s-4. */
    LINES = 2 * MAX_SIDE + 1,
    COLUMNS = 4 * MAX_SIDE - 3,
    NAME_SIZE = 16
};

enum { ORANGE, PURPLE, GREEN, COLOURS };
enum { NOBODY, PLAYER_1, PLAYER_2 };

/* Clockwise from the top.  The colours repeat after three sides, so opposite sides have the same
 * colour (2). */
enum { NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST, NO_SIDE };

static const char EMPTY = 'x';
static const char DISC[COLOURS] = { 'o', 'p', 'g' };
static const char WALL[COLOURS] = { 'O', 'P', 'G' };

enum { NEIGHBOURS = 6 };
static const int STEP_I[NEIGHBOURS] = { 0, 0, -1, -1, 1, 1 };
static const int STEP_X[NEIGHBOURS] = { -2, 2, -1, 1, -1, 1 };

typedef struct Cell {
    int i, x; /* row and column of section 2 */
    int side; /* NORTH .. NORTH_WEST or NO_SIDE */
    int neighbour_count;
    int neighbour[NEIGHBOURS]; /* cell numbers, in the order of section 2 */
} Cell;

typedef struct Board {
    int  size; /* s */
    int  cell_count;
    Cell cell[MAX_CELLS]; /* row by row from the top, each from left to right */
} Board;

typedef struct Position {
    const Board *board;
    char         at[MAX_CELLS]; /* EMPTY or a disc */
    int          won[COLOURS];  /* the player who won it, or NOBODY */
    int          to_move;
} Position;

/* A path query: can `player` connect the two sides of `colour`? */
typedef struct PathQuery {
    int  player, colour;
    bool over_empty; /* empty cells count as usable */
} PathQuery;

/* ---------------------------------------------------------------- geometry (2) */

static bool is_cell(int size, int i, int x)
{
    int di = i - size;
    int dx = x - (2 * size - 2);

    if (abs(di) > size - 1 || (abs(di) + abs(dx)) % 2 != 0 || abs(di) + abs(dx) > 2 * size - 2)
        return false;
    if (di == 0 && abs(dx) == 2 * size - 2)
        return false;
    return !(abs(di) == size - 1 && abs(dx) == size - 1);
}

/* Return the side to which the cell (i,x) belongs, or NO_SIDE. */
static int side_of(int size, int i, int x)
{
    int di = i - size;
    int dx = x - (2 * size - 2);

    if (di == -(size - 1))
        return NORTH;
    if (di == size - 1)
        return SOUTH;
    if (abs(di) + abs(dx) != 2 * size - 2)
        return NO_SIDE;
    if (di < 0)
        return dx > 0 ? NORTH_EAST : NORTH_WEST;
    return dx > 0 ? SOUTH_EAST : SOUTH_WEST;
}

static int colour_of_side(int side)
{
    switch (side) {
    case NORTH:
    case SOUTH: return ORANGE;
    case NORTH_EAST:
    case SOUTH_WEST: return PURPLE;
    default: return GREEN;
    }
}

static int opposite_side(int side)
{
    return (side + 3) % 6;
}

static int first_side_of_colour(int colour)
{
    static const int FIRST[COLOURS] = { NORTH, NORTH_EAST, SOUTH_EAST };

    return FIRST[colour];
}

static void list_neighbours(const Board *board, int number[LINES][COLUMNS], Cell *cell)
{
    for (int n = 0; n < NEIGHBOURS; n++) {
        int i = cell->i + STEP_I[n], x = cell->x + STEP_X[n];

        if (is_cell(board->size, i, x))
            cell->neighbour[cell->neighbour_count++] = number[i][x];
    }
}

static void make_board(int size, Board *board)
{
    int number[LINES][COLUMNS] = { 0 };

    *board = (Board){ .size = size };
    for (int i = 0; i < LINES; i++) {
        for (int x = 0; x < COLUMNS; x++) {
            if (!is_cell(size, i, x))
                continue;
            number[i][x] = board->cell_count;
            board->cell[board->cell_count++] =
                (Cell){ .i = i, .x = x, .side = side_of(size, i, x) };
        }
    }
    for (int n = 0; n < board->cell_count; n++)
        list_neighbours(board, number, &board->cell[n]);
}

/* Return the number of discs of each colour (1, D2). */
static int supply(const Board *board)
{
    return board->cell_count / 3 + 2;
}

static void cell_name(const Cell *cell, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%c%d", 'a' + cell->i - 1, cell->x);
}

/* ---------------------------------------------------------------- players and colours (3) */

static int opponent(int player)
{
    return player == PLAYER_1 ? PLAYER_2 : PLAYER_1;
}

static int ally(int player, int colour)
{
    static const int ALLY_1[COLOURS] = { PURPLE, GREEN, ORANGE };
    static const int ALLY_2[COLOURS] = { GREEN, ORANGE, PURPLE };

    return player == PLAYER_1 ? ALLY_1[colour] : ALLY_2[colour];
}

/* ---------------------------------------------------------------- connected and blocked (5) */

/* True if the path may cross a cell that holds `at`. */
static bool is_usable(const PathQuery *query, char at)
{
    if (at == EMPTY)
        return query->over_empty;
    return at == DISC[query->colour] || at == DISC[ally(query->player, query->colour)];
}

/* Flood fill: mark the cell `n`, if it is usable, and all usable cells connected with it. */
static void fill(const Position *pos, const PathQuery *query, bool reached[MAX_CELLS], int n)
{
    const Cell *cell = &pos->board->cell[n];

    if (reached[n] || !is_usable(query, pos->at[n]))
        return;
    reached[n] = true;
    for (int k = 0; k < cell->neighbour_count; k++)
        fill(pos, query, reached, cell->neighbour[k]);
}

/* True if a path of usable cells connects the two sides of the query's colour. */
static bool has_path(const Position *pos, const PathQuery *query)
{
    const Board *board = pos->board;
    bool         reached[MAX_CELLS] = { false };
    int          from = first_side_of_colour(query->colour);

    for (int n = 0; n < board->cell_count; n++) {
        if (board->cell[n].side == from)
            fill(pos, query, reached, n);
    }
    for (int n = 0; n < board->cell_count; n++) {
        if (reached[n] && board->cell[n].side == opposite_side(from))
            return true;
    }
    return false;
}

static bool is_connected(const Position *pos, int player, int colour)
{
    return has_path(pos, &(PathQuery){ player, colour, .over_empty = false });
}

static bool is_blocked(const Position *pos, int player, int colour)
{
    return !has_path(pos, &(PathQuery){ player, colour, .over_empty = true });
}

/* True if the discs on the board win `colour` for `player`.  The test ignores whether they also win
 * it for the opponent. */
static bool has_earned(const Position *pos, int player, int colour)
{
    return is_connected(pos, player, colour) || is_blocked(pos, opponent(player), colour);
}

/* Return the winner of the open `colour` after a move of `mover`, or NOBODY.  If both would win it,
 * the mover does. */
static int winner_of_colour(const Position *pos, int colour, int mover)
{
    if (has_earned(pos, mover, colour))
        return mover;
    if (has_earned(pos, opponent(mover), colour))
        return opponent(mover);
    return NOBODY;
}

/* ---------------------------------------------------------------- moves and the end (4, 6) */

static int discs_on_board(const Position *pos, int colour)
{
    int count = 0;

    for (int n = 0; n < pos->board->cell_count; n++) {
        if (pos->at[n] == DISC[colour])
            count++;
    }
    return count;
}

/* Return the position after placing a disc of `colour` on the empty cell `n`. */
static Position after_move(const Position *pos, int colour, int n)
{
    Position next = *pos;

    next.at[n] = DISC[colour];
    for (int each = ORANGE; each <= GREEN; each++) {
        if (next.won[each] == NOBODY)
            next.won[each] = winner_of_colour(&next, each, pos->to_move);
    }
    next.to_move = opponent(pos->to_move);
    return next;
}

static int colours_won(const Position *pos, int player)
{
    int count = 0;

    for (int colour = ORANGE; colour <= GREEN; colour++) {
        if (pos->won[colour] == player)
            count++;
    }
    return count;
}

/* Return the winner, or NOBODY while the game continues. */
static int winner_of_game(const Position *pos)
{
    if (colours_won(pos, PLAYER_1) >= 2)
        return PLAYER_1;
    if (colours_won(pos, PLAYER_2) >= 2)
        return PLAYER_2;
    return NOBODY;
}

static void clear_position(const Board *board, Position *pos)
{
    *pos = (Position){ .board = board, .to_move = PLAYER_1 };
    memset(pos->at, EMPTY, sizeof pos->at);
}

/* ---------------------------------------------------------------- writing text (7) */

static char won_mark(int player)
{
    return player == NOBODY ? '-' : (char)('0' + player);
}

static void add_won(Text *text, const Position *pos)
{
    for (int colour = ORANGE; colour <= GREEN; colour++)
        add_char(text, won_mark(pos->won[colour]));
}

/* True if the cell `n` is the first of its row, except in the first row. */
static bool begins_row(const Board *board, int n)
{
    return n > 0 && board->cell[n].i != board->cell[n - 1].i;
}

static void add_position(Text *text, const Position *pos)
{
    add_char(text, (char)('0' + pos->board->size));
    add_char(text, ' ');
    for (int n = 0; n < pos->board->cell_count; n++) {
        if (begins_row(pos->board, n))
            add_char(text, '/');
        add_char(text, pos->at[n]);
    }
    add_char(text, ' ');
    add_won(text, pos);
    add_char(text, ' ');
    add_char(text, won_mark(pos->to_move));
}

/* ---------------------------------------------------------------- reading text (7) */

static bool read_variant(const char *text, Board *board)
{
    int size = text[0] - '0';

    if (text[0] == '\0') {
        make_board(STANDARD_SIDE, board);
        return true;
    }
    if (size < MIN_SIDE || size > MAX_SIDE || text[1] != '\0')
        return false;
    make_board(size, board);
    return true;
}

static bool read_content(const char **cursor, char *at)
{
    char c = **cursor;

    if (c != EMPTY && c != DISC[ORANGE] && c != DISC[PURPLE] && c != DISC[GREEN])
        return false;
    *at = c;
    (*cursor)++;
    return true;
}

static bool read_rows(const char **cursor, Position *pos)
{
    for (int n = 0; n < pos->board->cell_count; n++) {
        if (begins_row(pos->board, n) && !read_text(cursor, "/"))
            return false;
        if (!read_content(cursor, &pos->at[n]))
            return false;
    }
    return true;
}

static bool read_player(const char **cursor, int *player)
{
    if (**cursor != '1' && **cursor != '2')
        return false;
    *player = **cursor == '1' ? PLAYER_1 : PLAYER_2;
    (*cursor)++;
    return true;
}

static bool read_won(const char **cursor, Position *pos)
{
    for (int colour = ORANGE; colour <= GREEN; colour++) {
        if (!read_text(cursor, "-") && !read_player(cursor, &pos->won[colour]))
            return false;
    }
    return true;
}

static bool read_line(const char *line, const Board *board, Position *pos)
{
    const char **cursor = &line;
    int          size;

    clear_position(board, pos);
    return read_number(cursor, board->size, board->size, &size) && read_text(cursor, " ") &&
           read_rows(cursor, pos) && read_text(cursor, " ") && read_won(cursor, pos) &&
           read_text(cursor, " ") && read_player(cursor, &pos->to_move) && **cursor == '\0';
}

/* True if the won field fits the discs: neither player has earned an open colour, and the winner of
 * a won colour has earned it. */
static bool won_is_possible(const Position *pos, int colour)
{
    int winner = pos->won[colour];

    if (winner == NOBODY)
        return !has_earned(pos, PLAYER_1, colour) && !has_earned(pos, PLAYER_2, colour);
    return has_earned(pos, winner, colour);
}

/* Read the variant and the position line; the position keeps a pointer to `board`. */
static bool read_position(const char *variant, const char *line, Board *board, Position *pos)
{
    if (!read_variant(variant, board) || !read_line(line, board, pos))
        return false;
    for (int colour = ORANGE; colour <= GREEN; colour++) {
        if (discs_on_board(pos, colour) > supply(board) || !won_is_possible(pos, colour))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- the interface */

static bool alliances_start(const char *variant, char *line, size_t size)
{
    Board    board;
    Position pos;
    Text     text = { 0 };

    if (!read_variant(variant, &board))
        return false;
    clear_position(&board, &pos);
    add_position(&text, &pos);
    return copy_out(&text, line, size);
}

static bool alliances_valid(const char *variant, const char *line)
{
    Board    board;
    Position pos;

    return read_position(variant, line, &board, &pos);
}

static void visit_move(const Position *pos, int colour, int n, SlowTurnFn *each, void *context)
{
    Position next = after_move(pos, colour, n);
    Text     turn = { 0 }, after = { 0 };
    char     name[NAME_SIZE];

    cell_name(&pos->board->cell[n], name);
    add_char(&turn, DISC[colour]);
    add_char(&turn, '@');
    add_text(&turn, name);
    add_position(&after, &next);
    each(context, turn.chars, after.chars);
}

/* Visit a move of `colour` to every empty cell if the supply still holds a disc of it (4, D1). */
static void visit_moves(const Position *pos, int colour, SlowTurnFn *each, void *context)
{
    if (discs_on_board(pos, colour) >= supply(pos->board))
        return;
    for (int n = 0; n < pos->board->cell_count; n++) {
        if (pos->at[n] == EMPTY)
            visit_move(pos, colour, n, each, context);
    }
}

static bool alliances_turns(const char *variant, const char *line, SlowTurnFn *each, void *context)
{
    Board    board;
    Position pos;

    if (!read_position(variant, line, &board, &pos))
        return false;
    if (winner_of_game(&pos) != NOBODY)
        return true;
    for (int colour = ORANGE; colour <= GREEN; colour++)
        visit_moves(&pos, colour, each, context);
    return true;
}

static bool alliances_result(const char *variant, const char *line, char *text, size_t size)
{
    Board    board;
    Position pos;
    Text     result = { 0 };

    if (!read_position(variant, line, &board, &pos))
        return false;
    if (winner_of_game(&pos) != NOBODY) {
        add_text(&result, winner_of_game(&pos) == PLAYER_1 ? "player1" : "player2");
        add_text(&result, " two-colours won ");
        add_won(&result, &pos);
    }
    return copy_out(&result, text, size);
}

static bool alliances_seats(const char *variant, const char *line, SlowSeats *seats)
{
    Board    board;
    Position pos;

    if (!read_position(variant, line, &board, &pos))
        return false;
    *seats = (SlowSeats){ .to_move = pos.to_move == PLAYER_1 ? 0 : 1, .first_seat = 1 };
    return true;
}

const SlowGame ALLIANCES_NAIVE = {
    .name = "alliances",
    .sides = { "player1", "player2" },
    .start = alliances_start,
    .valid = alliances_valid,
    .turns = alliances_turns,
    .result = alliances_result,
    .seats = alliances_seats,
};

/* ---------------------------------------------------------------- the grid (7.3) */

typedef struct Grid {
    char at[LINES][COLUMNS];
} Grid;

static void draw_wall(Grid *grid, const Cell *cell)
{
    char wall = WALL[colour_of_side(cell->side)];

    switch (cell->side) {
    case NORTH: grid->at[cell->i - 1][cell->x] = wall; break;
    case SOUTH: grid->at[cell->i + 1][cell->x] = wall; break;
    case NORTH_WEST:
    case SOUTH_WEST: grid->at[cell->i][cell->x - 1] = wall; break;
    default: grid->at[cell->i][cell->x + 1] = wall; break;
    }
}

static Grid draw_grid(const Position *pos)
{
    Grid grid;

    memset(grid.at, ' ', sizeof grid.at);
    for (int n = 0; n < pos->board->cell_count; n++) {
        const Cell *cell = &pos->board->cell[n];

        grid.at[cell->i][cell->x] = pos->at[n];
        if (cell->side != NO_SIDE)
            draw_wall(&grid, cell);
    }
    return grid;
}

/* Remove trailing spaces and end the line. */
static void end_line(Text *text)
{
    while (text->length > 0 && text->chars[text->length - 1] == ' ')
        text->length--;
    add_char(text, '\n');
}

static void add_header(Text *text, int size)
{
    add_text(text, "   ");
    for (int x = 0; x <= 4 * size - 5; x++)
        add_char(text, x < 10 ? ' ' : (char)('0' + x / 10));
    end_line(text);
    add_text(text, "   ");
    for (int x = 0; x <= 4 * size - 5; x++)
        add_char(text, x < 1 ? ' ' : (char)('0' + x % 10));
    end_line(text);
}

static void add_label(Text *text, int size, int line)
{
    add_char(text, line >= 1 && line <= 2 * size - 1 ? (char)('a' + line - 1) : ' ');
    add_text(text, "  ");
}

bool alliances_naive_draw(const char *variant, const char *line, bool labelled, char *out,
                          size_t size)
{
    Board    board;
    Position pos;
    Text     text = { 0 };

    if (!read_position(variant, line, &board, &pos))
        return false;

    Grid grid = draw_grid(&pos);
    if (labelled)
        add_header(&text, board.size);
    for (int n = 0; n <= 2 * board.size; n++) {
        if (labelled)
            add_label(&text, board.size, n);
        for (int x = 0; x <= 4 * board.size - 4; x++)
            add_char(&text, grid.at[n][x]);
        end_line(&text);
    }
    return copy_out(&text, out, size);
}

/* ---------------------------------------------------------------- queries (2, 5) */

static const Cell *find_cell(const Board *board, const char *text)
{
    char name[NAME_SIZE];

    for (int n = 0; n < board->cell_count; n++) {
        cell_name(&board->cell[n], name);
        if (strcmp(name, text) == 0)
            return &board->cell[n];
    }
    return NULL;
}

bool alliances_naive_neighbours(const char *variant, const char *cell, char *out, size_t size)
{
    Board board;
    Text  text = { 0 };

    if (!read_variant(variant, &board))
        return false;

    const Cell *from = find_cell(&board, cell);
    if (from == NULL)
        return false;
    for (int k = 0; k < from->neighbour_count; k++) {
        char name[NAME_SIZE];

        cell_name(&board.cell[from->neighbour[k]], name);
        if (k > 0)
            add_char(&text, ' ');
        add_text(&text, name);
    }
    return copy_out(&text, out, size);
}

bool alliances_naive_standing(const char *variant, const char *line, char *out, size_t size)
{
    Board    board;
    Position pos;
    Text     text = { 0 };

    if (!read_position(variant, line, &board, &pos))
        return false;
    for (int colour = ORANGE; colour <= GREEN; colour++) {
        for (int player = PLAYER_1; player <= PLAYER_2; player++) {
            if (is_connected(&pos, player, colour))
                add_char(&text, 'c');
            else
                add_char(&text, is_blocked(&pos, player, colour) ? 'b' : '.');
        }
    }
    return copy_out(&text, out, size);
}
