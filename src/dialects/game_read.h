/* game_read.h - read a game from text: a record, the rest of an autosave file, or any format of
 * dialects/list.h.
 *
 * Knows:   records, the formats, which of them a text has.
 * Ignores: files, options, who asks.
 *
 * Everything that reads games from outside calls game_read: replay, review, convert, the web server,
 * the browser module and the library.  So all of them accept the same texts.  Any bytes will do; all
 * functions are re-entrant.
 */
#ifndef DIALECTS_GAME_READ_H
#define DIALECTS_GAME_READ_H

#include "core/record.h"

enum { GAME_TEXT_BYTES_MAX = 16 << 20 }; /* the longest games need far less */

/* What the text does not say. */
typedef struct GameAsk {
    const char  *format; /* "record" or the name of a converter; NULL: detect it */
    const Setup *setup;  /* for formats that do not name their variant; NULL: the default */
    int          nth;    /* of several games, from 1; 0: there must be only one */
} GameAsk;

/* Read a game.  A byte order mark is skipped; a record without a result is an unfinished game.  On
 * failure `out` is unchanged, `fault->at` is the offset in `data`, and the message also names line and
 * column.  STATUS_NOT_FOUND: the text holds no game, no such game, or has an unknown format. */
Status game_read(const char *data, size_t size, const GameAsk *ask, Record *out, Fault *fault);

/* Receives a game of a text: its number, from 1, and the record, or NULL and why it cannot be read.  The
 * record is freed afterwards.  Return false to stop. */
typedef bool GameVisit(void *context, int number, const Record *record, const Fault *fault);

/* Visit all games of a text.  After a record that cannot be read the next one follows; in other formats
 * it is the last.  `ask->nth` is ignored. */
void game_each(const char *data, size_t size, const GameAsk *ask, GameVisit *visit, void *context);

/* Read a record, or the rest of an autosave file, whose last line may be cut off: it counts only with
 * its newline. */
Status game_parse(const char *data, size_t size, Record *out, Fault *fault);

#endif
