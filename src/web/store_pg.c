/* SPDX-License-Identifier: MIT */
/* One connection serves for statements and for notifications.  A save is one statement, so it is one
 * transaction and one round trip.
 */
#include "web/store_pg.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/embedded.h"
#include "base/json.h"
#include "base/text.h"
#include "pg/pg_schema.h"
#include "web/limits.h"
#include "web/request.h"
#include "web/store_kind.h"

extern const EmbeddedFile WEB_SCHEMA[];

static const PgSchema SCHEMA = { .name = "tessera_web",
                                 .files = WEB_SCHEMA,
                                 .version = "SELECT version FROM tessera_web.version",
                                 .title = "schema tessera_web",
                                 .migration = "`tessera serve --database URL`" };

enum {
    PATIENCE_MS = 5000, /* of a statement, and of a connection in progress */
    BACKOFF_MS = 200,   /* until the second attempt to connect; doubled with each one */
    BACKOFF_MS_MAX = 1000,
    COUNT_BEATS = 30, /* beats between two counts of all tables */
    LIVING_MAX = 4096,
    TEXT_MAX = 2 * HASH_BYTES + 3, /* of a number or a hash */
    NEWS_MAX = 8000,               /* the limit of PostgreSQL */
    UNDONE_TEXT_MAX = 17 * HOST_UNDONE_MAX + 1,
};

typedef struct PgStore {
    Pg          *pg;
    char         server[ID_TEXT_MAX]; /* this one */
    bool         is_connected;
    bool         is_new; /* nobody asked since it was connected */
    bool         is_connecting;
    bool         has_failed; /* the last statement */
    int          backoff_ms;
    int64_t      next_ms; /* when to try again, or to give up an attempt */
    int64_t      count;
    int          beats;
    char         living[LIVING_MAX]; /* ids of servers */
    char         news[NEWS_MAX];     /* the last notification */
    StoreFigures figures;
} PgStore;

/* --- Statements --------------------------------------------------------------------------------- */

typedef struct Params {
    int         count;
    const char *value[PG_PARAMETERS_MAX];
    char        text[PG_PARAMETERS_MAX][TEXT_MAX];
} Params;

static void add_text(Params *params, const char *text)
{
    assert(params->count < PG_PARAMETERS_MAX);
    params->value[params->count++] = text;
}

static void add_number(Params *params, int64_t number)
{
    char *text = params->text[params->count];
    snprintf(text, TEXT_MAX, "%lld", (long long)number);
    add_text(params, text);
}

static void add_bool(Params *params, bool value)
{
    add_text(params, value ? "t" : "f");
}

static void add_hash(Params *params, const Hash *hash)
{
    static const char DIGITS[] = "0123456789abcdef";
    char             *text = params->text[params->count];
    if (!hash->set) {
        add_text(params, NULL);
        return;
    }
    text[0] = '\\';
    text[1] = 'x';
    for (int i = 0; i < HASH_BYTES; i++) {
        text[2 + 2 * i] = DIGITS[hash->bytes[i] >> 4];
        text[3 + 2 * i] = DIGITS[hash->bytes[i] & 15];
    }
    text[2 + 2 * HASH_BYTES] = '\0';
    add_text(params, text);
}

static int digit_of(char c)
{
    return c >= 'a' ? c - 'a' + 10 : c - '0';
}

/* Read a hash as PostgreSQL writes bytes: \x and two digits for each. */
static Hash hash_at(const PgRows *rows, int row, int column)
{
    Hash        hash = { .set = false };
    const char *text = pg_text(rows, row, column);
    if (pg_length(rows, row, column) != 2 + 2 * HASH_BYTES)
        return hash;
    for (int i = 0; i < HASH_BYTES; i++)
        hash.bytes[i] = (unsigned char)(digit_of(text[2 + 2 * i]) << 4 | digit_of(text[3 + 2 * i]));
    hash.set = true;
    return hash;
}

/* Texts of requests may be anything; PostgreSQL would reject those that are not UTF-8. */
static bool is_id(const char *text)
{
    return strspn(text, "0123456789abcdef") == ID_TEXT_MAX - 1 && text[ID_TEXT_MAX - 1] == '\0';
}

static void lose(PgStore *store)
{
    store->is_connected = false;
    store->backoff_ms = 0;
    store->next_ms = 0;
}

/* Run a statement; `rows` may be NULL.  STATUS_SYSTEM for every failure. */
static Status ask(PgStore *store, const char *sql, const Params *params, PgRows **rows)
{
    Fault  fault;
    Status status = store->is_connected
                        ? pg_query(store->pg, sql, params == NULL ? 0 : params->count,
                                   params == NULL ? NULL : params->value, rows, &fault)
                        : STATUS_SYSTEM;
    store->has_failed = status != STATUS_OK;
    if (store->is_connected && status == STATUS_SYSTEM)
        lose(store);
    return status == STATUS_OK ? STATUS_OK : STATUS_SYSTEM;
}

