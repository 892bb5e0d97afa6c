/* SPDX-License-Identifier: MIT */
/* engine_ugi.c - answers to the requests that every UGI program knows, and to ponderhit. */
#include <string.h>

#include "proto/engine_inside.h"
#include "search/level.h"

Status on_ugi(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    (void)fault;
    bool has_version = engine->start.version != NULL;
    send_line(engine, "id name Tessera%s%s", has_version ? " " : "",
              has_version ? engine->start.version : "");
    send_line(engine, "id author the Tessera authors");
    for (int row = 0; row < SETTINGS; row++) {
        char  words[SETTING_TEXT_MAX + 512];
        Text  text = text_over(words, sizeof words);
        Reply reply;
        settings_option(&engine->settings, row, &text, &reply);
        send_reply(engine, &reply);
    }
    send_line(engine, "ugiok");
    return STATUS_OK;
}

Status on_isready(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    (void)fault;
    send_line(engine, "readyok");
    return STATUS_OK;
}

Status on_uginewgame(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    (void)fault;
    search_clear(engine->search);
    return STATUS_OK;
}

/* Release the current tablebase and take ownership of `tb_cache`. */
static void take_tables(Engine *engine, TbCache *tb_cache)
{
    const Setup *setup = &engine->line.setup;
    tb_cache_release(engine->tb_cache, engine->tables);
    if (tb_cache != engine->tb_cache)
        tb_cache_delete(engine->tb_cache);
    engine->tb_cache = tb_cache;
    engine->tables = tb_cache_acquire(tb_cache, setup->game, setup->variant);
    engine->oracle = tb_oracle(engine->tables);
}

static Status take_folder(Engine *engine, const Settings *settings, Fault *fault)
{
    const char *folder = settings->tablebase_path;
    bool        is_default = strcmp(folder, SETTING_DEFAULT_PATH) == 0;
    TbCache    *tb_cache = folder[0] == '\0' ? NULL : tb_cache_new(is_default ? NULL : folder);
    if (tb_cache == NULL && folder[0] != '\0')
        return fault_set(fault, STATUS_NO_MEMORY, NOWHERE, "%s", status_text(STATUS_NO_MEMORY));
    take_tables(engine, tb_cache);
    search_clear(engine->search); /* results from other tablebases */
    return STATUS_OK;
}

static Status take_game(Engine *engine, const Settings *settings, Fault *fault)
{
    Line line;
    if (line_init(&line, &settings->setup, NULL) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, NOWHERE, "%s", status_text(STATUS_NO_MEMORY));
    line_free(&engine->line);
    engine->line = line;
    engine->is_stale = false;
    take_tables(engine, engine->tb_cache);
    search_clear(engine->search);
    return STATUS_OK;
}

static Status take_search(Engine *engine, const Settings *settings, Fault *fault)
{
    SearchOptions options = settings_search(settings);
    Search       *search = search_new(&options);
    if (search == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, NOWHERE, "%s for this search",
                         status_text(STATUS_NO_MEMORY));
    search_delete(engine->search);
    engine->search = search;
    return STATUS_OK;
}

static Status option_error(const Engine *engine, Span name, Fault *fault)
{
    char words[128];
    Text list = text_over(words, sizeof words);
    for (int row = 0; row < SETTINGS; row++)
        text_addf(&list, " %s", SETTING_ROWS[row].name);
    return fault_set(fault, STATUS_NOT_FOUND, place_of(engine, name),
                     "unknown option; the options are%s", words);
}

Status on_setoption(Engine *engine, const Request *request, Fault *fault)
{
    Settings settings = engine->settings;
    int      row = settings_find(request->name);
    if (row < 0)
        return option_error(engine, request->name, fault);
    if (request->value.length == 0)
        return fault_set(fault, STATUS_SYNTAX, NOWHERE, "%s needs a value: setoption %s",
                         SETTING_ROWS[row].name, REQUESTS[REQUEST_SETOPTION].arguments);
    Status status = settings_set(&settings, row, request->value, fault);
    if (status != STATUS_OK) {
        fault->at += place_of(engine, request->value);
        return status;
    }
    if (row == SETTING_GAME)
        status = take_game(engine, &settings, fault);
    else if (row == SETTING_TABLEBASES)
        status = take_folder(engine, &settings, fault);
    else if (SETTING_ROWS[row].needs_search)
        status = take_search(engine, &settings, fault);
    else if (row == SETTING_LEVEL && engine->tables != NULL)
        search_clear(engine->search); /* a level must not use results of tablebases */
    if (status == STATUS_OK)
        engine->settings = settings;
    return status;
}

