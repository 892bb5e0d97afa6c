/* engine.h - a player behind two streams: the engine protocol, spoken (docs/protocol.md).
 *
 * Knows:   the words (proto/message.h), one line of play, one search, the thread that it thinks on.
 * Ignores: where the streams lead to, and who listens.
 *
 * One thread reads and answers; a second one thinks or counts.  `stop` is heard at any time.
 */
#ifndef PROTO_ENGINE_H
#define PROTO_ENGINE_H

#include <stdio.h>

#include "core/setup.h"

typedef struct EngineStart {
    Setup       setup;   /* the game to begin with */
    const char *version; /* behind the name of the program; may be NULL */
    bool        wait;    /* read on only when an answer is complete: for scripts.  What only a stop
                            can end is refused then. */
    /* Bounds for guests that are not trusted; 0: none but the protocol's own. */
    int      hash_mib_max;
    int      threads_max;
    uint64_t nodes_max; /* of one `go` or one `perft` */
} EngineStart;

/* Answer the requests of `in` on `out` until `quit` or the end.  STATUS_NO_MEMORY and
 * STATUS_SYSTEM where it could not begin; anything later is said on `out`. */
Status engine_run(const EngineStart *start, FILE *in, FILE *out);

#endif
