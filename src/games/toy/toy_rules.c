/* SPDX-License-Identifier: MIT */
/* Legal steps, results, symmetry, and proofs by counting stones.
 *
 * A turn is two stones (T2), one stone and a stop (T2) or a hop (T3).  The first stone leads to
 * phase 1, in which the same side puts its second stone or stops.  Every other step ends the turn.
 * The result is determined between turns only (T4), so the two stones commute.
 */
#include "games/toy/toy.h"

#include "core/perft.h"

static Toy *toy_in(Pos *pos)
{
    return (Toy *)(void *)pos;
}

static size_t toy_size(uint32_t variant)
{
    (void)variant;
    return sizeof(Toy);
}

/* The position without its key fits into 64 bits, and mix64 is a bijection.  So two positions have
 * the same key exactly if they are equal.  A larger game uses Zobrist hashing instead: it combines
 * one mixed number per stone, and apply updates only what changes. */
static uint64_t toy_key(const Pos *pos)
{
    const Toy *toy = toy_of(pos);
    uint64_t   state = (uint64_t)pos->variant << 24 | (uint64_t)pos->extra << 16 |
                     (uint64_t)pos->phase << 8 | pos->side;
    return mix64(state << 32 | toy->stones[1] << 16 | toy->stones[0]);
}

static void toy_start(uint32_t variant, Pos *out)
{
    Toy *toy = toy_in(out);
    *toy = (Toy){ .head.variant = variant };
    toy->head.key = toy_key(out);
}

uint32_t toy_rows(uint32_t stones)
{
    uint32_t first = stones; /* bit i: TOY_ROW stones begin at cell i */
    for (int i = 1; i < TOY_ROW; i++)
        first &= stones >> i;
    uint32_t rows = 0;
    for (int i = 0; i < TOY_ROW; i++)
        rows |= first << i;
    return rows;
}

const MessageDef TOY_MESSAGE[TOY_MESSAGE_COUNT] = { TOY_MESSAGES(MESSAGE_ROW) };

static const Reason REASONS[] = {
    [TOY_REASON_ROW] = { "row", &TOY_MESSAGE[TOY_MSG_REASON_ROW] },
    [TOY_REASON_MAJORITY] = { "majority", &TOY_MESSAGE[TOY_MSG_REASON_MAJORITY] },
    [TOY_REASON_EVEN] = { "even", &TOY_MESSAGE[TOY_MSG_REASON_EVEN] },
};

static Outcome won(int winner, int reason)
{
    return (Outcome){ .ending = ENDING_WON, .winner = (uint8_t)winner, .reason = (uint8_t)reason };
}

static Outcome toy_outcome(const Pos *pos)
{
    const Toy *toy = toy_of(pos);
    if (pos->phase != 0)
        return (Outcome){ .ending = ENDING_NONE };
    for (int side = 0; side < 2; side++)
        if (toy_rows(toy->stones[side]) != 0)
            return won(side, TOY_REASON_ROW);
    if (toy_free(toy) != 0)
        return (Outcome){ .ending = ENDING_NONE };
    int lead = toy_count(toy->stones[0]) - toy_count(toy->stones[1]);
    if (lead != 0)
        return won(lead > 0 ? 0 : 1, TOY_REASON_MAJORITY);
    return (Outcome){ .ending = ENDING_DRAWN, .reason = TOY_REASON_EVEN };
}

static bool is_over(const Pos *pos)
{
    return toy_outcome(pos).ending != ENDING_NONE;
}

static int add_places(uint32_t cells, Step *steps)
{
    int count = 0;
    for (int cell = 0; cell < TOY_CELLS_MAX; cell++)
        if (cells & toy_bit(cell))
            steps[count++] = toy_step(TOY_PLACE, 0, cell);
    return count;
}

