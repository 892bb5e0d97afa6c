/* SPDX-License-Identifier: MIT */
#include "arena/report.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Loading ------------------------------------------------------------------------------ */

typedef struct Loading {
    Report    *report;
    LedgerBots known;
    bool       failed;
} Loading;

int report_index(const Report *r, int id)
{
    for (int i = 0; i < r->bot_count; i++)
        if (r->bots[i].bot.id == id)
            return i;
    return -1;
}

int report_find(const Report *r, const char *name)
{
    for (int i = r->bot_count - 1; i >= 0; i--)
        if (strcmp(r->bots[i].bot.name, name) == 0)
            return i;
    return -1;
}

static void count_side(ReportBot *bot, const LedgerSide *side)
{
    bot->turns += side->turns;
    bot->time_ms += side->time_ms;
    if (side->slowest_ms > bot->slowest_ms)
        bot->slowest_ms = side->slowest_ms;
    if (side->cpu_ms >= 0)
        bot->cpu_ms = (bot->cpu_ms < 0 ? 0 : bot->cpu_ms) + side->cpu_ms;
    if (side->memory_kb > bot->memory_kb)
        bot->memory_kb = side->memory_kb;
}

static bool ensure_capacity(Report *r)
{
    if (r->game_count < r->game_capacity)
        return true;
    int         capacity = r->game_capacity * 2 + 256;
    ReportGame *more = realloc(r->games, (size_t)capacity * sizeof *more);
    if (more == NULL)
        return false;
    r->games = more;
    r->game_capacity = capacity;
    return true;
}

static bool load_game(void *context, const LedgerGame *game)
{
    Loading *g = context;
    Report  *r = g->report;
    int first = report_index(r, game->side[0].bot), second = report_index(r, game->side[1].bot);
    if (first < 0 || second < 0) {
        r->left_out++;
        return true;
    }
    if (!ensure_capacity(r)) {
        g->failed = true;
        return false;
    }
    ReportGame *out = &r->games[r->game_count++];
    *out = (ReportGame){ .id = game->id,
                         .pairing = game->pairing,
                         .number = game->number,
                         .game = { first, second, game->half_points },
                         .termination = game->termination,
                         .turns = game->turns,
                         .began_ms = game->began_ms,
                         .took_ms = game->took_ms,
                         .slowest_ms = { game->side[0].slowest_ms, game->side[1].slowest_ms } };
    snprintf(out->reason, sizeof out->reason, "%s", game->reason);
    snprintf(out->code, sizeof out->code, "%s", game->code);
    snprintf(out->why, sizeof out->why, "%s", game->why);
    count_side(&r->bots[first], &game->side[0]);
    count_side(&r->bots[second], &game->side[1]);
    if (game->half_points != 1)
        r->bots[game->half_points == 2 ? second : first].lost_by[game->termination]++;
    return true;
}

static void copy_name(const LedgerBots *bots, int id, char out[BOT_NAME_MAX])
{
    snprintf(out, BOT_NAME_MAX, "?");
    for (int i = 0; i < bots->count; i++)
        if (bots->at[i].id == id)
            snprintf(out, BOT_NAME_MAX, "%s", bots->at[i].name);
}

static bool load_void(void *context, const LedgerGame *game)
{
    Loading    *g = context;
    Report     *r = g->report;
    ReportVoid *more = realloc(r->voids, (size_t)(r->void_count + 1) * sizeof *more);
    if (more == NULL) {
        g->failed = true;
        return false;
    }
    r->voids = more;
    ReportVoid *out = &r->voids[r->void_count++];
    *out = (ReportVoid){ .id = game->id };
    copy_name(&g->known, game->side[0].bot, out->first);
    copy_name(&g->known, game->side[1].bot, out->second);
    snprintf(out->why, sizeof out->why, "%s", game->void_why);
    return true;
}

static Status load_voids(Loading *loading, Ledger *ledger)
{
    Status status = ledger_bots(ledger, &loading->known);
    if (status == STATUS_OK)
        status = ledger_each_void(ledger, load_void, loading);
    ledger_bots_free(&loading->known);
    return status;
}

