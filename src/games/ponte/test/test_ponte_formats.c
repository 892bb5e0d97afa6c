/* SPDX-License-Identifier: MIT */
/* test_ponte_formats FOLDER - how others write games of Ponte del Diavolo down, and the record that
 * becomes of it.  Where a reader refuses, line, column and reason are part of the table.  FOLDER is
 * tests/conformance/pdd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/perft.h"
#include "dialects/list.h"
#include "games/list.h"
#include "games/ponte/ponte.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const char *folder;

/* ---- formats and papers ---- */

typedef struct Paper {
    char   data[1 << 16];
    size_t size;
} Paper;

static bool take(void *context, const char *data, size_t size)
{
    Paper *paper = context;
    assert_true(paper->size + size < sizeof paper->data);
    memcpy(paper->data + paper->size, data, size);
    paper->size += size;
    paper->data[paper->size] = '\0';
    return true;
}

static const Converter *find_format(const char *name)
{
    for (const Converter *format = CONVERTERS; format->name != NULL; format++)
        if (strcmp(format->name, name) == 0)
            return format;
    fail_msg("there is no format %s", name);
    return NULL;
}

/* `variant` NULL: the format's usual one. */
static Status read_as(const char *format, const char *variant, int which, const char *text,
                      Record *out, Fault *fault)
{
    Setup      setup;
    ConvertAsk ask = { .which = which };
    char       words[SETUP_TEXT_MAX];
    if (variant != NULL) {
        snprintf(words, sizeof words, "ponte:%s", variant);
        assert_int_equal(games_setup(words, &setup, fault), STATUS_OK);
        ask.setup = &setup;
    }
    return find_format(format)->read(&ask, text, strlen(text), out, fault);
}

static void record_text(const Record *record, Paper *paper)
{
    paper->size = 0;
    assert_true(record_write(record, take, paper));
}

/* ---- texts that are read ---- */

