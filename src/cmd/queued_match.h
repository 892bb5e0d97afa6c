/* queued_match.h - a match whose games workers play, through a queue. */
#ifndef CMD_QUEUED_MATCH_H
#define CMD_QUEUED_MATCH_H

#include <stdio.h>

#include "play/match.h"
#include "queue/queue.h"

enum { QUEUED_BATCH = 64 }; /* results that are fetched at once */

typedef struct QueuedMatch {
    MatchSource source; /* for match_run; its context is this struct */
    Queue      *queue;
    int64_t     job;
    FILE       *err;
    bool        is_away;   /* the connection is lost */
    bool        is_waited; /* this command has made sure that workers take the games */
    bool        is_behind; /* the last game was not there, so only one is looked for */
    int64_t     next_attempt_ms;
    int         first, count, used; /* fetched results: numbers from `first` on */
    char       *result[QUEUED_BATCH];
    size_t      size[QUEUED_BATCH];
} QueuedMatch;

/* Add the match to the queue, or find it there, and print its job number to `err`.  Must not be moved
 * afterwards.  Return EXIT_DONE, or the exit status after an error message. */
int  queued_match_begin(QueuedMatch *queued, const char *url, const MatchConfig *config,
                        int priority, FILE *err);
void queued_match_end(QueuedMatch *queued);
/* End the job of the source of a match, because no more games are needed. */
Status queued_match_decided(const MatchSource *source, Fault *fault);

#endif
