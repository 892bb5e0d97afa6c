/* SPDX-License-Identifier: MIT */
/* Ponte del Diavolo, one row or more per ruling (src/games/ponte/rulings.md, R1 to R8 and R11).
 *
 * The expected values were worked out by hand from the rulings.  A picture shows the top left corner
 * of a 10 x 10 board, its first row is rank 10; everything not shown is empty.
 *
 *     W B  stone      w b  stone with a bridge end      +  empty, under a bridge      . *  empty
 *
 * Every picture is looked at on all boards large enough for it, in all eight directions (R11), and
 * with the colours exchanged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/line.h"
#include "core/perft.h"
#include "games/list.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_explain.h"

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

enum { MAPS = 8, DRAWN_SIZE = 10, LEAST_SIZE = 6 };

/* ---- pictures ---- */

typedef struct Picture {
    const char *variant; /* without the size */
    char        side;    /* w or b, who is to move */
    const char *bridges; /* in order of building, or "" */
    const char *rows;
} Picture;

/* A picture as it stands on a board. */
typedef struct Scene {
    const char *rule;
    int         size, map;
    bool        exchanged;
    char        cells[PONTE_SIZE_MAX][PONTE_SIZE_MAX]; /* the signs of the picture, in place */
    char        line[POS_TEXT_MAX];
    PosBuffer   pos;
} Scene;

/* Quarter turns by the low bits, then a mirror. */
static PonteCell map_cell(const Scene *scene, PonteCell cell)
{
    for (int turns = scene->map & 3; turns > 0; turns--)
        cell = (PonteCell){ (int8_t)(scene->size - 1 - cell.y), cell.x };
    if ((scene->map & 4) != 0)
        cell.x = (int8_t)(scene->size - 1 - cell.x);
    return cell;
}

/* Take "c8", a name on the drawn board, as a cell of the scene. */
static PonteCell take_cell(const Scene *scene, const char **words)
{
    Scan      scan = scan_string(*words);
    PonteCell cell = { 0, 0 };
    if (!ponte_cell_read(DRAWN_SIZE, &scan, &cell) || !ponte_on_board(scene->size, cell))
        fail_msg("%s: '%s' begins with no cell of the picture", scene->rule, *words);
    *words += scan.at;
    return map_cell(scene, cell);
}

static char exchange(char sign)
{
    static const char FROM[] = "WBwb", TO[] = "BWbw";
    return sign != '\0' && strchr(FROM, sign) != NULL ? TO[strchr(FROM, sign) - FROM] : sign;
}

static void put_signs(Scene *scene, const char *rows)
{
    int x = 0, y = 0;
    memset(scene->cells, ' ', sizeof scene->cells);
    for (const char *sign = rows; *sign != '\0'; sign++) {
        if (*sign == '\n') {
            x = 0;
            y++;
        } else if (*sign != ' ') {
            PonteCell at = map_cell(scene, (PonteCell){ (int8_t)x++, (int8_t)y });
            assert_true(ponte_on_board(scene->size, at));
            scene->cells[at.y][at.x] = scene->exchanged ? exchange(*sign) : *sign;
        }
    }
}

static char stone_at(const Scene *scene, int x, int y)
{
    switch (scene->cells[y][x]) {
    case 'W':
    case 'w': return 'W';
    case 'B':
    case 'b': return 'B';
    default: return '.';
    }
}

static void write_rows(const Scene *scene, Text *out)
{
    for (int y = 0; y < scene->size; y++) {
        text_add(out, y > 0 ? "/" : "");
        for (int x = 0, run = 0; x < scene->size; x++) {
            run = stone_at(scene, x, y) == '.' ? run + 1 : 0;
            if (run == 0)
                text_char(out, stone_at(scene, x, y));
            else if (x + 1 == scene->size || stone_at(scene, x + 1, y) != '.')
                text_addf(out, "%d", run);
        }
    }
}

static void write_cells(const Scene *scene, PonteCell a, char mark, PonteCell b, Text *out)
{
    ponte_cell_write(scene->size, a, out);
    text_char(out, mark);
    ponte_cell_write(scene->size, b, out);
}

static void write_bridges(const Scene *scene, const char *bridges, Text *out)
{
    if (bridges[0] == '\0')
        text_char(out, '-');
    while (*bridges != '\0') {
        PonteCell   from = take_cell(scene, &bridges);
        PonteBridge bridge;
        assert_int_equal(*bridges++, '-');
        PonteCell to = take_cell(scene, &bridges);
        assert_true(ponte_bridge_between(from, to, &bridge));
        write_cells(scene, bridge.end, '-', ponte_other_end(bridge), out);
        if (*bridges == ',')
            text_char(out, *bridges++);
    }
}

