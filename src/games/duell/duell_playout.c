/* SPDX-License-Identifier: MIT
 *
 * duell_playout.c - random playouts.
 *
 * A random move needs the number of legal moves and the one that was drawn, but no list.  The pieces
 * of each side are in lists without order, one per lane of a vector, and the boards are vectors that
 * change by two or three bits per move.  The moves have the numbers that `gen` gives them: those of a
 * piece come after those of all pieces on lower squares, which vectors count for all pieces at once.
 * Branches that depend on the drawn move are avoided, because they would be mispredicted.
 */
#include "games/duell/duell_playout.h"

#include <string.h>

#include "games/duell/duell_pieces.h"

/* A number for each piece of a side. */
typedef int16_t Numbers __attribute__((vector_size(32)));

/* The pieces of one side. */
typedef struct Army {
    DuellPieces  pieces;
    DuellTargets board;
    Numbers      square; /* of each piece */
    uint8_t      kind[16];
    int          count; /* pieces, with the king, which is the first */
    int          king;  /* its square, or DUELL_NOWHERE */
} Army;

typedef struct Playout {
    Army     army[2];
    int      side;
    uint32_t quiet, number, limit; /* plies without a capture, the move, R7.2 */
    bool     free;                 /* R7.1 */
} Playout;

DUELL_INLINE Numbers numbers_of(int value)
{
    int16_t x = (int16_t)value;
    return (Numbers){ x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x };
}

/* Return all ones in the lane of piece `n`. */
DUELL_INLINE DuellColumns lane_of(int n)
{
    const DuellColumns index = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
    return (DuellColumns)(index == spread(n));
}

DUELL_INLINE Numbers number_lane_of(int n)
{
    const Numbers index = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
    return (Numbers)(index == numbers_of(n));
}

/* Return the index of the first lane that is all ones; there is one. */
DUELL_INLINE int first_lane(Numbers lanes)
{
#ifdef __AVX2__
    typedef char Bytes __attribute__((vector_size(32)));
    return __builtin_ctz((unsigned)__builtin_ia32_pmovmskb256((Bytes)lanes)) / 2;
#else
    int n = 0;
    while (lanes[n] == 0)
        n++;
    return n;
#endif
}

/* Return the place of bit number `n` among the bits that are set. */
DUELL_INLINE int nth_bit(uint64_t word, int n)
{
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << n, word));
#else
    for (; n > 0; n--)
        word &= word - 1;
    return __builtin_ctzll(word);
#endif
}

/* --- armies --- */

/* Put a piece into lane `n`. */
DUELL_INLINE void army_put(Army *army, int n, int row, int column, int kind)
{
    DuellColumns lane = lane_of(n);
    Numbers      wide = number_lane_of(n);
    army->pieces.row = chosen(lane, spread(row), army->pieces.row);
    army->pieces.column = chosen(lane, spread(column), army->pieces.column);
    army->pieces.top = chosen(lane, spread(DUELL_FACES[kind].top), army->pieces.top);
    army->square = (wide & numbers_of(row * DUELL_COLUMNS + column)) | (~wide & army->square);
    army->kind[n] = (uint8_t)kind;
}

DUELL_INLINE void board_flip(DuellTargets *board, int row, int column)
{
    DuellTargets square = square_at(row, column);
    board->rows ^= square.rows;
    board->columns ^= square.columns;
}

static void army_init(Army *army, const Duell *duell, int side)
{
    *army = (Army){ .king = duell->king[side] };
    army->count = pieces_init(&army->pieces, duell, side);
    for (int n = 0; n < army->count; n++) {
        int row = army->pieces.row[n], column = army->pieces.column[n];
        int square = duell_square(row, column);
        army->square[n] = (int16_t)square;
        army->kind[n] = (uint8_t)duell_kind(duell->board[square]);
        board_flip(&army->board, row, column);
    }
}

/* Lose the piece on this square.  The last piece takes its lane. */
static void army_lose(Army *army, int row, int column)
{
    int square = duell_square(row, column), last = --army->count;
    int n = first_lane((Numbers)(army->square == numbers_of(square)));
    board_flip(&army->board, row, column);
    if (square == army->king)
        army->king = DUELL_NOWHERE;
    army_put(army, n, army->pieces.row[last], army->pieces.column[last], army->kind[last]);
    army_put(army, last, OFF, OFF, 0);
}

/* --- moves --- */

/* Prepare the moves of the side to move. */
DUELL_INLINE void look(const Playout *playout, DuellSight *sight)
{
    const Army *own = &playout->army[playout->side], *other = &playout->army[1 - playout->side];
    sight_set(sight, own->board, other->board);
    if (!playout->free)
        pieces_guard(sight, &other->pieces, pieces_attack(sight, &other->pieces, own->king),
                     own->king);
}

/* Return move number `pick` of the piece on `from`; there are more. */
DUELL_INLINE Step pick_target(const DuellTargets *targets, int from, int pick)
{
    DuellPair rows = (DuellPair)targets->rows, columns = (DuellPair)targets->columns;
    uint64_t  words[4] = { rows[0], rows[1], columns[0], columns[1] };
    int       end[3];
    end[0] = __builtin_popcountll(words[0]);
    end[1] = end[0] + __builtin_popcountll(words[1]);
    end[2] = end[1] + __builtin_popcountll(words[2]);
    int n = (pick >= end[0]) + (pick >= end[1]) + (pick >= end[2]);
    int before = n == 0 ? 0 : end[n - 1];
    int bit = nth_bit(words[n], pick - before) + 64 * (n & 1);
    int by_row = bit / 16 * DUELL_COLUMNS + bit % 16, by_column = bit % 8 * DUELL_COLUMNS + bit / 8;
    int order = n >= 2 && bit / 8 != duell_column(from);
    return duell_step(from, n < 2 ? by_row : by_column, order);
}

