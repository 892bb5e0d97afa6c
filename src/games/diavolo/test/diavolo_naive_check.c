/* diavolo_naive_check.c - checks the naive rules of DiavoloPP against known facts.
 *
 * The geometry table, the worked examples with their pictures and all counts come from the
 * specification (sections 1, 9.3, 10, 11); the other positions were worked out by hand.
 *
 * The check derives its own geometry from the corners of the fields alone.  It infers the sides,
 * corners and edges that the rules use from their answers: whether four lands form an island,
 * whether another land may touch it, and whether a bridge is legal.
 *
 * Prints each failed check and returns nonzero if there is one.
 */
#include "games/diavolo/naive/diavolo_naive.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 30, MAX_FIELDS = 900, MAX_POINTS = 496, LINE_SIZE = 4500, NAME_SIZE = 48 };

static int failures = 0;

static void fail(const char *what, const char *line, const char *detail)
{
    printf("FAIL %s: [%s] %s\n", what, line, detail);
    failures++;
}

static void expect_number(const char *what, const char *line, long got, long want)
{
    char detail[64];

    if (got == want)
        return;
    snprintf(detail, sizeof detail, "%ld, want %ld", got, want);
    fail(what, line, detail);
}

static void expect_text(const char *what, const char *line, const char *got, const char *want)
{
    if (strcmp(got, want) == 0)
        return;
    fail(what, line, "differs:");
    printf("--- got\n%s\n--- want\n%s\n---\n", got, want);
}

/* The size at the start of a line is also the text of its variant. */
static const char *variant_of(const char *line)
{
    static char variant[8];

    snprintf(variant, sizeof variant, "%d", atoi(line));
    return variant;
}

/* ---------------------------------------------------------------- lists of turns */

typedef struct Turn {
    char *text;
    char *after;
} Turn;

typedef struct TurnList {
    size_t count, capacity;
    Turn  *turn;
} TurnList;

static void *must(void *memory)
{
    if (memory == NULL) {
        puts("FAIL out of memory");
        exit(2);
    }
    return memory;
}

static void collect(void *context, const char *text, const char *after)
{
    TurnList *list = context;

    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 64;
        list->turn = must(realloc(list->turn, list->capacity * sizeof *list->turn));
    }
    list->turn[list->count++] = (Turn){ must(strdup(text)), must(strdup(after)) };
}

static TurnList turns_of(const char *line)
{
    TurnList list = { 0 };

    if (!DIAVOLO_NAIVE.turns(variant_of(line), line, collect, &list))
        fail("turns of a valid line", line, "");
    return list;
}

static void free_turns(TurnList *list)
{
    for (size_t n = 0; n < list->count; n++) {
        free(list->turn[n].text);
        free(list->turn[n].after);
    }
    free(list->turn);
}

static void count_one(void *context, const char *text, const char *after)
{
    (void)text, (void)after;
    ++*(long *)context;
}

static long turn_count(const char *line)
{
    long count = 0;

    if (!DIAVOLO_NAIVE.turns(variant_of(line), line, count_one, &count))
        fail("turns of a valid line", line, "");
    return count;
}

static bool is_pair(const char *turn)
{
    return strchr(turn, '+') != NULL;
}

static bool is_bridge(const char *turn)
{
    return strchr(turn, '-') != NULL;
}

static long pair_count(const TurnList *list)
{
    long count = 0;

    for (size_t n = 0; n < list->count; n++)
        count += is_pair(list->turn[n].text);
    return count;
}

/* Return the position after `turn`, or NULL if it is not in the list. */
static const char *after_turn(const TurnList *list, const char *turn)
{
    for (size_t n = 0; n < list->count; n++) {
        if (strcmp(list->turn[n].text, turn) == 0)
            return list->turn[n].after;
    }
    return NULL;
}

/* True if a land pair in the list uses `field`. */
static bool is_usable(const TurnList *list, const char *field)
{
    size_t length = strlen(field);

    for (size_t n = 0; n < list->count; n++) {
        const char *text = list->turn[n].text;
        const char *plus = strchr(text, '+');

        if (plus == NULL)
            continue;
        if (strcmp(plus + 1, field) == 0)
            return true;
        if ((size_t)(plus - text) == length && strncmp(text, field, length) == 0)
            return true;
    }
    return false;
}

static void result_of(const char *line, char *text, size_t size)
{
    text[0] = '\0';
    if (!DIAVOLO_NAIVE.result(variant_of(line), line, text, size))
        fail("result of a valid line", line, "");
}

/* ---------------------------------------------------------------- a geometry from corners alone */

typedef struct Point {
    int c, r;
} Point;

typedef struct Field {
    char  name[NAME_SIZE];
    Point corner[3];
} Field;

typedef struct Geometry {
    int   size;
    int   field_count, point_count;
    Field field[MAX_FIELDS];
    Point point[MAX_POINTS];
} Geometry;

static Geometry geometry_of(int n)
{
    Geometry g = { .size = n };

    for (int r = 1; r <= n; r++) {
        for (int c = 1; c + r <= n + 1; c++) {
            Field *up = &g.field[g.field_count++];

            *up = (Field){ .corner = { { c, r }, { c + 1, r }, { c, r + 1 } } };
            snprintf(up->name, sizeof up->name, "u%d,%d", c, r);
            if (c + r > n)
                continue;
            Field *down = &g.field[g.field_count++];

            *down = (Field){ .corner = { { c + 1, r }, { c, r + 1 }, { c + 1, r + 1 } } };
            snprintf(down->name, sizeof down->name, "d%d,%d", c, r);
        }
    }
    for (int r = 1; r <= n + 1; r++) {
        for (int c = 1; c + r <= n + 2; c++)
            g.point[g.point_count++] = (Point){ c, r };
    }
    return g;
}

static bool same_point(Point a, Point b)
{
    return a.c == b.c && a.r == b.r;
}

static bool has_corner(const Field *field, Point p)
{
    return same_point(field->corner[0], p) || same_point(field->corner[1], p) ||
           same_point(field->corner[2], p);
}

static int common_corners(const Field *a, const Field *b)
{
    return has_corner(b, a->corner[0]) + has_corner(b, a->corner[1]) + has_corner(b, a->corner[2]);
}

/* Two points are the ends of an edge if a field has both as corners. */
static bool is_edge(const Geometry *g, Point p, Point q)
{
    for (int f = 0; f < g->field_count; f++) {
        if (!same_point(p, q) && has_corner(&g->field[f], p) && has_corner(&g->field[f], q))
            return true;
    }
    return false;
}

static int field_named(const Geometry *g, const char *name, size_t length)
{
    for (int f = 0; f < g->field_count; f++) {
        if (strlen(g->field[f].name) == length && strncmp(g->field[f].name, name, length) == 0)
            return f;
    }
    return -1;
}

/* ---------------------------------------------------------------- position lines, taken apart */

typedef struct Bridge {
    char  colour;
    Point p, q;
} Bridge;

typedef struct Plain {
    int    size;
    char   land[MAX_FIELDS];
    int    bridge_count;
    Bridge bridge[MAX_POINTS / 2];
    char   turn, phase, seat;
} Plain;

static Plain empty_plain(int n)
{
    Plain plain = { .size = n, .turn = 'w', .phase = 'n', .seat = '1' };

    memset(plain.land, '.', sizeof plain.land);
    return plain;
}

/* Requires a valid line. */
static Plain plain_of(const char *line)
{
    Plain plain = { 0 };
    char *s;
    int   f = 0;

    plain.size = (int)strtol(line, &s, 10);
    for (s++; *s != ' '; s++) {
        if (*s != '/')
            plain.land[f++] = *s;
    }
    s++;
    while (*s == 'w' || *s == 'r') {
        Bridge *b = &plain.bridge[plain.bridge_count++];

        b->colour = *s;
        b->p.c = (int)strtol(s + 1, &s, 10);
        b->p.r = (int)strtol(s + 1, &s, 10);
        b->q.c = (int)strtol(s + 1, &s, 10);
        b->q.r = (int)strtol(s + 1, &s, 10);
        if (*s == ';')
            s++;
    }
    if (*s == '-')
        s++;
    plain.turn = s[1];
    plain.phase = s[3];
    plain.seat = s[5];
    return plain;
}

