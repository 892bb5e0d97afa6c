/* message.h - parse and write the messages of the engine protocol (docs/protocol.md).
 *
 * Knows:   requests (host to engine) and replies (engine to host).
 * Ignores: games, positions, searches, streams, threads.  Nothing here prints or allocates.
 *
 * Input is not copied: the spans of a Request or a Reply point into the line and are valid as long as
 * it is.  Lines may contain any bytes.  Requests are parsed strictly, because an engine that guesses
 * plays from the wrong position.  Replies are parsed leniently, because other programs send more than
 * we know.
 *
 * Reading a written message gives the same message.  All functions are pure and re-entrant.
 */
#ifndef PROTO_MESSAGE_H
#define PROTO_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum {
    MESSAGE_LINE_MAX = 1 << 20, /* bytes of a request with its NUL; longer lines are rejected */
    MESSAGE_REPLY_MAX = 16384,  /* bytes of a reply that we write, with its NUL, except `legal` */
};

/* Part of a line, without spaces at either end. */
typedef struct Span {
    const char *data; /* never NULL, even if the length is 0 */
    size_t      length;
} Span;

Span span_of(const char *string);
bool span_is(Span span, const char *word);
/* Copy into `buffer` with a NUL.  False, with an empty string, if it does not fit or contains a NUL
 * byte. */
bool span_copy(Span span, char *buffer, size_t size);
/* Take the first word from `rest`.  False if there is none. */
bool span_word(Span *rest, Span *word);
/* Read a whole number up to `high`.  False, with `value` unchanged, if it is none. */
bool span_number(Span span, uint64_t high, uint64_t *value);

/* --- Requests: from the host to the engine -------------------------------------------------- */

typedef enum RequestKind {
    REQUEST_UGI,
    REQUEST_ISREADY,
    REQUEST_UGINEWGAME,
    REQUEST_SETOPTION,
    REQUEST_POSITION,
    REQUEST_GO,
    REQUEST_STOP,
    REQUEST_PONDERHIT,
    REQUEST_QUERY,
    REQUEST_LEGAL,
    REQUEST_PERFT,
    REQUEST_EVAL,
    REQUEST_PROBE,
    REQUEST_EXPLAIN,
    REQUEST_FEN,
    REQUEST_SHOW,
    REQUEST_HELP,
    REQUEST_QUIT,
    REQUEST_KINDS,
    REQUEST_NONE = REQUEST_KINDS, /* an empty line */
} RequestKind;

/* The numbers that `go` takes, in the order in which they are written. */
typedef enum GoNumber {
    GO_MOVETIME,
    GO_NODES,
    GO_DEPTH,
    GO_P1TIME,
    GO_P2TIME,
    GO_P1INC,
    GO_P2INC,
    GO_NUMBERS,
} GoNumber;

typedef struct GoParams {
    bool     infinite;
    bool     ponder;
    bool     given[GO_NUMBERS];
    uint64_t value[GO_NUMBERS]; /* times in ms; 0 where not given */
} GoParams;

typedef enum QueryKind { QUERY_GAMEOVER, QUERY_P1TURN, QUERY_RESULT, QUERY_KINDS } QueryKind;

typedef struct Request {
    RequestKind kind;
    Span        name;     /* setoption: the option; help: the command, or nothing */
    Span        value;    /* setoption: its value, or nothing */
    bool        startpos; /* position: from the start; otherwise from `text` */
    Span        text;     /* position: the position line; explain: the turn */
    Span        turns;    /* position: the turns, to be taken by span_word */
    GoParams    go;
    QueryKind   query;
    uint32_t    number; /* perft: the depth; legal: how many turns to list, 0 if not given */
} Request;

enum {
    PERFT_DEPTH_MAX = 32,
    LEGAL_LIST_MAX = 1000000,
};

/* The table of requests, by RequestKind, used for parsing, help and the check of the document.  The
 * last row has a NULL name. */
typedef struct RequestSpec {
    const char *name;
    const char *arguments; /* as in "name N [value V]" */
    const char *about;     /* for help, without a full stop */
    bool        ugi;       /* part of standard UGI */
} RequestSpec;

extern const RequestSpec REQUESTS[];
extern const char *const GO_WORDS[GO_NUMBERS];
extern const char *const QUERY_WORDS[QUERY_KINDS];

/* Read one line without its newline.  On failure fault->at is the offset of the error, fault->why is
 * what was expected, and `out` is unchanged. */
Status request_read(const char *line, size_t length, Request *out, Fault *fault);
/* Append the line of `request`, without a newline. */
void request_write(const Request *request, Text *out);

/* --- Replies: from the engine to the host ----------------------------------------------------- */

typedef enum ReplyKind {
    REPLY_OTHER, /* anything else; ignored, not an error */
    REPLY_ID_NAME,
    REPLY_ID_AUTHOR,
    REPLY_OPTION,
    REPLY_UGIOK,
    REPLY_READYOK,
    REPLY_INFO,
    REPLY_BESTMOVE,
    REPLY_RESPONSE,
    REPLY_ERROR,
} ReplyKind;

typedef enum ScoreKind {
    SCORE_WORDS_NONE,
    SCORE_WORDS_CP,   /* hundredths of a small but clear advantage */
    SCORE_WORDS_WIN,  /* a win within `value` turns of both sides together */
    SCORE_WORDS_LOSS, /* the same for the other side */
} ScoreKind;

typedef enum ScoreBound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER } ScoreBound;

/* The numbers of an info line, in the order in which they are written. */
typedef enum InfoNumber {
    INFO_DEPTH,
    INFO_SELDEPTH,
    INFO_MULTIPV,
    INFO_NODES,
    INFO_NPS,
    INFO_TIME, /* ms */
    INFO_HASHFULL,
    INFO_NUMBERS,
} InfoNumber;

typedef struct InfoParams {
    bool       given[INFO_NUMBERS];
    uint64_t   value[INFO_NUMBERS];
    ScoreKind  score;
    int64_t    score_value; /* not below 0 for a win and a loss */
    ScoreBound bound;
    bool       has_lead;
    int64_t    lead;   /* final lead of the side to move, in points */
    Span       pv;     /* turns, to be taken by span_word */
    Span       string; /* text for people */
} InfoParams;

typedef enum OptionType {
    OPTION_TYPE_NONE, /* missing or unknown */
    OPTION_TYPE_CHECK,
    OPTION_TYPE_SPIN,
    OPTION_TYPE_COMBO,
    OPTION_TYPE_BUTTON,
    OPTION_TYPE_STRING,
    OPTION_TYPES,
} OptionType;

typedef struct OptionParams {
    Span       name;
    OptionType type;
    bool       has_default, has_range;
    Span       initial;   /* with has_default */
    int64_t    low, high; /* with has_range */
    Span       choices;   /* of a combo: "one var two var three" */
} OptionParams;

typedef struct Reply {
    ReplyKind    kind;
    Span         text; /* id: the name; response: the word; error: the sentence; other: the line */
    Span         turn; /* bestmove: the turn, or "none" */
    Span         ponder; /* bestmove: the turn it expects next, or nothing */
    InfoParams   info;
    OptionParams option;
} Reply;

/* Read one line without its newline.  Fails, with `out` unchanged, only for lines that a host must not
 * guess: a bestmove without a move, a response without a word. */
Status reply_read(const char *line, size_t length, Reply *out, Fault *fault);
/* Append the line of `reply`, without a newline. */
void reply_write(const Reply *reply, Text *out);

/* Append `words` with control characters replaced by '?', so that they stay on one line. */
void message_write_clean(const char *words, Text *out);

#endif
