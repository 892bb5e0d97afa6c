/* SPDX-License-Identifier: MIT */
#include "web/health.h"

#include "web/registry.h"

bool health_write(TableRegistry *registry, Buffer *out)
{
    if (registry != NULL) {
        SearchPoolFigures searches = search_pool_figures(registry->pool);
        if (!store_works(registry->store))
            buffer_add(out, "the game database cannot be written\n");
        if (store_count(registry->store) >= TABLES_STORED_MAX)
            buffer_add(out, "the game database is full\n");
        if (searches.waiting >= TASKS_MAX)
            buffer_add(out, "too many searches are waiting\n");
        if (registry->stream_count >= STREAMS_MAX)
            buffer_add(out, "too many event streams are open\n");
    }
    if (out->length > 0)
        return false;
    buffer_add(out, "ok\n");
    return true;
}
