/* check.h - will my bot be accepted?  It is built and run as a contest would, and told about.
 *
 * Knows:   the builder, the judge, words for the bot's author.
 * Ignores: contests beyond their game and limits.
 */
#ifndef ARENA_CHECK_H
#define ARENA_CHECK_H

#include "arena/contest.h"

typedef struct CheckJob {
    const char    *path;    /* the bot's file */
    BotSpec        bot;     /* kind and arguments; the rest is filled in */
    const Contest *contest; /* game and limits */
    int            games;   /* against each opponent; 0: two */
    bool           unsafe;
    const char *opponent; /* one of our own players, as `add --player` takes them; NULL: random */
    Buffer     *records;  /* takes the games that are played; may be NULL */
    Buffer     *log;      /* takes what the bot writes to stderr; may be NULL */
} CheckJob;

/* Build it, let it play against the opponent and against itself, and write what its author should know.
 * On failure it could not be tried at all, for no fault of its own. */
Status check_bot(const CheckJob *job, bool *accepted, Buffer *out, Fault *fault);

#endif
