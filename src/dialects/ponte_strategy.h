/* ponte_strategy.h - our player as a strategy of the Ponte del Diavolo contest.
 *
 *     tessera ponte COLOUR MAYSWAP CHESS BRIDGE STEPLOG
 *
 * Knows:   the contest's files, the time of one decision.
 * Ignores: the course of the game.  Every decision is a new process, and the two tables are all it needs.
 *
 * `make contest-strategy` writes the same code, with the rules and the search, as one C file.
 */
#ifndef DIALECTS_PONTE_STRATEGY_H
#define DIALECTS_PONTE_STRATEGY_H

#include <stdio.h>

#include "core/turn.h"
#include "dialects/ponte_tables.h"

/* When to stop thinking.  Zero means no limit; at least one must be set. */
typedef struct PonteLimits {
    uint32_t wall_ms, cpu_ms;
    uint32_t nodes;
} PonteLimits;

/* The contest's two files, as tables. */
typedef struct PonteFiles {
    PonteTable chess;  /* 0 no stone, 1 white, 2 black */
    PonteTable bridge; /* 0, or the number of the bridge that ends here */
} PonteFiles;

/* Build the position in which `side` decides.  `turn` is its number.  STATUS_ILLEGAL with the reason if
 * the tables contradict the rules, or if the side has no action. */
Status ponte_strategy_position(const PonteFiles *files, int side, bool may_swap, int turn, Pos *out,
                               Fault *fault);
/* Choose a legal turn of a position from ponte_strategy_position.  The clock starts at `begun`, in
 * seconds of clock_wall_seconds. */
Status ponte_strategy_decide(const Pos *pos, const PonteLimits *limits, double begun, Turn *turn,
                             Fault *fault);
/* Enter the action into the tables.  Exactly one of them changes. */
void ponte_strategy_play(const Pos *pos, const Turn *turn, PonteFiles *files);

extern const char PONTE_STRATEGY_USAGE[];
/* The command: decide, and overwrite the file that changes.  Return the exit status. */
int ponte_strategy_main(int argc, char **argv, FILE *in, FILE *out, FILE *err);

#endif
