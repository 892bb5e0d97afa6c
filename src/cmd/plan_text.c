/* SPDX-License-Identifier: MIT */
#include "cmd/plan_text.h"

#include "cmd/progress.h"

void put_estimate(Text *out, const Estimate *estimate, int threads)
{
    text_add(out, estimate->is_least ? "at least " : "about ");
    put_count(out, estimate->positions);
    text_add(out, " positions, ");
    put_duration(out, plan_wall_seconds(estimate, threads));
    text_add(out, ", ");
    put_bytes(out, estimate->bytes);
    text_add(out, " of memory");
}

void put_table_progress(Text *out, const RetroProgress *progress)
{
    text_addf(out, "layer %s (%u of %u), %s", progress->layer, (unsigned)progress->layers_done + 1,
              (unsigned)progress->layer_count, progress->doing);
    if (progress->turns > 0)
        text_addf(out, ", %u turns", (unsigned)progress->turns);
    if (progress->positions > 0)
        text_addf(out, ", %u positions", (unsigned)progress->positions);
    text_addf(out, ": %.0f %%", 100 * progress->share);
    if (progress->seconds_left >= 0) {
        text_add(out, ", ");
        put_duration(out, progress->seconds_left);
        text_add(out, " left");
    }
}
