/* SPDX-License-Identifier: MIT */
/* The rulings of Duell (src/games/duell/rulings.md): dice, moves, attack, the end, counts.  The
 * dice are checked against geometry, the positions against statements made by hand or by other
 * programs. */
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
#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static Pos *read_pos(const char *variant, const char *line, PosBuffer *out)
{
    Fault    fault = { 0 };
    uint32_t packed = 0;
    if (DUELL_TEXT.variant_read(variant, &packed, &fault) != STATUS_OK ||
        DUELL_TEXT.pos_read(packed, line, &out->head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return &out->head;
}

static Pos *read_start(PosBuffer *out)
{
    DUELL_RULES.start(0, &out->head);
    return &out->head;
}

static void play(Pos *pos, const char *words)
{
    Turn  turn;
    Fault fault = { 0 };
    if (turn_read(&DUELL_GAME, pos, words, &turn, &fault) != STATUS_OK)
        fail_msg("%s: %s", words, fault.why);
    turn_apply(&DUELL_GAME, pos, &turn);
}

static const char *reason(Outcome outcome)
{
    return outcome.ending == ENDING_NONE ? "none" : DUELL_GAME.reasons[outcome.reason].word;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* All legal moves in words, sorted, joined by blanks. */
static const char *moves_of(const Pos *pos, char *words, size_t capacity)
{
    static char list[STEPS_MAX][16];
    Step        steps[STEPS_MAX];
    int         count = DUELL_RULES.gen(pos, steps);
    Text        all = text_over(words, capacity);
    for (int i = 0; i < count; i++) {
        Text text = text_over(list[i], sizeof list[i]);
        DUELL_TEXT.step_write(pos, steps[i], &text);
    }
    qsort(list, (size_t)count, sizeof list[0], compare_texts);
    for (int i = 0; i < count; i++)
        text_addf(&all, "%s%s", i == 0 ? "" : " ", list[i]);
    return words;
}

/* ---- dice (R2) ---- */

typedef struct Vector {
    int x, y, z;
} Vector;

static Vector cross(Vector a, Vector b)
{
    return (Vector){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

/* The east face of a die with this top and north face.  `hand` is 1 for n(1) x n(2) = n(3), the
 * real dice, and -1 for mirrored ones. */
static int east_by_geometry(int top, int north, int hand)
{
    for (int east = 1; east <= 6; east++) {
        Vector at[7] = { { 0, 0, 0 } };
        if (east == top || east == north || east == 7 - top || east == 7 - north)
            continue;
        at[top] = (Vector){ 0, 0, 1 };
        at[7 - top] = (Vector){ 0, 0, -1 };
        at[north] = (Vector){ 0, 1, 0 };
        at[7 - north] = (Vector){ 0, -1, 0 };
        at[east] = (Vector){ 1, 0, 0 };
        at[7 - east] = (Vector){ -1, 0, 0 };
        Vector third = cross(at[1], at[2]);
        if (third.x == hand * at[3].x && third.y == hand * at[3].y && third.z == hand * at[3].z)
            return east;
    }
    return 0;
}

static void test_orientations_follow_from_the_corner(void **state)
{
    (void)state;
    int kind = 0;
    for (int top = 1; top <= 6; top++)
        for (int north = 1; north <= 6; north++) {
            if (north == top || north == 7 - top) {
                assert_int_equal(duell_kind_showing(top, north), 0);
                continue;
            }
            kind++;
            assert_int_equal(duell_kind_showing(top, north), kind);
            assert_int_equal(DUELL_FACES[kind].top, top);
            assert_int_equal(DUELL_FACES[kind].north, north);
            assert_int_equal(DUELL_FACES[kind].east, east_by_geometry(top, north, 1));
        }
    assert_int_equal(kind, 24);
}

static void test_rolls_follow_from_the_faces(void **state)
{
    (void)state;
    for (int kind = 1; kind <= 24; kind++) {
        const DuellFaces *f = &DUELL_FACES[kind];
        int               t = f->top, n = f->north, e = f->east;
        assert_int_equal(f->rolled[DUELL_NORTH], duell_kind_showing(7 - n, t));
        assert_int_equal(f->rolled[DUELL_SOUTH], duell_kind_showing(n, 7 - t));
        assert_int_equal(f->rolled[DUELL_EAST], duell_kind_showing(7 - e, n));
        assert_int_equal(f->rolled[DUELL_WEST], duell_kind_showing(e, n));
    }
}

static void test_rolls_are_permutations(void **state)
{
    (void)state;
    for (int d = 0; d < 4; d++) {
        unsigned seen = 0;
        for (int kind = 1; kind <= 24; kind++) {
            int there = DUELL_FACES[kind].rolled[d];
            seen |= 1u << there;
            assert_int_equal(DUELL_FACES[there].rolled[d ^ 2], kind);
        }
        assert_int_equal(seen, 0x1fffffe);
        assert_int_equal(DUELL_FACES[DUELL_KING].rolled[d], DUELL_KING);
    }
}

/* R3.1 */
static void test_start_table(void **state)
{
    static const struct start_case {
        const char *squares;
        int         top, north, east;
        int         orientation;
    } CASES[] = {
        { "A1 I1", 5, 4, 6, 18 }, { "B1 H1", 1, 4, 5, 2 },  { "C1 G1", 2, 4, 1, 6 },
        { "D1 F1", 6, 4, 2, 22 }, { "A8 I8", 5, 3, 1, 17 }, { "B8 H8", 1, 3, 2, 1 },
        { "C8 G8", 2, 3, 6, 5 },  { "D8 F8", 6, 3, 5, 21 },
    };
    PosBuffer    buffer;
    const Duell *duell = duell_of(read_start(&buffer));
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++)
        for (int i = 0; i < 6; i += 3) {
            const char *name = CASES[n].squares + i;
            uint8_t     piece = duell->board[duell_square(name[1] - '1', name[0] - 'A')];
            assert_int_equal(duell_kind(piece), CASES[n].orientation + 1);
            assert_int_equal(duell_colour(piece), name[1] == '8');
            assert_int_equal(DUELL_FACES[duell_kind(piece)].top, CASES[n].top);
            assert_int_equal(DUELL_FACES[duell_kind(piece)].north, CASES[n].north);
            assert_int_equal(DUELL_FACES[duell_kind(piece)].east, CASES[n].east);
        }
    assert_int_equal(duell->king[0], 4);
    assert_int_equal(duell->king[1], 67);
    assert_int_equal(sizeof(Duell), 128);
}

/* R4.6: which of the two orders end alike. */
static void test_equal_orders(void **state)
{
    (void)state;
    for (int kind = 1; kind <= 24; kind++)
        for (int up = 1; up <= 5; up++)
            for (int across = 1; up + across <= 6; across++) {
                Step vertical = duell_step(0, duell_square(up, across), 0);
                Step horizontal = duell_step(0, duell_square(up, across), 1);
                bool alike = up == 4 || across == 4 || (up == 2 && across == 2);
                assert_int_equal(duell_moved(kind, vertical) == duell_moved(kind, horizontal),
                                 alike);
            }
}

/* The four ways in which a 4 can lie on A1, after A1-b4 and after a1-B4. */
static void test_four_on_a1(void **state)
{
    static const int CASES[][5] = {
        { 1, 5, 3, 1, 2 }, { 2, 1, 3, 2, 6 }, { 5, 6, 3, 5, 1 }, { 6, 2, 3, 6, 5 }
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        int kind = duell_kind_showing(4, CASES[n][0]);
        assert_int_equal(duell_moved(kind, duell_step(0, duell_square(3, 1), 0)),
                         duell_kind_showing(CASES[n][1], CASES[n][2]));
        assert_int_equal(duell_moved(kind, duell_step(0, duell_square(3, 1), 1)),
                         duell_kind_showing(CASES[n][3], CASES[n][4]));
    }
}

/* The table of whole moves is what single rolls give, for every kind, way and order. */
static void test_moves_are_rolls(void **state)
{
    (void)state;
    for (int kind = 1; kind <= DUELL_KING; kind++)
        for (int from = 0; from < DUELL_SQUARES; from++)
            for (int to = 0; to < DUELL_SQUARES; to++)
                for (int order = 0; order < 2; order++) {
                    int rows = to / 9 - from / 9, columns = to % 9 - from % 9, rolled = kind;
                    for (int leg = 0; leg < 2; leg++) {
                        int steps = leg == order ? rows : columns;
                        int ahead = leg == order ? (rows > 0 ? DUELL_NORTH : DUELL_SOUTH)
                                                 : (columns > 0 ? DUELL_EAST : DUELL_WEST);
                        for (int n = 0; n < abs(steps); n++)
                            rolled = DUELL_FACES[rolled].rolled[ahead];
                    }
                    assert_int_equal(duell_moved(kind, duell_step(from, to, order)), rolled);
                }
}

/* ---- handedness ---- */

/* The top of a die from its start (6 on top, 4 to the north) after five squares north and one
 * across, for dice of either hand. */
static int top_on_e6(int hand, bool from_east)
{
    int top = 6, north = 4;
    for (int i = 0; i < 5; i++) {
        int old = top;
        top = 7 - north;
        north = old;
    }
    int east = east_by_geometry(top, north, hand);
    return from_east ? east : 7 - east;
}

/* A die on E6 attacks E8 exactly if it shows 2.  Counts cannot see a game in which all dice are
 * mirrored; this can, because there the answers are exchanged. */
static void test_f1_e6_attacks_and_d1_e6_does_not(void **state)
{
    PosBuffer buffer;
    (void)state;
    play(read_start(&buffer), "F1-e6");
    assert_true(duell_is_attacked(duell_of(&buffer.head), DUELL_BLACK));
    assert_int_equal(duell_top(duell_of(&buffer.head)->board[duell_square(5, 4)]), 2);
    assert_int_equal(top_on_e6(1, true), 2);

    play(read_start(&buffer), "D1-e6");
    assert_false(duell_is_attacked(duell_of(&buffer.head), DUELL_BLACK));
    assert_int_equal(duell_top(duell_of(&buffer.head)->board[duell_square(5, 4)]), 5);
    assert_int_equal(top_on_e6(1, false), 5);

    assert_int_equal(top_on_e6(-1, true), 5);
    assert_int_equal(top_on_e6(-1, false), 2);
}

/* ---- the first moves ---- */

static const struct divide_case {
    const char *move;
    int         top, north; /* 0 for the king */
    int         replies;
    int         leaves;
} DIVIDE[] = {
    { "A1-e2", 3, 5, 37, 1373 }, { "D1-h3", 1, 3, 37, 1089 }, { "F1-F7", 1, 3, 25, 720 },
    { "A1-d3+", 6, 3, 4, 148 },  { "D1-g4", 2, 1, 36, 1279 }, { "F1-i4", 2, 1, 35, 1048 },
    { "A1-c4", 3, 2, 36, 1581 }, { "D1-i2", 5, 6, 37, 1151 }, { "F1-h5", 1, 4, 35, 1016 },
    { "A1-b5", 1, 4, 35, 1101 }, { "E1-E2", 0, 0, 37, 1064 }, { "F1-g6", 5, 6, 35, 1428 },
    { "A1-A6", 3, 5, 33, 1232 }, { "F1-a2", 2, 6, 37, 948 },  { "G1-h2", 6, 2, 37, 1495 },
    { "B1-B2", 3, 1, 37, 1328 }, { "F1-b3", 1, 3, 37, 1082 }, { "G1-f2", 1, 2, 37, 910 },
    { "C1-d2", 6, 2, 36, 1296 }, { "F1-c4", 5, 1, 35, 1331 }, { "G1-G3", 5, 3, 37, 1559 },
    { "C1-b2", 1, 2, 37, 1159 }, { "F1-d5", 1, 4, 29, 767 },  { "H1-H2", 3, 1, 37, 1324 },
    { "C1-C3", 5, 3, 37, 1557 }, { "F1-e6+", 2, 6, 3, 114 },  { "I1-e2", 3, 5, 37, 1373 },
    { "D1-a4", 5, 1, 35, 1234 }, { "D1-D7", 1, 3, 25, 757 },  { "I1-f3", 1, 3, 34, 843 },
    { "D1-b5", 1, 4, 35, 1025 }, { "D1-e6", 5, 6, 35, 1570 }, { "I1-g4", 3, 2, 36, 1554 },
    { "D1-c6", 2, 6, 35, 1293 }, { "D1-f5", 1, 4, 29, 747 },  { "I1-h5+", 6, 4, 4, 162 },
    { "I1-I6", 3, 5, 33, 1231 },
};

static void check_divide(const struct divide_case *c)
{
    PosBuffer buffer;
    Pos      *pos = read_start(&buffer);
    Scan      scan = scan_string(c->move);
    Step      step, steps[STEPS_MAX];
    Fault     fault;
    char      words[16];
    Text      text = text_over(words, sizeof words);
    assert_int_equal(duell_read_strict(pos, &scan, &step, &fault), STATUS_OK);
    DUELL_TEXT.step_write(pos, step, &text);
    assert_string_equal(words, c->move);
    DUELL_RULES.apply(pos, step);
    int kind = c->top == 0 ? DUELL_KING : duell_kind_showing(c->top, c->north);
    assert_int_equal(duell_kind(duell_of(pos)->board[duell_to(step)]), kind);
    assert_int_equal(DUELL_RULES.gen(pos, steps), c->replies);
    assert_int_equal(perft_count(&DUELL_GAME, pos, 2, PERFT_TURNS, PERFT_GENERAL), c->leaves);
}

static void test_divide(void **state)
{
    PosBuffer buffer;
    Step      steps[STEPS_MAX];
    (void)state;
    assert_int_equal(DUELL_RULES.gen(read_start(&buffer), steps), COUNT_OF(DIVIDE));
    for (size_t n = 0; n < COUNT_OF(DIVIDE); n++)
        check_divide(&DIVIDE[n]);
}

static void test_replies_to_the_first_attacks(void **state)
{
    static const char *const CASES[][2] = {
        { "A1-d3+", "A8-e7 E8-E7 F8-e3 I8-e7" },
        { "F1-e6+", "A8-e7 E8-E7 I8-e7" },
        { "I1-h5+", "A8-e7 D8-g5 E8-E7 I8-e7" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer buffer;
        char      words[512], plain[512];
        play(read_start(&buffer), CASES[n][0]);
        moves_of(&buffer.head, words, sizeof words);
        size_t kept = 0;
        for (size_t i = 0; words[i] != '\0'; i++) /* answers may attack in their turn */
            if (words[i] != '+')
                plain[kept++] = words[i];
        plain[kept] = '\0';
        assert_string_equal(plain, CASES[n][1]);
    }
}

/* ---- walking the tree: captures, attacks, mates ---- */

typedef struct Tally {
    uint64_t captures, attacks, mates;
    char     mated[16][48]; /* the moves that led to a mate */
    int      mated_count;
} Tally;

static void tally_leaf(const Duell *before, const Duell *after, const char *path, Tally *tally)
{
    int  mover = before->head.side;
    bool attacked = !duell_is_decided(after) && duell_is_attacked(after, 1 - mover);
    tally->captures += after->head.extra == 0;
    tally->attacks += attacked;
    if (!attacked || duell_can_move(after))
        return;
    tally->mates++;
    if (tally->mated_count < 16)
        snprintf(tally->mated[tally->mated_count++], sizeof tally->mated[0], "%s", path);
}

static void walk(const Duell *duell, int depth, const char *path, Tally *tally)
{
    Step steps[STEPS_MAX];
    int  count = DUELL_RULES.gen(&duell->head, steps);
    for (int i = 0; i < count; i++) {
        Duell after = *duell;
        char  longer[48] = "";
        DUELL_RULES.apply(&after.head, steps[i]);
        if (path != NULL) {
            Text text = text_over(longer, sizeof longer);
            text_addf(&text, "%s%s", path, path[0] == '\0' ? "" : " ");
            DUELL_TEXT.step_write(&duell->head, steps[i], &text);
        }
        if (depth == 1)
            tally_leaf(duell, &after, longer, tally);
        else
            walk(&after, depth - 1, path == NULL ? NULL : longer, tally);
    }
}

static void test_captures_attacks_mates(void **state)
{
    static const uint64_t CASES[][3] = {
        { 0, 3, 0 }, { 8, 88, 0 }, { 848, 2723, 10 }, { 39902, 87255, 306 }
    };
    PosBuffer buffer;
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        Tally tally = { 0 };
        walk(duell_of(read_start(&buffer)), (int)n + 1, NULL, &tally);
        assert_int_equal(tally.captures, CASES[n][0]);
        assert_int_equal(tally.attacks, CASES[n][1]);
        assert_int_equal(tally.mates, CASES[n][2]);
    }
}

static void test_ten_mates(void **state)
{
    static const char *const MATES[] = {
        "D1-D7 G8-f7 F1-e6++", "D1-D7 G8-f7 I1-h5++", "D1-D7 G8-h7 F1-e6++", "D1-D7 G8-h7 I1-h5++",
        "D1-D7 I8-I3 F1-e6++", "D1-D7 I8-h4 F1-e6++", "F1-c4 D8-a5 A1-d3++", "F1-c4 D8-f4 A1-d3++",
        "F1-c4 D8-h6 A1-d3++", "F1-c4 D8-i7 A1-d3++",
    };
    PosBuffer buffer;
    Tally     tally = { 0 };
    (void)state;
    walk(duell_of(read_start(&buffer)), 3, "", &tally);
    assert_int_equal(tally.mated_count, COUNT_OF(MATES));
    qsort(tally.mated, COUNT_OF(MATES), sizeof tally.mated[0], compare_texts);
    for (size_t n = 0; n < COUNT_OF(MATES); n++)
        assert_string_equal(tally.mated[n], MATES[n]);
}

/* ---- counts ---- */

static const struct count_case {
    const char *line;
    uint64_t    turns[3], positions[3], free_turns[3];
} COUNTS[] = {
    { "b53,b13,2,bK,1,b23,1,b53/2,b35,4,b15,b21/4,w32,4/w54,8/w21,6,b35,1/9/1,w12,6,w56/1,w14,2,wK,3,"
      "w54 w",
      { 45, 1431, 58120 },
      { 44, 1395, 54345 },
      { 45, 1651, 70875 } },
    { "8,b53/w54,3,bK,4/3,b56,5/1,b12,4,b21,2/3,b13,b62,4/5,w13,3/9/2,w24,b15,w62,wK,w54,2 w",
      { 21, 749, 17381 },
      { 21, 730, 16599 },
      { 21, 976, 24673 } },
    { "b41,b13,b23,1,bK,4/1,w14,6,w31/9/4,b14,1,b35,2/7,b13,1/4,w41,w51,3/3,w36,b65,4/w54,b46,2,wK,"
      "w64,3 b",
      { 37, 1566, 53264 },
      { 37, 1550, 52388 },
      { 39, 1694, 65918 } },
    { "1,b13,b23,2,b63,3/3,bK,1,w13,3/b46,w12,5,b14,1/9/5,b14,3/4,w15,4/5,wK,1,w31,b53/6,w24,2 b",
      { 26, 511, 14222 },
      { 26, 511, 13860 },
      { 27, 641, 20559 } },
    { "4,bK,3,b24/1,b36,7/2,w56,6/1,b15,b21,3,w15,2/1,b63,2,wK,2,w65,1/2,w53,6/6,b54,w31,1/2,b35,3,"
      "w24,2 b",
      { 31, 787, 24320 },
      { 30, 715, 21961 },
      { 33, 1027, 35594 } },
    { "1,b13,b23,6/3,bK,5/9/3,w45,5/5,w36,2,b41/b32,4,b36,3/1,w12,2,b24,2,w31,1/1,w14,wK,2,w64,b42,2 "
      "b",
      { 48, 1870, 79824 },
      { 46, 1742, 71278 },
      { 48, 2198, 103407 } },
};

static void test_middle_game_counts(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(COUNTS); n++) {
        PosBuffer legal, free;
        read_pos("", COUNTS[n].line, &legal);
        read_pos("king-capture", COUNTS[n].line, &free);
        for (int depth = 1; depth <= 3; depth++)
            for (int i = PERFT_GENERAL; i <= PERFT_FAST; i++) {
                assert_int_equal(
                    perft_count(&DUELL_GAME, &legal.head, depth, PERFT_TURNS, (PerftInstance)i),
                    COUNTS[n].turns[depth - 1]);
                assert_int_equal(
                    perft_count(&DUELL_GAME, &legal.head, depth, PERFT_POSITIONS, (PerftInstance)i),
                    COUNTS[n].positions[depth - 1]);
                assert_int_equal(
                    perft_count(&DUELL_GAME, &free.head, depth, PERFT_TURNS, (PerftInstance)i),
                    COUNTS[n].free_turns[depth - 1]);
            }
    }
}

/* One level deeper than perft.txt goes, by the fast instance alone. */
static void test_five_moves_from_the_start(void **state)
{
    static const uint64_t COUNT[2][2] = { { 47801963, 44496997 }, { 64749934, 60323961 } };
    (void)state;
    if (TEST_SHARE > 1)
        skip();
    for (uint32_t variant = 0; variant < 2; variant++)
        for (int kind = PERFT_TURNS; kind <= PERFT_POSITIONS; kind++) {
            PosBuffer buffer;
            DUELL_RULES.start(variant, &buffer.head);
            assert_int_equal(perft_count(&DUELL_GAME, &buffer.head, 5, (PerftKind)kind, PERFT_FAST),
                             COUNT[variant][kind]);
        }
}

/* R4.2: moves of one die on an empty board, by way and by position. */
static void test_moves_of_one_die(void **state)
{
    static const int CASES[][3] = { { 14, 4, 4 },   { 24, 12, 12 }, { 36, 20, 20 },
                                    { 45, 27, 23 }, { 54, 28, 22 }, { 64, 20, 14 } };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer buffer;
        char      line[80];
        snprintf(line, sizeof line, "bK,8/9/9/9/4,w%d,4/9/9/wK,8 w", CASES[n][0]);
        read_pos("", line, &buffer);
        int kings = 2; /* A1-A2, a1-b1 */
        assert_int_equal(perft_count(&DUELL_GAME, &buffer.head, 1, PERFT_TURNS, PERFT_FAST),
                         CASES[n][1] + kings);
        assert_int_equal(perft_count(&DUELL_GAME, &buffer.head, 1, PERFT_POSITIONS, PERFT_FAST),
                         CASES[n][2] + kings);
    }
}

/* ---- positions with everything that is legal in them ---- */

static const struct list_case {
    const char *ruling;
    const char *line;
    int         rolls; /* moves of R4 alone */
    const char *legal;
} LISTS[] = {
    { "R6.1 the king square may be entered although I8 could capture there",
      "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", -1, "E7-E6 E7-E8 e7-d7" },
    { "R5.3 an attack need not be parried if the king wins at once",
      "9/4,wK,2,b31,1/9/9/bK,8/9/9/9 w", -1, "E7-E6 E7-E8 e7-d7 e7-f7" },
    { "R5.2 an attack is parried by the king or by taking the attacker",
      "4,bK,4/9/9/9/9/4,w31,2,b53,1/9/4,wK,4 w", 20, "E1-E2 e1-d1 e1-f1 e3xh3" },
    { "R5.2 a die alone on the way to its king is bound", "4,bK,4/9/4,b51,4/9/4,w42,4/9/9/4,wK,4 b",
      19, "E8-E7 e8-d8 e8-f8" },
    { "R6.3 both moves of the king are suicide", "9/9/9/9/9/9/1,wK,7/bK,8 b", 2, "" },
};

static void test_lists(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(LISTS); n++) {
        PosBuffer buffer;
        Step      steps[STEPS_MAX];
        char      words[2048];
        read_pos("", LISTS[n].line, &buffer);
        moves_of(&buffer.head, words, sizeof words);
        if (strcmp(words, LISTS[n].legal) != 0)
            fail_msg("%s: %s", LISTS[n].ruling, words);
        read_pos("king-capture", LISTS[n].line, &buffer);
        if (LISTS[n].rolls >= 0)
            assert_int_equal(DUELL_RULES.gen(&buffer.head, steps), LISTS[n].rolls);
    }
}

static void test_attacked_in_lists(void **state)
{
    PosBuffer buffer;
    uint8_t   squares[DUELL_PIECES];
    (void)state;
    const Duell *duell = duell_of(read_pos("", LISTS[1].line, &buffer));
    assert_true(duell_is_attacked(duell, DUELL_WHITE));
    duell = duell_of(read_pos("", LISTS[2].line, &buffer));
    assert_int_equal(duell_attackers(duell, duell->king[0], DUELL_BLACK, squares), 1);
    assert_int_equal(squares[0], duell_square(2, 7));
    duell = duell_of(read_pos("", LISTS[0].line, &buffer));
    assert_false(duell_is_attacked(duell, DUELL_WHITE));
}

/* R4.6: the two ways from I1 with a five and with a six. */
static void test_two_paths_from_i1(void **state)
{
    static const struct way_case {
        const char *line, *move;
        int         top, north;
    } CASES[] = {
        { "bK,8/9/9/9/9/9/9/wK,7,w54 w", "I1-h5", 6, 4 },
        { "bK,8/9/9/9/9/9/9/wK,7,w54 w", "i1-H5", 6, 4 },
        { "bK,8/9/9/9/9/9/9/wK,7,w64 w", "I1-h6", 2, 6 },
        { "bK,8/9/9/9/9/9/9/wK,7,w64 w", "i1-H6", 3, 2 },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        PosBuffer buffer;
        play(read_pos("", CASES[n].line, &buffer), CASES[n].move);
        int to = duell_square(CASES[n].move[4] - '1', 7);
        assert_int_equal(duell_kind(duell_of(&buffer.head)->board[to]),
                         duell_kind_showing(CASES[n].top, CASES[n].north));
    }
}

/* ---- the end (R6, R7) ---- */

static const struct end_case {
    const char *ruling, *variant, *line, *move; /* the move is "" where the line itself is meant */
    int         ending, winner;
    const char *reason;
} ENDS[] = {
    { "R6.2 mate after 1. D1-D7 G8-h7 2. I1-h5++", "",
      "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/7,w64,1/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,1 b",
      "", ENDING_WON, 0, "mate" },
    { "R6.3 blockade", "", "9/9/9/9/9/9/1,wK,7/bK,8 b", "", ENDING_WON, 0, "blockade" },
    { "R6.3 no blockade where suicide is allowed", "king-capture", "9/9/9/9/9/9/1,wK,7/bK,8 b", "",
      ENDING_NONE, 0, "none" },
    { "R6.3 no move at all", "", "4,bK,4/9/9/9/9/b14,8/w64,b14,7/wK,w64,b14,6 w", "", ENDING_WON, 1,
      "blockade" },
    { "R7.1 no move at all", "king-capture", "4,bK,4/9/9/9/9/b14,8/w64,b14,7/wK,w64,b14,6 w", "",
      ENDING_WON, 1, "blockade" },
    { "R6.1 king square", "", "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", "E7-E8", ENDING_WON, 0,
      "king-square" },
    { "R6.1 for Black", "", "9/9/9/9/9/wK,8/4,bK,4/9 b", "E2-E1", ENDING_WON, 1, "king-square" },
    { "R6.1 an enemy die on the square is captured", "", "4,b14,4/4,wK,4/9/bK,8/9/9/9/9 w", "E7xE8",
      ENDING_WON, 0, "king-square" },
    { "R6.1 the own king square means nothing", "", "bK,8/9/9/9/9/9/4,wK,4/9 w", "E2-E1",
      ENDING_NONE, 0, "none" },
    { "R6.1 a die on the king square means nothing", "", "9/4,w14,4/9/bK,8/9/9/9/wK,8 w", "E7-E8",
      ENDING_NONE, 0, "none" },
    { "R6.4 two bare kings play on", "", "4,bK,4/9/9/9/9/9/9/4,wK,4 w", "", ENDING_NONE, 0,
      "none" },
    { "R7.1 a king is captured", "king-capture", "9/bK,w12,7/9/9/9/9/9/wK,8 w", "b7xa7", ENDING_WON,
      0, "king-captured" },
    { "R7.1 by Black", "king-capture", "9/wK,b12,7/9/9/9/9/9/bK,8 b", "b7xa7", ENDING_WON, 1,
      "king-captured" },
    { "R7.1 the line of such an end", "king-capture", "9/w15,8/9/9/9/9/9/wK,8 b 0 1", "",
      ENDING_WON, 0, "king-captured" },
    { "R7.1 king takes king on its square", "king-capture", "4,bK,4/4,wK,4/9/9/9/9/9/9 w", "E7xE8",
      ENDING_WON, 0, "king-square" },
    { "R7.1 mate is not the end", "king-capture",
      "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/7,w64,1/9/9/9/w54,w14,w24,1,wK,w64,w24,w14,1 b",
      "", ENDING_NONE, 0, "none" },
    { "R7.2 one ply before the draw", "nocapture=100", "4,bK,4/9/9/9/9/9/9/4,wK,4 w 99 60", "",
      ENDING_NONE, 0, "none" },
    { "R7.2 the draw", "nocapture=100", "4,bK,4/9/9/9/9/9/9/4,wK,4 w 99 60", "E1-E2", ENDING_DRAWN,
      0, "no-capture" },
    { "R7.2 is off by default", "", "4,bK,4/9/9/9/9/9/9/4,wK,4 w 65535 60", "E1-E2", ENDING_NONE, 0,
      "none" },
    { "R7.2 a capture starts the count again", "nocapture=100",
      "bK,8/9/9/9/9/9/1,b14,7/1,wK,7 w 99 60", "B1xB2", ENDING_NONE, 0, "none" },
    { "R7.2 a win goes first: king square", "nocapture=100", "9/4,wK,4/9/bK,8/9/9/9/9 w 99 60",
      "E7-E8", ENDING_WON, 0, "king-square" },
    { "R7.2 a win goes first: blockade", "nocapture=100", "9/9/9/9/9/9/1,wK,7/bK,8 b 100 60", "",
      ENDING_WON, 0, "blockade" },
};

static void test_ends(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(ENDS); n++) {
        const struct end_case *c = &ENDS[n];
        PosBuffer              buffer;
        Step                   steps[STEPS_MAX];
        Pos                   *pos = read_pos(c->variant, c->line, &buffer);
        if (c->move[0] != '\0')
            play(pos, c->move);
        Outcome outcome = DUELL_RULES.outcome(pos);
        if (outcome.ending != c->ending || strcmp(reason(outcome), c->reason) != 0 ||
            (outcome.ending == ENDING_WON && outcome.winner != c->winner))
            fail_msg("%s: %d %d %s", c->ruling, outcome.ending, outcome.winner, reason(outcome));
        assert_int_equal(DUELL_RULES.gen(pos, steps) == 0, outcome.ending != ENDING_NONE);
    }
}

