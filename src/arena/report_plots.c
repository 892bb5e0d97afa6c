/* SPDX-License-Identifier: MIT */
#include "arena/report_plots.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* SVG user units: about the width of a phone in pixels, so that text stays readable. */
enum { WIDTH = 420, LEFT = 132, RIGHT = 404, ROW = 22, TOP = 10, BINS = 16, BARS_HEIGHT = 140 };

static void begin_plot(Buffer *out, int height, const char *title)
{
    buffer_addf(out, "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 %d %d\"><title>", WIDTH,
                height);
    buffer_escape(out, title);
    buffer_add(out, "</title>\n");
}

static void add_text(Buffer *out, const char *class, double x, double y, const char *text)
{
    buffer_addf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    buffer_escape(out, text);
    buffer_add(out, "</text>");
}

static void add_line(Buffer *out, const char *class, double x1, double y1, double x2, double y2)
{
    buffer_addf(out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>", class, x1, y1, x2, y2);
}

/* --- Strengths ----------------------------------------------------------------------------- */

typedef struct Scale {
    double low, high;
} Scale;

static double x_of(const Scale *scale, double value)
{
    return LEFT + (RIGHT - LEFT) * (value - scale->low) / (scale->high - scale->low);
}

static Scale scale_of(const Report *r)
{
    Scale scale = { -50, 50 };
    for (int i = 0; i < r->bot_count; i++) {
        const RankRow *row = &r->ranking.rows[i];
        scale.low = fmin(scale.low, row->elo - row->error);
        scale.high = fmax(scale.high, row->elo + row->error);
    }
    return scale;
}

/* Return a step of 1, 2 or 5 times a power of ten, for at most five grid lines. */
static double step_of(double range)
{
    assert(range > 0);
    double power = pow(10, floor(log10(range / 5)));
    double times = range / 5 / power;
    return power * (times > 5 ? 10 : times > 2 ? 5 : times > 1 ? 2 : 1);
}

static void add_axis(Buffer *out, const Scale *scale, int height)
{
    double step = step_of(scale->high - scale->low);
    for (double value = ceil(scale->low / step) * step; value <= scale->high; value += step) {
        char text[32];
        snprintf(text, sizeof text, "%+.0f", value);
        add_line(out, fabs(value) < step / 2 ? "axis" : "grid", x_of(scale, value), TOP,
                 x_of(scale, value), height - 18);
        add_text(out, "tick", x_of(scale, value), height - 4, fabs(value) < step / 2 ? "0" : text);
    }
    buffer_add(out, "\n");
}

void plot_strengths(const Report *r, Buffer *out)
{
    int   height = TOP + ROW * r->bot_count + 24;
    Scale scale = scale_of(r);
    begin_plot(out, height, "Elo rating of each bot with its 95 % interval");
    add_axis(out, &scale, height);
    for (int i = 0; i < r->bot_count; i++) {
        const RankRow *row = &r->ranking.rows[i];
        double         y = TOP + ROW * (i + 0.5);
        char           name[20], text[120];
        snprintf(name, sizeof name, "%.18s", r->bots[row->bot].bot.name);
        snprintf(text, sizeof text, "%s: %+.0f \u00b1 %.0f", r->bots[row->bot].bot.name, row->elo,
                 row->error);
        buffer_add(out, "<g><title>");
        buffer_escape(out, text);
        buffer_add(out, "</title>");
        add_text(out, "name", LEFT - 8, y + 4, name);
        double from = x_of(&scale, row->elo - row->error), to = x_of(&scale, row->elo + row->error);
        add_line(out, "bar", from, y, to, y);
        add_line(out, "bar", from, y - 4, from, y + 4);
        add_line(out, "bar", to, y - 4, to, y + 4);
        buffer_addf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/></g>\n",
                    x_of(&scale, row->elo), y);
    }
    buffer_add(out, "</svg>\n");
}

/* --- Lengths ------------------------------------------------------------------------------- */

void plot_lengths(const Report *r, Buffer *out)
{
    int longest = 1, most = 1, bins[BINS] = { 0 };
    for (int i = 0; i < r->game_count; i++)
        longest = r->games[i].turns > longest ? r->games[i].turns : longest;
    int width = longest / BINS + 1;
    for (int i = 0; i < r->game_count; i++) {
        int *bin = &bins[r->games[i].turns < 0 ? 0 : r->games[i].turns / width];
        most = ++*bin > most ? *bin : most;
    }
    double step = (double)(RIGHT - 30) / BINS;
    begin_plot(out, BARS_HEIGHT + 40, "Number of games by length in moves");
    for (int i = 0; i < BINS; i++) {
        double height = (double)BARS_HEIGHT * bins[i] / most;
        buffer_addf(out,
                    "<g><title>%d to %d moves: %d games</title><rect class=\"fill\" x=\"%.1f\" "
                    "y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></g>\n",
                    i * width, (i + 1) * width - 1, bins[i], 30 + i * step,
                    TOP + BARS_HEIGHT - height, step - 2, height);
        char text[16];
        snprintf(text, sizeof text, "%d", i * width);
        if (i % 4 == 0)
            add_text(out, "tick", 30 + i * step, TOP + BARS_HEIGHT + 16, text);
    }
    add_line(out, "axis", 30, TOP + BARS_HEIGHT, RIGHT, TOP + BARS_HEIGHT);
    char text[16];
    snprintf(text, sizeof text, "%d", most);
    add_text(out, "name", 26, TOP + 8, text);
    buffer_add(out, "</svg>\n");
}

/* --- Endings ------------------------------------------------------------------------------- */

static void add_count(Buffer *out, int row, const char *text, int count, int all)
{
    double y = TOP + ROW * row, width = (double)(RIGHT - LEFT - 70) * count / (all > 0 ? all : 1);
    char   figures[48];
    snprintf(figures, sizeof figures, "%d (%.1f %%)", count, 100.0 * count / (all > 0 ? all : 1));
    add_text(out, "name", LEFT - 8, y + 15, text);
    buffer_addf(out, "<rect class=\"fill\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>",
                LEFT, y + 3, width, ROW - 6);
    add_text(out, "value", LEFT + width + 5, y + 15, figures);
    buffer_add(out, "\n");
}

void plot_endings(const Report *r, Buffer *out)
{
    const Ranking *k = &r->ranking;
    int            lost[TERMINATIONS] = { 0 }, row = 3;
    for (int i = 0; i < r->game_count; i++)
        lost[r->games[i].termination]++;

    int height = TOP + ROW * (3 + TERMINATIONS - 1) + 12;
    begin_plot(out, height, "Results and forfeits");
    add_count(out, 0, "first mover won", k->first_wins, k->games);
    add_count(out, 1, "drawn", k->draws, k->games);
    add_count(out, 2, "second mover won", k->second_wins, k->games);
    for (int v = TERMINATION_RULES + 1; v < TERMINATIONS; v++) {
        char text[48];
        snprintf(text, sizeof text, "lost by %s", termination_word((Termination)v));
        add_count(out, row++, text, lost[v], r->game_count);
    }
    buffer_add(out, "</svg>\n");
}
