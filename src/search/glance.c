/* SPDX-License-Identifier: MIT */
#include "search/glance.h"

#include "search/repetition.h"

enum {
    VALUE_WIN = 1 << 24, /* beyond every evaluation */
    SIGHT_STEP = 100,    /* one step, in units of SearchLimits.sight */
    FIRST_RUN = 2,       /* turns */
};

typedef struct Glance {
    const Line *line;
    const Game *game;
    int         player; /* the player who decides at the root */
    int         sight;  /* steps noticed, in hundredths */
    uint64_t    seed;   /* of this turn */
} Glance;

/* Return the first turn of the run that `turn` belongs to.  The first run has only one turn of each
 * side: all games have the same start, and the start alone must not decide a long run. */
static int run_start(const GameEval *eval, int turn)
{
    int run = eval != NULL && eval->slip_turns > 1 ? eval->slip_turns : 1;
    int start = turn - (turn + run - FIRST_RUN) % run;
    return start > 0 ? start : 0;
}

bool glance_is_due(const Line *line, const SearchLimits *limits)
{
    if (limits->slip == 0)
        return false;
    const Game *game = line->setup.game;
    const Pos  *now = line_now(line);
    const Pos  *first = line_before_turn(line, run_start(game->eval, line_turns(line)));
    /* Both players decide at the same position, but each for itself. */
    uint64_t player = (uint64_t)game_player(game, now, now->side);
    uint64_t random = mix64(first->key ^ mix64(limits->noise_seed + player));
    return random % 1000 < (uint64_t)limits->slip;
}

/* Return the value of a position for the player. */
static int value_of(const Glance *look, const Pos *pos)
{
    const GameEval *eval = look->game->eval;
    Outcome         outcome = repetition_outcome(look->line, pos, 1, 0);
    if (outcome.ending == ENDING_DRAWN)
        return 0;
    if (outcome.ending == ENDING_WON)
        return game_player(look->game, pos, outcome.winner) == look->player ? VALUE_WIN
                                                                            : -VALUE_WIN;
    int value = eval != NULL ? eval->eval(pos) : 0;
    return game_player(look->game, pos, pos->side) == look->player ? value : -value;
}

/* Return how many of `count` steps are noticed, at least one. */
static int noticed_of(const Glance *look, const Pos *pos, int count)
{
    uint64_t random = mix64(pos->key ^ mix64(look->seed + 1)) % SIGHT_STEP;
    int      noticed = (look->sight + (int)random) / SIGHT_STEP;
    return noticed < 1 ? 1 : noticed > count ? count : noticed;
}

/* Play the best of the noticed steps, or a step that wins, and return its value.  Chance decides
 * which steps are noticed, each set of them equally likely (selection sampling).  Of equal ones the
 * key decides. */
static int play_best(const Glance *look, Pos *pos, const Step *steps, int count, Turn *turn)
{
    PosBuffer next;
    int       best_value = 0;
    uint64_t  best_order = 0;
    int       wanted = noticed_of(look, pos, count);
    bool      has_best = false;
    Step      best = steps[0];
    for (int i = 0; i < count; i++) {
        game_copy(look->game, pos, &next.head);
        look->game->rules->apply(&next.head, steps[i]);
        int      value = value_of(look, &next.head);
        uint64_t order = mix64(next.head.key ^ look->seed);
        bool     is_noticed = (order >> 32) % (uint64_t)(count - i) < (uint64_t)wanted;
        wanted -= is_noticed;
        if ((!is_noticed && value != VALUE_WIN) ||
            (has_best && (value < best_value || (value == best_value && order <= best_order))))
            continue;
        has_best = true;
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
                         .sight = limits->sight,
                         .seed = mix64(limits->noise_seed + (uint64_t)line_turns(line)) };
    SearchPv   *pv = &out->lines[0];
    Step        steps[STEPS_MAX];
    PosBuffer   now;
    int         stands = game->eval != NULL ? game->eval->eval(root) : 0, value = stands;
    game_copy(game, root, &now.head);
    do {
        int count = game->rules->gen(&now.head, steps);
        if (count == 0 || out->turn.count == TURN_STEPS_MAX)
            break;
        out->nodes += (uint64_t)count;
        value = play_best(&look, &now.head, steps, count, &out->turn);
    } while (now.head.phase != 0);
    out->score = score_of(value == VALUE_WIN ? value : stands);
    out->depth = out->line_count = 1;
    pv->score = out->score;
    for (int i = 0; i < out->turn.count && i < SEARCH_PV_MAX; i++)
        pv->steps[pv->step_count++] = out->turn.step[i];
}
