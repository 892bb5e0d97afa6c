/* SPDX-License-Identifier: MIT
 *
 * alliances_zone4.c - relevance zones of side 4: conditions under which a position is won.
 *
 * Call the winner W and the loser L.  A zone states, for every cell, what may be there: any of the
 * colours, or nothing.  W wins every position with the same player to move in which all cells hold
 * what they may, W has won the colours that the zone names, and the supply has the discs that the
 * zone needs.
 *
 * At the end W has two colours.  A colour that he won before the last disc is named.  For a colour
 * that the last disc won, the zone demands evidence on the board and nothing more:
 *
 *     a fence of W, which every chain of L would have to cross, and a line of cells from side to
 *     side, none of which serves a fence of L;
 *     or a chain of W, which every fence of L would have to cross, and a line of cells from arc to
 *     arc, none of which serves a chain of L.  If W moves last, this must hold before his disc: if
 *     the disc completes both chains, the colour is his (R5.5).
 *
 * Discs never leave the board.  So L, who has no chain and no fence in this colour now, never had
 * one, and the colour goes to W whatever else is on the board.
 *
 * Propagation by one turn back: if W moves, the cell of his disc must be empty, and the supply needs
 * one more disc.  If L moves, each of his turns needs a zone that holds after it, and all these
 * zones must hold except for the cell that L takes.  A cell that is taken in the position at hand
 * may be empty only if a zone also answers L's turn there.  (If L cannot move at all, the board is
 * full and W has won: take L's last disc back, and the zone that answers it shows this.)
 */
#include <assert.h>
#include <string.h>

#include "games/alliances/alliances_canon4.h"

/* The states of a cell: a colour, or EMPTY. */
enum { EMPTY = ALLIANCES_COLOURS, STATES = EMPTY + 1 };

static const Cells EVERY_CELL = (1u << CELLS) - 1;

typedef struct Zone {
    Cells   may[STATES];             /* the cells that may be in each state */
    uint8_t won;                     /* one bit per colour that W must have won */
    uint8_t need[ALLIANCES_COLOURS]; /* discs that the supply must have */
} Zone;

_Static_assert(sizeof(Zone) == sizeof(RelevanceZone), "a Zone must fit a RelevanceZone");

static Zone zone_of(const RelevanceZone *packed)
{
    Zone zone;
    memcpy(&zone, packed, sizeof zone);
    return zone;
}

static RelevanceZone packed_zone(const Zone *zone)
{
    RelevanceZone packed;
    memcpy(&packed, zone, sizeof packed);
    return packed;
}

/* The weakest zone: every cell may hold anything. */
static Zone no_demands(void)
{
    return (Zone){ .may = { EVERY_CELL, EVERY_CELL, EVERY_CELL, EVERY_CELL } };
}

static Cells cells_of(const Space *space, Spots spots)
{
    Cells cells = 0;
    for (; spots != 0; spots &= spots - 1)
        cells |= 1u << space->number[lowest(spots)];
    return cells;
}

static uint32_t colours_won(uint32_t marks, int player)
{
    uint32_t won = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        won |= (uint32_t)(won_mark(marks, colour) == (uint32_t)player + 1) << colour;
    return won;
}

static Cells taken_cells(const Board31 *board)
{
    return board->disc[0] | board->disc[1] | board->disc[2];
}

static int supply_left(const Board31 *board, int colour)
{
    return alliances_supply(SIDE_HERE) - __builtin_popcount(board->disc[colour]);
}

/* Map a zone from the image of a child position to that of its parent. */
static Zone mapped_back(const Space *space, const RelevanceZone *after, int image)
{
    Zone from = zone_of(after), to = { .won = 0 };
    int  map = space->back[image];
    to.may[EMPTY] = mapped_cells(space, from.may[EMPTY], map);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int there = space->map_colour[map][colour];
        to.may[there] = mapped_cells(space, from.may[colour], map);
        to.need[there] = from.need[colour];
        to.won |= (uint8_t)((from.won >> colour & 1) << there);
    }
    return to;
}

/* --- evidence --- */

/* The board after a disc, and who wins. */
typedef struct Scene {
    const Space *space;
    Spots        disc[ALLIANCES_COLOURS], empty, last;
    int          winner;
    bool         by_winner; /* the winner placed the last disc */
} Scene;

