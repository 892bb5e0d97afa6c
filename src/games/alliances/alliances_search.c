/* SPDX-License-Identifier: MIT
 *
 * alliances_search.c - the alpha-beta recursion compiled for Alliances.
 *
 * What a node costs is its survey.  Judgement, noisy steps and ranks of one node all need it, so a
 * node keeps it from the first time that somebody asks.
 */
#include "games/alliances/alliances_search.h"

#include "games/alliances/alliances_eval.h"
#include "search/pvs.h"

typedef struct Node {
    Alliances board;
    bool      is_surveyed;
    Survey    survey;
} Node;

/* Nodes are only const to the recursion, which must not play on them. */
static const Survey *survey_of(const Node *node)
{
    Node *known = (Node *)(uintptr_t)node;
    if (!known->is_surveyed) {
        alliances_survey(&known->board, &known->survey);
        known->is_surveyed = true;
    }
    return &known->survey;
}

static void node_root(const Pos *pos, Node *node)
{
    node->board = *alliances_of(pos);
    node->is_surveyed = false;
}

static void node_next(const Node *node, Step step, Node *next)
{
    next->board = node->board;
    next->is_surveyed = false;
    ALLIANCES_RULES.apply(&next->board.head, step);
}

static bool node_pass(const Node *node, Node *next)
{
    next->board = node->board;
    next->is_surveyed = node->is_surveyed;
    next->survey = node->survey;
    return alliances_pass(&next->board.head);
}

/* clang-format off */
#define SEARCH_NAME(x)                             fast_##x
#define SEARCH_NODE                                Node
#define SEARCH_ROOT(w, pos, node)                  node_root(pos, node)
#define SEARCH_GEN(w, node, steps)                 ALLIANCES_RULES.gen(&(node)->board.head, steps)
#define SEARCH_GEN_ALL(w, node, steps)             ALLIANCES_RULES.gen(&(node)->board.head, steps)
#define SEARCH_NEXT(w, node, step, next)           node_next(node, step, next)
#define SEARCH_OUTCOME(w, node)                    ALLIANCES_RULES.outcome(&(node)->board.head)
#define SEARCH_EVAL(w, node)                       alliances_judge(&(node)->board, survey_of(node))
#define SEARCH_ORDER(w, node, steps, count, ranks) alliances_order(&(node)->board, survey_of(node), steps, count, ranks)
#define SEARCH_WIDTH(w, node, depth)               alliances_width(&(node)->board.head, depth, (w)->widening)
#define SEARCH_NOISY(w, node, steps)               alliances_noisy(&(node)->board, survey_of(node), steps)
#define SEARCH_URGENT(w, node)                     false
#define SEARCH_PASS(w, node, next)                 node_pass(node, next)
#define SEARCH_ACYCLIC(w)                          true
#define SEARCH_UNIT(w)                             ALLIANCES_UNIT
/* clang-format on */
#include "search/pvs_body.inc"

static size_t node_bytes(uint32_t variant)
{
    (void)variant;
    return (sizeof(Node) + 15) / 16 * 16;
}

const struct PvsInstance *alliances_search(uint32_t variant)
{
    static const PvsInstance INSTANCE = { node_bytes, fast_search_root };
    (void)variant;
    return &INSTANCE;
}
