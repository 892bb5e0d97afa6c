/* SPDX-License-Identifier: MIT */
/* games: canonical keys of positions in games where no position can repeat (core/index.h).  They
 * lose nothing that matters, and the moves that a game lists for a key are those of the rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/index.h"
#include "core/shape.h"
#include "core/turn.h"
#include "games/list.h"

#include "setup_help.h"

static const char *const ROWS[] = {
    "diavolo:3",
    "diavolo:4",
    "ponte:contest;size=3",
    "ponte:contest;size=4",
    "ponte:official;size=4",
    "ponte:open;size=4;stones=5;bridges=1",
    "ponte:contest;size=4;share=on",
    "ponte:contest;size=4;end=pass;tie=draw",
    "ponte:contest;size=5",
    "ponte:official;size=5",
    "ponte:official;size=5;stones=7;bridges=2",
    "alliances:3",
    "alliances:4",
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0], PLAYED = 40 };

static bool is_same_key(CanonKey a, CanonKey b)
{
    return a.high == b.high && a.low == b.low;
}

static void key_fails(const char *row, const Game *game, const Pos *pos, const char *what)
{
    char words[POS_TEXT_MAX];
    Text text = text_over(words, sizeof words);
    game->text->pos_write(pos, &text);
    fail_msg("%s, %s: %s", row, words, what);
}

/* --- encoding --- */

static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    int          order = strcmp(x->glyph, y->glyph);
    order = order != 0 ? order : strcmp(x->text, y->text);
    return order != 0             ? order
           : x->cell != y->cell   ? x->cell - y->cell
           : x->cell2 != y->cell2 ? x->cell2 - y->cell2
                                  : x->side - y->side;
}

/* True if the same pieces are on the same cells, and the same side is to move in the same way. */
static bool looks_same(const Game *game, const Pos *a, const Pos *b)
{
    Pieces x, y;
    Step   steps[2][STEPS_MAX];
    pieces_init(&x);
    pieces_init(&y);
    assert_true(game->view->pieces(a, &x) && game->view->pieces(b, &y));
    bool same = x.count == y.count && a->side == b->side && a->extra == b->extra;
    if (same && x.count > 0) {
        qsort(x.at, (size_t)x.count, sizeof *x.at, compare_pieces);
        qsort(y.at, (size_t)y.count, sizeof *y.at, compare_pieces);
        for (int i = 0; i < x.count && same; i++)
            same = compare_pieces(&x.at[i], &y.at[i]) == 0;
    }
    int count = game->rules->gen(a, steps[0]);
    same = same && game->rules->gen(b, steps[1]) == count &&
           memcmp(steps[0], steps[1], (size_t)count * sizeof(Step)) == 0;
    pieces_free(&x);
    pieces_free(&y);
    return same;
}

/* A decoded key is a symmetric image of the position, and all images have the same key. */
static void check_images(const char *row, const Game *game, const void *space, const Pos *pos)
{
    const GameCanon *canon = game->canon;
    CanonKey         key = canon->encode(space, pos);
    PosBuffer        back, image;
    int              met = 0;
    if (!canon->decode(space, key, &back.head))
        key_fails(row, game, pos, "its key decodes to no position");
    assert_int_equal(game->rules->check(&back.head, NULL), STATUS_OK);
    for (int map = 0; map < game->symmetry->count(pos->variant); map++) {
        game->symmetry->map_pos(pos, map, &image.head);
        if (!is_same_key(canon->encode(space, &image.head), key))
            key_fails(row, game, &image.head, "an image has another key");
        met += looks_same(game, &image.head, &back.head);
    }
    if (met == 0)
        key_fails(row, game, pos, "its key is the key of another position");
}

/* --- moves --- */

typedef struct Ways {
    const Game *game;
    const void *space;
    CanonMove   way[CANON_MOVES_MAX];
    int         count, player;
    uint32_t    age;
} Ways;

