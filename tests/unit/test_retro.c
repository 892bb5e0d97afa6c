/* SPDX-License-Identifier: MIT */
/* solver: tablebases agree with the rules, however often the build was interrupted; and
 * verification finds planted errors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/index.h"
#include "core/turn.h"
#include "solver/tb.h"
#include "solver/enumerate.h"
#include "solver/retro_layer.h"
#include "solver/retro_edges.h"

#include "tablebase_help.h"

enum { MEMORY = TABLE_MEMORY };

/* --- files --- */

typedef struct Bytes {
    unsigned char *data;
    size_t         size;
} Bytes;

static Bytes read_file(const Folder *folder, const char *name)
{
    char        path[TABLE_PATH_MAX];
    struct stat info;
    table_path(folder, name, path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &info), 0);
    Bytes bytes = { malloc((size_t)info.st_size + 1), (size_t)info.st_size };
    assert_int_equal(fread(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    return bytes;
}

static void write_file(const Folder *folder, const char *name, const unsigned char *data,
                       size_t size)
{
    char path[TABLE_PATH_MAX];
    table_path(folder, name, path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static void assert_same_bytes(const Folder *a, const Folder *b, const char *name)
{
    Bytes x = read_file(a, name), y = read_file(b, name);
    assert_int_equal(x.size, y.size);
    assert_memory_equal(x.data, y.data, x.size);
    free(x.data);
    free(y.data);
}

/* --- building --- */

static RetroCheck verify(const char *text, const Folder *folder)
{
    return verify_some(text, folder, 1);
}

static TbAnswer value_of_start(const char *text, const Folder *folder)
{
    Setup      setup = setup_of(text);
    Tablebase *tables = tb_open(setup.game, setup.variant, folder->path);
    PosBuffer  pos;
    TbAnswer   answer = { 0 };
    setup.game->rules->start(setup.variant, &pos.head);
    assert_non_null(tables);
    assert_true(tb_probe(tables, &pos.head, &answer));
    tb_close(tables);
    return answer;
}

/* --- values --- */

/* Small tablebases of every kind, with the name of their file; `plain` if no player swaps sides,
 * which solver/enumerate does not handle. */
static const struct Small {
    const char *game, *file;
    bool        plain;
} SMALL[] = {
    { "gipf:2,3,6,6", "gipf-2-3-owner", true },
    { "gipf:2,3,6,6;choice=mover", "gipf-2-3-mover", true },
    { "gipf:2,2,7,7", "gipf-2-2-owner", true },
    { "gipf:2,2,7,7;choice=mover", "gipf-2-2-mover", true },
    { "gipf:2,2,5,5;board=general", "gipf-2-2-5-5-board-general", true },
    { "toy", "toy-8", true },
    { "ponte:contest;size=3", "ponte-contest-size-3", true },
    { "ponte:official;size=3", "ponte-official-size-3", false },
    { "diavolo:3", "diavolo-3", false },
};

enum { SMALL_COUNT = sizeof SMALL / sizeof SMALL[0] };

/* Random games: every position, even within turns, is in the tablebase.  If a turn begins, an
 * enumeration of all reachable positions gives the same value. */
static void compare_with_reach(const struct Small *small, const Folder *folder)
{
    Setup       setup = setup_of(small->game);
    Tablebase  *tables = tb_open(setup.game, setup.variant, folder->path);
    Random      random = random_seeded(7);
    ProofLimits limits = { .memory_bytes = MEMORY };
    for (int game = 0; game < 6; game++) {
        PosBuffer pos;
        setup.game->rules->start(setup.variant, &pos.head);
        for (int step = 0; step < 30; step++) {
            Step     steps[STEPS_MAX];
            TbAnswer answer;
            assert_true(tb_probe(tables, &pos.head, &answer));
            if (small->plain && pos.head.phase == 0 && random_below(&random, 3) == 0) {
                bool       by_count;
                uint32_t   turns = 0;
                ProofValue value =
                    enumerate_solve(setup.game, &pos.head, &limits, 1 << 20, &by_count, &turns);
                assert_int_equal(answer.value, value);
                if (value != PROOF_DRAW)
                    assert_int_equal(answer.turns, turns);
            }
            int count = setup.game->rules->gen(&pos.head, steps);
            if (count == 0)
                break;
            setup.game->rules->apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
        }
    }
    tb_close(tables);
}

static void test_tablebases_agree_with_the_rules(void **state)
{
    (void)state;
    for (int i = 0; i < SMALL_COUNT; i++) {
        Folder      folder = new_folder();
        RetroReport report = build(SMALL[i].game, &folder, 2);
        RetroCheck  check = verify(SMALL[i].game, &folder);
        assert_true(check.positions > 100);
        assert_int_equal(check.positions, report.positions);
        if (check.wrong != 0)
            fail_msg("%s: %llu wrong, the first one %s", SMALL[i].game,
                     (unsigned long long)check.wrong, check.first_wrong);
        compare_with_reach(&SMALL[i], &folder);
        /* Nothing is built twice. */
        RetroReport again = build(SMALL[i].game, &folder, 1);
        assert_int_equal(again.layers_built, 0);
        assert_int_equal(again.positions, report.positions);
        remove_folder(&folder, SMALL[i].file);
    }
}

/* Values of starts that are known by other means: docs/solving-results.md. */
static void test_known_values(void **state)
{
    (void)state;
    Folder three = new_folder(), two = new_folder(), islands = new_folder();
    build("gipf:2,3,7,6", &three, 2);
    build("gipf:2,2,7,6", &two, 2);
    for (int white = 4; white <= 7; white++)
        for (int black = 4; white + black <= 13 && black <= 7; black++) {
            char text[64];
            snprintf(text, sizeof text, "gipf:2,3,%d,%d", white, black);
            TbAnswer answer = value_of_start(text, &three);
            assert_int_equal(answer.value, PROOF_FIRST);
            assert_int_equal(answer.turns, 1);
            snprintf(text, sizeof text, "gipf:2,2,%d,%d", white, black);
            assert_int_equal(value_of_start(text, &two).value, PROOF_DRAW);
        }
    /* A larger variant finds the layers in the file and nothing else. */
    Setup      large = setup_of("gipf:2,3,200,200");
    Tablebase *tables = tb_open(large.game, large.variant, three.path);
    PosBuffer  pos;
    TbAnswer   answer;
    Fault      fault;
    assert_int_equal(
        large.game->text->pos_read(large.variant, "WB/B_W/WB 2,2 W", &pos.head, &fault), STATUS_OK);
    assert_true(tb_probe(tables, &pos.head, &answer));
    assert_int_equal(answer.turns, 1);
    large.game->rules->start(large.variant, &pos.head);
    assert_false(tb_probe(tables, &pos.head, &answer));
    tb_close(tables);
    remove_folder(&three, "gipf-2-3-owner");
    remove_folder(&two, "gipf-2-2-owner");
    build("diavolo:3", &islands, 1);
    assert_int_equal(value_of_start("diavolo:3", &islands).value, PROOF_DRAW);
    remove_folder(&islands, "diavolo-3");
}

/* Following the tablebase gives the promised result, in exactly as many turns. */
static void test_following_a_tablebase(void **state)
{
    static const char *const ROWS[] = { "ponte:contest;size=3", "toy", "diavolo:3" };
    static const char *const FILES[] = { "ponte-contest-size-3", "toy-8", "diavolo-3" };
    (void)state;
    for (int i = 0; i < 3; i++) {
        Folder folder = new_folder();
        Setup  setup = setup_of(ROWS[i]);
        Random random = random_seeded(11);
        int    wins = 0;
        build(ROWS[i], &folder, 1);
        Tablebase *tables = tb_open(setup.game, setup.variant, folder.path);
        for (int game = 0; game < 60; game++) {
            PosBuffer pos;
            Step      steps[STEPS_MAX];
            TbAnswer  first, answer;
            Turn      turn;
            setup.game->rules->start(setup.variant, &pos.head);
            for (int n = (int)random_below(&random, 12); n > 0 || pos.head.phase != 0; n--) {
                int count = setup.game->rules->gen(&pos.head, steps);
                if (count == 0)
                    break;
                setup.game->rules->apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
            }
            if (!tb_choose(tables, &pos.head, &turn, &first) || first.value == PROOF_DRAW)
                continue;
            int winner = game_player(setup.game, &pos.head, first.value == PROOF_FIRST ? 0 : 1);
            for (uint32_t turns = first.turns; turns > 0; turns--) {
                assert_true(tb_choose(tables, &pos.head, &turn, &answer));
                assert_true(tb_keeps(tables, &pos.head, &turn));
                assert_int_equal(answer.turns, turns);
                turn_apply(setup.game, &pos.head, &turn);
            }
            Outcome outcome = setup.game->rules->outcome(&pos.head);
            assert_int_equal(outcome.ending, ENDING_WON);
            assert_int_equal(game_player(setup.game, &pos.head, outcome.winner), winner);
            wins++;
        }
        assert_true(wins > 0);
        tb_close(tables);
        remove_folder(&folder, FILES[i]);
    }
}

/* --- the index --- */

/* The half turn of a position: the text of its board in reverse.  False if it is itself. */
static bool half_turn(const Game *game, uint32_t variant, const Pos *pos, Pos *out)
{
    char  string[POS_TEXT_MAX], board[POS_TEXT_MAX] = "";
    Text  text = text_over(string, sizeof string);
    Fault fault;
    game->text->pos_write(pos, &text);
    size_t length = strcspn(string, " ");
    memcpy(board, string, length);
    for (size_t i = 0; i < length; i++)
        string[i] = board[length - 1 - i];
    assert_int_equal(game->text->pos_read(variant, string, out, &fault), STATUS_OK);
    return memcmp(string, board, length) != 0;
}

/* Count the boards of a layer.  A board and its half turn have one number. */
static uint32_t boards_of(const char *text, const char *layer_wanted)
{
    Setup            setup = setup_of(text);
    const GameIndex *index = setup.game->index;
    void            *space = index->open(setup.variant, NULL);
    uint32_t         boards = 0;
    assert_non_null(space);
    for (uint32_t layer = 0; layer < index->layer_count(space); layer++) {
        char name[INDEX_NAME_MAX];
        Text string = text_over(name, sizeof name);
        index->layer_name(space, layer, &string);
        bool is_wanted = strcmp(name, layer_wanted) == 0;
        for (uint32_t n = 0; n < index->layer_size(space, layer); n++) {
            PosBuffer  pos, turned;
            IndexPlace place;
            index->unrank(space, (IndexPlace){ layer, n }, &pos.head);
            assert_int_equal(setup.game->rules->check(&pos.head, NULL), STATUS_OK);
            assert_int_equal(index->rank(space, &pos.head, &place), INDEX_FOUND);
            assert_int_equal(place.layer, layer);
            assert_int_equal(place.number, n);
            bool is_two = half_turn(setup.game, setup.variant, &pos.head, &turned.head);
            assert_int_equal(index->rank(space, &turned.head, &place), INDEX_FOUND);
            assert_int_equal(place.layer, layer);
            assert_int_equal(place.number, n);
            boards += is_wanted ? 1 + is_two : 0;
        }
    }
    index->close(space);
    return boards;
}

/* With seven pieces each, every board without a row is a position: the counts are published. */
static void test_numbers_are_one_to_one(void **state)
{
    (void)state;
    assert_int_equal(boards_of("gipf:2,2,7,7", "7-7"), 235);
    assert_int_equal(boards_of("gipf:2,3,7,7", "7-7"), 1753);
    assert_int_equal(boards_of("gipf:2,3,5,7", "7-3"), 2 * boards_of("gipf:2,3,7,5", "7-3") / 2);
}

/* --- long distances --- */

/* A made-up game: every number has a move to the one before it, and some also to a position of a
 * layer below, which is lost in FAR turns.  Number 0 is lost.  Every third move is plain, the
 * others are listed.  The numbers are SPREAD apart, and those between are lost as well. */
enum { CHAIN = 700, SPREAD = 1024, FAR = 149, FAR_EVERY = 350 };

static uint32_t chain_size(const void *space, uint32_t layer)
{
    (void)space;
    return layer == 0 ? 1 : CHAIN * SPREAD;
}

static bool chain_is_plain(uint32_t number)
{
    return number % 3 == 0;
}

static bool chain_leaves(uint32_t number)
{
    return number % FAR_EVERY == FAR_EVERY - 1;
}

static int chain_exits(const void *space, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    uint32_t number = place.number / SPREAD;
    int      count = 0;
    (void)space;
    if (plain != NULL)
        *plain = (IndexPlain){ number > 0 && chain_is_plain(number), false };
    if (place.number % SPREAD != 0 || number == 0)
        return INDEX_LOST;
    if (!chain_is_plain(number))
        edges[count++] = (IndexEdge){ { 1, (number - 1) * SPREAD }, INDEX_OTHER, 1 };
    if (chain_leaves(number))
        edges[count++] = (IndexEdge){ { 0, 0 }, INDEX_OTHER, 1 };
    return count;
}

static int chain_entries(const void *space, IndexPlace place, uint32_t *numbers)
{
    uint32_t number = place.number / SPREAD + 1;
    (void)space;
    if (place.number % SPREAD != 0 || number == CHAIN || !chain_is_plain(number))
        return 0;
    numbers[0] = number * SPREAD;
    return 1;
}

static uint16_t chain_code(uint32_t number)
{
    uint32_t turns = 0;
    bool     wins = false;
    for (uint32_t n = 1; n <= number; n++) {
        bool leaves = chain_leaves(n) && (wins || FAR < turns);
        turns = leaves ? FAR + 1 : turns + 1;
        wins = leaves || !wins;
    }
    return wins ? retro_win(turns) : retro_loss(turns);
}

/* Distances far beyond the window of one word per region of cells. */
static void test_long_distances(void **state)
{
    static const GameIndex    INDEX = { .layer_size = chain_size,
                                        .exits = chain_exits,
                                        .entries = chain_entries };
    unsigned char             low[2] = { (2 * FAR + 2) & 255, (2 * FAR + 2) >> 8 };
    RetroSection              below = { .count = 1, .width = 2, .codes = low };
    const RetroSection *const known[2] = { &below, NULL };
    RetroSpace                space = { .index = &INDEX, .layer_count = 2, .known = known };
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        RetroOptions  options = { .threads = threads, .memory_bytes = MEMORY };
        RetroReporter teller = { .options = &options };
        RetroReport   report = { 0 };
        uint16_t     *codes;
        Fault         fault;
        assert_int_equal(retro_layer_solve(&space, 1, &teller, MEMORY, &codes, &report, &fault),
                         STATUS_OK);
        for (uint32_t n = 0; n < CHAIN; n++)
            assert_int_equal(codes[n * SPREAD], chain_code(n));
        assert_int_equal(retro_turns(chain_code(CHAIN / 2 - 2)), CHAIN / 2 - 2);
        free(codes);
    }
}

/* --- choices of the opponent --- */

/* A layer of six positions above one whose codes are given.  A choice may lead both out of the
 * layer, to a win, and to a position inside that wins sooner, which is discovered much later. */
enum { CHOICE_SIZE = 6, BELOW_SIZE = 4 };

static const uint16_t BELOW_CODES[BELOW_SIZE] = { 2 * 37 + 1, 2 * 23 + 1, 2 * 10 + 1, 2 * 40 + 2 };

typedef struct ChoiceEdge {
    uint32_t  source;
    IndexEdge edge;
} ChoiceEdge;

static const ChoiceEdge CHOICE_EDGES[] = {
    /* 0: below wins in 37, position 1 in 25. */
    { 0, { { 0, 0 }, INDEX_GROUP, 2 } },
    { 0, { { 1, 1 }, INDEX_GROUP, 2 } },
    /* 1 wins in 25 through 2, which loses in 24. */
    { 1, { { 1, 2 }, INDEX_OTHER, 1 } },
    { 2, { { 0, 1 }, INDEX_OTHER, 1 } },
    /* 3: below wins in 10, sooner than position 1. */
    { 3, { { 0, 2 }, INDEX_GROUP, 2 } },
    { 3, { { 1, 1 }, INDEX_GROUP, 2 } },
    /* 4: two choices; the second is longer, and both have a sooner edge inside. */
    { 4, { { 0, 0 }, INDEX_GROUP, 2 } },
    { 4, { { 1, 1 }, INDEX_GROUP, 2 } },
    { 4, { { 0, 0 }, INDEX_GROUP + 1, 3 } },
    { 4, { { 1, 1 }, INDEX_GROUP + 1, 3 } },
    /* 5: below loses in 40 and an edge inside wins: the opponent takes that. */
    { 5, { { 0, 3 }, INDEX_GROUP, 2 } },
    { 5, { { 1, 1 }, INDEX_GROUP, 2 } },
};

static const uint16_t CHOICE_CODES[CHOICE_SIZE] = { 2 * 27 + 2, 2 * 25 + 1, 2 * 24 + 2,
                                                    2 * 12 + 2, 2 * 28 + 2, 2 * 27 + 2 };

static uint32_t choice_size(const void *space, uint32_t layer)
{
    (void)space;
    return layer == 0 ? BELOW_SIZE : CHOICE_SIZE;
}

static int choice_exits(const void *space, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    int count = 0;
    (void)space;
    for (size_t i = 0; i < sizeof CHOICE_EDGES / sizeof CHOICE_EDGES[0]; i++)
        if (CHOICE_EDGES[i].source == place.number)
            edges[count++] = CHOICE_EDGES[i].edge;
    if (plain != NULL)
        *plain = (IndexPlain){ 0 };
    return count;
}

static void test_choices_wait_for_inner_edges(void **state)
{
    static const GameIndex INDEX = { .layer_size = choice_size, .exits = choice_exits };
    unsigned char          low[2 * BELOW_SIZE];
    for (int n = 0; n < BELOW_SIZE; n++) {
        low[2 * n] = (unsigned char)BELOW_CODES[n];
        low[2 * n + 1] = (unsigned char)(BELOW_CODES[n] >> 8);
    }
    RetroSection              below = { .count = BELOW_SIZE, .width = 2, .codes = low };
    const RetroSection *const known[2] = { &below, NULL };
    RetroSpace                space = { .index = &INDEX, .layer_count = 2, .known = known };
    RetroOptions              options = { .threads = 1, .memory_bytes = MEMORY };
    RetroReporter             teller = { .options = &options };
    RetroReport               report = { 0 };
    uint16_t                 *codes;
    Fault                     fault;
    (void)state;
    assert_int_equal(retro_layer_solve(&space, 1, &teller, MEMORY, &codes, &report, &fault),
                     STATUS_OK);
    for (int n = 0; n < CHOICE_SIZE; n++)
        assert_int_equal(codes[n], CHOICE_CODES[n]);
    free(codes);
}

/* --- counters --- */

/* Position 0 has moves to all others, in which the side to move has won. */
enum { FAN = INDEX_FEW_MOVES + 1 };

static uint32_t fan_size(const void *space, uint32_t layer)
{
    const uint32_t *ways = space;
    (void)layer;
    return *ways + 1;
}

static int fan_exits(const void *space, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    const uint32_t *ways = space;
    if (place.number > 0)
        return INDEX_WON;
    for (uint32_t n = 1; n <= *ways; n++)
        edges[n - 1] = (IndexEdge){ { 0, n }, INDEX_OTHER, 1 };
    if (plain != NULL)
        *plain = (IndexPlain){ 0 };
    return (int)*ways;
}

/* More moves than promised are rejected, and never counted wrong. */
static void test_few_moves_and_many(void **state)
{
    static const struct {
        uint32_t ways;
        bool     has_few_moves;
        Status   status;
    } ROWS[] = { { FAN - 1, true, STATUS_OK },  { FAN - 1, false, STATUS_OK },
                 { FAN, true, STATUS_ILLEGAL }, { FAN, false, STATUS_OK },
                 { 1000, false, STATUS_OK },    { 1000, true, STATUS_ILLEGAL } };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        GameIndex                 index = { .layer_size = fan_size,
                                            .exits = fan_exits,
                                            .has_few_moves = ROWS[i].has_few_moves };
        uint32_t                  ways = ROWS[i].ways;
        const RetroSection *const known[1] = { NULL };
        RetroSpace   space = { .index = &index, .opened = &ways, .layer_count = 1, .known = known };
        RetroOptions options = { .threads = 2, .memory_bytes = MEMORY };
        RetroReporter teller = { .options = &options };
        RetroReport   report = { 0 };
        uint16_t     *codes;
        Fault         fault;
        assert_int_equal(retro_layer_solve(&space, 0, &teller, MEMORY, &codes, &report, &fault),
                         ROWS[i].status);
        if (ROWS[i].status == STATUS_OK)
            assert_int_equal(codes[0], retro_loss(1));
        free(codes);
    }
}

/* --- less memory than edges --- */

/* A layer made up at random, all of whose edges are stored: single ones, and choices. */
enum { MADE_UP = 20000, MADE_UP_WAYS = 5 };

static uint32_t made_up_size(const void *space, uint32_t layer)
{
    (void)space;
    (void)layer;
    return MADE_UP;
}

static int made_up_exits(const void *space, IndexPlace place, IndexEdge *edges, IndexPlain *plain)
{
    Random random = random_seeded(place.number + 1);
    (void)space;
    if (plain != NULL)
        *plain = (IndexPlain){ 0 };
    if (random_below(&random, 10) == 0)
        return INDEX_LOST;
    uint16_t group = INDEX_GROUP;
    for (int i = 0; i < MADE_UP_WAYS; i++) {
        static const uint16_t KINDS[] = { INDEX_OTHER, INDEX_OTHER, INDEX_SAME };
        uint32_t              drawn = random_below(&random, 5);
        bool                  chosen = drawn >= 3; /* by the opponent */
        edges[i] = (IndexEdge){ { 0, random_below(&random, MADE_UP) }, group, 2 };
        if (!chosen)
            edges[i] = (IndexEdge){ edges[i].place, KINDS[drawn], 1 };
        group = (uint16_t)(group + (chosen && drawn == 4));
    }
    return MADE_UP_WAYS;
}

/* Solve with this much memory; return the size of the temporary file. */
static uint16_t *solve_made_up(int threads, size_t memory, const char *folder, RetroReport *report)
{
    static const GameIndex    INDEX = { .layer_size = made_up_size,
                                        .exits = made_up_exits,
                                        .has_few_moves = true };
    const RetroSection *const known[1] = { NULL };
    RetroSpace                space = { .index = &INDEX, .layer_count = 1, .known = known };
    RetroOptions  options = { .threads = threads, .memory_bytes = memory, .folder = folder };
    RetroReporter teller = { .options = &options };
    uint16_t     *codes;
    Fault         fault;
    *report = (RetroReport){ 0 };
    assert_int_equal(retro_layer_solve(&space, 0, &teller, memory, &codes, report, &fault),
                     STATUS_OK);
    assert_true(report->memory_peak <= memory);
    return codes;
}

/* Edges that do not fit into memory go to a file, which is gone afterwards, and nothing else
 * changes. */
static void test_edges_in_a_file(void **state)
{
    Folder      folder = new_folder();
    RetroReport whole, less;
    uint16_t   *codes = solve_made_up(1, MEMORY, NULL, &whole);
    size_t      ways = (size_t)whole.ways * EDGE_BYTES, others = whole.memory_peak - ways;
    (void)state;
    assert_int_equal(whole.scratch_bytes, 0);
    for (int threads = 1; threads <= 3; threads++)
        for (int share = 2; share <= 5; share++) {
            size_t    memory = others + ways / (size_t)share;
            uint16_t *again = solve_made_up(threads, memory, folder.path, &less);
            assert_int_equal(less.scratch_bytes, ways);
            assert_memory_equal(again, codes, MADE_UP * sizeof *codes);
            free(again);
        }
    free(codes);
    remove_empty(&folder);
}

/* --- threads and interruptions --- */

static void test_threads_do_not_matter(void **state)
{
    static const char *const ROWS[][2] = { { "gipf:2,3,10,10", "gipf-2-3-owner" },
                                           { "diavolo:3", "diavolo-3" },
                                           { "ponte:open;size=3", "ponte-open-size-3" } };
    (void)state;
    for (int i = 0; i < 3; i++) {
        Folder one = new_folder(), two = new_folder(), five = new_folder();
        build(ROWS[i][0], &one, 1);
        build(ROWS[i][0], &two, 2);
        build(ROWS[i][0], &five, 5);
        assert_same_bytes(&one, &two, ROWS[i][1]);
        assert_same_bytes(&one, &five, ROWS[i][1]);
        remove_folder(&one, ROWS[i][1]);
        remove_folder(&two, ROWS[i][1]);
        remove_folder(&five, ROWS[i][1]);
    }
}

static void die(int signal)
{
    (void)signal;
    kill(getpid(), SIGKILL);
}

/* Build in this process, which dies by SIGKILL in the middle of writing byte `most_bytes` of the
 * tablebase, or of its end. */
static void build_until(const char *text, const Folder *folder, int threads, size_t most_bytes)
{
    Setup         setup = setup_of(text);
    RetroOptions  options = options_of(folder, threads);
    RetroReport   report;
    struct rlimit limit = { most_bytes, most_bytes };
    if (most_bytes > 0 && (signal(SIGXFSZ, die) == SIG_ERR || setrlimit(RLIMIT_FSIZE, &limit) != 0))
        _exit(4);
    _exit(retro_build(setup.game, setup.variant, &options, &report, NULL) == STATUS_OK ? 0 : 3);
}

/* Build in another process and kill it, at a length of its file or (0) after some microseconds;
 * true if it did not finish. */
static bool build_and_kill(const char *text, const Folder *folder, int threads, size_t bytes,
                           long microseconds)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        build_until(text, folder, threads, bytes);
    struct timespec pause = { microseconds / 1000000, microseconds % 1000000 * 1000 };
    int             status;
    if (bytes == 0) {
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        assert_int_equal(WTERMSIG(status), SIGKILL);
    else
        assert_int_equal(WEXITSTATUS(status), 0);
    return WIFSIGNALED(status);
}

/* Numbered layers, and ages, whose keys are listed again. */
static const char *const KILLED[][2] = { { "gipf:2,3,10,10", "gipf-2-3-owner" },
                                         { "diavolo:3", "diavolo-3" },
                                         { "ponte:official;size=3", "ponte-official-size-3" } };

enum { KILLED_COUNT = sizeof KILLED / sizeof KILLED[0] };

/* Killed while computing, at any time. */
static void test_killed_and_resumed(void **state)
{
    (void)state;
    for (int i = 0; i < KILLED_COUNT; i++) {
        const char *game = KILLED[i][0], *file = KILLED[i][1];
        Folder      straight = new_folder();
        int         killed = 0;
        build(game, &straight, 1);
        for (long microseconds = 300; microseconds <= 24300; microseconds *= 3) {
            for (int threads = 1; threads <= 2; threads++) {
                Folder folder = new_folder();
                for (int times = 0; times < 2; times++)
                    killed += build_and_kill(game, &folder, threads, 0, microseconds);
                build(game, &folder, threads);
                assert_same_bytes(&straight, &folder, file);
                remove_folder(&folder, file);
            }
        }
        assert_true(killed > 0);
        remove_folder(&straight, file);
    }
}

/* Killed while writing: at every seventh of the file, one kill after the other. */
static void test_killed_while_writing(void **state)
{
    (void)state;
    for (int i = 0; i < KILLED_COUNT; i++) {
        const char *game = KILLED[i][0], *file = KILLED[i][1];
        Folder      straight = new_folder();
        build(game, &straight, 1);
        Bytes bytes = read_file(&straight, file);
        for (int threads = 1; threads <= 2; threads++) {
            Folder folder = new_folder();
            for (size_t part = 0; part < 7; part++)
                assert_true(build_and_kill(game, &folder, threads, 1 + part * bytes.size / 7, 0));
            RetroReport report = build(game, &folder, threads);
            assert_true(report.layers_found > 0 && report.layers_built > 0);
            assert_same_bytes(&straight, &folder, file);
            remove_folder(&folder, file);
        }
        free(bytes.data);
        remove_folder(&straight, file);
    }
}

/* A power failure may leave any number of bytes. */
static void cut_and_resume(const char *game, const char *file)
{
    Folder straight = new_folder(), folder = new_folder();
    build(game, &straight, 1);
    Bytes bytes = read_file(&straight, file);
    for (size_t size = 0; size < bytes.size; size += 1 + bytes.size / 17) {
        write_file(&folder, file, bytes.data, size);
        build(game, &folder, 1);
        assert_same_bytes(&straight, &folder, file);
    }
    free(bytes.data);
    remove_folder(&straight, file);
    remove_folder(&folder, file);
}

static void test_truncated_and_resumed(void **state)
{
    (void)state;
    cut_and_resume("gipf:2,3,5,5", "gipf-2-3-owner");
    cut_and_resume("diavolo:3", "diavolo-3");
    cut_and_resume("ponte:contest;size=3", "ponte-contest-size-3");
}

/* An incomplete section is removed, and its disk space is freed. */
static void test_full_disk(void **state)
{
    (void)state;
    Folder        straight = new_folder(), folder = new_folder();
    Setup         setup = setup_of("gipf:2,3,5,5");
    RetroOptions  options = options_of(&folder, 1);
    RetroReport   report;
    RetroFile    *file = NULL;
    Fault         fault;
    struct rlimit before;
    build("gipf:2,3,5,5", &straight, 1);
    Bytes bytes = read_file(&straight, "gipf-2-3-owner");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    struct rlimit small = { .rlim_cur = bytes.size / 2, .rlim_max = before.rlim_max };
    free(bytes.data);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    Status status = retro_build(setup.game, setup.variant, &options, &report, &fault);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(status, STATUS_SYSTEM);
    assert_non_null(strstr(fault.why, "cannot write"));
    /* A check accepts complete layers only. */
    assert_int_equal(retro_file_open(folder.path, "gipf", "2-3-owner", RETRO_CHECK, &file, &fault),
                     STATUS_OK);
    assert_true(retro_file_sections(file) > 0);
    retro_file_close(file);
    build("gipf:2,3,5,5", &folder, 1);
    assert_same_bytes(&straight, &folder, "gipf-2-3-owner");
    remove_folder(&straight, "gipf-2-3-owner");
    remove_folder(&folder, "gipf-2-3-owner");
}

/* Ages are solved from the oldest: half a tablebase answers for the end of the game, and does not
 * count as complete. */
static void test_half_a_tablebase(void **state)
{
    (void)state;
    Folder       folder = new_folder();
    Setup        setup = setup_of("diavolo:3");
    RetroOptions options = options_of(&folder, 1);
    RetroCheck   check;
    Fault        fault;
    PosBuffer    pos;
    TbAnswer     answer;
    build("diavolo:3", &folder, 1);
    Bytes bytes = read_file(&folder, "diavolo-3");
    write_file(&folder, "diavolo-3", bytes.data, bytes.size / 2);
    free(bytes.data);
    assert_int_equal(retro_verify(setup.game, setup.variant, &options, 1, &check, &fault),
                     STATUS_SYNTAX);
    assert_non_null(strstr(fault.why, "no complete layer after byte"));
    Tablebase *tables = tb_open(setup.game, setup.variant, folder.path);
    assert_non_null(tables);
    setup.game->rules->start(setup.variant, &pos.head);
    assert_false(tb_probe(tables, &pos.head, &answer));
    Step      steps[STEPS_MAX];
    PosBuffer before;
    for (int count; (count = setup.game->rules->gen(&pos.head, steps)) > 0;) {
        before = pos;
        setup.game->rules->apply(&pos.head, steps[0]);
    }
    assert_true(tb_probe(tables, &before.head, &answer));
    tb_close(tables);
    remove_folder(&folder, "diavolo-3");
}

/* --- planted errors --- */

/* Copy a tablebase and change one code, or one bit of a key, with matching checksums. */
static void copy_with_errors(const struct Small *small, const Folder *from, const Folder *to,
                             const char *family, uint64_t which, uint8_t code, int key_bit)
{
    Setup      setup = setup_of(small->game);
    RetroFile *source, *target;
    Fault      fault;
    assert_int_equal(
        retro_file_open(from->path, setup.game->name, family, RETRO_CHECK, &source, &fault),
        STATUS_OK);
    assert_int_equal(
        retro_file_open(to->path, setup.game->name, family, RETRO_WRITE, &target, &fault),
        STATUS_OK);
    for (uint32_t n = 0; n < retro_file_sections(source); n++) {
        RetroSection section = *retro_file_section(source, n);
        size_t       keys = (size_t)section.count * section.key_bytes;
        assert_int_equal(section.width, 1);
        section.owned = malloc(keys + section.count + 1);
        assert_non_null(section.owned);
        memcpy(section.owned, section.keys, keys + section.count);
        section.keys = section.owned;
        section.codes = section.owned + keys;
        if (which < section.count && key_bit < 0)
            section.owned[keys + which] = code;
        else if (which < section.count)
            section.owned[which * section.key_bytes + (size_t)key_bit / 8] ^=
                (unsigned char)(1 << key_bit % 8);
        which = which < section.count ? UINT64_MAX : which - section.count;
        assert_int_equal(retro_file_append(target, &section, &fault), STATUS_OK);
    }
    retro_file_close(source);
    retro_file_close(target);
}

static void copy_with_error(const struct Small *small, const Folder *from, const Folder *to,
                            const char *family, uint64_t which, uint8_t code)
{
    copy_with_errors(small, from, to, family, which, code, -1);
}

static uint8_t code_at(const Folder *folder, const char *game, const char *family, uint64_t which)
{
    RetroFile *file;
    uint8_t    code = 0;
    assert_int_equal(retro_file_open(folder->path, game, family, RETRO_CHECK, &file, NULL),
                     STATUS_OK);
    for (uint32_t n = 0; n < retro_file_sections(file); n++) {
        const RetroSection *section = retro_file_section(file, n);
        if (which < section->count) {
            code = (uint8_t)retro_code(section, (uint32_t)which);
            break;
        }
        which -= section->count;
    }
    retro_file_close(file);
    return code;
}

/* Another value, the same value sooner, the same value later, a draw: all are found, and nothing
 * but the position itself and its predecessors is reported. */
static void test_planted_codes_are_found(void **state)
{
    static const char *const FAMILY[] = { "2-3-owner", "2-3-mover" };
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct Small small = SMALL[i];
        Folder       good = new_folder();
        Random       random = random_seeded(3);
        small.game = i == 0 ? "gipf:2,3,4,4" : "gipf:2,3,4,4;choice=mover";
        RetroReport report = build(small.game, &good, 1);
        for (int n = 0; n < 12; n++) {
            Folder   bad = new_folder();
            uint64_t which = random_below(&random, (uint32_t)report.positions);
            uint8_t  code = code_at(&good, "gipf", FAMILY[i], which);
            uint8_t  wrong = (uint8_t)(n % 4 == 0   ? code + 1
                                       : n % 4 == 1 ? code + 2
                                       : n % 4 == 2 ? code == 0 ? 3 : 0
                                       : code >= 3  ? code - 2
                                                    : code + 4);
            copy_with_error(&small, &good, &bad, FAMILY[i], which, wrong);
            RetroCheck check = verify(small.game, &bad);
            if (check.wrong == 0)
                fail_msg("%s: code %u of position %llu passed for %u", small.game, wrong,
                         (unsigned long long)which, code);
            remove_folder(&bad, small.file);
        }
        remove_folder(&good, small.file);
    }
}

