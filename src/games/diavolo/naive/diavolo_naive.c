/* diavolo_naive.c - the rules of DiavoloPP, written simply from their specification.
 *
 * Knows:   the complete game: geometry (1), lands (4), bridges (5), the end (6, 7), scoring (8),
 *          texts and the ASCII board (9).  Numbers in comments are sections of the specification.
 * Ignores: speed.
 *
 * Fields are numbered in the canonical order of section 9.1.  Each lists its corners and the fields
 * that share a side with it.  Corners answer all questions about points and edges.  An edge adjoins
 * the fields that have both its ends as corners.  A point belongs to a colour if a land of that
 * colour has it as a corner.
 *
 * Every turn is tried on a copy of the position.  A pair of lands is legal if the groups of its
 * colour are legal afterwards.  Each such test finds the groups again by flood fill.
 *
 * Rulings on what the specification leaves open:
 *  - Phases `f` and `s` need white-seat 1: no swap has happened yet.  Phase `e` needs turn `r`.
 *  - The reader accepts the bridges of a line in any order, and the two points of a bridge in
 *    either order.
 *  - Phase `s` offers land pairs and `swap`, as the table of section 7 says, even on a board that
 *    could not arise in a game and would allow a bridge.
 */
#include "games/diavolo/naive/diavolo_naive.h"
#include "naive/slow_text.h"

#include <assert.h>
#include <string.h>

enum {
    MIN_SIZE = 3,
    DEFAULT_SIZE = 8,
    MAX_SIZE = 30,
    MAX_FIELDS = MAX_SIZE * MAX_SIZE,
    /* There are (n+1)(n+2)/2 points, and a point carries at most one bridge end. */
    MAX_BRIDGES = (MAX_SIZE + 1) * (MAX_SIZE + 2) / 4,
    COORDINATES = MAX_SIZE + 2, /* 0 (unused) to n + 1 */
    ISLAND = 4,                 /* lands of an island */
    NOWHERE = -1,
};

static const char WHITE = 'w';
static const char RED = 'r';
static const char EMPTY = '.';

typedef struct Point {
    int c, r;
} Point;

typedef struct Field {
    bool  is_down;
    int   c, r;
    Point corner[3]; /* sorted by row, then column */
    int   side[3];   /* the side-sharing fields, NOWHERE beyond the border */
} Field;

typedef struct Board {
    int   size;
    int   field_count;
    Field field[MAX_FIELDS];
} Board;

/* A bridge between two adjacent points; p precedes q by row, then column. */
typedef struct Bridge {
    char  colour;
    Point p, q;
} Bridge;

typedef struct Position {
    char   land[MAX_FIELDS]; /* EMPTY, WHITE or RED */
    int    bridge_count;
    Bridge bridge[MAX_BRIDGES]; /* ordered by p */
    char   turn;                /* WHITE or RED */
    char   phase;               /* a letter of section 7 */
    int    white_seat;
} Position;

/* The groups of one colour (2). */
typedef struct Groups {
    int count;
    int of[MAX_FIELDS]; /* NOWHERE if there is no land of the colour */
    int size[MAX_FIELDS];
} Groups;

typedef struct Score {
    int points, islands, bridges;
} Score;

/* The callback for each legal turn, and the board for its text. */
typedef struct Visitor {
    const Board *board;
    SlowTurnFn  *each;
    void        *context;
} Visitor;

static char other(char colour)
{
    return colour == WHITE ? RED : WHITE;
}

/* ---------------------------------------------------------------- geometry (1) */

static bool same_point(Point a, Point b)
{
    return a.c == b.c && a.r == b.r;
}

/* True if a precedes b by row, then column (9.1). */
static bool is_before(Point a, Point b)
{
    return a.r != b.r ? a.r < b.r : a.c < b.c;
}

static bool is_point(int size, Point p)
{
    return p.c >= 1 && p.r >= 1 && p.c + p.r <= size + 2;
}

