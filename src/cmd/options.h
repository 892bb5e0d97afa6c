/* options.h - words and options of a command line, read by a table.
 *
 * Knows:   --name, --name=value, --name value, and `--`, which ends the options.
 * Ignores: what the options mean.
 *
 * Options may stand anywhere between the words.
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum {
    OPTIONS_MAX = 20,    /* rows of one table */
    OPTION_LIST_MAX = 32 /* times that an OPTION_LIST may be given */
};

typedef enum OptionKind {
    OPTION_FLAG,   /* takes no value */
    OPTION_TEXT,   /* any value */
    OPTION_NUMBER, /* from low to high */
    OPTION_CHOICE, /* one of the words in `value`, joined by '|' */
    OPTION_LIST,   /* any value, several times; one row of a table at most */
} OptionKind;

typedef struct Option {
    const char *name; /* without the dashes; NULL ends the table */
    OptionKind  kind;
    const char *value; /* what help calls the value */
    const char *help;
    uint32_t    low, high;
} Option;

typedef struct OptionValue {
    bool        given;
    const char *text;   /* the value as it was typed */
    uint32_t    number; /* a number, or which of the choices, counted from 0 */
} OptionValue;

typedef struct Args {
    int         word_count;
    char      **words;
    OptionValue option[OPTIONS_MAX]; /* by the rows of the table */
    int         list_count;
    const char *list[OPTION_LIST_MAX]; /* the values of the OPTION_LIST, in their order */
} Args;

/* Read `count` words.  `words` is reordered so that args->words is its beginning.  On failure
 * fault->why is the sentence. */
Status options_read(const Option *table, int count, char **words, Args *args, Fault *fault);

/* How many letters must be typed, struck out or replaced to turn one word into the other. */
int word_distance(const char *a, const char *b);
/* Is `distance` small enough for `typed` to be a slip of the fingers? */
bool is_slip(const char *typed, int distance);

#endif
