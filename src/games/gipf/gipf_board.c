/* SPDX-License-Identifier: MIT
 *
 * gipf_board.c - what all representations share (settings, nodes, lines, steps), and the functions
 * that select one of them.
 */
#include <stdlib.h>

#include "games/gipf/gipf.h"

/* --- settings --- */

uint32_t gipf_pack(const GipfSettings *s)
{
    assert(s->side >= GIPF_SIDE_MIN && s->side <= GIPF_SIDE_MAX);
    assert(s->row >= GIPF_ROW_MIN && s->row < 2 * s->side);
    assert(s->pieces[0] <= GIPF_PIECES_MAX && s->pieces[1] <= GIPF_PIECES_MAX);
    return ((uint32_t)s->side & 15) | ((uint32_t)s->row & 31) << 4 | (uint32_t)s->pieces[0] << 9 |
           (uint32_t)s->pieces[1] << 17 | (uint32_t)s->mover_chooses << 25 |
           (uint32_t)s->kind << 26 | (uint32_t)s->large << 28 | (uint32_t)(s->side >> 4) << 29 |
           (uint32_t)(s->row >> 5) << 30;
}

/* --- nodes (R1.1, R2.1) --- */

bool gipf_node_exists(int side, GipfNode node)
{
    return node.i >= 0 && node.j >= 0 && node.i <= 2 * side && node.j <= 2 * side &&
           node.j <= side + node.i && node.i <= side + node.j;
}

bool gipf_node_is_field(int side, GipfNode node)
{
    return node.i >= 1 && node.j >= 1 && node.i < 2 * side && node.j < 2 * side &&
           abs(node.i - node.j) < side;
}

/* Return the sum of a node's row i and of its number in the notation, which is constant in a
 * column: rows count from the top, numbers from the bottom (R2.1). */
static int name_sum(int side, int j)
{
    return 2 * side + 1 - (j < side ? side - j : 0);
}

enum { LETTERS = 26 };

/* Read the letters of a column: a to z, then aa, ab and so on (R2.2).  Return a number that is no
 * column if there are none. */
static int read_column(Scan *scan)
{
    int first = scan_peek(scan) - 'a';
    if (first < 0 || first >= LETTERS)
        return -1;
    scan->at++;
    int second = scan_peek(scan) - 'a';
    if (first != 0 || second < 0 || second >= LETTERS)
        return first;
    scan->at++;
    return LETTERS + second;
}

bool gipf_node_read(int side, Scan *scan, GipfNode *node)
{
    Scan     ahead = *scan;
    int      j = read_column(&ahead);
    uint32_t number;
    if (j < 0 || j > 2 * side)
        return false;
    if (scan_peek(&ahead) == '0' || !scan_number(&ahead, 99, &number))
        return false;
    GipfNode read = { (int8_t)(name_sum(side, j) - (int)number), (int8_t)j };
    if (!gipf_node_exists(side, read))
        return false;
    *scan = ahead;
    *node = read;
    return true;
}

void gipf_node_write(int side, GipfNode node, Text *out)
{
    if (node.j >= LETTERS)
        text_char(out, 'a');
    text_addf(out, "%c%d", 'a' + node.j % LETTERS, name_sum(side, node.j) - node.i);
}

int gipf_node_cell(int side, GipfNode node)
{
    assert(gipf_node_exists(side, node));
    int before = 0;
    for (int i = 0; i < node.i; i++)
        before += i <= side ? side + 1 + i : 3 * side + 1 - i;
    return before + node.j - (node.i > side ? node.i - side : 0);
}

GipfNode gipf_cell_node(int side, int cell)
{
    int i = 0;
    for (; cell >= (i <= side ? side + 1 + i : 3 * side + 1 - i); i++)
        cell -= i <= side ? side + 1 + i : 3 * side + 1 - i;
    GipfNode node = { (int8_t)i, (int8_t)(cell + (i > side ? i - side : 0)) };
    assert(gipf_node_exists(side, node));
    return node;
}

/* --- lines --- */

int gipf_line_count(int side)
{
    return 3 * (2 * side - 1);
}

int gipf_line_length(int side, int line)
{
    assert(line >= 0 && line < gipf_line_count(side));
    int from_middle = abs(line % (2 * side - 1) - (side - 1));
    return 2 * side - 1 - from_middle;
}

GipfNode gipf_line_node(int side, int line, int index)
{
    int direction = line / (2 * side - 1), n = line % (2 * side - 1) + 1;
    int late = n > side ? n - side : 0; /* lines beyond the middle one begin further inwards */
    assert(index >= -1 && index <= gipf_line_length(side, line));
    switch (direction) {
    case 0: return (GipfNode){ (int8_t)(1 + late + index), (int8_t)n };
    case 1: return (GipfNode){ (int8_t)n, (int8_t)(1 + late + index) };
    default: {
        int i_first = n > side ? n - side + 1 : 1, j_first = n < side ? side - n + 1 : 1;
        return (GipfNode){ (int8_t)(i_first + index), (int8_t)(j_first + index) };
    }
    }
}

