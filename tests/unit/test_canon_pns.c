/* SPDX-License-Identifier: MIT */
/* solver/canon_pns: proof-number search over canonical keys agrees with enumeration, with much
 * memory and with hardly any; and what a game decides by counting is decided, whatever both sides
 * do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/index.h"
#include "games/list.h"
#include "solver/canon_pns.h"
#include "solver/enumerate.h"

#include "setup_help.h"
#include "share.h"

enum { LISTED_MAX = 4000, ENOUGH = 1000000, TURNS_MAX = 128 };

/* A random game, as the positions in which turns begin. */
typedef struct Played {
    PosBuffer pos[TURNS_MAX];
    int       count; /* the game is over in the last one */
} Played;

static void play(const Setup *setup, Random *random, Played *played)
{
    PosBuffer pos;
    setup->game->rules->start(setup->variant, &pos.head);
    for (played->count = 0;;) {
        Step steps[STEPS_MAX];
        int  count = setup->game->rules->gen(&pos.head, steps);
        if (pos.head.phase == 0) {
            assert_true(played->count < TURNS_MAX);
            game_copy(setup->game, &pos.head, &played->pos[played->count++].head);
        }
        if (count == 0)
            return;
        /* Swaps, bridges and passes come after the stones in the list: choose them as often. */
        uint32_t which = random_below(random, 4) == 0 ? (uint32_t)count - 1
                                                      : random_below(random, (uint32_t)count);
        setup->game->rules->apply(&pos.head, steps[which]);
    }
}

/* --- compared with enumeration --- */

typedef struct Row {
    const char *setup;
    int         games, least; /* positions that must be small enough to be enumerated */
} Row;

static const Row ROWS[] = {
    { "ponte:contest;size=3", 20, 60 },
    { "ponte:official;size=3", 20, 60 },
    { "ponte:contest;size=4", 20, 60 },
    { "ponte:official;size=4", 20, 60 },
    { "ponte:contest;size=5", 20, 40 },
    { "ponte:official;size=5", 20, 40 },
    { "diavolo:3", 20, 60 },
    { "diavolo:4", 20, 40 },
    { "alliances:3", 20, 40 },
    { "alliances:4", 20, 40 },
};

static CanonPns *canon_pns_of(const Setup *setup, size_t bytes)
{
    DfpnLimits limits = { .memory_bytes = bytes, .threads = 1 };
    CanonPns  *pns = canon_pns_new(setup->game, setup->variant, &limits);
    assert_non_null(pns);
    return pns;
}

static void check_value(CanonPns *pns, const Setup *setup, const Pos *pos, ProofValue value,
                        uint32_t least)
{
    for (int player = 0; player < 2; player++) {
        Goal       goal = { .player = player };
        uint32_t   turns = 0;
        bool       is_first = game_player(setup->game, pos, 0) == player;
        ProofValue wanted = is_first ? PROOF_FIRST : PROOF_SECOND;
        GoalStatus goal_status = canon_pns_search(pns, pos, &goal, ENOUGH);
        if (goal_status != (value == wanted ? GOAL_PROVED : GOAL_DISPROVED))
            fail_msg("%s: player %d gets the verdict %d", line_of(setup->game, pos), player,
                     goal_status);
        assert_int_equal(canon_pns_known(pns, pos, &goal, &turns), goal_status);
        if (goal_status == GOAL_PROVED)
            assert_true(turns >= least);
    }
}

static void check_row(const Row *row)
{
    static Played played;
    Setup         setup = setup_of(row->setup);
    Random        random = random_seeded(11);
    ProofLimits   limits = { .memory_bytes = 64 << 20 };
    CanonPns     *large = canon_pns_of(&setup, 4 << 20), *tight = canon_pns_of(&setup, 1);
    int           games = test_share(row->games), least = test_share(row->least), compared = 0;
    /* Few games may have no position that is small enough: then play more of them. */
    for (int game = 0; game < games || (game < row->games && compared < least); game++) {
        play(&setup, &random, &played);
        bool fits = true;
        for (int i = played.count - 2; i >= 0 && fits; i--) {
            const Pos *pos = &played.pos[i].head;
            bool       gave_up;
            uint32_t   turns = 0;
            ProofValue value =
                enumerate_solve(setup.game, pos, &limits, LISTED_MAX, &gave_up, &turns);
            fits = value != PROOF_UNKNOWN;
            if (!fits)
                break;
            check_value(large, &setup, pos, value, turns);
            compared++;
            if (i % 4 == 0) /* the table holds only four positions */
                check_value(tight, &setup, pos, value, turns);
        }
    }
    print_message("%s: %d positions\n", row->setup, compared);
    assert_true(compared >= least);
    canon_pns_delete(large);
    canon_pns_delete(tight);
}

