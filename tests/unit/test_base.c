/* SPDX-License-Identifier: MIT */
/* base: fixed-size text, scanning untrusted text, UTF-8, buffers, files, faults, reproducible
 * random numbers, threads. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/json.h"
#include "base/random.h"
#include "base/status.h"
#include "base/text.h"
#include "base/thread.h"
#include "base/utf8.h"

/* ---- text ---- */

/* Return what is left of a string that is added to a buffer of `size` bytes. */
static const struct text_case {
    const char *what;
    size_t      size;
    const char *strings[3];
    const char *left;
    bool        full;
} TEXT_CASES[] = {
    { "words follow each other", 16, { "one", "+", "two" }, "one+two", false },
    { "nothing is something, too", 16, { "", "", "" }, "", false },
    { "the NUL needs a byte: exactly full is not too full", 5, { "four" }, "four", false },
    { "one byte too many is dropped", 5, { "fours" }, "four", true },
    { "what comes later is dropped, too", 3, { "abc", "d", "e" }, "ab", true },
    { "a buffer of one byte holds nothing", 1, { "a" }, "", true },
};

static void test_text_is_bounded(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TEXT_CASES / sizeof TEXT_CASES[0]; i++) {
        const struct text_case *c = &TEXT_CASES[i];
        char                    plain[32], formatted[32];
        Text                    a = text_over(plain, c->size), b = text_over(formatted, c->size);
        for (int w = 0; w < 3 && c->strings[w] != NULL; w++) {
            text_add(&a, c->strings[w]);
            text_addf(&b, "%s", c->strings[w]);
        }
        if (strcmp(plain, c->left) != 0 || strcmp(formatted, c->left) != 0)
            fail_msg("%s: '%s' and '%s' instead of '%s'", c->what, plain, formatted, c->left);
        if (a.full != c->full || b.full != c->full || a.length != strlen(c->left) ||
            b.length != a.length)
            fail_msg("%s: full or length is wrong", c->what);
    }
}

static void test_text_is_truncated_and_cleared(void **state)
{
    (void)state;
    char buffer[8];
    Text text = text_over(buffer, sizeof buffer);
    text_fill(&text, '-', 3);
    text_char(&text, '>');
    assert_string_equal(buffer, "--->");
    text_cut(&text, 2);
    assert_string_equal(buffer, "--");
    text_addf(&text, "%d", 1234567);
    assert_string_equal(buffer, "--12345");
    assert_true(text.full);
    text_clear(&text);
    assert_string_equal(buffer, "");
    assert_false(text.full);
}

/* ---- scan ---- */

static const struct number_case {
    const char *what;
    const char *text;
    uint32_t    limit;
    bool        read;
    uint32_t    value;
    size_t      taken;
} NUMBER_CASES[] = {
    { "a number ends where its digits end", "42x", 100, true, 42, 2 },
    { "zero", "0", 100, true, 0, 1 },
    { "zeros in front do no harm", "007", 9, true, 7, 3 },
    { "the limit itself is allowed", "100", 100, true, 100, 3 },
    { "one more is not", "101", 100, false, 0, 0 },
    { "the largest limit", "4294967295", UINT32_MAX, true, UINT32_MAX, 10 },
    { "above the largest limit", "4294967296", UINT32_MAX, false, 0, 0 },
    { "very many digits", "99999999999999999999999999999999", UINT32_MAX, false, 0, 0 },
    { "no sign", "-1", 100, false, 0, 0 },
    { "no digits", "x", 100, false, 0, 0 },
    { "nothing", "", 100, false, 0, 0 },
};

static void test_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof NUMBER_CASES / sizeof NUMBER_CASES[0]; i++) {
        const struct number_case *c = &NUMBER_CASES[i];
        Scan                      scan = scan_string(c->text);
        uint32_t                  value = 77;
        bool                      read = scan_number(&scan, c->limit, &value);
        if (read != c->read || scan.at != c->taken || value != (c->read ? c->value : 77))
            fail_msg("%s: '%s' gives %d, %u, %zu bytes", c->what, c->text, read, value, scan.at);
    }
}

