/* SPDX-License-Identifier: MIT */
#include "cmd/contest_mirror.h"

#include <stdlib.h>
#include <string.h>

#include "arena/contest.h"
#include "arena/contest_task.h"
#include "arena/ledger.h"
#include "base/clock.h"
#include "base/thread.h"
#include "cmd/cmd.h"
#include "cmd/work.h"
#include "queue/contest_store.h"

enum {
    POLL_MS = 250,       /* between two questions whether the contest has changed */
    BOARDS_MS = 500,     /* between two looks at the games under way */
    RECONNECT_MS = 1000, /* between two attempts to connect, or after an error */
    PATIENCE_MS = 5000,  /* with a statement */
    AWAY_MS = 3000,      /* without an answer, after which those who look are told */
    WAITING_MAX = 2048,  /* entries that wait to be added to the copy */
    BOARDS_MAX = 16,     /* games under way, as many as the live view shows */
    KIND_BYTES = 16,
    ID_BYTES = 80,
    MACHINE_BYTES = 101,
};

/* An entry of the chain that waits to be added to the copy. */
typedef struct Entry {
    int64_t number, item;
    char    kind[KIND_BYTES], hash[STORE_SUM_MAX], sum[STORE_SUM_MAX];
    Buffer  row; /* empty: a later entry has it */
} Entry;

/* A game under way. */
typedef struct Board {
    LedgerLive live;
    Buffer     record;
    char       machine[MACHINE_BYTES];
} Board;

typedef struct Boards {
    int   count;
    Board at[BOARDS_MAX];
} Boards;

struct ContestMirror {
    char      *name;
    FILE      *err;
    LiveSource source;
    /* Of the thread that reads the database: */
    Queue    *queue;
    bool      is_away, is_known; /* the database has the contest */
    int64_t   entries;           /* the end of the chain that was read */
    char      sum[STORE_SUM_MAX];
    char      settings_sum[STORE_SUM_MAX];
    int64_t   next_boards_ms;
    pthread_t thread;
    /* Of the thread that looks: */
    Ledger *ledger;
    Buffer  settings; /* contest.toml */
    int64_t edition;
    /* What the one hands to the other; guarded by the mutex. */
    pthread_mutex_t mutex;
    pthread_cond_t  changed;
    bool            is_ending;
    bool   is_reset;  /* the contest is another one: empty the copy before anything is added */
    bool   is_broken; /* the copy could not take the entries: read all of them again */
    bool   has_settings, has_boards, is_running;
    Buffer new_settings;
    Boards boards;
    char   id[ID_BYTES]; /* of the contest; "": not known yet */
    double seen;         /* time of the last answer */
    int    waiting_count;
    Entry  waiting[WAITING_MAX];
};

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

static void free_boards(Boards *boards)
{
    for (int i = 0; i < boards->count; i++)
        buffer_free(&boards->at[i].record);
    boards->count = 0;
}

static void free_waiting(ContestMirror *mirror)
{
    for (int i = 0; i < mirror->waiting_count; i++)
        buffer_free(&mirror->waiting[i].row);
    mirror->waiting_count = 0;
}

/* --- Reading the database ------------------------------------------------------------------------ */

/* Begin again: the database has another contest of this name than before, or none. */
static void begin_again(ContestMirror *mirror)
{
    mirror->entries = 0;
    memset(mirror->sum, '0', STORE_SUM_MAX - 1);
    mirror->sum[STORE_SUM_MAX - 1] = '\0';
    pthread_mutex_lock(&mirror->mutex);
    free_waiting(mirror);
    mirror->is_reset = true;
    mirror->id[0] = '\0';
    pthread_mutex_unlock(&mirror->mutex);
}

