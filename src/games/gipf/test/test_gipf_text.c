/* SPDX-License-Identifier: MIT */
/* Notation and view of GIPF: variants, positions, turns, illegal steps, drawing, cells and pieces
 * (src/games/gipf/rulings.md, R2 and R10).  If a parser rejects a text, the table has the offset
 * and the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/shape.h"
#include "core/turn.h"
#include "games/gipf/gipf.h"
#include "games/gipf/gipf_explain.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* ---- variants ---- */

static const struct variant_case {
    const char *text;
    const char *written; /* NULL: rejected */
    size_t      at;
    const char *why;
} VARIANT_CASES[] = {
    { "", "4,4,15,15", 0, NULL },
    { "basic", "4,4,15,15", 0, NULL },
    { "4,4,15,15", "4,4,15,15", 0, NULL },
    { "2,2,4,4", "2,2,4,4", 0, NULL },
    { "2,3,200,4", "2,3,200,4", 0, NULL },
    { "12,23,200,200", "12,23,200,200", 0, NULL },
    { "standard", "standard", 0, NULL },
    { "tournament", "tournament", 0, NULL },
    { "4,4,15,15;choice=owner", "4,4,15,15", 0, NULL },
    { "4,4,15,15;choice=mover", "4,4,15,15;choice=mover", 0, NULL },
    { "choice=mover", "4,4,15,15;choice=mover", 0, NULL },
    { "standard;choice=mover", "standard;choice=mover", 0, NULL },
    { "standard;choice=mover;choice=owner", "standard", 0, NULL },
    { "3,3,10,10;board=general", "3,3,10,10;board=general", 0, NULL },
    { "3,3,10,10;board=general;board=fast", "3,3,10,10", 0, NULL },
    { "board=general;choice=mover", "4,4,15,15;choice=mover;board=general", 0, NULL },
    { "12,3,10,10;board=general", "12,3,10,10;board=general", 0, NULL },
    { "13,3,10,10;board=general", "13,3,10,10", 0, NULL }, /* the only one there */
    { "17,32,10,10", "17,32,10,10", 0, NULL },
    { "20,39,200,200;choice=mover", "20,39,200,200;choice=mover", 0, NULL },
    { "1,2,15,15", NULL, 0, "the side S of the board must be a number from 2 to 20" },
    { "21,4,15,15", NULL, 0, "the side S of the board must be a number from 2 to 20" },
    { "20,40,15,15", NULL, 3, "the row length K must be a number from 2 to 39" },
    { "99999999999999999999,4,15,15", NULL, 0, "the side S of the board" },
    { "4,1,15,15", NULL, 2, "the row length K must be a number from 2 to 7" },
    { "4,8,15,15", NULL, 2, "the row length K must be a number from 2 to 7" },
    { "2,4,15,15", NULL, 2, "the row length K must be a number from 2 to 3" },
    { "4,,15,15", NULL, 2, "the row length K" },
    { "4,4,3,15", NULL, 4, "the pieces of White must be a number from 4 to 200" },
    { "4,4,201,15", NULL, 4, "the pieces of White must be a number from 4 to 200" },
    { "4,4,-5,15", NULL, 4, "the pieces of White" },
    { "4,4,15,3", NULL, 7, "the pieces of Black must be a number from 4 to 200" },
    { "4,4,15,201", NULL, 7, "the pieces of Black must be a number from 4 to 200" },
    { "4,4,15,", NULL, 7, "the pieces of Black" },
    { "4", NULL, 1, "a variant is S,K,GW,GB or basic, standard, tournament" },
    { "4,4", NULL, 3, "a variant is S,K,GW,GB" },
    { "4,4,15", NULL, 6, "a variant is S,K,GW,GB" },
    { "4 4 15 15", NULL, 1, "a variant is S,K,GW,GB" },
    { "4,4,15,15,15", NULL, 9, "settings are joined by ';'" },
    { "4,4,15,15 ", NULL, 9, "settings are joined by ';'" },
    { "basics", NULL, 5, "settings are joined by ';'" },
    { "4,4,15,15;", NULL, 10, "unknown setting" },
    { "4,4,15,15;choice=both", NULL, 10, "unknown setting" },
    { "4,4,15,15;choice=mover;", NULL, 23, "unknown setting" },
    { "4,4,15,15;choice=movers", NULL, 22, "settings are joined by ';'" },
    { "Basic", NULL, 0, "unknown setting" },
    { " basic", NULL, 0, "unknown setting" },
    { "choice=mover;4,4,15,15", NULL, 13, "unknown setting" },
};

static void test_variants(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(VARIANT_CASES); n++) {
        const struct variant_case *c = &VARIANT_CASES[n];
        uint32_t                   variant = 77;
        Fault                      fault = { 0 };
        char                       written[VARIANT_TEXT_MAX];
        Text                       text = text_over(written, sizeof written);
        Status                     status = GIPF_TEXT.variant_read(c->text, &variant, &fault);
        if (c->written == NULL) {
            if (status != STATUS_SYNTAX || fault.at != c->at || variant != 77)
                fail_msg("'%s': status %d at %zu", c->text, (int)status, fault.at);
            if (strstr(fault.why, c->why) == NULL)
                fail_msg("'%s': %s", c->text, fault.why);
            continue;
        }
        if (status != STATUS_OK)
            fail_msg("'%s': %s", c->text, fault.why);
        GIPF_TEXT.variant_write(variant, &text);
        assert_string_equal(written, c->written);
    }
}

