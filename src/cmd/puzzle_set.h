/* puzzle_set.h - the puzzles that the program carries with it, a set for each game.
 *
 * Knows:   a puzzle's line, `SETUP LENGTH GOOD MOVE POSITION`: the game, the length of the win, how many
 *          other turns look at least as good, the winning turn, and the position to the line's end.
 * Ignores: whether it is true.  The tests prove the sets again.
 */
#ifndef CMD_PUZZLE_SET_H
#define CMD_PUZZLE_SET_H

#include "cmd/cmd.h"

typedef struct PuzzleLine {
    Start    start;
    uint32_t turns, good;
    char     turn[TURN_TEXT_MAX];
    char     position[POS_TEXT_MAX];
} PuzzleLine;

/* NULL, or what is wrong with the line. */
const char *puzzle_line_read(const char *line, PuzzleLine *out);

/* The puzzle with this number, from 1, of the set for the game called `name`, or, where the name has
 * settings, among those of the set that have the same; or complain. */
int puzzle_from_set(const char *name, uint32_t number, PuzzleLine *out, FILE *err);
/* How many there are to choose from. */
int puzzle_count(const char *name, uint32_t *count, FILE *err);

/* What is asked, in a sentence. */
void puzzle_question(const PuzzleLine *puzzle, Text *out);

#endif
