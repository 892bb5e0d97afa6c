/* duell_naive.c - the rules of Duell, written simply from their specification.
 *
 * Knows:   the complete game: dice (2), moves (4), attack, legality and the end (5), the draw
 *          option nocapture (6), the one-line texts (7, 8).  Numbers in comments are sections of
 *          the specification.
 * Ignores: speed, repetition, lenient input, the announcing of attacks.
 *
 * A die carries its six faces, and every step of a move turns them by the table of section 2.2.  A
 * move is a path: one leg, or two legs at a right angle.  All paths of all dice are tried, one
 * square after the other.  A move is legal if it does not leave the own king attacked on a copy of
 * the position.  Nothing is cached or updated incrementally.
 *
 * Rulings on what the specification leaves open:
 *  - Variant: `king-capture`, `nocapture=N`, `announce=required` or `announce=off`, joined by `;`
 *    in any order, each kind at most once.  `nocapture=0` is off.
 *  - The result follows from the position alone, tested in this order: king-square, king-captured,
 *    mate or blockade, no-capture.
 *  - In king-capture a king may be missing, but only that of the side to move: it has just been
 *    captured.  No king need be safe there.
 *  - A king that has won on the enemy king square may be attacked there.
 *  - The mark `+` shows the attack even if that move draws the game.  In king-capture there is no
 *    `++`, and a move that ends the game has no mark.
 *  - Numbers have no leading zeros.  The two counters stop at the largest number that the notation
 *    allows.
 */
#include "games/duell/naive/duell_naive.h"
#include "naive/slow_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = 8,
    COLUMNS = 9,
    KING_COLUMN = 4, /* E */
    MAX_DICE = 8,    /* of one side, without its king */
    MAX_PATHS = 356, /* 8 dice with 44 each and a king with 4 (4) */
    MAX_COUNTER = 65535,
    MAX_NOCAPTURE = 1000,
};

enum { NO_SIDE, WHITE, BLACK };

typedef struct Rules {
    bool is_king_capture;
    int  nocapture; /* plies without a capture after which the game is drawn; 0: never */
} Rules;

typedef struct Piece {
    uint8_t  owner; /* NO_SIDE: the square is empty */
    bool     is_king;
    DuellDie die; /* all zero for a king, which has no orientation (2.1) */
} Piece;

/* at[0][0] is A1, at[7][8] is I8. */
typedef struct Position {
    Piece at[ROWS][COLUMNS];
    int   to_move;
    int   quiet;  /* plies since the last capture */
    int   number; /* grows after Black's move */
} Position;

typedef struct Square {
    int row, column;
} Square;

/* From a square some steps in one direction, then some in another; the second leg may have none. */
typedef struct Path {
    Square         from;
    DuellDirection first, second;
    int            first_steps, second_steps;
} Path;

typedef struct PathList {
    int  count;
    Path path[MAX_PATHS];
} PathList;

/* ---------------------------------------------------------------- dice (2) */

/* "The side facing the direction of travel becomes the bottom" (2.2). */
DuellDie duell_naive_roll(DuellDie die, DuellDirection direction)
{
    DuellDie old = die;

    switch (direction) {
    case DUELL_NORTH:
        die.top = old.south;
        die.bottom = old.north;
        die.north = old.top;
        die.south = old.bottom;
        break;
    case DUELL_SOUTH:
        die.top = old.north;
        die.bottom = old.south;
        die.north = old.bottom;
        die.south = old.top;
        break;
    case DUELL_EAST:
        die.top = old.west;
        die.bottom = old.east;
        die.east = old.top;
        die.west = old.bottom;
        break;
    case DUELL_WEST:
        die.top = old.east;
        die.bottom = old.west;
        die.east = old.bottom;
        die.west = old.top;
        break;
    }
    return die;
}

