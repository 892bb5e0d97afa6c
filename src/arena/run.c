/* SPDX-License-Identifier: MIT */
/* run.c - the calling thread plans, writes to the contest database and calls the listener; the
 * workers play.  With a source there are no workers: the calling thread asks for games, and receives
 * and checks their results.
 *
 * One mutex guards what they share: the list of games to play, the list of finished games, and the
 * openings.  It is never held while a game is played or saved.  Planning holds it, but only when no
 * game is in progress.
 */
#include "arena/run.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "arena/builder.h"
#include "arena/contest_task.h"
#include "arena/jail_helper.h"
#include "arena/jail_pool.h"
#include "arena/submission_pack.h"
#include "arena/void_queue.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/thread.h"
#include "base/utf8.h"

enum {
    TICK_MS = 200,
    UNSAVED_PER_WORKER = 4, /* finished games; then workers wait until they are saved */
    LIVE_MS = 250,          /* average interval between live updates of a game: a token bucket */
    LIVE_BURST = 4,         /* of this many updates */
    WORKER_STACK_BYTES = 64 << 20, /* the recursive search keeps positions on the stack */
    VOID_TRIES = 5,                /* of one game, before the run stops */
    PATH_BYTES = 4096,
    FACT_MAX = 256,
    NUMBER_FACTS = 13,
    FACTS = NUMBER_FACTS + 6,
    ID_BYTES = 16,
    SUBMIT_BATCH = 500, /* games that are asked for at once */
    COPY_MS = 1000,     /* between two copies of new entries */
};

/* A game to play. */
typedef struct Job {
    Pairing pairing;
    int     number;
} Job;

/* A finished game. */
typedef struct Done {
    struct Done  *next;
    Job           job;
    ContestResult result;
    int           voids; /* how often it was void before; the last reason: */
    char          void_why[256];
} Done;

typedef struct Bot {
    LedgerBot entry;
    BuiltBot  made;
    char      submission[SEAL_HASH_MAX]; /* with a source: the SHA-256 of its bytes, or "" */
} Bot;

/* A game that a source was asked for. */
typedef struct AwayGame {
    int number; /* first member: lists are sorted by it */
    Job job;
} AwayGame;

struct Run;

typedef struct Worker {
    struct Run *run;
    pthread_t   thread;
    int         number;
    Job         job;
    int64_t     began_ms;
    int64_t     shown_ms; /* no live update before this time */
    bool        is_shown;
} Worker;

typedef struct Run {
    const RunConfig   *config;
    const RunListener *listener;
    RunProgress       *progress;
    Fault             *fault;
    Contest            contest;
    Ledger            *ledger;
    ScheduleRules      schedule;
    ContestantRules    rules;
    JailHelper        *helper;
    JailPool          *pool;
    VoidQueue         *voids;
    int                bot_count;
    Bot               *bots; /* the participants, in the order of contest.toml */
    int               *ids;
    double             began;
    int64_t            started; /* games given to workers in this run */

    /* With a source: */
    AwayGame *away; /* games that it was asked for, by number */
    int       away_count, away_next;
    Job      *void_jobs; /* games that were declared void */
    int       void_count, void_capacity;
    double    copied; /* time of the last copy */
    bool      is_copied;

    pthread_mutex_t mutex;
    pthread_cond_t  changed;
    Starts          starts;
    Job            *jobs;
    int             job_count, job_next;
    Done           *done, **done_tail;
    int             done_count;
    int             playing; /* games */
    bool            quit;    /* workers exit */
    bool            finish;  /* start no more games */
    bool            failed;
    Fault           worker_fault;
    atomic_bool     stop;
    int             worker_count;
    Worker          worker[CONTEST_WORKERS_MAX];
} Run;