static uint32_t variant_of(const char *text)
{
    uint32_t variant = 0;
    Fault    fault = { 0 };
    if (GIPF_TEXT.variant_read(text, &variant, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return variant;
}

/* ---- position lines ---- */

#define START_ROWS    "W__B/_____/______/B_____W/______/_____/W__B"
#define STANDARD_ROWS "X__Y/_____/______/Y_____X/______/_____/X__Y"
/* Black's rows e2-e5 and e5-h2 cross in e5. */
#define PENDING_ROWS "W__B/_W___/__W___/B__B__W/__BB__/_B_B_/B__B"
#define PENDING      PENDING_ROWS " 8,3 B ?B"
/* The position before: a5-b5 completes them. */
#define EXAMPLE "W__B/_W___/__B___/B_____W/__BB__/_B_B_/B__B 9,3 W"
/* White's rows of GIPF-pieces c3-f5 and d2-g3. */
#define TWO_ROWS "B___/_____/______/_XXXX__/______/XXXX_/___Y 2,11 W --"
/* White's nine GIPF-pieces are the triangle c3-c6, c3-f5, c6-f5. */
#define TRIANGLE "_X__/_XX__/_X_X__/_XXXX__/______/_____/___Y 0,11 W --"
/* White's rows of GIPF-pieces c3-f5 and e2-e5 cross in e5. */
#define CROSS "B__Y/_____/______/_XXXX__/__X___/_X___/X___ 4,11 W --"

/* Position lines that are read, and how they are written then. */
static const struct read_case {
    const char *rule;
    const char *variant;
    const char *text;
    const char *written; /* NULL: the same */
} READ_CASES[] = {
    /* clang-format off */
    { "R10.1 the start", "basic", START_ROWS " 12,12 W", NULL },
    { "R10.1 nothing in reserve", "basic", START_ROWS " 0,0 B", NULL },
    { "R10.1 zeros in front of a reserve", "basic", START_ROWS " 012,0 W", START_ROWS " 12,0 W" },
    { "R10.1 the smallest board", "2,3,5,5", "WB/B_W/WB 2,2 W", NULL },
    { "R10.1 the opening field", "standard", STANDARD_ROWS " 12,12 W --", NULL },
    { "R10.1 the opening field", "tournament", STANDARD_ROWS " 12,12 B 1g", NULL },
    { "R10.1 in any combination", "tournament", STANDARD_ROWS " 12,12 B g-", NULL },
    { "R10.2 a pending choice", "basic", PENDING, NULL },
    { "R10.2 with rows left standing", "standard", TWO_ROWS " ?W!c3-f5", NULL },
    { "R10.2 their ends in any order", "standard", TWO_ROWS " ?W!f5-c3", TWO_ROWS " ?W!c3-f5" },
    { "R10.2 the rows in any order", "standard", TRIANGLE " ?W!c3-f5!c3-c6",
      TRIANGLE " ?W!c3-c6!c3-f5" },
    { "R10.2 or said twice", "standard", TWO_ROWS " ?W!c3-f5!f5-c3", TWO_ROWS " ?W!c3-f5" },
    { "R10.3 a row of GIPF-pieces may stay", "standard", TWO_ROWS, NULL },
    { "R10.3 also of the other side, while a choice is due", "standard",
      "XXXX/_____/______/___B___/__BB__/_B_B_/B__B 4,3 B -- ?B", NULL },
    { "R10.3 K - 1 in a row", "basic", "WWW_/_____/______/_______/______/_____/_BBB 5,5 W", NULL },
    { "R10.5 within a turn, own rows", "basic",
      "W__B/_B___/__B___/W__W__B/__WW__/_W_W_/W__W 3,8 W >W", NULL },
    { "R10.5 within a turn, the other side's", "basic;choice=mover",
      PENDING_ROWS " 8,3 W >B", NULL },
    { "R10.5 within a turn, a row left standing", "standard", TWO_ROWS " >W!c3-f5", NULL },
    { "R10.5 the other side's rows come later", "basic",
      "W___/BBBB_/______/___W___/__WW__/_W_W_/W__W 5,5 W >W", NULL },
    /* clang-format on */
};

static void test_positions_read(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(READ_CASES); n++)
        for (int general = 0; general < 2; general++) {
            const struct read_case *c = &READ_CASES[n];
            char                    variant[VARIANT_TEXT_MAX], line[POS_TEXT_MAX];
            Text                    text = text_over(line, sizeof line);
            PosBuffer               pos;
            Fault                   fault = { 0 };
            snprintf(variant, sizeof variant, "%s%s", c->variant, general ? ";board=general" : "");
            if (GIPF_TEXT.pos_read(variant_of(variant), c->text, &pos.head, &fault) != STATUS_OK)
                fail_msg("%s: %s", c->rule, fault.why);
            GIPF_TEXT.pos_write(&pos.head, &text);
            if (strcmp(line, c->written != NULL ? c->written : c->text) != 0)
                fail_msg("%s: %s", c->rule, line);
            assert_int_equal(GIPF_RULES.check(&pos.head, &fault), STATUS_OK);
        }
}

/* Texts that are no position line, or not of this variant. */
static const struct refuse_case {
    const char *rule;
    const char *variant;
    const char *text;
    size_t      at;
    const char *why;
} REFUSE_CASES[] = {
    /* clang-format off */
    { "R10.1 nothing at all", "basic", "", 0, "row 1 of the board has 4 fields, each one of" },
    { "R10.1 another symbol", "basic", "W_xB/_____", 2, "row 1 of the board has 4 fields" },
    { "R10.1 a row too long", "basic", "W__B_/_____", 4, "row 1 of the board ends after 4 fields" },
    { "R10.1 a row too short", "basic", "W__/_____/", 3, "row 1 of the board has 4 fields" },
    { "R10.1 the middle row too short", "basic", "W__B/_____/______/B____W/", 24,
      "row 4 of the board has 7 fields" },
    { "R10.1 missing row", "basic", "W__B/_____/______/B_____W/______/_____ 12,12 W", 38,
      "row 6 of the board ends after 5 fields with '/'" },
    { "R10.1 a row too many", "basic", START_ROWS "/____ 12,12 W", 43, "after the board come" },
    { "R10.1 leading space", "basic", " " START_ROWS " 12,12 W", 0, "row 1" },
    { "R10.1 a board of another side", "3,3,10,10", START_ROWS " 12,12 W", 3,
      "row 1 of the board ends after 3 fields" },
    { "R10.1 the board alone", "basic", START_ROWS, 43, "a space and the reserves, as in 12,12" },
    { "R10.1 one reserve", "basic", START_ROWS " 12 W", 46, "the reserves, as in 12,12" },
    { "R10.1 a comma and nothing", "basic", START_ROWS " 12,", 47, "the reserves" },
    { "R10.1 a sign", "basic", START_ROWS " -1,12 W", 44, "the reserves" },
    { "R10.1 two spaces", "basic", START_ROWS "  12,12 W", 44, "the reserves" },
    { "R10.1 reserve above the limit", "basic", START_ROWS " 201,12 W", 44, "the reserves" },
    { "R10.1 more than a number can be", "basic", START_ROWS " 12,4294967308 W", 47, "reserves" },
    { "R10.1 missing side to move", "basic", START_ROWS " 12,12", 49, "W or B, the side to move" },
    { "R10.1 side to move missing after the space", "basic", START_ROWS " 12,12 ", 50, "the side to move" },
    { "R10.1 a small letter", "basic", START_ROWS " 12,12 w", 50, "the side to move" },
    { "R10.1 trailing space", "basic", START_ROWS " 12,12 W ", 52, "the position ends here" },
    { "R10.1 no opening field in the basic game", "basic", START_ROWS " 12,12 W --", 52,
      "the position ends here, or continues with ?W or ?B" },
    { "R10.1 no opening field", "standard", STANDARD_ROWS " 12,12 W", 51, "field is missing" },
    { "R10.1 half an opening field", "standard", STANDARD_ROWS " 12,12 W -", 53, "two of 1 g -" },
    { "R10.1 another letter in it", "tournament", STANDARD_ROWS " 12,12 W 2-", 52, "two of 1 g -" },
    { "R10.1 too long", "tournament", STANDARD_ROWS " 12,12 W g--", 54, "position ends here" },
    { "R10.2 no space before the stage", "basic", START_ROWS " 12,12 W?W", 51, "position ends here" },
    { "R10.2 missing colour of the choice", "basic", START_ROWS " 12,12 W ?", 53, "'?' is followed by W or B" },
    { "R10.2 unknown colour of the choice", "basic", START_ROWS " 12,12 W ?X", 53, "by W or B" },
    { "R10.5 missing colour of the rows", "basic", START_ROWS " 12,12 W >", 53, "'>' is followed by W or B" },
    { "R10.2 no row behind !", "basic", PENDING "!", 53, "the two ends of a row, as in !e2-e5" },
    { "R10.2 half a row", "basic", PENDING "!e2", 53, "the two ends of a row" },
    { "R10.2 one spot", "basic", PENDING "!e2-e2", 53, "the two ends of a row" },
    { "R10.2 a dot", "basic", PENDING "!e1-e4", 53, "the two ends of a row" },
    { "R10.2 not on one line", "basic", PENDING "!e2-f4", 53, "the two ends of a row" },
    { "R10.2 something behind it", "basic", PENDING " ", 52, "the position ends before this" },
    { "R10.2 a name of another board", "standard", TWO_ROWS " ?W!c3-f55", 57,
      "the two ends of a row" },
    { "R10.2 something behind the rows", "standard", TWO_ROWS " ?W!c3-f5x", 62, "ends before this" },
    /* clang-format on */
};

/* The same for lines that are well written but cannot be: the place is always the beginning. */
static const struct refuse_case ILLEGAL_CASES[] = {
    /* clang-format off */
    { "R1.3 too many white pieces", "basic", START_ROWS " 13,12 W", 0,
      "White has 16 pieces on the board and in reserve, more than 15 (R1.3)" },
    { "R1.3 too many black pieces", "basic", START_ROWS " 12,13 W", 0,
      "Black has 16 pieces on the board and in reserve, more than 15 (R1.3)" },
    { "R1.3 a reserve beyond all pieces", "basic", START_ROWS " 12,16 W", 0,
      "a reserve is larger than all pieces of its side (R1.3)" },
    { "R8.1 a GIPF-piece in the basic game", "basic", "X__B/_____/______/B_____W/______/_____/W__B 1,1 W",
      0, "there are no GIPF-pieces in the basic game (R8.1)" },
    { "R9 an opening in the standard game", "standard", STANDARD_ROWS " 12,12 W g-", 0,
      "the opening field does not belong to this variant (R9)" },
    { "R10.2 the other side chooses", "basic", PENDING_ROWS " 8,3 W ?B", 0,
      "a pending choice belongs to the side to move (R10.2)" },
    { "R6.1 no short turns with choice=mover", "basic;choice=mover", PENDING, 0,
      "with choice=mover no choice is pending between turns (R6.1)" },
    { "R6.1 no choice for the mover with choice=owner", "basic", PENDING_ROWS " 8,3 W >B", 0,
      "with choice=owner each side chooses among its own rows only (R6.1)" },
    { "R10.3 a white row", "basic", "WWWW/_____/______/_______/______/_____/____ 1,1 W", 0,
      "there is a row of 4 or more white pieces on the board (R10.3)" },
    { "R10.3 a black row, on a diagonal", "4,3,15,15",
      "B___/_B___/__B___/_______/______/_____/____ 1,1 W", 0,
      "there is a row of 3 or more black pieces on the board (R10.3)" },
    { "R10.3 a single piece among GIPF-pieces", "standard",
      "XXWX/_____/______/_______/______/_____/___Y 1,1 W --", 0, "white pieces on the board (R10.3)" },
    { "R10.3 crossing rows, but nothing pending", "basic", PENDING_ROWS " 8,3 B", 0,
      "4 or more black pieces on the board (R10.3)" },
    { "R10.3 nothing to choose", "basic", START_ROWS " 12,12 W ?W", 0,
      "no choice of rows is pending here (R5.3)" },
    { "R10.3 one row is not a choice", "basic", "BBBB/_____/______/_______/______/_____/____ 5,1 B ?B", 0,
      "no choice of rows is pending here (R5.3)" },
    { "R10.3 a forced row should be gone", "basic",
      "____/WWWW_/______/___B___/__BB__/_B_B_/B__B 4,3 W ?W", 0, "no choice of rows is pending" },
    { "R10.3 the pusher's rows should be gone", "basic",
      "WWWW/_____/______/___B___/__BB__/_B_B_/B__B 4,3 B ?B", 0,
      "there is a row of 4 or more white pieces on the board (R10.3)" },
    { "R8.3 single pieces cannot have been left standing", "basic", PENDING "!e2-e5", 0,
      "only a row of GIPF-pieces can have been left standing (R8.3)" },
    { "R8.3 a part of a row", "standard", TWO_ROWS " ?W!c3-e5", 0,
      "what was left standing is not a row of the side that chooses (R8.3)" },
    { "R8.3 empty spots", "standard", TWO_ROWS " ?W!b5-e8", 0, "(R8.3)" },
    { "R8.3 all of them left standing", "standard", TWO_ROWS " ?W!c3-f5!d2-g3", 0,
      "no choice of rows is pending here (R5.3)" },
    /* clang-format on */
};

static void run_refuse_case(const struct refuse_case *c, Status want, bool general)
{
    char      variant[VARIANT_TEXT_MAX];
    PosBuffer pos, before;
    Fault     fault = { 0 };
    snprintf(variant, sizeof variant, "%s%s", c->variant, general ? ";board=general" : "");
    memset(&pos, 0x5a, sizeof pos);
    memcpy(&before, &pos, sizeof pos);
    Status status = GIPF_TEXT.pos_read(variant_of(variant), c->text, &pos.head, &fault);
    if (status != want || fault.status != want || fault.at != c->at)
        fail_msg("%s: status %d at %zu: %s", c->rule, (int)status, fault.at, fault.why);
    if (strstr(fault.why, c->why) == NULL)
        fail_msg("%s: %s", c->rule, fault.why);
    if (memcmp(&pos, &before, sizeof pos) != 0)
        fail_msg("%s: the position was touched", c->rule);
}

static void test_invalid_positions(void **state)
{
    (void)state;
    for (int general = 0; general < 2; general++) {
        for (size_t n = 0; n < COUNT_OF(REFUSE_CASES); n++)
            run_refuse_case(&REFUSE_CASES[n], STATUS_SYNTAX, general != 0);
        for (size_t n = 0; n < COUNT_OF(ILLEGAL_CASES); n++)
            run_refuse_case(&ILLEGAL_CASES[n], STATUS_ILLEGAL, general != 0);
    }
}

static PosBuffer position_of(const char *variant, const char *line)
{
    PosBuffer pos;
    Fault     fault = { 0 };
    if (GIPF_TEXT.pos_read(variant_of(variant), line, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return pos;
}

/* ---- invariants that no line can break ---- */

static GipfHead *head_of(PosBuffer *pos)
{
    return (GipfHead *)(void *)pos;
}

static void break_key(PosBuffer *pos)
{
    pos->head.key ^= 1;
}

static void break_side(PosBuffer *pos)
{
    pos->head.side = 2;
}

static void break_phase(PosBuffer *pos)
{
    pos->head.phase = 3;
}

static void break_padding(PosBuffer *pos)
{
    head_of(pos)->unused[3] = 1;
}

static void break_reserve(PosBuffer *pos)
{
    head_of(pos)->reserve[0] = 200;
}

static void break_opening(PosBuffer *pos)
{
    head_of(pos)->opening[1] = 'g';
}

static void break_stage(PosBuffer *pos)
{
    pos->head.extra = 2;
}

static void break_stage_and_phase(PosBuffer *pos)
{
    pos->head.extra = 1;
    pos->head.phase = GIPF_PHASE_OWN_ROWS;
}

/* The sets of fields follow the head: white, black, GIPF-pieces.  Bit 0 is the top left corner. */
static void break_stones(PosBuffer *pos)
{
    pos->bytes[sizeof(GipfHead)] ^= 0x80; /* beside the board */
}

static const struct broken_case {
    const char *why;
    void (*damage)(PosBuffer *pos);
} BROKEN_CASES[] = {
    { "the key does not match the position", break_key },
    { "side, phase or unused bytes of the position", break_side },
    { "side, phase or unused bytes of the position", break_phase },
    { "side, phase or unused bytes of the position", break_padding },
    { "more than 15 (R1.3)", break_reserve },
    { "the opening field does not belong to this variant", break_opening },
    { "the stage of the turn is unknown", break_stage },
    { "the stage of the turn is unknown", break_stage_and_phase },
    { "a stone is off the board, or two", break_stones },
};

static void test_check(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(BROKEN_CASES); n++) {
        PosBuffer pos = position_of("basic", START_ROWS " 12,12 W");
        Fault     fault = { 0 };
        assert_int_equal(GIPF_RULES.check(&pos.head, &fault), STATUS_OK);
        BROKEN_CASES[n].damage(&pos);
        if (BROKEN_CASES[n].damage != break_key)
            pos.head.key = GIPF_RULES.key(&pos.head);
        assert_int_equal(GIPF_RULES.check(&pos.head, &fault), STATUS_ILLEGAL);
        if (strstr(fault.why, BROKEN_CASES[n].why) == NULL)
            fail_msg("%s: %s", BROKEN_CASES[n].why, fault.why);
    }
}

/* ---- turns that are read, and how they are written then ---- */

/* a1-b2 makes the white row b2-e5 with the GIPF-pieces c3 (white) and f5 (black) in its span. */
#define TWO_GIPFS "____/_____/______/XWWY___/______/_____/____ 12,12 W --"

static const struct canonical_case {
    const char *rule;
    const char *variant;
    const char *position;
    const char *turn;
    const char *written;
} CANONICAL_CASES[] = {
    /* clang-format off */
    { "R10.4 a push", "basic", START_ROWS " 12,12 W", "c1-c2", "c1-c2" },
    { "R10.4 a GIPF-piece", "tournament", STANDARD_ROWS " 12,12 W gg", "Gc1-c2", "Gc1-c2" },
    { "R10.4 a row", "basic;choice=mover", EXAMPLE, "a5-b5/e2-e5", "a5-b5/e2-e5" },
    { "R10.4 from its other end: column", "basic;choice=mover", EXAMPLE, "a5-b5/e5-e2", "a5-b5/e2-e5" },
    { "R10.4 from its other end: diagonal", "basic;choice=mover", EXAMPLE, "a5-b5/h2-e5",
      "a5-b5/e5-h2" },
    { "R10.4 from its other end: row", "standard", TWO_GIPFS, "a1-b2/e5-b2", "a1-b2/b2-e5" },
    { "R10.4 a short turn", "basic", PENDING, "xe2-e5", "xe2-e5" },
    { "R10.4 from its other end", "basic", PENDING, "xe5-e2", "xe2-e5" },
    { "R10.4 what stays, in any order", "standard", TWO_GIPFS, "a1-b2/b2-e5!f5!c3",
      "a1-b2/b2-e5!c3!f5" },
    { "R10.4 or twice", "standard", TWO_GIPFS, "a1-b2/b2-e5!c3!c3", "a1-b2/b2-e5!c3" },
    { "R10.4 on a column by number", "standard", CROSS " ?W", "xe2-e5!e5!e2!e4!e3",
      "xe2-e5!e2!e3!e4!e5" },
    { "R10.4 on a diagonal by letter", "standard", TRIANGLE " ?W", "xf5-c6!f5!c6", "xc6-f5!c6!f5" },
    { "R10.5 the rest of a turn", "basic;choice=mover", PENDING_ROWS " 8,3 W >B", "/h2-e5", "/e5-h2" },
    { "R2.1 names of two digits", "5,4,20,20",
      "W___B/______/_______/________/B_______W/________/_______/______/W___B 17,17 W",
      "f11-f10", "f11-f10" },
    /* clang-format on */
};

static void test_turns_read(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CANONICAL_CASES); n++)
        for (int general = 0; general < 2; general++) {
            const struct canonical_case *c = &CANONICAL_CASES[n];
            char                         variant[VARIANT_TEXT_MAX], written[256];
            Text                         text = text_over(written, sizeof written);
            Turn                         turn;
            Fault                        fault = { 0 };
            Message                      why;
            snprintf(variant, sizeof variant, "%s%s", c->variant, general ? ";board=general" : "");
            PosBuffer pos = position_of(variant, c->position);
            if (turn_read(&GIPF_GAME, &pos.head, c->turn, &turn, &fault) != STATUS_OK)
                fail_msg("%s: %s", c->rule, fault.why);
            turn_write(&GIPF_GAME, &pos.head, &turn, &text);
            if (strcmp(written, c->written) != 0)
                fail_msg("%s: %s", c->rule, written);
            assert_int_equal(turn_explain(&GIPF_GAME, &pos.head, c->turn, &turn, &why), STATUS_OK);
            assert_null(why.def);
            assert_int_equal(why.cells.count, 0);
        }
}

