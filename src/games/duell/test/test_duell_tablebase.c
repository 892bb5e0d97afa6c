/* SPDX-License-Identifier: MIT */
/* games, solver: Duell's last endings as a table.  What ruling R11 states about them is computed
 * here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/index.h"
#include "core/turn.h"
#include "games/list.h"
#include "solver/tb.h"

#include "tablebase_help.h"

enum { KINGS = 0, DIE = 1, STRIDE = 1009 };

/* --- numbers --- */

/* Every number of a layer, or a sample at regular intervals. */
static void check_numbers(const Setup *setup, void *space, uint32_t layer, uint32_t step)
{
    const Game *game = setup->game;
    for (uint32_t n = 0; n < game->index->layer_size(space, layer); n += step) {
        PosBuffer  pos, image;
        IndexPlace place;
        game->index->unrank(space, (IndexPlace){ layer, n }, &pos.head);
        assert_int_equal(game->rules->check(&pos.head, NULL), STATUS_OK);
        for (int map = 0; map < 2; map++) {
            game->symmetry->map_pos(&pos.head, map, &image.head);
            assert_int_equal(game->index->rank(space, &image.head, &place), INDEX_FOUND);
            assert_int_equal(place.layer, layer);
            assert_int_equal(place.number, n);
        }
    }
}

static int times_in(const uint32_t *numbers, int count, uint32_t number)
{
    int times = 0;
    for (int i = 0; i < count; i++)
        times += numbers[i] == number;
    return times;
}

/* A move that stays in its layer is found back as often as it leads there. */
static void check_ways(const Setup *setup, void *space, IndexPlace from)
{
    const Game *game = setup->game;
    IndexEdge   edges[INDEX_EDGES_MAX];
    Step        steps[STEPS_MAX];
    IndexPlain  plain = { 0 };
    uint32_t    to[STEPS_MAX], entries[INDEX_ENTRIES_MAX];
    PosBuffer   pos;
    int         listed = game->index->exits(space, from, edges, &plain), inside = 0;
    game->index->unrank(space, from, &pos.head);
    int count = game->rules->gen(&pos.head, steps);
    if (listed < 0)
        return;
    for (int i = 0; i < count; i++) {
        PosBuffer  after = pos;
        IndexPlace place;
        game->rules->apply(&after.head, steps[i]);
        assert_int_equal(game->index->rank(space, &after.head, &place), INDEX_FOUND);
        if (place.layer == from.layer)
            to[inside++] = place.number;
    }
    assert_int_equal(inside, plain.count);
    assert_int_equal(count, inside + listed);
    for (int i = 0; i < inside; i++) {
        int back = game->index->entries(space, (IndexPlace){ from.layer, to[i] }, entries);
        assert_int_equal(times_in(entries, back, from.number), times_in(to, inside, to[i]));
    }
}

static void test_numbers(void **state)
{
    static const struct {
        const char *game;
        uint32_t    kings, die;
    } ROWS[] = {
        { "duell", 9586 / 2, 15272716 },
        { "duell:nocapture=100", 9586 / 2, 15272716 },
        { "duell:king-capture", 5041, 16937760 },
    };
    (void)state;
    for (int i = 0; i < 3; i++) {
        Setup            setup = setup_of(ROWS[i].game);
        const GameIndex *index = setup.game->index;
        void            *space = index->open(setup.variant, NULL);
        Random           random = random_seeded(9);
        assert_non_null(space);
        assert_int_equal(index->layer_size(space, KINGS), ROWS[i].kings);
        assert_int_equal(index->layer_size(space, DIE), ROWS[i].die);
        check_numbers(&setup, space, KINGS, 1);
        check_numbers(&setup, space, DIE, 701);
        for (uint32_t n = 0; n < ROWS[i].kings; n++)
            check_ways(&setup, space, (IndexPlace){ KINGS, n });
        for (int n = 0; n < 2000; n++)
            check_ways(&setup, space, (IndexPlace){ DIE, random_below(&random, ROWS[i].die) });
        index->close(space);
    }
}

/* R7.2: with few plies to a draw the table says nothing. */
static void test_variants(void **state)
{
    (void)state;
    Setup setup = setup_of("duell:nocapture=30");
    assert_false(setup.game->index->covers(setup.variant));
    setup = setup_of("duell:nocapture=31");
    assert_true(setup.game->index->covers(setup.variant));
    setup = setup_of("duell:announce=required");
    assert_true(setup.game->index->covers(setup.variant));
}

/* --- the table --- */

/* Built by a process that is killed in the second layer, and then to the end. */
static RetroReport build_with_a_kill(const char *text, const Folder *folder, const char *name)
{
    char        path[TABLE_PATH_MAX];
    struct stat info = { 0 };
    int         status;
    pid_t       child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        build(text, folder, 2);
        _exit(0);
    }
    table_path(folder, name, path);
    while (waitpid(child, &status, WNOHANG) == 0 &&
           (stat(path, &info) != 0 || info.st_size < 9586 / 2))
        usleep(1000);
    usleep(200000); /* the layer of the die takes seconds */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    RetroReport report = build(text, folder, 1);
    assert_int_equal(report.layers_found, 1);
    assert_int_equal(report.layers_built, 1);
    return report;
}

