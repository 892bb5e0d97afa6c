/* SPDX-License-Identifier: MIT */
#include "arena/jail_inside.h"

#include <assert.h>
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
#include <time.h>
#include <unistd.h>

#include "arena/jail_memory.h"
#include "jail_filter.inc"

enum {
    CONTROL = 3, /* the supervisor's end of the socket */
    FIRST_FREE = 4,
    NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                 CLONE_NEWUTS | CLONE_NEWCGROUP,
    SHARED_NAMESPACES = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS, /* see jail_helper.h */
    STOP_NAP_NS = 20000, /* between two looks whether the bot has stopped; then twice as long */
    STOP_NAP_MAX_NS = 2000000,
    STOP_NAPS = 1000,
};

/* --- Raw system calls --------------------------------------------------------------------- */

/* The C library's wrappers may do more than call the kernel, and sanitizers intercept them.  Both
 * would rely on threads that do not exist in this process. */

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

/* --- Messages ----------------------------------------------------------------------------- */

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
    JailMessage message = { .kind = JAIL_EVENT_FAILED, .step = step, .error = errno, .part = part };
    send_event(CONTROL, &message, -1);
    sys_exit(1);
}

static _Noreturn void fail(JailStep step)
{
    fail_at(step, 0);
}

/* Return the next command, 0 if the other end is closed, or -1 if there is none yet. */
static int receive_command(int flags)
{
    char    command = 0;
    ssize_t got;
    while ((got = syscall(SYS_recvfrom, CONTROL, &command, 1, flags, NULL, NULL)) < 0 &&
           errno == EINTR)
        continue;
    return got == 1 ? command : got < 0 && errno == EAGAIN ? -1 : 0;
}

/* --- Inherited state ---------------------------------------------------------------------- */

/* Make the files of the plan descriptors 0 to 3 and close all others. */
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

static void unblock_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* A helper has standard actions already, except that it lets the kernel reap its children. */
static void reset_signals(bool has_helper)
{
    struct sigaction standard = { .sa_handler = SIG_DFL };
    for (int i = has_helper ? SIGCHLD : 1; i < (has_helper ? SIGCHLD + 1 : _NSIG); i++)
        sigaction(i, &standard, NULL);
    unblock_signals();
}

/* --- The file tree ------------------------------------------------------------------------ */

static bool is_device(const JailPart *part)
{
    return strncmp(part->target, "dev/", 4) == 0;
}

/* Return a detached read-only copy of the mount at a part's source. */
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

/* Return a new tmpfs, detached. */
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

