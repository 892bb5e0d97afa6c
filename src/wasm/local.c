/* SPDX-License-Identifier: MIT */
#include "wasm/local.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "core/perft.h"
#include "dialects/game_read.h"
#include "draw/guide.h"
#include "draw/svg.h"
#include "games/list.h"
#include "play/editor_json.h"
#include "play/host_json.h"
#include "play/lesson.h"
#include "play/play_messages.h"
#include "play/review_json.h"
#include "play/study_json.h"
#include "play/view_json.h"
#include "play/view_json_explorer.h"
#include "play/view_json_contents.h"
#include "play/view_json_message.h"
#include "play/view_json_score.h"
#include "wasm/package.h"
#include "wasm/search_text.h"
#include "search/level.h"

enum {
    ANSWER_MAX = 16 << 20,
    SEARCH_BYTES = 24 << 20,
};

struct Local {
    uint64_t     seed;
    Buffer       answer;
    Buffer       aside; /* scratch space for progress reports and texts */
    TableHost   *tables[LOCAL_TABLES_MAX];
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

static const char *finish(Local *local)
{
    if (local->answer.failed || local->answer.length == 0)
        return error_because(local, STATUS_NO_MEMORY, status_text(STATUS_NO_MEMORY));
    return local->answer.data;
}

static const char *done(Local *local)
{
    Json json = begin(local);
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
        host_delete(local->tables[i]);
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

const char *local_board(Local *local, const char *setup, const char *position, const char *steps)
{
    Json         json = begin(local);
    ViewPosition place;
    Fault        fault;
    if (view_position_read(setup, position, steps, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    if (place.step_count == 0)
        view_board(&json, NULL, &place.setup, &place.pos.head);
    else if (view_board_steps(&json, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
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

const char *local_palette(Local *local, const char *setup, const char *position)
{
    Json  json = begin(local);
    Fault fault;
    if (editor_palette(&json, NULL, setup, position, &fault) != STATUS_OK)
        return error(local, &fault);
    return finish(local);
}

const char *local_arrange(Local *local, const char *setup, const char *position, const char *pieces,
                          int side)
{
    EditorRequest request = { setup, position, pieces, side };
    Json          json = begin(local);
    Fault         fault;
    if (editor_arrange(&json, NULL, &request, &fault) != STATUS_OK)
        return error(local, &fault);
    return finish(local);
}

const char *local_study(Local *local, const char *text, const char *setup, const char *position,
                        const char *edit, int node, const char *steps, const char *mark,
                        const char *comment, const char *reply)
{
    StudyRequest request = { .text = text,
                             .setup = setup,
                             .position = position,
                             .edit = edit,
                             .node = node,
                             .steps = steps,
                             .mark = mark,
                             .comment = comment,
                             .reply = reply };
    Json         json = begin(local);
    Fault        fault;
    if (study_view(&json, NULL, &request, &fault) != STATUS_OK)
        return error(local, &fault);
    return finish(local);
}

static void write_start(Json *json, const Record *record)
{
    char position[POS_TEXT_MAX];
    Text text = text_over(position, sizeof position);
    record->line.setup.game->text->pos_write(line_start(&record->line), &text);
    json_string(json, "start", position);
}

static void write_read(Json *json, const Session *session, const char *written)
{
    const Record *record = session_record(session);
    char          setup[SETUP_TEXT_MAX];
    Text          text = text_over(setup, sizeof setup);
    setup_write(&record->line.setup, &text);
    json_object(json, NULL);
    json_string(json, "setup", setup);
    write_start(json, record);
    view_moves(json, "moves", record, 0);
    view_tags(json, "tags", record);
    view_result(json, "result", session);
    if (written != NULL)
        json_string(json, "record", written);
    json_end_object(json);
}

const char *local_explorer(Local *local, const char *setup, const char *position, const void *book,
                           uint32_t size)
{
    Json         json = begin(local);
    ViewPosition place;
    Explorer     explorer;
    Fault        fault;
    if (view_position_read(setup, position, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    Status status = explorer_for(&place.setup, book, size, &explorer, &fault);
    if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        return error(local, &fault);
    json_object(&json, NULL);
    view_explorer(&json, status == STATUS_OK ? &explorer : NULL, &place.pos.head);
    json_end_object(&json);
    return finish(local);
}

const char *local_read(Local *local, const char *text)
{
    static const ClockRule CLOCKS[2] = { { .kind = CLOCK_NONE }, { .kind = CLOCK_NONE } };
    Record                 record;
    Session                session;
    Fault                  fault;
    if (text == NULL || strlen(text) > LOCAL_TEXT_MAX)
        return error_because(local, STATUS_SYNTAX, "'text' is missing or too long");
    if (game_read(text, strlen(text), &(GameAsk){ 0 }, &record, &fault) != STATUS_OK)
        return error(local, &fault);
    session_adopt(&session, &record, CLOCKS);
    start(&local->aside);
    record_write(session_record(&session), buffer_sink, &local->aside);
    Json json = begin(local);
    write_read(&json, &session, local->aside.data);
    local->answer.failed = local->answer.failed || local->aside.failed;
    session_free(&session);
    return finish(local);
}

const char *local_contents(Local *local, const char *text)
{
    if (text == NULL || strlen(text) > LOCAL_TEXT_MAX)
        return error_because(local, STATUS_SYNTAX, "'text' is missing or too long");
    Json json = begin(local);
    json_object(&json, NULL);
    view_contents(&json, "games", text);
    json_end_object(&json);
    return finish(local);
}

/* --- tables --- */

static TableHost *host_at(Local *local, int table)
{
    return table < 0 || table >= LOCAL_TABLES_MAX ? NULL : local->tables[table];
}

static const char *no_table(Local *local)
{
    return error_because(local, STATUS_NOT_FOUND, "there is no table with this number");
}

/* Keep a new table; NULL is one that failed for the reason in `fault`. */
static const char *opened(Local *local, TableHost *host, const char *id, const Fault *fault)
{
    int table = 0;
    if (host == NULL)
        return error(local, fault);
    while (table < LOCAL_TABLES_MAX && local->tables[table] != NULL)
        table++;
    if (table == LOCAL_TABLES_MAX) {
        host_delete(host);
        return error_because(local, STATUS_TOO_LARGE, "too many open tables; close one first");
    }
    local->tables[table] = host;
    host_set_id(host, id == NULL ? "" : id);
    Json json = begin(local);
    json_object(&json, NULL);
    json_integer(&json, "table", table);
    json_end_object(&json);
    return finish(local);
}

/* Read "human", "level N" or "time MS". */
static bool read_seat(const char *text, HostSeat *seat)
{
    Scan     scan = scan_string(text == NULL ? "" : text);
    uint32_t number;
    *seat = (HostSeat){ .kind = SEAT_HUMAN };
    if (scan_word(&scan, "human"))
        return scan_done(&scan);
    seat->kind = SEAT_OPEN;
    if (scan_word(&scan, "open"))
        return scan_done(&scan);
    seat->kind = SEAT_ENGINE;
    bool is_level = scan_word(&scan, "level ");
    if (!is_level && !scan_word(&scan, "time "))
        return false;
    if (!scan_number(&scan, is_level ? LEVEL_HIGHEST : LOCAL_TIME_MAX_MS, &number) || number == 0)
        return false;
    *(is_level ? &seat->level : &seat->time_ms) = (int)number;
    return scan_done(&scan);
}

const char *local_table_new(Local *local, const char *id, const char *setup, const char *position,
                            const char *record, const char *name0, const char *name1,
                            const char *seat0, const char *seat1, uint32_t main_ms,
                            uint32_t increment_ms, int casual)
{
    HostConfig config = { .setup = setup,
                          .position = position,
                          .record = record,
                          .name = { name0, name1 },
                          .clock = { .kind = main_ms == 0 ? CLOCK_NONE : CLOCK_GAME,
                                     .time_ms = main_ms,
                                     .increment_ms = increment_ms },
                          .casual = casual != 0,
                          .seed = host_seed(local->seed, id == NULL ? "" : id),
                          .level_ms = HOST_LEVEL_MS };
    Fault      fault;
    if (!read_seat(seat0, &config.seat[0]) || !read_seat(seat1, &config.seat[1]) ||
        (config.seat[0].kind == SEAT_OPEN && config.seat[1].kind == SEAT_OPEN))
        return error_because(local, STATUS_SYNTAX,
                             "a seat must be human, level N or time MS, and one may be open");
    return opened(local, host_new(&config, clock_wall_ms(), &fault), id, &fault);
}

const char *local_table_rematch(Local *local, int table, const char *id)
{
    TableHost *host = host_at(local, table);
    Fault      fault;
    if (host == NULL)
        return no_table(local);
    if (!host_wants_rematch(host) || id == NULL || strlen(id) >= HOST_ID_MAX || id[0] == '\0')
        return error_because(local, STATUS_ILLEGAL, "this table wants no rematch");
    TableHost  *next = host_new_rematch(host, host_seed(local->seed, id), clock_wall_ms(), &fault);
    const char *reply = opened(local, next, id, &fault);
    if (strncmp(reply, "{\"table\"", 8) == 0)
        host_set_rematch(host, id);
    return reply;
}

const char *local_table_save(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    start(&local->aside);
    host_save(host, clock_wall_ms(), &local->aside);
    Json json = begin(local);
    if (local->aside.failed)
        local->answer.failed = true;
    else
        json_string(&json, NULL, local->aside.data);
    return finish(local);
}

const char *local_table_load(Local *local, const char *id, const char *text)
{
    Fault fault;
    if (text == NULL || strlen(text) > LOCAL_TEXT_MAX)
        return error_because(local, STATUS_SYNTAX, "'text' is missing or too long");
    return opened(local, host_load(text, strlen(text), clock_wall_ms(), &fault), id, &fault);
}

const char *local_table_close(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    host_delete(host);
    local->tables[table] = NULL;
    return done(local);
}

const char *local_table_whole(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    Json json = begin(local);
    host_write_table(&json, NULL, host, true, clock_wall_ms());
    return finish(local);
}

const char *local_table_summary(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    Json json = begin(local);
    host_write_summary_open(&json, host);
    json_end_object(&json);
    return finish(local);
}

const char *local_table_board(Local *local, int table, int turn)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    const Line *line = session_line(host_session(host));
    if (turn < 0 || turn > line_turns(line))
        return error_because(local, STATUS_NOT_FOUND, "there is no such turn");
    Json json = begin(local);
    view_board_after(&json, NULL, line, turn);
    return finish(local);
}

const char *local_table_record(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    start(&local->aside);
    Json json = begin(local);
    if (!record_write(session_record(host_session(host)), buffer_sink, &local->aside))
        local->answer.failed = true;
    else
        json_string(&json, NULL, local->aside.data);
    return finish(local);
}

/* --- actions --- */

static const char *acted(Local *local, const TableHost *host, HostActionKind kind)
{
    const char *rematch = host_rematch_id(host);
    Json        json = begin(local);
    json_object(&json, NULL);
    if (kind == HOST_REMATCH && rematch[0] != '\0')
        json_string(&json, "table", rematch);
    else if (host_wants_rematch(host))
        json_string(&json, "wants", "rematch");
    json_end_object(&json);
    return finish(local);
}

const char *local_table_act(Local *local, int table, int seat, const char *name, int turn,
                            const char *steps, const char *words, const char *announcement)
{
    TableHost     *host = host_at(local, table);
    HostActionKind kind = host_action_find(name == NULL ? "" : name);
    Turn           read;
    Fault          fault;
    HostAction     action = { .kind = kind,
                              .seat = seat,
                              .turn = turn,
                              .words = words,
                              .steps = &read,
                              .announcement = announcement,
                              .name = words };
    if (host == NULL)
        return no_table(local);
    if (kind == HOST_ACTION_COUNT)
        return error_because(local, STATUS_NOT_FOUND, "there is no such action");
    if (seat != 0 && seat != 1)
        return error_because(local, STATUS_SYNTAX, "'seat' must be 0 or 1");
    if (words != NULL && strlen(words) >= TURN_TEXT_MAX)
        return error_because(local, STATUS_SYNTAX, "'words' must be a move in notation");
    if (view_steps_read(steps, read.step, &read.count, &fault) != STATUS_OK)
        return error(local, &fault);
    if (host_act(host, &action, clock_wall_ms(), &fault) != STATUS_OK) {
        fault.status = STATUS_ILLEGAL; /* whatever was wrong: it is not possible now */
        return error(local, &fault);
    }
    return acted(local, host, kind);
}

const char *local_table_watch(Local *local, int table, int seat, int watches)
{
    TableHost *host = host_at(local, table);
    int        side = seat == 0 || seat == 1 ? seat : SIDE_NONE;
    if (host == NULL)
        return no_table(local);
    if (watches != 0)
        host_arrive(host, side, clock_wall_ms());
    else if (host_can_depart(host, side))
        host_depart(host, side, clock_wall_ms());
    else
        return error_because(local, STATUS_ILLEGAL, "nobody watches with this seat");
    return done(local);
}

const char *local_table_tick(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    int64_t now = clock_wall_ms(), next = host_tick(host, now);
    if (next < 0)
        return done(local);
    Json json = begin(local);
    json_integer(&json, NULL, next > now ? next - now : 0);
    return finish(local);
}

const char *local_table_event(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    HostEvent  event;
    if (host == NULL)
        return no_table(local);
    if (!host_next_event(host, &event))
        return done(local);
    Json json = begin(local);
    json_object(&json, NULL);
    json_string(&json, "event", host_event_name(event.kind));
    json_integer(&json, "version", event.version);
    host_event_write(&json, "data", host, &event, clock_wall_ms());
    json_end_object(&json);
    return finish(local);
}

/* --- tasks --- */

const char *local_table_task(Local *local, int table, int index)
{
    static const char *const KINDS[] = { "turn", "hint", "analysis" };
    TableHost               *host = host_at(local, table);
    const HostTask          *task = host == NULL ? NULL : host_next_task(host, index);
    if (host == NULL)
        return no_table(local);
    if (task == NULL)
        return done(local);
    start(&local->aside);
    search_text_write_task(&local->aside, task, session_record(host_session(host)));
    Json json = begin(local);
    json_object(&json, NULL);
    json_integer(&json, "id", task->id);
    json_string(&json, "kind", KINDS[task->kind]);
    json_string(&json, "text", local->aside.data == NULL ? "" : local->aside.data);
    json_end_object(&json);
    local->answer.failed = local->answer.failed || local->aside.failed;
    return finish(local);
}

const char *local_table_info(Local *local, int table, uint32_t task, const char *text)
{
    TableHost  *host = host_at(local, table);
    SearchReply reply;
    if (host == NULL)
        return no_table(local);
    if (!search_text_read_reply(text, &reply))
        return error_because(local, STATUS_SYNTAX, "'text' is not a report of a search");
    if (reply.is_score)
        host_task_score(host, task, reply.turn, reply.answer.score);
    else
        host_task_info(host, task, &reply.answer);
    return done(local);
}

const char *local_table_done(Local *local, int table, uint32_t task, const char *text)
{
    TableHost  *host = host_at(local, table);
    SearchReply reply = { .turn = 0 };
    if (host == NULL)
        return no_table(local);
    if (text != NULL && !search_text_read_reply(text, &reply))
        return error_because(local, STATUS_SYNTAX, "'text' is not a reply of a search");
    host_task_done(host, task, &reply.answer, clock_wall_ms());
    return done(local);
}

const char *local_table_hint(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    Fault      fault;
    if (host == NULL)
        return no_table(local);
    HostHint hint = host_hint(host, NULL);
    if (hint == HINT_PENDING)
        return done(local);
    if (hint == HINT_NONE) {
        play_reject(&fault, &PLAY_MESSAGE[PLAY_MSG_HINT_STALE]);
        return error(local, &fault);
    }
    Json json = begin(local);
    host_write_hint(&json, NULL, host);
    return finish(local);
}

const char *local_table_analysis(Local *local, int table)
{
    TableHost *host = host_at(local, table);
    if (host == NULL)
        return no_table(local);
    if (!host_is_analysing(host))
        host_analyse(host, clock_wall_ms());
    Json json = begin(local);
    json_object(&json, NULL);
    host_write_scores(&json, "scores", host);
    json_bool(&json, "done", !host_is_analysing(host));
    json_end_object(&json);
    return finish(local);
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

typedef struct Progress {
    Local         *local;
    const Line    *line;
    LocalListener *listener;
    void          *context;
} Progress;

static void tell(const Progress *progress, const SearchReply *reply)
{
    char text[SEARCH_REPLY_MAX];
    Text out = text_over(text, sizeof text);
    Json json = start(&progress->local->aside);
    search_text_write_reply(&out, reply);
    json_string(&json, NULL, text);
    if (progress->listener != NULL && !progress->local->aside.failed)
        progress->listener(progress->context, progress->local->aside.data);
}

static void notify(void *context, const SearchInfo *info)
{
    const Progress *progress = context;
    SearchReply     reply = { .answer = { .depth = info->depth } };
    if (info->index != 0)
        return;
    turn_first(progress->line->setup.game, line_now(progress->line), info->line->steps,
               info->line->step_count, &reply.answer.turn, NULL);
    reply.answer.score.score = info->line->score;
    tell(progress, &reply);
}

static Status find_turn(Local *local, const Progress *progress, const HostTask *task,
                        SearchReply *reply)
{
    Status status = search_think(local->search, progress->line, &task->limits, notify,
                                 (void *)progress, &local->result);
    reply->answer.turn = local->result.turn;
    reply->answer.score.score = local->result.score;
    reply->answer.depth = local->result.depth;
    return status;
}

static Status evaluate(Local *local, const Line *line, const SearchLimits *limits, int *score)
{
    Outcome outcome = line_outcome(line);
    if (outcome.ending == ENDING_NONE) {
        Status status = search_think(local->search, line, limits, NULL, NULL, &local->result);
        *score = local->result.score;
        return status;
    }
    *score = outcome.ending == ENDING_DRAWN                     ? SCORE_DRAW
             : (int)outcome.winner == (int)line_now(line)->side ? SCORE_WIN
                                                                : -SCORE_WIN;
    return STATUS_OK;
}

/* Report a score after each move. */
static Status find_scores(Local *local, const Progress *progress, const HostTask *task)
{
    Status status = STATUS_OK;
    for (int turn = task->first; turn < line_turns(progress->line) && status == STATUS_OK; turn++) {
        SearchReply reply = { .is_score = true, .turn = turn };
        Line        line;
        status = line_copy_turns(&line, progress->line, turn + 1);
        if (status != STATUS_OK)
            break;
        status = evaluate(local, &line, &task->limits, &reply.answer.score.score);
        line_free(&line);
        if (status == STATUS_OK)
            tell(progress, &reply);
    }
    return status;
}

const char *local_search(Local *local, const char *text, LocalListener *listener, void *context)
{
    HostTask    task;
    Record      record;
    Fault       fault;
    SearchReply reply = { .turn = 0 };
    char        words[SEARCH_REPLY_MAX];
    Text        out = text_over(words, sizeof words);
    if (text == NULL || search_text_read_task(text, &task, &record, &fault) != STATUS_OK)
        return text == NULL ? error_because(local, STATUS_SYNTAX, "'text' is missing")
                            : error(local, &fault);
    /* Always set a limit, because a search cannot be stopped from outside. */
    if (task.limits.time_ms == 0 || task.limits.time_ms > LOCAL_TIME_MAX_MS)
        task.limits.time_ms = LOCAL_TIME_MAX_MS;
    Progress progress = { local, &record.line, listener, context };
    Status   status = make_search(local, &fault);
    if (status == STATUS_OK)
        status = task.kind == HOST_TASK_ANALYSIS ? find_scores(local, &progress, &task)
                                                 : find_turn(local, &progress, &task, &reply);
    record_free(&record);
    if (status != STATUS_OK)
        return error_because(local, status, status_text(status));
    search_text_write_reply(&out, &reply);
    Json json = begin(local);
    json_string(&json, NULL, words);
    return finish(local);
}

/* The principal variations so far; each may be of another iteration. */
typedef struct LiveLines {
    Local         *local;
    const Line    *line;
    SearchPv       pv[VIEW_LINES_MAX];
    int            count;
    LocalListener *listener;
    void          *context;
} LiveLines;

static void notify_lines(void *context, const SearchInfo *info)
{
    LiveLines *live = context;
    if (info->line == NULL || info->index >= VIEW_LINES_MAX || info->index > live->count)
        return;
    live->pv[info->index] = *info->line;
    live->count = info->index == live->count ? live->count + 1 : live->count;
    if (live->listener == NULL || info->index < live->count - 1)
        return;
    Json json = start(&live->local->aside);
    view_lines(&json, NULL, live->line, live->pv, live->count, info->depth, NULL);
    if (!live->local->aside.failed)
        live->listener(live->context, live->local->aside.data);
}

const char *local_lines(Local *local, const char *setup, const char *position, int lines,
                        uint32_t time_ms, LocalListener *listener, void *context)
{
    ViewPosition place;
    Line         line;
    Fault        fault;
    SearchLimits limits = { .lines = lines,
                            .time_ms = time_ms == 0 || time_ms > LOCAL_TIME_MAX_MS
                                           ? LOCAL_TIME_MAX_MS
                                           : (int64_t)time_ms };
    if (view_position_read(setup, position, NULL, &place, &fault) != STATUS_OK ||
        make_search(local, &fault) != STATUS_OK)
        return error(local, &fault);
    if (lines < 1 || lines > VIEW_LINES_MAX)
        return error_because(local, STATUS_SYNTAX, "'lines' must be a number from 1 to 5");
    Status status = line_init(&line, &place.setup, &place.pos.head);
    if (status != STATUS_OK)
        return error_because(local, status, status_text(status));
    LiveLines live = { .local = local, .line = &line, .listener = listener, .context = context };
    status = search_think(local->search, &line, &limits, notify_lines, &live, &local->result);
    Json json = begin(local);
    view_lines(&json, NULL, &line, local->result.lines, local->result.line_count,
               local->result.depth, NULL);
    line_free(&line);
    return status == STATUS_OK ? finish(local) : error_because(local, status, status_text(status));
}

typedef struct ReviewProgress {
    LocalListener *listener;
    void          *context;
} ReviewProgress;

static bool notify_review(void *context, int done, int total)
{
    const ReviewProgress *progress = context;
    char                  json[64];
    Text                  text = text_over(json, sizeof json);
    text_addf(&text, "{\"done\":%d,\"total\":%d}", done, total);
    if (progress->listener != NULL)
        progress->listener(progress->context, json);
    return true;
}

static Status review_record(const Record *record, ReviewProgress *progress, Review *review,
                            Fault *fault)
{
    if (line_turns(&record->line) == 0)
        return fault_set(fault, STATUS_SYNTAX, 0, "the game has no moves to review");
    Status status = review_line(&record->line, REVIEW_NODES, notify_review, progress, review);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", status_text(status));
}

const char *local_review(Local *local, const char *text, LocalListener *listener, void *context)
{
    ReviewProgress progress = { listener, context };
    Record         record;
    Review         review;
    Fault          fault;
    text = text == NULL ? "" : text;
    if (game_read(text, strlen(text), &(GameAsk){ 0 }, &record, &fault) != STATUS_OK)
        return error(local, &fault);
    Status status = review_record(&record, &progress, &review, &fault);
    if (status == STATUS_OK) {
        Json json = begin(local);
        json_object(&json, NULL);
        review_json(&json, &record, &review, REVIEW_NODES);
        json_end_object(&json);
        review_free(&review);
    }
    record_free(&record);
    return status == STATUS_OK ? finish(local) : error(local, &fault);
}

/* --- for the npm package: package.h --- */

/* Read a position and take the steps. */
static Status read_place(const char *setup, const char *position, const char *steps,
                         ViewPosition *place, Fault *fault)
{
    Status status = view_position_read(setup, position, steps, place, fault);
    for (int i = 0; status == STATUS_OK && i < place->step_count; i++) {
        const GameRules *rules = place->setup.game->rules;
        if (!rules->legal(&place->pos.head, place->steps[i]))
            return fault_set(fault, STATUS_ILLEGAL, (size_t)i, "step %d is illegal here", i + 1);
        rules->apply(&place->pos.head, place->steps[i]);
    }
    return status;
}

static void write_steps(Json *json, const char *name, const Step *steps, int count)
{
    json_array(json, name);
    for (int i = 0; i < count; i++)
        json_word(json, NULL, steps[i]);
    json_end_array(json);
}

const char *local_state(Local *local, const char *setup, const char *position, const char *steps)
{
    Json         json = begin(local);
    ViewPosition place;
    Fault        fault;
    Step         legal[STEPS_MAX];
    char         words[POS_TEXT_MAX];
    Text         text = text_over(words, sizeof words);
    if (read_place(setup, position, steps, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    const Game *game = place.setup.game;
    const Pos  *pos = &place.pos.head;
    Outcome     outcome = game->rules->outcome(pos);
    game->text->pos_write(pos, &text);
    json_object(&json, NULL);
    json_string(&json, "position", words);
    text = text_over(words, sizeof words);
    setup_write(&place.setup, &text);
    json_string(&json, "setup", words);
    view_side(&json, "side", outcome.ending == ENDING_NONE ? pos->side : SIDE_NONE);
    json_bool(&json, "begins", pos->phase == 0);
    write_steps(&json, "steps", legal, game->rules->gen(pos, legal));
    view_outcome(&json, "result", &place.setup, pos, outcome);
    json_end_object(&json);
    return finish(local);
}

const char *local_turn(Local *local, const char *setup, const char *position, const char *turn)
{
    ViewPosition place;
    Fault        fault;
    Turn         read;
    if (turn == NULL || strlen(turn) >= TURN_TEXT_MAX)
        return error_because(local, STATUS_SYNTAX, "'turn' must be a move in notation");
    if (read_place(setup, position, NULL, &place, &fault) != STATUS_OK ||
        turn_read(place.setup.game, &place.pos.head, turn, &read, &fault) != STATUS_OK)
        return error(local, &fault);
    Json json = begin(local);
    write_steps(&json, NULL, read.step, read.count);
    return finish(local);
}

const char *local_notation(Local *local, const char *setup, const char *position, const char *steps)
{
    ViewPosition place, start;
    Fault        fault;
    Turn         turn;
    char         words[TURN_TEXT_MAX];
    Text         text = text_over(words, sizeof words);
    if (read_place(setup, position, steps, &place, &fault) != STATUS_OK ||
        read_place(setup, position, NULL, &start, &fault) != STATUS_OK)
        return error(local, &fault);
    turn_first(start.setup.game, &start.pos.head, place.steps, place.step_count, &turn, NULL);
    turn_write(start.setup.game, &start.pos.head, &turn, &text);
    Json json = begin(local);
    json_string(&json, NULL, words);
    return finish(local);
}

const char *local_svg(Local *local, const char *setup, const char *position)
{
    ViewPosition place;
    Fault        fault;
    if (read_place(setup, position, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    buffer_clear(&local->aside);
    svg_position(&local->aside, &place.setup, &place.pos.head, true);
    if (local->aside.failed)
        return error_because(local, STATUS_NO_MEMORY, status_text(STATUS_NO_MEMORY));
    Json json = begin(local);
    json_string(&json, NULL, local->aside.data);
    return finish(local);
}

static void write_thought(Json *json, const Line *line, const SearchResult *result)
{
    const Game *game = line->setup.game;
    const Pos  *pos = line_now(line);
    char        words[TURN_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    bool        won = score_is_win(result->score), proved = won || score_is_loss(result->score);
    turn_write(game, pos, &result->turn, &text);
    json_object(json, NULL);
    json_string(json, "turn", words);
    write_steps(json, "steps", result->turn.step, result->turn.count);
    json_integer(json, "score", proved ? 0 : (int64_t)result->score * 100 / game->eval->unit);
    view_side(json, "proved", !proved ? SIDE_NONE : won ? pos->side : 1 - pos->side);
    json_integer(json, "turns", proved ? score_distance(result->score) : 0);
    json_integer(json, "depth", result->depth);
    json_integer(json, "nodes", (int64_t)result->nodes);
    json_end_object(json);
}

static const char *think(Local *local, const ViewPosition *place, const SearchLimits *limits)
{
    Line   line;
    Fault  fault;
    Status status = make_search(local, &fault);
    if (status != STATUS_OK)
        return error(local, &fault);
    status = line_init(&line, &place->setup, &place->pos.head);
    if (status != STATUS_OK)
        return error_because(local, status, status_text(status));
    status = search_think(local->search, &line, limits, NULL, NULL, &local->result);
    Json json = begin(local);
    write_thought(&json, &line, &local->result);
    line_free(&line);
    return status == STATUS_OK ? finish(local) : error_because(local, status, status_text(status));
}

const char *local_think(Local *local, const char *setup, const char *position, int level,
                        uint32_t time_ms, uint32_t nodes, int depth)
{
    ViewPosition place;
    Fault        fault;
    SearchLimits limits = { 0 };
    if (read_place(setup, position, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    const Game *game = place.setup.game;
    if (level < 0 || level > LEVEL_HIGHEST || depth < 0 || depth > SEARCH_DEPTH_MAX)
        return error_because(local, STATUS_SYNTAX,
                             "'level' must be a number from 1 to 10, 'depth' from 1 to 100");
    if (game->rules->outcome(&place.pos.head).ending != ENDING_NONE)
        return error_because(local, STATUS_ILLEGAL, "the game is over");
    if (level != 0)
        limits = level_limits(game, place.setup.variant, level, local->seed);
    limits.nodes = nodes != 0 && (limits.nodes == 0 || nodes < limits.nodes) ? nodes : limits.nodes;
    limits.depth = depth;
    limits.time_ms = time_ms == 0 || time_ms > LOCAL_TIME_MAX_MS ? LOCAL_TIME_MAX_MS : time_ms;
    return think(local, &place, &limits);
}

const char *local_playouts(Local *local, const char *setup, const char *position, uint32_t count,
                           uint32_t seed, uint32_t turn_limit)
{
    ViewPosition place;
    Fault        fault;
    int64_t      won[2] = { 0 }, draws = 0, unfinished = 0, turns = 0;
    if (read_place(setup, position, NULL, &place, &fault) != STATUS_OK)
        return error(local, &fault);
    for (uint32_t i = 0; i < count; i++) {
        Random  random = random_seeded((uint64_t)seed + i);
        Outcome outcome = { 0 };
        turns += perft_playout(place.setup.game, &place.pos.head, &random, turn_limit, &outcome,
                               PERFT_FAST);
        if (outcome.ending == ENDING_WON)
            won[outcome.winner]++;
        draws += outcome.ending == ENDING_DRAWN;
        unfinished += outcome.ending == ENDING_NONE;
    }
    Json json = begin(local);
    json_object(&json, NULL);
    json_integer(&json, "first", won[0]);
    json_integer(&json, "second", won[1]);
    json_integer(&json, "draws", draws);
    json_integer(&json, "unfinished", unfinished);
    json_integer(&json, "turns", turns);
    json_end_object(&json);
    return finish(local);
}
