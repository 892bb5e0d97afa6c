/* SPDX-License-Identifier: MIT */
#include "proto/message.h"

#include <assert.h>
#include <string.h>

enum { QUOTED_MAX = 40 }; /* bytes of untrusted input that a message quotes */

#define TIME_MAX_MS UINT64_C(1000000000000) /* thirty years */
#define NODES_MAX   UINT64_C(1000000000000000000)

/* --- Spans ------------------------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_control(char c)
{
    return ((unsigned char)c < 0x20 && !is_blank(c)) || c == 0x7f;
}

static Span trimmed(Span span)
{
    while (span.length > 0 && is_blank(span.data[0])) {
        span.data++;
        span.length--;
    }
    while (span.length > 0 && is_blank(span.data[span.length - 1]))
        span.length--;
    return span;
}

static Span nothing(void)
{
    return (Span){ "", 0 };
}

/* Return the span from the start of `first` to the end of `last`. */
static Span joined(Span first, Span last)
{
    return (Span){ first.data, (size_t)(last.data + last.length - first.data) };
}

Span span_of(const char *string)
{
    assert(string != NULL);
    return trimmed((Span){ string, strlen(string) });
}

bool span_is(Span span, const char *word)
{
    return span.length == strlen(word) && memcmp(span.data, word, span.length) == 0;
}

bool span_copy(Span span, char *buffer, size_t size)
{
    assert(span.data != NULL && size > 0);
    buffer[0] = '\0';
    if (span.length >= size || memchr(span.data, '\0', span.length) != NULL)
        return false;
    memcpy(buffer, span.data, span.length);
    buffer[span.length] = '\0';
    return true;
}

bool span_word(Span *rest, Span *word)
{
    *rest = trimmed(*rest);
    size_t length = 0;
    while (length < rest->length && !is_blank(rest->data[length]))
        length++;
    *word = (Span){ rest->data, length };
    rest->data += length;
    rest->length -= length;
    *rest = trimmed(*rest);
    return length > 0;
}

