/* queued_match.h - matches whose games workers play, through a queue. */
#ifndef CMD_QUEUED_MATCH_H
#define CMD_QUEUED_MATCH_H

#include <stdio.h>

#include "play/match.h"
#include "queue/queue.h"

enum { QUEUED_BATCH = 64 }; /* results that are fetched at once */

/* A connection to a queue. */
typedef struct MatchQueue {
    Queue      *queue;
    char        program[QUEUE_PROGRAM_MAX];
    const char *command; /* for messages */
    FILE       *err;
    bool        is_away; /* the connection is lost */
    int64_t     next_attempt_ms;
} MatchQueue;

typedef struct QueuedMatch {
    MatchSource source; /* for match_run; its context is this struct */
    MatchQueue *to;
    int64_t     job;
    bool        is_waited;          /* this command has made sure that workers take the games */
    bool        is_behind;          /* the last game was not there, so only one is looked for */
    int         first, count, used; /* fetched results: numbers from `first` on */
    char       *result[QUEUED_BATCH];
    size_t      size[QUEUED_BATCH];
} QueuedMatch;

/* Connect to the queue.  Return EXIT_DONE, or the exit status after an error message of `command`. */
int  match_queue_open(MatchQueue *to, const char *url, const char *command, FILE *err);
void match_queue_close(MatchQueue *to);

/* Add the match to the queue, or find it there.  Neither struct may be moved afterwards.  Return
 * EXIT_DONE, or the exit status after an error message. */
int  queued_match_begin(QueuedMatch *queued, MatchQueue *to, const MatchConfig *config,
                        int priority);
void queued_match_end(QueuedMatch *queued);
/* Print what users should know about this match in a queue.  False if there is nothing. */
bool queued_match_notes(const MatchConfig *config, FILE *err);
/* End the job of the source of a match, because no more games are needed. */
Status queued_match_decided(const MatchSource *source, Fault *fault);

#endif
