/* SPDX-License-Identifier: MIT */
#include "arena/jail.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/submission.h"
#include "arena/jail_cgroup.h"
#include "arena/jail_helper.h"
#include "arena/jail_inside.h"
#include "arena/jail_tree.h"
#include "base/clock.h"
#include "base/file.h"
#include "play/pipe_buffer.h"

enum {
    BUILD_MS = 20000,        /* timeout for building a jail, far above what it needs */
    DEATH_MS = 5000,         /* timeout for the supervisor to kill everything */
    FIRST_USER = 1800000000, /* run by root, each jail gets its own unused host uid, from here on */
    NOBODY = 65534,
};

struct Jail {
    JailSpec   spec;
    JailTree   tree;
    JailCgroup cgroup;
    pid_t      supervisor;
    int        handle; /* pidfd of the supervisor, if a helper started it; else -1 */
    pid_t      jailed; /* the bot process; 0 until known */
    int        control;
    int        in, out, err;
    int        scratch;
    dev_t      device; /* of the program */
    ino_t      inode;
    unsigned   user;                        /* owner of the files in /scratch, as a host uid */
    char       folder[64];                  /* unsafe: the working directory */
    size_t     go_bytes;                    /* of the command below */
    char       go[1 + JAIL_ARGUMENT_BYTES]; /* JAIL_CMD_GO and the arguments */
    int64_t    begin_us;
    int64_t    begin_delay_us;  /* that the bot process waited for a CPU before execve */
    int64_t    inherited_bytes; /* of our memory, part of the bot's reported peak */
    int64_t    seen_bytes;      /* peak memory of the bot at the last sample; 0: none */
    bool       is_running, has_ended, is_frozen;
    bool       is_stuck;     /* the supervisor does not answer */
    bool       builds_first; /* see jail_inside_start */
    JailEnd    end;
};

/* The C library would reserve 64 MiB of address space for each thread that allocates. */
static char *const ENVIRONMENT[] = { (char[]){ "PATH=/usr/bin:/bin" }, (char[]){ "HOME=/scratch" },
                                     (char[]){ "TMPDIR=/scratch" },    (char[]){ "LANG=C.UTF-8" },
                                     (char[]){ "MALLOC_ARENA_MAX=1" }, NULL };
static char *const ENVIRONMENT_UNSAFE[] = { (char[]){ "PATH=/usr/local/bin:/usr/bin:/bin" },
                                            (char[]){ "LANG=C.UTF-8" }, NULL };

/* --- Limits ------------------------------------------------------------------------------- */

#define MIB ((int64_t)1 << 20)

/* Between measuring inherited_bytes and execve the copy of our process grows a little, page by
 * page: 0.8 MiB under the thread sanitizer. */
static const int64_t GROWTH_BEFORE_EXEC = 4 * MIB;

/* Defaults per runtime.  A process may map `library_bytes` of files besides its memory.  V8 reserves
 * far more address space than it uses, so only samples and a cgroup limit it. */
static const struct RuntimeLimits {
    JailLimits limits;
    int64_t    library_bytes;
    bool       reserves;
    int        open_files;
} RUNTIME_LIMITS[JAIL_RUNTIME_COUNT] = {
    [JAIL_RUNTIME_BINARY] = { { 256 * MIB, 1, 8, 0, 16 * MIB, 256 }, 6 * MIB, false, 64 },
    [JAIL_RUNTIME_PYTHON] = { { 256 * MIB, 1, 8, 0, 16 * MIB, 256 }, 20 * MIB, false, 64 },
    [JAIL_RUNTIME_NODE] = { { 1024 * MIB, 1, 32, 0, 16 * MIB, 256 }, 65536 * MIB, true, 256 },
    [JAIL_RUNTIME_SHELL] = { { 256 * MIB, 8, 8, 0, 16 * MIB, 256 }, 6 * MIB, false, 64 },
    [JAIL_RUNTIME_JAVA] = { { 1024 * MIB, 1, 32, 0, 16 * MIB, 256 }, 65536 * MIB, true, 256 },
    [JAIL_RUNTIME_RUST] = { { 1024 * MIB, 8, 16, 0, 64 * MIB, 256 }, 2048 * MIB, true, 256 },
    [JAIL_RUNTIME_COMPILER] = { { 1024 * MIB, 8, 8, 0, 64 * MIB, 256 }, 512 * MIB, true, 64 },
};

JailLimits jail_limits(JailRuntime runtime)
{
    assert(runtime >= 0 && runtime < JAIL_RUNTIME_COUNT);
    return RUNTIME_LIMITS[runtime].limits;
}

/* Return the address space of a process.  All that it can have resident is within it, whatever tricks
 * it knows, and files in /scratch are memory as well.  So with the default limits nothing exceeds the
 * memory by more than a tenth, even between two samples. */
