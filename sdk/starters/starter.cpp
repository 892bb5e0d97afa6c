// SPDX-License-Identifier: MIT
// starter.cpp - a bot for every game: a two-ply search over the moves with the best static values.
// Ideas: your own evaluation in worth(), more candidates, a deeper search, using position->time_ms.
// tessera_bot.h documents the functions; `tessera arena check` tests the bot.
#include <algorithm>
#include <string>
#include <vector>
#include "tessera_bot.h"

namespace {

constexpr int TURNS = 1000, CANDIDATES = 8, ANSWERS = 300;

struct Candidate {
    int value, tie; // random tie-break
    std::string turn;
};

// Return the value of a move if the opponent plays the best reply.
int worth(const BotPosition *position, const Candidate &candidate)
{
    const BotTurns *answers = bot_turns(position, candidate.turn.c_str(), ANSWERS);
    int best = answers->count == 0 ? -candidate.value : -BOT_WIN;
    for (int i = 0; i < answers->count; i++)
        best = std::max(best, answers->value[i]);
    return -best;
}

} // namespace

void bot_turn(const BotPosition *position, BotTurn *turn)
{
    std::vector<Candidate> list; // copies, because the next query frees `all`
    const BotTurns *all = bot_turns(position, "", TURNS);
    for (int i = 0; i < all->count; i++)
        list.push_back({all->value[i], bot_random(1000), all->turn[i]});
    std::sort(list.begin(), list.end(), [](const Candidate &a, const Candidate &b) {
        return a.value != b.value ? a.value > b.value : a.tie > b.tie;
    });
    std::size_t best = 0;
    int best_worth = -BOT_WIN - 1;
    for (std::size_t i = 0; i < list.size() && i < CANDIDATES; i++)
        if (int here = worth(position, list[i]); here > best_worth)
            best = i, best_worth = here;
    bot_play(turn, list[best].turn.c_str());
}
