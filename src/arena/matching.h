/* matching.h - pairing everybody off, when not everybody may be paired with everybody.
 *
 * A maximum matching of a general graph (Edmonds), kept while its vertices leave it one by one.
 * So a draw can ask before each pairing: do the others still find partners?
 */
#ifndef ARENA_MATCHING_H
#define ARENA_MATCHING_H

#include <stdbool.h>

typedef struct Matching {
    int   count;
    bool *allowed; /* count * count, symmetric */
    bool *gone;    /* left, with their partners or alone */
    int  *mate;    /* -1: none */
    /* of the search for a longer path */
    int  *parent, *base, *queue;
    bool *seen, *blossom;
} Matching;

/* False when memory ran out.  Nobody may meet anybody yet. */
bool matching_init(Matching *matching, int count);
void matching_free(Matching *matching);

void matching_allow(Matching *matching, int a, int b, bool allowed);
bool matching_allows(const Matching *matching, int a, int b);

/* Pair off as many as possible of those who are not gone; true if nobody is left over. */
bool matching_complete(Matching *matching);
/* Let two leave together, or one alone (b is -1), if all others can still be paired off.  Otherwise
 * false, and nothing has changed.  Requires that matching_complete would be true, or with b = -1 that
 * one is left over. */
bool matching_leave(Matching *matching, int a, int b);

#endif
