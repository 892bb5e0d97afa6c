/* SPDX-License-Identifier: MIT
 *
 * ponte_text.c - notation of Ponte del Diavolo: variants, positions, turns, drawn boards (R8, R9).
 */
#include <assert.h>
#include <string.h>

#include "core/arrange.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_explain.h"

/* --- variants (R8) --- */

/* Size, stones, bridges, share, passing, draws, seats_swap. */
static const struct NamedVariant {
    const char   *name;
    PonteSettings settings;
} NAMED[] = {
    { "contest", { 10, PONTE_UNLIMITED, PONTE_UNLIMITED, false, false, false, false } },
    { "official", { 10, 40, 15, true, true, true, true } },
    { "open", { 10, PONTE_UNLIMITED, PONTE_UNLIMITED, true, true, true, true } },
};

/* Return the name under which a variant is written.  The kind of swap has no option of its own
 * (R8.1), so it decides first; then the supply. */
static const struct NamedVariant *name_of(const PonteSettings *s)
{
    bool unlimited = s->stones == PONTE_UNLIMITED && s->bridges == PONTE_UNLIMITED;
    return !s->seats_swap ? &NAMED[0] : unlimited ? &NAMED[2] : &NAMED[1];
}

/* Read a number from `low` to PONTE_SUPPLY_MAX, or "unlimited". */
static Status read_supply(Scan *scan, const char *what, uint32_t low, int *value, Fault *fault)
{
    uint32_t number;
    if (scan_word(scan, "unlimited")) {
        *value = PONTE_UNLIMITED;
        return STATUS_OK;
    }
    size_t at = scan->at;
    if (!scan_number(scan, PONTE_SUPPLY_MAX, &number) || number < low)
        return fault_set(fault, STATUS_SYNTAX, at, "%s= takes a number from %u to %d, or unlimited",
                         what, low, PONTE_SUPPLY_MAX);
    *value = (int)number;
    return STATUS_OK;
}

/* Read one of two words. */
static Status read_word(Scan *scan, const char *what, const char *no, const char *yes, bool *value,
                        Fault *fault)
{
    if (scan_word(scan, yes))
        *value = true;
    else if (scan_word(scan, no))
        *value = false;
    else
        return fault_set(fault, STATUS_SYNTAX, scan->at, "%s= takes %s or %s", what, no, yes);
    return STATUS_OK;
}

static Status read_size(Scan *scan, int *size, Fault *fault)
{
    uint32_t number;
    size_t   at = scan->at;
    if (!scan_number(scan, PONTE_SIZE_MAX, &number) || number < PONTE_SIZE_MIN)
        return fault_set(fault, STATUS_SYNTAX, at, "size= takes a number from %d to %d",
                         PONTE_SIZE_MIN, PONTE_SIZE_MAX);
    *size = (int)number;
    return STATUS_OK;
}

static Status read_option(Scan *scan, PonteSettings *s, Fault *fault)
{
    if (scan_word(scan, "size="))
        return read_size(scan, &s->size, fault);
    if (scan_word(scan, "stones="))
        return read_supply(scan, "stones", 1, &s->stones, fault);
    if (scan_word(scan, "bridges="))
        return read_supply(scan, "bridges", 0, &s->bridges, fault);
    if (scan_word(scan, "share="))
        return read_word(scan, "share", "off", "on", &s->share, fault);
    if (scan_word(scan, "end="))
        return read_word(scan, "end", "skip", "pass", &s->passing, fault);
    if (scan_word(scan, "tie="))
        return read_word(scan, "tie", "white", "draw", &s->draws, fault);
    return fault_set(fault, STATUS_SYNTAX, scan->at,
                     "a variant is contest, official or open, then options size=, stones=, "
                     "bridges=, share=, end=, tie=, separated by ';'");
}

static Status variant_read(const char *text, uint32_t *variant, Fault *fault)
{
    Scan          scan = scan_string(text);
    PonteSettings s = NAMED[0].settings;
    bool          first = true;
    for (size_t i = 0; first && i < sizeof NAMED / sizeof NAMED[0]; i++) {
        if (scan_word(&scan, NAMED[i].name)) {
            s = NAMED[i].settings;
            first = false;
        }
    }
    while (!scan_done(&scan)) {
        if (!first && !scan_char(&scan, ';'))
            return fault_set(fault, STATUS_SYNTAX, scan.at, "options are separated by ';'");
        first = false;
        Status status = read_option(&scan, &s, fault);
        if (status != STATUS_OK)
            return status;
    }
    *variant = ponte_pack(&s);
    return STATUS_OK;
}

