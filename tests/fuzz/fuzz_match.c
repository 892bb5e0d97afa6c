/* SPDX-License-Identifier: MIT */
/* Any text is either rejected with a reason, or a match that is written and read again as the same
 * text; either rejected or a finished game whose record is the rest of the text; and either rejected or
 * a review of a fixed game, which can be annotated. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "games/list.h"
#include "play/match_text.h"
#include "play/review_text.h"

static void check_match(const char *text)
{
    MatchConfig config, again;
    Fault       fault = { .why = "" };
    char        first[MATCH_TEXT_MAX], second[MATCH_TEXT_MAX];
    Text        one = text_over(first, sizeof first), other = text_over(second, sizeof second);
    if (match_read(text, &config, &fault) != STATUS_OK) {
        insist(fault.why[0] != '\0' && fault.at <= strlen(text));
        return;
    }
    match_write(&config, &one);
    insist(!one.full && match_read(first, &again, &fault) == STATUS_OK);
    match_write(&again, &other);
    insist(strcmp(first, second) == 0);
}

static void check_game(const char *text, size_t size)
{
    MatchWork   work[2];
    const char *record;
    size_t      record_size;
    Fault       fault = { .why = "" };
    if (match_game_read(text, size, work, &record, &record_size, &fault) == STATUS_OK)
        insist(record + record_size == text + size && work[0].time_ms >= 0);
    else
        insist(fault.why[0] != '\0' && fault.at <= size);
}

static void check_review(const char *text)
{
    Setup  setup;
    Record record;
    Review review, again;
    Buffer first, second;
    Fault  fault = { .why = "" };
    Random random = random_seeded(1);
    insist(games_setup("toy:5", &setup, &fault) == STATUS_OK &&
           record_init(&record, &setup, NULL) == STATUS_OK &&
           line_play_random(&record.line, &random, 2) == STATUS_OK);
    if (review_read(text, &record.line, &review, &fault) == STATUS_OK) {
        buffer_init(&first, 1 << 16);
        buffer_init(&second, 1 << 16);
        review_write(&review, &first);
        insist(review_read(first.data, &record.line, &again, &fault) == STATUS_OK);
        review_write(&again, &second);
        insist(strcmp(first.data, second.data) == 0);
        insist(review_annotate(&again, &record) == STATUS_OK);
        buffer_free(&first);
        buffer_free(&second);
        review_free(&review);
        review_free(&again);
    } else
        insist(fault.why[0] != '\0' && fault.at <= strlen(text));
    record_free(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    check_match(text);
    check_game(text, size);
    check_review(text);
    free(text);
    return 0;
}
