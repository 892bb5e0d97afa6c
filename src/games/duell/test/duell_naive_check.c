/* duell_naive_check.c - checks the naive Duell rules against numbers and positions known
 * beforehand.
 *
 * Tables and counts are those of the specification, and numbers in comments are its sections; the
 * positions on variants and validity were worked out by hand from its text.  Everything but the
 * rolling of a single die is asked through the text interface.  Prints what fails and returns
 * nonzero then.
 */
#include "games/duell/naive/duell_naive.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#endif

#ifdef IS_SANITIZED
enum { PERFT_DEPTH = 3, RANDOM_POSITIONS = 40 };
#else
enum { PERFT_DEPTH = 4, RANDOM_POSITIONS = 200 };
#endif

enum { ROWS = 8, COLUMNS = 9, TURN_SIZE = 8, LINE_SIZE = 320, RESULT_SIZE = 32, MAX_TURNS = 356 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char *const LEGAL = "";
static const char *const PSEUDO = "king-capture";

static const char *const START = "b53,b13,b23,b63,bK,b63,b23,b13,b53/9/9/9/9/9/9/"
                                 "w54,w14,w24,w64,wK,w64,w24,w14,w54 w 0 1";

static int failures = 0;

static void fail(const char *what, const char *variant, const char *line, const char *detail)
{
    printf("FAIL %s: [%s] [%s] %s\n", what, variant, line, detail);
    failures++;
}

static void fail_count(const char *what, const char *line, long got, long want)
{
    printf("FAIL %s: [%s] %ld instead of %ld\n", what, line, got, want);
    failures++;
}

static void expect_count(const char *what, const char *line, long got, long want)
{
    if (got != want)
        fail_count(what, line, got, want);
}

/* ---------------------------------------------------------------- lists of turns */

typedef struct Turn {
    char text[TURN_SIZE];
    char after[LINE_SIZE];
} Turn;

typedef struct TurnList {
    size_t count;
    Turn   turn[MAX_TURNS];
} TurnList;

static void collect(void *context, const char *text, const char *after)
{
    TurnList *list = context;

    if (list->count == MAX_TURNS || strlen(text) >= TURN_SIZE || strlen(after) >= LINE_SIZE) {
        fail("a list of turns has capacity", "", after, text);
        return;
    }
    strcpy(list->turn[list->count].text, text);
    strcpy(list->turn[list->count].after, after);
    list->count++;
}

static void list_turns(const char *variant, const char *line, TurnList *list)
{
    list->count = 0;
    if (!DUELL_NAIVE.turns(variant, line, collect, list))
        fail("turns of a valid line", variant, line, "");
}

static const Turn *find_turn(const TurnList *list, const char *text)
{
    for (size_t n = 0; n < list->count; n++) {
        if (strcmp(list->turn[n].text, text) == 0)
            return &list->turn[n];
    }
    return NULL;
}

/* The text without its mark. */
static void strip_mark(const char *text, char out[TURN_SIZE])
{
    snprintf(out, TURN_SIZE, "%.5s", text);
}

static const Turn *find_unmarked(const TurnList *list, const char *text)
{
    for (size_t n = 0; n < list->count; n++) {
        if (strncmp(list->turn[n].text, text, 5) == 0)
            return &list->turn[n];
    }
    return NULL;
}

static bool is_repeated(const TurnList *list, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (strcmp(list->turn[k].after, list->turn[n].after) == 0)
            return true;
    }
    return false;
}

static const char *result_of(const char *variant, const char *line, char out[RESULT_SIZE])
{
    if (!DUELL_NAIVE.result(variant, line, out, RESULT_SIZE)) {
        fail("result of a valid line", variant, line, "");
        out[0] = '\0';
    }
    return out;
}

static bool result_is(const char *variant, const char *line, const char *want)
{
    char text[RESULT_SIZE];

    return strcmp(result_of(variant, line, text), want) == 0;
}

static void expect_result(const char *variant, const char *line, const char *want)
{
    char text[RESULT_SIZE];

    if (strcmp(result_of(variant, line, text), want) != 0)
        fail("result", variant, line, text);
}

/* `texts` are all turns, with their marks and separated by blanks. */
static void expect_turns(const char *variant, const char *line, const char *texts)
{
    TurnList list;
    char     copy[512];
    size_t   count = 0;

    list_turns(variant, line, &list);
    snprintf(copy, sizeof copy, "%s", texts);
    for (char *text = strtok(copy, " "); text != NULL; text = strtok(NULL, " "), count++) {
        if (find_turn(&list, text) == NULL)
            fail("missing turn", variant, line, text);
    }
    expect_count("number of turns", line, (long)list.count, (long)count);
}

static void expect_turn_count(const char *variant, const char *line, long want)
{
    TurnList list;

    list_turns(variant, line, &list);
    expect_count("number of turns", line, (long)list.count, want);
}

/* True if the turn is listed exactly so, mark included. */
static bool has_turn(const char *variant, const char *line, const char *text)
{
    TurnList list;

    list_turns(variant, line, &list);
    return find_turn(&list, text) != NULL;
}

static void expect_turn(const char *variant, const char *line, const char *text)
{
    if (!has_turn(variant, line, text))
        fail("missing turn", variant, line, text);
}

/* Play turns separated by blanks; false if one of them is not listed. */
static bool play_all(const char *variant, const char *from, const char *texts, char out[LINE_SIZE])
{
    char copy[512];
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "%s", from);
    snprintf(copy, sizeof copy, "%s", texts);
    for (char *text = strtok(copy, " "); text != NULL; text = strtok(NULL, " ")) {
        TurnList    list;
        const Turn *turn;

        list_turns(variant, line, &list);
        turn = find_turn(&list, text);
        if (turn == NULL) {
            fail("a turn of a game", variant, line, text);
            return false;
        }
        strcpy(line, turn->after);
    }
    strcpy(out, line);
    return true;
}

/* ---------------------------------------------------------------- boards read back from lines */

/* What stands on a square: "" or the item of section 8. */
typedef struct Board {
    char item[ROWS][COLUMNS][4];
    char side;
    long quiet, number;
} Board;

/* Reads canonical and valid lines only. */
static Board board_of(const char *line)
{
    Board       board = { .side = 'w', .number = 1 };
    const char *c = line;

    for (int row = ROWS - 1; row >= 0; row--) {
        int column = 0;

        while (column < COLUMNS) {
            if (isdigit((unsigned char)*c)) {
                column += *c++ - '0';
            } else {
                size_t length = strcspn(c, ",/ ");

                memcpy(board.item[row][column++], c, length < 3 ? length : 3);
                c += length;
            }
            c++; /* the separator */
        }
    }
    board.side = *c++;
    sscanf(c, "%ld %ld", &board.quiet, &board.number);
    return board;
}

static void write_board(const Board *board, char out[LINE_SIZE])
{
    size_t length = 0;

    for (int row = ROWS - 1; row >= 0; row--) {
        int empty = 0;

        for (int column = 0; column < COLUMNS; column++) {
            const char *item = board->item[row][column];
            bool        is_last = column == COLUMNS - 1;

            if (item[0] == '\0')
                empty++;
            if (empty > 0 && (item[0] != '\0' || is_last)) {
                bool is_end = item[0] == '\0';

                length += (size_t)snprintf(out + length, LINE_SIZE - length, "%d%s", empty,
                                           is_end ? "" : ",");
                empty = 0;
            }
            if (item[0] != '\0')
                length += (size_t)snprintf(out + length, LINE_SIZE - length, "%s%s", item,
                                           is_last ? "" : ",");
        }
        if (row > 0)
            length += (size_t)snprintf(out + length, LINE_SIZE - length, "/");
    }
    snprintf(out + length, LINE_SIZE - length, " %c %ld %ld", board->side, board->quiet,
             board->number);
}

