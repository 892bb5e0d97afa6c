/* setup_help.h - parse setups and positions; a test with an invalid text fails. */
#ifndef TESTS_SETUP_HELP_H
#define TESTS_SETUP_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/list.h"

static inline Setup setup_of(const char *text)
{
    Setup setup = { 0 };
    Fault fault = { 0 };
    if (games_setup(text, &setup, &fault) != STATUS_OK)
        fail_msg("'%s': %s", text, fault.why);
    return setup;
}

/* `line` NULL: the start. */
static inline Setup position_of(const char *setup_text, const char *line, PosBuffer *pos)
{
    Setup setup = setup_of(setup_text);
    Fault fault = { 0 };
    if (line == NULL)
        setup.game->rules->start(setup.variant, &pos->head);
    else if (setup.game->text->pos_read(setup.variant, line, &pos->head, &fault) != STATUS_OK)
        fail_msg("'%s': %s", line, fault.why);
    return setup;
}

/* The text is valid until the next call. */
static inline const char *line_of(const Game *game, const Pos *pos)
{
    static char words[POS_TEXT_MAX];
    Text        text = text_over(words, sizeof words);
    game->text->pos_write(pos, &text);
    return words;
}

#endif