static bool note_way(void *context, const Turn *turn, const Pos *after)
{
    Ways      *ways = context;
    Outcome    outcome = ways->game->rules->outcome(after);
    bool       same = game_player(ways->game, after, after->side) == ways->player;
    CanonMove *way = &ways->way[ways->count++];
    memset(way, 0, sizeof *way);
    (void)turn;
    if (outcome.ending == ENDING_NONE) {
        way->key = ways->game->canon->encode(ways->space, after);
        way->kind = (uint8_t)(same ? INDEX_SAME : INDEX_OTHER);
        assert_true(ways->game->canon->age(ways->space, way->key) > ways->age);
    } else {
        bool won = outcome.ending == ENDING_WON &&
                   game_player(ways->game, after, outcome.winner) == ways->player;
        way->over = (int8_t)(outcome.ending == ENDING_DRAWN ? INDEX_DRAWN
                             : won                          ? INDEX_WON
                                                            : INDEX_LOST);
    }
    return true;
}

static int compare_ways(const void *a, const void *b)
{
    const CanonMove *x = a, *y = b;
    if (x->over != y->over)
        return x->over - y->over;
    if (x->key.high != y->key.high)
        return x->key.high < y->key.high ? -1 : 1;
    return x->key.low == y->key.low ? 0 : x->key.low < y->key.low ? -1 : 1;
}

/* Ends have no key, and no kind either. */
static void tidy(CanonMove *ways, int count)
{
    for (int i = 0; i < count; i++)
        if (ways[i].over != 0)
            ways[i] = (CanonMove){ .over = ways[i].over };
    qsort(ways, (size_t)count, sizeof *ways, compare_ways);
}

static void check_ways(const char *row, const Game *game, const void *space, const Pos *pos)
{
    static CanonMove told[CANON_MOVES_MAX];
    static Ways      ways;
    CanonKey         key = game->canon->encode(space, pos);
    ways.game = game;
    ways.space = space;
    ways.count = 0;
    ways.player = game_player(game, pos, pos->side);
    ways.age = game->canon->age(space, key);
    assert_true(ways.age < CANON_AGES_MAX);
    turn_each(game, pos, note_way, &ways);
    if (game->canon->moves == NULL)
        return;
    int count = game->canon->moves(space, key, told);
    tidy(ways.way, ways.count);
    tidy(told, count);
    if (count != ways.count)
        key_fails(row, game, pos, "the rules know another number of turns");
    for (int i = 0; i < count; i++)
        if (compare_ways(&told[i], &ways.way[i]) != 0 || told[i].kind != ways.way[i].kind)
            key_fails(row, game, pos, "a turn leads to something else");
}

/* --- random games --- */

typedef void Check(const char *row, const Game *game, const void *space, const Pos *pos);

static void play(const char *row, Check *check)
{
    Setup  setup = setup_of(row);
    Random random = random_seeded(17);
    void  *space;
    assert_non_null(setup.game->canon);
    assert_true(setup.game->canon->covers(setup.variant));
    space = setup.game->canon->open(setup.variant);
    assert_non_null(space);
    for (int game = 0; game < PLAYED; game++) {
        PosBuffer pos;
        setup.game->rules->start(setup.variant, &pos.head);
        for (;;) {
            Step steps[STEPS_MAX];
            int  count = setup.game->rules->gen(&pos.head, steps);
            if (count == 0)
                break;
            if (pos.head.phase == 0)
                check(row, setup.game, space, &pos.head);
            /* Swaps, bridges and passes come after the stones in the list: choose them as often. */
            uint32_t which = random_below(&random, 4) == 0 ? (uint32_t)count - 1
                                                           : random_below(&random, (uint32_t)count);
            setup.game->rules->apply(&pos.head, steps[which]);
        }
    }
    setup.game->canon->close(space);
}

static void test_keys_decode_to_an_image(void **state)
{
    (void)state;
    for (int i = 0; i < ROW_COUNT; i++)
        play(ROWS[i], check_images);
}

