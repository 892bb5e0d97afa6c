/* SPDX-License-Identifier: MIT
 *
 * ponte.c - the view, the symmetries and the registration of Ponte del Diavolo (core/game.h).
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/effect.h"
#include "core/shape.h"
#include "games/ponte/ponte.h"
#include "games/ponte/ponte_eval.h"
#include "games/ponte/ponte_explain.h"

/* --- view --- */

/* Return the view's id of a cell: rows from the top, as shape() adds them. */
static int cell_id(int size, PonteCell cell)
{
    assert(ponte_on_board(size, cell));
    return cell.y * size + cell.x;
}

static bool shape(uint32_t variant, Shape *out)
{
    int size = ponte_unpack(variant).size;
    for (int8_t y = 0; y < size; y++) {
        for (int8_t x = 0; x < size; x++) {
            ShapeCell *cell = shape_add_cell(out, "field", x, y);
            if (cell == NULL)
                return false;
            Text label = text_over(cell->label, sizeof cell->label);
            ponte_cell_write(size, (PonteCell){ x, y }, &label);
            cell->corner_count = 4;
            for (int c = 0; c < 4; c++) /* clockwise from the upper left corner */
                cell->corner[c] =
                    (ShapePoint){ x + (c == 1 || c == 2 ? 0.5 : -0.5), y + (c >= 2 ? 0.5 : -0.5) };
        }
    }
    return true;
}

static Piece stone_piece(int size, int side, PonteCell cell)
{
    uint16_t id = (uint16_t)cell_id(size, cell);
    return (Piece){ .glyph = "stone",
                    .side = (uint8_t)side,
                    .cell = id,
                    .cell2 = id,
                    .name = &PONTE_MESSAGE[PONTE_MSG_PIECE_STONE] };
}

static Piece bridge_piece(int size, int side, PonteBridge bridge)
{
    return (Piece){ .glyph = "bridge",
                    .side = (uint8_t)side,
                    .cell = (uint16_t)cell_id(size, bridge.end),
                    .cell2 = (uint16_t)cell_id(size, ponte_other_end(bridge)),
                    .name = &PONTE_MESSAGE[PONTE_MSG_PIECE_BRIDGE] };
}

static bool add_piece(Pieces *out, Piece piece)
{
    Piece *added = pieces_add(out, piece.glyph, piece.side, piece.cell);
    if (added != NULL)
        *added = piece;
    return added != NULL;
}

/* Add the stone on the cell, or a mark if a bridge covers it.  False if memory ran out. */
static bool add_cell(const Pos *pos, PonteCell cell, Pieces *out)
{
    int  size = ponte_unpack(pos->variant).size;
    char c = ponte_at(pos, cell);
    if (c != '.')
        return add_piece(out, stone_piece(size, c == 'W' ? PONTE_WHITE : PONTE_BLACK, cell));
    if (!ponte_is_covered(pos, cell))
        return true;
    Piece *mark = pieces_add(out, "mark", SIDE_NONE, cell_id(size, cell));
    if (mark != NULL)
        mark->marks = MARK_COVERED;
    return mark != NULL;
}

static bool pieces(const Pos *pos, Pieces *out)
{
    int size = ponte_unpack(pos->variant).size;
    for (int8_t y = 0; y < size; y++)
        for (int8_t x = 0; x < size; x++)
            if (!add_cell(pos, (PonteCell){ x, y }, out))
                return false;
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++)
        if (!add_piece(out, bridge_piece(size, ponte_bridge_owner(pos, i), ponte_bridge(pos, i))))
            return false;
    return true;
}

static void panel(const Pos *pos, Panel *out)
{
    IslandsScore     score[2];
    PonteSettings    s = ponte_unpack(pos->variant);
    const PonteHead *head = ponte_head(pos);
    ponte_score(pos, score);
    islands_panel(score, out);
    panel_add_count(out, SIDE_NONE, &PONTE_MESSAGE[PONTE_MSG_PANEL_TURN], head->turn);
    if (s.seats_swap)
        panel_add_count(out, SIDE_NONE, &PONTE_MESSAGE[PONTE_MSG_PANEL_WHITES_SEAT],
                        head->white_seat);
    if (s.bridges != PONTE_UNLIMITED)
        panel_add_count(out, SIDE_NONE, &PONTE_MESSAGE[PONTE_MSG_PANEL_BRIDGES_LEFT],
                        s.bridges - head->bridge_count);
    if (head->passed == 'p' && !head->over)
        panel_add(out, SIDE_NONE, &PONTE_MESSAGE[PONTE_MSG_PANEL_LAST_TURN],
                  &PONTE_MESSAGE[PONTE_MSG_BLACKS]);
}

static void add_touch(CellList *cells, int size, PonteCell cell)
{
    assert(cells->count < TOUCHES_MAX);
    cells->cell[cells->count++] = (uint16_t)cell_id(size, cell);
}