/* --- Connecting --------------------------------------------------------------------------------- */

/* Prepare a new connection. */
static bool set_up(PgStore *store)
{
    pg_set_patience(store->pg, PATIENCE_MS);
    store->is_connected = true;
    store->is_new = ask(store,
                        "SELECT set_config('statement_timeout', '4000', false),"
                        " set_config('bytea_output', 'hex', false)",
                        NULL, NULL) == STATUS_OK &&
                    ask(store, "LISTEN tessera_web", NULL, NULL) == STATUS_OK;
    store->is_connected = store->is_new;
    return store->is_connected;
}

/* Wait longer and longer between two attempts. */
static void try_later(PgStore *store, int64_t now_ms)
{
    store->is_connecting = false;
    store->backoff_ms = store->backoff_ms == 0 ? BACKOFF_MS : 2 * store->backoff_ms;
    if (store->backoff_ms > BACKOFF_MS_MAX)
        store->backoff_ms = BACKOFF_MS_MAX;
    store->next_ms = now_ms + store->backoff_ms;
}

static void connect_further(PgStore *store)
{
    Fault   ignored;
    int64_t now = clock_wall_ms();
    if (!store->is_connecting) {
        if (now < store->next_ms)
            return;
        pg_begin(store->pg);
        store->is_connecting = true;
        store->next_ms = now + PATIENCE_MS;
    }
    switch (pg_go_on(store->pg, &ignored)) {
    case PG_WAITS:
        if (now >= store->next_ms)
            try_later(store, now);
        break;
    case PG_FAILED: try_later(store, now); break;
    case PG_CONNECTED:
        if (set_up(store))
            store->is_connecting = false;
        else
            try_later(store, now);
        break;
    }
}

bool store_pg_connect(Store *base, bool *is_new)
{
    PgStore *store = base->self;
    if (store->is_connected && !pg_is_connected(store->pg))
        lose(store);
    if (!store->is_connected)
        connect_further(store);
    *is_new = store->is_connected && store->is_new;
    if (store->is_connected)
        store->is_new = false;
    return store->is_connected;
}

int store_pg_socket(const Store *base)
{
    const PgStore *store = base->self;
    return store->is_connected ? pg_socket(store->pg) : -1;
}

bool store_pg_news(Store *base, StoreNews *out)
{
    PgStore *store = base->self;
    char    *text = store->news;
    if (!store->is_connected)
        return false;
    if (!pg_receive(store->pg)) {
        lose(store);
        return false;
    }
    while (pg_notification(store->pg, text, NEWS_MAX)) {
        if (strlen(text) < ID_TEXT_MAX + 1 || text[ID_TEXT_MAX - 1] != ' ')
            continue; /* not from a server */
        char *end;
        *out = (StoreNews){ .is_presence = text[ID_TEXT_MAX] == 'p',
                            .version = strtoll(text + ID_TEXT_MAX, &end, 10) };
        out->event = *end == ' ' ? end + 1 : NULL;
        memcpy(out->id, text, ID_TEXT_MAX - 1);
        return true;
    }
    return false;
}

void store_pg_tell(Store *base, const char *id, int64_t version, const char *event)
{
    PgStore *store = base->self;
    Params   params = { .count = 0 };
    add_text(&params, id);
    add_number(&params, version);
    add_text(&params, event);
    if (strlen(event) < NEWS_MAX - ID_TEXT_MAX - TEXT_MAX)
        ask(store, "SELECT pg_notify('tessera_web', $1 || ' ' || $2 || ' ' || $3)", &params, NULL);
}

static bool pgs_is_away(const void *self)
{
    const PgStore *store = self;
    return !store->is_connected || store->has_failed;
}

static void pgs_close(void *self)
{
    PgStore *store = self;
    pg_close(store->pg);
    free(store);
}

/* --- Tables ------------------------------------------------------------------------------------- */

#define SEAT_COLUMNS(n) \
    "kind_" #n ", level_" #n ", time_" #n ", taken_" #n ", rematch_" #n ", token_" #n ", clock_" #n
#define STATE_COLUMNS                                                                             \
    "id, version, started, over, abandoned, main, increment, draw, back, state, people, changed," \
    " casual, listed, invitation, rematch, game, record, summary, " SEAT_COLUMNS(                 \
        0) ", " SEAT_COLUMNS(1) ", declined, declined_by, undone"
#define COLUMNS STATE_COLUMNS ", saved, flag, searcher, search_until"
#define VALUES                                                                                    \
    "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20," \
    " $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36,"            \
    " clock_timestamp(),"                                                                         \
    " CASE WHEN $37::bigint >= 0 THEN clock_timestamp() + $37 * interval '1 millisecond' END,"    \
    " CASE WHEN $38::boolean THEN $39 END,"                                                       \
    " CASE WHEN $38 THEN clock_timestamp() + tessera_web.patience() END)"

static const char INSERT_TABLE[] =
    "INSERT INTO tessera_web.tables (" COLUMNS ") VALUES " VALUES " RETURNING id";

