/* gipf_naive_check.c - checks the naive GIPF rules against numbers and positions known beforehand.
 *
 * The counts and the examples of section 5 are the specification's; all other positions were worked
 * out by hand from its text.  Prints what fails and returns nonzero then.
 */
#include "games/gipf/naive/gipf_naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024 };

static int failures = 0;

static void fail(const char *what, const char *variant, const char *line, const char *detail)
{
    printf("FAIL %s: [%s] [%s] %s\n", what, variant, line, detail);
    failures++;
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

static TurnList turns_of(const char *variant, const char *line)
{
    TurnList list = { 0 };

    if (!GIPF_NAIVE.turns(variant, line, collect, &list))
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

static int by_text(const void *a, const void *b)
{
    return strcmp(((const Turn *)a)->text, ((const Turn *)b)->text);
}

static int by_after(const void *a, const void *b)
{
    return strcmp(((const Turn *)a)->after, ((const Turn *)b)->after);
}

static void sort_turns(TurnList *list, int (*order)(const void *, const void *))
{
    if (list->count > 0)
        qsort(list->turn, list->count, sizeof *list->turn, order);
}

/* ---------------------------------------------------------------- counting */

/* Walks of `depth` turns; with `by_position`, turns to one and the same position count once. */
static long perft(const char *variant, const char *line, int depth, bool by_position)
{
    TurnList list = turns_of(variant, line);
    long     sum = 0;

    sort_turns(&list, by_after);
    for (size_t n = 0; n < list.count; n++) {
        bool is_repeated = n > 0 && by_after(&list.turn[n - 1], &list.turn[n]) == 0;

        if (by_position && is_repeated)
            continue;
        sum += depth == 1 ? 1 : perft(variant, list.turn[n].after, depth - 1, by_position);
    }
    free_turns(&list);
    return sum;
}

static const struct PerftCase {
    const char *variant;
    bool        by_position;
    long        want[3];
} PERFT_CASES[] = {
    { "4,4,15,15", false, { 42, 1764, 73800 } },
    { "basic;choice=owner", false, { 42, 1764, 73800 } },
    { "4,4,15,15", true, { 24, 618, 15828 } },
    { "basic;choice=mover", true, { 24, 618, 15828 } },
    { "3,3,10,10;choice=mover", true, { 18, 336, 5934 } },
    { "2,3,5,5", true, { 4, 0, 0 } },
    /* Two pieces fill no line and make no row; the third turn may enter two kinds of piece. */
    { "tournament", false, { 42, 1764, 148176 } },
};

static void check_perft(const struct PerftCase *c)
{
    char line[LINE_SIZE], detail[64];

    if (!GIPF_NAIVE.start(c->variant, line, sizeof line)) {
        fail("start", c->variant, "", "");
        return;
    }
    for (int depth = 1; depth <= 3; depth++) {
        long got = perft(c->variant, line, depth, c->by_position);

        snprintf(detail, sizeof detail, "depth %d: %ld, want %ld", depth, got, c->want[depth - 1]);
        if (got != c->want[depth - 1])
            fail("perft", c->variant, line, detail);
    }
}

/* ---------------------------------------------------------------- single turns */

/* Section 5, worked example, and what its push leaves to Black when the owner chooses. */
#define EXAMPLE          "W__B/_W___/__B___/B_____W/__BB__/_B_B_/B__B 9,3 W"
#define EXAMPLE_PENDING  "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B 8,3 B ?B"
#define EXAMPLE_COLUMN   "W__B/_W___/__W___/B_____W/___B__/___B_/___B 8,7 B"
#define EXAMPLE_DIAGONAL "___B/_____/______/B_____W/__B___/_B___/B___ 8,7 B"

/* Section 5, test of the removal loop: e8-h5 is forced and goes before the choice. */
#define LOOP          "WB_W/BW_BW/WBW_BW/BWW_WWB/______/_B___/WB_B 1,5 W"
#define LOOP_ROW      "WB__/BW_B_/WBW_B_/_______/______/_B___/WB_B 8,5 B"
#define LOOP_DIAGONAL "_B__/B__B_/WB__B_/BWW_WB_/______/_B___/WB_B 8,5 B"

/* Black's b2-b5, b2-e5 and e5-h2 hang together as a chain: its ends do not meet. */
#define CHAIN           "B___/B____/B_____/BBBB___/___B__/___B_/___B 5,2 B ?B"
#define CHAIN_ENDS_GONE "____/_____/______/_BB____/______/_____/____ 5,10 B"

/* a1-b2 makes the white row b2-e5 with a GIPF-piece on c3, and pushes nothing else. */
#define ONE_GIPF "____/_____/______/XWW____/______/_____/___Y 12,12 W --"
/* The same with Black's only GIPF-piece at the end of the span, pushed to f5. */
#define TWO_GIPFS "____/_____/______/XWWY___/______/_____/____ 12,12 W --"
/* The same, and Black owns a row of GIPF-pieces elsewhere. */
#define GIPF_ROW_WAITS "____/_____/______/XWW____/______/YYYY_/____ 12,10 W --"
/* a1-b2 makes b2-e5 and e5-e8, which cross at the GIPF-piece pushed to e5. */
#define CROSSING "___W/___W_/___W__/WWX____/______/_____/___Y 11,12 W --"
/* a1-b2 puts a single piece before a row of GIPF-pieces. */
#define FIVE "____/_____/______/XXXX___/______/_____/___Y 10,12 W --"

/* White owns two rows of GIPF-pieces that do not meet: c3-f5 comes first. */
#define TWO_ROWS       "____/_____/______/_XXXX__/______/XXXX_/___Y 2,12 B --"
#define TWO_ROWS_AFTER "B___/_____/______/_XXXX__/______/XXXX_/___Y 2,11 W --"
/* White owns c3-f5 and e2-e5, which cross at e5. */
#define CROSS "B__Y/_____/______/_XXXX__/__X___/_X___/X___ 4,11 W --"
/* White's nine GIPF-pieces form the triangle c3-c6, c3-f5, c6-f5. */
#define TRIANGLE "_X__/_XX__/_X_X__/_XXXX__/______/_____/___Y 0,11 W --"

static const struct TurnCase {
    const char *variant;
    const char *line;
    const char *turn;
    const char *after; /* NULL: the turn is illegal */
} TURN_CASES[] = {
    /* 5: the mover's turn carries the choice about Black's rows ... */
    { "basic;choice=mover", EXAMPLE, "a5-b5/e2-e5", EXAMPLE_COLUMN },
    { "basic;choice=mover", EXAMPLE, "a5-b5/e5-h2", EXAMPLE_DIAGONAL },
    { "basic;choice=mover", EXAMPLE, "a5-b5", NULL },
    { "basic;choice=mover", EXAMPLE, "a5-b5/e2-e3", NULL },
    /* ... or ends before it, and Black chooses in a turn of its own (9). */
    { "basic", EXAMPLE, "a5-b5", EXAMPLE_PENDING },
    { "basic", EXAMPLE, "a5-b5/e2-e5", NULL },
    { "basic", EXAMPLE_PENDING, "xe2-e5", EXAMPLE_COLUMN },
    { "basic", EXAMPLE_PENDING, "xe5-h2", EXAMPLE_DIAGONAL },
    { "basic", EXAMPLE_PENDING, "a5-b5", NULL },
    /* 5: a forced row of the other side needs no turn and no text. */
    { "basic", "W__B/_W___/__B___/B_____W/___B__/___B_/___B 9,3 W", "a5-b5",
      "___B/_____/______/B_____W/______/_____/____ 8,7 B" },
    /* 5: the removal loop; the mover chooses among his own rows in both settings. */
    { "basic;choice=mover", LOOP, "i5-h5/c3-f5", LOOP_ROW },
    { "basic;choice=mover", LOOP, "i5-h5/b5-e5", LOOP_DIAGONAL },
    { "basic;choice=owner", LOOP, "i5-h5/c3-f5", LOOP_ROW },
    /* 5: one end of a chain taken, the other is forced; the middle taken, both are too short. */
    { "basic", CHAIN, "xb2-b5", CHAIN_ENDS_GONE },
    { "basic", CHAIN, "xe5-h2", CHAIN_ENDS_GONE },
    { "basic", CHAIN, "xb2-e5", "B___/B____/B_____/_______/___B__/___B_/___B 5,6 B" },

    /* 9: a row with a GIPF-piece is always written; a removed own one gives two pieces back (7). */
    { "standard", ONE_GIPF, "a1-b2", NULL },
    { "standard", ONE_GIPF, "a1-b2/b2-e5",
      "____/_____/______/_______/______/_____/___Y 16,12 B --" },
    { "standard", ONE_GIPF, "a1-b2/b2-e5!c3",
      "____/_____/______/_X_____/______/_____/___Y 14,12 B --" },
    { "standard", ONE_GIPF, "Ga1-b2", NULL },
    /* 7: GIPF-pieces of either colour may be left; an enemy one taken is captured. */
    { "standard", TWO_GIPFS, "a1-b2/b2-e5",
      "____/_____/______/_______/______/_____/____ 16,12 B --" },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5!c3",
      "____/_____/______/_X_____/______/_____/____ 14,12 B --" },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5!f5",
      "____/_____/______/____Y__/______/_____/____ 16,12 B --" },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5!c3!f5",
      "____/_____/______/_X__Y__/______/_____/____ 14,12 B --" },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5!f5!c3", NULL },
    /* 7: the crossing left standing, the second row must also be taken. */
    { "standard", CROSSING, "a1-b2/b2-e5",
      "___W/___W_/___W__/_______/______/_____/___Y 15,12 B --" },
    { "standard", CROSSING, "a1-b2/b2-e5!e5", NULL },
    { "standard", CROSSING, "a1-b2/b2-e5!e5/e5-e8",
      "____/_____/______/_______/______/_____/___Y 18,12 B --" },
    { "standard", CROSSING, "a1-b2/b2-e5!e5/e5-e8!e5",
      "____/_____/______/___X___/______/_____/___Y 16,12 B --" },
    { "standard", CROSSING, "a1-b2/e5-e8!e5/b2-e5!e5",
      "____/_____/______/___X___/______/_____/___Y 16,12 B --" },
    { "standard", CROSSING, "a1-b2/e5-e8",
      "____/_____/______/WWW____/______/_____/___Y 15,12 B --" },
    /* 7: what was left standing is not offered again, though the run has become another one. */
    { "standard", FIVE, "a1-b2/b2-f5!c3!d4!e5!f5",
      "____/_____/______/_XXXX__/______/_____/___Y 10,12 B --" },

    /* The mover's decision, then the other side's; the mover may make both with choice=mover. */
    { "standard", GIPF_ROW_WAITS, "a1-b2/b2-e5!c3",
      "____/_____/______/_X_____/______/YYYY_/____ 14,10 B -- ?B" },
    { "standard", "____/_____/______/_______/______/YYYY_/____ 16,10 B -- ?B", "xd2-g3!f3",
      "____/_____/______/_______/______/__Y__/____ 16,16 B --" },
    { "standard;choice=mover", GIPF_ROW_WAITS, "a1-b2/b2-e5/d2-g3!e3",
      "____/_____/______/_______/______/_Y___/____ 16,16 B --" },

    /* A row left standing counts again after the next push, and stays spared within one push. */
    { "standard", TWO_ROWS, "a5-b5", TWO_ROWS_AFTER " ?W" },
    { "standard", TWO_ROWS_AFTER " ?W", "xc3-f5!c3!d4!e5!f5", TWO_ROWS_AFTER " ?W!c3-f5" },
    { "standard", TWO_ROWS_AFTER " ?W", "xd2-g3", NULL },
    { "standard", TWO_ROWS_AFTER " ?W!c3-f5", "xd2-g3!d2!e3!f3!g3", TWO_ROWS_AFTER },
    { "standard", TWO_ROWS_AFTER " ?W!c3-f5", "xd2-g3!e3",
      "B___/_____/______/_XXXX__/______/_X___/___Y 8,11 W --" },
    { "standard", CROSS " ?W", "xe2-e5!e2!e3!e4!e5", CROSS " ?W!e2-e5" },
    { "standard", CROSS " ?W", "xc3-f5!c3!d4!e5!f5", CROSS " ?W!c3-f5" },
    { "standard", CROSS " ?W!e2-e5", "xc3-f5!c3!d4!f5",
      "B__Y/_____/______/_XX_X__/__X___/_X___/X___ 6,11 W --" },
    { "standard", TRIANGLE " ?W", "xc3-f5!c3!d4!e5!f5", TRIANGLE " ?W!c3-f5" },
    { "standard", TRIANGLE " ?W!c3-f5", "xc6-f5!c6!d6!e6!f5", TRIANGLE " ?W!c3-f5!c6-f5" },
    { "standard", TRIANGLE " ?W!c3-f5", "xc3-c6!c3!c4!c5!c6", TRIANGLE " ?W!c3-c6!c3-f5" },
    { "standard", TRIANGLE " ?W!c3-c6!c3-f5", "xc6-f5!c6!d6!e6!f5", TRIANGLE },
    { "standard", TRIANGLE " ?W!c3-f5", "xc6-f5",
      "____/_X___/_X____/_XXX___/______/_____/___Y 8,11 W --" },
    /* The spared c3-f5 has lost a piece and is too short to be listed. */
    { "standard", TRIANGLE " ?W!c3-f5", "xc6-f5!c6",
      "_X__/_X___/_X____/_XXX___/______/_____/___Y 6,11 W -- ?W" },

    /* 7: the tournament opening. */
    { "tournament", "____/_____/______/_______/______/_____/____ 18,18 W 11", "Ga5-b5",
      "X___/_____/______/_______/______/_____/____ 16,18 B g1" },
    { "tournament", "____/_____/______/_______/______/_____/____ 18,18 W 11", "a5-b5", NULL },
    { "tournament", "X___/_____/______/_______/______/_____/___Y 16,16 W gg", "a5-b5",
      "W___/_X___/______/_______/______/_____/___Y 15,16 B -g" },
    { "tournament", "X___/_____/______/_______/______/_____/___Y 16,16 W gg", "Ga5-b5",
      "X___/_X___/______/_______/______/_____/___Y 14,16 B gg" },

    /* 2: names of two digits. */
    { "5,9,20,20", "W___B/______/_______/________/B_______W/________/_______/______/W___B 17,17 W",
      "f11-f10", "W___W/____B_/_______/________/B_______W/________/_______/______/W___B 16,17 B" },
};

