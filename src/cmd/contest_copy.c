/* SPDX-License-Identifier: MIT */
#include "cmd/contest_copy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/contest.h"
#include "arena/contest_player.h"
#include "arena/seal.h"
#include "arena/submission_pack.h"
#include "base/file.h"

enum { PATH_BYTES = 4096 };

_Static_assert((int)STORE_SUM_MAX == (int)LEDGER_SUM_MAX, "both are SHA-256 in digits");

/* --- Export ------------------------------------------------------------------------------------- */

/* A file that cannot be read does not mean that the database is away. */
static Status of_file(Status status)
{
    return status == STATUS_SYSTEM ? STATUS_ILLEGAL : status;
}

static Status put_file(Queue *queue, const char *contest, const char *folder, const char *path,
                       Fault *fault)
{
    char   full[PATH_BYTES], hash[SEAL_HASH_MAX];
    Buffer bytes;
    snprintf(full, sizeof full, "%.3000s/%s", folder, path);
    buffer_init(&bytes, SUBMISSION_PACK_MAX);
    Status status = of_file(submission_pack(full, &bytes, fault));
    if (status == STATUS_OK) {
        seal_hash(bytes.data, bytes.length, hash);
        status = contest_store_put_file(queue, contest, path, hash, &bytes, fault);
    }
    buffer_free(&bytes);
    return status;
}

/* Store contest.toml and all files that it names. */
static Status put_files(Queue *queue, const Contest *contest, const char *folder, Fault *fault)
{
    Buffer text;
    buffer_init(&text, CONTEST_TEXT_MAX);
    Status status = of_file(contest_load_text(folder, &text, fault));
    if (status == STATUS_OK)
        status = contest_store_put_settings(queue, contest->name, &text, fault);
    buffer_free(&text);
    if (status == STATUS_OK && contest->book[0] != '\0')
        status = put_file(queue, contest->name, folder, contest->book, fault);
    for (int i = 0; i < contest->bot_count && status == STATUS_OK; i++)
        if (contest->bots[i].kind != BOT_BUILTIN)
            status = put_file(queue, contest->name, folder, contest->bots[i].file, fault);
    return status;
}

typedef struct Export {
    Queue      *queue;
    const char *contest;
    int64_t     copied;
    Status      status;
    Fault      *fault;
} Export;

static bool put_entry(void *context, const LedgerEntry *entry)
{
    Export    *e = context;
    StoreEntry copy = { entry->number, entry->kind, entry->item,    entry->hash,
                        entry->sum,    entry->row,  entry->row_size };
    e->status = contest_store_append(e->queue, e->contest, &copy, e->fault);
    e->copied += e->status == STATUS_OK;
    return e->status == STATUS_OK;
}

/* Find where the copy in the database ends.  It must be a beginning of ours. */
static Status find_end(Queue *queue, const char *name, Ledger *ledger, int64_t *entries,
                       Fault *fault)
{
    char    sum[LEDGER_SUM_MAX], ours[LEDGER_SUM_MAX], theirs[LEDGER_SUM_MAX];
    int64_t own_entries;
    Status  status = contest_store_end_of_chain(queue, name, entries, sum, fault);
    if (status == STATUS_NOT_FOUND) {
        *entries = 0;
        return STATUS_OK;
    }
    if (status != STATUS_OK || ledger_has_entry(ledger, *entries, sum))
        return status;
    if (ledger_end_of_chain(ledger, &own_entries, ours) == STATUS_OK && own_entries < *entries &&
        (own_entries == 0 ||
         (contest_store_sum(queue, name, own_entries, theirs, fault) == STATUS_OK &&
          strcmp(ours, theirs) == 0)))
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "the database has %lld more entries of the contest '%.60s'; fetch them "
                         "with `tessera arena import`",
                         (long long)(*entries - own_entries), name);
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "the database has another contest named '%.60s'; give this one another name "
                     "in " CONTEST_FILE ", or delete that one with `tessera queue forget`",
                     name);
}