/* How many positions does White win, who has the die; of one layer. */
static uint32_t white_wins(const Folder *built, const Setup *setup, uint32_t layer,
                           const char *name)
{
    RetroFile *file;
    void      *space = setup->game->index->open(setup->variant, NULL);
    uint32_t   wins = 0;
    assert_int_equal(retro_file_open(built->path, "duell", "endings", RETRO_CHECK, &file, NULL),
                     STATUS_OK);
    const RetroSection *section = retro_file_find(file, name);
    assert_non_null(section);
    for (uint32_t n = 0; n < section->count; n++) {
        PosBuffer pos;
        setup->game->index->unrank(space, (IndexPlace){ layer, n }, &pos.head);
        assert_int_not_equal(retro_code(section, n), RETRO_CODE_DRAW);
        wins += retro_is_win(retro_code(section, n)) == (pos.head.side == 0);
    }
    setup->game->index->close(space);
    retro_file_close(file);
    return wins;
}

static TbAnswer ask(const Folder *built, const char *text, const char *position, bool known)
{
    Setup      setup = setup_of(text);
    Tablebase *tables = tb_open(setup.game, setup.variant, built->path);
    PosBuffer  pos;
    Fault      fault = { 0 };
    TbAnswer   answer = { 0 };
    assert_non_null(tables);
    if (setup.game->text->pos_read(setup.variant, position, &pos.head, &fault) != STATUS_OK)
        fail_msg("'%s': %s", position, fault.why);
    assert_int_equal(tb_probe(tables, &pos.head, &answer), known);
    tb_close(tables);
    return answer;
}

/* Both sides follow the table from a random position to the end. */
static void follow(const Folder *built, const char *text)
{
    Setup            setup = setup_of(text);
    const GameIndex *index = setup.game->index;
    Tablebase       *tables = tb_open(setup.game, setup.variant, built->path);
    void            *space = index->open(setup.variant, NULL);
    Random           random = random_seeded(23);
    assert_non_null(tables);
    for (int game = 0; game < 200; game++) {
        PosBuffer pos, image;
        TbAnswer  first, answer;
        Turn      turn;
        uint32_t  layer = game % 5 == 0 ? KINGS : DIE;
        uint32_t  number = random_below(&random, index->layer_size(space, layer));
        index->unrank(space, (IndexPlace){ layer, number }, &image.head);
        setup.game->symmetry->map_pos(&image.head, game & 1, &pos.head);
        assert_true(tb_probe(tables, &pos.head, &first));
        for (uint32_t turns = first.turns; turns > 0; turns--) {
            assert_true(tb_choose(tables, &pos.head, &turn, &answer));
            assert_int_equal(answer.turns, turns);
            turn_apply(setup.game, &pos.head, &turn);
        }
        Outcome outcome = setup.game->rules->outcome(&pos.head);
        assert_int_equal(outcome.ending, ENDING_WON);
        assert_int_equal(outcome.winner, first.value == PROOF_FIRST ? 0 : 1);
    }
    index->close(space);
    tb_close(tables);
}

/* The table with one code changed in the first layer, at a number that the check looks at. */
static void check_planted(const Folder *built, const char *text, uint32_t which)
{
    Folder              bad = new_folder();
    RetroFile          *from, *to;
    const RetroSection *section;
    assert_int_equal(retro_file_open(built->path, "duell", "endings", RETRO_CHECK, &from, NULL),
                     STATUS_OK);
    assert_int_equal(retro_file_open(bad.path, "duell", "endings", RETRO_WRITE, &to, NULL),
                     STATUS_OK);
    for (uint32_t n = 0; n < 2; n++) {
        section = retro_file_section(from, n);
        RetroSection copy = *section;
        copy.owned = malloc(copy.count);
        assert_non_null(copy.owned);
        memcpy(copy.owned, section->codes, copy.count);
        if (n == 0)
            copy.owned[which] = (unsigned char)(copy.owned[which] + 2);
        copy.codes = copy.keys = copy.owned;
        assert_int_equal(retro_file_append(to, &copy, NULL), STATUS_OK);
    }
    retro_file_close(from);
    retro_file_close(to);
    assert_true(verify_some(text, &bad, STRIDE).wrong > 0);
    remove_folder(&bad, "duell-endings");
}

static void test_r11_figures(void **state)
{
    (void)state;
    Folder      built = new_folder();
    Setup       setup = setup_of("duell");
    RetroReport report = build_with_a_kill("duell", &built, "duell-endings");
    /* What one thread builds without a kill has this sum (docs/solving-results.md). */
    assert_true(report.sum == UINT64_C(0xc8f7fdfa4ec9657e));
    assert_int_equal(report.positions, 15272716 + 9586 / 2);
    assert_int_equal(report.draws, 0);
    assert_int_equal(report.longest, 30);
    assert_int_equal(white_wins(&built, &setup, DIE, "die"), 13443359);
    RetroCheck check = verify_some("duell", &built, STRIDE);
    assert_true(check.positions > 15000);
    if (check.wrong != 0)
        fail_msg("wrong: %s", check.first_wrong);
    assert_int_equal(verify_some("duell:nocapture=31", &built, STRIDE).wrong, 0);
    TbAnswer answer = ask(&built, "duell", "4,bK,4/9/9/9/9/9/9/4,wK,4 w 12 40", true);
    assert_int_equal(answer.value, PROOF_FIRST);
    assert_int_equal(answer.turns, 13);
    ask(&built, "duell:nocapture=100", "4,bK,4/9/9/9/9/9/9/4,wK,4 w 70 40", true);
    ask(&built, "duell:nocapture=100", "4,bK,4/9/9/9/9/9/9/4,wK,4 w 71 40", false);
    ask(&built, "duell", "4,bK,3,b53/9/9/9/9/9/9/4,wK,4 b", true);
    ask(&built, "duell", "4,bK,3,b53/9/9/9/9/9/9/4,wK,3,w54 b", false);
    follow(&built, "duell");
    follow(&built, "duell:nocapture=100;announce=required");
    check_planted(&built, "duell", 2 * STRIDE);
    remove_folder(&built, "duell-endings");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_r11_figures),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