static int64_t address_bytes(JailRuntime runtime, const JailLimits *limits)
{
    int64_t more = limits->memory_bytes / 10 - limits->scratch_bytes;
    int64_t least = RUNTIME_LIMITS[runtime].library_bytes;
    return limits->memory_bytes + (more > least ? more : least);
}

/* Return the resident memory above which the jail is killed.  The memory of one process that reserves
 * little has other limits as well, and it may reach those: a Python bot can catch its MemoryError. */
static int64_t most_bytes(JailRuntime runtime, const JailLimits *limits)
{
    bool is_bounded = limits->processes == 1 && !RUNTIME_LIMITS[runtime].reserves;
    return limits->memory_bytes + (is_bounded ? limits->memory_bytes / 20 : 0);
}

/* --- Helpers ------------------------------------------------------------------------------ */

static void close_one(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static int64_t now_us(void)
{
    return (int64_t)(clock_wall_seconds() * 1e6);
}

/* --- Messages to and from the supervisor -------------------------------------------------- */

/* Send a command.  False if the supervisor has died; its earlier events can still be received. */
static bool send_bytes(const Jail *jail, const char *bytes, size_t size)
{
    ssize_t sent;
    while ((sent = send(jail->control, bytes, size, MSG_NOSIGNAL)) < 0 && errno == EINTR)
        continue;
    return sent == (ssize_t)size;
}

static bool send_command(const Jail *jail, char command)
{
    return send_bytes(jail, &command, 1);
}

/* Read the ancillary data of a message: a descriptor of the working directory, or the sender's
 * pid. */
static void take_extras(Jail *jail, struct msghdr *letter, const JailMessage *message)
{
    for (struct cmsghdr *head = CMSG_FIRSTHDR(letter); head != NULL;
         head = CMSG_NXTHDR(letter, head)) {
        if (head->cmsg_level != SOL_SOCKET)
            continue;
        if (head->cmsg_type == SCM_RIGHTS) {
            close_one(&jail->scratch);
            memcpy(&jail->scratch, CMSG_DATA(head), sizeof jail->scratch);
        } else if (head->cmsg_type == SCM_CREDENTIALS && message->kind == JAIL_EVENT_PROCESS) {
            struct ucred who;
            memcpy(&who, CMSG_DATA(head), sizeof who);
            jail->jailed = who.pid;
            jail->inherited_bytes = message->memory_bytes;
        }
    }
}

/* Receive the next event.  False if none arrives until `until_ms`.  If the supervisor has died, the
 * event is JAIL_EVENT_FAILED with JAIL_STEP_LOST. */
static bool receive_event(Jail *jail, int64_t until_ms, JailMessage *message)
{
    union {
        struct cmsghdr head;
        char           capacity[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
    } extra;
    struct iovec  part = { .iov_base = message, .iov_len = sizeof *message };
    struct msghdr letter = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &extra, .msg_controllen = sizeof extra
    };
    struct pollfd wanted = { .fd = jail->control, .events = POLLIN };
    while (poll(&wanted, 1, pipe_buffer_time_left(until_ms)) <= 0) {
        if (clock_wall_ms() >= until_ms)
            return false;
    }
    /* A supervisor that exits without reading our last command resets the connection once
     * (ECONNRESET); its events can be read after that. */
    ssize_t got;
    while ((got = recvmsg(jail->control, &letter, MSG_CMSG_CLOEXEC)) < 0 &&
           (errno == EINTR || errno == ECONNRESET))
        continue;
    if (got == (ssize_t)sizeof *message)
        take_extras(jail, &letter, message);
    else
        *message = (JailMessage){ .kind = JAIL_EVENT_FAILED, .step = JAIL_STEP_LOST };
    return true;
}

static const char *step_text(JailStep step)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        JAIL_STEP_LIST(X)
#undef X
    };
    return step >= 0 && step < sizeof TEXTS / sizeof TEXTS[0] ? TEXTS[step] : "?";
}

static Status cannot(JailStep step, int error, Fault *fault)
{
    if (step == JAIL_STEP_EXECUTE)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "cannot execute the program: %s",
                         strerror(error));
    return fault_set(fault, STATUS_SYSTEM, 0,
                     "this machine cannot jail a program; the failed step is %s: %s",
                     step_text(step), error == 0 ? "unknown reason" : strerror(error));
}

/* Report a file that cannot be mounted into the jail.  Root without capabilities may find a file
 * that it cannot mount. */
static Status cannot_show(const Jail *jail, const JailMessage *message, Fault *fault)
{
    if (message->part < 0 || message->part >= jail->tree.count || message->error != EACCES)
        return cannot(message->step, message->error, fault);
    return fault_set(
        fault, STATUS_NOT_FOUND, 0,
        "cannot show %.180s in the jail: a directory above it is not accessible to other users",
        jail->tree.parts[message->part].source);
}