static const struct read_case {
    const char *what;
    const char *format;
    const char *variant;
    int         which;
    const char *text;
    const char *record;
    const char *written; /* in the same format; NULL: the same, "" if it cannot be written */
} READ_CASES[] = {
    /* clang-format off */
    { "the log of the specification", "ponte-log", NULL, 0,
      "W_1_Chess_2,0_2,2\nB_2_Change_2,0_2,2\nW_3_Chess_0,2_1,3\nB_4_Bridge_2,0_2,2\nW_5_Chess_8,8_9,9\n",
      "[Game \"ponte:contest\"]\n1. c10,c8\n2. swap\n3. a8,b7\n4. c10-c8\n5. i2,j1\nresult *\n", NULL },
    { "a log in the other order, with CR LF and without a last line end", "ponte-log", NULL, 1,
      "\r\nW_1_Chess_2,2_2,0\r\n\r\nB_2_Change_2,2_2,0",
      "[Game \"ponte:contest\"]\n1. c10,c8\n2. swap\nresult *\n",
      "W_1_Chess_2,0_2,2\nB_2_Change_2,0_2,2\n" },
    { "an empty log: the game has just begun", "ponte-log", NULL, 0, "",
      "[Game \"ponte:contest\"]\nresult *\n", NULL },
    { "a log of another size, with numbers of two digits", "ponte-log", "contest;size=12", 0,
      "W_1_Chess_11,0_10,11\nB_2_Chess_0,0_0,2\n",
      "[Game \"ponte:contest;size=12\"]\n1. l12,k1\n2. a12,a10\nresult *\n", NULL },
    { "a log with a skip, to the end", "ponte-log", "contest;size=3", 0,
      "W_1_Chess_0,0_1,0\nB_2_Chess_2,0_1,1\nW_3_Chess_0,1_2,1\nB_4_Chess_0,2_2,2\nB_5_Bridge_0,2_2,2\n",
      "[Game \"ponte:contest;size=3\"]\n1. a3,b3\n2. c3,b2\n3. a2,c2\n4. a1,c1\n5. a1-c1\n"
      "result black bridges points 0-0 islands 0-0 bridges 0-1\n", NULL },
    { "the wire form", "ponte-wire", NULL, 0, "14+21 c 04+30 00+01 24+44 02+05 24-44",
      "[Game \"ponte:official\"]\n1. e9,b8\n2. swap\n3. e10,a7\n4. a10,b10\n5. e8,e6\n6. c10,f10\n7. e8-e6\nresult *\n",
      "size 10 : 14+21 c 04+30 00+01 24+44 02+05 24-44\n" },
    { "the wire form, f, over several lines, with remarks", "ponte-wire", NULL, 0,
      "# a game\n\n size 4 :\n13+30\nf\n# the choice\n01+21\n",
      "[Game \"ponte:official;size=4\"]\n1. d3,a1\n2. b4,b2\nresult *\n", "size 4 : 13+30 f 01+21\n" },
    { "the wire form, the choice alone", "ponte-wire", NULL, 0, "size 4 : 13+30 f",
      "[Game \"ponte:official;size=4\"]\n1. d3,a1\nresult *\n", "size 4 : 13+30\n" },
    { "the wire form, nothing but the size", "ponte-wire", NULL, 0, "size 7:",
      "[Game \"ponte:official;size=7\"]\nresult *\n", "size 7 :\n" },
    { "the wire form as a game of the contest", "ponte-wire", "contest;size=4", 0,
      "size 4 : 00+20 c 01+21 00-20",
      "[Game \"ponte:contest;size=4\"]\n1. a4,a2\n2. swap\n3. b4,b2\n4. a4-a2\nresult *\n",
      "size 4 : 00+20 c 01+21 00-20\n" },
    { "the wire form, the second of two games", "ponte-wire", NULL, 2,
      "# two\nsize 4 : 00+20 f\nsize 5 : 00+11 c 44+33\n",
      "[Game \"ponte:official;size=5\"]\n1. a5,b4\n2. swap\n3. d2,e1\nresult *\n",
      "size 5 : 00+11 c 33+44\n" },
    { "the first of two games", "ponte-wire", NULL, 1,
      "size 4 : 00+20 f\nsize 5 : 00+11 c nonsense\n",
      "[Game \"ponte:official;size=4\"]\n1. a4,a2\nresult *\n", "size 4 : 00+20\n" },
    { "a server's words", "ponte-server", NULL, 0,
      "Tile W A 1 Tile W c 1 Done\nSwap Done\nTile B J 10\nTile B J 8\nDone\n"
      "Bridge Bridge_180 C 1 Done\nBridge Bridge_90 J 10\n",
      "[Game \"ponte:official\"]\n1. a1,c1\n2. swap\n3. j10,j8\n4. a1-c1\n5. j10-j8\nresult *\n", "" },
    { "a server's angles", "ponte-server", "open", 0,
      "Tile W E 5 Tile W C 4 Tile B A 10 Tile B A 9 Bridge Bridge_30 E 5\n",
      "[Game \"ponte:open\"]\n1. e5,c4\n2. a10,a9\n3. e5-c4\nresult *\n", "" },
    { "a server's end, with Black's pass added", "ponte-server", "official;size=3", 0,
      "Tile W A 3 Tile W C 1\nTile B A 1 Tile B C 3\nTile W B 1 Tile W B 2\nTile B A 2 Tile B C 2\n"
      "Pass Done GameOver Done\n",
      "[Game \"ponte:official;size=3\"]\n1. a3,c1\n2. c3,a1\n3. b2,b1\n4. a2,c2\n5. pass\n6. pass\n"
      "result draw tie points 0-0 islands 0-0 bridges 0-0\n", "" },
    { "data with counts", "ponte-data", NULL, 0,
      "game 001 parallel_bridges_used=no\n1 L 100 0 0 j10,i10\n2 D 98 0 0 f3,f4\n",
      "[Game \"ponte:official\"]\n[Id \"001\"]\n1. i10,j10\n2. f4,f3\nresult *\n", "" },
    { "data without counts, and without a name", "ponte-data", NULL, 0,
      "# remark\n1 L e10,i6\n2 D swap\n3 D c6,e1\n",
      "[Game \"ponte:official\"]\n1. e10,i6\n2. swap\n3. c6,e1\nresult *\n", "" },
    { "data as a game of the contest: the colours are exchanged after a swap", "ponte-data", "contest",
      0, "1 L e10,i6\n2 D swap\n3 D c6,e1\n4 L a1,a3\n",
      "[Game \"ponte:contest\"]\n1. e10,i6\n2. swap\n3. c6,e1\n4. a3,a1\nresult *\n", "" },
    { "data with an end, and Black's pass added", "ponte-data", "official;size=3", 1,
      "game x\n1 L a3,c1\n2 D a1,c3\n3 L b1,b2\n4 D a2,c2\n5 L pass\nend light 0 0 0\nend dark 0 0 0\n"
      "game y\n",
      "[Game \"ponte:official;size=3\"]\n[Id \"x\"]\n1. a3,c1\n2. c3,a1\n3. b2,b1\n4. a2,c2\n5. pass\n6. pass\n"
      "result draw tie points 0-0 islands 0-0 bridges 0-0\n", "" },
    /* clang-format on */
};

