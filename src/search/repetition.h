/* repetition.h - repetition and turn limit for positions that may follow a line of play.
 *
 * Whether a position ends the game by repetition or by the turn limit depends on its history.  A
 * search uses this header for positions that are not on the line yet.
 */
#ifndef SEARCH_REPETITION_H
#define SEARCH_REPETITION_H

#include <assert.h>
#include <string.h>

#include "core/line.h"

static inline bool repetition_same(const Line *line, const Pos *a, const Pos *b)
{
    const GameRules *rules = line->setup.game->rules;
    return rules->repeats != NULL ? rules->repeats(a, b) : memcmp(a, b, line->pos_size) == 0;
}

/* Return how often `pos` occurs on the line at the beginning of a turn. */
static inline uint32_t repetition_times(const Line *line, const Pos *pos)
{
    assert(line->capacity > 0);
    uint32_t times = 0;
    int      i = line->buckets[pos->key & (uint64_t)(line->capacity - 1)];
    for (; i >= 0; i = line->entries[i].older) {
        const LineEntry     *entry = &line->entries[i];
        const unsigned char *then = line->positions + (size_t)i * line->pos_size;
        if (entry->key == pos->key && entry->turn_over &&
            repetition_same(line, (const Pos *)(const void *)then, pos))
            times++;
    }
    return times;
}

/* Return the outcome of `pos`, as line_outcome would, if it is reached `turns` turns after the end
 * of the line and occurred `again` times before among those turns. */
static inline Outcome repetition_outcome(const Line *line, const Pos *pos, uint32_t turns,
                                         uint32_t again)
{
    const Setup *setup = &line->setup;
    Outcome      outcome = setup->game->rules->outcome(pos);
    if (outcome.ending != ENDING_NONE || pos->phase != 0)
        return outcome;
    if (setup->repetition != 0 && repetition_times(line, pos) + again + 1 >= setup->repetition)
        return (Outcome){ .ending = ENDING_DRAWN, .reason = REASON_REPETITION };
    if (setup->turn_limit != 0 && (uint32_t)line_turns(line) + turns >= setup->turn_limit)
        return (Outcome){ .ending = ENDING_DRAWN, .reason = REASON_LIMIT };
    return outcome;
}

#endif