static void notify(const Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void notify(const Run *run, const char *format, ...)
{
    char    sentence[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    if (run->listener->notify != NULL)
        run->listener->notify(run->listener->context, sentence);
}

static Status no_memory(Run *run)
{
    return fault_set(run->fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

static Status ledger_failed(Run *run, Status status)
{
    return fault_set(run->fault, status, 0, "cannot use the contest database: %s",
                     status_text(status));
}

/* --- Settings that must not change -------------------------------------------------------- */

/* A setting and the value that the games in the contest database were played with. */
typedef struct Fact {
    const char *key;
    char        value[FACT_MAX];
    bool        may_change;
} Fact;

static void list_numbers(const Contest *contest, Fact facts[FACTS])
{
    const ContestLimits *limits = &contest->limits;
    bool fixed = contest->format == FORMAT_ROUND_ROBIN || contest->format == FORMAT_GAUNTLET;
    bool endless = contest->format == FORMAT_LADDER; /* old results lose their influence */
    const struct {
        const char *key;
        int64_t     value, unset;
        bool        may_change;
    } NUMBERS[NUMBER_FACTS] = {
        { "games", contest->games, -1, fixed },
        { "openings", contest->openings, -1, false },
        { "turn_ms", limits->turn_ms, 0, endless },
        { "game_ms", limits->game_ms, 0, endless },
        { "increment_ms", limits->increment_ms, 0, endless },
        { "margin_ms", limits->margin_ms, -1, endless },
        { "turn_cpu_ms", limits->turn_cpu_ms, 0, endless },
        { "game_cpu_ms", limits->game_cpu_ms, 0, endless },
        { "memory_mb", limits->memory_mb, 0, endless },
        { "processes", limits->processes, 0, endless },
        { "threads", limits->threads, -1, endless },
        { "scratch_mb", limits->scratch_mb, 0, endless },
        { "output_kb", limits->output_kb, 0, endless },
    };
    for (int i = 0; i < NUMBER_FACTS; i++) {
        facts[i].key = NUMBERS[i].key;
        facts[i].may_change = NUMBERS[i].may_change;
        if (NUMBERS[i].value == NUMBERS[i].unset)
            snprintf(facts[i].value, FACT_MAX, "not set");
        else
            snprintf(facts[i].value, FACT_MAX, "%lld", (long long)NUMBERS[i].value);
    }
}

/* `book` is the hash of the book of openings, or "". */
static void list_facts(const Contest *contest, const char *book, Fact facts[FACTS])
{
    Fact *others = facts + NUMBER_FACTS;
    Text  text = text_over(others[0].value, FACT_MAX);
    list_numbers(contest, facts);
    others[0].key = "game";
    setup_write(&contest->setup, &text);
    others[1].key = "format";
    snprintf(others[1].value, FACT_MAX, "%s", FORMAT_NAMES[contest->format]);
    others[2].key = "balanced";
    snprintf(others[2].value, FACT_MAX, "%s", contest->balanced ? "true" : "false");
    others[3].key = "seed";
    snprintf(others[3].value, FACT_MAX, "%llu", (unsigned long long)contest->seed);
    others[5].key = "third_place";
    snprintf(others[5].value, FACT_MAX, "%s", contest->third_place ? "true" : "false");
    others[4].key = "book";
    snprintf(others[4].value, FACT_MAX, "%s", book[0] == '\0' ? "not set" : book);
}

static Status check_fact(Run *run, const Fact *fact, int64_t games)
{
    Buffer before;
    buffer_init(&before, FACT_MAX);
    Status status = ledger_get(run->ledger, fact->key, &before);
    if (before.failed)
        status = STATUS_SYSTEM; /* longer than any value we write */
    bool known = status == STATUS_OK;
    bool same = known && strcmp(before.data, fact->value) == 0;
    if (known && !same && games > 0 && !fact->may_change)
        status =
            fault_set(run->fault, STATUS_ILLEGAL, 0,
                      "%s is %.60s in " CONTEST_FILE
                      ", but %lld games were played with %.60s; change it back, or start a new "
                      "contest in another directory",
                      fact->key, fact->value, (long long)games, before.data);
    else if (status == STATUS_NOT_FOUND || (known && !same))
        status = ledger_set(run->ledger, fact->key, fact->value);
    buffer_free(&before);
    return status;
}

static Status check_facts(Run *run)
{
    Fact    facts[FACTS] = { { 0 } };
    int64_t games;
    Status  status = ledger_count(run->ledger, &games);
    list_facts(&run->contest, run->starts.hash, facts);
    for (int i = 0; i < FACTS && status == STATUS_OK; i++)
        status = check_fact(run, &facts[i], games);
    if (status == STATUS_OK)
        status = ledger_set(run->ledger, "name", run->contest.name);
    if (status == STATUS_OK && run->config->unsafe)
        status = ledger_set(run->ledger, "unsafe", "yes");
    return status;
}

/* --- Bots --------------------------------------------------------------------------------- */

static const LedgerBot *find_present(const LedgerBots *known, const char *name)
{
    for (int i = 0; i < known->count; i++)
        if (known->at[i].present && strcmp(known->at[i].name, name) == 0)
            return &known->at[i];
    return NULL;
}

/* Add a bot to the contest database, or update it.  A bot with games must not have changed, except in
 * a ladder, where the changed bot begins without games. */
static Status enter_bot(Run *run, const LedgerBots *known, Bot *bot)
{
    const BotSpec   *spec = &bot->made.spec;
    const LedgerBot *before = find_present(known, spec->name);
    char             mark[BUILDER_FINGERPRINT_MAX];
    int64_t          games = 0;
    Status           status = builder_fingerprint(run->config->folder, spec, mark, run->fault);
    if (status != STATUS_OK)
        return status;
    bot->entry = (LedgerBot){ .present = true };
    snprintf(bot->entry.name, sizeof bot->entry.name, "%s", spec->name);
    snprintf(bot->entry.kind, sizeof bot->entry.kind, "%s", BOT_KIND_NAMES[spec->kind]);
    snprintf(bot->entry.mark, sizeof bot->entry.mark, "%s", mark);
    snprintf(bot->entry.failure, sizeof bot->entry.failure, "%s", bot->made.failure);
    if (before == NULL)
        return ledger_add_bot(run->ledger, &bot->entry);
    bot->entry.id = before->id;
    status = ledger_games_of(run->ledger, before->id, &games);
    bool changed = games > 0 && strcmp(before->mark, mark) != 0;
    if (status == STATUS_OK && changed && run->contest.format == FORMAT_LADDER) {
        LedgerBot old = *before;
        old.present = false;
        status = ledger_set_bot(run->ledger, &old);
        return status == STATUS_OK ? ledger_add_bot(run->ledger, &bot->entry) : status;
    }
    if (status == STATUS_OK && changed)
        return fault_set(run->fault, STATUS_ILLEGAL, 0,
                         "bot '%s' has changed since its first game; restore its old program, or "
                         "remove it and add it again to start without games",
                         spec->name);
    return status == STATUS_OK ? ledger_set_bot(run->ledger, &bot->entry) : status;
}

static Status drop_absent(Run *run, const LedgerBots *known)
{
    Status status = STATUS_OK;
    for (int i = 0; i < known->count && status == STATUS_OK; i++) {
        LedgerBot bot = known->at[i];
        if (!bot.present || contest_find(&run->contest, bot.name) >= 0)
            continue;
        bot.present = false;
        notify(run, "%s no longer takes part", bot.name);
        status = ledger_set_bot(run->ledger, &bot);
    }
    return status;
}

/* Build all bots, as many at the same time as the machine has cores. */
static Status make_bots(Run *run, const BotSpec *specs, int count, Bot *out)
{
    char      work[PATH_BYTES];
    BuildJob *jobs = calloc((size_t)count, sizeof *jobs);
    BuiltBot *made = calloc((size_t)count, sizeof *made);
    Status    status = jobs == NULL || made == NULL ? no_memory(run) : STATUS_OK;
    snprintf(work, sizeof work, "%s/.arena/build", run->config->folder);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        jobs[i] = (BuildJob){ .folder = run->config->folder,
                              .work = work,
                              .spec = &specs[i],
                              .setup = &run->contest.setup,
                              .limits = &run->contest.limits,
                              .unsafe = run->config->unsafe };
        if (builder_must_compile(&jobs[i]))
            notify(run, "compiling %s", specs[i].name);
    }
    if (status == STATUS_OK)
        status =
            builder_make_all(jobs, count, (int)sysconf(_SC_NPROCESSORS_ONLN), made, run->fault);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        out[i].made = made[i];
        out[i].submission[0] = '\0'; /* a new version is stored again */
        if (made[i].failure[0] != '\0')
            notify(run, "%s forfeits all its games: %s", made[i].spec.name, made[i].failure);
    }
    free(jobs);
    free(made);
    return status;
}

/* Fail if there are untrusted bots and no jail.  Built-in players need none. */
static Status check_jail(Run *run)
{
    Fault why;
    for (int i = 0; i < run->contest.bot_count; i++)
        if (run->contest.bots[i].kind != BOT_BUILTIN && !run->config->unsafe) {
            if (jail_probe(&why) == STATUS_OK)
                return STATUS_OK;
            return fault_set(
                run->fault, STATUS_SYSTEM, 0,
                "cannot start the jail: %.150s. To run bots you trust without it, pass "
                "--unsafe-no-jail",
                why.why);
        }
    return STATUS_OK;
}

static Status prepare_bots(Run *run)
{
    LedgerBots known = { 0 };
    int        count = run->contest.bot_count;
    run->bots = calloc((size_t)count, sizeof *run->bots);
    run->ids = calloc((size_t)count, sizeof *run->ids);
    if (run->bots == NULL || run->ids == NULL)
        return no_memory(run);
    Status status = check_jail(run);
    if (status == STATUS_OK && run->config->source == NULL)
        run->helper = jail_helper_start(); /* while this process is small */
    if (run->helper != NULL)
        run->pool = jail_pool_start();
    if (status == STATUS_OK)
        status = ledger_bots(run->ledger, &known);
    if (status == STATUS_OK)
        status = drop_absent(run, &known);
    if (status == STATUS_OK)
        status = make_bots(run, run->contest.bots, count, run->bots);
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        status = enter_bot(run, &known, &run->bots[i]);
        run->ids[i] = run->bots[i].entry.id;
        run->bot_count = i + 1;
    }
    ledger_bots_free(&known);
    return status;
}

static Bot *find_bot(const Run *run, int id)
{
    for (int i = 0; i < run->bot_count; i++)
        if (run->ids[i] == id)
            return &run->bots[i];
    return NULL;
}

/* --- Planning ----------------------------------------------------------------------------- */

/* The results so far, in the form that the schedule needs. */
typedef struct Past {
    int        job_count, job_capacity;
    Job       *jobs; /* finished games, sorted */
    int        encounter_count;
    Encounter *encounters; /* of drawn rounds, in order */
    bool       failed;
    const Run *run;
} Past;

static int compare_jobs(const void *a, const void *b)
{
    const Job *x = a, *y = b;
    if (x->pairing.round != y->pairing.round)
        return x->pairing.round < y->pairing.round ? -1 : 1;
    if (x->pairing.a != y->pairing.a)
        return x->pairing.a < y->pairing.a ? -1 : 1;
    if (x->pairing.b != y->pairing.b)
        return x->pairing.b < y->pairing.b ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Find an encounter.  The list is ordered by round, so a binary search finds the start of the
 * round. */
static Encounter *find_encounter(const Past *past, const Pairing *pairing)
{
    int low = 0, high = past->encounter_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (past->encounters[middle].pairing.round < pairing->round)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < past->encounter_count && past->encounters[low].pairing.round == pairing->round;
         low++)
        if (past->encounters[low].pairing.a == pairing->a &&
            past->encounters[low].pairing.b == pairing->b)
            return &past->encounters[low];
    return NULL;
}

static bool note_game(void *context, const LedgerGame *game)
{
    Past *past = context;
    if (past->job_count == past->job_capacity) {
        int  capacity = past->job_capacity * 2 + 1024;
        Job *more = realloc(past->jobs, (size_t)capacity * sizeof *more);
        if (more == NULL) {
            past->failed = true;
            return false;
        }
        past->jobs = more;
        past->job_capacity = capacity;
    }
    past->jobs[past->job_count++] = (Job){ game->pairing, game->number };
    Encounter *e = find_encounter(past, &game->pairing);
    if (e != NULL) {
        int a = game->side[0].bot == e->pairing.a ? 0 : 1;
        e->played++;
        e->half_points[a] += game->half_points;
        e->half_points[1 - a] += 2 - game->half_points;
    }
    return true;
}

static void past_free(Past *past)
{
    free(past->jobs);
    free(past->encounters);
}

static Status read_past(Run *run, Past *past)
{
    PairingList drawn = { 0 };
    *past = (Past){ .run = run };
    Status status = ledger_pairings(run->ledger, &drawn);
    past->encounters = calloc((size_t)drawn.count + 1, sizeof *past->encounters);
    if (status == STATUS_OK && past->encounters == NULL)
        status = STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        past->encounter_count = drawn.count;
        for (int i = 0; i < drawn.count; i++)
            past->encounters[i].pairing = drawn.at[i];
        status = ledger_each(run->ledger, false, note_game, past);
    }
    pairings_free(&drawn);
    if (past->failed)
        status = STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        return ledger_failed(run, status);
    if (past->job_count > 0)
        qsort(past->jobs, (size_t)past->job_count, sizeof *past->jobs, compare_jobs);
    return STATUS_OK;
}

