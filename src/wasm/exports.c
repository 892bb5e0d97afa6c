/* SPDX-License-Identifier: MIT */
/* exports.c - functions that only the WebAssembly module has.
 *
 * The module exports its memory, every function of wasm/local.h except those that report progress, and
 *
 *     wasm_text(size)     allocate `size` bytes for a string; returns 0 if it is too large
 *     wasm_text_free(p)   free it
 *     wasm_search(...)    local_search; reports progress to the import `env.report(json)`
 *     wasm_lines(...)     local_lines, in the same way
 *     wasm_review(...)    local_review, in the same way
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

const char *wasm_search(Local *local, const char *text)
{
    return local_search(local, text, notify, NULL);
}

const char *wasm_lines(Local *local, const char *setup, const char *position, int lines,
                       uint32_t time_ms)
{
    return local_lines(local, setup, position, lines, time_ms, notify, NULL);
}

const char *wasm_review(Local *local, const char *text)
{
    return local_review(local, text, notify, NULL);
}
