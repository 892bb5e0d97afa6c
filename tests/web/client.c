/* SPDX-License-Identifier: MIT */
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 60, BLOCK = 65536 };

void insist(bool holds, const char *format, ...)
{
    if (holds)
        return;
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    abort();
}

static void *enough(void *memory, size_t size)
{
    memory = realloc(memory, size);
    insist(memory != NULL, "out of memory");
    return memory;
}

/* --- Servers ------------------------------------------------------------------------------ */

static int read_port(int from)
{
    char   line[256];
    size_t length = 0;
    while (length + 1 < sizeof line && read(from, line + length, 1) == 1 && line[length] != '\n')
        length++;
    line[length] = '\0';
    const char *colon = strrchr(line, ':');
    const char *slash = strstr(line, "/ (");
    while (slash != NULL && colon != NULL && colon > slash)
        colon = memrchr(line, ':', (size_t)(colon - line));
    return colon == NULL ? 0 : atoi(colon + 1);
}

Server server_start(const char *tessera, const char *folder)
{
    return server_start_with(tessera, folder, folder); /* `folder` has no tablebases */
}

Server server_start_with(const char *tessera, const char *folder, const char *solved)
{
    return server_start_options(tessera, folder, (const char *[]){ "--tablebases", solved, NULL });
}

static int free_port(void)
{
    struct sockaddr_in here = { .sin_family = AF_INET };
    socklen_t          size = sizeof here;
    int                probe = socket(AF_INET, SOCK_STREAM, 0);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    insist(probe >= 0 && bind(probe, (struct sockaddr *)&here, size) == 0 &&
               getsockname(probe, (struct sockaddr *)&here, &size) == 0,
           "no free port");
    close(probe);
    return ntohs(here.sin_port);
}

/* Put a proxy in front of a server, and wait until it listens. */
static void proxy_start(Server *server, const char *script)
{
    char behind[16], before[16];
    int  port = free_port(), connection = -1;
    snprintf(behind, sizeof behind, "%d", server->port);
    snprintf(before, sizeof before, "%d", port);
    server->proxy = fork();
    insist(server->proxy >= 0, "no process");
    if (server->proxy == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        execl(script, script, behind, before, (char *)NULL);
        _exit(127);
    }
    for (int tries = 0; connection < 0 && tries < 200; tries++) {
        usleep(50000);
        connection = connect_from(port, 0);
    }
    insist(connection >= 0, "the proxy %s does not listen", script);
    close(connection);
    server->port = port;
}

Server server_start_options(const char *tessera, const char *folder, const char *const *options)
{
    enum { FIXED = 6, OPTIONS_MAX = 32 };
    const char *words[FIXED + OPTIONS_MAX + 1] = { tessera,       "serve",  "--listen",
                                                   "127.0.0.1:0", "--data", folder };
    const char *database = getenv("TESSERA_DATABASE");
    if (database != NULL) {
        words[FIXED - 2] = "--database";
        words[FIXED - 1] = database;
    }
    for (int i = 0; options[i] != NULL; i++) {
        insist(i < OPTIONS_MAX, "too many options");
        words[FIXED + i] = options[i];
    }
    const char *proxy = getenv("TESSERA_PROXY");
    if (proxy != NULL) {
        int last = FIXED;
        while (words[last] != NULL)
            last++;
        insist(last + 2 <= FIXED + OPTIONS_MAX, "too many options");
        words[last] = "--trusted-proxy";
        words[last + 1] = "127.0.0.1";
    }
    int    pipe_ends[2];
    Server server = { 0 };
    insist(pipe(pipe_ends) == 0, "no pipe");
    server.pid = fork();
    insist(server.pid >= 0, "no process");
    if (server.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that aborts leaves no server behind */
        dup2(pipe_ends[1], STDOUT_FILENO);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        execv(tessera, (char *const *)words);
        _exit(127);
    }
    close(pipe_ends[1]);
    server.port = read_port(pipe_ends[0]);
    close(pipe_ends[0]);
    insist(server.port > 0, "the server did not print its address");
    if (proxy != NULL)
        proxy_start(&server, proxy);
    return server;
}

