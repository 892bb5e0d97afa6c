/* SPDX-License-Identifier: MIT */
#include "arena/jail_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail_filter.inc"

enum {
    CONTROL = 3, /* the keeper's end of the socket */
    FIRST_FREE = 4,
    NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                 CLONE_NEWUTS | CLONE_NEWCGROUP,
    PIPE_BYTES = 4096, /* of the pipe that tells whether a program could be executed */
};

/* --- System calls by hand ----------------------------------------------------------------- */

/* Without the company of the C library, where it does more than to call the kernel, and where a
 * sanitizer listens, which would still see the threads that are not here. */

static int sys_open(const char *path, int flags, mode_t mode)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, mode);
}

static void sys_close(int file)
{
    syscall(SYS_close, file);
}

static ssize_t sys_read(int file, void *data, size_t size)
{
    return syscall(SYS_read, file, data, size);
}

static ssize_t sys_write(int file, const void *data, size_t size)
{
    return syscall(SYS_write, file, data, size);
}

static pid_t sys_wait(pid_t pid, int *status, int options)
{
    return (pid_t)syscall(SYS_wait4, pid, status, options, NULL);
}

static void sys_kill(pid_t pid, int number)
{
    syscall(SYS_kill, pid, number);
}

static _Noreturn void sys_exit(int status)
{
    for (;;)
        syscall(SYS_exit_group, status);
}

/* --- Talking ------------------------------------------------------------------------------ */

static void send_event(int control, const JailMessage *message, int file)
{
    union {
        struct cmsghdr head;
        char           capacity[CMSG_SPACE(sizeof(int))];
    } extra = { 0 };
    struct iovec  part = { .iov_base = (void *)(uintptr_t)message, .iov_len = sizeof *message };
    struct msghdr letter = { .msg_iov = &part, .msg_iovlen = 1 };
    if (file >= 0) {
        letter.msg_control = &extra;
        letter.msg_controllen = sizeof extra;
        extra.head = (struct cmsghdr){ .cmsg_len = CMSG_LEN(sizeof(int)),
                                       .cmsg_level = SOL_SOCKET,
                                       .cmsg_type = SCM_RIGHTS };
        memcpy(CMSG_DATA(&extra.head), &file, sizeof file);
    }
    while (syscall(SYS_sendmsg, control, &letter, MSG_NOSIGNAL) < 0 && errno == EINTR)
        continue;
}

static _Noreturn void fail_at(JailStep step, int part)
{
    JailMessage message = {
        .saying = JAIL_EVENT_FAILED, .step = step, .error = errno, .part = part
    };
    send_event(CONTROL, &message, -1);
    sys_exit(1);
}

static _Noreturn void fail(JailStep step)
{
    fail_at(step, 0);
}

/* The next command, 0 when nobody is there any more, or -1 when there is none yet. */
static int hear(int flags)
{
    char    command = 0;
    ssize_t got;
    while ((got = syscall(SYS_recvfrom, CONTROL, &command, 1, flags, NULL, NULL)) < 0 &&
           errno == EINTR)
        continue;
    return got == 1 ? command : got < 0 && errno == EAGAIN ? -1 : 0;
}

/* --- Leaving what was inherited ----------------------------------------------------------- */

/* Files 0 to 3 are those of the plan, and there are no others. */
static void arrange_files(const int files[4])
{
    int high[4];
    for (int i = 0; i < 4; i++)
        high[i] = (int)syscall(SYS_fcntl, files[i], F_DUPFD_CLOEXEC, 16);
    for (int i = 0; i < 4; i++) {
        if (high[i] < 0 || syscall(SYS_dup3, high[i], i, i == CONTROL ? O_CLOEXEC : 0) < 0)
            sys_exit(1);
    }
    if (syscall(SYS_close_range, FIRST_FREE, ~0u, 0) != 0)
        sys_exit(1);
}

