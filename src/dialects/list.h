/* list.h - third-party protocols and formats of single games, by name. */
#ifndef DIALECTS_LIST_H
#define DIALECTS_LIST_H

#include <stdio.h>

#include "dialects/convert.h"
#include "dialects/exchange.h"

typedef struct Dialect {
    const char *name;    /* the subcommand */
    const char *summary; /* one line for help */
    const char *usage;   /* options, several lines */
    /* Returns the exit status; argv[0] is the name. */
    int (*run)(int argc, char **argv, FILE *in, FILE *out, FILE *err);
} Dialect;

extern const Dialect DIALECTS[]; /* ends with a row whose name is NULL */

extern const Converter CONVERTERS[]; /* likewise */

extern const Exchange EXCHANGES[]; /* likewise */

#endif
