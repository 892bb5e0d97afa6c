/* SPDX-License-Identifier: MIT */
/* contestant_json.c - a program that speaks JSON, one object a line (docs/bots.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bot_query.h"
#include "arena/bot_message.h"
#include "arena/bot_connection.h"
#include "base/clock.h"
#include "base/json.h"

enum { SAID_BYTES_MAX = 64 << 20, FAREWELL_MS = 200, SEED_MASK = 0x7fffffff };

typedef struct Speaker {
    BotConnection connection; /* first */
    Buffer        said;       /* what we say */
    BotMessage    words;      /* what it says */
    int           told;       /* turns of the line that it knows of */
} Speaker;

static Speaker *speaker_of(Player *player)
{
    return (Speaker *)(void *)player;
}

static bool send_request(Speaker *s, int64_t until_ms, PlayerAnswer *answer)
{
    buffer_add(&s->said, "\n");
    if (s->said.failed) { /* more than any bot could want to hear */
        contestant_fail(&s->connection.contestant, answer, TERMINATION_PROTOCOL,
                        "it asked for more than can be said");
        return false;
    }
    return bot_connection_send(&s->connection, s->said.data, s->said.length, until_ms, answer);
}

/* --- A game begins ------------------------------------------------------------------------ */

static void write_game(Speaker *s, uint64_t seed)
{
    const Contestant    *c = &s->connection.contestant;
    const ContestLimits *limits = &c->rules->limits;
    char                 name[SETUP_TEXT_MAX];
    Text                 text = text_over(name, sizeof name);
    Json                 json = json_over(&s->said);
    setup_write(&c->setup, &text);
    buffer_clear(&s->said);
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
    Speaker    *s = speaker_of(player);
    Contestant *c = &s->connection.contestant;
    const char *line;
    size_t      length;
    c->setup = *setup;
    c->side = side;
    Status status = bot_connection_start(&s->connection, fault);
    if (status != STATUS_OK)
        return status;
    int64_t until = clock_wall_ms() + c->rules->limits.start_ms;
    write_game(s, seed);
    bot_connection_begin(&s->connection);
    if (send_request(s, until, NULL) &&
        bot_connection_receive(&s->connection, until, &line, &length, NULL)) {
        bot_message_read(line, length, &s->words);
        if (s->words.kind == BOT_SAYS_READY)
            return STATUS_OK;
        bot_connection_fail_protocol(&s->connection, NULL, line, length, "{\"ready\":true}");
    }
    return fault_set(fault, STATUS_ILLEGAL, 0, "%.200s", c->failure.why);
}

/* --- A turn ------------------------------------------------------------------------------- */

static void write_since(Speaker *s, Json *json, const Line *line)
{
    json_array(json, "since");
    for (; s->told < line_turns(line); s->told++) {
        char words[TURN_TEXT_MAX];
        Text text = text_over(words, sizeof words);
        Turn turn;
        line_turn(line, s->told, &turn);
        turn_write(line->setup.game, line_before_turn(line, s->told), &turn, &text);
        json_string(json, NULL, words);
    }
    json_end_array(json);
    s->told++; /* its own turn, which comes now */
}

static void write_turn(Speaker *s, const Line *line, const SearchLimits *limits)
{
    const Pos  *pos = line_now(line);
    const Game *game = line->setup.game;
    char        words[POS_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    Json        json = json_over(&s->said);
    game->text->pos_write(pos, &text);
    buffer_clear(&s->said);
    json_object(&json, NULL);
    json_string(&json, "do", "turn");
    json_string(&json, "position", words);
    json_string(&json, "side", game->sides[pos->side]);
    json_integer(&json, "turn", line_turns(line) + 1);
    write_since(s, &json, line);
    json_integer(&json, "time_ms", bot_connection_time_ms(&s->connection, limits));
    json_end_object(&json);
}

static void answer_question(Speaker *s, const Line *line)
{
    buffer_clear(&s->said);
    if (s->words.kind == BOT_QUERY_TURNS)
        bot_query_turns(line, s->words.after, s->words.max, s->words.values, &s->said);
    else
        bot_query_look(line, s->words.after, &s->said);
    if (s->said.length > 0)
        s->said.length--; /* `say` adds the newline */
}

static void take_turn(Speaker *s, const Line *line, PlayerAnswer *answer)
{
    Fault fault = { .why = "" };
    if (turn_read(line->setup.game, line_now(line), s->words.turn, &answer->turn, &fault) !=
        STATUS_OK)
        bot_connection_fail_illegal(&s->connection, answer, s->words.turn, fault.why);
    else
        answer->status = PLAYER_TURN;
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    Speaker    *s = speaker_of(player);
    int64_t     until = bot_connection_deadline_ms(&s->connection, limits);
    const char *words;
    size_t      length;
    write_turn(s, line, limits);
    bot_connection_begin(&s->connection);
    while (send_request(s, until, answer) &&
           bot_connection_receive(&s->connection, until, &words, &length, answer)) {
        bot_message_read(words, length, &s->words);
        if (s->words.kind == BOT_SAYS_TURN) {
            bot_connection_rest(&s->connection);
            take_turn(s, line, answer);
            return;
        }
        if (s->words.kind != BOT_QUERY_TURNS && s->words.kind != BOT_QUERY_LOOK) {
            bot_connection_fail_protocol(&s->connection, answer, words, length,
                                         "{\"turn\":\"...\"}");
            return;
        }
        answer_question(s, line);
    }
}

/* --- The end ------------------------------------------------------------------------------ */

static void end(Contestant *c, const RecordResult *result, bool won)
{
    Speaker *s = (Speaker *)(void *)c;
    Json     json = json_over(&s->said);
    if (s->connection.jailed == NULL)
        return;
    buffer_clear(&s->said);
    json_object(&json, NULL);
    json_string(&json, "do", "end");
    json_string(&json, "winner", result->winner);
    json_string(&json, "reason", result->reason);
    json_bool(&json, "won", won);
    json_end_object(&json);
    buffer_add(&s->said, "\n");
    jailed_write(s->connection.jailed, s->said.data, s->said.length, clock_wall_ms() + FAREWELL_MS);
    bot_connection_end(&s->connection, FAREWELL_MS);
}

static void drop(Player *player)
{
    Speaker *s = speaker_of(player);
    bot_connection_end(&s->connection, 0);
    buffer_free(&s->said);
    free(s);
}

static const PlayerOps OPS = { begin, choose, bot_connection_stop, drop };

Player *contestant_new_json(const BuiltBot *bot, const ContestantRules *rules, Fault *fault)
{
    Speaker *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(&s->connection.contestant, &OPS, bot, rules);
    s->connection.contestant.end = end;
    atomic_init(&s->connection.stopped, false);
    buffer_init(&s->said, SAID_BYTES_MAX);
    return &s->connection.contestant.player;
}
