/* alliances_board.h - bitboards of Alliances; private to games/alliances.
 *
 * Knows:   the layout of a position, flood fill, the paths of R5.
 * Ignores: notation, evaluation.
 *
 * Row r (from 0 at the top) is 16 bits wide, and column q of it slants down to the right, so that
 * the six neighbours of a cell are always 1, 15 and 16 bits away.  A bit of this layout is called a
 * spot: 16 r + q.  Three guard columns of every row stay empty, so no shift wraps into another row.
 */
#ifndef GAMES_ALLIANCES_BOARD_H
#define GAMES_ALLIANCES_BOARD_H

#include <assert.h>
#include <string.h>

#include "games/alliances/alliances.h"

#define SET_WORDS 4
#include "base/set.inc"

enum { STRIDE = 16, SPOTS = 13 * STRIDE };

/* A position: 112 bytes without padding.  head.variant is the side of the board.  head.extra, the
 * marks, holds two bits per colour: 0 open, 1 won by player 1, 2 won by player 2. */
typedef struct Alliances {
    Pos head;
    Set disc[ALLIANCES_COLOURS];
} Alliances;

_Static_assert(sizeof(Alliances) == sizeof(Pos) + 3 * sizeof(Set), "a position has padding");

/* Two parts of the rim that a path across the board joins. */
typedef struct Ends {
    Set one, other;
} Ends;

/* The constant sets of one board size. */
typedef struct Board {
    Set  cells;
    Ends sides[ALLIANCES_COLOURS]; /* the two sides of each colour (R1.3) */
    /* The cells at the rim between the two sides of a colour: clockwise from its first side, and
     * clockwise from its second.  The missing corners belong to these arcs (R5.6). */
    Ends arcs[ALLIANCES_COLOURS];
} Board;

extern const Board ALLIANCES_BOARDS[ALLIANCES_SIDE_MAX + 1];

static inline const Alliances *alliances_of(const Pos *pos)
{
    return (const Alliances *)(const void *)pos;
}

static inline const Board *board_of(const Pos *pos)
{
    assert(pos->variant >= ALLIANCES_SIDE_MIN && pos->variant <= ALLIANCES_SIDE_MAX);
    return &ALLIANCES_BOARDS[pos->variant];
}

static inline int next_colour(int colour)
{
    return colour == ALLIANCES_GREEN ? ALLIANCES_ORANGE : colour + 1;
}

static inline int previous_colour(int colour)
{
    return colour == ALLIANCES_ORANGE ? ALLIANCES_GREEN : colour - 1;
}

/* alliances_ally, inlined. */
static inline int ally_of(int player, int colour)
{
    assert(player == 0 || player == 1);
    return player == 0 ? next_colour(colour) : previous_colour(colour);
}

/* A step: the colour in bits 0-1, the spot above. */
static inline Step step_of(int spot, int colour)
{
    assert(spot >= 0 && spot < SPOTS && colour >= 0 && colour < ALLIANCES_COLOURS);
    return (Step)spot << 2 | (Step)colour;
}

static inline int step_spot(Step step)
{
    return (int)(step >> 2);
}

/* Return the mark of a colour: 0 open, 1 or 2 the player who has won it. */
static inline uint32_t won_mark(uint32_t extra, int colour)
{
    return extra >> 2 * colour & 3;
}

/* Return the image of a colour, and of the marks of all three, under a symmetry (R8). */
int      alliances_map_colour(int colour, int map);
uint32_t alliances_map_marks(uint32_t marks, int map);

/* Return the player who has two colours, or SIDE_NONE (R6.1).  0x15 masks the low bit of each mark;
 * x & (x - 1) is not 0 if two bits are set. */
static inline int winner_of(uint32_t extra)
{
    uint32_t first = extra & 0x15, second = extra >> 1 & 0x15;
    return (first & (first - 1)) != 0 ? 0 : (second & (second - 1)) != 0 ? 1 : SIDE_NONE;
}

static inline Set empty_cells(const Alliances *p)
{
    return set_minus(ALLIANCES_BOARDS[p->head.variant].cells,
                     set_or(p->disc[0], set_or(p->disc[1], p->disc[2])));
}

static inline bool set_meets(Set a, Set b)
{
    return set_any(set_and(a, b));
}