/* 0-1 breadth-first search: find a cheapest path over spots of `over` between two parts of the rim,
 * where spots of `free` cost nothing.  True if there is one; `path` gets its spots that are not
 * free. */
static bool find_path(Rim rim, Spots over, Spots free, Spots *path)
{
    Spots wave[CELLS + 1], rest = over & ~free;
    int   n = 0;
    *path = 0;
    wave[0] = fill(rim.one & free, free);
    while ((wave[n] & rim.other) == 0) {
        Spots more = (spread(wave[n]) | rim.one) & rest & ~wave[n];
        if (more == 0)
            return false;
        wave[n + 1] = fill(wave[n] | more, free);
        n++;
    }
    /* Walk back, one spot that is not free per wave. */
    for (Spots at = wave[n] & rim.other; n > 0; n--) {
        Spots here = wave[n] & ~wave[n - 1];
        Spots group = fill(at & -at, here & free) & here;
        Spots gate = group & rest;
        if (gate == 0)
            gate = spread(group) & here & rest;
        gate &= spread(wave[n - 1]) | (n == 1 ? rim.one : 0);
        gate &= -gate;
        *path |= gate;
        at = spread(gate) & wave[n - 1];
        if (at == 0) /* the path begins at the rim here */
            break;
    }
    return true;
}

static void forbid(Zone *zone, int state, Cells cells)
{
    zone->may[state] &= ~cells;
}

/* Return the spots where a zone already forbids all of these states; demanding it again is free. */
static Spots spots_without(const Space *space, const Zone *zone, uint32_t states)
{
    Cells allowed = 0;
    for (int state = 0; state < STATES; state++)
        allowed |= (states >> state & 1) != 0 ? zone->may[state] : 0;
    return spots_of(space, EVERY_CELL & ~allowed);
}

/* A zone with the evidence for a colour added, and the number of states it forbids in addition. */
typedef struct Evidence {
    Zone zone;
    int  cost;
} Evidence;

/* Forbid the states on the spots. */
static void demand(Evidence *evidence, const Space *space, Spots spots, uint32_t states)
{
    Cells cells = cells_of(space, spots);
    for (int state = 0; state < STATES; state++)
        if ((states >> state & 1) != 0) {
            evidence->cost += __builtin_popcount(cells & evidence->zone.may[state]);
            forbid(&evidence->zone, state, cells);
        }
}

/* The two lines of an evidence: W's chain or fence, and the line that cuts L's counterpart. */
typedef struct Lines {
    Rim      own, cut;
    Spots    own_over, cut_over;
    uint32_t own_wrong, cut_wrong; /* states that break them */
} Lines;

static bool find_lines(const Scene *scene, const Lines *lines, const Zone *zone, Evidence *out)
{
    const Space *space = scene->space;
    Spots        path, mine = scene->by_winner ? scene->last : 0;
    Spots        over = lines->own_over;
    *out = (Evidence){ *zone, 0 };
    if (!find_path(lines->own, over, over & (mine | spots_without(space, zone, lines->own_wrong)),
                   &path))
        return false;
    demand(out, space, path, lines->own_wrong);
    over = lines->cut_over | mine;
    if (!find_path(lines->cut, over,
                   over & (mine | spots_without(space, &out->zone, lines->cut_wrong)), &path))
        return false;
    demand(out, space, path, lines->cut_wrong);
    return true;
}

static bool find_fence(const Scene *scene, int colour, const Zone *zone, Evidence *out)
{
    int   ally = ally_of(scene->winner, colour), foe = ally_of(1 - scene->winner, colour);
    Lines lines = {
        .own = scene->space->arcs[colour],
        .own_over = scene->disc[ally],
        .own_wrong = 1u << foe | 1u << colour | 1u << EMPTY,
        .cut = scene->space->sides[colour],
        .cut_over = scene->empty | scene->disc[ally] | scene->disc[colour],
        .cut_wrong = 1u << foe,
    };
    return find_lines(scene, &lines, zone, out);
}