/* List the bots that count: those of the contest database, and new ones in contest.toml. */
static Status load_bots(Report *r, Ledger *ledger)
{
    LedgerBots known = { 0 };
    bool       all = schedule_is_drawn(r->contest.format);
    Status     status = ledger == NULL ? STATUS_OK : ledger_bots(ledger, &known);
    if (status != STATUS_OK)
        return status;
    r->bots = calloc((size_t)(known.count + r->contest.bot_count) + 1, sizeof *r->bots);
    if (r->bots == NULL) {
        ledger_bots_free(&known);
        return STATUS_NO_MEMORY;
    }
    for (int i = 0; i < known.count; i++) {
        LedgerBot *bot = &known.at[i];
        bot->present = bot->present && contest_find(&r->contest, bot->name) >= 0;
        if (bot->present || all)
            r->bots[r->bot_count++].bot = *bot;
    }
    for (int i = 0; i < r->contest.bot_count; i++) {
        const BotSpec *spec = &r->contest.bots[i];
        int            found = report_find(r, spec->name);
        if (found >= 0 && r->bots[found].bot.present)
            continue;
        ReportBot *bot = &r->bots[r->bot_count++];
        bot->bot = (LedgerBot){ .id = -2 - i, .present = true };
        snprintf(bot->bot.name, sizeof bot->bot.name, "%s", spec->name);
        snprintf(bot->bot.kind, sizeof bot->bot.kind, "%s", BOT_KIND_NAMES[spec->kind]);
    }
    for (int i = 0; i < r->bot_count; i++) {
        ReportBot *bot = &r->bots[i];
        int        spec = bot->bot.present ? contest_find(&r->contest, bot->bot.name) : -1;
        bool       titled = spec >= 0 && r->contest.bots[spec].title[0] != '\0';
        snprintf(bot->title, sizeof bot->title, "%s",
                 titled ? r->contest.bots[spec].title : bot->bot.name);
        bot->cpu_ms = bot->memory_kb = -1;
    }
    ledger_bots_free(&known);
    return STATUS_OK;
}

static void read_facts(Report *r, Ledger *ledger)
{
    Buffer unsafe;
    buffer_init(&unsafe, 64);
    r->unsafe = ledger_get(ledger, "unsafe", &unsafe) == STATUS_OK;
    buffer_free(&unsafe);
}

/* --- Ranking ------------------------------------------------------------------------------ */

