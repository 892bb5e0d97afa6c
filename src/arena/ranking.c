/* SPDX-License-Identifier: MIT */
#include "arena/ranking.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ELO_PER_UNIT = 173.71779276130073; /* 400 / ln 10 */
static const double Z95 = 1.959963984540054;
static const double PRIOR = 0.5; /* won and lost games each against the virtual bot */

enum { NEWTON_STEPS_MAX = 100, HALVINGS_MAX = 40 };

/* --- Ratings ------------------------------------------------------------------------------ */

/* Parameters 0 .. count-1 are ratings, then the advantage of the first move, then the ease of
 * drawing if there were draws. */
typedef struct Model {
    int           count, size;
    bool          draws;
    const double *results; /* [first * count + second][3]: first won, drawn, second won */
    double       *at;      /* the parameters */
    double       *trial;   /* the parameters after a trial step */
    double       *gradient;
    double       *curve; /* minus the Hessian; then its Cholesky factor */
    double       *column;
} Model;

typedef struct Chances {
    double won, drawn, lost;
} Chances;

static Chances chances(double x, double ease, bool draws)
{
    double top = fabs(x) / 2 > ease || !draws ? fabs(x) / 2 : ease;
    double won = exp(x / 2 - top), lost = exp(-x / 2 - top), drawn = draws ? exp(ease - top) : 0;
    double sum = won + drawn + lost;
    assert(sum > 0);
    return (Chances){ won / sum, drawn / sum, lost / sum };
}

static double weighted_log(double weight, double chance)
{
    return weight > 0 ? weight * log(chance) : 0;
}

static double log_of(const Chances *c, const double results[3])
{
    return weighted_log(results[0], c->won) + weighted_log(results[1], c->drawn) +
           weighted_log(results[2], c->lost);
}

/* Return the log-likelihood of the results and the prior. */
static double likelihood(const Model *m, const double *at)
{
    static const double PULL[3] = { 0.5, 0, 0.5 }, EASE_PULL[3] = { 0.25, 0.5, 0.25 };
    double              advantage = at[m->count], ease = m->draws ? at[m->count + 1] : 0, sum = 0;
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->count; j++) {
            const double *results = &m->results[3 * (i * m->count + j)];
            if (results[0] + results[1] + results[2] > 0) {
                Chances c = chances(at[i] - at[j] + advantage, ease, m->draws);
                sum += log_of(&c, results);
            }
        }
    for (int i = 0; i <= m->count; i++) {
        Chances c = chances(at[i], 0, false);
        sum += log_of(&c, PULL) * 2 * PRIOR;
    }
    if (m->draws) {
        Chances c = chances(0, ease, true);
        sum += log_of(&c, EASE_PULL) * 2 * PRIOR;
    }
    return sum;
}

static double *cell(const Model *m, int row, int column)
{
    return &m->curve[row * m->size + column];
}

/* Add the derivatives of one kind of observation.  x is the sum of the parameters `plus` minus the
 * parameter `minus` (-1: none). */
static void observe(const Model *m, const int plus[2], int minus, bool draws,
                    const double results[3])
{
    const double *at = m->at;
    assert(plus[0] < m->size && plus[1] < m->size && minus < m->size);
    assert(!draws || m->draws);
    double x = (plus[0] >= 0 ? at[plus[0]] : 0) + (plus[1] >= 0 ? at[plus[1]] : 0) -
               (minus >= 0 ? at[minus] : 0);
    int          ease = m->count + 1;
    double       n = results[0] + results[1] + results[2];
    Chances      c = chances(x, draws ? at[ease] : 0, draws);
    double       slope = (results[0] - results[2]) / 2 - n * (c.won - c.lost) / 2;
    double       bend = n * (c.won + c.lost - (c.won - c.lost) * (c.won - c.lost)) / 4;
    double       mixed = -n * (c.won - c.lost) / 2 * c.drawn;
    const int    index[3] = { plus[0], plus[1], minus };
    const double sign[3] = { 1, 1, -1 };
    for (int i = 0; i < 3; i++) {
        if (index[i] < 0)
            continue;
        m->gradient[index[i]] += sign[i] * slope;
        for (int j = 0; j < 3; j++)
            if (index[j] >= 0)
                *cell(m, index[i], index[j]) += sign[i] * sign[j] * bend;
        if (draws) {
            *cell(m, index[i], ease) += sign[i] * mixed;
            *cell(m, ease, index[i]) += sign[i] * mixed;
        }
    }
    if (draws) {
        m->gradient[ease] += results[1] - n * c.drawn;
        *cell(m, ease, ease) += n * c.drawn * (1 - c.drawn);
    }
}

