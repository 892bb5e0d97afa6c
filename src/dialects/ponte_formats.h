/* ponte_formats.h - third-party formats for games of Ponte del Diavolo.
 *
 * Each pair belongs to a row of CONVERTERS (dialects/convert.h); ponte_formats.c describes the formats.
 */
#ifndef DIALECTS_PONTE_FORMATS_H
#define DIALECTS_PONTE_FORMATS_H

#include "dialects/convert.h"

/* The log of the contest: `W_1_Chess_2,0_2,2`. */
Status ponte_log_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                      Fault *fault);
Status ponte_log_write(const Record *record, RecordSink *sink, void *context, Fault *fault);

/* The wire form of a French student contest: `size 6 : 14+21 c 04+30 24-44`. */
Status ponte_wire_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                       Fault *fault);
Status ponte_wire_write(const Record *record, RecordSink *sink, void *context, Fault *fault);

/* The messages of a game server: `Tile POOL A 1 Tile POOL C 1 Done Bridge Bridge_90 A 3 Done`. */
Status ponte_server_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                         Fault *fault);

/* The lines of tests/conformance/pdd: `7 L 80 0 0 b3,a2`. */
Status ponte_data_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                       Fault *fault);

#endif