static bool find_chain(const Scene *scene, int colour, const Zone *zone, Evidence *out)
{
    int   ally = ally_of(scene->winner, colour), foe = ally_of(1 - scene->winner, colour);
    Lines lines = {
        .own = scene->space->sides[colour],
        .own_over = scene->disc[colour] | scene->disc[ally],
        .own_wrong = 1u << foe | 1u << EMPTY,
        .cut = scene->space->arcs[colour],
        .cut_over = scene->empty | scene->disc[ally],
        .cut_wrong = 1u << foe | 1u << colour,
    };
    return find_lines(scene, &lines, zone, out);
}

/* Find the cheaper evidence that the last disc won this open colour.  False if it did not. */
static bool find_evidence(const Scene *scene, int colour, const Zone *zone, Evidence *best)
{
    Evidence other;
    bool     has_fence = find_fence(scene, colour, zone, best);
    if (!find_chain(scene, colour, zone, &other))
        return has_fence;
    if (!has_fence || other.cost < best->cost)
        *best = other;
    return true;
}

/* Find a zone for the end of the game: the colours that W had, and the cheapest evidence for the
 * others that he needs.  Greedy, one colour after the other. */
static bool find_end(const Scene *scene, uint32_t marks, Zone *out)
{
    Zone     zone = no_demands();
    uint32_t open = 7u & ~colours_won(marks, 0) & ~colours_won(marks, 1);
    int      count = __builtin_popcount(colours_won(marks, scene->winner));
    zone.won = (uint8_t)colours_won(marks, scene->winner);
    for (; count < 2; count++) {
        Evidence best = { .cost = -1 }, one;
        int      which = -1;
        for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
            if ((open >> colour & 1) != 0 && find_evidence(scene, colour, &zone, &one) &&
                (which < 0 || one.cost < best.cost)) {
                best = one;
                which = colour;
            }
        if (which < 0)
            return false;
        zone = best.zone;
        open &= ~(1u << which);
    }
    *out = zone;
    return true;
}

/* --- propagation over a turn --- */

static Scene scene_of(const Space *space, const Board31 *board, int cell, int colour)
{
    Scene scene = { .space = space, .empty = space->board };
    scene.last = UINT64_C(1) << space->spot[cell];
    for (int c = 0; c < ALLIANCES_COLOURS; c++) {
        scene.disc[c] = spots_of(space, board->disc[c]) | (c == colour ? scene.last : 0);
        scene.empty &= ~scene.disc[c];
    }
    return scene;
}

/* Undo W's disc: the cell must be empty, and the supply needs one more. */
static void take_disc_back(Zone *zone, int cell, int colour)
{
    for (int state = 0; state < STATES; state++)
        forbid(zone, state, 1u << cell);
    zone->may[EMPTY] |= 1u << cell;
    zone->need[colour]++;
}

/* RelevanceZones.before. */
static void before(const void *opened, CanonKey key, const CanonMove *move,
                   const RelevanceZone *after, bool has_won, RelevanceZone *out)
{
    const Space *space = opened;
    Board31      board = board_of_key(key);
    int          cell = move->turn >> 2, colour = move->turn & 3;
    Scene        scene = scene_of(space, &board, cell, colour);
    Zone         zone;
    bool         found = true;
    scene.winner = has_won ? 0 : 1;
    scene.by_winner = has_won;
    if (after == NULL) {
        found = find_end(&scene, board.marks, &zone);
    } else {
        zone = mapped_back(space, after, move->image);
        uint32_t fresh = zone.won & ~colours_won(board.marks, scene.winner);
        zone.won &= (uint8_t)~fresh;
        for (int c = 0; c < ALLIANCES_COLOURS && found; c++) {
            Evidence evidence;
            if ((fresh >> c & 1) == 0)
                continue;
            found = find_evidence(&scene, c, &zone, &evidence);
            zone = evidence.zone;
        }
    }
    assert(found && "a won colour always has evidence");
    (void)found;
    if (has_won)
        take_disc_back(&zone, cell, colour);
    *out = packed_zone(&zone);
}

/* --- turns of L --- */

/* Return the cells that violate the zone. */
static Cells wrong_cells(const Board31 *board, const Zone *zone)
{
    Cells wrong = EVERY_CELL & ~taken_cells(board) & ~zone->may[EMPTY];
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        wrong |= board->disc[colour] & ~zone->may[colour];
    return wrong;
}

/* True if the supply has what the zone needs after a disc of colour `next`, or -1 for none. */
static bool is_supplied(const Board31 *board, const Zone *zone, int next)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (supply_left(board, colour) - (colour == next) < zone->need[colour])
            return false;
    return true;
}

