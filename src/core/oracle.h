/* oracle.h - the interface to a source of exact values of positions.
 *
 * Knows:   nothing itself; a provider of exact values (a tablebase) fills it in.
 * Ignores: where the values come from.
 *
 * The values hold for play without a repetition rule and without a turn limit.  If the game has
 * them, use oracle_fits and oracle_probe, which look at the line of play.
 *
 * A probe returns at once, allocates nothing, and may be called by any number of threads.
 */
#ifndef CORE_ORACLE_H
#define CORE_ORACLE_H

#include "core/line.h"

typedef struct OracleAnswer {
    int      winner; /* the side of the board that wins with best play, or SIDE_NONE for a draw */
    uint32_t turns;  /* turns of both sides until the win: the winner minimises, the loser maximises
                      * them; 0 in a draw */
} OracleAnswer;

typedef struct Oracle {
    /* Return false, and leave `out` unchanged, if the value is not known. */
    bool (*probe)(const void *context, const Pos *pos, OracleAnswer *out);
    const void *context;
} Oracle;

/* True if values of an oracle hold after this line, as far as the repetition rule is concerned.
 * Following a tablebase to a win never repeats a position, and a search that probes at the
 * beginning of every turn passes through no known position before.  So no position occurs more than
 * once again. */
bool oracle_fits(const Line *line);

/* Write the exact value of the game in progress.  A win that the turn limit prevents is a draw.
 * Return false if the value is not known or the game is over. */
bool oracle_probe(const Oracle *oracle, const Line *line, OracleAnswer *out);

/* Write "white wins in 17 turns" or "a draw with best play", without a full stop. */
void oracle_describe(const Game *game, OracleAnswer answer, Text *out);

#endif