static int add_hops(const Toy *toy, Step *steps)
{
    uint32_t own = toy->stones[toy->head.side], open = toy_free(toy);
    int      count = 0;
    for (int cell = 0; cell < TOY_CELLS_MAX; cell++) {
        if (!(own & toy_bit(cell)))
            continue;
        if (cell > 0 && (open & toy_bit(cell - 1)))
            steps[count++] = toy_step(TOY_HOP, cell, cell - 1);
        if (open & toy_bit(cell + 1))
            steps[count++] = toy_step(TOY_HOP, cell, cell + 1);
    }
    return count;
}

static int toy_gen(const Pos *pos, Step *steps)
{
    const Toy *toy = toy_of(pos);
    if (is_over(pos))
        return 0;
    int count = add_places(toy_free(toy), steps);
    if (pos->phase == 0)
        return count + add_hops(toy, steps + count);
    steps[count++] = toy_step(TOY_STOP, 0, 0);
    return count;
}

/* Two stones commute, so list only the order from left to right: the second stone goes to the right
 * of the first. */
static int toy_gen_once(const Pos *pos, Step *steps)
{
    if (pos->phase == 0)
        return toy_gen(pos, steps);
    const Toy *toy = toy_of(pos);
    int        count = add_places(toy_free(toy) & ~toy_board(pos->extra), steps);
    steps[count++] = toy_step(TOY_STOP, 0, 0);
    return count;
}

static bool toy_legal(const Pos *pos, Step step)
{
    const Toy *toy = toy_of(pos);
    if (step != toy_step(toy_kind(step), toy_from(step), toy_to(step)) || is_over(pos))
        return false;
    int      from = toy_from(step), to = toy_to(step);
    uint32_t open = toy_free(toy);
    switch (toy_kind(step)) {
    case TOY_PLACE: return from == 0 && (open & toy_bit(to));
    case TOY_HOP:
        return pos->phase == 0 && (toy->stones[pos->side] & toy_bit(from)) &&
               (open & toy_bit(to)) && (to == from + 1 || to == from - 1);
    case TOY_STOP: return pos->phase == 1 && from == 0 && to == 0;
    }
    return false;
}

static void toy_apply(Pos *pos, Step step)
{
    Toy      *toy = toy_in(pos);
    uint32_t *own = &toy->stones[pos->side];
    ToyKind   kind = toy_kind(step);
    bool      is_open = kind == TOY_PLACE && pos->phase == 0; /* the turn continues */
    assert(pos->side < 2 && kind <= TOY_STOP);
    if (kind == TOY_HOP)
        *own &= ~toy_bit(toy_from(step));
    if (kind != TOY_STOP)
        *own |= toy_bit(toy_to(step));

    pos->phase = is_open ? 1 : 0;
    pos->extra = (uint16_t)(is_open ? toy_to(step) : 0);
    if (!is_open)
        pos->side ^= 1;
    pos->key = toy_key(pos);
}

/* Return the invariant that a board between turns violates, or NULL: at most one stone per cell,
 * and at most one winner. */
static const char *broken_board(uint32_t variant, const uint32_t stones[2])
{
    if ((stones[0] | stones[1]) & ~toy_board(variant))
        return "a stone is outside the board (T1)";
    if (stones[0] & stones[1])
        return "two stones are on one cell (T2)";
    if (toy_rows(stones[0]) != 0 && toy_rows(stones[1]) != 0)
        return "both sides have a row, but the first row ends the game (T4)";
    return NULL;
}

/* Return the invariant that a position within a turn violates, or NULL: the first stone is on the
 * board, and the game was not over before it was placed. */
static const char *broken_turn(const Toy *toy)
{
    Toy before = *toy;
    before.head.phase = 0;
    before.stones[toy->head.side] &= ~toy_bit(toy->head.extra);
    if (before.stones[toy->head.side] == toy->stones[toy->head.side])
        return "the first stone of the turn is not on the board (T2)";
    return is_over(&before.head) ? "the game was over before this turn (T4)" : NULL;
}

