/* SPDX-License-Identifier: MIT
 *
 * alliances_search.c - principal variation search compiled for Alliances.
 *
 * The survey dominates the cost of a node.  Evaluation, noisy steps and ranks all need it, so a node
 * computes it once, on demand.  Ranking the steps of a node also shows which distances a step can
 * change; the children count only those again.
 */
#include "games/alliances/alliances_search.h"

#include "games/alliances/alliances_eval.h"
#include "search/pvs.h"

typedef struct Node {
    Alliances      board;
    bool           is_surveyed;
    Survey         survey;
    Step           step;   /* the step that led here */
    const Outlook *before; /* of the parent, which outlives this node; NULL if there is none */
    bool           has_outlook;
    Outlook        outlook;
} Node;

/* The recursion sees nodes as const; this casts that away to fill the lazily computed members. */
static Node *notes_of(const Node *node)
{
    return (Node *)(uintptr_t)node;
}

static const Survey *survey_of(const Node *node)
{
    Node *notes = notes_of(node);
    if (!node->is_surveyed) {
        if (node->before != NULL)
            alliances_survey_after(node->before, node->step, &node->board, &notes->survey);
        else
            alliances_survey(&node->board, &notes->survey);
        notes->is_surveyed = true;
    }
    return &node->survey;
}

static void node_order(const Node *node, const Step *steps, int count, int32_t *ranks)
{
    Node *notes = notes_of(node);
    notes->has_outlook = alliances_order(&node->board, survey_of(node), steps, count, ranks,
                                         node->before, node->step, &notes->outlook);
}

static void node_root(const Pos *pos, Node *node)
{
    node->board = *alliances_of(pos);
    node->is_surveyed = node->has_outlook = false;
    node->step = 0;
    node->before = NULL;
}

static void node_next(const Node *node, Step step, Node *next)
{
    const bool may_decide =
        !node->is_surveyed || (node->survey.ripe & paths_served((int)(step & 3))) != 0;
    next->board = node->board;
    next->is_surveyed = next->has_outlook = false;
    next->step = step;
    next->before = node->has_outlook ? &node->outlook : NULL;
    alliances_place(&next->board, step, may_decide);
}

/* clang-format off */
#define SEARCH_NAME(x)                             fast_##x
#define SEARCH_NODE                                Node
#define SEARCH_ROOT(w, pos, node)                  node_root(pos, node)
#define SEARCH_GEN(w, node, steps)                 ALLIANCES_RULES.gen(&(node)->board.head, steps)
#define SEARCH_GEN_ALL(w, node, steps)             ALLIANCES_RULES.gen(&(node)->board.head, steps)
#define SEARCH_NEXT(w, node, step, next)           node_next(node, step, next)
#define SEARCH_OUTCOME(w, node)                    ALLIANCES_RULES.outcome(&(node)->board.head)
#define SEARCH_EVAL(w, node)                       alliances_evaluate(&(node)->board, survey_of(node))
#define SEARCH_ORDER(w, node, steps, count, ranks) node_order(node, steps, count, ranks)
#define SEARCH_WIDTH(w, node, depth)               alliances_width(&(node)->board.head, depth, (w)->widening)
#define SEARCH_NOISY(w, node, steps)               alliances_noisy(&(node)->board, survey_of(node), steps)
#define SEARCH_URGENT(w, node)                     false
#define SEARCH_PASS(w, node, next)                 false
#define SEARCH_ACYCLIC(w)                          true
#define SEARCH_UNIT(w)                             ALLIANCES_UNIT
/* clang-format on */
#include "search/pvs_body.inc"

/* A multiple of 16 keeps the nodes of the search stack aligned. */
static size_t node_bytes(uint32_t variant)
{
    (void)variant;
    return (sizeof(Node) + 15) / 16 * 16;
}

const struct PvsInstance *alliances_search(uint32_t variant)
{
    static const PvsInstance INSTANCE = { node_bytes, fast_search_root, NATIVE_ONLY(fast_trace) };
    (void)variant;
    return &INSTANCE;
}
