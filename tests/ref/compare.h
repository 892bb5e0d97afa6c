/* compare.h - compare a game with its naive implementation, text by text. */
#ifndef TESTS_REF_COMPARE_H
#define TESTS_REF_COMPARE_H

#include "core/game.h"
#include "naive/slow.h"

enum { COMPARE_TURNS_MAX = 20000 };

/* Statistics of a comparison. */
typedef struct CompareTally {
    uint64_t positions, turns, results, skipped;
} CompareTally;

/* Compare result, legal turns and successors in one position line: the same words on both sides.
 * Positions with more than COMPARE_TURNS_MAX turns are counted as skipped.  `pick` becomes a
 * legal successor line chosen by `random`, or "" if the game is over.  False with a sentence in
 * `fault` at the first difference.  `extra` is added to the fast side's variant (";board=..."). */
bool compare_position(const Game *game, const SlowGame *slow, const char *variant,
                      const char *extra, const char *line, Random *random, char *pick, size_t size,
                      CompareTally *tally, Fault *fault);

/* Play random games of at most `turn_limit` turns until `positions` positions are compared. */
bool compare_games(const Game *game, const SlowGame *slow, const char *variant, const char *extra,
                   uint64_t seed, uint64_t positions, int turn_limit, CompareTally *tally,
                   Fault *fault);

/* Do both sides agree whether `line` is a position at all? */
bool compare_validity(const Game *game, const SlowGame *slow, const char *variant, const char *line,
                      bool *valid, Fault *fault);

#endif
