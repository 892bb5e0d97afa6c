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

/* Choose a turn step by step: each time the step after which the position has the best evaluation,
 * off by up to SearchLimits.slip_noise.  A step that ends the game is seen for what it is. */
void glance(const Line *line, const SearchLimits *limits, SearchResult *out);

#endif
