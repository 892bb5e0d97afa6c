/* ponte_naive.c - the rules of Ponte del Diavolo, written simply from their specification.
 *
 * Knows:   the complete game: turns (2), stones (3), bridges (4, 5), scores (6, 7), variants (10),
 *          texts (11, 12).  Numbers in comments are sections of the specification.
 * Ignores: speed, the error codes of illegal moves (8), the contest files (13).
 *
 * The board is an array at[y][x] with y from the top.  Every query finds groups again by flood
 * fill.  Bridges are a list in building order.  A geometric test on their segments decides whether
 * two bridges cross, for every kind of bridge.
 *
 * Rulings on what the specification leaves open:
 *  - Turns 1 and 2 have no special rule except the swap.  In a loaded position a bridge is legal
 *    there, and so is a pass if the variant has passes.
 *  - The swap is offered on turn 2 with Black to move if the board holds exactly two white stones
 *    and no bridge, and neither side has passed.
 *  - Dark's pass is written `e`, even if Light passed before.
 *  - With end=skip there are no passes, so `p` and `e` are rejected.
 *  - The seat is not checked against the board, and the turn number must be 1..999.  A turn played
 *    from 999 leads to 1000, which the reader rejects.
 *  - Every text has one form: no superfluous zeros or spaces, bridges in canonical form, and each
 *    option at most once in a variant.
 */
#include "games/ponte/naive/ponte_naive.h"
#include "naive/slow_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHITE,
    BLACK,
    MIN_SIZE = 3,
    MAX_SIZE = 12,
    CELLS = MAX_SIZE * MAX_SIZE,
    /* No stone carries two bridge ends. */
    MAX_BRIDGES = CELLS / 2,
    MAX_PAIRS = CELLS * (CELLS - 1) / 2,
    ISLAND = 4,
    MAX_SUPPLY = 200,
    UNLIMITED = 1000,
    MAX_TURN = 999,
};

static const char EMPTY = '.';
static const char STONE[2] = { 'W', 'B' };
static const char SIDE[2] = { 'w', 'b' };

typedef struct Rules {
    int  size;
    int  stones;       /* per colour */
    int  bridges;      /* for both colours together */
    bool has_share;    /* two bridges may cover the same cell: B4 is off */
    bool has_pass;     /* end=pass, not end=skip */
    bool has_draw;     /* tie=draw, not tie=white */
    bool seats_change; /* the swap of official: players, not stones, change colours */
    bool has_fields;   /* position lines have the two fields of official and open */
} Rules;

typedef struct Cell {
    int x, y;
} Cell;

/* `from` precedes `to` in reading order: it is higher, or in the same row and further left. */
typedef struct Bridge {
    Cell from, to;
} Bridge;

typedef struct Position {
    char   at[MAX_SIZE][MAX_SIZE];
    int    bridge_count;
    Bridge bridge[MAX_BRIDGES];
    int    side;
    int    turn;
    bool   has_swap;
    int    light_seat; /* seat of the player of White: 1 or 2 */
    char   passed;     /* '-' no pass, 'p' White passed, 'e' Black's pass ended the game */
} Position;

/* The groups of one colour.  Labels start at 1; 0 marks a cell without a stone of that colour. */
typedef struct Groups {
    int count;
    int label[MAX_SIZE][MAX_SIZE];
    int stones[CELLS + 1];
} Groups;

typedef struct Score {
    int points, islands, bridges;
} Score;

/* The callback for each legal turn, and the rules for its text. */
typedef struct Visitor {
    const Rules *rules;
    SlowTurnFn  *each;
    void        *context;
} Visitor;

/* ---------------------------------------------------------------- cells and stones */

static int other(int colour)
{
    return colour == WHITE ? BLACK : WHITE;
}

static bool is_on_board(const Rules *rules, Cell cell)
{
    return cell.x >= 0 && cell.x < rules->size && cell.y >= 0 && cell.y < rules->size;
}

static bool is_same(Cell a, Cell b)
{
    return a.x == b.x && a.y == b.y;
}