static Status toy_check(const Pos *pos, Fault *fault)
{
    const Toy  *toy = toy_of(pos);
    const char *broken = NULL;
    if (pos->variant < TOY_CELLS_MIN || pos->variant > TOY_CELLS_MAX)
        broken = "the board has 4 to 16 cells (T1)";
    else if (pos->side > 1 || pos->phase > 1 || pos->extra >= pos->variant ||
             (pos->phase == 0 && pos->extra != 0))
        broken = "side, phase or first cell is out of range";
    else if ((broken = broken_board(pos->variant, toy->stones)) == NULL && pos->phase == 1)
        broken = broken_turn(toy);
    if (broken == NULL && pos->key != toy_key(pos))
        broken = "the key does not match the position";
    return broken == NULL ? STATUS_OK : fault_set(fault, STATUS_ILLEGAL, 0, "%s", broken);
}

const GameRules TOY_RULES = {
    .size = toy_size,
    .start = toy_start,
    .gen = toy_gen,
    .gen_once = toy_gen_once,
    .legal = toy_legal,
    .apply = toy_apply,
    .outcome = toy_outcome,
    .key = toy_key,
    .check = toy_check,
};

/* Map bits: 1 reverses the row of cells, 2 swaps the colours. */
enum { MAP_MIRROR = 1, MAP_COLOURS = 2, MAP_COUNT = 4 };

static int toy_map_count(uint32_t variant)
{
    (void)variant;
    return MAP_COUNT;
}

static int map_cell(uint32_t variant, int cell, int map)
{
    return map & MAP_MIRROR ? (int)variant - 1 - cell : cell;
}

static uint32_t map_stones(uint32_t variant, uint32_t stones, int map)
{
    uint32_t mapped = 0;
    for (int cell = 0; cell < (int)variant; cell++)
        if (stones & toy_bit(cell))
            mapped |= toy_bit(map_cell(variant, cell, map));
    return mapped;
}

static void toy_map_pos(const Pos *pos, int map, Pos *out)
{
    const Toy *toy = toy_of(pos);
    Toy       *to = toy_in(out);
    int        swap = map & MAP_COLOURS ? 1 : 0;
    Toy        mapped = { .head = *pos };
    for (int side = 0; side < 2; side++)
        mapped.stones[side ^ swap] = map_stones(pos->variant, toy->stones[side], map);
    mapped.head.side = (uint8_t)(pos->side ^ swap);
    if (pos->phase == 1)
        mapped.head.extra = (uint16_t)map_cell(pos->variant, pos->extra, map);
    mapped.head.key = toy_key(&mapped.head);
    *to = mapped;
}

static Step toy_map_step(const Pos *pos, Step step, int map)
{
    int from = map_cell(pos->variant, toy_from(step), map);
    int to = map_cell(pos->variant, toy_to(step), map);
    switch (toy_kind(step)) {
    case TOY_PLACE: return toy_step(TOY_PLACE, 0, to);
    case TOY_HOP: return toy_step(TOY_HOP, from, to);
    case TOY_STOP: break;
    }
    return step;
}

const GameSymmetry TOY_SYMMETRY = {
    .count = toy_map_count,
    .map_pos = toy_map_pos,
    .map_step = toy_map_step,
};

/* Return how many turns it takes to put `wanted` stones, at least one, if the first turn puts
 * `first` of them and every other turn two. */
static uint32_t turns_for(int wanted, int first)
{
    return wanted <= first ? 1 : (uint32_t)(1 + (wanted - first + 1) / 2);
}

/* Return the turns of both sides until `side` has played `own` turns of its own. */
static uint32_t both(const Pos *pos, int side, uint32_t own)
{
    return pos->side == side ? 2 * own - 1 : 2 * own;
}

/* A lower bound.  Stones are never removed, so a side can never have more than its stones plus the
 * free cells.  It wins by a row, which needs four stones, or by a full board; take the sooner. */
