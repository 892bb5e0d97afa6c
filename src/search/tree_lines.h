/* tree_lines.h - what a tree has found out, as lines of play. */
#ifndef SEARCH_TREE_LINES_H
#define SEARCH_TREE_LINES_H

#include "search/search.h"
#include "search/tree_node.h"

/* An eval as the chance to win, from 0 to 1: `likely` is three games of four. */
double tree_chance(int eval, int likely);

/* Fill `lines` with the best `wanted` turns of the root and what would follow; how many there are, at
 * least 1.  The first is always complete, however small the tree is. */
int tree_lines(const Pool *pool, const TreeNode *root, const Line *line, int likely, int wanted,
               SearchLine *lines);

/* The steps of a line's first turn, and all its turns. */
int tree_line_turn(const Line *line, const SearchLine *found, Turn *turn);

#endif