static bool was_played(const Past *past, const Job *job)
{
    return past->job_count > 0 && bsearch(job, past->jobs, (size_t)past->job_count,
                                          sizeof *past->jobs, compare_jobs) != NULL;
}

/* Add a game to the list, unless it was already played or one of its bots has left. */
static Status plan_game(Run *run, const Past *past, const Pairing *pairing, int number,
                        int *capacity)
{
    Job job = { *pairing, number };
    if (was_played(past, &job) || find_bot(run, pairing->a) == NULL ||
        find_bot(run, pairing->b) == NULL)
        return STATUS_OK;
    if (run->job_count == *capacity) {
        Job *more = realloc(run->jobs, (size_t)(*capacity * 2 + 256) * sizeof *more);
        if (more == NULL)
            return no_memory(run);
        run->jobs = more;
        *capacity = *capacity * 2 + 256;
    }
    run->jobs[run->job_count++] = job;
    return STATUS_OK;
}

/* List all games of a fixed format, one pair of games per pairing at a time, so that all pairings
 * advance evenly. */
static Status plan_fixed(Run *run, const Past *past)
{
    PairingList list = { 0 };
    int         capacity = 0;
    Status      status = STATUS_OK;
    schedule_fixed(&run->schedule, run->ids, run->bot_count, &list);
    if (list.failed)
        status = no_memory(run);
    run->progress->total = (int64_t)list.count * run->schedule.games;
    for (int number = 0; number < run->schedule.games && status == STATUS_OK; number += 2)
        for (int i = 0; i < list.count && status == STATUS_OK; i++) {
            status = plan_game(run, past, &list.at[i], number, &capacity);
            if (status == STATUS_OK && number + 1 < run->schedule.games)
                status = plan_game(run, past, &list.at[i], number + 1, &capacity);
        }
    pairings_free(&list);
    /* Other games in the contest database are of bots that have left. */
    int64_t held = run->progress->done + run->progress->left;
    run->progress->done = run->progress->total - run->job_count;
    run->progress->left = held - run->progress->done;
    return status;
}

/* List the missing games of all drawn rounds.  Earlier rounds miss games that were declared void. */
static Status plan_rounds(Run *run, const Past *past)
{
    int    capacity = 0;
    Status status = STATUS_OK;
    for (int i = 0; i < past->encounter_count && status == STATUS_OK; i++) {
        const Encounter *e = &past->encounters[i];
        int              games = schedule_games(&run->schedule, e);
        for (int number = 0; number < games && status == STATUS_OK; number++)
            status = plan_game(run, past, &e->pairing, number, &capacity);
    }
    return status;
}

static void expect_total(Run *run, int round)
{
    int n = run->bot_count, games = run->schedule.games;
    run->progress->round = round + 1;
    run->progress->rounds = schedule_rounds(&run->schedule, n);
    if (run->schedule.format == FORMAT_SWISS)
        run->progress->total = (int64_t)run->progress->rounds * (n / 2) * games;
    else if (run->schedule.format == FORMAT_KNOCKOUT)
        run->progress->total = (int64_t)(n - 1 + (run->schedule.third_place && n >= 4)) * games;
    if (run->progress->total > 0 && run->progress->total < run->progress->done)
        run->progress->total = run->progress->done;
}

static Status draw_round(Run *run, const Past *past, int round, bool *drawn)
{
    PairingList list = { 0 };
    Status      status = schedule_draw(&run->schedule, run->ids, run->bot_count, past->encounters,
                                       past->encounter_count, round, &list);
    *drawn = list.count > 0;
    if (status != STATUS_OK)
        status = no_memory(run);
    else if (*drawn && (status = ledger_add_round(run->ledger, &list)) != STATUS_OK)
        ledger_failed(run, status);
    pairings_free(&list);
    return status;
}

/* List the games of the current round.  If none are missing, draw rounds until there is a game to
 * play: a round may consist of byes and bots that have left.  The list stays empty when the contest
 * is over. */
static Status plan_drawn(Run *run, Past *past)
{
    Status status = STATUS_OK;
    for (;;) {
        int  round = past->encounter_count == 0
                         ? -1
                         : past->encounters[past->encounter_count - 1].pairing.round;
        bool drawn = false;
        if (round >= 0)
            status = plan_rounds(run, past);
        expect_total(run, round < 0 ? 0 : round);
        if (status != STATUS_OK || run->job_count > 0)
            return status;
        status = draw_round(run, past, round + 1, &drawn);
        if (status != STATUS_OK || !drawn)
            return status;
        past_free(past);
        status = read_past(run, past);
        if (status != STATUS_OK)
            return status;
    }
}

/* Store a number for the live view; failure is harmless. */
static void store_number(Run *run, const char *key, int64_t number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)number);
    ledger_set(run->ledger, key, digits);
}

/* Fill the list of games to play; it stays empty when the contest is over. */
static Status plan(Run *run)
{
    Past past;
    run->job_count = run->job_next = 0;
    free(run->jobs);
    run->jobs = NULL;
    Status status = read_past(run, &past);
    if (status == STATUS_OK)
        status = schedule_is_drawn(run->schedule.format) ? plan_drawn(run, &past)
                                                         : plan_fixed(run, &past);
    past_free(&past);
    if (status == STATUS_OK) {
        store_number(run, "total", run->progress->total);
        store_number(run, "left", run->progress->left);
    }
    return status;
}

