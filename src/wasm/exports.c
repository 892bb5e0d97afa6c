/* SPDX-License-Identifier: MIT */
/* exports.c - the little that only the module for browsers has.
 *
 * Exports of the module, besides its memory: every function of wasm/local.h but local_think, and
 *
 *     wasm_text(size)     memory for a text of so many bytes, or 0
 *     wasm_text_free(p)   gives it back
 *     wasm_think(...)     local_think, speaking to the import `env.tell(json)` while it thinks
 *
 * A text is given as the address of its bytes with a NUL behind them, and 0 where it is absent; an
 * answer is the address of such a text, which is the module's.
 */
#include <stdlib.h>

#include "wasm/exports.h"

__attribute__((import_module("env"), import_name("tell"))) void wasm_tell(const char *json);

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
    wasm_tell(json);
}

const char *wasm_think(Local *local, int table, int level, uint32_t time_ms, uint32_t nodes)
{
    return local_think(local, table, level, time_ms, nodes, notify, NULL);
}
