/* conform.h - the conformance suite, which every game must pass.
 *
 * The suite plays random games through the game interface and checks in every position that the facets
 * of the game agree: exactly the listed steps are legal, written text reads back, symmetric positions
 * have the same moves, and proved results come true.
 *
 * Knows:   core/game.h, and what follows from it for every game.
 * Ignores: the rules of any game.  A game that is consistent but contradicts its rule book passes;
 *          tests of rulings and the naive implementation find that.
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
    int         sample;     /* check one of N visited positions thoroughly; 0: all */
    int         turns_max;  /* a position with more turns is not walked as a whole; 0: 20000 */
} ConformPlan;

/* STATUS_OK, or STATUS_ILLEGAL with the name of the check that failed, what was wrong, the game,
 * the seed, the number of the game (from 0) and the position line.  STATUS_SYNTAX if the plan's
 * variant cannot be read, STATUS_NO_MEMORY if memory ran out. */
Status conform_run(const Game *game, const ConformPlan *plan, Fault *fault);

/* Return the name of a check, which begins its messages; NULL after the last. */
const char *conform_check_name(int index);

#endif
