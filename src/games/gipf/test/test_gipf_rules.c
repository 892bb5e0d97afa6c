/* SPDX-License-Identifier: MIT */
/* GIPF, one row or more per ruling (src/games/gipf/rulings.md, R1 to R9 and R11).
 *
 * The expected values were worked out by hand from the rulings.  Every row of the tables is run
 * four times: in both representations, and with the colours exchanged, which changes nothing (R11).
 * A position line shows the board row by row from the top; the names of its spots are
 *
 *        b5 c6 d7 e8
 *       b4 c5 d6 e7 f7
 *      b3 c4 d5 e6 f6 g6
 *     b2 c3 d4 e5 f5 g5 h5
 *      c2 d3 e4 f4 g4 h4
 *       d2 e3 f3 g3 h3
 *        e2 f2 g2 h2
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/line.h"
#include "core/perft.h"
#include "games/gipf/gipf.h"
#include "games/list.h"
#include "share.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* ---- reading, writing, exchanging the colours ---- */

typedef struct Run {
    bool general;   /* the general representation */
    bool exchanged; /* white is black and black is white */
} Run;

static const Run RUNS[] = { { false, false }, { true, false }, { false, true }, { true, true } };

static uint32_t variant_for(const char *name, Run run)
{
    char     text[VARIANT_TEXT_MAX];
    uint32_t variant = 0;
    Fault    fault = { 0 };
    snprintf(text, sizeof text, "%s%s", name, run.general ? ";board=general" : "");
    if (GIPF_TEXT.variant_read(text, &variant, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    GipfSettings settings = gipf_unpack(variant);
    if (run.exchanged) {
        int white = settings.pieces[0];
        settings.pieces[0] = settings.pieces[1];
        settings.pieces[1] = white;
    }
    return gipf_pack(&settings);
}

static void write_line(const Pos *pos, char line[POS_TEXT_MAX])
{
    Text text = text_over(line, POS_TEXT_MAX);
    GIPF_TEXT.pos_write(pos, &text);
    assert_false(text.full);
}

static void swap_chars(char *a, char *b)
{
    char kept = *a;
    *a = *b;
    *b = kept;
}

/* "ROWS 9,3 W g- ?W" becomes "rows 3,9 B -g ?B". */
static void exchange_line(const char *line, char out[POS_TEXT_MAX])
{
    static const char FROM[] = "WBXY", TO[] = "BWYX";
    char              rows[POS_TEXT_MAX], rest[POS_TEXT_MAX] = "";
    int               white, black;
    assert_true(sscanf(line, "%s %d,%d %[^\n]", rows, &white, &black, rest) == 4);
    snprintf(out, POS_TEXT_MAX, "%.1024s %d,%d %.1024s", rows, black, white, rest);
    for (char *c = out; *c != '\0'; c++)
        if (strchr(FROM, *c) != NULL)
            *c = TO[strchr(FROM, *c) - FROM];
    char *opening = strchr(strchr(strchr(out, ' ') + 1, ' ') + 1, ' ');
    if (opening != NULL && strchr("1g-", opening[1]) != NULL)
        swap_chars(&opening[1], &opening[2]);
}

static void line_for(const char *line, Run run, char out[POS_TEXT_MAX])
{
    if (run.exchanged)
        exchange_line(line, out);
    else
        snprintf(out, POS_TEXT_MAX, "%s", line);
}

/* The position of a line; NULL stands for the start of the variant. */
static PosBuffer position_for(const char *rule, const char *variant, const char *line, Run run)
{
    PosBuffer pos;
    Fault     fault = { 0 };
    char      start[POS_TEXT_MAX], text[POS_TEXT_MAX];
    if (line == NULL) {
        GIPF_RULES.start(variant_for(variant, (Run){ run.general, false }), &pos.head);
        write_line(&pos.head, start);
    }
    line_for(line == NULL ? start : line, run, text);
    if (GIPF_TEXT.pos_read(variant_for(variant, run), text, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s: %s", rule, text, fault.why);
    return pos;
}

/* ---- R1, R2: board, names, starts ---- */

static PosBuffer empty_board(int side, bool general)
{
    GipfSettings settings = { .side = side, .row = 2, .pieces = { 9, 9 }, .large = general };
    GipfParts    parts = { .reserve = { 9, 9 }, .opening = { '-', '-' } };
    PosBuffer    pos;
    Fault        fault = { 0 };
    memset(parts.cells, '_', sizeof parts.cells);
    if (gipf_build(gipf_pack(&settings), &parts, &pos.head, &fault) != STATUS_OK)
        fail_msg("S %d: %s", side, fault.why);
    return pos;
}

/* R1.1 for every side: fields, dots, lines, pushes as the specification counts them. */
static const struct board_case {
    int side, fields, dots, lines, pushes;
} BOARD_CASES[] = {
    { 2, 7, 12, 9, 18 },         { 3, 19, 18, 15, 30 },      { 4, 37, 24, 21, 42 },
    { 5, 61, 30, 27, 54 },       { 6, 91, 36, 33, 66 },      { 7, 127, 42, 39, 78 },
    { 8, 169, 48, 45, 90 },      { 9, 217, 54, 51, 102 },    { 10, 271, 60, 57, 114 },
    { 11, 331, 66, 63, 126 },    { 12, 397, 72, 69, 138 },   { 13, 469, 78, 75, 150 },
    { 14, 547, 84, 81, 162 },    { 15, 631, 90, 87, 174 },   { 16, 721, 96, 93, 186 },
    { 17, 817, 102, 99, 198 },   { 18, 919, 108, 105, 210 }, { 19, 1027, 114, 111, 222 },
    { 20, 1141, 120, 117, 234 },
};

static void test_R1_1_counts(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(BOARD_CASES); n++) {
        const struct board_case *c = &BOARD_CASES[n];
        int                      fields = 0, nodes = 0;
        Step                     steps[STEPS_MAX];
        for (int8_t i = 0; i <= 2 * c->side; i++)
            for (int8_t j = 0; j <= 2 * c->side; j++) {
                nodes += gipf_node_exists(c->side, (GipfNode){ i, j });
                fields += gipf_node_is_field(c->side, (GipfNode){ i, j });
            }
        assert_int_equal(fields, c->fields);
        assert_int_equal(nodes - fields, c->dots);
        assert_int_equal(gipf_line_count(c->side), c->lines);
        for (int general = 0; general < 2; general++) {
            PosBuffer pos = empty_board(c->side, general != 0);
            assert_int_equal(GIPF_RULES.gen(&pos.head, steps), c->pushes);
        }
    }
}

/* Every field lies on three lines, one of each direction. */
static void test_R1_1_lines(void **state)
{
    (void)state;
    for (int side = GIPF_SIDE_MIN; side <= GIPF_SIDE_MAX; side++) {
        int through[2 * GIPF_SIDE_MAX + 1][2 * GIPF_SIDE_MAX + 1] = { { 0 } };
        for (int line = 0; line < gipf_line_count(side); line++) {
            int length = gipf_line_length(side, line);
            assert_in_range(length, side, 2 * side - 1);
            for (int n = -1; n <= length; n++) {
                GipfNode node = gipf_line_node(side, line, n);
                assert_true(gipf_node_exists(side, node));
                assert_int_equal(gipf_node_is_field(side, node), n >= 0 && n < length);
                through[node.i][node.j]++;
            }
        }
        for (int8_t i = 0; i <= 2 * side; i++)
            for (int8_t j = 0; j <= 2 * side; j++)
                if (gipf_node_is_field(side, (GipfNode){ i, j }))
                    assert_int_equal(through[i][j], 3);
    }
}

/* A dot at a corner of the ring has one push, every other dot two. */
static void test_R1_1_dots(void **state)
{
    (void)state;
    for (int side = GIPF_SIDE_MIN; side <= GIPF_SIDE_MAX; side++) {
        int single = 0, both = 0;
        for (int8_t i = 0; i <= 2 * side; i++)
            for (int8_t j = 0; j <= 2 * side; j++) {
                GipfNode dot = { i, j };
                GipfPush push;
                int      pushes = 0;
                if (!gipf_node_exists(side, dot) || gipf_node_is_field(side, dot))
                    continue;
                for (int8_t k = 1; k < 2 * side; k++)
                    for (int8_t m = 1; m < 2 * side; m++)
                        pushes += gipf_push_between(side, dot, (GipfNode){ k, m }, &push);
                single += pushes == 1;
                both += pushes == 2;
            }
        assert_int_equal(single, 6);
        assert_int_equal(both, 6 * side - 6);
    }
}

/* R2.1: all names of a board, row by row, as the specification prints them. */
static const struct picture_case {
    int         side;
    const char *names;
} PICTURES[] = {
    { 2, "a3 b4 c5 "
         "a2 b3 c4 d4 "
         "a1 b2 c3 d3 e3 "
         "b1 c2 d2 e2 "
         "c1 d1 e1 " },
    { 3, "a4 b5 c6 d7 "
         "a3 b4 c5 d6 e6 "
         "a2 b3 c4 d5 e5 f5 "
         "a1 b2 c3 d4 e4 f4 g4 "
         "b1 c2 d3 e3 f3 g3 "
         "c1 d2 e2 f2 g2 "
         "d1 e1 f1 g1 " },
    { 4, "a5 b6 c7 d8 e9 "
         "a4 b5 c6 d7 e8 f8 "
         "a3 b4 c5 d6 e7 f7 g7 "
         "a2 b3 c4 d5 e6 f6 g6 h6 "
         "a1 b2 c3 d4 e5 f5 g5 h5 i5 "
         "b1 c2 d3 e4 f4 g4 h4 i4 "
         "c1 d2 e3 f3 g3 h3 i3 "
         "d1 e2 f2 g2 h2 i2 "
         "e1 f1 g1 h1 i1 " },
};

static void test_R2_1_pictures(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(PICTURES); n++) {
        char names[512];
        Text text = text_over(names, sizeof names);
        for (int8_t i = 0; i <= 2 * PICTURES[n].side; i++)
            for (int8_t j = 0; j <= 2 * PICTURES[n].side; j++)
                if (gipf_node_exists(PICTURES[n].side, (GipfNode){ i, j })) {
                    gipf_node_write(PICTURES[n].side, (GipfNode){ i, j }, &text);
                    text_char(&text, ' ');
                }
        assert_string_equal(names, PICTURES[n].names);
    }
}

static const struct name_case {
    const char *rule;
    int         side;
    const char *name;
    int         i, j; /* -1: no name of this board */
} NAME_CASES[] = {
    { "R2.1 the centre of the usual board", 4, "e5", 4, 4 },
    { "R2.1 the centre of the smallest", 2, "c3", 2, 2 },
    { "R2.1 the centre of a large board", 12, "m13", 12, 12 },
    { "R2.1 two digits from S = 5 on", 5, "f11", 0, 5 },
    { "R2.1 two digits, a spot", 5, "f10", 1, 5 },
    { "R2.1 the last column of a large board", 12, "y13", 12, 24 },
    { "R2.1 its lowest dot", 12, "y1", 24, 24 },
    { "R2.1 the highest number", 12, "m25", 0, 12 },
    { "R2.2 z is a column from S = 13 on", 13, "z14", 13, 25 },
    { "R2.2 and aa follows it", 13, "aa14", 13, 26 },
    { "R2.2 the centre of the largest board", 20, "u21", 20, 20 },
    { "R2.2 its last column", 20, "ao21", 20, 40 },
    { "R2.2 its lowest dot", 20, "ao1", 40, 40 },
    { "R2.2 its highest number", 20, "u41", 0, 20 },
    { "R2.2 letters end", 20, "ap1", -1, -1 },
    { "R2.2 no z on a smaller board", 12, "z1", -1, -1 },
    { "R2.2 no aa on a smaller board", 12, "aa1", -1, -1 },
    { "R2.2 nothing but a stands in front", 20, "ba1", -1, -1 },
    { "R2.2 three letters", 20, "aaa1", -1, -1 },
    { "R2.2 two letters without number", 20, "aa", -1, -1 },
    { "R2.2 small letters only", 20, "aA1", -1, -1 },
    { "R2.1 columns end: nothing above the top dot", 4, "e10", -1, -1 },
    { "R2.1 nothing below the first", 4, "e0", -1, -1 },
    { "R2.1 short columns end earlier", 4, "a6", -1, -1 },
    { "R2.1 letters end", 4, "j1", -1, -1 },
    { "R2.1 no leading zero", 4, "e05", -1, -1 },
    { "R2.1 small letters only", 4, "E5", -1, -1 },
    { "R2.1 letter without number", 4, "e", -1, -1 },
    { "R2.1 number without letter", 4, "5", -1, -1 },
    { "R2.1 empty text", 4, "", -1, -1 },
};

static void test_R2_1_names(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(NAME_CASES); n++) {
        const struct name_case *c = &NAME_CASES[n];
        Scan                    scan = scan_string(c->name);
        GipfNode                node = { -1, -1 };
        bool                    read = gipf_node_read(c->side, &scan, &node);
        if (read != (c->i >= 0) || node.i != c->i || node.j != c->j)
            fail_msg("%s: %s is (%d,%d)", c->rule, c->name, node.i, node.j);
        if (!read && scan.at != 0)
            fail_msg("%s: something was taken", c->rule);
    }
}

static void test_R2_1_names_read_back(void **state)
{
    (void)state;
    for (int side = GIPF_SIDE_MIN; side <= GIPF_SIDE_MAX; side++)
        for (int8_t i = 0; i <= 2 * side; i++)
            for (int8_t j = 0; j <= 2 * side; j++) {
                GipfNode node = { i, j }, again = { -1, -1 };
                char     name[8];
                Text     text = text_over(name, sizeof name);
                if (!gipf_node_exists(side, node))
                    continue;
                gipf_node_write(side, node, &text);
                Scan scan = scan_string(name);
                assert_true(gipf_node_read(side, &scan, &again));
                assert_true(again.i == i && again.j == j && scan_done(&scan));
            }
}

static const struct start_case {
    const char *rule;
    const char *variant;
    const char *line;
} START_CASES[] = {
    { "R1.2 the smallest board", "2,3,5,5", "WB/B_W/WB 2,2 W" },
    { "R1.2 S = 3", "3,3,12,12", "W_B/____/B___W/____/W_B 9,9 W" },
    { "R1.2 the usual board", "4,4,15,15", "W__B/_____/______/B_____W/______/_____/W__B 12,12 W" },
    { "R1.2 is the basic game", "basic", "W__B/_____/______/B_____W/______/_____/W__B 12,12 W" },
    { "R1.2 and the default", "", "W__B/_____/______/B_____W/______/_____/W__B 12,12 W" },
    { "R1.2 a handicap", "4,4,15,18", "W__B/_____/______/B_____W/______/_____/W__B 12,15 W" },
    { "R1.2 the fewest pieces", "4,4,4,4", "W__B/_____/______/B_____W/______/_____/W__B 1,1 W" },
    { "R1.2 S = 5", "5,4,20,20",
      "W___B/______/_______/________/B_______W/________/_______/______/W___B 17,17 W" },
    { "R1.2 who chooses does not matter", "3,3,10,10;choice=mover",
      "W_B/____/B___W/____/W_B 7,7 W" },
    { "R8.1 standard starts with GIPF-pieces", "standard",
      "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W --" },
    { "R9.1 tournament starts empty", "tournament",
      "____/_____/______/_______/______/_____/____ 18,18 W 11" },
};

static void test_starts(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(START_CASES); n++)
        for (int general = 0; general < 2; general++) {
            const struct start_case *c = &START_CASES[n];
            PosBuffer                pos;
            char                     line[POS_TEXT_MAX];
            char                     variant[VARIANT_TEXT_MAX];
            snprintf(variant, sizeof variant, "%s%s", c->variant,
                     c->variant[0] == '\0' ? "choice=owner" : "");
            GIPF_RULES.start(variant_for(variant, (Run){ general != 0, false }), &pos.head);
            write_line(&pos.head, line);
            if (strcmp(line, c->line) != 0)
                fail_msg("%s: %s", c->rule, line);
        }
}