bool span_number(Span span, uint64_t high, uint64_t *value)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < span.length; i++) {
        if (span.data[i] < '0' || span.data[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(span.data[i] - '0');
        if (sum > (high - digit) / 10 || digit > high)
            return false;
        sum = sum * 10 + digit;
    }
    if (span.length == 0)
        return false;
    *value = sum;
    return true;
}

static bool span_signed(Span span, int64_t *value)
{
    uint64_t size;
    bool     negative = span.length > 0 && span.data[0] == '-';
    if (!span_number((Span){ span.data + negative, span.length - negative }, INT64_MAX, &size))
        return false;
    *value = negative ? -(int64_t)size : (int64_t)size;
    return true;
}

static int quoted(Span span)
{
    return (int)(span.length > QUOTED_MAX ? QUOTED_MAX : span.length);
}

static void write_span(Span span, Text *out)
{
    for (size_t i = 0; i < span.length; i++)
        text_char(out, span.data[i]);
}

static void write_named_span(const char *name, Span span, Text *out)
{
    text_addf(out, " %s ", name);
    write_span(span, out);
}

void message_write_clean(const char *words, Text *out)
{
    for (; *words != '\0'; words++)
        text_char(out, is_control(*words) || *words == '\n' || *words == '\r' ? '?' : *words);
}

/* --- Requests --------------------------------------------------------------------------------- */

const RequestSpec REQUESTS[] = {
    /* clang-format off */
    [REQUEST_UGI] = { "ugi", "",
        "print the name of the engine and its options, then `ugiok`", true },
    [REQUEST_ISREADY] = { "isready", "",
        "answer `readyok` when all commands before it are done", true },
    [REQUEST_UGINEWGAME] = { "uginewgame", "",
        "start a new game and clear the search state", true },
    [REQUEST_SETOPTION] = { "setoption", "name NAME value VALUE",
        "set an option", true },
    [REQUEST_POSITION] = { "position", "startpos|fen POSITION [moves MOVE...]",
        "set the position and play moves from it", true },
    [REQUEST_GO] = { "go", "[movetime MS] [nodes N] [depth N] [p1time MS] [p2time MS] [p1inc MS]"
        " [p2inc MS] [infinite] [ponder]",
        "search the position, then answer `bestmove MOVE`", true },
    [REQUEST_STOP] = { "stop", "",
        "stop the search and answer with the best move so far", true },
    [REQUEST_PONDERHIT] = { "ponderhit", "",
        "the expected move of `go ponder` was played; start the clock", false },
    [REQUEST_QUERY] = { "query", "gameover|p1turn|result",
        "answer a question about the position with `response`", true },
    [REQUEST_LEGAL] = { "legal", "[LIMIT]",
        "list the legal moves, at most LIMIT", false },
    [REQUEST_PERFT] = { "perft", "DEPTH",
        "count move sequences up to a depth", false },
    [REQUEST_EVAL] = { "eval", "",
        "evaluate the position statically", false },
    [REQUEST_PROBE] = { "probe", "",
        "probe the tablebases for the position", false },
    [REQUEST_EXPLAIN] = { "explain", "MOVE",
        "test a move and explain why it is illegal", false },
    [REQUEST_FEN] = { "fen", "",
        "print the position as `position fen` reads it", false },
    [REQUEST_SHOW] = { "show", "",
        "draw the position", false },
    [REQUEST_HELP] = { "help", "[COMMAND]",
        "list the commands and options, or show one command", false },
    [REQUEST_QUIT] = { "quit", "",
        "stop the search and exit", true },
    [REQUEST_KINDS] = { .name = NULL },
    /* clang-format on */
};

const char *const GO_WORDS[GO_NUMBERS] = {
    [GO_MOVETIME] = "movetime", [GO_NODES] = "nodes", [GO_DEPTH] = "depth", [GO_P1TIME] = "p1time",
    [GO_P2TIME] = "p2time",     [GO_P1INC] = "p1inc", [GO_P2INC] = "p2inc",
};

static const struct {
    uint64_t low, high;
} GO_RANGE[GO_NUMBERS] = {
    [GO_MOVETIME] = { 1, TIME_MAX_MS },
    [GO_NODES] = { 1, NODES_MAX },
    [GO_DEPTH] = { 1, 100 },
    [GO_P1TIME] = { 0, TIME_MAX_MS },
    [GO_P2TIME] = { 0, TIME_MAX_MS },
    [GO_P1INC] = { 0, TIME_MAX_MS },
    [GO_P2INC] = { 0, TIME_MAX_MS },
};

const char *const QUERY_WORDS[QUERY_KINDS] = {
    [QUERY_GAMEOVER] = "gameover",
    [QUERY_P1TURN] = "p1turn",
    [QUERY_RESULT] = "result",
};

/* A line being read: its start, for offsets, and the rest. */
typedef struct Reading {
    const char *line;
    Span        rest;
    Fault      *fault;
} Reading;

static size_t offset_of(const Reading *reading, Span span)
{
    return (size_t)(span.data - reading->line);
}

static Status read_nothing(Reading *reading, const char *behind)
{
    if (reading->rest.length == 0)
        return STATUS_OK;
    return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, reading->rest),
                     "nothing was expected after `%s`, not '%.*s'", behind, quoted(reading->rest),
                     reading->rest.data);
}

/* Report a word that is not the expected one. */
static Status unexpected_word(const Reading *reading, Span word, const char *expected)
{
    bool missing = word.length == 0;
    return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, word), "%s%s%.*s%s",
                     expected, missing ? "" : ", not '", quoted(word), word.data,
                     missing ? "" : "'");
}

/* Read the number from `low` to `high` of parameter `name`. */
static Status read_number(Reading *reading, const char *name, uint64_t low, uint64_t high,
                          uint64_t *value)
{
    Span word;
    span_word(&reading->rest, &word);
    uint64_t number;
    if (!span_number(word, high, &number) || number < low) {
        char expected[96];
        Text text = text_over(expected, sizeof expected);
        text_addf(&text, "%s takes a whole number from %llu to %llu", name, (unsigned long long)low,
                  (unsigned long long)high);
        return unexpected_word(reading, word, expected);
    }
    *value = number;
    return STATUS_OK;
}