static void input_hint(const Pos *pos, Step step, InputHint *out)
{
    int size = ponte_unpack(pos->variant).size;
    *out = (InputHint){ 0 };
    switch (islands_kind(step)) {
    case ISLANDS_STONE: add_touch(&out->cells, size, ponte_step_cell(step)); break;
    case ISLANDS_BRIDGE:
        out->flags = INPUT_ANY_ORDER;
        add_touch(&out->cells, size, ponte_step_bridge(step).end);
        add_touch(&out->cells, size, ponte_other_end(ponte_step_bridge(step)));
        break;
    case ISLANDS_SWAP: out->label = message_of(&PONTE_MESSAGE[PONTE_MSG_SWAP]); break;
    case ISLANDS_PASS: out->label = message_of(&PONTE_MESSAGE[PONTE_MSG_PASS]); break;
    }
}

/* --- regions and effects --- */

/* Describe the groups of a colour, joined by its bridges (R1.3, R6.1). */
static void map_groups(const Pos *pos, int colour, IslandsMap *map)
{
    int size = ponte_unpack(pos->variant).size;
    islands_map_init(map, size * size);
    for (int id = 0; id < size * size; id++) {
        PonteCell cell = { (int8_t)(id % size), (int8_t)(id / size) }, stones[ISLAND_STONES];
        uint16_t  ids[ISLAND_STONES];
        if (ponte_at(pos, cell) != "WB"[colour] || map->group_at[id] != ISLANDS_NO_GROUP)
            continue;
        int count = ponte_group(pos, colour, cell, stones, ISLAND_STONES);
        for (int i = 0; i < count; i++)
            ids[i] = (uint16_t)cell_id(size, stones[i]);
        islands_map_add(map, ids, count);
    }
    for (int i = 0; i < ponte_head(pos)->bridge_count; i++) {
        PonteBridge bridge = ponte_bridge(pos, i);
        if (ponte_bridge_owner(pos, i) == colour)
            islands_graph_join(&map->graph, map->group_at[cell_id(size, bridge.end)],
                               map->group_at[cell_id(size, ponte_other_end(bridge))]);
    }
}

static bool regions(const Pos *pos, Regions *out)
{
    for (uint8_t colour = 0; colour < 2; colour++) {
        IslandsMap map;
        map_groups(pos, colour, &map);
        if (!islands_regions(&map, colour, &PONTE_MESSAGE[PONTE_MSG_SANDBANK], out))
            return false;
    }
    return true;
}

/* Add an effect with a piece as it looks afterwards. */
static bool add_piece_effect(Effects *out, EffectKind kind, Piece piece, const MessageDef *message)
{
    Effect *effect = effects_add(out, kind, piece.side, NULL);
    if (effect == NULL)
        return false;
    effect->piece = piece;
    effect->message = message;
    return effects_add_cell(out, piece.cell) &&
           (piece.cell2 == piece.cell || effects_add_cell(out, piece.cell2));
}

static int points_of(const Pos *pos, int colour)
{
    IslandsScore score[2];
    ponte_score(pos, score);
    return score[colour].points;
}

/* Add the new stone or bridge, and what it formed. */
static bool add_new_piece(const Pos *pos, Step step, const Pos *after, Effects *out)
{
    IslandsMap  map;
    int         size = ponte_unpack(pos->variant).size;
    IslandsKind kind = islands_kind(step);
    Piece       piece = kind == ISLANDS_STONE ? stone_piece(size, pos->side, ponte_step_cell(step))
                                              : bridge_piece(size, pos->side, ponte_step_bridge(step));
    map_groups(after, pos->side, &map);
    return add_piece_effect(out, EFFECT_PLACE, piece, NULL) &&
           islands_form_effects(&map, pos->side, kind, piece.cell,
                                points_of(after, pos->side) - points_of(pos, pos->side), out);
}

/* R2.2: the players change colours, or White's two stones change theirs. */
static bool add_swap(const Pos *pos, const Pos *after, Effects *out)
{
    int size = ponte_unpack(pos->variant).size;
    if (ponte_unpack(pos->variant).seats_swap)
        return effects_add(out, EFFECT_SWAP_SIDES, pos->side, NULL) != NULL;
    for (int8_t y = 0; y < size; y++)
        for (int8_t x = 0; x < size; x++) {
            PonteCell cell = { x, y };
            if (ponte_at(after, cell) != ponte_at(pos, cell) &&
                !add_piece_effect(out, EFFECT_CHANGE, stone_piece(size, pos->side, cell),
                                  &PONTE_MESSAGE[PONTE_MSG_TAKES_STONE]))
                return false;
        }
    return true;
}

/* R5.1: if the same side is to move again, the other one had no action. */
static bool add_skip(const Pos *pos, const Pos *after, Effects *out)
{
    if (after->phase != 0 || after->side != pos->side || ponte_head(after)->over)
        return true;
    Effect *skip = effects_add(out, EFFECT_PASS, 1 - pos->side, NULL);
    if (skip != NULL)
        skip->message = &PONTE_MESSAGE[PONTE_MSG_SKIPPED];
    return skip != NULL;
}