static void check_writing(const struct read_case *c, const Record *record)
{
    static Paper     paper;
    const Converter *format = find_format(c->format);
    const char      *want = c->written == NULL ? c->text : c->written;
    Fault            fault = { 0 };
    if (want[0] == '\0' && c->written != NULL) {
        assert_null(format->write);
        return;
    }
    paper.size = 0;
    paper.data[0] = '\0';
    if (format->write(record, take, &paper, &fault) != STATUS_OK)
        fail_msg("%s: %s", c->what, fault.why);
    assert_string_equal(paper.data, want);
}

static void test_read(void **state)
{
    static Paper paper;
    (void)state;
    for (size_t n = 0; n < COUNT_OF(READ_CASES); n++) {
        const struct read_case *c = &READ_CASES[n];
        Record                  record;
        Fault                   fault = { 0 };
        if (read_as(c->format, c->variant, c->which, c->text, &record, &fault) != STATUS_OK)
            fail_msg("%s: %s", c->what, fault.why);
        record_text(&record, &paper);
        assert_string_equal(paper.data, c->record);
        check_writing(c, &record);
        record_free(&record);
    }
}

/* ---- invalid texts ---- */

#define LOG_FORM    "an action is COLOUR_TURN_ACTION_x,y_x,y with Chess, Bridge or Change"
#define WIRE_FORM   "a move is rc+rc for two stones or rc-rc for a bridge"
#define WIRE_CHOICE "behind the first move comes the second player's choice, c or f"
#define WIRE_SIZE   "in front of a game stands size, a number from 3 to 10, and ':'"
#define DATA_FORM   "a line is the number of a turn, L or D, three counts or none, a turn"
#define DATA_END    "an end is light or dark, then points, islands and bridges"
#define TILES       "Tile W A 1 Tile W C 1 "

