/* SPDX-License-Identifier: MIT */
#include "web/challenges.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Return the index of a challenge, or -1. */
static int find(const Challenges *challenges, const char *id)
{
    for (int i = 0; i < challenges->count; i++)
        if (strcmp(challenges->challenge[i].id, id) == 0)
            return i;
    return -1;
}

int challenges_of(const Challenges *challenges, const char *visitor)
{
    int count = 0;
    for (int i = 0; i < challenges->count; i++)
        count += strcmp(challenges->challenge[i].visitor, visitor) == 0;
    return count;
}

bool challenges_are_full(const Challenges *challenges)
{
    return challenges->count == CHALLENGES_MAX;
}

void challenges_add(Challenges *challenges, const char *id, const char *visitor, int64_t now_ms)
{
    assert(find(challenges, id) < 0);
    if (challenges_are_full(challenges))
        return;
    Challenge *challenge = &challenges->challenge[challenges->count++];
    snprintf(challenge->id, sizeof challenge->id, "%s", id);
    snprintf(challenge->visitor, sizeof challenge->visitor, "%s", visitor);
    challenge->seen_ms = now_ms;
}

void challenges_see(Challenges *challenges, const char *id, int64_t now_ms)
{
    int at = find(challenges, id);
    if (at >= 0)
        challenges->challenge[at].seen_ms = now_ms;
}

void challenges_remove(Challenges *challenges, const char *id)
{
    int at = find(challenges, id);
    if (at >= 0)
        challenges->challenge[at] = challenges->challenge[--challenges->count];
}

const char *challenges_stale(const Challenges *challenges, int64_t before_ms)
{
    for (int i = 0; i < challenges->count; i++)
        if (challenges->challenge[i].seen_ms < before_ms)
            return challenges->challenge[i].id;
    return NULL;
}
