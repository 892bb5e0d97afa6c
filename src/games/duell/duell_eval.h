/* duell_eval.h - judgement of one position, for duell_eval.c and duell_search.c.
 *
 * Knows:   what dice and kings are worth where they stand, which moves are worth a look first.
 * Ignores: the search.
 *
 * All numbers are for the side to move, 100 is about a die.  README.md tells every term.
 */
#ifndef GAMES_DUELL_EVAL_H
#define GAMES_DUELL_EVAL_H

#include "games/duell/duell.h"
#include "games/duell/duell_dice.h"
#include "games/duell/duell_key.h"
#include "games/duell/duell_sight.h"

enum {
    DUELL_UNIT = 25,
    DUELL_PASS_DICE = 3,               /* with fewer dice having to move may be a burden */
    DUELL_RANK_WIN = 2 * ORDER_ALWAYS, /* ends the game */
};

/* --- attacks on one square --- */

/* No piece on the squares between, the roll going along the column first (order 0) or last. */
static inline bool duell_way_is_free(const Duell *duell, int row, int column, int to_row,
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

/* Could a piece of `by` roll from here onto the square? */
static inline bool duell_rolls_onto(const Duell *duell, int row, int column, int to_row,
                                    int to_column)
{
    return duell_way_is_free(duell, row, column, to_row, to_column, 0) ||
           (row != to_row && column != to_column &&
            duell_way_is_free(duell, row, column, to_row, to_column, 1));
}

/* Could any piece of `by` roll onto the square now?  The same as duell_attackers, made quick. */
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

static inline bool duell_eval_urgent(const Duell *duell)
{
    int side = duell->head.side;
    return duell->king[side] != DUELL_NOWHERE && duell_is_hit(duell, duell->king[side], 1 - side);
}

/* --- worth: a sum of table rows ---
 *
 * The pieces of each side pick rows from one table, and the sums are subtracted.  A row has a worth
 * with all dice on the board and one with none; in between, the number of dice decides.  A side picks
 * its rows as it sees the board itself, so a half turn with colours exchanged changes nothing.
 */

typedef struct DuellWorth {
    int16_t early, late; /* with 16 dice, with none */
} DuellWorth;

enum {
    DUELL_KINDS = DUELL_KING - 1,
    DUELL_APART = 2 * DUELL_ROWS - 1, /* rows that a die may be ahead of a king, plus 7 */
    DUELL_FAR = 12,                   /* longer than any way of a king to its goal */
    DUELL_PHASES = 2 * DUELL_DICE,
};

/* Made of nothing but DuellWorth: tools/duell_learn.c sees it as one long column of rows. */
typedef struct DuellTables {
    DuellWorth die[DUELL_KINDS][DUELL_SQUARES];                 /* orientation, square */
    DuellWorth hunt[DUELL_TOP_MAX][DUELL_APART][DUELL_COLUMNS]; /* top, seen from their king */
    DuellWorth king[DUELL_SQUARES];
    DuellWorth race[DUELL_DICE + 1][DUELL_FAR];       /* their dice, way of the king to its goal */
    DuellWorth count[DUELL_DICE + 1][DUELL_DICE + 1]; /* own dice, their dice */
    DuellWorth turn[2];                               /* 1: to move */
} DuellTables;

enum { DUELL_TABLE_ROWS = sizeof(DuellTables) / sizeof(DuellWorth) };

#define DUELL_ROW(member) ((int)(offsetof(DuellTables, member) / sizeof(DuellWorth)))

extern const DuellTables DUELL_TABLES;

static inline int duell_dice_count(const Duell *duell, int side)
{
    DuellRows rows;
    memcpy(&rows, duell->rows[side], sizeof rows);
    return row_bits(rows) - (duell->king[side] != DUELL_NOWHERE);
}

/* The four orientations with one top are numbered so that a half turn takes n to 3 - n. */
static inline int duell_own_kind(int side, int kind)
{
    return (kind - 1) ^ (side * 3);
}

static inline int duell_own_square(int side, int square)
{
    return side == DUELL_WHITE ? square : DUELL_SQUARES - 1 - square;
}

/* A row of `hunt`: a die that shows `top`, seen from their king, in squares of one's own view. */
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
    DUELL_TERMS_MAX = DUELL_DIE_TERMS * DUELL_DICE + DUELL_REST_TERMS, /* that a side picks */
};

