/* message.h - what a game has to say, as data: a definition and typed arguments.
 *
 * A game lists its definitions in a catalogue, in C beside the code that uses them.  English is the
 * text of a definition; a translation is found by the definition's key in strings.<language>.txt.
 *
 * Knows:   definitions, arguments, plural forms, the format of translations.
 * Ignores: where a message is shown, and where translations are stored (games/list.h).
 */
#ifndef CORE_MESSAGE_H
#define CORE_MESSAGE_H

#include "core/game.h"

enum {
    MESSAGE_ARGS_MAX = 6,
    MESSAGE_TEXT_MAX = 256, /* all texts among the arguments, each with its NUL */
};

/* A text with placeholders: {name} stands for an argument, {name:disc|discs} for the plural form that
 * argument `name`, a count, selects.  The number of forms depends on the language: English, German and
 * Portuguese have two, Polish three, Chinese one. */
typedef struct MessageDef {
    const char *key;     /* "group-size"; translations are stored under it */
    const char *ruling;  /* "R3.2", or "" */
    const char *english; /* "{cell} would join a group of {n}: {cells}" */
} MessageDef;

/* A catalogue is a macro with one row X(NAME, key, ruling, english) for each definition.  These two
 * turn it into an enum and into an array of definitions with the enum as its index. */
#define MESSAGE_NAME(name, key, ruling, english) name,
#define MESSAGE_ROW(name, key, ruling, english)  [name] = { key, ruling, english },

typedef enum ArgKind {
    ARG_SIDE,  /* the name of a side */
    ARG_CELL,  /* the name of a cell */
    ARG_CELLS, /* the names of a range of the message's cells */
    ARG_COUNT, /* a number */
    ARG_TERM,  /* another definition, which may use the other arguments: "orange" */
    ARG_TEXT,  /* the same in every language: notation, or the user's input */
} ArgKind;

typedef struct MessageArg {
    const char       *name; /* as between the braces */
    ArgKind           kind;
    int               value; /* a side, cell or number; the first cell; the offset of the text */
    int               count; /* ARG_CELLS: the number of cells */
    const MessageDef *term;
} MessageArg;

typedef struct Message {
    const MessageDef *def; /* NULL: no message */
    size_t            at;  /* offset in the input text, if there was one */
    int               arg_count;
    MessageArg        arg[MESSAGE_ARGS_MAX];
    CellList          cells; /* offending cells, or cells to show */
    int               text_used;
    char              text[MESSAGE_TEXT_MAX];
} Message;

/* Return a message without arguments; `def` may be NULL. */
Message message_of(const MessageDef *def);

/* Add an argument.  `name` and `term` must outlive the message. */
void message_side(Message *message, const char *name, int side);
void message_cell(Message *message, const char *name, int cell); /* named, not offending */
void message_cells(Message *message, const char *name, const uint16_t *cells, int count);
void message_count(Message *message, const char *name, int count);
void message_term(Message *message, const char *name, const MessageDef *term);
/* Let the argument `name`, a term, stand for another definition. */
void message_replace_term(Message *message, const char *name, const MessageDef *term);
/* Too long a text is cut, and control characters become spaces. */
void message_text(Message *message, const char *name, const char *text);
/* Add an offending cell that has no name in the text; ignored if there are TOUCHES_MAX already. */
void message_offending(Message *message, int cell);

/* Fill in a rejected step: the message, and the offset in the text.  Return `status`. */
Status message_reject(Message *why, Status status, size_t at, const MessageDef *def);

/* The translations of one language.  Each text has lines "key = text"; lines that begin with # are
 * comments.  NULL: English. */
typedef struct Language {
    const char *code;   /* "de" */
    const char *game;   /* the game's strings, or NULL */
    const char *common; /* those that all games share, or NULL */
} Language;

extern const Language LANGUAGE_ENGLISH;

/* Write a message, with the ruling at the end: "b4 would join a group of 5: b3 c3 c4 c5 (R3.2)".  Write
 * nothing for a message without definition. */
