/* SPDX-License-Identifier: MIT */
#include "arena/verdict.h"

#include <string.h>

static const struct {
    const char *word, *sentence;
} TEXTS[VERDICTS] = {
#define X(name, word, sentence) { word, sentence },
    VERDICT_LIST(X)
#undef X
};

const char *verdict_word(Verdict verdict)
{
    return TEXTS[verdict].word;
}

const char *verdict_sentence(Verdict verdict)
{
    return TEXTS[verdict].sentence;
}

Verdict verdict_find(const char *word)
{
    int verdict = 0;
    while (verdict < VERDICTS && strcmp(TEXTS[verdict].word, word) != 0)
        verdict++;
    return (Verdict)verdict;
}
