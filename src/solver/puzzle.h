/* puzzle.h - positions with exactly one winning turn.
 *
 * Knows:   the solver; a game's evaluation, only to count the turns that look good.
 * Ignores: where positions come from.
 *
 * A puzzle of n turns: the side to move can force a win within n turns of both sides together, not
 * within fewer, and exactly one turn does it.  After every other turn the win takes longer or is
 * gone.  In games that are won by points when the board is full, all wins are equally long: there
 * exactly one turn wins at all, and n is the length of the proof.
 */
#ifndef SOLVER_PUZZLE_H
#define SOLVER_PUZZLE_H

#include "core/turn.h"
#include "solver/solve.h"

enum { PUZZLE_CHOICES = 5 }; /* with fewer legal turns there is nothing to find */

typedef struct Puzzle {
    Turn     turn;
    uint32_t turns; /* n */
    uint32_t good;  /* other turns that look at least as good to the game's evaluation */
} Puzzle;

typedef enum PuzzleStatus {
    PUZZLE_FOUND,
    PUZZLE_NONE, /* no win within the bounds, or several winning turns */
    PUZZLE_OPEN, /* not decided within the node limit */
} PuzzleStatus;

/* Test whether a position (phase 0) is a puzzle of `least` to `most` turns, expanding about `nodes`
 * positions per query. */
PuzzleStatus puzzle_find(Solver *solver, const Pos *pos, uint32_t least, uint32_t most,
                         uint64_t nodes, Puzzle *out);

#endif
