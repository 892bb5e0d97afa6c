/* alliances_naive_check.c - checks the naive rules of Alliances against known facts.
 *
 * The tables, examples and counts come from the specification; numbers in comments are its
 * sections.  The other checks test properties that it states, on random games and random boards
 * from a fixed seed.  Prints each failed check and returns nonzero if there is one.
 */
#include "games/alliances/naive/alliances_naive.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_SIZE = 160, /* the longest position line has 140 characters */
    TURN_SIZE = 8,
    GRID_SIZE = 1024,
    MAX_CELLS = 121,
    MAX_TURNS = 3 * MAX_CELLS,
    STANDING_SIZE = 7,
    MARKINGS = 27
};

static const char *const VARIANTS[] = { "3", "4", "5", "6", "7" };
enum { VARIANT_COUNT = 5 };
static const char DISCS[] = "opg";

static int failures = 0;

static void fail(const char *what, const char *variant, const char *line, const char *detail)
{
    printf("FAIL %s: [%s] [%s] %s\n", what, variant, line, detail);
    failures++;
}

static void expect(bool is_true, const char *what, const char *variant, const char *line)
{
    if (!is_true)
        fail(what, variant, line, "");
}

/* ---------------------------------------------------------------- random numbers */

static uint64_t seed = 20240607;

