/* queued_contest.h - contests whose games workers play, through a queue. */
#ifndef CMD_QUEUED_CONTEST_H
#define CMD_QUEUED_CONTEST_H

#include "arena/run.h"
#include "cmd/queued_job.h"

typedef struct KnownGame KnownGame;

typedef struct QueuedContest {
    RunSource  source; /* for run_contest; its context is this struct */
    JobQueue   to;
    QueuedJob  job;
    char       name[CONTEST_NAME_MAX];
    bool       is_timed;
    bool       is_begun;
    int        tasks;       /* of the job */
    int        known_count; /* tasks that earlier runs added */
    KnownGame *known;
} QueuedContest;

/* Connect to the queue.  The struct may not be moved afterwards.  `folder` has the contest.  Return
 * EXIT_DONE, or the exit status after an error message. */
int queued_contest_begin(QueuedContest *queued, const char *url, const char *folder, FILE *err);
/* Complete the copy of the contest in the database, and say which machines played.  Unless more games
 * are wanted, workers stop playing. */
void queued_contest_conclude(QueuedContest *queued, const char *folder, bool wants_more);
void queued_contest_end(QueuedContest *queued);

#endif
