/* metrics.h - figures of the running server in Prometheus text format, on a port of their own.
 *
 * Knows:   the figures and their names, a second HTTP server on the loopback address.
 * Ignores: how the figures come about.
 */
#ifndef WEB_METRICS_H
#define WEB_METRICS_H

#include "base/buffer.h"
#include "base/status.h"
#include "web/traffic.h"

struct event_base;
struct TableRegistry;

typedef struct Metrics Metrics;

/* Serve /metrics on 127.0.0.1; port 0 takes any free one.  `registry` may be NULL. */
Metrics *metrics_new(struct event_base *base, uint16_t port, const Traffic *traffic,
                     struct TableRegistry *registry, Fault *fault);
void     metrics_free(Metrics *metrics);
uint16_t metrics_port(const Metrics *metrics);

#endif
