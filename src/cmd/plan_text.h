/* plan_text.h - plans and tablebase builds of the solver in words, for progress lines and reasons. */
#ifndef CMD_PLAN_TEXT_H
#define CMD_PLAN_TEXT_H

#include "base/text.h"
#include "solver/plan.h"
#include "solver/retro.h"

/* Write "about 60,300,000 positions, 12 s, 150 MiB of memory". */
void put_estimate(Text *out, const Estimate *estimate, int threads);

/* Write the state of a build: "layer 5-4 (12 of 21), visiting every position: 40 %, 8 s left". */
void put_table_progress(Text *out, const RetroProgress *progress);

#endif
