/* pager.h - show a long text on a terminal.
 *
 * Knows:   the window size, and the user's pager: $PAGER, or less, or more.
 * Ignores: the text.
 */
#ifndef TERM_PAGER_H
#define TERM_PAGER_H

#include <stdio.h>

/* Write the text to `out`. If that is a terminal and the text does not fit, the pager shows it and
 * this call waits for it; meanwhile Ctrl-C belongs to the pager, and Ctrl-Z stops both. If PAGER is
 * empty or `cat`, or the terminal cannot move its cursor, there is no pager. */
void pager_show(const char *text, FILE *out);

#endif
