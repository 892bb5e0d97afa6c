/* SPDX-License-Identifier: MIT */
/* report_text.c - the report as text for terminals, as CSV and as JSON. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/report.h"
#include "base/json.h"
#include "base/utf8.h"
#include "core/record.h"
#include "games/list.h"

enum { FAILURES_SHOWN = 8, NAME_SHOWN = 24, CROSS_CELL = 8 };

static const RankRow *row_at(const Report *r, int place)
{
    assert(place >= 0 && place < r->bot_count);
    return &r->ranking.rows[place];
}

static const char *name_of(const Report *r, int bot)
{
    assert(bot >= 0 && bot < r->bot_count);
    return r->bots[bot].bot.name;
}

/* Return the columns of a valid character on a terminal: none for marks, two for wide ones. */
static int columns_of(const char *sign, size_t length)
{
    unsigned char a = (unsigned char)sign[0], b = length > 1 ? (unsigned char)sign[1] : 0;
    if (length == 2)
        return (a == 0xcc || (a == 0xcd && b < 0xb0)) ? 0 : 1; /* U+0300 to U+036F */
    if (length == 3)
        return (a == 0xe1 && b >= 0x84 && b <= 0x85) || (a == 0xe2 && b >= 0xba) ||
                       (a >= 0xe3 && a <= 0xe9) || (a >= 0xea && a <= 0xed && b < 0xa0) ||
                       (a == 0xef && (b == 0xa4 || b == 0xab || b == 0xbc || b == 0xbd))
                   ? 2
                   : 1;
    return length == 4 ? 2 : 1;
}

static int title_columns(const char *title)
{
    int columns = 0;
    for (size_t left = strlen(title); left > 0;) {
        size_t length = utf8_length(title, left);
        length = length == 0 ? 1 : length;
        columns += columns_of(title, length);
        title += length;
        left -= length;
    }
    return columns;
}

/* Write the name to display, cut or filled to `width` columns. */
static void add_title(const Report *r, int bot, int width, Buffer *out)
{
    const char *title = r->bots[bot].title;
    int         used = 0;
    for (size_t left = strlen(title); left > 0;) {
        size_t length = utf8_length(title, left);
        length = length == 0 ? 1 : length;
        if (used + columns_of(title, length) > width)
            break;
        used += columns_of(title, length);
        buffer_bytes(out, title, length);
        title += length;
        left -= length;
    }
    buffer_addf(out, "%*s", width - used, "");
}

/* 12.5 or 12 */
static void points(int half_points, char out[16])
{
    snprintf(out, 16, half_points % 2 == 0 ? "%d" : "%d.5", half_points / 2);
}

static int name_width(const Report *r)
{
    int width = 4;
    for (int i = 0; i < r->bot_count; i++) {
        int length = title_columns(r->bots[i].title);
        width = length > width ? length : width;
    }
    return width < NAME_SHOWN ? width : NAME_SHOWN;
}

/* --- Terminal ----------------------------------------------------------------------------- */

static void write_head(const Report *r, Buffer *out)
{
    char game[SETUP_TEXT_MAX];
    Text text = text_over(game, sizeof game);
    setup_write(&r->contest.setup, &text);
    buffer_addf(out, "%s: %s of %s, %d bot%s, %d game%s", r->contest.name,
                FORMAT_NAMES[r->contest.format], game, r->bot_count, r->bot_count == 1 ? "" : "s",
                r->game_count, r->game_count == 1 ? "" : "s");
    if (r->left_out > 0)
        buffer_addf(out, " (not counting %lld games of bots that have left)",
                    (long long)r->left_out);
    if (r->runner != 0)
        buffer_addf(out, "; running (process %lld)", (long long)r->runner);
    buffer_add(out, "\n");
    if (r->unsafe)
        buffer_add(out, "NO JAIL: bots ran without protection (--unsafe-no-jail).\n");
    buffer_add(out, "\n");
}

