/* SPDX-License-Identifier: MIT
 *
 * alliances_canon.c - canonical keys of positions on side 3 and their moves, for tablebases; and the
 * dispatch between sides 3 and 4.
 *
 * Side 3 has 13 cells.  The key of a position, in its high word:
 *
 *     bits 0-12 green discs, 13-25 purple, 26-38 orange, 39-44 the marks, as in head.extra
 *
 * The key is the smallest over the symmetries of the board.  If player 2 is to move, the board is
 * mirrored, which exchanges the players (R8.2).  So the side to move is not part of the key, and
 * six maps remain.
 *
 * The moves come from a lookup table over all sets of cells: which sides and arcs a set joins.  If a
 * colour was open before a disc, only this disc can decide it, so the table may be asked about all
 * discs of a colour at once.
 */
#include <assert.h>
#include <stdlib.h>

#include "core/index.h"
#include "games/alliances/alliances_board.h"

enum {
    SIDE_HERE = 3,
    CELLS = 13,
    SETS = 1 << CELLS,
    MAPS = 12,
    TURNS = 6, /* maps below this one are rotations, which keep the players */
    MARK_SHIFT = ALLIANCES_COLOURS * CELLS,
    MARKS = 1 << 2 * ALLIANCES_COLOURS,
};

typedef uint16_t Cells; /* a bitboard by cell number */

/* Lookup tables. */
typedef struct Space {
    const GameCanon *canon; /* must be first, see Opened */
    uint8_t          spot[CELLS];
    Cells            beside[CELLS];
    Cells            map[MAPS][SETS];
    uint8_t          map_colour[MAPS][ALLIANCES_COLOURS];
    uint8_t          map_marks[MAPS][MARKS];
    /* Bit c: joins the two sides of colour c; bit 3 + c: its two arcs. */
    uint8_t joins[SETS];
} Space;

typedef struct Board13 {
    Cells    disc[ALLIANCES_COLOURS];
    uint32_t marks;
} Board13;

/* --- lookup tables --- */

static Cells cells_of(const Space *space, Set set)
{
    Cells cells = 0;
    for (int n = 0; n < CELLS; n++)
        if (set_has(set, space->spot[n]))
            cells |= (Cells)(1u << n);
    return cells;
}

static int number_of_spot(const Space *space, int spot)
{
    int n = 0;
    while (space->spot[n] != spot)
        n++;
    return n;
}

static void fill_cells(Space *space)
{
    for (int n = 0; n < CELLS; n++) {
        Step step = alliances_step(SIDE_HERE, 0, alliances_cell(SIDE_HERE, n));
        space->spot[n] = (uint8_t)step_spot(step);
    }
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++) {
            int apart = abs(space->spot[a] - space->spot[b]);
            if (apart == 1 || apart == STRIDE - 1 || apart == STRIDE)
                space->beside[a] |= (Cells)(1u << b);
        }
}

static void fill_map(Space *space, int map)
{
    Alliances start;
    Cells     to[CELLS];
    ALLIANCES_RULES.start(SIDE_HERE, &start.head);
    for (int n = 0; n < CELLS; n++) {
        Step mapped = ALLIANCES_SYMMETRY.map_step(&start.head, step_of(space->spot[n], 0), map);
        to[n] = (Cells)(1u << number_of_spot(space, step_spot(mapped)));
    }
    for (uint32_t set = 1; set < SETS; set++)
        space->map[map][set] = space->map[map][set & (set - 1)] | to[__builtin_ctz(set)];
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        space->map_colour[map][colour] = (uint8_t)alliances_map_colour(colour, map);
    for (uint32_t marks = 0; marks < MARKS; marks++)
        space->map_marks[map][marks] = (uint8_t)alliances_map_marks(marks, map);
}

