/* SPDX-License-Identifier: MIT */
/* exports.c - functions that only the WebAssembly module has.
 *
 * The module exports its memory, every function of wasm/local.h except local_think, and
 *
 *     wasm_text(size)     allocate `size` bytes for a string; returns 0 if it is too large
 *     wasm_text_free(p)   free it
 *     wasm_think(...)     local_think; reports progress to the import `env.report(json)`
 *
 * A string argument is the address of NUL-terminated bytes, or 0 if absent.  A reply is the address
 * of such a string, which the module owns.
 */
#include <stdlib.h>

#include "wasm/exports.h"

__attribute__((import_module("env"), import_name("report"))) void wasm_report(const char *json);

char *wasm_text(uint32_t size)
{
    return size <= LOCAL_TEXT_MAX + 1 ? malloc(size) : NULL;
}

void wasm_text_free(char *text)
{
    free(text);
}

static void notify(void *context, const char *json)
{
    (void)context;
    wasm_report(json);
}

const char *wasm_think(Local *local, int table, int level, uint32_t time_ms, uint32_t nodes)
{
    return local_think(local, table, level, time_ms, nodes, notify, NULL);
}
