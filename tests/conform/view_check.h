/* view_check.h - what the conformance suite checks about messages, move input, effects and regions.
 *
 * Each function returns true if the game is right; otherwise it writes what is wrong.
 */
#ifndef TESTS_VIEW_CHECK_H
#define TESTS_VIEW_CHECK_H

#include "core/effect.h"

/* The languages of the project besides English; ends with NULL. */
extern const char *const LANGUAGE_CODES[];

/* The catalogue: keys that are unique and not core's, well-formed texts, a row for each side and each
 * listed variant. */
bool catalogue_holds(const Game *game, Text *what);
/* A message has a definition, its cells exist, and it can be written in every language, on one line and
 * with every placeholder filled in. */
bool message_holds(const Game *game, uint32_t variant, int cell_count, const Message *message,
                   Text *what);
/* The input of a step: known flags, cells that exist, cells or a label. */
bool input_holds(const Game *game, const Pos *pos, Step step, int cell_count, Text *what);
/* explain_cells has a message for these cells exactly if none of the legal steps begins with them. */
bool selection_holds(const Game *game, const Pos *pos, const Step *steps, int count, int cell_count,
                     const CellList *selected, Text *what);
/* The effects of a step turn the pieces before it into the pieces after it, and can be told in words. */
bool effects_hold(const Game *game, const Pos *pos, Step step, int cell_count, Text *what);
bool regions_hold(const Game *game, const Pos *pos, int cell_count, Text *what);

/* The strings of one language for a catalogue: every key and no other, the same placeholders, the right
 * number of plural forms.  `extra` are keys beyond the catalogue; it ends with NULL. */
bool strings_hold(const MessageDef *defs, int count, const char *const *extra, const char *code,
                  const char *strings, Text *what);

#endif
