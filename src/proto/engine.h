/* engine.h - run the engine protocol (docs/protocol.md) on two streams.
 *
 * Knows:   messages (proto/message.h), one line of play, one search and its thread.
 * Ignores: where the streams lead.
 *
 * One thread reads and answers; a second one searches or counts.  `stop` works at any time.
 */
#ifndef PROTO_ENGINE_H
#define PROTO_ENGINE_H

#include <stdio.h>

#include "core/setup.h"

typedef struct EngineStart {
    Setup       setup;   /* the first game */
    const char *version; /* follows the name of the program; may be NULL */
    bool        wait;    /* finish each command before reading the next, for scripts; commands
                            that only `stop` could end are rejected */
    /* Limits for untrusted hosts; 0: only those of the protocol. */
    int      hash_mib_max;
    int      threads_max;
    uint64_t nodes_max; /* of one `go` or one `perft` */
} EngineStart;

/* Answer the requests of `in` on `out` until `quit` or end of input.  STATUS_NO_MEMORY or
 * STATUS_SYSTEM if it could not start; later errors go to `out`. */
Status engine_run(const EngineStart *start, FILE *in, FILE *out);

#endif
