/* ponte_naive_check.c - checks the naive rules of Ponte del Diavolo against known facts.
 *
 *     ponte_naive_check DIR [deep]
 *
 * DIR holds the conformance data of the game.  Counts, figures and examples come from the
 * specification and are ordered by section; the other positions were worked out by hand from its
 * text.  `deep` extends the perft table, which takes some minutes.  Prints each failed check and
 * returns nonzero if there is one.
 */
#include "games/ponte/naive/ponte_naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_SIZE = 1024, SIZE_MAX_BOARD = 12, FEW = 400 };

static int failures = 0;

static void fail(const char *what, const char *variant, const char *line, const char *detail)
{
    printf("FAIL %s: [%s] [%s] %s\n", what, variant, line, detail);
    failures++;
}

static void *must(void *memory)
{
    if (memory == NULL) {
        puts("FAIL out of memory");
        exit(2);
    }
    return memory;
}

/* A private random number generator, so that every run plays the same games. */
static unsigned random_below(unsigned limit)
{
    static unsigned long long state = 20070401;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % limit;
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

static void collect(void *context, const char *text, const char *after)
{
    TurnList *list = context;

    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 64;
        list->turn = must(realloc(list->turn, list->capacity * sizeof *list->turn));
    }
    list->turn[list->count++] = (Turn){ must(strdup(text)), must(strdup(after)) };
}

static TurnList turns_of(const char *variant, const char *line)
{
    TurnList list = { 0 };

    if (!PONTE_NAIVE.turns(variant, line, collect, &list))
        fail("turns of a valid line", variant, line, "");
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

static const Turn *find_turn(const TurnList *list, const char *text)
{
    for (size_t n = 0; n < list->count; n++) {
        if (strcmp(list->turn[n].text, text) == 0)
            return &list->turn[n];
    }
    return NULL;
}

/* Count the turns with `mark` in their text: ',' placements, '-' bridges. */
static int count_marked(const TurnList *list, char mark)
{
    int count = 0;

    for (size_t n = 0; n < list->count; n++)
        count += strchr(list->turn[n].text, mark) != NULL;
    return count;
}

/* Play one turn; return false and leave the line unchanged if it is not legal. */
static bool play(const char *variant, char *line, const char *text)
{
    TurnList    list = turns_of(variant, line);
    const Turn *turn = find_turn(&list, text);

    if (turn != NULL)
        snprintf(line, LINE_SIZE, "%s", turn->after);
    free_turns(&list);
    return turn != NULL;
}

/* ---------------------------------------------------------------- boards */

/* The parts of a position line.  The reader here does not check its text, so it needs valid
 * lines. */
typedef struct Board {
    int  size;
    char at[SIZE_MAX_BOARD][SIZE_MAX_BOARD];
    char side;
    char bridges[LINE_SIZE];
    int  turn;
    char swap;
    char fields[8]; /* the last two fields with their leading spaces, or "" */
} Board;

static Board empty_board(int size)
{
    Board board = { .size = size, .side = 'w', .bridges = "-", .turn = 9, .swap = '-' };

    memset(board.at, '.', sizeof board.at);
    return board;
}

static Board board_of(const char *line)
{
    Board board = empty_board(0);
    char  rows[LINE_SIZE] = "";
    int   x = 0;

    if (sscanf(line, "%1023s %c %1023s %d %c%7[^\n]", rows, &board.side, board.bridges, &board.turn,
               &board.swap, board.fields) < 5)
        fail("fields of a line", "", line, "");
    board.size = 1;
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/') {
            x = 0;
            board.size++;
        } else if (*c == 'W' || *c == 'B') {
            board.at[board.size - 1][x++] = *c;
        } else {
            x += (int)strtol(c, (char **)&c, 10);
            c--;
        }
    }
    return board;
}

static void write_line(const Board *board, char *line)
{
    int length = 0;

    for (int y = 0; y < board->size; y++) {
        int run = 0;

        for (int x = 0; x <= board->size; x++) {
            bool is_stone = x < board->size && board->at[y][x] != '.';

            if ((is_stone || x == board->size) && run > 0) {
                length += snprintf(line + length, LINE_SIZE - (size_t)length, "%d", run);
                run = 0;
            }
            if (is_stone)
                line[length++] = board->at[y][x];
            else
                run++;
        }
        line[length++] = y + 1 < board->size ? '/' : ' ';
    }
    int rest = snprintf(line + length, LINE_SIZE - (size_t)length, "%c %s %d %c%s", board->side,
                        board->bridges, board->turn, board->swap, board->fields);
    if (rest < 0 || rest >= LINE_SIZE - length)
        fail("line too long", "", board->bridges, "");
}

static bool is_valid_board(const char *variant, const Board *board)
{
    char line[LINE_SIZE];

    write_line(board, line);
    return PONTE_NAIVE.valid(variant, line);
}

/* Cells are numbered in reading order. */
static void write_cell(int size, int cell, char *text)
{
    int rank = size - cell / size; /* at most 12, but gcc cannot know that */
    snprintf(text, 8, "%c%d", 'a' + cell % size, rank % 100);
}

/* Read the cell at *text and advance past it; return -1 if there is none. */
static int read_cell(int size, const char **text)
{
    int x = **text - 'a';

    if (x < 0 || x >= size)
        return -1;
    int rank = (int)strtol(*text + 1, (char **)text, 10);
    return rank < 1 || rank > size ? -1 : (size - rank) * size + x;
}

/* Write a turn or a bridge with its cells in canonical order, which is reading order. */
static void write_cells(int size, int a, char mark, int b, char *text)
{
    char first[8], second[8];

    write_cell(size, a < b ? a : b, first);
    write_cell(size, a < b ? b : a, second);
    snprintf(text, 32, "%s%c%s", first, mark, second);
}

/* Read two cells with a mark between them; both are -1 for `swap` and `pass`. */
static void read_cells(int size, const char *text, int *a, char *mark, int *b)
{
    *b = -1;
    *mark = '?';
    *a = read_cell(size, &text);
    if (*a >= 0 && (*text == ',' || *text == '-' || *text == '+')) {
        *mark = *text++;
        *b = read_cell(size, &text);
    }
}

static void make_canonical(int size, const char *move, char *text)
{
    int  a, b;
    char mark;

    read_cells(size, move, &a, &mark, &b);
    if (a >= 0 && b >= 0)
        write_cells(size, a, mark, b, text);
    else
        snprintf(text, 32, "%.31s", move);
}

static void append_bridge(Board *board, const char *bridge)
{
    size_t length = strlen(board->bridges);

    if (strcmp(board->bridges, "-") == 0)
        snprintf(board->bridges, sizeof board->bridges, "%s", bridge);
    else
        snprintf(board->bridges + length, sizeof board->bridges - length, ",%s", bridge);
}

/* ---------------------------------------------------------------- the table of bridges (4) */

typedef struct Span {
    int a, b;       /* ends, a first in reading order */
    int covered[2]; /* the second cell is -1 if the bridge covers only one */
    int kind, x, y;
} Span;

typedef struct SpanList {
    int  count;
    Span span[SIZE_MAX_BOARD * SIZE_MAX_BOARD * 8];
} SpanList;

static const struct Kind {
    const char *name;
    int         end[2], covered[2][2];
    int         covered_count, on_ten;
} KINDS[8] = {
    { "H", { 2, 0 }, { { 1, 0 }, { 0, 0 } }, 1, 80 },
    { "V", { 0, 2 }, { { 0, 1 }, { 0, 0 } }, 1, 80 },
    { "D\\", { 2, 2 }, { { 1, 1 }, { 0, 0 } }, 1, 64 },
    { "D/", { -2, 2 }, { { -1, 1 }, { 0, 0 } }, 1, 64 },
    { "K1", { 1, 2 }, { { 0, 1 }, { 1, 1 } }, 2, 72 },
    { "K2", { -1, 2 }, { { 0, 1 }, { -1, 1 } }, 2, 72 },
    { "K3", { 2, 1 }, { { 1, 0 }, { 1, 1 } }, 2, 72 },
    { "K4", { -2, 1 }, { { -1, 0 }, { -1, 1 } }, 2, 72 },
};
enum { DIAGONAL_DOWN = 2, DIAGONAL_UP = 3 };

static void make_spans(int size, SpanList *list)
{
    list->count = 0;
    for (int cell = 0; cell < size * size; cell++) {
        for (int kind = 0; kind < 8; kind++) {
            const struct Kind *k = &KINDS[kind];
            int                x = cell % size, y = cell / size;
            int                end_x = x + k->end[0], end_y = y + k->end[1];

            if (end_x < 0 || end_x >= size || end_y >= size)
                continue;
            Span span = { .a = cell, .b = end_y * size + end_x, .kind = kind, .x = x, .y = y };
            for (int n = 0; n < 2; n++)
                span.covered[n] = (y + k->covered[n][1]) * size + x + k->covered[n][0];
            if (k->covered_count == 1)
                span.covered[1] = -1;
            list->span[list->count++] = span;
        }
    }
}

static const Span *find_span(const SpanList *list, int a, int b)
{
    for (int n = 0; n < list->count; n++) {
        if (list->span[n].a == a && list->span[n].b == b)
            return &list->span[n];
    }
    return NULL;
}

static bool span_covers(const Span *span, int cell)
{
    return cell >= 0 && (span->covered[0] == cell || span->covered[1] == cell);
}

/* Mark the ends and the covered cells of all bridges of a board. */
static void mark_bridges(const Board *board, const SpanList *spans, bool *is_end, bool *is_covered)
{
    const char *text = board->bridges;

    while (text != NULL && *text != '\0' && *text != '-') {
        int  a, b;
        char mark;

        read_cells(board->size, text, &a, &mark, &b);
        const Span *span = find_span(spans, a, b);
        if (span == NULL) {
            fail("bridge of unknown kind", "", board->bridges, text);
            return;
        }
        is_end[a] = is_end[b] = true;
        is_covered[span->covered[0]] = true;
        if (span->covered[1] >= 0)
            is_covered[span->covered[1]] = true;
        text = strchr(text, ',');
        text = text == NULL ? NULL : text + 1;
    }
}

/* ---------------------------------------------------------------- counting bridges (4, 5, 9) */

static void put_span(Board *board, const Span *span, char stone)
{
    char text[32];

    board->at[span->a / board->size][span->a % board->size] = stone;
    board->at[span->b / board->size][span->b % board->size] = stone;
    write_cells(board->size, span->a, '-', span->b, text);
    append_bridge(board, text);
}

/* Try every pair of cells: the rules must accept exactly the bridges of the table. */
static void check_single_bridges(int size)
{
    SpanList spans;
    int      accepted = 0, m = size - 2, k = size - 1, per_kind[8] = { 0 };
    char     variant[32], detail[64];

    make_spans(size, &spans);
    snprintf(variant, sizeof variant, "contest;size=%d", size);
    for (int a = 0; a < size * size; a++) {
        for (int b = a + 1; b < size * size; b++) {
            Board       board = empty_board(size);
            Span        try = { .a = a, .b = b };
            const Span *span = find_span(&spans, a, b);

            put_span(&board, &try, 'B');
            bool is_valid = is_valid_board(variant, &board);
            if (is_valid != (span != NULL))
                fail("bridge", variant, board.bridges, is_valid ? "accepted" : "rejected");
            accepted += is_valid;
            if (span != NULL)
                per_kind[span->kind]++;
        }
    }
    snprintf(detail, sizeof detail, "%d accepted", accepted);
    if (accepted != 2 * size * m + 2 * m * m + 4 * m * k || (size == 10 && accepted != 576))
        fail("number of bridges", variant, "", detail);
    for (int kind = 0; kind < 8 && size == 10; kind++) {
        if (per_kind[kind] != KINDS[kind].on_ten)
            fail("number of bridges of a kind", variant, "", KINDS[kind].name);
    }
}