/* Reading order, which is the canonical order of the two cells of a turn or a bridge (11). */
static bool is_before(Cell a, Cell b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

static Cell nth_cell(const Rules *rules, int n)
{
    return (Cell){ n % rules->size, n / rules->size };
}

static bool has_stone(const Position *pos, int colour, Cell cell)
{
    return pos->at[cell.y][cell.x] == STONE[colour];
}

static int count_stones(const Rules *rules, const Position *pos, int colour)
{
    int count = 0;

    for (int y = 0; y < rules->size; y++) {
        for (int x = 0; x < rules->size; x++)
            count += has_stone(pos, colour, (Cell){ x, y });
    }
    return count;
}

/* ---------------------------------------------------------------- groups (1, 3) */

static const int BESIDE[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
static const int CORNER[4][2] = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } };

static void fill_group(const Rules *rules, const Position *pos, int colour, Cell cell,
                       Groups *groups)
{
    if (!is_on_board(rules, cell) || !has_stone(pos, colour, cell) ||
        groups->label[cell.y][cell.x] != 0)
        return;
    groups->label[cell.y][cell.x] = groups->count;
    groups->stones[groups->count]++;
    for (int d = 0; d < 4; d++)
        fill_group(rules, pos, colour, (Cell){ cell.x + BESIDE[d][0], cell.y + BESIDE[d][1] },
                   groups);
}

static void find_groups(const Rules *rules, const Position *pos, int colour, Groups *groups)
{
    memset(groups, 0, sizeof *groups);
    for (int y = 0; y < rules->size; y++) {
        for (int x = 0; x < rules->size; x++) {
            if (has_stone(pos, colour, (Cell){ x, y }) && groups->label[y][x] == 0) {
                groups->count++;
                fill_group(rules, pos, colour, (Cell){ x, y }, groups);
            }
        }
    }
}

static bool is_island(const Groups *groups, Cell cell)
{
    return groups->stones[groups->label[cell.y][cell.x]] == ISLAND;
}

/* True if a stone of the same colour but of another group touches `cell` at a corner. */
static bool touches_other_group(const Rules *rules, const Groups *groups, Cell cell)
{
    for (int d = 0; d < 4; d++) {
        Cell corner = { cell.x + CORNER[d][0], cell.y + CORNER[d][1] };

        if (is_on_board(rules, corner) && groups->label[corner.y][corner.x] != 0 &&
            groups->label[corner.y][corner.x] != groups->label[cell.y][cell.x])
            return true;
    }
    return false;
}

