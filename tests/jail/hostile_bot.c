/* SPDX-License-Identifier: MIT */
/* hostile_bot MODE [CANARY] [REFEREE] - a bot that attacks the jail.
 *
 * Each row of MODES is one attack.  Modes that try something forbidden wait for a line, try all
 * methods they know, and print `safe` if all failed, or `harm: ` and what succeeded.  CANARY is a
 * file of the machine that the bot must not reach, REFEREE the pid of the test.
 *
 * No mode harms a machine with a broken jail: nothing forks or writes more than BOUND times, or
 * allocates more than FILL_MIB.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hostile_memory.h"

enum {
    BOUND = 200,     /* processes, threads, files: more than any limit of the tests */
    CHUNK = 1 << 20, /* unit for filling memory and files, in bytes */
    CHUNKS = 400,    /* more than any limit of the tests */
};

static const char *canary = "/etc/hostname";
static pid_t       referee;

static void say(const char *words)
{
    puts(words);
    fflush(stdout);
}

/* Wait for the next line; exit at end of file. */
static void wait_for_turn(void)
{
    char line[256];
    if (fgets(line, sizeof line, stdin) == NULL)
        exit(0);
}

static void nap(long ms)
{
    struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
    nanosleep(&time, NULL);
}

/* The first attack that succeeded, if any. */
static const char *done;

static void tried(bool succeeded, const char *what)
{
    if (succeeded && done == NULL)
        done = what;
}

static void say_done(void)
{
    if (done == NULL)
        say("safe");
    else
        printf("harm: %s\n", done);
    fflush(stdout);
}

static _Noreturn void wait_for_ever(void)
{
    for (;;)
        pause();
}

/* --- Exits and crashes -------------------------------------------------------------------- */

static void exit_at_once(void)
{
    exit(0);
}

static void exit_with_status(void)
{
    wait_for_turn();
    fputs("I give up\n", stderr);
    exit(3);
}

static void crash(void)
{
    volatile int *nowhere = NULL;
    wait_for_turn();
    fputs("about to crash\n", stderr);
    *nowhere = 1;
}

static void abort_itself(void)
{
    wait_for_turn();
    abort();
}

static int dig(volatile char *above, int depth)
{
    volatile char capacity[4096];
    capacity[0] = above[0];
    return depth == 0 ? capacity[0] : dig(capacity, depth - 1) + capacity[0];
}

static void overflow_stack(void)
{
    char bottom = 0;
    wait_for_turn();
    exit(dig(&bottom, 1 << 20) != 0);
}

static void kill_itself(void)
{
    struct rlimit none = { 0, 0 };
    wait_for_turn();
    tried(kill(getpid(), SIGKILL) == 0, "kill");
    tried(syscall(SYS_kill, getpid(), SIGKILL + (1L << 32)) == 0, "kill with a long number");
    tried(syscall(SYS_tgkill, getpid(), getpid(), SIGKILL) == 0, "tgkill");
    tried(setrlimit(RLIMIT_CPU, &none) == 0, "RLIMIT_CPU");
    say_done();
    wait_for_ever();
}

/* --- Silence and floods ------------------------------------------------------------------- */

static void hang(void)
{
    wait_for_ever();
}

static void spin(void)
{
    for (volatile unsigned i = 0;; i++)
        continue;
}

static void stop_itself(void)
{
    wait_for_turn();
    tried(raise(SIGSTOP) == 0, "SIGSTOP");
    raise(SIGTSTP);
    say_done();
}

static void answer_late(void)
{
    wait_for_turn();
    nap(1500);
    say("safe");
    wait_for_ever();
}

static void sleep_across_turns(void)
{
    wait_for_turn();
    say("safe");
    nap(600000);
}

static void flood_out(void)
{
    for (;;)
        puts("all work and no play makes a dull bot");
}

static void flood_without_lines(void)
{
    for (;;)
        putchar('x');
}

static void flood_errors(void)
{
    for (;;)
        fputs("all work and no play makes a dull bot\n", stderr);
}

static void half_line(void)
{
    wait_for_turn();
    fputs("saf", stdout);
    fflush(stdout);
    wait_for_ever();
}

static void half_line_and_exit(void)
{
    wait_for_turn();
    fputs("saf", stdout);
}

static void binary(void)
{
    wait_for_turn();
    fwrite("sa\0fe\x1b[2J\xff\xfe\r\n", 1, 13, stdout);
    fflush(stdout);
    wait_for_ever();
}

