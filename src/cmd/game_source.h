/* game_source.h - select a game in a file: the options that replay and review share.
 *
 * Knows:   options, setups as text.
 * Ignores: what is done with the game.
 */
#ifndef CMD_GAME_SOURCE_H
#define CMD_GAME_SOURCE_H

#include "cmd/cmd.h"
#include "term/game_file.h"

/* The first rows of the option table of such a command. */
#define GAME_SOURCE_OPTIONS                                                                          \
    { "from", OPTION_TEXT, "FORMAT", "format of the file (default: detect it)", 0, 0 },              \
        { "game", OPTION_TEXT, "GAME", "game and variant, if the format does not name them", 0, 0 }, \
    {                                                                                                \
        "nth", OPTION_NUMBER, "N", "take the Nth of several games in the file", 1, 1000000           \
    }

enum { SOURCE_FROM, GAME_SOURCE, SOURCE_NTH, GAME_SOURCE_END };

typedef struct GameSource {
    GameAsk ask;
    Setup   setup; /* `ask` points here if a game was named */
} GameSource;

/* Return EXIT_DONE, or the exit status after an error message. */
int game_source(const Args *args, GameSource *source, FILE *err);

#endif