/* Write an option unless it has the default value of the named variant. */
static void write_supply(const char *name, int value, int normal, Text *out)
{
    if (value == normal)
        return;
    if (value == PONTE_UNLIMITED)
        text_addf(out, ";%s=unlimited", name);
    else
        text_addf(out, ";%s=%d", name, value);
}

static void variant_write(uint32_t variant, Text *out)
{
    PonteSettings              s = ponte_unpack(variant);
    const struct NamedVariant *named = name_of(&s);
    const PonteSettings       *normal = &named->settings;
    text_add(out, named->name);
    if (s.size != normal->size)
        text_addf(out, ";size=%d", s.size);
    write_supply("stones", s.stones, normal->stones, out);
    write_supply("bridges", s.bridges, normal->bridges, out);
    if (s.share != normal->share)
        text_add(out, s.share ? ";share=on" : ";share=off");
    if (s.passing != normal->passing)
        text_add(out, s.passing ? ";end=pass" : ";end=skip");
    if (s.draws != normal->draws)
        text_add(out, s.draws ? ";tie=draw" : ";tie=white");
}

/* --- positions (R9.3) --- */

/* True if positions of this variant have the fields for seat and pass. */
static bool has_seat_fields(const PonteSettings *s)
{
    return s->seats_swap || s->passing;
}

/* Read a row; two runs must not follow each other, so every row has one spelling. */
static Status read_row(Scan *scan, int size, char *row, Fault *fault)
{
    int  x = 0;
    bool after_run = false;
    while (x < size) {
        uint32_t run;
        size_t   at = scan->at;
        char     c = scan_peek(scan);
        if (c == 'W' || c == 'B') {
            row[x++] = c;
            scan->at++;
            after_run = false;
        } else if (!after_run && c != '0' && scan_number(scan, (uint32_t)(size - x), &run)) {
            memset(row + x, '.', run);
            x += (int)run;
            after_run = true;
        } else {
            return fault_set(fault, STATUS_SYNTAX, at,
                             "a row has %d cells: W, B, and a number for each run of empty cells",
                             size);
        }
    }
    return STATUS_OK;
}

static Status read_board(Scan *scan, int size, PonteParts *parts, Fault *fault)
{
    for (int y = 0; y < size; y++) {
        if (y > 0 && !scan_char(scan, '/'))
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "row %d is complete; expected '/' (%d rows in all)", y, size);
        Status status = read_row(scan, size, parts->cells[y], fault);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static Status read_bridges(Scan *scan, int size, PonteParts *parts, Fault *fault)
{
    if (scan_char(scan, '-'))
        return STATUS_OK;
    do {
        PonteCell a, b;
        size_t    at = scan->at;
        assert(parts->bridge_count <= PONTE_BRIDGES_MAX);
        if (parts->bridge_count == PONTE_BRIDGES_MAX || !ponte_cell_read(size, scan, &a) ||
            !scan_char(scan, '-') || !ponte_cell_read(size, scan, &b) ||
            !ponte_bridge_between(a, b, &parts->bridges[parts->bridge_count]))
            return arrange_fault(
                fault,
                fault_set(fault, STATUS_SYNTAX, at,
                          "a bridge is two cells at bridge distance, as in b10-d10; an empty list "
                          "is '-'"),
                "pos-bridge");
        parts->bridge_count++;
    } while (scan_char(scan, ','));
    return STATUS_OK;
}

/* Read SIDE BRIDGES TURN SWAP. */
static Status read_course(Scan *scan, int size, PonteParts *parts, Fault *fault)
{
    uint32_t turn;
    if (!scan_char(scan, ' ') || (scan_peek(scan) != 'w' && scan_peek(scan) != 'b'))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the rows must be followed by a space and the side to move, w or b");
    parts->side = scan->data[scan->at++] == 'w' ? PONTE_WHITE : PONTE_BLACK;
    if (!scan_char(scan, ' '))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the side must be followed by a space and the list of bridges or -");
    Status status = read_bridges(scan, size, parts, fault);
    if (status != STATUS_OK)
        return status;
    if (!scan_char(scan, ' ') || scan_peek(scan) == '0' || !scan_number(scan, 999, &turn))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the bridges must be followed by a space and the turn number, 1 to 999");
    parts->turn = (int)turn;
    if (!scan_char(scan, ' ') || (scan_peek(scan) != 's' && scan_peek(scan) != '-'))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the turn number must be followed by a space and s (swap offered) or -");
    parts->swap_offered = scan->data[scan->at++] == 's';
    return STATUS_OK;
}

/* Read the seat that plays White and the field for passes, if the variant has them. */
static Status read_seat(Scan *scan, const PonteSettings *s, PonteParts *parts, Fault *fault)
{
    parts->white_seat = 1;
    parts->passed = '-';
    if (!has_seat_fields(s))
        return STATUS_OK;
    if (!scan_char(scan, ' ') || (scan_peek(scan) != '1' && scan_peek(scan) != '2'))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the swap field must be followed by a space and the seat that plays "
                         "White, 1 or 2");
    parts->white_seat = scan->data[scan->at++] - '0';
    if (!scan_char(scan, ' ') || scan_peek(scan) == '\0' || strchr("-pe", scan_peek(scan)) == NULL)
        return fault_set(
            fault, STATUS_SYNTAX, scan->at,
            "the last field must be -, p (White has passed) or e (Black's pass ended the game)");
    parts->passed = scan->data[scan->at++];
    if (parts->passed != '-' && !s->passing)
        return fault_set(fault, STATUS_SYNTAX, scan->at - 1, "this variant has no pass");
    return STATUS_OK;
}

