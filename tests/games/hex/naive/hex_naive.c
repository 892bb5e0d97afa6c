/* SPDX-License-Identifier: MIT */
/* hex_naive.c - the rules of Hex, written plainly from the rulings.
 *
 * Knows:   the complete game: board (R1), stones (R2), connection (R3), swap (R4), texts (R5).
 * Ignores: speed and lenient input.
 *
 * A board is a square of characters.  A side has won if repeated spreading from its first edge
 * reaches its last one.  Nothing is updated incrementally.
 */
#include "games/hex/naive/hex_naive.h"
#include "naive/slow_text.h"

enum { LEAST = 3, MOST = 13, DEFAULT = 11 };

typedef struct Board {
    int  size;
    bool may_swap; /* the variant has the swap */
    char cell[MOST][MOST];
    char to_move; /* w or b */
    bool swapped;
} Board;

/* A size, swap=on, swap=off: each at most once, joined by semicolons (R5.1). */
static bool read_variant(const char *text, Board *board)
{
    bool size_given = false, swap_given = false;

    board->size = DEFAULT;
    board->may_swap = true;
    if (*text == '\0')
        return true;
    do {
        if (!size_given && read_number(&text, LEAST, MOST, &board->size)) {
            size_given = true;
        } else if (!swap_given && read_text(&text, "swap=on")) {
            swap_given = true;
        } else if (!swap_given && read_text(&text, "swap=off")) {
            swap_given = true;
            board->may_swap = false;
        } else {
            return false;
        }
    } while (read_text(&text, ";"));
    return *text == '\0';
}

static int count(const Board *board, char stone)
{
    int found = 0;

    for (int r = 0; r < board->size; r++)
        for (int c = 0; c < board->size; c++)
            found += board->cell[r][c] == stone;
    return found;
}

/* White connects the top and the bottom row, Black the left and the right column (R1.3). */
static bool has_won(const Board *board, char stone)
{
    static const int WAYS[6][2] = {
        { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 }, { 1, -1 }, { -1, 1 }
    };
    bool reached[MOST][MOST] = { { false } };
    int  last = board->size - 1;
    bool grown = true;

    for (int i = 0; i <= last; i++) {
        int r = stone == 'w' ? 0 : i, c = stone == 'w' ? i : 0;
        reached[r][c] = board->cell[r][c] == stone;
    }
    while (grown) {
        grown = false;
        for (int r = 0; r <= last; r++) {
            for (int c = 0; c <= last; c++) {
                for (int d = 0; reached[r][c] && d < 6; d++) {
                    int y = r + WAYS[d][0], x = c + WAYS[d][1];
                    if (y < 0 || y > last || x < 0 || x > last)
                        continue;
                    if (reached[y][x] || board->cell[y][x] != stone)
                        continue;
                    reached[y][x] = true;
                    grown = true;
                }
            }
        }
    }
    for (int i = 0; i <= last; i++)
        if (stone == 'w' ? reached[last][i] : reached[i][last])
            return true;
    return false;
}

/* R5.4. */
static bool is_possible(const Board *board)
{
    int white = count(board, 'w'), black = count(board, 'b');

    if (white - black != (board->to_move == 'w' ? 0 : 1))
        return false;
    if (board->swapped && (!board->may_swap || white == 0))
        return false;
    return !has_won(board, board->to_move);
}

static bool read_board(const char *variant, const char *line, Board *board)
{
    char swapped;

    if (!read_variant(variant, board))
        return false;
    for (int r = 0; r < board->size; r++) {
        if (r > 0 && !read_text(&line, "/"))
            return false;
        for (int c = 0; c < board->size; c++)
            if (!read_char(&line, "wb.", &board->cell[r][c]))
                return false;
    }
    if (!read_text(&line, " ") || !read_char(&line, "wb", &board->to_move) ||
        !read_text(&line, " ") || !read_char(&line, "-s", &swapped) || *line != '\0')
        return false;
    board->swapped = swapped == 's';
    return is_possible(board);
}

static void write_board(const Board *board, Text *text)
{
    text->length = 0;
    for (int r = 0; r < board->size; r++) {
        if (r > 0)
            add_char(text, '/');
        for (int c = 0; c < board->size; c++)
            add_char(text, board->cell[r][c]);
    }
    add_char(text, ' ');
    add_char(text, board->to_move);
    add_text(text, board->swapped ? " s" : " -");
}

static bool start(const char *variant, char *line, size_t size)
{
    Board board = { .to_move = 'w' };
    Text  text = { 0 };

    if (!read_variant(variant, &board))
        return false;
    memset(board.cell, '.', sizeof board.cell);
    write_board(&board, &text);
    return copy_out(&text, line, size);
}

static bool valid(const char *variant, const char *line)
{
    Board board;

    return read_board(variant, line, &board);
}

static bool turns(const char *variant, const char *line, SlowTurnFn *each, void *context)
{
    Board board;
    Text  name = { 0 }, after = { 0 };

    if (!read_board(variant, line, &board))
        return false;
    if (has_won(&board, 'w') || has_won(&board, 'b'))
        return true;
    for (int r = 0; r < board.size; r++) {
        for (int c = 0; c < board.size; c++) {
            Board next = board;
            if (board.cell[r][c] != '.')
                continue;
            next.cell[r][c] = board.to_move;
            next.to_move = board.to_move == 'w' ? 'b' : 'w';
            name.length = 0;
            add_char(&name, (char)('a' + c));
            add_number(&name, r + 1);
            write_board(&next, &after);
            each(context, name.chars, after.chars);
        }
    }
    if (board.may_swap && !board.swapped && count(&board, 'w') == 1 && count(&board, 'b') == 0) {
        Board next = board;
        next.swapped = true;
        write_board(&next, &after);
        each(context, "swap", after.chars);
    }
    return true;
}

static bool result(const char *variant, const char *line, char *out, size_t size)
{
    Board board;
    Text  text = { 0 };

    if (!read_board(variant, line, &board))
        return false;
    if (has_won(&board, 'w'))
        add_text(&text, "white connection");
    else if (has_won(&board, 'b'))
        add_text(&text, "black connection");
    return copy_out(&text, out, size);
}

/* After a swap the player of seat 2 has White (R4.1). */
static bool seats(const char *variant, const char *line, SlowSeats *out)
{
    Board board;

    if (!read_board(variant, line, &board))
        return false;
    out->to_move = board.to_move == 'w' ? 0 : 1;
    out->first_seat = board.swapped ? 2 : 1;
    return true;
}

const SlowGame HEX_NAIVE = {
    .name = "hex",
    .sides = { "white", "black" },
    .start = start,
    .valid = valid,
    .turns = turns,
    .result = result,
    .seats = seats,
};
