/* SPDX-License-Identifier: MIT
 *
 * ponte_canon.c - canonical keys of positions on boards up to 5 x 5, their moves, and score bounds,
 * for tablebases and proofs.
 *
 * A board of 4 x 4 has 16 cells and 48 places for a bridge.  The key of a position on it:
 *
 *     high   bits 0-15 Black's stones, 16-31 White's stones, 32 the side to move,
 *            33-34 the moment: 0 first turn, 1 swap offered, 2 later, 3 White has passed
 *     low    the bridges, one bit per place
 *
 * The key is the smallest over the eight symmetries of the square.  On 5 x 5 a set of cells has 25
 * bits, so the fields of `high` move up.  There are 96 places, and `low` ranks the set of bridges in
 * the combinatorial number system: sets with fewer bridges come first, sets of equal size are
 * ranked by binomial coefficients.  Every bridge has two ends of its own (R4.3), so there are at
 * most twelve, and fewer than 2^50 sets.
 *
 * The owner of a bridge follows from its ends.  The order of building, the turn number and the
 * seats are left out: no later result depends on them.
 *
 * The moves of a key are computed here from bitboards, independently of ponte_body.inc.  The check
 * of a tablebase uses only the rules there, so the two implementations verify each other.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/index.h"
#include "games/ponte/ponte.h"

enum {
    SIZE_MAX_HERE = 5,
    SIZE_OF_BITS = 4, /* up to this size `low` has one bit per place */
    CELLS = SIZE_MAX_HERE * SIZE_MAX_HERE,
    PLACES_MAX = 96,  /* places for bridges on 5 x 5 */
    SHAPES_MAX = 228, /* fixed tetrominoes on 5 x 5 */
    MAPS = 8,         /* symmetries of the square */
    BYTES = 4,        /* bytes of a set of cells */
    BYTE_SETS = 256,
    NO_PLACE = 255,
    BRIDGES_MAX = CELLS / 2,
    LATER_TURN = 3, /* decode: any turn after the offer to swap gives the same position */
};

/* What the rules remember besides the board: the swap (R2.2) and White's pass (R5.2). */
typedef enum Moment { MOMENT_FIRST, MOMENT_OFFER, MOMENT_LATER, MOMENT_LAST } Moment;

typedef uint32_t Cells; /* a bitboard: cell (x,y) is bit y * size + x */

typedef struct Places { /* a set of places for bridges */
    uint64_t w[2];
} Places;

/* A tetromino that may become an island, and the cells around it. */
typedef struct Island {
    Cells cells, around;
} Island;

/* Lookup tables for one variant. */
typedef struct Space {
    uint32_t      variant;
    PonteSettings settings;
    int           size, place_count, shape_count;
    int           white_shift, side_shift, moment_shift; /* in the high word */
    Cells         board, left_column, right_column;
    PonteBridge   place[PLACES_MAX];
    Cells         ends[PLACES_MAX], cover[PLACES_MAX];
    Places        crossing[PLACES_MAX];         /* places that a bridge there forbids by R4.6 */
    uint8_t       place_of[PONTE_KINDS][CELLS]; /* by kind and upper end */
    Cells         map[MAPS][BYTES][BYTE_SETS];  /* images of a set, byte by byte */
    uint8_t       cell_map[MAPS][CELLS];
    uint8_t       place_map[MAPS][PLACES_MAX];
    Island        shape[SHAPES_MAX];
    uint64_t      binomial[PLACES_MAX + 1][BRIDGES_MAX + 2]; /* [n][k]: n choose k */
    uint64_t      first_of[BRIDGES_MAX + 2]; /* rank of the first set of k bridges */
} Space;

/* A decoded position. */
typedef struct Board {
    Cells  stones[2];
    Cells  covered, ends; /* cells under a bridge, stones that carry one */
    Places bridges;
    int    bridges_of[2];
    int    side;
    Moment moment;
} Board;

/* --- bitboards of cells --- */

static int count(Cells set)
{
    return __builtin_popcount(set);
}

static int lowest(Cells set)
{
    return __builtin_ctz(set);
}

/* There is no guard column here, so a shift masks the column that would wrap. */
static inline Cells sideways(const Space *space, Cells set)
{
    return (set & ~space->right_column) << 1 | (set & ~space->left_column) >> 1;
}

/* Return the cells that share a side with a cell of the set. */
static inline Cells beside(const Space *space, Cells set)
{
    return (sideways(space, set) | set << space->size | set >> space->size) & space->board;
}

/* Return the set with all cells that touch it by a side or a corner. */
static inline Cells around(const Space *space, Cells set)
{
    Cells wide = set | sideways(space, set);
    return (wide | wide << space->size | wide >> space->size) & space->board;
}

/* Flood fill within `stones`. */
static inline Cells group_of(const Space *space, Cells seed, Cells stones)
{
    for (;;) {
        Cells more = seed | (beside(space, seed) & stones);
        if (more == seed)
            return seed;
        seed = more;
    }
}

