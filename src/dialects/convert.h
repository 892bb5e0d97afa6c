/* convert.h - foreign ways to write a whole game down, and the record that they are turned into.
 *
 * Knows:   bytes of one format, a record of one game.
 * Ignores: files, options, where the bytes come from and go to.
 *
 * Readers take any bytes; all functions are re-entrant.
 */
#ifndef DIALECTS_CONVERT_H
#define DIALECTS_CONVERT_H

#include "core/record.h"

/* How a text is to be read. */
typedef struct ConvertAsk {
    const Setup *setup; /* of the converter's own game; NULL: what is usual for the format */
    int          which; /* of several games in the text, from 1; 0: there must be one only */
} ConvertAsk;

typedef struct Converter {
    const char *name;    /* NULL ends a table */
    const char *game;    /* whose games they are, as on the command line */
    const char *summary; /* one line for help */

    /* Read a game; NULL if the format is only written.  On failure `out` is unchanged, fault->at is
     * the offset in `data`, and the sentence names line and column, too. */
    Status (*read)(const ConvertAsk *ask, const char *data, size_t size, Record *out, Fault *fault);

    /* Write a game; NULL if the format is only read.  STATUS_ILLEGAL, and nothing written, where
     * the format has no words for this game; STATUS_SYSTEM where the sink refused. */
    Status (*write)(const Record *record, RecordSink *sink, void *context, Fault *fault);
} Converter;

#endif
