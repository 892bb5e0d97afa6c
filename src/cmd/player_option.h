/* player_option.h - read the SPEC of a player, and run a match. */
#ifndef CMD_PLAYER_OPTION_H
#define CMD_PLAYER_OPTION_H

#include "cmd/cmd.h"
#include "play/match.h"

/* Read the SPEC of a player.  Return EXIT_DONE, or the exit status after an error message. */
int player_from_text(const char *text, PlayerSpec *spec, FILE *err);
/* Read the ELO0,ELO1 of --sprt, likewise; `command` is named in the message. */
int sprt_from_text(const char *text, const char *command, Sprt *sprt, FILE *err);
/* Play a match and print the report, as `tessera match` does.  Return the exit status. */
int run_match(const MatchConfig *config, bool json, FILE *out, FILE *err);

#endif
