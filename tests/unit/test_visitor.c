/* SPDX-License-Identifier: MIT */
/* Visitors behind trusted proxies (web/visitor.h), and the URL that they use (web/public_url.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "web/public_url.h"
#include "web/visitor.h"

static void test_proxies(void **state)
{
    (void)state;
    Proxies proxies = { .count = 0 };
    Fault   fault;
    assert_false(proxies_trust(&proxies, "127.0.0.1"));
    assert_int_equal(proxies_add(&proxies, "127.0.0.1", &fault), STATUS_OK);
    assert_int_equal(proxies_add(&proxies, "10.32.0.0/11", &fault), STATUS_OK);
    assert_int_equal(proxies_add(&proxies, "2001:db8::/32", &fault), STATUS_OK);
    assert_int_equal(proxies_add(&proxies, "::1", &fault), STATUS_OK);
    static const char *const GOOD[] = {
        "127.0.0.1", "::ffff:127.0.0.1", "10.32.0.0",    "10.63.255.255",
        "::1",       "2001:db8::",       "2001:db8:f::1"
    };
    static const char *const OTHERS[] = { "127.0.0.2",    "10.31.255.255", "10.64.0.0", "::2",
                                          "2001:db9::",   "::127.0.0.1",   "",          "x",
                                          "127.0.0.1:80", "127.0.0.1 " };
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++)
        assert_true(proxies_trust(&proxies, GOOD[i]));
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        assert_false(proxies_trust(&proxies, OTHERS[i]));
    static const char *const BAD[] = { "",           "localhost",  "127.0.0.1/33",
                                       "127.0.0.1/", "::1/129",    "::1/x",
                                       "1.2.3",      "1.2.3.4:80", "1.2.3.4/-1" };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_int_equal(proxies_add(&proxies, BAD[i], &fault), STATUS_SYNTAX);
    assert_int_equal(proxies.count, 4);
    while (proxies.count < PROXIES_MAX)
        assert_int_equal(proxies_add(&proxies, "::1", &fault), STATUS_OK);
    assert_int_equal(proxies_add(&proxies, "::1", &fault), STATUS_SYNTAX);
    assert_int_equal(proxies_add(&(Proxies){ .count = 0 }, "0.0.0.0/0", &fault), STATUS_OK);
}

/* Each case: the header, and the visitor of a request that 10.0.0.1 forwarded. */
static void test_forwarded_for(void **state)
{
    (void)state;
    static const struct {
        const char *header, *address;
    } CASES[] = {
        { NULL, "10.0.0.1" },
        { "", "10.0.0.1" },
        { "198.51.100.7", "198.51.100.7" },
        { " 198.51.100.7\t", "198.51.100.7" },
        { "1.1.1.1, 198.51.100.7", "198.51.100.7" }, /* the visitor invented 1.1.1.1 */
        { "1.1.1.1,198.51.100.7 , 10.0.0.2", "198.51.100.7" },
        { "10.0.0.3,10.0.0.2", "10.0.0.3" }, /* trusted all the way */
        { "198.51.100.7, nonsense", "10.0.0.1" },
        { "198.51.100.7, nonsense, 10.0.0.2", "10.0.0.2" },
        { "198.51.100.7,", "10.0.0.1" },
        { "198.51.100.7:4711", "198.51.100.7" },
        { "[2001:db8::7]:4711", "2001:db8::7" },
        { "[2001:db8::7]", "2001:db8::7" },
        { "2001:DB8:0::7", "2001:db8::7" },
        { "::ffff:198.51.100.7", "198.51.100.7" },
        { "[2001:db8::7]x", "10.0.0.1" },
        { "[2001:db8::7", "10.0.0.1" },
        { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "10.0.0.1" },
    };
    Proxies proxies = { .count = 0 };
    assert_int_equal(proxies_add(&proxies, "10.0.0.0/24", NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Visitor visitor = visitor_find(&proxies, "10.0.0.1", CASES[i].header, NULL);
        assert_string_equal(visitor.address, CASES[i].address);
        assert_true(visitor.is_forwarded);
        assert_false(visitor.is_secure);
    }
}

static void test_other_peers_are_not_believed(void **state)
{
    (void)state;
    Proxies proxies = { .count = 0 };
    Visitor visitor = visitor_find(&proxies, "10.0.0.1", "198.51.100.7", "https");
    assert_string_equal(visitor.address, "10.0.0.1");
    assert_int_equal(proxies_add(&proxies, "10.0.0.1", NULL), STATUS_OK);
    visitor = visitor_find(&proxies, "10.0.0.2", "198.51.100.7", "https");
    assert_string_equal(visitor.address, "10.0.0.2");
    assert_false(visitor.is_forwarded || visitor.is_secure);
    visitor = visitor_find(&proxies, "", "198.51.100.7", "https");
    assert_string_equal(visitor.address, "");
    assert_false(visitor.is_forwarded || visitor.is_secure);
}

static void test_scheme_and_group(void **state)
{
    (void)state;
    Proxies proxies = { .count = 0 };
    assert_int_equal(proxies_add(&proxies, "::1", NULL), STATUS_OK);
    assert_true(visitor_find(&proxies, "::1", NULL, "https").is_secure);
    assert_true(visitor_find(&proxies, "::1", NULL, "http, HTTPS ").is_secure);
    assert_false(visitor_find(&proxies, "::1", NULL, "https,http").is_secure);
    assert_false(visitor_find(&proxies, "::1", NULL, "").is_secure);
    /* The addresses of one /64 network count as one visitor. */
    Visitor one = visitor_find(&proxies, "::1", "2001:db8:1:2:3:4:5:6", NULL);
    Visitor two = visitor_find(&proxies, "::1", "2001:db8:1:2::9", NULL);
    Visitor other = visitor_find(&proxies, "::1", "2001:db8:1:3::9", NULL);
    assert_string_equal(one.address, "2001:db8:1:2:3:4:5:6");
    assert_string_equal(one.group, "2001:db8:1:2::");
    assert_string_equal(one.group, two.group);
    assert_string_not_equal(one.group, other.group);
    assert_string_equal(visitor_find(&proxies, "10.0.0.1", NULL, NULL).group, "10.0.0.1");
}

static void test_public_url(void **state)
{
    (void)state;
    static const struct {
        const char *text, *origin, *host, *path;
    } GOOD[] = {
        { "https://games.example", "https://games.example", "games.example", "/" },
        { "https://games.example/", "https://games.example", "games.example", "/" },
        { "http://GAMES.example:81/a", "http://games.example:81", "games.example:81", "/a/" },
        { "https://[::1]:81/a/b.c/", "https://[::1]:81", "[::1]:81", "/a/b.c/" },
    };
    static const char *const BAD[] = { "",
                                       "games.example",
                                       "ftp://games.example",
                                       "https://",
                                       "https:///a",
                                       "https://me@games.example",
                                       "https://games.example/?a",
                                       "https://games.example/#a",
                                       "https://games.example?a",
                                       "https://games.example/a b",
                                       "https://games.example/\"><b>",
                                       "https://games.example//a" };
    PublicUrl                url;
    Fault                    fault;
    char                     big[URL_TEXT_MAX + 1];
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        assert_int_equal(public_url_read(GOOD[i].text, &url, &fault), STATUS_OK);
        assert_string_equal(url.origin, GOOD[i].origin);
        assert_string_equal(url.host, GOOD[i].host);
        assert_string_equal(url.path, GOOD[i].path);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_int_equal(public_url_read(BAD[i], &url, &fault), STATUS_SYNTAX);
    memset(big, 'a', sizeof big);
    memcpy(big, "http://a/", 9);
    big[URL_TEXT_MAX - 1] = '\0';
    assert_int_equal(public_url_read(big, &url, &fault), STATUS_SYNTAX);
    big[URL_TEXT_MAX - 2] = '\0';
    assert_int_equal(public_url_read(big, &url, &fault), STATUS_OK);
    assert_int_equal(origin_read("https://club.example", &url, &fault), STATUS_OK);
    assert_int_equal(origin_read("https://club.example/a", &url, &fault), STATUS_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proxies),
        cmocka_unit_test(test_forwarded_for),
        cmocka_unit_test(test_other_peers_are_not_believed),
        cmocka_unit_test(test_scheme_and_group),
        cmocka_unit_test(test_public_url),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
