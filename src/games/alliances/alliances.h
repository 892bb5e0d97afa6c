/* alliances.h - Alliances: discs of three colours that both players share, and a table of allies
 * that defines which two colours each player may use to win a colour.
 *
 * Knows:   cells and their names, discs, who has won which colour and why.
 * Ignores: bitboards (alliances_board.h, private to games/alliances).
 *
 * Rulings R1 to R8 are in src/games/alliances/rulings.md.
 */
#ifndef GAMES_ALLIANCES_ALLIANCES_H
#define GAMES_ALLIANCES_ALLIANCES_H

#include "core/game.h"

enum {
    ALLIANCES_SIDE_MIN = 3, /* cells along a side of the hexagon, missing corners included (R1.4) */
    ALLIANCES_SIDE_MAX = 7,
    ALLIANCES_CELLS_MAX = 121,
    ALLIANCES_COLOURS = 3,
    ALLIANCES_BORDERS = 6,
    ALLIANCES_REASON_TWO = 0, /* the only reason for the end of a game (R6.1) */
};

enum { ALLIANCES_ORANGE, ALLIANCES_PURPLE, ALLIANCES_GREEN, ALLIANCES_EMPTY = -1 };

/* Sides of the board, clockwise; side n has colour n % 3 (R1.3). */
enum { ALLIANCES_N, ALLIANCES_NE, ALLIANCES_SE, ALLIANCES_S, ALLIANCES_SW, ALLIANCES_NW };

/* Row from 1 at the top, column from 1 in half cells, as in the names (R2). */
typedef struct AlliancesCell {
    int8_t row, column;
} AlliancesCell;

/* --- the board; a variant is its side --- */

/* True if the cell is on the board.  Any cell may be passed. */
bool alliances_exists(int side, AlliancesCell cell);
int  alliances_cell_count(int side);
/* Return the number of discs of one colour (R1.1). */
int alliances_supply(int side);
/* Cells are numbered row by row; the number is the id of the cell in the view. */
int           alliances_number(int side, AlliancesCell cell);
AlliancesCell alliances_cell(int side, int number);
/* Return the side of the board that a cell belongs to, ALLIANCES_N and so on, or -1 (R1.3). */
int alliances_border(int side, AlliancesCell cell);

const char *alliances_colour_name(int colour);   /* "orange" */
char        alliances_colour_letter(int colour); /* 'o' */
/* Return the ally of `player` (0 or 1) for `colour` (R3.1). */
int alliances_ally(int player, int colour);

/* Read a name such as g12 from the front of `scan`.  False, with `scan` unchanged, if it does not
 * begin with a cell of this board. */
bool alliances_name_read(int side, Scan *scan, AlliancesCell *cell);
void alliances_name_write(AlliancesCell cell, Text *out);

/* --- positions and steps --- */

/* Return the colour of the disc on an existing cell, or ALLIANCES_EMPTY. */
int alliances_at(const Pos *pos, AlliancesCell cell);
/* Return the player who has won a colour, or SIDE_NONE. */
int alliances_winner(const Pos *pos, int colour);
/* Return how many discs of a colour are left in the supply. */
int alliances_left(const Pos *pos, int colour);

Step          alliances_step(int side, int colour, AlliancesCell cell);
int           alliances_step_colour(Step step);
AlliancesCell alliances_step_cell(int side, Step step);

/* R5.1 and R5.2 as they are written: flood fill from one side of the board.  Rules and playouts use
 * faster algorithms; the tests compare them with these. */
bool alliances_connected(const Pos *pos, int player, int colour);
bool alliances_blocked(const Pos *pos, int player, int colour);

/* A list of cells, large enough for any chain or fence. */
typedef struct AlliancesCells {
    int      count;
    bool     is_fence;
    uint16_t cell[ALLIANCES_CELLS_MAX];
} AlliancesCells;

/* Find out why a colour was won, as the discs show it now: write a shortest chain of the winner, or, if
 * there is none, a shortest fence against the loser, from one end to the other.  False, with nothing
 * written, if the colour is open. */
bool alliances_why_won(const Pos *pos, int colour, AlliancesCells *out);
/* Make a message of what alliances_why_won wrote, with the cells to show. */
struct Message alliances_why_message(const Pos *pos, int colour, const AlliancesCells *cells);

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

extern const struct GameLearning ALLIANCES_LEARNING;
extern const struct GameModel    ALLIANCES_MODEL;

extern const struct GameCanon ALLIANCES_CANON;
extern const struct GameCanon ALLIANCES_CANON4; /* side 4 only; ALLIANCES_CANON delegates to it */

#endif
