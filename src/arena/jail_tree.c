/* SPDX-License-Identifier: MIT */
#include "arena/jail_tree.h"

#include <assert.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/source_language.h"

/* Path patterns.  Missing files are skipped, and links are followed.  Libraries are in the
 * multiarch directory or /usr/lib64 if the system has one, else in /usr/lib. */
static const char *const LIBRARIES[] = { "/usr/lib/*-linux-gnu*", "/usr/lib64", NULL };
static const char *const LIBRARIES_ELSEWHERE[] = { "/usr/lib", NULL };
/* Not /dev/zero: a shared mapping of it is memory that is charged to no process. */
static const char *const DEVICES[] = { "/dev/null", "/dev/full", "/dev/random", "/dev/urandom",
                                       NULL };
static const char *const PYTHON[] = { "/usr/bin/python3", "/usr/lib/python3*", NULL };
static const char *const NODE[] = { "/usr/bin/node", "/usr/share/nodejs", NULL };
static const char *const COMPILER[] = { "/usr/bin/gcc", "/usr/bin/g++",       "/usr/bin/as",
                                        "/usr/bin/ld",  "/usr/lib/gcc",       "/usr/libexec/gcc",
                                        "/usr/include", "/usr/bin/addr2line", NULL };

/* What a shell script expects; no compilers, and no interpreters of other languages except awk. */
static const char *const SHELL[] = { "/usr/bin/sh",       "/usr/bin/awk",
                                     "/usr/bin/basename", "/usr/bin/cat",
                                     "/usr/bin/cut",      "/usr/bin/expr",
                                     "/usr/bin/grep",     "/usr/bin/head",
                                     "/usr/bin/mktemp",   "/usr/bin/od",
                                     "/usr/bin/rm",       "/usr/bin/sed",
                                     "/usr/bin/seq",      "/usr/bin/shuf",
                                     "/usr/bin/sleep",    "/usr/bin/sort",
                                     "/usr/bin/tail",     "/usr/bin/tee",
                                     "/usr/bin/tr",       "/usr/bin/uniq",
                                     "/usr/bin/wc",       NULL };
static const char *const JAVA[] = { "/usr/lib/jvm", "/etc/java-*", NULL };
static const char *const RUST[] = { "/usr/bin/gcc",     "/usr/bin/as",
                                    "/usr/bin/ld",      "/usr/lib/gcc",
                                    "/usr/libexec/gcc", "/usr/bin/rustc",
                                    "/usr/lib/rustlib", NULL };

/* If these are links, the tree has the same links; if they are directories, it shows them. */
static const char *const OLD_PLACES[] = { "/lib", "/lib64" };

static const struct Runtime {
    const char        *name;
    const char *const *paths;
    const char        *needed; /* the runtime does not work without it */
} RUNTIMES[JAIL_RUNTIME_COUNT] = {
    [JAIL_RUNTIME_BINARY] = { "compiled programs", NULL, NULL },
    [JAIL_RUNTIME_PYTHON] = { "Python programs", PYTHON, "/usr/bin/python3" },
    [JAIL_RUNTIME_NODE] = { "JavaScript programs", NODE, "/usr/bin/node" },
    [JAIL_RUNTIME_SHELL] = { "shell scripts", SHELL, "/usr/bin/sh" },
    [JAIL_RUNTIME_JAVA] = { "Java programs", JAVA, "/usr/bin/java" },
    [JAIL_RUNTIME_COMPILER] = { "C sources", COMPILER, "/usr/bin/gcc" },
    [JAIL_RUNTIME_RUST] = { "Rust sources", RUST, "/usr/bin/gcc" },
};

static Status full(Fault *fault)
{
    return fault_set(fault, STATUS_TOO_LARGE, 0,
                     "the jail's file tree has too many entries, or a path is too long");
}

/* Add an entry; `target` has a leading slash. */
static Status add(JailTree *tree, const char *source, const char *target, bool is_link,
                  bool is_folder, Fault *fault)
{
    assert(target[0] == '/');
    if (tree->count == JAIL_PARTS_MAX || strlen(source) >= JAIL_PATH_MAX ||
        strlen(target) >= JAIL_PATH_MAX)
        return full(fault);
    JailPart *part = &tree->parts[tree->count++];
    part->is_link = is_link;
    part->is_folder = is_folder;
    strcpy(part->source, source);
    strcpy(part->target, target + 1);
    return STATUS_OK;
}

/* Show `path` at `target`, if it exists. */
static Status add_path(JailTree *tree, const char *path, const char *target, Fault *fault)
{
    char        real[PATH_MAX];
    struct stat about;
    if (realpath(path, real) == NULL || stat(real, &about) != 0)
        return STATUS_OK;
    return add(tree, real, target, false, S_ISDIR(about.st_mode), fault);
}

static Status add_pattern(JailTree *tree, const char *pattern, Fault *fault)
{
    glob_t found = { 0 };
    Status status = STATUS_OK;
    if (glob(pattern, GLOB_NOSORT, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && status == STATUS_OK; i++)
            status = add_path(tree, found.gl_pathv[i], found.gl_pathv[i], fault);
    }
    globfree(&found);
    return status;
}