/* Flood fill from one end: true if the set reaches the other. */
static bool joins_ends(const Space *space, uint32_t set, uint32_t one, uint32_t other)
{
    uint32_t reached = set & one, before;
    do {
        before = reached;
        for (uint32_t left = reached; left != 0; left &= left - 1)
            reached |= space->beside[__builtin_ctz(left)] & set;
    } while (reached != before);
    return (reached & other) != 0;
}

static void fill_joins(Space *space, int bit, const Ends *ends)
{
    Cells one = cells_of(space, ends->one), other = cells_of(space, ends->other);
    for (uint32_t set = 0; set < SETS; set++)
        if (joins_ends(space, set, one, other))
            space->joins[set] |= (uint8_t)(1u << bit);
}

/* --- keys --- */

/* Return the smallest key over the six symmetries after which player 1 is to move. */
static CanonKey canon_board(const Space *space, const Board13 *board, int side)
{
    uint64_t best = UINT64_MAX;
    int      first = side == 0 ? 0 : TURNS;
    for (int map = first; map < first + TURNS; map++) {
        Cells disc[ALLIANCES_COLOURS];
        for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
            disc[space->map_colour[map][colour]] = space->map[map][board->disc[colour]];
        uint64_t key = (uint64_t)space->map_marks[map][board->marks] << MARK_SHIFT |
                       (uint64_t)disc[0] << 2 * CELLS | (uint64_t)disc[1] << CELLS | disc[2];
        best = key < best ? key : best;
    }
    return (CanonKey){ best, 0 };
}

static Board13 board_of_key(CanonKey key)
{
    return (Board13){
        .disc = { (Cells)(key.high >> 2 * CELLS & (SETS - 1)),
                  (Cells)(key.high >> CELLS & (SETS - 1)), (Cells)(key.high & (SETS - 1)) },
        .marks = (uint32_t)(key.high >> MARK_SHIFT),
    };
}

static CanonKey encode(const void *opened, const Pos *pos)
{
    const Space *space = opened;
    Board13      board = { .marks = pos->extra };
    assert(pos->variant == SIDE_HERE);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        board.disc[colour] = cells_of(space, alliances_of(pos)->disc[colour]);
    return canon_board(space, &board, pos->side);
}

/* Write the position of a key.  False if the key belongs to none; any key may be passed. */
static bool decode(const void *opened, CanonKey key, Pos *out)
{
    const Space *space = opened;
    Board13      board = board_of_key(key);
    Alliances    p = { .head = { .variant = SIDE_HERE } };
    if (key.high >> MARK_SHIFT >= MARKS || key.low != 0 || winner_of(board.marks) != SIDE_NONE)
        return false;
    p.head.extra = (uint16_t)board.marks;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (uint32_t left = board.disc[colour]; left != 0; left &= left - 1)
            p.disc[colour] = set_or(p.disc[colour], set_bit(space->spot[__builtin_ctz(left)]));
    p.head.key = alliances_key(&p);
    if (ALLIANCES_RULES.check(&p.head, NULL) != STATUS_OK)
        return false;
    memcpy(out, &p, sizeof p);
    return true;
}

/* Every turn places a disc, so the number of discs grows and the graph of keys has no cycle. */
static uint32_t age(const void *opened, CanonKey key)
{
    (void)opened;
    return (uint32_t)__builtin_popcountll(key.high & ((UINT64_C(1) << MARK_SHIFT) - 1));
}

/* --- moves of a key (R5) --- */

/* Return who wins this open colour now, or SIDE_NONE.  Player 1 has moved and wins if both are
 * connected (R5.3). */
static int winner_now(const Space *space, const Board13 *board, int colour)
{
    const Cells *disc = board->disc;
    int          after = next_colour(colour), before = previous_colour(colour);
    int          sides = 1 << colour, arcs = 8 << colour;
    if ((space->joins[disc[colour] | disc[after]] & sides) != 0 ||
        (space->joins[disc[after]] & arcs) != 0)
        return 0;
    if ((space->joins[disc[colour] | disc[before]] & sides) != 0 ||
        (space->joins[disc[before]] & arcs) != 0)
        return 1;
    return SIDE_NONE;
}

