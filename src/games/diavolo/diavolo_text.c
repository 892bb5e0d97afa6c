/* SPDX-License-Identifier: MIT
 *
 * diavolo_text.c - notation of DiavoloPP: variants, positions, turns (R1.1, R9).
 */
#include "core/arrange.h"
#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_explain.h"

#include <string.h>

/* --- variants (R1.1) --- */

static Status variant_read(const char *text, uint32_t *variant, Fault *fault)
{
    Scan     scan = scan_string(text);
    uint32_t size = DIAVOLO_SIZE_DEFAULT;
    bool     good = scan_done(&scan);
    if (!good && scan_peek(&scan) != '0')
        good = scan_number(&scan, DIAVOLO_SIZE_MAX, &size) && size >= DIAVOLO_SIZE_MIN;
    if (!good || !scan_done(&scan))
        return fault_set(fault, STATUS_SYNTAX, good ? scan.at : 0,
                         "the variant is the side of the board, a number from %d to %d (R1.1)",
                         DIAVOLO_SIZE_MIN, DIAVOLO_SIZE_MAX);
    *variant = size;
    return STATUS_OK;
}

static void variant_write(uint32_t variant, Text *out)
{
    text_addf(out, "%u", variant);
}

/* --- positions (R9.5, R9.6) --- */

static const char COLOUR_LETTER[2] = { 'w', 'r' };

/* The offsets of the items in the text, so that a flaw found later can be located. */
typedef struct Places {
    size_t fields, bridges, turn, phase, seat, first;
    size_t bridge[DIAVOLO_EDGES_MAX]; /* by number, for bridges in the text */
} Places;

static bool read_colour(Scan *scan, uint8_t *colour)
{
    for (uint8_t c = 0; c < 2; c++) {
        if (scan_char(scan, COLOUR_LETTER[c])) {
            *colour = c;
            return true;
        }
    }
    return false;
}

static Status read_size(Scan *scan, int size, Fault *fault)
{
    uint32_t number;
    if (!scan_number(scan, (uint32_t)size, &number) || (int)number != size ||
        scan->data[0] == '0' || !scan_char(scan, ' '))
        return fault_set(
            fault, STATUS_SYNTAX, 0,
            "the position must begin with the side of the board, %d, and a space (R9.5)", size);
    return STATUS_OK;
}

static Status read_fields(Scan *scan, int size, DiavoloParts *parts, Fault *fault)
{
    int number = 0;
    for (int row = 1; row <= size; row++) {
        int length = 2 * (size - row) + 1;
        for (int i = 0; i < length; i++) {
            uint8_t colour;
            if (read_colour(scan, &colour))
                parts->land[number] = (uint8_t)(colour + 1);
            else if (!scan_char(scan, '.'))
                return fault_set(fault, STATUS_SYNTAX, scan->at,
                                 "row %d has %d %s, each one of . w r (R9.5)", row, length,
                                 length == 1 ? "field" : "fields");
            number++;
        }
        if (!scan_char(scan, row < size ? '/' : ' '))
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "row %d has %d %s and must be followed by a %s (R9.5)", row, length,
                             length == 1 ? "field" : "fields", row < size ? "/" : "space");
    }
    return STATUS_OK;
}

static Status read_bridge(Scan *scan, int size, DiavoloParts *parts, Places *places, Fault *fault)
{
    uint8_t      colour;
    DiavoloPoint end[2];
    DiavoloEdge  edge;
    size_t       at = scan->at;
    if (!read_colour(scan, &colour) || !diavolo_point_read(scan, &end[0]) ||
        !scan_char(scan, '-') || !diavolo_point_read(scan, &end[1]))
        return arrange_fault(fault,
                             fault_set(fault, STATUS_SYNTAX, scan->at,
                                       "a bridge is w or r and two points, as in w3,1-2,2 (R9.5)"),
                             "pos-adjacent");
    if (!diavolo_point_exists(size, end[0]) || !diavolo_point_exists(size, end[1]) ||
        !diavolo_edge_between(size, end[0], end[1], &edge))
        return fault_set(fault, STATUS_SYNTAX, at,
                         "a bridge joins two adjacent points of the board (R5.5)");
    int number = diavolo_edge_number(size, edge);
    if (parts->bridge[number] != 0)
        return arrange_fault(
            fault,
            fault_set(fault, STATUS_ILLEGAL, at, "a point can carry only one bridge end (R2.4)"),
            "pos-point");
    parts->bridge[number] = (uint8_t)(colour + 1);
    places->bridge[number] = at;
    return STATUS_OK;
}

