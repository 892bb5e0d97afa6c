/* screen_edit.h - the board editor in full screen.
 *
 * Knows:   term/editor.h, and which keys change the board.
 * Ignores: what becomes of the position.
 */
#ifndef TERM_SCREEN_EDIT_H
#define TERM_SCREEN_EDIT_H

#include "term/editor_commands.h"
#include "term/screen_inside.h"

/* Edit until the board is done or cancelled.  A signal, or the end of memory, cancels it and sets
 * `core->leaving` with the exit status. */
EditorEnd screen_edit(ScreenCore *core, Editor *editor);

#endif