static uint32_t toy_turns_to_win(const Pos *pos, int side)
{
    const Toy *toy = toy_of(pos);
    Outcome    over = toy_outcome(pos);
    if (over.ending != ENDING_NONE)
        return over.ending == ENDING_WON && over.winner == side ? 0 : UINT32_MAX;
    int own = toy_count(toy->stones[side]), other = toy_count(toy->stones[1 - side]);
    int open = toy_count(toy_free(toy)), now = pos->phase == 0 ? 2 : 1;

    uint32_t soonest = UINT32_MAX;
    if (own + open > other)
        soonest = turns_for(open, now);
    if (own + open >= TOY_ROW) {
        uint32_t row = both(pos, side, turns_for(TOY_ROW - own, pos->side == side ? now : 2));
        soonest = row < soonest ? row : soonest;
    }
    return soonest;
}

/* A side wins by force if the other side can get neither a row nor as many stones, even with all
 * free cells.  The winner then fills the board, two stones per turn. */
static int toy_decided(const Pos *pos, uint32_t *turns)
{
    const Toy *toy = toy_of(pos);
    Outcome    over = toy_outcome(pos);
    if (over.ending != ENDING_NONE) {
        *turns = 0;
        return over.ending == ENDING_WON ? over.winner : SIDE_NONE;
    }
    int open = toy_count(toy_free(toy));
    for (int side = 0; side < 2; side++) {
        int own = toy_count(toy->stones[side]), other = toy_count(toy->stones[1 - side]);
        if (other + open >= TOY_ROW || own <= other + open)
            continue;
        int first = pos->side == side && pos->phase == 1 ? 1 : 2;
        *turns = open == 0 ? 1 : both(pos, side, turns_for(open, first));
        return side;
    }
    return SIDE_NONE;
}

const GameProof TOY_PROOF = {
    .turns_to_win = toy_turns_to_win,
    .decided = toy_decided,
};

static bool toy_fast_covers(uint32_t variant)
{
    (void)variant;
    return true;
}

/* Perft as in core/perft.c, but with direct calls that the compiler can inline. */
static uint64_t toy_perft_turns(const Pos *pos, int depth)
{
    Step     steps[TOY_STEPS_MAX];
    int      count = toy_gen_once(pos, steps);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        Toy next = *toy_of(pos);
        toy_apply(&next.head, steps[i]);
        int left = next.head.phase != 0 ? depth : depth - 1;
        sum += left == 0 ? 1 : toy_perft_turns(&next.head, left);
    }
    return sum;
}

/* Most of the time goes into finding duplicate positions, so the general code is fast enough. */
static uint64_t toy_perft_positions(const Pos *pos, int depth)
{
    return perft_count(&TOY_GAME, pos, depth, PERFT_POSITIONS, PERFT_GENERAL);
}

static uint32_t toy_playout(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *outcome)
{
    Toy      now = *toy_of(pos);
    uint32_t turns = 0;
    Step     steps[TOY_STEPS_MAX];
    for (int count; turns < turn_limit && (count = toy_gen(&now.head, steps)) > 0;) {
        toy_apply(&now.head, steps[count == 1 ? 0 : random_below(random, (uint32_t)count)]);
        turns += now.head.phase == 0;
    }
    *outcome = toy_outcome(&now.head);
    return turns;
}

static const GameFast TOY_FAST = {
    .covers = toy_fast_covers,
    .perft_turns = toy_perft_turns,
    .perft_positions = toy_perft_positions,
    .playout = toy_playout,
};

static const char *const VARIANTS[] = { "8", "5", "12", NULL };

const Game TOY_GAME = {
    .name = "toy",
    .title = "Toy",
    .summary =
        "Put one or two stones per turn, or hop. Four in a row win; on a full board more stones win.",
    .sides = { "white", "black" },
    .reasons = REASONS,
    .reason_count = sizeof REASONS / sizeof REASONS[0],
    .variants = VARIANTS,
    .messages = TOY_MESSAGE,
    .message_count = TOY_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_BLACK },
    .rules = &TOY_RULES,
    .text = &TOY_TEXT,
    .view = &TOY_VIEW,
    .symmetry = &TOY_SYMMETRY,
    .proof = &TOY_PROOF,
    .eval = &TOY_EVAL,
    .fast = &TOY_FAST,
    .learning = NATIVE_ONLY(&TOY_LEARNING),
};
