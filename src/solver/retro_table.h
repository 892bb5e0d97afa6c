/* retro_table.h - an open tablebase: the index of positions, and the file with the codes.
 *
 * Shared by building, checking and probing.
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
    const RetroSection **known; /* by layer; NULL if it is not built */
    RetroMail           *mail;  /* to the other ranks of a build, or NULL */
    /* The index, if the game does not number its positions itself. */
    RetroAcyclic *acyclic;
    RetroList    *list;
} RetroTable;

/* What a tablebase is about: all positions of `variant`, or (canonical keys only) those that `root`
 * can reach. */
typedef struct RetroScope {
    const Game *game;
    uint32_t    variant;
    const Pos  *root; /* NULL: the start */
} RetroScope;

/* Use the game's own index for this variant if it has one, else its canonical keys, else list the
 * positions.  Return STATUS_NOT_FOUND if the file does not exist (for reading).  A `folder` of NULL
 * opens an empty tablebase in memory. */
Status retro_table_open(const RetroScope *scope, const char *folder, RetroAccess access,
                        RetroTable *table, Fault *fault);
void   retro_table_close(RetroTable *table);

/* As retro_build (solver/retro.h), and leave the tablebase open, unless it fails.  Without a folder in
 * the options it stays in memory, and all of it counts as memory. */
Status retro_table_build(const RetroScope *scope, const RetroOptions *options, RetroTable *table,
                         RetroReport *report, Fault *fault);

/* True if the game numbers the positions of this variant itself. */
bool retro_table_is_numbered(const Game *game, uint32_t variant);

/* Return the section of a layer in the file; NULL if it is not there. */
const RetroSection *retro_table_layer(const RetroTable *table, uint32_t layer);

/* Look up the code of a position for the player to move; false if it is not in the tablebase. */
bool retro_table_code(const RetroTable *table, const Pos *pos, uint16_t *code);

/* Compute the same from the codes of its successors, without looking at its own. */
bool retro_table_ahead(const RetroTable *table, const Pos *pos, uint16_t *code);

#endif
