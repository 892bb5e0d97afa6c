/* SPDX-License-Identifier: MIT */
#include "queue/contest_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pg/pg.h"

enum { BLOB_MAX = 128 << 20, NUMBER_TEXT_MAX = 24 };

typedef struct Number {
    char text[NUMBER_TEXT_MAX];
} Number;

static const char *number_text(Number *number, int64_t value)
{
    snprintf(number->text, sizeof number->text, "%lld", (long long)value);
    return number->text;
}

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

/* --- Bytes as text: \x and hexadecimal digits ------------------------------------------------- */

static const char DIGITS[] = "0123456789abcdef";

/* Write bytes for a parameter.  NULL without memory. */
static char *bytea_text(const char *bytes, size_t size)
{
    char *text = malloc(2 * size + 3);
    if (text == NULL)
        return NULL;
    memcpy(text, "\\x", 2);
    for (size_t i = 0; i < size; i++) {
        text[2 + 2 * i] = DIGITS[(unsigned char)bytes[i] >> 4];
        text[3 + 2 * i] = DIGITS[(unsigned char)bytes[i] & 15];
    }
    text[2 + 2 * size] = '\0';
    return text;
}

static int value_of(char digit)
{
    const char *found = digit == '\0' ? NULL : strchr(DIGITS, digit);
    return found == NULL ? 0 : (int)(found - DIGITS);
}

static void add_bytes(const PgRows *rows, int row, int column, Buffer *out)
{
    const char *text = pg_text(rows, row, column);
    size_t      length = pg_length(rows, row, column);
    for (size_t i = 2; i + 1 < length; i += 2) {
        char byte = (char)(value_of(text[i]) << 4 | value_of(text[i + 1]));
        buffer_bytes(out, &byte, 1);
    }
}

/* --- Blobs ------------------------------------------------------------------------------------ */

/* Run a statement whose $2 is the hash and $3 the bytes, which are sent only if the first statement
 * returns no row: the blob is not there. */
