/* conform.h - the suite that every game must pass.
 *
 * Random games are played through the contract, and in every position that comes up the game is
 * asked whether its facets agree with each other: what is listed is legal and nothing else is,
 * what is written reads back, what is mapped plays alike, what is claimed comes true.
 *
 * Knows:   core/game.h, and what follows from it for every game.
 * Ignores: the rules of any game.  A game that misreads its rule book but is at one with itself
 *          passes; rulings and a second implementation are for that.
 */
#ifndef TESTS_CONFORM_H
#define TESTS_CONFORM_H

#include "core/setup.h"

typedef struct ConformPlan {
    const char *variant;    /* what follows the colon in GAME:VARIANT; NULL: the default */
    GameFinder *find;       /* finds this very game, to read records; NULL: no records */
    uint64_t    seed;       /* equal seeds, equal games */
    int         games;      /* how many random games */
    int         turn_limit; /* turns of one game, at most */
    Step        step_limit; /* `legal` is asked about every number below, and many above */
    int         sample;     /* one visited position of so many is checked thoroughly; 0: all */
    int         turns_max;  /* a position with more turns is not walked as a whole; 0: 20000 */
} ConformPlan;

/* STATUS_OK, or STATUS_ILLEGAL with the name of the check that failed, what was wrong, the game,
 * the seed, the number of the game (from 0) and the position line.  STATUS_SYNTAX if the plan's
 * variant cannot be read, STATUS_NO_MEMORY if memory ran out. */
Status conform_run(const Game *game, const ConformPlan *plan, Fault *fault);

/* The name of a check, as it stands in front of the sentence; NULL after the last. */
const char *conform_check_name(int index);

#endif