/* Append the new entries and, with a contest, store its files. */
static Status export_contest(Queue *queue, const char *name, const Contest *contest,
                             const char *folder, Ledger *ledger, int64_t *copied, Fault *fault)
{
    int64_t entries;
    Export  e = { .queue = queue, .contest = name, .fault = fault };
    Status  status = find_end(queue, name, ledger, &entries, fault);
    if (status == STATUS_OK)
        status = contest_store_begin(queue, fault);
    if (status != STATUS_OK)
        return status;
    if (contest != NULL)
        status = put_files(queue, contest, folder, fault);
    if (status == STATUS_OK && ledger_each_entry(ledger, entries, put_entry, &e) != STATUS_OK)
        status = fault_set(fault, STATUS_ILLEGAL, 0,
                           "the contest database in %.100s cannot be read; see `tessera arena "
                           "verify`",
                           folder);
    else if (status == STATUS_OK)
        status = e.status;
    if (status == STATUS_OK && contest == NULL)
        status = contest_store_note_run(queue, name, true, fault);
    *copied = e.copied;
    return contest_store_end(queue, status, fault);
}

Status contest_copy_append(Queue *queue, const char *name, const char *folder, Ledger *ledger,
                           Fault *fault)
{
    int64_t copied;
    return export_contest(queue, name, NULL, folder, ledger, &copied, fault);
}

Status contest_copy_export(Queue *queue, const char *folder, Ledger *ledger, int64_t *copied,
                           Fault *fault)
{
    Contest contest;
    Status  status = of_file(contest_load(folder, &contest, fault));
    if (status != STATUS_OK)
        return status;
    status = export_contest(queue, contest.name, &contest, folder, ledger, copied, fault);
    contest_free(&contest);
    return status;
}

/* --- Import ------------------------------------------------------------------------------------- */

/* True if a file of the directory is the one in the database. */
static bool is_same_file(const char *path, const char *hash)
{
    char   found[SEAL_HASH_MAX] = "";
    Buffer bytes;
    Fault  ignored;
    buffer_init(&bytes, SUBMISSION_PACK_MAX);
    if (submission_pack(path, &bytes, &ignored) == STATUS_OK)
        seal_hash(bytes.data, bytes.length, found);
    buffer_free(&bytes);
    return strcmp(found, hash) == 0;
}

/* Create a file that contest.toml names; its path was checked with contest.toml. */
static Status take_file(const char *folder, const char *path, const char *hash, const Buffer *bytes,
                        Fault *fault)
{
    char full[PATH_BYTES], found[SEAL_HASH_MAX];
    snprintf(full, sizeof full, "%.3000s/%s", folder, path);
    if (access(full, F_OK) == 0)
        return is_same_file(full, hash)
                   ? STATUS_OK
                   : fault_set(fault, STATUS_ILLEGAL, 0,
                               "%.150s is not the file in the database; move it away", full);
    seal_hash(bytes->data, bytes->length, found);
    if (strcmp(found, hash) != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the file %.150s in the database is damaged",
                         path);
    *strrchr(full, '/') = '\0';
    Status status = contest_cache_make(full, fault);
    return status == STATUS_OK ? submission_unpack(bytes->data, bytes->length, full, fault)
                               : status;
}

/* A path that contest.toml names cannot leave the directory. */
static bool names_file(const Contest *contest, const char *path)
{
    bool found = strcmp(contest->book, path) == 0;
    for (int i = 0; i < contest->bot_count && !found; i++)
        found = strcmp(contest->bots[i].file, path) == 0;
    return found && path[0] != '\0';
}

typedef struct Import {
    const char   *folder;
    Contest       contest;
    LedgerAppend *append;
} Import;

/* Files that contest.toml no longer names belong to bots that have left. */
static Status take_named_file(void *context, const char *path, const char *hash,
                              const Buffer *bytes, Fault *fault)
{
    Import *import = context;
    return names_file(&import->contest, path) ? take_file(import->folder, path, hash, bytes, fault)
                                              : STATUS_OK;
}

