/* SPDX-License-Identifier: MIT */
#include "arena/report_html.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/replay_frames.h"
#include "arena/report_plots.h"
#include "base/embedded.h"
#include "base/json.h"
#include "base/sha256.h"
#include "draw/svg.h"
#include "games/list.h"

extern const EmbeddedFile CONTEST_PAGE_TEXTS[];

enum {
    DATA_BYTES_MAX = 1 << 30,
    STYLE_BYTES_MAX = 1 << 20,
    FAILURE_BYTES_MAX = 4 << 20, /* of one bot */
    FAILURES_SHOWN = 20,         /* of one bot */
    SLOW_SHOWN = 5,
    CROSS_MAX = 200, /* bots; a larger cross table is unreadable */
};

const char *contest_page_file(const char *name)
{
    return embedded_text(CONTEST_PAGE_TEXTS, name);
}

/* --- Data collected from the games ---------------------------------------------------------- */

typedef struct SlowTurn {
    int64_t ms, game;
    int     turn; /* from 1 */
} SlowTurn;

typedef struct BotNotes {
    SlowTurn slow[SLOW_SHOWN]; /* the slowest first */
    int      slow_count;
    Buffer   failures;
    int      failure_count;
} BotNotes;

typedef struct Walk {
    bool          is_served; /* style and script are files of the server */
    const Report *report;
    ReplayFrames *replay;
    BotNotes     *notes; /* by bot */
    Buffer        data;
    Json          json;
    int           next; /* game of the report */
} Walk;

static const char *name_of(const Report *r, int bot)
{
    return r->bots[bot].title;
}

static int loser_of(const ReportGame *g)
{
    return g->game.half_points == 2 ? g->game.second : g->game.first;
}

static const char *result_text(const ReportGame *g)
{
    static const char *const TEXTS[] = { "0\u20131", "\u00bd\u2013\u00bd", "1\u20130" };
    return TEXTS[g->game.half_points < 0 || g->game.half_points > 2 ? 1 : g->game.half_points];
}

static void note_slow(BotNotes *notes, const SlowTurn *turn)
{
    int at = notes->slow_count;
    assert(at >= 0 && at <= SLOW_SHOWN);
    while (at > 0 && notes->slow[at - 1].ms < turn->ms)
        at--;
    if (at >= SLOW_SHOWN)
        return;
    if (notes->slow_count < SLOW_SHOWN)
        notes->slow_count++;
    memmove(&notes->slow[at + 1], &notes->slow[at],
            (size_t)(notes->slow_count - 1 - at) * sizeof notes->slow[0]);
    notes->slow[at] = *turn;
}

/* Read the next number of a list; false at its end. */
static bool next_time(const char **times, int64_t *ms)
{
    char *end;
    *ms = strtoll(*times, &end, 10);
    if (end == *times)
        return false;
    *times = end;
    return true;
}

static int count_times(const char *times)
{
    int     count = 0;
    int64_t ms;
    while (next_time(&times, &ms))
        count++;
    return count;
}

/* Return the number of opening moves.  A forfeiting move has a time but is not in the record. */
static int opening_of(const ReportGame *g, const Record *record, int times)
{
    int failed = g->termination != TERMINATION_RULES && times > 0;
    int opening = line_turns(&record->line) - (times - failed);
    return opening < 0 ? 0 : opening;
}

static void walk_times(Walk *walk, const ReportGame *g, const Record *record, const char *times)
{
    const Line *line = &record->line;
    int         turn = opening_of(g, record, count_times(times));
    int64_t     ms;
    json_integer(&walk->json, "opening", turn);
    json_array(&walk->json, "ms");
    for (; next_time(&times, &ms); turn++) {
        const Pos *pos = turn < line_turns(line) ? line_before_turn(line, turn) : line_now(line);
        int        player = game_player(line->setup.game, pos, pos->side);
        json_integer(&walk->json, NULL, ms);
        note_slow(&walk->notes[player == 0 ? g->game.first : g->game.second],
                  &(SlowTurn){ ms, g->id, turn + 1 });
    }
    json_end_array(&walk->json);
}

