/* toy.h - the smallest complete game: stones on a row of cells.  A template to copy.
 *
 * Knows:   the board, and how a position and a step are packed (README.md draws both).
 * Ignores: everything outside core/game.h.
 *
 * The rulings T1 to T6 are in src/games/toy/rulings.md.  Like every game, Toy has one file per
 * task: this header for what the others share, toy_rules.c (legal steps and results), toy_text.c
 * (notation), toy_view.c (drawing, and why a step is illegal) and toy_eval.c (evaluation).
 */
#ifndef GAMES_TOY_H
#define GAMES_TOY_H

#include <assert.h>

#include "core/game.h"
#include "games/toy/toy_messages.h"

enum {
    TOY_CELLS_MIN = 4,
    TOY_CELLS_MAX = 16,
    TOY_CELLS_DEFAULT = 8,
    TOY_ROW = 4,                       /* adjacent stones that win (T4) */
    TOY_STEPS_MAX = 2 * TOY_CELLS_MAX, /* one placement per free cell, two hops per stone */
};

/* How a game ends: rows of TOY_GAME.reasons. */
enum { TOY_REASON_ROW, TOY_REASON_MAJORITY, TOY_REASON_EVEN };

/* A position: two bitboards.  head.variant is the number of cells.  head.phase is 1 between the
 * two stones of a turn; head.extra is then the cell of the first stone, and 0 otherwise. */
typedef struct Toy {
    Pos      head;
    uint32_t stones[2]; /* bit i: a stone of that side on cell i */
} Toy;

/* A step is kind << 8 | from << 4 | to; unused parts are 0, so a step has one packing only. */
typedef enum ToyKind { TOY_PLACE, TOY_HOP, TOY_STOP } ToyKind;

static inline Step toy_step(ToyKind kind, int from, int to)
{
    assert(from >= 0 && from < TOY_CELLS_MAX && to >= 0 && to < TOY_CELLS_MAX);
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

/* Return the set of the first `cells` cells. */
static inline uint32_t toy_board(uint32_t cells)
{
    assert(cells <= TOY_CELLS_MAX);
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

/* Return the stones that belong to a run of TOY_ROW or more; 0 if there is none. */
uint32_t toy_rows(uint32_t stones);

/* Explain why a step is illegal; the message is empty if it is legal. */
void toy_why_not(const Toy *toy, Step step, Message *why);

extern const GameRules    TOY_RULES;
extern const GameText     TOY_TEXT;
extern const GameView     TOY_VIEW;
extern const GameSymmetry TOY_SYMMETRY;
extern const GameProof    TOY_PROOF;
extern const GameEval     TOY_EVAL;

extern const struct GameLearning TOY_LEARNING;

extern const Game TOY_GAME;

#endif
