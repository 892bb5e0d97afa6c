/* list.h - the one place where all games meet. */
#ifndef GAMES_LIST_H
#define GAMES_LIST_H

#include "core/message.h"
#include "core/setup.h"

/* Every game that people can choose, in the order in which they are shown; ends with NULL. */
extern const Game *const GAMES[];

/* Return the game of this name, or NULL.  Also finds games that are not in GAMES, such as the toy. */
GameFinder games_find;

/* setup_read over all games.  A fault lists the names where the name is unknown. */
Status games_setup(const char *text, Setup *setup, Fault *fault);

/* Return a text of the game's folder that is built into the program, such as "rulings.md",
 * "guide.en.md" or "puzzles.txt"; NULL if the game has none of this name.  The browser module has none. */
const char *games_file(const Game *game, const char *name);
/* The same for a file that is not text; also write its size. */
const void *games_bytes(const Game *game, const char *name, size_t *size);

/* Return what all games share to say, in a language such as "de"; NULL if there are no translations. */
const char *games_common_strings(const char *code);

/* Return the translations into a language; English if it is not one of ours.  `game` may be NULL.  Its
 * messages are English where the game has no translations.  `code` must outlive the result. */
Language games_language(const Game *game, const char *code);

enum { LANGUAGE_CODE_MAX = 16 }; /* with the NUL */

/* Write the code of language number `index`, from 0, that the game is translated into; false after the
 * last one.  English is not counted. */
bool games_language_code(const Game *game, int index, char out[LANGUAGE_CODE_MAX]);

/* Return the number of golden games, which the tests replay, in the game's folder. */
int games_golden_count(const Game *game);

#endif