/* One die is built by the formula of section 2.1: with 1 up and 2 north, n(1) x n(2) = n(3) points
 * west.  All others are that die rolled about: any orientation is reached by at most three rolls
 * north, then at most three east, then at most three north. */
bool duell_naive_die(int top, int north, DuellDie *die)
{
    DuellDie a = { .top = 1, .north = 2, .west = 3, .east = 4, .south = 5, .bottom = 6 };

    for (int i = 0; i < 4; i++) {
        DuellDie b = a;

        for (int j = 0; j < 4; j++) {
            DuellDie c = b;

            for (int k = 0; k < 4; k++) {
                if (c.top == top && c.north == north) {
                    *die = c;
                    return true;
                }
                c = duell_naive_roll(c, DUELL_NORTH);
            }
            b = duell_naive_roll(b, DUELL_EAST);
        }
        a = duell_naive_roll(a, DUELL_NORTH);
    }
    return false;
}

/* ---------------------------------------------------------------- board (1) */

static int other(int colour)
{
    return colour == WHITE ? BLACK : WHITE;
}

static bool is_on_board(Square square)
{
    return square.row >= 0 && square.row < ROWS && square.column >= 0 && square.column < COLUMNS;
}

static bool is_same(Square a, Square b)
{
    return a.row == b.row && a.column == b.column;
}

static Square next_square(Square square, DuellDirection direction)
{
    switch (direction) {
    case DUELL_NORTH: square.row++; break;
    case DUELL_SOUTH: square.row--; break;
    case DUELL_EAST: square.column++; break;
    case DUELL_WEST: square.column--; break;
    }
    return square;
}

/* Where the king of `colour` starts. */
static Square king_square(int colour)
{
    return (Square){ .row = colour == WHITE ? 0 : ROWS - 1, .column = KING_COLUMN };
}

static const Piece *piece_at(const Position *pos, Square square)
{
    return &pos->at[square.row][square.column];
}

/* False if `colour` has no king. */
static bool find_king(const Position *pos, int colour, Square *square)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const Piece *piece = &pos->at[row][column];

            if (piece->is_king && piece->owner == colour) {
                *square = (Square){ row, column };
                return true;
            }
        }
    }
    return false;
}

static bool has_king(const Position *pos, int colour)
{
    Square square;

    return find_king(pos, colour, &square);
}

/* The king of `colour` has reached the place where the enemy king started (5.3). */
static bool is_on_enemy_king_square(const Position *pos, int colour)
{
    Square square;

    return find_king(pos, colour, &square) && is_same(square, king_square(other(colour)));
}

/* ---------------------------------------------------------------- moves (4) */

static int step_count(const Path *path)
{
    return path->first_steps + path->second_steps;
}

/* The direction of step n, counted from 0. */
static DuellDirection direction_of(const Path *path, int n)
{
    return n < path->first_steps ? path->first : path->second;
}

static Square target_of(const Path *path)
{
    Square square = path->from;

    for (int n = 0; n < step_count(path); n++)
        square = next_square(square, direction_of(path, n));
    return square;
}

/* Rule 3 of section 4: empty squares on the way, at the end no own die, and never over the edge. */
static bool is_open(const Position *pos, const Path *path)
{
    int    mover = piece_at(pos, path->from)->owner;
    Square square = path->from;

    for (int n = 0; n < step_count(path); n++) {
        bool is_last = n == step_count(path) - 1;

        square = next_square(square, direction_of(path, n));
        if (!is_on_board(square))
            return false;
        if (!is_last && piece_at(pos, square)->owner != NO_SIDE)
            return false;
    }
    return piece_at(pos, square)->owner != mover;
}

static void add_path(const Position *pos, PathList *list, Path path)
{
    if (!is_open(pos, &path))
        return;
    assert(list->count < MAX_PATHS);
    if (list->count < MAX_PATHS)
        list->path[list->count++] = path;
}