#define KEPT "16"
_Static_assert(EVENTS_KEPT == 16, "the database keeps as many events as the memory");

/* $40 is the version that the change is based on, $41 the events. */
static const char UPDATE_TABLE[] =
    "WITH saved AS (UPDATE tessera_web.tables SET (" COLUMNS ") = ROW" VALUES
    " WHERE id = $1 AND version = $40 RETURNING id, version),"
    " added AS (INSERT INTO tessera_web.events (id, version, text) SELECT saved.id, e.version,"
    " e.text FROM saved,"
    " json_to_recordset($41::json) AS e(version bigint, text text)),"
    " forgotten AS (DELETE FROM tessera_web.events e USING saved WHERE e.id = saved.id"
    " AND e.version <= saved.version - " KEPT ")"
    " SELECT pg_notify('tessera_web', id || ' ' || version) FROM saved";

static void add_seat(Params *params, const StoredSeat *seat)
{
    add_number(params, seat->kind);
    add_number(params, seat->level);
    add_number(params, seat->time_ms);
    add_bool(params, seat->taken);
    add_bool(params, seat->rematch);
    add_hash(params, &seat->token);
    add_number(params, seat->left_ms);
}

/* Write steps as hexadecimal numbers, each followed by a space. */
static void write_undone(const StoredTable *table, char out[UNDONE_TEXT_MAX])
{
    Text text = text_over(out, UNDONE_TEXT_MAX);
    for (int i = 0; i < table->undone_count; i++)
        text_addf(&text, "%llx ", (unsigned long long)table->undone[i]);
    assert(!text.full);
}

static void take_undone(const char *text, StoredTable *table)
{
    char *end;
    while (table->undone_count < HOST_UNDONE_MAX && *text != '\0') {
        table->undone[table->undone_count++] = strtoull(text, &end, 16);
        text = *end == ' ' ? end + 1 : "";
    }
}

static void add_table(Params *params, const StoredTable *table, const char *undone,
                      const StoreTexts *texts)
{
    add_text(params, table->id);
    add_number(params, table->version);
    add_number(params, table->started_ms);
    add_bool(params, table->over);
    add_bool(params, table->abandoned);
    add_number(params, table->main_ms);
    add_number(params, table->increment_ms);
    add_number(params, table->draw);
    add_number(params, table->back);
    add_number(params, table->state);
    add_bool(params, table->seat[0].kind != SEAT_ENGINE && table->seat[1].kind != SEAT_ENGINE);
    add_number(params, table->changed_ms);
    add_bool(params, table->casual);
    add_bool(params, table->listed);
    add_hash(params, &table->invitation);
    add_text(params, table->rematch);
    add_text(params, table->game);
    add_text(params, texts->record);
    add_text(params, texts->summary);
    add_seat(params, &table->seat[0]);
    add_seat(params, &table->seat[1]);
    add_number(params, table->declined);
    add_number(params, table->declined_by);
    add_text(params, undone);
    add_number(params, table->flag_ms);
    add_bool(params, table->wants_engine);
}

/* The events end with that of the table's version. */
static void write_events(Buffer *out, const StoredTable *table, const StoreTexts *texts)
{
    Json json = json_over(out);
    json_array(&json, NULL);
    for (int i = 0; i < texts->event_count; i++) {
        json_object(&json, NULL);
        json_integer(&json, "version", table->version - texts->event_count + 1 + i);
        json_string(&json, "text", texts->events[i].text);
        json_end_object(&json);
    }
    json_end_array(&json);
}

static Status save(PgStore *store, const StoredTable *table, const StoreTexts *texts)
{
    Params  params = { .count = 0 };
    PgRows *rows = NULL;
    Buffer  events;
    bool    is_first = table->saved == 0;
    char    undone[UNDONE_TEXT_MAX];
    buffer_init(&events, REPLY_BYTES_MAX);
    write_undone(table, undone);
    add_table(&params, table, undone, texts);
    add_text(&params, store->server);
    if (!is_first) {
        write_events(&events, table, texts);
        add_number(&params, table->saved);
        add_text(&params, events.data);
    }
    Status status = events.failed
                        ? STATUS_NO_MEMORY
                        : ask(store, is_first ? INSERT_TABLE : UPDATE_TABLE, &params, &rows);
    bool   is_saved = status == STATUS_OK && pg_row_count(rows) == 1;
    if (status == STATUS_OK)
        pg_free(rows);
    buffer_free(&events);
    store->count += is_saved && is_first;
    return status == STATUS_OK && !is_saved ? STATUS_ILLEGAL : status;
}

static Status pgs_save(void *self, const StoredTable *table, const StoreTexts *texts)
{
    PgStore *store = self;
    Status   status = save(store, table, texts);
    store->figures.commits += status == STATUS_OK;
    store->figures.failures += status != STATUS_OK && status != STATUS_ILLEGAL;
    store->figures.conflicts += status == STATUS_ILLEGAL;
    return status;
}

