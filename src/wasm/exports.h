/* exports.h - see exports.c. */
#ifndef WASM_EXPORTS_H
#define WASM_EXPORTS_H

#include "wasm/local.h"

char       *wasm_text(uint32_t size);
void        wasm_text_free(char *text);
const char *wasm_think(Local *local, int table, int level, uint32_t time_ms, uint32_t nodes);

#endif
