/* editor_commands.h - the commands of the board editor, typed in line mode and in full screen.
 *
 * Knows:   their names, and what people are told.
 * Ignores: where a line comes from and where the text is shown.
 */
#ifndef TERM_EDITOR_COMMANDS_H
#define TERM_EDITOR_COMMANDS_H

#include <stdio.h>

#include "term/editor.h"
#include "term/term_text.h"

typedef enum EditorEnd {
    EDITOR_STAYS,
    EDITOR_DONE, /* the board is possible, and shall be used */
    EDITOR_CANCELLED
} EditorEnd;

/* Return the language to speak about this board. */
TermText editor_text(const Editor *editor);
/* Write whose move it is, or why the board is impossible, as a sentence. */
void editor_state(const Editor *editor, Text *out);
/* Print the pieces to choose from, with their numbers. */
void editor_print_palette(const Editor *editor, FILE *out);
/* Print the board with its state. */
void editor_print(const Editor *editor, FILE *out);
/* Run a command; the line is changed.  With `shows_board` also print the board after each change. */
EditorEnd editor_obey(Editor *editor, char *line, bool shows_board, FILE *out);

#endif