static void test_words_and_white_space(void **state)
{
    (void)state;
    Scan        scan = scan_string("  one\t two\r\nthree");
    const char *start;
    assert_int_equal(scan_blanks(&scan), 2);
    assert_false(scan_word(&scan, "once"));
    assert_true(scan_word(&scan, "on"));
    assert_true(scan_char(&scan, 'e'));
    assert_int_equal(scan_blanks(&scan), 2);
    assert_int_equal(scan_token(&scan, &start), 3);
    assert_memory_equal(start, "two", 3);
    assert_int_equal(scan_blanks(&scan), 2);
    assert_false(scan_word(&scan, "three and more"));
    assert_int_equal(scan_token(&scan, &start), 5);
    assert_true(scan_done(&scan));
    assert_int_equal(scan_token(&scan, &start), 0);
    assert_int_equal(scan_peek(&scan), '\0');
    assert_false(scan_char(&scan, '\0'));
}

static void test_untrusted_text_may_contain_nul_bytes(void **state)
{
    (void)state;
    static const char BYTES[3] = { 'a', '\0', '1' };
    Scan              scan = scan_over(BYTES, sizeof BYTES);
    uint32_t          value = 0;
    assert_true(scan_char(&scan, 'a'));
    assert_true(scan_char(&scan, '\0'));
    assert_true(scan_number(&scan, 9, &value));
    assert_int_equal(value, 1);
    assert_true(scan_done(&scan));
}

/* ---- status ---- */

static void test_every_status_has_a_text(void **state)
{
    (void)state;
    assert_string_equal(status_text(STATUS_OK), "ok");
    for (int a = STATUS_OK; a <= STATUS_SYSTEM; a++)
        for (int b = STATUS_OK; b < a; b++)
            assert_string_not_equal(status_text((Status)a), status_text((Status)b));
    assert_string_equal(status_text((Status)1000), "unknown status");
    assert_string_equal(status_text((Status)-1), "unknown status");
}

static void test_fault_has_offset_and_reason(void **state)
{
    (void)state;
    Fault fault;
    assert_int_equal(fault_set(&fault, STATUS_SYNTAX, 7, "no %s, but %d", "word", 3),
                     STATUS_SYNTAX);
    assert_int_equal(fault.status, STATUS_SYNTAX);
    assert_int_equal(fault.at, 7);
    assert_string_equal(fault.why, "no word, but 3");
    assert_int_equal(fault_set(NULL, STATUS_ILLEGAL, 0, "nobody listens"), STATUS_ILLEGAL);

    char longer[400];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    fault_set(&fault, STATUS_SYNTAX, 0, "%s", longer);
    assert_int_equal(strlen(fault.why), sizeof fault.why - 1);
}

/* ---- random ---- */

static void test_equal_seeds_give_equal_streams(void **state)
{
    (void)state;
    static const uint64_t FIRST[4] = {
        UINT64_C(0x5e41ab087439611e),
        UINT64_C(0xf18d6ce93d6cf1ee),
        UINT64_C(0x0b95f66d327e8d78),
        UINT64_C(0xc7061b1b93322ba9),
    };
    Random a = random_seeded(1), b = random_seeded(1), other = random_seeded(2);
    bool   differs = false;
    for (int i = 0; i < 4; i++) {
        uint64_t x = random_next(&a);
        assert_true(x == FIRST[i]);
        assert_true(x == random_next(&b));
        differs = differs || x != random_next(&other);
    }
    assert_true(differs);
}

