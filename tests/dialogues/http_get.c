/* SPDX-License-Identifier: MIT */
/* http_get.c - the smallest HTTP client, for the tests of the server.
 *
 *     http_get PORT METHOD TARGET    ask 127.0.0.1:PORT for TARGET
 *     http_get PORT -                send stdin as it is
 *
 * Prints whatever comes back, head and body, until the other side closes.  Exit status 0 if
 * anything came, 1 if not, 2 for a wrong call.  Gives up after TIMEOUT_SECONDS without a byte.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { TIMEOUT_SECONDS = 20, BLOCK = 65536 };

static int open_connection(uint16_t port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };
    struct timeval     timeout = { .tv_sec = TIMEOUT_SECONDS };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0)
        return -1;
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
        close(connection);
        return -1;
    }
    return connection;
}

/* False where the other side takes no more, which may be what a test wants to see. */
static bool send_all(int connection, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t sent = send(connection, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

static void send_stdin(int connection)
{
    static char block[BLOCK];
    size_t      count;
    while ((count = fread(block, 1, sizeof block, stdin)) > 0 && send_all(connection, block, count))
        continue;
    shutdown(connection, SHUT_WR);
}

static void send_request(int connection, const char *method, const char *target)
{
    static const char REST[] = " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    const char *const parts[] = { method, " ", target, REST };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        send_all(connection, parts[i], strlen(parts[i]));
}

/* How many bytes came. */
static size_t print_reply(int connection)
{
    static char block[BLOCK];
    size_t      total = 0;
    ssize_t     count;
    while ((count = recv(connection, block, sizeof block, 0)) > 0) {
        fwrite(block, 1, (size_t)count, stdout);
        total += (size_t)count;
    }
    return total;
}

int main(int argc, char **argv)
{
    long port = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    bool raw = argc == 3 && strcmp(argv[2], "-") == 0;
    if (port < 1 || port > UINT16_MAX || (argc != 4 && !raw)) {
        fprintf(stderr, "usage: http_get PORT METHOD TARGET, or http_get PORT - <REQUEST\n");
        return 2;
    }
    int connection = open_connection((uint16_t)port);
    if (connection < 0) {
        perror("http_get");
        return 1;
    }
    if (raw)
        send_stdin(connection);
    else
        send_request(connection, argv[2], argv[3]);
    size_t total = print_reply(connection);
    close(connection);
    return total > 0 && fflush(stdout) == 0 ? 0 : 1;
}
