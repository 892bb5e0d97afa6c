/* SPDX-License-Identifier: MIT */
#include "driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/input.h"

/* --- the sample --- */

uint64_t sample_size(void)
{
    const char *words = getenv("TESSERA_SAMPLE");
    uint64_t    wanted = words != NULL ? strtoull(words, NULL, 10) : 0;
    return wanted > 0 ? wanted : DEFAULT_SAMPLE;
}

bool is_long_run(void)
{
    return sample_size() > DEFAULT_SAMPLE;
}

uint64_t share_of(uint64_t sample, const Share *shares, int count, const Share *share)
{
    uint64_t parts = 0;
    for (int n = 0; n < count; n++)
        parts += (uint64_t)shares[n].parts;
    uint64_t positions = sample * (uint64_t)share->parts / parts;
    return positions > 0 ? positions : 1;
}

void print_tally(const char *what, const CompareTally *tally)
{
    print_message("%s: %llu positions, %llu turns, %llu results, %llu skipped\n", what,
                  (unsigned long long)tally->positions, (unsigned long long)tally->turns,
                  (unsigned long long)tally->results, (unsigned long long)tally->skipped);
}

void print_line_tally(const LineTally *tally)
{
    print_message("lines: %llu, of them valid %llu\n", (unsigned long long)tally->lines,
                  (unsigned long long)tally->valid);
}

/* --- lines --- */

bool check_validity(const Game *game, const SlowGame *slow, const char *variant, const char *line,
                    LineTally *tally)
{
    PosBuffer pos;
    char      written[POS_TEXT_MAX];
    Text      text = text_over(written, sizeof written);
    uint32_t  packed = 0;
    Fault     fault = { 0 };
    bool      valid = false;
    assert_int_equal(game->text->variant_read(variant, &packed, NULL), STATUS_OK);
    bool read = game->text->pos_read(packed, line, &pos.head, &fault) == STATUS_OK;
    if (read)
        game->text->pos_write(&pos.head, &text);
    bool canonical = read && strcmp(written, line) == 0;
    if (slow->valid(variant, line) != canonical)
        fail_msg("%s: %s is %s for the naive rules; %s", variant, line, canonical ? "bad" : "good",
                 fault.why);
    if (read && !compare_validity(game, slow, variant, written, &valid, &fault))
        fail_msg("%s", fault.why);
    tally->lines++;
    tally->valid += canonical;
    return canonical;
}

void spoil_text(Random *random, const char *symbols, const char *line, Text *out)
{
    uint32_t length = (uint32_t)strlen(line), board = (uint32_t)strcspn(line, " ");
    uint32_t kind = random_below(random, 3), at = random_below(random, length + 1);
    if (random_below(random, 2) == 0)
        at = board + random_below(random, length + 1 - board);
    text_clear(out);
    text_addf(out, "%.*s", (int)at, line);
    if (kind != 0)
        text_char(out, symbols[random_below(random, (uint32_t)strlen(symbols))]);
    text_add(out, kind != 2 && at < length ? line + at + 1 : line + at);
}

/* --- the perft table --- */

typedef struct Branch {
    char **after;
    size_t count, capacity;
} Branch;

static void add_branch(void *context, const char *turn, const char *after)
{
    Branch *branch = context;
    (void)turn;
    if (branch->count == branch->capacity) {
        branch->capacity = 2 * branch->capacity + 64;
        branch->after = realloc(branch->after, branch->capacity * sizeof *branch->after);
        assert_non_null(branch->after);
    }
    branch->after[branch->count] = strdup(after);
    assert_non_null(branch->after[branch->count++]);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void count_turn(void *context, const char *turn, const char *after)
{
    (void)turn;
    (void)after;
    ++*(uint64_t *)context;
}

static uint64_t slow_perft(const SlowGame *slow, const char *variant, const char *line, int depth,
                           bool distinct)
{
    Branch   branch = { 0 };
    uint64_t sum = 0;
    if (depth == 1 && !distinct) {
        assert_true(slow->turns(variant, line, count_turn, &sum));
        return sum;
    }
    assert_true(slow->turns(variant, line, add_branch, &branch));
    if (distinct && branch.count > 0)
        qsort(branch.after, branch.count, sizeof *branch.after, by_text);
    for (size_t n = 0; n < branch.count; n++)
        if (!distinct || n == 0 || strcmp(branch.after[n], branch.after[n - 1]) != 0)
            sum += depth == 1 ? 1 : slow_perft(slow, variant, branch.after[n], depth - 1, distinct);
    for (size_t n = 0; n < branch.count; n++)
        free(branch.after[n]);
    free(branch.after);
    return sum;
}

/* "GAME:VARIANT KIND COUNT...": the format of a perft.txt. */
static void check_counts(const SlowGame *slow, char *line, uint64_t limit, int *checked)
{
    char  start[POS_TEXT_MAX], *rest = NULL, *word;
    char *game = strtok_r(line, " ", &rest), *kind = strtok_r(NULL, " ", &rest);
    if (game == NULL)
        return;
    assert_non_null(kind);
    const char *variant = game + strcspn(game, ":");
    variant += *variant == ':';
    if (!slow->start(variant, start, sizeof start))
        fail_msg("the naive rules do not know %s", game);
    for (int depth = 1; (word = strtok_r(NULL, " ", &rest)) != NULL; depth++) {
        uint64_t want = strtoull(word, NULL, 10);
        if (want > limit) /* the way to later numbers leads through this one */
            break;
        uint64_t got = slow_perft(slow, variant, start, depth, strcmp(kind, "positions") == 0);
        if (got != want)
            fail_msg("%s %s, depth %d: the naive rules count %llu", game, kind, depth,
                     (unsigned long long)got);
        ++*checked;
    }
}

void check_perft_table(const SlowGame *slow, const char *path, uint64_t quickly, uint64_t slowly)
{
    char   line[1024];
    size_t length;
    bool   cut;
    int    checked = 0;
    /* A sample below the usual one is for builds that are slow. */
    uint64_t limit = is_long_run() ? slowly : quickly * sample_size() / DEFAULT_SAMPLE;
    FILE    *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s cannot be read", path);
    while (input_line(file, line, sizeof line, &length, &cut)) {
        line[strcspn(line, "#")] = '\0';
        check_counts(slow, line, limit, &checked);
    }
    fclose(file);
    assert_true(checked > 0);
    print_message("perft: %d numbers\n", checked);
}