static void test_moves_agree_with_the_rules(void **state)
{
    (void)state;
    for (int i = 0; i < ROW_COUNT; i++)
        play(ROWS[i], check_ways);
}

/* --- bounds of the result --- */

/* The bounds of all positions of one game, by the player to move. */
typedef struct Bounds {
    CanonRange range[CANON_AGES_MAX];
    int        player[CANON_AGES_MAX];
    int        count;
} Bounds;

/* Play random games; the result is within the bounds of each position before, and the game is over in
 * time.  Return how often the bounds say something. */
static int check_bounds(const char *row)
{
    Setup            setup = setup_of(row);
    const GameRules *rules = setup.game->rules;
    const GameCanon *canon = setup.game->canon;
    void            *space = canon->open(setup.variant);
    Random           random = random_seeded(23);
    int              known = 0;
    assert_true(canon->margin_divisor(setup.variant) > 0);
    for (int game = 0; game < 10 * PLAYED; game++) {
        Bounds    bounds = { .count = 0 };
        PosBuffer pos;
        Step      steps[STEPS_MAX];
        rules->start(setup.variant, &pos.head);
        for (int count; (count = rules->gen(&pos.head, steps)) > 0;) {
            if (pos.head.phase == 0) {
                bounds.range[bounds.count] = canon->range(space, canon->encode(space, &pos.head));
                bounds.player[bounds.count++] = game_player(setup.game, &pos.head, pos.head.side);
            }
            rules->apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
        }
        Outcome outcome = rules->outcome(&pos.head);
        for (int i = 0; i < bounds.count; i++) {
            const CanonRange range = bounds.range[i];
            int              result = 0;
            if (outcome.ending == ENDING_WON)
                result =
                    game_player(setup.game, &pos.head, outcome.winner) == bounds.player[i] ? 1 : -1;
            assert_in_range(result + 1, range.least + 1, range.most + 1);
            if (range.least == range.most)
                assert_true((uint32_t)(bounds.count - i) <= range.turns);
            known += range.least > -1 || range.most < 1;
        }
    }
    canon->close(space);
    return known;
}

static void test_bounds_hold(void **state)
{
    static const char *const SMALL[] = { "ponte:contest;size=4", "ponte:official;size=4",
                                         "ponte:contest;size=3", "diavolo:3", "diavolo:4" };
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_true(check_bounds(SMALL[i]) > 0);
}

/* Keys come from files: any 128 bits are rejected, or decode to a position with that key or
 * another. */
static void test_any_key_may_be_decoded(void **state)
{
    (void)state;
    for (int i = 0; i < ROW_COUNT; i++) {
        Setup            setup = setup_of(ROWS[i]);
        const GameCanon *canon = setup.game->canon;
        void            *space = canon->open(setup.variant);
        Random           random = random_seeded(5);
        int              refused = 0;
        for (int n = 0; n < 20000; n++) {
            int       high = (int)random_below(&random, 64), low = (int)random_below(&random, 64);
            CanonKey  key = { random_next(&random) >> high, random_next(&random) >> low };
            PosBuffer pos;
            if (!canon->decode(space, key, &pos.head))
                refused++;
            else
                assert_int_equal(setup.game->rules->check(&pos.head, NULL), STATUS_OK);
        }
        assert_true(refused > 0);
        canon->close(space);
    }
}

static void test_large_boards_have_no_keys(void **state)
{
    static const char *const LARGE[] = { "diavolo:5", "diavolo:30", "ponte:contest;size=6", "ponte",
                                         "alliances:5" };
    (void)state;
    for (int i = 0; i < 5; i++) {
        Setup setup = setup_of(LARGE[i]);
        assert_false(setup.game->canon->covers(setup.variant));
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_decode_to_an_image),
        cmocka_unit_test(test_moves_agree_with_the_rules),
        cmocka_unit_test(test_bounds_hold),
        cmocka_unit_test(test_any_key_may_be_decoded),
        cmocka_unit_test(test_large_boards_have_no_keys),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