static inline bool touches_ends(const Set *chain, const Ends *ends)
{
    return set_meets(*chain, ends->one) && set_meets(*chain, ends->other);
}

/* A bitboard as a vector with one row of the board per lane. */
typedef uint16_t Rows __attribute__((vector_size(sizeof(Set))));

/* The set and its neighbours: in the row below at the same bit or one lower, in the row above at
 * the same bit or one higher.  With the zeros first, gcc needs two instructions to move the rows down
 * instead of seven. */
#define ROWS_SPREAD(a)                                                                            \
    ((a) | (a) << 1 | (a) >> 1 |                                                                  \
     __builtin_shufflevector((Rows){ 0 }, (a) | (a) >> 1, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, \
                             25, 26, 27, 28, 29, 30) |                                            \
     __builtin_shufflevector((a) | (a) << 1, (Rows){ 0 }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,  \
                             13, 14, 15, 16))

/* Return a set with all neighbours of its spots, including spots off the board. */
static inline Set set_spread(Set a)
{
    Rows rows;
    memcpy(&rows, &a, sizeof rows);
    rows = ROWS_SPREAD(rows);
    memcpy(&a, &rows, sizeof a);
    return a;
}

/* set_bit, built as a vector.  If it is built from words, the vector load that follows stalls on
 * store forwarding, which takes a quarter of the time of a step. */
static inline Set spot_set(int spot)
{
    static const Rows NUMBERS = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
    Rows rows = (Rows)(NUMBERS == (uint16_t)(spot / STRIDE)) & (uint16_t)(1 << spot % STRIDE);
    Set  set;
    memcpy(&set, &rows, sizeof set);
    return set;
}

/* Flood fill: return what can be reached from `seed` within `within`.  Each round takes two steps
 * before it tests for a change.  With rows as lanes of one vector this takes half the time of
 * shifting words (measured with AVX2). */
static inline Set set_fill(Set seed, Set within)
{
    Set  start = set_and(seed, within), change;
    Rows reached, inside, before;
    memcpy(&reached, &start, sizeof reached);
    memcpy(&inside, &within, sizeof inside);
    do {
        before = reached;
        reached = ROWS_SPREAD(reached) & inside;
        reached = ROWS_SPREAD(reached) & inside;
        before ^= reached;
        memcpy(&change, &before, sizeof change);
    } while (set_any(change));
    memcpy(&start, &reached, sizeof start);
    return start;
}

AlliancesCell alliances_spot_cell(int side, int spot);
int           alliances_cell_spot(int side, AlliancesCell cell);

/* Check the supply and the marks of a position (R7.2).  On STATUS_ILLEGAL, `*in_marks` is true if a
 * mark contradicts the discs, false if there are too many discs. */
Status alliances_validate(const Alliances *p, bool *in_marks, Fault *fault);
/* Apply a legal step.  `may_decide` is false if no path lacks only this disc, so that it decides
 * nothing. */
void alliances_place(Alliances *p, Step step, bool may_decide);
/* Return the key of a position whose other members are set. */
uint64_t alliances_key(const Alliances *p);

/* A path across the board: discs in `over` that join two parts of the rim.  A player wins a colour
 * when one of his two paths is complete, a chain or a fence. */
typedef struct Path {
    const Ends *ends;
    Set         over;
} Path;

/* The chain: over the player's two colours, between the sides of `colour` (R5.1). */
static inline Path alliances_chain_path(const Alliances *p, int player, int colour)
{
    return (Path){ &board_of(&p->head)->sides[colour],
                   set_or(p->disc[colour], p->disc[ally_of(player, colour)]) };
}

/* The fence: over the player's ally alone, which blocks the opponent, between the arcs (R5.6). */
static inline Path alliances_fence_path(const Alliances *p, int player, int colour)
{
    return (Path){ &board_of(&p->head)->arcs[colour], p->disc[ally_of(player, colour)] };
}

/* Return lower bounds for proofs: the number of discs before `player` can have two colours, and
 * before either player can. */
uint32_t alliances_turns_to_win(const Alliances *p, int player);
uint32_t alliances_turns_to_end(const Alliances *p);

/* Write the name of a cell, or of a wall beyond the cells, of the drawing (alliances_view.c). */
void alliances_cell_write(uint32_t variant, int cell, Text *out);

#endif
