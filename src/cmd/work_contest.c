/* SPDX-License-Identifier: MIT */
/* work_contest.c - work of kind `contest`: a task is a game between two bots, which run in the jail.
 *
 * The main thread of a worker fetches the submissions that a task needs (`fetch`), into a directory that
 * keeps them for later games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contest_player.h"
#include "arena/jail.h"
#include "arena/submission_pack.h"
#include "cmd/work.h"
#include "queue/contest_store.h"

enum { PATH_BYTES = 4096 };

/* Write the directory of submissions and programs. */
static Status find_folder(char path[PATH_BYTES], Fault *fault)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/')
        snprintf(path, PATH_BYTES, "%.2000s/tessera/bots", cache);
    else if (home != NULL && home[0] == '/')
        snprintf(path, PATH_BYTES, "%.2000s/.cache/tessera/bots", home);
    else
        return fault_set(fault, STATUS_SYSTEM, 0,
                         "there is no directory for bots; set XDG_CACHE_HOME or HOME");
    return contest_cache_make(path, fault);
}

static Status check(Fault *fault)
{
    char   path[PATH_BYTES];
    Fault  why;
    Status status = find_folder(path, fault);
    if (status == STATUS_OK && jail_probe(&why) != STATUS_OK)
        status = fault_set(fault, STATUS_SYSTEM, 0, "cannot start the jail: %.200s", why.why);
    return status;
}

/* --- Submissions -------------------------------------------------------------------------------- */

typedef struct Fetching {
    Queue  *queue;
    int64_t job;
    char    folder[PATH_BYTES];
    Status  status;
    Fault  *fault;
} Fetching;

static bool fetch_one(void *context, const char *hash)
{
    Fetching *f = context;
    Buffer    bytes;
    if (contest_cache_has(f->folder, hash))
        return true;
    buffer_init(&bytes, SUBMISSION_PACK_MAX);
    f->status = contest_store_fetch_blob(f->queue, f->job, hash, &bytes, f->fault);
    if (f->status == STATUS_OK &&
        contest_cache_add(f->folder, hash, bytes.data, bytes.length, f->fault) != STATUS_OK)
        f->status = STATUS_ILLEGAL; /* the connection is not lost */
    buffer_free(&bytes);
    return f->status == STATUS_OK;
}

static Status fetch(Queue *queue, const QueueWork *work, Fault *fault)
{
    Fetching f = { .queue = queue, .job = work->task.job, .fault = fault };
    if (work->input == NULL)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the game has no description");
    if (find_folder(f.folder, fault) != STATUS_OK)
        return STATUS_ILLEGAL; /* the connection is not lost */
    Status status = contest_player_needs(work->spec, work->input, fetch_one, &f, fault);
    return status == STATUS_OK ? f.status : status;
}

/* --- Games -------------------------------------------------------------------------------------- */

static void *prepare(const QueueWork *work, Fault *fault)
{
    char path[PATH_BYTES];
    return find_folder(path, fault) == STATUS_OK ? contest_player_new(path, work->spec, fault)
                                                 : NULL;
}

static Status run(void *prepared, const QueueWork *work, Buffer *result, Fault *fault)
{
    return contest_player_play(prepared, work->input, result, fault);
}

static bool show(void *prepared, Buffer *out)
{
    return contest_player_show(prepared, out);
}

static void stop(void *prepared)
{
    contest_player_stop(prepared);
}

static void release(void *prepared)
{
    contest_player_delete(prepared);
}

const WorkKind WORK_CONTEST = { .name = "contest",
                                .prepare = prepare,
                                .run = run,
                                .stop = stop,
                                .show = show,
                                .free = release,
                                .check = check,
                                .fetch = fetch };
