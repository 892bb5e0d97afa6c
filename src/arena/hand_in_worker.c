/* SPDX-License-Identifier: MIT */
#include "arena/hand_in_worker.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/builder.h"
#include "arena/check.h"
#include "arena/entry.h"
#include "arena/hand_in_review.h"
#include "arena/hand_in_store.h"
#include "arena/submission.h"
#include "base/clock.h"
#include "base/file.h"

enum {
    PATH_BYTES = 4096,
    WORK_BYTES = 40,    /* check.c makes its directory in it */
    IDLE_MS = 200,      /* between two looks at an empty queue */
    WAIT_MS = 20,       /* between two looks at a check */
    PRIORITY = 5,       /* the games of the contest come first */
    GAMES_SECONDS = 60, /* a check begins no game after this */
    CHECK_SECONDS_MIN = 300,
    CHECK_MOVES = 200, /* a check may take as long as this many moves */
    REVIEW_SECONDS = 300,
};

static const double RESTART_SECONDS = 1; /* between two starts of the worker */

/* --- Files -------------------------------------------------------------------------------- */

bool hand_in_is_file_name(const char *name)
{
    return strlen(name) < SUBMISSION_FILE_NAME_MAX && contest_is_bot_name(name);
}

/* True if a file is a program: it begins with the mark of a script or of an executable. */
static bool is_program(const Buffer *data)
{
    return (data->length > 2 && memcmp(data->data, "#!", 2) == 0) ||
           (data->length > 4 && memcmp(data->data, "\177ELF", 4) == 0);
}

static const char *extension_of(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot == NULL ? "" : dot;
}

/* Each version has a file of its own, as a running ladder may still use the previous one. */
static void version_file(const char *folder, const Student *student, const Submission *submission,
                         char out[PATH_BYTES])
{
    snprintf(out, PATH_BYTES, "%.3800s/bots/%s-v%lld%s", folder, student->name,
             (long long)submission->id, extension_of(submission->file));
}

static Status write_version(HandInStore *store, const char *folder, const Student *student,
                            const Submission *submission, char path[PATH_BYTES], Fault *fault)
{
    Buffer data;
    Status status = STATUS_OK;
    buffer_init(&data, SUBMISSION_UPLOAD_MAX);
    snprintf(path, PATH_BYTES, "%.3800s/bots", folder);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        status = fault_set(fault, STATUS_SYSTEM, 0, "%.200s: %s", path, strerror(errno));
    version_file(folder, student, submission, path);
    if (status == STATUS_OK && !hand_in_data(store, submission->id, &data))
        status = fault_set(fault, STATUS_SYSTEM, 0, "cannot read submission %lld",
                           (long long)submission->id);
    if (status == STATUS_OK &&
        !file_replace(path, data.data, data.length, is_program(&data) ? 0755 : 0644))
        status = fault_set(fault, STATUS_SYSTEM, 0, "%.200s: %s", path, strerror(errno));
    buffer_free(&data);
    return status;
}

/* Remove the files of versions before `oldest`. */
static void remove_versions(const char *folder, const Student *student, int64_t oldest)
{
    char path[PATH_BYTES], prefix[BOT_NAME_MAX + 4];
    snprintf(path, sizeof path, "%.3800s/bots", folder);
    int            length = snprintf(prefix, sizeof prefix, "%s-v", student->name);
    DIR           *bots = opendir(path);
    struct dirent *entry;
    while (bots != NULL && (entry = readdir(bots)) != NULL) {
        const char *number = entry->d_name + length;
        char       *end;
        if (strncmp(entry->d_name, prefix, (size_t)length) != 0 || *number < '1' || *number > '9')
            continue;
        long long version = strtoll(number, &end, 10);
        if ((*end == '.' || *end == '\0') && version < oldest)
            unlinkat(dirfd(bots), entry->d_name, 0);
    }
    if (bots != NULL)
        closedir(bots);
}

/* --- Admission ---------------------------------------------------------------------------- */

typedef struct Admission {
    Student    student;
    Submission submission;
} Admission;

typedef struct Admissions {
    int        count;
    Admission *at;
} Admissions;

static bool note_admission(void *context, const Student *student, const Submission *submission)
{
    Admissions *all = context;
    Admission  *more = realloc(all->at, (size_t)(all->count + 1) * sizeof *more);
    if (more == NULL)
        return false;
    all->at = more;
    all->at[all->count++] = (Admission){ *student, *submission };
    return true;
}

static bool note_entered(void *context, const Submission *submission)
{
    int64_t *latest = context;
    if (submission->entered && submission->id > *latest)
        *latest = submission->id;
    return true;
}

