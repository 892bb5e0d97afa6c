/* retro_acyclic.h - tables of games in which no position comes back.
 *
 * Knows:   keys of positions and their ages (GameCanon), threads, sections of a table.
 * Ignores: files, and what a key is made of.
 *
 * Every turn makes a position older.  So all positions that can come up are listed age by age from the
 * start, and then get their values age by age from the end: each is looked at twice, and no way between
 * two positions is kept.  An age is a layer; its numbers are the order of its keys.
 */
#ifndef SOLVER_RETRO_ACYCLIC_H
#define SOLVER_RETRO_ACYCLIC_H

#include "solver/retro_work.h"

typedef struct RetroAcyclic RetroAcyclic;

/* Does the game give keys for this variant? */
bool retro_acyclic_covers(const Game *game, uint32_t variant);

/* Nothing is listed yet; NULL when memory ran out. */
RetroAcyclic *retro_acyclic_new(const Game *game, uint32_t variant);
void          retro_acyclic_delete(RetroAcyclic *acyclic);

/* A section of the file with a solved age; others are left alone.  The memory stays the file's. */
void retro_acyclic_use(RetroAcyclic *acyclic, const RetroSection *section);

/* Is the start solved, and with it everything? */
bool retro_acyclic_is_done(const RetroAcyclic *acyclic);

/* List the ages that are not solved yet.  STATUS_TOO_LARGE beyond `memory_bytes`, STATUS_SYSTEM where the
 * listener stopped it. */
Status retro_acyclic_list(RetroAcyclic *acyclic, RetroReporter *reporter, size_t memory_bytes,
                          Fault *fault);

/* Solve the age of a layer whose older ages are all solved and used.  The section is filled in up to
 * its sums, and owns its memory; the list of the age is gone then. */
Status retro_acyclic_solve(RetroAcyclic *acyclic, uint32_t layer, RetroReporter *reporter,
                           RetroSection *section, Fault *fault);

/* Bytes taken for keys at the most, codes and sections not counted. */
size_t retro_acyclic_peak(const RetroAcyclic *acyclic);

/* As an index, without ways; `opened` is the RetroAcyclic.  Layer 0 has the oldest positions; ages that
 * never come up are layers of size 0. */
extern const GameIndex RETRO_ACYCLIC_INDEX;

#endif
