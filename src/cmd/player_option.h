/* player_option.h - read the SPEC of a player. */
#ifndef CMD_PLAYER_OPTION_H
#define CMD_PLAYER_OPTION_H

#include "cmd/cmd.h"
#include "play/match.h"

/* Read the SPEC of a player.  Return EXIT_DONE, or the exit status after an error message. */
int player_from_text(const char *text, PlayerSpec *spec, FILE *err);

#endif
