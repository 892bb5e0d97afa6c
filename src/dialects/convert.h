/* convert.h - convert third-party game formats to and from records.
 *
 * Knows:   bytes of one format, a record of one game.
 * Ignores: files and options.
 *
 * Readers accept any bytes; all functions are re-entrant.
 */
#ifndef DIALECTS_CONVERT_H
#define DIALECTS_CONVERT_H

#include "core/record.h"

/* How to read a text. */
typedef struct ConvertAsk {
    const Setup *setup; /* of the game of the converter; NULL: the default of the format */
    int          which; /* number of the game in the text, from 1; 0: it must hold exactly one */
} ConvertAsk;

typedef struct Converter {
    const char *name;    /* NULL ends a table */
    const char *game;    /* the game, as on the command line */
    const char *summary; /* one line for help */

    /* Read a game; NULL if the format is only written.  On failure `out` is unchanged, fault->at is
     * the offset in `data`, and the message also names line and column. */
    Status (*read)(const ConvertAsk *ask, const char *data, size_t size, Record *out, Fault *fault);

    /* Write a game; NULL if the format is only read.  STATUS_ILLEGAL, with nothing written, if
     * the format cannot express this game; STATUS_SYSTEM if the sink failed. */
    Status (*write)(const Record *record, RecordSink *sink, void *context, Fault *fault);
} Converter;

#endif