bool gipf_push_between(int side, GipfNode dot, GipfNode field, GipfPush *push)
{
    for (int line = 0; line < gipf_line_count(side); line++) {
        int length = gipf_line_length(side, line);
        for (int high = 0; high < 2; high++) {
            GipfNode outside = gipf_line_node(side, line, high ? length : -1);
            GipfNode inside = gipf_line_node(side, line, high ? length - 1 : 0);
            if (outside.i == dot.i && outside.j == dot.j && inside.i == field.i &&
                inside.j == field.j) {
                *push = (GipfPush){ .line = line, .from_high = high != 0 };
                return true;
            }
        }
    }
    return false;
}

/* --- steps ---
 *
 * push: bit 0 clear, 1-7 line, 8 from the high end, 9 GIPF-piece
 * row:  bit 0 set, 1-7 line, 8-12 first, 13-17 last, 18-24 left standing, 25 the high bit of first,
 *       26 that of last
 *
 * Seven bits are enough for what is left standing: GIPF-pieces exist only on the board of side 4,
 * whose lines have at most 7 fields. */

Step gipf_row_step(GipfRow row)
{
    assert(row.line >= 0 && row.line < 128 && row.left < 128);
    assert(row.first >= 0 && row.first < 64 && row.last >= 0 && row.last < 64);
    return 1 | (Step)row.line << 1 | ((Step)row.first & 31) << 8 | ((Step)row.last & 31) << 13 |
           (Step)row.left << 18 | (Step)(row.first >> 5) << 25 | (Step)(row.last >> 5) << 26;
}

GipfRow gipf_step_row(Step step)
{
    return (GipfRow){ (int)(step >> 1 & 127), (int)((step >> 8 & 31) | (step >> 25 & 1) << 5),
                      (int)((step >> 13 & 31) | (step >> 26 & 1) << 5),
                      (uint32_t)(step >> 18 & 127) };
}

/* --- one interface for the representations --- */

GipfRepresentation gipf_representation(uint32_t variant)
{
    GipfSettings s = gipf_unpack(variant);
    if (s.side <= GIPF_SMALL_SIDE_MAX)
        return s.large ? GIPF_IN_LARGE : GIPF_IN_SMALL;
    return s.side <= GIPF_LARGE_SIDE_MAX && !s.large ? GIPF_IN_LARGE : GIPF_IN_HUGE;
}

static const GipfBoardRules *board_for(uint32_t variant)
{
    static const GipfBoardRules *const BOARDS[] = { &GIPF_SMALL, &GIPF_LARGE, &GIPF_HUGE };
    return BOARDS[gipf_representation(variant)];
}

static size_t size_of(uint32_t variant)
{
    return board_for(variant)->rules.size(variant);
}

static void start_of(uint32_t variant, Pos *out)
{
    board_for(variant)->rules.start(variant, out);
}

static int gen(const Pos *pos, Step *steps)
{
    return board_for(pos->variant)->rules.gen(pos, steps);
}

static bool legal(const Pos *pos, Step step)
{
    return board_for(pos->variant)->rules.legal(pos, step);
}

static void apply(Pos *pos, Step step)
{
    board_for(pos->variant)->rules.apply(pos, step);
}

static Outcome outcome(const Pos *pos)
{
    return board_for(pos->variant)->rules.outcome(pos);
}

static uint64_t key(const Pos *pos)
{
    return board_for(pos->variant)->rules.key(pos);
}

static Status check(const Pos *pos, Fault *fault)
{
    return board_for(pos->variant)->rules.check(pos, fault);
}

const GameRules GIPF_RULES = {
    .size = size_of,
    .start = start_of,
    .gen = gen,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .key = key,
    .check = NATIVE_ONLY(check),
};

char gipf_at(const Pos *pos, GipfNode field)
{
    assert(gipf_node_is_field(gipf_unpack(pos->variant).side, field));
    return board_for(pos->variant)->at(pos, field);
}

int gipf_reserve(const Pos *pos, int colour)
{
    return ((const GipfHead *)(const void *)pos)->reserve[colour];
}

char gipf_opening(const Pos *pos, int colour)
{
    return (char)((const GipfHead *)(const void *)pos)->opening[colour];
}

bool gipf_is_pending(const Pos *pos)
{
    return pos->extra != 0;
}

int gipf_row_colour(const Pos *pos)
{
    return pos->phase == GIPF_PHASE_OTHER_ROWS ? 1 - pos->side : pos->side;
}

int gipf_runs(const Pos *pos, int colour, GipfRow *runs)
{
    return board_for(pos->variant)->runs(pos, colour, runs);
}

int gipf_spared(const Pos *pos, GipfRow *runs)
{
    return board_for(pos->variant)->spared(pos, runs);
}

int gipf_choices(const Pos *pos, GipfRow *runs)
{
    return board_for(pos->variant)->choices(pos, runs);
}

int gipf_stones(const Pos *pos, int colour)
{
    return board_for(pos->variant)->stones(pos, colour);
}

bool gipf_line_is_open(const Pos *pos, int line)
{
    return board_for(pos->variant)->line_is_open(pos, line);
}

void gipf_span(const Pos *pos, GipfRow row, int *low, int *high)
{
    board_for(pos->variant)->span(pos, row, low, high);
}

int gipf_removals(const Pos *pos, Step step, GipfRemoval *out)
{
    return board_for(pos->variant)->removals(pos, step, out);
}

Status gipf_build(uint32_t variant, const GipfParts *parts, Pos *out, Fault *fault)
{
    return board_for(variant)->build(variant, parts, out, fault);
}