/* --- sets of places --- */

static void add_place(Places *places, int n)
{
    places->w[n >> 6] |= UINT64_C(1) << (n & 63);
}

/* True if the sets have a common place. */
static bool meet(const Places *a, const Places *b)
{
    return ((a->w[0] & b->w[0]) | (a->w[1] & b->w[1])) != 0;
}

static bool is_any(const Places *places)
{
    return (places->w[0] | places->w[1]) != 0;
}

/* Remove and return the lowest place of a non-empty set. */
static int take_place(Places *places)
{
    assert(is_any(places));
    int word = places->w[0] != 0 ? 0 : 1, n = 64 * word + __builtin_ctzll(places->w[word]);
    places->w[word] &= places->w[word] - 1;
    return n;
}

/* --- lookup tables --- */

static int cell_number(const Space *space, PonteCell cell)
{
    return cell.y * space->size + cell.x;
}

static PonteCell cell_at(const Space *space, int number)
{
    return (PonteCell){ (int8_t)(number % space->size), (int8_t)(number / space->size) };
}

static PonteCell mapped_cell(const Space *space, PonteCell cell, int map)
{
    return ponte_step_cell(ponte_map_step(space->size, ponte_stone_step(cell), map));
}

static int place_of(const Space *space, PonteBridge bridge)
{
    return space->place_of[bridge.kind][cell_number(space, bridge.end)];
}

static Cells cell_bit(const Space *space, PonteCell from, PonteCell by)
{
    return 1u << (cell_number(space, from) + by.y * space->size + by.x);
}

static void fill_board(Space *space)
{
    for (int n = 0; n < space->size * space->size; n++) {
        space->board |= 1u << n;
        if (n % space->size == 0)
            space->left_column |= 1u << n;
    }
    space->right_column = space->left_column << (space->size - 1);
}

/* Number the places by kind and upper end. */
static void fill_places(Space *space)
{
    for (uint8_t kind = 0; kind < PONTE_KINDS; kind++)
        for (int n = 0; n < space->size * space->size; n++) {
            const PonteKind *looks = &PONTE_KIND[kind];
            PonteBridge      bridge = { kind, cell_at(space, n) };
            int              at = space->place_count;
            space->place_of[kind][n] = NO_PLACE;
            if (!ponte_on_board(space->size, ponte_other_end(bridge)))
                continue;
            assert(at < PLACES_MAX);
            space->place_of[kind][n] = (uint8_t)at;
            space->ends[at] = 1u << n | cell_bit(space, bridge.end, looks->other);
            for (int i = 0; i < looks->cover_count; i++)
                space->cover[at] |= cell_bit(space, bridge.end, looks->cover[i]);
            space->place[space->place_count++] = bridge;
        }
    for (int a = 0; a < space->place_count; a++)
        for (int b = 0; b < space->place_count; b++)
            if (ponte_bridges_cross(space->place[a], space->place[b]))
                add_place(&space->crossing[a], b);
}

static void fill_maps(Space *space)
{
    for (int map = 0; map < MAPS; map++) {
        for (int n = 0; n < space->size * space->size; n++) {
            int to = cell_number(space, mapped_cell(space, cell_at(space, n), map));
            space->cell_map[map][n] = (uint8_t)to;
            for (uint32_t set = 0; set < BYTE_SETS; set++)
                if ((set >> (n & 7) & 1) != 0)
                    space->map[map][n >> 3][set] |= 1u << to;
        }
        for (int n = 0; n < space->place_count; n++) {
            Step step = ponte_map_step(space->size, ponte_bridge_step(space->place[n]), map);
            space->place_map[map][n] = (uint8_t)place_of(space, ponte_step_bridge(step));
        }
    }
}

/* Pascal's triangle. */
static void fill_binomials(Space *space)
{
    for (int n = 0; n <= space->place_count; n++) {
        space->binomial[n][0] = 1;
        for (int k = 1; n > 0 && k <= BRIDGES_MAX; k++)
            space->binomial[n][k] = space->binomial[n - 1][k] + space->binomial[n - 1][k - 1];
    }
    for (int k = 0; k <= BRIDGES_MAX; k++)
        space->first_of[k + 1] = space->first_of[k] + space->binomial[space->place_count][k];
}

static void add_shape(Space *space, Cells cells)
{
    for (int i = 0; i < space->shape_count; i++)
        if (space->shape[i].cells == cells)
            return;
    assert(space->shape_count < SHAPES_MAX);
    space->shape[space->shape_count++] = (Island){ cells, around(space, cells) & ~cells };
}

/* Add all tetrominoes that contain the cells. */
static void grow_shapes(Space *space, Cells cells)
{
    if (count(cells) == ISLAND_STONES) {
        add_shape(space, cells);
        return;
    }
    for (Cells more = beside(space, cells) & ~cells; more != 0; more &= more - 1)
        grow_shapes(space, cells | (more & -more));
}

