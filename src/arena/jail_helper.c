/* SPDX-License-Identifier: MIT */
/* jail_helper.c - the plan goes to the helper through shared memory, files through a socket.  The
 * helper copies the plan before it forks, so the next request may overwrite the shared memory. */
#include "arena/jail_helper.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SOCKET = 3, /* of the helper */
    FILES = 4,
};

/* A plan without pointers. */
typedef struct Order {
    JailPlan plan;
    JailTree tree;
} Order;

typedef struct Answer {
    pid_t pid; /* -1: failed, with `error` */
    int   error;
    bool  builds_first;
} Answer;

struct JailHelper {
    pid_t           pid;
    int             socket; /* -1: the helper has died */
    Order          *order;  /* shared with it */
    pthread_mutex_t mutex;
};

/* --- Messages ----------------------------------------------------------------------------- */

static bool send_files(int socket, const void *data, size_t size, const int *files, int count)
{
    union {
        struct cmsghdr head;
        char           capacity[CMSG_SPACE(FILES * sizeof(int))];
    } extra = { 0 };
    struct iovec  part = { .iov_base = (void *)(uintptr_t)data, .iov_len = size };
    struct msghdr letter = { .msg_iov = &part, .msg_iovlen = 1 };
    assert(count <= FILES);
    if (count > 0) {
        letter.msg_control = &extra;
        letter.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        extra.head = (struct cmsghdr){ .cmsg_len = CMSG_LEN((size_t)count * sizeof(int)),
                                       .cmsg_level = SOL_SOCKET,
                                       .cmsg_type = SCM_RIGHTS };
        memcpy(CMSG_DATA(&extra.head), files, (size_t)count * sizeof(int));
    }
    ssize_t sent;
    while ((sent = sendmsg(socket, &letter, MSG_NOSIGNAL)) < 0 && errno == EINTR)
        continue;
    return sent == (ssize_t)size;
}

/* Receive a message with up to `count` files; missing ones are -1. */
static bool receive_files(int socket, void *data, size_t size, int *files, int count)
{
    union {
        struct cmsghdr head;
        char           capacity[CMSG_SPACE(FILES * sizeof(int))];
    } extra;
    struct iovec  part = { .iov_base = data, .iov_len = size };
    struct msghdr letter = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &extra };
    letter.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    ssize_t got;
    while ((got = recvmsg(socket, &letter, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
        continue;
    for (int i = 0; i < count; i++)
        files[i] = -1;
    struct cmsghdr *head = got < 0 ? NULL : CMSG_FIRSTHDR(&letter);
    if (head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
        memcpy(files, CMSG_DATA(head), head->cmsg_len - CMSG_LEN(0));
    return got == (ssize_t)size;
}

/* --- The helper process ------------------------------------------------------------------- */

/* Copy an order and set the pointers of its plan. */
static void take_order(const Order *shared, Order *own)
{
    own->plan = shared->plan;
    own->tree.count = shared->tree.count;
    memcpy(own->tree.parts, shared->tree.parts,
           (size_t)shared->tree.count * sizeof own->tree.parts[0]);
    own->plan.tree = &own->tree;
}

/* Enter the namespaces that all jails share.  An ordinary user may do so only in a user namespace;
 * without its maps that would be of no use. */
static bool share_namespaces(const JailMaps *maps)
{
    bool is_root = geteuid() == 0;
    if (unshare((is_root ? 0 : CLONE_NEWUSER) | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) != 0)
        return false;
    if (!is_root && !jail_maps_apply(maps))
        _exit(1);
    return sethostname("jail", 4) == 0;
}

static _Noreturn void serve(const Order *shared, const JailMaps *maps)
{
    Order *own =
        mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char request;
    int  files[FILES];
    bool has_network = share_namespaces(maps);
    while (own != MAP_FAILED && receive_files(SOCKET, &request, 1, files, FILES)) {
        int    handle = -1;
        Answer answer = { .pid = -1 };
        take_order(shared, own);
        memcpy(own->plan.files, files, sizeof files);
        own->plan.has_helper = true;
        own->plan.has_network = has_network;
        answer.pid = jail_inside_start(&own->plan, &answer.builds_first, &handle);
        answer.error = errno;
        for (int i = 0; i < FILES; i++)
            close(files[i]);
        send_files(SOCKET, &answer, sizeof answer, &handle, handle >= 0);
        if (handle >= 0)
            close(handle);
    }
    _exit(0);
}

static _Noreturn void be_helper(int socket, const Order *shared, const JailMaps *maps)
{
    struct sigaction standard = { .sa_handler = SIG_DFL };
    struct sigaction reaps = { .sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT };
    sigset_t         none;
    for (int i = 1; i < _NSIG; i++)
        sigaction(i, &standard, NULL);
    sigaction(SIGCHLD, &reaps, NULL); /* supervisors report their end to the arena */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid(); /* Ctrl-C in the terminal ends the arena, which ends us */
    prctl(PR_SET_NAME, "tessera-jails", 0, 0, 0);
    if (socket != SOCKET && dup3(socket, SOCKET, O_CLOEXEC) < 0)
        _exit(1);
    if (syscall(SYS_close_range, SOCKET + 1, ~0u, 0) != 0)
        _exit(1);
    serve(shared, maps);
}

/* --- The arena's side --------------------------------------------------------------------- */

JailHelper *jail_helper_start(void)
{
    int         pair[2];
    JailHelper *helper = calloc(1, sizeof *helper);
    Order      *order =
        mmap(NULL, sizeof *order, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (helper == NULL || order == MAP_FAILED ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        if (order != MAP_FAILED)
            munmap(order, sizeof *order);
        free(helper);
        return NULL;
    }
    JailMaps maps = jail_maps(geteuid(), getegid()); /* the helper remains the same user */
    *helper = (JailHelper){ .pid = fork(), .socket = pair[0], .order = order };
    if (helper->pid == 0)
        be_helper(pair[1], order, &maps);
    close(pair[1]);
    pthread_mutex_init(&helper->mutex, NULL);
    if (helper->pid > 0)
        return helper;
    jail_helper_stop(helper);
    return NULL;
}

void jail_helper_stop(JailHelper *helper)
{
    if (helper == NULL)
        return;
    if (helper->socket >= 0)
        close(helper->socket);
    while (helper->pid > 0 && waitpid(helper->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    pthread_mutex_destroy(&helper->mutex);
    munmap(helper->order, sizeof *helper->order);
    free(helper);
}

pid_t jail_helper_pid(const JailHelper *helper)
{
    return helper->pid;
}

static void write_order(const JailPlan *plan, Order *out)
{
    out->plan = *plan;
    out->tree.count = plan->tree->count;
    memcpy(out->tree.parts, plan->tree->parts,
           (size_t)plan->tree->count * sizeof out->tree.parts[0]);
}

pid_t jail_helper_supervisor(JailHelper *helper, const JailPlan *plan, bool *builds_first,
                             int *handle)
{
    Answer answer = { .pid = -1 };
    *handle = -1;
    pthread_mutex_lock(&helper->mutex);
    if (helper->socket >= 0) {
        write_order(plan, helper->order);
        if (!send_files(helper->socket, "", 1, plan->files, FILES) ||
            !receive_files(helper->socket, &answer, sizeof answer, handle, 1)) {
            close(helper->socket);
            helper->socket = -1;
            answer.pid = -1;
        }
    }
    pthread_mutex_unlock(&helper->mutex);
    *builds_first = answer.builds_first;
    errno = answer.error;
    return answer.pid > 0 && *handle >= 0 ? answer.pid : -1;
}
