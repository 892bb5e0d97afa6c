/* SPDX-License-Identifier: MIT */
/* test_store.c - the game database and its secrets. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "pg/pg.h"
#include "web/database.h"
#include "web/limits.h"
#include "web/request.h"
#include "web/store_pg.h"

static char folder[] = "/tmp/test_store_XXXXXX";
static char inner[64];

static int set_up(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(inner, sizeof inner, "%s/a/b", folder);
    return 0;
}

/* PostgreSQL, if a URL is given; otherwise SQLite. */
static const char *url;

static void empty_folder(void)
{
    if (url != NULL) {
        Pg *pg = pg_open(url, NULL);
        assert_non_null(pg);
        assert_int_equal(pg_script(pg, "DROP SCHEMA tessera_web CASCADE", NULL), STATUS_OK);
        pg_close(pg);
    }
    static const char *const FILES[] = { "tables.db", "tables.db-wal", "tables.db-shm" };
    char                     path[128];
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", inner, FILES[i]);
        unlink(path);
    }
}

static int tear_down(void **state)
{
    (void)state;
    char path[128];
    empty_folder();
    snprintf(path, sizeof path, "%s/lock", inner);
    unlink(path);
    rmdir(inner);
    snprintf(path, sizeof path, "%s/a", folder);
    rmdir(path);
    return rmdir(folder);
}

static Store *open_store(Fault *fault)
{
    return url != NULL ? store_pg_open(url, NULL, fault) : store_open(inner, fault);
}

static Status save_with(Store *store, StoredTable *table, const char *record,
                        const StoredEvent *events, int count)
{
    Status status = store_save(
        store, table,
        &(StoreTexts){ .record = record, .summary = "{}", .event_count = count, .events = events });
    if (status == STATUS_OK)
        table->saved = table->version;
    return status;
}

static Status save(Store *store, StoredTable *table, const char *record)
{
    return save_with(store, table, record, NULL, 0);
}

static StoredTable table_of(const char *id, int64_t version)
{
    StoredTable table = { .version = version,
                          .started_ms = 1234567890123,
                          .main_ms = 60000,
                          .increment_ms = 7,
                          .draw = 1,
                          .back = 255 };
    snprintf(table.id, sizeof table.id, "%s", id);
    table.invitation = secret_hash("come in");
    table.seat[0] = (StoredSeat){ .kind = 0, .left_ms = 59000, .token = secret_hash("mine") };
    table.seat[1] = (StoredSeat){ .kind = 2, .level = 4, .left_ms = -1, .rematch = true };
    return table;
}

static void hashes(void **state)
{
    (void)state;
    /* The examples of FIPS 180-4. */
    static const unsigned char ABC[] = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea };
    static const unsigned char TWO[] = { 0x24, 0x8d, 0x6a, 0x61, 0xd2, 0x06, 0x38, 0xb8 };
    static const unsigned char NONE[] = { 0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14 };
    static const unsigned char MILLION[] = { 0xcd, 0xc7, 0x6e, 0x5c, 0x99, 0x14, 0xfb, 0x92 };
    static const char long_text[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    unsigned char     out[HASH_BYTES];
    sha256("abc", 3, out);
    assert_memory_equal(out, ABC, sizeof ABC);
    sha256(long_text, strlen(long_text), out);
    assert_memory_equal(out, TWO, sizeof TWO);
    sha256(NULL, 0, out);
    assert_memory_equal(out, NONE, sizeof NONE);
    char *million = malloc(1000000);
    assert_non_null(million);
    memset(million, 'a', 1000000);
    sha256(million, 1000000, out);
    assert_memory_equal(out, MILLION, sizeof MILLION);
    free(million);
}

