/* duell_eval.h - evaluation of one position, for duell_eval.c and duell_search.c.
 *
 * Knows:   the values of dice and kings, move ordering, noisy moves, the null move.
 * Ignores: the search.
 *
 * All scores are for the side to move; 100 is about one die.  README.md explains every term.
 */
#ifndef GAMES_DUELL_EVAL_H
#define GAMES_DUELL_EVAL_H

#include "core/weights.h"
#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"
#include "games/duell/duell_key.h"
#include "games/duell/duell_sight.h"

enum {
    DUELL_UNIT = 25,                   /* 12, 40 and 70 were no better (README.md) */
    DUELL_FUTILE_TURNS = 4,            /* docs/strength.md has the matches */
    DUELL_ROUGH_MOST = 100,            /* what hits change at most, nearly always */
    DUELL_PASS_DICE = 3,               /* no null move with fewer dice: zugzwang is likely */
    DUELL_RANK_WIN = 2 * ORDER_ALWAYS, /* ends the game */
};

/* --- attacks on one square --- */

/* True if the squares between are empty, for a roll along the column first (order 0) or last. */
static inline bool duell_path_is_clear(const Duell *duell, int row, int column, int to_row,
                                       int to_column, int order)
{
    int up = to_row > row ? DUELL_COLUMNS : -DUELL_COLUMNS, across = to_column > column ? 1 : -1;
    int rows = to_row > row ? to_row - row : row - to_row;
    int columns = to_column > column ? to_column - column : column - to_column;
    int at = duell_square(row, column), blocked = 0;
    int first = order == 0 ? rows : columns, total = rows + columns;
    int along = order == 0 ? up : across, then = order == 0 ? across : up;
    for (int n = 1; n < total; n++) {
        at += n <= first ? along : then;
        blocked |= duell->board[at];
    }
    return blocked == 0;
}

/* True if a die on (row, column) that shows the distance could roll onto the target. */
static inline bool duell_rolls_onto(const Duell *duell, int row, int column, int to_row,
                                    int to_column)
{
    return duell_path_is_clear(duell, row, column, to_row, to_column, 0) ||
           (row != to_row && column != to_column &&
            duell_path_is_clear(duell, row, column, to_row, to_column, 1));
}

/* True if some piece of `by` could roll onto the square now.  A faster test than
 * duell_attackers. */
static inline bool duell_is_hit(const Duell *duell, int square, int by)
{
    int to_row = duell_row(square), to_column = duell_column(square);
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[by][row]; left != 0; left &= left - 1) {
            int column = __builtin_ctz(left);
            int rows = row - to_row, columns = column - to_column;
            int away = (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
            if (away == duell_top(duell->board[duell_square(row, column)]) &&
                duell_rolls_onto(duell, row, column, to_row, to_column))
                return true;
        }
    return false;
}

/* True if the king of the side to move is attacked. */
static inline bool duell_eval_urgent(const Duell *duell)
{
    int side = duell->head.side;
    return duell->king[side] != DUELL_NOWHERE && duell_is_hit(duell, duell->king[side], 1 - side);
}

/* --- score: a sum of weights ---
 *
 * Piece-square tables and similar terms.  Each piece and each term of a side selects a weight, and
 * the score is the difference of the two sums.  The evaluation is tapered: a weight has an early
 * and a late value, and the number of dice interpolates.  Each side looks up its weights from its
 * own view of the board, so a half turn with colours exchanged does not change the score.
 */

enum {
    DUELL_KINDS = DUELL_KING - 1,
    DUELL_APART = 2 * DUELL_ROWS - 1, /* values of (row of the die - row of the king), -7 to 7 */
    DUELL_FAR = 12,                   /* more than any distance of a king to its goal */
};

/* Packed weights (core/weights.h).  The phase is the number of dice on the board.  All members are
 * arrays of int32_t, so that the file is one list of numbers. */
typedef struct DuellTables {
    int32_t die[DUELL_KINDS][DUELL_SQUARES];                 /* orientation, square */
    int32_t hunt[DUELL_TOP_MAX][DUELL_APART][DUELL_COLUMNS]; /* top, seen from their king */
    int32_t king[DUELL_SQUARES];
    int32_t race[DUELL_DICE + 1][DUELL_FAR];       /* their dice, way of the king to its goal */
    int32_t count[DUELL_DICE + 1][DUELL_DICE + 1]; /* own dice, their dice */
    int32_t turn[2];                               /* 1: to move */
    int32_t hit[2][2]; /* dice that the other side can capture: 1: to move; 1: defended */
} DuellTables;

