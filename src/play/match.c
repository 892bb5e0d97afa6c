/* SPDX-License-Identifier: MIT */
/* match.c - the match runner.
 *
 * Workers play games and put them into a ring buffer of finished games.  The thread that called
 * match_run takes them out in the order of their numbers, writes their records, counts them and calls
 * the listener.  A worker may be ahead of the oldest unfinished game by the size of the ring.
 *
 * One mutex guards the shared state: the next number, the ring, the openings and the pointers to the
 * players, which other threads stop.  It is never held during a search.
 */
#include "play/match.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "base/thread.h"
#include "games/list.h"
#include "play/archive.h"
#include "play/opening.h"
#include "search/score.h"

enum {
    AHEAD_PER_WORKER = 16, /* slots of the ring */
    WAIT_MS = 100,         /* between two calls of the listener */
    ABOUT_MAX = 256,
    WORKER_STACK_BYTES = 64 << 20, /* a search's recursion keeps positions on the stack */
};

/* A finished game and its record. */
typedef struct Slot {
    bool      done;
    MatchGame game;
    Buffer    record;
} Slot;

struct Match;

typedef struct Worker {
    struct Match *match;
    pthread_t     thread;
    Player       *player[2];
} Worker;

typedef struct Match {
    const MatchConfig   *config;
    const MatchListener *listener;
    MatchReport         *report;
    char                 about[ABOUT_MAX]; /* settings that must equal those in the file */
    Archive              archive;
    int64_t              found;   /* games in the file */
    int64_t              counted; /* games in the report, which is the number of the next one */
    int                  last_half_points; /* of the previous game, for the pair */

    pthread_mutex_t mutex;
    pthread_cond_t  changed;
    atomic_bool     stop;
    int64_t         next;    /* the number of the next game to play */
    int             playing; /* running workers */
    bool            failed;
    Fault           fault;
    Openings        openings;
    int             slot_count;
    Slot           *slots;
    int             worker_count;
    Worker          worker[MATCH_CONCURRENCY_MAX];
} Match;

/* Return the player that has `side` in game `number`. */
static int player_at(int64_t number, int side)
{
    return (int)((number + side) & 1);
}

/* --- Records ------------------------------------------------------------------------------ */

static Status write_tags(const Match *match, int64_t number, Session *session)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number + 1);
    Status status = session_set_tag(session, "Number", text);
    return status == STATUS_OK ? session_set_tag(session, "Match", match->about) : status;
}

/* Write the settings that must be the same to resume a file.  The number of games and the SPRT may
 * differ, so that a match can be extended. */
static void describe(const MatchConfig *config, char *out, size_t size)
{
    Text text = text_over(out, size);
    text_addf(&text, "seed=%llu openings=%d%s", (unsigned long long)config->seed,
              config->opening_turns, config->balanced ? " balanced" : "");
    if (config->nodes != 0)
        text_addf(&text, " nodes=%llu", (unsigned long long)config->nodes);
    if (config->time_ms != 0)
        text_addf(&text, " time=%lld", (long long)config->time_ms);
    if (config->clock_ms != 0)
        text_addf(&text, " clock=%lld+%lld", (long long)config->clock_ms,
                  (long long)config->increment_ms);
    if (config->time_ms != 0 || config->clock_ms != 0)
        text_addf(&text, " margin=%lld", (long long)config->margin_ms);
    if (config->resign_percent != 0)
        text_addf(&text, " resign=%d", config->resign_percent);
}

/* --- Counting ----------------------------------------------------------------------------- */

static void count_ending(MatchReport *report, const char *word)
{
    int i = 0;
    while (i < report->ending_count && strcmp(report->endings[i].word, word) != 0)
        i++;
    if (i == MATCH_ENDINGS_MAX)
        return;
    if (i == report->ending_count) {
        snprintf(report->endings[i].word, sizeof report->endings[i].word, "%s", word);
        report->ending_count++;
    }
    report->endings[i].count++;
}

static void count_work(MatchReport *report, const MatchGame *game)
{
    for (int i = 0; i < 2; i++) {
        report->work[i].turns += game->work[i].turns;
        report->work[i].nodes += game->work[i].nodes;
        report->work[i].depths += game->work[i].depths;
        report->work[i].time_ms += game->work[i].time_ms;
    }
}