/* R1.2 on every board: the corners clockwise from the top left are white and black in turn. */
static void test_R1_2_corners(void **state)
{
    (void)state;
    for (int side = GIPF_SIDE_MIN; side <= GIPF_SIDE_MAX; side++) {
        GipfSettings   settings = { .side = side, .row = 3, .pieces = { 200, 199 } };
        PosBuffer      pos;
        int8_t         s = (int8_t)side, far = (int8_t)(2 * side - 1);
        const GipfNode corner[6] = { { 1, 1 },     { 1, s },   { s, far },
                                     { far, far }, { far, s }, { s, 1 } };
        GIPF_RULES.start(gipf_pack(&settings), &pos.head);
        for (int n = 0; n < 6; n++)
            assert_int_equal(gipf_at(&pos.head, corner[n]), n % 2 == 0 ? 'W' : 'B');
        assert_int_equal(gipf_stones(&pos.head, GIPF_WHITE), 3);
        assert_int_equal(gipf_stones(&pos.head, GIPF_BLACK), 3);
        assert_int_equal(gipf_reserve(&pos.head, GIPF_WHITE), 197);
        assert_int_equal(gipf_reserve(&pos.head, GIPF_BLACK), 196);
        assert_int_equal(pos.head.side, GIPF_WHITE);
    }
}

/* ---- R1.3: material ---- */

static const struct material_case {
    const char *rule;
    const char *variant;
    const char *line;
    const char *why; /* NULL: allowed */
} MATERIAL_CASES[] = {
    { "R1.3 all pieces are there", "4,4,15,15",
      "W__B/_____/______/B_____W/______/_____/W__B 12,12 W", NULL },
    { "R1.3 some were captured", "4,4,15,15", "W__B/_____/______/B_____W/______/_____/W__B 0,3 B",
      NULL },
    { "R1.3 nothing is left at all", "4,4,15,15",
      "____/_____/______/_______/______/_____/____ 0,0 B", NULL },
    { "R1.3 never more than GW", "4,4,15,15", "W__B/_____/______/B_____W/______/_____/W__B 13,12 W",
      "White has 16 pieces" },
    { "R1.3 never more than GB", "4,4,15,14", "W__B/_____/______/B_____W/______/_____/W__B 12,12 W",
      "Black has 15 pieces" },
    { "R1.3 not even in reserve", "4,4,15,15",
      "____/_____/______/_______/______/_____/____ 15,16 W", "larger than all pieces" },
    { "R1.3 GW and GB may differ", "4,4,16,15",
      "W__B/_____/______/B_____W/______/_____/W__B 13,12 W", NULL },
    { "R8.1 a GIPF-piece counts as two", "standard",
      "X__Y/_____/______/Y_____X/______/_____/X__Y 13,12 W --", "White has 19 pieces" },
    { "R8.1 for Black, too", "standard", "X__Y/_____/______/Y_____X/______/_____/X_YY 12,12 W --",
      "Black has 20 pieces" },
};

static void test_material(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(MATERIAL_CASES); n++)
        for (size_t r = 0; r < COUNT_OF(RUNS); r++) {
            const struct material_case *c = &MATERIAL_CASES[n];
            PosBuffer                   pos;
            Fault                       fault = { 0 };
            char                        line[POS_TEXT_MAX];
            line_for(c->line, RUNS[r], line);
            Status status =
                GIPF_TEXT.pos_read(variant_for(c->variant, RUNS[r]), line, &pos.head, &fault);
            if ((status == STATUS_OK) != (c->why == NULL))
                fail_msg("%s: %s is %s", c->rule, line, status == STATUS_OK ? "read" : fault.why);
            if (c->why != NULL && !RUNS[r].exchanged && strstr(fault.why, c->why) == NULL)
                fail_msg("%s: %s", c->rule, fault.why);
        }
}

/* ---- R3 to R9: turns ---- */

/* The worked example of the specification: a5-b5 pushes the diagonal b5 c5 d5 one step, the black
 * piece of d5 lands on e5 and completes two black rows, e2-e5 and e5-h2. */
#define EXAMPLE          "W__B/_W___/__B___/B_____W/__BB__/_B_B_/B__B 9,3 W"
#define EXAMPLE_PENDING  "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B 8,3 B ?B"
#define EXAMPLE_COLUMN   "W__B/_W___/__W___/B_____W/___B__/___B_/___B 8,7 B"
#define EXAMPLE_DIAGONAL "___B/_____/______/B_____W/__B___/_B___/B___ 8,7 B"

/* The test of the removal loop: i5-h5 completes c3-f5 and b5-e5, which cross in e5, and e8-h5,
 * which meets neither: it is forced and goes first. */
#define LOOP          "WB_W/BW_BW/WBW_BW/BWW_WWB/______/_B___/WB_B 1,5 W"
#define LOOP_ROW      "WB__/BW_B_/WBW_B_/_______/______/_B___/WB_B 8,5 B"
#define LOOP_DIAGONAL "_B__/B__B_/WB__B_/BWW_WB_/______/_B___/WB_B 8,5 B"

/* Black's rows b2-b5, b2-e5 and e5-h2 hang together as a chain whose ends do not meet. */
#define CHAIN "B___/B____/B_____/BBBB___/___B__/___B_/___B 5,2 B ?B"

/* Rows of three: Black's b3-b5 and b5-d7 cross in b5, f2-h2 and h2-h4 in h2. */
#define TWO_CROSSES "BBB_/B____/B_____/_______/_____B/____B/_BBB 5,4 B ?B"

/* Rows of three: e6-e8 and e2-e4 stand on one column, each crossed by a row. */
#define ONE_COLUMN "_BBB/___B_/___B__/_______/__B___/_B___/BBB_ 5,5 B ?B"

/* Rows of three: the row of seven b2-h5 is crossed by e3-e5. */
#define LONG_ROW "____/_____/______/BBBBBBB/__B___/_B___/____ 5,5 B ?B"

/* Rows of three: a1-b2 moves the white piece of b2 to c3, where c3-c5 and c3-e3 cross, and the
 * black one of c3 to d4, where d4-d6 and d4-f3 cross. */
#define BOTH_CHOOSE "____/_WB__/_WB___/WB_____/_WB___/_WB__/____ 9,9 W"

