/* SPDX-License-Identifier: MIT */
#include "solver/retro_table.h"

#include <assert.h>
#include <stdlib.h>

#include "base/text.h"
#include "core/turn.h"

void retro_table_close(RetroTable *table)
{
    retro_file_close(table->file);
    if (table->space.index != NULL && table->space.opened != NULL)
        table->space.index->close(table->space.opened);
    free(table->known);
}

const RetroSection *retro_table_layer(const RetroTable *table, uint32_t layer)
{
    assert(layer < table->space.layer_count);
    char name[INDEX_NAME_MAX];
    Text text = text_over(name, sizeof name);
    table->space.index->layer_name(table->space.opened, layer, &text);
    const RetroSection *section = retro_file_find(table->file, name);
    return section != NULL && section->count > 0 &&
                   section->count == table->space.index->layer_size(table->space.opened, layer)
               ? section
               : NULL;
}

bool retro_table_is_numbered(const Game *game, uint32_t variant)
{
    return game->index != NULL && game->index->covers(variant);
}

static bool is_in_file(const void *context, const char *layer_name)
{
    return retro_file_find(context, layer_name) != NULL;
}

/* Open the game's index, or a list of the keys in the file.  For reading, only the layers in the
 * file are needed. */
static bool open_space(RetroTable *table, const RetroScope *scope, bool writing)
{
    IndexFilter filter = { is_in_file, table->file };
    uint32_t    variant = scope->variant;
    if (retro_table_is_numbered(table->game, variant)) {
        table->space.index = table->game->index;
        table->space.opened = table->space.index->open(variant, writing ? NULL : &filter);
    } else if (retro_acyclic_covers(table->game, variant)) {
        table->space.index = &RETRO_ACYCLIC_INDEX;
        table->space.opened = table->acyclic = retro_acyclic_new(table->game, variant, scope->root);
        for (uint32_t n = 0; table->acyclic != NULL && n < retro_file_sections(table->file); n++)
            retro_acyclic_use(table->acyclic, retro_file_section(table->file, n));
    } else {
        table->space.index = &RETRO_LIST_INDEX;
        table->space.opened = table->list = retro_list_new(table->game, variant);
        const RetroSection *all = retro_file_find(table->file, "all");
        if (table->list != NULL && all != NULL && all->key_bytes == RETRO_KEY_BYTES)
            retro_list_use(table->list, all);
    }
    return table->space.opened != NULL;
}

static Status look_layers_up(RetroTable *table, Fault *fault)
{
    table->space.layer_count = table->space.index->layer_count(table->space.opened);
    table->known = calloc(table->space.layer_count, sizeof *table->known);
    table->space.known = table->known;
    if (table->known == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    for (uint32_t layer = 0; layer < table->space.layer_count; layer++)
        table->known[layer] = retro_table_layer(table, layer);
    return STATUS_OK;
}

Status retro_table_open(const RetroScope *scope, const char *folder, RetroAccess access,
                        RetroTable *table, Fault *fault)
{
    const Game *game = scope->game;
    char        family[VARIANT_TEXT_MAX];
    Text        text = text_over(family, sizeof family);
    *table = (RetroTable){ .game = game };
    if (retro_table_is_numbered(game, scope->variant))
        game->index->family(scope->variant, &text);
    else
        retro_list_family(game, scope->variant, &text);
    Status status = retro_file_open(folder, game->name, family, access, &table->file, fault);
    if (status == STATUS_OK &&
        !open_space(table, scope, access == RETRO_WRITE || access == RETRO_FOLLOW))
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    if (status == STATUS_OK)
        status = look_layers_up(table, fault);
    if (status != STATUS_OK)
        retro_table_close(table);
    return status;
}

/* --- codes --- */

/* The combined successors of a position, for the player to move. */
typedef struct Best {
    const RetroTable *table;
    int               player;
    uint32_t          fastest, slowest; /* in turns; fastest is UINT32_MAX if nothing wins */
    bool              any_draw, any_unknown;
} Best;

static bool see_successor(void *context, const Turn *turn, const Pos *after)
{
    Best    *best = context;
    uint16_t code;
    (void)turn;
    if (!retro_table_code(best->table, after, &code)) {
        best->any_unknown = true;
        return true;
    }
    bool     same = game_player(best->table->game, after, after->side) == best->player;
    uint32_t turns = retro_turns(code) + 1;
    if (code == RETRO_CODE_DRAW)
        best->any_draw = true;
    else if (retro_is_win(code) == same)
        best->fastest = turns < best->fastest ? turns : best->fastest;
    else
        best->slowest = turns > best->slowest ? turns : best->slowest;
    return true;
}

static uint16_t code_over(const Pos *pos, Outcome outcome)
{
    if (outcome.ending == ENDING_DRAWN)
        return RETRO_CODE_DRAW;
    return outcome.winner == pos->side ? retro_win(0) : retro_loss(0);
}

bool retro_table_ahead(const RetroTable *table, const Pos *pos, uint16_t *code)
{
    Outcome outcome = table->game->rules->outcome(pos);
    if (outcome.ending != ENDING_NONE) {
        *code = code_over(pos, outcome);
        return true;
    }
    Best best = { .table = table,
                  .player = game_player(table->game, pos, pos->side),
                  .fastest = UINT32_MAX };
    turn_each(table->game, pos, see_successor, &best);
    /* An unknown successor may be a faster win. */
    if (best.any_unknown)
        return false;
    *code = best.fastest != UINT32_MAX ? retro_win(best.fastest)
            : best.any_draw            ? RETRO_CODE_DRAW
                                       : retro_loss(best.slowest);
    return true;
}

bool retro_table_code(const RetroTable *table, const Pos *pos, uint16_t *code)
{
    assert(table->space.index != NULL);
    IndexPlace place;
    switch (table->space.index->rank(table->space.opened, pos, &place)) {
    case INDEX_FOUND:
        if (table->known[place.layer] == NULL || !retro_file_is_sound(table->known[place.layer]))
            return false;
        *code = retro_code(table->known[place.layer], place.number);
        return true;
    case INDEX_BETWEEN: return retro_table_ahead(table, pos, code);
    default: return false;
    }
}
