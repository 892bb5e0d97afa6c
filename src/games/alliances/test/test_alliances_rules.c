/* SPDX-License-Identifier: MIT */
/* Alliances: the board, the worked examples of the rulings (src/games/alliances/rulings.md, R1 to R6, R8),
 * and what must hold in any game.
 *
 * What is expected of random positions is computed here a second time, cell by cell from the
 * definition in R2.1 and by plain search, using nothing of games/alliances except names of cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/setup.h"
#include "core/line.h"
#include "core/perft.h"
#include "core/turn.h"
#include "games/alliances/alliances.h"
#include "games/alliances/alliances_board.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const char COLOURS[] = "opg";

/* ---- a board by definition ---- */

typedef struct Plain {
    int  side, count;
    int  row[ALLIANCES_CELLS_MAX], column[ALLIANCES_CELLS_MAX];
    int  degree[ALLIANCES_CELLS_MAX];
    int  neighbour[ALLIANCES_CELLS_MAX][6];
    int  border[ALLIANCES_CELLS_MAX]; /* side of the board, or -1 */
    char disc[ALLIANCES_CELLS_MAX];   /* 'x' or the letter of a colour */
} Plain;

static bool plain_exists(int s, int i, int x)
{
    int di = i - s, dx = x - (2 * s - 2);
    if (abs(di) > s - 1 || ((di + dx) & 1) != 0 || abs(di) + abs(dx) > 2 * s - 2)
        return false;
    if (di == 0 && abs(dx) == 2 * s - 2)
        return false;
    return !(abs(di) == s - 1 && abs(dx) == s - 1);
}

/* The table of sides in R1.3. */
static int plain_border(int s, int i, int x)
{
    int di = i - s, dx = x - (2 * s - 2);
    if (di == -(s - 1))
        return ALLIANCES_N;
    if (di == s - 1)
        return ALLIANCES_S;
    if (abs(di) + abs(dx) != 2 * s - 2)
        return -1;
    if (di < 0)
        return dx > 0 ? ALLIANCES_NE : ALLIANCES_NW;
    return dx > 0 ? ALLIANCES_SE : ALLIANCES_SW;
}

static const int AROUND[6][2] = { { 0, -2 }, { 0, 2 }, { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } };

static int plain_find(const Plain *b, int i, int x)
{
    for (int n = 0; n < b->count; n++)
        if (b->row[n] == i && b->column[n] == x)
            return n;
    return -1;
}

static void plain_make(Plain *b, int s)
{
    memset(b, 0, sizeof *b);
    b->side = s;
    memset(b->disc, 'x', sizeof b->disc);
    for (int i = 1; i <= 2 * s - 1; i++)
        for (int x = 0; x <= 4 * s; x++)
            if (plain_exists(s, i, x)) {
                b->row[b->count] = i;
                b->column[b->count] = x;
                b->border[b->count++] = plain_border(s, i, x);
            }
    for (int n = 0; n < b->count; n++)
        for (int d = 0; d < 6; d++) {
            int to = plain_find(b, b->row[n] + AROUND[d][0], b->column[n] + AROUND[d][1]);
            if (to >= 0)
                b->neighbour[n][b->degree[n]++] = to;
        }
}

static AlliancesCell cell_of(const Plain *b, int n)
{
    return (AlliancesCell){ (int8_t)b->row[n], (int8_t)b->column[n] };
}

/* The discs of a position. */
static void plain_take(Plain *b, const Pos *pos)
{
    if (b->side != (int)pos->variant)
        plain_make(b, (int)pos->variant);
    for (int n = 0; n < b->count; n++) {
        int colour = alliances_at(pos, cell_of(b, n));
        b->disc[n] = colour == ALLIANCES_EMPTY ? 'x' : COLOURS[colour];
    }
}

/* The table of R3.1, in letters: what each player uses for each colour. */
static const char *const USES[2][3] = { { "op", "pg", "go" }, { "og", "po", "gp" } };

/* The number of cells on a shortest chain between the sides of a colour over cells whose letter is
 * in `usable` and which are not `closed`; 0 where there is none. */
static int plain_distance(const Plain *b, int colour, const char *usable, const bool *closed)
{
    int queue[ALLIANCES_CELLS_MAX], far[ALLIANCES_CELLS_MAX] = { 0 }, head = 0, tail = 0;
    for (int n = 0; n < b->count; n++)
        if (b->border[n] == colour && strchr(usable, b->disc[n]) != NULL &&
            (closed == NULL || !closed[n])) {
            far[n] = 1;
            queue[tail++] = n;
        }
    while (head < tail) {
        int n = queue[head++];
        if (b->border[n] == colour + 3)
            return far[n];
        for (int d = 0; d < b->degree[n]; d++) {
            int to = b->neighbour[n][d];
            if (far[to] == 0 && strchr(usable, b->disc[to]) != NULL &&
                (closed == NULL || !closed[to])) {
                far[to] = far[n] + 1;
                queue[tail++] = to;
            }
        }
    }
    return 0;
}

static bool plain_connected(const Plain *b, int player, int colour)
{
    return plain_distance(b, colour, USES[player][colour], NULL) > 0;
}

static bool plain_blocked(const Plain *b, int player, int colour)
{
    char usable[4];
    snprintf(usable, sizeof usable, "%sx", USES[player][colour]);
    return plain_distance(b, colour, usable, NULL) == 0;
}

/* ---- positions in words ---- */

