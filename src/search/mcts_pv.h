/* mcts_pv.h - the principal variations of a search tree. */
#ifndef SEARCH_MCTS_PV_H
#define SEARCH_MCTS_PV_H

#include "search/search.h"
#include "search/mcts_node.h"

/* Fill `lines` with the best `wanted` turns of the root and their continuations.  Return their
 * number, at least 1.  The first turn of the best one is always complete, however small the tree
 * is. */
int mcts_pvs(const Pool *pool, const MctsNode *root, const Line *line, int wanted, SearchPv *lines);

/* Write the steps of the first turn of a variation.  Return the number of its turns. */
int mcts_pv_turn(const Line *line, const SearchPv *found, Turn *turn);

#endif