/* For each kind of list: by ages and keys of the game, and by our own keys. */
static void test_planted_codes_in_a_list_are_found(void **state)
{
    static const struct {
        struct Small small;
        const char  *game, *family;
    } ROWS[] = {
        { { "diavolo:3", "diavolo-3", false }, "diavolo", "3" },
        { { "ponte:official;size=3", "ponte-official-size-3", false }, "ponte", "official-size-3" },
        { { "toy", "toy-8", true }, "toy", "8" },
    };
    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct Small *small = &ROWS[i].small;
        Folder              good = new_folder();
        RetroReport         report = build(small->game, &good, 1);
        for (uint64_t which = 5; which < report.positions; which += report.positions / 6) {
            Folder  bad = new_folder();
            uint8_t code = code_at(&good, ROWS[i].game, ROWS[i].family, which);
            copy_with_error(small, &good, &bad, ROWS[i].family, which,
                            (uint8_t)(code == 0 ? 2 : 0));
            assert_true(verify(small->game, &bad).wrong > 0);
            remove_folder(&bad, small->file);
        }
        remove_folder(&good, small->file);
    }
}

/* A key of another position, or of none: the original is missing, and the new one is wrong. */
static void test_planted_keys_are_found(void **state)
{
    static const struct Small DIAVOLO = { "diavolo:3", "diavolo-3", false };
    (void)state;
    Folder      good = new_folder();
    RetroReport report = build("diavolo:3", &good, 1);
    for (int bit = 0; bit < 128; bit += 3) {
        Folder bad = new_folder();
        copy_with_errors(&DIAVOLO, &good, &bad, "3", (uint64_t)bit * 7 % report.positions, 0, bit);
        assert_true(verify("diavolo:3", &bad).wrong > 0);
        remove_folder(&bad, "diavolo-3");
    }
    remove_folder(&good, "diavolo-3");
}

