/* mcts_node.h - the parts of the search tree: nodes, their edges, and the memory pool for both.
 *
 * Only mcts.c and mcts_pv.c include this.  All values are for player 0, from 0 (lost) to VALUE_ONE
 * (won).
 *
 * Threads: a node is written before it is published through its edge, and a block of edges before
 * it is published through its node.  After that only their atomic members change.  A sum and a
 * count that are read while others write may be slightly inconsistent, which only makes a selection
 * slightly different.  A proof never changes again.
 */
#ifndef SEARCH_MCTS_NODE_H
#define SEARCH_MCTS_NODE_H

#include <assert.h>
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

/* A reference into the pool; 0 is null. */
typedef uint32_t Ref;

typedef struct Pool {
    unsigned char   *bytes;
    uint32_t         units;
    _Atomic uint32_t used;
} Pool;

/* What is proved about a node: kind | turns << 2. */
enum { PROVEN_NOTHING = 0, PROVEN_FIRST = 1, PROVEN_SECOND = 2, PROVEN_DRAW = 3 };

typedef struct Edge {
    Step        step;
    float       prior;
    _Atomic Ref child;
} Edge;

/* The best-ranked `count` of a node's `total` steps.  A node gets a larger block when half of its
 * edges have been visited.  The first edges of both blocks are the same. */
typedef struct Block {
    uint32_t total;
    uint32_t count;
    uint64_t unused;
    Edge     edges[];
} Block;

typedef struct MctsNode {
    Step             step; /* the step that led here */
    _Atomic int64_t  sum;  /* of the values of all visits */
    _Atomic uint32_t visits;
    _Atomic uint32_t pending; /* virtual losses: running visits, which count as lost for the player
                               * who selects */
    _Atomic Ref      block;   /* 0: not expanded */
    _Atomic uint32_t proof;
    _Atomic int32_t  best;      /* minimax value of the tree below */
    int32_t          value;     /* value when the node was created */
    _Atomic uint16_t opened;    /* edges with a child */
    atomic_flag      expanding; /* spinlock: a thread is making a block */
    uint8_t          side : 1;  /* the player who decides here */
    uint8_t          ends_turn : 1;
    uint8_t          fixed : 1; /* has its value and is never expanded */
} MctsNode;

bool pool_init(Pool *pool, size_t bytes);
void pool_free(Pool *pool);
void pool_clear(Pool *pool);
/* Return 0 if the pool is used up. */
Ref  pool_take(Pool *pool, size_t bytes);
bool pool_is_full(const Pool *pool);
int  pool_permille(const Pool *pool);

static inline MctsNode *pool_node(const Pool *pool, Ref ref)
{
    assert(ref != 0 && ref < pool->units);
    return (MctsNode *)(void *)(pool->bytes + (size_t)ref * POOL_UNIT);
}

static inline Block *pool_block(const Pool *pool, Ref ref)
{
    assert(ref != 0 && ref < pool->units);
    return (Block *)(void *)(pool->bytes + (size_t)ref * POOL_UNIT);
}

/* Return the node's edges, or NULL. */
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
    assert(side == 0 || side == 1);
    return side == 0 ? PROVEN_FIRST : PROVEN_SECOND;
}

static inline int proof_value(int kind)
{
    static const int VALUES[4] = { 0, VALUE_ONE, 0, VALUE_HALF };
    return VALUES[kind];
}

/* Return the mean value of all visits for `side`, from 0 to 1; `unknown` if there are none. */
double node_mean(const MctsNode *node, int side, double unknown);

/* Recompute the proof and the minimax value of a node from its children.  True if something
 * changed. */
bool node_refresh(const Pool *pool, MctsNode *node);

/* True if `a` is the better choice for `side`: a proved win is best, a proved loss is worst, and in
 * between the number of visits decides. */
bool node_is_better(const MctsNode *a, const MctsNode *b, int side);

#endif