/* True if B1 to B3 allow both bridges: no common end, and no end of one under the other. */
static bool can_coexist(const Span *p, const Span *q)
{
    return p->a != q->a && p->a != q->b && p->b != q->a && p->b != q->b && !span_covers(p, q->a) &&
           !span_covers(p, q->b) && !span_covers(q, p->a) && !span_covers(q, p->b);
}

static int count_common(const Span *p, const Span *q)
{
    return span_covers(p, q->covered[0]) + span_covers(p, q->covered[1]);
}

/* True if a D/ bridge crosses a D\ bridge at a corner of its cells, as in the table of section
 * 5. */
static bool is_corner_crossing(const Span *p, const Span *q)
{
    static const int UPPER_END[4][2] = { { 1, 0 }, { 2, -1 }, { 2, 1 }, { 3, 0 } };

    if (p->kind == DIAGONAL_UP && q->kind == DIAGONAL_DOWN)
        return is_corner_crossing(q, p);
    if (p->kind != DIAGONAL_DOWN || q->kind != DIAGONAL_UP)
        return false;
    for (int n = 0; n < 4; n++) {
        if (q->x == p->x + UPPER_END[n][0] && q->y == p->y + UPPER_END[n][1])
            return true;
    }
    return false;
}

static bool is_shifted_knight(const Span *p, const Span *q)
{
    if (p->kind != q->kind || p->kind < 4)
        return false;
    if (p->kind < 6)
        return p->y == q->y && abs(p->x - q->x) == 1;
    return p->x == q->x && abs(p->y - q->y) == 1;
}

/* True if the rules accept both bridges together, for all colours and both orders. */
static bool are_accepted(const char *variant, const Span *p, const Span *q)
{
    int accepted = 0;

    for (int n = 0; n < 4; n++) {
        Board board = empty_board(10);

        put_span(&board, n & 1 ? q : p, 'W');
        put_span(&board, n & 1 ? p : q, n & 2 ? 'W' : 'B');
        accepted += is_valid_board(variant, &board);
        if (accepted != 0 && accepted != n + 1)
            fail("two bridges are legal in one order or colour only", variant, board.bridges, "");
    }
    return accepted > 0;
}

typedef struct Classes {
    int common, one_crosses, two_cross, one_apart, corner, two_apart;
} Classes;

static void classify(const Span *p, const Span *q, Classes *classes)
{
    bool is_apart = are_accepted("contest;share=on", p, q); /* only B5 can reject it */
    bool is_legal = are_accepted("contest", p, q);
    int  common = count_common(p, q);

    classes->common += common > 0;
    classes->one_crosses += common == 1 && !is_apart;
    classes->two_cross += common == 2 && !is_apart;
    classes->one_apart += common == 1 && is_apart;
    classes->two_apart += common == 2 && is_apart;
    classes->corner += common == 0 && !is_apart;
    if (is_legal != (common == 0 && is_apart))
        fail("B4 and B5", "contest", KINDS[p->kind].name, KINDS[q->kind].name);
    if ((common == 0 && !is_apart) != is_corner_crossing(p, q))
        fail("corner crossing", "contest", KINDS[p->kind].name, KINDS[q->kind].name);
    if ((common == 1 && is_apart) != is_shifted_knight(p, q))
        fail("parallel knights", "contest", KINDS[p->kind].name, KINDS[q->kind].name);
}

static void check_bridge_pairs(void)
{
    static SpanList spans;
    Classes         classes = { 0 };
    char            detail[128];

    make_spans(10, &spans);
    for (int p = 0; p < spans.count; p++) {
        for (int q = p + 1; q < spans.count; q++) {
            const Span *a = &spans.span[p], *b = &spans.span[q];

            /* Bridges that are far apart do not interact, so test only some of these pairs. */
            if (can_coexist(a, b) && (abs(a->y - b->y) + abs(a->x - b->x) < 8 || q % 16 == 0))
                classify(a, b, &classes);
        }
    }
    snprintf(detail, sizeof detail, "common %d, classes %d %d %d %d, impossible %d", classes.common,
             classes.one_crosses, classes.two_cross, classes.one_apart, classes.corner,
             classes.two_apart);
    printf("bridge pairs: %s\n", detail);
    if (classes.common != 1296 || classes.one_crosses != 896 || classes.two_cross != 144 ||
        classes.one_apart != 256 || classes.corner != 224 || classes.two_apart != 0)
        fail("bridge pairs", "contest", "", detail);
}

/* ---------------------------------------------------------------- perft (9) */

typedef struct Perft {
    const char *variant;
    int         depth;
    long        sum;
} Perft;

static void count_walks(void *context, const char *text, const char *after)
{
    Perft *perft = context;

    (void)text;
    if (perft->depth == 1) {
        perft->sum++;
        return;
    }
    Perft below = { perft->variant, perft->depth - 1, 0 };
    if (!PONTE_NAIVE.turns(perft->variant, after, count_walks, &below))
        fail("turns of a successor", perft->variant, after, "");
    perft->sum += below.sum;
}

static void check_perft(const char *variant, int depth, long want)
{
    Perft perft = { variant, depth, 0 };
    char  line[LINE_SIZE], detail[64];

    if (!PONTE_NAIVE.start(variant, line, sizeof line) ||
        !PONTE_NAIVE.turns(variant, line, count_walks, &perft))
        fail("start", variant, "", "");
    snprintf(detail, sizeof detail, "depth %d: %ld, want %ld", depth, perft.sum, want);
    if (perft.sum != want)
        fail("perft", variant, line, detail);
}

static void check_perft_table(bool is_deep)
{
    static const long THREE[] = { 36, 792, 8516, 32388, 32840, 8296, 84, 0 };

    for (int depth = 1; depth <= 8; depth++)
        check_perft("size=3", depth, THREE[depth - 1]);
    check_perft("size=4", 1, 120);
    check_perft("contest;size=4", 2, 11040);
    check_perft("contest;size=4", 3, 735096);
    check_perft("", 1, 4950);
    if (is_deep) {
        check_perft("contest;size=4", 4, 33505876);
        check_perft("contest", 2, 23532300);
    }
}

static void check_second_turns(void)
{
    char   line[LINE_SIZE];
    double start = (double)clock();
    int    lists = 0;

    for (int n = 0; n < 20; n++) {
        PONTE_NAIVE.start("contest", line, sizeof line);
        TurnList first = turns_of("contest", line);
        TurnList second =
            turns_of("contest", first.turn[random_below((unsigned)first.count)].after);

        if (second.count != 4754 || count_marked(&second, ',') != 4753 ||
            find_turn(&second, "swap") == NULL)
            fail("actions of the second turn", "contest", line, "");
        free_turns(&first);
        free_turns(&second);
        lists += 2;
    }
    printf("list of turns on a 10x10 board: %.2f ms\n",
           ((double)clock() - start) * 1000 / CLOCKS_PER_SEC / lists);
}

/* ---------------------------------------------------------------- figures and drawn examples */

/* clang-format off */
#define PARALLEL_KNIGHTS \
    { "w W . . .",       \
      "+ + . . .",       \
      ". w W . .",       \
      ". . . . ." }
#define FIGURE_4            \
    { "w + w . . w + . .",  \
      ". . . . . . + w .",  \
      ". . . . . . . . .",  \
      ". w . . . . . . .",  \
      ". . + . . . . . .",  \
      ". . . w . . . . ." }
#define FIGURE_5    \
    { "w . . B .",  \
      ". + . . .",  \
      ". B w . .",  \
      ". . . . ." }
/* clang-format on */

/* In the lists, a single cell means a placement on that cell and on j1, which is far from
 * everything drawn. */
