/* cmd_tablebase.h - the command tablebase, for the program that builds with several ranks. */
#ifndef CMD_CMD_TABLEBASE_H
#define CMD_CMD_TABLEBASE_H

#include "cmd/cmd.h"
#include "solver/retro_ranks.h"

/* Run the command on this rank; all ranks call it with the same arguments.  NULL: there are no
 * others. */
int tablebase_run(const Args *args, const RetroRanks *ranks, FILE *out, FILE *err);

#endif
