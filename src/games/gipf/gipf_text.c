/* SPDX-License-Identifier: MIT
 *
 * gipf_text.c - notation of GIPF: variants, positions and turns, and the state text of the course
 * (rulings R2 and R10).
 */
#include <stdlib.h>
#include <string.h>

#include "core/arrange.h"
#include "games/gipf/gipf.h"
#include "games/gipf/gipf_explain.h"

/* --- variants --- */

static const GipfSettings BASIC = { .side = 4, .row = 4, .pieces = { 15, 15 } };
static const GipfSettings STANDARD = {
    .side = 4, .row = 4, .pieces = { 18, 18 }, .kind = GIPF_STANDARD
};
static const GipfSettings TOURNAMENT = {
    .side = 4, .row = 4, .pieces = { 18, 18 }, .kind = GIPF_TOURNAMENT
};

static const struct NamedVariant {
    const char         *name;
    const GipfSettings *settings;
} NAMED[] = {
    { "basic", &BASIC },
    { "standard", &STANDARD },
    { "tournament", &TOURNAMENT },
};

/* Read S,K,GW,GB.  The fault names the number that is out of range. */
static Status read_numbers(Scan *scan, GipfSettings *s, Fault *fault)
{
    struct Number {
        const char *what;
        int        *value;
        int         low, high;
    } numbers[] = {
        { "the side S of the board", &s->side, GIPF_SIDE_MIN, GIPF_SIDE_MAX },
        { "the row length K", &s->row, GIPF_ROW_MIN, 0 },
        { "the pieces of White", &s->pieces[0], GIPF_PIECES_MIN, GIPF_PIECES_MAX },
        { "the pieces of Black", &s->pieces[1], GIPF_PIECES_MIN, GIPF_PIECES_MAX },
    };
    for (int i = 0; i < 4; i++) {
        uint32_t value;
        size_t   at = scan->at;
        if (i == 1)
            numbers[i].high = 2 * s->side - 1;
        if (i > 0 && !scan_char(scan, ','))
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "a variant is S,K,GW,GB or basic, standard, tournament");
        at = scan->at;
        if (!scan_number(scan, (uint32_t)numbers[i].high, &value) || (int)value < numbers[i].low)
            return fault_set(fault, STATUS_SYNTAX, at, "%s must be a number from %d to %d",
                             numbers[i].what, numbers[i].low, numbers[i].high);
        *numbers[i].value = (int)value;
    }
    return STATUS_OK;
}

static bool read_name(Scan *scan, GipfSettings *s)
{
    for (size_t i = 0; i < sizeof NAMED / sizeof NAMED[0]; i++) {
        if (scan_word(scan, NAMED[i].name)) {
            *s = *NAMED[i].settings;
            return true;
        }
    }
    return false;
}

static bool read_setting(Scan *scan, GipfSettings *s)
{
    if (scan_word(scan, "choice=mover"))
        s->mover_chooses = true;
    else if (scan_word(scan, "choice=owner"))
        s->mover_chooses = false;
    else if (scan_word(scan, "board=general"))
        s->large = true;
    else if (scan_word(scan, "board=fast"))
        s->large = false;
    else
        return false;
    return true;
}

static Status variant_read(const char *text, uint32_t *variant, Fault *fault)
{
    Scan         scan = scan_string(text);
    GipfSettings s = BASIC;
    bool         first = true;
    if (scan_peek(&scan) >= '0' && scan_peek(&scan) <= '9') {
        Status status = read_numbers(&scan, &s, fault);
        if (status != STATUS_OK)
            return status;
        first = false;
    } else if (read_name(&scan, &s)) {
        first = false;
    }
    while (!scan_done(&scan)) {
        if (!first && !scan_char(&scan, ';'))
            return fault_set(fault, STATUS_SYNTAX, scan.at, "settings are joined by ';'");
        first = false;
        if (!read_setting(&scan, &s))
            return fault_set(fault, STATUS_SYNTAX, scan.at,
                             "unknown setting: S,K,GW,GB or basic, standard, tournament may be "
                             "followed by choice=owner or choice=mover");
    }
    if (s.side > GIPF_LARGE_SIDE_MAX)
        s.large = false; /* the only representation there: one variant must have one number */
    *variant = gipf_pack(&s);
    return STATUS_OK;
}

