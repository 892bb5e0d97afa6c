/* spelling.h - how much two names differ, for suggestions in error messages. */
#ifndef BASE_SPELLING_H
#define BASE_SPELLING_H

#include <stdbool.h>

/* Return the Levenshtein distance of two strings; INT_MAX if one is longer than 40 bytes. */
int edit_distance(const char *a, const char *b);
/* True if `typed` at this edit distance is probably a misspelling of the other name. */
bool is_typo(const char *typed, int distance);

#endif
