/* view_json.h - what a table shows, as JSON: the same for the server's page and for the engine inside a
 * browser.
 *
 * Knows:   the contract's view, lines and sessions.
 * Ignores: requests, seats and their rights, how anything is drawn.
 *
 * docs/api.md describes every object that is written here.  A page builds a turn step by step: it
 * asks for the choices after the steps taken so far, and nothing becomes official before the turn
 * is whole.
 */
#ifndef PLAY_VIEW_JSON_H
#define PLAY_VIEW_JSON_H

#include "base/json.h"
#include "play/session.h"

enum { VIEW_CELLS_MAX = 16 }; /* cells of an attempt that is asked about */

/* An array of all games that people play. */
void view_games(Json *json, const char *name);
/* A game's board: object Shape. */
void view_shape(Json *json, const char *name, const Setup *setup);
/* What lies on the board, and the panel: object Board. */
void view_board(Json *json, const char *name, const Setup *setup, const Pos *pos);
/* The board of a turn that is under way, and the next steps: object Choices.  On failure (a step is
 * not legal) nothing is written. */
Status view_choices(Json *json, const char *name, const Setup *setup, const Pos *pos,
                    const Step *steps, int count, Fault *fault);
/* Why can these cells not be touched after these steps?  Object Refusal. */
Status view_refusal(Json *json, const char *name, const Setup *setup, const Pos *pos,
                    const Step *steps, int count, const uint16_t *cells, int cell_count,
                    Fault *fault);
/* The same in words, for tables without JSON: the sentence, empty where nothing can be said, and the
 * cells to blame. */
Status view_why(const Setup *setup, const Pos *pos, const Step *steps, int count,
                const uint16_t *cells, int cell_count, Text *sentence, CellList *offending,
                Fault *fault);
/* Why is this turn in words not allowed? */
void view_explain(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  const char *turn);
/* The cells that a hand touches for a turn from `pos`, in order: an array. */
void view_touches(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  const Turn *turn);
/* The board after the first `turns` completed turns of a line, and the cells of the last of them:
 * object Board with `last`. */
void view_board_after(Json *json, const char *name, const Line *line, int turns);
/* All completed turns from `first` on: array of Move. */
void view_moves(Json *json, const char *name, const Record *record, int first);
/* Everything that anybody may see of a session: object Table. */
void view_table(Json *json, const char *name, const Session *session, int64_t now_ms);
/* The same without the bracket that closes it, for a house that has more to say; `more` adds what it
 * knows about a seat (NULL: nothing). */
typedef void ViewSeat(Json *json, void *context, int side);
void         view_table_open(Json *json, const char *name, const Session *session, int64_t now_ms,
                             ViewSeat *more, void *context);
/* How it ended, or null: Result. */
void view_result(Json *json, const char *name, const Session *session);

/* --- The parameters of a request --- */

/* A position, and the steps of an unfinished turn from it. */
typedef struct ViewPosition {
    Setup     setup;
    PosBuffer pos;
    Step      steps[TURN_STEPS_MAX];
    int       step_count;
} ViewPosition;

/* Read a setup.  NULL is an error. */
Status view_setup_read(const char *text, Setup *setup, Fault *fault);
/* Read steps like "1a,2b".  NULL is no steps. */
Status view_steps_read(const char *text, Step steps[TURN_STEPS_MAX], int *count, Fault *fault);
/* Read all three.  Without a position it is the start position.  The steps are not checked. */
Status view_position_read(const char *setup, const char *position, const char *steps,
                          ViewPosition *out, Fault *fault);

#endif
