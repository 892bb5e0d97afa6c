/* cmd_learn.h - learn: its verbs, and what they share. */
#ifndef CMD_CMD_LEARN_H
#define CMD_CMD_LEARN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "cmd/cmd.h"
#include "core/setup.h"
#include "learn/fit.h"

enum {
    LEARN_NODES_DEFAULT = 250,
    LEARN_OPENINGS_DEFAULT = 4,
    LEARN_TURNS_MAX = 500, /* games without a limit of their own are drawn after so many turns */
    LEARN_BYTES_MAX = 1 << 20, /* of a file of numbers */
};

/* The options, in the order of LEARN_OPTIONS. */
enum {
    LEARN_GAMES,
    LEARN_NODES,
    LEARN_TIME,
    LEARN_OPENINGS,
    LEARN_EXPLORE,
    LEARN_NOISE,
    LEARN_SEED,
    LEARN_OUTPUT,
    LEARN_NOTE,
    LEARN_EPOCHS,
    LEARN_SHARE,
    LEARN_LINEAR,
    LEARN_SPRT,
    LEARN_DATABASE,
    LEARN_JSON,
};

typedef int LearnVerb(const Setup *setup, const Args *args, FILE *out, FILE *err);
LearnVerb   learn_play, learn_fit, learn_ranks, learn_tune, learn_prove;

/* Return the number of the option, or `otherwise` if it is not given. */
uint32_t learn_number(const Args *args, int option, uint32_t otherwise);
/* Print what went wrong with the file, by errno, and return EXIT_FAILED. */
int learn_file_error(FILE *err, const char *path);

/* True if the variant has weights; if it has an evaluation that can be learned. */
bool learn_has_weights(const Setup *setup);
bool learn_has_evaluation(const Setup *setup);

/* Open the file to append groups of lines, after those that it has. */
int learn_open_groups(const char *path, const char *head, int group_lines, FILE **file,
                      uint32_t *groups, FILE *err);

/* What was learned: 16-bit numbers of a model or of ranks, or packed weights. */
typedef struct Fitted {
    const char      *made;   /* the verb and its options */
    const FitReport *report; /* NULL: not a fit */
    const Buffer    *from;   /* lines that name the games */
    int              count;
    const int16_t   *numbers;
    const int32_t   *weights; /* if `numbers` is NULL */
} Fitted;

/* Check --output and --note, before work that takes long. */
int learn_check_output(const Args *args, FILE *err);
/* Write the numbers with their provenance. */
int learn_write(const Setup *setup, const Args *args, const Fitted *fitted, FILE *err);

#endif
