/* retro_list.h - an index for games without one: a list of all reachable positions.
 *
 * Knows:   the game interface, symmetries, keys of positions.
 * Ignores: values.
 *
 * All positions that are reachable from the start of a variant, at the beginning of a turn, are
 * found and identified by a 128-bit hash; symmetric positions are one.  The list is one layer,
 * numbered in the order of the keys.  This works for games with some millions of positions and
 * needs nothing from the game.
 *
 * Two positions with equal hashes would be merged.  Among n positions the probability of that is
 * n^2 / 2^129: negligible for any n that fits into memory.
 */
#ifndef SOLVER_RETRO_LIST_H
#define SOLVER_RETRO_LIST_H

#include "solver/retro_layer.h"

enum { RETRO_KEY_BYTES = 16 };

typedef struct RetroList RetroList;

/* Return an empty list; NULL if memory ran out. */
RetroList *retro_list_new(const Game *game, uint32_t variant);
void       retro_list_delete(RetroList *list);

/* Find all positions and the edges between them.  Return STATUS_TOO_LARGE beyond `memory_bytes` or
 * the maximum size of a layer; STATUS_SYSTEM if the listener stopped it. */
Status retro_list_fill(RetroList *list, RetroReporter *reporter, size_t memory_bytes, Fault *fault);
size_t retro_list_bytes(const RetroList *list);

/* Write sorted keys, then codes, into a section whose count and width are filled in. */
bool retro_list_pack(const RetroList *list, const uint16_t *codes, RetroSection *section);

/* Look positions up in this section from now on. */
void retro_list_use(RetroList *list, const RetroSection *section);

/* The list as an index; `opened` is the RetroList.  It has no unrank. */
extern const GameIndex RETRO_LIST_INDEX;
/* Write the word for a variant in the name of its file. */
void retro_list_family(const Game *game, uint32_t variant, Text *out);

/* Visit all positions again from the start: each once, by number, with its bytes.  Return false if
 * `look` returned false or memory ran out. */
typedef bool RetroLook(void *context, uint32_t number, const Pos *pos);
bool         retro_list_walk(const RetroList *list, RetroLook *look, void *context);

#endif