/* Wait for an event of one kind. */
static Status expect(Jail *jail, JailEventKind kind, Fault *fault)
{
    JailMessage message;
    int64_t     until = clock_wall_ms() + BUILD_MS;
    do {
        if (!receive_event(jail, until, &message))
            return cannot(JAIL_STEP_LOST, ETIMEDOUT, fault);
        if (message.kind == JAIL_EVENT_FAILED)
            return message.step == JAIL_STEP_PARTS ? cannot_show(jail, &message, fault)
                                                   : cannot(message.step, message.error, fault);
    } while (message.kind != kind);
    jail->begin_delay_us = message.delay_us;
    return STATUS_OK;
}

/* --- Identity ----------------------------------------------------------------------------- */

static bool write_file(const char *path, const char *text)
{
    int     file = open(path, O_WRONLY | O_CLOEXEC);
    ssize_t written = file < 0 ? -1 : write(file, text, strlen(text));
    int     reason = errno;
    if (file >= 0)
        close(file);
    errno = reason;
    return written == (ssize_t)strlen(text);
}

static bool write_map(pid_t pid, const char *name, unsigned outside)
{
    char path[64], map[64];
    Text path_text = text_over(path, sizeof path), map_text = text_over(map, sizeof map);
    text_addf(&path_text, "/proc/%d/%s", (int)pid, name);
    text_addf(&map_text, "%d %u 1", JAIL_USER, outside);
    return write_file(path, map);
}

/* Run by root: write the uid and gid maps of the supervisor's user namespace.  Each jail is a user
 * of its own who owns nothing on the machine.  If such uids cannot be mapped (in a container), it
 * is nobody. */
static bool map_identity(Jail *jail)
{
    jail->user = FIRST_USER + (unsigned)jail->supervisor;
    if (!write_map(jail->supervisor, "uid_map", jail->user)) {
        jail->user = NOBODY;
        if (!write_map(jail->supervisor, "uid_map", jail->user))
            return false;
    }
    return write_map(jail->supervisor, "gid_map", jail->user);
}

/* --- Opening ------------------------------------------------------------------------------ */

/* Copy an argument.  With `unsafe`, replace /bot, /sdk and /opt/... by their paths on the machine. */
static bool translate(const Jail *jail, const char *argument, Text *out)
{
    for (int i = 0; jail->spec.unsafe && i < jail->tree.count; i++) {
        const JailPart *part = &jail->tree.parts[i];
        size_t          length = strlen(part->target);
        if (strncmp(part->target, "bot", 3) != 0 && strncmp(part->target, "sdk", 3) != 0 &&
            strncmp(part->target, "opt", 3) != 0)
            continue;
        if (argument[0] == '/' && strncmp(argument + 1, part->target, length) == 0 &&
            (argument[1 + length] == '\0' || argument[1 + length] == '/')) {
            text_addf(out, "%s%s", part->source, argument + 1 + length);
            return !out->full;
        }
    }
    text_add(out, argument);
    return !out->full;
}

/* Write the command that starts the program. */
static Status write_go(Jail *jail, const char *const *arguments, Fault *fault)
{
    Text all = text_over(jail->go, sizeof jail->go);
    text_char(&all, JAIL_CMD_GO);
    for (int i = 0; arguments[i] != NULL; i++) {
        Text rest = text_over(all.data + all.length, all.size - all.length);
        if (i == JAIL_ARGUMENTS_MAX || !translate(jail, arguments[i], &rest) ||
            all.length + rest.length + 2 > all.size)
            return fault_set(fault, STATUS_TOO_LARGE, 0,
                             "the program has too many arguments, or they are too long");
        all.length += rest.length + 1;
    }
    jail->go_bytes = all.length;
    return STATUS_OK;
}

static Status make_folder(Jail *jail, Fault *fault)
{
    const char *place = getenv("TMPDIR");
    Text        text = text_over(jail->folder, sizeof jail->folder);
    text_addf(&text, "%s/tessera-bot-XXXXXX", place != NULL && strlen(place) < 32 ? place : "/tmp");
    if (mkdtemp(jail->folder) != NULL)
        return STATUS_OK;
    fault_set(fault, STATUS_SYSTEM, 0, "cannot create the working directory %s: %s", jail->folder,
              strerror(errno));
    jail->folder[0] = '\0';
    return STATUS_SYSTEM;
}