static void close_output(void)
{
    wait_for_turn();
    close(1);
    wait_for_ever();
}

static void never_read(void)
{
    wait_for_ever();
}

static void answer_twice(void)
{
    wait_for_turn();
    puts("first");
    say("stale"); /* both in one write */
    wait_for_turn();
    say("second");
    wait_for_ever();
}

/* --- Reading and writing other files ------------------------------------------------------ */

static bool can_open(const char *path, int flags)
{
    int file = open(path, flags, 0600);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static void read_system(void)
{
    wait_for_turn();
    tried(can_open("/etc/passwd", O_RDONLY), "/etc/passwd was opened");
    tried(can_open("/etc/hostname", O_RDONLY), "/etc/hostname was opened");
    tried(can_open("/root", O_RDONLY), "/root was opened");
    tried(can_open("/home", O_RDONLY), "/home was opened");
    tried(can_open("/var", O_RDONLY), "/var was opened");
    tried(can_open("/sys", O_RDONLY), "/sys was opened");
    tried(can_open("/dev/mem", O_RDONLY), "/dev/mem was opened");
    tried(can_open("/usr/include", O_RDONLY), "/usr/include was opened");
    tried(can_open("/bin/sh", O_RDONLY), "/bin/sh was opened");
    say_done();
}

static void read_others(void)
{
    char path[4200];
    wait_for_turn();
    tried(can_open(canary, O_RDONLY), "the canary was opened");
    for (int up = 1; up < 12; up++) {
        int length = 0;
        for (int i = 0; i < up; i++)
            length += snprintf(path + length, sizeof path - (size_t)length, "../");
        snprintf(path + length, sizeof path - (size_t)length, "%s", canary + 1);
        tried(can_open(path, O_RDONLY), "the canary was opened through ..");
    }
    say_done();
}

static void write_elsewhere(void)
{
    static const char *const PLACES[] = { "/x",     "/bot/x",   "/usr/x",       "/usr/lib/x",
                                          "/tmp/x", "/dev/x",   "/dev/shm/x",   "/var/tmp/x",
                                          "/lib/x", "/lib64/x", "/scratch/../x" };
    wait_for_turn();
    for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
        tried(can_open(PLACES[i], O_WRONLY | O_CREAT), PLACES[i]);
        if (done != NULL)
            unlink(PLACES[i]);
    }
    tried(can_open(canary, O_WRONLY), "the canary was opened for writing");
    tried(can_open("/bot/hostile_bot", O_WRONLY), "its own program was opened for writing");
    tried(unlink("/bot/hostile_bot") == 0, "its own program was removed");
    tried(chmod("/bot/hostile_bot", 0777) == 0, "its own program's mode was changed");
    tried(rename("/bot", "/scratch/bot") == 0, "/bot was renamed");
    tried(mkdir("/y", 0700) == 0, "a directory was created");
    say_done();
}

static void use_proc(void)
{
    char path[64];
    wait_for_turn();
    tried(can_open("/proc", O_RDONLY), "/proc is visible");
    tried(can_open("/proc/self/environ", O_RDONLY), "/proc/self is visible");
    tried(can_open("/proc/1/mem", O_RDWR), "the supervisor's memory was opened");
    tried(can_open("/proc/1/root/etc/passwd", O_RDONLY), "the supervisor's root was opened");
    snprintf(path, sizeof path, "/proc/%d/mem", (int)referee);
    tried(can_open(path, O_RDWR), "the referee's memory was opened");
    mkdir("proc", 0700);
    tried(mount("proc", "proc", "proc", 0, NULL) == 0, "/proc was mounted");
    say_done();
}

/* --- Network ------------------------------------------------------------------------------ */

static void open_sockets(void)
{
    static const int FAMILIES[] = { AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET, AF_VSOCK };
    int              pair[2];
    wait_for_turn();
    for (size_t i = 0; i < sizeof FAMILIES / sizeof FAMILIES[0]; i++) {
        tried(socket(FAMILIES[i], SOCK_STREAM, 0) >= 0, "a stream socket was opened");
        tried(socket(FAMILIES[i], SOCK_DGRAM, 0) >= 0, "a datagram socket was opened");
        tried(socket(FAMILIES[i], SOCK_RAW, 0) >= 0, "a raw socket was opened");
    }
    tried(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "a socket pair was opened");
    say_done();
}