static void take_seat(const PgRows *rows, int at, StoredSeat *seat)
{
    *seat = (StoredSeat){ .kind = (int)pg_integer(rows, 0, at),
                          .level = (int)pg_integer(rows, 0, at + 1),
                          .time_ms = (int)pg_integer(rows, 0, at + 2),
                          .taken = pg_bool(rows, 0, at + 3),
                          .rematch = pg_bool(rows, 0, at + 4),
                          .token = hash_at(rows, 0, at + 5),
                          .left_ms = pg_integer(rows, 0, at + 6) };
}

static void take_table(const PgRows *rows, StoredTable *table, Buffer *record)
{
    *table = (StoredTable){ .version = pg_integer(rows, 0, 1),
                            .started_ms = pg_integer(rows, 0, 2),
                            .over = pg_bool(rows, 0, 3),
                            .abandoned = pg_bool(rows, 0, 4),
                            .main_ms = pg_integer(rows, 0, 5),
                            .increment_ms = pg_integer(rows, 0, 6),
                            .draw = (int)pg_integer(rows, 0, 7),
                            .back = (int)pg_integer(rows, 0, 8),
                            .state = (TableState)pg_integer(rows, 0, 9),
                            .changed_ms = pg_integer(rows, 0, 11),
                            .casual = pg_bool(rows, 0, 12),
                            .listed = pg_bool(rows, 0, 13),
                            .invitation = hash_at(rows, 0, 14),
                            .declined = (int)pg_integer(rows, 0, 33),
                            .declined_by = (int)pg_integer(rows, 0, 34),
                            .idle_ms = pg_integer(rows, 0, 36) };
    snprintf(table->id, sizeof table->id, "%s", pg_text(rows, 0, 0));
    snprintf(table->rematch, sizeof table->rematch, "%s", pg_text(rows, 0, 15));
    snprintf(table->game, sizeof table->game, "%s", pg_text(rows, 0, 16));
    take_seat(rows, 19, &table->seat[0]);
    take_seat(rows, 26, &table->seat[1]);
    take_undone(pg_text(rows, 0, 35), table);
    buffer_add(record, pg_text(rows, 0, 17));
}

static Status pgs_load(void *self, const char *id, StoredTable *table, Buffer *record)
{
    static const char SQL[] =
        "SELECT " STATE_COLUMNS
        ", greatest(0, extract(epoch FROM clock_timestamp() - saved) * 1000)::bigint"
        " FROM tessera_web.tables WHERE id = $1";
    PgRows *rows;
    Params  params = { .count = 0 };
    if (!is_id(id))
        return STATUS_NOT_FOUND;
    add_text(&params, id);
    Status status = ask(self, SQL, &params, &rows);
    if (status != STATUS_OK)
        return status;
    if (pg_row_count(rows) == 1)
        take_table(rows, table, record);
    else
        status = STATUS_NOT_FOUND;
    pg_free(rows);
    return status;
}

Status store_pg_version(Store *base, const char *id, int64_t *version)
{
    PgRows *rows;
    Params  params = { .count = 0 };
    if (!is_id(id))
        return STATUS_NOT_FOUND;
    add_text(&params, id);
    Status status =
        ask(base->self, "SELECT version FROM tessera_web.tables WHERE id = $1", &params, &rows);
    if (status != STATUS_OK)
        return status;
    if (pg_row_count(rows) == 1)
        *version = pg_integer(rows, 0, 0);
    else
        status = STATUS_NOT_FOUND;
    pg_free(rows);
    return status;
}

Status store_pg_events(Store *base, const char *id, int64_t last, StoreEventVisit *visit,
                       void *context)
{
    PgRows *rows;
    Params  params = { .count = 0 };
    add_text(&params, id);
    add_number(&params, last);
    Status status = ask(base->self,
                        "SELECT version, text FROM tessera_web.events WHERE id = $1"
                        " AND version <= $2 ORDER BY version",
                        &params, &rows);
    if (status != STATUS_OK)
        return status;
    bool goes_on = true;
    for (int i = 0; goes_on && i < pg_row_count(rows); i++)
        goes_on =
            visit(context, pg_integer(rows, i, 0), pg_text(rows, i, 1), pg_length(rows, i, 1));
    pg_free(rows);
    return goes_on ? STATUS_OK : STATUS_NO_MEMORY;
}

static Status pgs_remove(void *self, const char *id)
{
    static const char SQL[] =
        "WITH gone AS (DELETE FROM tessera_web.tables WHERE id = $1 AND state IN (0, 1)"
        " RETURNING id) SELECT pg_notify('tessera_web', id || ' 0') FROM gone";
    _Static_assert(TABLE_UNBEGUN == 0 && TABLE_CHALLENGE == 1, "as in the statement");
    PgStore *store = self;
    PgRows  *rows;
    Params   params = { .count = 0 };
    add_text(&params, id);
    Status status = ask(store, SQL, &params, &rows);
    if (status != STATUS_OK)
        return status;
    int count = pg_row_count(rows);
    pg_free(rows);
    store->count -= count;
    return count == 0 ? STATUS_NOT_FOUND : STATUS_OK;
}

