/* SPDX-License-Identifier: MIT
 *
 * gipf_learning.c - steps and positions as numbers.
 *
 * The ids are two pushes for each line, from its low and from its high end; the same with a GIPF-piece,
 * unless the game is basic; and then the rows, line by line, by their first and last field.  If there are
 * GIPF-pieces, a row on a line of n fields has 2^n ids, one for each set of GIPF-pieces that stay.
 */
#include "core/learning.h"
#include "games/gipf/gipf.h"

static bool has_stacks(const GipfSettings *s)
{
    return s->kind != GIPF_BASIC;
}

static uint32_t push_count(const GipfSettings *s)
{
    return (uint32_t)gipf_line_count(s->side) * (has_stacks(s) ? 4 : 2);
}

/* Return the number of sets of GIPF-pieces that a row may leave. */
static uint32_t set_count(const GipfSettings *s, int line)
{
    return has_stacks(s) ? UINT32_C(1) << gipf_line_length(s->side, line) : 1;
}

/* Return the number of rows that begin at index `first` of a line. */
static int rows_from(const GipfSettings *s, int line, int first)
{
    int count = gipf_line_length(s->side, line) - first - s->row + 1;
    return count > 0 ? count : 0;
}

/* Return the number of rows on a line that begin before index `first`. */
static uint32_t rows_before(const GipfSettings *s, int line, int first)
{
    uint32_t count = 0;
    for (int i = 0; i < first; i++)
        count += (uint32_t)rows_from(s, line, i);
    return count;
}

static uint32_t line_ids(const GipfSettings *s, int line)
{
    return rows_before(s, line, gipf_line_length(s->side, line)) * set_count(s, line);
}

static uint32_t step_count(uint32_t variant)
{
    GipfSettings s = gipf_unpack(variant);
    uint32_t     count = push_count(&s);
    for (int line = 0; line < gipf_line_count(s.side); line++)
        count += line_ids(&s, line);
    return count;
}

static uint32_t step_id(uint32_t variant, Step step)
{
    GipfSettings s = gipf_unpack(variant);
    if (gipf_step_is_push(step)) {
        GipfPush push = gipf_step_push(step);
        return (uint32_t)(2 * (push.line + (push.stack ? gipf_line_count(s.side) : 0)) +
                          push.from_high);
    }
    GipfRow  row = gipf_step_row(step);
    uint32_t id = push_count(&s);
    for (int line = 0; line < row.line; line++)
        id += line_ids(&s, line);
    uint32_t index =
        rows_before(&s, row.line, row.first) + (uint32_t)(row.last - row.first + 1 - s.row);
    return id + index * set_count(&s, row.line) + row.left;
}

static Step step_of(uint32_t variant, uint32_t id)
{
    GipfSettings s = gipf_unpack(variant);
    int          lines = gipf_line_count(s.side), line = 0, first = 0;
    assert(id < step_count(variant));
    if (id < push_count(&s))
        return gipf_push_step(
            (GipfPush){ (int)id / 2 % lines, (id & 1) != 0, (int)id / 2 >= lines });
    for (id -= push_count(&s); id >= line_ids(&s, line); line++)
        id -= line_ids(&s, line);
    int index = (int)(id / set_count(&s, line));
    for (; index >= rows_from(&s, line, first); first++)
        index -= rows_from(&s, line, first);
    return gipf_row_step(
        (GipfRow){ line, first, first + s.row - 1 + index, id % set_count(&s, line) });
}

static const char *const PLANES[] = { "own piece", "other piece", "own GIPF-piece",
                                      "other GIPF-piece", NULL };
static const char *const SCALARS[] = {
    "black",
    "own reserve",
    "other reserve",
    "own rows are removed",
    "other rows are removed",
    "a choice is pending",
    "own opening",
    "other opening",
    NULL,
};

/* The numbers of R9: no opening, or a GIPF-piece may or must enter. */
static float opening_of(const Pos *pos, int colour)
{
    char state = gipf_opening(pos, colour);
    return state == '-' ? 0 : state == 'g' ? 0.5F : 1;
}

static void observe(const Pos *pos, Observation *out)
{
    static const char CONTENTS[] = "WBXY"; /* as gipf_at writes them */
    GipfSettings      s = gipf_unpack(pos->variant);
    int               own = pos->side, other = 1 - own;
    for (int cell = 0; cell < out->cell_count; cell++) {
        GipfNode node = gipf_cell_node(s.side, cell);
        char     content = gipf_node_is_field(s.side, node) ? gipf_at(pos, node) : '_';
        for (int i = 0; content != '_' && i < 4; i++)
            if (content == CONTENTS[i])
                observe_cell(out, i ^ own, cell, 1);
    }
    out->scalars[0] = (float)own;
    out->scalars[1] = (float)gipf_reserve(pos, own) / (float)s.pieces[own];
    out->scalars[2] = (float)gipf_reserve(pos, other) / (float)s.pieces[other];
    if (pos->phase != GIPF_PHASE_PUSH || gipf_is_pending(pos))
        out->scalars[gipf_row_colour(pos) == own ? 3 : 4] = 1;
    out->scalars[5] = gipf_is_pending(pos);
    out->scalars[6] = opening_of(pos, own);
    out->scalars[7] = opening_of(pos, other);
}

const GameLearning GIPF_LEARNING = {
    .step_count = step_count,
    .step_id = step_id,
    .step_of = step_of,
    .planes = PLANES,
    .scalars = SCALARS,
    .observe = observe,
};