static uint32_t variant_of(const char *name, int size)
{
    char     text[VARIANT_TEXT_MAX];
    uint32_t variant = 0;
    Fault    fault = { 0 };
    snprintf(text, sizeof text, "%s;size=%d", name, size);
    if (PONTE_TEXT.variant_read(text, &variant, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return variant;
}

static char sign_at(const Pos *pos, PonteCell cell)
{
    char stone = ponte_at(pos, cell);
    if (stone == '.')
        return ponte_is_covered(pos, cell) ? '+' : '.';
    return ponte_is_end(pos, cell) ? (char)(stone | 32) : stone;
}

/* What is drawn is what stands there. */
static void check_signs(const Scene *scene)
{
    for (int8_t y = 0; y < scene->size; y++)
        for (int8_t x = 0; x < scene->size; x++) {
            char drawn = scene->cells[y][x];
            char sign = sign_at(&scene->pos.head, (PonteCell){ x, y });
            if (sign != (drawn == '*' || drawn == ' ' ? '.' : drawn))
                fail_msg("%s: column %d, row %d of %s is '%c'", scene->rule, x, y, scene->line,
                         sign);
        }
}

static void make_scene(Scene *scene, const Picture *picture)
{
    Text          text = text_over(scene->line, sizeof scene->line);
    uint32_t      variant = variant_of(picture->variant, scene->size);
    PonteSettings settings = ponte_unpack(variant);
    Fault         fault = { 0 };
    put_signs(scene, picture->rows);
    write_rows(scene, &text);
    text_addf(&text, " %c ", scene->exchanged ? exchange(picture->side) : picture->side);
    write_bridges(scene, picture->bridges, &text);
    text_add(&text, settings.seats_swap || settings.passing ? " 20 - 1 -" : " 20 -");
    if (PONTE_TEXT.pos_read(variant, scene->line, &scene->pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s: %s", scene->rule, scene->line, fault.why);
    check_signs(scene);
}

/* The smallest board for a picture. */
static int size_for(const Picture *picture)
{
    int size = LEAST_SIZE, width = 0, height = 0;
    for (const char *sign = picture->rows; *sign != '\0'; sign++) {
        width = *sign == '\n' ? 0 : *sign == ' ' ? width : width + 1;
        height += *sign == '\n';
        size = width > size ? width : size;
    }
    return height > size ? height : size;
}

typedef void SceneCheck(const Scene *scene, const void *context);

static void each_scene(const char *rule, const Picture *picture, SceneCheck *check,
                       const void *context)
{
    static Scene scene;
    for (int size = size_for(picture); size <= PONTE_SIZE_MAX; size += TEST_SHARE > 1 ? 3 : 1)
        for (int map = 0; map < MAPS; map++)
            for (int exchanged = 0; exchanged < 2; exchanged++) {
                scene.rule = rule;
                scene.size = size;
                scene.map = map;
                scene.exchanged = exchanged != 0;
                make_scene(&scene, picture);
                check(&scene, context);
            }
}

/* ---- R3, R4: what may be done in a picture ----
 *
 * Statements are "WORDS" for what is allowed and "WORDS:CODE" for what is refused with that code;
 * WORDS is a cell (one stone), two cells joined by a comma (a turn) or by a hyphen (a bridge). */

static const struct figure {
    const char *rule;
    Picture     picture;
    const char *statements;
} FIGURES[] = {
    /* clang-format off */
    { "R3 figure 1: islands and sandbanks", { "contest", 'w', "",
      "W W . . B B B B\n"
      "W W . . . . . .\n"
      ". . . . W . . .\n"
      ". W . . W . B B\n"
      ". . . . W . B .\n" },
      /* around the island, then around the sandbanks */
      "c10:group-size c9:group-size a8:group-size b8:group-size c8:diagonal a7 c7 a6 b6 d10 d9 "
      "e9 e5 d8 d6,f8:group-size d6,f9:diagonal d6,g9 a10:occupied e10:occupied" },
    { "R3 figure 1, Black to move", { "contest", 'b', "",
      "W W . . B B B B . .\n"
      "W W . . . . . . . .\n"
      ". . . . W . . . . .\n"
      ". W . . W . B B . .\n"
      ". . . . W . B . . .\n" },
      "d10:group-size i10:group-size e9:group-size h9:group-size d9:diagonal i9:diagonal c10 c9 "
      "d8 i8 j10 h6 g8 h8 g5 f7 i7 h8,h6:group-size i7,g5:group-size i6,f5 h6,i8:diagonal" },
    { "R3.3 figure 2: a stone at the island's corner", { "contest", 'w', "",
      "W W . . .\n"
      "W W . . .\n"
      ". . * . .\n"
      ". . . . .\n" },
      "c8:diagonal c9:group-size a8:group-size a7 c7 d8 a7,c7 d8,a7 c8,d8:diagonal" },
    { "R3.3 an island that would touch a stone", { "contest", 'w', "",
      "W W . . .\n"
      ". W * . .\n"
      ". . . W .\n"
      ". . . . .\n" },
      "c9:diagonal a9 b8 a9,b8:group-size c10 d9 a9,c7 c10,a9:group-size" },
    { "R3.2 five in a group", { "contest", 'w', "",
      "W W * W W\n"
      ". . . . .\n" },
      "c10:group-size c9 a9 b9 d9,a9 b9,a9" },
    { "R3.3 sandbanks in diagonal contact", { "contest", 'w', "",
      "W W . . .\n"
      ". . W . .\n"
      ". . . W .\n"
      ". . . . .\n" },
      "c10:diagonal d10 b9:diagonal a9 d9 c8 d9,c8:diagonal d7 e8 e7 e7,d10" },
    { "R3.4 two cells that join one sandbank", { "contest", 'w', "",
      "* W W W * .\n"
      ". . . . . .\n" },
      "a10 e10 a10,e10:group-size a10,b9:group-size b9,f9 e10,f9:diagonal e10,e8" },
    { "R3.4 an island and a corner", { "contest", 'w', "",
      "W W W * . .\n"
      ". . . . * .\n" },
      "d10 e9 d10,e9:diagonal e9,d10:diagonal d9 d9,e9 d9,e8 d10,e8" },
    { "R3.2 four singles around a cell", { "contest", 'w', "",
      ". W .\n"
      "W * W\n"
      ". W .\n" },
      "b9:group-size a10 c10 a8 c8 a10,c8 a10,c10:group-size" },
    { "R3.2 three singles around a cell make an island", { "contest", 'w', "",
      ". W .\n"
      "W * W\n"
      ". . .\n" },
      "b9 a10 c10 b9,b8:group-size b9,a10:group-size" },
    { "R3.3 where one more stone is near they do not", { "contest", 'w', "",
      ". W . .\n"
      "W * W .\n"
      ". . . W\n" },
      "b9:diagonal a10 c10" },
    { "R3.2 a pair with two cells at one side", { "contest", 'w', "",
      "W W . W W\n"
      ". . . . .\n"
      "W . W . .\n" },
      "c10:group-size b9 c9 b8 a9 a9,b8:group-size a9,b9:group-size b9,d9" },
    { "R3.3 a triple that touches others never becomes an island", { "contest", 'w', "",
      "W W W . .\n"
      ". . . W .\n"
      ". . . . .\n" },
      "a9:diagonal b9:diagonal c9:group-size d10:group-size d8 e9" },
    { "R3.3 two islands, one cell at the corner of both", { "contest", 'w', "",
      "W W . . . .\n"
      "W W . . . .\n"
      ". . * . . .\n"
      ". . . W . .\n"
      ". . . W W W\n" },
      "c8:diagonal c7:group-size d8:group-size c9:group-size b8:group-size c6:group-size e7:group-size" },
    { "R3.3 before R3.2: beside one island and at the corner of the other", { "contest", 'w', "",
      "W W . . . .\n"
      "W W . . . .\n"
      ". . . W W .\n"
      ". . . W W .\n" },
      "c8:diagonal c9:diagonal c10:group-size d9:group-size b8:group-size" },
    { "R3.1 occupied cells, of either colour", { "contest", 'w', "",
      "W B .\n"
      ". . .\n" },
      "a10:occupied b10:occupied a10,c10:occupied c10,b10:occupied a9 b9 c10 c10,c10:bad-action" },
    { "R3 the other colour does not matter", { "contest", 'w', "",
      "W B W B\n"
      "B B W W\n"
      "W W B B\n" },
      "d10:occupied b9:occupied e9:diagonal e10 c7 a7 b7" },
    { "R4.1 figure 3: three bridges can be built", { "contest", 'w', "",
      "W . W . . W . . .\n"
      ". . . . . . . W .\n"
      ". . . . . . . . .\n"
      ". W . . . . . . .\n"
      ". . . . . . . . .\n"
      ". . . W . . . . .\n" },
      "a10-c10 f10-h9 b7-d5 c10-a10 h9-f10 d5-b7 a10-b7:bridge-distance a10-d7:bridge-distance "
      "a10-f10:bridge-distance a10-a10:bridge-distance a10-b10:bridge-distance "
      "c10-e10:bridge-owner d10-f10:bridge-owner b10 g9 c6" },
    { "R4.7 figure 4: they are built", { "contest", 'w', "a10-c10,f10-h9,b7-d5",
      "w + w . . w + . .\n"
      ". . . . . . + w .\n"
      ". . . . . . . . .\n"
      ". w . . . . . . .\n"
      ". . + . . . . . .\n"
      ". . . w . . . . .\n" },
      "b10:covered g10:covered g9:covered c6:covered a10-c10:bridge-blocked b9 f9 h10 c7" },
    { "R4.7 no colour stands under a bridge", { "contest", 'b', "a10-c10,f10-h9,b7-d5",
      "w + w . . w + . .\n"
      ". . . . . . + w .\n"
      ". . . . . . . . .\n"
      ". w . . . . . . .\n"
      ". . + . . . . . .\n"
      ". . . w . . . . .\n" },
      "b10:covered g10:covered g9:covered c6:covered a10:occupied b9 f9 h10 c7" },
    { "R4.2 (B1) own stones at both ends", { "contest", 'w', "",
      "W . B . B\n"
      ". . . . .\n"
      "W . . . .\n" },
      "a10-c10:bridge-owner c10-e10:bridge-owner a10-c8:bridge-owner b8-d8:bridge-owner a10-a8" },
    { "R4.3 (B2) one bridge per stone", { "contest", 'w', "a10-c10",
      "w + w . W\n"
      ". . . . .\n"
      "W . . . .\n" },
      "a10-a8:bridge-ends c10-e10:bridge-ends a8-c10:bridge-ends" },
    { "R4.3 and before R4.2", { "contest", 'b', "a10-c10",
      "w + w . B\n"
      ". . . . .\n"
      "B . . . B\n" },
      "a10-a8:bridge-ends c10-e10:bridge-ends a8-c10:bridge-ends c10-e8:bridge-ends e10-e8" },
    { "R4.4 (B3) no stone under a bridge", { "contest", 'w', "",
      "W W W . W B W\n"
      ". . . . . . .\n"
      "W . W . . . .\n"
      "B . . . W W .\n"
      "W . W . . . W\n" },
      "a10-c10:bridge-blocked e10-g10:bridge-blocked a8-a6:bridge-blocked a10-a8 c10-c8 a8-c8 "
      "c10-e10 c8-e7 e7-c6 e7-g6:bridge-blocked f7-g10:bridge-distance b10-a8 a6-c6" },
    { "R4.4 a knight's bridge with a stone under either half", { "contest", 'w', "",
      "W . . . W . .\n"
      "B . . . . B .\n"
      ". W . . . W .\n"
      ". . . . . . .\n" },
      "a10-b8:bridge-blocked e10-f8:bridge-blocked" },
    { "R4.6 (B5) figure 5: two diagonals that meet in a corner", { "contest", 'b', "a10-c8",
      "w . . B .\n"
      ". + . . .\n"
      ". B w . .\n"
      ". . . . .\n" },
      "d10-b8:bridge-blocked c9" },
    { "R4.6 even if cells may be shared", { "open", 'b', "a10-c8",
      "w . . B .\n"
      ". + . . .\n"
      ". B w . .\n"
      ". . . . .\n" },
      "d10-b8:bridge-blocked c9 b9:covered" },
    { "R4.6 own bridges cross, too", { "official", 'w', "a10-c8",
      "w . . W .\n"
      ". + . . .\n"
      ". W w . .\n"
      ". . . . .\n" },
      "d10-b8:bridge-blocked" },
    { "R4.6 the bridges that cross a diagonal in a corner: two of the four", { "contest", 'b', "c9-e7",
      ". . . . . . .\n"
      ". . w B . B .\n"
      ". . . + . . .\n"
      ". B . B w . .\n"
      ". . . . . . .\n" },
      "d9-b7:bridge-blocked f9-d7:bridge-blocked d9-d7:bridge-blocked b7-d7 d9-f9" },
    { "R4.6 the bridges that cross a diagonal in a corner: the other two", { "contest", 'b', "c9-e7",
      ". . . . B . .\n"
      ". . w . . . .\n"
      ". . B + B . .\n"
      ". . . . w . .\n"
      ". . B . . . .\n" },
      "e10-c8:bridge-blocked e8-c6:bridge-blocked c8-e8:bridge-blocked e10-e8 c8-c6" },
    { "R4.5 (B4) parallel knights share a cell", { "contest", 'w', "a10-b8",
      "w W . . .\n"
      "+ + . . .\n"
      ". w W . .\n"
      ". . . . .\n" },
      "b10-c8:bridge-blocked a9:covered b9:covered c9" },
    { "R4.5 of either colour", { "contest", 'b', "a10-b8",
      "w B . . .\n"
      "+ + . . .\n"
      ". w B . .\n"
      ". . . . .\n" },
      "b10-c8:bridge-blocked a9:covered b9:covered c9" },
    { "R4.5 is off in official", { "official", 'w', "a10-b8",
      "w W . . .\n"
      "+ + . . .\n"
      ". w W . .\n"
      ". . . . .\n" },
      "b10-c8 a9:covered b9:covered c9" },
    { "R4.5 is off in open", { "open", 'b', "a10-b8",
      "w B . . .\n"
      "+ + . . .\n"
      ". w B . .\n"
      ". . . . .\n" },
      "b10-c8 a9:covered b9:covered c9" },
    { "R4.5 can be switched", { "contest;share=on", 'b', "a10-b8",
      "w B . . .\n"
      "+ + . . .\n"
      ". w B . .\n"
      ". . . . .\n" },
      "b10-c8" },
    { "R4.5 can be switched", { "official;share=off", 'b', "a10-b8",
      "w B . . .\n"
      "+ + . . .\n"
      ". w B . .\n"
      ". . . . .\n" },
      "b10-c8:bridge-blocked" },
    { "R4.5, R4.6 two that share a cell", { "open", 'w', "a10-b8,b10-c8",
      "w w . . .\n"
      "+ + + . .\n"
      ". w w . .\n"
      ". . . . .\n" },
      "a9:covered b9:covered c9:covered c10 a8" },
    { "R4.6 crossing knights share both cells", { "open", 'w', "a10-b8",
      "w W . . .\n"
      "+ + . . .\n"
      "W w . . .\n"
      ". . . . .\n" },
      "b10-a8:bridge-blocked" },
    { "R4.6 a straight one across a straight one", { "open", 'b', "b10-b8",
      ". w . .\n"
      "B + B .\n"
      ". w . .\n"
      ". . . .\n" },
      "a9-c9:bridge-blocked" },
    { "R4.6 parallel diagonals", { "contest", 'w', "a10-c8",
      "w . W . . .\n"
      ". + . . . .\n"
      ". . w . W .\n"
      ". . . . . .\n" },
      "c10-e8" },
    { "R4.4 before R4.3", { "contest", 'w', "a10-c10",
      "w + w B W\n"
      ". . . . .\n" },
      "c10-e10:bridge-blocked" },
    { "R4.4 before R4.2", { "contest", 'b', "",
      "W B W . .\n"
      ". . . . .\n" },
      "a10-c10:bridge-blocked" },
    { "R4.7 a sandbank with a bridge may become an island", { "contest", 'w', "a10-c10",
      "w + w W .\n"
      "W . W . .\n"
      ". . . . .\n" },
      "d9 c8 e10 b9:group-size a8 b8 a8,d8" },
    { "R6 a stone carries one bridge: no link through a single stone", { "contest", 'w', "b10-d10",
      "W w + w . W W .\n"
      "W W . . . W W .\n" },
      "d10-f10:bridge-ends d10-f9:bridge-ends c10:covered" },
    /* clang-format on */
};

/* What the rules say about the words, from the front of `pos` on: the code of the first error. */
static PonteError refusal_of(const Pos *pos, const char *words)
{
    PosBuffer now;
    Scan      scan = scan_string(words);
    game_copy(&PONTE_GAME, pos, &now.head);
    do {
        PonteReading reading = ponte_step_parse(&now.head, &scan);
        if (reading.error != PONTE_FINE)
            return reading.error;
        PONTE_RULES.apply(&now.head, reading.step);
    } while (now.head.phase != 0);
    return PONTE_FINE;
}

static void expect_refusal(const Scene *scene, const char *words, const char *code,
                           PonteError error)
{
    if (strcmp(ponte_error_code(error), code) != 0)
        fail_msg("%s: %s in %s is '%s', not '%s'", scene->rule, words, scene->line,
                 ponte_error_code(error), code);
}

static void check_stone(const Scene *scene, PonteCell cell, const char *words, const char *code)
{
    const Pos *pos = &scene->pos.head;
    PonteError error = ponte_stone_error(pos, pos->side, cell);
    expect_refusal(scene, words, code, error);
    if (ponte_may_stand(pos, pos->side, cell) != (error == PONTE_FINE))
        fail_msg("%s: may a stone stand on %s in %s?", scene->rule, words, scene->line);
}

/* A turn is taken in both orders or in none (R3.4), and the order is no matter afterwards. */
static void check_orders(const Scene *scene, const char *words, const char *back)
{
    const Pos *pos = &scene->pos.head;
    Turn       turn, other;
    Fault      fault;
    bool       good = turn_read(&PONTE_GAME, pos, words, &turn, &fault) == STATUS_OK;
    bool       other_good = turn_read(&PONTE_GAME, pos, back, &other, &fault) == STATUS_OK;
    if (good != other_good)
        fail_msg("%s: %s and %s differ in %s", scene->rule, words, back, scene->line);
    if (!good)
        return;
    PosBuffer after, other_after;
    game_copy(&PONTE_GAME, pos, &after.head);
    game_copy(&PONTE_GAME, pos, &other_after.head);
    turn_apply(&PONTE_GAME, &after.head, &turn);
    turn_apply(&PONTE_GAME, &other_after.head, &other);
    if (!game_same(&PONTE_GAME, &after.head, &other_after.head))
        fail_msg("%s: %s and %s lead to different positions", scene->rule, words, back);
}

static void check_statement(const Scene *scene, const char *statement)
{
    char        words[32], back[32];
    Text        text = text_over(words, sizeof words), back_text = text_over(back, sizeof back);
    const char *rest = statement;
    PonteCell   first = take_cell(scene, &rest);
    char        mark = *rest;
    if (mark == '\0' || mark == ':') {
        ponte_cell_write(scene->size, first, &text);
        check_stone(scene, first, words, mark == ':' ? rest + 1 : "");
        return;
    }
    rest++;
    PonteCell second = take_cell(scene, &rest);
    write_cells(scene, first, mark, second, &text);
    write_cells(scene, second, mark, first, &back_text);
    expect_refusal(scene, words, *rest == ':' ? rest + 1 : "", refusal_of(&scene->pos.head, words));
    check_orders(scene, words, back);
}

static void check_statements(const Scene *scene, const void *context)
{
    char  statements[1024], *rest = NULL;
    Fault fault = { 0 };
    snprintf(statements, sizeof statements, "%s", (const char *)context);
    for (char *word = strtok_r(statements, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest))
        check_statement(scene, word);
    if (PONTE_RULES.check(&scene->pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s", scene->rule, fault.why);
}

static void test_figures(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(FIGURES); n++)
        each_scene(FIGURES[n].rule, &FIGURES[n].picture, check_statements, FIGURES[n].statements);
}

/* ---- R1.3: islands of every shape ---- */

static const char *const ISLAND_SHAPES[] = {
    "....\n.W..\n.W..\n.W..\n.W..\n.", /* I */
    "....\n.W..\n.W..\n.WW.\n.",       /* L */
    "....\n..WW\n.WW.\n.",             /* S */
    "....\n.WWW\n..W.\n.",             /* T */
    "....\n.WW.\n.WW.\n.",             /* O */
};

static bool has_stone(const Scene *scene, int x, int y)
{
    return x >= 0 && y >= 0 && x < scene->size && y < scene->size && stone_at(scene, x, y) != '.';
}

/* Beside the island is too large a group, at its corner forbidden, elsewhere free. */
static void check_around(const Scene *scene, const void *context)
{
    (void)context;
    for (int8_t y = 0; y < scene->size; y++)
        for (int8_t x = 0; x < scene->size; x++) {
            bool beside = has_stone(scene, x - 1, y) || has_stone(scene, x + 1, y) ||
                          has_stone(scene, x, y - 1) || has_stone(scene, x, y + 1);
            bool corner = has_stone(scene, x - 1, y - 1) || has_stone(scene, x + 1, y + 1) ||
                          has_stone(scene, x - 1, y + 1) || has_stone(scene, x + 1, y - 1);
            const char *code = has_stone(scene, x, y) ? "occupied"
                               : beside               ? "group-size"
                               : corner               ? "diagonal"
                                                      : "";
            check_stone(scene, (PonteCell){ x, y }, "a cell", code);
        }
}

static void test_R1_3_islands(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(ISLAND_SHAPES); n++) {
        Picture picture = { "contest", 'w', "", ISLAND_SHAPES[n] };
        each_scene("R1.3 an island of any shape", &picture, check_around, NULL);
    }
}

/* The groups of figure 1: name of a stone, how many are in its group. */
static void check_groups(const Scene *scene, const void *context)
{
    static const struct {
        const char *cell;
        int         colour, stones;
    } GROUPS[] = { { "a10", 0, 4 }, { "b9", 0, 4 },  { "b7", 0, 1 }, { "e8", 0, 3 },
                   { "e6", 0, 3 },  { "e10", 1, 4 }, { "h7", 1, 3 }, { "g6", 1, 3 } };
    (void)context;
    for (size_t n = 0; n < COUNT_OF(GROUPS); n++) {
        const char *name = GROUPS[n].cell;
        PonteCell   stones[16], cell = take_cell(scene, &name);
        int         colour = scene->exchanged ? 1 - GROUPS[n].colour : GROUPS[n].colour;
        assert_int_equal(ponte_group(&scene->pos.head, colour, cell, stones, 16), GROUPS[n].stones);
    }
}

static void test_R1_3_groups(void **state)
{
    (void)state;
    each_scene(FIGURES[0].rule, &FIGURES[0].picture, check_groups, NULL);
}

/* ---- R1, R2 on every board ---- */

static const char *const NAMES[] = { "contest", "official", "open", "contest;end=pass",
                                     "open;end=skip" };

static uint64_t pairs_of(int cells)
{
    return (uint64_t)cells * (uint64_t)(cells - 1) / 2;
}

static PosBuffer start_of(const char *name, int size)
{
    PosBuffer pos;
    PONTE_RULES.start(variant_of(name, size), &pos.head);
    return pos;
}

static void play(Pos *pos, const char *words)
{
    Turn  turn;
    Fault fault = { 0 };
    if (turn_read(&PONTE_GAME, pos, words, &turn, &fault) != STATUS_OK)
        fail_msg("%s: %s", words, fault.why);
    turn_apply(&PONTE_GAME, pos, &turn);
}

static void check_line(const Pos *pos, const char *want)
{
    char line[POS_TEXT_MAX];
    Text text = text_over(line, sizeof line);
    PONTE_TEXT.pos_write(pos, &text);
    assert_string_equal(line, want);
}

static void check_start_line(const Pos *pos, int size, bool has_seats)
{
    char line[POS_TEXT_MAX];
    Text text = text_over(line, sizeof line);
    for (int y = 0; y < size; y++)
        text_addf(&text, "%s%d", y == 0 ? "" : "/", size);
    text_add(&text, has_seats ? " w - 1 - 1 -" : " w - 1 -");
    check_line(pos, line);
}

/* Two stones first; then two stones or the swap; after a swap the same number again. */
static void check_opening(const char *name, int size)
{
    PosBuffer     pos = start_of(name, size);
    PonteSettings s = ponte_unpack(pos.head.variant);
    int           cells = size * size;
    check_start_line(&pos.head, size, s.seats_swap || s.passing);
    assert_int_equal(perft_count(&PONTE_GAME, &pos.head, 1, PERFT_TURNS, PERFT_FAST),
                     pairs_of(cells));
    assert_int_equal(ponte_count_cells(&pos.head, PONTE_WHITE), cells);
    play(&pos.head, "a1,c1");
    assert_int_equal(pos.head.side, PONTE_BLACK);
    assert_int_equal(perft_count(&PONTE_GAME, &pos.head, 1, PERFT_TURNS, PERFT_FAST),
                     pairs_of(cells - 2) + 1);
    play(&pos.head, "swap");
    assert_int_equal(pos.head.side, s.seats_swap ? PONTE_BLACK : PONTE_WHITE);
    assert_int_equal(perft_count(&PONTE_GAME, &pos.head, 1, PERFT_TURNS, PERFT_FAST),
                     pairs_of(cells - 2));
    assert_int_equal(ponte_count_bridges(&pos.head, PONTE_WHITE), s.seats_swap);
    assert_int_equal(ponte_count_bridges(&pos.head, PONTE_BLACK), !s.seats_swap);
}

static void test_R2_openings(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(NAMES); n++)
        for (int size = PONTE_SIZE_MIN; size <= PONTE_SIZE_MAX; size++)
            check_opening(NAMES[n], size);
    PosBuffer pos = start_of("contest", 10);
    assert_int_equal(perft_count(&PONTE_GAME, &pos.head, 1, PERFT_TURNS, PERFT_FAST), 4950);
    play(&pos.head, "a1,b2");
    assert_int_equal(perft_count(&PONTE_GAME, &pos.head, 1, PERFT_TURNS, PERFT_FAST), 4754);
}

/* Random games on every board, checked after every step.  The two ends of a bridge are never in one
 * group, and no game has more turns than the cells allow. */
static void check_ends(const Pos *pos)
{
    for (int n = 0; n < ponte_head(pos)->bridge_count; n++) {
        PonteBridge bridge = ponte_bridge(pos, n);
        PonteCell   stones[8], other = ponte_other_end(bridge);
        int         owner = ponte_bridge_owner(pos, n);
        int         count = ponte_group(pos, owner, bridge.end, stones, 8);
        assert_in_range(count, 1, ISLAND_STONES);
        for (int k = 0; k < count; k++)
            assert_false(stones[k].x == other.x && stones[k].y == other.y);
    }
}

static void play_randomly(const char *name, int size, Random *random)
{
    PosBuffer pos = start_of(name, size);
    Step      steps[STEPS_MAX];
    Fault     fault = { 0 };
    int       turns = 0;
    for (int count; (count = PONTE_RULES.gen(&pos.head, steps)) > 0;) {
        PONTE_RULES.apply(&pos.head, steps[random_below(random, (uint32_t)count)]);
        turns += pos.head.phase == 0;
        if (PONTE_RULES.check(&pos.head, &fault) != STATUS_OK)
            fail_msg("%s;size=%d: %s", name, size, fault.why);
        assert_int_equal(pos.head.key, PONTE_RULES.key(&pos.head));
    }
    check_ends(&pos.head);
    assert_true(turns <= size * size);
    assert_int_not_equal(PONTE_RULES.outcome(&pos.head).ending, ENDING_NONE);
}

static void test_every_size(void **state)
{
    Random random = random_seeded(77);
    (void)state;
    for (size_t n = 0; n < COUNT_OF(NAMES); n++)
        for (int size = PONTE_SIZE_MIN; size <= PONTE_SIZE_MAX; size++)
            for (int game = 0; game < (TEST_SHARE > 1 ? 1 : 4); game++)
                play_randomly(NAMES[n], size, &random);
}

/* ---- R4.1, R4.5, R4.6: the geometry of bridges ---- */

enum { BRIDGES_OF_LARGEST = 880 }; /* on 12 x 12 */

typedef struct BridgeList {
    int         count;
    PonteBridge at[BRIDGES_OF_LARGEST];
} BridgeList;

static int bridge_formula(int n)
{
    int m = n - 2, k = n - 1;
    return 2 * n * m + 2 * m * m + 4 * m * k;
}

static void list_bridges(int size, BridgeList *list)
{
    list->count = 0;
    for (int a = 0; a < size * size; a++)
        for (int b = a + 1; b < size * size; b++) {
            PonteCell   from = { (int8_t)(a % size), (int8_t)(a / size) };
            PonteCell   to = { (int8_t)(b % size), (int8_t)(b / size) };
            PonteBridge bridge, back;
            if (!ponte_bridge_between(from, to, &bridge))
                continue;
            assert_true(ponte_bridge_between(to, from, &back));
            assert_memory_equal(&bridge, &back, sizeof bridge);
            assert_true(bridge.end.x == from.x && bridge.end.y == from.y);
            assert_true(ponte_other_end(bridge).x == to.x && ponte_other_end(bridge).y == to.y);
            assert_true(list->count < BRIDGES_OF_LARGEST);
            list->at[list->count++] = bridge;
        }
}

static void test_R4_1_counts(void **state)
{
    static const int  PER_KIND[PONTE_KINDS] = { 80, 80, 64, 64, 72, 72, 72, 72 };
    static BridgeList list;
    int               of_kind[PONTE_KINDS] = { 0 };
    (void)state;
    for (int size = PONTE_SIZE_MIN; size <= PONTE_SIZE_MAX; size++) {
        list_bridges(size, &list);
        assert_int_equal(list.count, bridge_formula(size));
    }
    assert_int_equal(list.count, BRIDGES_OF_LARGEST);
    list_bridges(10, &list);
    assert_int_equal(list.count, 576);
    for (int n = 0; n < list.count; n++)
        of_kind[list.at[n].kind]++;
    assert_memory_equal(of_kind, PER_KIND, sizeof of_kind);
}

/* The cells under a bridge, by the words of R4.1: the middle, or on the axis on which the ends are
 * two apart the middle line, from one end's coordinate to the other's. */
static int covers_of(PonteBridge bridge, PonteCell covers[2])
{
    PonteCell a = bridge.end, b = ponte_other_end(bridge);
    if (abs(a.x - b.x) == 1) {
        covers[0] = (PonteCell){ a.x, (int8_t)(a.y + 1) };
        covers[1] = (PonteCell){ b.x, (int8_t)(a.y + 1) };
        return 2;
    }
    int8_t middle = (int8_t)((a.x + b.x) / 2);
    covers[0] = (PonteCell){ middle, abs(a.y - b.y) == 2 ? (int8_t)(a.y + 1) : a.y };
    covers[1] = (PonteCell){ middle, b.y };
    return abs(a.y - b.y) == 1 ? 2 : 1;
}

static bool same_cell(PonteCell a, PonteCell b)
{
    return a.x == b.x && a.y == b.y;
}

static bool covers_cell(PonteBridge bridge, PonteCell cell)
{
    PonteCell covers[2];
    int       count = covers_of(bridge, covers);
    return same_cell(covers[0], cell) || (count == 2 && same_cell(covers[1], cell));
}

static bool ends_on(PonteBridge bridge, PonteCell cell)
{
    return same_cell(bridge.end, cell) || same_cell(ponte_other_end(bridge), cell);
}

/* Can both stand by R4.2 to R4.4: no common end, no end under the other? */
static bool can_coexist(PonteBridge a, PonteBridge b)
{
    PonteCell from = b.end, to = ponte_other_end(b);
    return !ends_on(a, from) && !ends_on(a, to) && !covers_cell(a, from) && !covers_cell(a, to) &&
           !covers_cell(b, a.end) && !covers_cell(b, ponte_other_end(a));
}

static int shared_cells(PonteBridge a, PonteBridge b)
{
    PonteCell covers[2];
    int       count = covers_of(a, covers), shared = 0;
    for (int n = 0; n < count; n++)
        shared += covers_cell(b, covers[n]);
    return shared;
}

/* Where the lines meet, as a fraction of each segment: inside both is between 0 and 1. */
static bool segments_cross(PonteBridge p, PonteBridge q)
{
    PonteCell a = p.end, b = ponte_other_end(p), c = q.end, d = ponte_other_end(q);
    int       rx = b.x - a.x, ry = b.y - a.y, sx = d.x - c.x, sy = d.y - c.y;
    int       bottom = rx * sy - ry * sx;
    int       t = (c.x - a.x) * sy - (c.y - a.y) * sx, u = (c.x - a.x) * ry - (c.y - a.y) * rx;
    if (bottom < 0) {
        bottom = -bottom;
        t = -t;
        u = -u;
    }
    return t > 0 && t < bottom && u > 0 && u < bottom;
}

typedef struct PairClasses {
    int one_crossing, two_crossing, one_parallel, corner, two_parallel;
} PairClasses;

static PairClasses classify_pairs(const BridgeList *list)
{
    PairClasses classes = { 0 };
    for (int n = 0; n < list->count; n++)
        for (int k = n + 1; k < list->count; k++) {
            PonteBridge a = list->at[n], b = list->at[k];
            bool        cross = segments_cross(a, b);
            if (!can_coexist(a, b))
                continue;
            assert_int_equal(ponte_bridges_cross(a, b), cross);
            assert_int_equal(ponte_bridges_cross(b, a), cross);
            switch (shared_cells(a, b)) {
            case 0: classes.corner += cross; break;
            case 1:
                classes.one_crossing += cross;
                classes.one_parallel += !cross;
                break;
            default:
                classes.two_crossing += cross;
                classes.two_parallel += !cross;
                break;
            }
        }
    return classes;
}

static void test_R4_5_classes(void **state)
{
    static BridgeList list;
    (void)state;
    list_bridges(10, &list);
    PairClasses classes = classify_pairs(&list);
    assert_int_equal(classes.one_crossing, 896);
    assert_int_equal(classes.two_crossing, 144);
    assert_int_equal(classes.one_parallel, 256);
    assert_int_equal(classes.corner, 224);
    assert_int_equal(classes.two_parallel, 0);
    assert_int_equal(classes.one_crossing + classes.two_crossing + classes.one_parallel, 1296);
    assert_int_equal(classes.one_crossing + classes.two_crossing + classes.corner, 1264);
}

/* The covered cells of every bridge, as the table of kinds has them. */
static void test_R4_1_covers(void **state)
{
    static BridgeList list;
    (void)state;
    list_bridges(PONTE_SIZE_MAX, &list);
    for (int n = 0; n < list.count; n++) {
        PonteBridge      bridge = list.at[n];
        const PonteKind *kind = &PONTE_KIND[bridge.kind];
        PonteCell        covers[2];
        assert_int_equal(covers_of(bridge, covers), kind->cover_count);
        for (int k = 0; k < kind->cover_count; k++)
            assert_true(
                covers_cell(bridge, (PonteCell){ (int8_t)(bridge.end.x + kind->cover[k].x),
                                                 (int8_t)(bridge.end.y + kind->cover[k].y) }));
    }
}

/* The four bridges that cross a diagonal in a corner, and no others: by the specification's table,
 * mirrored for the other diagonal. */
static void test_R4_6_corners(void **state)
{
    static const PonteCell FROM[4] = { { 1, 0 }, { 2, -1 }, { 2, 1 }, { 3, 0 } };
    static BridgeList      list;
    (void)state;
    list_bridges(PONTE_SIZE_MAX, &list);
    for (int n = 0; n < list.count; n++) {
        PonteBridge bridge = list.at[n];
        int         mirror = bridge.kind == 2 ? 1 : bridge.kind == 3 ? -1 : 0;
        for (int k = 0; k < list.count; k++) {
            PonteBridge other = list.at[k];
            bool        in_table = false;
            for (int f = 0; f < 4; f++)
                in_table |= mirror != 0 && other.kind == 5 - bridge.kind &&
                            other.end.x == bridge.end.x + mirror * FROM[f].x &&
                            other.end.y == bridge.end.y + FROM[f].y;
            bool corner = can_coexist(bridge, other) && shared_cells(bridge, other) == 0 &&
                          ponte_bridges_cross(bridge, other);
            assert_int_equal(corner, in_table);
        }
    }
}

/* The rules themselves: with the stones of two bridges and the first one built, is the second one
 * legal?  `colours` are those of the two bridges. */
static bool second_is_legal(uint32_t variant, PonteBridge first, PonteBridge second,
                            const char colours[2])
{
    PosBuffer  pos;
    Fault      fault = { 0 };
    PonteParts parts = {
        .side = colours[1] == 'W' ? PONTE_WHITE : PONTE_BLACK,
        .turn = 9,
        .white_seat = 1,
        .passed = '-',
        .bridge_count = 1,
        .bridges = { first },
    };
    memset(parts.cells, '.', sizeof parts.cells);
    parts.cells[first.end.y][first.end.x] = colours[0];
    parts.cells[ponte_other_end(first).y][ponte_other_end(first).x] = colours[0];
    parts.cells[second.end.y][second.end.x] = colours[1];
    parts.cells[ponte_other_end(second).y][ponte_other_end(second).x] = colours[1];
    if (ponte_build(variant, &parts, &pos.head, &fault) != STATUS_OK)
        fail_msg("a bridge cannot be built: %s", fault.why);
    return PONTE_RULES.legal(&pos.head, ponte_bridge_step(second));
}

static void check_pairs(int size, const char *colours)
{
    static BridgeList list;
    uint32_t          contest = variant_of("contest", size), open = variant_of("open", size);
    int               stride = size > 7 ? 2 * TEST_SHARE - 1 : 1; /* large boards have many */
    list_bridges(size, &list);
    for (int n = 0; n < list.count; n += stride)
        for (int k = 0; k < list.count; k++) {
            PonteBridge a = list.at[n], b = list.at[k];
            if (!can_coexist(a, b))
                continue;
            bool cross = segments_cross(a, b);
            assert_int_equal(second_is_legal(open, a, b, colours), !cross);
            assert_int_equal(second_is_legal(contest, a, b, colours),
                             !cross && shared_cells(a, b) == 0);
        }
}

static void test_R4_pairs(void **state)
{
    (void)state;
    for (int size = PONTE_SIZE_MIN; size <= 7; size++) {
        check_pairs(size, "WB");
        check_pairs(size, "BB");
    }
    check_pairs(10, "WW");
    check_pairs(11, "BW");
}

/* ---- R2, R5, R8: the course of a game ---- */

static const struct course {
    const char *rule;
    const char *variant;
    const char *turns;  /* from the start */
    const char *line;   /* the position after them */
    const char *result; /* "" while the game continues */
} COURSES[] = {
    /* clang-format off */
    { "R2.1 the start", "contest;size=4", "", "4/4/4/4 w - 1 -", "" },
    { "R2.1 the start, with seats", "official;size=4", "", "4/4/4/4 w - 1 - 1 -", "" },
    { "R2.2 Black may swap", "contest;size=4", "a4,c4", "W1W1/4/4/4 b - 2 s", "" },
    { "R2.2 Black may swap", "open;size=4", "c4,a4", "W1W1/4/4/4 b - 2 s 1 -", "" },
    { "R2.2 contest: the stones become black, White moves", "contest;size=4", "a4,c4 swap",
      "B1B1/4/4/4 w - 3 -", "" },
    { "R2.2 ... and Black may build on turn 4", "contest;size=4", "a4,c4 swap b2,d1 a4-c4",
      "B1B1/4/1W2/3W w a4-c4 5 -", "" },
    { "R2.2 ... or place", "contest;size=4", "a4,c4 swap b2,d1 a3,c1",
      "B1B1/B3/1W2/2BW w - 5 -", "" },
    { "R2.2 Black may keep his colour", "contest;size=4", "a4,c4 b2,d1",
      "W1W1/4/1B2/3B w - 3 -", "" },
    { "R2.2 ... then White may build", "contest;size=4", "a4,c4 b2,d1 a4-c4",
      "W1W1/4/1B2/3B b a4-c4 4 -", "" },
    { "R2.2 official: the players change, the stones stay, Black moves", "official;size=4",
      "a4,c4 swap", "W1W1/4/4/4 b - 3 - 2 -", "" },
    { "R2.2 ... and White, now seat 2, may build on turn 4", "official;size=4",
      "a4,c4 swap b2,d1 a4-c4", "W1W1/4/1B2/3B b a4-c4 5 - 2 -", "" },
    { "R2.2 official: Black keeps dark", "official;size=4", "a4,c4 b2,d1",
      "W1W1/4/1B2/3B w - 3 - 1 -", "" },
    { "R2.2 open: as official", "open;size=4", "a4,c4 swap", "W1W1/4/4/4 b - 3 - 2 -", "" },
    { "R8.1 the swap goes with the name: contest with passes", "contest;size=4;end=pass",
      "a4,c4 swap", "B1B1/4/4/4 w - 3 - 1 -", "" },
    { "R8.1 the swap goes with the name: official with skips", "official;size=4;end=skip",
      "a4,c4 swap", "W1W1/4/4/4 b - 3 - 2 -", "" },
    { "R2.3 two stones in any order", "contest;size=4", "c1,b2 a1,a4",
      "B3/4/1W2/B1W1 w - 3 -", "" },

    /* White has b1 only, and no bridge.  Black spans it. */
    { "R5.1 White is skipped: one cell is not two (R3.1), a skip is no turn", "contest;size=3",
      "a3,b3 b2,c3 a2,c2 a1,c1", "WWB/WBW/B1B b - 5 -", "" },
    { "R5.3 ... and then neither side can act", "contest;size=3", "a3,b3 b2,c3 a2,c2 a1,c1 a1-c1",
      "WWB/WBW/B1B w a1-c1 6 -", "black bridges points 0-0 islands 0-0 bridges 0-1" },
    { "R5.1 Black is skipped after a swap", "contest;size=3", "b3,a1 swap b2,c1 a3,a2 c3,b1",
      "BBW/BW1/BWW w - 6 -", "" },
    { "R5.3 ... and White ends the game", "contest;size=3",
      "b3,a1 swap b2,c1 a3,a2 c3,b1 c3-c1", "BBW/BW1/BWW b c3-c1 7 -",
      "black points points 0-1 islands 0-1 bridges 1-0" },
    { "R5.1 skipped twice", "contest;size=4", "b1,c1 swap b3,b2 b4,d4 c2,d2 d3,d1 b4-d3",
      "1B1B/1W1B/1WWW/1BBB b b4-d3 8 -", "" },
    { "R5.3 ... until both are done", "contest;size=4",
      "b1,c1 swap b3,b2 b4,d4 c2,d2 d3,d1 b4-d3 a4,a1", "BB1B/1W1B/1WWW/BBBB w b4-d3 9 -",
      "black bridges points 1-1 islands 1-1 bridges 0-1" },
    { "R5.3 a bridge ends the game", "contest;size=3", "a1,c3 b1,c2 c3-a1 a3,a2 b3,c1",
      "BWW/B1B/WBW b c3-a1 6 -", "white bridges points 0-0 islands 0-0 bridges 1-0" },
    { "R7.2 a full tie is White's", "contest;size=3", "c1,a3 a1,c3 b1,b2 a2,c2",
      "W1B/BWB/BWW w - 5 -", "white tie points 0-0 islands 0-0 bridges 0-0" },
    { "R7.2 or a draw", "contest;size=3;tie=draw", "c1,a3 a1,c3 b1,b2 a2,c2",
      "W1B/BWB/BWW w - 5 -", "draw tie points 0-0 islands 0-0 bridges 0-0" },

    /* The same stones with passes: White must pass, Black may still build. */
    { "R5.2 who cannot place may pass", "official;size=3", "a3,b3 b2,c3 a2,c2 a1,c1 pass",
      "WWB/WBW/B1B b - 6 - 1 p", "" },
    { "R5.2 after White's pass Black builds, and the game is over", "official;size=3",
      "a3,b3 b2,c3 a2,c2 a1,c1 pass a1-c1", "WWB/WBW/B1B w a1-c1 7 - 1 p",
      "black bridges points 0-0 islands 0-0 bridges 0-1 seat 2" },
    { "R5.2 after White's pass Black passes, and the game is over", "official;size=3",
      "a3,b3 b2,c3 a2,c2 a1,c1 pass pass", "WWB/WBW/B1B w - 7 - 1 e",
      "draw tie points 0-0 islands 0-0 bridges 0-0" },
    { "R5.2 Black's pass ends the game at once", "official;size=3", "b1,b3 a1,a2 b3-b1 c2,c3 a3,c1 pass",
      "WWB/B1B/BWW w b3-b1 7 - 1 e", "white bridges points 0-0 islands 0-0 bridges 1-0 seat 1" },
    { "R7.2 official with tie=white", "official;size=3;tie=white",
      "a3,b3 b2,c3 a2,c2 a1,c1 pass pass", "WWB/WBW/B1B w - 7 - 1 e",
      "white tie points 0-0 islands 0-0 bridges 0-0 seat 1" },
    { "R2.2 seat and colour are two things: seat 2 wins with White", "official;size=3",
      "c3,b2 swap c2,a1 b3,a3 c1,a2 pass pass", "WWW/BWB/B1B w - 8 - 2 e",
      "white points points 1-0 islands 1-0 bridges 0-0 seat 2" },
    { "R2.2 ... and seat 1 with Black", "official;size=3", "b1,b3 swap b2,c2 a2,a3 c3,c1 pass pass",
      "WWB/WBB/1WB w - 8 - 2 e", "black points points 0-1 islands 0-1 bridges 0-0 seat 1" },
    { "R2.2 contest with passes: the colours stay with the seats", "contest;size=3;end=pass",
      "b1,b3 swap b2,c2 a2,a3 c3,c1 pass", "BBW/BWW/1BW w - 7 - 1 e",
      "white points points 1-0 islands 1-0 bridges 0-0 seat 1" },

    { "R8.2 no stone left: White passes though cells are free", "official;size=4;stones=2",
      "a1,a4 d1,d4 pass", "W2B/4/4/W2B b - 4 - 1 p", "" },
    { "R8.2 one stone left is none", "official;size=4;stones=3", "a1,a4 d1,d4 pass pass",
      "W2B/4/4/W2B w - 5 - 1 e", "draw tie points 0-0 islands 0-0 bridges 0-0" },
    { "R8.2 no stone left, but a bridge", "official;size=4;stones=2", "a1,a3 d1,d4 a3-a1",
      "3B/W3/4/W2B b a3-a1 4 - 1 -", "" },
    { "R8.2 the swapped stones count for their colour", "contest;size=4;stones=2",
      "a1,a4 swap d1,d3", "B3/3W/4/B2W w - 4 -", "" },
    { "R8.2 ... Black is skipped, White builds, and that is all", "contest;size=4;stones=2",
      "a1,a4 swap d1,d3 d3-d1", "B3/3W/4/B2W b d3-d1 5 -",
      "white bridges points 0-0 islands 0-0 bridges 1-0" },
    { "R8.2 one pool of bridges for both", "contest;size=4;stones=4;bridges=1",
      "a1,a3 d1,d3 a3-a1 c4,b1 a4,c3", "W1B1/W1WB/4/WB1B b a3-a1 6 -",
      "white bridges points 0-0 islands 0-0 bridges 1-0" },
    { "R8.2 no bridges at all", "contest;size=3;bridges=0;stones=2", "a1,c1 a3,c3",
      "B1B/3/W1W w - 3 -", "white tie points 0-0 islands 0-0 bridges 0-0" },
    /* clang-format on */
};

static Setup setup_of(const char *variant)
{
    char  text[SETUP_TEXT_MAX];
    Setup setup;
    Fault fault = { 0 };
    snprintf(text, sizeof text, "ponte:%s", variant);
    if (games_setup(text, &setup, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.why);
    return setup;
}

static void play_turns(Line *line, const char *rule, const char *turns)
{
    char  words[512], *rest = NULL;
    Fault fault = { 0 };
    snprintf(words, sizeof words, "%s", turns);
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        if (line_play(line, word, &fault) != STATUS_OK)
            fail_msg("%s: %s: %s", rule, word, fault.why);
}

static void run_course(const struct course *c)
{
    Line  line;
    Setup setup = setup_of(c->variant);
    char  result[256];
    Text  text = text_over(result, sizeof result);
    assert_int_equal(line_init(&line, &setup, NULL), STATUS_OK);
    play_turns(&line, c->rule, c->turns);
    check_line(line_now(&line), c->line);
    outcome_write(&PONTE_GAME, line_now(&line), line_outcome(&line), &text);
    if (strcmp(result, c->result) != 0)
        fail_msg("%s: %s", c->rule, result);
    Step steps[STEPS_MAX];
    assert_int_equal(PONTE_RULES.gen(line_now(&line), steps) == 0, c->result[0] != '\0');
    line_free(&line);
}

static void test_courses(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(COURSES); n++)
        run_course(&COURSES[n]);
}

/* What is legal and what is illegal at a point of the game. */
static const struct choice {
    const char *rule;
    const char *variant;
    const char *line;
    const char *words;
    const char *code; /* "" if it is allowed */
} CHOICES[] = {
    /* clang-format off */
    { "R2.2 no swap on turn 1", "contest;size=4", "4/4/4/4 w - 1 -", "swap", "bad-action" },
    { "R2.2 no swap on turn 3", "contest;size=4", "B1B1/4/4/4 w - 3 -", "swap", "bad-action" },
    { "R2.2 no swap on turn 3", "official;size=4", "W1W1/4/4/4 b - 3 - 2 -", "swap", "bad-action" },
    { "R2.2 no swap where none is offered", "contest;size=4", "W1W1/4/4/4 b - 2 -", "swap",
      "bad-action" },
    { "R2.2 a swap on turn 2", "contest;size=4", "W1W1/4/4/4 b - 2 s", "swap", "" },
    { "R2.2 no bridge on turn 2: the stones are White's", "contest;size=4", "W1W1/4/4/4 b - 2 s",
      "a4-c4", "bridge-owner" },
    { "R2.2 White has no stone after a swap", "contest;size=4", "B1B1/4/4/4 w - 3 -", "a4-c4",
      "bridge-owner" },
    { "R2.2 Black has none either after the other swap", "open;size=4", "W1W1/4/4/4 b - 3 - 2 -",
      "a4-c4", "bridge-owner" },
    { "R3.1 one stone is not a turn", "contest;size=4", "4/4/4/4 w - 1 -", "a1", "bad-format" },
    { "R3.1 no cell for the second stone", "official;size=3", "W1B/BWB/BWW b - 6 - 1 -", "b3",
      "bad-action" },
    { "R5.1 no pass with skips", "contest;size=4", "4/4/4/4 w - 1 -", "pass", "bad-action" },
    { "R5.1 also if nothing can be placed", "contest;size=3", "WWB/WBW/B1B b - 5 -", "pass",
      "bad-action" },
    { "R5.2 who can place must act", "official;size=4", "4/4/4/4 w - 1 - 1 -", "pass",
      "bad-action" },
    { "R5.2 who cannot place may pass", "official;size=3", "WWB/WBW/B1B w - 5 - 1 -", "pass", "" },
    { "R5.2 even if he can build", "official;size=3", "WWB/WBW/B1B b - 5 - 1 -", "pass", "" },
    { "R5.2 or build", "official;size=3", "WWB/WBW/B1B b - 5 - 1 -", "a1-c1", "" },
    { "R5.2 Black's last turn: a pass, even if he can place", "open;size=4",
      "4/4/4/4 b - 9 - 1 p", "pass", "" },
    { "R5.2 ... or two stones", "open;size=4", "4/4/4/4 b - 9 - 1 p", "a1,b1", "" },
    { "R5.2 ... or a bridge", "open;size=4", "B1B1/4/4/4 b - 9 - 1 p", "a4-c4", "" },
    { "R5.2 after Black's last turn it is over", "open;size=4", "4/4/4/4 w - 10 - 1 p", "a1,b1",
      "bad-action" },
    { "R5.2 after Black's pass it is over", "open;size=4", "4/4/4/4 w - 10 - 1 e", "pass",
      "bad-action" },
    { "R8.2 stones left for a turn", "official;size=4;stones=4", "W1W1/4/B1B1/4 w - 3 - 1 -",
      "a3,d3", "" },
    { "R8.2 not enough stones left", "official;size=4;stones=3", "W1W1/4/B1B1/4 w - 3 - 1 -",
      "a3,d3", "bad-action" },
    { "R8.2 so that one may pass", "official;size=4;stones=3", "W1W1/4/B1B1/4 w - 3 - 1 -", "pass",
      "" },
    { "R8.2 a bridge left", "official;size=4;bridges=1", "W1W1/4/B1B1/4 w - 3 - 1 -", "a4-c4", "" },
    { "R8.2 no bridge left", "official;size=4;bridges=1", "W1W1/4/B1B1/4 b a4-c4 4 - 1 -", "a2-c2",
      "bad-action" },
    { "R8.2 no bridge left, not even to pass for", "official;size=4;bridges=1",
      "W1W1/4/B1B1/4 b a4-c4 4 - 1 -", "pass", "bad-action" },
    { "R2 in a loaded position turn 1 may be a bridge", "contest;size=4", "W1W1/4/4/4 w - 1 -",
      "a4-c4", "" },
    { "R1.1 no cell of a larger board", "contest;size=4", "4/4/4/4 w - 1 -", "a5,b1", "bad-format" },
    { "R1.1 no column of a larger board", "contest;size=4", "4/4/4/4 w - 1 -", "e1,b1",
      "bad-format" },
    /* clang-format on */
};

static PosBuffer position_of(const char *rule, const char *variant, const char *line)
{
    PosBuffer pos;
    Setup     setup = setup_of(variant);
    Fault     fault = { 0 };
    if (PONTE_TEXT.pos_read(setup.variant, line, &pos.head, &fault) != STATUS_OK)
        fail_msg("%s: %s: %s", rule, line, fault.why);
    return pos;
}

static void test_choices(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(CHOICES); n++) {
        const struct choice *c = &CHOICES[n];
        PosBuffer            pos = position_of(c->rule, c->variant, c->line);
        PonteError           error = refusal_of(&pos.head, c->words);
        if (strcmp(ponte_error_code(error), c->code) != 0)
            fail_msg("%s: '%s'", c->rule, ponte_error_code(error));
        Step swap = islands_step(ISLANDS_SWAP, 0), pass = islands_step(ISLANDS_PASS, 0);
        if (strcmp(c->words, "swap") == 0)
            assert_int_equal(PONTE_RULES.legal(&pos.head, swap), error == PONTE_FINE);
        if (strcmp(c->words, "pass") == 0)
            assert_int_equal(PONTE_RULES.legal(&pos.head, pass), error == PONTE_FINE);
    }
}

/* If passing is the only move of both sides, the game continues until one passes. */
static void test_R5_2_only_passes(void **state)
{
    PosBuffer pos = position_of("R5.2", "official;size=3", "W1B/BWB/BWW w - 5 - 1 -");
    Step      steps[STEPS_MAX];
    (void)state;
    assert_int_equal(PONTE_RULES.gen(&pos.head, steps), 1);
    assert_int_equal(steps[0], islands_step(ISLANDS_PASS, 0));
    assert_int_equal(PONTE_RULES.outcome(&pos.head).ending, ENDING_NONE);
    play(&pos.head, "pass");
    assert_int_equal(PONTE_RULES.gen(&pos.head, steps), 1);
    play(&pos.head, "pass");
    assert_int_equal(PONTE_RULES.gen(&pos.head, steps), 0);
    assert_int_equal(PONTE_RULES.outcome(&pos.head).ending, ENDING_DRAWN);
}

/* ---- R6: the score ---- */

typedef struct Networks {
    int points, islands, bridges;
    int networks[6]; /* islands of each, largest first, then 0 */
} Networks;

static const struct score_case {
    const char *rule;
    Picture     picture;
    Networks    white, black;
} SCORES[] = {
    /* clang-format off */
    { "R6.1 figure 1: an island each, sandbanks count nothing", { "contest", 'w', "",
      "W W . . B B B B\n"
      "W W . . . . . .\n"
      ". . . . W . . .\n"
      ". W . . W . B B\n"
      ". . . . W . B .\n" },
      { 1, 1, 0, { 1 } }, { 1, 1, 0, { 1 } } },
    { "R6.1 figure 6: two islands joined by a bridge", { "contest", 'w', "b10-d10",
      "W w + w W . .\n"
      "W W . W W . .\n" },
      { 3, 2, 1, { 2 } }, { 0 } },
    { "R6.1 the same without the bridge", { "contest", 'w', "",
      "W W . W W . .\n"
      "W W . W W . .\n" },
      { 2, 2, 0, { 1, 1 } }, { 0 } },
    { "R6.1 figure 7: island, sandbank, island", { "contest", 'w', "b10-d10,d9-f9",
      "W w + w . W W .\n"
      "W W . w + w W .\n" },
      { 3, 2, 2, { 2 } }, { 0 } },
    { "R6.1 figure 8: island, two sandbanks, island", { "contest", 'w', "b10-d10,d9-f9,f10-h10",
      "W w + w . w + w W .\n"
      "W W . w + w . W W .\n" },
      { 3, 2, 3, { 2 } }, { 0 } },
    { "R6.1 a single stone links nothing", { "contest", 'w', "b10-d10",
      "W w + w . W W .\n"
      "W W . . . W W .\n" },
      { 2, 2, 1, { 1, 1 } }, { 0 } },
    { "R6.1 two networks of two: 3 + 3", { "contest", 'w', "b10-d10,b7-d7",
      "W w + w W . .\n"
      "W W . W W . .\n"
      ". . . . . . .\n"
      "W w + w W . .\n"
      "W W . W W . .\n" },
      { 6, 4, 2, { 2, 2 } }, { 0 } },
    { "R6.1 a network of four and two single islands: 10 + 1 + 1", { "contest", 'b',
      "b10-d10,a9-a7,b7-d7",
      "B b + b B . B B\n"
      "b B . B B . B B\n"
      "+ . . . . . . .\n"
      "b b + b B . B B\n"
      "B B . B B . B B\n" },
      { 0 }, { 12, 6, 3, { 4, 1, 1 } } },
    { "R6.1 a ring counts its islands once", { "contest", 'w', "b10-d10,a9-a7,e9-e7,b6-d6",
      "W w + w W\n"
      "w W . W w\n"
      "+ . . . +\n"
      "w W . W w\n"
      "W w + w W\n" },
      { 10, 4, 4, { 4 } }, { 0 } },
    { "R6.1 two bridges between the same islands", { "contest", 'w', "b10-d10,b9-d9",
      "W w + w W\n"
      "W w + w W\n" },
      { 3, 2, 2, { 2 } }, { 0 } },
    { "R6.1 bridges between sandbanks count nothing but themselves", { "contest", 'w', "a10-c10",
      "w + w . .\n"
      ". . . . .\n"
      ". . B B B\n"
      ". . B . .\n" },
      { 0, 0, 1, { 0 } }, { 1, 1, 0, { 1 } } },
    { "R7.1 equal points, more islands", { "contest", 'w', "b10-d10",
      "W w + w W . . B B .\n"
      "W W . W W . . B B .\n"
      ". . . . . . . . . .\n"
      "B B . B B . . . . .\n"
      "B B . B B . . . . .\n" },
      { 3, 2, 1, { 2 } }, { 3, 3, 0, { 1, 1, 1 } } },
    /* clang-format on */
};

static void check_networks(const char *rule, const IslandsScore *got, const Networks *want)
{
    int count = 0;
    while (count < 6 && want->networks[count] > 0)
        count++;
    if (got->points != want->points || got->islands != want->islands ||
        got->bridges != want->bridges || got->network_count != count)
        fail_msg("%s: %d points, %d islands, %d bridges, %d networks", rule, got->points,
                 got->islands, got->bridges, got->network_count);
    for (int n = 0; n < count; n++)
        assert_int_equal(got->network[n], want->networks[n]);
}

static void check_score(const Scene *scene, const void *context)
{
    const struct score_case *c = context;
    IslandsScore             score[2];
    ponte_score(&scene->pos.head, score);
    check_networks(c->rule, &score[scene->exchanged], &c->white);
    check_networks(c->rule, &score[!scene->exchanged], &c->black);
}

static void test_R6_scores(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(SCORES); n++)
        each_scene(SCORES[n].rule, &SCORES[n].picture, check_score, &SCORES[n]);
}

/* Sixteen islands of 2 x 2 on 12 x 12, joined one after the other as a snake. */
static void put_block(PonteParts *parts, int number, int colour)
{
    for (int n = 0; n < 4; n++)
        parts->cells[number / 4 * 3 + n / 2][number % 4 * 3 + n % 2] = "WB"[colour];
}

/* The bridge from block number `n` of the snake to the next. */
static PonteBridge snake_bridge(int n)
{
    int8_t row = (int8_t)(n / 4 * 3), column = (int8_t)(n % 4 * 3);
    bool   back = n / 4 % 2 == 1;
    if (n % 4 == 3) /* down, at the right or the left edge */
        return (PonteBridge){ 1, { back ? 0 : 10, (int8_t)(row + 1) } };
    if (back)
        column = (int8_t)(9 - column - 3);
    return (PonteBridge){ 0, { (int8_t)(column + 1), row } };
}

static void test_R6_1_formula(void **state)
{
    uint32_t variant = variant_of("contest", 12);
    (void)state;
    for (int joined = 1; joined <= 16; joined++)
        for (int colour = 0; colour < 2; colour++) {
            PonteParts   parts = { .side = colour, .turn = 50, .white_seat = 1, .passed = '-' };
            PosBuffer    pos;
            IslandsScore score[2];
            Fault        fault = { 0 };
            memset(parts.cells, '.', sizeof parts.cells);
            for (int n = 0; n < 16; n++)
                put_block(&parts, n, colour);
            for (int n = 0; n + 1 < joined; n++)
                parts.bridges[parts.bridge_count++] = snake_bridge(n);
            if (ponte_build(variant, &parts, &pos.head, &fault) != STATUS_OK)
                fail_msg("%d joined: %s", joined, fault.why);
            ponte_score(&pos.head, score);
            assert_int_equal(score[colour].points, joined * (joined + 1) / 2 + 16 - joined);
            assert_int_equal(score[colour].islands, 16);
            assert_int_equal(score[colour].bridges, joined - 1);
            assert_int_equal(score[colour].network_count, 17 - joined);
            assert_int_equal(score[colour].network[0], joined);
            assert_int_equal(score[1 - colour].points, 0);
        }
}

static void test_R6_1_table(void **state)
{
    static const int POINTS[] = { 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105 };
    IslandsGraph     graph;
    IslandsScore     score;
    (void)state;
    for (int islands = 0; islands < (int)COUNT_OF(POINTS); islands++) {
        islands_graph_init(&graph);
        int sandbank = islands_graph_add(&graph, false);
        for (int n = 0; n < islands; n++)
            islands_graph_join(&graph, sandbank, islands_graph_add(&graph, true));
        islands_score(&graph, 7, &score);
        assert_int_equal(score.points, POINTS[islands]);
        assert_int_equal(score.islands, islands);
        assert_int_equal(score.bridges, 7);
        assert_int_equal(score.network_count, islands > 0);
    }
}

/* ---- R7: the result ---- */

static const struct result_case {
    const char *rule;
    const char *variant;
    const char *line;
    const char *result;
} RESULTS[] = {
    /* clang-format off */
    { "R7.1 points, White", "open;size=5", "WW1WW/WW1WW/5/BB3/BB3 w - 9 - 1 e",
      "white points points 2-1 islands 2-1 bridges 0-0 seat 1" },
    { "R7.1 points, Black", "open;size=5", "WW3/WW3/5/BB1BB/BB1BB w - 9 - 1 e",
      "black points points 1-2 islands 1-2 bridges 0-0 seat 2" },
    { "R7.1 points before islands", "open", "WW1WW1WW2/WW1WW1WW2/10/10/10/10/10/10/BB1BB5/BB1BB5 "
      "w b10-d10,e10-g10 9 - 1 e", "white points points 6-2 islands 3-2 bridges 2-0 seat 1" },
    { "R7.1 points, though the other has more islands", "open",
      "WW1WW1WW2/WW1WW1WW2/10/BB1BB1BB2/BB1BB1BB2/10/BB1BB5/BB1BB5/10/10 w b10-d10,e10-g10 9 - 1 e",
      "white points points 6-5 islands 3-5 bridges 2-0 seat 1" },
    { "R7.1 points, though the other has more bridges", "open;size=6",
      "WW4/WW4/6/B1B1B1/6/B1B1B1 w a3-c3,a1-c1 9 - 1 e",
      "white points points 1-0 islands 1-0 bridges 0-2 seat 1" },
    { "R7.1 islands: the example of the specification", "official",
      "WW1WW2BB1/WW1WW2BB1/10/BB1BB5/BB1BB5/10/10/10/10/10 w b10-d10 20 - 1 e",
      "black islands points 3-3 islands 2-3 bridges 1-0 seat 2" },
    { "R7.1 islands, White", "official",
      "BB1BB2WW1/BB1BB2WW1/10/WW1WW5/WW1WW5/10/10/10/10/10 w b10-d10 20 - 2 e",
      "white islands points 3-3 islands 3-2 bridges 0-1 seat 2" },
    { "R7.1 bridges, White", "open;size=4", "W1W1/4/4/B1B1 w a4-c4 9 - 1 e",
      "white bridges points 0-0 islands 0-0 bridges 1-0 seat 1" },
    { "R7.1 bridges, Black, who sits at 1", "open;size=4", "W1W1/4/4/B1B1 w a1-c1 9 - 2 e",
      "black bridges points 0-0 islands 0-0 bridges 0-1 seat 1" },
    { "R7.2 a full tie, with bridges and islands", "open;size=5",
      "WW2W/WW3/4W/BB2B/BB2B w e5-e3 9 - 1 e",
      "white bridges points 1-1 islands 1-1 bridges 1-0 seat 1" },
    { "R7.2 a full tie is a draw", "open;size=5", "WW3/WW3/5/BB3/BB3 w - 9 - 2 e",
      "draw tie points 1-1 islands 1-1 bridges 0-0" },
    { "R7.2 or White's, whichever seat that is", "open;size=5;tie=white",
      "WW3/WW3/5/BB3/BB3 w - 9 - 2 e", "white tie points 1-1 islands 1-1 bridges 0-0 seat 2" },
    { "R7.2 contest: White's, without a seat", "contest;size=3", "W1B/BWB/BWW w - 5 -",
      "white tie points 0-0 islands 0-0 bridges 0-0" },
    { "R7.2 contest: no matter who would be next", "contest;size=3", "W1B/BWB/BWW b - 5 -",
      "white tie points 0-0 islands 0-0 bridges 0-0" },
    { "R7.1 contest: points", "contest;size=3", "1WW/WBB/BBW w - 5 -",
      "black points points 0-1 islands 0-1 bridges 0-0" },
    { "R7.1 contest: islands", "contest;size=5", "BWWWW/BBB1B/W2WW/WWBWW/BWBBB w b4-c2,c4-e4 14 -",
      "white islands points 3-3 islands 3-2 bridges 0-2" },
    { "R5.2 ended by Black's last turn", "open;size=5", "WW3/WW3/5/BB1BB/BB1BB w - 10 - 1 p",
      "black points points 1-2 islands 1-2 bridges 0-0 seat 2" },
    { "R5.2 not ended: Black has his last turn", "open;size=5", "WW3/WW3/5/BB1BB/BB1BB b - 9 - 1 p",
      "" },
    /* clang-format on */
};

static void test_R7_results(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(RESULTS); n++) {
        const struct result_case *c = &RESULTS[n];
        PosBuffer                 pos = position_of(c->rule, c->variant, c->line);
        char                      result[256];
        Text                      text = text_over(result, sizeof result);
        outcome_write(&PONTE_GAME, &pos.head, PONTE_RULES.outcome(&pos.head), &text);
        if (strcmp(result, c->result) != 0)
            fail_msg("%s: '%s'", c->rule, result);
    }
}

