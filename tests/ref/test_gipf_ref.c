/* SPDX-License-Identifier: MIT */
/* test_gipf_ref [TABLE] - GIPF against its naive twin (gipf_slow.c), word for word.
 *
 * Both sides must give the same turns, the same positions after them and the same results: in random
 * games and on random boards, in both representations.  They must also agree which lines are
 * positions.  TABLE is tests/perft/gipf.txt; its numbers are counted by the naive rules, too.
 *
 * TESSERA_SAMPLE=N compares N positions (6000 if it is not set) and tells what was seen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/input.h"
#include "compare.h"
#include "games/gipf/gipf.h"
#include "games/gipf/gipf_words.h"
#include "naive/gipf_slow.h"

enum {
    DEFAULT_SAMPLE = 6000,
    TURN_LIMIT = 200,
    MUTATIONS = 6,             /* spoilt copies of each random board */
    COUNTED_QUICKLY = 12000,   /* naive counts up to this are made in a short run, too */
    COUNTED_SLOWLY = 10000000, /* and up to this in a long one */
};

/* A share of all positions goes to each variant, in both representations. */
static const struct Share {
    const char *variant;
    int         parts;
} SHARES[] = {
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
};

enum { SHARE_COUNT = sizeof SHARES / sizeof SHARES[0] };

static const char *const REPRESENTATIONS[] = { "", ";board=general" };

static uint64_t sample_size(void)
{
    const char *words = getenv("TESSERA_SAMPLE");
    uint64_t    wanted = words != NULL ? strtoull(words, NULL, 10) : 0;
    return wanted > 0 ? wanted : DEFAULT_SAMPLE;
}

static bool is_long_run(void)
{
    return sample_size() > DEFAULT_SAMPLE;
}

/* How many positions a variant gets in one representation, of one half of the sample. */
static uint64_t share_of(const struct Share *share)
{
    uint64_t parts = 0;
    for (int n = 0; n < SHARE_COUNT; n++)
        parts += (uint64_t)SHARES[n].parts;
    uint64_t count = sample_size() * (uint64_t)share->parts / (4 * parts);
    return count > 0 ? count : 1;
}

static void tell(const char *what, const CompareTally *tally)
{
    if (is_long_run())
        print_message("%s: %llu positions, %llu turns, %llu results, %llu skipped\n", what,
                      (unsigned long long)tally->positions, (unsigned long long)tally->turns,
                      (unsigned long long)tally->results, (unsigned long long)tally->skipped);
}

/* ---- random games ---- */

static void test_games(void **state)
{
    CompareTally total = { 0 };
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++)
        for (int r = 0; r < 2; r++) {
            Fault fault = { 0 };
            if (!compare_games(&GIPF_GAME, &GIPF_SLOW, SHARES[n].variant, REPRESENTATIONS[r],
                               (uint64_t)(1000 + 2 * n + r), share_of(&SHARES[n]), TURN_LIMIT,
                               &total, &fault))
                fail_msg("%s", fault.why);
        }
    tell("games", &total);
}

/* ---- random boards ---- */