static bool effects(const Pos *pos, Step step, Effects *out)
{
    PosBuffer after;
    game_copy(&PONTE_GAME, pos, &after.head);
    PONTE_RULES.apply(&after.head, step);
    switch (islands_kind(step)) {
    case ISLANDS_STONE:
    case ISLANDS_BRIDGE:
        return add_new_piece(pos, step, &after.head, out) && add_skip(pos, &after.head, out);
    case ISLANDS_SWAP: return add_swap(pos, &after.head, out);
    default: return effects_add(out, EFFECT_PASS, pos->side, NULL) != NULL;
    }
}

const GameView PONTE_VIEW = {
    .shape = shape,
    .pieces = pieces,
    .panel = panel,
    .input_hint = input_hint,
    .explain_cells = ponte_explain_cells,
    .effects = effects,
    .regions = regions,
};

/* --- the eight symmetries of the square, the dihedral group D4 (R11) --- */

static int symmetry_count(uint32_t variant)
{
    (void)variant;
    return 8;
}

/* Bit 0 mirrors left and right, bit 1 top and bottom; bit 2 transposes first.  The three bits give
 * all eight symmetries, and map 0 is the identity. */
static PonteCell map_cell(int size, PonteCell cell, int map)
{
    assert(map >= 0 && map < 8);
    PonteCell c = (map & 4) != 0 ? (PonteCell){ cell.y, cell.x } : cell;
    if ((map & 1) != 0)
        c.x = (int8_t)(size - 1 - c.x);
    if ((map & 2) != 0)
        c.y = (int8_t)(size - 1 - c.y);
    return c;
}

/* Map both ends: the image may be of another kind and have its upper end on the other side. */
static PonteBridge map_bridge(int size, PonteBridge bridge, int map)
{
    PonteBridge mapped = bridge;
    ponte_bridge_between(map_cell(size, bridge.end, map),
                         map_cell(size, ponte_other_end(bridge), map), &mapped);
    return mapped;
}

/* Map stones and bridges and rebuild the position, which derives everything else. */
static void map_pos(const Pos *pos, int map, Pos *out)
{
    int              size = ponte_unpack(pos->variant).size;
    const PonteHead *head = ponte_head(pos);
    PonteParts       parts = {
              .side = pos->side,
              .turn = head->turn,
              .white_seat = head->white_seat,
              .swap_offered = head->swap_offered != 0,
              .passed = (char)head->passed,
              .bridge_count = head->bridge_count,
              .within = pos->phase == 1,
              .first = map_cell(size, ponte_step_cell(islands_step(ISLANDS_STONE, head->first)), map),
    };
    for (int8_t y = 0; y < size; y++) {
        for (int8_t x = 0; x < size; x++) {
            PonteCell to = map_cell(size, (PonteCell){ x, y }, map);
            parts.cells[to.y][to.x] = ponte_at(pos, (PonteCell){ x, y });
        }
    }
    for (int i = 0; i < head->bridge_count; i++)
        parts.bridges[i] = map_bridge(size, ponte_bridge(pos, i), map);
    Status status = ponte_build(pos->variant, &parts, out, NULL);
    assert(status == STATUS_OK && "a symmetry maps a legal position to a legal one (R11)");
    (void)status;
}

Step ponte_map_step(int size, Step step, int map)
{
    switch (islands_kind(step)) {
    case ISLANDS_STONE: return ponte_stone_step(map_cell(size, ponte_step_cell(step), map));
    case ISLANDS_BRIDGE: return ponte_bridge_step(map_bridge(size, ponte_step_bridge(step), map));
    default: return step;
    }
}

static Step map_step(const Pos *pos, Step step, int map)
{
    return ponte_map_step(ponte_unpack(pos->variant).size, step, map);
}

const GameSymmetry PONTE_SYMMETRY = {
    .count = symmetry_count,
    .map_pos = map_pos,
    .map_step = map_step,
};

/* --- the game --- */

/* Named variants first, then the sizes that the tests and the solver use. */
static const char *const VARIANTS[] = {
    "contest", "official", "open", "contest;size=8", "contest;size=4", NULL,
};

const MessageDef PONTE_MESSAGE[PONTE_MESSAGE_COUNT] = { ISLANDS_MESSAGES(MESSAGE_ROW)
                                                            PONTE_MESSAGES(MESSAGE_ROW) };

const Game PONTE_GAME = {
    .name = "ponte",
    .title = "Ponte del Diavolo",
    .summary = "Build islands of four stones and join them with bridges; never five, and never "
               "corner to corner.",
    .sides = { "white", "black" },
    .reasons = ISLANDS_REASON,
    .reason_count = ISLANDS_REASONS,
    .variants = VARIANTS,
    .messages = PONTE_MESSAGE,
    .message_count = PONTE_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_BLACK },
    .rules = &PONTE_RULES,
    .text = &PONTE_TEXT,
    .view = &PONTE_VIEW,
    .symmetry = &PONTE_SYMMETRY,
    .eval = &PONTE_EVAL,
    .fast = &PONTE_FAST,
    .canon = &PONTE_CANON,
    .learning = NATIVE_ONLY(&PONTE_LEARNING),
    .model = NATIVE_ONLY(&PONTE_MODEL),
};
