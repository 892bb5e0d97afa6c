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

#include "web/store.h"

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

static int tear_down(void **state)
{
    (void)state;
    static const char *const FILES[] = { "tables.db", "tables.db-wal", "tables.db-shm", "lock" };
    char                     path[128];
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", inner, FILES[i]);
        unlink(path);
    }
    rmdir(inner);
    snprintf(path, sizeof path, "%s/a", folder);
    rmdir(path);
    return rmdir(folder);
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
    Store *store = store_open(inner, &fault);
    assert_non_null(store);
    StoredTable table = table_of("0123456789abcdef", 1), back;
    assert_int_equal(store_save(store, &table, "record", "{}"), STATUS_OK);
    table.version = 2;
    table.over = true;
    snprintf(table.rematch, sizeof table.rematch, "fedcba9876543210");
    table.invitation.set = false;
    assert_int_equal(store_save(store, &table, "record two", "{}"), STATUS_OK);
    StoredTable other = table_of("aaaaaaaaaaaaaaaa", 1);
    assert_int_equal(store_save(store, &other, "r", "{}"), STATUS_OK);
    assert_int_equal(store_count(store), 2);
    struct stat about;
    char        path[128];
    snprintf(path, sizeof path, "%s/tables.db", inner);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0077, 0); /* not readable by other users */
    store_close(store);

    store = store_open(inner, &fault);
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
    assert_true(secret_matches(&back.seat[0].token, "mine"));
    assert_int_equal(back.seat[0].left_ms, 59000);
    assert_false(back.seat[1].token.set);
    assert_int_equal(back.seat[1].kind, 2);
    assert_int_equal(back.seat[1].level, 4);
    assert_int_equal(back.seat[1].left_ms, -1);
    assert_true(back.seat[1].rematch);
    assert_int_equal(store_load(store, "bbbbbbbbbbbbbbbb", &back, &record), STATUS_NOT_FOUND);
    assert_int_equal(store_list(store, NULL, 10, count_ids, ids), STATUS_OK);
    assert_string_equal(ids, "aaaaaaaaaaaaaaaa 0123456789abcdef ");
    ids[0] = '\0';
    assert_int_equal(store_list(store, "aaaaaaaaaaaaaaaa", 10, count_ids, ids), STATUS_OK);
    assert_string_equal(ids, "0123456789abcdef ");
    ids[0] = '\0';
    assert_int_equal(store_list(store, "'; DROP TABLE tables; --", 10, count_ids, ids), STATUS_OK);
    assert_string_equal(ids, "");
    buffer_free(&record);
    store_close(store);
}

static void one_server_a_folder(void **state)
{
    (void)state;
    Fault  fault;
    Store *store = store_open(inner, &fault);
    assert_non_null(store);
    assert_null(store_open(inner, &fault));
    assert_non_null(strstr(fault.why, "another server"));
    store_close(store);
    store = store_open(inner, &fault);
    assert_non_null(store);
    store_close(store);
    assert_null(store_open("/proc/nowhere", &fault));
}

/* Saved data survives a process that is killed. */
static void sudden_end(void **state)
{
    (void)state;
    Fault fault;
    pid_t child = fork();
    if (child == 0) {
        Store      *store = store_open(inner, &fault);
        StoredTable table = table_of("cccccccccccccccc", 1);
        if (store == NULL || store_save(store, &table, "saved", "{}") != STATUS_OK)
            _exit(1);
        kill(getpid(), SIGKILL);
    }
    int end;
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL);
    StoredTable back;
    Buffer      record;
    buffer_init(&record, 1000);
    Store *store = store_open(inner, &fault);
    assert_non_null(store);
    assert_int_equal(store_load(store, "cccccccccccccccc", &back, &record), STATUS_OK);
    assert_string_equal(record.data, "saved");
    buffer_free(&record);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes),     cmocka_unit_test(tokens),
        cmocka_unit_test(round_trip), cmocka_unit_test(one_server_a_folder),
        cmocka_unit_test(sudden_end),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