static const struct Figure {
    const char *what;
    const char *variant;
    const char *rows[7];
    char        side;
    const char *bridges;
    const char *legal, *illegal;
    const char *score; /* result if the game ended here; NULL: not stated */
} FIGURES[] = {
    /* clang-format off */
    { "1 figure 1: islands and sandbanks", "contest",
      { "W W . . B B B B",
        "W W . . . . . .",
        ". . . . W . . .",
        ". W . . W . B B",
        ". . . . W . B ." },
      'w', "-", "", "", "white tie points 1-1 islands 1-1 bridges 0-0 seat 1" },
    { "3 figure 2: the corner of an island", "contest",
      { "W W . . .",
        "W W . . .",
        ". . * . .",
        ". . . . ." },
      'w', "-", "a7 c7 d8", "c8 c9 a8", "white points points 1-0 islands 1-0 bridges 0-0 seat 1" },
    { "3 an island does not restrict the other colour", "contest",
      { "W W . . .",
        "W W . . .",
        ". . * . .",
        ". . . . ." },
      'b', "-", "a7 c7 d8 c8 c9 a8", "a10", NULL },
    { "3 an island completed beside a stone", "contest",
      { "W W . . .",
        ". W * . .",
        ". . . W .",
        ". . . . ." },
      'w', "-", "a9 b8", "c9 a9,b8", "white tie points 0-0 islands 0-0 bridges 0-0 seat 1" },
    { "3 five in one group", "contest",
      { "W W * W W",
        ". . . . ." },
      'w', "-", "", "c10", NULL },
    { "3 sandbanks touch by corners", "contest",
      { "W W . . .",
        ". . W . .",
        ". . . W .",
        ". . . . ." },
      'w', "-", "d10", "c10", NULL },
    { "3 both stones extend one sandbank", "contest",
      { "* W W W * .",
        ". . . . . ." },
      'w', "-", "a10 e10", "a10,e10", NULL },
    { "3 one stone completes an island, the other touches it", "contest",
      { "W W W * . .",
        ". . . . * ." },
      'w', "-", "d10 e9", "d10,e9", NULL },
    { "4 figure 3: before the bridges", "contest",
      { "W . W . . W . . .",
        ". . . . . . . W .",
        ". . . . . . . . .",
        ". W . . . . . . .",
        ". . . . . . . . .",
        ". . . W . . . . ." },
      'w', "-", "a10-c10 f10-h9 b7-d5", "", NULL },
    { "4 figure 4: White cannot place on covered cells", "contest",
      FIGURE_4,
      'w', "a10-c10,f10-h9,b7-d5", "d10", "b10 g10 g9 c6 a10-c10 f10-h9 b7-d5",
      "white bridges points 0-0 islands 0-0 bridges 3-0 seat 1" },
    { "4 figure 4: Black cannot place on covered cells", "contest",
      FIGURE_4,
      'b', "f10-h9,b7-d5,a10-c10", "d10", "b10 g10 g9 c6", NULL },
    { "5 before figure 5: no bridge to cross", "contest",
      { "W . . B .",
        ". . . . .",
        ". B W . .",
        ". . . . ." },
      'b', "-", "b8-d10", "", NULL },
    { "5 figure 5: crossing at a corner", "contest",
      FIGURE_5,
      'b', "a10-c8", "c9", "d10-b8 b9", NULL },
    { "5 figure 5: crossing is illegal with shared cells", "official",
      FIGURE_5,
      'b', "a10-c8", "c9", "d10-b8 b9", NULL },
    { "5 parallel knights", "contest",
      PARALLEL_KNIGHTS,
      'w', "a10-b8", "", "b10-c8", NULL },
    { "5 parallel knights", "contest;share=on",
      PARALLEL_KNIGHTS,
      'w', "a10-b8", "b10-c8", "", NULL },
    { "5 parallel knights", "official",
      PARALLEL_KNIGHTS,
      'w', "a10-b8", "b10-c8", "", NULL },
    { "5 parallel knights", "open",
      PARALLEL_KNIGHTS,
      'w', "a10-b8", "b10-c8", "", NULL },
    { "5 parallel knights", "open;share=off",
      PARALLEL_KNIGHTS,
      'w', "a10-b8", "", "b10-c8", NULL },
    { "5 parallel diagonals", "contest",
      { "w . W . . .",
        ". + . . . .",
        ". . w . W .",
        ". . . . . ." },
      'w', "a10-c8", "c10-e8", "", NULL },
    { "6 figure 6: two islands, one bridge", "contest",
      { "W w + w W . .",
        "W W . W W . ." },
      'w', "b10-d10", "", "c10 c9", "white points points 3-0 islands 2-0 bridges 1-0 seat 1" },
    { "6 figure 7: a sandbank between", "contest",
      { "W w + w . W W .",
        "W W . w + w W ." },
      'w', "b10-d10,d9-f9", "", "", "white points points 3-0 islands 2-0 bridges 2-0 seat 1" },
    { "6 figure 8: two sandbanks between", "contest",
      { "W w + w . w + w W .",
        "W W . w + w . W W ." },
      'w', "b10-d10,d9-f9,f10-h10", "", "",
      "white points points 3-0 islands 2-0 bridges 3-0 seat 1" },
    { "6 one stone carries one bridge", "contest",
      { "W w + w . W W .",
        "W W . . . W W ." },
      'w', "b10-d10", "", "d10-f10", "white points points 2-0 islands 2-0 bridges 1-0 seat 1" },
    { "6 two components with two islands each", "contest",
      { "W w + w W . . . .",
        "W W . W W . . . .",
        ". . . . . . . . .",
        "W w + w W . . . .",
        "W W . W W . . . ." },
      'w', "b10-d10,b7-d7", "", "", "white points points 6-0 islands 4-0 bridges 2-0 seat 1" },
    { "6 four islands together and two single ones", "contest",
      { "W w + w W . W W .",
        "W W . W w . W W .",
        ". . . . + . . . .",
        "W w + w w . W W .",
        "W W . W W . W W ." },
      'w', "b10-d10,b7-d7,e9-e7", "", "",
      "white points points 12-0 islands 6-0 bridges 3-0 seat 1" },
    { "7 Black wins on islands", "contest",
      { "W w + w W . . B B .",
        "W W . W W . . B B .",
        ". . . . . . . . . .",
        "B B . B B . . . . .",
        "B B . B B . . . . ." },
      'w', "b10-d10", "", "", "black islands points 3-3 islands 2-3 bridges 1-0 seat 2" },
    { "1 islands I, L, O, T and S", "contest",
      { "W W W W . W . . W W",
        ". . . . . W . . W W",
        "W W W . . W W . . .",
        ". W . . . . . . . .",
        ". . . W W . . . . .",
        ". . W W . . . . . ." },
      'w', "-", "", "", "white points points 5-0 islands 5-0 bridges 0-0 seat 1" },
    { "1 the mirror images of L and S", "contest",
      { ". B . B B . . . . .",
        ". B . . B B . . . .",
        "B B . . . . . . . ." },
      'b', "-", "", "", "black points points 0-2 islands 0-2 bridges 0-0 seat 2" },
    /* clang-format on */
};

static Board board_of_figure(const struct Figure *figure)
{
    Board board = empty_board(10);

    board.side = figure->side;
    snprintf(board.bridges, sizeof board.bridges, "%s", figure->bridges);
    for (int y = 0; y < 7 && figure->rows[y] != NULL; y++) {
        for (int x = 0; x < 10 && 2 * x < (int)strlen(figure->rows[y]); x++) {
            char sign = figure->rows[y][2 * x];

            if (sign == 'w' || sign == 'W')
                board.at[y][x] = 'W';
            if (sign == 'b' || sign == 'B')
                board.at[y][x] = 'B';
        }
    }
    return board;
}

/* Small letters are the ends of bridges, `+` marks their covered cells. */
static void check_drawing(const struct Figure *figure, const Board *board)
{
    static SpanList spans;
    bool            is_end[100] = { false }, is_covered[100] = { false };

    make_spans(10, &spans);
    mark_bridges(board, &spans, is_end, is_covered);
    for (int cell = 0; cell < 100; cell++) {
        int         x = cell % 10, y = cell / 10;
        const char *row = y < 7 ? figure->rows[y] : NULL;
        char        sign = row != NULL && 2 * x < (int)strlen(row) ? row[2 * x] : '.';

        if (is_end[cell] != (sign == 'w' || sign == 'b') || is_covered[cell] != (sign == '+'))
            fail("drawing", figure->variant, figure->what, row == NULL ? "" : row);
    }
}

/* True if a turn is legal.  A single cell is legal if it is listed together with j1, and illegal if
 * no placement contains it. */
static bool is_listed(const TurnList *list, const char *word, bool is_wanted)
{
    char text[32];

    if (strpbrk(word, ",-") != NULL) {
        make_canonical(10, word, text);
        return find_turn(list, text) != NULL;
    }
    if (is_wanted) {
        snprintf(text, sizeof text, "%.7s,j1", word);
        return find_turn(list, text) != NULL;
    }
    for (size_t n = 0; n < list->count; n++) {
        const char *comma = strchr(list->turn[n].text, ',');
        size_t      length = strlen(word);

        if (comma != NULL &&
            (strcmp(comma + 1, word) == 0 || (strncmp(list->turn[n].text, word, length) == 0 &&
                                              list->turn[n].text + length == comma)))
            return true;
    }
    return false;
}

static void check_listed(const struct Figure *figure, const TurnList *list, const char *words,
                         bool is_wanted)
{
    char copy[256], *state = NULL;

    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, " ", &state); word != NULL;
         word = strtok_r(NULL, " ", &state)) {
        if (is_listed(list, word, is_wanted) != is_wanted)
            fail(is_wanted ? "should be legal" : "should be illegal", figure->variant, figure->what,
                 word);
    }
}

static void expect_result(const char *variant, const char *line, const char *want)
{
    char text[LINE_SIZE];

    if (!PONTE_NAIVE.result(variant, line, text, sizeof text))
        fail("result", variant, line, "is rejected");
    else if (strcmp(text, want) != 0)
        fail("result", variant, line, text);
}

static void check_figure(const struct Figure *figure)
{
    Board board = board_of_figure(figure);
    char  line[LINE_SIZE];

    check_drawing(figure, &board);
    if (figure->variant[0] == 'o')
        snprintf(board.fields, sizeof board.fields, " 1 -");
    write_line(&board, line);
    if (!PONTE_NAIVE.valid(figure->variant, line)) {
        fail("figure", figure->variant, line, figure->what);
        return;
    }
    TurnList list = turns_of(figure->variant, line);
    check_listed(figure, &list, figure->legal, true);
    check_listed(figure, &list, figure->illegal, false);
    free_turns(&list);
    if (figure->score != NULL) {
        board.side = 'w';
        snprintf(board.fields, sizeof board.fields, " 1 e");
        write_line(&board, line);
        expect_result("contest;end=pass", line, figure->score);
    }
}

/* ---------------------------------------------------------------- the table of points (6) */

/* Square islands on a 12 x 12 board, three cells apart, joined in a zigzag from the top left. */
static void check_points(void)
{
    static const int POINTS[] = { 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136 };
    Board            board = empty_board(12);

    snprintf(board.fields, sizeof board.fields, " 2 e");
    for (int k = 0; k < 16; k++) {
        int  row = k / 4, column = row % 2 == 0 ? k % 4 : 3 - k % 4;
        int  corner = 3 * row * 12 + 3 * column;
        bool is_left = row % 2 == 0;
        char bridge[32], line[LINE_SIZE], want[128];

        for (int n = 0; n < 4; n++)
            board.at[3 * row + n / 2][3 * column + n % 2] = 'B';
        if (k % 4 != 0) /* from the previous island in the row, along the top */
            write_cells(12, is_left ? corner : corner + 1, '-', is_left ? corner - 2 : corner + 3,
                        bridge);
        else if (k > 0) /* from the island above, on the outer side */
            write_cells(12, is_left ? corner : corner + 1, '-',
                        (is_left ? corner : corner + 1) - 24, bridge);
        if (k > 0)
            append_bridge(&board, bridge);
        write_line(&board, line);
        snprintf(want, sizeof want, "black points points 0-%d islands 0-%d bridges 0-%d seat 1",
                 POINTS[k], k + 1, k);
        expect_result("open;size=12", line, want);
    }
}

/* ---------------------------------------------------------------- single turns (2, 10, 12) */

#define EMPTY_10 "10/10/10/10/10/10/10/10/10/10"
#define REST_10  "/10/10/10/10/10/10/10/10/10"

