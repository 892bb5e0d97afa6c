/* SPDX-License-Identifier: MIT */
#include "term/truth.h"

#include <ctype.h>
#include <string.h>

void truth_open(Truth *truth, const char *folder)
{
    *truth = (Truth){ .tb_cache = tb_cache_new(folder) };
}

void truth_close(Truth *truth)
{
    tb_cache_release(truth->tb_cache, truth->tables);
    tb_cache_delete(truth->tb_cache);
    *truth = (Truth){ 0 };
}

bool truth_obey(Truth *truth, const char *word)
{
    bool on = strcmp(word, "on") == 0, off = strcmp(word, "off") == 0;
    if (on || off)
        truth->shown = on;
    return on || off || word[0] == '\0';
}

bool truth_is_known(Truth *truth, const Setup *setup)
{
    if (truth->asked.game != setup->game || truth->asked.variant != setup->variant) {
        tb_cache_release(truth->tb_cache, truth->tables);
        truth->tables = tb_cache_acquire(truth->tb_cache, setup->game, setup->variant);
        truth->asked = *setup;
    }
    return truth->tables != NULL;
}

bool truth_say(Truth *truth, const Line *line, Text *out)
{
    OracleAnswer answer;
    size_t       begin = out->length;
    if (!truth_is_known(truth, &line->setup))
        return false;
    Oracle oracle = tb_oracle(truth->tables);
    if (!oracle_tell(&oracle, line, &answer))
        return false;
    oracle_say(line->setup.game, answer, out);
    if (out->length > begin)
        out->data[begin] = (char)toupper((unsigned char)out->data[begin]);
    text_add(out, " (table)");
    return true;
}
