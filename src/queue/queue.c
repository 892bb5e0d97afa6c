/* SPDX-License-Identifier: MIT */
#include "queue/queue.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/text.h"
#include "pg/pg_schema.h"

extern const EmbeddedFile QUEUE_SCHEMA[]; /* migration n of the schema is file n, counted from 1 */

enum { NUMBER_TEXT_MAX = 24 };

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

static const PgSchema SCHEMA = { .name = "tessera",
                                 .files = QUEUE_SCHEMA,
                                 .version = "SELECT tessera.queue_version()",
                                 .title = "queue",
                                 .migration = "`tessera queue --database URL`" };

/* --- Opening ------------------------------------------------------------------------------------ */

static Queue *open_queue(const char *url, bool may_migrate, const PgWaiter *waiter, Fault *fault)
{
    Queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    queue->pg = pg_schema_open(url, &SCHEMA, may_migrate, waiter, fault);
    if (queue->pg != NULL)
        return queue;
    queue_close(queue);
    return NULL;
}

Queue *queue_open(const char *url, const PgWaiter *waiter, Fault *fault)
{
    return open_queue(url, true, waiter, fault);
}

Queue *queue_open_as_worker(const char *url, const PgWaiter *waiter, Fault *fault)
{
    return open_queue(url, false, waiter, fault);
}

void queue_close(Queue *queue)
{
    if (queue == NULL)
        return;
    pg_close(queue->pg);
    free(queue);
}

Pg *queue_pg(Queue *queue)
{
    return queue->pg;
}

const char *queue_secret(const Queue *queue)
{
    return queue->secret;
}

Status queue_reconnect(Queue *queue, Fault *fault)
{
    return pg_reconnect(queue->pg, fault);
}

void queue_set_patience(Queue *queue, int patience_ms)
{
    pg_set_patience(queue->pg, patience_ms);
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
    *id = pg_integer(rows, 0, 0);
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
    *out = (QueueMachines){ .workers = (int)pg_integer(rows, 0, 1),
                            .slowest = pg_integer(rows, 0, 2),
                            .fastest = pg_integer(rows, 0, 3) };
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
        visit(context, (int)pg_integer(rows, i, 0), pg_text(rows, i, 1), pg_length(rows, i, 1));
    pg_free(rows);
    return STATUS_OK;
}

Status queue_inputs(Queue *queue, int64_t job, int from, int most, QueueInput *visit, void *context,
                    Fault *fault)
{
    Number      id, first, limit;
    const char *parameters[] = { number_text(&id, job), number_text(&first, from),
                                 number_text(&limit, most) };
    PgRows     *rows;
    Status      status = pg_query(queue->pg,
                                  "SELECT number, input FROM tessera.tasks WHERE job = $1 AND "
                                       "number >= $2 ORDER BY number LIMIT $3",
                                  3, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows) && status == STATUS_OK; i++)
        if (!visit(context, (int)pg_integer(rows, i, 0), pg_text(rows, i, 1),
                   pg_length(rows, i, 1)))
            status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    pg_free(rows);
    return status;
}

Status queue_add_tasks(Queue *queue, int64_t job, int had, const char *inputs, Fault *fault)
{
    Number      id, count;
    const char *parameters[] = { number_text(&id, job), number_text(&count, had), inputs };
    return pg_query(queue->pg, "SELECT tessera.add_tasks($1, $2, $3)", 3, parameters, NULL, fault);
}

Status queue_reject(Queue *queue, int64_t job, int number, const char *why, Fault *fault)
{
    Number      id, task;
    const char *parameters[] = { number_text(&id, job), number_text(&task, number), why };
    return pg_query(queue->pg, "SELECT tessera.reject($1, $2, $3)", 3, parameters, NULL, fault);
}

