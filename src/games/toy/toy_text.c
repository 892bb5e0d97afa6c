/* SPDX-License-Identifier: MIT */
/* Notation (T6): read and write variants, positions and steps.
 *
 * A reader first parses the text and then calls the rules to check legality, so that no rule is
 * implemented twice.
 */
#include "core/arrange.h"
#include "games/toy/toy.h"

#include <string.h>

static Status toy_variant_read(const char *text, uint32_t *variant, Fault *fault)
{
    Scan     scan = scan_string(text);
    uint32_t cells = TOY_CELLS_DEFAULT;
    if (!scan_done(&scan) &&
        (!scan_number(&scan, TOY_CELLS_MAX, &cells) || !scan_done(&scan) || cells < TOY_CELLS_MIN))
        return fault_set(fault, STATUS_SYNTAX, scan_done(&scan) ? 0 : scan.at,
                         "the board has 4 to 16 cells, as in toy:8");
    *variant = cells;
    return STATUS_OK;
}

static void toy_variant_write(uint32_t variant, Text *out)
{
    text_addf(out, "%u", variant);
}

static const char STONE[2] = { 'x', 'o' };

static bool read_side(Scan *scan, uint8_t *side)
{
    *side = scan_peek(scan) == STONE[1] ? 1 : 0;
    return scan_char(scan, STONE[*side]);
}

static bool read_cell(const Toy *toy, Scan *scan, int *cell)
{
    char c = scan_peek(scan);
    if (c < 'a' || c >= 'a' + (char)toy->head.variant)
        return false;
    *cell = c - 'a';
    scan->at++;
    return true;
}

static char cell_letter(int cell)
{
    return (char)('a' + cell);
}

/* Read the board, the side to move and, within a turn, the cell of its first stone.  Return what is
 * wrong at scan->at, or NULL. */
static const char *read_parts(Scan *scan, Toy *toy)
{
    for (int cell = 0; cell < (int)toy->head.variant; cell++) {
        uint8_t side;
        if (read_side(scan, &side))
            toy->stones[side] |= toy_bit(cell);
        else if (!scan_char(scan, '.'))
            return "the board needs one of x o . for each of its cells (T6)";
    }
    if (scan_blanks(scan) == 0 || !read_side(scan, &toy->head.side))
        return "after the board comes a space and the side to move, x or o (T6)";
    if (scan_blanks(scan) > 0 && !scan_done(scan)) {
        int first;
        if (!read_cell(toy, scan, &first))
            return "within a turn, the last field is the cell of its first stone (T6)";
        toy->head.phase = 1;
        toy->head.extra = (uint16_t)first;
    }
    return scan_done(scan) ? NULL : "the position ends here (T6)";
}

static Status toy_pos_read(uint32_t variant, const char *text, Pos *out, Fault *fault)
{
    Toy         toy = { .head.variant = variant };
    Scan        scan = scan_string(text);
    const char *wrong = read_parts(&scan, &toy);
    if (wrong != NULL)
        return fault_set(fault, STATUS_SYNTAX, scan.at, "%s", wrong);
    toy.head.key = TOY_RULES.key(&toy.head);
    Status status = TOY_RULES.check(&toy.head, fault);
    if (status == STATUS_OK)
        memcpy(out, &toy, sizeof toy);
    return status;
}

static char cell_char(const Toy *toy, int cell)
{
    for (int side = 0; side < 2; side++)
        if (toy->stones[side] & toy_bit(cell))
            return STONE[side];
    return '.';
}

static void toy_pos_write(const Pos *pos, Text *out)
{
    const Toy *toy = toy_of(pos);
    for (int cell = 0; cell < (int)pos->variant; cell++)
        text_char(out, cell_char(toy, cell));
    text_addf(out, " %c", STONE[pos->side]);
    if (pos->phase == 1)
        text_addf(out, " %c", cell_letter(pos->extra));
}

static void toy_arrange(const Pos *like, const Arrangement *board, Text *out)
{
    for (int cell = 0; cell < (int)like->variant; cell++)
        text_char(out, arrange_letter(board->at[cell], "stone", STONE, '.'));
    text_addf(out, " %c", STONE[board->side]);
}

/* Reject a text because a cell is missing. */
static Status no_cell(const Toy *toy, size_t at, ToyMessage message, Message *why)
{
    message_reject(why, STATUS_SYNTAX, at, &TOY_MESSAGE[message]);
    message_cell(why, "last", (int)toy->head.variant - 1);
    return STATUS_SYNTAX;
}

