/* SPDX-License-Identifier: MIT */
/* jail_filter OUTPUT - write the filters of system calls for src/arena/jail_inside.c, as C tables.
 *
 * The jail lets a program call the kernel for what ordinary programs need: its own memory, threads,
 * time, pipes and plain files.  Everything that is not listed does not exist (ENOSYS), so that the C
 * library falls back to older ways; what people may try on purpose is "not permitted" (EPERM).
 *
 * libseccomp turns the lists into a program for the kernel once, while Tessera is built: there is
 * nothing to compute when a guest is started, and nothing that could fail.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* Lists of names, divided by blanks.  Names that the architecture at hand does not know are passed over. */
static const char ALLOWED[] =
    /* its own memory; mmap has conditions below */
    "brk madvise mincore mprotect mremap msync munmap "
    /* threads and signals among themselves; clone and kill stay within the namespace */
    "arch_prctl exit exit_group futex get_robust_list getpid getppid gettid "
    "membarrier pause restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask "
    "rt_sigreturn rt_sigsuspend rt_sigtimedwait sched_getaffinity sched_getparam "
    "sched_getscheduler sched_get_priority_max sched_get_priority_min sched_yield "
    "set_robust_list set_tid_address sigaltstack wait4 waitid "
    /* a new program in its own place, as far as the tree has any */
    "execve execveat "
    /* time */
    "alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep "
    "setitimer time timerfd_create timerfd_gettime timerfd_settime times "
    /* who and where am I */
    "capget getcpu getegid geteuid getgid getgroups getpgid getpgrp getpriority getrandom "
    "getresgid getresuid getrlimit getrusage getsid getuid setpgid setsid "
    "sysinfo umask uname "
    /* open files; fcntl and ioctl have conditions below */
    "close close_range copy_file_range dup dup2 dup3 epoll_create epoll_create1 epoll_ctl "
    "epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 fadvise64 fallocate fdatasync "
    "fstat fstatfs fsync ftruncate getdents getdents64 lseek newfstatat pipe pipe2 "
    "poll ppoll pread64 preadv preadv2 pselect6 pwrite64 pwritev pwritev2 read readv "
    "select sendfile write writev "
    /* files by name */
    "access chdir chmod creat faccessat faccessat2 fchdir fchmod fchmodat futimesat "
    "getcwd link linkat lstat mkdir mkdirat open openat openat2 readlink readlinkat "
    "rename renameat renameat2 rmdir stat statfs statx symlink symlinkat truncate unlink "
    "unlinkat utime utimensat utimes ";

static const char FORKS[] = "fork vfork ";

static const char FORBIDDEN[] =
    "accept accept4 acct add_key bind bpf capset chroot connect delete_module "
    "finit_module fsconfig fsmount fsopen getsockopt init_module ioperm iopl "
    "kexec_file_load kexec_load keyctl listen memfd_create mknod mknodat mlock mlock2 "
    "mlockall mount mount_setattr move_mount msgget name_to_handle_at nice "
    "open_by_handle_at open_tree perf_event_open pidfd_getfd pidfd_open pidfd_send_signal "
    "pivot_root process_vm_readv process_vm_writev ptrace reboot recvfrom recvmsg "
    "request_key semget sendmsg sendto setdomainname setfsgid setfsuid setgid setgroups "
    "sethostname setns setpriority setregid setresgid setresuid setreuid setsockopt "
    "settimeofday setuid shmat shmget socket swapoff swapon syslog umount2 "
    "unshare userfaultfd vhangup "
    /* its signal could be SIGCONT, which resumes a stopped program */
    "timer_create "
    /* locks on shared library files would be a channel between bots */
    "flock ";

static const unsigned FCNTLS[] = { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL };

static const unsigned IOCTLS[] = { FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, TCGETS, TIOCGWINSZ };

enum {
    NEW_NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                     CLONE_NEWPID | CLONE_NEWNET
};

static void stop(const char *what, int error)
{
    fprintf(stderr, "jail_filter: %s: %s\n", what, strerror(error < 0 ? -error : error));
    exit(1);
}

