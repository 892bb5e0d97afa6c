/* SPDX-License-Identifier: MIT */
/* native.c - the functions of wasm/local.h for tables in a native program: a JSON array per line with the
 * name of a function and its arguments, and a line with the reply.  tests/host/scripts.mjs drives it.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "wasm/local.h"

enum { LINE_BYTES_MAX = 1 << 20 };

static const char *text_at(const json_t *call, size_t at)
{
    return json_string_value(json_array_get(call, at));
}

static int number_at(const json_t *call, size_t at)
{
    return (int)json_integer_value(json_array_get(call, at));
}

static const char *answer(Local *local, const json_t *call)
{
    const char *name = text_at(call, 0);
    int         table = number_at(call, 1);
    if (strcmp(name, "table_new") == 0)
        return local_table_new(local, text_at(call, 1), text_at(call, 2), text_at(call, 3),
                               text_at(call, 4), text_at(call, 5), text_at(call, 6),
                               text_at(call, 7), text_at(call, 8), (uint32_t)number_at(call, 9),
                               (uint32_t)number_at(call, 10), number_at(call, 11));
    if (strcmp(name, "table_act") == 0)
        return local_table_act(local, table, number_at(call, 2), text_at(call, 3),
                               number_at(call, 4), text_at(call, 5), text_at(call, 6),
                               text_at(call, 7));
    if (strcmp(name, "table_watch") == 0)
        return local_table_watch(local, table, number_at(call, 2), number_at(call, 3));
    if (strcmp(name, "table_rematch") == 0)
        return local_table_rematch(local, table, text_at(call, 2));
    if (strcmp(name, "table_task") == 0)
        return local_table_task(local, table, number_at(call, 2));
    if (strcmp(name, "table_done") == 0)
        return local_table_done(local, table, (uint32_t)number_at(call, 2), text_at(call, 3));
    if (strcmp(name, "search") == 0)
        return local_search(local, text_at(call, 1), NULL, NULL);
    static const struct {
        const char *name;
        const char *(*call)(Local *local, int table);
    } SIMPLE[] = { { "table_whole", local_table_whole }, { "table_tick", local_table_tick },
                   { "table_event", local_table_event }, { "table_hint", local_table_hint },
                   { "table_save", local_table_save },   { "table_close", local_table_close } };
    for (size_t i = 0; i < sizeof SIMPLE / sizeof SIMPLE[0]; i++)
        if (strcmp(SIMPLE[i].name, name) == 0)
            return SIMPLE[i].call(local, table);
    if (strcmp(name, "table_load") == 0)
        return local_table_load(local, text_at(call, 1), text_at(call, 2));
    return "{\"error\":\"unknown function\",\"status\":404}";
}

int main(void)
{
    static char line[LINE_BYTES_MAX];
    Local      *local = local_new(1);
    while (local != NULL && fgets(line, sizeof line, stdin) != NULL) {
        json_t *call = json_loads(line, 0, NULL);
        if (call == NULL || text_at(call, 0) == NULL)
            return 1;
        puts(answer(local, call));
        fflush(stdout);
        json_decref(call);
    }
    local_delete(local);
    return local == NULL;
}
