/* report.h - write search results as messages of the protocol.
 *
 * Knows:   scores, lines of steps, the line of play they begin at.
 * Ignores: streams and threads.
 */
#ifndef PROTO_REPORT_H
#define PROTO_REPORT_H

#include "core/line.h"
#include "proto/message.h"
#include "search/search.h"

/* Set the score of an info line, converted from units of the game to hundredths of GameEval.unit. */
void report_score(const Game *game, int score, InfoParams *info);

/* Append the complete turns of a line of steps, separated by spaces. */
void report_turns(const Game *game, const Pos *pos, const Step *steps, int count, Text *out);

/* Append the info line of a search of the end of `line`. */
void report_info(const Line *line, const SearchInfo *info, Text *out);

/* Return how many games of 1000 the side with this score wins, if GameEval.likely is right. */
int report_chance(const Game *game, int score);

#endif
