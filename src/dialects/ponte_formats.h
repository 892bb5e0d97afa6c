/* ponte_formats.h - how others write games of Ponte del Diavolo down.
 *
 * Each pair fits a row of CONVERTERS (dialects/convert.h); the forms themselves are described in
 * ponte_formats.c.
 */
#ifndef DIALECTS_PONTE_FORMATS_H
#define DIALECTS_PONTE_FORMATS_H

#include "dialects/convert.h"

/* The contest's log: `W_1_Chess_2,0_2,2`. */
Status ponte_log_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                      Fault *fault);
Status ponte_log_write(const Record *record, RecordSink *sink, void *context, Fault *fault);

/* The wire form of a French student contest: `size 6 : 14+21 c 04+30 24-44`. */
Status ponte_wire_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                       Fault *fault);
Status ponte_wire_write(const Record *record, RecordSink *sink, void *context, Fault *fault);

/* A game server's words: `Tile POOL A 1 Tile POOL C 1 Done Bridge Bridge_90 A 3 Done`. */
Status ponte_server_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                         Fault *fault);

/* The lines of tests/conformance/pdd: `7 L 80 0 0 b3,a2`. */
Status ponte_data_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                       Fault *fault);

#endif
