/* SPDX-License-Identifier: MIT */
/* games/alliances: relevance zones on side 4.  A search that uses them gives the same values as one without them,
 * and every position that satisfies a zone has the value of the zone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/index.h"
#include "games/list.h"
#include "solver/canon_pns.h"

#include "setup_help.h"

enum {
    LEAST_DISCS = 14,
    MOST_DISCS = 23,
    PLAIN_NODES = 3000,
    TRIES = 60,       /* changed boards per zone */
    MET_MAX = 6,      /* at most this many of them are solved */
    CHANGES_MAX = 10, /* cells of a board */
    BYTES = 1 << 20,
};

/* The game, and the same without reasons; searches over both. */
typedef struct Pair {
    Setup     setup;
    Game      plain_game;
    GameCanon plain_canon;
    CanonPns *plain, *reasoning;
    void     *space;
} Pair;

static CanonPns *canon_pns_of(const Game *game, uint32_t variant)
{
    DfpnLimits limits = { .memory_bytes = BYTES, .threads = 1 };
    CanonPns  *pns = canon_pns_new(game, variant, &limits);
    assert_non_null(pns);
    return pns;
}

static void open_pair(Pair *pair)
{
    pair->setup = setup_of("alliances:4");
    pair->plain_canon = *pair->setup.game->canon;
    pair->plain_canon.zones = NULL;
    pair->plain_game = *pair->setup.game;
    pair->plain_game.canon = &pair->plain_canon;
    pair->plain = canon_pns_of(&pair->plain_game, pair->setup.variant);
    pair->reasoning = canon_pns_of(pair->setup.game, pair->setup.variant);
    pair->space = pair->setup.game->canon->open(pair->setup.variant);
    assert_non_null(pair->space);
}

static void close_pair(Pair *pair)
{
    canon_pns_delete(pair->plain);
    canon_pns_delete(pair->reasoning);
    pair->setup.game->canon->close(pair->space);
}

/* Place `count` random discs; false if the game is over by then. */
static bool lay(const Game *game, uint32_t variant, Random *random, uint32_t discs, PosBuffer *pos)
{
    Step steps[STEPS_MAX];
    game->rules->start(variant, &pos->head);
    for (uint32_t i = 0; i < discs; i++) {
        int count = game->rules->gen(&pos->head, steps);
        if (count == 0)
            return false;
        game->rules->apply(&pos->head, steps[random_below(random, (uint32_t)count)]);
    }
    return game->rules->outcome(&pos->head).ending == ENDING_NONE;
}

static void lay_some(const Pair *pair, Random *random, PosBuffer *pos)
{
    uint32_t discs;
    do
        discs = LEAST_DISCS + random_below(random, MOST_DISCS - LEAST_DISCS + 1);
    while (!lay(pair->setup.game, pair->setup.variant, random, discs, pos));
}

/* True if the player to move wins. */
static GoalStatus mover_wins(CanonPns *pns, const Pos *pos)
{
    Goal goal = { .player = pos->side };
    return canon_pns_search(pns, pos, &goal, PLAIN_NODES);
}

static void test_zones_do_not_change_values(void **state)
{
    static Pair pair;
    Random      random = random_seeded(3);
    int         compared = 0, won = 0;
    (void)state;
    open_pair(&pair);
    for (int i = 0; i < 100; i++) {
        PosBuffer pos;
        lay_some(&pair, &random, &pos);
        GoalStatus plain = mover_wins(pair.plain, &pos.head);
        GoalStatus goal_status = mover_wins(pair.reasoning, &pos.head);
        if (plain == GOAL_UNKNOWN || goal_status == GOAL_UNKNOWN)
            continue;
        if (goal_status != plain)
            fail_msg("%s: %d, and %d with reasons", line_of(pair.setup.game, &pos.head), plain,
                     goal_status);
        compared++;
        won += goal_status == GOAL_PROVED;
    }
    print_message("%d positions, %d of them won\n", compared, won);
    assert_true(compared > 80 && won > 15 && won < compared - 15);
    close_pair(&pair);
}

/* Some cells of a position line hold something else; false if such a position cannot be. */
static bool change(const Pair *pair, Random *random, const Pos *pos, PosBuffer *changed)
{
    static char words[POS_TEXT_MAX];
    Fault       fault = { 0 };
    strcpy(words, line_of(pair->setup.game, pos));
    char  *rows = strchr(words, ' ') + 1;
    size_t length = (size_t)(strchr(rows, ' ') - rows);
    for (uint32_t left = 1 + random_below(random, CHANGES_MAX); left > 0; left--) {
        size_t at = random_below(random, (uint32_t)length);
        if (rows[at] != '/')
            rows[at] = "xopg"[random_below(random, 4)];
    }
    return pair->setup.game->text->pos_read(pair->setup.variant, words, &changed->head, &fault) ==
               STATUS_OK &&
           pair->setup.game->rules->outcome(&changed->head).ending == ENDING_NONE;
}

static int check_reason(Pair *pair, Random *random, const Pos *pos, GoalStatus goal_status)
{
    const GameCanon      *canon = pair->setup.game->canon;
    const RelevanceZones *reasons = canon->zones(pair->space);
    RelevanceZone         reason;
    bool                  wins = goal_status == GOAL_PROVED;
    int                   met = 0;
    assert_true(canon_pns_zone(pair->reasoning, pos, &reason));
    assert_true(reasons->meets(pair->space, canon->encode(pair->space, pos), &reason, wins));
    for (int i = 0; i < TRIES && met < MET_MAX; i++) {
        PosBuffer changed;
        if (!change(pair, random, pos, &changed) ||
            !reasons->meets(pair->space, canon->encode(pair->space, &changed.head), &reason, wins))
            continue;
        GoalStatus plain = mover_wins(pair->plain, &changed.head);
        if (plain == GOAL_UNKNOWN)
            continue;
        met++;
        if (plain != goal_status) {
            print_message("%s\n", line_of(pair->setup.game, pos));
            fail_msg("%s: the reason is not one here", line_of(pair->setup.game, &changed.head));
        }
    }
    return met;
}

static void test_zones_hold_wherever_satisfied(void **state)
{
    static Pair pair;
    Random      random = random_seeded(5);
    int         met[2] = { 0, 0 };
    (void)state;
    open_pair(&pair);
    for (int i = 0; i < 120; i++) {
        PosBuffer pos;
        lay_some(&pair, &random, &pos);
        GoalStatus goal_status = mover_wins(pair.reasoning, &pos.head);
        if (goal_status != GOAL_UNKNOWN)
            met[goal_status == GOAL_PROVED] += check_reason(&pair, &random, &pos.head, goal_status);
    }
    print_message("%d other positions lost for a reason, %d won\n", met[0], met[1]);
    assert_true(met[0] > 50 && met[1] > 100);
    close_pair(&pair);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zones_do_not_change_values),
        cmocka_unit_test(test_zones_hold_wherever_satisfied),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
