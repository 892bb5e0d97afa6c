/* SPDX-License-Identifier: MIT */
#include "web/metrics.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <event2/event.h>
#include <event2/http.h>

#include "base/clock.h"
#include "web/http.h"
#include "web/registry.h"

struct Metrics {
    struct evhttp *http;
    uint16_t       port;
    const Traffic *traffic;
    TableRegistry *registry; /* NULL: no tables are served */
    int64_t        started_ms;
};

/* --- Figures ------------------------------------------------------------------------------ */

static void add_head(Buffer *out, const char *name, const char *type, const char *help)
{
    buffer_addf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void add_gauge(Buffer *out, const char *name, const char *help, int64_t value)
{
    add_head(out, name, "gauge", help);
    buffer_addf(out, "%s %lld\n", name, (long long)value);
}

static void add_counter(Buffer *out, const char *name, const char *help, uint64_t value)
{
    add_head(out, name, "counter", help);
    buffer_addf(out, "%s %llu\n", name, (unsigned long long)value);
}

static void add_traffic(Buffer *out, const Traffic *traffic)
{
    static const char NAME[] = "tessera_http_requests_total";
    add_head(out, NAME, "counter", "Requests answered, by the class of the status.");
    for (int class = 2; class < STATUS_CLASSES; class ++)
        buffer_addf(out, "%s{class=\"%dxx\"} %llu\n", NAME, class,
                    (unsigned long long)traffic->replies[class]);
    add_counter(out, "tessera_http_response_bytes_total", "Bytes of the bodies of replies.",
                traffic->bytes);
}

static void add_tables(Buffer *out, TableRegistry *registry)
{
    StoreFigures      store = store_figures(registry->store);
    SearchPoolFigures pool = search_pool_figures(registry->pool);
    add_gauge(out, "tessera_event_streams", "Open event streams.", registry->stream_count);
    add_counter(out, "tessera_event_bytes_total", "Bytes of events sent.", registry->event_bytes);
    add_gauge(out, "tessera_tables", "Tables in memory.", registry->table_count);
    add_gauge(out, "tessera_tables_stored", "Tables in the game database.",
              store_count(registry->store));
    add_gauge(out, "tessera_searches_running", "Searches that run now.", pool.running);
    add_gauge(out, "tessera_searches_waiting", "Searches in the queue.", pool.waiting);
    add_gauge(out, "tessera_search_queue_limit", "Searches that the queue can hold.", TASKS_MAX);
    add_counter(out, "tessera_searches_total", "Finished searches.", (uint64_t)pool.finished);
    add_head(out, "tessera_search_seconds_total", "counter",
             "Seconds that finished searches took.");
    buffer_addf(out, "tessera_search_seconds_total %.3f\n", pool.seconds);
    add_counter(out, "tessera_database_commits_total", "Tables saved.", (uint64_t)store.commits);
    add_counter(out, "tessera_database_conflicts_total",
                "Changes of tables that another server was faster with.",
                (uint64_t)store.conflicts);
    add_counter(out, "tessera_database_failures_total", "Tables that could not be saved.",
                (uint64_t)store.failures);
}

static void add_all(Buffer *out, const Metrics *metrics)
{
    add_head(out, "tessera_build_info", "gauge", "The version of the program.");
    buffer_addf(out, "tessera_build_info{version=\"%s\"} 1\n", TESSERA_VERSION);
    add_gauge(out, "tessera_uptime_seconds", "Seconds since the start.",
              (clock_wall_ms() - metrics->started_ms) / 1000);
    add_traffic(out, metrics->traffic);
    if (metrics->registry != NULL)
        add_tables(out, metrics->registry);
}

/* --- Server ------------------------------------------------------------------------------- */

static void on_request(struct evhttp_request *request, void *context)
{
    const Metrics           *metrics = context;
    Reply                    reply = reply_new();
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char              *path = uri == NULL ? NULL : evhttp_uri_get_path(uri);
    const char              *host = http_header(request, "Host");
    reply.type = "text/plain; version=0.0.4; charset=utf-8";
    reply.policy = DATA_POLICY;
    reply.cache = "no-store";
    if (host != NULL && !host_is_loopback(host))
        reply_error(&reply, CODE_FORBIDDEN, "the metrics are for this machine only");
    else if (path == NULL || strcmp(path, "/metrics") != 0)
        reply_error(&reply, HTTP_NOTFOUND, "the metrics are at /metrics");
    else
        add_all(&reply.body, metrics);
    http_send_unseen(request, &reply);
    reply_free(&reply);
}

static uint16_t port_of(struct evhttp_bound_socket *listener)
{
    struct sockaddr_in bound = { .sin_port = 0 };
    socklen_t          size = sizeof bound;
    getsockname(evhttp_bound_socket_get_fd(listener), (struct sockaddr *)&bound, &size);
    return ntohs(bound.sin_port);
}

Metrics *metrics_new(struct event_base *base, uint16_t port, const Traffic *traffic,
                     TableRegistry *registry, Fault *fault)
{
    Metrics *metrics = calloc(1, sizeof *metrics);
    if (metrics != NULL)
        *metrics = (Metrics){ .http = evhttp_new(base),
                              .traffic = traffic,
                              .registry = registry,
                              .started_ms = clock_wall_ms() };
    if (metrics == NULL || metrics->http == NULL) {
        fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
        free(metrics);
        return NULL;
    }
    errno = 0;
    struct evhttp_bound_socket *listener =
        evhttp_bind_socket_with_handle(metrics->http, "127.0.0.1", port);
    if (listener == NULL) {
        fault_set(fault, STATUS_SYSTEM, 0, "cannot listen on 127.0.0.1, port %u, for metrics: %s",
                  port, strerror(errno));
        metrics_free(metrics);
        return NULL;
    }
    metrics->port = port_of(listener);
    evhttp_set_max_headers_size(metrics->http, HEAD_BYTES_MAX);
    evhttp_set_max_body_size(metrics->http, 0);
    evhttp_set_timeout(metrics->http, SILENCE_SECONDS);
    evhttp_set_allowed_methods(metrics->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
    evhttp_set_gencb(metrics->http, on_request, metrics);
    return metrics;
}

void metrics_free(Metrics *metrics)
{
    evhttp_free(metrics->http);
    free(metrics);
}

uint16_t metrics_port(const Metrics *metrics)
{
    return metrics->port;
}