/* Jails of one helper share namespaces for network and IPC.  Try to create what another bot could find
 * there; it goes again, for this also runs without a jail. */
static void meet_others(void)
{
    static const struct sockaddr_un NAME = { .sun_family = AF_UNIX, .sun_path = "\0tessera" };
    const struct sockaddr          *name = (const struct sockaddr *)(const void *)&NAME;
    int                             ends[3] = { -1, -1, -1 };
    wait_for_turn();
    ends[0] = socket(AF_UNIX, SOCK_DGRAM, 0);
    (void)!socketpair(AF_UNIX, SOCK_DGRAM, 0, ends + 1); /* only Java gets these */
    for (int i = 0; i < 3; i++) {
        tried(bind(ends[i], name, sizeof NAME) == 0, "an abstract socket has a name");
        tried(connect(ends[i], name, sizeof NAME) == 0, "an abstract socket was found");
        tried(sendto(ends[i], "x", 1, 0, name, sizeof NAME) == 1, "a datagram was sent");
    }
    int semaphore = semget(IPC_PRIVATE, 1, 0666), queue = msgget(IPC_PRIVATE, 0666);
    tried(semctl(semaphore, 0, IPC_RMID) == 0, "a semaphore was created");
    tried(msgctl(queue, IPC_RMID, NULL) == 0, "a message queue was created");
    tried(syscall(SYS_mq_open, "tessera-meet", O_CREAT | O_RDWR, 0666, NULL) >= 0 &&
              syscall(SYS_mq_unlink, "tessera-meet") == 0,
          "a named message queue was created");
    say_done();
}

/* --- Processes and threads ---------------------------------------------------------------- */

static void fork_once(void)
{
    wait_for_turn();
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    tried(child > 0, "fork");
    child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0)
        _exit(0);
    tried(child > 0, "clone");
    say_done();
}

/* Fork as often as possible and keep all children alive; the children fork as well. */
static void fork_bomb(void)
{
    int count = 0;
    wait_for_turn();
    for (int i = 0; i < BOUND; i++) {
        pid_t child = fork();
        if (child == 0)
            wait_for_ever();
        count += child > 0;
    }
    printf("children %d\n", count);
    fflush(stdout);
    wait_for_ever();
}

static void *wait_in_thread(void *nothing)
{
    (void)nothing;
    wait_for_ever();
}

static void thread_bomb(void)
{
    int            count = 0;
    pthread_t      thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    wait_for_turn();
    for (int i = 0; i < BOUND; i++)
        count += pthread_create(&thread, &attributes, wait_in_thread, NULL) == 0;
    printf("threads %d\n", count);
    fflush(stdout);
    wait_for_ever();
}

/* The grandchild has its own session and holds our output open. */
static void detach(void)
{
    wait_for_turn();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            signal(SIGHUP, SIG_IGN);
            nap(600000);
        }
        _exit(0);
    }
    wait(NULL);
    say("detached");
    exit(0);
}

static void ignore_signals(void)
{
    for (int i = 1; i < 64; i++)
        signal(i, SIG_IGN);
    wait_for_turn();
    say("safe");
    wait_for_ever();
}

static void exec_shell(void)
{
    static const char *const SHELLS[] = { "/bin/sh",      "/usr/bin/sh",  "/bin/bash",
                                          "/usr/bin/env", "/bin/busybox", "/usr/bin/python3",
                                          "/usr/bin/perl" };
    char *const              nothing[] = { NULL };
    char        option[] = "-c", command[] = "echo harm: a shell was started", name[] = "sh";
    char *const words[] = { name, option, command, NULL };
    wait_for_turn();
    for (size_t i = 0; i < sizeof SHELLS / sizeof SHELLS[0]; i++)
        execve(SHELLS[i], words, nothing);
    say("safe");
}

/* Execute a program that it wrote to the only writable directory. */
static void exec_own(void)
{
    static const char SCRIPT[] = "#!/bot/hostile_bot exit\n";
    char *const       nothing[] = { NULL };
    char              buffer[65536];
    wait_for_turn();
    int from = open("/bot/hostile_bot", O_RDONLY), to = open("copy", O_WRONLY | O_CREAT, 0700);
    for (ssize_t got; (got = read(from, buffer, sizeof buffer)) > 0;)
        if (write(to, buffer, (size_t)got) != got)
            break;
    close(to);
    to = open("script", O_WRONLY | O_CREAT, 0700);
    if (write(to, SCRIPT, sizeof SCRIPT - 1) < 0)
        say("cannot write the script");
    close(to);
    char        name[] = "copy", mode[] = "harm";
    char *const words[] = { name, mode, NULL };
    execve("/scratch/copy", words, nothing);
    execve("/scratch/script", words, nothing);
    say("safe");
}