static Status read_bridges(Scan *scan, int size, DiavoloParts *parts, Places *places, Fault *fault)
{
    Status status = STATUS_OK;
    if (!scan_char(scan, '-')) {
        do
            status = read_bridge(scan, size, parts, places, fault);
        while (status == STATUS_OK && scan_char(scan, ';'));
    }
    if (status == STATUS_OK && !scan_char(scan, ' '))
        status = fault_set(fault, STATUS_SYNTAX, scan->at,
                           "the bridges are separated by ; and must be followed by a space (R9.5)");
    return status;
}

/* Read turn, phase and seat. */
static Status read_moment(Scan *scan, DiavoloParts *parts, Places *places, Fault *fault)
{
    places->turn = scan->at;
    if (!read_colour(scan, &parts->side) || !scan_char(scan, ' '))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the bridges must be followed by the side to move, w or r, and a space "
                         "(R9.5)");
    places->phase = scan->at;
    char        letter = scan_peek(scan);
    const char *stage = letter == '\0' ? NULL : strchr(DIAVOLO_STAGE_LETTER, letter);
    if (stage == NULL)
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the phase must be one of f s n l e (R7, R9.5)");
    parts->stage = (DiavoloStage)(stage - DIAVOLO_STAGE_LETTER);
    scan->at++;
    if (!scan_char(scan, ' '))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the phase must be followed by a space (R9.5)");
    places->seat = scan->at;
    parts->white_seat = scan_char(scan, '1') ? 1 : scan_char(scan, '2') ? 2 : 0;
    if (parts->white_seat == 0)
        return fault_set(fault, STATUS_SYNTAX, scan->at, "White's seat must be 1 or 2 (R9.5)");
    return STATUS_OK;
}

/* Read " +u1,1", the first land of an unfinished turn, and the end of the text. */
static Status read_first(Scan *scan, int size, DiavoloParts *parts, Places *places, Fault *fault)
{
    DiavoloField field;
    if (scan_done(scan))
        return STATUS_OK;
    if (!scan_char(scan, ' ') || !scan_char(scan, '+'))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the seat must end the position, or be followed by the first land of an "
                         "unfinished turn, as in +u1,1 (R9.6)");
    places->first = scan->at;
    if (!diavolo_field_read(scan, &field) || !diavolo_field_exists(size, field))
        return fault_set(fault, STATUS_SYNTAX, places->first,
                         "'+' must be followed by a field of the board, such as u1,1 (R9.6)");
    if (!scan_done(scan))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "unexpected text after the end of the position (R9.6)");
    parts->first = diavolo_field_number(size, field);
    return STATUS_OK;
}

/* Return the offset of a field.  One separator precedes each row after the first. */
static size_t place_of_field(const Places *places, int size, int number)
{
    return places->fields + (size_t)(number + diavolo_field(size, number).r - 1);
}

/* Return the offset of the first land, or of the bridges if there is none. */
static size_t place_of_piece(const Places *places, const DiavoloParts *parts, int size)
{
    for (int i = 0; i < diavolo_field_count(size); i++)
        if (parts->land[i] != 0)
            return place_of_field(places, size, i);
    return places->bridges;
}

static size_t place_of_flaw(const Places *places, const DiavoloParts *parts, int size,
                            DiavoloFlaw flaw)
{
    switch (flaw.kind) {
    case DIAVOLO_FLAW_ENDS:
    case DIAVOLO_FLAW_POINT: return places->bridge[flaw.number];
    case DIAVOLO_FLAW_BLOCKED:
    case DIAVOLO_FLAW_GROUP:
    case DIAVOLO_FLAW_TOUCH: return place_of_field(places, size, flaw.number);
    case DIAVOLO_FLAW_TURN: return places->turn;
    case DIAVOLO_FLAW_SEAT: return places->seat;
    case DIAVOLO_FLAW_NOT_EMPTY: return place_of_piece(places, parts, size);
    default: return places->first;
    }
}

/* Return the key of the message for a flaw of the pieces; NULL for others. */
static const char *key_of_flaw(DiavoloFlawKind flaw)
{
    static const char *const KEYS[] = {
        [DIAVOLO_FLAW_ENDS] = "pos-ends",
        [DIAVOLO_FLAW_POINT] = "pos-point",
        [DIAVOLO_FLAW_BLOCKED] = "pos-blocked",
        [DIAVOLO_FLAW_GROUP] = "pos-group",
        [DIAVOLO_FLAW_TOUCH] = "pos-touch",
        [DIAVOLO_FLAW_TURN] = "pos-turn",
        [DIAVOLO_FLAW_SEAT] = NULL,
        [DIAVOLO_FLAW_NOT_EMPTY] = "pos-not-empty",
        [DIAVOLO_FLAW_FIRST_LAND] = NULL,
    };
    return KEYS[flaw];
}

