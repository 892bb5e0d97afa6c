/* SPDX-License-Identifier: MIT */
#include "term/editor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "term/plain_board.h"

static Status no_memory(Fault *fault)
{
    return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
}

/* --- boards --- */

static bool add_piece(Pieces *pieces, const Piece *piece)
{
    Piece *added = pieces_add(pieces, piece->glyph, piece->side, piece->cell);
    if (added != NULL)
        *added = *piece;
    return added != NULL;
}

static Status copy_board(const Game *game, const EditorBoard *from, EditorBoard *to)
{
    to->pieces.count = 0;
    for (int i = 0; i < from->pieces.count; i++)
        if (!add_piece(&to->pieces, &from->pieces.at[i]))
            return STATUS_NO_MEMORY;
    to->side = from->side;
    game_copy(game, &from->like.head, &to->like.head);
    return STATUS_OK;
}

/* Take the pieces of a position; marks are not pieces. */
static bool take_pieces(const Game *game, const Pos *pos, Pieces *out)
{
    Pieces all;
    pieces_init(&all);
    bool fits = game->view->pieces(pos, &all);
    out->count = 0;
    for (int i = 0; fits && i < all.count; i++)
        if (strcmp(all.at[i].glyph, "mark") != 0)
            fits = add_piece(out, &all.at[i]);
    pieces_free(&all);
    return fits;
}

/* Find out whether the board is a position. */
static void check(Editor *editor)
{
    EditorBoard *board = &editor->board;
    PosBuffer    pos;
    Status       status = arrange_position(editor->setup.game, &board->like.head, &board->pieces,
                                           board->side, &pos.head, &editor->fault);
    editor->is_possible = status == STATUS_OK;
    if (status == STATUS_OK)
        game_copy(editor->setup.game, &pos.head, &board->like.head);
}

/* Show a position; the board is unchanged without memory. */
static Status show(Editor *editor, const Pos *pos)
{
    Pieces pieces;
    pieces_init(&pieces);
    Status status = take_pieces(editor->setup.game, pos, &pieces)
                        ? copy_board(editor->setup.game, &editor->board, &editor->before)
                        : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        Pieces old = editor->board.pieces;
        editor->board.pieces = pieces;
        editor->board.side = pos->side;
        game_copy(editor->setup.game, pos, &editor->board.like.head);
        editor->is_possible = true;
        pieces = old;
    }
    pieces_free(&pieces);
    return status;
}

/* --- opening --- */

/* By side, then by kind, dice by their faces. */
static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    if (x->side != y->side)
        return x->side < y->side ? -1 : 1;
    int order = strcmp(y->glyph, x->glyph);
    if (order == 0)
        order = memcmp(x->faces, y->faces, sizeof x->faces);
    return order != 0 ? order : strcmp(x->text, y->text);
}

Status editor_open(Editor *editor, const Setup *setup, const Pos *pos, Fault *fault)
{
    const Game *game = setup->game;
    if (game->text->arrange == NULL)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "this game has no board editor");
    *editor = (Editor){ .setup = *setup };
    shape_init(&editor->shape);
    pieces_init(&editor->palette);
    pieces_init(&editor->board.pieces);
    pieces_init(&editor->before.pieces);
    game_copy(game, pos, &editor->board.like.head);
    editor->board.side = pos->side;
    Status status = game->view->shape(setup->variant, &editor->shape) &&
                            arrange_palette(game, pos, &editor->palette)
                        ? show(editor, pos)
                        : STATUS_NO_MEMORY;
    if (status == STATUS_OK)
        status = copy_board(game, &editor->board, &editor->before);
    if (status != STATUS_OK) {
        editor_free(editor);
        return no_memory(fault);
    }
    if (editor->palette.count > 0)
        qsort(editor->palette.at, (size_t)editor->palette.count, sizeof *editor->palette.at,
              compare_pieces);
    check(editor); /* a turn that is in progress belongs to no arrangement */
    return STATUS_OK;
}

void editor_free(Editor *editor)
{
    pieces_free(&editor->before.pieces);
    pieces_free(&editor->board.pieces);
    pieces_free(&editor->palette);
    shape_free(&editor->shape);
}

const Pos *editor_pos(const Editor *editor)
{
    return editor->is_possible ? &editor->board.like.head : NULL;
}

/* --- changes --- */

static bool is_double(const Piece *piece)
{
    return piece->cell != piece->cell2;
}

bool editor_is_double(const Editor *editor, int number)
{
    assert(number >= 0 && number < editor->palette.count);
    return is_double(&editor->palette.at[number]);
}

static int find_piece(const Pieces *pieces, int cell)
{
    for (int i = 0; i < pieces->count; i++)
        if (pieces->at[i].cell == cell && !is_double(&pieces->at[i]))
            return i;
    return -1;
}

static void drop_piece(Pieces *pieces, int index)
{
    memmove(&pieces->at[index], &pieces->at[index + 1],
            (size_t)(pieces->count - index - 1) * sizeof *pieces->at);
    pieces->count--;
}

static Status begin_change(Editor *editor)
{
    return editor->continues ? STATUS_OK
                             : copy_board(editor->setup.game, &editor->board, &editor->before);
}

static Status end_change(Editor *editor)
{
    check(editor);
    return STATUS_OK;
}

