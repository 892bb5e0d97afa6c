/* touches.h - the cells that a turn of a line touched, for a face to mark. */
#ifndef TERM_TOUCHES_H
#define TERM_TOUCHES_H

#include "core/line.h"

/* The cells of completed turn `turn`, counted from 0, in the order in which a hand touches them. */
void line_turn_touches(const Line *line, int turn, CellList *out);

#endif