/* --- Lists -------------------------------------------------------------------------------------- */

/* Visit the rows of a statement whose first columns are an id and a summary. */
static Status visit_rows(PgStore *store, const char *sql, const Params *params, StoreVisit *visit,
                         void *context)
{
    PgRows *rows;
    Status  status = ask(store, sql, params, &rows);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++)
        if (!visit(context, pg_text(rows, i, 0), pg_text(rows, i, 1)))
            break;
    pg_free(rows);
    return STATUS_OK;
}

/* An unknown `before` has no place, so nothing follows it. */
static Status pgs_list(void *self, const StoreFilter *filter, const char *before, int limit,
                       StoreVisit *visit, void *context)
{
    static const char ALL[] = "SELECT id, summary FROM tessera_web.tables WHERE $1::text IS NULL OR"
                              " number < (SELECT number FROM tessera_web.tables WHERE id = $1)"
                              " ORDER BY number DESC LIMIT $2";
    static const char SOME[] =
        "SELECT id, summary FROM tessera_web.tables WHERE ($1::text IS NULL OR (changed, number) <"
        " (SELECT changed, number FROM tessera_web.tables WHERE id = $1))"
        " AND state = $3 AND changed >= $4 AND ($5::text IS NULL OR game = $5)"
        " AND ($6::boolean IS NULL OR people = $6)"
        " ORDER BY changed DESC, number DESC LIMIT $2";
    Params params = { .count = 0 };
    if (before != NULL && !is_id(before))
        return STATUS_OK;
    add_text(&params, before);
    add_number(&params, limit);
    if (filter == NULL)
        return visit_rows(self, ALL, &params, visit, context);
    add_number(&params, filter->state);
    add_number(&params, filter->since_ms);
    add_text(&params, filter->game);
    if (filter->opponents == OPPONENTS_ANY)
        add_text(&params, NULL);
    else
        add_bool(&params, filter->opponents == OPPONENTS_PEOPLE);
    return visit_rows(self, SOME, &params, visit, context);
}

static Status pgs_summary(void *self, const char *id, StoreVisit *visit, void *context)
{
    Params params = { .count = 0 };
    if (!is_id(id))
        return STATUS_OK;
    add_text(&params, id);
    return visit_rows(self, "SELECT id, summary FROM tessera_web.tables WHERE id = $1", &params,
                      visit, context);
}

static Status pgs_unbegun(void *self, int64_t before_ms, StoreVisit *visit, void *context)
{
    static const char SQL[] =
        "SELECT id, '' FROM tessera_web.tables t WHERE state = $1 AND changed < $2 AND NOT EXISTS"
        " (SELECT 1 FROM tessera_web.presence p JOIN tessera_web.servers s ON s.id = p.server"
        " WHERE p.id = t.id AND p.here_0 + p.here_1 + p.spectators > 0 AND tessera_web.lives(s))"
        " ORDER BY changed LIMIT 1000";
    Params params = { .count = 0 };
    add_number(&params, TABLE_UNBEGUN);
    add_number(&params, before_ms);
    return visit_rows(self, SQL, &params, visit, context);
}

/* --- Studies ------------------------------------------------------------------------------------ */

static Status pgs_add_study(void *self, const char *id, const Hash *key, const char *record,
                            int64_t now_ms)
{
    Params params = { .count = 0 };
    add_text(&params, id);
    add_hash(&params, key);
    add_number(&params, now_ms);
    add_text(&params, record);
    return ask(self,
               "INSERT INTO tessera_web.studies (id, key, changed, seen, record)"
               " VALUES ($1, $2, $3, $3, $4)",
               &params, NULL);
}

static Status pgs_change_study(void *self, const char *id, const char *record, int64_t now_ms)
{
    Params params = { .count = 0 };
    add_text(&params, id);
    add_number(&params, now_ms);
    add_text(&params, record);
    return ask(self,
               "UPDATE tessera_web.studies SET changed = $2, seen = $2, record = $3 WHERE id = $1",
               &params, NULL);
}

static Status pgs_load_study(void *self, const char *id, int64_t now_ms, Hash *key, Buffer *record)
{
    PgRows *rows;
    Params  params = { .count = 0 };
    if (!is_id(id))
        return STATUS_NOT_FOUND;
    add_text(&params, id);
    Status status =
        ask(self, "SELECT record, key FROM tessera_web.studies WHERE id = $1", &params, &rows);
    if (status != STATUS_OK)
        return status;
    bool is_found = pg_row_count(rows) == 1;
    if (is_found) {
        buffer_add(record, pg_text(rows, 0, 0));
        *key = hash_at(rows, 0, 1);
        add_number(&params, now_ms);
        /* One write per day is enough.  If it fails, the study only expires earlier. */
        ask(self,
            "UPDATE tessera_web.studies SET seen = $2 WHERE id = $1"
            " AND seen < $2::bigint - 24 * 3600 * 1000",
            &params, NULL);
    }
    pg_free(rows);
    return is_found ? STATUS_OK : STATUS_NOT_FOUND;
}

