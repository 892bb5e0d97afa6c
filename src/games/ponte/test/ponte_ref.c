/* SPDX-License-Identifier: MIT */
/* ponte_ref TABLE - compare Ponte with its naive implementation (ponte_naive.c), text by text.
 *
 * Both sides must give the same turns, the same positions after them and the same results: in
 * random games, in games with many bridges, and on boards that no game reaches.  They must also
 * agree which lines are positions, and which second stones are legal after a first one.  TABLE is
 * src/games/ponte/perft.txt; the naive rules must reproduce its numbers.
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
#include "games/ponte/ponte.h"
#include "games/ponte/naive/ponte_naive.h"

enum {
    TURN_LIMIT = 200,
    MUTATIONS = 4,             /* damaged copies of each position, of each kind */
    COUNTED_QUICKLY = 30000,   /* a short run repeats counts up to this */
    COUNTED_SLOWLY = 40000000, /* a long run repeats counts up to this */
};

/* Each variant gets a share of all positions.  Large boards are expensive: they have thousands of
 * turns early in the game. */
static const Share SHARES[] = {
    { "contest;size=3", 8 },
    { "contest;size=4", 20 },
    { "contest;size=5", 20 },
    { "contest;size=6", 10 },
    { "contest;size=7", 3 },
    { "contest;size=8", 2 },
    { "contest;size=9", 1 },
    { "contest", 1 },
    { "contest;size=11", 1 },
    { "contest;size=12", 1 },
    { "official;size=3", 8 },
    { "official;size=4", 16 },
    { "official;size=5", 16 },
    { "official;size=6", 10 },
    { "official;size=7", 3 },
    { "official;size=8", 2 },
    { "official", 1 },
    { "official;size=12", 1 },
    { "open;size=3", 6 },
    { "open;size=4", 12 },
    { "open;size=5", 16 },
    { "open;size=6", 8 },
    { "open;size=7", 2 },
    { "open;size=9", 1 },
    { "open;size=11", 1 },
    { "official;size=4;stones=4;bridges=1", 8 },
    { "official;size=5;stones=7;bridges=2", 8 },
    { "official;size=6;bridges=0", 3 },
    { "contest;size=4;share=on", 12 },
    { "contest;size=5;share=on;tie=draw", 12 },
    { "contest;size=5;stones=9;bridges=3", 8 },
    { "contest;size=4;end=pass", 8 },
    { "contest;size=6;stones=12;bridges=unlimited;share=on;end=pass;tie=draw", 4 },
    { "open;size=4;end=skip", 8 },
    { "open;size=5;share=off;end=skip;tie=white", 10 },
    { "official;size=6;share=off;tie=white", 5 },
    { "official;size=3;stones=2", 3 },
};

enum { SHARE_COUNT = sizeof SHARES / sizeof SHARES[0] };

/* Return how many positions of a third of the sample a variant gets. */
static uint64_t part_of(const Share *share)
{
    return share_of(sample_size() / 3, SHARES, SHARE_COUNT, share);
}

/* ---- random games ---- */

static void test_games(void **state)
{
    CompareTally total = { 0 };
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++) {
        uint64_t positions = part_of(&SHARES[n]);
        int      turns = positions < TURN_LIMIT ? (int)positions : TURN_LIMIT;
        Fault    fault = { 0 };
        if (!compare_games(&PONTE_GAME, &PONTE_NAIVE, SHARES[n].variant, "", 1000 + (uint64_t)n,
                           positions, turns, &total, &fault))
            fail_msg("%s", fault.why);
    }
    print_tally("games", &total);
}

/* ---- positions with many bridges ---- */

typedef struct Maker {
    Random        random;
    const char   *variant;
    uint32_t      packed;
    PonteSettings settings;
} Maker;

static int below(Maker *maker, int count)
{
    return (int)random_below(&maker->random, (uint32_t)count);
}

