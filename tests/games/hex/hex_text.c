/* SPDX-License-Identifier: MIT */
/* Notation (R5): variants, positions and moves. */
#include "core/arrange.h"
#include "games/hex/hex.h"

#include <string.h>

static const char STONE[2] = { 'w', 'b' };

static Status variant_read(const char *text, uint32_t *variant, Fault *fault)
{
    Scan     scan = scan_string(text);
    uint32_t size = HEX_SIZE_DEFAULT, no_swap = 0;
    bool     has_size = false, has_swap = false, more = !scan_done(&scan);
    while (more) {
        if (!has_size && scan_number(&scan, HEX_SIZE_MAX, &size) && size >= HEX_SIZE_MIN) {
            has_size = true;
        } else if (!has_swap && scan_word(&scan, "swap=off")) {
            has_swap = true;
            no_swap = HEX_NO_SWAP;
        } else if (!has_swap && scan_word(&scan, "swap=on")) {
            has_swap = true;
        } else {
            return fault_set(fault, STATUS_SYNTAX, scan_done(&scan) ? 0 : scan.at,
                             "expected a size from 3 to 13, swap=on or swap=off (R5.1)");
        }
        more = scan_char(&scan, ';');
    }
    if (!scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, scan.at,
                         "expected a size from 3 to 13, swap=on or swap=off (R5.1)");
    *variant = size | no_swap;
    return STATUS_OK;
}

static void variant_write(uint32_t variant, Text *out)
{
    text_addf(out, "%d%s", hex_size(variant), variant & HEX_NO_SWAP ? ";swap=off" : "");
}

/* Read rows, side to move and swap.  Return what is wrong at scan->at, or NULL. */
static const char *read_parts(Scan *scan, Hex *hex)
{
    int size = hex_size(hex->head.variant);
    for (int cell = 0; cell < size * size; cell++) {
        if (cell > 0 && cell % size == 0 && !scan_char(scan, '/'))
            return "rows are separated by / (R5.2)";
        if (scan_char(scan, STONE[0]))
            hex->stones[0][cell / 64] |= UINT64_C(1) << (cell % 64);
        else if (scan_char(scan, STONE[1]))
            hex->stones[1][cell / 64] |= UINT64_C(1) << (cell % 64);
        else if (!scan_char(scan, '.'))
            return "each cell of a row is one of w b . (R5.2)";
    }
    if (!scan_char(scan, ' '))
        return "after the board come a space and the side to move, w or b (R5.2)";
    if (scan_char(scan, STONE[1]))
        hex->head.side = HEX_BLACK;
    else if (!scan_char(scan, STONE[0]))
        return "the side to move is w or b (R5.2)";
    if (!scan_char(scan, ' '))
        return "after the side to move come a space and s (swapped) or - (R5.2)";
    if (scan_char(scan, 's'))
        hex->head.extra = HEX_SWAPPED;
    else if (!scan_char(scan, '-'))
        return "the last field is s (swapped) or - (R5.2)";
    return scan_done(scan) ? NULL : "the position ends here (R5.2)";
}

/* Set the flag of a won game, which no text has: does the side that has moved connect its edges? */
static void mark_won(Hex *hex)
{
    int  size = hex_size(hex->head.variant), side = hex->head.side ^ 1;
    bool group[HEX_CELLS_MAX];
    for (int cell = 0; cell < size * size; cell++)
        if (hex_on_first_edge(size, side, cell) && hex_has(hex, side, cell) &&
            hex_group(hex, side, cell, group))
            hex->head.extra |= HEX_WON;
}

static Status pos_read(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Hex         hex = { .head.variant = variant };
    Scan        scan = scan_string(text);
    const char *wrong = read_parts(&scan, &hex);
    if (wrong != NULL)
        return fault_set(fault, STATUS_SYNTAX, scan.at, "%s", wrong);
    mark_won(&hex);
    hex.head.key = HEX_RULES.key(&hex.head);
    Status status = HEX_RULES.check(&hex.head, fault);
    if (status == STATUS_OK)
        memcpy(out, &hex, sizeof hex);
    return status;
}

static char cell_char(const Hex *hex, int cell)
{
    int owner = hex_owner(hex, cell);
    return owner == SIDE_NONE ? '.' : STONE[owner];
}