/* Return the number that a statement finds, or `otherwise` if the database is away. */
static int64_t number_of(PgStore *store, const char *sql, int64_t otherwise)
{
    PgRows *rows;
    if (ask(store, sql, NULL, &rows) != STATUS_OK)
        return otherwise;
    int64_t number = pg_integer(rows, 0, 0);
    pg_free(rows);
    return number;
}

static int64_t pgs_count_studies(void *self)
{
    return number_of(self, "SELECT count(*) FROM tessera_web.studies", INT64_MAX);
}

static void pgs_expire_studies(void *self, int64_t before_ms, int count)
{
    Params params = { .count = 0 };
    add_number(&params, before_ms);
    add_number(&params, count);
    ask(self,
        "DELETE FROM tessera_web.studies WHERE number IN (SELECT number FROM tessera_web.studies"
        " WHERE seen < $1 ORDER BY seen LIMIT $2)",
        &params, NULL);
}

/* --- Servers ------------------------------------------------------------------------------------ */

/* Count the tables, and forget what nobody needs any more. */
static void tidy(PgStore *store)
{
    store->count = number_of(store, "SELECT count(*) FROM tessera_web.tables", store->count);
    ask(store,
        "DELETE FROM tessera_web.presence WHERE here_0 + here_1 + spectators = 0 AND"
        " coalesce(greatest(left_0, left_1), '-infinity') < clock_timestamp() - interval '1 hour'",
        NULL, NULL);
    ask(store, "DELETE FROM tessera_web.events WHERE saved < clock_timestamp() - interval '1 hour'",
        NULL, NULL);
}

Status store_pg_beat(Store *base, bool *others_changed)
{
    PgStore *store = base->self;
    PgRows  *rows;
    Params   params = { .count = 0 };
    add_text(&params, store->server);
    Status status = ask(store, "SELECT tessera_web.beat($1)", &params, &rows);
    *others_changed = false;
    if (status != STATUS_OK)
        return status;
    *others_changed = strcmp(store->living, pg_text(rows, 0, 0)) != 0;
    snprintf(store->living, sizeof store->living, "%s", pg_text(rows, 0, 0));
    pg_free(rows);
    if (store->beats++ % COUNT_BEATS == 0)
        tidy(store);
    return STATUS_OK;
}

void store_pg_leave(Store *base)
{
    static const char SQL[] =
        "WITH freed AS (UPDATE tessera_web.tables SET search_until = clock_timestamp()"
        " - interval '1 minute' WHERE searcher = $1 AND search_until IS NOT NULL),"
        " gone AS (DELETE FROM tessera_web.presence WHERE server = $1)"
        " UPDATE tessera_web.servers SET has_left = true, seen = clock_timestamp() WHERE id = $1";
    PgStore *store = base->self;
    Params   params = { .count = 0 };
    add_text(&params, store->server);
    ask(store, SQL, &params, NULL);
}

static Status visit_ids(PgStore *store, const char *sql, const Params *params, StoreIdVisit *visit,
                        void *context)
{
    PgRows *rows;
    Status  status = ask(store, sql, params, &rows);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++)
        visit(context, pg_text(rows, i, 0));
    pg_free(rows);
    return STATUS_OK;
}

Status store_pg_lease(Store *base, const char *ids, StoreIdVisit *visit, void *context)
{
    static const char SQL[] =
        "UPDATE tessera_web.tables SET searcher = $1,"
        " search_until = clock_timestamp() + tessera_web.patience()"
        " WHERE id = ANY (string_to_array($2, ',')) AND NOT over AND"
        " (searcher = $1 OR search_until IS NULL OR search_until < clock_timestamp())"
        " RETURNING id";
    PgStore *store = base->self;
    Params   params = { .count = 0 };
    add_text(&params, store->server);
    add_text(&params, ids);
    return visit_ids(store, SQL, &params, visit, context);
}

void store_pg_release(Store *base, const char *id)
{
    Params params = { .count = 0 };
    add_text(&params, id);
    ask(base->self,
        "UPDATE tessera_web.tables SET search_until = NULL WHERE id = $1"
        " AND search_until < clock_timestamp()",
        &params, NULL);
}

Status store_pg_abandoned(Store *base, int limit, StoreIdVisit *visit, void *context)
{
    static const char SQL[] =
        "SELECT id FROM tessera_web.tables WHERE search_until < clock_timestamp()"
        " - interval '1 second' OR flag < clock_timestamp() - interval '3 seconds' LIMIT $1";
    Params params = { .count = 0 };
    add_number(&params, limit);
    return visit_ids(base->self, SQL, &params, visit, context);
}

