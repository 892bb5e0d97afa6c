/* SPDX-License-Identifier: MIT
 *
 * alliances_fast.c - perft and random playouts, optimised for speed.
 *
 * Playouts keep the groups of discs in six union-find forests: one per colour, for fences, and one
 * per pair of colours, for chains.  Player 1 wins colour c with c and c+1, and player 2 wins c+1
 * with the same two, so three pairs serve all six connections.  A root stores which parts of the
 * rim its group touches.  A colour is won when a group touches both of its sides (pairs) or both of
 * its arcs (single colours, R5.6).
 *
 * A new disc examines the ring of its six neighbours.  Adjacent discs in the ring are already
 * joined, so one of each run is enough: 1.3 finds per forest instead of six.
 *
 * Perft never places the last two discs of a line (bulk counting).  If the game cannot be over
 * before the last disc (alliances_turns_to_end), the number of lines is a product.
 */
#include <assert.h>

#include "games/alliances/alliances_board.h"
#include "games/alliances/alliances_search.h"

#define INLINE static inline __attribute__((always_inline))

/* --- random playouts --- */

enum {
    GROUPS = 2 * ALLIANCES_COLOURS, /* forests: the colours, then the pairs of each with the next */
    LANE = 16,                      /* bits of a colour in a row */
    ARC_SHIFT = 6,      /* rim bits: six sides, then the first and second arc of each colour */
    OPPOSITE_SHIFT = 3, /* from a side or arc to the other one of its colour */
};

typedef struct Play {
    /* Row r of the board is rows[r+1], and its column q is bit q+1 of each colour's lane, so a guard
     * frame surrounds the board. */
    uint64_t rows[15];
    uint16_t rim[SPOTS];            /* the rim bits of each spot */
    uint8_t  parent[GROUPS][SPOTS]; /* of spots with a disc */
    uint16_t touch[GROUPS][SPOTS];  /* of roots: the rim bits of the group */
} Play;

/* The offsets of the neighbours, clockwise from the upper left. */
static const int8_t RING[6] = { -16, -15, 1, 16, 15, -1 };

/* The rim bits of a cell of side n, and of a cell beside the missing corner after side n.  The first
 * arc of a colour runs clockwise from its first side to its second. */
#define SIDE_BITS(n) \
    (1 << (n) | 1 << (ARC_SHIFT + ((n) + 5) % 6) | 1 << (ARC_SHIFT + ((n) + 4) % 6))
#define CORNER_BITS(n) \
    (1 << (ARC_SHIFT + (n)) | 1 << (ARC_SHIFT + ((n) + 5) % 6) | 1 << (ARC_SHIFT + ((n) + 4) % 6))

/* Fill `rim` by walking around it clockwise: along a side, then past the corner. */
static void fill_rim(Play *play, int side)
{
    static const int8_t   WALK[7] = { 1, 16, 15, -1, -16, -15, 1 };
    static const uint16_t SIDE[6] = { SIDE_BITS(0), SIDE_BITS(1), SIDE_BITS(2),
                                      SIDE_BITS(3), SIDE_BITS(4), SIDE_BITS(5) };
    static const uint16_t CORNER[6] = { CORNER_BITS(0), CORNER_BITS(1), CORNER_BITS(2),
                                        CORNER_BITS(3), CORNER_BITS(4), CORNER_BITS(5) };
    int                   spot = side; /* the first cell of side N */
    for (int n = 0; n < SPOTS; n++)
        play->rim[n] = 0;
    for (int border = 0; border < ALLIANCES_BORDERS; border++) {
        for (int n = 1; n < side - 2; n++, spot += WALK[border])
            play->rim[spot] |= SIDE[border];
        play->rim[spot] |= SIDE[border] | CORNER[border];
        spot += WALK[border + 1];
        play->rim[spot] = CORNER[border];
        spot += WALK[border];
        play->rim[spot] |= CORNER[border];
    }
}

/* Return the discs around a spot, in each colour's lane; bit n is the neighbour RING[n]. */
INLINE uint64_t ring_of(const Play *play, int spot)
{
    static const uint64_t ONE = UINT64_C(0x000100010001);
    int                   r = spot / STRIDE + 1, q = spot % STRIDE;
    uint64_t              up = play->rows[r - 1] >> (q + 1), middle = play->rows[r] >> q;
    uint64_t              down = play->rows[r + 1] >> q;
    return (up & 3 * ONE) | (middle & 4 * ONE) | (middle & ONE) << 5 | (down & 2 * ONE) << 2 |
           (down & ONE) << 4;
}