static unsigned chance(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

/* ---------------------------------------------------------------- turns and lines */

typedef struct Turn {
    char text[TURN_SIZE];
    char after[LINE_SIZE];
} Turn;

typedef struct TurnList {
    int  count;
    Turn turn[MAX_TURNS];
} TurnList;

static void collect(void *context, const char *text, const char *after)
{
    TurnList *list = context;

    if (list->count == MAX_TURNS || strlen(text) >= TURN_SIZE || strlen(after) >= LINE_SIZE) {
        fail("too many turns, or a turn too long", "", after, text);
        return;
    }
    strcpy(list->turn[list->count].text, text);
    strcpy(list->turn[list->count].after, after);
    list->count++;
}

static void list_turns(const char *variant, const char *line, TurnList *list)
{
    list->count = 0;
    if (!ALLIANCES_NAIVE.turns(variant, line, collect, list))
        fail("turns of a valid line", variant, line, "");
}

static const Turn *find_turn(const TurnList *list, const char *text)
{
    for (int n = 0; n < list->count; n++) {
        if (strcmp(list->turn[n].text, text) == 0)
            return &list->turn[n];
    }
    return NULL;
}

static void start_of(const char *variant, char line[LINE_SIZE])
{
    if (!ALLIANCES_NAIVE.start(variant, line, LINE_SIZE)) {
        fail("start", variant, "", "");
        line[0] = '\0';
    }
}

static void standing_of(const char *variant, const char *line, char standing[STANDING_SIZE])
{
    if (!alliances_naive_standing(variant, line, standing, STANDING_SIZE)) {
        fail("standing of a valid line", variant, line, "");
        strcpy(standing, "??????");
    }
}

/* Access to the fields of a line: the rows start at index 2, the won field starts five characters
 * before the end, and the player to move is the last character. */
static char *rows_of(char *line)
{
    return line + 2;
}

static const char *won_of(const char *line)
{
    return line + strlen(line) - 5;
}

static char mover_of(const char *line)
{
    return line[strlen(line) - 1];
}

static int count_char(const char *text, char c)
{
    int count = 0;

    for (; *text != '\0'; text++)
        count += *text == c;
    return count;
}

static int colours_of(const char *line, char player)
{
    return count_char(won_of(line), player) - (mover_of(line) == player);
}

/* Return 0, 1 or 2 for 'o', 'p' or 'g'. */
static int colour_index(char disc)
{
    return (int)(strchr(DISCS, disc) - DISCS);
}

/* Return the player who may use `disc` as an ally of `colour` (3). */
static int player_allied(int colour, char disc)
{
    static const char ALLY[3][3] = { "pg", "go", "op" };

    return ALLY[colour][0] == disc ? 1 : 2;
}

/* ---------------------------------------------------------------- geometry (2) */

typedef struct Cells {
    int  count;
    char name[MAX_CELLS][TURN_SIZE];
} Cells;

/* Collect the names of all cells from the orange turns of the start position. */
static void list_cells(const char *variant, Cells *cells)
{
    char     line[LINE_SIZE];
    TurnList list;

    cells->count = 0;
    start_of(variant, line);
    list_turns(variant, line, &list);
    for (int n = 0; n < list.count; n++) {
        if (list.turn[n].text[0] == 'o' && cells->count < MAX_CELLS)
            strcpy(cells->name[cells->count++], list.turn[n].text + 2);
    }
}

static bool are_neighbours(const char *variant, const char *from, const char *to)
{
    char text[64], padded[80], wanted[16];

    if (!alliances_naive_neighbours(variant, from, text, sizeof text))
        return false;
    snprintf(padded, sizeof padded, " %s ", text);
    snprintf(wanted, sizeof wanted, " %s ", to);
    return strstr(padded, wanted) != NULL;
}

static const struct BoardCase {
    const char *variant;
    int         cells;
    int         per_row[13];
    int         pairs;
    int         supply;
} BOARD_CASES[VARIANT_COUNT] = {
    { "3", 13, { 1, 4, 3, 4, 1 }, 24, 6 },
    { "4", 31, { 2, 5, 6, 5, 6, 5, 2 }, 72, 12 },
    { "5", 55, { 3, 6, 7, 8, 7, 8, 7, 6, 3 }, 138, 20 },
    { "6", 85, { 4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4 }, 222, 30 },
    { "7", 121, { 5, 8, 9, 10, 11, 12, 11, 12, 11, 10, 9, 8, 5 }, 324, 42 },
};

static void check_rows(const struct BoardCase *c)
{
    char line[LINE_SIZE], want[LINE_SIZE];
    int  length = snprintf(want, sizeof want, "%s ", c->variant);

    for (int row = 0; row < 13 && c->per_row[row] > 0; row++) {
        if (row > 0)
            want[length++] = '/';
        for (int n = 0; n < c->per_row[row]; n++)
            want[length++] = 'x';
    }
    strcpy(want + length, " --- 1");
    start_of(c->variant, line);
    expect(strcmp(line, want) == 0, "rows of the start", c->variant, line);
    expect(ALLIANCES_NAIVE.valid(c->variant, line), "valid start", c->variant, line);
}

/* Return the number of neighbours.  Adjacency must be symmetric, so each pair is counted from both
 * ends. */
static int count_neighbours(const char *variant, const char *cell)
{
    char  text[64] = "";
    char *rest = NULL;
    int   count = 0;

    if (!alliances_naive_neighbours(variant, cell, text, sizeof text))
        fail("neighbours", variant, cell, "");
    for (char *to = strtok_r(text, " ", &rest); to != NULL; to = strtok_r(NULL, " ", &rest)) {
        if (!are_neighbours(variant, to, cell) || strcmp(to, cell) == 0)
            fail("adjacency is not symmetric", variant, cell, to);
        count++;
    }
    return count;
}

static void check_pairs(const struct BoardCase *c)
{
    Cells cells;
    int   ordered = 0;

    list_cells(c->variant, &cells);
    expect(cells.count == c->cells, "number of cells", c->variant, "");
    for (int n = 0; n < cells.count; n++)
        ordered += count_neighbours(c->variant, cells.name[n]);
    expect(ordered == 2 * c->pairs, "neighbour pairs", c->variant, "");
}

/* 12 cells with 3 neighbours, 18 with 4, 6 with 5, 85 with 6. */
static void check_degrees(void)
{
    static const int WANT[7] = { 0, 0, 0, 12, 18, 6, 85 };
    int              have[7] = { 0 };
    Cells            cells;

    list_cells("7", &cells);
    for (int n = 0; n < cells.count; n++) {
        int degree = count_neighbours("", cells.name[n]);

        have[degree > 6 ? 0 : degree]++;
    }
    expect(memcmp(have, WANT, sizeof have) == 0, "degrees", "7", "");
}

static void check_neighbour_examples(void)
{
    static const char *const CASES[][3] = {
        { "7", "a8", "a10 b7 b9" },         { "7", "b17", "b15 b19 a16 c16 c18" },
        { "7", "f23", "f21 e22 g22" },      { "7", "g12", "g10 g14 f11 f13 h11 h13" },
        { "4", "d6", "d4 d8 c5 c7 e5 e7" },
    };
    static const char *const BAD[][2] = {
        { "7", "g0" },  { "7", "g24" },   { "7", "a6" }, { "7", "a18" }, { "7", "m6" },
        { "7", "m18" }, { "7", "g13" },   { "7", "" },   { "7", "A8" },  { "7", "a08" },
        { "7", "a8 " }, { "7", "h12" },   { "4", "a3" }, { "4", "g12" }, { "7", "n8" },
        { "8", "g12" }, { "7", "a8888" },
    };
    char text[64];

    for (size_t n = 0; n < sizeof CASES / sizeof CASES[0]; n++) {
        if (!alliances_naive_neighbours(CASES[n][0], CASES[n][1], text, sizeof text) ||
            strcmp(text, CASES[n][2]) != 0)
            fail("neighbours", CASES[n][0], CASES[n][1], CASES[n][2]);
    }
    for (size_t n = 0; n < sizeof BAD / sizeof BAD[0]; n++) {
        if (alliances_naive_neighbours(BAD[n][0], BAD[n][1], text, sizeof text))
            fail("no such cell", BAD[n][0], BAD[n][1], text);
    }
}

/* ---------------------------------------------------------------- sides (2) */

/* The sides clockwise from the top, with their colours. */
static const struct SideCase {
    const char *variant;
    char        colour;
    const char *cells;
} SIDE_CASES[] = {
    { "7", 'o', "a8 a10 a12 a14 a16" },
    { "7", 'p', "b19 c20 d21 e22 f23" },
    { "7", 'g', "h23 i22 j21 k20 l19" },
    { "7", 'o', "m8 m10 m12 m14 m16" },
    { "7", 'p', "h1 i2 j3 k4 l5" },
    { "7", 'g', "b5 c4 d3 e2 f1" },
    { "4", 'o', "a5 a7" },
    { "4", 'p', "b10 c11" },
    { "4", 'g', "e11 f10" },
    { "4", 'o', "g5 g7" },
    { "4", 'p', "e1 f2" },
    { "4", 'g', "b2 c1" },
    { "3", 'o', "a4" },
    { "3", 'p', "b7" },
    { "3", 'g', "d7" },
    { "3", 'o', "e4" },
    { "3", 'p', "d1" },
    { "3", 'g', "b1" },
};

static void play(const char *variant, char line[LINE_SIZE], const char *turn)
{
    TurnList    list;
    const Turn *found;

    list_turns(variant, line, &list);
    found = find_turn(&list, turn);
    if (found == NULL)
        fail("no such turn", variant, line, turn);
    else
        strcpy(line, found->after);
}

/* Write `disc` into the text of the rows; `cells` are in the order of the text. */
static void put_disc(char line[LINE_SIZE], const Cells *cells, const char *cell, char disc)
{
    char *at = rows_of(line);

    for (int n = 0; n < cells->count; n++, at++) {
        at += *at == '/';
        if (strcmp(cells->name[n], cell) == 0)
            *at = disc;
    }
}

/* Covering a side with another colour blocks the player who cannot use that colour.  Only the last
 * disc does so, and it has no other effect.  Covering a side with its own colour has no effect. */
static void check_cover(const struct SideCase *c, const Cells *cells, char disc)
{
    int   colour = colour_index(c->colour);
    char  line[LINE_SIZE], want[4] = "---", side[64], turn[TURN_SIZE];
    char *last, *rest = NULL;

    start_of(c->variant, line);
    strcpy(side, c->cells);
    last = strtok_r(side, " ", &rest);
    for (char *next = strtok_r(NULL, " ", &rest); next != NULL; next = strtok_r(NULL, " ", &rest)) {
        put_disc(line, cells, last, disc);
        last = next;
    }
    expect(ALLIANCES_NAIVE.valid(c->variant, line), "colour stays open until the last disc",
           c->variant, line);
    snprintf(turn, sizeof turn, "%c@%s", disc, last);
    play(c->variant, line, turn);
    if (disc != c->colour)
        want[colour] = (char)('0' + player_allied(colour, disc));
    if (strncmp(won_of(line), want, 3) != 0)
        fail("won field after covering a side", c->variant, line, want);
}

static void check_sides(void)
{
    Cells cells;

    for (size_t n = 0; n < sizeof SIDE_CASES / sizeof SIDE_CASES[0]; n++) {
        list_cells(SIDE_CASES[n].variant, &cells);
        for (int colour = 0; colour < 3; colour++)
            check_cover(&SIDE_CASES[n], &cells, DISCS[colour]);
    }
}

/* Every size has s-2 walls on each side, and so 2(s-2) of each colour. */
static void check_wall_count(const char *variant)
{
    char line[LINE_SIZE], grid[GRID_SIZE] = "";
    int  want = 2 * (variant[0] - '0' - 2);

    start_of(variant, line);
    if (!alliances_naive_draw(variant, line, false, grid, sizeof grid) ||
        count_char(grid, 'O') != want || count_char(grid, 'P') != want ||
        count_char(grid, 'G') != want)
        fail("walls", variant, line, grid);
}

static void check_geometry(void)
{
    for (size_t n = 0; n < VARIANT_COUNT; n++) {
        check_rows(&BOARD_CASES[n]);
        check_pairs(&BOARD_CASES[n]);
        check_wall_count(BOARD_CASES[n].variant);
    }
    check_degrees();
    check_neighbour_examples();
    check_sides();
}

/* ---------------------------------------------------------------- the grid (7.3) */

#define E1_BEFORE "4 ox/xxpxx/xxoxxx/xxxxx/xxoxxx/xxpxx/ox --- "
#define E1_AFTER  "4 ox/xxpxx/xxoxxx/xxpxx/xxoxxx/xxpxx/ox 1-- "
#define E4_BEFORE "4 xg/xxxxx/xxxxxx/ppppx/xoxxxx/xxoxx/xx --- "
#define E4_AFTER  "4 xg/xxxxx/xxxxxx/ppppp/xoxxxx/xxoxx/xx 1-2 "

/* clang-format off */
static const struct GridCase {
    const char *variant;
    const char *line;
    bool        labelled;
    const char *want;
} GRID_CASES[] = {
    { "7", "7 xxxxx/xxxxxxxx/xxxxxxxxx/xxxxxxxxxx/xxxxxxxxxxx/xxxxxxxxxxxx/xxxxxxxxxxx/"
           "xxxxxxxxxxxx/xxxxxxxxxxx/xxxxxxxxxx/xxxxxxxxx/xxxxxxxx/xxxxx --- 1", false,
      "        O O O O O\n"
      "        x x x x x\n"
      "    Gx x x x x x x xP\n"
      "   Gx x x x x x x x xP\n"
      "  Gx x x x x x x x x xP\n"
      " Gx x x x x x x x x x xP\n"
      "Gx x x x x x x x x x x xP\n"
      "  x x x x x x x x x x x\n"
      "Px x x x x x x x x x x xG\n"
      " Px x x x x x x x x x xG\n"
      "  Px x x x x x x x x xG\n"
      "   Px x x x x x x x xG\n"
      "    Px x x x x x x xG\n"
      "        x x x x x\n"
      "        O O O O O\n" },
    { "4", E1_AFTER "2", false,
      "     O O\n"
      "     o x\n"
      " Gx x p x xP\n"
      "Gx x o x x xP\n"
      "  x x p x x\n"
      "Px x o x x xG\n"
      " Px x p x xG\n"
      "     o x\n"
      "     O O\n" },
    { "4", E4_AFTER "1", false,
      "     O O\n"
      "     x g\n"
      " Gx x x x xP\n"
      "Gx x x x x xP\n"
      "  p p p p p\n"
      "Px o x x x xG\n"
      " Px x o x xG\n"
      "     x x\n"
      "     O O\n" },
    { "4", E4_AFTER "1", true,
      "             11\n"
      "    12345678901\n"
      "        O O\n"
      "a       x g\n"
      "b   Gx x x x xP\n"
      "c  Gx x x x x xP\n"
      "d    p p p p p\n"
      "e  Px o x x x xG\n"
      "f   Px x o x xG\n"
      "g       x x\n"
      "        O O\n" },
    { "3", "3 x/xxxx/xxx/xxxx/x --- 1", true,
      "\n"
      "    1234567\n"
      "       O\n"
      "a      x\n"
      "b  Gx x x xP\n"
      "c    x x x\n"
      "d  Px x x xG\n"
      "e      x\n"
      "       O\n" },
};
/* clang-format on */

static void check_grids(void)
{
    char grid[GRID_SIZE] = "";

    for (size_t n = 0; n < sizeof GRID_CASES / sizeof GRID_CASES[0]; n++) {
        const struct GridCase *c = &GRID_CASES[n];
        size_t                 length = strlen(c->want);

        if (!alliances_naive_draw(c->variant, c->line, c->labelled, grid, length + 1) ||
            strcmp(grid, c->want) != 0)
            fail("grid", c->variant, c->line, grid);
        if (alliances_naive_draw(c->variant, c->line, c->labelled, grid, length))
            fail("grid in too small a buffer", c->variant, c->line, "");
    }
    expect(!alliances_naive_draw("4", E1_AFTER "3", false, grid, sizeof grid),
           "grid of an invalid line", "4", "");
}

/* ---------------------------------------------------------------- worked examples (8) */

#define E2_BEFORE "4 ox/xxoxx/xxoxxx/xxxxx/xxoxxx/xxoxx/ox --- "
#define E2_AFTER  "4 ox/xxoxx/xxoxxx/xxoxx/xxoxxx/xxoxx/ox "
#define E3_BEFORE "4 xx/xxxxx/xxxxxo/xxxxx/xxxxxx/xxxxx/xx --- "
#define E3_AFTER  "4 xx/xxxxo/xxxxxo/xxxxx/xxxxxx/xxxxx/xx -2- "
#define E5_BEFORE "4 xx/xxgxx/xxogxx/xxoxx/xxxoxx/xxoxg/ox --- "
#define E5_AFTER  "4 xg/xxgxx/xxogxx/xxoxx/xxxoxx/xxoxg/ox 2-- "
#define E6_BEFORE "4 xp/gxxxo/pxxxxx/ggggx/oxxxxp/xxxxx/ox --- "
#define E6_AFTER  "4 xp/gxxxo/pxxxxx/ggggg/oxxxxp/xxxxx/ox 212 "

static const struct Example {
    const char *name;
    const char *before;
    const char *turn;
    const char *after;
    const char *standing; /* after the turn; players 1 and 2 in orange, purple, green */
    const char *result;
} EXAMPLES[] = {
    { "E1", E1_BEFORE "1", "p@d6", E1_AFTER "2", "c.....", "" },
    { "E1 by player 2", E1_BEFORE "2", "p@d6", E1_AFTER "1", "c.....", "" },
    { "E1 o by player 2", E1_BEFORE "2", "o@d6", "4 ox/xxpxx/xxoxxx/xxoxx/xxoxxx/xxpxx/ox 1-- 1",
      "c.....", "" },
    { "E1 g", E1_BEFORE "1", "g@d6", "4 ox/xxpxx/xxoxxx/xxgxx/xxoxxx/xxpxx/ox --- 2", "......",
      "" },
    { "E1 g by player 2", E1_BEFORE "2", "g@d6", "4 ox/xxpxx/xxoxxx/xxgxx/xxoxxx/xxpxx/ox --- 1",
      "......", "" },
    { "E2", E2_BEFORE "1", "o@d6", E2_AFTER "121 2", "ccb..b", "player1 two-colours won 121" },
    { "E2 by player 2", E2_BEFORE "2", "o@d6", E2_AFTER "221 1", "ccb..b",
      "player2 two-colours won 221" },
    { "E3", E3_BEFORE "2", "o@b10", E3_AFTER "1", "..b...", "" },
    { "E3 by player 1", E3_BEFORE "1", "o@b10", E3_AFTER "2", "..b...", "" },
    { "E4", E4_BEFORE "2", "p@d10", E4_AFTER "1", ".b..b.", "" },
    { "E5", E5_BEFORE "1", "g@a7", E5_AFTER "2", ".c....", "" },
    { "E6", E6_BEFORE "2", "g@d10", E6_AFTER "1", "b..b.c", "player2 two-colours won 212" },
};

static void check_example(const struct Example *e)
{
    TurnList    list;
    const Turn *turn;
    char        standing[STANDING_SIZE], result[64] = "";

    standing_of("4", e->before, standing);
    expect(strcmp(standing, "......") == 0, "no colour decided before the turn", e->name, standing);
    list_turns("4", e->before, &list);
    turn = find_turn(&list, e->turn);
    if (turn == NULL || strcmp(turn->after, e->after) != 0) {
        fail("after the turn", e->name, e->turn, turn == NULL ? "no such turn" : turn->after);
        return;
    }
    standing_of("4", e->after, standing);
    expect(strcmp(standing, e->standing) == 0, "standing", e->name, standing);
    if (!ALLIANCES_NAIVE.result("4", e->after, result, sizeof result) ||
        strcmp(result, e->result) != 0)
        fail("result", e->name, e->after, result);
    list_turns("4", e->after, &list);
    expect((list.count == 0) == (e->result[0] != '\0'), "game is over exactly if it has a result",
           e->name, e->after);
}

/* Consecutive `cells` must be adjacent and hold only the two given discs. */
static void check_chain(const char *name, const char *line, const char *cells, const char *discs)
{
    char  text[64], grid[GRID_SIZE] = "";
    char *rest = NULL, *before = NULL;

    if (!alliances_naive_draw("4", line, false, grid, sizeof grid)) {
        fail("grid of a chain", name, line, "");
        return;
    }
    strcpy(text, cells);
    for (char *cell = strtok_r(text, " ", &rest); cell != NULL; cell = strtok_r(NULL, " ", &rest)) {
        const char *at = grid;

        for (int i = 'a' - 1; i < cell[0]; i++)
            at = strchr(at, '\n') + 1;
        at += atoi(cell + 1);
        if (strchr(discs, *at) == NULL || (before != NULL && !are_neighbours("4", before, cell)))
            fail("chain", name, line, cell);
        before = cell;
    }
}

static void check_examples(void)
{
    for (size_t n = 0; n < sizeof EXAMPLES / sizeof EXAMPLES[0]; n++)
        check_example(&EXAMPLES[n]);
    check_chain("E1", E1_AFTER "2", "a5 b6 c5 d6 e5 f6 g5", "op");
    check_chain("E5", E5_AFTER "2", "a7 b6 c5 d6 e7 f6 g5", "go");
    check_chain("E6", E6_AFTER "1", "c1 d2 d4 d6 d8 d10 e11", "gp");
}

/* ---------------------------------------------------------------- counts (9) */

/* A position and the number of move sequences that lead to it.  Its continuations depend on the
 * position alone, so each position is expanded only once. */
typedef struct Counted {
    long sequences;
    char line[LINE_SIZE];
} Counted;

typedef struct CountedList {
    size_t   count, capacity;
    long     sequences; /* of the position whose turns are being collected */
    Counted *at;
} CountedList;

static void add_counted(void *context, const char *turn, const char *after)
{
    CountedList *list = context;

    (void)turn;
    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 1024;
        list->at = realloc(list->at, list->capacity * sizeof *list->at);
        if (list->at == NULL) {
            puts("FAIL out of memory");
            exit(2);
        }
    }
    list->at[list->count].sequences = list->sequences;
    snprintf(list->at[list->count].line, LINE_SIZE, "%s", after);
    list->count++;
}

