/* SPDX-License-Identifier: MIT */
#include "wasm/local.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "draw/guide.h"
#include "games/list.h"
#include "play/lesson.h"
#include "play/play_messages.h"
#include "play/view_json.h"
#include "play/view_json_score.h"
#include "search/level.h"

enum {
    ANSWER_MAX = 16 << 20,
    SEARCH_BYTES = 24 << 20,
    NODES_DEFAULT = 50000, /* of a search without a given limit */
};

typedef struct LocalTable {
    bool    is_open;
    Session session;
} LocalTable;

struct Local {
    uint64_t     seed;
    Buffer       answer;
    Buffer       aside; /* scratch space for progress reports and texts */
    LocalTable   tables[LOCAL_TABLES_MAX];
    Search      *search; /* NULL until the first search */
    SearchResult result;
};

/* --- answers --- */

static Json start(Buffer *buffer)
{
    buffer_clear(buffer);
    return json_over(buffer);
}

static Json begin(Local *local)
{
    return start(&local->answer);
}

static int status_number(Status status)
{
    switch (status) {
    case STATUS_SYNTAX: return 400;
    case STATUS_NOT_FOUND: return 404;
    case STATUS_ILLEGAL: return 409;
    default: return 503;
    }
}

static const char *error(Local *local, const Fault *fault)
{
    assert(fault->status != STATUS_OK && fault->why[0] != '\0');
    Json json = begin(local);
    json_object(&json, NULL);
    json_string(&json, "error", fault->why);
    json_integer(&json, "at", (int64_t)fault->at);
    json_integer(&json, "status", status_number(fault->status));
    if (fault->code != NULL)
        json_string(&json, "key", fault->code);
    json_end_object(&json);
    return local->answer.failed ? "{\"error\":\"out of memory\",\"at\":0,\"status\":503}"
                                : local->answer.data;
}

static const char *error_because(Local *local, Status status, const char *why)
{
    Fault fault;
    fault_set(&fault, status, 0, "%s", why);
    return error(local, &fault);
}

static const char *reject(Local *local, const MessageDef *def)
{
    Fault fault;
    play_reject(&fault, def);
    return error(local, &fault);
}

static const char *finish(Local *local)
{
    if (local->answer.failed || local->answer.length == 0)
        return error_because(local, STATUS_NO_MEMORY, status_text(STATUS_NO_MEMORY));
    return local->answer.data;
}

static const char *done(Local *local, Status status, const Fault *fault)
{
    Json json = begin(local);
    if (status != STATUS_OK)
        return error(local, fault);
    json_null(&json, NULL);
    return finish(local);
}

/* --- lifetime --- */

Local *local_new(uint32_t seed)
{
    Local *local = calloc(1, sizeof *local);
    if (local == NULL)
        return NULL;
    local->seed = mix64(seed + UINT64_C(1));
    buffer_init(&local->answer, ANSWER_MAX);
    buffer_init(&local->aside, ANSWER_MAX);
    return local;
}

void local_delete(Local *local)
{
    if (local == NULL)
        return;
    for (int i = 0; i < LOCAL_TABLES_MAX; i++)
        if (local->tables[i].is_open)
            session_free(&local->tables[i].session);
    search_delete(local->search);
    buffer_free(&local->answer);
    buffer_free(&local->aside);
    free(local);
}

/* --- requests without a table --- */

/* Read cells like "3,4"; false if the list is invalid. */
static bool read_cells(const char *text, uint16_t cells[VIEW_CELLS_MAX], int *count)
{
    Scan     scan = scan_string(text == NULL ? "" : text);
    uint32_t cell;
    *count = 0;
    do {
        if (*count == VIEW_CELLS_MAX || !scan_number(&scan, UINT16_MAX, &cell))
            return false;
        cells[(*count)++] = (uint16_t)cell;
    } while (scan_char(&scan, ','));
    return scan_done(&scan);
}

const char *local_games(Local *local)
{
    Json json = begin(local);
    view_games(&json, NULL);
    return finish(local);
}

const char *local_shape(Local *local, const char *setup)
{
    Json  json = begin(local);
    Setup read;
    Fault fault;
    if (view_setup_read(setup, &read, &fault) != STATUS_OK)
        return error(local, &fault);
    view_shape(&json, NULL, &read);
    return finish(local);
}

