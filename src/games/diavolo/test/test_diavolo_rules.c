/* SPDX-License-Identifier: MIT */
/* DiavoloPP, one row or more per ruling (src/games/diavolo/rulings.md, R1 to R8 and R10).
 *
 * A position line shows the rows from the bottom, each from left to right; the fields of n = 3 are
 *
 *      u1,3
 *      u1,2 d1,2 u2,2
 *      u1,1 d1,1 u2,1 d2,1 u3,1        position line `...../.../.`
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/line.h"
#include "core/perft.h"
#include "games/diavolo/diavolo.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* ---- reading and writing ---- */

static void read_line(const char *line, PosBuffer *pos)
{
    unsigned size = 0;
    Fault    fault = { 0 };
    assert_int_equal(sscanf(line, "%u", &size), 1);
    if (DIAVOLO_TEXT.pos_read(size, line, &pos->head, &fault) != STATUS_OK)
        fail_msg("'%s': %s", line, fault.why);
}

static void write_line(const Pos *pos, char line[POS_TEXT_MAX])
{
    Text text = text_over(line, POS_TEXT_MAX);
    DIAVOLO_TEXT.pos_write(pos, &text);
    assert_false(text.full);
}

static void play(const char *rule, PosBuffer *pos, const char *words)
{
    Turn  turn;
    Fault fault = { 0 };
    if (turn_read(&DIAVOLO_GAME, &pos->head, words, &turn, &fault) != STATUS_OK)
        fail_msg("%s: '%s': %s", rule, words, fault.why);
    turn_apply(&DIAVOLO_GAME, &pos->head, &turn);
}

static int field_named(int size, const char *name)
{
    DiavoloField field = { .down = name[0] == 'd' };
    assert_int_equal(sscanf(name + 1, "%d,%d", &field.c, &field.r), 2);
    assert_true(diavolo_field_exists(size, field));
    return diavolo_field_number(size, field);
}

/* ---- R1: the board ---- */

static int beside_count(int size, int field)
{
    int count = 0;
    for (int i = 0; i < diavolo_field_count(size); i++)
        count += diavolo_share_side(diavolo_field(size, field), diavolo_field(size, i));
    return count;
}

/* Four joined fields are a path or a star: no ring of fields is shorter than six. */
static int island_places(int size)
{
    int count = 0;
    for (int i = 0; i < diavolo_field_count(size); i++) {
        int beside = beside_count(size, i);
        count += beside == 3;
        for (int j = 0; j < i; j++)
            if (diavolo_share_side(diavolo_field(size, i), diavolo_field(size, j)))
                count += (beside - 1) * (beside_count(size, j) - 1);
    }
    return count;
}

static const struct board_case {
    int size, fields, points, edges, side_pairs, corner_pairs, islands;
} BOARD_CASES[] = {
    { 3, 9, 10, 18, 9, 15, 15 },
    { 4, 16, 15, 30, 18, 36, 43 },
    { 5, 25, 21, 45, 30, 66, 85 },
    { 6, 36, 28, 63, 45, 105, 141 },
    { 30, 900, 496, 1395, 1305, 3741, 5685 },
};

static void test_counts_of_fields_points_edges(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOARD_CASES); i++) {
        const struct board_case *c = &BOARD_CASES[i];
        int                      side_pairs = 0, corner_pairs = 0;
        for (int a = 0; a < c->fields; a++)
            for (int b = 0; b < a; b++) {
                DiavoloField fa = diavolo_field(c->size, a), fb = diavolo_field(c->size, b);
                bool         share = diavolo_share_side(fa, fb);
                side_pairs += share;
                corner_pairs += diavolo_touch(fa, fb) && !share;
            }
        assert_int_equal(diavolo_field_count(c->size), c->fields);
        assert_int_equal(diavolo_point_count(c->size), c->points);
        assert_int_equal(diavolo_edge_count(c->size), c->edges);
        assert_int_equal(side_pairs, c->side_pairs);
        assert_int_equal(corner_pairs, c->corner_pairs);
        assert_int_equal(island_places(c->size), c->islands);
        int n = c->size;
        assert_int_equal(side_pairs, 3 * n * (n - 1) / 2);
        assert_int_equal(corner_pairs, 3 * (n - 1) * (3 * n - 4) / 2);
    }
}