static int by_pairing(const void *a, const void *b)
{
    const Pairing *x = a, *y = b;
    if (x->round != y->round)
        return x->round < y->round ? -1 : 1;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

static void count_in(const Report *r, const ReportGame *game, Encounter *e)
{
    assert(game->game.first < r->bot_count && game->game.second < r->bot_count);
    int a = r->bots[game->game.first].bot.id == e->pairing.a ? 0 : 1;
    e->played++;
    e->half_points[a] += game->game.half_points;
    e->half_points[1 - a] += 2 - game->game.half_points;
}

static int by_place(const void *a, const void *b)
{
    const Encounter *x = a, *y = b;
    return x->place - y->place;
}

/* Return all drawn pairings with their results, in the order in which they were drawn.  Games find
 * their pairing by binary search, because a ladder may have many of both. */
static Encounter *make_encounters(const Report *r)
{
    size_t     count = (size_t)r->drawn.count;
    Encounter *list = calloc(count + 1, sizeof *list);
    if (list == NULL)
        return NULL;
    for (int i = 0; i < r->drawn.count; i++)
        list[i] = (Encounter){ .pairing = r->drawn.at[i], .place = i };
    qsort(list, count, sizeof *list, by_pairing);
    for (int k = 0; k < r->game_count; k++) {
        Encounter *e = bsearch(&r->games[k].pairing, list, count, sizeof *list, by_pairing);
        if (e != NULL)
            count_in(r, &r->games[k], e);
    }
    qsort(list, count, sizeof *list, by_place);
    return list;
}

/* Set the half points for byes, and the merit: rounds survived, or places on the ladder. */
static void find_extras(const Report *r, const Encounter *encounters, int *byes, int *merit)
{
    ScheduleRules rules = { .format = r->contest.format, .games = r->contest.games };
    int           place = 0;
    for (int i = 0; i < r->drawn.count; i++) {
        const Encounter *e = &encounters[i];
        int              winner = report_index(r, schedule_winner(e));
        bool             bye = e->pairing.b == SCHEDULE_NONE;
        if (winner >= 0 && bye && rules.format == FORMAT_SWISS)
            byes[winner] += 2 * rules.games;
        if (winner >= 0 && rules.format == FORMAT_KNOCKOUT &&
            e->played >= schedule_games(&rules, e)) /* the loser of the final is second */
            merit[winner] += schedule_is_third_place(r->drawn.at, r->drawn.count, i) ? 1 : 2;
    }
    if (rules.format != FORMAT_LADDER)
        return;
    int *ids = calloc((size_t)r->bot_count + 1, sizeof *ids), count = 0;
    int *order = calloc((size_t)r->bot_count + 1, sizeof *order);
    for (int i = 0; ids != NULL && i < r->bot_count; i++)
        if (r->bots[i].bot.present)
            ids[count++] = r->bots[i].bot.id;
    if (ids != NULL && order != NULL) {
        schedule_ladder(ids, count, encounters, r->drawn.count, order);
        for (place = 0; place < count; place++)
            merit[report_index(r, order[place])] = count - place;
    }
    free(ids);
    free(order);
}

static Status rank(Report *r)
{
    RankGame  *games = calloc((size_t)r->game_count + 1, sizeof *games);
    int       *byes = calloc((size_t)r->bot_count + 1, sizeof *byes);
    int       *merit = calloc((size_t)r->bot_count + 1, sizeof *merit);
    Encounter *encounters = make_encounters(r);
    Status     status = STATUS_NO_MEMORY;
    if (games != NULL && byes != NULL && merit != NULL && encounters != NULL) {
        for (int i = 0; i < r->game_count; i++)
            games[i] = r->games[i].game;
        find_extras(r, encounters, byes, merit);
        status = ranking_make(games, r->game_count, r->bot_count,
                              &(RankExtras){ .byes = byes,
                                             .merit = merit,
                                             .by_share = r->contest.format == FORMAT_GAUNTLET },
                              &r->ranking);
    }
    free(games);
    free(byes);
    free(merit);
    free(encounters);
    return status;
}

Status report_load_from(Contest *settings, Ledger *ledger, Report *out, Fault *fault)
{
    Loading loading = { .report = out };
    *out = (Report){ .contest = *settings };
    Status status = load_bots(out, ledger);
    if (status == STATUS_OK && ledger != NULL) {
        read_facts(out, ledger);
        status = ledger_pairings(ledger, &out->drawn);
    }
    if (status == STATUS_OK && ledger != NULL)
        status = ledger_each(ledger, false, load_game, &loading);
    if (status == STATUS_OK && ledger != NULL)
        status = load_voids(&loading, ledger);
    if (status == STATUS_OK)
        status = loading.failed ? STATUS_NO_MEMORY : rank(out);
    if (status != STATUS_OK) {
        report_free(out);
        return fault_set(fault, status, 0, "cannot read the games of the contest: %s",
                         status_text(status));
    }
    return STATUS_OK;
}

Status report_load(const char *folder, Report *out, Fault *fault)
{
    Contest settings;
    assert(folder != NULL && fault != NULL);
    Status status = contest_load(folder, &settings, fault);
    if (status != STATUS_OK)
        return status;
    Ledger *ledger = ledger_open(folder, LEDGER_READ, fault);
    if (ledger == NULL && fault->status != STATUS_NOT_FOUND) {
        contest_free(&settings);
        return fault->status;
    }
    int64_t runner = ledger_runner(folder);
    status = report_load_from(&settings, ledger, out, fault);
    if (status == STATUS_OK)
        out->runner = runner;
    if (ledger != NULL)
        ledger_close(ledger);
    return status;
}

void report_free(Report *r)
{
    contest_free(&r->contest);
    free(r->bots);
    free(r->games);
    free(r->voids);
    pairings_free(&r->drawn);
    ranking_free(&r->ranking);
    *r = (Report){ 0 };
}

/* --- Knockouts and gauntlets --------------------------------------------------------------- */

static void name_round(int round, int rounds, char out[32])
{
    static const char *const NAMES[] = { "Final", "Semi-finals", "Quarter-finals" };
    int                      left = rounds - 1 - round;
    if (left >= 0 && left < 3)
        snprintf(out, 32, "%s", NAMES[left]);
    else
        snprintf(out, 32, "Round %d", round + 1);
}

BracketMatch report_match(const Report *r, int at)
{
    assert(at >= 0 && at < r->drawn.count);
    ScheduleRules rules = { .format = r->contest.format, .games = r->contest.games };
    Encounter     e = { .pairing = r->drawn.at[at] };
    int           rounds = schedule_bracket_rounds(r->drawn.at, r->drawn.count);
    for (int i = 0; i < r->game_count; i++)
        if (memcmp(&r->games[i].pairing, &e.pairing, sizeof e.pairing) == 0)
            count_in(r, &r->games[i], &e);
    BracketMatch match = { .pairing = e.pairing,
                           .half_points = { e.half_points[0], e.half_points[1] },
                           .winner = -1,
                           .is_third_place =
                               schedule_is_third_place(r->drawn.at, r->drawn.count, at),
                           .note = "" };
    name_round(e.pairing.round, rounds, match.round_name);
    if (match.is_third_place)
        snprintf(match.round_name, sizeof match.round_name, "Third place");
    bool over = e.pairing.b != SCHEDULE_NONE && e.played >= schedule_games(&rules, &e);
    if (over)
        match.winner = schedule_winner(&e) == e.pairing.b;
    if (over && e.half_points[0] == e.half_points[1])
        match.note = ", the better seed advances";
    else if (over && e.played > rules.games)
        match.note = ", after extra games";
    return match;
}

Estimate report_share(const Report *r, int bot)
{
    Tally sum = { 0 };
    for (int other = 0; other < r->bot_count; other++) {
        if (other == bot)
            continue;
        Tally tally = report_tally(r, bot, other);
        sum.win += tally.win;
        sum.draw += tally.draw;
        sum.loss += tally.loss;
        for (int k = 0; k < PAIR_KINDS; k++)
            sum.pair[k] += tally.pair[k];
    }
    return stats_score(&sum);
}

/* --- Games between two bots --------------------------------------------------------------- */

static int half_points_of(const ReportGame *game, int bot)
{
    return game->game.first == bot ? game->game.half_points : 2 - game->game.half_points;
}

static bool is_between(const ReportGame *game, int a, int b)
{
    return (game->game.first == a && game->game.second == b) ||
           (game->game.first == b && game->game.second == a);
}

/* True for the other game of a pair: same opening, sides exchanged. */
static bool is_partner(const ReportGame *x, const ReportGame *y)
{
    return memcmp(&x->pairing, &y->pairing, sizeof x->pairing) == 0 &&
           x->number / 2 == y->number / 2 && x->number != y->number;
}

Tally report_tally(const Report *r, int a, int b)
{
    assert(a >= 0 && a < r->bot_count && b >= 0 && b < r->bot_count);
    Tally tally = { 0 };
    int  *mine = calloc((size_t)r->game_count + 1, sizeof *mine), count = 0;
    for (int i = 0; mine != NULL && i < r->game_count; i++) {
        const ReportGame *game = &r->games[i];
        if (!is_between(game, a, b))
            continue;
        tally_game(&tally, half_points_of(game, a));
        for (int j = 0; j < count; j++)
            if (is_partner(game, &r->games[mine[j]]))
                tally_pair(&tally, half_points_of(&r->games[mine[j]], a), half_points_of(game, a));
        mine[count++] = i;
    }
    free(mine);
    return tally;
}
