/* SPDX-License-Identifier: MIT */
#include "search/mcts_pv.h"

#include <stdlib.h>
#include <string.h>

/* --- scores --- */

/* Return the score of a node that is reached after `turns` complete turns. */
static int score_of(const MctsNode *node, int side, int turns, const GameEval *eval)
{
    uint32_t proof = node_proof(node);
    int      kind = proof_kind(proof), distance = turns + (int)proof_turns(proof);
    if (kind == PROVEN_NOTHING)
        return score_from_win_probability(node_mean(node, side, 0.5), eval);
    if (kind == PROVEN_DRAW)
        return SCORE_DRAW;
    if (distance > SCORE_WIN - SCORE_WIN_FAR)
        distance = SCORE_WIN - SCORE_WIN_FAR;
    return kind == proof_win_of(side) ? SCORE_WIN - distance : distance - SCORE_WIN;
}

/* --- one variation --- */

static const MctsNode *best_child(const Pool *pool, const MctsNode *node)
{
    const Block    *block = node_block(pool, node);
    const MctsNode *best = NULL;
    for (uint32_t i = 0; block != NULL && i < block->count; i++) {
        const MctsNode *child = edge_child(pool, &block->edges[i]);
        if (child != NULL && node_visits(child) > 0 &&
            (best == NULL || node_is_better(child, best, node->side)))
            best = child;
    }
    return best;
}

static void add_best_children(const Pool *pool, const MctsNode *node, SearchPv *line)
{
    while (line->step_count < SEARCH_PV_MAX && (node = best_child(pool, node)) != NULL)
        line->steps[line->step_count++] = node->step;
}

/* The tree may be too small to contain a complete turn.  Then continue with the steps that the game
 * ranks best. */
static Step best_ranked(const Game *game, const Pos *pos)
{
    Step    steps[STEPS_MAX];
    int32_t ranks[STEPS_MAX];
    int     count = game->rules->gen(pos, steps), best = 0;
    if (game->eval == NULL || game->eval->order == NULL)
        return steps[0];
    game->eval->order(pos, steps, count, ranks);
    for (int i = 1; i < count; i++)
        if (ranks[i] > ranks[best])
            best = i;
    return steps[best];
}

static void complete_turn(const Line *line, SearchPv *found)
{
    const Game *game = line->setup.game;
    PosBuffer   now;
    game_copy(game, line_now(line), &now.head);
    for (int i = 0; i < found->step_count; i++) {
        game->rules->apply(&now.head, found->steps[i]);
        if (now.head.phase == 0)
            return;
    }
    do {
        found->steps[found->step_count] = best_ranked(game, &now.head);
        game->rules->apply(&now.head, found->steps[found->step_count++]);
    } while (now.head.phase != 0 && found->step_count < SEARCH_PV_MAX);
}

/* Follow the best children from the root to the end of its turn, or as far as the tree goes. */
static const MctsNode *walk_best_turn(const Pool *pool, const MctsNode *root, SearchPv *line)
{
    const MctsNode *node = root;
    for (;;) {
        const MctsNode *next = best_child(pool, node);
        if (next == NULL || line->step_count == SEARCH_PV_MAX)
            return node;
        line->steps[line->step_count++] = next->step;
        node = next;
        if (node->ends_turn)
            return node;
    }
}

/* --- several variations --- */

typedef struct TurnFound {
    const MctsNode *last;
    int             count;
    Step            steps[SEARCH_PV_MAX];
} TurnFound;

typedef struct Finder {
    const Pool     *pool;
    int             side;
    const MctsNode *taken; /* the last node of the best variation */
    int             capacity, count;
    TurnFound       now;
    TurnFound       best[SEARCH_PVS_MAX]; /* best first */
} Finder;

static void note_turn(Finder *finder)
{
    int at = finder->count;
    while (at > 0 && node_is_better(finder->now.last, finder->best[at - 1].last, finder->side))
        at--;
    if (at == finder->capacity)
        return;
    if (finder->count < finder->capacity)
        finder->count++;
    memmove(&finder->best[at + 1], &finder->best[at],
            (size_t)(finder->count - 1 - at) * sizeof finder->best[0]);
    finder->best[at] = finder->now;
}

static void find_turns(Finder *finder, const MctsNode *node)
{
    const Block *block = node_block(finder->pool, node);
    for (uint32_t i = 0; block != NULL && i < block->count; i++) {
        const MctsNode *child = edge_child(finder->pool, &block->edges[i]);
        if (child == NULL || node_visits(child) == 0 || child == finder->taken ||
            finder->now.count == SEARCH_PV_MAX)
            continue;
        finder->now.steps[finder->now.count++] = child->step;
        finder->now.last = child;
        if (child->ends_turn)
            note_turn(finder);
        else
            find_turns(finder, child);
        finder->now.count--;
    }
}

static int add_other_lines(const Pool *pool, const MctsNode *root, const MctsNode *taken,
                           const GameEval *eval, int wanted, SearchPv *lines)
{
    Finder *finder = calloc(1, sizeof *finder);
    if (finder == NULL)
        return 1;
    finder->pool = pool;
    finder->side = root->side;
    finder->taken = taken;
    finder->capacity = wanted - 1;
    find_turns(finder, root);
    int count = 1;
    for (int i = 0; i < finder->count; i++) {
        const TurnFound *turn = &finder->best[i];
        SearchPv        *line = &lines[count++];
        line->score = score_of(turn->last, root->side, 1, eval);
        line->step_count = turn->count;
        memcpy(line->steps, turn->steps, (size_t)turn->count * sizeof(Step));
        add_best_children(pool, turn->last, line);
    }
    free(finder);
    return count;
}

int mcts_pvs(const Pool *pool, const MctsNode *root, const Line *line, int wanted, SearchPv *lines)
{
    const GameEval *eval = line->setup.game->eval;
    SearchPv       *first = &lines[0];
    first->step_count = 0;
    const MctsNode *last = walk_best_turn(pool, root, first);
    first->score = score_of(last, root->side, last->ends_turn && last != root ? 1 : 0, eval);
    if (last->ends_turn && last != root)
        add_best_children(pool, last, first);
    else
        complete_turn(line, first);
    if (wanted <= 1 || last == root)
        return 1;
    return add_other_lines(pool, root, last, eval,
                           wanted < SEARCH_PVS_MAX ? wanted : SEARCH_PVS_MAX, lines);
}

int mcts_pv_turn(const Line *line, const SearchPv *found, Turn *turn)
{
    const Game *game = line->setup.game;
    PosBuffer   now;
    Turn        next;
    int         turns = 0;
    turn->count = 0;
    game_copy(game, line_now(line), &now.head);
    for (int at = 0;
         turn_first(game, &now.head, found->steps + at, found->step_count - at, &next, &now.head);
         at += next.count)
        if (turns++ == 0)
            *turn = next;
    return turns;
}