static void write_end(const Report *r, const ReportGame *g, Json *json)
{
    char text[LEDGER_WHY_MAX + 256];
    if (g->termination == TERMINATION_RULES)
        snprintf(text, sizeof text, "%s, %s", result_text(g), g->reason);
    else
        snprintf(text, sizeof text, "%s: %s loses by %s: %s", result_text(g),
                 name_of(r, loser_of(g)), termination_word(g->termination), g->why);
    json_string(json, "end", text);
}

static void walk_record(Walk *walk, const ReportGame *g, const LedgerGame *game)
{
    Record record;
    Fault  fault;
    if (record_read(games_find, game->record, strlen(game->record), &record, &fault) != STATUS_OK)
        return; /* the page says that this game cannot be shown */
    if (frames_game(walk->replay, &record, &walk->json))
        walk_times(walk, g, &record, game->times);
    record_free(&record);
}

static void add_quote(Buffer *out, const char *title, const char *text)
{
    if (text[0] == '\0')
        return;
    buffer_addf(out, "<p>%s</p><pre>", title);
    buffer_escape(out, text);
    buffer_add(out, "</pre>\n");
}

static void walk_failure(Walk *walk, const ReportGame *g, const LedgerGame *game)
{
    int loser = loser_of(g);
    assert(loser >= 0 && loser < walk->report->bot_count);
    BotNotes *notes = &walk->notes[loser];
    Buffer   *out = &notes->failures;
    if (g->termination == TERMINATION_RULES || notes->failure_count++ >= FAILURES_SHOWN)
        return;
    buffer_addf(out, "<details><summary>Game %lld against ", (long long)g->id);
    buffer_escape(out, name_of(walk->report, g->game.first + g->game.second - loser));
    buffer_addf(out, ", after %d moves: lost by %s", g->turns, termination_word(g->termination));
    if (g->code[0] != '\0') {
        buffer_add(out, ", ");
        buffer_escape(out, g->code);
    }
    buffer_add(out, "</summary>\n<p>");
    buffer_escape(out, g->why);
    buffer_addf(out, " <a href=\"#game-%lld-end\">Show on the board</a></p>\n", (long long)g->id);
    add_quote(out, "End of its standard output:", game->last_out);
    add_quote(out, "End of its standard error:", game->last_err);
    add_quote(out, "Board:", game->board);
    buffer_add(out, "</details>\n");
}

static bool visit(void *context, const LedgerGame *game)
{
    Walk         *walk = context;
    const Report *r = walk->report;
    if (walk->next >= r->game_count)
        return false;
    const ReportGame *g = &r->games[walk->next];
    if (g->id != game->id)
        return true; /* it does not count */
    walk->next++;
    json_object(&walk->json, NULL);
    json_integer(&walk->json, "id", g->id);
    json_integer(&walk->json, "first", g->game.first);
    json_integer(&walk->json, "second", g->game.second);
    json_string(&walk->json, "result", result_text(g));
    write_end(r, g, &walk->json);
    walk_record(walk, g, game);
    json_end_object(&walk->json);
    walk_failure(walk, g, game);
    return !walk->data.failed;
}

/* --- Tables --------------------------------------------------------------------------------- */

static void add_points(Buffer *out, int half_points)
{
    buffer_addf(out, half_points % 2 == 0 ? "%d" : "%d.5", half_points / 2);
}

static void add_bot(Buffer *out, const Report *r, int bot)
{
    buffer_addf(out, "<a href=\"#bot-%d\">", bot);
    buffer_escape(out, name_of(r, bot));
    buffer_add(out, "</a>");
}

static void add_losses(Buffer *out, const ReportBot *bot, const char *otherwise)
{
    const char *comma = "";
    for (int v = TERMINATION_RULES + 1; v < TERMINATIONS; v++)
        if (bot->lost_by[v] > 0) {
            buffer_addf(out, "%s%s %lld", comma, termination_word((Termination)v),
                        (long long)bot->lost_by[v]);
            comma = ", ";
        }
    if (comma[0] == '\0')
        buffer_add(out, otherwise);
}

static double mean_ms(const ReportBot *bot)
{
    return bot->turns > 0 ? (double)bot->time_ms / (double)bot->turns : 0;
}