/* Read "+a10", the first stone of an unfinished turn (R9.4), and the end of the text. */
static Status read_within(Scan *scan, int size, PonteParts *parts, Fault *fault)
{
    if (scan_word(scan, " +")) {
        parts->within = true;
        if (!ponte_cell_read(size, scan, &parts->first))
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "'+' must be followed by a cell (R9.4)");
    }
    if (!scan_done(scan))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "unexpected text after the end of the position");
    return STATUS_OK;
}

static Status pos_read(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Scan          scan = scan_string(text);
    PonteSettings s = ponte_unpack(variant);
    PonteParts    parts = { .side = 0 };
    Status        status = read_board(&scan, s.size, &parts, fault);
    if (status == STATUS_OK)
        status = read_course(&scan, s.size, &parts, fault);
    if (status == STATUS_OK)
        status = read_seat(&scan, &s, &parts, fault);
    if (status == STATUS_OK)
        status = read_within(&scan, s.size, &parts, fault);
    return status == STATUS_OK ? ponte_build(variant, &parts, out, fault) : status;
}

/* Write a row of cells, as ponte_at returns them. */
static void write_row(const char *cells, int size, Text *out)
{
    int run = 0;
    for (int x = 0; x <= size; x++) {
        char c = x < size ? cells[x] : '/';
        if (c == '.') {
            run++;
            continue;
        }
        if (run > 0)
            text_addf(out, "%d", run);
        run = 0;
        if (x < size)
            text_char(out, c);
    }
}

static void write_bridge(int size, PonteBridge bridge, Text *out)
{
    ponte_cell_write(size, bridge.end, out);
    text_char(out, '-');
    ponte_cell_write(size, ponte_other_end(bridge), out);
}

/* Write what the board does not show. */
static void write_course(const PonteHead *head, const PonteSettings *s, Text *out)
{
    text_addf(out, " %d %c", head->turn, head->swap_offered ? 's' : '-');
    if (has_seat_fields(s))
        text_addf(out, " %d %c", head->white_seat, head->passed);
}

static void pos_write(const Pos *pos, Text *out)
{
    PonteSettings    s = ponte_unpack(pos->variant);
    const PonteHead *head = ponte_head(pos);
    for (int y = 0; y < s.size; y++) {
        if (y > 0)
            text_char(out, '/');
        char cells[PONTE_SIZE_MAX];
        for (int x = 0; x < s.size; x++)
            cells[x] = ponte_at(pos, (PonteCell){ (int8_t)x, (int8_t)y });
        write_row(cells, s.size, out);
    }
    text_addf(out, " %c ", "wb"[pos->side]);
    for (int i = 0; i < head->bridge_count; i++) {
        if (i > 0)
            text_char(out, ',');
        write_bridge(s.size, ponte_bridge(pos, i), out);
    }
    if (head->bridge_count == 0)
        text_char(out, '-');
    write_course(head, &s, out);
    if (pos->phase == 1) {
        text_add(out, " +");
        ponte_cell_write(s.size, ponte_step_cell(islands_step(ISLANDS_STONE, head->first)), out);
    }
}

