/* SPDX-License-Identifier: MIT */
/* What people see of DiavoloPP: what a step does and what belongs together, in known positions and, against
 * the score, in random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/effect.h"
#include "core/turn.h"
#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_messages.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static const int SIZES[] = { 3, 4, 5, 6, 8, 14 };

static void read_line(const char *line, PosBuffer *pos)
{
    unsigned size = 0;
    Fault    fault = { 0 };
    assert_int_equal(sscanf(line, "%u", &size), 1);
    if (DIAVOLO_TEXT.pos_read(size, line, &pos->head, &fault) != STATUS_OK)
        fail_msg("'%s': %s", line, fault.why);
}

static void write_cells(uint32_t variant, const uint16_t *cells, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_char(out, ' ');
        DIAVOLO_TEXT.cell_write(variant, cells[i], out);
    }
}

/* ---- effects in known positions ---- */

static void describe_effects(uint32_t variant, const Effects *effects, Text *out)
{
    for (int i = 0; i < effects->count; i++) {
        const Effect *effect = &effects->at[i];
        text_addf(out, "%s%s", i == 0 ? "" : "; ", effect_kind_word((EffectKind)effect->kind));
        if (effect->side != SIDE_NONE)
            text_addf(out, " %s", DIAVOLO_GAME.sides[effect->side]);
        if (effect->subject != NULL)
            text_addf(out, " %s", effect->subject->key);
        if (effect->piece.glyph != NULL)
            text_addf(out, " %s", effect->piece.glyph);
        write_cells(variant, effects->cells + effect->first, effect->count, out);
        if (effect->kind == EFFECT_FORM) {
            Message message = effect_message(effects, effect);
            text_add(out, ": ");
            message_write(&message, &DIAVOLO_GAME, variant, &LANGUAGE_ENGLISH, out);
        }
    }
}

static const struct EffectCase {
    const char *what, *position, *step, *effects;
} EFFECT_CASES[] = {
    { "a land", "3 ...../.../. - w f 1", "d1,2", "place white land d1,2" },
    { "the second land", "3 w..../.../. - w f 1 +u1,1", "+d1,2", "place white land d1,2" },
    { "a bridge without islands", "3 r...w/.w./. w3,1-2,2 w n 1", "2,3-3,2",
      "place white bridge 3,2 2,3" },
    { "an island (R2.2)", "4 www..../...../.../. - w n 1", "d2,1",
      "place white land d2,1; form white island u1,1 d1,1 u2,1 d2,1: "
      "White completes an island: +1 point" },
    { "a bridge that joins two networks of islands (R8.2)",
      "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5 w n 1", "3,1-4,1",
      "place white bridge 3,1 4,1; form white network u1,1 d1,1 u2,1 d2,1 u4,1 d4,1 u5,1 u4,2 "
      "u1,3 u1,5 d1,5 u2,5 u1,6: White connects 3 islands: +2 points" },
    { "an island in a network that has one",
      "6 wwww..ww.../......w../w....../...../www/w w1,2-1,3;w1,4-1,5;w3,1-4,1 w n 1", "u5,1",
      "place white land u5,1; form white island u4,1 d4,1 u5,1 u4,2: White completes an island: +1 "
      "point; form white network u1,1 d1,1 u2,1 d2,1 u4,1 d4,1 u5,1 u4,2 u1,3 u1,5 d1,5 u2,5 "
      "u1,6: White connects 3 islands: +2 points" },
    { "swap (R3.2)", "3 w...w/.../. - r s 1", "swap", "swap-sides" },
    { "pass (R6.1)", "3 rr..w/rw./w w3,1-2,2 r n 1", "pass", "pass red" },
};

static Step read_step(const Pos *pos, const char *words)
{
    Message why;
    Step    step = 0;
    Scan    scan = scan_string(words);
    if (DIAVOLO_TEXT.step_read(pos, &scan, &step, &why) != STATUS_OK)
        fail_msg("%s: %s", words, why.def->key);
    return step;
}

static void test_effects(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(EFFECT_CASES); i++) {
        const struct EffectCase *c = &EFFECT_CASES[i];
        PosBuffer                pos;
        Effects                  effects;
        char                     words[1024];
        Text                     text = text_over(words, sizeof words);
        read_line(c->position, &pos);
        effects_init(&effects);
        assert_true(DIAVOLO_VIEW.effects(&pos.head, read_step(&pos.head, c->step), &effects));
        describe_effects(pos.head.variant, &effects, &text);
        if (strcmp(words, c->effects) != 0)
            fail_msg("%s: %s", c->what, words);
        effects_free(&effects);
    }
}

/* ---- regions in known positions ---- */

