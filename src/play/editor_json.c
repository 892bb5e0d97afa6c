/* SPDX-License-Identifier: MIT */
#include "play/editor_json.h"

#include "base/json.h"
#include "base/text.h"
#include "core/arrange.h"
#include "play/play_messages.h"
#include "play/view_json.h"
#include "play/view_json_message.h"

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

Status editor_palette(Json *json, const char *name, const char *setup, const char *position,
                      Fault *fault)
{
    ViewPosition place;
    Pieces       pieces;
    Status       status = view_position_read(setup, position, NULL, &place, fault);
    if (status != STATUS_OK)
        return status;
    pieces_init(&pieces);
    if (place.setup.game->text->arrange == NULL)
        status = fault_set(fault, STATUS_NOT_FOUND, 0, "this game has no board editor");
    else if (!arrange_palette(place.setup.game, &place.pos.head, &pieces))
        status = no_memory(fault);
    if (status == STATUS_OK) {
        json_array(json, name);
        for (int i = 0; i < pieces.count; i++)
            view_piece(json, NULL, &pieces.at[i]);
        json_end_array(json);
    }
    pieces_free(&pieces);
    return status;
}

/* Read one piece: "NUMBER@CELL" or "NUMBER@CELL-CELL". */
static bool read_piece(Scan *scan, const Pieces *palette, Piece *out)
{
    uint32_t number, cell, other;
    if (!scan_number(scan, UINT16_MAX, &number) || number >= (uint32_t)palette->count ||
        !scan_char(scan, '@') || !scan_number(scan, UINT16_MAX, &cell))
        return false;
    *out = palette->at[number];
    other = cell;
    if (scan_char(scan, '-') && !scan_number(scan, UINT16_MAX, &other))
        return false;
    bool is_double = out->cell != out->cell2;
    out->cell = (uint16_t)cell;
    out->cell2 = (uint16_t)other;
    return is_double == (cell != other);
}

static Status read_pieces(const char *text, const Pieces *palette, Pieces *out, Fault *fault)
{
    Scan scan = scan_string(text);
    while (!scan_done(&scan)) {
        Piece  piece;
        Piece *added;
        if (out->count == EDITOR_PIECES_MAX || (out->count > 0 && !scan_char(&scan, ',')) ||
            !read_piece(&scan, palette, &piece))
            return fault_set(fault, STATUS_SYNTAX, scan.at,
                             "'pieces' must be numbers of the palette on cells: 3@12,7@5-9");
        added = pieces_add(out, piece.glyph, piece.side, piece.cell);
        if (added == NULL)
            return no_memory(fault);
        *added = piece;
    }
    return STATUS_OK;
}

/* Say that the pieces are wrong if the game has no words for it; its reader speaks of the text. */
static void explain(Fault *fault)
{
    const MessageDef *def = &PLAY_MESSAGE[PLAY_MSG_POS_IMPOSSIBLE];
    const char       *key = fault->code == NULL ? def->key : fault->code;
    if (fault->status == STATUS_SYNTAX && fault->code == NULL)
        fault_illegal(fault, def->english);
    arrange_fault(fault, fault->status, key);
}

Status editor_arrange(Json *json, const char *name, const EditorRequest *request, Fault *fault)
{
    ViewPosition place;
    PosBuffer    pos;
    Pieces       palette, pieces;
    Status status = view_position_read(request->setup, request->position, NULL, &place, fault);
    if (status != STATUS_OK)
        return status;
    const Game *game = place.setup.game;
    if (request->side != 0 && request->side != 1)
        return fault_set(fault, STATUS_SYNTAX, 0, "'side' must be 0 or 1");
    pieces_init(&palette);
    pieces_init(&pieces);
    if (request->pieces == NULL)
        status = game->view->pieces(&place.pos.head, &pieces) ? STATUS_OK : no_memory(fault);
    else if (!arrange_palette(game, &place.pos.head, &palette))
        status = no_memory(fault);
    else
        status = read_pieces(request->pieces, &palette, &pieces, fault);
    if (status == STATUS_OK) {
        status = arrange_position(game, &place.pos.head, &pieces, request->side, &pos.head, fault);
        if (status == STATUS_SYNTAX || status == STATUS_ILLEGAL)
            explain(fault);
    }
    if (status == STATUS_OK)
        view_board(json, name, &place.setup, &pos.head);
    pieces_free(&palette);
    pieces_free(&pieces);
    return status;
}
