/* replay_frames.h - the games of a contest as compact drawing data for the replay script.
 *
 * Knows:   records, the drawing of one piece and one region (draw/svg.h).
 * Ignores: the players, the page.
 *
 * Each piece on a cell is one drawing, and so is each region and its value.  The same drawing occurs
 * in thousands of positions.  So a list holds each drawing once, and a game lists per move the
 * numbers of the drawings that change: a number toggles its drawing.
 */
#ifndef ARENA_REPLAY_FRAMES_H
#define ARENA_REPLAY_FRAMES_H

#include "base/json.h"
#include "core/record.h"

typedef struct ReplayFrames ReplayFrames;

/* NULL if out of memory.  `setup` is copied. */
ReplayFrames *frames_new(const Setup *setup);
void          frames_free(ReplayFrames *frames);

/* Write "turns", all moves in notation, and "boards", the numbers that change: first for the start
 * position, then per move.  False, with nothing written, if the record is of another game or
 * variant, or out of memory. */
bool frames_game(ReplayFrames *frames, const Record *record, Json *json);

/* Write all drawings so far as "drawings", and the layer of each as "layers": higher ones are on top,
 * and those below 0 belong into the group "regions" of the board. */
void frames_drawings(const ReplayFrames *frames, Json *json);

/* Draw a game as an SVG file that plays it in a loop, `frame_ms` per move.  False as for frames_game. */
bool frames_animation(ReplayFrames *frames, const Record *record, const char *title, int frame_ms,
                      Buffer *out);

/* Draw the empty board. */
void frames_board(const ReplayFrames *frames, const char *title, Buffer *out);

#endif
