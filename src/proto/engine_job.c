/* SPDX-License-Identifier: MIT */
/* engine_job.c - what is said, and the thread that thinks or counts. */
#include <assert.h>
#include <stdarg.h>

#include "proto/book.h"
#include "proto/count.h"
#include "proto/engine_inside.h"
#include "proto/report.h"

enum { JOB_STACK_BYTES = 32 << 20 }; /* a count of 32 turns needs a list of steps for each */

/* --- Saying ---------------------------------------------------------------------------------- */

void begin_output(Engine *engine)
{
    pthread_mutex_lock(&engine->lock);
}

void end_output(Engine *engine)
{
    fflush(engine->out);
    pthread_mutex_unlock(&engine->lock);
}

void send_line(Engine *engine, const char *format, ...)
{
    va_list args;
    begin_output(engine);
    va_start(args, format);
    vfprintf(engine->out, format, args);
    va_end(args);
    putc('\n', engine->out);
    end_output(engine);
}

void send_reply(Engine *engine, const Reply *reply)
{
    char words[MESSAGE_REPLY_MAX];
    Text text = text_over(words, sizeof words);
    reply_write(reply, &text);
    send_line(engine, "%s", words);
}

void send_fault(Engine *engine, const Fault *fault)
{
    char words[sizeof fault->why];
    Text text = text_over(words, sizeof words);
    message_write_clean(fault->why, &text);
    if (fault->at == NOWHERE)
        send_line(engine, "error %s", words);
    else
        send_line(engine, "error column %zu: %s", fault->at + 1, words);
}

/* --- Jobs ------------------------------------------------------------------------------------ */

bool is_busy(Engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    bool busy = engine->busy;
    pthread_mutex_unlock(&engine->lock);
    return busy;
}

/* Called by the thinking thread. */
static void hear(void *context, const SearchInfo *info)
{
    Engine *engine = context;
    char    words[MESSAGE_REPLY_MAX];
    Text    text = text_over(words, sizeof words);
    report_info(&engine->line, info, &text);
    send_line(engine, "%s", words);
}

static void write_best(Engine *engine, Text *out)
{
    text_add(out, "bestmove ");
    if (engine->result.turn.count == 0)
        text_add(out, "none");
    else
        turn_write(game_of(engine), line_now(&engine->line), &engine->result.turn, out);
}

/* May the answer be given?  An infinite search waits for its stop, one that ponders for the stop
 * or the hit, even when all is known; but a game that is over needs no waiting. */
static bool may_answer(const Engine *engine)
{
    bool waits = engine->job.infinite || (engine->job.limits.ponder && !engine->hit);
    return engine->stopped || !waits || engine->result.turn.count == 0;
}

/* Take the turn from the opening book, and report it. */
static bool take_book_move(Engine *engine)
{
    BookMove move;
    char     words[TURN_TEXT_MAX];
    Text     text = text_over(words, sizeof words);
    if (!engine->job.has_book || !book_choose_built_in(&engine->line, engine->job.book_seed, &move))
        return false;
    turn_write(game_of(engine), line_now(&engine->line), &move.turn, &text);
    engine->result = (SearchResult){ .turn = move.turn };
    send_line(engine, "info string book %s games %u chance %d.%d %% (%s)", words,
              (unsigned)move.games, move.chance / 10, move.chance % 10, move.source);
    return true;
}

static Status find_turn(Engine *engine)
{
    if (take_book_move(engine))
        return STATUS_OK;
    return search_think(engine->search, &engine->line, &engine->job.limits, hear, engine,
                        &engine->result);
}

static void think(Engine *engine)
{
    char   words[TURN_TEXT_MAX + 16];
    Text   best = text_over(words, sizeof words);
    Status status = find_turn(engine);
    bool   failed = status != STATUS_OK;
    if (failed)
        text_addf(&best, "error go: %s", status_text(status)); /* instead of a move */
    else
        write_best(engine, &best);
    begin_output(engine);
    while (!failed && !may_answer(engine))
        pthread_cond_wait(&engine->changed, &engine->lock);
    engine->busy = false;
    fprintf(engine->out, "%s\n", words);
    end_output(engine);
}

static void count(Engine *engine)
{
    bool complete = true;
    for (int depth = 1; complete && depth <= engine->job.depth; depth++) {
        Count paths = { game_of(engine), &engine->stop_count, engine->start.nodes_max, 0 };
        complete = count_paths(&paths, line_now(&engine->line), depth);
        begin_output(engine);
        engine->busy = complete && depth < engine->job.depth;
        if (complete)
            fprintf(engine->out, "perft %d %llu\n", depth, (unsigned long long)paths.paths);
        else
            fputs("perft stopped\n", engine->out);
        end_output(engine);
    }
}

static void *run_job(void *context)
{
    Engine *engine = context;
    if (engine->job.kind == JOB_THINK)
        think(engine);
    else
        count(engine);
    return NULL;
}

void join_job(Engine *engine)
{
    if (engine->has_thread)
        pthread_join(engine->thread, NULL);
    engine->has_thread = false;
}

static Status start_thread(Engine *engine)
{
    engine->has_thread = thread_start(&engine->thread, JOB_STACK_BYTES, run_job, engine);
    return engine->has_thread ? STATUS_OK : STATUS_SYSTEM;
}

Status start_job(Engine *engine, const Job *job, Fault *fault)
{
    assert(!is_busy(engine) && job->kind != JOB_NONE);
    engine->job = *job;
    engine->busy = true;
    engine->stopped = engine->hit = false;
    atomic_store(&engine->stop_count, false);
    search_ready(engine->search);
    Status status = start_thread(engine);
    if (status != STATUS_OK) {
        engine->busy = false;
        return fault_set(fault, status, NOWHERE, "cannot start a search thread: %s",
                         status_text(status));
    }
    if (engine->start.wait)
        join_job(engine);
    return STATUS_OK;
}

void stop_job(Engine *engine)
{
    pthread_mutex_lock(&engine->lock);
    bool busy = engine->busy;
    engine->stopped = true;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
    if (!busy)
        return;
    atomic_store(&engine->stop_count, true);
    search_stop(engine->search);
}