static void write_losses(const ReportBot *bot, Buffer *out)
{
    const char *comma = "  ";
    for (int i = TERMINATION_RULES + 1; i < TERMINATIONS; i++)
        if (bot->lost_by[i] > 0) {
            buffer_addf(out, "%s%s %lld", comma, termination_word((Termination)i),
                        (long long)bot->lost_by[i]);
            comma = ", ";
        }
}

static void write_row(const Report *r, int at, int width, Buffer *out)
{
    const RankRow   *row = row_at(r, at);
    const ReportBot *bot = &r->bots[row->bot];
    char             sum[16], los[16] = "";
    points(row->half_points, sum);
    if (at + 1 < r->bot_count && row->games > 0)
        snprintf(los, sizeof los, "%.0f%%",
                 100 * r->ranking.superior[row->bot * r->bot_count + row_at(r, at + 1)->bot]);
    buffer_addf(out, "%4d  ", row->place);
    add_title(r, row->bot, width, out);
    buffer_addf(out, " %7s %6d %5d %4d %5d  %+5.0f %4.0f %5s %7.1f %8lld", sum, row->games,
                row->wins, row->draws, row->losses, row->elo, row->error, los,
                bot->turns > 0 ? (double)bot->time_ms / (double)bot->turns : 0.0,
                (long long)bot->slowest_ms);
    write_losses(bot, out);
    if (!bot->bot.present)
        buffer_add(out, "  (has left)");
    if (bot->bot.failure[0] != '\0')
        buffer_addf(out, "  (%s)", bot->bot.failure);
    buffer_add(out, "\n");
}

static void write_ranking(const Report *r, Buffer *out)
{
    int width = name_width(r);
    buffer_addf(out, "   #  %-*s %7s %6s %5s %4s %5s  %5s %4s %5s %7s %8s  %s\n", width, "bot",
                "points", "games", "won", "drew", "lost", "elo", "+-", "los", "ms/move", "slowest",
                "lost by");
    for (int i = 0; i < r->bot_count; i++)
        write_row(r, i, width, out);
    if (r->ranking.games == 0)
        return;
    double games = r->ranking.games;
    buffer_addf(out,
                "\nThe first mover won %.1f%%, drew %.1f%%, lost %.1f%%; the first move is worth "
                "%+.0f +- %.0f elo.\n",
                100 * r->ranking.first_wins / games, 100 * r->ranking.draws / games,
                100 * r->ranking.second_wins / games, r->ranking.first_elo, r->ranking.first_error);
    buffer_add(out, "los: likelihood of superiority over the next bot.  elo +- 95% interval.\n");
}

/* Write the columns `from` to `to` - 1 of the cross table. */
static void write_cross_part(const Report *r, int from, int to, Buffer *out)
{
    int width = name_width(r), n = r->bot_count;
    buffer_addf(out, "\n%*s", 6 + width, "");
    for (int i = from; i < to; i++)
        buffer_addf(out, "%*d", CROSS_CELL, i + 1);
    buffer_add(out, "\n");
    for (int i = 0; i < n; i++) {
        int a = row_at(r, i)->bot;
        buffer_addf(out, "%4d  ", i + 1);
        add_title(r, a, width, out);
        for (int j = from; j < to; j++) {
            int  b = row_at(r, j)->bot;
            char sum[16], cell[40];
            points(r->ranking.cross[a * n + b], sum);
            snprintf(cell, sizeof cell, "%s/%d", sum, r->ranking.met[a * n + b]);
            buffer_addf(out, "%*s", CROSS_CELL,
                        i == j                           ? "-"
                        : r->ranking.met[a * n + b] == 0 ? "."
                                                         : cell);
        }
        buffer_add(out, "\n");
    }
}

