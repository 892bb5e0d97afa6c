/* exchange.h - contests that ask their programs with files: a question is some arguments and files, the
 * answer is what the program has made of the files.
 *
 * Knows:   one game's way of asking, and its words for what is wrong with an answer.
 * Ignores: programs, folders, time.
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
    int  arg_count;
    char args[EXCHANGE_ARGS_MAX][EXCHANGE_WORD_MAX]; /* files are named as they are called */
    int  file_count;
    ExchangeFile files[EXCHANGE_FILES_MAX];
} ExchangeQuestion;

void exchange_question_init(ExchangeQuestion *question);
void exchange_question_free(ExchangeQuestion *question);

/* A file that came back. */
typedef struct ExchangeReply {
    bool        found; /* a plain file that can be read */
    const char *data;
    size_t      size;
} ExchangeReply;

typedef struct ExchangeResult {
    bool fine;
    char turn[64];                /* fine: in our own notation */
    char code[EXCHANGE_WORD_MAX]; /* otherwise: the contest's word, */
    char why[256];                /* and a sentence */
} ExchangeResult;

typedef struct Exchange {
    const char *name; /* NULL ends a table */
    const char *game; /* as on the command line */
    /* The contest's words for what only the caller can see. */
    const char *timeout, *compile;
    /* Is this variant played so? */
    Status (*fits)(const Setup *setup, Fault *fault);
    /* Ask whoever is to move at the end of the line. */
    Status (*ask)(const Line *line, ExchangeQuestion *out, Fault *fault);
    /* Judge what came back: one reply for each file of the question. */
    void (*evaluate)(const Line *line, const ExchangeQuestion *question,
                     const ExchangeReply *replies, ExchangeResult *out);
} Exchange;

#endif