static void test_sentences(void **state)
{
    char sentence[200];
    Text text = text_over(sentence, sizeof sentence);
    (void)state;
    outcome_describe(&DUELL_GAME, (Outcome){ ENDING_WON, 0, DUELL_REASON_MATE }, &text);
    assert_string_equal(sentence, "White wins: Black's king is attacked and cannot be saved");
    text_clear(&text);
    outcome_describe(&DUELL_GAME, (Outcome){ ENDING_DRAWN, 0, DUELL_REASON_NO_CAPTURE }, &text);
    assert_string_equal(sentence, "Draw: nothing has been captured for too long");
}

/* ---- repetition and counters (R7.3, R9.3) ---- */

static const Game *find_duell(const char *name)
{
    return strcmp(name, "duell") == 0 ? &DUELL_GAME : NULL;
}

static void test_repetition_ignores_counters(void **state)
{
    static const char *const ROUND[] = { "E1-E2", "E8-E7", "E2-E1", "E7-E8" };
    Setup                    setup;
    Line                     line;
    Fault                    fault;
    (void)state;
    assert_int_equal(setup_read(find_duell, "duell:nocapture=100;repetition=3", &setup, &fault),
                     STATUS_OK);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    uint64_t key = line_now(&line)->key;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(line_outcome(&line).ending, ENDING_NONE);
        assert_int_equal(line_play(&line, ROUND[i % 4], &fault), STATUS_OK);
    }
    assert_int_equal(line_now(&line)->key, key);
    assert_int_equal(line_outcome(&line).ending, ENDING_DRAWN);
    assert_int_equal(line_outcome(&line).reason, REASON_REPETITION);
    assert_int_equal(line_now(&line)->extra, 8);
    assert_int_equal(duell_of(line_now(&line))->number, 5);
    line_free(&line);
}