/* a1-b2 makes the white row b2-e5 with a GIPF-piece on c3. */
#define ONE_GIPF "____/_____/______/XWW____/______/_____/___Y 12,12 W --"
/* The same with Black's only GIPF-piece behind it, pushed to f5. */
#define TWO_GIPFS "____/_____/______/XWWY___/______/_____/____ 12,12 W --"
/* The same, and three in the span: c3, d4 and f5. */
#define THREE_GIPFS "____/_____/______/XXWY___/______/_____/___Y 10,12 W --"
/* a1-b2 makes b2-e5 and e5-e8, which cross in the GIPF-piece pushed to e5. */
#define CROSSING "___W/___W_/___W__/WWX____/______/_____/___Y 11,12 W --"
/* a1-b2 puts a single piece before four GIPF-pieces. */
#define FIVE "____/_____/______/XXXX___/______/_____/___Y 10,12 W --"
/* As ONE_GIPF, and Black has a row of GIPF-pieces elsewhere. */
#define GIPF_ROW_WAITS "____/_____/______/XWW____/______/YYYY_/____ 12,10 W --"
/* White has two rows of GIPF-pieces that do not meet: c3-f5 comes first. */
#define TWO_ROWS       "____/_____/______/_XXXX__/______/XXXX_/___Y 2,12 B --"
#define TWO_ROWS_AFTER "B___/_____/______/_XXXX__/______/XXXX_/___Y 2,11 W --"
/* White's rows c3-f5 and e2-e5 cross in e5. */
#define CROSS "B__Y/_____/______/_XXXX__/__X___/_X___/X___ 4,11 W --"
/* White's nine GIPF-pieces are the triangle c3-c6, c3-f5, c6-f5. */
#define TRIANGLE "_X__/_XX__/_X_X__/_XXXX__/______/_____/___Y 0,11 W --"