/* STATUS_TOO_LARGE if enough entries wait; the next look makes room. */
static Status take_entry(void *context, const StoreEntry *entry, Fault *fault)
{
    ContestMirror *mirror = context;
    Status         status = STATUS_OK;
    pthread_mutex_lock(&mirror->mutex);
    if (mirror->waiting_count == WAITING_MAX)
        status = STATUS_TOO_LARGE;
    if (status == STATUS_OK) {
        Entry *copy = &mirror->waiting[mirror->waiting_count];
        *copy = (Entry){ .number = entry->number, .item = entry->item };
        snprintf(copy->kind, sizeof copy->kind, "%s", entry->kind);
        snprintf(copy->hash, sizeof copy->hash, "%s", entry->hash);
        snprintf(copy->sum, sizeof copy->sum, "%s", entry->sum);
        buffer_init(&copy->row, LEDGER_ROW_MAX);
        if (entry->row != NULL)
            buffer_bytes(&copy->row, entry->row, entry->row_size);
        if (copy->row.failed) {
            buffer_free(&copy->row);
            status = no_memory(fault);
        } else {
            mirror->waiting_count++;
            mirror->entries = entry->number;
            snprintf(mirror->sum, sizeof mirror->sum, "%s", entry->sum);
        }
    }
    pthread_mutex_unlock(&mirror->mutex);
    return status;
}

/* Read the entries after those that were read, which must be a beginning of the chain. */
static Status read_entries(ContestMirror *mirror, const StoreState *state, Fault *fault)
{
    char   sum[STORE_SUM_MAX] = "";
    Status status = STATUS_OK;
    pthread_mutex_lock(&mirror->mutex);
    bool is_full = mirror->waiting_count == WAITING_MAX;
    pthread_mutex_unlock(&mirror->mutex);
    if (state->entries == mirror->entries)
        snprintf(sum, sizeof sum, "%s", state->sum);
    else if (state->entries > mirror->entries && mirror->entries > 0)
        status = contest_store_sum(mirror->queue, mirror->name, mirror->entries, sum, fault);
    if (status == STATUS_OK && mirror->entries > 0 && strcmp(sum, mirror->sum) != 0)
        begin_again(mirror);
    if (status == STATUS_OK && state->entries > mirror->entries && !is_full)
        status = contest_store_each_entry(mirror->queue, mirror->name, mirror->entries, take_entry,
                                          mirror, fault);
    return status == STATUS_TOO_LARGE ? STATUS_OK : status;
}

static Status read_settings(ContestMirror *mirror, const StoreState *state, Fault *fault)
{
    Buffer  text;
    Contest contest;
    if (strcmp(state->settings, mirror->settings_sum) == 0)
        return STATUS_OK;
    buffer_init(&text, CONTEST_TEXT_MAX);
    Status status = contest_store_get_settings(mirror->queue, mirror->name, &text, fault);
    if (status == STATUS_OK)
        status = contest_read(text.data, text.length, &contest, fault);
    if (status != STATUS_OK) {
        buffer_free(&text);
        return status;
    }
    contest_free(&contest);
    pthread_mutex_lock(&mirror->mutex);
    buffer_free(&mirror->new_settings);
    mirror->new_settings = text;
    mirror->has_settings = true;
    pthread_mutex_unlock(&mirror->mutex);
    snprintf(mirror->settings_sum, sizeof mirror->settings_sum, "%s", state->settings);
    return STATUS_OK;
}

/* Take a game under way, unless it is not a game of its contest: whatever a worker shows is only shown
 * after the rules have accepted every move. */
