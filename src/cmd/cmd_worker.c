/* SPDX-License-Identifier: MIT */
/* cmd_worker.c - worker: do the tasks of a queue.
 *
 * The main thread alone talks to the database: it leases tasks, gives each to an idle slot, renews the
 * leases and stores the results.  The thread of a slot only works.  While the database is away, slots
 * continue their tasks and keep the results.  One mutex guards the states of the slots and what they
 * prepared, which the main thread stops; it is held neither during a task nor during a query.
 */
#include <ctype.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "cmd/cmd.h"
#include "cmd/interrupts.h"
#include "cmd/program_identity.h"
#include "cmd/progress.h"
#include "cmd/work.h"

enum {
    SLOTS_MAX = 256,
    LEASE_DEFAULT_S = 30,
    LEASE_MAX_S = 3600,
    NAME_MAX_BYTES = 100,
    KINDS_MAX_BYTES = 200,
    SLOT_STACK_BYTES = 64 << 20, /* as for the workers of a match */
    WAIT_MS = 100,               /* between two looks at signals */
    IDLE_FIRST_MS = 100,         /* between two questions for work, growing to: */
    IDLE_MOST_MS = 2000,
    AWAY_FIRST_MS = 100, /* between two attempts to connect, growing to: */
    AWAY_MOST_MS = 5000,
    LEAVE_PATIENCE_MS = 5000, /* to return the leases if the database is away */
    FAILURE_PAUSE_MS = 1000,  /* after a task that could not be done here, doubling up to: */
    FAILURE_PAUSE_MOST_MS = 8000,
    SHOW_FIRST_MS = 500, /* from the beginning of a task to its first state for those who watch */
    SHOW_MS = 1000,      /* between two states */
};

enum {
    WORKER_DATABASE,
    WORKER_SLOTS,
    WORKER_CPUS,
    WORKER_NAME,
    WORKER_CLASS,
    WORKER_LEASE,
    WORKER_PROGRAMS,
    WORKER_EXIT,
    WORKER_QUIET,
};
const Option WORKER_OPTIONS[] = {
    { "database", OPTION_TEXT, "URL", "the queue: postgresql://HOST/DATABASE", 0, 0 },
    { "slots", OPTION_NUMBER, "N", "do N tasks at once (default: one per CPU)", 1, SLOTS_MAX },
    { "cpus", OPTION_TEXT, "LIST", "use only these CPUs, such as 0-3,8", 0, 0 },
    { "name", OPTION_TEXT, "NAME", "name in lists (default: the name of the host)", 0, 0 },
    { "class", OPTION_TEXT, "NAME", "machines with this name do timed jobs together", 0, 0 },
    { "lease", OPTION_NUMBER, "S", "a task is lost after S seconds of silence (default 30)", 3,
      LEASE_MAX_S },
    { "run-programs", OPTION_FLAG, NULL, "also take tasks that run commands (engine:COMMAND)", 0,
      0 },
    { "exit-when-idle", OPTION_FLAG, NULL, "end when the queue has no more work", 0, 0 },
    { "quiet", OPTION_FLAG, NULL, "print only errors", 0, 0 },
    { .name = NULL },
};

/* --- Slots -------------------------------------------------------------------------------------- */

typedef enum SlotState { SLOT_IDLE, SLOT_WORKING, SLOT_FINISHED } SlotState;

struct Pool;

typedef struct Slot {
    struct Pool *pool;
    pthread_t    thread;
    SlotState    state;
    QueueWork    work;         /* unless idle */
    int64_t      next_show_ms; /* no state for those who watch before this time */
    /* What the thread made of it: */
    Status status;
    Fault  fault;
    Buffer result; /* empty if the task was stopped */
    /* What was prepared for a job is kept for its next task. */
    const WorkKind *kind;
    void           *prepared; /* NULL if nothing */
    int64_t         prepared_job;
    int             prepared_tasks;
} Slot;

