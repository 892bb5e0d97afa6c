/* SPDX-License-Identifier: MIT */
/* gipf_ref TABLE - compare GIPF with its naive implementation (gipf_naive.c), text by text.
 *
 * Both sides must give the same turns, the same positions after them and the same results: in
 * random games and on random boards, in both representations.  They must also agree which lines are
 * positions.  TABLE is src/games/gipf/perft.txt; the naive rules must reproduce its numbers.
 *
 * TESSERA_SAMPLE=N compares N positions (default 6000) and prints a summary.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver.h"
#include "games/gipf/gipf.h"
#include "games/gipf/gipf_explain.h"
#include "games/gipf/naive/gipf_naive.h"

enum {
    TURN_LIMIT = 200,
    MUTATIONS = 6,             /* spoilt copies of each random board */
    COUNTED_QUICKLY = 12000,   /* naive counts up to this are made in a short run, too */
    COUNTED_SLOWLY = 10000000, /* and up to this in a long one */
};

/* A share of all positions goes to each variant, in both representations. */
static const Share SHARES[] = {
    { "2,2,6,6", 2 },
    { "2,2,4,5;choice=mover", 2 },
    { "2,3,5,5", 1 },
    { "3,2,9,9", 3 },
    { "3,2,9,9;choice=mover", 3 },
    { "3,3,10,10", 4 },
    { "3,3,10,10;choice=mover", 4 },
    { "3,4,12,9", 2 },
    { "4,2,20,20", 3 },
    { "4,3,20,18", 5 },
    { "4,3,20,18;choice=mover", 5 },
    { "4,4,15,15", 6 },
    { "4,4,15,15;choice=mover", 6 },
    { "4,5,30,30", 2 },
    { "standard", 14 },
    { "standard;choice=mover", 10 },
    { "tournament", 10 },
    { "tournament;choice=mover", 6 },
    { "5,3,30,30", 3 },
    { "5,4,20,20;choice=mover", 3 },
    { "6,3,40,40", 2 },
    { "7,3,60,60", 2 },
    { "9,4,90,90;choice=mover", 1 },
    { "12,5,200,200", 1 },
    { "13,3,200,200;choice=mover", 1 },
    { "20,4,200,200", 1 },
};

enum { SHARE_COUNT = sizeof SHARES / sizeof SHARES[0] };

static const char *const REPRESENTATIONS[] = { "", ";board=general" };

/* How many positions a variant gets in one representation, of one half of the sample. */
static uint64_t part_of(const Share *share)
{
    return share_of(sample_size() / 4, SHARES, SHARE_COUNT, share);
}

/* ---- random games ---- */

static void test_games(void **state)
{
    CompareTally total = { 0 };
    int          turns = sample_size() < DEFAULT_SAMPLE ? TURN_LIMIT / 4 : TURN_LIMIT;
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++)
        for (int r = 0; r < 2; r++) {
            Fault fault = { 0 };
            if (!compare_games(&GIPF_GAME, &GIPF_NAIVE, SHARES[n].variant, REPRESENTATIONS[r],
                               (uint64_t)(1000 + 2 * n + r), part_of(&SHARES[n]), turns, &total,
                               &fault))
                fail_msg("%s", fault.why);
        }
    print_tally("games", &total);
}

/* ---- random boards ---- */

typedef struct Maker {
    Random       random;
    const char  *variant;
    GipfSettings settings;
    char         at[2 * GIPF_SIDE_MAX + 1][2 * GIPF_SIDE_MAX + 1];
    int          left[2]; /* pieces not yet on the board */
} Maker;

static int below(Maker *maker, int count)
{
    return (int)random_below(&maker->random, (uint32_t)count);
}

static void put_piece(Maker *maker, GipfNode field, int colour, bool stack)
{
    if (maker->at[field.i][field.j] != '_' || maker->left[colour] < (stack ? 2 : 1))
        return;
    maker->at[field.i][field.j] = (stack ? "XY" : "WB")[colour];
    maker->left[colour] -= stack ? 2 : 1;
}

static GipfNode any_field(Maker *maker)
{
    int line = below(maker, gipf_line_count(maker->settings.side));
    int index = below(maker, gipf_line_length(maker->settings.side, line));
    return gipf_line_node(maker->settings.side, line, index);
}

/* Percent of the pieces that are GIPF-pieces, where the game has them. */
static int any_stack_share(Maker *maker)
{
    static const int SHARE[] = { 10, 40, 80, 100 };
    return maker->settings.kind == GIPF_BASIC ? 0 : SHARE[below(maker, 4)];
}