static void say_harm(void)
{
    say("harm: its own program was started");
}

static void trace_others(void)
{
    char         memory[8];
    struct iovec here = { memory, sizeof memory }, there = { memory, sizeof memory };
    wait_for_turn();
    tried(ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0, "the supervisor was attached to");
    tried(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0, "the parent was seized");
    tried(referee > 0 && ptrace(PTRACE_SEIZE, referee, NULL, NULL) == 0, "the referee was seized");
    tried(process_vm_readv(getppid(), &here, 1, &there, 1, 0) >= 0, "the parent's memory was read");
    tried(process_vm_writev(1, &here, 1, &there, 1, 0) >= 0, "the supervisor's memory was written");
    tried(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0, "PTRACE_TRACEME succeeded");
    say_done();
}

/* Only in a jail, where the supervisor and the bot are the first processes: outside, kill(-1) would
 * end all processes of the machine. */
static void kill_others(void)
{
    wait_for_turn();
    if (getpid() != 2 || getppid() != 1 || access("/proc", F_OK) == 0) {
        say("harm: other processes are visible");
        exit(0);
    }
    for (int i = 1; i < 32; i++) {
        kill(1, i);
        kill(getppid(), i);
        kill(-1, i); /* all processes except itself */
        if (i != SIGCHLD && referee > 1)
            tried(kill(referee, i) == 0 && referee != getpid(), "the referee was signalled");
    }
    tried(prlimit(1, RLIMIT_CPU, &(struct rlimit){ 0, 0 }, NULL) == 0,
          "the supervisor's limits were set");
    say_done();
}

/* --- Memory and disk ---------------------------------------------------------------------- */

/* Write to the memory in a way that the compiler cannot remove. */
static void touch(char *memory, size_t size)
{
    for (size_t i = 0; i < size; i += 1024)
        ((volatile char *)memory)[i] = 1;
}

static void allocate(void)
{
    wait_for_turn();
    for (int i = 0; i < CHUNKS; i++) {
        char *memory = malloc(CHUNK);
        if (memory == NULL)
            abort(); /* as programs do that do not check malloc */
        touch(memory, CHUNK);
    }
    say("harm: all memory was granted");
    wait_for_ever();
}

/* Each process stays below its limit, but their total does not. */
static void allocate_together(void)
{
    int ready[2];
    wait_for_turn();
    if (pipe(ready) != 0)
        exit(4);
    for (int i = 0; i < 3; i++) {
        if (fork() != 0)
            continue;
        char *memory = malloc(40 * CHUNK);
        if (memory == NULL)
            _exit(4);
        touch(memory, 40 * CHUNK);
        if (write(ready[1], "x", 1) != 1)
            _exit(4);
        wait_for_ever();
    }
    fcntl(ready[0], F_SETFL, O_NONBLOCK);
    char one;
    int  count = 0;
    while (count < 3 && waitpid(-1, NULL, WNOHANG) == 0) {
        if (read(ready[0], &one, 1) == 1)
            count++;
        nap(1);
    }
    tried(count == 3, "120 MiB are in use");
    say_done();
}

/* Request too much memory at once, fail, and continue. */
static void allocate_huge(void)
{
    wait_for_turn();
    /* Through a volatile variable: the compiler would remove unused memory. */
    void *volatile place = malloc((size_t)8 << 30);
    tried(place != NULL, "8 GiB were granted");
    say_done();
    wait_for_ever();
}