static void add_rank_row(Buffer *out, const Report *r, int at)
{
    const RankRow   *row = &r->ranking.rows[at];
    const ReportBot *bot = &r->bots[row->bot];
    buffer_addf(out, "<tr><td>%d</td><th scope=\"row\" class=\"word\">", row->place);
    add_bot(out, r, row->bot);
    buffer_add(out, bot->bot.present ? "" : " (has left)");
    buffer_add(out, "</th><td>");
    add_points(out, row->half_points);
    buffer_addf(out,
                "</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%+.0f</td>"
                "<td>\u00b1%.0f</td><td>",
                row->games, row->wins, row->draws, row->losses, row->elo, row->error);
    if (at + 1 < r->bot_count && row->games > 0)
        buffer_addf(out, "%.0f %%",
                    100 *
                        r->ranking.superior[row->bot * r->bot_count + r->ranking.rows[at + 1].bot]);
    buffer_addf(out, "</td><td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%lld</td><td class=\"word\">",
                row->buchholz, row->sonneborn, mean_ms(bot), (long long)bot->slowest_ms);
    add_losses(out, bot, "");
    buffer_add(out, "</td></tr>\n");
}

static void add_ranking(Buffer *out, const Report *r)
{
    buffer_add(out,
               "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Ranking\">"
               "<table class=\"ranking\">\n<thead><tr><th>#</th><th class=\"word\">bot</th>"
               "<th>points</th><th>games</th><th>won</th><th>drew</th><th>lost</th><th>Elo</th>"
               "<th>95 %</th><th><abbr title=\"likelihood of superiority over the next bot\">LOS"
               "</abbr></th><th>Buchholz</th><th>Sonneborn</th><th>ms/move</th>"
               "<th>slowest</th><th class=\"word\">lost by</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < r->bot_count; i++)
        add_rank_row(out, r, i);
    buffer_add(out, "</tbody></table></div>\n");
}

/* Knockout: the bracket, one column per round. */
static void add_bracket(Buffer *out, const Report *r)
{
    if (r->contest.format != FORMAT_KNOCKOUT || r->drawn.count == 0)
        return;
    buffer_add(out, "<section id=\"bracket\"><h2>Bracket</h2>\n<div class=\"bracket\">\n");
    for (int i = 0; i < r->drawn.count; i++) {
        BracketMatch match = report_match(r, i);
        bool         begins = i == 0 || r->drawn.at[i - 1].round != match.pairing.round;
        if (begins)
            buffer_addf(out, "%s<div><h3>%s</h3><ol>\n", i == 0 ? "" : "</ol></div>\n",
                        match.round_name);
        else if (match.is_third_place)
            buffer_add(out, "</ol><h3>Third place</h3><ol>\n");
        buffer_add(out, "<li>");
        for (int side = 0; side < 2; side++) {
            int id = side == 0 ? match.pairing.a : match.pairing.b;
            int bot = id == SCHEDULE_NONE ? -1 : report_index(r, id);
            buffer_add(out, match.winner == side ? "<strong>" : "<span>");
            buffer_escape(out, bot >= 0 ? name_of(r, bot) : "bye");
            if (bot >= 0 && match.pairing.b != SCHEDULE_NONE) {
                buffer_add(out, " ");
                add_points(out, match.half_points[side]);
            }
            buffer_add(out, match.winner == side ? "</strong>" : "</span>");
        }
        if (match.note[0] != '\0')
            buffer_addf(out, "<span class=\"soft\">%s</span>", match.note + 2);
        buffer_add(out, "</li>\n");
    }
    buffer_add(out, "</ol></div></div></section>\n");
}

static void add_facts(Buffer *out, const Report *r)
{
    char game[SETUP_TEXT_MAX];
    Text text = text_over(game, sizeof game);
    setup_write(&r->contest.setup, &text);
    buffer_addf(out, "<p class=\"soft\">%s of ", FORMAT_NAMES[r->contest.format]);
    buffer_escape(out, game);
    buffer_addf(out, ", %d bot%s, %d game%s", r->bot_count, r->bot_count == 1 ? "" : "s",
                r->game_count, r->game_count == 1 ? "" : "s");
    if (r->left_out > 0)
        buffer_addf(out, " (not counting %lld games of bots that have left)",
                    (long long)r->left_out);
    buffer_add(out, r->runner != 0 ? "; running</p>\n" : "</p>\n");
    if (r->unsafe)
        buffer_add(out, "<p class=\"warn\">NO JAIL: bots ran without protection "
                        "(--unsafe-no-jail).</p>\n");
}

static void add_cross_row(Buffer *out, const Report *r, int at)
{
    int n = r->bot_count, a = r->ranking.rows[at].bot;
    buffer_addf(out, "<tr><th>%d</th><th scope=\"row\" class=\"word\">", at + 1);
    add_bot(out, r, a);
    buffer_add(out, "</th>");
    for (int j = 0; j < n; j++) {
        int b = r->ranking.rows[j].bot;
        int points = r->ranking.cross[a * n + b], met = r->ranking.met[a * n + b];
        if (a == b || met == 0) {
            buffer_add(out, a == b ? "<td class=\"self\"></td>" : "<td></td>");
            continue;
        }
        buffer_addf(out, "<td%s title=\"",
                    points > met   ? " class=\"good\""
                    : points < met ? " class=\"bad\""
                                   : "");
        buffer_escape(out, name_of(r, a));
        buffer_add(out, " \u2013 ");
        buffer_escape(out, name_of(r, b));
        buffer_add(out, "\">");
        add_points(out, points);
        buffer_addf(out, "/%d</td>", met);
    }
    buffer_add(out, "</tr>\n");
}

static void add_cross(Buffer *out, const Report *r)
{
    buffer_add(out, "<section id=\"cross\"><h2>Cross table</h2>\n");
    if (r->bot_count > CROSS_MAX) {
        buffer_add(out, "<p>Too many bots to show here; run `tessera arena report --csv cross`.</p>"
                        "</section>\n");
        return;
    }
    buffer_add(
        out,
        "<p class=\"soft\">Points of the bot in the row against the bot in the column, and the "
        "number of games.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Cross table\"><table class=\"cross\"><thead><tr>"
        "<th>#</th><th class=\"word\">bot</th>");
    for (int i = 0; i < r->bot_count; i++)
        buffer_addf(out, "<th>%d</th>", i + 1);
    buffer_add(out, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < r->bot_count; i++)
        add_cross_row(out, r, i);
    buffer_add(out, "</tbody></table></div></section>\n");
}

/* --- Games ---------------------------------------------------------------------------------- */

void contest_page_viewer(Buffer *out, const ReplayFrames *replay)
{
    buffer_add(
        out,
        "<section id=\"replay\"><h2>Replay</h2>\n<h3 id=\"title\">Choose a game below</h3>\n"
        "<noscript><p>Replaying games requires JavaScript; the tables do not.</p></noscript>\n"
        "<p id=\"none\" hidden>This game cannot be shown on the board.</p>\n"
        "<div id=\"viewer\" class=\"viewer\" tabindex=\"0\" role=\"group\" hidden "
        "aria-label=\"Game; use the arrow keys to step through it\"><div><div id=\"board\">\n");
    frames_board(replay, "Game board", out);
    buffer_add(out, "</div>\n<div class=\"keys\">");
    static const char *const KEYS[][2] = {
        { "first", "Start" }, { "back", "Back" }, { "play", "Play" },
        { "next", "Next" },   { "last", "End" },
    };
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++)
        buffer_addf(out, "<button type=\"button\" id=\"%s\">%s</button>", KEYS[i][0], KEYS[i][1]);
    buffer_add(out, "</div>\n<p id=\"state\" aria-live=\"polite\"></p></div>\n"
                    "<ol id=\"turns\" class=\"turns\"></ol></div></section>\n");
}