static Alliances at(const char *line)
{
    Alliances p;
    Fault     fault = { 0 };
    if (ALLIANCES_TEXT.pos_read((uint32_t)(line[0] - '0'), line, &p.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return p;
}

static void write_line(const Pos *pos, char line[POS_TEXT_MAX])
{
    Text text = text_over(line, POS_TEXT_MAX);
    ALLIANCES_TEXT.pos_write(pos, &text);
    assert_false(text.full);
}

static Step step_at(const Pos *pos, const char *turn)
{
    Scan    scan = scan_string(turn);
    Step    step = 0;
    Message why;
    if (ALLIANCES_TEXT.step_read(pos, &scan, &step, &why) != STATUS_OK)
        fail_msg("%s: %s", turn, why.def->key);
    return step;
}

/* ---- R1, R2: the board ---- */

static void test_geometry(void **state)
{
    static const struct {
        int         side, cells;
        const char *rows;
        int         pairs, supply;
    } BOARDS[] = {
        { 3, 13, "1 4 3 4 1", 24, 6 },
        { 4, 31, "2 5 6 5 6 5 2", 72, 12 },
        { 5, 55, "3 6 7 8 7 8 7 6 3", 138, 20 },
        { 6, 85, "4 7 8 9 10 9 10 9 8 7 4", 222, 30 },
        { 7, 121, "5 8 9 10 11 12 11 12 11 10 9 8 5", 324, 42 },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(BOARDS); n++) {
        Plain b;
        char  rows[64];
        Text  text = text_over(rows, sizeof rows);
        int   side = BOARDS[n].side, ends = 0;
        plain_make(&b, side);
        assert_int_equal(b.count, BOARDS[n].cells);
        assert_int_equal(alliances_cell_count(side), BOARDS[n].cells);
        assert_int_equal(alliances_supply(side), BOARDS[n].supply);
        assert_int_equal(3 * alliances_supply(side) - BOARDS[n].cells, 5); /* R4.2 */
        for (int i = 1; i <= 2 * side - 1; i++) {
            int length = 0;
            for (int c = 0; c < b.count; c++)
                length += b.row[c] == i;
            text_addf(&text, "%s%d", i == 1 ? "" : " ", length);
        }
        assert_string_equal(rows, BOARDS[n].rows);
        for (int c = 0; c < b.count; c++)
            ends += b.degree[c];
        assert_int_equal(ends, 2 * BOARDS[n].pairs);
    }
}

static void test_degrees(void **state)
{
    Plain b;
    int   count[7] = { 0 };
    (void)state;
    plain_make(&b, 7);
    for (int n = 0; n < b.count; n++)
        count[b.degree[n]]++;
    assert_int_equal(count[3], 12);
    assert_int_equal(count[4], 18);
    assert_int_equal(count[5], 6);
    assert_int_equal(count[6], 85);
}

/* The game's cells, numbers, sides and sets are those of the definition. */
static void test_cells(void **state)
{
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++) {
        Plain b;
        plain_make(&b, side);
        for (int i = -1; i <= 2 * side + 1; i++)
            for (int x = -1; x <= 4 * side; x++)
                assert_int_equal(alliances_exists(side, (AlliancesCell){ (int8_t)i, (int8_t)x }),
                                 plain_exists(side, i, x));
        assert_int_equal(set_count(ALLIANCES_BOARDS[side].cells), b.count);
        for (int n = 0; n < b.count; n++) {
            AlliancesCell cell = cell_of(&b, n), found = alliances_cell(side, n);
            int           spot = alliances_cell_spot(side, cell);
            assert_int_equal(alliances_number(side, cell), n);
            assert_int_equal(found.row, cell.row);
            assert_int_equal(found.column, cell.column);
            assert_int_equal(alliances_border(side, cell), b.border[n]);
            Set around = set_and(set_spread(set_bit(spot)), ALLIANCES_BOARDS[side].cells);
            assert_int_equal(set_count(around), b.degree[n] + 1);
            for (int d = 0; d < b.degree[n]; d++)
                assert_true(
                    set_has(around, alliances_cell_spot(side, cell_of(&b, b.neighbour[n][d]))));
            Set same = spot_set(spot), bit = set_bit(spot);
            assert_memory_equal(&same, &bit, sizeof bit);
        }
    }
}

/* Missing corner n lies between side n and the next one. */
static int missing_corner(int s, int i, int x)
{
    int di = i - s, dx = x - (2 * s - 2);
    if (di == 0 && abs(dx) == 2 * s - 2)
        return dx > 0 ? ALLIANCES_NE : ALLIANCES_SW;
    if (abs(di) != s - 1 || abs(dx) != s - 1)
        return -1;
    if (di < 0)
        return dx > 0 ? ALLIANCES_N : ALLIANCES_NW;
    return dx > 0 ? ALLIANCES_SE : ALLIANCES_S;
}

/* R5.6: an arc holds the two sides between the sides of a colour, and all that lies around the
 * three missing corners there. */
static void test_arcs(void **state)
{
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++) {
        Plain b;
        plain_make(&b, side);
        for (int n = 0; n < b.count; n++) {
            bool in[6] = { false };
            for (int arc = 0; arc < 6; arc++)
                in[arc] = b.border[n] >= 0 &&
                          (b.border[n] == (arc + 1) % 6 || b.border[n] == (arc + 2) % 6);
            for (int d = 0; d < 6; d++) {
                int corner =
                    missing_corner(side, b.row[n] + AROUND[d][0], b.column[n] + AROUND[d][1]);
                for (int k = 0; corner >= 0 && k < 3; k++)
                    in[(corner + 6 - k) % 6] = true;
            }
            int spot = alliances_cell_spot(side, cell_of(&b, n));
            for (int colour = 0; colour < 3; colour++) {
                const Ends *arcs = &ALLIANCES_BOARDS[side].arcs[colour];
                assert_int_equal(set_has(arcs->one, spot), in[colour]);
                assert_int_equal(set_has(arcs->other, spot), in[colour + 3]);
            }
        }
    }
}

static void list_border(int side, int border, Text *out)
{
    Plain b;
    plain_make(&b, side);
    for (int n = 0; n < b.count; n++)
        if (alliances_border(side, cell_of(&b, n)) == border) {
            text_add(out, out->length == 0 ? "" : " ");
            alliances_name_write(cell_of(&b, n), out);
        }
}