static int by_line(const void *a, const void *b)
{
    return strcmp(((const Counted *)a)->line, ((const Counted *)b)->line);
}

static void merge_same(CountedList *list)
{
    size_t kept = 0;

    if (list->count == 0)
        return;
    qsort(list->at, list->count, sizeof *list->at, by_line);
    for (size_t n = 1; n < list->count; n++) {
        if (by_line(&list->at[kept], &list->at[n]) == 0)
            list->at[kept].sequences += list->at[n].sequences;
        else
            list->at[++kept] = list->at[n];
    }
    list->count = kept + 1;
}

static bool is_over(const char *variant, const char *line)
{
    char result[64] = "";

    if (!ALLIANCES_NAIVE.result(variant, line, result, sizeof result))
        fail("result of a valid line", variant, line, "");
    return result[0] != '\0';
}

static void total_sequences(const CountedList *list, long *all, long *ended)
{
    *all = *ended = 0;
    for (size_t n = 0; n < list->count; n++) {
        *all += list->at[n].sequences;
        if (colours_of(list->at[n].line, '1') >= 2 || colours_of(list->at[n].line, '2') >= 2)
            *ended += list->at[n].sequences;
    }
}

static const struct PerftCase {
    const char *variant;
    int         depth;
    long        all[4], ended[4];
} PERFT_CASES[] = {
    { "3", 4, { 39, 1404, 44748, 1253160 }, { 0, 48, 2976, 123864 } },
    { "4", 3, { 93, 8370, 728190 }, { 0, 0, 0 } },
    { "5", 2, { 165, 26730 }, { 0, 0 } },
    { "6", 1, { 255 }, { 0 } },
    { "7", 1, { 363 }, { 0 } },
};

