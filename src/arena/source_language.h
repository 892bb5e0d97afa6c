/* source_language.h - the programming languages of bots: their files, and what builds and runs them.
 *
 * Knows:   file names, compilers and interpreters with their arguments, as seen in the jail.
 * Ignores: jails (jail.h), compiling (compile.h), protocols.
 *
 * A submission is a file or a directory.  A directory with one of the main files (`main.py`) is of
 * that language; otherwise all C and C++ sources at its top level belong together.
 */
#ifndef ARENA_SOURCE_LANGUAGE_H
#define ARENA_SOURCE_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/jail.h"

enum {
    SOURCE_LANGUAGE_ENDS = 4,
    SOURCE_LANGUAGE_WORDS = 8,             /* of a command, before the sources */
    SOURCE_LANGUAGE_WORD_MAX = 256,        /* bytes of a word */
    SOURCE_LANGUAGE_ARGUMENT_BYTES = 1024, /* of all words */
};

typedef struct SourceLanguage {
    const char *name;                       /* in messages */
    const char *ends[SOURCE_LANGUAGE_ENDS]; /* of its file names; NULL: no more */
    const char *main; /* the first file of a directory; NULL: all sources in it */
    bool        is_compiled;
    JailRuntime compiler; /* the jail of its compiler, if it is compiled */
    JailRuntime runtime;  /* the jail of the program */
    const char *tool;     /* program that must be installed */
} SourceLanguage;

/* Return the language of a file with this name; NULL if no language has such files. */
const SourceLanguage *source_language_of_name(const char *name);
/* Return the language of a file or directory; NULL if there is none. */
const SourceLanguage *source_language_of(const char *path);
/* True for C and C++. */
bool source_language_is_c(const SourceLanguage *language);

/* STATUS_SYSTEM with the reason if the submission needs a compiler or interpreter that is not
 * installed. */
Status source_language_check(const char *path, Fault *fault);
/* Return the path of a tool in the file tree of a jail: that of a link's target, because the Java
 * launcher finds its libraries beside itself.  `out` has SOURCE_LANGUAGE_WORD_MAX bytes. */
const char *source_language_tool(const SourceLanguage *language, char *out);
/* Write the words that precede the program's path when it is run, each ended by a NUL; return their
 * number.  `memory_bytes` is the limit of the jail. */
int source_language_launch(const SourceLanguage *language, int64_t memory_bytes,
                           char words[SOURCE_LANGUAGE_ARGUMENT_BYTES]);

/* Return the directory of a Rust toolchain that is not the system's, shown in the jail as
 * SOURCE_LANGUAGE_RUST_PLACE; NULL if there is none. */
const char *source_language_rust_home(char *out, size_t size);
#define SOURCE_LANGUAGE_RUST_PLACE "/opt/rust"

#endif