static const struct RegionCase {
    const char *position, *regions;
} REGION_CASES[] = {
    { "3 ...../.../. - w f 1", "" },
    { "3 r...w/.w./. w3,1-2,2 w n 1",
      "area white territory minor u3,1; area white territory minor d1,2; "
      "area red territory minor u1,1" },
    { "4 wwww.r./...../.../w - w n 1",
      "area white island u1,1 d1,1 u2,1 d2,1; area white territory minor u1,4; "
      "network white network 1 u1,1 d1,1 u2,1 d2,1; area red territory minor d3,1" },
    { "6 wwww..www../......w../w....../...../www/w w1,2-1,3;w1,4-1,5;w3,1-4,1 w n 1",
      "area white island u1,1 d1,1 u2,1 d2,1; area white island u4,1 d4,1 u5,1 u4,2; "
      "area white territory minor u1,3; area white island u1,5 d1,5 u2,5 u1,6; "
      "network white network 6 u1,1 d1,1 u2,1 d2,1 u4,1 d4,1 u5,1 u4,2 u1,3 u1,5 d1,5 u2,5 "
      "u1,6" },
    /* both groups at the end 3,3 of a bridge belong to its network (R8.1) */
    { "5 www..w.../w..w.w./...../www/w w2,2-3,2;w3,3-2,4 w n 1",
      "area white island u1,1 d1,1 u2,1 u1,2; area white territory minor d3,1; "
      "area white territory minor d2,2; area white territory minor d3,2; "
      "area white island u1,4 d1,4 u2,4 u1,5; "
      "network white network 3 u1,1 d1,1 u2,1 d3,1 u1,2 d2,2 d3,2 u1,4 d1,4 u2,4 u1,5" },
};

static void describe_regions(uint32_t variant, const Regions *regions, Text *out)
{
    for (int i = 0; i < regions->count; i++) {
        const Region *region = &regions->at[i];
        text_addf(out, "%s%s %s %s%s", i == 0 ? "" : "; ",
                  region_kind_word((RegionKind)region->kind), DIAVOLO_GAME.sides[region->side],
                  region->subject->key, region->minor ? " minor" : "");
        if (region->value != 0)
            text_addf(out, " %d", region->value);
        write_cells(variant, regions->cells + region->first, region->count, out);
    }
}

static void test_regions(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(REGION_CASES); i++) {
        PosBuffer pos;
        Regions   regions;
        char      words[1024];
        Text      text = text_over(words, sizeof words);
        read_line(REGION_CASES[i].position, &pos);
        regions_init(&regions);
        assert_true(DIAVOLO_VIEW.regions(&pos.head, &regions));
        describe_regions(pos.head.variant, &regions, &text);
        assert_string_equal(words, REGION_CASES[i].regions);
        regions_free(&regions);
    }
}

/* ---- names ---- */

static void test_names(void **state)
{
    (void)state;
    PosBuffer pos;
    Shape     shape;
    Pieces    pieces;
    read_line("3 r...w/.w./. w3,1-2,2 w n 1", &pos);
    shape_init(&shape);
    pieces_init(&pieces);
    assert_true(DIAVOLO_VIEW.shape(3, &shape));
    assert_true(DIAVOLO_VIEW.pieces(&pos.head, &pieces));
    for (int i = 0; i < shape.cell_count; i++)
        assert_ptr_equal(shape.cells[i].name, strcmp(shape.cells[i].kind, "point") == 0
                                                  ? &DIAVOLO_MESSAGE[DIAVOLO_MSG_CELL_POINT]
                                                  : NULL);
    for (int i = 0; i < pieces.count; i++) {
        const char *glyph = pieces.at[i].glyph;
        assert_ptr_equal(pieces.at[i].name,
                         strcmp(glyph, "land") == 0     ? &DIAVOLO_MESSAGE[DIAVOLO_MSG_PIECE_LAND]
                         : strcmp(glyph, "bridge") == 0 ? &DIAVOLO_MESSAGE[DIAVOLO_MSG_PIECE_BRIDGE]
                                                        : NULL);
    }
    pieces_free(&pieces);
    shape_free(&shape);
}

static void test_results_have_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *position, *result;
    } CASES[] = {
        { "4 wwww.../...../.../. - r e 1", "White has more points (1 to 0)" },
        { "3 rr..w/rw./w w3,1-2,2 r e 1",
          "equal points and islands, but White has more bridges (1 to 0)" },
        { "3 ...../.../. - r e 1", "points (0), islands (0) and bridges (0) are equal" },
    };
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        PosBuffer pos;
        char      words[256];
        Text      text = text_over(words, sizeof words);
        read_line(CASES[i].position, &pos);
        Outcome outcome = DIAVOLO_RULES.outcome(&pos.head);
        Message message = message_of(&CORE_MESSAGE[CORE_MSG_DRAWN]);
        message_term(&message, "reason", DIAVOLO_GAME.reasons[outcome.reason].message);
        if (outcome.ending == ENDING_WON)
            message_side(&message, "winner", outcome.winner);
        DIAVOLO_TEXT.outcome_message(&pos.head, outcome, &message);
        message_write(&message, &DIAVOLO_GAME, pos.head.variant, &LANGUAGE_ENGLISH, &text);
        assert_string_equal(words + strlen("Draw: "), CASES[i].result);
    }
}