/* The top and north faces, or "K", of the die on the square named by `square` in either case. */
static const char *faces_at(const Board *board, const char *square)
{
    const char *item = board->item[square[1] - '1'][tolower((unsigned char)square[0]) - 'a'];

    return item[0] == '\0' ? item : item + 1;
}

static void expect_faces(const char *what, const Turn *turn, const char *want)
{
    Board board = board_of(turn->after);

    if (strcmp(faces_at(&board, turn->text + 3), want) != 0)
        fail(what, "", turn->after, turn->text);
}

/* ---------------------------------------------------------------- dice (2) */

/* Section 2.3: top, north, east, and the successors by rolls N, E, S, W. */
static const int ORIENTATIONS[24][7] = {
    // clang-format off
    {1, 2, 4, 16,  9,  7, 13}, {1, 3, 2, 12, 17, 11,  5}, {1, 4, 5,  8,  6, 15, 18},
    {1, 5, 3,  4, 14, 19, 10}, {2, 1, 3, 20, 12,  3,  8}, {2, 3, 6, 13,  1, 10, 21},
    {2, 4, 1,  9, 22, 14,  2}, {2, 6, 4,  0, 11, 23, 15}, {3, 1, 5, 21,  4,  2, 16},
    {3, 2, 1, 17, 20,  6,  0}, {3, 5, 6,  5,  3, 18, 23}, {3, 6, 2,  1, 19, 22,  7},
    {4, 1, 2, 22, 16,  1,  4}, {4, 2, 6, 18,  0,  5, 20}, {4, 5, 1,  6, 23, 17,  3},
    {4, 6, 5,  2,  7, 21, 19}, {5, 1, 4, 23,  8,  0, 12}, {5, 3, 1, 14, 21,  9,  1},
    {5, 4, 6, 10,  2, 13, 22}, {5, 6, 3,  3, 15, 20, 11}, {6, 2, 3, 19, 13,  4,  9},
    {6, 3, 5, 15,  5,  8, 17}, {6, 4, 2, 11, 18, 12,  6}, {6, 5, 4,  7, 10, 16, 14},
    // clang-format on
};

static bool is_same_die(DuellDie a, DuellDie b)
{
    return a.top == b.top && a.north == b.north && a.east == b.east && a.south == b.south &&
           a.west == b.west && a.bottom == b.bottom;
}

/* Die number n of the table; all zero, and reported, if it does not exist. */
static DuellDie die_number(int n)
{
    DuellDie die = { 0 };

    if (!duell_naive_die(ORIENTATIONS[n][0], ORIENTATIONS[n][1], &die))
        fail_count("orientation exists", "", n, n);
    return die;
}

static DuellDie roll_times(DuellDie die, DuellDirection direction, int times)
{
    for (int n = 0; n < times; n++)
        die = duell_naive_roll(die, direction);
    return die;
}

static void check_orientation_table(void)
{
    for (int n = 0; n < 24; n++) {
        DuellDie die = die_number(n);

        if (die.east != ORIENTATIONS[n][2] || die.top + die.bottom != 7 ||
            die.north + die.south != 7 || die.east + die.west != 7)
            fail_count("faces of orientation", "", n, n);
        for (int d = 0; d < 4; d++) {
            DuellDie rolled = duell_naive_roll(die, (DuellDirection)d);

            if (!is_same_die(rolled, die_number(ORIENTATIONS[n][3 + d])))
                fail_count("roll of orientation", "NESW", n, d);
        }
    }
}

/* The self-tests below the table: each roll is a permutation, opposite rolls cancel, four are the
 * identity. */
static void check_rolls(void)
{
    for (int d = 0; d < 4; d++) {
        DuellDirection direction = (DuellDirection)d;
        bool           is_reached[7][7] = { { false } };
        int            reached = 0;

        for (int n = 0; n < 24; n++) {
            DuellDie die = die_number(n);
            DuellDie rolled = duell_naive_roll(die, direction);

            if (!is_reached[rolled.top][rolled.north])
                reached++;
            is_reached[rolled.top][rolled.north] = true;
            if (!is_same_die(duell_naive_roll(rolled, (DuellDirection)((d + 2) % 4)), die))
                fail_count("a roll and its opposite", "NESW", n, d);
            if (!is_same_die(roll_times(die, direction, 4), die))
                fail_count("four rolls", "NESW", n, d);
        }
        expect_count("a roll is a permutation", "", reached, 24);
    }
}

static void check_number_of_orientations(void)
{
    int count = 0;

    for (int top = -1; top <= 8; top++) {
        for (int north = -1; north <= 8; north++) {
            DuellDie die;

            if (duell_naive_die(top, north, &die))
                count++;
        }
    }
    expect_count("orientations", "", count, 24);
}

/* "The two paths give the same orientation exactly when" the legs are {2,2}, {1,4}, {2,4} (4). */
static void check_equal_paths(void)
{
    for (int n = 0; n < 24; n++) {
        for (int a = 1; a <= 5; a++) {
            for (int b = 1; a + b <= 6; b++) {
                bool want = a == 4 || b == 4 || (a == 2 && b == 2);

                for (int d = 0; d < 4; d++) {
                    DuellDirection along = (DuellDirection)d;
                    DuellDirection across = (DuellDirection)((d + 1) % 4);
                    DuellDie       die = die_number(n);
                    DuellDie       one = roll_times(roll_times(die, along, a), across, b);
                    DuellDie       two = roll_times(roll_times(die, across, b), along, a);

                    if (is_same_die(one, two) != want)
                        fail_count("orientation after two paths", "", a, b);
                }
            }
        }
    }
}

/* ---------------------------------------------------------------- start (3) */

static void check_start(void)
{
    static const struct {
        const char *squares;
        DuellDie    die; /* top, north, east, south, west, bottom */
    } DICE[] = {
        { "A1 I1", { 5, 4, 6, 3, 1, 2 } }, { "B1 H1", { 1, 4, 5, 3, 2, 6 } },
        { "C1 G1", { 2, 4, 1, 3, 6, 5 } }, { "D1 F1", { 6, 4, 2, 3, 5, 1 } },
        { "A8 I8", { 5, 3, 1, 4, 6, 2 } }, { "B8 H8", { 1, 3, 2, 4, 5, 6 } },
        { "C8 G8", { 2, 3, 6, 4, 1, 5 } }, { "D8 F8", { 6, 3, 5, 4, 2, 1 } },
    };
    char  line[LINE_SIZE];
    Board board;

    if (!DUELL_NAIVE.start("", line, sizeof line) || strcmp(line, START) != 0)
        fail("start", "", START, "");
    if (DUELL_NAIVE.start("", line, strlen(START)) ||
        !DUELL_NAIVE.start("", line, strlen(START) + 1))
        fail("start in a small buffer", "", START, "");
    board = board_of(START);
    for (size_t n = 0; n < COUNT_OF(DICE); n++) {
        for (int k = 0; k <= 3; k += 3) {
            const char *faces = faces_at(&board, DICE[n].squares + k);
            DuellDie    die;

            if (!duell_naive_die(faces[0] - '0', faces[1] - '0', &die) ||
                !is_same_die(die, DICE[n].die))
                fail("faces at the start", "", START, DICE[n].squares + k);
        }
    }
    if (strcmp(board.item[0][4], "wK") != 0 || strcmp(board.item[7][4], "bK") != 0)
        fail("kings at the start", "", START, "");
    expect_result(LEGAL, START, "");
}

