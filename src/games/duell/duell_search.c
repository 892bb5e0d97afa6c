/* SPDX-License-Identifier: MIT
 *
 * duell_search.c - the alpha-beta search (PVS) instantiated for Duell.
 *
 * A node is a position with data that several functions share.  The sight of the side to move is
 * computed once; it tells whether the side is attacked, whether it can move, and its moves.  Piece
 * lists in vector registers give all distances to a square at once.  The evaluation sum of the dice
 * is updated incrementally.  Tests compare the results with the functions of the game interface.
 */
#include "games/duell/duell_search.h"

#include "games/duell/duell_board.h"
#include "games/duell/duell_eval.h"
#include "games/duell/duell_pieces.h"
#include "search/pvs.h"

typedef struct Node {
    Duell       duell;
    DuellSight  sight; /* `unsafe` is valid after `find_guards` */
    DuellPieces pieces[2];
    DuellPair   near; /* lanes of enemy pieces that may guard squares beside the king */
    int32_t     sum;  /* evaluation sum of the dice */
} Node;

/* True if the variant is king-capture: moves need not protect the king (R7.1). */
DUELL_INLINE bool is_free(const Duell *duell)
{
    return (duell->head.variant & 1) != 0;
}

/* --- sight --- */

/* Find attacks on the king; `sight` is prepared as if there were none. */
DUELL_INLINE void find_danger(Node *node)
{
    int side = node->duell.head.side;
    node->near = (DuellPair){ 0, 0 };
    if (!is_free(&node->duell))
        node->near = pieces_attack(&node->sight, &node->pieces[1 - side], node->duell.king[side]);
}

DUELL_INLINE void node_look(Node *node)
{
    sight_init(&node->sight, &node->duell, true);
    find_danger(node);
}

/* Compute the steps that the king must not take.  Lazily, because only moves of the king need it.
 * The cast is safe: only one worker uses a node. */
DUELL_INLINE void find_guards(const Node *node)
{
    int side = node->duell.head.side;
    pieces_guard((DuellSight *)(uintptr_t)&node->sight, &node->pieces[1 - side], node->near,
                 node->duell.king[side]);
}

/* Return the bits strictly between two places. */
DUELL_INLINE unsigned between(int a, int b)
{
    unsigned from_lower = ((1u << a) - 1) ^ ((1u << b) - 1);
    return from_lower & (from_lower - 1);
}

/* True if one of the two paths between two squares is empty.  Without branches: they would be
 * mispredicted. */
DUELL_INLINE bool is_open(const DuellTargets *all, int row, int column, int to_row, int to_column)
{
    unsigned in_row = between(column, to_column), in_column = between(row, to_row);
    unsigned is_bent = (unsigned)(row != to_row) & (unsigned)(column != to_column);
    unsigned first =
        (all->columns[column] & (in_column | is_bent << to_row)) | (all->rows[to_row] & in_row);
    unsigned second =
        (all->columns[to_column] & (in_column | is_bent << row)) | (all->rows[row] & in_row);
    return ((unsigned)(first == 0) | (unsigned)(second == 0)) != 0;
}

/* The same as duell_is_hit. */
DUELL_INLINE bool is_hit_by(const Node *node, int square, int side)
{
    const DuellPieces *by = &node->pieces[side];
    DuellPair          exact = lane_bits((DuellColumns)(off_by(by, square) == spread(0)));
    int                row = duell_row(square), column = duell_column(square);
    for (int half = 0; half < 2; half++)
        for (uint64_t left = exact[half]; left != 0; left &= left - 1) {
            int n = half * 8 + __builtin_ctzll(left) / 8;
            if (is_open(&node->sight.all, by->row[n], by->column[n], row, column))
                return true;
        }
    return false;
}

/* The same for the side that is not to move. */
DUELL_INLINE bool is_hit(const Node *node, int square)
{
    return is_hit_by(node, square, 1 - node->duell.head.side);
}

/* Count the dice in these lanes by whether their own side defends them. */
DUELL_INLINE void count_hits(const Node *node, int side, unsigned lanes, int count[2])
{
    const DuellPieces *pieces = &node->pieces[side];
    for (unsigned left = lanes; left != 0; left &= left - 1) {
        int n = __builtin_ctz(left);
        count[is_hit_by(node, duell_square(pieces->row[n], pieces->column[n]), side)]++;
    }
}

