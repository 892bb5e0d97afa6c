/* SPDX-License-Identifier: MIT */
/* The five baseline players are frozen: any change to one of their moves invalidates every figure
 * that was measured with them. docs/strength.md describes them for people.
 *
 * They look ahead with the rules facet and the endings of core/line (repetition, turn limit), and
 * evaluate with GameEval.baseline_eval.  In a game without one, all unfinished positions are equal
 * to them.
 */
#include "search/baseline.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "core/perft.h"
#include "search/repetition.h"

/* --- random: each legal step equally likely --- */

static Status choose_random(const Line *line, Random *random, Turn *out)
{
    const Game *game = line->setup.game;
    PosBuffer   now;
    Step        steps[STEPS_MAX];
    game_copy(game, line_now(line), &now.head);
    out->count = 0;
    do {
        int count = game->rules->gen(&now.head, steps);
        if (count == 0 || out->count == TURN_STEPS_MAX)
            return STATUS_ILLEGAL;
        Step step = steps[random_below(random, (uint32_t)count)];
        out->step[out->count++] = step;
        game->rules->apply(&now.head, step);
    } while (now.head.phase != 0);
    return STATUS_OK;
}

/* --- the value of a position for the player to move at the root --- */

enum { WIN = 1 << 20 }; /* beyond every eval; a win counts one less for each turn it takes */

typedef struct Evaluator {
    const Line *line;
    const Game *game;
    int         player; /* the player to move at the root */
} Evaluator;

static Evaluator evaluator_of(const Line *line)
{
    return (Evaluator){ .line = line,
                        .game = line->setup.game,
                        .player =
                            game_player(line->setup.game, line_now(line), line_now(line)->side) };
}

static int evaluate(const Evaluator *evaluator, const Pos *pos)
{
    const GameEval *eval = evaluator->game->eval;
    int             value = eval != NULL ? eval->baseline_eval(pos) : 0;
    return game_player(evaluator->game, pos, pos->side) == evaluator->player ? value : -value;
}

/* Return the value of a position `turns` turns after the line; `over` is set if the game ends
 * there. */
static int value_after(const Evaluator *evaluator, const Pos *pos, int turns, bool *over)
{
    assert(turns >= 1);
    Outcome outcome = repetition_outcome(evaluator->line, pos, (uint32_t)turns, 0);
    *over = outcome.ending != ENDING_NONE;
    if (!*over)
        return evaluate(evaluator, pos);
    if (outcome.ending == ENDING_DRAWN)
        return 0;
    return game_player(evaluator->game, pos, outcome.winner) == evaluator->player ? WIN - turns
                                                                                  : turns - WIN;
}

/* --- greedy: the turn with the best value after it, ties broken at random --- */

typedef struct Greedy {
    Evaluator evaluator;
    Random   *random;
    Turn     *best;
    int       value;
    int       ties; /* turns as good as the best so far */
} Greedy;

static bool weigh_turn(void *context, const Turn *turn, const Pos *after)
{
    Greedy *greedy = context;
    bool    over;
    int     value = value_after(&greedy->evaluator, after, 1, &over);
    if (greedy->ties > 0 && value < greedy->value)
        return true;
    greedy->ties = greedy->ties > 0 && value == greedy->value ? greedy->ties + 1 : 1;
    greedy->value = value;
    if (random_below(greedy->random, (uint32_t)greedy->ties) == 0) {
        greedy->best->count = turn->count;
        memcpy(greedy->best->step, turn->step, (size_t)turn->count * sizeof(Step));
    }
    return true;
}

static Status choose_greedy(const Line *line, Random *random, Turn *out)
{
    Greedy greedy = { .evaluator = evaluator_of(line), .random = random, .best = out };
    if (!turn_each(greedy.evaluator.game, line_now(line), weigh_turn, &greedy))
        return STATUS_TOO_LARGE;
    return greedy.ties > 0 ? STATUS_OK : STATUS_ILLEGAL;
}

