/* duell.h - Duell, chess with rolling dice: settings, squares, pieces and moves.
 *
 * Knows:   the geometry of the board, how variants, pieces and steps are packed, the position.
 * Ignores: how moves are generated (duell_sight.h), evaluation and search.
 *
 * The files of this module and dialects include it.
 * Rulings: src/games/duell/rulings.md.  Board drawing, numbers of the orientations and layout of a
 * position: README.md beside this file.
 */
#ifndef GAMES_DUELL_H
#define GAMES_DUELL_H

#include <assert.h>

#include "core/game.h"

enum {
    DUELL_COLUMNS = 9,
    DUELL_ROWS = 8,
    DUELL_SQUARES = DUELL_COLUMNS * DUELL_ROWS,
    DUELL_DICE = 8,    /* per side, without the king */
    DUELL_TOP_MAX = 6, /* the most squares that a die rolls */
    DUELL_PIECES = DUELL_DICE + 1,
    /* Eight sixes with 44 moves each (4 straight, 20 bent targets in two orders), and the king's
     * 4. */
    DUELL_STEPS_MAX = 356,
    DUELL_WHITE = 0,
    DUELL_BLACK = 1,
    DUELL_NOWHERE = 255, /* the square of a king that was captured */
    DUELL_NOCAPTURE_MAX = 1000,
    DUELL_COUNTER_MAX = 65535,
};

/* --- settings (R7) --- */

typedef struct DuellSettings {
    bool king_capture; /* R7.1 */
    bool announce;     /* R7.4: a move must have the correct mark */
    int  nocapture;    /* R7.2: plies, 0 for off */
} DuellSettings;

uint32_t      duell_pack(DuellSettings settings);
DuellSettings duell_unpack(uint32_t variant);

/* --- squares: row * 9 + column, A1 is 0, I8 is 71 --- */

static inline int duell_square(int row, int column)
{
    assert(row >= 0 && row < DUELL_ROWS && column >= 0 && column < DUELL_COLUMNS);
    return row * DUELL_COLUMNS + column;
}

/* Return square / 9, also for DUELL_NOWHERE.  It is exact up to 511, and half as many instructions as
 * a division of a signed number, which move ordering feels. */
static inline int duell_row(int square)
{
    assert(square >= 0 && square < 512);
    return square * 57 >> 9;
}

static inline int duell_column(int square)
{
    return square - duell_row(square) * DUELL_COLUMNS;
}

/* Return the square on which the king of `side` wins: the other king's start square (R6.1). */
static inline int duell_goal(int side)
{
    return side == DUELL_WHITE ? 67 : 4;
}

static inline int duell_distance(int a, int b)
{
    int rows = duell_row(a) - duell_row(b), columns = duell_column(a) - duell_column(b);
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

/* --- pieces: 0 for none; else 1 + orientation, or DUELL_KING, with DUELL_IS_BLACK added --- */

enum { DUELL_EMPTY = 0, DUELL_KING = 25, DUELL_KIND_MASK = 31, DUELL_IS_BLACK = 32 };

static inline int duell_kind(uint8_t piece)
{
    return piece & DUELL_KIND_MASK;
}

/* Return the side of a piece that is not DUELL_EMPTY. */
static inline int duell_colour(uint8_t piece)
{
    return piece / DUELL_IS_BLACK;
}

static inline uint8_t duell_piece(int colour, int kind)
{
    return (uint8_t)(kind + colour * DUELL_IS_BLACK);
}

/* --- a position --- */

/* A mailbox board with occupancy sets per row.  Without padding, because positions are compared as
 * bytes.  Invariant: `rows` and `king` agree with `board`.  head.extra counts the plies since the
 * last capture (R9.3). */
typedef struct Duell {
    Pos      head;
    uint16_t rows[2][DUELL_ROWS]; /* per side and row r: bit c is a piece in column c */
    uint8_t  board[DUELL_SQUARES];
    uint16_t number;  /* of the move, from 1; grows after Black's move (R9.3) */
    uint8_t  king[2]; /* square, or DUELL_NOWHERE */
    uint32_t unused;  /* 0 */
} Duell;

static inline const Duell *duell_of(const Pos *pos)
{
    return (const Duell *)(const void *)pos;
}

/* Build a position.  Return STATUS_ILLEGAL, and leave `out` unchanged, if a check of
 * GameRules.check fails. */
Status duell_build(uint32_t variant, const uint8_t board[DUELL_SQUARES], int side, uint32_t quiet,
                   uint32_t number, Pos *out, Fault *fault);

/* --- a step: from in bits 0-6, to in bits 7-13, order in bit 14 --- */

/* Order 1: the horizontal leg comes first.  A straight roll has order 0. */
static inline Step duell_step(int from, int to, int order)
{
    assert(from >= 0 && from < 128 && to >= 0 && to < 128 && (order == 0 || order == 1));
    return (Step)from | (Step)to << 7 | (Step)order << 14;
}

static inline int duell_from(Step step)
{
    return (int)(step & 127);
}

static inline int duell_to(Step step)
{
    return (int)(step >> 7 & 127);
}

static inline int duell_order(Step step)
{
    return (int)(step >> 14 & 1);
}

/* List the squares that a roll enters, in order and with the last one; return their number.  The
 * two squares may be any of the board; squares beyond DUELL_TOP_MAX steps are left out. */
int duell_path(Step step, uint8_t squares[DUELL_TOP_MAX]);

/* --- queries --- */

/* List the squares of `by`'s pieces that could roll onto `square` now (R5.1), in ascending order;
 * return their number. */
int duell_attackers(const Duell *duell, int square, int by, uint8_t squares[DUELL_PIECES]);
/* True if the king of `side` is attacked; false if it was captured. */
bool duell_is_attacked(const Duell *duell, int side);
/* True if the side to move has a legal move, ignoring the draw by R7.2. */
bool duell_can_move(const Duell *duell);
/* True if the game is over at once: a king is on its goal, or a king was captured. */
bool duell_is_decided(const Duell *duell);

/* --- notation --- */

/* Read a move in the strict notation of programs (R8.4); otherwise like GameText.step_read. */
Status duell_read_strict(const Pos *pos, Scan *scan, Step *step, Fault *fault);

/* The board as student programs save it (README.md): eight lines from row 8 down to row 1, nine
 * cells each; `0` or `.` for an empty square, or H or C, the top and the face to the owner's right.
 * `human` is the side that H stands for.  The format has no side to move, so the reader takes
 * it. */
Status duell_student_read(uint32_t variant, const char *text, int human, int side, Pos *out,
                          Fault *fault);
void   duell_student_write(const Pos *pos, int human, Text *out);

extern const Game DUELL_GAME;

/* --- for the files of this module --- */

extern const GameRules    DUELL_RULES;
extern const GameText     DUELL_TEXT;
extern const GameView     DUELL_VIEW;
extern const GameSymmetry DUELL_SYMMETRY;
extern const GameEval     DUELL_EVAL;
extern const GameFast     DUELL_FAST;

extern const struct GameLearning DUELL_LEARNING;
extern const struct GameWeights  DUELL_WEIGHTS;

extern const struct GameIndex DUELL_INDEX;

enum {
    DUELL_REASON_KING_SQUARE,
    DUELL_REASON_MATE,
    DUELL_REASON_BLOCKADE,
    DUELL_REASON_KING_CAPTURED,
    DUELL_REASON_NO_CAPTURE,
    DUELL_REASON_COUNT,
};

#endif
