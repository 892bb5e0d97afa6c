/* list.h - the one place where all games meet. */
#ifndef GAMES_LIST_H
#define GAMES_LIST_H

#include "core/setup.h"

/* Every game that people can choose, in the order in which they are shown; ends with NULL. */
extern const Game *const GAMES[];

/* By name; NULL if there is none.  Also finds the toy game, which is in no list. */
GameFinder games_find;

/* setup_read over all games.  A fault lists the names where the name is unknown. */
Status games_setup(const char *text, Setup *setup, Fault *fault);

/* The rulings of a game (docs/rules/NAME.md), built into the program; NULL if there are none. */
const char *games_rules_text(const Game *game);

#endif
