/* SPDX-License-Identifier: MIT */
/* The rules: placing stones (R2), the swap (R4), the winning connection (R3). */
#include "games/hex/hex.h"

#include <string.h>

static Hex *hex_in(Pos *pos)
{
    return (Hex *)(void *)pos;
}

int hex_count(const Hex *hex, int side)
{
    int count = 0;
    for (int i = 0; i < HEX_WORDS; i++)
        count += __builtin_popcountll(hex->stones[side][i]);
    return count;
}

int hex_neighbours(int size, int cell, int *out)
{
    static const int ROW[HEX_NEIGHBOURS] = { 0, 0, -1, 1, -1, 1 };
    static const int COLUMN[HEX_NEIGHBOURS] = { -1, 1, 0, 0, 1, -1 };
    int              count = 0;
    assert(cell >= 0 && cell < size * size);
    for (int i = 0; i < HEX_NEIGHBOURS; i++) {
        int row = cell / size + ROW[i], column = cell % size + COLUMN[i];
        if (row >= 0 && row < size && column >= 0 && column < size)
            out[count++] = row * size + column;
    }
    return count;
}

bool hex_on_first_edge(int size, int side, int cell)
{
    return side == HEX_WHITE ? cell < size : cell % size == 0;
}

bool hex_on_last_edge(int size, int side, int cell)
{
    return side == HEX_WHITE ? cell >= size * (size - 1) : cell % size == size - 1;
}

/* Depth-first search with an explicit stack. */
bool hex_group(const Hex *hex, int side, int from, bool *group)
{
    int  size = hex_size(hex->head.variant), stack[HEX_CELLS_MAX], depth = 0;
    bool first = false, last = false;
    assert(hex_has(hex, side, from));
    memset(group, 0, HEX_CELLS_MAX * sizeof *group);
    group[from] = true;
    stack[depth++] = from;
    while (depth > 0) {
        int cell = stack[--depth], next[HEX_NEIGHBOURS];
        int count = hex_neighbours(size, cell, next);
        first |= hex_on_first_edge(size, side, cell);
        last |= hex_on_last_edge(size, side, cell);
        for (int i = 0; i < count; i++) {
            if (group[next[i]] || !hex_has(hex, side, next[i]))
                continue;
            group[next[i]] = true;
            stack[depth++] = next[i];
        }
    }
    return first && last;
}

/* Breadth-first search from the last edge, so that following `next` leads from the first edge to it. */
int hex_chain(const Hex *hex, int side, int *path)
{
    int size = hex_size(hex->head.variant), queue[HEX_CELLS_MAX], low = 0, high = 0;
    int next[HEX_CELLS_MAX]; /* towards the last edge; the cell itself there; -1: not reached */
    for (int cell = 0; cell < size * size; cell++) {
        bool is_end = hex_has(hex, side, cell) && hex_on_last_edge(size, side, cell);
        next[cell] = is_end ? cell : -1;
        if (is_end)
            queue[high++] = cell;
    }
    while (low < high && !hex_on_first_edge(size, side, queue[low])) {
        int around[HEX_NEIGHBOURS], cell = queue[low++];
        int count = hex_neighbours(size, cell, around);
        for (int i = 0; i < count; i++) {
            if (next[around[i]] >= 0 || !hex_has(hex, side, around[i]))
                continue;
            next[around[i]] = cell;
            queue[high++] = around[i];
        }
    }
    if (low == high)
        return 0;
    int length = 0;
    for (int cell = queue[low];; cell = next[cell]) {
        path[length++] = cell;
        if (next[cell] == cell)
            return length;
    }
}

/* True if `side` has connected its edges: a group that begins on the first one reaches the last. */
static bool is_connected(const Hex *hex, int side)
{
    int  size = hex_size(hex->head.variant);
    bool group[HEX_CELLS_MAX];
    for (int cell = 0; cell < size * size; cell++)
        if (hex_on_first_edge(size, side, cell) && hex_has(hex, side, cell) &&
            hex_group(hex, side, cell, group))
            return true;
    return false;
}

static size_t size_of(uint32_t variant)
{
    (void)variant;
    return sizeof(Hex);
}