static bool are_neighbours(Point a, Point b)
{
    static const Point STEP[6] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { -1, 1 }, { 1, -1 }, { 0, -1 } };

    for (int k = 0; k < 6; k++) {
        if (same_point(b, (Point){ a.c + STEP[k].c, a.r + STEP[k].r }))
            return true;
    }
    return false;
}

/* Return the number of a field, or NOWHERE if it is off the board.  The rows from r upwards are a
 * triangle of size n+1-r, and a triangle of size m has m*m fields. */
static int field_index(int size, bool is_down, int c, int r)
{
    if (c < 1 || r < 1 || c + r > (is_down ? size : size + 1))
        return NOWHERE;

    int above = size + 1 - r;
    return size * size - above * above + 2 * (c - 1) + (is_down ? 1 : 0);
}

static Field make_field(int size, bool is_down, int c, int r)
{
    if (is_down) {
        return (Field){ true,
                        c,
                        r,
                        { { c + 1, r }, { c, r + 1 }, { c + 1, r + 1 } },
                        { field_index(size, false, c, r), field_index(size, false, c + 1, r),
                          field_index(size, false, c, r + 1) } };
    }
    return (Field){ false,
                    c,
                    r,
                    { { c, r }, { c + 1, r }, { c, r + 1 } },
                    { field_index(size, true, c, r), field_index(size, true, c - 1, r),
                      field_index(size, true, c, r - 1) } };
}

/* Number the fields row by row from the bottom: u(1,r) d(1,r) u(2,r) d(2,r) ... u(n+1-r,r). */
static void make_board(int size, Board *board)
{
    board->size = size;
    board->field_count = 0;
    for (int r = 1; r <= size; r++) {
        for (int k = 0; k < 2 * (size - r) + 1; k++) {
            assert(field_index(size, k % 2 == 1, 1 + k / 2, r) == board->field_count);
            board->field[board->field_count++] = make_field(size, k % 2 == 1, 1 + k / 2, r);
        }
    }
    assert(board->field_count == size * size);
}

static bool has_corner(const Field *field, Point p)
{
    for (int k = 0; k < 3; k++) {
        if (same_point(field->corner[k], p))
            return true;
    }
    return false;
}

static bool adjoins(const Field *field, const Bridge *bridge)
{
    return has_corner(field, bridge->p) && has_corner(field, bridge->q);
}

/* ---------------------------------------------------------------- groups (2, 4) */

/* Flood fill: add the land on `f`, and every land of its colour connected with it through sides, to
 * the current group. */
static void spread_group(const Board *board, const Position *pos, int f, Groups *groups)
{
    int group = groups->count;

    groups->of[f] = group;
    groups->size[group]++;
    for (int k = 0; k < 3; k++) {
        int next = board->field[f].side[k];

        if (next != NOWHERE && pos->land[next] == pos->land[f] && groups->of[next] == NOWHERE)
            spread_group(board, pos, next, groups);
    }
}

static void find_groups(const Board *board, const Position *pos, char colour, Groups *groups)
{
    groups->count = 0;
    for (int f = 0; f < board->field_count; f++)
        groups->of[f] = NOWHERE;
    for (int f = 0; f < board->field_count; f++) {
        if (pos->land[f] != colour || groups->of[f] != NOWHERE)
            continue;
        groups->size[groups->count] = 0;
        spread_group(board, pos, f, groups);
        groups->count++;
    }
}

/* True if rule (a) of section 4 holds: no group is larger than an island. */
static bool sizes_are_legal(const Groups *groups)
{
    for (int g = 0; g < groups->count; g++) {
        if (groups->size[g] > ISLAND)
            return false;
    }
    return true;
}

/* True if rule (b) of section 4 holds: no island shares a corner with another group.  Mark the
 * corners of each island, then look for a land of another group at a marked corner.  If two islands
 * share a corner, the later mark overwrites the earlier one, and the first island finds it. */