Status editor_put(Editor *editor, int number, int cell, int other)
{
    assert(editor_is_double(editor, number) == (cell != other));
    Pieces *pieces = &editor->board.pieces;
    Piece   piece = editor->palette.at[number];
    Status  status = begin_change(editor);
    if (status != STATUS_OK)
        return status;
    for (int i = pieces->count - 1; i >= 0; i--) {
        const Piece *at = &pieces->at[i];
        bool         ends_same =
            (at->cell == cell && at->cell2 == other) || (at->cell == other && at->cell2 == cell);
        if (ends_same)
            drop_piece(pieces, i);
    }
    piece.cell = (uint16_t)cell;
    piece.cell2 = (uint16_t)other;
    if (!add_piece(pieces, &piece)) {
        editor_undo(editor);
        return STATUS_NO_MEMORY;
    }
    return end_change(editor);
}

Status editor_remove(Editor *editor, int cell)
{
    Pieces *pieces = &editor->board.pieces;
    int     index = find_piece(pieces, cell), ends = 0;
    for (int i = 0; i < pieces->count; i++)
        ends += pieces->at[i].cell == cell || pieces->at[i].cell2 == cell;
    if (ends == 0)
        return STATUS_NOT_FOUND;
    Status status = begin_change(editor);
    if (status != STATUS_OK)
        return status;
    if (index >= 0) {
        drop_piece(pieces, index);
    } else {
        for (int i = pieces->count - 1; i >= 0; i--)
            if (pieces->at[i].cell == cell || pieces->at[i].cell2 == cell)
                drop_piece(pieces, i);
    }
    return end_change(editor);
}

Status editor_move(Editor *editor, int from, int to)
{
    Pieces *pieces = &editor->board.pieces;
    if (find_piece(pieces, from) < 0)
        return STATUS_NOT_FOUND;
    if (from == to)
        return STATUS_OK;
    Status status = begin_change(editor);
    if (status != STATUS_OK)
        return status;
    int taken = find_piece(pieces, to);
    if (taken >= 0)
        drop_piece(pieces, taken);
    Piece *piece = &pieces->at[find_piece(pieces, from)];
    piece->cell = piece->cell2 = (uint16_t)to;
    return end_change(editor);
}

Status editor_clear(Editor *editor)
{
    Status status = begin_change(editor);
    if (status != STATUS_OK)
        return status;
    editor->board.pieces.count = 0;
    return end_change(editor);
}

Status editor_set_side(Editor *editor, int side)
{
    assert(side == 0 || side == 1);
    Status status = begin_change(editor);
    if (status != STATUS_OK)
        return status;
    editor->board.side = side;
    return end_change(editor);
}

Status editor_set_position(Editor *editor, const char *line, Fault *fault)
{
    PosBuffer pos;
    Status    status = setup_position(&editor->setup, line, &pos.head, fault);
    if (status != STATUS_OK)
        return status;
    status = show(editor, &pos.head);
    if (status == STATUS_OK)
        check(editor);
    return status == STATUS_OK ? STATUS_OK : no_memory(fault);
}

/* Take everything but the pieces from a position line: the board has other pieces, and is impossible. */
static Status set_like(Editor *editor, const char *line, Fault *fault)
{
    EditorBoard *board = &editor->board;
    PosBuffer    pos;
    Status       status = setup_position(&editor->setup, line, &pos.head, fault);
    if (status != STATUS_OK)
        return status;
    if (begin_change(editor) != STATUS_OK)
        return no_memory(fault);
    if (pos.head.side != board->like.head.side)
        board->side = pos.head.side;
    game_copy(editor->setup.game, &pos.head, &board->like.head);
    return end_change(editor);
}

Status editor_set_part(Editor *editor, int number, const char *part, Fault *fault)
{
    char        words[POS_TEXT_MAX], changed[2 * POS_TEXT_MAX];
    Text        line = text_over(words, sizeof words), text = text_over(changed, sizeof changed);
    const char *at = words;
    int         count = 0;
    editor->setup.game->text->pos_write(&editor->board.like.head, &line);
    while (*at != '\0') {
        size_t length = strcspn(at, " ");
        bool   is_part = ++count == number;
        if (!is_part || part[0] != '\0')
            text_addf(&text, "%s%.*s", text.length == 0 ? "" : " ",
                      is_part ? (int)strlen(part) : (int)length, is_part ? part : at);
        at += length;
        at += strspn(at, " ");
    }
    if (number < 1 || number > count)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "the position has %d parts", count);
    if (text.full)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "this is too long");
    return editor->is_possible ? editor_set_position(editor, changed, fault)
                               : set_like(editor, changed, fault);
}

void editor_undo(Editor *editor)
{
    EditorBoard kept = editor->board;
    editor->board = editor->before;
    editor->before = kept;
    check(editor);
}

/* --- looking --- */

bool editor_draw(const Editor *editor, Buffer *out)
{
    const GameView *view = editor->setup.game->view;
    const Pos      *pos = editor_pos(editor);
    Regions         regions;
    regions_init(&regions);
    bool fine = pos == NULL || view->regions == NULL || view->regions(pos, &regions);
    fine = fine && plain_board_pieces(&editor->setup, &editor->shape, &editor->board.pieces,
                                      &regions, editor->flipped, out);
    regions_free(&regions);
    return fine;
}