typedef struct Pool {
    Queue          *queue;
    QueueWorker     me;
    bool            may_run_programs, exits_when_idle;
    FILE           *err;
    bool            is_quiet;
    Progress        progress;
    int64_t         id; /* of this worker */
    int64_t         done, dropped;
    bool            is_leaving, is_done;
    int             exit_status;
    int64_t         next_renewal_ms, next_take_ms, idle_ms, pause_ms;
    bool            is_away;
    int64_t         next_attempt_ms, away_ms, leaving_since_ms;
    pthread_mutex_t mutex;
    pthread_cond_t  changed;
    bool            is_ending; /* the threads return */
    int             slot_count;
    Slot            slot[SLOTS_MAX];
} Pool;

static void set_prepared(Slot *slot, const WorkKind *kind, void *prepared)
{
    const WorkKind *kind_before = slot->kind;
    pthread_mutex_lock(&slot->pool->mutex);
    void *before = slot->prepared;
    slot->kind = kind;
    slot->prepared = prepared;
    pthread_mutex_unlock(&slot->pool->mutex);
    if (before != NULL)
        kind_before->free(before);
}

/* Prepare for tasks of the job, unless the slot already is. */
static Status prepare(Slot *slot)
{
    const QueueWork *work = &slot->work;
    if (slot->prepared != NULL && slot->prepared_job == work->task.job &&
        slot->prepared_tasks == work->tasks)
        return STATUS_OK;
    set_prepared(slot, NULL, NULL);
    const WorkKind *kind = work_find(work->kind);
    if (kind == NULL)
        return fault_set(&slot->fault, STATUS_ILLEGAL, 0, "unknown kind of work '%.60s'",
                         work->kind);
    void *prepared = kind->prepare(work, &slot->fault);
    if (prepared == NULL)
        return slot->fault.status;
    set_prepared(slot, kind, prepared);
    slot->prepared_job = work->task.job;
    slot->prepared_tasks = work->tasks;
    return STATUS_OK;
}

static Status work_on(Slot *slot)
{
    Status status = prepare(slot);
    if (status == STATUS_OK)
        status = slot->kind->run(slot->prepared, &slot->work, &slot->result, &slot->fault);
    if (status == STATUS_OK && slot->result.failed)
        return fault_set(&slot->fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    return status;
}

static void *run_slot(void *context)
{
    Slot *slot = context;
    Pool *pool = slot->pool;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->is_ending) {
        if (slot->state != SLOT_WORKING) {
            pthread_cond_wait(&pool->changed, &pool->mutex);
            continue;
        }
        pthread_mutex_unlock(&pool->mutex);
        Status status = work_on(slot);
        pthread_mutex_lock(&pool->mutex);
        slot->status = status;
        slot->state = SLOT_FINISHED;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->mutex);
    set_prepared(slot, NULL, NULL);
    return NULL;
}

static SlotState state_of(Slot *slot)
{
    pthread_mutex_lock(&slot->pool->mutex);
    SlotState state = slot->state;
    pthread_mutex_unlock(&slot->pool->mutex);
    return state;
}

static void start_task(Slot *slot, const QueueWork *work)
{
    slot->work = *work;
    slot->fault = (Fault){ 0 };
    slot->next_show_ms = clock_wall_ms() + SHOW_FIRST_MS;
    buffer_init(&slot->result, QUEUE_RESULT_MAX);
    pthread_mutex_lock(&slot->pool->mutex);
    slot->state = SLOT_WORKING;
    pthread_cond_broadcast(&slot->pool->changed);
    pthread_mutex_unlock(&slot->pool->mutex);
}

/* Has no effect if the task has not yet begun, so callers repeat it. */
static void stop_task(Slot *slot)
{
    pthread_mutex_lock(&slot->pool->mutex);
    if (slot->state == SLOT_WORKING && slot->prepared != NULL)
        slot->kind->stop(slot->prepared);
    pthread_mutex_unlock(&slot->pool->mutex);
}

