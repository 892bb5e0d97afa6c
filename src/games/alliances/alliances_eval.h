/* alliances_eval.h - judgement of one position, for alliances_eval.c and alliances_search.c.
 *
 * Knows:   how far each player is from each open colour.
 * Ignores: the search.
 */
#ifndef GAMES_ALLIANCES_EVAL_H
#define GAMES_ALLIANCES_EVAL_H

#include "games/alliances/alliances_eval_ways.h"

enum { ALLIANCES_UNIT = 256 };

enum { CHAIN, FENCE, KINDS };
enum { PLAIN, LEAPING, WAVES };

/* How many discs a player misses in one colour, counted by each kind of wave;
 * more than LAYERS_MAX where a way is closed. */
typedef struct Ways {
    int8_t missing[KINDS][WAVES];
} Ways;

/* All that the judgement of a position needs.  Colours that are won have no ways. */
typedef struct Survey {
    int16_t left[ALLIANCES_COLOURS]; /* discs of each colour */
    int16_t empty;                   /* spots */
    Ways    ways[ALLIANCES_COLOURS][2];
} Survey;

void alliances_survey(const Alliances *p, Survey *out);

/* What steps change in the survey of the next position. */
typedef struct Outlook {
    Reach reach[ALLIANCES_COLOURS][2][KINDS][WAVES];
} Outlook;

/* The survey of `p`, which a disc of `step` has led to from a position with this outlook. */
void alliances_survey_after(const Outlook *before, Step step, const Alliances *p, Survey *out);

/* The members of GameEval, for a position whose survey is known. */
int alliances_evaluate(const Alliances *p, const Survey *s);
/* The outlook falls off when ranks are made; NULL: nobody needs it. */
void alliances_order(const Alliances *p, const Survey *s, const Step *steps, int count,
                     int32_t *ranks, Outlook *outlook);
int  alliances_noisy(const Alliances *p, const Survey *s, Step *steps);
int  alliances_width(const Pos *pos, int depth, int widening);

/* The judgement of the ladder, frozen. */
int alliances_ladder_eval(const Pos *pos);

#endif