/* The rows that a die picks. */
DUELL_INLINE void duell_die_terms(const uint8_t kings[2], int side, int kind, int at,
                                  uint16_t terms[DUELL_DIE_TERMS])
{
    int prey = duell_own_square(side, kings[1 - side]), square = duell_own_square(side, at);
    int top = DUELL_FACES[kind].top;
    terms[0] = (uint16_t)(DUELL_ROW(die) + duell_own_kind(side, kind) * DUELL_SQUARES + square);
    terms[1] = (uint16_t)(DUELL_ROW(hunt) + duell_row_apart(top, square, prey));
}

/* The rows that a side picks besides. */
DUELL_INLINE void duell_rest_terms(const Duell *duell, int side, const int dice[2],
                                   uint16_t terms[DUELL_REST_TERMS])
{
    int king = duell_own_square(side, duell->king[side]);
    int way = duell_distance(king, duell_goal(DUELL_WHITE));
    terms[0] = (uint16_t)(DUELL_ROW(king) + king);
    terms[1] = (uint16_t)(DUELL_ROW(race) + dice[1 - side] * DUELL_FAR + way);
    terms[2] = (uint16_t)(DUELL_ROW(count) + dice[side] * (DUELL_DICE + 1) + dice[1 - side]);
    terms[3] = (uint16_t)(DUELL_ROW(turn) + (side == duell->head.side));
}

/* What White has more than Black, with all dice on the board and with none. */
typedef struct DuellSum {
    int early, late;
} DuellSum;

DUELL_INLINE void duell_sum_terms(const DuellTables *tables, DuellSum *sum, int sign,
                                  const uint16_t *terms, int count)
{
    const DuellWorth *rows = &tables->die[0][0];
    for (int n = 0; n < count; n++) {
        sum->early += sign * rows[terms[n]].early;
        sum->late += sign * rows[terms[n]].late;
    }
}

/* A die comes (gain 1) or goes (gain -1). */
DUELL_INLINE void duell_sum_die(const DuellTables *tables, DuellSum *sum, int gain,
                                const uint8_t kings[2], int side, int kind, int square)
{
    uint16_t terms[DUELL_DIE_TERMS];
    duell_die_terms(kings, side, kind, square, terms);
    duell_sum_terms(tables, sum, side == DUELL_WHITE ? gain : -gain, terms, DUELL_DIE_TERMS);
}