/* Write the cross table, in parts of as many columns as fit. */
static void write_cross(const Report *r, int columns, Buffer *out)
{
    int n = r->bot_count, per_part = (columns - 6 - name_width(r)) / CROSS_CELL;
    per_part = per_part < 1 ? 1 : per_part;
    for (int from = 0; n >= 2 && r->ranking.games > 0 && from < n; from += per_part)
        write_cross_part(r, from, from + per_part < n ? from + per_part : n, out);
}
/* Gauntlet: write the share of the points of each bot with its interval. */
static void write_shares(const Report *r, Buffer *out)
{
    int width = name_width(r);
    if (r->contest.format != FORMAT_GAUNTLET || r->ranking.games == 0)
        return;
    buffer_addf(out, "\n      %-*s   share   95%% interval\n", width, "bot");
    for (int i = 0; i < r->bot_count; i++) {
        int      bot = row_at(r, i)->bot;
        Estimate share = report_share(r, bot);
        buffer_addf(out, "%4d  ", row_at(r, i)->place);
        add_title(r, bot, width, out);
        buffer_addf(out, "  %5.1f%%   %.1f%% to %.1f%%\n", 100 * share.value, 100 * share.low,
                    100 * share.high);
    }
}

static const char *title_of(const Report *r, int id)
{
    int bot = report_index(r, id);
    return bot < 0 ? "?" : r->bots[bot].title;
}

/* Knockout: write the bracket round by round; `*` marks who advances. */
static void write_bracket(const Report *r, Buffer *out)
{
    for (int i = 0; r->contest.format == FORMAT_KNOCKOUT && i < r->drawn.count; i++) {
        BracketMatch match = report_match(r, i);
        char         scores[2][16];
        points(match.half_points[0], scores[0]);
        points(match.half_points[1], scores[1]);
        if (i == 0 || r->drawn.at[i - 1].round != match.pairing.round || match.is_third_place)
            buffer_addf(out, "\n%s\n", match.round_name);
        if (match.pairing.a == SCHEDULE_NONE)
            buffer_add(out, "      nobody\n");
        else if (match.pairing.b == SCHEDULE_NONE)
            buffer_addf(out, "      %s has a bye\n", title_of(r, match.pairing.a));
        else
            buffer_addf(out, "      %s%s - %s%s  %s:%s%s\n", title_of(r, match.pairing.a),
                        match.winner == 0 ? "*" : "", title_of(r, match.pairing.b),
                        match.winner == 1 ? "*" : "", scores[0], scores[1], match.note);
    }
}

/* Swiss: write who had a bye. */
static void write_byes(const Report *r, Buffer *out)
{
    const char *before = "\nByes: ";
    for (int i = 0; r->contest.format == FORMAT_SWISS && i < r->drawn.count; i++)
        if (r->drawn.at[i].b == SCHEDULE_NONE) {
            buffer_addf(out, "%s%s (round %d)", before, title_of(r, r->drawn.at[i].a),
                        r->drawn.at[i].round + 1);
            before = ", ";
        }
    if (before[0] == ',')
        buffer_add(out, "\n");
}

static int loser_of(const ReportGame *game)
{
    return game->game.half_points == 2 ? game->game.second : game->game.first;
}

static void write_failures(const Report *r, Buffer *out)
{
    int shown = 0;
    for (int i = r->game_count - 1; i >= 0 && shown < FAILURES_SHOWN; i--) {
        const ReportGame *game = &r->games[i];
        if (game->termination == TERMINATION_RULES)
            continue;
        if (shown++ == 0)
            buffer_add(out, "\nForfeits, latest first (--show N shows the details of game N):\n");
        buffer_addf(out, "%6lld  %s by %s%s%s%s: %.160s\n", (long long)game->id,
                    name_of(r, loser_of(game)), termination_word(game->termination),
                    game->code[0] == '\0' ? "" : " (", game->code, game->code[0] == '\0' ? "" : ")",
                    game->why);
    }
}

static void write_voids(const Report *r, Buffer *out)
{
    if (r->void_count > 0)
        buffer_add(out, "\nVoid games, which do not count (--show N shows the record):\n");
    for (int i = 0; i < r->void_count; i++)
        buffer_addf(out, "%6lld  %s - %s: %s\n", (long long)r->voids[i].id, r->voids[i].first,
                    r->voids[i].second, r->voids[i].why);
}