static void make_idle(Slot *slot)
{
    queue_work_free(&slot->work);
    buffer_free(&slot->result);
    pthread_mutex_lock(&slot->pool->mutex);
    slot->state = SLOT_IDLE;
    pthread_mutex_unlock(&slot->pool->mutex);
}

static int count_slots(Pool *pool, SlotState state)
{
    int count = 0;
    for (int i = 0; i < pool->slot_count; i++)
        count += state_of(&pool->slot[i]) == state;
    return count;
}

/* --- The database ------------------------------------------------------------------------------- */

static void print_note(Pool *pool, const char *note)
{
    if (pool->is_quiet)
        return;
    progress_end(&pool->progress);
    cmd_error(pool->err, "worker", "%s", note);
}

/* Wait longer and longer between two attempts to connect, until a call succeeds. */
static void try_later(Pool *pool)
{
    int64_t doubled = pool->away_ms == 0 ? AWAY_FIRST_MS : 2 * pool->away_ms;
    pool->away_ms = doubled < AWAY_MOST_MS ? doubled : AWAY_MOST_MS;
    pool->next_attempt_ms = clock_wall_ms() + pool->away_ms;
}

/* Look at the status of a call.  True if it succeeded.  Otherwise the connection is lost, the database
 * has forgotten this worker, or the worker must end. */
static bool check(Pool *pool, Status status, const Fault *fault)
{
    char  note[400];
    Fault joining;
    if (status == STATUS_OK) {
        pool->away_ms = 0;
        return true;
    }
    if (status == STATUS_NOT_FOUND)
        status = queue_join(pool->queue, &pool->me, &pool->id, &joining);
    else
        joining = *fault;
    if (status == STATUS_SYSTEM && !pool->is_away) {
        pool->is_away = true;
        try_later(pool);
        snprintf(note, sizeof note, "the database is away, trying again: %s", joining.why);
        print_note(pool, note);
    } else if (status != STATUS_OK && status != STATUS_SYSTEM) {
        progress_end(&pool->progress);
        cmd_error(pool->err, "worker", "%s", joining.why);
        pool->is_leaving = true;
        pool->exit_status = EXIT_FAILED;
    }
    return false;
}

static void reconnect(Pool *pool)
{
    Fault   fault;
    int64_t now = clock_wall_ms();
    if (now < pool->next_attempt_ms)
        return;
    if (queue_reconnect(pool->queue, &fault) == STATUS_OK) {
        pool->is_away = false;
        pool->next_renewal_ms = now; /* learn at once which tasks are still ours */
        print_note(pool, "connected again");
    } else {
        try_later(pool);
    }
}

static bool same_task(const QueueTask *a, const QueueTask *b)
{
    return a->job == b->job && a->number == b->number && a->attempt == b->attempt;
}

static bool has_task(Pool *pool, const QueueTask *task)
{
    bool found = false;
    for (int i = 0; i < pool->slot_count; i++)
        found |= state_of(&pool->slot[i]) != SLOT_IDLE && same_task(&pool->slot[i].work.task, task);
    return found;
}

/* Renew the leases.  Stop tasks that are not ours any more; return leases that no slot knows, because
 * the answer to queue_take was lost. */
static void renew(Pool *pool)
{
    QueueTask held[2 * SLOTS_MAX];
    int       count;
    Fault     fault;
    pool->next_renewal_ms = clock_wall_ms() + pool->me.lease_seconds * 1000 / 3;
    if (!check(pool, queue_renew(pool->queue, held, 2 * SLOTS_MAX, &count, &fault), &fault))
        return;
    for (int i = 0; i < pool->slot_count; i++) {
        bool is_ours = false;
        for (int k = 0; k < count; k++)
            is_ours |= same_task(&pool->slot[i].work.task, &held[k]);
        if (!is_ours)
            stop_task(&pool->slot[i]);
    }
    for (int k = 0; k < count; k++)
        if (!has_task(pool, &held[k]) &&
            !check(pool, queue_give_back(pool->queue, &held[k], NULL, &fault), &fault))
            return;
}

