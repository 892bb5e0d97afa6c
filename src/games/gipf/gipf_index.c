/* SPDX-License-Identifier: MIT
 *
 * gipf_index.c - positions of small boards as numbers, and the edges between them (GameIndex).
 *
 * Retrograde analysis needs predecessors.  A push that completes no row stays in its layer, and a
 * pull takes it back.  The same holds for a push that completes a single row which touches no other
 * stone: put the row back, then pull.  These two are plain edges.  All others, about one in a
 * hundred, are listed.
 */
#include <string.h>

#include "games/gipf/gipf_removal.h"

static bool covers(uint32_t variant)
{
    GipfSettings s = gipf_unpack(variant);
    return s.kind == GIPF_BASIC && s.side <= SIDE_MAX && !s.large;
}

static void family(uint32_t variant, Text *out)
{
    GipfSettings s = gipf_unpack(variant);
    text_addf(out, "%d-%d-%s", s.side, s.row, s.mover_chooses ? "mover" : "owner");
}

static uint32_t layer_count(const void *opened)
{
    return ((const Space *)opened)->layer_count;
}

static uint32_t layer_size(const void *opened, uint32_t layer)
{
    const Layer *l = &((const Space *)opened)->layers[layer];
    if (!l->is_wanted)
        return 0;
    return l->half[0]->count + (l->halves == 2 ? l->half[1]->count : 0);
}

/* --- positions --- */

static IndexAnswer rank(const void *opened, const Pos *pos, IndexPlace *place)
{
    const Space *space = opened;
    int          mover = pos->side, side = space->settings.side;
    if (pos->phase != 0 || gipf_is_pending(pos))
        return INDEX_BETWEEN;
    Board board = { (Stones)gipf_small_fields(pos, side, mover),
                    (Stones)gipf_small_fields(pos, side, 1 - mover) };
    int   own = size_of(space, board.own) + gipf_reserve(pos, mover);
    int   other = size_of(space, board.other) + gipf_reserve(pos, 1 - mover);
    int   large = own > other ? own : other;
    if (large > space->top[0] || own + other - large > space->top[1])
        return INDEX_OUTSIDE;
    const Half *half = gipf_space_find_half(space, own, other, &place->layer);
    if (half == NULL)
        return INDEX_OUTSIDE;
    place->number = board_number(space, half, board);
    return INDEX_FOUND;
}

/* Give the move to White, unless a total would exceed the pieces of its side (R1.3). */
static void unrank(const void *opened, IndexPlace place, Pos *out)
{
    const Space *space = opened;
    const Half  *half = gipf_space_half_of(&space->layers[place.layer], place.number);
    Board        board =
        gipf_space_board_at(space, half, gipf_space_part_with(half, place.number), place.number);
    const int *pieces = space->settings.pieces;
    int        mover =
        half->total[0] <= pieces[0] && half->total[1] <= pieces[1] ? GIPF_WHITE : GIPF_BLACK;
    GipfParts parts = { .side = mover, .row_colour = mover, .opening = { '-', '-' } };
    for (int n = 0; n < space->fields; n++) {
        bool own = (board.own >> n & 1) != 0, other = (board.other >> n & 1) != 0;
        int  colour = own ? mover : 1 - mover;
        parts.cells[n] = (uint8_t)(own || other ? "WB"[colour] : '_');
    }
    parts.reserve[mover] = half->total[0] - size_of(space, board.own);
    parts.reserve[1 - mover] = half->total[1] - size_of(space, board.other);
    gipf_build(space->variant, &parts, out, NULL);
}

/* --- successors --- */

/* True if some plain push leaves the other side without a piece to push or without a gap (R7.1,
 * R7.2).  Only a row of its own returns pieces to that side, and only a row opens gaps.  `total`
 * holds the pieces of the side to move, which has one in reserve, and of the other side. */
static bool wins_at_once(const Space *space, const int *total, Board board)
{
    bool is_spent = total[1] == size_of(space, board.other);
    if (!is_spent && size_of(space, board.own | board.other) + 1 != space->fields)
        return false;
    for (int entry = 0; entry < 2 * space->lines; entry++) {
        Board after = board;
        if (push(space, entry, &after) && !has_row(space, after.other) &&
            (is_spent ? is_plain(space, &after) : !has_row(space, after.own)))
            return true;
    }
    return false;
}

