/* SPDX-License-Identifier: MIT */
#include "search/glance.h"

#include "search/repetition.h"

enum { VALUE_WIN = 1 << 24 }; /* beyond every evaluation with its error */

typedef struct Glance {
    const Line *line;
    const Game *game;
    int         player; /* the player who decides at the root */
    int         noise;  /* in units of eval */
    uint64_t    seed;
} Glance;

bool glance_is_due(const Line *line, const SearchLimits *limits)
{
    const GameEval *eval = line->setup.game->eval;
    const Pos      *pos = line_now(line);
    if (eval != NULL && eval->slip_turns > 1) {
        const int turn = line_turns(line);
        pos = line_before_turn(line, turn - turn % eval->slip_turns);
    }
    uint64_t random = mix64(pos->key ^ mix64(limits->noise_seed));
    return random % 1000 < (uint64_t)limits->slip;
}

/* Return the value of a position for the player. */
static int value_of(const Glance *look, const Pos *pos)
{
    const GameEval *eval = look->game->eval;
    Outcome         outcome = repetition_outcome(look->line, pos, 1, 0);
    int             error = score_noise(look->noise, look->seed, pos->key);
    if (outcome.ending == ENDING_DRAWN)
        return 0;
    if (outcome.ending == ENDING_WON)
        return game_player(look->game, pos, outcome.winner) == look->player ? VALUE_WIN
                                                                            : -VALUE_WIN;
    int value = eval != NULL ? eval->eval(pos) : 0;
    return (game_player(look->game, pos, pos->side) == look->player ? value : -value) + error;
}

/* Play the best of `count` steps, and return its value.  Of equal ones the key decides. */
static int play_best(const Glance *look, Pos *pos, const Step *steps, int count, Turn *turn)
{
    PosBuffer next;
    int       best_value = 0;
    uint64_t  best_order = 0;
    Step      best = steps[0];
    for (int i = 0; i < count; i++) {
        game_copy(look->game, pos, &next.head);
        look->game->rules->apply(&next.head, steps[i]);
        int      value = value_of(look, &next.head);
        uint64_t order = mix64(next.head.key ^ look->seed);
        if (i > 0 && (value < best_value || (value == best_value && order <= best_order)))
            continue;
        best_value = value;
        best_order = order;
        best = steps[i];
    }
    look->game->rules->apply(pos, best);
    turn->step[turn->count++] = best;
    return best_value;
}

static int score_of(int value)
{
    if (value == VALUE_WIN || value == -VALUE_WIN)
        return value > 0 ? SCORE_WIN - 1 : 1 - SCORE_WIN;
    int bounded = value < EVAL_MAX ? value : EVAL_MAX - 1;
    return bounded > -EVAL_MAX ? bounded : 1 - EVAL_MAX;
}

void glance(const Line *line, const SearchLimits *limits, SearchResult *out)
{
    const Game *game = line->setup.game;
    const Pos  *root = line_now(line);
    Glance      look = { .line = line,
                         .game = game,
                         .player = game_player(game, root, root->side),
                         .noise = game->eval != NULL ? game->eval->unit * limits->slip_noise / 1000 : 0,
                         .seed = limits->noise_seed };
    SearchPv   *pv = &out->lines[0];
    Step        steps[STEPS_MAX];
    PosBuffer   now;
    game_copy(game, root, &now.head);
    do {
        int count = game->rules->gen(&now.head, steps);
        if (count == 0 || out->turn.count == TURN_STEPS_MAX)
            break;
        out->nodes += (uint64_t)count;
        out->score = score_of(play_best(&look, &now.head, steps, count, &out->turn));
    } while (now.head.phase != 0);
    out->depth = out->line_count = 1;
    pv->score = out->score;
    for (int i = 0; i < out->turn.count && i < SEARCH_PV_MAX; i++)
        pv->steps[pv->step_count++] = out->turn.step[i];
}