/* Every field, point and edge has a number and is found again by its corners and ends. */
static void test_numbers_round_trip(void **state)
{
    (void)state;
    for (int n = DIAVOLO_SIZE_MIN; n <= DIAVOLO_SIZE_MAX; n++) {
        for (int i = 0; i < diavolo_field_count(n); i++) {
            DiavoloField field = diavolo_field(n, i), found;
            DiavoloPoint corner[3];
            diavolo_field_corners(field, corner);
            DiavoloPoint turned[3] = { corner[2], corner[0], corner[1] };
            assert_true(diavolo_field_exists(n, field));
            assert_int_equal(diavolo_field_number(n, field), i);
            assert_true(diavolo_field_of(n, turned, &found));
            assert_int_equal(diavolo_field_number(n, found), i);
        }
        for (int i = 0; i < diavolo_point_count(n); i++) {
            assert_true(diavolo_point_exists(n, diavolo_point(n, i)));
            assert_int_equal(diavolo_point_number(n, diavolo_point(n, i)), i);
        }
        for (int i = 0; i < diavolo_edge_count(n); i++) {
            DiavoloEdge  edge = diavolo_edge(n, i), found;
            DiavoloPoint end[2];
            diavolo_edge_ends(edge, end);
            assert_int_equal(diavolo_edge_number(n, edge), i);
            assert_true(diavolo_edge_between(n, end[1], end[0], &found));
            assert_int_equal(diavolo_edge_number(n, found), i);
            assert_true(diavolo_point_number(n, end[0]) < diavolo_point_number(n, end[1]));
        }
    }
}

/* The table of R1.5: the fields beside an edge are those that have both its ends for corners. */
static void test_fields_beside_edges(void **state)
{
    (void)state;
    for (int n = 3; n <= 8; n++)
        for (int i = 0; i < diavolo_edge_count(n); i++) {
            DiavoloPoint end[2], corner[3];
            DiavoloField beside[2];
            diavolo_edge_ends(diavolo_edge(n, i), end);
            int count = diavolo_edge_fields(n, diavolo_edge(n, i), beside), met = 0;
            for (int f = 0; f < diavolo_field_count(n); f++) {
                int shared = 0;
                diavolo_field_corners(diavolo_field(n, f), corner);
                for (int j = 0; j < 3; j++)
                    for (int k = 0; k < 2; k++)
                        shared += corner[j].c == end[k].c && corner[j].r == end[k].r;
                bool listed = false;
                for (int j = 0; j < count; j++)
                    listed = listed || diavolo_field_number(n, beside[j]) == f;
                assert_int_equal(listed, shared == 2);
                met += listed;
            }
            assert_int_equal(met, count);
        }
}

/* R5.6: every edge between two corners of a group is a side of one of its lands. */
static void check_group_edges(int n, const int *fields, int count)
{
    for (int i = 0; i < diavolo_edge_count(n); i++) {
        DiavoloEdge  edge = diavolo_edge(n, i);
        DiavoloPoint end[2];
        DiavoloField beside[2];
        int          sides = diavolo_edge_fields(n, edge, beside), met = 0;
        bool         is_side = false;
        diavolo_edge_ends(edge, end);
        for (int f = 0; f < count; f++) {
            DiavoloPoint corner[3];
            diavolo_field_corners(diavolo_field(n, fields[f]), corner);
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 2; k++)
                    met |= (corner[j].c == end[k].c && corner[j].r == end[k].r) << k;
            for (int j = 0; j < sides; j++)
                is_side = is_side || diavolo_field_number(n, beside[j]) == fields[f];
        }
        assert_true(met != 3 || is_side);
    }
}

static bool shares(int n, int a, int b)
{
    return diavolo_share_side(diavolo_field(n, a), diavolo_field(n, b));
}

/* All 431 places for a group on n = 7: 49 of one land, 63 of two, 108 of three, 211 of four. */
static int places[5];

static void check_place(int n, const int *fields, int count)
{
    check_group_edges(n, fields, count);
    places[count]++;
}

static void check_places_from(int n, int a, int b)
{
    int all = diavolo_field_count(n);
    if (a < b)
        check_place(n, (int[]){ a, b }, 2);
    for (int c = 0; c < all; c++) {
        if (b < c && shares(n, a, c))
            check_place(n, (int[]){ a, b, c }, 3);
        for (int d = 0; d < all; d++) {
            bool path = a < b && c != b && d != a && shares(n, a, c) && shares(n, b, d);
            bool star = b < c && c < d && shares(n, a, c) && shares(n, a, d);
            if (path || star)
                check_place(n, (int[]){ a, b, c, d }, 4);
        }
    }
}

