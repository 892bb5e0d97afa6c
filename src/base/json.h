/* json.h - writing JSON into a Buffer: the one writer, for servers, files and the browser's engine.
 *
 * Commas and escapes are the writer's business.  A name is given inside objects and NULL inside
 * arrays and at the top.  What does not fit or is not UTF-8 never makes broken JSON: the Buffer
 * remembers a failure, and bytes that are not UTF-8 become U+FFFD.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

/* jansson, which reads JSON for the server, has functions of these names: the linker must not mix them
 * up.  No file includes both headers. */
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
/* With at most four digits behind the point, the same in every locale. */
void json_number(Json *json, const char *name, double value);
void json_bool(Json *json, const char *name, bool value);
void json_null(Json *json, const char *name);
/* A step or another word of 64 bits, as a string of hexadecimal digits: numbers of JavaScript do not
 * hold so many. */
void json_word(Json *json, const char *name, uint64_t value);

#endif