static int order_of(Point a, Point b)
{
    return a.r != b.r ? a.r - b.r : a.c - b.c;
}

static int by_first_point(const void *a, const void *b)
{
    return order_of(((const Bridge *)a)->p, ((const Bridge *)b)->p);
}

/* Write the canonical line; sorts the bridges of the plain position. */
static void line_of(Plain *plain, char *line)
{
    char *s = line;
    int   f = 0;

    s += sprintf(s, "%d ", plain->size);
    for (int r = 1; r <= plain->size; r++) {
        for (int k = 0; k < 2 * (plain->size - r) + 1; k++)
            *s++ = plain->land[f++];
        *s++ = r < plain->size ? '/' : ' ';
    }
    for (int b = 0; b < plain->bridge_count; b++) {
        Bridge *bridge = &plain->bridge[b];

        if (order_of(bridge->p, bridge->q) > 0)
            *bridge = (Bridge){ bridge->colour, bridge->q, bridge->p };
    }
    qsort(plain->bridge, (size_t)plain->bridge_count, sizeof plain->bridge[0], by_first_point);
    if (plain->bridge_count == 0)
        *s++ = '-';
    for (int b = 0; b < plain->bridge_count; b++) {
        const Bridge *bridge = &plain->bridge[b];

        s += sprintf(s, "%s%c%d,%d-%d,%d", b > 0 ? ";" : "", bridge->colour, bridge->p.c,
                     bridge->p.r, bridge->q.c, bridge->q.r);
    }
    sprintf(s, " %c %c %c", plain->turn, plain->phase, plain->seat);
}

static bool plain_is_valid(Plain *plain)
{
    char line[LINE_SIZE];

    line_of(plain, line);
    return DIAVOLO_NAIVE.valid(variant_of(line), line);
}

/* ---------------------------------------------------------------- geometry (1) */

static const struct GeometryCase {
    int size, fields, points, edges, side_pairs, corner_pairs, islands;
} GEOMETRY_CASES[] = {
    { 3, 9, 10, 18, 9, 15, 15 },
    { 4, 16, 15, 30, 18, 36, 43 },
    { 5, 25, 21, 45, 30, 66, 85 },
    { 6, 36, 28, 63, 45, 105, 141 },
    { 30, 900, 496, 1395, 1305, 3741, 5685 },
};

/* Count by definition: fields with two common corners share a side, with one they share a
 * corner. */
static void check_definitions(const struct GeometryCase *c, const Geometry *g)
{
    int pairs[4] = { 0 }, edges = 0;

    for (int a = 0; a < g->field_count; a++) {
        for (int b = a + 1; b < g->field_count; b++)
            pairs[common_corners(&g->field[a], &g->field[b])]++;
    }
    for (int a = 0; a < g->point_count; a++) {
        for (int b = a + 1; b < g->point_count; b++)
            edges += is_edge(g, g->point[a], g->point[b]);
    }
    expect_number("fields", "", g->field_count, c->fields);
    expect_number("points", "", g->point_count, c->points);
    expect_number("edges", "", edges, c->edges);
    expect_number("side-sharing pairs", "", pairs[2], c->side_pairs);
    expect_number("corner-sharing pairs", "", pairs[1], c->corner_pairs);
    expect_number("equal fields", "", pairs[3], 0);
}

static long count_of(const char *text, char sign)
{
    long count = 0;

    for (; *text != '\0'; text++)
        count += *text == sign;
    return count;
}

/* The rules must give the same numbers: the length of the start line, and the strokes and labels of
 * its picture. */
static void check_start_line(const struct GeometryCase *c)
{
    static char picture[200000];
    char        variant[8], line[LINE_SIZE], want[LINE_SIZE];
    Plain       plain = empty_plain(c->size);

    plain.phase = 'f';
    line_of(&plain, want);
    snprintf(variant, sizeof variant, "%d", c->size);
    if (!DIAVOLO_NAIVE.start(variant, line, sizeof line)) {
        fail("start", variant, "");
        return;
    }
    expect_text("start", variant, line, want);
    expect_number("fields of the start line", variant, count_of(line, '.'), c->fields);
    if (!diavolo_naive_draw(variant, line, false, picture, sizeof picture))
        fail("draw", line, "");
    expect_number("lines drawn", variant, count_of(picture, '\n'), 6 * c->size);
    expect_number("strokes /", variant, count_of(picture, '/'), 6 * c->edges / 3);
    expect_number("strokes \\", variant, count_of(picture, '\\'), 6 * c->edges / 3);
    expect_number("strokes _", variant, count_of(picture, '_'), 10 * c->edges / 3);
    if (!diavolo_naive_draw(variant, line, true, picture, sizeof picture))
        fail("draw labelled", line, "");
    expect_number("labels", variant, count_of(picture, ','), c->points);
    size_t length = strlen(picture);
    if (diavolo_naive_draw(variant, line, true, picture, length))
        fail("draw", line, "succeeds with a buffer one byte too small");
    if (!diavolo_naive_draw(variant, line, true, picture, length + 1))
        fail("draw", line, "fails with a buffer of the exact size");
}

/* True if the `count` fields are connected through sides, by definition: spread from the first
 * field. */
static bool is_connected(const Geometry *g, const int *fields, int count)
{
    bool is_reached[4] = { true };
    int  reached = 1;

    for (int round = 0; round < count; round++) {
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                if (is_reached[a] && !is_reached[b] &&
                    common_corners(&g->field[fields[a]], &g->field[fields[b]]) == 2) {
                    is_reached[b] = true;
                    reached++;
                }
            }
        }
    }
    return reached == count;
}

/* True if the rules score four white lands as an island, which is one point at the end of the
 * game. */
static bool rules_see_island(const Geometry *g, const int fields[4])
{
    Plain plain = empty_plain(g->size);
    char  line[LINE_SIZE], text[128];

    for (int k = 0; k < 4; k++)
        plain.land[fields[k]] = 'w';
    plain.turn = 'r';
    plain.phase = 'e';
    line_of(&plain, line);
    result_of(line, text, sizeof text);
    return strcmp(text, "white points points 1-0 islands 1-0 bridges 0-0 seat 1") == 0;
}

/* An island and one more white land are valid exactly if they have no common corner.  With a red
 * land the position is always valid. */
static void check_island_neighbours(const Geometry *g, const int fields[4])
{
    Plain plain = empty_plain(g->size);

    for (int k = 0; k < 4; k++)
        plain.land[fields[k]] = 'w';
    for (int f = 0; f < g->field_count; f++) {
        bool touches = false;

        if (plain.land[f] == 'w')
            continue;
        for (int k = 0; k < 4; k++)
            touches = touches || common_corners(&g->field[f], &g->field[fields[k]]) > 0;
        plain.land[f] = 'r';
        if (!plain_is_valid(&plain))
            fail("red land beside a white island", g->field[f].name, "");
        plain.land[f] = 'w';
        if (plain_is_valid(&plain) == touches)
            fail("land and island", g->field[f].name, touches ? "touch" : "do not touch");
        plain.land[f] = '.';
    }
}

/* For all sets of four fields, compare the rules with the definition of an island. */
static void check_islands(const struct GeometryCase *c, const Geometry *g)
{
    int f[4], islands = 0, seen = 0;

    for (f[0] = 0; f[0] < g->field_count; f[0]++) {
        for (f[1] = f[0] + 1; f[1] < g->field_count; f[1]++) {
            for (f[2] = f[1] + 1; f[2] < g->field_count; f[2]++) {
                for (f[3] = f[2] + 1; f[3] < g->field_count; f[3]++) {
                    bool is_island = is_connected(g, f, 4);
                    bool is_seen = rules_see_island(g, f);

                    islands += is_island;
                    seen += is_seen;
                    if (is_island != is_seen)
                        fail("island", g->field[f[0]].name, "rules and definition differ");
                    if (is_island)
                        check_island_neighbours(g, f);
                }
            }
        }
    }
    expect_number("island placements", "", islands, c->islands);
    expect_number("island placements seen by the rules", "", seen, c->islands);
}

/* A large board has too many sets of four.  The fields of an island are at most three sides apart,
 * so test only the sets whose fields are near the lowest one. */