/* --- random1: a turn that wins at once, if there is one, otherwise like random --- */

typedef struct Winner {
    Evaluator evaluator;
    Turn     *turn;
    bool      found;
} Winner;

static bool take_win(void *context, const Turn *turn, const Pos *after)
{
    Winner       *winner = context;
    const Game   *game = winner->evaluator.game;
    const Outcome outcome = repetition_outcome(winner->evaluator.line, after, 1, 0);
    winner->found = outcome.ending == ENDING_WON &&
                    game_player(game, after, outcome.winner) == winner->evaluator.player;
    if (winner->found)
        *winner->turn = *turn;
    return !winner->found;
}

static Status choose_random1(const Line *line, Random *random, Turn *out)
{
    Winner winner = { .evaluator = evaluator_of(line), .turn = out };
    turn_each(winner.evaluator.game, line_now(line), take_win, &winner);
    return winner.found ? STATUS_OK : choose_random(line, random, out);
}

/* --- plain2: minimax over two complete turns ---
 *
 * Turns are tried from best to worst in greedy's evaluation, equal ones in random order.  The first
 * turn that no later one exceeds is played.  So plain2 plays a turn of the best minimax value;
 * among several, one with the best value after one turn, chosen at random.
 *
 * A turn is abandoned as soon as one reply makes it no better than the best turn so far
 * (alpha-beta).  Replies that caused such cutoffs before (killers) are tried first; of the others,
 * those whose first steps look best.  That makes 5,000 turns with 5,000 replies each a matter of
 * milliseconds, and it changes no choice.
 */
enum { KILLERS_MAX = 64, KILLER_STEPS_MAX = 6 };

typedef struct Killer {
    int  value; /* when it was last evaluated; only the first list is sorted by it */
    int  count;
    Step step[KILLER_STEPS_MAX];
} Killer;

typedef struct RootTurn {
    int      value; /* after one turn */
    bool     over;
    uint64_t tie_break;
    size_t   first; /* index of its first step in the list of all steps */
    int      count;
} RootTurn;

typedef struct RankedStep {
    int  value;
    Step step;
} RankedStep;

typedef struct Plain {
    Evaluator evaluator;
    Random   *random;

    RootTurn *turns;
    size_t    turn_count, turn_capacity;
    Step     *steps; /* of all turns, one after the other */
    size_t    step_count, step_capacity;

    int        sign;  /* -1 if the root player moves twice */
    int        bound; /* a reply at or below this causes a cutoff */
    int        least; /* the best reply so far, for the root player */
    bool       first_list;
    Turn       path;
    Killer     killers[KILLERS_MAX];
    int        killer_count;
    Step       listed[STEPS_MAX];
    RankedStep ranked[2 * STEPS_MAX]; /* of a complete path, as in core/turn.c */
} Plain;

static bool note_turn(void *context, const Turn *turn, const Pos *after)
{
    Plain *plain = context;
    size_t count = (size_t)turn->count;
    void  *turns = plain->turns, *steps = plain->steps;
    bool   fits = memory_reserve(&turns, &plain->turn_capacity, plain->turn_count + 1,
                                 sizeof *plain->turns) &&
                memory_reserve(&steps, &plain->step_capacity, plain->step_count + count,
                               sizeof *plain->steps);
    plain->turns = turns;
    plain->steps = steps;
    if (!fits)
        return false;
    RootTurn *noted = &plain->turns[plain->turn_count++];
    *noted = (RootTurn){ .tie_break = random_next(plain->random),
                         .first = plain->step_count,
                         .count = turn->count };
    noted->value = value_after(&plain->evaluator, after, 1, &noted->over);
    memcpy(plain->steps + plain->step_count, turn->step, count * sizeof(Step));
    plain->step_count += count;
    return true;
}

static int by_value(const void *a, const void *b)
{
    const RootTurn *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->tie_break < y->tie_break ? -1 : x->tie_break > y->tie_break;
}