static Status add_patterns(JailTree *tree, const char *const *patterns, Fault *fault)
{
    Status status = STATUS_OK;
    for (; patterns != NULL && *patterns != NULL && status == STATUS_OK; patterns++)
        status = add_pattern(tree, *patterns, fault);
    return status;
}

static Status add_old_place(JailTree *tree, const char *path, Fault *fault)
{
    char        linked[JAIL_PATH_MAX];
    struct stat about;
    if (lstat(path, &about) != 0)
        return STATUS_OK;
    if (!S_ISLNK(about.st_mode))
        return add_path(tree, path, path, fault);
    ssize_t length = readlink(path, linked, sizeof linked - 1);
    if (length < 0)
        return STATUS_OK;
    linked[length] = '\0';
    return add(tree, linked, path, true, false, fault);
}

static Status add_libraries(JailTree *tree, Fault *fault)
{
    Status status = add_patterns(tree, LIBRARIES, fault);
    if (status == STATUS_OK && tree->count == 0)
        status = add_patterns(tree, LIBRARIES_ELSEWHERE, fault);
    for (size_t i = 0; i < sizeof OLD_PLACES / sizeof OLD_PLACES[0] && status == STATUS_OK; i++)
        status = add_old_place(tree, OLD_PLACES[i], fault);
    return status;
}

/* True if users other than owner and group can use it. */
static bool is_open_to_all(const struct stat *about, JailRuntime runtime)
{
    mode_t needed = S_IROTH;
    if (S_ISDIR(about->st_mode) || runtime == JAIL_RUNTIME_BINARY)
        needed |= S_IXOTH;
    return (about->st_mode & needed) == needed;
}

/* Add the submission's own file or directory. */
static Status add_own(JailTree *tree, const JailSpec *spec, bool strict, const char *path,
                      const char *place, Fault *fault)
{
    char        real[PATH_MAX], target[JAIL_PATH_MAX];
    struct stat about;
    if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
        return fault_set(
            fault, STATUS_NOT_FOUND, 0,
            "%s is a symbolic link, which could expose other files; submit the file itself", path);
    if (realpath(path, real) == NULL || stat(real, &about) != 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "cannot open %s: %s", path, strerror(errno));
    if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
        return fault_set(fault, STATUS_NOT_FOUND, 0, "%s is neither a file nor a directory", path);
    if (strict && !is_open_to_all(&about, spec->runtime))
        return fault_set(fault, STATUS_NOT_FOUND, 0,
                         "%s is not readable by all users (mode %o), but the bot runs as another "
                         "user; run chmod a+r%s",
                         path, (unsigned)about.st_mode & 07777u,
                         S_ISDIR(about.st_mode) || spec->runtime == JAIL_RUNTIME_BINARY ? "x" : "");
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    if (S_ISDIR(about.st_mode))
        name = "";
    Text text = text_over(target, sizeof target);
    text_addf(&text, "%s%s%s", place, *name == '\0' ? "" : "/", name);
    return text.full ? full(fault) : add(tree, real, target, false, S_ISDIR(about.st_mode), fault);
}

static Status find_parts(JailRuntime runtime, JailTree *out, Fault *fault)
{
    char home[JAIL_PATH_MAX];
    out->count = 0;
    Status status = add_libraries(out, fault);
    if (status == STATUS_OK)
        status = add_patterns(out, DEVICES, fault);
    if (status == STATUS_OK)
        status = add_patterns(out, RUNTIMES[runtime].paths, fault);
    if (status == STATUS_OK && runtime == JAIL_RUNTIME_RUST &&
        source_language_rust_home(home, sizeof home) != NULL)
        status = add_path(out, home, SOURCE_LANGUAGE_RUST_PLACE, fault);
    return status;
}

/* Copy the parts of a runtime, which are found once: that takes longer than a fork. */
static Status add_runtime(JailRuntime runtime, JailTree *out, Fault *fault)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static JailTree       *known[JAIL_RUNTIME_COUNT];
    Status                 status = STATUS_OK;
    pthread_mutex_lock(&mutex);
    if (known[runtime] == NULL) {
        JailTree *tree = malloc(sizeof *tree);
        status = tree == NULL
                     ? fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY))
                     : find_parts(runtime, tree, fault);
        if (status == STATUS_OK)
            known[runtime] = tree;
        else
            free(tree);
    }
    if (status == STATUS_OK) {
        out->count = known[runtime]->count;
        memcpy(out->parts, known[runtime]->parts, (size_t)out->count * sizeof out->parts[0]);
    }
    pthread_mutex_unlock(&mutex);
    return status;
}

Status jail_tree_plan(const JailSpec *spec, bool strict, JailTree *out, Fault *fault)
{
    assert(spec->runtime >= 0 && spec->runtime < JAIL_RUNTIME_COUNT);
    const struct Runtime *runtime = &RUNTIMES[spec->runtime];
    out->count = 0;
    if (runtime->needed != NULL && access(runtime->needed, X_OK) != 0)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "%s is not installed, but %s need it",
                         runtime->needed, runtime->name);
    Status status = add_runtime(spec->runtime, out, fault);
    if (status == STATUS_OK && spec->program != NULL)
        status = add_own(out, spec, strict, spec->program, "/bot", fault);
    if (status == STATUS_OK && spec->sdk != NULL)
        status = add_own(out, spec, strict, spec->sdk, "/sdk", fault);
    return status;
}
