/* SPDX-License-Identifier: MIT */
#include "solver/puzzle.h"

#include <assert.h>
#include <string.h>

typedef struct Quest {
    Solver      *solver;
    const Game  *game;
    int          player;
    uint32_t     turns;
    uint64_t     nodes;
    int          seen;    /* turns */
    int          winning; /* winning turns; the search stops at two */
    PuzzleStatus goal_status;
    Puzzle      *out;
    int          score; /* of the winning turn, for its side */
} Quest;

static bool is_won_by_points(const Game *game)
{
    return game->rules->lead != NULL;
}

static void plain_copy(const Game *game, const Pos *from, PosBuffer *to)
{
    game_copy(game, from, &to->head);
    if (game->rules->forget != NULL)
        game->rules->forget(&to->head);
}

/* Can the player win from here, within `turns` if wins differ in length? */
static GoalStatus wins(const Quest *quest, const Pos *pos, uint32_t turns)
{
    Goal goal = { .player = quest->player };
    if (is_won_by_points(quest->game))
        return dfpn_search(solver_dfpn(quest->solver), pos, &goal, quest->nodes);
    ProofValue value =
        prover_player_within(solver_prover(quest->solver), pos, quest->player, turns, quest->nodes);
    return value == PROOF_UNKNOWN ? GOAL_UNKNOWN
           : value == PROOF_DRAW  ? GOAL_DISPROVED
                                  : GOAL_PROVED;
}

/* Return the length of the win in turns; 0 if there is none within the bounds. */
static uint32_t length_of_win(Quest *quest, const Pos *pos, uint32_t most)
{
    uint32_t turns = 0;
    Goal     goal = { .player = quest->player };
    if (is_won_by_points(quest->game)) {
        GoalStatus goal_status = wins(quest, pos, 0);
        quest->goal_status = goal_status == GOAL_UNKNOWN ? PUZZLE_OPEN : PUZZLE_NONE;
        if (goal_status == GOAL_PROVED)
            dfpn_known(solver_dfpn(quest->solver), pos, &goal, &turns);
        return turns <= most ? turns : 0;
    }
    for (turns = 1; turns <= most; turns++) {
        GoalStatus goal_status = wins(quest, pos, turns);
        if (goal_status == GOAL_PROVED)
            return turns;
        if (goal_status == GOAL_UNKNOWN) {
            quest->goal_status = PUZZLE_OPEN;
            return 0;
        }
    }
    return 0;
}

static int score_of(const Quest *quest, const Pos *after)
{
    int score = quest->game->eval->eval(after);
    return game_player(quest->game, after, after->side) == quest->player ? score : -score;
}

static bool is_over(const Quest *quest, const Pos *pos)
{
    return quest->game->rules->outcome(pos).ending != ENDING_NONE;
}

static bool try_turn(void *context, const Turn *turn, const Pos *after)
{
    Quest    *quest = context;
    PosBuffer plain;
    quest->seen++;
    plain_copy(quest->game, after, &plain);
    GoalStatus goal_status = wins(quest, &plain.head, quest->turns - 1);
    if (goal_status == GOAL_DISPROVED)
        return true;
    if (goal_status == GOAL_UNKNOWN || ++quest->winning > 1) {
        quest->goal_status = goal_status == GOAL_UNKNOWN ? PUZZLE_OPEN : PUZZLE_NONE;
        return false;
    }
    quest->out->turn.count = turn->count;
    memcpy(quest->out->turn.step, turn->step, (size_t)turn->count * sizeof(Step));
    quest->score = is_over(quest, after) ? EVAL_MAX : score_of(quest, after);
    return true;
}

static bool count_good(void *context, const Turn *turn, const Pos *after)
{
    Quest *quest = context;
    (void)turn;
    if (!is_over(quest, after) && score_of(quest, after) >= quest->score)
        quest->out->good++;
    return true;
}

PuzzleStatus puzzle_find(Solver *solver, const Pos *pos, uint32_t least, uint32_t most,
                         uint64_t nodes, Puzzle *out)
{
    assert(pos->phase == 0 && least <= most);
    const Game *game = solver_game(solver);
    PosBuffer   root;
    Quest       quest = { .solver = solver,
                          .game = game,
                          .player = game_player(game, pos, pos->side),
                          .nodes = nodes,
                          .goal_status = PUZZLE_NONE,
                          .out = out };
    plain_copy(game, pos, &root);
    if (is_over(&quest, &root.head))
        return PUZZLE_NONE;
    quest.turns = length_of_win(&quest, &root.head, most);
    if (quest.turns == 0 || quest.turns < least)
        return quest.goal_status;
    out->turns = quest.turns;
    out->good = 0;
    if (!turn_each(game, &root.head, try_turn, &quest))
        return quest.goal_status;
    if (quest.winning != 1 || quest.seen < PUZZLE_CHOICES)
        return PUZZLE_NONE;
    if (game->eval != NULL) {
        turn_each(game, &root.head, count_good, &quest);
        if (out->good > 0 && quest.score < EVAL_MAX)
            out->good--; /* the winning turn itself */
    }
    return PUZZLE_FOUND;
}
