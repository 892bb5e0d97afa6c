/* asked_game.h - which game of a file is asked for: the options that replay and review share.
 *
 * Knows:   options, setups by their words.
 * Ignores: what is done with the game.
 */
#ifndef CMD_ASKED_GAME_H
#define CMD_ASKED_GAME_H

#include "cmd/cmd.h"
#include "term/game_file.h"

/* The first rows of a command's options. */
#define ASKED_GAME_OPTIONS                                                                            \
    {                                                                                                 \
        "from",   OPTION_TEXT,                                                                        \
        "FORMAT", "what the game is written in; without this it is found out",                        \
        0,        0                                                                                   \
    },                                                                                                \
        { "game", OPTION_TEXT, "GAME", "the game and variant that a foreign text is read as", 0, 0 }, \
    {                                                                                                 \
        "nth", OPTION_NUMBER, "N", "take the Nth of several games in the file", 1, 1000000            \
    }

enum { ASKED_FROM, ASKED_GAME, ASKED_NTH, ASKED_GAME_END };

typedef struct AskedGame {
    GameAsk ask;
    Setup   setup; /* where `ask` points, if a game was named */
} AskedGame;

/* EXIT_DONE, or the exit status after a complaint. */
int asked_game(const Args *args, AskedGame *asked, FILE *err);

#endif
