/* SPDX-License-Identifier: MIT
 *
 * alliances_reason4.c - why a position of side 4 is won: which cells must hold what.
 *
 * A reason has, for every cell, what may be there: each of the colours, or nothing.  It says that W, the one
 * who wins, does so in every position in which all cells hold what they may, W has won the colours that
 * the reason names, and the supply has so many discs of each colour; whoever is to move is part of what
 * is asked.  (L is the other.)
 *
 * At the end W has two colours.  One that he has had for long is named.  For one that the last disc gave
 * him there is evidence on the board, and only that is demanded:
 *
 *     a fence, which a chain of L's would have to cross, and cells from side to side none of which serves
 *     a fence of L's;
 *     or a chain, which a fence of L's would have to cross, and cells from arc to arc none of which
 *     serves a chain of L's.  Where W moves this is so before his disc falls, for if that completes both
 *     chains the colour is his (R5.5).
 *
 * Discs never leave, so L, who has no chain or fence in this colour now, never had one: whatever else is on
 * the board, the colour falls to W now, if it is not his yet.
 *
 * A step back: where W moves, the cell of his disc must be empty, and there is one disc less in the supply.
 * Where L moves, each of his turns is answered by a reason that holds after it, and all reasons must hold
 * except for the cell that he takes.  A cell that is taken here may be empty only if L's playing there is
 * answered as well.  (If L cannot play at all the board is full, and W has won: fill a cell in which L could
 * have played last, and the reason that answers this says so.)
 */
#include <assert.h>
#include <string.h>

#include "games/alliances/alliances_canon4.h"

enum { EMPTY = ALLIANCES_COLOURS, STATES = EMPTY + 1 };

static const Cells EVERY_CELL = (1u << CELLS) - 1;

typedef struct Claim {
    Cells   may[STATES];
    uint8_t won; /* bits of colours: W has them already */
    uint8_t need[ALLIANCES_COLOURS];
} Claim;

_Static_assert(sizeof(Claim) == sizeof(RelevanceZone), "a reason has another size");

static Claim reason_of(const RelevanceZone *packed)
{
    Claim reason;
    memcpy(&reason, packed, sizeof reason);
    return reason;
}

static RelevanceZone packed_of(const Claim *reason)
{
    RelevanceZone packed;
    memcpy(&packed, reason, sizeof packed);
    return packed;
}