/* Take words up to `end`, which is also consumed, or to the end of the line. */
static Span read_until(Reading *reading, const char *end, bool *found)
{
    Span first = reading->rest, last = { reading->rest.data, 0 }, word;
    *found = false;
    while (span_word(&reading->rest, &word)) {
        if (span_is(word, end)) {
            *found = true;
            break;
        }
        last = word;
    }
    return joined(first, last);
}

static Status read_setoption(Reading *reading, Request *out)
{
    Span word;
    bool has_value;
    if (!span_word(&reading->rest, &word) || !span_is(word, "name"))
        return unexpected_word(reading, word, "`name` was expected after `setoption`");
    out->name = read_until(reading, "value", &has_value);
    if (out->name.length == 0)
        return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, out->name),
                         "the name of an option was expected");
    if (has_value)
        out->value = reading->rest;
    return STATUS_OK;
}

static Status read_position(Reading *reading, Request *out)
{
    Span word;
    bool has_turns;
    span_word(&reading->rest, &word);
    out->startpos = span_is(word, "startpos");
    if (!out->startpos && !span_is(word, "fen"))
        return unexpected_word(reading, word, "`startpos` or `fen` was expected");
    Span text = read_until(reading, "moves", &has_turns);
    if (out->startpos && text.length > 0)
        return unexpected_word(reading, text, "`moves` or nothing was expected after `startpos`");
    if (!out->startpos && text.length == 0)
        return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, text),
                         "a position was expected after `fen`");
    if (!out->startpos)
        out->text = text;
    if (has_turns)
        out->turns = reading->rest;
    return STATUS_OK;
}

static int find_word(Span word, const char *const *table, int count)
{
    for (int i = 0; i < count; i++)
        if (span_is(word, table[i]))
            return i;
    return -1;
}

static Status error_twice(const Reading *reading, Span word)
{
    return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, word),
                     "`%.*s` is given twice", quoted(word), word.data);
}

static Status read_go_word(Reading *reading, Span word, GoParams *go)
{
    bool *flag = span_is(word, "infinite") ? &go->infinite
                 : span_is(word, "ponder") ? &go->ponder
                                           : NULL;
    if (flag != NULL) {
        if (*flag)
            return error_twice(reading, word);
        *flag = true;
        return STATUS_OK;
    }
    int i = find_word(word, GO_WORDS, GO_NUMBERS);
    if (i < 0)
        return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, word),
                         "`go` does not know '%.*s'; it takes %s", quoted(word), word.data,
                         REQUESTS[REQUEST_GO].arguments);
    if (go->given[i])
        return error_twice(reading, word);
    go->given[i] = true;
    return read_number(reading, GO_WORDS[i], GO_RANGE[i].low, GO_RANGE[i].high, &go->value[i]);
}

static Status read_go(Reading *reading, Request *out)
{
    Span   word;
    Status status = STATUS_OK;
    while (status == STATUS_OK && span_word(&reading->rest, &word))
        status = read_go_word(reading, word, &out->go);
    return status;
}

static Status read_query(Reading *reading, Request *out)
{
    Span word;
    span_word(&reading->rest, &word);
    int i = find_word(word, QUERY_WORDS, QUERY_KINDS);
    if (i < 0)
        return unexpected_word(reading, word, "gameover, p1turn or result was expected");
    out->query = (QueryKind)i;
    return read_nothing(reading, "query");
}

static Status read_legal(Reading *reading, Request *out)
{
    uint64_t number = 0;
    if (reading->rest.length > 0 &&
        read_number(reading, "legal", 1, LEGAL_LIST_MAX, &number) != STATUS_OK)
        return STATUS_SYNTAX;
    out->number = (uint32_t)number;
    return read_nothing(reading, "legal LIMIT");
}

static Status read_perft(Reading *reading, Request *out)
{
    uint64_t number = 0;
    if (read_number(reading, "perft", 1, PERFT_DEPTH_MAX, &number) != STATUS_OK)
        return STATUS_SYNTAX;
    out->number = (uint32_t)number;
    return read_nothing(reading, "perft DEPTH");
}

static Status read_explain(Reading *reading, Request *out)
{
    if (!span_word(&reading->rest, &out->text))
        return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, out->text),
                         "a move was expected");
    return read_nothing(reading, "explain MOVE");
}

