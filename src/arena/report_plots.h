/* report_plots.h - what a contest's numbers look like: small drawings for a page.
 *
 * Knows:   the report, SVG with classes; the page's style sheet says how they look.
 * Ignores: the page around them.
 */
#ifndef ARENA_REPORT_PLOTS_H
#define ARENA_REPORT_PLOTS_H

#include "arena/report.h"

/* Strengths with their error bars, in the order of the ranking. */
void plot_strengths(const Report *report, Buffer *out);
/* How long games were. */
void plot_lengths(const Report *report, Buffer *out);
/* Who won, first or second, and how games were decided. */
void plot_endings(const Report *report, Buffer *out);

#endif