/* True if the zone holds after L's turn; `wrong` are the cells that violate it before. */
static bool holds_after(const Board31 *board, const Zone *zone, Cells wrong, int turn)
{
    Cells bit = 1u << (turn >> 2);
    int   colour = turn & 3;
    return (wrong & ~bit) == 0 && (zone->may[colour] & bit) != 0 &&
           is_supplied(board, zone, colour);
}

static bool covers_move(const void *opened, CanonKey key, const RelevanceZone *packed,
                        const CanonMove *move)
{
    Board31 board = board_of_key(key);
    Zone    zone = zone_of(packed);
    (void)opened;
    return (zone.won & ~colours_won(board.marks, 1)) == 0 &&
           holds_after(&board, &zone, wrong_cells(&board, &zone), move->turn);
}

/* RelevanceZones.threats: zones of W's immediate wins if L does not stop them. */
static int threats(const void *opened, CanonKey key, RelevanceZone zones[CANON_THREATS_MAX])
{
    const Space *space = opened;
    Board31      board = board_of_key(key);
    Spots        disc[ALLIANCES_COLOURS], empty = space->board;
    Touch4       touch;
    int          count = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        disc[colour] = spots_of(space, board.disc[colour]);
        empty &= ~disc[colour];
    }
    alliances4_touch(space, disc, &touch);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        if (supply_left(&board, colour) <= 0)
            continue;
        for (Spots left = empty; left != 0 && count < CANON_THREATS_MAX; left &= left - 1) {
            int spot = lowest(left), cell = space->number[spot];
            if (winner_of(alliances4_marks(space, &touch, board.marks, spot, colour, 1)) != 1)
                continue;
            Scene scene = scene_of(space, &board, cell, colour);
            Zone  zone;
            scene.winner = 1;
            scene.by_winner = true;
            bool found = find_end(&scene, board.marks, &zone);
            assert(found);
            if (!found)
                continue;
            take_disc_back(&zone, cell, colour);
            zones[count++] = packed_zone(&zone);
        }
    }
    return count;
}

/* --- all turns of L --- */

/* The intersection of zones that answer L's turns.  A zone is broad if it answers turns on more than
 * one cell; a narrow one need not hold on its own cell. */
typedef struct Sum {
    const Board31 *board;
    Zone           all;
    Cells          answered[ALLIANCES_COLOURS]; /* cells where a broad zone answers this colour */
    uint8_t        broad_need[ALLIANCES_COLOURS];
    Cells          left[ALLIANCES_COLOURS]; /* turns that no zone answers yet */
} Sum;

/* Add a zone if it answers a turn that is still left. */
static void add_zone(Sum *sum, const Zone *zone)
{
    Cells wrong = wrong_cells(sum->board, zone), cells = 0;
    Cells turns[ALLIANCES_COLOURS];
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        turns[colour] = 0;
        for (Cells left = sum->left[colour]; left != 0; left &= left - 1)
            if (holds_after(sum->board, zone, wrong, turn_number(__builtin_ctz(left), colour)))
                turns[colour] |= left & -left;
        cells |= turns[colour];
        sum->left[colour] &= ~turns[colour];
    }
    if (cells == 0)
        return;
    bool  is_broad = (cells & (cells - 1)) != 0;
    Cells own = is_broad ? 0 : cells;
    for (int state = 0; state < STATES; state++)
        sum->all.may[state] &= zone->may[state] | own;
    sum->all.won |= zone->won;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int need = zone->need[colour] + (turns[colour] != 0 && zone->need[colour] != 0);
        int most = zone->need[colour] + (zone->need[colour] != 0);
        if (need > sum->all.need[colour])
            sum->all.need[colour] = (uint8_t)need;
        if (is_broad && most > sum->broad_need[colour])
            sum->broad_need[colour] = (uint8_t)most;
        if (is_broad)
            sum->answered[colour] |= zone->may[colour];
    }
}

/* The strongest zone: exactly this board. */
static Zone exact_zone(const Board31 *board)
{
    Zone zone = { .won = (uint8_t)colours_won(board->marks, 1) };
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        zone.may[colour] = board->disc[colour];
    zone.may[EMPTY] = EVERY_CELL & ~taken_cells(board);
    return zone;
}

