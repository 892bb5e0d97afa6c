/* editor_json.h - the board editor's requests as JSON (docs/api.md).
 *
 * Knows:   core/arrange.h.
 * Ignores: who edits.  Nothing is kept between two requests.
 */
#ifndef PLAY_EDITOR_JSON_H
#define PLAY_EDITOR_JSON_H

#include "base/status.h"

struct Json; /* base/json.h, which no file can include together with jansson */

enum { EDITOR_PIECES_MAX = 4096 };

typedef struct EditorRequest {
    const char *setup;
    const char *position; /* from which everything but the pieces is taken; NULL: the start */
    const char
        *pieces; /* "3@12,7@5-9": numbers of the palette on cells; NULL: as in the position */
    int  side;   /* to move */
} EditorRequest;

/* Write the pieces that the editor offers for a position: array of Piece. */
Status editor_palette(struct Json *json, const char *name, const char *setup, const char *position,
                      Fault *fault);
/* Write the Board with these pieces; STATUS_ILLEGAL or STATUS_SYNTAX with the reason if there is no such
 * position. */
Status editor_arrange(struct Json *json, const char *name, const EditorRequest *request,
                      Fault *fault);

#endif