/* Create three pipes and a socket pair.  Our ends go to `jail`, the supervisor's to `theirs`. */
static bool open_files(Jail *jail, int theirs[4])
{
    int  pair[2], one = 1;
    int *ours[3] = { &jail->in, &jail->out, &jail->err };
    for (int i = 0; i < 3; i++) {
        if (pipe2(pair, O_CLOEXEC) != 0)
            return false;
        *ours[i] = pair[i == 0];
        theirs[i] = pair[i != 0];
        if (fcntl(*ours[i], F_SETFL, O_NONBLOCK) != 0)
            return false;
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    jail->control = pair[0];
    theirs[3] = pair[1];
    return setsockopt(jail->control, SOL_SOCKET, SO_PASSCRED, &one, sizeof one) == 0;
}

static void make_plan(const Jail *jail, const int files[4], JailPlan *plan)
{
    const JailLimits *limits = &jail->spec.limits;
    *plan = (JailPlan){ .tree = &jail->tree,
                        .limits = *limits,
                        .address_bytes = address_bytes(jail->spec.runtime, limits),
                        .most_bytes = most_bytes(jail->spec.runtime, limits),
                        .may_pair = jail->spec.runtime == JAIL_RUNTIME_JAVA,
                        .open_files = RUNTIME_LIMITS[jail->spec.runtime].open_files,
                        .scratch_folder = jail->folder,
                        .environment = jail->spec.unsafe ? ENVIRONMENT_UNSAFE : ENVIRONMENT,
                        .maps = jail_maps(JAIL_USER, JAIL_USER),
                        .unsafe = jail->spec.unsafe,
                        .was_root = geteuid() == 0 };
    memcpy(plan->files, files, sizeof plan->files);
    const char *program = jail->go + 1, *slash = strrchr(program, '/');
    Text        origin = text_over(plan->origin, sizeof plan->origin);
    if (!plan->unsafe && slash != NULL)
        text_addf(&origin, "LD_ORIGIN_PATH=%.*s", (int)(slash - program), program);
    Text size = text_over(plan->scratch_size, sizeof plan->scratch_size);
    Text count = text_over(plan->scratch_files, sizeof plan->scratch_files);
    text_addf(&size, "%lld", (long long)limits->scratch_bytes);
    text_addf(&count, "%d", limits->scratch_files + 1); /* the directory itself */
}

static void close_files(Jail *jail)
{
    close_one(&jail->in);
    close_one(&jail->out);
    close_one(&jail->err);
    close_one(&jail->control);
}

static Status start_supervisor_by(Jail *jail, JailHelper *helper, Fault *fault)
{
    JailPlan plan;
    int      files[4] = { -1, -1, -1, -1 };
    bool     opened = open_files(jail, files);
    make_plan(jail, files, &plan);
    jail->supervisor = -1;
    if (opened)
        jail->supervisor =
            helper == NULL
                ? jail_inside_start(&plan, &jail->builds_first, NULL)
                : jail_helper_supervisor(helper, &plan, &jail->builds_first, &jail->handle);
    int reason = errno;
    for (int i = 0; i < 4; i++)
        close_one(&files[i]);
    if (jail->supervisor > 0)
        return STATUS_OK;
    return cannot(opened ? JAIL_STEP_IDENTITY : JAIL_STEP_START, reason, fault);
}

/* If the helper has died, start it ourselves.  A supervisor that the helper may have started still
 * ends, because its files are closed. */
static Status start_supervisor(Jail *jail, JailHelper *helper, Fault *fault)
{
    if (helper != NULL && !jail->spec.unsafe) {
        if (start_supervisor_by(jail, helper, NULL) == STATUS_OK)
            return STATUS_OK;
        close_files(jail);
        close_one(&jail->handle);
    }
    return start_supervisor_by(jail, NULL, fault);
}

/* Run by root: map the supervisor's identity and give the working directory to that user. */
static Status settle(Jail *jail, Fault *fault)
{
    if (!map_identity(jail))
        return cannot(JAIL_STEP_IDENTITY, errno, fault);
    if (jail->builds_first && fchown(jail->scratch, jail->user, jail->user) != 0)
        return cannot(JAIL_STEP_SCRATCH, errno, fault);
    send_command(jail, JAIL_CMD_SETTLE);
    return STATUS_OK;
}

static Status build(Jail *jail, Fault *fault)
{
    /* For a single process that reserves little the resource limits are as good as a cgroup, and
     * creating a cgroup takes longer than everything else (10 ms measured with version 1). */
    if (!jail->spec.unsafe &&
        (jail->spec.limits.processes > 1 || RUNTIME_LIMITS[jail->spec.runtime].reserves))
        jail_cgroup_enter(&jail->cgroup, jail->supervisor, &jail->spec.limits);
    bool   settles = !jail->spec.unsafe && geteuid() == 0;
    Status status = settles && !jail->builds_first ? settle(jail, fault) : STATUS_OK;
    if (status == STATUS_OK)
        status = expect(jail, JAIL_EVENT_BUILT, fault);
    if (status == STATUS_OK && jail->builds_first)
        status = settle(jail, fault);
    if (status == STATUS_OK)
        send_command(jail, JAIL_CMD_FORK);
    return status;
}

/* Check the limits: to the kernel a 0 could mean "no limit". */
static Status check_limits(const JailLimits *limits, Fault *fault)
{
    if (limits->memory_bytes >= 4 * MIB && limits->processes >= 1 && limits->processes <= 1000 &&
        limits->threads >= 0 && limits->threads <= 10000 && limits->cpu_ms >= 0 &&
        limits->scratch_bytes >= 65536 && limits->scratch_files >= 1)
        return STATUS_OK;
    return fault_set(fault, STATUS_ILLEGAL, 0,
                     "jail limits out of range: at least 4 MiB of memory, 1 process, 64 KiB and 1 "
                     "file of scratch space; at most 1000 processes and 10000 threads");
}

/* Note which file the jail will show.  If another one gets its path before it is mounted, the jail will
 * not be usable later. */
static void remember_program(Jail *jail, const char *program)
{
    struct stat about;
    if (program == NULL || lstat(program, &about) != 0)
        return;
    jail->device = about.st_dev;
    jail->inode = about.st_ino;
}

Jail *jail_open(const JailSpec *spec, Fault *fault)
{
    assert(spec->arguments != NULL && spec->arguments[0] != NULL);
    Jail *jail = calloc(1, sizeof *jail);
    if (jail == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "out of memory for a jail");
        return NULL;
    }
    jail->spec = *spec;
    jail->control = jail->in = jail->out = jail->err = jail->scratch = jail->handle = -1;
    remember_program(jail, spec->program);
    Status status = check_limits(&spec->limits, fault);
    if (status == STATUS_OK)
        status = jail_tree_plan(spec, !spec->unsafe && geteuid() == 0, &jail->tree, fault);
    if (status == STATUS_OK)
        status = write_go(jail, spec->arguments, fault);
    jail->spec.program = jail->spec.sdk = NULL; /* owned by the caller */
    jail->spec.arguments = NULL;
    jail->spec.helper = NULL;
    jail->spec.pool = NULL;
    if (status == STATUS_OK && spec->unsafe)
        status = make_folder(jail, fault);
    if (status == STATUS_OK)
        status = start_supervisor(jail, spec->helper, fault);
    if (status == STATUS_OK)
        status = build(jail, fault);
    if (status == STATUS_OK)
        return jail;
    jail_close(jail);
    return NULL;
}