/* Count the next game in order. */
static void count_game(Match *match, const MatchGame *game)
{
    MatchReport *report = match->report;
    tally_game(&report->tally, game->half_points);
    if (match->counted % 2 == 1) {
        tally_pair(&report->tally, match->last_half_points, game->half_points);
        if (match->config->has_sprt)
            report->decision = sprt_decision(&match->config->sprt, &report->tally);
    }
    match->last_half_points = game->half_points;
    match->counted++;
    report->turns += game->turns;
    report->cut += game->cut;
    if (game->winner != SIDE_NONE)
        report->side_wins[game->winner]++;
    if (game->forfeiter != SIDE_NONE)
        report->forfeits[game->forfeiter]++;
    count_ending(report, game->word);
    count_work(report, game);
}

static bool is_decided(const Match *match)
{
    return match->counted >= match->config->games || match->report->decision != SPRT_OPEN;
}

/* --- Results ------------------------------------------------------------------------------ */

static bool is_forfeit(const char *word)
{
    return strcmp(word, "time") == 0 || strcmp(word, "illegal") == 0 || strcmp(word, "crash") == 0;
}

/* Return the player that had the side. */
static int seat_of(const Line *line, int side)
{
    return game_player(line->setup.game, line_now(line), side);
}

/* Read the result of a finished game from its record only, so that it is the same after a resume. */
static void read_result(const Record *record, int64_t number, MatchGame *game)
{
    RecordResult result = record_result(record);
    const Game  *rules = record->line.setup.game;
    Outcome      outcome = line_outcome(&record->line);
    game->number = number;
    game->turns = line_turns(&record->line);
    game->winner = SIDE_NONE;
    for (int side = 0; side < 2; side++)
        if (strcmp(result.winner, rules->sides[side]) == 0)
            game->winner = side;
    game->half_points = game->winner == SIDE_NONE                                      ? 1
                        : player_at(number, seat_of(&record->line, game->winner)) == 0 ? 2
                                                                                       : 0;
    game->cut = outcome.ending == ENDING_DRAWN && outcome.reason == REASON_LIMIT;
    snprintf(game->word, sizeof game->word, "%s", result.reason);
    game->forfeiter = SIDE_NONE;
    if (outcome.ending == ENDING_NONE && game->winner != SIDE_NONE && is_forfeit(game->word)) {
        game->forfeiter = player_at(number, seat_of(&record->line, 1 - game->winner));
        snprintf(game->why, sizeof game->why, "%s", result.details);
    }
}

static bool has_tag(const Record *record, const char *name, const char *value)
{
    const char *tag = record_tag(record, name);
    return tag != NULL && strcmp(tag, value) == 0;
}

/* True if it is game `number` of this match. */
static bool is_game(const Match *match, int64_t number, const Record *record)
{
    const MatchConfig *config = match->config;
    char               text[32];
    snprintf(text, sizeof text, "%lld", (long long)number + 1);
    return setup_same(&record->line.setup, &config->setup) && has_tag(record, "Number", text) &&
           has_tag(record, "Match", match->about) &&
           has_tag(record, "First", config->player[player_at(number, 0)].text) &&
           has_tag(record, "Second", config->player[player_at(number, 1)].text);
}

static Status resume_game(void *context, const char *data, size_t size, Fault *fault)
{
    Match    *match = context;
    Record    record;
    MatchGame game = { 0 };
    Status    status = record_read(games_find, data, size, &record, fault);
    if (status != STATUS_OK)
        return status;
    if (!is_game(match, match->found, &record)) {
        record_free(&record);
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "the file holds another match: game %lld differs; pass another --records "
                         "FILE",
                         (long long)match->found + 1);
    }
    read_result(&record, match->found++, &game);
    record_free(&record);
    if (!is_decided(match)) /* the file may hold more games than this run needs */
        count_game(match, &game);
    match->report->resumed = match->counted;
    return STATUS_OK;
}

/* --- One game --------------------------------------------------------------------- */

/* True if the player has a game clock that counts CPU time. */
static bool has_cpu_clock(const MatchConfig *config, const PlayerSpec *spec)
{
    return spec->kind == PLAYER_SEARCH && spec->cpu_time && config->clock_ms != 0 &&
           spec->time_ms == 0 && spec->nodes == 0 && spec->depth == 0;
}