/* The same as duell_hits.  The distance of two pieces is computed once, for both of them as
 * attackers.  The pairs at a striking distance are collected as bits first, 16 for each own piece: a
 * loop per piece would be mispredicted more often. */
DUELL_INLINE DuellHits node_hits(const Node *node)
{
    enum { LANES = 16, PER_WORD = 64 / LANES, WORDS = DUELL_PIECES / PER_WORD + 1, KING = 1 };
    int                side = node->duell.head.side;
    const DuellPieces *own = &node->pieces[side], *other = &node->pieces[1 - side];
    uint64_t           strikes[WORDS] = { 0 }, struck[WORDS] = { 0 };
    unsigned           own_hit = 0, other_hit = 0;
    DuellHits          hits = { 0 };
    for (int n = 0; n < DUELL_PIECES; n++) {
        DuellColumns away =
            apart(other->row, spread(own->row[n])) + apart(other->column, spread(own->column[n]));
        uint64_t by_own = lane_mask((DuellColumns)(away == spread(own->top[n])));
        uint64_t by_other = lane_mask((DuellColumns)(away == other->top));
        strikes[n / PER_WORD] |= by_own << n % PER_WORD * LANES;
        struck[n / PER_WORD] |= by_other << n % PER_WORD * LANES;
    }
    for (int word = 0; word < WORDS; word++)
        for (uint64_t left = strikes[word] | struck[word]; left != 0; left &= left - 1) {
            int      bit = __builtin_ctzll(left), n = word * PER_WORD + bit / LANES;
            int      lane = bit % LANES;
            unsigned open = is_open(&node->sight.all, own->row[n], own->column[n], other->row[lane],
                                    other->column[lane]);
            other_hit |= (unsigned)(strikes[word] >> bit & open) << lane;
            own_hit |= (unsigned)(struck[word] >> bit & open) << n;
        }
    count_hits(node, side, own_hit & ~(unsigned)KING, hits.count[side]);
    count_hits(node, 1 - side, other_hit & ~(unsigned)KING, hits.count[1 - side]);
    return hits;
}

/* --- nodes --- */

DUELL_INLINE void node_root(const Pos *pos, Node *node)
{
    node->duell = *duell_of(pos);
    node->sum = duell_sum_dice(duell_tables, &node->duell);
    for (int side = 0; side < 2; side++)
        pieces_init(&node->pieces[side], &node->duell, side);
    node_look(node);
}

/* Update the sum of the dice.  A king's move changes the term of every enemy die, so the sum is
 * then computed from scratch. */
DUELL_INLINE int32_t sum_after(const Node *node, Step step, const Duell *next)
{
    const Duell *duell = &node->duell;
    int          from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int          kind = duell_kind(duell->board[from]), taken = duell_kind(duell->board[to]);
    int32_t      sum = node->sum;
    if (kind == DUELL_KING || taken == DUELL_KING)
        return duell_is_decided(next) ? sum : duell_sum_dice(duell_tables, next);
    duell_sum_die(duell_tables, &sum, -1, duell->king, side, kind, from);
    duell_sum_die(duell_tables, &sum, 1, duell->king, side, duell_kind(next->board[to]), to);
    if (taken != DUELL_EMPTY)
        duell_sum_die(duell_tables, &sum, -1, duell->king, 1 - side, taken, to);
    return sum;
}

DUELL_INLINE void pieces_after(const Node *node, Step step, Node *next)
{
    int side = node->duell.head.side, from = duell_from(step), to = duell_to(step);
    next->pieces[side] = node->pieces[side];
    next->pieces[1 - side] = node->pieces[1 - side];
    pieces_move(&next->pieces[side], from, to, duell_top(next->duell.board[to]));
    if (node->duell.board[to] != DUELL_EMPTY)
        pieces_lose(&next->pieces[1 - side], to);
}

#ifndef BROWSER_MODULE

/* The same as node_look, by what changes.  sight_init would wait until the stores of single rows are
 * complete, because it loads them as one vector. */
