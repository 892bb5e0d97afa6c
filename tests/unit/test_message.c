/* SPDX-License-Identifier: MIT */
/* proto/message: requests and replies, read and written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "proto/message.h"

static Request read_request(const char *line)
{
    Request request;
    Fault   fault;
    if (request_read(line, strlen(line), &request, &fault) != STATUS_OK)
        fail_msg("'%s' is refused: %s", line, fault.why);
    return request;
}

static Reply read_reply(const char *line)
{
    Reply reply;
    Fault fault;
    if (reply_read(line, strlen(line), &reply, &fault) != STATUS_OK)
        fail_msg("'%s' is refused: %s", line, fault.why);
    return reply;
}

static void assert_span(Span span, const char *words)
{
    if (!span_is(span, words))
        fail_msg("'%.*s' is not '%s'", (int)span.length, span.data, words);
}

/* --- Requests --------------------------------------------------------------------------------- */

/* A line, and how it is written. */
static const struct request_case {
    const char *line;
    RequestKind kind;
    const char *canonical;
} REQUEST_CASES[] = {
    { "", REQUEST_NONE, "" },
    { " \t\r", REQUEST_NONE, "" },
    { "ugi", REQUEST_UGI, "ugi" },
    { "  ugi \r", REQUEST_UGI, "ugi" },
    { "isready", REQUEST_ISREADY, "isready" },
    { "uginewgame", REQUEST_UGINEWGAME, "uginewgame" },
    { "setoption name Hash value 16", REQUEST_SETOPTION, "setoption name Hash value 16" },
    { "setoption  name Two  Words value  a  b ", REQUEST_SETOPTION,
      "setoption name Two  Words value a  b" },
    { "setoption name Clear", REQUEST_SETOPTION, "setoption name Clear" },
    { "position startpos", REQUEST_POSITION, "position startpos" },
    { "position startpos moves", REQUEST_POSITION, "position startpos" },
    { "position\tstartpos moves a  b\tc", REQUEST_POSITION, "position startpos moves a  b\tc" },
    { "position fen a b c", REQUEST_POSITION, "position fen a b c" },
    { "position fen startpos moves moves", REQUEST_POSITION, "position fen startpos moves moves" },
    { "position fen a moves b c", REQUEST_POSITION, "position fen a moves b c" },
    { "go", REQUEST_GO, "go" },
    { "go infinite", REQUEST_GO, "go infinite" },
    { "go ponder depth 3 nodes 5", REQUEST_GO, "go nodes 5 depth 3 ponder" },
    { "go p2inc 4 p1inc 3 p2time 0 p1time 1 movetime 7", REQUEST_GO,
      "go movetime 7 p1time 1 p2time 0 p1inc 3 p2inc 4" },
    { "stop", REQUEST_STOP, "stop" },
    { "ponderhit", REQUEST_PONDERHIT, "ponderhit" },
    { "query gameover", REQUEST_QUERY, "query gameover" },
    { "query p1turn", REQUEST_QUERY, "query p1turn" },
    { "query result", REQUEST_QUERY, "query result" },
    { "legal", REQUEST_LEGAL, "legal" },
    { "legal 0010", REQUEST_LEGAL, "legal 10" },
    { "perft 5", REQUEST_PERFT, "perft 5" },
    { "eval", REQUEST_EVAL, "eval" },
    { "probe", REQUEST_PROBE, "probe" },
    { "explain a+b", REQUEST_EXPLAIN, "explain a+b" },
    { "fen", REQUEST_FEN, "fen" },
    { "show", REQUEST_SHOW, "show" },
    { "help", REQUEST_HELP, "help" },
    { "help go", REQUEST_HELP, "help go" },
    { "quit", REQUEST_QUIT, "quit" },
};

static void test_requests_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REQUEST_CASES / sizeof *REQUEST_CASES; i++) {
        const struct request_case *c = &REQUEST_CASES[i];
        Request                    request = read_request(c->line);
        char                       words[256];
        Text                       text = text_over(words, sizeof words);
        assert_int_equal(request.kind, c->kind);
        request_write(&request, &text);
        assert_string_equal(words, c->canonical);
    }
}

