/* SPDX-License-Identifier: MIT
 *
 * alliances_text.c - notation of Alliances: variants, positions, turns, the board in characters (R7).
 */
#include <string.h>

#include "core/arrange.h"
#include "games/alliances/alliances_board.h"
#include "games/alliances/alliances_explain.h"
#include "games/alliances/alliances_messages.h"

/* --- variants --- */

static Status variant_read(const char *text, uint32_t *variant, Fault *fault)
{
    Scan     scan = scan_string(text);
    uint32_t side = ALLIANCES_SIDE_MAX;
    bool     is_number = scan_done(&scan) || scan_number(&scan, ALLIANCES_SIDE_MAX, &side);
    /* Every variant has one spelling; a number with two digits would begin with 0. */
    if (!is_number || side < ALLIANCES_SIDE_MIN || !scan_done(&scan) || scan.at > 1)
        return fault_set(fault, STATUS_SYNTAX, 0,
                         "a variant is the side of the board, a number from %d to %d (R1.4)",
                         ALLIANCES_SIDE_MIN, ALLIANCES_SIDE_MAX);
    *variant = side;
    return STATUS_OK;
}

static void variant_write(uint32_t variant, Text *out)
{
    text_addf(out, "%u", (unsigned)variant);
}

/* --- positions (R7.2) --- */

static int row_length(int side, int row)
{
    int count = 0;
    for (int x = 1; x <= 4 * side - 5; x++)
        count += alliances_exists(side, (AlliancesCell){ (int8_t)row, (int8_t)x });
    return count;
}

/* Read one row of the board; `row` counts from 1. */
static Status read_row(Scan *scan, int row, Alliances *p, Fault *fault)
{
    static const char LETTERS[] = "opgx";
    int               side = (int)p->head.variant;
    for (int x = 1; x <= 4 * side - 5; x++) {
        AlliancesCell cell = { (int8_t)row, (int8_t)x };
        if (!alliances_exists(side, cell))
            continue;
        char        c = scan_peek(scan);
        const char *found = c == '\0' ? NULL : strchr(LETTERS, c);
        if (found == NULL)
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "row %c has %d cells, each one of x o p g (R7.2)", 'a' + row - 1,
                             row_length(side, row));
        int colour = (int)(found - LETTERS);
        if (colour < ALLIANCES_COLOURS)
            p->disc[colour] = set_or(p->disc[colour], set_bit(alliances_cell_spot(side, cell)));
        scan->at++;
    }
    return STATUS_OK;
}

static Status read_rows(Scan *scan, Alliances *p, Fault *fault)
{
    int side = (int)p->head.variant, rows = 2 * side - 1;
    for (int row = 1; row <= rows; row++) {
        Status status = read_row(scan, row, p, fault);
        if (status != STATUS_OK)
            return status;
        if (row < rows && !scan_char(scan, '/'))
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "row %c has %d cells and must be followed by '/' (R7.2)",
                             'a' + row - 1, row_length(side, row));
    }
    return STATUS_OK;
}

static Status read_marks(Scan *scan, Alliances *p, Fault *fault)
{
    static const char MARKS[] = "-12";
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        char        c = scan_peek(scan);
        const char *found = c == '\0' ? NULL : strchr(MARKS, c);
        if (found == NULL)
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "the winners of orange, purple and green must be three of - 1 2 "
                             "(R7.2)");
        p->head.extra = (uint16_t)(p->head.extra | (found - MARKS) << 2 * colour);
        scan->at++;
    }
    return STATUS_OK;
}

static Status read_side(Scan *scan, Alliances *p, Fault *fault)
{
    if (scan_char(scan, '2'))
        p->head.side = 1;
    else if (!scan_char(scan, '1'))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the player to move must be 1 or 2 (R7.2)");
    if (!scan_done(scan))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "unexpected text after the end of the position");
    return STATUS_OK;
}

static Status read_size(Scan *scan, Alliances *p, Fault *fault)
{
    size_t   at = scan->at;
    uint32_t side;
    if (!scan_number(scan, ALLIANCES_SIDE_MAX, &side) || side != p->head.variant ||
        scan->at != at + 1)
        return fault_set(fault, STATUS_SYNTAX, at,
                         "a position of this variant must begin with %u, the side of its board "
                         "(R7.2)",
                         (unsigned)p->head.variant);
    return STATUS_OK;
}

