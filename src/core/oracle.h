/* oracle.h - somebody who knows the true value of some positions.
 *
 * Knows:   nothing itself: whoever has such knowledge (tables of solved positions) fills one in.
 * Ignores: where the knowledge comes from.
 *
 * What is told holds for play without a rule of repetition and without a turn limit.  With those, one
 * has to look at the line of play as well: oracle_fits and oracle_probe.
 *
 * Who is asked answers at once, allocates nothing, and may be asked by any number of threads.
 */
#ifndef CORE_ORACLE_H
#define CORE_ORACLE_H

#include "core/line.h"

typedef struct OracleAnswer {
    int      winner; /* the side of the board that wins with best play, or SIDE_NONE: a draw */
    uint32_t turns;  /* of both sides together, until it has won: the winner hurries, the loser
                        delays; 0 in a draw */
} OracleAnswer;

typedef struct Oracle {
    /* False, and `out` unchanged, where nothing is known about the position. */
    bool (*probe)(const void *context, const Pos *pos, OracleAnswer *out);
    const void *context;
} Oracle;

/* Does what an oracle says hold for what follows this line, where the rule of repetition is concerned?
 * Whoever follows it to a win comes to no position twice, and a search that asks it wherever a turn
 * begins passes no known position before; so no position comes up more than once again. */
bool oracle_fits(const Line *line);

/* The true value of the game that is being played, as it stands.  A win that the turn limit
 * forestalls is a draw.  False where it is not known, and where the game is over. */
bool oracle_probe(const Oracle *oracle, const Line *line, OracleAnswer *out);

/* "white wins in 17 turns", "a draw with best play": no full stop. */
void oracle_describe(const Game *game, OracleAnswer answer, Text *out);

#endif