static Status read_start(const Engine *engine, const Request *request, Pos *out, Fault *fault)
{
    const Setup *setup = &engine->settings.setup;
    char         words[POS_TEXT_MAX];
    if (request->startpos) {
        setup->game->rules->start(setup->variant, out);
        return STATUS_OK;
    }
    size_t at = place_of(engine, request->text);
    if (!span_copy(request->text, words, sizeof words))
        return fault_set(fault, STATUS_SYNTAX, at, "a position has at most %d bytes",
                         POS_TEXT_MAX - 1);
    Status status = setup->game->text->pos_read(setup->variant, words, out, fault);
    if (status != STATUS_OK)
        fault->at += at;
    return status;
}

static Status play_turns(const Engine *engine, Line *line, Span turns, Fault *fault)
{
    char words[TURN_TEXT_MAX];
    Span word;
    for (int number = 1; span_word(&turns, &word); number++) {
        size_t place = place_of(engine, word);
        Fault  inner = { 0 };
        if (!span_copy(word, words, sizeof words))
            return fault_set(fault, STATUS_SYNTAX, place, "turn %d: a move has at most %d bytes",
                             number, TURN_TEXT_MAX - 1);
        Status status = line_play(line, words, &inner);
        if (status != STATUS_OK) {
            inner.status = status;
            return fault_set(fault, inner.status, place + inner.at, "turn %d: %.200s", number,
                             inner.why);
        }
    }
    return STATUS_OK;
}

Status on_position(Engine *engine, const Request *request, Fault *fault)
{
    PosBuffer pos;
    Line      line;
    Status    status = read_start(engine, request, &pos.head, fault);
    if (status != STATUS_OK)
        return status;
    if (line_init(&line, &engine->settings.setup, &pos.head) != STATUS_OK)
        return fault_set(fault, STATUS_NO_MEMORY, NOWHERE, "%s", status_text(STATUS_NO_MEMORY));
    status = play_turns(engine, &line, request->turns, fault);
    if (status != STATUS_OK) {
        line_free(&line);
        return status;
    }
    line_free(&engine->line);
    engine->line = line;
    engine->is_stale = false;
    return STATUS_OK;
}

/* --- go -------------------------------------------------------------------------------------- */

static bool has_limit(const SearchLimits *limits)
{
    return limits->nodes != 0 || limits->depth != 0 || limits->time_ms != 0 || limits->has_clock;
}