static void pos_write(const Pos *pos, Text *out)
{
    int size = hex_size(pos->variant);
    for (int cell = 0; cell < size * size; cell++) {
        if (cell > 0 && cell % size == 0)
            text_char(out, '/');
        text_char(out, cell_char(hex_of(pos), cell));
    }
    text_addf(out, " %c %c", STONE[pos->side], pos->extra & HEX_SWAPPED ? 's' : '-');
}

static void arrange(const Pos *like, const Arrangement *board, Text *out)
{
    int size = hex_size(like->variant);
    for (int cell = 0; cell < size * size; cell++) {
        if (cell > 0 && cell % size == 0)
            text_char(out, '/');
        text_char(out, arrange_letter(board->at[cell], "stone", STONE, '.'));
    }
    text_addf(out, " %c %c", STONE[board->side], like->extra & HEX_SWAPPED ? 's' : '-');
}

void hex_cell_write(uint32_t variant, int cell, Text *out)
{
    static const char *const EDGES[HEX_EDGES] = { "top", "right", "bottom", "left" };
    int                      size = hex_size(variant), beyond = cell - size * size;
    assert(cell >= 0 && beyond < HEX_EDGES * size);
    if (beyond < 0)
        text_addf(out, "%c%d", 'a' + cell % size, cell / size + 1);
    else if (beyond / size == HEX_TOP || beyond / size == HEX_BOTTOM)
        text_addf(out, "%s-%c", EDGES[beyond / size], 'a' + beyond % size);
    else
        text_addf(out, "%s-%d", EDGES[beyond / size], beyond % size + 1);
}

/* Parse a step, legal or not. */
static Status parse(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    int      size = hex_size(pos->variant);
    Scan     at = *scan;
    uint32_t row = 0;
    if (scan_word(&at, "swap")) {
        *step = HEX_SWAP;
        *scan = at;
        return STATUS_OK;
    }
    char column = scan_peek(&at);
    if (column < 'a' || column >= 'a' + size) {
        char last[2] = { (char)('a' + size - 1), '\0' };
        message_reject(why, STATUS_SYNTAX, at.at, &HEX_MESSAGE[HEX_MSG_FORM]);
        message_text(why, "last", last);
        return STATUS_SYNTAX;
    }
    at.at++;
    if (!scan_number(&at, (uint32_t)size, &row) || row == 0) {
        message_reject(why, STATUS_SYNTAX, at.at, &HEX_MESSAGE[HEX_MSG_ROW]);
        message_count(why, "n", size);
        return STATUS_SYNTAX;
    }
    *step = (Step)(((int)row - 1) * size + (column - 'a'));
    *scan = at;
    return STATUS_OK;
}

static Status step_read(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    Scan   at = *scan;
    Step   read = 0;
    Status status = parse(pos, &at, &read, why);
    if (status != STATUS_OK)
        return status;
    if (!HEX_RULES.legal(pos, read)) {
        hex_why_not(pos, read, why);
        why->at = scan->at;
        return STATUS_ILLEGAL;
    }
    *scan = at;
    *step = read;
    return STATUS_OK;
}

static void step_write(const Pos *pos, Step step, Text *out)
{
    if (step == HEX_SWAP)
        text_add(out, "swap");
    else
        hex_cell_write(pos->variant, (int)step, out);
}

/* Rows slant to the right; White's edges are top and bottom. */
static void draw(const Pos *pos, Text *out)
{
    int size = hex_size(pos->variant);
    text_fill(out, ' ', 3);
    for (int column = 0; column < size; column++)
        text_addf(out, "%c%c", 'a' + column, column + 1 < size ? ' ' : '\n');
    for (int row = 0; row < size; row++) {
        text_fill(out, ' ', row);
        text_addf(out, "%2d ", row + 1);
        for (int column = 0; column < size; column++)
            text_addf(out, "%c%c", cell_char(hex_of(pos), row * size + column),
                      column + 1 < size ? ' ' : '\n');
    }
}

const GameText HEX_TEXT = {
    .variant_read = variant_read,
    .variant_write = variant_write,
    .pos_read = pos_read,
    .pos_write = pos_write,
    .arrange = arrange,
    .step_read = step_read,
    .cell_write = hex_cell_write,
    .step_write = step_write,
    .draw = draw,
};