void message_write(const Message *message, const Game *game, uint32_t variant,
                   const Language *language, Text *out);
/* Write the text of a definition that needs no arguments, without its ruling. */
void message_def_write(const MessageDef *def, const Language *language, Text *out);
/* Write the name of a side: "White". */
void message_side_write(const Game *game, int side, const Language *language, Text *out);
/* Write a message in English for callers without a language: protocols, records, logs. */
Status message_fault(const Message *message, const Game *game, uint32_t variant, Status status,
                     Fault *fault);

/* Return the translation of a key, and its length; NULL if there is none. */
const char *language_find(const Language *language, const char *key, size_t *length);
/* Return the plural form, from 0, for a number in a language; and the number of forms. */
int plural_form(const char *code, int number);
int plural_forms(const char *code);

/* Return the game's definition with this key, or NULL. */
const MessageDef *message_find(const Game *game, const char *key);

/* Definitions that every game may use, and those of core/turn and core/line. */
#define CORE_MESSAGES(X)                                                                       \
    X(CORE_MSG_NUMBER, "number", "", "{n}")                                                    \
    X(CORE_MSG_TEXT, "text", "", "{text}")                                                     \
    X(CORE_MSG_TO_MOVE, "to-move", "", "{side} to move")                                       \
    X(CORE_MSG_OVER, "over", "", "the game is over")                                           \
    X(CORE_MSG_TURN_LONG, "turn-long", "", "a turn has no more than {n} steps")                \
    X(CORE_MSG_TURN_COMPLETE, "turn-complete", "", "the turn is complete before '{text}'")     \
    X(CORE_MSG_NO_ANNOUNCEMENT, "no-announcement", "", "'{text}' is not an announcement here") \
    X(CORE_MSG_NO_CELL, "no-cell", "", "there is no such cell on this board")                  \
    X(CORE_MSG_WON, "won", "", "{winner} wins: {reason}")                                      \
    X(CORE_MSG_DRAWN, "drawn", "", "Draw: {reason}")                                           \
    X(CORE_MSG_REPETITION, "reason:repetition", "", "the same position occurred too often")    \
    X(CORE_MSG_LIMIT, "reason:limit", "", "the move limit was reached")                        \
    X(CORE_MSG_EFFECT_PLACE, "effect-place", "", "{side} places a piece on {cells}")           \
    X(CORE_MSG_EFFECT_ENTER, "effect-enter", "", "{side} enters a piece: {cells}")             \
    X(CORE_MSG_EFFECT_MOVE, "effect-move", "", "{side} moves: {cells}")                        \
    X(CORE_MSG_EFFECT_CHANGE, "effect-change", "", "{cells} changes")                          \
    X(CORE_MSG_EFFECT_RETURN, "effect-return", "",                                             \
      "{n} {n:piece|pieces} of {side} {n:returns|return} to the reserve: {cells}")             \
    X(CORE_MSG_EFFECT_CAPTURE, "effect-capture", "",                                           \
      "{n} {n:piece|pieces} of {side} {n:is|are} captured: {cells}")                           \
    X(CORE_MSG_EFFECT_FORM, "effect-form", "", "{side} completes: {cells}")                    \
    X(CORE_MSG_EFFECT_WIN, "effect-win", "", "{side} wins a part of the game: {cells}")        \
    X(CORE_MSG_EFFECT_CHECK, "effect-check", "", "{side} is in check")                         \
    X(CORE_MSG_EFFECT_SWAP_SIDES, "effect-swap-sides", "", "the players exchange sides")       \
    X(CORE_MSG_EFFECT_PASS, "effect-pass", "", "{side} passes")

typedef enum CoreMessage { CORE_MESSAGES(MESSAGE_NAME) CORE_MESSAGE_COUNT } CoreMessage;
extern const MessageDef CORE_MESSAGE[CORE_MESSAGE_COUNT];

#endif