static void take_board(void *context, const QueueShown *shown)
{
    Boards         *boards = context;
    Board          *board = &boards->at[boards->count];
    Contest         contest;
    ContestTask     task;
    ContestProgress progress;
    Fault           fault;
    if (boards->count == BOARDS_MAX ||
        contest_task_read(shown->spec, shown->input, &contest, &task, &fault) != STATUS_OK)
        return;
    *board = (Board){
        .live = { .worker = boards->count, .pairing = task.pairing, .number = task.number }
    };
    bool swapped = task.number % 2 == 1;
    board->live.first = swapped ? task.pairing.b : task.pairing.a;
    board->live.second = swapped ? task.pairing.a : task.pairing.b;
    snprintf(board->machine, sizeof board->machine, "%s", shown->worker);
    buffer_init(&board->record, 1 << 20);
    if (contest_progress_read(&contest, &task, shown->data, shown->size, &progress, &board->record,
                              &fault) == STATUS_OK) {
        board->live.updated_ms = clock_date_ms() - shown->age_ms - progress.waited_ms;
        board->live.began_ms = board->live.updated_ms - progress.played_ms;
        memcpy(board->live.clock_ms, progress.clock_ms, sizeof progress.clock_ms);
        boards->count++;
    } else {
        buffer_free(&board->record);
    }
    contest_progress_free(&progress);
    contest_task_free(&task);
}

static Status read_boards(ContestMirror *mirror, Fault *fault)
{
    char   prefix[ID_BYTES + 16];
    Boards boards = { .count = 0 };
    if (clock_wall_ms() < mirror->next_boards_ms)
        return STATUS_OK;
    mirror->next_boards_ms = clock_wall_ms() + BOARDS_MS;
    pthread_mutex_lock(&mirror->mutex);
    snprintf(prefix, sizeof prefix, WORK_CONTEST_PREFIX "%s\n", mirror->id);
    bool is_known = mirror->id[0] != '\0';
    pthread_mutex_unlock(&mirror->mutex);
    Status status = is_known ? queue_shown(mirror->queue, WORK_CONTEST.name, prefix, BOARDS_MAX,
                                           take_board, &boards, fault)
                             : STATUS_OK;
    if (status != STATUS_OK)
        return status;
    pthread_mutex_lock(&mirror->mutex);
    free_boards(&mirror->boards);
    mirror->boards = boards;
    mirror->has_boards = true;
    pthread_mutex_unlock(&mirror->mutex);
    return STATUS_OK;
}

/* Read what is new. */
static Status read_database(ContestMirror *mirror, Fault *fault)
{
    StoreState state = { .entries = 0 };
    pthread_mutex_lock(&mirror->mutex);
    bool is_broken = mirror->is_broken;
    mirror->is_broken = false;
    pthread_mutex_unlock(&mirror->mutex);
    Status status = contest_store_state(mirror->queue, mirror->name, &state, fault);
    bool   was_known = mirror->is_known;
    if (status == STATUS_OK || status == STATUS_NOT_FOUND)
        mirror->is_known = status == STATUS_OK;
    if (is_broken || (was_known && !mirror->is_known))
        begin_again(mirror);
    if (status == STATUS_OK)
        status = read_settings(mirror, &state, fault);
    if (status == STATUS_OK)
        status = read_entries(mirror, &state, fault);
    if (status == STATUS_OK)
        status = read_boards(mirror, fault);
    if (status == STATUS_OK || status == STATUS_NOT_FOUND) {
        pthread_mutex_lock(&mirror->mutex);
        mirror->is_running = state.is_running;
        mirror->seen = clock_wall_seconds();
        pthread_mutex_unlock(&mirror->mutex);
    }
    return status;
}

static void *follow(void *context)
{
    ContestMirror *mirror = context;
    pthread_mutex_lock(&mirror->mutex);
    while (!mirror->is_ending) {
        Fault fault;
        thread_wait_ms(&mirror->changed, &mirror->mutex, mirror->is_away ? RECONNECT_MS : POLL_MS);
        if (mirror->is_ending)
            break;
        pthread_mutex_unlock(&mirror->mutex);
        Status status = mirror->is_away ? queue_reconnect(mirror->queue, &fault) : STATUS_OK;
        if (status == STATUS_OK)
            status = read_database(mirror, &fault);
        bool is_away = status != STATUS_OK && status != STATUS_NOT_FOUND;
        if (is_away && !mirror->is_away)
            cmd_error(mirror->err, "serve", "cannot read the contest, trying again: %s", fault.why);
        else if (!is_away && mirror->is_away)
            cmd_error(mirror->err, "serve", "reading the contest again");
        mirror->is_away = is_away;
        pthread_mutex_lock(&mirror->mutex);
    }
    pthread_mutex_unlock(&mirror->mutex);
    return NULL;
}