/* ---------------------------------------------------------------- counting (10.1) */

typedef struct Leaves {
    long path, position, captures, attacks, mates;
} Leaves;

static void count_leaf(const char *variant, const Turn *turn, bool is_first, Leaves *leaves)
{
    leaves->path++;
    if (is_first)
        leaves->position++;
    if (strchr(turn->text, 'x') != NULL)
        leaves->captures++;
    if (strstr(turn->text, "++") != NULL) {
        bool is_mate = !result_is(variant, turn->after, "white blockade") &&
                       !result_is(variant, turn->after, "black blockade");

        leaves->mates += is_mate;
        leaves->attacks += is_mate;
    } else if (strchr(turn->text, '+') != NULL) {
        leaves->attacks++;
    }
}

/* `is_first`: the way here is also counted "by position", where only the first of two paths with
 * equal ends and final orientation counts.  Such paths are those with equal lines after them. */
static void count_leaves(const char *variant, const char *line, int depth, bool is_first,
                         Leaves *leaves)
{
    TurnList list;

    list_turns(variant, line, &list);
    for (size_t n = 0; n < list.count; n++) {
        bool is_new = is_first && !is_repeated(&list, n);

        if (depth == 1)
            count_leaf(variant, &list.turn[n], is_new, leaves);
        else
            count_leaves(variant, list.turn[n].after, depth - 1, is_new, leaves);
    }
}

static Leaves leaves_of(const char *variant, const char *line, int depth)
{
    Leaves leaves = { 0 };

    count_leaves(variant, line, depth, true, &leaves);
    return leaves;
}

static void check_perft(void)
{
    static const struct {
        Leaves legal;
        long   pseudo_path, pseudo_position;
    } WANT[] = {
        { { 37, 37, 0, 3, 0 }, 37, 37 },
        { { 1196, 1196, 8, 88, 0 }, 1293, 1293 },
        { { 40889, 40046, 848, 2723, 10 }, 47873, 46843 },
        { { 1353328, 1297771, 39902, 87255, 306 }, 1702613, 1632408 },
    };

    for (int depth = 1; depth <= PERFT_DEPTH; depth++) {
        const Leaves *want = &WANT[depth - 1].legal;
        Leaves        legal = leaves_of(LEGAL, START, depth);
        Leaves        pseudo = leaves_of(PSEUDO, START, depth);

        expect_count("legal, path", START, legal.path, want->path);
        expect_count("legal, position", START, legal.position, want->position);
        expect_count("captures", START, legal.captures, want->captures);
        expect_count("attacks", START, legal.attacks, want->attacks);
        expect_count("mates", START, legal.mates, want->mates);
        expect_count("pseudo, path", START, pseudo.path, WANT[depth - 1].pseudo_path);
        expect_count("pseudo, position", START, pseudo.position, WANT[depth - 1].pseudo_position);
    }
}

/* ---------------------------------------------------------------- divide (10.2) */

static void check_divide(void)
{
    static const struct {
        const char *text, *faces;
        long        replies, leaves;
    } WANT[] = {
        { "A1-e2", "35", 37, 1373 }, { "A1-d3+", "63", 4, 148 },  { "A1-c4", "32", 36, 1581 },
        { "A1-b5", "14", 35, 1101 }, { "A1-A6", "35", 33, 1232 }, { "B1-B2", "31", 37, 1328 },
        { "C1-d2", "62", 36, 1296 }, { "C1-b2", "12", 37, 1159 }, { "C1-C3", "53", 37, 1557 },
        { "D1-a4", "51", 35, 1234 }, { "D1-b5", "14", 35, 1025 }, { "D1-c6", "26", 35, 1293 },
        { "D1-h3", "13", 37, 1089 }, { "D1-g4", "21", 36, 1279 }, { "D1-i2", "56", 37, 1151 },
        { "E1-E2", "K", 37, 1064 },  { "F1-a2", "26", 37, 948 },  { "F1-b3", "13", 37, 1082 },
        { "F1-c4", "51", 35, 1331 }, { "F1-d5", "14", 29, 767 },  { "F1-e6+", "26", 3, 114 },
        { "D1-D7", "13", 25, 757 },  { "D1-e6", "56", 35, 1570 }, { "D1-f5", "14", 29, 747 },
        { "F1-F7", "13", 25, 720 },  { "F1-i4", "21", 35, 1048 }, { "F1-h5", "14", 35, 1016 },
        { "F1-g6", "56", 35, 1428 }, { "G1-h2", "62", 37, 1495 }, { "G1-f2", "12", 37, 910 },
        { "G1-G3", "53", 37, 1559 }, { "H1-H2", "31", 37, 1324 }, { "I1-e2", "35", 37, 1373 },
        { "I1-f3", "13", 34, 843 },  { "I1-g4", "32", 36, 1554 }, { "I1-h5+", "64", 4, 162 },
        { "I1-I6", "35", 33, 1231 },
    };
    TurnList list;

    list_turns(LEGAL, START, &list);
    expect_count("first moves", START, (long)list.count, (long)COUNT_OF(WANT));
    for (size_t n = 0; n < COUNT_OF(WANT); n++) {
        const Turn *turn = find_turn(&list, WANT[n].text);

        if (turn == NULL) {
            fail("first move", LEGAL, START, WANT[n].text);
            continue;
        }
        expect_faces("faces after a first move", turn, WANT[n].faces);
        expect_count("replies", WANT[n].text, leaves_of(LEGAL, turn->after, 1).path,
                     WANT[n].replies);
        expect_count("leaves", WANT[n].text, leaves_of(LEGAL, turn->after, 2).path, WANT[n].leaves);
    }
}

/* The replies to the three first-move attacks; marks do not count. */
static void check_replies(void)
{
    static const struct {
        const char *first, *replies;
    } WANT[] = {
        { "A1-d3+", "A8-e7 E8-E7 F8-e3 I8-e7" },
        { "F1-e6+", "A8-e7 E8-E7 I8-e7" },
        { "I1-h5+", "A8-e7 D8-g5 E8-E7 I8-e7" },
    };

    for (size_t n = 0; n < COUNT_OF(WANT); n++) {
        char     line[LINE_SIZE];
        TurnList list;

        if (!play_all(LEGAL, START, WANT[n].first, line))
            continue;
        list_turns(LEGAL, line, &list);
        expect_count("replies", line, (long)list.count, (long)(strlen(WANT[n].replies) + 1) / 6);
        for (const char *reply = WANT[n].replies;; reply += 6) {
            if (find_unmarked(&list, reply) == NULL)
                fail("reply", LEGAL, line, reply);
            if (strlen(reply) <= 5)
                break;
        }
    }
}

static void check_ten_mates(void)
{
    static const char *const GAMES[] = {
        "D1-D7 G8-f7 F1-e6++", "D1-D7 G8-f7 I1-h5++", "D1-D7 G8-h7 F1-e6++", "D1-D7 G8-h7 I1-h5++",
        "D1-D7 I8-I3 F1-e6++", "D1-D7 I8-h4 F1-e6++", "F1-c4 D8-f4 A1-d3++", "F1-c4 D8-a5 A1-d3++",
        "F1-c4 D8-h6 A1-d3++", "F1-c4 D8-i7 A1-d3++",
    };

    for (size_t n = 0; n < COUNT_OF(GAMES); n++) {
        char line[LINE_SIZE];

        if (play_all(LEGAL, START, GAMES[n], line)) {
            expect_result(LEGAL, line, "white mate");
            expect_turn_count(LEGAL, line, 0);
        }
    }
}