static Status enter(HandInStore *store, const char *folder, const Admission *one, Fault *fault)
{
    char         path[PATH_BYTES];
    BotSpec      bot;
    int64_t      previous = 0;
    EntryRequest request = { .file = path,
                             .name = one->student.name,
                             .title = one->student.title,
                             .kind = one->submission.kind };
    hand_in_each(store, one->student.id, note_entered, &previous);
    Status status = write_version(store, folder, &one->student, &one->submission, path, fault);
    if (status == STATUS_OK)
        status = entry_replace(folder, &request, &bot, fault);
    if (status == STATUS_OK && hand_in_enter(store, one->submission.id) != STATUS_OK)
        status = fault_set(fault, STATUS_SYSTEM, 0, "cannot use the database of submissions");
    if (status == STATUS_OK)
        remove_versions(folder, &one->student, previous);
    return status;
}

static Status admit_all(HandInStore *store, const char *folder, Fault *fault)
{
    Admissions all = { 0 };
    Fault      closed;
    Status     status = STATUS_OK;
    if (entry_check_open(folder, &closed) != STATUS_OK)
        return STATUS_OK; /* they wait */
    if (hand_in_each_accepted(store, note_admission, &all) != STATUS_OK)
        status = fault_set(fault, STATUS_SYSTEM, 0, "cannot use the database of submissions");
    for (int i = 0; i < all.count && status == STATUS_OK; i++)
        status = enter(store, folder, &all.at[i], fault);
    free(all.at);
    return status;
}

Status hand_in_admit(const char *folder, Fault *fault)
{
    if (!hand_in_store_exists(folder))
        return STATUS_OK;
    int hold = contest_hold(folder, fault);
    if (hold < 0)
        return fault->status;
    HandInStore *store = hand_in_store_open(folder, fault);
    Status       status = store == NULL ? fault->status : admit_all(store, folder, fault);
    if (store != NULL)
        hand_in_store_close(store);
    close(hold);
    return status;
}

/* --- One check ---------------------------------------------------------------------------- */

/* Mask what a terminal or a page should not show, and cut the text to its limit. */
static char *printable(const Buffer *text)
{
    char *out = malloc(HAND_IN_REPORT_MAX);
    if (out == NULL)
        return NULL;
    Text   clean = text_over(out, HAND_IN_REPORT_MAX);
    size_t length = text->length < HAND_IN_REPORT_MAX ? text->length : HAND_IN_REPORT_MAX - 1;
    jailed_text_printable(text->data == NULL ? "" : text->data, length, &clean);
    return out;
}

/* Check the file of a submission.  STATUS_OK even if the bot fails. */
static Status check_file(const char *folder, const char *path, BotKind kind, bool *accepted,
                         Buffer *text, Fault *fault)
{
    Contest contest;
    Status  status = contest_load(folder, &contest, fault);
    if (status != STATUS_OK)
        return status;
    CheckJob job = {
        .path = path, .contest = &contest, .folder = folder, .seconds = GAMES_SECONDS
    };
    EntryRequest request = { .file = path, .kind = kind };
    if (entry_read_kind(&request, &contest.setup, &job.bot, fault) != STATUS_OK)
        buffer_add(text,
                   "FAIL  the kind of this bot cannot be guessed from its file: choose it, and "
                   "keep the usual extension of a source; docs/bots.md describes the kinds\n");
    else if (builder_check_kind(&job.bot, &contest.setup, fault) != STATUS_OK)
        buffer_addf(text, "FAIL  %s\n", fault->why);
    else
        status = check_bot(&job, accepted, text, fault);
    contest_free(&contest);
    return status;
}

