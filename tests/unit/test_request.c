/* SPDX-License-Identifier: MIT */
/* The parsers of client input (web/request.h), and the rate limiter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "web/rate_limit.h"
#include "web/request.h"

static void test_queries(void **state)
{
    (void)state;
    Query query;
    Fault fault;
    assert_int_equal(query_read(NULL, &query, &fault), STATUS_OK);
    assert_int_equal(query.count, 0);
    assert_int_equal(query_read("a=b&c=%41+%2b&n=17", &query, &fault), STATUS_OK);
    assert_int_equal(query.count, 3);
    assert_string_equal(query_value(&query, "a"), "b");
    assert_string_equal(query_value(&query, "c"), "A +");
    assert_null(query_value(&query, "d"));
    assert_int_equal(query_number(&query, "n", 20, 3), 17);
    assert_int_equal(query_number(&query, "n", 16, 3), -1);
    assert_int_equal(query_number(&query, "m", 16, 3), 3);
    assert_int_equal(query_number(&query, "a", 16, 3), -1);
    assert_int_equal(query_read("a=", &query, &fault), STATUS_OK);
    assert_string_equal(query_value(&query, "a"), "");
    static const char *const BAD[] = { "a",   "=b",    "&",       "a=%4",      "a=%zz",
                                       "a=%", "a=%00", "a=1&a=2", "a=1&%61=2", "a=1&&b=2" };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_int_equal(query_read(BAD[i], &query, &fault), STATUS_SYNTAX);
    assert_int_equal(query_read("a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1", &query, &fault), STATUS_OK);
    assert_int_equal(query_read("a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1", &query, &fault),
                     STATUS_SYNTAX);
    char *big = malloc(HEAD_BYTES_MAX + 2);
    assert_non_null(big);
    memset(big, 'a', HEAD_BYTES_MAX + 1);
    big[1] = '=';
    big[HEAD_BYTES_MAX + 1] = '\0';
    assert_int_equal(query_read(big, &query, &fault), STATUS_SYNTAX);
    big[HEAD_BYTES_MAX] = '\0';
    assert_int_equal(query_read(big, &query, &fault), STATUS_OK);
    free(big);
}

static void test_cells(void **state)
{
    (void)state;
    uint16_t cell[3];
    int      count;
    assert_true(cells_read("3,4,65535", cell, 3, &count));
    assert_int_equal(count, 3);
    assert_int_equal(cell[2], 65535);
    static const char *const BAD[] = { "", ",", "3,", "x", "65536", "1,2,3,4", "-1", "1 2" };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_false(cells_read(BAD[i], cell, 3, &count));
}

static void test_ids(void **state)
{
    (void)state;
    char ids[IDS_MAX][ID_TEXT_MAX], many[(IDS_MAX + 1) * ID_TEXT_MAX + 1] = "";
    int  count;
    assert_true(ids_read("0123456789abcdef", ids, &count));
    assert_int_equal(count, 1);
    assert_true(ids_read("0123456789abcdef,ffffffffffffffff", ids, &count));
    assert_int_equal(count, 2);
    assert_string_equal(ids[0], "0123456789abcdef");
    assert_string_equal(ids[1], "ffffffffffffffff");
    static const char *const BAD[] = { "",
                                       ",",
                                       "0123456789abcde",
                                       "0123456789abcdeF",
                                       "0123456789abcdef0",
                                       "0123456789abcdef,",
                                       ",0123456789abcdef",
                                       "0123456789abcdef 0123456789abcdef" };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_false(ids_read(BAD[i], ids, &count));
    for (int i = 0; i < IDS_MAX; i++)
        strcat(many, i == 0 ? "0123456789abcdef" : ",0123456789abcdef");
    assert_true(ids_read(many, ids, &count));
    assert_int_equal(count, IDS_MAX);
    strcat(many, ",0123456789abcdef");
    assert_false(ids_read(many, ids, &count));
}

static void test_headers(void **state)
{
    (void)state;
    static const char *const HERE[] = { "localhost",      "LocalHost:80", "127.0.0.1",
                                        "127.0.0.1:8080", "[::1]",        "[::1]:1" };
    static const char *const ELSEWHERE[] = { "",
                                             "a",
                                             "localhost.evil.example",
                                             "evil.example:8080",
                                             "127.evil.example",
                                             "127.0.0.1.evil.example",
                                             "127.0.0.1:80x",
                                             "localhost:",
                                             "[::1].evil",
                                             "[::2]",
                                             "10.0.0.1",
                                             "localhost:123456" };
    for (size_t i = 0; i < sizeof HERE / sizeof HERE[0]; i++)
        assert_true(host_is_loopback(HERE[i]));
    for (size_t i = 0; i < sizeof ELSEWHERE / sizeof ELSEWHERE[0]; i++)
        assert_false(host_is_loopback(ELSEWHERE[i]));
    assert_true(origin_is_host("http://127.0.0.1:8080", "127.0.0.1:8080"));
    assert_true(origin_is_host("https://Example.org", "example.org"));
    assert_false(origin_is_host("null", "127.0.0.1"));
    assert_false(origin_is_host("http://127.0.0.1:8081", "127.0.0.1:8080"));
    assert_false(origin_is_host("ftp://127.0.0.1", "127.0.0.1"));
    assert_true(type_is_json("application/json"));
    assert_true(type_is_json("Application/JSON; charset=utf-8"));
    assert_false(type_is_json("application/jsonp"));
    assert_false(type_is_json("text/plain"));
    assert_false(type_is_json(""));
}

static Status table_request_of(const char *text, TableRequest *wanted, Fault *fault)
{
    return table_request_read(text, strlen(text), wanted, fault);
}

static void test_table_requests(void **state)
{
    (void)state;
    TableRequest wanted;
    Fault        fault;
    assert_int_equal(
        table_request_of("{\"setup\":\"toy\",\"seats\":[{\"kind\":\"human\"},{\"kind\":"
                         "\"engine\",\"level\":3}]}",
                         &wanted, &fault),
        STATUS_OK);
    assert_string_equal(wanted.setup, "toy");
    assert_null(wanted.position);
    assert_false(wanted.has_clock);
    assert_int_equal(wanted.seat[0].kind, SEAT_HUMAN);
    assert_int_equal(wanted.seat[1].kind, SEAT_ENGINE);
    assert_int_equal(wanted.seat[1].level, 3);
    assert_string_equal(wanted.name[1], "");
    table_request_free(&wanted);
    assert_int_equal(
        table_request_of(
            "{\"setup\":\"toy\",\"position\":\"p\",\"seats\":[{\"kind\":\"open\"},{\"kind\":"
            "\"engine\",\"time\":500}],\"clock\":{\"main\":60000,\"increment\":0},\"names\":"
            "[\"a\",null]}",
            &wanted, &fault),
        STATUS_OK);
    assert_int_equal(wanted.seat[1].time_ms, 500);
    assert_int_equal(wanted.seat[1].level, 0);
    assert_true(wanted.has_clock);
    assert_int_equal(wanted.main_ms, 60000);
    assert_string_equal(wanted.name[0], "a");
    assert_false(wanted.casual || wanted.listed);
    table_request_free(&wanted);
    assert_int_equal(
        table_request_of("{\"setup\":\"toy\",\"seats\":[{\"kind\":\"human\"},{\"kind\":"
                         "\"open\"}],\"hints\":true,\"listed\":true}",
                         &wanted, &fault),
        STATUS_OK);
    assert_true(wanted.casual && wanted.listed);
    table_request_free(&wanted);
#define TWO "[{\"kind\":\"human\"},{\"kind\":\"human\"}]"
    static const char *const BAD[] = {
        "",
        "[]",
        "1",
        "{}",
        "{\"setup\":\"toy\"}",
        "{\"setup\":1,\"seats\":" TWO "}",
        "{\"setup\":\"toy\",\"setup\":\"toy\",\"seats\":" TWO "}",
        "{\"setup\":\"toy\",\"seats\":" TWO "} x",
        "{\"setup\":\"toy\",\"more\":1,\"seats\":" TWO "}",
        "{\"setup\":\"toy\\u0000\",\"seats\":" TWO "}",
        "{\"setup\":\"\xff\",\"seats\":" TWO "}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"king\"},{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"human\",\"level\":1},{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"engine\"},{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"engine\",\"level\":11},{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"engine\",\"level\":1.5},{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"engine\",\"time\":99999999},{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":[{\"kind\":\"engine\",\"time\":1,\"level\":1},{\"kind\":\"human\"}]}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"clock\":{\"main\":0}}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"clock\":{\"main\":1e3}}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"clock\":{\"main\":99999999999999999999}}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"clock\":5}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"names\":[\"a\"]}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"names\":[\"a\\n\",\"b\"]}",
        "{\"record\":\"r\",\"position\":\"p\",\"seats\":" TWO "}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"listed\":true}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"listed\":1}",
        "{\"setup\":\"toy\",\"seats\":" TWO ",\"hints\":\"yes\"}",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        fault = (Fault){ 0 };
        assert_int_equal(table_request_of(BAD[i], &wanted, &fault), STATUS_SYNTAX);
        assert_true(fault.why[0] != '\0');
    }
}

static void test_name_length(void **state)
{
    (void)state;
    ActionRequest wanted;
    Fault         fault;
    char          name[NAME_BYTES_MAX + 2], body[NAME_BYTES_MAX + 64];
    memset(name, 'n', sizeof name);
    for (size_t length = NAME_BYTES_MAX; length <= NAME_BYTES_MAX + 1; length++) {
        int    size = snprintf(body, sizeof body, "{\"invitation\":\"x\",\"name\":\"%.*s\"}",
                               (int)length, name);
        Status status =
            action_read(body, (size_t)size, WITH_INVITATION | WITH_NAME, &wanted, &fault);
        assert_int_equal(status, length <= NAME_BYTES_MAX ? STATUS_OK : STATUS_SYNTAX);
        if (status == STATUS_OK)
            action_free(&wanted);
    }
}

static void test_action_requests(void **state)
{
    (void)state;
    ActionRequest     wanted;
    Fault             fault;
    static const char STEPS[] =
        "{\"token\":\"t\",\"turn\":3,\"steps\":[\"1a\",\"ffffffffffffffff\"]}";
    assert_int_equal(action_read(STEPS, strlen(STEPS), WITH_TOKEN | WITH_TURN, &wanted, &fault),
                     STATUS_OK);
    assert_string_equal(wanted.token, "t");
    assert_int_equal(wanted.turn, 3);
    assert_null(wanted.words);
    assert_int_equal(wanted.steps.count, 2);
    assert_true(wanted.steps.step[0] == 0x1a && wanted.steps.step[1] == UINT64_MAX);
    action_free(&wanted);
    static const char WORDS[] = "{\"token\":null,\"turn\":0,\"words\":\"a\"}";
    assert_int_equal(action_read(WORDS, strlen(WORDS), WITH_TOKEN | WITH_TURN, &wanted, &fault),
                     STATUS_OK);
    assert_string_equal(wanted.token, "");
    assert_string_equal(wanted.words, "a");
    action_free(&wanted);
    static const char *const BAD[] = {
        "{\"token\":\"t\"}",
        "{\"token\":1,\"turn\":0,\"words\":\"a\"}",
        "{\"token\":\"t\",\"turn\":-1,\"words\":\"a\"}",
        "{\"token\":\"t\",\"turn\":0}",
        "{\"token\":\"t\",\"turn\":0,\"steps\":[]}",
        "{\"token\":\"t\",\"turn\":0,\"steps\":[1]}",
        "{\"token\":\"t\",\"turn\":0,\"steps\":[\"\"]}",
        "{\"token\":\"t\",\"turn\":0,\"steps\":[\"1A\"]}",
        "{\"token\":\"t\",\"turn\":0,\"steps\":[\"1,2\"]}",
        "{\"token\":\"t\",\"turn\":0,\"steps\":[\"12345678901234567\"]}",
        "{\"token\":\"t\",\"turn\":0,\"steps\":[\"1\"],\"words\":\"a\"}",
        "{\"token\":\"t\",\"turn\":0,\"words\":\"a\",\"invitation\":\"x\"}",
        "{\"token\":\"t\",\"token\":\"u\",\"turn\":0,\"words\":\"a\"}",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_int_equal(
            action_read(BAD[i], strlen(BAD[i]), WITH_TOKEN | WITH_TURN, &wanted, &fault),
            STATUS_SYNTAX);
}

/* Deep nesting is rejected before parsing; brackets in strings do not count. */
static void test_nesting_depth(void **state)
{
    (void)state;
    ActionRequest wanted;
    Fault         fault;
    char         *deep = malloc(100000);
    assert_non_null(deep);
    memset(deep, '[', 100000);
    assert_int_equal(action_read(deep, 100000, WITH_TEXT, &wanted, &fault), STATUS_SYNTAX);
    assert_int_equal(fault.at, BODY_DEPTH_MAX);
    free(deep);
    static const char LETTERS[] = "{\"text\":\"[[[[[[[[[[[[[[[[\\\"{{{{{{{{{{{\"}";
    assert_int_equal(action_read(LETTERS, strlen(LETTERS), WITH_TEXT, &wanted, &fault), STATUS_OK);
    action_free(&wanted);
}

static void test_rate_limit(void **state)
{
    (void)state;
    RateLimiter *limiter = malloc(sizeof *limiter);
    assert_non_null(limiter);
    rate_limit_init(limiter, 42);
    for (int i = 0; i < REQUESTS_AT_ONCE; i++)
        assert_true(rate_limit_allow(limiter, "10.0.0.1", 1, 1000));
    assert_false(rate_limit_allow(limiter, "10.0.0.1", 1, 1000));
    assert_true(
        rate_limit_allow(limiter, "10.0.0.2", 1, 1000)); /* other addresses are not affected */
    for (int i = 0; i < REQUESTS_PER_SECOND; i++)
        assert_true(rate_limit_allow(limiter, "10.0.0.1", 1, 2000));
    assert_false(rate_limit_allow(limiter, "10.0.0.1", 1, 2000));
    assert_false(rate_limit_allow(limiter, "10.0.0.1", TABLE_COST, 2001));
    free(limiter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_table_requests),
        cmocka_unit_test(test_name_length),
        cmocka_unit_test(test_action_requests),
        cmocka_unit_test(test_nesting_depth),
        cmocka_unit_test(test_rate_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