/* A byte that changed on the disk: the section and what follows is not read, and not
 * overwritten. */
static void test_damage_is_rejected(void **state)
{
    (void)state;
    Folder       folder = new_folder();
    Setup        setup = setup_of("gipf:2,3,5,5");
    RetroOptions options = options_of(&folder, 1);
    RetroReport  report;
    RetroCheck   check;
    Fault        fault;
    build("gipf:2,3,5,5", &folder, 1);
    Bytes bytes = read_file(&folder, "gipf-2-3-owner");
    for (size_t at = 0; at < bytes.size / 2; at += 1 + bytes.size / 23) {
        bytes.data[at] ^= 16;
        write_file(&folder, "gipf-2-3-owner", bytes.data, bytes.size);
        assert_int_not_equal(retro_build(setup.game, setup.variant, &options, &report, &fault),
                             STATUS_OK);
        assert_int_not_equal(retro_verify(setup.game, setup.variant, &options, 1, &check, &fault),
                             STATUS_OK);
        bytes.data[at] ^= 16;
    }
    bytes.data[8] = 99; /* the version */
    write_file(&folder, "gipf-2-3-owner", bytes.data, bytes.size);
    assert_int_not_equal(retro_build(setup.game, setup.variant, &options, &report, &fault),
                         STATUS_OK);
    assert_non_null(strstr(fault.why, "version 99"));
    assert_null(tb_open(setup.game, setup.variant, folder.path));
    free(bytes.data);
    remove_folder(&folder, "gipf-2-3-owner");
}

