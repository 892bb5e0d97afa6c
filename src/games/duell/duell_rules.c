/* SPDX-License-Identifier: MIT
 *
 * duell_rules.c - legal moves (R4, R5), the end of the game (R6, R7), and valid positions (R9.2).
 *
 * `gen` lists moves from sets (duell_sight.h).  `legal` walks over the board square by square and
 * tests the king afterwards.  The two are independent implementations that the conformance suite
 * compares.
 */
#include <string.h>

#include "core/arrange.h"
#include "games/duell/duell.h"
#include "games/duell/duell_board.h"
#include "games/duell/duell_dice.h"
#include "games/duell/duell_key.h"
#include "games/duell/duell_sight.h"

/* clang-format off */
/* By kind, order, and rows and columns modulo 4.  The tests derive each entry from single rolls. */
const uint8_t DUELL_MOVED[DUELL_KING + 1][32] = {
    {  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0 },
    {  1, 10, 21, 14, 17,  9,  5, 13, 24, 11,  4, 15,  8, 12, 20, 16,  1, 10, 21, 14, 17, 18, 20, 19, 24, 15,  4, 11,  8,  7,  5,  6 },
    {  2, 18, 22,  6, 13, 17,  9,  5, 23, 19,  3,  7, 12, 20, 16,  8,  2, 18, 22,  6, 13, 15, 16, 14, 23,  7,  3, 19, 12, 10,  9, 11 },
    {  3,  7, 23, 19,  9,  5, 13, 17, 22,  6,  2, 18, 16,  8, 12, 20,  3,  7, 23, 19,  9, 10, 12, 11, 22, 18,  2,  6, 16, 15, 13, 14 },
    {  4, 15, 24, 11,  5, 13, 17,  9, 21, 14,  1, 10, 20, 16,  8, 12,  4, 15, 24, 11,  5,  7,  8,  6, 21, 10,  1, 14, 20, 18, 17, 19 },
    {  5, 13, 17,  9, 21, 14,  1, 10, 20, 16,  8, 12,  4, 15, 24, 11,  5, 13, 17,  9, 21, 23, 24, 22, 20, 12,  8, 16,  4,  2,  1,  3 },
    {  6,  2, 18, 22, 14,  1, 10, 21, 19,  3,  7, 23, 11,  4, 15, 24,  6,  2, 18, 22, 14, 13, 15, 16, 19, 23,  7,  3, 11, 12, 10,  9 },
    {  7, 23, 19,  3, 10, 21, 14,  1, 18, 22,  6,  2, 15, 24, 11,  4,  7, 23, 19,  3, 10, 12, 11,  9, 18,  2,  6, 22, 15, 13, 14, 16 },
    {  8, 12, 20, 16,  1, 10, 21, 14, 17,  9,  5, 13, 24, 11,  4, 15,  8, 12, 20, 16,  1,  2,  4,  3, 17, 13,  5,  9, 24, 23, 21, 22 },
    {  9,  5, 13, 17, 22,  6,  2, 18, 16,  8, 12, 20,  3,  7, 23, 19,  9,  5, 13, 17, 22, 21, 23, 24, 16, 20, 12,  8,  3,  4,  2,  1 },
    { 10, 21, 14,  1, 18, 22,  6,  2, 15, 24, 11,  4,  7, 23, 19,  3, 10, 21, 14,  1, 18, 20, 19, 17, 15,  4, 11, 24,  7,  5,  6,  8 },
    { 11,  4, 15, 24,  6,  2, 18, 22, 14,  1, 10, 21, 19,  3,  7, 23, 11,  4, 15, 24,  6,  5,  7,  8, 14, 21, 10,  1, 19, 20, 18, 17 },
    { 12, 20, 16,  8,  2, 18, 22,  6, 13, 17,  9,  5, 23, 19,  3,  7, 12, 20, 16,  8,  2,  4,  3,  1, 13,  5,  9, 17, 23, 21, 22, 24 },
    { 13, 17,  9,  5, 23, 19,  3,  7, 12, 20, 16,  8,  2, 18, 22,  6, 13, 17,  9,  5, 23, 24, 22, 21, 12,  8, 16, 20,  2,  1,  3,  4 },
    { 14,  1, 10, 21, 19,  3,  7, 23, 11,  4, 15, 24,  6,  2, 18, 22, 14,  1, 10, 21, 19, 17, 18, 20, 11, 24, 15,  4,  6,  8,  7,  5 },
    { 15, 24, 11,  4,  7, 23, 19,  3, 10, 21, 14,  1, 18, 22,  6,  2, 15, 24, 11,  4,  7,  8,  6,  5, 10,  1, 14, 21, 18, 17, 19, 20 },
    { 16,  8, 12, 20,  3,  7, 23, 19,  9,  5, 13, 17, 22,  6,  2, 18, 16,  8, 12, 20,  3,  1,  2,  4,  9, 17, 13,  5, 22, 24, 23, 21 },
    { 17,  9,  5, 13, 24, 11,  4, 15,  8, 12, 20, 16,  1, 10, 21, 14, 17,  9,  5, 13, 24, 22, 21, 23,  8, 16, 20, 12,  1,  3,  4,  2 },
    { 18, 22,  6,  2, 15, 24, 11,  4,  7, 23, 19,  3, 10, 21, 14,  1, 18, 22,  6,  2, 15, 16, 14, 13,  7,  3, 19, 23, 10,  9, 11, 12 },
    { 19,  3,  7, 23, 11,  4, 15, 24,  6,  2, 18, 22, 14,  1, 10, 21, 19,  3,  7, 23, 11,  9, 10, 12,  6, 22, 18,  2, 14, 16, 15, 13 },
    { 20, 16,  8, 12,  4, 15, 24, 11,  5, 13, 17,  9, 21, 14,  1, 10, 20, 16,  8, 12,  4,  3,  1,  2,  5,  9, 17, 13, 21, 22, 24, 23 },
    { 21, 14,  1, 10, 20, 16,  8, 12,  4, 15, 24, 11,  5, 13, 17,  9, 21, 14,  1, 10, 20, 19, 17, 18,  4, 11, 24, 15,  5,  6,  8,  7 },
    { 22,  6,  2, 18, 16,  8, 12, 20,  3,  7, 23, 19,  9,  5, 13, 17, 22,  6,  2, 18, 16, 14, 13, 15,  3, 19, 23,  7,  9, 11, 12, 10 },
    { 23, 19,  3,  7, 12, 20, 16,  8,  2, 18, 22,  6, 13, 17,  9,  5, 23, 19,  3,  7, 12, 11,  9, 10,  2,  6, 22, 18, 13, 14, 16, 15 },
    { 24, 11,  4, 15,  8, 12, 20, 16,  1, 10, 21, 14, 17,  9,  5, 13, 24, 11,  4, 15,  8,  6,  5,  7,  1, 14, 21, 10, 17, 19, 20, 18 },
    { 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25 },
};
/* clang-format on */