static const struct turn_case {
    const char *rule;
    const char *variant;
    const char *before; /* NULL: the start */
    const char *turn;
    const char *after; /* NULL: illegal, and this is part of the reason: */
    const char *why;
} TURN_CASES[] = {
    /* clang-format off */
    { "R3.1 a piece enters onto the spot beside its dot", "basic", NULL, "c1-c2",
      "W__B/_____/______/B_____W/W_____/_____/W__B 11,12 B", NULL },
    { "R3.1 a dot between two corners serves two lines", "basic", NULL, "c1-d2",
      "W__B/_____/______/B_____W/______/W____/W__B 11,12 B", NULL },
    { "R3.1 a corner dot serves one", "basic", NULL, "a1-b3", NULL, "are not adjacent (R3.1)" },
    { "R3.1 not from a spot", "basic", NULL, "c2-c3", NULL, "c2 is a spot" },
    { "R3.1 not onto a dot", "basic", NULL, "c1-b1", NULL, "b1 is a dot" },
    { "R3.1 not beyond the first spot", "basic", NULL, "c1-c3", NULL, "are not adjacent" },
    { "R3.1 names of two digits", "5,9,20,20", NULL, "f11-f10",
      "W___W/____B_/_______/________/B_______W/________/_______/______/W___B 16,17 B", NULL },

    { "R3.2 a piece on the spot moves on: row", "basic", NULL, "a1-b2",
      "W__B/_____/______/WB____W/______/_____/W__B 11,12 B", NULL },
    { "R3.2 column", "basic", NULL, "e1-e2",
      "W__B/_____/______/B_____W/______/_W___/W__B 11,12 B", NULL },
    { "R3.2 diagonal", "basic", NULL, "a5-b5",
      "W__B/_W___/______/B_____W/______/_____/W__B 11,12 B", NULL },
    { "R3.2 diagonal from its other end", "basic", NULL, "i1-h2",
      "W__B/_____/______/B_____W/______/___B_/W__W 11,12 B", NULL },
    { "R3.2 pieces beyond the gap stay", "basic",
      "____/_____/______/BW_BW__/______/_____/____ 9,9 W", "a1-b2",
      "____/_____/______/WBWBW__/______/_____/____ 8,9 B", NULL },
    { "R3.2 also from the other end", "basic",
      "____/_____/______/__WB_WB/______/_____/____ 9,9 W", "i5-h5",
      "____/_____/______/__WBWBW/______/_____/____ 8,9 B", NULL },
    { "R3.2 a gap beside the dot moves nothing", "basic",
      "____/_____/______/_BWBW__/______/_____/____ 9,9 B", "a1-b2",
      "____/_____/______/BBWBW__/______/_____/____ 9,8 W", NULL },
    { "R3.2 the gap may be the far end", "basic",
      "____/_____/______/BWBWBW_/______/_____/____ 9,9 W", "a1-b2",
      "____/_____/______/WBWBWBW/______/_____/____ 8,9 B", NULL },
    { "R3.2 a column of several pieces", "basic",
      "___B/___W_/___B__/_______/__B___/_____/____ 9,9 W", "e9-e8",
      "___W/___B_/___W__/___B___/__B___/_____/____ 8,9 B", NULL },
    { "R3.2 a GIPF-piece moves as one (R8.1)", "standard", NULL, "a1-b2",
      "X__Y/_____/______/WY____X/______/_____/X__Y 11,12 B --", NULL },

    { "R3.3 a line without a gap is closed", "basic",
      "____/_____/______/WBWBWBW/______/_____/____ 9,9 W", "a1-b2", NULL, "is full" },
    { "R3.3 from the other end as well", "basic",
      "____/_____/______/WBWBWBW/______/_____/____ 9,9 W", "i5-h5", NULL, "(R3.3)" },
    { "R3.3 lines that cross it are not", "basic",
      "____/_____/______/WBWBWBW/______/_____/____ 9,9 W", "b1-b2",
      "____/_____/W_____/WBWBWBW/______/_____/____ 8,9 B", NULL },
    { "R3.3 on the smallest board all edges are closed at the start", "2,3,5,5", NULL,
      "a2-b3", NULL, "(R3.3)" },
    { "R3.3 the lines through the centre are open", "2,3,5,5", NULL, "a1-b2",
      "WB/WBW/WB 1,2 B", NULL },

    { "R3.4 without a piece no push", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 0,12 W", "c1-c2", NULL, "over (R7)" },
    { "R3.4 the last piece may be pushed", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 1,12 W", "c1-c2",
      "W__B/_____/______/B_____W/W_____/_____/W__B 0,12 B", NULL },
    { "R3.4 a GIPF-piece takes two", "tournament",
      "X___/_____/______/_______/______/_____/___Y 2,16 W gg", "Gc1-c2",
      "X___/_____/______/_______/X_____/_____/___Y 0,16 B gg", NULL },
    { "R3.4 one is too few for it", "tournament",
      "X___/_____/______/_______/______/_____/___Y 1,16 W gg", "Gc1-c2", NULL, "(R3.4)" },
    { "R3.4 but enough for a single piece", "tournament",
      "X___/_____/______/_______/______/_____/___Y 1,16 W gg", "c1-c2",
      "X___/_____/______/_______/W_____/_____/___Y 0,16 B -g", NULL },

    { "R4.1 K side by side go", "basic",
      "W__B/_____/______/_WWW__W/______/_____/W__B 9,12 W", "a1-b2",
      "W__B/_____/______/______W/______/_____/W__B 12,12 B", NULL },
    { "R4.1 one fewer stay", "basic",
      "W__B/_____/______/_WW___W/______/_____/W__B 9,12 W", "a1-b2",
      "W__B/_____/______/WWW___W/______/_____/W__B 8,12 B", NULL },
    { "R4.1 more than K go as one row", "basic",
      "W__B/_____/______/WW_WW_W/______/_____/W__B 8,12 W", "a1-b2",
      "W__B/_____/______/______W/______/_____/W__B 12,12 B", NULL },
    { "R4.1 on a column", "basic",
      "W__B/_____/______/B__W__W/__W___/_W___/___B 10,12 W", "e1-e2",
      "W__B/_____/______/B_____W/______/_____/___B 13,12 B", NULL },
    { "R4.1 on a diagonal", "basic",
      "___B/_W___/__W___/B__W__W/______/_____/W__B 10,12 W", "a5-b5",
      "___B/_____/______/B_____W/______/_____/W__B 13,12 B", NULL },
    { "R4.1 not along any other line", "basic", /* c5 e6 g5 h4: bent */
      "____/_W___/___W__/_____W_/______/_____/____ 9,9 W", "i4-h4",
      "____/_W___/___W__/_____W_/_____W/_____/____ 8,9 B", NULL },
    { "R4.1 a gap parts two runs", "basic",
      "____/_____/______/_W_WW__/______/_____/____ 9,9 W", "a1-b2",
      "____/_____/______/WW_WW__/______/_____/____ 8,9 B", NULL },
    { "R4.1 whichever side pushed", "basic",
      "W__B/_____/______/W_WWW_W/______/_____/W__B 8,11 B", "a1-b2",
      "W__B/_____/______/______W/______/_____/W__B 12,10 W", NULL },
    { "R4.1 K = 2: b2-b3 is a row", "2,2,6,6", NULL, "a1-b2/b2-b3", "_B/_BW/WB 4,3 B ?B", NULL },
    { "R4.1 K = 2: so is c3-c4", "2,2,6,6", "_B/_BW/WB 4,3 B ?B", "xc3-c4", "__/__W/_B 4,5 B", NULL },
    { "R4.1 a GIPF-piece counts as one", "standard",
      "____/_____/______/XXX____/______/_____/___Y 12,12 W --", "a1-b2/b2-e5!c3",
      "____/_____/______/_X_____/______/_____/___Y 16,12 B --", NULL },

    { "R4.2 pieces behind the row go with it", "basic",
      "W__B/_____/______/WWWBW_B/______/_____/W__B 9,11 W", "a1-b2",
      "W__B/_____/______/_______/______/_____/W__B 13,11 B", NULL },
    { "R4.2 up to the first gap", "basic",
      "W__B/_____/______/_WWWB_B/______/_____/W__B 9,11 W", "a1-b2",
      "W__B/_____/______/______B/______/_____/W__B 12,11 B", NULL },
    { "R4.2 in both directions, up to gap and edge", "basic",
      "W__B/_____/______/BW_WWB_/_W____/B____/W__B 9,10 W", "d1-d2",
      "W__B/_____/______/_______/_B____/W____/W__B 12,10 B", NULL },
    { "R4.2 on its own line only", "basic",
      "____/_____/_BBB__/_WWW___/BBB___/_____/____ 9,9 W", "a1-b2",
      "____/_____/_BBB__/_______/BBB___/_____/____ 12,9 B", NULL },
    { "R4.2 two rows of one span go together", "4,3,15,15",
      "____/_____/______/WWBW_WW/______/_____/____ 9,14 W", "a1-b2",
      "____/_____/______/_______/______/_____/____ 14,14 B", NULL },
    { "R4.2 a GIPF-piece that stays does not end the span", "standard",
      "____/_____/______/WWWYB__/______/_____/X___ 12,12 W --", "a1-b2/b2-e5!f5",
      "____/_____/______/____Y__/______/_____/X___ 15,12 B --", NULL },

    { "R4.3 own pieces return, others are captured", "basic",
      "____/_____/______/WWWBBB_/______/_____/____ 5,5 W", "a1-b2",
      "____/_____/______/_______/______/_____/____ 8,5 B", NULL },
    { "R4.3 seen from the row's colour, not from the mover's", "basic",
      "____/_____/______/WWWBBB_/______/_____/____ 5,5 B", "i5-h5",
      "____/_____/______/_______/______/_____/____ 5,8 W", NULL },

    { "R5.1 the rows of the side that pushed go first", "4,3,15,15",
      "____/_____/______/WWBB_B_/______/_____/____ 9,11 W", "a1-b2",
      "____/_____/______/_______/______/_____/____ 11,11 B", NULL },
    { "R5.1 what is left of the other side's may be too short", "basic",
      "W__B/_____/______/WWWB___/___B__/__B__/_B_B 9,9 W", "a1-b2",
      "W__B/_____/______/_______/___B__/__B__/_B_B 12,9 B", NULL },
    { "R5.1 the same for Black", "4,3,15,15",
      "____/_____/______/__WW___/___W__/__B__/_B__ 9,9 B", "f1-f2",
      "____/_____/______/__WW___/______/_____/____ 9,11 W", NULL },
    { "R5.1 rows of both sides that do not touch all go", "basic",
      "W___/WB___/WB____/B______/B_____/_____/____ 12,11 W", "a1-b2",
      "____/_____/______/_______/______/_____/____ 15,15 B", NULL },

    { "R5.2 rows that share no spot all go, nothing is chosen", "4,3,15,15",
      "____/W___W/W___W_/BWBW___/______/_____/____ 9,13 W", "a1-b2",
      "____/_____/______/_BWB___/______/_____/____ 14,13 B", NULL },
    { "R5.2 a lone row is removed before a choice", "basic", LOOP, "i5-h5/c3-f5", LOOP_ROW,
      NULL },
    { "R5.2 whatever is chosen then", "basic", LOOP, "i5-h5/b5-e5", LOOP_DIAGONAL, NULL },
    { "R5.2 it is not a choice itself", "basic", LOOP, "i5-h5/e8-h5", NULL, "/c3-f5, /b5-e5 (R5.3)" },
    { "R5.2 columns before rows: e6-e8 takes e4 out of d3-f4", "4,3,15,15",
      "___W/___W_/___B__/___W___/_W_W__/_____/____ 10,14 W", "e9-e8",
      "____/_____/______/_______/_W_W__/_____/____ 13,14 B", NULL },
    { "R5.2 so the mirrored push ends otherwise: f4-f6 goes first (R11)", "4,3,15,15",
      "____/_____/____W_/WWBW___/___W__/_____/____ 10,14 W", "a1-b2",
      "____/_____/______/_______/______/_____/____ 15,14 B", NULL },

    { "R5.3 crossing rows: the column is chosen", "basic", EXAMPLE_PENDING, "xe2-e5",
      EXAMPLE_COLUMN, NULL },
    { "R5.3 or the diagonal, with all that touches it", "basic", EXAMPLE_PENDING, "xe5-h2",
      EXAMPLE_DIAGONAL, NULL },
    { "R5.3 not a part of a row", "basic", EXAMPLE_PENDING, "xe2-e4", NULL, "xe2-e5, xe5-h2" },
    { "R5.3 the ends are those of the row, not of the span", "basic", EXAMPLE_PENDING, "xb5-h2", NULL, "(R5.3)" },
    { "R5.3 joined through others: an end of the chain, the other end is forced", "basic",
      CHAIN, "xb2-b5", "____/_____/______/_BB____/______/_____/____ 5,10 B", NULL },
    { "R5.3 the other end first", "basic", CHAIN, "xe5-h2",
      "____/_____/______/_BB____/______/_____/____ 5,10 B", NULL },
    { "R5.3 the middle: both ends are too short then", "basic", CHAIN, "xb2-e5",
      "B___/B____/B_____/_______/___B__/___B_/___B 5,6 B", NULL },
    { "R5.3 rows not joined to the first one come later", "4,3,15,15", TWO_CROSSES, "xf2-h2",
      NULL, "xb3-b5, xb5-d7" },
    { "R5.3 after the first group the second", "4,3,15,15", TWO_CROSSES, "xb3-b5",
      "_BB_/_____/______/_______/_____B/____B/_BBB 5,7 B ?B", NULL },
    { "R5.3 and then the turn", "4,3,15,15",
      "_BB_/_____/______/_______/_____B/____B/_BBB 5,7 B ?B", "xh2-h4",
      "_BB_/_____/______/_______/______/_____/_BB_ 5,10 B", NULL },
    { "R5.3 what is left of a crossed row goes if it is long enough", "4,3,15,15", LONG_ROW,
      "xe3-e5", "____/_____/______/_______/______/_____/____ 5,14 B", NULL },
    { "R5.3 and stays if it is not", "4,3,15,15", LONG_ROW, "xb2-h5",
      "____/_____/______/_______/__B___/_B___/____ 5,12 B", NULL },

    { "R6.1 owner: the push ends the turn", "basic", EXAMPLE, "a5-b5", EXAMPLE_PENDING, NULL },
    { "R6.1 owner: the mover does not choose", "basic", EXAMPLE, "a5-b5/e2-e5", NULL,
      "complete before '/e2-e5'" },
    { "R6.1 owner: the mover chooses among his own rows", "basic;choice=owner", LOOP,
      "i5-h5/c3-f5", LOOP_ROW, NULL },
    { "R6.1 mover: the same turn says what goes", "basic;choice=mover", EXAMPLE, "a5-b5/e2-e5",
      EXAMPLE_COLUMN, NULL },
    { "R6.1 mover: either row", "basic;choice=mover", EXAMPLE, "a5-b5/e5-h2", EXAMPLE_DIAGONAL,
      NULL },
    { "R6.1 mover: it must be said", "basic;choice=mover", EXAMPLE, "a5-b5", NULL,
      "White must first choose the row to remove: /e2-e5, /e5-h2" },
    { "R6.1 mover: own rows as always", "basic;choice=mover", LOOP, "i5-h5/b5-e5", LOOP_DIAGONAL,
      NULL },
    { "R6.1 mover: own rows first, then the other side's", "4,3,15,15;choice=mover", BOTH_CHOOSE,
      "a1-b2/c3-c5/d4-d6", /* d3 touches the black column and is captured */
      "____/_____/______/W______/__B___/_WB__/____ 11,12 B", NULL },
    { "R6.1 mover: any of the other side's", "4,3,15,15;choice=mover", BOTH_CHOOSE,
      "a1-b2/c3-c5/d4-f3",
      "____/__B__/__B___/W______/_W____/_W___/____ 11,12 B", NULL },
    { "R6.1 owner: own rows in the turn, the other side's wait", "4,3,15,15", BOTH_CHOOSE,
      "a1-b2/c3-c5", "____/__B__/__B___/W_B____/_WB___/_WB__/____ 11,9 B ?B", NULL },
    { "R6.2 a short turn, and the same side continues", "basic", EXAMPLE_PENDING, "xe2-e5",
      EXAMPLE_COLUMN, NULL },
    { "R6.2 with a push of its own", "basic", EXAMPLE_COLUMN, "c1-c2",
      "W__B/_W___/__W___/B_____W/B__B__/___B_/___B 8,6 W", NULL },
    { "R6.2 no push before the choice", "basic", EXAMPLE_PENDING, "c1-c2", NULL,
      "Black must first choose the row to remove: xe2-e5, xe5-h2" },
    { "R6.2 no short turn where nothing is due", "basic", EXAMPLE_COLUMN, "xe2-e5", NULL,
      "a push comes first" },
    { "R6.2 a forced row of the other side needs no short turn", "basic",
      "W__B/_W___/__B___/B_____W/___B__/___B_/___B 9,3 W", "a5-b5",
      "___B/_____/______/B_____W/______/_____/____ 8,7 B", NULL },

    { "R8.1 a GIPF-piece goes home as two", "standard", ONE_GIPF, "a1-b2/b2-e5",
      "____/_____/______/_______/______/_____/___Y 16,12 B --", NULL },
    { "R8.1 none can be entered in the standard game", "standard", ONE_GIPF, "Ga1-b2", NULL,
      "in this variant (R8.1)" },
    { "R8.1 nor in the basic game", "basic", NULL, "Ga1-b2", NULL, "in this variant (R8.1)" },
    { "R8.2 it may stay", "standard", ONE_GIPF, "a1-b2/b2-e5!c3",
      "____/_____/______/_X_____/______/_____/___Y 14,12 B --", NULL },
    { "R8.2 a decision even without rivals", "standard", ONE_GIPF, "a1-b2", NULL,
      "must first choose the row to remove: /b2-e5" },
    { "R8.2 a single piece must go", "standard", ONE_GIPF, "a1-b2/b2-e5!d4", NULL, "(R8.2)" },
    { "R8.2 a GIPF-piece elsewhere is not asked for", "standard", ONE_GIPF, "a1-b2/b2-e5!h2",
      NULL, "h2 is not a GIPF-piece of the row" },
    { "R8.2 either colour: all go", "standard", TWO_GIPFS, "a1-b2/b2-e5",
      "____/_____/______/_______/______/_____/____ 16,12 B --", NULL },
    { "R8.2 either colour: the own one stays", "standard", TWO_GIPFS, "a1-b2/b2-e5!c3",
      "____/_____/______/_X_____/______/_____/____ 14,12 B --", NULL },
    { "R8.2 either colour: the other one stays", "standard", TWO_GIPFS, "a1-b2/b2-e5!f5",
      "____/_____/______/____Y__/______/_____/____ 16,12 B --", NULL },
    { "R8.2 either colour: both stay", "standard", TWO_GIPFS, "a1-b2/b2-e5!c3!f5",
      "____/_____/______/_X__Y__/______/_____/____ 14,12 B --", NULL },
    { "R8.2 the owner decides in a short turn", "standard", GIPF_ROW_WAITS, "a1-b2/b2-e5!c3",
      "____/_____/______/_X_____/______/YYYY_/____ 14,10 B -- ?B", NULL },
    { "R8.2 there for each piece", "standard",
      "____/_____/______/_X_____/______/YYYY_/____ 14,10 B -- ?B", "xd2-g3!f3",
      "____/_____/______/_X_____/______/__Y__/____ 14,16 B --", NULL },
    { "R8.2 or the mover in the same turn", "standard;choice=mover", GIPF_ROW_WAITS,
      "a1-b2/b2-e5!c3/d2-g3!e3",
      "____/_____/______/_X_____/______/_Y___/____ 14,16 B --", NULL },

    { "R8.3 four of a row of five stay: they are no row again", "standard", FIVE,
      "a1-b2/b2-f5!c3!d4!e5!f5",
      "____/_____/______/_XXXX__/______/_____/___Y 10,12 B --", NULL },
    { "R8.3 nothing more is to be said in that turn", "standard", FIVE,
      "a1-b2/b2-f5!c3!d4!e5!f5/c3-f5", NULL, "complete before '/c3-f5'" },
    { "R8.3 the mover's row stays, then the other side's is due", "standard",
      "____/_____/______/XXXX___/______/YYYY_/____ 10,10 W --", "a1-b2/b2-f5!c3!d4!e5!f5",
      "____/_____/______/_XXXX__/______/YYYY_/____ 10,10 B -- ?B", NULL },
    { "R8.3 the same with choice=mover", "standard;choice=mover",
      "____/_____/______/XXXX___/______/YYYY_/____ 10,10 W --",
      "a1-b2/b2-f5!c3!d4!e5!f5/d2-g3!d2!e3!f3!g3",
      "____/_____/______/_XXXX__/______/YYYY_/____ 10,10 B --", NULL },
    { "R8.3 after the next push it counts again", "standard",
      "____/_____/______/_XXXX__/______/_____/___Y 10,12 B --", "i1-h2",
      "____/_____/______/_XXXX__/______/___Y_/___B 10,11 W -- ?W", NULL },
    { "R8.3 two rows: the first one is due", "standard", TWO_ROWS, "a5-b5", TWO_ROWS_AFTER " ?W",
      NULL },
    { "R8.3 two rows: not the second", "standard", TWO_ROWS_AFTER " ?W", "xd2-g3", NULL,
      "the rows to choose from are xc3-f5" },
    { "R8.3 two rows: the first stays and is not offered again", "standard",
      TWO_ROWS_AFTER " ?W", "xc3-f5!c3!d4!e5!f5", TWO_ROWS_AFTER " ?W!c3-f5", NULL },
    { "R8.3 two rows: now the second", "standard", TWO_ROWS_AFTER " ?W!c3-f5", "xc3-f5", NULL,
      "the rows to choose from are xd2-g3" },
    { "R8.3 two rows: the second stays as well", "standard", TWO_ROWS_AFTER " ?W!c3-f5",
      "xd2-g3!d2!e3!f3!g3", TWO_ROWS_AFTER, NULL },
    { "R8.3 two rows: the second goes, the first still stands", "standard",
      TWO_ROWS_AFTER " ?W!c3-f5", "xd2-g3!e3",
      "B___/_____/______/_XXXX__/______/_X___/___Y 8,11 W --", NULL },
    { "R8.3 two rows: after the own push both are due again", "standard", TWO_ROWS_AFTER,
      "i5-h5", NULL, "must first choose the row to remove: /c3-f5" },
    { "R8.3 two rows: both stay in one turn", "standard", TWO_ROWS_AFTER,
      "i5-h5/c3-f5!c3!d4!e5!f5/d2-g3!d2!e3!f3!g3",
      "B___/_____/______/_XXXX_W/______/XXXX_/___Y 1,11 B --", NULL },
    { "R8.3 two rows: and count again after the other side's push", "standard",
      "B___/_____/______/_XXXX_W/______/XXXX_/___Y 1,11 B --", "a5-b5",
      "B___/_B___/______/_XXXX_W/______/XXXX_/___Y 1,10 W -- ?W", NULL },
    { "R8.3 a row across one that was left standing is still offered", "standard", CROSS " ?W",
      "xe2-e5!e2!e3!e4!e5", CROSS " ?W!e2-e5", NULL },
    { "R8.3 the same with the other one first", "standard", CROSS " ?W",
      "xc3-f5!c3!d4!e5!f5", CROSS " ?W!c3-f5", NULL },
    { "R8.3 a later removal may take a piece of it", "standard", CROSS " ?W!e2-e5",
      "xc3-f5!c3!d4!f5", "B__Y/_____/______/_XX_X__/__X___/_X___/X___ 6,11 W --", NULL },
    { "R8.3 a triangle: one side stays, the others are offered", "standard", TRIANGLE " ?W",
      "xc3-f5!c3!d4!e5!f5", TRIANGLE " ?W!c3-f5", NULL },
    { "R8.3 a triangle: two sides stay, written in the order of R5.2", "standard",
      TRIANGLE " ?W!c3-f5", "xc3-c6!c3!c4!c5!c6", TRIANGLE " ?W!c3-c6!c3-f5", NULL },
    { "R8.3 a triangle: all three", "standard", TRIANGLE " ?W!c3-c6!c3-f5",
      "xc6-f5!c6!d6!e6!f5", TRIANGLE, NULL },
    { "R8.3 a run that lost a piece is not a row any longer", "standard",
      TRIANGLE " ?W!c3-f5", "xc6-f5!c6",
      "_X__/_X___/_X____/_XXX___/______/_____/___Y 6,11 W -- ?W", NULL },

    { "R8.4 the crossing goes: the second row is too short", "standard", CROSSING, "a1-b2/b2-e5",
      "___W/___W_/___W__/_______/______/_____/___Y 15,12 B --", NULL },
    { "R8.4 the same with the column", "standard", CROSSING, "a1-b2/e5-e8",
      "____/_____/______/WWW____/______/_____/___Y 15,12 B --", NULL },
    { "R8.4 the crossing stays: the second row has to go, too", "standard", CROSSING,
      "a1-b2/b2-e5!e5", NULL, "must first choose the row to remove: /e5-e8" },
    { "R8.4 with the crossing", "standard", CROSSING, "a1-b2/b2-e5!e5/e5-e8",
      "____/_____/______/_______/______/_____/___Y 18,12 B --", NULL },
    { "R8.4 or without", "standard", CROSSING, "a1-b2/b2-e5!e5/e5-e8!e5",
      "____/_____/______/___X___/______/_____/___Y 16,12 B --", NULL },
    { "R8.4 in either order", "standard", CROSSING, "a1-b2/e5-e8!e5/b2-e5!e5",
      "____/_____/______/___X___/______/_____/___Y 16,12 B --", NULL },

    { "R9.1 the first push enters a GIPF-piece", "tournament", NULL, "Ga5-b5",
      "X___/_____/______/_______/______/_____/____ 16,18 B g1", NULL },
    { "R9.1 it must", "tournament", NULL, "a5-b5", NULL, "must enter a GIPF-piece" },
    { "R9.1 Black's first push as well", "tournament",
      "X___/_____/______/_______/______/_____/____ 16,18 B g1", "i1-h2", NULL, "(R9.1)" },
    { "R9.1 Black enters his", "tournament",
      "X___/_____/______/_______/______/_____/____ 16,18 B g1", "Gi1-h2",
      "X___/_____/______/_______/______/_____/___Y 16,16 W gg", NULL },
    { "R9.2 further ones may follow", "tournament",
      "X___/_____/______/_______/______/_____/___Y 16,16 W gg", "Ga5-b5",
      "X___/_X___/______/_______/______/_____/___Y 14,16 B gg", NULL },
    { "R9.2 until a single piece is entered", "tournament",
      "X___/_____/______/_______/______/_____/___Y 16,16 W gg", "a5-b5",
      "W___/_X___/______/_______/______/_____/___Y 15,16 B -g", NULL },
    { "R9.2 then singles only", "tournament",
      "W___/_X___/______/_______/______/_____/___Y 15,14 W -g", "Ga5-b5", NULL,
      "after its first single piece (R9.2)" },
    { "R9.2 for that side alone", "tournament",
      "W___/_X___/______/_______/______/_____/___Y 15,16 B -g", "Gi1-h2",
      "W___/_X___/______/_______/______/___Y_/___Y 15,14 W -g", NULL },
    { "R9.2 losing GIPF-pieces does not end the opening", "tournament",
      "____/_____/______/XXX____/______/_____/___Y 12,16 W gg", "Ga1-b2/b2-e5",
      "____/_____/______/_______/______/_____/___Y 18,16 B gg", NULL },
    /* clang-format on */
};

static void run_turn_case(const struct turn_case *c, Run run)
{
    PosBuffer pos = position_for(c->rule, c->variant, c->before, run);
    Turn      turn;
    Fault     fault = { 0 };
    Status    status = turn_read(&GIPF_GAME, &pos.head, c->turn, &turn, &fault);
    if ((status == STATUS_OK) != (c->after != NULL))
        fail_msg("%s: %s is %s: %s", c->rule, c->turn, status == STATUS_OK ? "legal" : "illegal",
                 fault.why);
    if (c->after == NULL) {
        if (!run.exchanged && strstr(fault.why, c->why) == NULL)
            fail_msg("%s: %s", c->rule, fault.why);
        return;
    }
    PosBuffer want = position_for(c->rule, c->variant, c->after, run);
    char      line[POS_TEXT_MAX];
    turn_apply(&GIPF_GAME, &pos.head, &turn);
    write_line(&pos.head, line);
    if (!game_same(&GIPF_GAME, &pos.head, &want.head))
        fail_msg("%s: %s leads to %s", c->rule, c->turn, line);
}

static void test_turns(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(TURN_CASES); n++)
        for (size_t r = 0; r < COUNT_OF(RUNS); r++)
            run_turn_case(&TURN_CASES[n], RUNS[r]);
}

