/* options.h - parse a command line into arguments and options, driven by a table.
 *
 * Knows:   --name, --name=value, --name value, and `--`, which ends the options.
 * Ignores: what the options mean.
 *
 * Options and arguments may be mixed in any order.
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/spelling.h"
#include "base/status.h"

enum {
    OPTIONS_MAX = 32,    /* options of one command */
    OPTION_LIST_MAX = 32 /* values of all OPTION_LISTs of a command */
};

typedef enum OptionKind {
    OPTION_FLAG,   /* takes no value */
    OPTION_TEXT,   /* any value */
    OPTION_NUMBER, /* from low to high */
    OPTION_CHOICE, /* one of the alternatives in `value`, joined by '|' */
    OPTION_LIST,   /* any value, repeatable */
} OptionKind;

typedef struct Option {
    const char *name; /* without the dashes; NULL ends the table */
    OptionKind  kind;
    const char *value; /* the metavariable in help, or the choices; NULL for a flag */
    const char *help;
    uint32_t    low, high;
} Option;

typedef struct OptionValue {
    bool        given;
    const char *text;   /* the value as it was typed */
    uint32_t    number; /* the number, or the index of the choice, counted from 0 */
} OptionValue;

typedef struct Args {
    int         arg_count; /* arguments that are not options */
    char      **arg;
    OptionValue option[OPTIONS_MAX]; /* indexed like the option table */
    int         list_count;
    const char *list[OPTION_LIST_MAX];     /* the values of the OPTION_LISTs, in order */
    int         list_row[OPTION_LIST_MAX]; /* the option of each, as an index of the option table */
} Args;

/* Parse the `count` strings of `argv` into `args`.  Reorders `argv`: args->arg points to its start,
 * so `argv` must outlive `args`.  On failure fault->why is the message and `args` is unchanged. */
Status options_read(const Option *table, int count, char **argv, Args *args, Fault *fault);

#endif