static bool islands_are_alone(const Board *board, const Groups *groups)
{
    int island_at[COORDINATES][COORDINATES];

    memset(island_at, 0xff, sizeof island_at); /* all NOWHERE */
    for (int f = 0; f < board->field_count; f++) {
        int g = groups->of[f];

        for (int k = 0; k < 3 && g != NOWHERE && groups->size[g] == ISLAND; k++)
            island_at[board->field[f].corner[k].c][board->field[f].corner[k].r] = g;
    }
    for (int f = 0; f < board->field_count; f++) {
        for (int k = 0; k < 3 && groups->of[f] != NOWHERE; k++) {
            int island = island_at[board->field[f].corner[k].c][board->field[f].corner[k].r];

            if (island != NOWHERE && island != groups->of[f])
                return false;
        }
    }
    return true;
}

static bool lands_are_legal(const Board *board, const Position *pos, char colour)
{
    Groups groups;

    find_groups(board, pos, colour, &groups);
    return sizes_are_legal(&groups) && islands_are_alone(board, &groups);
}

/* ---------------------------------------------------------------- bridges (2, 5) */

static bool is_taken(const Position *pos, Point p)
{
    for (int b = 0; b < pos->bridge_count; b++) {
        if (same_point(pos->bridge[b].p, p) || same_point(pos->bridge[b].q, p))
            return true;
    }
    return false;
}

static bool is_blocked(const Board *board, const Position *pos, int f)
{
    for (int b = 0; b < pos->bridge_count; b++) {
        if (adjoins(&board->field[f], &pos->bridge[b]))
            return true;
    }
    return false;
}

static bool is_free(const Board *board, const Position *pos, int f)
{
    return pos->land[f] == EMPTY && !is_blocked(board, pos, f);
}

static bool is_corner_of_colour(const Board *board, const Position *pos, char colour, Point p)
{
    for (int f = 0; f < board->field_count; f++) {
        if (pos->land[f] == colour && has_corner(&board->field[f], p))
            return true;
    }
    return false;
}

/* True if conditions 1 and 3 of section 5 hold.  Once a bridge is built, they stay true. */
static bool bridge_has_support(const Board *board, const Position *pos, const Bridge *bridge)
{
    for (int f = 0; f < board->field_count; f++) {
        if (pos->land[f] != EMPTY && adjoins(&board->field[f], bridge))
            return false;
    }
    return is_corner_of_colour(board, pos, bridge->colour, bridge->p) &&
           is_corner_of_colour(board, pos, bridge->colour, bridge->q);
}

/* True if condition 2 of section 5 holds: neither end carries a bridge yet. */
static bool bridge_ends_are_free(const Position *pos, const Bridge *bridge)
{
    return !is_taken(pos, bridge->p) && !is_taken(pos, bridge->q);
}

/* Insert a bridge; the list stays ordered by first point.  Requires bridge_ends_are_free. */
static void add_bridge(Position *pos, const Bridge *bridge)
{
    int b = pos->bridge_count;

    assert(b < MAX_BRIDGES);
    while (b > 0 && is_before(bridge->p, pos->bridge[b - 1].p)) {
        pos->bridge[b] = pos->bridge[b - 1];
        b--;
    }
    pos->bridge[b] = *bridge;
    pos->bridge_count++;
}

/* ---------------------------------------------------------------- scoring (8) */

/* Merge the components of all groups that `bridge` joins. */
static void join_groups(const Board *board, const Groups *groups, const Bridge *bridge,
                        int *component)
{
    int joined = NOWHERE;

    for (int f = 0; f < board->field_count; f++) {
        const Field *field = &board->field[f];

        if (groups->of[f] == NOWHERE ||
            (!has_corner(field, bridge->p) && !has_corner(field, bridge->q)))
            continue;

        int found = component[groups->of[f]];
        if (joined == NOWHERE)
            joined = found;
        for (int g = 0; g < groups->count; g++) {
            if (component[g] == found)
                component[g] = joined;
        }
    }
}