static Claim no_demands(void)
{
    return (Claim){ .may = { EVERY_CELL, EVERY_CELL, EVERY_CELL, EVERY_CELL } };
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

/* A reason in the image of a kid, in that of the position before it. */
static Claim mapped_back(const Space *space, const RelevanceZone *after, int image)
{
    Claim from = reason_of(after), to = { .won = 0 };
    int   map = space->back[image];
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

/* What is on the board after a disc, whose it was, and who wins. */
typedef struct Scene {
    const Space *space;
    Spots        disc[ALLIANCES_COLOURS], empty, last;
    int          winner;
    bool         by_winner; /* the last disc was his */
} Scene;

/* The cheapest way between two parts of the rim, where spots of `free` cost nothing: whether there is one,
 * and its spots that are not free. */
static bool find_way(Rim rim, Spots over, Spots free, Spots *way)
{
    Spots wave[CELLS + 1], rest = over & ~free;
    int   n = 0;
    *way = 0;
    wave[0] = fill(rim.one & free, free);
    while ((wave[n] & rim.other) == 0) {
        Spots more = (spread(wave[n]) | rim.one) & rest & ~wave[n];
        if (more == 0)
            return false;
        wave[n + 1] = fill(wave[n] | more, free);
        n++;
    }
    for (Spots at = wave[n] & rim.other; n > 0; n--) {
        Spots here = wave[n] & ~wave[n - 1];
        Spots group = fill(at & -at, here & free) & here;
        Spots gate = group & rest;
        if (gate == 0)
            gate = spread(group) & here & rest;
        gate &= spread(wave[n - 1]) | (n == 1 ? rim.one : 0);
        gate &= -gate;
        *way |= gate;
        at = spread(gate) & wave[n - 1];
        if (at == 0) /* the rim itself */
            break;
    }
    return true;
}

static void forbid(Claim *reason, int state, Cells cells)
{
    reason->may[state] &= ~cells;
}

/* Spots where a reason allows none of these states. */
static Spots spots_without(const Space *space, const Claim *reason, uint32_t states)
{
    Cells allowed = 0;
    for (int state = 0; state < STATES; state++)
        allowed |= (states >> state & 1) != 0 ? reason->may[state] : 0;
    return spots_of(space, EVERY_CELL & ~allowed);
}

typedef struct Evidence {
    Claim reason;
    int   cost; /* states forbidden */
} Evidence;

static void demand(Evidence *evidence, const Space *space, Spots spots, uint32_t states)
{
    Cells cells = cells_of(space, spots);
    for (int state = 0; state < STATES; state++)
        if ((states >> state & 1) != 0) {
            evidence->cost += __builtin_popcount(cells & evidence->reason.may[state]);
            forbid(&evidence->reason, state, cells);
        }
}

static int ally_of(int player, int colour)
{
    return player == 0 ? next_colour(colour) : previous_colour(colour);
}

/* A line that W has, and one that keeps L from having the like. */
typedef struct Lines {
    Rim      own, cut;
    Spots    own_over, cut_over;
    uint32_t own_wrong, cut_wrong; /* states that break them */
} Lines;

static bool find_lines(const Scene *scene, const Lines *lines, const Claim *reason, Evidence *out)
{
    const Space *space = scene->space;
    Spots        way, mine = scene->by_winner ? scene->last : 0;
    Spots        over = lines->own_over;
    *out = (Evidence){ *reason, 0 };
    if (!find_way(lines->own, over, over & (mine | spots_without(space, reason, lines->own_wrong)),
                  &way))
        return false;
    demand(out, space, way, lines->own_wrong);
    over = lines->cut_over | mine;
    if (!find_way(lines->cut, over,
                  over & (mine | spots_without(space, &out->reason, lines->cut_wrong)), &way))
        return false;
    demand(out, space, way, lines->cut_wrong);
    return true;
}

static bool find_fence(const Scene *scene, int colour, const Claim *reason, Evidence *out)
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
    return find_lines(scene, &lines, reason, out);
}

static bool find_chain(const Scene *scene, int colour, const Claim *reason, Evidence *out)
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
    return find_lines(scene, &lines, reason, out);
}

/* That this open colour is won by the last disc; false if it is not. */
static bool find_evidence(const Scene *scene, int colour, const Claim *reason, Evidence *best)
{
    Evidence other;
    bool     has_fence = find_fence(scene, colour, reason, best);
    if (!find_chain(scene, colour, reason, &other))
        return has_fence;
    if (!has_fence || other.cost < best->cost)
        *best = other;
    return true;
}

/* The game is over: the colours that W had, and the cheapest evidence for what he misses of two. */
static bool find_end(const Scene *scene, uint32_t marks, Claim *out)
{
    Claim    reason = no_demands();
    uint32_t open = 7u & ~colours_won(marks, 0) & ~colours_won(marks, 1);
    int      count = __builtin_popcount(colours_won(marks, scene->winner));
    reason.won = (uint8_t)colours_won(marks, scene->winner);
    for (; count < 2; count++) {
        Evidence best = { .cost = -1 }, one;
        int      which = -1;
        for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
            if ((open >> colour & 1) != 0 && find_evidence(scene, colour, &reason, &one) &&
                (which < 0 || one.cost < best.cost)) {
                best = one;
                which = colour;
            }
        if (which < 0)
            return false;
        reason = best.reason;
        open &= ~(1u << which);
    }
    *out = reason;
    return true;
}

/* --- a step back --- */

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

static void take_disc_back(Claim *reason, int cell, int colour)
{
    for (int state = 0; state < STATES; state++)
        forbid(reason, state, 1u << cell);
    reason->may[EMPTY] |= 1u << cell;
    reason->need[colour]++;
}

