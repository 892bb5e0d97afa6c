/* SPDX-License-Identifier: MIT
 *
 * alliances_canon4.c - canonical keys of positions on side 4 and their moves, for proofs.
 *
 * Side 4 has 31 cells.  The key of a position:
 *
 *     high   bits 0-30 purple discs, 31-61 orange
 *     low    bits 0-30 green discs, 31-36 the marks, as in head.extra
 *
 * The key is the smallest over the symmetries of the board.  If player 2 is to move, the board is
 * mirrored, which exchanges the players (R8.2).  So the side to move is not part of the key, and
 * six maps remain.
 *
 * What a disc decides follows from the groups around it: for each pair of colours, and for each
 * colour alone, Touch4 has the parts of the rim that a group touches (README.md, "What a disc
 * decides").
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/alliances/alliances_canon4.h"

enum {
    PATH_KINDS = 2, /* a chain or a fence */
    FAR = 7,        /* more discs than any shortest path across the board lacks: closed */
};

/* --- lookup tables --- */

static Spots small_set(const Space *space, Set set)
{
    Spots spots = 0;
    for (int n = 0; n < CELLS; n++)
        if (set_has(set, space->big_spot[n]))
            spots |= UINT64_C(1) << space->spot[n];
    return spots;
}

static Rim small_rim(const Space *space, const Ends *ends)
{
    return (Rim){ small_set(space, ends->one), small_set(space, ends->other) };
}

static void fill_cells(Space *space)
{
    for (int n = 0; n < CELLS; n++) {
        Step step = alliances_step(SIDE_HERE, 0, alliances_cell(SIDE_HERE, n));
        int  big = step_spot(step), spot = big / STRIDE * ROW + big % STRIDE;
        space->big_spot[n] = (uint8_t)big;
        space->spot[n] = (uint8_t)spot;
        space->number[spot] = (uint8_t)n;
        space->board |= UINT64_C(1) << spot;
    }
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        space->sides[colour] = small_rim(space, &ALLIANCES_BOARDS[SIDE_HERE].sides[colour]);
        space->arcs[colour] = small_rim(space, &ALLIANCES_BOARDS[SIDE_HERE].arcs[colour]);
    }
}

static int number_of_big(const Space *space, int big)
{
    return space->number[big / STRIDE * ROW + big % STRIDE];
}

static void fill_map(Space *space, int map)
{
    Alliances start;
    ALLIANCES_RULES.start(SIDE_HERE, &start.head);
    for (int n = 0; n < CELLS; n++) {
        Step mapped = ALLIANCES_SYMMETRY.map_step(&start.head, step_of(space->big_spot[n], 0), map);
        space->cell_map[map][n] = (uint8_t)number_of_big(space, step_spot(mapped));
        for (uint32_t set = 0; set < BYTE_SETS; set++)
            if ((set >> (n & 7) & 1) != 0)
                space->map[map][n >> 3][set] |= 1u << space->cell_map[map][n];
    }
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        space->map_colour[map][colour] = (uint8_t)alliances_map_colour(colour, map);
    for (uint32_t marks = 0; marks < MARKS; marks++)
        space->map_marks[map][marks] = (uint8_t)alliances_map_marks(marks, map);
}

/* Find the inverse of a map. */
static void fill_back(Space *space, int map)
{
    for (int back = 0; back < MAPS; back++) {
        bool undoes = true;
        for (int n = 0; n < CELLS; n++)
            undoes = undoes && space->cell_map[back][space->cell_map[map][n]] == n;
        if (undoes)
            space->back[map] = (uint8_t)back;
    }
}

/* --- keys --- */

static CanonKey pack(const Cells disc[ALLIANCES_COLOURS], uint32_t marks)
{
    return (CanonKey){ (uint64_t)disc[ALLIANCES_ORANGE] << CELLS | disc[ALLIANCES_PURPLE],
                       (uint64_t)marks << CELLS | disc[ALLIANCES_GREEN] };
}

