/* builder.h - from what a contest's file says about a bot to something that can play.
 *
 * Knows:   compiling (compile.h), interpreters, the SDK that is packed into this program, what tells
 *          one version of a program from another.
 * Ignores: games.
 */
#ifndef ARENA_BUILDER_H
#define ARENA_BUILDER_H

#include "arena/compile.h"
#include "arena/contestant.h"
#include "base/embedded.h"

enum { BUILDER_FINGERPRINT_MAX = 40 };

typedef struct BuildJob {
    const char          *folder; /* that the bot's file is relative to */
    const char          *work;   /* where compiled programs go; made if need be */
    const BotSpec       *spec;
    const Setup         *setup;
    const ContestLimits *limits;
    bool                 unsafe;
    bool                 notes_crashes; /* a slower program, which says where it crashes */
} BuildJob;

/* Make a bot ready.  STATUS_OK also if it cannot play for a reason of its own: made->trouble says so
 * then, and `report`, which may be NULL, holds the compiler's words.  A program that was compiled before
 * and has not changed is not compiled again, if `report` is NULL. */
Status builder_make(const BuildJob *job, BuiltBot *made, CompileReport *report, Fault *fault);

/* Where is that, in the file and line of a source?  `notes` are the last words of a program that was
 * built with notes_crashes; a line for each place, the innermost first. */
void builder_find_crash(const BuiltBot *made, const char *notes, bool unsafe, Buffer *out);

/* Is there something to compile, so that builder_make takes its time? */
bool builder_must_compile(const BuildJob *job);

/* Can a bot of this kind play this game at all?  STATUS_ILLEGAL with the reason if not. */
Status builder_check_kind(const BotSpec *spec, const Setup *setup, Fault *fault);

/* What tells this program from another: kind, arguments and content.  STATUS_NOT_FOUND if there is no
 * such file. */
Status builder_fingerprint(const char *folder, const BotSpec *spec,
                           char out[BUILDER_FINGERPRINT_MAX], Fault *fault);

/* A bot to begin with, for a file of this name, or NULL.  `kind` is given, or BOT_KINDS and is set. */
const EmbeddedFile *builder_starter(const char *path, BotKind *kind);
/* The header that a bot in C includes. */
const EmbeddedFile *builder_header(void);

/* Guess the kind of a bot from its file; false if that is not possible. */
bool builder_guess_kind(const char *path, BotKind *kind);

#endif