static void test_values_agree_with_enumeration(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        check_row(&ROWS[i]);
}

/* --- starts, as in the tablebases (docs/solving-results.md) --- */

typedef struct Start {
    const char *setup;
    ProofValue  value;
} Start;

static const Start STARTS[] = {
    { "ponte:contest;size=3", PROOF_FIRST }, { "ponte:official;size=3", PROOF_DRAW },
    { "ponte:contest;size=4", PROOF_FIRST }, { "ponte:official;size=4", PROOF_DRAW },
    { "ponte:open;size=4", PROOF_DRAW },     { "diavolo:3", PROOF_DRAW },
    { "alliances:3", PROOF_FIRST },
};

static void test_starts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof STARTS / sizeof STARTS[0]; i++) {
        PosBuffer pos;
        Setup     setup = position_of(STARTS[i].setup, NULL, &pos);
        CanonPns *pns = canon_pns_of(&setup, 8 << 20);
        check_value(pns, &setup, &pos.head, STARTS[i].value, 3);
        canon_pns_delete(pns);
    }
}

/* A search in portions gives the same answer, after the same work, as in one piece. */
static void test_search_resumes(void **state)
{
    PosBuffer pos;
    Setup     setup = position_of("ponte:contest;size=4", NULL, &pos);
    CanonPns *whole = canon_pns_of(&setup, 8 << 20), *parts = canon_pns_of(&setup, 8 << 20);
    CanonPns *again = canon_pns_of(&setup, 8 << 20);
    Goal      goal = { .player = 0 };
    int       asked = 1;
    (void)state;
    assert_int_equal(canon_pns_search(whole, &pos.head, &goal, ENOUGH), GOAL_PROVED);
    assert_int_equal(canon_pns_search(again, &pos.head, &goal, ENOUGH), GOAL_PROVED);
    assert_int_equal(canon_pns_nodes(whole), canon_pns_nodes(again));
    while (canon_pns_search(parts, &pos.head, &goal, 5000) == GOAL_UNKNOWN && asked < 1000)
        asked++;
    assert_true(asked > 1 && asked < 1000);
    assert_true(canon_pns_nodes(parts) < 10 * canon_pns_nodes(whole));
    canon_pns_delete(whole);
    canon_pns_delete(parts);
    canon_pns_delete(again);
}

/* --- positions decided by counting --- */

static void check_decided(const Setup *setup, const void *space, const Played *played, int *told)
{
    const Game *game = setup->game;
    const Pos  *end = &played->pos[played->count - 1].head;
    Outcome     outcome = game->rules->outcome(end);
    int         winner = outcome.ending == ENDING_WON ? game_player(game, end, outcome.winner) : -1;
    for (int i = 0; i < played->count - 1; i++) {
        const Pos *pos = &played->pos[i].head;
        uint32_t   turns = 0;
        int        mover = game_player(game, pos, pos->side);
        int        answer = game->canon->decided(space, game->canon->encode(space, pos), &turns);
        if (answer == 0)
            continue;
        assert_true(answer == INDEX_WON || answer == INDEX_LOST);
        (*told)++;
        if (winner != (answer == INDEX_WON ? mover : 1 - mover))
            fail_msg("%s: was not decided", line_of(game, pos));
        assert_true(turns >= (uint32_t)(played->count - 1 - i));
    }
}

static void test_decided_is_decided(void **state)
{
    static const char *const DECIDED[] = {
        "ponte:contest;size=3",  "ponte:contest;size=4",
        "ponte:official;size=4", "ponte:official;size=4;stones=6;bridges=2",
        "ponte:contest;size=5",  "ponte:official;size=5",
    };
    static Played played;
    (void)state;
    for (size_t i = 0; i < sizeof DECIDED / sizeof DECIDED[0]; i++) {
        Setup  setup = setup_of(DECIDED[i]);
        Random random = random_seeded(23);
        void  *space = setup.game->canon->open(setup.variant);
        int    told = 0;
        assert_non_null(space);
        for (int game = 0; game < test_share(2000); game++) {
            play(&setup, &random, &played);
            check_decided(&setup, space, &played, &told);
        }
        print_message("%s: %d positions decided\n", DECIDED[i], told);
        assert_true(told > test_share(200));
        setup.game->canon->close(space);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_agree_with_enumeration),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_search_resumes),
        cmocka_unit_test(test_decided_is_decided),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