static Status read_help(Reading *reading, Request *out)
{
    span_word(&reading->rest, &out->name);
    return read_nothing(reading, "help COMMAND");
}

typedef Status RequestReader(Reading *reading, Request *out);

/* Requests not listed here take no arguments. */
static RequestReader *const READERS[REQUEST_KINDS] = {
    [REQUEST_SETOPTION] = read_setoption,
    [REQUEST_POSITION] = read_position,
    [REQUEST_GO] = read_go,
    [REQUEST_QUERY] = read_query,
    [REQUEST_LEGAL] = read_legal,
    [REQUEST_PERFT] = read_perft,
    [REQUEST_EXPLAIN] = read_explain,
    [REQUEST_HELP] = read_help,
};

static Request empty_request(void)
{
    return (Request){ .kind = REQUEST_NONE,
                      .name = nothing(),
                      .value = nothing(),
                      .text = nothing(),
                      .turns = nothing() };
}

static int find_request(Span word)
{
    for (int i = 0; i < REQUEST_KINDS; i++)
        if (span_is(word, REQUESTS[i].name))
            return i;
    return -1;
}

/* Reject control characters: they have no meaning, and quoting them would pass them on. */
static Status error_control(const char *line, size_t length, Fault *fault)
{
    for (size_t i = 0; i < length; i++)
        if (is_control(line[i]))
            return fault_set(fault, STATUS_SYNTAX, i, "control character (byte %d) in the line",
                             (unsigned char)line[i]);
    return STATUS_OK;
}

Status request_read(const char *line, size_t length, Request *out, Fault *fault)
{
    assert(line != NULL && out != NULL);
    Reading reading = { line, trimmed((Span){ line, length }), fault };
    Request request = empty_request();
    Span    word;
    if (error_control(line, length, fault) != STATUS_OK)
        return STATUS_SYNTAX;
    if (span_word(&reading.rest, &word)) {
        int kind = find_request(word);
        if (kind < 0)
            return fault_set(fault, STATUS_SYNTAX, offset_of(&reading, word),
                             "unknown command '%.*s'; `help` lists the commands", quoted(word),
                             word.data);
        request.kind = (RequestKind)kind;
        Status status = READERS[kind] != NULL ? READERS[kind](&reading, &request)
                                              : read_nothing(&reading, REQUESTS[kind].name);
        if (status != STATUS_OK)
            return status;
    }
    *out = request;
    return STATUS_OK;
}

static void write_setoption(const Request *request, Text *out)
{
    write_named_span("name", request->name, out);
    if (request->value.length > 0)
        write_named_span("value", request->value, out);
}

static void write_position(const Request *request, Text *out)
{
    if (request->startpos)
        text_add(out, " startpos");
    else
        write_named_span("fen", request->text, out);
    if (request->turns.length > 0)
        write_named_span("moves", request->turns, out);
}

static void write_go(const Request *request, Text *out)
{
    const GoParams *go = &request->go;
    for (int i = 0; i < GO_NUMBERS; i++)
        if (go->given[i])
            text_addf(out, " %s %llu", GO_WORDS[i], (unsigned long long)go->value[i]);
    if (go->infinite)
        text_add(out, " infinite");
    if (go->ponder)
        text_add(out, " ponder");
}

static void write_query(const Request *request, Text *out)
{
    text_addf(out, " %s", QUERY_WORDS[request->query]);
}

static void write_number(const Request *request, Text *out)
{
    if (request->number != 0)
        text_addf(out, " %u", request->number);
}

static void write_explain(const Request *request, Text *out)
{
    text_char(out, ' ');
    write_span(request->text, out);
}

static void write_help(const Request *request, Text *out)
{
    if (request->name.length > 0) {
        text_char(out, ' ');
        write_span(request->name, out);
    }
}

typedef void RequestWriter(const Request *request, Text *out);

static RequestWriter *const WRITERS[REQUEST_KINDS] = {
    [REQUEST_SETOPTION] = write_setoption,
    [REQUEST_POSITION] = write_position,
    [REQUEST_GO] = write_go,
    [REQUEST_QUERY] = write_query,
    [REQUEST_LEGAL] = write_number,
    [REQUEST_PERFT] = write_number,
    [REQUEST_EXPLAIN] = write_explain,
    [REQUEST_HELP] = write_help,
};

