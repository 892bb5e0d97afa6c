/* SPDX-License-Identifier: MIT */
/* contestant_ugi.c - the host side of the engine protocol (UGI, docs/protocol.md) for a bot. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bot_connection.h"
#include "base/clock.h"
#include "proto/message.h"

enum { FAREWELL_MS = 200 };

typedef struct ExternalEngine {
    BotConnection connection; /* first */
    bool          takes_game;
    char         *line; /* MESSAGE_LINE_MAX bytes for requests */
    char         *moves;
} ExternalEngine;

static ExternalEngine *engine_of(Player *player)
{
    return (ExternalEngine *)(void *)player;
}

static bool send_request(ExternalEngine *e, const Request *request, int64_t until_ms,
                         PlayerAnswer *answer)
{
    Text text = text_over(e->line, MESSAGE_LINE_MAX);
    request_write(request, &text);
    text_char(&text, '\n');
    return bot_connection_send(&e->connection, text.data, text.length, until_ms, answer);
}

static bool send_kind(ExternalEngine *e, RequestKind kind, int64_t until_ms)
{
    return send_request(e, &(Request){ .kind = kind }, until_ms, NULL);
}

/* --- A game begins ------------------------------------------------------------------------ */

/* Wait for a reply of one kind.  Unreadable lines are ignored; an `error` reply is a failure. */
static bool await(ExternalEngine *e, ReplyKind kind, const char *awaited, int64_t until_ms)
{
    const char *line;
    size_t      length;
    Reply       reply;
    while (bot_connection_receive(&e->connection, until_ms, &line, &length, NULL)) {
        if (reply_read(line, length, &reply, NULL) != STATUS_OK)
            continue;
        if (reply.kind == REPLY_OPTION && span_is(reply.option.name, "Game"))
            e->takes_game = true;
        if (reply.kind == REPLY_ERROR) {
            bot_connection_fail_protocol(&e->connection, NULL, line, length, awaited);
            return false;
        }
        if (reply.kind == kind)
            return true;
    }
    return false;
}

static bool send_game(ExternalEngine *e, int64_t until_ms)
{
    char name[SETUP_TEXT_MAX];
    Text text = text_over(name, sizeof name);
    setup_write(&e->connection.contestant.setup, &text);
    Request option = { .kind = REQUEST_SETOPTION, .name = span_of("Game"), .value = span_of(name) };
    return (!e->takes_game || send_request(e, &option, until_ms, NULL)) &&
           send_kind(e, REQUEST_UGINEWGAME, until_ms) && send_kind(e, REQUEST_ISREADY, until_ms) &&
           await(e, REPLY_READYOK, "readyok", until_ms);
}

static Status begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault)
{
    ExternalEngine *e = engine_of(player);
    Contestant     *c = &e->connection.contestant;
    (void)seed; /* UGI has no seed */
    c->setup = *setup;
    c->side = side;
    Status status = bot_connection_start(&e->connection, fault);
    if (status != STATUS_OK)
        return status;
    int64_t until = clock_wall_ms() + c->rules->limits.start_ms;
    bot_connection_begin(&e->connection);
    if (send_kind(e, REQUEST_UGI, until) && await(e, REPLY_UGIOK, "ugiok", until) &&
        send_game(e, until)) {
        bot_connection_rest(&e->connection);
        return STATUS_OK;
    }
    return fault_set(fault, STATUS_ILLEGAL, 0, "%.200s", c->failure.why);
}

/* --- A turn ------------------------------------------------------------------------------- */

static void write_moves(const Line *line, Text *out)
{
    for (int i = 0; i < line_turns(line); i++) {
        Turn turn;
        line_turn(line, i, &turn);
        if (i > 0)
            text_char(out, ' ');
        turn_write(line->setup.game, line_before_turn(line, i), &turn, out);
    }
}

static void go_number(GoParams *go, GoNumber number, int64_t value)
{
    assert(!go->given[number]);
    go->given[number] = true;
    go->value[number] = value > 0 ? (uint64_t)value : 1;
}

static GoParams go_params(const SearchLimits *limits)
{
    GoParams go = { 0 };
    if (!limits->has_clock) {
        go_number(&go, GO_MOVETIME, limits->time_ms);
        return go;
    }
    go_number(&go, GO_P1TIME, limits->clock_ms[0]);
    go_number(&go, GO_P2TIME, limits->clock_ms[1]);
    if (limits->increment_ms[0] > 0) {
        go_number(&go, GO_P1INC, limits->increment_ms[0]);
        go_number(&go, GO_P2INC, limits->increment_ms[1]);
    }
    return go;
}

static void take_bestmove(ExternalEngine *e, const Line *line, Span move, PlayerAnswer *answer)
{
    char  text[TURN_TEXT_MAX] = "";
    Fault fault = { .why = "the move is too long" };
    if (!span_copy(move, text, sizeof text) ||
        turn_read(line->setup.game, line_now(line), text, &answer->turn, &fault) != STATUS_OK)
        bot_connection_fail_illegal(&e->connection, answer, text, fault.why);
    else
        answer->status = PLAYER_TURN;
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    ExternalEngine *e = engine_of(player);
    int64_t         until = bot_connection_deadline_ms(&e->connection, limits);
    Text            moves = text_over(e->moves, MESSAGE_LINE_MAX);
    const char     *text;
    size_t          length;
    Reply           reply;
    write_moves(line, &moves);
    bot_connection_begin(&e->connection);
    if (!send_request(
            e, &(Request){ .kind = REQUEST_POSITION, .startpos = true, .turns = span_of(e->moves) },
            until, answer) ||
        !send_request(e, &(Request){ .kind = REQUEST_GO, .go = go_params(limits) }, until, answer))
        return;
    while (bot_connection_receive(&e->connection, until, &text, &length, answer)) {
        if (reply_read(text, length, &reply, NULL) != STATUS_OK || reply.kind == REPLY_ERROR) {
            bot_connection_fail_protocol(&e->connection, answer, text, length, "a bestmove");
            return;
        }
        if (reply.kind == REPLY_BESTMOVE) {
            bot_connection_rest(&e->connection);
            take_bestmove(e, line, reply.turn, answer);
            return;
        }
    }
}

/* --- The end ------------------------------------------------------------------------------ */

static void end(Contestant *c, const RecordResult *result, bool won)
{
    static const char QUIT[] = "quit\n";
    ExternalEngine   *e = (ExternalEngine *)(void *)c;
    (void)result;
    (void)won;
    if (e->connection.jailed == NULL)
        return;
    jailed_write(e->connection.jailed, QUIT, sizeof QUIT - 1, clock_wall_ms() + FAREWELL_MS);
    bot_connection_end(&e->connection, FAREWELL_MS);
}

static void drop(Player *player)
{
    ExternalEngine *e = engine_of(player);
    bot_connection_end(&e->connection, 0);
    free(e->line);
    free(e->moves);
    free(e);
}

static const PlayerOps OPS = { begin, choose, bot_connection_stop, drop };

Player *contestant_new_ugi(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    ExternalEngine *e = calloc(1, sizeof *e);
    char           *line = malloc(MESSAGE_LINE_MAX), *moves = malloc(MESSAGE_LINE_MAX);
    if (e == NULL || line == NULL || moves == NULL) {
        free(e);
        free(line);
        free(moves);
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(&e->connection.contestant, &OPS, bot, rules);
    e->connection.contestant.end = end;
    atomic_init(&e->connection.stopped, false);
    e->line = line;
    e->moves = moves;
    return &e->connection.contestant.player;
}