/* Memory that is not charged to a process. */
static void allocate_shared(void)
{
    wait_for_turn();
    tried(mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) !=
              MAP_FAILED,
          "memory was shared");
    tried(memfd_create("x", 0) >= 0, "a memfd was created");
    tried(syscall(SYS_shmget, 0, CHUNK, 01600) >= 0, "a shared memory segment was created");
    tried(can_open("/dev/shm/x", O_RDWR | O_CREAT), "/dev/shm was written");
    int          pipes[2], file = open("locked", O_RDWR | O_CREAT, 0600);
    struct flock lock = { .l_type = F_WRLCK, .l_start = 1, .l_len = 1 };
    tried(fcntl(file, F_SETLK, &lock) == 0, "a part of a file was locked");
    tried(flock(file, LOCK_EX | LOCK_NB) == 0, "a file was locked");
    tried(fcntl(file, F_SETLEASE, F_RDLCK) == 0, "a file has a lease");
    tried(pipe(pipes) == 0 && fcntl(pipes[1], F_SETPIPE_SZ, CHUNK) >= 0, "a pipe was enlarged");
    tried(mlock(&canary, sizeof canary) == 0, "memory was locked");
    say_done();
}

/* Fill the buffers of as many socket pairs as it gets. */
static void fill_pairs(void)
{
    static char chunk[4096];
    int         ends[2];
    size_t      bytes = 0;
    char        text[64];
    wait_for_turn();
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0)
        for (int i = 0; i < 2; i++)
            for (ssize_t got; (got = write(ends[i], chunk, sizeof chunk)) > 0;)
                bytes += (size_t)got;
    snprintf(text, sizeof text, "megabytes %zu", bytes >> 20);
    say(text);
}

static void fill_disk(void)
{
    static char chunk[CHUNK];
    int         count = 0, file = -1;
    char        name[32];
    signal(SIGXFSZ, SIG_IGN);
    wait_for_turn();
    for (int i = 0; i < CHUNKS; i++) {
        if (i % 8 == 0) {
            close(file);
            snprintf(name, sizeof name, "f%d", i);
            file = open(name, O_WRONLY | O_CREAT, 0600);
        }
        count += write(file, chunk, sizeof chunk) == (ssize_t)sizeof chunk;
    }
    printf("megabytes %d\n", count);
    fflush(stdout);
    wait_for_ever();
}

static void fill_directory(void)
{
    int  count = 0;
    char name[32];
    wait_for_turn();
    for (int i = 0; i < BOUND; i++) {
        snprintf(name, sizeof name, "f%d", i);
        count += mkdir(name, 0700) == 0;
    }
    printf("files %d\n", count);
    fflush(stdout);
    wait_for_ever();
}

static void write_huge_file(void)
{
    wait_for_turn();
    int file = open("huge", O_WRONLY | O_CREAT, 0600);
    tried(pwrite(file, "x", 1, (off_t)1 << 40) == 1, "a file of a terabyte was created");
    say_done();
}

static void open_many(void)
{
    int count = 0;
    wait_for_turn();
    while (count < 5000 && open("/dev/null", O_RDONLY) >= 0)
        count++;
    tried(count >= 5000, "5000 files are open");
    say_done();
}

/* --- The kernel --------------------------------------------------------------------------- */

static int nothing_to_do(void *nothing)
{
    (void)nothing;
    return 0;
}

static void ask_kernel(void)
{
    static char stack[65536];
    char        zeros[256] = { 0 };
    wait_for_turn();
    tried(unshare(CLONE_NEWUSER) == 0, "a user namespace was created");
    tried(unshare(CLONE_NEWNS) == 0, "a mount namespace was created");
    tried(clone(nothing_to_do, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, NULL) > 0,
          "a process in a user namespace was created");
    tried(syscall(SYS_clone3, zeros, 88) > 0, "clone3");
    tried(mount("none", "/scratch", "tmpfs", 0, NULL) == 0, "a file system was mounted");
    tried(umount2("/scratch", MNT_DETACH) == 0, "the working directory was unmounted");
    tried(chroot("/scratch") == 0, "chroot");
    tried(syscall(SYS_pivot_root, "/", "/scratch") == 0, "pivot_root");
    tried(setuid(0) == 0, "setuid");
    tried(setgid(0) == 0, "setgid");
    tried(syscall(SYS_bpf, 0, zeros, 64) >= 0 || errno == EINVAL, "bpf");
    tried(syscall(SYS_perf_event_open, zeros, 0, -1, -1, 0) >= 0, "perf_event_open");
    tried(syscall(SYS_io_uring_setup, 4, zeros) >= 0, "io_uring_setup");
    tried(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 1) >= 0, "keyctl");
    tried(syscall(SYS_userfaultfd, 1) >= 0, "userfaultfd");
    tried(syscall(SYS_name_to_handle_at, AT_FDCWD, "/", zeros, zeros, 0) == 0, "name_to_handle_at");
    tried(mknod("device", S_IFCHR | 0600, 0x101) == 0, "a device was created");
    tried(sethostname("harm", 4) == 0, "the machine was renamed");
    tried(setpriority(PRIO_PROCESS, 0, -5) == 0, "its priority was raised");
    tried(prctl(PR_SET_DUMPABLE, 1) == 0, "prctl");
    tried(syscall(SYS_seccomp, 0, 0, NULL) == 0, "seccomp");
    say_done();
}