static void test_parts_of_requests(void **state)
{
    (void)state;
    Request option = read_request("setoption name Two  Words value  a  b ");
    assert_span(option.name, "Two  Words");
    assert_span(option.value, "a  b");

    Request start = read_request("position startpos moves a+b c.");
    Span    word;
    assert_true(start.startpos);
    assert_int_equal(start.text.length, 0);
    assert_true(span_word(&start.turns, &word));
    assert_span(word, "a+b");
    assert_true(span_word(&start.turns, &word));
    assert_span(word, "c.");
    assert_false(span_word(&start.turns, &word));

    Request fen = read_request("position fen 4 .../. - w moves x");
    assert_false(fen.startpos);
    assert_span(fen.text, "4 .../. - w");
    assert_span(fen.turns, "x");

    Request go = read_request("go p1time 60000 p2inc 5 ponder");
    assert_true(go.go.given[GO_P1TIME] && go.go.given[GO_P2INC] && go.go.ponder);
    assert_false(go.go.given[GO_P2TIME] || go.go.given[GO_MOVETIME] || go.go.infinite);
    assert_int_equal(go.go.value[GO_P1TIME], 60000);
    assert_int_equal(go.go.value[GO_P2INC], 5);

    assert_int_equal(read_request("query p1turn").query, QUERY_P1TURN);
    assert_int_equal(read_request("perft 7").number, 7);
    assert_int_equal(read_request("legal").number, 0);
}

static const struct bad_request {
    const char *line;
    size_t      at; /* where the finger points */
    const char *why;
} BAD_REQUESTS[] = {
    { "joho", 0, "unknown command 'joho'" },
    { " UGI", 1, "unknown command" },
    { "ugi now", 4, "nothing was expected" },
    { "isready\x01", 7, "control character" },
    { "quit please", 5, "nothing was expected" },
    { "setoption", 9, "`name` was expected" },
    { "setoption Hash 16", 10, "`name` was expected" },
    { "setoption name", 14, "the name of an option" },
    { "setoption name value 16", 15, "the name of an option" },
    { "position", 8, "`startpos` or `fen` was expected" },
    { "position start", 9, "`startpos` or `fen` was expected, not 'start'" },
    { "position startpos a+b", 18, "`moves` or nothing was expected" },
    { "position fen", 12, "a position was expected" },
    { "position fen moves a", 13, "a position was expected" },
    { "go fast", 3, "`go` does not know 'fast'" },
    { "go depth", 8, "depth takes a whole number from 1 to 100" },
    { "go depth 0", 9, "depth takes a whole number" },
    { "go depth 101", 9, "depth takes a whole number" },
    { "go depth 3 depth 4", 11, "`depth` is given twice" },
    { "go infinite infinite", 12, "`infinite` is given twice" },
    { "go movetime -5", 12, "movetime takes a whole number" },
    { "go movetime 1000000000001", 12, "movetime takes a whole number" },
    { "go nodes 99999999999999999999999999", 9, "nodes takes a whole number" },
    { "go nodes 1e6", 9, "nodes takes a whole number" },
    { "query", 5, "was expected" },
    { "query weather", 6, "not 'weather'" },
    { "query result now", 13, "nothing was expected" },
    { "legal 0", 6, "legal takes a whole number from 1 to 1000000" },
    { "legal all", 6, "not 'all'" },
    { "perft", 5, "perft takes a whole number from 1 to 32" },
    { "perft 33", 6, "perft takes a whole number" },
    { "perft 3 4", 8, "nothing was expected" },
    { "explain", 7, "a move was expected" },
    { "explain a b", 10, "nothing was expected" },
    { "help go on", 8, "nothing was expected" },
};