/* ---- illegal steps: status, place, sentence, offending cells ---- */

#define FORM                                                                                     \
    "a move is a dot and a spot such as a1-b2, then for each choice of rows its two ends as in " \
    "/e2-e5 (R10.4)"
#define OPENING "X___/_____/______/_______/______/_____/___Y"

static const struct refusal_case {
    GipfError   error; /* GIPF_ERROR_NONE: rejected by core/turn */
    const char *variant;
    const char *position;
    const char *turn;
    Status      status;
    size_t      at;
    const char *sentence;
    const char *offending;
} REFUSAL_CASES[] = {
    /* clang-format off */
    { GIPF_ERROR_OVER, "basic", START_ROWS " 0,12 W", "c1-c2", STATUS_ILLEGAL, 0,
      "the game is over (R7)", "" },
    { GIPF_ERROR_OVER, "basic", START_ROWS " 0,12 W", "nonsense", STATUS_ILLEGAL, 0,
      "the game is over (R7)", "" },

    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", "", STATUS_SYNTAX, 0, FORM, "" },
    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", "c1", STATUS_SYNTAX, 2, FORM, "" },
    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", "c1c2", STATUS_SYNTAX, 2, FORM, "" },
    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", "-c2", STATUS_SYNTAX, 0, FORM, "" },
    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", "c1-", STATUS_SYNTAX, 3, FORM, "" },
    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", " c1-c2", STATUS_SYNTAX, 0, FORM, "" },
    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", "c1 - c2", STATUS_SYNTAX, 2, FORM, "" },
    { GIPF_ERROR_FORM, "basic", START_ROWS " 12,12 W", "G", STATUS_SYNTAX, 1, FORM, "" },
    { GIPF_ERROR_FORM, "basic;choice=mover", EXAMPLE, "a5-b5/", STATUS_SYNTAX, 6, FORM, "" },
    { GIPF_ERROR_FORM, "basic;choice=mover", EXAMPLE, "a5-b5/e2", STATUS_SYNTAX, 6, FORM, "" },
    { GIPF_ERROR_FORM, "basic;choice=mover", EXAMPLE, "a5-b5/e2-f4", STATUS_SYNTAX, 6, FORM, "" },
    { GIPF_ERROR_FORM, "basic", PENDING, "x", STATUS_SYNTAX, 1, FORM, "" },
    { GIPF_ERROR_FORM, "basic", PENDING, "xe2-k5", STATUS_SYNTAX, 1, FORM, "" },

    { GIPF_ERROR_NODE, "basic", START_ROWS " 12,12 W", "k1-c2", STATUS_SYNTAX, 0,
      "'k1' is not a point of a board of side 4 (R2.1)", "" },
    { GIPF_ERROR_NODE, "basic", START_ROWS " 12,12 W", "c1-c9", STATUS_SYNTAX, 3,
      "'c9' is not a point of a board of side 4 (R2.1)", "" },
    { GIPF_ERROR_NODE, "basic", START_ROWS " 12,12 W", "e10-e9", STATUS_SYNTAX, 0,
      "'e10' is not a point of a board of side 4 (R2.1)", "" },
    { GIPF_ERROR_NODE, "basic", START_ROWS " 12,12 W", "c01-c2", STATUS_SYNTAX, 0,
      "'c01' is not a point of a board of side 4 (R2.1)", "" },
    { GIPF_ERROR_NODE, "tournament", OPENING " 16,16 W gg", "Gk1-c2", STATUS_SYNTAX, 1,
      "'k1' is not a point of a board of side 4 (R2.1)", "" },
    { GIPF_ERROR_NODE, "basic", START_ROWS " 12,12 W", "somethingverylong-c2", STATUS_SYNTAX, 0,
      "'somethingve' is not a point of a board of side 4 (R2.1)", "" },
    { GIPF_ERROR_NODE, "2,3,5,5", "WB/B_W/WB 2,2 W", "a5-b5", STATUS_SYNTAX, 0,
      "'a5' is not a point of a board of side 2 (R2.1)", "" },
    { GIPF_ERROR_NODE, "standard", TWO_GIPFS, "a1-b2/b2-e5!k3", STATUS_SYNTAX, 12,
      "'k3' is not a point of a board of side 4 (R2.1)", "" },

    { GIPF_ERROR_NOT_A_DOT, "basic", START_ROWS " 12,12 W", "c2-c3", STATUS_ILLEGAL, 0,
      "c2 is a spot; a piece enters from one of the dots around the board (R3.1)", "c2" },
    { GIPF_ERROR_NOT_A_DOT, "tournament", OPENING " 16,16 W gg", "Gc2-c3", STATUS_ILLEGAL, 1,
      "c2 is a spot; a piece enters from one of the dots around the board (R3.1)", "c2" },
    { GIPF_ERROR_NOT_A_FIELD, "basic", START_ROWS " 12,12 W", "c1-b1", STATUS_ILLEGAL, 3,
      "b1 is a dot; a piece is pushed onto a spot (R3.1)", "b1" },
    { GIPF_ERROR_NOT_ADJACENT, "basic", START_ROWS " 12,12 W", "c1-c3", STATUS_ILLEGAL, 0,
      "c1 and c3 are not adjacent (R3.1)", "c1 c3" },

    { GIPF_ERROR_ROWS_FIRST, "basic", PENDING, "c1-c2", STATUS_ILLEGAL, 0,
      "Black must first choose the row to remove: xe2-e5, xe5-h2 (R5.3)",
      "e5 e4 e3 e2 e5 f4 g3 h2" },
    { GIPF_ERROR_ROWS_FIRST, "basic", PENDING, "", STATUS_ILLEGAL, 0,
      "Black must first choose the row to remove: xe2-e5, xe5-h2 (R5.3)",
      "e5 e4 e3 e2 e5 f4 g3 h2" },
    { GIPF_ERROR_ROWS_FIRST, "basic;choice=mover", EXAMPLE, "a5-b5", STATUS_ILLEGAL, 5,
      "White must first choose the row to remove: /e2-e5, /e5-h2 (R5.3)",
      "e5 e4 e3 e2 e5 f4 g3 h2" },
    { GIPF_ERROR_ROWS_FIRST, "basic;choice=mover", EXAMPLE, "a5-b5c1-c2", STATUS_ILLEGAL, 5,
      "White must first choose the row to remove: /e2-e5, /e5-h2 (R5.3)",
      "e5 e4 e3 e2 e5 f4 g3 h2" },
    { GIPF_ERROR_PUSH_FIRST, "basic", START_ROWS " 12,12 W", "/e2-e5", STATUS_ILLEGAL, 0,
      "there is no row to choose; a push comes first (R5.3)", "" },

    { GIPF_ERROR_RESERVE, "tournament", OPENING " 1,16 W gg", "Gc1-c2", STATUS_ILLEGAL, 0,
      "White has too few pieces in reserve for this: 1 (R3.4)", "" },
    { GIPF_ERROR_MUST_STACK, "tournament", OPENING " 16,16 B g1", "c1-c2", STATUS_ILLEGAL, 0,
      "the first move of Black must enter a GIPF-piece, written with a leading G (R9.1)", "" },
    { GIPF_ERROR_NO_STACKS, "tournament", OPENING " 16,16 W -g", "Gc1-c2", STATUS_ILLEGAL, 0,
      "White may not enter GIPF-pieces after its first single piece (R9.2)", "" },
    { GIPF_ERROR_NO_STACKS, "standard", STANDARD_ROWS " 12,12 W --", "Gc1-c2", STATUS_ILLEGAL, 0,
      "White may not enter GIPF-pieces in this variant (R8.1)", "" },
    { GIPF_ERROR_NO_STACKS, "basic", START_ROWS " 12,12 B", "Gc1-c2", STATUS_ILLEGAL, 0,
      "Black may not enter GIPF-pieces in this variant (R8.1)", "" },
    { GIPF_ERROR_FULL, "basic", "____/_____/______/WBWBWBW/______/_____/____ 9,9 W", "i5-h5",
      STATUS_ILLEGAL, 0, "the line from i5 is full: there is no gap to push into (R3.3)",
      "b2 c3 d4 e5 f5 g5 h5" },

    { GIPF_ERROR_ROW, "basic", PENDING, "xe2-e4", STATUS_ILLEGAL, 0,
      "the rows to choose from are xe2-e5, xe5-h2 (R5.3)", "e5 e4 e3 e2 e5 f4 g3 h2" },
    { GIPF_ERROR_ROW, "basic;choice=mover", EXAMPLE, "a5-b5/b5-d5", STATUS_ILLEGAL, 5,
      "the rows to choose from are /e2-e5, /e5-h2 (R5.3)", "e5 e4 e3 e2 e5 f4 g3 h2" },
    { GIPF_ERROR_LEFT, "standard", TWO_GIPFS, "a1-b2/b2-e5!d4", STATUS_ILLEGAL, 12,
      "d4 is not a GIPF-piece of the row that is removed (R8.2)", "d4" },
    { GIPF_ERROR_LEFT, "standard", TWO_GIPFS, "a1-b2/b2-e5!c3!h2", STATUS_ILLEGAL, 15,
      "h2 is not a GIPF-piece of the row that is removed (R8.2)", "h2" },
    { GIPF_ERROR_LEFT, "basic", PENDING, "xe2-e5!e4", STATUS_ILLEGAL, 7,
      "e4 is not a GIPF-piece of the row that is removed (R8.2)", "e4" },

    { GIPF_ERROR_NONE, "basic", START_ROWS " 12,12 W", "c1-c2/e2-e5", STATUS_SYNTAX, 5,
      "the turn is complete before '/e2-e5'", "" },
    { GIPF_ERROR_NONE, "basic", START_ROWS " 12,12 W", "c1-c2 ", STATUS_SYNTAX, 5,
      "the turn is complete before ' '", "" },
    { GIPF_ERROR_NONE, "basic", PENDING, "xe2-e5/e5-h2", STATUS_SYNTAX, 6,
      "the turn is complete before '/e5-h2'", "" },
    /* clang-format on */
};