static void forget_signals(void)
{
    struct sigaction usual = { .sa_handler = SIG_DFL };
    sigset_t         none;
    for (int i = 1; i < _NSIG; i++)
        sigaction(i, &usual, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* --- The tree ----------------------------------------------------------------------------- */

static bool is_device(const JailPart *part)
{
    return strncmp(part->target, "dev/", 4) == 0;
}

/* A copy of what is mounted there, with nothing allowed but reading. */
static int open_part(const JailPart *part)
{
    struct mount_attr attributes = { .attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID |
                                                 (is_device(part) ? 0 : MOUNT_ATTR_NODEV) };
    int               file =
        open_tree(AT_FDCWD, part->source, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (file >= 0 &&
        mount_setattr(file, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) != 0)
        return -1;
    return file;
}

/* An empty file system in memory. */
static int open_memory(const char *size, const char *files, const char *mode, unsigned attributes)
{
    int context = fsopen("tmpfs", FSOPEN_CLOEXEC);
    if (context < 0 || fsconfig(context, FSCONFIG_SET_STRING, "size", size, 0) != 0 ||
        fsconfig(context, FSCONFIG_SET_STRING, "nr_inodes", files, 0) != 0 ||
        fsconfig(context, FSCONFIG_SET_STRING, "mode", mode, 0) != 0 ||
        fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) != 0)
        return -1;
    int file = fsmount(context, FSMOUNT_CLOEXEC, attributes);
    sys_close(context);
    return file;
}

/* The folders above `path`, which is relative. */
static void make_folders_above(const char *path)
{
    char   words[JAIL_PATH_MAX];
    size_t length = strlen(path);
    memcpy(words, path, length + 1);
    for (size_t i = 1; i < length; i++) {
        if (words[i] != '/')
            continue;
        words[i] = '\0';
        mkdir(words, 0755);
        words[i] = '/';
    }
}

static bool place_part(const JailPart *part, int file)
{
    make_folders_above(part->target);
    if (part->is_link)
        return symlink(part->source, part->target) == 0;
    if (part->is_folder) {
        if (mkdir(part->target, 0755) != 0 && errno != EEXIST)
            return false;
    } else {
        int empty = sys_open(part->target, O_CREAT | O_WRONLY, 0444);
        if (empty < 0)
            return false;
        sys_close(empty);
    }
    return move_mount(file, "", AT_FDCWD, part->target, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

/* The identity that the guest will have.  What only the user who runs us may see must be open by
 * now; the rights within the new namespaces stay for the moment. */
static bool become_nobody(const JailPlan *plan)
{
    /* The C library would ask all threads to do the same, and wait for those that are not here. */
    return (!plan->was_root || syscall(SYS_setgroups, 0, NULL) == 0) &&
           syscall(SYS_setresgid, JAIL_USER, JAIL_USER, JAIL_USER) == 0 &&
           syscall(SYS_setresuid, JAIL_USER, JAIL_USER, JAIL_USER) == 0;
}

/* Go to the root of the mount namespace, if it is not ours: what is on top of it is in our hands. */
static bool leave_changed_root(int own_mounts)
{
    return setns(own_mounts, CLONE_NEWNS) == 0;
}

static void open_parts(const JailTree *tree, int parts[JAIL_PARTS_MAX])
{
    for (int i = 0; i < tree->count; i++) {
        parts[i] = tree->parts[i].is_link ? -1 : open_part(&tree->parts[i]);
        if (parts[i] < 0 && !tree->parts[i].is_link)
            fail_at(JAIL_STEP_PARTS, i);
    }
}

/* The tree itself, around the current folder: the root of an empty file system, which stays open. */
static void fill_root(const JailPlan *plan, int root, const int parts[JAIL_PARTS_MAX])
{
    struct mount_attr read_only = { .attr_set = MOUNT_ATTR_RDONLY };
    int               scratch = open_memory(plan->scratch_size, plan->scratch_files, "0700",
                                            MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    for (int i = 0; i < plan->tree->count; i++) {
        if (!place_part(&plan->tree->parts[i], parts[i]))
            fail_at(JAIL_STEP_PARTS, i);
    }
    if (scratch < 0 || mkdir("scratch", 0755) != 0 ||
        move_mount(scratch, "", AT_FDCWD, "scratch", MOVE_MOUNT_F_EMPTY_PATH) != 0 ||
        mount_setattr(root, "", AT_EMPTY_PATH, &read_only, sizeof read_only) != 0)
        fail(JAIL_STEP_SCRATCH);
}

/* Put the tree in the place of everything else.  Returns the working folder, opened. */
static int build_tree(const JailPlan *plan, bool builds_first)
{
    int parts[JAIL_PARTS_MAX];
    int own_mounts = builds_first ? sys_open("/proc/self/ns/mnt", O_RDONLY, 0) : -1;
    open_parts(plan->tree, parts);
    if (builds_first ? !leave_changed_root(own_mounts) : !become_nobody(plan))
        fail(builds_first ? JAIL_STEP_MOUNTS : JAIL_STEP_IDENTITY);
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        fail(JAIL_STEP_MOUNTS);
    int root = open_memory("1m", "1k", "0755", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (root < 0)
        fail(JAIL_STEP_SCRATCH);
    if (move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) != 0 || fchdir(root) != 0)
        fail(JAIL_STEP_ROOT);
    fill_root(plan, root, parts);
    /* The old root lies under the new one for a moment, and is then gone for good. */
    if (syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0 ||
        chdir("/scratch") != 0)
        fail(JAIL_STEP_ROOT);
    int folder = sys_open(".", O_RDONLY | O_DIRECTORY, 0);
    if (folder < 0)
        fail(JAIL_STEP_SCRATCH);
    return folder;
}

/* --- Rights and limits -------------------------------------------------------------------- */

static void give_up_rights(void)
{
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct   none[2] = { { 0 } };
    for (int i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++)
        continue;
    if (syscall(SYS_capset, &head, none) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail(JAIL_STEP_RIGHTS);
}

static bool limit(int what, int64_t value)
{
    struct rlimit both = { .rlim_cur = (rlim_t)value, .rlim_max = (rlim_t)value };
    struct rlimit now;
    /* A limit that is lower already stays. */
    if (getrlimit((__rlimit_resource_t)what, &now) == 0 && now.rlim_max < both.rlim_max)
        both.rlim_cur = both.rlim_max = now.rlim_max;
    return setrlimit((__rlimit_resource_t)what, &both) == 0;
}

static void set_limits(const JailPlan *plan)
{
    const JailLimits *limits = &plan->limits;
    const struct {
        int     what;
        int64_t value;
    } all[] = {
        { RLIMIT_CORE,
          1 }, /* no file is that small, and programs that collect them are not called */
        { RLIMIT_DATA, limits->memory_bytes },
        { RLIMIT_AS, plan->address_bytes },
        { RLIMIT_STACK, 8 << 20 },
        { RLIMIT_FSIZE, limits->scratch_bytes },
        { RLIMIT_NOFILE, plan->open_files },
        { RLIMIT_SIGPENDING, 256 },
        { RLIMIT_MEMLOCK, 0 },
        { RLIMIT_MSGQUEUE, 0 },
        { RLIMIT_RTPRIO, 0 },
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        ok = ok && limit(all[i].what, all[i].value);
    if (limits->cpu_ms > 0)
        ok = ok && limit(RLIMIT_CPU, (limits->cpu_ms + 999) / 1000);
    /* The keeper counts, too.  Without a namespace all that the user runs would count. */
    if (!plan->unsafe)
        ok = ok && limit(RLIMIT_NPROC, 1 + limits->processes + limits->threads);
    if (!ok)
        fail(JAIL_STEP_LIMITS);
}

/* The kernel's struct has grown; older kernels take its beginning. */
struct ruleset {
    uint64_t files, network, scopes;
};

enum {
    FS_READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    FS_CHANGE = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM,
    FS_FIRST = (1 << 13) - 1,  /* all rights of the first version */
    FS_REFER = 1 << 13,        /* since version 2 */
    FS_TRUNCATE = 1 << 14,     /* since version 3 */
    FS_IOCTL_DEVICE = 1 << 15, /* since version 5 */
    NET_ALL = 3,               /* since version 4: bind and connect */
    SCOPE_ALL = 3,             /* since version 6: abstract sockets, and signals to others */
};

static bool allow_below(int rules, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = { .allowed_access = rights,
                                               .parent_fd = sys_open(path, O_PATH, 0) };
    long failed = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    sys_close(rule.parent_fd);
    return failed == 0;
}

static void set_landlock(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        fail(JAIL_STEP_LANDLOCK);
    struct ruleset wanted = { .files = FS_FIRST | (version >= 2 ? FS_REFER : 0) |
                                       (version >= 3 ? FS_TRUNCATE : 0) |
                                       (version >= 5 ? FS_IOCTL_DEVICE : 0),
                              .network = version >= 4 ? NET_ALL : 0,
                              .scopes = version >= 6 ? SCOPE_ALL : 0 };
    size_t         size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int            rules = (int)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
    uint64_t       newer = wanted.files & (FS_REFER | FS_TRUNCATE);
    if (rules < 0 || !allow_below(rules, "/", FS_READ | LANDLOCK_ACCESS_FS_EXECUTE) ||
        !allow_below(rules, "/scratch", FS_READ | FS_CHANGE | newer) ||
        !allow_below(rules, "/dev", FS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE) ||
        syscall(SYS_landlock_restrict_self, rules, 0) != 0)
        fail(JAIL_STEP_LANDLOCK);
    sys_close(rules);
}

static void set_filter(bool may_fork)
{
    const struct sock_filter *filter = may_fork ? FILTER_FORKS : FILTER_ALONE;
    size_t                    bytes = may_fork ? sizeof FILTER_FORKS : sizeof FILTER_ALONE;
    struct sock_fprog         program = { .len = (unsigned short)(bytes / sizeof filter[0]),
                                          .filter = (struct sock_filter *)(uintptr_t)filter };
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        fail(JAIL_STEP_SECCOMP);
}

/* --- The guest ---------------------------------------------------------------------------- */

static _Noreturn void become_jailed(const JailPlan *plan, int failure)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    JailMessage here = { .saying = JAIL_EVENT_PROCESS,
                         .memory_bytes = (int64_t)used.ru_maxrss * 1024 };
    send_event(CONTROL, &here, -1);
    forget_signals();
    setsid();
    set_limits(plan);
    if (!plan->unsafe) {
        set_landlock();
        set_filter(plan->limits.processes > 1);
    }
    execve(plan->program, plan->arguments, plan->environment);
    int     reason = errno;
    ssize_t ignored = sys_write(failure, &reason, sizeof reason);
    (void)ignored;
    sys_exit(127);
}

/* How gladly the kernel should kill this process, and those that it starts from now on, when memory
 * runs out.  Where that cannot be said it is no matter. */
static void set_oom_score(int spare, const char *digits)
{
    ssize_t ignored = sys_write(spare, digits, strlen(digits));
    (void)ignored;
}

/* Start the guest and wait until its program has been executed. */
static pid_t start_guest(const JailPlan *plan, int spare)
{
    int     failure[2], reason = 0;
    ssize_t got;
    if (syscall(SYS_pipe2, failure, O_CLOEXEC) != 0)
        fail(JAIL_STEP_EXECUTE);
    set_oom_score(spare, "1000");
    pid_t jailed = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (jailed < 0)
        fail(JAIL_STEP_START);
    if (jailed == 0)
        become_jailed(plan, failure[1]);
    set_oom_score(spare, "0"); /* the keeper is worth more: it tells what has happened */
    sys_close(spare);
    sys_close(failure[1]);
    syscall(SYS_close_range, 0, CONTROL - 1,
            0); /* so that the other side sees when the guest closes them */
    while ((got = sys_read(failure[0], &reason, sizeof reason)) < 0 && errno == EINTR)
        continue;
    sys_close(failure[0]);
    if (got != 0) {
        errno = reason;
        fail(JAIL_STEP_EXECUTE);
    }
    return jailed;
}

/* --- The keeper --------------------------------------------------------------------------- */

/* Without a jail: the children of this process, one a call; 0 when there is none. */
static pid_t next_child(void)
{
    char    words[32];
    pid_t   pid = 0;
    int     file = sys_open("/proc/thread-self/children", O_RDONLY, 0);
    ssize_t got = file < 0 ? 0 : sys_read(file, words, sizeof words);
    sys_close(file);
    for (ssize_t i = 0; i < got && words[i] >= '0' && words[i] <= '9'; i++)
        pid = pid * 10 + (words[i] - '0');
    return pid;
}

/* A signal to everything in the jail but the keeper.  -1 means "all that I may signal", which is the
 * jail for the first process of a pid namespace, and would be the machine for anybody else. */
static void signal_all(const JailPlan *plan, pid_t jailed, int number)
{
    if (plan->unsafe)
        sys_kill(-jailed, number);
    else if (getpid() == 1)
        sys_kill(-1, number);
}

static void kill_all(const JailPlan *plan, pid_t jailed)
{
    signal_all(plan, jailed, SIGKILL);
    while (plan->unsafe) {
        pid_t child = next_child();
        if (child == 0)
            break;
        sys_kill(child, SIGKILL);
        if (sys_wait(child, NULL, 0) < 0)
            break;
    }
    while (sys_wait(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
}

static int64_t microseconds(struct timeval time)
{
    return (int64_t)time.tv_sec * 1000000 + time.tv_usec;
}

static _Noreturn void report_end(const JailPlan *plan, pid_t jailed, int status, bool has_status)
{
    struct rusage used;
    if (!has_status) {
        sys_kill(jailed, SIGKILL);
        sys_wait(jailed, &status, 0);
    }
    kill_all(plan, jailed);
    getrusage(RUSAGE_CHILDREN, &used);
    JailMessage message = { .saying = JAIL_EVENT_ENDED,
                            .status = status,
                            .cpu_us = microseconds(used.ru_utime) + microseconds(used.ru_stime),
                            .memory_bytes = (int64_t)used.ru_maxrss * 1024 };
    send_event(CONTROL, &message, -1);
    sys_exit(0);
}

/* Reap whoever has died; the end of the guest is the end of all. */
static void reap(const JailPlan *plan, pid_t jailed, int signals)
{
    struct signalfd_siginfo info;
    int                     status;
    pid_t                   pid;
    ssize_t                 ignored = sys_read(signals, &info, sizeof info);
    (void)ignored;
    while ((pid = sys_wait(-1, &status, WNOHANG)) > 0) {
        if (pid == jailed)
            report_end(plan, jailed, status, true);
    }
}

static void obey(const JailPlan *plan, pid_t jailed)
{
    int command = hear(MSG_DONTWAIT);
    if (command == JAIL_CMD_FREEZE)
        signal_all(plan, jailed, SIGSTOP);
    else if (command == JAIL_CMD_THAW)
        signal_all(plan, jailed, SIGCONT);
    else if (command == JAIL_CMD_KILL)
        report_end(plan, jailed, 0, false);
    else if (command >= 0) {
        kill_all(plan, jailed); /* nobody is there any more */
        sys_exit(0);
    }
}

static _Noreturn void keep(const JailPlan *plan, int spare)
{
    sigset_t death;
    sigemptyset(&death);
    sigaddset(&death, SIGCHLD);
    sigprocmask(SIG_BLOCK, &death, NULL);
    int signals = (int)syscall(SYS_signalfd4, -1, &death, 8, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0)
        fail(JAIL_STEP_START);
    if (hear(0) != JAIL_CMD_GO)
        sys_exit(0);
    pid_t       jailed = start_guest(plan, spare);
    JailMessage message = { .saying = JAIL_EVENT_RUNNING };
    send_event(CONTROL, &message, -1);
    for (;;) {
        struct pollfd wanted[2] = { { .fd = CONTROL, .events = POLLIN },
                                    { .fd = signals, .events = POLLIN } };
        if (poll(wanted, 2, -1) < 0 && errno != EINTR)
            sys_exit(1);
        if (wanted[1].revents != 0)
            reap(plan, jailed, signals);
        if (wanted[0].revents != 0)
            obey(plan, jailed);
    }
}

static void wait_for_identity(void)
{
    if (hear(0) != JAIL_CMD_SETTLE)
        sys_exit(0);
}

/* Without a jail: a folder of the machine. */
static int enter_folder(const JailPlan *plan)
{
    int folder = sys_open(plan->scratch_folder, O_RDONLY | O_DIRECTORY, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (folder < 0 || fchdir(folder) != 0)
        fail(JAIL_STEP_SCRATCH);
    return folder;
}

static int enter_jail(const JailPlan *plan, bool builds_first)
{
    if (sethostname("jail", 4) != 0)
        fail(JAIL_STEP_RIGHTS);
    int folder = build_tree(plan, builds_first);
    if (builds_first && unshare(CLONE_NEWUSER) != 0)
        fail(JAIL_STEP_IDENTITY);
    return folder;
}

static _Noreturn void be_supervisor(const JailPlan *plan, bool builds_first)
{
    arrange_files(plan->files);
    forget_signals();
    setsid();
    if (!builds_first)
        wait_for_identity();
    int spare = sys_open("/proc/self/oom_score_adj", O_WRONLY, 0);
    int folder = plan->unsafe ? enter_folder(plan) : enter_jail(plan, builds_first);

    JailMessage built = { .saying = JAIL_EVENT_BUILT };
    send_event(CONTROL, &built, folder);
    sys_close(folder);
    if (builds_first) {
        wait_for_identity();
        if (!become_nobody(plan))
            fail(JAIL_STEP_IDENTITY);
    }
    if (!plan->unsafe) {
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
        give_up_rights();
    }
    keep(plan, spare);
}

/* --- Starting ----------------------------------------------------------------------------- */

/* As fork(2), into new namespaces.  Signals wait meanwhile: the copy must not run handlers that were
 * written for the original. */
static pid_t fork_with(unsigned long flags)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    pid_t pid = (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
    int   reason = errno;
    if (pid != 0)
        sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return pid;
}

static pid_t start_in(unsigned long namespaces, const JailPlan *plan, bool builds_first)
{
    pid_t supervisor = fork_with(namespaces);
    if (supervisor == 0)
        be_supervisor(plan, builds_first);
    return supervisor;
}

/* Root without root's rights, as in containers, has to go a plain user's way. */
pid_t jail_inside_start(const JailPlan *plan, bool *builds_first)
{
    *builds_first = plan->was_root && !plan->unsafe;
    pid_t supervisor = *builds_first ? start_in(NAMESPACES & ~CLONE_NEWUSER, plan, true) : -1;
    if (supervisor > 0)
        return supervisor;
    *builds_first = false;
    return start_in(plan->unsafe ? 0 : NAMESPACES, plan, false);
}