static Status put_blob(Queue *queue, const char *find, const char *add, const char **parameters,
                       const Buffer *bytes, int count, Fault *fault)
{
    PgRows *rows;
    Status  status = pg_query(queue_pg(queue), find, count - 1, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    bool is_there = pg_row_count(rows) > 0;
    pg_free(rows);
    if (is_there)
        return STATUS_OK;
    char *data = bytea_text(bytes->data, bytes->length);
    if (data == NULL)
        return no_memory(fault);
    parameters[count - 1] = data;
    status = pg_query(queue_pg(queue), add, count, parameters, NULL, fault);
    free(data);
    return status;
}

Status contest_store_job_blob(Queue *queue, int64_t job, const char *hash, const Buffer *bytes,
                              Fault *fault)
{
    Number      id;
    const char *parameters[] = { number_text(&id, job), hash, NULL };
    return put_blob(
        queue,
        "WITH known AS (SELECT hash FROM tessera.blobs WHERE hash = $2), noted AS "
        "(INSERT INTO tessera.job_blobs SELECT $1::bigint, hash FROM known ON CONFLICT DO "
        "NOTHING) SELECT hash FROM known",
        "WITH added AS (INSERT INTO tessera.blobs VALUES ($2, $3) ON CONFLICT DO NOTHING) "
        "INSERT INTO tessera.job_blobs VALUES ($1::bigint, $2) ON CONFLICT DO NOTHING",
        parameters, bytes, 3, fault);
}

/* Take the bytes of the only value; STATUS_NOT_FOUND if it is null. */
static Status take_bytes(PgRows *rows, Buffer *out)
{
    bool found = pg_row_count(rows) == 1 && pg_length(rows, 0, 0) >= 2;
    if (found)
        add_bytes(rows, 0, 0, out);
    pg_free(rows);
    return found ? STATUS_OK : STATUS_NOT_FOUND;
}

Status contest_store_fetch_blob(Queue *queue, int64_t job, const char *hash, Buffer *out,
                                Fault *fault)
{
    Number      id;
    const char *parameters[] = { queue_secret(queue), number_text(&id, job), hash };
    PgRows     *rows;
    Status      status = pg_query(queue_pg(queue), "SELECT tessera.fetch_blob($1, $2, $3)", 3,
                                  parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    if (take_bytes(rows, out) != STATUS_OK)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "the queue has no submission %.16s...", hash);
    return out->failed ? no_memory(fault) : STATUS_OK;
}

/* --- Copies of contests ----------------------------------------------------------------------- */

Status contest_store_begin(Queue *queue, Fault *fault)
{
    return pg_query(queue_pg(queue), "BEGIN", 0, NULL, NULL, fault);
}

Status contest_store_end(Queue *queue, Status status, Fault *fault)
{
    Fault ignored;
    if (status == STATUS_OK)
        return pg_query(queue_pg(queue), "COMMIT", 0, NULL, NULL, fault);
    if (status != STATUS_SYSTEM)
        pg_query(queue_pg(queue), "ROLLBACK", 0, NULL, NULL, &ignored);
    return status;
}

static Status no_contest(const char *contest, Fault *fault)
{
    return fault_set(fault, STATUS_NOT_FOUND, 0, "the database has no contest named '%.100s'",
                     contest);
}

Status contest_store_end_of_chain(Queue *queue, const char *contest, int64_t *entries,
                                  char sum[STORE_SUM_MAX], Fault *fault)
{
    const char *parameters[] = { contest };
    PgRows     *rows;
    Status      status =
        pg_query(queue_pg(queue),
                 "SELECT coalesce(c.entry, 0), coalesce(c.sum, repeat('0', 64)) FROM "
                 "tessera.contests t LEFT JOIN tessera.contest_chain c ON c.contest = t.name WHERE "
                 "t.name = $1 ORDER BY c.entry DESC LIMIT 1",
                 1, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    bool found = pg_row_count(rows) == 1;
    if (found) {
        *entries = pg_integer(rows, 0, 0);
        snprintf(sum, STORE_SUM_MAX, "%s", pg_text(rows, 0, 1));
    }
    pg_free(rows);
    return found ? STATUS_OK : no_contest(contest, fault);
}

Status contest_store_note_run(Queue *queue, const char *contest, bool is_running, Fault *fault)
{
    const char *parameters[] = { contest, is_running ? "true" : "false" };
    return pg_query(queue_pg(queue),
                    "UPDATE tessera.contests SET seen = CASE WHEN $2::boolean THEN "
                    "clock_timestamp() END WHERE name = $1",
                    2, parameters, NULL, fault);
}

Status contest_store_state(Queue *queue, const char *contest, StoreState *out, Fault *fault)
{
    const char *parameters[] = { contest };
    PgRows     *rows;
    Status      status =
        pg_query(queue_pg(queue),
                 "SELECT coalesce(c.entry, 0), coalesce(c.sum, repeat('0', 64)), "
                 "encode(sha256(t.settings), 'hex'), coalesce(t.seen > clock_timestamp() - "
                 "interval '10 seconds', false) FROM tessera.contests t LEFT JOIN LATERAL "
                 "(SELECT entry, sum FROM tessera.contest_chain WHERE contest = t.name ORDER BY "
                 "entry DESC LIMIT 1) c ON true WHERE t.name = $1",
                 1, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    bool found = pg_row_count(rows) == 1;
    if (found) {
        *out = (StoreState){ .entries = pg_integer(rows, 0, 0), .is_running = pg_bool(rows, 0, 3) };
        snprintf(out->sum, sizeof out->sum, "%s", pg_text(rows, 0, 1));
        snprintf(out->settings, sizeof out->settings, "%s", pg_text(rows, 0, 2));
    }
    pg_free(rows);
    return found ? STATUS_OK : no_contest(contest, fault);
}

Status contest_store_sum(Queue *queue, const char *contest, int64_t entry, char sum[STORE_SUM_MAX],
                         Fault *fault)
{
    Number      number;
    const char *parameters[] = { contest, number_text(&number, entry) };
    PgRows     *rows;
    Status      status = pg_query(
             queue_pg(queue), "SELECT sum FROM tessera.contest_chain WHERE contest = $1 AND entry = $2",
             2, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    snprintf(sum, STORE_SUM_MAX, "%s", pg_row_count(rows) == 1 ? pg_text(rows, 0, 0) : "");
    pg_free(rows);
    return STATUS_OK;
}

Status contest_store_put_settings(Queue *queue, const char *contest, const Buffer *settings,
                                  Fault *fault)
{
    char *data = bytea_text(settings->data, settings->length);
    if (data == NULL)
        return no_memory(fault);
    const char *parameters[] = { contest, data };
    Status      status = pg_query(queue_pg(queue),
                                  "INSERT INTO tessera.contests VALUES ($1, $2) ON CONFLICT (name) DO "
                                       "UPDATE SET settings = excluded.settings WHERE "
                                       "contests.settings <> excluded.settings",
                                  2, parameters, NULL, fault);
    free(data);
    return status;
}

Status contest_store_append(Queue *queue, const char *contest, const StoreEntry *entry,
                            Fault *fault)
{
    Number number, item;
    char  *row = entry->row == NULL ? NULL : bytea_text(entry->row, entry->row_size);
    if (entry->row != NULL && row == NULL)
        return no_memory(fault);
    const char *parameters[] = { contest,     number_text(&number, entry->number),
                                 entry->kind, number_text(&item, entry->item),
                                 entry->hash, entry->sum,
                                 row };
    Status      status =
        pg_query(queue_pg(queue), "SELECT tessera.append_entry($1, $2, $3, $4, $5, $6, $7)", 7,
                 parameters, NULL, fault);
    free(row);
    return status;
}

Status contest_store_put_file(Queue *queue, const char *contest, const char *path, const char *hash,
                              const Buffer *bytes, Fault *fault)
{
    const char *parameters[] = { contest, hash, path, NULL };
    return put_blob(
        queue,
        "WITH known AS (SELECT hash FROM tessera.blobs WHERE hash = $2), noted AS "
        "(INSERT INTO tessera.contest_files SELECT $1, $3, hash FROM known ON CONFLICT "
        "(contest, path) DO UPDATE SET hash = excluded.hash) SELECT hash FROM known",
        "WITH added AS (INSERT INTO tessera.blobs VALUES ($2, $4) ON CONFLICT DO NOTHING) "
        "INSERT INTO tessera.contest_files VALUES ($1, $3, $2) ON CONFLICT (contest, path) "
        "DO UPDATE SET hash = excluded.hash",
        parameters, bytes, 4, fault);
}

Status contest_store_get_settings(Queue *queue, const char *contest, Buffer *out, Fault *fault)
{
    const char *parameters[] = { contest };
    PgRows     *rows;
    Status      status =
        pg_query(queue_pg(queue), "SELECT settings FROM tessera.contests WHERE name = $1", 1,
                 parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    return take_bytes(rows, out) == STATUS_OK ? STATUS_OK : no_contest(contest, fault);
}

static Status visit_entry(const PgRows *rows, int i, StoreEntryVisit *visit, void *context,
                          Fault *fault)
{
    Buffer     row;
    StoreEntry entry = { .number = pg_integer(rows, i, 0),
                         .kind = pg_text(rows, i, 1),
                         .item = pg_integer(rows, i, 2),
                         .hash = pg_text(rows, i, 3),
                         .sum = pg_text(rows, i, 4) };
    buffer_init(&row, BLOB_MAX);
    if (pg_length(rows, i, 5) > 2) { /* no row is empty */
        add_bytes(rows, i, 5, &row);
        entry.row = row.data;
        entry.row_size = row.length;
    }
    Status status = row.failed ? no_memory(fault) : visit(context, &entry, fault);
    buffer_free(&row);
    return status;
}

/* The entries come in several answers.  Only entries that were added between two of them can change a
 * row, and those come last; so the state after the last answer is complete. */
Status contest_store_each_entry(Queue *queue, const char *contest, int64_t after,
                                StoreEntryVisit *visit, void *context, Fault *fault)
{
    static const char SQL[] =
        "SELECT c.entry, c.kind, c.item, c.hash, c.sum, CASE WHEN encode(sha256(r.data), 'hex') = "
        "c.hash THEN r.data END FROM tessera.contest_chain c LEFT JOIN tessera.contest_rows r ON "
        "r.contest = c.contest AND r.kind = c.kind AND r.item = c.item WHERE c.contest = $1 AND "
        "c.entry > $2 AND c.entry <= $2 + $3 ORDER BY c.entry";
    Number from, most;
    for (int count = 1; count > 0; after += count) {
        const char *parameters[] = { contest, number_text(&from, after),
                                     number_text(&most, STORE_BATCH) };
        PgRows     *rows;
        Status      status = pg_query(queue_pg(queue), SQL, 3, parameters, &rows, fault);
        if (status != STATUS_OK)
            return status;
        count = pg_row_count(rows);
        for (int i = 0; i < count && status == STATUS_OK; i++)
            status = visit_entry(rows, i, visit, context, fault);
        pg_free(rows);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static Status visit_file(Queue *queue, const char *path, const char *hash, StoreFileVisit *visit,
                         void *context, Fault *fault)
{
    const char *parameters[] = { hash };
    PgRows     *rows;
    Buffer      bytes;
    Status status = pg_query(queue_pg(queue), "SELECT data FROM tessera.blobs WHERE hash = $1", 1,
                             parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    buffer_init(&bytes, BLOB_MAX);
    status = take_bytes(rows, &bytes);
    if (status != STATUS_OK)
        fault_set(fault, status, 0, "the database has lost the file %.150s", path);
    else
        status = bytes.failed ? no_memory(fault) : visit(context, path, hash, &bytes, fault);
    buffer_free(&bytes);
    return status;
}

Status contest_store_each_file(Queue *queue, const char *contest, StoreFileVisit *visit,
                               void *context, Fault *fault)
{
    const char *parameters[] = { contest };
    PgRows     *rows;
    Status      status =
        pg_query(queue_pg(queue),
                 "SELECT path, hash FROM tessera.contest_files WHERE contest = $1 ORDER BY path", 1,
                 parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows) && status == STATUS_OK; i++)
        status = visit_file(queue, pg_text(rows, i, 0), pg_text(rows, i, 1), visit, context, fault);
    pg_free(rows);
    return status;
}

Status contest_store_remove(Queue *queue, const char *contest, Fault *fault)
{
    const char *parameters[] = { contest };
    PgRows     *rows;
    Status      status =
        pg_query(queue_pg(queue), "DELETE FROM tessera.contests WHERE name = $1 RETURNING name", 1,
                 parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    bool found = pg_row_count(rows) == 1;
    pg_free(rows);
    return found ? pg_query(queue_pg(queue), "SELECT tessera.sweep_blobs()", 0, NULL, NULL, fault)
                 : no_contest(contest, fault);
}