static void test_bad_requests_are_pointed_at(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD_REQUESTS / sizeof *BAD_REQUESTS; i++) {
        const struct bad_request *c = &BAD_REQUESTS[i];
        Request                   request = { .kind = REQUEST_QUIT, .number = 77 };
        Fault                     fault = { 0 };
        assert_int_equal(request_read(c->line, strlen(c->line), &request, &fault), STATUS_SYNTAX);
        if (fault.at != c->at || strstr(fault.why, c->why) == NULL)
            fail_msg("'%s' is refused at %zu with: %s", c->line, fault.at, fault.why);
        assert_true(request.kind == REQUEST_QUIT && request.number == 77);
    }
}

static void test_foreign_bytes(void **state)
{
    (void)state;
    static const char WITH_NUL[] = "explain a\0b";
    Request           request;
    Fault             fault;
    assert_int_equal(request_read(WITH_NUL, sizeof WITH_NUL - 1, &request, &fault), STATUS_SYNTAX);
    assert_int_equal(fault.at, 9);
    /* Only as many bytes as were given are read. */
    assert_int_equal(request_read("quitter", 4, &request, &fault), STATUS_OK);
    assert_int_equal(request.kind, REQUEST_QUIT);
    assert_int_equal(request_read("explain \xff\xfe", 10, &request, &fault), STATUS_OK);
    assert_int_equal(request.text.length, 2);
}

/* --- Replies ---------------------------------------------------------------------------------- */

static const struct reply_case {
    const char *line;
    ReplyKind   kind;
    const char *canonical;
} REPLY_CASES[] = {
    { "", REPLY_OTHER, "" },
    { " hello  world ", REPLY_OTHER, "hello  world" },
    { "id", REPLY_OTHER, "id" },
    { "id name  Some Engine 3 ", REPLY_ID_NAME, "id name Some Engine 3" },
    { "id author A. U. Thor", REPLY_ID_AUTHOR, "id author A. U. Thor" },
    { "ugiok", REPLY_UGIOK, "ugiok" },
    { "readyok", REPLY_READYOK, "readyok" },
    { "bestmove a+b", REPLY_BESTMOVE, "bestmove a+b" },
    { "bestmove a+b  ponder c.", REPLY_BESTMOVE, "bestmove a+b ponder c." },
    { "bestmove a+b what ever", REPLY_BESTMOVE, "bestmove a+b" },
    { "response p1win", REPLY_RESPONSE, "response p1win" },
    { "error column 3: no", REPLY_ERROR, "error column 3: no" },
    { "error", REPLY_ERROR, "error" },
    { "info depth 3 seldepth 5 multipv 1 score cp -12 nodes 100 nps 5 time 20 hashfull 1 pv a b c",
      REPLY_INFO,
      "info depth 3 seldepth 5 multipv 1 score cp -12 nodes 100 nps 5 time 20 hashfull 1 pv a b c" },
    { "info pv a b nodes 7 depth 2", REPLY_INFO, "info depth 2 nodes 7 pv a b" },
    { "info score win 3", REPLY_INFO, "info score win 3" },
    { "info score loss 4", REPLY_INFO, "info score loss 4" },
    { "info score loss 4 lead -3 nodes 5", REPLY_INFO, "info score loss 4 lead -3 nodes 5" },
    { "info pv a b lead 0", REPLY_INFO, "info lead 0 pv a b" },
    { "info lead x depth 2", REPLY_INFO, "info depth 2" },
    { "info score mate 2", REPLY_INFO, "info score win 2" },
    { "info score mate -2", REPLY_INFO, "info score loss 2" },
    { "info score mate 0", REPLY_INFO, "info score loss 0" },
    { "info score win -3 depth 1", REPLY_INFO, "info depth 1" },
    { "info score cp 12 lowerbound depth 9", REPLY_INFO, "info depth 9 score cp 12 lowerbound" },
    { "info currmove a currmovenumber 3 depth x", REPLY_INFO, "info" },
    { "info string depth 3 is  deep", REPLY_INFO, "info string depth 3 is  deep" },
    { "info depth 99999999999999999999999", REPLY_INFO, "info" },
    { "option name Clear Hash type button", REPLY_OPTION, "option name Clear Hash type button" },
    { "option name Hash type spin default 1 min 1 max 128", REPLY_OPTION,
      "option name Hash type spin default 1 min 1 max 128" },
    { "option name Style type combo default Solid var Solid var Two Words", REPLY_OPTION,
      "option name Style type combo default Solid var Solid var Two Words" },
    { "option name File type string default", REPLY_OPTION,
      "option name File type string default " },
    { "option type magic name X min 3", REPLY_OPTION, "option name X" },
};

