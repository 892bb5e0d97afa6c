/* compile.h - compile untrusted sources in the jail.
 *
 * Knows:   the arguments of compilers, their limits, where the result goes.
 * Ignores: what the program will do.
 *
 * Hostile sources can make a compiler read files, run forever, or fill memory and disk.  So it runs
 * in the jail and sees only the sources and the system's headers.  Only the finished program leaves
 * the jail, as plain bytes.
 */
#ifndef ARENA_COMPILE_H
#define ARENA_COMPILE_H

#include "arena/jailed_process.h"

typedef struct CompileJob {
    const char        *source;  /* a source file, or a directory: all its sources are compiled */
    const char        *sdk;     /* a directory with more headers and sources, or NULL */
    const char *const *extra;   /* files of `sdk` to compile as well; ends with NULL; may be NULL */
    const char *const *options; /* more options for gcc; ends with NULL; may be NULL */
    const char        *program; /* output file; does not exist afterwards unless it compiled */
    int64_t            time_ms; /* time limit; 0: 30 seconds */
    bool               unsafe;
} CompileJob;

typedef struct CompileReport {
    bool      ok;
    JailedRun run;             /* how the compiler ended, and the end of its output */
    char      why[256];        /* if not ok: the reason */
    char      messages[16384]; /* the start of the compiler's output, printable */
} CompileReport;

/* Return how many C and C++ files a directory has at its top level; -1 if it cannot be read. */
int compile_count_sources(const char *folder);

/* Compile.  STATUS_OK if the compiler ran; `report->ok` says whether it produced a program.
 * Otherwise the fault says why the compiler could not run. */
Status compile_run(const CompileJob *job, CompileReport *report, Fault *fault);

#endif