/* --- Looking -------------------------------------------------------------------------------------- */

/* Add the entries that wait to the copy. */
static Status add_entries(ContestMirror *mirror, Fault *fault)
{
    LedgerAppend append;
    Status       status = ledger_begin_append(mirror->ledger, &append);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "cannot write to the copy of the contest");
    for (int i = 0; i < mirror->waiting_count && status == STATUS_OK; i++) {
        const Entry *waiting = &mirror->waiting[i];
        LedgerEntry  entry = { .number = waiting->number,
                               .kind = waiting->kind,
                               .item = waiting->item,
                               .hash = waiting->hash,
                               .sum = waiting->sum,
                               .row = waiting->row.length > 0 ? waiting->row.data : NULL,
                               .row_size = waiting->row.length };
        status = ledger_append(&append, &entry, fault);
    }
    return ledger_end_append(&append, status);
}

static void note_id(ContestMirror *mirror)
{
    Buffer id;
    buffer_init(&id, ID_BYTES - 1);
    if (ledger_get(mirror->ledger, "id", &id) == STATUS_OK && !id.failed)
        snprintf(mirror->id, sizeof mirror->id, "%s", id.data);
    buffer_free(&id);
}

/* Bring the copy up to date with what the thread has read.  The mutex is held. */
static Status update(ContestMirror *mirror, Fault *fault)
{
    Status status = STATUS_OK;
    if (mirror->is_reset) {
        Ledger *fresh = ledger_open_temporary(fault);
        if (fresh == NULL)
            return fault->status;
        if (mirror->ledger != NULL)
            ledger_close(mirror->ledger);
        mirror->ledger = fresh;
        mirror->is_reset = false;
        mirror->edition++;
    }
    if (mirror->has_settings) {
        buffer_free(&mirror->settings);
        mirror->settings = mirror->new_settings;
        mirror->has_settings = false;
        buffer_init(&mirror->new_settings, CONTEST_TEXT_MAX);
        mirror->edition++;
    }
    if (mirror->waiting_count > 0) {
        status = add_entries(mirror, fault);
        mirror->is_broken = status != STATUS_OK;
        free_waiting(mirror);
        if (status == STATUS_OK && mirror->id[0] == '\0')
            note_id(mirror);
    }
    if (mirror->has_boards) {
        ledger_clear_live(mirror->ledger);
        for (int i = 0; i < mirror->boards.count; i++) {
            Board *board = &mirror->boards.at[i];
            board->live.record = board->record.data;
            board->live.machine = board->machine;
            ledger_set_live(mirror->ledger, &board->live); /* failure is harmless */
        }
        mirror->has_boards = false;
    }
    return status;
}

static void look(void *context, LiveCopy *out)
{
    ContestMirror *mirror = context;
    Fault          fault;
    pthread_mutex_lock(&mirror->mutex);
    if (update(mirror, &fault) != STATUS_OK)
        cmd_error(mirror->err, "serve", "the copy of the contest is read again: %s", fault.why);
    int64_t away_ms = (int64_t)((clock_wall_seconds() - mirror->seen) * 1000);
    *out = (LiveCopy){ .settings = mirror->settings.data,
                       .settings_size = mirror->settings.length,
                       .ledger = mirror->ledger,
                       .is_running = mirror->is_running || mirror->boards.count > 0,
                       .edition = mirror->edition,
                       .away_ms = away_ms > AWAY_MS ? away_ms : 0 };
    pthread_mutex_unlock(&mirror->mutex);
}

/* Only `look` changes the copy. */
static void end_look(void *context)
{
    (void)context;
}

/* --- Beginning and end ---------------------------------------------------------------------------- */