/* Say why a task cannot be done here, and pause, so that other workers take it. */
static void note_failure(Pool *pool, const QueueTask *task, const Fault *fault)
{
    progress_end(&pool->progress);
    cmd_error(pool->err, "worker", "job %lld, task %d: %s", (long long)task->job, task->number + 1,
              fault->why);
    pool->pause_ms = pool->pause_ms == 0                          ? FAILURE_PAUSE_MS
                     : pool->pause_ms * 2 < FAILURE_PAUSE_MOST_MS ? pool->pause_ms * 2
                                                                  : FAILURE_PAUSE_MOST_MS;
    pool->next_take_ms = clock_wall_ms() + pool->pause_ms;
}

/* Write the state of a task under way.  False if it has none, or none that is new. */
static bool write_state(Slot *slot, Buffer *out)
{
    pthread_mutex_lock(&slot->pool->mutex);
    bool shows = slot->state == SLOT_WORKING && slot->prepared != NULL &&
                 slot->kind->show != NULL && slot->kind->show(slot->prepared, out);
    pthread_mutex_unlock(&slot->pool->mutex);
    return shows && !out->failed && out->length <= QUEUE_SHOWN_MAX;
}

/* Show the tasks that have changed to those who watch. */
static void show_all(Pool *pool)
{
    for (int i = 0; i < pool->slot_count && !pool->is_away; i++) {
        Slot  *slot = &pool->slot[i];
        Buffer state;
        Fault  fault;
        if (clock_wall_ms() < slot->next_show_ms)
            continue;
        buffer_init(&state, QUEUE_SHOWN_MAX);
        if (write_state(slot, &state)) {
            slot->next_show_ms = clock_wall_ms() + SHOW_MS;
            check(pool, queue_show(pool->queue, &slot->work.task, state.data, &fault), &fault);
        }
        buffer_free(&state);
    }
}

/* Store the result of a finished slot.  False if that has to be tried again. */
static bool settle(Pool *pool, Slot *slot)
{
    Fault  fault;
    Status status;
    bool   accepted = false;
    if (slot->status == STATUS_OK && slot->result.length > 0)
        status = queue_finish(pool->queue, &slot->work.task, slot->result.data, &accepted, &fault);
    else
        status = queue_give_back(pool->queue, &slot->work.task,
                                 slot->status == STATUS_OK ? NULL : slot->fault.why, &fault);
    if (!check(pool, status, &fault) && status != STATUS_NOT_FOUND) {
        if (status != STATUS_SYSTEM)
            make_idle(slot); /* the worker ends, which returns the lease */
        return false;
    }
    if (slot->status != STATUS_OK) {
        note_failure(pool, &slot->work.task, &slot->fault);
    } else if (slot->result.length > 0) {
        pool->done += accepted;
        pool->dropped += !accepted;
        pool->next_take_ms = pool->pause_ms = 0;
    }
    make_idle(slot);
    return true;
}

/* Settle all finished slots.  False if the connection was lost. */
static bool settle_all(Pool *pool)
{
    for (int i = 0; i < pool->slot_count; i++)
        if (state_of(&pool->slot[i]) == SLOT_FINISHED && !settle(pool, &pool->slot[i]))
            return false;
    return true;
}

/* Without work: end, or ask less often. */
static void rest(Pool *pool)
{
    bool  has_work = true;
    Fault fault;
    pool->idle_ms = pool->idle_ms == 0                 ? IDLE_FIRST_MS
                    : pool->idle_ms * 2 < IDLE_MOST_MS ? pool->idle_ms * 2
                                                       : IDLE_MOST_MS;
    pool->next_take_ms = clock_wall_ms() + pool->idle_ms;
    if (pool->exits_when_idle && count_slots(pool, SLOT_IDLE) == pool->slot_count &&
        check(pool, queue_has_work(pool->queue, pool->may_run_programs, &has_work, &fault),
              &fault) &&
        !has_work)
        pool->is_leaving = true;
}

