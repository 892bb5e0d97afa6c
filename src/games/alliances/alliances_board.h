/* alliances_board.h - the board of Alliances as sets of bits; for this room alone.
 *
 * Row r (from 0 at the top) is 16 bits wide and column q of it slants down to the right, so that
 * the six neighbours of a cell are always 1, 15 and 16 bits away.  A bit of this layout is called a
 * spot: 16 r + q.  Three columns of every row stay empty, so nothing is ever carried onto another
 * row.
 */
#ifndef GAMES_ALLIANCES_BOARD_H
#define GAMES_ALLIANCES_BOARD_H

#include <string.h>

#include "games/alliances/alliances.h"

#define SET_WORDS 4
#include "base/set.inc"

enum { STRIDE = 16, SPOTS = 13 * STRIDE };

/* No padding, 112 bytes.  head.variant is the side; head.extra holds two bits for each colour, 0
 * open, 1 won by player 1, 2 by player 2. */
typedef struct Alliances {
    Pos head;
    Set disc[ALLIANCES_COLOURS];
} Alliances;

_Static_assert(sizeof(Alliances) == sizeof(Pos) + 3 * sizeof(Set), "a position has padding");

/* Two parts of the rim that a way across the board joins. */
typedef struct Ends {
    Set one, other;
} Ends;

/* By the side of the board. */
typedef struct Board {
    Set  cells;
    Ends sides[ALLIANCES_COLOURS]; /* the two sides of each colour (R1.3) */
    /* What touches the rim between the two sides of a colour: clockwise from its first side, and
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

/* A step is a spot and a colour. */
static inline Step step_of(int spot, int colour)
{
    return (Step)spot << 2 | (Step)colour;
}

static inline int step_spot(Step step)
{
    return (int)(step >> 2);
}

/* 0 open, 1, 2. */
static inline uint32_t won_mark(uint32_t extra, int colour)
{
    return extra >> 2 * colour & 3;
}

/* What a map of the board (R8.2) makes of a colour, and of the marks of all three. */
int      alliances_map_colour(int colour, int map);
uint32_t alliances_map_marks(uint32_t marks, int map);

/* The side that has two colours, or SIDE_NONE (R6.1). */
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

/* A row of the board in each lane. */
typedef uint16_t Rows __attribute__((vector_size(sizeof(Set))));

/* What is there, and its neighbours: the one below is straight below or one to the left, the one
 * above straight above or one to the right. */
#define ROWS_SPREAD(a)                                                                           \
    ((a) | (a) << 1 | (a) >> 1 |                                                                 \
     __builtin_shufflevector((a) | (a) >> 1, (Rows){ 0 }, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,  \
                             11, 12, 13, 14) |                                                   \
     __builtin_shufflevector((a) | (a) << 1, (Rows){ 0 }, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, \
                             13, 14, 15, 16))

/* A set and all neighbours of its spots, those beside the board included. */
static inline Set set_spread(Set a)
{
    Rows rows;
    memcpy(&rows, &a, sizeof rows);
    rows = ROWS_SPREAD(rows);
    memcpy(&a, &rows, sizeof a);
    return a;
}

/* set_bit, made as a vector: one that is put together from words makes the load that follows wait
 * for the store, a quarter of the time of a step. */
static inline Set spot_set(int spot)
{
    static const Rows NUMBERS = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
    Rows rows = (Rows)(NUMBERS == (uint16_t)(spot / STRIDE)) & (uint16_t)(1 << spot % STRIDE);
    Set  set;
    memcpy(&set, &rows, sizeof set);
    return set;
}

/* All that can be reached from `seed` without leaving `within`.  Two steps are taken
 * for one look whether anything has changed.  With rows as lanes of one vector this takes half the
 * time of shifting words (measured with AVX2). */
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

/* The rules of a readable position that its parts alone can break (R7.2): supply, and marks that
 * the discs contradict.  STATUS_OK, or STATUS_ILLEGAL with the sentence; `*in_marks` tells whether
 * the marks are to blame or the discs. */
Status alliances_validate(const Alliances *p, bool *in_marks, Fault *fault);
/* The key of a position whose other members are set. */
uint64_t alliances_key(const Alliances *p);

/* A way across the board over spots of `over`.  A player has won a colour when one of his two ways
 * is complete. */
typedef struct Way {
    const Ends *ends;
    Set         over;
} Way;

/* Over the player's two colours, between the sides of `colour` (R5.1). */
Way alliances_chain_way(const Alliances *p, int player, int colour);
/* Over the player's ally alone, which is what blocks his opponent, between the arcs (R5.6). */
Way alliances_fence_way(const Alliances *p, int player, int colour);

/* A bound for proofs: the number of discs before which `player` cannot have two colours, and the
 * number before which nobody can. */
uint32_t alliances_turns_to_win(const Alliances *p, int player);
uint32_t alliances_turns_to_end(const Alliances *p);

#endif