static void test_sides(void **state)
{
    static const struct {
        int         side, border;
        const char *cells;
    } SIDES[] = {
        { 7, ALLIANCES_N, "a8 a10 a12 a14 a16" },
        { 7, ALLIANCES_NE, "b19 c20 d21 e22 f23" },
        { 7, ALLIANCES_SE, "h23 i22 j21 k20 l19" },
        { 7, ALLIANCES_S, "m8 m10 m12 m14 m16" },
        { 7, ALLIANCES_SW, "h1 i2 j3 k4 l5" },
        { 7, ALLIANCES_NW, "b5 c4 d3 e2 f1" },
        { 4, ALLIANCES_N, "a5 a7" },
        { 4, ALLIANCES_NE, "b10 c11" },
        { 4, ALLIANCES_SE, "e11 f10" },
        { 4, ALLIANCES_S, "g5 g7" },
        { 4, ALLIANCES_SW, "e1 f2" },
        { 4, ALLIANCES_NW, "b2 c1" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(SIDES); n++) {
        char words[64];
        Text text = text_over(words, sizeof words);
        list_border(SIDES[n].side, SIDES[n].border, &text);
        assert_string_equal(words, SIDES[n].cells);
    }
}

/* Border cells that belong to no side, and the three examples of neighbours. */
static void test_names(void **state)
{
    static const char *const NO_SIDE[] = { "b7", "b17", "g2", "g22", "l7", "l17" };
    static const char *const NEAR[] = { "a8 a10 b7 b9", "b17 a16 b15 b19 c16 c18",
                                        "f23 e22 f21 g22" };
    Plain                    b;
    (void)state;
    plain_make(&b, 7);
    for (size_t n = 0; n < COUNT_OF(NO_SIDE); n++) {
        Scan          scan = scan_string(NO_SIDE[n]);
        AlliancesCell cell;
        assert_true(alliances_name_read(7, &scan, &cell));
        assert_int_equal(alliances_border(7, cell), -1);
        assert_true(b.degree[alliances_number(7, cell)] == 5);
    }
    for (size_t n = 0; n < COUNT_OF(NEAR); n++) {
        char          words[64];
        Text          text = text_over(words, sizeof words);
        Scan          scan = scan_string(NEAR[n]);
        AlliancesCell cell;
        assert_true(alliances_name_read(7, &scan, &cell));
        int from = alliances_number(7, cell);
        alliances_name_write(cell, &text);
        for (int to = 0; to < b.count; to++)
            for (int d = 0; d < b.degree[from]; d++)
                if (b.neighbour[from][d] == to) {
                    text_char(&text, ' ');
                    alliances_name_write(cell_of(&b, to), &text);
                }
        assert_string_equal(words, NEAR[n]);
    }
}

/* ---- R4 to R6: worked examples ---- */

#define E1 "4 ox/xxpxx/xxoxxx/xxxxx/xxoxxx/xxpxx/ox ---"
#define E2 "4 ox/xxoxx/xxoxxx/xxxxx/xxoxxx/xxoxx/ox ---"
#define E3 "4 xx/xxxxx/xxxxxo/xxxxx/xxxxxx/xxxxx/xx ---"
#define E4 "4 xg/xxxxx/xxxxxx/ppppx/xoxxxx/xxoxx/xx ---"
#define E5 "4 xx/xxgxx/xxogxx/xxoxx/xxxoxx/xxoxg/ox ---"
#define E6 "4 xp/gxxxo/pxxxxx/ggggx/oxxxxp/xxxxx/ox ---"

static const struct turn_case {
    const char *rule;
    const char *before;
    const char *turn;
    const char *marks;   /* and the player to move */
    const char *outcome; /* "" while the game continues */
} TURN_CASES[] = {
    { "R5.1 a chain with the ally", E1 " 1", "p@d6", "1-- 2", "" },
    { "R5.3 it may be the opponent's", E1 " 2", "o@d6", "1-- 1", "" },
    { "R5.3 no matter who places it", E1 " 2", "p@d6", "1-- 1", "" },
    { "R5.1 the third colour is of no use", E1 " 1", "g@d6", "--- 2", "" },
    { "R5.1 nor to player 2", E1 " 2", "g@d6", "--- 1", "" },
    { "R6.3 one colour decides all", E2 " 1", "o@d6", "121 2", "player1 two-colours won 121" },
    { "R6.3 for the mover", E2 " 2", "o@d6", "221 1", "player2 two-colours won 221" },
    { "R5.2 a covered side", E3 " 2", "o@b10", "-2- 1", "" },
    { "R5.3 no matter who covers it", E3 " 1", "o@b10", "-2- 2", "" },
    { "R5.2 covered by the ally: nothing", E3 " 1", "g@b10", "--- 2", "" },
    { "R5.5 one colour for each", E4 " 2", "p@d10", "1-2 1", "" },
    { "R5.5 no matter who moves", E4 " 1", "p@d10", "1-2 2", "" },
    { "R5.3 a gift to the opponent", E5 " 1", "g@a7", "2-- 2", "" },
    { "R5.5 three at once", E6 " 2", "g@d10", "212 1", "player2 two-colours won 212" },
    { "R5.4 a won colour is final", "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2", "g@a7",
      "1-- 1", "" },
};

static void test_turns(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(TURN_CASES); n++) {
        const struct turn_case *c = &TURN_CASES[n];
        Alliances               p = at(c->before);
        char                    line[POS_TEXT_MAX], outcome[128] = "";
        Text                    text = text_over(outcome, sizeof outcome);
        Fault                   fault = { 0 };
        ALLIANCES_RULES.apply(&p.head, step_at(&p.head, c->turn));
        write_line(&p.head, line);
        outcome_write(&ALLIANCES_GAME, &p.head, ALLIANCES_RULES.outcome(&p.head), &text);
        if (strcmp(line + strlen(line) - 5, c->marks) != 0 || strcmp(outcome, c->outcome) != 0 ||
            ALLIANCES_RULES.check(&p.head, &fault) != STATUS_OK)
            fail_msg("%s: %s gives %s, %s %s", c->rule, c->turn, line, outcome, fault.why);
        Step steps[STEPS_MAX];
        assert_int_equal(ALLIANCES_RULES.gen(&p.head, steps) == 0, outcome[0] != '\0');
    }
}