/* Fetch what a task needs.  If it cannot be had, return the task with the reason.  True if a slot may
 * begin it. */
static bool fetch(Pool *pool, const QueueWork *work)
{
    const WorkKind *kind = work_find(work->kind);
    Fault           fault, ignored;
    Status          status =
        kind == NULL || kind->fetch == NULL ? STATUS_OK : kind->fetch(pool->queue, work, &fault);
    if (status == STATUS_OK || status == STATUS_SYSTEM) /* a lease that no slot knows is returned */
        return check(pool, status, &fault);
    note_failure(pool, &work->task, &fault);
    check(pool, queue_give_back(pool->queue, &work->task, fault.why, &ignored), &ignored);
    return false;
}

/* Give work to the idle slots. */
static void take_all(Pool *pool)
{
    for (int i = 0; i < pool->slot_count && clock_wall_ms() >= pool->next_take_ms; i++) {
        QueueWork work;
        Fault     fault;
        if (state_of(&pool->slot[i]) != SLOT_IDLE)
            continue;
        if (!check(pool, queue_take(pool->queue, pool->may_run_programs, &work, &fault), &fault))
            return;
        if (work.kind == NULL) {
            rest(pool);
            return;
        }
        pool->idle_ms = 0;
        if (fetch(pool, &work))
            start_task(&pool->slot[i], &work);
        else
            queue_work_free(&work);
    }
}

/* --- Main loop ---------------------------------------------------------------------------------- */

static void print_progress(Pool *pool)
{
    char line[PROGRESS_LINE_MAX];
    Text text = text_over(line, sizeof line);
    if (!progress_is_due(&pool->progress))
        return;
    text_addf(&text, "%lld tasks done, %d under way%s", (long long)pool->done,
              count_slots(pool, SLOT_WORKING), pool->is_away ? ", the database is away" : "");
    progress_print(&pool->progress, line);
}

static void work_online(Pool *pool)
{
    if (!settle_all(pool))
        return;
    if (!pool->is_leaving)
        take_all(pool);
    if (!pool->is_away && clock_wall_ms() >= pool->next_renewal_ms)
        renew(pool);
    if (!pool->is_leaving)
        show_all(pool);
}

/* Stop the tasks, return the leases and end; without the database, after some patience. */
static void leave(Pool *pool)
{
    Fault   fault;
    int64_t now = clock_wall_ms();
    if (pool->leaving_since_ms == 0)
        pool->leaving_since_ms = now;
    for (int i = 0; i < pool->slot_count; i++)
        stop_task(&pool->slot[i]);
    if (count_slots(pool, SLOT_WORKING) > 0)
        return;
    if (!pool->is_away && count_slots(pool, SLOT_IDLE) == pool->slot_count) {
        Status status = queue_leave(pool->queue, &fault);
        check(pool, status, &fault);
        pool->is_done = status != STATUS_SYSTEM;
    }
    if (pool->is_done || now - pool->leaving_since_ms < LEAVE_PATIENCE_MS)
        return;
    print_note(pool,
               "the database is away; the queue gives the tasks to others when the leases end");
    pool->is_done = true;
}

static void wait_a_moment(Pool *pool)
{
    bool is_waiting = true;
    pthread_mutex_lock(&pool->mutex);
    for (int i = 0; i < pool->slot_count && !pool->is_away; i++)
        is_waiting &= pool->slot[i].state != SLOT_FINISHED;
    if (is_waiting)
        thread_wait_ms(&pool->changed, &pool->mutex, WAIT_MS);
    pthread_mutex_unlock(&pool->mutex);
}