/* ---- all turns that begin in one way ---- */

static const struct list_case {
    const char *rule;
    const char *variant;
    const char *position;
    const char *prefix;
    const char *turns; /* in alphabetical order */
} LIST_CASES[] = {
    /* clang-format off */
    { "R3.1 each dot and direction is one turn", "2,2,6,6", "__/___/__ 5,5 W", "",
      "a1-b2 a2-b2 a2-b3 a3-b3 b1-b2 b1-c2 b4-b3 b4-c4 c1-c2 "
      "c5-c4 d1-c2 d1-d2 d4-c4 d4-d3 e1-d2 e2-d2 e2-d3 e3-d3" },
    { "R3.3 closed lines are not listed", "2,3,5,5", "WB/B_W/WB 2,2 W", "",
      "a1-b2 a3-b3 c1-c2 c5-c4 e1-d2 e3-d3" },
    { "R5.2 nothing to choose, nothing to say", "4,3,15,15",
      "____/W___W/W___W_/BWBW___/______/_____/____ 9,13 W", "a1", "a1-b2" },
    { "R5.2 R5.3 the loop", "basic", LOOP, "i5", "i5-h5/b5-e5 i5-h5/c3-f5" },
    { "R5.3 only the spans meet, so there is no choice", "4,3,15,15",
      "___W/___W_/___B__/___W___/_W_W__/_____/____ 10,14 W", "e9-e8", "e9-e8" },
    { "R5.3 joined through others", "basic", CHAIN, "", "xb2-b5 xb2-e5 xe5-h2" },
    { "R5.3 the group of the first row", "4,3,15,15", TWO_CROSSES, "", "xb3-b5 xb5-d7" },
    { "R5.3 two on one line: from the top left", "4,3,15,15", ONE_COLUMN, "", "xc6-e8 xe6-e8" },
    { "R6.1 owner", "basic", EXAMPLE, "a5", "a5-b5" },
    { "R6.1 mover", "basic;choice=mover", EXAMPLE, "a5", "a5-b5/e2-e5 a5-b5/e5-h2" },
    { "R6.1 mover: every pair of choices", "4,3,15,15;choice=mover", BOTH_CHOOSE, "a1",
      "a1-b2/c3-c5/d4-d6 a1-b2/c3-c5/d4-f3 a1-b2/c3-e3/d4-d6 a1-b2/c3-e3/d4-f3" },
    { "R6.2 short turns only", "basic", EXAMPLE_PENDING, "", "xe2-e5 xe5-h2" },
    { "R8.2 one GIPF-piece", "standard", ONE_GIPF, "a1", "a1-b2/b2-e5 a1-b2/b2-e5!c3" },
    { "R8.2 two: every subset", "standard", TWO_GIPFS, "a1",
      "a1-b2/b2-e5 a1-b2/b2-e5!c3 a1-b2/b2-e5!c3!f5 a1-b2/b2-e5!f5" },
    { "R8.2 three: every subset", "standard", THREE_GIPFS, "a1",
      "a1-b2/b2-e5 a1-b2/b2-e5!c3 a1-b2/b2-e5!c3!d4 a1-b2/b2-e5!c3!d4!f5 "
      "a1-b2/b2-e5!c3!f5 a1-b2/b2-e5!d4 a1-b2/b2-e5!d4!f5 a1-b2/b2-e5!f5" },
    { "R8.3 the spared row is not offered", "standard", CROSS " ?W!e2-e5", "xe", "" },
    { "R8.4 the crossing", "standard", CROSSING, "a1",
      "a1-b2/b2-e5 a1-b2/b2-e5!e5/e5-e8 a1-b2/b2-e5!e5/e5-e8!e5 "
      "a1-b2/e5-e8 a1-b2/e5-e8!e5/b2-e5 a1-b2/e5-e8!e5/b2-e5!e5" },
    { "R9.2 both kinds of piece", "tournament",
      "X___/_____/______/_______/______/_____/___Y 16,16 W gg", "Gc1", "Gc1-c2 Gc1-d2" },
    { "R9.2 or singles only", "tournament",
      "X___/_____/______/_______/______/_____/___Y 16,16 W -g", "G", "" },
    { "R7.1 none when the game is over", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 0,12 W", "", "" },
    { "R7.3 none when the game is over", "standard",
      "____/_____/______/_______/______/_____/___Y 16,12 B --", "", "" },
    /* clang-format on */
};

enum { LISTED_MAX = 512, LISTED_LENGTH = 128 };

typedef struct Listed {
    const Pos  *pos;
    const char *prefix;
    int         count;
    char        turn[LISTED_MAX][LISTED_LENGTH];
} Listed;

static bool list_turn(void *context, const Turn *turn, const Pos *after)
{
    Listed *listed = context;
    char   *words = listed->turn[listed->count];
    Text    text = text_over(words, LISTED_LENGTH);
    (void)after;
    turn_write(&GIPF_GAME, listed->pos, turn, &text);
    listed->count += strncmp(words, listed->prefix, strlen(listed->prefix)) == 0;
    return listed->count < LISTED_MAX;
}

static int by_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void run_list_case(const struct list_case *c, Run run)
{
    static Listed listed;
    PosBuffer     pos = position_for(c->rule, c->variant, c->position, run);
    char          words[LISTED_MAX * 8];
    Text          text = text_over(words, sizeof words);
    listed.pos = &pos.head;
    listed.prefix = c->prefix;
    listed.count = 0;
    assert_true(turn_each(&GIPF_GAME, &pos.head, list_turn, &listed));
    qsort(listed.turn, (size_t)listed.count, sizeof listed.turn[0], by_words);
    for (int i = 0; i < listed.count; i++)
        text_addf(&text, "%s%s", i == 0 ? "" : " ", listed.turn[i]);
    if (strcmp(words, c->turns) != 0)
        fail_msg("%s: %s", c->rule, words);
}

static void test_lists(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(LIST_CASES); n++)
        for (size_t r = 0; r < COUNT_OF(RUNS); r++)
            run_list_case(&LIST_CASES[n], RUNS[r]);
}