/* System calls of another architecture, which a filter for this one would not recognise. */
static void call_otherwise(void)
{
    wait_for_turn();
#if defined __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory"); /* getpid of i386 */
    tried(result > 0, "a system call of i386");
    say_done();
#else
    raise(SIGSYS);
#endif
}

/* --- CPU time between requests ------------------------------------------------------------ */

static void *spin_in_thread(void *nothing)
{
    (void)nothing;
    spin();
    return NULL;
}

static void think_always(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, spin_in_thread, NULL);
    for (;;) {
        wait_for_turn();
        say("safe");
    }
}

static void start_spinning(void)
{
    pthread_t thread;
    for (int i = 0; i < 4; i++)
        pthread_create(&thread, NULL, spin_in_thread, NULL);
}

static int no_parent(void *nothing)
{
    (void)nothing;
    nap(100);
    return 0;
}

/* Wake up after 50 ms, whatever stops this process. */
static void wake_later(void)
{
    static char       stack[65536];
    timer_t           timer;
    struct sigevent   event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT };
    struct itimerspec soon = { .it_value = { .tv_nsec = 50000000 },
                               .it_interval = { .tv_nsec = 50000000 } };
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
        timer_settime(timer, 0, &soon, NULL);
    clone(no_parent, stack + sizeof stack, SIGCONT, NULL);
}

/* Bots that play the first legal move of toy in each protocol, with threads that never rest. */
static void play_json(void)
{
    char line[65536];
    start_spinning();
    wake_later();
    for (int turn = 0; fgets(line, sizeof line, stdin) != NULL;) {
        if (strstr(line, "\"do\":\"game\"") != NULL)
            say("{\"ready\":true}");
        else if (strstr(line, "\"do\":\"turn\"") != NULL)
            say(turn++ == 0 ? "{\"turn\":\"a.\"}" : "{\"turn\":\"c.\"}");
    }
}

/* Needs 300 ms of CPU time for each move. */
static void play_slowly(void)
{
    char line[65536];
    while (fgets(line, sizeof line, stdin) != NULL) {
        clock_t until = clock() + CLOCKS_PER_SEC * 3 / 10;
        if (strstr(line, "\"do\":\"game\"") != NULL) {
            say("{\"ready\":true}");
        } else if (strstr(line, "\"do\":\"turn\"") != NULL) {
            while (clock() < until)
                continue;
            say("{\"turn\":\"a.\"}");
        }
    }
}

static void play_ugi(void)
{
    char line[65536];
    start_spinning();
    wake_later();
    for (int turn = 0; fgets(line, sizeof line, stdin) != NULL;) {
        if (strcmp(line, "ugi\n") == 0)
            say("ugiok");
        else if (strcmp(line, "isready\n") == 0)
            say("readyok");
        else if (strncmp(line, "go", 2) == 0)
            say(turn++ == 0 ? "bestmove a." : "bestmove c.");
    }
}

/* --- The exchange directory: one run per move --------------------------------------------- */

static void keep_files(void)
{
    FILE *file = fopen("chess", "w");
    if (file == NULL)
        exit(4);
    fputs("answer\n", file);
    fclose(file);
}

static void link_out(void)
{
    unlink("chess");
    if (symlink(canary, "chess") != 0)
        exit(4);
}

static void link_within(void)
{
    unlink("chess");
    if (symlink("log", "chess") != 0)
        exit(4);
}

static void link_hard(void)
{
    unlink("chess");
    if (link("/bot/hostile_bot", "chess") == 0 || link(canary, "chess") == 0)
        exit(5);
    if (link("log", "chess") != 0)
        exit(4);
}

static void make_folder(void)
{
    unlink("chess");
    if (mkdir("chess", 0700) != 0)
        exit(4);
}

static void make_pipe(void)
{
    unlink("chess");
    if (mkfifo("chess", 0600) == 0)
        exit(5);
}