static void test_random_below_covers_its_range(void **state)
{
    (void)state;
    static const uint32_t COUNTS[] = { 1, 2, 3, 7, 100 };
    Random                random = random_seeded(42);
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        int times[100] = { 0 };
        for (int draw = 0; draw < 10000; draw++) {
            uint32_t value = random_below(&random, COUNTS[i]);
            assert_true(value < COUNTS[i]);
            times[value]++;
        }
        int fair = 10000 / (int)COUNTS[i];
        for (uint32_t value = 0; value < COUNTS[i]; value++)
            assert_in_range(times[value], fair / 2, fair * 2);
    }
    assert_true(random_below(&random, UINT32_MAX) < UINT32_MAX);
}

static void test_mix64_is_injective_on_a_sample(void **state)
{
    (void)state;
    uint64_t seen[512];
    for (int i = 0; i < 512; i++) {
        seen[i] = mix64(i < 64 ? UINT64_C(1) << i : (uint64_t)i);
        for (int k = 0; k < i; k++)
            if (!(i >= 64 && (i & (i - 1)) == 0)) /* powers of two occur in both halves */
                assert_true(seen[i] != seen[k]);
    }
}

/* ---- threads ---- */

static void *tell_mask(void *context)
{
    pthread_sigmask(SIG_BLOCK, NULL, context);
    return NULL;
}

/* SIGTERM goes to the main thread; SIGSEGV to the thread that caused it. */
static void test_threads_receive_only_synchronous_signals(void **state)
{
    (void)state;
    pthread_t thread;
    sigset_t  inside, before, after;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    assert_true(thread_start(&thread, 1 << 20, tell_mask, &inside));
    pthread_join(thread, NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    assert_int_equal(sigismember(&inside, SIGINT), 1);
    assert_int_equal(sigismember(&inside, SIGTERM), 1);
    assert_int_equal(sigismember(&inside, SIGWINCH), 1);
    assert_int_equal(sigismember(&inside, SIGSEGV), 0);
    assert_int_equal(sigismember(&inside, SIGPIPE), 0);
    assert_int_equal(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
    assert_int_equal(sigismember(&after, SIGWINCH), sigismember(&before, SIGWINCH));
}

/* ---- characters and buffers ---- */

/* Return the length of the first character, or 0. */
static const struct utf8_case {
    const char *what;
    const char *bytes;
    size_t      length;
} UTF8_CASES[] = {
    { "ASCII", "a", 1 },
    { "two bytes", "\xc3\xa9", 2 },
    { "three bytes", "\xe2\x82\xac", 3 },
    { "four bytes", "\xf0\x9f\x8e\xb2", 4 },
    { "the last one there is, U+10FFFF", "\xf4\x8f\xbf\xbf", 4 },
    { "a continuation without its beginning", "\x80", 0 },
    { "a beginning without its continuation", "\xc3", 0 },
    { "cut off in the middle", "\xe2\x82", 0 },
    { "another character begins too soon", "\xe2\x82z", 0 },
    { "a slash in two bytes", "\xc0\xaf", 0 },
    { "a slash in three bytes", "\xe0\x80\xaf", 0 },
    { "U+FFFF in four bytes", "\xf0\x8f\xbf\xbf", 0 },
    { "half of a pair, U+D800", "\xed\xa0\x80", 0 },
    { "beyond the last one", "\xf4\x90\x80\x80", 0 },
    { "a byte that begins nothing", "\xff", 0 },
};

static void test_utf8_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof UTF8_CASES / sizeof UTF8_CASES[0]; i++) {
        const struct utf8_case *c = &UTF8_CASES[i];
        if (utf8_length(c->bytes, strlen(c->bytes)) != c->length)
            fail_msg("%s: %zu bytes, not %zu", c->what, utf8_length(c->bytes, strlen(c->bytes)),
                     c->length);
    }
    assert_int_equal(utf8_length("", 0), 0);
    assert_int_equal(utf8_length("\xe2\x82\xac", 2), 0);
}

