/* game_menu.h - ask which game to play and against whom, in lines of text.
 *
 * Knows:   the titles of the games, levels.
 * Ignores: what is played then.
 */
#ifndef TERM_GAME_MENU_H
#define TERM_GAME_MENU_H

#include <stdbool.h>
#include <stdio.h>

#include "core/game.h"

typedef struct GameMenu {
    const Game *game;
    int         level; /* of the computer; 0: two people play */
} GameMenu;

/* Ask until there is a valid answer.  `language` is a code such as "de", or NULL for English.  With
 * `asks_level` also ask for the opponent.  False if the user quits, or the input ends. */
bool game_menu(FILE *in, FILE *out, const char *language, bool asks_level, GameMenu *menu);

#endif