/* Allow taken cells to be empty if every disc of L there is answered. */
static void free_cells(Sum *sum)
{
    Cells taken = taken_cells(sum->board);
    Cells open = sum->answered[0] & sum->answered[1] & sum->answered[2];
    bool  is_supplied_then = true;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        is_supplied_then =
            is_supplied_then && sum->broad_need[colour] <= supply_left(sum->board, colour);
    sum->all.may[EMPTY] &= ~taken | (is_supplied_then ? open : 0);
    for (int colour = 0; colour < ALLIANCES_COLOURS && (sum->all.may[EMPTY] & taken) != 0; colour++)
        if (sum->broad_need[colour] > sum->all.need[colour])
            sum->all.need[colour] = sum->broad_need[colour];
}

/* Return how much a zone allows.  `join` adds broad zones first: they answer many turns. */
static int breadth(const RelevanceZone *packed)
{
    Zone zone = zone_of(packed);
    int  sum = 0;
    for (int state = 0; state < STATES; state++)
        sum += __builtin_popcount(zone.may[state]);
    return sum;
}

/* RelevanceZones.join.  If a colour is used up, or the sum is not sound for this board, fall back to
 * the exact board. */
static void join(const void *opened, CanonKey key, const CanonLoss *losses, int count,
                 const RelevanceZone *threats_here, int threat_count, RelevanceZone *out)
{
    Board31              board = board_of_key(key);
    Sum                  sum = { .board = &board, .all = no_demands() };
    const RelevanceZone *next[CELLS * ALLIANCES_COLOURS + CANON_THREATS_MAX];
    uint8_t              size[CELLS * ALLIANCES_COLOURS + CANON_THREATS_MAX];
    int                  zones = 0;
    bool                 is_supplied_fully = true;
    (void)opened;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        sum.left[colour] = EVERY_CELL & ~taken_cells(&board);
        is_supplied_fully = is_supplied_fully && supply_left(&board, colour) > 0;
    }
    Zone exact = exact_zone(&board);
    if (!is_supplied_fully) {
        *out = packed_zone(&exact);
        return;
    }
    assert(threat_count <= CANON_THREATS_MAX && count <= CELLS * ALLIANCES_COLOURS);
    for (int i = 0; i < threat_count; i++)
        next[zones++] = &threats_here[i];
    for (int i = 0; i < count; i++)
        if (losses[i].zone != NULL)
            next[zones++] = losses[i].zone;
    for (int i = 0; i < zones; i++)
        size[i] = (uint8_t)breadth(next[i]);
    for (int left = zones; left > 0; left--) {
        int best = 0;
        for (int i = 1; i < left; i++)
            if (size[i] > size[best])
                best = i;
        Zone zone = zone_of(next[best]);
        add_zone(&sum, &zone);
        next[best] = next[left - 1];
        size[best] = size[left - 1];
    }
    free_cells(&sum);
    bool is_whole = (sum.left[0] | sum.left[1] | sum.left[2]) == 0;
    assert(is_whole);
    if (!is_whole || !is_supplied(&board, &sum.all, -1))
        sum.all = exact;
    *out = packed_zone(&sum.all);
}

static Board31 image_of(const Space *space, const Board31 *board, int map)
{
    Board31 image = { .marks = space->map_marks[map][board->marks] };
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        image.disc[space->map_colour[map][colour]] = mapped_cells(space, board->disc[colour], map);
    return image;
}

/* RelevanceZones.meets: true if some rotation of the position satisfies the zone. */
static bool meets(const void *opened, CanonKey key, const RelevanceZone *packed, bool wins)
{
    const Space *space = opened;
    Board31      board = board_of_key(key);
    Zone         zone = zone_of(packed);
    for (int map = 0; map < TURNS; map++) {
        Board31 image = image_of(space, &board, map);
        if (wrong_cells(&image, &zone) == 0 && is_supplied(&image, &zone, -1) &&
            (zone.won & ~colours_won(image.marks, wins ? 0 : 1)) == 0)
            return true;
    }
    return false;
}

const RelevanceZones ALLIANCES_ZONES4 = {
    .before = before,
    .covers = covers_move,
    .threats = threats,
    .join = join,
    .meets = meets,
};
