/* SPDX-License-Identifier: MIT */
/* Dialogues in the course language: what the public tests of the course leave open (R12).
 *
 * A row is a whole dialogue.  Each is held several times: as it stands, with CRLF, with blank lines
 * everywhere, with blanks around every line, and with a further dialogue behind it, which must go on
 * as if nothing had happened.  Blank lines and white space at line ends of the answers do not count,
 * except where their bytes are compared.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "dialects/gipf_course.h"

static int tests, failures;

static void *need(void *block)
{
    if (block == NULL) {
        printf("Bail out! out of memory\n");
        exit(1);
    }
    return block;
}

static void report(bool right, const char *name, const char *form)
{
    printf("%s %d - %s%s%s\n", right ? "ok" : "not ok", ++tests, name, *form == '\0' ? "" : ", ",
           form);
    fflush(stdout);
    failures += !right;
}

static void show(const char *title, const char *text)
{
    printf("# %s\n", title);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        printf("#   %.*s\n", (int)(length > 200 ? 200 : length), line);
        line += length + (line[length] == '\n');
    }
}

/* --- talking --- */

/* A text that grows; its bytes may be anything. */
typedef struct Bytes {
    char  *data;
    size_t size;
    FILE  *stream;
} Bytes;

static FILE *bytes_open(Bytes *bytes)
{
    *bytes = (Bytes){ 0 };
    bytes->stream = need(open_memstream(&bytes->data, &bytes->size));
    return bytes->stream;
}

static const CourseSettings GENEROUS = { .seconds = 600, .memory_bytes = 256 << 20 };
static const CourseSettings DOCUMENT = { .seconds = 600,
                                         .memory_bytes = 256 << 20,
                                         .strict = true };
static const CourseSettings NO_TIME = { .seconds = 0, .memory_bytes = 1 << 20 };

/* The whole answer; the caller frees it. */
static char *answer_to(const char *input, size_t size, const CourseSettings *limits)
{
    Bytes answer;
    FILE *in =
        need(size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)(size_t)input, size, "r"));
    gipf_course_run(in, bytes_open(&answer), limits);
    fclose(in);
    fclose(answer.stream);
    return answer.data;
}

/* Without blank lines and white space at line ends. */
static char *tidy(const char *text)
{
    Bytes tidied;
    FILE *out = bytes_open(&tidied);
    while (*text != '\0') {
        size_t length = strcspn(text, "\n"), kept = length;
        while (kept > 0 && (text[kept - 1] == ' ' || text[kept - 1] == '\r'))
            kept--;
        if (kept > 0)
            fprintf(out, "%.*s\n", (int)kept, text);
        text += length + (text[length] == '\n');
    }
    fclose(out);
    return tidied.data;
}

/* --- forms of one dialogue --- */

typedef enum Form { PLAIN, CRLF, BLANK_LINES, PADDED, GOES_ON, FORM_COUNT } Form;

static const char *const FORM_NAME[FORM_COUNT] = { "", "with CRLF", "with blank lines", "padded",
                                                   "going on" };

/* clang-format off */
static const char AFTERWARDS[] =
    "\nLOAD_GAME_BOARD\n"
    "2 3 5 5\n"
    "2 2 W\n"
    " W B\n"
    "B _ W\n"
    " W B\n"
    "PRINT_GAME_STATE\n"
    "IS_GAME_OVER\n"
    "DO_MOVE a1-b2\n"
    "IS_GAME_OVER\n";
static const char ANSWER_AFTERWARDS[] =
    "BOARD_STATE_OK\n"
    "in_progress\n"
    "GAME_IN_PROGRESS\n"
    "MOVE_COMMITTED\n"
    "THE_WINNER_IS_WHITE\n";
/* clang-format on */

static void in_form(const char *in, size_t size, Form form, Bytes *out)
{
    FILE *stream = bytes_open(out);
    bool  line_begins = true;
    for (size_t i = 0; i < size; i++) {
        if (line_begins && form == PADDED)
            fputs(" \t ", stream);
        line_begins = in[i] == '\n';
        if (line_begins && form == CRLF)
            fputc('\r', stream);
        if (line_begins && form == PADDED)
            fputs("  \t", stream);
        fputc(in[i], stream);
        if (line_begins && form == BLANK_LINES)
            fputs("\n \t\n", stream);
    }
    if (form == GOES_ON)
        fputs(AFTERWARDS, stream);
    fclose(stream);
}

typedef struct Dialogue {
    const char *name;
    const char *in;
    size_t      in_size;
    const char *out;
} Dialogue;

#define SAY(name, in, out)           \
    {                                \
        name, in, sizeof in - 1, out \
    }

static bool ends_early(const Dialogue *dialogue)
{
    return strstr(dialogue->in, "EXIT") != NULL;
}

static void hold(const Dialogue *dialogue, Form form, const CourseSettings *limits)
{
    Bytes in, wanted;
    FILE *stream = bytes_open(&wanted);
    fputs(dialogue->out, stream);
    if (form == GOES_ON && !ends_early(dialogue))
        fputs(ANSWER_AFTERWARDS, stream);
    fclose(stream);
    in_form(dialogue->in, dialogue->in_size, form, &in);
    char *answer = answer_to(in.data, in.size, limits);
    char *tidied = tidy(answer);
    bool  right = strcmp(tidied, wanted.data) == 0;
    report(right, dialogue->name, FORM_NAME[form]);
    if (!right) {
        show("input", in.data);
        show("wanted", wanted.data);
        show("answer", tidied);
    }
    free(in.data);
    free(wanted.data);
    free(answer);
    free(tidied);
}

static void hold_in_all_forms(const Dialogue *dialogues, size_t count, const CourseSettings *limits)
{
    for (size_t i = 0; i < count; i++)
        for (Form form = PLAIN; form < FORM_COUNT; form++)
            hold(&dialogues[i], form, limits);
}

#define HOLD_ALL(dialogues, limits) \
    hold_in_all_forms(dialogues, sizeof dialogues / sizeof dialogues[0], limits)

/* clang-format off */

/* --- boards --- */

#define LOAD "LOAD_GAME_BOARD\n"

/* The names on a board of side 2: b3 c4 / b2 c3 d3 / c2 d2. */
#define ROWS_START_2 " W B\nB _ W\n W B\n"
#define ROWS_EMPTY_2 " _ _\n_ _ _\n _ _\n"
#define ROWS_FULL_2  " W B\nB B W\n W B\n"
#define START_2      "2 3 5 5\n2 2 W\n" ROWS_START_2

#define ROWS_START_3 "  W _ B\n _ _ _ _\nB _ _ _ W\n _ _ _ _\n  W _ B\n"
#define START_3      "3 3 10 10\n7 7 W\n" ROWS_START_3

#define ROWS_START_4 \
    "   W _ _ B\n" \
    "  _ _ _ _ _\n" \
    " _ _ _ _ _ _\n" \
    "B _ _ _ _ _ W\n" \
    " _ _ _ _ _ _\n" \
    "  _ _ _ _ _\n" \
    "   W _ _ B\n"
#define START_4 "4 4 15 15\n12 12 W\n" ROWS_START_4

/* a5-b5 completes two crossing black rows: e2-e5 and e5-h2. */
#define ROWS_CROSS \
    "   W _ _ B\n" \
    "  _ W _ _ _\n" \
    " _ _ B _ _ _\n" \
    "B _ _ _ _ _ W\n" \
    " _ _ B B _ _\n" \
    "  _ B _ B _\n" \
    "   B _ _ B\n"
#define CROSS "4 4 15 15\n9 3 W\n" ROWS_CROSS

/* a1-b2 completes b2-d4 and d4-d6 (white), e5-e7 and e5-g5 (black). */
#define BOTH_CROSS \
    "4 3 20 20\n" \
    "1 1 W\n" \
    "   W _ _ _\n" \
    "  _ _ W B _\n" \
    " _ _ W B _ _\n" \
    "W W B _ B B _\n" \
    " _ _ _ B W _\n" \
    "  _ B W _ _\n" \
    "   B B W _\n"

#define ROWS_EMPTY_5 \
    "    _ _ _ _ _\n" \
    "   _ _ _ _ _ _\n" \
    "  _ _ _ _ _ _ _\n" \
    " _ _ _ _ _ _ _ _\n" \
    "_ _ _ _ _ _ _ _ _\n" \
    " _ _ _ _ _ _ _ _\n" \
    "  _ _ _ _ _ _ _\n" \
    "   _ _ _ _ _ _\n" \
    "    _ _ _ _ _\n"

#define ROWS_EMPTY_12 \
    "           _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "          _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "         _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "        _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "       _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "      _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "     _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "   _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "  _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    " _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    " _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "  _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "   _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "     _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "      _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "       _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "        _ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "         _ _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "          _ _ _ _ _ _ _ _ _ _ _ _ _\n" \
    "           _ _ _ _ _ _ _ _ _ _ _ _\n"

/* --- loading --- */

