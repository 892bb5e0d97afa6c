/* driver.h - what the tests of games against their naive twins share, around compare.h.
 *
 * TESSERA_SAMPLE=N in the environment compares N positions: more than usual in a long run, fewer where
 * sanitizers look on.  What was seen is told.
 */
#ifndef TESTS_REF_DRIVER_H
#define TESTS_REF_DRIVER_H

#include "compare.h"

enum { DEFAULT_SAMPLE = 6000 };

/* How many positions are to be compared in all. */
uint64_t sample_size(void);
bool     is_long_run(void);

/* A part of the sample for a variant; large boards are dear. */
typedef struct Share {
    const char *variant;
    int         parts;
} Share;

/* How many of `sample` positions the variant of a share gets: at least one. */
uint64_t share_of(uint64_t sample, const Share *shares, int count, const Share *share);

void tell(const char *what, const CompareTally *tally);

/* Lines that were held against both sides, and those that are positions. */
typedef struct LineTally {
    uint64_t lines, valid;
} LineTally;

void tell_lines(const LineTally *tally);

/* The naive rules take a line only as it is written; the fast ones may be a little more liberal.  So the
 * naive side must accept a line exactly if the fast one reads it and writes it back unchanged.  Fails
 * if not; returns whether it does. */
bool check_validity(const Game *game, const SlowGame *slow, const char *variant, const char *line,
                    LineTally *tally);

/* One byte replaced by one of `symbols`, left out or put in, in the board or, as often, behind it. */
void spoil_text(Random *random, const char *symbols, const char *line, Text *out);

/* The numbers of a perft.txt, counted by the naive rules: in a usual run those up to `quickly`,
 * in a smaller one up to so much less, in a long one up to `slowly`. */
void check_perft_table(const SlowGame *slow, const char *path, uint64_t quickly, uint64_t slowly);

#endif
