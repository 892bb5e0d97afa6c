/* bot_query.h - answers to a bot's queries about the rules, in JSON (docs/bots.md).
 *
 * Knows:   listing the legal moves of a position and describing it.
 * Ignores: the connection, time, and how a query is parsed (bot_message.h).
 *
 * The functions are deterministic: the same query about the same position has the same answer, even
 * if the moves are sampled.
 */
#ifndef ARENA_BOT_QUERY_H
#define ARENA_BOT_QUERY_H

#include "base/buffer.h"
#include "core/line.h"

enum { BOT_QUERY_VALUE_WON = 30000 };

/* Append the reply to `out`, one line with its newline.  `after` holds moves to play first; if one
 * is illegal, the reply is an error.  At most `max` moves are listed, at least 1. */
void bot_query_turns(const Line *line, const char *after, int max, bool values, Buffer *out);
void bot_query_look(const Line *line, const char *after, Buffer *out);

#endif
