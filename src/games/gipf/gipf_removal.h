/* gipf_removal.h - what a push does to a board, for the files of this room.
 *
 * Knows:   pushes, rows and their removal with every choice that somebody may make (R4 to R6).
 * Ignores: numbers and values.
 */
#ifndef GAMES_GIPF_REMOVAL_H
#define GAMES_GIPF_REMOVAL_H

#include "games/gipf/gipf_space.h"

/* A turn under way: `own` is the side that pushed. */
typedef struct Stage {
    Board    board;
    int      total[2]; /* of the pusher and the other */
    uint16_t group;    /* INDEX_OTHER while the other has not chosen */
    uint16_t turns;
} Stage;

/* A row, or more than a row, of one colour. */
typedef struct Run {
    Stones bits;
    int    line;
} Run;

/* Push the pusher's stone in; false if the line is closed.  What a push makes of the stones of one
 * line was found out when the space was opened: no branch that would be a guess. */
static inline bool push(const Space *space, int way, Board *board)
{
    Stones   line = space->line[way / 2];
    uint32_t own = gathered(space, board->own, line), other = gathered(space, board->other, line);
    uint16_t pushed = space->pushed[space->way[way].length][way % 2][other << LENGTH_MAX | own];
    if (pushed == LINE_CLOSED)
        return false;
    own = pushed & (LINE_SETS - 1);
    other = pushed >> LENGTH_MAX;
    board->own = (board->own & ~line) | scattered(space, own, line);
    board->other = (board->other & ~line) | scattered(space, other, line);
    return true;
}

/* The only run of `stones`; false if there is none or more than one. */
static inline bool only_run(const Space *space, Stones stones, Run *run)
{
    int line = space->row_line[stones] - 1;
    if (line < 0)
        return false;
    Stones fields = space->line[line];
    *run = (Run){ scattered(space, space->row_in[gathered(space, stones, fields)], fields), line };
    return true;
}

/* A run and all that touches it on its line, up to gaps or the edge. */
static inline Stones span_of(const Space *space, Run run, Stones all)
{
    Stones   fields = space->line[run.line];
    uint32_t row = gathered(space, run.bits, fields), stones = gathered(space, all, fields);
    return scattered(space, space->touching[row][stones], fields);
}

/* After a push: is there just one row, alone on its line? */
static inline bool has_lone_row(const Space *space, Stones stones, Stones all)
{
    Run run;
    return only_run(space, stones, &run) && span_of(space, run, all) == run.bits;
}

static inline bool is_plain(const Space *space, const Board *board)
{
    bool own = has_row(space, board->own), other = has_row(space, board->other);
    if (!own && !other)
        return true;
    return own != other &&
           has_lone_row(space, own ? board->own : board->other, board->own | board->other);
}

/* Who hears of every end that the removal of rows can come to. */
typedef struct Removal {
    const Space *space;
    void (*end)(void *context, const Stage *stage);
    void    *context;
    uint16_t group; /* the last group's number; INDEX_GROUP - 1 at first */
} Removal;

/* The removal loop (R5.1 to R5.3), with every choice that somebody may make (R6). */
void gipf_remove_rows(Removal *removal, Stage stage);

#endif
