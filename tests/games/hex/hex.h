/* hex.h - Hex: connect your two edges of a rhombus with stones.
 *
 * Knows:   the board, the layout of a position and of a step, and which game this is.
 * Ignores: everything outside core/game.h.
 *
 * The rulings R1 to R5 are in rulings.md.  hex_rules.c has the rules, hex_text.c the notation, hex_view.c
 * drawing and explanations, hex_eval.c the evaluation.
 */
#ifndef GAMES_HEX_H
#define GAMES_HEX_H

#include <assert.h>

#include "core/game.h"
#include "games/hex/hex_messages.h"

enum {
    HEX_SIZE_MIN = 3,
    HEX_SIZE_MAX = 13, /* 169 cells: three words of a bitboard, and a cell fits into a byte */
    HEX_SIZE_DEFAULT = 11,
    HEX_CELLS_MAX = HEX_SIZE_MAX * HEX_SIZE_MAX,
    HEX_WORDS = 3,
    HEX_NEIGHBOURS = 6,
    HEX_EDGES = 4,
    HEX_SWAP = 255,       /* the step that is not a cell */
    HEX_NO_SWAP = 1 << 8, /* bit of the variant above the size */
};

/* Bits of head.extra. */
enum {
    HEX_SWAPPED = 1, /* the players have exchanged their sides */
    HEX_WON = 2,     /* the side that is not to move has connected its edges */
};

enum { HEX_WHITE, HEX_BLACK };

/* The edges of the board (R1.3).  In a drawing, the pieces of the edges follow the cells: `size` pieces
 * per edge, in this order. */
enum { HEX_TOP, HEX_RIGHT, HEX_BOTTOM, HEX_LEFT };

/* A position.  head.variant is the size and HEX_NO_SWAP, head.phase is always 0. */
typedef struct Hex {
    Pos      head;
    uint64_t stones[2][HEX_WORDS]; /* bit row * size + column */
} Hex;
_Static_assert(sizeof(Hex) == sizeof(Pos) + 2 * HEX_WORDS * sizeof(uint64_t), "no padding");

static inline const Hex *hex_of(const Pos *pos)
{
    return (const Hex *)(const void *)pos;
}

static inline int hex_size(uint32_t variant)
{
    return (int)(variant & 0xff);
}

static inline int hex_cells(uint32_t variant)
{
    return hex_size(variant) * hex_size(variant);
}

static inline bool hex_has(const Hex *hex, int side, int cell)
{
    assert(side >= 0 && side < 2 && cell >= 0 && cell < HEX_CELLS_MAX);
    return hex->stones[side][cell / 64] >> (cell % 64) & 1;
}

/* Return HEX_WHITE, HEX_BLACK or SIDE_NONE. */
static inline int hex_owner(const Hex *hex, int cell)
{
    return hex_has(hex, HEX_WHITE, cell)   ? HEX_WHITE
           : hex_has(hex, HEX_BLACK, cell) ? HEX_BLACK
                                           : SIDE_NONE;
}

int hex_count(const Hex *hex, int side);

/* Write the cells adjacent to a cell and return their number, at most HEX_NEIGHBOURS. */
int hex_neighbours(int size, int cell, int *out);

/* True if the cell lies on the first edge of a side (top for White, left for Black) or on its last
 * (bottom, right). */
bool hex_on_first_edge(int size, int side, int cell);
bool hex_on_last_edge(int size, int side, int cell);

/* Mark the stones connected to `from`, which has a stone of `side`, in `group`, an array of
 * HEX_CELLS_MAX.  Return true if they connect both edges of the side. */
bool hex_group(const Hex *hex, int side, int from, bool *group);

/* True if Black may swap (R4). */
bool hex_swap_is_offered(const Pos *pos);

/* Write the shortest chain of `side` from its first edge to its last into `path`, an array of
 * HEX_CELLS_MAX, and return its length; 0 if the side has not connected its edges. */
int hex_chain(const Hex *hex, int side, int *path);

/* Write the name of a cell, column letter and row number, or of a piece of the edge: "top-a". */
void hex_cell_write(uint32_t variant, int cell, Text *out);

/* Explain why a step is illegal; the message is empty if it is legal. */
void hex_why_not(const Pos *pos, Step step, Message *why);

/* The fewest stones with which `side` can connect its edges; HEX_CELLS_MAX if it cannot any more.
 * `path` may be NULL; else path[cell] becomes true for each empty cell of a shortest connection. */
int hex_distance(const Hex *hex, int side, bool *path);

extern const GameRules    HEX_RULES;
extern const GameText     HEX_TEXT;
extern const GameView     HEX_VIEW;
extern const GameSymmetry HEX_SYMMETRY;
extern const GameProof    HEX_PROOF;
extern const GameEval     HEX_EVAL;

extern const Game HEX_GAME;

#endif
