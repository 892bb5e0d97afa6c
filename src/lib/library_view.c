/* SPDX-License-Identifier: MIT
 *
 * library_view.c - the public library: cells, pieces, effects and drawings.
 */
#include <string.h>

#include "core/effect.h"
#include "draw/svg.h"
#include "games/list.h"
#include "lib/library.h"

static int public_side(uint8_t side)
{
    return side == SIDE_NONE ? -1 : side;
}

int tes_cell_count(const tes_variant *variant)
{
    return variant->shape.cell_count;
}

bool tes_each_cell(const tes_variant *variant, tes_visit_cell *visit, void *context)
{
    for (int i = 0; i < variant->shape.cell_count; i++) {
        const ShapeCell *cell = &variant->shape.cells[i];
        double           corners[2 * CELL_CORNERS_MAX];
        for (int k = 0; k < cell->corner_count; k++) {
            corners[2 * k] = cell->corner[k].x;
            corners[2 * k + 1] = cell->corner[k].y;
        }
        tes_cell shown = {
            .id = i,
            .label = cell->label,
            .kind = cell->kind,
            .side = public_side(cell->side),
            .x = cell->centre.x,
            .y = cell->centre.y,
            .corner_count = cell->corner_count,
            .corners = corners,
        };
        if (!visit(context, &shown))
            return false;
    }
    return true;
}

bool tes_each_line(const tes_variant *variant, tes_visit_line *visit, void *context)
{
    for (int i = 0; i < variant->shape.line_count; i++) {
        const ShapeLine *line = &variant->shape.lines[i];
        if (!visit(context, line->from, line->to))
            return false;
    }
    return true;
}

static bool visit_pieces(const Pieces *pieces, tes_visit_piece *visit, void *context)
{
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        tes_piece    shown = {
               .glyph = piece->glyph,
               .side = public_side(piece->side),
               .colour = colour_word(piece->colour),
               .cell = piece->cell,
               .cell2 = piece->cell2,
               .text = piece->text,
               .faces = piece->faces[0] != 0 ? piece->faces : NULL,
        };
        if (!visit(context, &shown))
            return false;
    }
    return true;
}

bool tes_each_piece(const tes_variant *variant, const tes_pos *pos, tes_visit_piece *visit,
                    void *context)
{
    Pieces pieces;
    pieces_init(&pieces);
    bool all = variant_game(variant)->view->pieces(pos_of(pos), &pieces) &&
               visit_pieces(&pieces, visit, context);
    pieces_free(&pieces);
    return all;
}

static bool visit_effects(const tes_variant *variant, const Effects *effects, const char *code,
                          tes_visit_effect *visit, void *context)
{
    const Game *game = variant_game(variant);
    Language    language = games_language(game, code != NULL ? code : "en");
    for (int i = 0; i < effects->count; i++) {
        const Effect *effect = &effects->at[i];
        char          string[TURN_TEXT_MAX];
        Text          text = text_over(string, sizeof string);
        Message       message = effect_message(effects, effect);
        message_write(&message, game, variant->setup.variant, &language, &text);
        tes_effect shown = {
            .kind = effect_kind_word((EffectKind)effect->kind),
            .side = public_side(effect->side),
            .cell_count = effect->count,
            .cells = effects->cells + effect->first,
            .text = string,
        };
        if (!visit(context, &shown))
            return false;
    }
    return true;
}

bool tes_each_effect(const tes_variant *variant, const tes_pos *pos, uint64_t step,
                     const char *language, tes_visit_effect *visit, void *context)
{
    Effects effects;
    if (!tes_step_is_legal(variant, pos, step))
        return true;
    effects_init(&effects);
    bool all = variant_game(variant)->view->effects(pos_of(pos), step, &effects) &&
               visit_effects(variant, &effects, language, visit, context);
    effects_free(&effects);
    return all;
}

size_t tes_svg(const tes_variant *variant, const tes_pos *pos, char *out, size_t size)
{
    Buffer text;
    buffer_init(&text, SVG_BYTES_MAX);
    svg_position(&text, &variant->setup, pos_of(pos), true);
    bool   ok = !text.failed && text.data != NULL;
    size_t length = library_copy(ok ? text.data : "", ok ? text.length : 0, out, size);
    buffer_free(&text);
    return length;
}