/* The statements about connected and blocked players after the examples' moves. */
static void test_statements(void **state)
{
    static const struct {
        const char *before, *turn;
        const char *connected, *blocked; /* words of player and colour: "1o" */
    } CASES[] = {
        { E1 " 1", "p@d6", "1o", "" },  { E2 " 1", "o@d6", "1o 2o", "1p 2g" },
        { E3 " 2", "o@b10", "", "1p" }, { E4 " 2", "p@d10", "", "2o 1g" },
        { E5 " 1", "g@a7", "2o", "" },  { E6 " 2", "g@d10", "2g", "1o 2p" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        Alliances p = at(CASES[n].before);
        Plain     b = { .side = 0 };
        ALLIANCES_RULES.apply(&p.head, step_at(&p.head, CASES[n].turn));
        plain_take(&b, &p.head);
        for (int player = 0; player < 2; player++)
            for (int colour = 0; colour < 3; colour++) {
                char word[3] = { (char)('1' + player), COLOURS[colour], '\0' };
                bool connected = strstr(CASES[n].connected, word) != NULL;
                bool blocked = strstr(CASES[n].blocked, word) != NULL;
                if (alliances_connected(&p.head, player, colour) != connected ||
                    alliances_blocked(&p.head, player, colour) != blocked ||
                    plain_connected(&b, player, colour) != connected ||
                    plain_blocked(&b, player, colour) != blocked)
                    fail_msg("%s %s: %s", CASES[n].before, CASES[n].turn, word);
            }
    }
}

static void test_start(void **state)
{
    PosBuffer start;
    char      line[POS_TEXT_MAX];
    Step      steps[STEPS_MAX];
    (void)state;
    ALLIANCES_RULES.start(7, &start.head);
    write_line(&start.head, line);
    assert_string_equal(line, "7 xxxxx/xxxxxxxx/xxxxxxxxx/xxxxxxxxxx/xxxxxxxxxxx/xxxxxxxxxxxx/"
                              "xxxxxxxxxxx/xxxxxxxxxxxx/xxxxxxxxxxx/xxxxxxxxxx/xxxxxxxxx/xxxxxxxx/"
                              "xxxxx --- 1");
    assert_int_equal(ALLIANCES_RULES.gen(&start.head, steps), 363);
    assert_int_equal(ALLIANCES_RULES.size(7), sizeof(Alliances));
}

static void test_allies(void **state)
{
    (void)state;
    for (int player = 0; player < 2; player++)
        for (int colour = 0; colour < 3; colour++)
            assert_int_equal(COLOURS[alliances_ally(player, colour)], USES[player][colour][1]);
}

/* ---- what holds in any game ---- */

typedef struct Facts {
    bool connected[2][3], blocked[2][3];
} Facts;

static Facts facts_of(Plain *b, const Pos *pos)
{
    Facts facts;
    plain_take(b, pos);
    for (int player = 0; player < 2; player++)
        for (int colour = 0; colour < 3; colour++) {
            facts.connected[player][colour] = plain_connected(b, player, colour);
            facts.blocked[player][colour] = plain_blocked(b, player, colour);
            assert_int_equal(facts.connected[player][colour],
                             alliances_connected(pos, player, colour));
            assert_int_equal(facts.blocked[player][colour], alliances_blocked(pos, player, colour));
        }
    return facts;
}

/* R5.5: what a disc of colour c can do. */
static void check_powers(const Facts *before, const Facts *after, int c)
{
    for (int colour = 0; colour < 3; colour++) {
        int helped = alliances_ally(0, colour) == c ? 0 : 1;
        for (int player = 0; player < 2; player++) {
            if (colour == c || player == helped)
                assert_int_equal(before->blocked[player][colour], after->blocked[player][colour]);
            if (colour != c && player != helped)
                assert_int_equal(before->connected[player][colour],
                                 after->connected[player][colour]);
            /* Discs never leave. */
            assert_true(after->connected[player][colour] || !before->connected[player][colour]);
            assert_true(after->blocked[player][colour] || !before->blocked[player][colour]);
        }
    }
}

/* R5.3, R5.4, word for word. */
static void check_winners(const Pos *before, const Pos *after, const Facts *facts)
{
    for (int colour = 0; colour < 3; colour++) {
        bool wins[2];
        int  expected = alliances_winner(before, colour);
        for (int player = 0; player < 2; player++)
            wins[player] = facts->connected[player][colour] || facts->blocked[1 - player][colour];
        if (expected == SIDE_NONE && (wins[0] || wins[1]))
            expected = wins[0] && wins[1] ? before->side : wins[0] ? 0 : 1;
        assert_int_equal(alliances_winner(after, colour), expected);
        if (alliances_winner(before, colour) == SIDE_NONE)
            assert_false(facts->blocked[0][colour] && facts->blocked[1][colour]);
    }
}

/* R6.3: a chain of one colour between its sides. */
static void check_single_chain(const Plain *b, const Pos *before, const Pos *after)
{
    static const char *const ALONE[3] = { "o", "p", "g" };
    for (int colour = 0; colour < 3; colour++) {
        if (plain_distance(b, colour, ALONE[colour], NULL) == 0)
            continue;
        int won[2] = { 0, 0 };
        for (int c = 0; c < 3; c++) {
            assert_true(alliances_winner(after, c) != SIDE_NONE);
            won[alliances_winner(after, c)]++;
        }
        if (before->extra == 0) {
            assert_int_equal(alliances_winner(after, colour), before->side);
            assert_int_equal(won[before->side], 2);
        }
    }
}

static int play_and_check(int side, uint64_t seed)
{
    Random    random = random_seeded(seed);
    Alliances now;
    Plain     b = { .side = 0 };
    Step      steps[STEPS_MAX];
    int       count, turns = 0;
    ALLIANCES_RULES.start((uint32_t)side, &now.head);
    Facts before = facts_of(&b, &now.head);
    while ((count = ALLIANCES_RULES.gen(&now.head, steps)) > 0) {
        Alliances last = now;
        Step      step = steps[random_below(&random, (uint32_t)count)];
        ALLIANCES_RULES.apply(&now.head, step);
        Facts after = facts_of(&b, &now.head);
        check_powers(&before, &after, alliances_step_colour(step));
        check_winners(&last.head, &now.head, &after);
        check_single_chain(&b, &last.head, &now.head);
        before = after;
        turns++;
    }
    assert_int_equal(ALLIANCES_RULES.outcome(&now.head).ending, ENDING_WON); /* R6.2 */
    return turns;
}

static void test_random_games(void **state)
{
    static const int GAMES[ALLIANCES_SIDE_MAX + 1] = { 0, 0, 0, 400, 150, 40, 20, 12 };
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++)
        for (int n = 0; n < GAMES[side]; n++)
            assert_in_range(play_and_check(side, (uint64_t)(1000 * side + n)), 2,
                            (uintmax_t)alliances_cell_count(side));
}

