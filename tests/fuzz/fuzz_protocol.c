/* SPDX-License-Identifier: MIT */
/* Any bytes are lines of the engine protocol.  Each is parsed as a request and as a reply, and what
 * is accepted must come back when it is written and parsed again.  Then all of them together are a
 * session with an engine on small games, which ends and answers in messages that a host can
 * parse. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "proto/engine.h"
#include "proto/settings.h"
#include "proto/message.h"
#include "fuzz.h"

enum {
    SESSION_LINES_MAX = 24,
    SESSION_NODES_MAX = 60,
    SESSION_HASH_MIB = 1,
    TIME_ENOUGH_MS = 1000000, /* the nodes are used up long before */
};

/* A list of turns in a large variant takes longer than a fuzzer waits; fuzz_setup parses them
 * all. */
static const char *const SMALL[] = {
    "toy",
    "toy:5;limit=6",
    "toy:6;repetition=2",
    "gipf:2,3,5,5",
    "ponte:contest;size=5",
    "diavolo:3",
    "alliances:3",
    "duell",
    NULL,
};

/* --- Words ------------------------------------------------------------------------------------ */

static void check_request(const char *line, size_t length)
{
    Request request;
    Fault   fault = { 0 };
    size_t  capacity =
        2 * length + 64; /* a number may be written with more digits, never with many */
    if (request_read(line, length, &request, &fault) != STATUS_OK) {
        insist(fault.status == STATUS_SYNTAX && fault.at <= length && fault.why[0] != '\0');
        return;
    }
    char *words = malloc(capacity), *again = malloc(capacity);
    insist(words != NULL && again != NULL);
    Text text = text_over(words, capacity), again_text = text_over(again, capacity);
    request_write(&request, &text);
    insist(!text.full);
    insist(request_read(words, text.length, &request, &fault) == STATUS_OK);
    request_write(&request, &again_text);
    insist(text.length == again_text.length && memcmp(words, again, text.length) == 0);
    free(words);
    free(again);
}

static void check_reply(const char *line, size_t length)
{
    Reply  reply;
    Fault  fault = { 0 };
    size_t capacity = 2 * length + 64;
    if (reply_read(line, length, &reply, &fault) != STATUS_OK) {
        insist(fault.at <= length && fault.why[0] != '\0');
        return;
    }
    char *words = malloc(capacity), *again = malloc(capacity);
    insist(words != NULL && again != NULL);
    Text text = text_over(words, capacity), again_text = text_over(again, capacity);
    reply_write(&reply, &text);
    insist(!text.full);
    insist(reply_read(words, text.length, &reply, &fault) == STATUS_OK);
    reply_write(&reply, &again_text);
    insist(text.length == again_text.length && memcmp(words, again, text.length) == 0);
    free(words);
    free(again);
}

/* --- A session -------------------------------------------------------------------------------- */

static bool is_small(Span setup)
{
    for (int i = 0; SMALL[i] != NULL; i++)
        if (span_is(setup, SMALL[i]))
            return true;
    return false;
}

static bool leaves_clock_alone(const GoParams *go)
{
    for (int i = 0; i < GO_NUMBERS; i++)
        if (i != GO_NODES && i != GO_DEPTH && go->given[i] && go->value[i] < TIME_ENOUGH_MS)
            return false;
    return true;
}

/* True if the line is quick, and its answer always the same.  Invalid lines are. */
static bool is_harmless(const char *line, size_t length)
{
    Request request;
    if (request_read(line, length, &request, NULL) != STATUS_OK)
        return true;
    if (request.kind == REQUEST_SETOPTION && settings_find(request.name) == SETTING_GAME)
        return is_small(request.value);
    if (request.kind == REQUEST_LEGAL)
        return request.number <= 1000;
    return request.kind != REQUEST_GO || leaves_clock_alone(&request.go);
}

/* What the host has sent and received. */
typedef struct Tally {
    int go, ready, best, readyok;
} Tally;

static void tally_request(Tally *tally, const char *line, size_t length, bool *quitted)
{
    Request request;
    if (*quitted || request_read(line, length, &request, NULL) != STATUS_OK)
        return;
    tally->go += request.kind == REQUEST_GO;
    tally->ready += request.kind == REQUEST_ISREADY;
    *quitted = request.kind == REQUEST_QUIT;
}

static void check_answers(Tally *tally, const char *answers, size_t size)
{
    while (size > 0) {
        const char *end = memchr(answers, '\n', size);
        Reply       reply;
        insist(end != NULL); /* every answer is a complete line */
        insist(reply_read(answers, (size_t)(end - answers), &reply, NULL) == STATUS_OK);
        tally->best += reply.kind == REPLY_BESTMOVE;
        tally->readyok += reply.kind == REPLY_READYOK;
        size -= (size_t)(end - answers) + 1;
        answers = end + 1;
    }
    insist(tally->best <= tally->go && tally->readyok == tally->ready);
}

static void hold_session(char *requests, size_t size, Tally *tally)
{
    EngineStart start = { .wait = true,
                          .hash_mib_max = SESSION_HASH_MIB,
                          .threads_max = 1,
                          .nodes_max = SESSION_NODES_MAX };
    char       *answers = NULL;
    size_t      answers_size = 0;
    insist(games_setup(SMALL[0], &start.setup, NULL) == STATUS_OK);
    FILE *in = fmemopen(requests, size, "r"), *out = open_memstream(&answers, &answers_size);
    insist(in != NULL && out != NULL);
    insist(engine_run(&start, in, out) == STATUS_OK);
    fclose(in);
    fclose(out);
    check_answers(tally, answers, answers_size);
    free(answers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char  *session = malloc(size + 1);
    size_t used = 0;
    int    lines = 0;
    bool   quitted = false;
    Tally  tally = { 0 };
    insist(session != NULL);
    for (size_t at = 0; at < size;) {
        const char *line = (const char *)data + at;
        const char *end = memchr(line, '\n', size - at);
        size_t      length = end != NULL ? (size_t)(end - line) : size - at;
        check_request(line, length);
        check_reply(line, length);
        if (lines < SESSION_LINES_MAX && is_harmless(line, length)) {
            tally_request(&tally, line, length, &quitted);
            memcpy(session + used, line, length);
            session[used + length] = '\n';
            used += length + 1;
            lines++;
        }
        at += length + 1;
    }
    if (used > 0)
        hold_session(session, used, &tally);
    free(session);
    return 0;
}