/* The mount keeps the file, so its inode number cannot belong to another one. */
bool jail_is_usable(const Jail *jail, const char *program)
{
    struct stat   about;
    struct pollfd control = { .fd = jail->control };
    assert(!jail->is_running && !jail->has_ended);
    return poll(&control, 1, 0) == 0 && lstat(program, &about) == 0 &&
           about.st_dev == jail->device && about.st_ino == jail->inode;
}

Status jail_set_arguments(Jail *jail, const char *const *arguments, Fault *fault)
{
    assert(!jail->is_running && !jail->has_ended);
    assert(strcmp(arguments[0], jail->go + 1) == 0);
    return write_go(jail, arguments, fault);
}

/* --- Files -------------------------------------------------------------------------------- */

static bool is_plain_name(const char *name)
{
    return name[0] != '\0' && strchr(name, '/') == NULL && strcmp(name, ".") != 0 &&
           strcmp(name, "..") != 0;
}

/* Set the file system uid and gid, so that files that root creates in /scratch belong to the bot.
 * This affects only the calling thread. */
static void act_as(unsigned user)
{
    syscall(SYS_setfsgid, user);
    syscall(SYS_setfsuid, user);
}

Status jail_put(Jail *jail, const char *name, const void *data, size_t size, unsigned mode,
                Fault *fault)
{
    assert(!jail->is_running && !jail->has_ended);
    if (!is_plain_name(name))
        return fault_set(fault, STATUS_SYNTAX, 0, "'%s' is not a file name", name);
    bool is_other = !jail->spec.unsafe && geteuid() == 0;
    if (is_other)
        act_as(jail->user);
    int file =
        openat(jail->scratch, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool ok = file >= 0 && file_write(file, data, size) && fchmod(file, mode) == 0;
    int  reason = errno;
    if (is_other)
        act_as(0);
    close_one(&file);
    if (!ok)
        return fault_set(fault, STATUS_SYSTEM, 0,
                         "cannot write %s to the bot's working directory: %s", name,
                         strerror(reason));
    return STATUS_OK;
}

static Status read_all(int file, const char *name, Buffer *out, Fault *fault)
{
    char    chunk[65536];
    size_t  before = out->length;
    ssize_t got;
    while ((got = read(file, chunk, sizeof chunk)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fault_set(fault, STATUS_SYSTEM, 0, "cannot read %s: %s", name, strerror(errno));
        buffer_bytes(out, chunk, (size_t)got);
        if (out->failed)
            return fault_set(fault, STATUS_TOO_LARGE, before, "%s is longer than %zu bytes", name,
                             out->limit);
    }
    return STATUS_OK;
}

Status jail_take(Jail *jail, const char *name, Buffer *out, Fault *fault)
{
    struct stat about;
    assert(jail->has_ended);
    if (!is_plain_name(name))
        return fault_set(fault, STATUS_SYNTAX, 0, "'%s' is not a file name", name);
    int file =
        openat(jail->scratch, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (file < 0 && errno == ENOENT)
        return fault_set(fault, STATUS_NOT_FOUND, 0, "the program left no file %s", name);
    if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        close_one(&file);
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s is not a regular file, or cannot be read",
                         name);
    }
    Buffer whole;
    buffer_init(&whole, out->limit - out->length);
    Status status = (uint64_t)about.st_size > whole.limit
                        ? fault_set(fault, STATUS_TOO_LARGE, 0, "%s is longer than %zu bytes", name,
                                    whole.limit)
                        : read_all(file, name, &whole, fault);
    close_one(&file);
    if (status == STATUS_OK && whole.length > 0)
        buffer_bytes(out, whole.data, whole.length);
    buffer_free(&whole);
    return status;
}

/* --- Running ------------------------------------------------------------------------------ */

Status jail_go(Jail *jail, Fault *fault)
{
    assert(!jail->is_running && !jail->has_ended);
    send_bytes(jail, jail->go, jail->go_bytes);
    Status status = expect(jail, JAIL_EVENT_RUNNING, fault);
    jail->begin_us = now_us(); /* setting up the jail is not the bot's time */
    jail->is_running = status == STATUS_OK;
    return status;
}

int jail_in(const Jail *jail)
{
    return jail->in;
}

int jail_out(const Jail *jail)
{
    return jail->out;
}

int jail_err(const Jail *jail)
{
    return jail->err;
}

/* Sample the peak memory of the bot process. */
static void sample_memory(Jail *jail)
{
    char    path[64], status[4096];
    Text    text = text_over(path, sizeof path);
    ssize_t got = 0;
    text_addf(&text, "/proc/%d/status", (int)jail->jailed);
    int file = jail->is_running && jail->jailed > 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        got = read(file, status, sizeof status - 1);
        close(file);
    }
    status[got > 0 ? got : 0] = '\0';
    const char *peak = strstr(status, "VmHWM:");
    if (peak != NULL)
        jail->seen_bytes = strtoll(peak + 6, NULL, 10) * 1024;
}