DUELL_INLINE void node_look_after(const Node *node, Step step, Node *next)
{
    const DuellSight *sight = &node->sight;
    int               from = duell_from(step), to = duell_to(step);
    int               row = duell_row(from), to_row = duell_row(to);
    int               column = duell_column(from), to_column = duell_column(to);
    DuellTargets      left = square_at(row, column), entered = square_at(to_row, to_column);
    DuellTargets      moved = sight->own, own = sight->all;
    moved.rows ^= entered.rows ^ left.rows;
    moved.columns ^= entered.columns ^ left.columns;
    own.rows &= ~(sight->own.rows | entered.rows);
    own.columns &= ~(sight->own.columns | entered.columns);
    sight_set(&next->sight, own, moved);
    find_danger(next);
}

#else

/* Without vectors this is the smaller code. */
static void node_look_after(const Node *node, Step step, Node *next)
{
    (void)node, (void)step;
    node_look(next);
}

#endif

DUELL_INLINE void node_next(const PvsWorker *worker, const Node *node, Step step, Node *next)
{
    Duell   *duell = &next->duell;
    int      from = duell_from(step), to = duell_to(step);
    uint64_t key = node->duell.head.key;
    *duell = node->duell;
    key -= duell_key_of_rest(duell) + duell_key_of_piece(from, duell->board[from]);
    if (duell->board[to] != DUELL_EMPTY)
        key -= duell_key_of_piece(to, duell->board[to]);
    duell_move(duell, step);
    key += duell_key_of_rest(duell) + duell_key_of_piece(to, duell->board[to]);
    duell->head.key = key;
    tt_prefetch(worker->tt, key);
    next->sum = sum_after(node, step, duell);
    pieces_after(node, step, next);
    node_look_after(node, step, next);
}

DUELL_INLINE bool is_urgent(const Node *node)
{
    return is_free(&node->duell) ? duell_eval_urgent(&node->duell) : node->sight.open != 0;
}

DUELL_INLINE bool node_pass(const Node *node, Node *next)
{
    next->duell = node->duell;
    if (!duell_pass(&next->duell, is_urgent(node)))
        return false;
    next->sum = node->sum;
    next->pieces[0] = node->pieces[0];
    next->pieces[1] = node->pieces[1];
    node_look(next);
    return true;
}

/* A quick test that is nearly always enough: half of the moves of the first die.  False means that
 * can_move has to decide. */
DUELL_INLINE bool can_surely_move(const Node *node)
{
    const DuellSight *sight = &node->sight;
    DuellPair         own = (DuellPair)sight->own.rows;
    int               half = own[0] != 0 ? 0 : 1;
    int bit = __builtin_ctzll(own[half]), row = half * 4 + (bit >> 4), column = bit & 15;
    int square = duell_square(row, column);
    if (sight->open != 0 || sight->pin_count != 0 ||
        square == node->duell.king[node->duell.head.side])
        return false;
    DuellPair targets =
        (DuellPair)(~sight->own.rows &
                    reach_by_rows(&sight->all, row, column, duell_top(node->duell.board[square])));
    return (targets[0] | targets[1]) != 0;
}

/* True if there is a legal move.  The king is tested last, because its squares are the most
 * expensive. */
DUELL_INLINE bool can_move(const Node *node)
{
    const DuellSight *sight = &node->sight;
    DuellPair         own = (DuellPair)sight->own.rows;
    int               side = node->duell.head.side, king = node->duell.king[side];
    for (int half = 0; half < 2; half++)
        for (uint64_t left = own[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4), column = bit & 15;
            int square = duell_square(row, column);
            if (square == king)
                continue;
            int          top = duell_top(node->duell.board[square]);
            DuellTargets targets = die_targets(sight, row, column, top);
            if (targets_count(&targets) > 0)
                return true;
        }
    find_guards(node);
    DuellTargets steps = king_targets(sight, duell_row(king), duell_column(king), side);
    return targets_count(&steps) > 0;
}

DUELL_INLINE bool is_decided(const Duell *duell)
{
    return duell->king[0] == duell_goal(0) || duell->king[1] == duell_goal(1) ||
           duell->king[0] == DUELL_NOWHERE || duell->king[1] == DUELL_NOWHERE;
}