/* Create the directories above `path`, which is relative. */
static void make_folders_above(const char *path)
{
    char   above[JAIL_PATH_MAX];
    size_t length = strlen(path);
    memcpy(above, path, length + 1);
    for (size_t i = 1; i < length; i++) {
        if (above[i] != '/')
            continue;
        above[i] = '\0';
        mkdir(above, 0755);
        above[i] = '/';
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

static bool write_text(const char *path, const char *text)
{
    int     file = sys_open(path, O_WRONLY, 0);
    ssize_t written = file < 0 ? -1 : sys_write(file, text, strlen(text));
    sys_close(file);
    return written == (ssize_t)strlen(text);
}

JailMaps jail_maps(unsigned user, unsigned group)
{
    JailMaps maps;
    Text     user_text = text_over(maps.user, sizeof maps.user);
    Text     group_text = text_over(maps.group, sizeof maps.group);
    text_addf(&user_text, "%u %u 1", user, (unsigned)geteuid());
    text_addf(&group_text, "%u %u 1", group, (unsigned)getegid());
    return maps;
}

bool jail_maps_apply(const JailMaps *maps)
{
    return write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/uid_map", maps->user) &&
           write_text("/proc/self/gid_map", maps->group);
}

/* Become the user of the jail.  Files that only the original user can read must be open by now. The
 * capabilities in the new namespaces stay until give_up_rights. */
static bool take_jail_identity(const JailPlan *plan)
{
    /* Raw calls: the C library would make all threads do the same and wait for those that do not
     * exist. */
    return (!plan->was_root || syscall(SYS_setgroups, 0, NULL) == 0) &&
           syscall(SYS_setresgid, JAIL_USER, JAIL_USER, JAIL_USER) == 0 &&
           syscall(SYS_setresuid, JAIL_USER, JAIL_USER, JAIL_USER) == 0;
}

/* Leave a chroot: entering our own mount namespace again sets the root directory to its root. */
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

/* Fill the new root, which is the current directory, and make it read-only. */
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

/* Replace the root by the jail's file tree.  Return a descriptor of the working directory. */
static int build_tree(const JailPlan *plan, bool builds_first)
{
    int parts[JAIL_PARTS_MAX];
    int own_mounts = builds_first ? sys_open("/proc/self/ns/mnt", O_RDONLY, 0) : -1;
    open_parts(plan->tree, parts);
    if (builds_first ? !leave_changed_root(own_mounts) : !take_jail_identity(plan))
        fail(builds_first ? JAIL_STEP_MOUNTS : JAIL_STEP_IDENTITY);
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        fail(JAIL_STEP_MOUNTS);
    int root = open_memory("1m", "1k", "0755", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (root < 0)
        fail(JAIL_STEP_SCRATCH);
    if (move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) != 0 || fchdir(root) != 0)
        fail(JAIL_STEP_ROOT);
    fill_root(plan, root, parts);
    /* pivot_root(".", ".") stacks the old root on the new one; detaching it leaves only the new
     * one. */
    if (syscall(SYS_pivot_root, ".", ".") != 0 || umount2(".", MNT_DETACH) != 0 ||
        chdir("/scratch") != 0)
        fail(JAIL_STEP_ROOT);
    int folder = sys_open(".", O_RDONLY | O_DIRECTORY, 0);
    if (folder < 0)
        fail(JAIL_STEP_SCRATCH);
    return folder;
}

/* --- Capabilities and limits -------------------------------------------------------------- */

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
    /* Keep an existing limit that is lower. */
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
        /* 1 byte: no core file is that small, and unlike 0 it also disables core dump handlers. */
        { RLIMIT_CORE, 1 },
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
    /* The supervisor counts as one.  Without a namespace all processes of the user would count. */
    if (!plan->unsafe)
        ok = ok && limit(RLIMIT_NPROC, 1 + limits->processes + limits->threads);
    if (!ok)
        fail(JAIL_STEP_LIMITS);
}

/* Newer kernels have more fields; older ones accept a prefix of this struct. */
struct ruleset {
    uint64_t files, network, scopes;
};

enum {
    FS_READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    FS_CHANGE = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM,
    FS_FIRST = (1 << 13) - 1,  /* all access rights of version 1 */
    FS_REFER = 1 << 13,        /* since version 2 */
    FS_TRUNCATE = 1 << 14,     /* since version 3 */
    FS_IOCTL_DEVICE = 1 << 15, /* since version 5 */
    NET_ALL = 3,               /* since version 4: bind and connect */
    SCOPE_ALL = 3, /* since version 6: abstract sockets, and signals to processes outside */
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

static void set_filter(bool may_fork, bool may_pair)
{
#define FILTER(table)                         \
    {                                         \
        table, sizeof table / sizeof table[0] \
    }
    static const struct {
        const struct sock_filter *table;
        size_t                    length;
    } FILTERS[2][2] = { { FILTER(FILTER_ALONE), FILTER(FILTER_ALONE_PAIRS) },
                        { FILTER(FILTER_FORKS), FILTER(FILTER_FORKS_PAIRS) } };
#undef FILTER
    struct sock_fprog program = {
        .len = (unsigned short)FILTERS[may_fork][may_pair].length,
        .filter = (struct sock_filter *)(uintptr_t)FILTERS[may_fork][may_pair].table
    };
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        fail(JAIL_STEP_SECCOMP);
}

/* --- The bot process ---------------------------------------------------------------------- */

/* Receive JAIL_CMD_GO with the arguments, by read(2), which the filter allows.  If anything else
 * comes, the jail was closed before its start. */
static void receive_arguments(char  bytes[JAIL_ARGUMENT_BYTES + 2],
                              char *arguments[JAIL_ARGUMENTS_MAX + 1])
{
    int     count = 0;
    ssize_t got;
    while ((got = sys_read(CONTROL, bytes, JAIL_ARGUMENT_BYTES + 1)) < 0 && errno == EINTR)
        continue;
    if (got < 2 || bytes[0] != JAIL_CMD_GO)
        sys_exit(1);
    bytes[got] = '\0';
    for (char *at = bytes + 1; at < bytes + got && count < JAIL_ARGUMENTS_MAX; at += strlen(at) + 1)
        arguments[count++] = at;
    arguments[count] = NULL;
}

static _Noreturn void become_jailed(const JailPlan *plan, int failure)
{
    char          bytes[JAIL_ARGUMENT_BYTES + 2];
    char         *arguments[JAIL_ARGUMENTS_MAX + 1];
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    JailMessage here = { .kind = JAIL_EVENT_PROCESS,
                         .memory_bytes = (int64_t)used.ru_maxrss * 1024 };
    send_event(CONTROL, &here, -1);
    unblock_signals(); /* the supervisor has reset their actions */
    setsid();
    set_limits(plan);
    if (!plan->unsafe) {
        set_landlock();
        set_filter(plan->limits.processes > 1, plan->may_pair);
    }
    char *environment[JAIL_ENVIRONMENT_MAX + 2] = { NULL };
    int   count = 0;
    for (; count < JAIL_ENVIRONMENT_MAX && plan->environment[count] != NULL; count++)
        environment[count] = plan->environment[count];
    if (plan->origin[0] != '\0')
        environment[count] = (char *)(uintptr_t)plan->origin;
    receive_arguments(bytes, arguments);
    execve(arguments[0], arguments, environment);
    int     reason = errno;
    ssize_t ignored = sys_write(failure, &reason, sizeof reason);
    (void)ignored;
    sys_exit(127);
}

/* Set oom_score_adj for this process and its future children.  Failure is harmless. */
static void set_oom_score(int oom_file, const char *digits)
{
    ssize_t ignored = sys_write(oom_file, digits, strlen(digits));
    (void)ignored;
}

/* Start the bot process and wait until it has received its arguments and executed them.  The pipe `failure` is closed
 * by a successful execve; otherwise it carries errno.
 *
 * vfork shares our memory until then; copying the page tables takes as long as everything else here.
 * It is a function of the C library, so only descendants of a helper call it: they never had a second
 * thread. */
static pid_t start_jailed(const JailPlan *plan, int oom_file)
{
    int     failure[2], reason = 0;
    ssize_t got;
    if (syscall(SYS_pipe2, failure, O_CLOEXEC) != 0)
        fail(JAIL_STEP_EXECUTE);
    set_oom_score(oom_file, "1000");
    pid_t jailed =
        plan->has_helper ? vfork() : (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (jailed == 0)
        become_jailed(plan, failure[1]);
    if (jailed < 0)
        fail(JAIL_STEP_START);
    set_oom_score(oom_file, "0"); /* the supervisor must survive to report the end */
    sys_close(oom_file);
    sys_close(failure[1]);
    /* Close our copies of the bot's pipes, so that the other side sees when the bot closes them. */
    syscall(SYS_close_range, 0, CONTROL - 1, 0);
    while ((got = sys_read(failure[0], &reason, sizeof reason)) < 0 && errno == EINTR)
        continue;
    sys_close(failure[0]);
    if (got != 0) {
        errno = reason;
        fail(JAIL_STEP_EXECUTE);
    }
    return jailed;
}

/* --- The supervisor ----------------------------------------------------------------------- */

/* Without a jail: return a child of this process, or 0 if there is none. */
static pid_t next_child(void)
{
    char    digits[32];
    pid_t   pid = 0;
    int     file = sys_open("/proc/thread-self/children", O_RDONLY, 0);
    ssize_t got = file < 0 ? 0 : sys_read(file, digits, sizeof digits);
    sys_close(file);
    for (ssize_t i = 0; i < got && digits[i] >= '0' && digits[i] <= '9'; i++)
        pid = pid * 10 + (digits[i] - '0');
    return pid;
}

/* Signal every process in the jail except the supervisor.  kill(-1) reaches every process that the
 * caller may signal: for PID 1 of a namespace that is the jail, otherwise it would be the
 * machine. */
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

/* What the supervisor knows while the bot process runs. */
typedef struct Watch {
    const JailPlan *plan;
    pid_t           jailed;
    JailMemory      memory;
    bool            is_frozen;
    int64_t         begin_delay_us, delay_us; /* waited for a CPU: until execve, and in total */
} Watch;

/* Complete the report, and kill what is left. */
static _Noreturn void report_end(const Watch *watch, JailMessage message)
{
    struct rusage used;
    kill_all(watch->plan, watch->jailed);
    getrusage(RUSAGE_CHILDREN, &used);
    message.kind = JAIL_EVENT_ENDED;
    message.cpu_us = microseconds(used.ru_utime) + microseconds(used.ru_stime);
    message.memory_bytes = (int64_t)used.ru_maxrss * 1024;
    message.sampled_bytes = watch->memory.peak_bytes;
    message.delay_us =
        watch->delay_us > watch->begin_delay_us ? watch->delay_us - watch->begin_delay_us : 0;
    send_event(CONTROL, &message, -1);
    sys_exit(0);
}

/* Kill the bot process.  A program that has ended meanwhile, or is about to, was not killed by us. */
static _Noreturn void kill_and_report(const Watch *watch, bool is_over_memory)
{
    int  status = 0;
    bool has_ended = sys_wait(watch->jailed, &status, WNOHANG) == watch->jailed;
    if (!has_ended) {
        sys_kill(watch->jailed, SIGKILL);
        sys_wait(watch->jailed, &status, 0);
        has_ended = !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL;
    }
    report_end(watch, (JailMessage){ .status = status,
                                     .was_asked = !has_ended && !is_over_memory,
                                     .is_over_memory = is_over_memory });
}

static bool has_changed(pid_t pid, int how)
{
    siginfo_t info = { 0 };
    return syscall(SYS_waitid, P_PID, pid, &info, how | WNOHANG, NULL) != 0 || info.si_pid != 0;
}

/* True if the processes that were sent SIGSTOP run no more. */
static bool is_still(const Watch *watch)
{
    const JailMemory *memory = &watch->memory;
    return memory->has_children && memory->proc >= 0 && !watch->plan->unsafe
               ? jail_memory_is_still(memory)
               : has_changed(watch->jailed, WSTOPPED);
}

/* Wait until no thread of the jail can run.  On a busy machine each of them may take a while to see
 * its signal. */
static void wait_for_stop(const Watch *watch)
{
    struct timespec nap = { .tv_nsec = STOP_NAP_NS };
    for (int i = 0; i < STOP_NAPS; i++) {
        if (is_still(watch) || has_changed(watch->jailed, WEXITED | WNOWAIT))
            return;
        syscall(SYS_nanosleep, &nap, NULL);
        nap.tv_nsec = nap.tv_nsec < STOP_NAP_MAX_NS ? 2 * nap.tv_nsec : nap.tv_nsec;
    }
}

static void freeze(Watch *watch)
{
    JailMessage frozen = { .kind = JAIL_EVENT_FROZEN };
    watch->is_frozen = true;
    signal_all(watch->plan, watch->jailed, SIGSTOP);
    wait_for_stop(watch);
    send_event(CONTROL, &frozen, -1);
}

/* Reap dead children.  When the bot process has died, kill the rest and report.  If it found a way to
 * continue while it should be stopped, stop it again. */
static void reap(Watch *watch, int signals)
{
    struct signalfd_siginfo info;
    int                     status;
    pid_t                   pid;
    ssize_t                 ignored = sys_read(signals, &info, sizeof info);
    (void)ignored;
    watch->delay_us = jail_memory_delay_us(&watch->memory);
    while ((pid = sys_wait(-1, &status, WNOHANG)) > 0) {
        if (pid == watch->jailed)
            report_end(watch, (JailMessage){ .status = status });
    }
    if (watch->is_frozen)
        signal_all(watch->plan, watch->jailed, SIGSTOP);
}

static void handle_command(Watch *watch)
{
    int command = receive_command(MSG_DONTWAIT);
    if (command == JAIL_CMD_FREEZE) {
        freeze(watch);
    } else if (command == JAIL_CMD_THAW) {
        watch->is_frozen = false;
        signal_all(watch->plan, watch->jailed, SIGCONT);
    } else if (command == JAIL_CMD_KILL) {
        kill_and_report(watch, false);
    } else if (command >= 0) {
        kill_all(watch->plan, watch->jailed); /* the other end is closed */
        sys_exit(0);
    }
}

static int open_signals(void)
{
    sigset_t death;
    sigemptyset(&death);
    sigaddset(&death, SIGCHLD);
    sigprocmask(SIG_BLOCK, &death, NULL);
    int signals = (int)syscall(SYS_signalfd4, -1, &death, 8, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0)
        fail(JAIL_STEP_START);
    return signals;
}

/* Wait for a command.  If anything else comes, the jail was closed. */
static void wait_for(int command)
{
    if (receive_command(0) != command)
        sys_exit(0);
}

static _Noreturn void supervise(Watch *watch, int oom_file)
{
    int signals = open_signals();
    wait_for(JAIL_CMD_FORK);
    watch->jailed = start_jailed(watch->plan, oom_file);
    jail_memory_begin(&watch->memory);
    JailMessage message = { .kind = JAIL_EVENT_RUNNING,
                            .delay_us = jail_memory_delay_us(&watch->memory) };
    watch->begin_delay_us = message.delay_us;
    send_event(CONTROL, &message, -1);
    for (;;) {
        struct pollfd wanted[2] = { { .fd = CONTROL, .events = POLLIN },
                                    { .fd = signals, .events = POLLIN } };
        int           pause_ms = watch->is_frozen ? -1 : jail_memory_pause_ms(&watch->memory);
        if (poll(wanted, 2, pause_ms) < 0 && errno != EINTR)
            sys_exit(1);
        if (wanted[1].revents != 0)
            reap(watch, signals);
        if (wanted[0].revents != 0)
            handle_command(watch);
        if (!watch->is_frozen && jail_memory_is_over(&watch->memory))
            kill_and_report(watch, true);
    }
}

static void get_identity(const JailPlan *plan)
{
    if (plan->was_root)
        wait_for(JAIL_CMD_SETTLE);
    else if (!jail_maps_apply(&plan->maps))
        fail(JAIL_STEP_IDENTITY);
}

/* Without a jail: use a directory of the machine. */
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
    if (!plan->has_network && sethostname("jail", 4) != 0)
        fail(JAIL_STEP_RIGHTS);
    int folder = build_tree(plan, builds_first);
    if (builds_first && unshare(CLONE_NEWUSER) != 0)
        fail(JAIL_STEP_IDENTITY);
    return folder;
}

static _Noreturn void be_supervisor(const JailPlan *plan, bool builds_first)
{
    Watch watch = { .plan = plan };
    arrange_files(plan->files);
    reset_signals(plan->has_helper);
    setsid();
    if (!builds_first && !plan->unsafe)
        get_identity(plan);
    int oom_file = sys_open("/proc/self/oom_score_adj", O_WRONLY, 0);
    jail_memory_open(&watch.memory, plan->most_bytes, plan->limits.processes > 1);
    int folder = plan->unsafe ? enter_folder(plan) : enter_jail(plan, builds_first);

    JailMessage built = { .kind = JAIL_EVENT_BUILT };
    send_event(CONTROL, &built, folder);
    if (plan->unsafe)
        sys_close(folder);
    else
        watch.memory.scratch = folder;
    if (builds_first) {
        wait_for(JAIL_CMD_SETTLE);
        if (!take_jail_identity(plan))
            fail(JAIL_STEP_IDENTITY);
    }
    if (!plan->unsafe) {
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
        give_up_rights();
    }
    supervise(&watch, oom_file);
}

/* --- Starting ----------------------------------------------------------------------------- */

/* fork(2) into new namespaces.  Signals are blocked meanwhile: the child must not run the handlers
 * of the parent. */
static pid_t fork_with(unsigned long flags, int *handle)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    if (handle != NULL)
        flags |= CLONE_PIDFD;
    pid_t pid = (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, handle, NULL, NULL);
    int   reason = errno;
    if (pid != 0)
        sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return pid;
}

static pid_t start_in(unsigned long namespaces, const JailPlan *plan, bool builds_first,
                      int *handle)
{
    pid_t supervisor = fork_with(namespaces, handle);
    if (supervisor == 0)
        be_supervisor(plan, builds_first);
    return supervisor;
}

/* Root without CAP_SYS_ADMIN, as in containers, falls back to the ordinary user's order. */
pid_t jail_inside_start(const JailPlan *plan, bool *builds_first, int *handle)
{
    assert(plan->tree->count <= JAIL_PARTS_MAX);
    unsigned long namespaces = plan->unsafe        ? 0
                               : plan->has_network ? NAMESPACES & ~SHARED_NAMESPACES
                                                   : NAMESPACES;
    *builds_first = plan->was_root && !plan->unsafe;
    pid_t supervisor =
        *builds_first ? start_in(namespaces & ~(unsigned long)CLONE_NEWUSER, plan, true, handle)
                      : -1;
    if (supervisor > 0)
        return supervisor;
    *builds_first = false;
    return start_in(namespaces, plan, false, handle);
}