/* --- keys --- */

static inline Cells mapped_cells(const Space *space, Cells set, int map)
{
    return space->map[map][0][set & 255] | space->map[map][1][set >> 8 & 255] |
           space->map[map][2][set >> 16 & 255] | space->map[map][3][set >> 24];
}

/* Return the `low` word of the bridges under a symmetry: the set itself or its rank. */
static uint64_t mapped_bridges(const Space *space, Places bridges, int map)
{
    Places   mapped = { { 0, 0 } };
    uint64_t number = 0;
    int      taken = 0;
    while (is_any(&bridges))
        add_place(&mapped, space->place_map[map][take_place(&bridges)]);
    if (space->size <= SIZE_OF_BITS)
        return mapped.w[0];
    while (is_any(&mapped)) {
        taken++;
        number += space->binomial[take_place(&mapped)][taken];
    }
    return space->first_of[taken] + number;
}

/* The stones of a board under all symmetries, as in the `high` word of a key. */
typedef struct Images {
    uint64_t at[MAPS];
} Images;

static void fill_images(const Space *space, const Board *board, Images *images)
{
    for (int map = 0; map < MAPS; map++)
        images->at[map] = (uint64_t)mapped_cells(space, board->stones[0], map)
                              << space->white_shift |
                          mapped_cells(space, board->stones[1], map);
}

/* Return the canonical key of a board whose stones are those of `images`.  Bridges are mapped only
 * under the symmetries that minimise the stones. */
static CanonKey key_of(const Space *space, const Board *board, const Images *images)
{
    uint64_t best = images->at[0], low = UINT64_MAX;
    for (int map = 1; map < MAPS; map++)
        best = images->at[map] < best ? images->at[map] : best;
    if (!is_any(&board->bridges))
        low = 0;
    for (int map = 0; map < MAPS && low != 0; map++) {
        if (images->at[map] != best)
            continue;
        uint64_t mapped = mapped_bridges(space, board->bridges, map);
        low = mapped < low ? mapped : low;
    }
    return (CanonKey){ (uint64_t)board->moment << space->moment_shift |
                           (uint64_t)board->side << space->side_shift | best,
                       low };
}

/* Add a legal bridge; side and moment do not change. */
static void build(const Space *space, Board *board, int owner, int place)
{
    add_place(&board->bridges, place);
    board->covered |= space->cover[place];
    board->ends |= space->ends[place];
    board->bridges_of[owner]++;
}

static int owner_of(const Space *space, const Board *board, int place)
{
    return (space->ends[place] & board->stones[PONTE_BLACK]) != 0 ? PONTE_BLACK : PONTE_WHITE;
}

/* Return the number of bridges that `low` encodes. */
static int bridges_in(const Space *space, uint64_t low)
{
    int bridges = 0;
    if (space->size <= SIZE_OF_BITS)
        return __builtin_popcountll(low);
    while (low >= space->first_of[bridges + 1])
        bridges++;
    return bridges;
}

/* Unrank: write the set of bridges that `low` encodes.  False if there is none. */
static bool read_bridges(const Space *space, uint64_t low, Places *bridges)
{
    *bridges = (Places){ { low, 0 } };
    if (space->size <= SIZE_OF_BITS)
        return low >> space->place_count == 0;
    bridges->w[0] = 0;
    if (low >= space->first_of[BRIDGES_MAX + 1])
        return false;
    int left = bridges_in(space, low), place = space->place_count;
    for (low -= space->first_of[left]; left > 0; left--) {
        do
            place--;
        while (space->binomial[place][left] > low);
        low -= space->binomial[place][left];
        add_place(bridges, place);
    }
    return true;
}

/* Decode a key.  Requires a key of this space, or one whose `low` read_bridges accepts. */
static void board_of_key(const Space *space, CanonKey key, Board *board)
{
    Places bridges;
    *board = (Board){
        .stones = { (Cells)(key.high >> space->white_shift) & space->board,
                    (Cells)key.high & space->board },
        .side = (int)(key.high >> space->side_shift & 1),
        .moment = (Moment)(key.high >> space->moment_shift & 3),
    };
    read_bridges(space, key.low, &bridges);
    while (is_any(&bridges)) {
        int place = take_place(&bridges);
        build(space, board, owner_of(space, board, place), place);
    }
}

static Moment moment_of(const PonteHead *head)
{
    return head->passed == 'p'  ? MOMENT_LAST
           : head->turn == 1    ? MOMENT_FIRST
           : head->swap_offered ? MOMENT_OFFER
                                : MOMENT_LATER;
}

