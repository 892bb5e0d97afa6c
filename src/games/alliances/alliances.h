/* alliances.h - Alliances: three colours of discs that belong to nobody, two players, and a chart
 * that says which two colours each of them may use to join the sides of a third.
 *
 * Knows:   cells and their names, discs, who has won which colour and why.
 * Ignores: how sets of cells are kept; that is alliances_board.h, for this room alone.
 *
 * Rulings R1 to R8 are in src/games/alliances/rulings.md.
 */
#ifndef GAMES_ALLIANCES_ALLIANCES_H
#define GAMES_ALLIANCES_ALLIANCES_H

#include "core/game.h"

enum {
    ALLIANCES_SIDE_MIN = 3, /* cells along a side of the hexagon, missing corners counted */
    ALLIANCES_SIDE_MAX = 7,
    ALLIANCES_CELLS_MAX = 121,
    ALLIANCES_COLOURS = 3,
    ALLIANCES_BORDERS = 6,
    ALLIANCES_REASON_TWO = 0, /* the only way to end (R6.1) */
};

enum { ALLIANCES_ORANGE, ALLIANCES_PURPLE, ALLIANCES_GREEN, ALLIANCES_EMPTY = -1 };

/* Sides of the board, clockwise; side n has colour n % 3 (R1.3). */
enum { ALLIANCES_N, ALLIANCES_NE, ALLIANCES_SE, ALLIANCES_S, ALLIANCES_SW, ALLIANCES_NW };

/* Row from 1 at the top, column from 1 in half cells, as in the names (R2). */
typedef struct AlliancesCell {
    int8_t row, column;
} AlliancesCell;

/* --- the board; a variant is the number of its side --- */

bool alliances_exists(int side, AlliancesCell cell);
int  alliances_cell_count(int side);
/* Discs of one colour (R1.1). */
int alliances_supply(int side);
/* Cells are numbered row by row; a number is the id of the cell in the view. */
int           alliances_number(int side, AlliancesCell cell);
AlliancesCell alliances_cell(int side, int number);
/* The side of the board that a cell belongs to, or -1 (R1.3). */
int alliances_border(int side, AlliancesCell cell);

const char *alliances_colour_name(int colour);   /* "orange" */
char        alliances_colour_letter(int colour); /* 'o' */
/* What `player` (0 or 1) may use beside `colour` to win it (R3.1). */
int alliances_ally(int player, int colour);

/* Take a name such as g12; false, and nothing taken, where no cell of this board comes. */
bool alliances_name_read(int side, Scan *scan, AlliancesCell *cell);
void alliances_name_write(AlliancesCell cell, Text *out);

/* --- positions and steps --- */

/* Colour of the disc on an existing cell, or ALLIANCES_EMPTY. */
int alliances_at(const Pos *pos, AlliancesCell cell);
/* The side that has won a colour, or SIDE_NONE. */
int alliances_winner(const Pos *pos, int colour);
/* Discs of a colour that can still be placed. */
int alliances_left(const Pos *pos, int colour);

Step          alliances_step(int side, int colour, AlliancesCell cell);
int           alliances_step_colour(Step step);
AlliancesCell alliances_step_cell(int side, Step step);

/* The two questions of R5, asked as they are written: by filling the board from one side.  Rules
 * and playouts use shorter ways; these are what they are compared with. */
bool alliances_connected(const Pos *pos, int player, int colour);
bool alliances_blocked(const Pos *pos, int player, int colour);

/* A list of cells that is long enough for any chain. */
typedef struct AlliancesCells {
    int      count;
    bool     is_fence;
    uint16_t cell[ALLIANCES_CELLS_MAX];
} AlliancesCells;

/* Why a colour was won, as the discs show it now: a shortest chain of the winner, or where there
 * is none a shortest fence against the loser, from one end to the other, and a sentence without
 * the closing full stop.  False, and nothing written, where the colour is still open. */
bool alliances_why_won(const Pos *pos, int colour, AlliancesCells *out, Text *sentence);

/* The character grid of R7.3; `labelled` adds the names of rows and columns. */
void alliances_draw(const Pos *pos, bool labelled, Text *out);

extern const GameRules    ALLIANCES_RULES;
extern const GameText     ALLIANCES_TEXT;
extern const GameView     ALLIANCES_VIEW;
extern const GameSymmetry ALLIANCES_SYMMETRY;
extern const GameProof    ALLIANCES_PROOF;
extern const GameEval     ALLIANCES_EVAL;
extern const GameFast     ALLIANCES_FAST;
extern const Game         ALLIANCES_GAME;

extern const struct GameCanon ALLIANCES_CANON;
extern const struct GameCanon ALLIANCES_CANON4; /* side 4 alone: a part of the other */

#endif