/* The edges of a position while they are listed. */
typedef struct Walk {
    const Space *space;
    IndexEdge   *edges;
    int          count;
} Walk;

static void add_edge(void *context, const Stage *stage)
{
    Walk        *walk = context;
    const Space *space = walk->space;
    Board        after = { stage->board.other, stage->board.own };
    int          total[2] = { stage->total[1], stage->total[0] };
    assert(walk->count < INDEX_EDGES_MAX);
    IndexEdge *edge = &walk->edges[walk->count++];
    edge->kind = stage->group;
    edge->turns = stage->turns;
    /* After most edges the game is over, or the next turn ends it.  Reporting that here saves the
     * solver a lookup (sees_ends in core/index.h). */
    edge->place = (IndexPlace){ INDEX_ENDED, -INDEX_LOST };
    if (total[0] == size_of(space, after.own))
        return;
    edge->place.number = -INDEX_WINS;
    if (wins_at_once(space, total, after))
        return;
    const Half *half = gipf_space_find_half(space, total[0], total[1], &edge->place.layer);
    edge->place.number = board_number(space, half, after);
}

/* True if the other side wins at once after a plain push that does not end the game.  A pusher that
 * gets a row back has pieces again, and the board has gaps, so it is safe.  A row of the other side
 * is removed first. */
static bool is_refuted(const Space *space, const Half *half, Board after)
{
    int total[2] = { half->total[1], half->total[0] };
    Run run;
    if (has_row(space, after.own))
        return false;
    if (only_run(space, after.other, &run))
        after.other &= ~run.bits;
    return wins_at_once(space, total, (Board){ after.other, after.own });
}

/* Remove duplicates: several pushes may lead to one place.  Choices (groups) stay as they are. */
static int merge_edges(IndexEdge *edges, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int j = 0; j < kept && !again && edges[i].kind == INDEX_OTHER; j++)
            again = memcmp(&edges[i], &edges[j], sizeof edges[i]) == 0;
        if (!again)
            edges[kept++] = edges[i];
    }
    return kept;
}

static int exits(const void *opened, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    const Space *space = opened;
    const Half  *half = gipf_space_half_of(&space->layers[place.layer], place.number);
    uint32_t     part = gipf_space_part_with(half, place.number);
    Walk         walk = { space, edges, 0 };
    Removal      removal = { space, add_edge, &walk, INDEX_GROUP - 1 };
    IndexPlain   counted = { 0 };
    /* No piece to push, or no gap: the class tells it without building the board. */
    int own = half->part_of[part][0], other = half->part_of[part][1];
    if (half->total[0] == own || own + other == space->fields)
        return INDEX_LOST;
    Board board = gipf_space_board_at(space, half, part, place.number);
    if (plain != NULL && wins_at_once(space, half->total, board))
        return INDEX_WINS;
    /* If the half turn maps the board to itself, pushes come in pairs that lead to one place. */
    const Ends *ends = &space->ends[half->is_canonical && is_own_turn(space, board)];
    for (int n = 0; n < ends->count; n++) {
        Stage stage = { board, { half->total[0], half->total[1] }, INDEX_OTHER, 1 };
        if (!push(space, ends->entry[n], &stage.board))
            continue;
        if (!is_plain(space, &stage.board))
            gipf_remove_rows(&removal, stage);
        else if (plain != NULL && is_refuted(space, half, stage.board))
            counted.is_refuted = true;
        else
            counted.count++;
    }
    if (plain != NULL)
        *plain = counted;
    return merge_edges(edges, walk.count);
}

/* --- predecessors ---
 *
 * A pull takes a stone of the side that does not move off the end of a line, and moves back the
 * stones behind it: none, one, and so on up to the first gap. */

/* A query: the half of the position, the half of its predecessors, and the ends to pull from.  If
 * the half turn maps the board to itself, a predecessor and its half turn reach it through ends
 * that the half turn exchanges.  They are the same edge, so only one of the two ends is used. */
typedef struct Entering {
    const Half *half, *before;
    const Ends *ends;
} Entering;

/* List the numbers of all boards from which a push leads to `board`, in which the pusher is
 * `other`.  Pull only lines that meet `touching`.  Return their number. */