static const Turn *find_turn(const TurnList *list, const char *text)
{
    for (size_t n = 0; n < list->count; n++) {
        if (strcmp(list->turn[n].text, text) == 0)
            return &list->turn[n];
    }
    return NULL;
}

static void check_turn(const struct TurnCase *c)
{
    TurnList    list = turns_of(c->variant, c->line);
    const Turn *found = find_turn(&list, c->turn);

    if ((found != NULL) != (c->after != NULL))
        fail(found ? "legal" : "illegal", c->variant, c->line, c->turn);
    else if (found != NULL && strcmp(found->after, c->after) != 0) {
        fail("turn", c->variant, c->line, c->turn);
        printf("     got  %s\n     want %s\n", found->after, c->after);
    }
    free_turns(&list);
}

/* ---------------------------------------------------------------- numbers of turns */

static const struct CountCase {
    const char *variant;
    const char *line;
    const char *prefix;
    size_t      want;
} COUNT_CASES[] = {
    { "basic;choice=mover", EXAMPLE, "a5-b5", 2 },
    { "basic", EXAMPLE, "a5-b5", 1 },
    { "basic", EXAMPLE_PENDING, "", 2 },
    { "basic", LOOP, "i5-h5", 2 },
    { "basic", CHAIN, "", 3 },
    { "standard", ONE_GIPF, "a1-b2", 2 },
    { "standard", TWO_GIPFS, "a1-b2", 4 },
    { "standard", CROSSING, "a1-b2", 6 },
    { "standard", FIVE, "a1-b2", 16 },
    { "standard", GIPF_ROW_WAITS, "a1-b2", 2 },
    { "standard;choice=mover", GIPF_ROW_WAITS, "a1-b2", 2 * 16 },
    { "standard", TWO_ROWS_AFTER " ?W", "", 16 },
    { "standard", TWO_ROWS_AFTER " ?W!c3-f5", "", 16 },
    { "standard", TWO_ROWS_AFTER, "i5-h5", 16 * 16 },
    { "standard", CROSS " ?W", "", 2 * 16 },
    { "standard", CROSS " ?W!e2-e5", "", 16 },
    { "standard", TRIANGLE " ?W", "", 3 * 16 },
    { "standard", TRIANGLE " ?W!c3-f5", "", 2 * 16 },
    { "standard", TRIANGLE " ?W!c3-c6!c3-f5", "", 16 },
    { "tournament", "X___/_____/______/_______/______/_____/___Y 16,16 W gg", "", 84 },
    { "tournament", "X___/_____/______/_______/______/_____/___Y 16,16 W -g", "", 42 },
    { "tournament", "X___/_____/______/_______/______/_____/___Y 1,16 W gg", "", 42 },
    { "tournament", "X___/_____/______/_______/______/_____/___Y 1,16 W gg", "G", 0 },
    { "tournament", "X___/_____/______/_______/______/_____/___Y 1,16 W 1g", "", 0 },
    /* The game is over: no turns. */
    { "standard", "____/_____/______/_______/______/_____/___Y 16,12 B --", "", 0 },
    { "standard", TRIANGLE, "", 0 },
    { "2,3,5,5", "WB/BWW/WB 1,2 B", "", 0 },
};

