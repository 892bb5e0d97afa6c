/* desk_wasm.h - see desk_wasm.c. */
#ifndef WASM_DESK_WASM_H
#define WASM_DESK_WASM_H

#include "wasm/local.h"

char       *wasm_text(uint32_t size);
void        wasm_text_free(char *text);
const char *wasm_think(Local *local, int table, int level, uint32_t time_ms, uint32_t nodes);

#endif
