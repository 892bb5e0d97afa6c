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

/* As search_think; it also ends when the value of the root is proved.  The listener is called by the
 * calling thread, at each doubling of the simulations and at the end. */
Status tree_think(Tree *tree, const Line *line, const TreeLimits *limits, SearchListener *listener,
                  void *context, SearchResult *out);

#endif