static void before(const void *opened, CanonKey key, const CanonMove *way,
                   const RelevanceZone *after, bool has_won, RelevanceZone *out)
{
    const Space *space = opened;
    Board31      board = board_of_key(key);
    int          cell = way->turn >> 2, colour = way->turn & 3;
    Scene        scene = scene_of(space, &board, cell, colour);
    Claim        reason;
    bool         found = true;
    scene.winner = has_won ? 0 : 1;
    scene.by_winner = has_won;
    if (after == NULL) {
        found = find_end(&scene, board.marks, &reason);
    } else {
        reason = mapped_back(space, after, way->image);
        uint32_t fresh = reason.won & ~colours_won(board.marks, scene.winner);
        reason.won &= (uint8_t)~fresh;
        for (int c = 0; c < ALLIANCES_COLOURS && found; c++) {
            Evidence evidence;
            if ((fresh >> c & 1) == 0)
                continue;
            found = find_evidence(&scene, c, &reason, &evidence);
            reason = evidence.reason;
        }
    }
    assert(found);
    (void)found;
    if (has_won)
        take_disc_back(&reason, cell, colour);
    *out = packed_of(&reason);
}

/* --- turns of L --- */

/* Cells that hold what they may not. */
static Cells wrong_cells(const Board31 *board, const Claim *reason)
{
    Cells wrong = EVERY_CELL & ~taken_cells(board) & ~reason->may[EMPTY];
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        wrong |= board->disc[colour] & ~reason->may[colour];
    return wrong;
}

static bool is_supplied(const Board31 *board, const Claim *reason, int next)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (supply_left(board, colour) - (colour == next) < reason->need[colour])
            return false;
    return true;
}

static bool holds_after(const Board31 *board, const Claim *reason, Cells wrong, int turn)
{
    Cells bit = 1u << (turn >> 2);
    int   colour = turn & 3;
    return (wrong & ~bit) == 0 && (reason->may[colour] & bit) != 0 &&
           is_supplied(board, reason, colour);
}

static bool covers_way(const void *opened, CanonKey key, const RelevanceZone *packed,
                       const CanonMove *way)
{
    Board31 board = board_of_key(key);
    Claim   reason = reason_of(packed);
    (void)opened;
    return (reason.won & ~colours_won(board.marks, 1)) == 0 &&
           holds_after(&board, &reason, wrong_cells(&board, &reason), way->turn);
}

static int threats(const void *opened, CanonKey key, RelevanceZone reasons[CANON_THREATS_MAX])
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
            Claim reason;
            scene.winner = 1;
            scene.by_winner = true;
            bool found = find_end(&scene, board.marks, &reason);
            assert(found);
            if (!found)
                continue;
            take_disc_back(&reason, cell, colour);
            reasons[count++] = packed_of(&reason);
        }
    }
    return count;
}

/* --- all turns of L --- */

/* Reasons that are put together. */
typedef struct Sum {
    const Board31 *board;
    Claim          all;
    Cells   answered[ALLIANCES_COLOURS]; /* wherever L plays this colour, by a broad reason */
    uint8_t broad_need[ALLIANCES_COLOURS];
    Cells   left[ALLIANCES_COLOURS]; /* turns that no reason answers yet */
} Sum;

static void add_reason(Sum *sum, const Claim *reason)
{
    Cells wrong = wrong_cells(sum->board, reason), cells = 0;
    Cells turns[ALLIANCES_COLOURS];
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        turns[colour] = 0;
        for (Cells left = sum->left[colour]; left != 0; left &= left - 1)
            if (holds_after(sum->board, reason, wrong, turn_number(__builtin_ctz(left), colour)))
                turns[colour] |= left & -left;
        cells |= turns[colour];
        sum->left[colour] &= ~turns[colour];
    }
    if (cells == 0)
        return;
    bool  is_broad = (cells & (cells - 1)) != 0;
    Cells own = is_broad ? 0 : cells;
    for (int state = 0; state < STATES; state++)
        sum->all.may[state] &= reason->may[state] | own;
    sum->all.won |= reason->won;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int need = reason->need[colour] + (turns[colour] != 0 && reason->need[colour] != 0);
        int most = reason->need[colour] + (reason->need[colour] != 0);
        if (need > sum->all.need[colour])
            sum->all.need[colour] = (uint8_t)need;
        if (is_broad && most > sum->broad_need[colour])
            sum->broad_need[colour] = (uint8_t)most;
        if (is_broad)
            sum->answered[colour] |= reason->may[colour];
    }
}

