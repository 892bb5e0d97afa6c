/* SPDX-License-Identifier: MIT */
#include "dialects/exchange.h"

#include <string.h>

void exchange_question_init(ExchangeQuestion *question)
{
    memset(question, 0, sizeof *question);
    for (int i = 0; i < EXCHANGE_FILES_MAX; i++)
        buffer_init(&question->files[i].text, EXCHANGE_FILE_BYTES_MAX);
}

void exchange_question_free(ExchangeQuestion *question)
{
    for (int i = 0; i < EXCHANGE_FILES_MAX; i++)
        buffer_free(&question->files[i].text);
}
