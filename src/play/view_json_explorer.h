/* view_json_explorer.h - the moves of an explorer book as JSON, for server, browser and command line. */
#ifndef PLAY_VIEW_JSON_EXPLORER_H
#define PLAY_VIEW_JSON_EXPLORER_H

#include "base/json.h"
#include "core/explorer.h"

/* The name of the built-in books in the folder of a game: one after the other, for different variants. */
#define EXPLORER_FILE "explorer.book"

/* Open the book for games of a setup among several; STATUS_NOT_FOUND if `data` is NULL or all are of other
 * variants. */
Status explorer_for(const Setup *setup, const void *data, size_t size, Explorer *out, Fault *fault);
/* The same with the built-in books of the game.  The browser module has none. */
Status explorer_built_in(const Setup *setup, Explorer *out, Fault *fault);

/* Write fields of an object: `book`, its setup; `games`, from which it was built; `moves` of the
 * position, none if the book does not have it (docs/api.md, Explorer).  `explorer` may be NULL: there is
 * no book. */
void view_explorer(Json *json, const Explorer *explorer, const Pos *pos);

#endif