/* ---------------------------------------------------------------- notation (7) */

/* With mirrored dice it would be the other way round (7.3). */
static void check_handedness(void)
{
    TurnList list;

    list_turns(LEGAL, START, &list);
    if (find_turn(&list, "F1-e6+") == NULL || find_turn(&list, "F1-e6") != NULL)
        fail("F1-e6 attacks", LEGAL, START, "");
    if (find_turn(&list, "D1-e6") == NULL || find_turn(&list, "D1-e6+") != NULL)
        fail("D1-e6 does not attack", LEGAL, START, "");
}

/* `A1-b4` and `a1-B4` for the four orientations of a 4 on A1 (7.3). */
static void check_two_paths(void)
{
    static const char *const WANT[4][3] = {
        { "41", "53", "12" }, { "42", "13", "26" }, { "45", "63", "51" }, { "46", "23", "65" }
    };

    for (size_t n = 0; n < COUNT_OF(WANT); n++) {
        char     line[LINE_SIZE];
        TurnList list;

        snprintf(line, sizeof line, "8,bK/9/9/9/9/9/9/w%s,7,wK w", WANT[n][0]);
        list_turns(LEGAL, line, &list);
        const Turn *vertical = find_unmarked(&list, "A1-b4");
        const Turn *horizontal = find_unmarked(&list, "a1-B4");
        if (vertical == NULL || horizontal == NULL) {
            fail("two paths from A1 to B4", LEGAL, line, "");
            continue;
        }
        expect_faces("faces after A1-b4", vertical, WANT[n][1]);
        expect_faces("faces after a1-B4", horizontal, WANT[n][2]);
    }
}

/* ---------------------------------------------------------------- test positions (10.4) */

/* True if a king of `side` ('w' or 'b') stands attacked: with the other side to move and under
 * king-capture, some turn captures it. */
static bool is_attacked(const char *line, char side)
{
    char     asked[LINE_SIZE];
    Board    board = board_of(line);
    TurnList list;

    board.side = side == 'w' ? 'b' : 'w';
    write_board(&board, asked);
    list_turns(PSEUDO, asked, &list);
    for (size_t n = 0; n < list.count; n++) {
        if (result_is(PSEUDO, list.turn[n].after,
                      side == 'w' ? "black king-captured" : "white king-captured"))
            return true;
    }
    return false;
}

static void expect_attacked(const char *line, char side, bool want)
{
    if (is_attacked(line, side) != want)
        fail(want ? "is attacked" : "is not attacked", LEGAL, line, side == 'w' ? "w" : "b");
}

/* The positions 2 to 6 that list turns; 1 and 4 are over. */
static void check_listed_positions(void)
{
    static const char *const TWO = "8,b41/4,wK,4/9/bK,8/9/9/9/9 w";
    static const char *const THREE = "9/4,wK,2,b31,1/9/9/bK,8/9/9/9 w";
    static const char *const FIVE = "4,bK,4/9/9/9/9/4,w31,2,b53,1/9/4,wK,4 w";
    static const char *const SIX = "4,bK,4/9/4,b51,4/9/4,w42,4/9/9/4,wK,4 b";
    char                     line[LINE_SIZE];

    expect_turns(LEGAL, TWO, "E7-E8 E7-E6 e7-d7");
    expect_turn_count(PSEUDO, TWO, 4);
    if (play_all(LEGAL, TWO, "E7-E8", line)) {
        expect_result(LEGAL, line, "white king-square");
        expect_turn_count(LEGAL, line, 0);
    }
    expect_turn(LEGAL, "4,w12,3,b41/9/9/bK,8/9/9/9/wK,8 b", "i8xe8"); /* I8 could capture */

    expect_attacked(THREE, 'w', true);
    expect_turns(LEGAL, THREE, "E7-E8 E7-E6 e7-d7 e7-f7");
    if (play_all(LEGAL, THREE, "E7-E8", line))
        expect_result(LEGAL, line, "white king-square");

    expect_attacked(FIVE, 'w', true);
    expect_turn_count(PSEUDO, FIVE, 20);
    expect_turns(LEGAL, FIVE, "E1-E2 e1-d1 e1-f1 e3xh3");

    expect_attacked(SIX, 'b', false);
    expect_turn_count(PSEUDO, SIX, 19);
    expect_turns(LEGAL, SIX, "E8-E7 e8-d8 e8-f8");
}

static void check_finished_positions(void)
{
    static const char *const ONE = "b53,b13,b23,b63,bK,b63,1,b13,b53/3,w13,3,b15,1/9/7,w64,1/9/9/9/"
                                   "w54,w14,w24,1,wK,w64,w24,w14,1 b";
    static const char *const FOUR = "9/9/9/9/9/9/1,wK,7/bK,8 b";
    char                     line[LINE_SIZE];

    expect_result(LEGAL, ONE, "white mate");
    expect_attacked(ONE, 'b', true);
    expect_turn_count(LEGAL, ONE, 0);
    if (play_all(LEGAL, START, "D1-D7 G8-h7 I1-h5++", line) &&
        (strncmp(line, ONE, strlen(ONE)) != 0 || strcmp(line + strlen(ONE), " 3 2") != 0))
        fail("position 1 is reached", LEGAL, ONE, line);

    expect_result(LEGAL, FOUR, "white blockade");
    expect_attacked(FOUR, 'b', false);
    expect_turn_count(LEGAL, FOUR, 0);
    expect_turns(PSEUDO, FOUR, "A1-A2+ a1-b1+");
}

/* Position 7: the moves of the die on E4, by path and by position. */
static void check_mobility(void)
{
    static const struct {
        const char *faces;
        long        paths, positions;
    } WANT[] = { { "14", 4, 4 },   { "24", 12, 12 }, { "36", 20, 20 },
                 { "45", 27, 23 }, { "54", 28, 22 }, { "64", 20, 14 } };

    for (size_t n = 0; n < COUNT_OF(WANT); n++) {
        char     line[LINE_SIZE];
        TurnList list;
        long     paths = 0, positions = 0;

        snprintf(line, sizeof line, "bK,8/9/9/9/4,w%s,4/9/9/wK,8 w", WANT[n].faces);
        list_turns(LEGAL, line, &list);
        for (size_t k = 0; k < list.count; k++) {
            if (tolower((unsigned char)list.turn[k].text[0]) != 'e')
                continue;
            paths++;
            positions += !is_repeated(&list, k);
        }
        expect_count("moves by path", line, paths, WANT[n].paths);
        expect_count("moves by position", line, positions, WANT[n].positions);
    }
}

/* Positions 8 and 9. */
static void check_final_faces(void)
{
    static const struct {
        const char *line, *text, *faces;
    } WANT[] = {
        { "bK,8/9/9/9/9/9/9/wK,7,w54 w", "I1-h5", "64" },
        { "bK,8/9/9/9/9/9/9/wK,7,w54 w", "i1-H5", "64" },
        { "bK,8/9/9/9/9/9/9/wK,7,w64 w", "I1-h6", "26" },
        { "bK,8/9/9/9/9/9/9/wK,7,w64 w", "i1-H6", "32" },
    };

    for (size_t n = 0; n < COUNT_OF(WANT); n++) {
        TurnList list;

        list_turns(LEGAL, WANT[n].line, &list);
        const Turn *turn = find_unmarked(&list, WANT[n].text);
        if (turn == NULL)
            fail("missing turn", LEGAL, WANT[n].line, WANT[n].text);
        else
            expect_faces("final faces", turn, WANT[n].faces);
    }
}