static void test_replies_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REPLY_CASES / sizeof *REPLY_CASES; i++) {
        const struct reply_case *c = &REPLY_CASES[i];
        Reply                    reply = read_reply(c->line);
        char                     words[256];
        Text                     text = text_over(words, sizeof words);
        assert_int_equal(reply.kind, c->kind);
        reply_write(&reply, &text);
        assert_string_equal(words, c->canonical);
    }
}

static void test_parts_of_replies(void **state)
{
    (void)state;
    Reply best = read_reply("bestmove b6-b5 ponder c7-c6");
    assert_span(best.turn, "b6-b5");
    assert_span(best.ponder, "c7-c6");
    assert_int_equal(read_reply("bestmove none").ponder.length, 0);

    Reply info = read_reply("info depth 7 score loss 4 upperbound time 12 pv a b string");
    assert_true(info.info.given[INFO_DEPTH] && info.info.given[INFO_TIME]);
    assert_false(info.info.given[INFO_NODES]);
    assert_int_equal(info.info.value[INFO_DEPTH], 7);
    assert_int_equal(info.info.score, SCORE_WORDS_LOSS);
    assert_int_equal(info.info.score_value, 4);
    assert_int_equal(info.info.bound, BOUND_UPPER);
    assert_span(info.info.pv, "a b");

    Reply option = read_reply("option name Hash type spin default 64 min -1 max 128");
    assert_span(option.option.name, "Hash");
    assert_int_equal(option.option.type, OPTION_TYPE_SPIN);
    assert_true(option.option.has_default && option.option.has_range);
    assert_span(option.option.initial, "64");
    assert_true(option.option.low == -1 && option.option.high == 128);
}

static void test_broken_replies_are_refused(void **state)
{
    (void)state;
    static const char *const BROKEN[] = { "bestmove", "bestmove  ", "response" };
    for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++) {
        Reply reply = { .kind = REPLY_UGIOK };
        Fault fault = { 0 };
        assert_int_equal(reply_read(BROKEN[i], strlen(BROKEN[i]), &reply, &fault), STATUS_SYNTAX);
        assert_int_equal(reply.kind, REPLY_UGIOK);
        assert_true(fault.why[0] != '\0');
    }
}

/* --- Spans ------------------------------------------------------------------------------------ */

static void test_spans(void **state)
{
    (void)state;
    char     buffer[4];
    uint64_t value = 77;
    assert_true(span_copy(span_of(" abc "), buffer, sizeof buffer));
    assert_string_equal(buffer, "abc");
    assert_false(span_copy(span_of("abcd"), buffer, sizeof buffer));
    assert_string_equal(buffer, "");
    assert_false(span_copy((Span){ "a\0b", 3 }, buffer, sizeof buffer));
    assert_false(span_number(span_of("19"), 18, &value));
    assert_false(span_number(span_of("9"), 8, &value));
    assert_false(span_number(span_of("18446744073709551616"), UINT64_MAX, &value));
    assert_false(span_number(span_of(""), UINT64_MAX, &value));
    assert_int_equal(value, 77);
    assert_true(span_number(span_of("18446744073709551615"), UINT64_MAX, &value));
    assert_true(value == UINT64_MAX);
    assert_true(span_number(span_of("0"), 0, &value));
    assert_int_equal(value, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requests_are_read_and_written),
        cmocka_unit_test(test_parts_of_requests),
        cmocka_unit_test(test_bad_requests_are_pointed_at),
        cmocka_unit_test(test_foreign_bytes),
        cmocka_unit_test(test_replies_are_read_and_written),
        cmocka_unit_test(test_parts_of_replies),
        cmocka_unit_test(test_broken_replies_are_refused),
        cmocka_unit_test(test_spans),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