static void test_no_bridge_within_a_group(void **state)
{
    (void)state;
    int n = 7, all = diavolo_field_count(7);
    memset(places, 0, sizeof places);
    for (int a = 0; a < all; a++) {
        check_place(n, &a, 1);
        for (int b = 0; b < all; b++)
            if (shares(n, a, b))
                check_places_from(n, a, b);
    }
    assert_int_equal(places[1], 49);
    assert_int_equal(places[2], 63);
    assert_int_equal(places[3], 108);
    assert_int_equal(places[4], 211);
    assert_int_equal(places[1] + places[2] + places[3] + places[4], 431);
}

/* ---- legal turns: the worked examples of the specification, E1 to E8, and more ---- */

static const struct list_case {
    const char *rule;
    const char *position;
    int         pairs;
    const char *others; /* all turns that are no land moves, in the order of the generator */
} LIST_CASES[] = {
    { "E1 white", "3 r...w/.w./. w3,1-2,2 w n 1", 6, "3,2-2,3" },
    { "E1 red has one land only", "3 r...w/.w./. w3,1-2,2 r n 1", 6, "" },
    { "E2 red", "3 rr..w/rw./w w3,1-2,2 r n 1", 0, "pass" },
    { "E2 white", "3 rr..w/rw./w w3,1-2,2 w n 1", 0, "3,2-2,3 pass" },
    { "E3", "4 w...w../...../w.w/. w2,1-3,1 w n 1", 54, "1,2-1,3 3,2-3,3 3,2-2,3 1,4-2,4" },
    { "E4", "5 ........./..w..w./...../.../. - w n 1", 253, "3,2-4,2 3,2-3,3 2,3-3,3" },
    { "E4 after the bridge", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1", 210, "" },
    { "E4 R5.2 a taken point stays taken", "5 ........./..w..w./...../.../. w3,2-4,2 w n 1", 210,
      "2,3-3,3" },
    { "E5", "4 www.w../...../.../. - w n 1", 45, "2,2-3,2" },
    { "E6 R6.1 single lands but no pair", "4 wrwr.rw/ww.rw/rrw/w - r n 1", 0, "3,1-4,1 pass" },
    { "E7", "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1", 3,
      "3,1-4,1 4,1-3,2 3,2-4,2 2,2-2,3 3,2-2,3" },
    { "E8", "3 w...w/.../. - r s 1", 21, "swap" },
    { "E8 R3.3 no swap after the swap", "3 w...w/.../. - r n 2", 21, "" },

    { "R3.1 the first move is two lands", "3 ...../.../. - w f 1", 36, "" },
    { "R3.1 on the largest board too", NULL, 404550, "" },
    { "R3.3 no swap on a later turn", "3 w...w/.../. - r n 1", 21, "" },
    { "R4.2 around an island one field is left", "3 wwww./.../. - w n 1", 0, "pass" },
    { "R4.1 lands of the other colour do not matter", "3 rrrr./.../. - w n 1", 10, "" },
    { "R4.2 islands of the other colour do not matter", "3 rrr../r../. - w n 1", 10, "" },
    { "R4.2 two territories may touch", "3 w.w../.../. - w n 1", 21, "1,2-2,2" },
    { "R5.1 both ends on own corners", "3 w...r/.../. - w n 1", 21, "" },
    { "R5.3 not along a land of the other colour", "3 w.r.w/.../. - w n 1", 15, "" },
    { "R5.5 bridges on the border", "3 w...w/.../. - w n 1", 21, "2,1-3,1" },
    { "R6.1 no pass while there is a pair", "3 rrww./.../. - r n 1", 10, "" },
    { "R6.3 red's last turn", "3 w...w/r../. - r l 1", 15, "pass" },
    { "R7 nothing is left in phase e", "3 w...w/.../. - r e 1", 0, "" },
    { "R7 no bridge in phase s", "3 r...r/.../. - r s 1", 21, "swap" },
};

typedef struct Tally {
    const Pos *pos;
    int        pairs;
    Text       others;
} Tally;

static bool tally_turn(void *context, const Turn *turn, const Pos *after)
{
    Tally *tally = context;
    (void)after;
    if (turn->count == 2) {
        tally->pairs++;
        return true;
    }
    if (tally->others.length > 0)
        text_char(&tally->others, ' ');
    turn_write(&DIAVOLO_GAME, tally->pos, turn, &tally->others);
    return true;
}

static void test_legal_turns(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(LIST_CASES); i++) {
        const struct list_case *c = &LIST_CASES[i];
        PosBuffer               pos;
        char                    words[1024];
        if (c->position != NULL)
            read_line(c->position, &pos);
        else
            DIAVOLO_RULES.start(DIAVOLO_SIZE_MAX, &pos.head);
        Tally tally = { .pos = &pos.head, .others = text_over(words, sizeof words) };
        assert_true(turn_each(&DIAVOLO_GAME, &pos.head, tally_turn, &tally));
        if (tally.pairs != c->pairs || strcmp(words, c->others) != 0)
            fail_msg("%s: %d pairs and '%s'", c->rule, tally.pairs, words);
    }
}

