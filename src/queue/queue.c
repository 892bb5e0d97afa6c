/* SPDX-License-Identifier: MIT */
#include "queue/queue.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/text.h"
#include "queue/pg.h"

extern const EmbeddedFile QUEUE_SCHEMA[]; /* migration n of the schema is file n, counted from 1 */

enum { SQL_MAX = 64 * 1024, NUMBER_TEXT_MAX = 24 };

struct Queue {
    Pg  *pg;
    char secret[QUEUE_SECRET_MAX]; /* of the worker; "" before it joins */
};

/* A number as a parameter. */
typedef struct Number {
    char text[NUMBER_TEXT_MAX];
} Number;

static const char *number_text(Number *number, int64_t value)
{
    snprintf(number->text, sizeof number->text, "%lld", (long long)value);
    return number->text;
}

static const char *bool_text(bool value)
{
    return value ? "true" : "false";
}

static int64_t integer_of(const PgRows *rows, int row, int column)
{
    return strtoll(pg_text(rows, row, column), NULL, 10);
}

static bool is_true(const PgRows *rows, int row, int column)
{
    return pg_text(rows, row, column)[0] == 't';
}

static int schema_version(void)
{
    int version = 0;
    while (QUEUE_SCHEMA[version].name != NULL)
        version++;
    return version;
}

/* --- Opening ------------------------------------------------------------------------------------ */

/* Run the migrations from version `found` on, in one transaction.  A lock orders programs that do so
 * at the same time: a later one finds the version changed, and its transaction fails. */
static Status migrate(Queue *queue, int found, Fault *fault)
{
    char  *sql = malloc(SQL_MAX);
    Status status = STATUS_OK;
    if (sql == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    for (int i = found; i < schema_version() && status == STATUS_OK; i++) {
        Text text = text_over(sql, SQL_MAX);
        text_add(&text, "SELECT pg_advisory_xact_lock(7371737372);\n");
        if (i > 0)
            text_addf(&text, "UPDATE tessera.version SET version = %d / (version = %d)::int;\n",
                      i + 1, i);
        text_add(&text, (const char *)QUEUE_SCHEMA[i].data);
        assert(!text.full);
        status = pg_script(queue->pg, sql, fault);
    }
    free(sql);
    return status;
}

/* Set `*version` to the version of the schema, 0 if there is none. */
static Status find_version(Queue *queue, int *version, Fault *fault)
{
    PgRows *rows;
    *version = 0;
    Status status = pg_query(queue->pg, "SELECT tessera.queue_version()", 0, NULL, &rows, fault);
    if (status == STATUS_OK) {
        *version = (int)integer_of(rows, 0, 0);
        pg_free(rows);
        return STATUS_OK;
    }
    /* no such schema, no such function */
    bool is_missing = strcmp(pg_sqlstate(queue->pg), "3F000") == 0 ||
                      strcmp(pg_sqlstate(queue->pg), "42883") == 0;
    return is_missing ? STATUS_OK : status;
}

static Status check_version(int version, Fault *fault)
{
    if (version == schema_version())
        return STATUS_OK;
    if (version == 0)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "the database has no queue; its owner creates one with `tessera queue "
                         "--database URL`");
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "the queue in the database has version %d, and this program knows version %d; "
                     "%s",
                     version, schema_version(),
                     version > schema_version()
                         ? "update the program"
                         : "its owner migrates it with `tessera queue --database URL`");
}

static Status prepare(Queue *queue, bool may_migrate, Fault *fault)
{
    int    version;
    Status status = find_version(queue, &version, fault);
    if (status != STATUS_OK || !may_migrate || version >= schema_version())
        return status == STATUS_OK ? check_version(version, fault) : status;
    status = migrate(queue, version, fault);
    Fault ignored;
    if (status == STATUS_ILLEGAL && find_version(queue, &version, &ignored) == STATUS_OK &&
        version == schema_version())
        return STATUS_OK; /* another program was faster */
    return status;
}