/* How many steps the die on a square has to make. */
static int steps_of(const Position *pos, Square square)
{
    const Piece *piece = piece_at(pos, square);

    return piece->is_king ? 1 : piece->die.top;
}

/* All pseudo-legal moves of one die: its top is the number of steps, a king makes one; straight, or
 * with one turn to the left or to the right after each number of steps but the last. */
static void add_paths_from(const Position *pos, Square from, PathList *list)
{
    int steps = steps_of(pos, from);

    for (int first = 0; first < 4; first++) {
        DuellDirection ahead = (DuellDirection)first;
        DuellDirection right = (DuellDirection)((first + 1) % 4);
        DuellDirection left = (DuellDirection)((first + 3) % 4);

        add_path(pos, list, (Path){ from, ahead, ahead, steps, 0 });
        for (int n = 1; n < steps; n++) {
            add_path(pos, list, (Path){ from, ahead, left, n, steps - n });
            add_path(pos, list, (Path){ from, ahead, right, n, steps - n });
        }
    }
}

/* List all pseudo-legal moves of `colour`, even if it is not to move. */
static void find_paths(const Position *pos, int colour, PathList *list)
{
    list->count = 0;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (pos->at[row][column].owner == colour)
                add_paths_from(pos, (Square){ row, column }, list);
        }
    }
}

static bool is_capture(const Position *pos, const Path *path)
{
    return piece_at(pos, target_of(path))->owner != NO_SIDE;
}

static int counted(int counter)
{
    return counter < MAX_COUNTER ? counter + 1 : MAX_COUNTER;
}

/* Return the position after a pseudo-legal move. */
static Position play(const Position *pos, const Path *path)
{
    Position next = *pos;
    Square   from = path->from, target = target_of(path);
    Piece    piece = *piece_at(pos, from);

    if (!piece.is_king) {
        for (int n = 0; n < step_count(path); n++)
            piece.die = duell_naive_roll(piece.die, direction_of(path, n));
    }
    next.at[from.row][from.column] = (Piece){ .owner = NO_SIDE };
    next.at[target.row][target.column] = piece;
    next.quiet = is_capture(pos, path) ? 0 : counted(pos->quiet);
    if (pos->to_move == BLACK)
        next.number = counted(pos->number);
    next.to_move = other(pos->to_move);
    return next;
}

/* ---------------------------------------------------------------- attack and legality (5) */

/* True if the die on `from` has a pseudo-legal move that ends on `target`.  Every move goes as far,
 * in columns and rows together, as it has steps (4), so most dice need not be tried. */
static bool can_reach(const Position *pos, Square from, Square target)
{
    PathList list;

    if (abs(from.row - target.row) + abs(from.column - target.column) != steps_of(pos, from))
        return false;
    list.count = 0;
    add_paths_from(pos, from, &list);
    for (int n = 0; n < list.count; n++) {
        if (is_same(target_of(&list.path[n]), target))
            return true;
    }
    return false;
}

/* "The opponent has at least one pseudo-legal move ending on the king's square" (5.1). */
static bool is_attacked(const Position *pos, int colour)
{
    Square king;

    if (!find_king(pos, colour, &king))
        return false;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (pos->at[row][column].owner == other(colour) &&
                can_reach(pos, (Square){ row, column }, king))
                return true;
        }
    }
    return false;
}

/* Section 5.2 for a pseudo-legal move of the side to move: (a) wins on the spot, (b) is safe. */
static bool is_legal(const Rules *rules, const Position *pos, const Path *path)
{
    if (rules->is_king_capture)
        return true;

    Position next = play(pos, path);
    return is_on_enemy_king_square(&next, pos->to_move) || !is_attacked(&next, pos->to_move);
}

static bool has_legal_move(const Rules *rules, const Position *pos)
{
    PathList list;

    find_paths(pos, pos->to_move, &list);
    for (int n = 0; n < list.count; n++) {
        if (is_legal(rules, pos, &list.path[n]))
            return true;
    }
    return false;
}