/* Where the list would be long, its length. */
static const struct number_case {
    const char *rule;
    const char *variant;
    const char *position; /* NULL: the start */
    const char *prefix;
    int         count;
} NUMBER_CASES[] = {
    { "R3.1 all pushes of the usual board", "basic", NULL, "", 42 },
    { "R8.2 a row of five, four of them GIPF-pieces", "standard", FIVE, "a1", 16 },
    { "R8.2 the choice of the mover's and of the other row", "standard;choice=mover",
      GIPF_ROW_WAITS, "a1", 2 * 16 },
    { "R8.3 one row of four at a time", "standard", TWO_ROWS_AFTER " ?W", "", 16 },
    { "R8.3 then the other", "standard", TWO_ROWS_AFTER " ?W!c3-f5", "", 16 },
    { "R8.3 both after the own push", "standard", TWO_ROWS_AFTER, "i5-h5", 16 * 16 },
    { "R8.3 two crossing rows", "standard", CROSS " ?W", "", 2 * 16 },
    { "R8.3 one of them left standing", "standard", CROSS " ?W!e2-e5", "", 16 },
    { "R8.3 three crossing rows", "standard", TRIANGLE " ?W", "", 3 * 16 },
    { "R8.3 one of them left standing", "standard", TRIANGLE " ?W!c3-f5", "", 2 * 16 },
    { "R8.3 two of them left standing", "standard", TRIANGLE " ?W!c3-c6!c3-f5", "", 16 },
    { "R9.1 the first turn", "tournament", NULL, "G", 42 },
    { "R9.1 nothing else", "tournament", NULL, "", 42 },
    { "R9.2 both kinds", "tournament", "X___/_____/______/_______/______/_____/___Y 16,16 W gg", "",
      84 },
    { "R9.2 too few pieces for a GIPF-piece", "tournament",
      "X___/_____/______/_______/______/_____/___Y 1,16 W gg", "", 42 },
};

static void test_numbers(void **state)
{
    static Listed listed;
    (void)state;
    for (size_t n = 0; n < COUNT_OF(NUMBER_CASES); n++)
        for (size_t r = 0; r < COUNT_OF(RUNS); r++) {
            const struct number_case *c = &NUMBER_CASES[n];
            PosBuffer                 pos = position_for(c->rule, c->variant, c->position, RUNS[r]);
            listed.pos = &pos.head;
            listed.prefix = c->prefix;
            listed.count = 0;
            assert_true(turn_each(&GIPF_GAME, &pos.head, list_turn, &listed));
            if (listed.count != c->count)
                fail_msg("%s: %d", c->rule, listed.count);
        }
}

/* ---- R7: the end ---- */