static const struct TurnCase {
    const char *variant;
    const char *line;
    const char *turn;
    const char *after; /* NULL: the turn is illegal */
} TURN_CASES[] = {
    { "contest", EMPTY_10 " w - 1 -", "a10,c10", "W1W7" REST_10 " b - 2 s" },
    { "contest", EMPTY_10 " w - 1 -", "c10,a10", NULL },
    { "contest", EMPTY_10 " w - 1 -", "swap", NULL },
    { "contest", EMPTY_10 " w - 1 -", "pass", NULL },
    /* 2, D2: after the swap of the contest rules White has no stone and can only place. */
    { "contest", "W1W7" REST_10 " b - 2 s", "swap", "B1B7" REST_10 " w - 3 -" },
    { "contest", "W1W7" REST_10 " b - 2 s", "b10,d10", "WBWB6" REST_10 " w - 3 -" },
    { "contest", "W1W7" REST_10 " b - 2 s", "a10-c10", NULL },
    { "contest", "W1W7" REST_10 " b - 2 -", "swap", NULL },
    { "contest", "B1B7" REST_10 " w - 3 -", "a9,b9", "B1B7/WW8/10/10/10/10/10/10/10/10 b - 4 -" },
    { "contest", "B1B7" REST_10 " w - 3 -", "a10-c10", NULL },
    { "contest", "B1B7/WW8/10/10/10/10/10/10/10/10 b - 4 -", "a10-c10",
      "B1B7/WW8/10/10/10/10/10/10/10/10 w a10-c10 5 -" },
    /* 10: the official swap. */
    { "official", EMPTY_10 " w - 1 - 1 -", "a10,c10", "W1W7" REST_10 " b - 2 s 1 -" },
    { "official", "W1W7" REST_10 " b - 2 s 1 -", "swap", "W1W7" REST_10 " b - 3 - 2 -" },
    { "official", "W1W7" REST_10 " b - 3 - 2 -", "b10,d10", "WBWB6" REST_10 " w - 4 - 2 -" },
    { "official;end=skip", "W1W7" REST_10 " b - 2 s 1 -", "swap", "W1W7" REST_10 " b - 3 - 2 -" },
    { "contest;end=pass", "W1W7" REST_10 " b - 2 s 1 -", "swap", "B1B7" REST_10 " w - 3 - 1 -" },
    /* 10: a side that can place may not pass. */
    { "official", EMPTY_10 " w - 1 - 1 -", "pass", NULL },
    { "open;size=3", "W1W/3/B1B w - 5 - 1 -", "pass", NULL },
    /* 10: a side that cannot place may build or pass; after Light's pass Dark has one turn. */
    { "official;size=3;stones=3", "W1W/3/B1B w - 5 - 2 -", "a3-c3", "W1W/3/B1B b a3-c3 6 - 2 -" },
    { "official;size=3;stones=2", "W1W/3/B1B w - 5 - 2 -", "a3-c3", "W1W/3/B1B b a3-c3 6 - 2 -" },
    { "official;size=3;stones=2", "W1W/3/B1B w - 5 - 2 -", "pass", "W1W/3/B1B b - 6 - 2 p" },
    { "official;size=3;stones=2", "W1W/3/B1B b - 6 - 2 p", "a1-c1", "W1W/3/B1B w a1-c1 7 - 2 p" },
    { "official;size=3;stones=2", "W1W/3/B1B b - 6 - 2 p", "pass", "W1W/3/B1B w - 7 - 2 e" },
    { "official;size=3;stones=2", "W1W/3/B1B b - 6 - 2 -", "pass", "W1W/3/B1B w - 7 - 2 e" },
    /* 10: in the last turn Dark may pass even if Dark can place. */
    { "official;size=3;stones=4", "WWW/W2/B1B b - 6 - 1 p", "pass", "WWW/W2/B1B w - 7 - 1 e" },
    { "official;size=3;stones=4", "WWW/W2/B1B b - 6 - 1 p", "b2,b1", "WWW/WB1/BBB w - 7 - 1 p" },
    { "official;size=3;stones=4", "WWW/W2/B1B b - 6 - 1 -", "pass", NULL },
    /* 10: supply. */
    { "contest;size=3;stones=4", "W1W/3/B1B w - 5 -", "b3,a2", "WWW/W2/B1B b - 6 -" },
    { "contest;size=3;stones=3", "W1W/3/B1B w - 5 -", "b3,a2", NULL },
    { "contest;size=3;bridges=1", "W1W/3/B1B w - 5 -", "a3-c3", "W1W/3/B1B b a3-c3 6 -" },
    { "contest;size=3;bridges=1", "W1W/3/B1B b a3-c3 6 -", "a1-c1", NULL },
    { "contest;size=3;bridges=2", "W1W/3/B1B b a3-c3 6 -", "a1-c1", "W1W/3/B1B w a3-c3,a1-c1 7 -" },
    { "contest;size=3;bridges=0", "W1W/3/B1B w - 5 -", "a3-c3", NULL },
    { "open;size=3;stones=1", "3/3/3 w - 1 - 1 -", "pass", "3/3/3 b - 2 - 1 p" },
    { "open;size=3;stones=1", "3/3/3 b - 2 - 1 p", "pass", "3/3/3 w - 3 - 1 e" },
    /* 2: a side that cannot act is skipped, which does not count as a turn; at the end the side
     * just alternates. */
    { "contest;size=4;stones=4", "W1W1/W1W1/4/B2B w - 5 -", "a4-c4",
      "W1W1/W1W1/4/B2B b a4-c4 6 -" },
    { "contest;size=4;stones=5", "W1W1/W1W1/4/BBBB w - 5 -", "a4-c4",
      "W1W1/W1W1/4/BBBB w a4-c4 6 -" },
    { "contest;size=4;stones=5", "W1W1/W1W1/4/BBBB w a4-c4 6 -", "a3-c3",
      "W1W1/W1W1/4/BBBB b a4-c4,a3-c3 7 -" },
    /* D13: a sandbank with a bridge may grow into an island. */
    { "contest;size=4", "WWW1/4/W3/4 b a4-a2 5 -", "d4,d3", "WWWB/3B/W3/4 w a4-a2 6 -" },
    { "contest;size=5", "WWW2/5/W4/5/5 w a5-a3 5 -", "d5,e3", "WWWW1/5/W3W/5/5 b a5-a3 6 -" },
};

static void check_turn(const struct TurnCase *c)
{
    TurnList    list = turns_of(c->variant, c->line);
    const Turn *found = find_turn(&list, c->turn);

    if ((found != NULL) != (c->after != NULL))
        fail(found ? "should be illegal" : "should be legal", c->variant, c->line, c->turn);
    else if (found != NULL && strcmp(found->after, c->after) != 0) {
        fail("turn", c->variant, c->line, c->turn);
        printf("     got  %s\n     want %s\n", found->after, c->after);
    }
    free_turns(&list);
}

/* ---------------------------------------------------------------- results (7, 10) */

static const struct ResultCase {
    const char *variant;
    const char *line;
    const char *want;
} RESULT_CASES[] = {
    { "contest", EMPTY_10 " w - 1 -", "" },
    { "contest;stones=1", EMPTY_10 " w - 1 -", "white tie points 0-0 islands 0-0 bridges 0-0" },
    { "contest;stones=1;tie=draw", EMPTY_10 " b - 7 -",
      "draw tie points 0-0 islands 0-0 bridges 0-0" },
    { "official", EMPTY_10 " w - 7 - 1 -", "" },
    { "official", EMPTY_10 " b - 7 - 1 p", "" },
    { "official", EMPTY_10 " w - 7 - 1 p", "draw tie points 0-0 islands 0-0 bridges 0-0" },
    { "official", EMPTY_10 " w - 7 - 2 e", "draw tie points 0-0 islands 0-0 bridges 0-0" },
    { "official;tie=white", EMPTY_10 " w - 7 - 2 e",
      "white tie points 0-0 islands 0-0 bridges 0-0 seat 2" },
    { "official;size=3;stones=4", "WWW/W2/B1B w - 7 - 2 p",
      "white points points 1-0 islands 1-0 bridges 0-0 seat 2" },
    { "official;size=3;stones=4", "W1W/3/BBB w - 7 - 2 e",
      "draw tie points 0-0 islands 0-0 bridges 0-0" },
    { "official;size=3;stones=4", "W1W/3/B1B w a1-c1 7 - 2 e",
      "black bridges points 0-0 islands 0-0 bridges 0-1 seat 1" },
    { "contest;size=4;stones=5", "W1W1/W1W1/4/BBBB w a4-c4 6 -", "" },
    { "contest;size=4;stones=5", "W1W1/W1W1/4/BBBB b a4-c4,a3-c3 7 -",
      "black points points 0-1 islands 0-1 bridges 2-0" },
    { "contest;size=4;stones=5", "W1W1/W1W1/4/BBBB w a4-c4,a3-c3 7 -",
      "black points points 0-1 islands 0-1 bridges 2-0" },
};

/* ---------------------------------------------------------------- valid texts (10, 12) */

static const char *const GOOD_VARIANTS[] = {
    /* clang-format off */
    "", "contest", "official", "open", "size=3", "size=12", "contest;size=12", "open;tie=white",
    "size=5;stones=200;bridges=0;share=on;end=pass;tie=draw", "tie=draw;size=5", "stones=unlimited",
    "official;bridges=unlimited;stones=unlimited", "contest;end=skip;share=off", "bridges=200",
    "stones=1",
    /* clang-format on */
};

static const char *const BAD_VARIANTS[] = {
    /* clang-format off */
    " ", ";", "contest;", "contest ", " contest", "Contest", "contests", "contest;contest", "opens",
    "contestsize=5", ";size=5", "contest;;size=5", "size=5;", "size=2", "size=13", "size=05",
    "size=", "size", "size=5 ", "size=-5", "size=+5", "size=5;size=5", "size=5;official",
    "stones=0", "stones=201", "stones=Unlimited", "stones=unlimited1", "bridges=201", "bridges=00",
    "bridges=-1", "share=yes", "share=onoff", "share=", "end=stop", "end=skip;end=pass",
    "tie=black", "size=99999999999999999999", "stones=4294967300", "tie=white;", "official,size=5",
    "size=5\n",
    /* clang-format on */
};

