/* traffic.h - counts replies and writes the access log.
 *
 * Knows:   replies, visitors, the format of the log.
 * Ignores: what is served.
 *
 * Each line of the log is a JSON object: time, address, scheme, method, path, status, bytes, ms, agent.
 * The query is left out, as it may have a token.  Bytes that are not printable ASCII are written as %XX,
 * so nothing that a visitor sends can end a line or reach a terminal.
 */
#ifndef WEB_TRAFFIC_H
#define WEB_TRAFFIC_H

#include <stdint.h>
#include <stdio.h>

#include "base/status.h"
#include "web/limits.h"
#include "web/visitor.h"

enum { STATUS_CLASSES = 6 };

struct evhttp_request;

typedef struct Traffic {
    uint64_t replies[STATUS_CLASSES];   /* by the first digit of the status */
    uint64_t bytes;                     /* of the bodies, as sent */
    FILE    *log;                       /* NULL: none */
    int64_t  begun_ms[DESCRIPTORS_MAX]; /* when the request of a connection arrived */
} Traffic;

/* Open the log, or use stdout for "-".  Appends to an existing file. */
Status traffic_open(Traffic *traffic, const char *log, Fault *fault);
void   traffic_close(Traffic *traffic);

/* A request arrived. */
void traffic_begin(Traffic *traffic, struct evhttp_request *request);
/* A reply was sent, or an event stream was opened. */
void traffic_count(Traffic *traffic, struct evhttp_request *request, const Visitor *visitor,
                   int status, size_t bytes);

#endif
