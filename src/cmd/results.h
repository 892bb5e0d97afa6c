/* results.h - what a command found, as lines `KEY VALUE` or as one JSON object.
 *
 * Knows:   the two forms, the option --json.
 * Ignores: what the values mean.  docs/json.md lists the keys of every command; they are stable.
 *
 * Lines appear at once.  The object appears at the end, in one write, so that an interrupted command
 * prints no truncated JSON.  A key `memory-mib` of the lines is `memory_mib` in JSON.
 */
#ifndef CMD_RESULTS_H
#define CMD_RESULTS_H

#include <stdio.h>

#include "base/json.h"
#include "core/game.h"
#include "core/setup.h"

/* The row of --json. */
#define JSON_OPTION                                                                 \
    {                                                                               \
        "json", OPTION_FLAG, NULL, "print JSON (docs/json.md lists the keys)", 0, 0 \
    }

typedef struct Results {
    FILE  *out;
    bool   as_json;
    Buffer buffer;
    Json   json; /* inside the object; for what has no line, or another one */
} Results;

/* Begin the object.  `out` must outlive the results. */
void results_begin(Results *results, FILE *out, bool as_json);
void results_string(Results *results, const char *key, const char *value);
void results_integer(Results *results, const char *key, int64_t value);
/* `decimals` applies to the line; JSON has at most four, and null for infinity. */
void results_number(Results *results, const char *key, double value, int decimals);
/* Print the object.  Return EXIT_DONE, or EXIT_FAILED after an error message. */
int results_end(Results *results, const char *command, FILE *err);
/* Free the memory without printing. */
void results_drop(Results *results);

/* Write a setup, a position, and a side: its name, or null for SIDE_NONE. */
void json_setup(Json *json, const char *name, const Setup *setup);
void json_position(Json *json, const char *name, const Game *game, const Pos *pos);
void json_side(Json *json, const char *name, const Game *game, int side);

#endif
