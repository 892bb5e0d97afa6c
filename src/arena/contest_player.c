/* SPDX-License-Identifier: MIT */
#include "arena/contest_player.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/builder.h"
#include "arena/contest_task.h"
#include "arena/jail_helper.h"
#include "arena/jail_pool.h"
#include "arena/submission.h"
#include "arena/submission_pack.h"
#include "base/clock.h"

enum { PATH_BYTES = 4096, FOLDER_BYTES = 3000 };

#define FILES "submission" /* the directory of the files of a submission */

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

static Status failed(Fault *fault, const char *what, const char *path)
{
    return fault_set(fault, STATUS_SYSTEM, 0, "cannot %s %.150s: %s", what, path, strerror(errno));
}

/* --- The directory -------------------------------------------------------------------------- */

Status contest_cache_make(const char *folder, Fault *fault)
{
    char path[PATH_BYTES];
    if (strlen(folder) >= FOLDER_BYTES)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "the path %.100s... is too long", folder);
    snprintf(path, sizeof path, "%s/", folder);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0755) != 0 && errno != EEXIST)
            return failed(fault, "create", path);
        *slash = '/';
    }
    return access(folder, W_OK) == 0 ? STATUS_OK : failed(fault, "write to", folder);
}

static void path_of(const char *folder, const char *hash, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%.*s/%.64s", FOLDER_BYTES, folder, hash);
}

bool contest_cache_has(const char *folder, const char *hash)
{
    char path[PATH_BYTES];
    path_of(folder, hash, path);
    return access(path, F_OK) == 0;
}

/* Fill a new directory, so that the submission appears complete or not at all. */
static Status fill(const char *draft, const char *path, const char *data, size_t size, Fault *fault)
{
    char files[PATH_BYTES + 32];
    snprintf(files, sizeof files, "%s/" FILES, draft);
    if (chmod(draft, 0755) != 0 || mkdir(files, 0755) != 0)
        return failed(fault, "create", files);
    Status status = submission_unpack(data, size, files, fault);
    if (status == STATUS_OK && rename(draft, path) != 0 && errno != EEXIST && errno != ENOTEMPTY)
        status = failed(fault, "create", path);
    return status;
}

Status contest_cache_add(const char *folder, const char *hash, const char *data, size_t size,
                         Fault *fault)
{
    char path[PATH_BYTES], draft[PATH_BYTES + 16], found[SEAL_HASH_MAX];
    seal_hash(data, size, found);
    if (strcmp(found, hash) != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "the submission %.16s... has changed: its SHA-256 is %.16s...", hash,
                         found);
    path_of(folder, hash, path);
    snprintf(draft, sizeof draft, "%s.XXXXXX", path);
    if (mkdtemp(draft) == NULL)
        return failed(fault, "create", draft);
    Status status = fill(draft, path, data, size, fault);
    if (access(draft, F_OK) == 0) /* it failed, or another process was faster */
        submission_remove(draft);
    return status;
}

/* --- Playing -------------------------------------------------------------------------------- */

struct ContestPlayer {
    char       *folder, *settings;
    JailHelper *helper;
    JailPool   *pool;
    atomic_bool stop;
    /* The game under way, for other threads: */
    pthread_mutex_t mutex;
    ContestProgress shown;
    int64_t         began_ms;
    bool            is_new; /* it has changed since it was shown */
};

Status contest_player_needs(const char *settings, const char *task, ContestNeed *need,
                            void *context, Fault *fault)
{
    Contest     contest;
    ContestTask read;
    Status      status = contest_task_read(settings, task, &contest, &read, fault);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < 2; i++)
        if (read.bot[i].submission[0] != '\0' && !need(context, read.bot[i].submission))
            break;
    contest_task_free(&read);
    return STATUS_OK;
}

ContestPlayer *contest_player_new(const char *folder, const char *settings, Fault *fault)
{
    ContestPlayer *player = calloc(1, sizeof *player);
    if (player != NULL) {
        pthread_mutex_init(&player->mutex, NULL);
        contest_progress_init(&player->shown);
        player->folder = strdup(folder);
        player->settings = strdup(settings);
        atomic_init(&player->stop, false);
    }
    if (player == NULL || player->folder == NULL || player->settings == NULL) {
        no_memory(fault);
        contest_player_delete(player);
        return NULL;
    }
    player->helper = jail_helper_start();
    if (player->helper != NULL)
        player->pool = jail_pool_start();
    return player;
}

void contest_player_delete(ContestPlayer *player)
{
    if (player == NULL)
        return;
    jail_pool_stop(player->pool);
    jail_helper_stop(player->helper);
    contest_progress_free(&player->shown);
    pthread_mutex_destroy(&player->mutex);
    free(player->folder);
    free(player->settings);
    free(player);
}

void contest_player_stop(ContestPlayer *player)
{
    atomic_store(&player->stop, true);
}

/* --- The game under way ------------------------------------------------------------------------ */