static struct scmp_arg_cmp compare(unsigned argument, enum scmp_compare how, uint64_t value)
{
    return (struct scmp_arg_cmp){ .arg = argument, .op = how, .datum_a = value };
}

/* The bits of `mask` are those of `value`. */
static struct scmp_arg_cmp masked(unsigned argument, uint64_t mask, uint64_t value)
{
    return (struct scmp_arg_cmp){
        .arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value
    };
}

/* A rule with any number of conditions. */
static void add_rule(scmp_filter_ctx filter, uint32_t action, const char *name,
                     const struct scmp_arg_cmp *conditions, unsigned count)
{
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR)
        stop(name, ENOSYS);
    if (number < 0)
        return; /* not on this architecture */
    int failed = seccomp_rule_add_array(filter, action, number, count, conditions);
    if (failed != 0)
        stop(name, failed);
}

static void add(scmp_filter_ctx filter, uint32_t action, const char *name,
                const struct scmp_arg_cmp *condition)
{
    add_rule(filter, action, name, condition, condition != NULL);
}

static void add_all(scmp_filter_ctx filter, const char *name, const struct scmp_arg_cmp *conditions,
                    unsigned count)
{
    add_rule(filter, SCMP_ACT_ALLOW, name, conditions, count);
}

/* The same for all names of a list. */
static void add_plain(scmp_filter_ctx filter, uint32_t action, const char *names)
{
    char name[64];
    for (int taken; sscanf(names, " %63s%n", name, &taken) == 1; names += taken)
        add(filter, action, name, NULL);
}

static void add_if(scmp_filter_ctx filter, const char *name, struct scmp_arg_cmp condition)
{
    add(filter, SCMP_ACT_ALLOW, name, &condition);
}

static void forbid_if(scmp_filter_ctx filter, const char *name, struct scmp_arg_cmp condition)
{
    add(filter, SCMP_ACT_ERRNO(EPERM), name, &condition);
}

/* Signals to itself.  A lone process that dies of SIGKILL or is stopped was hit from outside, and that
 * must not cost it the game.  So it cannot do either to itself. */
static void add_signals(scmp_filter_ctx filter, bool may_fork)
{
    static const struct {
        const char *name;
        unsigned    argument;
    } CALLS[] = { { "kill", 1 }, { "tkill", 1 }, { "tgkill", 2 } };
    enum { LAST_SIGNAL = 64 };
    for (size_t i = 0; i < sizeof CALLS / sizeof CALLS[0]; i++)
        for (unsigned number = 0; number <= LAST_SIGNAL; number++) {
            struct scmp_arg_cmp is_number = masked(CALLS[i].argument, UINT32_MAX, number);
            if (!may_fork && (number == SIGKILL || number == SIGSTOP))
                forbid_if(filter, CALLS[i].name, is_number);
            else
                add_if(filter, CALLS[i].name, is_number);
        }
}

/* Its own limits, which it can only lower, except RLIMIT_CPU, which would kill it. */
static void add_limits(scmp_filter_ctx filter)
{
    struct scmp_arg_cmp reads[] = { compare(0, SCMP_CMP_EQ, 0), compare(2, SCMP_CMP_EQ, 0) };
    add_all(filter, "prlimit64", reads, 2);
    for (unsigned limit = 0; limit < RLIM_NLIMITS; limit++) {
        struct scmp_arg_cmp writes[] = { compare(0, SCMP_CMP_EQ, 0), masked(1, UINT32_MAX, limit) };
        if (limit == RLIMIT_CPU)
            continue;
        add_all(filter, "prlimit64", writes, 2);
        add_if(filter, "setrlimit", masked(0, UINT32_MAX, limit));
    }
}