/* The end of the game is rare, so the rules determine the result. */
DUELL_INLINE Outcome node_outcome(const Node *node)
{
    if (is_decided(&node->duell) || duell_is_limit_reached(&node->duell) ||
        (!can_surely_move(node) && !can_move(node)))
        return DUELL_RULES.outcome(&node->duell.head);
    return (Outcome){ .ending = ENDING_NONE };
}

/* List the moves of a node at which the game is not over. */
DUELL_INLINE int node_steps(const Node *node, Step *steps)
{
    DuellPair own = (DuellPair)node->sight.own.rows;
    int       count = 0;
    find_guards(node);
    for (int half = 0; half < 2; half++)
        for (uint64_t left = own[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4), column = bit & 15;
            DuellTargets targets = sight_targets(&node->sight, &node->duell, row, column);
            count += targets_list(&targets, duell_square(row, column), steps + count);
        }
    return count;
}

DUELL_INLINE int node_noisy(const Node *node, Step *steps)
{
    find_guards(node);
    return duell_noisy(&node->duell, &node->sight, steps);
}

DUELL_INLINE void node_order(const Node *node, const Step *steps, int count,
                             int32_t *restrict ranks)
{
    const Duell       *duell = &node->duell;
    const DuellTables *tables = duell_tables;
    DuellMover         mover = { .from = DUELL_NOWHERE };
    for (int n = 0; n < count; n++) {
        int from = duell_from(steps[n]), to = duell_to(steps[n]);
        if (from != mover.from)
            mover = duell_mover(tables, duell, from);
        ranks[n] = duell->board[to] == DUELL_EMPTY
                       ? duell_rank_quiet(tables, duell, &mover, steps[n])
                       : duell_rank_capture(tables, duell, &mover, steps[n], is_hit(node, to));
    }
}

/* Count the dice on the vectors of the sight, which are in registers. */
DUELL_INLINE void count_dice(const Node *node, int dice[2])
{
    int own = row_bits(node->sight.own.rows) - 1, all = row_bits(node->sight.all.rows) - 2;
    int side = node->duell.head.side;
    dice[side] = own;
    dice[1 - side] = all - own;
}

DUELL_INLINE int node_eval(const Node *node)
{
    const DuellHits hits = node_hits(node);
    int             dice[2];
    count_dice(node, dice);
    return duell_score_with(duell_tables, &node->duell, dice, &hits, node->sum);
}

DUELL_INLINE int node_rough(const Node *node)
{
    int dice[2];
    count_dice(node, dice);
    return duell_rough_score(duell_tables, &node->duell, dice, node->sum);
}

#define SEARCH_NAME(x)                             fast_##x
#define SEARCH_NODE                                Node
#define SEARCH_ROOT(w, pos, node)                  node_root(pos, node)
#define SEARCH_GEN(w, node, steps)                 node_steps(node, steps)
#define SEARCH_GEN_ALL(w, node, steps)             node_steps(node, steps)
#define SEARCH_NEXT(w, node, step, next)           node_next(w, node, step, next)
#define SEARCH_OUTCOME(w, node)                    node_outcome(node)
#define SEARCH_EVAL(w, node)                       node_eval(node)
#define SEARCH_ORDER(w, node, steps, count, ranks) node_order(node, steps, count, ranks)
#define SEARCH_WIDTH(w, node, depth)               INT_MAX
#define SEARCH_NOISY(w, node, steps)               node_noisy(node, steps)
#define SEARCH_URGENT(w, node)                     is_urgent(node)
#define SEARCH_PASS(w, node, next)                 node_pass(node, next)
#define SEARCH_ACYCLIC(w)                          false
#define SEARCH_UNIT(w)                             DUELL_UNIT
#define SEARCH_FUTILE_TURNS(w)                     DUELL_FUTILE_TURNS
#define SEARCH_ROUGH(w, node)                      node_rough(node)
#define SEARCH_ROUGH_MOST(w)                       DUELL_ROUGH_MOST
#include "search/pvs_body.inc"

static size_t node_bytes(uint32_t variant)
{
    (void)variant;
    return sizeof(Node);
}

static const PvsInstance INSTANCE = { .node_bytes = node_bytes,
                                      .root = fast_search_root,
                                      .trace = NATIVE_ONLY(fast_trace) };

const struct PvsInstance *duell_search(uint32_t variant)
{
    (void)variant;
    return &INSTANCE;
}
