/* search_help.h - lines of random play, for tests of searches. */
#ifndef TESTS_SEARCH_HELP_H
#define TESTS_SEARCH_HELP_H

#include <stdlib.h>
#include <string.h>

#include "setup_help.h"
#include "search/search.h"

/* Play up to `turns` random turns, but stop before the game is over. */
static inline void line_at_random(Line *line, const Setup *setup, int turns, Random *random)
{
    assert_int_equal(line_init(line, setup, NULL), STATUS_OK);
    assert_int_equal(line_play_random(line, random, turns), STATUS_OK);
}

/* Fail unless `turn` can be played completely. */
static inline void assert_turn_is_legal(const Line *line, const Turn *turn)
{
    const GameRules *rules = line->setup.game->rules;
    PosBuffer        pos;
    game_copy(line->setup.game, line_now(line), &pos.head);
    assert_true(turn->count > 0);
    for (int i = 0; i < turn->count; i++) {
        assert_true(rules->legal(&pos.head, turn->step[i]));
        rules->apply(&pos.head, turn->step[i]);
        assert_int_equal(pos.head.phase == 0, i == turn->count - 1);
    }
}

static inline Search *search_of(int threads, size_t bytes)
{
    SearchOptions options = search_options();
    options.threads = threads;
    options.table_bytes = bytes;
    Search *search = search_new(&options);
    assert_non_null(search);
    return search;
}

#endif