static const struct ValidCase {
    const char *variant;
    const char *line;
    bool        want;
} VALID_CASES[] = {
    { "", EMPTY_10 " w - 1 -", true },
    { "", "WW1WW5/WW1WW5/10/10/10/10/10/10/10/10 b b10-d10 8 -", true }, /* section 12 */
    { "", EMPTY_10 " b - 1 -", true },
    { "", EMPTY_10 " w - 999 -", true },
    { "", EMPTY_10 " w - 1000 -", false },
    { "", EMPTY_10 " w - 0 -", false },
    { "", EMPTY_10 " w - 01 -", false },
    { "", EMPTY_10 " w - +1 -", false },
    { "", EMPTY_10 " w - 99999999999999 -", false },
    { "", EMPTY_10 " w - 1 - 1 -", false },
    { "", EMPTY_10 " w - 1 - ", false },
    { "", " " EMPTY_10 " w - 1 -", false },
    { "", EMPTY_10 "  w - 1 -", false },
    { "", EMPTY_10 " W - 1 -", false },
    { "", EMPTY_10 " w  1 -", false },
    { "", EMPTY_10 " w - 1", false },
    { "", EMPTY_10 " w -", false },
    { "", EMPTY_10, false },
    { "", "", false },
    { "official", EMPTY_10 " w - 1 - 1 -", true },
    { "official", EMPTY_10 " w - 1 - 2 -", true },
    { "official", EMPTY_10 " w - 1 -", false },
    { "official", EMPTY_10 " w - 1 - 1", false },
    { "official", EMPTY_10 " w - 1 - 3 -", false },
    { "official", EMPTY_10 " w - 1 - 0 -", false },
    { "official", EMPTY_10 " w - 9 - 1 s", false },
    { "official", EMPTY_10 " w - 9 - 1 -", true },
    { "official", EMPTY_10 " w - 9 - 1 p", true },
    { "official", EMPTY_10 " b - 9 - 1 p", true },
    { "official", EMPTY_10 " w - 9 - 1 e", true },
    { "official", EMPTY_10 " b - 9 - 1 e", false },
    { "official;end=skip", EMPTY_10 " w - 9 - 1 -", true },
    { "official;end=skip", EMPTY_10 " w - 9 - 1 p", false },
    { "official;end=skip", EMPTY_10 " w - 9 - 1 e", false },
    { "contest;end=pass", EMPTY_10 " w - 9 - 1 p", true },
    { "contest;end=pass", EMPTY_10 " w - 9 -", false },
    /* Rows. */
    { "size=3", "3/3/3 w - 1 -", true },
    { "size=3", "12/3/3 w - 1 -", false },
    { "size=3", "111/3/3 w - 1 -", false },
    { "size=3", "03/3/3 w - 1 -", false },
    { "size=3", "0W2/3/3 w - 1 -", false },
    { "size=3", "W3/3/3 w - 1 -", false },
    { "size=3", "W1/3/3 w - 1 -", false },
    { "size=3", "WWWW/3/3 w - 1 -", false },
    { "size=3", "4/3/3 w - 1 -", false },
    { "size=3", "3/3 w - 1 -", false },
    { "size=3", "3/3/3/3 w - 1 -", false },
    { "size=3", "3/3/3/ w - 1 -", false },
    { "size=3", "w2/3/3 w - 1 -", false },
    { "size=3", "3//3 w - 1 -", false },
    { "size=3", "99999999999/3/3 w - 1 -", false },
    { "size=4", "4/4/4/4 w - 1 -", true },
    { "size=4", "3/3/3 w - 1 -", false },
    { "size=12", "12/11W/W11/12/12/12/12/12/12/12/12/12 w - 1 -", true },
    { "size=10", "W55/10/10/10/10/10/10/10/10/10 w - 1 -", false },
    { "size=10", "55/10/10/10/10/10/10/10/10/10 w - 1 -", false },
    /* The swap. */
    { "size=3", "WW1/3/3 b - 2 s", true },
    { "size=3", "WW1/3/3 b - 2 -", true },
    { "size=3", "WW1/3/3 b - 3 s", false },
    { "size=3", "WW1/3/3 w - 2 s", false },
    { "size=3", "3/3/3 w - 1 s", false },
    { "size=3", "3/3/3 b - 2 s", false },
    { "size=3", "W2/3/3 b - 2 s", false },
    { "size=3", "WWW/3/3 b - 2 s", false },
    { "size=3", "WW1/B2/3 b - 2 s", false },
    { "size=3", "BB1/3/3 b - 2 s", false },
    { "size=3", "W1W/3/3 b a3-c3 2 s", false },
    { "size=3", "WW1/3/3 b - 2 S", false },
    { "open;size=3", "WW1/3/3 b - 2 s 1 -", true },
    { "open;size=3", "WW1/3/3 b - 2 s 1 p", false },
    { "open;size=3", "WW1/3/3 w - 2 s 1 e", false },
    /* Groups of both sides, not only of the side to move. */
    { "size=5", "WWWWW/5/5/5/5 w - 9 -", false },
    { "size=5", "WWWWW/5/5/5/5 b - 9 -", false },
    { "size=5", "BBBB1/5/5/5/5 w - 9 -", true },
    { "size=5", "BBBB1/4B/5/5/5 w - 9 -", false },
    { "size=5", "BBBB1/4W/5/5/5 w - 9 -", true },
    { "size=5", "BBB2/3B1/4B/5/5 w - 9 -", true },
    { "size=5", "W4/5/5/5/5 w - 9 -", true },
    /* Bridges. */
    { "size=3", "W1W/3/3 w a3-c3 9 -", true },
    { "size=3", "W1W/3/3 w c3-a3 9 -", false },
    { "size=3", "W1W/3/3 w a3-c3, 9 -", false },
    { "size=3", "W1W/3/3 w ,a3-c3 9 -", false },
    { "size=3", "W1W/3/3 w -a3-c3 9 -", false },
    { "size=3", "W1W/3/3 w a3-c3,a3-c3 9 -", false },
    { "size=3", "W1W/3/3 w a3,c3 9 -", false },
    { "size=3", "W1W/3/3 w A3-c3 9 -", false },
    { "size=3", "W1W/3/3 w a03-c3 9 -", false },
    { "size=3", "W1W/3/3 w a3-d3 9 -", false },
    { "size=3", "W1W/3/3 w a4-c3 9 -", false },
    { "size=3", "W1W/3/3 w a3-c0 9 -", false },
    { "size=3", "W1W/3/3 w a3-a3 9 -", false },
    { "size=3", "W1B/3/3 w a3-c3 9 -", false },
    { "size=3", "W1W/3/3 w b3-b1 9 -", false },
    { "size=3", "WBW/3/3 w a3-c3 9 -", false },
    { "size=3", "WW1/3/3 w a3-b3 9 -", false },
    { "size=3", "W2/3/2W w a3-c1 9 -", true },
    { "size=3", "W1W/3/W2 w a3-c3,a3-a1 9 -", false },
    { "size=3", "W1W/3/W1W w a3-c1,c3-a1 9 -", false },
    { "size=3", "W1B/3/B1W w a3-c1 9 -", true },
    { "size=3", "W1B/3/B1W w a3-c1,c3-a1 9 -", false },
    { "size=3;share=on", "W1B/3/B1W w a3-c1,c3-a1 9 -", false },
    { "size=3", "WB1/3/1WB w a3-b1 9 -", true },
    { "size=3", "WB1/3/1WB w a3-b1,b3-c1 9 -", false },
    { "size=3;share=on", "WB1/3/1WB w a3-b1,b3-c1 9 -", true },
    { "size=3;share=on", "WB1/3/BW1 w a3-b1,b3-a1 9 -", false }, /* K1 and K2 */
    { "size=4", "W3/4/3W/4 w a4-d2 9 -", false },
    { "size=4", "W3/4/4/W3 w a4-a1 9 -", false },
    /* Supply. */
    { "size=4;stones=2", "WW2/4/BB2/4 w - 9 -", true },
    { "size=4;stones=2", "WWW1/4/BB2/4 w - 9 -", false },
    { "size=4;stones=2", "WW2/4/BBB1/4 w - 9 -", false },
    { "size=4;bridges=1", "W1W1/4/B1B1/4 w a4-c4 9 -", true },
    { "size=4;bridges=1", "W1W1/4/B1B1/4 w a4-c4,a2-c2 9 -", false },
    { "size=4;bridges=0", "W1W1/4/B1B1/4 w a4-c4 9 -", false },
    /* A side that would be skipped cannot be the side to move. */
    { "size=4;stones=5", "W1W1/W1W1/4/BBBB w a4-c4 6 -", true },
    { "size=4;stones=5", "W1W1/W1W1/4/BBBB b a4-c4 6 -", false },
    { "size=4;stones=5;end=pass", "W1W1/W1W1/4/BBBB b a4-c4 6 - 1 -", true },
    { "size=4;stones=5", "W1W1/W1W1/4/BBBB b a4-c4,a3-c3 6 -", true },
    { "size=4;stones=5", "W1W1/W1W1/4/BBBB w a4-c4,a3-c3 6 -", true },
};

/* All functions must agree whether a text is valid. */
static void expect_valid(const char *variant, const char *line, bool want)
{
    char     text[LINE_SIZE];
    TurnList list = { 0 };

    if (PONTE_NAIVE.valid(variant, line) != want)
        fail(want ? "should be valid" : "should be invalid", variant, line, "");
    if (PONTE_NAIVE.turns(variant, line, collect, &list) != want)
        fail("turns: validity", variant, line, want ? "rejected" : "accepted");
    if (PONTE_NAIVE.result(variant, line, text, sizeof text) != want)
        fail("result: validity", variant, line, want ? "rejected" : "accepted");
    if (!want && list.count > 0)
        fail("callback for an invalid text", variant, line, "");
    free_turns(&list);
}

static void check_variants(void)
{
    char line[LINE_SIZE];

    for (size_t n = 0; n < sizeof GOOD_VARIANTS / sizeof GOOD_VARIANTS[0]; n++) {
        if (!PONTE_NAIVE.start(GOOD_VARIANTS[n], line, sizeof line))
            fail("valid variant is rejected", GOOD_VARIANTS[n], "", "");
        else if (!PONTE_NAIVE.valid(GOOD_VARIANTS[n], line))
            fail("start", GOOD_VARIANTS[n], line, "is not valid");
    }
    for (size_t n = 0; n < sizeof BAD_VARIANTS / sizeof BAD_VARIANTS[0]; n++) {
        if (PONTE_NAIVE.start(BAD_VARIANTS[n], line, sizeof line))
            fail("invalid variant is accepted", BAD_VARIANTS[n], "", "");
        expect_valid(BAD_VARIANTS[n], EMPTY_10 " w - 1 -", false);
    }
}

static void check_buffers(void)
{
    static const char START[] = EMPTY_10 " w - 1 -";
    static const char DRAW[] = "draw tie points 0-0 islands 0-0 bridges 0-0";
    char              text[LINE_SIZE];

    for (size_t size = 0; size < 64; size++) {
        if (PONTE_NAIVE.start("contest", text, size) != (size >= sizeof START))
            fail("start: buffer size", "contest", "", "");
        if (PONTE_NAIVE.result("open", EMPTY_10 " w - 9 - 1 e", text, size) !=
            (size >= sizeof DRAW))
            fail("result: buffer size", "open", "", "");
        if (PONTE_NAIVE.result("", START, text, size) != (size > 0))
            fail("empty result: buffer size", "", "", "");
    }
}

/* ---------------------------------------------------------------- conformance data */

static FILE *open_data(const char *folder, const char *name)
{
    char path[LINE_SIZE];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail("cannot read", "", path, "");
    return file;
}

/* Read the next line without its newline and without comments; false at the end of the file. */
static bool next_text(FILE *file, char *text, int size)
{
    while (fgets(text, size, file) != NULL) {
        text[strcspn(text, "\r\n")] = '\0';
        if (text[0] != '#')
            return true;
    }
    return false;
}

static void put_stone(Board *board, int x, int y, char stone)
{
    if (x < 0 || y < 0 || x >= board->size || y >= board->size)
        fail("cell in the data", "", "", "is off the board");
    else
        board->at[y][x] = stone;
}

/* Count the cells where the side to move may place one stone.  A position may hold an odd number of
 * stones, so the reader decides; with end=pass it does not test whether the side can act. */
static int count_singles(const char *variant, const char *line)
{
    Board board = board_of(line);
    int   count = 0;

    board.swap = '-';
    snprintf(board.fields, sizeof board.fields, " 1 -");
    for (int cell = 0; cell < board.size * board.size; cell++) {
        char *at = &board.at[cell / board.size][cell % board.size];

        if (*at != '.')
            continue;
        *at = board.side == 'w' ? 'W' : 'B';
        count += is_valid_board(variant, &board);
        *at = '.';
    }
    return count;
}

/* Count the legal bridges that cover no covered cell. */
static int count_unshared(const char *variant, const char *line)
{
    static SpanList spans;
    Board           board = board_of(line);
    TurnList        list = turns_of(variant, line);
    bool            is_end[144] = { false }, is_covered[144] = { false };
    int             count = 0;

    make_spans(board.size, &spans);
    mark_bridges(&board, &spans, is_end, is_covered);
    for (size_t n = 0; n < list.count; n++) {
        int  a, b;
        char mark;

        read_cells(board.size, list.turn[n].text, &a, &mark, &b);
        const Span *span = mark == '-' ? find_span(&spans, a, b) : NULL;
        if (span != NULL)
            count += !is_covered[span->covered[0]] &&
                     (span->covered[1] < 0 || !is_covered[span->covered[1]]);
    }
    free_turns(&list);
    return count;
}

/* One replayed game.  The contest line follows while both rule sets give the same game. */
typedef struct Replay {
    char name[16];
    char line[LINE_SIZE];
    char contest[LINE_SIZE];
    bool is_contest, is_exchanged;
    int  light[3];
    int  turns, contest_turns;
} Replay;

static int count_bridges(const char *variant, const char *line)
{
    TurnList list = turns_of(variant, line);
    int      count = count_marked(&list, '-');

    free_turns(&list);
    return count;
}

static void expect_number(const Replay *replay, const char *what, int got, int want)
{
    char detail[96];

    snprintf(detail, sizeof detail, "game %s: %d, want %d", replay->name, got, want);
    if (got != want)
        fail(what, "", replay->line, detail);
}