static void check_perft(const struct PerftCase *c)
{
    CountedList list = { .sequences = 1 };
    char        line[LINE_SIZE], detail[80];

    start_of(c->variant, line);
    add_counted(&list, "", line);
    for (int depth = 0; depth < c->depth; depth++) {
        CountedList next = { 0 };
        long        all, ended;

        for (size_t n = 0; n < list.count; n++) {
            next.sequences = list.at[n].sequences;
            if (!ALLIANCES_NAIVE.turns(c->variant, list.at[n].line, add_counted, &next))
                fail("turns", c->variant, list.at[n].line, "");
        }
        free(list.at);
        list = next;
        merge_same(&list);
        total_sequences(&list, &all, &ended);
        if (all != c->all[depth] || ended != c->ended[depth]) {
            snprintf(detail, sizeof detail, "depth %d: %ld, %ld end", depth + 1, all, ended);
            fail("perft", c->variant, "", detail);
        }
    }
    free(list.at);
}

static void check_counts(void)
{
    for (size_t n = 0; n < sizeof PERFT_CASES / sizeof PERFT_CASES[0]; n++)
        check_perft(&PERFT_CASES[n]);
}

/* ---------------------------------------------------------------- effects of one disc (5) */

static bool has_changed_to(const char *before, const char *after, int colour, int player, char to)
{
    int at = 2 * colour + player - 1;

    return before[at] != to && after[at] == to;
}