/* The comparison alone: (points, islands, bridges) of White and of Black. */
static const struct compare_case {
    int     white[3], black[3];
    bool    tie_is_won;
    Outcome outcome;
} COMPARISONS[] = {
    { { 3, 1, 0 }, { 2, 2, 9 }, true, { ENDING_WON, 0, ISLANDS_BY_POINTS } },
    { { 2, 2, 9 }, { 3, 1, 0 }, false, { ENDING_WON, 1, ISLANDS_BY_POINTS } },
    { { 3, 3, 0 }, { 3, 2, 1 }, true, { ENDING_WON, 0, ISLANDS_BY_ISLANDS } },
    { { 3, 2, 1 }, { 3, 3, 0 }, false, { ENDING_WON, 1, ISLANDS_BY_ISLANDS } },
    { { 3, 2, 2 }, { 3, 2, 1 }, false, { ENDING_WON, 0, ISLANDS_BY_BRIDGES } },
    { { 3, 2, 1 }, { 3, 2, 2 }, true, { ENDING_WON, 1, ISLANDS_BY_BRIDGES } },
    { { 3, 2, 1 }, { 3, 2, 1 }, true, { ENDING_WON, 0, ISLANDS_BY_NOTHING } },
    { { 3, 2, 1 }, { 3, 2, 1 }, false, { ENDING_DRAWN, 0, ISLANDS_BY_NOTHING } },
};