/* Requires the beginning of a turn. */
static CanonKey encode(const void *opened, const Pos *pos)
{
    const Space     *space = opened;
    const PonteHead *head = ponte_head(pos);
    assert(pos->variant == space->variant && pos->phase == 0);
    Board  board = { .side = pos->side, .moment = moment_of(head) };
    Images images;
    for (int n = 0; n < space->size * space->size; n++) {
        char at = ponte_at(pos, cell_at(space, n));
        if (at != '.')
            board.stones[at == 'B'] |= 1u << n;
    }
    for (int i = 0; i < head->bridge_count; i++)
        add_place(&board.bridges, place_of(space, ponte_bridge(pos, i)));
    fill_images(space, &board, &images);
    return key_of(space, &board, &images);
}

/* Write the position of a key.  False if the key belongs to none; any key may be passed. */
static bool decode(const void *opened, CanonKey key, Pos *out)
{
    static const int TURN[] = { 1, 2, LATER_TURN, LATER_TURN };
    const Space     *space = opened;
    Places           bridges;
    /* Bits of both fields of stones beyond the cells of a smaller board. */
    uint64_t spare = (UINT64_C(1) << space->white_shift) - 1 - space->board;
    if (key.high >> space->moment_shift > MOMENT_LAST ||
        (key.high & (spare | spare << space->white_shift)) != 0 ||
        !read_bridges(space, key.low, &bridges))
        return false;
    Moment     moment = (Moment)(key.high >> space->moment_shift);
    PonteParts parts = {
        .side = (int)(key.high >> space->side_shift & 1),
        .turn = TURN[moment],
        .white_seat = 1,
        .swap_offered = moment == MOMENT_OFFER,
        .passed = moment == MOMENT_LAST ? 'p' : '-',
    };
    for (int n = 0; n < space->size * space->size; n++) {
        PonteCell cell = cell_at(space, n);
        parts.cells[cell.y][cell.x] = (key.high >> (n + space->white_shift) & 1) != 0 ? 'W'
                                      : (key.high >> n & 1) != 0                      ? 'B'
                                                                                      : '.';
    }
    while (is_any(&bridges))
        parts.bridges[parts.bridge_count++] = space->place[take_place(&bridges)];
    return ponte_build(space->variant, &parts, out, NULL) == STATUS_OK;
}

/* Return a number that grows with every turn, so the graph of keys has no cycle.  A turn places two
 * stones or a bridge, which adds 3; the swap and White's pass advance the moment instead. */
static uint32_t age(const void *opened, CanonKey key)
{
    static const uint32_t WITHIN[] = { 0, 0, 1, 2 };
    const Space          *space = opened;
    int                   bridges = bridges_in(space, key.low);
    int stones = __builtin_popcountll(key.high & ((UINT64_C(1) << space->side_shift) - 1));
    return (uint32_t)(stones / 2 + bridges) * 3 + WITHIN[key.high >> space->moment_shift & 3];
}

/* --- open cells (R3) --- */

/* Return the stones that belong to islands. */
static Cells islands_of(const Space *space, Cells stones)
{
    Cells islands = 0;
    while (stones != 0) {
        Cells group = group_of(space, stones & -stones, stones);
        stones &= ~group;
        if (count(group) == ISLAND_STONES)
            islands |= group;
    }
    return islands;
}

/* Return those of `cells` where R3 allows one more stone.  None of `cells` may touch an island. */
static Cells open_among(const Space *space, Cells cells, Cells stones)
{
    Cells open = 0;
    for (; cells != 0; cells &= cells - 1) {
        Cells cell = cells & -cells, group = group_of(space, cell, stones | cell);
        int   size = count(group);
        if (size < ISLAND_STONES ||
            (size == ISLAND_STONES && (around(space, group) & stones & ~group) == 0))
            open |= cell;
    }
    return open;
}

static Cells open_to(const Space *space, const Board *board, int colour)
{
    Cells stones = board->stones[colour];
    Cells free_cells = space->board & ~(board->stones[0] | board->stones[1] | board->covered);
    return open_among(space, free_cells & ~around(space, islands_of(space, stones)), stones);
}

/* Return those of `open`, the cells open to the colour, that stay open after it places a stone on
 * `cell`.  Only cells around its group and around the groups that this touches can change. */
static Cells open_beside(const Space *space, Cells open, Cells stones, Cells cell)
{
    Cells all = stones | cell, groups = group_of(space, cell, all);
    groups = group_of(space, groups | (around(space, groups) & all), all);
    Cells near = around(space, groups) & open & ~cell, far = open & ~near & ~cell;
    if (near == 0)
        return far;
    return far | open_among(space, near & ~around(space, islands_of(space, groups)), all);
}

static bool has_stones_left(const Space *space, const Board *board, int colour)
{
    int stones = space->settings.stones;
    return stones == PONTE_UNLIMITED || count(board->stones[colour]) + 2 <= stones;
}

/* --- bridges (R4) --- */

