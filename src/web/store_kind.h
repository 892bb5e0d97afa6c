/* store_kind.h - what the two kinds of game database have in common; for store.c and the kinds only. */
#ifndef WEB_STORE_KIND_H
#define WEB_STORE_KIND_H

#include "web/store.h"

/* The functions of a kind, as in store.h; `self` is the kind's own data. */
typedef struct StoreKind {
    bool is_shared;
    void (*close)(void *self);
    bool (*is_away)(const void *self);
    StoreFigures (*figures)(const void *self);
    bool (*works)(void *self);
    int64_t (*count)(const void *self);
    Status (*save)(void *self, const StoredTable *table, const StoreTexts *texts);
    Status (*load)(void *self, const char *id, StoredTable *table, Buffer *record);
    Status (*remove)(void *self, const char *id);
    Status (*list)(void *self, const StoreFilter *filter, const char *before, int limit,
                   StoreVisit *visit, void *context);
    Status (*summary)(void *self, const char *id, StoreVisit *visit, void *context);
    Status (*unbegun)(void *self, int64_t before_ms, StoreVisit *visit, void *context);
    Status (*add_study)(void *self, const char *id, const Hash *key, const char *record,
                        int64_t now_ms);
    Status (*change_study)(void *self, const char *id, const char *record, int64_t now_ms);
    Status (*load_study)(void *self, const char *id, int64_t now_ms, Hash *key, Buffer *record);
    int64_t (*count_studies)(void *self);
    void (*expire_studies)(void *self, int64_t before_ms, int count);
} StoreKind;

struct Store {
    const StoreKind *kind;
    void            *self;
};

/* Return a store of a kind, or NULL, and then close `self`. */
Store *store_new(const StoreKind *kind, void *self, Fault *fault);

#endif