static uint64_t lower_limit(uint64_t a, uint64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static int player_to_move(const Engine *engine)
{
    const Pos *now = line_now(&engine->line);
    return game_player(engine->line.setup.game, now, now->side);
}

/* The clock of the side to move is required; the other side defaults to the same. */
static Status read_clock(const GoParams *go, int side, SearchLimits *limits, Fault *fault)
{
    bool any = false;
    for (int i = GO_P1TIME; i <= GO_P2INC; i++)
        any = any || go->given[i];
    if (!any)
        return STATUS_OK;
    if (!go->given[GO_P1TIME + side])
        return fault_set(fault, STATUS_SYNTAX, NOWHERE, "%s is missing: it is player %d's turn",
                         GO_WORDS[GO_P1TIME + side], side + 1);
    limits->has_clock = true;
    for (int i = 0; i < 2; i++) {
        int from = go->given[GO_P1TIME + i] ? i : side;
        limits->clock_ms[i] = (int64_t)go->value[GO_P1TIME + from];
        limits->increment_ms[i] = (int64_t)go->value[GO_P1INC + i];
    }
    return STATUS_OK;
}

/* Return a new seed for each turn, for the opening book. */
static uint64_t turn_seed(const Engine *engine)
{
    return mix64((uint64_t)engine->settings.value[SETTING_SEED] +
                 ((uint64_t)line_turns(&engine->line) << 32));
}

/* Analysis never uses the opening book: pondering, infinite searches, several variations. */
static bool has_book(const Engine *engine, const GoParams *go)
{
    const int64_t *value = engine->settings.value;
    return value[SETTING_BOOK] != 0 && level_uses_book((int)value[SETTING_LEVEL] + LEVEL_LOWEST) &&
           value[SETTING_MULTIPV] == 1 && !go->infinite && !go->ponder;
}

static SearchLimits level_bounds(const Engine *engine)
{
    const Settings *settings = &engine->settings;
    int64_t         choice = settings->value[SETTING_LEVEL];
    if (choice >= LEVEL_HIGHEST)
        return (SearchLimits){ 0 };
    return level_limits(game_of(engine), engine->line.setup.variant, (int)choice + LEVEL_LOWEST,
                        mix64((uint64_t)settings->value[SETTING_SEED]));
}

static Status read_limits(const Engine *engine, const GoParams *go, SearchLimits *out, Fault *fault)
{
    SearchLimits limits = { 0 };
    limits.nodes = go->value[GO_NODES];
    limits.depth = (int)go->value[GO_DEPTH];
    limits.time_ms = (int64_t)go->value[GO_MOVETIME];
    limits.ponder = go->ponder;
    limits.lines = (int)engine->settings.value[SETTING_MULTIPV];
    Status status = read_clock(go, player_to_move(engine), &limits, fault);
    if (status != STATUS_OK)
        return status;
    if (go->infinite && has_limit(&limits))
        return fault_set(fault, STATUS_SYNTAX, NOWHERE, "infinite excludes all limits");

    SearchLimits level = level_bounds(engine);
    limits.nodes = lower_limit(limits.nodes, level.nodes);
    limits.nodes = lower_limit(limits.nodes, engine->start.nodes_max);
    limits.depth = (int)lower_limit((uint64_t)limits.depth, (uint64_t)level.depth);
    limits.noise_seed = level.noise_seed;
    limits.slip = level.slip;
    limits.sight = level.sight;
    /* Levels do not use tablebases, so that they are the same on every machine. */
    if (engine->tables != NULL && engine->settings.value[SETTING_LEVEL] >= LEVEL_HIGHEST)
        limits.oracle = &engine->oracle;
    *out = limits;
    return STATUS_OK;
}

Status on_go(Engine *engine, const Request *request, Fault *fault)
{
    const GoParams *go = &request->go;
    Job             job = { .kind = JOB_THINK,
                            .infinite = go->infinite,
                            .has_book = has_book(engine, go),
                            .book_seed = turn_seed(engine) };
    Status          status = read_limits(engine, go, &job.limits, fault);
    if (status != STATUS_OK)
        return status;
    if (engine->is_stale)
        return fault_set(
            fault, STATUS_ILLEGAL, NOWHERE,
            "`go` is not possible: the last `position` was rejected; send a correct one");
    if (engine->start.wait && (go->infinite || go->ponder || !has_limit(&job.limits)))
        return fault_set(
            fault, STATUS_ILLEGAL, NOWHERE,
            "with --wait, go needs a limit, because stop cannot be read during a search");
    return start_job(engine, &job, fault);
}

Status on_stop(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    (void)fault;
    stop_job(engine); /* a stop that crosses our answer is not an error */
    return STATUS_OK;
}

Status on_ponderhit(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    pthread_mutex_lock(&engine->lock);
    bool ponders = engine->busy && engine->job.limits.ponder && !engine->hit;
    engine->hit = true;
    pthread_cond_broadcast(&engine->changed);
    pthread_mutex_unlock(&engine->lock);
    if (!ponders)
        return fault_set(fault, STATUS_ILLEGAL, NOWHERE, "no `go ponder` is running");
    search_ponderhit(engine->search);
    return STATUS_OK;
}

Status on_query(Engine *engine, const Request *request, Fault *fault)
{
    (void)fault;
    static const char *const WINS[] = { "p1win", "p2win" };
    Outcome                  outcome = line_outcome(&engine->line);
    const char              *word = "none";
    if (request->query == QUERY_GAMEOVER)
        word = outcome.ending != ENDING_NONE ? "true" : "false";
    else if (request->query == QUERY_P1TURN)
        word = player_to_move(engine) == 0 ? "true" : "false";
    else if (outcome.ending == ENDING_WON)
        word = WINS[game_player(engine->line.setup.game, line_now(&engine->line), outcome.winner)];
    else if (outcome.ending == ENDING_DRAWN)
        word = "draw";
    send_line(engine, "response %s", word);
    return STATUS_OK;
}

Status on_quit(Engine *engine, const Request *request, Fault *fault)
{
    (void)request;
    (void)fault;
    engine->leaving = true;
    return STATUS_OK;
}