static Status take_entry(void *context, const StoreEntry *entry, Fault *fault)
{
    Import     *import = context;
    LedgerEntry copy = { entry->number, entry->kind, entry->item,    entry->hash,
                         entry->sum,    entry->row,  entry->row_size };
    return ledger_append(import->append, &copy, fault);
}

/* Write contest.toml.  The directory must be new, or have this contest. */
static Status take_settings(Queue *queue, const char *name, Import *import, Fault *fault)
{
    Buffer  text, before;
    char    path[PATH_BYTES];
    Contest known;
    buffer_init(&text, CONTEST_TEXT_MAX);
    buffer_init(&before, CONTEST_TEXT_MAX);
    snprintf(path, sizeof path, "%.3000s/" CONTEST_FILE, import->folder);
    Status status = contest_store_get_settings(queue, name, &text, fault);
    if (status == STATUS_OK)
        status = contest_read(text.data, text.length, &import->contest, fault);
    if (status == STATUS_OK)
        status = contest_cache_make(import->folder, fault);
    bool exists = status == STATUS_OK && access(path, F_OK) == 0;
    if (exists && (status = contest_load(import->folder, &known, fault)) == STATUS_OK) {
        if (strcmp(known.name, name) != 0)
            status = fault_set(fault, STATUS_ILLEGAL, 0, "%.100s has another contest, '%.60s'",
                               import->folder, known.name);
        contest_free(&known);
    }
    if (exists && status == STATUS_OK)
        status = contest_load_text(import->folder, &before, fault);
    bool is_same = exists && before.length == text.length &&
                   (text.length == 0 || memcmp(before.data, text.data, text.length) == 0);
    if (status == STATUS_OK && !is_same && !file_replace(path, text.data, text.length, 0))
        status =
            fault_set(fault, STATUS_SYSTEM, 0, "cannot write %.150s: %s", path, strerror(errno));
    buffer_free(&text);
    buffer_free(&before);
    return status;
}

/* Append what the database has more; ours must be a beginning of it. */
static Status take_entries(Queue *queue, const char *name, Import *import, Ledger *ledger,
                           int64_t *copied, Fault *fault)
{
    char         sum[LEDGER_SUM_MAX], theirs[LEDGER_SUM_MAX];
    int64_t      entries;
    LedgerAppend append;
    Status       status = ledger_end_of_chain(ledger, &entries, sum);
    if (status == STATUS_OK && entries > 0)
        status = contest_store_sum(queue, name, entries, theirs, fault);
    if (status == STATUS_OK && entries > 0 && strcmp(sum, theirs) != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "%.100s has games that the database does not have; export it, or import "
                         "into another directory",
                         import->folder);
    if (status == STATUS_OK && (status = ledger_begin_append(ledger, &append)) != STATUS_OK)
        fault_set(fault, status, 0, "cannot write to the contest database in %.100s",
                  import->folder);
    if (status != STATUS_OK)
        return status;
    import->append = &append;
    status = contest_store_each_entry(queue, name, entries, take_entry, import, fault);
    *copied = append.entries - entries;
    Status ended = ledger_end_append(&append, status);
    if (status == STATUS_OK && ended != STATUS_OK)
        fault_set(fault, ended, 0, "cannot write to the contest database in %.100s",
                  import->folder);
    return ended;
}

Status contest_copy_import(Queue *queue, const char *name, const char *folder, int64_t *copied,
                           Fault *fault)
{
    Import import = { .folder = folder };
    Status status = take_settings(queue, name, &import, fault);
    if (status == STATUS_OK)
        status = contest_store_each_file(queue, name, take_named_file, &import, fault);
    Ledger *ledger = status == STATUS_OK ? ledger_open(folder, LEDGER_RUN, fault) : NULL;
    if (ledger != NULL) {
        status = take_entries(queue, name, &import, ledger, copied, fault);
        ledger_close(ledger);
    } else if (status == STATUS_OK)
        status = fault->status;
    contest_free(&import.contest);
    return status;
}
