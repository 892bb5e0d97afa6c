/* limits.h - limits on clients and on the server.  docs/api.md lists them. */
#ifndef WEB_LIMITS_H
#define WEB_LIMITS_H

enum {
    /* One request. */
    HEAD_BYTES_MAX = 16384, /* fits a position of POS_TEXT_MAX characters, percent-encoded */
    BODY_BYTES_MAX = 256 << 10,
    BODY_DEPTH_MAX = 8,   /* nesting of JSON arrays and objects */
    QUERY_VALUES_MAX = 8, /* NAME=VALUE parameters in a URL */
    IDS_MAX = 32,         /* tables that a list may name */
    REPLY_BYTES_MAX = 16 << 20,
    NAME_BYTES_MAX = 64,                 /* of a player */
    CLOCK_MS_MAX = 7 * 24 * 3600 * 1000, /* main time, increment */
    ENGINE_MS_MAX = 60 * 1000,           /* per move of an engine */

    /* One connection. */
    SILENCE_SECONDS = 10,
    LIFE_SECONDS = 30, /* except event streams */

    /* One address. */
    CONNECTIONS_PER_ADDRESS_MAX = 64,
    STREAMS_PER_ADDRESS_MAX = 32,
    REQUESTS_PER_SECOND = 50, /* refill rate of the token bucket */
    REQUESTS_AT_ONCE = 200,   /* size of the token bucket */
    TABLE_COST = 10,          /* a new table or study counts as 10 requests, as it is stored */
    UPLOAD_COST = 5,          /* the same for a POST to a contest */
    CHALLENGES_PER_VISITOR_MAX = 8,

    /* The server. */
    DESCRIPTORS_MAX = 4096, /* files and sockets */
    QUEUE_MAX = 512,        /* listen backlog */
    ADDRESSES_MAX = 4096,   /* slots of the rate limiter */
    TABLES_MAX = 1000,      /* in memory */
    TABLES_STORED_MAX = 200000,
    STUDIES_STORED_MAX = 20000,
    STUDY_DAYS = 180,         /* since it was last opened or changed, until it is removed */
    CHALLENGES_MAX = 500,     /* open ones */
    CHALLENGE_SECONDS = 3600, /* of an open challenge whose creator is away */
    UNBEGUN_DAYS = 7,         /* of a game without a move or a second player */
    LIVE_HOURS = 24,          /* without a move, until a game is no longer listed as live */
    STREAMS_MAX = 2048,
    STREAM_QUEUE_BYTES_MAX = 1 << 20, /* unsent bytes; a client with more is disconnected */
    STREAM_SILENCE_SECONDS = 15,      /* of idle time until a comment is sent */
    STREAM_STUCK_SECONDS = 20,        /* without progress until a client is disconnected */
    EVENTS_KEPT = 16,                 /* cached per table, for clients that reconnect */
    EVENT_BYTES_KEPT = 128 << 10,
    LIST_MAX = 50, /* tables in one reply */

    /* Searches. */
    POOL_THREADS = 2, /* searches that run at once */
    TASKS_MAX = 512,  /* waiting searches */
    POOL_TT_BYTES = 16 << 20,
    HINTS_WAITING_MAX = 32,
    LINES_MS_MAX = 5000,   /* of one search for principal variations */
    LINES_WAITING_MAX = 8, /* such searches, running ones included */
    LINES_PER_VISITOR_MAX = 2,
    REVIEWS_MAX = 16,    /* running, waiting and finished ones */
    REVIEWS_AT_ONCE = 2, /* each has REVIEW_TT_BYTES */
    REVIEWS_PER_VISITOR_MAX = 2,
    REVIEW_TURNS_MAX = 1000,     /* of a game that the server reviews */
    REVIEW_UNSEEN_SECONDS = 120, /* until a review is removed that no client asks for */
    ANALYSIS_WAIT_SECONDS = 20,  /* then reply with what is there; must be below LIFE_SECONDS */
};

#endif