/* A disc at random that decides nothing and keeps off the chain; nothing if none is found. */
static void lay_company(Alliances *p, Random *random, const Step *chain, int length)
{
    Step steps[STEPS_MAX];
    int  count = ALLIANCES_RULES.gen(&p->head, steps);
    for (int tries = 0; tries < 20; tries++) {
        Step      step = steps[random_below(random, (uint32_t)count)];
        Alliances next = *p;
        bool      is_off = true;
        for (int n = 0; n < length; n++)
            is_off = is_off && step_spot(step) != step_spot(chain[n]);
        ALLIANCES_RULES.apply(&next.head, step);
        if (is_off && next.head.extra == p->head.extra) {
            *p = next;
            return;
        }
    }
}

/* Single-colour chains are rare in random games; here one is laid on purpose, zigzag from N to S,
 * in random order and with random company. */
static void test_single_chains(void **state)
{
    int seen = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        Random    random = random_seeded(seed);
        Plain     b = { .side = 0 };
        Alliances now, last;
        Step      chain[2 * ALLIANCES_SIDE_MAX];
        int       side = 4 + (int)(seed % 3), length = 2 * side - 1;
        for (int i = 0; i < length; i++) {
            int column = 2 * side - 2 - (side + 1 + i) % 2;
            chain[i] = alliances_step(side, ALLIANCES_ORANGE,
                                      (AlliancesCell){ (int8_t)(i + 1), (int8_t)column });
        }
        for (uint32_t n = (uint32_t)length - 1; n > 0; n--) {
            uint32_t other = random_below(&random, n + 1);
            Step     kept = chain[n];
            chain[n] = chain[other];
            chain[other] = kept;
        }
        ALLIANCES_RULES.start((uint32_t)side, &now.head);
        for (int n = 0; n < length && ALLIANCES_RULES.legal(&now.head, chain[n]); n++) {
            last = now;
            ALLIANCES_RULES.apply(&now.head, chain[n]);
            plain_take(&b, &now.head);
            check_single_chain(&b, &last.head, &now.head);
            seen += last.head.extra == 0 && plain_distance(&b, ALLIANCES_ORANGE, "o", NULL) > 0;
            for (uint32_t more = random_below(&random, 3); more > 0 && n + 1 < length; more--)
                if (now.head.extra == 0)
                    lay_company(&now, &random, chain, length);
        }
    }
    assert_true(seen > 100);
}

/* R6.2: on a full board who is not connected is blocked. */
static void test_full_boards(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        Random random = random_seeded((uint64_t)round);
        Plain  b;
        int    side = 3 + round % 5, left[3];
        plain_make(&b, side);
        for (int colour = 0; colour < 3; colour++)
            left[colour] = alliances_supply(side);
        for (int n = 0; n < b.count; n++) {
            int colour = (int)random_below(&random, 3);
            while (left[colour] == 0)
                colour = (colour + 1) % 3;
            left[colour]--;
            b.disc[n] = COLOURS[colour];
        }
        for (int player = 0; player < 2; player++)
            for (int colour = 0; colour < 3; colour++)
                assert_true(plain_connected(&b, player, colour) !=
                            plain_blocked(&b, player, colour));
    }
}

/* ---- R4.2: supply ---- */

/* Lay orange discs at random, none that ends the game; false if that cannot continue. */
static bool lay_orange(Alliances *p, Random *random)
{
    while (alliances_left(&p->head, ALLIANCES_ORANGE) > 0) {
        Step steps[STEPS_MAX], fine[STEPS_MAX];
        int  count = ALLIANCES_RULES.gen(&p->head, steps), fine_count = 0;
        for (int i = 0; i < count; i++) {
            Alliances next = *p;
            ALLIANCES_RULES.apply(&next.head, steps[i]);
            if (alliances_step_colour(steps[i]) == ALLIANCES_ORANGE &&
                ALLIANCES_RULES.outcome(&next.head).ending == ENDING_NONE)
                fine[fine_count++] = steps[i];
        }
        if (fine_count == 0)
            return false;
        ALLIANCES_RULES.apply(&p->head, fine[random_below(random, (uint32_t)fine_count)]);
    }
    return true;
}

static void test_supply(void **state)
{
    Random    random = random_seeded(5);
    Alliances p;
    Step      steps[STEPS_MAX];
    Fault     fault = { 0 };
    (void)state;
    do
        ALLIANCES_RULES.start(4, &p.head);
    while (!lay_orange(&p, &random));
    assert_int_equal(alliances_left(&p.head, ALLIANCES_ORANGE), 0);
    int count = ALLIANCES_RULES.gen(&p.head, steps);
    assert_int_equal(count, 2 * (31 - 12));
    for (int i = 0; i < count; i++) {
        assert_true(alliances_step_colour(steps[i]) != ALLIANCES_ORANGE);
        Step orange = (steps[i] & ~(Step)3) | ALLIANCES_ORANGE;
        assert_false(ALLIANCES_RULES.legal(&p.head, orange));
        char words[16];
        Text text = text_over(words, sizeof words);
        ALLIANCES_TEXT.step_write(&p.head, orange, &text);
        Turn    turn;
        Message why;
        assert_int_equal(turn_explain(&ALLIANCES_GAME, &p.head, words, &turn, &why),
                         STATUS_ILLEGAL);
        assert_string_equal(why.def->key, "supply");
        assert_string_equal(why.arg[1].term->key, "orange");
        assert_int_equal(turn_read(&ALLIANCES_GAME, &p.head, words, &turn, &fault), STATUS_ILLEGAL);
        assert_string_equal(fault.why, "all 12 orange discs are on the board (R4.2)");
    }
    for (int depth = 1; depth <= 2; depth++)
        assert_int_equal(perft_count(&ALLIANCES_GAME, &p.head, depth, PERFT_TURNS, PERFT_GENERAL),
                         perft_count(&ALLIANCES_GAME, &p.head, depth, PERFT_TURNS, PERFT_FAST));
}

