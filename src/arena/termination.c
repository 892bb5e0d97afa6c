/* SPDX-License-Identifier: MIT */
#include "arena/termination.h"

#include <string.h>

static const char *const WORDS[TERMINATIONS] = {
    [TERMINATION_RULES] = "rules",       [TERMINATION_ILLEGAL] = "illegal",
    [TERMINATION_TIME] = "time",         [TERMINATION_CRASH] = "crash",
    [TERMINATION_MEMORY] = "memory",     [TERMINATION_OUTPUT] = "output",
    [TERMINATION_PROTOCOL] = "protocol", [TERMINATION_SILENCE] = "silence",
};

const char *termination_word(Termination termination)
{
    return WORDS[termination];
}

Termination termination_find(const char *word)
{
    int termination = 0;
    while (termination < TERMINATIONS && strcmp(WORDS[termination], word) != 0)
        termination++;
    return (Termination)termination;
}