static bool passes(const Setup *setup, const RetroOptions *options)
{
    RetroCheck check;
    return retro_verify(setup->game, setup->variant, options, 1, &check, NULL) == STATUS_OK &&
           check.wrong == 0;
}

/* Every byte of a small file, including the padding at the end; every truncation; and an extra
 * byte. */
static void test_every_byte_counts(void **state)
{
    (void)state;
    Folder       folder = new_folder();
    Setup        setup = setup_of("toy:4");
    RetroOptions options = options_of(&folder, 1);
    build("toy:4", &folder, 1);
    assert_true(passes(&setup, &options));
    Bytes bytes = read_file(&folder, "toy-4");
    for (size_t at = 0; at < bytes.size; at++) {
        unsigned char change = (unsigned char)(1U << at % 8);
        bytes.data[at] ^= change;
        write_file(&folder, "toy-4", bytes.data, bytes.size);
        if (passes(&setup, &options))
            fail_msg("byte %zu of %zu was changed, and nobody saw it", at, bytes.size);
        bytes.data[at] ^= change;
    }
    for (size_t size = 0; size < bytes.size; size++) {
        write_file(&folder, "toy-4", bytes.data, size);
        if (passes(&setup, &options))
            fail_msg("%zu of %zu bytes passed for the whole", size, bytes.size);
    }
    bytes.data[bytes.size] = 0; /* read_file has capacity for it */
    write_file(&folder, "toy-4", bytes.data, bytes.size + 1);
    assert_false(passes(&setup, &options));
    free(bytes.data);
    remove_folder(&folder, "toy-4");
}

