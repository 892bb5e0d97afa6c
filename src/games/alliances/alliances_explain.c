/* SPDX-License-Identifier: MIT
 *
 * alliances_explain.c - parse one turn and explain precisely why it is illegal (R7.1).
 */
#include "games/alliances/alliances_explain.h"

#include <assert.h>

static AlliancesReading illegal(AlliancesReading reading, AlliancesError error, size_t at)
{
    reading.error = error;
    reading.at = at;
    return reading;
}

/* Copy the word at the front of `scan` for the error message; printable ASCII only. */
static void keep_name(AlliancesReading *reading, const Scan *scan)
{
    size_t n = 0;
    while (n + 1 < sizeof reading->name && scan->at + n < scan->size) {
        char c = scan->data[scan->at + n];
        if (c <= ' ' || c > '~')
            break;
        reading->name[n++] = c;
    }
    reading->name[n] = '\0';
}

static bool read_colour(Scan *scan, int *colour)
{
    for (int c = 0; c < ALLIANCES_COLOURS; c++) {
        char letter = alliances_colour_letter(c);
        if (scan_char(scan, letter) || scan_char(scan, (char)(letter - 'a' + 'A'))) {
            *colour = c;
            return true;
        }
    }
    return false;
}

AlliancesReading alliances_parse(const Pos *pos, Scan *scan)
{
    AlliancesReading reading = { .error = ALLIANCES_FINE };
    Scan             ahead = *scan;
    int              side = (int)pos->variant;
    if (ALLIANCES_RULES.outcome(pos).ending != ENDING_NONE)
        return illegal(reading, ALLIANCES_ERROR_OVER, scan->at);
    if (!read_colour(&ahead, &reading.colour) || !scan_char(&ahead, '@'))
        return illegal(reading, ALLIANCES_ERROR_FORM, ahead.at);
    keep_name(&reading, &ahead);
    size_t at = ahead.at;
    if (reading.name[0] == '\0')
        return illegal(reading, ALLIANCES_ERROR_FORM, at);
    if (!alliances_name_read(side, &ahead, &reading.cell))
        return illegal(reading, ALLIANCES_ERROR_CELL, at);
    if (alliances_at(pos, reading.cell) != ALLIANCES_EMPTY)
        return illegal(reading, ALLIANCES_ERROR_TAKEN, at);
    if (alliances_left(pos, reading.colour) == 0)
        return illegal(reading, ALLIANCES_ERROR_SUPPLY, scan->at);
    reading.step = alliances_step(side, reading.colour, reading.cell);
    assert(ALLIANCES_RULES.legal(pos, reading.step));
    *scan = ahead;
    return reading;
}

bool alliances_error_is_syntax(AlliancesError error)
{
    return error == ALLIANCES_ERROR_FORM || error == ALLIANCES_ERROR_CELL;
}

static void write_taken(const Pos *pos, AlliancesCell cell, Text *out, CellList *offending)
{
    alliances_name_write(cell, out);
    text_addf(out, " already holds a disc (%s); place a disc on an empty cell (R4.1)",
              alliances_colour_name(alliances_at(pos, cell)));
    if (offending != NULL && offending->count < TOUCHES_MAX)
        offending->cell[offending->count++] = (uint16_t)alliances_number((int)pos->variant, cell);
}

void alliances_error_write(const Pos *pos, const AlliancesReading *r, Text *out,
                           CellList *offending)
{
    int side = (int)pos->variant;
    switch (r->error) {
    case ALLIANCES_FINE: break;
    case ALLIANCES_ERROR_OVER:
        text_addf(out, "the game is over: player %d has two colours (R6.1)",
                  ALLIANCES_RULES.outcome(pos).winner + 1);
        break;
    case ALLIANCES_ERROR_FORM:
        text_add(out, "a move is a colour (o, p or g), an @ and a cell, as in o@");
        alliances_name_write((AlliancesCell){ (int8_t)side, (int8_t)(2 * side - 2) }, out);
        text_add(out, " (R7.1)");
        break;
    case ALLIANCES_ERROR_CELL:
        text_addf(out, "'%s' is not a cell of a board of side %d (R2.1)", r->name, side);
        break;
    case ALLIANCES_ERROR_TAKEN: write_taken(pos, r->cell, out, offending); break;
    case ALLIANCES_ERROR_SUPPLY:
        text_addf(out, "all %d %s discs are on the board (R4.2)", alliances_supply(side),
                  alliances_colour_name(r->colour));
        break;
    }
}