static void make_huge(void)
{
    static char chunk[CHUNK];
    FILE       *file = fopen("chess", "w");
    if (file == NULL || fwrite(chunk, 1, sizeof chunk, file) != sizeof chunk || fclose(file) != 0)
        exit(4);
}

static void make_sparse(void)
{
    if (truncate("chess", 15 << 20) != 0)
        exit(4);
}

static void change_log(void)
{
    chmod("log", 0600);
    FILE *file = fopen("log", "a");
    if (file == NULL)
        exit(4);
    fputs("W_1_Chess_0,0_9,9\n", file);
    fclose(file);
}

static void remove_log(void)
{
    if (unlink("log") != 0)
        exit(4);
}

static void hide_file(void)
{
    if (chmod("chess", 0) != 0)
        exit(4);
}

/* A child that tries to change the answer after the referee has read it. */
static void change_later(void)
{
    keep_files();
    if (fork() == 0) {
        for (int i = 0; i < BOUND; i++) {
            nap(5);
            FILE *file = fopen("chess", "w");
            if (file != NULL) {
                fputs("changed\n", file);
                fclose(file);
            }
        }
        _exit(0);
    }
}

/* Fill memory in the way that the next line names, and print how many MiB it got. */
static void fill_memory(void)
{
    char line[64];
    if (fgets(line, sizeof line, stdin) == NULL)
        exit(0);
    line[strcspn(line, "\n")] = '\0';
    printf("megabytes %d\n", fill_by_name(line));
    fflush(stdout);
    wait_for_ever();
}

static const struct Mode {
    const char *name;
    void (*run)(void);
} MODES[] = {
    { "exit", exit_at_once },
    { "status", exit_with_status },
    { "crash", crash },
    { "abort", abort_itself },
    { "stack", overflow_stack },
    { "suicide", kill_itself },
    { "hang", hang },
    { "spin", spin },
    { "stop", stop_itself },
    { "late", answer_late },
    { "sleep", sleep_across_turns },
    { "flood", flood_out },
    { "flood-line", flood_without_lines },
    { "flood-errors", flood_errors },
    { "half", half_line },
    { "half-exit", half_line_and_exit },
    { "binary", binary },
    { "close", close_output },
    { "deaf", never_read },
    { "twice", answer_twice },
    { "read-system", read_system },
    { "read-others", read_others },
    { "write-elsewhere", write_elsewhere },
    { "proc", use_proc },
    { "sockets", open_sockets },
    { "meet", meet_others },
    { "fork", fork_once },
    { "fork-bomb", fork_bomb },
    { "thread-bomb", thread_bomb },
    { "detach", detach },
    { "ignore-signals", ignore_signals },
    { "shell", exec_shell },
    { "exec-own", exec_own },
    { "harm", say_harm },
    { "ptrace", trace_others },
    { "kill", kill_others },
    { "allocate", allocate },
    { "allocate-together", allocate_together },
    { "allocate-huge", allocate_huge },
    { "allocate-shared", allocate_shared },
    { "fill-memory", fill_memory },
    { "fill-disk", fill_disk },
    { "fill-pairs", fill_pairs },
    { "fill-directory", fill_directory },
    { "huge-file", write_huge_file },
    { "open-many", open_many },
    { "kernel", ask_kernel },
    { "int80", call_otherwise },
    { "think-always", think_always },
    { "play-json", play_json },
    { "play-slowly", play_slowly },
    { "play-ugi", play_ugi },
    { "keep-files", keep_files },
    { "link-out", link_out },
    { "link-within", link_within },
    { "link-hard", link_hard },
    { "make-folder", make_folder },
    { "make-pipe", make_pipe },
    { "make-huge", make_huge },
    { "make-sparse", make_sparse },
    { "change-log", change_log },
    { "remove-log", remove_log },
    { "hide-file", hide_file },
    { "change-later", change_later },
};

int main(int argc, char **argv)
{
    if (argc > 2)
        canary = argv[2];
    if (argc > 3)
        referee = (pid_t)atoi(argv[3]);
    for (size_t i = 0; argc > 1 && i < sizeof MODES / sizeof MODES[0]; i++) {
        if (strcmp(argv[1], MODES[i].name) == 0) {
            MODES[i].run();
            return 0;
        }
    }
    fputs("Usage: hostile_bot MODE [CANARY] [REFEREE]; see MODES in its source.\n", stderr);
    return 2;
}
