/* SPDX-License-Identifier: MIT */
/* contestant_json.c - a program that exchanges JSON objects, one per line (docs/bots.md). */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bot_query.h"
#include "arena/bot_message.h"
#include "arena/bot_connection.h"
#include "base/clock.h"
#include "base/json.h"

enum { REQUEST_BYTES_MAX = 64 << 20, FAREWELL_MS = 200, SEED_MASK = 0x7fffffff };

typedef struct JsonBot {
    BotConnection connection; /* first */
    Buffer        request;    /* our next message */
    BotMessage    message;    /* the bot's last message */
    int           sent_turns; /* moves of the line that the bot knows */
} JsonBot;

static JsonBot *json_bot_of(Player *player)
{
    return (JsonBot *)(void *)player;
}

static bool send_request(JsonBot *b, int64_t until_ms, PlayerAnswer *answer)
{
    buffer_add(&b->request, "\n");
    if (b->request.failed) { /* a reply beyond REQUEST_BYTES_MAX */
        contestant_fail(&b->connection.contestant, answer, TERMINATION_PROTOCOL,
                        "the reply to its query is too large; use a smaller 'max'");
        return false;
    }
    return bot_connection_send(&b->connection, b->request.data, b->request.length, until_ms,
                               answer);
}

/* --- A game begins ------------------------------------------------------------------------ */

static void write_game(JsonBot *b, uint64_t seed)
{
    const Contestant    *c = &b->connection.contestant;
    const ContestLimits *limits = &c->rules->limits;
    char                 name[SETUP_TEXT_MAX];
    Text                 text = text_over(name, sizeof name);
    Json                 json = json_over(&b->request);
    setup_write(&c->setup, &text);
    buffer_clear(&b->request);
    json_object(&json, NULL);
    json_string(&json, "do", "game");
    json_integer(&json, "protocol", 1);
    json_string(&json, "game", name);
    json_integer(&json, "player", c->side);
    json_string(&json, "side", c->setup.game->sides[c->side]);
    json_integer(&json, "seed", (int64_t)(seed & SEED_MASK));
    if (limits->game_ms > 0) {
        json_integer(&json, "game_ms", limits->game_ms);
        json_integer(&json, "increment_ms", limits->increment_ms);
    } else {
        json_integer(&json, "turn_ms", limits->turn_ms);
    }
    json_end_object(&json);
}

static Status begin(Player *player, const Setup *setup, int side, uint64_t seed, Fault *fault)
{
    JsonBot    *b = json_bot_of(player);
    Contestant *c = &b->connection.contestant;
    const char *line;
    size_t      length;
    c->setup = *setup;
    c->side = side;
    Status status = bot_connection_start(&b->connection, fault);
    if (status != STATUS_OK)
        return status;
    assert(b->sent_turns == 0 && "a contestant lives for one game");
    int64_t until = clock_wall_ms() + c->rules->limits.start_ms;
    write_game(b, seed);
    bot_connection_begin(&b->connection);
    if (send_request(b, until, NULL) &&
        bot_connection_receive(&b->connection, until, &line, &length, NULL)) {
        bot_message_read(line, length, &b->message);
        if (b->message.kind == BOT_MESSAGE_READY) {
            bot_connection_rest(&b->connection);
            return STATUS_OK;
        }
        bot_connection_fail_protocol(&b->connection, NULL, line, length, "{\"ready\":true}");
    }
    return fault_set(fault, STATUS_ILLEGAL, 0, "%.200s", c->failure.why);
}

/* --- A turn ------------------------------------------------------------------------------- */

static void write_since(JsonBot *b, Json *json, const Line *line)
{
    assert(b->sent_turns <= line_turns(line));
    json_array(json, "since");
    for (; b->sent_turns < line_turns(line); b->sent_turns++) {
        char turn_text[TURN_TEXT_MAX];
        Text text = text_over(turn_text, sizeof turn_text);
        Turn turn;
        line_turn(line, b->sent_turns, &turn);
        turn_write(line->setup.game, line_before_turn(line, b->sent_turns), &turn, &text);
        json_string(json, NULL, turn_text);
    }
    json_end_array(json);
    b->sent_turns++; /* the move that it will answer */
}