static void check_middle_games(void)
{
    static const struct {
        const char *line;
        long        legal_path[3], legal_position[3], pseudo_path[3];
    } WANT[] = {
        { "b53,b13,2,bK,1,b23,1,b53/2,b35,4,b15,b21/4,w32,4/w54,8/w21,6,b35,1/9/1,w12,6,w56/"
          "1,w14,2,wK,3,w54 w",
          { 45, 1431, 58120 },
          { 44, 1395, 54345 },
          { 45, 1651, 70875 } },
        { "8,b53/w54,3,bK,4/3,b56,5/1,b12,4,b21,2/3,b13,b62,4/5,w13,3/9/2,w24,b15,w62,wK,w54,2 w",
          { 21, 749, 17381 },
          { 21, 730, 16599 },
          { 21, 976, 24673 } },
        { "b41,b13,b23,1,bK,4/1,w14,6,w31/9/4,b14,1,b35,2/7,b13,1/4,w41,w51,3/3,w36,b65,4/"
          "w54,b46,2,wK,w64,3 b",
          { 37, 1566, 53264 },
          { 37, 1550, 52388 },
          { 39, 1694, 65918 } },
        { "1,b13,b23,2,b63,3/3,bK,1,w13,3/b46,w12,5,b14,1/9/5,b14,3/4,w15,4/5,wK,1,w31,b53/"
          "6,w24,2 b",
          { 26, 511, 14222 },
          { 26, 511, 13860 },
          { 27, 641, 20559 } },
        { "4,bK,3,b24/1,b36,7/2,w56,6/1,b15,b21,3,w15,2/1,b63,2,wK,2,w65,1/2,w53,6/6,b54,w31,1/"
          "2,b35,3,w24,2 b",
          { 31, 787, 24320 },
          { 30, 715, 21961 },
          { 33, 1027, 35594 } },
        { "1,b13,b23,6/3,bK,5/9/3,w45,5/5,w36,2,b41/b32,4,b36,3/1,w12,2,b24,2,w31,1/"
          "1,w14,wK,2,w64,b42,2 b",
          { 48, 1870, 79824 },
          { 46, 1742, 71278 },
          { 48, 2198, 103407 } },
    };

    for (size_t n = 0; n < COUNT_OF(WANT); n++) {
        for (int depth = 1; depth <= 3; depth++) {
            Leaves legal = leaves_of(LEGAL, WANT[n].line, depth);
            Leaves pseudo = leaves_of(PSEUDO, WANT[n].line, depth);

            expect_count("legal, path", WANT[n].line, legal.path, WANT[n].legal_path[depth - 1]);
            expect_count("legal, position", WANT[n].line, legal.position,
                         WANT[n].legal_position[depth - 1]);
            expect_count("pseudo, path", WANT[n].line, pseudo.path, WANT[n].pseudo_path[depth - 1]);
        }
    }
}

/* ---------------------------------------------------------------- variants (5.4, 6) */

static void check_variant_texts(void)
{
    static const char *const GOOD[] = {
        "",
        "king-capture",
        "nocapture=0",
        "nocapture=1",
        "nocapture=1000",
        "announce=off",
        "announce=required",
        "king-capture;nocapture=100",
        "nocapture=100;king-capture",
        "announce=required;nocapture=7;king-capture",
    };
    static const char *const BAD[] = {
        " ",
        ";",
        "king-capture;",
        ";king-capture",
        "king-capture;;nocapture=1",
        "king-capture nocapture=1",
        "king-capture;king-capture",
        "King-capture",
        "king-captures",
        "king",
        "nocapture",
        "nocapture=",
        "nocapture=off",
        "nocapture=-1",
        "nocapture=+1",
        "nocapture=1001",
        "nocapture=01",
        "nocapture=00",
        "nocapture=99999999999999999999",
        "nocapture=1;nocapture=1",
        "nocapture=5x",
        "announce",
        "announce=",
        "announce=on",
        "announce=offf",
        "announce=off;announce=off",
        "announce=off;announce=required",
        "repetition=3",
    };
    char line[LINE_SIZE];

    for (size_t n = 0; n < COUNT_OF(GOOD); n++) {
        if (!DUELL_NAIVE.start(GOOD[n], line, sizeof line) || strcmp(line, START) != 0)
            fail("good variant", GOOD[n], "", "");
    }
    for (size_t n = 0; n < COUNT_OF(BAD); n++) {
        char     text[RESULT_SIZE];
        TurnList list = { .count = 0 };

        if (DUELL_NAIVE.start(BAD[n], line, sizeof line) || DUELL_NAIVE.valid(BAD[n], START) ||
            DUELL_NAIVE.turns(BAD[n], START, collect, &list) ||
            DUELL_NAIVE.result(BAD[n], START, text, sizeof text))
            fail("bad variant", BAD[n], "", "");
    }
}

/* A king that walks into an attack, is captured, or captures. */
static void check_king_capture(void)
{
    static const char *const FACING = "9/9/9/4,bK,4/9/4,wK,4/9/9 w";
    char                     line[LINE_SIZE];

    expect_turns(LEGAL, FACING, "E3-E2 e3-d3 e3-f3");
    expect_turns(PSEUDO, FACING, "E3-E4+ E3-E2 e3-d3 e3-f3");
    if (play_all(PSEUDO, FACING, "E3-E4+ E5xE4", line)) {
        expect_result(PSEUDO, line, "black king-captured");
        expect_turn_count(PSEUDO, line, 0);
        if (strcmp(line, "9/9/9/9/4,bK,4/9/9/9 w 0 2") != 0)
            fail("line after a king is captured", PSEUDO, line, "");
        if (DUELL_NAIVE.valid(LEGAL, line))
            fail("one king needs king-capture", LEGAL, line, "");
    }
    /* Mate in the one variant is only an attack in the other. */
    if (play_all(PSEUDO, START, "D1-D7 G8-h7 I1-h5+", line))
        expect_result(PSEUDO, line, "");
    /* A king caught on its own start square: the king square is named first. */
    if (play_all(PSEUDO, "4,bK,4/4,wK,4/9/9/9/9/9/9 w", "E7xE8", line))
        expect_result(PSEUDO, line, "white king-square");
    /* A win on the king square has no mark, even if the enemy king stands next to it. */
    expect_turn(PSEUDO, "3,bK,5/4,wK,4/9/9/9/9/9/9 w", "E7-E8");
}

/* No move at all: Black's king and its two dice are shut in, and nothing attacks it. */
static void check_total_blockade(void)
{
    static const char *const BEFORE = "8,wK/9/9/9/w12,8/9/b23,w12,7/bK,b24,w12,6 w";
    char                     line[LINE_SIZE];

    expect_attacked("8,wK/9/9/9/9/w26,8/b23,w12,7/bK,b24,w12,6 b", 'b', false);
    if (play_all(LEGAL, BEFORE, "A4-A3++", line))
        expect_result(LEGAL, line, "white blockade");
    if (play_all(PSEUDO, BEFORE, "A4-A3", line)) {
        expect_result(PSEUDO, line, "white blockade");
        expect_turn_count(PSEUDO, line, 0);
    }
    expect_turn("nocapture=1", BEFORE, "A4-A3++");
}