static Status pos_read(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    int          size = (int)variant;
    Scan         scan = scan_string(text);
    DiavoloParts parts = { .first = -1 };
    Places       places = { .first = 0 };
    Status       status = read_size(&scan, size, fault);
    places.fields = scan.at;
    if (status == STATUS_OK)
        status = read_fields(&scan, size, &parts, fault);
    places.bridges = scan.at;
    if (status == STATUS_OK)
        status = read_bridges(&scan, size, &parts, &places, fault);
    if (status == STATUS_OK)
        status = read_moment(&scan, &parts, &places, fault);
    if (status == STATUS_OK)
        status = read_first(&scan, size, &parts, &places, fault);
    if (status != STATUS_OK)
        return status;

    DiavoloFlaw flaw = diavolo_build(variant, &parts, out);
    if (flaw.kind == DIAVOLO_SOUND)
        return STATUS_OK;
    char message[200];
    Text why = text_over(message, sizeof message);
    diavolo_flaw_write(size, flaw, &why);
    status =
        fault_set(fault, STATUS_ILLEGAL, place_of_flaw(&places, &parts, size, flaw), "%s", message);
    return arrange_fault(fault, status, key_of_flaw(flaw.kind));
}

static void write_fields(const Pos *pos, Text *out)
{
    int size = (int)pos->variant, number = 0;
    for (int row = 1; row <= size; row++) {
        if (row > 1)
            text_char(out, '/');
        for (int i = 0; i < 2 * (size - row) + 1; i++) {
            int side = diavolo_land(pos, number++);
            text_char(out, side == SIDE_NONE ? '.' : COLOUR_LETTER[side]);
        }
    }
}

/* Write the bridges in the order of their first points.  A point carries at most one end (R2.4), so
 * that order is complete. */
static void write_bridges(const Pos *pos, Text *out)
{
    static const int EAST_NORTH[3][2] = { { 1, 0 }, { 0, 1 }, { -1, 1 } };
    int              size = (int)pos->variant;
    bool             none = true;
    for (int i = 0; i < diavolo_point_count(size); i++) {
        DiavoloPoint from = diavolo_point(size, i);
        for (int j = 0; j < 3; j++) {
            DiavoloPoint to = { from.c + EAST_NORTH[j][0], from.r + EAST_NORTH[j][1] };
            DiavoloEdge  edge;
            int          side = SIDE_NONE;
            if (diavolo_point_exists(size, to) && diavolo_edge_between(size, from, to, &edge))
                side = diavolo_bridge(pos, diavolo_edge_number(size, edge));
            if (side == SIDE_NONE)
                continue;
            text_addf(out, "%s%c", none ? "" : ";", COLOUR_LETTER[side]);
            diavolo_edge_write(edge, out);
            none = false;
        }
    }
    if (none)
        text_char(out, '-');
}

static void pos_write(const Pos *pos, Text *out)
{
    text_addf(out, "%u ", pos->variant);
    write_fields(pos, out);
    text_char(out, ' ');
    write_bridges(pos, out);
    text_addf(out, " %c %c %d", COLOUR_LETTER[pos->side], DIAVOLO_STAGE_LETTER[diavolo_stage(pos)],
              diavolo_white_seat(pos));
    if (pos->phase != 0) {
        text_add(out, " +");
        diavolo_field_write(diavolo_field((int)pos->variant, pos->extra), out);
    }
}

/* Find the bridge on an edge among the pieces; NULL if there is none. */
static const Piece *bridge_on(const Arrangement *board, int size, DiavoloEdge edge)
{
    DiavoloPoint end[2];
    diavolo_edge_ends(edge, end);
    int cells[2] = { diavolo_point_cell(size, end[0]), diavolo_point_cell(size, end[1]) };
    for (int i = 0; i < board->pieces->count; i++) {
        const Piece *piece = &board->pieces->at[i];
        if ((piece->cell == cells[0] && piece->cell2 == cells[1]) ||
            (piece->cell == cells[1] && piece->cell2 == cells[0]))
            return piece;
    }
    return NULL;
}

static void arrange_bridges(const Arrangement *board, int size, Text *out)
{
    int written = 0, bridges = 0;
    for (int i = 0; i < board->pieces->count; i++)
        bridges += board->pieces->at[i].cell != board->pieces->at[i].cell2;
    for (int i = 0; i < diavolo_edge_count(size) && written < bridges; i++) {
        DiavoloEdge  edge = diavolo_edge(size, i);
        const Piece *piece = bridge_on(board, size, edge);
        if (piece == NULL)
            continue;
        text_addf(out, "%s%c", written++ == 0 ? "" : ";",
                  arrange_letter(piece, "bridge", COLOUR_LETTER, '-'));
        diavolo_edge_write(edge, out);
    }
    if (written < bridges) /* one of them is on no edge, so the reader misses its points */
        text_add(out, written == 0 ? "?" : ";?");
    else if (written == 0)
        text_char(out, '-');
}