/* Which fields may hold a land, taken alone? */
static const struct open_case {
    const char *rule;
    const char *position;
    const char *open; /* for the side to move */
} OPEN_CASES[] = {
    { "E1 blocked fields are not free", "3 r...w/.w./. w3,1-2,2 w n 1", "d1,1 u1,2 u2,2 u1,3" },
    { "E1 for neither side", "3 r...w/.w./. w3,1-2,2 r n 1", "d1,1 u1,2 u2,2 u1,3" },
    { "E5 R4.1 d2,1 and R4.2 u1,2", "4 www.w../...../.../. - w n 1",
      "d3,1 u4,1 d1,2 u2,2 d2,2 u3,2 u1,3 d1,3 u2,3 u1,4" },
    { "E6 u3,1 alone or u2,2 alone", "4 wrwr.rw/ww.rw/rrw/w - r n 1", "u3,1 u2,2" },
    { "R4.2 nothing beside or around an island", "4 wwww.../...../.../. - w n 1",
      "u4,1 u1,3 d1,3 u2,3 u1,4" },
    { "R4.2 a star closes all around", "5 .....w.../...www./...../.../. - w n 1",
      "u1,1 d1,1 u2,1 u5,1 u1,2 u1,4 d1,4 u2,4 u1,5" },
};

static void test_open_fields(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(OPEN_CASES); i++) {
        const struct open_case *c = &OPEN_CASES[i];
        PosBuffer               pos;
        char                    words[512];
        Text                    text = text_over(words, sizeof words);
        read_line(c->position, &pos);
        int size = (int)pos.head.variant;
        for (int f = 0; f < diavolo_field_count(size); f++) {
            DiavoloField field = diavolo_field(size, f);
            if (diavolo_is_open(&pos.head, pos.head.side, f))
                text_addf(&text, "%s%c%d,%d", text.length == 0 ? "" : " ", field.down ? 'd' : 'u',
                          field.c, field.r);
        }
        if (strcmp(words, c->open) != 0)
            fail_msg("%s: open are %s", c->rule, words);
    }
}

/* ---- what a turn leads to ---- */