static ClockRule clock_for(const MatchConfig *config, const PlayerSpec *spec)
{
    ClockRule rule = { .kind = CLOCK_NONE };
    if (!player_spec_has_time(spec) && !has_cpu_clock(config, spec))
        return rule;
    if (config->clock_ms != 0)
        rule = (ClockRule){ .kind = CLOCK_GAME,
                            .time_ms = config->clock_ms,
                            .increment_ms = config->increment_ms };
    else if (config->time_ms != 0)
        rule = (ClockRule){ .kind = CLOCK_TURN, .time_ms = config->time_ms };
    rule.grace_ms = config->margin_ms;
    return rule;
}

static Status set_up(Match *match, int64_t number, Session *session)
{
    const MatchConfig *config = match->config;
    const char        *names[2];
    ClockRule          clocks[2];
    Opening            opening;
    for (int side = 0; side < 2; side++) {
        const PlayerSpec *spec = &config->player[player_at(number, side)];
        names[side] = spec->text;
        clocks[side] = clock_for(config, spec);
    }
    pthread_mutex_lock(&match->mutex);
    Status status = openings_get(&match->openings, (int)(number / 2), &opening);
    pthread_mutex_unlock(&match->mutex);
    if (status == STATUS_OK)
        status = session_init(session, &config->setup, NULL, names, clocks);
    if (status != STATUS_OK)
        return status;
    status = opening_play(&opening, session);
    if (status == STATUS_OK)
        status = write_tags(match, number, session);
    if (status != STATUS_OK)
        session_free(session);
    return status;
}

static SearchLimits limits_for(const MatchConfig *config, const Session *session, int64_t now)
{
    SearchLimits limits = { .nodes = config->nodes, .time_ms = config->time_ms };
    if (config->clock_ms == 0)
        return limits;
    limits.has_clock = true;
    for (int side = 0; side < 2; side++) {
        int64_t left = session_clock_ms(session, side, now);
        limits.clock_ms[side] = left < 0 ? config->clock_ms : left;
        limits.increment_ms[side] = config->increment_ms;
    }
    return limits;
}

/* Write the figures of the search as a comment of the turn. */
static void remark(Session *session, const PlayerAnswer *answer)
{
    char words[96];
    Text text = text_over(words, sizeof words);
    if (answer->has_score)
        text_addf(&text, "score %d depth %d nodes %llu", answer->score, answer->depth,
                  (unsigned long long)answer->nodes);
    if (text.length > 0)
        session_remark(session, line_turns(session_line(session)) - 1, words);
}

/* The side that both players expect to lose, and for how many turns in succession. */
typedef struct Expected {
    int loser; /* or SIDE_NONE */
    int turns;
} Expected;

/* Return the side that has at most `percent` % chance to win, given the score for `side`. */
static int loser_by(int score, const GameEval *eval, int side, int percent)
{
    const double chance = score_win_probability(score, eval), little = percent / 100.0;
    return chance <= little ? side : chance >= 1 - little ? 1 - side : SIDE_NONE;
}

/* Note what the player of `side` expects after its turn; the side that both expect to lose resigns. */
static void resign_if_lost(const MatchConfig *config, Session *session, int side,
                           const PlayerAnswer *answer, int64_t now_ms, Expected *expected)
{
    Fault fault;
    if (config->resign_percent == 0 || session_is_over(session))
        return;
    int loser = answer->has_score ? loser_by(answer->score, config->setup.game->eval, side,
                                             config->resign_percent)
                                  : SIDE_NONE;
    expected->turns = loser == expected->loser ? expected->turns + 1 : 1;
    expected->loser = loser;
    if (loser != SIDE_NONE && expected->turns >= 2 * MATCH_RESIGN_MOVES)
        session_resign(session, loser, now_ms, &fault); /* no effect if time ran out first */
}

/* Let `player` play the next turn.  `*now_ms` is the time of the game: it advances by the time that
 * the player used, on the clock that counts for it.  False if the match was stopped meanwhile. */
