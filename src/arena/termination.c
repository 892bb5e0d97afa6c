/* SPDX-License-Identifier: MIT */
#include "arena/termination.h"

#include <assert.h>
#include <string.h>

static const char *const NAMES[TERMINATIONS] = {
    [TERMINATION_RULES] = "rules",       [TERMINATION_ILLEGAL] = "illegal",
    [TERMINATION_TIME] = "time",         [TERMINATION_CRASH] = "crash",
    [TERMINATION_MEMORY] = "memory",     [TERMINATION_OUTPUT] = "output",
    [TERMINATION_PROTOCOL] = "protocol", [TERMINATION_SILENCE] = "silence",
};

const char *termination_word(Termination termination)
{
    assert(termination >= 0 && termination < TERMINATIONS);
    return NAMES[termination];
}

Termination termination_find(const char *word)
{
    int termination = 0;
    while (termination < TERMINATIONS && strcmp(NAMES[termination], word) != 0)
        termination++;
    return (Termination)termination;
}
