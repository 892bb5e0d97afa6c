/* tablebase_help.h - tablebases in a temporary directory, for tests; a test that cannot build one
 * fails.
 */
#ifndef TESTS_TABLE_HELP_H
#define TESTS_TABLE_HELP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "solver/retro.h"

#include "setup_help.h"

enum { FOLDER_PATH_MAX = 256, TABLE_PATH_MAX = 2 * FOLDER_PATH_MAX, TABLE_MEMORY = 512 << 20 };

typedef struct Folder {
    char path[FOLDER_PATH_MAX];
} Folder;

static inline Folder new_folder(void)
{
    Folder      folder;
    const char *base = getenv("TMPDIR");
    snprintf(folder.path, sizeof folder.path, "%s/tables-XXXXXX", base != NULL ? base : "/tmp");
    assert_non_null(mkdtemp(folder.path));
    return folder;
}

/* `name` is the file's, without its extension: "gipf-2-3-owner". */
static inline void table_path(const Folder *folder, const char *name, char path[TABLE_PATH_MAX])
{
    snprintf(path, TABLE_PATH_MAX, "%s/%s.table", folder->path, name);
}

static inline void remove_table(const Folder *folder, const char *name)
{
    char path[TABLE_PATH_MAX];
    table_path(folder, name, path);
    unlink(path);
}

/* Nothing else may be left there. */
static inline void remove_empty(const Folder *folder)
{
    if (rmdir(folder->path) != 0)
        fail_msg("something was left in %s", folder->path);
}

/* A directory with at most this tablebase. */
static inline void remove_folder(const Folder *folder, const char *name)
{
    remove_table(folder, name);
    remove_empty(folder);
}

static inline RetroOptions options_of(const Folder *folder, int threads)
{
    return (
        RetroOptions){ .folder = folder->path, .threads = threads, .memory_bytes = TABLE_MEMORY };
}

static inline RetroReport build(const char *text, const Folder *folder, int threads)
{
    Setup        setup = setup_of(text);
    RetroOptions options = options_of(folder, threads);
    RetroReport  report;
    Fault        fault = { 0 };
    if (retro_build(setup.game, setup.variant, &options, &report, &fault) != STATUS_OK)
        fail_msg("'%s': %s", text, fault.why);
    return report;
}

/* Every position, or every `stride`th one. */
static inline RetroCheck verify_some(const char *text, const Folder *folder, uint32_t stride)
{
    Setup        setup = setup_of(text);
    RetroOptions options = options_of(folder, 2);
    RetroCheck   check;
    Fault        fault = { 0 };
    if (retro_verify(setup.game, setup.variant, &options, stride, &check, &fault) != STATUS_OK)
        fail_msg("'%s': %s", text, fault.why);
    return check;
}

#endif