/* --- Playing ------------------------------------------------------------------------------ */

/* Update the live view of a game, at the rate of a token bucket. */
static void show(void *context, const Session *session, int64_t tick_ms)
{
    Worker *worker = context;
    Buffer  record;
    if (tick_ms < worker->shown_ms)
        return;
    if (worker->shown_ms < tick_ms - LIVE_BURST * LIVE_MS)
        worker->shown_ms = tick_ms - LIVE_BURST * LIVE_MS;
    worker->shown_ms += LIVE_MS;
    worker->is_shown = true;
    buffer_init(&record, 1 << 20);
    if (record_write(session_record(session), buffer_sink, &record)) {
        LedgerLive live = { .worker = worker->number,
                            .pairing = worker->job.pairing,
                            .number = worker->job.number,
                            .began_ms = worker->began_ms,
                            .updated_ms = clock_date_ms(),
                            .record = record.data };
        bool       swapped = worker->job.number % 2 == 1;
        live.first = swapped ? live.pairing.b : live.pairing.a;
        live.second = swapped ? live.pairing.a : live.pairing.b;
        for (int i = 0; i < 2; i++)
            live.clock_ms[i] = session_clock_ms(session, i, tick_ms);
        ledger_set_live(worker->run->ledger, &live); /* failure is harmless */
    }
    buffer_free(&record);
}

static Status start_for(Run *run, const Job *job, GameStart *out)
{
    int index = schedule_opening(&run->schedule, &job->pairing, job->number);
    pthread_mutex_lock(&run->mutex);
    Status status = starts_get(&run->starts, index, out);
    pthread_mutex_unlock(&run->mutex);
    return status;
}

static uint64_t seed_for(const Run *run, const Job *job, int seat)
{
    uint64_t seed = mix64(run->contest.seed + UINT64_C(0x51ed2701));
    seed = mix64(seed + (uint64_t)job->pairing.round);
    seed = mix64(seed + (uint64_t)job->pairing.a);
    seed = mix64(seed + (uint64_t)job->pairing.b);
    return mix64(seed + (uint64_t)(2 * job->number + seat));
}

/* Copy a sentence as one printable line. */
static void copy_line(char *out, size_t size, const char *sentence)
{
    Text text = text_over(out, size);
    jailed_text_printable(sentence, strlen(sentence), &text);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
}

static void describe_bot(const Bot *bot, TaskBot *out)
{
    out->spec = bot->made.spec;
    copy_line(out->failure, sizeof out->failure, bot->made.failure);
    snprintf(out->failure_code, sizeof out->failure_code, "%s", bot->made.failure_code);
    if (bot->made.failure[0] == '\0')
        snprintf(out->submission, sizeof out->submission, "%s", bot->submission);
}

/* Describe a game: everything that its moves depend on.  `task->start` belongs to `run`. */
static Status task_for(Run *run, const Job *job, ContestTask *task, Fault *fault)
{
    bool swapped = job->number % 2 == 1;
    *task = (ContestTask){ .pairing = job->pairing, .number = job->number };
    describe_bot(find_bot(run, swapped ? job->pairing.b : job->pairing.a), &task->bot[0]);
    describe_bot(find_bot(run, swapped ? job->pairing.a : job->pairing.b), &task->bot[1]);
    for (int i = 0; i < 2; i++)
        task->seed[i] = seed_for(run, job, i);
    Status status = start_for(run, job, &task->start);
    return status == STATUS_OK
               ? STATUS_OK
               : fault_set(fault, status, 0, "cannot generate an opening: %s", status_text(status));
}

static Status play(Worker *worker, Done *done, Fault *fault)
{
    Run        *run = worker->run;
    const Job  *job = &done->job;
    bool        swapped = job->number % 2 == 1;
    ContestTask task;
    Status      status = task_for(run, job, &task, fault);
    if (status != STATUS_OK)
        return status;
    const BuiltBot *bots[2] = { &find_bot(run, swapped ? job->pairing.b : job->pairing.a)->made,
                                &find_bot(run, swapped ? job->pairing.a : job->pairing.b)->made };
    worker->job = *job;
    worker->began_ms = clock_date_ms();
    return contest_task_play(&run->contest, &task, bots, &run->rules, show, worker, &done->result,
                             fault);
}

/* Play a game again while it is void, that is, while something fails that is not a bot's fault. */
static Status play_until_valid(Worker *worker, Done *done, Fault *fault)
{
    Status status = play(worker, done, fault);
    while (status == STATUS_SYSTEM && !atomic_load(&worker->run->stop)) {
        snprintf(done->void_why, sizeof done->void_why, "%.255s", fault->why);
        if (++done->voids == VOID_TRIES)
            return fault_set(fault, STATUS_SYSTEM, 0, "a game was void %d times: %.200s",
                             VOID_TRIES, done->void_why);
        status = play(worker, done, fault);
    }
    return status;
}

/* Wait for the next game to play; false if the worker should exit. */
static bool next_job(Run *run, Job *job)
{
    pthread_mutex_lock(&run->mutex);
    while (!run->quit && (run->finish || run->job_next == run->job_count ||
                          run->done_count >= UNSAVED_PER_WORKER * run->worker_count))
        pthread_cond_wait(&run->changed, &run->mutex);
    bool given = !run->quit;
    if (given) {
        assert(run->job_next < run->job_count);
        *job = run->jobs[run->job_next++];
        run->playing++;
        run->started++;
        if (run->config->games > 0 && run->started >= run->config->games)
            run->finish = true;
    }
    pthread_mutex_unlock(&run->mutex);
    return given;
}

static void submit_result(Run *run, Done *done, Status status, const Fault *fault)
{
    pthread_mutex_lock(&run->mutex);
    assert(run->playing > 0);
    run->playing--;
    if (status != STATUS_OK && !run->failed) {
        run->failed = true;
        run->worker_fault = *fault;
    }
    if (status == STATUS_OK && done != NULL && !done->result.report.stopped) {
        *run->done_tail = done;
        run->done_tail = &done->next;
        run->done_count++;
        done = NULL;
    }
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    if (done != NULL && status == STATUS_OK)
        referee_report_free(&done->result.report);
    free(done);
}

static void *work(void *context)
{
    Worker *worker = context;
    Job     job;
    while (next_job(worker->run, &job)) {
        Fault  fault = { 0 };
        Done  *done = calloc(1, sizeof *done);
        Status status = STATUS_NO_MEMORY;
        if (done != NULL) {
            done->job = job;
            status = play_until_valid(worker, done, &fault);
        } else {
            fault_set(&fault, status, 0, "%s", status_text(status));
        }
        submit_result(worker->run, done, status, &fault);
        if (worker->is_shown)
            ledger_end_live(worker->run->ledger, worker->number);
        worker->is_shown = false;
    }
    return NULL;
}

/* --- Saving ------------------------------------------------------------------------------- */

static void fill_side(LedgerSide *out, const RefereeSide *side, int bot)
{
    *out = (LedgerSide){ .bot = bot,
                         .turns = side->turns,
                         .time_ms = side->time_ms,
                         .slowest_ms = side->slowest_ms,
                         .cpu_ms = side->usage.cpu_us < 0 ? -1 : side->usage.cpu_us / 1000,
                         .memory_kb =
                             side->usage.memory_bytes < 0 ? -1 : side->usage.memory_bytes / 1024 };
}