static void check_nocapture(void)
{
    static const char *const QUIET = "4,bK,4/9/9/9/9/4,w31,2,b53,1/9/4,wK,4 w 9 1";
    char                     line[LINE_SIZE];

    expect_result("nocapture=9", QUIET, "draw no-capture");
    expect_result("nocapture=8", QUIET, "draw no-capture");
    expect_result("nocapture=10", QUIET, "");
    expect_result("nocapture=0", QUIET, "");
    expect_result("", QUIET, "");
    expect_turn_count("nocapture=9", QUIET, 0);
    if (play_all("nocapture=10", QUIET, "e3xh3", line))
        expect_result("nocapture=10", line, "");
    if (play_all("nocapture=10", QUIET, "E1-E2", line))
        expect_result("nocapture=10", line, "draw no-capture");
    /* A win goes before a draw. */
    if (play_all("nocapture=3", START, "D1-D7 G8-h7 I1-h5++", line))
        expect_result("nocapture=3", line, "white mate");
    if (play_all("nocapture=1", "8,b41/4,wK,4/9/bK,8/9/9/9/9 w", "E7-E8", line))
        expect_result("nocapture=1", line, "white king-square");
    /* The mark of a move that draws. */
    expect_turn("nocapture=1", START, "F1-e6+");
    expect_turn("king-capture;nocapture=1", START, "F1-e6");
    expect_turn("king-capture;nocapture=2", START, "F1-e6+");
}

/* ---------------------------------------------------------------- lines (8) */

/* In which variants a line is valid: neither, both, or king-capture alone. */
typedef enum Validity { NEVER, ALWAYS, ONLY_KING_CAPTURE } Validity;

