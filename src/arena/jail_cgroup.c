/* SPDX-License-Identifier: MIT */
#include "arena/jail_cgroup.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char PREFIX[] = "tessera-jail-";

enum {
    FILE_MAX = 65536, /* bytes read from a file of the kernel; the rest is cut off */
    REMOVE_TRIES = 50,
};

/* --- Finding ------------------------------------------------------------------------------ */

/* Copy the next line of `*rest` and advance it; false at the end. */
static bool next_line(const char **rest, char *line, size_t size)
{
    assert(size > 0);
    size_t length = strcspn(*rest, "\n");
    if (**rest == '\0')
        return false;
    snprintf(line, size, "%.*s", (int)(length < size ? length : size - 1), *rest);
    *rest += length + ((*rest)[length] == '\n');
    return true;
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length) {
        bool begins = at == list || at[-1] == ',' || at[-1] == ' ';
        if (begins &&
            (at[length] == '\0' || at[length] == ',' || at[length] == ' ' || at[length] == '\n'))
            return true;
    }
    return false;
}

/* Find the path of this process in the hierarchy of a controller; "" is the version 2 hierarchy. */
static bool find_path(const char *cgroups, const char *controller, char *out, size_t size)
{
    char line[JAIL_CGROUP_PATH];
    while (next_line(&cgroups, line, sizeof line)) {
        char *list = strchr(line, ':'), *path = list == NULL ? NULL : strchr(list + 1, ':');
        if (path == NULL)
            continue;
        *path = '\0';
        bool fits = *controller == '\0' ? list[1] == '\0' : has_word(list + 1, controller);
        if (fits && snprintf(out, size, "%s", path + 1) < (int)size)
            return true;
    }
    return false;
}

/* Find the mount point of a hierarchy and the part of it that is mounted. */
static bool find_mount(const char *mounts, const char *controller, char *root, char *point)
{
    char line[2 * JAIL_CGROUP_PATH], kind[32], options[256];
    while (next_line(&mounts, line, sizeof line)) {
        const char *dash = strstr(line, " - ");
        if (dash == NULL || sscanf(line, "%*s %*s %*s %511s %511s", root, point) != 2 ||
            sscanf(dash, " - %31s %*s %255s", kind, options) != 2)
            continue;
        if (*controller == '\0' ? strcmp(kind, "cgroup2") == 0
                                : strcmp(kind, "cgroup") == 0 && has_word(options, controller))
            return true;
    }
    return false;
}

static bool find_folder(const char *cgroups, const char *mounts, const char *controller, char *out)
{
    char   path[JAIL_CGROUP_PATH], root[JAIL_CGROUP_PATH], point[JAIL_CGROUP_PATH];
    size_t length;
    *out = '\0';
    if (!find_path(cgroups, controller, path, sizeof path) ||
        !find_mount(mounts, controller, root, point))
        return false;
    length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(path, root, length) != 0)
        return false;
    Text text = text_over(out, JAIL_CGROUP_PATH);
    text_addf(&text, "%s%s", point, strcmp(path + length, "/") == 0 ? "" : path + length);
    if (text.full)
        *out = '\0';
    return !text.full;
}

void jail_cgroup_find(const char *cgroups, const char *mounts, JailCgroup *out)
{
    *out = (JailCgroup){ .version = 1 };
    find_folder(cgroups, mounts, "memory", out->memory);
    find_folder(cgroups, mounts, "pids", out->tasks);
    if (out->memory[0] != '\0' || out->tasks[0] != '\0')
        return;
    out->version = 2;
    if (find_folder(cgroups, mounts, "", out->memory))
        memcpy(out->tasks, out->memory, sizeof out->tasks);
}

/* --- The kernel's files ------------------------------------------------------------------- */

static bool read_file(const char *path, char *out, size_t size)
{
    size_t  used = 0;
    ssize_t got = 0;
    int     file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && used + 1 < size && (got = read(file, out + used, size - 1 - used)) > 0)
        used += (size_t)got;
    out[used] = '\0';
    if (file >= 0)
        close(file);
    return file >= 0 && got >= 0;
}

