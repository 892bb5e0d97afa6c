/* SPDX-License-Identifier: MIT
 *
 * deepen.c - aspiration windows, several principal variations, progressive widening.
 *
 * In a game with a width every second iteration searches more steps per node instead of one turn
 * more, or every iteration does both (GameEval.widens_always).  On small boards all steps are searched.
 */
#include "search/deepen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW_DEPTH = 2 };

/* --- variations --- */

/* Write the first turn of a PV to `turn` and the position after it to `after`; true if the turn is
 * complete. */
static bool first_turn(const Deepening *d, const SearchPv *pv, Turn *turn, Pos *after)
{
    assert(pv->step_count <= SEARCH_PV_MAX);
    return turn_first(d->worker->game, d->root, pv->steps, pv->step_count, turn, after);
}

static void take_line(SearchPv *line, const PvsWorker *worker, int score)
{
    line->score = score;
    line->step_count = worker->pv_count[0] < SEARCH_PV_MAX ? worker->pv_count[0] : SEARCH_PV_MAX;
    memcpy(line->steps, worker->pv[0], (size_t)line->step_count * sizeof line->steps[0]);
}

static void sort_lines(SearchPv *lines, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && lines[j].score > lines[j - 1].score; j--) {
            SearchPv line = lines[j];
            lines[j] = lines[j - 1];
            lines[j - 1] = line;
        }
}

/* --- iterations --- */

/* Use the best turn of an iteration that is not complete.  It searched the previous best turn first,
 * so a better one is a real improvement. */
static void take_unfinished(Deepening *d)
{
    PosBuffer after;
    Turn      turn;
    SearchPv  line = { .step_count = 0 };
    take_line(&line, d->worker, d->worker->root_score);
    if (d->worker->pv_count[0] == 0 || !first_turn(d, &line, &turn, &after.head))
        return;
    d->lines[0] = line;
    d->is_ahead = true;
    if (d->line_count == 0)
        d->line_count = 1;
}

/* Aspiration windows: search in a window around the previous score, and widen it fourfold while the
 * score is outside.  `takes_best`: if the search is stopped before the score is known, use the best
 * turn so far. */
static int search_window(Deepening *d, int before, int depth, bool takes_best)
{
    PvsWorker *worker = d->worker;
    int        alpha = -SCORE_NONE, beta = SCORE_NONE, window = worker->eval->unit / 2 + 10;
    bool       is_evaluated = before > -EVAL_MAX && before < EVAL_MAX;
    if (depth >= WINDOW_DEPTH && is_evaluated && worker->eval->unit > 0) {
        alpha = before - window;
        beta = before + window;
    }
    for (;;) {
        int score = d->instance->root(worker, d->root, depth, alpha, beta);
        if (takes_best && (worker->stopped || score >= beta))
            take_unfinished(d);
        if (worker->stopped || score == -SCORE_NONE)
            return score;
        window *= 4;
        if (score <= alpha && alpha > -SCORE_NONE)
            alpha = score - window > -EVAL_MAX ? score - window : -SCORE_NONE;
        else if (score >= beta && beta < SCORE_NONE)
            beta = score + window < EVAL_MAX ? score + window : SCORE_NONE;
        else
            return score;
    }
}

/* Find one more variation besides those in `lines`.  Return false if there is none, or if the
 * search was stopped. */
static bool find_line(Deepening *d, SearchPv *lines, int count, int depth)
{
    assert(count >= 0 && count < SEARCH_PVS_MAX && count <= PVS_EXCLUDED_MAX);
    PvsWorker *worker = d->worker;
    PosBuffer  after;
    Turn       turn;
    worker->excluded_count = 0;
    for (int i = 0; i < count; i++) {
        first_turn(d, &lines[i], &turn, &after.head);
        worker->excluded[worker->excluded_count++] = after.head.key;
    }
    int before = count < d->line_count ? d->lines[count].score : SCORE_NONE;
    worker->pv_count[0] = 0;
    /* Several variations are only comparable if they are of one iteration. */
    bool takes_best = count == 0 && (d->lines_wanted <= 1 || d->line_count == 0);
    int  score = search_window(d, before, depth, takes_best);
    if (worker->stopped)
        return false;
    if (score == -SCORE_NONE || worker->pv_count[0] == 0)
        return false;
    take_line(&lines[count], worker, score);
    return true;
}

