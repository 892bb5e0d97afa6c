/* tree.h - the second engine: a tree of steps that grows where it looks best.
 *
 * Knows:   the contract, a line of play, threads.
 * Ignores: clocks (it asks its caller when to stop), every single game.
 *
 * Each simulation walks from the root to a new node, values it, and carries the value back.  Ways
 * are chosen by what their visits were worth, by the game's ranks of steps (PUCT) and by what a step
 * was worth elsewhere (RAVE).  Ends of the game and what follows from them are proved on the way
 * back, and what is proved is not visited again.
 *
 * With one thread and equal seeds, equal questions have equal answers.
 */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "search/search.h"

/* Everything about the tree that was found by matches and not by thinking.  Weights are in
 * 1/1000. */
typedef struct TreeTuning {
    int  explore;  /* weight of a step's rank against what its visits were worth */
    int  first;    /* how much less than its node a step is thought to be worth before its first
                     visit; this and `explore` are in units of the spread of values */
    int  slope;    /* of the ranks: 0 all alike, 1000 the n-th step counts 1/n of the first */
    int  minimax;  /* share of the best value below a node, against the mean of its visits */
    int  rave;     /* visits after which a step's own value outweighs what it was worth elsewhere */
    int  playouts; /* share of a random game in a new node's value, against the game's eval */
    bool reuse;    /* keep what is known about the position that follows */
} TreeTuning;

/* What plays best for a game with (or without) a judgement of its own. */
TreeTuning tree_tuning(const GameEval *eval);

typedef struct TreeLimits {
    /* Is it time to stop?  Asked by every thread after each simulation, with the number of
     * simulations so far. */
    bool (*must_stop)(void *context, uint64_t nodes);
    void         *stop_context;
    uint64_t      nodes; /* simulations; 0: no such limit */
    int           lines; /* best turns wanted; 0 is 1 */
    int           noise; /* as in SearchLimits */
    uint64_t      noise_seed;
    const Oracle *oracle; /* as in SearchLimits */
} TreeLimits;

typedef struct Tree Tree;

/* `bytes` are for the nodes; when they are used up the tree stops growing and goes on sampling.
 * NULL when memory ran out. */
Tree *tree_new(size_t bytes, int threads, uint64_t seed);
void  tree_delete(Tree *tree);

/* Forget everything: another game begins. */
void tree_clear(Tree *tree);

/* Other numbers than those of tree_tuning, until the tree is deleted. */
void tree_tune(Tree *tree, const TreeTuning *tuning);

/* As search_think; it also ends when the value of the root is proved.  The listener is called by the
 * calling thread, at each doubling of the simulations and at the end. */
Status tree_think(Tree *tree, const Line *line, const TreeLimits *limits, SearchListener *listener,
                  void *context, SearchResult *out);

#endif