/* All dice of both sides. */
DUELL_INLINE DuellSum duell_sum_dice(const DuellTables *tables, const Duell *duell)
{
    DuellSum sum = { 0, 0 };
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

/* The worth of a position whose dice have this sum, for the side to move. */
DUELL_INLINE int duell_worth_with(const DuellTables *tables, const Duell *duell, DuellSum sum)
{
    int dice[2] = { duell_dice_count(duell, 0), duell_dice_count(duell, 1) };
    for (int side = 0; side < 2; side++) {
        uint16_t terms[DUELL_REST_TERMS];
        duell_rest_terms(duell, side, dice, terms);
        duell_sum_terms(tables, &sum, 1 - 2 * side, terms, DUELL_REST_TERMS);
    }
    int all = dice[0] + dice[1];
    int worth = (sum.early * all + sum.late * (DUELL_PHASES - all)) / DUELL_PHASES;
    return duell->head.side == DUELL_WHITE ? worth : -worth;
}

DUELL_INLINE int duell_worth(const DuellTables *tables, const Duell *duell)
{
    return duell_worth_with(tables, duell, duell_sum_dice(tables, duell));
}

/* A die where it stands, kings left aside: for the order of moves. */
static inline int duell_die_worth(const DuellTables *tables, int side, int kind, int square)
{
    const DuellWorth *worth =
        &tables->die[duell_own_kind(side, kind)][duell_own_square(side, square)];
    return (worth->early + worth->late) / 2;
}

/* --- where a die lies after a move, without a branch --- */

/* By rolls to the north or to the east, modulo four, and kind. */
/* clang-format off */
static const uint8_t DUELL_ROLLED[2][4][DUELL_KING + 1] = {
    {
        {  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25 },
        {  0, 17, 13,  9,  5, 21, 14, 10,  1, 22, 18,  6,  2, 23, 19,  7,  3, 24, 15, 11,  4, 20, 16, 12,  8, 25 },
        {  0, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10,  9,  8,  7,  6,  5,  4,  3,  2,  1, 25 },
        {  0,  8, 12, 16, 20,  4, 11, 15, 24,  3,  7, 19, 23,  2,  6, 18, 22,  1, 10, 14, 21,  5,  9, 13, 17, 25 },
    },
    {
        {  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25 },
        {  0, 10, 18,  7, 15, 13,  2, 23, 12,  5, 21,  4, 20, 17,  1, 24,  8,  9, 22,  3, 16, 14,  6, 19, 11, 25 },
        {  0, 21, 22, 23, 24, 17, 18, 19, 20, 13, 14, 15, 16,  9, 10, 11, 12,  5,  6,  7,  8,  1,  2,  3,  4, 25 },
        {  0, 14,  6, 19, 11,  9, 22,  3, 16, 17,  1, 24,  8,  5, 21,  4, 20, 13,  2, 23, 12, 10, 18,  7, 15, 25 },
    },
};
/* clang-format on */

/* The same as duell_moved. */
static inline int duell_kind_after(int kind, Step step)
{
    int rows = duell_row(duell_to(step)) - duell_row(duell_from(step));
    int columns = duell_column(duell_to(step)) - duell_column(duell_from(step));
    int along = duell_order(step), first = along == 0 ? rows : columns;
    int then = along == 0 ? columns : rows;
    return DUELL_ROLLED[1 - along][then & 3][DUELL_ROLLED[along][first & 3][kind]];
}

/* --- order --- */

/* What is won, and what may be lost in exchange, if the other side can roll onto the target, too. */
static inline int32_t duell_rank_capture(const DuellTables *tables, const Duell *duell, Step step,
                                         bool is_hit)
{
    int from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int taken = duell_kind(duell->board[to]), own = duell_kind(duell->board[from]);
    if (taken == DUELL_KING)
        return DUELL_RANK_WIN;
    int gain = duell_die_worth(tables, 1 - side, taken, to);
    if (own != DUELL_KING && is_hit)
        gain -= duell_die_worth(tables, side, duell_kind_after(own, step), to);
    return ORDER_ALWAYS + gain;
}

static inline int32_t duell_rank_quiet(const DuellTables *tables, const Duell *duell, Step step)
{
    int from = duell_from(step), to = duell_to(step), side = duell->head.side;
    int own = duell_kind(duell->board[from]);
    if (own == DUELL_KING)
        return to == duell_goal(side) ? DUELL_RANK_WIN : 0;
    int kind = duell_kind_after(own, step);
    int gain = duell_die_worth(tables, side, kind, to) - duell_die_worth(tables, side, own, from);
    int attack = duell_distance(to, duell->king[1 - side]) == DUELL_FACES[kind].top ? 2000 : 0;
    return 40 * gain + attack;
}

static inline int32_t duell_rank(const DuellTables *tables, const Duell *duell, Step step)
{
    int to = duell_to(step);
    if (duell->board[to] == DUELL_EMPTY)
        return duell_rank_quiet(tables, duell, step);
    return duell_rank_capture(tables, duell, step, duell_is_hit(duell, to, 1 - duell->head.side));
}

/* --- moves that change the balance at once --- */

/* The squares at a die's distance, whatever lies between: by lanes of rows from the die's own, which is
 * the one in the middle; bit 6 is the die's column. */
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

/* Is one of these pieces at the distance that the die shows? */
DUELL_INLINE bool duell_is_near(DuellRows pieces, int row, int column, int top)
{
    DuellRows ring;
    memcpy(&ring, DUELL_RING[top] + DUELL_ROWS - 1 - row, sizeof ring);
    ring = column < 6 ? ring >> (6 - column) : ring << (column - 6);
    DuellPair hit = (DuellPair)(ring & pieces);
    return (hit[0] | hit[1]) != 0;
}

/* What takes something, and the king's step onto its goal, in the order of `gen`.  Most dice are
 * done with by one look at the ring of squares around them. */
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
    if (duell_is_decided(duell) || duell_is_worn_out(duell))
        return 0;
    DuellSight sight;
    sight_init(&sight, duell, (duell->head.variant & 1) != 0);
    return duell_noisy(duell, &sight, steps);
}

/* --- handing over the turn --- */

/* `urgent` is what duell_eval_urgent says. */
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
