/* SPDX-License-Identifier: MIT */
/* What Ponte del Diavolo says as data: the keys, rulings and arguments of its errors, why a selection is
 * wrong, what a step does and what it scores, which stones belong together, results with numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/effect.h"
#include "core/line.h"
#include "core/shape.h"
#include "core/turn.h"
#include "games/list.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_explain.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/*   5 W W . W w      White to move; white bridge e5-e3
 *   4 . W B . +
 *   3 b . . W w      black bridge a3-a1
 *   2 + . . . .
 *   1 b . W W W   */
#define CROWD "WW1WW/1WB2/B2WW/5/B1WWW w e5-e3,a3-a1 9 -"

/* Two islands, each with a bridge to a single stone; e10 would join these. */
#define GAP   "WW1W1W1WW1/WW5WW1/10/10/10/10/10/10/10/10 w b10-d10,f10-h10 20 -"
#define CHAIN "WW1WWW1WW1/WW5WW1/10/10/10/10/10/10/10/10 w b10-d10,f10-h10 20 -"

static uint32_t variant_of(const char *text)
{
    uint32_t variant = 0;
    Fault    fault = { 0 };
    if (PONTE_TEXT.variant_read(text, &variant, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return variant;
}

static PosBuffer position_of(const char *variant, const char *line)
{
    PosBuffer pos;
    Fault     fault = { 0 };
    if (PONTE_TEXT.pos_read(variant_of(variant), line, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.why);
    return pos;
}

static Step step_of(const Pos *pos, const char *words)
{
    Scan    scan = scan_string(words);
    Step    step = 0;
    Message why;
    if (PONTE_TEXT.step_read(pos, &scan, &step, &why) != STATUS_OK)
        fail_msg("%s: %s", words, why.def->key);
    return step;
}

static void write_cells(const Pos *pos, const uint16_t *cells, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_add(out, i > 0 ? " " : "");
        PONTE_TEXT.cell_write(pos->variant, cells[i], out);
    }
}

static void expect_text(const char *what, const char *is, const char *want)
{
    if (strcmp(is, want) != 0)
        fail_msg("%s:\n  is   %s\n  want %s", what, is, want);
}

/* ---- errors: key, ruling, arguments, offending cells ---- */

/* Write "no-partner R4.2 cell=d1 side=0 | d1". */
static void write_message(const Pos *pos, const Message *message, Text *out)
{
    if (message->def == NULL)
        return;
    text_addf(out, "%s %s", message->def->key, message->def->ruling);
    for (int i = 0; i < message->arg_count; i++) {
        const MessageArg *arg = &message->arg[i];
        text_addf(out, " %s=", arg->name);
        switch (arg->kind) {
        case ARG_CELL: PONTE_TEXT.cell_write(pos->variant, arg->value, out); break;
        case ARG_CELLS:
            text_char(out, '(');
            write_cells(pos, message->cells.cell + arg->value, arg->count, out);
            text_char(out, ')');
            break;
        case ARG_SIDE:
        case ARG_COUNT: text_addf(out, "%d", arg->value); break;
        default: fail_msg("%s has an argument of another kind", message->def->key);
        }
    }
    text_add(out, message->cells.count > 0 ? " | " : "");
    write_cells(pos, message->cells.cell, message->cells.count, out);
}

static const struct error_case {
    const char *variant, *line, *text;
    const char *want;
} ERROR_CASES[] = {
    /* clang-format off */
    { "size=5", CROWD, "z", "syntax R9.2" },
    { "size=5", CROWD, "c3", "second-missing R3.1" },
    { "open;size=5", "5/5/5/5/5 w - 9 - 1 e", "a1,a2", "game-over R5.3" },
    { "size=5", CROWD, "swap", "swap-late R2.2" },
    { "open;size=5", CROWD " 1 -", "pass", "pass-early R5.2" },
    { "size=5", CROWD, "pass", "no-pass R5.1" },
    { "size=5", CROWD, "a5,c3", "occupied R3.1 cell=a5 | a5" },
    { "size=5", CROWD, "e4,c3", "covered R3.1 cell=e4 a=e5 b=e3 | e4 e5 e3" },
    { "size=5", CROWD, "c3,c3", "named-twice R3.1 cell=c3 | c3" },
    { "size=3", "WWW/3/2B w - 9 -", "a2,a1", "no-second-cell R3.1 cell=a2 | a2" },
    { "open;size=5;stones=3", "W1W2/5/B1B2/5/5 w - 9 - 1 -", "a1,b1", "no-pair R3.1 cell=a1 | a1" },
    { "size=5", "WW1WW/5/5/5/5 w - 9 -", "c5,a1", "group-size R3.2 cell=c5 n=5 cells=(b5 d5 a5 e5) | c5 b5 d5 a5 e5" },
    { "size=5", "WW3/1W3/3W1/5/5 w - 9 -", "c4,a1",
      "island-corner R3.3 cell=c4 cells=(c4 b4 b5 a5) stone=d3 | c4 b4 b5 a5 d3" },
    { "size=5", "WW3/WW3/5/5/5 w - 9 -", "c3,a1", "corner R3.3 cell=c3 stone=b4 | c3 b4" },
    { "size=5", CROWD, "a5-d5", "bridge-length R4.1 a=a5 b=d5 | a5 d5" },
    { "size=5", CROWD, "c1-c3", "bridge-owner R4.2 a=c1 b=c3 cell=c3 | c1 c3" },
    { "size=5", "W1W2/5/W4/5/5 w a5-c5 9 -", "a3-a5", "bridge-end R4.3 a=a3 b=a5 cell=a5 | a3 a5" },
    { "size=5", "WBW2/5/5/5/5 w - 9 -", "c5-a5", "bridge-stone R4.4 a=c5 b=a5 cell=b5 | c5 a5 b5" },
    { "size=5", "WB3/5/1WB2/5/5 b a5-b3 9 -", "b5-c3",
      "bridge-covered R4.5 a=b5 b=c3 cell=b4 c=a5 d=b3 | b5 c3 b4 a5 b3" },
    { "size=5", "W2B1/5/1BW2/5/5 b a5-c3 9 -", "d5-b3", "bridge-crosses R4.6 a=d5 b=b3 c=a5 d=c3 | d5 b3 a5 c3" },
    { "open;size=5;bridges=1", "W1W2/5/B1B2/5/5 w a3-c3 9 - 1 -", "a5-c5", "no-bridge-left R8.2" },
    /* clang-format on */
};

/* Which definitions some case has met. */
static bool met[PONTE_MESSAGE_COUNT];

static void meet(const Message *message)
{
    for (int i = 0; i < PONTE_MESSAGE_COUNT; i++)
        met[i] = met[i] || message->def == &PONTE_MESSAGE[i];
}

static void test_errors_are_messages(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(ERROR_CASES); n++) {
        const struct error_case *c = &ERROR_CASES[n];
        PosBuffer                pos = position_of(c->variant, c->line);
        char                     words[512];
        Text                     text = text_over(words, sizeof words);
        Turn                     turn;
        Message                  why;
        assert_int_not_equal(turn_explain(&PONTE_GAME, &pos.head, c->text, &turn, &why), STATUS_OK);
        write_message(&pos.head, &why, &text);
        expect_text(c->text, words, c->want);
        meet(&why);
    }
}

/* ---- selections ---- */

static CellList cells_of(const Pos *pos, const char *names)
{
    int      size = ponte_unpack(pos->variant).size;
    Scan     scan = scan_string(names);
    CellList list = { .count = 0 };
    while (!scan_done(&scan)) {
        PonteCell cell;
        assert_true(ponte_cell_read(size, &scan, &cell));
        list.cell[list.count++] = (uint16_t)(cell.y * size + cell.x);
        scan_blanks(&scan);
    }
    return list;
}

static const struct select_case {
    const char *variant, *line, *cells;
    const char *want; /* "": a step begins so */
} SELECT_CASES[] = {
    /* clang-format off */
    { "size=5", CROWD, "", "" },
    { "size=5", CROWD, "c3", "" },
    { "size=5", CROWD, "c4", "occupied R3.1 cell=c4 | c4" },
    { "size=5", CROWD, "e4", "covered R3.1 cell=e4 a=e5 b=e3 | e4 e5 e3" },
    { "size=5", "WW1WW/5/5/5/5 w - 9 -", "c5", "group-size R3.2 cell=c5 n=5 cells=(b5 d5 a5 e5) | c5 b5 d5 a5 e5" },
    { "size=5", "WW3/WW3/5/5/5 w - 9 -", "c3", "corner R3.3 cell=c3 stone=b4 | c3 b4" },
    { "size=5", "WW3/1W3/3W1/5/5 w - 9 -", "c4",
      "island-corner R3.3 cell=c4 cells=(c4 b4 b5 a5) stone=d3 | c4 b4 b5 a5 d3" },
    { "size=3", "WWW/3/2B w - 9 -", "a2", "no-second-cell R3.1 cell=a2 | a2" },
    { "open;size=5;stones=3", "W1W2/5/B1B2/5/5 w - 9 - 1 -", "a1", "no-pair R3.1 cell=a1 | a1" },
    /* bridges, from either end */
    { "size=5", CROWD, "b5", "" },
    { "size=5", CROWD, "d5", "" },
    { "size=5", CROWD, "b5 d5", "" },
    { "size=5", CROWD, "d5 b5", "" },
    { "size=5", CROWD, "d5 b5 c5", "too-many-cells R2.3 cell=c5 | c5" },
    { "size=5", CROWD, "e5", "end-used R4.3 cell=e5 | e5" },
    { "size=5", CROWD, "a3", "occupied R3.1 cell=a3 | a3" },
    { "size=5", CROWD, "b5 a5", "bridge-length R4.1 a=b5 b=a5 | b5 a5" },
    { "size=5", CROWD, "b5 b5", "bridge-length R4.1 a=b5 b=b5 | b5" },
    { "size=5", CROWD, "d1 e3", "bridge-end R4.3 a=d1 b=e3 cell=e3 | d1 e3" },
    { "size=5", CROWD, "b5 b3", "bridge-stone R4.4 a=b5 b=b3 cell=b4 | b5 b3 b4" },
    { "size=5", CROWD, "c3 c5", "bridge-stone R4.4 a=c3 b=c5 cell=c4 | c3 c5 c4" },
    { "size=5", CROWD, "c4 c3", "occupied R3.1 cell=c4 | c4" },
    { "size=5", "W4/5/5/5/W4 w - 9 -", "a1", "no-partner R4.2 cell=a1 side=0 | a1" },
    { "size=5", "WBW2/5/5/5/5 w - 9 -", "c5", "bridge-stone R4.4 a=c5 b=a5 cell=b5 | c5 a5 b5" },
    { "size=5", "WBW2/B4/W4/5/5 w - 9 -", "a5", "no-bridge R4 cell=a5 cells=(c5 a3) | a5 c5 a3" },
    { "open;size=5;bridges=1", "W1W2/5/B1B2/5/5 w a3-c3 9 - 1 -", "a5", "no-bridge-left R8.2 | a5" },
    /* the second stone of a turn */
    { "size=5", "W4/5/5/5/5 w - 1 - +a5", "c3", "" },
    { "size=5", "W4/5/5/5/5 w - 1 - +a5", "a5", "named-twice R3.1 cell=a5 | a5" },
    { "size=5", "W1W2/5/5/5/5 w - 3 - +a5", "c5", "occupied R3.1 cell=c5 | c5" },
    { "size=5", "W4/5/5/5/5 w - 1 - +a5", "c3 d3", "too-many-cells R2.3 cell=d3 | d3" },
    { "size=5", "WWWW1/5/5/5/5 w - 3 - +d5", "e5", "group-size R3.2 cell=e5 n=5 cells=(d5 c5 b5 a5) | e5 d5 c5 b5 a5" },
    /* the end, even without a selection */
    { "open;size=5", "5/5/5/5/5 w - 9 - 1 e", "", "game-over R5.3" },
    { "open;size=5", "5/5/5/5/5 w - 9 - 1 e", "a1", "game-over R5.3" },
    /* clang-format on */
};

static void test_selections(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(SELECT_CASES); n++) {
        const struct select_case *c = &SELECT_CASES[n];
        PosBuffer                 pos = position_of(c->variant, c->line);
        CellList                  selected = cells_of(&pos.head, c->cells);
        char                      words[512];
        Text                      text = text_over(words, sizeof words);
        Message                   why = { .arg_count = 3 };
        PONTE_VIEW.explain_cells(&pos.head, &selected, &why);
        write_message(&pos.head, &why, &text);
        expect_text(c->cells, words, c->want);
        meet(&why);
    }
}