static void variant_write(uint32_t variant, Text *out)
{
    GipfSettings s = gipf_unpack(variant);
    if (s.kind == GIPF_BASIC)
        text_addf(out, "%d,%d,%d,%d", s.side, s.row, s.pieces[0], s.pieces[1]);
    else
        text_add(out, NAMED[s.kind].name);
    if (s.mover_chooses)
        text_add(out, ";choice=mover");
    if (s.large)
        text_add(out, ";board=general");
}

/* --- positions (R10) --- */

static const char COLOUR_LETTER[2] = { 'W', 'B' };

static Status read_board(Scan *scan, int side, GipfParts *parts, Fault *fault)
{
    int n = 0, rows = 2 * side - 1;
    for (int r = 1; r <= rows; r++) {
        int length = side + (r < side ? r : 2 * side - r) - 1;
        for (int c = 0; c < length; c++) {
            char content = scan_peek(scan);
            if (content == '\0' || strchr("_WBXY", content) == NULL)
                return fault_set(fault, STATUS_SYNTAX, scan->at,
                                 "row %d of the board has %d fields, each one of _ W B X Y", r,
                                 length);
            parts->cells[n++] = (uint8_t)content;
            scan->at++;
        }
        if (r < rows && !scan_char(scan, '/'))
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "row %d of the board ends after %d fields with '/'", r, length);
    }
    return STATUS_OK;
}

static bool read_colour(Scan *scan, int *colour)
{
    for (int c = 0; c < 2; c++) {
        if (scan_char(scan, COLOUR_LETTER[c])) {
            *colour = c;
            return true;
        }
    }
    return false;
}

static Status read_reserves(Scan *scan, GipfParts *parts, Fault *fault)
{
    uint32_t reserve[2];
    if (!scan_char(scan, ' ') || !scan_number(scan, GIPF_PIECES_MAX, &reserve[0]) ||
        !scan_char(scan, ',') || !scan_number(scan, GIPF_PIECES_MAX, &reserve[1]))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "after the board come a space and the reserves, as in 12,12");
    if (!scan_char(scan, ' ') || !read_colour(scan, &parts->side))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "after the reserves come a space and W or B, the side to move");
    parts->reserve[0] = (int)reserve[0];
    parts->reserve[1] = (int)reserve[1];
    return STATUS_OK;
}

static Status read_opening(Scan *scan, GipfKind kind, GipfParts *parts, Fault *fault)
{
    parts->opening[0] = parts->opening[1] = '-';
    if (kind == GIPF_BASIC)
        return STATUS_OK;
    if (!scan_char(scan, ' '))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the opening field is missing, two of 1 g - (R9)");
    for (int colour = 0; colour < 2; colour++) {
        char c = scan_peek(scan);
        if (c == '\0' || strchr("1g-", c) == NULL)
            return fault_set(fault, STATUS_SYNTAX, scan->at,
                             "the opening field is two of 1 g - (R9)");
        parts->opening[colour] = c;
        scan->at++;
    }
    return STATUS_OK;
}

/* Read "!e2-e5": runs that were left standing (R8.3). */
static Status read_spared(Scan *scan, int side, GipfParts *parts, Fault *fault)
{
    while (scan_char(scan, '!')) {
        GipfRow row;
        size_t  at = scan->at;
        if (!gipf_row_read(side, scan, &row) || parts->spared_count == GIPF_RUNS_MAX)
            return fault_set(fault, STATUS_SYNTAX, at,
                             "'!' is followed by the two ends of a row, as in !e2-e5 (R8.3)");
        parts->spared[parts->spared_count++] = row;
    }
    return STATUS_OK;
}