/* The legal moves of the side to move, by piece. */
typedef struct Moves {
    int          sum;
    Numbers      counts, before; /* moves of each piece, and of the pieces on lower squares */
    DuellTargets targets[DUELL_PIECES];
} Moves;

DUELL_INLINE void moves_add(Moves *moves, const Army *own, int n, int row, int column)
{
    int     count = targets_count(&moves->targets[n]);
    Numbers later = (Numbers)(own->square > numbers_of(row * DUELL_COLUMNS + column));
    moves->counts |= number_lane_of(n) & numbers_of(count);
    moves->before += later & numbers_of(count);
    moves->sum += count;
}

DUELL_INLINE void moves_init(Moves *moves, const Playout *playout)
{
    const Army *own = &playout->army[playout->side];
    int         row = own->pieces.row[0], column = own->pieces.column[0];
    DuellSight  sight;
    look(playout, &sight);
    moves->sum = 0;
    moves->counts = moves->before = numbers_of(0);
    moves->targets[0] = king_targets(&sight, row, column, playout->side);
    moves_add(moves, own, 0, row, column);
    for (int n = 1; n < own->count; n++) {
        row = own->pieces.row[n];
        column = own->pieces.column[n];
        moves->targets[n] = die_targets(&sight, row, column, own->pieces.top[n]);
        moves_add(moves, own, n, row, column);
    }
}

/* Return move number `pick` in the order of `gen`, and the piece that moves. */
DUELL_INLINE Step moves_pick(const Moves *moves, const Army *own, int pick, int *piece)
{
    assert(pick >= 0 && pick < moves->sum);
    Numbers rest = numbers_of(pick) - moves->before;
    int     n = first_lane((Numbers)(rest < moves->counts) & (Numbers)(rest >= numbers_of(0)));
    *piece = n;
    return pick_target(&moves->targets[n], own->square[n], rest[n]);
}

/* Move a piece. */
DUELL_INLINE void play(Playout *playout, int piece, Step step)
{
    Army *own = &playout->army[playout->side], *other = &playout->army[1 - playout->side];
    int   to = duell_to(step), row = duell_row(to), column = duell_column(to);
    int   kind = duell_moved(own->kind[piece], step);
    own->king = piece == 0 ? to : own->king;
    board_flip(&own->board, own->pieces.row[piece], own->pieces.column[piece]);
    board_flip(&own->board, row, column);
    army_put(own, piece, row, column, kind);
    playout->quiet++;
    if ((other->board.rows[row] >> column & 1) != 0) {
        army_lose(other, row, column);
        playout->quiet = 0;
    }
    playout->number += (uint32_t)playout->side;
    playout->side = 1 - playout->side;
}

/* True if the game is over for a reason other than a lack of moves. */
DUELL_INLINE bool is_over(const Playout *playout)
{
    int white = playout->army[0].king, black = playout->army[1].king;
    return white == duell_goal(0) || black == duell_goal(1) || white == DUELL_NOWHERE ||
           black == DUELL_NOWHERE || playout->quiet >= playout->limit;
}

/* Write the position, without its key. */
static void playout_write(const Playout *playout, Duell *duell)
{
    memset(duell->board, DUELL_EMPTY, sizeof duell->board);
    for (int side = 0; side < 2; side++) {
        const Army *army = &playout->army[side];
        memcpy(duell->rows[side], &army->board.rows, sizeof duell->rows[side]);
        duell->king[side] = (uint8_t)army->king;
        for (int n = 0; n < army->count; n++)
            duell->board[army->square[n]] = duell_piece(side, army->kind[n]);
    }
    duell->head.side = (uint8_t)playout->side;
    duell->head.extra =
        (uint16_t)(playout->quiet < DUELL_COUNTER_MAX ? playout->quiet : DUELL_COUNTER_MAX);
    duell->number =
        (uint16_t)(playout->number < DUELL_COUNTER_MAX ? playout->number : DUELL_COUNTER_MAX);
}

static void playout_init(Playout *playout, const Duell *duell)
{
    uint32_t limit = duell->head.variant >> 2;
    playout->side = duell->head.side;
    playout->quiet = duell->head.extra;
    playout->number = duell->number;
    playout->limit = limit != 0 ? limit : UINT32_MAX;
    playout->free = (duell->head.variant & 1) != 0;
    army_init(&playout->army[0], duell, 0);
    army_init(&playout->army[1], duell, 1);
}

/* Play one random move; false if there is none. */
DUELL_INLINE bool play_one(Playout *playout, Random *random)
{
    if (is_over(playout))
        return false;
    Moves moves;
    moves_init(&moves, playout);
    if (moves.sum == 0)
        return false;
    int  pick = moves.sum == 1 ? 0 : (int)random_below(random, (uint32_t)moves.sum), piece;
    Step step = moves_pick(&moves, &playout->army[playout->side], pick, &piece);
    play(playout, piece, step);
    return true;
}

uint32_t duell_playout(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *outcome)
{
    Duell    now = *duell_of(pos);
    uint32_t turns = 0;
    Playout  playout;
    playout_init(&playout, &now);
    while (turns < turn_limit && play_one(&playout, random))
        turns++;
    playout_write(&playout, &now);
    *outcome = DUELL_RULES.outcome(&now.head);
    return turns;
}

int duell_playout_steps(const Pos *pos, Step *steps)
{
    Playout playout;
    Moves   moves;
    playout_init(&playout, duell_of(pos));
    if (is_over(&playout))
        return 0;
    moves_init(&moves, &playout);
    for (int n = 0, piece; n < moves.sum; n++)
        steps[n] = moves_pick(&moves, &playout.army[playout.side], n, &piece);
    return moves.sum;
}