const char *local_board(Local *local, const char *setup, const char *position)
{
    Json         json = begin(local);
    ViewPosition place;
    Fault        fault;
    if (view_position_read(setup, position, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    view_board(&json, NULL, &place.setup, &place.pos.head);
    return finish(local);
}

const char *local_choices(Local *local, const char *setup, const char *position, const char *steps)
{
    Json         json = begin(local);
    ViewPosition place;
    Fault        fault;
    if (view_position_read(setup, position, steps, &place, &fault) != STATUS_OK ||
        view_choices(&json, NULL, &place.setup, &place.pos.head, place.steps, place.step_count,
                     &fault) != STATUS_OK)
        return error(local, &fault);
    return finish(local);
}

const char *local_refusal(Local *local, const char *setup, const char *position, const char *steps,
                          const char *cells)
{
    Json         json = begin(local);
    ViewPosition place;
    Fault        fault;
    uint16_t     selected[VIEW_CELLS_MAX];
    int          count;
    if (view_position_read(setup, position, steps, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    if (!read_cells(cells, selected, &count))
        return error_because(local, STATUS_SYNTAX, "'cells' must be numbers separated by commas");
    if (view_refusal(&json, NULL, &place.setup, &place.pos.head, place.steps, place.step_count,
                     selected, count, &fault) != STATUS_OK)
        return error(local, &fault);
    return finish(local);
}

const char *local_explain(Local *local, const char *setup, const char *position, const char *turn)
{
    Json         json = begin(local);
    ViewPosition place;
    Fault        fault;
    if (view_position_read(setup, position, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    if (turn == NULL || strlen(turn) >= TURN_TEXT_MAX)
        return error_because(local, STATUS_SYNTAX, "'turn' must be a move in notation");
    view_explain(&json, NULL, &place.setup, &place.pos.head, turn);
    return finish(local);
}

const char *local_rules(Local *local, const char *html)
{
    Json json = begin(local);
    if (html == NULL)
        return error_because(local, STATUS_SYNTAX, "'html' is missing");
    start(&local->aside);
    guide_write_html(&local->aside, html);
    if (local->aside.failed)
        local->answer.failed = true;
    else
        json_string(&json, NULL, local->aside.data == NULL ? "" : local->aside.data);
    return finish(local);
}

/* Find a game by name; NULL after an error, which `error` then points to. */
static const Game *find_game(Local *local, const char *name, const char *text, const char **error)
{
    const Game *game = name == NULL ? NULL : games_find(name);
    if (game == NULL || text == NULL) {
        *error = error_because(local, STATUS_NOT_FOUND, "there is no lesson for this game");
        return NULL;
    }
    return game;
}

const char *local_lesson(Local *local, const char *game_name, const char *text)
{
    Json        json = begin(local);
    Fault       fault;
    const char *failed;
    const Game *game = find_game(local, game_name, text, &failed);
    if (game == NULL)
        return failed;
    if (lesson_write(&json, NULL, game, text, &fault) != STATUS_OK)
        return error(local, &fault);
    return finish(local);
}

const char *local_answer(Local *local, const char *game_name, const char *text, int task,
                         const char *steps)
{
    Json        json = begin(local);
    Step        read[TURN_STEPS_MAX];
    int         count;
    Fault       fault;
    const char *failed;
    const Game *game = find_game(local, game_name, text, &failed);
    if (game == NULL)
        return failed;
    if (view_steps_read(steps, read, &count, &fault) != STATUS_OK ||
        lesson_answer(&json, NULL, game, text, task, read, count, &fault) != STATUS_OK)
        return error(local, &fault);
    return finish(local);
}

/* --- tables --- */

static Session *session_at(Local *local, int table)
{
    if (table < 0 || table >= LOCAL_TABLES_MAX || !local->tables[table].is_open)
        return NULL;
    return &local->tables[table].session;
}

static const char *no_table(Local *local)
{
    return error_because(local, STATUS_NOT_FOUND, "there is no table with this number");
}

static int free_table(const Local *local)
{
    for (int i = 0; i < LOCAL_TABLES_MAX; i++)
        if (!local->tables[i].is_open)
            return i;
    return -1;
}

static ClockRule clock_rule(uint32_t main_ms, uint32_t increment_ms)
{
    if (main_ms == 0)
        return (ClockRule){ .kind = CLOCK_NONE };
    return (ClockRule){ .kind = CLOCK_GAME, .time_ms = main_ms, .increment_ms = increment_ms };
}

static const char *opened(Local *local, int table)
{
    assert(table >= 0 && table < LOCAL_TABLES_MAX && !local->tables[table].is_open);
    Json json = begin(local);
    local->tables[table].is_open = true;
    session_start(&local->tables[table].session, clock_wall_ms());
    json_object(&json, NULL);
    json_integer(&json, "table", table);
    json_end_object(&json);
    return finish(local);
}

const char *local_table_new(Local *local, const char *setup, const char *position,
                            const char *name0, const char *name1, uint32_t main_ms,
                            uint32_t increment_ms)
{
    const char *const names[2] = { name0 == NULL ? "" : name0, name1 == NULL ? "" : name1 };
    const ClockRule   clocks[2] = { clock_rule(main_ms, increment_ms),
                                    clock_rule(main_ms, increment_ms) };
    ViewPosition      place;
    Fault             fault;
    int               table = free_table(local);
    if (table < 0)
        return error_because(local, STATUS_TOO_LARGE, "too many open tables; close one first");
    if (view_position_read(setup, position, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    if (session_init(&local->tables[table].session, &place.setup,
                     position == NULL ? NULL : &place.pos.head, names, clocks) != STATUS_OK)
        return error_because(local, STATUS_NO_MEMORY, status_text(STATUS_NO_MEMORY));
    return opened(local, table);
}

const char *local_table_read(Local *local, const char *record, uint32_t main_ms,
                             uint32_t increment_ms)
{
    const ClockRule clocks[2] = { clock_rule(main_ms, increment_ms),
                                  clock_rule(main_ms, increment_ms) };
    Record          read;
    Fault           fault;
    int             table = free_table(local);
    if (table < 0)
        return error_because(local, STATUS_TOO_LARGE, "too many open tables; close one first");
    if (record == NULL || strlen(record) > LOCAL_TEXT_MAX)
        return error_because(local, STATUS_SYNTAX, "'record' is missing or too long");
    if (record_read(games_find, record, strlen(record), &read, &fault) != STATUS_OK)
        return error(local, &fault);
    if (session_adopt(&local->tables[table].session, &read, clocks) != STATUS_OK)
        return error_because(local, STATUS_NO_MEMORY, status_text(STATUS_NO_MEMORY));
    return opened(local, table);
}

const char *local_table_close(Local *local, int table)
{
    Session *session = session_at(local, table);
    if (session == NULL)
        return no_table(local);
    session_free(session);
    local->tables[table].is_open = false;
    return done(local, STATUS_OK, NULL);
}

static void write_start(Json *json, const Record *record)
{
    char position[POS_TEXT_MAX];
    Text text = text_over(position, sizeof position);
    record->line.setup.game->text->pos_write(line_start(&record->line), &text);
    json_string(json, "start", position);
}

const char *local_table_whole(Local *local, int table)
{
    Json     json = begin(local);
    Session *session = session_at(local, table);
    if (session == NULL)
        return no_table(local);
    const Record *record = session_record(session);
    session_check_time(session, clock_wall_ms());
    json_object(&json, NULL);
    view_table(&json, "table", session, clock_wall_ms());
    view_moves(&json, "moves", record, 0);
    write_start(&json, record);
    json_object(&json, "tags");
    for (int i = 0; i < record->tag_count; i++)
        json_string(&json, record->tags[i].name, record->tags[i].value);
    json_end_object(&json);
    json_end_object(&json);
    return finish(local);
}

const char *local_table_board(Local *local, int table, int turn)
{
    Json           json = begin(local);
    const Session *session = session_at(local, table);
    if (session == NULL)
        return no_table(local);
    const Line *line = session_line(session);
    if (turn < 0 || turn > line_turns(line))
        return error_because(local, STATUS_NOT_FOUND, "there is no such turn");
    view_board_after(&json, NULL, line, turn);
    return finish(local);
}

const char *local_table_record(Local *local, int table)
{
    Json           json = begin(local);
    const Session *session = session_at(local, table);
    if (session == NULL)
        return no_table(local);
    start(&local->aside);
    if (!record_write(session_record(session), buffer_sink, &local->aside))
        local->answer.failed = true;
    else
        json_string(&json, NULL, local->aside.data);
    return finish(local);
}

/* --- actions --- */

static Status check_turn(const Session *session, int turn, Fault *fault)
{
    if (session_is_over(session))
        return play_reject(fault, &CORE_MESSAGE[CORE_MSG_OVER]);
    if (turn == line_turns(session_line(session)))
        return STATUS_OK;
    fault_set(fault, STATUS_ILLEGAL, 0, "'turn' must be %d, the number of the next move",
              line_turns(session_line(session)));
    fault->code = PLAY_MESSAGE[PLAY_MSG_OTHER_TURN].key;
    return STATUS_ILLEGAL;
}

const char *local_table_turn(Local *local, int table, int turn, const char *steps,
                             const char *announcement)
{
    Session *session = session_at(local, table);
    Turn     read;
    Fault    fault;
    if (session == NULL)
        return no_table(local);
    Status status = check_turn(session, turn, &fault);
    if (status == STATUS_OK)
        status = view_steps_read(steps, read.step, &read.count, &fault);
    if (status == STATUS_OK)
        status = session_play_announced(session, session_side(session), &read,
                                        announcement == NULL ? "" : announcement, clock_wall_ms(),
                                        &fault);
    return done(local, status, &fault);
}

const char *local_table_play(Local *local, int table, int turn, const char *notation)
{
    Session *session = session_at(local, table);
    Fault    fault;
    if (session == NULL)
        return no_table(local);
    Status status = check_turn(session, turn, &fault);
    if (status == STATUS_OK && (notation == NULL || strlen(notation) >= TURN_TEXT_MAX))
        status = fault_set(&fault, STATUS_SYNTAX, 0, "'words' must be a move in notation");
    if (status == STATUS_OK)
        status = session_play(session, session_side(session), notation, clock_wall_ms(), &fault);
    return done(local, status, &fault);
}

static int seat_of_turn(const Line *line, int turn)
{
    assert(turn >= 0 && turn < line_turns(line));
    const Pos *pos = line_before_turn(line, turn);
    return game_player(line->setup.game, pos, pos->side);
}

/* Return the number of the last move of a seat, or of either seat for -1; -1 if there is none. */
static int last_turn_of(const Line *line, int seat)
{
    int turn = line_turns(line) - 1;
    while (turn >= 0 && seat >= 0 && seat_of_turn(line, turn) != seat)
        turn--;
    return turn;
}

const char *local_table_back(Local *local, int table, int seat)
{
    Session *session = session_at(local, table);
    if (session == NULL)
        return no_table(local);
    int turn = last_turn_of(session_line(session), seat);
    if (turn < 0 || !session_undo_turn(session, clock_wall_ms()))
        return reject(local, &PLAY_MESSAGE[PLAY_MSG_NO_TAKEBACK]);
    while (line_turns(session_line(session)) > turn && session_undo_turn(session, clock_wall_ms()))
        ;
    return done(local, STATUS_OK, NULL);
}

const char *local_table_resign(Local *local, int table, int seat)
{
    Session *session = session_at(local, table);
    Fault    fault;
    if (session == NULL)
        return no_table(local);
    if (seat != 0 && seat != 1)
        return error_because(local, STATUS_SYNTAX, "'seat' must be 0 or 1");
    return done(local, session_resign(session, seat, clock_wall_ms(), &fault), &fault);
}

const char *local_table_draw(Local *local, int table)
{
    Session *session = session_at(local, table);
    Fault    fault;
    if (session == NULL)
        return no_table(local);
    Status status = session_draw(session, 0, clock_wall_ms(), &fault);
    if (status == STATUS_OK && !session_is_over(session))
        status = session_draw(session, 1, clock_wall_ms(), &fault);
    return done(local, status, &fault);
}

/* --- search --- */

static Status make_search(Local *local, Fault *fault)
{
    if (local->search == NULL) {
        SearchOptions options = search_options();
        options.table_bytes = SEARCH_BYTES;
        options.seed = local->seed;
        local->search = search_new(&options);
    }
    return local->search != NULL
               ? STATUS_OK
               : fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

/* Always set a limit, because a search cannot be stopped from outside. */
static SearchLimits limits_of(const Local *local, const Line *line, int level, uint32_t time_ms,
                              uint32_t nodes)
{
    SearchLimits limits = { 0 };
    if (level >= LEVEL_LOWEST && level <= LEVEL_HIGHEST)
        limits = level_limits(line->setup.game, line->setup.variant, level,
                              mix64(local->seed + (uint64_t)line_turns(line)));
    if (nodes > 0 && (limits.nodes == 0 || nodes < limits.nodes))
        limits.nodes = nodes;
    if (limits.nodes == 0 && time_ms == 0)
        limits.nodes = NODES_DEFAULT;
    limits.time_ms = time_ms > 0 && time_ms < LOCAL_TIME_MAX_MS ? time_ms : LOCAL_TIME_MAX_MS;
    assert(limits.time_ms > 0 && limits.time_ms <= LOCAL_TIME_MAX_MS);
    return limits;
}

typedef struct Progress {
    Local         *local;
    const Line    *line;
    LocalListener *listener;
    void          *context;
} Progress;

static void write_move(Json *json, const Line *line, const Turn *turn)
{
    char notation[TURN_TEXT_MAX];
    Text text = text_over(notation, sizeof notation);
    turn_write(line->setup.game, line_now(line), turn, &text);
    json_string(json, "words", notation);
}

static void write_score(Json *json, const Line *line, int score)
{
    json_object(json, "score");
    view_score(json, &line->setup, line_now(line)->side, score);
    json_end_object(json);
}

static void notify(void *context, const SearchInfo *info)
{
    const Progress *progress = context;
    Buffer         *aside = &progress->local->aside;
    Json            json = start(aside);
    Turn            turn;
    assert(progress->listener != NULL);
    if (info->index != 0)
        return;
    turn_first(progress->line->setup.game, line_now(progress->line), info->line->steps,
               info->line->step_count, &turn, NULL);
    json_object(&json, NULL);
    json_integer(&json, "side", line_now(progress->line)->side);
    json_integer(&json, "depth", info->depth);
    write_score(&json, progress->line, info->line->score);
    write_move(&json, progress->line, &turn);
    json_end_object(&json);
    if (!aside->failed)
        progress->listener(progress->context, aside->data);
}

static void write_hint(Json *json, const Line *line, const SearchResult *result)
{
    json_object(json, NULL);
    json_array(json, "steps");
    for (int i = 0; i < result->turn.count; i++)
        json_word(json, NULL, result->turn.step[i]);
    json_end_array(json);
    write_move(json, line, &result->turn);
    write_score(json, line, result->score);
    view_touches(json, "touch", &line->setup, line_now(line), &result->turn);
    json_integer(json, "depth", result->depth);
    json_integer(json, "nodes", (int64_t)result->nodes);
    json_end_object(json);
}

const char *local_think(Local *local, int table, int level, uint32_t time_ms, uint32_t nodes,
                        LocalListener *listener, void *context)
{
    const Session *session = session_at(local, table);
    Fault          fault;
    if (session == NULL)
        return no_table(local);
    if (session_is_over(session))
        return reject(local, &CORE_MESSAGE[CORE_MSG_OVER]);
    if (make_search(local, &fault) != STATUS_OK)
        return error(local, &fault);
    const Line  *line = session_line(session);
    SearchLimits limits = limits_of(local, line, level, time_ms, nodes);
    Progress     progress = { local, line, listener, context };
    Status status = search_think(local->search, line, &limits, listener == NULL ? NULL : notify,
                                 &progress, &local->result);
    if (status != STATUS_OK)
        return error_because(local, status, status_text(status));
    Json json = begin(local);
    write_hint(&json, line, &local->result);
    return finish(local);
}

static Status evaluate_line(Local *local, const Line *line, uint32_t nodes, int *score)
{
    Outcome      outcome = line_outcome(line);
    SearchLimits limits = limits_of(local, line, 0, 0, nodes);
    int          side = line_now(line)->side;
    if (outcome.ending == ENDING_NONE) {
        Status status = search_think(local->search, line, &limits, NULL, NULL, &local->result);
        *score = local->result.score;
        return status;
    }
    *score = outcome.ending == ENDING_DRAWN ? SCORE_DRAW
             : (int)outcome.winner == side  ? SCORE_WIN
                                            : -SCORE_WIN;
    return STATUS_OK;
}

const char *local_evaluate(Local *local, int table, int turn, uint32_t nodes)
{
    const Session *session = session_at(local, table);
    Line           line;
    Fault          fault;
    int            score = 0;
    if (session == NULL)
        return no_table(local);
    if (turn < 0 || turn >= line_turns(session_line(session)))
        return error_because(local, STATUS_NOT_FOUND, "there is no such turn");
    if (make_search(local, &fault) != STATUS_OK)
        return error(local, &fault);
    Status status = line_copy_turns(&line, session_line(session), turn + 1);
    if (status == STATUS_OK) {
        status = evaluate_line(local, &line, nodes, &score);
        Json json = begin(local);
        json_object(&json, NULL);
        view_score(&json, &line.setup, line_now(&line)->side, score);
        json_end_object(&json);
        line_free(&line);
    }
    return status == STATUS_OK ? finish(local) : error_because(local, status, status_text(status));
}