static const struct turn_case {
    const char *rule;
    const char *before;
    const char *turn;
    const char *after; /* NULL: rejected */
} TURN_CASES[] = {
    { "R3.1 white begins", "3 ...../.../. - w f 1", "u1,1+u3,1", "3 w...w/.../. - r s 1" },
    { "R3.1 no swap for white", "3 ...../.../. - w f 1", "swap", NULL },
    { "R3.2 swap: red moves again", "3 w...w/.../. - r s 1", "swap", "3 w...w/.../. - r n 2" },
    { "R3.3 without the swap the offer is gone", "3 w...w/.../. - r s 1", "d1,1+u2,1",
      "3 wrr.w/.../. - w n 1" },
    { "R3.3 no swapping back", "3 w...w/.../. - r n 2", "swap", NULL },
    { "R3.4 the seat stays", "3 w...w/.../. - r n 2", "d1,1+u2,1", "3 wrr.w/.../. - w n 2" },
    { "R4.3 one land is not a move", "3 w...w/.../. - w n 1", "d1,1", NULL },
    { "R4.4 not twice on one field", "3 w...w/.../. - w n 1", "d1,1+d1,1", NULL },
    { "R4.4 not on a land", "3 w...r/.../. - w n 1", "u3,1+d1,1", NULL },
    { "R4.5 any order", "3 w...w/.../. - w n 1", "u1,3+d1,1", "3 ww..w/.../w - r n 1" },
    { "R4.1 the pair makes five", "4 ww..ww./...../.../. - w n 1", "u2,1+d2,1", NULL },
    { "R4.2 the pair makes an island that touches", "4 ww..w../...../.../. - w n 1", "u2,1+u1,2",
      NULL },
    { "R4.2 islands at a distance", "5 ww.....ww/......./...../.../. - w n 1", "u2,1+u1,2",
      "5 www....ww/w....../...../.../. - r n 1" },
    { "R5.4 the fields beside are blocked", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1",
      "d3,1+u1,1", NULL },
    { "R5.4 on both sides", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1", "u3,2+u1,1", NULL },
    { "R5 a bridge is a complete turn", "5 ........./..w..w./...../.../. - w n 1", "3,2-4,2",
      "5 ........./..w..w./...../.../. w3,2-4,2 r n 1" },
    { "R6.1 a side that can build a bridge may pass", "3 rr..w/rw./w w3,1-2,2 w n 1", "pass",
      "3 rr..w/rw./w w3,1-2,2 r l 1" },
    { "R6.1 no pass with a land move", "3 w...w/.../. - w n 1", "pass", NULL },
    { "R6.2 red passes", "3 rr..w/rw./w w3,1-2,2 r n 1", "pass", "3 rr..w/rw./w w3,1-2,2 r e 1" },
    { "R6.3 red's last turn, lands", "3 w...w/r../. - r l 1", "d1,1+d1,2",
      "3 wr..w/rr./. - r e 1" },
    { "R6.3 red's last turn, a bridge", "4 wrwr.rw/ww.rw/rrw/w - r l 1", "3,1-4,1",
      "4 wrwr.rw/ww.rw/rrw/w r3,1-4,1 r e 1" },
    { "R6.3 red may pass with a land move", "3 w...w/r../. - r l 1", "pass",
      "3 w...w/r../. - r e 1" },
    { "R6.4 nothing after the end", "3 w...w/r../. - r e 1", "pass", NULL },
};

static void test_turns(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(TURN_CASES); i++) {
        const struct turn_case *c = &TURN_CASES[i];
        PosBuffer               pos;
        Turn                    turn;
        Fault                   fault = { 0 };
        char                    after[POS_TEXT_MAX];
        read_line(c->before, &pos);
        Status status = turn_read(&DIAVOLO_GAME, &pos.head, c->turn, &turn, &fault);
        if ((status == STATUS_OK) != (c->after != NULL))
            fail_msg("%s: %s", c->rule, status == STATUS_OK ? "not rejected" : fault.why);
        if (c->after == NULL)
            continue;
        turn_apply(&DIAVOLO_GAME, &pos.head, &turn);
        write_line(&pos.head, after);
        if (strcmp(after, c->after) != 0)
            fail_msg("%s: after it stands %s", c->rule, after);
    }
}

/* ---- R8: score and result ---- */

static const struct score_case {
    const char *rule;
    const char *position;
    int         points[2], islands[2], bridges[2];
} SCORE_CASES[] = {
    { "E2 bridges alone", "3 rr..w/rw./w w3,1-2,2 r n 1", { 0, 0 }, { 0, 0 }, { 1, 0 } },
    { "E7 a territory carries the connection",
      "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1",
      { 4, 0 },
      { 3, 0 },
      { 2, 0 } },
    { "E7 after the bridge 3,1-4,1",
      "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5;w3,1-4,1 r n 1",
      { 6, 0 },
      { 3, 0 },
      { 3, 0 } },
    { "E7b one end rests on two groups",
      "5 www..w.../w..w.w./...../www/w w2,2-3,2;w3,3-2,4 w n 1",
      { 3, 0 },
      { 2, 0 },
      { 2, 0 } },
    { "R8.1 red's bridges join no white islands",
      "10 .................../................./......r.r....../.wwww...wwww./.........../"
      "........./......./...../.../. r4,4-5,4 w n 1",
      { 2, 0 },
      { 2, 0 },
      { 0, 1 } },
    { "R8.2 an island alone", "3 rrrr./.../. - w n 1", { 0, 1 }, { 0, 1 }, { 0, 0 } },
};

static void test_scores(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SCORE_CASES); i++) {
        const struct score_case *c = &SCORE_CASES[i];
        PosBuffer                pos;
        IslandsScore             score[2];
        read_line(c->position, &pos);
        diavolo_score(&pos.head, score);
        for (int side = 0; side < 2; side++)
            if (score[side].points != c->points[side] || score[side].islands != c->islands[side] ||
                score[side].bridges != c->bridges[side])
                fail_msg("%s: side %d has %d points, %d islands, %d bridges", c->rule, side,
                         score[side].points, score[side].islands, score[side].bridges);
    }
}