/* A bridge belongs to the owner of the stones at its ends, so it needs no colour. */
static void arrange(const Pos *like, const Arrangement *board, Text *out)
{
    PonteSettings s = ponte_unpack(like->variant);
    for (int y = 0; y < s.size; y++) {
        char cells[PONTE_SIZE_MAX];
        for (int x = 0; x < s.size; x++)
            cells[x] = arrange_letter(board->at[y * s.size + x], "stone", "WB", '.');
        if (y > 0)
            text_char(out, '/');
        write_row(cells, s.size, out);
    }
    text_addf(out, " %c ", "wb"[board->side]);
    int count = 0;
    for (int i = 0; i < board->pieces->count; i++) {
        const Piece *piece = &board->pieces->at[i];
        if (piece->cell == piece->cell2)
            continue;
        if (count++ > 0)
            text_char(out, ',');
        for (int end = 0; end < 2; end++) {
            int cell = end == 0 ? piece->cell : piece->cell2;
            ponte_cell_write(s.size,
                             (PonteCell){ (int8_t)(cell % s.size), (int8_t)(cell / s.size) }, out);
            text_add(out, end == 0 ? "-" : "");
        }
    }
    if (count == 0)
        text_char(out, '-');
    write_course(ponte_head(like), &s, out);
}

/* --- turns (R9.2) --- */

static void step_write(const Pos *pos, Step step, Text *out)
{
    int size = ponte_unpack(pos->variant).size;
    switch (islands_kind(step)) {
    case ISLANDS_STONE:
        if (pos->phase == 1)
            text_char(out, ',');
        ponte_cell_write(size, ponte_step_cell(step), out);
        break;
    case ISLANDS_BRIDGE: write_bridge(size, ponte_step_bridge(step), out); break;
    case ISLANDS_SWAP: text_add(out, "swap"); break;
    case ISLANDS_PASS: text_add(out, "pass"); break;
    }
}

static Status step_read(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    PonteReading reading = ponte_step_parse(pos, scan);
    if (reading.error == PONTE_FINE) {
        *step = reading.step;
        return STATUS_OK;
    }
    ponte_error_message(pos, &reading, why);
    return reading.error == PONTE_BAD_FORMAT ? STATUS_SYNTAX : STATUS_ILLEGAL;
}

static void cell_write(uint32_t variant, int cell, Text *out)
{
    int size = ponte_unpack(variant).size;
    ponte_cell_write(size, (PonteCell){ (int8_t)(cell % size), (int8_t)(cell / size) }, out);
}

/* --- the board in characters --- */

/* W and B are stones, w and b stones that carry a bridge, + is a covered cell. */
static char sign_of(const Pos *pos, PonteCell cell)
{
    char c = ponte_at(pos, cell);
    if (c == '.')
        return ponte_is_covered(pos, cell) ? '+' : '.';
    return ponte_is_end(pos, cell) ? (char)(c | 32) : c; /* bit 5 makes a letter lower case */
}

static void draw(const Pos *pos, Text *out)
{
    PonteSettings    s = ponte_unpack(pos->variant);
    const PonteHead *head = ponte_head(pos);
    for (int8_t y = 0; y < s.size; y++) {
        text_addf(out, "%3d", s.size - y);
        for (int8_t x = 0; x < s.size; x++)
            text_addf(out, " %c", sign_of(pos, (PonteCell){ x, y }));
        text_char(out, '\n');
    }
    text_add(out, "   ");
    for (int x = 0; x < s.size; x++)
        text_addf(out, " %c", 'a' + x);
    text_char(out, '\n');
    for (int colour = 0; colour < 2; colour++) {
        if (head->bridges_of[colour] == 0)
            continue;
        text_add(out, colour == PONTE_WHITE ? "white bridges:" : "black bridges:");
        for (int i = 0; i < head->bridge_count; i++) {
            if (ponte_bridge_owner(pos, i) == colour) {
                text_char(out, ' ');
                write_bridge(s.size, ponte_bridge(pos, i), out);
            }
        }
        text_char(out, '\n');
    }
}

/* Write points, islands and bridges, and the winner's seat if seats can be swapped. */
static void details(const Pos *pos, Text *out)
{
    IslandsScore  score[2];
    PonteSettings s = ponte_unpack(pos->variant);
    ponte_score(pos, score);
    Outcome outcome = islands_outcome(score, !s.draws);
    int     white_seat = ponte_head(pos)->white_seat;
    bool    seated = has_seat_fields(&s) && outcome.ending == ENDING_WON;
    islands_details(score,
                    !seated                         ? 0
                    : outcome.winner == PONTE_WHITE ? white_seat
                                                    : 3 - white_seat,
                    out);
}

static void outcome_numbers(const Pos *pos, Outcome outcome, Message *out)
{
    IslandsScore score[2];
    ponte_score(pos, score);
    islands_outcome_message(score, outcome, out);
}

const GameText PONTE_TEXT = {
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
    .details = details,
    .outcome_message = outcome_numbers,
};