void jail_close_in(Jail *jail)
{
    if (jail->in >= 0)
        sample_memory(jail); /* it may exit on end of file */
    close_one(&jail->in);
}

void jail_thaw(Jail *jail)
{
    if (jail->is_frozen && !jail->has_ended)
        send_command(jail, JAIL_CMD_THAW);
    jail->is_frozen = false;
}

int jail_process_pid(const Jail *jail)
{
    return (int)jail->jailed;
}

int jail_supervisor_pid(const Jail *jail)
{
    return (int)jail->supervisor;
}

int64_t jail_cpu_us(const Jail *jail)
{
    clockid_t       clock;
    struct timespec used;
    if (jail->has_ended)
        return jail->end.cpu_us;
    if (jail->jailed <= 0 || clock_getcpuclockid(jail->jailed, &clock) != 0 ||
        clock_gettime(clock, &used) != 0)
        return -1;
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* Read the second number of a file with the scheduler's statistics of a thread. */
static int64_t read_delay_us(const char *path)
{
    char      line[128];
    long long cpu, delay = 0;
    int       file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t   got = file < 0 ? 0 : read(file, line, sizeof line - 1);
    close_one(&file);
    line[got > 0 ? got : 0] = '\0';
    return sscanf(line, "%lld %lld", &cpu, &delay) == 2 ? delay / 1000 : 0;
}

int64_t jail_delay_us(const Jail *jail)
{
    char           path[64];
    int64_t        sum = 0;
    struct dirent *entry;
    if (jail->has_ended)
        return jail->end.delay_us;
    snprintf(path, sizeof path, "/proc/%d/task", (int)jail->jailed);
    DIR *folder = jail->jailed > 0 ? opendir(path) : NULL;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", (int)jail->jailed,
                 entry->d_name);
        sum += entry->d_name[0] == '.' ? 0 : read_delay_us(path);
    }
    if (folder != NULL)
        closedir(folder);
    return sum > jail->begin_delay_us ? sum - jail->begin_delay_us : 0;
}