/* Find with path halving. */
INLINE int find_root(uint8_t *parent, int spot)
{
    while (parent[spot] != spot) {
        parent[spot] = parent[parent[spot]];
        spot = parent[spot];
    }
    return spot;
}

/* Union of a spot with its neighbours in `ring`.  Return the rim bits of the group. */
INLINE uint32_t join(Play *play, int group, int spot, uint32_t ring)
{
    assert(group >= 0 && group < GROUPS && ring <= 0x3f);
    uint8_t  *parent = play->parent[group];
    uint16_t *touch = play->touch[group];
    uint32_t  touched = play->rim[spot];
    uint32_t  runs = ring & ~(ring << 1 | ring >> 5); /* the first disc of each run */
    int       root = spot;
    runs |= ring == 0x3f; /* a full ring has no first disc: take bit 0 */
    if (runs != 0) {
        root = find_root(parent, spot + RING[__builtin_ctz(runs)]);
        touched |= touch[root];
        while ((runs &= runs - 1) != 0) {
            int other = find_root(parent, spot + RING[__builtin_ctz(runs)]);
            touched |= touch[other];
            parent[other] = (uint8_t)root;
        }
    }
    parent[spot] = (uint8_t)root;
    touch[root] = (uint16_t)touched;
    return touched;
}

/* The rim bits of the three groups of a new disc. */
typedef struct Touched {
    uint32_t own, with_before, with_after;
} Touched;

/* Place a disc. */
INLINE Touched lay(Play *play, int spot, int colour)
{
    int      before = previous_colour(colour), after = next_colour(colour);
    uint64_t ring = ring_of(play, spot);
    uint32_t own = (uint32_t)(ring >> LANE * colour & 0x3f);
    uint32_t others[2] = { (uint32_t)(ring >> LANE * before & 0x3f),
                           (uint32_t)(ring >> LANE * after & 0x3f) };
    play->rows[spot / STRIDE + 1] |= UINT64_C(1) << (LANE * colour + spot % STRIDE + 1);
    return (Touched){
        join(play, colour, spot, own),
        join(play, ALLIANCES_COLOURS + before, spot, own | others[0]),
        join(play, ALLIANCES_COLOURS + colour, spot, own | others[1]),
    };
}

/* Return one bit per colour: both of its sides, or both of its arcs, are touched. */
INLINE uint32_t both(uint32_t touched)
{
    return touched & touched >> OPPOSITE_SHIFT & 7;
}

/* Return the marks after a disc of `mover` whose groups have these rim bits (R5.3, R5.5). */
static uint32_t settle(uint32_t marks, int colour, uint32_t mover, Touched touched)
{
    int      before = previous_colour(colour), after = next_colour(colour);
    uint32_t fences = both(touched.own >> ARC_SHIFT);
    uint32_t first = both(touched.with_before) | fences, second = both(touched.with_after) | fences;
    bool     wins[2] = { (both(touched.with_after) >> colour & 1) != 0,
                         (both(touched.with_before) >> colour & 1) != 0 };
    if ((first >> before & 1) != 0 && won_mark(marks, before) == 0)
        marks |= UINT32_C(1) << 2 * before;
    if ((second >> after & 1) != 0 && won_mark(marks, after) == 0)
        marks |= UINT32_C(2) << 2 * after;
    if ((wins[0] || wins[1]) && won_mark(marks, colour) == 0)
        marks |= (wins[mover] ? mover + 1 : 2 - mover) << 2 * colour;
    return marks;
}

/* The empty spots, and for each word how many are below it: rank and select in two steps. */
typedef struct Empty {
    Set      spots;
    uint32_t below[SET_WORDS + 1];
} Empty;

static Empty count_empty(Set spots)
{
    Empty empty = { .spots = spots };
    for (int w = 0; w < SET_WORDS; w++)
        empty.below[w + 1] = empty.below[w] + (uint32_t)__builtin_popcountll(spots.w[w]);
    return empty;
}

