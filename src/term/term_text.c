/* SPDX-License-Identifier: MIT */
#include "term/term_text.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/embedded.h"
#include "core/effect.h"
#include "games/list.h"

const MessageDef TERM_MESSAGE[TERM_MESSAGE_COUNT] = { TERM_MESSAGES(MESSAGE_ROW) };

enum { SENTENCE_MAX = 1024 };

/* The strings that all games share, and the terminal's own. */
extern const EmbeddedFile TERM_FILES[];

static const char *strings_of(const char *code)
{
    char name[32];
    snprintf(name, sizeof name, "strings.%s.txt", code);
    return embedded_text(TERM_FILES, name);
}

TermText term_text_of(const Setup *setup, const char *code)
{
    TermText text = { setup->game, setup->variant, LANGUAGE_ENGLISH };
    if (code == NULL || strings_of(code) == NULL)
        return text;
    text.language = games_language(setup->game, code);
    text.language.common = strings_of(code);
    return text;
}

Message term_message(TermMessage which)
{
    assert(which < TERM_MESSAGE_COUNT);
    return message_of(&TERM_MESSAGE[which]);
}

void term_text_write(const TermText *text, const Message *message, Text *out)
{
    message_write(message, text->game, text->variant, &text->language, out);
}

void term_text_add(const TermText *text, TermMessage which, Text *out)
{
    message_def_write(&TERM_MESSAGE[which], &text->language, out);
}

void term_text_side(const TermText *text, int side, Text *out)
{
    message_side_write(text->game, side, &text->language, out);
}

void term_text_fault(const TermText *text, const Fault *fault, Text *out)
{
    size_t      length;
    const char *found =
        fault->code == NULL ? NULL : language_find(&text->language, fault->code, &length);
    if (found != NULL)
        text_addf(out, "%.*s", (int)length, found);
    else
        text_add(out, fault->why);
}

static bool ends_with(const char *words, const char *end)
{
    size_t length = strlen(words), size = strlen(end);
    return length >= size && strcmp(words + length - size, end) == 0;
}

static bool is_chinese(const TermText *text)
{
    return strncmp(text->language.code, "zh", 2) == 0;
}

/* A sentence may begin with the name of a cell, which is written as it is: "e5". */
void term_text_sentence(const TermText *text, const char *words, Text *out)
{
    static const char *const ENDS[] = { ".", "!", "?", "\u3002", "\uff01", "\uff1f" };
    if (words[0] == '\0')
        return;
    bool is_name = strcspn(words, "0123456789") < strcspn(words, " ");
    text_char(out, is_name ? words[0] : (char)toupper((unsigned char)words[0]));
    text_add(out, words + 1);
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++)
        if (ends_with(words, ENDS[i]))
            return;
    text_add(out, is_chinese(text) ? "\u3002" : ".");
}

/* A die has the numbers of its faces as arguments, another piece its text. */
static Message piece_message(const Piece *piece)
{
    static const char *const FACES[DIE_FACES] = { "top", "north", "east", "south", "west" };
    Message                  message = message_of(piece->name);
    if (piece->side <= 1)
        message_side(&message, "side", piece->side);
    if (piece->faces[0] == 0) {
        message_text(&message, "text", piece->text);
        return message;
    }
    for (int i = 0; i < DIE_FACES; i++)
        message_count(&message, FACES[i], piece->faces[i]);
    return message;
}

void term_text_piece(const TermText *text, const Piece *piece, Text *out)
{
    Message name = piece_message(piece);
    if (name.def != NULL)
        term_text_write(text, &name, out);
    else if (piece->side <= 1)
        term_text_side(text, piece->side, out);
}

void term_text_title(const TermText *text, Text *out)
{
    size_t      length;
    const char *title = language_find(&text->language, "title", &length);
    if (title != NULL)
        text_addf(out, "%.*s", (int)length, title);
    else
        text_add(out, text->game->title);
}

void term_text_score(const TermText *text, uint8_t side, const char *label, const char *value,
                     Text *out)
{
    if (side > 1) {
        text_addf(out, "%s: %s", label, value);
        return;
    }
    Message score = term_message(TERM_MSG_SCORE_SIDE);
    message_side(&score, "side", side);
    message_text(&score, "label", label);
    message_text(&score, "value", value);
    term_text_write(text, &score, out);
}

static void write_effects(const TermText *text, const Effects *effects, const char *between,
                          Text *out)
{
    for (int i = 0; i < effects->count; i++) {
        char words[SENTENCE_MAX];
        Text news = text_over(words, sizeof words);
        if (!effect_is_news(&effects->at[i]))
            continue;
        Message message = effect_message(effects, &effects->at[i]);
        term_text_write(text, &message, &news);
        if (out->length > 0)
            text_add(out, between);
        term_text_sentence(text, words, out);
    }
}

void term_text_step_news(const TermText *text, const Pos *pos, Step step, const char *between,
                         Text *out)
{
    Effects effects;
    if (game_announcements(text->game, text->variant) != NULL)
        return; /* the player has to see a check without help */
    effects_init(&effects);
    if (text->game->view->effects(pos, step, &effects))
        write_effects(text, &effects, between, out);
    effects_free(&effects);
}

void term_text_news(const TermText *text, const Line *line, int turn, const char *between,
                    Text *out)
{
    assert(turn >= 0 && turn < line_turns(line));
    const Game *game = line->setup.game;
    PosBuffer   pos;
    Turn        steps;
    Effects     effects;
    line_turn(line, turn, &steps);
    game_copy(game, line_before_turn(line, turn), &pos.head);
    effects_init(&effects);
    for (int i = 0; i < steps.count; i++) {
        effects_clear(&effects);
        if (game->view->effects(&pos.head, steps.step[i], &effects))
            write_effects(text, &effects, between, out);
        game->rules->apply(&pos.head, steps.step[i]);
    }
    effects_free(&effects);
}
