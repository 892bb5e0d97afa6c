/* player_option.h - what the commands that play games share: options read, results printed. */
#ifndef CMD_PLAYER_OPTION_H
#define CMD_PLAYER_OPTION_H

#include "cmd/cmd.h"
#include "play/match.h"

/* Read a player's description.  EXIT_DONE, or the exit status after a complaint. */
int player_from_word(const char *word, PlayerSpec *spec, FILE *err);

#endif
