/* SPDX-License-Identifier: MIT
 *
 * ending.c - zero-window tests around a guess (MTD): first against 0, which proves the result, then
 * around the lead that the principal variation ends with.
 *
 * The winner has a lead of some points or wins with none, so a score is 0, 4 n + 1 or -4 n - 1, and a
 * test of the lead moves in steps of 4.
 */
#include "search/ending.h"

#include <assert.h>
#include <string.h>

enum {
    POINT = 4,     /* of the lead, in a score */
    NODE_COST = 2, /* an expanded position takes 1.4 to 1.7 times as long as a node of the PVS */
    SMALL_MAX = 40,
    SMALL_NODES = 4,
};

void ending_clear(EndingSearch *ending)
{
    margins_delete(ending->margins);
    ending->margins = NULL;
    ending->game = NULL;
}

bool ending_begin(EndingSearch *ending, const Game *game, const Pos *root, int root_steps,
                  uint32_t turns_left)
{
    if (!margins_serve(game) || root->phase != 0)
        return false;
    if (ending->game != game)
        ending_clear(ending);
    if (ending->margins == NULL)
        ending->margins = margins_new(game, ending->table_bytes, ending->expired, ending->context);
    ending->game = game;
    ending->root = root;
    ending->root_steps = root_steps;
    ending->turns_left = turns_left;
    ending->low = -MARGINS_FAR;
    ending->high = MARGINS_FAR;
    ending->turn.count = 0;
    ending->nodes = 0;
    return ending->margins != NULL;
}

/* A proof takes about twice as many nodes with one more step at the root: 2,000 with 8, 16,000 with
 * 11. */
bool ending_is_small(const EndingSearch *ending, uint64_t nodes)
{
    return ending->root_steps < SMALL_MAX && SMALL_NODES * nodes >> ending->root_steps > 0;
}

bool ending_has_result(const EndingSearch *ending)
{
    return ending->low > 0 || ending->high < 0 || ending->low == ending->high;
}

bool ending_has_lead(const EndingSearch *ending)
{
    return ending->low == ending->high;
}

int ending_lead(const EndingSearch *ending)
{
    assert(ending_has_lead(ending));
    return margins_lead(ending->low);
}

/* Test whether the side to move reaches `bound`.  False if stopped. */
static bool test(EndingSearch *ending, int bound, uint64_t nodes)
{
    ScoreBounds    known = { .low = -MARGINS_FAR, .high = MARGINS_FAR };
    const bool     is_first = ending->root->side == 0, has_result = ending_has_result(ending);
    const uint64_t before = margins_nodes(ending->margins);
    const uint64_t most = nodes > ending->nodes ? (nodes - ending->nodes) / NODE_COST : 0;
    const bool     is_answered =
        most > 0 && !ending->expired(ending->context) &&
        margins_search(ending->margins, ending->root, is_first ? bound : 1 - bound, most, &known);
    ending->nodes += NODE_COST * (margins_nodes(ending->margins) - before);
    if (!is_answered || known.turns > ending->turns_left)
        return false;
    const bool is_reached = (known.low > -MARGINS_FAR) == is_first;
    if (is_reached) {
        ending->low = bound;
        ending->turn = *margins_turn(ending->margins);
    } else {
        ending->high = has_result ? bound - POINT : bound - 1;
    }
    if (is_reached == (bound > 0))
        ending->turns = known.turns;
    ending->guess = is_reached ? bound + POINT : bound - POINT;
    return true;
}

/* The turn that is best so far comes first, so that it is kept if it is as good as any. */
static void prefer_turn(EndingSearch *ending, const SearchPv *pv)
{
    Turn turn;
    if (ending->turn.count > 0)
        margins_prefer(ending->margins, &ending->turn);
    else if (turn_first(ending->game, ending->root, pv->steps, pv->step_count, &turn, NULL))
        margins_prefer(ending->margins, &turn);
}

void ending_find_result(EndingSearch *ending, const SearchPv *pv, uint64_t nodes)
{
    bool is_answered = true;
    prefer_turn(ending, pv);
    while (is_answered && !ending_has_result(ending)) {
        const bool is_hopeful = ending->high > 0 && pv->score > 0;
        is_answered = test(ending, ending->low == 0 || is_hopeful ? 1 : 0, nodes);
    }
}

/* Return the lead of the side to move at the end of a PV that is completed by the steps that the game
 * ranks first. */
static int lead_after(const EndingSearch *ending, const SearchPv *pv)
{
    const Game      *game = ending->game;
    const GameRules *rules = game->rules;
    const int        player = game_player(game, ending->root, ending->root->side);
    PosBuffer        pos;
    Turn             turn = { .count = 1 };
    game_copy(game, ending->root, &pos.head);
    for (int i = 0; i < pv->step_count && rules->legal(&pos.head, pv->steps[i]); i++)
        rules->apply(&pos.head, pv->steps[i]);
    while (turn.count > 0 && rules->outcome(&pos.head).ending == ENDING_NONE) {
        turn.count = 0;
        deepen_complete_turn(game, &pos.head, &turn);
    }
    const int lead = rules->lead(&pos.head);
    return game_player(game, &pos.head, 0) == player ? lead : -lead;
}

void ending_find_lead(EndingSearch *ending, const SearchPv *pv, uint64_t nodes)
{
    if (!ending_has_result(ending) && score_is_win(pv->score)) {
        ending->low = 1;
        ending->turn.count = 0; /* it may only draw; that of `pv` wins */
    }
    if (!ending_has_result(ending) && score_is_loss(pv->score))
        ending->high = -1;
    if (!ending_has_result(ending))
        return;
    const int lead = lead_after(ending, pv);
    ending->guess = ending->low > 0 ? POINT * lead + 1 : POINT * lead - 1;
    bool is_answered = true;
    prefer_turn(ending, pv);
    while (is_answered && !ending_has_lead(ending)) {
        int bound = ending->guess < ending->high ? ending->guess : ending->high;
        if (bound < ending->low + POINT)
            bound = ending->low + POINT;
        is_answered = test(ending, bound, nodes);
    }
}

void ending_take(const EndingSearch *ending, SearchPv *pv)
{
    const Turn *turn = &ending->turn;
    if (ending->high < 0 && !score_is_loss(pv->score))
        pv->score = (int)ending->turns - SCORE_WIN;
    if (turn->count == 0)
        return;
    if (ending->low >= 0)
        pv->score = ending->low > 0 ? SCORE_WIN - (int)ending->turns : SCORE_DRAW;
    if (pv->step_count < turn->count ||
        memcmp(pv->steps, turn->step, (size_t)turn->count * sizeof turn->step[0]) != 0) {
        pv->step_count = turn->count < SEARCH_PV_MAX ? turn->count : SEARCH_PV_MAX;
        memcpy(pv->steps, turn->step, (size_t)pv->step_count * sizeof turn->step[0]);
    }
}
