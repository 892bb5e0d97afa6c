/* SPDX-License-Identifier: MIT */
/* search/baseline: the four players do what docs/strength.md says.
 *
 * Reference values come from this file: every turn and every reply is played on a line of play,
 * which handles repetition and the turn limit, and evaluated there.  A hash of the position's key
 * replaces the game's own evaluation, so that no two turns are equal by accident.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "search/baseline.h"
#include "share.h"

enum { RANDOM, GREEDY, PLAIN2, UCT1000, RANDOM1, WON = 1000000, TURNS_MAX = 4096 };

static int key_eval(const Pos *pos)
{
    return (int)(mix64(pos->key) % 41) - 20;
}

static const GameEval KEY_EVAL = {
    .unit = 10, .likely = 20, .eval = key_eval, .baseline_eval = key_eval
};

/* A game of the list with an evaluation of our own. */
static Setup setup_of(const char *text, Game *copy)
{
    Setup setup = { 0 };
    Fault fault = { 0 };
    if (games_setup(text, &setup, &fault) != STATUS_OK)
        fail_msg("'%s': %s", text, fault.why);
    *copy = *setup.game;
    copy->eval = &KEY_EVAL;
    setup.game = copy;
    return setup;
}

static void play(Line *line, const Turn *turn)
{
    assert_true(turn->count > 0);
    for (int i = 0; i < turn->count; i++)
        assert_int_equal(line_step(line, turn->step[i]), STATUS_OK);
    assert_int_equal(line_now(line)->phase, 0);
}

static void choose(int player, const Line *line, Random *random, Turn *turn)
{
    assert_int_equal(baseline_choose(player, line, random, turn), STATUS_OK);
}

/* --- all turns of a position --- */

typedef struct TurnList {
    int  count;
    Turn turn[TURNS_MAX];
} TurnList;

static bool add_turn(void *context, const Turn *turn, const Pos *after)
{
    TurnList *list = context;
    (void)after;
    assert_true(list->count < TURNS_MAX);
    list->turn[list->count++] = *turn;
    return true;
}

static TurnList *all_turns(const Line *line)
{
    TurnList *list = malloc(sizeof *list);
    assert_non_null(list);
    list->count = 0;
    assert_true(turn_each(line->setup.game, line_now(line), add_turn, list));
    return list;
}

/* Plain minimax on the line itself, for `side`. */
static int minimax(Line *line, int side, int turns, int played)
{
    Outcome outcome = line_outcome(line);
    if (outcome.ending == ENDING_DRAWN)
        return 0;
    if (outcome.ending == ENDING_WON)
        return outcome.winner == side ? WON - played : played - WON;
    const Pos *now = line_now(line);
    bool       own = now->side == side;
    if (turns == 0)
        return own ? key_eval(now) : -key_eval(now);
    TurnList *list = all_turns(line);
    int       best = 0;
    for (int i = 0; i < list->count; i++) {
        play(line, &list->turn[i]);
        int value = minimax(line, side, turns - 1, played + 1);
        assert_true(line_undo_turn(line));
        if (i == 0 || (own ? value > best : value < best))
            best = value;
    }
    free(list);
    return best;
}

static int value_of_turn(Line *line, const Turn *turn, int turns)
{
    int side = line_now(line)->side;
    play(line, turn);
    int value = minimax(line, side, turns - 1, 1);
    assert_true(line_undo_turn(line));
    return value;
}

/* A line of some random turns that is not over. */
static void begin(Line *line, const Setup *setup, int turns, Random *random)
{
    assert_int_equal(line_init(line, setup, NULL), STATUS_OK);
    for (int i = 0; i < turns; i++) {
        Turn turn;
        choose(RANDOM, line, random, &turn);
        play(line, &turn);
        if (line_outcome(line).ending != ENDING_NONE)
            assert_true(line_undo_turn(line));
    }
}

