/* queued_match.h - matches whose games workers play, through a queue. */
#ifndef CMD_QUEUED_MATCH_H
#define CMD_QUEUED_MATCH_H

#include "cmd/queued_job.h"
#include "play/match.h"

typedef struct QueuedMatch {
    MatchSource source; /* for match_run; its context is this struct */
    QueuedJob   job;
} QueuedMatch;

/* Add the match to the queue, or find it there.  Neither struct may be moved afterwards.  Return
 * EXIT_DONE, or the exit status after an error message. */
int  queued_match_begin(QueuedMatch *queued, JobQueue *to, const MatchConfig *config, int priority);
void queued_match_end(QueuedMatch *queued);
/* Print what users should know about this match in a queue.  False if there is nothing. */
bool queued_match_notes(const MatchConfig *config, FILE *err);
/* End the job of the source of a match, because no more games are needed. */
Status queued_match_decided(const MatchSource *source, Fault *fault);

#endif