int server_end(Server *server, int signal_number)
{
    int end = 0;
    if (server->proxy > 0) {
        kill(server->proxy, SIGTERM);
        waitpid(server->proxy, NULL, 0);
    }
    insist(kill(server->pid, signal_number) == 0, "the server has already exited");
    insist(waitpid(server->pid, &end, 0) == server->pid, "waitpid failed");
    server->pid = 0;
    return end;
}

void folder_make(char *out, size_t size)
{
    snprintf(out, size, "/tmp/tessera_web_XXXXXX");
    insist(mkdtemp(out) != NULL, "no folder");
}

void folder_remove(const char *folder)
{
    static const char *const FILES[] = { "tables.db", "tables.db-wal", "tables.db-shm", "lock" };
    char                     path[256];
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* --- Requests ----------------------------------------------------------------------------- */

uint32_t from_number(unsigned number)
{
    return 0x7f010001u + number % 60000;
}

int connect_from(int port, uint32_t from)
{
    struct sockaddr_in here = { .sin_family = AF_INET };
    struct sockaddr_in there = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    struct timeval     patience = { .tv_sec = PATIENCE_SECONDS };
    int                one = 1;
    here.sin_addr.s_addr = htonl(from);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    insist(connection >= 0, "no socket: %s", strerror(errno));
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(connection, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (from != 0)
        insist(bind(connection, (struct sockaddr *)&here, sizeof here) == 0, "no address");
    if (connect(connection, (struct sockaddr *)&there, sizeof there) == 0)
        return connection;
    close(connection);
    return -1;
}

static void send_all(int connection, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(connection, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* the server closed the connection, which some tests expect */
        bytes += sent;
        size -= (size_t)sent;
    }
}

/* Join the chunks of a body, as proxies may send it. */
static void join_chunks(char *body)
{
    char *to = body;
    for (char *from = body; *from != '\0';) {
        char  *data = NULL;
        size_t size = strtoul(from, &data, 16);
        data += strncmp(data, "\r\n", 2) == 0 ? 2 : 0;
        if (size == 0 || size > strlen(data))
            break;
        memmove(to, data, size);
        to += size;
        from = data + size + (strncmp(data + size, "\r\n", 2) == 0 ? 2 : 0);
    }
    *to = '\0';
}

static Answer take_answer(int connection)
{
    Answer answer = { 0 };
    size_t length = 0, capacity = 0;
    for (;;) {
        if (capacity - length < BLOCK)
            answer.text = enough(answer.text, capacity = 2 * capacity + BLOCK + 1);
        ssize_t got = recv(connection, answer.text + length, capacity - length - 1, 0);
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    answer.text[length] = '\0';
    if (strncmp(answer.text, "HTTP/1.", 7) == 0 && length > 12)
        answer.code = atoi(answer.text + 9);
    answer.body = strstr(answer.text, "\r\n\r\n");
    answer.body = answer.body == NULL ? answer.text + length : answer.body + 4;
    char *chunked = strcasestr(answer.text, "\r\nTransfer-Encoding: chunked\r\n");
    if (chunked != NULL && chunked < answer.body)
        join_chunks(answer.body);
    answer.json = json_loads(answer.body, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    return answer;
}

Answer ask_raw(int port, uint32_t from, const char *bytes, size_t size)
{
    int connection = connect_from(port, from);
    insist(connection >= 0, "no connection: %s", strerror(errno));
    send_all(connection, bytes, size);
    Answer answer = take_answer(connection);
    close(connection);
    return answer;
}

Answer ask_with(int port, uint32_t from, const char *target, const char *body, const char *headers)
{
    size_t capacity = strlen(target) + (body == NULL ? 0 : strlen(body)) +
                      (headers == NULL ? 0 : strlen(headers)) + 256;
    char *bytes = enough(NULL, capacity);
    int   size;
    if (body == NULL)
        size = snprintf(bytes, capacity,
                        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s\r\n",
                        target, port, headers == NULL ? "" : headers);
    else
        size = snprintf(
            bytes, capacity,
            "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %zu\r\nConnection: close\r\n%s\r\n%s",
            target, port, strlen(body),
            headers == NULL ? "Content-Type: application/json\r\n" : headers, body);
    Answer answer = ask_raw(port, from, bytes, (size_t)size);
    free(bytes);
    return answer;
}

Answer ask(int port, const char *target, const char *body)
{
    static unsigned number;
    return ask_with(port, from_number(number++), target, body, NULL);
}

void answer_free(Answer *answer)
{
    json_decref(answer->json);
    free(answer->text);
    *answer = (Answer){ 0 };
}

/* --- Events ------------------------------------------------------------------------------- */

/* Use HTTP/1.0, so that the reply is not chunked. */
bool events_begin(Events *events, int port, uint32_t from, const char *target, long last, int *code)
{
    char request[512], line[64] = "";
    *events = (Events){ .socket = connect_from(port, from) };
    insist(events->socket >= 0, "no connection: %s", strerror(errno));
    if (last >= 0)
        snprintf(line, sizeof line, "Last-Event-ID: %ld\r\n", last);
    int size =
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.0\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n%s\r\n",
                 target, port, line);
    send_all(events->socket, request, (size_t)size);
    *code = 0;
    while (!events->past_head)
        if (!events_read(events))
            break;
    if (events->length > 12 || events->past_head)
        *code = events->past_head ? 200 : atoi(events->data + 9);
    if (*code == 200)
        return true;
    events_end(events);
    return false;
}

/* Remove the headers once they are complete and valid. */
static void pass_head(Events *events)
{
    char *end = strstr(events->data, "\r\n\r\n");
    if (events->past_head || end == NULL || strncmp(events->data + 9, "200", 3) != 0)
        return;
    events->length -= (size_t)(end + 4 - events->data);
    memmove(events->data, end + 4, events->length + 1);
    events->past_head = true;
}

bool events_read(Events *events)
{
    if (events->capacity - events->length < BLOCK)
        events->data = enough(events->data, events->capacity = 2 * events->capacity + BLOCK + 1);
    ssize_t got = recv(events->socket, events->data + events->length,
                       events->capacity - events->length - 1, 0);
    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    events->length += (size_t)got;
    events->data[events->length] = '\0';
    pass_head(events);
    return true;
}

static void read_event(char *text, Event *out)
{
    char *rest = NULL;
    *out = (Event){ .id = -1 };
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "id: ", 4) == 0)
            out->id = atol(line + 4);
        else if (strncmp(line, "event: ", 7) == 0)
            snprintf(out->name, sizeof out->name, "%s", line + 7);
        else if (strncmp(line, "data: ", 6) == 0)
            out->data = json_loads(line + 6, JSON_REJECT_DUPLICATES, NULL);
        else
            insist(line[0] == ':', "this is no event: %s", line);
    }
}

bool events_take(Events *events, Event *out)
{
    while (events->length > 0) {
        char *end = strstr(events->data, "\n\n");
        if (end == NULL)
            return false;
        *end = '\0';
        read_event(events->data, out);
        events->length -= (size_t)(end + 2 - events->data);
        memmove(events->data, end + 2, events->length + 1);
        if (out->name[0] != '\0') {
            insist(out->data != NULL, "an event without data");
            return true;
        }
    }
    return false;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool events_wait(Events *events, const char *name, int ms, Event *out)
{
    int64_t end = now_ms() + ms;
    for (;;) {
        while (events_take(events, out)) {
            if (strcmp(out->name, name) == 0)
                return true;
            json_decref(out->data);
        }
        int           left = (int)(end - now_ms());
        struct pollfd wait = { .fd = events->socket, .events = POLLIN };
        if (left <= 0 || poll(&wait, 1, left) <= 0 || !events_read(events))
            return false;
    }
}

void events_end(Events *events)
{
    close(events->socket);
    free(events->data);
    *events = (Events){ .socket = -1 };
}
