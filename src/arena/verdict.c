/* SPDX-License-Identifier: MIT */
#include "arena/verdict.h"

#include <string.h>

static const char *const WORDS[VERDICTS] = {
    [VERDICT_RULES] = "rules",       [VERDICT_ILLEGAL] = "illegal", [VERDICT_TIME] = "time",
    [VERDICT_CRASH] = "crash",       [VERDICT_MEMORY] = "memory",   [VERDICT_OUTPUT] = "output",
    [VERDICT_PROTOCOL] = "protocol", [VERDICT_SILENCE] = "silence",
};

const char *verdict_word(Verdict verdict)
{
    return WORDS[verdict];
}

Verdict verdict_find(const char *word)
{
    int verdict = 0;
    while (verdict < VERDICTS && strcmp(WORDS[verdict], word) != 0)
        verdict++;
    return (Verdict)verdict;
}
