/* local.h - a house with no server: the questions and actions of docs/api.md, asked inside one program.
 *
 * Knows:   games, sessions, the search; texts in, JSON out.
 * Ignores: browsers, messages, who sits where and what is drawn; page/worker and webapp/src/local.ts know.
 *
 * tools/build-wasm compiles this for browsers and exports every function below; the tests of this
 * machine call it as it is.  All texts are UTF-8 and end with a NUL; one that is absent is NULL.
 * Every answer is JSON, belongs to the house and holds until the next call.  What is refused is
 * answered by {"error": sentence, "at": offset, "status": number}, with the numbers of docs/api.md,
 * and has changed nothing.
 *
 * A house is for one thread.  Nothing here waits for anybody, and thinking always has a limit.
 */
#ifndef WASM_LOCAL_H
#define WASM_LOCAL_H

#include <stdint.h>

enum {
    LOCAL_TABLES_MAX = 16,
    LOCAL_TEXT_MAX = 1 << 20,      /* bytes of a text that is given */
    LOCAL_TIME_MAX_MS = 60 * 1000, /* of one thought */
};

typedef struct Local Local;

/* NULL when memory ran out.  The seed decides what is random in the engine's choices. */
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
/* A guide of a game as HTML, in a string.  The texts are files beside the module: whoever reads one
 * fetches one. */
const char *local_rules(Local *local, const char *text);

/* --- tables, by number --- */

/* A table at the start, or at `position`.  {"table": number}.  `main_ms` 0: no clocks. */
const char *local_table_new(Local *local, const char *setup, const char *position,
                            const char *name0, const char *name1, uint32_t main_ms,
                            uint32_t increment_ms);
/* A table that goes on from a record. */
const char *local_table_read(Local *local, const char *record, uint32_t main_ms,
                             uint32_t increment_ms);
/* The number is free again.  null. */
const char *local_table_close(Local *local, int table);
/* {"table": Table, "moves": [Move], "start": position, "tags": {}}; clocks are looked at first. */
const char *local_table_whole(Local *local, int table);
/* The Board after so many turns. */
const char *local_table_board(Local *local, int table, int turn);
/* The record, in a string. */
const char *local_table_record(Local *local, int table);

/* Actions answer null.  Turn number `turn` as steps, or as words. */
const char *local_table_turn(Local *local, int table, int turn, const char *steps);
const char *local_table_play(Local *local, int table, int turn, const char *words);
/* Take turns back without asking until the last one of this seat is gone; of seat -1: the last one of
 * anybody. */
const char *local_table_back(Local *local, int table, int seat);
const char *local_table_resign(Local *local, int table, int seat);
/* Both players agree. */
const char *local_table_draw(Local *local, int table);

/* --- thinking --- */

/* What the engine thinks as it thinks: docs/api.md, event `thinking`. */
typedef void LocalListener(void *context, const char *json);

/* The turn that a level would play, or the best one within a time or a number of nodes, whichever
 * comes first; 0 means: not given.  Plays nothing.  Hint, with `depth` and `nodes`. */
const char *local_think(Local *local, int table, int level, uint32_t time_ms, uint32_t nodes,
                        LocalListener *listener, void *context);
/* Score after turn number `turn`, found with so many nodes. */
const char *local_evaluate(Local *local, int table, int turn, uint32_t nodes);

#endif