static int by_reply_value(const void *a, const void *b)
{
    const RankedStep *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->step < y->step ? -1 : x->step > y->step;
}

static void put_killer(Plain *plain, int at, const Step *steps, int count, int value)
{
    assert(at >= 0 && at <= plain->killer_count);
    if (at >= KILLERS_MAX || count > KILLER_STEPS_MAX)
        return;
    if (plain->killer_count < KILLERS_MAX)
        plain->killer_count++;
    memmove(&plain->killers[at + 1], &plain->killers[at],
            (size_t)(plain->killer_count - 1 - at) * sizeof *plain->killers);
    plain->killers[at] = (Killer){ .value = value, .count = count };
    memcpy(plain->killers[at].step, steps, (size_t)count * sizeof(Step));
}

/* Evaluate a complete reply.  True: cutoff. */
static bool weigh_reply(Plain *plain, const Pos *after)
{
    bool over;
    int  value = plain->sign * value_after(&plain->evaluator, after, 2, &over);
    if (value < plain->least)
        plain->least = value;
    if (plain->first_list) {
        int at = plain->killer_count;
        while (at > 0 && plain->killers[at - 1].value > value)
            at--;
        put_killer(plain, at, plain->path.step, plain->path.count, value);
    }
    return value <= plain->bound;
}

/* Search all replies from the middle of one; `used` places of the list are taken.  True: one of
 * them caused a cutoff, and that one is then the path. */
static bool scan_replies(Plain *plain, const Pos *pos, int used)
{
    const Game *game = plain->evaluator.game;
    RankedStep *open = plain->ranked + used;
    PosBuffer   next;
    int         open_count = 0;
    int         count = game_gen_once(game, pos, plain->listed);
    if (used + count > 2 * STEPS_MAX || plain->path.count == TURN_STEPS_MAX)
        return false;
    for (int i = 0; i < count; i++) {
        Step step = plain->listed[i];
        game_copy(game, pos, &next.head);
        game->rules->apply(&next.head, step);
        if (next.head.phase != 0) {
            open[open_count++] = (RankedStep){ evaluate(&plain->evaluator, &next.head), step };
            continue;
        }
        plain->path.step[plain->path.count++] = step;
        if (weigh_reply(plain, &next.head))
            return true;
        plain->path.count--;
    }
    qsort(open, (size_t)open_count, sizeof *open, by_reply_value);
    for (int i = 0; i < open_count; i++) {
        game_copy(game, pos, &next.head);
        game->rules->apply(&next.head, open[i].step);
        plain->path.step[plain->path.count++] = open[i].step;
        if (scan_replies(plain, &next.head, used + open_count))
            return true;
        plain->path.count--;
    }
    return false;
}

/* True if the killer is a complete turn here and causes a cutoff. */
static bool try_killer(Plain *plain, const Pos *pos, const Killer *killer)
{
    const Game *game = plain->evaluator.game;
    PosBuffer   now;
    game_copy(game, pos, &now.head);
    for (int i = 0; i < killer->count; i++) {
        if ((i > 0 && now.head.phase == 0) || !game->rules->legal(&now.head, killer->step[i]))
            return false;
        game->rules->apply(&now.head, killer->step[i]);
    }
    return now.head.phase == 0 && weigh_reply(plain, &now.head);
}

static bool try_killers(Plain *plain, const Pos *pos)
{
    for (int i = 0; i < plain->killer_count; i++) {
        Killer killer = plain->killers[i];
        if (!try_killer(plain, pos, &killer))
            continue;
        memmove(&plain->killers[1], &plain->killers[0], (size_t)i * sizeof killer);
        plain->killers[0] = killer;
        return true;
    }
    return false;
}

/* Return the value of a position in which the root player moves again, because the other one
 * cannot.  There are no cutoffs, and the largest value is the smallest with the sign changed. */
