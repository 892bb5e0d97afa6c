/* SPDX-License-Identifier: MIT */
/* term_game_text.c - a game at a terminal as text: boards, scores, moves. */
#include <assert.h>
#include <string.h>

#include "core/shape.h"
#include "term/term_game.h"
#include "term/touches.h"
#include "term/plain_board.h"

static void draw_own(const TermGame *term_game, Text *out)
{
    Buffer board;
    buffer_init(&board, BOARD_TEXT_MAX - 1);
    if (plain_board_write(term_game_setup(term_game), term_game_pos(term_game),
                          term_game_is_flipped(term_game), &board))
        text_add(out, board.data);
    else
        term_game_game(term_game)->text->draw(term_game_pos(term_game), out);
    buffer_free(&board);
}

void term_game_draw(const TermGame *term_game, Text *out)
{
    if (term_game_is_flipped(term_game))
        draw_own(term_game, out);
    else
        term_game_game(term_game)->text->draw(term_game_pos(term_game), out);
}

void term_game_map(const TermGame *term_game, Text *out)
{
    const GameText *text = term_game_game(term_game)->text;
    if (text->draw_labels != NULL && !term_game_is_flipped(term_game))
        text->draw_labels(term_game_pos(term_game), out);
    else
        draw_own(term_game, out);
}

int term_game_side(const TermGame *term_game, int seat)
{
    assert(seat == 0 || seat == 1);
    return game_player(term_game_game(term_game), term_game_pos(term_game), 0) == seat ? 0 : 1;
}

void term_game_turn_words(const TermGame *term_game, int turn, Text *out)
{
    assert(turn >= 0 && turn < line_turns(session_line(term_game_session(term_game))));
    const Line *line = session_line(term_game_session(term_game));
    Turn        steps;
    line_turn(line, turn, &steps);
    turn_write(term_game_game(term_game), line_before_turn(line, turn), &steps, out);
}

void term_game_news(const TermGame *term_game, int turn, const char *between, Text *out)
{
    TermText text = term_game_text(term_game);
    term_text_news(&text, session_line(term_game_session(term_game)), turn, between, out);
}

void term_game_last_touches(const TermGame *term_game, CellList *out)
{
    const Line *line = session_line(term_game_session(term_game));
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

void term_game_score(const TermGame *term_game, Text *out)
{
    TermText  text = term_game_text(term_game);
    PanelRows panel;
    char      label[64], value[32];
    Text      label_text = text_over(label, sizeof label);
    term_text_add(&text, TERM_MSG_CLOCK, &label_text);
    panel_rows(text.game, term_game_pos(term_game), &text.language, &panel);
    for (int i = 0; i < panel.count; i++) {
        term_text_score(&text, panel.row[i].side, panel.row[i].label, panel.row[i].value, out);
        text_char(out, '\n');
    }
    for (int seat = 0; seat < 2; seat++)
        if (term_game_clock_ms(term_game, seat) >= 0) {
            Text value_text = text_over(value, sizeof value);
            write_clock(term_game_clock_ms(term_game, seat), &value_text);
            term_text_score(&text, (uint8_t)term_game_side(term_game, seat), label, value, out);
            text_char(out, '\n');
        }
}

void term_game_result(const TermGame *term_game, Text *out)
{
    TermText text = term_game_text(term_game);
    session_write_result(term_game_session(term_game), &text.language, out);
}

typedef struct TurnList {
    const TermGame *term_game;
    const char     *prefix;
    int             count, limit;
    TermGameVisit  *visit;
    void           *context;
} TurnList;

static bool take_turn(void *context, const Turn *turn, const Pos *after)
{
    TurnList *list = context;
    char      words[TURN_TEXT_MAX];
    Text      text = text_over(words, sizeof words);
    (void)after;
    turn_write_plain(term_game_game(list->term_game), term_game_pos(list->term_game), turn, &text);
    if (strncmp(words, list->prefix, strlen(list->prefix)) != 0)
        return true;
    if (list->count < list->limit)
        list->visit(list->context, words);
    return ++list->count < TERM_GAME_TURNS_MAX;
}

int term_game_each_turn(const TermGame *term_game, const char *prefix, int limit,
                        TermGameVisit *visit, void *context)
{
    assert(prefix != NULL && limit >= 0);
    TurnList list = {
        .term_game = term_game, .prefix = prefix, .limit = limit, .visit = visit, .context = context
    };
    if (!session_is_over(term_game_session(term_game)))
        turn_each(term_game_game(term_game), term_game_pos(term_game), take_turn, &list);
    return list.count;
}