static bool read_in(const char *folder, const char *name, char *out, size_t size)
{
    char path[JAIL_CGROUP_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_file(path, out, size);
}

static bool write_in(const char *folder, const char *name, int64_t value)
{
    char path[JAIL_CGROUP_PATH + 64], digits[24];
    int  length = snprintf(digits, sizeof digits, "%lld", (long long)value);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int     file = open(path, O_WRONLY | O_CLOEXEC);
    ssize_t written = file < 0 ? -1 : write(file, digits, (size_t)length);
    if (file >= 0)
        close(file);
    return written == length;
}

/* --- Parent groups ------------------------------------------------------------------------ */

/* In version 2 only leaves contain processes, so new groups are siblings of this process's group.
 * That requires a parent that delegates both controllers to its children. */
static void use_parent_group(JailCgroup *bases)
{
    char  controllers[256];
    char *slash = strrchr(bases->memory, '/');
    if (slash != NULL &&
        read_in(bases->memory, "cgroup.subtree_control", controllers, sizeof controllers) &&
        !has_word(controllers, "memory"))
        *slash = '\0';
    if (!read_in(bases->memory, "cgroup.subtree_control", controllers, sizeof controllers) ||
        !has_word(controllers, "memory") || !has_word(controllers, "pids"))
        bases->memory[0] = '\0';
    memcpy(bases->tasks, bases->memory, sizeof bases->tasks);
}

static bool find_bases(JailCgroup *bases)
{
    char  cgroups[4096];
    char *mounts = malloc(FILE_MAX);
    *bases = (JailCgroup){ 0 };
    if (mounts != NULL && read_file("/proc/self/cgroup", cgroups, sizeof cgroups) &&
        read_file("/proc/self/mountinfo", mounts, FILE_MAX))
        jail_cgroup_find(cgroups, mounts, bases);
    free(mounts);
    if (bases->version == 2)
        use_parent_group(bases);
    if (bases->memory[0] != '\0' && access(bases->memory, W_OK) != 0)
        bases->memory[0] = '\0';
    if (bases->tasks[0] != '\0' && access(bases->tasks, W_OK) != 0)
        bases->tasks[0] = '\0';
    return bases->memory[0] != '\0' || bases->tasks[0] != '\0';
}

/* --- Groups ------------------------------------------------------------------------------- */

static void remove_group(char *folder)
{
    struct timespec nap = { .tv_nsec = 1000000 };
    for (int i = 0; i < REMOVE_TRIES && folder[0] != '\0' && rmdir(folder) != 0 && errno == EBUSY;
         i++)
        nanosleep(&nap, NULL);
    folder[0] = '\0';
}

/* Create a group below `folder` and replace `folder` by its path, or by "" on failure. */
static bool create_group(char *folder, pid_t pid)
{
    size_t length = strlen(folder);
    if (length == 0 || length + 40 > JAIL_CGROUP_PATH)
        return false;
    snprintf(folder + length, JAIL_CGROUP_PATH - length, "/%s%d", PREFIX, (int)pid);
    if (mkdir(folder, 0755) == 0)
        return true;
    folder[0] = '\0';
    return false;
}

static bool limit_memory(const JailCgroup *cgroup, int64_t bytes)
{
    if (cgroup->version == 2) {
        write_in(cgroup->memory, "memory.swap.max", 0); /* fails harmlessly without swap */
        return write_in(cgroup->memory, "memory.max", bytes);
    }
    bool ok = write_in(cgroup->memory, "memory.limit_in_bytes", bytes);
    write_in(cgroup->memory, "memory.memsw.limit_in_bytes", bytes);
    return ok;
}

void jail_cgroup_enter(JailCgroup *cgroup, pid_t pid, const JailLimits *limits)
{
    assert(pid > 0 && limits->processes >= 1);
    find_bases(cgroup);
    int64_t tasks = 1 + (int64_t)limits->processes + limits->threads;
    /* The kernel charges its own memory to the group as well, so it may have a little more. */
    int64_t bytes = limits->memory_bytes + limits->memory_bytes / 16;
    if (create_group(cgroup->memory, pid) &&
        (!limit_memory(cgroup, bytes) || !write_in(cgroup->memory, "cgroup.procs", pid)))
        remove_group(cgroup->memory);
    if (cgroup->version == 2)
        memcpy(cgroup->tasks, cgroup->memory, sizeof cgroup->tasks);
    else if (!create_group(cgroup->tasks, pid))
        return;
    bool is_in = write_in(cgroup->tasks, "pids.max", tasks) &&
                 (cgroup->version == 2 || write_in(cgroup->tasks, "cgroup.procs", pid));
    if (!is_in && cgroup->version == 1)
        remove_group(cgroup->tasks);
}

/* Return the number after a key in a file of "key number" lines. */
static int64_t number_of(const char *text, const char *word)
{
    char line[256];
    while (next_line(&text, line, sizeof line)) {
        size_t length = strlen(word);
        if (strncmp(line, word, length) == 0 && line[length] == ' ')
            return strtoll(line + length, NULL, 10);
    }
    return 0;
}

bool jail_cgroup_leave(JailCgroup *cgroup, int64_t *peak_bytes)
{
    char    content[1024];
    bool    was_killed = false, is_new = cgroup->version == 2;
    int64_t peak = 0;
    if (cgroup->memory[0] != '\0') {
        if (read_in(cgroup->memory, is_new ? "memory.events" : "memory.oom_control", content,
                    sizeof content))
            was_killed = number_of(content, "oom_kill") > 0;
        if (read_in(cgroup->memory, is_new ? "memory.peak" : "memory.max_usage_in_bytes", content,
                    sizeof content))
            peak = strtoll(content, NULL, 10);
    }
    if (peak > 0)
        *peak_bytes = peak;
    remove_group(cgroup->memory);
    if (!is_new)
        remove_group(cgroup->tasks);
    return was_killed;
}

/* Remove all groups of ours; rmdir fails for those in use. */
static void sweep(const char *base)
{
    char           path[JAIL_CGROUP_PATH + 300];
    struct dirent *entry;
    DIR           *folder = base[0] == '\0' ? NULL : opendir(base);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (strncmp(entry->d_name, PREFIX, sizeof PREFIX - 1) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", base, entry->d_name);
        rmdir(path);
    }
    if (folder != NULL)
        closedir(folder);
}

void jail_cgroup_sweep(void)
{
    JailCgroup bases;
    if (!find_bases(&bases))
        return;
    sweep(bases.memory);
    if (bases.version == 1)
        sweep(bases.tasks);
}

void jail_cgroup_describe(Text *out)
{
    JailCgroup bases;
    bool       found = find_bases(&bases);
    if (found)
        text_addf(out, "cgroups (version %d) for %s%s%s", bases.version,
                  bases.memory[0] != '\0' ? "memory" : "",
                  bases.memory[0] != '\0' && bases.tasks[0] != '\0' ? " and " : "",
                  bases.tasks[0] != '\0' ? "processes" : "");
    else
        text_add(out, "no cgroups");
}