/* ---- equal discs, equal bytes ---- */

static void test_order_of_discs_does_not_matter(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        Random    random = random_seeded(seed);
        Alliances a, b;
        Step      laid[40], steps[STEPS_MAX];
        ALLIANCES_RULES.start(6, &a.head);
        b = a;
        for (int n = 0; n < 40; n++) {
            int count = ALLIANCES_RULES.gen(&a.head, steps);
            laid[n] = steps[random_below(&random, (uint32_t)count)];
            ALLIANCES_RULES.apply(&a.head, laid[n]);
        }
        for (uint32_t n = 39; n > 0; n--) {
            uint32_t other = random_below(&random, n + 1);
            Step     kept = laid[n];
            laid[n] = laid[other];
            laid[other] = kept;
        }
        for (int n = 0; n < 40; n++)
            ALLIANCES_RULES.apply(&b.head, laid[n]);
        if (a.head.extra == b.head.extra)
            assert_memory_equal(&a, &b, sizeof a);
    }
}

/* ---- why a colour was won ---- */

static bool are_neighbours(const Plain *b, int from, int to)
{
    for (int d = 0; d < b->degree[from]; d++)
        if (b->neighbour[from][d] == to)
            return true;
    return false;
}

static void check_chain(const Plain *b, int winner, int colour, const AlliancesCells *cells)
{
    for (int i = 0; i < cells->count; i++)
        assert_non_null(strchr(USES[winner][colour], b->disc[cells->cell[i]]));
    assert_int_equal(b->border[cells->cell[0]], colour);
    assert_int_equal(b->border[cells->cell[cells->count - 1]], colour + 3);
    assert_int_equal(cells->count, plain_distance(b, colour, USES[winner][colour], NULL));
}

/* A fence alone parts the sides, on a board that is open everywhere else; without any one of its
 * discs it does not. */
static void check_fence(const Plain *b, int winner, int colour, const AlliancesCells *cells)
{
    bool closed[ALLIANCES_CELLS_MAX] = { false };
    assert_false(plain_connected(b, winner, colour));
    for (int i = 0; i < cells->count; i++) {
        assert_int_equal(b->disc[cells->cell[i]], USES[winner][colour][1]);
        closed[cells->cell[i]] = true;
    }
    assert_int_equal(plain_distance(b, colour, "xopg", closed), 0);
    for (int i = 0; i < cells->count; i++) {
        closed[cells->cell[i]] = false;
        assert_true(plain_distance(b, colour, "xopg", closed) > 0);
        closed[cells->cell[i]] = true;
    }
}

static void check_why(Plain *b, const Pos *pos, int seen[2])
{
    plain_take(b, pos);
    for (int colour = 0; colour < 3; colour++) {
        AlliancesCells cells;
        int            winner = alliances_winner(pos, colour);
        bool           is_won = alliances_why_won(pos, colour, &cells);
        assert_int_equal(is_won, winner != SIDE_NONE);
        if (!is_won)
            continue;
        assert_in_range(cells.count, 1, ALLIANCES_CELLS_MAX);
        for (int i = 1; i < cells.count; i++)
            assert_true(are_neighbours(b, cells.cell[i - 1], cells.cell[i]));
        seen[cells.is_fence]++;
        if (cells.is_fence)
            check_fence(b, winner, colour, &cells);
        else
            check_chain(b, winner, colour, &cells);
        Message why = alliances_why_message(pos, colour, &cells);
        assert_string_equal(why.def->ruling, cells.is_fence ? "R5.2" : "R5.1");
        assert_int_equal(why.cells.count, cells.count < TOUCHES_MAX ? cells.count : TOUCHES_MAX);
    }
}

static void test_why_won(void **state)
{
    static const int GAMES[ALLIANCES_SIDE_MAX + 1] = { 0, 0, 0, 300, 150, 40, 20, 15 };
    int              seen[2] = { 0, 0 };
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++)
        for (int n = 0; n < GAMES[side]; n++) {
            Random    random = random_seeded((uint64_t)(77 * side + n));
            Alliances now;
            Plain     b = { .side = 0 };
            Step      steps[STEPS_MAX];
            int       count;
            ALLIANCES_RULES.start((uint32_t)side, &now.head);
            while ((count = ALLIANCES_RULES.gen(&now.head, steps)) > 0)
                ALLIANCES_RULES.apply(&now.head, steps[random_below(&random, (uint32_t)count)]);
            check_why(&b, &now.head, seen);
        }
    assert_true(seen[0] > 100 && seen[1] > 100);
}

static void test_why_messages(void **state)
{
    static const struct {
        const char *position;
        int         colour;
        const char *sentence, *cells;
    } CASES[] = {
        { "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2", ALLIANCES_ORANGE,
          "player 1 has won orange: a chain of 7 orange and purple discs joins its two sides "
          "(R5.1)",
          "a5 b6 c5 d6 e5 f6 g5" },
        { "4 xx/xxxxo/xxxxxo/xxxxx/xxxxxx/xxxxx/xx -2- 1", ALLIANCES_PURPLE,
          "player 2 has won purple: a fence of 2 orange discs separates its two sides for player 1 "
          "(R5.2)",
          "c11 b10" },
        { "4 xp/gxxxo/pxxxxx/ggggg/oxxxxp/xxxxx/ox 212 1", ALLIANCES_GREEN,
          "player 2 has won green: a chain of 7 green and purple discs joins its two sides (R5.1)",
          "e11 d10 d8 d6 d4 d2 c1" },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        Alliances      p = at(CASES[n].position);
        AlliancesCells cells;
        char           words[256], names[128];
        Text           text = text_over(words, sizeof words), list = text_over(names, sizeof names);
        assert_true(alliances_why_won(&p.head, CASES[n].colour, &cells));
        Message why = alliances_why_message(&p.head, CASES[n].colour, &cells);
        message_write(&why, &ALLIANCES_GAME, 4, &LANGUAGE_ENGLISH, &text);
        for (int i = 0; i < cells.count; i++) {
            text_add(&list, i == 0 ? "" : " ");
            alliances_name_write(alliances_cell(4, cells.cell[i]), &list);
        }
        assert_string_equal(words, CASES[n].sentence);
        assert_string_equal(names, CASES[n].cells);
    }
}

