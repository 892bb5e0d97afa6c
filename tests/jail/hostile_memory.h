/* hostile_memory.h - ways to use more memory than allowed.
 *
 * Each function fills memory in its own way and returns how many MiB it got; FILL_MIB is enough for
 * all of them.  Used by hostile_bot.c, and by hostile_addon.c inside Python and Node.
 */
#ifndef HOSTILE_MEMORY_H
#define HOSTILE_MEMORY_H

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILL_MIB   1400 /* more than any limit of the tests */
#define FILL_CHUNK ((size_t)1 << 20)

/* Write to every page in a way that the compiler cannot remove. */
static void fill(char *memory, size_t size)
{
    for (size_t i = 0; i < size; i += 4096)
        ((volatile char *)memory)[i] = 1;
}

static int fill_mapped(int flags, int file, int protection_after)
{
    int count = 0;
    for (; count < FILL_MIB; count++) {
        char *memory = mmap(NULL, FILL_CHUNK, PROT_READ | PROT_WRITE, flags, file, 0);
        if (memory == MAP_FAILED)
            break;
        fill(memory, FILL_CHUNK);
        if (protection_after >= 0)
            mprotect(memory, FILL_CHUNK, protection_after);
    }
    return count;
}

static int fill_plain(void)
{
    return fill_mapped(MAP_PRIVATE | MAP_ANONYMOUS, -1, -1);
}

/* RLIMIT_DATA does not count what grows like a stack. */
static int fill_growing(void)
{
    return fill_mapped(MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, -1);
}

/* Nor shared memory. */
static int fill_shared_zeros(void)
{
    int file = open("/dev/zero", O_RDWR);
    return file < 0 ? 0 : fill_mapped(MAP_SHARED, file, -1);
}

/* Nor what cannot be written any more. */
static int fill_protected(void)
{
    return fill_mapped(MAP_PRIVATE | MAP_ANONYMOUS, -1, PROT_READ);
}

static int fill_executable(void)
{
    return fill_mapped(MAP_PRIVATE | MAP_ANONYMOUS, -1, PROT_READ | PROT_EXEC);
}

static int fill_huge_pages(void)
{
    int count = 0;
    for (; count < FILL_MIB; count += 2) {
        char *memory = mmap(NULL, 2 * FILL_CHUNK, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
        if (memory == MAP_FAILED)
            break;
        fill(memory, 2 * FILL_CHUNK);
    }
    return count;
}

/* One byte in each huge page. */
static int fill_transparent_huge_pages(void)
{
    int count = 0;
    for (; count < FILL_MIB; count += 4) {
        char *memory =
            mmap(NULL, 4 * FILL_CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            break;
        madvise(memory, 4 * FILL_CHUNK, MADV_HUGEPAGE);
        for (size_t i = 0; i < 4; i++)
            ((volatile char *)memory)[i * FILL_CHUNK] = 1;
        mprotect(memory, 4 * FILL_CHUNK, PROT_READ);
    }
    return count;
}

/* Pages of the main stack that mremap moves elsewhere still grow like a stack. */
static char *stack_pages;

static void *move_stack(void *counter)
{
    int *count = counter;
    for (int i = 0; i < 256 && *count < FILL_MIB; i++) {
        char *free_bytes = mmap(NULL, 9 * FILL_CHUNK, PROT_NONE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (free_bytes == MAP_FAILED)
            break;
        munmap(free_bytes, 9 * FILL_CHUNK);
        char *top = mremap(stack_pages + i * 4096, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED,
                           free_bytes + 8 * FILL_CHUNK);
        if (top == MAP_FAILED)
            break;
        for (size_t down = 4096; down < 7 * FILL_CHUNK; down += 4096)
            ((volatile char *)top)[-(ptrdiff_t)down] = 1;
        *count += 7;
    }
    return NULL;
}

static int fill_moved_stack(void)
{
    volatile char low[2 << 20];
    pthread_t     thread;
    int           count = 0;
    for (size_t i = 0; i < sizeof low; i += 4096)
        low[i] = 1;
    stack_pages = (char *)(((uintptr_t)low + 4095) & ~(uintptr_t)4095);
    if (pthread_create(&thread, NULL, move_stack, &count) == 0)
        pthread_join(thread, NULL);
    return count;
}

static int fill_heap(void)
{
    int count = 0;
    for (; count < FILL_MIB; count++) {
        char *memory = sbrk((intptr_t)FILL_CHUNK);
        if (memory == (char *)-1)
            break;
        fill(memory, FILL_CHUNK);
    }
    return count;
}

/* Private copies of the pages of a library. */
static int fill_library_copies(void)
{
    static const char *const PLACES[] = { "/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc.so.6",
                                          "/lib/aarch64-linux-gnu/libc.so.6" };
    int                      file = -1;
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0] && file < 0; i++)
        file = open(PLACES[i], O_RDONLY);
    return file < 0 ? 0 : fill_mapped(MAP_PRIVATE, file, PROT_READ);
}

static _Noreturn void stay(void)
{
    for (;;)
        pause();
}

static void *fill_own_stack(void *counter)
{
    volatile char much[7 << 20];
    for (size_t i = 0; i < sizeof much; i += 4096)
        much[i] = 1;
    __atomic_add_fetch((int *)counter, 7, __ATOMIC_SEQ_CST);
    stay();
}

static int fill_thread_stacks(void)
{
    static int     count;
    pthread_t      thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 8 << 20);
    while (pthread_create(&thread, &attributes, fill_own_stack, &count) == 0)
        continue;
    usleep(100000);
    return count + fill_plain();
}

