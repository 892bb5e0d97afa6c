/* mcts.h - the second engine: a tree of steps that grows where it looks best.
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
#ifndef SEARCH_MCTS_H
#define SEARCH_MCTS_H

#include "search/search.h"

typedef struct MctsLimits {
    /* Is it time to stop?  Asked by every thread after each simulation, with the number of
     * simulations so far. */
    bool (*must_stop)(void *context, uint64_t nodes);
    void         *stop_context;
    uint64_t      nodes; /* simulations; 0: no such limit */
    int           lines; /* best turns wanted; 0 is 1 */
    int           noise; /* as in SearchLimits */
    uint64_t      noise_seed;
    const Oracle *oracle; /* as in SearchLimits */
} MctsLimits;

typedef struct Mcts Mcts;

/* `bytes` are for the nodes; when they are used up the tree stops growing and goes on sampling.
 * NULL when memory ran out. */
Mcts *mcts_new(size_t bytes, int threads, uint64_t seed);
void  mcts_delete(Mcts *mcts);

/* Forget everything: another game begins. */
void mcts_clear(Mcts *mcts);

/* As search_think; it also ends when the value of the root is proved.  The listener is called by the
 * calling thread, at each doubling of the simulations and at the end. */
Status mcts_think(Mcts *mcts, const Line *line, const MctsLimits *limits, SearchListener *listener,
                  void *context, SearchResult *out);

#endif
