/* editor.h - set up a position piece by piece: the board editor that both UI modes share.
 *
 * Knows:   pieces on labelled cells, the pieces to choose from, the side to move (core/arrange.h), and the
 *          parts of a position line.
 * Ignores: keys, screens, the names of the commands.
 *
 * A board may be impossible for a while.  Everything that pieces do not show, such as reserves, is as in
 * the last possible position.
 */
#ifndef TERM_EDITOR_H
#define TERM_EDITOR_H

#include "base/buffer.h"
#include "core/arrange.h"
#include "core/setup.h"

/* What an undo restores. */
typedef struct EditorBoard {
    Pieces    pieces;
    int       side; /* to move */
    PosBuffer like; /* the last possible position */
} EditorBoard;

/* Fields are public for reading; change them through the functions below. */
typedef struct Editor {
    Setup       setup;
    Shape       shape;
    Pieces      palette; /* the pieces to choose from, sorted by side */
    EditorBoard board, before;
    bool        is_possible; /* the board is the position board.like */
    Fault       fault;       /* else why not */
    bool continues; /* the next changes belong to the last one: an undo undoes them together */
    bool flipped;
    const char *language; /* such as "de", not owned; NULL: English */
} Editor;

/* Begin with a position; STATUS_NOT_FOUND if the game has no board editor.  On failure nothing is open. */
Status editor_open(Editor *editor, const Setup *setup, const Pos *pos, Fault *fault);
void   editor_free(Editor *editor);

/* Return the position, or NULL while the board is impossible. */
const Pos *editor_pos(const Editor *editor);

/* Put piece `number` of the palette on a cell, and remove what is there.  `other` is the second cell of a
 * piece that connects two; it is `cell` for all others. */
Status editor_put(Editor *editor, int number, int cell, int other);
/* True if piece `number` of the palette connects two cells. */
bool editor_is_double(const Editor *editor, int number);
/* Remove the piece on a cell, or if there is none, the pieces that end there.  STATUS_NOT_FOUND if there are
 * none. */
Status editor_remove(Editor *editor, int cell);
/* Move the piece on a cell to another one, and remove what is there.  STATUS_NOT_FOUND if there is none. */
Status editor_move(Editor *editor, int from, int to);
/* Remove all pieces. */
Status editor_clear(Editor *editor);
Status editor_set_side(Editor *editor, int side);
/* Take a position line; NULL: the start.  On failure the board is unchanged. */
Status editor_set_position(Editor *editor, const char *line, Fault *fault);
/* Replace part `number` of the line of the last possible position, counted from 1, or remove it if `part` is
 * "".  An impossible board keeps its pieces.  STATUS_NOT_FOUND if the line has fewer parts.  On failure the
 * board is unchanged. */
Status editor_set_part(Editor *editor, int number, const char *part, Fault *fault);
/* Undo the last change; the next undo repeats it. */
void editor_undo(Editor *editor);

/* Append the board with the labels of its cells.  False if memory ran out. */
bool editor_draw(const Editor *editor, Buffer *out);

#endif