static void check_islands_nearby(const struct GeometryCase *c, const Geometry *g)
{
    int islands = 0;

    for (int a = 0; a < g->field_count; a++) {
        int near[64], count = 0, ring_end[3];

        near[count++] = a;
        for (int ring = 0; ring < 3; ring++) {
            ring_end[ring] = count;
            for (int f = a + 1; f < g->field_count; f++) {
                bool is_next = false, is_known = false;

                for (int k = 0; k < ring_end[ring]; k++) {
                    is_next = is_next || common_corners(&g->field[f], &g->field[near[k]]) == 2;
                    is_known = is_known || near[k] == f;
                }
                if (is_next && !is_known)
                    near[count++] = f;
            }
        }
        for (int i = 1; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                for (int k = j + 1; k < count; k++) {
                    int f[4] = { a, near[i], near[j], near[k] };

                    if (!is_connected(g, f, 4))
                        continue;
                    islands++;
                    if (islands % 16 == 0 && !rules_see_island(g, f))
                        fail("island", g->field[a].name, "not recognised by the rules");
                    if (islands % 500 == 0)
                        check_island_neighbours(g, f);
                }
            }
        }
    }
    expect_number("island placements nearby", "", islands, c->islands);
}

/* True if one or two white lands can support a bridge p-q. */
static bool lands_can_support(const Geometry *g, Point p, Point q)
{
    for (int a = 0; a < g->field_count; a++) {
        for (int b = a; b < g->field_count; b++) {
            Plain plain = empty_plain(g->size);

            if (!has_corner(&g->field[a], p) && !has_corner(&g->field[b], p))
                continue;
            plain.land[a] = plain.land[b] = 'w';
            plain.bridge[plain.bridge_count++] = (Bridge){ 'w', p, q };
            if (plain_is_valid(&plain))
                return true;
        }
    }
    return false;
}

/* A corner of the triangle belongs to one field only, which adjoins both edges there.  These six
 * edges cannot carry a bridge; all others can. */
static void check_edges(const struct GeometryCase *c, const Geometry *g)
{
    int count = 0;

    for (int a = 0; a < g->point_count; a++) {
        for (int b = a; b < g->point_count; b++) {
            bool is_seen = lands_can_support(g, g->point[a], g->point[b]);

            count += is_seen;
            if (is_seen && !is_edge(g, g->point[a], g->point[b]))
                fail("edge", "", "the rules accept a bridge that is not on an edge");
        }
    }
    expect_number("edges that can carry a bridge", "", count, c->edges - 6);
}

static void check_geometry(const struct GeometryCase *c)
{
    static Geometry g;

    g = geometry_of(c->size);
    check_definitions(c, &g);
    check_start_line(c);
    if (c->size > 6) {
        check_islands_nearby(c, &g);
        return;
    }
    check_islands(c, &g);
    check_edges(c, &g);
}

/* D6: a single group of up to four lands never supports a bridge.  Return the number of placements,
 * 431 for n = 7. */
static long check_lone_groups(const Geometry *g, int *fields, int count)
{
    long placements = 0;

    if (count > 0 && is_connected(g, fields, count)) {
        Plain    plain = empty_plain(g->size);
        char     line[LINE_SIZE];
        TurnList list;

        for (int k = 0; k < count; k++)
            plain.land[fields[k]] = 'w';
        line_of(&plain, line);
        list = turns_of(line);
        expect_number("turns of one group other than pairs (D6)", line,
                      (long)list.count - pair_count(&list), 0);
        free_turns(&list);
        placements++;
    }
    for (int f = count == 0 ? 0 : fields[count - 1] + 1; count < 4 && f < g->field_count; f++) {
        fields[count] = f;
        placements += check_lone_groups(g, fields, count + 1);
    }
    return placements;
}

static void check_d6(void)
{
    static Geometry g;
    int             fields[4];

    g = geometry_of(7);
    expect_number("placements of one group on n = 7", "", check_lone_groups(&g, fields, 0), 431);
}

/* ---------------------------------------------------------------- worked examples (10) */

/* `turns` lists legal turns, separated by one space; `total` and `pairs` are the numbers of all
 * turns and of land pairs. */
