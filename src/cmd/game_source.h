/* game_source.h - which game of a file is asked for: the options that replay and review share.
 *
 * Knows:   options, setups by their words.
 * Ignores: what is done with the game.
 */
#ifndef CMD_GAME_SOURCE_H
#define CMD_GAME_SOURCE_H

#include "cmd/cmd.h"
#include "term/game_file.h"

/* The first rows of a command's options. */
#define GAME_SOURCE_OPTIONS                                                                           \
    {                                                                                                 \
        "from",   OPTION_TEXT,                                                                        \
        "FORMAT", "what the game is written in; without this it is found out",                        \
        0,        0                                                                                   \
    },                                                                                                \
        { "game", OPTION_TEXT, "GAME", "the game and variant that a foreign text is read as", 0, 0 }, \
    {                                                                                                 \
        "nth", OPTION_NUMBER, "N", "take the Nth of several games in the file", 1, 1000000            \
    }

enum { SOURCE_FROM, GAME_SOURCE, SOURCE_NTH, GAME_SOURCE_END };

typedef struct GameSource {
    GameAsk ask;
    Setup   setup; /* where `ask` points, if a game was named */
} GameSource;

/* EXIT_DONE, or the exit status after a complaint. */
int game_source(const Args *args, GameSource *asked, FILE *err);

#endif
