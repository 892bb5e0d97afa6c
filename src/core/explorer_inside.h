/* explorer_inside.h - what the reader and the builder of explorer books share.
 *
 * Knows:   canonical images, the bytes of moves, the header.
 * Ignores: everything else; only core/explorer*.c include it.
 */
#ifndef CORE_EXPLORER_INSIDE_H
#define CORE_EXPLORER_INSIDE_H

#include "core/explorer.h"

#define EXPLORER_MAGIC "TESSEXP1"
enum { EXPLORER_HEADER = 24, EXPLORER_ROW = 12 };

/* Untrusted bytes.  After an error `at` is NULL, and every number is 0. */
typedef struct Bytes {
    const unsigned char *at, *end;
} Bytes;

/* Take a number of at most 32 bits in LEB128. */
uint32_t bytes_take(Bytes *bytes);
void     bytes_fail(Bytes *bytes);

/* Write the image of a position with the smallest key, among all symmetries that keep the variant. */
void explorer_image(const Game *game, const Pos *pos, Pos *image);
/* Map a complete turn of `from` by a symmetry that maps `from` to `to`, with its steps in canonical order.
 * If there are several such symmetries, `smallest` chooses the smallest turn, else the first is used.
 * False if there is none. */
bool explorer_map_turn(const Game *game, const Pos *from, const Turn *turn, const Pos *to,
                       bool smallest, Turn *out);
/* Take a turn from the bytes and play it.  It fails the bytes if it is not complete and legal. */
void explorer_take_turn(const Game *game, Pos *pos, Bytes *bytes, Turn *turn);

#endif
