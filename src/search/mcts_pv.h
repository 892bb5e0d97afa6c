/* mcts_pv.h - what a tree has found out, as lines of play. */
#ifndef SEARCH_MCTS_PV_H
#define SEARCH_MCTS_PV_H

#include "search/search.h"
#include "search/mcts_node.h"

/* An eval as the chance to win, from 0 to 1: `likely` is three games of four. */
double mcts_chance(int eval, int likely);

/* Fill `lines` with the best `wanted` turns of the root and what would follow; how many there are, at
 * least 1.  The first is always complete, however small the tree is. */
int mcts_pvs(const Pool *pool, const MctsNode *root, const Line *line, int likely, int wanted,
             SearchPv *lines);

/* The steps of a line's first turn, and all its turns. */
int mcts_pv_turn(const Line *line, const SearchPv *found, Turn *turn);

#endif