static void label_cells(int side, const CellList *cells, Text *out)
{
    for (int n = 0; n < cells->count; n++)
        for (int8_t i = 0; i <= 2 * side; i++)
            for (int8_t j = 0; j <= 2 * side; j++)
                if (gipf_node_exists(side, (GipfNode){ i, j }) &&
                    gipf_node_cell(side, (GipfNode){ i, j }) == cells->cell[n]) {
                    text_add(out, n == 0 ? "" : " ");
                    gipf_node_write(side, (GipfNode){ i, j }, out);
                }
}

static void run_refusal_case(const struct refusal_case *c, const char *extra)
{
    char    variant[VARIANT_TEXT_MAX], sentence[512], labels[256];
    Text    text = text_over(sentence, sizeof sentence);
    Text    names = text_over(labels, sizeof labels);
    Turn    turn;
    Fault   fault = { 0 };
    Message why = { .cells.count = 9 };
    snprintf(variant, sizeof variant, "%s%s", c->variant, extra);
    PosBuffer pos = position_of(variant, c->position);
    Status    status = turn_read(&GIPF_GAME, &pos.head, c->turn, &turn, &fault);
    if (status != c->status || fault.at != c->at || strcmp(fault.why, c->sentence) != 0)
        fail_msg("'%s': status %d at %zu: %s", c->turn, (int)status, fault.at, fault.why);
    if (turn_explain(&GIPF_GAME, &pos.head, c->turn, &turn, &why) != c->status || why.at != c->at)
        fail_msg("'%s' is explained at %zu", c->turn, why.at);
    message_write(&why, &GIPF_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &text);
    if (strcmp(sentence, c->sentence) != 0)
        fail_msg("'%s' is explained: %s", c->turn, sentence);
    label_cells(gipf_unpack(pos.head.variant).side, &why.cells, &names);
    if (strcmp(labels, c->offending) != 0)
        fail_msg("'%s': offending are %s", c->turn, labels);
}