static const struct TurnsCase {
    const char *what;
    const char *line;
    long        total, pairs;
    const char *turns;
} TURNS_CASES[] = {
    { "E1 White", "3 r...w/.w./. w3,1-2,2 w n 1", 7, 6,
      "d1,1+u1,2 d1,1+u2,2 d1,1+u1,3 u1,2+u2,2 u1,2+u1,3 u2,2+u1,3 3,2-2,3" },
    { "E1 Red", "3 r...w/.w./. w3,1-2,2 r n 1", 6, 6,
      "d1,1+u1,2 d1,1+u2,2 d1,1+u1,3 u1,2+u2,2 u1,2+u1,3 u2,2+u1,3" },
    { "E1 the points of a bridge in reverse order", "3 r...w/.w./. w2,2-3,1 r n 1", 6, 6, "" },
    { "E2 Red", "3 rr..w/rw./w w3,1-2,2 r n 1", 1, 0, "pass" },
    { "E2 White", "3 rr..w/rw./w w3,1-2,2 w n 1", 2, 0, "3,2-2,3 pass" },
    { "E2 ended", "3 rr..w/rw./w w3,1-2,2 r e 1", 0, 0, "" },
    { "E3", "4 w...w../...../w.w/. w2,1-3,1 w n 1", 58, 54, "1,2-1,3 3,2-2,3 3,2-3,3 1,4-2,4" },
    { "E4", "5 ........./..w..w./...../.../. - w n 1", 256, 253, "3,2-4,2 3,2-3,3 2,3-3,3" },
    { "E4 Red after the bridge", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1", 210, 210, "" },
    { "E4 White after the bridge", "5 ........./..w..w./...../.../. w3,2-4,2 w n 1", 211, 210,
      "2,3-3,3" },
    { "E5", "4 www.w../...../.../. - w n 1", 46, 45, "2,2-3,2" },
    { "E6", "4 wrwr.rw/ww.rw/rrw/w - r n 1", 2, 0, "3,1-4,1 pass" },
    { "E7", "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1", 8, 3,
      "3,1-4,1 4,1-3,2 2,2-2,3 3,2-4,2 3,2-2,3" },
    { "E8 Red", "3 w...w/.../. - r s 1", 22, 21, "swap" },
    { "E8 after the swap", "3 w...w/.../. - r n 2", 21, 21, "" },
    { "last turn: a pass is always legal", "3 w...w/.../. - r l 2", 22, 21, "pass" },
    { "start", "3 ...../.../. - w f 1", 36, 36, "u1,1+d1,1 d2,1+u1,3 u2,2+u1,3" },
    /* Not from a game: the table of section 7 has no bridges in phase s. */
    { "phase s, red lands", "5 ........./..r..r./...../.../. - r s 1", 254, 253, "swap" },
};

static void check_turns(const struct TurnsCase *c)
{
    TurnList list = turns_of(c->line);
    char     words[256], *rest = words;
    long     found = 0;

    expect_number(c->what, c->line, (long)list.count, c->total);
    expect_number(c->what, c->line, pair_count(&list), c->pairs);
    snprintf(words, sizeof words, "%s", c->turns);
    for (const char *word = strsep(&rest, " "); word != NULL; word = strsep(&rest, " ")) {
        if (*word == '\0')
            continue;
        if (after_turn(&list, word) == NULL)
            fail(c->what, c->line, word);
        found += !is_pair(word);
    }
    /* The case must list all turns that are not land pairs. */
    expect_number(c->what, c->line, (long)list.count - pair_count(&list), found);
    free_turns(&list);
}

/* One turn and the line after it; NULL if the turn is illegal. */
static const struct StepCase {
    const char *what, *line, *turn, *after;
} STEP_CASES[] = {
    { "first move", "3 ...../.../. - w f 1", "u1,1+u3,1", "3 w...w/.../. - r s 1" },
    { "E8 swap", "3 w...w/.../. - r s 1", "swap", "3 w...w/.../. - r n 2" },
    { "E8 no second swap", "3 w...w/.../. - r n 2", "swap", NULL },
    { "E8 no pass", "3 w...w/.../. - r n 2", "pass", NULL },
    { "no pass in phase s", "3 w...w/.../. - r s 1", "pass", NULL },
    { "Red does not swap", "3 w...w/.../. - r s 1", "d1,1+u1,3", "3 wr..w/.../r - w n 1" },
    { "Red after the swap", "3 w...w/.../. - r n 2", "d1,1+u1,3", "3 wr..w/.../r - w n 2" },
    { "lower field first", "3 w...w/.../. - r n 2", "u1,3+d1,1", NULL },
    { "White's next turn", "3 wr..w/.../r - w n 2", "u2,1+u1,2", "3 wrw.w/w../r - r n 2" },
    { "E1 no pass", "3 r...w/.w./. w3,1-2,2 w n 1", "pass", NULL },
    { "E1 bridge", "3 r...w/.w./. w3,1-2,2 w n 1", "3,2-2,3",
      "3 r...w/.w./. w3,1-2,2;w3,2-2,3 r n 1" },
    { "E2 Red passes", "3 rr..w/rw./w w3,1-2,2 r n 1", "pass", "3 rr..w/rw./w w3,1-2,2 r e 1" },
    { "E2 White passes", "3 rr..w/rw./w w3,1-2,2 w n 2", "pass", "3 rr..w/rw./w w3,1-2,2 r l 2" },
    { "E2 Red's last turn", "3 rr..w/rw./w w3,1-2,2 r l 2", "pass",
      "3 rr..w/rw./w w3,1-2,2 r e 2" },
    { "last turn, lands", "3 w...w/.../. - r l 2", "d1,1+u1,3", "3 wr..w/.../r - r e 2" },
    { "last turn, bridge", "5 ........./..r..r./...../.../. - r l 1", "3,2-4,2",
      "5 ........./..r..r./...../.../. r3,2-4,2 r e 1" },
    { "bridges in order", "4 w...w../...../w.w/. w2,1-3,1 w n 1", "1,2-1,3",
      "4 w...w../...../w.w/. w2,1-3,1;w1,2-1,3 r n 1" },
    { "bridges in order", "5 ........./..w..w./...../.../. w2,3-3,3 w n 1", "3,2-4,2",
      "5 ........./..w..w./...../.../. w3,2-4,2;w2,3-3,3 r n 1" },
    { "bridges in any order are read, and written in canonical order",
      "6 wwww..www../......w../w....../...../www/w w1,5-1,4;w1,3-1,2 w n 1", "4,1-3,1", NULL },
    { "bridges in any order are read, and written in canonical order",
      "6 wwww..www../......w../w....../...../www/w w1,5-1,4;w1,3-1,2 w n 1", "3,1-4,1",
      "6 wwww..www../......w../w....../...../www/w w3,1-4,1;w1,2-1,3;w1,4-1,5 r n 1" },
};

static void check_step(const struct StepCase *c)
{
    TurnList    list = turns_of(c->line);
    const char *after = after_turn(&list, c->turn);

    if ((after == NULL) != (c->after == NULL))
        fail(c->what, c->line, c->turn);
    else if (after != NULL)
        expect_text(c->what, c->line, after, c->after);
    free_turns(&list);
}

static const struct ResultCase {
    const char *what, *line, *result;
} RESULT_CASES[] = {
    { "not over", "3 ...../.../. - w f 1", "" },
    { "not over", "3 w...w/.../. - r s 1", "" },
    { "not over", "3 rr..w/rw./w w3,1-2,2 r n 1", "" },
    { "not over", "3 rr..w/rw./w w3,1-2,2 r l 1", "" },
    { "E2", "3 rr..w/rw./w w3,1-2,2 r e 1",
      "white bridges points 0-0 islands 0-0 bridges 1-0 seat 1" },
    { "E2 swapped", "3 rr..w/rw./w w3,1-2,2 r e 2",
      "white bridges points 0-0 islands 0-0 bridges 1-0 seat 2" },
    { "E7", "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 r e 1",
      "white points points 4-0 islands 3-0 bridges 2-0 seat 1" },
    { "E7 after 3,1-4,1",
      "6 wwww..www../......w../w....../...../www/w w3,1-4,1;w1,2-1,3;w1,4-1,5 r e 1",
      "white points points 6-0 islands 3-0 bridges 3-0 seat 1" },
    { "E7 in red", "6 rrrr..rrr../......r../r....../...../rrr/r r1,2-1,3;r1,4-1,5 r e 1",
      "red points points 0-4 islands 0-3 bridges 0-2 seat 2" },
    { "E7b", "5 www..w.../w..w.w./...../www/w w2,2-3,2;w3,3-2,4 r e 1",
      "white points points 3-0 islands 2-0 bridges 2-0 seat 1" },
    { "draw", "3 w...r/.../. - r e 2", "draw equal points 0-0 islands 0-0 bridges 0-0" },
    /* Two connected islands against three separate ones. */
    { "islands decide",
      "10 wwwwrrrr..rrrr...../................./wwwwrrrr......./............./.........../"
      "........./......./...../.../. w1,2-1,3 r e 2",
      "red islands points 3-3 islands 2-3 bridges 1-0 seat 1" },
    /* u1,3 and u2,3 touch at 2,3, but no bridge ends there: two components with an island each. */
    { "touching groups are not connected",
      "10 wwww.............../................./w.w............/............./..wwww...../"
      "........./......./...../.../. w1,2-1,3;w2,4-2,5 r e 1",
      "white points points 2-0 islands 2-0 bridges 2-0 seat 1" },
    { "a bridge of the other colour",
      "10 wwwwr............../................./wwwwr........../............./.........../"
      "........./......./...../.../. r3,2-3,3 r e 1",
      "white points points 2-0 islands 2-0 bridges 0-1 seat 1" },
};

static void check_result(const struct ResultCase *c)
{
    char text[128];

    result_of(c->line, text, sizeof text);
    expect_text(c->what, c->line, text, c->result);
    if (DIAVOLO_NAIVE.result(variant_of(c->line), c->line, text, strlen(c->result)))
        fail(c->what, c->line, "result succeeds with a buffer one byte too small");
    expect_number(c->what, c->line, turn_count(c->line) == 0, *c->result != '\0');
}

/* E1, E4: the fields that a bridge blocks.  E5: the usable fields. */
static const struct UseCase {
    const char *what, *line, *field;
    bool        is_usable;
} USE_CASES[] = {
    { "E1", "3 r...w/.w./. w3,1-2,2 w n 1", "u2,1", false },
    { "E1", "3 r...w/.w./. w3,1-2,2 w n 1", "d2,1", false },
    { "E4", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1", "d3,1", false },
    { "E4", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1", "u3,2", false },
    { "E4", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1", "d2,1", true },
    { "E4", "5 ........./..w..w./...../.../. w3,2-4,2 r n 1", "d2,2", true },
    { "E5", "4 www.w../...../.../. - w n 1", "d2,1", false },
    { "E5", "4 www.w../...../.../. - w n 1", "u1,2", false },
    { "E5", "4 www.w../...../.../. - w n 1", "d3,1", true },
    { "E5", "4 www.w../...../.../. - w n 1", "u4,1", true },
    { "E5", "4 www.w../...../.../. - w n 1", "d1,2", true },
    { "E5", "4 www.w../...../.../. - w n 1", "u2,2", true },
    { "E5", "4 www.w../...../.../. - w n 1", "d2,2", true },
    { "E5", "4 www.w../...../.../. - w n 1", "u3,2", true },
    { "E5", "4 www.w../...../.../. - w n 1", "u1,3", true },
    { "E5", "4 www.w../...../.../. - w n 1", "d1,3", true },
    { "E5", "4 www.w../...../.../. - w n 1", "u2,3", true },
    { "E5", "4 www.w../...../.../. - w n 1", "u1,4", true },
};

static void check_use(const struct UseCase *c)
{
    TurnList list = turns_of(c->line);

    if (is_usable(&list, c->field) != c->is_usable)
        fail(c->what, c->line, c->field);
    free_turns(&list);
}

/* ---------------------------------------------------------------- which lines are valid (9.2) */

static const struct ValidCase {
    const char *variant, *line;
    bool        is_valid;
} VALID_CASES[] = {
    { "", "8 .............../............./.........../........./......./...../.../. - w f 1",
      true },
    { "8", "8 .............../............./.........../........./......./...../.../. - w f 1",
      true },
    { "3", "3 ...../.../. - w f 1", true },
    { "4", "3 ...../.../. - w f 1", false },
    { "2", "2 .../. - w f 1", false },
    { "1", "1 . - w f 1", false },
    { "31", "3 ...../.../. - w f 1", false },
    { "03", "3 ...../.../. - w f 1", false },
    { "3 ", "3 ...../.../. - w f 1", false },
    { " 3", "3 ...../.../. - w f 1", false },
    { "+3", "3 ...../.../. - w f 1", false },
    { "-3", "3 ...../.../. - w f 1", false },
    { "0", "3 ...../.../. - w f 1", false },
    { "3x", "3 ...../.../. - w f 1", false },
    { "99999999999999999999", "3 ...../.../. - w f 1", false },
    { "3", "", false },
    { "3", "3", false },
    { "3", "03 ...../.../. - w f 1", false },
    { "3", "3  ...../.../. - w f 1", false },
    { "3", " 3 ...../.../. - w f 1", false },
    { "3", "3 ...../.../. - w f 1 ", false },
    { "3", "3 ...../.../. - w f 1\n", false },
    { "3", "3 ...../.../. - w f", false },
    { "3", "3 ...../.../.  w f 1", false },
    { "3", "3 ....../.../. - w f 1", false },
    { "3", "3 ..../..../. - w f 1", false },
    { "3", "3 ...../.../. - w f 1 1", false },
    { "3", "3 ...../.../ - w f 1", false },
    { "3", "3 ...../.../x - w n 1", false },
    { "3", "3 ...../.../W - w n 1", false },
    /* phases */
    { "3", "3 ...../.../. - r f 1", false },
    { "3", "3 ...../.../. - w f 2", false },
    { "3", "3 ...../.../w - w f 1", false },
    { "3", "3 w...w/.../. - r s 1", true },
    { "3", "3 w...w/.../. - w s 1", false },
    { "3", "3 w...w/.../. - r s 2", false },
    { "3", "3 ...../.../. - r s 1", true },
    { "3", "3 w...w/.../. - r l 1", true },
    { "3", "3 w...w/.../. - r l 2", true },
    { "3", "3 w...w/.../. - w l 1", false },
    { "3", "3 w...w/.../. - r e 1", true },
    { "3", "3 w...w/.../. - r e 2", true },
    { "3", "3 w...w/.../. - w e 1", false },
    { "3", "3 w...w/.../. - w n 0", false },
    { "3", "3 w...w/.../. - w n 3", false },
    { "3", "3 w...w/.../. - w n 11", false },
    { "3", "3 w...w/.../. - w x 1", false },
    { "3", "3 w...w/.../. - b n 1", false },
    { "3", "3 w...w/.../. - . n 1", false },
    { "3", "3 ...../.../. - r n 2", true },
    /* groups */
    { "3", "3 wwww./.../. - w n 1", true },
    { "3", "3 wwwww/.../. - w n 1", false },
    { "3", "3 rrrrr/.../. - w n 1", false },
    { "3", "3 wwww./.../w - w n 1", true },
    { "3", "3 wwww./..w/. - w n 1", false },
    { "3", "3 wwww./..r/. - w n 1", true },
    { "3", "3 www.w/.../. - w n 1", true },
    { "3", "3 www.w/w../. - w n 1", false },
    { "4", "4 wrwr.rw/ww.rw/rrw/w - r n 1", true },
    { "4", "4 wrwrrrw/ww.rw/rrw/w - r n 1", true },
    { "4", "4 wrwr.rw/wwrrw/rrw/w - r n 1", true },
    { "4", "4 wrwrrrw/wwrrw/rrw/w - r n 1", false },
    /* bridges */
    { "3", "3 r...w/.w./. w3,1-2,2 w n 1", true },
    { "3", "3 r...w/.w./. w2,2-3,1 w n 1", true },
    { "3", "3 r...w/.w./. r3,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. 3,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-2,2; w n 1", false },
    { "3", "3 r...w/.w./. w3,1-2,2;- w n 1", false },
    { "3", "3 r...w/.w./. -;w3,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. ;w3,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-2,2;w3,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-2,2;w2,2-3,1 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-2,2;w3,2-2,3 w n 1", true },
    { "3", "3 r...w/.w./. w3,2-2,3;w3,1-2,2 w n 1", true },
    { "3", "3 r...w/.w./. w2,3-3,2;w2,2-3,1 w n 1", true },
    { "3", "3 r...w/.w./. w3,1-2,2;w2,2-1,3 w n 1", false },
    { "3", "3 r...w/.w./. w03,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-2,02 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-2, w n 1", false },
    { "3", "3 r...w/.w./. w3,1 w n 1", false },
    { "3", "3 r...w/.w./. w w n 1", false },
    { "3", "3 r...w/.w./. w3,1-0,2 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-3,1 w n 1", false },
    { "3", "3 r...w/.w./. w2,2-2,4 w n 1", false },
    { "3", "3 r...w/.w./. w4,1-5,1 w n 1", false },
    { "3", "3 r...w/.w./. w999,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. w4294967299,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. w3,1--2,2 w n 1", false },
    { "3", "3 r...w/.w./. w+3,1-2,2 w n 1", false },
    { "3", "3 r...w/.w./. w3,1-1,3 w n 1", false }, /* points on the board, but not an edge */
    { "3", "3 r...w/.w./. w3,1-4,1 w n 1", false }, /* a side of the land itself */
    { "3", "3 r.r.w/.w./. w3,1-2,2 w n 1", false }, /* land on a blocked field */
    { "3", "3 r..rw/.w./. w3,1-2,2 w n 1", false }, /* land on the other blocked field */
    { "3", "3 ....w/.../. w3,1-2,2 w n 1", false }, /* one end without a land */
    { "3", "3 ....w/.r./. w3,1-2,2 w n 1", false }, /* one end on the opponent's land */
    { "3", "3 r...w/.w./. w3,1-2,2 r s 1", true },  /* the number of pieces is not checked */
    { "5", "5 ........./..w..w./...../.../. w3,2-4,2;r2,3-3,3 w n 1", false },
    { "5", "5 ........./..w..w./...../.../. w3,2-4,2;w2,3-3,3 w n 1", true },
    { "5", "5 ........./..w..w./...../.../. w3,2-4,2;w3,2-3,3 w n 1", false },
};

static void ignore(void *context, const char *text, const char *after)
{
    (void)context, (void)text, (void)after;
}

static void check_valid(const struct ValidCase *c)
{
    char text[20000];

    if (DIAVOLO_NAIVE.valid(c->variant, c->line) != c->is_valid)
        fail("validity", c->line, c->is_valid ? "is valid" : "is not valid");
    if (DIAVOLO_NAIVE.turns(c->variant, c->line, ignore, NULL) != c->is_valid)
        fail("turns", c->line, "disagrees with valid()");
    if (DIAVOLO_NAIVE.result(c->variant, c->line, text, sizeof text) != c->is_valid)
        fail("result", c->line, "disagrees with valid()");
    if (diavolo_naive_draw(c->variant, c->line, true, text, sizeof text) != c->is_valid)
        fail("draw", c->line, "disagrees with valid()");
}

/* ---------------------------------------------------------------- pictures (9.3) */

static const struct PictureCase {
    const char *line;
    bool        is_labelled;
    const char *picture;
} PICTURE_CASES[] = {
    /* clang-format off */
    { "3 ...../.../. - w f 1", true,
      "                   1,4\n"
      "                   /\\\n"
      "                  /  \\\n"
      "                 /    \\\n"
      "                /      \\\n"
      "               /        \\\n"
      "             1,3_________2,3\n"
      "             /\\          /\\\n"
      "            /  \\        /  \\\n"
      "           /    \\      /    \\\n"
      "          /      \\    /      \\\n"
      "         /        \\  /        \\\n"
      "       1,2_________2,2_________3,2\n"
      "       /\\          /\\          /\\\n"
      "      /  \\        /  \\        /  \\\n"
      "     /    \\      /    \\      /    \\\n"
      "    /      \\    /      \\    /      \\\n"
      "   /        \\  /        \\  /        \\\n"
      " 1,1_________2,1_________3,1_________4,1\n" },
    { "3 r...w/.w./. w3,1-2,2 w n 1", false,
      "                   /\\\n"
      "                  /  \\\n"
      "                 /    \\\n"
      "                /      \\\n"
      "               /        \\\n"
      "              /__________\\\n"
      "             /\\          /\\\n"
      "            /  \\  ++++  /  \\\n"
      "           /    \\  ++  /    \\\n"
      "          /      \\    /      \\\n"
      "         /        \\  /        \\\n"
      "        /__________\\/__________\\\n"
      "       /\\          /+          /\\\n"
      "      /  \\        /  +        /  \\\n"
      "     /    \\      /    +      /    \\\n"
      "    /  **  \\    /      +    /  ++  \\\n"
      "   /  ****  \\  /        +  /  ++++  \\\n"
      "  /__________\\/__________+/__________\\\n" },
    { "3 rr..w/rw./w w3,1-2,2 r n 1", false,
      "                   /\\\n"
      "                  /  \\\n"
      "                 /    \\\n"
      "                /  ++  \\\n"
      "               /  ++++  \\\n"
      "              /__________\\\n"
      "             /\\          /\\\n"
      "            /  \\  ++++  /  \\\n"
      "           /    \\  ++  /    \\\n"
      "          /  **  \\    /      \\\n"
      "         /  ****  \\  /        \\\n"
      "        /__________\\/__________\\\n"
      "       /\\          /+          /\\\n"
      "      /  \\  ****  /  +        /  \\\n"
      "     /    \\  **  /    +      /    \\\n"
      "    /  **  \\    /      +    /  ++  \\\n"
      "   /  ****  \\  /        +  /  ++++  \\\n"
      "  /__________\\/__________+/__________\\\n" },
    { "4 w...w../...../w.w/. w2,1-3,1 w n 1", false,
      "                         /\\\n"
      "                        /  \\\n"
      "                       /    \\\n"
      "                      /      \\\n"
      "                     /        \\\n"
      "                    /__________\\\n"
      "                   /\\          /\\\n"
      "                  /  \\        /  \\\n"
      "                 /    \\      /    \\\n"
      "                /  ++  \\    /  ++  \\\n"
      "               /  ++++  \\  /  ++++  \\\n"
      "              /__________\\/__________\\\n"
      "             /\\          /\\          /\\\n"
      "            /  \\        /  \\        /  \\\n"
      "           /    \\      /    \\      /    \\\n"
      "          /      \\    /      \\    /      \\\n"
      "         /        \\  /        \\  /        \\\n"
      "        /__________\\/__________\\/__________\\\n"
      "       /\\          /\\          /\\          /\\\n"
      "      /  \\        /  \\        /  \\        /  \\\n"
      "     /    \\      /    \\      /    \\      /    \\\n"
      "    /  ++  \\    /      \\    /  ++  \\    /      \\\n"
      "   /  ++++  \\  /        \\  /  ++++  \\  /        \\\n"
      "  /__________\\/++++++++++\\/__________\\/__________\\\n" },
    { "4 www.w../...../.../. - w n 1", false,
      "                         /\\\n"
      "                        /  \\\n"
      "                       /    \\\n"
      "                      /      \\\n"
      "                     /        \\\n"
      "                    /__________\\\n"
      "                   /\\          /\\\n"
      "                  /  \\        /  \\\n"
      "                 /    \\      /    \\\n"
      "                /      \\    /      \\\n"
      "               /        \\  /        \\\n"
      "              /__________\\/__________\\\n"
      "             /\\          /\\          /\\\n"
      "            /  \\        /  \\        /  \\\n"
      "           /    \\      /    \\      /    \\\n"
      "          /      \\    /      \\    /      \\\n"
      "         /        \\  /        \\  /        \\\n"
      "        /__________\\/__________\\/__________\\\n"
      "       /\\          /\\          /\\          /\\\n"
      "      /  \\  ++++  /  \\        /  \\        /  \\\n"
      "     /    \\  ++  /    \\      /    \\      /    \\\n"
      "    /  ++  \\    /  ++  \\    /  ++  \\    /      \\\n"
      "   /  ++++  \\  /  ++++  \\  /  ++++  \\  /        \\\n"
      "  /__________\\/__________\\/__________\\/__________\\\n" },
    { "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1", false,
      "                                     /\\\n"
      "                                    /  \\\n"
      "                                   /    \\\n"
      "                                  /  ++  \\\n"
      "                                 /  ++++  \\\n"
      "                                /__________\\\n"
      "                               /\\          /\\\n"
      "                              /  \\  ++++  /  \\\n"
      "                             /    \\  ++  /    \\\n"
      "                            /  ++  \\    /  ++  \\\n"
      "                           /  ++++  \\  /  ++++  \\\n"
      "                          /__________\\/__________\\\n"
      "                         +\\          /\\          /\\\n"
      "                        +  \\        /  \\        /  \\\n"
      "                       +    \\      /    \\      /    \\\n"
      "                      +      \\    /      \\    /      \\\n"
      "                     +        \\  /        \\  /        \\\n"
      "                    +__________\\/__________\\/__________\\\n"
      "                   /\\          /\\          /\\          /\\\n"
      "                  /  \\        /  \\        /  \\        /  \\\n"
      "                 /    \\      /    \\      /    \\      /    \\\n"
      "                /  ++  \\    /      \\    /      \\    /      \\\n"
      "               /  ++++  \\  /        \\  /        \\  /        \\\n"
      "              /__________\\/__________\\/__________\\/__________\\\n"
      "             +\\          /\\          /\\          /\\          /\\\n"
      "            +  \\        /  \\        /  \\        /  \\        /  \\\n"
      "           +    \\      /    \\      /    \\      /    \\      /    \\\n"
      "          +      \\    /      \\    /      \\    /  ++  \\    /      \\\n"
      "         +        \\  /        \\  /        \\  /  ++++  \\  /        \\\n"
      "        +__________\\/__________\\/__________\\/__________\\/__________\\\n"
      "       /\\          /\\          /\\          /\\          /\\          /\\\n"
      "      /  \\  ++++  /  \\  ++++  /  \\        /  \\  ++++  /  \\        /  \\\n"
      "     /    \\  ++  /    \\  ++  /    \\      /    \\  ++  /    \\      /    \\\n"
      "    /  ++  \\    /  ++  \\    /      \\    /  ++  \\    /  ++  \\    /      \\\n"
      "   /  ++++  \\  /  ++++  \\  /        \\  /  ++++  \\  /  ++++  \\  /        \\\n"
      "  /__________\\/__________\\/__________\\/__________\\/__________\\/__________\\\n" },
    /* clang-format on */
};

static void check_picture(const struct PictureCase *c)
{
    static char picture[20000];

    if (!diavolo_naive_draw(variant_of(c->line), c->line, c->is_labelled, picture, sizeof picture))
        fail("draw", c->line, "");
    else
        expect_text("picture", c->line, picture, c->picture);
}

/* ---------------------------------------------------------------- counting (11) */

static long perft(const char *line, int depth)
{
    if (depth == 1)
        return turn_count(line);

    TurnList list = turns_of(line);
    long     sum = 0;

    for (size_t n = 0; n < list.count; n++)
        sum += perft(list.turn[n].after, depth - 1);
    free_turns(&list);
    return sum;
}

static const struct PerftCase {
    const char *variant;
    int         depth;
    long        want;
} PERFT_CASES[] = {
    { "3", 1, 36 },    { "3", 2, 792 },   { "3", 3, 8766 },   { "3", 4, 34650 },
    { "3", 5, 58818 }, { "3", 6, 70062 }, { "3", 7, 37884 },  { "3", 8, 0 },
    { "4", 1, 120 },   { "4", 2, 11040 }, { "4", 3, 740046 }, { "5", 1, 300 },
    { "5", 2, 76200 }, { "6", 1, 630 },   { "6", 2, 354060 }, { "30", 1, 404550 },
};

static void check_perft(const struct PerftCase *c)
{
    char line[LINE_SIZE];

    if (!DIAVOLO_NAIVE.start(c->variant, line, sizeof line))
        fail("start", c->variant, "");
    else
        expect_number("perft", line, perft(line, c->depth), c->want);
}

static const struct DivideCase {
    const char *turn;
    long        want[6];
} DIVIDE_CASES[] = {
    { "u1,1+d1,1", { 22, 231, 906, 1550, 1814, 960 } },
    { "u1,1+u3,1", { 22, 246, 1013, 1826, 2254, 1216 } },
    { "d1,1+d2,1", { 22, 246, 997, 1782, 2194, 1184 } },
};

static void check_divide(const TurnList *first, const struct DivideCase *c)
{
    const char *after = after_turn(first, c->turn);

    if (after == NULL) {
        fail("divide", c->turn, "is missing");
        return;
    }
    for (int depth = 1; depth <= 6; depth++)
        expect_number("divide", c->turn, perft(after, depth), c->want[depth - 1]);
}

static const struct SubtotalCase {
    long subtotal, times;
} SUBTOTAL_CASES[] = { { 231, 12 }, { 241, 9 }, { 246, 6 }, { 251, 3 }, { 266, 6 } };

static void check_subtotal(const TurnList *first, const struct SubtotalCase *c)
{
    long times = 0;

    for (size_t n = 0; n < first->count; n++)
        times += perft(first->turn[n].after, 2) == c->subtotal;
    expect_number("first moves with this depth-2 subtotal", "", times, c->times);
}

/* The numbers of complete games by winner and by length in turns. */
typedef struct Games {
    long white, draw, red;
    long by_length[16];
} Games;

static void play_all(const char *line, int length, Games *games)
{
    char     text[128];
    TurnList list;

    if (length >= (int)(sizeof games->by_length / sizeof games->by_length[0])) {
        fail("game is longer than possible", line, "");
        return;
    }
    result_of(line, text, sizeof text);
    if (*text != '\0') {
        games->white += strncmp(text, "white ", 6) == 0;
        games->draw += strncmp(text, "draw ", 5) == 0;
        games->red += strncmp(text, "red ", 4) == 0;
        games->by_length[length]++;
        return;
    }
    list = turns_of(line);
    for (size_t n = 0; n < list.count; n++)
        play_all(list.turn[n].after, length + 1, games);
    free_turns(&list);
}

static void check_complete_games(void)
{
    Games games = { 0 };

    play_all("3 ...../.../. - w f 1", 0, &games);
    expect_number("games won by White", "", games.white, 17796);
    expect_number("games drawn", "", games.draw, 38928);
    expect_number("games won by Red", "", games.red, 19044);
    for (int length = 0; length < 16; length++)
        expect_number("games of one length", "", games.by_length[length],
                      length == 6 || length == 7 ? 37884 : 0);
}

/* Return the minimax value for seat 1: 1, 0 or -1.  Without `with_swap` the swap is not tried. */
static int value_of(const char *line, bool with_swap)
{
    Plain    plain = plain_of(line);
    bool     is_seat_1 = (plain.turn == 'w') == (plain.seat == '1');
    int      best = is_seat_1 ? -1 : 1;
    char     text[128];
    TurnList list;

    result_of(line, text, sizeof text);
    if (*text != '\0')
        return strstr(text, " seat 1") != NULL ? 1 : strstr(text, " seat 2") != NULL ? -1 : 0;
    list = turns_of(line);
    for (size_t n = 0; n < list.count; n++) {
        if (!with_swap && strcmp(list.turn[n].text, "swap") == 0)
            continue;
        int value = value_of(list.turn[n].after, with_swap);

        if (is_seat_1 ? value > best : value < best)
            best = value;
    }
    free_turns(&list);
    return best;
}

/* "A draw after each of the 36 first moves, with or without the swap." */
static void check_values(const TurnList *first)
{
    for (size_t n = 0; n < first->count; n++) {
        const char *line = first->turn[n].after;
        TurnList    replies = turns_of(line);
        const char *swapped = after_turn(&replies, "swap");

        expect_number("value with the swap on offer", line, value_of(line, true), 0);
        expect_number("value without a swap", line, value_of(line, false), 0);
        if (swapped == NULL)
            fail("swap", line, "is missing");
        else
            expect_number("value after the swap", swapped, value_of(swapped, true), 0);
        free_turns(&replies);
    }
}

static void check_size_3(void)
{
    TurnList first = turns_of("3 ...../.../. - w f 1");

    for (size_t n = 0; n < sizeof DIVIDE_CASES / sizeof DIVIDE_CASES[0]; n++)
        check_divide(&first, &DIVIDE_CASES[n]);
    for (size_t n = 0; n < sizeof SUBTOTAL_CASES / sizeof SUBTOTAL_CASES[0]; n++)
        check_subtotal(&first, &SUBTOTAL_CASES[n]);
    check_values(&first);
    check_complete_games();
    free_turns(&first);
}

/* ---------------------------------------------------------------- random games */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* The rules must reject every proper prefix of a line and survive any change of a few
 * characters. */
static void check_damage(const char *line, uint64_t *seed)
{
    static const char CHARS[] = "0123456789 .wr-,;/fsnle+*ud:\n\t\x7f\x80\xff";
    char              damaged[LINE_SIZE], text[128];
    size_t            length = strlen(line);

    for (size_t cut = 0; cut < length; cut++) {
        snprintf(damaged, sizeof damaged, "%.*s", (int)cut, line);
        if (DIAVOLO_NAIVE.valid(variant_of(line), damaged))
            fail("validity", damaged, "of a truncated line");
    }
    for (int n = 0; n < 50; n++) {
        snprintf(damaged, sizeof damaged, "%s", line);
        for (int k = 0; k <= n % 3; k++)
            damaged[next_random(seed) % length] = CHARS[next_random(seed) % (sizeof CHARS - 1)];

        /* All functions must agree whether the line is still valid. */
        bool is_valid = DIAVOLO_NAIVE.valid(variant_of(line), damaged);
        if (DIAVOLO_NAIVE.result(variant_of(line), damaged, text, sizeof text) != is_valid)
            fail("result", damaged, "disagrees with valid()");
    }
}

/* The three distances of a point from the sides add up to n; the six maps permute them. */
static Point map_point(int n, int map, Point p)
{
    static const int ORDER[6][3] = { { 0, 1, 2 }, { 1, 0, 2 }, { 0, 2, 1 },
                                     { 2, 1, 0 }, { 1, 2, 0 }, { 2, 0, 1 } };
    int              d[3] = { p.c - 1, p.r - 1, n + 2 - p.c - p.r };

    return (Point){ 1 + d[ORDER[map][0]], 1 + d[ORDER[map][1]] };
}

typedef struct Symmetry {
    int size;
    int image[6][MAX_FIELDS];
} Symmetry;

static void make_symmetry(const Geometry *g, Symmetry *s)
{
    s->size = g->size;
    for (int map = 0; map < 6; map++) {
        for (int f = 0; f < g->field_count; f++) {
            Field moved = g->field[f];

            for (int k = 0; k < 3; k++)
                moved.corner[k] = map_point(g->size, map, moved.corner[k]);
            for (int t = 0; t < g->field_count; t++) {
                if (common_corners(&moved, &g->field[t]) == 3)
                    s->image[map][f] = t;
            }
        }
    }
}

static void map_line(const Symmetry *s, int map, const char *line, char *mapped)
{
    Plain plain = plain_of(line), image = plain;

    for (int f = 0; f < s->size * s->size; f++)
        image.land[s->image[map][f]] = plain.land[f];
    for (int b = 0; b < plain.bridge_count; b++) {
        image.bridge[b].p = map_point(s->size, map, plain.bridge[b].p);
        image.bridge[b].q = map_point(s->size, map, plain.bridge[b].q);
    }
    line_of(&image, mapped);
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037u;

    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

/* The checks of one position and its legal turns. */
typedef struct Inspection {
    const Geometry *geometry;
    const Symmetry *symmetry;   /* NULL: do not hash mapped lines */
    Plain           plain;      /* the position */
    long            valid_step; /* check every successor whose number is a multiple of this */
    uint64_t       *seed;
    long            count, pairs, bridges;
    uint64_t        sum[6];          /* sums of the hashes of the successors, one per symmetry */
    char            next[LINE_SIZE]; /* a random successor */
    char            next_bridge[LINE_SIZE];
    bool            has_next_bridge;
} Inspection;

static void sum_up(void *context, const char *turn, const char *after)
{
    Inspection *in = context;

    (void)turn;
    in->count++;
    in->sum[0] += hash_of(after);
}

/* The text of the turn and the line after it must agree. */
static void check_turn_text(const Inspection *in, const char *turn, const char *after)
{
    static Plain want, got;
    char         want_line[LINE_SIZE];
    Point        p, q;
    int          used = 0;

    want = in->plain;
    got = plain_of(after);
    if (is_pair(turn)) {
        const char *plus = strchr(turn, '+');
        int         first = field_named(in->geometry, turn, (size_t)(plus - turn));
        int         second = field_named(in->geometry, plus + 1, strlen(plus + 1));

        if (first < 0 || second <= first || want.land[first] != '.' || want.land[second] != '.') {
            fail("text of a land move", after, turn);
            return;
        }
        want.land[first] = want.land[second] = want.turn;
    } else if (is_bridge(turn)) {
        if (sscanf(turn, "%d,%d-%d,%d%n", &p.c, &p.r, &q.c, &q.r, &used) != 4 ||
            turn[used] != '\0' || order_of(p, q) >= 0) {
            fail("text of a bridge", after, turn);
            return;
        }
        want.bridge[want.bridge_count++] = (Bridge){ want.turn, p, q };
    } else if (strcmp(turn, "swap") != 0 && strcmp(turn, "pass") != 0) {
        fail("text of a turn", after, turn);
    }
    want.turn = got.turn;
    want.phase = got.phase;
    want.seat = got.seat;
    line_of(&want, want_line);
    expect_text(turn, "", after, want_line);
}

static void inspect(void *context, const char *turn, const char *after)
{
    Inspection *in = context;

    in->count++;
    in->pairs += is_pair(turn);
    in->bridges += is_bridge(turn);
    if (in->count % in->valid_step == 0) {
        if (!DIAVOLO_NAIVE.valid(variant_of(after), after))
            fail("validity", after, "after a legal turn");
        check_turn_text(in, turn, after);
    }
    for (int map = 0; map < 6 && in->symmetry != NULL; map++) {
        char mapped[LINE_SIZE];

        map_line(in->symmetry, map, after, mapped);
        in->sum[map] += hash_of(mapped);
    }
    if (next_random(in->seed) % (uint64_t)in->count == 0)
        strcpy(in->next, after);
    if (is_bridge(turn) && next_random(in->seed) % (uint64_t)in->bridges == 0) {
        strcpy(in->next_bridge, after);
        in->has_next_bridge = true;
    }
}

/* A symmetric image of a position must have the images of its turns and the same result. */
static void check_symmetry(const Inspection *in, const char *line)
{
    char text[128], mapped_text[128], mapped[LINE_SIZE];

    result_of(line, text, sizeof text);
    for (int map = 0; map < 6; map++) {
        Inspection image = { 0 };

        map_line(in->symmetry, map, line, mapped);
        if (!DIAVOLO_NAIVE.turns(variant_of(mapped), mapped, sum_up, &image))
            fail("turns of an image", mapped, "");
        expect_number("turns of an image", mapped, image.count, in->count);
        if (image.sum[0] != in->sum[map])
            fail("turns of an image", mapped, "are not the images of the turns");
        result_of(mapped, mapped_text, sizeof mapped_text);
        expect_text("result of an image", mapped, mapped_text, text);
    }
}

/* Land pairs and bridges are legal exactly if they lead to a valid position.  Count the pairs of
 * empty fields, and the bridges, whose addition leaves a valid position. */
static void check_by_validity(const Inspection *in, const char *line)
{
    const Geometry *g = in->geometry;
    char            colour = in->plain.turn;
    long            pairs = 0, bridges = 0;
    Plain           trial;

    for (int a = 0; a < g->field_count; a++) {
        for (int b = a + 1; b < g->field_count; b++) {
            if (in->plain.land[a] != '.' || in->plain.land[b] != '.')
                continue;
            trial = in->plain;
            trial.phase = 'n';
            trial.land[a] = trial.land[b] = colour;
            pairs += plain_is_valid(&trial);
        }
    }
    for (int a = 0; a < g->point_count; a++) {
        for (int b = a + 1; b < g->point_count; b++) {
            trial = in->plain;
            trial.bridge[trial.bridge_count++] = (Bridge){ colour, g->point[a], g->point[b] };
            bridges += plain_is_valid(&trial);
        }
    }
    expect_number("land moves by validity", line, in->pairs, pairs);
    expect_number("bridges by validity", line, in->bridges, bridges);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const Turn *)a)->text, ((const Turn *)b)->text);
}

static void check_no_turn_twice(const char *line)
{
    TurnList list = turns_of(line);

    if (list.count > 1)
        qsort(list.turn, list.count, sizeof *list.turn, by_text);
    for (size_t n = 1; n < list.count; n++) {
        if (by_text(&list.turn[n - 1], &list.turn[n]) == 0)
            fail("turn listed twice", line, list.turn[n].text);
    }
    free_turns(&list);
}

/* Play one random game, or its first `max_turns` turns.  Return the number of turns. */
static int play_random(const Geometry *g, const Symmetry *s, int max_turns, uint64_t *seed)
{
    static Inspection in;
    char              line[LINE_SIZE], text[128];
    bool              is_large = g->size > 12;
    int               turns = 0;

    snprintf(text, sizeof text, "%d", g->size);
    if (!DIAVOLO_NAIVE.start(text, line, sizeof line))
        fail("start", text, "");
    for (; turns < max_turns; turns++) {
        bool with_maps = !is_large && (g->size <= 6 || turns % (2 * g->size) == g->size);

        in = (Inspection){ .geometry = g,
                           .symmetry = with_maps ? s : NULL,
                           .plain = plain_of(line),
                           .valid_step = is_large ? 499 : 1,
                           .seed = seed };
        if (!DIAVOLO_NAIVE.turns(variant_of(line), line, inspect, &in))
            fail("turns of a valid line", line, "");
        result_of(line, text, sizeof text);
        if ((in.count > 0) != (*text == '\0'))
            fail("turns are legal exactly if there is no result", line, text);
        if (with_maps)
            check_symmetry(&in, line);
        if (g->size <= 5) {
            if (in.plain.phase == 'n' || in.plain.phase == 'l')
                check_by_validity(&in, line);
            check_no_turn_twice(line);
            check_damage(line, seed);
        }
        if (in.count == 0)
            break;
        strcpy(line, in.has_next_bridge && next_random(seed) % 3 == 0 ? in.next_bridge : in.next);
    }
    return turns;
}

static void check_random_games(void)
{
    static Geometry g;
    static Symmetry s;
    uint64_t        seed = 20240229;

    for (int n = 3; n <= 12; n++) {
        int games = n <= 4 ? 40 : n <= 6 ? 10 : n <= 8 ? 3 : 1;

        g = geometry_of(n);
        make_symmetry(&g, &s);
        for (int k = 0; k < games; k++)
            play_random(&g, &s, 10000, &seed);
    }
    g = geometry_of(30);
    play_random(&g, NULL, 3, &seed);
}

/* ---------------------------------------------------------------- all of it */

#define CHECK_ALL(check, cases)                                  \
    for (size_t n = 0; n < sizeof(cases) / sizeof *(cases); n++) \
    check(&(cases)[n])

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* print failures even if a later check crashes */
    CHECK_ALL(check_turns, TURNS_CASES);
    CHECK_ALL(check_step, STEP_CASES);
    CHECK_ALL(check_result, RESULT_CASES);
    CHECK_ALL(check_use, USE_CASES);
    CHECK_ALL(check_valid, VALID_CASES);
    CHECK_ALL(check_picture, PICTURE_CASES);
    CHECK_ALL(check_geometry, GEOMETRY_CASES);
    check_d6();
    CHECK_ALL(check_perft, PERFT_CASES);
    check_size_3();
    check_random_games();
    printf("diavolo_naive_check: %d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