static void check_count(const struct CountCase *c)
{
    TurnList list = turns_of(c->variant, c->line);
    size_t   got = 0;
    char     detail[64];

    for (size_t n = 0; n < list.count; n++)
        got += strncmp(list.turn[n].text, c->prefix, strlen(c->prefix)) == 0;
    snprintf(detail, sizeof detail, "'%s': %zu, want %zu", c->prefix, got, c->want);
    if (got != c->want)
        fail("count", c->variant, c->line, detail);
    free_turns(&list);
}

/* ---------------------------------------------------------------- results */

static const struct ResultCase {
    const char *variant;
    const char *line;
    const char *want;
} RESULT_CASES[] = {
    { "basic", EXAMPLE, "" },
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 0,12 W", "black reserve-empty" },
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 0,12 B", "" },
    { "basic", "W__B/_____/______/B_____W/______/_____/W__B 12,0 B", "white reserve-empty" },
    { "2,3,5,5", "WB/BWW/WB 1,2 B", "white deadlock" },
    { "2,3,5,5", "WB/BWW/WB 1,0 B", "white reserve-empty" },
    /* 7: the player without a GIPF-piece loses; the pusher wins if both have none. */
    { "standard", "____/_____/______/_______/______/_____/___Y 16,12 B --", "black gipf-lost" },
    { "standard", "____/_____/______/_______/______/_____/___X 12,16 B --", "white gipf-lost" },
    { "standard", "____/_____/______/_______/______/_____/____ 16,12 B --", "white gipf-lost" },
    { "standard", "____/_____/______/_______/______/_____/____ 16,12 W --", "black gipf-lost" },
    { "standard", "____/_____/______/_______/______/_____/___Y 0,12 W --", "black gipf-lost" },
    { "standard", "____/_____/______/_______/______/_____/___Y 16,0 B --", "black gipf-lost" },
    { "standard", TRIANGLE, "black reserve-empty" },
    /* No result while a choice is pending, though White has no GIPF-piece now. */
    { "standard", "____/_____/______/_______/______/YYYY_/____ 16,10 B -- ?B", "" },
    { "standard", TRIANGLE " ?W", "" },
    /* 7: not in the opening. */
    { "tournament", "____/_____/______/_______/______/_____/____ 18,18 W 11", "" },
    { "tournament", "____/_____/______/_______/______/_____/___Y 16,14 B gg", "" },
    { "tournament", "____/_____/______/_______/______/_____/___Y 16,14 B -g", "black gipf-lost" },
    { "tournament", "____/_____/______/_______/______/_____/____ 16,14 B g-", "white gipf-lost" },
    { "tournament", "____/_____/______/_______/______/_____/____ 1,18 W 11",
      "black reserve-empty" },
    { "tournament", "____/_____/______/_______/______/_____/____ 2,18 W 11", "" },
    { "tournament", "X___/_____/______/_______/______/_____/____ 0,18 W g1",
      "black reserve-empty" },
    { "tournament", "X___/_____/______/_______/______/_____/____ 1,18 W g1", "" },
};