enum { DUELL_TABLE_ROWS = sizeof(DuellTables) / sizeof(int32_t) };
static_assert(2 * DUELL_DICE == WEIGHTS_PHASES, "the phase is the number of dice");

#define DUELL_ROW(member) ((int)(offsetof(DuellTables, member) / sizeof(int32_t)))

extern const DuellTables *duell_tables; /* in use; changed only by GameWeights.use */

static inline int duell_dice_count(const Duell *duell, int side)
{
    DuellRows rows;
    memcpy(&rows, duell->rows[side], sizeof rows);
    return row_bits(rows) - (duell->king[side] != DUELL_NOWHERE);
}

/* Return the orientation as `side` sees it.  The four orientations with one top are numbered so
 * that a half turn maps n to 3 - n, which is n XOR 3. */
static inline int duell_own_kind(int side, int kind)
{
    return (kind - 1) ^ (side * 3);
}

static inline int duell_own_square(int side, int square)
{
    return (square ^ -side) + side * DUELL_SQUARES; /* 71 - square for Black */
}

/* Return the index into `hunt` of a die that shows `top`, relative to the enemy king.  Both squares
 * are in the view of the die's owner. */
static inline int duell_row_apart(int top, int square, int king)
{
    int rows = duell_row(square) - duell_row(king);
    int columns = duell_column(square) - duell_column(king);
    return ((top - 1) * DUELL_APART + rows + DUELL_ROWS - 1) * DUELL_COLUMNS +
           (columns < 0 ? -columns : columns);
}

enum {
    DUELL_DIE_TERMS = 2,
    DUELL_REST_TERMS = 4,
    DUELL_TERMS_MAX = DUELL_DIE_TERMS * DUELL_DICE + DUELL_REST_TERMS, /* per side */
};

/* Return the indices of the weights of a die. */
DUELL_INLINE void duell_die_terms(const uint8_t kings[2], int side, int kind, int at,
                                  uint16_t terms[DUELL_DIE_TERMS])
{
    int prey = duell_own_square(side, kings[1 - side]), square = duell_own_square(side, at);
    int top = DUELL_FACES[kind].top;
    terms[0] = (uint16_t)(DUELL_ROW(die) + duell_own_kind(side, kind) * DUELL_SQUARES + square);
    terms[1] = (uint16_t)(DUELL_ROW(hunt) + duell_row_apart(top, square, prey));
}

/* Return the indices of the other weights of a side. */
DUELL_INLINE void duell_rest_terms(const Duell *duell, int side, const int dice[2],
                                   uint16_t terms[DUELL_REST_TERMS])
{
    assert(duell->king[side] != DUELL_NOWHERE);
    int king = duell_own_square(side, duell->king[side]);
    int distance = duell_distance(king, duell_goal(DUELL_WHITE));
    terms[0] = (uint16_t)(DUELL_ROW(king) + king);
    terms[1] = (uint16_t)(DUELL_ROW(race) + dice[1 - side] * DUELL_FAR + distance);
    terms[2] = (uint16_t)(DUELL_ROW(count) + dice[side] * (DUELL_DICE + 1) + dice[1 - side]);
    terms[3] = (uint16_t)(DUELL_ROW(turn) + (side == duell->head.side));
}

/* Add weights to the sum for White minus that for Black. */
DUELL_INLINE void duell_sum_terms(const DuellTables *tables, int32_t *sum, int sign,
                                  const uint16_t *terms, int count)
{
    const int32_t *rows = &tables->die[0][0];
    for (int n = 0; n < count; n++)
        *sum += sign * rows[terms[n]];
}

/* Add a die to the sum (gain 1) or remove it (gain -1). */
DUELL_INLINE void duell_sum_die(const DuellTables *tables, int32_t *sum, int gain,
                                const uint8_t kings[2], int side, int kind, int square)
{
    uint16_t terms[DUELL_DIE_TERMS];
    duell_die_terms(kings, side, kind, square, terms);
    duell_sum_terms(tables, sum, side == DUELL_WHITE ? gain : -gain, terms, DUELL_DIE_TERMS);
}

/* Return the sum for all dice of both sides. */
DUELL_INLINE int32_t duell_sum_dice(const DuellTables *tables, const Duell *duell)
{
    int32_t sum = 0;
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < DUELL_ROWS; row++)
            for (unsigned left = duell->rows[side][row]; left != 0; left &= left - 1) {
                int at = duell_square(row, __builtin_ctz(left));
                int kind = duell_kind(duell->board[at]);
                if (kind != DUELL_KING)
                    duell_sum_die(tables, &sum, 1, duell->king, side, kind, at);
            }
    return sum;
}

/* The dice of each side that the other side can capture, by whether they are defended. */
typedef struct DuellHits {
    int count[2][2];
} DuellHits;