static void fill_row(const Done *done, LedgerGame *row)
{
    const RefereeReport *report = &done->result.report;
    bool                 swapped = done->job.number % 2 == 1;
    const Pairing       *p = &done->job.pairing;
    *row = (LedgerGame){ .pairing = *p,
                         .number = done->job.number,
                         .half_points = report->half_points,
                         .termination = report->termination,
                         .turns = report->turns,
                         .began_ms = done->result.began_ms,
                         .took_ms = done->result.took_ms,
                         .times = report->times.data,
                         .board = report->board.data,
                         .record = report->record.data };
    fill_side(&row->side[0], &report->side[0], swapped ? p->b : p->a);
    fill_side(&row->side[1], &report->side[1], swapped ? p->a : p->b);
    snprintf(row->reason, sizeof row->reason, "%s", report->reason);
    if (report->termination == TERMINATION_RULES)
        return;
    snprintf(row->code, sizeof row->code, "%s", report->failure.code);
    snprintf(row->why, sizeof row->why, "%s", report->failure.why);
    row->last_out = report->failure.last_out;
    row->last_err = report->failure.last_err;
}

/* Save a finished game; from now on it counts. */
static Status commit(Run *run, Done *done)
{
    LedgerGame row;
    assert(!done->result.report.stopped && "an aborted game does not count");
    fill_row(done, &row);
    if (done->voids > 0)
        notify(run, "a game was void and played again: %s", done->void_why);
    Status status = ledger_add_game(run->ledger, &row, run->fault);
    if (status == STATUS_OK) {
        run->progress->done++;
        run->progress->fresh++;
        if (run->listener->game != NULL)
            run->listener->game(run->listener->context, run->progress, &row,
                                find_bot(run, row.side[0].bot)->entry.name,
                                find_bot(run, row.side[1].bot)->entry.name);
    }
    referee_report_free(&done->result.report);
    free(done);
    return status;
}

/* --- Games that are played elsewhere -------------------------------------------------------- */

static bool note_void_job(void *context, const LedgerGame *game)
{
    Run *run = context;
    if (run->void_count == run->void_capacity) {
        int  capacity = run->void_capacity * 2 + 16;
        Job *more = realloc(run->void_jobs, (size_t)capacity * sizeof *more);
        if (more == NULL)
            return false;
        run->void_jobs = more;
        run->void_capacity = capacity;
    }
    run->void_jobs[run->void_count++] = (Job){ game->pairing, game->number };
    return true;
}

/* Return how many games at this place are void: each is asked for once more. */
static int times_void(const Run *run, const Job *job)
{
    int count = 0;
    for (int i = 0; i < run->void_count; i++)
        count += compare_jobs(&run->void_jobs[i], job) == 0;
    return count;
}

static Status describe_away(Run *run, const Job *job, ContestTask *task, Fault *fault)
{
    Status status = task_for(run, job, task, fault);
    task->again = times_void(run, job);
    return status;
}

/* Give the source the submission of a bot, once. */
static Status store_bot(Run *run, Bot *bot, Fault *fault)
{
    char   path[PATH_BYTES];
    Buffer bytes;
    if (bot->made.spec.kind == BOT_BUILTIN || bot->made.failure[0] != '\0' ||
        bot->submission[0] != '\0')
        return STATUS_OK;
    snprintf(path, sizeof path, "%.3000s/%s", run->config->folder, bot->made.spec.file);
    buffer_init(&bytes, SUBMISSION_PACK_MAX);
    Status status = submission_pack(path, &bytes, fault);
    char   hash[SEAL_HASH_MAX];
    if (status == STATUS_SYSTEM) /* the connection is not lost */
        status = STATUS_ILLEGAL;
    if (status == STATUS_OK) {
        seal_hash(bytes.data, bytes.length, hash);
        status = run->config->source->store(run->config->source->context, hash, &bytes, fault);
    }
    if (status == STATUS_OK)
        memcpy(bot->submission, hash, sizeof hash);
    buffer_free(&bytes);
    return status;
}

static int compare_away(const void *a, const void *b)
{
    const AwayGame *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Write the texts of `count` games from `first` on. */
static Status write_tasks(Run *run, int first, int count, Buffer *texts, Fault *fault)
{
    Status      status = STATUS_OK;
    ContestTask task;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        const Job *job = &run->jobs[first + i];
        status = store_bot(run, find_bot(run, job->pairing.a), fault);
        if (status == STATUS_OK)
            status = store_bot(run, find_bot(run, job->pairing.b), fault);
        if (status == STATUS_OK)
            status = describe_away(run, job, &task, fault);
        if (status == STATUS_OK)
            contest_task_write(&task, &texts[i]);
        if (status == STATUS_OK && texts[i].failed)
            status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    }
    return status;
}

/* Ask for the next games. */
static Status submit_some(Run *run, int count, Fault *fault)
{
    const RunSource *source = run->config->source;
    Buffer           texts[SUBMIT_BATCH];
    const char      *tasks[SUBMIT_BATCH];
    int              numbers[SUBMIT_BATCH];
    for (int i = 0; i < count; i++)
        buffer_init(&texts[i], CONTEST_TASK_MAX);
    Status status = write_tasks(run, run->job_next, count, texts, fault);
    for (int i = 0; i < count; i++)
        tasks[i] = texts[i].data;
    if (status == STATUS_OK)
        status = source->submit(source->context, tasks, count, numbers, fault);
    AwayGame *more = status == STATUS_OK
                         ? realloc(run->away, (size_t)(run->away_count + count) * sizeof *more)
                         : NULL;
    if (status == STATUS_OK && more == NULL)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    if (status == STATUS_OK) {
        run->away = more;
        for (int i = 0; i < count; i++)
            run->away[run->away_count++] = (AwayGame){ numbers[i], run->jobs[run->job_next++] };
        run->playing += count;
        run->started += count;
    }
    for (int i = 0; i < count; i++)
        buffer_free(&texts[i]);
    return status;
}

/* Ask for all games that are planned, up to the number of games of this run. */
static Status submit_planned(Run *run, Fault *fault)
{
    Status status = STATUS_OK;
    for (;;) {
        int64_t count = run->job_count - run->job_next;
        if (run->config->games > 0 && count > run->config->games - run->started)
            count = run->config->games - run->started;
        if (count <= 0 || status != STATUS_OK)
            break;
        status = submit_some(run, count < SUBMIT_BATCH ? (int)count : SUBMIT_BATCH, fault);
    }
    if (run->away_count > run->away_next)
        qsort(run->away + run->away_next, (size_t)(run->away_count - run->away_next),
              sizeof *run->away, compare_away);
    return status;
}

