/* driver.h - the common driver of the tests that compare games with their naive implementations.
 *
 * TESSERA_SAMPLE=N in the environment compares N positions: more in a long run, fewer with
 * sanitizers.  The driver prints a summary.
 */
#ifndef TESTS_REF_DRIVER_H
#define TESTS_REF_DRIVER_H

#include "compare.h"

enum { DEFAULT_SAMPLE = 6000 };

/* Return the number of positions to compare in all. */
uint64_t sample_size(void);
bool     is_long_run(void);

/* A part of the sample for a variant; large boards are expensive. */
typedef struct Share {
    const char *variant;
    int         parts;
} Share;

/* Return how many of `sample` positions the variant of a share gets: at least one. */
uint64_t share_of(uint64_t sample, const Share *shares, int count, const Share *share);

void print_tally(const char *what, const CompareTally *tally);

/* Numbers of compared lines, and of those that are valid positions. */
typedef struct LineTally {
    uint64_t lines, valid;
} LineTally;

void print_line_tally(const LineTally *tally);

/* The naive rules take a line only as it is written; the fast ones may be a little more liberal.
 * So the naive side must accept a line exactly if the fast one reads it and writes it back
 * unchanged.  Fails if not; returns whether it does. */
bool check_validity(const Game *game, const SlowGame *slow, const char *variant, const char *line,
                    LineTally *tally);

/* One byte replaced by one of `symbols`, left out or put in, in the board or, as often, behind
 * it. */
void spoil_text(Random *random, const char *symbols, const char *line, Text *out);

/* Check the numbers of a perft.txt with the naive rules: in a default run those up to `quickly`, in a
 * smaller one proportionally fewer, in a long one up to `slowly`. */
void check_perft_table(const SlowGame *slow, const char *path, uint64_t quickly, uint64_t slowly);

#endif
