/* SPDX-License-Identifier: MIT */
/* Notation (R5): variants, positions and moves. */
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

void hex_cell_write(int size, int cell, Text *out)
{
    assert(cell >= 0 && cell < size * size);
    text_addf(out, "%c%d", 'a' + cell % size, cell / size + 1);
}

Status hex_parse(const Pos *pos, Scan *scan, Step *step, Fault *fault)
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
    if (column < 'a' || column >= 'a' + size)
        return fault_set(fault, STATUS_SYNTAX, at.at,
                         "a move is a cell such as a1, with a letter from a to %c, or swap (R5.3)",
                         'a' + size - 1);
    at.at++;
    if (!scan_number(&at, (uint32_t)size, &row) || row == 0)
        return fault_set(fault, STATUS_SYNTAX, at.at, "the row is a number from 1 to %d (R5.3)",
                         size);
    *step = (Step)(((int)row - 1) * size + (column - 'a'));
    *scan = at;
    return STATUS_OK;
}

static Status step_read(const Pos *pos, Scan *scan, Step *step, Fault *fault)
{
    Scan   at = *scan;
    Step   read = 0;
    Status status = hex_parse(pos, &at, &read, fault);
    if (status != STATUS_OK)
        return status;
    if (!HEX_RULES.legal(pos, read)) {
        char     sentence[200];
        Text     why = text_over(sentence, sizeof sentence);
        CellList offending;
        hex_why_not(pos, read, &why, &offending);
        return fault_set(fault, STATUS_ILLEGAL, scan->at, "%s", sentence);
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
        hex_cell_write(hex_size(pos->variant), (int)step, out);
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
    .step_read = step_read,
    .step_write = step_write,
    .draw = draw,
};