typedef struct Maker {
    Random       random;
    const char  *variant;
    GipfSettings settings;
    char         at[25][25];
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
    while (!GIPF_SLOW.valid(maker->variant, line->data)) {
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

static void check_validity(const char *variant, const char *line, uint64_t *valid_lines)
{
    PosBuffer pos, general;
    char      written[POS_TEXT_MAX];
    Text      text = text_over(written, sizeof written);
    Fault     fault = { 0 };
    bool      valid = false, read = read_position(variant, "", line, &pos.head);
    if (read != read_position(variant, ";board=general", line, &general.head))
        fail_msg("%s: %s is valid in one representation only", variant, line);
    if (read)
        GIPF_TEXT.pos_write(&pos.head, &text);
    bool canonical = read && strcmp(written, line) == 0;
    if (GIPF_SLOW.valid(variant, line) != canonical)
        fail_msg("%s: %s is %s for the naive rules", variant, line, canonical ? "bad" : "good");
    if (read && !compare_validity(&GIPF_GAME, &GIPF_SLOW, variant, written, &valid, &fault))
        fail_msg("%s", fault.why);
    *valid_lines += valid;
}

/* One byte replaced, left out or put in, anywhere behind the board or in it. */
static void mutate(Maker *maker, const char *line, Text *out)
{
    static const char SYMBOLS[] = "_____WWBBXXYY//  ,,0129-g1?!WBcdef345";
    int               length = (int)strlen(line), kind = below(maker, 3);
    int               at = below(maker, length + 1);
    if (below(maker, 2) == 0)
        at = (int)strcspn(line, " ") + below(maker, length + 1 - (int)strcspn(line, " "));
    text_clear(out);
    text_addf(out, "%.*s", at, line);
    if (kind != 0)
        text_char(out, SYMBOLS[below(maker, sizeof SYMBOLS - 1)]);
    text_add(out, kind != 2 && at < length ? line + at + 1 : line + at);
}

typedef struct LineTally {
    uint64_t lines, valid;
} LineTally;

static void check_mutations(Maker *maker, const char *line, LineTally *tally)
{
    for (int n = 0; n < MUTATIONS; n++) {
        char spoilt[POS_TEXT_MAX];
        Text text = text_over(spoilt, sizeof spoilt);
        mutate(maker, line, &text);
        check_validity(maker->variant, spoilt, &tally->valid);
        tally->lines++;
    }
}

static void compare_board(Maker *maker, const char *line, CompareTally *tally)
{
    for (int r = 0; r < 2; r++) {
        char  next[POS_TEXT_MAX];
        Fault fault = { 0 };
        if (!compare_position(&GIPF_GAME, &GIPF_SLOW, maker->variant, REPRESENTATIONS[r], line,
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
        check_validity(maker->variant, line, &lines->valid);
        lines->lines++;
        if (!GIPF_SLOW.valid(maker->variant, line))
            continue;
        compare_board(maker, line, tally);
        check_mutations(maker, line, lines);
    }
}

static Maker maker_for(const struct Share *share, uint64_t seed)
{
    Maker    maker = { .random = random_seeded(seed), .variant = share->variant };
    uint32_t variant = 0;
    assert_int_equal(GIPF_TEXT.variant_read(share->variant, &variant, NULL), STATUS_OK);
    maker.settings = gipf_unpack(variant);
    return maker;
}

static void tell_lines(const LineTally *lines)
{
    if (is_long_run())
        print_message("lines: %llu, of them valid %llu\n", (unsigned long long)lines->lines,
                      (unsigned long long)lines->valid);
}

static void test_boards(void **state)
{
    CompareTally total = { 0 };
    LineTally    lines = { 0, 0 };
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++) {
        Maker maker = maker_for(&SHARES[n], 2000 + (uint64_t)n);
        compare_boards(&maker, any_board, share_of(&SHARES[n]), &total, &lines);
    }
    tell("boards", &total);
    tell_lines(&lines);
}

static void test_pending_boards(void **state)
{
    CompareTally total = { 0 };
    LineTally    lines = { 0, 0 };
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++) {
        Maker maker = maker_for(&SHARES[n], 3000 + (uint64_t)n);
        if (!maker.settings.mover_chooses)
            compare_boards(&maker, any_pending_board, share_of(&SHARES[n]), &total, &lines);
    }
    tell("pending", &total);
    tell_lines(&lines);
}

/* ---- the perft table, counted by the naive rules ---- */

typedef struct Branch {
    char **after;
    size_t count, room;
} Branch;

static void add_branch(void *context, const char *turn, const char *after)
{
    Branch *branch = context;
    (void)turn;
    if (branch->count == branch->room) {
        branch->room = 2 * branch->room + 64;
        branch->after = realloc(branch->after, branch->room * sizeof *branch->after);
        assert_non_null(branch->after);
    }
    branch->after[branch->count] = strdup(after);
    assert_non_null(branch->after[branch->count++]);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint64_t slow_perft(const char *variant, const char *line, int depth, bool distinct)
{
    Branch   branch = { 0 };
    uint64_t sum = 0;
    assert_true(GIPF_SLOW.turns(variant, line, add_branch, &branch));
    if (distinct && branch.count > 0)
        qsort(branch.after, branch.count, sizeof *branch.after, by_text);
    for (size_t n = 0; n < branch.count; n++)
        if (!distinct || n == 0 || strcmp(branch.after[n], branch.after[n - 1]) != 0)
            sum += depth == 1 ? 1 : slow_perft(variant, branch.after[n], depth - 1, distinct);
    for (size_t n = 0; n < branch.count; n++)
        free(branch.after[n]);
    free(branch.after);
    return sum;
}

/* "gipf:VARIANT KIND COUNT...": the format of tests/perft. */
static void check_counts(char *line, uint64_t limit, int *checked)
{
    char  start[POS_TEXT_MAX], *rest = NULL, *word;
    char *game = strtok_r(line, " ", &rest), *kind = strtok_r(NULL, " ", &rest);
    if (game == NULL)
        return;
    assert_true(kind != NULL && strncmp(game, "gipf:", 5) == 0);
    if (!GIPF_SLOW.start(game + 5, start, sizeof start))
        fail_msg("the naive rules do not know %s", game);
    for (int depth = 1; (word = strtok_r(NULL, " ", &rest)) != NULL; depth++) {
        uint64_t want = strtoull(word, NULL, 10);
        if (want > limit)
            continue;
        uint64_t got = slow_perft(game + 5, start, depth, strcmp(kind, "positions") == 0);
        if (got != want)
            fail_msg("%s %s, depth %d: the naive rules count %llu", game, kind, depth,
                     (unsigned long long)got);
        ++*checked;
    }
}

static void test_perft_table(void **state)
{
    const char *path = *state;
    char        line[1024];
    size_t      length;
    bool        cut;
    int         checked = 0;
    if (path == NULL)
        skip();
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s cannot be read", path);
    while (input_line(file, line, sizeof line, &length, &cut)) {
        line[strcspn(line, "#")] = '\0';
        check_counts(line, is_long_run() ? COUNTED_SLOWLY : COUNTED_QUICKLY, &checked);
    }
    fclose(file);
    assert_true(checked > 0);
    if (is_long_run())
        print_message("perft: %d numbers\n", checked);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_pending_boards),
        cmocka_unit_test_prestate(test_perft_table, argc > 1 ? argv[1] : NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