static Claim exact_reason(const Board31 *board)
{
    Claim reason = { .won = (uint8_t)colours_won(board->marks, 1) };
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        reason.may[colour] = board->disc[colour];
    reason.may[EMPTY] = EVERY_CELL & ~taken_cells(board);
    return reason;
}

/* Cells that are taken may be empty where every disc of L's there is answered. */
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

static int breadth(const RelevanceZone *packed)
{
    Claim reason = reason_of(packed);
    int   sum = 0;
    for (int state = 0; state < STATES; state++)
        sum += __builtin_popcount(reason.may[state]);
    return sum;
}

static void join(const void *opened, CanonKey key, const CanonLoss *losses, int count,
                 const RelevanceZone *threats_here, int threat_count, RelevanceZone *out)
{
    Board31              board = board_of_key(key);
    Sum                  sum = { .board = &board, .all = no_demands() };
    const RelevanceZone *next[CELLS * ALLIANCES_COLOURS + CANON_THREATS_MAX];
    uint8_t              size[CELLS * ALLIANCES_COLOURS + CANON_THREATS_MAX];
    int                  reasons = 0;
    bool                 is_supplied_fully = true;
    (void)opened;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        sum.left[colour] = EVERY_CELL & ~taken_cells(&board);
        is_supplied_fully = is_supplied_fully && supply_left(&board, colour) > 0;
    }
    Claim exact = exact_reason(&board);
    if (!is_supplied_fully) {
        *out = packed_of(&exact);
        return;
    }
    for (int i = 0; i < threat_count; i++)
        next[reasons++] = &threats_here[i];
    for (int i = 0; i < count; i++)
        if (losses[i].zone != NULL)
            next[reasons++] = losses[i].zone;
    for (int i = 0; i < reasons; i++)
        size[i] = (uint8_t)breadth(next[i]);
    for (int left = reasons; left > 0; left--) {
        int best = 0;
        for (int i = 1; i < left; i++)
            if (size[i] > size[best])
                best = i;
        Claim reason = reason_of(next[best]);
        add_reason(&sum, &reason);
        next[best] = next[left - 1];
        size[best] = size[left - 1];
    }
    free_cells(&sum);
    bool is_whole = (sum.left[0] | sum.left[1] | sum.left[2]) == 0;
    assert(is_whole);
    if (!is_whole || !is_supplied(&board, &sum.all, -1))
        sum.all = exact;
    *out = packed_of(&sum.all);
}

static Board31 image_of(const Space *space, const Board31 *board, int map)
{
    Board31 image = { .marks = space->map_marks[map][board->marks] };
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        image.disc[space->map_colour[map][colour]] = mapped_cells(space, board->disc[colour], map);
    return image;
}

static bool meets(const void *opened, CanonKey key, const RelevanceZone *packed, bool wins)
{
    const Space *space = opened;
    Board31      board = board_of_key(key);
    Claim        reason = reason_of(packed);
    for (int map = 0; map < TURNS; map++) {
        Board31 image = image_of(space, &board, map);
        if (wrong_cells(&image, &reason) == 0 && is_supplied(&image, &reason, -1) &&
            (reason.won & ~colours_won(image.marks, wins ? 0 : 1)) == 0)
            return true;
    }
    return false;
}

const RelevanceZones ALLIANCES_REASONS4 = {
    .before = before,
    .covers = covers_way,
    .threats = threats,
    .join = join,
    .meets = meets,
};