static bool take_turn(Match *match, Session *session, Player *player, MatchWork *work,
                      int64_t *now_ms, Expected *expected)
{
    PlayerAnswer answer;
    Fault        fault;
    int          side = session_side(session);
    bool         is_cpu = has_cpu_clock(match->config, &player->spec);
    int64_t      began = clock_wall_ms();
    double       cpu_began = clock_thread_seconds();
    SearchLimits limits = limits_for(match->config, session, *now_ms);
    player_choose(player, session_line(session), &limits, &answer);
    if (atomic_load(&match->stop))
        return false;
    double  cpu_ms = (clock_thread_seconds() - cpu_began) * 1000;
    int64_t wall_ms = clock_wall_ms() - began;
    int64_t ended = *now_ms += is_cpu ? (int64_t)(cpu_ms + 0.5) : wall_ms;
    work->turns++;
    work->nodes += answer.nodes;
    work->depths += (uint64_t)answer.depth;
    work->time_ms += wall_ms;
    switch (answer.status) {
    case PLAYER_TURN:
        if (session_play_turn(session, side, &answer.turn, ended, &fault) == STATUS_OK) {
            remark(session, &answer);
            resign_if_lost(match->config, session, side, &answer, ended, expected);
        } else {
            session_forfeit(session, side, END_ILLEGAL,
                            fault.why); /* no effect if time ran out first */
        }
        return true;
    case PLAYER_NONSENSE: session_forfeit(session, side, END_ILLEGAL, answer.why); return true;
    case PLAYER_GONE:
        if (!session_check_time(session, ended))
            session_forfeit(session, side, END_CRASH, answer.why);
        return true;
    default: return false;
    }
}

static uint64_t player_seed(const MatchConfig *config, int64_t number, int player)
{
    return mix64(mix64(config->seed + UINT64_C(0x51ed2701)) + (uint64_t)(2 * number + player));
}

static Player *take_player(Worker *worker, int player)
{
    pthread_mutex_lock(&worker->match->mutex);
    Player *taken = worker->player[player];
    worker->player[player] = NULL;
    pthread_mutex_unlock(&worker->match->mutex);
    return taken;
}

/* Replace a player that failed before its next game.  The margin of the match is all that a program
 * gets beyond its time; if it is long, the program may also start slowly. */
static Status renew_player(Worker *worker, int player, Fault *fault)
{
    const MatchConfig *config = worker->match->config;
    PlayerSpec         spec = config->player[player];
    if (worker->player[player] != NULL)
        return STATUS_OK;
    spec.late_ms = config->margin_ms;
    if (spec.patience_ms < config->margin_ms)
        spec.patience_ms = config->margin_ms;
    Player *made = player_new(&spec, fault);
    if (made == NULL)
        return fault->status;
    pthread_mutex_lock(&worker->match->mutex);
    worker->player[player] = made;
    pthread_mutex_unlock(&worker->match->mutex);
    return STATUS_OK;
}

/* Start the game for both players.  A player that cannot play it forfeits. */
static Status begin_players(Worker *worker, int64_t number, Session *session, Fault *fault)
{
    const MatchConfig *config = worker->match->config;
    for (int side = 0; side < 2; side++) {
        int    player = player_at(number, side);
        Fault  why;
        Status status = renew_player(worker, player, fault);
        if (status != STATUS_OK)
            return status;
        if (player_begin(worker->player[player], &config->setup, side,
                         player_seed(config, number, player), &why) != STATUS_OK)
            session_forfeit(session, side, END_CRASH, why.why);
    }
    return STATUS_OK;
}

static Status fail_game(Fault *fault, Status status)
{
    return fault_set(fault, status, 0, "cannot play a game: %s", status_text(status));
}

/* Play to the end, or until the match is stopped. */
static void play_out(Worker *worker, Session *session, MatchGame *game)
{
    int64_t  now_ms = 0;
    Expected expected = { SIDE_NONE, 0 };
    session_start(session, now_ms);
    while (!session_is_over(session) && !atomic_load(&worker->match->stop)) {
        int player = player_at(game->number, session_side(session));
        if (!take_turn(worker->match, session, worker->player[player], &game->work[player], &now_ms,
                       &expected))
            return;
    }
}

static Status finish_game(const Session *session, Slot *slot, Fault *fault)
{
    read_result(session_record(session), slot->game.number, &slot->game);
    buffer_init(&slot->record, MATCH_RECORD_BYTES_MAX);
    slot->done = record_write(session_record(session), buffer_sink, &slot->record);
    if (slot->done)
        return STATUS_OK;
    buffer_free(&slot->record);
    return fail_game(fault, STATUS_NO_MEMORY);
}