static void test_selection_beside_the_board(void **state)
{
    PosBuffer pos = position_of("size=5", CROWD);
    CellList  selected = { 1, { 25 } };
    Message   why;
    (void)state;
    PONTE_VIEW.explain_cells(&pos.head, &selected, &why);
    assert_ptr_equal(why.def, &CORE_MESSAGE[CORE_MSG_NO_CELL]);
    selected.cell[0] = 24;
    PONTE_VIEW.explain_cells(&pos.head, &selected, &why);
    assert_ptr_not_equal(why.def, &CORE_MESSAGE[CORE_MSG_NO_CELL]);
}

/* The two tables above meet every error. */
static void test_every_error_has_a_case(void **state)
{
    (void)state;
    for (int i = PONTE_MSG_SYNTAX; i <= PONTE_MSG_TOO_MANY; i++)
        if (!met[i])
            fail_msg("no case has the error %s", PONTE_MESSAGE[i].key);
}

static const struct language_case {
    const char *variant, *line, *text, *code;
    const char *want;
} LANGUAGE_CASES[] = {
    /* clang-format off */
    { "contest", "WW8/WW8/10/10/10/10/10/10/BB8/BB8 w - 5 -", "c9,e5", "de",
      "c9 würde eine Gruppe von 5 bilden: b9 b10 a9 a10 (R3.2)" },
    { "contest", "WW8/WW8/10/10/10/10/10/10/BB8/BB8 w - 5 -", "c8,e5", "de",
      "c8 berührt die Insel auf b9 an einer Ecke (R3.3)" },
    { "size=5", "WW1WW/5/5/5/5 w - 9 -", "c5,a1", "de", "c5 würde eine Gruppe von 5 bilden: b5 d5 a5 e5 (R3.2)" },
    { "size=5", "WBW2/5/5/5/5 w - 9 -", "c5-a5", "pl", "c5-a5 przykryłby kamień na b5 (R4.4)" },
    { "size=5", "WB3/5/1WB2/5/5 b a5-b3 9 -", "b5-c3", "pt",
      "b5-c3 cobriria b4, que está debaixo da ponte a5-b3 (R4.5)" },
    { "size=5", CROWD, "a5,c3", "zh-Hant", "a5 已有棋子 (R3.1)" },
    { "size=5", CROWD, "swap", "de", "Nur Schwarz darf tauschen, im zweiten Zug der Partie (R2.2)" },
    /* clang-format on */
};