static void run_pool(Pool *pool)
{
    while (!pool->is_done) {
        if (interrupts_came())
            pool->is_leaving = true;
        if (pool->is_away)
            reconnect(pool);
        if (!pool->is_away)
            work_online(pool);
        if (pool->is_leaving)
            leave(pool);
        print_progress(pool);
        if (!pool->is_done)
            wait_a_moment(pool);
    }
}

/* Start the threads.  Fewer than requested are enough. */
static bool start_slots(Pool *pool)
{
    int wanted = pool->slot_count;
    pool->slot_count = 0;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->changed, NULL);
    for (int i = 0; i < wanted; i++) {
        pool->slot[i].pool = pool;
        if (!thread_start(&pool->slot[i].thread, SLOT_STACK_BYTES, run_slot, &pool->slot[i]))
            break;
        pool->slot_count++;
    }
    return pool->slot_count > 0;
}

static void end_slots(Pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->slot_count; i++) {
        pthread_join(pool->slot[i].thread, NULL);
        if (pool->slot[i].state != SLOT_IDLE)
            make_idle(&pool->slot[i]);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
}

/* --- Options ------------------------------------------------------------------------------------ */

/* Read 0-3,8 and restrict this process to these CPUs. */
static int use_cpus(const char *list, FILE *err)
{
    Scan      scan = scan_string(list);
    cpu_set_t set;
    CPU_ZERO(&set);
    do {
        uint32_t first, last;
        if (!scan_number(&scan, CPU_SETSIZE - 1, &first))
            break;
        last = first;
        if (scan_char(&scan, '-') && (!scan_number(&scan, CPU_SETSIZE - 1, &last) || last < first))
            break;
        for (uint32_t cpu = first; cpu <= last; cpu++)
            CPU_SET(cpu, &set);
        if (scan_done(&scan)) {
            if (sched_setaffinity(0, sizeof set, &set) == 0)
                return EXIT_DONE;
            return cmd_error(err, "worker", "--cpus %.60s names no CPU of this machine", list);
        }
    } while (scan_char(&scan, ','));
    return cmd_error(err, "worker", "--cpus takes a list such as 0-3,8, not '%.60s'", list);
}

/* Return the number of CPUs that this process may use. */
static int usable_cpus(void)
{
    cpu_set_t set;
    int       count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < SLOTS_MAX ? count : SLOTS_MAX;
}

static void default_name(char *name, size_t size)
{
    if (gethostname(name, size) != 0)
        snprintf(name, size, "unnamed");
    name[size - 1] = '\0';
}

/* As the schema of the queue. */
static bool is_class(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < QUEUE_CLASS_MAX && isalnum((unsigned char)name[0]) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
               length;
}

static void print_end(const Pool *pool)
{
    fprintf(pool->err, "worker %lld left after %lld tasks", (long long)pool->id,
            (long long)pool->done);
    if (pool->dropped > 0)
        fprintf(pool->err, "; %lld more were done by others meanwhile", (long long)pool->dropped);
    fputc('\n', pool->err);
}

/* Join as soon as the database is there.  Fails after a signal, too. */
static Status join(Pool *pool, Fault *fault)
{
    Status status = STATUS_SYSTEM;
    bool   was_interrupted = false;
    while (status == STATUS_SYSTEM && !was_interrupted) {
        if (pool->is_away) {
            wait_a_moment(pool);
            reconnect(pool);
            was_interrupted = interrupts_came();
            continue;
        }
        status = queue_join(pool->queue, &pool->me, &pool->id, fault);
        check(pool, status, fault);
    }
    return status;
}

/* Join, work until there is no more work or a signal comes, and leave. */
static int work(Pool *pool)
{
    Fault fault;
    if (!start_slots(pool)) {
        cmd_error(pool->err, "worker", "cannot start a thread");
        return EXIT_FAILED;
    }
    interrupts_begin(); /* whoever has joined also leaves */
    pool->me.slots = pool->slot_count;
    Status status = join(pool, &fault);
    if (status == STATUS_OK) {
        if (!pool->is_quiet)
            fprintf(pool->err, "worker %lld joined with %d slot%s, %lld nodes/s\n",
                    (long long)pool->id, pool->slot_count, pool->slot_count == 1 ? "" : "s",
                    (long long)pool->me.speed);
        run_pool(pool);
        progress_end(&pool->progress);
        if (!pool->is_quiet)
            print_end(pool);
    } else {
        cmd_error(pool->err, "worker", "%s", fault.why);
        pool->exit_status = EXIT_FAILED;
    }
    interrupts_end();
    end_slots(pool);
    return pool->exit_status;
}