static void test_illegal_steps(void **state)
{
    bool seen[GIPF_ERROR_LEFT + 1] = { false };
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REFUSAL_CASES); n++) {
        run_refusal_case(&REFUSAL_CASES[n], "");
        run_refusal_case(&REFUSAL_CASES[n], ";board=general");
        seen[REFUSAL_CASES[n].error] = true;
    }
    for (int n = 0; n <= GIPF_ERROR_LEFT; n++)
        if (!seen[n])
            fail_msg("error %d has no test case", n);
}

/* The error itself, for cases of one step; the scan stays where it is. */
static void test_every_error_has_a_case(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REFUSAL_CASES); n++) {
        const struct refusal_case *c = &REFUSAL_CASES[n];
        PosBuffer                  pos = position_of(c->variant, c->position);
        Scan                       scan = scan_string(c->turn);
        GipfReading                reading = gipf_step_parse(&pos.head, &scan);
        if (reading.error == GIPF_ERROR_NONE)
            continue; /* a later step is illegal */
        assert_int_equal(reading.error, c->error);
        assert_int_equal(reading.at, c->at);
        assert_int_equal(scan.at, 0);
        assert_int_equal(gipf_error_is_syntax(reading.error), c->status == STATUS_SYNTAX);
    }
}

/* ---- the board in characters, byte for byte ---- */