/* A probe does not read the complete file first; a damaged layer gives no answers. */
static void test_damaged_layers_give_no_answers(void **state)
{
    (void)state;
    Folder folder = new_folder();
    Setup  setup = setup_of("gipf:2,3,5,5");
    int    silent = 0;
    build("gipf:2,3,5,5", &folder, 1);
    TbAnswer right = value_of_start("gipf:2,3,5,5", &folder);
    Bytes    bytes = read_file(&folder, "gipf-2-3-owner");
    for (size_t at = 120; at < bytes.size; at += 1 + bytes.size / 53) {
        PosBuffer pos;
        TbAnswer  answer;
        bytes.data[at] ^= 2;
        write_file(&folder, "gipf-2-3-owner", bytes.data, bytes.size);
        Tablebase *tables = tb_open(setup.game, setup.variant, folder.path);
        setup.game->rules->start(setup.variant, &pos.head);
        assert_non_null(tables);
        if (!tb_probe(tables, &pos.head, &answer)) {
            silent++;
        } else {
            assert_int_equal(answer.value, right.value);
            assert_int_equal(answer.turns, right.turns);
        }
        tb_close(tables);
        bytes.data[at] ^= 2;
    }
    /* The start is in the largest layer. */
    assert_true(silent > 5 && silent < 53);
    free(bytes.data);
    remove_folder(&folder, "gipf-2-3-owner");
}

