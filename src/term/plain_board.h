/* plain_board.h - a board in plain characters, from either side.
 *
 * Knows:   the views of games (core/shape.h), and how term/board.h draws them.
 * Ignores: colours, terminals.
 *
 * The drawings of the games' rulings cannot be flipped, and not all of them label the cells.
 */
#ifndef TERM_PLAIN_BOARD_H
#define TERM_PLAIN_BOARD_H

#include "base/buffer.h"
#include "core/setup.h"
#include "core/shape.h"

/* Append the drawing, at most as wide as a standard terminal if one of its sizes is. False if
 * memory ran out. */
bool plain_board_write(const Setup *setup, const Pos *pos, bool turned, Buffer *out);
/* The same from the pieces, whether there is such a position or not. */
bool plain_board_pieces(const Setup *setup, const Shape *shape, const Pieces *pieces,
                        const Regions *regions, bool turned, Buffer *out);

#endif