static const struct draw_case {
    const char *variant;
    const char *position; /* NULL: the start */
    const char *drawing;
} DRAW_CASES[] = {
    /* clang-format off */
    { "basic", NULL,
      "4 4 15 15\n"
      "12 12 W\n"
      "   W _ _ B    \n"
      "  _ _ _ _ _   \n"
      " _ _ _ _ _ _  \n"
      "B _ _ _ _ _ W \n"
      " _ _ _ _ _ _ \n"
      "  _ _ _ _ _ \n"
      "   W _ _ B \n" },
    { "3,3,12,12", NULL,
      "3 3 12 12\n"
      "9 9 W\n"
      "  W _ B   \n"
      " _ _ _ _  \n"
      "B _ _ _ W \n"
      " _ _ _ _ \n"
      "  W _ B \n" },
    { "2,3,5,5", NULL,
      "2 3 5 5\n"
      "2 2 W\n"
      " W B  \n"
      "B _ W \n"
      " W B \n" },
    { "basic", EXAMPLE,
      "4 4 15 15\n"
      "9 3 W\n"
      "   W _ _ B    \n"
      "  _ W _ _ _   \n"
      " _ _ B _ _ _  \n"
      "B _ _ _ _ _ W \n"
      " _ _ B B _ _ \n"
      "  _ B _ B _ \n"
      "   B _ _ B \n" },
    { "standard;choice=mover", STANDARD_ROWS " 1,12 B --",
      "4 4 18 18\n"
      "1 12 B\n"
      "   X _ _ Y    \n"
      "  _ _ _ _ _   \n"
      " _ _ _ _ _ _  \n"
      "Y _ _ _ _ _ X \n"
      " _ _ _ _ _ _ \n"
      "  _ _ _ _ _ \n"
      "   X _ _ Y \n" },
    /* clang-format on */
};