static Maker maker_for(const Share *share, uint64_t seed)
{
    Maker maker = { .random = random_seeded(seed), .variant = share->variant };
    assert_int_equal(PONTE_TEXT.variant_read(share->variant, &maker.packed, NULL), STATUS_OK);
    maker.settings = ponte_unpack(maker.packed);
    return maker;
}

/* Return a random step.  Stones come first in the list of steps.  Choosing between stones and other
 * steps with equal probability gives far more bridges than a uniform choice among all steps. */
static Step random_step(Maker *maker, const Step *steps, int count)
{
    int stones = 0;
    while (stones < count && islands_kind(steps[stones]) == ISLANDS_STONE)
        stones++;
    if (stones == 0 || (stones < count && below(maker, 2) == 0))
        return steps[stones + below(maker, count - stones)];
    return steps[below(maker, stones)];
}

/* Play complete turns until the game is over or a random number of turns has been played. */
static void play_some(Maker *maker, Pos *pos)
{
    Step steps[STEPS_MAX];
    int  cells = maker->settings.size * maker->settings.size;
    int  turns = below(maker, cells + 1);
    PONTE_RULES.start(maker->packed, pos);
    for (int count; turns > 0 && (count = PONTE_RULES.gen(pos, steps)) > 0;) {
        PONTE_RULES.apply(pos, random_step(maker, steps, count));
        turns -= pos->phase == 0;
    }
    while (pos->phase != 0)
        PONTE_RULES.apply(pos, random_step(maker, steps, PONTE_RULES.gen(pos, steps)));
}

static void write_line(const Pos *pos, char line[POS_TEXT_MAX])
{
    Text text = text_over(line, POS_TEXT_MAX);
    PONTE_TEXT.pos_write(pos, &text);
    assert_false(text.full);
}

/* ---- which lines are positions ----
 *
 * The naive rules accept only the canonical text of a line.  The fast rules also accept the ends of
 * a bridge in any order and case.  So the naive rules must accept a line exactly if the fast rules
 * read it and write it back unchanged. */

static const char SYMBOLS[] = "WWBB11223456789/  --,,wbspeabcde0A+";

static bool check_line(const Maker *maker, const char *line, LineTally *tally)
{
    return check_validity(&PONTE_GAME, &PONTE_NAIVE, maker->variant, line, tally);
}

static void take_apart(const Pos *pos, PonteParts *parts)
{
    const PonteHead *head = ponte_head(pos);
    int              size = ponte_unpack(pos->variant).size;
    *parts = (PonteParts){
        .side = pos->side,
        .turn = head->turn,
        .white_seat = head->white_seat,
        .swap_offered = head->swap_offered != 0,
        .passed = (char)head->passed,
        .bridge_count = head->bridge_count,
    };
    for (int8_t y = 0; y < size; y++)
        for (int8_t x = 0; x < size; x++)
            parts->cells[y][x] = ponte_at(pos, (PonteCell){ x, y });
    for (int n = 0; n < head->bridge_count; n++)
        parts->bridges[n] = ponte_bridge(pos, n);
}

static void drop_bridge(PonteParts *parts, int index)
{
    for (int n = index + 1; n < parts->bridge_count; n++)
        parts->bridges[n - 1] = parts->bridges[n];
    parts->bridge_count--;
}

/* Add a bridge in a random place and often give both its ends stones of one colour. */
static void add_random_bridge(Maker *maker, PonteParts *parts)
{
    int         size = maker->settings.size;
    PonteBridge bridge = { (uint8_t)below(maker, PONTE_KINDS),
                           { (int8_t)below(maker, size), (int8_t)below(maker, size) } };
    PonteCell   other = ponte_other_end(bridge);
    if (!ponte_on_board(size, other) || parts->bridge_count == PONTE_BRIDGES_MAX)
        return;
    parts->bridges[parts->bridge_count++] = bridge;
    if (below(maker, 4) > 0) {
        char stone = "WB"[below(maker, 2)];
        parts->cells[bridge.end.y][bridge.end.x] = parts->cells[other.y][other.x] = stone;
    }
}