static Score score_of(const Board *board, const Position *pos, char colour)
{
    Score  score = { 0, 0, 0 };
    Groups groups;
    int    component[MAX_FIELDS];
    int    islands_in[MAX_FIELDS] = { 0 };

    find_groups(board, pos, colour, &groups);
    for (int g = 0; g < groups.count; g++)
        component[g] = g;
    for (int b = 0; b < pos->bridge_count; b++) {
        if (pos->bridge[b].colour != colour)
            continue;
        score.bridges++;
        join_groups(board, &groups, &pos->bridge[b], component);
    }
    for (int g = 0; g < groups.count; g++) {
        if (groups.size[g] == ISLAND) {
            score.islands++;
            islands_in[component[g]]++;
        }
    }
    for (int g = 0; g < groups.count; g++)
        score.points += islands_in[g] * (islands_in[g] + 1) / 2;
    return score;
}

/* ---------------------------------------------------------------- writing text (9) */

static void put_point(Text *text, Point p)
{
    add_number(text, p.c);
    add_char(text, ',');
    add_number(text, p.r);
}

static void put_land(Text *text, const Field *field)
{
    add_char(text, field->is_down ? 'd' : 'u');
    put_point(text, (Point){ field->c, field->r });
}

static void put_bridge(Text *text, const Bridge *bridge)
{
    put_point(text, bridge->p);
    add_char(text, '-');
    put_point(text, bridge->q);
}

static void put_fields(Text *text, const Board *board, const Position *pos)
{
    for (int f = 0; f < board->field_count; f++) {
        if (f > 0 && board->field[f].r != board->field[f - 1].r)
            add_char(text, '/');
        add_char(text, pos->land[f]);
    }
}

static void put_bridges(Text *text, const Position *pos)
{
    if (pos->bridge_count == 0)
        add_char(text, '-');
    for (int b = 0; b < pos->bridge_count; b++) {
        if (b > 0)
            add_char(text, ';');
        add_char(text, pos->bridge[b].colour);
        put_bridge(text, &pos->bridge[b]);
    }
}

static void put_position(Text *text, const Board *board, const Position *pos)
{
    add_number(text, board->size);
    add_char(text, ' ');
    put_fields(text, board, pos);
    add_char(text, ' ');
    put_bridges(text, pos);
    add_char(text, ' ');
    add_char(text, pos->turn);
    add_char(text, ' ');
    add_char(text, pos->phase);
    add_char(text, ' ');
    add_number(text, pos->white_seat);
}

/* ---------------------------------------------------------------- reading text (9) */

static bool read_point(const char **cursor, int size, Point *p)
{
    return read_number(cursor, 1, 99, &p->c) && read_text(cursor, ",") &&
           read_number(cursor, 1, 99, &p->r) && is_point(size, *p);
}

static bool read_fields(const char **cursor, const Board *board, Position *pos)
{
    for (int f = 0; f < board->field_count; f++) {
        if (f > 0 && board->field[f].r != board->field[f - 1].r && !read_text(cursor, "/"))
            return false;
        if (!read_char(cursor, ".wr", &pos->land[f]))
            return false;
    }
    return true;
}

static bool read_bridge(const char **cursor, const Board *board, Bridge *bridge)
{
    if (!read_char(cursor, "wr", &bridge->colour) || !read_point(cursor, board->size, &bridge->p) ||
        !read_text(cursor, "-") || !read_point(cursor, board->size, &bridge->q) ||
        !are_neighbours(bridge->p, bridge->q))
        return false;
    if (is_before(bridge->q, bridge->p)) {
        Point first = bridge->q;

        bridge->q = bridge->p;
        bridge->p = first;
    }
    return true;
}

/* Every bridge uses two points that no earlier one uses, so no text can hold more than
 * MAX_BRIDGES. */
