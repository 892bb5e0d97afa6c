/* alliances_eval.h - the evaluation of one position, for alliances_eval.c and alliances_search.c.
 *
 * Knows:   how many discs each player lacks for each open colour.
 * Ignores: the search.
 */
#ifndef GAMES_ALLIANCES_EVAL_H
#define GAMES_ALLIANCES_EVAL_H

#include "games/alliances/alliances_eval_paths.h"

enum { ALLIANCES_UNIT = 256 }; /* GameEval.unit; README.md has matches with 128 and 512 */

enum { CHAIN, FENCE, KINDS };
enum { PLAIN, LEAPING, WAVES };

/* How many discs a player lacks for each path in one colour, by each kind of wave; more than
 * LAYERS_MAX if the path is closed. */
typedef struct Distances {
    int8_t missing[KINDS][WAVES];
} Distances;

/* All that the evaluation of a position needs.  Won colours have no distances. */
typedef struct Survey {
    int16_t   left[ALLIANCES_COLOURS]; /* discs in the supply */
    int16_t   empty;                   /* empty cells */
    Distances distance[ALLIANCES_COLOURS][2];
} Survey;

/* Compute the survey of a position from scratch. */
void alliances_survey(const Alliances *p, Survey *out);

/* Where a disc can change a path: input of the incremental update below. */
typedef struct Outlook {
    Known known[ALLIANCES_COLOURS][2][KINDS][WAVES]; /* in `found`, or that of an ancestor */
    Reach found[ALLIANCES_COLOURS][2][KINDS][WAVES];
} Outlook;

/* Compute the survey of `p` incrementally; `step` led to it from a position with this outlook. */
void alliances_survey_after(const Outlook *before, Step step, const Alliances *p, Survey *out);

/* The members of GameEval, for a position with its survey. */
int alliances_evaluate(const Alliances *p, const Survey *s);
/* Rank steps.  A list shorter than the number of empty cells has noisy steps only, and threats alone
 * rank these.  For other lists write the outlook and return true.  `before` is the outlook of the
 * position from which `step` led here, which must outlive this one; NULL if there is none. */
bool alliances_order(const Alliances *p, const Survey *s, const Step *steps, int count,
                     int32_t *ranks, const Outlook *before, Step step, Outlook *outlook);
int  alliances_noisy(const Alliances *p, const Survey *s, Step *steps);
int  alliances_width(const Pos *pos, int depth, int widening);

/* The frozen evaluation of the baseline players. */
int alliances_baseline_eval(const Pos *pos);

#endif