static void tokens(void **state)
{
    (void)state;
    char a[TOKEN_TEXT_MAX], b[TOKEN_TEXT_MAX];
    assert_true(secret_token(a) && secret_token(b));
    assert_int_equal(strlen(a), TOKEN_TEXT_MAX - 1);
    assert_int_equal(strspn(a, "0123456789abcdef"), TOKEN_TEXT_MAX - 1);
    assert_string_not_equal(a, b);
    Hash hash = secret_hash(a), nobody = { .set = false };
    assert_true(secret_matches(&hash, a));
    assert_false(secret_matches(&hash, b));
    assert_false(secret_matches(&hash, ""));
    assert_false(secret_matches(&nobody, a));
    assert_false(secret_matches(&nobody, ""));
}

static bool count_ids(void *context, const char *id, const char *summary)
{
    char *ids = context;
    assert_string_equal(summary, "{}");
    strcat(ids, id);
    strcat(ids, " ");
    return true;
}

static void round_trip(void **state)
{
    (void)state;
    Fault  fault;
    Buffer record;
    char   ids[128] = "";
    Store *store = open_store(&fault);
    assert_non_null(store);
    StoredTable table = table_of("0123456789abcdef", 1), back;
    assert_int_equal(save(store, &table, "record"), STATUS_OK);
    table.version = 2;
    table.over = true;
    snprintf(table.rematch, sizeof table.rematch, "fedcba9876543210");
    table.invitation.set = false;
    table.declined = 2;
    table.undone_count = 2;
    table.undone[0] = 0xfedcba9876543210;
    table.undone[1] = 7;
    assert_int_equal(save(store, &table, "record two"), STATUS_OK);
    StoredTable other = table_of("aaaaaaaaaaaaaaaa", 1);
    assert_int_equal(save(store, &other, "r"), STATUS_OK);
    assert_int_equal(store_count(store), 2);
    struct stat about;
    char        path[128];
    snprintf(path, sizeof path, "%s/tables.db", inner);
    if (url == NULL) {
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_mode & 0077, 0); /* not readable by other users */
    }
    store_close(store);

    store = open_store(&fault);
    assert_non_null(store);
    assert_int_equal(store_count(store), 2);
    buffer_init(&record, 1000);
    assert_int_equal(store_load(store, table.id, &back, &record), STATUS_OK);
    assert_string_equal(record.data, "record two");
    assert_string_equal(back.id, table.id);
    assert_string_equal(back.rematch, "fedcba9876543210");
    assert_int_equal(back.version, 2);
    assert_int_equal(back.started_ms, 1234567890123);
    assert_true(back.over && !back.abandoned);
    assert_int_equal(back.main_ms, 60000);
    assert_int_equal(back.increment_ms, 7);
    assert_int_equal(back.draw, 1);
    assert_int_equal(back.back, 255);
    assert_false(back.invitation.set);
    if (url != NULL) {
        assert_int_equal(back.declined, 2);
        assert_int_equal(back.undone_count, 2);
        assert_true(back.undone[0] == table.undone[0] && back.undone[1] == 7);
    }
    assert_true(secret_matches(&back.seat[0].token, "mine"));
    assert_int_equal(back.seat[0].left_ms, 59000);
    assert_false(back.seat[1].token.set);
    assert_int_equal(back.seat[1].kind, 2);
    assert_int_equal(back.seat[1].level, 4);
    assert_int_equal(back.seat[1].left_ms, -1);
    assert_true(back.seat[1].rematch);
    assert_int_equal(store_load(store, "bbbbbbbbbbbbbbbb", &back, &record), STATUS_NOT_FOUND);
    assert_int_equal(store_list(store, NULL, NULL, 10, count_ids, ids), STATUS_OK);
    assert_string_equal(ids, "aaaaaaaaaaaaaaaa 0123456789abcdef ");
    ids[0] = '\0';
    assert_int_equal(store_list(store, NULL, "aaaaaaaaaaaaaaaa", 10, count_ids, ids), STATUS_OK);
    assert_string_equal(ids, "0123456789abcdef ");
    ids[0] = '\0';
    assert_int_equal(store_list(store, NULL, "'; DROP TABLE tables; --", 10, count_ids, ids),
                     STATUS_OK);
    assert_string_equal(ids, "");
    buffer_free(&record);
    store_close(store);
}

