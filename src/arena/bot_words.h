/* bot_words.h - what a bot that speaks JSON lines may say (docs/bots.md), read from any bytes. */
#ifndef ARENA_BOT_WORDS_H
#define ARENA_BOT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"

enum { BOT_AFTER_MAX = 65536, BOT_TURNS_MAX = 5000, BOT_TURNS_DEFAULT = 1000 };

typedef enum BotWordsKind {
    BOT_SAYS_NONSENSE,
    BOT_SAYS_READY,
    BOT_SAYS_TURN,
    BOT_ASKS_TURNS,
    BOT_ASKS_LOOK,
} BotWordsKind;

typedef struct BotWords {
    BotWordsKind kind;
    char         turn[TURN_TEXT_MAX];  /* BOT_SAYS_TURN */
    char         after[BOT_AFTER_MAX]; /* questions: turns with blanks between them */
    int          max;
    bool         values;
} BotWords;

/* Never fails: what cannot be understood is nonsense. */
void bot_words_read(const char *line, size_t length, BotWords *out);

#endif
