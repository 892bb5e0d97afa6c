/* SPDX-License-Identifier: MIT */
/* work_match.c - work of kind `match`: a task is a game, its result the text of match_game_write. */
#include "cmd/work.h"
#include "play/match_text.h"

static void *prepare(const QueueWork *work, Fault *fault)
{
    MatchConfig config;
    if (match_read(work->spec, &config, fault) != STATUS_OK)
        return NULL;
    if (work->tasks < 1 || work->tasks > MATCH_GAMES_MAX) {
        fault_set(fault, STATUS_ILLEGAL, 0, "a match has 1 to %d games, not %d", MATCH_GAMES_MAX,
                  work->tasks);
        return NULL;
    }
    config.games = work->tasks;
    return match_worker_new(&config, fault);
}

static Status run(void *prepared, const QueueWork *work, Buffer *result, Fault *fault)
{
    Buffer    record;
    MatchGame game;
    buffer_init(&record, MATCH_RECORD_BYTES_MAX);
    Status status = match_worker_play(prepared, work->task.number, &game, &record, fault);
    if (status == STATUS_OK && record.length > 0)
        match_game_write(game.work, &record, result);
    buffer_free(&record);
    return status;
}

static void stop(void *prepared)
{
    match_worker_stop(prepared);
}

static void release(void *prepared)
{
    match_worker_delete(prepared);
}

const WorkKind WORK_MATCH = {
    .name = "match", .prepare = prepare, .run = run, .stop = stop, .free = release
};
