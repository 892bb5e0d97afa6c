/* SPDX-License-Identifier: MIT */
#include "arena/jail_memory.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    PROCESSES_MAX = 256,      /* counted in one jail */
    GROWTH_PER_MS = 16 << 20, /* bytes that several threads can fill in a millisecond */
    PAUSE_MIN_MS = 1,
    PAUSE_MAX_MS = 40,
    STATUS_BYTES = 4096,
    NAME_BYTES = 64,
};

/* An entry of getdents64(2). */
struct entry {
    uint64_t       inode, next;
    unsigned short length;
    unsigned char  type;
    char           name[];
};

static int open_at(int folder, const char *path, int flags)
{
    return folder == -1 ? -1 : (int)syscall(SYS_openat, folder, path, flags | O_CLOEXEC, 0);
}

static void close_one(int *file)
{
    if (*file >= 0)
        syscall(SYS_close, *file);
    *file = -1;
}

/* Write the number without snprintf, which may take locks. */
static char *write_number(char *out, int number)
{
    char digits[16];
    int  count = 0;
    assert(number >= 0);
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *out++ = digits[--count];
    *out = '\0';
    return out;
}

static char *write_word(char *out, const char *word)
{
    size_t length = strlen(word);
    memcpy(out, word, length + 1);
    return out + length;
}

static int64_t read_number(const char **text)
{
    int64_t number = 0;
    for (; **text >= '0' && **text <= '9' && number < INT64_MAX / 16; (*text)++)
        number = number * 10 + (**text - '0');
    return number;
}

/* Return the number of kibibytes after a key, in bytes; 0 if there is none. */
static int64_t kib_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (at == NULL)
        return 0;
    at += strlen(key);
    at += strspn(at, " \t");
    return read_number(&at) * 1024;
}

int64_t jail_memory_of_status(const char *text, int64_t *shared)
{
    *shared = kib_after(text, "\nRssShmem:");
    return kib_after(text, "\nRssAnon:") + kib_after(text, "\nVmPTE:") +
           kib_after(text, "\nVmSwap:") + *shared;
}

/* --- Processes ---------------------------------------------------------------------------- */

typedef struct Pids {
    int  count;
    int  at[PROCESSES_MAX];
    bool looks;   /* look at the states of the threads */
    bool can_run; /* one of them can run */
} Pids;

/* Read a file of a thread.  The text is empty if the thread has ended. */
static void read_of_thread(const JailMemory *memory, int pid, const char *thread, const char *name,
                           char text[STATUS_BYTES])
{
    char  path[NAME_BYTES];
    char *end = write_number(path, pid);
    end = write_word(end, "/task/");
    end = write_word(end, thread);
    write_word(end, name);
    int     file = open_at(memory->proc, path, O_RDONLY);
    ssize_t got = file < 0 ? 0 : syscall(SYS_read, file, text, STATUS_BYTES - 1);
    close_one(&file);
    text[got > 0 ? got : 0] = '\0';
}

static void add_children_of_thread(const JailMemory *memory, int pid, const char *thread,
                                   Pids *pids)
{
    char text[STATUS_BYTES];
    read_of_thread(memory, pid, thread, "/children", text);
    for (const char *at = text; *at >= '0' && *at <= '9'; at += *at == ' ') {
        int child = (int)read_number(&at);
        if (pids->count < PROCESSES_MAX)
            pids->at[pids->count++] = child;
    }
}

/* True if the thread is running, ready to run, or in a sleep that a signal ends. */
static bool can_run(const JailMemory *memory, int pid, const char *thread)
{
    char text[STATUS_BYTES];
    read_of_thread(memory, pid, thread, "/stat", text);
    const char *name_end = strrchr(text, ')'); /* the name may contain anything */
    return name_end != NULL && (name_end[2] == 'R' || name_end[2] == 'S');
}

/* Children belong to the thread that started them. */
static void add_children(const JailMemory *memory, int pid, Pids *pids)
{
    _Alignas(struct entry) char entries[2048];
    char                        path[NAME_BYTES];
    ssize_t                     got;
    write_word(write_number(path, pid), "/task");
    int folder = open_at(memory->proc, path, O_RDONLY | O_DIRECTORY);
    while (folder >= 0 && (got = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < got;) {
            const struct entry *entry = (const struct entry *)(const void *)(entries + at);
            at += entry->length;
            if (entry->name[0] < '0' || entry->name[0] > '9' || strlen(entry->name) > 16)
                continue;
            add_children_of_thread(memory, pid, entry->name, pids);
            pids->can_run |=
                pids->looks && pid != memory->supervisor && can_run(memory, pid, entry->name);
        }
    }
    close_one(&folder);
}