static void test_draw(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(DRAW_CASES); n++) {
        const struct draw_case *c = &DRAW_CASES[n];
        PosBuffer               pos;
        char                    drawing[1024];
        Text                    text = text_over(drawing, sizeof drawing);
        if (c->position != NULL)
            pos = position_of(c->variant, c->position);
        else
            GIPF_RULES.start(variant_of(c->variant), &pos.head);
        GIPF_TEXT.draw(&pos.head, &text);
        assert_string_equal(drawing, c->drawing);
    }
}

/* ---- cells, lines, pieces, panel, input ---- */

static double distance(ShapePoint a, ShapePoint b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static void check_cell(const Shape *shape, int side, GipfNode node)
{
    char             name[8];
    Text             text = text_over(name, sizeof name);
    int              id = gipf_node_cell(side, node);
    const ShapeCell *cell = &shape->cells[id];
    gipf_node_write(side, node, &text);
    assert_string_equal(cell->label, name);
    assert_string_equal(cell->kind, gipf_node_is_field(side, node) ? "field" : "dot");
    assert_int_equal(shape_find(shape, name), id);
    assert_int_equal(cell->corner_count, 0);

    static const int8_t STEP[3][2] = { { 0, 1 }, { 1, 0 }, { 1, 1 } };
    for (int n = 0; n < 3; n++) {
        GipfNode next = { (int8_t)(node.i + STEP[n][0]), (int8_t)(node.j + STEP[n][1]) };
        if (gipf_node_exists(side, next)) {
            double apart = distance(cell->centre, shape->cells[gipf_node_cell(side, next)].centre);
            assert_true(apart > 0.999 && apart < 1.001);
        }
    }
}

static void test_shape(void **state)
{
    (void)state;
    for (int side = GIPF_SIDE_MIN; side <= GIPF_SIDE_MAX; side++) {
        GipfSettings settings = { .side = side, .row = 2, .pieces = { 9, 9 } };
        Shape        shape;
        int          nodes = 0;
        shape_init(&shape);
        assert_true(GIPF_VIEW.shape(gipf_pack(&settings), &shape));
        for (int8_t i = 0; i <= 2 * side; i++)
            for (int8_t j = 0; j <= 2 * side; j++)
                if (gipf_node_exists(side, (GipfNode){ i, j })) {
                    assert_int_equal(gipf_node_cell(side, (GipfNode){ i, j }), nodes);
                    check_cell(&shape, side, (GipfNode){ i, j });
                    nodes++;
                }
        assert_int_equal(shape.cell_count, nodes);
        assert_int_equal(shape.cell_count, 3 * side * (side + 1) + 1);
        assert_int_equal(shape.line_count, 3 * (2 * side - 1));
        for (int n = 0; n < shape.line_count; n++) {
            assert_string_equal(shape.cells[shape.lines[n].from].kind, "dot");
            assert_string_equal(shape.cells[shape.lines[n].to].kind, "dot");
        }
        shape_free(&shape);
    }
}

/* White looks from below: e1 is the lowest cell, e9 the highest, a1 left and i5 right. */
static void test_shape_is_upright(void **state)
{
    Shape      shape;
    ShapePoint low, high;
    (void)state;
    shape_init(&shape);
    assert_true(GIPF_VIEW.shape(variant_of("basic"), &shape));
    shape_box(&shape, &low, &high);
    ShapePoint top = shape.cells[shape_find(&shape, "e9")].centre;
    ShapePoint bottom = shape.cells[shape_find(&shape, "e1")].centre;
    ShapePoint left = shape.cells[shape_find(&shape, "a1")].centre;
    ShapePoint right = shape.cells[shape_find(&shape, "i5")].centre;
    assert_true(top.y <= low.y && bottom.y >= high.y && top.x >= bottom.x && top.x <= bottom.x);
    assert_true(left.x <= low.x && right.x >= high.x);
    shape_free(&shape);
}

/* A view as one line of words. */
static const struct view_case {
    const char *variant;
    const char *position; /* NULL: the start */
    const char *pieces;   /* cell, glyph, side */
    const char *panel;
} VIEW_CASES[] = {
    /* clang-format off */
    { "2,3,5,6", NULL,
      "b3 stone white, c4 stone black, b2 stone black, d3 stone white, c2 stone white, "
      "d2 stone black, ",
      "white reserve 2, white on the board 3, white lost 0, "
      "black reserve 3, black on the board 3, black lost 0, " },
    { "standard", "____/_____/______/_X_____/______/YYYY_/W___ 10,7 B -- ?B",
      "c3 stack white, d2 stack black, e3 stack black, f3 stack black, g3 stack black, "
      "e2 stone white, ",
      "white reserve 10, white on the board 3, white lost 5, "
      "black reserve 7, black on the board 8, black lost 3, " },
    { "basic", PENDING,
      "b5 stone white, e8 stone black, c5 stone white, d5 stone white, "
      "b2 stone black, e5 stone black, h5 stone white, e4 stone black, f4 stone black, "
      "e3 stone black, g3 stone black, e2 stone black, h2 stone black, ",
      "white reserve 8, white on the board 4, white lost 3, "
      "black reserve 3, black on the board 9, black lost 3, " },
    { "tournament", NULL, "",
      "white reserve 18, white on the board 0, white lost 0, "
      "white opening must enter a GIPF-piece, "
      "black reserve 18, black on the board 0, black lost 0, "
      "black opening must enter a GIPF-piece, " },
    { "tournament", OPENING " 14,16 W g-", "b5 stack white, h2 stack black, ",
      "white reserve 14, white on the board 2, white lost 2, white opening may enter GIPF-pieces, "
      "black reserve 16, black on the board 2, black lost 0, " },
    /* clang-format on */
};

static void write_pieces(const Pos *pos, const Shape *shape, Text *out)
{
    Pieces pieces;
    pieces_init(&pieces);
    assert_true(GIPF_VIEW.pieces(pos, &pieces));
    for (int n = 0; n < pieces.count; n++) {
        const Piece *piece = &pieces.at[n];
        assert_int_equal(piece->cell, piece->cell2);
        assert_int_equal(piece->marks, 0);
        text_addf(out, "%s %s %s, ", shape->cells[piece->cell].label, piece->glyph,
                  GIPF_GAME.sides[piece->side]);
    }
    pieces_free(&pieces);
}

static void write_panel(const Pos *pos, Text *out)
{
    PanelRows panel = { .count = 0 };
    panel_rows(&GIPF_GAME, pos, &LANGUAGE_ENGLISH, &panel);
    for (int n = 0; n < panel.count; n++)
        text_addf(out, "%s %s %s, ", GIPF_GAME.sides[panel.row[n].side], panel.row[n].label,
                  panel.row[n].value);
}

static void test_views(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(VIEW_CASES); n++) {
        const struct view_case *c = &VIEW_CASES[n];
        PosBuffer               pos;
        Shape                   shape;
        char                    pieces[1024], panel[1024];
        Text                    pieces_text = text_over(pieces, sizeof pieces);
        Text                    panel_text = text_over(panel, sizeof panel);
        if (c->position != NULL)
            pos = position_of(c->variant, c->position);
        else
            GIPF_RULES.start(variant_of(c->variant), &pos.head);
        shape_init(&shape);
        assert_true(GIPF_VIEW.shape(pos.head.variant, &shape));
        write_pieces(&pos.head, &shape, &pieces_text);
        write_panel(&pos.head, &panel_text);
        shape_free(&shape);
        assert_string_equal(pieces, c->pieces);
        assert_string_equal(panel, c->panel);
    }
}

