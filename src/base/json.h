/* json.h - write JSON into a Buffer: the only writer, for servers, files and the engine in the
 * browser.
 *
 * The writer adds commas and escapes.  Pass a name inside objects, and NULL inside arrays and at
 * the top level.  The output is always well-formed: if it does not fit, the Buffer fails, and bytes
 * that are not UTF-8 become U+FFFD.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

/* jansson, which parses JSON for the server, exports functions with these names.  Rename ours to
 * avoid link conflicts.  No file includes both headers. */
#define json_object  tessera_json_object
#define json_array   tessera_json_array
#define json_string  tessera_json_string
#define json_integer tessera_json_integer
#define json_null    tessera_json_null

typedef struct Json {
    Buffer *out;
    bool    needs_comma;
} Json;

Json json_over(Buffer *out);

void json_object(Json *json, const char *name);
void json_end_object(Json *json);
void json_array(Json *json, const char *name);
void json_end_array(Json *json);

void json_string(Json *json, const char *name, const char *value);
void json_integer(Json *json, const char *name, int64_t value);
/* Write at most four decimals, with a point in every locale. */
void json_number(Json *json, const char *name, double value);
void json_bool(Json *json, const char *name, bool value);
void json_null(Json *json, const char *name);
/* Write a step or another 64-bit value as a string of hexadecimal digits, because JavaScript
 * numbers hold only 53 bits. */
void json_word(Json *json, const char *name, uint64_t value);

#endif