static void check_counts(const Replay *replay, int singles, int bridges, int unshared)
{
    expect_number(replay, "singles", count_singles("official;stones=unlimited", replay->line),
                  singles);
    expect_number(replay, "bridges", count_bridges("official", replay->line), bridges);
    expect_number(replay, "unshared bridges",
                  count_unshared("official;bridges=unlimited", replay->line), unshared);
    if (replay->is_contest) {
        expect_number(replay, "contest singles", count_singles("contest;end=pass", replay->contest),
                      singles);
        expect_number(replay, "contest bridges", count_bridges("contest", replay->contest),
                      unshared);
    }
}

/* After a swap, the contest rules play all moves with exchanged colours. */
static void replay_in_contest(Replay *replay, char colour, const char *move)
{
    char side = (colour == 'L') != replay->is_exchanged ? 'w' : 'b';

    if (board_of(replay->contest).side != side)
        fail("side of the contest game", "contest", replay->contest, move);
    if (!play("contest", replay->contest, move))
        fail("turn of the contest game", "contest", replay->contest, move);
    replay->is_exchanged = replay->is_exchanged || strcmp(move, "swap") == 0;
    replay->contest_turns++;
}

static void replay_turn(Replay *replay, const char *text)
{
    int   turn = 0, singles = 0, bridges = 0, unshared = 0;
    char  colour = '?', word[32] = "", move[32];
    Board board = board_of(replay->line);
    bool  has_counts = sscanf(text, "%d %c %d %d %d %31s", &turn, &colour, &singles, &bridges,
                              &unshared, word) == 6;

    if (!has_counts && sscanf(text, "%d %c %31s", &turn, &colour, word) != 3)
        fail("line of a game", "", text, "");
    if (turn != board.turn || board.side != (colour == 'L' ? 'w' : 'b'))
        fail("turn or side of a game", "official", replay->line, text);
    make_canonical(10, word, move);
    replay->is_contest = replay->is_contest && strcmp(move, "pass") != 0;
    if (has_counts)
        check_counts(replay, singles, bridges, unshared);
    if (!play("official", replay->line, move))
        fail("turn of a game", "official", replay->line, text);
    if (replay->is_contest)
        replay_in_contest(replay, colour, move);
    replay->turns++;
}

/* Return the winner by section 7 from the numbers. */
static const char *winner_of(const int light[3], const int dark[3], const char *tie)
{
    for (int n = 0; n < 3; n++) {
        if (light[n] != dark[n])
            return light[n] > dark[n] ? "white" : "black";
    }
    return tie;
}

/* The data ends a game without a final pass if Dark can only pass. */
static void replay_end(Replay *replay, const int dark[3])
{
    static const char *const REASON[4] = { "points", "islands", "bridges", "tie" };
    const int               *light = replay->light;
    char                     text[LINE_SIZE], want[LINE_SIZE];
    int                      reason = 0;
    Board                    board = board_of(replay->line);

    PONTE_NAIVE.result("official", replay->line, text, sizeof text);
    if (text[0] == '\0') {
        TurnList list = turns_of("official", replay->line);

        if (list.count != 1 || board.side != 'b' || !play("official", replay->line, "pass"))
            fail("game is not over", "official", replay->line, replay->name);
        free_turns(&list);
    }
    while (reason < 3 && light[reason] == dark[reason])
        reason++;
    int length = snprintf(want, sizeof want, "%s %s points %d-%d islands %d-%d bridges %d-%d",
                          winner_of(light, dark, "draw"), REASON[reason], light[0], dark[0],
                          light[1], dark[1], light[2], dark[2]);
    if (reason < 3)
        snprintf(want + length, sizeof want - (size_t)length, " seat %d",
                 (board.fields[1] == '1') == (light[reason] > dark[reason]) ? 1 : 2);
    expect_result("official", replay->line, want);
}

static void replay_games(const char *folder, const char *name, int want)
{
    FILE  *file = open_data(folder, name);
    char   text[256], parallel[8];
    int    games = 0, turns = 0, contest_turns = 0, n[3];
    Replay replay = { .name = "" };

    while (file != NULL && next_text(file, text, sizeof text)) {
        if (sscanf(text, "game %15s parallel_bridges_used=%7s", replay.name, parallel) == 2) {
            PONTE_NAIVE.start("official", replay.line, sizeof replay.line);
            PONTE_NAIVE.start("contest", replay.contest, sizeof replay.contest);
            replay.is_contest = strcmp(parallel, "no") == 0;
            replay.is_exchanged = false;
            games++;
        } else if (sscanf(text, "end light %d %d %d", &n[0], &n[1], &n[2]) == 3) {
            memcpy(replay.light, n, sizeof n);
        } else if (sscanf(text, "end dark %d %d %d", &n[0], &n[1], &n[2]) == 3) {
            replay_end(&replay, n);
        } else if (text[0] != '\0') {
            replay_turn(&replay, text);
        }
        turns = replay.turns;
        contest_turns = replay.contest_turns;
    }
    if (file != NULL)
        fclose(file);
    printf("%s: %d games, %d turns, %d of them in the contest as well\n", name, games, turns,
           contest_turns);
    if (games != want || turns == 0)
        fail("number of games", "", name, "");
}

/* Read `rc+rc` or `rc-rc`, counted from the top left (11). */
static bool read_wire(int size, const char *word, char *text)
{
    if (strlen(word) != 5 || (word[2] != '+' && word[2] != '-'))
        return false;
    write_cells(size, (word[0] - '0') * size + word[1] - '0', word[2] == '+' ? ',' : '-',
                (word[3] - '0') * size + word[4] - '0', text);
    return true;
}

static void replay_illegal(const char *text)
{
    char copy[256], variant[32], line[LINE_SIZE], move[32], *state = NULL;
    int  size = 0, offset = 0;
    char side = 'w';

    if (sscanf(text, "size %d : %n", &size, &offset) != 1 || offset == 0 || size < 3 || size > 9) {
        fail("unreadable game with an illegal move", "", text, "");
        return;
    }
    snprintf(variant, sizeof variant, "official;size=%d", size);
    PONTE_NAIVE.start(variant, line, sizeof line);
    snprintf(copy, sizeof copy, "%s", text + offset);

    char *word = strtok_r(copy, " ", &state);
    while (word != NULL) {
        char *next = strtok_r(NULL, " ", &state);
        bool  is_move = read_wire(size, word, move);

        if (is_move && board_of(line).side != side)
            fail("colour in a game with an illegal move", variant, line, word);
        if (!is_move && strcmp(word, "f") != 0)
            snprintf(move, sizeof move, "%s", strcmp(word, "c") == 0 ? "swap" : "?");
        if (strcmp(word, "f") != 0 && play(variant, line, move) != (next != NULL))
            fail(next == NULL ? "last move is accepted" : "move is rejected", variant, line, word);
        if (is_move)
            side = side == 'w' ? 'b' : 'w';
        word = next;
    }
}

static void check_illegal_moves(const char *folder)
{
    FILE *file = open_data(folder, "refused-moves.txt");
    char  text[256];
    int   games = 0;

    while (file != NULL && next_text(file, text, sizeof text)) {
        replay_illegal(text);
        games++;
    }
    if (file != NULL)
        fclose(file);
    printf("refused-moves.txt: %d games\n", games);
    if (games != 5)
        fail("number of games", "", "refused-moves.txt", "");
}

/* ---------------------------------------------------------------- the platform's final position */

typedef struct Action {
    int  turn;
    char colour;
    char move[32];
} Action;

typedef struct Platform {
    Board  board;
    int    points[2], islands[2], bridges[2];
    char   winner;
    int    turns;
    int    tail_count;
    Action tail[8];
} Platform;

static void read_board_row(Platform *platform, int y, const char *text)
{
    for (int x = 0; x < 10 && 2 * x < (int)strlen(text); x++)
        put_stone(&platform->board, x, y, text[2 * x]);
}

/* The panel lists single islands and the islands of connected groups; together they must give its
 * points. */
static void read_panel(Platform *platform, const char *text)
{
    char colour = '?', connected[64] = "";
    int  points = 0, singles = 0, bridges = 0;

    if (sscanf(text, "panel %c points %d single %d bridges %d connected %63s", &colour, &points,
               &singles, &bridges, connected) != 5)
        fail("panel", "", text, "");
    int who = colour == 'W' ? 0 : 1, sum = singles, islands = singles;
    for (char *c = connected; *c != '\0'; c++) {
        int k = (int)strtol(c, &c, 10);

        sum += k * (k + 1) / 2;
        islands += k;
        if (*c == '\0')
            break;
    }
    if (sum != points)
        fail("panel contradicts itself", "", text, "");
    platform->points[who] = points;
    platform->islands[who] = islands;
    platform->bridges[who] = bridges;
}

static void read_tail(Platform *platform, const char *text)
{
    char   what[16] = "";
    int    c[4] = { 0 };
    Action action = { 0 };

    if (platform->tail_count == 8 ||
        sscanf(text, "tail %d %c %15s %d,%d %d,%d", &action.turn, &action.colour, what, &c[0],
               &c[1], &c[2], &c[3]) != 7) {
        fail("tail", "", text, "");
        return;
    }
    write_cells(10, c[1] * 10 + c[0], strcmp(what, "chess") == 0 ? ',' : '-', c[3] * 10 + c[2],
                action.move);
    platform->tail[platform->tail_count++] = action;
}

static void read_platform_line(Platform *platform, const char *text, int *row)
{
    int  c[4];
    char colour, bridge[32];

    if (strcmp(text, "board") == 0) {
        *row = 0;
    } else if (*row >= 0 && *row < 10) {
        read_board_row(platform, (*row)++, text);
    } else if (sscanf(text, "bridge %c %d,%d %d,%d", &colour, &c[0], &c[1], &c[2], &c[3]) == 5) {
        if (platform->board.at[c[1]][c[0]] != colour)
            fail("colour of a bridge", "", text, "");
        write_cells(10, c[1] * 10 + c[0], '-', c[3] * 10 + c[2], bridge);
        append_bridge(&platform->board, bridge);
    } else if (strncmp(text, "panel", 5) == 0) {
        read_panel(platform, text);
    } else if (strncmp(text, "tail", 4) == 0) {
        read_tail(platform, text);
    } else if (sscanf(text, "winner %c", &platform->winner) != 1 &&
               sscanf(text, "turns %d", &platform->turns) != 1) {
        fail("line of the platform", "", text, "");
    }
}

static bool read_platform(const char *folder, Platform *platform)
{
    FILE *file = open_data(folder, "platform-final.txt");
    char  text[256];
    int   row = -1;

    *platform = (Platform){ .board = empty_board(10) };
    while (file != NULL && next_text(file, text, sizeof text))
        read_platform_line(platform, text, &row);
    if (file != NULL)
        fclose(file);
    return file != NULL && row == 10 && platform->tail_count == 7;
}

/* Undo one action: remove its bridge from the list, or its stones from the board. */
static void undo(Board *board, const Action *action)
{
    int  a, b;
    char mark, bridges[LINE_SIZE], *state = NULL;

    read_cells(10, action->move, &a, &mark, &b);
    if (mark == ',') {
        board->at[a / 10][a % 10] = board->at[b / 10][b % 10] = '.';
        return;
    }
    snprintf(bridges, sizeof bridges, "%s", board->bridges);
    snprintf(board->bridges, sizeof board->bridges, "-");
    for (char *word = strtok_r(bridges, ",", &state); word != NULL;
         word = strtok_r(NULL, ",", &state)) {
        if (strcmp(word, action->move) != 0)
            append_bridge(board, word);
    }
}

