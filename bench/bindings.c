/* SPDX-License-Identifier: MIT
 *
 * bindings.c - measure random games through the public library: for each game one line with moves per
 * second, step by step and as playouts.  CPU time, the best of five runs.
 *
 * Knows:   include/tessera.h.
 * Ignores: everything else; bench/bindings.sh compiles it against libtessera.a.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tessera.h"

enum { RUNS = 5, GAMES = 20 /* between two looks at the clock */ };

static const double RUN_SECONDS = 0.4;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint64_t random_state = 1;

static uint32_t below(uint32_t count)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(((random_state >> 32) * count) >> 32);
}

/* Play one game step by step; return the number of turns. */
static uint64_t play(const tes_variant *variant, const tes_pos *start, tes_pos *pos)
{
    static uint64_t steps[TES_STEPS_MAX];
    uint64_t        turns = 0;
    memcpy(pos, start, tes_pos_bytes(variant));
    for (int count; (count = tes_steps(variant, pos, steps, TES_STEPS_MAX)) > 0;) {
        tes_step(variant, pos, steps[below((uint32_t)count)]);
        turns += tes_pos_begins_turn(pos);
    }
    return turns;
}

static uint64_t playout(const tes_variant *variant, const tes_pos *start, tes_pos *unused)
{
    tes_outcome outcome;
    (void)unused;
    return tes_playout(variant, start, random_state++, 100000, &outcome);
}

static double best_rate(const tes_variant *variant, const tes_pos *start_pos, tes_pos *pos,
                        uint64_t (*game)(const tes_variant *, const tes_pos *, tes_pos *))
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double   start = cpu_seconds(), seconds = 0;
        uint64_t turns = 0;
        while ((seconds = cpu_seconds() - start) < RUN_SECONDS)
            for (int i = 0; i < GAMES; i++)
                turns += game(variant, start_pos, pos);
        double rate = (double)turns / seconds;
        best = rate > best ? rate : best;
    }
    return best;
}

int main(void)
{
    for (int i = 0; tes_game_name(i) != NULL; i++) {
        tes_variant *variant;
        if (tes_variant_open(tes_game_name(i), &variant, NULL) != TES_OK)
            return 1;
        tes_pos *start = malloc(tes_pos_bytes(variant)), *pos = malloc(tes_pos_bytes(variant));
        if (start == NULL || pos == NULL)
            return 1;
        tes_pos_start(variant, start);
        double steps = best_rate(variant, start, pos, play);
        double playouts = best_rate(variant, start, pos, playout);
        printf("%s %.0f %.0f\n", tes_game_name(i), steps, playouts);
        free(start);
        free(pos);
        tes_variant_close(variant);
    }
    return 0;
}
