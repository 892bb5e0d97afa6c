/* glance.h - a turn chosen at first sight, as a player does who forgets to look ahead.
 *
 * Knows:   the game interface, and GameEval.eval as the only evaluation.
 * Ignores: replies, threads, clocks.
 */
#ifndef SEARCH_GLANCE_H
#define SEARCH_GLANCE_H

#include "search/search.h"

/* True if the turn at the end of `line` is to be played at first sight (SearchLimits.slip). */
bool glance_is_due(const Line *line, const SearchLimits *limits);

/* Choose a turn step by step.  Each time notice only some of the steps (SearchLimits.sight), and play
 * that after which the position has the best evaluation.  A step that wins is always noticed.  The
 * score is that of a win, or else how the position looks before the turn: a slip does not know what it
 * costs. */
void glance(const Line *line, const SearchLimits *limits, SearchResult *out);

#endif