static void test_utf8_round_trip(void **state)
{
    (void)state;
    for (uint32_t sign = 0; sign <= 0x10ffff; sign++) {
        char   bytes[UTF8_BYTES_MAX];
        size_t count = utf8_write(sign, bytes);
        bool   is_half = sign >= 0xd800 && sign < 0xe000;
        if (utf8_length(bytes, count) != (is_half ? 0 : count))
            fail_msg("U+%04X", sign);
    }
}

static void test_buffer_keeps_its_limit(void **state)
{
    (void)state;
    Buffer buffer;
    buffer_init(&buffer, 5);
    assert_true(buffer_sink(&buffer, "abc", 3));
    assert_false(buffer_sink(&buffer, "def", 3));
    assert_false(buffer_sink(&buffer, "d", 1));
    assert_string_equal(buffer.data, "abc");
    buffer_clear(&buffer);
    assert_string_equal(buffer.data, "");
    assert_true(buffer_sink(&buffer, "defgh", 5));
    assert_string_equal(buffer.data, "defgh");
    buffer_free(&buffer);
}

/* Untrusted text may be shown in a page: no tag, no quote and no invalid byte may pass. */
static void test_untrusted_text_is_escaped(void **state)
{
    (void)state;
    static const char WORDS[] = "<a> & \"b\\\x01\xc3\xa9\xff";
    Buffer            buffer;
    buffer_init(&buffer, 1000);
    buffer_escape(&buffer, WORDS);
    assert_string_equal(buffer.data, "&lt;a&gt; &amp; &quot;b\\\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd");
    buffer_clear(&buffer);
    Json json = json_over(&buffer);
    json_string(&json, NULL, WORDS);
    assert_string_equal(buffer.data, "\"\\u003ca> & \\\"b\\\\\\u0001\xc3\xa9\\ufffd\"");
    buffer_free(&buffer);
}

/* ---- files ---- */

static void assert_file(const char *path, const char *wanted)
{
    char  found[100] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, wanted);
}

static void assert_not_replaced(const char *path, int reason)
{
    errno = 0;
    assert_false(file_replace(path, "new", 3, 0));
    assert_int_equal(errno, reason);
}

static void test_files_are_replaced_atomically(void **state)
{
    (void)state;
    char        folder[] = "/tmp/test-base-XXXXXX", path[64], inside[80], left[80];
    struct stat about;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(inside, sizeof inside, "%s/file/inside", folder);
    snprintf(left, sizeof left, "%s.new-%d", path, (int)getpid());
    mode_t before = umask(0027);
    assert_true(file_replace(path, "one", 3, 0));
    umask(before);
    assert_file(path, "one");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_true(file_replace(path, "four", 4, 0755));
    assert_file(path, "four");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0755);

    /* The leftover of a killed process with our process id does not get in the way. */
    FILE *rest = fopen(left, "w");
    assert_non_null(rest);
    fclose(rest);
    assert_true(file_replace(path, "", 0, 0));
    assert_file(path, "");

    assert_not_replaced(inside, ENOTDIR);
    assert_not_replaced(folder, ENOTSUP);
    assert_not_replaced("/dev/null", ENOTSUP);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else is in it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_bounded),
        cmocka_unit_test(test_text_is_truncated_and_cleared),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_words_and_white_space),
        cmocka_unit_test(test_untrusted_text_may_contain_nul_bytes),
        cmocka_unit_test(test_utf8_length),
        cmocka_unit_test(test_utf8_round_trip),
        cmocka_unit_test(test_buffer_keeps_its_limit),
        cmocka_unit_test(test_untrusted_text_is_escaped),
        cmocka_unit_test(test_files_are_replaced_atomically),
        cmocka_unit_test(test_every_status_has_a_text),
        cmocka_unit_test(test_fault_has_offset_and_reason),
        cmocka_unit_test(test_equal_seeds_give_equal_streams),
        cmocka_unit_test(test_random_below_covers_its_range),
        cmocka_unit_test(test_mix64_is_injective_on_a_sample),
        cmocka_unit_test(test_threads_receive_only_synchronous_signals),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