/* --- nothing incomplete is left --- */

static Status build_within(const char *text, const Folder *folder, size_t bytes, Fault *fault)
{
    Setup        setup = setup_of(text);
    RetroOptions options = options_of(folder, 1);
    RetroReport  report;
    options.memory_bytes = bytes;
    return retro_build(setup.game, setup.variant, &options, &report, fault);
}

/* By numbers, by ages, by a list. */
static void test_failed_builds_leave_nothing(void **state)
{
    static const char *const ROWS[] = { "gipf:2,3,5,5", "duell", "diavolo:3",
                                        "ponte:contest;size=3", "duell:nocapture=30" };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        Folder folder = new_folder();
        Fault  fault = { 0 };
        assert_int_equal(build_within(ROWS[i], &folder, 100, &fault), STATUS_TOO_LARGE);
        remove_empty(&folder);
    }
    /* What was built before stays. */
    Folder folder = new_folder(), straight = new_folder();
    build("gipf:2,3,4,4", &folder, 1);
    build("gipf:2,3,4,4", &straight, 1);
    assert_int_equal(build_within("gipf:2,3,7,7", &folder, 100, NULL), STATUS_TOO_LARGE);
    assert_same_bytes(&straight, &folder, "gipf-2-3-owner");
    remove_folder(&folder, "gipf-2-3-owner");
    remove_folder(&straight, "gipf-2-3-owner");
}