/* Return the phase of `like`, or the normal one if the pieces or the side to move exclude it (R7). */
static DiavoloStage arranged_stage(const Pos *like, const Arrangement *board)
{
    DiavoloStage stage = diavolo_stage(like);
    int          side = stage == DIAVOLO_FIRST ? DIAVOLO_WHITE : DIAVOLO_RED;
    bool         is_begun = stage == DIAVOLO_FIRST && board->pieces->count > 0;
    return board->side != side || is_begun ? DIAVOLO_NORMAL : stage;
}

static void arrange(const Pos *like, const Arrangement *board, Text *out)
{
    int size = (int)like->variant, number = 0;
    text_addf(out, "%d ", size);
    for (int row = 1; row <= size; row++) {
        if (row > 1)
            text_char(out, '/');
        for (int i = 0; i < 2 * (size - row) + 1; i++)
            text_char(out, arrange_letter(board->at[diavolo_field_cell(number++)], "land",
                                          COLOUR_LETTER, '.'));
    }
    text_char(out, ' ');
    arrange_bridges(board, size, out);
    text_addf(out, " %c %c %d", COLOUR_LETTER[board->side],
              DIAVOLO_STAGE_LETTER[arranged_stage(like, board)], diavolo_white_seat(like));
}

/* --- turns (R9.4) --- */

/* A land by its three corners, sorted by row, then column. */
static void corners_write(DiavoloField field, Text *out)
{
    DiavoloPoint corner[3];
    diavolo_field_corners(field, corner);
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            text_char(out, ':');
        diavolo_point_write(corner[i], out);
    }
}

static void write_step(const Pos *pos, Step step, void (*field_write)(DiavoloField, Text *),
                       Text *out)
{
    int size = (int)pos->variant, value = (int)islands_value(step);
    switch (islands_kind(step)) {
    case ISLANDS_STONE:
        if (pos->phase != 0)
            text_char(out, '+');
        field_write(diavolo_field(size, value), out);
        break;
    case ISLANDS_BRIDGE: diavolo_edge_write(diavolo_edge(size, value), out); break;
    case ISLANDS_SWAP: text_add(out, "swap"); break;
    case ISLANDS_PASS: text_add(out, "pass"); break;
    }
}

static void step_write(const Pos *pos, Step step, Text *out)
{
    write_step(pos, step, diavolo_field_write, out);
}

static void points_write(const Pos *pos, Step step, Text *out)
{
    write_step(pos, step, corners_write, out);
}

static const Notation NOTATIONS[] = { { "points", points_write }, { NULL, NULL } };

static Status step_read(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    DiavoloReading reading = diavolo_step_parse(pos, scan);
    if (reading.error == DIAVOLO_FINE) {
        *step = reading.step;
        return STATUS_OK;
    }
    diavolo_error_write(pos, &reading, why);
    return diavolo_error_is_syntax(reading.error) ? STATUS_SYNTAX : STATUS_ILLEGAL;
}

static void cell_write(uint32_t variant, int cell, Text *out)
{
    int size = (int)variant, fields = diavolo_field_count(size);
    if (cell < fields)
        diavolo_field_write(diavolo_field(size, cell), out);
    else
        diavolo_point_write(diavolo_point(size, cell - fields), out);
}

/* --- results and drawings --- */

static void details(const Pos *pos, Text *out)
{
    IslandsScore score[2];
    int          white = diavolo_white_seat(pos), seat = 0;
    diavolo_score(pos, score);
    Outcome outcome = islands_outcome(score, false);
    if (outcome.ending == ENDING_WON)
        seat = outcome.winner == DIAVOLO_WHITE ? white : 3 - white;
    islands_details(score, seat, out);
}

static void outcome_message(const Pos *pos, Outcome outcome, Message *out)
{
    IslandsScore score[2];
    diavolo_score(pos, score);
    islands_outcome_message(score, outcome, out);
}

static void draw(const Pos *pos, Text *out)
{
    diavolo_draw(pos, false, out);
}

const GameText DIAVOLO_TEXT = {
    .variant_read = variant_read,
    .variant_write = variant_write,
    .pos_read = pos_read,
    .pos_write = pos_write,
    .arrange = arrange,
    .step_read = step_read,
    .cell_write = cell_write,
    .step_write = step_write,
    .turn_sort = islands_turn_sort,
    .draw = NATIVE_ONLY(draw),
    .draw_labels = NATIVE_ONLY(diavolo_draw_labels),
    .details = details,
    .outcome_message = outcome_message,
    .notations = NATIVE_ONLY(NOTATIONS),
};
