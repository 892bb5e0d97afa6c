/* contest_store.h - exact copies of contest databases in PostgreSQL, and blobs.
 *
 * Knows:   the tables of such copies: settings, files, a chain of checksums, rows as bytes.
 * Ignores: what is in the rows.  The server checks the checksums; see tessera.append_entry.
 *
 * A copy is append-only.  Entries are added in order and in one transaction with the rows that they
 * are about, so that readers always see the state after some entry.
 *
 * As in queue.h, STATUS_SYSTEM means that the connection is lost.
 */
#ifndef QUEUE_CONTEST_STORE_H
#define QUEUE_CONTEST_STORE_H

#include "base/buffer.h"
#include "queue/queue.h"

enum { STORE_SUM_MAX = 65, STORE_BATCH = 256 };

/* --- Blobs ---------------------------------------------------------------------------------- */

/* Store bytes under their SHA-256, once, for the tasks of a job. */
Status contest_store_job_blob(Queue *queue, int64_t job, const char *hash, const Buffer *bytes,
                              Fault *fault);
/* For workers: fetch a blob of a job of which this worker holds a task.  STATUS_NOT_FOUND if there is
 * none.  Nobody has checked the bytes. */
Status contest_store_fetch_blob(Queue *queue, int64_t job, const char *hash, Buffer *out,
                                Fault *fault);

/* --- Copies of contests ---------------------------------------------------------------------- */

typedef struct StoreEntry {
    int64_t     number;
    const char *kind;
    int64_t     item;
    const char *hash, *sum;
    const char *row; /* NULL if a later entry has it */
    size_t      row_size;
} StoreEntry;

/* A transaction of the calls between both.  `status` other than STATUS_OK undoes them. */
Status contest_store_begin(Queue *queue, Fault *fault);
Status contest_store_end(Queue *queue, Status status, Fault *fault);

/* Get the number of entries of a contest and the checksum of the last one; 0 and 64 zeros if it has
 * none.  STATUS_NOT_FOUND if the database has no contest of this name. */
Status contest_store_end_of_chain(Queue *queue, const char *contest, int64_t *entries,
                                  char sum[STORE_SUM_MAX], Fault *fault);
/* Write the checksum of an entry. */
Status contest_store_sum(Queue *queue, const char *contest, int64_t entry, char sum[STORE_SUM_MAX],
                         Fault *fault);

/* Note that a process runs the contest, about once per second, or that it no longer does. */
Status contest_store_note_run(Queue *queue, const char *contest, bool is_running, Fault *fault);

/* The state of a contest. */
typedef struct StoreState {
    int64_t entries; /* the end of its chain, as for contest_store_end_of_chain */
    char    sum[STORE_SUM_MAX];
    char    settings[STORE_SUM_MAX]; /* checksum of its settings */
    bool    is_running;
} StoreState;

/* STATUS_NOT_FOUND if the database has no contest of this name. */
Status contest_store_state(Queue *queue, const char *contest, StoreState *out, Fault *fault);

/* Create the contest, or replace its settings. */
Status contest_store_put_settings(Queue *queue, const char *contest, const Buffer *settings,
                                  Fault *fault);
Status contest_store_append(Queue *queue, const char *contest, const StoreEntry *entry,
                            Fault *fault);
/* Store a file of the contest, unless it is there with this SHA-256. */
Status contest_store_put_file(Queue *queue, const char *contest, const char *path, const char *hash,
                              const Buffer *bytes, Fault *fault);

Status contest_store_get_settings(Queue *queue, const char *contest, Buffer *out, Fault *fault);
/* Return a status other than STATUS_OK, with the reason, to stop. */
typedef Status StoreEntryVisit(void *context, const StoreEntry *entry, Fault *fault);
typedef Status StoreFileVisit(void *context, const char *path, const char *hash,
                              const Buffer *bytes, Fault *fault);
/* Visit all entries after number `after`, and all files. */
Status contest_store_each_entry(Queue *queue, const char *contest, int64_t after,
                                StoreEntryVisit *visit, void *context, Fault *fault);
Status contest_store_each_file(Queue *queue, const char *contest, StoreFileVisit *visit,
                               void *context, Fault *fault);
/* Forget a contest with its files.  STATUS_NOT_FOUND if there is none. */
Status contest_store_remove(Queue *queue, const char *contest, Fault *fault);

#endif
