/* retro_table.h - a table that is open: the numbers of positions, and the file with the codes.
 *
 * What building, checking and asking share.
 */
#ifndef SOLVER_RETRO_TABLE_H
#define SOLVER_RETRO_TABLE_H

#include "solver/retro_acyclic.h"
#include "solver/retro_layer.h"
#include "solver/retro_list.h"

typedef struct RetroTable {
    const Game          *game;
    RetroSpace           space;
    RetroFile           *file;
    const RetroSection **known; /* by layer; NULL where it is not built */
    /* Where positions are not numbered, one of these is the index. */
    RetroAcyclic *acyclic;
    RetroList    *list;
} RetroTable;

/* A game that numbers the positions of this variant, or gives keys for them, is asked to; otherwise
 * they are listed.
 * STATUS_NOT_FOUND where, for reading, the file is not there. */
Status retro_table_open(const Game *game, uint32_t variant, const char *folder, RetroAccess access,
                        RetroTable *table, Fault *fault);
void   retro_table_close(RetroTable *table);

/* The section of a layer as it stands in the file; NULL if it is not there. */
const RetroSection *retro_table_layer(const RetroTable *table, uint32_t layer);

/* The code of a position, for the player to move there; false if the table does not know it. */
bool retro_table_code(const RetroTable *table, const Pos *pos, uint16_t *code);

/* The same from the codes of what follows, its own not looked at. */
bool retro_table_ahead(const RetroTable *table, const Pos *pos, uint16_t *code);

#endif