static int pull(const Space *space, const Entering *entering, Board board, Stones touching,
                uint32_t *numbers)
{
    BitRef refs[PULLS_MAX];
    int    count = 0;
    for (int n = 0; n < entering->ends->count; n++) {
        int              end = entering->ends->entry[n];
        const EntryLine *entry = &space->entry[end];
        if ((board.other & entry->field[0]) == 0 || (space->line[end / 2] & touching) == 0)
            continue;
        Board pulled = { board.other & ~entry->field[0], board.own };
        for (int gap = 0;;) {
            if (!has_row(space, pulled.own) && !has_row(space, pulled.other)) {
                assert(count < PULLS_MAX);
                refs[count] = bit_ref_of(space, entering->before, pulled);
                __builtin_prefetch(refs[count++].block); /* number_at reads it below */
            }
            if (++gap == entry->length)
                break;
            Stones pair = entry->field[gap - 1] | entry->field[gap];
            if ((pulled.own & entry->field[gap]) != 0)
                pulled.own ^= pair;
            else if ((pulled.other & entry->field[gap]) != 0)
                pulled.other ^= pair;
            else
                break;
        }
    }
    for (int n = 0; n < count; n++)
        numbers[n] = number_at(refs[n]);
    return count;
}

/* Put the row `bits` back on the board for each side that has enough pieces in reserve, and
 * pull. */
static int pull_row(const Space *space, const Entering *entering, Board board, Stones bits,
                    uint32_t *numbers)
{
    const int *total = entering->half->total;
    Run        run;
    int        count = 0, size = size_of(space, bits);
    if (total[0] - size_of(space, board.own) >= size && only_run(space, board.own | bits, &run) &&
        run.bits == bits)
        count +=
            pull(space, entering, (Board){ board.own | bits, board.other }, bits, numbers + count);
    if (total[1] - size_of(space, board.other) >= size &&
        only_run(space, board.other | bits, &run) && run.bits == bits)
        count +=
            pull(space, entering, (Board){ board.own, board.other | bits }, bits, numbers + count);
    return count;
}

/* Try every stretch of gaps that the removal of a lone row could have left: K or more, with a gap
 * or the edge beyond both ends. */
static int pull_rows(const Space *space, const Entering *entering, Board board, uint32_t *numbers)
{
    Stones all = board.own | board.other;
    int    count = 0, row = space->settings.row;
    for (int line = 0; line < space->lines; line++) {
        const EntryLine *entry = &space->entry[2 * line];
        if (entry->length - size_of(space, all & space->line[line]) < row)
            continue;
        for (int first = 0; first + row <= entry->length; first++) {
            Stones bits = 0;
            if (first > 0 && (all & entry->field[first - 1]) != 0)
                continue;
            for (int last = first; last < entry->length && (all & entry->field[last]) == 0;
                 last++) {
                bits |= entry->field[last];
                if (last - first + 1 >= row &&
                    (last + 1 == entry->length || (all & entry->field[last + 1]) == 0))
                    count += pull_row(space, entering, board, bits, numbers + count);
            }
        }
    }
    return count;
}

static int entries(const void *opened, IndexPlace place, uint32_t *numbers)
{
    const Space *space = opened;
    const Layer *layer = &space->layers[place.layer];
    const Half  *half = gipf_space_half_of(layer, place.number);
    Board        board =
        gipf_space_board_at(space, half, gipf_space_part_with(half, place.number), place.number);
    Entering entering = {
        .half = half,
        .before = half == layer->half[0] ? layer->half[layer->halves - 1] : layer->half[0],
        .ends = &space->ends[half->is_canonical && is_own_turn(space, board)],
    };
    int count = pull(space, &entering, board, all_fields(space), numbers);
    return count + pull_rows(space, &entering, board, numbers + count);
}

const GameIndex GIPF_INDEX = {
    .covers = covers,
    .smallest = gipf_smallest,
    .size = gipf_size,
    .family = family,
    .open = gipf_space_open,
    .close = gipf_space_close,
    .bytes = gipf_space_bytes,
    .layer_count = layer_count,
    .layer_size = layer_size,
    .layer_name = gipf_space_layer_name,
    .rank = rank,
    .unrank = unrank,
    .exits = exits,
    .sees_ends = true,
    .has_few_moves = true,
    .entries = entries,
};
