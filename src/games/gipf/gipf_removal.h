/* gipf_removal.h - pushes and removals on the boards of gipf_space.h, for the files of this module.
 *
 * Knows:   pushes, rows and their removal with every choice that a player may make (R4 to R6).
 * Ignores: the numbers of boards, and who wins.
 *
 * Lines have at most 5 fields here, so what a push or a removal does to a line is looked up in
 * tables that gipf_space_open fills.  Lookups replace branches that a CPU could not predict.
 */
#ifndef GAMES_GIPF_REMOVAL_H
#define GAMES_GIPF_REMOVAL_H

#include "games/gipf/gipf_space.h"

/* An unfinished turn: `own` is the side that pushed. */
typedef struct Stage {
    Board    board;
    int      total[2]; /* pieces on the board and in reserve, of the pusher and the other side */
    uint16_t group;    /* INDEX_OTHER until the other side makes a choice (R6.2) */
    uint16_t turns;    /* 1, plus one for each short turn */
} Stage;

/* A run of one colour: a row, K stones or more. */
typedef struct Run {
    Stones bits;
    int    line;
} Run;

/* Push a stone of `own` into a line at one of its ends; false if the line is closed (R3.3). */
static inline bool push(const Space *space, int entry, Board *board)
{
    assert(entry >= 0 && entry < 2 * space->lines);
    Stones   line = space->line[entry / 2];
    uint32_t own = gathered(space, board->own, line), other = gathered(space, board->other, line);
    uint16_t pushed =
        space->pushed[space->entry[entry].length][entry % 2][other << LENGTH_MAX | own];
    if (pushed == LINE_CLOSED)
        return false;
    own = pushed & (LINE_SETS - 1);
    other = pushed >> LENGTH_MAX;
    board->own = (board->own & ~line) | scattered(space, own, line);
    board->other = (board->other & ~line) | scattered(space, other, line);
    return true;
}

/* Find the only run of `stones`; false if there is none or more than one. */
static inline bool only_run(const Space *space, Stones stones, Run *run)
{
    int line = space->row_line[stones] - 1;
    if (line < 0)
        return false;
    Stones fields = space->line[line];
    *run = (Run){ scattered(space, space->row_in[gathered(space, stones, fields)], fields), line };
    return true;
}

/* Return a run with all stones that touch it on its line, up to gaps or the edge (R4.2). */
static inline Stones span_of(const Space *space, Run run, Stones all)
{
    Stones   fields = space->line[run.line];
    uint32_t row = gathered(space, run.bits, fields), stones = gathered(space, all, fields);
    return scattered(space, space->touching[row][stones], fields);
}

/* True if `stones` hold just one row after a push, and no stone touches it on its line. */
static inline bool has_lone_row(const Space *space, Stones stones, Stones all)
{
    Run run;
    return only_run(space, stones, &run) && span_of(space, run, all) == run.bits;
}

/* True if the push that led to `board` is plain (see core/index.h): it completes no row, or one
 * row whose removal takes no other stone.  Such a push captures nothing and offers no choice. */
static inline bool is_plain(const Space *space, const Board *board)
{
    bool own = has_row(space, board->own), other = has_row(space, board->other);
    if (!own && !other)
        return true;
    return own != other &&
           has_lone_row(space, own ? board->own : board->other, board->own | board->other);
}

/* A callback that receives every possible result of the removal of rows. */
typedef struct Removal {
    const Space *space;
    void (*end)(void *context, const Stage *stage);
    void    *context;
    uint16_t group; /* number of the last group; INDEX_GROUP - 1 at first */
} Removal;

/* Run the removal loop (R5.1 to R5.3) with every choice that a player may make (R6). */
void gipf_remove_rows(Removal *removal, Stage stage);

#endif