static void check_change(const char *line, const Turn *turn, int colour, const char *before,
                         const char *after)
{
    char disc = turn->text[0];

    for (int player = 1; player <= 2; player++) {
        bool connects = has_changed_to(before, after, colour, player, 'c');
        bool blocks = has_changed_to(before, after, colour, player, 'b');

        if (disc == DISCS[colour]) {
            if (blocks)
                fail("a disc blocks its own colour", turn->text, line, turn->after);
        } else if (player == player_allied(colour, disc) ? blocks : connects) {
            fail("a disc helps the wrong player", turn->text, line, turn->after);
        }
    }
}

/* Check that the newly decided `colour` went to the right player. */
static void check_decided(const char *line, const Turn *turn, int colour, const char *after)
{
    char disc = turn->text[0];
    char winner = won_of(turn->after)[colour];
    char one = after[2 * colour], two = after[2 * colour + 1];
    bool first = one == 'c' || two == 'b', second = two == 'c' || one == 'b';
    char want = first && second ? mover_of(line) : first ? '1' : second ? '2' : '-';

    if (winner != want)
        fail("winner of a colour", turn->text, line, turn->after);
    if (one == 'b' && two == 'b')
        fail("both blocked in one colour", turn->text, line, turn->after);
    if (disc != DISCS[colour] && winner != '-' && winner - '0' != player_allied(colour, disc))
        fail("a disc wins a colour for the wrong player", turn->text, line, turn->after);
    if (disc != DISCS[colour] && first && second)
        fail("both win a colour other than the disc's", turn->text, line, turn->after);
}

