/* SPDX-License-Identifier: MIT */
#include "web/request_head.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>

#include <event2/event.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>

/* The lines of a head that decide where the request ends and whom it is for. */
typedef struct HeadLines {
    int         hosts, lengths, transfers;
    const char *length, *transfer;
    bool        has_bad_name;
} HeadLines;

static HeadLines read_lines(struct evhttp_request *request)
{
    HeadLines              lines = { .hosts = 0 };
    const struct evkeyval *line;
    TAILQ_FOREACH(line, evhttp_request_get_input_headers(request), next)
    {
        lines.has_bad_name |= strpbrk(line->key, " \t") != NULL;
        if (strcasecmp(line->key, "Host") == 0) {
            lines.hosts++;
        } else if (strcasecmp(line->key, "Content-Length") == 0) {
            lines.lengths++;
            lines.length = line->value;
        } else if (strcasecmp(line->key, "Transfer-Encoding") == 0) {
            lines.transfers++;
            lines.transfer = line->value;
        }
    }
    return lines;
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

const char *request_head_fault(struct evhttp_request *request)
{
    HeadLines   lines = read_lines(request);
    const char *target = evhttp_request_get_uri(request);
    bool        modern = request->major == 1 && request->minor == 1;
    if (!modern && (request->major != 1 || request->minor != 0))
        return "the request line must end with HTTP/1.1 or HTTP/1.0";
    if (target == NULL || strpbrk(target, " \t") != NULL)
        return "the request line must be METHOD TARGET VERSION, with single spaces";
    if (lines.has_bad_name)
        return "the name of a header has a space";
    if (lines.hosts > 1 || (modern && lines.hosts == 0))
        return "a request needs exactly one Host header";
    if (lines.lengths > 1 || (lines.lengths == 1 && !is_number(lines.length)))
        return "Content-Length must be one number";
    if (lines.transfers > 1 ||
        (lines.transfers == 1 &&
         (!modern || lines.lengths > 0 || strcasecmp(lines.transfer, "chunked") != 0)))
        return "Transfer-Encoding must be 'chunked', without a Content-Length header";
    return NULL;
}