static int value_of_second_turn(Plain *plain, const Pos *pos)
{
    int bound = plain->bound;
    plain->bound = INT_MIN;
    plain->sign = -1;
    scan_replies(plain, pos, 0);
    plain->sign = 1;
    plain->bound = bound;
    return -plain->least;
}

/* Return the value of a position after the best second turn; exact if it exceeds plain->bound. */
static int value_of_replies(Plain *plain, const Pos *pos)
{
    plain->least = INT_MAX;
    plain->path.count = 0;
    if (game_player(plain->evaluator.game, pos, pos->side) == plain->evaluator.player)
        return value_of_second_turn(plain, pos);
    if (plain->killer_count == 0) {
        plain->first_list = true;
        scan_replies(plain, pos, 0);
        plain->first_list = false;
    } else if (!try_killers(plain, pos) && scan_replies(plain, pos, 0)) {
        put_killer(plain, 0, plain->path.step, plain->path.count, plain->least);
    }
    return plain->least;
}

static const RootTurn *best_turn(Plain *plain)
{
    const Game     *game = plain->evaluator.game;
    const RootTurn *best = NULL;
    PosBuffer       next;
    plain->bound = INT_MIN;
    for (size_t t = 0; t < plain->turn_count; t++) {
        const RootTurn *turn = &plain->turns[t];
        game_copy(game, line_now(plain->evaluator.line), &next.head);
        for (int i = 0; i < turn->count; i++)
            game->rules->apply(&next.head, plain->steps[turn->first + (size_t)i]);
        int value = turn->over ? turn->value : value_of_replies(plain, &next.head);
        if (best == NULL || value > plain->bound) {
            plain->bound = value;
            best = turn;
        }
    }
    return best;
}

static Status plain_choose(Plain *plain, Turn *out)
{
    if (!turn_each(plain->evaluator.game, line_now(plain->evaluator.line), note_turn, plain))
        return STATUS_NO_MEMORY;
    if (plain->turn_count == 0)
        return STATUS_ILLEGAL;
    qsort(plain->turns, plain->turn_count, sizeof *plain->turns, by_value);
    const RootTurn *best = best_turn(plain);
    out->count = best->count;
    memcpy(out->step, plain->steps + best->first, (size_t)best->count * sizeof(Step));
    return STATUS_OK;
}

static Status choose_plain2(const Line *line, Random *random, Turn *out)
{
    Plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL)
        return STATUS_NO_MEMORY;
    plain->evaluator = evaluator_of(line);
    plain->random = random;
    plain->sign = 1;
    Status status = plain_choose(plain, out);
    free(plain->turns);
    free(plain->steps);
    free(plain);
    return status;
}

/* --- uct1000: UCT (upper confidence bounds applied to trees) on a tree of steps ---
 *
 * Each simulation has one playout.  A node's steps are listed on its second visit.  Untried steps
 * come first, in random order, and then the one with the largest mean + UCT_CONSTANT *
 * sqrt(ln(visits of the node) / visits of the step), results being 0, 1/2 and 1.  The turn is the
 * most visited step (of several, the one with more points), and so on from its node until the turn
 * is complete.  If a node has no visited steps, the choice is random.
 */
enum { UCT_PLAYOUTS = 1000, UCT_TURNS_MAX = 1000, UCT_PATH_MAX = 2048 };

static const double UCT_CONSTANT = 0.7;

typedef struct UctNode {
    Step     step;
    int      first_child; /* 0: not listed yet */
    int      child_count;
    int      tried;  /* number of children already visited; they come first */
    uint32_t visits; /* simulations through this node */
    uint32_t points; /* of player 0: two for a win, one for a draw */
} UctNode;

typedef struct Uct {
    const Line *line;
    const Game *game;
    Random     *random;
    UctNode    *nodes;
    size_t      count, capacity;
    int         path[UCT_PATH_MAX];
    uint64_t    keys[UCT_PATH_MAX]; /* of positions at the beginning of turns after the line */
    Step        steps[STEPS_MAX];
} Uct;

