/* duell_dice.h - the faces of a die, and the faces after rolling (R2).
 *
 * Knows:   the 24 orientations, four directions.
 * Ignores: boards and sides.
 *
 * The top and the north face determine an orientation.  Around the corner of 1, 2 and 3 these
 * numbers run counter-clockwise (R2.1); the tests derive each row from that.  The lookup tables are
 * indexed by kind (1 + orientation, or the king, which shows 1 on all faces), so that the king
 * needs no special case.
 */
#ifndef GAMES_DUELL_DICE_H
#define GAMES_DUELL_DICE_H

#include "games/duell/duell.h"

typedef enum DuellDirection { DUELL_NORTH, DUELL_EAST, DUELL_SOUTH, DUELL_WEST } DuellDirection;

typedef struct DuellFaces {
    uint8_t top, north, east;
    uint8_t rolled[4]; /* the kind after one step north, east, south, west */
} DuellFaces;

/* clang-format off */
static const DuellFaces DUELL_FACES[DUELL_KING + 1] = {
    { 0, 0, 0, {  0,  0,  0,  0 } },
    { 1, 2, 4, { 17, 10,  8, 14 } },
    { 1, 3, 2, { 13, 18, 12,  6 } },
    { 1, 4, 5, {  9,  7, 16, 19 } },
    { 1, 5, 3, {  5, 15, 20, 11 } },
    { 2, 1, 3, { 21, 13,  4,  9 } },
    { 2, 3, 6, { 14,  2, 11, 22 } },
    { 2, 4, 1, { 10, 23, 15,  3 } },
    { 2, 6, 4, {  1, 12, 24, 16 } },
    { 3, 1, 5, { 22,  5,  3, 17 } },
    { 3, 2, 1, { 18, 21,  7,  1 } },
    { 3, 5, 6, {  6,  4, 19, 24 } },
    { 3, 6, 2, {  2, 20, 23,  8 } },
    { 4, 1, 2, { 23, 17,  2,  5 } },
    { 4, 2, 6, { 19,  1,  6, 21 } },
    { 4, 5, 1, {  7, 24, 18,  4 } },
    { 4, 6, 5, {  3,  8, 22, 20 } },
    { 5, 1, 4, { 24,  9,  1, 13 } },
    { 5, 3, 1, { 15, 22, 10,  2 } },
    { 5, 4, 6, { 11,  3, 14, 23 } },
    { 5, 6, 3, {  4, 16, 21, 12 } },
    { 6, 2, 3, { 20, 14,  5, 10 } },
    { 6, 3, 5, { 16,  6,  9, 18 } },
    { 6, 4, 2, { 12, 19, 13,  7 } },
    { 6, 5, 4, {  8, 11, 17, 15 } },
    { 1, 1, 1, { 25, 25, 25, 25 } },
};
/* clang-format on */

static inline int duell_top(uint8_t piece)
{
    return DUELL_FACES[duell_kind(piece)].top;
}

/* The kind after a move; by kind, order, and the rows and columns of the move modulo 4. */
extern const uint8_t DUELL_MOVED[DUELL_KING + 1][32];

/* Return the kind of a die after a move. */
static inline int duell_moved(int kind, Step step)
{
    int rows = duell_row(duell_to(step)) - duell_row(duell_from(step));
    int columns = duell_column(duell_to(step)) - duell_column(duell_from(step));
    return DUELL_MOVED[kind][duell_order(step) * 16 + (rows & 3) * 4 + (columns & 3)];
}

/* Return the kind with this top and north face, or 0 if no orientation has them. */
static inline int duell_kind_showing(int top, int north)
{
    for (int kind = 1; kind < DUELL_KING; kind++)
        if (DUELL_FACES[kind].top == top && DUELL_FACES[kind].north == north)
            return kind;
    return 0;
}

#endif