static Status read_stage(Scan *scan, int side, GipfParts *parts, Fault *fault)
{
    if (scan_done(scan))
        return STATUS_OK;
    bool has_space = scan_char(scan, ' ');
    char stage = scan_peek(scan);
    if (!has_space || (stage != '?' && stage != '>'))
        return fault_set(fault, STATUS_SYNTAX, scan->at,
                         "the position ends here, or continues with ?W or ?B (R10.2)");
    scan->at++;
    parts->stage = stage;
    if (!read_colour(scan, &parts->row_colour))
        return fault_set(fault, STATUS_SYNTAX, scan->at, "'%c' is followed by W or B (R10.2)",
                         stage);
    return read_spared(scan, side, parts, fault);
}

/* Return what the pieces on a field are worth in pieces of a colour; a GIPF-piece counts as two. */
static int worth(char content, int colour)
{
    return content == "WB"[colour] ? 1 : content == "XY"[colour] ? 2 : 0;
}

/* Return the key of the message for pieces that cannot be on the board together.  Counting comes first, as
 * in gipf_build. */
static const char *key_of_pieces(const GipfSettings *s, const GipfParts *parts)
{
    int pieces[2] = { parts->reserve[0], parts->reserve[1] };
    int stacks = 0;
    for (int i = 0; i < 3 * s->side * (s->side - 1) + 1; i++) { /* the fields of the hexagon */
        char content = (char)parts->cells[i];
        stacks += content == 'X' || content == 'Y';
        for (int colour = 0; colour < 2; colour++)
            pieces[colour] += worth(content, colour);
    }
    if (s->kind == GIPF_BASIC && stacks > 0)
        return "pos-stacks";
    bool has_too_many = pieces[0] > s->pieces[0] || pieces[1] > s->pieces[1];
    return has_too_many ? "pos-pieces" : parts->stage == 0 ? "pos-row" : NULL;
}

static Status pos_read(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Scan         scan = scan_string(text);
    GipfSettings s = gipf_unpack(variant);
    GipfParts    parts = { .reserve = { 0 } };
    Status       status = read_board(&scan, s.side, &parts, fault);
    if (status == STATUS_OK)
        status = read_reserves(&scan, &parts, fault);
    if (status == STATUS_OK)
        status = read_opening(&scan, s.kind, &parts, fault);
    if (status == STATUS_OK)
        status = read_stage(&scan, s.side, &parts, fault);
    if (status == STATUS_OK && !scan_done(&scan))
        status = fault_set(fault, STATUS_SYNTAX, scan.at, "the position ends before this");
    if (status != STATUS_OK)
        return status;
    status = gipf_build(variant, &parts, out, fault);
    return status == STATUS_OK ? status : arrange_fault(fault, status, key_of_pieces(&s, &parts));
}

/* Write whose rows are to be removed, and which runs were left standing; nothing if there are none. */
static void write_stage(const Pos *pos, Text *out)
{
    if (pos->phase == 0 && !gipf_is_pending(pos))
        return;
    text_addf(out, " %c%c", pos->phase == 0 ? '?' : '>', COLOUR_LETTER[gipf_row_colour(pos)]);
    GipfRow spared[GIPF_RUNS_MAX];
    int     count = gipf_spared(pos, spared);
    for (int i = 0; i < count; i++) {
        text_char(out, '!');
        gipf_row_write(gipf_unpack(pos->variant).side, spared[i], out);
    }
}

static void pos_write(const Pos *pos, Text *out)
{
    GipfSettings s = gipf_unpack(pos->variant);
    for (int i = 1; i < 2 * s.side; i++) {
        if (i > 1)
            text_char(out, '/');
        for (int j = 1; j < 2 * s.side; j++)
            if (gipf_node_is_field(s.side, (GipfNode){ (int8_t)i, (int8_t)j }))
                text_char(out, gipf_at(pos, (GipfNode){ (int8_t)i, (int8_t)j }));
    }
    text_addf(out, " %d,%d %c", gipf_reserve(pos, 0), gipf_reserve(pos, 1),
              COLOUR_LETTER[pos->side]);
    if (s.kind != GIPF_BASIC)
        text_addf(out, " %c%c", gipf_opening(pos, 0), gipf_opening(pos, 1));
    write_stage(pos, out);
}

