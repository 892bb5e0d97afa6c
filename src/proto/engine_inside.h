/* engine_inside.h - what the files of the engine share; nobody else includes it.
 *
 * The reading thread owns everything but what the job needs.  While a job is under way it leaves
 * the line, the settings and the search alone (it may look at them), so that the two threads share
 * nothing that changes but the fields below `lock`, and `out`, which is written under it.
 *
 * A job clears `busy` and writes its last line under one lock.  So a host that has seen `bestmove`
 * may send anything: it will not be told that we still think.
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

#define NOWHERE SIZE_MAX /* the `at` of a fault that is in no place of the line */

typedef enum JobKind { JOB_NONE, JOB_THINK, JOB_COUNT } JobKind;

/* What the second thread is to do.  Set before it starts. */
typedef struct Job {
    JobKind      kind;
    SearchLimits limits;
    bool         infinite; /* no answer before a stop */
    int          depth;    /* of a count */
} Job;

typedef struct Engine {
    FILE       *out;
    EngineStart start;
    Settings    settings;
    Line        line;
    Search     *search;
    bool        leaving;
    char       *input; /* the line that was read, MESSAGE_LINE_MAX bytes */

    TbCache         *tb_cache; /* NULL: no tables of solved positions are wanted */
    const Tablebase *tables;   /* of the game; NULL: there are none */
    Oracle           oracle;   /* that asks them */

    Job          job;
    pthread_t    thread;
    bool         has_thread; /* started and not yet joined */
    SearchResult result;     /* the thread's own */
    atomic_bool  stop_count;

    pthread_mutex_t lock;
    pthread_cond_t  changed;
    bool            busy;    /* the answer to the job is still owed */
    bool            stopped; /* asked for it */
    bool            hit;     /* the turn pondered on was played */
} Engine;

static inline const Game *game_of(const Engine *engine)
{
    return engine->line.setup.game;
}

/* Where in the input line a span stands. */
static inline size_t place_of(const Engine *engine, Span span)
{
    return (size_t)(span.data - engine->input);
}

/* --- engine_job.c: saying, and the second thread ---------------------------------------------- */

/* Hold the lock for an answer of several lines, and write to `out` between these two. */
void begin_saying(Engine *engine);
void end_saying(Engine *engine);
/* One line. */
void send_line(Engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));
void send_reply(Engine *engine, const Reply *reply);
void send_fault(Engine *engine, const Fault *fault);

/* Is the answer to a job still owed? */
bool is_busy(Engine *engine);
/* Requires that nothing is under way. */
Status start_job(Engine *engine, const Job *job, Fault *fault);
/* Ask the job to end, if there is one, and answer. */
void stop_job(Engine *engine);
/* Wait for its thread. */
void join_job(Engine *engine);

/* --- engine_ugi.c and engine_more.c: the answers, by request ---------------------------------- */

/* Answer, or fail with `fault` and change nothing. */
typedef Status Answer(Engine *engine, const Request *request, Fault *fault);

Answer on_ugi, on_isready, on_uginewgame, on_setoption, on_position, on_go, on_stop, on_ponderhit,
    on_query, on_quit;
Answer on_legal, on_perft, on_eval, on_probe, on_explain, on_fen, on_show, on_help;

#endif