static void test_errors_in_other_languages(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(LANGUAGE_CASES); n++) {
        const struct language_case *c = &LANGUAGE_CASES[n];
        PosBuffer                   pos = position_of(c->variant, c->line);
        Language                    language = games_language(&PONTE_GAME, c->code);
        char                        words[512];
        Text                        text = text_over(words, sizeof words);
        Turn                        turn;
        Message                     why;
        turn_explain(&PONTE_GAME, &pos.head, c->text, &turn, &why);
        message_write(&why, &PONTE_GAME, pos.head.variant, &language, &text);
        expect_text(c->text, words, c->want);
    }
}

/* ---- effects ---- */

/* Write "place W stone a5; form W island 1 0 (a5 b5 c5 d5)". */
static void write_effects(const Pos *pos, const Effects *effects, Text *out)
{
    for (int i = 0; i < effects->count; i++) {
        const Effect *effect = &effects->at[i];
        text_addf(out, "%s%s %c", i > 0 ? "; " : "", effect_kind_word((EffectKind)effect->kind),
                  "WB"[effect->side]);
        if (effect->kind <= EFFECT_CHANGE) {
            assert_int_equal(effect->piece.side, effect->side);
            assert_ptr_equal(
                effect->piece.name,
                &PONTE_MESSAGE[strcmp(effect->piece.glyph, "stone") == 0 ? PONTE_MSG_PIECE_STONE
                                                                         : PONTE_MSG_PIECE_BRIDGE]);
            text_addf(out, " %s", effect->piece.glyph);
        }
        if (effect->subject != NULL)
            text_addf(out, " %s %d %d", effect->subject->key, effect->n, effect->m);
        if (effect->count > 0) {
            text_add(out, " (");
            write_cells(pos, effects->cells + effect->first, effect->count, out);
            text_char(out, ')');
        }
    }
}

