/* toy.h - the smallest honest game: stones on a row of cells.  A template for copying.
 *
 * Knows:   the board, the packing of a position and of a step (README.md draws both).
 * Ignores: everything outside core/game.h.
 *
 * The rulings T1 to T6 are in src/games/toy/rulings.md.  Like every game it is a few files: this one for
 * what the others share, toy_rules.c (what is allowed), toy_text.c (words), toy_view.c
 * (pictures, and why something is not allowed) and toy_eval.c (judgement).
 */
#ifndef GAMES_TOY_H
#define GAMES_TOY_H

#include "core/game.h"

enum {
    TOY_CELLS_MIN = 4,
    TOY_CELLS_MAX = 16,
    TOY_CELLS_DEFAULT = 8,
    TOY_ROW = 4,                       /* stones side by side that win (T4) */
    TOY_STEPS_MAX = 2 * TOY_CELLS_MAX, /* a free cell takes a stone, a stone has two ways to hop */
};

/* A position.  head.variant is the number of cells; head.phase is 1 between the two stones of a
 * turn, and head.extra is then the cell of the first one, else 0. */
typedef struct Toy {
    Pos      head;
    uint32_t stones[2]; /* bit i: a stone of that side on cell i */
} Toy;

/* kind << 8 | from << 4 | to; unused parts are 0. */
typedef enum ToyKind { TOY_PLACE, TOY_HOP, TOY_STOP } ToyKind;

static inline Step toy_step(ToyKind kind, int from, int to)
{
    return (Step)kind << 8 | (Step)from << 4 | (Step)to;
}

static inline ToyKind toy_kind(Step step)
{
    return (ToyKind)(step >> 8);
}

static inline int toy_from(Step step)
{
    return (int)(step >> 4 & 15);
}

static inline int toy_to(Step step)
{
    return (int)(step & 15);
}

static inline uint32_t toy_bit(int cell)
{
    return UINT32_C(1) << cell;
}

static inline const Toy *toy_of(const Pos *pos)
{
    return (const Toy *)(const void *)pos;
}

static inline uint32_t toy_board(uint32_t cells)
{
    return (UINT32_C(1) << cells) - 1;
}

static inline uint32_t toy_free(const Toy *toy)
{
    return toy_board(toy->head.variant) & ~(toy->stones[0] | toy->stones[1]);
}

static inline int toy_count(uint32_t stones)
{
    return __builtin_popcount(stones);
}

/* The stones that stand in a run of TOY_ROW or more; 0 if there is none. */
uint32_t toy_rows(uint32_t stones);

/* What a step in words means, legal or not: STATUS_SYNTAX where it is no step at all. */
Status toy_parse(const Toy *toy, Scan *scan, Step *step, Fault *fault);

/* The sentence that says why a step that toy_parse gave is not allowed, and the offending cells.
 * Nothing where it is allowed. */
void toy_why_not(const Toy *toy, Step step, Text *sentence, CellList *offending);

extern const GameRules    TOY_RULES;
extern const GameText     TOY_TEXT;
extern const GameView     TOY_VIEW;
extern const GameSymmetry TOY_SYMMETRY;
extern const GameProof    TOY_PROOF;
extern const GameEval     TOY_EVAL;

extern const Game TOY_GAME;

#endif