/* Look for the result of the next game.  A wrong one is rejected, and the game is asked for again. */
static Status receive(Run *run, Done **out, Fault *fault)
{
    const RunSource *source = run->config->source;
    const AwayGame  *game = &run->away[run->away_next];
    const char      *text;
    size_t           size;
    ContestTask      task;
    Fault            why;
    Status           status = source->fetch(source->context, game->number, &text, &size, fault);
    if (status != STATUS_OK || text == NULL)
        return status;
    Done *done = calloc(1, sizeof *done);
    if (done == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    done->job = game->job;
    status = describe_away(run, &game->job, &task, fault);
    if (status == STATUS_OK)
        status = contest_result_read(&run->contest, &task, text, size, &done->result, &why);
    if (status == STATUS_OK) {
        *out = done;
        run->away_next++;
        run->playing--;
        return STATUS_OK;
    }
    free(done);
    if (status != STATUS_ILLEGAL)
        return fault_set(fault, status, 0, "cannot read a result: %s", status_text(status));
    notify(run, "%s - %s: %s; it is played again", task.bot[0].spec.name, task.bot[1].spec.name,
           why.why);
    return source->reject(source->context, game->number, why.why, fault);
}

/* Copy what is new in the contest database.  While the connection is lost, try again later. */
static Status copy_ledger(Run *run, bool at_once)
{
    const RunSource *source = run->config->source;
    Fault            fault = { .why = "" };
    double           now = clock_wall_seconds();
    if (source == NULL || (!at_once && now - run->copied < COPY_MS / 1000.0))
        return STATUS_OK;
    run->copied = now;
    Status status = source->copy(source->context, run->config->folder, run->ledger, &fault);
    run->is_copied = status == STATUS_OK;
    if (status == STATUS_OK || status == STATUS_SYSTEM)
        return STATUS_OK;
    *run->fault = fault;
    return status;
}

/* Write the id of this contest, which distinguishes it from all others of the same name. */
static Status find_id(Run *run, char id[2 * ID_BYTES + 1])
{
    unsigned char bytes[ID_BYTES];
    Buffer        known;
    buffer_init(&known, 2 * ID_BYTES);
    Status status = ledger_get(run->ledger, "id", &known);
    if (status == STATUS_OK)
        snprintf(id, 2 * ID_BYTES + 1, "%s", known.data);
    buffer_free(&known);
    if (status != STATUS_NOT_FOUND)
        return status;
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return STATUS_SYSTEM;
    for (int i = 0; i < ID_BYTES; i++)
        snprintf(id + 2 * i, 3, "%02x", bytes[i]);
    return ledger_set(run->ledger, "id", id);
}

static Status begin_away(Run *run)
{
    const RunSource *source = run->config->source;
    char             id[2 * ID_BYTES + 1];
    Buffer           settings;
    if (source == NULL)
        return STATUS_OK;
    Status status = find_id(run, id);
    if (status == STATUS_OK)
        status = ledger_each_void(run->ledger, note_void_job, run);
    if (status != STATUS_OK)
        return ledger_failed(run, status);
    buffer_init(&settings, CONTEST_TEXT_MAX);
    contest_write_settings(&run->contest, &settings);
    status = source->copy(source->context, run->config->folder, run->ledger, run->fault);
    if (status == STATUS_OK)
        status = source->begin(source->context, run->contest.name, id, settings.data, run->fault);
    buffer_free(&settings);
    return status;
}

static void end_away(Run *run)
{
    if (run->config->source != NULL && copy_ledger(run, true) == STATUS_OK && !run->is_copied)
        notify(run, "the database is away; `tessera arena export` completes the copy there");
    free(run->away);
    free(run->void_jobs);
}

/* --- Stopping ----------------------------------------------------------------------------- */

static void stop_path(const char *folder, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%s/.arena/stop", folder);
}

/* The file names the process that should stop, so a request that comes while a run begins is not
 * lost, and an old one does not stop a later run. */
static bool asked_by_file(const Run *run)
{
    char path[PATH_BYTES], pid[32] = "";
    stop_path(run->config->folder, path);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return false;
    ssize_t count = read(file, pid, sizeof pid - 1);
    close(file);
    return count > 0 && strtoll(pid, NULL, 10) == (long long)getpid();
}

Status run_request_stop(const char *folder, Fault *fault)
{
    char    path[PATH_BYTES], pid[32];
    int64_t runner = ledger_runner(folder);
    if (runner == 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "the contest in %.150s is not running",
                         folder);
    stop_path(folder, path);
    snprintf(pid, sizeof pid, "%lld\n", (long long)runner);
    if (!file_replace(path, pid, strlen(pid), 0))
        return fault_set(fault, STATUS_SYSTEM, 0, "cannot write %.150s: %s", path, strerror(errno));
    return STATUS_OK;
}

static Status forget_bot(Ledger *ledger, const char *name)
{
    LedgerBots known;
    Status     status = ledger_bots(ledger, &known);
    if (status != STATUS_OK)
        return status;
    const LedgerBot *found = find_present(&known, name);
    if (found != NULL) {
        LedgerBot bot = *found;
        bot.present = false;
        status = ledger_set_bot(ledger, &bot);
    }
    ledger_bots_free(&known);
    return status;
}

Status run_remove_bot(const char *folder, const char *name, Fault *fault)
{
    Ledger *ledger = ledger_open(folder, LEDGER_READ, fault);
    if (ledger == NULL) /* never run, so the bot is not in a database */
        return fault->status == STATUS_NOT_FOUND ? STATUS_OK : fault->status;
    ledger_close(ledger);
    ledger = ledger_open(folder, LEDGER_RUN, fault);
    if (ledger == NULL)
        return fault->status;
    Status status = forget_bot(ledger, name);
    ledger_close(ledger);
    return status == STATUS_OK ? STATUS_OK : fault_set(fault, status, 0, "%s", status_text(status));
}

static bool note_game_to_void(void *context, const LedgerGame *game)
{
    LedgerGame *out = context;
    *out = *game;
    return true;
}

/* Check that a game may be declared void. */
static Status check_void(Ledger *ledger, const Contest *contest, int64_t id, Fault *fault)
{
    LedgerGame  game = { 0 };
    PairingList drawn = { 0 };
    int         last = 0;
    if (ledger_one(ledger, id, note_game_to_void, &game) != STATUS_OK)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "there is no game %lld in this contest",
                         (long long)id);
    if (game.void_ms != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0, "game %lld is void already", (long long)id);
    if (contest->format != FORMAT_KNOCKOUT)
        return STATUS_OK;
    Status status = ledger_pairings(ledger, &drawn);
    if (status == STATUS_OK && drawn.count > 0)
        last = drawn.at[drawn.count - 1].round;
    pairings_free(&drawn);
    if (game.pairing.round < last)
        return fault_set(
            fault, STATUS_ILLEGAL, 0,
            "game %lld decided who plays in round %d, which has been drawn; a knockout "
            "cannot go back",
            (long long)id, game.pairing.round + 2);
    return status;
}

typedef struct VoidReason {
    const char *reason;
    bool        is_found;
} VoidReason;

static bool compare_reason(void *context, const LedgerGame *game)
{
    VoidReason *wanted = context;
    wanted->is_found = game->void_ms != 0 && strcmp(game->void_why, wanted->reason) == 0;
    return true;
}

static bool is_reason(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length >= LEDGER_WHY_MAX)
        return false;
    for (size_t i = 0; i < length;) {
        size_t sign = utf8_length(text + i, length - i);
        if (sign == 0 || (unsigned char)text[i] < ' ' || text[i] == 127)
            return false;
        i += sign;
    }
    return true;
}

/* True if the game was declared void for this reason before. */
static bool is_void_for(Ledger *ledger, int64_t id, const char *reason)
{
    VoidReason wanted = { .reason = reason };
    ledger_one(ledger, id, compare_reason, &wanted);
    return wanted.is_found;
}

/* Declare games void, all or none.  With `again`, a request may have been executed before, in part or
 * completely.  `*changed` counts the games that are void now and were not before. */
