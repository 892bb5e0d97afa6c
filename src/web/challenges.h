/* challenges.h - the open challenges: who made them, and when their creators were last seen.
 *
 * Knows:   ids of tables, visitors, times of the monotonic clock.
 * Ignores: tables, the game database, requests.
 *
 * Memory is bounded.  After a restart the creators are unknown, so their old challenges do not count
 * against them.
 */
#ifndef WEB_CHALLENGES_H
#define WEB_CHALLENGES_H

#include <stdbool.h>
#include <stdint.h>

#include "web/limits.h"
#include "web/secret.h"
#include "web/visitor.h"

typedef struct Challenge {
    char    id[ID_TEXT_MAX];
    char    visitor[ADDRESS_TEXT_MAX]; /* a Visitor's group; "": unknown */
    int64_t seen_ms;                   /* its creator was connected then */
} Challenge;

/* All zeros: none. */
typedef struct Challenges {
    int       count;
    Challenge challenge[CHALLENGES_MAX];
} Challenges;

/* Return the number of open challenges of a visitor. */
int  challenges_of(const Challenges *challenges, const char *visitor);
bool challenges_are_full(const Challenges *challenges);
/* Add a challenge; ignore it if the list is full. */
void challenges_add(Challenges *challenges, const char *id, const char *visitor, int64_t now_ms);
/* The creator is connected now. */
void challenges_see(Challenges *challenges, const char *id, int64_t now_ms);
/* The challenge is no longer open; it may be unknown. */
void challenges_remove(Challenges *challenges, const char *id);
/* Return a challenge whose creator was last seen before `before_ms`, or NULL. */
const char *challenges_stale(const Challenges *challenges, int64_t before_ms);

#endif
