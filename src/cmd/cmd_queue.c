/* SPDX-License-Identifier: MIT */
/* cmd_queue.c - queue: what is queued, who works on what, and changes of both. */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/progress.h"
#include "cmd/results.h"
#include "queue/contest_store.h"

enum { QUEUE_DATABASE, QUEUE_JSON };
const Option QUEUE_OPTIONS[] = {
    { "database", OPTION_TEXT, "URL", "the queue: postgresql://HOST/DATABASE", 0, 0 },
    JSON_OPTION,
    { .name = NULL },
};

/* --- Lists -------------------------------------------------------------------------------------- */

typedef struct List {
    Results results;
    FILE   *out;
    bool    as_json;
    int     rows;
} List;

/* Return the seconds until the job is done at the speed of the last minute, or -1 if it stands
 * still. */
static double seconds_left(const QueueJobRow *row)
{
    return row->per_minute > 0 ? 60 * (row->tasks - row->done) / row->per_minute : -1;
}

static void json_job(Json *json, const QueueJobRow *row)
{
    json_object(json, NULL);
    json_integer(json, "job", row->id);
    json_string(json, "kind", row->kind);
    json_string(json, "title", row->title);
    json_string(json, "state", row->state);
    json_string(json, "why", row->why);
    json_string(json, "program", row->program);
    json_integer(json, "priority", row->priority);
    json_integer(json, "tasks", row->tasks);
    json_integer(json, "done", row->done);
    json_integer(json, "leased", row->leased);
    json_number(json, "per_minute", row->per_minute);
    if (seconds_left(row) < 0)
        json_null(json, "seconds_left");
    else
        json_number(json, "seconds_left", seconds_left(row));
    json_string(json, "class", row->class);
    json_integer(json, "speed", row->speed);
    json_end_object(json);
}

/* Print text from the database, which others wrote, without control characters. */
static void print_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        putc((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text, out);
}

static void print_job(FILE *out, const QueueJobRow *row)
{
    char left[64];
    Text text = text_over(left, sizeof left);
    bool is_open = strcmp(row->state, "open") == 0;
    if (is_open && seconds_left(row) >= 0)
        put_duration(&text, seconds_left(row));
    else
        text_add(&text, "-");
    fprintf(out, "%5lld %-9s %8d %8d %8d %8.0f %-12s %8d  %s ", (long long)row->id, row->state,
            row->tasks, row->done, row->leased, row->per_minute, left, row->priority, row->kind);
    print_text(out, row->title);
    if (row->class[0] != '\0') {
        fputs(", class ", out);
        print_text(out, row->class);
    } else if (row->speed > 0)
        fprintf(out, ", about %lld nodes/s", (long long)row->speed);
    fputs(row->why[0] == '\0' ? "" : "\n      ", out);
    print_text(out, row->why);
    putc('\n', out);
}

static void on_job(void *context, const QueueJobRow *row)
{
    List *list = context;
    if (list->as_json)
        json_job(&list->results.json, row);
    else {
        if (list->rows++ == 0)
            fprintf(list->out, "%5s %-9s %8s %8s %8s %8s %-12s %8s  %s\n", "job", "state", "tasks",
                    "done", "leased", "per min", "left", "priority", "work");
        print_job(list->out, row);
    }
}

static void json_worker(Json *json, const QueueWorkerRow *row)
{
    json_object(json, NULL);
    json_integer(json, "worker", row->id);
    json_string(json, "name", row->name);
    json_string(json, "state", row->state);
    json_string(json, "program", row->program);
    json_integer(json, "slots", row->slots);
    json_number(json, "seen_seconds_ago", row->seen_seconds);
    json_integer(json, "done", row->done);
    json_string(json, "doing", row->doing);
    json_string(json, "class", row->class);
    json_integer(json, "speed", row->speed);
    json_end_object(json);
}

static void on_worker(void *context, const QueueWorkerRow *row)
{
    List *list = context;
    if (list->as_json) {
        json_worker(&list->results.json, row);
        return;
    }
    if (list->rows++ == 0)
        fprintf(list->out, "%6s %-8s %5s %8s %8s %9s  %s\n", "worker", "state", "slots", "done",
                "seen", "nodes/s", "name, class and tasks (job:number)");
    fprintf(list->out, "%6lld %-8s %5d %8d %6.0f s %9lld  ", (long long)row->id, row->state,
            row->slots, row->done, row->seen_seconds, (long long)row->speed);
    print_text(list->out, row->name);
    fputs(row->class[0] == '\0' ? "" : " ", list->out);
    print_text(list->out, row->class);
    fprintf(list->out, " %s\n", row->doing);
}

static Status each_job(Queue *queue, List *list, Fault *fault)
{
    return queue_list_jobs(queue, on_job, list, fault);
}

static Status each_worker(Queue *queue, List *list, Fault *fault)
{
    return queue_list_workers(queue, on_worker, list, fault);
}

/* --- Verbs -------------------------------------------------------------------------------------- */

typedef enum VerbKind { VERB_LIST, VERB_JOBS, VERB_PRIORITY, VERB_NAME } VerbKind;

static Status resume_job(Queue *queue, int64_t job, Fault *fault)
{
    return queue_job_open(queue, job, true, fault);
}

