/* jail_memory.h - how much memory the processes of a jail use, sampled while they run.
 *
 * Knows:   the files of /proc, the working directory (a tmpfs, so its files are memory).
 * Ignores: what happens above the limit.
 *
 * Resource limits bound the address space of one process.  They do not see what a process keeps
 * resident outside RLIMIT_DATA, nor the sum over several processes.  So the supervisor
 * (jail_inside.h) samples the sum, more often the closer it is to the limit.
 *
 * Like the supervisor, this code runs after fork: no locks, no allocation, plain system calls.
 */
#ifndef ARENA_JAIL_MEMORY_H
#define ARENA_JAIL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct JailMemory {
    int     proc;         /* /proc of the machine; -1: there is none */
    int     scratch;      /* the working directory; -1: do not count it */
    int     supervisor;   /* pid of this process in that /proc */
    bool    has_children; /* the bot process may start others */
    int     status;       /* status file of the bot process; -1: unknown */
    int     schedule;     /* scheduler statistics of the bot process; -1: unknown */
    int64_t most_bytes;   /* the jail is killed above this */
    int64_t peak_bytes;   /* largest sum so far */
} JailMemory;

/* Open /proc.  Before the root directory changes. */
void jail_memory_open(JailMemory *memory, int64_t most_bytes, bool has_children);
/* Add up the memory of all children of this process, and their children.  True if that is more than
 * `most_bytes`. */
bool jail_memory_is_over(JailMemory *memory);
/* Open the statistics of the bot process, which has just been started. */
void jail_memory_begin(JailMemory *memory);
/* Return how long the first thread of the bot process waited for a CPU; also after its end, until it
 * is reaped. */
int64_t jail_memory_delay_us(const JailMemory *memory);
/* True if no thread of any child of this process, and their children, can run: all are stopped, dead
 * or blocked in the kernel, as a process is that waits for the child of its vfork. */
bool jail_memory_is_still(const JailMemory *memory);
/* Return the milliseconds until the next sample: it must come before the memory can grow from the
 * last sample to far above the limit. */
int jail_memory_pause_ms(const JailMemory *memory);

/* Return the bytes that a status file of /proc counts for its process: anonymous and shared memory,
 * page tables, and what is swapped out.  File pages belong to the machine.  `shared` receives the
 * shared part. */
int64_t jail_memory_of_status(const char *text, int64_t *shared);

#endif