static bool read_bridges(const char **cursor, const Board *board, Position *pos)
{
    if (read_text(cursor, "-"))
        return true;
    do {
        Bridge bridge;

        if (!read_bridge(cursor, board, &bridge) || !bridge_ends_are_free(pos, &bridge))
            return false;
        add_bridge(pos, &bridge);
    } while (read_text(cursor, ";"));
    return true;
}

static bool read_line(const char *line, const Board *board, Position *pos)
{
    const char **cursor = &line;
    int          size;
    char         seat;

    pos->bridge_count = 0;
    if (!read_number(cursor, 1, 99, &size) || size != board->size || !read_text(cursor, " ") ||
        !read_fields(cursor, board, pos) || !read_text(cursor, " ") ||
        !read_bridges(cursor, board, pos) || !read_text(cursor, " ") ||
        !read_char(cursor, "wr", &pos->turn) || !read_text(cursor, " ") ||
        !read_char(cursor, "fsnle", &pos->phase) || !read_text(cursor, " ") ||
        !read_char(cursor, "12", &seat))
        return false;
    pos->white_seat = seat - '0';
    return **cursor == '\0';
}

static bool is_empty_board(const Board *board, const Position *pos)
{
    for (int f = 0; f < board->field_count; f++) {
        if (pos->land[f] != EMPTY)
            return false;
    }
    return pos->bridge_count == 0;
}

static bool phase_is_possible(const Board *board, const Position *pos)
{
    switch (pos->phase) {
    case 'f': return pos->turn == WHITE && pos->white_seat == 1 && is_empty_board(board, pos);
    case 's': return pos->turn == RED && pos->white_seat == 1;
    case 'l':
    case 'e': return pos->turn == RED;
    default: return true;
    }
}

static bool bridges_are_possible(const Board *board, const Position *pos)
{
    for (int b = 0; b < pos->bridge_count; b++) {
        if (!bridge_has_support(board, pos, &pos->bridge[b]))
            return false;
    }
    return true;
}

static bool read_position(const char *line, const Board *board, Position *pos)
{
    return read_line(line, board, pos) && phase_is_possible(board, pos) &&
           bridges_are_possible(board, pos) && lands_are_legal(board, pos, WHITE) &&
           lands_are_legal(board, pos, RED);
}

/* The variant is the size; the empty text means DEFAULT_SIZE. */
static bool read_variant(const char *text, Board *board)
{
    int size = DEFAULT_SIZE;

    if (*text != '\0' && (!read_number(&text, 1, 99, &size) || *text != '\0'))
        return false;
    if (size < MIN_SIZE || size > MAX_SIZE)
        return false;
    make_board(size, board);
    return true;
}

/* ---------------------------------------------------------------- turns (3 to 7) */

static void visit(const Visitor *visitor, const Text *turn, const Position *next)
{
    Text after;

    after.length = 0;
    put_position(&after, visitor->board, next);
    visitor->each(visitor->context, turn->chars, after.chars);
}

/* Set the next phase and colour after lands or a bridge were placed (7). */
static void end_placement(Position *pos)
{
    switch (pos->phase) {
    case 'f':
        pos->phase = 's';
        pos->turn = RED;
        break;
    case 's':
        pos->phase = 'n';
        pos->turn = WHITE;
        break;
    case 'n': pos->turn = other(pos->turn); break;
    default:
        pos->phase = 'e';
        pos->turn = RED;
        break;
    }
}

static bool visit_land_pair(const Visitor *visitor, const Position *pos, int first, int second)
{
    Position next = *pos;
    Text     turn;

    next.land[first] = next.land[second] = pos->turn;
    if (!lands_are_legal(visitor->board, &next, pos->turn))
        return false;
    end_placement(&next);
    turn.length = 0;
    put_land(&turn, &visitor->board->field[first]);
    add_char(&turn, '+');
    put_land(&turn, &visitor->board->field[second]);
    visit(visitor, &turn, &next);
    return true;
}