/* ---- R8 ---- */

static void check_map(const Pos *pos, int map)
{
    PosBuffer mapped, back;
    bool      exchanged = map >= 6;
    ALLIANCES_SYMMETRY.map_pos(pos, map, &mapped.head);
    for (int colour = 0; colour < 3; colour++) {
        int image = exchanged ? (map - 6 + 3 - colour) % 3 : (colour + map) % 3;
        for (int player = 0; player < 2; player++) {
            int as = exchanged ? 1 - player : player;
            assert_int_equal(alliances_connected(pos, player, colour),
                             alliances_connected(&mapped.head, as, image));
            assert_int_equal(alliances_blocked(pos, player, colour),
                             alliances_blocked(&mapped.head, as, image));
        }
        assert_int_equal(alliances_left(pos, colour), alliances_left(&mapped.head, image));
    }
    /* Six turns and two mirrorings lead back. */
    for (int n = 1; n < (exchanged ? 2 : 6); n++) {
        ALLIANCES_SYMMETRY.map_pos(&mapped.head, map, &back.head);
        mapped = back;
    }
    assert_true(game_same(&ALLIANCES_GAME, pos, &mapped.head));
}

static void test_symmetry(void **state)
{
    (void)state;
    for (int round = 0; round < 150; round++) {
        Random    random = random_seeded((uint64_t)round);
        Alliances now;
        Step      steps[STEPS_MAX];
        int       side = 3 + round % 5, count;
        ALLIANCES_RULES.start((uint32_t)side, &now.head);
        int discs = (int)random_below(&random, (uint32_t)alliances_cell_count(side));
        for (int n = 0; n < discs && (count = ALLIANCES_RULES.gen(&now.head, steps)) > 0; n++)
            ALLIANCES_RULES.apply(&now.head, steps[random_below(&random, (uint32_t)count)]);
        for (int map = 0; map < ALLIANCES_SYMMETRY.count((uint32_t)side); map++)
            check_map(&now.head, map);
    }
}

static void test_mapped_turns(void **state)
{
    static const struct {
        int         map;
        const char *turn, *image;
    } CASES[] = {
        { 0, "o@a8", "o@a8" },  { 1, "o@a8", "p@b19" }, { 1, "p@f23", "g@l19" },
        { 2, "o@a8", "g@h23" }, { 3, "o@a8", "o@m16" }, { 1, "g@g12", "o@g12" },
        { 6, "o@a8", "o@a16" }, { 6, "p@b19", "g@b5" }, { 7, "o@a16", "p@b19" },
        { 9, "g@a8", "p@m8" },
    };
    Alliances start;
    (void)state;
    ALLIANCES_RULES.start(7, &start.head);
    assert_int_equal(ALLIANCES_SYMMETRY.count(7), 12);
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        char words[16];
        Text text = text_over(words, sizeof words);
        Step image = ALLIANCES_SYMMETRY.map_step(&start.head, step_at(&start.head, CASES[n].turn),
                                                 CASES[n].map);
        ALLIANCES_TEXT.step_write(&start.head, image, &text);
        assert_string_equal(words, CASES[n].image);
    }
}

/* ---- counting and random play ---- */

/* Paths from a position after the first turn. */
typedef uint64_t Counter(const Pos *pos, int depth);

static uint64_t count_endings(const Pos *pos, int depth)
{
    Step     steps[STEPS_MAX];
    int      count = ALLIANCES_RULES.gen(pos, steps);
    uint64_t sum = 0;
    if (depth == 0)
        return ALLIANCES_RULES.outcome(pos).ending != ENDING_NONE;
    for (int i = 0; i < count; i++) {
        Alliances next = *alliances_of(pos);
        ALLIANCES_RULES.apply(&next.head, steps[i]);
        sum += count_endings(&next.head, depth - 1);
    }
    return sum;
}

static uint64_t count_fast(const Pos *pos, int depth)
{
    return perft_count(&ALLIANCES_GAME, pos, depth, PERFT_TURNS, PERFT_FAST);
}

/* From the start; first turns that are the same but for a turn of the board (R8.1) are counted once
 * and taken as many times as there are of them. */
static uint64_t count_from_start(int side, int depth, Counter *counter)
{
    Alliances start;
    Step      steps[STEPS_MAX];
    uint64_t  sum = 0;
    ALLIANCES_RULES.start((uint32_t)side, &start.head);
    int count = ALLIANCES_RULES.gen(&start.head, steps);
    for (int i = 0; i < count; i++) {
        Alliances next = start;
        uint64_t  same = 0;
        bool      is_least = true;
        for (int map = 0; map < 6; map++) {
            Step image = ALLIANCES_SYMMETRY.map_step(&start.head, steps[i], map);
            is_least = is_least && steps[i] <= image;
            same += steps[i] == image;
        }
        if (!is_least)
            continue;
        ALLIANCES_RULES.apply(&next.head, steps[i]);
        sum += 6 / same * counter(&next.head, depth - 1);
    }
    return sum;
}

/* Sequences on the smallest board that end the game with their last move.  The last number is
 * taken from the counts: five discs leave 8 cells and every colour in supply, so each sequence of
 * five that does not end the game continues in 24 ways. */
static void test_endings(void **state)
{
    static const uint64_t ENDINGS[] = { 0, 48, 2976, 123864 };
    (void)state;
    for (int depth = 1; depth <= 4; depth++)
        assert_int_equal(count_from_start(3, depth, count_endings), ENDINGS[depth - 1]);
    uint64_t five = count_from_start(3, 5, count_fast), six = count_from_start(3, 6, count_fast);
    assert_int_equal(five, 30490992);
    assert_int_equal(five - six / 24, 3966000);
}