#define ALL_OF_CHAIN "a10 b10 d10 e10 f10 h10 i10 a9 b9 e9 h9 i9"

static const struct effect_case {
    const char *why, *variant, *line, *step;
    const char *want;
} EFFECT_CASES[] = {
    /* clang-format off */
    { "a stone", "size=5", "5/5/5/5/5 w - 1 -", "c3", "place W stone (c3)" },
    { "an island", "size=5", "WWW2/5/5/5/5 w - 9 -", "d5", "place W stone (d5); form W island 1 0 (a5 b5 c5 d5)" },
    { "the second stone of a turn", "size=5", "WWW2/5/5/5/W4 w - 9 - +a1", ",d5",
      "place W stone (d5); form W island 1 0 (a5 b5 c5 d5)" },
    { "an island of the other side", "size=5", "BBB2/5/5/5/5 b - 9 -", "d5",
      "place B stone (d5); form B island 1 0 (a5 b5 c5 d5)" },
    { "a bridge between sandbanks", "size=5", "W1W2/5/5/5/5 w - 9 -", "c5-a5", "place W bridge (a5 c5)" },
    { "a bridge from an island to a sandbank", "size=5", "WW1W1/WW3/5/5/5 w - 9 -", "b5-d5", "place W bridge (b5 d5)" },
    { "a bridge between islands", "size=5", "WW1WW/WW1WW/5/5/5 w - 9 -", "d5-b5",
      "place W bridge (b5 d5); form W network 2 1 (a5 b5 d5 e5 a4 b4 d4 e4)" },
    { "a second bridge between the same islands", "size=5", "WW1WW/WW1WW/5/5/5 w b5-d5 9 -", "b4-d4",
      "place W bridge (b4 d4)" },
    { "a stone between sandbanks of two networks", "contest", GAP, "e10",
      "place W stone (e10); form W network 2 1 (a10 b10 d10 e10 f10 h10 i10 a9 b9 h9 i9)" },
    { "an island between two others: one point, and two for the network", "contest", CHAIN, "e9",
      "place W stone (e9); form W island 1 0 (d10 e10 f10 e9); form W network 3 2 (" ALL_OF_CHAIN ")" },
    { "an island in a network with one", "size=6", "WW1WWW/WW4/6/6/6/6 w b6-d6 9 -", "e5",
      "place W stone (e5); form W island 1 0 (d6 e6 f6 e5); form W network 2 1 (a6 b6 d6 e6 f6 a5 b5 e5)" },
    { "the contest's swap changes the stones", "size=4", "WW2/4/4/4 b - 2 s", "swap",
      "change B stone (a4); change B stone (b4)" },
    { "the printed game's swap changes the players", "official;size=4", "WW2/4/4/4 b - 2 s 1 -", "swap", "swap-sides B" },
    { "a pass", "official;size=3", "WWB/WBW/B1B w - 5 - 1 -", "pass", "pass W" },
    /* clang-format on */
};