static const struct result_case {
    const char *rule;
    const char *position;
    const char *result;
} RESULT_CASES[] = {
    { "R6 the game continues", "3 rr..w/rw./w w3,1-2,2 r n 1", "" },
    { "E2 R8.3 bridges decide", "3 rr..w/rw./w w3,1-2,2 r e 1",
      "white bridges points 0-0 islands 0-0 bridges 1-0 seat 1" },
    { "R3.4 the winner's seat after a swap", "3 rr..w/rw./w w3,1-2,2 r e 2",
      "white bridges points 0-0 islands 0-0 bridges 1-0 seat 2" },
    { "R8.3 points decide", "3 rrrr./.../w - r e 1",
      "red points points 0-1 islands 0-1 bridges 0-0 seat 2" },
    { "R8.3 islands decide: a network of two against three alone",
      "8 www..w.....rrrr/w..w.w......./.......rrrr/www....../w....../rrrr./.../. "
      "w2,2-3,2;w3,3-2,4 r e 1",
      "red islands points 3-3 islands 2-3 bridges 2-0 seat 2" },
    { "R8.3 all is equal", "3 w...w/.../r - r e 1",
      "draw equal points 0-0 islands 0-0 bridges 0-0" },
};

static void test_results(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(RESULT_CASES); i++) {
        const struct result_case *c = &RESULT_CASES[i];
        PosBuffer                 pos;
        char                      words[256];
        Text                      text = text_over(words, sizeof words);
        read_line(c->position, &pos);
        outcome_write(&DIAVOLO_GAME, &pos.head, DIAVOLO_RULES.outcome(&pos.head), &text);
        if (strcmp(words, c->result) != 0)
            fail_msg("%s: '%s'", c->rule, words);
    }
}

/* ---- worked examples that need several turns ---- */

static void test_e4_taken_point(void **state)
{
    (void)state;
    PosBuffer pos;
    read_line("5 ........./..w..w./...../.../. - w n 1", &pos);
    play("E4", &pos, "3,2-4,2");
    assert_true(diavolo_blocking(&pos.head, field_named(5, "d3,1")) >= 0);
    assert_true(diavolo_blocking(&pos.head, field_named(5, "u3,2")) >= 0);
    assert_true(diavolo_blocking(&pos.head, field_named(5, "d2,2")) < 0);
    assert_true(diavolo_point_is_taken(&pos.head, diavolo_point_number(5, (DiavoloPoint){ 3, 2 })));
    play("E4", &pos, "u1,1+u5,1");
    play("E4", &pos, "2,3-3,3");
}

static void test_e7_third_bridge(void **state)
{
    (void)state;
    PosBuffer    pos;
    IslandsScore score[2];
    read_line("6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1", &pos);
    play("E7", &pos, "3,1-4,1");
    diavolo_score(&pos.head, score);
    assert_int_equal(score[0].points, 6);
    assert_int_equal(score[0].network_count, 1);
    assert_int_equal(score[0].network[0], 3);
}

static void test_e8_swap(void **state)
{
    (void)state;
    PosBuffer pos;
    char      line[POS_TEXT_MAX];
    DIAVOLO_RULES.start(3, &pos.head);
    play("E8", &pos, "u3,1+u1,1");
    write_line(&pos.head, line);
    assert_string_equal(line, "3 w...w/.../. - r s 1");
    play("E8", &pos, "swap");
    write_line(&pos.head, line);
    assert_string_equal(line, "3 w...w/.../. - r n 2");
    assert_int_equal(pos.head.side, DIAVOLO_RED);
    assert_int_equal(diavolo_white_seat(&pos.head), 2);
}

/* ---- counts ---- */

static const struct perft_case {
    int      size;
    uint64_t count[8];
    int      depths;
} PERFT_CASES[] = {
    { 3, { 36, 792, 8766, 34650, 58818, 70062, 37884, 0 }, 8 },
    { 4, { 120, 11040, 740046 }, 3 },
    { 5, { 300, 76200 }, 2 },
    { 6, { 630, 354060 }, 2 },
    { 30, { 404550 }, 1 },
};

static void test_perft(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(PERFT_CASES); i++)
        for (int depth = 1; depth <= PERFT_CASES[i].depths; depth++) {
            const struct perft_case *c = &PERFT_CASES[i];
            PosBuffer                pos;
            DIAVOLO_RULES.start((uint32_t)c->size, &pos.head);
            uint64_t want = c->count[depth - 1];
            if (TEST_SHARE > 1 && want > 100000)
                continue;
            uint64_t fast = perft_count(&DIAVOLO_GAME, &pos.head, depth, PERFT_TURNS, PERFT_FAST);
            if (fast != want)
                fail_msg("n = %d, depth %d: %llu", c->size, depth, (unsigned long long)fast);
            if (want > 100000)
                continue;
            assert_true(perft_count(&DIAVOLO_GAME, &pos.head, depth, PERFT_TURNS, PERFT_GENERAL) ==
                        want);
            assert_true(perft_count(&DIAVOLO_GAME, &pos.head, depth, PERFT_POSITIONS,
                                    PERFT_GENERAL) == want);
        }
}

