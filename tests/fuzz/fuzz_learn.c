/* SPDX-License-Identifier: MIT */
/* Any text is either rejected with a reason, or a model whose numbers evaluate every input; either
 * rejected or weights and ranks within their bounds; either rejected or a game whose positions are those of a legal line of play; and either rejected or settings
 * of self-play that are written and read again as the same text. */
#include <stdlib.h>
#include <string.h>

#include "core/model.h"
#include "core/ranks.h"
#include "core/weights.h"
#include "fuzz.h"
#include "games/list.h"
#include "learn/self_play.h"

enum { INPUTS = 1 };

static void check_sample(void *context, const Sample *sample)
{
    (void)context;
    insist(sample->pos->phase == 0 && sample->result >= 0 && sample->result <= 2);
}

static void check_model(const char *text)
{
    int16_t numbers[MODEL_NUMBERS(INPUTS)];
    int16_t input = MODEL_PHASES;
    Fault   fault = { .why = "" };
    if (model_read(text, INPUTS, numbers, &fault) == STATUS_OK)
        insist(abs(model_value(numbers, EVAL_MAX, &input)) < EVAL_MAX);
    else
        insist(fault.why[0] != '\0' && fault.at <= strlen(text));
}

static void check_numbers(const char *text)
{
    int32_t weight = 0;
    int16_t rank = 0;
    Fault   fault = { .why = "" };
    if (weights_read(text, 1, &weight, &fault) == STATUS_OK)
        insist(abs(weight_early(weight)) <= WEIGHT_MOST && abs(weight_late(weight)) <= WEIGHT_MOST);
    else
        insist(fault.why[0] != '\0' && fault.at <= strlen(text));
    fault = (Fault){ .why = "" };
    if (ranks_read(text, 1, &rank, &fault) != STATUS_OK)
        insist(fault.why[0] != '\0' && fault.at <= strlen(text));
}

static void check_head(const char *text)
{
    SelfPlay play, again;
    Fault    fault = { .why = "" };
    char     first[SELF_PLAY_HEAD_MAX], second[SELF_PLAY_HEAD_MAX];
    Text     one = text_over(first, sizeof first), other = text_over(second, sizeof second);
    if (self_play_head_read(games_find, text, &play, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0' && fault.at <= strlen(text));
        return;
    }
    self_play_head(&play, &one);
    insist(!one.full && self_play_head_read(games_find, first, &again, &fault) == STATUS_OK);
    self_play_head(&again, &other);
    insist(strcmp(first, second) == 0);
}

/* What a worker returns as a group is one only if each line is a game. */
static void check_group(const Setup *setup, const char *text)
{
    const SelfPlay play = { .setup = *setup };
    Fault          fault = { .why = "" };
    if (self_play_check(&play, text, &fault) != STATUS_OK)
        insist(fault.why[0] != '\0');
    else
        insist(strchr(text, '\n') == text + strlen(text) - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Setup setup;
    Fault fault = { .why = "" };
    char *text = malloc(size + 1);
    insist(text != NULL && games_setup("diavolo:4", &setup, &fault) == STATUS_OK);
    memcpy(text, data, size);
    text[size] = '\0';
    check_model(text);
    check_numbers(text);
    check_head(text);
    check_group(&setup, text);
    if (self_play_read(&setup, text, check_sample, NULL, &fault) != STATUS_OK)
        insist(fault.why[0] != '\0' && fault.at <= strlen(text));
    free(text);
    return 0;
}