/* Visit all land pairs; true if at least one is legal (4). */
static bool visit_land_pairs(const Visitor *visitor, const Position *pos)
{
    int  free_field[MAX_FIELDS];
    int  free_count = 0;
    bool is_any = false;

    for (int f = 0; f < visitor->board->field_count; f++) {
        if (is_free(visitor->board, pos, f))
            free_field[free_count++] = f;
    }
    for (int a = 0; a < free_count; a++) {
        for (int b = a + 1; b < free_count; b++) {
            if (visit_land_pair(visitor, pos, free_field[a], free_field[b]))
                is_any = true;
        }
    }
    return is_any;
}

/* Visit the bridge p-q if q is on the board and the bridge is legal (5). */
static void visit_bridge(const Visitor *visitor, const Position *pos, Point p, Point q)
{
    Bridge bridge = { pos->turn, p, q };

    if (!is_point(visitor->board->size, q) || !bridge_ends_are_free(pos, &bridge) ||
        !bridge_has_support(visitor->board, pos, &bridge))
        return;

    Position next = *pos;
    Text     turn;

    add_bridge(&next, &bridge);
    end_placement(&next);
    turn.length = 0;
    put_bridge(&turn, &bridge);
    visit(visitor, &turn, &next);
}

/* Try the three edges that lead east or up from each point.  Each edge is tried once, from the end
 * that is first by row, then column. */
static void visit_bridges(const Visitor *visitor, const Position *pos)
{
    int size = visitor->board->size;

    for (int r = 1; r <= size + 1; r++) {
        for (int c = 1; c + r <= size + 2; c++) {
            visit_bridge(visitor, pos, (Point){ c, r }, (Point){ c + 1, r });
            visit_bridge(visitor, pos, (Point){ c, r }, (Point){ c, r + 1 });
            visit_bridge(visitor, pos, (Point){ c, r }, (Point){ c - 1, r + 1 });
        }
    }
}

/* The pieces stay, the players exchange colours, and Red is to move again (3). */
static void visit_swap(const Visitor *visitor, const Position *pos)
{
    Position next = *pos;
    Text     turn;

    next.phase = 'n';
    next.white_seat = 2;
    turn.length = 0;
    add_text(&turn, "swap");
    visit(visitor, &turn, &next);
}

/* White's pass gives Red one last turn; Red's pass ends the game (6). */
static void visit_pass(const Visitor *visitor, const Position *pos)
{
    Position next = *pos;
    Text     turn;

    next.phase = pos->turn == WHITE ? 'l' : 'e';
    next.turn = RED;
    turn.length = 0;
    add_text(&turn, "pass");
    visit(visitor, &turn, &next);
}

/* Visit the legal turns of each phase as listed in the table of section 7. */
static void visit_turns(const Visitor *visitor, const Position *pos)
{
    if (pos->phase == 'e')
        return;

    bool has_pair = visit_land_pairs(visitor, pos);
    if (pos->phase == 's')
        visit_swap(visitor, pos);
    if (pos->phase == 'n' || pos->phase == 'l')
        visit_bridges(visitor, pos);
    if (pos->phase == 'l' || (pos->phase == 'n' && !has_pair))
        visit_pass(visitor, pos);
}

/* ---------------------------------------------------------------- the interface */

static bool diavolo_start(const char *variant, char *line, size_t size)
{
    Board    board;
    Position pos;
    Text     text;

    if (!read_variant(variant, &board))
        return false;
    memset(pos.land, EMPTY, sizeof pos.land);
    pos.bridge_count = 0;
    pos.turn = WHITE;
    pos.phase = 'f';
    pos.white_seat = 1;
    text.length = 0;
    put_position(&text, &board, &pos);
    return copy_out(&text, line, size);
}

static bool diavolo_valid(const char *variant, const char *line)
{
    Board    board;
    Position pos;

    return read_variant(variant, &board) && read_position(line, &board, &pos);
}