static Queue *open_queue(const char *url, bool may_migrate, Fault *fault)
{
    Queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    queue->pg = pg_open(url, fault);
    if (queue->pg != NULL && prepare(queue, may_migrate, fault) == STATUS_OK)
        return queue;
    queue_close(queue);
    return NULL;
}

Queue *queue_open(const char *url, Fault *fault)
{
    return open_queue(url, true, fault);
}

Queue *queue_open_as_worker(const char *url, Fault *fault)
{
    return open_queue(url, false, fault);
}

void queue_close(Queue *queue)
{
    if (queue == NULL)
        return;
    pg_close(queue->pg);
    free(queue);
}

Status queue_reconnect(Queue *queue, Fault *fault)
{
    return pg_reconnect(queue->pg, fault);
}

/* --- Jobs --------------------------------------------------------------------------------------- */

Status queue_submit(Queue *queue, const QueueJob *job, int64_t *id, Fault *fault)
{
    Number      tasks, priority;
    const char *parameters[] = { job->kind,
                                 job->spec,
                                 job->program,
                                 job->title,
                                 bool_text(job->runs_programs),
                                 bool_text(job->is_timed),
                                 number_text(&tasks, job->tasks),
                                 number_text(&priority, job->priority),
                                 job->inputs };
    PgRows     *rows;
    Status status = pg_query(queue->pg, "SELECT tessera.submit($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                             9, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    *id = integer_of(rows, 0, 0);
    pg_free(rows);
    return STATUS_OK;
}

static Status no_such_job(int64_t job, Fault *fault)
{
    return fault_set(fault, STATUS_NOT_FOUND, 0,
                     "there is no job %lld; `tessera queue` lists the jobs", (long long)job);
}

Status queue_job_state(Queue *queue, int64_t job, QueueState *out, Fault *fault)
{
    Number      id;
    const char *parameters[] = { number_text(&id, job) };
    PgRows     *rows;
    Status      status = pg_query(queue->pg, "SELECT state, why FROM tessera.jobs WHERE id = $1", 1,
                                  parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    bool found = pg_row_count(rows) == 1;
    if (found) {
        snprintf(out->state, sizeof out->state, "%s", pg_text(rows, 0, 0));
        snprintf(out->why, sizeof out->why, "%s", pg_text(rows, 0, 1));
    }
    pg_free(rows);
    return found ? STATUS_OK : no_such_job(job, fault);
}

Status queue_job_machines(Queue *queue, int64_t job, QueueMachines *out, Fault *fault)
{
    static const char SQL[] =
        "SELECT coalesce(max(j.class), ''), count(w.id), coalesce(min(w.speed), 0), "
        "coalesce(max(w.speed), 0) FROM tessera.jobs j LEFT JOIN tessera.workers w ON w.id IN "
        "(SELECT worker FROM tessera.results r WHERE r.job = j.id) WHERE j.id = $1";
    Number      id;
    const char *parameters[] = { number_text(&id, job) };
    PgRows     *rows;
    Status      status = pg_query(queue->pg, SQL, 1, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    *out = (QueueMachines){ .workers = (int)integer_of(rows, 0, 1),
                            .slowest = integer_of(rows, 0, 2),
                            .fastest = integer_of(rows, 0, 3) };
    snprintf(out->class, sizeof out->class, "%s", pg_text(rows, 0, 0));
    pg_free(rows);
    return STATUS_OK;
}

Status queue_results(Queue *queue, int64_t job, int from, int most, QueueResult *visit,
                     void *context, Fault *fault)
{
    Number      id, first, limit;
    const char *parameters[] = { number_text(&id, job), number_text(&first, from),
                                 number_text(&limit, most) };
    PgRows     *rows;
    Status      status = pg_query(queue->pg,
                                  "SELECT number, result FROM tessera.results WHERE job = $1 AND "
                                       "number >= $2 ORDER BY number LIMIT $3",
                                  3, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++)
        visit(context, (int)integer_of(rows, i, 0), pg_text(rows, i, 1), pg_length(rows, i, 1));
    pg_free(rows);
    return STATUS_OK;
}

/* Run a statement about one job, which returns a row if the job exists. */
static Status change_job(Queue *queue, const char *sql, int64_t job, const char *more, Fault *fault)
{
    Number      id;
    const char *parameters[] = { number_text(&id, job), more };
    PgRows     *rows;
    Status      status = pg_query(queue->pg, sql, more == NULL ? 1 : 2, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    int found = pg_row_count(rows);
    pg_free(rows);
    return found > 0 ? STATUS_OK : no_such_job(job, fault);
}

Status queue_job_open(Queue *queue, int64_t job, bool even_paused, Fault *fault)
{
    return change_job(queue, "SELECT tessera.reopen(id, $2) FROM tessera.jobs WHERE id = $1", job,
                      bool_text(even_paused), fault);
}

Status queue_job_pause(Queue *queue, int64_t job, Fault *fault)
{
    return change_job(queue,
                      "UPDATE tessera.jobs SET state = CASE state WHEN 'open' THEN 'paused' ELSE "
                      "state END WHERE id = $1 RETURNING id",
                      job, NULL, fault);
}

Status queue_job_cancel(Queue *queue, int64_t job, Fault *fault)
{
    return change_job(queue, "SELECT tessera.close(id, $2) FROM tessera.jobs WHERE id = $1", job,
                      "cancelled", fault);
}

Status queue_job_finish(Queue *queue, int64_t job, Fault *fault)
{
    return change_job(queue, "SELECT tessera.close(id, $2) FROM tessera.jobs WHERE id = $1", job,
                      "done", fault);
}

Status queue_job_remove(Queue *queue, int64_t job, Fault *fault)
{
    return change_job(queue, "DELETE FROM tessera.jobs WHERE id = $1 RETURNING id", job, NULL,
                      fault);
}

Status queue_job_priority(Queue *queue, int64_t job, int priority, Fault *fault)
{
    Number number;
    return change_job(queue, "UPDATE tessera.jobs SET priority = $2 WHERE id = $1 RETURNING id",
                      job, number_text(&number, priority), fault);
}

Status queue_grant(Queue *queue, const char *role, Fault *fault)
{
    const char *parameters[] = { role };
    return pg_query(queue->pg, "SELECT tessera.grant_worker($1)", 1, parameters, NULL, fault);
}

Status queue_list_jobs(Queue *queue, QueueJobVisit *visit, void *context, Fault *fault)
{
    static const char SQL[] =
        "SELECT j.id, kind, title, s.state, why, program, priority, tasks, done, leased, recent, "
        "class, speed "
        "FROM tessera.jobs j JOIN (SELECT job, count(*) FILTER (WHERE state = 2) AS done, "
        "count(*) FILTER (WHERE state = 1) AS leased, count(*) FILTER (WHERE state = 2 AND done > "
        "now() - interval '1 minute') AS recent FROM tessera.tasks GROUP BY job) t ON t.job = j.id, "
        "LATERAL (SELECT CASE WHEN j.state = 'open' AND done = tasks THEN 'done' ELSE j.state END "
        "AS state) s ORDER BY s.state NOT IN ('open', 'paused'), priority DESC, j.id";
    PgRows *rows;
    Status  status = pg_query(queue->pg, SQL, 0, NULL, &rows, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++) {
        QueueJobRow row = { .id = integer_of(rows, i, 0),
                            .kind = pg_text(rows, i, 1),
                            .title = pg_text(rows, i, 2),
                            .state = pg_text(rows, i, 3),
                            .why = pg_text(rows, i, 4),
                            .program = pg_text(rows, i, 5),
                            .priority = (int)integer_of(rows, i, 6),
                            .tasks = (int)integer_of(rows, i, 7),
                            .done = (int)integer_of(rows, i, 8),
                            .leased = (int)integer_of(rows, i, 9),
                            .per_minute = (double)integer_of(rows, i, 10),
                            .class = pg_text(rows, i, 11),
                            .speed = integer_of(rows, i, 12) };
        visit(context, &row);
    }
    pg_free(rows);
    return STATUS_OK;
}

Status queue_list_workers(Queue *queue, QueueWorkerVisit *visit, void *context, Fault *fault)
{
    static const char SQL[] =
        "SELECT w.id, w.name, w.program, CASE WHEN w.seen < now() - w.lease THEN 'silent' "
        "WHEN h.doing IS NULL THEN 'idle' ELSE 'at-work' END, w.slots, "
        "extract(epoch FROM now() - w.seen), "
        "coalesce(d.done, 0), coalesce(h.doing, ''), w.class, w.speed FROM tessera.workers w "
        "LEFT JOIN (SELECT r.worker, count(*) AS done FROM tessera.results r GROUP BY r.worker) d "
        "ON d.worker = w.id LEFT JOIN (SELECT t.worker, string_agg(t.job || ':' || t.number + "
        "1, ' ' ORDER BY t.job, t.number) AS doing FROM tessera.tasks t WHERE t.state = 1 GROUP BY "
        "t.worker) h ON h.worker = w.id WHERE NOT w.has_left AND w.seen > now() - interval '1 day' "
        "ORDER BY w.id";
    PgRows *rows;
    Status  status = pg_query(queue->pg, SQL, 0, NULL, &rows, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++) {
        QueueWorkerRow row = { .id = integer_of(rows, i, 0),
                               .name = pg_text(rows, i, 1),
                               .program = pg_text(rows, i, 2),
                               .state = pg_text(rows, i, 3),
                               .slots = (int)integer_of(rows, i, 4),
                               .seen_seconds = (double)integer_of(rows, i, 5),
                               .done = (int)integer_of(rows, i, 6),
                               .doing = pg_text(rows, i, 7),
                               .class = pg_text(rows, i, 8),
                               .speed = integer_of(rows, i, 9) };
        visit(context, &row);
    }
    pg_free(rows);
    return STATUS_OK;
}

/* --- Workers ------------------------------------------------------------------------------------ */

/* As pg_query, with the secret of the worker as $1.  STATUS_NOT_FOUND if the database does not know
 * it. */
static Status ask(Queue *queue, const char *sql, int count, const char **parameters, PgRows **rows,
                  Fault *fault)
{
    parameters[0] = queue->secret;
    Status status = pg_query(queue->pg, sql, count, parameters, rows, fault);
    if (status == STATUS_ILLEGAL && strcmp(pg_sqlstate(queue->pg), "TS001") == 0)
        fault->status = status = STATUS_NOT_FOUND;
    return status;
}

Status queue_join(Queue *queue, const QueueWorker *worker, int64_t *id, Fault *fault)
{
    Number      slots, speed;
    char        lease[NUMBER_TEXT_MAX + 8];
    const char *parameters[] = { worker->name,    number_text(&slots, worker->slots),
                                 worker->program, lease,
                                 worker->class,   number_text(&speed, worker->speed) };
    PgRows     *rows;
    snprintf(lease, sizeof lease, "%d seconds", worker->lease_seconds);
    Status status =
        pg_query(queue->pg, "SELECT r_id, r_secret FROM tessera.join_queue($1, $2, $3, $4, $5, $6)",
                 6, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    *id = integer_of(rows, 0, 0);
    snprintf(queue->secret, sizeof queue->secret, "%s", pg_text(rows, 0, 1));
    pg_free(rows);
    return STATUS_OK;
}

Status queue_leave(Queue *queue, Fault *fault)
{
    const char *parameters[1];
    return ask(queue, "SELECT tessera.leave_queue($1)", 1, parameters, NULL, fault);
}

void queue_work_free(QueueWork *work)
{
    free(work->kind);
    free(work->spec);
    free(work->input);
    *work = (QueueWork){ 0 };
}

Status queue_take(Queue *queue, bool may_run_programs, QueueWork *work, Fault *fault)
{
    const char *parameters[] = { NULL, bool_text(may_run_programs) };
    PgRows     *rows;
    *work = (QueueWork){ 0 };
    Status status = ask(queue,
                        "SELECT r_job, r_number, r_attempt, r_tasks, r_kind, r_spec, r_input FROM "
                        "tessera.take($1, $2)",
                        2, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    if (pg_row_count(rows) == 1) {
        work->task = (QueueTask){ .job = integer_of(rows, 0, 0),
                                  .number = (int)integer_of(rows, 0, 1),
                                  .attempt = (int)integer_of(rows, 0, 2) };
        work->tasks = (int)integer_of(rows, 0, 3);
        work->kind = strdup(pg_text(rows, 0, 4));
        work->spec = strdup(pg_text(rows, 0, 5));
        if (!pg_is_null(rows, 0, 6))
            work->input = strdup(pg_text(rows, 0, 6));
        if (work->kind == NULL || work->spec == NULL ||
            (work->input == NULL && !pg_is_null(rows, 0, 6))) {
            queue_work_free(work);
            status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        }
    }
    pg_free(rows);
    return status;
}

/* The parameters from $2 on that name a task. */
typedef struct TaskTexts {
    Number job, number, attempt;
} TaskTexts;

static void put_task(const QueueTask *task, TaskTexts *texts, const char **parameters)
{
    parameters[1] = number_text(&texts->job, task->job);
    parameters[2] = number_text(&texts->number, task->number);
    parameters[3] = number_text(&texts->attempt, task->attempt);
}

Status queue_finish(Queue *queue, const QueueTask *task, const char *result, bool *accepted,
                    Fault *fault)
{
    TaskTexts   texts;
    const char *parameters[5];
    PgRows     *rows;
    put_task(task, &texts, parameters);
    parameters[4] = result;
    Status status =
        ask(queue, "SELECT tessera.finish($1, $2, $3, $4, $5)", 5, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    *accepted = is_true(rows, 0, 0);
    pg_free(rows);
    return STATUS_OK;
}

Status queue_give_back(Queue *queue, const QueueTask *task, const char *why, Fault *fault)
{
    TaskTexts   texts;
    const char *parameters[5];
    put_task(task, &texts, parameters);
    parameters[4] = why;
    return ask(queue, "SELECT tessera.give_back($1, $2, $3, $4, $5)", 5, parameters, NULL, fault);
}

Status queue_renew(Queue *queue, QueueTask *held, int size, int *count, Fault *fault)
{
    const char *parameters[1];
    PgRows     *rows;
    Status      status = ask(queue, "SELECT r_job, r_number, r_attempt FROM tessera.renew($1)", 1,
                             parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    *count = pg_row_count(rows) < size ? pg_row_count(rows) : size;
    for (int i = 0; i < *count; i++)
        held[i] = (QueueTask){ .job = integer_of(rows, i, 0),
                               .number = (int)integer_of(rows, i, 1),
                               .attempt = (int)integer_of(rows, i, 2) };
    pg_free(rows);
    return STATUS_OK;
}

Status queue_has_work(Queue *queue, bool may_run_programs, bool *has_work, Fault *fault)
{
    const char *parameters[] = { NULL, bool_text(may_run_programs) };
    PgRows     *rows;
    Status      status = ask(queue, "SELECT tessera.has_work($1, $2)", 2, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    *has_work = is_true(rows, 0, 0);
    pg_free(rows);
    return STATUS_OK;
}
