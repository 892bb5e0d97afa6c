/* retro_acyclic.h - tablebases of games in which no position can repeat.
 *
 * Knows:   canonical keys of positions and their ages (GameCanon), threads, sections of a
 *          tablebase.
 * Ignores: files, and how a key is encoded.
 *
 * Every turn leads to a larger age.  So all reachable positions are listed age by age from the
 * start, and then solved age by age from the end: each is visited twice, and no edge between two
 * positions is stored.  An age is a layer; positions are numbered in the order of their keys.
 */
#ifndef SOLVER_RETRO_ACYCLIC_H
#define SOLVER_RETRO_ACYCLIC_H

#include "solver/retro_work.h"

typedef struct RetroAcyclic RetroAcyclic;

/* True if the game has canonical keys for this variant. */
bool retro_acyclic_covers(const Game *game, uint32_t variant);

/* Return an object without listed positions; NULL if memory ran out.  All positions are wanted that
 * `root` can reach, in which a turn begins and the game is not over; NULL: the start of the
 * variant. */
RetroAcyclic *retro_acyclic_new(const Game *game, uint32_t variant, const Pos *root);
void          retro_acyclic_delete(RetroAcyclic *acyclic);

/* Use a section of the file with a solved age; other sections are ignored.  The memory stays the
 * file's. */
void retro_acyclic_use(RetroAcyclic *acyclic, const RetroSection *section);

/* True if the root is solved, and with it everything. */
bool retro_acyclic_is_done(const RetroAcyclic *acyclic);

/* List the ages that are not solved yet.  Return STATUS_TOO_LARGE beyond `memory_bytes`,
 * STATUS_SYSTEM if the listener stopped it. */
Status retro_acyclic_list(RetroAcyclic *acyclic, RetroReporter *reporter, size_t memory_bytes,
                          Fault *fault);

/* Solve the age of a layer; all older ages must be solved and in use.  The section is filled in
 * except for its checksums, and owns its memory; the list of the age is freed.  With several ranks
 * it has the part of this rank: the keys of all ranks, one after the other, are in order. */
Status retro_acyclic_solve(RetroAcyclic *acyclic, uint32_t layer, RetroReporter *reporter,
                           RetroSection *section, Fault *fault);

/* Return the peak memory for keys in bytes, without codes and sections. */
size_t retro_acyclic_peak(const RetroAcyclic *acyclic);

/* The index, without edges; `opened` is the RetroAcyclic.  Layer 0 has the oldest positions; ages
 * that never occur are layers of size 0. */
extern const GameIndex RETRO_ACYCLIC_INDEX;

#endif
