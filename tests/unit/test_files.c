/* SPDX-License-Identifier: MIT */
/* Lookup of embedded web app files by path, with type, compression and cache lifetime. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "web/files.h"

#define FILE_ROW(name, text)                                  \
    {                                                         \
        name, (const unsigned char *)(text), sizeof(text) - 1 \
    }

static const EmbeddedFile FILES[] = {
    FILE_ROW("index.html", "<p>"),      FILE_ROW("index.html.gz", "abc"),
    FILE_ROW("main-0a1B2c3d.js", "js"), FILE_ROW("engine-12345678.wasm.gz", "wasm"),
    FILE_ROW("a-short.css", "css"),     FILE_ROW("sw.js", ""),
    FILE_ROW("strange", "?"),           { NULL, NULL, 0 },
};

static void test_found(void **state)
{
    (void)state;
    FoundFile file;
    assert_true(files_find(FILES, "/", &file));
    assert_string_equal(file.file->name, "index.html.gz");
    assert_string_equal(file.type, "text/html; charset=utf-8");
    assert_true(file.gzip && !file.forever);
    assert_string_equal(file.tag, "\"ba7816bf8f01cfea414140de5dae2223\""); /* SHA-256 of "abc" */
    assert_true(files_find(FILES, "/main-0a1B2c3d.js", &file));
    assert_true(file.forever && !file.gzip);
    assert_string_equal(file.type, "text/javascript; charset=utf-8");
    assert_true(files_find(FILES, "/engine-12345678.wasm", &file));
    assert_true(file.forever && file.gzip);
    assert_string_equal(file.type, "application/wasm");
    assert_true(files_find(FILES, "/a-short.css", &file));
    assert_false(file.forever);
    assert_true(files_find(FILES, "/sw.js", &file));
    assert_false(file.forever);
    assert_true(files_find(FILES, "/strange", &file));
    assert_string_equal(file.type, "application/octet-stream");
}

static void test_not_found(void **state)
{
    (void)state;
    static const char *const PATHS[] = {
        "", "index.html", "//index.html", "/index", "/../index.html", "/x", "/index.html/", "/.gz"
    };
    FoundFile file;
    for (size_t i = 0; i < sizeof PATHS / sizeof PATHS[0]; i++)
        assert_false(files_find(FILES, PATHS[i], &file));
    assert_false(files_find(PAGE_FILES, "/nothing-like-this", &file));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_found),
                                        cmocka_unit_test(test_not_found) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
