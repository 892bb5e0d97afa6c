/* SPDX-License-Identifier: MIT */
#include "arena/live.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/report_html.h"
#include "base/clock.h"
#include "base/json.h"
#include "core/record.h"
#include "draw/svg.h"
#include "games/list.h"

enum {
    STATE_BYTES_MAX = 12 << 20,
    LATEST_SHOWN = 12,
    PACE_GAMES = 40, /* whose times estimate the time left */
    REPORT_BYTES_MAX = 64 << 20,
    BOARDS_SHOWN = 16, /* of games in progress; more are not drawn */
};

static const double STATE_SECONDS = 0.5; /* lifetime of a state */
static const double TABLE_SECONDS = 1;   /* lifetime of a ranking is at least this, and at least */
static const double TABLE_SHARE = 20;    /* this multiple of the time it took to compute */

struct Live {
    char             *folder; /* of the contest, or NULL: */
    const LiveSource *source;
    Buffer            state;
    Buffer            table; /* the JSON members that change only when a game ends */
    double            state_at, table_at, table_cost;
    int64_t           table_games, table_runner, table_edition;
    double            ms_per_game; /* of the latest games; 0: unknown */
    Buffer            report;      /* the page with the replays */
    double            report_at, report_cost;
    int64_t           report_games, report_edition; /* -1: there is none */
    bool              has_state, has_table;
};

