/* local.h - the requests and actions of docs/api.md as function calls, without a server.
 *
 * Knows:   games, table hosts, the search; strings in, JSON out.
 * Ignores: browsers, Worker messages and storage; see webapp/worker and webapp/src/local.ts.
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
/* With steps, which are one complete move: the board after them. */
const char *local_board(Local *local, const char *setup, const char *position, const char *steps);
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

/* Reply with the Explorer of a position.  The caller fetches the book, a file next to the module. */
const char *local_explorer(Local *local, const char *setup, const char *position, const void *book,
                           uint32_t size);
/* The board editor (play/editor_json.h): reply with its pieces, an array of Piece; with the Board of an
 * arrangement. */
const char *local_palette(Local *local, const char *setup, const char *position);
const char *local_arrange(Local *local, const char *setup, const char *position, const char *pieces,
                          int side);

/* Read a game for import, in any format of /api/read: {"setup", "start", "moves", "tags", "result",
 * "record"}. */
const char *local_read(Local *local, const char *record);

/* List the games of such a text, as /api/contents does. */
const char *local_contents(Local *local, const char *text);

/* Edit a study (play/study_json.h) and reply with the Study.  `text` is the game in any format of
 * /api/read; if it is NULL, the study begins at `setup` and `position`.  `edit` may be NULL.  `reply` is
 * NULL, or "changes" for what the edit changes. */
const char *local_study(Local *local, const char *text, const char *setup, const char *position,
                        const char *edit, int node, const char *steps, const char *mark,
                        const char *comment, const char *reply);

/* --- tables, by number: play/host.h --- */

/* Create a table.  `id` is what its events call it; `position` or `record` may be NULL.  A seat is
 * "human", "open", "level N" or "time MS".  `main_ms` 0: no clocks.  `casual` as in docs/api.md.
 * Replies {"table": number}. */
const char *local_table_new(Local *local, const char *id, const char *setup, const char *position,
                            const char *record, const char *name0, const char *name1,
                            const char *seat0, const char *seat1, uint32_t main_ms,
                            uint32_t increment_ms, int casual);
/* Create the rematch of a table that wants one.  Replies {"table": number}. */
const char *local_table_rematch(Local *local, int table, const char *id);
/* Reply with everything of a table as one text, in a JSON string, and create a table from it. */
const char *local_table_save(Local *local, int table);
const char *local_table_load(Local *local, const char *id, const char *text);
/* Close a table.  Replies null. */
const char *local_table_close(Local *local, int table);

/* Reply with the Table and its moves; with its entry in lists; with the Board after `turn` moves; with
 * the record, in a JSON string. */
const char *local_table_whole(Local *local, int table);
const char *local_table_summary(Local *local, int table);
const char *local_table_board(Local *local, int table, int turn);
const char *local_table_record(Local *local, int table);

/* Perform an action of docs/api.md for a seat.  `turn`, `steps`, `words` and `announcement` are for
 * action `turn`; the name of a player who joins is in `words`.  Replies {"table": id of the rematch}, {"wants": "rematch"} if the caller has to
 * create it, or {}. */
const char *local_table_act(Local *local, int table, int seat, const char *action, int turn,
                            const char *steps, const char *words, const char *announcement);
/* A client begins (1) or ceases (0) to watch, with a seat or with -1.  Replies null. */
const char *local_table_watch(Local *local, int table, int seat, int watches);
/* Check the clocks.  Replies the milliseconds until the next call, or null. */
const char *local_table_tick(Local *local, int table);
/* Take the oldest event: {"event": name, "version": number, "data": {}}, or null.  A version of 0 is
 * that of a transient event. */
const char *local_table_event(Local *local, int table);
/* Reply {"id": number, "kind": "turn", "hint" or "analysis", "text": for local_search}, or null after
 * the last task. */
const char *local_table_task(Local *local, int table, int index);
/* Report progress and result of a task: what local_search reported and replied; NULL if it failed.
 * Replies null. */
const char *local_table_info(Local *local, int table, uint32_t task, const char *text);
const char *local_table_done(Local *local, int table, uint32_t task, const char *text);
/* Reply with the Hint for the position, or null while its task runs.  404: there is none. */
const char *local_table_hint(Local *local, int table);
/* Ask for the analysis: {"scores": [Score], "done": true if there will be no more}. */
const char *local_table_analysis(Local *local, int table);

/* --- search --- */

/* Receives the progress of a search: a JSON string for local_table_info. */
typedef void LocalListener(void *context, const char *json);

/* Run a task, given as text.  Replies with a JSON string for local_table_done. */
const char *local_search(Local *local, const char *text, LocalListener *listener, void *context);

/* Search a position for 1 to 5 principal variations.  Reports and replies with the Lines. */
const char *local_lines(Local *local, const char *setup, const char *position, int lines,
                        uint32_t time_ms, LocalListener *listener, void *context);

/* Review a game, in any format of /api/read: the numbers of the server and of `tessera review`.  Reports
 * {"done": positions, "total": positions} and replies with the Review. */
const char *local_review(Local *local, const char *text, LocalListener *listener, void *context);

#endif