static const struct outcome_case {
    const char *rule;
    const char *variant;
    const char *position; /* NULL: the start */
    const char *words;    /* "": the game is not over */
} OUTCOME_CASES[] = {
    /* clang-format off */
    { "R7.1 a piece in reserve is enough", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 1,0 W", "" },
    { "R7.1 White has to push and has none", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 0,12 W", "black reserve-empty" },
    { "R7.1 Black has to push and has none", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 12,0 B", "white reserve-empty" },
    { "R7.1 the side that need not push may have none", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 0,12 B", "" },
    { "R7.1 that the other would run out next does not matter", "basic",
      "W__B/_____/______/B_____W/______/_____/W__B 0,0 W", "black reserve-empty" },
    { "R7.1 one piece is none where two are needed", "tournament",
      "____/_____/______/_______/______/_____/____ 1,18 W 11", "black reserve-empty" },
    { "R7.1 two are enough", "tournament",
      "____/_____/______/_______/______/_____/____ 2,18 W 11", "" },
    { "R7.1 one is enough for a single piece", "tournament",
      "X___/_____/______/_______/______/_____/____ 1,18 W g1", "" },
    { "R7.2 the board is full", "2,3,5,5", "WB/WBW/WB 1,2 B", "white deadlock" },
    { "R7.2 for White as well", "2,3,5,5", "BW/BWB/BW 2,1 W", "black deadlock" },
    { "R7.2 one gap is enough", "2,3,5,5", "WB/WB_/WB 1,2 B", "" },
    { "R7.2 with neither piece nor gap the reserve decides", "2,3,5,5", "WB/WBW/WB 1,0 B",
      "white reserve-empty" },
    { "R7.3 White has no GIPF-piece", "standard",
      "____/_____/______/_______/______/_____/___Y 16,12 B --", "black gipf-lost" },
    { "R7.3 Black has none", "standard",
      "____/_____/______/_______/______/_____/___X 12,16 B --", "white gipf-lost" },
    { "R7.3 one each is enough", "standard",
      "X___/_____/______/_______/______/_____/___Y 12,12 W --", "" },
    { "R7.3 single pieces do not help", "standard",
      "WW__/_____/______/_______/______/_____/___Y 12,12 B --", "black gipf-lost" },
    { "R7.3 before R7.1: White's loss counts, not Black's empty reserve", "standard",
      "____/_____/______/_______/______/_____/___Y 16,0 B --", "black gipf-lost" },
    { "R7.3 precedes R7.1", "standard",
      "____/_____/______/_______/______/_____/___Y 0,12 W --", "black gipf-lost" },
    { "R7.3 then R7.1", "standard", TRIANGLE, "black reserve-empty" },
    { "R7.3 not at the start of the tournament", "tournament", NULL, "" },
    { "R7.3 not for a side in its opening", "tournament",
      "____/_____/______/_______/______/_____/___Y 18,16 B gg", "" },
    { "R7.3 applies to a side that has left its opening", "tournament",
      "____/_____/______/_______/______/_____/___Y 16,14 B -g", "black gipf-lost" },
    { "R7.3 not in the basic game", "basic", NULL, "" },
    { "R7.4 neither has one: White has pushed", "standard",
      "____/_____/______/_______/______/_____/____ 16,12 B --", "white gipf-lost" },
    { "R7.4 neither has one: Black has pushed", "standard",
      "____/_____/______/_______/______/_____/____ 16,12 W --", "black gipf-lost" },
    { "R7.4 only the side out of its opening lacks one", "tournament",
      "____/_____/______/_______/______/_____/____ 16,14 B g-", "white gipf-lost" },
    { "R7.5 while a choice is due neither side has lost: White lacks GIPF-pieces", "standard",
      "____/_____/______/_______/______/YYYY_/____ 16,10 B -- ?B", "" },
    { "R7.5 while a choice is due neither side has lost: Black has no reserve", "basic",
      "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B 8,0 B ?B", "" },
    { "R7.5 nor within a turn", "basic;choice=mover",
      "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B 0,0 W >B", "" },
    /* clang-format on */
};

static void exchange_words(char *words)
{
    static const char *const NAME[2] = { "white", "black" };
    for (int n = 0; n < 2; n++)
        if (strncmp(words, NAME[n], 5) == 0) {
            memcpy(words, NAME[1 - n], 5);
            return;
        }
}

static void test_outcomes(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(OUTCOME_CASES); n++)
        for (size_t r = 0; r < COUNT_OF(RUNS); r++) {
            const struct outcome_case *c = &OUTCOME_CASES[n];
            PosBuffer pos = position_for(c->rule, c->variant, c->position, RUNS[r]);
            char      words[64];
            Text      text = text_over(words, sizeof words);
            Step      steps[STEPS_MAX];
            outcome_write(&GIPF_GAME, &pos.head, GIPF_RULES.outcome(&pos.head), &text);
            if (RUNS[r].exchanged)
                exchange_words(words);
            if (strcmp(words, c->words) != 0)
                fail_msg("%s: '%s'", c->rule, words);
            if ((GIPF_RULES.gen(&pos.head, steps) == 0) != (c->words[0] != '\0'))
                fail_msg("%s: steps and outcome disagree", c->rule);
        }
}

/* Whole lines of play.  The last turn ends the game, or nothing does. */
static const struct play_case {
    const char *rule;
    const char *setup;
    const char *from; /* NULL: the start */
    const char *turns;
    const char *words;
    const char *sentence;
} PLAY_CASES[] = {
    /* clang-format off */
    { "R7.1 reserve-empty", "gipf:4,4,4,4", NULL, "c1-c2 g7-f7",
      "black reserve-empty", "Black wins: White has no piece to enter" },
    { "R7.2 deadlock", "gipf:2,3,5,5", NULL, "a1-b2",
      "white deadlock", "White wins: the board is full and Black cannot push" },
    { "R7.3 gipf-lost", "gipf:standard", ONE_GIPF, "a1-b2/b2-e5",
      "black gipf-lost", "Black wins: White has no GIPF-piece left on the board" },
    { "R7.4 both are lost: the side that pushed wins", "gipf:standard", TWO_GIPFS, "a1-b2/b2-e5",
      "white gipf-lost", "White wins: Black has no GIPF-piece left on the board" },
    { "R7.3 one that stays keeps the game going", "gipf:standard", ONE_GIPF, "a1-b2/b2-e5!c3",
      "", "" },
    /* K = 2 on an empty board: after four turns everything is in reserve again. */
    { "R7.6 off unless asked for", "gipf:3,2,9,9", "___/____/_____/____/___ 9,9 W",
      "a4-b4 g1-f2 a4-b4 g1-f2 a4-b4 g1-f2 a4-b4 g1-f2", "", "" },
    { "R7.6 the third time, the first one counted", "gipf:3,2,9,9;repetition=3",
      "___/____/_____/____/___ 9,9 W", "a4-b4 g1-f2 a4-b4 g1-f2 a4-b4 g1-f2 a4-b4 g1-f2",
      "draw repetition", "Draw: the same position occurred too often" },
    { "R7.6 not one turn earlier", "gipf:3,2,9,9;repetition=3",
      "___/____/_____/____/___ 9,9 W", "a4-b4 g1-f2 a4-b4 g1-f2 a4-b4 g1-f2 a4-b4", "", "" },
    { "R7.6 the second time", "gipf:3,2,9,9;repetition=2", "___/____/_____/____/___ 9,9 W",
      "a4-b4 g1-f2 a4-b4 g1-f2", "draw repetition",
      "Draw: the same position occurred too often" },
    { "R7.6 a limit of turns", "gipf:basic;limit=3", NULL, "c1-c2 c1-d2 c1-c2",
      "draw limit", "Draw: the move limit was reached" },
    { "R7.6 short turns are counted", "gipf:basic;limit=2", EXAMPLE, "a5-b5 xe2-e5",
      "draw limit", "Draw: the move limit was reached" },
    { "R7.6 even if the next would be a short turn", "gipf:basic;limit=1", EXAMPLE, "a5-b5",
      "draw limit", "Draw: the move limit was reached" },
    { "R7.6 who has won has won", "gipf:2,3,5,5;limit=1", NULL, "a1-b2",
      "white deadlock", "White wins: the board is full and Black cannot push" },
    /* clang-format on */
};

static void play_turns(const struct play_case *c, Line *line)
{
    char turns[256], *rest = NULL;
    snprintf(turns, sizeof turns, "%s", c->turns);
    for (char *turn = strtok_r(turns, " ", &rest); turn != NULL;
         turn = strtok_r(NULL, " ", &rest)) {
        Fault fault = { 0 };
        if (line_play(line, turn, &fault) != STATUS_OK)
            fail_msg("%s: %s: %s", c->rule, turn, fault.why);
    }
}

static void run_play_case(const struct play_case *c, const char *extra)
{
    Setup     setup;
    PosBuffer from;
    Line      line;
    Fault     fault = { 0 };
    char      text[SETUP_TEXT_MAX], words[64], sentence[128];
    snprintf(text, sizeof text, "%s%s", c->setup, extra);
    if (games_setup(text, &setup, &fault) != STATUS_OK ||
        (c->from != NULL &&
         GIPF_TEXT.pos_read(setup.variant, c->from, &from.head, &fault) != STATUS_OK))
        fail_msg("%s: %s", c->rule, fault.why);
    assert_int_equal(line_init(&line, &setup, c->from != NULL ? &from.head : NULL), STATUS_OK);
    play_turns(c, &line);
    Text    words_text = text_over(words, sizeof words);
    Text    sentence_text = text_over(sentence, sizeof sentence);
    Outcome outcome = line_outcome(&line);
    outcome_write(&GIPF_GAME, line_now(&line), outcome, &words_text);
    outcome_describe(&GIPF_GAME, outcome, &sentence_text);
    line_free(&line);
    if (strcmp(words, c->words) != 0 || strcmp(sentence, c->sentence) != 0)
        fail_msg("%s: '%s', '%s'", c->rule, words, sentence);
}

static void test_play(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(PLAY_CASES); n++) {
        run_play_case(&PLAY_CASES[n], "");
        run_play_case(&PLAY_CASES[n], ";board=general");
    }
}

/* R7.6: the opening field belongs to the position, and so does a choice that is pending. */
static void test_R7_6_equal_positions(void **state)
{
    static const char *const PAIRS[][3] = {
        { "tournament", "X___/_____/______/_______/______/_____/___Y 12,12 W gg",
          "X___/_____/______/_______/______/_____/___Y 12,12 W g-" },
        { "standard", TWO_ROWS_AFTER, TWO_ROWS_AFTER " ?W" },
        { "standard", TWO_ROWS_AFTER " ?W", TWO_ROWS_AFTER " ?W!c3-f5" },
        { "basic", "W__B/_____/______/B_____W/______/_____/W__B 12,12 W",
          "W__B/_____/______/B_____W/______/_____/W__B 12,12 B" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(PAIRS); n++)
        for (size_t r = 0; r < COUNT_OF(RUNS); r++) {
            PosBuffer a = position_for("R7.6", PAIRS[n][0], PAIRS[n][1], RUNS[r]);
            PosBuffer b = position_for("R7.6", PAIRS[n][0], PAIRS[n][2], RUNS[r]);
            assert_false(game_same(&GIPF_GAME, &a.head, &b.head));
            assert_int_not_equal(a.head.key, b.head.key);
        }
}

/* ---- all rulings at once: how many positions can stand after one, two and three turns ---- */

static const struct distinct_case {
    const char *variant;
    int         counts[3];
} DISTINCT_CASES[] = {
    { "2,3,5,5", { 4, 0, 0 } }, /* the board is full: the first mover wins */
    { "3,3,10,10", { 18, 294, 2655 } }, { "3,3,10,10;choice=mover", { 18, 294, 2655 } },
    { "4,4,15,15", { 24, 558, 7476 } }, { "4,4,15,15;choice=mover", { 24, 558, 7476 } },
};

/* Position lines, each once after lines_unite. */
typedef struct PipeBuffer {
    int    count, capacity;
    char **at;
} PipeBuffer;

static void pipe_buffer_add(PipeBuffer *lines, const Pos *pos)
{
    char line[POS_TEXT_MAX];
    write_line(pos, line);
    if (lines->count == lines->capacity) {
        lines->capacity = 2 * lines->capacity + 64;
        lines->at = realloc(lines->at, (size_t)lines->capacity * sizeof *lines->at);
        assert_non_null(lines->at);
    }
    lines->at[lines->count] = strdup(line);
    assert_non_null(lines->at[lines->count++]);
}

static int by_line(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void lines_unite(PipeBuffer *lines)
{
    int kept = 0;
    if (lines->count > 0)
        qsort(lines->at, (size_t)lines->count, sizeof *lines->at, by_line);
    for (int i = 0; i < lines->count; i++) {
        if (kept == 0 || strcmp(lines->at[i], lines->at[kept - 1]) != 0)
            lines->at[kept++] = lines->at[i];
        else
            free(lines->at[i]);
    }
    lines->count = kept;
}

static void pipe_buffer_free(PipeBuffer *lines)
{
    for (int i = 0; i < lines->count; i++)
        free(lines->at[i]);
    free(lines->at);
    *lines = (PipeBuffer){ 0 };
}

static void add_successors(PipeBuffer *lines, const Pos *pos)
{
    Successors set;
    assert_true(successors_init(&set, &GIPF_GAME, pos));
    for (int i = 0; i < set.count; i++)
        pipe_buffer_add(lines, successors_at(&set, i));
    successors_free(&set);
}

static void run_distinct_case(const struct distinct_case *c, Run run)
{
    PosBuffer  start = position_for("start", c->variant, NULL, run);
    PipeBuffer layer = { 0 };
    pipe_buffer_add(&layer, &start.head);
    for (int depth = 0; depth < 3; depth++) {
        PipeBuffer next = { 0 };
        for (int i = 0; i < layer.count; i++) {
            PosBuffer pos =
                position_for("layer", c->variant, layer.at[i], (Run){ run.general, false });
            add_successors(&next, &pos.head);
        }
        lines_unite(&next);
        pipe_buffer_free(&layer);
        layer = next;
        if (layer.count != c->counts[depth])
            fail_msg("%s: %d positions after %d turns", c->variant, layer.count, depth + 1);
    }
    pipe_buffer_free(&layer);
}

static void test_distinct(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(DISTINCT_CASES); n++)
        for (size_t r = 0; r < COUNT_OF(RUNS); r++)
            run_distinct_case(&DISTINCT_CASES[n], RUNS[r]);
}

/* ---- R11: the twelve maps of the hexagon ----
 *
 * Around the centre, with a = i-S and b = j-S, a turn by 60 degrees is (a,b) -> (b,b-a) and a
 * mirror (a,b) -> (b,a). */

enum { MAPS = 12, MIRROR = 6 };

static GipfNode map_node(int side, GipfNode node, int map)
{
    int a = node.i - side, b = node.j - side;
    if (map >= MIRROR) {
        int kept = a;
        a = b;
        b = kept;
    }
    for (int turn = 0; turn < map % 6; turn++) {
        int kept = a;
        a = b;
        b = b - kept;
    }
    return (GipfNode){ (int8_t)(side + a), (int8_t)(side + b) };
}

/* Fields, row by row from the top. */
typedef struct Grid {
    char at[25][25];
} Grid;

static void grid_to_cells(int side, const Grid *grid, GipfParts *parts)
{
    int n = 0;
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }))
                parts->cells[n++] = (uint8_t)grid->at[i][j];
}

static void grid_of(const Pos *pos, int map, Grid *grid)
{
    int side = gipf_unpack(pos->variant).side;
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++) {
            GipfNode field = { i, j }, image = map_node(side, field, map);
            if (gipf_node_is_field(side, field))
                grid->at[image.i][image.j] = gipf_at(pos, field);
        }
}