/* Play game `number` into `slot`; it is not `done` if the match was stopped. */
static Status play_game(Worker *worker, int64_t number, Slot *slot, Fault *fault)
{
    Session session;
    *slot = (Slot){ .game = { .number = number } };
    Status status = set_up(worker->match, number, &session);
    if (status != STATUS_OK)
        return fail_game(fault, status);
    status = begin_players(worker, number, &session, fault);
    if (status == STATUS_OK) {
        play_out(worker, &session, &slot->game);
        if (session_is_over(&session) && !atomic_load(&worker->match->stop))
            status = finish_game(&session, slot, fault);
    }
    session_free(&session);
    if (slot->done && slot->game.forfeiter != SIDE_NONE)
        player_delete(take_player(worker, slot->game.forfeiter));
    return status;
}

/* --- Workers ------------------------------------------------------------------------------ */

/* Return the number of the next game, or -1 if there is none.  Waits while the ring is full. */
static int64_t next_number(Match *match)
{
    int64_t number = -1;
    pthread_mutex_lock(&match->mutex);
    while (!atomic_load(&match->stop) && match->next < match->config->games &&
           match->next >= match->counted + match->slot_count)
        pthread_cond_wait(&match->changed, &match->mutex);
    if (!atomic_load(&match->stop) && match->next < match->config->games)
        number = match->next++;
    pthread_mutex_unlock(&match->mutex);
    return number;
}

static void hand_in(Match *match, int64_t number, const Slot *slot, Status status,
                    const Fault *fault)
{
    pthread_mutex_lock(&match->mutex);
    if (status != STATUS_OK && !match->failed) {
        match->failed = true;
        match->fault = *fault;
    }
    if (status != STATUS_OK)
        atomic_store(&match->stop, true);
    match->slots[number % match->slot_count] = *slot;
    pthread_cond_broadcast(&match->changed);
    pthread_mutex_unlock(&match->mutex);
}

static void *work(void *context)
{
    Worker *worker = context;
    Match  *match = worker->match;
    int64_t number;
    while ((number = next_number(match)) >= 0) {
        Slot   slot;
        Fault  fault = { 0 };
        Status status = play_game(worker, number, &slot, &fault);
        hand_in(match, number, &slot, status, &fault);
    }
    for (int i = 0; i < 2; i++)
        player_delete(take_player(worker, i));
    pthread_mutex_lock(&match->mutex);
    match->playing--;
    pthread_cond_broadcast(&match->changed);
    pthread_mutex_unlock(&match->mutex);
    return NULL;
}

/* Stop all running searches.  Requires the mutex. */
static void stop_all(Match *match)
{
    atomic_store(&match->stop, true);
    for (int i = 0; i < match->worker_count; i++)
        for (int p = 0; p < 2; p++)
            if (match->worker[i].player[p] != NULL)
                player_stop(match->worker[i].player[p]);
    pthread_cond_broadcast(&match->changed);
}

/* Start the workers.  Fewer than requested are enough: the results are the same. */
static bool start_workers(Match *match)
{
    pthread_mutex_lock(&match->mutex); /* no worker may end before all are counted */
    for (int i = 0; i < match->config->concurrency; i++) {
        match->worker[i] = (Worker){ .match = match };
        if (!thread_start(&match->worker[i].thread, WORKER_STACK_BYTES, work, &match->worker[i]))
            break;
        match->worker_count = match->playing = i + 1;
    }
    pthread_mutex_unlock(&match->mutex);
    return match->worker_count > 0;
}

/* --- Collecting --------------------------------------------------------------------------- */

/* Take the next game in order out of the ring.  Requires the mutex. */
static bool take_next(Match *match, Slot *out)
{
    Slot *slot = &match->slots[match->counted % match->slot_count];
    if (!slot->done || slot->game.number != match->counted)
        return false;
    *out = *slot;
    *slot = (Slot){ 0 };
    return true;
}

/* Write and count a game and notify the listener, without the mutex, because both can be slow. */
static Status commit(Match *match, Slot *slot, Fault *fault)
{
    Status status = STATUS_OK;
    if (match->archive.file >= 0)
        status = archive_append(&match->archive, slot->record.data, slot->record.length, fault);
    buffer_free(&slot->record);
    if (status != STATUS_OK)
        return status;
    pthread_mutex_lock(&match->mutex);
    count_game(match, &slot->game);
    match->report->repeated = match->openings.repeated;
    pthread_cond_broadcast(&match->changed); /* the ring has a free slot */
    pthread_mutex_unlock(&match->mutex);
    if (match->listener != NULL && match->listener->game != NULL)
        match->listener->game(match->listener->context, match->report, &slot->game);
    return STATUS_OK;
}