/* Return the reason why the game is over, and its winner or NO_SIDE; NULL if it is not over (5.3,
 * 5.4, 6).  A win goes before a draw. */
static const char *end_reason(const Rules *rules, const Position *pos, int *winner)
{
    *winner = other(pos->to_move);
    if (is_on_enemy_king_square(pos, other(pos->to_move)))
        return "king-square";
    if (!has_king(pos, pos->to_move))
        return "king-captured";
    if (!has_legal_move(rules, pos))
        return is_attacked(pos, pos->to_move) && !rules->is_king_capture ? "mate" : "blockade";

    *winner = NO_SIDE;
    if (rules->nocapture != 0 && pos->quiet >= rules->nocapture)
        return "no-capture";
    return NULL;
}

/* ---------------------------------------------------------------- writing text (7, 8) */

/* Upper case: the die rolls along this column; lower case: it only crosses it (7.1). */
static void add_square(Text *text, Square square, bool is_along)
{
    add_char(text, (char)((is_along ? 'A' : 'a') + square.column));
    add_char(text, (char)('1' + square.row));
}

static bool is_vertical(DuellDirection direction)
{
    return direction == DUELL_NORTH || direction == DUELL_SOUTH;
}

/* The mark of the move that has led to `next` (7.1). */
static const char *mark_of(const Rules *rules, const Position *next)
{
    const char *attack = is_attacked(next, next->to_move) ? "+" : "";
    int         winner;

    if (rules->is_king_capture)
        return end_reason(rules, next, &winner) != NULL ? "" : attack;
    if (is_on_enemy_king_square(next, other(next->to_move)))
        return "";
    return has_legal_move(rules, next) ? attack : "++";
}

static void add_turn(Text *text, const Rules *rules, const Position *pos, const Path *path)
{
    Position       next = play(pos, path);
    DuellDirection last = direction_of(path, step_count(path) - 1);

    add_square(text, path->from, is_vertical(path->first));
    add_char(text, is_capture(pos, path) ? 'x' : '-');
    add_square(text, target_of(path), is_vertical(last));
    add_text(text, mark_of(rules, &next));
}

static void add_piece(Text *text, const Piece *piece)
{
    add_char(text, piece->owner == WHITE ? 'w' : 'b');
    if (piece->is_king) {
        add_char(text, 'K');
        return;
    }
    add_number(text, piece->die.top);
    add_number(text, piece->die.north);
}

/* One row from A to I, with every run of empty squares in one number. */
static void add_rank(Text *text, const Piece *row)
{
    int column = 0;

    while (column < COLUMNS) {
        int empty = 0;

        if (column > 0)
            add_char(text, ',');
        while (column + empty < COLUMNS && row[column + empty].owner == NO_SIDE)
            empty++;
        if (empty > 0) {
            add_number(text, empty);
            column += empty;
        } else {
            add_piece(text, &row[column]);
            column++;
        }
    }
}

static void add_position(Text *text, const Position *pos)
{
    for (int row = ROWS - 1; row >= 0; row--) {
        add_rank(text, pos->at[row]);
        if (row > 0)
            add_char(text, '/');
    }
    add_text(text, pos->to_move == WHITE ? " w " : " b ");
    add_number(text, pos->quiet);
    add_char(text, ' ');
    add_number(text, pos->number);
}

/* ---------------------------------------------------------------- reading text (8) */

static bool read_digit(const char **cursor, char first, char last, int *digit)
{
    if (**cursor < first || **cursor > last)
        return false;
    *digit = **cursor - '0';
    (*cursor)++;
    return true;
}

static bool read_colour(const char **cursor, int *colour)
{
    if (read_text(cursor, "w"))
        *colour = WHITE;
    else if (read_text(cursor, "b"))
        *colour = BLACK;
    else
        return false;
    return true;
}

