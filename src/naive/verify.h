/* verify.h - the independent checker of proof files.
 *
 * Knows:   the format of docs/proofs.md and the naive rules (naive/slow.h).
 * Ignores: the solver, the fast rules, and everything except the naive implementations and the C
 *          library.  What it accepts is proved even if the rest of the program is wrong.
 *
 * The file is untrusted: every word is checked against the rules.  Time is proportional to the
 * number of positions in the file.
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
    size_t line;                    /* of the file, from 1, at which an error was found */
    char   why[VERIFY_WHY_MAX];     /* the error, a sentence without full stop; "" if none */
    char   game[VERIFY_WORDS_MAX];  /* GAME:VARIANT */
    char   value[VERIFY_WORDS_MAX]; /* "white", "draw" ... */
    long   turns;                   /* turns within which the winner wins; -1 for a draw */
    bool   has_margin;
    long   margin;    /* points by which the first side is ahead at the end */
    size_t positions; /* number of checked positions */
} VerifyReport;

/* Check a file.  `text` is cut into lines in place and must have capacity for one byte after its
 * `size` bytes.  True if the file proves all its claims. */
bool verify_proof(char *text, size_t size, VerifyReport *report);

/* The same with a listener that is called now and then with the share done, from 0 to 1. */
typedef void VerifyListener(void *context, double share);
bool verify_proof_heard(char *text, size_t size, VerifyReport *report, VerifyListener *listener,
                        void *context);

#endif