static void clear_board(Maker *maker)
{
    memset(maker->at, '_', sizeof maker->at);
    maker->left[0] = maker->settings.pieces[0];
    maker->left[1] = maker->settings.pieces[1];
}

static void scatter(Maker *maker, int count, int stack_share)
{
    int white_share = 30 + below(maker, 41);
    for (int n = 0; n < count; n++) {
        int colour = below(maker, 100) < white_share ? GIPF_WHITE : GIPF_BLACK;
        put_piece(maker, any_field(maker), colour, below(maker, 100) < stack_share);
    }
}

/* A row of `colour` through or near a field. */
static void lay_row(Maker *maker, int line, int through, int colour, int stack_share)
{
    int length = gipf_line_length(maker->settings.side, line);
    int first = through - below(maker, maker->settings.row);
    int last = first + maker->settings.row - 1 + below(maker, 3);
    for (int n = first < 0 ? 0 : first; n <= last && n < length; n++)
        put_piece(maker, gipf_line_node(maker->settings.side, line, n), colour,
                  below(maker, 100) < stack_share);
}

/* Rows through one field in two or three directions. */
static void lay_star(Maker *maker, int colour, int stack_share)
{
    GipfNode centre = any_field(maker);
    for (int line = 0; line < gipf_line_count(maker->settings.side); line++)
        for (int n = 0; n < gipf_line_length(maker->settings.side, line); n++) {
            GipfNode node = gipf_line_node(maker->settings.side, line, n);
            if (node.i == centre.i && node.j == centre.j && below(maker, 4) > 0)
                lay_row(maker, line, n, colour, stack_share);
        }
}

static void write_board(const Maker *maker, Text *out)
{
    int side = maker->settings.side;
    for (int8_t i = 1; i < 2 * side; i++) {
        text_add(out, i > 1 ? "/" : "");
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }))
                text_char(out, maker->at[i][j]);
    }
}

/* Reserves are often small, so that games end. */
static int any_reserve(Maker *maker, int colour)
{
    int most = maker->left[colour];
    if (most > 3 && below(maker, 3) == 0)
        most = 3;
    return below(maker, most + 1);
}

static void write_line(Maker *maker, int to_move, bool pending, Text *out)
{
    text_clear(out);
    write_board(maker, out);
    int white = any_reserve(maker, GIPF_WHITE), black = any_reserve(maker, GIPF_BLACK);
    text_addf(out, " %d,%d %c", white, black, "WB"[to_move]);
    if (maker->settings.kind == GIPF_STANDARD)
        text_add(out, " --");
    if (maker->settings.kind == GIPF_TOURNAMENT)
        text_addf(out, " %c%c", "1g--"[below(maker, 4)], "1g--"[below(maker, 4)]);
    if (pending)
        text_addf(out, " ?%c", "WB"[to_move]);
}

/* Take pieces away until no row stands. */
static void thin_out(Maker *maker, int to_move, Text *line)
{
    write_line(maker, to_move, false, line);
    while (!GIPF_NAIVE.valid(maker->variant, line->data)) {
        GipfNode field = any_field(maker);
        char    *piece = &maker->at[field.i][field.j];
        if (*piece == '_')
            continue;
        maker->left[*piece == 'B' || *piece == 'Y'] += *piece == 'X' || *piece == 'Y' ? 2 : 1;
        *piece = '_';
        write_line(maker, to_move, false, line);
    }
}

static void any_board(Maker *maker, Text *line)
{
    int side = maker->settings.side, fields = 3 * side * (side - 1) + 1;
    clear_board(maker);
    scatter(maker, below(maker, 2 * fields + 1), any_stack_share(maker));
    thin_out(maker, below(maker, 2), line);
}

/* Mark some of the chooser's rows of GIPF-pieces as left standing; often too many. */
static void spare_rows(Maker *maker, const Pos *pos, Text *line)
{
    GipfRow rows[GIPF_RUNS_MAX];
    int     count = gipf_runs(pos, pos->side, rows);
    for (int n = 0; n < count; n++)
        if (below(maker, 2) == 0) {
            text_char(line, '!');
            gipf_row_write(maker->settings.side, rows[n], line);
        }
}

static bool read_position(const char *variant, const char *extra, const char *line, Pos *out)
{
    char     full[VARIANT_TEXT_MAX];
    uint32_t packed;
    snprintf(full, sizeof full, "%s%s", variant, extra);
    return GIPF_TEXT.variant_read(full, &packed, NULL) == STATUS_OK &&
           GIPF_TEXT.pos_read(packed, line, out, NULL) == STATUS_OK;
}