static void test_counters_stop_growing(void **state)
{
    PosBuffer buffer;
    (void)state;
    play(read_pos("", "4,bK,4/9/9/9/9/9/9/4,wK,4 b 65535 65535", &buffer), "E8-E7");
    assert_int_equal(buffer.head.extra, 65535);
    assert_int_equal(duell_of(&buffer.head)->number, 65535);
}

/* ---- the half turn (R3.2) ---- */

static void check_half_turn(const Pos *pos)
{
    PosBuffer turned, back;
    Step      steps[STEPS_MAX], images[STEPS_MAX];
    DUELL_SYMMETRY.map_pos(pos, 1, &turned.head);
    DUELL_SYMMETRY.map_pos(&turned.head, 1, &back.head);
    assert_true(DUELL_RULES.repeats(pos, &back.head));
    int count = DUELL_RULES.gen(pos, steps);
    assert_int_equal(DUELL_RULES.gen(&turned.head, images), count);
    for (int i = 0; i < count; i++)
        assert_true(DUELL_RULES.legal(&turned.head, DUELL_SYMMETRY.map_step(pos, steps[i], 1)));
    Outcome here = DUELL_RULES.outcome(pos), there = DUELL_RULES.outcome(&turned.head);
    assert_int_equal(here.ending, there.ending);
    if (here.ending == ENDING_WON)
        assert_int_equal(here.winner, 1 - there.winner);
    for (int kind = PERFT_TURNS; kind <= PERFT_POSITIONS; kind++)
        assert_int_equal(perft_count(&DUELL_GAME, pos, 2, (PerftKind)kind, PERFT_FAST),
                         perft_count(&DUELL_GAME, &turned.head, 2, (PerftKind)kind, PERFT_FAST));
}

