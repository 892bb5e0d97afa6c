/* SPDX-License-Identifier: MIT */
#include "core/oracle.h"

#include <assert.h>

bool oracle_fits(const Line *line)
{
    const GameEval *eval = line->setup.game->eval;
    bool            is_acyclic = eval != NULL && eval->acyclic;
    return line->setup.repetition == 0 || is_acyclic ||
           line_most_repetitions(line) + 1 < line->setup.repetition;
}

bool oracle_probe(const Oracle *oracle, const Line *line, OracleAnswer *out)
{
    OracleAnswer answer;
    uint32_t     limit = line->setup.turn_limit;
    if (!oracle_fits(line) || line_outcome(line).ending != ENDING_NONE ||
        !oracle->probe(oracle->context, line_now(line), &answer))
        return false;
    if (limit != 0 && (uint32_t)line_turns(line) + answer.turns > limit)
        answer = (OracleAnswer){ .winner = SIDE_NONE };
    *out = answer;
    return true;
}

void oracle_describe(const Game *game, OracleAnswer answer, Text *out)
{
    assert(answer.winner == 0 || answer.winner == 1 || answer.winner == SIDE_NONE);
    if (answer.winner == SIDE_NONE)
        text_add(out, "a draw with best play");
    else
        text_addf(out, "%s wins in %u turn%s", game->sides[answer.winner], (unsigned)answer.turns,
                  answer.turns == 1 ? "" : "s");
}