static inline DuellHits duell_hits(const Duell *duell)
{
    DuellHits hits = { 0 };
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < DUELL_ROWS; row++)
            for (unsigned left = duell->rows[side][row]; left != 0; left &= left - 1) {
                int at = duell_square(row, __builtin_ctz(left));
                if (at != duell->king[side] && duell_is_hit(duell, at, 1 - side))
                    hits.count[side][duell_is_hit(duell, at, side)]++;
            }
    return hits;
}

/* Return the score for the side to move of a position with this number of dice per side, and this sum
 * of their weights. */
DUELL_INLINE int duell_score_with(const DuellTables *tables, const Duell *duell, const int dice[2],
                                  const DuellHits *hits, int32_t sum)
{
    for (int side = 0; side < 2; side++)
        for (int defended = 0; defended < 2; defended++)
            sum += (1 - 2 * side) * hits->count[side][defended] *
                   tables->hit[side == duell->head.side][defended];
    for (int side = 0; side < 2; side++) {
        uint16_t terms[DUELL_REST_TERMS];
        duell_rest_terms(duell, side, dice, terms);
        duell_sum_terms(tables, &sum, 1 - 2 * side, terms, DUELL_REST_TERMS);
    }
    int all = dice[0] + dice[1];
    int score = weights_value(sum, all);
    return duell->head.side == DUELL_WHITE ? score : -score;
}

DUELL_INLINE int duell_score(const DuellTables *tables, const Duell *duell)
{
    int             dice[2] = { duell_dice_count(duell, 0), duell_dice_count(duell, 1) };
    const DuellHits hits = duell_hits(duell);
    return duell_score_with(tables, duell, dice, &hits, duell_sum_dice(tables, duell));
}

/* The same without hits, which take most of the time. */
DUELL_INLINE int duell_rough_score(const DuellTables *tables, const Duell *duell, const int dice[2],
                                   int32_t sum)
{
    const DuellHits none = { 0 };
    return duell_score_with(tables, duell, dice, &none, sum);
}

/* Return the value of a die on its square without regard to the kings, for move ordering. */
static inline int duell_die_value(const DuellTables *tables, int side, int kind, int square)
{
    int32_t weight = tables->die[duell_own_kind(side, kind)][duell_own_square(side, square)];
    return (weight_early(weight) + weight_late(weight)) / 2;
}

/* --- move ordering --- */

/* A piece that moves.  All its moves share these. */
typedef struct DuellMover {
    int from, kind, value;     /* the value of a die on its square; 0 for the king */
    int king_row, king_column; /* of the enemy king */
} DuellMover;

static inline DuellMover duell_mover(const DuellTables *tables, const Duell *duell, int from)
{
    int kind = duell_kind(duell->board[from]), king = duell->king[1 - duell->head.side];
    int value = kind != DUELL_KING ? duell_die_value(tables, duell->head.side, kind, from) : 0;
    return (DuellMover){ .from = from,
                         .kind = kind,
                         .value = value,
                         .king_row = duell_row(king),
                         .king_column = duell_column(king) };
}

/* Rank a capture by the value won, minus the value of the capturer if the other side can recapture
 * (`is_hit`). */
static inline int32_t duell_rank_capture(const DuellTables *tables, const Duell *duell,
                                         const DuellMover *mover, Step step, bool is_hit)
{
    int to = duell_to(step), side = duell->head.side, taken = duell_kind(duell->board[to]);
    if (taken == DUELL_KING)
        return DUELL_RANK_WIN;
    int gain = duell_die_value(tables, 1 - side, taken, to);
    if (mover->kind != DUELL_KING && is_hit)
        gain -= duell_die_value(tables, side, duell_moved(mover->kind, step), to);
    return ORDER_ALWAYS + gain;
}

/* Rank a quiet move by what the die gains on its new square, with a bonus for a die at its exact
 * distance from the enemy king. */