/* Change the position itself: a stone, a bridge, or another field. */
static void spoil_parts(Maker *maker, PonteParts *parts)
{
    int   size = maker->settings.size;
    char *cell = &parts->cells[below(maker, size)][below(maker, size)];
    switch (below(maker, 10)) {
    case 0: parts->side = 1 - parts->side; break;
    case 1: parts->turn = 1 + below(maker, 4); break;
    case 2: parts->swap_offered = !parts->swap_offered; break;
    case 3: parts->white_seat = 3 - parts->white_seat; break;
    case 4: parts->passed = "-pe"[below(maker, 3)]; break;
    case 5:
        if (parts->bridge_count > 0)
            drop_bridge(parts, below(maker, parts->bridge_count));
        break;
    case 6: add_random_bridge(maker, parts); break;
    default: *cell = ".WB"[below(maker, 3)]; break;
    }
}

static void write_rows(const PonteParts *parts, int size, Text *out)
{
    for (int y = 0; y < size; y++) {
        text_add(out, y > 0 ? "/" : "");
        for (int x = 0, run = 0; x < size; x++) {
            run = parts->cells[y][x] == '.' ? run + 1 : 0;
            if (run == 0)
                text_char(out, parts->cells[y][x]);
            else if (x + 1 == size || parts->cells[y][x + 1] != '.')
                text_addf(out, "%d", run);
        }
    }
}

static void write_parts(const Maker *maker, const PonteParts *parts, Text *out)
{
    int size = maker->settings.size;
    text_clear(out);
    write_rows(parts, size, out);
    text_addf(out, " %c %s", "wb"[parts->side], parts -> bridge_count == 0 ? "-" : "");
    for (int n = 0; n < parts->bridge_count; n++) {
        text_add(out, n > 0 ? "," : "");
        ponte_cell_write(size, parts->bridges[n].end, out);
        text_char(out, '-');
        ponte_cell_write(size, ponte_other_end(parts->bridges[n]), out);
    }
    text_addf(out, " %d %c", parts->turn, parts->swap_offered ? 's' : '-');
    if (maker->settings.seats_swap || maker->settings.passing)
        text_addf(out, " %d %c", parts->white_seat, parts->passed);
}

static void compare_line(Maker *maker, const char *line, CompareTally *tally)
{
    char  next[POS_TEXT_MAX];
    Fault fault = { 0 };
    if (!compare_position(&PONTE_GAME, &PONTE_NAIVE, maker->variant, "", line, &maker->random, next,
                          sizeof next, tally, &fault))
        fail_msg("%s", fault.why);
}

/* Compare damaged copies of a position.  Boards that no game reaches can still be valid
 * positions. */
static void compare_neighbours(Maker *maker, const Pos *pos, CompareTally *tally, LineTally *lines)
{
    char line[POS_TEXT_MAX], spoilt[POS_TEXT_MAX];
    write_line(pos, line);
    for (int n = 0; n < MUTATIONS; n++) {
        Text       text = text_over(spoilt, sizeof spoilt);
        PonteParts parts;
        spoil_text(&maker->random, SYMBOLS, line, &text);
        check_line(maker, spoilt, lines);
        take_apart(pos, &parts);
        for (int changes = 1 + below(maker, 3); changes > 0; changes--)
            spoil_parts(maker, &parts);
        write_parts(maker, &parts, &text);
        if (check_line(maker, spoilt, lines))
            compare_line(maker, spoilt, tally);
    }
}

