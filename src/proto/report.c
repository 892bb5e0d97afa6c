/* SPDX-License-Identifier: MIT */
#include "proto/report.h"

#include <assert.h>
#include <math.h>

static int hundredths(const Game *game, int score)
{
    int unit = game->eval != NULL && game->eval->unit > 0 ? game->eval->unit : 100;
    return (int)((int64_t)score * 100 / unit);
}

void report_score(const Game *game, int score, InfoParams *info)
{
    bool won = score_is_win(score), lost = score_is_loss(score);
    info->score = won ? SCORE_WORDS_WIN : lost ? SCORE_WORDS_LOSS : SCORE_WORDS_CP;
    info->score_value = won || lost ? score_distance(score) : hundredths(game, score);
}

/* Append one turn, after a space unless it is the first; nothing if it does not fit. */
static void add_turn(const Game *game, const Pos *before, const Turn *turn, Text *out)
{
    size_t length = out->length;
    if (length > 0)
        text_char(out, ' ');
    turn_write(game, before, turn, out);
    if (out->full)
        text_cut(out, length);
}

void report_turns(const Game *game, const Pos *pos, const Step *steps, int count, Text *out)
{
    assert(count >= 0 && (count == 0 || steps != NULL));
    PosBuffer before, now;
    Turn      turn;
    game_copy(game, pos, &before.head);
    for (int at = 0;
         !out->full && turn_first(game, &before.head, steps + at, count - at, &turn, &now.head);
         at += turn.count) {
        add_turn(game, &before.head, &turn, out);
        game_copy(game, &now.head, &before.head);
    }
}

static void set_number(InfoParams *info, InfoNumber which, uint64_t value)
{
    info->given[which] = true;
    info->value[which] = value;
}

void report_info(const Line *line, const SearchInfo *info, Text *out)
{
    const Game *game = line->setup.game;
    char        turns[MESSAGE_REPLY_MAX / 2];
    Text        pv = text_over(turns, sizeof turns);
    Reply       reply = { .kind = REPLY_INFO };
    InfoParams *words = &reply.info;
    set_number(words, INFO_DEPTH, (uint64_t)info->depth);
    set_number(words, INFO_SELDEPTH, (uint64_t)info->selective);
    set_number(words, INFO_MULTIPV, (uint64_t)info->index + 1);
    report_score(game, info->line->score, words);
    words->has_lead = info->has_lead;
    words->lead = info->lead;
    set_number(words, INFO_NODES, info->nodes);
    set_number(words, INFO_NPS, info->nodes_per_second);
    set_number(words, INFO_TIME, info->elapsed_ms < 0 ? 0 : (uint64_t)info->elapsed_ms);
    set_number(words, INFO_HASHFULL, (uint64_t)info->table_permille);
    report_turns(game, line_now(line), info->line->steps, info->line->step_count, &pv);
    words->pv = (Span){ pv.data, pv.length };
    words->string = span_of("");
    reply_write(&reply, out);
}

int report_chance(const Game *game, int score)
{
    return (int)lround(1000 * score_win_probability(score, game->eval));
}