static void check_turn(const char *variant, const char *line, const char *before, const Turn *turn)
{
    char after[STANDING_SIZE];

    expect(ALLIANCES_NAIVE.valid(variant, turn->after), "valid after a turn", variant, turn->after);
    expect(mover_of(turn->after) == (mover_of(line) == '1' ? '2' : '1'), "side to move changes",
           variant, turn->after);
    standing_of(variant, turn->after, after);
    for (int colour = 0; colour < 3; colour++) {
        char was = won_of(line)[colour];

        check_change(line, turn, colour, before, after);
        if (was == '-')
            check_decided(line, turn, colour, after);
        else if (won_of(turn->after)[colour] != was)
            fail("a won colour is final", turn->text, line, turn->after);
    }
}

/* ---------------------------------------------------------------- mirrored play (D4) */

static char swap_chars(char c, char a, char b)
{
    return c == a ? b : c == b ? a : c;
}

/* Exchange left and right, purple and green, and the two players. */
static void mirror_line(const char *line, char out[LINE_SIZE])
{
    size_t length = strlen(line), start = 2, won = length - 5;

    strcpy(out, line);
    for (size_t end = start; end < won; end++) {
        if (line[end] != '/' && line[end] != ' ')
            continue;
        for (size_t n = start; n < end; n++)
            out[n] = swap_chars(line[start + end - 1 - n], 'p', 'g');
        start = end + 1;
    }
    out[won] = swap_chars(line[won], '1', '2');
    out[won + 1] = swap_chars(line[won + 2], '1', '2');
    out[won + 2] = swap_chars(line[won + 1], '1', '2');
    out[length - 1] = swap_chars(line[length - 1], '1', '2');
}

static void check_mirror(const char *variant, const char *line, const TurnList *list)
{
    char     mirrored[LINE_SIZE];
    TurnList other;

    mirror_line(line, mirrored);
    list_turns(variant, mirrored, &other);
    expect(other.count == list->count, "number of mirrored turns", variant, line);
    for (int n = 0; n < list->count; n++) {
        const Turn *turn = &list->turn[n];
        char        text[TURN_SIZE], after[LINE_SIZE];
        int         column = 4 * (variant[0] - '0' - 1) - atoi(turn->text + 3);

        snprintf(text, sizeof text, "%c@%c%d", swap_chars(turn->text[0], 'p', 'g'), turn->text[2],
                 column % 100);
        mirror_line(turn->after, after);

        const Turn *found = find_turn(&other, text);
        if (found == NULL || strcmp(found->after, after) != 0)
            fail("mirrored turn", text, mirrored, after);
    }
}

/* ---------------------------------------------------------------- random games */

static int supply_of(const char *variant)
{
    return BOARD_CASES[variant[0] - '3'].supply;
}

/* Every empty cell must accept every colour that is left in the supply. */
static void check_turn_count(const char *variant, char *line, const TurnList *list)
{
    int colours = 0;

    for (int colour = 0; colour < 3; colour++) {
        bool is_left = count_char(rows_of(line), DISCS[colour]) < supply_of(variant);
        int  turns = 0;

        colours += is_left;
        for (int n = 0; n < list->count; n++)
            turns += list->turn[n].text[0] == DISCS[colour];
        expect(is_left == (turns > 0), "supply", variant, line);
    }
    expect(list->count == colours * count_char(rows_of(line), 'x'), "number of turns", variant,
           line);
}

/* Play one random game to its end; if `thorough`, check every turn, not only the one played. */
static void check_game(const char *variant, bool thorough)
{
    char     line[LINE_SIZE], result[64] = "", want[64];
    TurnList list;
    int      length = 0;

    start_of(variant, line);
    list_turns(variant, line, &list);
    while (list.count > 0) {
        const Turn *chosen = &list.turn[chance((unsigned)list.count)];
        char        before[STANDING_SIZE];

        standing_of(variant, line, before);
        check_turn_count(variant, line, &list);
        if (thorough) {
            for (int n = 0; n < list.count; n++)
                check_turn(variant, line, before, &list.turn[n]);
            check_mirror(variant, line, &list);
        } else {
            check_turn(variant, line, before, chosen);
        }
        strcpy(line, chosen->after);
        length++;
        list_turns(variant, line, &list);
        expect(is_over(variant, line) == (list.count == 0), "result exactly if no turn is legal",
               variant, line);
    }
    /* There are no draws: exactly one player has at least two colours, and the result shows all
     * three (6). */
    bool first = colours_of(line, '1') >= 2;

    snprintf(want, sizeof want, "player%c two-colours won %.3s", first ? '1' : '2', won_of(line));
    if (!ALLIANCES_NAIVE.result(variant, line, result, sizeof result) || strcmp(result, want) != 0)
        fail("result of a random game", variant, line, result);
    expect(!ALLIANCES_NAIVE.result(variant, line, result, strlen(want)), "result: buffer too small",
           variant, line);
    expect(length <= BOARD_CASES[variant[0] - '3'].cells,
           "game is not longer than the number of cells", variant, line);
}

static void check_games(void)
{
    static const int GAMES[VARIANT_COUNT] = { 60, 5, 4, 2, 1 };

    for (int n = 0; n < VARIANT_COUNT; n++) {
        for (int game = 0; game < GAMES[n]; game++)
            check_game(VARIANTS[n], n < 2);
    }
}

/* ---------------------------------------------------------------- random boards */

/* Write a board with `discs` random discs within the supply on random cells. */
static void random_board(const char *variant, int discs, char line[LINE_SIZE])
{
    char bag[3 * 42 + 1], *cell[MAX_CELLS];
    int  in_bag = 0, cells = 0;

    start_of(variant, line);
    for (int colour = 0; colour < 3; colour++) {
        for (int n = 0; n < supply_of(variant); n++)
            bag[in_bag++] = DISCS[colour];
    }
    for (char *at = rows_of(line); *at != ' '; at++) {
        if (*at == 'x')
            cell[cells++] = at;
    }
    for (int n = 0; n < discs; n++) {
        unsigned from_bag = chance((unsigned)in_bag), to = chance((unsigned)cells);

        *cell[to] = bag[from_bag];
        cell[to] = cell[--cells];
        bag[from_bag] = bag[--in_bag];
    }
}

