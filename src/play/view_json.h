/* view_json.h - the view of a game as JSON, for the server and for the WebAssembly engine.
 *
 * Knows:   the view of the game interface, lines and sessions.
 * Ignores: requests, seats and their rights, how anything is drawn.
 *
 * docs/api.md describes every object written here.  A client builds a turn step by step: it asks for
 * the choices after the steps so far, and nothing becomes official before the turn is complete.
 */
#ifndef PLAY_VIEW_JSON_H
#define PLAY_VIEW_JSON_H

#include "base/json.h"
#include "play/session.h"

enum { VIEW_CELLS_MAX = 16 }; /* cells of an attempted selection */

/* Write the array of all games that people play. */
void view_games(Json *json, const char *name);
/* Write the fields of an object that say which game it belongs to: object Setup. */
void view_setup(Json *json, const Setup *setup);
/* Write the shape of the board: object Shape. */
void view_shape(Json *json, const char *name, const Setup *setup);
/* Write the pieces on the board and the panel: object Board. */
void view_board(Json *json, const char *name, const Setup *setup, const Pos *pos);
/* Write the board in the middle of a turn and the next steps: object Choices.  On failure (an illegal
 * step) nothing is written. */
Status view_choices(Json *json, const char *name, const Setup *setup, const Pos *pos,
                    const Step *steps, int count, Fault *fault);
/* Write why these cells cannot be selected after these steps: object Message. */
Status view_refusal(Json *json, const char *name, const Setup *setup, const Pos *pos,
                    const Step *steps, int count, const uint16_t *cells, int cell_count,
                    Fault *fault);
/* The same as data; empty if a legal step begins with these cells. */
Status view_why(const Setup *setup, const Pos *pos, const Step *steps, int count,
                const uint16_t *cells, int cell_count, Message *why, Fault *fault);
/* Write why this turn, given in notation, is illegal: object Message, empty if it is legal. */
void view_explain(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  const char *turn);
/* Write the array of cells to select for a turn from `pos`, in order. */
void view_touches(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  const Turn *turn);
/* Write the board after the first `turns` turns of a line, with the cells and effects of the last one:
 * object Board with `last` and `lastEffects`. */
void view_board_after(Json *json, const char *name, const Line *line, int turns);
/* Write the clock, mark and comments of a note into an object that is open. */
void view_note(Json *json, const Note *note);
/* Write the tags of a record as an object. */
void view_tags(Json *json, const char *name, const Record *record);
/* Write a completed turn: object Move. */
void view_move(Json *json, const char *name, const Record *record, int turn);
/* Write the completed turns from `first` on: array of Move. */
void view_moves(Json *json, const char *name, const Record *record, int first);
/* Write the public state of a session: object Table. */
void view_table(Json *json, const char *name, const Session *session, int64_t now_ms);
/* The same without the closing bracket, so that the caller can add fields; `more` adds fields to a
 * seat (NULL: none). */
typedef void ViewSeat(Json *json, void *context, int side);
void         view_table_open(Json *json, const char *name, const Session *session, int64_t now_ms,
                             ViewSeat *more, void *context);
/* Write what the rules say about a position of a line, or null: object Result. */
void view_outcome(Json *json, const char *name, const Setup *setup, const Pos *pos,
                  Outcome outcome);
/* Write the result, or null: object Result. */
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

/* Write the board after the steps, one complete turn, as view_board_after does. */
Status view_board_steps(Json *json, const char *name, const ViewPosition *place, Fault *fault);

#endif