/* Pieces that are new on the board come from the reserve, and those that left it are there again. */
static void arrange(const Pos *like, const Arrangement *board, Text *out)
{
    GipfSettings s = gipf_unpack(like->variant);
    int          reserve[2] = { gipf_reserve(like, 0), gipf_reserve(like, 1) };
    for (int8_t i = 1; i < 2 * s.side; i++) {
        if (i > 1)
            text_char(out, '/');
        for (int8_t j = 1; j < 2 * s.side; j++) {
            GipfNode node = { i, j };
            if (!gipf_node_is_field(s.side, node))
                continue;
            const Piece *piece = board->at[gipf_node_cell(s.side, node)];
            char         letter = arrange_letter(piece, "stone", "WB", '_');
            if (letter == '?')
                letter = arrange_letter(piece, "stack", "XY", '_');
            text_char(out, letter);
            for (int colour = 0; colour < 2; colour++)
                reserve[colour] += worth(gipf_at(like, node), colour) - worth(letter, colour);
        }
    }
    /* If the reserve does not suffice, the reader counts too many pieces. */
    text_addf(out, " %d,%d %c", reserve[0] < 0 ? 0 : reserve[0], reserve[1] < 0 ? 0 : reserve[1],
              COLOUR_LETTER[board->side]);
    if (s.kind != GIPF_BASIC)
        text_addf(out, " %c%c", gipf_opening(like, 0), gipf_opening(like, 1));
    write_stage(like, out);
}

/* --- notation of rows --- */

/* True if `a` precedes `b` by letter, then by number (R10.4).  Numbers count upwards, rows i
 * downwards. */
static bool name_before(GipfNode a, GipfNode b)
{
    return a.j != b.j ? a.j < b.j : a.i > b.i;
}

void gipf_row_write(int side, GipfRow row, Text *out)
{
    GipfNode a = gipf_line_node(side, row.line, row.first);
    GipfNode b = gipf_line_node(side, row.line, row.last);
    bool     in_order = name_before(a, b);
    gipf_node_write(side, in_order ? a : b, out);
    text_char(out, '-');
    gipf_node_write(side, in_order ? b : a, out);
}

bool gipf_row_between(int side, GipfNode a, GipfNode b, GipfRow *row)
{
    for (int line = 0; line < gipf_line_count(side); line++) {
        int first = -1, last = -1;
        for (int n = 0; n < gipf_line_length(side, line); n++) {
            GipfNode node = gipf_line_node(side, line, n);
            if ((node.i == a.i && node.j == a.j) || (node.i == b.i && node.j == b.j)) {
                if (first < 0)
                    first = n;
                last = n;
            }
        }
        if (last > first) {
            *row = (GipfRow){ .line = line, .first = first, .last = last };
            return true;
        }
    }
    return false;
}

bool gipf_row_read(int side, Scan *scan, GipfRow *row)
{
    Scan     ahead = *scan;
    GipfNode a, b;
    if (!gipf_node_read(side, &ahead, &a) || !scan_char(&ahead, '-') ||
        !gipf_node_read(side, &ahead, &b) || !gipf_node_is_field(side, a) ||
        !gipf_node_is_field(side, b) || !gipf_row_between(side, a, b, row))
        return false;
    *scan = ahead;
    return true;
}

/* --- turns (R10.4) --- */

/* Write the GIPF-pieces that stay, in the order of their names. */
static void write_left(int side, GipfRow row, Text *out)
{
    GipfNode nodes[32];
    int      count = 0;
    if (row.left == 0)
        return;
    assert(gipf_line_length(side, row.line) <= 32);
    for (int n = 0; n < gipf_line_length(side, row.line); n++)
        if ((row.left >> n & 1) != 0)
            nodes[count++] = gipf_line_node(side, row.line, n);
    bool backwards = count > 1 && name_before(nodes[1], nodes[0]);
    for (int i = 0; i < count; i++) {
        text_char(out, '!');
        gipf_node_write(side, nodes[backwards ? count - 1 - i : i], out);
    }
}

