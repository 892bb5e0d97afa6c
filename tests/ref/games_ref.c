/* SPDX-License-Identifier: MIT */
/* games_ref.c - compare a game with its naive implementation, text by text.
 *
 * The same turns, the same positions after them and the same results in random games; agreement
 * which lines are positions; and the same drawing where the naive side draws.  TABLE is the game's
 * perft.txt, whose numbers the naive rules must reproduce.
 * TESSERA_SAMPLE=N compares N positions and prints a summary.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games_ref.h"

enum {
    MUTATIONS = 3,
    COUNTED_QUICKLY = 12000,
    COUNTED_SLOWLY = 10000000,
};

static const RefPlan *match; /* the plan of the running test */

static int share_count(void)
{
    int count = 0;
    while (count < REF_VARIANTS_MAX && match->shares[count].variant != NULL)
        count++;
    return count;
}

static void test_random_games(void **state)
{
    (void)state;
    uint64_t results = 0;
    for (int i = 0; i < share_count(); i++) {
        const Share *share = &match->shares[i];
        CompareTally tally = { 0 };
        Fault        fault;
        uint64_t positions = share_of(sample_size() * 2 / 3, match->shares, share_count(), share);
        if (!compare_games(match->game, match->naive, share->variant, "", 100 + (uint64_t)i,
                           positions, match->turn_limit, &tally, &fault))
            fail_msg("%s", fault.why);
        assert_true(tally.positions >= positions);
        results += tally.results;
        print_tally(share->variant, &tally);
    }
    assert_true(results > 0);
}

/* A line of play of up to a dozen turns, compared on the way. */
static void walk(const char *variant, Random *random, char *line, size_t size)
{
    char         next[POS_TEXT_MAX];
    CompareTally tally = { 0 };
    Fault        fault;
    assert_true(match->naive->start(variant, line, size));
    for (uint32_t turns = random_below(random, 12); turns > 0; turns--) {
        assert_true(compare_position(match->game, match->naive, variant, "", line, random, next,
                                     sizeof next, &tally, &fault));
        if (next[0] == '\0')
            break;
        memcpy(line, next, size);
    }
}

static void compare_drawings(const char *variant, const char *line)
{
    static char slow_text[BOARD_TEXT_MAX], fast_words[BOARD_TEXT_MAX];
    PosBuffer   pos;
    uint32_t    packed;
    Fault       fault;
    assert_int_equal(match->game->text->variant_read(variant, &packed, &fault), STATUS_OK);
    assert_int_equal(match->game->text->pos_read(packed, line, &pos.head, &fault), STATUS_OK);
    for (int labelled = 0; labelled < 2; labelled++) {
        Text fast_text = text_over(fast_words, sizeof fast_words);
        match->fast_draw(&pos.head, labelled != 0, &fast_text);
        assert_true(match->naive_draw(variant, line, labelled != 0, slow_text, sizeof slow_text));
        assert_string_equal(fast_words, slow_text);
    }
}

static void test_lines_and_drawings(void **state)
{
    (void)state;
    Random random = random_seeded(77);
    int    valid_count = 0, refused = 0;
    for (uint64_t n = 0; n < sample_size() / 30; n++) {
        const char *variant =
            match->shares[n % (uint64_t)(share_count() < 3 ? share_count() : 3)].variant;
        char  line[POS_TEXT_MAX];
        Fault fault;
        walk(variant, &random, line, sizeof line);
        if (match->naive_draw != NULL)
            compare_drawings(variant, line);
        for (int i = 0; i < MUTATIONS; i++) {
            char spoilt[POS_TEXT_MAX];
            Text text = text_over(spoilt, sizeof spoilt);
            bool valid;
            spoil_text(&random, match->signs, line, &text);
            if (!compare_validity(match->game, match->naive, variant, spoilt, &valid, &fault))
                fail_msg("%s", fault.why);
            valid_count += valid;
            refused += !valid;
            memcpy(line, spoilt, sizeof line); /* the next is spoilt twice */
        }
    }
    assert_true(valid_count > 0 && refused > 0);
}

static void test_perft_table(void **state)
{
    if (*state != NULL)
        check_perft_table(match->naive, *state, COUNTED_QUICKLY, COUNTED_SLOWLY);
}

int ref_test(const RefPlan *plan, int argc, char **argv)
{
    match = plan;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_lines_and_drawings),
        cmocka_unit_test_prestate(test_perft_table, argc > 1 ? argv[1] : NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