static Status void_games(Ledger *ledger, const Contest *contest, const VoidRequest *request,
                         bool again, int *changed, Fault *fault)
{
    Status status = STATUS_OK;
    *changed = 0;
    for (int i = 0; i < request->count && status == STATUS_OK; i++)
        if (!again || !is_void_for(ledger, request->games[i], request->reason))
            status = check_void(ledger, contest, request->games[i], fault);
    for (int i = 0; i < request->count && status == STATUS_OK; i++) {
        status = ledger_void_game(ledger, request->games[i], request->reason);
        *changed += status == STATUS_OK;
        if (status == STATUS_ILLEGAL) /* named twice */
            status = STATUS_OK;
        else if (status != STATUS_OK)
            fault_set(fault, status, 0, "cannot use the contest database: %s", status_text(status));
    }
    return status;
}

/* Declare games void in a contest that is not running. */
static Status void_at_rest(const char *folder, const VoidRequest *request, bool again, Fault *fault)
{
    Contest contest;
    int     ignored;
    Status  status = contest_load(folder, &contest, fault);
    if (status != STATUS_OK)
        return status;
    Ledger *ledger = ledger_open(folder, LEDGER_READ, fault);
    if (ledger != NULL) { /* it has been run */
        ledger_close(ledger);
        ledger = ledger_open(folder, LEDGER_RUN, fault);
    }
    status = ledger == NULL ? fault->status
                            : void_games(ledger, &contest, request, again, &ignored, fault);
    if (ledger != NULL)
        ledger_close(ledger);
    contest_free(&contest);
    return status;
}

/* A run may begin or end at any time, so try both ways in turn. */
Status run_void_games(const char *folder, const int64_t *games, int count, const char *reason,
                      bool *is_running, Fault *fault)
{
    VoidRequest request = { .count = count };
    Status      status;
    assert(count >= 1 && count <= VOID_GAMES_MAX);
    *is_running = false;
    if (!is_reason(reason))
        return fault_set(fault, STATUS_SYNTAX, 0, "a reason is one line of text with 1 to %d bytes",
                         LEDGER_WHY_MAX - 1);
    snprintf(request.reason, sizeof request.reason, "%s", reason);
    memcpy(request.games, games, (size_t)count * sizeof games[0]);
    for (int i = 0; i < VOID_TRIES; i++) {
        bool was_asked = ledger_runner(folder) != 0;
        *is_running = void_queue_ask(folder, games, count, reason, &status, fault);
        if (*is_running)
            return status;
        status = void_at_rest(folder, &request, was_asked || i > 0, fault);
        if (status == STATUS_OK || ledger_runner(folder) == 0)
            return status;
    }
    return status;
}

/* --- Requests of other processes ---------------------------------------------------------- */

/* Declare games void that other processes ask for.  They are planned again when the games that are
 * planned now have been played. */
static void take_requests(Run *run)
{
    VoidRequest request;
    while (run->voids != NULL && void_queue_next(run->voids, &request)) {
        Fault  fault = { .why = "" };
        int    changed;
        Status status = void_games(run->ledger, &run->contest, &request, false, &changed, &fault);
        run->progress->done -= changed;
        if (run->config->source != NULL) {
            run->void_count = 0;
            ledger_each_void(run->ledger, note_void_job, run);
        }
        if (status == STATUS_OK)
            notify(run, "%d game%s declared void: %s", changed, changed == 1 ? " was" : "s were",
                   request.reason);
        void_queue_answer(run->voids, &request, status, &fault);
    }
}

static void check_stop(Run *run)
{
    int  level = run->listener->stop == NULL ? 0 : run->listener->stop(run->listener->context);
    bool finish = level > 0 || asked_by_file(run);
    if (level > 1)
        atomic_store(&run->stop, true);
    if (!finish)
        return;
    pthread_mutex_lock(&run->mutex);
    run->finish = true;
    pthread_mutex_unlock(&run->mutex);
}

/* --- The main loop ------------------------------------------------------------------------ */

static Done *take_done(Run *run)
{
    Done *done = run->done;
    if (done != NULL) {
        run->done_count--;
        pthread_cond_broadcast(&run->changed); /* a worker may wait for space */
        run->done = done->next;
        if (run->done == NULL)
            run->done_tail = &run->done;
        done->next = NULL;
    }
    return done;
}

/* --- Bots that join a ladder -------------------------------------------------------------- */

/* Return the index of the bot with this name; the number of bots if there is none. */
static int find_name(const Run *run, const char *name)
{
    int i = 0;
    while (i < run->bot_count && strcmp(run->bots[i].entry.name, name) != 0)
        i++;
    return i;
}

/* Admit a new bot as number bot_count, or a new version of the bot `at`. */
static Status admit(Run *run, const LedgerBots *known, const BotSpec *spec, int at)
{
    size_t count = (size_t)run->bot_count + 1;
    Bot   *bots = realloc(run->bots, count * sizeof *bots);
    if (bots != NULL)
        run->bots = bots;
    int *ids = realloc(run->ids, count * sizeof *ids);
    if (ids != NULL)
        run->ids = ids;
    if (bots == NULL || ids == NULL)
        return no_memory(run);
    Bot   *bot = &run->bots[at];
    Status status = make_bots(run, spec, 1, bot);
    if (status == STATUS_OK)
        status = enter_bot(run, known, bot);
    if (status != STATUS_OK)
        return status;
    run->ids[at] = bot->entry.id;
    notify(run,
           at < run->bot_count ? "%s joins the ladder in a new version" : "%s joins the ladder",
           spec->name);
    if (at == run->bot_count)
        run->bot_count++;
    return STATUS_OK;
}

/* Before a round of a ladder is drawn, when no game is in progress: admit bots that were added to
 * contest.toml meanwhile, and those that have another file now.  If the file cannot be read just now,
 * try again before the next round. */
static Status admit_new(Run *run)
{
    Contest    contest;
    LedgerBots known;
    Fault      fault;
    if (run->contest.format != FORMAT_LADDER ||
        contest_load(run->config->folder, &contest, &fault) != STATUS_OK)
        return STATUS_OK;
    Status status = ledger_bots(run->ledger, &known);
    for (int i = 0; i < contest.bot_count && status == STATUS_OK; i++) {
        int at = find_name(run, contest.bots[i].name);
        if (at == run->bot_count || strcmp(run->bots[at].made.spec.file, contest.bots[i].file) != 0)
            status = admit(run, &known, &contest.bots[i], at);
    }
    ledger_bots_free(&known);
    contest_free(&contest);
    return status;
}

/* What the calling thread does next. */
typedef enum Next { NEXT_COMMIT, NEXT_WAIT, NEXT_PLAN, NEXT_END } Next;

static Next look(Run *run, Done **done)
{
    pthread_mutex_lock(&run->mutex);
    bool over = run->failed || run->finish || atomic_load(&run->stop);
    *done = take_done(run);
    if (*done == NULL && (run->playing > 0 || (!over && run->job_next < run->job_count))) {
        thread_wait_ms(&run->changed, &run->mutex, TICK_MS);
        *done = take_done(run);
    }
    bool idle = run->playing == 0 && *done == NULL;
    Next next = NEXT_WAIT;
    if (*done != NULL)
        next = NEXT_COMMIT;
    else if (idle && over)
        next = NEXT_END;
    else if (idle && run->job_next == run->job_count)
        next = NEXT_PLAN;
    if (run->failed) {
        run->finish = true;
        atomic_store(&run->stop, true);
    }
    run->progress->playing = run->playing;
    pthread_mutex_unlock(&run->mutex);
    return next;
}

