/* SPDX-License-Identifier: MIT */
#include "arena/source_language.h"

#include <dirent.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { C, CPP, PYTHON, NODE, SHELL, RUST, JAVA, LANGUAGES };

static const SourceLanguage LANGUAGE_LIST[LANGUAGES] = {
    [C] = { "C", { ".c" }, NULL, true, JAIL_RUNTIME_COMPILER, JAIL_RUNTIME_BINARY, "/usr/bin/gcc" },
    [CPP] = { "C++",
              { ".cpp", ".cc", ".cxx" },
              NULL,
              true,
              JAIL_RUNTIME_COMPILER,
              JAIL_RUNTIME_BINARY,
              "/usr/bin/g++" },
    [PYTHON] = { "Python",
                 { ".py" },
                 "main.py",
                 false,
                 0,
                 JAIL_RUNTIME_PYTHON,
                 "/usr/bin/python3" },
    [NODE] = { "JavaScript",
               { ".js", ".mjs" },
               "main.js",
               false,
               0,
               JAIL_RUNTIME_NODE,
               "/usr/bin/node" },
    [SHELL] = { "shell", { ".sh" }, "main.sh", false, 0, JAIL_RUNTIME_SHELL, "/usr/bin/sh" },
    [RUST] = { "Rust",
               { ".rs" },
               "main.rs",
               true,
               JAIL_RUNTIME_RUST,
               JAIL_RUNTIME_BINARY,
               "/usr/bin/rustc" },
    [JAVA] = { "Java",
               { ".java" },
               "Main.java",
               true,
               JAIL_RUNTIME_JAVA,
               JAIL_RUNTIME_JAVA,
               "/usr/bin/java" },
};

const SourceLanguage *source_language_of_name(const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < LANGUAGES; i++)
        for (int j = 0; j < SOURCE_LANGUAGE_ENDS && LANGUAGE_LIST[i].ends[j] != NULL; j++) {
            size_t tail = strlen(LANGUAGE_LIST[i].ends[j]);
            if (length > tail && strcmp(name + length - tail, LANGUAGE_LIST[i].ends[j]) == 0)
                return &LANGUAGE_LIST[i];
        }
    return NULL;
}

bool source_language_is_c(const SourceLanguage *language)
{
    return language == &LANGUAGE_LIST[C] || language == &LANGUAGE_LIST[CPP];
}

static bool has_file(const char *folder, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}

/* One C++ file makes a directory C++. */
static const SourceLanguage *language_of_folder(const char *path, DIR *folder)
{
    const SourceLanguage *found = NULL;
    for (int i = 0; i < LANGUAGES; i++)
        if (LANGUAGE_LIST[i].main != NULL && has_file(path, LANGUAGE_LIST[i].main))
            return &LANGUAGE_LIST[i];
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const SourceLanguage *language = source_language_of_name(entry->d_name);
        if (entry->d_name[0] != '.' && source_language_is_c(language) &&
            found != &LANGUAGE_LIST[CPP])
            found = language;
    }
    return found;
}

const SourceLanguage *source_language_of(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return source_language_of_name(path);
    const SourceLanguage *language = language_of_folder(path, folder);
    closedir(folder);
    return language;
}

/* --- Tools -------------------------------------------------------------------------------- */

const char *source_language_rust_home(char *out, size_t size)
{
    const char *rustup = getenv("RUSTUP_HOME"), *home = getenv("HOME");
    glob_t      found = { 0 };
    char        pattern[PATH_MAX];
    if (access(LANGUAGE_LIST[RUST].tool, X_OK) == 0)
        return NULL;
    snprintf(pattern, sizeof pattern, "%s%s/toolchains/stable-*",
             rustup != NULL ? rustup
             : home != NULL ? home
                            : "",
             rustup != NULL ? "" : "/.rustup");
    bool ok = glob(pattern, 0, NULL, &found) == 0 && has_file(found.gl_pathv[0], "bin/rustc") &&
              strlen(found.gl_pathv[0]) < size;
    if (ok)
        snprintf(out, size, "%s", found.gl_pathv[0]);
    globfree(&found);
    return ok ? out : NULL;
}

Status source_language_check(const char *path, Fault *fault)
{
    char                  home[PATH_MAX];
    const SourceLanguage *language = source_language_of(path);
    const char           *tool = language == &LANGUAGE_LIST[JAVA] ? "/usr/bin/javac" /* of a JDK */
                                 : language != NULL               ? language->tool
                                                                  : NULL;
    if (tool == NULL || access(tool, X_OK) == 0 ||
        (language == &LANGUAGE_LIST[RUST] && source_language_rust_home(home, sizeof home) != NULL))
        return STATUS_OK;
    return fault_set(fault, STATUS_SYSTEM, 0,
                     "a bot in %s needs %s, which is not installed on this machine; install it, or "
                     "leave the bot out",
                     language->name, tool);
}

const char *source_language_tool(const SourceLanguage *language, char *out)
{
    char real[PATH_MAX];
    if (language == &LANGUAGE_LIST[RUST] && access(language->tool, X_OK) != 0)
        snprintf(out, SOURCE_LANGUAGE_WORD_MAX, "%s/bin/rustc", SOURCE_LANGUAGE_RUST_PLACE);
    else if (language == &LANGUAGE_LIST[JAVA] && realpath(language->tool, real) != NULL)
        snprintf(out, SOURCE_LANGUAGE_WORD_MAX, "%.*s", SOURCE_LANGUAGE_WORD_MAX - 1, real);
    else
        snprintf(out, SOURCE_LANGUAGE_WORD_MAX, "%s", language->tool);
    return out;
}

static int add_word(char words[SOURCE_LANGUAGE_ARGUMENT_BYTES], size_t *used, const char *word)
{
    size_t length = strlen(word) + 1;
    if (*used + length > SOURCE_LANGUAGE_ARGUMENT_BYTES)
        return 0;
    memcpy(words + *used, word, length);
    *used += length;
    return 1;
}

int source_language_launch(const SourceLanguage *language, int64_t memory_bytes,
                           char words[SOURCE_LANGUAGE_ARGUMENT_BYTES])
{
    /* Half of the memory is for objects; the rest for code, classes and threads. */
    static const char *const JVM[] = { "-XX:+UseSerialGC", "-XX:-UsePerfData",
                                       "-XX:ReservedCodeCacheSize=64m", "-Xss8m" };
    char                     word[SOURCE_LANGUAGE_WORD_MAX];
    size_t                   used = 0;
    int                      count = 0;
    if (language == NULL || language->runtime == JAIL_RUNTIME_BINARY)
        return 0;
    count += add_word(words, &used, source_language_tool(language, word));
    if (language != &LANGUAGE_LIST[JAVA])
        return count;
    for (size_t i = 0; i < sizeof JVM / sizeof JVM[0]; i++)
        count += add_word(words, &used, JVM[i]);
    snprintf(word, sizeof word, "-Xmx%lldk", (long long)(memory_bytes / 2 / 1024));
    count += add_word(words, &used, word);
    count += add_word(words, &used, "-jar");
    return count;
}