Live *live_new_from(const LiveSource *source, Fault *fault)
{
    Live *live = calloc(1, sizeof *live);
    if (live == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    live->source = source;
    buffer_init(&live->state, STATE_BYTES_MAX);
    buffer_init(&live->table, STATE_BYTES_MAX);
    buffer_init(&live->report, REPORT_BYTES_MAX);
    live->report_games = -1;
    return live;
}

Live *live_new(const char *folder, Fault *fault)
{
    Contest contest;
    if (contest_load(folder, &contest, fault) != STATUS_OK)
        return NULL;
    contest_free(&contest);
    Live *live = live_new_from(NULL, fault);
    if (live != NULL && (live->folder = strdup(folder)) == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        live_free(live);
        return NULL;
    }
    return live;
}

void live_free(Live *live)
{
    buffer_free(&live->state);
    buffer_free(&live->table);
    buffer_free(&live->report);
    free(live->folder);
    free(live);
}

/* --- The contest ----------------------------------------------------------------------------- */

/* One look at the contest: its settings and its database, in the directory or as a copy. */
typedef struct Look {
    LiveCopy copy; /* its settings only with a source */
    int64_t  games;
    int64_t  runner;    /* 0: it is not running */
    bool     is_broken; /* the database is there, but cannot be opened */
} Look;

static void look_begin(Live *live, Look *look)
{
    Fault fault;
    *look = (Look){ .games = 0 };
    if (live->source != NULL) {
        live->source->begin(live->source->context, &look->copy);
        look->runner = look->copy.is_running;
    } else {
        look->runner = ledger_runner(live->folder);
        look->copy.ledger = ledger_open(live->folder, LEDGER_READ, &fault);
        look->is_broken = look->copy.ledger == NULL && fault.status != STATUS_NOT_FOUND;
    }
    if (look->copy.ledger != NULL)
        ledger_count(look->copy.ledger, &look->games);
}

static void look_end(Live *live, Look *look)
{
    if (live->source != NULL)
        live->source->end(live->source->context);
    else if (look->copy.ledger != NULL)
        ledger_close(look->copy.ledger);
}

static bool load_report(const Live *live, const Look *look, Report *report)
{
    Contest settings;
    Fault   fault;
    if (look->is_broken)
        return false;
    Status status =
        live->source == NULL
            ? contest_load(live->folder, &settings, &fault)
            : contest_read(look->copy.settings, look->copy.settings_size, &settings, &fault);
    return status == STATUS_OK &&
           report_load_from(&settings, look->copy.ledger, report, &fault) == STATUS_OK;
}

/* --- The ranking ----------------------------------------------------------------------------- */

static void write_row(const Report *r, const RankRow *row, Json *json)
{
    const ReportBot *bot = &r->bots[row->bot];
    int64_t          lost = 0;
    for (int v = TERMINATION_RULES + 1; v < TERMINATIONS; v++)
        lost += bot->lost_by[v];
    json_object(json, NULL);
    json_integer(json, "place", row->place);
    json_string(json, "bot", bot->title);
    report_json_standing(row, json);
    json_integer(json, "odd", lost);
    json_end_object(json);
}

static void write_latest(const Report *r, const ReportGame *g, Json *json)
{
    json_object(json, NULL);
    json_integer(json, "game", g->id);
    json_string(json, "first", r->bots[g->game.first].title);
    json_string(json, "second", r->bots[g->game.second].title);
    json_number(json, "points", g->game.half_points / 2.0);
    json_integer(json, "turns", g->turns);
    json_string(json, "verdict", termination_word(g->termination));
    json_string(json, "why", g->termination == TERMINATION_RULES ? g->reason : g->why);
    json_end_object(json);
}

static void write_table(const Report *r, Json *json)
{
    char game[SETUP_TEXT_MAX];
    Text text = text_over(game, sizeof game);
    setup_write(&r->contest.setup, &text);
    json_string(json, "contest", r->contest.name);
    json_string(json, "game", game);
    json_string(json, "format", FORMAT_NAMES[r->contest.format]);
    json_bool(json, "unsafe", r->unsafe);
    json_integer(json, "turn_ms", r->contest.limits.game_ms == 0 ? r->contest.limits.turn_ms : 0);
    json_array(json, "ranking");
    for (int i = 0; i < r->bot_count; i++)
        write_row(r, &r->ranking.rows[i], json);
    json_end_array(json);
    json_array(json, "latest");
    for (int i = r->game_count - 1; i >= 0 && i >= r->game_count - LATEST_SHOWN; i--)
        write_latest(r, &r->games[i], json);
    json_end_array(json);
}

/* Return the milliseconds from one end of a game to the next, on average over the latest games. */
static double pace_of(const Report *r)
{
    int count = r->game_count < PACE_GAMES ? r->game_count : PACE_GAMES;
    if (count < 2)
        return 0;
    const ReportGame *first = &r->games[r->game_count - count],
                     *last = &r->games[r->game_count - 1];
    return (double)(last->began_ms + last->took_ms - first->began_ms - first->took_ms) /
           (count - 1);
}

/* Refresh the ranking if it is out of date and old enough.  On failure keep the old one. */
static void renew_table(Live *live, const Look *look)
{
    double began = clock_wall_seconds();
    bool   stale = look->games != live->table_games || look->runner != live->table_runner ||
                 look->copy.edition != live->table_edition;
    if (live->has_table &&
        (!stale || began - live->table_at < fmax(TABLE_SECONDS, TABLE_SHARE * live->table_cost)))
        return;
    Report report;
    Buffer fresh;
    if (!load_report(live, look, &report))
        return;
    buffer_init(&fresh, STATE_BYTES_MAX);
    Json json = json_over(&fresh);
    write_table(&report, &json);
    live->ms_per_game = pace_of(&report);
    report_free(&report);
    if (fresh.failed) {
        buffer_free(&fresh);
        return;
    }
    buffer_free(&live->table);
    live->table = fresh;
    live->has_table = true;
    live->table_games = look->games;
    live->table_runner = look->runner;
    live->table_edition = look->copy.edition;
    live->table_at = clock_wall_seconds();
    live->table_cost = live->table_at - began;
    assert(live->table.data != NULL);
}

/* --- Games in progress ----------------------------------------------------------------------- */

typedef struct Boards {
    const LedgerBots *bots;
    Json             *json;
    int               count;
} Boards;

static const char *name_of(const LedgerBots *bots, int id)
{
    for (int i = 0; i < bots->count; i++)
        if (bots->at[i].id == id)
            return bots->at[i].name;
    return "?";
}

static void write_board(const Line *line, Json *json)
{
    const Pos *pos = line_now(line);
    Buffer     drawing;
    int        turns = line_turns(line);
    buffer_init(&drawing, SVG_BYTES_MAX);
    svg_position(&drawing, &line->setup, pos, false);
    if (!drawing.failed)
        json_string(json, "board", drawing.data);
    buffer_free(&drawing);
    json_integer(json, "turns", turns);
    json_integer(json, "mover", game_player(line->setup.game, pos, pos->side));
    if (turns > 0) {
        char turn_text[TURN_TEXT_MAX];
        Text text = text_over(turn_text, sizeof turn_text);
        Turn turn;
        line_turn(line, turns - 1, &turn);
        turn_write(line->setup.game, line_before_turn(line, turns - 1), &turn, &text);
        json_string(json, "last", turn_text);
    }
}

static bool write_live(void *context, const LedgerLive *live)
{
    Boards *boards = context;
    Json   *json = boards->json;
    Record  record;
    Fault   fault;
    if (boards->count++ >= BOARDS_SHOWN ||
        record_read(games_find, live->record, strlen(live->record), &record, &fault) != STATUS_OK)
        return true;
    json_object(json, NULL);
    json_integer(json, "worker", live->worker);
    if (live->machine[0] != '\0')
        json_string(json, "machine", live->machine);
    json_integer(json, "round", live->pairing.round + 1);
    json_integer(json, "number", live->number + 1);
    json_string(json, "first", name_of(boards->bots, live->first));
    json_string(json, "second", name_of(boards->bots, live->second));
    json_integer(json, "began_ms", live->began_ms);
    json_integer(json, "updated_ms", live->updated_ms);
    json_array(json, "clock_ms");
    json_integer(json, NULL, live->clock_ms[0]);
    json_integer(json, NULL, live->clock_ms[1]);
    json_end_array(json);
    write_board(&record.line, json);
    json_end_object(json);
    record_free(&record);
    return !json->out->failed;
}

/* --- The state ------------------------------------------------------------------------------- */

/* Write the games in progress.  Without a running process the rows are left over from a killed
 * run. */
static void write_games(Ledger *ledger, bool running, Json *json)
{
    LedgerBots bots = { 0 };
    Boards     boards = { .bots = &bots, .json = json };
    json_array(json, "playing");
    if (ledger != NULL && running && ledger_bots(ledger, &bots) == STATUS_OK) {
        ledger_each_live(ledger, write_live, &boards);
        ledger_bots_free(&bots);
    }
    json_end_array(json);
}

/* Return a number that the runner stored: "total", the games of the contest (0: no end), or "left",
 * the games that do not count because a bot has left. */
static int64_t stored_number(Ledger *ledger, const char *key)
{
    Buffer  value;
    int64_t number = 0;
    if (ledger == NULL)
        return 0;
    buffer_init(&value, 64);
    if (ledger_get(ledger, key, &value) == STATUS_OK && !value.failed && value.length > 0)
        number = strtoll(value.data, NULL, 10);
    buffer_free(&value);
    return number;
}

static void renew_state(Live *live)
{
    Look look;
    Json json = json_over(&live->state);
    look_begin(live, &look);
    Ledger *ledger = look.copy.ledger;
    renew_table(live, &look);
    buffer_free(&live->state);
    buffer_init(&live->state, STATE_BYTES_MAX);
    json_object(&json, NULL);
    json_integer(&json, "now_ms", clock_date_ms());
    json_bool(&json, "running", look.runner != 0);
    if (look.copy.away_ms > 0)
        json_integer(&json, "away_ms", look.copy.away_ms);
    json_integer(&json, "finished", look.games - stored_number(ledger, "left"));
    json_integer(&json, "total", stored_number(ledger, "total"));
    int64_t missing = stored_number(ledger, "total") + stored_number(ledger, "left") - look.games;
    if (look.runner != 0 && missing > 0 && live->ms_per_game > 0)
        json_integer(&json, "left_ms", (int64_t)(live->ms_per_game * (double)missing));
    write_games(ledger, look.runner != 0, &json);
    if (live->has_table) {
        buffer_add(&live->state, ",");
        buffer_bytes(&live->state, live->table.data, live->table.length);
    }
    json_end_object(&json);
    look_end(live, &look);
    live->state_at = clock_wall_seconds();
    live->has_state = !live->state.failed && live->has_table;
}

static bool show_state(Live *live, Buffer *out)
{
    if (!live->has_state || clock_wall_seconds() - live->state_at >= STATE_SECONDS)
        renew_state(live);
    if (live->has_state)
        buffer_bytes(out, live->state.data, live->state.length);
    return live->has_state;
}

/* --- Paths ----------------------------------------------------------------------------------- */

static bool show_page(Live *live, Buffer *out)
{
    (void)live;
    buffer_add(out, contest_page_file("live.html"));
    return true;
}

/* Write the report page, at most as often as its cost allows. */
static void renew_report(Live *live, const Look *look)
{
    double began = clock_wall_seconds();
    Report report;
    Fault  fault;
    Buffer page;
    bool   is_new = live->report_games == look->games && live->report_edition == look->copy.edition;
    if (is_new ||
        (live->report_games >= 0 &&
         began - live->report_at < fmax(TABLE_SECONDS, TABLE_SHARE * live->report_cost)) ||
        !load_report(live, look, &report))
        return;
    buffer_init(&page, REPORT_BYTES_MAX);
    bool written = report_html_from(&report, look->copy.ledger, true, &page, &fault) == STATUS_OK;
    report_free(&report);
    if (written) {
        buffer_free(&live->report);
        live->report = page;
        live->report_games = look->games;
        live->report_edition = look->copy.edition;
        live->report_at = clock_wall_seconds();
        live->report_cost = live->report_at - began;
    } else {
        buffer_free(&page);
    }
}

static bool show_report(Live *live, Buffer *out)
{
    Look look;
    look_begin(live, &look);
    renew_report(live, &look);
    look_end(live, &look);
    if (live->report_games >= 0)
        buffer_bytes(out, live->report.data, live->report.length);
    return live->report_games >= 0;
}

static bool show_replay_script(Live *live, Buffer *out)
{
    (void)live;
    buffer_add(out, contest_page_file("replay.js"));
    return true;
}

static bool show_script(Live *live, Buffer *out)
{
    (void)live;
    buffer_add(out, contest_page_file("live.js"));
    return true;
}

static bool show_style(Live *live, Buffer *out)
{
    (void)live;
    buffer_add(out, contest_page_file("contest.css"));
    svg_style(out);
    return true;
}

static const struct {
    const char *path, *type;
    bool (*show)(Live *live, Buffer *out);
} PATHS[] = {
    { "/", "text/html; charset=utf-8", show_page },
    { "/report", "text/html; charset=utf-8", show_report },
    { "/replay.js", "text/javascript; charset=utf-8", show_replay_script },
    { "/live.js", "text/javascript; charset=utf-8", show_script },
    { "/contest.css", "text/css; charset=utf-8", show_style },
    { "/state", "application/json; charset=utf-8", show_state },
};

bool live_show(Live *live, const char *path, Buffer *out, const char **type)
{
    assert(live != NULL && path != NULL);
    for (size_t i = 0; i < sizeof PATHS / sizeof PATHS[0]; i++)
        if (strcmp(PATHS[i].path, path) == 0) {
            *type = PATHS[i].type;
            return PATHS[i].show(live, out);
        }
    return false;
}