/* Zobrist hashing with mixed numbers instead of a table of random ones. */
static uint64_t stone_key(int side, int cell)
{
    return mix64((uint64_t)(2 * cell + side + 1));
}

/* The part of the key that is not stones.  HEX_WON follows from the stones. */
static uint64_t state_key(const Pos *pos)
{
    return mix64(UINT64_C(1) << 32 | (uint64_t)pos->variant << 8 |
                 (uint64_t)((pos->extra & HEX_SWAPPED) << 1 | pos->side));
}

static uint64_t key_of(const Pos *pos)
{
    const Hex *hex = hex_of(pos);
    uint64_t   key = state_key(pos);
    for (int cell = 0; cell < hex_cells(pos->variant); cell++)
        for (int side = 0; side < 2; side++)
            if (hex_has(hex, side, cell))
                key ^= stone_key(side, cell);
    return key;
}

static void start(uint32_t variant, Pos *out)
{
    Hex *hex = hex_in(out);
    *hex = (Hex){ .head.variant = variant };
    hex->head.key = key_of(out);
}

bool hex_swap_is_offered(const Pos *pos)
{
    const Hex *hex = hex_of(pos);
    return pos->side == HEX_BLACK && !(pos->variant & HEX_NO_SWAP) && !(pos->extra & HEX_SWAPPED) &&
           hex_count(hex, HEX_WHITE) == 1 && hex_count(hex, HEX_BLACK) == 0;
}

static int gen(const Pos *pos, Step *steps)
{
    const Hex *hex = hex_of(pos);
    int        count = 0;
    if (pos->extra & HEX_WON)
        return 0;
    for (int cell = 0; cell < hex_cells(pos->variant); cell++)
        if (hex_owner(hex, cell) == SIDE_NONE)
            steps[count++] = (Step)cell;
    if (hex_swap_is_offered(pos))
        steps[count++] = HEX_SWAP;
    return count;
}

static bool legal(const Pos *pos, Step step)
{
    if (pos->extra & HEX_WON)
        return false;
    if (step == HEX_SWAP)
        return hex_swap_is_offered(pos);
    return step < (Step)hex_cells(pos->variant) && hex_owner(hex_of(pos), (int)step) == SIDE_NONE;
}

/* A swap exchanges the players and leaves the stones, so it is still Black's turn. */
static void apply(Pos *pos, Step step)
{
    Hex *hex = hex_in(pos);
    bool group[HEX_CELLS_MAX];
    assert(legal(pos, step));
    pos->key ^= state_key(pos);
    if (step == HEX_SWAP) {
        pos->extra |= HEX_SWAPPED;
    } else {
        int side = pos->side, cell = (int)step;
        hex->stones[side][cell / 64] |= UINT64_C(1) << (cell % 64);
        pos->key ^= stone_key(side, cell);
        pos->side ^= 1;
        if (hex_group(hex, side, cell, group))
            pos->extra |= HEX_WON;
    }
    pos->key ^= state_key(pos);
}

static Outcome outcome(const Pos *pos)
{
    if (!(pos->extra & HEX_WON))
        return (Outcome){ .ending = ENDING_NONE };
    return (Outcome){ .ending = ENDING_WON, .winner = pos->side ^ 1 };
}

static int player(const Pos *pos, int side)
{
    return pos->extra & HEX_SWAPPED ? 1 - side : side;
}

/* Return the broken invariant, or NULL. */
static const char *broken(const Pos *pos)
{
    const Hex *hex = hex_of(pos);
    int        size = hex_size(pos->variant);
    if (size < HEX_SIZE_MIN || size > HEX_SIZE_MAX ||
        pos->variant & ~(uint32_t)(0xff | HEX_NO_SWAP))
        return "the board has 3 to 13 cells per side (R1.1)";
    if (pos->side > 1 || pos->phase != 0 || pos->extra & ~(HEX_SWAPPED | HEX_WON))
        return "the side, the phase or a flag is out of range";
    for (int i = 0; i < HEX_WORDS; i++)
        if (hex->stones[0][i] & hex->stones[1][i])
            return "two stones are on one cell (R2.1)";
    for (int cell = size * size; cell < HEX_WORDS * 64; cell++)
        if ((hex->stones[0][cell / 64] | hex->stones[1][cell / 64]) >> (cell % 64) & 1)
            return "a stone is outside the board (R1.1)";
    if (hex_count(hex, HEX_WHITE) - hex_count(hex, HEX_BLACK) != pos->side)
        return "the numbers of stones do not fit the side to move (R2.2)";
    if (pos->extra & HEX_SWAPPED && (pos->variant & HEX_NO_SWAP || hex_count(hex, HEX_WHITE) == 0))
        return "nothing was there to swap (R4.1)";
    if (is_connected(hex, pos->side))
        return "the side to move has already won (R3.1)";
    if (is_connected(hex, pos->side ^ 1) != ((pos->extra & HEX_WON) != 0))
        return "the flag of a won game is wrong";
    return pos->key == key_of(pos) ? NULL : "the key does not fit the position";
}

