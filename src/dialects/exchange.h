/* exchange.h - contests that call programs with files: a query is arguments and files, and the answer
 * is the files as the program left them.
 *
 * Knows:   the file format of one game, and its codes for invalid answers.
 * Ignores: programs, directories, time.
 *
 * Answers are any bytes; all functions are re-entrant.
 */
#ifndef DIALECTS_EXCHANGE_H
#define DIALECTS_EXCHANGE_H

#include "base/buffer.h"
#include "core/line.h"

enum {
    EXCHANGE_FILES_MAX = 4,
    EXCHANGE_ARGS_MAX = 8,
    EXCHANGE_WORD_MAX = 32,
    EXCHANGE_FILE_BYTES_MAX = 1 << 20,
};

typedef struct ExchangeFile {
    const char *name; /* without a slash */
    Buffer      text;
} ExchangeFile;

typedef struct ExchangeQuestion {
    int          arg_count;
    char         args[EXCHANGE_ARGS_MAX][EXCHANGE_WORD_MAX]; /* files appear under their names */
    int          file_count;
    ExchangeFile files[EXCHANGE_FILES_MAX];
} ExchangeQuestion;

void exchange_question_init(ExchangeQuestion *question);
void exchange_question_free(ExchangeQuestion *question);

/* A file after the program has run. */
typedef struct ExchangeReply {
    bool        found; /* it is a readable regular file */
    const char *data;
    size_t      size;
} ExchangeReply;

typedef struct ExchangeResult {
    bool fine;
    char turn[64];                /* fine: in our own notation */
    char code[EXCHANGE_WORD_MAX]; /* otherwise: the code of the contest */
    char why[256];                /* and the reason */
} ExchangeResult;

typedef struct Exchange {
    const char *name; /* NULL ends a table */
    const char *game; /* as on the command line */
    /* The codes of the contest for failures that only the caller can see. */
    const char *timeout, *compile;
    /* Check that this variant can be played with files. */
    Status (*fits)(const Setup *setup, Fault *fault);
    /* Write the query for the side to move at the end of the line. */
    Status (*ask)(const Line *line, ExchangeQuestion *out, Fault *fault);
    /* Evaluate the answer: one reply per file of the query. */
    void (*evaluate)(const Line *line, const ExchangeQuestion *question,
                     const ExchangeReply *replies, ExchangeResult *out);
} Exchange;

#endif