static void step_write(const Pos *pos, Step step, Text *out)
{
    int side = gipf_unpack(pos->variant).side;
    if (gipf_step_is_push(step)) {
        GipfPush push = gipf_step_push(step);
        int      length = gipf_line_length(side, push.line);
        if (push.stack)
            text_char(out, 'G');
        gipf_node_write(side, gipf_line_node(side, push.line, push.from_high ? length : -1), out);
        text_char(out, '-');
        gipf_node_write(side, gipf_line_node(side, push.line, push.from_high ? length - 1 : 0),
                        out);
        return;
    }
    GipfRow row = gipf_step_row(step);
    text_char(out, gipf_is_pending(pos) ? 'x' : '/');
    gipf_row_write(side, row, out);
    write_left(side, row, out);
}

static Status step_read(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    GipfReading reading = gipf_step_parse(pos, scan);
    if (reading.error == GIPF_ERROR_NONE) {
        *step = reading.step;
        return STATUS_OK;
    }
    *why = gipf_error_message(pos, &reading);
    return gipf_error_is_syntax(reading.error) ? STATUS_SYNTAX : STATUS_ILLEGAL;
}

static void cell_write(uint32_t variant, int cell, Text *out)
{
    int side = gipf_unpack(variant).side;
    gipf_node_write(side, gipf_cell_node(side, cell), out);
}

/* --- results --- */

/* Return the GIPF-pieces of a side on the board. */
static int count_stacks(const Pos *pos, int colour)
{
    int side = gipf_unpack(pos->variant).side, count = 0;
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }))
                count += gipf_at(pos, (GipfNode){ i, j }) == "XY"[colour];
    return count;
}

/* Return the reason with a number, and the number: what the winner has left. */
static const MessageDef *numbered_reason(const Pos *pos, Outcome outcome, int *left)
{
    *left = 0;
    if (outcome.reason == GIPF_REASON_RESERVE) {
        *left = gipf_reserve(pos, outcome.winner);
        return *left > 0 ? &GIPF_MESSAGE[GIPF_MSG_RESULT_RESERVE] : NULL;
    }
    if (outcome.reason != GIPF_REASON_STACKS)
        return NULL;
    *left = count_stacks(pos, outcome.winner);
    if (*left == 0 && gipf_opening(pos, outcome.winner) != '-')
        return NULL; /* a side in its opening need not have one (R7.3) */
    return &GIPF_MESSAGE[*left > 0 ? GIPF_MSG_RESULT_STACKS : GIPF_MSG_RESULT_NO_STACKS];
}

static void outcome_numbers(const Pos *pos, Outcome outcome, Message *out)
{
    int               left;
    const MessageDef *reason = numbered_reason(pos, outcome, &left);
    if (reason != NULL)
        message_replace_term(out, "reason", reason);
    if (left > 0)
        message_count(out, "n", left);
}

/* --- the state text of the course (spec section 3), trailing spaces included --- */

static void draw(const Pos *pos, Text *out)
{
    GipfSettings s = gipf_unpack(pos->variant);
    text_addf(out, "%d %d %d %d\n%d %d %c\n", s.side, s.row, s.pieces[0], s.pieces[1],
              gipf_reserve(pos, 0), gipf_reserve(pos, 1), COLOUR_LETTER[pos->side]);
    for (int r = 1; r < 2 * s.side; r++) {
        text_fill(out, ' ', abs(s.side - r));
        for (int j = 1; j < 2 * s.side; j++) {
            GipfNode field = { (int8_t)r, (int8_t)j };
            if (gipf_node_is_field(s.side, field)) {
                text_char(out, gipf_at(pos, field));
                text_char(out, ' ');
            }
        }
        text_fill(out, ' ', r <= s.side ? s.side - r : 0);
        text_char(out, '\n');
    }
}

const GameText GIPF_TEXT = {
    .variant_read = variant_read,
    .variant_write = variant_write,
    .pos_read = pos_read,
    .pos_write = pos_write,
    .arrange = arrange,
    .step_read = step_read,
    .cell_write = cell_write,
    .step_write = step_write,
    .draw = NATIVE_ONLY(draw),
    .outcome_message = outcome_numbers,
};