void request_write(const Request *request, Text *out)
{
    assert(request->kind <= REQUEST_NONE); /* REQUEST_NONE writes an empty line */
    if (request->kind == REQUEST_NONE)
        return;
    text_add(out, REQUESTS[request->kind].name);
    if (WRITERS[request->kind] != NULL)
        WRITERS[request->kind](request, out);
}

/* --- Replies ---------------------------------------------------------------------------------- */

static const char *const INFO_WORDS[INFO_NUMBERS] = {
    [INFO_DEPTH] = "depth",       [INFO_SELDEPTH] = "seldepth", [INFO_MULTIPV] = "multipv",
    [INFO_NODES] = "nodes",       [INFO_NPS] = "nps",           [INFO_TIME] = "time",
    [INFO_HASHFULL] = "hashfull",
};

static const char *const SCORE_WORDS[] = {
    [SCORE_WORDS_NONE] = "",
    [SCORE_WORDS_CP] = "cp",
    [SCORE_WORDS_WIN] = "win",
    [SCORE_WORDS_LOSS] = "loss",
};

static const char *const OPTION_TYPE_WORDS[OPTION_TYPES] = {
    [OPTION_TYPE_NONE] = "",       [OPTION_TYPE_CHECK] = "check",   [OPTION_TYPE_SPIN] = "spin",
    [OPTION_TYPE_COMBO] = "combo", [OPTION_TYPE_BUTTON] = "button", [OPTION_TYPE_STRING] = "string",
};

static Reply empty_reply(void)
{
    return (Reply){
        .text = nothing(),
        .turn = nothing(),
        .ponder = nothing(),
        .info = { .pv = nothing(), .string = nothing() },
        .option = { .name = nothing(), .initial = nothing(), .choices = nothing() },
    };
}

static Status read_text(Reading *reading, ReplyKind kind, Reply *out)
{
    out->kind = kind;
    out->text = reading->rest;
    return STATUS_OK;
}

static Status read_id(Reading *reading, Reply *out)
{
    Span word;
    span_word(&reading->rest, &word);
    if (span_is(word, "name"))
        return read_text(reading, REPLY_ID_NAME, out);
    return span_is(word, "author") ? read_text(reading, REPLY_ID_AUTHOR, out) : STATUS_OK;
}

static Status read_ugiok(Reading *reading, Reply *out)
{
    return read_text(reading, REPLY_UGIOK, out);
}

static Status read_readyok(Reading *reading, Reply *out)
{
    return read_text(reading, REPLY_READYOK, out);
}

static Status read_error(Reading *reading, Reply *out)
{
    return read_text(reading, REPLY_ERROR, out);
}

static Status read_response(Reading *reading, Reply *out)
{
    if (reading->rest.length == 0)
        return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, reading->rest),
                         "a word was expected after `response`");
    return read_text(reading, REPLY_RESPONSE, out);
}

static Status read_bestmove(Reading *reading, Reply *out)
{
    Span word;
    out->kind = REPLY_BESTMOVE;
    if (!span_word(&reading->rest, &out->turn))
        return fault_set(reading->fault, STATUS_SYNTAX, offset_of(reading, out->turn),
                         "a move was expected after `bestmove`");
    if (span_word(&reading->rest, &word) && span_is(word, "ponder"))
        span_word(&reading->rest, &out->ponder);
    return STATUS_OK;
}

/* Other programs write `mate N` for a win, and `mate -N` or `mate 0` for a loss. */
static void read_score(Reading *reading, InfoParams *info)
{
    Span    word, number;
    int64_t value;
    span_word(&reading->rest, &word);
    Span behind = reading->rest;
    if (!span_word(&behind, &number) || !span_signed(number, &value))
        return;
    bool mate = span_is(word, "mate");
    bool win = span_is(word, "win"), loss = span_is(word, "loss");
    if (span_is(word, "cp"))
        info->score = SCORE_WORDS_CP;
    else if (mate || ((win || loss) && value >= 0))
        info->score = loss || (mate && value <= 0) ? SCORE_WORDS_LOSS : SCORE_WORDS_WIN;
    else
        return;
    info->score_value = mate && value < 0 ? -value : value;
    reading->rest = behind;
}