static inline bool is_before(CanonKey a, CanonKey b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

/* The discs under the six symmetries after which player 1 is to move. */
typedef struct Images {
    int   first; /* of TURNS maps */
    Cells disc[TURNS][ALLIANCES_COLOURS];
} Images;

static void fill_images(const Space *space, const Board31 *board, int side, Images *images)
{
    images->first = side == 0 ? 0 : TURNS;
    for (int i = 0; i < TURNS; i++)
        for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
            int map = images->first + i;
            images->disc[i][space->map_colour[map][colour]] =
                mapped_cells(space, board->disc[colour], map);
        }
}

/* Return the canonical key, with one more disc of `colour` on `cell` unless `cell` is negative.
 * `*image` is the map that the key was made with. */
static CanonKey key_of(const Space *space, const Images *images, uint32_t marks, int cell,
                       int colour, uint8_t *image)
{
    CanonKey best = { UINT64_MAX, UINT64_MAX };
    for (int i = 0; i < TURNS; i++) {
        int   map = images->first + i;
        Cells disc[ALLIANCES_COLOURS];
        memcpy(disc, images->disc[i], sizeof disc);
        if (cell >= 0)
            disc[space->map_colour[map][colour]] |= 1u << space->cell_map[map][cell];
        CanonKey key = pack(disc, space->map_marks[map][marks]);
        if (is_before(key, best)) {
            best = key;
            *image = (uint8_t)map;
        }
    }
    return best;
}

static CanonKey encode(const void *opened, const Pos *pos)
{
    const Space *space = opened;
    Board31      board = { .marks = pos->extra };
    assert(pos->variant == SIDE_HERE);
    Images images;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (int n = 0; n < CELLS; n++)
            if (set_has(alliances_of(pos)->disc[colour], space->big_spot[n]))
                board.disc[colour] |= 1u << n;
    fill_images(space, &board, pos->side, &images);
    uint8_t image;
    return key_of(space, &images, board.marks, -1, 0, &image);
}

/* Write the position of a key.  False if the key belongs to none; any key may be passed. */
static bool decode(const void *opened, CanonKey key, Pos *out)
{
    const Space *space = opened;
    Board31      board = board_of_key(key);
    Alliances    p = { .head = { .variant = SIDE_HERE } };
    if (key.high >> 2 * CELLS != 0 || key.low >> CELLS >= MARKS ||
        winner_of(board.marks) != SIDE_NONE)
        return false;
    p.head.extra = (uint16_t)board.marks;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        for (Cells left = board.disc[colour]; left != 0; left &= left - 1)
            p.disc[colour] = set_or(p.disc[colour], set_bit(space->big_spot[__builtin_ctz(left)]));
    p.head.key = alliances_key(&p);
    if (ALLIANCES_RULES.check(&p.head, NULL) != STATUS_OK)
        return false;
    memcpy(out, &p, sizeof p);
    return true;
}

/* Every turn places a disc, so the number of discs grows and the graph of keys has no cycle. */
static uint32_t age(const void *opened, CanonKey key)
{
    const uint64_t all = (UINT64_C(1) << CELLS) - 1;
    (void)opened;
    return (uint32_t)(__builtin_popcountll(key.high) + __builtin_popcountll(key.low & all));
}

/* --- groups and the rim (R5) --- */

static uint32_t ends_met(const Rim *rim, Spots set)
{
    uint32_t met = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        met |= (uint32_t)((set & rim[colour].one) != 0) << colour |
               (uint32_t)((set & rim[colour].other) != 0) << (ALLIANCES_COLOURS + colour);
    return met;
}

void alliances4_touch(const Space *space, const Spots disc[ALLIANCES_COLOURS], Touch4 *touch)
{
    memset(touch, 0, sizeof *touch);
    for (int kind = 0; kind < KINDS; kind++) {
        int   colour = kind % ALLIANCES_COLOURS;
        Spots left = disc[colour] | (kind >= PAIRED ? disc[next_colour(colour)] : 0);
        while (left != 0) {
            Spots   group = fill(left & -left, left);
            uint8_t met = (uint8_t)ends_met(kind >= PAIRED ? space->sides : space->arcs, group);
            left &= ~group;
            for (; group != 0; group &= group - 1)
                touch->group[kind][lowest(group)] = met;
        }
    }
}

