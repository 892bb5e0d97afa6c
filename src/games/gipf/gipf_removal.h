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

int gipf_list_runs(const Space *space, Stones stones, Run *runs);

/* The only run of `stones`; false if there is none or more than one. */
bool gipf_only_run(const Space *space, Stones stones, Run *run);

/* After a push: is there no row, or just one, alone on its line? */
bool gipf_has_lone_row(const Space *space, Stones stones, Stones all);

static inline bool is_plain(const Space *space, const Board *board)
{
    bool own = has_row(space, board->own), other = has_row(space, board->other);
    if (!own && !other)
        return true;
    return own != other &&
           gipf_has_lone_row(space, own ? board->own : board->other, board->own | board->other);
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