static const struct Verb {
    const char *name;
    VerbKind    kind;
    const char *usage; /* its arguments, "" for none */
    Status (*change)(Queue *queue, int64_t job, Fault *fault);
    /* Of lists: what they list, and the sentence if there is nothing. */
    Status (*each)(Queue *queue, List *list, Fault *fault);
    const char *items, *none;
    Status (*apply)(Queue *queue, const char *name, Fault *fault); /* to what has this name */
} VERBS[] = {
    { "list", VERB_LIST, "", NULL, each_job, "jobs", "the queue has no jobs", NULL },
    { "workers", VERB_LIST, "", NULL, each_worker, "workers", "no worker has joined", NULL },
    { "pause", VERB_JOBS, "JOB...", queue_job_pause, NULL, NULL, NULL, NULL },
    { "resume", VERB_JOBS, "JOB...", resume_job, NULL, NULL, NULL, NULL },
    { "cancel", VERB_JOBS, "JOB...", queue_job_cancel, NULL, NULL, NULL, NULL },
    { "remove", VERB_JOBS, "JOB...", queue_job_remove, NULL, NULL, NULL, NULL },
    { "priority", VERB_PRIORITY, "N JOB...", NULL, NULL, NULL, NULL, NULL },
    { "grant", VERB_NAME, "ROLE", NULL, NULL, NULL, NULL, queue_grant },
    { "forget", VERB_NAME, "CONTEST", NULL, NULL, NULL, NULL, contest_store_remove },
};

enum { VERB_COUNT = sizeof VERBS / sizeof VERBS[0] };

static const struct Verb *find_verb(const char *name)
{
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(VERBS[i].name, name) == 0)
            return &VERBS[i];
    return NULL;
}

static bool read_number(const char *text, uint32_t limit, uint32_t *value)
{
    Scan scan = scan_string(text);
    return scan_number(&scan, limit, value) && scan_done(&scan);
}

/* Check the arguments before anything is changed. */
static int check_args(const struct Verb *verb, const Args *args, FILE *err)
{
    int      first = verb->kind == VERB_PRIORITY ? 2 : 1;
    bool     is_right = verb->kind == VERB_LIST   ? args->arg_count <= 1
                        : verb->kind == VERB_NAME ? args->arg_count == 2
                                                  : args->arg_count > first;
    uint32_t number;
    if (!is_right)
        return cmd_error(err, "queue", "usage: tessera queue %s%s%s --database URL", verb->name,
                         verb->usage[0] == '\0' ? "" : " ", verb->usage);
    if (verb->kind == VERB_PRIORITY && !read_number(args->arg[1], QUEUE_PRIORITY_MAX, &number))
        return cmd_error(err, "queue", "a priority is a number from 0 to %d, not '%.60s'",
                         QUEUE_PRIORITY_MAX, args->arg[1]);
    for (int i = first; i < args->arg_count && verb->kind != VERB_NAME; i++)
        if (!read_number(args->arg[i], UINT32_MAX, &number))
            return cmd_error(err, "queue", "'%.60s' is not the number of a job", args->arg[i]);
    return EXIT_DONE;
}

static Status change_jobs(const struct Verb *verb, Queue *queue, const Args *args, Fault *fault)
{
    Status   status = STATUS_OK;
    uint32_t job, priority = 0;
    int      first = verb->kind == VERB_PRIORITY ? 2 : 1;
    if (verb->kind == VERB_PRIORITY)
        read_number(args->arg[1], QUEUE_PRIORITY_MAX, &priority);
    for (int i = first; i < args->arg_count && status == STATUS_OK; i++) {
        read_number(args->arg[i], UINT32_MAX, &job);
        status = verb->change != NULL ? verb->change(queue, job, fault)
                                      : queue_job_priority(queue, job, (int)priority, fault);
    }
    return status;
}

static int run_list(const struct Verb *verb, Queue *queue, bool as_json, FILE *out, FILE *err)
{
    Fault fault;
    List  list = { .out = out, .as_json = as_json };
    results_begin(&list.results, out, as_json);
    if (as_json)
        json_array(&list.results.json, verb->items);
    if (verb->each(queue, &list, &fault) != STATUS_OK) {
        results_drop(&list.results);
        cmd_error(err, "queue", "%s", fault.why);
        return EXIT_FAILED;
    }
    if (as_json)
        json_end_array(&list.results.json);
    else if (list.rows == 0)
        fprintf(out, "%s\n", verb->none);
    return results_end(&list.results, "queue", err);
}

int cmd_queue(const Args *args, FILE *out, FILE *err)
{
    const char        *name = args->arg_count == 0 ? "list" : args->arg[0];
    const struct Verb *verb = find_verb(name);
    Fault              fault;
    if (verb == NULL)
        return cmd_error(err, "queue", "unknown verb '%.60s'; `tessera help queue` lists them",
                         name);
    int failed = check_args(verb, args, err);
    if (failed != EXIT_DONE)
        return failed;
    if (!args->option[QUEUE_DATABASE].given)
        return cmd_error(err, "queue",
                         "--database is missing; pass the URL of the queue, such as "
                         "--database postgresql://HOST/DATABASE");
    Queue *queue = queue_open(args->option[QUEUE_DATABASE].text, NULL, &fault);
    if (queue == NULL) {
        cmd_error(err, "queue", "%s", fault.why);
        return EXIT_FAILED;
    }
    if (verb->kind == VERB_LIST) {
        failed = run_list(verb, queue, args->option[QUEUE_JSON].given, out, err);
        queue_close(queue);
        return failed;
    }
    Status status = verb->kind == VERB_NAME ? verb->apply(queue, args->arg[1], &fault)
                                            : change_jobs(verb, queue, args, &fault);
    queue_close(queue);
    if (status == STATUS_OK)
        return EXIT_DONE;
    cmd_error(err, "queue", "%s", fault.why);
    return status == STATUS_NOT_FOUND ? EXIT_BAD_INPUT : EXIT_FAILED;
}