static bool list_children(Uct *uct, int node, const Pos *pos)
{
    assert(node >= 0 && (size_t)node < uct->count);
    int   count = game_gen_once(uct->game, pos, uct->steps);
    void *nodes = uct->nodes;
    bool  fits =
        memory_reserve(&nodes, &uct->capacity, uct->count + (size_t)count, sizeof *uct->nodes);
    uct->nodes = nodes;
    if (!fits)
        return false;
    uct->nodes[node].first_child = (int)uct->count;
    uct->nodes[node].child_count = count;
    for (int i = 0; i < count; i++)
        uct->nodes[uct->count++] = (UctNode){ .step = uct->steps[i] };
    return true;
}

static int untried_child(Uct *uct, UctNode *node)
{
    assert(node->tried < node->child_count);
    int     at = node->first_child + node->tried;
    int     pick = at + (int)random_below(uct->random, (uint32_t)(node->child_count - node->tried));
    UctNode picked = uct->nodes[pick];
    uct->nodes[pick] = uct->nodes[at];
    uct->nodes[at] = picked;
    node->tried++;
    return at;
}

/* Return the points of a player in a node. */
static uint32_t points_of(const UctNode *node, int side)
{
    return side == 0 ? node->points : 2 * node->visits - node->points;
}

static int best_child(const Uct *uct, const UctNode *node, int side)
{
    double log_visits = log((double)node->visits), best = -1;
    int    pick = node->first_child;
    for (int i = node->first_child; i < node->first_child + node->child_count; i++) {
        const UctNode *child = &uct->nodes[i];
        double         visits = child->visits;
        double         bound =
            points_of(child, side) / (2 * visits) + UCT_CONSTANT * sqrt(log_visits / visits);
        if (bound > best) {
            best = bound;
            pick = i;
        }
    }
    return pick;
}

static int decider(const Uct *uct, const Pos *pos)
{
    return game_player(uct->game, pos, pos->side);
}

/* Points of a playout from `pos`; swaps within it are ignored. */
static uint32_t points_for(const Uct *uct, const Pos *pos, Outcome outcome)
{
    if (outcome.ending != ENDING_WON)
        return 1;
    return game_player(uct->game, pos, outcome.winner) == 0 ? 2 : 0;
}

static uint32_t times_on_path(const Uct *uct, uint64_t key, uint32_t turns)
{
    uint32_t times = 0;
    for (uint32_t i = 0; i < turns; i++)
        times += uct->keys[i] == key;
    return times;
}

static uint32_t playout_limit(const Line *line, uint32_t turns)
{
    uint32_t limit = line->setup.turn_limit, played = (uint32_t)line_turns(line) + turns;
    return limit != 0 && limit - played < UCT_TURNS_MAX ? limit - played : UCT_TURNS_MAX;
}

/* Descend from the root to a new node or to an end, run a playout from there, and add its points to
 * all nodes on the path.  Return false if memory ran out. */
static bool simulate(Uct *uct)
{
    PosBuffer now;
    Outcome   outcome = { .ending = ENDING_NONE };
    uint32_t  turns = 0;
    int       depth = 0, at = 0;
    game_copy(uct->game, line_now(uct->line), &now.head);
    uct->path[depth++] = 0;
    while (outcome.ending == ENDING_NONE && uct->nodes[at].visits > 0 && depth < UCT_PATH_MAX) {
        if (uct->nodes[at].first_child == 0 && !list_children(uct, at, &now.head))
            return false;
        UctNode *node = &uct->nodes[at];
        at = node->tried < node->child_count ? untried_child(uct, node)
                                             : best_child(uct, node, decider(uct, &now.head));
        uct->path[depth++] = at;
        uct->game->rules->apply(&now.head, uct->nodes[at].step);
        if (now.head.phase == 0) {
            uint32_t again = times_on_path(uct, now.head.key, turns);
            uct->keys[turns++] = now.head.key;
            outcome = repetition_outcome(uct->line, &now.head, turns, again);
        }
    }
    if (outcome.ending == ENDING_NONE)
        perft_playout(uct->game, &now.head, uct->random, playout_limit(uct->line, turns), &outcome,
                      PERFT_FAST);
    for (int i = 0; i < depth; i++) {
        uct->nodes[uct->path[i]].visits++;
        uct->nodes[uct->path[i]].points += points_for(uct, &now.head, outcome);
    }
    return true;
}

