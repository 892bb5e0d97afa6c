/* limits.h - how much of everything a guest may have.  docs/api.md lists these. */
#ifndef WEB_LIMITS_H
#define WEB_LIMITS_H

enum {
    /* One request. */
    HEAD_BYTES_MAX = 16384, /* a position in an address may take POS_TEXT_MAX letters, escaped */
    BODY_BYTES_MAX = 256 << 10,
    BODY_DEPTH_MAX = 8,   /* brackets within brackets */
    QUERY_VALUES_MAX = 8, /* NAME=VALUE in an address */
    REPLY_BYTES_MAX = 16 << 20,
    NAME_BYTES_MAX = 64,                 /* of a person */
    CLOCK_MS_MAX = 7 * 24 * 3600 * 1000, /* main time, increment */
    ENGINE_MS_MAX = 60 * 1000,           /* an engine's time for a turn */

    /* One connection. */
    SILENCE_SECONDS = 10,
    LIFE_SECONDS = 30, /* event streams may stay */

    /* One address. */
    CONNECTIONS_PER_ADDRESS_MAX = 64,
    STREAMS_PER_ADDRESS_MAX = 32,
    REQUESTS_PER_SECOND = 50, /* in the long run */
    REQUESTS_AT_ONCE = 200,   /* saved up */
    TABLE_COST = 10,          /* a new table counts as so many requests */

    /* The house. */
    DESCRIPTORS_MAX = 4096, /* files and sockets */
    QUEUE_MAX = 512,        /* connections that wait to be accepted */
    ADDRESSES_MAX = 4096,   /* remembered at a time */
    TB_MAX = 1000,          /* in memory */
    TABLES_STORED_MAX = 200000,
    STREAMS_MAX = 2048,
    STREAM_QUEUE_BYTES_MAX = 1 << 20, /* not yet taken by a reader, who is then dropped */
    STREAM_SILENCE_SECONDS = 15,      /* until a comment is sent */
    STREAM_STUCK_SECONDS = 20,        /* a reader who takes nothing for so long is dropped */
    EVENTS_KEPT = 16,                 /* of a table, for readers who come back */
    EVENT_BYTES_KEPT = 128 << 10,
    LIST_MAX = 50,    /* tables in one answer */
    TURNS_MAX = 5000, /* of a game at a table */

    /* Thinking. */
    THINKERS = 2,    /* engines that think at once */
    TASKS_MAX = 512, /* that wait */
    THINKER_TABLE_BYTES = 16 << 20,
    HINT_MS = 1500,
    HINTS_WAITING_MAX = 32,
    ANALYSIS_NODES = 5000,
    ANALYSIS_WAIT_SECONDS = 20, /* then the answer is what is there; less than LIFE_SECONDS */
};

#endif