static void one_server_a_folder(void **state)
{
    (void)state;
    Fault  fault;
    Store *store = open_store(&fault);
    assert_non_null(store);
    assert_null(open_store(&fault));
    assert_non_null(strstr(fault.why, "another server"));
    store_close(store);
    store = open_store(&fault);
    assert_non_null(store);
    store_close(store);
    assert_null(store_open("/proc/nowhere", &fault));
}

/* --- Lists --- */

static void list_is(Store *store, const StoreFilter *filter, const char *before, int limit,
                    const char *expected)
{
    char ids[512] = "";
    assert_int_equal(store_list(store, filter, before, limit, count_ids, ids), STATUS_OK);
    assert_string_equal(ids, expected);
}

static void put(Store *store, const char *id, TableState state, const char *game, int opponent,
                int64_t changed_ms)
{
    StoredTable table = table_of(id, 1);
    table.state = state;
    table.changed_ms = changed_ms;
    table.seat[1].kind = opponent;
    snprintf(table.game, sizeof table.game, "%s", game);
    assert_int_equal(save(store, &table, "r"), STATUS_OK);
}

#define A "aaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbb"
#define C "cccccccccccccccc"
#define D "dddddddddddddddd"
#define E "eeeeeeeeeeeeeeee"
#define F "ffffffffffffffff"

static void lists(void **state)
{
    (void)state;
    Fault fault;
    empty_folder();
    Store *store = open_store(&fault);
    assert_non_null(store);
    put(store, A, TABLE_OVER, "toy", SEAT_ENGINE, 50);
    put(store, B, TABLE_OVER, "toy", SEAT_OPEN, 70);
    put(store, C, TABLE_OVER, "other", SEAT_OPEN, 60);
    put(store, D, TABLE_LIVE, "toy", SEAT_HUMAN, 70);
    put(store, E, TABLE_CHALLENGE, "toy", SEAT_OPEN, 70);
    put(store, F, TABLE_OVER, "toy", SEAT_OPEN, 70);
    StoreFilter over = { .state = TABLE_OVER };
    list_is(store, &over, NULL, 10, F " " B " " C " " A " ");
    list_is(store, &over, NULL, 2, F " " B " ");
    list_is(store, &over, F, 10, B " " C " " A " "); /* the same time: the newer one first */
    list_is(store, &over, B, 1, C " ");
    list_is(store, &over, "0000000000000000", 10, "");
    over.game = "toy";
    list_is(store, &over, NULL, 10, F " " B " " A " ");
    over.opponents = OPPONENTS_PEOPLE;
    list_is(store, &over, NULL, 10, F " " B " ");
    over.opponents = OPPONENTS_ENGINES;
    list_is(store, &over, NULL, 10, A " ");
    over = (StoreFilter){ .state = TABLE_OVER, .opponents = OPPONENTS_PEOPLE, .since_ms = 61 };
    list_is(store, &over, NULL, 10, F " " B " ");
    list_is(store, &(StoreFilter){ .state = TABLE_LIVE }, NULL, 10, D " ");
    list_is(store, &(StoreFilter){ .state = TABLE_CHALLENGE, .game = "toy" }, NULL, 10, E " ");
    list_is(store, &(StoreFilter){ .state = TABLE_CHALLENGE, .game = "other" }, NULL, 10, "");
    list_is(store, NULL, NULL, 10, F " " E " " D " " C " " B " " A " ");
    char ids[64] = "";
    assert_int_equal(store_summary(store, C, count_ids, ids), STATUS_OK);
    assert_int_equal(store_summary(store, "0000000000000000", count_ids, ids), STATUS_OK);
    assert_string_equal(ids, C " ");
    store_close(store);
}

