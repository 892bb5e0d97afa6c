/* exports.h - functions that only the WebAssembly module has; exports.c describes them.
 *
 * Knows:   wasm/local.h.
 * Ignores: what the functions of local.h do.
 */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include "wasm/local.h"

char       *wasm_text(uint32_t size);
void        wasm_text_free(char *text);
const char *wasm_search(Local *local, const char *text);
const char *wasm_lines(Local *local, const char *setup, const char *position, int lines,
                       uint32_t time_ms);
const char *wasm_review(Local *local, const char *text);

#endif