static const struct refuse_case {
    const char *format;
    const char *variant;
    int         which;
    const char *text;
    size_t      at;
    const char *why;
} REFUSE_CASES[] = {
    /* clang-format off */
    { "ponte-log", NULL, 0, "hello", 0, "line 1, column 1: " LOG_FORM },
    { "ponte-log", NULL, 0, "w_1_Chess_2,0_2,2", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W-1_Chess_2,0_2,2", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_x_Chess_2,0_2,2", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_99999_Chess_2,0_2,2", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1Chess_2,0_2,2", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1_Place_2,0_2,2", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1_Chess_2.0_2,2", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,100", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,2x", 0, LOG_FORM },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,10", 0, "line 1, column 1: x and y go from 0 to 9" },
    { "ponte-log", "contest;size=4", 0, "W_1_Chess_4,0_2,2", 0, "x and y go from 0 to 3" },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,2\n\nW_2_Chess_4,0_4,2\n", 19,
      "line 3, column 1: this must be turn 2, of black" },
    { "ponte-log", NULL, 0, "W_2_Chess_2,0_2,2", 0, "this must be turn 1, of white" },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,0", 0, "turn 1: c10 is named twice" },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,2\nB_2_Chess_2,0_3,3\n", 18,
      "line 2, column 1: turn 2: c10 holds a stone (R3.1)" },
    { "ponte-log", NULL, 0, "W_1_Change_2,0_2,2", 0, "turn 1: only Black may swap, as the second move of the game" },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,2 B_2_Change_2,0_2,3", 18,
      "line 1, column 19: a change names the two stones of turn 1" },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,2\nB_2_Change_2,0_2,0", 18, "names the two stones" },
    { "ponte-log", NULL, 0, "W_1_Chess_2,0_2,2\nB_2_Bridge_2,0_2,2", 18,
      "turn 2: c10-c8: c10 holds no stone of the side to move (R4.2)" },
    { "ponte-log", "official", 0, "", 0, "the variant contest" },
    { "ponte-log", "contest;end=pass", 0, "", 0, "the variant contest" },
    { "ponte-log", NULL, 2, "", 0, "there is no game 2: this format holds one" },
    { "ponte-log", "contest;size=3", 0,
      "W_1_Chess_0,0_1,0\nB_2_Chess_2,0_1,1\nW_3_Chess_0,1_2,1\nB_4_Chess_0,2_2,2\nB_5_Bridge_0,2_2,2\n"
      "W_6_Chess_0,0_0,1\n", 91, "line 6, column 1: the game is over before this" },

    { "ponte-wire", NULL, 0, "", 0, "line 1, column 1: there is no game in this text" },
    { "ponte-wire", NULL, 0, "\n# a remark\n", 0, "there is no game in this text" },
    { "ponte-wire", NULL, 0, "1+21", 0, WIRE_FORM },
    { "ponte-wire", NULL, 0, "a0+21", 0, WIRE_FORM },
    { "ponte-wire", NULL, 0, "14*21", 0, WIRE_FORM },
    { "ponte-wire", NULL, 0, "14+2", 0, WIRE_FORM },
    { "ponte-wire", NULL, 0, "14+213", 0, WIRE_FORM },
    { "ponte-wire", NULL, 0, "c", 0, WIRE_FORM },
    { "ponte-wire", NULL, 0, "14+21 04+30", 6, "line 1, column 7: " WIRE_CHOICE },
    { "ponte-wire", NULL, 0, "14+21 cc", 6, WIRE_CHOICE },
    { "ponte-wire", NULL, 0, "14+21\nf f", 8, "line 2, column 3: " WIRE_FORM },
    { "ponte-wire", NULL, 0, "size 2 : 00+11", 0, WIRE_SIZE },
    { "ponte-wire", NULL, 0, "size 11 : 00+11", 0, WIRE_SIZE },
    { "ponte-wire", NULL, 0, "size : 00+11", 0, WIRE_SIZE },
    { "ponte-wire", NULL, 0, "size 4 00+11", 0, WIRE_SIZE },
    { "ponte-wire", NULL, 0, "size 4 : 00+14", 9, "rows and columns go from 0 to 3" },
    { "ponte-wire", "official;size=5", 0, "size 4 : 00+11", 0,
      "the size is 4 here, but 5 in the variant asked for" },
    { "ponte-wire", "official;size=12", 0, "00+11", 0, "boards up to 10 x 10 only" },
    { "ponte-wire", NULL, 0, "size 4 : 00+20 c 00+33", 17, "turn 3: a4 holds a stone (R3.1)" },
    { "ponte-wire", NULL, 0, "size 4 : 00+20\nsize 5 : 00+20\n", 15,
      "line 2, column 1: a second game begins here; choose one by its number (nth)" },
    { "ponte-wire", NULL, 3, "size 4 : 00+20\nsize 5 : 00+20\n", 30,
      "there is no game 3: the text holds 2" },
    { "ponte-wire", "contest;size=3", 0, "00+01 f 02+11 10+12 20+22 20-22", 26,
      "black must move twice in a row, and this form knows no skips" },
    { "ponte-wire", "contest;size=3", 0, "00+22 f 02+20 11+21 10+12 01+01", 26,
      "line 1, column 27: the game is over before this" },

    { "ponte-server", NULL, 0, "tile W A 1", 0, "Tile, Bridge, Swap, Pass, Done or GameOver is expected" },
    { "ponte-server", NULL, 0, "Tile", 0, "behind Tile come its pool, a column and a rank" },
    { "ponte-server", NULL, 0, "Tile W", 0, "a cell is a column and a rank, as in A 1" },
    { "ponte-server", NULL, 0, "Tile W A", 0, "a cell is a column and a rank, as in A 1" },
    { "ponte-server", NULL, 0, "Tile W A\n1", 0, "a cell is a column and a rank, as in A 1" },
    { "ponte-server", NULL, 0, "Tile W K 1", 0, "there is no cell K 1 on this board" },
    { "ponte-server", NULL, 0, "Tile W A 11", 0, "there is no cell A 11 on this board" },
    { "ponte-server", NULL, 0, "Tile W A1 1", 0, "there is no cell A1 1 on this board" },
    { "ponte-server", NULL, 0, "Tile W A 1x", 0, "there is no cell A 1x on this board" },
    { "ponte-server", NULL, 0, "Tile W A 1", 10, "a second Tile must follow" },
    { "ponte-server", NULL, 0, "Tile W A 1 Done", 11, "line 1, column 12: a second Tile must follow" },
    { "ponte-server", NULL, 0, "Tile W A 1 Tile W A 1", 0, "turn 1: a1 is named twice" },
    { "ponte-server", NULL, 0, "Done", 0, "Done stands behind a turn" },
    { "ponte-server", NULL, 0, TILES "Done Done", 27, "Done stands behind a turn" },
    { "ponte-server", NULL, 0, "Pass", 0, "turn 1: a pass is legal only if the side to move cannot place two stones" },
    { "ponte-server", NULL, 0, TILES "Swap\nSwap", 27, "line 2, column 1: turn 3: only Black may swap" },
    { "ponte-server", NULL, 0, "Bridge Bridge_31 A 1", 0, "30 45 60 90 120 135 150 180" },
    { "ponte-server", NULL, 0, "Bridge", 0, "30 45 60 90 120 135 150 180" },
    { "ponte-server", NULL, 0, "Bridge Bridge_90", 0, "a cell is a column and a rank" },
    { "ponte-server", NULL, 0, "Bridge Bridge_90 A 2", 0, "the other end of this bridge is off the board" },
    { "ponte-server", NULL, 0, "Bridge Bridge_180 C 1", 0, "turn 1: c1-a1: a1 holds no stone" },
    { "ponte-server", NULL, 0, "GameOver", 0, "the game is not over here by the rules" },
    { "ponte-server", NULL, 2, "", 0, "there is no game 2" },
    { "ponte-server", "official;size=3", 0,
      "Tile W A 3 Tile W C 1\nTile B A 1 Tile B C 3\nTile W B 1 Tile W B 2\nTile B A 2 Tile B C 2\n"
      "Pass GameOver Pass\n", 102, "line 5, column 15: nothing but Done comes behind GameOver" },

    { "ponte-data", NULL, 0, "", 0, "there is no game in this text" },
    { "ponte-data", NULL, 0, "game", 0, "behind game comes its name" },
    { "ponte-data", NULL, 0, "game x\x01y\n", 0, "characters that no tag takes" },
    { "ponte-data", NULL, 0, "gamex\n", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1 L", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1 L ", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1 L\na1,a2", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1 X a1,a2", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1 L 100 a1,a2", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1 L 100 0 0", 0, DATA_FORM },
    { "ponte-data", NULL, 0, "1 L a1,a2 a3", 10, "line 1, column 11: " DATA_FORM },
    { "ponte-data", NULL, 0, "1 D a1,a2", 0, "this must be turn 1, of L" },
    { "ponte-data", NULL, 0, "1 L a1,a2\n3 D a4,a5", 10, "line 2, column 1: this must be turn 2, of D" },
    { "ponte-data", NULL, 0, "1 L a1,a2\n2 D a1,a3", 10, "turn 2: a1 holds a stone (R3.1)" },
    { "ponte-data", NULL, 0, "1 L a1,a2\nend light 0 0 0", 10, "the game is not over here by the rules" },
    { "ponte-data", NULL, 0, "1 L a1,a2\nend light 0 0", 10, DATA_END },
    { "ponte-data", NULL, 0, "1 L a1,a2\nend white 0 0 0", 10, DATA_END },
    { "ponte-data", NULL, 0, "1 L a1,a2\nend", 10, DATA_END },
    { "ponte-data", NULL, 0, "1 L a1,a2\nend light 0 0 0x", 10, DATA_END },
    { "ponte-data", "official;size=3", 0,
      "1 L a3,c1\n2 D a1,c3\n3 L b1,b2\n4 D a2,c2\n5 L pass\nend light 1 0 0\n", 49,
      "line 6, column 1: the stones say 0 points, 0 islands and 0 bridges" },
    { "ponte-data", "official;size=3", 0,
      "1 L a3,c1\n2 D a1,c3\n3 L b1,b2\n4 D a2,c2\n5 L pass\n6 D pass\n7 L pass\n", 58,
      "line 7, column 1: the game is over before this" },
    { "ponte-data", NULL, 0, "game a\n1 L a1,a2\ngame b\n", 17, "line 3, column 1: a second game begins here" },
    { "ponte-data", NULL, 3, "game a\n1 L a1,a2\ngame b\n", 24, "there is no game 3: the text holds 2" },
    /* clang-format on */
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REFUSE_CASES); n++) {
        const struct refuse_case *c = &REFUSE_CASES[n];
        Record                    record, before;
        Fault                     fault = { 0 };
        memset(&record, 0x5a, sizeof record);
        memcpy(&before, &record, sizeof record);
        Status status = read_as(c->format, c->variant, c->which, c->text, &record, &fault);
        if (status == STATUS_OK || fault.at != c->at || strstr(fault.why, c->why) == NULL)
            fail_msg("%s: '%s': status %d at %zu: %s", c->format, c->text, (int)status, fault.at,
                     fault.why);
        assert_memory_equal(&record, &before, sizeof record);
        assert_int_equal(read_as(c->format, c->variant, c->which, c->text, &record, NULL), status);
    }
}