static void add_filters(Buffer *out, const Report *r)
{
    buffer_add(out, "<p id=\"filters\" hidden><label>Games of <select id=\"who\">"
                    "<option value=\"\">all bots</option>");
    for (int i = 0; i < r->bot_count; i++) {
        int bot = r->ranking.rows[i].bot;
        buffer_addf(out, "<option value=\"%d\">", bot);
        buffer_escape(out, name_of(r, bot));
        buffer_add(out, "</option>");
    }
    buffer_add(out, "</select></label> <label><input type=\"checkbox\" id=\"odd\"> only "
                    "forfeits</label></p>\n");
}

static void add_game_row(Buffer *out, const Report *r, const ReportGame *g)
{
    buffer_addf(out,
                "<tr id=\"row-%lld\" data-a=\"%d\" data-b=\"%d\" data-odd=\"%d\">"
                "<td><a href=\"#game-%lld\" aria-label=\"Replay game %lld\">%lld</a></td>"
                "<td>%d</td><td class=\"word\">",
                (long long)g->id, g->game.first, g->game.second,
                g->termination != TERMINATION_RULES, (long long)g->id, (long long)g->id,
                (long long)g->id, g->pairing.round + 1);
    buffer_escape(out, name_of(r, g->game.first));
    buffer_add(out, "</td><td class=\"word\">");
    buffer_escape(out, name_of(r, g->game.second));
    buffer_addf(out, "</td><td>%s</td><td>%d</td><td>%.1f</td><td class=\"word\">", result_text(g),
                g->turns, (double)g->took_ms / 1000);
    if (g->termination == TERMINATION_RULES) {
        buffer_escape(out, g->reason);
    } else {
        buffer_addf(out, "%s: ", termination_word(g->termination));
        buffer_escape(out, g->why);
    }
    buffer_add(out, "</td></tr>\n");
}