static bool has_bridges_left(const Space *space, const Board *board)
{
    int bridges = space->settings.bridges;
    return bridges == PONTE_UNLIMITED || board->bridges_of[0] + board->bridges_of[1] < bridges;
}

/* Write the places where R4 allows a bridge between two cells of `ends`, and return their number. */
static int list_places(const Space *space, const Board *board, Cells ends, uint8_t *places)
{
    Cells taken = board->stones[0] | board->stones[1];
    int   listed = 0;
    if (!space->settings.share)
        taken |= board->covered;
    if (!has_bridges_left(space, board))
        return 0;
    for (int n = 0; n < space->place_count; n++)
        if ((space->ends[n] & ~ends) == 0 && (space->cover[n] & taken) == 0 &&
            !meet(&space->crossing[n], &board->bridges))
            places[listed++] = (uint8_t)n;
    return listed;
}

static int list_bridges(const Space *space, const Board *board, int colour, uint8_t *places)
{
    return list_places(space, board, board->stones[colour] & ~board->ends, places);
}

static bool has_action(const Space *space, const Board *board, int colour)
{
    uint8_t places[PLACES_MAX];
    Cells   open = has_stones_left(space, board, colour) ? open_to(space, board, colour) : 0;
    for (Cells left = open; left != 0; left &= left - 1)
        if (open_beside(space, open, board->stones[colour], left & -left) != 0)
            return true;
    return list_bridges(space, board, colour, places) > 0;
}

/* --- score (R6, R7) --- */

typedef struct Score {
    int points, islands, bridges;
} Score;

static int compare_scores(const Score *a, const Score *b)
{
    return a->points != b->points     ? a->points - b->points
           : a->islands != b->islands ? a->islands - b->islands
                                      : a->bridges - b->bridges;
}

/* Return the network of `seed`: flood fill over groups and over bridges of the colour. */
static Cells network_of(const Space *space, const Board *board, Cells seed, Cells stones)
{
    for (;;) {
        Cells  network = group_of(space, seed, stones);
        Places left = board->bridges;
        while (is_any(&left)) {
            Cells ends = space->ends[take_place(&left)];
            if ((ends & network) != 0 && (ends & ~stones) == 0)
                network |= ends;
        }
        if (network == seed)
            return network;
        seed = network;
    }
}

static Score score_of(const Space *space, const Board *board, int colour)
{
    Cells stones = board->stones[colour], islands = islands_of(space, stones);
    Score score = { 0, count(islands) / ISLAND_STONES, board->bridges_of[colour] };
    while (islands != 0) {
        Cells network = network_of(space, board, islands & -islands, stones);
        int   size = count(islands & network) / ISLAND_STONES;
        score.points += size * (size + 1) / 2;
        islands &= ~network;
    }
    return score;
}

/* Return the result of a finished game for a colour: INDEX_WON, INDEX_DRAWN or INDEX_LOST. */
static int8_t result_for(const Space *space, const Board *board, int colour)
{
    Score score[2] = { score_of(space, board, 0), score_of(space, board, 1) };
    int   lead = compare_scores(&score[0], &score[1]);
    if (lead == 0 && space->settings.draws)
        return INDEX_DRAWN;
    return (int8_t)((lead >= 0) == (colour == PONTE_WHITE) ? INDEX_WON : INDEX_LOST);
}

/* --- a heuristic value for move ordering; no proof depends on it --- */

enum {
    WORTH_ISLAND = 600, /* a tetromino with four stones */
    WORTH_BRIDGE = 20,
    WORTH_TURN = 20,    /* the mover's turn is used up */
    WORTH_MOST = 30000, /* fits int16_t */
};

/* The value of a tetromino that can still become an island, by the number of its stones. */
static const int WORTH[ISLAND_STONES] = { 1, 5, 25, 120 };

static int worth_of(int stones)
{
    return stones < ISLAND_STONES ? WORTH[stones] : WORTH_ISLAND;
}

/* The value of all tetrominoes for the mover, and its change by a stone on a cell or by stones on
 * two cells.  The value after stones on a and b is all + cell[a] + cell[b] + pair[a][b], so all
 * pairs are valued without evaluating each position. */
typedef struct Worth {
    int all;
    int cell[CELLS], pair[CELLS][CELLS]; /* the smaller cell of a pair first */
} Worth;

static void change_cells(Worth *worth, Cells cells, int by)
{
    for (; cells != 0; cells &= cells - 1)
        worth->cell[lowest(cells)] += by;
}

static void change_pairs(Worth *worth, Cells a, Cells b, int by)
{
    for (; a != 0; a &= a - 1)
        for (Cells left = b; left != 0; left &= left - 1) {
            int x = lowest(a), y = lowest(left);
            worth->pair[x < y ? x : y][x < y ? y : x] += by;
        }
}

static void change_pairs_within(Worth *worth, Cells cells, int by)
{
    for (; cells != 0; cells &= cells - 1)
        change_pairs(worth, cells & -cells, cells & (cells - 1), by);
}

