/* cmd.h - shared by all commands: their interface, reading a game, error messages.
 *
 * Knows:   the table of commands (main.c), exit statuses, messages on stderr.
 * Ignores: single games; games and third-party protocols are found by name in their lists.
 *
 * A command writes its result to `out` and everything else to `err`.  Invalid input gives one
 * message `tessera: WHAT: WHY`, exit status 2, and nothing on `out`.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <stdio.h>

#include "cmd/options.h"
#include "core/setup.h"

#ifndef TESSERA_VERSION
#define TESSERA_VERSION "0 (built without a version)" /* meson.build defines the real one */
#endif

enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1, /* run-time error: no memory, disk full, port in use */
    EXIT_BAD_INPUT = 2,
    EXIT_UNKNOWN = 3,     /* solve: nothing was proved within the limits */
    EXIT_SIGNALLED = 128, /* plus the signal, if it ended a command that prints a summary */
};

/* `args` has been checked against the command's row: argument count, option values in range.
 * Returns an exit status. */
typedef int CommandRun(const Args *args, FILE *out, FILE *err);

typedef struct Command {
    const char   *name; /* NULL ends the table */
    CommandRun   *run;
    const char   *summary;            /* one line */
    const char   *usage;              /* its arguments, as in "GAME DEPTH" */
    int           args_min, args_max; /* how many of them; max -1: any number */
    const Option *options;
    const char   *notes; /* further lines of help */
} Command;

/* One line each, so that parallel changes do not conflict. */
CommandRun cmd_apply;
CommandRun cmd_arena;
CommandRun cmd_baseline;
CommandRun cmd_bench;
CommandRun cmd_convert;
CommandRun cmd_engine;
CommandRun cmd_explorer;
CommandRun cmd_games;
CommandRun cmd_learn;
CommandRun cmd_match;
CommandRun cmd_moves;
CommandRun cmd_perft;
CommandRun cmd_play;
CommandRun cmd_puzzles;
CommandRun cmd_queue;
CommandRun cmd_replay;
CommandRun cmd_edit;
CommandRun cmd_review;
CommandRun cmd_puzzles;
CommandRun cmd_rules;
CommandRun cmd_serve;
CommandRun cmd_show;
CommandRun cmd_solve;
CommandRun cmd_tablebase;
CommandRun cmd_verify;
CommandRun cmd_worker;

extern const Option APPLY_OPTIONS[];
extern const Option ARENA_OPTIONS[];
extern const Option BASELINE_OPTIONS[];
extern const Option BENCH_OPTIONS[];
extern const Option CONVERT_OPTIONS[];
extern const Option ENGINE_OPTIONS[];
extern const Option EXPLORER_OPTIONS[];
extern const Option GAMES_OPTIONS[];
extern const Option LEARN_OPTIONS[];
extern const Option MATCH_OPTIONS[];
extern const Option MOVES_OPTIONS[];
extern const Option PERFT_OPTIONS[];
extern const Option PLAY_OPTIONS[];
extern const Option PUZZLES_OPTIONS[];
extern const Option QUEUE_OPTIONS[];
extern const Option REPLAY_OPTIONS[];
extern const Option EDIT_OPTIONS[];
extern const Option REVIEW_OPTIONS[];
extern const Option PUZZLES_OPTIONS[];
extern const Option RULES_OPTIONS[];
extern const Option SERVE_OPTIONS[];
extern const Option SHOW_OPTIONS[];
extern const Option SOLVE_OPTIONS[];
extern const Option TB_OPTIONS[];
extern const Option VERIFY_OPTIONS[];
extern const Option WORKER_OPTIONS[];

/* The row of --notation. */
#define NOTATION_OPTION                                                                      \
    {                                                                                        \
        "notation", OPTION_TEXT, "NAME", "write moves in another notation of the game", 0, 0 \
    }

/* The row of --position, which comes first in the table of every command that has it. */
#define POSITION_OPTION                                             \
    {                                                               \
        "position", OPTION_TEXT, "P", "start from position P", 0, 0 \
    }

/* Find the notation of the game's moves that an option names; NULL, the game's own, if it was not
 * given.  Return the exit status. */
int notation_from_option(const Game *game, const OptionValue *option, const char *command,
                         const Notation **found, FILE *err);

/* Print `tessera: WHAT: MESSAGE` on one line, control characters masked.  Return EXIT_BAD_INPUT. */
int cmd_error(FILE *err, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, then the input text with a caret under the offset `at`. */
int cmd_error_at(FILE *err, const char *what, const char *why, const char *text, size_t at);
/* Return EXIT_DONE if a text could be read; otherwise report the fault and return EXIT_BAD_INPUT. */
int cmd_check(FILE *err, const char *what, const char *text, Status status, const Fault *fault);
/* Report that memory ran out.  Return EXIT_FAILED. */
int cmd_error_memory(FILE *err, const char *what);

/* A game with its variant, and the start position. */
typedef struct Start {
    Setup     setup;
    PosBuffer pos;
} Start;

/* Read GAME[:VARIANT].  Return EXIT_DONE, or the exit status after an error message. */
int setup_from_text(const char *game, Setup *setup, FILE *err);
/* Read GAME[:VARIANT] and a position (NULL: the start of the variant), likewise. */
int start_from_text(const char *game, const char *position, Start *start, FILE *err);

#endif
