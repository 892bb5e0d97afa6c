/* SPDX-License-Identifier: MIT
 *
 * duell_student.c - the board format of public student programs.
 *
 *     C56 C15 C21 C62 C11 C62 C21 C15 C56      row 8
 *     0   0   0   0   0   0   0   0   0
 *     ...
 *     H56 H15 H21 H62 H11 H62 H21 H15 H56      row 1
 *
 * H is the human's die, C the computer's.  Then come its top and the face on its right as its owner
 * sees it from behind: for White, who sits in the south, the east face, for Black the west face.  A
 * die with the same number on all faces is the king.  The format has no side to move.
 */
#include <string.h>

#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

static int right_face(int colour, int kind)
{
    int east = DUELL_FACES[kind].east;
    if (kind == DUELL_KING)
        return 1;
    return colour == DUELL_WHITE ? east : 7 - east;
}

/* Return the kind with this top and right face, or 0 if there is none. */
static int kind_seen(int colour, int top, int right)
{
    if (top == 1 && right == 1)
        return DUELL_KING;
    for (int kind = 1; kind < DUELL_KING; kind++)
        if (DUELL_FACES[kind].top == top && right_face(colour, kind) == right)
            return kind;
    return 0;
}

/* Read one cell.  Return what is wrong at scan->at, or NULL. */
static const char *read_cell(Scan *scan, int human, uint8_t *piece)
{
    const char *word;
    size_t      at = scan->at, length = scan_token(scan, &word);
    *piece = DUELL_EMPTY;
    if (length == 1 && (word[0] == '0' || word[0] == '.'))
        return NULL;
    scan->at = at;
    if (length != 3 || (word[0] != 'H' && word[0] != 'C') || word[1] < '1' || word[1] > '6' ||
        word[2] < '1' || word[2] > '6')
        return "a cell is 0 or . if it is empty, or H or C, the top and the right face";
    int colour = word[0] == 'H' ? human : 1 - human;
    int kind = kind_seen(colour, word[1] - '0', word[2] - '0');
    if (kind == 0)
        return "no die has the same or opposite faces on top and to the right";
    scan->at = at + length;
    *piece = duell_piece(colour, kind);
    return NULL;
}

Status duell_student_read(uint32_t variant, const char *text, int human, int side, Pos *out,
                          Fault *fault)
{
    uint8_t board[DUELL_SQUARES];
    Scan    scan = scan_string(text);
    for (int row = DUELL_ROWS - 1; row >= 0; row--)
        for (int column = 0; column < DUELL_COLUMNS; column++) {
            scan_blanks(&scan);
            if (scan_done(&scan))
                return fault_set(fault, STATUS_SYNTAX, scan.at,
                                 "a board has 72 cells, but the text has fewer");
            const char *wrong = read_cell(&scan, human, &board[duell_square(row, column)]);
            if (wrong != NULL)
                return fault_set(fault, STATUS_SYNTAX, scan.at, "%s", wrong);
        }
    scan_blanks(&scan);
    if (!scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, scan.at,
                         "a board has 72 cells, but the text continues");
    return duell_build(variant, board, side, 0, 1, out, fault);
}

static void write_cell(uint8_t piece, int human, Text *out)
{
    if (piece == DUELL_EMPTY) {
        text_char(out, '0');
        return;
    }
    int colour = duell_colour(piece);
    text_addf(out, "%c%d%d", colour == human ? 'H' : 'C', duell_top(piece),
              right_face(colour, duell_kind(piece)));
}

void duell_student_write(const Pos *pos, int human, Text *out)
{
    const Duell *duell = duell_of(pos);
    for (int row = DUELL_ROWS - 1; row >= 0; row--)
        for (int column = 0; column < DUELL_COLUMNS; column++) {
            write_cell(duell->board[duell_square(row, column)], human, out);
            text_char(out, column + 1 < DUELL_COLUMNS ? ' ' : '\n');
        }
}
