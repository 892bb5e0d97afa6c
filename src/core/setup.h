/* setup.h - the game, its variant, and when a line of play is cut off.
 *
 * The text is GAME or GAME:SETTINGS, with settings separated by ';' (GAME;SETTINGS is accepted as
 * well).  Two settings belong to every game and are handled here, because only a line of play can
 * apply them: `repetition=N` (the Nth occurrence of a position ends the game as a draw) and
 * `limit=N` (so does turn N).  All others are passed to the game.  Capital letters count as small ones.
 */
#ifndef CORE_SETUP_H
#define CORE_SETUP_H

#include "core/game.h"

enum { SETUP_TEXT_MAX = VARIANT_TEXT_MAX + 64, TURN_LIMIT_MAX = 1000000 };

typedef struct Setup {
    const Game *game;
    uint32_t    variant;
    uint32_t    repetition; /* 0: no repetition rule */
    uint32_t    turn_limit; /* 0: no limit */
} Setup;

/* Return a game by name, or NULL. */
typedef const Game *GameFinder(const char *name);

/* Parse "gipf:3,3,10,10;choice=mover" and the like.  `setup` is unchanged on failure. */
Status setup_read(GameFinder *find, const char *text, Setup *setup, Fault *fault);
void   setup_write(const Setup *setup, Text *out);
/* Write the position that `text` describes, or the start position if `text` is NULL. */
Status setup_position(const Setup *setup, const char *text, Pos *out, Fault *fault);
/* True if game, variant, repetition rule and turn limit are equal. */
bool setup_same(const Setup *a, const Setup *b);

#endif