/* `c` and `c-d` begin a turn, `+f` and `.` continue it. */
static Status parse_step(const Toy *toy, Scan *scan, Step *step, Message *why)
{
    Scan    at = *scan;
    int     from = 0, to = 0;
    ToyKind kind = TOY_PLACE;
    if (toy->head.phase == 1 && scan_char(&at, '.')) {
        kind = TOY_STOP;
    } else {
        if (toy->head.phase == 1 && !scan_char(&at, '+'))
            return message_reject(why, STATUS_SYNTAX, at.at, &TOY_MESSAGE[TOY_MSG_SECOND]);
        if (!read_cell(toy, &at, &to))
            return no_cell(toy, at.at, TOY_MSG_CELL, why);
    }
    if (toy->head.phase == 0 && scan_char(&at, '-')) {
        kind = TOY_HOP;
        from = to;
        if (!read_cell(toy, &at, &to))
            return no_cell(toy, at.at, TOY_MSG_HOP_END, why);
    }
    *scan = at;
    *step = toy_step(kind, from, to);
    return STATUS_OK;
}

static Status toy_step_read(const Pos *pos, Scan *scan, Step *step, Message *why)
{
    const Toy *toy = toy_of(pos);
    Scan       at = *scan;
    Step       read = 0;
    Status     status = parse_step(toy, &at, &read, why);
    if (status != STATUS_OK)
        return status;
    if (!TOY_RULES.legal(pos, read)) {
        toy_why_not(toy, read, why);
        why->at = scan->at;
        return STATUS_ILLEGAL;
    }
    *scan = at;
    *step = read;
    return STATUS_OK;
}

static void toy_cell_write(uint32_t variant, int cell, Text *out)
{
    (void)variant;
    text_char(out, cell_letter(cell));
}

static void toy_step_write(const Pos *pos, Step step, Text *out)
{
    switch (toy_kind(step)) {
    case TOY_PLACE:
        text_addf(out, "%s%c", pos->phase == 1 ? "+" : "", cell_letter(toy_to(step)));
        break;
    case TOY_HOP:
        text_addf(out, "%c-%c", cell_letter(toy_from(step)), cell_letter(toy_to(step)));
        break;
    case TOY_STOP: text_char(out, '.'); break;
    }
}

/* Canonical order of two stones: the left one first. */
static void toy_turn_sort(const Pos *pos, Step *steps, int count)
{
    (void)pos;
    if (count == 2 && toy_kind(steps[1]) == TOY_PLACE && steps[0] > steps[1]) {
        assert(toy_kind(steps[0]) == TOY_PLACE);
        Step left = steps[1];
        steps[1] = steps[0];
        steps[0] = left;
    }
}

static void toy_draw(const Pos *pos, Text *out)
{
    const Toy *toy = toy_of(pos);
    for (int row = 0; row < 2; row++)
        for (int cell = 0; cell < (int)pos->variant; cell++)
            text_addf(out, "%c%c", row == 0 ? cell_letter(cell) : cell_char(toy, cell),
                      cell + 1 < (int)pos->variant ? ' ' : '\n');
}

static void toy_details(const Pos *pos, Text *out)
{
    const Toy *toy = toy_of(pos);
    text_addf(out, "%d-%d", toy_count(toy->stones[0]), toy_count(toy->stones[1]));
}

static void toy_outcome_message(const Pos *pos, Outcome outcome, Message *out)
{
    const Toy *toy = toy_of(pos);
    if (outcome.reason != TOY_REASON_MAJORITY)
        return;
    message_replace_term(out, "reason", &TOY_MESSAGE[TOY_MSG_MAJORITY_NUMBERS]);
    message_count(out, "n", toy_count(toy->stones[outcome.winner]));
    message_count(out, "m", toy_count(toy->stones[1 - outcome.winner]));
}

const GameText TOY_TEXT = {
    .variant_read = toy_variant_read,
    .variant_write = toy_variant_write,
    .pos_read = toy_pos_read,
    .pos_write = toy_pos_write,
    .arrange = toy_arrange,
    .step_read = toy_step_read,
    .cell_write = toy_cell_write,
    .step_write = toy_step_write,
    .turn_sort = toy_turn_sort,
    .draw = toy_draw,
    .details = toy_details,
    .outcome_message = toy_outcome_message,
};