static Status validate(const Alliances *p, size_t rows_at, size_t marks_at, Fault *fault)
{
    bool   in_marks;
    Status status = alliances_validate(p, &in_marks, fault);
    if (status != STATUS_OK && fault != NULL)
        fault->at = in_marks ? marks_at : rows_at;
    return status;
}

typedef Status ItemReader(Scan *scan, Alliances *p, Fault *fault);

static Status pos_read(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    static ItemReader *const READERS[] = { read_size, read_rows, read_marks, read_side };
    Scan                     scan = scan_string(text);
    Alliances                p = { .head = { .variant = variant } };
    size_t                   begin[4];
    Status                   status = STATUS_OK;
    for (int item = 0; status == STATUS_OK && item < 4; item++) {
        if (item > 0 && !scan_char(&scan, ' '))
            return fault_set(fault, STATUS_SYNTAX, scan.at,
                             "a position is side, rows, colours won and player to move, separated "
                             "by single spaces (R7.2)");
        begin[item] = scan.at;
        status = READERS[item](&scan, &p, fault);
    }
    if (status == STATUS_OK)
        status = validate(&p, begin[1], begin[2], fault);
    if (status != STATUS_OK)
        return status;
    p.head.key = alliances_key(&p);
    memcpy(out, &p, sizeof p);
    return STATUS_OK;
}

static char letter_at(const Pos *pos, AlliancesCell cell)
{
    int colour = alliances_at(pos, cell);
    return colour == ALLIANCES_EMPTY ? 'x' : alliances_colour_letter(colour);
}

static void write_marks(const Pos *pos, Text *out)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        text_char(out, "-12"[won_mark(pos->extra, colour)]);
}

static void pos_write(const Pos *pos, Text *out)
{
    int side = (int)pos->variant;
    text_addf(out, "%d ", side);
    for (int row = 1; row <= 2 * side - 1; row++) {
        if (row > 1)
            text_char(out, '/');
        for (int x = 1; x <= 4 * side - 5; x++) {
            AlliancesCell cell = { (int8_t)row, (int8_t)x };
            if (alliances_exists(side, cell))
                text_char(out, letter_at(pos, cell));
        }
    }
    text_char(out, ' ');
    write_marks(pos, out);
    text_addf(out, " %d", pos->side + 1);
}

/* Discs belong to neither player: their text is the letter of their colour. */
static void arrange(const Pos *like, const Arrangement *board, Text *out)
{
    int side = (int)like->variant;
    text_addf(out, "%d ", side);
    for (int row = 1; row <= 2 * side - 1; row++) {
        if (row > 1)
            text_char(out, '/');
        for (int x = 1; x <= 4 * side - 5; x++) {
            AlliancesCell cell = { (int8_t)row, (int8_t)x };
            if (!alliances_exists(side, cell))
                continue;
            const Piece *piece = board->at[alliances_number(side, cell)];
            text_char(out, piece == NULL ? 'x' : piece->text[0] == '\0' ? '?' : piece->text[0]);
        }
    }
    text_char(out, ' ');
    write_marks(like, out);
    text_addf(out, " %d", board->side + 1);
}

/* --- turns (R7.1) --- */

static void step_write(const Pos *pos, Step step, Text *out)
{
    text_char(out, alliances_colour_letter(alliances_step_colour(step)));
    text_char(out, '@');
    alliances_name_write(alliances_step_cell((int)pos->variant, step), out);
}

static Status step_read(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    AlliancesReading reading = alliances_parse(pos, scan);
    if (reading.error == ALLIANCES_FINE) {
        *step = reading.step;
        return STATUS_OK;
    }
    alliances_error_message(pos, &reading, why);
    return alliances_error_is_syntax(reading.error) ? STATUS_SYNTAX : STATUS_ILLEGAL;
}

/* --- the board in characters (R7.3) --- */

enum { GRID_LINES_MAX = 2 * ALLIANCES_SIDE_MAX + 1, GRID_COLUMNS_MAX = 4 * ALLIANCES_SIDE_MAX - 3 };

typedef struct Grid {
    char at[GRID_LINES_MAX][GRID_COLUMNS_MAX];
} Grid;

