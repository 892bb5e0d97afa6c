/* retro_list.h - numbers for positions where a game has none: a list of all that can come up.
 *
 * Knows:   the contract, symmetries, keys of positions.
 * Ignores: values.
 *
 * Every position that can follow from the start of a variant, at the beginning of a turn, is found and
 * noted by a key of 128 bits; positions that a map of the board takes into one another are one.  The
 * list is one layer, and its numbers are the order of the keys.  That does for games with some
 * millions of positions and needs nothing from the game.
 *
 * Two positions whose keys are equal would be taken for one.  Among n positions that has a chance of
 * n^2 / 2^129: nothing, for any n that fits into memory.
 */
#ifndef SOLVER_RETRO_LIST_H
#define SOLVER_RETRO_LIST_H

#include "solver/retro_layer.h"

enum { RETRO_KEY_BYTES = 16 };

typedef struct RetroList RetroList;

/* An empty list; NULL when memory ran out. */
RetroList *retro_list_new(const Game *game, uint32_t variant);
void       retro_list_delete(RetroList *list);

/* Find all positions and the ways between them.  STATUS_TOO_LARGE beyond `memory_bytes` or the largest
 * number of a layer; STATUS_SYSTEM where the listener stopped it. */
Status retro_list_fill(RetroList *list, RetroReporter *reporter, size_t memory_bytes, Fault *fault);
size_t retro_list_bytes(const RetroList *list);

/* Sorted keys, then codes, for a section whose count and width are filled in. */
bool retro_list_pack(const RetroList *list, const uint16_t *codes, RetroSection *section);

/* From now on positions are found in this section. */
void retro_list_use(RetroList *list, const RetroSection *section);

/* The list as an index: `opened` is the RetroList.  unrank is not there. */
extern const GameIndex RETRO_LIST_INDEX;
/* The word for a variant in the name of its file. */
void retro_list_family(const Game *game, uint32_t variant, Text *out);

/* Go through all positions again from the start, as `look` wants to see them: each once, by number,
 * with its bytes.  False if `look` returned false or memory ran out. */
typedef bool RetroLook(void *context, uint32_t number, const Pos *pos);
bool         retro_list_walk(const RetroList *list, RetroLook *look, void *context);

#endif
