/* SPDX-License-Identifier: MIT */
#include "base/spelling.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum { NAME_MAX_BYTES = 40 }; /* longer input is not a misspelling of our short names */

int edit_distance(const char *a, const char *b)
{
    assert(a != NULL && b != NULL);
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > NAME_MAX_BYTES || b_length > NAME_MAX_BYTES)
        return INT_MAX;
    /* cost[j] is the distance from the first i bytes of `a` to the first j bytes of `b`. */
    int cost[NAME_MAX_BYTES + 1];
    for (size_t j = 0; j <= b_length; j++)
        cost[j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int diagonal = cost[0];
        cost[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int best = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = cost[j];
            if (cost[j] + 1 < best)
                best = cost[j] + 1;
            if (cost[j - 1] + 1 < best)
                best = cost[j - 1] + 1;
            cost[j] = best;
        }
    }
    return cost[b_length];
}

bool is_typo(const char *typed, int distance)
{
    return distance <= 2 && (size_t)distance < strlen(typed);
}