static void add_conditions(scmp_filter_ctx filter, bool may_fork)
{
    /* Some memory counts for no process: shared without a file, growing like a stack, huge pages. */
    const unsigned shared = MAP_SHARED | MAP_ANONYMOUS;
    const unsigned uncounted = MAP_GROWSDOWN | MAP_HUGETLB;
    add_if(filter, "mmap", masked(3, shared | uncounted, 0));
    add_if(filter, "mmap", masked(3, shared | uncounted, MAP_SHARED));
    add_if(filter, "mmap", masked(3, shared | uncounted, MAP_ANONYMOUS));
    forbid_if(filter, "mmap", masked(3, shared | uncounted, shared));
    forbid_if(filter, "mmap", masked(3, MAP_GROWSDOWN, MAP_GROWSDOWN));
    forbid_if(filter, "mmap", masked(3, uncounted, MAP_HUGETLB));
    /* Threads, and where allowed children, but no namespaces of its own.  clone3 hides its flags in
     * memory where no filter can look; without it the C library takes clone. */
    const unsigned fixed = NEW_NAMESPACES | CLONE_THREAD;
    add_if(filter, "clone", masked(0, fixed, CLONE_THREAD));
    /* The end of a child sends no other signal than SIGCHLD: SIGCONT would resume a stopped parent. */
    if (may_fork)
        add_if(filter, "clone", masked(0, fixed | CSIGNAL, SIGCHLD));
    else
        forbid_if(filter, "clone", masked(0, CLONE_THREAD, 0));
    /* Large pipes and many locks would take memory that is the kernel's own. */
    for (size_t i = 0; i < sizeof FCNTLS / sizeof FCNTLS[0]; i++)
        add_if(filter, "fcntl", compare(1, SCMP_CMP_EQ, FCNTLS[i]));
    for (size_t i = 0; i < sizeof IOCTLS / sizeof IOCTLS[0]; i++)
        add_if(filter, "ioctl", compare(1, SCMP_CMP_EQ, IOCTLS[i]));
    add_if(filter, "prctl", compare(0, SCMP_CMP_EQ, PR_SET_NAME));
    add_if(filter, "prctl", compare(0, SCMP_CMP_EQ, PR_GET_NAME));
    add_limits(filter);
    add_signals(filter, may_fork);
}

/* Java opens a pair of sockets before its first file.  They are a pipe within the jail: without sendmsg
 * they carry no descriptors, and without setsockopt their buffers stay small. */
static scmp_filter_ctx build(bool may_fork, bool may_pair)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (filter == NULL)
        stop("seccomp_init", ENOMEM);
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a tree instead of a list */
    add_plain(filter, SCMP_ACT_ALLOW, ALLOWED);
    add_plain(filter, SCMP_ACT_ERRNO(EPERM), FORBIDDEN);
    add_plain(filter, may_fork ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM), FORKS);
    add_conditions(filter, may_fork);
    if (may_pair)
        add_if(filter, "socketpair", compare(0, SCMP_CMP_EQ, AF_UNIX));
    else
        add(filter, SCMP_ACT_ERRNO(EPERM), "socketpair", NULL);
    return filter;
}

static void write_table(FILE *out, const char *name, bool may_fork, bool may_pair)
{
    scmp_filter_ctx    filter = build(may_fork, may_pair);
    FILE              *file = tmpfile();
    struct sock_filter one;
    if (file == NULL)
        stop("tmpfile", errno);
    int failed = seccomp_export_bpf(filter, fileno(file));
    if (failed != 0)
        stop("seccomp_export_bpf", failed);
    seccomp_release(filter);
    rewind(file);
    fprintf(out, "static const struct sock_filter %s[] = {\n", name);
    while (fread(&one, sizeof one, 1, file) == 1)
        fprintf(out, "    { 0x%x, %u, %u, 0x%x },\n", one.code, one.jt, one.jf, one.k);
    fputs("};\n", out);
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("Usage: jail_filter OUTPUT\n", stderr);
        return 2;
    }
    FILE *out = fopen(argv[1], "w");
    if (out == NULL)
        stop(argv[1], errno);
    fputs("/* Written by tools/jail_filter.c. */\n", out);
    write_table(out, "FILTER_ALONE", false, false);
    write_table(out, "FILTER_FORKS", true, false);
    write_table(out, "FILTER_ALONE_PAIRS", false, true);
    write_table(out, "FILTER_FORKS_PAIRS", true, true);
    if (fclose(out) != 0)
        stop(argv[1], errno);
    return 0;
}
