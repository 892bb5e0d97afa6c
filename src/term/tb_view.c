/* SPDX-License-Identifier: MIT */
#include "term/tb_view.h"

#include <assert.h>
#include <string.h>

void tb_view_open(TbView *tb_view, const char *folder)
{
    *tb_view = (TbView){ .tb_cache = tb_cache_new(folder) };
}

void tb_view_close(TbView *tb_view)
{
    tb_cache_release(tb_view->tb_cache, tb_view->tables);
    tb_cache_delete(tb_view->tb_cache);
    *tb_view = (TbView){ 0 };
}

bool tb_view_choose(TbView *tb_view, const char *word)
{
    assert(word != NULL);
    bool on = strcmp(word, "on") == 0, off = strcmp(word, "off") == 0;
    if (on || off)
        tb_view->shown = on;
    return on || off || word[0] == '\0';
}

bool tb_view_is_known(TbView *tb_view, const Setup *setup)
{
    assert(setup->game != NULL);
    if (tb_view->asked.game != setup->game || tb_view->asked.variant != setup->variant) {
        tb_cache_release(tb_view->tb_cache, tb_view->tables);
        tb_view->tables = tb_cache_acquire(tb_view->tb_cache, setup->game, setup->variant);
        tb_view->asked = *setup;
    }
    return tb_view->tables != NULL;
}

bool tb_view_write(TbView *tb_view, const Line *line, const TermText *text, Text *out)
{
    OracleAnswer answer;
    if (!tb_view_is_known(tb_view, &line->setup))
        return false;
    Oracle oracle = tb_oracle(tb_view->tables);
    if (!oracle_probe(&oracle, line, &answer))
        return false;
    Message message =
        term_message(answer.winner == SIDE_NONE ? TERM_MSG_VALUE_DRAW : TERM_MSG_VALUE_WIN);
    if (answer.winner != SIDE_NONE) {
        message_side(&message, "side", answer.winner);
        message_count(&message, "n", (int)answer.turns);
    }
    term_text_write(text, &message, out);
    return true;
}
