/* pager.h - a long text for whoever sits at a terminal.
 *
 * Knows:   the window, and the program that people read long texts with: $PAGER, or less, or more.
 * Ignores: what is written.
 */
#ifndef TERM_PAGER_H
#define TERM_PAGER_H

#include <stdio.h>

/* Write the text to `out`.  Where that is a terminal whose window it would run out of, the pager shows
 * it and this waits for its end; meanwhile Ctrl-C is the pager's, and Ctrl-Z stops both.  An empty
 * PAGER, one of `cat` and a terminal that cannot move its cursor mean: no pager. */
void pager_show(const char *text, FILE *out);

#endif
