/* SPDX-License-Identifier: MIT */
/* starter.c - a bot for every game: a two-ply search over the moves with the best static values.
 * Ideas: your own evaluation in worth(), more candidates, a deeper search, using position->time_ms.
 * tessera_bot.h documents the functions; `tessera arena check` tests the bot. */
#include <stdio.h>
#include <stdlib.h>
#include "tessera_bot.h"

enum { TURNS = 1000, CANDIDATES = 8, ANSWERS = 300 };

typedef struct Candidate {
    int  value, tie; /* random tie-break */
    char turn[BOT_TEXT_MAX];
} Candidate;

static int better_first(const void *left, const void *right)
{
    const Candidate *a = left, *b = right;
    return a->value != b->value ? b->value - a->value : b->tie - a->tie;
}

/* Return the value of a move if the opponent plays the best reply. */
static int worth(const BotPosition *position, const Candidate *candidate)
{
    const BotTurns *answers = bot_turns(position, candidate->turn, ANSWERS);
    int             best = answers->count == 0 ? -candidate->value : -BOT_WIN;
    for (int i = 0; i < answers->count; i++)
        best = answers->value[i] > best ? answers->value[i] : best;
    return -best;
}

void bot_turn(const BotPosition *position, BotTurn *turn)
{
    static Candidate list[TURNS];
    const BotTurns  *all = bot_turns(position, "", TURNS);
    int              count = all->count, best = 0, best_worth = -BOT_WIN - 1;
    for (int i = 0; i < count; i++) { /* copy, because the next query frees `all` */
        list[i].value = all->value[i], list[i].tie = bot_random(1000);
        snprintf(list[i].turn, BOT_TEXT_MAX, "%s", all->turn[i]);
    }
    qsort(list, (size_t)count, sizeof *list, better_first);
    for (int i = 0; i < count && i < CANDIDATES; i++) {
        int here = worth(position, &list[i]);
        if (here > best_worth)
            best = i, best_worth = here;
    }
    bot_play(turn, list[best].turn);
}