/* --- settings: bit 0 king-capture, bit 1 announce, bits 2 and up nocapture --- */

uint32_t duell_pack(DuellSettings settings)
{
    return (settings.king_capture ? 1u : 0u) | (settings.announce ? 2u : 0u) |
           (uint32_t)settings.nocapture << 2;
}

DuellSettings duell_unpack(uint32_t variant)
{
    return (DuellSettings){
        .king_capture = (variant & 1) != 0,
        .announce = (variant & 2) != 0,
        .nocapture = (int)(variant >> 2),
    };
}

static uint64_t key(const Pos *pos)
{
    const Duell *duell = duell_of(pos);
    uint64_t     sum = duell_key_of_rest(duell);
    for (int square = 0; square < DUELL_SQUARES; square++)
        if (duell->board[square] != DUELL_EMPTY)
            sum += duell_key_of_piece(square, duell->board[square]);
    return sum;
}

static bool repeats(const Pos *a, const Pos *b)
{
    const Duell *x = duell_of(a), *y = duell_of(b);
    return a->side == b->side && a->variant == b->variant &&
           memcmp(x->board, y->board, sizeof x->board) == 0;
}

/* The number of the move never affects the game, and plies without a capture only if R7.2 counts
 * them (R9.3). */
static void forget(Pos *pos)
{
    ((Duell *)(void *)pos)->number = 1;
    if (duell_unpack(pos->variant).nocapture == 0)
        pos->extra = 0;
}

