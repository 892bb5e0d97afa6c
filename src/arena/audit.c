/* SPDX-License-Identifier: MIT */
#include "arena/audit.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ledger.h"
#include "arena/report.h"
#include "core/record.h"
#include "games/list.h"
#include "naive/list.h"

enum {
    LINE_BYTES_MAX = 8192, /* of a position */
    WORD_BYTES_MAX = 4096, /* of a turn */
    SETUP_BYTES_MAX = 512,
    RESULT_BYTES_MAX = 256,
    POSITIONS_MAX = 100001,
};

/* --- One record --------------------------------------------------------------------------- */

/* A game that is replayed. */
typedef struct Replay {
    const SlowGame *rules;
    char            variant[SETUP_BYTES_MAX];
    long            repetition, limit; /* 0: none */
    char            line[LINE_BYTES_MAX];
    char            next[LINE_BYTES_MAX];
    const char     *turn; /* that is searched among the legal ones */
    bool            found;
    int             turns;
    char          **seen; /* positions, if there is a rule about repetition */
    Fault          *fault;
} Replay;

static Status wrong(Replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static Status wrong(Replay *r, const char *format, ...)
{
    char    why[300];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return fault_set(r->fault, STATUS_ILLEGAL, 0, "%s", why);
}

/* Take one part of a setup: a setting of the line of play, or a part of the variant. */
static void take_part(Replay *r, const char *part)
{
    size_t used = strlen(r->variant);
    if (strncmp(part, "limit=", 6) == 0)
        r->limit = strtol(part + 6, NULL, 10);
    else if (strncmp(part, "repetition=", 11) == 0)
        r->repetition = strtol(part + 11, NULL, 10);
    else
        snprintf(r->variant + used, sizeof r->variant - used, "%s%s", used == 0 ? "" : ";", part);
}

/* Cut `toy:8;limit=500` into the game, the variant and the settings. */
static Status begin_replay(Replay *r, const char *setup)
{
    char copy[SETUP_BYTES_MAX], *rest = NULL;
    if (strlen(setup) >= sizeof copy)
        return wrong(r, "the name of the game is too long");
    snprintf(copy, sizeof copy, "%s", setup);
    size_t name = strcspn(copy, ":");
    r->rules = naive_find(copy, name);
    if (r->rules == NULL)
        return fault_set(r->fault, STATUS_NOT_FOUND, 0, "there are no naive rules of %.100s",
                         setup);
    char *part = copy[name] == '\0' ? NULL : strtok_r(copy + name + 1, ";", &rest);
    for (; part != NULL; part = strtok_r(NULL, ";", &rest))
        take_part(r, part);
    if (!r->rules->start(r->variant, r->line, sizeof r->line))
        return wrong(r, "the naive rules do not know the variant %.150s", setup);
    return STATUS_OK;
}

static void compare_turn(void *context, const char *turn, const char *after)
{
    Replay *r = context;
    if (!r->found && strcmp(turn, r->turn) == 0 && strlen(after) < sizeof r->next) {
        r->found = true;
        strcpy(r->next, after);
    }
}

static Status replay_turn(Replay *r, const char *turn)
{
    r->turn = turn;
    r->found = false;
    if (r->limit > 0 && r->turns >= r->limit)
        return wrong(r, "there is a move after the limit of %ld moves", r->limit);
    if (!r->rules->turns(r->variant, r->line, compare_turn, r) || !r->found)
        return wrong(r, "move %d, '%.60s', is not legal", r->turns + 1, turn);
    if (r->seen != NULL && r->turns < POSITIONS_MAX - 1)
        r->seen[r->turns] = strdup(r->line);
    strcpy(r->line, r->next);
    r->turns++;
    return STATUS_OK;
}

/* Write the line without the counters that repetition ignores. */
static void plain_line(const Replay *r, const char *line, char out[LINE_BYTES_MAX])
{
    if (r->rules->plain == NULL || !r->rules->plain(r->variant, line, out, LINE_BYTES_MAX))
        snprintf(out, LINE_BYTES_MAX, "%s", line);
}

static bool is_repeated(const Replay *r)
{
    char now[LINE_BYTES_MAX], then[LINE_BYTES_MAX];
    long times = 1;
    plain_line(r, r->line, now);
    for (int i = 0; r->seen != NULL && i < r->turns; i++) {
        if (r->seen[i] == NULL)
            continue;
        plain_line(r, r->seen[i], then);
        times += strcmp(now, then) == 0;
    }
    return r->repetition > 0 && times >= r->repetition;
}

/* Write "WINNER REASON" as it follows from the rules, or "" if the game is not over. */
static bool outcome(const Replay *r, char out[RESULT_BYTES_MAX])
{
    if (!r->rules->result(r->variant, r->line, out, RESULT_BYTES_MAX))
        return false;
    if (out[0] == '\0' && is_repeated(r))
        snprintf(out, RESULT_BYTES_MAX, "draw repetition");
    else if (out[0] == '\0' && r->limit > 0 && r->turns >= r->limit)
        snprintf(out, RESULT_BYTES_MAX, "draw limit");
    return true;
}

/* Compare the line `result WINNER REASON ...` with the rules, and count the points. */
static Status replay_result(Replay *r, const char *text, bool is_forfeit, int *half_points)
{
    char      expected[RESULT_BYTES_MAX], winner[32], reason[32];
    SlowSeats seats;
    if (sscanf(text, "%31s %31s", winner, reason) != 2)
        return wrong(r, "the game has no result");
    if (!outcome(r, expected) || !r->rules->seats(r->variant, r->line, &seats))
        return wrong(r, "the naive rules cannot read the last position");
    char given[80];
    snprintf(given, sizeof given, "%s %s", winner, reason);
    if (expected[0] != '\0' || !is_forfeit) {
        size_t length = strcspn(expected, " ");
        length += strcspn(expected + length + (expected[length] == ' '), " ") + 1;
        if (strlen(given) != length || strncmp(given, expected, length) != 0)
            return wrong(r, "the result is '%.60s', and by the rules '%.60s'", given,
                         expected[0] == '\0' ? "the game is not over" : expected);
    }
    *half_points = 1;
    for (int side = 0; side < 2; side++)
        if (strcmp(winner, r->rules->sides[side]) == 0) {
            int seat = side == 0 ? seats.first_seat : 3 - seats.first_seat;
            *half_points = seat == 1 ? 2 : 0;
        }
    return STATUS_OK;
}

/* Replay the lines of a record.  The arena writes no comments into the records that it saves. */
static Status replay_lines(Replay *r, char *text, const char *setup, bool is_forfeit,
                           int *half_points)
{
    char  tag[SETUP_BYTES_MAX + 16], *rest = NULL;
    bool  over = false;
    char *line = strtok_r(text, "\n", &rest);
    snprintf(tag, sizeof tag, "[Game \"%s\"]", setup);
    if (line == NULL || strcmp(line, tag) != 0)
        return wrong(r, "it is not a record of %.150s", setup);
    Status status = STATUS_OK;
    while (status == STATUS_OK && (line = strtok_r(NULL, "\n", &rest)) != NULL) {
        char turn[WORD_BYTES_MAX];
        int  number;
        if (over)
            return wrong(r, "there is text after the result");
        if (line[0] == '[')
            continue;
        if (strncmp(line, "result ", 7) == 0) {
            over = true;
            status = replay_result(r, line + 7, is_forfeit, half_points);
        } else if (sscanf(line, "%d. %4095s", &number, turn) == 2 && number == r->turns + 1)
            status = replay_turn(r, turn);
        else
            return wrong(r, "cannot read the line '%.60s'", line);
    }
    return status == STATUS_OK && !over ? wrong(r, "the game has no result") : status;
}

Status audit_record(const char *record, const char *setup, bool is_forfeit, int *half_points,
                    int *turns, Fault *fault)
{
    Replay *r = calloc(1, sizeof *r);
    char   *copy = strdup(record);
    if (r == NULL || copy == NULL) {
        free(r);
        free(copy);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    }
    r->fault = fault;
    Status status = begin_replay(r, setup);
    if (status == STATUS_OK && r->repetition > 0)
        r->seen = calloc(POSITIONS_MAX, sizeof *r->seen);
    if (status == STATUS_OK)
        status = replay_lines(r, copy, setup, is_forfeit, half_points);
    *turns = r->turns;
    for (int i = 0; r->seen != NULL && i < r->turns && i < POSITIONS_MAX; i++)
        free(r->seen[i]);
    free(r->seen);
    free(copy);
    free(r);
    return status;
}

/* --- The contest -------------------------------------------------------------------------- */

typedef struct Audit {
    const AuditListener *listener;
    AuditReport         *report;
    const Report        *standings;
    char                 setup[SETUP_TEXT_MAX];
    LedgerBots           bots;
    int                 *half_points; /* by index of the bot */
    int64_t              total, done;
} Audit;

static void problem(Audit *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void problem(Audit *a, const char *format, ...)
{
    char    sentence[700];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    a->report->problems++;
    a->listener->problem(a->listener->context, sentence);
}

static void on_ledger_problem(void *context, int64_t game, const char *sentence)
{
    (void)game;
    problem(context, "%s", sentence);
}

static int bot_index(const Audit *a, int id)
{
    for (int i = 0; i < a->bots.count; i++)
        if (a->bots.at[i].id == id)
            return i;
    return -1;
}

/* Replay a record of a game without naive rules: reading a record plays it. */
static Status fast_record(const char *text, int *half_points, int *turns, Fault *fault)
{
    Record record;
    Status status = record_read(games_find, text, strlen(text), &record, fault);
    if (status != STATUS_OK)
        return status;
    const Game  *game = record.line.setup.game;
    RecordResult result = record_result(&record);
    *turns = line_turns(&record.line);
    *half_points = 1;
    for (int side = 0; side < 2; side++)
        if (strcmp(result.winner, game->sides[side]) == 0)
            *half_points = game_player(game, line_now(&record.line), side) == 0 ? 2 : 0;
    record_free(&record);
    return STATUS_OK;
}

/* The record must name the two bots of the row. */
static bool names_bot(const char *record, const char *tag, const char *name)
{
    char wanted[BOT_NAME_MAX + 32];
    snprintf(wanted, sizeof wanted, "\n[%s \"%s\"]\n", tag, name);
    return strstr(record, wanted) != NULL;
}

static void audit_names(Audit *a, const LedgerGame *game)
{
    static const char *const TAGS[2] = { "First", "Second" };
    for (int i = 0; i < 2; i++) {
        int bot = bot_index(a, game->side[i].bot);
        if (bot < 0)
            problem(a, "game %lld: there is no bot %d", (long long)game->id, game->side[i].bot);
        else if (!names_bot(game->record, TAGS[i], a->bots.at[bot].name))
            problem(a, "game %lld: its record does not name '%s'", (long long)game->id,
                    a->bots.at[bot].name);
    }
}

static bool takes_part(const Audit *a, int id)
{
    for (int i = 0; i < a->standings->bot_count; i++)
        if (a->standings->bots[i].bot.id == id)
            return true;
    return false;
}

static void audit_points(Audit *a, const LedgerGame *game, int half_points)
{
    if (half_points != game->half_points)
        problem(a, "game %lld: its record gives the first mover %d half points, its row %d",
                (long long)game->id, half_points, game->half_points);
    if (!takes_part(a, game->side[0].bot) || !takes_part(a, game->side[1].bot))
        return; /* the game of a bot that has left */
    for (int i = 0; i < 2; i++) {
        int bot = bot_index(a, game->side[i].bot);
        if (bot >= 0)
            a->half_points[bot] += i == 0 ? half_points : 2 - half_points;
    }
}

static bool audit_game(void *context, const LedgerGame *game)
{
    Audit *a = context;
    Fault  fault;
    int    half_points = 1, turns = 0;
    bool   is_forfeit = game->termination != TERMINATION_RULES;
    Status status = audit_record(game->record, a->setup, is_forfeit, &half_points, &turns, &fault);
    a->report->is_naive = status != STATUS_NOT_FOUND;
    if (!a->report->is_naive)
        status = fast_record(game->record, &half_points, &turns, &fault);
    if (status != STATUS_OK)
        problem(a, "game %lld: %s", (long long)game->id, fault.why);
    else if (turns != game->turns)
        problem(a, "game %lld has %d moves, its row says %d", (long long)game->id, turns,
                game->turns);
    audit_names(a, game);
    if (status == STATUS_OK && game->void_ms == 0)
        audit_points(a, game, half_points);
    a->report->games++;
    a->report->turns += turns;
    a->done++;
    if (a->listener->game != NULL)
        a->listener->game(a->listener->context, a->done, a->total);
    return true;
}

static bool count_void(void *context, const LedgerGame *game)
{
    (void)game;
    ++*(int64_t *)context;
    return true;
}

/* Compare the points that follow from the records with the ranking of the report. */
static void audit_ranking(Audit *a, const Report *report)
{
    const RankRow *rows = report->ranking.rows;
    bool           drawn = schedule_is_drawn(report->contest.format);
    if (a->report->problems > 0)
        return; /* which explain a difference */
    for (int i = 0; i < report->ranking.count; i++) {
        const LedgerBot *bot = &report->bots[rows[i].bot].bot;
        int              index = bot_index(a, bot->id), byes = 0;
        for (int k = 0; drawn && k < report->drawn.count; k++)
            if (report->drawn.at[k].a == bot->id && report->drawn.at[k].b == SCHEDULE_NONE &&
                report->contest.format == FORMAT_SWISS)
                byes += 2 * report->contest.games;
        if (index >= 0 && rows[i].half_points != a->half_points[index] + byes)
            problem(a, "%s has %g points in the ranking, and %g by its records", bot->name,
                    rows[i].half_points / 2.0, (a->half_points[index] + byes) / 2.0);
        a->report->bots++;
    }
}

static Status audit_games(Audit *a, const char *folder, Fault *fault)
{
    Ledger *ledger = ledger_open(folder, LEDGER_READ, fault);
    if (ledger == NULL)
        return fault->status;
    Status status = ledger_bots(ledger, &a->bots);
    a->half_points = calloc((size_t)a->bots.count + 1, sizeof *a->half_points);
    if (status == STATUS_OK && a->half_points == NULL)
        status = STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = ledger_count(ledger, &a->total);
    if (status == STATUS_OK)
        status = ledger_each_void(ledger, count_void, &a->report->voided);
    if (status == STATUS_OK)
        status = ledger_each(ledger, true, audit_game, a);
    if (status != STATUS_OK)
        problem(a, "the games cannot be read: %s", status_text(status));
    ledger_close(ledger);
    return STATUS_OK;
}

static void audit_settings(Audit *a, const char *folder, const Contest *contest)
{
    Fault   fault;
    Buffer  game;
    Text    text = text_over(a->setup, sizeof a->setup);
    Ledger *ledger = ledger_open(folder, LEDGER_READ, &fault);
    setup_write(&contest->setup, &text);
    if (ledger == NULL)
        return;
    buffer_init(&game, SETUP_TEXT_MAX);
    if (ledger_get(ledger, "game", &game) == STATUS_OK && strcmp(game.data, a->setup) != 0) {
        problem(a, "game is %.100s in " CONTEST_FILE ", but the games were played with %.100s",
                a->setup, game.data);
        snprintf(a->setup, sizeof a->setup, "%s", game.data);
    }
    buffer_free(&game);
    buffer_init(&game, SETUP_TEXT_MAX);
    if (ledger_get(ledger, "format", &game) == STATUS_OK &&
        strcmp(game.data, FORMAT_NAMES[contest->format]) != 0)
        problem(a, "format is %s in " CONTEST_FILE ", but the games were played with %.40s",
                FORMAT_NAMES[contest->format], game.data);
    buffer_free(&game);
    ledger_close(ledger);
}

Status audit_contest(const char *folder, const AuditListener *listener, AuditReport *report,
                     Fault *fault)
{
    Audit        a = { .listener = listener, .report = report };
    LedgerHealth health;
    Report       standings;
    *report = (AuditReport){ 0 };
    Status status = report_load(folder, &standings, fault);
    if (status == STATUS_NOT_FOUND ||
        status == STATUS_SYNTAX) /* there is no readable contest.toml */
        return status;
    bool loaded = status == STATUS_OK;
    status = ledger_verify(folder, on_ledger_problem, &a, &health, fault);
    report->entries = health.entries;
    report->is_sealed = health.is_sealed;
    a.standings = &standings;
    if (status == STATUS_OK && loaded) {
        audit_settings(&a, folder, &standings.contest);
        status = audit_games(&a, folder, fault);
        audit_ranking(&a, &standings);
    } else if (status == STATUS_OK) {
        problem(&a, "the standings cannot be read: %s", fault->why);
    }
    if (loaded)
        report_free(&standings);
    ledger_bots_free(&a.bots);
    free(a.half_points);
    return status;
}