static void set_marking(char line[LINE_SIZE], int marking)
{
    char *won = line + strlen(line) - 5;

    for (int colour = 0; colour < 3; colour++) {
        won[colour] = "-12"[marking % 3];
        marking /= 3;
    }
}

/* Find a won field that fits the discs.  At least one does; the standing shows which others do. */
static bool find_marking(const char *variant, char line[LINE_SIZE], char standing[STANDING_SIZE])
{
    for (int marking = 0; marking < MARKINGS; marking++) {
        set_marking(line, marking);
        if (ALLIANCES_NAIVE.valid(variant, line)) {
            standing_of(variant, line, standing);
            return true;
        }
    }
    fail("no won field fits", variant, line, "");
    return false;
}

static bool mark_fits(const char *standing, int colour, char mark)
{
    char one = standing[2 * colour], two = standing[2 * colour + 1];
    bool first = one == 'c' || two == 'b', second = two == 'c' || one == 'b';

    return mark == '1' ? first : mark == '2' ? second : !first && !second;
}

/* Each of the 27 won fields must be valid exactly if the marks of all colours fit. */
static void check_markings(const char *variant, const char *line, const char *standing)
{
    char marked[LINE_SIZE];

    strcpy(marked, line);
    for (int marking = 0; marking < MARKINGS; marking++) {
        bool fits = true;

        set_marking(marked, marking);
        for (int colour = 0; colour < 3; colour++)
            fits = fits && mark_fits(standing, colour, won_of(marked)[colour]);
        expect(ALLIANCES_NAIVE.valid(variant, marked) == fits, "won field", variant, marked);
    }
}

/* On a full board a player who is not connected is blocked, so every colour is decided (5). */
static void check_full_board(const char *variant)
{
    char line[LINE_SIZE], standing[STANDING_SIZE];

    random_board(variant, BOARD_CASES[variant[0] - '3'].cells, line);
    expect(count_char(rows_of(line), 'x') == 0, "full board", variant, line);
    if (!find_marking(variant, line, standing))
        return;
    expect(strchr(standing, '.') == NULL, "full board decides every colour", variant, line);
    expect(is_over(variant, line), "game with a full board is over", variant, line);
    check_markings(variant, line, standing);
}

static void check_boards(void)
{
    static const int BOARDS[VARIANT_COUNT] = { 1000, 300, 100, 60, 40 };
    char             line[LINE_SIZE], standing[STANDING_SIZE];

    for (int n = 0; n < VARIANT_COUNT; n++) {
        for (int board = 0; board < BOARDS[n]; board++) {
            check_full_board(VARIANTS[n]);
            random_board(VARIANTS[n], (int)chance((unsigned)BOARD_CASES[n].cells + 1), line);
            if (find_marking(VARIANTS[n], line, standing))
                check_markings(VARIANTS[n], line, standing);
        }
    }
}

/* ---------------------------------------------------------------- supply (1) */

/* Fill random empty cells with `disc` until the board of `line` holds `count` of them. */
static void add_discs(char line[LINE_SIZE], char disc, int count)
{
    while (count_char(rows_of(line), disc) < count) {
        unsigned at = 2 + chance((unsigned)strlen(line) - 7);

        if (line[at] == 'x')
            line[at] = disc;
    }
}

static void check_supply(const char *variant, char disc)
{
    char     line[LINE_SIZE], standing[STANDING_SIZE];
    TurnList list;
    int      tried = 0;

    for (int n = 0; n < 2000 && tried < 5; n++) {
        start_of(variant, line);
        add_discs(line, disc, supply_of(variant));
        if (!find_marking(variant, line, standing) || is_over(variant, line))
            continue;
        tried++;
        list_turns(variant, line, &list);
        check_turn_count(variant, line, &list);
    }
    expect(tried > 0, "unfinished board with all discs of a colour", variant, "");
    add_discs(line, disc, supply_of(variant) + 1);
    for (int marking = 0; marking < MARKINGS; marking++) {
        set_marking(line, marking);
        expect(!ALLIANCES_NAIVE.valid(variant, line), "too many discs", variant, line);
    }
}

static void check_supplies(void)
{
    for (int n = 0; n < VARIANT_COUNT; n++) {
        for (int colour = 0; colour < 3; colour++)
            check_supply(VARIANTS[n], DISCS[colour]);
    }
}

/* ---------------------------------------------------------------- invalid text */

static const char *const BAD_VARIANTS[] = { "2",  "8", "0", "33", "07",   " 7", "7 ",
                                            "-3", "x", "/", ":",  "\xff", "3.", "standard" };

#define START_3 "3 x/xxxx/xxx/xxxx/x --- 1"

