/* report_plots.h - plots of a contest's figures, as SVG for the HTML report.
 *
 * Knows:   the report, SVG with classes.
 * Ignores: the page and its style sheet, which sets colours and fonts.
 */
#ifndef ARENA_REPORT_PLOTS_H
#define ARENA_REPORT_PLOTS_H

#include "arena/report.h"

/* Plot the ratings with error bars, in the order of the ranking. */
void plot_strengths(const Report *report, Buffer *out);
/* Plot a histogram of the game lengths. */
void plot_lengths(const Report *report, Buffer *out);
/* Plot wins of the first and second mover, draws, and forfeits. */
void plot_endings(const Report *report, Buffer *out);

#endif