/* The place of the wall of each side, relative to one of its cells. */
static const struct Wall {
    int  line, column;
    char letter;
} WALLS[ALLIANCES_BORDERS] = {
    [ALLIANCES_N] = { -1, 0, 'O' },  [ALLIANCES_NE] = { 0, 1, 'P' },
    [ALLIANCES_SE] = { 0, 1, 'G' },  [ALLIANCES_S] = { 1, 0, 'O' },
    [ALLIANCES_SW] = { 0, -1, 'P' }, [ALLIANCES_NW] = { 0, -1, 'G' },
};

static void fill_grid(const Pos *pos, Grid *grid)
{
    int side = (int)pos->variant;
    memset(grid, ' ', sizeof *grid);
    for (int n = 0; n < alliances_cell_count(side); n++) {
        AlliancesCell cell = alliances_cell(side, n);
        int           border = alliances_border(side, cell);
        grid->at[cell.row][cell.column] = letter_at(pos, cell);
        if (border >= 0)
            grid->at[cell.row + WALLS[border].line][cell.column + WALLS[border].column] =
                WALLS[border].letter;
    }
}

/* Write the tens and units of the column numbers above the columns. */
static void write_header(int side, Text *out)
{
    if (4 * side - 5 >= 10) /* otherwise the line stays empty, without trailing spaces */
        text_fill(out, ' ', 3 + 10);
    for (int x = 10; x <= 4 * side - 5; x++)
        text_char(out, (char)('0' + x / 10));
    text_add(out, "\n    ");
    for (int x = 1; x <= 4 * side - 5; x++)
        text_char(out, (char)('0' + x % 10));
    text_char(out, '\n');
}

void alliances_draw(const Pos *pos, bool labelled, Text *out)
{
    int  side = (int)pos->variant, lines = 2 * side + 1;
    Grid grid;
    fill_grid(pos, &grid);
    if (labelled)
        write_header(side, out);
    for (int line = 0; line < lines; line++) {
        int length = 4 * side - 3;
        while (length > 0 && grid.at[line][length - 1] == ' ')
            length--;
        if (labelled) {
            text_char(out, line > 0 && line < lines - 1 ? (char)('a' + line - 1) : ' ');
            text_add(out, "  ");
        }
        for (int column = 0; column < length; column++)
            text_char(out, grid.at[line][column]);
        text_char(out, '\n');
    }
}

static void draw(const Pos *pos, Text *out)
{
    alliances_draw(pos, true, out);
}

static void details(const Pos *pos, Text *out)
{
    text_add(out, "won ");
    write_marks(pos, out);
}

/* Return the name of a won colour and how it was won (R5). */
static const MessageDef *won_colour(const Pos *pos, int colour)
{
    AlliancesCells   path;
    AlliancesMessage first = ALLIANCES_MSG_ORANGE;
    if (alliances_why_won(pos, colour, &path))
        first = path.is_fence ? ALLIANCES_MSG_ORANGE_FENCE : ALLIANCES_MSG_ORANGE_CHAIN;
    return &ALLIANCES_MESSAGE[(int)first + colour];
}

/* The colours of the winner come first. */
static void outcome_message(const Pos *pos, Outcome outcome, Message *out)
{
    static const char *const NAMES[ALLIANCES_COLOURS] = { "a", "b", "c" };
    int                      count[2] = { 0, 0 };
    for (int player = 0; player < 2; player++) {
        int side = player == 0 ? outcome.winner : 1 - outcome.winner;
        for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
            if (alliances_winner(pos, colour) == side) {
                message_term(out, NAMES[count[0] + count[1]], won_colour(pos, colour));
                count[player]++;
            }
    }
    AlliancesMessage result = count[0] == 3   ? ALLIANCES_MSG_RESULT_3_0
                              : count[1] == 1 ? ALLIANCES_MSG_RESULT_2_1
                                              : ALLIANCES_MSG_RESULT_2_0;
    message_replace_term(out, "reason", &ALLIANCES_MESSAGE[result]);
}

const GameText ALLIANCES_TEXT = {
    .variant_read = variant_read,
    .variant_write = variant_write,
    .pos_read = pos_read,
    .pos_write = pos_write,
    .arrange = arrange,
    .step_read = step_read,
    .cell_write = alliances_cell_write,
    .step_write = step_write,
    .draw = NATIVE_ONLY(draw),
    .draw_labels = NATIVE_ONLY(draw),
    .details = details,
    .outcome_message = outcome_message,
};