static bool diavolo_turns(const char *variant, const char *line, SlowTurnFn *each, void *context)
{
    Board    board;
    Position pos;

    if (!read_variant(variant, &board) || !read_position(line, &board, &pos))
        return false;

    Visitor visitor = { &board, each, context };
    visit_turns(&visitor, &pos);
    return true;
}

static void put_comparison(Text *text, const char *name, int white, int red)
{
    add_char(text, ' ');
    add_text(text, name);
    add_char(text, ' ');
    add_number(text, white);
    add_char(text, '-');
    add_number(text, red);
}

/* Compare points, then islands, then bridges; if all are equal, the game is a draw (8). */
static void put_result(Text *text, const Board *board, const Position *pos)
{
    Score       white = score_of(board, pos, WHITE);
    Score       red = score_of(board, pos, RED);
    int         lead = 0; /* of White in the criterion that decides */
    const char *reason = "equal";

    if (white.points != red.points) {
        lead = white.points - red.points;
        reason = "points";
    } else if (white.islands != red.islands) {
        lead = white.islands - red.islands;
        reason = "islands";
    } else if (white.bridges != red.bridges) {
        lead = white.bridges - red.bridges;
        reason = "bridges";
    }
    add_text(text, lead > 0 ? "white " : lead < 0 ? "red " : "draw ");
    add_text(text, reason);
    put_comparison(text, "points", white.points, red.points);
    put_comparison(text, "islands", white.islands, red.islands);
    put_comparison(text, "bridges", white.bridges, red.bridges);
    if (lead != 0) {
        add_text(text, " seat ");
        add_number(text, lead > 0 ? pos->white_seat : 3 - pos->white_seat);
    }
}

static bool diavolo_result(const char *variant, const char *line, char *text, size_t size)
{
    Board    board;
    Position pos;
    Text     result;

    if (!read_variant(variant, &board) || !read_position(line, &board, &pos))
        return false;
    result.length = 0;
    result.chars[0] = '\0';
    if (pos.phase == 'e')
        put_result(&result, &board, &pos);
    return copy_out(&result, text, size);
}

static bool diavolo_seats(const char *variant, const char *line, SlowSeats *seats)
{
    Board    board;
    Position pos;

    if (!read_variant(variant, &board) || !read_position(line, &board, &pos))
        return false;
    *seats = (SlowSeats){ .to_move = pos.turn == WHITE ? 0 : 1, .first_seat = pos.white_seat };
    return true;
}

const SlowGame DIAVOLO_NAIVE = {
    .name = "diavolo",
    .sides = { "white", "red" },
    .start = diavolo_start,
    .valid = diavolo_valid,
    .turns = diavolo_turns,
    .result = diavolo_result,
    .seats = diavolo_seats,
};

/* ---------------------------------------------------------------- the ASCII board (9.3) */

enum {
    PICTURE_LINES = 6 * MAX_SIZE + 1,   /* the last line is for the label of the apex */
    PICTURE_COLUMNS = 12 * MAX_SIZE + 6 /* the label `31,1` ends in column 12n + 4 */
};

/* Lines are numbered from the bottom. */
typedef struct Picture {
    char at[PICTURE_LINES][PICTURE_COLUMNS];
} Picture;

/* The column x of section 9.3, one to the right of the first character of the left corner's
 * label. */
static int left_column(int c, int r)
{
    return 2 + 6 * (r - 1) + 12 * (c - 1);
}

static int bottom_line(int r)
{
    return 6 * (r - 1);
}

static void draw_run(Picture *picture, int line, int column, int length, char sign)
{
    assert(line >= 0 && line < PICTURE_LINES && column >= 0 && column + length <= PICTURE_COLUMNS);
    memset(&picture->at[line][column], sign, (size_t)length);
}