/* The same with a source.  Games under way stay in its queue when the run ends. */
static Next look_away(Run *run, Done **done)
{
    Fault  fault = { .why = "" };
    Status status = STATUS_OK;
    *done = NULL;
    bool has_all = run->config->games > 0 && run->started >= run->config->games;
    if (run->failed || run->finish || atomic_load(&run->stop) || (has_all && run->playing == 0))
        return NEXT_END;
    if (run->job_next < run->job_count && !has_all)
        status = submit_planned(run, &fault);
    else if (run->playing == 0)
        return NEXT_PLAN;
    if (status == STATUS_OK && run->playing > 0)
        status = receive(run, done, &fault);
    if (status != STATUS_OK && status != STATUS_SYSTEM) {
        run->failed = true;
        run->worker_fault = fault;
    }
    run->progress->playing = run->playing;
    return *done != NULL ? NEXT_COMMIT : NEXT_WAIT;
}

static Status plan_more(Run *run, bool *over)
{
    pthread_mutex_lock(&run->mutex);
    assert(run->playing == 0 && run->job_next == run->job_count);
    Status status = plan(run);
    *over = status != STATUS_OK || run->job_count == 0;
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    return status;
}

static Status play_all(Run *run, RunEnd *end)
{
    Status status = STATUS_OK;
    bool   over = false;
    double ticked = 0;
    *end = RUN_OVER;
    while (status == STATUS_OK && !over) {
        Done  *done;
        Next   next = run->config->source == NULL ? look(run, &done) : look_away(run, &done);
        double now = clock_wall_seconds();
        run->progress->seconds = now - run->began;
        if (next == NEXT_COMMIT) {
            status = commit(run, done);
            check_stop(run); /* the game may have decided a test */
        }
        if (next == NEXT_PLAN)
            take_requests(run); /* after the last plan it is too late */
        if (next == NEXT_PLAN && (status = admit_new(run)) == STATUS_OK)
            status = plan_more(run, &over);
        else if (next == NEXT_END)
            break;
        if (now - ticked < TICK_MS / 1000.0)
            continue;
        ticked = now;
        if (!over)
            take_requests(run);
        if (status == STATUS_OK)
            status = copy_ledger(run, false);
        check_stop(run);
        if (run->listener->tick != NULL)
            run->listener->tick(run->listener->context, run->progress);
    }
    if (!over)
        *end = atomic_load(&run->stop) ? RUN_BROKEN : RUN_STOPPED;
    if (status == STATUS_OK && run->failed) {
        *run->fault = run->worker_fault;
        status = run->worker_fault.status == STATUS_OK ? STATUS_SYSTEM : run->worker_fault.status;
    }
    return status;
}

static Status start_workers(Run *run)
{
    int wanted = run->config->workers > 0 ? run->config->workers : run->contest.workers;
    for (int i = 0; i < wanted && i < CONTEST_WORKERS_MAX; i++) {
        run->worker[i] = (Worker){ .run = run, .number = i };
        if (!thread_start(&run->worker[i].thread, WORKER_STACK_BYTES, work, &run->worker[i]))
            break; /* fewer workers are no failure: the results are the same */
        run->worker_count = i + 1;
    }
    return run->worker_count > 0 ? STATUS_OK
                                 : fault_set(run->fault, STATUS_SYSTEM, 0, "cannot start a thread");
}

static void end_workers(Run *run)
{
    pthread_mutex_lock(&run->mutex);
    run->quit = true;
    atomic_store(&run->stop, true); /* abort games in progress */
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->mutex);
    for (int i = 0; i < run->worker_count; i++)
        pthread_join(run->worker[i].thread, NULL);
    for (Done *done; (done = take_done(run)) != NULL;) {
        referee_report_free(&done->result.report);
        free(done);
    }
}

static void warn_about_swap(const Run *run)
{
    int swap = run->contest.openings == 0 ? 0 : starts_swap_turn(&run->contest.setup);
    if (swap > 0 && run->contest.openings >= swap)
        notify(run,
               "openings = %d plays move %d at random, so no bot can swap sides; set openings = 0, "
               "or use a book",
               run->contest.openings, swap);
}

static Status play_contest(Run *run, RunEnd *end)
{
    char path[PATH_BYTES];
    pthread_mutex_init(&run->mutex, NULL);
    pthread_cond_init(&run->changed, NULL);
    atomic_init(&run->stop, false);
    run->done_tail = &run->done;
    run->rules = (ContestantRules){ .limits = run->contest.limits,
                                    .unsafe = run->config->unsafe,
                                    .helper = run->helper,
                                    .pool = run->pool,
                                    .stop = &run->stop };
    stop_path(run->config->folder, path);
    ledger_clear_live(run->ledger);
    run->began = clock_wall_seconds();
    warn_about_swap(run);
    run->voids = void_queue_open(run->config->folder);
    Status status = run->config->source == NULL ? start_workers(run) : begin_away(run);
    if (status == STATUS_OK)
        status = play_all(run, end);
    end_workers(run);
    end_away(run);
    void_queue_close(run->voids);
    ledger_clear_live(run->ledger);
    unlink(path);
    pthread_cond_destroy(&run->changed);
    pthread_mutex_destroy(&run->mutex);
    return status;
}

static int champion_of(const Run *run)
{
    int index =
        run->contest.champion[0] == '\0' ? 0 : contest_find(&run->contest, run->contest.champion);
    return run->ids[index < 0 ? 0 : index];
}

Status run_contest(const RunConfig *config, const RunListener *listener, RunEnd *end,
                   RunProgress *progress, Fault *fault)
{
    assert(config->folder != NULL && listener != NULL && fault != NULL);
    Run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    *progress = (RunProgress){ 0 };
    *fault = (Fault){ 0 };
    run->config = config;
    run->listener = listener;
    run->progress = progress;
    run->fault = fault;
    /* Until the contest database is locked, nobody else may change the list of bots. */
    int    hold = contest_hold(config->folder, fault);
    Status status = hold < 0 ? fault->status : contest_load(config->folder, &run->contest, fault);
    if (status == STATUS_OK && run->contest.bot_count < 2)
        status = fault_set(fault, STATUS_ILLEGAL, 0,
                           "a contest needs at least two bots; add them with `tessera arena add`");
    if (status == STATUS_OK)
        status = starts_init(&run->starts, config->folder, &run->contest, fault);
    if (status == STATUS_OK &&
        (run->ledger = ledger_open(config->folder, LEDGER_RUN, fault)) == NULL)
        status = fault->status;
    if (hold >= 0)
        close(hold);
    if (status == STATUS_OK)
        status = check_facts(run);
    if (status == STATUS_OK)
        status = prepare_bots(run);
    if (status == STATUS_OK)
        status = ledger_count(run->ledger, &progress->done);
    if (status == STATUS_OK) {
        run->schedule = (ScheduleRules){ .format = run->contest.format,
                                         .games = run->contest.games,
                                         .rounds = run->contest.rounds,
                                         .third_place = run->contest.third_place,
                                         .champion = champion_of(run) };
        status = play_contest(run, end);
    }
    if (status != STATUS_OK && fault->why[0] == '\0') /* the contest database gave only a status */
        ledger_failed(run, status);
    if (run->ledger != NULL)
        ledger_close(run->ledger);
    starts_free(&run->starts);
    jail_pool_stop(run->pool);
    jail_helper_stop(run->helper);
    contest_free(&run->contest);
    free(run->bots);
    free(run->ids);
    free(run->jobs);
    free(run);
    return status;
}
