/* setup.h - which game is played, in which variant, and when a line of play is cut off.
 *
 * The text is GAME or GAME:SETTINGS, the settings joined by ';' (GAME;SETTINGS is read, too).  Two settings belong to every
 * game and are kept here, because only a line of play can see them: `repetition=N` (a position
 * that comes up for the Nth time ends the game as a draw) and `limit=N` (so does turn N).  All
 * others go to the game.
 */
#ifndef CORE_SETUP_H
#define CORE_SETUP_H

#include "core/game.h"

enum { SETUP_TEXT_MAX = VARIANT_TEXT_MAX + 64, TURN_LIMIT_MAX = 1000000 };

typedef struct Setup {
    const Game *game;
    uint32_t    variant;
    uint32_t    repetition; /* 0: positions may come up as often as they like */
    uint32_t    turn_limit; /* 0: no limit */
} Setup;

/* Find a game by name; NULL if there is none. */
typedef const Game *GameFinder(const char *name);

/* Read "gipf:3,3,10,10;choice=mover" and the like.  `setup` is unchanged on failure. */
Status setup_read(GameFinder *find, const char *text, Setup *setup, Fault *fault);
void   setup_write(const Setup *setup, Text *out);
/* The same game in the same variant, cut off at the same points. */
bool setup_same(const Setup *a, const Setup *b);

#endif