/* Return the index of the nth set bit, counted from 0. */
INLINE int nth_bit(uint64_t set, uint32_t n)
{
    assert(n < (uint32_t)__builtin_popcountll(set));
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << n, set));
#else
    int at = 0;
    for (int half = 32; half >= 8; half /= 2) {
        uint32_t count = (uint32_t)__builtin_popcountll(set & ((UINT64_C(1) << half) - 1));
        if (n >= count) {
            n -= count;
            at += half;
            set >>= half;
        }
    }
    while (n-- > 0)
        set &= set - 1;
    return at + __builtin_ctzll(set);
#endif
}

/* Remove and return the nth empty spot. */
INLINE int take(Empty *empty, uint32_t n)
{
    uint32_t *below = empty->below;
    int       w = (n >= below[1]) + (n >= below[2]) + (n >= below[3]);
    int       bit = nth_bit(empty->spots.w[w], n - below[w]);
    empty->spots.w[w] ^= UINT64_C(1) << bit;
    below[1] -= w < 1;
    below[2] -= w < 2;
    below[3] -= w < 3;
    below[4]--;
    return 64 * w + bit;
}

/* The colours in the supply, in the order in which rules_gen lists them. */
typedef struct Supply {
    int      left[ALLIANCES_COLOURS];
    int      colour[ALLIANCES_COLOURS];
    uint32_t count;
} Supply;

static void list_colours(Supply *supply)
{
    supply->count = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (supply->left[colour] > 0)
            supply->colour[supply->count++] = colour;
}

/* Draw a spot and a colour uniformly.  With three colours left, the common case, the division is by
 * a constant. */
INLINE int choose(Empty *empty, const Supply *supply, Random *random, int *colour)
{
    uint32_t count = empty->below[SET_WORDS] * supply->count;
    uint32_t pick = count == 1 ? 0 : random_below(random, count);
    if (__builtin_expect(supply->count == ALLIANCES_COLOURS, 1)) {
        *colour = (int)(pick % ALLIANCES_COLOURS);
        return take(empty, pick / ALLIANCES_COLOURS);
    }
    *colour = supply->colour[pick % supply->count];
    return take(empty, pick / supply->count);
}

/* Build the forests of a position. */
static void begin(Play *play, const Alliances *p, Supply *supply)
{
    for (int r = 0; r < 15; r++)
        play->rows[r] = 0;
    fill_rim(play, (int)p->head.variant);
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        supply->left[colour] = alliances_left(&p->head, colour);
        for (int w = 0; w < SET_WORDS; w++)
            for (uint64_t left = p->disc[colour].w[w]; left != 0; left &= left - 1)
                lay(play, 64 * w + __builtin_ctzll(left), colour);
    }
    list_colours(supply);
}

static uint32_t playout(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *outcome)
{
    Play     play;
    Supply   supply;
    Empty    empty = count_empty(empty_cells(alliances_of(pos)));
    uint32_t marks = pos->extra, mover = pos->side, turns = 0;
    begin(&play, alliances_of(pos), &supply);
    while (turns < turn_limit && winner_of(marks) == SIDE_NONE) {
        int     colour, spot = choose(&empty, &supply, random, &colour);
        Touched touched = lay(&play, spot, colour);
        if (--supply.left[colour] == 0)
            list_colours(&supply);
        if ((both(touched.own >> ARC_SHIFT) | both(touched.with_before) |
             both(touched.with_after)) != 0)
            marks = settle(marks, colour, mover, touched);
        mover = 1 - mover;
        turns++;
    }
    int winner = winner_of(marks);
    *outcome = winner == SIDE_NONE ? (Outcome){ .ending = ENDING_NONE }
                                   : (Outcome){ ENDING_WON, (uint8_t)winner, ALLIANCES_REASON_TWO };
    return turns;
}

/* --- perft --- */

/* Return the number of colours in the supply. */
static uint64_t supplied(const Alliances *p)
{
    uint64_t count = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        count += alliances_left(&p->head, colour) > 0;
    return count;
}

/* Return the empty spots that complete a path. */
static Set completing(Path path, Set empty)
{
    Set one = set_or(set_spread(set_fill(path.ends->one, path.over)), path.ends->one);
    Set other = set_or(set_spread(set_fill(path.ends->other, path.over)), path.ends->other);
    return set_and(empty, set_and(one, other));
}

