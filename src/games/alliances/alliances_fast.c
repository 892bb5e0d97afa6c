/* SPDX-License-Identifier: MIT
 *
 * alliances_fast.c - counting and random play, compiled for speed.
 *
 * Random play keeps the groups of discs in six union-finds: one for each colour, for fences, and
 * one for each pair of colours, for chains.  Player 1 wins colour c with c and c+1, player 2 wins
 * c+1 with the same two, so three pairs serve all six connections.  A root knows which parts of
 * the rim its group touches; a colour is won when a group touches both of its sides (pairs) or both
 * of its arcs (single colours, R5.6).
 *
 * A new disc looks at the ring of its six neighbours.  Discs that lie side by side in the ring are
 * joined already, so one of each run is enough: 1.3 finds instead of six for each union-find.
 *
 * Counting never lays the last two discs of a path.  Where the game cannot be over before the last
 * disc (alliances_turns_to_end) the number of paths is a product.
 */
#include "games/alliances/alliances_board.h"
#include "games/alliances/alliances_search.h"

#define INLINE static inline __attribute__((always_inline))

/* --- random play --- */

enum {
    GROUPS = 2 * ALLIANCES_COLOURS, /* colours, then the pairs of each with the next colour */
    LANE = 16,
    ARC_SHIFT = 6,      /* rim bits: six sides, then first and second arc of each colour */
    OPPOSITE_SHIFT = 3, /* from a side or arc to the other one of its colour */
};

typedef struct Play {
    /* Row r of the board is rows[r+1], its column q bit q+1 of each colour's lane: a frame of
     * nothing around the board. */
    uint64_t rows[15];
    uint16_t rim[SPOTS];            /* what a spot touches */
    uint8_t  parent[GROUPS][SPOTS]; /* of spots with a disc */
    uint16_t touch[GROUPS][SPOTS];  /* of roots: what the group touches */
} Play;

/* Clockwise, from the upper left neighbour. */
static const int8_t RING[6] = { -16, -15, 1, 16, 15, -1 };

/* What a cell of side n, and a cell beside the missing corner between side n and the next, touches:
 * of the arcs of a colour, the first lies clockwise between its two sides. */
#define SIDE_BITS(n) \
    (1 << (n) | 1 << (ARC_SHIFT + ((n) + 5) % 6) | 1 << (ARC_SHIFT + ((n) + 4) % 6))
#define CORNER_BITS(n) \
    (1 << (ARC_SHIFT + (n)) | 1 << (ARC_SHIFT + ((n) + 5) % 6) | 1 << (ARC_SHIFT + ((n) + 4) % 6))

/* Walk around the rim: along a side in one direction, past the corner in the next. */
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

/* The discs around a spot, in each colour's lane; bit n is the neighbour RING[n]. */
INLINE uint64_t ring_of(const Play *play, int spot)
{
    static const uint64_t ONE = UINT64_C(0x000100010001);
    int                   r = spot / STRIDE + 1, q = spot % STRIDE;
    uint64_t              up = play->rows[r - 1] >> (q + 1), middle = play->rows[r] >> q;
    uint64_t              down = play->rows[r + 1] >> q;
    return (up & 3 * ONE) | (middle & 4 * ONE) | (middle & ONE) << 5 | (down & 2 * ONE) << 2 |
           (down & ONE) << 4;
}

INLINE int find_root(uint8_t *parent, int spot)
{
    while (parent[spot] != spot) {
        parent[spot] = parent[parent[spot]];
        spot = parent[spot];
    }
    return spot;
}

/* Put a spot into the groups of its neighbours in `ring`; what the group touches. */
INLINE uint32_t join(Play *play, int group, int spot, uint32_t ring)
{
    uint8_t  *parent = play->parent[group];
    uint16_t *touch = play->touch[group];
    uint32_t  touched = play->rim[spot];
    uint32_t  runs = ring & ~(ring << 1 | ring >> 5); /* the first of each run */
    int       root = spot;
    runs |= ring == 0x3f;
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

/* What the three groups of a new disc touch. */
typedef struct Touched {
    uint32_t own, with_before, with_after;
} Touched;

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

/* One bit a colour: are both of its sides, or its arcs, touched? */
INLINE uint32_t both(uint32_t touched)
{
    return touched & touched >> OPPOSITE_SHIFT & 7;
}

/* The marks after a disc of `mover` whose groups touch what is given (R5.3). */
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

/* The empty spots, and how many there are below each word. */
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

/* The bit number of the nth set bit, from below. */
INLINE int nth_bit(uint64_t set, uint32_t n)
{
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

/* Take the nth empty spot. */
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

/* The colours in supply, in the order in which gen offers them. */
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

/* A spot with three colours is divided by a constant, the rare rest by a variable. */
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

/* Bring the discs of a position into the union-finds. */
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

/* --- counting --- */

static uint64_t supplied(const Alliances *p)
{
    uint64_t count = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        count += alliances_left(&p->head, colour) > 0;
    return count;
}

/* The empty spots that complete a way. */
static Set completing(Way way, Set empty)
{
    Set one = set_or(set_spread(set_fill(way.ends->one, way.over)), way.ends->one);
    Set other = set_or(set_spread(set_fill(way.ends->other, way.over)), way.ends->other);
    return set_and(empty, set_and(one, other));
}

/* The empty spots on which a disc of one colour wins a colour. */
typedef struct Gains {
    Set before; /* the colour before, for player 1 */
    Set after;  /* the colour after, for player 2 */
    Set own[2]; /* the colour itself, for each player; on both: for the mover */
} Gains;

/* Colours that are won already gain nothing. */
static Gains find_gains(const Alliances *p, int colour, Set empty)
{
    int   before = previous_colour(colour), after = next_colour(colour);
    Gains gains = { .before = { { 0 } } };
    if (won_mark(p->head.extra, before) == 0)
        gains.before = set_or(completing(alliances_chain_way(p, 0, before), empty),
                              completing(alliances_fence_way(p, 0, before), empty));
    if (won_mark(p->head.extra, after) == 0)
        gains.after = set_or(completing(alliances_chain_way(p, 1, after), empty),
                             completing(alliances_fence_way(p, 1, after), empty));
    if (won_mark(p->head.extra, colour) == 0) {
        int mover = p->head.side;
        gains.own[mover] = completing(alliances_chain_way(p, mover, colour), empty);
        gains.own[1 - mover] = set_minus(
            completing(alliances_chain_way(p, 1 - mover, colour), empty), gains.own[mover]);
    }
    return gains;
}

/* The empty spots on which a disc of `colour` ends the game. */
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

/* Paths of two turns, without laying a disc. */
static uint64_t count_two(const Alliances *p)
{
    Set      empty = empty_cells(p);
    uint64_t spots = (uint64_t)set_count(empty), colours = supplied(p), sum = 0;
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++) {
        int left = alliances_left(&p->head, colour);
        if (left == 0)
            continue;
        uint64_t goes_on = spots - (uint64_t)set_count(ending_spots(p, colour, empty));
        sum += goes_on * (spots - 1) * (colours - (left == 1));
    }
    return sum;
}

/* Is every path of `depth` turns as long as that, with three colours to choose from? */
static bool is_free(const Alliances *p, int depth)
{
    for (int colour = 0; colour < ALLIANCES_COLOURS; colour++)
        if (alliances_left(&p->head, colour) < depth)
            return false;
    return alliances_turns_to_end(p) >= (uint32_t)depth;
}

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

/* Different turns lead to different positions, so both counts are the same. */
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
    .perft_turns = perft,
    .perft_positions = perft,
    .playout = playout,
    .search = alliances_search,
};
