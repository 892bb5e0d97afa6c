/* gipf_course_text.h - the texts of the course language: commands, boards, moves.
 *
 * Knows:   how a board and a move are written, and what is wrong with them (rulings R12.1, R12.2).
 * Ignores: what the other commands answer (gipf_course.c), files.
 */
#ifndef DIALECTS_GIPF_COURSE_TEXT_H
#define DIALECTS_GIPF_COURSE_TEXT_H

#include "core/turn.h"
#include "games/gipf/gipf.h"

enum {
    COURSE_LINE_MAX = 4096, /* bytes of a line that are read; the rest is dropped */
    COURSE_REPLY_MAX = COURSE_LINE_MAX + 64,
};

enum {
    COURSE_LOAD,
    COURSE_PRINT,
    COURSE_MOVE,
    COURSE_STATE,
    COURSE_OVER,
    COURSE_GEN,
    COURSE_GEN_NUM,
    COURSE_GEN_LIST,
    COURSE_GEN_EXT,
    COURSE_GEN_EXT_NUM,
    COURSE_GEN_EXT_LIST,
    COURSE_SOLVE,
    COURSE_SEQUENCE,
    COURSE_EXIT,
    COURSE_COMMAND_COUNT,
    COURSE_NONE = -1,
};

/* Return the command that the first word of the line names, and move `line` past it; COURSE_NONE, and
 * `line` unchanged, if it names none. */
int course_command(Scan *line);

/* Read a number of any length; one that is too large for every check becomes a large number. */
bool course_count(Scan *scan, uint32_t *value);

/* The lines of a board as they are read.  It is checked at the end, because later lines may make it
 * invalid. */
typedef struct CourseBoard {
    int      line_count; /* including the header lines */
    bool     header_ok;
    uint32_t s, k, pieces[2], reserve[2];
    char     player; /* 'W', 'B', or '?' for any other word */
    bool     rows_ok;
    int      cell_count;
    uint8_t  cells[GIPF_FIELDS_MAX];
} CourseBoard;

void course_board_begin(CourseBoard *loading);
/* Add a line that is not blank; `cut`: the rest of it was dropped. */
void course_board_line(CourseBoard *loading, Scan line, bool cut);
/* Check the board and write it, with choice=mover.  Return NULL, or the error reply, which may be in
 * `buffer`; then `out` is unchanged. */
const char *course_board_end(const CourseBoard *loading, bool strict, Pos *out, char *buffer,
                             size_t size);

/* Play the move, what follows DO_MOVE, on `pos`, and write its steps to `turn` if it is not NULL.
 * Return NULL, or the error reply; then the contents of `pos` and `turn` are undefined. */
const char *course_move(Pos *pos, Scan scan, Turn *turn, char *buffer, size_t size);

#endif