/* The empty spots where a disc of one colour wins a colour (R5.5). */
typedef struct Gains {
    Set before; /* the previous colour, for player 1 */
    Set after;  /* the next colour, for player 2 */
    Set own[2]; /* the colour itself, for each player; the mover has precedence (R5.3) */
} Gains;

/* Colours that are already won gain nothing. */
static Gains find_gains(const Alliances *p, int colour, Set empty)
{
    int   before = previous_colour(colour), after = next_colour(colour);
    Gains gains = { .before = { { 0 } } };
    if (won_mark(p->head.extra, before) == 0)
        gains.before = set_or(completing(alliances_chain_path(p, 0, before), empty),
                              completing(alliances_fence_path(p, 0, before), empty));
    if (won_mark(p->head.extra, after) == 0)
        gains.after = set_or(completing(alliances_chain_path(p, 1, after), empty),
                             completing(alliances_fence_path(p, 1, after), empty));
    if (won_mark(p->head.extra, colour) == 0) {
        int mover = p->head.side;
        gains.own[mover] = completing(alliances_chain_path(p, mover, colour), empty);
        gains.own[1 - mover] = set_minus(
            completing(alliances_chain_path(p, 1 - mover, colour), empty), gains.own[mover]);
    }
    return gains;
}

/* Return the empty spots where a disc of `colour` ends the game. */
static Set ending_spots(const Alliances *p, int colour, Set empty)
{
    Gains gains = find_gains(p, colour, empty);
    Set   other[2] = { gains.before, gains.after }, ends = { { 0 } };
    for (int player = 0; player < 2; player++) {
        bool has_one = (p->head.extra >> player & 0x15) != 0;
        ends = set_or(ends, has_one ? set_or(other[player], gains.own[player])
                                    : set_and(other[player], gains.own[player]));
    }
    return ends;
}

/* Bulk counting: return perft 2 without placing a disc. */
static uint64_t count_two(const Alliances *p)
{
    Set      empty = empty_cells(p);
    uint64_t spots = (uint64_t)set_count(empty), colours = supplied(p), sum = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int left = alliances_left(&p->head, colour);
        if (left == 0)
            continue;
        uint64_t continuing = spots - (uint64_t)set_count(ending_spots(p, colour, empty));
        sum += continuing * (spots - 1) * (colours - (left == 1));
    }
    return sum;
}

/* True if no line ends before `depth` turns and no colour can run out. */
static bool is_free(const Alliances *p, int depth)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_left(&p->head, colour) < depth)
            return false;
    return alliances_turns_to_end(p) >= (uint32_t)depth;
}

/* Return perft of `depth` turns. */
static uint64_t count_paths(const Alliances *p, int depth)
{
    uint64_t spots = (uint64_t)set_count(empty_cells(p));
    if (winner_of(p->head.extra) != SIDE_NONE)
        return 0;
    if (depth == 1)
        return spots * supplied(p);
    if (depth == 2)
        return count_two(p);
    uint64_t count = 1;
    if (is_free(p, depth)) {
        for (int turn = 0; turn < depth; turn++)
            count *= ALLIANCES_COLOURS * (spots - (uint64_t)turn);
        return count;
    }
    Step steps[ALLIANCES_COLOURS * ALLIANCES_CELLS_MAX];
    int  step_count = ALLIANCES_RULES.gen(&p->head, steps);
    count = 0;
    for (int i = 0; i < step_count; i++) {
        Alliances next = *p;
        ALLIANCES_RULES.apply(&next.head, steps[i]);
        count += count_paths(&next, depth - 1);
    }
    return count;
}

/* Different turns lead to different positions, so perft of positions equals perft of turns. */
static uint64_t perft(const Pos *pos, int depth)
{
    return count_paths(alliances_of(pos), depth);
}

static bool covers(uint32_t variant)
{
    (void)variant;
    return true;
}

const GameFast ALLIANCES_FAST = {
    .covers = covers,
    .perft_turns = NATIVE_ONLY(perft),
    .perft_positions = NATIVE_ONLY(perft),
    .playout = playout,
    .search = alliances_search,
};
