/* ponte_contest.h - the files by which the Ponte del Diavolo contest calls a strategy.
 *
 *     strategy COLOUR MAYSWAP CHESS BRIDGE STEPLOG
 *
 * The strategy overwrites CHESS and BRIDGE with the position after its action.  The action is found by
 * comparison, and each kind of error has a code of the contest (docs/bots.md).
 */
#ifndef DIALECTS_PONTE_CONTEST_H
#define DIALECTS_PONTE_CONTEST_H

#include "dialects/exchange.h"

Status ponte_contest_fits(const Setup *setup, Fault *fault);
Status ponte_contest_ask(const Line *line, ExchangeQuestion *out, Fault *fault);
void   ponte_contest_evaluate(const Line *line, const ExchangeQuestion *question,
                              const ExchangeReply *replies, ExchangeResult *out);

#endif