/* What a player selects, step by step; the label follows in brackets. */
static const struct input_case {
    const char *variant;
    const char *position;
    const char *turn;
    const char *input;
} INPUT_CASES[] = {
    { "basic", START_ROWS " 12,12 W", "c1-c2", "c1 c2; " },
    { "basic", START_ROWS " 12,12 W", "i1-h2", "i1 h2; " },
    { "basic;choice=mover", EXAMPLE, "a5-b5/e2-e5", "a5 b5; any of e5 e4 e3 e2 (row e2-e5); " },
    { "basic;choice=mover", EXAMPLE, "a5-b5/h2-e5", "a5 b5; any of e5 f4 g3 h2 (row e5-h2); " },
    { "basic", PENDING, "xe2-e5", "any of e5 e4 e3 e2 (row e2-e5); " },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5",
      "a1 b2; any of b2 c3 d4 e5 (row b2-e5: all GIPF-pieces are removed); " },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5!c3",
      "a1 b2; any of b2 c3 d4 e5 (row b2-e5: this GIPF-piece stays: c3); " },
    { "standard", TWO_GIPFS, "a1-b2/b2-e5!f5!c3",
      "a1 b2; any of b2 c3 d4 e5 (row b2-e5: these GIPF-pieces stay: c3 f5); " },
    { "tournament", OPENING " 16,16 W gg", "c1-c2", "c1 c2 (single piece); " },
    { "tournament", OPENING " 16,16 W gg", "Gc1-c2", "c1 c2 (GIPF-piece); " },
};

static void write_inputs(PosBuffer *pos, const Turn *turn, Text *out)
{
    for (int n = 0; n < turn->count; n++) {
        InputHint hint;
        char      words[64];
        Text      label = text_over(words, sizeof words);
        GIPF_VIEW.input_hint(&pos->head, turn->step[n], &hint);
        message_write(&hint.label, &GIPF_GAME, pos->head.variant, &LANGUAGE_ENGLISH, &label);
        bool is_push = gipf_step_is_push(turn->step[n]);
        assert_int_equal(hint.flags, is_push ? 0 : INPUT_ANY_CELL);
        text_add(out, is_push ? "" : "any of ");
        label_cells(gipf_unpack(pos->head.variant).side, &hint.cells, out);
        if (label.length > 0)
            text_addf(out, " (%s)", words);
        text_add(out, "; ");
        GIPF_RULES.apply(&pos->head, turn->step[n]);
    }
}

static void test_inputs(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(INPUT_CASES); n++) {
        const struct input_case *c = &INPUT_CASES[n];
        PosBuffer                pos = position_of(c->variant, c->position);
        Turn                     turn;
        Fault                    fault = { 0 };
        char                     words[128];
        Text                     text = text_over(words, sizeof words);
        if (turn_read(&GIPF_GAME, &pos.head, c->turn, &turn, &fault) != STATUS_OK)
            fail_msg("%s: %s", c->turn, fault.why);
        write_inputs(&pos, &turn, &text);
        assert_string_equal(words, c->input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_positions_read),
        cmocka_unit_test(test_invalid_positions),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_turns_read),
        cmocka_unit_test(test_illegal_steps),
        cmocka_unit_test(test_every_error_has_a_case),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_shape_is_upright),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
