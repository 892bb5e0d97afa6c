/* queued_match.h - matches whose games workers play, through a queue. */
#ifndef CMD_QUEUED_MATCH_H
#define CMD_QUEUED_MATCH_H

#include "cmd/queued_job.h"
#include "play/match.h"

typedef struct QueuedMatch {
    MatchSource source; /* for match_run; its context is this struct */
    QueuedJob   job;
    bool        is_timed; /* its limits depend on the machines */
    bool is_impatient;    /* only games that are finished now count; set it after the beginning */
    bool is_out;          /* such a game was missing */
} QueuedMatch;

/* Add the match to the queue, or find it there.  Neither struct may be moved afterwards.  Return
 * EXIT_DONE, or the exit status after an error message. */
int  queued_match_begin(QueuedMatch *queued, JobQueue *to, const MatchConfig *config, int priority);
void queued_match_end(QueuedMatch *queued);
/* Print what users should know about this match in a queue.  False if there is nothing. */
bool queued_match_notes(const MatchConfig *config, FILE *err);
/* True if the match of the source, which may be NULL, is impatient and has no more finished games. */
bool queued_match_is_out(const MatchSource *source);
/* Set `*has_machines` if the limits of the match depend on the machines, and `out` to those that
 * played it.  The source may be NULL. */
Status queued_match_machines(const MatchSource *source, bool *has_machines, QueueMachines *out,
                             Fault *fault);
/* Print such machines in a line. */
void print_machines(const QueueMachines *machines, FILE *out);
/* End the job of the source of a match, because no more games are needed. */
Status queued_match_decided(const MatchSource *source, Fault *fault);

#endif