static void read_lead(Reading *reading, InfoParams *info)
{
    Span rest = reading->rest, word;
    info->has_lead = span_word(&rest, &word) && span_signed(word, &info->lead);
    if (info->has_lead)
        reading->rest = rest;
}

static void read_info_number(Reading *reading, int i, InfoParams *info)
{
    Span     rest = reading->rest, word;
    uint64_t value;
    if (!span_word(&rest, &word) || !span_number(word, UINT64_MAX, &value))
        return;
    reading->rest = rest;
    info->given[i] = true;
    info->value[i] = value;
}

/* True if `word` starts another part of an info line. */
static bool is_info_word(Span word)
{
    static const char *const OTHERS[] = { "score",  "lead",       "pv",
                                          "string", "lowerbound", "upperbound" };
    return find_word(word, INFO_WORDS, INFO_NUMBERS) >= 0 ||
           find_word(word, OTHERS, (int)(sizeof OTHERS / sizeof *OTHERS)) >= 0;
}

/* The moves of a PV end at the next keyword or at the end of the line. */
static void read_pv(Reading *reading, InfoParams *info)
{
    Span first = reading->rest, last = { reading->rest.data, 0 }, word, rest = reading->rest;
    while (span_word(&rest, &word) && !is_info_word(word)) {
        last = word;
        reading->rest = rest;
    }
    info->pv = joined(first, last);
}

static Status read_info(Reading *reading, Reply *out)
{
    InfoParams *info = &out->info;
    Span        word;
    out->kind = REPLY_INFO;
    while (span_word(&reading->rest, &word)) {
        int i = find_word(word, INFO_WORDS, INFO_NUMBERS);
        if (i >= 0) {
            read_info_number(reading, i, info);
        } else if (span_is(word, "score")) {
            read_score(reading, info);
        } else if (span_is(word, "lead")) {
            read_lead(reading, info);
        } else if (span_is(word, "lowerbound")) {
            info->bound = BOUND_LOWER;
        } else if (span_is(word, "upperbound")) {
            info->bound = BOUND_UPPER;
        } else if (span_is(word, "pv")) {
            read_pv(reading, info);
        } else if (span_is(word, "string")) {
            info->string = reading->rest;
            reading->rest.length = 0;
        }
    }
    return STATUS_OK;
}

/* A value of an option line ends at the next keyword. */
static const char *const OPTION_KEYS[] = { "name", "type", "default", "min", "max", "var" };
enum { KEY_NAME, KEY_TYPE, KEY_DEFAULT, KEY_MIN, KEY_MAX, KEY_VAR, OPTION_KEY_COUNT };

static Span read_option_value(Reading *reading)
{
    Span first = reading->rest, last = { reading->rest.data, 0 }, word, rest = reading->rest;
    while (span_word(&rest, &word) && find_word(word, OPTION_KEYS, OPTION_KEY_COUNT) < 0) {
        last = word;
        reading->rest = rest;
    }
    return joined(first, last);
}

static OptionType option_type(Span word)
{
    int i = find_word(word, OPTION_TYPE_WORDS, OPTION_TYPES);
    return i < 0 ? OPTION_TYPE_NONE : (OptionType)i;
}

static Status read_option(Reading *reading, Reply *out)
{
    OptionParams *option = &out->option;
    bool          has_low = false, has_high = false;
    Span          word;
    out->kind = REPLY_OPTION;
    while (span_word(&reading->rest, &word)) {
        int key = find_word(word, OPTION_KEYS, OPTION_KEY_COUNT);
        if (key == KEY_VAR) { /* all choices, with `var` between them */
            option->choices = reading->rest;
            reading->rest.length = 0;
            continue;
        }
        Span value = key < 0 ? nothing() : read_option_value(reading);
        option->has_default = option->has_default || key == KEY_DEFAULT;
        if (key == KEY_NAME)
            option->name = value;
        else if (key == KEY_TYPE)
            option->type = option_type(value);
        else if (key == KEY_DEFAULT)
            option->initial = value;
        else if (key == KEY_MIN)
            has_low = span_signed(value, &option->low);
        else if (key == KEY_MAX)
            has_high = span_signed(value, &option->high);
    }
    option->has_range = has_low && has_high;
    if (!option->has_range)
        option->low = option->high = 0;
    return STATUS_OK;
}

