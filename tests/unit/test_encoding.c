/* SPDX-License-Identifier: MIT */
/* Compression of replies (web/encoding.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "web/encoding.h"

static void test_accept_encoding(void **state)
{
    (void)state;
    static const char *const GOOD[] = { "gzip",
                                        "deflate, gzip, br",
                                        "GZIP",
                                        "x-gzip",
                                        "gzip;q=1.0",
                                        "gzip; q=0.001",
                                        "br;q=1.0, gzip;q=0.8, *;q=0.1",
                                        "*",
                                        "identity;q=0, *",
                                        "*;q=0, gzip",
                                        " gzip\t;q=0.5" };
    static const char *const BAD[] = { "",         "identity",       "deflate, br",
                                       "gzip;q=0", "gzip; q=0.000",  "gzip ;q=0",
                                       "*;q=0",    "gzip;q=0, *",    "gzipped",
                                       "not-gzip", "br, gzip ; Q=0", ",,;" };
    assert_false(encoding_has_gzip(NULL));
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++)
        assert_true(encoding_has_gzip(GOOD[i]));
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_false(encoding_has_gzip(BAD[i]));
}

static void test_types(void **state)
{
    (void)state;
    assert_true(encoding_helps("text/html; charset=utf-8"));
    assert_true(encoding_helps("application/json; charset=utf-8"));
    assert_true(encoding_helps("image/svg+xml; charset=utf-8"));
    assert_false(encoding_helps("image/png"));
    assert_false(encoding_helps("application/octet-stream"));
}

static void test_round_trip(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    char    *data = malloc(SIZE);
    unsigned seed = 1;
    assert_non_null(data);
    for (int i = 0; i < SIZE; i++) {
        seed = seed * 1103515245u + 12345u;
        data[i] = (char)(i % 3 == 0 ? 'a' : seed >> 24);
    }
    static const size_t SIZES[] = { 0, 1, 1000, 16384, 16385, SIZE };
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Buffer packed, back;
        buffer_init(&packed, 2 * SIZE);
        buffer_init(&back, SIZE);
        assert_true(gzip_pack(data, SIZES[i], &packed));
        assert_true(packed.length > 2 && memcmp(packed.data, "\x1f\x8b", 2) == 0);
        assert_true(gzip_unpack(packed.data, packed.length, &back));
        assert_int_equal(back.length, SIZES[i]);
        if (SIZES[i] > 0)
            assert_memory_equal(back.data, data, SIZES[i]);
        buffer_free(&back);
        buffer_init(&back, SIZE);
        assert_false(gzip_unpack(packed.data, packed.length - 1, &back)); /* cut off */
        packed.data[0] ^= 1;
        assert_false(gzip_unpack(packed.data, packed.length, &back)); /* not gzip */
        buffer_free(&back);
        buffer_free(&packed);
    }
    Buffer small;
    buffer_init(&small, 100);
    assert_false(gzip_pack(data, SIZE, &small)); /* above the limit */
    buffer_free(&small);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accept_encoding),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
