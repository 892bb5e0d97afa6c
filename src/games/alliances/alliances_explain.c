/* SPDX-License-Identifier: MIT
 *
 * alliances_explain.c - parse one turn (R7.1) and explain precisely why a turn or a selection is
 * illegal.
 */
#include "games/alliances/alliances_explain.h"
#include "games/alliances/alliances_messages.h"

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

static const MessageDef *message(int index)
{
    assert(index >= 0 && index < ALLIANCES_MESSAGE_COUNT);
    return &ALLIANCES_MESSAGE[index];
}

static const MessageDef *colour_term(int colour)
{
    return message(ALLIANCES_MSG_ORANGE + colour);
}

static void add_example(int side, Message *why)
{
    char words[8];
    Text text = text_over(words, sizeof words);
    text_add(&text, "o@");
    alliances_name_write((AlliancesCell){ (int8_t)side, (int8_t)(2 * side - 2) }, &text);
    message_text(why, "move", words);
}

static void add_taken(const Pos *pos, AlliancesCell cell, Message *why)
{
    int number = alliances_number((int)pos->variant, cell);
    message_cell(why, "cell", number);
    message_term(why, "colour", colour_term(alliances_at(pos, cell)));
    message_offending(why, number);
}

void alliances_error_message(const Pos *pos, const AlliancesReading *reading, Message *why)
{
    static const AlliancesMessage DEFINITIONS[] = {
        [ALLIANCES_ERROR_OVER] = ALLIANCES_MSG_OVER,
        [ALLIANCES_ERROR_FORM] = ALLIANCES_MSG_FORM,
        [ALLIANCES_ERROR_CELL] = ALLIANCES_MSG_NOT_A_CELL,
        [ALLIANCES_ERROR_TAKEN] = ALLIANCES_MSG_TAKEN,
        [ALLIANCES_ERROR_SUPPLY] = ALLIANCES_MSG_SUPPLY,
    };
    int side = (int)pos->variant;
    assert(reading->error != ALLIANCES_FINE);
    *why = message_of(message((int)DEFINITIONS[reading->error]));
    why->at = reading->at;
    switch (reading->error) {
    case ALLIANCES_FINE: break;
    case ALLIANCES_ERROR_OVER:
        message_count(why, "n", ALLIANCES_RULES.outcome(pos).winner + 1);
        break;
    case ALLIANCES_ERROR_FORM: add_example(side, why); break;
    case ALLIANCES_ERROR_CELL:
        message_text(why, "name", reading->name);
        message_count(why, "n", side);
        break;
    case ALLIANCES_ERROR_TAKEN: add_taken(pos, reading->cell, why); break;
    case ALLIANCES_ERROR_SUPPLY:
        message_count(why, "n", alliances_supply(side));
        message_term(why, "colour", colour_term(reading->colour));
        break;
    }
}

/* --- selected cells --- */

static void explain_wall(int side, int wall, Message *why)
{
    int border = (wall - alliances_cell_count(side)) / (side - 2);
    *why = message_of(message(ALLIANCES_MSG_ON_EDGE));
    message_cell(why, "cell", wall);
    message_term(why, "colour", colour_term(border % ALLIANCES_COLOURS));
    message_offending(why, wall);
}

/* An empty cell is always a beginning, as a colour is left for it (R4.2). */
void alliances_explain_cells(const Pos *pos, const CellList *selected, Message *why)
{
    AlliancesReading reading = { .error = ALLIANCES_FINE };
    int              side = (int)pos->variant, cells = alliances_cell_count(side);
    int              first = selected->count > 0 ? selected->cell[0] : -1;
    *why = message_of(NULL);
    if (ALLIANCES_RULES.outcome(pos).ending != ENDING_NONE) {
        reading.error = ALLIANCES_ERROR_OVER;
    } else if (first >= cells + ALLIANCES_BORDERS * (side - 2)) {
        *why = message_of(&CORE_MESSAGE[CORE_MSG_NO_CELL]);
    } else if (first >= cells) {
        explain_wall(side, first, why);
    } else if (first >= 0 && alliances_at(pos, alliances_cell(side, first)) != ALLIANCES_EMPTY) {
        reading.error = ALLIANCES_ERROR_TAKEN;
        reading.cell = alliances_cell(side, first);
    } else if (selected->count > 1) {
        *why = message_of(message(ALLIANCES_MSG_ONE_DISC));
        for (int i = 1; i < selected->count; i++)
            message_offending(why, selected->cell[i]);
    }
    if (reading.error != ALLIANCES_FINE)
        alliances_error_message(pos, &reading, why);
}