Status store_pg_stale_challenges(Store *base, int64_t away_ms, int limit, StoreIdVisit *visit,
                                 void *context)
{
    static const char SQL[] =
        "WITH limits AS (SELECT clock_timestamp() - $1 * interval '1 millisecond' AS before)"
        " SELECT t.id FROM tessera_web.tables t, limits WHERE t.state = $2"
        " AND t.changed < extract(epoch FROM before) * 1000 AND NOT EXISTS"
        " (SELECT 1 FROM tessera_web.presence p JOIN tessera_web.servers s ON s.id = p.server"
        " WHERE p.id = t.id AND (greatest(p.left_0, p.left_1) > before"
        " OR (p.here_0 + p.here_1 > 0 AND (tessera_web.lives(s) OR s.seen > before)))) LIMIT $3";
    Params params = { .count = 0 };
    add_number(&params, away_ms);
    add_number(&params, TABLE_CHALLENGE);
    add_number(&params, limit);
    return visit_ids(base->self, SQL, &params, visit, context);
}

/* --- Reviews ------------------------------------------------------------------------------------ */

Status store_pg_put_review(Store *base, const char *id, const char *reply, int64_t *asked_ms,
                           bool *is_cancelled)
{
    static const char SQL[] =
        "INSERT INTO tessera_web.reviews AS r VALUES ($1, $2, $3, clock_timestamp())"
        " ON CONFLICT (id) DO UPDATE SET reply = $3 RETURNING"
        " (extract(epoch FROM clock_timestamp() - r.asked) * 1000)::bigint, r.is_cancelled";
    PgStore *store = base->self;
    PgRows  *rows;
    Params   params = { .count = 0 };
    add_text(&params, id);
    add_text(&params, store->server);
    add_text(&params, reply);
    Status status = ask(store, SQL, &params, &rows);
    if (status != STATUS_OK)
        return status;
    *asked_ms = pg_integer(rows, 0, 0);
    *is_cancelled = pg_bool(rows, 0, 1);
    pg_free(rows);
    return STATUS_OK;
}

void store_pg_drop_review(Store *base, const char *id)
{
    Params params = { .count = 0 };
    add_text(&params, id);
    ask(base->self, "DELETE FROM tessera_web.reviews WHERE id = $1", &params, NULL);
}

/* Run a statement that changes a review of a living server and returns its reply. */
static Status change_review(PgStore *store, const char *sql, const char *id, Buffer *reply)
{
    PgRows *rows;
    Params  params = { .count = 0 };
    if (!is_id(id))
        return STATUS_NOT_FOUND;
    add_text(&params, id);
    Status status = ask(store, sql, &params, &rows);
    if (status != STATUS_OK)
        return status;
    bool is_found = pg_row_count(rows) == 1;
    if (is_found && reply != NULL)
        buffer_add(reply, pg_text(rows, 0, 0));
    pg_free(rows);
    return is_found ? STATUS_OK : STATUS_NOT_FOUND;
}

#define OF_LIVING                                                                              \
    " FROM tessera_web.servers s WHERE r.id = $1 AND s.id = r.server AND tessera_web.lives(s)" \
    " AND NOT r.is_cancelled RETURNING r.reply"

Status store_pg_get_review(Store *base, const char *id, Buffer *reply)
{
    return change_review(base->self,
                         "UPDATE tessera_web.reviews r SET asked = clock_timestamp()" OF_LIVING, id,
                         reply);
}

Status store_pg_cancel_review(Store *base, const char *id)
{
    return change_review(
        base->self, "UPDATE tessera_web.reviews r SET is_cancelled = true" OF_LIVING, id, NULL);
}

/* --- Presence ----------------------------------------------------------------------------------- */

Status store_pg_note_presence(Store *base, const Presence *tables, int count)
{
    static const char SQL[] =
        "WITH noted AS (INSERT INTO tessera_web.presence AS old (server, id, here_0, here_1,"
        " spectators) SELECT $1, t.id, n.a, n.b, n.c FROM json_to_recordset($2::json)"
        " AS n(id text, a integer, b integer, c integer) JOIN tessera_web.tables t ON t.id = n.id"
        " ON CONFLICT (id, server) DO UPDATE SET here_0 = excluded.here_0,"
        " here_1 = excluded.here_1, spectators = excluded.spectators,"
        " left_0 = CASE WHEN old.here_0 > 0 AND excluded.here_0 = 0 THEN clock_timestamp()"
        " ELSE old.left_0 END,"
        " left_1 = CASE WHEN old.here_1 > 0 AND excluded.here_1 = 0 THEN clock_timestamp()"
        " ELSE old.left_1 END RETURNING id)"
        " SELECT pg_notify('tessera_web', id || ' p') FROM noted";
    PgStore *store = base->self;
    Params   params = { .count = 0 };
    Buffer   list;
    buffer_init(&list, REPLY_BYTES_MAX);
    Json json = json_over(&list);
    json_array(&json, NULL);
    for (int i = 0; i < count; i++) {
        json_object(&json, NULL);
        json_string(&json, "id", tables[i].id);
        json_integer(&json, "a", tables[i].here[0]);
        json_integer(&json, "b", tables[i].here[1]);
        json_integer(&json, "c", tables[i].spectators);
        json_end_object(&json);
    }
    json_end_array(&json);
    add_text(&params, store->server);
    add_text(&params, list.data);
    Status status = list.failed ? STATUS_NO_MEMORY : ask(store, SQL, &params, NULL);
    buffer_free(&list);
    return status;
}