static void notify_away(void *context, const char *why)
{
    cmd_error(context, "worker", "the database is away, trying again: %s", why);
}

/* Write the kinds of work that this machine can do, and say why it cannot do others. */
static void list_kinds(Text *out, bool is_quiet, FILE *err)
{
    const WorkKind *kind;
    Fault           fault;
    for (int i = 0; (kind = work_kind(i)) != NULL; i++)
        if (kind->check == NULL || kind->check(&fault) == STATUS_OK)
            text_addf(out, "%s%s", out->length == 0 ? "" : ",", kind->name);
        else if (!is_quiet)
            cmd_error(err, "worker", "takes no work of kind %s: %s", kind->name, fault.why);
}

int cmd_worker(const Args *args, FILE *out, FILE *err)
{
    (void)out;
    const OptionValue *option = args->option;
    char               name[NAME_MAX_BYTES], program[QUEUE_PROGRAM_MAX], kinds[KINDS_MAX_BYTES];
    Text               kinds_text = text_over(kinds, sizeof kinds);
    Fault              fault;
    if (!option[WORKER_DATABASE].given)
        return cmd_error(err, "worker",
                         "--database is missing; pass the URL of the queue, such as "
                         "--database postgresql://HOST/DATABASE");
    if (option[WORKER_CLASS].given && !is_class(option[WORKER_CLASS].text))
        return cmd_error(err, "worker",
                         "--class takes up to %d letters, digits, '.', '_' and '-', not '%.60s'",
                         QUEUE_CLASS_MAX - 1, option[WORKER_CLASS].text);
    if (option[WORKER_CPUS].given) {
        int failed = use_cpus(option[WORKER_CPUS].text, err);
        if (failed != EXIT_DONE)
            return failed;
    }
    default_name(name, sizeof name);
    if (option[WORKER_NAME].given)
        snprintf(name, sizeof name, "%s", option[WORKER_NAME].text);
    PgWaiter waiter = { notify_away, err };
    Queue   *queue = queue_open_as_worker(option[WORKER_DATABASE].text, &waiter, &fault);
    Pool    *pool = queue == NULL ? NULL : calloc(1, sizeof *pool);
    if (pool == NULL) {
        if (queue != NULL)
            cmd_error_memory(err, "worker");
        else
            cmd_error(err, "worker", "%s", fault.why);
        queue_close(queue);
        return EXIT_FAILED;
    }
    program_identity(program, sizeof program);
    list_kinds(&kinds_text, option[WORKER_QUIET].given, err);
    *pool = (Pool){
        .queue = queue,
        .me = { .name = name,
                .program = program,
                .class = option[WORKER_CLASS].given ? option[WORKER_CLASS].text : "",
                .speed = program_speed(),
                .kinds = kinds,
                .lease_seconds = option[WORKER_LEASE].given ? (int)option[WORKER_LEASE].number
                                                            : LEASE_DEFAULT_S },
        .may_run_programs = option[WORKER_PROGRAMS].given,
        .exits_when_idle = option[WORKER_EXIT].given,
        .err = err,
        .is_quiet = option[WORKER_QUIET].given,
        .progress = progress_begin(err, option[WORKER_QUIET].given),
        .slot_count = option[WORKER_SLOTS].given ? (int)option[WORKER_SLOTS].number : usable_cpus(),
    };
    int status = work(pool);
    queue_close(queue);
    free(pool);
    return status;
}