/* Return the ends that a group touches with a disc that touches `own` and has neighbours `near`. */
static uint32_t touched_by(const Touch4 *touch, int kind, Spots near, uint32_t own)
{
    for (; near != 0; near &= near - 1)
        own |= touch->group[kind][lowest(near)];
    return own;
}

static bool joins(uint32_t met, int colour)
{
    return (met >> colour & met >> (ALLIANCES_COLOURS + colour) & 1) != 0;
}

/* Return the marks with a colour awarded, unless it is already won (R5.4). */
static uint32_t marked(uint32_t marks, int colour, bool first, bool second)
{
    if (won_mark(marks, colour) != 0)
        return marks;
    return marks | (uint32_t)(first ? 1 : second ? 2 : 0) << 2 * colour;
}

uint32_t alliances4_marks(const Space *space, const Touch4 *touch, uint32_t marks, int spot,
                          int colour, int player)
{
    Spots    bit = UINT64_C(1) << spot, near = spread(bit) & space->board & ~bit;
    int      before = previous_colour(colour), after = next_colour(colour);
    uint32_t side = ends_met(space->sides, bit), arc = ends_met(space->arcs, bit);
    uint32_t alone = touched_by(touch, ALONE + colour, near, arc);
    uint32_t with_after = touched_by(touch, PAIRED + colour, near, side);
    uint32_t with_before = touched_by(touch, PAIRED + before, near, side);
    bool     first = joins(with_after, colour), second = joins(with_before, colour);
    marks = marked(marks, before, joins(with_before, before) || joins(alone, before), false);
    marks = marked(marks, after, false, joins(with_after, after) || joins(alone, after));
    return marked(marks, colour, first && (player == 0 || !second), second);
}

/* --- a heuristic value for move ordering; no proof depends on it --- */

/* A path of a player: how many discs it lacks, where a disc that serves it makes it shorter, and
 * where one that cuts it, having no detour, makes it longer. */
typedef struct PathInfo {
    int     missing;
    uint8_t friends; /* bits of colours */
    Spots   shorter, longer;
} PathInfo;

typedef struct PathInfos {
    PathInfo at[PLAYERS][ALLIANCES_COLOURS][PATH_KINDS];
} PathInfos;

/* Breadth-first search from one end: wave n is what n more discs reach.  Return the number of discs
 * that the path lacks, or FAR. */
static int spread_waves(Rim rim, Spots friends, Spots empty, Spots waves[FAR + 1])
{
    waves[0] = fill(rim.one & friends, friends);
    for (int n = 0; n < FAR; n++) {
        if ((waves[n] & rim.other) != 0)
            return n;
        Spots more = (spread(waves[n]) | rim.one) & empty;
        waves[n + 1] = fill(waves[n] | more, friends);
    }
    return FAR;
}

static PathInfo path_info(Rim rim, Spots friends, Spots empty)
{
    Spots    there[FAR + 1], back[FAR + 1];
    PathInfo path = { .missing = spread_waves(rim, friends, empty, there) };
    if (path.missing == FAR)
        return path;
    spread_waves((Rim){ rim.other, rim.one }, friends, empty, back);
    for (int n = 1; n <= path.missing; n++) {
        Spots layer =
            there[n] & ~there[n - 1] & back[path.missing + 1 - n] & ~back[path.missing - n] & empty;
        path.shorter |= layer;
        if ((layer & (layer - 1)) == 0)
            path.longer |= layer;
    }
    return path;
}

static void find_paths(const Space *space, const Spots disc[ALLIANCES_COLOURS], Spots empty,
                       PathInfos *paths)
{
    for (int player = 0; player < PLAYERS; player++)
        for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
            int       ally = player == 0 ? next_colour(colour) : previous_colour(colour);
            PathInfo *at = paths->at[player][colour];
            at[0] = path_info(space->sides[colour], disc[colour] | disc[ally], empty);
            at[0].friends = (uint8_t)(1u << colour | 1u << ally);
            at[1] = path_info(space->arcs[colour], disc[ally], empty);
            at[1].friends = (uint8_t)(1u << ally);
        }
}

