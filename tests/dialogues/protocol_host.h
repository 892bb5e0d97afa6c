/* protocol_host.h - the other end of the engine protocol, for tests: an engine on a thread of this
 * process, behind two pipes.
 */
#ifndef PROTOCOL_HOST_H
#define PROTOCOL_HOST_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "proto/engine.h"

typedef struct Host {
    EngineStart start;
    FILE       *engine_in, *engine_out; /* the engine's ends */
    FILE       *to, *from;              /* ours */
    pthread_t   thread;
    Status      status; /* of engine_run, when it has ended */
    char       *line;   /* the last line that was heard, without its newline */
    size_t      line_capacity;
} Host;

/* Start an engine; ends the test program where that fails. */
void host_open(Host *host, const EngineStart *start);
/* Send one line. */
void host_tell(Host *host, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Wait for the next line of the engine; false at its end. */
bool host_hear(Host *host);
/* No more lines: the engine sees the end of its input. */
void host_hang_up(Host *host);
/* Hang up if that was not done, pass over what the engine still says, and wait for its end. */
void host_close(Host *host);

/* The toy game, or another that setup_read knows; ends the program where there is none. */
EngineStart host_start(const char *game);

#endif