static void test_effects(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(EFFECT_CASES); n++) {
        const struct effect_case *c = &EFFECT_CASES[n];
        PosBuffer                 pos = position_of(c->variant, c->line);
        char                      words[512];
        Text                      text = text_over(words, sizeof words);
        Effects                   effects;
        effects_init(&effects);
        assert_true(PONTE_VIEW.effects(&pos.head, step_of(&pos.head, c->step), &effects));
        write_effects(&pos.head, &effects, &text);
        expect_text(c->why, words, c->want);
        effects_free(&effects);
    }
}

static void check_news(const char *line, const char *step, int index, const char *code,
                       const char *want)
{
    PosBuffer pos = position_of("contest", line);
    Language  language = games_language(&PONTE_GAME, code);
    char      words[256];
    Text      text = text_over(words, sizeof words);
    Effects   effects;
    effects_init(&effects);
    assert_true(PONTE_VIEW.effects(&pos.head, step_of(&pos.head, step), &effects));
    assert_true(index < effects.count && effect_is_news(&effects.at[index]));
    Message message = effect_message(&effects, &effects.at[index]);
    message_write(&message, &PONTE_GAME, pos.head.variant, &language, &text);
    expect_text(code, words, want);
    effects_free(&effects);
}

static void test_news(void **state)
{
    (void)state;
    check_news(CHAIN, "e9", 1, "en", "White completes an island: +1 point");
    check_news(CHAIN, "e9", 2, "en", "White connects 3 islands: +2 points");
    check_news(CHAIN, "e9", 1, "de", "Weiß vollendet eine Insel: +1 Punkt");
    check_news(CHAIN, "e9", 2, "de", "Weiß verbindet 3 Inseln: +2 Punkte");
    check_news(CHAIN, "e9", 2, "pl", "Białe łączą 3 wyspy: +2 punkty");
    check_news(CHAIN, "e9", 2, "pt", "Brancas ligam 3 ilhas: +2 pontos");
    check_news(CHAIN, "e9", 2, "zh-Hant", "白方連接 3 座島：+2 分");
}

