/* SPDX-License-Identifier: MIT */
#include "web/traffic.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/http.h>

#include "base/clock.h"
#include "base/json.h"
#include "web/http.h"

enum { LINE_BYTES_MAX = 128 << 10, AGENT_BYTES_MAX = 200, LOG_MODE = 0640 };

Status traffic_open(Traffic *traffic, const char *log, Fault *fault)
{
    assert(traffic->log == NULL);
    bool is_stdout = strcmp(log, "-") == 0;
    int  file = is_stdout ? dup(STDOUT_FILENO)
                          : open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, LOG_MODE);
    traffic->log = file < 0 ? NULL : fdopen(file, "a");
    if (traffic->log != NULL)
        return STATUS_OK;
    Status status = fault_set(fault, STATUS_SYSTEM, 0, "cannot write the access log %.120s: %s",
                              log, strerror(errno));
    if (file >= 0)
        close(file);
    return status;
}

void traffic_close(Traffic *traffic)
{
    if (traffic->log != NULL)
        fclose(traffic->log);
    traffic->log = NULL;
}

void traffic_begin(Traffic *traffic, struct evhttp_request *request)
{
    int socket = http_socket(request);
    if (socket >= 0)
        traffic->begun_ms[socket] = clock_wall_ms();
}

/* --- The log ------------------------------------------------------------------------------ */

/* True if a part of a path is a token: a personal link must not be in the log. */
static bool is_token(const char *value, size_t at)
{
    return (at == 0 || value[at - 1] == '/') &&
           strspn(value + at, "0123456789abcdef") == TOKEN_TEXT_MAX - 1;
}

/* Write a string of at most `most` bytes; all but printable ASCII becomes %XX, and tokens become
 * '*'. */
static void add_clean(Json *json, const char *name, const char *value, size_t most)
{
    Buffer clean;
    buffer_init(&clean, LINE_BYTES_MAX);
    for (size_t i = 0; i < most && value[i] != '\0'; i++)
        if (is_token(value, i)) {
            buffer_add(&clean, "*");
            i += TOKEN_TEXT_MAX - 2;
        } else if (value[i] > ' ' - 1 && value[i] < 0x7f)
            buffer_bytes(&clean, &value[i], 1);
        else
            buffer_addf(&clean, "%%%02X", (unsigned char)value[i]);
    json_string(json, name, clean.data == NULL ? "" : clean.data);
    buffer_free(&clean);
}

static void add_time(Json *json)
{
    int64_t   now = clock_date_ms();
    time_t    seconds = (time_t)(now / 1000);
    struct tm date;
    char      day[32], text[48];
    gmtime_r(&seconds, &date);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &date);
    snprintf(text, sizeof text, "%s.%03dZ", day, (int)(now % 1000));
    json_string(json, "time", text);
}

static const char *method_of(struct evhttp_request *request)
{
    switch (evhttp_request_get_command(request)) {
    case EVHTTP_REQ_GET: return "GET";
    case EVHTTP_REQ_HEAD: return "HEAD";
    case EVHTTP_REQ_POST: return "POST";
    case EVHTTP_REQ_PUT: return "PUT";
    case EVHTTP_REQ_DELETE: return "DELETE";
    case EVHTTP_REQ_OPTIONS: return "OPTIONS";
    case EVHTTP_REQ_TRACE: return "TRACE";
    case EVHTTP_REQ_CONNECT: return "CONNECT";
    case EVHTTP_REQ_PATCH: return "PATCH";
    default: return "?";
    }
}

static void write_line(Traffic *traffic, struct evhttp_request *request, const Visitor *visitor,
                       int status, size_t bytes)
{
    Buffer      line;
    int         socket = http_socket(request);
    const char *target = evhttp_request_get_uri(request);
    const char *agent = http_header(request, "User-Agent");
    buffer_init(&line, LINE_BYTES_MAX);
    Json json = json_over(&line);
    json_object(&json, NULL);
    add_time(&json);
    json_string(&json, "address", visitor->address);
    json_string(&json, "scheme", visitor->is_secure ? "https" : "http");
    json_string(&json, "method", method_of(request));
    add_clean(&json, "path", target == NULL ? "" : target,
              target == NULL ? 0 : strcspn(target, "?#"));
    json_integer(&json, "status", status);
    json_integer(&json, "bytes", (int64_t)bytes);
    json_integer(&json, "ms", socket < 0 ? 0 : clock_wall_ms() - traffic->begun_ms[socket]);
    add_clean(&json, "agent", agent == NULL ? "" : agent, AGENT_BYTES_MAX);
    json_end_object(&json);
    buffer_add(&line, "\n");
    /* A log that cannot be written must not stop the games. */
    if (!line.failed && fwrite(line.data, 1, line.length, traffic->log) == line.length)
        fflush(traffic->log);
    clearerr(traffic->log);
    buffer_free(&line);
}

void traffic_count(Traffic *traffic, struct evhttp_request *request, const Visitor *visitor,
                   int status, size_t bytes)
{
    assert(status / 100 < STATUS_CLASSES);
    traffic->replies[status / 100]++;
    traffic->bytes += bytes;
    if (traffic->log != NULL)
        write_line(traffic, request, visitor, status, bytes);
}
