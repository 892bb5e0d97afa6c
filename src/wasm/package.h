/* package.h - more functions of wasm/local.h for the npm package (npm/): positions without tables.
 *
 * Knows:   and ignores the same.  The web app does not need them, so its module does not export them.
 *
 * A position is a setup, a position in notation (NULL: the start) and steps taken from it ("1a,2b"; NULL:
 * none), which may go beyond one turn.
 */
#ifndef WASM_PACKAGE_H
#define WASM_PACKAGE_H

#include "wasm/local.h"

/* Reply {"setup", "position": after the steps, "side": to move or null, "begins": true if a turn begins,
 * "steps": [the legal next steps], "result": null or {"winner", "drawn", "reason", "message"}}. */
const char *local_state(Local *local, const char *setup, const char *position, const char *steps);
/* Reply with the steps of a turn in notation: ["1a", "2b"].  An error says why it is illegal. */
const char *local_turn(Local *local, const char *setup, const char *position, const char *turn);
/* Reply with the notation of the steps of a turn, in a JSON string. */
const char *local_notation(Local *local, const char *setup, const char *position,
                           const char *steps);
/* Reply with the board as a complete SVG file, in a JSON string. */
const char *local_svg(Local *local, const char *setup, const char *position);
/* Search for the best turn; 0 is no limit, and there is always one of LOCAL_TIME_MAX_MS.  Replies
 * {"turn", "steps", "score", "proved": side or null, "turns", "depth", "nodes"}: the score for the side to
 * move in 1/100 of a clear advantage. */
const char *local_think(Local *local, const char *setup, const char *position, int level,
                        uint32_t time_ms, uint32_t nodes, int depth);
/* Play random games.  Replies {"first", "second", "draws", "unfinished", "turns"}. */
const char *local_playouts(Local *local, const char *setup, const char *position, uint32_t count,
                           uint32_t seed, uint32_t turn_limit);

#endif
