/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/line.h"
#include "core/turn.h"

/* "turn position" lines in one growing block, sorted before they are compared. */
typedef struct PipeBuffer {
    char  *text;
    size_t length, capacity;
    char **at;
    int    count;
    bool   too_many;
} PipeBuffer;

static void pipe_buffer_add(PipeBuffer *lines, const char *turn, const char *after)
{
    size_t need = strlen(turn) + strlen(after) + 2;
    if (lines->count == COMPARE_TURNS_MAX) {
        lines->too_many = true;
        return;
    }
    if (lines->length + need > lines->capacity) {
        lines->capacity = 2 * (lines->capacity + need);
        lines->text = realloc(lines->text, lines->capacity);
        if (lines->text == NULL)
            abort();
    }
    lines->length += (size_t)sprintf(lines->text + lines->length, "%s %s", turn, after) + 1;
    lines->count++;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void lines_sort(PipeBuffer *lines)
{
    lines->at = malloc((size_t)(lines->count + 1) * sizeof *lines->at);
    if (lines->at == NULL)
        abort();
    char *text = lines->text;
    for (int i = 0; i < lines->count; i++) {
        lines->at[i] = text;
        text += strlen(text) + 1;
    }
    qsort(lines->at, (size_t)lines->count, sizeof *lines->at, by_text);
}

static void pipe_buffer_free(PipeBuffer *lines)
{
    free(lines->text);
    free(lines->at);
    *lines = (PipeBuffer){ 0 };
}

static void slow_turn(void *context, const char *turn, const char *after)
{
    pipe_buffer_add(context, turn, after);
}

typedef struct FastWalk {
    const Game *game;
    const Pos  *pos;
    PipeBuffer *lines;
} FastWalk;

static bool fast_turn(void *context, const Turn *turn, const Pos *after)
{
    FastWalk *walk = context;
    char      turn_words[TURN_TEXT_MAX], after_words[POS_TEXT_MAX];
    Text      turn_text = text_over(turn_words, sizeof turn_words);
    Text      after_text = text_over(after_words, sizeof after_words);
    turn_write(walk->game, walk->pos, turn, &turn_text);
    walk->game->text->pos_write(after, &after_text);
    pipe_buffer_add(walk->lines, turn_words, after_words);
    return !walk->lines->too_many;
}

static bool same_lines(const PipeBuffer *slow, const PipeBuffer *fast, const char *variant,
                       const char *line, Fault *fault)
{
    int s = 0, f = 0;
    while (s < slow->count || f < fast->count) {
        int order = s == slow->count ? 1 : f == fast->count ? -1 : strcmp(slow->at[s], fast->at[f]);
        if (order != 0) {
            fault_set(fault, STATUS_ILLEGAL, 0, "%s: %s: only the %s one has %s", variant, line,
                      order < 0 ? "naive" : "fast", order < 0 ? slow->at[s] : fast->at[f]);
            return false;
        }
        s++;
        f++;
    }
    return true;
}

static bool same_result(const Game *game, const SlowGame *slow, const char *variant,
                        const char *line, const Pos *pos, bool *over, Fault *fault)
{
    char slow_words[256] = "", fast_words[256];
    Text fast_text = text_over(fast_words, sizeof fast_words);
    outcome_write(game, pos, game->rules->outcome(pos), &fast_text);
    if (!slow->result(variant, line, slow_words, sizeof slow_words) ||
        strcmp(slow_words, fast_words) != 0) {
        fault_set(fault, STATUS_ILLEGAL, 0, "%s: %s: the naive result is '%s', the fast one '%s'",
                  variant, line, slow_words, fast_words);
        return false;
    }
    *over = fast_words[0] != '\0';
    return true;
}

static bool read_fast(const Game *game, const char *variant, const char *extra, const char *line,
                      Pos *pos, Fault *fault)
{
    char     full[VARIANT_TEXT_MAX];
    uint32_t packed;
    snprintf(full, sizeof full, "%s%s", variant, extra);
    return game->text->variant_read(full, &packed, fault) == STATUS_OK &&
           game->text->pos_read(packed, line, pos, fault) == STATUS_OK;
}

bool compare_position(const Game *game, const SlowGame *slow, const char *variant,
                      const char *extra, const char *line, Random *random, char *pick, size_t size,
                      CompareTally *tally, Fault *fault)
{
    PosBuffer  pos;
    PipeBuffer fast_lines = { 0 }, slow_lines = { 0 };
    bool       over, same = false;
    pick[0] = '\0';
    if (!read_fast(game, variant, extra, line, &pos.head, fault) ||
        !same_result(game, slow, variant, line, &pos.head, &over, fault))
        return false;

    FastWalk walk = { game, &pos.head, &fast_lines };
    turn_each(game, &pos.head, fast_turn, &walk);
    if (fast_lines.too_many) {
        tally->skipped++;
        same = true;
    } else if (!slow->turns(variant, line, slow_turn, &slow_lines)) {
        fault_set(fault, STATUS_ILLEGAL, 0, "%s: the naive rules cannot read %s", variant, line);
    } else {
        lines_sort(&fast_lines);
        lines_sort(&slow_lines);
        same = same_lines(&slow_lines, &fast_lines, variant, line, fault);
        tally->positions++;
        tally->turns += (uint64_t)fast_lines.count;
        tally->results += over;
        if (same && fast_lines.count > 0) {
            const char *chosen = fast_lines.at[random_below(random, (uint32_t)fast_lines.count)];
            snprintf(pick, size, "%s", strchr(chosen, ' ') + 1);
        }
    }
    pipe_buffer_free(&fast_lines);
    pipe_buffer_free(&slow_lines);
    return same;
}

bool compare_games(const Game *game, const SlowGame *slow, const char *variant, const char *extra,
                   uint64_t seed, uint64_t positions, int turn_limit, CompareTally *tally,
                   Fault *fault)
{
    Random   random = random_seeded(seed);
    char     line[POS_TEXT_MAX], next[POS_TEXT_MAX];
    uint64_t until = tally->positions + positions;
    while (tally->positions < until) {
        if (!slow->start(variant, line, sizeof line)) {
            fault_set(fault, STATUS_ILLEGAL, 0, "the naive rules do not know %s", variant);
            return false;
        }
        for (int turn = 0; turn <= turn_limit && line[0] != '\0'; turn++) {
            if (!compare_position(game, slow, variant, extra, line, &random, next, sizeof next,
                                  tally, fault))
                return false;
            memcpy(line, next, sizeof line);
            if (turn == 0 && tally->positions == 0 && tally->skipped > 0) {
                fault_set(fault, STATUS_ILLEGAL, 0, "%s has more than %d first turns", variant,
                          COMPARE_TURNS_MAX);
                return false;
            }
        }
    }
    return true;
}

bool compare_validity(const Game *game, const SlowGame *slow, const char *variant, const char *line,
                      bool *valid, Fault *fault)
{
    PosBuffer pos;
    Fault     why;
    bool      fast_valid = read_fast(game, variant, "", line, &pos.head, &why);
    *valid = slow->valid(variant, line);
    if (*valid == fast_valid)
        return true;
    fault_set(fault, STATUS_ILLEGAL, 0, "%s: %s is valid only for the %s rules", variant, line,
              fast_valid ? "fast" : "naive");
    return false;
}