/* --- paths --- */

int duell_path(Step step, uint8_t squares[DUELL_TOP_MAX])
{
    int row = duell_row(duell_from(step)), column = duell_column(duell_from(step));
    int to_row = duell_row(duell_to(step)), to_column = duell_column(duell_to(step));
    int count = 0;
    while (count < DUELL_TOP_MAX && (row != to_row || column != to_column)) {
        bool vertical = duell_order(step) == 0 ? row != to_row : column == to_column;
        if (vertical)
            row += row < to_row ? 1 : -1;
        else
            column += column < to_column ? 1 : -1;
        squares[count++] = (uint8_t)duell_square(row, column);
    }
    return count;
}

/* True if all squares before the last one are empty (R4.3). */
static bool path_is_clear(const Duell *duell, Step step)
{
    uint8_t squares[DUELL_TOP_MAX];
    int     count = duell_path(step, squares);
    for (int i = 0; i + 1 < count; i++)
        if (duell->board[squares[i]] != DUELL_EMPTY)
            return false;
    return true;
}

static bool is_bent(int from, int to)
{
    return duell_row(from) != duell_row(to) && duell_column(from) != duell_column(to);
}

/* --- attack (R5.1) --- */

int duell_attackers(const Duell *duell, int square, int by, uint8_t squares[DUELL_PIECES])
{
    int count = 0;
    for (int from = 0; from < DUELL_SQUARES && count < DUELL_PIECES; from++) {
        uint8_t piece = duell->board[from];
        if (piece == DUELL_EMPTY || duell_colour(piece) != by ||
            duell_distance(from, square) != duell_top(piece))
            continue;
        if (path_is_clear(duell, duell_step(from, square, 0)) ||
            (is_bent(from, square) && path_is_clear(duell, duell_step(from, square, 1))))
            squares[count++] = (uint8_t)from;
    }
    return count;
}

bool duell_is_attacked(const Duell *duell, int side)
{
    uint8_t squares[DUELL_PIECES];
    return duell->king[side] != DUELL_NOWHERE &&
           duell_attackers(duell, duell->king[side], 1 - side, squares) > 0;
}

/* --- the end (R6) --- */

bool duell_is_decided(const Duell *duell)
{
    for (int side = 0; side < 2; side++)
        if (duell->king[side] == duell_goal(side) || duell->king[side] == DUELL_NOWHERE)
            return true;
    return false;
}

bool duell_can_move(const Duell *duell)
{
    if (duell_is_decided(duell))
        return false;
    DuellSight sight;
    sight_init(&sight, duell, duell_unpack(duell->head.variant).king_capture);
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[duell->head.side][row]; left != 0; left &= left - 1) {
            DuellTargets targets = sight_targets(&sight, duell, row, __builtin_ctz(left));
            if (targets_count(&targets) > 0)
                return true;
        }
    return false;
}

static Outcome won(int winner, int reason)
{
    return (Outcome){ .ending = ENDING_WON, .winner = (uint8_t)winner, .reason = (uint8_t)reason };
}

static Outcome outcome(const Pos *pos)
{
    const Duell *duell = duell_of(pos);
    for (int side = 0; side < 2; side++)
        if (duell->king[side] == duell_goal(side))
            return won(side, DUELL_REASON_KING_SQUARE);
    for (int side = 0; side < 2; side++)
        if (duell->king[side] == DUELL_NOWHERE)
            return won(1 - side, DUELL_REASON_KING_CAPTURED);
    if (!duell_can_move(duell))
        return won(1 - pos->side,
                   duell_is_attacked(duell, pos->side) ? DUELL_REASON_MATE : DUELL_REASON_BLOCKADE);
    if (duell_is_limit_reached(duell))
        return (Outcome){ .ending = ENDING_DRAWN, .reason = DUELL_REASON_NO_CAPTURE };
    return (Outcome){ .ending = ENDING_NONE };
}

/* --- moves --- */