static int missing_with(const PathInfo *path, Spots bit, int colour)
{
    bool is_friend = (path->friends >> colour & 1) != 0;
    if (path->missing == FAR)
        return FAR;
    return path->missing - (is_friend && (path->shorter & bit) != 0) +
           (!is_friend && (path->longer & bit) != 0);
}

/* Estimate how many discs a player lacks for two colours after one more disc on `bit`: the two
 * cheapest colours. */
static int discs_missing(const PathInfos *paths, int player, uint32_t marks, Spots bit, int colour)
{
    int sum = 0, most = 0;
    for (int c = 0; c < ALLIANCES_COLOURS; c++) {
        uint32_t mark = won_mark(marks, c);
        int      chain = missing_with(&paths->at[player][c][0], bit, colour);
        int      fence = missing_with(&paths->at[player][c][1], bit, colour);
        int      missing = mark == 0                      ? (chain < fence ? chain : fence)
                           : mark == (uint32_t)player + 1 ? 0
                                                          : FAR;
        sum += missing;
        most = missing > most ? missing : most;
    }
    return sum - most;
}

/* Return how good a disc looks for player 1: the work left for his opponent less his own.  WORK
 * grows steeply with the discs that are missing. */
static int16_t guess_of(const PathInfos *paths, uint32_t marks, Spots bit, int colour)
{
    static const int16_t WORK[] = { 0, 32, 200, 1000, 4000, 12000, 20000, 30000 };
    const int            last = sizeof WORK / sizeof WORK[0] - 1;
    int                  mine = discs_missing(paths, 0, marks, bit, colour);
    int                  others = discs_missing(paths, 1, marks, bit, colour);
    return (int16_t)(WORK[others < last ? others : last] - WORK[mine < last ? mine : last]);
}

/* --- moves of a key --- */

static int list_moves(const void *opened, CanonKey key, CanonMove *moves)
{
    const Space *space = opened;
    Board31      board = board_of_key(key);
    Spots        disc[ALLIANCES_COLOURS], empty = space->board;
    Images       images;
    Touch4       touch;
    PathInfos    paths;
    int          count = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        disc[colour] = spots_of(space, board.disc[colour]);
        empty &= ~disc[colour];
    }
    fill_images(space, &board, 1, &images);
    alliances4_touch(space, disc, &touch);
    find_paths(space, disc, empty, &paths);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        if (__builtin_popcount(board.disc[colour]) >= alliances_supply(SIDE_HERE))
            continue;
        for (Spots left = empty; left != 0; left &= left - 1) {
            int        spot = lowest(left);
            uint32_t   marks = alliances4_marks(space, &touch, board.marks, spot, colour, 0);
            int        winner = winner_of(marks);
            CanonMove *move = &moves[count++];
            *move = (CanonMove){ .kind = INDEX_OTHER,
                                 .turn = turn_number(space->number[spot], colour) };
            if (winner != SIDE_NONE) {
                move->over = (int8_t)(winner == 0 ? INDEX_WON : INDEX_LOST);
                continue;
            }
            move->key = key_of(space, &images, marks, space->number[spot], colour, &move->image);
            move->guess = guess_of(&paths, marks, left & -left, colour);
        }
    }
    return count;
}

/* --- the interface --- */

static bool covers(uint32_t variant)
{
    return variant == SIDE_HERE;
}

static void *open_space(uint32_t variant)
{
    Space *space = calloc(1, sizeof *space);
    (void)variant;
    if (space == NULL)
        return NULL;
    space->canon = &ALLIANCES_CANON4;
    fill_cells(space);
    for (int map = 0; map < MAPS; map++)
        fill_map(space, map);
    for (int map = 0; map < MAPS; map++)
        fill_back(space, map);
    return space;
}

static const RelevanceZones *zones(const void *opened)
{
    (void)opened;
    return &ALLIANCES_ZONES4;
}

const GameCanon ALLIANCES_CANON4 = {
    .covers = covers,
    .open = open_space,
    .close = free,
    .encode = encode,
    .decode = decode,
    .age = age,
    .moves = list_moves,
    .zones = zones,
};