static void check_result(const struct ResultCase *c)
{
    char got[64];

    if (!GIPF_NAIVE.result(c->variant, c->line, got, sizeof got))
        fail("result", c->variant, c->line, "rejected");
    else if (strcmp(got, c->want) != 0)
        fail("result", c->variant, c->line, got);
}

/* ---------------------------------------------------------------- valid and invalid text */

#define START_ROWS "W__B/_____/______/B_____W/______/_____/W__B"

static const struct ValidCase {
    const char *variant;
    const char *line;
    bool        want;
} VALID_CASES[] = {
    { "basic", START_ROWS " 12,12 W", true },
    { "4,4,15,15", START_ROWS " 0,0 B", true },
    { "4,4,15,15;choice=owner", START_ROWS " 12,12 W", true },
    { "4,4,15,15;choice=both", START_ROWS " 12,12 W", false },
    { "4,4,15,15;", START_ROWS " 12,12 W", false },
    { "4,4,15,15;choice=mover;choice=mover", START_ROWS " 12,12 W", false },
    { "4,4,15", START_ROWS " 12,12 W", false },
    { "4,8,15,15", START_ROWS " 12,12 W", false },
    { "4,1,15,15", START_ROWS " 12,12 W", false },
    { "4,4,3,15", START_ROWS " 0,12 W", false },
    { "4,4,201,15", START_ROWS " 12,12 W", false },
    { "99999999999,4,15,15", START_ROWS " 12,12 W", false },
    { "13,4,15,15", START_ROWS " 12,12 W", false },
    { "1,4,15,15", "_ 12,12 W", false },
    { "", START_ROWS " 12,12 W", false },
    { "Basic", START_ROWS " 12,12 W", false },
    /* Shape of the line. */
    { "basic", "", false },
    { "basic", START_ROWS, false },
    { "basic", START_ROWS " 12,12", false },
    { "basic", START_ROWS " 12,12 ", false },
    { "basic", START_ROWS " 12,12 w", false },
    { "basic", START_ROWS " 12,12 W ", false },
    { "basic", START_ROWS " 12,12 W --", false },
    { "basic", START_ROWS "  12,12 W", false },
    { "basic", " " START_ROWS " 12,12 W", false },
    { "basic", START_ROWS " 012,12 W", false },
    { "basic", START_ROWS " -1,12 W", false },
    { "basic", START_ROWS " 4294967308,12 W", false },
    { "basic", "W__B_/_____/______/B_____W/______/_____/W__B 12,12 W", false },
    { "basic", "W__/_____/______/B_____W/______/_____/W__B 12,12 W", false },
    { "basic", START_ROWS "/____ 12,12 W", false },
    { "basic", "W__X/_____/______/B_____W/______/_____/W__B 12,12 W", false },
    { "standard", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W --", true },
    { "standard", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W", false },
    { "standard", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W -", false },
    { "standard", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W g-", false },
    { "tournament", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W g1", true },
    { "tournament", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W 2-", false },
    /* Checks 4 to 6 of section 4.1; a GIPF-piece counts two. */
    { "basic", START_ROWS " 13,12 W", false },
    { "basic", START_ROWS " 12,13 W", false },
    { "4,4,16,15", START_ROWS " 13,12 W", true },
    { "standard", "X__Y/_____/______/Y_____X/______/_____/X__Y 13,12 W --", false },
    { "basic", "WWWW/_____/______/_______/______/_____/____ 1,1 W", false },
    { "basic", "____/_____/______/_______/______/_____/BBBB 1,1 W", false },
    { "4,5,15,15", "WWWW/_____/______/_______/______/_____/____ 1,1 W", true },
    { "standard", "XXXX/_____/______/_______/______/_____/____ 1,1 W --", true },
    { "standard", "XXWX/_____/______/_______/______/_____/____ 1,1 W --", false },
    { "standard", "YYYY/_____/______/_______/______/_____/____ 1,1 W --", true },
    /* A pending choice must be one. */
    { "basic", EXAMPLE_PENDING, true },
    { "basic;choice=mover", EXAMPLE_PENDING, false },
    { "basic", "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B 8,3 B", false },
    { "basic", "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B 8,3 W ?B", false },
    { "basic", "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B 8,3 W ?W", false },
    { "basic", EXAMPLE_PENDING "!", false },
    { "basic", EXAMPLE_PENDING "!e2-e5", false },
    { "basic", EXAMPLE_PENDING " ", false },
    { "basic", START_ROWS " 12,12 W ?W", false },
    { "basic", START_ROWS " 12,12 W ?", false },
    { "basic", CHAIN, true },
    { "basic", "B__B/B___B/B____B/BBBB__B/___B__/___B_/___B 5,1 B ?B", false },
    { "basic", "BBBB/_____/______/_______/______/_____/____ 5,1 B ?B", false },
    /* Black's rows cross at e5, but White's b5-e8 should be gone by then. */
    { "basic", "WWWW/_____/______/___B___/__BB__/_B_B_/B__B 4,3 B ?B", false },
    { "standard", "XXXX/_____/______/___B___/__BB__/_B_B_/B__B 4,3 B -- ?B", true },
    { "standard", TWO_ROWS_AFTER " ?W", true },
    { "standard", TWO_ROWS_AFTER " ?B", false },
    { "standard;choice=mover", TWO_ROWS_AFTER " ?W", false },
    { "standard", TWO_ROWS_AFTER " ?W!c3-f5", true },
    { "standard", TWO_ROWS_AFTER " ?W!f5-c3", false },
    { "standard", TWO_ROWS_AFTER " ?W!c3-e5", false },
    { "standard", TWO_ROWS_AFTER " ?W!c3-f5!c3-f5", false },
    { "standard", TWO_ROWS_AFTER " ?W!c3-f5!d2-g3", false },
    { "standard", TWO_ROWS_AFTER " ?W!c3-f55", false },
    { "standard", TWO_ROWS_AFTER "?W", false },
    { "standard", TRIANGLE " ?W!c3-c6!c3-f5", true },
    { "standard", TRIANGLE " ?W!c3-f5!c3-c6", false },
};

static void ignore_turn(void *context, const char *turn, const char *after)
{
    (void)context;
    (void)turn;
    (void)after;
}

static void check_valid(const struct ValidCase *c)
{
    char result[64];

    if (GIPF_NAIVE.valid(c->variant, c->line) != c->want)
        fail("valid", c->variant, c->line, c->want ? "rejected" : "accepted");
    if (GIPF_NAIVE.turns(c->variant, c->line, ignore_turn, NULL) != c->want)
        fail("turns", c->variant, c->line, c->want ? "rejected" : "accepted");
    if (GIPF_NAIVE.result(c->variant, c->line, result, sizeof result) != c->want)
        fail("result", c->variant, c->line, c->want ? "rejected" : "accepted");
}

static void check_start(const char *variant, const char *want)
{
    char line[LINE_SIZE];

    if (!GIPF_NAIVE.start(variant, line, sizeof line) || strcmp(line, want) != 0)
        fail("start", variant, want, "");
    if (!GIPF_NAIVE.start(variant, line, strlen(want) + 1))
        fail("start in a buffer that just fits", variant, want, "");
    if (GIPF_NAIVE.start(variant, line, strlen(want)) || GIPF_NAIVE.start(variant, line, 0))
        fail("start in a buffer that is too small", variant, want, "");
}

/* ---------------------------------------------------------------- random games */

/* Every position after a turn must be valid, no turn may come twice, and a game has turns exactly
 * as long as it has no result. */
static void check_turn_list(const char *variant, const char *line, TurnList *list)
{
    char result[64] = "";

    if (!GIPF_NAIVE.result(variant, line, result, sizeof result))
        fail("random game: result", variant, line, "rejected");
    if ((list->count > 0) != (result[0] == '\0'))
        fail("random game: result and turns disagree", variant, line, result);

    sort_turns(list, by_text);
    for (size_t n = 0; n < list->count; n++) {
        if (!GIPF_NAIVE.valid(variant, list->turn[n].after))
            fail("random game: after", variant, line, list->turn[n].after);
        if (n > 0 && by_text(&list->turn[n - 1], &list->turn[n]) == 0)
            fail("random game: twice", variant, line, list->turn[n].text);
    }
}

static size_t random_below(unsigned *seed, size_t limit)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (size_t)(*seed >> 8) % limit;
}

static void check_random_games(const char *variant, int plies)
{
    char     line[LINE_SIZE] = "";
    unsigned seed = 2024;

    for (int ply = 0; ply < plies; ply++) {
        if (line[0] == '\0' && !GIPF_NAIVE.start(variant, line, sizeof line)) {
            fail("random game: start", variant, line, "");
            return;
        }
        TurnList list = turns_of(variant, line);

        check_turn_list(variant, line, &list);
        line[0] = '\0';
        if (list.count > 0) {
            const char *after = list.turn[random_below(&seed, list.count)].after;

            snprintf(line, sizeof line, "%s", after);
        }
        free_turns(&list);
    }
}

static const struct RandomCase {
    const char *variant;
    int         plies;
} RANDOM_CASES[] = {
    { "basic", 400 },       { "basic;choice=mover", 400 },      { "3,3,10,10", 400 },
    { "4,3,20,18", 400 },   { "4,3,20,18;choice=mover", 400 },  { "5,3,25,25", 200 },
    { "2,2,6,6", 400 },     { "2,2,6,6;choice=mover", 400 },    { "3,2,12,12;choice=mover", 400 },
    { "standard", 400 },    { "standard;choice=mover", 400 },   { "tournament", 400 },
    { "12,4,200,200", 20 }, { "tournament;choice=mover", 400 }, { "12,23,4,200", 10 },
};

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

int main(void)
{
    check_start("basic", START_ROWS " 12,12 W");
    check_start("4,4,15,15", START_ROWS " 12,12 W");
    check_start("3,3,12,12", "W_B/____/B___W/____/W_B 9,9 W");
    check_start("2,3,5,5", "WB/B_W/WB 2,2 W");
    check_start("standard", "X__Y/_____/______/Y_____X/______/_____/X__Y 12,12 W --");
    check_start("tournament", "____/_____/______/_______/______/_____/____ 18,18 W 11");

    for (size_t n = 0; n < COUNT_OF(VALID_CASES); n++)
        check_valid(&VALID_CASES[n]);
    for (size_t n = 0; n < COUNT_OF(TURN_CASES); n++)
        check_turn(&TURN_CASES[n]);
    for (size_t n = 0; n < COUNT_OF(COUNT_CASES); n++)
        check_count(&COUNT_CASES[n]);
    for (size_t n = 0; n < COUNT_OF(RESULT_CASES); n++)
        check_result(&RESULT_CASES[n]);
    for (size_t n = 0; n < COUNT_OF(PERFT_CASES); n++)
        check_perft(&PERFT_CASES[n]);
    for (size_t n = 0; n < COUNT_OF(RANDOM_CASES); n++)
        check_random_games(RANDOM_CASES[n].variant, RANDOM_CASES[n].plies);

    printf("gipf_naive_check: %d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