static int gen(const Pos *pos, Step *steps)
{
    const Duell *duell = duell_of(pos);
    if (duell_is_decided(duell) || duell_is_limit_reached(duell))
        return 0;
    DuellSight sight;
    int        count = 0;
    sight_init(&sight, duell, duell_unpack(pos->variant).king_capture);
    for (int row = 0; row < DUELL_ROWS; row++)
        for (unsigned left = duell->rows[pos->side][row]; left != 0; left &= left - 1) {
            int          column = __builtin_ctz(left);
            DuellTargets targets = sight_targets(&sight, duell, row, column);
            count += targets_list(&targets, duell_square(row, column), steps + count);
        }
    return count;
}

/* True if a step satisfies R4; the safety of the king is not tested. */
static bool can_roll(const Duell *duell, Step step)
{
    int from = duell_from(step), to = duell_to(step);
    if (step != duell_step(from, to, duell_order(step)) || from >= DUELL_SQUARES ||
        to >= DUELL_SQUARES || (duell_order(step) == 1 && !is_bent(from, to)))
        return false;
    uint8_t piece = duell->board[from], target = duell->board[to];
    if (piece == DUELL_EMPTY || duell_colour(piece) != duell->head.side ||
        duell_distance(from, to) != duell_top(piece))
        return false;
    if (target != DUELL_EMPTY && duell_colour(target) == duell->head.side)
        return false;
    return path_is_clear(duell, step);
}

static bool legal(const Pos *pos, Step step)
{
    const Duell *duell = duell_of(pos);
    int          side = pos->side;
    if (duell_is_decided(duell) || duell_is_limit_reached(duell) || !can_roll(duell, step))
        return false;
    if (duell_unpack(pos->variant).king_capture)
        return true;
    Duell after = *duell;
    duell_move(&after, step);
    return after.king[side] == duell_goal(side) || !duell_is_attacked(&after, side);
}

static void apply(Pos *pos, Step step)
{
    Duell *duell = (Duell *)(void *)pos;
    int    from = duell_from(step), to = duell_to(step);
    assert(legal(pos, step));
    pos->key -= duell_key_of_rest(duell) + duell_key_of_piece(from, duell->board[from]);
    if (duell->board[to] != DUELL_EMPTY)
        pos->key -= duell_key_of_piece(to, duell->board[to]);
    duell_move(duell, step);
    pos->key += duell_key_of_rest(duell) + duell_key_of_piece(to, duell->board[to]);
}

/* --- valid positions (R9.2) --- */

static const char *const SIDE_NAME[2] = { "White", "Black" };

static const char *broken_frame(const Duell *duell)
{
    DuellSettings settings = duell_unpack(duell->head.variant);
    if (settings.nocapture > DUELL_NOCAPTURE_MAX)
        return "the variant is out of range (R7)";
    if (duell->head.side > 1 || duell->head.phase != 0 || duell->unused != 0)
        return "side, phase or an unused byte is out of range";
    if (duell->number == 0)
        return "moves are numbered from 1 (R9.1)";
    for (int square = 0; square < DUELL_SQUARES; square++)
        if (duell->board[square] > duell_piece(DUELL_BLACK, DUELL_KING) ||
            (duell->board[square] != DUELL_EMPTY &&
             (duell_kind(duell->board[square]) == 0 ||
              duell_kind(duell->board[square]) > DUELL_KING)))
            return "a square holds an unknown piece";
    return NULL;
}

/* Derive `rows` and `king` from the board, and count the kings and dice of each side. */
static void derive(Duell *duell, int kings[2], int dice[2])
{
    memset(duell->rows, 0, sizeof duell->rows);
    for (int side = 0; side < 2; side++) {
        duell->king[side] = DUELL_NOWHERE;
        kings[side] = dice[side] = 0;
    }
    for (int square = 0; square < DUELL_SQUARES; square++) {
        uint8_t piece = duell->board[square];
        if (piece == DUELL_EMPTY)
            continue;
        int side = duell_colour(piece);
        duell->rows[side][duell_row(square)] |= (uint16_t)(1u << duell_column(square));
        if (duell_kind(piece) == DUELL_KING) {
            duell->king[side] = (uint8_t)square;
            kings[side]++;
        } else {
            dice[side]++;
        }
    }
}