static inline int32_t duell_rank_quiet(const DuellTables *tables, const Duell *duell,
                                       const DuellMover *mover, Step step)
{
    int to = duell_to(step), side = duell->head.side;
    if (mover->kind == DUELL_KING)
        return to == duell_goal(side) ? DUELL_RANK_WIN : 0;
    int kind = duell_moved(mover->kind, step);
    int gain = duell_die_value(tables, side, kind, to) - mover->value;
    int rows = duell_row(to) - mover->king_row, columns = duell_column(to) - mover->king_column;
    int away = (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
    int attack = away == DUELL_FACES[kind].top ? 2000 : 0;
    return 40 * gain + attack;
}

static inline int32_t duell_rank(const DuellTables *tables, const Duell *duell, Step step)
{
    int              to = duell_to(step);
    const DuellMover mover = duell_mover(tables, duell, duell_from(step));
    if (duell->board[to] == DUELL_EMPTY)
        return duell_rank_quiet(tables, duell, &mover, step);
    return duell_rank_capture(tables, duell, &mover, step,
                              duell_is_hit(duell, to, 1 - duell->head.side));
}

/* --- noisy moves, for quiescence --- */

/* The squares at distance n from a die, ignoring obstacles, by row: the middle entry is the row of
 * the die, bit 6 its column. */
/* clang-format off */
static const uint16_t DUELL_RING[DUELL_TOP_MAX + 1][16] = {
    {    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0 },
    {    0,    0,    0,    0,    0,    0,   64,  160,   64,    0,    0,    0,    0,    0,    0 },
    {    0,    0,    0,    0,    0,   64,  160,  272,  160,   64,    0,    0,    0,    0,    0 },
    {    0,    0,    0,    0,   64,  160,  272,  520,  272,  160,   64,    0,    0,    0,    0 },
    {    0,    0,    0,   64,  160,  272,  520, 1028,  520,  272,  160,   64,    0,    0,    0 },
    {    0,    0,   64,  160,  272,  520, 1028, 2050, 1028,  520,  272,  160,   64,    0,    0 },
    {    0,   64,  160,  272,  520, 1028, 2050, 4097, 2050, 1028,  520,  272,  160,   64,    0 },
};
/* clang-format on */

/* True if one of these pieces is at the distance that the die shows. */
DUELL_INLINE bool duell_is_near(DuellRows pieces, int row, int column, int top)
{
    DuellRows ring;
    memcpy(&ring, DUELL_RING[top] + DUELL_ROWS - 1 - row, sizeof ring);
    ring = column < 6 ? ring >> (6 - column) : ring << (column - 6);
    DuellPair hit = (DuellPair)(ring & pieces);
    return (hit[0] | hit[1]) != 0;
}

/* List captures, and the king's step onto its goal, in the order of `gen`.  For most dice a test of
 * the ring of squares around them shows that there is none. */
DUELL_INLINE int duell_noisy(const Duell *duell, const DuellSight *sight, Step *steps)
{
    int          side = duell->head.side, goal = duell_goal(side), count = 0;
    DuellRows    prey = sight->all.rows & ~sight->own.rows;
    DuellColumns prey_columns = sight->all.columns & ~sight->own.columns;
    DuellPair    own = (DuellPair)sight->own.rows;
    for (int half = 0; half < 2; half++)
        for (uint64_t left = own[half]; left != 0; left &= left - 1) {
            int  bit = __builtin_ctzll(left), row = half * 4 + (bit >> 4), column = bit & 15;
            int  square = duell_square(row, column), top = duell_top(duell->board[square]);
            bool wins = square == duell->king[side] && duell_distance(square, goal) == 1;
            if (!wins && !duell_is_near(prey, row, column, top))
                continue;
            DuellTargets targets = sight_targets(sight, duell, row, column);
            DuellRows    rows = prey;
            DuellColumns columns = prey_columns;
            if (wins) {
                rows |= row_lanes(1u << duell_row(goal)) & rows_of(1u << duell_column(goal));
                columns |=
                    column_lanes(1u << duell_column(goal)) & columns_of(1u << duell_row(goal));
            }
            targets.rows &= rows;
            targets.columns &= columns;
            count += targets_list(&targets, square, steps + count);
        }
    return count;
}

static inline int duell_eval_noisy(const Duell *duell, Step *steps)
{
    if (duell_is_decided(duell) || duell_is_limit_reached(duell))
        return 0;
    DuellSight sight;
    sight_init(&sight, duell, (duell->head.variant & 1) != 0);
    return duell_noisy(duell, &sight, steps);
}

/* --- null move --- */

/* Pass the turn; false, and nothing changed, if that is not allowed.  `urgent` is the result of
 * duell_eval_urgent. */
DUELL_INLINE bool duell_pass(Duell *duell, bool urgent)
{
    int      side = duell->head.side;
    uint32_t limit = duell->head.variant >> 2;
    if (urgent || duell_dice_count(duell, side) < DUELL_PASS_DICE ||
        duell->head.extra == DUELL_COUNTER_MAX || (limit != 0 && duell->head.extra + 1u >= limit))
        return false;
    duell->head.key -= duell_key_of_rest(duell);
    duell->head.extra++;
    if (side == DUELL_BLACK && duell->number < DUELL_COUNTER_MAX)
        duell->number++;
    duell->head.side = (uint8_t)(1 - side);
    duell->head.key += duell_key_of_rest(duell);
    return true;
}

#endif