static Status check(const Pos *pos, Fault *fault)
{
    const char *why = broken(pos);
    return why == NULL ? STATUS_OK : fault_set(fault, STATUS_ILLEGAL, 0, "%s", why);
}

const GameRules HEX_RULES = {
    .size = size_of,
    .start = start,
    .gen = gen,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .player = player,
    .key = key_of,
    .check = check,
};

/* The half turn.  A reflection would exchange the sides, and White begins, so it is no symmetry. */
enum { MAP_COUNT = 2 };

static int map_count(uint32_t variant)
{
    (void)variant;
    return MAP_COUNT;
}

static void map_pos(const Pos *pos, int map, Pos *out)
{
    const Hex *hex = hex_of(pos);
    Hex        mapped = { .head = *pos };
    int        cells = hex_cells(pos->variant);
    for (int cell = 0; cell < cells; cell++) {
        int to = map == 0 ? cell : cells - 1 - cell;
        for (int side = 0; side < 2; side++)
            if (hex_has(hex, side, cell))
                mapped.stones[side][to / 64] |= UINT64_C(1) << (to % 64);
    }
    mapped.head.key = key_of(&mapped.head);
    *hex_in(out) = mapped;
}

static Step map_step(const Pos *pos, Step step, int map)
{
    return map == 0 || step == HEX_SWAP ? step : (Step)hex_cells(pos->variant) - 1 - step;
}

const GameSymmetry HEX_SYMMETRY = { .count = map_count, .map_pos = map_pos, .map_step = map_step };

/* A side that needs n more stones needs n turns of its own. */
static uint32_t turns_to_win(const Pos *pos, int side)
{
    if (pos->extra & HEX_WON)
        return side != pos->side ? 0 : UINT32_MAX;
    int stones = hex_distance(hex_of(pos), side, NULL);
    assert(stones > 0);
    if (stones == HEX_CELLS_MAX)
        return UINT32_MAX;
    return (uint32_t)(pos->side == side ? 2 * stones - 1 : 2 * stones);
}

static int decided(const Pos *pos, uint32_t *turns)
{
    *turns = 0;
    return pos->extra & HEX_WON ? pos->side ^ 1 : SIDE_NONE;
}

const GameProof HEX_PROOF = {
    .turns_to_win = turns_to_win,
    .decided = decided,
    .win_in_one_is_likely = true, /* a distance of one stone always is a winning step */
};

const MessageDef HEX_MESSAGE[HEX_MESSAGE_COUNT] = { HEX_MESSAGES(MESSAGE_ROW) };

static const Reason REASONS[] = {
    { "connection", &HEX_MESSAGE[HEX_MSG_REASON_CONNECTION] },
};

static const char *const VARIANTS[] = { "11", "13", "7", "5", "11;swap=off", NULL };

const Game HEX_GAME = {
    .name = "hex",
    .title = "Hex",
    .summary = "Connect your two opposite edges of a rhombus; there are no draws.",
    .sides = { "white", "black" },
    .reasons = REASONS,
    .reason_count = sizeof REASONS / sizeof REASONS[0],
    .variants = VARIANTS,
    .messages = HEX_MESSAGE,
    .message_count = HEX_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_BLACK },
    .rules = &HEX_RULES,
    .text = &HEX_TEXT,
    .view = &HEX_VIEW,
    .symmetry = &HEX_SYMMETRY,
    .proof = &HEX_PROOF,
    .eval = &HEX_EVAL,
};