static void test_half_turn(void **state)
{
    PosBuffer buffer, turned;
    Random    random = random_seeded(7);
    (void)state;
    DUELL_SYMMETRY.map_pos(read_start(&buffer), 1, &turned.head);
    assert_memory_equal(duell_of(&buffer.head)->board, duell_of(&turned.head)->board,
                        DUELL_SQUARES);
    for (uint32_t game = 0; game < 200; game++) {
        Step steps[STEPS_MAX];
        int  count;
        DUELL_RULES.start(game % 2, &buffer.head);
        for (int ply = 0; ply < 60 && (count = DUELL_RULES.gen(&buffer.head, steps)) > 0; ply++) {
            if (ply % 10 == 9)
                check_half_turn(&buffer.head);
            DUELL_RULES.apply(&buffer.head, steps[random_below(&random, (uint32_t)count)]);
        }
        check_half_turn(&buffer.head);
    }
}

/* ---- the fast facet against the rules facet ---- */

static void test_equal_seeds_equal_games(void **state)
{
    static const char *const VARIANTS[] = { "", "king-capture", "nocapture=100",
                                            "king-capture;nocapture=20" };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(VARIANTS); n++) {
        uint32_t  variant;
        Fault     fault;
        PosBuffer start;
        Random    general = random_seeded(n), fast = general;
        assert_int_equal(DUELL_TEXT.variant_read(VARIANTS[n], &variant, &fault), STATUS_OK);
        DUELL_RULES.start(variant, &start.head);
        for (int game = 0; game < 100; game++) {
            Outcome a, b;
            assert_int_equal(
                perft_playout(&DUELL_GAME, &start.head, &general, 1000, &a, PERFT_GENERAL),
                perft_playout(&DUELL_GAME, &start.head, &fast, 1000, &b, PERFT_FAST));
            assert_int_equal(general.state, fast.state);
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_rolls),
        cmocka_unit_test(test_orientations_follow_from_the_corner),
        cmocka_unit_test(test_rolls_follow_from_the_faces),
        cmocka_unit_test(test_rolls_are_permutations),
        cmocka_unit_test(test_start_table),
        cmocka_unit_test(test_equal_orders),
        cmocka_unit_test(test_four_on_a1),
        cmocka_unit_test(test_f1_e6_attacks_and_d1_e6_does_not),
        cmocka_unit_test(test_divide),
        cmocka_unit_test(test_replies_to_the_first_attacks),
        cmocka_unit_test(test_captures_attacks_mates),
        cmocka_unit_test(test_ten_mates),
        cmocka_unit_test(test_middle_game_counts),
        cmocka_unit_test(test_five_moves_from_the_start),
        cmocka_unit_test(test_moves_of_one_die),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_attacked_in_lists),
        cmocka_unit_test(test_two_paths_from_i1),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_repetition_ignores_counters),
        cmocka_unit_test(test_counters_stop_growing),
        cmocka_unit_test(test_half_turn),
        cmocka_unit_test(test_equal_seeds_equal_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