static void add_games(Buffer *out, const Report *r)
{
    buffer_add(out, "<section id=\"games\"><h2>Games</h2>\n");
    add_filters(out, r);
    buffer_add(out,
               "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Games\"><table>"
               "<thead><tr><th>game</th><th>round</th><th class=\"word\">first</th>"
               "<th class=\"word\">second</th><th>result</th><th>moves</th><th>seconds</th>"
               "<th class=\"word\">decided by</th></tr></thead>\n<tbody id=\"list\">\n");
    for (int i = 0; i < r->game_count; i++)
        add_game_row(out, r, &r->games[i]);
    buffer_add(out, "</tbody></table></div></section>\n");
}

static void add_voids(Buffer *out, const Report *r)
{
    if (r->void_count == 0)
        return;
    buffer_add(out, "<section id=\"void\"><h2>Void games</h2>\n<p class=\"soft\">They do not count "
                    "and are played again.</p>\n<ul>\n");
    for (int i = 0; i < r->void_count; i++) {
        buffer_addf(out, "<li>%lld: ", (long long)r->voids[i].id);
        buffer_escape(out, r->voids[i].first);
        buffer_add(out, " \u2013 ");
        buffer_escape(out, r->voids[i].second);
        buffer_add(out, ": ");
        buffer_escape(out, r->voids[i].why);
        buffer_add(out, "</li>\n");
    }
    buffer_add(out, "</ul></section>\n");
}

/* --- Bots ----------------------------------------------------------------------------------- */

/* Count won, drawn and lost games as first mover (seat 0) or second mover (seat 1). */
static void count_seat(const Report *r, int bot, int seat, int count[3])
{
    count[0] = count[1] = count[2] = 0;
    for (int i = 0; i < r->game_count; i++) {
        const RankGame *g = &r->games[i].game;
        if ((seat == 0 ? g->first : g->second) == bot)
            count[seat == 0 ? 2 - g->half_points : g->half_points]++;
    }
}

static void add_seat(Buffer *out, const Report *r, int bot, int seat)
{
    int count[3];
    count_seat(r, bot, seat, count);
    buffer_addf(out, "<li>Moving %s: won %d, drew %d, lost %d</li>\n",
                seat == 0 ? "first" : "second", count[0], count[1], count[2]);
}

static void add_slow(Buffer *out, const BotNotes *notes)
{
    if (notes->slow_count == 0)
        return;
    buffer_add(out, "<p>Slowest moves:</p>\n<ul>\n");
    for (int i = 0; i < notes->slow_count; i++) {
        const SlowTurn *slow = &notes->slow[i];
        buffer_addf(out, "<li>%lld ms: <a href=\"#game-%lld-%d\">move %d of game %lld</a></li>\n",
                    (long long)slow->ms, (long long)slow->game, slow->turn, slow->turn,
                    (long long)slow->game);
    }
    buffer_add(out, "</ul>\n");
}

