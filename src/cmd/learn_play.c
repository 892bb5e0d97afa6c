/* SPDX-License-Identifier: MIT */
/* learn_play.c - learn play: games of the program against itself, here or by workers. */
#include "cmd/cmd_learn.h"
#include "cmd/interrupts.h"
#include "cmd/progress.h"
#include "cmd/queued_job.h"
#include "cmd/results.h"
#include "cmd/work.h"
#include "learn/self_play.h"

enum { GROUPS_DEFAULT = 1000, EXPLORE_DEFAULT = 7 };

static int open_games(const char *path, const SelfPlay *play, FILE **file, uint32_t *groups,
                      FILE *err)
{
    char head[SELF_PLAY_HEAD_MAX];
    Text text = text_over(head, sizeof head);
    self_play_head(play, &text);
    return learn_open_groups(path, head, play->explore + 1, file, groups, err);
}

/* Where groups are played: here, or by workers. */
typedef struct Groups {
    const SelfPlay *play;
    SelfPlayer     *player; /* or NULL */
    JobQueue        queue;
    QueuedJob       job;
} Groups;

static int queue_groups(Groups *groups, uint32_t wanted, const char *url, FILE *err)
{
    char head[SELF_PLAY_HEAD_MAX];
    Text text = text_over(head, sizeof head);
    self_play_head(groups->play, &text);
    int failed = job_queue_open(&groups->queue, url, "learn", err);
    if (failed != EXIT_DONE)
        return failed;
    QueueJob job = {
        .kind = WORK_SELF_PLAY.name, .spec = head, .title = head, .tasks = (int)wanted
    };
    failed = queued_job_begin(&groups->job, &groups->queue, &job);
    if (failed == EXIT_DONE)
        fprintf(err, "job %lld: %u groups of games; `tessera worker` plays them\n",
                (long long)groups->job.id, wanted);
    return failed;
}

static int begin_groups(Groups *groups, const SelfPlay *play, uint32_t wanted, const char *url,
                        FILE *err)
{
    *groups = (Groups){ .play = play };
    if (url != NULL)
        return queue_groups(groups, wanted, url, err);
    groups->player = self_player_new(play);
    return groups->player != NULL ? EXIT_DONE : cmd_error_memory(err, "learn");
}

static void end_groups(Groups *groups)
{
    self_player_delete(groups->player);
    queued_job_end(&groups->job);
    job_queue_close(&groups->queue);
}

/* Write a group into the empty buffer, which stays empty if it is not yet there. */
static Status get_group(Groups *groups, uint32_t number, Buffer *out, Fault *fault)
{
    const char *text;
    size_t      size;
    Status      status;
    if (groups->player != NULL) {
        status = self_player_group(groups->player, number, out);
        return status == STATUS_OK ? status
                                   : fault_set(fault, status, 0, "%s", status_text(status));
    }
    status = queued_job_result(&groups->job, (int)number, &text, &size, fault);
    if (status != STATUS_OK || text == NULL)
        return status;
    status = self_play_check(groups->play, text, fault);
    if (status == STATUS_OK)
        buffer_bytes(out, text, size);
    return status;
}

/* Write the groups from `*done` to `to`, and count them. */
static int write_groups(Groups *groups, uint32_t *done, uint32_t to, FILE *file, const char *path,
                        FILE *err)
{
    const uint32_t from = *done;
    Progress       progress = progress_begin(err, false);
    Buffer         games;
    Fault          fault;
    Status         status = STATUS_OK;
    bool           written = true;
    buffer_init(&games, (size_t)SELF_PLAY_LINE_MAX * (size_t)(groups->play->explore + 1));
    interrupts_begin();
    while (*done < to && !interrupts_came()) {
        buffer_clear(&games);
        status = get_group(groups, *done, &games, &fault);
        if (status == STATUS_OK && games.length > 0)
            written =
                fwrite(games.data, 1, games.length, file) == games.length && fflush(file) == 0;
        if (status != STATUS_OK || !written)
            break;
        progress_parts(&progress, *done - from, to - from, "self-play");
        *done += games.length > 0;
    }
    interrupts_end();
    progress_end(&progress);
    buffer_free(&games);
    if (status != STATUS_OK) {
        cmd_error(err, "learn", "%s", fault.why);
        return EXIT_FAILED;
    }
    return written ? EXIT_DONE : learn_file_error(err, path);
}

int learn_play(const Setup *setup, const Args *args, FILE *out, FILE *err)
{
    const SelfPlay play = {
        .setup = *setup,
        .seed = learn_number(args, LEARN_SEED, 1),
        .nodes = learn_number(args, LEARN_NODES, LEARN_NODES_DEFAULT),
        .noise = (int)learn_number(args, LEARN_NOISE, 0),
        .openings = (int)learn_number(args, LEARN_OPENINGS, LEARN_OPENINGS_DEFAULT),
        .explore = (int)learn_number(args, LEARN_EXPLORE, EXPLORE_DEFAULT),
    };
    const char *path = args->arg[2], *url = args->option[LEARN_DATABASE].text;
    FILE       *file;
    Groups      source;
    uint32_t    groups, wanted = learn_number(args, LEARN_GAMES, GROUPS_DEFAULT);
    if (args->arg_count != 3)
        return cmd_error(err, "learn", "play writes one file");
    if (url != NULL && wanted > QUEUE_TASKS_MAX)
        return cmd_error(err, "learn", "a queue takes at most %d groups; lower --games",
                         QUEUE_TASKS_MAX);
    int failed = open_games(path, &play, &file, &groups, err);
    if (failed != EXIT_DONE)
        return failed;
    failed = begin_groups(&source, &play, wanted, url, err);
    if (failed == EXIT_DONE)
        failed = write_groups(&source, &groups, wanted, file, path, err);
    end_groups(&source);
    if (fclose(file) != 0 && failed == EXIT_DONE)
        failed = learn_file_error(err, path);
    if (failed == EXIT_DONE && url != NULL && groups < wanted)
        cmd_error(err, "learn",
                  "the games stay in the queue; run the same command to wait for them again");
    if (failed != EXIT_DONE || !args->option[LEARN_JSON].given)
        return failed;
    Results results;
    results_begin(&results, out, true);
    json_setup(&results.json, "game", setup);
    json_integer(&results.json, "groups", groups);
    json_integer(&results.json, "games", (int64_t)groups * (play.explore + 1));
    json_bool(&results.json, "stopped", groups < wanted);
    return results_end(&results, "learn", err);
}
