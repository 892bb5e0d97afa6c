/* local.h - the requests and actions of docs/api.md as function calls, without a server.
 *
 * Knows:   games, sessions, the search; strings in, JSON out.
 * Ignores: browsers, Worker messages, players and drawing; see webapp/worker and webapp/src/local.ts.
 *
 * tools/build-wasm compiles this for browsers and exports every function below; native tests call the
 * same functions.  All strings are UTF-8 and NUL-terminated; an absent one is NULL.  Every reply is
 * JSON, belongs to the Local and is valid until the next call.  An error is
 * {"error": sentence, "at": offset, "status": number, "key": key}, with the HTTP status of docs/api.md,
 * and the key only where the sentence has translations; the call has then changed nothing.
 *
 * A Local is for one thread.  No function blocks, and every search has a limit.
 */
#ifndef WASM_LOCAL_H
#define WASM_LOCAL_H

#include <stdint.h>

enum {
    LOCAL_TABLES_MAX = 16,
    LOCAL_TEXT_MAX = 1 << 20,      /* bytes of a string argument */
    LOCAL_TIME_MAX_MS = 60 * 1000, /* of one search */
};

typedef struct Local Local;

/* Return NULL if out of memory.  `seed` seeds the engine's random choices. */
Local *local_new(uint32_t seed);
void   local_delete(Local *local);

/* --- without a table: the objects of docs/api.md --- */

const char *local_games(Local *local);
const char *local_shape(Local *local, const char *setup);
const char *local_board(Local *local, const char *setup, const char *position);
const char *local_choices(Local *local, const char *setup, const char *position, const char *steps);
const char *local_refusal(Local *local, const char *setup, const char *position, const char *steps,
                          const char *cells);
const char *local_explain(Local *local, const char *setup, const char *position, const char *turn);
/* Draw the examples of a how-to-play guide in HTML; the answer is a JSON string.  The caller fetches the
 * guide, which is a file next to the module. */
const char *local_rules(Local *local, const char *html);
/* Reply with the Lesson of a game.  The caller fetches its text, lesson.txt, a file next to the module. */
const char *local_lesson(Local *local, const char *game, const char *text);
/* Reply with the Verdict on a complete turn, given as steps, of task number `task`. */
const char *local_answer(Local *local, const char *game, const char *text, int task,
                         const char *steps);

/* --- tables, by number --- */

/* Create a table with the start position or `position`.  Replies {"table": number}.  `main_ms` 0: no
 * clocks. */
const char *local_table_new(Local *local, const char *setup, const char *position,
                            const char *name0, const char *name1, uint32_t main_ms,
                            uint32_t increment_ms);
/* Create a table that continues a record. */
const char *local_table_read(Local *local, const char *record, uint32_t main_ms,
                             uint32_t increment_ms);
/* Close a table.  Replies null. */
const char *local_table_close(Local *local, int table);
/* Reply {"table": Table, "moves": [Move], "start": position, "tags": {}}, after checking the clocks. */
const char *local_table_whole(Local *local, int table);
/* Reply with the Board after `turn` moves. */
const char *local_table_board(Local *local, int table, int turn);
/* Reply with the record, in a JSON string. */
const char *local_table_record(Local *local, int table);

/* Actions reply null.  Play move number `turn`, given as steps with what the player
 * announced (NULL: nothing), or in notation. */
const char *local_table_turn(Local *local, int table, int turn, const char *steps,
                             const char *announcement);
const char *local_table_play(Local *local, int table, int turn, const char *notation);
/* Take back moves up to and including the last one of this seat; for seat -1, only the last move. */
const char *local_table_back(Local *local, int table, int seat);
const char *local_table_resign(Local *local, int table, int seat);
/* End the game as a draw by agreement. */
const char *local_table_draw(Local *local, int table);

/* --- search --- */

/* Receives the progress of a search: docs/api.md, event `thinking`. */
typedef void LocalListener(void *context, const char *json);

/* Search for the move that a level would play, or for the best move within a time or node limit,
 * whichever is reached first; 0 means no limit.  Does not play it.  Replies with a Hint, and `depth`
 * and `nodes`. */
const char *local_think(Local *local, int table, int level, uint32_t time_ms, uint32_t nodes,
                        LocalListener *listener, void *context);
/* Reply with the Score after move number `turn`, from a search of `nodes` nodes. */
const char *local_evaluate(Local *local, int table, int turn, uint32_t nodes);

#endif