static void add_failures(Buffer *out, const BotNotes *notes)
{
    if (notes->failure_count == 0)
        return;
    buffer_addf(out, "<p>Forfeits (%d):</p>\n", notes->failure_count);
    if (notes->failures.failed)
        buffer_add(out, "<p>Too long to show here; run `tessera arena report --show N`.</p>\n");
    else if (notes->failures.length > 0)
        buffer_bytes(out, notes->failures.data, notes->failures.length);
    if (notes->failure_count > FAILURES_SHOWN)
        buffer_addf(out, "<p>%d more are in the list of games.</p>\n",
                    notes->failure_count - FAILURES_SHOWN);
}

static void add_bot_section(Buffer *out, const Report *r, const RankRow *row, const BotNotes *notes)
{
    const ReportBot *bot = &r->bots[row->bot];
    buffer_addf(out, "<section id=\"bot-%d\"><h3>%d. ", row->bot, row->place);
    buffer_escape(out, bot->bot.name);
    buffer_add(out, "</h3>\n");
    if (bot->bot.failure[0] != '\0') {
        buffer_add(out, "<p class=\"warn\">This bot cannot play:</p><pre>");
        buffer_escape(out, bot->bot.failure);
        buffer_add(out, "</pre>\n");
    }
    buffer_add(out, "<ul>\n<li>Kind: ");
    buffer_escape(out, bot->bot.kind);
    buffer_addf(out, "</li>\n<li>Games %d: won %d, drew %d, lost %d; Elo %+.0f \u00b1 %.0f</li>\n",
                row->games, row->wins, row->draws, row->losses, row->elo, row->error);
    add_seat(out, r, row->bot, 0);
    add_seat(out, r, row->bot, 1);
    buffer_addf(
        out, "<li>Lost by the rules: %lld; forfeits: ", (long long)bot->lost_by[TERMINATION_RULES]);
    add_losses(out, bot, "none");
    buffer_addf(out, "</li>\n<li>%lld moves, %.1f ms on average, slowest %lld ms</li>\n",
                (long long)bot->turns, mean_ms(bot), (long long)bot->slowest_ms);
    if (bot->memory_kb >= 0)
        buffer_addf(out, "<li>Peak memory: %.1f MiB</li>\n", (double)bot->memory_kb / 1024);
    buffer_add(out, "</ul>\n");
    add_slow(out, notes);
    add_failures(out, notes);
    buffer_add(out, "</section>\n");
}

/* --- The page ------------------------------------------------------------------------------- */

static void add_base64(Buffer *out, const unsigned char *bytes, size_t size)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < size; at += 3) {
        uint32_t group = (uint32_t)bytes[at] << 16;
        group |= at + 1 < size ? (uint32_t)bytes[at + 1] << 8 : 0;
        group |= at + 2 < size ? bytes[at + 2] : 0;
        for (int i = 0; i < 4; i++) {
            char digit = at + (size_t)i > size ? '=' : DIGITS[group >> (18 - 6 * i) & 63];
            buffer_bytes(out, &digit, 1);
        }
    }
}

/* Write the CSP hash source of an inline style or script. */
static void add_source(Buffer *out, const char *text, size_t size)
{
    unsigned char hash[SHA256_BYTES];
    sha256(text, size, hash);
    buffer_add(out, "'sha256-");
    add_base64(out, hash, sizeof hash);
    buffer_add(out, "'");
}

