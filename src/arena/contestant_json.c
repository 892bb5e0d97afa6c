/* SPDX-License-Identifier: MIT */
/* contestant_json.c - a program that speaks JSON, one object a line (docs/bots.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/asks.h"
#include "arena/bot_words.h"
#include "arena/talker.h"
#include "base/clock.h"
#include "base/json.h"

enum { SAID_BYTES_MAX = 64 << 20, FAREWELL_MS = 200, SEED_MASK = 0x7fffffff };

typedef struct Speaker {
    Talker   talker; /* first */
    Buffer   said;   /* what we say */
    BotWords words;  /* what it says */
    int      told;   /* turns of the line that it knows of */
} Speaker;

static Speaker *speaker_of(Player *player)
{
    return (Speaker *)(void *)player;
}

static bool say(Speaker *s, int64_t until_ms, PlayerAnswer *answer)
{
    buffer_add(&s->said, "\n");
    if (s->said.failed) { /* more than any bot could want to hear */
        contestant_fail(&s->talker.contestant, answer, TERMINATION_PROTOCOL,
                        "it asked for more than can be said");
        return false;
    }
    return talker_say(&s->talker, s->said.data, s->said.length, until_ms, answer);
}

/* --- A game begins ------------------------------------------------------------------------ */

static void write_game(Speaker *s, uint64_t seed)
{
    const Contestant    *c = &s->talker.contestant;
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
    Contestant *c = &s->talker.contestant;
    const char *line;
    size_t      length;
    c->setup = *setup;
    c->side = side;
    Status status = talker_start(&s->talker, fault);
    if (status != STATUS_OK)
        return status;
    int64_t until = clock_wall_ms() + c->rules->limits.start_ms;
    write_game(s, seed);
    talker_ask(&s->talker);
    if (say(s, until, NULL) && talker_hear(&s->talker, until, &line, &length, NULL)) {
        bot_words_read(line, length, &s->words);
        if (s->words.kind == BOT_SAYS_READY)
            return STATUS_OK;
        talker_fail_protocol(&s->talker, NULL, line, length, "{\"ready\":true}");
    }
    return fault_set(fault, STATUS_ILLEGAL, 0, "%.200s", c->trouble.why);
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
    json_integer(&json, "time_ms", talker_time_ms(&s->talker, limits));
    json_end_object(&json);
}

static void answer_question(Speaker *s, const Line *line)
{
    buffer_clear(&s->said);
    if (s->words.kind == BOT_ASKS_TURNS)
        asks_turns(line, s->words.after, s->words.max, s->words.values, &s->said);
    else
        asks_look(line, s->words.after, &s->said);
    if (s->said.length > 0)
        s->said.length--; /* `say` adds the newline */
}

static void take_turn(Speaker *s, const Line *line, PlayerAnswer *answer)
{
    Fault fault = { .why = "" };
    if (turn_read(line->setup.game, line_now(line), s->words.turn, &answer->turn, &fault) !=
        STATUS_OK)
        talker_fail_illegal(&s->talker, answer, s->words.turn, fault.why);
    else
        answer->status = PLAYER_TURN;
}

static void choose(Player *player, const Line *line, const SearchLimits *limits,
                   PlayerAnswer *answer)
{
    Speaker    *s = speaker_of(player);
    int64_t     until = talker_deadline_ms(&s->talker, limits);
    const char *words;
    size_t      length;
    write_turn(s, line, limits);
    talker_ask(&s->talker);
    while (say(s, until, answer) && talker_hear(&s->talker, until, &words, &length, answer)) {
        bot_words_read(words, length, &s->words);
        if (s->words.kind == BOT_SAYS_TURN) {
            talker_rest(&s->talker);
            take_turn(s, line, answer);
            return;
        }
        if (s->words.kind != BOT_ASKS_TURNS && s->words.kind != BOT_ASKS_LOOK) {
            talker_fail_protocol(&s->talker, answer, words, length, "{\"turn\":\"...\"}");
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
    if (s->talker.jailed == NULL)
        return;
    buffer_clear(&s->said);
    json_object(&json, NULL);
    json_string(&json, "do", "end");
    json_string(&json, "winner", result->winner);
    json_string(&json, "reason", result->reason);
    json_bool(&json, "won", won);
    json_end_object(&json);
    buffer_add(&s->said, "\n");
    jailed_write(s->talker.jailed, s->said.data, s->said.length, clock_wall_ms() + FAREWELL_MS);
    talker_end(&s->talker, FAREWELL_MS);
}

static void drop(Player *player)
{
    Speaker *s = speaker_of(player);
    talker_end(&s->talker, 0);
    buffer_free(&s->said);
    free(s);
}

static const PlayerOps OPS = { begin, choose, talker_stop, drop };

Player *contestant_new_json(const BotMade *bot, const ContestantRules *rules, Fault *fault)
{
    Speaker *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        return NULL;
    }
    contestant_set_up(&s->talker.contestant, &OPS, bot, rules);
    s->talker.contestant.end = end;
    atomic_init(&s->talker.stopped, false);
    buffer_init(&s->said, SAID_BYTES_MAX);
    return &s->talker.contestant.player;
}