static void test_R7_comparison(void **state)
{
    static IslandsScore score[2];
    (void)state;
    for (size_t n = 0; n < COUNT_OF(COMPARISONS); n++) {
        const struct compare_case *c = &COMPARISONS[n];
        score[0].points = c->white[0], score[1].points = c->black[0];
        score[0].islands = c->white[1], score[1].islands = c->black[1];
        score[0].bridges = c->white[2], score[1].bridges = c->black[2];
        Outcome outcome = islands_outcome(score, c->tie_is_won);
        assert_int_equal(outcome.ending, c->outcome.ending);
        assert_int_equal(outcome.winner, c->outcome.winner);
        assert_int_equal(outcome.reason, c->outcome.reason);
    }
}

/* ---- R8: settings ---- */

static const struct settings_case {
    const char   *variant;
    PonteSettings settings;
} SETTINGS[] = {
    { "contest", { 10, PONTE_UNLIMITED, PONTE_UNLIMITED, false, false, false, false } },
    { "official", { 10, 40, 15, true, true, true, true } },
    { "open", { 10, PONTE_UNLIMITED, PONTE_UNLIMITED, true, true, true, true } },
    { "contest;size=3;stones=1;bridges=0", { 3, 1, 0, false, false, false, false } },
    { "official;size=12;stones=200;bridges=200", { 12, 200, 200, true, true, true, true } },
    { "official;stones=unlimited;share=off", { 10, PONTE_UNLIMITED, 15, false, true, true, true } },
    { "open;end=skip;tie=white",
      { 10, PONTE_UNLIMITED, PONTE_UNLIMITED, true, false, false, true } },
    { "contest;share=on;end=pass;tie=draw",
      { 10, PONTE_UNLIMITED, PONTE_UNLIMITED, true, true, true, false } },
};