static const struct SmallGame {
    const char *setup;
    int         turns; /* length of the random opening, at most */
    int         samples;
} SMALL_GAMES[] = {
    { "toy:6", 4, 60 },
    { "toy:7;repetition=2", 12, 40 },
    { "toy:6;limit=3", 2, 40 },
    { "gipf:2,2,4,4", 8, 40 },
    { "gipf:2,2,5,5;repetition=2", 20, 20 },
    { "ponte:size=3", 5, 10 },
    { "diavolo:3", 5, 10 },
    { "alliances:3", 10, 10 },
    { "duell", 60, 3 },
};

/* greedy and plain2 play a best turn, one turn and two turns deep. */
static void the_best_turn_is_chosen(int player, int depth)
{
    Random random = random_seeded(7);
    for (size_t g = 0; g < sizeof SMALL_GAMES / sizeof *SMALL_GAMES; g++) {
        const struct SmallGame *small = &SMALL_GAMES[g];
        Game                    copy;
        Setup                   setup = setup_of(small->setup, &copy);
        for (int sample = 0; sample < small->samples; sample++) {
            Line line;
            Turn turn;
            begin(&line, &setup, (int)random_below(&random, (uint32_t)small->turns + 1), &random);
            choose(player, &line, &random, &turn);
            int best = minimax(&line, line_now(&line)->side, depth, 0);
            int chosen = value_of_turn(&line, &turn, depth);
            if (chosen != best)
                fail_msg("%s, sample %d: %s plays a turn worth %d, and %d is possible",
                         small->setup, sample, BASELINE_PLAYERS[player].name, chosen, best);
            line_free(&line);
        }
    }
}

static void test_greedy(void **state)
{
    (void)state;
    the_best_turn_is_chosen(GREEDY, 1);
}

static void test_plain2(void **state)
{
    (void)state;
    the_best_turn_is_chosen(PLAIN2, 2);
}

/* --- ties --- */

static int index_of(const TurnList *list, const Game *game, const Pos *pos, const Turn *turn)
{
    char wanted[TURN_TEXT_MAX], other[TURN_TEXT_MAX];
    Text text = text_over(wanted, sizeof wanted);
    turn_write(game, pos, turn, &text);
    for (int i = 0; i < list->count; i++) {
        text = text_over(other, sizeof other);
        turn_write(game, pos, &list->turn[i], &text);
        if (strcmp(wanted, other) == 0)
            return i;
    }
    fail_msg("%s is not a turn", wanted);
    return -1;
}

/* Return how many different turns a player plays in `times` games of one turn. */
static int turns_played(int player, const Setup *setup, int times)
{
    Random random = random_seeded(3);
    Line   line;
    int    played = 0;
    assert_int_equal(line_init(&line, setup, NULL), STATUS_OK);
    TurnList *list = all_turns(&line);
    bool     *seen = calloc((size_t)list->count, sizeof *seen);
    assert_non_null(seen);
    for (int i = 0; i < times; i++) {
        Turn turn;
        choose(player, &line, &random, &turn);
        seen[index_of(list, setup->game, line_now(&line), &turn)] = true;
    }
    for (int i = 0; i < list->count; i++)
        played += seen[i];
    if (player == RANDOM)
        assert_int_equal(played, list->count);
    free(seen);
    free(list);
    line_free(&line);
    return played;
}

static int no_eval(const Pos *pos)
{
    (void)pos;
    return 0;
}

static void test_ties_are_broken_at_random(void **state)
{
    (void)state;
    Game     copy;
    Setup    setup = setup_of("toy:5", &copy);
    GameEval alike = KEY_EVAL;
    turns_played(RANDOM, &setup, 2000);

    /* If all turns are equal, ties are broken at random, with an eval of zero as without any. */
    alike.baseline_eval = no_eval;
    copy.eval = &alike;
    int zero = turns_played(GREEDY, &setup, 2000);
    copy.eval = NULL;
    int none = turns_played(GREEDY, &setup, 2000);
    assert_int_equal(zero, none);
    assert_true(none > 10);
    assert_true(turns_played(PLAIN2, &setup, 500) > 1);
}

