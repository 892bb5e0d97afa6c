/* SPDX-License-Identifier: MIT */
/* test_progress.c - progress lines of long commands, and results as lines and as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cmd/progress.h"
#include "cmd/results.h"

enum { SAID_MAX = 1024 };

/* Read back everything that was printed to a temporary file, and close it. */
static void take(FILE *file, char said[SAID_MAX])
{
    rewind(file);
    said[fread(said, 1, SAID_MAX - 1, file)] = '\0';
    fclose(file);
}

static Progress begun_ago(FILE *err, double seconds, bool on_terminal, bool is_quiet)
{
    return (Progress){ .err = err,
                       .on_terminal = on_terminal,
                       .is_quiet = is_quiet,
                       .begun = clock_wall_seconds() - seconds };
}

static void test_time_left(void **state)
{
    (void)state;
    char     said[SAID_MAX];
    FILE    *err = tmpfile();
    Progress progress = begun_ago(err, 1000, true, false);
    progress_parts(&progress, 1, 4, "counting");
    progress_parts(&progress, 2, 4, "not yet due");
    progress_end(&progress);
    take(err, said);
    assert_string_equal(said, "\rcounting: 25 %, 50 min 00 s left\033[K\r\033[K");
}

/* At the beginning nobody knows how long it takes. */
static void test_no_guess(void **state)
{
    (void)state;
    char     said[SAID_MAX];
    FILE    *err = tmpfile();
    Progress progress = begun_ago(err, 1000, true, false);
    progress_parts(&progress, 0, 4, "counting");
    take(err, said);
    assert_string_equal(said, "\rcounting: 0 %\033[K");
}

static void test_only_on_terminal(void **state)
{
    (void)state;
    char     said[SAID_MAX];
    FILE    *err = tmpfile();
    Progress progress = progress_on_terminal(err); /* a file is none */
    progress.begun -= 1000;
    progress.next = 0;
    progress_parts(&progress, 1, 4, "counting");
    progress_end(&progress);
    take(err, said);
    assert_string_equal(said, "");
}

static void print_results(FILE *out, bool as_json)
{
    Results results;
    results_begin(&results, out, as_json);
    results_string(&results, "value", "white \"1\"");
    results_integer(&results, "memory-mib", 17);
    results_number(&results, "seconds", 1.25, 1);
    assert_int_equal(results_end(&results, "test", stderr), 0);
}

static void test_results(void **state)
{
    (void)state;
    char  said[SAID_MAX];
    FILE *out = tmpfile();
    print_results(out, false);
    take(out, said);
    assert_string_equal(said, "value white \"1\"\nmemory-mib 17\nseconds 1.2\n");
    out = tmpfile();
    print_results(out, true);
    take(out, said);
    assert_string_equal(said,
                        "{\"value\":\"white \\\"1\\\"\",\"memory_mib\":17,\"seconds\":1.25}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_no_guess),
        cmocka_unit_test(test_only_on_terminal),
        cmocka_unit_test(test_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