/* ---- regions ---- */

/* Write "area W sandbank (a5 b5); network W 3 (...)". */
static void write_regions(const Pos *pos, const Regions *regions, Text *out)
{
    for (int i = 0; i < regions->count; i++) {
        const Region *region = &regions->at[i];
        assert_int_equal(region->minor, strcmp(region->subject->key, "sandbank") == 0);
        text_addf(out, "%s%s %c %s", i > 0 ? "; " : "", region_kind_word((RegionKind)region->kind),
                  "WB"[region->side], region -> subject -> key);
        if (region->value != 0)
            text_addf(out, " %d", region->value);
        text_add(out, " (");
        write_cells(pos, regions->cells + region->first, region->count, out);
        text_char(out, ')');
    }
}

static const struct region_case {
    const char *variant, *line;
    const char *want;
} REGION_CASES[] = {
    /* clang-format off */
    { "size=5", "5/5/5/5/5 w - 1 -", "" },
    { "size=5", "WWW2/5/5/5/3BB w - 9 -", "area W sandbank (a5 b5 c5); area B sandbank (d1 e1)" },
    { "size=5", "WW1WW/WW1WW/5/5/B4 w b5-d5 9 -",
      "area W island (a5 b5 a4 b4); area W island (d5 e5 d4 e4); "
      "network W network 3 (a5 b5 d5 e5 a4 b4 d4 e4); area B sandbank (a1)" },
    { "size=5", "WW1WW/WW1WW/5/5/5 w - 9 -",
      "area W island (a5 b5 a4 b4); area W island (d5 e5 d4 e4); "
      "network W network 1 (a5 b5 a4 b4); network W network 1 (d5 e5 d4 e4)" },
    /* a sandbank belongs to the network that it connects, but not to the points */
    { "contest", CHAIN,
      "area W island (a10 b10 a9 b9); area W sandbank (d10 e10 f10); area W island (h10 i10 h9 i9); "
      "network W network 3 (a10 b10 d10 e10 f10 h10 i10 a9 b9 h9 i9)" },
    /* sandbanks alone are no network */
    { "size=5", "W1W2/5/5/5/5 w a5-c5 9 -", "area W sandbank (a5); area W sandbank (c5)" },
    /* within a turn */
    { "size=5", "WWWW1/5/5/5/5 w - 3 - +d5",
      "area W island (a5 b5 c5 d5); network W network 1 (a5 b5 c5 d5)" },
    /* clang-format on */
};

