/* compile.h - a stranger's source becomes a program, in the jail.
 *
 * Knows:   gcc, its limits, where the result goes.
 * Ignores: what the program will do.
 *
 * The compiler is as much at the mercy of its input as any other program: it may be made to read
 * files, to run for ever, or to fill memory and disk.  So it runs in the jail, sees the source, the
 * system's headers and nothing else, and only the finished program leaves, as plain bytes.
 */
#ifndef ARENA_COMPILE_H
#define ARENA_COMPILE_H

#include "arena/jailed_process.h"

typedef struct CompileJob {
    const char *source; /* a .c file, or a folder: all of its .c files are compiled */
    const char *sdk;    /* a folder of headers and sources to add, or NULL */
    const char *const
        *extra; /* files of that folder to compile, too; ends with NULL; may be NULL */
    const char *const *options; /* more options for gcc; ends with NULL; may be NULL */
    const char        *program; /* where the result goes; nothing is there unless it compiles */
    int64_t            time_ms; /* 0: 30 seconds */
    bool               unsafe;
} CompileJob;

typedef struct CompileReport {
    bool      ok;
    JailedRun run;             /* how the compiler ended, and its last words */
    char      why[256];        /* if not ok: a sentence */
    char      messages[16384]; /* the beginning of what the compiler said, printable */
} CompileReport;

/* Compile.  STATUS_OK when the compiler was run, whatever it found: see `report->ok`.  Otherwise the
 * fault says why it could not be run at all. */
Status compile_run(const CompileJob *job, CompileReport *report, Fault *fault);

#endif