static int most_visited(const Uct *uct, const UctNode *node, int side)
{
    int best = node->first_child;
    for (int i = best + 1; i < node->first_child + node->child_count; i++) {
        const UctNode *a = &uct->nodes[i], *b = &uct->nodes[best];
        if (a->visits > b->visits ||
            (a->visits == b->visits && points_of(a, side) > points_of(b, side)))
            best = i;
    }
    return best;
}

static Status walk_turn(Uct *uct, Turn *out)
{
    PosBuffer now;
    int       at = 0;
    game_copy(uct->game, line_now(uct->line), &now.head);
    out->count = 0;
    do {
        if (out->count == TURN_STEPS_MAX)
            return STATUS_TOO_LARGE;
        if (uct->nodes[at].first_child == 0 && !list_children(uct, at, &now.head))
            return STATUS_NO_MEMORY;
        UctNode *node = &uct->nodes[at];
        if (node->child_count == 0)
            return STATUS_ILLEGAL;
        at = node->tried > 0 ? most_visited(uct, node, decider(uct, &now.head))
                             : untried_child(uct, node);
        out->step[out->count++] = uct->nodes[at].step;
        uct->game->rules->apply(&now.head, uct->nodes[at].step);
    } while (now.head.phase != 0);
    return STATUS_OK;
}

static Status uct_choose(Uct *uct, Turn *out)
{
    void *nodes = uct->nodes;
    if (!memory_reserve(&nodes, &uct->capacity, 1, sizeof *uct->nodes))
        return STATUS_NO_MEMORY;
    uct->nodes = nodes;
    uct->nodes[uct->count++] = (UctNode){ 0 };
    for (int i = 0; i < UCT_PLAYOUTS; i++)
        if (!simulate(uct))
            return STATUS_NO_MEMORY;
    return walk_turn(uct, out);
}

static Status choose_uct(const Line *line, Random *random, Turn *out)
{
    Uct *uct = calloc(1, sizeof *uct);
    if (uct == NULL)
        return STATUS_NO_MEMORY;
    uct->line = line;
    uct->game = line->setup.game;
    uct->random = random;
    Status status = uct_choose(uct, out);
    free(uct->nodes);
    free(uct);
    return status;
}

/* --- the players --- */

const BaselinePlayer BASELINE_PLAYERS[] = {
    { "random", "Takes each legal step with equal chance." },
    { "greedy", "Plays the turn that looks best immediately." },
    { "plain2", "Searches every turn and every reply (minimax)." },
    { "uct1000", "Plays 1000 random games and follows the best results." },
    { "random1", "Takes a win in one move, otherwise each legal step with equal chance." },
    { NULL, NULL },
};

typedef Status Chooser(const Line *line, Random *random, Turn *out);

static Chooser *const CHOOSERS[] = { choose_random, choose_greedy, choose_plain2, choose_uct,
                                     choose_random1 };

int baseline_find(const char *name)
{
    for (int i = 0; BASELINE_PLAYERS[i].name != NULL; i++)
        if (strcmp(BASELINE_PLAYERS[i].name, name) == 0)
            return i;
    return -1;
}

Status baseline_choose(int player, const Line *line, Random *random, Turn *out)
{
    assert(player >= 0 && player < (int)(sizeof CHOOSERS / sizeof CHOOSERS[0]));
    return CHOOSERS[player](line, random, out);
}