/* A row that the end of its lease should have deleted is not shown, either. */
Status queue_shown(Queue *queue, const char *kind, const char *prefix, int most,
                   QueueShownVisit *visit, void *context, Fault *fault)
{
    static const char SQL[] =
        "SELECT p.job, p.number, p.attempt, w.name, j.spec, t.input, p.data, "
        "(extract(epoch FROM clock_timestamp() - p.shown) * 1000)::bigint FROM tessera.progress p "
        "JOIN tessera.tasks t ON t.job = p.job AND t.number = p.number AND t.state = 1 AND "
        "t.worker = p.worker AND t.attempt = p.attempt AND t.lease_until > clock_timestamp() "
        "JOIN tessera.jobs j ON j.id = p.job JOIN tessera.workers w ON w.id = p.worker "
        "WHERE j.kind = $1 AND starts_with(j.spec, $2) ORDER BY p.job, p.number LIMIT $3";
    Number      limit;
    const char *parameters[] = { kind, prefix, number_text(&limit, most) };
    PgRows     *rows;
    Status      status = pg_query(queue->pg, SQL, 3, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++) {
        QueueShown shown = { .task = { .job = pg_integer(rows, i, 0),
                                       .number = (int)pg_integer(rows, i, 1),
                                       .attempt = (int)pg_integer(rows, i, 2) },
                             .worker = pg_text(rows, i, 3),
                             .spec = pg_text(rows, i, 4),
                             .input = pg_text(rows, i, 5),
                             .data = pg_text(rows, i, 6),
                             .size = pg_length(rows, i, 6),
                             .age_ms = pg_integer(rows, i, 7) };
        visit(context, &shown);
    }
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
    Status status =
        change_job(queue, "DELETE FROM tessera.jobs WHERE id = $1 RETURNING id", job, NULL, fault);
    return status == STATUS_OK
               ? pg_query(queue->pg, "SELECT tessera.sweep_blobs()", 0, NULL, NULL, fault)
               : status;
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
        "SELECT j.id, kind, title, s.state, why, program, priority, tasks, coalesce(done, 0), "
        "coalesce(leased, 0), coalesce(recent, 0), class, speed "
        "FROM tessera.jobs j LEFT JOIN (SELECT job, count(*) FILTER (WHERE state = 2) AS done, "
        "count(*) FILTER (WHERE state = 1) AS leased, count(*) FILTER (WHERE state = 2 AND done > "
        "now() - interval '1 minute') AS recent FROM tessera.tasks GROUP BY job) t ON t.job = j.id "
        "CROSS JOIN LATERAL (SELECT CASE WHEN j.state = 'open' AND done = tasks THEN 'done' ELSE "
        "j.state END AS state) s ORDER BY s.state NOT IN ('open', 'paused'), priority DESC, j.id";
    PgRows *rows;
    Status  status = pg_query(queue->pg, SQL, 0, NULL, &rows, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++) {
        QueueJobRow row = { .id = pg_integer(rows, i, 0),
                            .kind = pg_text(rows, i, 1),
                            .title = pg_text(rows, i, 2),
                            .state = pg_text(rows, i, 3),
                            .why = pg_text(rows, i, 4),
                            .program = pg_text(rows, i, 5),
                            .priority = (int)pg_integer(rows, i, 6),
                            .tasks = (int)pg_integer(rows, i, 7),
                            .done = (int)pg_integer(rows, i, 8),
                            .leased = (int)pg_integer(rows, i, 9),
                            .per_minute = (double)pg_integer(rows, i, 10),
                            .class = pg_text(rows, i, 11),
                            .speed = pg_integer(rows, i, 12) };
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
        QueueWorkerRow row = { .id = pg_integer(rows, i, 0),
                               .name = pg_text(rows, i, 1),
                               .program = pg_text(rows, i, 2),
                               .state = pg_text(rows, i, 3),
                               .slots = (int)pg_integer(rows, i, 4),
                               .seen_seconds = (double)pg_integer(rows, i, 5),
                               .done = (int)pg_integer(rows, i, 6),
                               .doing = pg_text(rows, i, 7),
                               .class = pg_text(rows, i, 8),
                               .speed = pg_integer(rows, i, 9) };
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
                                 worker->class,   number_text(&speed, worker->speed),
                                 worker->kinds };
    PgRows     *rows;
    snprintf(lease, sizeof lease, "%d seconds", worker->lease_seconds);
    Status status = pg_query(queue->pg,
                             "SELECT r_id, r_secret FROM tessera.join_queue($1, $2, $3, $4, $5, "
                             "$6, string_to_array($7, ','))",
                             7, parameters, &rows, fault);
    if (status != STATUS_OK)
        return status;
    *id = pg_integer(rows, 0, 0);
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
        work->task = (QueueTask){ .job = pg_integer(rows, 0, 0),
                                  .number = (int)pg_integer(rows, 0, 1),
                                  .attempt = (int)pg_integer(rows, 0, 2) };
        work->tasks = (int)pg_integer(rows, 0, 3);
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
    *accepted = pg_bool(rows, 0, 0);
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

Status queue_show(Queue *queue, const QueueTask *task, const char *data, Fault *fault)
{
    TaskTexts   texts;
    const char *parameters[5];
    put_task(task, &texts, parameters);
    parameters[4] = data;
    return ask(queue, "SELECT tessera.show($1, $2, $3, $4, $5)", 5, parameters, NULL, fault);
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
        held[i] = (QueueTask){ .job = pg_integer(rows, i, 0),
                               .number = (int)pg_integer(rows, i, 1),
                               .attempt = (int)pg_integer(rows, i, 2) };
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
    *has_work = pg_bool(rows, 0, 0);
    pg_free(rows);
    return STATUS_OK;
}