static void test_R8_settings(void **state)
{
    (void)state;
    for (size_t n = 0; n < COUNT_OF(SETTINGS); n++) {
        PonteSettings        s = ponte_unpack(setup_of(SETTINGS[n].variant).variant);
        const PonteSettings *want = &SETTINGS[n].settings;
        assert_int_equal(s.size, want->size);
        assert_int_equal(s.stones, want->stones);
        assert_int_equal(s.bridges, want->bridges);
        assert_int_equal(s.share, want->share);
        assert_int_equal(s.passing, want->passing);
        assert_int_equal(s.draws, want->draws);
        assert_int_equal(s.seats_swap, want->seats_swap);
        assert_int_equal(ponte_pack(want), setup_of(SETTINGS[n].variant).variant);
    }
}

/* R8.2 the counts of single cells ignore the supply, those of bridges do not. */
static void test_R8_2_counts(void **state)
{
    static const char LINE[] = "W1W1/4/B1B1/4 w - 3 - 1 -";
    PosBuffer         pos = position_of("R8.2", "official;size=4;stones=2;bridges=0", LINE);
    (void)state;
    assert_int_equal(ponte_count_cells(&pos.head, PONTE_WHITE), 12);
    assert_false(ponte_can_place(&pos.head, PONTE_WHITE));
    assert_int_equal(ponte_count_bridges(&pos.head, PONTE_WHITE), 0);
    pos = position_of("R8.2", "official;size=4", LINE);
    assert_true(ponte_can_place(&pos.head, PONTE_WHITE));
    assert_int_equal(ponte_count_bridges(&pos.head, PONTE_WHITE), 1);
    assert_int_equal(ponte_count_bridges(&pos.head, PONTE_BLACK), 1);
}