static bool add_id(void *context, const char *id, const char *summary)
{
    assert_string_equal(summary, "");
    strcat(context, id);
    return true;
}

static void removal(void **state)
{
    (void)state;
    Fault       fault;
    char        ids[128] = "";
    StoredTable back;
    Buffer      record;
    empty_folder();
    Store *store = open_store(&fault);
    assert_non_null(store);
    put(store, A, TABLE_UNBEGUN, "toy", SEAT_OPEN, 50);
    put(store, B, TABLE_UNBEGUN, "toy", SEAT_OPEN, 60);
    put(store, C, TABLE_LIVE, "toy", SEAT_OPEN, 50);
    assert_int_equal(store_unbegun(store, 60, add_id, ids), STATUS_OK);
    assert_string_equal(ids, A);
    assert_int_equal(store_remove(store, A), STATUS_OK);
    assert_int_equal(store_remove(store, A), STATUS_NOT_FOUND);
    assert_int_equal(store_count(store), 2);
    buffer_init(&record, 1000);
    assert_int_equal(store_load(store, A, &back, &record), STATUS_NOT_FOUND);
    put(store, A, TABLE_LIVE, "toy", SEAT_OPEN, 50); /* none of its seats is left */
    assert_int_equal(store_load(store, A, &back, &record), STATUS_OK);
    buffer_free(&record);
    store_close(store);
}

/* The schema of version 1, as it was released, with one table of each kind. */
static const char VERSION_1[] =
    "PRAGMA journal_mode=WAL;"
    "CREATE TABLE IF NOT EXISTS tables ("
    " number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL,"
    " started INTEGER NOT NULL, over INTEGER NOT NULL, abandoned INTEGER NOT NULL,"
    " main INTEGER NOT NULL, increment INTEGER NOT NULL, draw INTEGER NOT NULL,"
    " back INTEGER NOT NULL, invitation BLOB, rematch TEXT NOT NULL, record TEXT NOT NULL,"
    " summary TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS seats ("
    " id TEXT NOT NULL, side INTEGER NOT NULL, kind INTEGER NOT NULL, level INTEGER NOT NULL,"
    " time INTEGER NOT NULL, taken INTEGER NOT NULL, rematch INTEGER NOT NULL, token BLOB,"
    " clock INTEGER NOT NULL, PRIMARY KEY (id, side)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version=1;"
    "INSERT INTO tables VALUES"
    " (1, '" A
    "', 9, 100, 1, 0, 0, 0, 255, 255, NULL, '', 'over', '{\"game\":\"toy\",\"turn\":7}'),"
    " (2, '" B
    "', 3, 200, 0, 0, 9, 1, 1, 255, NULL, '', 'live', '{\"game\":\"other\",\"turn\":2}'),"
    " (3, '" C
    "', 1, 300, 0, 0, 0, 0, 255, 255, x'00', '', 'open', '{\"game\":\"toy\",\"turn\":0}'),"
    " (4, '" D
    "', 2, 400, 1, 1, 0, 0, 255, 255, NULL, '', 'left', '{\"game\":\"toy\",\"turn\":0}'),"
    " (5, '" E
    "', 2, 500, 1, 1, 0, 0, 255, 255, NULL, '', 'left', '{\"game\":\"toy\",\"turn\":1}'),"
    " (6, '" F "', 2, 600, 1, 0, 0, 0, 255, 255, NULL, '', 'odd', 'no JSON');"
    "INSERT INTO seats SELECT id, 0, 0, 0, 0, 0, 0, x'11', 5 FROM tables;"
    "INSERT INTO seats SELECT id, 1, CASE id WHEN '" A "' THEN 2 ELSE 1 END, 4, 0, 1, 0, NULL, 6"
    " FROM tables;";

