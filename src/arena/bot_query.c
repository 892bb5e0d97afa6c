/* SPDX-License-Identifier: MIT */
#include "arena/bot_query.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

enum {
    OUTCOME_TEXT_MAX = 512,
    TURNS_WALKED_MAX = 4000000, /* stop counting here: half a second of work */
};

/* A position reached by playing moves from the end of the line. */
typedef struct Ahead {
    const Game *game;
    PosBuffer   pos;
    int         turns; /* played since the start position */
    Outcome     outcome;
} Ahead;

static void append_error(Buffer *out, const char *why)
{
    Json json = json_over(out);
    json_object(&json, NULL);
    json_string(&json, "do", "error");
    json_string(&json, "why", why);
    json_end_object(&json);
    buffer_add(out, "\n");
}

/* Play one move given in notation. */
static bool play_turn(Ahead *ahead, const char *turn, Fault *fault)
{
    Turn steps;
    if (ahead->outcome.ending != ENDING_NONE) {
        fault_set(fault, STATUS_ILLEGAL, 0, "the game is already over before '%.60s'", turn);
        return false;
    }
    if (turn_read(ahead->game, &ahead->pos.head, turn, &steps, fault) != STATUS_OK)
        return false;
    turn_apply(ahead->game, &ahead->pos.head, &steps);
    ahead->turns++;
    ahead->outcome = ahead->game->rules->outcome(&ahead->pos.head);
    return true;
}

/* Play the moves of `after` from the end of the line.  On failure append an error reply. */
static bool look_ahead(const Line *line, const char *after, Ahead *ahead, Buffer *out)
{
    Scan  scan = scan_string(after);
    Fault fault = { .why = "" };
    ahead->game = line->setup.game;
    game_copy(ahead->game, line_now(line), &ahead->pos.head);
    ahead->turns = line_turns(line);
    ahead->outcome = ahead->game->rules->outcome(&ahead->pos.head);
    for (scan_blanks(&scan); !scan_done(&scan); scan_blanks(&scan)) {
        char        turn[TURN_TEXT_MAX];
        const char *start;
        size_t      length = scan_token(&scan, &start);
        if (length >= sizeof turn) {
            append_error(out, "a move in 'after' is too long");
            return false;
        }
        memcpy(turn, start, length);
        turn[length] = '\0';
        if (!play_turn(ahead, turn, &fault)) {
            append_error(out, fault.why);
            return false;
        }
    }
    return true;
}

/* Return the static evaluation of a position for `side`; 0 if the game has none. */
static int value_for(const Game *game, const Pos *pos, int side)
{
    Outcome outcome = game->rules->outcome(pos);
    if (outcome.ending == ENDING_DRAWN)
        return 0;
    if (outcome.ending == ENDING_WON)
        return outcome.winner == side ? BOT_QUERY_VALUE_WON : -BOT_QUERY_VALUE_WON;
    if (game->eval == NULL || game->eval->baseline_eval == NULL)
        return 0;
    int value = game->eval->baseline_eval(pos);
    return pos->side == side ? value : -value;
}

/* Return the value after a move for the player who made it.  A swap exchanges the colours, so the
 * value belongs to the player and not to the side. */
static int value_after(const Game *game, const Pos *before, const Pos *after)
{
    int player = game_player(game, before, before->side);
    int side = game_player(game, after, 0) == player ? 0 : 1;
    return value_for(game, after, side);
}

/* --- turns --- */

typedef struct Listing {
    const Game *game;
    const Pos  *pos;
    int64_t     count; /* first pass: all moves; second pass: moves not yet visited */
    int64_t     wanted;
    Random      random;
    Json       *json;
    int        *values; /* NULL: not requested */
    int         listed;
} Listing;

static bool count_turn(void *context, const Turn *turn, const Pos *after)
{
    (void)turn;
    (void)after;
    return ++((Listing *)context)->count < TURNS_WALKED_MAX;
}

/* Selection sampling (Knuth, TAOCP vol. 2, 3.4.2, algorithm S): each move is listed with the same
 * probability, and exactly `wanted` moves are listed. */
static bool list_turn(void *context, const Turn *turn, const Pos *after)
{
    Listing *list = context;
    char     turn_text[TURN_TEXT_MAX];
    Text     text = text_over(turn_text, sizeof turn_text);
    int64_t  left = list->count--;
    if (left > list->wanted && (int64_t)random_below(&list->random, (uint32_t)left) >= list->wanted)
        return true;
    assert(list->wanted > 0);
    list->wanted--;
    turn_write(list->game, list->pos, turn, &text);
    json_string(list->json, NULL, turn_text);
    if (list->values != NULL)
        list->values[list->listed] = value_after(list->game, list->pos, after);
    list->listed++;
    return list->wanted > 0;
}

static void write_values(Json *json, const Listing *list)
{
    if (list->values == NULL)
        return;
    json_array(json, "values");
    for (int i = 0; i < list->listed; i++)
        json_integer(json, NULL, list->values[i]);
    json_end_array(json);
}

void bot_query_turns(const Line *line, const char *after, int max, bool values, Buffer *out)
{
    assert(max >= 1 && after != NULL);
    Ahead ahead;
    if (!look_ahead(line, after, &ahead, out))
        return;
    const Pos *pos = &ahead.pos.head;
    Json       json = json_over(out);
    Listing    list = {
           .game = ahead.game, .pos = pos, .random = random_seeded(pos->key), .json = &json
    };
    bool over = ahead.outcome.ending != ENDING_NONE;
    if (!over)
        turn_each(ahead.game, pos, count_turn, &list);
    list.wanted = list.count < max ? list.count : max;
    list.values = values ? calloc((size_t)list.wanted + 1, sizeof *list.values) : NULL;
    json_object(&json, NULL);
    json_string(&json, "do", "turns");
    json_integer(&json, "count", list.count);
    json_array(&json, "turns");
    if (list.wanted > 0)
        turn_each(ahead.game, pos, list_turn, &list);
    json_end_array(&json);
    write_values(&json, &list);
    json_end_object(&json);
    buffer_add(out, "\n");
    free(list.values);
}

/* --- look --- */

static void write_outcome(Json *json, const Ahead *ahead)
{
    char outcome[OUTCOME_TEXT_MAX];
    Text text = text_over(outcome, sizeof outcome);
    outcome_write(ahead->game, &ahead->pos.head, ahead->outcome, &text);
    char *space = strchr(outcome, ' ');
    if (space != NULL)
        *space++ = '\0';
    json_string(json, "winner", outcome);
    json_string(json, "reason", space == NULL ? "" : space);
}

void bot_query_look(const Line *line, const char *after, Buffer *out)
{
    Ahead ahead;
    char  pos_text[POS_TEXT_MAX];
    Text  text = text_over(pos_text, sizeof pos_text);
    if (!look_ahead(line, after, &ahead, out))
        return;
    const Pos *pos = &ahead.pos.head;
    Json       json = json_over(out);
    bool       over = ahead.outcome.ending != ENDING_NONE;
    ahead.game->text->pos_write(pos, &text);
    json_object(&json, NULL);
    json_string(&json, "do", "look");
    json_string(&json, "position", pos_text);
    json_string(&json, "side", ahead.game->sides[pos->side]);
    json_integer(&json, "turn", ahead.turns + 1);
    json_bool(&json, "over", over);
    json_integer(&json, "value", value_for(ahead.game, pos, pos->side));
    if (over)
        write_outcome(&json, &ahead);
    json_end_object(&json);
    buffer_add(out, "\n");
}