void report_quote(const char *margin, const char *title, const char *text, Buffer *out)
{
    assert(margin != NULL && title != NULL);
    if (text[0] == '\0')
        return;
    if (strchr(text, '\n') == NULL) {
        buffer_addf(out, "%s%s: %s\n", margin, title, text);
        return;
    }
    buffer_addf(out, "%s%s:\n", margin, title);
    while (*text != '\0') {
        int  length = (int)strcspn(text, "\n");
        bool empty = length == 0;
        buffer_addf(out, "%s%s%.*s\n", empty ? "" : margin, empty ? "" : "    ", length, text);
        text += length + (text[length] == '\n');
    }
}

/* --- One game ------------------------------------------------------------------------------ */

static int count_times(const char *text)
{
    int count = 0;
    for (bool inside = false; *text != '\0'; text++) {
        count += !inside && *text != ' ';
        inside = *text != ' ';
    }
    return count;
}

/* Add the time of each move as a comment.  The opening has no times, so they belong to the last
 * moves. */
static void note_times(Record *record, const char *times, bool faulty)
{
    int count = count_times(times);
    int turn = line_turns(&record->line) - (count - (faulty && count > 0));
    for (; *times != '\0' && turn < line_turns(&record->line); turn++) {
        char note[64];
        int  length = (int)strcspn(times, " ");
        snprintf(note, sizeof note, "%.*s ms", length, times);
        if (turn >= 0)
            record_set_note(record, turn, -1, note); /* a missing comment is harmless */
        times += length + (times[length] == ' ');
    }
}

void report_record(const char *text, const char *times, bool faulty, Buffer *out)
{
    Record record;
    Fault  fault;
    if (record_read(games_find, text, strlen(text), &record, &fault) != STATUS_OK) {
        buffer_add(out, text);
        return;
    }
    note_times(&record, times, faulty);
    record_write(&record, buffer_sink, out);
    record_free(&record);
}

