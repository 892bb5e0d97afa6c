/* cmd.h - what all commands share: how they are called, how they read a game, how they complain.
 *
 * Knows:   the table of commands (main.c), exit statuses, sentences on stderr.
 * Ignores: every single game; games and foreign protocols are found by name in their lists.
 *
 * A command writes its answer to `out` and everything else to `err`.  Bad input gives one sentence
 * `tessera: WHAT: WHY`, exit status 2, and nothing on `out`.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <stdio.h>

#include "cmd/options.h"
#include "core/setup.h"

#ifndef TESSERA_VERSION
#define TESSERA_VERSION "0 (built without a version)" /* meson.build gives the real one */
#endif

enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1, /* nobody's mistake: no memory, a full disk, a port that is taken */
    EXIT_BAD_INPUT = 2,
};

/* `args` fit the command's row: enough words, not too many, option values in their bounds. */
typedef int CommandRun(const Args *args, FILE *out, FILE *err);

typedef struct Command {
    const char   *name; /* NULL ends the table */
    CommandRun   *run;
    const char   *summary;              /* one line */
    const char   *words;                /* what the words are, as in "GAME DEPTH" */
    int           words_min, words_max; /* how many of them; -1: any number */
    const Option *options;
    const char   *notes; /* further lines of help */
} Command;

/* One line each, so that changes do not meet. */
CommandRun cmd_apply;
CommandRun cmd_arena;
CommandRun cmd_baseline;
CommandRun cmd_bench;
CommandRun cmd_convert;
CommandRun cmd_engine;
CommandRun cmd_games;
CommandRun cmd_match;
CommandRun cmd_moves;
CommandRun cmd_perft;
CommandRun cmd_play;
CommandRun cmd_puzzles;
CommandRun cmd_replay;
CommandRun cmd_review;
CommandRun cmd_puzzles;
CommandRun cmd_rules;
CommandRun cmd_serve;
CommandRun cmd_show;
CommandRun cmd_solve;
CommandRun cmd_tablebase;
CommandRun cmd_verify;

extern const Option APPLY_OPTIONS[];
extern const Option ARENA_OPTIONS[];
extern const Option BASELINE_OPTIONS[];
extern const Option BENCH_OPTIONS[];
extern const Option CONVERT_OPTIONS[];
extern const Option ENGINE_OPTIONS[];
extern const Option GAMES_OPTIONS[];
extern const Option MATCH_OPTIONS[];
extern const Option MOVES_OPTIONS[];
extern const Option PERFT_OPTIONS[];
extern const Option PLAY_OPTIONS[];
extern const Option PUZZLES_OPTIONS[];
extern const Option REPLAY_OPTIONS[];
extern const Option REVIEW_OPTIONS[];
extern const Option PUZZLES_OPTIONS[];
extern const Option RULES_OPTIONS[];
extern const Option SERVE_OPTIONS[];
extern const Option SHOW_OPTIONS[];
extern const Option SOLVE_OPTIONS[];
extern const Option TB_OPTIONS[];
extern const Option VERIFY_OPTIONS[];

/* The row of --position, the first one in the table of every command that has it. */
#define POSITION_OPTION                                                                    \
    {                                                                                      \
        "position", OPTION_TEXT, "P", "begin at the position P instead of the start", 0, 0 \
    }

/* `tessera: WHAT: ` and the sentence, on one line.  Returns EXIT_BAD_INPUT. */
int cmd_error(FILE *err, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, then the text that was read and a caret under the offset `at`. */
int cmd_error_at(FILE *err, const char *what, const char *why, const char *text, size_t at);
/* complain about memory; returns EXIT_FAILED. */
int cmd_error_memory(FILE *err, const char *what);

/* A game as it was asked for, and the position to begin at. */
typedef struct Start {
    Setup     setup;
    PosBuffer pos;
} Start;

/* Read GAME[:VARIANT].  EXIT_DONE, or the exit status after a complaint. */
int setup_from_word(const char *game, Setup *setup, FILE *err);
/* Read GAME[:VARIANT] and a position; NULL: the variant's start. */
int start_from_words(const char *game, const char *position, Start *start, FILE *err);

#endif
