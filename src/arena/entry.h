/* entry.h - admission to a contest: which bots may join it, under which name, and with which files.
 *
 * Knows:   the rules for names, kinds, arguments, submitted files and late entries.
 * Ignores: command lines, how bots are built and run.
 *
 * The functions that change a contest require its lock (contest_hold).
 */
#ifndef ARENA_ENTRY_H
#define ARENA_ENTRY_H

#include "arena/contest.h"

typedef struct EntryRequest {
    const char        *file;   /* path of a file or directory; NULL: a built-in player */
    const char        *player; /* description of a built-in player; used if `file` is NULL */
    const char        *name;   /* NULL: derived from `file` or `player` */
    const char        *title;  /* name to display, in UTF-8; NULL: the same */
    BotKind            kind;   /* BOT_KINDS: guess it from the file */
    int                arg_count;
    const char *const *args;
} EntryRequest;

/* Write the arguments of a bot to `bot`.  STATUS_SYNTAX if there are too many. */
Status entry_read_args(const EntryRequest *request, BotSpec *bot, Fault *fault);
/* Check the submitted file or directory and write its kind to `bot`, guessed for the game `setup`. */
Status entry_read_kind(const EntryRequest *request, const Setup *setup, BotSpec *bot, Fault *fault);

/* STATUS_ILLEGAL while the contest is running: who takes part cannot change then. */
Status entry_check_idle(const char *dir, Fault *fault);
/* STATUS_ILLEGAL while the contest is running, except a ladder, which admits bots before each round;
 * and for a knockout that has begun, because its bracket is full. */
Status entry_check_open(const char *dir, Fault *fault);
/* Add a bot to the contest: copy its file into the contest's directory, unless it is there already,
 * and append the bot to contest.toml.  `bot` is what was added.  Nothing changes on failure. */
Status entry_add(const char *dir, const EntryRequest *request, BotSpec *bot, Fault *fault);
/* The same for a file that is in the contest's directory already, under a name of its own; if a bot of
 * that name takes part, this is a new version of it, which begins without games.  Requires
 * entry_check_open. */
Status entry_replace(const char *dir, const EntryRequest *request, BotSpec *bot, Fault *fault);
/* Remove a bot from the contest.  Its games stop counting; its file stays. */
Status entry_remove(const char *dir, const char *name, Fault *fault);

#endif