/* List the single cells left to one colour.  Uses end=pass, with which the side to move need not be
 * able to act. */
static void list_singles(const Board *final, char stone, char *list)
{
    Board board = *final;

    list[0] = '\0';
    snprintf(board.fields, sizeof board.fields, " 1 -");
    for (int cell = 0; cell < 100; cell++) {
        char *at = &board.at[cell / 10][cell % 10], name[8];

        if (*at != '.')
            continue;
        *at = stone;
        write_cell(10, cell, name);
        if (is_valid_board("contest;end=pass", &board))
            strncat(list, name, 8);
        *at = '.';
    }
}

static int count_stones(const Board *board, char stone)
{
    int count = 0;

    for (int cell = 0; cell < board->size * board->size; cell++)
        count += board->at[cell / board->size][cell % board->size] == stone;
    return count;
}

static void check_platform(const char *folder)
{
    Platform p;
    char     line[LINE_SIZE], want[128], singles[1024];

    if (!read_platform(folder, &p)) {
        fail("platform", "", "", "cannot be read");
        return;
    }
    if (count_stones(&p.board, 'W') != 36 || count_stones(&p.board, 'B') != 36 || p.turns != 49 ||
        p.winner != 'B' || p.bridges[0] + p.bridges[1] + 36 != p.turns)
        fail("numbers of the platform", "", "", "");

    /* Undo the last moves, then replay them. */
    Board board = p.board;
    for (int n = 6; n >= 0; n--)
        undo(&board, &p.tail[n]);
    board.turn = p.tail[0].turn;
    board.side = p.tail[0].colour == 'W' ? 'w' : 'b';
    write_line(&board, line);
    for (int n = 0; n < 7; n++) {
        Board now = board_of(line);

        expect_result("contest", line, "");
        if (now.turn != p.tail[n].turn || now.side != (p.tail[n].colour == 'W' ? 'w' : 'b'))
            fail("turn or side of the tail", "contest", line, p.tail[n].move);
        if (!play("contest", line, p.tail[n].move))
            fail("turn of the tail", "contest", line, p.tail[n].move);
    }
    board = board_of(line);
    if (memcmp(board.at, p.board.at, sizeof board.at) != 0 || board.turn != p.turns + 1 ||
        board.side != 'w')
        fail("end of the tail", "contest", line, "");

    snprintf(want, sizeof want, "black points points %d-%d islands %d-%d bridges %d-%d",
             p.points[0], p.points[1], p.islands[0], p.islands[1], p.bridges[0], p.bridges[1]);
    expect_result("contest", line, want);
    list_singles(&board, 'W', singles);
    if (strcmp(singles, "h10") != 0) /* 7,0 */
        fail("single cells of White", "contest", line, singles);
    list_singles(&board, 'B', singles);
    if (strcmp(singles, "e10") != 0) /* 4,0 */
        fail("single cells of Black", "contest", line, singles);
    printf("platform-final.txt: %s\n", want);
}

/* ---------------------------------------------------------------- the file interface's example */

typedef struct Example {
    Board board;
    int   number[100];
    char  log[LINE_SIZE];
    int   log_count;
} Example;

static void read_log(Example *example, const char *text)
{
    char colour = '?', action[16] = "", move[32];
    int  turn = 0, c[4] = { 0 };

    if (sscanf(text, "%c_%d_%15[A-Za-z]_%d,%d_%d,%d", &colour, &turn, action, &c[0], &c[1], &c[2],
               &c[3]) != 7)
        fail("log", "", text, "");
    write_cells(10, c[1] * 10 + c[0], strcmp(action, "Chess") == 0 ? ',' : '-', c[3] * 10 + c[2],
                move);
    if (strcmp(action, "Change") == 0)
        snprintf(move, sizeof move, "swap");

    Board board = board_of(example->log);
    if (board.turn != turn || board.side != (colour == 'W' ? 'w' : 'b'))
        fail("turn or side of the log", "contest", example->log, text);
    if (strcmp(move, "swap") == 0 && (board.at[c[1]][c[0]] != 'W' || board.at[c[3]][c[2]] != 'W'))
        fail("stones of the log's swap", "contest", example->log, text);
    if (!play("contest", example->log, move))
        fail("turn of the log", "contest", example->log, text);
    example->log_count++;
}

static void read_grid_row(Example *example, bool is_chess, int y, const char *text)
{
    for (int x = 0; x < 10 && *text != '\0'; x++) {
        int value = (int)strtol(text, (char **)&text, 10);

        if (is_chess)
            put_stone(&example->board, x, y, ".WB"[value % 3]);
        else
            example->number[y * 10 + x] = value;
        text += *text == ',';
    }
}

static void read_example(const char *folder, Example *example)
{
    FILE *file = open_data(folder, "interface-example.txt");
    char  text[256], part[16] = "";
    int   row = 0;

    *example = (Example){ .board = empty_board(10) };
    PONTE_NAIVE.start("contest", example->log, sizeof example->log);
    while (file != NULL && next_text(file, text, sizeof text)) {
        if (text[0] >= 'a' && text[0] <= 'z') {
            snprintf(part, sizeof part, "%.15s", text);
            row = 0;
        } else if (strcmp(part, "log") == 0) {
            read_log(example, text);
        } else if (row < 10) {
            read_grid_row(example, strcmp(part, "chess") == 0, row++, text);
        }
    }
    if (file != NULL)
        fclose(file);
}

static void check_example(const char *folder)
{
    static const char *const BRIDGES[] = { "d8-f8", "f6-h5", "e2-g2" };
    static const char *const COVERED[] = { "e8", "g6", "g5", "f2" };
    Example                  example;
    char                     line[LINE_SIZE], bridge[32];

    read_example(folder, &example);
    for (int number = 1; number <= 3; number++) {
        int ends[2] = { -1, -1 };

        for (int cell = 0; cell < 100; cell++) {
            if (example.number[cell] == number)
                ends[ends[0] >= 0] = cell;
        }
        write_cells(10, ends[0], '-', ends[1], bridge);
        append_bridge(&example.board, bridge);
        if (strcmp(bridge, BRIDGES[number - 1]) != 0)
            fail("bridge of the example", "contest", bridge, "");
    }
    for (int n = 0; n < 2; n++) {
        example.board.side = n == 0 ? 'w' : 'b';
        write_line(&example.board, line);
        TurnList list = turns_of("contest", line);
        for (int k = 0; k < 4; k++) {
            if (list.count == 0 || is_listed(&list, COVERED[k], false))
                fail("covered cell of the example", "contest", line, COVERED[k]);
        }
        free_turns(&list);
    }
    if (example.log_count != 5)
        fail("log of the example", "contest", example.log, "");
    printf("interface-example.txt: %s\n", example.log);
}

/* ---------------------------------------------------------------- random games */

typedef struct Tally {
    long games, turns, successors, skips, passes, swaps, draws, mirrored, by_reader, fuzzed,
        accepted;
} Tally;

static Tally tally;

/* The successor must differ from the position exactly as the text of the turn says. */
static void check_successor(const char *variant, const char *line, const Turn *turn)
{
    Board before = board_of(line), after = board_of(turn->after);
    int   a, b;
    char  mark, canonical[32];
    bool  is_contest = strncmp(variant, "o", 1) != 0;

    tally.successors++;
    make_canonical(before.size, turn->text, canonical);
    if (strcmp(canonical, turn->text) != 0)
        fail("canonical turn", variant, line, turn->text);
    read_cells(before.size, turn->text, &a, &mark, &b);
    if (mark == ',') {
        before.at[a / before.size][a % before.size] = before.side == 'w' ? 'W' : 'B';
        before.at[b / before.size][b % before.size] = before.side == 'w' ? 'W' : 'B';
    } else if (mark == '-') {
        append_bridge(&before, turn->text);
    } else if (strcmp(turn->text, "swap") == 0) {
        for (int cell = 0; cell < 144 && is_contest; cell++) {
            if (before.at[cell / 12][cell % 12] == 'W')
                before.at[cell / 12][cell % 12] = 'B';
        }
        if (!is_contest)
            before.fields[1] = before.fields[1] == '1' ? '2' : '1';
        if (before.swap != 's' || after.side != (is_contest ? 'w' : 'b'))
            fail("swap", variant, line, turn->after);
    } else if (strcmp(turn->text, "pass") == 0) {
        before.fields[3] = before.side == 'w' ? 'p' : 'e';
    } else {
        fail("text of a turn", variant, line, turn->text);
    }
    if (memcmp(before.at, after.at, sizeof before.at) != 0 ||
        strcmp(before.bridges, after.bridges) != 0 || strcmp(before.fields, after.fields) != 0 ||
        after.turn != before.turn + 1)
        fail("successor", variant, line, turn->after);
    if (!PONTE_NAIVE.valid(variant, turn->after))
        fail("successor is invalid", variant, line, turn->after);
    if (after.side == before.side && strcmp(turn->text, "swap") != 0) {
        tally.skips++;
        if (strlen(after.fields) > 0 && strstr(variant, "end=skip") == NULL)
            fail("a side is skipped although the variant has passes", variant, line, turn->after);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const Turn *)a)->text, ((const Turn *)b)->text);
}

/* Check the complete list: each turn once, and a pass exactly if it is legal. */
static void check_list(const char *variant, const char *line, TurnList *list)
{
    Board board = board_of(line);
    bool  has_pass = find_turn(list, "pass") != NULL;
    bool  may_pass = strlen(board.fields) > 0 && strstr(variant, "end=skip") == NULL &&
                    (board.fields[3] == 'p' || count_marked(list, ',') == 0);

    if (list->count == 0)
        return;
    if (has_pass != may_pass)
        fail("pass", variant, line, has_pass ? "is listed" : "is not listed");
    if ((find_turn(list, "swap") != NULL) != (board.swap == 's'))
        fail("swap", variant, line, "");
    qsort(list->turn, list->count, sizeof *list->turn, by_text);
    for (size_t n = 1; n < list->count; n++) {
        if (by_text(&list->turn[n - 1], &list->turn[n]) == 0)
            fail("listed twice", variant, line, list->turn[n].text);
    }
    size_t step = list->count <= FEW ? 1 : 1 + list->count / FEW;
    for (size_t n = random_below((unsigned)step); n < list->count; n += step)
        check_successor(variant, line, &list->turn[n]);
}

/* The winner and the seat must follow from the numbers in the result. */
static void check_result_text(const char *variant, const char *line, const char *text)
{
    char winner[8] = "", reason[8] = "";
    int  light[3], dark[3], seat = 0;
    int  fields =
        sscanf(text, "%7s %7s points %d-%d islands %d-%d bridges %d-%d seat %d", winner, reason,
               &light[0], &dark[0], &light[1], &dark[1], &light[2], &dark[2], &seat);
    const char *want = winner_of(light, dark, strncmp(variant, "o", 1) == 0 ? "draw" : "white");

    if (strstr(variant, "tie=") != NULL)
        want = winner_of(light, dark, strstr(variant, "tie=draw") != NULL ? "draw" : "white");
    bool has_seat = strlen(board_of(line).fields) > 0 && strcmp(want, "draw") != 0;
    int  seat_want = (board_of(line).fields[1] == '1') == (strcmp(want, "white") == 0) ? 1 : 2;
    if (fields != 8 + has_seat || strcmp(winner, want) != 0 || (has_seat && seat != seat_want))
        fail("result", variant, line, text);
    tally.draws += strcmp(winner, "draw") == 0;
}