/* Files in /scratch are memory. */
static int fill_scratch(void)
{
    char *chunk = calloc(1, FILL_CHUNK);
    int   count = 0, file = open("much", O_RDWR | O_CREAT, 0600);
    signal(SIGXFSZ, SIG_IGN);
    while (chunk != NULL && count < FILL_MIB &&
           write(file, chunk, FILL_CHUNK) == (ssize_t)FILL_CHUNK)
        count++;
    unlink("much");
    return count + fill_protected();
}

static int fill_scratch_mapping(void)
{
    int file = open("much", O_RDWR | O_CREAT, 0600), count = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (; count < FILL_MIB && posix_fallocate(file, (off_t)count << 20, FILL_CHUNK) == 0;
         count++) {
        char *memory =
            mmap(NULL, FILL_CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)count << 20);
        if (memory == MAP_FAILED)
            break;
        fill(memory, FILL_CHUNK);
    }
    return count + fill_protected();
}

static int fill_pipes(void)
{
    static char chunk[65536];
    int         ends[2], bytes = 0;
    while (pipe2(ends, O_NONBLOCK) == 0)
        for (ssize_t got; (got = write(ends[1], chunk, sizeof chunk)) > 0;)
            bytes += (int)got;
    return bytes / (int)FILL_CHUNK + fill_plain();
}

/* A page table for each page that is read. */
static int fill_page_tables(void)
{
    size_t         size = (size_t)60 << 30, done = 0;
    volatile char *memory = MAP_FAILED;
    for (; memory == MAP_FAILED && size > FILL_CHUNK; size /= 2)
        memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (; memory != MAP_FAILED && done < size; done += (size_t)2 << 20)
        (void)memory[done];
    return (int)(done >> 21) * 4096 / (int)FILL_CHUNK + fill_protected();
}

/* Lookups of missing files in directories of the machine. */
static int fill_names(void)
{
    char        name[64];
    struct stat about;
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "/usr/lib/missing-%d", i);
        if (stat(name, &about) == 0)
            break;
    }
    return fill_plain();
}

/* Several processes, each below its limit. */
static int fill_children(void)
{
    int count = 0, ends[2];
    if (pipe(ends) != 0)
        return 0;
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            int own = fill_protected();
            if (write(ends[1], &own, sizeof own) == (ssize_t)sizeof own)
                pause();
            _exit(0);
        }
    for (int i = 0, own; i < 3 && read(ends[0], &own, sizeof own) == (ssize_t)sizeof own; i++)
        count += own;
    return count;
}

static const struct Filling {
    const char *name;
    int (*run)(void);
} FILLINGS[] = {
    { "plain", fill_plain },
    { "growing", fill_growing },
    { "shared-zeros", fill_shared_zeros },
    { "protected", fill_protected },
    { "executable", fill_executable },
    { "huge-pages", fill_huge_pages },
    { "transparent", fill_transparent_huge_pages },
    { "moved-stack", fill_moved_stack },
    { "heap", fill_heap },
    { "library", fill_library_copies },
    { "thread-stacks", fill_thread_stacks },
    { "scratch", fill_scratch },
    { "scratch-mapping", fill_scratch_mapping },
    { "pipes", fill_pipes },
    { "page-tables", fill_page_tables },
    { "names", fill_names },
    { "children", fill_children },
};

/* Return how many MiB this way yields; -1: there is no such way. */
static int fill_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof FILLINGS / sizeof FILLINGS[0]; i++)
        if (strcmp(FILLINGS[i].name, name) == 0)
            return FILLINGS[i].run();
    return -1;
}

#endif