int64_t jail_own_delay_us(const Jail *jail)
{
    char path[64];
    bool is_there = jail != NULL && jail->supervisor > 0;
    snprintf(path, sizeof path, "/proc/%d/schedstat", is_there ? (int)jail->supervisor : 0);
    return read_delay_us("/proc/thread-self/schedstat") + (is_there ? read_delay_us(path) : 0);
}

/* While a thread waits, others may run: then the bot was not held up.  What is left is at least its
 * CPU time. */
int64_t jail_excused_us(int64_t wall_us, int64_t cpu_us, int64_t delay_us)
{
    int64_t idle_us = wall_us - cpu_us;
    int64_t excused = delay_us < idle_us ? delay_us : idle_us;
    return excused > 0 ? excused : 0;
}

static bool is_stopped(pid_t pid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = pid > 0 ? fopen(path, "re") : NULL;
    if (file == NULL)
        return false;
    size_t got = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[got] = '\0';
    const char *name_end = strrchr(text, ')'); /* the name may contain anything */
    return name_end != NULL && (name_end[2] == 'T' || name_end[2] == 't');
}

bool jail_has_failed(const Jail *jail)
{
    if (jail->has_ended)
        return jail->end.is_lost;
    bool can_stop_itself = jail->spec.unsafe || jail->spec.limits.processes > 1;
    return jail->is_stuck || is_stopped(jail->supervisor) ||
           (!can_stop_itself && !jail->is_frozen && is_stopped(jail->jailed));
}

/* --- The end ------------------------------------------------------------------------------ */

/* Heuristic: a failure with more than 90 % of the memory in use is out of memory.  No limit of a
 * process kills by SIGKILL. */
static bool died_of_memory(const Jail *jail)
{
    const JailEnd *end = &jail->end;
    return !end->was_killed && end->signal != SIGKILL && (end->signal != 0 || end->status != 0) &&
           end->memory_bytes > jail->spec.limits.memory_bytes / 10 * 9;
}

static bool died_of_cpu(const Jail *jail)
{
    const JailEnd *end = &jail->end;
    int64_t        limit_us = jail->spec.limits.cpu_ms * 1000;
    return limit_us > 0 && end->cpu_us >= limit_us &&
           (end->signal == SIGXCPU || (end->signal == SIGKILL && !end->was_killed));
}

/* True if something outside killed the bot process: it cannot kill itself (tools/jail_filter.c), and
 * the kernel does so only for its limits. */
static bool was_hit(const Jail *jail)
{
    const JailEnd *end = &jail->end;
    return end->signal == SIGKILL && !end->out_of_memory && !end->out_of_cpu &&
           !jail->spec.unsafe && jail->spec.limits.processes == 1;
}

/* Wait for the end of the supervisor, when its pid namespace is empty.  After its report it is empty
 * already; then only a child must be reaped.  The kernel needs longer to remove the namespaces. */
