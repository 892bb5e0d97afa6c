/* SPDX-License-Identifier: MIT */
/* The game writes the board as a position line, and its reader checks that line as it checks any other:
 * an incomplete position never exists. */
#include "core/arrange.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

char arrange_letter(const Piece *piece, const char *glyph, const char letters[2], char empty)
{
    if (piece == NULL)
        return empty;
    return strcmp(piece->glyph, glyph) == 0 && piece->side < 2 ? letters[piece->side] : '?';
}

static Status two_pieces(const Game *game, uint32_t variant, int cell, Fault *fault)
{
    char name[64];
    Text text = text_over(name, sizeof name);
    game->text->cell_write(variant, cell, &text);
    return fault_set(fault, STATUS_ILLEGAL, 0, "there are two pieces on %s; remove one of them",
                     name);
}

/* Sort the pieces by cells. */
static Status fill(const Game *game, uint32_t variant, const Pieces *pieces, int cell_count,
                   const Piece **at, Fault *fault)
{
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->at[i];
        if (piece->cell >= cell_count || piece->cell2 >= cell_count)
            return fault_set(fault, STATUS_ILLEGAL, 0,
                             "a piece is on cell %d; the board has %d cells",
                             piece->cell < cell_count ? piece->cell2 : piece->cell, cell_count);
        if (strcmp(piece->glyph, "mark") == 0 || piece->cell != piece->cell2)
            continue;
        if (at[piece->cell] != NULL)
            return two_pieces(game, variant, piece->cell, fault);
        at[piece->cell] = piece;
    }
    return STATUS_OK;
}

static Status arrange(const Game *game, const Pos *like, const Pieces *pieces, int side,
                      const Shape *shape, const Piece **at, Pos *out, Fault *fault)
{
    char        line[POS_TEXT_MAX];
    Text        text = text_over(line, sizeof line);
    Arrangement board = { .at = at, .pieces = pieces, .side = side };
    PosBuffer   pos;
    Status      status = fill(game, like->variant, pieces, shape->cell_count, at, fault);
    if (status != STATUS_OK)
        return status;
    game->text->arrange(like, &board, &text);
    if (text.full)
        return fault_set(fault, STATUS_TOO_LARGE, 0, "there are too many pieces");
    status = game->text->pos_read(like->variant, line, &pos.head, fault);
    if (status == STATUS_OK)
        game_copy(game, &pos.head, out);
    return status;
}

Status arrange_position(const Game *game, const Pos *like, const Pieces *pieces, int side, Pos *out,
                        Fault *fault)
{
    assert(side == 0 || side == 1);
    Shape shape;
    if (game->text->arrange == NULL)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "this game has no board editor");
    shape_init(&shape);
    const Piece **at = NULL;
    if (game->view->shape(like->variant, &shape))
        at = calloc((size_t)shape.cell_count + 1, sizeof *at);
    Status status = at == NULL
                        ? fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY))
                        : arrange(game, like, pieces, side, &shape, at, out, fault);
    free(at);
    shape_free(&shape);
    return status;
}

/* --- The pieces to choose from ---------------------------------------------------------------- */

enum {
    PALETTE_MAX = 128,  /* looks */
    PALETTE_DRY = 150,  /* positions without a new look, until we stop */
    PALETTE_MOST = 6000 /* positions */
};

static bool same_look(const Piece *a, const Piece *b)
{
    return strcmp(a->glyph, b->glyph) == 0 && a->side == b->side && a->colour == b->colour &&
           (a->cell == a->cell2) == (b->cell == b->cell2) && strcmp(a->text, b->text) == 0 &&
           memcmp(a->faces, b->faces, sizeof a->faces) == 0;
}

/* Add the looks of a position that are new. */
static bool add_looks(const Game *game, const Pos *pos, Pieces *found, Pieces *out)
{
    found->count = 0;
    if (!game->view->pieces(pos, found))
        return false;
    for (int i = 0; i < found->count && out->count < PALETTE_MAX; i++) {
        const Piece *piece = &found->at[i];
        int          at = 0;
        while (at < out->count && !same_look(&out->at[at], piece))
            at++;
        if (at < out->count || strcmp(piece->glyph, "mark") == 0)
            continue;
        Piece *added = pieces_add(out, piece->glyph, piece->side, piece->cell);
        if (added == NULL)
            return false;
        *added = *piece;
        added->marks = 0;
    }
    return true;
}

/* Take a random step; false if there is none. */
static bool step_at_random(const Game *game, Pos *pos, Random *random)
{
    Step steps[STEPS_MAX];
    int  count = game->rules->outcome(pos).ending == ENDING_NONE ? game->rules->gen(pos, steps) : 0;
    if (count == 0)
        return false;
    game->rules->apply(pos, steps[random_below(random, (uint32_t)count)]);
    return true;
}

bool arrange_palette(const Game *game, const Pos *like, Pieces *out)
{
    Pieces    found;
    Random    random = random_seeded(1);
    PosBuffer pos;
    pieces_init(&found);
    bool fits = add_looks(game, like, &found, out);
    game->rules->start(like->variant, &pos.head);
    for (int dry = 0, i = 0; fits && dry < PALETTE_DRY && i < PALETTE_MOST; dry++, i++) {
        int before = out->count;
        fits = add_looks(game, &pos.head, &found, out);
        dry = out->count > before ? 0 : dry;
        if (!step_at_random(game, &pos.head, &random))
            game->rules->start(like->variant, &pos.head);
    }
    pieces_free(&found);
    return fits;
}
