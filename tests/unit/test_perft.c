/* SPDX-License-Identifier: MIT */
/* test_perft FILE... - the perft.txt of games, compared with both instances of perft.
 *
 * A line is `GAME[:VARIANT] KIND COUNT...`: from the start of the variant, the number of paths of
 * 1, 2, ... turns.  KIND is `turns` or `positions` (core/perft.h). # begins a comment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/input.h"
#include "core/perft.h"
#include "games/list.h"

typedef struct Table {
    const char *path;
    int         line; /* the line being read, from 1 */
} Table;

static bool read_kind(const char *word, PerftKind *kind)
{
    static const char *const NAMES[] = { [PERFT_TURNS] = "turns", [PERFT_POSITIONS] = "positions" };
    for (int n = PERFT_TURNS; n <= PERFT_POSITIONS; n++)
        if (word != NULL && strcmp(word, NAMES[n]) == 0) {
            *kind = (PerftKind)n;
            return true;
        }
    return false;
}

static bool has_instance(const Setup *setup, PerftInstance instance)
{
    const GameFast *fast = setup->game->fast;
    return instance == PERFT_GENERAL || (fast != NULL && fast->covers(setup->variant));
}

static void check_count(const Table *table, const Setup *setup, int depth, PerftKind kind,
                        const char *word)
{
    static const char *const NAMES[] = { [PERFT_GENERAL] = "general", [PERFT_FAST] = "fast" };
    PosBuffer                start;
    char                    *end;
    uint64_t                 want = strtoull(word, &end, 10);
    if (*end != '\0')
        fail_msg("%s:%d: '%s' is no number", table->path, table->line, word);
    setup->game->rules->start(setup->variant, &start.head);
    for (int n = PERFT_GENERAL; n <= PERFT_FAST; n++) {
        if (!has_instance(setup, (PerftInstance)n))
            continue;
        uint64_t got = perft_count(setup->game, &start.head, depth, kind, (PerftInstance)n);
        if (got != want)
            fail_msg("%s:%d: depth %d is %llu in the %s instance, not %llu", table->path,
                     table->line, depth, (unsigned long long)got, NAMES[n],
                     (unsigned long long)want);
    }
}

/* Return the number of counts on the line. */
static int check_line(const Table *table, char *line)
{
    char     *rest = NULL, *word;
    Setup     setup;
    PerftKind kind = PERFT_TURNS;
    Fault     fault = { 0 };
    int       depth = 0;
    line[strcspn(line, "#")] = '\0';
    if ((word = strtok_r(line, " \t\r", &rest)) == NULL)
        return 0;
    if (games_setup(word, &setup, &fault) != STATUS_OK)
        fail_msg("%s:%d: %s", table->path, table->line, fault.why);
    if (!read_kind(strtok_r(NULL, " \t\r", &rest), &kind))
        fail_msg("%s:%d: turns or positions is expected", table->path, table->line);
    while ((word = strtok_r(NULL, " \t\r", &rest)) != NULL)
        check_count(table, &setup, ++depth, kind, word);
    if (depth == 0)
        fail_msg("%s:%d: there are no counts", table->path, table->line);
    return depth;
}

static void test_table(void **state)
{
    Table  table = { .path = *state };
    char   line[1024];
    size_t length;
    bool   cut = false;
    int    counts = 0;
    FILE  *file = fopen(table.path, "r");
    if (file == NULL)
        fail_msg("%s cannot be read", table.path);
    while (input_line(file, line, sizeof line, &length, &cut) && !cut) {
        table.line++;
        counts += check_line(&table, line);
    }
    fclose(file);
    if (cut || counts == 0)
        fail_msg("%s: %s", table.path, cut ? "a line is too long" : "there are no counts");
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "Usage: test_perft FILE...\n");
        return 2;
    }
    size_t             count = (size_t)argc - 1;
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (tests == NULL)
        return 2;
    for (size_t n = 0; n < count; n++)
        tests[n] = (struct CMUnitTest){ .name = argv[n + 1],
                                        .test_func = test_table,
                                        .initial_state = argv[n + 1] };
    int failed = _cmocka_run_group_tests("perft", tests, count, NULL, NULL);
    free(tests);
    return failed;
}