static const struct {
    const char *name;
    Status (*read)(Reading *reading, Reply *out);
} REPLIES[] = {
    { "id", read_id },           { "option", read_option },     { "ugiok", read_ugiok },
    { "readyok", read_readyok }, { "info", read_info },         { "bestmove", read_bestmove },
    { "error", read_error },     { "response", read_response },
};

Status reply_read(const char *line, size_t length, Reply *out, Fault *fault)
{
    assert(line != NULL && out != NULL);
    Reading reading = { line, trimmed((Span){ line, length }), fault };
    Span    whole = reading.rest, word;
    Reply   reply = empty_reply();
    span_word(&reading.rest, &word);
    for (size_t i = 0; i < sizeof REPLIES / sizeof *REPLIES; i++) {
        if (!span_is(word, REPLIES[i].name))
            continue;
        Status status = REPLIES[i].read(&reading, &reply);
        if (status != STATUS_OK)
            return status;
    }
    if (reply.kind == REPLY_OTHER)
        reply.text = whole;
    *out = reply;
    return STATUS_OK;
}

static void write_score(const InfoParams *info, Text *out)
{
    static const char *const BOUNDS[] = { "", " lowerbound", " upperbound" };
    if (info->score != SCORE_WORDS_NONE)
        text_addf(out, " score %s %lld", SCORE_WORDS[info->score], (long long)info->score_value);
    text_add(out, BOUNDS[info->bound]);
    if (info->has_lead)
        text_addf(out, " lead %lld", (long long)info->lead);
}

static void write_info(const Reply *reply, Text *out)
{
    const InfoParams *info = &reply->info;
    for (int i = 0; i < INFO_NUMBERS; i++) {
        if (i == INFO_NODES)
            write_score(info, out);
        if (info->given[i])
            text_addf(out, " %s %llu", INFO_WORDS[i], (unsigned long long)info->value[i]);
    }
    if (info->pv.length > 0)
        write_named_span("pv", info->pv, out);
    if (info->string.length > 0)
        write_named_span("string", info->string, out);
}

static void write_option(const Reply *reply, Text *out)
{
    const OptionParams *option = &reply->option;
    write_named_span("name", option->name, out);
    if (option->type != OPTION_TYPE_NONE)
        text_addf(out, " type %s", OPTION_TYPE_WORDS[option->type]);
    if (option->has_default)
        write_named_span("default", option->initial, out);
    if (option->has_range)
        text_addf(out, " min %lld max %lld", (long long)option->low, (long long)option->high);
    if (option->choices.length > 0)
        write_named_span("var", option->choices, out);
}

static void write_bestmove(const Reply *reply, Text *out)
{
    text_char(out, ' ');
    write_span(reply->turn, out);
    if (reply->ponder.length > 0)
        write_named_span("ponder", reply->ponder, out);
}

static void write_text(const Reply *reply, Text *out)
{
    if (reply->text.length > 0) {
        text_char(out, ' ');
        write_span(reply->text, out);
    }
}

void reply_write(const Reply *reply, Text *out)
{
    static const struct {
        const char *words;
        void (*write)(const Reply *reply, Text *out);
    } ROWS[] = {
        [REPLY_ID_NAME] = { "id name", write_text },
        [REPLY_ID_AUTHOR] = { "id author", write_text },
        [REPLY_OPTION] = { "option", write_option },
        [REPLY_UGIOK] = { "ugiok", write_text },
        [REPLY_READYOK] = { "readyok", write_text },
        [REPLY_INFO] = { "info", write_info },
        [REPLY_BESTMOVE] = { "bestmove", write_bestmove },
        [REPLY_RESPONSE] = { "response", write_text },
        [REPLY_ERROR] = { "error", write_text },
    };
    if (reply->kind == REPLY_OTHER) {
        write_span(reply->text, out);
        return;
    }
    text_add(out, ROWS[reply->kind].words);
    ROWS[reply->kind].write(reply, out);
}
