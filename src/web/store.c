/* SPDX-License-Identifier: MIT */
/* Passes each call to the kind of the database. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "web/store_kind.h"

Store *store_new(const StoreKind *kind, void *self, Fault *fault)
{
    Store *store = malloc(sizeof *store);
    if (store == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        kind->close(self);
        return NULL;
    }
    *store = (Store){ kind, self };
    return store;
}

void store_close(Store *store)
{
    store->kind->close(store->self);
    free(store);
}

bool store_is_shared(const Store *store)
{
    return store->kind->is_shared;
}

bool store_is_away(const Store *store)
{
    return store->kind->is_away(store->self);
}

StoreFigures store_figures(const Store *store)
{
    return store->kind->figures(store->self);
}

bool store_works(Store *store)
{
    return store->kind->works(store->self);
}

int64_t store_count(const Store *store)
{
    return store->kind->count(store->self);
}

Status store_save(Store *store, const StoredTable *table, const StoreTexts *texts)
{
    assert(table->version >= 1 && table->version >= table->saved &&
           strlen(table->id) == ID_TEXT_MAX - 1);
    assert(table->state >= 0 && table->state < TABLE_STATES);
    return store->kind->save(store->self, table, texts);
}

Status store_load(Store *store, const char *id, StoredTable *table, Buffer *record)
{
    Status status = store->kind->load(store->self, id, table, record);
    if (status == STATUS_OK)
        table->saved = table->version;
    return status;
}

Status store_remove(Store *store, const char *id)
{
    return store->kind->remove(store->self, id);
}

Status store_list(Store *store, const StoreFilter *filter, const char *before, int limit,
                  StoreVisit *visit, void *context)
{
    assert(limit >= 0 && visit != NULL);
    assert(filter == NULL || (filter->state >= 0 && filter->state < TABLE_STATES));
    return store->kind->list(store->self, filter, before, limit, visit, context);
}

Status store_summary(Store *store, const char *id, StoreVisit *visit, void *context)
{
    return store->kind->summary(store->self, id, visit, context);
}

Status store_unbegun(Store *store, int64_t before_ms, StoreVisit *visit, void *context)
{
    return store->kind->unbegun(store->self, before_ms, visit, context);
}

Status store_add_study(Store *store, const char *id, const Hash *key, const char *record,
                       int64_t now_ms)
{
    return store->kind->add_study(store->self, id, key, record, now_ms);
}

Status store_change_study(Store *store, const char *id, const char *record, int64_t now_ms)
{
    return store->kind->change_study(store->self, id, record, now_ms);
}

Status store_load_study(Store *store, const char *id, int64_t now_ms, Hash *key, Buffer *record)
{
    return store->kind->load_study(store->self, id, now_ms, key, record);
}

int64_t store_count_studies(Store *store)
{
    return store->kind->count_studies(store->self);
}

void store_expire_studies(Store *store, int64_t before_ms, int count)
{
    store->kind->expire_studies(store->self, before_ms, count);
}