/* ---- games that a format has no words for ---- */

static void record_from(const char *text, Record *record)
{
    Fault fault = { 0 };
    if (record_read(games_find, text, strlen(text), record, &fault) != STATUS_OK)
        fail_msg("%s", fault.why);
}

static const struct unwritten_case {
    const char *format;
    const char *record;
    const char *why;
} UNWRITTEN[] = {
    /* clang-format off */
    { "ponte-log", "[Game \"ponte:official\"] 1. a1,a2 result *", "the variant contest" },
    { "ponte-log", "[Game \"ponte:open;end=skip\"] result *", "the variant contest" },
    { "ponte-log", "[Game \"ponte:contest;end=pass\"] result *", "the variant contest" },
    { "ponte-log", "[Game \"ponte:contest;size=4\"] [Position \"WW2/4/4/4 b - 2 s\"] result *",
      "the game does not begin at the start" },
    { "ponte-wire", "[Game \"ponte:open;size=4\"] [Position \"WW2/4/4/4 b - 2 s 1 -\"] result *",
      "the game does not begin at the start" },
    { "ponte-wire", "[Game \"ponte:contest;size=11\"] result *", "boards up to 10 x 10 only" },
    { "ponte-wire", "[Game \"ponte:official;size=3\"] a3,c1 c3,a1 b2,b1 a2,c2 pass result *",
      "turn 5 is a pass" },
    { "ponte-wire", "[Game \"ponte:contest;size=3\"] a3,b3 c3,b2 a2,c2 a1,c1 a1-c1 "
      "result black bridges points 0-0 islands 0-0 bridges 0-1", "before turn 5 a side is skipped" },
    /* clang-format on */
};

