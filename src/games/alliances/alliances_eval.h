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

/* A path by one kind of wave has a number: colour, player, kind and wave, as in Survey.distance. */
enum { PATHS = ALLIANCES_COLOURS * 2 * KINDS * WAVES };

static inline int path_number(int colour, int player, int kind, int wave)
{
    return ((colour * 2 + player) * KINDS + kind) * WAVES + wave;
}

/* Return the numbers, as bits, of the paths that a disc of a colour serves; it cuts the others.  It
 * is the ally of player 1 for the previous colour and of player 2 for the next. */
static inline uint32_t paths_served(int disc)
{
    return 0x0fU << 8 * previous_colour(disc) | 0xf0U << 8 * next_colour(disc) | 0x33U << 8 * disc;
}

/* All that the evaluation of a position needs.  Won colours have no distances. */
typedef struct Survey {
    int16_t   left[ALLIANCES_COLOURS]; /* discs in the supply */
    int16_t   empty;                   /* empty cells */
    Distances distance[ALLIANCES_COLOURS][2];
    uint32_t  ripe; /* paths that lack one disc, by plain waves: their numbers as bits */
} Survey;

/* Compute the survey of a position from scratch. */
void alliances_survey(const Alliances *p, Survey *out);

/* What is known of the paths of a position: input of the incremental update below.  Sets of paths are
 * their numbers as bits. */
typedef struct Outlook {
    int16_t      left[ALLIANCES_COLOURS], empty; /* as in Survey */
    uint32_t     open;                           /* paths that can be completed */
    uint32_t     uncertain;                      /* any disc may change the count */
    uint32_t     layered;                        /* paths with layers */
    uint32_t     served;                         /* by a disc since `near` was found */
    int8_t       missing[PATHS];                 /* LAYERS_MAX + 1 if the path is not open */
    Marks        marks[PATHS];
    const Reach *reach[PATHS]; /* in `found`, or that of an ancestor */
    Reach        found[PATHS];
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