static void write_comments(const char *lines, Buffer *out)
{
    while (*lines != '\0') {
        int length = (int)strcspn(lines, "\n");
        buffer_addf(out, "# %.*s\n", length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void report_game(const LedgerGame *game, Buffer *out)
{
    bool faulty = game->termination != TERMINATION_RULES;
    if (game->void_ms != 0)
        buffer_addf(out, "# void: %s\n", game->void_why);
    if (faulty) {
        buffer_addf(out, "# lost by %s%s%s: %s\n", termination_word(game->termination),
                    game->code[0] == '\0' ? "" : ", ", game->code, game->why);
        report_quote("# ", "end of its stdout", game->last_out, out);
        report_quote("# ", "end of its stderr", game->last_err, out);
        buffer_add(out, "#\n");
        write_comments(game->board, out);
        buffer_add(out, "#\n");
    }
    report_record(game->record, game->times, faulty, out);
}

void report_text(const Report *r, int columns, Buffer *out)
{
    write_head(r, out);
    write_ranking(r, out);
    write_shares(r, out);
    write_bracket(r, out);
    write_byes(r, out);
    write_cross(r, columns, out);
    write_failures(r, out);
    write_voids(r, out);
}

/* --- CSV ---------------------------------------------------------------------------------- */

static void csv_text(Buffer *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        buffer_add(out, text);
        return;
    }
    buffer_add(out, "\"");
    for (; *text != '\0'; text++)
        buffer_add(out, (char[]){ *text, *text == '"' ? '"' : '\0', '\0' });
    buffer_add(out, "\"");
}

void report_csv_ranking(const Report *r, Buffer *out)
{
    buffer_add(out, "place,bot,kind,present,points,games,won,drew,lost,elo,error,buchholz,"
                    "sonneborn,turns,time_ms,slowest_ms,cpu_ms,memory_kb");
    for (int i = TERMINATION_RULES + 1; i < TERMINATIONS; i++)
        buffer_addf(out, ",lost_by_%s", termination_word((Termination)i));
    buffer_add(out, "\r\n");
    for (int i = 0; i < r->bot_count; i++) {
        const RankRow   *row = row_at(r, i);
        const ReportBot *bot = &r->bots[row->bot];
        char             sum[16];
        points(row->half_points, sum);
        buffer_addf(out, "%d,", row->place);
        csv_text(out, bot->bot.name);
        buffer_addf(out, ",%s,%d,%s,%d,%d,%d,%d,%.1f,%.1f,%.2f,%.2f,%lld,%lld,%lld,%lld,%lld",
                    bot->bot.kind, bot->bot.present, sum, row->games, row->wins, row->draws,
                    row->losses, row->elo, row->error, row->buchholz, row->sonneborn,
                    (long long)bot->turns, (long long)bot->time_ms, (long long)bot->slowest_ms,
                    (long long)bot->cpu_ms, (long long)bot->memory_kb);
        for (int v = TERMINATION_RULES + 1; v < TERMINATIONS; v++)
            buffer_addf(out, ",%lld", (long long)bot->lost_by[v]);
        buffer_add(out, "\r\n");
    }
}

void report_csv_games(const Report *r, Buffer *out)
{
    buffer_add(out, "game,round,number,first,second,first_points,verdict,loser,reason,code,turns,"
                    "began_ms,took_ms,first_slowest_ms,second_slowest_ms,why\r\n");
    for (int i = 0; i < r->game_count; i++) {
        const ReportGame *g = &r->games[i];
        buffer_addf(out, "%lld,%d,%d,", (long long)g->id, g->pairing.round + 1, g->number + 1);
        csv_text(out, name_of(r, g->game.first));
        buffer_add(out, ",");
        csv_text(out, name_of(r, g->game.second));
        buffer_addf(out, ",%s,%s,",
                    g->game.half_points == 2   ? "1"
                    : g->game.half_points == 1 ? "0.5"
                                               : "0",
                    termination_word(g->termination));
        csv_text(out, g->game.half_points == 1 ? "" : name_of(r, loser_of(g)));
        buffer_addf(out, ",%s,%s,%d,%lld,%lld,%lld,%lld,", g->reason, g->code, g->turns,
                    (long long)g->began_ms, (long long)g->took_ms, (long long)g->slowest_ms[0],
                    (long long)g->slowest_ms[1]);
        csv_text(out, g->why);
        buffer_add(out, "\r\n");
    }
}

void report_csv_cross(const Report *r, Buffer *out)
{
    int n = r->bot_count;
    buffer_add(out, "bot");
    for (int j = 0; j < n; j++) {
        buffer_add(out, ",");
        csv_text(out, name_of(r, row_at(r, j)->bot));
    }
    buffer_add(out, "\r\n");
    for (int i = 0; i < n; i++) {
        csv_text(out, name_of(r, row_at(r, i)->bot));
        for (int j = 0; j < n; j++) {
            int  at = row_at(r, i)->bot * n + row_at(r, j)->bot;
            char sum[16];
            points(r->ranking.cross[at], sum);
            buffer_addf(out, ",%s", r->ranking.met[at] == 0 ? "" : sum);
        }
        buffer_add(out, "\r\n");
    }
}

/* --- JSON --------------------------------------------------------------------------------- */

void report_json_standing(const RankRow *row, Json *json)
{
    json_number(json, "points", row->half_points / 2.0);
    json_integer(json, "games", row->games);
    json_integer(json, "won", row->wins);
    json_integer(json, "drew", row->draws);
    json_integer(json, "lost", row->losses);
    json_number(json, "elo", row->elo);
    json_number(json, "error", row->error);
}

static void json_bot(const Report *r, int at, Json *json)
{
    const RankRow   *row = row_at(r, at);
    const ReportBot *bot = &r->bots[row->bot];
    json_object(json, NULL);
    json_integer(json, "place", row->place);
    json_string(json, "name", bot->bot.name);
    json_string(json, "title", bot->title);
    json_string(json, "kind", bot->bot.kind);
    json_bool(json, "present", bot->bot.present);
    if (bot->bot.failure[0] != '\0')
        json_string(json, "trouble", bot->bot.failure);
    report_json_standing(row, json);
    json_number(json, "buchholz", row->buchholz);
    json_number(json, "sonneborn", row->sonneborn);
    json_integer(json, "turns", bot->turns);
    json_integer(json, "time_ms", bot->time_ms);
    json_integer(json, "slowest_ms", bot->slowest_ms);
    json_integer(json, "cpu_ms", bot->cpu_ms);
    json_integer(json, "memory_kb", bot->memory_kb);
    json_object(json, "lost_by");
    for (int v = TERMINATION_RULES; v < TERMINATIONS; v++)
        if (bot->lost_by[v] > 0)
            json_integer(json, termination_word((Termination)v), bot->lost_by[v]);
    json_end_object(json);
    json_end_object(json);
}

static void json_game(const Report *r, const ReportGame *g, Json *json)
{
    json_object(json, NULL);
    json_integer(json, "game", g->id);
    json_integer(json, "round", g->pairing.round + 1);
    json_integer(json, "number", g->number + 1);
    json_string(json, "first", name_of(r, g->game.first));
    json_string(json, "second", name_of(r, g->game.second));
    json_number(json, "first_points", g->game.half_points / 2.0);
    json_string(json, "verdict", termination_word(g->termination));
    json_string(json, "reason", g->reason);
    if (g->termination != TERMINATION_RULES) {
        json_string(json, "loser", name_of(r, loser_of(g)));
        json_string(json, "code", g->code);
        json_string(json, "why", g->why);
    }
    json_integer(json, "turns", g->turns);
    json_integer(json, "began_ms", g->began_ms);
    json_integer(json, "took_ms", g->took_ms);
    json_end_object(json);
}

/* Write two matrices with rows and columns in the order of the ranking. */
static void json_tables(const Report *r, Json *json)
{
    int n = r->bot_count;
    json_array(json, "cross");
    for (int i = 0; i < n; i++) {
        json_array(json, NULL);
        for (int j = 0; j < n; j++)
            json_number(json, NULL,
                        r->ranking.cross[row_at(r, i)->bot * n + row_at(r, j)->bot] / 2.0);
        json_end_array(json);
    }
    json_end_array(json);
    json_array(json, "superiority");
    for (int i = 0; i < n; i++) {
        json_array(json, NULL);
        for (int j = 0; j < n; j++)
            json_number(json, NULL, r->ranking.superior[row_at(r, i)->bot * n + row_at(r, j)->bot]);
        json_end_array(json);
    }
    json_end_array(json);
}

void report_json(const Report *r, Buffer *out)
{
    char game[SETUP_TEXT_MAX];
    Text text = text_over(game, sizeof game);
    Json json = json_over(out);
    setup_write(&r->contest.setup, &text);
    json_object(&json, NULL);
    json_string(&json, "contest", r->contest.name);
    json_string(&json, "game", game);
    json_string(&json, "format", FORMAT_NAMES[r->contest.format]);
    json_bool(&json, "running", r->runner != 0);
    json_bool(&json, "unsafe", r->unsafe);
    json_number(&json, "first_move_elo", r->ranking.first_elo);
    json_number(&json, "first_move_error", r->ranking.first_error);
    json_number(&json, "draw_share", r->ranking.draw_share);
    json_array(&json, "ranking");
    for (int i = 0; i < r->bot_count; i++)
        json_bot(r, i, &json);
    json_end_array(&json);
    json_tables(r, &json);
    json_array(&json, "games");
    for (int i = 0; i < r->game_count; i++)
        json_game(r, &r->games[i], &json);
    json_end_array(&json);
    json_array(&json, "void");
    for (int i = 0; i < r->void_count; i++) {
        json_object(&json, NULL);
        json_integer(&json, "game", r->voids[i].id);
        json_string(&json, "first", r->voids[i].first);
        json_string(&json, "second", r->voids[i].second);
        json_string(&json, "why", r->voids[i].why);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    buffer_add(out, "\n");
}