/* These three functions draw the sides of u(c,r). */
static void draw_left_side(Picture *picture, int c, int r, char sign)
{
    for (int l = 0; l <= 5; l++)
        draw_run(picture, bottom_line(r) + l, left_column(c, r) + l, 1, sign);
}

static void draw_right_side(Picture *picture, int c, int r, char sign)
{
    for (int l = 0; l <= 5; l++)
        draw_run(picture, bottom_line(r) + l, left_column(c, r) + 11 - l, 1, sign);
}

static void draw_bottom_side(Picture *picture, int c, int r, char sign)
{
    draw_run(picture, bottom_line(r), left_column(c, r) + 1, 10, sign);
}

static void draw_land(Picture *picture, const Field *field, char sign)
{
    int x = left_column(field->c, field->r);
    int line = bottom_line(field->r);

    if (field->is_down) {
        draw_run(picture, line + 4, x + 10, 4, sign);
        draw_run(picture, line + 3, x + 11, 2, sign);
    } else {
        draw_run(picture, line + 1, x + 4, 4, sign);
        draw_run(picture, line + 2, x + 5, 2, sign);
    }
}

/* An edge belongs to the up field at p, or, if it is drawn as a backslash, to the one at the point
 * west of p. */
static void draw_bridge(Picture *picture, const Bridge *bridge, char sign)
{
    Point p = bridge->p;

    if (bridge->q.r == p.r)
        draw_bottom_side(picture, p.c, p.r, sign);
    else if (bridge->q.c == p.c)
        draw_left_side(picture, p.c, p.r, sign);
    else
        draw_right_side(picture, p.c - 1, p.r, sign);
}

static char sign_of(char colour)
{
    return colour == WHITE ? '+' : '*';
}

static void draw_board(Picture *picture, const Board *board, const Position *pos)
{
    memset(picture->at, ' ', sizeof picture->at);
    for (int f = 0; f < board->field_count; f++) {
        const Field *field = &board->field[f];

        if (!field->is_down) {
            draw_left_side(picture, field->c, field->r, '/');
            draw_right_side(picture, field->c, field->r, '\\');
            draw_bottom_side(picture, field->c, field->r, '_');
        }
        if (pos->land[f] != EMPTY)
            draw_land(picture, field, sign_of(pos->land[f]));
    }
    for (int b = 0; b < pos->bridge_count; b++)
        draw_bridge(picture, &pos->bridge[b], sign_of(pos->bridge[b].colour));
}

static void draw_labels(Picture *picture, int size)
{
    for (int r = 1; r <= size + 1; r++) {
        for (int c = 1; c + r <= size + 2; c++) {
            Text label;

            label.length = 0;
            put_point(&label, (Point){ c, r });
            for (size_t k = 0; k < label.length; k++)
                draw_run(picture, bottom_line(r), left_column(c, r) - 1 + (int)k, 1,
                         label.chars[k]);
        }
    }
}

/* Copy the top line first and omit trailing spaces; false if the buffer is too small. */
static bool copy_picture(const Picture *picture, int line_count, char *out, size_t size)
{
    size_t used = 0;

    for (int line = line_count - 1; line >= 0; line--) {
        size_t length = PICTURE_COLUMNS;

        while (length > 0 && picture->at[line][length - 1] == ' ')
            length--;
        if (length + 2 > size - used)
            return false;
        memcpy(out + used, picture->at[line], length);
        used += length;
        out[used++] = '\n';
        out[used] = '\0';
    }
    return true;
}

bool diavolo_naive_draw(const char *variant, const char *line, bool labelled, char *out,
                        size_t size)
{
    Board    board;
    Position pos;
    Picture  picture;

    if (!read_variant(variant, &board) || !read_position(line, &board, &pos))
        return false;
    draw_board(&picture, &board, &pos);
    if (labelled)
        draw_labels(&picture, board.size);
    return copy_picture(&picture, 6 * board.size + (labelled ? 1 : 0), out, size);
}
