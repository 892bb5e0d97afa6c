/* bot_message.h - parser for the messages of JSON bots (docs/bots.md).
 *
 * Knows:   the syntax of a message.  The input is untrusted: any bytes are allowed.
 * Ignores: whether a move is legal, and how a query is answered (bot_query.h).
 */
#ifndef ARENA_BOT_MESSAGE_H
#define ARENA_BOT_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"

enum { BOT_AFTER_MAX = 65536, BOT_TURNS_MAX = 5000, BOT_TURNS_DEFAULT = 1000 };

typedef enum BotMessageKind {
    BOT_MESSAGE_INVALID,
    BOT_MESSAGE_READY,
    BOT_MESSAGE_TURN,
    BOT_QUERY_TURNS,
    BOT_QUERY_LOOK,
} BotMessageKind;

typedef struct BotMessage {
    BotMessageKind kind;
    char           turn[TURN_TEXT_MAX];  /* BOT_MESSAGE_TURN */
    char           after[BOT_AFTER_MAX]; /* queries: moves separated by spaces */
    int            max;
    bool           values;
} BotMessage;

/* Parse one line without its newline.  Never fails: an unreadable message is
 * BOT_MESSAGE_INVALID. */
void bot_message_read(const char *line, size_t length, BotMessage *out);

#endif