/* Rows of one side crossing here and there.  The line need not be a position. */
static void any_pending_board(Maker *maker, Text *line)
{
    PosBuffer pos;
    int       chooser = below(maker, 2), stack_share = any_stack_share(maker);
    clear_board(maker);
    for (int stars = 1 + below(maker, 3); stars > 0; stars--)
        lay_star(maker, chooser, stack_share);
    scatter(maker, below(maker, 3 * maker->settings.side), stack_share);
    write_line(maker, chooser, true, line);
    if (maker->settings.kind != GIPF_BASIC && below(maker, 2) == 0 &&
        read_position(maker->variant, "", line->data, &pos.head))
        spare_rows(maker, &pos.head, line);
}

/* ---- which lines are positions ----
 *
 * The naive rules take a line only as it is written; the fast ones are a little more liberal (zeros
 * in front of a reserve, rows left standing in any order).  So the naive side must accept a line
 * exactly if the fast one reads it and writes it back unchanged. */

static bool check_line(const char *variant, const char *line, LineTally *tally)
{
    PosBuffer pos;
    bool      valid = check_validity(&GIPF_GAME, &GIPF_NAIVE, variant, line, tally);
    if (read_position(variant, "", line, &pos.head) !=
        read_position(variant, ";board=general", line, &pos.head))
        fail_msg("%s: %s is valid in one representation only", variant, line);
    return valid;
}

static const char SYMBOLS[] = "_____WWBBXXYY//  ,,0129-g1?!WBcdef345";

static void check_mutations(Maker *maker, const char *line, LineTally *tally)
{
    for (int n = 0; n < MUTATIONS; n++) {
        char spoilt[POS_TEXT_MAX];
        Text text = text_over(spoilt, sizeof spoilt);
        spoil_text(&maker->random, SYMBOLS, line, &text);
        check_line(maker->variant, spoilt, tally);
    }
}

static void compare_board(Maker *maker, const char *line, CompareTally *tally)
{
    for (int r = 0; r < 2; r++) {
        char  next[POS_TEXT_MAX];
        Fault fault = { 0 };
        if (!compare_position(&GIPF_GAME, &GIPF_NAIVE, maker->variant, REPRESENTATIONS[r], line,
                              &maker->random, next, sizeof next, tally, &fault))
            fail_msg("%s", fault.why);
    }
}

typedef void BoardMaker(Maker *maker, Text *line);

/* Compare `count` positions of one variant, and the lines around them. */
static void compare_boards(Maker *maker, BoardMaker *make, uint64_t count, CompareTally *tally,
                           LineTally *lines)
{
    uint64_t until = tally->positions + tally->skipped + count;
    for (uint64_t tries = 0; tally->positions + tally->skipped < until && tries < 100 * (count + 1);
         tries++) {
        char line[POS_TEXT_MAX];
        Text text = text_over(line, sizeof line);
        make(maker, &text);
        if (!check_line(maker->variant, line, lines))
            continue;
        compare_board(maker, line, tally);
        check_mutations(maker, line, lines);
    }
}

static Maker maker_for(const Share *share, uint64_t seed)
{
    Maker    maker = { .random = random_seeded(seed), .variant = share->variant };
    uint32_t variant = 0;
    assert_int_equal(GIPF_TEXT.variant_read(share->variant, &variant, NULL), STATUS_OK);
    maker.settings = gipf_unpack(variant);
    return maker;
}

static void test_boards(void **state)
{
    CompareTally total = { 0 };
    LineTally    lines = { 0, 0 };
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++) {
        Maker maker = maker_for(&SHARES[n], 2000 + (uint64_t)n);
        compare_boards(&maker, any_board, part_of(&SHARES[n]), &total, &lines);
    }
    print_tally("boards", &total);
    print_line_tally(&lines);
}

static void test_pending_boards(void **state)
{
    CompareTally total = { 0 };
    LineTally    lines = { 0, 0 };
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++) {
        Maker maker = maker_for(&SHARES[n], 3000 + (uint64_t)n);
        if (!maker.settings.mover_chooses)
            compare_boards(&maker, any_pending_board, part_of(&SHARES[n]), &total, &lines);
    }
    print_tally("pending", &total);
    print_line_tally(&lines);
}

/* ---- the perft table, counted by the naive rules ---- */

static void test_perft_table(void **state)
{
    check_perft_table(&GIPF_NAIVE, *state, COUNTED_QUICKLY, COUNTED_SLOWLY);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: gipf_ref TABLE\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_pending_boards),
        cmocka_unit_test_prestate(test_perft_table, argv[1]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
