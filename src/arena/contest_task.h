/* contest_task.h - one game of a contest as text, for programs that play it elsewhere, and its result.
 *
 * Knows:   what a game depends on: settings, two bots, opening, seeds; what a finished game consists of.
 * Ignores: where the texts are stored, and who plays.
 *
 * The settings (contest_write_settings) are common to many games.  A task is a few lines with the place
 * of the game, its opening and its seeds, followed by the sections of both bots as in contest.toml, the
 * first mover first.  Equal games have equal texts.  A submission is named by the SHA-256 of its bytes
 * (submission_pack.h).
 *
 * A result comes from a machine that may lie.  contest_result_read therefore replays the game, and takes
 * from the text only what does not follow from the record: times, resources, and why a bot forfeited.
 * The same holds for the moves of a game under way (contest_progress_read).
 */
#ifndef ARENA_CONTEST_TASK_H
#define ARENA_CONTEST_TASK_H

#include "arena/referee.h"
#include "arena/schedule.h"
#include "arena/seal.h"

enum {
    CONTEST_TASK_MAX = 1 << 20,    /* bytes of a task */
    CONTEST_RESULT_MAX = 18 << 20, /* bytes of a result */
    CONTEST_PROGRESS_MAX = 64000,  /* bytes of the moves of a game under way */
};

/* A bot of a game. */
typedef struct TaskBot {
    BotSpec spec;
    char    submission[SEAL_HASH_MAX]; /* "": a built-in player, or it cannot play */
    char    failure[FAILURE_WHY_MAX];  /* why it cannot play, so that it forfeits; "" if it can */
    char    failure_code[FAILURE_CODE_MAX];
} TaskBot;

typedef struct ContestTask {
    Pairing   pairing;
    int       number, again; /* `again` counts the void games at this place */
    GameStart start;
    uint64_t  seed[2];
    TaskBot   bot[2]; /* first mover, second mover */
} ContestTask;

/* What the referee reports, and when. */
typedef struct ContestResult {
    RefereeReport report;
    int64_t       began_ms, took_ms; /* since 1970; of the game */
} ContestResult;

void contest_task_write(const ContestTask *task, Buffer *out);
/* Read a task and its settings.  `contest` has no bots.  The task is freed by contest_task_free; on
 * failure neither is changed. */
Status contest_task_read(const char *settings, const char *text, Contest *contest,
                         ContestTask *task, Fault *fault);
/* Free a task that was read. */
void contest_task_free(ContestTask *task);

/* Play the game with its two bots, as built.  The status is that of referee_play.  `watch` may be
 * NULL. */
Status contest_task_play(const Contest *contest, const ContestTask *task,
                         const BuiltBot *const bots[2], const ContestantRules *rules,
                         void (*watch)(void *context, const Session *session, int64_t now_ms),
                         void *context, ContestResult *out, Fault *fault);

void contest_result_write(const ContestResult *result, Buffer *out);
/* Read and check the result of a task.  STATUS_ILLEGAL with the reason if it is not a complete, legal
 * game of this task. */
Status contest_result_read(const Contest *contest, const ContestTask *task, const char *text,
                           size_t size, ContestResult *out, Fault *fault);

/* --- Games under way -------------------------------------------------------------------------- */

/* What those who watch see of a game under way. */
typedef struct ContestProgress {
    int64_t played_ms;   /* from the beginning of the game to the last move */
    int64_t waited_ms;   /* since then */
    int64_t clock_ms[2]; /* time left after the last move; -1: no clock */
    int     turns;
    Buffer  moves; /* a line for each turn, those of the opening included */
} ContestProgress;

void contest_progress_init(ContestProgress *progress);
void contest_progress_free(ContestProgress *progress);
/* Add the turns since the last call, and the clocks.  For the `watch` of contest_task_play. */
void contest_progress_note(ContestProgress *progress, const Session *session, int64_t now_ms);
/* False if it has no place in CONTEST_PROGRESS_MAX bytes. */
bool contest_progress_write(const ContestProgress *progress, Buffer *out);
/* Read the text, replay the moves and write them as a record; `out->moves` stays empty.  STATUS_ILLEGAL
 * with the reason if they are not a legal beginning of this game. */
Status contest_progress_read(const Contest *contest, const ContestTask *task, const char *text,
                             size_t size, ContestProgress *out, Buffer *record, Fault *fault);

#endif