/* ---- R11: the maps of the square ---- */

static void test_R11_maps(void **state)
{
    static const char        LINE[] = "W1W1/3B/B3/4 b a4-c4 4 -";
    static const char *const LINES[MAPS] = {
        "W1W1/3B/B3/4 b a4-c4 4 -",  "1W1W/B3/3B/4 b b4-d4 4 -",  "4/B3/3B/W1W1 b a1-c1 4 -",
        "4/3B/B3/1W1W b b1-d1 4 -",  "W1B1/4/W3/1B2 b a4-a2 4 -", "1B1W/4/3W/2B1 b d4-d2 4 -",
        "1B2/W3/4/W1B1 b a3-a1 4 -", "2B1/3W/4/1B1W b d3-d1 4 -",
    };
    PosBuffer pos = position_of("R11", "contest;size=4", LINE), mapped;
    bool      seen[MAPS] = { false };
    (void)state;
    assert_int_equal(PONTE_SYMMETRY.count(pos.head.variant), MAPS);
    for (int map = 0; map < MAPS; map++) {
        char line[POS_TEXT_MAX];
        Text text = text_over(line, sizeof line);
        PONTE_SYMMETRY.map_pos(&pos.head, map, &mapped.head);
        PONTE_TEXT.pos_write(&mapped.head, &text);
        for (int n = 0; n < MAPS; n++)
            seen[n] = seen[n] || strcmp(line, LINES[n]) == 0;
        if (map == 0)
            assert_string_equal(line, LINE);
    }
    for (int n = 0; n < MAPS; n++)
        if (!seen[n])
            fail_msg("R11: no map gives %s", LINES[n]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_R1_3_islands),     cmocka_unit_test(test_R1_3_groups),
        cmocka_unit_test(test_R2_openings),      cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_figures),          cmocka_unit_test(test_R4_1_counts),
        cmocka_unit_test(test_R4_1_covers),      cmocka_unit_test(test_R4_5_classes),
        cmocka_unit_test(test_R4_6_corners),     cmocka_unit_test(test_R4_pairs),
        cmocka_unit_test(test_courses),          cmocka_unit_test(test_choices),
        cmocka_unit_test(test_R5_2_only_passes), cmocka_unit_test(test_R6_scores),
        cmocka_unit_test(test_R6_1_formula),     cmocka_unit_test(test_R6_1_table),
        cmocka_unit_test(test_R7_results),       cmocka_unit_test(test_R7_comparison),
        cmocka_unit_test(test_R8_settings),      cmocka_unit_test(test_R8_2_counts),
        cmocka_unit_test(test_R11_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
