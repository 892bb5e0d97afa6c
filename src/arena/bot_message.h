/* bot_message.h - what a bot that speaks JSON lines may say (docs/bots.md), read from any bytes. */
#ifndef ARENA_BOT_MESSAGE_H
#define ARENA_BOT_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"

enum { BOT_AFTER_MAX = 65536, BOT_TURNS_MAX = 5000, BOT_TURNS_DEFAULT = 1000 };

typedef enum BotMessageKind {
    BOT_SAYS_NONSENSE,
    BOT_SAYS_READY,
    BOT_SAYS_TURN,
    BOT_QUERY_TURNS,
    BOT_QUERY_LOOK,
} BotMessageKind;

typedef struct BotMessage {
    BotMessageKind kind;
    char           turn[TURN_TEXT_MAX];  /* BOT_SAYS_TURN */
    char           after[BOT_AFTER_MAX]; /* questions: turns with blanks between them */
    int            max;
    bool           values;
} BotMessage;

/* Never fails: what cannot be understood is nonsense. */
void bot_message_read(const char *line, size_t length, BotMessage *out);

#endif
