/* matching.h - maximum matching in a general graph (Edmonds' blossom algorithm).
 *
 * Knows:   vertices, edges, and a matching that is maintained while vertices are removed.
 * Ignores: bots and rounds.  A Swiss draw uses it to check before each pairing that all others can
 *          still be paired (schedule.c).
 */
#ifndef ARENA_MATCHING_H
#define ARENA_MATCHING_H

#include <stdbool.h>

typedef struct Matching {
    int   count;
    bool *allowed; /* count * count, symmetric */
    bool *gone;    /* removed vertices */
    int  *mate;    /* -1: none */
    /* working memory of the search for an augmenting path */
    int  *parent, *base, *queue;
    bool *seen, *blossom;
} Matching;

/* Start with `count` vertices and no edges.  False if out of memory. */
bool matching_init(Matching *matching, int count);
void matching_free(Matching *matching);

/* Add or remove the edge between two vertices. */
void matching_allow(Matching *matching, int a, int b, bool allowed);
bool matching_allows(const Matching *matching, int a, int b);

/* Make the matching maximum; true if it is perfect, that is, it covers all remaining vertices. */
bool matching_complete(Matching *matching);
/* Remove two vertices, or only `a` if `b` is -1, if the others still have a perfect matching.
 * Otherwise return false and change nothing.  Requires that the matching is perfect, or with b = -1
 * that exactly one vertex is unmatched. */
bool matching_leave(Matching *matching, int a, int b);

#endif
