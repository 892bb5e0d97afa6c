/* replay_frames.h - many games of one contest, as drawings that a small script can put together.
 *
 * Knows:   records, the drawing of one piece (draw/svg.h).
 * Ignores: who played, pages.
 *
 * Whatever lies on a cell is one drawing, and the same drawing comes back in thousands of positions.
 * So each is kept once, in a list, and a game says only which drawings come and go with each turn:
 * a number that was not there comes, one that was there goes.
 */
#ifndef ARENA_REPLAY_FRAMES_H
#define ARENA_REPLAY_FRAMES_H

#include "base/json.h"
#include "core/record.h"

typedef struct ReplayFrames ReplayFrames;

/* NULL when memory ran out.  `setup` is copied. */
ReplayFrames *frames_new(const Setup *setup);
void          frames_free(ReplayFrames *frames);

/* Add "turns", the words of all turns, and "boards", the numbers that change: first for the start,
 * then for each turn.  False, and nothing written, if the record is of another board or memory ran
 * out. */
bool frames_game(ReplayFrames *frames, const Record *record, Json *json);

/* Add the list of all drawings so far, as "drawings", and the numbers of those that lie upon the
 * others, as "upper". */
void frames_drawings(const ReplayFrames *frames, Json *json);

/* The board with nothing on it. */
void frames_board(const ReplayFrames *frames, const char *title, Buffer *out);

#endif