/* Return the move that led to `board`; its marks are updated. */
static CanonMove move_to(const Space *space, Board13 *board)
{
    uint32_t marks = board->marks;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int winner = won_mark(marks, colour) != 0 ? SIDE_NONE : winner_now(space, board, colour);
        if (winner != SIDE_NONE)
            board->marks |= (uint32_t)(winner + 1) << 2 * colour;
    }
    int winner = winner_of(board->marks);
    if (winner != SIDE_NONE)
        return (CanonMove){ .kind = INDEX_OTHER,
                            .over = (int8_t)(winner == 0 ? INDEX_WON : INDEX_LOST) };
    return (CanonMove){ .key = canon_board(space, board, 1), .kind = INDEX_OTHER };
}

static int list_moves(const void *opened, CanonKey key, CanonMove *moves)
{
    const Space *space = opened;
    Board13      board = board_of_key(key);
    uint32_t     taken = board.disc[0] | board.disc[1] | board.disc[2];
    int          supply = alliances_supply(SIDE_HERE), count = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        if (__builtin_popcount(board.disc[colour]) >= supply)
            continue;
        for (uint32_t left = (SETS - 1) & ~taken; left != 0; left &= left - 1) {
            Board13 after = board;
            after.disc[colour] |= (Cells)(left & -left);
            moves[count++] = move_to(space, &after);
        }
    }
    return count;
}

/* --- the interface --- */

static void *open_space(void)
{
    Space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    fill_cells(space);
    for (int map = 0; map < MAPS; map++)
        fill_map(space, map);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        fill_joins(space, colour, &ALLIANCES_BOARDS[SIDE_HERE].sides[colour]);
        fill_joins(space, ALLIANCES_COLOURS + colour, &ALLIANCES_BOARDS[SIDE_HERE].arcs[colour]);
    }
    return space;
}

/* --- side 3 here, side 4 in alliances_canon4.c --- */

/* The common first member of both kinds of space. */
typedef struct Opened {
    const GameCanon *canon;
} Opened;

static const GameCanon CANON3 = {
    .close = free,
    .encode = encode,
    .decode = decode,
    .age = age,
    .moves = list_moves,
};

static bool either_covers(uint32_t variant)
{
    return variant == SIDE_HERE || ALLIANCES_CANON4.covers(variant);
}

static void *either_open(uint32_t variant)
{
    if (variant != SIDE_HERE)
        return ALLIANCES_CANON4.open(variant);
    Space *space = open_space();
    if (space != NULL)
        space->canon = &CANON3;
    return space;
}

static void either_close(void *space)
{
    const Opened *opened = space;
    opened->canon->close(space);
}

static CanonKey either_encode(const void *space, const Pos *pos)
{
    const Opened *opened = space;
    return opened->canon->encode(space, pos);
}

static bool either_decode(const void *space, CanonKey key, Pos *out)
{
    const Opened *opened = space;
    return opened->canon->decode(space, key, out);
}

static uint32_t either_age(const void *space, CanonKey key)
{
    const Opened *opened = space;
    return opened->canon->age(space, key);
}

static int either_list_moves(const void *space, CanonKey key, CanonMove *moves)
{
    const Opened *opened = space;
    return opened->canon->moves(space, key, moves);
}

static const RelevanceZones *either_zones(const void *space)
{
    const Opened *opened = space;
    return opened->canon->zones == NULL ? NULL : opened->canon->zones(space);
}

static bool has_draws(uint32_t variant)
{
    (void)variant;
    return false; /* R6.2 */
}

const GameCanon ALLIANCES_CANON = {
    .covers = either_covers,
    .nanoseconds = 2300,
    .open = either_open,
    .close = either_close,
    .encode = either_encode,
    .decode = either_decode,
    .age = either_age,
    .moves = either_list_moves,
    .zones = either_zones,
    .has_draws = has_draws,
};