static void differentiate(const Model *m)
{
    const double pull[3] = { PRIOR, 0, PRIOR }, ease_pull[3] = { PRIOR / 2, PRIOR, PRIOR / 2 };
    memset(m->gradient, 0, (size_t)m->size * sizeof *m->gradient);
    memset(m->curve, 0, (size_t)m->size * (size_t)m->size * sizeof *m->curve);
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->count; j++) {
            const double *results = &m->results[3 * (i * m->count + j)];
            if (results[0] + results[1] + results[2] > 0)
                observe(m, (const int[2]){ i, m->count }, j, m->draws, results);
        }
    for (int i = 0; i <= m->count; i++)
        observe(m, (const int[2]){ i, -1 }, -1, false, pull);
    if (m->draws)
        observe(m, (const int[2]){ -1, -1 }, -1, true, ease_pull);
}

/* Cholesky decomposition in place, in the lower triangle.  The prior makes the matrix positive
 * definite. */
static void factorise(const Model *m)
{
    for (int j = 0; j < m->size; j++) {
        for (int i = j; i < m->size; i++) {
            double sum = *cell(m, i, j);
            for (int k = 0; k < j; k++)
                sum -= *cell(m, i, k) * *cell(m, j, k);
            *cell(m, i, j) = i == j ? sqrt(sum > 1e-12 ? sum : 1e-12) : sum / *cell(m, j, j);
        }
    }
}

/* Solve L L' x = b in place, with the Cholesky factor L. */
static void solve(const Model *m, double *b)
{
    for (int i = 0; i < m->size; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= *cell(m, i, k) * b[k];
        b[i] /= *cell(m, i, i);
    }
    for (int i = m->size - 1; i >= 0; i--) {
        for (int k = i + 1; k < m->size; k++)
            b[i] -= *cell(m, k, i) * b[k];
        b[i] /= *cell(m, i, i);
    }
}

/* One step of Newton's method with step halving.  False when it has converged. */
static bool improve(const Model *m, double *value)
{
    double length = 1, largest = 0;
    differentiate(m);
    factorise(m);
    solve(m, m->gradient);
    for (int i = 0; i < m->size; i++)
        largest = fmax(largest, fabs(m->gradient[i]));
    for (int tries = 0; tries < HALVINGS_MAX; tries++, length /= 2) {
        for (int i = 0; i < m->size; i++)
            m->trial[i] = m->at[i] + length * m->gradient[i];
        double next = likelihood(m, m->trial);
        if (next >= *value) {
            memcpy(m->at, m->trial, (size_t)m->size * sizeof *m->at);
            *value = next;
            return largest * length > 1e-10;
        }
    }
    return false;
}

/* Write the inverse of the matrix, column by column, to `inverse` (size * size numbers). */
static void invert(const Model *m, double *inverse)
{
    for (int i = 0; i < m->size; i++) {
        memset(m->column, 0, (size_t)m->size * sizeof *m->column);
        m->column[i] = 1;
        solve(m, m->column);
        memcpy(&inverse[i * m->size], m->column, (size_t)m->size * sizeof *m->column);
    }
}

static double normal_below(double z)
{
    return 0.5 * erfc(-z / sqrt(2));
}

/* Write ratings, errors and likelihoods of superiority. */
static void write_ratings(const Model *m, const double *inverse, Ranking *out)
{
    int    n = m->count;
    double mean = 0, all = 0;
    for (int i = 0; i < n; i++) {
        mean += m->at[i] / n;
        for (int j = 0; j < n; j++)
            all += inverse[i * m->size + j] / n / n;
    }
    for (int i = 0; i < n; i++) {
        double row = 0;
        for (int j = 0; j < n; j++)
            row += inverse[i * m->size + j] / n;
        double variance = inverse[i * m->size + i] - 2 * row + all;
        out->rows[i].elo = (m->at[i] - mean) * ELO_PER_UNIT;
        out->rows[i].error = Z95 * sqrt(fmax(variance, 0)) * ELO_PER_UNIT;
        for (int j = 0; j < n; j++) {
            double apart =
                inverse[i * m->size + i] + inverse[j * m->size + j] - 2 * inverse[i * m->size + j];
            out->superior[i * n + j] =
                i == j || apart <= 0 ? 0.5 : normal_below((m->at[i] - m->at[j]) / sqrt(apart));
        }
    }
    out->first_elo = m->at[n] * ELO_PER_UNIT;
    out->first_error = Z95 * sqrt(fmax(inverse[n * m->size + n], 0)) * ELO_PER_UNIT;
    if (m->draws)
        out->draw_share = chances(0, m->at[n + 1], true).drawn;
}

static Status find_ratings(const double *results, int count, Ranking *out)
{
    size_t  size = (size_t)count + 1 + (out->draws > 0);
    Model   m = { .count = count, .size = (int)size, .draws = out->draws > 0, .results = results };
    double *memory = calloc(size * (4 + 2 * size), sizeof *memory);
    if (memory == NULL)
        return STATUS_NO_MEMORY;
    m.at = memory;
    m.trial = memory + size;
    m.gradient = memory + 2 * size;
    m.column = memory + 3 * size;
    m.curve = memory + 4 * size;
    double *inverse = m.curve + size * size;
    double  value = likelihood(&m, m.at);
    for (int i = 0; i < NEWTON_STEPS_MAX && improve(&m, &value); i++)
        ;
    differentiate(&m);
    factorise(&m);
    invert(&m, inverse);
    write_ratings(&m, inverse, out);
    free(memory);
    return STATUS_OK;
}