static bool read_piece(const char **cursor, Piece *piece)
{
    int owner, top, north;

    if (!read_colour(cursor, &owner))
        return false;
    piece->owner = owner == WHITE ? WHITE : BLACK;
    piece->is_king = read_text(cursor, "K");
    if (piece->is_king)
        return true;
    return read_digit(cursor, '1', '6', &top) && read_digit(cursor, '1', '6', &north) &&
           duell_naive_die(top, north, &piece->die);
}

/* A row that is still empty. */
static bool read_rank(const char **cursor, Piece *row)
{
    int column = 0;

    while (column < COLUMNS) {
        int empty;

        if (column > 0 && !read_text(cursor, ","))
            return false;
        if (read_digit(cursor, '1', '9', &empty))
            column += empty;
        else if (read_piece(cursor, &row[column]))
            column++;
        else
            return false;
    }
    return column == COLUMNS;
}

static bool read_line(const char *line, Position *pos)
{
    const char **cursor = &line;

    memset(pos, 0, sizeof *pos);
    for (int row = ROWS - 1; row >= 0; row--) {
        if (!read_rank(cursor, pos->at[row]) || !read_text(cursor, row > 0 ? "/" : " "))
            return false;
    }
    if (!read_colour(cursor, &pos->to_move))
        return false;

    pos->number = 1;
    if (**cursor == '\0')
        return true;
    return read_text(cursor, " ") && read_number(cursor, 0, MAX_COUNTER, &pos->quiet) &&
           read_text(cursor, " ") && read_number(cursor, 0, MAX_COUNTER, &pos->number) &&
           pos->number >= 1 && **cursor == '\0';
}

static int count_pieces(const Position *pos, int colour, bool are_kings)
{
    int count = 0;

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const Piece *piece = &pos->at[row][column];

            if (piece->owner == colour && piece->is_king == are_kings)
                count++;
        }
    }
    return count;
}

/* One king each; in king-capture that of the side to move may have been captured just now. */
static bool counts_are_possible(const Rules *rules, const Position *pos)
{
    int mine = count_pieces(pos, pos->to_move, true);
    int theirs = count_pieces(pos, other(pos->to_move), true);

    if (count_pieces(pos, WHITE, false) > MAX_DICE || count_pieces(pos, BLACK, false) > MAX_DICE)
        return false;
    if (theirs != 1 || mine > 1)
        return false;
    return mine == 1 || rules->is_king_capture;
}

/* The side that has just moved has won with its king, or must have left it safe. */
static bool kings_are_possible(const Rules *rules, const Position *pos)
{
    int mover = other(pos->to_move);

    if (is_on_enemy_king_square(pos, pos->to_move))
        return false;
    if (rules->is_king_capture || is_on_enemy_king_square(pos, mover))
        return true;
    return !is_attacked(pos, mover);
}

static bool read_position(const char *line, const Rules *rules, Position *pos)
{
    return read_line(line, pos) && counts_are_possible(rules, pos) &&
           kings_are_possible(rules, pos);
}

/* ---------------------------------------------------------------- variants (5.4, 6, 7.4) */

static bool read_variant(const char *text, Rules *rules)
{
    const char **cursor = &text;
    bool         has_king_capture = false, has_nocapture = false, has_announce = false;

    *rules = (Rules){ 0 };
    if (**cursor == '\0')
        return true;
    do {
        if (!has_king_capture && read_text(cursor, "king-capture")) {
            has_king_capture = rules->is_king_capture = true;
        } else if (!has_nocapture && read_text(cursor, "nocapture=")) {
            has_nocapture = true;
            if (!read_number(cursor, 0, MAX_NOCAPTURE, &rules->nocapture))
                return false;
        } else if (!has_announce &&
                   (read_text(cursor, "announce=required") || read_text(cursor, "announce=off"))) {
            has_announce = true; /* asks something of human players only (7.4) */
        } else {
            return false;
        }
    } while (read_text(cursor, ";"));
    return **cursor == '\0';
}

