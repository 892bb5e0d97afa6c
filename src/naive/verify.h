/* verify.h - is a proof file a proof?  The separate checker.
 *
 * Knows:   the format of docs/proofs.md and the naive rules (naive/slow.h).
 * Ignores: the solver, the fast rules, everything outside this folder but the C library: what it
 *          accepts is true even if all the rest of the program is wrong.
 *
 * The file is hostile: every word of it is checked, and nothing is believed that the rules do not
 * confirm.  Time is proportional to the number of positions in the file.
 */
#ifndef NAIVE_VERIFY_H
#define NAIVE_VERIFY_H

#include <stdbool.h>
#include <stddef.h>

enum {
    VERIFY_WHY_MAX = 512,
    VERIFY_WORDS_MAX = 256,
};

typedef struct VerifyReport {
    size_t line;                    /* of the file, from 1, where a fault was found */
    char   why[VERIFY_WHY_MAX];     /* the fault in a sentence without full stop; "" if none */
    char   game[VERIFY_WORDS_MAX];  /* GAME:VARIANT */
    char   value[VERIFY_WORDS_MAX]; /* "white", "draw" ... */
    long   turns;                   /* the winner wins within so many turns; -1 for a draw */
    bool   has_margin;
    long   margin;    /* by so many points the first side is ahead at the end */
    size_t positions; /* that were checked */
} VerifyReport;

/* Check a whole file.  `text` is cut into lines in place and must have room for one byte behind
 * its `size` bytes.  True if everything in it is proved. */
bool verify_proof(char *text, size_t size, VerifyReport *report);

#endif