/* Content-Security-Policy: allow only our own style and script, even if markup were injected. */
static void add_policy(Buffer *out, const Buffer *style)
{
    const char *script = contest_page_file("replay.js");
    assert(script != NULL && "embedded at build time");
    buffer_add(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src ");
    add_source(out, style->data, style->length);
    buffer_add(out, "; script-src ");
    add_source(out, script, strlen(script));
    buffer_add(out, "; base-uri 'none'; form-action 'none'\">\n");
}

/* Swiss: who had a bye; gauntlet: how the bots are ranked. */
static void add_byes(Buffer *out, const Report *r)
{
    const char *before = "<p class=\"soft\">Byes: ";
    if (r->contest.format == FORMAT_GAUNTLET)
        buffer_add(out, "<p class=\"soft\">Ranked by points per game.</p>\n");
    for (int i = 0; r->contest.format == FORMAT_SWISS && i < r->drawn.count; i++) {
        int bot = r->drawn.at[i].b == SCHEDULE_NONE ? report_index(r, r->drawn.at[i].a) : -1;
        if (bot < 0)
            continue;
        buffer_add(out, before);
        buffer_escape(out, name_of(r, bot));
        buffer_addf(out, " (round %d)", r->drawn.at[i].round + 1);
        before = ", ";
    }
    if (before[0] == ',')
        buffer_add(out, "</p>\n");
}

void contest_page_start(Buffer *out, const char *title, bool is_served)
{
    Buffer style;
    buffer_init(&style, STYLE_BYTES_MAX);
    buffer_add(&style, contest_page_file("contest.css"));
    svg_style(&style);
    if (style.failed || style.data == NULL) {
        out->failed = true;
        buffer_free(&style);
        return;
    }
    buffer_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    if (!is_served)
        add_policy(out, &style);
    buffer_add(out, "<meta name=\"viewport\" "
                    "content=\"width=device-width, initial-scale=1\">\n<title>");
    buffer_escape(out, title);
    buffer_add(out, "</title>\n");
    if (is_served) {
        buffer_add(out, "<link rel=\"stylesheet\" href=\"contest.css\">");
    } else {
        buffer_add(out, "<style>");
        buffer_bytes(out, style.data, style.length);
        buffer_add(out, "</style>");
    }
    buffer_free(&style);
    buffer_add(out, "\n</head>\n<body>\n<header><h1>");
    buffer_escape(out, title);
    buffer_add(out, "</h1>\n");
}

static void add_head(Buffer *out, const Report *r, bool is_served)
{
    contest_page_start(out, r->contest.name, is_served);
    add_facts(out, r);
    buffer_add(out, "<nav aria-label=\"On this page\"><a href=\"#ranking\">Ranking</a> "
                    "<a href=\"#plots\">Plots</a> <a href=\"#cross\">Cross table</a> "
                    "<a href=\"#replay\">Replay</a> <a href=\"#games\">Games</a> "
                    "<a href=\"#bots\">Bots</a></nav></header>\n<main>\n");
}

static void add_plots(Buffer *out, const Report *r)
{
    static const struct {
        void (*draw)(const Report *, Buffer *);
        const char *text;
    } PLOTS[] = {
        { plot_strengths, "Elo by maximum likelihood, with 95 % intervals; the mean is 0" },
        { plot_endings, "Results and forfeits" },
        { plot_lengths, "Number of games by length in moves" },
    };
    buffer_add(out, "<section id=\"plots\"><h2>Plots</h2>\n<div class=\"plots\">\n");
    for (size_t i = 0; i < sizeof PLOTS / sizeof PLOTS[0]; i++) {
        buffer_add(out, "<figure>");
        PLOTS[i].draw(r, out);
        buffer_addf(out, "<figcaption>%s</figcaption></figure>\n", PLOTS[i].text);
    }
    buffer_add(out, "</div></section>\n");
}

static void add_data(Buffer *out, Walk *walk)
{
    const Report *r = walk->report;
    Json          json = json_over(out);
    buffer_add(out, "<script type=\"application/json\" id=\"data\">\n");
    json_object(&json, NULL);
    json_array(&json, "bots");
    for (int i = 0; i < r->bot_count; i++)
        json_string(&json, NULL, name_of(r, i));
    json_end_array(&json);
    frames_drawings(walk->replay, &json);
    buffer_add(out, ",\n\"games\":");
    buffer_bytes(out, walk->data.data, walk->data.length);
    json_end_object(&json);
    buffer_add(out, walk->is_served ? "\n</script>\n<script src=\"replay.js\">"
                                    : "\n</script>\n<script>");
    if (!walk->is_served)
        buffer_add(out, contest_page_file("replay.js"));
    buffer_add(out, "</script>\n");
}

static void write_games(Buffer *out, Walk *walk)
{
    contest_page_start(out, walk->report->contest.name, walk->is_served);
    buffer_add(out, "<nav><a href=\"./\">Back</a></nav></header>\n<main>\n");
    contest_page_viewer(out, walk->replay);
    add_games(out, walk->report);
    buffer_add(out, "</main>\n");
    add_data(out, walk);
    buffer_add(out, "</body>\n</html>\n");
}

static void write_page(Buffer *out, Walk *walk)
{
    const Report *r = walk->report;
    add_head(out, r, walk->is_served);
    buffer_add(out, "<section id=\"ranking\"><h2>Ranking</h2>\n");
    add_ranking(out, r);
    if (r->ranking.games > 0)
        buffer_addf(out, "<p class=\"soft\">The first move is worth %+.0f \u00b1 %.0f Elo.</p>\n",
                    r->ranking.first_elo, r->ranking.first_error);
    add_byes(out, r);
    buffer_add(out, "</section>\n");
    add_bracket(out, r);
    add_plots(out, r);
    add_cross(out, r);
    contest_page_viewer(out, walk->replay);
    add_games(out, r);
    add_voids(out, r);
    buffer_add(out, "<section id=\"bots\"><h2>Bots</h2>\n");
    for (int i = 0; i < r->bot_count; i++)
        add_bot_section(out, r, &r->ranking.rows[i], &walk->notes[r->ranking.rows[i].bot]);
    buffer_add(out, "</section>\n</main>\n");
    add_data(out, walk);
    buffer_add(out, "</body>\n</html>\n");
}

/* Collect the data of all games.  Without games there may be no contest database. */
static Status walk_games(Walk *walk, Ledger *ledger, Fault *fault)
{
    Status status = STATUS_OK;
    json_array(&walk->json, NULL);
    if (walk->report->game_count > 0) {
        status = ledger_each(ledger, true, visit, walk);
        if (status != STATUS_OK)
            fault_set(fault, status, 0, "cannot read the games of the contest: %s",
                      status_text(status));
    }
    json_end_array(&walk->json);
    return status;
}

/* Collect the data of the games and write a page. */
static Status make_page(const Report *r, Ledger *ledger, bool is_served,
                        void (*write)(Buffer *out, Walk *walk), Buffer *out, Fault *fault)
{
    Walk   walk = { .report = r, .is_served = is_served, .replay = frames_new(&r->contest.setup) };
    Status status = STATUS_NO_MEMORY;
    walk.notes = calloc((size_t)r->bot_count + 1, sizeof *walk.notes);
    buffer_init(&walk.data, DATA_BYTES_MAX);
    walk.json = json_over(&walk.data);
    for (int i = 0; walk.notes != NULL && i < r->bot_count; i++)
        buffer_init(&walk.notes[i].failures, FAILURE_BYTES_MAX);
    if (walk.notes != NULL && walk.replay != NULL) {
        status = walk_games(&walk, ledger, fault);
        if (status == STATUS_OK)
            write(out, &walk);
        if (status == STATUS_OK && (out->failed || walk.data.failed))
            status = fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory: the page is too large");
    } else {
        fault_set(fault, status, 0, "%s", status_text(status));
    }
    for (int i = 0; walk.notes != NULL && i < r->bot_count; i++)
        buffer_free(&walk.notes[i].failures);
    free(walk.notes);
    buffer_free(&walk.data);
    if (walk.replay != NULL)
        frames_free(walk.replay);
    return status;
}

/* As make_page, from the contest database in a directory, unless the report has no games. */
static Status make_page_in(const Report *r, const char *folder, bool is_served,
                           void (*write)(Buffer *out, Walk *walk), Buffer *out, Fault *fault)
{
    Ledger *ledger = r->game_count == 0 ? NULL : ledger_open(folder, LEDGER_READ, fault);
    if (ledger == NULL && r->game_count > 0)
        return fault->status;
    Status status = make_page(r, ledger, is_served, write, out, fault);
    if (ledger != NULL)
        ledger_close(ledger);
    return status;
}

Status report_html(const Report *r, const char *folder, bool is_served, Buffer *out, Fault *fault)
{
    return make_page_in(r, folder, is_served, write_page, out, fault);
}

Status report_html_from(const Report *r, Ledger *ledger, bool is_served, Buffer *out, Fault *fault)
{
    return make_page(r, ledger, is_served, write_page, out, fault);
}

Status report_games_html(const Report *r, const char *folder, Buffer *out, Fault *fault)
{
    return make_page_in(r, folder, true, write_games, out, fault);
}