static bool asked_to_stop(Match *match)
{
    const MatchListener *listener = match->listener;
    if (listener == NULL || listener->stop == NULL ||
        !listener->stop(listener->context, match->report))
        return false;
    match->report->stopped = true;
    return true;
}

/* Collect games until all are counted or the match is stopped. */
static Status collect(Match *match, Fault *fault)
{
    Status status = STATUS_OK;
    while (status == STATUS_OK && !is_decided(match) && !asked_to_stop(match)) {
        Slot slot;
        pthread_mutex_lock(&match->mutex);
        bool taken = take_next(match, &slot);
        bool idle = match->failed || match->playing == 0;
        if (!taken && !idle)
            thread_wait_ms(&match->changed, &match->mutex, WAIT_MS);
        pthread_mutex_unlock(&match->mutex);
        if (taken)
            status = commit(match, &slot, fault);
        else if (idle)
            break;
    }
    return status;
}

/* Read game `number` from the record of a source. */
static Status read_fetched(const Match *match, int64_t number, Slot *slot, Fault *fault)
{
    Record record;
    Fault  why;
    if (record_read(games_find, slot->record.data, slot->record.length, &record, &why) != STATUS_OK)
        return fault_set(fault, STATUS_ILLEGAL, 0, "the record of game %lld is unreadable: %.150s",
                         (long long)number + 1, why.why);
    bool is_ours =
        is_game(match, number, &record) && strcmp(record_result(&record).winner, "*") != 0;
    if (is_ours)
        read_result(&record, number, &slot->game);
    record_free(&record);
    return is_ours
               ? STATUS_OK
               : fault_set(fault, STATUS_ILLEGAL, 0, "the record of game %lld is not of this match",
                           (long long)number + 1);
}

static Status fetch_game(Match *match, Fault *fault)
{
    const MatchSource *source = match->config->source;
    int64_t            number = match->counted;
    Slot               slot = { 0 };
    Opening            opening;
    buffer_init(&slot.record, MATCH_RECORD_BYTES_MAX);
    Status status = source->fetch(source->context, number, &slot.record, slot.game.work, fault);
    if (status == STATUS_OK && slot.record.failed)
        status = fail_game(fault, STATUS_NO_MEMORY);
    if (status == STATUS_OK && slot.record.length > 0) {
        status = read_fetched(match, number, &slot, fault);
        if (status == STATUS_OK) /* counts repeated openings */
            status = openings_get(&match->openings, (int)(number / 2), &opening);
        if (status == STATUS_OK)
            return commit(match, &slot, fault);
    }
    buffer_free(&slot.record);
    return status;
}

/* Collect games from the source until all are counted or the match is stopped. */
static Status fetch_all(Match *match, Fault *fault)
{
    Status status = STATUS_OK;
    pthread_mutex_init(&match->mutex, NULL);
    pthread_cond_init(&match->changed, NULL);
    while (status == STATUS_OK && !is_decided(match) && !asked_to_stop(match))
        status = fetch_game(match, fault);
    pthread_cond_destroy(&match->changed);
    pthread_mutex_destroy(&match->mutex);
    return status;
}

/* Repeat the stop, because a player created meanwhile has not received the first one. */
static void end_workers(Match *match)
{
    pthread_mutex_lock(&match->mutex);
    while (match->playing > 0) {
        stop_all(match);
        thread_wait_ms(&match->changed, &match->mutex, WAIT_MS);
    }
    pthread_mutex_unlock(&match->mutex);
    for (int i = 0; i < match->worker_count; i++)
        pthread_join(match->worker[i].thread, NULL);
}

/* Drop games that finished out of order; a resumed match plays them again. */
static void drop_slots(Match *match)
{
    for (int i = 0; i < match->slot_count; i++)
        buffer_free(&match->slots[i].record);
    free(match->slots);
}