static void test_boards(void **state)
{
    CompareTally total = { 0 };
    LineTally    lines = { 0, 0 };
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++) {
        Maker    maker = maker_for(&SHARES[n], 2000 + (uint64_t)n);
        uint64_t until = total.positions + 2 * part_of(&SHARES[n]);
        while (total.positions < until) {
            PosBuffer pos;
            char      line[POS_TEXT_MAX];
            play_some(&maker, &pos.head);
            write_line(&pos.head, line);
            compare_line(&maker, line, &total);
            compare_neighbours(&maker, &pos.head, &total, &lines);
        }
    }
    print_tally("boards", &total);
    print_line_tally(&lines);
}

/* ---- steps: any order of the two stones (R3.4) ---- */

enum { CELLS = PONTE_SIZE_MAX * 16 };

typedef struct Pairs {
    int  size;
    bool legal[CELLS][CELLS]; /* indices are y * 16 + x */
} Pairs;

static int take_cell(int size, Scan *scan)
{
    PonteCell cell = { 0, 0 };
    assert_true(ponte_cell_read(size, scan, &cell));
    return cell.y * 16 + cell.x;
}

static void add_pair(void *context, const char *turn, const char *after)
{
    Pairs *pairs = context;
    Scan   scan = scan_string(turn);
    (void)after;
    if (strchr(turn, ',') == NULL)
        return;
    int a = take_cell(pairs->size, &scan);
    assert_true(scan_char(&scan, ','));
    int b = take_cell(pairs->size, &scan);
    pairs->legal[a][b] = pairs->legal[b][a] = true;
}

/* Check that the list of steps holds exactly the stones in `wanted`, and that `legal` agrees. */
static void check_stones(const Maker *maker, const Pos *pos, const bool wanted[CELLS])
{
    Step steps[STEPS_MAX];
    bool listed[CELLS] = { false };
    int  count = PONTE_RULES.gen(pos, steps);
    for (int n = 0; n < count; n++)
        if (islands_kind(steps[n]) == ISLANDS_STONE)
            listed[islands_value(steps[n])] = true;
    for (uint32_t n = 0; n < CELLS; n++) {
        bool legal = PONTE_RULES.legal(pos, islands_step(ISLANDS_STONE, n));
        if (listed[n] != wanted[n] || legal != wanted[n]) {
            char line[POS_TEXT_MAX];
            write_line(pos, line);
            fail_msg("%s: %s: the stone on column %u, row %u", maker->variant, line, n % 16,
                     n / 16);
        }
    }
}

static void check_orders(const Maker *maker, const Pos *pos)
{
    static Pairs pairs;
    char         line[POS_TEXT_MAX];
    bool         firsts[CELLS] = { false };
    pairs = (Pairs){ .size = maker->settings.size };
    write_line(pos, line);
    assert_true(PONTE_NAIVE.turns(maker->variant, line, add_pair, &pairs));
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++)
            firsts[a] = firsts[a] || pairs.legal[a][b];
    check_stones(maker, pos, firsts);
    for (uint32_t a = 0; a < CELLS; a++) {
        PosBuffer next;
        if (!firsts[a])
            continue;
        game_copy(&PONTE_GAME, pos, &next.head);
        PONTE_RULES.apply(&next.head, islands_step(ISLANDS_STONE, a));
        check_stones(maker, &next.head, pairs.legal[a]);
    }
}

static void test_orders(void **state)
{
    (void)state;
    for (int n = 0; n < SHARE_COUNT; n++) {
        Maker maker = maker_for(&SHARES[n], 3000 + (uint64_t)n);
        for (uint64_t left = part_of(&SHARES[n]) / 20 + 1; left > 0; left--) {
            PosBuffer pos;
            play_some(&maker, &pos.head);
            check_orders(&maker, &pos.head);
        }
    }
}

/* ---- the perft table, counted by the naive rules ---- */

static void test_perft_table(void **state)
{
    check_perft_table(&PONTE_NAIVE, *state, COUNTED_QUICKLY, COUNTED_SLOWLY);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: ponte_ref TABLE\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_orders),
        cmocka_unit_test_prestate(test_perft_table, argv[1]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
