/* SPDX-License-Identifier: MIT */
/* test_games_ref GAME TABLE - a game against its naive twin, word for word.
 *
 * The same turns, the same positions after them and the same results in random games; agreement
 * which lines are positions; and the same drawing where the naive side draws.  TABLE is the game's
 * perft.txt, whose numbers are counted by the naive rules, too.
 * TESSERA_SAMPLE=N compares N positions and tells what was seen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/alliances/naive/alliances_naive.h"
#include "driver.h"
#include "games/diavolo/naive/diavolo_naive.h"
#include "games/duell/naive/duell_naive.h"
#include "games/alliances/alliances.h"
#include "games/diavolo/diavolo.h"
#include "games/duell/duell.h"

enum {
    MUTATIONS = 3,
    VARIANTS_MAX = 12,
    COUNTED_QUICKLY = 12000,
    COUNTED_SLOWLY = 10000000,
};

typedef bool SlowDraw(const char *variant, const char *line, bool labelled, char *out, size_t size);
typedef void FastDraw(const Pos *pos, bool labelled, Text *out);

static const struct Match {
    const Game     *game;
    const SlowGame *slow;
    const char     *signs; /* to spoil lines with */
    int             turn_limit;
    SlowDraw       *slow_draw; /* NULL: it does not draw */
    FastDraw       *fast_draw;
    Share           shares[VARIANTS_MAX];
} MATCHES[] = {
    { &DUELL_GAME,
      &DUELL_NAIVE,
      "wbK1234567890/, x",
      400,
      NULL,
      NULL,
      { { "", 6 },
        { "king-capture", 4 },
        { "nocapture=20", 2 },
        { "king-capture;nocapture=7", 2 },
        { "nocapture=1", 1 } } },
    { &DIAVOLO_GAME,
      &DIAVOLO_NAIVE,
      ".wr/-;,:0123456789nslfe ",
      100,
      diavolo_naive_draw,
      diavolo_draw,
      { { "3", 40 }, { "4", 40 }, { "5", 30 }, { "6", 12 }, { "7", 4 }, { "8", 2 }, { "10", 1 } } },
    { &ALLIANCES_GAME,
      &ALLIANCES_NAIVE,
      "xopg/-12 34567",
      130,
      alliances_naive_draw,
      alliances_draw,
      { { "3", 20 }, { "4", 20 }, { "5", 4 }, { "6", 2 }, { "7", 2 } } },
};

static const struct Match *match; /* chosen by the argument */

static int share_count(void)
{
    int count = 0;
    while (count < VARIANTS_MAX && match->shares[count].variant != NULL)
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
        if (!compare_games(match->game, match->slow, share->variant, "", 100 + (uint64_t)i,
                           positions, match->turn_limit, &tally, &fault))
            fail_msg("%s", fault.why);
        assert_true(tally.positions >= positions);
        results += tally.results;
        tell(share->variant, &tally);
    }
    assert_true(results > 0);
}

/* A line of play of up to a dozen turns, compared on the way. */
static void walk(const char *variant, Random *random, char *line, size_t size)
{
    char         next[POS_TEXT_MAX];
    CompareTally tally = { 0 };
    Fault        fault;
    assert_true(match->slow->start(variant, line, size));
    for (uint32_t turns = random_below(random, 12); turns > 0; turns--) {
        assert_true(compare_position(match->game, match->slow, variant, "", line, random, next,
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
        assert_true(match->slow_draw(variant, line, labelled != 0, slow_text, sizeof slow_text));
        assert_string_equal(fast_words, slow_text);
    }
}

static void test_lines_and_drawings(void **state)
{
    (void)state;
    Random random = random_seeded(77);
    int    valid_count = 0, refused = 0;
    for (uint64_t n = 0; n < sample_size() / 30; n++) {
        const char *variant = match->shares[n % 3].variant;
        char        line[POS_TEXT_MAX];
        Fault       fault;
        walk(variant, &random, line, sizeof line);
        if (match->slow_draw != NULL)
            compare_drawings(variant, line);
        for (int i = 0; i < MUTATIONS; i++) {
            char spoilt[POS_TEXT_MAX];
            Text text = text_over(spoilt, sizeof spoilt);
            bool valid;
            spoil_text(&random, match->signs, line, &text);
            if (!compare_validity(match->game, match->slow, variant, spoilt, &valid, &fault))
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
    check_perft_table(match->slow, *state, COUNTED_QUICKLY, COUNTED_SLOWLY);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof MATCHES / sizeof MATCHES[0]; i++)
        if (strcmp(argv[1], MATCHES[i].game->name) == 0)
            match = &MATCHES[i];
    if (match == NULL) {
        fprintf(stderr, "usage: test_games_ref GAME TABLE\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_lines_and_drawings),
        cmocka_unit_test_prestate(test_perft_table, argv[2]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
