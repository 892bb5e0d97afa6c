/* puzzle_set.h - the puzzles embedded in the program, one set per game.
 *
 * Knows:   the line of a puzzle, `SETUP LENGTH GOOD MOVE POSITION`: game, length of the win, number of
 *          other moves that look at least as good, winning move, and position to the end of line.
 * Ignores: whether the puzzle is correct.  The tests prove the sets again.
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

/* Read a line.  Return NULL, or what is wrong with it. */
const char *puzzle_line_read(const char *line, PuzzleLine *out);

/* Read puzzle `number`, counted from 1, of `name`: a game, or GAME:VARIANT for the puzzles of that
 * variant only.  Return EXIT_DONE, or the exit status after an error message. */
int puzzle_from_set(const char *name, uint32_t number, PuzzleLine *out, FILE *err);
/* Count the puzzles of `name`, likewise. */
int puzzle_count(const char *name, uint32_t *count, FILE *err);

/* Write the task of the puzzle in one sentence. */
void puzzle_question(const PuzzleLine *puzzle, const char *language, Text *out);

#endif
