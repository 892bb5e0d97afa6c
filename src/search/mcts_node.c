/* SPDX-License-Identifier: MIT */
#include "search/mcts_node.h"

#include <assert.h>
#include <stdlib.h>

_Static_assert(sizeof(MctsNode) % POOL_UNIT == 0, "nodes are aligned to pool units");
_Static_assert(sizeof(Edge) == POOL_UNIT && sizeof(Block) == POOL_UNIT, "and so are edges");

/* --- the pool --- */

enum { POOL_LEAST_UNITS = 4096, POOL_SLACK_UNITS = 1 << 24 };

/* The slack prevents `used` from wrapping around while many threads find the pool full at once. */
bool pool_init(Pool *pool, size_t bytes)
{
    size_t units = bytes / POOL_UNIT;
    if (units < POOL_LEAST_UNITS)
        units = POOL_LEAST_UNITS;
    if (units > UINT32_MAX - POOL_SLACK_UNITS)
        units = UINT32_MAX - POOL_SLACK_UNITS;
    pool->bytes = aligned_alloc(64, (units * POOL_UNIT + 63) / 64 * 64);
    pool->units = (uint32_t)units;
    pool_clear(pool);
    return pool->bytes != NULL;
}

void pool_free(Pool *pool)
{
    free(pool->bytes);
    pool->bytes = NULL;
}

void pool_clear(Pool *pool)
{
    atomic_store(&pool->used, 1);
}

Ref pool_take(Pool *pool, size_t bytes)
{
    assert(bytes > 0);
    uint32_t units = (uint32_t)((bytes + POOL_UNIT - 1) / POOL_UNIT);
    if (pool_is_full(pool))
        return 0;
    uint32_t at = atomic_fetch_add_explicit(&pool->used, units, memory_order_relaxed);
    return at + units <= pool->units ? at : 0;
}

bool pool_is_full(const Pool *pool)
{
    return atomic_load_explicit(&pool->used, memory_order_relaxed) >= pool->units;
}

int pool_permille(const Pool *pool)
{
    uint64_t used = atomic_load_explicit(&pool->used, memory_order_relaxed);
    return (int)(used >= pool->units ? 1000 : used * 1000 / pool->units);
}

/* --- nodes --- */

double node_mean(const MctsNode *node, int side, double unknown)
{
    assert(side == 0 || side == 1);
    double visits = node_visits(node);
    if (visits == 0)
        return unknown;
    double sum = (double)atomic_load_explicit(&node->sum, memory_order_relaxed);
    double mean = sum / (visits * VALUE_ONE);
    return side == 0 ? mean : 1 - mean;
}

/* The combined results of the children. */
typedef struct Summary {
    int      wins, draws, losses, best;
    uint32_t win_turns, draw_turns, loss_turns; /* the fastest win, the slowest others */
} Summary;

static void add_child(Summary *summary, const MctsNode *child, int side)
{
    uint32_t proof = node_proof(child), turns = proof_turns(proof) + child->ends_turn;
    int      kind = proof_kind(proof);
    int      best = atomic_load_explicit(&child->best, memory_order_relaxed);
    if (kind == proof_win_of(side)) {
        summary->win_turns =
            summary->wins++ == 0 || turns < summary->win_turns ? turns : summary->win_turns;
    } else if (kind == PROVEN_DRAW) {
        summary->draws++;
        summary->draw_turns = turns > summary->draw_turns ? turns : summary->draw_turns;
    } else if (kind != PROVEN_NOTHING) {
        summary->losses++;
        summary->loss_turns = turns > summary->loss_turns ? turns : summary->loss_turns;
    }
    if (summary->best < 0 || (side == 0 ? best > summary->best : best < summary->best))
        summary->best = best;
}

/* A win needs one winning child.  Everything else needs all of the node's steps to be proved. */
static uint32_t proof_from(const Summary *summary, const Block *block, int side)
{
    if (summary->wins > 0)
        return proof_make(proof_win_of(side), summary->win_turns);
    if ((uint32_t)(summary->draws + summary->losses) < block->total)
        return PROVEN_NOTHING;
    return summary->draws > 0 ? proof_make(PROVEN_DRAW, summary->draw_turns)
                              : proof_make(proof_win_of(1 - side), summary->loss_turns);
}

/* The first proof stays. */
static void node_prove(MctsNode *node, uint32_t proof)
{
    uint32_t nothing = PROVEN_NOTHING;
    atomic_compare_exchange_strong_explicit(&node->proof, &nothing, proof, memory_order_relaxed,
                                            memory_order_relaxed);
}

bool node_refresh(const Pool *pool, MctsNode *node)
{
    const Block *block = node_block(pool, node);
    if (block == NULL || proof_kind(node_proof(node)) != PROVEN_NOTHING)
        return false;
    Summary summary = { .best = -1 };
    for (uint32_t i = 0; i < block->count; i++) {
        const MctsNode *child = edge_child(pool, &block->edges[i]);
        if (child != NULL)
            add_child(&summary, child, node->side);
    }
    uint32_t proof = proof_from(&summary, block, node->side);
    int      best = proof != PROVEN_NOTHING ? proof_value(proof_kind(proof)) : summary.best;
    if (proof != PROVEN_NOTHING)
        node_prove(node, proof);
    if (best < 0 || best == atomic_load_explicit(&node->best, memory_order_relaxed))
        return proof != PROVEN_NOTHING;
    atomic_store_explicit(&node->best, best, memory_order_relaxed);
    return true;
}

/* Return 2 for a proved win of `side`, 0 for a proved loss, 1 for anything else. */
static int rank_of(uint32_t proof, int side)
{
    if (proof_kind(proof) == proof_win_of(side))
        return 2;
    return proof_kind(proof) == proof_win_of(1 - side) ? 0 : 1;
}

bool node_is_better(const MctsNode *a, const MctsNode *b, int side)
{
    uint32_t proof_a = node_proof(a), proof_b = node_proof(b);
    int      rank_a = rank_of(proof_a, side), rank_b = rank_of(proof_b, side);
    /* A node within a turn also counts the rest of that turn. */
    uint32_t turns_a = proof_turns(proof_a) + a->ends_turn;
    uint32_t turns_b = proof_turns(proof_b) + b->ends_turn;
    if (rank_a != rank_b)
        return rank_a > rank_b;
    if (rank_a != 1 && turns_a != turns_b)
        return (turns_a < turns_b) == (rank_a == 2);
    uint32_t visits_a = node_visits(a), visits_b = node_visits(b);
    if (visits_a != visits_b)
        return visits_a > visits_b;
    return node_mean(a, side, 0) > node_mean(b, side, 0);
}
