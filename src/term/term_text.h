/* term_text.h - what the terminal says, in the user's language.
 *
 * Knows:   the terminal's own messages (term_messages.h), languages, the news of a move.
 * Ignores: where a text is shown.
 */
#ifndef TERM_TERM_TEXT_H
#define TERM_TERM_TEXT_H

#include "core/line.h"
#include "core/shape.h"
#include "term/term_messages.h"

/* Who speaks: a game, its variant, and a language for both the game and the terminal. */
typedef struct TermText {
    const Game *game;
    uint32_t    variant;
    Language    language;
} TermText;

/* `code` is a language such as "de", or NULL for English, and must outlive the result. */
TermText term_text_of(const Setup *setup, const char *code);

/* Return one of the terminal's messages, for the caller to add arguments. */
Message term_message(TermMessage which);

/* Write a message of the game or the terminal. */
void term_text_write(const TermText *text, const Message *message, Text *out);
/* Write one of the terminal's messages that needs no arguments. */
void term_text_add(const TermText *text, TermMessage which, Text *out);
/* Write the name of a side: "White". */
void term_text_side(const TermText *text, int side, Text *out);
/* Write why something failed: in the language if the fault has a code, else in English. */
void term_text_fault(const TermText *text, const Fault *fault, Text *out);
/* Write words as a sentence, with a capital first letter and a full stop. */
void term_text_sentence(const TermText *text, const char *words, Text *out);
/* Write what a piece is called: "stone of White". */
void term_text_piece(const TermText *text, const Piece *piece, Text *out);
/* Write the game's title. */
void term_text_title(const TermText *text, Text *out);
/* Write a labelled value of the score: "White, stones: 4". */
void term_text_score(const TermText *text, uint8_t side, const char *label, const char *value,
                     Text *out);

/* Write the news of a legal step, as sentences with `between` them: what it would capture, complete or
 * win.  Nothing if there are none, or if the player has to announce some of them. */
void term_text_step_news(const TermText *text, const Pos *pos, Step step, const char *between,
                         Text *out);
/* Write the news of a completed turn, counted from 0, as sentences with `between` them: what was captured,
 * completed or won.  Nothing if there are none. */
void term_text_news(const TermText *text, const Line *line, int turn, const char *between,
                    Text *out);

#endif
