/* SPDX-License-Identifier: MIT */
/* Any text is either rejected with a place and a reason, or a setup that is written and read back
 * as the same setup, and written again as the same text. */
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "fuzz.h"

static void write_setup(const Setup *setup, char *words, size_t size)
{
    Text text = text_over(words, size);
    setup_write(setup, &text);
    insist(!text.full && text.length > 0);
}

static void check_good(const Setup *setup)
{
    char      words[SETUP_TEXT_MAX], again_words[SETUP_TEXT_MAX];
    Setup     again = { 0 };
    Fault     fault = { 0 };
    PosBuffer pos;
    write_setup(setup, words, sizeof words);
    insist(games_setup(words, &again, &fault) == STATUS_OK);
    insist(again.game == setup->game && again.variant == setup->variant &&
           again.repetition == setup->repetition && again.turn_limit == setup->turn_limit);
    write_setup(&again, again_words, sizeof again_words);
    insist(strcmp(words, again_words) == 0);
    insist(setup->game->rules->size(setup->variant) <= sizeof pos);
    setup->game->rules->start(setup->variant, &pos.head);
    insist(setup->game->rules->check(&pos.head, &fault) == STATUS_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    Setup setup = { .variant = 77, .repetition = 78, .turn_limit = 79 };
    Fault fault = { 0 };
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    Status status = games_setup(text, &setup, &fault);
    if (status == STATUS_OK) {
        check_good(&setup);
    } else {
        insist(fault.status == status && fault.at <= strlen(text) && fault.why[0] != '\0');
        insist(setup.game == NULL && setup.variant == 77 && setup.repetition == 78 &&
               setup.turn_limit == 79);
    }
    insist(games_setup(text, &setup, NULL) == status);
    free(text);
    return 0;
}