/* --- Points ------------------------------------------------------------------------------- */

static void count_half_points(RankRow *row, int half_points)
{
    row->games++;
    row->half_points += half_points;
    row->wins += half_points == 2;
    row->draws += half_points == 1;
    row->losses += half_points == 0;
}

static void count_game(Ranking *r, double *results, const RankGame *game)
{
    int a = game->first, b = game->second, n = r->count;
    assert(a >= 0 && a < n && b >= 0 && b < n && a != b);
    assert(game->half_points >= 0 && game->half_points <= 2);
    count_half_points(&r->rows[a], game->half_points);
    count_half_points(&r->rows[b], 2 - game->half_points);
    r->cross[a * n + b] += game->half_points;
    r->cross[b * n + a] += 2 - game->half_points;
    r->met[a * n + b]++;
    r->met[b * n + a]++;
    results[3 * (a * n + b) + 2 - game->half_points] += 1;
    r->games++;
    r->draws += game->half_points == 1;
    r->first_wins += game->half_points == 2;
    r->second_wins += game->half_points == 0;
}

/* Compute the tie-breaks.  Requires all points; rows are still indexed by bot. */
static void break_ties(Ranking *r)
{
    int n = r->count;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            double points = r->rows[b].half_points / 2.0;
            r->rows[a].buchholz += r->met[a * n + b] * points;
            r->rows[a].sonneborn += r->cross[a * n + b] / 2.0 * points;
            if (a != b && r->rows[a].half_points == r->rows[b].half_points &&
                r->rows[a].merit == r->rows[b].merit)
                r->rows[a].direct += r->cross[a * n + b];
        }
}

static int down(double a, double b)
{
    return (a < b) - (a > b);
}

static int compare_merit(const RankRow *x, const RankRow *y)
{
    int order = down(x->merit, y->merit);
    order = order != 0 ? order : down(x->share, y->share);
    order = order != 0 ? order : down(x->half_points, y->half_points);
    order = order != 0 ? order : down(x->direct, y->direct);
    order = order != 0 ? order : down(x->buchholz, y->buchholz);
    order = order != 0 ? order : down(x->sonneborn, y->sonneborn);
    return order != 0 ? order : down(x->wins, y->wins);
}

static int compare_rows(const void *a, const void *b)
{
    const RankRow *x = a, *y = b;
    int            order = compare_merit(x, y);
    return order != 0 ? order : x->bot - y->bot;
}

static void put_in_order(Ranking *r)
{
    qsort(r->rows, (size_t)r->count, sizeof *r->rows, compare_rows);
    for (int i = 0; i < r->count; i++) {
        bool equal = i > 0 && compare_merit(&r->rows[i - 1], &r->rows[i]) == 0;
        r->rows[i].place = equal ? r->rows[i - 1].place : i + 1;
        r->row_of[r->rows[i].bot] = i;
    }
}

static bool ensure_capacity(Ranking *r, int count)
{
    size_t n = (size_t)count + 1;
    *r = (Ranking){ .count = count,
                    .rows = calloc(n, sizeof *r->rows),
                    .row_of = calloc(n, sizeof *r->row_of),
                    .superior = calloc(n * n, sizeof *r->superior),
                    .cross = calloc(n * n, sizeof *r->cross),
                    .met = calloc(n * n, sizeof *r->met) };
    return r->rows != NULL && r->row_of != NULL && r->superior != NULL && r->cross != NULL &&
           r->met != NULL;
}

void ranking_free(Ranking *r)
{
    free(r->rows);
    free(r->row_of);
    free(r->superior);
    free(r->cross);
    free(r->met);
    *r = (Ranking){ 0 };
}

Status ranking_make(const RankGame *games, int game_count, int bot_count, const RankExtras *extras,
                    Ranking *out)
{
    assert(bot_count >= 0 && game_count >= 0 && (games != NULL || game_count == 0));
    double *results = calloc(3 * (size_t)bot_count * (size_t)bot_count + 1, sizeof *results);
    Status  status =
        ensure_capacity(out, bot_count) && results != NULL ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        for (int i = 0; i < bot_count; i++) {
            out->rows[i].bot = i;
            if (extras != NULL && extras->byes != NULL)
                out->rows[i].half_points = extras->byes[i];
            if (extras != NULL && extras->merit != NULL)
                out->rows[i].merit = extras->merit[i];
        }
        for (int i = 0; i < game_count; i++)
            count_game(out, results, &games[i]);
        for (int i = 0; i < bot_count && extras != NULL && extras->by_share; i++)
            out->rows[i].share =
                out->rows[i].games == 0 ? 0 : out->rows[i].half_points / 2.0 / out->rows[i].games;
        status = find_ratings(results, bot_count, out);
    }
    if (status == STATUS_OK) {
        break_ties(out);
        put_in_order(out);
    } else {
        ranking_free(out);
    }
    free(results);
    return status;
}