/* Return false if stopped. */
static bool iterate(Deepening *d, int depth, int widening, SearchPv *lines)
{
    int count = 0;
    d->worker->depth = depth;
    d->worker->widening = widening;
    while (count < d->lines_wanted && count < SEARCH_PVS_MAX && find_line(d, lines, count, depth))
        count++;
    if (d->worker->stopped)
        return false;
    sort_lines(lines, count);
    memcpy(d->lines, lines, (size_t)count * sizeof *lines);
    d->line_count = count;
    d->depth = depth;
    d->is_ahead = false;
    return true;
}

/* True if a deeper search cannot change the result. */
static bool cannot_change(const Deepening *d)
{
    int score = d->line_count > 0 ? d->lines[0].score : 0;
    if (!d->worker->left_out)
        return true;
    return d->lines_wanted <= 1 && (score_is_win(score) || score_is_loss(score));
}

static bool is_narrow(const Deepening *d)
{
    return d->worker->eval->width != NULL && d->worker->canon == NULL;
}

static int depth_of(const Deepening *d, int number)
{
    return is_narrow(d) && !d->worker->eval->widens_always ? 1 + number / 2 : 1 + number;
}

static int widening_of(const Deepening *d, int number)
{
    return !is_narrow(d) ? 0 : d->worker->eval->widens_always ? number : (number + 1) / 2;
}

void deepen(Deepening *d)
{
    SearchPv *lines = calloc(SEARCH_PVS_MAX, sizeof *lines);
    d->depth = d->line_count = d->completed = 0;
    d->is_ahead = d->is_settled = false;
    while (lines != NULL) {
        int depth = depth_of(d, d->completed), widening = widening_of(d, d->completed);
        if (depth > d->depth_limit || !iterate(d, depth, widening, lines))
            break;
        d->completed++;
        d->is_settled = cannot_change(d);
        if ((d->goes_on != NULL && !d->goes_on(d->context, d)) || d->is_settled)
            break;
    }
    free(lines);
}

/* --- the result --- */

void deepen_complete_turn(const Game *game, Pos *pos, Turn *turn)
{
    Step    *steps = malloc(STEPS_MAX * sizeof *steps);
    int32_t *ranks = malloc(STEPS_MAX * sizeof *ranks);
    while (steps != NULL && ranks != NULL && turn->count < TURN_STEPS_MAX) {
        int count = game->rules->gen(pos, steps), best = 0;
        if (count == 0)
            break;
        memset(ranks, 0, STEPS_MAX * sizeof *ranks);
        if (game->eval != NULL && game->eval->order != NULL)
            game->eval->order(pos, steps, count, ranks);
        for (int i = 1; i < count; i++)
            if (ranks[i] > ranks[best])
                best = i;
        turn->step[turn->count++] = steps[best];
        game->rules->apply(pos, steps[best]);
        if (pos->phase == 0)
            break;
    }
    free(steps);
    free(ranks);
}

bool deepen_is_further(const Deepening *a, const Deepening *b)
{
    if (a->completed != b->completed || a->is_ahead != b->is_ahead)
        return a->completed != b->completed ? a->completed > b->completed : a->is_ahead;
    return a->is_ahead && a->lines[0].score > b->lines[0].score;
}

bool deepen_turn(const Deepening *d, Turn *turn)
{
    PosBuffer pos;
    if (d->line_count > 0 && first_turn(d, &d->lines[0], turn, &pos.head))
        return true;
    game_copy(d->worker->game, d->root, &pos.head);
    turn->count = 0;
    deepen_complete_turn(d->worker->game, &pos.head, turn);
    return false;
}