/* What a kill before the first layer may leave is not a tablebase, and the build continues on
 * it. */
static void test_files_without_a_layer(void **state)
{
    (void)state;
    Folder straight = new_folder(), folder = new_folder();
    Setup  setup = setup_of("diavolo:3");
    build("diavolo:3", &straight, 1);
    Bytes bytes = read_file(&straight, "diavolo-3");
    for (size_t size = 0; size <= 120; size += 60) {
        RetroOptions options = options_of(&folder, 1);
        RetroCheck   check;
        Fault        fault = { 0 };
        write_file(&folder, "diavolo-3", bytes.data, size);
        assert_null(tb_open(setup.game, setup.variant, folder.path));
        Status status = retro_verify(setup.game, setup.variant, &options, 1, &check, &fault);
        if (size != 60)
            assert_int_equal(status, STATUS_NOT_FOUND);
        assert_int_not_equal(status, STATUS_OK);
        assert_int_equal(build_within("diavolo:3", &folder, 100, &fault), STATUS_TOO_LARGE);
        remove_empty(&folder);
        assert_int_equal(mkdir(folder.path, 0755), 0);
        write_file(&folder, "diavolo-3", bytes.data, size);
        build("diavolo:3", &folder, 1);
        assert_same_bytes(&straight, &folder, "diavolo-3");
    }
    free(bytes.data);
    remove_folder(&straight, "diavolo-3");
    remove_folder(&folder, "diavolo-3");
}