bool jail_memory_is_still(const JailMemory *memory)
{
    Pids pids = { .looks = true };
    add_children(memory, memory->supervisor, &pids);
    for (int i = 0; i < pids.count && !pids.can_run; i++)
        add_children(memory, pids.at[i], &pids);
    return !pids.can_run;
}

static int64_t read_status(int file, int64_t *shared)
{
    char    text[STATUS_BYTES];
    ssize_t got = file < 0 ? 0 : syscall(SYS_pread64, file, text, sizeof text - 1, (off_t)0);
    text[got > 0 ? got : 0] = '\0';
    return jail_memory_of_status(text, shared);
}

static int open_of(const JailMemory *memory, int pid, const char *name)
{
    char path[NAME_BYTES];
    write_word(write_number(path, pid), name);
    return open_at(memory->proc, path, O_RDONLY);
}

static int64_t used_by_all(const JailMemory *memory, int64_t *shared)
{
    Pids    pids = { .count = 0 };
    int64_t sum = 0;
    *shared = 0;
    add_children(memory, memory->supervisor, &pids);
    for (int i = 0; i < pids.count; i++) {
        int64_t part;
        int     file = open_of(memory, pids.at[i], "/status");
        sum += read_status(file, &part);
        *shared += part;
        close_one(&file);
        add_children(memory, pids.at[i], &pids);
    }
    return sum;
}

static int64_t used_by_files(const JailMemory *memory)
{
    struct statfs about;
    if (memory->scratch < 0 || syscall(SYS_fstatfs, memory->scratch, &about) != 0)
        return 0;
    return ((int64_t)about.f_blocks - (int64_t)about.f_bfree) * (int64_t)about.f_bsize;
}

/* --- Sampling ----------------------------------------------------------------------------- */

void jail_memory_open(JailMemory *memory, int64_t most_bytes, bool has_children)
{
    char self[16] = "";
    *memory = (JailMemory){ .proc = open_at(AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY),
                            .scratch = -1,
                            .has_children = has_children,
                            .status = -1,
                            .schedule = -1,
                            .most_bytes = most_bytes };
    if (memory->proc >= 0)
        syscall(SYS_readlinkat, memory->proc, "self", self, sizeof self - 1);
    const char *digits = self;
    memory->supervisor = (int)read_number(&digits);
    if (memory->supervisor == 0)
        close_one(&memory->proc);
}

void jail_memory_begin(JailMemory *memory)
{
    Pids pids = { .count = 0 };
    if (memory->proc >= 0)
        add_children(memory, memory->supervisor, &pids);
    if (pids.count == 0)
        return;
    memory->status = open_of(memory, pids.at[0], "/status");
    memory->schedule = open_of(memory, pids.at[0], "/schedstat");
}

/* The second number, in nanoseconds. */
int64_t jail_memory_delay_us(const JailMemory *memory)
{
    char    text[128];
    ssize_t got = memory->schedule < 0
                      ? 0
                      : syscall(SYS_pread64, memory->schedule, text, sizeof text - 1, (off_t)0);
    text[got > 0 ? got : 0] = '\0';
    const char *at = text;
    read_number(&at);
    at += *at == ' ';
    return read_number(&at) / 1000;
}

/* Shared memory of the processes is that of files in the working directory, so it counts once. */
bool jail_memory_is_over(JailMemory *memory)
{
    int64_t shared = 0;
    if (memory->proc < 0)
        return false;
    int64_t used =
        memory->has_children ? used_by_all(memory, &shared) : read_status(memory->status, &shared);
    int64_t files = used_by_files(memory);
    if (memory->scratch >= 0)
        used += files - shared;
    if (used > memory->peak_bytes)
        memory->peak_bytes = used;
    return used > memory->most_bytes;
}

int jail_memory_pause_ms(const JailMemory *memory)
{
    int64_t pause = (memory->most_bytes - memory->peak_bytes) / GROWTH_PER_MS;
    if (memory->proc < 0)
        return -1;
    return pause < PAUSE_MIN_MS ? PAUSE_MIN_MS : pause > PAUSE_MAX_MS ? PAUSE_MAX_MS : (int)pause;
}