/* Add a tetromino of the mover: a stone on it raises its value, a stone beside it spoils it. */
static void add_own(Worth *worth, const Island *shape, Cells stones, Cells open)
{
    Cells free = shape->cells & ~stones, near = shape->around & open;
    int   has = count(shape->cells & stones), now = worth_of(has);
    worth->all += now;
    if (free == 0)
        return;
    int more = worth_of(has + 1) - now;
    change_cells(worth, free, more);
    change_cells(worth, near, -now);
    if (has + 1 < ISLAND_STONES)
        change_pairs_within(worth, free, worth_of(has + 2) - 2 * worth_of(has + 1) + now);
    change_pairs(worth, free, near, -more);
    change_pairs_within(worth, near, now);
}

/* Add a tetromino of the opponent: any stone on it spoils it. */
static void add_other(Worth *worth, const Island *shape, Cells stones)
{
    Cells free = shape->cells & ~stones;
    int   now = worth_of(count(shape->cells & stones));
    worth->all -= now;
    change_cells(worth, free, now);
    change_pairs_within(worth, free, -now);
}

static void weigh(const Space *space, const Board *board, const Cells open[2], Worth *worth)
{
    memset(worth, 0, sizeof *worth);
    for (int colour = 0; colour < 2; colour++) {
        Cells stones = board->stones[colour], usable = stones | open[colour];
        for (int i = 0; i < space->shape_count; i++) {
            const Island *shape = &space->shape[i];
            if ((shape->cells & ~usable) != 0 || (shape->around & stones) != 0)
                continue;
            if (colour == board->side)
                add_own(worth, shape, stones, open[colour]);
            else
                add_other(worth, shape, stones);
        }
    }
    worth->all +=
        WORTH_BRIDGE * (board->bridges_of[board->side] - board->bridges_of[!board->side]) -
        WORTH_TURN;
}

static int16_t guess_of(int worth)
{
    return (int16_t)(worth > WORTH_MOST ? WORTH_MOST : worth < -WORTH_MOST ? -WORTH_MOST : worth);
}

/* --- moves of a key (R2, R5) --- */

typedef struct Lister {
    const Space *space;
    Board        board; /* before the turn */
    Images       images;
    Cells        open[2];
    bool         other_acts; /* the opponent has an action after any turn, see surely_acts */
    Worth        worth;
    CanonMove   *moves;
    int          count;
} Lister;

/* True if the colour has three disjoint legal pairs.  A turn takes two cells and so spoils at most
 * two of them; at least one stays. */
static bool surely_acts(const Space *space, const Board *board, int colour, Cells open)
{
    Cells used = 0;
    int   pairs = 0;
    if (!has_stones_left(space, board, colour))
        return false;
    for (Cells left = open; left != 0 && pairs < 3; left &= left - 1) {
        Cells cell = left & -left;
        Cells partners =
            (cell & used) != 0 ? 0 : open_beside(space, open, board->stones[colour], cell) & ~used;
        if (partners == 0)
            continue;
        used |= cell | (partners & -partners);
        pairs++;
    }
    return pairs == 3;
}

/* True if the swap is offered: on turn 2, with only White's first two stones on the board (R2.2). */
static bool swap_is_due(const Board *before, const Board *after)
{
    return before->moment == MOMENT_FIRST && after->side == PONTE_BLACK &&
           !is_any(&after->bridges) && count(after->stones[PONTE_WHITE]) == 2 &&
           after->stones[PONTE_BLACK] == 0;
}

/* Apply skips and the end of the game (R5) after a turn; `after->side` moves next and may change. */
static bool is_over(const Lister *lister, Board *after)
{
    const Space *space = lister->space;
    if (space->settings.passing)
        return lister->board.moment == MOMENT_LAST;
    if (lister->other_acts || after->moment == MOMENT_OFFER ||
        has_action(space, after, after->side))
        return false;
    if (!has_action(space, after, 1 - after->side))
        return true;
    after->side = 1 - after->side;
    return false;
}

/* Add the turn of two stones or a bridge that led to `after`. */
static void add_move(Lister *lister, Board *after, const Images *images, int worth)
{
    int        mover = lister->board.side;
    CanonMove *move = &lister->moves[lister->count++];
    after->side = 1 - mover;
    after->moment = lister->board.moment == MOMENT_LAST  ? MOMENT_LAST
                    : swap_is_due(&lister->board, after) ? MOMENT_OFFER
                                                         : MOMENT_LATER;
    *move = (CanonMove){ .guess = guess_of(worth) };
    if (is_over(lister, after)) {
        move->over = result_for(lister->space, after, mover);
        return;
    }
    move->kind = (uint8_t)(after->side == mover ? INDEX_SAME : INDEX_OTHER);
    move->key = key_of(lister->space, after, images);
}

