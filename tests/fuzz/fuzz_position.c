/* SPDX-License-Identifier: MIT */
/* A setup on the first line and a position on the second.  Whatever is accepted is a valid
 * position: it is written and read back as the same bytes, and all its legal steps lead to valid
 * positions again. */
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "fuzz.h"

static void check_text(const Game *game, const Pos *pos)
{
    char      words[POS_TEXT_MAX], again_words[POS_TEXT_MAX];
    Text      text = text_over(words, sizeof words);
    Text      again_text = text_over(again_words, sizeof again_words);
    Fault     fault = { 0 };
    PosBuffer again;
    game->text->pos_write(pos, &text);
    insist(!text.full && strchr(words, '\n') == NULL);
    insist(game->text->pos_read(pos->variant, words, &again.head, &fault) == STATUS_OK);
    insist(memcmp(pos, &again, game->rules->size(pos->variant)) == 0);
    game->text->pos_write(&again.head, &again_text);
    insist(strcmp(words, again_words) == 0);
}

static void check_step_text(const Game *game, const Pos *pos, Step step)
{
    char    words[TURN_TEXT_MAX];
    Text    text = text_over(words, sizeof words);
    Step    again;
    Message why;
    game->text->step_write(pos, step, &text);
    insist(!text.full && text.length > 0);
    Scan scan = scan_string(words);
    insist(game->text->step_read(pos, &scan, &again, &why) == STATUS_OK);
    insist(scan_done(&scan) && again == step);
}

static void check_steps(const Game *game, const Pos *pos)
{
    Step  steps[STEPS_MAX];
    Fault fault = { 0 };
    int   count = game->rules->gen(pos, steps);
    insist((count == 0) == (game->rules->outcome(pos).ending != ENDING_NONE));
    for (int i = 0; i < count; i++) {
        PosBuffer next;
        insist(game->rules->legal(pos, steps[i]));
        check_step_text(game, pos, steps[i]);
        game_copy(game, pos, &next.head);
        game->rules->apply(&next.head, steps[i]);
        insist(game->rules->check(&next.head, &fault) == STATUS_OK);
        check_text(game, &next.head);
    }
}

static void check_drawing(const Game *game, const Pos *pos)
{
    static char words[BOARD_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    game->text->draw(pos, &text);
    insist(!text.full && text.length > 0 && words[text.length - 1] == '\n');
}

static void try_position(const Setup *setup, const char *line)
{
    const Game *game = setup->game;
    PosBuffer   pos;
    Fault       fault = { 0 };
    Status      status = game->text->pos_read(setup->variant, line, &pos.head, &fault);
    if (status != STATUS_OK) {
        insist(fault.status == status && fault.at <= strlen(line) && fault.why[0] != '\0');
        return;
    }
    insist(pos.head.variant == setup->variant);
    insist(game->rules->check(&pos.head, &fault) == STATUS_OK);
    check_text(game, &pos.head);
    check_steps(game, &pos.head);
    check_drawing(game, &pos.head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    Setup setup;
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    char *newline = strchr(text, '\n');
    if (newline != NULL) {
        *newline = '\0';
        if (games_setup(text, &setup, NULL) == STATUS_OK)
            try_position(&setup, newline + 1);
    }
    free(text);
    return 0;
}