static void test_regions(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(REGION_CASES); n++) {
        const struct region_case *c = &REGION_CASES[n];
        PosBuffer                 pos = position_of(c->variant, c->line);
        char                      words[1024];
        Text                      text = text_over(words, sizeof words);
        Regions                   regions;
        regions_init(&regions);
        assert_true(PONTE_VIEW.regions(&pos.head, &regions));
        write_regions(&pos.head, &regions, &text);
        expect_text(c->line, words, c->want);
        regions_free(&regions);
    }
}

/* ---- random games: effects and regions against the score ---- */

static int count_stones(const Pos *pos, int side)
{
    int8_t size = (int8_t)ponte_unpack(pos->variant).size;
    int    count = 0;
    for (int8_t y = 0; y < size; y++)
        for (int8_t x = 0; x < size; x++)
            count += ponte_at(pos, (PonteCell){ x, y }) == "WB"[side];
    return count;
}

/* Areas hold each stone once, networks the points. */
static void check_regions_of(const Pos *pos, int side)
{
    IslandsScore score[2];
    Regions      regions;
    int          stones = 0, islands = 0, points = 0, networks = 0;
    ponte_score(pos, score);
    regions_init(&regions);
    assert_true(PONTE_VIEW.regions(pos, &regions));
    for (int i = 0; i < regions.count; i++) {
        const Region *region = &regions.at[i];
        if (region->side != side)
            continue;
        stones += region->kind == REGION_AREA ? region->count : 0;
        islands += region->kind == REGION_AREA && !region->minor;
        points += region->kind == REGION_NETWORK ? region->value : 0;
        networks += region->kind == REGION_NETWORK;
    }
    assert_int_equal(stones, count_stones(pos, side));
    assert_int_equal(islands, score[side].islands);
    assert_int_equal(points, score[side].points);
    assert_int_equal(networks, score[side].network_count);
    regions_free(&regions);
}

typedef struct News {
    int islands, networks, skips;
} News;

/* What a step says it has gained is what the score says. */
static void check_effects_of(const Pos *pos, Step step, const Pos *after, News *news)
{
    IslandsScore before[2], now[2];
    Effects      effects;
    int          side = pos->side, gained = 0, islands = 0;
    ponte_score(pos, before);
    ponte_score(after, now);
    effects_init(&effects);
    assert_true(PONTE_VIEW.effects(pos, step, &effects));
    for (int i = 0; i < effects.count; i++) {
        const Effect *effect = &effects.at[i];
        bool          is_network =
            effect->kind == EFFECT_FORM && strcmp(effect->subject->key, "network") == 0;
        bool is_island = effect->kind == EFFECT_FORM && !is_network;
        gained += is_network ? effect->m : is_island ? effect->n : 0;
        islands += is_island;
        news->networks += is_network;
        if (effect->kind == EFFECT_PASS && islands_kind(step) != ISLANDS_PASS) {
            assert_int_equal(effect->side, 1 - side);
            assert_false(ponte_can_place(after, 1 - side));
            assert_int_equal(ponte_count_bridges(after, 1 - side), 0);
            news->skips++;
        }
    }
    assert_int_equal(gained, now[side].points - before[side].points);
    assert_int_equal(islands, now[side].islands - before[side].islands);
    assert_int_equal(now[1 - side].points, before[1 - side].points);
    news->islands += islands;
    effects_free(&effects);
}

static void play_at_random(const char *variant, Random *random, News *news)
{
    PosBuffer pos, after;
    Step      steps[STEPS_MAX];
    PONTE_RULES.start(variant_of(variant), &pos.head);
    for (int count; (count = PONTE_RULES.gen(&pos.head, steps)) > 0; pos = after) {
        Step step = steps[random_below(random, (uint32_t)count)];
        game_copy(&PONTE_GAME, &pos.head, &after.head);
        PONTE_RULES.apply(&after.head, step);
        check_effects_of(&pos.head, step, &after.head, news);
        for (int side = 0; side < 2; side++)
            check_regions_of(&after.head, side);
    }
}