/* Products, where neither player can have won before. */
static void test_products(void **state)
{
    Alliances start;
    uint64_t  product = 1;
    (void)state;
    ALLIANCES_RULES.start(7, &start.head);
    for (uint64_t depth = 1; depth <= 5; depth++) {
        product *= 3 * (121 - (depth - 1));
        assert_int_equal(
            perft_count(&ALLIANCES_GAME, &start.head, (int)depth, PERFT_TURNS, PERFT_FAST),
            product);
    }
}

/* Both instances count alike in the middle of games, where moves end games and supplies run out. */
static void test_counts(void **state)
{
    (void)state;
    for (int round = 0; round < 60; round++) {
        Random    random = random_seeded((uint64_t)round);
        Alliances now;
        Step      steps[STEPS_MAX];
        int       side = 3 + round % 3, count;
        ALLIANCES_RULES.start((uint32_t)side, &now.head);
        int discs = (int)random_below(&random, (uint32_t)alliances_cell_count(side));
        for (int n = 0; n < discs && (count = ALLIANCES_RULES.gen(&now.head, steps)) > 0; n++)
            ALLIANCES_RULES.apply(&now.head, steps[random_below(&random, (uint32_t)count)]);
        for (int depth = 1; depth <= (side == 3 ? 3 : 2); depth++)
            assert_int_equal(
                perft_count(&ALLIANCES_GAME, &now.head, depth, PERFT_TURNS, PERFT_GENERAL),
                perft_count(&ALLIANCES_GAME, &now.head, depth, PERFT_TURNS, PERFT_FAST));
    }
}

/* The union-finds of the playout and the fills of the rules play the same games, from the start and
 * from where others have stopped. */
static void test_playouts(void **state)
{
    static const int GAMES[ALLIANCES_SIDE_MAX + 1] = { 0, 0, 0, 600, 300, 150, 80, 60 };
    (void)state;
    for (int side = ALLIANCES_SIDE_MIN; side <= ALLIANCES_SIDE_MAX; side++)
        for (int n = 0; n < GAMES[side]; n++) {
            Random    random = random_seeded((uint64_t)(100 * side + n));
            Alliances now;
            Step      steps[STEPS_MAX];
            int       count;
            ALLIANCES_RULES.start((uint32_t)side, &now.head);
            int discs = (int)random_below(&random, (uint32_t)alliances_cell_count(side));
            for (int d = 0; n % 2 == 1 && d < discs; d++)
                if ((count = ALLIANCES_RULES.gen(&now.head, steps)) > 0)
                    ALLIANCES_RULES.apply(&now.head, steps[random_below(&random, (uint32_t)count)]);
            uint32_t limit = n % 3 == 0 ? random_below(&random, 60) : 500;
            Random   other = random;
            Outcome  general, fast;
            uint32_t general_turns =
                perft_playout(&ALLIANCES_GAME, &now.head, &random, limit, &general, PERFT_GENERAL);
            uint32_t fast_turns =
                perft_playout(&ALLIANCES_GAME, &now.head, &other, limit, &fast, PERFT_FAST);
            assert_int_equal(general_turns, fast_turns);
            assert_int_equal(random.state, other.state);
            assert_int_equal(general.ending, fast.ending);
            assert_int_equal(general.winner, fast.winner);
        }
}

/* ---- bounds ---- */

static void test_bounds(void **state)
{
    static const struct {
        const char *position;
        uint32_t    turns[2];
    } CASES[] = {
        /* The nearest thing to win is a fence along a side: s-2 discs. */
        { "3 x/xxxx/xxx/xxxx/x --- 1", { 1, 1 } },
        { "4 xx/xxxxx/xxxxxx/xxxxx/xxxxxx/xxxxx/xx --- 1", { 2, 2 } },
        /* One disc at d6 may complete all. */
        { E2 " 1", { 1, 1 } },
        /* Player 1 needs one colour more, player 2 two: again a side or two of two cells. */
        { "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- 2", { 2, 2 } },
        /* One cell more fences player 1 off in purple, but player 2 needs a second colour. */
        { E3 " 2", { 2, 2 } },
        { "4 xp/gxxxo/pxxxxx/ggggg/oxxxxp/xxxxx/ox 212 1", { UINT32_MAX, 0 } },
    };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        Alliances p = at(CASES[n].position);
        for (int side = 0; side < 2; side++)
            if (ALLIANCES_PROOF.turns_to_win(&p.head, side) != CASES[n].turns[side])
                fail_msg("%s: player %d needs %u turns", CASES[n].position, side + 1,
                         ALLIANCES_PROOF.turns_to_win(&p.head, side));
    }
    Alliances start;
    ALLIANCES_RULES.start(7, &start.head);
    assert_int_equal(ALLIANCES_PROOF.turns_to_win(&start.head, 0), 5);
}

/* ---- broken positions ---- */

static void test_check(void **state)
{
    Alliances good = at(E4 " 2"), p;
    Fault     fault;
    (void)state;
    assert_int_equal(ALLIANCES_RULES.check(&good.head, &fault), STATUS_OK);
    p = good, p.head.side = 2;
    assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_ILLEGAL);
    p = good, p.head.variant = 8;
    assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_ILLEGAL);
    p = good, p.head.extra = 3;
    assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_ILLEGAL);
    p = good, p.head.extra = 1;
    assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_ILLEGAL);
    p = good, p.head.key ^= 1;
    assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_ILLEGAL);
    p = good, p.disc[0].w[0] |= 1; /* beside the board */
    assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_ILLEGAL);
    p = good, p.disc[0] = set_or(p.disc[0], p.disc[1]);
    assert_int_equal(ALLIANCES_RULES.check(&p.head, &fault), STATUS_ILLEGAL);
    assert_false(ALLIANCES_RULES.legal(&good.head, 3));
    assert_false(ALLIANCES_RULES.legal(&good.head, UINT64_MAX - 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_degrees),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_arcs),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_statements),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_allies),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_single_chains),
        cmocka_unit_test(test_full_boards),
        cmocka_unit_test(test_supply),
        cmocka_unit_test(test_order_of_discs_does_not_matter),
        cmocka_unit_test(test_why_won),
        cmocka_unit_test(test_why_messages),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_mapped_turns),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_playouts),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
