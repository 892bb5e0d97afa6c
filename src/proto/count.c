/* SPDX-License-Identifier: MIT */
#include "proto/count.h"

#include <assert.h>

#include "core/perft.h"
#include "core/turn.h"

typedef struct Level {
    Count *count;
    int    depth; /* left after the turn that is visited */
} Level;

static bool visit(void *context, const Turn *turn, const Pos *after)
{
    (void)turn;
    const Level *level = context;
    return count_paths(level->count, after, level->depth);
}

bool count_paths(Count *count, const Pos *pos, int depth)
{
    assert(depth >= 1 && pos->phase == 0);
    if (atomic_load_explicit(count->stop, memory_order_relaxed))
        return false;
    if (depth > 1)
        return turn_each(count->game, pos, visit, &(Level){ count, depth - 1 });
    count->paths += perft_count(count->game, pos, 1, PERFT_TURNS, PERFT_FAST);
    return count->most == 0 || count->paths <= count->most;
}
