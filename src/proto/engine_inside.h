/* engine_inside.h - internals shared by the files of the engine; no other file includes it.
 *
 * The reading thread owns everything except the state of the job.  While a job runs, it may read but
 * not change the line, the settings and the search.  So the only shared state that changes is the
 * fields below `lock`, and `out`, which is written under it.
 *
 * A job clears `busy` and writes its last line under one lock.  So a host that has read `bestmove` may
 * send any command and never gets the error that a search is running.
 */
#ifndef PROTO_ENGINE_INSIDE_H
#define PROTO_ENGINE_INSIDE_H

#include <stdatomic.h>

#include "base/thread.h"
#include "core/line.h"
#include "proto/engine.h"
#include "proto/settings.h"
#include "proto/message.h"
#include "solver/tb_cache.h"

#define NOWHERE SIZE_MAX /* the `at` of a fault without a place in the line */

typedef enum JobKind { JOB_NONE, JOB_THINK, JOB_COUNT } JobKind;

/* The job of the second thread, set before it starts. */
typedef struct Job {
    JobKind      kind;
    SearchLimits limits;
    bool         infinite; /* answer only after a stop */
    bool         has_book; /* answer from the opening book if it has the position */
    uint64_t     book_seed;
    int          depth; /* of a count */
} Job;

typedef struct Engine {
    FILE       *out;
    EngineStart start;
    Settings    settings;
    Line        line;
    bool        is_stale; /* the last `position` was rejected, so the host means another one */
    Search     *search;
    bool        leaving;
    char       *input; /* the current request, MESSAGE_LINE_MAX bytes */

    TbCache         *tb_cache; /* NULL: tablebases are off */
    const Tablebase *tables;   /* of the game, or NULL */
    Oracle           oracle;   /* probes it */

    Job          job;
    pthread_t    thread;
    bool         has_thread; /* started and not yet joined */
    SearchResult result;     /* owned by the thread */
    atomic_bool  stop_count;

    pthread_mutex_t lock;
    pthread_cond_t  changed;
    bool            busy;    /* the job has not answered yet */
    bool            stopped; /* a stop was requested */
    bool            hit;     /* the expected move was played */
} Engine;

static inline const Game *game_of(const Engine *engine)
{
    return engine->line.setup.game;
}

/* Return the offset of a span in the input line. */
static inline size_t place_of(const Engine *engine, Span span)
{
    return (size_t)(span.data - engine->input);
}

/* --- engine_job.c: output, and the second thread ---------------------------------------------- */

/* Hold the lock for an answer of several lines; write to `out` between the two calls. */
void begin_output(Engine *engine);
void end_output(Engine *engine);
/* Write one line. */
void send_line(Engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));
void send_reply(Engine *engine, const Reply *reply);
void send_fault(Engine *engine, const Fault *fault);

/* True if a job has not answered yet. */
bool is_busy(Engine *engine);
/* Start a job.  Requires that none is running. */
Status start_job(Engine *engine, const Job *job, Fault *fault);
/* Make the running job, if any, stop and answer. */
void stop_job(Engine *engine);
/* Wait for the thread of the job. */
void join_job(Engine *engine);

/* --- engine_ugi.c and engine_more.c: the answers, by request ---------------------------------- */

/* Handle a request, or fail with `fault` and change nothing. */
typedef Status Answer(Engine *engine, const Request *request, Fault *fault);

Answer on_ugi, on_isready, on_uginewgame, on_setoption, on_position, on_go, on_stop, on_ponderhit,
    on_query, on_quit;
Answer on_legal, on_perft, on_eval, on_probe, on_explain, on_fen, on_show, on_help;

#endif
