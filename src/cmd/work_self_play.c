/* SPDX-License-Identifier: MIT */
/* work_self_play.c - work of kind `self-play`: a task is a group of games, its result their lines. */
#include "cmd/work.h"
#include "games/list.h"
#include "learn/self_play.h"

static void *prepare(const QueueWork *work, Fault *fault)
{
    SelfPlay play;
    if (self_play_head_read(games_find, work->spec, &play, fault) != STATUS_OK)
        return NULL;
    SelfPlayer *player = self_player_new(&play);
    if (player == NULL)
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    return player;
}

static Status run(void *prepared, const QueueWork *work, Buffer *result, Fault *fault)
{
    Status status = self_player_group(prepared, (uint32_t)work->task.number, result);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

static void stop(void *prepared)
{
    self_player_stop(prepared);
}

static void release(void *prepared)
{
    self_player_delete(prepared);
}

const WorkKind WORK_SELF_PLAY = {
    .name = "self-play", .prepare = prepare, .run = run, .stop = stop, .free = release
};