static void upgrade(void **state)
{
    (void)state;
    Fault       fault;
    StoredTable back;
    Buffer      record;
    char        ids[128] = "";
    empty_folder();
    database_run(inner, VERSION_1);
    for (int i = 0; i < 2; i++) { /* the second time there is nothing left to upgrade */
        Store *store = open_store(&fault);
        assert_non_null(store);
        assert_int_equal(store_count(store), 6);
        buffer_init(&record, 1000);
        assert_int_equal(store_load(store, B, &back, &record), STATUS_OK);
        assert_string_equal(record.data, "live");
        assert_string_equal(back.game, "other");
        assert_int_equal(back.state, TABLE_LIVE);
        assert_int_equal(back.changed_ms, 200);
        assert_int_equal(back.version, 3);
        assert_int_equal(back.draw, 1);
        assert_int_equal(back.seat[1].left_ms, 6);
        assert_false(back.casual || back.listed);
        buffer_free(&record);
        store_close(store);
    }
    database_run(inner, "UPDATE tables SET summary='{}'"); /* which the list expects */
    Store      *store = open_store(&fault);
    StoreFilter over = { .state = TABLE_OVER };
    list_is(store, &over, NULL, 10, F " " E " " A " ");
    over.opponents = OPPONENTS_ENGINES;
    list_is(store, &over, NULL, 10, A " ");
    list_is(store, &(StoreFilter){ .state = TABLE_LIVE, .game = "other" }, NULL, 10, B " ");
    list_is(store, &(StoreFilter){ .state = TABLE_CHALLENGE }, NULL, 10, "");
    assert_int_equal(store_unbegun(store, 1000, add_id, ids), STATUS_OK);
    assert_string_equal(ids, C D);
    store_close(store);
}

static void newer_version(void **state)
{
    (void)state;
    Fault fault;
    empty_folder();
    database_run(inner, "CREATE TABLE tables (id TEXT); PRAGMA user_version=1000;");
    assert_null(open_store(&fault));
    assert_non_null(strstr(fault.why, "newer version"));
    /* A database that cannot be upgraded stays as it is. */
    empty_folder();
    database_run(inner, "CREATE TABLE tables (id TEXT); PRAGMA user_version=1;");
    assert_null(open_store(&fault));
    database_run(inner, "ALTER TABLE tables ADD COLUMN state INTEGER");
    empty_folder();
}

static void studies(void **state)
{
    (void)state;
    Fault  fault;
    Hash   key = secret_hash("mine"), back;
    Buffer record;
    empty_folder();
    Store *store = open_store(&fault);
    assert_non_null(store);
    buffer_init(&record, 1000);
    assert_int_equal(store_add_study(store, A, &key, "one", 1000), STATUS_OK);
    assert_int_equal(store_change_study(store, A, "two", 2000), STATUS_OK);
    assert_int_equal(store_load_study(store, A, 2000, &back, &record), STATUS_OK);
    assert_string_equal(record.data, "two");
    assert_memory_equal(back.bytes, key.bytes, HASH_BYTES);
    assert_int_equal(store_load_study(store, B, 2000, &back, &record), STATUS_NOT_FOUND);
    assert_int_equal(store_count_studies(store), 1);
    store_expire_studies(store, 2000, 10);
    assert_int_equal(store_count_studies(store), 1);
    store_expire_studies(store, 2001, 10);
    assert_int_equal(store_count_studies(store), 0);
    buffer_free(&record);
    store_close(store);
}

/* Saved data survives a process that is killed. */
static void sudden_end(void **state)
{
    (void)state;
    Fault fault;
    empty_folder();
    pid_t child = fork();
    if (child == 0) {
        Store      *store = open_store(&fault);
        StoredTable table = table_of("cccccccccccccccc", 1);
        if (store == NULL || save(store, &table, "saved") != STATUS_OK)
            _exit(1);
        kill(getpid(), SIGKILL);
    }
    int end;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL);
    StoredTable back;
    Buffer      record;
    buffer_init(&record, 1000);
    Store *store = open_store(&fault);
    assert_non_null(store);
    assert_int_equal(store_load(store, "cccccccccccccccc", &back, &record), STATUS_OK);
    assert_string_equal(record.data, "saved");
    buffer_free(&record);
    store_close(store);
}