static const Dialogue LOADING[] = {
    SAY("4.1 a start position", LOAD START_4, "BOARD_STATE_OK\n"),
    SAY("4.1 the end of the input ends the board, newline or not",
        "LOAD_GAME_BOARD\n2 3 5 5\n2 2 W\n W B\nB _ W\n W B", "BOARD_STATE_OK\n"),
    SAY("4.1 pieces may be missing", LOAD "2 3 200 200\n0 0 B\n" ROWS_EMPTY_2, "BOARD_STATE_OK\n"),
    SAY("4.1 words behind the fourth number",
        LOAD "3 3 10 9 W\n7 6 W\n" ROWS_START_3 "PRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\n3 3 10 9\n7 6 W\n" ROWS_START_3),
    SAY("4 words behind a command", "LOAD_GAME_BOARD now please\n" START_2 "IS_GAME_OVER or not\n",
        "BOARD_STATE_OK\nGAME_IN_PROGRESS\n"),
    SAY("4.1 a large board and the largest numbers",
        LOAD "12 23 200 200\n200 200 W\n" ROWS_EMPTY_12
        "DO_MOVE m25-m24\nDO_MOVE y13-x13\nDO_MOVE m1-m2\nGEN_ALL_POS_MOV_NUM\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\nMOVE_COMMITTED\nMOVE_COMMITTED\n70_UNIQUE_MOVES\n"),

    /* Numbers first. */
    SAY("4.1 S = 1", LOAD "1 2 5 5\n2 2 W\n_\n", "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 S = 0", LOAD "0 2 5 5\n2 2 W\n", "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 S = 21", LOAD "21 4 15 15\n2 2 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("R2.2 S = 13 is a board", LOAD "13 4 15 15\n2 2 W\n" ROWS_START_4, "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 S = 1000000000", LOAD "1000000000 4 15 15\n2 2 W\n" ROWS_START_4,
        "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 S of 30 digits", LOAD "400000000000000000000000000004 4 15 15\n2 2 W\n" ROWS_START_4,
        "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 S below zero", LOAD "-4 4 15 15\n2 2 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 2^32 + 4 is not 4", LOAD "4294967300 4 15 15\n12 12 W\n" ROWS_START_4,
        "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 K = 1", LOAD "4 1 15 15\n12 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 K = 2S", LOAD "4 8 15 15\n12 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 K = 2S-1", LOAD "4 7 15 15\n12 12 W\n" ROWS_START_4, "BOARD_STATE_OK\n"),
    SAY("4.1 K = 2", LOAD "4 2 15 15\n12 12 W\n" ROWS_START_4, "BOARD_STATE_OK\n"),
    SAY("4.1 GW = 3", LOAD "4 4 3 15\n0 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 GB = 3", LOAD "4 4 15 3\n12 0 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 GW = 4", LOAD "4 4 4 15\n1 12 W\n" ROWS_START_4, "BOARD_STATE_OK\n"),
    SAY("4.1 GW = 201", LOAD "4 4 201 15\n12 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 GB = 201", LOAD "4 4 15 201\n12 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 three numbers", LOAD "4 4 15\n12 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 a word among the numbers", LOAD "4 four 15 15\n12 12 W\n" ROWS_START_4,
        "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 a number with a word at its end", LOAD "4 4 15 15x\n12 12 W\n" ROWS_START_4,
        "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 a broken number", LOAD "4 4.0 15 15\n12 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 numbers with commas", LOAD "4,4,15,15\n12 12 W\n" ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 no header", LOAD ROWS_START_4, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 no line at all", "LOAD_GAME_BOARD", "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 one line", LOAD "4 4 15 15\n", "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 reserves without a letter", LOAD "2 3 5 5\n2 2\n" ROWS_START_2, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 one reserve", LOAD "2 3 5 5\n2 W\n" ROWS_START_2, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 a number for the player", LOAD "2 3 5 5\n2 2 12\n" ROWS_START_2, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 0 for the player", LOAD "2 3 5 5\n2 2 0\n" ROWS_START_2, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 3 for the player", LOAD "2 3 5 5\n2 2 3\n" ROWS_START_2, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 a reserve below zero", LOAD "2 3 5 5\n-1 2 W\n" ROWS_START_2, "WRONG_GAME_PARAMETERS\n"),
    SAY("4.1 numbers before reserves", LOAD "2 3 5 3\n9 9 X\n W\n", "WRONG_GAME_PARAMETERS\n"),

    /* Reserves. */
    SAY("4.1 white reserve", LOAD "2 3 5 5\n6 2 W\n" ROWS_START_2, "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("4.1 black reserve", LOAD "2 3 5 5\n2 6 W\n" ROWS_START_2, "WRONG_BLACK_PAWNS_NUMBER\n"),
    SAY("4.1 white reserve before black", LOAD "2 3 5 5\n6 6 W\n" ROWS_START_2,
        "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("4.1 white reserve before the player", LOAD "2 3 5 5\n6 2 X\n" ROWS_START_2,
        "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("4.1 black reserve before the player", LOAD "2 3 5 5\n2 6 X\n" ROWS_START_2,
        "WRONG_BLACK_PAWNS_NUMBER\n"),
    SAY("4.1 black reserve before the white sum", LOAD "2 3 5 5\n5 6 W\n" ROWS_START_2,
        "WRONG_BLACK_PAWNS_NUMBER\n"),
    SAY("4.1 a reserve of 20 digits", LOAD "2 3 5 5\n2 99999999999999999999 W\n" ROWS_START_2,
        "WRONG_BLACK_PAWNS_NUMBER\n"),
    SAY("4.1 2^32 is not 0", LOAD "2 3 5 5\n4294967296 2 W\n" ROWS_START_2,
        "WRONG_WHITE_PAWNS_NUMBER\n"),

    /* The player. */
    SAY("4.1 another letter", LOAD "2 3 5 5\n2 2 X\n" ROWS_START_2, "UNKNOWN_ACTIVE_PLAYER\n"),
    SAY("4.1 a small letter", LOAD "2 3 5 5\n2 2 w\n" ROWS_START_2, "UNKNOWN_ACTIVE_PLAYER\n"),
    SAY("4.1 a word", LOAD "2 3 5 5\n2 2 White\n" ROWS_START_2, "UNKNOWN_ACTIVE_PLAYER\n"),
    SAY("4.1 the player before the rows", LOAD "2 3 5 5\n2 2 X\n W\nB _ W\n W B\n",
        "UNKNOWN_ACTIVE_PLAYER\n"),
    SAY("4.1 the player before the sums", LOAD "2 3 5 5\n5 5 X\n" ROWS_START_2,
        "UNKNOWN_ACTIVE_PLAYER\n"),

    /* Rows. */
    SAY("4.1 a short row", LOAD "2 3 5 5\n2 2 W\n W B\nB _\n W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a long row", LOAD "2 3 5 5\n2 2 W\n W B _\nB _ W\n W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a short and a long row of the right sum",
        LOAD "2 3 5 5\n2 2 W\n W B\nB _\nW W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a row is missing", LOAD "2 3 5 5\n2 2 W\n W B\nB _ W\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 all rows are missing", LOAD "2 3 5 5\n2 2 W\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a row too many", LOAD START_2 " _ _\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a word behind the board", LOAD START_2 "hello\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 many rows too many",
        LOAD START_2 ROWS_START_4 ROWS_START_4 ROWS_START_4 ROWS_START_4 ROWS_START_4 ROWS_START_4,
        "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a small w", LOAD "2 3 5 5\n2 2 W\n w B\nB _ W\n W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a point for a gap", LOAD "2 3 5 5\n2 2 W\n W B\nB . W\n W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a GIPF-piece", LOAD "2 3 5 5\n2 2 W\n X B\nB _ W\n W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 a hyphen", LOAD "2 3 5 5\n2 2 W\n W B\nB - W\n W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 rows before sums", LOAD "2 3 5 5\n5 5 W\n W B\nB _\n W B\n", "WRONG_BOARD_ROW_LENGTH\n"),
    SAY("4.1 rows before rows of length K", LOAD "2 2 5 5\n2 2 W\n W W\nB _\n _ _\n",
        "WRONG_BOARD_ROW_LENGTH\n"),

    /* Sums. */
    SAY("4.1 white sum", LOAD "2 3 5 5\n3 2 W\n" ROWS_START_2, "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("4.1 black sum", LOAD "2 3 5 5\n2 3 W\n" ROWS_START_2, "WRONG_BLACK_PAWNS_NUMBER\n"),
    SAY("4.1 white sum before black", LOAD "2 3 5 5\n3 3 W\n" ROWS_START_2,
        "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("4.1 white sum before rows of length K", LOAD "2 2 5 5\n4 2 W\n W W\n_ _ _\n B _\n",
        "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("4.1 black sum before rows of length K", LOAD "2 2 5 5\n3 5 W\n W W\n_ _ _\n B _\n",
        "WRONG_BLACK_PAWNS_NUMBER\n"),

    /* Rows of length K. */
    SAY("4.1 one row, along a row", LOAD "2 2 5 5\n2 2 W\n W W\n_ _ _\n _ _\n",
        "ERROR_FOUND_1_ROW_OF_LENGTH_K\n"),
    SAY("4.1 one row, along a column", LOAD "2 2 5 5\n2 2 W\n B _\nB _ _\n _ _\n",
        "ERROR_FOUND_1_ROW_OF_LENGTH_K\n"),
    SAY("4.1 one row, along a diagonal", LOAD "2 2 5 5\n2 2 W\n W _\n_ W _\n _ _\n",
        "ERROR_FOUND_1_ROW_OF_LENGTH_K\n"),
    SAY("4.1 a longer run counts once", LOAD "2 2 5 5\n2 2 W\n _ _\nW W W\n _ _\n",
        "ERROR_FOUND_1_ROW_OF_LENGTH_K\n"),
    SAY("4.1 both colours count", LOAD "2 2 5 5\n2 2 W\n W W\n_ _ _\n B B\n",
        "ERROR_FOUND_2_ROWS_OF_LENGTH_K\n"),
    SAY("4.1 crossing runs count each", LOAD "2 3 5 5\n0 2 W\n W _\nW W W\n _ W\n",
        "ERROR_FOUND_2_ROWS_OF_LENGTH_K\n"),
    SAY("4.1 every maximal run counts",
        LOAD "2 2 7 7\n0 0 W\n W W\nW W W\n W W\n", "ERROR_FOUND_9_ROWS_OF_LENGTH_K\n"),
    SAY("4.1 two runs on one line",
        LOAD "3 2 10 10\n2 2 W\n  _ _ _\n _ _ _ _\nW W _ W W\n _ _ _ _\n  _ _ _\n",
        "ERROR_FOUND_2_ROWS_OF_LENGTH_K\n"),
    SAY("4.1 a shorter run is fine", LOAD "3 3 10 10\n7 7 W\n  W W _\n _ B B _\n_ _ _ _ _\n _ _ _ _\n  _ _ _\n",
        "BOARD_STATE_OK\n"),

    /* What a failure leaves behind. */
    SAY("4.1 after bad numbers", LOAD "1 1 1 1\n1 1 W\n" ROWS_START_4 "PRINT_GAME_BOARD\n",
        "WRONG_GAME_PARAMETERS\nEMPTY_BOARD\n"),
    SAY("4.1 after a bad reserve", LOAD "2 3 5 5\n6 2 W\n" ROWS_START_2 "PRINT_GAME_BOARD\n",
        "WRONG_WHITE_PAWNS_NUMBER\nEMPTY_BOARD\n"),
    SAY("4.1 after a bad player", LOAD "2 3 5 5\n2 2 X\n" ROWS_START_2 "PRINT_GAME_BOARD\n",
        "UNKNOWN_ACTIVE_PLAYER\nEMPTY_BOARD\n"),
    SAY("4.1 after a row of length K", LOAD "2 2 5 5\n2 2 W\n W W\n_ _ _\n _ _\nPRINT_GAME_BOARD\n",
        "ERROR_FOUND_1_ROW_OF_LENGTH_K\nEMPTY_BOARD\n"),
    SAY("4.1 a failed load takes the board that was there",
        LOAD START_2 LOAD "2 3 5 5\n3 2 W\n" ROWS_START_2 "IS_GAME_OVER\n",
        "BOARD_STATE_OK\nWRONG_WHITE_PAWNS_NUMBER\nEMPTY_BOARD\n"),
    SAY("4.1 a board cut short by a command", LOAD "2 3 5 5\n2 2 W\n W B\nPRINT_GAME_BOARD\n",
        "WRONG_BOARD_ROW_LENGTH\nEMPTY_BOARD\n"),
    SAY("4.1 a board cut short by the next board", LOAD "4 4 15 15\n" LOAD START_2,
        "WRONG_GAME_PARAMETERS\nBOARD_STATE_OK\n"),
    SAY("4.1 a load behind a load", LOAD LOAD LOAD START_2,
        "WRONG_GAME_PARAMETERS\nWRONG_GAME_PARAMETERS\nBOARD_STATE_OK\n"),
    SAY("4.1 a later board replaces an earlier", LOAD START_4 LOAD START_2 "PRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nBOARD_STATE_OK\n" START_2),
};

/* --- without a board, and lines that are no commands --- */

static const Dialogue NO_BOARD[] = {
    SAY("4 nothing", "", ""),
    SAY("4 blank lines", "\n\n \n\t\n", ""),
    SAY("4 unknown lines are ignored",
        "HELLO\nprint_game_board\nPRINT_GAME_BOARDS\nGEN_ALL_POS_MOVE\nXDO_MOVE a1-b2\n"
        "LOAD_GAME_BOARD_NOW\n4 4 15 15\n# EXIST\n", ""),
    SAY("4.2 no board", "PRINT_GAME_BOARD\n", "EMPTY_BOARD\n"),
    SAY("4.3 no board", "DO_MOVE a1-b2\n", "EMPTY_BOARD\n"),
    SAY("4.3 no board, bare", "DO_MOVE", "EMPTY_BOARD\n"),
    SAY("4.4 no board", "PRINT_GAME_STATE\n", "EMPTY_BOARD\n"),
    SAY("4.5 no board", "IS_GAME_OVER\n", "EMPTY_BOARD\n"),
    SAY("4.6 no board", "GEN_ALL_POS_MOV\n", "EMPTY_BOARD\n"),
    SAY("4.7 no board", "GEN_ALL_POS_MOV_NUM\n", "EMPTY_BOARD\n"),
    SAY("4.8 no board", "GEN_ALL_POS_MOV_EXT\nGEN_ALL_POS_MOV_EXT_NUM\n", "EMPTY_BOARD\nEMPTY_BOARD\n"),
    SAY("R12.7 no board", "GEN_ALL_POS_MOV_LIST\nGEN_ALL_POS_MOV_EXT_LIST\n", "EMPTY_BOARD\nEMPTY_BOARD\n"),
    SAY("4.9 no board", "SOLVE_GAME_STATE\n", "EMPTY_BOARD\n"),
    SAY("4.10 no board", "WINNING_SEQUENCE_EXIST 3\nWINNING_SEQUENCE_EXIST x\n",
        "EMPTY_BOARD\nEMPTY_BOARD\n"),
    SAY("4 unknown lines between commands", LOAD START_2 "IS_GAME_OVER\nhello\n\n12 12 W\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nGAME_IN_PROGRESS\nGAME_IN_PROGRESS\n"),
    SAY("4 EXIT", "EXIT\nPRINT_GAME_BOARD\n", ""),
    SAY("4 EXIT with a word", "EXIT now\nPRINT_GAME_BOARD\n", ""),
    SAY("4 EXIT ends a board", LOAD START_2 "EXIT\nPRINT_GAME_BOARD\n", "BOARD_STATE_OK\n"),
    SAY("4 EXIT cuts a board short", LOAD "2 3 5 5\n2 2 W\n W B\nEXIT\n", "WRONG_BOARD_ROW_LENGTH\n"),
};

/* --- moves --- */

#define AFTER_A1_B2 "2 3 5 5\n1 2 B\n W B\nW B W\n W B\n"

static const Dialogue MOVING[] = {
    SAY("4.3 a move", LOAD START_2 "DO_MOVE a1-b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" AFTER_A1_B2),
    SAY("4.3 blanks around the hyphen", LOAD START_2 "DO_MOVE a1 - b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" AFTER_A1_B2),
    SAY("4.3 a blank before the hyphen", LOAD START_2 "DO_MOVE a1 -b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" AFTER_A1_B2),
    SAY("4.3 a blank behind the hyphen", LOAD START_2 "DO_MOVE a1- b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" AFTER_A1_B2),
    SAY("4.3 many blanks and tabs", LOAD START_2 "\tDO_MOVE \t  a1 \t-  \tb2  \nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" AFTER_A1_B2),

    /* Each check, and its place among the others. */
    SAY("4.3.1 the first name", LOAD START_2 "DO_MOVE f3-b2\n", "BOARD_STATE_OK\nBAD_MOVE_f3_IS_WRONG_INDEX\n"),
    SAY("4.3.1 the first name before the second", LOAD START_2 "DO_MOVE z9-q8\n",
        "BOARD_STATE_OK\nBAD_MOVE_z9_IS_WRONG_INDEX\n"),
    SAY("4.3.2 the second name", LOAD START_2 "DO_MOVE a1-q8\n", "BOARD_STATE_OK\nBAD_MOVE_q8_IS_WRONG_INDEX\n"),
    SAY("4.3.2 the second name before the starting field", LOAD START_2 "DO_MOVE b2-q8\n",
        "BOARD_STATE_OK\nBAD_MOVE_q8_IS_WRONG_INDEX\n"),
    SAY("4.3.3 the starting field", LOAD START_2 "DO_MOVE b2-c3\n",
        "BOARD_STATE_OK\nBAD_MOVE_b2_IS_WRONG_STARTING_FIELD\n"),
    SAY("4.3.3 the starting field before the destination", LOAD START_2 "DO_MOVE b2-a1\n",
        "BOARD_STATE_OK\nBAD_MOVE_b2_IS_WRONG_STARTING_FIELD\n"),
    SAY("4.3.4 the destination", LOAD START_2 "DO_MOVE a1-a2\n",
        "BOARD_STATE_OK\nBAD_MOVE_a2_IS_WRONG_DESTINATION_FIELD\n"),
    SAY("4.3.4 the destination before the direction", LOAD START_2 "DO_MOVE a1-e3\n",
        "BOARD_STATE_OK\nBAD_MOVE_e3_IS_WRONG_DESTINATION_FIELD\n"),
    SAY("4.3.5 the direction", LOAD START_2 "DO_MOVE a1-c3\n", "BOARD_STATE_OK\nUNKNOWN_MOVE_DIRECTION\n"),
    SAY("4.3.5 the direction before the reserve", LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2 "DO_MOVE a1-c3\n",
        "BOARD_STATE_OK\nUNKNOWN_MOVE_DIRECTION\n"),
    SAY("4.3 no reserve", LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2 "DO_MOVE a1-b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nBAD_MOVE_EMPTY_RESERVE\n2 3 5 5\n0 2 W\n" ROWS_START_2),
    SAY("4.3 the reserve before the full line", LOAD "2 3 5 5\n0 1 W\n" ROWS_FULL_2 "DO_MOVE a1-b2\n",
        "BOARD_STATE_OK\nBAD_MOVE_EMPTY_RESERVE\n"),
    SAY("4.3.6 a full line", LOAD "2 3 5 5\n1 1 W\n" ROWS_FULL_2 "DO_MOVE a1-b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nBAD_MOVE_ROW_IS_FULL\n2 3 5 5\n1 1 W\n" ROWS_FULL_2),
    SAY("4.3.6 a full line beside an open one", LOAD START_2 "DO_MOVE a3-b3\nDO_MOVE b4-b3\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\nBAD_MOVE_ROW_IS_FULL\n"),

    /* Names as they were typed. */
    SAY("4.3 a capital letter", LOAD START_2 "DO_MOVE A1-b2\n", "BOARD_STATE_OK\nBAD_MOVE_A1_IS_WRONG_INDEX\n"),
    SAY("4.3 a name without a number", LOAD START_2 "DO_MOVE a-b2\n", "BOARD_STATE_OK\nBAD_MOVE_a_IS_WRONG_INDEX\n"),
    SAY("4.3 a number too large", LOAD START_2 "DO_MOVE a99999999999999999999-b2\n",
        "BOARD_STATE_OK\nBAD_MOVE_a99999999999999999999_IS_WRONG_INDEX\n"),
    SAY("4.3 2^32 + 1 is not 1", LOAD START_2 "DO_MOVE a4294967297-b2\n",
        "BOARD_STATE_OK\nBAD_MOVE_a4294967297_IS_WRONG_INDEX\n"),
    SAY("4.3 number 0", LOAD START_2 "DO_MOVE a0-b2\n", "BOARD_STATE_OK\nBAD_MOVE_a0_IS_WRONG_INDEX\n"),
    SAY("4.3 a leading zero", LOAD START_2 "DO_MOVE a01-b2\n", "BOARD_STATE_OK\nBAD_MOVE_a01_IS_WRONG_INDEX\n"),
    SAY("4.3 a name with a tail", LOAD START_2 "DO_MOVE a1x-b2\n", "BOARD_STATE_OK\nBAD_MOVE_a1x_IS_WRONG_INDEX\n"),
    SAY("4.3 a second name with a tail", LOAD START_2 "DO_MOVE a1-b2x\n",
        "BOARD_STATE_OK\nBAD_MOVE_b2x_IS_WRONG_INDEX\n"),
    SAY("4.3 a percent sign", LOAD START_2 "DO_MOVE %s%n-b2\n", "BOARD_STATE_OK\nBAD_MOVE_%s%n_IS_WRONG_INDEX\n"),

    /* Lines that are no two names. */
    SAY("4.3 no hyphen", LOAD START_2 "DO_MOVE a1 b2\n", "BOARD_STATE_OK\nBAD_MOVE_a1_IS_WRONG_INDEX\n"),
    SAY("4.3 no hyphen, no blank", LOAD START_2 "DO_MOVE a1b2\n", "BOARD_STATE_OK\nBAD_MOVE_a1b2_IS_WRONG_INDEX\n"),
    SAY("4.3 bare", LOAD START_2 "DO_MOVE\n", "BOARD_STATE_OK\nBAD_MOVE__IS_WRONG_INDEX\n"),
    SAY("4.3 bare with blanks", LOAD START_2 "DO_MOVE   \t\n", "BOARD_STATE_OK\nBAD_MOVE__IS_WRONG_INDEX\n"),
    SAY("4.3 a hyphen alone", LOAD START_2 "DO_MOVE -\n", "BOARD_STATE_OK\nBAD_MOVE_-_IS_WRONG_INDEX\n"),
    SAY("4.3 no second name", LOAD START_2 "DO_MOVE a1-\n", "BOARD_STATE_OK\nBAD_MOVE_a1-_IS_WRONG_INDEX\n"),
    SAY("4.3 no first name", LOAD START_2 "DO_MOVE -b2\n", "BOARD_STATE_OK\nBAD_MOVE_-b2_IS_WRONG_INDEX\n"),

    /* A failure changes nothing, and the next move is played all the same. */
    SAY("4.3 after a failure", LOAD START_2 "DO_MOVE q1-b2\nPRINT_GAME_BOARD\nDO_MOVE a1-b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nBAD_MOVE_q1_IS_WRONG_INDEX\n" START_2 "MOVE_COMMITTED\n" AFTER_A1_B2),

    /* Numbers of two digits. */
    SAY("R2.1 two digits", LOAD "5 4 20 20\n20 20 W\n" ROWS_EMPTY_5
        "DO_MOVE f11-f10\nDO_MOVE f1-f2\nDO_MOVE e10-f10\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\nMOVE_COMMITTED\nMOVE_COMMITTED\n"
        "5 4 20 20\n"
        "18 19 B\n"
        "    _ _ _ _ W\n"
        "   _ _ _ _ _ W\n"
        "  _ _ _ _ _ _ _\n"
        " _ _ _ _ _ _ _ _\n"
        "_ _ _ _ _ _ _ _ _\n"
        " _ _ _ _ _ _ _ _\n"
        "  _ _ _ _ _ _ _\n"
        "   _ _ _ _ _ _\n"
        "    B _ _ _ _\n"),
    SAY("R2.1 two digits beyond the board", LOAD "5 4 20 20\n20 20 W\n" ROWS_EMPTY_5
        "DO_MOVE f12-f10\nDO_MOVE e11-e10\nDO_MOVE f11-f011\nDO_MOVE f11-f110\nDO_MOVE f10-f11\n",
        "BOARD_STATE_OK\nBAD_MOVE_f12_IS_WRONG_INDEX\nBAD_MOVE_e11_IS_WRONG_INDEX\n"
        "BAD_MOVE_f011_IS_WRONG_INDEX\nBAD_MOVE_f110_IS_WRONG_INDEX\n"
        "BAD_MOVE_f10_IS_WRONG_STARTING_FIELD\n"),
};

/* --- rows to remove --- */

#define CROSS_COLUMN_GONE \
    "4 4 15 15\n8 7 B\n" \
    "   W _ _ B\n  _ W _ _ _\n _ _ W _ _ _\nB _ _ _ _ _ W\n _ _ _ B _ _\n  _ _ _ B _\n   _ _ _ B\n"
#define CROSS_DIAGONAL_GONE \
    "4 4 15 15\n8 7 B\n" \
    "   _ _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ B _ _ _\n  _ B _ _ _\n   B _ _ _\n"

static const Dialogue CHOOSING[] = {
    SAY("5 column", LOAD CROSS "DO_MOVE a5-b5 b: e2 e5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_COLUMN_GONE),
    SAY("5 column, other end first", LOAD CROSS "DO_MOVE a5-b5 b: e5 e2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_COLUMN_GONE),
    SAY("5 diagonal", LOAD CROSS "DO_MOVE a5-b5 b: e5 h2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_DIAGONAL_GONE),
    SAY("5 diagonal, other end first", LOAD CROSS "DO_MOVE a5 - b5  b:  h2   e5 \nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_DIAGONAL_GONE),
    SAY("4.3 no tag", LOAD CROSS "DO_MOVE a5-b5 e2 e5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_COLUMN_GONE),
    SAY("5 no choice where one is due", LOAD CROSS "DO_MOVE a5-b5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n" CROSS),
    SAY("5 wrong colour", LOAD CROSS "DO_MOVE a5-b5 w: e2 e5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_COLOR_OF_CHOSEN_ROW\n" CROSS),
    SAY("5 wrong ends", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n" CROSS),
    SAY("5 wrong colour before wrong ends", LOAD CROSS "DO_MOVE a5-b5 w: e2 e3\n",
        "BOARD_STATE_OK\nWRONG_COLOR_OF_CHOSEN_ROW\n"),
    SAY("5 the ends of the span, not of the run", LOAD CROSS "DO_MOVE a5-b5 b: b5 h2\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("5 ends that are on no line", LOAD CROSS "DO_MOVE a5-b5 b: e2 h2\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("5 one end twice", LOAD CROSS "DO_MOVE a5-b5 b: e5 e5\n", "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("5 one end", LOAD CROSS "DO_MOVE a5-b5 b: e2\n", "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("5 no end", LOAD CROSS "DO_MOVE a5-b5 b:\n", "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("5 dots for ends", LOAD CROSS "DO_MOVE a5-b5 b: e1 e9\n", "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("5 names that do not exist", LOAD CROSS "DO_MOVE a5-b5 b: z1 z9\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("5 a move after a failed choice", LOAD CROSS "DO_MOVE a5-b5 w: e2 e5\nDO_MOVE a5-b5 b: e2 e5\n",
        "BOARD_STATE_OK\nWRONG_COLOR_OF_CHOSEN_ROW\nMOVE_COMMITTED\n"),
    SAY("5 a choice that is not needed", LOAD START_2 "DO_MOVE a1-b2 w: b2 c3\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" AFTER_A1_B2),
    SAY("5 anything that is not needed", LOAD START_2 "DO_MOVE a1-b2 whatever: -z9 !!\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" AFTER_A1_B2),
    SAY("5 one choice too many", LOAD CROSS "DO_MOVE a5-b5 b: e2 e5 w: b5 d5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_COLUMN_GONE),

#define BOTH_GONE \
    "4 3 20 20\n3 4 B\n" \
    "   W _ _ _\n  _ _ _ _ _\n _ _ _ _ _ _\nW W _ _ B B _\n _ _ _ B W _\n  _ B W _ _\n   B B W _\n"
    SAY("5 two choices, the mover's first", LOAD BOTH_CROSS "DO_MOVE a1-b2 w: d4 d6 b: e5 e7\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" BOTH_GONE),
    SAY("5 two choices, ends exchanged, no tags", LOAD BOTH_CROSS "DO_MOVE a1-b2 d6 d4 e7 e5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" BOTH_GONE),
    SAY("5 the second choice is missing", LOAD BOTH_CROSS "DO_MOVE a1-b2 w: d4 d6\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n" BOTH_CROSS),
    SAY("5 the second choice has the wrong colour",
        LOAD BOTH_CROSS "DO_MOVE a1-b2 w: d4 d6 w: e5 e7\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_COLOR_OF_CHOSEN_ROW\n" BOTH_CROSS),
    SAY("5 the second choice has wrong ends",
        LOAD BOTH_CROSS "DO_MOVE a1-b2 w: d4 d6 b: e5 e6\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n" BOTH_CROSS),
    SAY("5 the choices in the wrong order",
        LOAD BOTH_CROSS "DO_MOVE a1-b2 b: e5 e7 w: d4 d6\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_COLOR_OF_CHOSEN_ROW\n" BOTH_CROSS),
    SAY("5 the first choice takes the second away",
        LOAD BOTH_CROSS "DO_MOVE a1-b2 w: b2 d4\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n4 3 20 20\n3 1 B\n"
        "   W _ _ _\n  _ _ W B _\n _ _ W B _ _\n_ _ _ _ _ _ _\n _ _ _ B W _\n  _ B W _ _\n   B B W _\n"),

    SAY("5 two choices of one colour", LOAD
        "3 3 20 20\n1 1 W\n  W _ B\n W _ W W\nB B W B _\n W _ W W\n  W _ _\n"
        "DO_MOVE a1-b2 w: b2 b4 w: e3 e5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n"
        "3 3 20 20\n6 1 B\n  _ _ B\n _ _ W _\n_ B B _ B\n W _ _ W\n  W _ _\n"),
    SAY("R5.3 the first choice is about the rows that are joined to the first one", LOAD
        "3 3 20 20\n1 1 W\n  W _ B\n W _ W W\nB B W B _\n W _ W W\n  W _ _\n"
        "DO_MOVE a1-b2 w: e3 e5 w: b2 b4\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("R5.3 only the spans meet", LOAD
        "3 3 10 10\n1 1 W\n  _ B _\n _ W W _\nW B W _ B\n W _ _ W\n  _ _ _\n"
        "DO_MOVE a1-b2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n"
        "3 3 10 10\n6 1 B\n  _ _ _\n _ _ _ _\nW _ B _ B\n _ _ _ _\n  _ _ _\n"),
    SAY("R5.2 a row that crosses no other goes first", LOAD
        "4 4 15 15\n1 5 W\n   W B _ W\n  B W _ B W\n W B W _ B W\nB W W _ W W B\n _ _ _ _ _ _\n  _ B _ _ _\n   W B _ B\n"
        "DO_MOVE i5-h5 w: c3 f5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n"
        "4 4 15 15\n8 5 B\n   W B _ _\n  B W _ B _\n W B W _ B _\n_ _ _ _ _ _ _\n _ _ _ _ _ _\n  _ B _ _ _\n   W B _ B\n"),
};

/* --- the state of the game --- */

static const Dialogue STANDING[] = {
    SAY("4.4 going on", LOAD START_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nin_progress\nGAME_IN_PROGRESS\n"),
    SAY("4.4 Black has no reserve", LOAD "2 3 5 5\n2 0 B\n" ROWS_START_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nwhite_win\nTHE_WINNER_IS_WHITE\n"),
    SAY("4.4 White has no reserve", LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nblack_win\nTHE_WINNER_IS_BLACK\n"),
    SAY("4.4 nobody has one, White to move", LOAD "2 3 5 5\n0 0 W\n" ROWS_START_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nblack_win\nTHE_WINNER_IS_BLACK\n"),
    SAY("4.5 only the other side has none", LOAD "2 3 5 5\n2 0 W\n" ROWS_START_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nin_progress\nGAME_IN_PROGRESS\n"),
    SAY("4.5 a push may hand the other side pieces back", LOAD
        "2 2 5 5\n2 0 W\n _ _\nB _ B\n _ _\nDO_MOVE a1-b2\nPRINT_GAME_BOARD\nPRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n2 2 5 5\n1 2 B\n" ROWS_EMPTY_2 "in_progress\nGAME_IN_PROGRESS\n"),
    SAY("4.5 and need not", LOAD
        "2 2 5 5\n2 0 W\n _ _\nB _ B\n _ _\nDO_MOVE a3-b3\nPRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\nwhite_win\nTHE_WINNER_IS_WHITE\n"),
    SAY("4.4 a full board, White to move", LOAD "2 3 5 5\n1 1 W\n" ROWS_FULL_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\ndead_lock white\nTHE_WINNER_IS_BLACK\n"),
    SAY("4.4 a full board, Black to move", LOAD "2 3 5 5\n1 1 B\n" ROWS_FULL_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\ndead_lock black\nTHE_WINNER_IS_WHITE\n"),
    SAY("R7.2 a full board and no reserve", LOAD "2 3 5 5\n1 0 B\n" ROWS_FULL_2 "PRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nwhite_win\nTHE_WINNER_IS_WHITE\n"),
    SAY("4.4 a bad move of White", LOAD START_2 "DO_MOVE a1-f3\nPRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nBAD_MOVE_f3_IS_WRONG_INDEX\nbad_move white a1-f3\nGAME_IN_PROGRESS\n"),
    SAY("4.4 a bad move of Black", LOAD "2 3 5 5\n2 2 B\n" ROWS_START_2 "DO_MOVE b2-c3\nPRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nBAD_MOVE_b2_IS_WRONG_STARTING_FIELD\nbad_move black b2-c3\n"),
    SAY("4.4 a bad move as typed", LOAD START_2 "DO_MOVE  a1 -  f3 \nPRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nBAD_MOVE_f3_IS_WRONG_INDEX\nbad_move white a1 -  f3\n"),
    SAY("4.4 a bare bad move", LOAD START_2 "DO_MOVE\nPRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nBAD_MOVE__IS_WRONG_INDEX\nbad_move white\n"),
    SAY("4.4 the last bad move", LOAD START_2 "DO_MOVE a1-f3\nDO_MOVE a1-c3\nPRINT_GAME_STATE\nPRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nBAD_MOVE_f3_IS_WRONG_INDEX\nUNKNOWN_MOVE_DIRECTION\n"
        "bad_move white a1-c3\nbad_move white a1-c3\n"),
    SAY("4.4 a bad move before the end of the game",
        LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2 "DO_MOVE a1-b2\nPRINT_GAME_STATE\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nBAD_MOVE_EMPTY_RESERVE\nbad_move white a1-b2\nTHE_WINNER_IS_BLACK\n"),
    SAY("4.4 a good move clears a bad one", LOAD START_3 "DO_MOVE a1-c3\nDO_MOVE a1-b2\nPRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nUNKNOWN_MOVE_DIRECTION\nMOVE_COMMITTED\nin_progress\n"),
    SAY("4.4 a board clears a bad move", LOAD START_3 "DO_MOVE a1-c3\n" LOAD START_3 "PRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nUNKNOWN_MOVE_DIRECTION\nBOARD_STATE_OK\nin_progress\n"),
    SAY("4.4 a failed board leaves none", LOAD START_3 "DO_MOVE a1-c3\n" LOAD "3 3\n" "PRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nUNKNOWN_MOVE_DIRECTION\nWRONG_GAME_PARAMETERS\nEMPTY_BOARD\n"),
    SAY("4.4 won by filling the board", LOAD START_2 "DO_MOVE a1-b2\nPRINT_GAME_STATE\nDO_MOVE a1-b2\nPRINT_GAME_STATE\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\ndead_lock black\nBAD_MOVE_ROW_IS_FULL\nbad_move black a1-b2\n"),
};

/* --- lists of states --- */

static const Dialogue LISTING[] = {
    SAY("6 2 3 5 5", LOAD START_2 "GEN_ALL_POS_MOV_NUM\n", "BOARD_STATE_OK\n4_UNIQUE_MOVES\n"),
    SAY("6 3 3 10 10", LOAD START_3 "GEN_ALL_POS_MOV_NUM\n", "BOARD_STATE_OK\n18_UNIQUE_MOVES\n"),
    SAY("6 4 4 15 15", LOAD START_4 "GEN_ALL_POS_MOV_NUM\nGEN_ALL_POS_MOV_EXT_NUM\n",
        "BOARD_STATE_OK\n24_UNIQUE_MOVES\n24_UNIQUE_MOVES\n"),
    SAY("4.7 one", LOAD "2 3 5 5\n1 1 W\n W _\nB W W\n W B\nGEN_ALL_POS_MOV\nGEN_ALL_POS_MOV_NUM\n",
        "BOARD_STATE_OK\n2 3 5 5\n3 1 B\n W _\nB _ W\n _ B\n1_UNIQUE_MOVES\n"),
    SAY("4.6 nothing without a reserve", LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2
        "GEN_ALL_POS_MOV\nGEN_ALL_POS_MOV_NUM\nGEN_ALL_POS_MOV_EXT\nGEN_ALL_POS_MOV_EXT_NUM\n",
        "BOARD_STATE_OK\n0_UNIQUE_MOVES\n0_UNIQUE_MOVES\n"),
    SAY("4.6 nothing on a full board", LOAD "2 3 5 5\n1 1 W\n" ROWS_FULL_2
        "GEN_ALL_POS_MOV\nGEN_ALL_POS_MOV_NUM\nGEN_ALL_POS_MOV_EXT\nGEN_ALL_POS_MOV_EXT_NUM\n",
        "BOARD_STATE_OK\n0_UNIQUE_MOVES\n0_UNIQUE_MOVES\n"),
    SAY("4.6 the other side has no reserve", LOAD "2 3 5 5\n2 0 W\n" ROWS_EMPTY_2 "GEN_ALL_POS_MOV_NUM\nGEN_ALL_POS_MOV_EXT_NUM\n",
        "BOARD_STATE_OK\n6_UNIQUE_MOVES\n1_UNIQUE_MOVES\n"),
    SAY("4.8 the board can be filled", LOAD START_2 "GEN_ALL_POS_MOV_EXT_NUM\n",
        "BOARD_STATE_OK\n1_UNIQUE_MOVES\n"),
    SAY("4.6 listing changes nothing", LOAD CROSS
        "GEN_ALL_POS_MOV_NUM\nGEN_ALL_POS_MOV_EXT_NUM\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\n27_UNIQUE_MOVES\n27_UNIQUE_MOVES\n" CROSS),
};

/* --- lists of moves (R12.7) --- */

static const Dialogue LISTING_MOVES[] = {
    SAY("R12.7 one move", LOAD "2 3 5 5\n1 1 W\n W _\nB W W\n W B\nGEN_ALL_POS_MOV_LIST\n",
        "BOARD_STATE_OK\na2-b3\n"),
    SAY("R12.7 one move for each state", LOAD START_2 "GEN_ALL_POS_MOV_LIST\n",
        "BOARD_STATE_OK\na3-b3\nc5-c4\ne1-d2\na1-b2\n"),
    SAY("R12.7 one winning move", LOAD START_2 "GEN_ALL_POS_MOV_EXT_LIST\n", "BOARD_STATE_OK\na3-b3\n"),
    SAY("R12.7 no move", LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2
        "GEN_ALL_POS_MOV_LIST\nGEN_ALL_POS_MOV_EXT_LIST\n", "BOARD_STATE_OK\n"),
};

/* --- accepted in both ways (R12.6) --- */

static const Dialogue ACCEPTED[] = {
    SAY("R12.6 1 is White", LOAD "2 3 5 5\n2 2 1\n" ROWS_START_2 "PRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\n" START_2),
    SAY("R12.6 2 is Black", LOAD "2 3 5 5\n2 2 2\n" ROWS_START_2 "PRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\n2 3 5 5\n2 2 B\n" ROWS_START_2),
};

/* CROSS with all pieces, for the document wants the exact sums (R12.5). */
#define CROSS_FULL "4 4 12 12\n9 3 W\n" ROWS_CROSS
#define CROSS_FULL_GONE(reserves, rows) "4 4 12 12\n" reserves " B\n" rows

static const Dialogue ROW_LISTS[] = {
    SAY("R12.6 all fields of a row", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3 e4 e5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_COLUMN_GONE),
    SAY("R12.6 all fields, backwards", LOAD CROSS "DO_MOVE a5-b5 b: e5 e4 e3 e2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_COLUMN_GONE),
    SAY("R12.6 all fields, in no order", LOAD CROSS "DO_MOVE a5-b5 b: h2 f4 e5 g3\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_DIAGONAL_GONE),
    SAY("R12.6 a field is missing", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3 e5\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n" CROSS),
    SAY("R12.6 a field twice", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3 e3 e5\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("R12.6 a field too many", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3 e4 e5 e6\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("R12.6 a field of another line", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3 e4 f4\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("R12.6 not a field", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3 e4 q9\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("R12.6 far too many fields", LOAD CROSS "DO_MOVE a5-b5 b: e2 e3 e4 e5 e2 e3 e4 e5 e2 e3 e4 e5 "
        "e2 e3 e4 e5 e2 e3 e4 e5 e2 e3 e4 e5 e2 e3 e4 e5 e2 e3 e4 e5 e2 e3 e4 e5 e2 e3 e4 e5 e2 e3 e4 e5\n",
        "BOARD_STATE_OK\nWRONG_INDEX_OF_CHOSEN_ROW\n"),
    SAY("R12.6 two lists", LOAD BOTH_CROSS "DO_MOVE a1-b2 w: d4 d5 d6 b: e5 e6 e7\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" BOTH_GONE),
    SAY("R12.6 a list and two ends", LOAD BOTH_CROSS "DO_MOVE a1-b2 w: d4 d5 d6 b: e5 e7\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" BOTH_GONE),
};

/* --- as the document says (R12.5) --- */

static const Dialogue STRICT[] = {
    SAY("R12.5 the exact sums", LOAD START_4, "BOARD_STATE_OK\n"),
    SAY("R12.5 a white piece is missing", LOAD "2 3 5 5\n1 2 W\n" ROWS_START_2 "PRINT_GAME_BOARD\n",
        "WRONG_WHITE_PAWNS_NUMBER\nEMPTY_BOARD\n"),
    SAY("R12.5 a black piece is missing", LOAD "2 3 5 5\n2 1 W\n" ROWS_START_2,
        "WRONG_BLACK_PAWNS_NUMBER\n"),
    SAY("R12.5 a white piece too many", LOAD "2 3 5 5\n3 2 W\n" ROWS_START_2,
        "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("R12.5 sums before rows of length K", LOAD "2 2 5 5\n2 2 W\n W W\n_ _ _\n B _\n",
        "WRONG_WHITE_PAWNS_NUMBER\n"),
    SAY("R12.5 captured pieces are missed only by the next load",
        LOAD CROSS_FULL "DO_MOVE a5-b5 b: e5 h2\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nMOVE_COMMITTED\n" CROSS_FULL_GONE("8 7",
        "   _ _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ B _ _ _\n  _ B _ _ _\n   B _ _ _\n")),
    SAY("R12.5 moves after a bad one are not analysed",
        LOAD START_2 "DO_MOVE q1-b2\nDO_MOVE a1-b2\nDO_MOVE q2-b2\nPRINT_GAME_STATE\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nBAD_MOVE_q1_IS_WRONG_INDEX\nbad_move white q1-b2\n" START_2),
    SAY("R12.5 a load begins again", LOAD START_2 "DO_MOVE q1-b2\n" LOAD START_2 "DO_MOVE a1-b2\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nBAD_MOVE_q1_IS_WRONG_INDEX\nBOARD_STATE_OK\nMOVE_COMMITTED\nTHE_WINNER_IS_WHITE\n"),
    SAY("R12.5 questions after a bad move are answered",
        LOAD START_2 "DO_MOVE q1-b2\nGEN_ALL_POS_MOV_NUM\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nBAD_MOVE_q1_IS_WRONG_INDEX\n4\nGAME_IN_PROGRESS\n"),
    SAY("R12.5 bare numbers", LOAD START_4 "GEN_ALL_POS_MOV_NUM\nGEN_ALL_POS_MOV_EXT_NUM\n",
        "BOARD_STATE_OK\n24\n24\n"),
    SAY("R12.5 a bare 1", LOAD START_2 "GEN_ALL_POS_MOV_EXT_NUM\n", "BOARD_STATE_OK\n1\n"),
    SAY("R12.5 WINING", LOAD START_2 "SOLVE_GAME_STATE\nWINNING_SEQUENCE_EXIST 1\n",
        "BOARD_STATE_OK\nWHITE_HAS_WINING_STRATEGY\nWHITE_HAS_WINING_STRATEGY\n"),
    SAY("R12.5 WINING, Black", LOAD "2 3 5 5\n2 2 B\n" ROWS_START_2 "SOLVE_GAME_STATE\n",
        "BOARD_STATE_OK\nBLACK_HAS_WINING_STRATEGY\n"),
};

/* --- questions to the solver --- */

static const Dialogue SOLVING[] = {
    SAY("4.9 White has lost", LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2 "SOLVE_GAME_STATE\n",
        "BOARD_STATE_OK\nBLACK_HAS_WINNING_STRATEGY\n"),
    SAY("4.9 Black has lost", LOAD "2 3 5 5\n1 1 B\n" ROWS_FULL_2 "SOLVE_GAME_STATE\n",
        "BOARD_STATE_OK\nWHITE_HAS_WINNING_STRATEGY\n"),
    SAY("4.9 White fills the board", LOAD START_2 "SOLVE_GAME_STATE\n",
        "BOARD_STATE_OK\nWHITE_HAS_WINNING_STRATEGY\n"),
    SAY("4.9 Black fills the board", LOAD "2 3 5 5\n2 2 B\n" ROWS_START_2 "SOLVE_GAME_STATE\n",
        "BOARD_STATE_OK\nBLACK_HAS_WINNING_STRATEGY\n"),
    SAY("4.9 a small game", LOAD "3 3 4 4\n1 1 W\n" ROWS_START_3 "SOLVE_GAME_STATE\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nBLACK_HAS_WINNING_STRATEGY\n3 3 4 4\n1 1 W\n" ROWS_START_3),
    SAY("4.10 0 of a finished game", LOAD "2 3 5 5\n0 2 W\n" ROWS_START_2 "WINNING_SEQUENCE_EXIST 0\nWINNING_SEQUENCE_EXIST 7\n",
        "BOARD_STATE_OK\nBLACK_HAS_WINNING_STRATEGY\nBLACK_HAS_WINNING_STRATEGY\n"),
    SAY("4.10 one ply", LOAD START_2 "WINNING_SEQUENCE_EXIST 0\nWINNING_SEQUENCE_EXIST 1\nWINNING_SEQUENCE_EXIST 2\n",
        "BOARD_STATE_OK\nNO_WINNING_SEQUENCE\nWHITE_HAS_WINNING_STRATEGY\nWHITE_HAS_WINNING_STRATEGY\n"),
    SAY("4.10 two plies: White wins, Black to move", LOAD "2 3 5 5\n5 1 B\n" ROWS_EMPTY_2
        "WINNING_SEQUENCE_EXIST 0\nWINNING_SEQUENCE_EXIST 1\nWINNING_SEQUENCE_EXIST 2\nWINNING_SEQUENCE_EXIST 3\n",
        "BOARD_STATE_OK\nNO_WINNING_SEQUENCE\nNO_WINNING_SEQUENCE\nWHITE_HAS_WINNING_STRATEGY\n"
        "WHITE_HAS_WINNING_STRATEGY\n"),
    SAY("4.10 three plies", LOAD "2 3 5 5\n5 1 W\n" ROWS_EMPTY_2
        "WINNING_SEQUENCE_EXIST 0\nWINNING_SEQUENCE_EXIST 1\nWINNING_SEQUENCE_EXIST 2\n"
        "WINNING_SEQUENCE_EXIST 3\nWINNING_SEQUENCE_EXIST 4\n",
        "BOARD_STATE_OK\nNO_WINNING_SEQUENCE\nNO_WINNING_SEQUENCE\nNO_WINNING_SEQUENCE\n"
        "WHITE_HAS_WINNING_STRATEGY\nWHITE_HAS_WINNING_STRATEGY\n"),
    SAY("4.10 three plies of Black", LOAD "2 3 5 5\n1 5 B\n" ROWS_EMPTY_2
        "WINNING_SEQUENCE_EXIST 2\nWINNING_SEQUENCE_EXIST 3\n",
        "BOARD_STATE_OK\nNO_WINNING_SEQUENCE\nBLACK_HAS_WINNING_STRATEGY\n"),
    SAY("4.10 huge numbers", LOAD "2 3 5 5\n5 1 W\n" ROWS_EMPTY_2
        "WINNING_SEQUENCE_EXIST 4294967296\nWINNING_SEQUENCE_EXIST 99999999999999999999999\n"
        "WINNING_SEQUENCE_EXIST 0000000000000000000002\n",
        "BOARD_STATE_OK\nWHITE_HAS_WINNING_STRATEGY\nWHITE_HAS_WINNING_STRATEGY\nNO_WINNING_SEQUENCE\n"),
    SAY("R12.4 no number", LOAD START_2
        "WINNING_SEQUENCE_EXIST\nWINNING_SEQUENCE_EXIST x\nWINNING_SEQUENCE_EXIST -1\n"
        "WINNING_SEQUENCE_EXIST 1.5\nWINNING_SEQUENCE_EXIST 3x\nWINNING_SEQUENCE_EXIST +3\n",
        "BOARD_STATE_OK\nWRONG_SEQUENCE_LENGTH\nWRONG_SEQUENCE_LENGTH\nWRONG_SEQUENCE_LENGTH\n"
        "WRONG_SEQUENCE_LENGTH\nWRONG_SEQUENCE_LENGTH\nWRONG_SEQUENCE_LENGTH\n"),
    SAY("4.9 a question changes nothing", LOAD START_2
        "DO_MOVE q1-b2\nSOLVE_GAME_STATE\nWINNING_SEQUENCE_EXIST 1\nPRINT_GAME_STATE\nPRINT_GAME_BOARD\n",
        "BOARD_STATE_OK\nBAD_MOVE_q1_IS_WRONG_INDEX\nWHITE_HAS_WINNING_STRATEGY\n"
        "WHITE_HAS_WINNING_STRATEGY\nbad_move white q1-b2\n" START_2),
    SAY("4.9 one board after the other", LOAD START_2 "SOLVE_GAME_STATE\n"
        LOAD "2 3 5 5\n2 2 B\n" ROWS_START_2 "SOLVE_GAME_STATE\n"
        LOAD "2 3 5 4\n2 1 B\n" ROWS_START_2 "SOLVE_GAME_STATE\n" LOAD START_2 "SOLVE_GAME_STATE\n",
        "BOARD_STATE_OK\nWHITE_HAS_WINNING_STRATEGY\nBOARD_STATE_OK\nBLACK_HAS_WINNING_STRATEGY\n"
        "BOARD_STATE_OK\nBLACK_HAS_WINNING_STRATEGY\nBOARD_STATE_OK\nWHITE_HAS_WINNING_STRATEGY\n"),
};

/* Held in one form only: they take their time. */
static const Dialogue DEEP =
    SAY("R12.4 the deepest board", LOAD "12 23 200 200\n200 200 W\n" ROWS_EMPTY_12
        "SOLVE_GAME_STATE\nWINNING_SEQUENCE_EXIST 3000\n",
        "BOARD_STATE_OK\nGAME_STATE_NOT_SOLVED\nWINNING_SEQUENCE_NOT_DECIDED\n");
static const Dialogue TIE =
    SAY("4.9 neither can win", LOAD "2 2 4 4\n1 1 W\n" ROWS_START_2
        "SOLVE_GAME_STATE\nWINNING_SEQUENCE_EXIST 1000000\n",
        "BOARD_STATE_OK\nBOTH_PLAYERS_TIE\nNO_WINNING_SEQUENCE\n");

/* What is proved before the time is over is answered all the same. */
static const Dialogue WITHOUT_TIME[] = {
    SAY("R12.4 not solved", LOAD START_4 "SOLVE_GAME_STATE\n", "BOARD_STATE_OK\nGAME_STATE_NOT_SOLVED\n"),
    SAY("R12.4 not decided", LOAD START_4 "WINNING_SEQUENCE_EXIST 31\nWINNING_SEQUENCE_EXIST 99999999999\n",
        "BOARD_STATE_OK\nWINNING_SEQUENCE_NOT_DECIDED\nWINNING_SEQUENCE_NOT_DECIDED\n"),
    SAY("R12.4 no time is needed", LOAD START_2 "SOLVE_GAME_STATE\nWINNING_SEQUENCE_EXIST 1\nWINNING_SEQUENCE_EXIST 0\n",
        "BOARD_STATE_OK\nWHITE_HAS_WINNING_STRATEGY\nWHITE_HAS_WINNING_STRATEGY\nNO_WINNING_SEQUENCE\n"),
    SAY("R12.4 a finished game", LOAD "4 4 15 15\n0 12 W\n" ROWS_START_4 "SOLVE_GAME_STATE\n",
        "BOARD_STATE_OK\nBLACK_HAS_WINNING_STRATEGY\n"),
};

/* --- bytes that are no text --- */

static const Dialogue NUL_BYTES[] = {
    SAY("a NUL alone", "\0", ""),
    SAY("NULs between commands", LOAD START_2 "IS_GAME_OVER\n\0\0\0\n\0IS_GAME_OVER\nIS_GAME_OVER\n",
        "BOARD_STATE_OK\nGAME_IN_PROGRESS\nGAME_IN_PROGRESS\n"),
    SAY("a NUL in a row", LOAD "2 3 5 5\n2 2 W\n W B\nB \0 W\n W B\nPRINT_GAME_BOARD\n",
        "WRONG_BOARD_ROW_LENGTH\nEMPTY_BOARD\n"),
    SAY("a NUL behind a row", LOAD "2 3 5 5\n2 2 W\n W B\nB _ W\0\n W B\nPRINT_GAME_BOARD\n",
        "WRONG_BOARD_ROW_LENGTH\nEMPTY_BOARD\n"),
    SAY("a NUL among the numbers", LOAD "2 3\0 5 5\n2 2 W\n" ROWS_START_2 "PRINT_GAME_BOARD\n",
        "WRONG_GAME_PARAMETERS\nEMPTY_BOARD\n"),
    SAY("a NUL for the player", LOAD "2 3 5 5\n2 2 \0\n" ROWS_START_2, "WRONG_GAME_PARAMETERS\n"),
    SAY("a NUL line in a board", LOAD "2 3 5 5\n2 2 W\n\0\n" ROWS_START_2 "PRINT_GAME_BOARD\n",
        "WRONG_BOARD_ROW_LENGTH\nEMPTY_BOARD\n"),
};

/* clang-format on */

/* --- exact bytes --- */

static void check_bytes(const char *name, const char *in, const char *wanted)
{
    char *answer = answer_to(in, strlen(in), &GENEROUS);
    bool  right = strcmp(answer, wanted) == 0;
    report(right, name, "");
    if (!right) {
        show("wanted", wanted);
        show("answer", answer);
    }
    free(answer);
}

/* Rows up to the middle end with S-r+1 blanks, the others with one; a blank line follows a printed
 * board, and none stands between listed states. */
static void check_exact_answers(void)
{
    check_bytes("3 a printed board, byte by byte", LOAD START_4 "PRINT_GAME_BOARD\nIS_GAME_OVER\n",
                "BOARD_STATE_OK\n"
                "4 4 15 15\n"
                "12 12 W\n"
                "   W _ _ B    \n"
                "  _ _ _ _ _   \n"
                " _ _ _ _ _ _  \n"
                "B _ _ _ _ _ W \n"
                " _ _ _ _ _ _ \n"
                "  _ _ _ _ _ \n"
                "   W _ _ B \n"
                "\n"
                "GAME_IN_PROGRESS\n");
    check_bytes("4.6 listed states, byte by byte and in order", LOAD START_2 "GEN_ALL_POS_MOV\n",
                "BOARD_STATE_OK\n"
                "2 3 5 5\n1 2 B\n W B  \nB W W \n W B \n"
                "2 3 5 5\n1 2 B\n W W  \nB B W \n W B \n"
                "2 3 5 5\n1 2 B\n W B  \nB B W \n W W \n"
                "2 3 5 5\n1 2 B\n W B  \nW B W \n W B \n");
}

/* --- lists of states, once more --- */

/* Print the states of a list command behind `board`; without the reply to the board. */
static char *list_states(const char *board, const char *command)
{
    Bytes in;
    FILE *stream = bytes_open(&in);
    fprintf(stream, LOAD "%s%s\n", board, command);
    fclose(stream);
    char *answer = answer_to(in.data, in.size, &GENEROUS);
    free(in.data);
    static const char REPLY[] = "BOARD_STATE_OK\n";
    if (strncmp(answer, REPLY, sizeof REPLY - 1) == 0)
        memmove(answer, answer + sizeof REPLY - 1, strlen(answer) - sizeof REPLY + 2);
    return answer;
}

/* Three rows that cross in d4: the states without the diagonal, the column and the row follow each
 * other in this order (R12.3). */
static void check_three_rows(void)
{
    char *states = list_states("3 3 10 10\n1 7 W\n"
                               "  _ _ W\n _ _ W _\nW W _ _ _\n _ _ W _\n  _ _ W\n",
                               "GEN_ALL_POS_MOV");
    char *tidied = tidy(states);
    report(strstr(tidied,
                  "3 3 10 10\n3 7 B\n  _ _ W\n _ _ W _\nW W _ _ _\n _ _ _ _\n  _ _ _\n"
                  "3 3 10 10\n3 7 B\n  _ _ _\n _ _ _ _\nW W _ _ _\n _ _ W _\n  _ _ W\n"
                  "3 3 10 10\n3 7 B\n  _ _ W\n _ _ W _\n_ _ _ _ _\n _ _ W _\n  _ _ W\n") != NULL,
           "R12.3 three crossing rows, the diagonal first", "");
    free(states);
    free(tidied);
}

static bool is_lost(const char *state, const char *reply)
{
    char *answer = list_states(state, "IS_GAME_OVER");
    bool  lost = strcmp(answer, reply) == 0;
    free(answer);
    return lost;
}

/* One state, one of those that can follow, and lost for the side that is to move in it. */
static void check_winning_state(const char *name, const char *board, const char *reply)
{
    char       *all = list_states(board, "GEN_ALL_POS_MOV");
    char       *one = list_states(board, "GEN_ALL_POS_MOV_EXT");
    const char *found = strstr(all, one);
    bool        right = *one != '\0' && strlen(one) < strlen(all) && found != NULL;
    right = right && (found == all || found[-1] == '\n') && is_lost(one, reply);
    report(right, name, "");
    if (!right)
        show("answer", one);
    free(all);
    free(one);
}

static void check_same_list(const char *name, const char *board)
{
    char *all = list_states(board, "GEN_ALL_POS_MOV");
    char *ext = list_states(board, "GEN_ALL_POS_MOV_EXT");
    report(*all != '\0' && strcmp(all, ext) == 0, name, "");
    free(all);
    free(ext);
}

/* R1.1, R2.2: on the largest board the last push of a row of 39 spots, and columns beyond z. */
static void check_largest_board(void)
{
    enum { SIDE = 20 };
    Bytes in, rows;
    FILE *stream = bytes_open(&rows);
    for (int r = 1; r < 2 * SIDE; r++) {
        int length = SIDE + (r < SIDE ? r : 2 * SIDE - r) - 1;
        fprintf(stream, "%*s", r < SIDE ? SIDE - r : r - SIDE, "");
        for (int n = 0; n < length; n++)
            fputs(r == SIDE && n > 0 ? "W " : "_ ", stream);
        fputc('\n', stream);
    }
    fclose(stream);
    stream = bytes_open(&in);
    fprintf(stream,
            LOAD "20 39 200 200\n162 200 W\n%s"
                 "DO_MOVE ap1-an1\nDO_MOVE ao21-an22\nDO_MOVE ao21-an21\nGEN_ALL_POS_MOV_NUM\n",
            rows.data);
    fprintf(stream,
            LOAD "20 39 200 200\n162 200 W\n%s"
                 "DO_MOVE a1-b2\nPRINT_GAME_BOARD\nDO_MOVE z1-z2\nDO_MOVE an22-an21\n",
            rows.data);
    fclose(stream);
    char *answer = answer_to(in.data, in.size, &GENEROUS);
    report(strstr(answer, "BOARD_STATE_OK\nBAD_MOVE_ap1_IS_WRONG_INDEX\n"
                          "BAD_MOVE_an22_IS_WRONG_DESTINATION_FIELD\nMOVE_COMMITTED\n"
                          "114_UNIQUE_MOVES\n") == answer,
           "R2.2 columns beyond z", "");
    report(strstr(answer, "MOVE_COMMITTED\n20 39 200 200\n200 200 B\n") != NULL &&
               strchr(strstr(answer, "200 200 B"), 'W') == NULL,
           "R4.1 a row of 39", "");
    report(strstr(answer, "\n\nMOVE_COMMITTED\nMOVE_COMMITTED\n") != NULL,
           "R2.2 pushes into columns z and an", "");
    free(answer);
    free(in.data);
    free(rows.data);
}

/* Play every listed move from the board; the states must be those of the list of states, in its
 * order (R12.7). */
static void check_moves_give_states(const char *name, const char *board, const char *moves_command,
                                    const char *states_command)
{
    char *moves = list_states(board, moves_command);
    char *states = list_states(board, states_command), *tidied = tidy(states);
    Bytes in;
    FILE *stream = bytes_open(&in);
    for (const char *move = moves; *move != '\0'; move += strcspn(move, "\n") + 1)
        fprintf(stream, LOAD "%sDO_MOVE %.*s\nPRINT_GAME_BOARD\n", board, (int)strcspn(move, "\n"),
                move);
    fclose(stream);
    char *answer = answer_to(in.data, in.size, &GENEROUS), *played = tidy(answer);
    Bytes wanted;
    stream = bytes_open(&wanted);
    for (const char *line = played; *line != '\0';) {
        int length = (int)strcspn(line, "\n");
        if (strncmp(line, "BOARD_STATE_OK", 14) != 0 && strncmp(line, "MOVE_COMMITTED", 14) != 0)
            fprintf(stream, "%.*s\n", length, line);
        line += length + 1;
    }
    fclose(stream);
    bool right = *moves != '\0' && strcmp(wanted.data, tidied) == 0;
    report(right, name, "");
    if (!right) {
        show("moves", moves);
        show("played", wanted.data);
    }
    free(moves);
    free(states);
    free(tidied);
    free(in.data);
    free(answer);
    free(played);
    free(wanted.data);
}

static void check_lists(void)
{
    check_largest_board();
    check_moves_give_states("R12.7 start", START_4, "GEN_ALL_POS_MOV_LIST", "GEN_ALL_POS_MOV");
    check_moves_give_states("R12.7 a choice", CROSS, "GEN_ALL_POS_MOV_LIST", "GEN_ALL_POS_MOV");
    check_moves_give_states("R12.7 two choices", BOTH_CROSS, "GEN_ALL_POS_MOV_LIST",
                            "GEN_ALL_POS_MOV");
    check_moves_give_states("R12.7 a win", "2 3 5 5\n2 2 B\n" ROWS_START_2,
                            "GEN_ALL_POS_MOV_EXT_LIST", "GEN_ALL_POS_MOV_EXT");
    check_moves_give_states("R12.7 no win", CROSS, "GEN_ALL_POS_MOV_EXT_LIST",
                            "GEN_ALL_POS_MOV_EXT");
    check_three_rows();
    check_winning_state("4.8 White fills the board", START_2, "THE_WINNER_IS_WHITE\n");
    check_winning_state("4.8 Black fills the board", "2 3 5 5\n2 2 B\n" ROWS_START_2,
                        "THE_WINNER_IS_BLACK\n");
    check_winning_state("4.8 Black has no reserve", "2 3 5 5\n2 0 W\n" ROWS_EMPTY_2,
                        "THE_WINNER_IS_WHITE\n");
    check_winning_state("4.8 White has no reserve", "4 4 15 15\n0 3 B\n" ROWS_START_4,
                        "THE_WINNER_IS_BLACK\n");
    check_same_list("4.8 nobody wins at once", START_4);
    check_same_list("4.8 nobody wins at once, with choices", CROSS);
}

/* --- long lines and noise --- */

enum { LONG = 1 << 20 };

static void add_long(FILE *stream, char c)
{
    for (int i = 0; i < LONG; i++)
        fputc(c, stream);
}

/* `before`, a megabyte of one character, `after`; in all forms. */
static void hold_long(const char *name, const char *before, char c, const char *after,
                      const char *wanted)
{
    Bytes in;
    FILE *stream = bytes_open(&in);
    fputs(before, stream);
    add_long(stream, c);
    fputs(after, stream);
    fclose(stream);
    Dialogue dialogue = { name, in.data, in.size, wanted };
    hold_in_all_forms(&dialogue, 1, &GENEROUS);
    free(in.data);
}

static void check_long_lines(void)
{
    hold_long("a long line outside a board", "", 'x', "\nIS_GAME_OVER\n", "EMPTY_BOARD\n");
    hold_long("a long line between commands", LOAD START_2 "IS_GAME_OVER\n", '7',
              "\nIS_GAME_OVER\n", "BOARD_STATE_OK\nGAME_IN_PROGRESS\nGAME_IN_PROGRESS\n");
    hold_long("a long row", LOAD "2 3 5 5\n2 2 W\n W B\nB ", '_', " W\n W B\nPRINT_GAME_BOARD\n",
              "WRONG_BOARD_ROW_LENGTH\nEMPTY_BOARD\n");
    hold_long("a word far behind a row", LOAD "2 3 5 5\n2 2 W\n W B\nB _ W", ' ',
              "W\n W B\nPRINT_GAME_BOARD\n", "WRONG_BOARD_ROW_LENGTH\nEMPTY_BOARD\n");
    hold_long("a long line behind a board", LOAD START_2, 'W', "\nPRINT_GAME_BOARD\n",
              "WRONG_BOARD_ROW_LENGTH\nEMPTY_BOARD\n");
    hold_long("a long number", LOAD, '4', " 4 15 15\n12 12 W\n" ROWS_START_4 "PRINT_GAME_BOARD\n",
              "WRONG_GAME_PARAMETERS\nEMPTY_BOARD\n");
    hold_long("a long word behind the numbers", LOAD "2 3 5 5 ", 'W',
              "\n2 2 W\n" ROWS_START_2 "IS_GAME_OVER\n", "BOARD_STATE_OK\nGAME_IN_PROGRESS\n");
    hold_long("a long line of blanks in a board", LOAD "2 3 5 5\n2 2 W\n", ' ',
              "\n" ROWS_START_2 "IS_GAME_OVER\n", "BOARD_STATE_OK\nGAME_IN_PROGRESS\n");
    hold_long("a long end of a move", LOAD START_2 "DO_MOVE a1-b2 ", 'w', "\nIS_GAME_OVER\n",
              "BOARD_STATE_OK\nMOVE_COMMITTED\nTHE_WINNER_IS_WHITE\n");
    hold_long("a long argument", LOAD START_2 "IS_GAME_OVER ", '-', "\nIS_GAME_OVER\n",
              "BOARD_STATE_OK\nGAME_IN_PROGRESS\nGAME_IN_PROGRESS\n");
    hold_long("a long number of plies", LOAD START_2 "WINNING_SEQUENCE_EXIST ", '1',
              "\nIS_GAME_OVER\n", "BOARD_STATE_OK\nWHITE_HAS_WINNING_STRATEGY\nGAME_IN_PROGRESS\n");
    hold_long("no second line", LOAD, '4', "", "WRONG_GAME_PARAMETERS\n");
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static bool goes_on_after(const Bytes *noise)
{
    Bytes in;
    in_form(noise->data, noise->size, GOES_ON, &in);
    char *answer = answer_to(in.data, in.size, &NO_TIME);
    bool  right = ends_with(answer, ANSWER_AFTERWARDS);
    free(in.data);
    free(answer);
    return right;
}

/* Random bytes, few of them letters, some of them newlines. */
static void write_noise(Random *random, FILE *stream)
{
    uint32_t count = random_below(random, 5000);
    for (uint32_t i = 0; i < count; i++)
        fputc(random_below(random, 30) == 0 ? '\n' : (int)random_below(random, 256), stream);
}

static void check_noise(const char *name, const char *before)
{
    bool right = true;
    for (uint64_t seed = 1; seed <= 200 && right; seed++) {
        Random random = random_seeded(seed);
        Bytes  noise;
        FILE  *stream = bytes_open(&noise);
        fputs(before, stream);
        write_noise(&random, stream);
        fclose(stream);
        right = goes_on_after(&noise);
        if (!right)
            printf("# seed %llu\n", (unsigned long long)seed);
        free(noise.data);
    }
    report(right, name, "");
}

/* A good dialogue with bytes of it exchanged, dropped or doubled. */
static void write_spoiled(Random *random, const Dialogue *dialogue, FILE *stream)
{
    static const char BYTES[] = "\n\n  _WB0123456789-:abcw\t\r/!";
    for (size_t i = 0; i < dialogue->in_size; i++) {
        uint32_t chance = random_below(random, 200);
        if (chance == 0)
            fputc(BYTES[random_below(random, sizeof BYTES - 1)], stream);
        else if (chance == 1)
            fputc((int)random_below(random, 256), stream);
        else if (chance != 2)
            fputc(dialogue->in[i], stream);
        if (chance == 3)
            fputc(dialogue->in[i], stream);
    }
}

static void check_spoiled(const char *name, const Dialogue *dialogues, size_t count)
{
    Random random = random_seeded(count);
    bool   right = true;
    for (size_t n = 0; n < 20 * count && right; n++) {
        const Dialogue *dialogue = &dialogues[n % count];
        Bytes           in;
        FILE           *stream = bytes_open(&in);
        write_spoiled(&random, dialogue, stream);
        fclose(stream);
        /* Where the spoiled text still says EXIT, nothing is to follow. */
        right = memmem(in.data, in.size, "EXIT", 4) != NULL || goes_on_after(&in);
        if (!right) {
            show("dialogue", dialogue->name);
            show("spoiled", in.data);
        }
        free(in.data);
    }
    report(right, name, "");
}

#define CHECK_SPOILED(name, dialogues) \
    check_spoiled(name, dialogues, sizeof dialogues / sizeof dialogues[0])

static void check_garbage(void)
{
    check_noise("noise", "");
    check_noise("noise for a board", LOAD);
    check_noise("noise for reserves", LOAD "4 4 15 15\n");
    check_noise("noise for rows", LOAD "12 4 15 15\n12 12 W\n");
    check_noise("noise behind a board", LOAD START_2);
    check_noise("noise for a move", LOAD START_4 "DO_MOVE ");
    check_noise("noise for a choice", LOAD CROSS "DO_MOVE a5-b5 ");
    check_noise("noise for a number", LOAD START_4 "WINNING_SEQUENCE_EXIST ");
    CHECK_SPOILED("spoiled boards", LOADING);
    CHECK_SPOILED("spoiled moves", MOVING);
    CHECK_SPOILED("spoiled choices", CHOOSING);
    CHECK_SPOILED("spoiled games", STANDING);
    CHECK_SPOILED("spoiled lists", LISTING);
    CHECK_SPOILED("spoiled questions", SOLVING);
}

/* --- as a program --- */

static bool program_says(int argc, char **argv, int status, const char *out, const char *err)
{
    Bytes answer, complaint;
    FILE *in = need(fopen("/dev/null", "r"));
    int   got = gipf_course_main(argc, argv, in, bytes_open(&answer), bytes_open(&complaint));
    fclose(in);
    fclose(answer.stream);
    fclose(complaint.stream);
    bool right = got == status && strstr(answer.data, out) != NULL &&
                 strstr(complaint.data, err) != NULL && (*err != '\0' || *complaint.data == '\0');
    free(answer.data);
    free(complaint.data);
    return right;
}

static void check_options(void)
{
    char *none[] = { "gipf", NULL };
    char *both[] = { "gipf", "--limit", "0", "--memory=1", NULL };
    char *help[] = { "gipf", "--help", NULL };
    char *strict[] = { "gipf", "--strict", "--limit=1", NULL };
    char *longer[] = { "gipf", "--limits=1", NULL };
    char *other[] = { "gipf", "--colour", NULL };
    char *word[] = { "gipf", "--limit", "soon", NULL };
    char *bare[] = { "gipf", "--memory", NULL };
    report(program_says(1, none, 0, "", ""), "no option", "");
    report(program_says(4, both, 0, "", ""), "both options", "");
    report(program_says(3, strict, 0, "", ""), "R12.5 --strict", "");
    report(program_says(2, longer, 2, "", "'--limits=1' is not an option"), "a longer name", "");
    report(program_says(2, help, 0, "usage: tessera gipf", ""), "--help", "");
    report(program_says(2, other, 2, "", "'--colour' is not an option"), "an unknown option", "");
    report(program_says(3, word, 2, "", "--limit takes a whole number"), "no number", "");
    report(program_says(2, bare, 2, "", "--memory takes a whole number"), "no value", "");
}

int main(void)
{
    HOLD_ALL(LOADING, &GENEROUS);
    HOLD_ALL(NO_BOARD, &GENEROUS);
    HOLD_ALL(MOVING, &GENEROUS);
    HOLD_ALL(CHOOSING, &GENEROUS);
    HOLD_ALL(STANDING, &GENEROUS);
    HOLD_ALL(LISTING, &GENEROUS);
    HOLD_ALL(LISTING_MOVES, &GENEROUS);
    HOLD_ALL(ROW_LISTS, &GENEROUS);
    HOLD_ALL(ACCEPTED, &GENEROUS);
    HOLD_ALL(ACCEPTED, &DOCUMENT);
    HOLD_ALL(STRICT, &DOCUMENT);
    HOLD_ALL(SOLVING, &GENEROUS);
    hold(&TIE, GOES_ON, &GENEROUS);
    HOLD_ALL(WITHOUT_TIME, &NO_TIME);
    hold(&DEEP, GOES_ON, &NO_TIME);
    HOLD_ALL(NUL_BYTES, &GENEROUS);
    check_exact_answers();
    check_lists();
    check_long_lines();
    check_garbage();
    check_options();
    printf("1..%d\n", tests);
    return failures == 0 ? 0 : 1;
}
