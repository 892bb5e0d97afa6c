/* mcts_node.h - what a search tree is made of: nodes, their edges, and the pool both come from.
 *
 * Only mcts.c and its sister files include this.  All values are for player 0, from 0 (lost) to
 * VALUE_ONE (won).
 *
 * Threads: a node is written before it is published through its edge, and a block of edges before
 * it is published through its node; after that only their atomic members change.  Sums and counts
 * that are read while others write are a little out of step with each other, which only
 * makes a choice a little different.  What is proved never changes again.
 */
#ifndef SEARCH_MCTS_NODE_H
#define SEARCH_MCTS_NODE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game.h"

enum {
    VALUE_ONE = 1 << 16,
    VALUE_HALF = VALUE_ONE / 2,
    POOL_UNIT = 16, /* bytes */
};

/* A place in the pool; 0 is nothing. */
typedef uint32_t Ref;

typedef struct Pool {
    unsigned char   *bytes;
    uint32_t         units;
    _Atomic uint32_t used;
} Pool;

/* What is known for sure about a node: Proof.kind | turns << 2. */
enum { PROVEN_NOTHING = 0, PROVEN_FIRST = 1, PROVEN_SECOND = 2, PROVEN_DRAW = 3 };

typedef struct Edge {
    Step        step;
    float       prior;
    _Atomic Ref child;
} Edge;

/* The best-ranked `count` of a node's `total` steps.  A node takes a larger block when it has
 * visited half of the edges: the first edges of both are the same. */
typedef struct Block {
    uint32_t total;
    uint32_t count;
    uint64_t unused;
    Edge     edges[];
} Block;

typedef struct MctsNode {
    Step             step; /* that led here */
    _Atomic int64_t  sum;  /* of the values of all visits */
    _Atomic uint32_t visits;
    _Atomic uint32_t pending; /* visits under way: they count as lost for who chooses the way */
    _Atomic Ref      block;   /* 0: not expanded */
    _Atomic uint32_t proof;
    _Atomic int32_t  best;      /* the minimax value of what has been looked at below */
    int32_t          value;     /* when the node was new */
    _Atomic uint16_t opened;    /* edges with a child */
    atomic_flag      expanding; /* somebody makes a block */
    uint8_t          side : 1;  /* the player who decides here */
    uint8_t          ends_turn : 1;
    uint8_t          fixed : 1; /* worth its value and nothing else: never expanded */
} MctsNode;

bool pool_init(Pool *pool, size_t bytes);
void pool_free(Pool *pool);
void pool_clear(Pool *pool);
/* 0 when the pool is used up. */
Ref  pool_take(Pool *pool, size_t bytes);
bool pool_is_full(const Pool *pool);
int  pool_permille(const Pool *pool);

static inline MctsNode *pool_node(const Pool *pool, Ref ref)
{
    return (MctsNode *)(void *)(pool->bytes + (size_t)ref * POOL_UNIT);
}

static inline Block *pool_block(const Pool *pool, Ref ref)
{
    return (Block *)(void *)(pool->bytes + (size_t)ref * POOL_UNIT);
}

/* The node's edges, or NULL. */
static inline Block *node_block(const Pool *pool, const MctsNode *node)
{
    Ref ref = atomic_load_explicit(&node->block, memory_order_acquire);
    return ref == 0 ? NULL : pool_block(pool, ref);
}

static inline MctsNode *edge_child(const Pool *pool, const Edge *edge)
{
    Ref ref = atomic_load_explicit(&edge->child, memory_order_acquire);
    return ref == 0 ? NULL : pool_node(pool, ref);
}

static inline uint32_t node_visits(const MctsNode *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

/* --- proofs --- */

static inline uint32_t node_proof(const MctsNode *node)
{
    return atomic_load_explicit(&node->proof, memory_order_relaxed);
}

static inline uint32_t proof_make(int kind, uint32_t turns)
{
    return (uint32_t)kind | turns << 2;
}

static inline int proof_kind(uint32_t proof)
{
    return (int)(proof & 3);
}

static inline uint32_t proof_turns(uint32_t proof)
{
    return proof >> 2;
}

static inline int proof_win_of(int side)
{
    return side == 0 ? PROVEN_FIRST : PROVEN_SECOND;
}

static inline int proof_value(int kind)
{
    static const int VALUES[4] = { 0, VALUE_ONE, 0, VALUE_HALF };
    return VALUES[kind];
}

/* The value of all visits to a node as `side` sees it, from 0 to 1; `unknown` if there are none. */
double node_mean(const MctsNode *node, int side, double unknown);

/* Work out anew what is proved about a node, and its minimax value, from its children.  True if
 * something changed. */
bool node_refresh(const Pool *pool, MctsNode *node);

/* Is `a` the better choice for `side`?  A win comes before all, a loss behind all, and in between
 * counts what was visited more. */
bool node_is_better(const MctsNode *a, const MctsNode *b, int side);

#endif