/* --- Only in a shared database --- */

typedef struct Seen {
    int64_t versions;
    char    texts[256];
} Seen;

static bool see_event(void *context, int64_t version, const char *text, size_t size)
{
    Seen *seen = context;
    assert_int_equal(strlen(text), size);
    seen->versions = 100 * seen->versions + version;
    snprintf(seen->texts + strlen(seen->texts), sizeof seen->texts - strlen(seen->texts), "%s ",
             text);
    return true;
}

/* Of two servers that change the same version one fails and changes nothing. */
static void conflicts(void **state)
{
    (void)state;
    Fault       fault;
    StoreNews   news;
    Seen        seen = { 0 };
    int64_t     version;
    StoredEvent two[] = { { (char[]){ "zwei \"\n" }, 7 }, { (char[]){ "drei" }, 4 } };
    empty_folder();
    Store *first = open_store(&fault), *second = open_store(&fault);
    assert_true(first != NULL && second != NULL);
    StoredTable table = table_of(A, 1), other;
    assert_int_equal(save(first, &table, "r"), STATUS_OK);
    other = table;
    table.version = 3;
    assert_int_equal(save_with(first, &table, "one", two, 2), STATUS_OK);
    other.version = 2;
    assert_int_equal(save(second, &other, "two"), STATUS_ILLEGAL);
    assert_int_equal(store_pg_version(second, A, &version), STATUS_OK);
    assert_int_equal(version, 3);
    assert_int_equal(store_pg_events(second, A, 3, see_event, &seen), STATUS_OK);
    assert_int_equal(seen.versions, 203);
    assert_string_equal(seen.texts, "zwei \"\n drei ");
    assert_false(store_pg_news(first, &news)); /* its own change */
    while (!store_pg_news(second, &news))
        usleep(1000);
    assert_string_equal(news.id, A);
    assert_int_equal(news.version, 3);
    /* Only the newest events are kept. */
    for (table.version = 4; table.version <= 30; table.version++)
        assert_int_equal(save_with(first, &table, "more", two, 1), STATUS_OK);
    seen = (Seen){ 0 };
    assert_int_equal(store_pg_events(first, A, 16, see_event, &seen), STATUS_OK);
    assert_int_equal(seen.versions, 1516);
    _Static_assert(EVENTS_KEPT == 16, "15 is the oldest of 30");
    /* A removed table cannot be changed. */
    other = table_of(B, 1);
    other.state = TABLE_CHALLENGE;
    assert_int_equal(save(first, &other, "r"), STATUS_OK);
    assert_int_equal(store_remove(second, B), STATUS_OK);
    other.version = 2;
    assert_int_equal(save(first, &other, "r"), STATUS_ILLEGAL);
    store_close(second);
    /* Old events are forgotten; the first beat of a server does that. */
    Pg *pg = pg_open(url, &fault);
    assert_int_equal(
        pg_script(pg, "UPDATE tessera_web.events SET saved = saved - interval '2 h'", &fault),
        STATUS_OK);
    pg_close(pg);
    seen = (Seen){ 0 };
    second = open_store(&fault);
    assert_int_equal(store_pg_events(second, A, 100, see_event, &seen), STATUS_OK);
    assert_int_equal(seen.versions, 0);
    store_close(second);
    store_close(first);
}

static void count_lease(void *context, const char *id)
{
    (void)id;
    ++*(int *)context;
}

static int leases_of(Store *store, const char *ids)
{
    int count = 0;
    assert_int_equal(store_pg_lease(store, ids, count_lease, &count), STATUS_OK);
    return count;
}