/* The stretch between the images of a row's ends. */
static GipfRow map_row(int side, GipfRow row, int map)
{
    GipfNode a = map_node(side, gipf_line_node(side, row.line, row.first), map);
    GipfNode b = map_node(side, gipf_line_node(side, row.line, row.last), map);
    for (int line = 0; line < gipf_line_count(side); line++) {
        int first = -1, last = -1;
        for (int n = 0; n < gipf_line_length(side, line); n++) {
            GipfNode node = gipf_line_node(side, line, n);
            if ((node.i == a.i && node.j == a.j) || (node.i == b.i && node.j == b.j)) {
                first = first < 0 ? n : first;
                last = n;
            }
        }
        if (last > first)
            return (GipfRow){ .line = line, .first = first, .last = last };
    }
    fail_msg("the image of a row is not a row");
    return row;
}

static void map_pos(const Pos *pos, int map, Pos *out)
{
    int       side = gipf_unpack(pos->variant).side;
    GipfParts parts = {
        .reserve = { gipf_reserve(pos, 0), gipf_reserve(pos, 1) },
        .opening = { gipf_opening(pos, 0), gipf_opening(pos, 1) },
        .side = pos->side,
        .stage = gipf_is_pending(pos) ? '?' : 0,
        .row_colour = pos->side,
    };
    Grid  grid;
    Fault fault = { 0 };
    grid_of(pos, map, &grid);
    grid_to_cells(side, &grid, &parts);
    parts.spared_count = gipf_spared(pos, parts.spared);
    for (int i = 0; i < parts.spared_count; i++)
        parts.spared[i] = map_row(side, parts.spared[i], map);
    if (gipf_build(pos->variant, &parts, out, &fault) != STATUS_OK)
        fail_msg("map %d: %s", map, fault.why);
}

/* The distinct positions after one turn, each mapped. */
static void pipe_buffer_after(const Pos *pos, int map, PipeBuffer *lines)
{
    Successors set;
    *lines = (PipeBuffer){ 0 };
    assert_true(successors_init(&set, &GIPF_GAME, pos));
    for (int i = 0; i < set.count; i++) {
        PosBuffer mapped;
        map_pos(successors_at(&set, i), map, &mapped.head);
        pipe_buffer_add(lines, &mapped.head);
    }
    successors_free(&set);
    lines_unite(lines);
}

/* Is the image of what can follow `pos` what can follow its image? */
static bool plays_alike(const Pos *pos, int map)
{
    PipeBuffer mapped_after, after_mapped;
    PosBuffer  mapped;
    map_pos(pos, map, &mapped.head);
    pipe_buffer_after(pos, map, &mapped_after);
    pipe_buffer_after(&mapped.head, 0, &after_mapped);
    bool same = mapped_after.count == after_mapped.count;
    for (int i = 0; same && i < mapped_after.count; i++)
        same = strcmp(mapped_after.at[i], after_mapped.at[i]) == 0;
    pipe_buffer_free(&mapped_after);
    pipe_buffer_free(&after_mapped);
    return same;
}

/* Rows that stand on a grid, found in the plainest way. */

typedef struct Row {
    int line, first, last, low, high; /* the run, and its span */
} Row;

enum { ROWS_MAX = 64 };

static char grid_on(const Grid *grid, int side, int line, int index)
{
    GipfNode node = gipf_line_node(side, line, index);
    bool     outside = index < 0 || index >= gipf_line_length(side, line);
    return (char)(outside ? '_' : grid->at[node.i][node.j]);
}

static bool is_of(char content, int colour)
{
    return content == "WB"[colour] || content == "XY"[colour];
}

static int rows_on(const Grid *grid, const GipfSettings *s, int colour, Row *rows)
{
    int count = 0;
    for (int line = 0; line < gipf_line_count(s->side); line++)
        for (int n = 0; n < gipf_line_length(s->side, line); n++) {
            int last = n;
            while (is_of(grid_on(grid, s->side, line, last), colour))
                last++;
            if (last - n < s->row) {
                n = last;
                continue;
            }
            Row row = { line, n, last - 1, n, last - 1 };
            while (grid_on(grid, s->side, line, row.low - 1) != '_')
                row.low--;
            while (grid_on(grid, s->side, line, row.high + 1) != '_')
                row.high++;
            assert_true(count < ROWS_MAX);
            rows[count++] = row;
            n = last;
        }
    return count;
}

/* Does the span of `a` reach a spot of row `b`, beyond what the two rows share? */
static bool reaches(int side, const Row *a, const Row *b)
{
    for (int n = a->low; n <= a->high; n++)
        for (int m = b->first; m <= b->last; m++) {
            GipfNode x = gipf_line_node(side, a->line, n), y = gipf_line_node(side, b->line, m);
            bool     shared = n >= a->first && n <= a->last;
            if (a->line != b->line && x.i == y.i && x.j == y.j && !shared)
                return true;
        }
    return false;
}

/* May the order of removals show?  Where a span reaches into another row, and where one side has
 * several rows to decide on in short turns of their own. */
static bool order_may_matter(const Grid *grid, const GipfSettings *s, int pusher)
{
    for (int colour = 0; colour < 2; colour++) {
        Row rows[ROWS_MAX];
        int count = rows_on(grid, s, colour, rows);
        if (count > 1 && colour != pusher && !s->mover_chooses)
            return true;
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++)
                if (a != b && reaches(s->side, &rows[a], &rows[b]))
                    return true;
    }
    return false;
}

static void grid_push(Grid *grid, int side, GipfPush push, char piece)
{
    int length = gipf_line_length(side, push.line);
    for (int n = 0; n < length && piece != '_'; n++) {
        GipfNode node = gipf_line_node(side, push.line, push.from_high ? length - 1 - n : n);
        swap_chars(&grid->at[node.i][node.j], &piece);
    }
}

static bool has_a_reason(const Pos *pos)
{
    GipfSettings s = gipf_unpack(pos->variant);
    Step         steps[STEPS_MAX];
    Grid         grid;
    grid_of(pos, 0, &grid);
    if (gipf_is_pending(pos))
        return order_may_matter(&grid, &s, 1 - pos->side);
    int count = GIPF_RULES.gen(pos, steps);
    for (int i = 0; i < count; i++) {
        GipfPush push = gipf_step_push(steps[i]);
        Grid     pushed = grid;
        grid_push(&pushed, s.side, push, (push.stack ? "XY" : "WB")[pos->side]);
        if (order_may_matter(&pushed, &s, pos->side))
            return true;
    }
    return false;
}

typedef struct MapTally {
    int compared, exceptions;
} MapTally;

static void compare_maps(const Pos *pos, MapTally *tally)
{
    for (int map = 1; map < MAPS; map++) {
        tally->compared++;
        if (plays_alike(pos, map))
            continue;
        tally->exceptions++;
        if (!has_a_reason(pos)) {
            char line[POS_TEXT_MAX];
            write_line(pos, line);
            fail_msg("R11: map %d changes what follows %s, and no removal order explains it", map,
                     line);
        }
    }
}

/* Random games; every fifth position is mapped. */
static void compare_random_games(const char *variant, uint64_t seed, int positions, MapTally *tally)
{
    Random random = random_seeded(seed);
    int    visited = 0, mapped = 0;
    while (mapped < positions) {
        PosBuffer pos;
        Step      steps[STEPS_MAX];
        int       count;
        GIPF_RULES.start(variant_for(variant, (Run){ false, false }), &pos.head);
        for (int turn = 0; turn < 200 && (count = GIPF_RULES.gen(&pos.head, steps)) > 0; turn++) {
            if (pos.head.phase == 0 && visited++ % 5 == 0 && mapped++ < positions)
                compare_maps(&pos.head, tally);
            GIPF_RULES.apply(&pos.head, steps[random_below(&random, (uint32_t)count)]);
        }
    }
}

static void test_R11_maps(void **state)
{
    static const char *const VARIANTS[] = {
        "2,2,6,6",   "3,3,10,10", "3,2,9,9;choice=mover", "4,4,15,15", "4,3,20,20;choice=mover",
        "4,3,20,20", "standard",  "tournament",           "5,4,20,20",
    };
    MapTally tally = { 0, 0 };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(VARIANTS); n++)
        compare_random_games(VARIANTS[n], 11 + n, test_share(120), &tally);
    if (100 * tally.exceptions >= tally.compared)
        fail_msg("R11: %d exceptions of %d", tally.exceptions, tally.compared);
}

/* Positions in which a map changes what can follow, and some in which it does not. */
static const struct map_case {
    const char *rule;
    const char *variant;
    int         map;
    const char *line;
    const char *mapped;
    bool        alike;
} MAP_CASES[] = {
    /* e9-e8 completes e6-e8 and d3-f4; the span of the column reaches e4.  Its mirror a1-b2
     * completes b2-d4 and f4-f6; the span of the row reaches f5, but the column goes first. */
    { "R11 mirrored: a span reaches into another row", "4,3,15,15", MIRROR,
      "___W/___W_/___B__/___W___/_W_W__/_____/____ 10,14 W",
      "____/_____/____W_/WWBW___/___W__/_____/____ 10,14 W", false },
    { "R11 mirrored: the same without the piece that joins them", "4,3,15,15", MIRROR,
      "___W/___W_/___B__/_______/_W_W__/_____/____ 10,14 W",
      "____/_____/____W_/WWB____/___W__/_____/____ 10,14 W", true },
    { "R11 mirrored: crossing rows", "basic", MIRROR, EXAMPLE_PENDING,
      "W__B/_W___/__W___/B__BBBB/___B__/___B_/W__B 8,3 B ?B", true },
    /* Half a turn maps each group onto the other, but the group of b5 is always due first. */
    { "R11 turned: two groups of rows in short turns", "4,3,15,15", 3, TWO_CROSSES, TWO_CROSSES,
      false },
    { "R11 turned: one group", "4,3,15,15", 3,
      "_BB_/_____/______/_______/_____B/____B/_BBB 5,7 B ?B",
      "BBB_/B____/B_____/_______/______/_____/_BB_ 5,7 B ?B", true },
};

static void test_R11_examples(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(MAP_CASES); n++)
        for (int general = 0; general < 2; general++) {
            const struct map_case *c = &MAP_CASES[n];
            PosBuffer pos = position_for(c->rule, c->variant, c->line, RUNS[general]), mapped;
            char      line[POS_TEXT_MAX];
            map_pos(&pos.head, c->map, &mapped.head);
            write_line(&mapped.head, line);
            if (strcmp(line, c->mapped) != 0)
                fail_msg("%s: the mapped position is %s", c->rule, line);
            if (plays_alike(&pos.head, c->map) != c->alike)
                fail_msg("%s: it plays %s", c->rule, c->alike ? "otherwise" : "alike");
            assert_true(c->alike || has_a_reason(&pos.head));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_R1_1_counts),
        cmocka_unit_test(test_R1_1_lines),
        cmocka_unit_test(test_R1_1_dots),
        cmocka_unit_test(test_R1_2_corners),
        cmocka_unit_test(test_R2_1_pictures),
        cmocka_unit_test(test_R2_1_names),
        cmocka_unit_test(test_R2_1_names_read_back),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_material),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_R7_6_equal_positions),
        cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_R11_maps),
        cmocka_unit_test(test_R11_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
