/* mcts.h - Monte Carlo tree search (PUCT with RAVE and MCTS-Solver) on a tree of steps.
 *
 * Knows:   the game interface, a line of play, threads.
 * Ignores: clocks (it asks its caller when to stop), individual games.
 *
 * Each simulation descends from the root to a new node, evaluates it, and propagates the value
 * back.  Selection uses the mean value of an edge's visits, the game's ranks of steps as prior
 * (PUCT), and the value of a step elsewhere (RAVE).  MCTS-Solver: ends of the game and their
 * consequences are proved during backpropagation, and proved nodes are not visited again.
 *
 * With one thread and equal seeds, the search is deterministic.
 */
#ifndef SEARCH_MCTS_H
#define SEARCH_MCTS_H

#include "search/search.h"

typedef struct MctsLimits {
    /* True if it is time to stop.  Called by every thread after each simulation, with the number of
     * simulations so far. */
    bool (*must_stop)(void *context, uint64_t nodes);
    void         *stop_context;
    uint64_t      nodes; /* simulations; 0: no limit */
    int           lines; /* number of principal variations; 0 is 1 */
    int           noise; /* as in SearchLimits */
    uint64_t      noise_seed;
    const Oracle *oracle; /* as in SearchLimits */
} MctsLimits;

typedef struct Mcts Mcts;

/* `bytes` is the memory for nodes.  When it is used up, the tree stops growing but sampling
 * continues.  Return NULL if memory ran out. */
Mcts *mcts_new(size_t bytes, int threads, uint64_t seed);
void  mcts_delete(Mcts *mcts);

/* Discard the tree, for a new game. */
void mcts_clear(Mcts *mcts);

/* As search_think.  It also ends when the value of the root is proved.  The calling thread calls
 * the listener at each doubling of the simulations and at the end. */
Status mcts_think(Mcts *mcts, const Line *line, const MctsLimits *limits, SearchListener *listener,
                  void *context, SearchResult *out);

#endif