/* ---- random games ---- */

/* What the effects FORM of one step, or of many, say. */
typedef struct Formed {
    int islands, networks, points;
} Formed;

static Formed sum_forms(const Effects *effects, int side)
{
    Formed formed = { 0, 0, 0 };
    for (int i = 0; i < effects->count; i++) {
        const Effect *effect = &effects->at[i];
        if (effect->kind != EFFECT_FORM)
            continue;
        assert_int_equal(effect->side, side);
        bool is_island = strcmp(effect->subject->key, "island") == 0;
        assert_true(!is_island || effect->count == ISLAND_STONES);
        formed.islands += is_island;
        formed.networks += !is_island;
        formed.points += is_island ? effect->n : effect->m;
    }
    return formed;
}

/* The effects of a step say exactly what it adds to the score; return that. */
static int check_step(const Pos *pos, Step step, Formed *seen)
{
    PosBuffer    after;
    Effects      effects;
    IslandsScore before_score[2], after_score[2];
    int          side = pos->side;
    effects_init(&effects);
    assert_true(DIAVOLO_VIEW.effects(pos, step, &effects));
    game_copy(&DIAVOLO_GAME, pos, &after.head);
    DIAVOLO_RULES.apply(&after.head, step);
    diavolo_score(pos, before_score);
    diavolo_score(&after.head, after_score);
    Formed formed = sum_forms(&effects, side);
    assert_int_equal(formed.points, after_score[side].points - before_score[side].points);
    assert_int_equal(formed.islands, after_score[side].islands - before_score[side].islands);
    assert_int_equal(after_score[1 - side].points, before_score[1 - side].points);
    seen->islands += formed.islands;
    seen->networks += formed.networks;
    effects_free(&effects);
    return formed.points;
}

/* Every land is in one area of its side; islands and points are those of the score. */
static void check_regions(const Pos *pos)
{
    Regions      regions;
    IslandsScore score[2];
    int          size = (int)pos->variant;
    int          areas[DIAVOLO_FIELDS_MAX] = { 0 }, islands[2] = { 0 }, points[2] = { 0 };
    regions_init(&regions);
    assert_true(DIAVOLO_VIEW.regions(pos, &regions));
    for (int i = 0; i < regions.count; i++) {
        const Region *region = &regions.at[i];
        for (int j = 0; j < region->count; j++) {
            int field = regions.cells[region->first + j];
            assert_int_equal(diavolo_land(pos, field), region->side);
            areas[field] += region->kind == REGION_AREA;
        }
        islands[region->side] += region->kind == REGION_AREA && !region->minor;
        points[region->side] += region->kind == REGION_NETWORK ? region->value : 0;
        assert_int_equal(region->kind == REGION_AREA && !region->minor,
                         region->kind == REGION_AREA && region->count == ISLAND_STONES);
    }
    diavolo_score(pos, score);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(islands[side], score[side].islands);
        assert_int_equal(points[side], score[side].points);
    }
    for (int i = 0; i < diavolo_field_count(size); i++)
        assert_int_equal(areas[i], diavolo_land(pos, i) != SIDE_NONE);
    regions_free(&regions);
}

/* Play a random game in which sides like to score and to build bridges, so that networks grow. */
static void check_game(int size, uint64_t seed, Formed *seen)
{
    static Step steps[STEPS_MAX];
    PosBuffer   pos;
    Random      random = random_seeded(seed);
    DIAVOLO_RULES.start((uint32_t)size, &pos.head);
    for (;;) {
        int count = DIAVOLO_RULES.gen(&pos.head, steps), best = 0, best_points = 0;
        check_regions(&pos.head);
        if (count == 0)
            return;
        for (int i = 0; i < count; i++) {
            int points = 2 * check_step(&pos.head, steps[i], seen) +
                         (islands_kind(steps[i]) == ISLANDS_BRIDGE);
            best = points > best_points ? i : best;
            best_points = points > best_points ? points : best_points;
        }
        if (best_points == 0 || random_below(&random, 3) == 0)
            best = (int)random_below(&random, (uint32_t)count);
        DIAVOLO_RULES.apply(&pos.head, steps[best]);
    }
}

static void test_random_games(void **state)
{
    (void)state;
    Formed seen = { 0, 0, 0 };
    for (size_t i = 0; i < COUNT_OF(SIZES); i++)
        for (uint64_t seed = 0; seed < (SIZES[i] > 8 ? 12 : 20); seed++)
            check_game(SIZES[i], 40 + seed, &seen);
    assert_true(seen.islands > 100 && seen.networks > 20); /* otherwise the games prove little */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effects),      cmocka_unit_test(test_regions),
        cmocka_unit_test(test_names),        cmocka_unit_test(test_results_have_numbers),
        cmocka_unit_test(test_random_games),
    };
    return cmocka_run_group_tests_name("diavolo view", tests, NULL, NULL);
}