static bool refuse_bytes(void *context, const char *data, size_t size)
{
    int *calls = context;
    (void)data;
    (void)size;
    return --*calls >= 0;
}

static void test_unwritten(void **state)
{
    static Paper paper;
    (void)state;
    for (size_t n = 0; n < COUNT_OF(UNWRITTEN); n++) {
        Record record;
        Fault  fault = { 0 };
        record_from(UNWRITTEN[n].record, &record);
        paper.size = 0;
        assert_int_equal(find_format(UNWRITTEN[n].format)->write(&record, take, &paper, &fault),
                         STATUS_ILLEGAL);
        if (strstr(fault.why, UNWRITTEN[n].why) == NULL)
            fail_msg("%s: %s", UNWRITTEN[n].record, fault.why);
        assert_int_equal(paper.size, 0);
        record_free(&record);
    }
}

/* A sink that fails stops the writer. */
static void test_full_sink(void **state)
{
    static const char *const FORMATS[] = { "ponte-log", "ponte-wire" };
    Record                   record;
    (void)state;
    record_from("[Game \"ponte:contest\"] a1,a2 swap c1,c3 result *", &record);
    for (size_t n = 0; n < COUNT_OF(FORMATS); n++)
        for (int good = 0; good < 3; good++) {
            int   calls = good;
            Fault fault = { 0 };
            assert_int_equal(find_format(FORMATS[n])->write(&record, refuse_bytes, &calls, &fault),
                             STATUS_SYSTEM);
        }
    record_free(&record);
}