static const struct divide_case {
    const char *turn;
    uint64_t    below[6];
} DIVIDE_CASES[] = {
    { "u1,1+d1,1", { 22, 231, 906, 1550, 1814, 960 } },
    { "u1,1+u3,1", { 22, 246, 1013, 1826, 2254, 1216 } },
    { "d1,1+d2,1", { 22, 246, 997, 1782, 2194, 1184 } },
};

static void test_divide(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(DIVIDE_CASES); i++) {
        PosBuffer pos;
        DIAVOLO_RULES.start(3, &pos.head);
        play("divide", &pos, DIVIDE_CASES[i].turn);
        for (int depth = 1; depth <= 6; depth++)
            assert_int_equal(perft_count(&DIAVOLO_GAME, &pos.head, depth, PERFT_TURNS, PERFT_FAST),
                             DIVIDE_CASES[i].below[depth - 1]);
    }
}

static bool count_subtotal(void *context, const Turn *turn, const Pos *after)
{
    static const uint64_t VALUE[5] = { 231, 241, 246, 251, 266 };
    int                  *times = context;
    uint64_t              below = perft_count(&DIAVOLO_GAME, after, 2, PERFT_TURNS, PERFT_GENERAL);
    (void)turn;
    for (int i = 0; i < 5; i++)
        times[i] += below == VALUE[i];
    return true;
}

/* Depth-2 subtotals below the 36 first moves: 231 (12 times), 241 (9), 246 (6), 251 (3), 266 (6). */
static void test_subtotals(void **state)
{
    (void)state;
    PosBuffer pos;
    int       times[5] = { 0 };
    DIAVOLO_RULES.start(3, &pos.head);
    turn_each(&DIAVOLO_GAME, &pos.head, count_subtotal, times);
    assert_int_equal(times[0], 12);
    assert_int_equal(times[1], 9);
    assert_int_equal(times[2], 6);
    assert_int_equal(times[3], 3);
    assert_int_equal(times[4], 6);
}

/* Every game of n = 3 to its end; the value is that of best play for the side of `pos`. */
typedef struct Games {
    uint64_t white, drawn, red, by_ply[9];
    int      ply;
    int      best;
    int      mover;
} Games;

static int walk_games(Games *games, const Pos *pos);

static bool walk_turn(void *context, const Turn *turn, const Pos *after)
{
    Games *games = context;
    (void)turn;
    int best = games->best, mover = games->mover;
    games->ply++;
    int value = walk_games(games, after); /* for White */
    games->ply--;
    value = mover == DIAVOLO_WHITE ? value : -value;
    games->best = value > best ? value : best;
    games->mover = mover;
    return true;
}

/* 1 White wins, 0 draw, -1 Red wins, with best play of both colours. */
static int walk_games(Games *games, const Pos *pos)
{
    Outcome outcome = DIAVOLO_RULES.outcome(pos);
    if (outcome.ending != ENDING_NONE) {
        games->by_ply[games->ply]++;
        games->drawn += outcome.ending == ENDING_DRAWN;
        games->white += outcome.ending == ENDING_WON && outcome.winner == DIAVOLO_WHITE;
        games->red += outcome.ending == ENDING_WON && outcome.winner == DIAVOLO_RED;
        return outcome.ending == ENDING_DRAWN ? 0 : outcome.winner == DIAVOLO_WHITE ? 1 : -1;
    }
    games->best = -2;
    games->mover = pos->side;
    int mover = pos->side;
    turn_each(&DIAVOLO_GAME, pos, walk_turn, games);
    return mover == DIAVOLO_WHITE ? games->best : -games->best;
}

static void test_complete_games(void **state)
{
    (void)state;
    PosBuffer pos;
    Games     games = { .ply = 0 };
    DIAVOLO_RULES.start(3, &pos.head);
    walk_games(&games, &pos.head);
    assert_int_equal(games.white, 17796);
    assert_int_equal(games.drawn, 38928);
    assert_int_equal(games.red, 19044);
    assert_int_equal(games.white + games.drawn + games.red, 75768);
    assert_int_equal(games.by_ply[6], 37884);
    assert_int_equal(games.by_ply[7], 37884);
}