static Status check_pieces(const Duell *duell, const int kings[2], const int dice[2], Fault *fault)
{
    bool may_lack = duell_unpack(duell->head.variant).king_capture;
    for (int side = 0; side < 2; side++) {
        bool lacks = kings[side] == 0 && may_lack && side == duell->head.side;
        if (kings[side] != 1 && !lacks)
            return arrange_fault(fault,
                                 fault_set(fault, STATUS_ILLEGAL, 0,
                                           "%s has %d kings instead of one (R9.2)", SIDE_NAME[side],
                                           kings[side]),
                                 "pos-kings");
        if (dice[side] > DUELL_DICE)
            return arrange_fault(fault,
                                 fault_set(fault, STATUS_ILLEGAL, 0,
                                           "%s has %d dice, more than eight (R9.2)",
                                           SIDE_NAME[side], dice[side]),
                                 "pos-dice");
    }
    return STATUS_OK;
}

static Status check_kings(const Duell *duell, Fault *fault)
{
    int side = duell->head.side, other = 1 - side;
    if (duell->king[side] == duell_goal(side))
        return arrange_fault(
            fault,
            fault_set(fault, STATUS_ILLEGAL, 0,
                      "%s's king is on the enemy king square, so the game is over and %s "
                      "cannot be to move (R9.2)",
                      SIDE_NAME[side], SIDE_NAME[side]),
            "pos-goal");
    if (!duell_unpack(duell->head.variant).king_capture &&
        duell->king[other] != duell_goal(other) && duell_is_attacked(duell, other))
        return arrange_fault(
            fault,
            fault_set(fault, STATUS_ILLEGAL, 0,
                      "%s is to move and could capture %s's king, which the previous move "
                      "cannot have allowed (R9.2)",
                      SIDE_NAME[side], SIDE_NAME[other]),
            "pos-capture");
    return STATUS_OK;
}

static Status check(const Pos *pos, Fault *fault)
{
    const Duell *duell = duell_of(pos);
    const char  *broken = broken_frame(duell);
    if (broken != NULL)
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s", broken);
    Duell again = *duell;
    int   kings[2], dice[2];
    derive(&again, kings, dice);
    Status status = check_pieces(duell, kings, dice, fault);
    if (status != STATUS_OK)
        return status;
    if (memcmp(&again, duell, sizeof again) != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0, "rows or kings do not match the board");
    if (pos->key != key(pos))
        return fault_set(fault, STATUS_ILLEGAL, 0, "the key does not match the position");
    return check_kings(duell, fault);
}

Status duell_build(uint32_t variant, const uint8_t board[DUELL_SQUARES], int side, uint32_t quiet,
                   uint32_t number, Pos *out, Fault *fault)
{
    Duell duell = {
        .head = { .variant = variant, .side = (uint8_t)side, .extra = (uint16_t)quiet },
        .number = (uint16_t)number,
    };
    int kings[2], dice[2];
    memcpy(duell.board, board, sizeof duell.board);
    derive(&duell, kings, dice);
    duell.head.key = key(&duell.head);
    Status status = check(&duell.head, fault);
    if (status == STATUS_OK)
        memcpy(out, &duell, sizeof duell);
    return status;
}

/* The start position (R3.1): tops 5 1 2 6 K 6 2 1 5, every die with its 4 towards the middle of the
 * board, so Black's dice have their 3 in the north. */
static void start(uint32_t variant, Pos *out)
{
    static const uint8_t TOPS[DUELL_COLUMNS] = { 5, 1, 2, 6, 0, 6, 2, 1, 5 };
    uint8_t              board[DUELL_SQUARES] = { 0 };
    for (int column = 0; column < DUELL_COLUMNS; column++)
        for (int side = 0; side < 2; side++) {
            int top = TOPS[column], north = side == DUELL_WHITE ? 4 : 3;
            int kind = top == 0 ? DUELL_KING : duell_kind_showing(top, north);
            board[duell_square(side * (DUELL_ROWS - 1), column)] = duell_piece(side, kind);
        }
    duell_build(variant, board, DUELL_WHITE, 0, 1, out, NULL);
}

static size_t size(uint32_t variant)
{
    (void)variant;
    return sizeof(Duell);
}

const GameRules DUELL_RULES = {
    .size = size,
    .start = start,
    .gen = gen,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .repeats = repeats,
    .forget = forget,
    .key = key,
    .check = NATIVE_ONLY(check),
};