static const struct {
    const char *why;
    Validity    want;
    const char *line;
} LINES[] = {
    { "counters may be left out", ALWAYS, "bK,8/9/9/9/9/9/9/wK,8 w" },
    { "counters are two", NEVER, "bK,8/9/9/9/9/9/9/wK,8 w 0" },
    { "greatest counters", ALWAYS, "bK,8/9/9/9/9/9/9/wK,8 b 65535 65535" },
    { "quiet too great", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 65536 1" },
    { "number too great", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 0 65536" },
    { "number from 1", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 0 0" },
    { "negative", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b -1 1" },
    { "plus sign", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b +1 1" },
    { "needless zero", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 00 1" },
    { "needless zero", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 0 01" },
    { "very great", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 0 99999999999999999999999" },
    { "no digits", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b  1" },
    { "text after the end", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 0 1 " },
    { "text after the end", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b " },
    { "text after the end", NEVER, "bK,8/9/9/9/9/9/9/wK,8 b 0 1\n" },
    { "two blanks", NEVER, "bK,8/9/9/9/9/9/9/wK,8  b 0 1" },
    { "leading blank", NEVER, " bK,8/9/9/9/9/9/9/wK,8 b 0 1" },
    { "no side", NEVER, "bK,8/9/9/9/9/9/9/wK,8" },
    { "no side", NEVER, "bK,8/9/9/9/9/9/9/wK,8 " },
    { "bad side", NEVER, "bK,8/9/9/9/9/9/9/wK,8 W 0 1" },
    { "empty", NEVER, "" },
    { "seven rows", NEVER, "bK,8/9/9/9/9/9/wK,8 w 0 1" },
    { "nine rows", NEVER, "bK,8/9/9/9/9/9/9/9/wK,8 w 0 1" },
    { "adjacent runs", ALWAYS, "bK,3,5/1,1,7/9/9/9/9/9/wK,1,1,1,1,1,1,1,1 w 0 1" },
    { "row of 8", NEVER, "bK,7/9/9/9/9/9/9/wK,8 w 0 1" },
    { "row of 10", NEVER, "bK,9/9/9/9/9/9/9/wK,8 w 0 1" },
    { "row of 10", NEVER, "bK,8,w12/9/9/9/9/9/9/wK,8 w 0 1" },
    { "run of 0", NEVER, "bK,8,0/9/9/9/9/9/9/wK,8 w 0 1" },
    { "run of 0", NEVER, "bK,0,8/9/9/9/9/9/9/wK,8 w 0 1" },
    { "no comma", NEVER, "bK8/9/9/9/9/9/9/wK,8 w 0 1" },
    { "trailing comma", NEVER, "bK,8,/9/9/9/9/9/9/wK,8 w 0 1" },
    { "leading comma", NEVER, ",bK,8/9/9/9/9/9/9/wK,8 w 0 1" },
    { "run of two digits", NEVER, "bK,8/9/9/9/9/9/44/wK,8 w 0 1" },
    { "small king", NEVER, "bk,8/9/9/9/9/9/9/wK,8 w 0 1" },
    { "colour in upper case", NEVER, "bK,8/9/9/9/9/9/9/WK,8 w 0 1" },
    { "a good die", ALWAYS, "bK,8/9/9/9/4,w12,4/9/9/wK,8 w 0 1" },
    { "north is top", NEVER, "bK,8/9/9/9/4,w11,4/9/9/wK,8 w 0 1" },
    { "north is bottom", NEVER, "bK,8/9/9/9/4,w16,4/9/9/wK,8 w 0 1" },
    { "face 0", NEVER, "bK,8/9/9/9/4,w02,4/9/9/wK,8 w 0 1" },
    { "face 7", NEVER, "bK,8/9/9/9/4,w17,4/9/9/wK,8 w 0 1" },
    { "one face", NEVER, "bK,8/9/9/9/4,w1,4/9/9/wK,8 w 0 1" },
    { "three faces", NEVER, "bK,8/9/9/9/4,w123,4/9/9/wK,8 w 0 1" },
    { "eight dice", ALWAYS, "bK,8/9/9/9/9/9/9/wK,w12,w12,w12,w12,w12,w12,w12,w12 w 0 1" },
    { "nine dice", NEVER, "bK,8/9/9/9/9/9/w12,8/wK,w12,w12,w12,w12,w12,w12,w12,w12 w 0 1" },
    { "nine dice", NEVER, "bK,b12,b12,b12,b12,b12,b12,b12,b12/8,b12/9/9/9/9/9/wK,8 w 0 1" },
    { "two kings of a side", NEVER, "bK,8/9/9/9/9/9/9/wK,7,wK w 0 1" },
    { "two kings of a side", NEVER, "bK,8/9/9/9/9/9/9/wK,7,wK b 0 1" },
    { "no kings", NEVER, "9/9/9/9/9/9/9/9 w 0 1" },
    { "no king to move", ONLY_KING_CAPTURE, "bK,8/9/9/9/9/9/9/9 w 0 1" },
    { "no king, not to move", NEVER, "bK,8/9/9/9/9/9/9/9 b 0 1" },
    { "no king to move", ONLY_KING_CAPTURE, "9/9/9/9/9/9/9/wK,8 b 0 1" },
    { "no king, not to move", NEVER, "9/9/9/9/9/9/9/wK,8 w 0 1" },
    { "kings next to each other", ONLY_KING_CAPTURE, "9/9/9/bK,wK,7/9/9/9/9 w 0 1" },
    { "kings at a corner", ALWAYS, "9/9/9/bK,8/1,wK,7/9/9/9 w 0 1" },
    { "attacked, to move", ALWAYS, "bK,8/9/9/9/9/w31,8/9/3,wK,4,b42 w 0 1" },
    { "attacked, not to move", ONLY_KING_CAPTURE, "bK,8/9/9/9/9/9/9/4,wK,3,b42 b 0 1" },
    { "not quite attacked", ALWAYS, "bK,8/9/9/9/9/9/9/3,wK,4,b42 b 0 1" },
    { "attack is blocked", ALWAYS, "bK,8/9/9/9/9/9/9/4,wK,1,w12,1,b42 b 0 1" },
    { "pinned dice attack", ONLY_KING_CAPTURE, "4,bK,4/9/4,b31,4/9/3,wK,w42,4/9/9/9 b 0 1" },
    { "won on E8", ALWAYS, "4,wK,4/9/9/9/9/9/9/bK,8 b 0 1" },
    { "on E8, to move", NEVER, "4,wK,4/9/9/9/9/9/9/bK,8 w 0 1" },
    { "won on E1", ALWAYS, "wK,8/9/9/9/9/9/9/4,bK,4 w 0 1" },
    { "on E1, to move", NEVER, "wK,8/9/9/9/9/9/9/4,bK,4 b 0 1" },
    { "both have won", NEVER, "4,wK,4/9/9/9/9/9/9/4,bK,4 w 0 1" },
    { "both have won", NEVER, "4,wK,4/9/9/9/9/9/9/4,bK,4 b 0 1" },
    { "won on E8, attacked there", ALWAYS, "4,wK,3,b42/9/9/9/9/9/9/bK,8 b 0 1" },
    { "won on E8, by a capture", ONLY_KING_CAPTURE, "4,wK,4/9/9/9/9/9/9/9 b 0 1" },
    { "own king square", ALWAYS, "4,bK,4/9/9/9/9/9/9/4,wK,4 b 0 1" },
    { "no move is valid", ALWAYS, "9/9/9/9/9/9/1,wK,7/bK,8 b 0 1" },
};

static void check_validity(void)
{
    for (size_t n = 0; n < COUNT_OF(LINES); n++) {
        const char *line = LINES[n].line;
        bool        is_valid = DUELL_NAIVE.valid(LEGAL, line);
        bool        is_valid_there = DUELL_NAIVE.valid(PSEUDO, line);
        TurnList    list = { .count = 0 };
        char        text[RESULT_SIZE];

        if (is_valid != (LINES[n].want == ALWAYS))
            fail(LINES[n].why, LEGAL, line, "");
        if (is_valid_there != (LINES[n].want != NEVER))
            fail(LINES[n].why, PSEUDO, line, "");
        if (DUELL_NAIVE.turns(LEGAL, line, collect, &list) != is_valid ||
            DUELL_NAIVE.result(LEGAL, line, text, sizeof text) != is_valid)
            fail("all functions agree on a line", LEGAL, line, LINES[n].why);
        if (!is_valid && list.count > 0)
            fail("a bad line has no turns", LEGAL, line, LINES[n].why);
    }
}

/* No beginning of a line, and no line with one character replaced, may do harm. */
static void check_spoilt_lines(void)
{
    static const char OTHER[] = { '\x01', ' ', ',', '/', '0', '1', '9', 'K', 'b', 'w', '\xff' };
    size_t            length = strlen(START);

    for (size_t n = 0; n < length; n++) {
        char *line = malloc(length + 1); /* of just this size, so that sanitizers see its end */

        if (line == NULL) {
            fail("memory", "", "", "");
            return;
        }
        for (size_t k = 0; k < sizeof OTHER; k++) {
            strcpy(line, START);
            line[n] = OTHER[k];
            DUELL_NAIVE.valid(LEGAL, line);
        }
        strcpy(line, START);
        line[n] = '\0';
        if (DUELL_NAIVE.valid(LEGAL, line) != (n == length - 4))
            fail("a beginning of a line", LEGAL, line, "");
        free(line);
    }
}

static void check_counters(void)
{
    static const struct {
        const char *before, *turn, *after;
    } WANT[] = {
        { "bK,8/9/9/9/9/9/9/wK,8 w 4 7", "A1-A2", "bK,8/9/9/9/9/9/wK,8/9 b 5 7" },
        { "bK,8/9/9/9/9/9/9/wK,8 b 4 7", "A8-A7", "9/bK,8/9/9/9/9/9/wK,8 w 5 8" },
        { "bK,8/9/9/9/9/9/b12,8/wK,8 w 4 7", "A1xA2", "bK,8/9/9/9/9/9/wK,8/9 b 0 7" },
        { "bK,8/9/9/9/9/9/9/wK,8 b", "A8-A7", "9/bK,8/9/9/9/9/9/wK,8 w 1 2" },
        { "bK,8/9/9/9/9/9/9/wK,8 b 65535 65535", "A8-A7", "9/bK,8/9/9/9/9/9/wK,8 w 65535 65535" },
    };

    for (size_t n = 0; n < COUNT_OF(WANT); n++) {
        char line[LINE_SIZE];

        if (play_all(LEGAL, WANT[n].before, WANT[n].turn, line) && strcmp(line, WANT[n].after) != 0)
            fail("counters", LEGAL, WANT[n].before, line);
    }
}

/* Results are not cut short. */
static void check_small_buffers(void)
{
    char text[RESULT_SIZE];

    if (DUELL_NAIVE.result(LEGAL, START, text, 0) || !DUELL_NAIVE.result(LEGAL, START, text, 1))
        fail("result of a game in a small buffer", LEGAL, START, "");
    if (DUELL_NAIVE.result(LEGAL, "9/9/9/9/9/9/1,wK,7/bK,8 b", text, strlen("white blockade")) ||
        !DUELL_NAIVE.result(LEGAL, "9/9/9/9/9/9/1,wK,7/bK,8 b", text, strlen("white blockade") + 1))
        fail("result in a small buffer", LEGAL, "", "");
}

/* ---------------------------------------------------------------- random positions */

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static size_t random_below(size_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)((random_state >> 11) % limit);
}

/* A position of a random game. */
static void random_play(const char *variant, char out[LINE_SIZE])
{
    size_t plies = random_below(60);

    strcpy(out, START);
    for (size_t n = 0; n < plies; n++) {
        TurnList list;

        list_turns(variant, out, &list);
        if (list.count == 0)
            return;
        strcpy(out, list.turn[random_below(list.count)].after);
    }
}

static void put_anywhere(Board *board, const char *item)
{
    char *place;

    do
        place = board->item[random_below(ROWS)][random_below(COLUMNS)];
    while (place[0] != '\0');
    snprintf(place, 4, "%s", item);
}

/* Up to eight dice of each side anywhere; only valid lines are kept. */
static void random_placement(const char *variant, char out[LINE_SIZE])
{
    do {
        Board board = { .side = random_below(2) == 0 ? 'w' : 'b', .quiet = 3, .number = 5 };

        put_anywhere(&board, "wK");
        put_anywhere(&board, "bK");
        for (size_t colour = 0; colour < 2; colour++) {
            for (size_t n = random_below(9); n > 0; n--) {
                const int *faces = ORIENTATIONS[random_below(24)];
                char item[4] = { "wb"[colour], (char)('0' + faces[0]), (char)('0' + faces[1]) };

                put_anywhere(&board, item);
            }
        }
        write_board(&board, out);
    } while (!DUELL_NAIVE.valid(variant, out));
}

/* The half turn of section 3: the board turned, colours exchanged, north to 7-north. */
static void turn_line(const char *line, char out[LINE_SIZE])
{
    Board board = board_of(line);
    Board turned = { .quiet = board.quiet, .number = board.number };

    turned.side = board.side == 'w' ? 'b' : 'w';
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const char *item = board.item[row][column];
            char       *place = turned.item[ROWS - 1 - row][COLUMNS - 1 - column];

            if (item[0] == '\0')
                continue;
            strcpy(place, item);
            place[0] = item[0] == 'w' ? 'b' : 'w';
            if (item[1] != 'K')
                place[2] = (char)('0' + 7 - (item[2] - '0'));
        }
    }
    write_board(&turned, out);
}

static void turn_square(char *square)
{
    square[0] =
        (char)(isupper((unsigned char)square[0]) ? 'A' + 'I' - square[0] : 'a' + 'i' - square[0]);
    square[1] = (char)('1' + '8' - square[1]);
}

static void turn_text(const char *text, char out[TURN_SIZE])
{
    snprintf(out, TURN_SIZE, "%s", text);
    turn_square(out);
    turn_square(out + 3);
}

static void turn_result(const char *text, char out[RESULT_SIZE])
{
    if (strncmp(text, "white", 5) == 0)
        snprintf(out, RESULT_SIZE, "black%.20s", text + 5);
    else if (strncmp(text, "black", 5) == 0)
        snprintf(out, RESULT_SIZE, "white%.20s", text + 5);
    else
        snprintf(out, RESULT_SIZE, "%.25s", text);
}

/* Everything up to the move number, which does not turn with the board. */
static bool is_same_up_to_number(const char *a, const char *b)
{
    size_t length = (size_t)(strrchr(a, ' ') - a);

    return strncmp(a, b, length + 1) == 0;
}

static void check_half_turn(const char *variant, const char *line)
{
    char     turned[LINE_SIZE], text[RESULT_SIZE], want[RESULT_SIZE];
    TurnList list, turned_list;

    turn_line(line, turned);
    turn_result(result_of(variant, line, text), want);
    expect_result(variant, turned, want);
    list_turns(variant, line, &list);
    list_turns(variant, turned, &turned_list);
    expect_count("turns after a half turn", line, (long)turned_list.count, (long)list.count);
    for (size_t n = 0; n < list.count; n++) {
        char        after[LINE_SIZE], turn[TURN_SIZE];
        const Turn *found;

        turn_text(list.turn[n].text, turn);
        turn_line(list.turn[n].after, after);
        found = find_turn(&turned_list, turn);
        if (found == NULL || !is_same_up_to_number(found->after, after))
            fail("half turn", variant, line, list.turn[n].text);
    }
}

/* Lines after turns are valid and canonical, turns and their texts differ, and a line with its runs
 * of empty squares broken up means the same. */
static void check_texts(const char *variant, const char *line)
{
    TurnList list, same_list;
    char     loose[2 * LINE_SIZE];
    size_t   length = 0;

    list_turns(variant, line, &list);
    for (size_t n = 0; n < list.count; n++) {
        const Turn *turn = &list.turn[n];
        Board       board = board_of(turn->after);
        char        again[LINE_SIZE];

        write_board(&board, again);
        if (!DUELL_NAIVE.valid(variant, turn->after) || strcmp(again, turn->after) != 0)
            fail("line after a turn", variant, turn->after, turn->text);
        if (find_unmarked(&list, turn->text) != turn)
            fail("turn listed twice", variant, line, turn->text);
    }
    for (const char *c = line; *c != '\0'; c++) {
        bool is_run = *c >= '2' && *c <= '9' && (c == line || c[-1] == ',' || c[-1] == '/');

        length += (size_t)snprintf(loose + length, sizeof loose - length, is_run ? "1,%c" : "%c",
                                   is_run ? *c - 1 : *c);
    }
    list_turns(variant, loose, &same_list);
    expect_count("turns of a loose line", loose, (long)same_list.count, (long)list.count);
    for (size_t n = 0; n < list.count && n < same_list.count; n++) {
        if (strcmp(list.turn[n].text, same_list.turn[n].text) != 0 ||
            strcmp(list.turn[n].after, same_list.turn[n].after) != 0)
            fail("turn of a loose line", variant, loose, list.turn[n].text);
    }
}

/* True if the side to move could capture the enemy king. */
static bool can_capture_king(const char *line)
{
    TurnList list;

    list_turns(PSEUDO, line, &list);
    for (size_t n = 0; n < list.count; n++) {
        char text[RESULT_SIZE];

        if (strstr(result_of(PSEUDO, list.turn[n].after, text), "king-captured") != NULL)
            return true;
        /* A king taken on its own start square by the other king is called otherwise. */
        if (strstr(text, "king-square") != NULL && !DUELL_NAIVE.valid(LEGAL, list.turn[n].after))
            return true;
    }
    return false;
}

/* Sections 5.2 and 7.1 told once more, by the turns of king-capture alone: a turn is legal if it
 * wins on the king square or no answer captures the king; its mark shows the attack and whether
 * there is an answer. */
static void check_legality(const char *line)
{
    TurnList legal, pseudo;

    list_turns(LEGAL, line, &legal);
    list_turns(PSEUDO, line, &pseudo);
    if (!result_is(LEGAL, line, ""))
        return;
    for (size_t n = 0; n < pseudo.count; n++) {
        const Turn *turn = &pseudo.turn[n];
        const Turn *found = find_unmarked(&legal, turn->text);
        char        result[RESULT_SIZE], plain[TURN_SIZE], want[2 * TURN_SIZE];
        bool        is_win = strstr(result_of(PSEUDO, turn->after, result), "king-square") != NULL;
        bool        is_want = is_win || !can_capture_king(turn->after);

        if (strstr(turn->text, "++") != NULL)
            fail("no ++ in king-capture", PSEUDO, line, turn->text);
        if (is_want != (found != NULL)) {
            fail("legal", LEGAL, line, turn->text);
            continue;
        }
        if (found == NULL)
            continue;
        if (strcmp(found->after, turn->after) != 0)
            fail("same line in both variants", LEGAL, line, turn->text);
        strip_mark(turn->text, plain);
        Board board = board_of(turn->after);
        bool  has_answer = result_is(LEGAL, turn->after, "");
        bool  is_attack = !is_win && is_attacked(turn->after, board.side);
        snprintf(want, sizeof want, "%s%s", plain,
                 is_win        ? ""
                 : !has_answer ? "++"
                 : is_attack   ? "+"
                               : "");
        if (strcmp(found->text, want) != 0)
            fail("mark", LEGAL, line, found->text);
        if (!is_win && has_answer && strcmp(turn->text, want) != 0)
            fail("mark", PSEUDO, line, turn->text);
    }
}

static void check_random_positions(void)
{
    for (int n = 0; n < RANDOM_POSITIONS; n++) {
        const char *variant = n % 2 == 0 ? LEGAL : PSEUDO;
        char        line[LINE_SIZE];

        if (n % 4 < 2)
            random_play(variant, line);
        else
            random_placement(variant, line);
        check_half_turn(variant, line);
        check_texts(variant, line);
        if (variant == LEGAL)
            check_legality(line);
    }
}

int main(void)
{
    check_orientation_table();
    check_rolls();
    check_number_of_orientations();
    check_equal_paths();
    check_start();
    check_handedness();
    check_two_paths();
    check_divide();
    check_replies();
    check_ten_mates();
    check_listed_positions();
    check_finished_positions();
    check_mobility();
    check_final_faces();
    check_middle_games();
    check_variant_texts();
    check_king_capture();
    check_total_blockade();
    check_nocapture();
    check_validity();
    check_spoilt_lines();
    check_counters();
    check_small_buffers();
    check_random_positions();
    check_perft();
    if (failures > 0)
        printf("%d failures\n", failures);
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
