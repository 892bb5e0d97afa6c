/* builder.h - turn a bot's entry in contest.toml into a program that can play.
 *
 * Knows:   compiling (compile.h), interpreters, the embedded SDK, fingerprints of programs.
 * Ignores: how games are played.
 */
#ifndef ARENA_BUILDER_H
#define ARENA_BUILDER_H

#include "arena/compile.h"
#include "arena/contestant.h"
#include "base/embedded.h"

enum { BUILDER_FINGERPRINT_MAX = 40 };

typedef struct BuildJob {
    const char          *folder; /* the bot's file is relative to it */
    const char          *work;   /* output directory of the compiler; created if missing */
    const BotSpec       *spec;
    const Setup         *setup;
    const ContestLimits *limits;
    bool                 unsafe;
    bool                 has_sdk;       /* the SDK is in `work` already */
    bool                 notes_crashes; /* build a slower program that reports where it crashes */
} BuildJob;

/* Build a bot.  If the bot itself is at fault, return STATUS_OK with the reason in made->failure.
 * `report` may be NULL; it receives the compiler's output.  If it is NULL, a source that was compiled
 * before and has not changed is not compiled again, whether it compiled or not. */
Status builder_make(const BuildJob *job, BuiltBot *made, CompileReport *report, Fault *fault);
/* Build several bots, up to `threads` at the same time.  The fault is that of the first job that
 * failed. */
Status builder_make_all(const BuildJob *jobs, int count, int threads, BuiltBot *made, Fault *fault);

/* Append the source file and line of each frame of a crash, innermost first, one per line.  `notes`
 * is the end of the stderr of a program that was built with notes_crashes. */
void builder_find_crash(const BuiltBot *made, const char *notes, bool unsafe, Buffer *out);

/* True if builder_make would have to compile, which takes seconds. */
bool builder_must_compile(const BuildJob *job);

/* Return STATUS_ILLEGAL with the reason if a bot of this kind cannot play this game. */
Status builder_check_kind(const BotSpec *spec, const Setup *setup, Fault *fault);

/* Write a hash of the bot's kind, arguments and files.  STATUS_NOT_FOUND if its file does not
 * exist. */
Status builder_fingerprint(const char *folder, const BotSpec *spec,
                           char out[BUILDER_FINGERPRINT_MAX], Fault *fault);

/* Return the starter bot for a file of this name, or NULL.  `*kind` selects one; if it is
 * BOT_KINDS, it is set to the kind of the starter. */
const EmbeddedFile *builder_starter(const char *path, BotKind *kind);
/* Return the header that a C bot includes. */
const EmbeddedFile *builder_header(void);

/* Guess the kind of a bot from its files.  False if they do not show it.  `setup` is the game of the
 * contest, which may have a contest interface of its own (kind files); NULL: unknown. */
bool builder_guess_kind(const char *path, const Setup *setup, BotKind *kind);

#endif