/* A file that is not ours is neither written to nor deleted, however short it is. */
static void test_other_files_are_not_touched(void **state)
{
    static const char *const WORDS[] = { "a letter", "TessTab\nno longer" };
    (void)state;
    for (int i = 0; i < 2; i++) {
        Folder folder = new_folder();
        Fault  fault = { 0 };
        size_t size = strlen(WORDS[i]);
        write_file(&folder, "diavolo-3", (const unsigned char *)WORDS[i], size);
        assert_int_equal(build_within("diavolo:3", &folder, MEMORY, &fault), STATUS_SYNTAX);
        assert_non_null(strstr(fault.why, "is not a tablebase"));
        Bytes bytes = read_file(&folder, "diavolo-3");
        assert_int_equal(bytes.size, size);
        assert_memory_equal(bytes.data, WORDS[i], size);
        free(bytes.data);
        remove_folder(&folder, "diavolo-3");
    }
}

enum { WRITERS = 4 };

/* Open the file often and leave it without a section, and finally write one.  While a process has
 * it open, it exists under its name. */
static bool write_section(const Folder *folder, int writer)
{
    char         path[TABLE_PATH_MAX];
    RetroFile   *file;
    int          nameless = 0;
    RetroSection section = { .count = 1, .width = 1, .owned = calloc(1, 1) };
    section.keys = section.codes = section.owned;
    snprintf(section.name, sizeof section.name, "%d", writer);
    table_path(folder, "toy-x", path);
    for (int idle = 0; idle < 200;) {
        if (retro_file_open(folder->path, "toy", "x", RETRO_WRITE, &file, NULL) != STATUS_OK)
            continue;
        nameless += access(path, F_OK) != 0;
        retro_file_close(file);
        idle++;
    }
    while (retro_file_open(folder->path, "toy", "x", RETRO_WRITE, &file, NULL) != STATUS_OK)
        usleep(100);
    Status status = retro_file_append(file, &section, NULL);
    retro_file_close(file);
    return status == STATUS_OK && nameless == 0;
}

/* One process deletes what another has just opened: no process writes into a file without a
 * name. */
static void test_concurrent_writers(void **state)
{
    (void)state;
    for (int round = 0; round < 4; round++) {
        Folder     folder = new_folder();
        pid_t      writers[WRITERS];
        RetroFile *file;
        for (int i = 0; i < WRITERS; i++) {
            writers[i] = fork();
            assert_true(writers[i] >= 0);
            if (writers[i] == 0)
                _exit(write_section(&folder, i) ? 0 : 3);
        }
        for (int i = 0; i < WRITERS; i++) {
            int status;
            assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        assert_int_equal(retro_file_open(folder.path, "toy", "x", RETRO_CHECK, &file, NULL),
                         STATUS_OK);
        assert_int_equal(retro_file_sections(file), WRITERS);
        retro_file_close(file);
        remove_folder(&folder, "toy-x");
    }
}

/* --- limits --- */

static bool enough(void *context, const RetroProgress *progress)
{
    (void)context;
    assert_true(progress->share >= 0 && progress->share <= 1.0001);
    return false;
}

static void test_memory_and_time_limits(void **state)
{
    (void)state;
    Folder       folder = new_folder();
    RetroOptions options = options_of(&folder, 1);
    RetroReport  report;
    Fault        fault;
    Setup        large = setup_of("alliances:5");
    options.memory_bytes = 8 << 20;
    assert_int_equal(retro_build(large.game, large.variant, &options, &report, &fault),
                     STATUS_TOO_LARGE);
    assert_non_null(strstr(fault.why, "8 MiB"));
    remove_empty(&folder);

    folder = new_folder();
    options = options_of(&folder, 2);
    options.memory_bytes = 4 << 20;
    Setup grown = setup_of("diavolo:4");
    assert_int_equal(retro_build(grown.game, grown.variant, &options, &report, &fault),
                     STATUS_TOO_LARGE);
    assert_non_null(strstr(fault.why, "4 MiB"));
    remove_empty(&folder);

    folder = new_folder();
    options = options_of(&folder, 1);
    options.listener = enough;
    Setup long_one = setup_of("gipf:3,4,6,6"); /* many times the interval of reports */
    assert_int_equal(retro_build(long_one.game, long_one.variant, &options, &report, &fault),
                     STATUS_SYSTEM);
    assert_non_null(strstr(fault.why, "resume there"));
    remove_folder(&folder, "gipf-3-4-owner");

    /* A directory that does not exist has no tablebases. */
    TbAnswer  answer;
    PosBuffer pos;
    long_one.game->rules->start(long_one.variant, &pos.head);
    assert_null(tb_open(long_one.game, long_one.variant, "/nowhere/at/all"));
    assert_false(tb_probe(NULL, &pos.head, &answer));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tablebases_agree_with_the_rules),
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_following_a_tablebase),
        cmocka_unit_test(test_numbers_are_one_to_one),
        cmocka_unit_test(test_long_distances),
        cmocka_unit_test(test_choices_wait_for_inner_edges),
        cmocka_unit_test(test_few_moves_and_many),
        cmocka_unit_test(test_edges_in_a_file),
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_killed_and_resumed),
        cmocka_unit_test(test_killed_while_writing),
        cmocka_unit_test(test_truncated_and_resumed),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_half_a_tablebase),
        cmocka_unit_test(test_planted_codes_are_found),
        cmocka_unit_test(test_planted_codes_in_a_list_are_found),
        cmocka_unit_test(test_planted_keys_are_found),
        cmocka_unit_test(test_damage_is_rejected),
        cmocka_unit_test(test_every_byte_counts),
        cmocka_unit_test(test_damaged_layers_give_no_answers),
        cmocka_unit_test(test_failed_builds_leave_nothing),
        cmocka_unit_test(test_files_without_a_layer),
        cmocka_unit_test(test_other_files_are_not_touched),
        cmocka_unit_test(test_concurrent_writers),
        cmocka_unit_test(test_memory_and_time_limits),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