/* ---- there and back ---- */

static const char *const ROUND_VARIANTS[] = {
    "contest;size=3", "contest;size=4",  "contest;size=6",       "contest",  "contest;size=12",
    "open;size=4",    "official;size=6", "open;end=skip;size=5", "official",
};

static void play_randomly(Record *record, Random *random)
{
    Step steps[STEPS_MAX];
    for (int count; (count = PONTE_RULES.gen(line_now(&record->line), steps)) > 0;)
        assert_int_equal(line_step(&record->line, steps[random_below(random, (uint32_t)count)]),
                         STATUS_OK);
}

/* Written and read back it is the same game, unless the format says that it cannot be. */
static int check_round(const Converter *format, const Record *record, const Setup *setup)
{
    static Paper paper, first, second;
    ConvertAsk   ask = { .setup = setup };
    Record       again;
    Fault        fault = { 0 };
    paper.size = 0;
    if (format->write(record, take, &paper, &fault) != STATUS_OK) {
        assert_int_equal(fault.status, STATUS_ILLEGAL);
        return 0;
    }
    if (format->read(&ask, paper.data, paper.size, &again, &fault) != STATUS_OK)
        fail_msg("%s: %s", format->name, fault.why);
    record_text(record, &first);
    record_text(&again, &second);
    assert_string_equal(first.data, second.data);
    record_free(&again);
    return 1;
}

static void test_rounds(void **state)
{
    Random random = random_seeded(4711);
    int    rounds[2] = { 0, 0 };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(ROUND_VARIANTS); n++)
        for (int game = 0; game < 20; game++) {
            char   words[SETUP_TEXT_MAX];
            Setup  setup;
            Record record;
            snprintf(words, sizeof words, "ponte:%s", ROUND_VARIANTS[n]);
            assert_int_equal(games_setup(words, &setup, NULL), STATUS_OK);
            assert_int_equal(record_init(&record, &setup, NULL), STATUS_OK);
            play_randomly(&record, &random);
            rounds[0] += check_round(find_format("ponte-log"), &record, &setup);
            rounds[1] += check_round(find_format("ponte-wire"), &record, &setup);
            record_free(&record);
        }
    assert_int_equal(rounds[0], 100);
    assert_true(rounds[1] > 10);
}

/* ---- the conformance data ---- */

static char *read_file(const char *name)
{
    char  path[4096];
    FILE *file;
    char *text = calloc(1, 1 << 20);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    if (file == NULL || text == NULL)
        fail_msg("%s cannot be read", path);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

/* How many games a file holds, all of them read. */
static int count_games(const char *format, const char *name, Status last)
{
    char  *text = read_file(name);
    Record record;
    Fault  fault = { 0 };
    for (int which = 1;; which++) {
        Status status = read_as(format, NULL, which, text, &record, &fault);
        if (status == STATUS_NOT_FOUND) {
            free(text);
            return which - 1;
        }
        if (status != last)
            fail_msg("%s, game %d: %s", name, which, fault.why);
        if (status == STATUS_OK) {
            assert_int_not_equal(line_outcome(&record.line).ending, ENDING_NONE);
            record_free(&record);
        }
    }
}

static void test_data_files(void **state)
{
    (void)state;
    assert_int_equal(count_games("ponte-data", "random-games.txt", STATUS_OK), 50);
    assert_int_equal(count_games("ponte-data", "robot-games.txt", STATUS_OK), 6);
    assert_int_equal(count_games("ponte-wire", "refused-moves.txt", STATUS_ILLEGAL), 5);
}

/* ---- the table ---- */

static void test_table(void **state)
{
    (void)state;
    for (const Converter *format = CONVERTERS; format->name != NULL; format++) {
        assert_non_null(games_find(format->game));
        assert_true(format->read != NULL || format->write != NULL);
        assert_true(format->summary[0] != '\0' && strlen(format->name) <= 14);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_unwritten), cmocka_unit_test(test_full_sink),
        cmocka_unit_test(test_rounds),    cmocka_unit_test(test_data_files),
        cmocka_unit_test(test_table),
    };
    if (argc != 2) {
        fprintf(stderr, "Usage: test_ponte_formats FOLDER\n");
        return 2;
    }
    folder = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