static void end_supervisor(Jail *jail, bool has_reported)
{
    struct pollfd death = { .fd = jail->handle, .events = POLLIN };
    if (jail->handle >= 0 && !has_reported) {
        syscall(SYS_pidfd_send_signal, jail->handle, SIGKILL, NULL, 0);
        while (poll(&death, 1, DEATH_MS) < 0 && errno == EINTR)
            continue;
    } else if (jail->handle < 0 && jail->supervisor > 0) {
        if (!has_reported)
            kill(jail->supervisor, SIGKILL);
        while (waitpid(jail->supervisor, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    close_one(&jail->handle);
    jail->supervisor = 0;
}

/* Return the peak memory of the bot.  The kernel's figure may be what the process inherited from us. */
static int64_t used_bytes(const Jail *jail, const JailMessage *message)
{
    bool    is_ours = message->memory_bytes <= jail->inherited_bytes + GROWTH_BEFORE_EXEC;
    int64_t used = is_ours && jail->seen_bytes > 0 ? jail->seen_bytes : message->memory_bytes;
    return used > message->sampled_bytes ? used : message->sampled_bytes;
}

/* End the supervisor and record how the bot ended. */
static void finish(Jail *jail, const JailMessage *message)
{
    assert(!jail->has_ended && "the supervisor is reaped once");
    bool knows = message->kind == JAIL_EVENT_ENDED;
    jail->end.wall_us = jail->begin_us == 0 ? 0 : now_us() - jail->begin_us;
    end_supervisor(jail, knows);
    jail->has_ended = true;
    jail->is_running = false;
    jail->end.signal = !knows                         ? SIGKILL
                       : WIFSIGNALED(message->status) ? WTERMSIG(message->status)
                                                      : 0;
    jail->end.status = knows && WIFEXITED(message->status) ? WEXITSTATUS(message->status) : 0;
    jail->end.cpu_us = knows ? message->cpu_us : 0;
    jail->end.memory_bytes = knows ? used_bytes(jail, message) : 0;
    jail->end.was_killed = jail->end.was_killed && (!knows || message->was_asked);
    bool no_memory = jail_cgroup_leave(&jail->cgroup, &jail->end.memory_bytes);
    jail->end.out_of_memory =
        no_memory || (knows && message->is_over_memory) || died_of_memory(jail);
    jail->end.out_of_cpu = died_of_cpu(jail);
    jail->end.delay_us = knows ? message->delay_us : 0;
    jail->end.is_lost = !jail->end.was_killed && (!knows || was_hit(jail));
}

bool jail_wait(Jail *jail, int64_t until_ms)
{
    JailMessage message;
    while (!jail->has_ended) {
        if (!receive_event(jail, until_ms, &message))
            return false;
        if (message.kind == JAIL_EVENT_ENDED || message.kind == JAIL_EVENT_FAILED)
            finish(jail, &message);
    }
    return true;
}

/* Wait until it is stopped: only then may the opponent's time begin. */
void jail_freeze(Jail *jail)
{
    JailMessage message = { .kind = 0 };
    int64_t     until = clock_wall_ms() + DEATH_MS;
    if (!jail->is_running || jail->is_frozen || jail->has_ended)
        return;
    jail->is_frozen = send_command(jail, JAIL_CMD_FREEZE);
    while (!jail->has_ended && message.kind != JAIL_EVENT_FROZEN &&
           receive_event(jail, until, &message)) {
        if (message.kind == JAIL_EVENT_ENDED || message.kind == JAIL_EVENT_FAILED)
            finish(jail, &message);
    }
    jail->is_stuck = !jail->has_ended && message.kind != JAIL_EVENT_FROZEN;
}

/* Ask the supervisor first, so that it can report what was used.  If it does not answer, kill
 * it. */
void jail_kill(Jail *jail)
{
    JailMessage nothing = { .kind = JAIL_EVENT_FAILED };
    if (jail->has_ended)
        return;
    if (jail->is_running && !jail_wait(jail, 0)) {
        jail->end.was_killed = true;
        sample_memory(jail);
        send_command(jail, JAIL_CMD_KILL);
        jail_wait(jail, clock_wall_ms() + DEATH_MS);
    }
    if (!jail->has_ended)
        finish(jail, &nothing);
}

const JailEnd *jail_end(const Jail *jail)
{
    assert(jail->has_ended);
    return &jail->end;
}

void jail_end_write(const JailEnd *end, Text *out)
{
    if (end->is_lost)
        text_add(out, "was killed from outside, or its supervisor was");
    else if (end->out_of_memory)
        text_addf(out, "ran out of memory (%lld MiB in use)", (long long)(end->memory_bytes / MIB));
    else if (end->out_of_cpu)
        text_addf(out, "ran out of CPU time (%lld ms used)", (long long)(end->cpu_us / 1000));
    else if (end->was_killed)
        text_add(out, "was still running");
    else if (end->signal != 0)
        text_addf(out, "was killed by signal %d (%s)", end->signal, strsignal(end->signal));
    else
        text_addf(out, "exited with status %d", end->status);
}

void jail_close(Jail *jail)
{
    if (jail == NULL)
        return;
    jail_kill(jail);
    close_files(jail);
    close_one(&jail->scratch);
    if (jail->folder[0] != '\0')
        submission_remove(jail->folder);
    free(jail);
}

/* --- Capabilities of this machine --------------------------------------------------------- */

Status jail_probe(Fault *fault)
{
    static const char *const NOTHING[] = { "/bot/nothing", NULL };
    JailSpec                 spec = { .runtime = JAIL_RUNTIME_BINARY,
                                      .arguments = NOTHING,
                                      .limits = jail_limits(JAIL_RUNTIME_BINARY) };
    Fault                    why = { 0 };
    jail_cgroup_sweep();
    Jail *jail = jail_open(&spec, fault);
    if (jail == NULL)
        return fault == NULL ? STATUS_SYSTEM : fault->status;
    /* The program does not exist, so exactly this error shows that everything else works. */
    Status status = jail_go(jail, &why);
    jail_close(jail);
    if (status == STATUS_NOT_FOUND)
        return STATUS_OK;
    if (fault != NULL)
        *fault = why;
    return STATUS_SYSTEM;
}

void jail_describe(bool unsafe, Text *out)
{
    if (unsafe) {
        text_add(out, "nothing (--unsafe-no-jail): bots can do whatever the user can");
        return;
    }
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    text_addf(out,
              "user, mount, pid, network, ipc, uts and cgroup namespaces, landlock %ld, seccomp, "
              "limits; ",
              version);
    jail_cgroup_describe(out);
}