/* ---------------------------------------------------------------- the interface */

/* Seen from the king the tops are 6-2-1-5 towards both edges, every die shows 4 to the middle of
 * the board, and so 3 to its owner (3). */
static void set_start(Position *pos)
{
    static const int TOPS[COLUMNS] = { 5, 1, 2, 6, 0, 6, 2, 1, 5 };

    memset(pos, 0, sizeof *pos);
    pos->to_move = WHITE;
    pos->number = 1;
    for (int column = 0; column < COLUMNS; column++) {
        Piece *white = &pos->at[0][column];
        Piece *black = &pos->at[ROWS - 1][column];

        white->owner = WHITE;
        black->owner = BLACK;
        white->is_king = black->is_king = column == KING_COLUMN;
        if (column == KING_COLUMN)
            continue;
        bool is_white_die = duell_naive_die(TOPS[column], 4, &white->die);
        bool is_black_die = duell_naive_die(TOPS[column], 3, &black->die);
        assert(is_white_die && is_black_die);
        (void)is_white_die;
        (void)is_black_die;
    }
}

static bool duell_start(const char *variant, char *line, size_t size)
{
    Rules    rules;
    Position pos;
    Text     text = { .length = 0 };

    if (!read_variant(variant, &rules))
        return false;
    set_start(&pos);
    add_position(&text, &pos);
    return copy_out(&text, line, size);
}

static bool duell_valid(const char *variant, const char *line)
{
    Rules    rules;
    Position pos;

    return read_variant(variant, &rules) && read_position(line, &rules, &pos);
}

static bool duell_turns(const char *variant, const char *line, SlowTurnFn *each, void *context)
{
    Rules    rules;
    Position pos;
    PathList list;
    int      winner;

    if (!read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;
    if (end_reason(&rules, &pos, &winner) != NULL)
        return true;
    find_paths(&pos, pos.to_move, &list);
    for (int n = 0; n < list.count; n++) {
        const Path *path = &list.path[n];
        Text        turn = { .length = 0 }, after = { .length = 0 };

        if (!is_legal(&rules, &pos, path))
            continue;
        Position next = play(&pos, path);
        add_turn(&turn, &rules, &pos, path);
        add_position(&after, &next);
        each(context, turn.chars, after.chars);
    }
    return true;
}

static bool duell_result(const char *variant, const char *line, char *text, size_t size)
{
    static const char *const NAME[] = { [NO_SIDE] = "draw", [WHITE] = "white", [BLACK] = "black" };
    Rules                    rules;
    Position                 pos;
    int                      winner;

    if (size == 0 || !read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;

    const char *reason = end_reason(&rules, &pos, &winner);
    if (reason == NULL) {
        text[0] = '\0';
        return true;
    }
    int written = snprintf(text, size, "%s %s", NAME[winner], reason);
    return written > 0 && (size_t)written < size;
}

static bool duell_seats(const char *variant, const char *line, SlowSeats *seats)
{
    Rules    rules;
    Position pos;

    if (!read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;
    *seats = (SlowSeats){ .to_move = pos.to_move == WHITE ? 0 : 1, .first_seat = 1 };
    return true;
}

/* The number of the move never affects the game, plies without a capture only if they are counted
 * (7). */
static bool duell_plain(const char *variant, const char *line, char *out, size_t size)
{
    Rules    rules;
    Position pos;
    Text     text = { .length = 0 };

    if (!read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;
    pos.number = 1;
    if (rules.nocapture == 0)
        pos.quiet = 0;
    add_position(&text, &pos);
    return copy_out(&text, out, size);
}

const SlowGame DUELL_NAIVE = {
    .name = "duell",
    .sides = { "white", "black" },
    .start = duell_start,
    .valid = duell_valid,
    .turns = duell_turns,
    .result = duell_result,
    .seats = duell_seats,
    .plain = duell_plain,
};
