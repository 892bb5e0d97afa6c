/* games_ref.h - compare a game with its naive implementation, by a plan. */
#ifndef TESTS_REF_GAMES_REF_H
#define TESTS_REF_GAMES_REF_H

#include "driver.h"

enum { REF_VARIANTS_MAX = 12 };

typedef bool NaiveDraw(const char *variant, const char *line, bool labelled, char *out,
                       size_t size);
typedef void FastDraw(const Pos *pos, bool labelled, Text *out);

typedef struct RefPlan {
    const Game     *game;
    const SlowGame *naive;
    const char     *signs; /* characters to corrupt position lines with */
    int             turn_limit;
    NaiveDraw      *naive_draw; /* NULL: it does not draw */
    FastDraw       *fast_draw;
    Share           shares[REF_VARIANTS_MAX]; /* at least one; ends early with a NULL */
} RefPlan;

/* Run the comparison and return what main should return.  The one argument of the program is the
 * game's perft.txt.  If the game has none, there is no argument. */
int ref_test(const RefPlan *plan, int argc, char **argv);

#endif