static void test_random_games(void **state)
{
    static const char *const VARIANTS[] = { "contest", "official", "contest;size=4", "open;size=12",
                                            "contest;size=6;share=on" };
    News                     news = { 0 };
    Random                   random = random_seeded(5);
    (void)state;
    for (size_t v = 0; v < COUNT_OF(VARIANTS); v++)
        for (int game = 0; game < 20; game++)
            play_at_random(VARIANTS[v], &random, &news);
    assert_true(news.islands > 100 && news.networks > 20 && news.skips > 5);
}

/* ---- results with numbers ---- */

static const struct result_case {
    const char *variant, *line, *code;
    const char *want;
} RESULT_CASES[] = {
    /* clang-format off */
    { "open;size=5", "BB3/BB3/5/WW1WW/WW1WW w - 9 - 1 e", "en", "White wins: White has more points (2 to 1)" },
    { "open;size=5", "WW3/WW3/5/BB1BB/BB1BB w b2-d2 9 - 1 e", "en", "Black wins: Black has more points (3 to 1)" },
    { "official", "WW1WW2BB1/WW1WW2BB1/10/BB1BB5/BB1BB5/10/10/10/10/10 w b10-d10 20 - 1 e", "en",
      "Black wins: equal points (3), but Black has more islands (3 to 2)" },
    { "open;size=4", "W1W1/4/4/B1B1 w a4-c4 9 - 1 e", "en",
      "White wins: equal points and islands, but White has more bridges (1 to 0)" },
    { "open;size=4", "4/4/4/4 w - 9 - 1 e", "en", "Draw: points (0), islands (0) and bridges (0) are equal" },
    { "size=3", "W1B/BWB/BWW w - 5 -", "en",
      "White wins: points (0), islands (0) and bridges (0) are equal, and White wins a tie" },
    /* clang-format on */
};

static void test_results(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(RESULT_CASES); n++) {
        const struct result_case *c = &RESULT_CASES[n];
        PosBuffer                 pos = position_of(c->variant, c->line);
        Language                  language = games_language(&PONTE_GAME, c->code);
        char                      words[256];
        Text                      text = text_over(words, sizeof words);
        Message                   message;
        outcome_message(&PONTE_GAME, &pos.head, PONTE_RULES.outcome(&pos.head), &message);
        message_write(&message, &PONTE_GAME, pos.head.variant, &language, &text);
        expect_text(c->line, words, c->want);
    }
}

/* The reason alone, as the sentence "Weiß gewinnt: ..." has it. */
static void test_reason_in_other_languages(void **state)
{
    static const struct {
        const char *code, *want;
    } CASES[] = {
        { "de", "Weiß hat mehr Punkte (2 zu 1)" },
        { "pl", "Białe mają więcej punktów (2 do 1)" },
        { "pt", "Brancas têm mais pontos (2 a 1)" },
        { "zh-Hant", "白方分數較高（2 比 1）" },
    };
    PosBuffer pos = position_of("open;size=5", "BB3/BB3/5/WW1WW/WW1WW w - 9 - 1 e");
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CASES); n++) {
        Language language = games_language(&PONTE_GAME, CASES[n].code);
        char     words[256];
        Text     text = text_over(words, sizeof words);
        Message  message;
        outcome_message(&PONTE_GAME, &pos.head, PONTE_RULES.outcome(&pos.head), &message);
        assert_string_equal(message.arg[0].name, "reason");
        message.def = message.arg[0].term;
        message_write(&message, &PONTE_GAME, pos.head.variant, &language, &text);
        expect_text(CASES[n].code, words, CASES[n].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors_are_messages),
        cmocka_unit_test(test_selections),
        cmocka_unit_test(test_selection_beside_the_board),
        cmocka_unit_test(test_every_error_has_a_case), /* after the two tables */
        cmocka_unit_test(test_errors_in_other_languages),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_news),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_reason_in_other_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
