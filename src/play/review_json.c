/* SPDX-License-Identifier: MIT */
#include "play/review_json.h"

#include <string.h>

#include "core/message.h"

static double chance(int value)
{
    return (double)value / REVIEW_SURE;
}

/* Write the name of a player; the English name of the side if names are missing or equal. */
static void write_name(Json *json, const Record *record, int player)
{
    const char *names[2] = { record_tag(record, "First"), record_tag(record, "Second") };
    char        words[MESSAGE_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    bool        is_named = names[0] != NULL && names[1] != NULL && strcmp(names[0], names[1]) != 0;
    message_side_write(record->line.setup.game, player, &LANGUAGE_ENGLISH, &text);
    json_string(json, "name", is_named ? names[player] : words);
}

static void write_player(Json *json, const Record *record, const Review *review, int player)
{
    int accuracy = review_accuracy(review, player);
    json_object(json, NULL);
    write_name(json, record, player);
    if (accuracy < 0)
        json_null(json, "accuracy");
    else
        json_number(json, "accuracy", chance(accuracy));
    for (int which = REVIEW_GOOD; which < REVIEW_CLASS_COUNT; which++)
        json_integer(json, REVIEW_CLASSES[which].name,
                     review_count(review, player, (ReviewClass)which));
    json_end_object(json);
}

static void write_turn(Json *json, const char *name, const Game *game, const Pos *pos,
                       const Turn *turn)
{
    char words[TURN_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    turn_write(game, pos, turn, &text);
    json_string(json, name, words);
}

/* Write the turns of the better line, in notation or as steps. */
static void write_line(Json *json, const char *name, const Game *game, const Pos *start,
                       const ReviewTurn *turn, bool as_steps)
{
    PosBuffer pos, before;
    Turn      next;
    game_copy(game, start, &pos.head);
    json_array(json, name);
    for (int at = 0; at < turn->line_count; at += next.count) {
        game_copy(game, &pos.head, &before.head);
        if (!turn_first(game, &before.head, turn->line + at, turn->line_count - at, &next,
                        &pos.head))
            break;
        if (!as_steps) {
            write_turn(json, NULL, game, &before.head, &next);
            continue;
        }
        json_array(json, NULL);
        for (int i = 0; i < next.count; i++)
            json_word(json, NULL, next.step[i]);
        json_end_array(json);
    }
    json_end_array(json);
}

static void write_move(Json *json, const Line *line, const ReviewTurn *turn, int index)
{
    const Game *game = line->setup.game;
    const Pos  *pos = line_before_turn(line, index);
    Turn        played;
    line_turn(line, index, &played);
    json_object(json, NULL);
    json_integer(json, "number", index + 1);
    json_string(json, "side", game->sides[pos->side]);
    json_integer(json, "player", turn->player);
    write_turn(json, "move", game, pos, &played);
    json_number(json, "before", chance(turn->before));
    json_number(json, "after", chance(turn->after));
    json_number(json, "loss", chance(review_loss(turn)));
    json_string(json, "class", REVIEW_CLASSES[review_class(turn)].name);
    write_turn(json, "best", game, pos, &turn->best);
    json_bool(json, "proved", turn->is_proved);
    if (turn->is_proved)
        json_integer(json, "proof_moves", turn->proof_turns);
    else
        json_null(json, "proof_moves");
    write_line(json, "line", game, pos, turn, false);
    write_line(json, "steps", game, pos, turn, true);
    json_end_object(json);
}

void review_json(Json *json, const Record *record, const Review *review, uint64_t nodes)
{
    RecordResult result = record_result(record);
    char         setup[SETUP_TEXT_MAX];
    Text         text = text_over(setup, sizeof setup);
    setup_write(&record->line.setup, &text);
    json_string(json, "game", setup);
    json_string(json, "winner", result.winner);
    json_string(json, "reason", result.reason);
    json_integer(json, "nodes", (int64_t)nodes);
    json_object(json, "thresholds");
    for (int which = REVIEW_INACCURACY; which < REVIEW_CLASS_COUNT; which++)
        json_number(json, REVIEW_CLASSES[which].name, chance(REVIEW_CLASSES[which].loss));
    json_end_object(json);
    json_array(json, "players");
    for (int player = 0; player < 2; player++)
        write_player(json, record, review, player);
    json_end_array(json);
    json_array(json, "moves");
    for (int i = 0; i < review->count; i++)
        write_move(json, &record->line, &review->turns[i], i);
    json_end_array(json);
}