static void leases(void **state)
{
    (void)state;
    Fault fault;
    int   count = 0;
    empty_folder();
    Store *first = open_store(&fault), *second = open_store(&fault);
    assert_true(first != NULL && second != NULL);
    StoredTable table = table_of(A, 1), other = table_of(B, 1);
    table.wants_engine = true;
    other.flag_ms = -1;
    assert_int_equal(save(first, &table, "r"), STATUS_OK);
    assert_int_equal(save(first, &other, "r"), STATUS_OK);
    assert_int_equal(leases_of(second, A "," B), 1); /* the other one belongs to the first server */
    assert_int_equal(leases_of(first, A "," B), 1);
    assert_int_equal(store_pg_abandoned(second, 10, count_lease, &count), STATUS_OK);
    assert_int_equal(count, 0);
    store_pg_leave(first);
    assert_int_equal(store_pg_abandoned(second, 10, count_lease, &count), STATUS_OK);
    assert_int_equal(count, 1);
    store_pg_release(second, A);
    count = 0;
    assert_int_equal(store_pg_abandoned(second, 10, count_lease, &count), STATUS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(leases_of(second, A "," B), 2);
    store_close(second);
    store_close(first);
}

static void take_presence(void *context, const Presence *presence)
{
    *(Presence *)context = *presence;
}

static void presence(void **state)
{
    (void)state;
    Fault    fault;
    Presence seen, noted = { .id = A, .here = { 2, 0 }, .spectators = 5 };
    empty_folder();
    Store *first = open_store(&fault), *second = open_store(&fault);
    assert_true(first != NULL && second != NULL);
    StoredTable table = table_of(A, 1);
    table.state = TABLE_CHALLENGE;
    assert_int_equal(save(first, &table, "r"), STATUS_OK);
    assert_int_equal(store_pg_note_presence(first, &noted, 1), STATUS_OK);
    assert_int_equal(store_pg_presence(second, A, take_presence, &seen), STATUS_OK);
    assert_int_equal(seen.here[0], 2);
    assert_int_equal(seen.here[1], 0);
    assert_int_equal(seen.spectators, 5);
    assert_int_equal(seen.away_ms[1], -1);
    assert_int_equal(store_pg_presence(first, A, take_presence, &seen), STATUS_OK);
    assert_int_equal(seen.here[0], 0); /* only those of other servers */
    int count = 0;
    assert_int_equal(store_pg_stale_challenges(second, 0, 10, count_lease, &count), STATUS_OK);
    assert_int_equal(count, 0);
    noted.here[0] = 0;
    assert_int_equal(store_pg_note_presence(first, &noted, 1), STATUS_OK);
    assert_int_equal(store_pg_presence(second, A, take_presence, &seen), STATUS_OK);
    assert_int_equal(seen.here[0], 0);
    assert_true(seen.away_ms[0] >= 0);
    assert_int_equal(store_pg_stale_challenges(second, 1000000, 10, count_lease, &count),
                     STATUS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(store_pg_stale_challenges(second, 0, 10, count_lease, &count), STATUS_OK);
    assert_int_equal(count, 1);
    store_close(second);
    store_close(first);
}

static int test_postgres(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip), cmocka_unit_test(lists),    cmocka_unit_test(removal),
        cmocka_unit_test(sudden_end), cmocka_unit_test(studies),  cmocka_unit_test(conflicts),
        cmocka_unit_test(leases),     cmocka_unit_test(presence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
    url = getenv("TESSERA_DATABASE");
    if (url != NULL)
        return test_postgres();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes),     cmocka_unit_test(tokens),
        cmocka_unit_test(round_trip), cmocka_unit_test(one_server_a_folder),
        cmocka_unit_test(lists),      cmocka_unit_test(removal),
        cmocka_unit_test(upgrade),    cmocka_unit_test(newer_version),
        cmocka_unit_test(sudden_end), cmocka_unit_test(studies),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