/* The process of one check: write the result to the database, or exit without a result. */
static _Noreturn void check_process(const char *folder, const char *work,
                                    const Submission *submission)
{
    char         path[PATH_BYTES];
    Buffer       data, text;
    Fault        fault;
    bool         accepted = false;
    HandInStore *store = hand_in_store_open(folder, &fault);
    buffer_init(&data, SUBMISSION_UPLOAD_MAX);
    buffer_init(&text, 4 * HAND_IN_REPORT_MAX);
    snprintf(path, sizeof path, "%s/%s", work, submission->file);
    if (store == NULL || setenv("TMPDIR", work, 1) != 0 ||
        !hand_in_data(store, submission->id, &data) ||
        !file_replace(path, data.data, data.length, is_program(&data) ? 0755 : 0644))
        _exit(EXIT_FAILURE);
    hand_in_store_close(store); /* it must not be open while jails are forked */
    Status status = check_file(folder, path, submission->kind, &accepted, &text, &fault);
    char  *report = printable(&text);
    if (status != STATUS_OK)
        fprintf(stderr, "tessera: submission %lld cannot be checked: %s\n",
                (long long)submission->id, fault.why);
    if (status != STATUS_OK || report == NULL ||
        (store = hand_in_store_open(folder, &fault)) == NULL)
        _exit(EXIT_FAILURE);
    status = hand_in_finish(store, submission->id,
                            accepted ? SUBMISSION_ACCEPTED : SUBMISSION_REJECTED, report);
    hand_in_store_close(store);
    _exit(status == STATUS_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* The process of one review. */
static _Noreturn void review_process(const char *folder, int64_t student, int64_t game)
{
    Buffer       text;
    Fault        fault;
    HandInStore *store = hand_in_store_open(folder, &fault);
    buffer_init(&text, HAND_IN_REPORT_MAX);
    if (store == NULL || !hand_in_write_review(store, folder, student, game, &text))
        _exit(EXIT_FAILURE);
    Status status = hand_in_end_review(store, student, game, text.data == NULL ? "" : text.data);
    hand_in_store_close(store);
    _exit(status == STATUS_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* --- The worker --------------------------------------------------------------------------- */

typedef struct Worker {
    const char *folder;
    double      check_seconds; /* as in HandInWorker */
    int         lock;          /* the file also names the directory of the current check */
    bool        stopped;       /* by SIGTERM */
    /* Open while the worker is idle; SQLite forbids open databases across a fork. */
    HandInStore *store;
} Worker;

static void close_store(Worker *worker)
{
    if (worker->store != NULL)
        hand_in_store_close(worker->store);
    worker->store = NULL;
}

/* End with the parent, however it ends. */
static void tie_to(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

/* SIGTERM is blocked, so that it comes only here. */
static void pause_ms(Worker *worker, int ms)
{
    struct timespec time = { .tv_nsec = (long)ms * 1000000 };
    sigset_t        term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    if (sigtimedwait(&term, NULL, &time) == SIGTERM)
        worker->stopped = true;
}

/* Fork a process that is tied to this one.  Return as fork does. */
static pid_t fork_tied(void)
{
    pid_t    self = getpid(), child = fork();
    sigset_t term;
    if (child == 0) {
        tie_to(self);
        sigemptyset(&term);
        sigaddset(&term, SIGTERM);
        sigprocmask(SIG_UNBLOCK, &term, NULL);
    }
    return child;
}

/* Return the longest time that a check may take. */
static double seconds_for(const Worker *worker)
{
    Contest contest;
    Fault   fault;
    if (worker->check_seconds > 0)
        return worker->check_seconds;
    if (contest_load(worker->folder, &contest, &fault) != STATUS_OK)
        return CHECK_SECONDS_MIN;
    const ContestLimits *limits = &contest.limits;
    double               seconds = limits->game_ms > 0 ? 4.0 * (double)limits->game_ms / 1000
                                                       : CHECK_MOVES * (double)limits->turn_ms / 1000;
    contest_free(&contest);
    return seconds + GAMES_SECONDS < CHECK_SECONDS_MIN ? CHECK_SECONDS_MIN
                                                       : seconds + GAMES_SECONDS;
}

/* Wait for a process; kill it when its time is up, or when the worker is stopped.  True if it ended
 * itself. */
static bool wait_for(Worker *worker, pid_t child, double seconds)
{
    double end = clock_wall_seconds() + seconds;
    int    how;
    while (waitpid(child, &how, WNOHANG) == 0) {
        if (worker->stopped || clock_wall_seconds() > end) {
            kill(child, SIGKILL);
            waitpid(child, &how, 0);
            return false;
        }
        pause_ms(worker, WAIT_MS);
    }
    return true;
}

/* Record the result of a check that was killed, and repeat one that ended without a result. */
static void settle(const char *folder, const Submission *submission, bool in_time)
{
    Fault        fault;
    HandInStore *store = hand_in_store_open(folder, &fault);
    if (store == NULL)
        return; /* the next start of the worker does it */
    if (!in_time)
        hand_in_finish(store, submission->id, SUBMISSION_REJECTED,
                       "FAIL  the check took too long and was stopped: the bot must play faster\n");
    hand_in_requeue(store);
    hand_in_store_close(store);
}

/* Make the directory of a check, and note it, so that the next worker can remove it. */
static bool make_work(const Worker *worker, char out[WORK_BYTES])
{
    static const char NAME[] = "/hand-in-XXXXXX";
    const char       *temporary = getenv("TMPDIR");
    bool              usable = temporary != NULL && strlen(temporary) + sizeof NAME <= WORK_BYTES;
    snprintf(out, WORK_BYTES, "%s%s", usable ? temporary : "/tmp", NAME);
    return mkdtemp(out) != NULL && pwrite(worker->lock, out, WORK_BYTES, 0) == WORK_BYTES;
}

/* Remove the directory of a check whose worker was killed. */
static void remove_old_work(const Worker *worker)
{
    char path[WORK_BYTES] = "";
    if (pread(worker->lock, path, sizeof path, 0) == (ssize_t)sizeof path &&
        path[sizeof path - 1] == '\0' && strstr(path, "/hand-in-") != NULL)
        submission_remove(path);
}

static void do_check(Worker *worker, const Submission *submission)
{
    char  work[WORK_BYTES];
    Fault fault;
    if (!make_work(worker, work)) {
        settle(worker->folder, submission, true);
        return;
    }
    pid_t child = fork_tied();
    if (child == 0)
        check_process(worker->folder, work, submission);
    bool in_time = child < 0 || wait_for(worker, child, seconds_for(worker));
    submission_remove(work);
    if (worker->stopped)
        return; /* the next worker repeats the check */
    settle(worker->folder, submission, in_time);
    if (hand_in_admit(worker->folder, &fault) != STATUS_OK)
        fprintf(stderr, "tessera: cannot admit a submission: %s\n", fault.why);
}

static void do_review(Worker *worker, int64_t student, int64_t game)
{
    Fault fault;
    pid_t child = fork_tied();
    if (child == 0)
        review_process(worker->folder, student, game);
    if (child > 0)
        wait_for(worker, child, REVIEW_SECONDS);
    HandInStore *store = worker->stopped ? NULL : hand_in_store_open(worker->folder, &fault);
    if (store == NULL)
        return;
    if (hand_in_review(store, student, game, NULL) == REVIEW_WAITING)
        hand_in_end_review(store, student, game, "This game cannot be reviewed.");
    hand_in_store_close(store);
}

/* Do what waits longest; false if nothing waits. */
static bool work_once(Worker *worker)
{
    Submission submission;
    int64_t    student = 0, game = 0;
    Fault      fault;
    if (worker->store == NULL)
        worker->store = hand_in_store_open(worker->folder, &fault);
    if (worker->store == NULL || !hand_in_has_work(worker->store))
        return false;
    bool checks = hand_in_take(worker->store, &submission);
    bool reviews = !checks && hand_in_next_review(worker->store, &student, &game);
    close_store(worker);
    if (checks)
        do_check(worker, &submission);
    else if (reviews)
        do_review(worker, student, game);
    return checks || reviews;
}

/* Wait until no other worker serves this contest.  The lock ends with the process. */
static bool lock_work(Worker *worker)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.3800s/.arena/hand_in.lock", worker->folder);
    worker->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    return worker->lock >= 0 && flock(worker->lock, LOCK_EX) == 0;
}

/* Ctrl-C goes to the whole process group; the server ends its worker with SIGTERM. */
static void set_signals(void)
{
    sigset_t term;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, NULL);
}

static _Noreturn void worker_process(const char *folder, double check_seconds, pid_t parent)
{
    Worker worker = { .folder = folder, .check_seconds = check_seconds };
    Fault  fault;
    tie_to(parent);
    close_range(STDERR_FILENO + 1, ~0U, 0); /* the server's sockets */
    if (nice(PRIORITY) == -1)
        errno = 0; /* it works at the same priority, too */
    if (!lock_work(&worker) || (worker.store = hand_in_store_open(folder, &fault)) == NULL)
        _exit(EXIT_FAILURE);
    set_signals();
    remove_old_work(&worker);
    hand_in_requeue(worker.store); /* checks of a worker that was killed */
    if (hand_in_admit(folder, &fault) != STATUS_OK)
        fprintf(stderr, "tessera: cannot admit a submission: %s\n", fault.why);
    while (!worker.stopped)
        if (!work_once(&worker))
            pause_ms(&worker, IDLE_MS);
    close_store(&worker);
    _exit(EXIT_SUCCESS);
}

void hand_in_worker_start(HandInWorker *worker, const char *folder)
{
    pid_t parent = getpid();
    assert(worker->pid == 0);
    fflush(NULL);
    worker->started = clock_wall_seconds();
    worker->pid = fork();
    if (worker->pid == 0)
        worker_process(folder, worker->check_seconds, parent);
    if (worker->pid < 0)
        worker->pid = 0;
}

bool hand_in_worker_has_ended(HandInWorker *worker)
{
    int how;
    if (worker->pid > 0 && waitpid(worker->pid, &how, WNOHANG) == worker->pid)
        worker->pid = 0;
    return worker->pid == 0 && clock_wall_seconds() - worker->started >= RESTART_SECONDS;
}

void hand_in_worker_stop(HandInWorker *worker)
{
    int how;
    if (worker->pid > 0) {
        kill(worker->pid, SIGTERM);
        waitpid(worker->pid, &how, 0);
    }
    worker->pid = 0;
}
