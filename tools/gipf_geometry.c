/* gipf_geometry.c - write the lines of the GIPF boards, side 2 to 20, as C lookup tables.
 *
 * All representations are generated from the same coordinates, so they cannot disagree about the
 * board.  Node (i,j), row i from the top and column j, is a field if 1 <= i,j <= 2S-1 and |i-j| <
 * S. Field (i,j) is bit (i-1)*STRIDE + (j-1) of a set.  STRIDE is one more than the longest line,
 * so one column stays empty and a shift never moves a stone onto another line.
 *
 * Usage: gipf_geometry OUTPUT.inc WORDS STRIDE LARGEST_SIDE [masks]
 *
 * With `masks` every line has the set of its fields.  In wide sets these would be most of the program.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 32, DIRECTIONS = 3 };

typedef struct Board {
    int side, words, stride, masks;
} Board;

static int is_field(int side, int i, int j)
{
    return i >= 1 && j >= 1 && i < 2 * side && j < 2 * side && i - j < side && j - i < side;
}

/* Return the index of the line of field (i,j) in a direction: columns by j, rows by i, diagonals by
 * i-j, each counted from 0. */
static int line_of(int side, int direction, int i, int j)
{
    const int index[DIRECTIONS] = { j - 1, i - 1, i - j + side - 1 };
    return index[direction];
}

static void add_bit(const Board *board, uint64_t *mask, int i, int j)
{
    int bit = (i - 1) * board->stride + (j - 1);
    mask[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static void write_set(FILE *out, const Board *board, const uint64_t *mask)
{
    fprintf(out, "{ {");
    for (int w = 0; w < board->words; w++)
        fprintf(out, " UINT64_C(0x%016" PRIx64 "),", mask[w]);
    fprintf(out, " } }");
}

static void write_line(FILE *out, const Board *board, int direction, int index)
{
    uint64_t mask[WORDS_MAX] = { 0 };
    int      length = 0, first_i = 0, first_j = 0;
    for (int i = 1; i < 2 * board->side; i++) {
        for (int j = 1; j < 2 * board->side; j++) {
            if (!is_field(board->side, i, j) || line_of(board->side, direction, i, j) != index)
                continue;
            if (length++ == 0) {
                first_i = i;
                first_j = j;
            }
            add_bit(board, mask, i, j);
        }
    }
    const int step[DIRECTIONS] = { board->stride, 1, board->stride + 1 };
    int       first = (first_i - 1) * board->stride + first_j - 1;
    fprintf(out, "    { %d, %d, %d, %d", direction, length, first,
            first + (length - 1) * step[direction]);
    if (board->masks) {
        fprintf(out, ", ");
        write_set(out, board, mask);
    }
    fprintf(out, " },\n");
}

static void write_board(FILE *out, const Board *board)
{
    fprintf(out, "static const BoardLine LINES_%d[] = {\n", board->side);
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int index = 0; index < 2 * board->side - 1; index++)
            write_line(out, board, direction, index);
    fprintf(out, "};\n");

    uint64_t mask[WORDS_MAX] = { 0 };
    for (int i = 1; i < 2 * board->side; i++)
        for (int j = 1; j < 2 * board->side; j++)
            if (is_field(board->side, i, j))
                add_bit(board, mask, i, j);
    fprintf(out, "static const Set FIELDS_%d = ", board->side);
    write_set(out, board, mask);
    fprintf(out, ";\n\n");
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 6 || (argc == 6 && strcmp(argv[5], "masks") != 0)) {
        fprintf(stderr, "usage: gipf_geometry OUTPUT.inc WORDS STRIDE LARGEST_SIDE [masks]\n");
        return 2;
    }
    Board board = { 0, atoi(argv[2]), atoi(argv[3]), argc == 6 };
    int   largest = atoi(argv[4]);
    if (board.words < 1 || board.words > WORDS_MAX || largest < 2 || board.stride < 2 * largest) {
        fprintf(stderr,
                "gipf_geometry: WORDS must be 1 to %d, LARGEST_SIDE at least 2 and "
                "STRIDE at least twice that\n",
                WORDS_MAX);
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (out == NULL) {
        perror(argv[1]);
        return 1;
    }
    fprintf(out, "/* Written by tools/gipf_geometry.c: do not edit. */\n\n");
    for (board.side = 2; board.side <= largest; board.side++)
        write_board(out, &board);

    fprintf(out, "static const BoardLine *const LINES[] = { NULL, NULL");
    for (int side = 2; side <= largest; side++)
        fprintf(out, ", LINES_%d", side);
    fprintf(out, " };\nstatic const Set *const FIELDS[] = { NULL, NULL");
    for (int side = 2; side <= largest; side++)
        fprintf(out, ", &FIELDS_%d", side);
    fprintf(out, " };\n");
    return fclose(out) == 0 ? 0 : 1;
}
