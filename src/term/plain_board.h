/* plain_board.h - a board in plain characters of our own, from either side.
 *
 * Knows:   what games show of themselves (core/shape.h), and how term/board.h draws that.
 * Ignores: colours, terminals.
 *
 * The drawings of the games' documents have no other side, and not all of them name the cells.
 */
#ifndef TERM_PLAIN_BOARD_H
#define TERM_PLAIN_BOARD_H

#include "base/buffer.h"
#include "core/setup.h"

/* Append the drawing, at most as wide as a usual terminal where a size of it is.  False when memory
 * ran out. */
bool plain_board_write(const Setup *setup, const Pos *pos, bool turned, Buffer *out);

#endif
