/* SPDX-License-Identifier: MIT
 *
 * duell_search.c - the alpha-beta recursion compiled for Duell.
 *
 * A node is a position with what every question about it needs: the sight of the side to move, made
 * once, answers whether it is attacked, whether it can move, and what it may do.
 */
#include "games/duell/duell_search.h"

#include "games/duell/duell_board.h"
#include "games/duell/duell_eval.h"
#include "search/pvs.h"

typedef struct Node {
    Duell      duell;
    DuellSight sight;
    DuellSum   sum; /* of the dice */
} Node;

DUELL_INLINE bool is_free(const Duell *duell)
{
    return (duell->head.variant & 1) != 0;
}

DUELL_INLINE void look(Node *node)
{
    sight_init(&node->sight, &node->duell, is_free(&node->duell));
}

DUELL_INLINE void node_root(const Pos *pos, Node *node)
{
    node->duell = *duell_of(pos);
    node->sum = duell_sum_dice(&DUELL_TABLES, &node->duell);
    look(node);
}

/* The king's place matters to every die, a die's place to itself. */
DUELL_INLINE DuellSum sum_after(const Node *node, Step step, const Duell *next)
{
    const Duell *duell = &node->duell;
    int          from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int          kind = duell_kind(duell->board[from]), taken = duell_kind(duell->board[to]);
    DuellSum     sum = node->sum;
    if (kind == DUELL_KING || taken == DUELL_KING)
        return duell_is_decided(next) ? sum : duell_sum_dice(&DUELL_TABLES, next);
    duell_sum_die(&DUELL_TABLES, &sum, -1, duell->king, side, kind, from);
    duell_sum_die(&DUELL_TABLES, &sum, 1, duell->king, side, duell_kind(next->board[to]), to);
    if (taken != DUELL_EMPTY)
        duell_sum_die(&DUELL_TABLES, &sum, -1, duell->king, 1 - side, taken, to);
    return sum;
}

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
    cache_prefetch(worker->cache, key);
    next->sum = sum_after(node, step, duell);
    look(next);
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
    look(next);
    return true;
}

DUELL_INLINE bool can_move(const Node *node)
{
    DuellPair own = (DuellPair)node->sight.own.rows;
    for (int half = 0; half < 2; half++)
        for (uint64_t left = own[half]; left != 0; left &= left - 1) {
            int          bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4);
            DuellTargets targets = sight_targets(&node->sight, &node->duell, row, bit & 15);
            if (targets_count(&targets) > 0)
                return true;
        }
    return false;
}

DUELL_INLINE bool is_decided(const Duell *duell)
{
    return duell->king[0] == duell_goal(0) || duell->king[1] == duell_goal(1) ||
           duell->king[0] == DUELL_NOWHERE || duell->king[1] == DUELL_NOWHERE;
}

/* Ends are rare: then the rules are asked. */
DUELL_INLINE Outcome node_outcome(const Node *node)
{
    if (is_decided(&node->duell) || duell_is_worn_out(&node->duell) || !can_move(node))
        return DUELL_RULES.outcome(&node->duell.head);
    return (Outcome){ .ending = ENDING_NONE };
}

/* Of a node that is not over. */
DUELL_INLINE int node_steps(const Node *node, Step *steps)
{
    DuellPair own = (DuellPair)node->sight.own.rows;
    int       count = 0;
    for (int half = 0; half < 2; half++)
        for (uint64_t left = own[half]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4), column = bit & 15;
            DuellTargets targets = sight_targets(&node->sight, &node->duell, row, column);
            count += targets_list(&targets, duell_square(row, column), steps + count);
        }
    return count;
}

DUELL_INLINE void node_order(const Node *node, const Step *steps, int count, int32_t *ranks)
{
    for (int n = 0; n < count; n++)
        ranks[n] = duell_rank(&DUELL_TABLES, &node->duell, steps[n]);
}

#define SEARCH_NAME(x)                             fast_##x
#define SEARCH_NODE                                Node
#define SEARCH_ROOT(w, pos, node)                  node_root(pos, node)
#define SEARCH_GEN(w, node, steps)                 node_steps(node, steps)
#define SEARCH_GEN_ALL(w, node, steps)             node_steps(node, steps)
#define SEARCH_NEXT(w, node, step, next)           node_next(w, node, step, next)
#define SEARCH_OUTCOME(w, node)                    node_outcome(node)
#define SEARCH_EVAL(w, node)                       duell_worth_with(&DUELL_TABLES, &(node)->duell, (node)->sum)
#define SEARCH_ORDER(w, node, steps, count, ranks) node_order(node, steps, count, ranks)
#define SEARCH_WIDTH(w, node, depth)               INT_MAX
#define SEARCH_NOISY(w, node, steps)               duell_noisy(&(node)->duell, &(node)->sight, steps)
#define SEARCH_URGENT(w, node)                     is_urgent(node)
#define SEARCH_PASS(w, node, next)                 node_pass(node, next)
#define SEARCH_ACYCLIC(w)                          false
#define SEARCH_UNIT(w)                             DUELL_UNIT
#include "search/pvs_body.inc"

static size_t node_bytes(uint32_t variant)
{
    (void)variant;
    return sizeof(Node);
}

static const PvsInstance INSTANCE = { .node_bytes = node_bytes, .root = fast_search_root };

const struct PvsInstance *duell_search(uint32_t variant)
{
    (void)variant;
    return &INSTANCE;
}