static void write_turn(JsonBot *b, const Line *line, const SearchLimits *limits)
{
    const Pos  *pos = line_now(line);
    const Game *game = line->setup.game;
    char        pos_text[POS_TEXT_MAX];
    Text        text = text_over(pos_text, sizeof pos_text);
    Json        json = json_over(&b->request);
    game->text->pos_write(pos, &text);
    buffer_clear(&b->request);
    json_object(&json, NULL);
    json_string(&json, "do", "turn");
    json_string(&json, "position", pos_text);
    json_string(&json, "side", game->sides[pos->side]);
    json_integer(&json, "turn", line_turns(line) + 1);
    write_since(b, &json, line);
    json_integer(&json, "time_ms", bot_connection_time_ms(&b->connection, limits));
    json_end_object(&json);
}

static void answer_question(JsonBot *b, const Line *line)
{
    assert(b->message.kind == BOT_QUERY_TURNS || b->message.kind == BOT_QUERY_LOOK);
    buffer_clear(&b->request);
    if (b->message.kind == BOT_QUERY_TURNS)
        bot_query_turns(line, b->message.after, b->message.max, b->message.values, &b->request);
    else
        bot_query_look(line, b->message.after, &b->request);
    if (b->request.length > 0)
        b->request.length--; /* send_request adds the newline */
}

static void take_turn(JsonBot *b, const Line *line, PlayerAnswer *answer)
{
    Fault fault = { .why = "" };
    if (turn_read(line->setup.game, line_now(line), b->message.turn, &answer->turn, &fault) !=
        STATUS_OK)
        bot_connection_fail_illegal(&b->connection, answer, b->message.turn, fault.why);
    else
        answer->status = PLAYER_TURN;
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    JsonBot    *b = json_bot_of(player);
    int64_t     until = bot_connection_deadline_ms(&b->connection, limits);
    const char *text;
    size_t      length;
    write_turn(b, line, limits);
    bot_connection_begin(&b->connection);
    while (send_request(b, until, answer) &&
           bot_connection_receive(&b->connection, until, &text, &length, answer)) {
        bot_message_read(text, length, &b->message);
        if (b->message.kind == BOT_MESSAGE_TURN) {
            bot_connection_rest(&b->connection);
            take_turn(b, line, answer);
            return;
        }
        if (b->message.kind != BOT_QUERY_TURNS && b->message.kind != BOT_QUERY_LOOK) {
            bot_connection_fail_protocol(&b->connection, answer, text, length,
                                         "{\"turn\":\"...\"}");
            return;
        }
        answer_question(b, line);
    }
}

/* --- The end ------------------------------------------------------------------------------ */

static void end(Contestant *c, const RecordResult *result, bool won)
{
    JsonBot *b = (JsonBot *)(void *)c;
    Json     json = json_over(&b->request);
    if (b->connection.jailed == NULL)
        return;
    buffer_clear(&b->request);
    json_object(&json, NULL);
    json_string(&json, "do", "end");
    json_string(&json, "winner", result->winner);
    json_string(&json, "reason", result->reason);
    json_bool(&json, "won", won);
    json_end_object(&json);
    buffer_add(&b->request, "\n");
    jailed_write(b->connection.jailed, b->request.data, b->request.length,
                 clock_wall_ms() + FAREWELL_MS);
    bot_connection_end(&b->connection, FAREWELL_MS);
}

static void drop(Player *player)
{
    JsonBot *b = json_bot_of(player);
    bot_connection_end(&b->connection, 0);
    buffer_free(&b->request);
    free(b);
}

static const PlayerOps OPS = { begin, choose, bot_connection_stop, drop };

Player *contestant_new_json(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    JsonBot *b = calloc(1, sizeof *b);
    if (b == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(&b->connection.contestant, &OPS, bot, rules);
    b->connection.contestant.end = end;
    atomic_init(&b->connection.stopped, false);
    buffer_init(&b->request, REQUEST_BYTES_MAX);
    return &b->connection.contestant.player;
}
