/* touches.h - the cells of a move, for a user interface to mark. */
#ifndef TERM_TOUCHES_H
#define TERM_TOUCHES_H

#include "core/line.h"

/* Write the cells of completed turn `turn`, counted from 0, in the order in which a player selects
 * them. */
void line_turn_touches(const Line *line, int turn, CellList *out);

#endif