static void add_stones(Lister *lister, int a, int b)
{
    const Space *space = lister->space;
    const Worth *worth = &lister->worth;
    Board        after = lister->board;
    Images       images;
    int          shift = after.side == PONTE_WHITE ? space->white_shift : 0;
    after.stones[after.side] |= 1u << a | 1u << b;
    for (int map = 0; map < MAPS; map++)
        images.at[map] = lister->images.at[map] |
                         (uint64_t)(1u << space->cell_map[map][a] | 1u << space->cell_map[map][b])
                             << shift;
    add_move(lister, &after, &images,
             worth->all + worth->cell[a] + worth->cell[b] + worth->pair[a][b]);
}

static void add_bridge(Lister *lister, int place)
{
    Board after = lister->board;
    build(lister->space, &after, after.side, place);
    add_move(lister, &after, &lister->images, lister->worth.all + WORTH_BRIDGE);
}

/* Add the swap: the stones change colour, or the players change seats (R2.2). */
static void add_swap(Lister *lister)
{
    CanonMove *move = &lister->moves[lister->count++];
    Board      after = lister->board;
    Images     images;
    *move = (CanonMove){ .guess = guess_of(-lister->worth.all) };
    after.moment = MOMENT_LATER;
    if (!lister->space->settings.seats_swap) {
        after.stones[PONTE_BLACK] = after.stones[PONTE_WHITE];
        after.stones[PONTE_WHITE] = 0;
        after.side = PONTE_WHITE;
    }
    if (!lister->space->settings.passing && !has_action(lister->space, &after, after.side)) {
        after.side = 1 - after.side;
        if (!has_action(lister->space, &after, after.side)) {
            move->over = result_for(lister->space, &after, lister->board.side);
            return;
        }
        move->kind = INDEX_SAME;
    }
    fill_images(lister->space, &after, &images);
    move->key = key_of(lister->space, &after, &images);
}

/* Add the pass: White's leaves Black one turn, Black's ends the game (R5.2). */
static void add_pass(Lister *lister)
{
    CanonMove *move = &lister->moves[lister->count++];
    Board      after = lister->board;
    *move = (CanonMove){ .guess = guess_of(lister->worth.all) };
    if (after.side == PONTE_BLACK) {
        move->over = result_for(lister->space, &after, PONTE_BLACK);
        return;
    }
    after.side = PONTE_BLACK;
    after.moment = MOMENT_LAST;
    move->key = key_of(lister->space, &after, &lister->images);
}

/* Add each legal pair of stones once and return their number. */
static int add_pairs(Lister *lister)
{
    const Board *board = &lister->board;
    Cells        open = lister->open[board->side], stones = board->stones[board->side];
    int          before = lister->count;
    if (!has_stones_left(lister->space, board, board->side))
        return 0;
    for (Cells left = open; left != 0; left &= left - 1) {
        Cells cell = left & -left;
        Cells behind = open_beside(lister->space, left, stones, cell);
        for (; behind != 0; behind &= behind - 1)
            add_stones(lister, lowest(cell), lowest(behind));
    }
    return lister->count - before;
}

static int list_moves(const void *opened, CanonKey key, CanonMove *moves)
{
    Lister  lister = { .space = opened, .moves = moves };
    Board  *board = &lister.board;
    uint8_t places[PLACES_MAX];
    board_of_key(lister.space, key, board);
    fill_images(lister.space, board, &lister.images);
    for (int colour = 0; colour < 2; colour++)
        lister.open[colour] = open_to(lister.space, board, colour);
    lister.other_acts =
        lister.space->settings.passing ||
        surely_acts(lister.space, board, 1 - board->side, lister.open[1 - board->side]);
    weigh(lister.space, board, lister.open, &lister.worth);
    int pairs = add_pairs(&lister);
    int bridges = list_bridges(lister.space, board, board->side, places);
    for (int i = 0; i < bridges; i++)
        add_bridge(&lister, places[i]);
    if (board->moment == MOMENT_OFFER)
        add_swap(&lister);
    if (lister.space->settings.passing && (pairs == 0 || board->moment == MOMENT_LAST))
        add_pass(&lister);
    return lister.count;
}

/* --- score bounds --- */

/* Branch and bound: return an upper bound of the number of these tetrominoes that can all become
 * islands without touching each other. */
static int most_islands(const Island *shapes, int shape_count, int have, int best)
{
    Island rest[SHAPES_MAX];
    best = have > best ? have : best;
    for (int i = 0; i < shape_count && have + shape_count - i > best; i++) {
        Cells taken = shapes[i].cells | shapes[i].around;
        int   left = 0;
        for (int j = i + 1; j < shape_count; j++)
            if ((shapes[j].cells & taken) == 0)
                rest[left++] = shapes[j];
        best = most_islands(rest, left, have + 1, best);
    }
    return best;
}

/* Return an upper bound of the colour's final score in each of its three components.  It is sound
 * because open cells and places for bridges never become more, and nothing leaves the board. */