/* --- determinism --- */

static uint64_t game_signature(const Setup *setup, int player, uint64_t seed, int turns)
{
    Random   random = random_seeded(seed);
    Line     line;
    uint64_t signature = 0;
    assert_int_equal(line_init(&line, setup, NULL), STATUS_OK);
    for (int i = 0; i < turns && line_outcome(&line).ending == ENDING_NONE; i++) {
        Turn turn;
        choose(player, &line, &random, &turn);
        play(&line, &turn);
        signature = mix64(signature ^ line_now(&line)->key);
    }
    line_free(&line);
    return signature;
}

static void test_equal_seeds(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "toy",       "gipf:3,3,6,6", "ponte:size=4",
                                          "diavolo:4", "alliances:3",  "duell" };
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Game  copy;
        Setup setup = setup_of(SETUPS[s], &copy);
        for (int player = 0; BASELINE_PLAYERS[player].name != NULL; player++) {
            int turns = test_share(player == UCT1000 ? 2 : 6);
            assert_int_equal(game_signature(&setup, player, 5, turns),
                             game_signature(&setup, player, 5, turns));
        }
        assert_int_not_equal(game_signature(&setup, RANDOM, 5, 6),
                             game_signature(&setup, RANDOM, 6, 6));
    }
}

/* --- wins at once --- */

static bool can_win_now(Line *line)
{
    int       side = line_now(line)->side;
    TurnList *list = all_turns(line);
    bool      can = false;
    for (int i = 0; i < list->count && !can; i++) {
        play(line, &list->turn[i]);
        Outcome outcome = line_outcome(line);
        can = outcome.ending == ENDING_WON && outcome.winner == side;
        assert_true(line_undo_turn(line));
    }
    free(list);
    return can;
}

static bool turn_wins(Line *line, const Turn *turn)
{
    int side = line_now(line)->side;
    play(line, turn);
    Outcome outcome = line_outcome(line);
    return outcome.ending == ENDING_WON && outcome.winner == side;
}

/* Random games: in the first position with a win at once every player except random takes it. */
static void test_win_in_one(void **state)
{
    (void)state;
    static const char *const SETUPS[] = { "toy:8", "gipf:2,2,4,4", "alliances:3", "duell" };
    Random                   random = random_seeded(11);
    for (size_t s = 0; s < sizeof SETUPS / sizeof *SETUPS; s++) {
        Game  copy;
        Setup setup = setup_of(SETUPS[s], &copy);
        for (int found = 0; found < 8;) {
            Line line;
            Turn turn;
            assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
            while (line_outcome(&line).ending == ENDING_NONE && !can_win_now(&line)) {
                choose(RANDOM, &line, &random, &turn);
                play(&line, &turn);
            }
            if (line_outcome(&line).ending == ENDING_NONE) {
                choose(GREEDY + found % 4, &line, &random, &turn);
                if (!turn_wins(&line, &turn))
                    fail_msg("%s: %s misses a win", SETUPS[s],
                             BASELINE_PLAYERS[GREEDY + found % 4].name);
                found++;
            }
            line_free(&line);
        }
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_int_equal(baseline_find("random"), RANDOM);
    assert_int_equal(baseline_find("random1"), RANDOM1);
    assert_int_equal(baseline_find("greedy"), GREEDY);
    assert_int_equal(baseline_find("plain2"), PLAIN2);
    assert_int_equal(baseline_find("uct1000"), UCT1000);
    assert_int_equal(baseline_find("uct"), -1);
    for (int player = 0; player <= RANDOM1; player++)
        assert_true(BASELINE_PLAYERS[player].about[0] != '\0');
    assert_null(BASELINE_PLAYERS[RANDOM1 + 1].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),       cmocka_unit_test(test_greedy),
        cmocka_unit_test(test_plain2),      cmocka_unit_test(test_ties_are_broken_at_random),
        cmocka_unit_test(test_equal_seeds), cmocka_unit_test(test_win_in_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
