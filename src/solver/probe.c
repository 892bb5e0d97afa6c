/* SPDX-License-Identifier: MIT */
#include "solver/probe.h"

#include <stdlib.h>

#include "solver/retro_table.h"

struct Tables {
    RetroTable table;
};

Tables *tables_open(const Game *game, uint32_t variant, const char *folder)
{
    Tables *tables = malloc(sizeof *tables);
    if (tables == NULL)
        return NULL;
    if (retro_table_open(game, variant, folder, false, &tables->table, NULL) != STATUS_OK) {
        free(tables);
        return NULL;
    }
    return tables;
}

void tables_close(Tables *tables)
{
    if (tables == NULL)
        return;
    retro_table_close(&tables->table);
    free(tables);
}

bool tables_probe(const Tables *tables, const Pos *pos, ProbeAnswer *out)
{
    uint16_t code;
    if (tables == NULL || !retro_table_code(&tables->table, pos, &code))
        return false;
    int winner = retro_is_win(code) ? pos->side : 1 - pos->side;
    *out = (ProbeAnswer){
        .value = code == RETRO_CODE_DRAW ? PROOF_DRAW
                 : winner == 0           ? PROOF_FIRST
                                         : PROOF_SECOND,
        .turns = retro_turns(code),
    };
    return true;
}

bool tables_folder(char *out, size_t size)
{
    Text        text = text_over(out, size);
    const char *given = getenv("TESSERA_TABLES"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (given != NULL && given[0] != '\0')
        text_add(&text, given);
    else if (data != NULL && data[0] == '/')
        text_addf(&text, "%s/tessera/tables", data);
    else if (home != NULL && home[0] == '/')
        text_addf(&text, "%s/.local/share/tessera/tables", home);
    return text.length > 0 && !text.full;
}

uint64_t tables_positions(const Tables *tables)
{
    uint64_t count = 0;
    for (uint32_t layer = 0; tables != NULL && layer < tables->table.space.layer_count; layer++)
        if (tables->table.known[layer] != NULL)
            count += tables->table.known[layer]->count;
    return count;
}