static const char *const BAD_LINES[] = {
    "",
    "3",
    "3 ",
    "3 x",
    "4 x/xxxx/xxx/xxxx/x --- 1",
    "33 x/xxxx/xxx/xxxx/x --- 1",
    " " START_3,
    START_3 " ",
    START_3 "\n",
    START_3 "1",
    "3  x/xxxx/xxx/xxxx/x --- 1",
    "3 x/xxxx/xxx/xxxx/x  --- 1",
    "3 x/xxxx/xxx/xxxx/x ---  1",
    "3\tx/xxxx/xxx/xxxx/x --- 1",
    "3 X/xxxx/xxx/xxxx/x --- 1",
    "3 O/xxxx/xxx/xxxx/x --- 1",
    "3 ./xxxx/xxx/xxxx/x --- 1",
    "3 x/xxx/xxx/xxxx/x --- 1",
    "3 x/xxxxx/xxx/xxxx/x --- 1",
    "3 xx/xxx/xxx/xxxx/x --- 1",
    "3 x/xxxx/xxx/xxxx/x/ --- 1",
    "3 x/xxxx/xxx/xxxx/x/x --- 1",
    "3 x/xxxx/xxx/xxxx --- 1",
    "3 xxxxxxxxxxxxx --- 1",
    "3 x/xxxx/xxx/xxxx/x -- 1",
    "3 x/xxxx/xxx/xxxx/x ---- 1",
    "3 x/xxxx/xxx/xxxx/x --0 1",
    "3 x/xxxx/xxx/xxxx/x --3 1",
    "3 x/xxxx/xxx/xxxx/x --- 0",
    "3 x/xxxx/xxx/xxxx/x --- 3",
    "3 x/xxxx/xxx/xxxx/x --- -",
    "3 x/xxxx/xxx/xxxx/x ---",
    "3 x/xxxx/xxx/xxxx/x --- ",
    /* On an empty board no colour is won; purple on a4 wins orange for player 1 only. */
    "3 x/xxxx/xxx/xxxx/x 1-- 1",
    "3 x/xxxx/xxx/xxxx/x --2 1",
    "3 p/xxxx/xxx/xxxx/x --- 1",
    "3 p/xxxx/xxx/xxxx/x 2-- 1",
    "3 p/xxxx/xxx/xxxx/x 1-1 1",
};

static void expect_rejected(const char *variant, const char *line)
{
    TurnList list = { .count = 0 };
    char     text[GRID_SIZE];

    expect(!ALLIANCES_NAIVE.valid(variant, line), "invalid text: valid", variant, line);
    expect(!ALLIANCES_NAIVE.turns(variant, line, collect, &list), "invalid text: turns", variant,
           line);
    expect(list.count == 0, "invalid text: callback for a turn", variant, line);
    expect(!ALLIANCES_NAIVE.result(variant, line, text, sizeof text), "invalid text: result",
           variant, line);
    expect(!alliances_naive_draw(variant, line, true, text, sizeof text), "invalid text: grid",
           variant, line);
    expect(!alliances_naive_standing(variant, line, text, sizeof text), "invalid text: standing",
           variant, line);
}

static void check_bad_texts(void)
{
    char text[LINE_SIZE];

    for (size_t n = 0; n < sizeof BAD_VARIANTS / sizeof BAD_VARIANTS[0]; n++) {
        expect(!ALLIANCES_NAIVE.start(BAD_VARIANTS[n], text, sizeof text),
               "start of an invalid variant", BAD_VARIANTS[n], "");
        expect_rejected(BAD_VARIANTS[n], START_3);
    }
    for (size_t n = 0; n < sizeof BAD_LINES / sizeof BAD_LINES[0]; n++)
        expect_rejected("3", BAD_LINES[n]);
    expect_rejected("", START_3);
    expect_rejected("4", START_3);
    expect(ALLIANCES_NAIVE.valid("3", START_3), "valid line", "3", START_3);
    expect(ALLIANCES_NAIVE.valid("3", "3 p/xxxx/xxx/xxxx/x 1-- 1"), "valid won field", "3", "");
    expect(!ALLIANCES_NAIVE.start("3", text, strlen(START_3)), "start: buffer too small", "3", "");
    expect(ALLIANCES_NAIVE.start("3", text, strlen(START_3) + 1), "start: buffer of the exact size",
           "3", "");
    expect(!ALLIANCES_NAIVE.result("3", START_3, text, 0), "result: buffer too small", "3", "");
    expect(ALLIANCES_NAIVE.result("3", START_3, text, 1), "result: buffer of the exact size", "3",
           "");
    expect(!alliances_naive_standing("3", START_3, text, 6), "standing: buffer too small", "3", "");
    expect(!alliances_naive_neighbours("7", "a8", text, 9), "neighbours: buffer too small", "7",
           "");
    expect(ALLIANCES_NAIVE.start("", text, sizeof text) && text[0] == '7', "side 7 by default", "",
           text);
}

/* Damage random lines.  Every function must survive, and the grid of a line that stays valid must
 * show its discs.  The copy on the heap ends at its terminator, so a sanitizer detects reads past
 * the end. */
static void check_damaged(void)
{
    static const char LETTERS[] = "xopg/ -1234567XO\n";

    for (int n = 0; n < 2000; n++) {
        const char *variant = VARIANTS[chance(2)];
        char        line[LINE_SIZE], standing[STANDING_SIZE], text[GRID_SIZE];

        random_board(variant, (int)chance(8), line);
        find_marking(variant, line, standing);
        for (unsigned k = chance(3); k > 0; k--)
            line[chance((unsigned)strlen(line))] = LETTERS[chance(sizeof LETTERS - 1)];
        if (chance(4) == 0)
            line[chance((unsigned)strlen(line))] = '\0';

        char *copy = strdup(line);
        if (copy == NULL)
            exit(2);
        if (!ALLIANCES_NAIVE.valid(variant, copy)) {
            expect_rejected(variant, copy);
        } else if (alliances_naive_draw(variant, copy, false, text, sizeof text)) {
            for (int colour = 0; colour < 3; colour++)
                expect(count_char(text, DISCS[colour]) == count_char(copy, DISCS[colour]),
                       "discs of a damaged line", variant, copy);
        } else {
            fail("grid of a valid line", variant, copy, "");
        }
        free(copy);
    }
}

int main(void)
{
    expect(strcmp(ALLIANCES_NAIVE.name, "alliances") == 0, "name", "", ALLIANCES_NAIVE.name);
    check_geometry();
    check_grids();
    check_examples();
    check_counts();
    check_games();
    check_boards();
    check_supplies();
    check_bad_texts();
    check_damaged();
    if (failures == 0)
        puts("alliances_naive: all checks passed");
    return failures == 0 ? 0 : 1;
}