static Score best_score(const Space *space, const Board *board, int colour, const Score *now)
{
    Island  shapes[SHAPES_MAX];
    uint8_t places[PLACES_MAX];
    Cells   stones = board->stones[colour], open = open_to(space, board, colour), used = 0;
    int     alive = 0;
    for (int i = 0; i < space->shape_count; i++)
        if ((space->shape[i].cells & ~(stones | open)) == 0 &&
            (space->shape[i].around & stones) == 0 && (space->shape[i].cells & ~stones) != 0)
            shapes[alive++] = space->shape[i];
    int islands = most_islands(shapes, alive, 0, 0);
    int place_count = list_places(space, board, (stones & ~board->ends) | open, places);
    for (int i = 0; i < place_count; i++)
        used |= space->ends[places[i]];
    int bridges = count(used) / 2 < place_count ? count(used) / 2 : place_count;
    if (islands == 0 && bridges == 0)
        return *now;
    Score best = { 0, now->islands + islands, now->bridges + bridges };
    /* A network of k islands has at least k - 1 bridges. */
    int joined = best.islands < best.bridges + 1 ? best.islands : best.bridges + 1;
    best.points = joined * (joined + 1) / 2 + best.islands - joined;
    return best;
}

/* Return the bounds of the result: each colour ends with at least its present score, and with at most
 * its upper bound.  Before the swap is settled no colour belongs to a player, so nothing is
 * known.  After White's pass only Black can gain. */
static CanonRange range(const void *opened, CanonKey key)
{
    const Space *space = opened;
    CanonRange   known = { .least = -1, .most = 1 };
    Board        board;
    board_of_key(space, key, &board);
    if (board.moment == MOMENT_FIRST || board.moment == MOMENT_OFFER)
        return known;
    /* Each turn uses up two free cells, or two stones without a bridge, or is one of two passes. */
    Cells free_cells = space->board & ~(board.stones[0] | board.stones[1] | board.covered);
    known.turns =
        (uint32_t)(count(free_cells) + count(space->board & ~free_cells & ~board.ends) / 2 + 2);
    Score now[2] = { score_of(space, &board, 0), score_of(space, &board, 1) };
    for (int colour = 0; colour < 2; colour++) {
        bool  rests = board.moment == MOMENT_LAST && colour == board.side;
        Score best =
            rests ? now[1 - colour] : best_score(space, &board, 1 - colour, &now[1 - colour]);
        int    lead = compare_scores(&now[colour], &best);
        bool   wins_ties = colour == PONTE_WHITE && !space->settings.draws;
        int8_t least = (int8_t)(lead > 0 || (lead == 0 && wins_ties) ? 1
                                : lead == 0 && space->settings.draws ? 0
                                                                     : -1);
        if (colour == board.side)
            known.least = least;
        else
            known.most = (int8_t)-least;
    }
    return known;
}

static int decided(const void *opened, CanonKey key, uint32_t *turns)
{
    CanonRange known = range(opened, key);
    *turns = known.turns;
    return known.least != known.most ? 0
           : known.least > 0         ? INDEX_WON
           : known.least < 0         ? INDEX_LOST
                                     : 0;
}

/* --- the interface --- */

static bool covers(uint32_t variant)
{
    return ponte_unpack(variant).size <= SIZE_MAX_HERE;
}

static int margin_divisor(uint32_t variant)
{
    const PonteSettings settings = ponte_unpack(variant);
    return settings.size > SIZE_OF_BITS ? 0 : settings.passing ? 2 : 1;
}

/* With passing it gave away a draw of turn 2, the turn of the swap (docs/strength.md). */
static bool orders_by_value(const Pos *root)
{
    return ponte_head(root)->turn > 2 || !ponte_unpack(root->variant).passing;
}

static bool has_draws(uint32_t variant)
{
    return ponte_unpack(variant).draws;
}

static void *open_space(uint32_t variant)
{
    Space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->variant = variant;
    space->settings = ponte_unpack(variant);
    space->size = space->settings.size;
    space->white_shift = space->size <= SIZE_OF_BITS ? SIZE_OF_BITS * SIZE_OF_BITS : CELLS;
    space->side_shift = 2 * space->white_shift;
    space->moment_shift = space->side_shift + 1;
    fill_board(space);
    fill_places(space);
    fill_maps(space);
    fill_binomials(space);
    for (int n = 0; n < space->size * space->size; n++)
        grow_shapes(space, 1u << n);
    return space;
}

const GameCanon PONTE_CANON = {
    .covers = covers,
    .nanoseconds = 5000,
    .open = open_space,
    .close = free,
    .encode = encode,
    .decode = decode,
    .age = age,
    .moves = list_moves,
    .decided = decided,
    .margin_divisor = margin_divisor,
    .orders_by_value = orders_by_value,
    .range = range,
    .has_draws = has_draws,
};