static Status play_all(Match *match, Fault *fault)
{
    match->slot_count = match->config->concurrency * AHEAD_PER_WORKER;
    match->slots = calloc((size_t)match->slot_count, sizeof *match->slots);
    if (match->slots == NULL)
        return fail_game(fault, STATUS_NO_MEMORY);
    match->next = match->counted;
    pthread_mutex_init(&match->mutex, NULL);
    pthread_cond_init(&match->changed, NULL);
    Status status = STATUS_OK;
    if (start_workers(match))
        status = collect(match, fault);
    else
        status = fault_set(fault, STATUS_SYSTEM, 0, "cannot start a thread");
    end_workers(match);
    if (status == STATUS_OK && match->failed) {
        *fault = match->fault;
        status = fault->status;
    }
    drop_slots(match);
    pthread_cond_destroy(&match->changed);
    pthread_mutex_destroy(&match->mutex);
    return status;
}

Status match_run(const MatchConfig *config, const MatchListener *listener, MatchReport *report,
                 Fault *fault)
{
    assert(config != NULL && report != NULL); /* the listener may be NULL */
    assert(config->games >= 1 && config->games <= MATCH_GAMES_MAX);
    assert(config->concurrency >= 1 && config->concurrency <= MATCH_CONCURRENCY_MAX);
    Match *match = calloc(1, sizeof *match);
    if (match == NULL)
        return fail_game(fault, STATUS_NO_MEMORY);
    *report = (MatchReport){ 0 };
    match->config = config;
    match->listener = listener;
    match->report = report;
    match->archive.file = -1;
    describe(config, match->about, sizeof match->about);
    Status status = openings_init(&match->openings, &config->setup, config->games / 2 + 1,
                                  config->opening_turns, config->seed, config->balanced);
    if (status != STATUS_OK)
        fail_game(fault, status);
    if (status == STATUS_OK && config->records != NULL)
        status = archive_open(&match->archive, config->records, resume_game, match, fault);
    if (status == STATUS_OK && !is_decided(match))
        status = config->source != NULL ? fetch_all(match, fault) : play_all(match, fault);
    archive_close(&match->archive);
    openings_free(&match->openings);
    free(match);
    return status;
}

/* --- Single games --------------------------------------------------------------------------- */

struct MatchWorker {
    MatchConfig config;
    Match       match; /* with one worker, which is the caller */
};

MatchWorker *match_worker_new(const MatchConfig *config, Fault *fault)
{
    MatchWorker *worker = calloc(1, sizeof *worker);
    if (worker == NULL) {
        fail_game(fault, STATUS_NO_MEMORY);
        return NULL;
    }
    Match *match = &worker->match;
    worker->config = *config;
    match->config = &worker->config;
    match->archive.file = -1;
    match->worker_count = 1;
    match->worker[0].match = match;
    describe(config, match->about, sizeof match->about);
    if (openings_init(&match->openings, &config->setup, config->games / 2 + 1,
                      config->opening_turns, config->seed, config->balanced) != STATUS_OK) {
        fail_game(fault, STATUS_NO_MEMORY);
        free(worker);
        return NULL;
    }
    pthread_mutex_init(&match->mutex, NULL);
    pthread_cond_init(&match->changed, NULL);
    return worker;
}

static void drop_players(MatchWorker *worker)
{
    for (int i = 0; i < 2; i++)
        player_delete(take_player(&worker->match.worker[0], i));
}

void match_worker_delete(MatchWorker *worker)
{
    if (worker == NULL)
        return;
    drop_players(worker);
    pthread_cond_destroy(&worker->match.changed);
    pthread_mutex_destroy(&worker->match.mutex);
    openings_free(&worker->match.openings);
    free(worker);
}

Status match_worker_play(MatchWorker *worker, int64_t number, MatchGame *game, Buffer *record,
                         Fault *fault)
{
    assert(number >= 0 && number < worker->config.games);
    Slot slot;
    if (atomic_exchange(&worker->match.stop, false))
        drop_players(worker); /* a stop that came late would end their next search */
    Status status = play_game(&worker->match.worker[0], number, &slot, fault);
    if (status == STATUS_OK && slot.done) {
        buffer_bytes(record, slot.record.data, slot.record.length);
        *game = slot.game;
        if (record->failed)
            status = fail_game(fault, STATUS_NO_MEMORY);
    }
    if (slot.done)
        buffer_free(&slot.record);
    return status;
}

void match_worker_stop(MatchWorker *worker)
{
    pthread_mutex_lock(&worker->match.mutex);
    stop_all(&worker->match);
    pthread_mutex_unlock(&worker->match.mutex);
}