static int mirror_cell(int size, int cell, int how)
{
    int x = cell % size, y = cell / size;

    if (how & 1)
        x = size - 1 - x;
    if (how & 2)
        y = size - 1 - y;
    return how & 4 ? x * size + y : y * size + x;
}

static void mirror_line(const char *line, int how, char *out)
{
    Board       board = board_of(line), mirrored = board;
    int         size = board.size;
    const char *text = strcmp(board.bridges, "-") == 0 ? NULL : board.bridges;

    for (int cell = 0; cell < size * size; cell++) {
        int to = mirror_cell(size, cell, how);

        mirrored.at[to / size][to % size] = board.at[cell / size][cell % size];
    }
    snprintf(mirrored.bridges, sizeof mirrored.bridges, "-");
    while (text != NULL) {
        int  a, b;
        char mark, bridge[32];

        read_cells(size, text, &a, &mark, &b);
        write_cells(size, mirror_cell(size, a, how), '-', mirror_cell(size, b, how), bridge);
        append_bridge(&mirrored, bridge);
        text = strchr(text, ',');
        text = text == NULL ? NULL : text + 1;
    }
    write_line(&mirrored, out);
}

/* A mirrored or rotated position must have the mirrored turns and the same result. */
static void check_mirrored(const char *variant, const char *line, const TurnList *list,
                           const char *result)
{
    char     mirrored[LINE_SIZE], text[32];
    int      how = 1 + (int)random_below(7), size = board_of(line).size;
    TurnList other;

    mirror_line(line, how, mirrored);
    other = turns_of(variant, mirrored);
    expect_result(variant, mirrored, result);
    if (list->count != other.count || count_marked(list, '-') != count_marked(&other, '-'))
        fail("mirrored turns", variant, line, mirrored);
    for (size_t n = 0; n < list->count && n < 50; n++) {
        const Turn *turn = &list->turn[random_below((unsigned)list->count)];
        int         a, b;
        char        mark;

        read_cells(size, turn->text, &a, &mark, &b);
        if (a < 0)
            continue;
        write_cells(size, mirror_cell(size, a, how), mark, mirror_cell(size, b, how), text);
        if (find_turn(&other, text) == NULL)
            fail("mirrored turn", variant, line, text);
    }
    free_turns(&other);
    tally.mirrored++;
}

/* The converse of D6: for every pair of cells and of stones, a turn is legal exactly if the reader
 * accepts the position after it. */
static void check_by_reader(const char *variant, const char *line, const TurnList *list)
{
    Board board = board_of(line);
    int   cells = board.size * board.size;
    bool  has_share = strncmp(variant, "o", 1) == 0 && strstr(variant, "share=off") == NULL;
    char  probe[64], text[32];

    has_share = has_share || strstr(variant, "share=on") != NULL;
    snprintf(probe, sizeof probe, "open;size=%d;share=%s", board.size, has_share ? "on" : "off");
    snprintf(board.fields, sizeof board.fields, " 1 -");
    board.swap = '-';
    for (int a = 0; a < cells; a++) {
        for (int b = a + 1; b < cells; b++) {
            char *p = &board.at[a / board.size][a % board.size];
            char *q = &board.at[b / board.size][b % board.size];
            Board after = board;
            bool  is_pair = *p == '.' && *q == '.', want;

            write_cells(board.size, a, is_pair ? ',' : '-', b, text);
            if (is_pair) {
                after.at[a / board.size][a % board.size] = board.side == 'w' ? 'W' : 'B';
                after.at[b / board.size][b % board.size] = board.side == 'w' ? 'W' : 'B';
            } else {
                append_bridge(&after, text);
            }
            want =
                (is_pair || *p == (board.side == 'w' ? 'W' : 'B')) && is_valid_board(probe, &after);
            if (want != (find_turn(list, text) != NULL))
                fail("legality differs from validity of the final position", variant, line, text);
        }
    }
    tally.by_reader++;
}

/* Change a few characters of a line.  All functions must agree whether it is valid.  If it is, it
 * must be the only text of its position. */
static void check_mutant(const char *variant, const char *line)
{
    static const char SIGNS[] = "WB123456789010/ wb-,s-pe-aceg\n\x80~";
    char              mutant[LINE_SIZE + 8], again[LINE_SIZE];
    size_t            length = strlen(line);

    memcpy(mutant, line, length + 1);
    for (unsigned n = 1 + random_below(2); n > 0; n--) {
        size_t at = random_below((unsigned)length + 1);
        char   sign = SIGNS[random_below(sizeof SIGNS - 1)];
        int    how = (int)random_below(8);

        if (how == 0 && at < length) {
            memmove(mutant + at, mutant + at + 1, length-- - at);
        } else if (how == 1) {
            memmove(mutant + at + 1, mutant + at, length++ - at + 1);
            mutant[at] = sign;
        } else if (how == 2) {
            mutant[at] = '\0';
            length = at;
        } else if (at < length) {
            mutant[at] = sign;
        }
    }
    bool is_valid = PONTE_NAIVE.valid(variant, mutant);
    expect_valid(variant, mutant, is_valid);
    tally.fuzzed++;
    if (!is_valid)
        return;
    tally.accepted++;
    Board board = board_of(mutant);
    write_line(&board, again);
    if (strcmp(again, mutant) != 0)
        fail("a second text of one position", variant, mutant, again);
}

static void play_random_game(const char *variant)
{
    char line[LINE_SIZE], result[LINE_SIZE];

    if (!PONTE_NAIVE.start(variant, line, sizeof line)) {
        fail("start", variant, "", "");
        return;
    }
    tally.games++;
    for (;;) {
        TurnList list = turns_of(variant, line);
        int      size = board_of(line).size;

        if (!PONTE_NAIVE.result(variant, line, result, sizeof result))
            fail("result", variant, line, "is rejected");
        if ((list.count == 0) != (result[0] != '\0'))
            fail("turns and result", variant, line, result);
        check_list(variant, line, &list);
        if (list.count < 2000 && random_below(8) == 0)
            check_mirrored(variant, line, &list, result);
        if (list.count > 0 && size <= 6 && strstr(variant, "stones=") == NULL &&
            strstr(variant, "bridges=") == NULL && strncmp(variant, "official", 8) != 0)
            check_by_reader(variant, line, &list);
        if (list.count < 1000)
            check_mutant(variant, line);
        if (list.count == 0) {
            free_turns(&list);
            break;
        }
        /* Bridges are rare among the turns; prefer them, so that the boards fill with them. */
        size_t n = random_below((unsigned)list.count);
        for (int tries = 0; tries < 40 && strchr(list.turn[n].text, '-') == NULL; tries++)
            n = random_below((unsigned)list.count);
        if (board_of(line).swap == 's' && random_below(3) == 0)
            n = (size_t)(find_turn(&list, "swap") - list.turn);
        tally.turns++;
        tally.passes += strcmp(list.turn[n].text, "pass") == 0;
        tally.swaps += strcmp(list.turn[n].text, "swap") == 0;
        snprintf(line, sizeof line, "%s", list.turn[n].after);
        free_turns(&list);
    }
    check_result_text(variant, line, result);
}

static void add_option(char *variant, size_t size, const char *name, const char *value)
{
    size_t length = strlen(variant);

    snprintf(variant + length, size - length, "%s%s=%s", length > 0 ? ";" : "", name, value);
}

/* Write a random base with random options; the size is always given. */
static void make_variant(int size, char *variant, size_t capacity)
{
    static const char *const BASE[] = { "", "contest", "official", "open" };
    static const char *const STONES[] = { "unlimited", "1", "2", "3", "7", "12", "20", "40" };
    static const char *const BRIDGES[] = { "unlimited", "0", "1", "2", "5", "10", "15" };
    char                     number[8];

    snprintf(variant, capacity, "%s", BASE[random_below(4)]);
    snprintf(number, sizeof number, "%d", size);
    add_option(variant, capacity, "size", number);
    if (random_below(3) == 0)
        add_option(variant, capacity, "stones", STONES[random_below(8)]);
    if (random_below(3) == 0)
        add_option(variant, capacity, "bridges", BRIDGES[random_below(7)]);
    if (random_below(3) == 0)
        add_option(variant, capacity, "share", random_below(2) ? "on" : "off");
    if (random_below(3) == 0)
        add_option(variant, capacity, "end", random_below(2) ? "pass" : "skip");
    if (random_below(3) == 0)
        add_option(variant, capacity, "tie", random_below(2) ? "draw" : "white");
}

static void check_random_games(void)
{
    static const int GAMES[13] = { [3] = 400, 200, 100, 60, 20, 12, 8, 6, 4, 4 };
    char             variant[128];

    for (int size = 3; size <= 12; size++) {
        for (int n = 0; n < GAMES[size]; n++) {
            make_variant(size, variant, sizeof variant);
            play_random_game(variant);
        }
    }
    play_random_game("contest");
    play_random_game("official");
    play_random_game("open");
    printf(
        "random games: %ld with %ld turns, %ld passes, %ld swaps, %ld draws; %ld successors, "
        "%ld skips; %ld lists mirrored, %ld checked by the reader; %ld texts, %ld of them valid\n",
        tally.games, tally.turns, tally.passes, tally.swaps, tally.draws, tally.successors,
        tally.skips, tally.mirrored, tally.by_reader, tally.fuzzed, tally.accepted);
    if (tally.skips == 0 || tally.passes == 0 || tally.swaps == 0 || tally.draws == 0)
        fail("random games", "", "", "must contain skips, passes, swaps and draws");
}

/* ---------------------------------------------------------------- all of it */

static void check_tables(void)
{
    for (size_t n = 0; n < sizeof FIGURES / sizeof FIGURES[0]; n++)
        check_figure(&FIGURES[n]);
    for (size_t n = 0; n < sizeof TURN_CASES / sizeof TURN_CASES[0]; n++)
        check_turn(&TURN_CASES[n]);
    for (size_t n = 0; n < sizeof RESULT_CASES / sizeof RESULT_CASES[0]; n++)
        expect_result(RESULT_CASES[n].variant, RESULT_CASES[n].line, RESULT_CASES[n].want);
    for (size_t n = 0; n < sizeof VALID_CASES / sizeof VALID_CASES[0]; n++)
        expect_valid(VALID_CASES[n].variant, VALID_CASES[n].line, VALID_CASES[n].want);
    check_variants();
    check_buffers();
    check_points();
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3 || (argc == 3 && strcmp(argv[2], "deep") != 0)) {
        fprintf(stderr, "usage: ponte_naive_check DIR [deep]\n");
        return 2;
    }
    check_tables();
    for (int size = 3; size <= 12; size++)
        check_single_bridges(size);
    check_bridge_pairs();
    check_example(argv[1]);
    check_platform(argv[1]);
    check_illegal_moves(argv[1]);
    replay_games(argv[1], "robot-games.txt", 6);
    replay_games(argv[1], "random-games.txt", 50);
    check_perft_table(argc == 3);
    check_second_turns();
    check_random_games();
    printf("%s: %d failures\n", PONTE_NAIVE.name, failures);
    return failures == 0 ? 0 : 1;
}
