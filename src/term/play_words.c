/* SPDX-License-Identifier: MIT */
/* play_words.c - a game at a terminal in words: boards, scores, turns. */
#include <string.h>

#include "core/shape.h"
#include "term/play.h"
#include "term/touches.h"
#include "term/turned.h"

static void draw_own(const Play *play, Text *out)
{
    Buffer board;
    buffer_init(&board, BOARD_TEXT_MAX - 1);
    if (turned_board(play_setup(play), play_pos(play), play_is_flipped(play), &board))
        text_add(out, board.data);
    else
        play_game(play)->text->draw(play_pos(play), out);
    buffer_free(&board);
}

void play_draw(const Play *play, Text *out)
{
    if (play_is_flipped(play))
        draw_own(play, out);
    else
        play_game(play)->text->draw(play_pos(play), out);
}

void play_map(const Play *play, Text *out)
{
    draw_own(play, out);
}

const char *play_side_name(const Play *play, int seat)
{
    const Game *game = play_game(play);
    return game->sides[game_player(game, play_pos(play), 0) == seat ? 0 : 1];
}

void play_turn_words(const Play *play, int turn, Text *out)
{
    const Line *line = session_line(play_session(play));
    Turn        steps;
    line_turn(line, turn, &steps);
    turn_write(play_game(play), line_before_turn(line, turn), &steps, out);
}

void play_last_touches(const Play *play, CellList *out)
{
    const Line *line = session_line(play_session(play));
    out->count = 0;
    if (line_turns(line) > 0)
        line_turn_touches(line, line_turns(line) - 1, out);
}

static void write_clock(int64_t ms, Text *out)
{
    int64_t tenths = ms / 100;
    text_addf(out, "%lld:%02lld.%lld", (long long)(tenths / 600), (long long)(tenths / 10 % 60),
              (long long)(tenths % 10));
}

void play_score(const Play *play, Text *out)
{
    const Game *game = play_game(play);
    Panel       panel = { .count = 0 };
    game->view->panel(play_pos(play), &panel);
    for (int i = 0; i < panel.count; i++) {
        const PanelItem *item = &panel.item[i];
        if (item->side < 2)
            text_addf(out, "%s ", game->sides[item->side]);
        text_addf(out, "%s: %s\n", item->label, item->value);
    }
    for (int side = 0; side < 2; side++)
        if (play_clock_ms(play, side) >= 0) {
            text_addf(out, "%s clock: ", play_side_name(play, side));
            write_clock(play_clock_ms(play, side), out);
            text_char(out, '\n');
        }
}

void play_result(const Play *play, Text *out)
{
    session_say_result(play_session(play), out);
}

typedef struct TurnList {
    const Play *play;
    const char *prefix;
    int         count, limit;
    PlayVisit  *visit;
    void       *context;
} TurnList;

static bool take_turn(void *context, const Turn *turn, const Pos *after)
{
    TurnList *list = context;
    char      words[TURN_TEXT_MAX];
    Text      text = text_over(words, sizeof words);
    (void)after;
    turn_write(play_game(list->play), play_pos(list->play), turn, &text);
    if (strncmp(words, list->prefix, strlen(list->prefix)) != 0)
        return true;
    if (list->count < list->limit)
        list->visit(list->context, words);
    return ++list->count < PLAY_TURNS_MAX;
}

int play_each_turn(const Play *play, const char *prefix, int limit, PlayVisit *visit, void *context)
{
    TurnList list = {
        .play = play, .prefix = prefix, .limit = limit, .visit = visit, .context = context
    };
    if (!session_is_over(play_session(play)))
        turn_each(play_game(play), play_pos(play), take_turn, &list);
    return list.count;
}