/* Called before each move. */
static void note(void *context, const Session *session, int64_t now_ms)
{
    ContestPlayer *player = context;
    pthread_mutex_lock(&player->mutex);
    contest_progress_note(&player->shown, session, now_ms);
    player->shown.played_ms = clock_wall_ms() - player->began_ms;
    player->is_new = true;
    pthread_mutex_unlock(&player->mutex);
}

/* Nothing is shown before the first move and after the end. */
static void forget_shown(ContestPlayer *player)
{
    pthread_mutex_lock(&player->mutex);
    contest_progress_free(&player->shown);
    contest_progress_init(&player->shown);
    player->began_ms = clock_wall_ms();
    player->is_new = false;
    pthread_mutex_unlock(&player->mutex);
}

bool contest_player_show(ContestPlayer *player, Buffer *out)
{
    pthread_mutex_lock(&player->mutex);
    player->shown.waited_ms = clock_wall_ms() - player->began_ms - player->shown.played_ms;
    bool shows = player->is_new && contest_progress_write(&player->shown, out);
    player->is_new = false;
    pthread_mutex_unlock(&player->mutex);
    return shows;
}

/* --- Building and playing ---------------------------------------------------------------------- */

/* Lock the directory of a submission while its program is built.  Return the descriptor, or -1. */
static int lock(const char *path)
{
    int file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (file >= 0 && flock(file, LOCK_EX) != 0)
        if (errno != EINTR) {
            close(file);
            return -1;
        }
    return file;
}

/* Build a bot from its submission.  It compiled on the machine that runs the contest, so a failure here
 * is not the bot's. */
static Status build(const ContestPlayer *player, const Contest *contest, const TaskBot *bot,
                    BuiltBot *made, Fault *fault)
{
    char        path[PATH_BYTES], work[PATH_BYTES + 16];
    BotSpec     spec = bot->spec;
    const char *slash = strrchr(bot->spec.file, '/');
    BuildJob    job = { .folder = path,
                        .work = work,
                        .spec = &spec,
                        .setup = &contest->setup,
                        .limits = &contest->limits };
    path_of(player->folder, bot->submission, path);
    snprintf(work, sizeof work, "%s/build", path);
    if ((size_t)snprintf(spec.file, sizeof spec.file, FILES "/%s",
                         slash == NULL ? bot->spec.file : slash + 1) >= sizeof spec.file)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "%s: the name of its file is too long",
                         spec.name);
    int held = lock(path);
    if (held < 0)
        return failed(fault, "open the submission in", path);
    Status status = builder_make(&job, made, NULL, fault);
    if (status == STATUS_OK && made->failure[0] != '\0')
        submission_remove(work); /* it remembers failures, and this machine may be repaired */
    close(held);
    if (status == STATUS_OK && made->failure[0] != '\0')
        return fault_set(fault, STATUS_SYSTEM, 0, "%s cannot be built on this machine: %.180s",
                         spec.name, made->failure);
    return status;
}

static Status make_bot(const ContestPlayer *player, const Contest *contest, const TaskBot *bot,
                       BuiltBot *made, Fault *fault)
{
    *made = (BuiltBot){ .spec = bot->spec };
    memcpy(made->failure, bot->failure, sizeof made->failure);
    memcpy(made->failure_code, bot->failure_code, sizeof made->failure_code);
    return bot->submission[0] == '\0' ? STATUS_OK : build(player, contest, bot, made, fault);
}

static Status play(ContestPlayer *player, const Contest *contest, const ContestTask *task,
                   BuiltBot *made, Buffer *out, Fault *fault)
{
    ContestantRules rules = { .limits = contest->limits,
                              .helper = player->helper,
                              .pool = player->pool,
                              .stop = &player->stop };
    ContestResult   result;
    const BuiltBot *bots[2] = { &made[0], &made[1] };
    Status          status = STATUS_OK;
    for (int i = 0; i < 2 && status == STATUS_OK; i++)
        status = make_bot(player, contest, &task->bot[i], &made[i], fault);
    if (status != STATUS_OK || atomic_load(&player->stop))
        return status;
    forget_shown(player);
    status = contest_task_play(contest, task, bots, &rules, note, player, &result, fault);
    forget_shown(player);
    if (status != STATUS_OK)
        return status;
    if (!result.report.stopped)
        contest_result_write(&result, out);
    referee_report_free(&result.report);
    return out->failed ? no_memory(fault) : STATUS_OK;
}

Status contest_player_play(ContestPlayer *player, const char *task, Buffer *result, Fault *fault)
{
    Contest     contest;
    ContestTask read;
    atomic_store(&player->stop, false);
    Status status = contest_task_read(player->settings, task, &contest, &read, fault);
    if (status != STATUS_OK)
        return status;
    BuiltBot *made = calloc(2, sizeof *made);
    status = made == NULL ? no_memory(fault) : play(player, &contest, &read, made, result, fault);
    free(made);
    contest_task_free(&read);
    return status;
}