/* Read the whole contest, in parts that fit. */
static Status read_all(ContestMirror *mirror, Fault *fault)
{
    Status  status;
    int64_t before;
    begin_again(mirror);
    do {
        before = mirror->entries;
        status = read_database(mirror, fault);
        if (status == STATUS_OK)
            status = update(mirror, fault);
    } while (status == STATUS_OK && mirror->entries > before);
    if (status == STATUS_NOT_FOUND && mirror->settings.length > 0)
        status = update(mirror, fault); /* it was not run yet */
    return status;
}

static void mirror_free(ContestMirror *mirror)
{
    queue_close(mirror->queue);
    if (mirror->ledger != NULL)
        ledger_close(mirror->ledger);
    free_waiting(mirror);
    free_boards(&mirror->boards);
    buffer_free(&mirror->settings);
    buffer_free(&mirror->new_settings);
    pthread_cond_destroy(&mirror->changed);
    pthread_mutex_destroy(&mirror->mutex);
    free(mirror->name);
    free(mirror);
}

/* With `settings` the database need not have the contest yet. */
static void notify_away(void *context, const char *why)
{
    const ContestMirror *mirror = context;
    cmd_error(mirror->err, "serve", "the database is away, trying again: %s", why);
}

static Status start(const char *url, const char *name, const Buffer *settings, ContestMirror **out,
                    FILE *err, Fault *fault)
{
    ContestMirror *mirror = calloc(1, sizeof *mirror);
    if (mirror == NULL || (mirror->name = strdup(name)) == NULL) {
        free(mirror);
        return no_memory(fault);
    }
    mirror->err = err;
    mirror->source = (LiveSource){ .context = mirror, .begin = look, .end = end_look };
    pthread_mutex_init(&mirror->mutex, NULL);
    pthread_cond_init(&mirror->changed, NULL);
    buffer_init(&mirror->settings, CONTEST_TEXT_MAX);
    buffer_init(&mirror->new_settings, CONTEST_TEXT_MAX);
    if (settings != NULL)
        buffer_bytes(&mirror->settings, settings->data, settings->length);
    PgWaiter waiter = { notify_away, mirror };
    mirror->queue = queue_open(url, &waiter, fault);
    Status status = mirror->queue == NULL ? fault->status : read_all(mirror, fault);
    if (status == STATUS_OK) {
        queue_set_patience(mirror->queue, PATIENCE_MS);
        if (!thread_start(&mirror->thread, 0, follow, mirror))
            status = fault_set(fault, STATUS_SYSTEM, 0, "cannot start a thread");
    }
    if (status == STATUS_OK)
        *out = mirror;
    else
        mirror_free(mirror);
    return status;
}

Status contest_mirror_start(const char *url, const char *name, ContestMirror **mirror, FILE *err,
                            Fault *fault)
{
    return start(url, name, NULL, mirror, err, fault);
}

Status contest_mirror_start_in(const char *folder, ContestMirror **mirror, FILE *err, Fault *fault)
{
    Contest contest;
    Buffer  settings;
    Status  status = contest_load(folder, &contest, fault);
    if (status != STATUS_OK)
        return status;
    *mirror = NULL;
    if (contest.database[0] != '\0') {
        buffer_init(&settings, CONTEST_TEXT_MAX);
        status = contest_load_text(folder, &settings, fault);
        if (status == STATUS_OK)
            status = start(contest.database, contest.name, &settings, mirror, err, fault);
        buffer_free(&settings);
    }
    contest_free(&contest);
    return status;
}

void contest_mirror_stop(ContestMirror *mirror)
{
    pthread_mutex_lock(&mirror->mutex);
    mirror->is_ending = true;
    pthread_cond_broadcast(&mirror->changed);
    pthread_mutex_unlock(&mirror->mutex);
    pthread_join(mirror->thread, NULL);
    mirror_free(mirror);
}

const LiveSource *contest_mirror_source(const ContestMirror *mirror)
{
    return &mirror->source;
}