Status store_pg_forget_presence(Store *base)
{
    PgStore *store = base->self;
    Params   params = { .count = 0 };
    add_text(&params, store->server);
    return ask(store,
               "UPDATE tessera_web.presence SET"
               " left_0 = CASE WHEN here_0 > 0 THEN clock_timestamp() ELSE left_0 END,"
               " left_1 = CASE WHEN here_1 > 0 THEN clock_timestamp() ELSE left_1 END,"
               " here_0 = 0, here_1 = 0, spectators = 0 WHERE server = $1",
               &params, NULL);
}

/* A seat whose server died was left when that server was last heard of. */
Status store_pg_presence(Store *base, const char *ids, StorePresenceVisit *visit, void *context)
{
    static const char SQL[] =
        "WITH rows AS (SELECT p.*, s.seen, s.id <> $1 AND tessera_web.lives(s) AS counts"
        " FROM tessera_web.presence p JOIN tessera_web.servers s ON s.id = p.server"
        " WHERE p.id = ANY (string_to_array($2, ',')))"
        " SELECT w.id, coalesce(sum(here_0) FILTER (WHERE counts), 0),"
        " coalesce(sum(here_1) FILTER (WHERE counts), 0),"
        " coalesce(sum(spectators) FILTER (WHERE counts), 0),"
        " (extract(epoch FROM clock_timestamp()"
        " - max(CASE WHEN here_0 > 0 THEN seen ELSE left_0 END)) * 1000)::bigint,"
        " (extract(epoch FROM clock_timestamp()"
        " - max(CASE WHEN here_1 > 0 THEN seen ELSE left_1 END)) * 1000)::bigint"
        " FROM unnest(string_to_array($2, ',')) AS w(id) LEFT JOIN rows ON rows.id = w.id"
        " GROUP BY w.id";
    PgStore *store = base->self;
    PgRows  *rows;
    Params   params = { .count = 0 };
    add_text(&params, store->server);
    add_text(&params, ids);
    Status status = ask(store, SQL, &params, &rows);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < pg_row_count(rows); i++) {
        Presence presence = { .spectators = (int)pg_integer(rows, i, 3) };
        snprintf(presence.id, sizeof presence.id, "%s", pg_text(rows, i, 0));
        for (int seat = 0; seat < 2; seat++) {
            presence.here[seat] = (int)pg_integer(rows, i, 1 + seat);
            presence.away_ms[seat] =
                pg_is_null(rows, i, 4 + seat) ? -1 : pg_integer(rows, i, 4 + seat);
        }
        visit(context, &presence);
    }
    pg_free(rows);
    return STATUS_OK;
}

/* --- The kind ----------------------------------------------------------------------------------- */

static StoreFigures pgs_figures(const void *self)
{
    const PgStore *store = self;
    return store->figures;
}

static bool pgs_works(void *self)
{
    PgStore *store = self;
    return !store->has_failed || ask(store, "SELECT 1", NULL, NULL) == STATUS_OK;
}

static int64_t pgs_count(const void *self)
{
    const PgStore *store = self;
    return store->count;
}

static const StoreKind KIND = {
    .is_shared = true,
    .close = pgs_close,
    .is_away = pgs_is_away,
    .figures = pgs_figures,
    .works = pgs_works,
    .count = pgs_count,
    .save = pgs_save,
    .load = pgs_load,
    .remove = pgs_remove,
    .list = pgs_list,
    .summary = pgs_summary,
    .unbegun = pgs_unbegun,
    .add_study = pgs_add_study,
    .change_study = pgs_change_study,
    .load_study = pgs_load_study,
    .count_studies = pgs_count_studies,
    .expire_studies = pgs_expire_studies,
};

Store *store_pg_open(const char *url, const PgWaiter *waiter, Fault *fault)
{
    bool     ignored;
    PgStore *self = calloc(1, sizeof *self);
    if (self == NULL || !secret_id(self->server)) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        free(self);
        return NULL;
    }
    self->pg = pg_schema_open(url, &SCHEMA, true, waiter, fault);
    if (self->pg == NULL) {
        pgs_close(self);
        return NULL;
    }
    Store *store = store_new(&KIND, self, fault);
    if (store == NULL || (set_up(self) && store_pg_beat(store, &ignored) == STATUS_OK) ||
        !pg_is_connected(self->pg)) /* store_pg_connect restores it */
        return store;
    fault_set(fault, STATUS_SYSTEM, 0, "the database does not answer");
    store_close(store);
    return NULL;
}
