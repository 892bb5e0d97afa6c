/* check.h - build and try a bot under contest conditions, and report to its author.
 *
 * Knows:   the builder, the referee, the report.
 * Ignores: the bots and results of a contest.
 */
#ifndef ARENA_CHECK_H
#define ARENA_CHECK_H

#include "arena/contest.h"
#include "base/json.h"

typedef struct CheckJob {
    const char    *path;    /* the bot's file */
    BotSpec        bot;     /* kind and arguments; the rest is filled in */
    const Contest *contest; /* game, limits and openings */
    const char    *folder;  /* of the contest, for its book; NULL: there is none */
    int            games;   /* against each opponent; 0: 2 games, or 8 with openings */
    double         seconds; /* after this time no further game begins; 0: no limit */
    bool           unsafe;
    const char    *opponent; /* a built-in player, as in `add --player`; NULL: random */
    Buffer        *records;  /* receives the game records; may be NULL */
    Buffer        *log;      /* receives the bot's stderr; may be NULL */
    Json          *json;     /* receives the report as keys of the current object; may be NULL */
} CheckJob;

/* Build the bot, play it against the opponent and against itself, and write a report for its
 * author.  `*accepted`: it never forfeited.  A failure status means that the check itself could not
 * run. */
Status check_bot(const CheckJob *job, bool *accepted, Buffer *out, Fault *fault);

#endif