static bool value_of_first(void *context, const Turn *turn, const Pos *after)
{
    Games     games = { .ply = 1 };
    PosBuffer swapped;
    (void)turn;
    ++*(int *)context;
    assert_int_equal(walk_games(&games, after), 0);
    game_copy(&DIAVOLO_GAME, after, &swapped.head);
    DIAVOLO_RULES.apply(&swapped.head, islands_step(ISLANDS_SWAP, 0));
    assert_int_equal(walk_games(&games, &swapped.head), 0);
    return true;
}

/* With best play n = 3 is a draw after each first move, with or without the swap.  After a swap the
 * persons have changed, the colours have not: the value counts colours. */
static void test_smallest_board_is_a_draw(void **state)
{
    (void)state;
    PosBuffer pos;
    int       moves = 0;
    DIAVOLO_RULES.start(3, &pos.head);
    turn_each(&DIAVOLO_GAME, &pos.head, value_of_first, &moves);
    assert_int_equal(moves, 36);
}

/* ---- what a land closes is few and near ---- */

static void check_closed(const Pos *pos, int field)
{
    PosBuffer after;
    int       size = (int)pos->variant, side = pos->side, closed = 0;
    game_copy(&DIAVOLO_GAME, pos, &after.head);
    DIAVOLO_RULES.apply(&after.head, islands_step(ISLANDS_STONE, (uint32_t)field));
    for (int i = 0; i < diavolo_field_count(size); i++) {
        bool before = diavolo_is_open(pos, side, i);
        bool now = diavolo_is_open(&after.head, side, i);
        assert_true(before || !now);
        if (i == field || before == now)
            continue;
        int distance = diavolo_field(size, i).r - diavolo_field(size, field).r;
        closed++;
        assert_true(distance >= -3 && distance <= 3);
    }
    assert_true(closed <= 44);
}

static void test_land_closes_at_most_44_fields(void **state)
{
    (void)state;
    Random random = random_seeded(17);
    Step   steps[STEPS_MAX];
    for (int game = 0; game < 20; game++) {
        PosBuffer pos;
        DIAVOLO_RULES.start(12, &pos.head);
        for (int count; (count = DIAVOLO_RULES.gen(&pos.head, steps)) > 0;) {
            uint32_t pick = random_below(&random, (uint32_t)count);
            if (islands_kind(steps[pick]) == ISLANDS_STONE && pos.head.phase == 0)
                check_closed(&pos.head, (int)islands_value(steps[pick]));
            DIAVOLO_RULES.apply(&pos.head, steps[pick]);
        }
    }
}

/* ---- R10: the maps of the triangle ---- */

static void test_maps(void **state)
{
    (void)state;
    for (int n = 3; n <= 9; n++)
        for (int map = 0; map < DIAVOLO_MAPS; map++) {
            int hits[DIAVOLO_EDGES_MAX] = { 0 };
            for (int i = 0; i < diavolo_edge_count(n); i++) {
                DiavoloField beside[2], image[2];
                int          mapped = diavolo_map_edge(n, i, map);
                int          count = diavolo_edge_fields(n, diavolo_edge(n, i), beside);
                hits[mapped]++;
                assert_int_equal(diavolo_edge_fields(n, diavolo_edge(n, mapped), image), count);
                for (int j = 0; j < count; j++) {
                    int number = diavolo_field_number(n, beside[j]);
                    assert_int_equal(diavolo_map_field(n, number, map),
                                     diavolo_field_number(n, image[j]));
                }
            }
            for (int i = 0; i < diavolo_edge_count(n); i++)
                assert_int_equal(hits[i], 1);
            for (int a = 0; a < diavolo_field_count(n); a++)
                for (int b = 0; b < a; b++)
                    assert_int_equal(shares(n, a, b), shares(n, diavolo_map_field(n, a, map),
                                                             diavolo_map_field(n, b, map)));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_of_fields_points_edges),
        cmocka_unit_test(test_numbers_round_trip),
        cmocka_unit_test(test_fields_beside_edges),
        cmocka_unit_test(test_no_bridge_within_a_group),
        cmocka_unit_test(test_legal_turns),
        cmocka_unit_test(test_open_fields),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_e4_taken_point),
        cmocka_unit_test(test_e7_third_bridge),
        cmocka_unit_test(test_e8_swap),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_divide),
        cmocka_unit_test(test_subtotals),
        cmocka_unit_test(test_complete_games),
        cmocka_unit_test(test_smallest_board_is_a_draw),
        cmocka_unit_test(test_land_closes_at_most_44_fields),
        cmocka_unit_test(test_maps),
    };
    return cmocka_run_group_tests_name("diavolo rules", tests, NULL, NULL);
}
