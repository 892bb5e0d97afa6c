/* bot_query.h - questions that a bot may ask about the rules, and their answers in JSON (docs/bots.md).
 *
 * Pure: the same question about the same position has the same answer, samples included.
 */
#ifndef ARENA_BOT_QUERY_H
#define ARENA_BOT_QUERY_H

#include "base/buffer.h"
#include "core/line.h"

enum { ASK_VALUE_WON = 30000 };

/* One line with its newline is added to `out`. */
void bot_query_turns(const Line *line, const char *after, int max, bool values, Buffer *out);
void bot_query_look(const Line *line, const char *after, Buffer *out);

#endif
