/* SPDX-License-Identifier: MIT */
/* engine.c - the session: one table of answers, and the loop that reads. */
#include "proto/engine.h"

#include <assert.h>
#include <stdlib.h>

#include "base/input.h"
#include "proto/engine_inside.h"

static const struct {
    Answer *answer;
    bool    any_time; /* also while a job is under way */
} ANSWERS[REQUEST_KINDS] = {
    [REQUEST_UGI] = { on_ugi, true },
    [REQUEST_ISREADY] = { on_isready, true },
    [REQUEST_UGINEWGAME] = { on_uginewgame, false },
    [REQUEST_SETOPTION] = { on_setoption, false },
    [REQUEST_POSITION] = { on_position, false },
    [REQUEST_GO] = { on_go, false },
    [REQUEST_STOP] = { on_stop, true },
    [REQUEST_PONDERHIT] = { on_ponderhit, true },
    [REQUEST_QUERY] = { on_query, true },
    [REQUEST_LEGAL] = { on_legal, false }, /* it may take long, and a stop would wait for it */
    [REQUEST_PERFT] = { on_perft, false },
    [REQUEST_EVAL] = { on_eval, true },
    [REQUEST_PROBE] = { on_probe, true },
    [REQUEST_EXPLAIN] = { on_explain, true },
    [REQUEST_FEN] = { on_fen, true },
    [REQUEST_SHOW] = { on_show, true },
    [REQUEST_HELP] = { on_help, true },
    [REQUEST_QUIT] = { on_quit, true },
};

static Status answer(Engine *engine, const Request *request, Fault *fault)
{
    bool busy = is_busy(engine);
    if (!busy)
        join_job(engine);
    if (busy && !ANSWERS[request->kind].any_time)
        return fault_set(fault, STATUS_ILLEGAL, NOWHERE,
                         "`%s` is not possible during a search or count; send `stop` first",
                         REQUESTS[request->kind].name);
    return ANSWERS[request->kind].answer(engine, request, fault);
}

static bool is_position(const Engine *engine, size_t length)
{
    Span rest = { engine->input, length }, word;
    return span_word(&rest, &word) && span_is(word, REQUESTS[REQUEST_POSITION].name);
}

static void serve_line(Engine *engine, size_t length, bool cut)
{
    Request request;
    Fault   fault = { .at = NOWHERE };
    Status  status = STATUS_OK;
    if (cut)
        status = fault_set(&fault, STATUS_SYNTAX, MESSAGE_LINE_MAX - 1,
                           "the line is longer than %d bytes", MESSAGE_LINE_MAX - 1);
    else
        status = request_read(engine->input, length, &request, &fault);
    if (status == STATUS_OK && request.kind != REQUEST_NONE)
        status = answer(engine, &request, &fault);
    if (status == STATUS_OK)
        return;
    engine->is_stale = engine->is_stale || is_position(engine, length);
    send_fault(engine, &fault);
}

static void talk(Engine *engine, FILE *in)
{
    size_t length;
    bool   cut;
    while (!engine->leaving && !ferror(engine->out) &&
           input_line(in, engine->input, MESSAGE_LINE_MAX, &length, &cut))
        serve_line(engine, length, cut);
    stop_job(engine);
    join_job(engine);
}

static void set_bound(Settings *settings, SettingKind kind, int most)
{
    if (most <= 0)
        return;
    settings->high[kind] = most;
    if (settings->value[kind] > most)
        settings->value[kind] = most;
}

static Status engine_open(Engine *engine, const EngineStart *start, FILE *out)
{
    *engine = (Engine){ .out = out, .start = *start, .settings = settings_init(&start->setup) };
    set_bound(&engine->settings, SETTING_HASH, start->hash_mib_max);
    set_bound(&engine->settings, SETTING_THREADS, start->threads_max);
    SearchOptions options = settings_search(&engine->settings);
    if (line_init(&engine->line, &start->setup, NULL) != STATUS_OK)
        return STATUS_NO_MEMORY;
    engine->search = search_new(&options);
    engine->input = malloc(MESSAGE_LINE_MAX);
    if (engine->search == NULL || engine->input == NULL)
        return STATUS_NO_MEMORY;
    if (pthread_mutex_init(&engine->lock, NULL) != 0)
        return STATUS_SYSTEM;
    if (pthread_cond_init(&engine->changed, NULL) == 0)
        return STATUS_OK;
    pthread_mutex_destroy(&engine->lock);
    return STATUS_SYSTEM;
}

Status engine_run(const EngineStart *start, FILE *in, FILE *out)
{
    assert(start != NULL && start->setup.game != NULL && in != NULL && out != NULL);
    Engine *engine = malloc(sizeof *engine);
    if (engine == NULL)
        return STATUS_NO_MEMORY;
    Status status = engine_open(engine, start, out);
    if (status == STATUS_OK) {
        talk(engine, in);
        pthread_cond_destroy(&engine->changed);
        pthread_mutex_destroy(&engine->lock);
    }
    search_delete(engine->search);
    tb_cache_release(engine->tb_cache, engine->tables);
    tb_cache_delete(engine->tb_cache);
    line_free(&engine->line);
    free(engine->input);
    free(engine);
    return status;
}