/* P1 and P2 for one colour. */
static bool groups_are_legal(const Rules *rules, const Position *pos, int colour)
{
    Groups groups;

    find_groups(rules, pos, colour, &groups);
    for (int group = 1; group <= groups.count; group++) {
        if (groups.stones[group] > ISLAND)
            return false;
    }
    for (int y = 0; y < rules->size; y++) {
        for (int x = 0; x < rules->size; x++) {
            if (is_island(&groups, (Cell){ x, y }) &&
                touches_other_group(rules, &groups, (Cell){ x, y }))
                return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- bridges (4, 5) */

/* True if a bridge can join the two cells: straight, diagonal or knight. */
static bool is_bridge_distance(Cell a, Cell b)
{
    int dx = abs(a.x - b.x), dy = abs(a.y - b.y);

    return (dx == 2 && dy <= 2) || (dx <= 2 && dy == 2);
}

/* Write the one or two cells under a bridge and return their number.  On an axis where its ends are
 * two apart, the middle is covered; on the other axis, every coordinate from one end to the
 * other. */
static int find_covered(const Bridge *bridge, Cell covered[2])
{
    Cell a = bridge->from, b = bridge->to;
    Cell middle = { (a.x + b.x) / 2, (a.y + b.y) / 2 };

    if (abs(a.x - b.x) == 1) {
        covered[0] = (Cell){ a.x, middle.y };
        covered[1] = (Cell){ b.x, middle.y };
        return 2;
    }
    if (abs(a.y - b.y) == 1) {
        covered[0] = (Cell){ middle.x, a.y };
        covered[1] = (Cell){ middle.x, b.y };
        return 2;
    }
    covered[0] = middle;
    return 1;
}

static bool bridge_covers(const Bridge *bridge, Cell cell)
{
    Cell covered[2];
    int  count = find_covered(bridge, covered);

    for (int n = 0; n < count; n++) {
        if (is_same(covered[n], cell))
            return true;
    }
    return false;
}

static bool bridge_ends_on(const Bridge *bridge, Cell cell)
{
    return is_same(bridge->from, cell) || is_same(bridge->to, cell);
}

static bool is_covered(const Position *pos, Cell cell)
{
    for (int n = 0; n < pos->bridge_count; n++) {
        if (bridge_covers(&pos->bridge[n], cell))
            return true;
    }
    return false;
}

static bool is_bridged(const Position *pos, Cell cell)
{
    for (int n = 0; n < pos->bridge_count; n++) {
        if (bridge_ends_on(&pos->bridge[n], cell))
            return true;
    }
    return false;
}

/* The side of the line from a to b on which c is: 1, -1, or 0 if c is on the line. */
static int orientation(Cell a, Cell b, Cell c)
{
    int cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

    return (cross > 0) - (cross < 0);
}

/* Two segments cross if each has the ends of the other on different sides.  B2 and B3 reject
 * segments that only touch or overlap: one of them has an end on or under the other bridge. */
static bool bridges_cross(const Bridge *p, const Bridge *q)
{
    return orientation(p->from, p->to, q->from) * orientation(p->from, p->to, q->to) < 0 &&
           orientation(q->from, q->to, p->from) * orientation(q->from, q->to, p->to) < 0;
}

static bool crosses_any(const Position *pos, const Bridge *bridge)
{
    for (int n = 0; n < pos->bridge_count; n++) {
        if (bridges_cross(bridge, &pos->bridge[n]))
            return true;
    }
    return false;
}

/* True if B3 holds, and B4 unless the variant has share=on. */
static bool span_is_free(const Rules *rules, const Position *pos, const Bridge *bridge)
{
    Cell covered[2];
    int  count = find_covered(bridge, covered);

    for (int n = 0; n < count; n++) {
        if (pos->at[covered[n].y][covered[n].x] != EMPTY)
            return false;
        if (!rules->has_share && is_covered(pos, covered[n]))
            return false;
    }
    return true;
}

/* True if B1 to B5 hold; the caller checks the supply. */
static bool is_legal_bridge(const Rules *rules, const Position *pos, int colour,
                            const Bridge *bridge)
{
    return is_on_board(rules, bridge->from) && is_on_board(rules, bridge->to) &&
           is_bridge_distance(bridge->from, bridge->to) && has_stone(pos, colour, bridge->from) &&
           has_stone(pos, colour, bridge->to) && !is_bridged(pos, bridge->from) &&
           !is_bridged(pos, bridge->to) && span_is_free(rules, pos, bridge) &&
           !crosses_any(pos, bridge);
}

static void add_bridge(Position *pos, const Bridge *bridge)
{
    assert(pos->bridge_count < MAX_BRIDGES);
    pos->bridge[pos->bridge_count++] = *bridge;
}

/* ---------------------------------------------------------------- legal actions (2, 10) */

static bool is_open(const Position *pos, Cell cell)
{
    return pos->at[cell.y][cell.x] == EMPTY && !is_covered(pos, cell);
}

/* Place a stone if the cell is open and the groups of `colour` stay legal; otherwise change nothing
 * and return false. */
static bool put_stone(const Rules *rules, Position *pos, int colour, Cell cell)
{
    if (!is_open(pos, cell))
        return false;
    pos->at[cell.y][cell.x] = STONE[colour];
    if (groups_are_legal(rules, pos, colour))
        return true;
    pos->at[cell.y][cell.x] = EMPTY;
    return false;
}

/* Write the legal placements of a colour, at most `limit` of them, and return their number.
 * Checking the stones one after the other is equivalent to checking both at once (3, D6). */
static int find_pairs(const Rules *rules, const Position *pos, int colour, int limit,
                      Cell (*pairs)[2])
{
    int      cells = rules->size * rules->size, count = 0;
    Position board = *pos;

    if (count_stones(rules, pos, colour) + 2 > rules->stones)
        return 0;
    for (int a = 0; a < cells && count < limit; a++) {
        Cell first = nth_cell(rules, a);

        if (!put_stone(rules, &board, colour, first))
            continue;
        for (int b = a + 1; b < cells && count < limit; b++) {
            Cell second = nth_cell(rules, b);

            if (!put_stone(rules, &board, colour, second))
                continue;
            pairs[count][0] = first;
            pairs[count][1] = second;
            count++;
            board.at[second.y][second.x] = EMPTY;
        }
        board.at[first.y][first.x] = EMPTY;
    }
    return count;
}

/* Write the bridges that a colour may build, at most MAX_SPANS, and return their number. */
enum { MAX_SPANS = CELLS * 8 };

static int find_bridges(const Rules *rules, const Position *pos, int colour, Bridge *bridges)
{
    int cells = rules->size * rules->size, count = 0;

    if (pos->bridge_count >= rules->bridges)
        return 0;
    for (int a = 0; a < cells; a++) {
        if (!has_stone(pos, colour, nth_cell(rules, a)))
            continue;
        for (int b = a + 1; b < cells; b++) {
            Bridge bridge = { nth_cell(rules, a), nth_cell(rules, b) };

            if (is_legal_bridge(rules, pos, colour, &bridge))
                bridges[count++] = bridge;
        }
    }
    assert(count <= MAX_SPANS);
    return count;
}

static bool can_place(const Rules *rules, const Position *pos, int colour)
{
    Cell pair[1][2];

    return find_pairs(rules, pos, colour, 1, pair) > 0;
}

static bool can_build(const Rules *rules, const Position *pos, int colour)
{
    Bridge bridges[MAX_SPANS];

    return find_bridges(rules, pos, colour, bridges) > 0;
}

/* True if `colour` can swap, place or build.  A pass does not count as an action. */
static bool can_act(const Rules *rules, const Position *pos, int colour)
{
    return (pos->has_swap && colour == BLACK) || can_place(rules, pos, colour) ||
           can_build(rules, pos, colour);
}

/* A side that cannot place may pass, and so may Dark in the last turn after Light's pass (10). */
static bool can_pass(const Rules *rules, const Position *pos)
{
    return rules->has_pass && (pos->passed == 'p' || !can_place(rules, pos, pos->side));
}

/* With passes, Dark has one more turn after Light's pass, and Dark's pass ends the game (10).
 * Without passes, the game continues while either side can act (2). */
static bool is_over(const Rules *rules, const Position *pos)
{
    if (rules->has_pass)
        return pos->passed == 'e' || (pos->passed == 'p' && pos->side == WHITE);
    return !can_act(rules, pos, WHITE) && !can_act(rules, pos, BLACK);
}

/* ---------------------------------------------------------------- score and result (6, 7) */

/* Mark all cells connected with `cell` by contact or by bridges.  Return how many of their stones
 * are on islands. */
static int fill_component(const Rules *rules, const Position *pos, const Groups *groups, Cell cell,
                          bool is_seen[MAX_SIZE][MAX_SIZE])
{
    if (!is_on_board(rules, cell) || groups->label[cell.y][cell.x] == 0 || is_seen[cell.y][cell.x])
        return 0;
    is_seen[cell.y][cell.x] = true;

    int stones = is_island(groups, cell);
    for (int d = 0; d < 4; d++)
        stones += fill_component(rules, pos, groups,
                                 (Cell){ cell.x + BESIDE[d][0], cell.y + BESIDE[d][1] }, is_seen);
    for (int n = 0; n < pos->bridge_count; n++) {
        if (bridge_ends_on(&pos->bridge[n], cell)) {
            stones += fill_component(rules, pos, groups, pos->bridge[n].from, is_seen);
            stones += fill_component(rules, pos, groups, pos->bridge[n].to, is_seen);
        }
    }
    return stones;
}

static Score score_of(const Rules *rules, const Position *pos, int colour)
{
    Score  score = { 0, 0, 0 };
    Groups groups;
    bool   is_seen[MAX_SIZE][MAX_SIZE] = { { false } };

    find_groups(rules, pos, colour, &groups);
    for (int n = 0; n < rules->size * rules->size; n++) {
        int islands = fill_component(rules, pos, &groups, nth_cell(rules, n), is_seen) / ISLAND;

        score.points += islands * (islands + 1) / 2;
        score.islands += islands;
    }
    for (int n = 0; n < pos->bridge_count; n++)
        score.bridges += has_stone(pos, colour, pos->bridge[n].from);
    return score;
}

/* Return the criterion that decides and write White's lead in it. */
static const char *compare_scores(const Score *white, const Score *black, int *lead)
{
    *lead = white->points - black->points;
    if (*lead != 0)
        return "points";
    *lead = white->islands - black->islands;
    if (*lead != 0)
        return "islands";
    *lead = white->bridges - black->bridges;
    if (*lead != 0)
        return "bridges";
    return "tie";
}

static bool write_result(const Rules *rules, const Position *pos, char *text, size_t size)
{
    Score       white = score_of(rules, pos, WHITE), black = score_of(rules, pos, BLACK);
    int         lead;
    const char *reason = compare_scores(&white, &black, &lead);
    const char *winner = lead < 0 ? "black" : lead > 0 || !rules->has_draw ? "white" : "draw";
    char        seat[16] = "";

    if (rules->has_fields && strcmp(winner, "draw") != 0)
        snprintf(seat, sizeof seat, " seat %d", lead < 0 ? 3 - pos->light_seat : pos->light_seat);

    int written = snprintf(text, size, "%s %s points %d-%d islands %d-%d bridges %d-%d%s", winner,
                           reason, white.points, black.points, white.islands, black.islands,
                           white.bridges, black.bridges, seat);
    return written > 0 && (size_t)written < size;
}

/* ---------------------------------------------------------------- writing text (11, 12) */

static void add_cell(Text *text, const Rules *rules, Cell cell)
{
    add_char(text, (char)('a' + cell.x));
    add_number(text, rules->size - cell.y);
}

static void add_cells(Text *text, const Rules *rules, Cell first, char mark, Cell second)
{
    add_cell(text, rules, first);
    add_char(text, mark);
    add_cell(text, rules, second);
}

static void add_row(Text *text, const Rules *rules, const Position *pos, int y)
{
    int run = 0;

    for (int x = 0; x < rules->size; x++) {
        if (pos->at[y][x] == EMPTY) {
            run++;
            continue;
        }
        if (run > 0)
            add_number(text, run);
        add_char(text, pos->at[y][x]);
        run = 0;
    }
    if (run > 0)
        add_number(text, run);
}

static void add_bridges(Text *text, const Rules *rules, const Position *pos)
{
    if (pos->bridge_count == 0)
        add_char(text, '-');
    for (int n = 0; n < pos->bridge_count; n++) {
        if (n > 0)
            add_char(text, ',');
        add_cells(text, rules, pos->bridge[n].from, '-', pos->bridge[n].to);
    }
}

static void add_position(Text *text, const Rules *rules, const Position *pos)
{
    for (int y = 0; y < rules->size; y++) {
        if (y > 0)
            add_char(text, '/');
        add_row(text, rules, pos, y);
    }
    add_char(text, ' ');
    add_char(text, SIDE[pos->side]);
    add_char(text, ' ');
    add_bridges(text, rules, pos);
    add_char(text, ' ');
    add_number(text, pos->turn);
    add_char(text, ' ');
    add_char(text, pos->has_swap ? 's' : '-');
    if (!rules->has_fields)
        return;
    add_char(text, ' ');
    add_number(text, pos->light_seat);
    add_char(text, ' ');
    add_char(text, pos->passed);
}

/* ---------------------------------------------------------------- reading text */

/* Read one character of `set` and write its index. */
static bool read_one_of(const char **cursor, const char *set, int *index)
{
    const char *found = **cursor == '\0' ? NULL : strchr(set, **cursor);

    if (found == NULL)
        return false;
    *index = (int)(found - set);
    ++*cursor;
    return true;
}

static bool read_cell(const char **cursor, const Rules *rules, Cell *cell)
{
    int rank;

    cell->x = **cursor - 'a';
    if (cell->x < 0 || cell->x >= rules->size)
        return false;
    ++*cursor;
    if (!read_number(cursor, 1, rules->size, &rank))
        return false;
    cell->y = rules->size - rank;
    return true;
}

/* Consecutive digits are one number, so a text cannot split a run in two. */
static bool read_row(const char **cursor, const Rules *rules, char *row)
{
    int x = 0;

    while (x < rules->size) {
        int colour, run;

        if (read_one_of(cursor, "WB", &colour)) {
            row[x++] = STONE[colour];
            continue;
        }
        if (!read_number(cursor, 1, rules->size - x, &run))
            return false;
        x += run;
    }
    return true;
}

static bool read_rows(const char **cursor, const Rules *rules, Position *pos)
{
    for (int y = 0; y < rules->size; y++) {
        if (y > 0 && !read_text(cursor, "/"))
            return false;
        if (!read_row(cursor, rules, pos->at[y]))
            return false;
    }
    return true;
}

/* Build the bridges in list order, each for the colour of the stone on its upper end (12). */
static bool read_bridges(const char **cursor, const Rules *rules, Position *pos)
{
    if (read_text(cursor, "-"))
        return true;
    do {
        Bridge bridge;

        if (!read_cell(cursor, rules, &bridge.from) || !read_text(cursor, "-") ||
            !read_cell(cursor, rules, &bridge.to) || !is_before(bridge.from, bridge.to))
            return false;

        int colour = has_stone(pos, WHITE, bridge.from) ? WHITE : BLACK;
        if (!is_legal_bridge(rules, pos, colour, &bridge))
            return false;
        add_bridge(pos, &bridge);
    } while (read_text(cursor, ","));
    return true;
}

static bool read_fields(const char **cursor, Position *pos)
{
    static const char PASSED[] = "-pe";
    int               passed;

    if (!read_text(cursor, " ") || !read_number(cursor, 1, 2, &pos->light_seat) ||
        !read_text(cursor, " ") || !read_one_of(cursor, PASSED, &passed))
        return false;
    pos->passed = PASSED[passed];
    return true;
}

static void clear_position(Position *pos)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->at, EMPTY, sizeof pos->at);
    pos->side = WHITE;
    pos->turn = 1;
    pos->light_seat = 1;
    pos->passed = '-';
}

static bool read_line(const char *line, const Rules *rules, Position *pos)
{
    const char **cursor = &line;
    int          swap;

    clear_position(pos);
    if (!read_rows(cursor, rules, pos) || !read_text(cursor, " ") ||
        !read_one_of(cursor, "wb", &pos->side) || !read_text(cursor, " ") ||
        !read_bridges(cursor, rules, pos) || !read_text(cursor, " ") ||
        !read_number(cursor, 1, MAX_TURN, &pos->turn) || !read_text(cursor, " ") ||
        !read_one_of(cursor, "-s", &swap))
        return false;
    pos->has_swap = swap == 1;
    if (rules->has_fields && !read_fields(cursor, pos))
        return false;
    return **cursor == '\0';
}

/* ---------------------------------------------------------------- valid positions (12) */

/* True if the position allows the swap. */
static bool swap_is_possible(const Rules *rules, const Position *pos)
{
    return pos->turn == 2 && pos->side == BLACK && pos->passed == '-' && pos->bridge_count == 0 &&
           count_stones(rules, pos, WHITE) == 2 && count_stones(rules, pos, BLACK) == 0;
}

static bool colour_is_valid(const Rules *rules, const Position *pos, int colour)
{
    return groups_are_legal(rules, pos, colour) &&
           count_stones(rules, pos, colour) <= rules->stones;
}

/* With passes, the pass field must fit the side: after Dark's pass it is Light's turn.  Without
 * passes, no pass is recorded, and the side to move must not be one that would be skipped (2,
 * 12). */
static bool side_is_valid(const Rules *rules, const Position *pos)
{
    if (rules->has_pass)
        return pos->passed != 'e' || pos->side == WHITE;
    return pos->passed == '-' &&
           (can_act(rules, pos, pos->side) || !can_act(rules, pos, other(pos->side)));
}

static bool read_position(const char *line, const Rules *rules, Position *pos)
{
    return read_line(line, rules, pos) && colour_is_valid(rules, pos, WHITE) &&
           colour_is_valid(rules, pos, BLACK) && pos->bridge_count <= rules->bridges &&
           (!pos->has_swap || swap_is_possible(rules, pos)) && side_is_valid(rules, pos);
}

/* ---------------------------------------------------------------- variants (10) */

static bool read_supply(const char **cursor, int least, int *supply)
{
    if (read_text(cursor, "unlimited")) {
        *supply = UNLIMITED;
        return true;
    }
    return read_number(cursor, least, MAX_SUPPLY, supply);
}

static bool read_choice(const char **cursor, const char *no, const char *yes, bool *choice)
{
    *choice = read_text(cursor, yes);
    return *choice || read_text(cursor, no);
}

enum { SIZE, STONES, BRIDGES, SHARE, END, TIE, OPTIONS };

static bool read_value(const char **cursor, int option, Rules *rules)
{
    switch (option) {
    case SIZE: return read_number(cursor, MIN_SIZE, MAX_SIZE, &rules->size);
    case STONES: return read_supply(cursor, 1, &rules->stones);
    case BRIDGES: return read_supply(cursor, 0, &rules->bridges);
    case SHARE: return read_choice(cursor, "off", "on", &rules->has_share);
    case END: return read_choice(cursor, "skip", "pass", &rules->has_pass);
    case TIE: return read_choice(cursor, "white", "draw", &rules->has_draw);
    default: return false;
    }
}

static bool read_option(const char **cursor, Rules *rules, bool is_given[OPTIONS])
{
    static const char *const NAME[OPTIONS] = { "size=",  "stones=", "bridges=",
                                               "share=", "end=",    "tie=" };

    for (int option = 0; option < OPTIONS; option++) {
        if (!read_text(cursor, NAME[option]))
            continue;
        if (is_given[option])
            return false;
        is_given[option] = true;
        return read_value(cursor, option, rules);
    }
    return false;
}

static bool read_base(const char **cursor, Rules *rules)
{
    static const Rules CONTEST = { .size = 10, .stones = UNLIMITED, .bridges = UNLIMITED };
    static const Rules OFFICIAL = { .size = 10,
                                    .stones = 40,
                                    .bridges = 15,
                                    .has_share = true,
                                    .has_pass = true,
                                    .has_draw = true,
                                    .seats_change = true };

    *rules = CONTEST;
    if (read_text(cursor, "contest"))
        return true;
    if (read_text(cursor, "official")) {
        *rules = OFFICIAL;
        return true;
    }
    if (read_text(cursor, "open")) {
        *rules = OFFICIAL;
        rules->stones = rules->bridges = UNLIMITED;
        return true;
    }
    return false;
}

/* Read a base, options, or both; the empty text means the contest rules. */
static bool read_variant(const char *text, Rules *rules)
{
    const char **cursor = &text;
    bool         is_given[OPTIONS] = { false };

    if (!read_base(cursor, rules) && **cursor != '\0' && !read_option(cursor, rules, is_given))
        return false;
    while (read_text(cursor, ";")) {
        if (!read_option(cursor, rules, is_given))
            return false;
    }
    rules->has_fields = rules->seats_change || rules->has_pass;
    return **cursor == '\0';
}

/* ---------------------------------------------------------------- turns (2, 10) */

/* End the turn; `next` is to move.  Without passes, a side that cannot act is skipped unless
 * neither side can act (2). */
static void end_turn(const Rules *rules, Position *pos, int next)
{
    pos->turn++;
    pos->side = next;
    pos->has_swap = swap_is_possible(rules, pos);
    if (!rules->has_pass && !can_act(rules, pos, next) && can_act(rules, pos, other(next)))
        pos->side = other(next);
}

static void visit(const Visitor *visitor, const Text *turn, const Position *pos)
{
    Text after = { .length = 0 };

    add_position(&after, visitor->rules, pos);
    visitor->each(visitor->context, turn->chars, after.chars);
}

static void visit_pairs(const Visitor *visitor, const Position *pos)
{
    Cell pairs[MAX_PAIRS][2];
    int  count = find_pairs(visitor->rules, pos, pos->side, MAX_PAIRS, pairs);

    for (int n = 0; n < count; n++) {
        Position next = *pos;
        Text     turn = { .length = 0 };

        for (int k = 0; k < 2; k++)
            next.at[pairs[n][k].y][pairs[n][k].x] = STONE[pos->side];
        end_turn(visitor->rules, &next, other(pos->side));
        add_cells(&turn, visitor->rules, pairs[n][0], ',', pairs[n][1]);
        visit(visitor, &turn, &next);
    }
}

static void visit_bridges(const Visitor *visitor, const Position *pos)
{
    Bridge bridges[MAX_SPANS];
    int    count = find_bridges(visitor->rules, pos, pos->side, bridges);

    for (int n = 0; n < count; n++) {
        Position next = *pos;
        Text     turn = { .length = 0 };

        add_bridge(&next, &bridges[n]);
        end_turn(visitor->rules, &next, other(pos->side));
        add_cells(&turn, visitor->rules, bridges[n].from, '-', bridges[n].to);
        visit(visitor, &turn, &next);
    }
}

/* Contest: the two stones become black and White moves (2).  Official: the players exchange
 * colours, the stones stay, and Dark, now the first player, moves (10). */
static void visit_swap(const Visitor *visitor, const Position *pos)
{
    Position   next = *pos;
    const Text turn = { 4, "swap" };

    if (visitor->rules->seats_change) {
        next.light_seat = 3 - pos->light_seat;
        end_turn(visitor->rules, &next, BLACK);
    } else {
        for (int n = 0; n < visitor->rules->size * visitor->rules->size; n++) {
            Cell cell = nth_cell(visitor->rules, n);

            if (has_stone(pos, WHITE, cell))
                next.at[cell.y][cell.x] = STONE[BLACK];
        }
        end_turn(visitor->rules, &next, WHITE);
    }
    visit(visitor, &turn, &next);
}

static void visit_pass(const Visitor *visitor, const Position *pos)
{
    Position   next = *pos;
    const Text turn = { 4, "pass" };

    next.passed = pos->side == WHITE ? 'p' : 'e';
    end_turn(visitor->rules, &next, other(pos->side));
    visit(visitor, &turn, &next);
}

/* ---------------------------------------------------------------- the interface */

static bool ponte_start(const char *variant, char *line, size_t size)
{
    Rules    rules;
    Position pos;
    Text     text = { .length = 0 };

    if (!read_variant(variant, &rules))
        return false;
    clear_position(&pos);
    add_position(&text, &rules, &pos);
    return copy_out(&text, line, size);
}

static bool ponte_valid(const char *variant, const char *line)
{
    Rules    rules;
    Position pos;

    return read_variant(variant, &rules) && read_position(line, &rules, &pos);
}

static bool ponte_turns(const char *variant, const char *line, SlowTurnFn *each, void *context)
{
    Rules    rules;
    Position pos;

    if (!read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;
    if (is_over(&rules, &pos))
        return true;

    Visitor visitor = { &rules, each, context };
    visit_pairs(&visitor, &pos);
    visit_bridges(&visitor, &pos);
    if (pos.has_swap)
        visit_swap(&visitor, &pos);
    if (can_pass(&rules, &pos))
        visit_pass(&visitor, &pos);
    return true;
}

static bool ponte_result(const char *variant, const char *line, char *text, size_t size)
{
    Rules    rules;
    Position pos;

    if (size == 0 || !read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;
    if (is_over(&rules, &pos))
        return write_result(&rules, &pos, text, size);
    text[0] = '\0';
    return true;
}

static bool ponte_seats(const char *variant, const char *line, SlowSeats *seats)
{
    Rules    rules;
    Position pos;

    if (!read_variant(variant, &rules) || !read_position(line, &rules, &pos))
        return false;
    *seats = (SlowSeats){ .to_move = pos.side == WHITE ? 0 : 1, .first_seat = pos.light_seat };
    return true;
}

const SlowGame PONTE_NAIVE = {
    .name = "ponte",
    .sides = { "white", "black" },
    .start = ponte_start,
    .valid = ponte_valid,
    .turns = ponte_turns,
    .result = ponte_result,
    .seats = ponte_seats,
};
