/* SPDX-License-Identifier: MIT
 *
 * ponte_formats.c - games of Ponte del Diavolo as others write them down.
 *
 * ponte-log, the contest's log: a word for each action, COLOUR_TURN_ACTION_x,y_x,y with x from the
 * left and y from the top, both from 0.  Actions are Chess, Bridge and Change, the swap, which names
 * the two stones that change colour.  A skip has no word.  The size is not told.
 *
 *     W_1_Chess_2,0_2,2
 *     B_2_Change_2,0_2,2
 *
 * ponte-wire, the words of a French student contest: rc+rc for two stones, rc-rc for a bridge, r the
 * row from the top and c the column, one digit each.  After the first move comes the second player's
 * choice: c he takes the stones on the board (a swap), f he takes the other colour and moves.  From
 * there on the colours alternate; there are no passes.  `size N :` may stand in front, and begins a
 * new game.  Lines with # are remarks.
 *
 *     size 6 : 14+21 c 04+30 00+01 24-30
 *
 * ponte-server, the records of a game server: `Tile POOL COL RANK` twice for two stones, `Bridge
 * Bridge_ANGLE COL RANK` for a bridge from that cell, then Swap, Pass, Done behind a turn, GameOver.
 * What the pools are called is not settled, so this form is only read.
 *
 * ponte-data, the lines of tests/conformance/pdd: number of the turn, L or D, three counts or none,
 * the turn in our own notation; `game NAME` begins and `end light|dark POINTS ISLANDS BRIDGES` ends a
 * game.  Only read.
 *
 * The last two come from a server on which a game is over when Black can do nothing at all.  Our
 * rules want his pass then (R5.2), so it is added.
 */
#include "dialects/ponte_formats.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "games/ponte/ponte.h"

/* --- reading --- */

typedef struct Reading {
    Scan   scan; /* ends at the end of the chosen game */
    Record record;
    bool   begun; /* the record exists */
    bool   swapped;
    int    moves; /* of the wire format */
    Fault *fault;
} Reading;

static Status syntax_error(Reading *r, Status status, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static Status syntax_error(Reading *r, Status status, size_t at, const char *format, ...)
{
    char    why[sizeof r->fault->why];
    int     line = 1, column = 1;
    va_list args;
    for (size_t i = 0; i < at && i < r->scan.size; i++) {
        column = r->scan.data[i] == '\n' ? 1 : column + 1;
        line += r->scan.data[i] == '\n';
    }
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return fault_set(r->fault, status, at, "line %d, column %d: %s", line, column, why);
}

static Status out_of_memory(Reading *r)
{
    return fault_set(r->fault, STATUS_NO_MEMORY, r->scan.at, "%s", status_text(STATUS_NO_MEMORY));
}

/* Start the record in the requested variant, or in the default one. */
static Status begin_record(Reading *r, const ConvertAsk *ask, const char *usual)
{
    assert(!r->begun);
    Setup setup = { .game = &PONTE_GAME };
    if (ask->setup != NULL)
        setup = *ask->setup;
    else
        PONTE_TEXT.variant_read(usual, &setup.variant, NULL);
    assert(setup.game == &PONTE_GAME);
    if (record_init(&r->record, &setup, NULL) != STATUS_OK)
        return out_of_memory(r);
    r->begun = true;
    return STATUS_OK;
}

/* Return the record, or drop it. */
static Status end_reading(Reading *r, Status status, Record *out)
{
    if (status == STATUS_OK)
        *out = r->record;
    else if (r->begun)
        record_free(&r->record);
    return status;
}

static const Pos *now(const Reading *r)
{
    return line_now(&r->record.line);
}

static PonteSettings settings_of(const Reading *r)
{
    return ponte_unpack(r->record.line.setup.variant);
}

/* Play a move in our notation; `at` is its offset in the third-party text. */
static Status play(Reading *r, size_t at, const char *words)
{
    Fault  why = { .why = "" };
    int    turn = ponte_head(now(r))->turn;
    Status status = line_play(&r->record.line, words, &why);
    if (status == STATUS_OK)
        return STATUS_OK;
    if (status == STATUS_NO_MEMORY)
        return out_of_memory(r);
    return syntax_error(r, STATUS_ILLEGAL, at, "turn %d: %s", turn, why.why);
}

static Status play_cells(Reading *r, size_t at, PonteCell a, char mark, PonteCell b)
{
    char words[16];
    Text text = text_over(words, sizeof words);
    int  size = settings_of(r).size;
    ponte_cell_write(size, a, &text);
    text_char(&text, mark);
    ponte_cell_write(size, b, &text);
    return play(r, at, words);
}

/* On the server a game is over when Black could only pass. */
static Status add_forced_pass(Reading *r)
{
    Step steps[STEPS_MAX];
    if (now(r)->phase == 0 && now(r)->side == PONTE_BLACK && PONTE_RULES.gen(now(r), steps) == 1 &&
        islands_kind(steps[0]) == ISLANDS_PASS)
        return play(r, r->scan.at, "pass");
    return STATUS_OK;
}

static bool is_over(const Reading *r)
{
    return line_outcome(&r->record.line).ending != ENDING_NONE;
}

static Status error_after_end(Reading *r, size_t at)
{
    return syntax_error(r, STATUS_ILLEGAL, at, "the game is over before this");
}

/* Skip spaces within the line and return how many. */
static size_t take_gap(Scan *scan)
{
    size_t start = scan->at;
    while (scan_peek(scan) == ' ' || scan_peek(scan) == '\t')
        scan->at++;
    return scan->at - start;
}

/* True at the end of a word. */
static bool at_blank(const Scan *scan)
{
    Scan ahead = *scan;
    return scan_done(&ahead) || scan_blanks(&ahead) > 0;
}

/* Take the next word of the line as a string; false if there is none or it is too long. */
static bool take_word(Scan *scan, char *word, size_t capacity)
{
    assert(capacity > 0);
    const char *start;
    Scan        ahead = *scan;
    take_gap(&ahead);
    size_t length = scan_token(&ahead, &start);
    if (length == 0 || length >= capacity || memchr(start, '\0', length) != NULL)
        return false;
    memcpy(word, start, length);
    word[length] = '\0';
    *scan = ahead;
    return true;
}

/* --- several games in one text --- */

static size_t line_end(const char *data, size_t size, size_t at)
{
    const char *newline = memchr(data + at, '\n', size - at);
    return newline == NULL ? size : (size_t)(newline - data) + 1;
}

static bool line_begins(const char *data, size_t size, size_t at, const char *word)
{
    Scan scan = { data, size, at };
    take_gap(&scan);
    return scan_word(&scan, word) && at_blank(&scan);
}

/* True if the line is not empty. */
static bool has_words(const char *data, size_t end, size_t at)
{
    Scan scan = { data, end, at };
    scan_blanks(&scan);
    return !scan_done(&scan) && scan_peek(&scan) != '#';
}

/* Narrow the scan to the requested game; each game starts with a line that starts with `word`, or
 * at the start of the text. */
static Status choose_game(Reading *r, int which, const char *word)
{
    assert(which >= 0);
    const char *data = r->scan.data;
    size_t      size = r->scan.size, begin = 0, end = size;
    int         games = 0;
    for (size_t at = 0, next; at < size; at = next) {
        next = line_end(data, size, at);
        if (!has_words(data, next, at) || (games > 0 && !line_begins(data, next, at, word)))
            continue;
        games++;
        if (games == 2 && which == 0)
            return syntax_error(r, STATUS_SYNTAX, at,
                                "a second game begins here; choose one by its number (nth)");
        if (games == which)
            begin = at;
        if (games == which + 1 && which > 0)
            end = at;
    }
    if (games == 0)
        return syntax_error(r, STATUS_SYNTAX, 0, "there is no game in this text");
    if (which > games)
        return syntax_error(r, STATUS_NOT_FOUND, size, "there is no game %d: the text holds %d",
                            which, games);
    r->scan = (Scan){ data, end, begin };
    return STATUS_OK;
}

/* For formats with one game per file. */
static Status one_game_only(Reading *r, int which)
{
    return which <= 1 ? STATUS_OK
                      : syntax_error(r, STATUS_NOT_FOUND, 0,
                                     "there is no game %d: this format holds one", which);
}

/* --- ponte-log --- */

static const char LOG_FORM[] =
    "an action is COLOUR_TURN_ACTION_x,y_x,y with Chess, Bridge or Change, as in W_1_Chess_2,0_2,2";

static bool take_xy(Scan *scan, PonteCell *cell)
{
    uint32_t x, y;
    if (!scan_char(scan, '_') || !scan_number(scan, 99, &x) || !scan_char(scan, ',') ||
        !scan_number(scan, 99, &y))
        return false;
    *cell = (PonteCell){ (int8_t)x, (int8_t)y };
    return true;
}

static bool same_cell(PonteCell a, PonteCell b)
{
    return a.x == b.x && a.y == b.y;
}

static Status log_change(Reading *r, size_t at, PonteCell a, PonteCell b)
{
    if (ponte_head(now(r))->swap_offered &&
        (ponte_at(now(r), a) != 'W' || ponte_at(now(r), b) != 'W' || same_cell(a, b)))
        return syntax_error(r, STATUS_ILLEGAL, at, "a change names the two stones of turn 1");
    return play(r, at, "swap");
}

static Status log_action(Reading *r)
{
    Scan      scan = r->scan;
    size_t    at = scan.at;
    char      colour = scan_peek(&scan);
    uint32_t  turn;
    PonteCell a, b;
    if ((!scan_char(&scan, 'W') && !scan_char(&scan, 'B')) || !scan_char(&scan, '_') ||
        !scan_number(&scan, 9999, &turn) || !scan_char(&scan, '_'))
        return syntax_error(r, STATUS_SYNTAX, at, "%s", LOG_FORM);
    bool chess = scan_word(&scan, "Chess"), bridge = !chess && scan_word(&scan, "Bridge");
    if ((!chess && !bridge && !scan_word(&scan, "Change")) || !take_xy(&scan, &a) ||
        !take_xy(&scan, &b) || !at_blank(&scan))
        return syntax_error(r, STATUS_SYNTAX, at, "%s", LOG_FORM);
    int size = settings_of(r).size;
    if (!ponte_on_board(size, a) || !ponte_on_board(size, b))
        return syntax_error(r, STATUS_SYNTAX, at, "x and y go from 0 to %d", size - 1);
    if (is_over(r))
        return error_after_end(r, at);
    if (turn != ponte_head(now(r))->turn || colour != "WB"[now(r)->side])
        return syntax_error(r, STATUS_ILLEGAL, at, "this must be turn %d, of %s",
                            ponte_head(now(r))->turn, PONTE_GAME.sides[now(r)->side]);
    r->scan = scan;
    return chess    ? play_cells(r, at, a, ',', b)
           : bridge ? play_cells(r, at, a, '-', b)
                    : log_change(r, at, a, b);
}

static bool has_log(PonteSettings s)
{
    return !s.seats_swap && !s.passing;
}

static const char LOG_VARIANT[] = "the contest's log is for games in which a swap changes the "
                                  "stones' colour and nobody passes: the variant contest";

Status ponte_log_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                      Fault *fault)
{
    Reading r = { .scan = scan_over(data, size), .fault = fault };
    Status  status = one_game_only(&r, ask->which);
    if (status == STATUS_OK)
        status = begin_record(&r, ask, "contest");
    if (status == STATUS_OK && !has_log(settings_of(&r)))
        status = fault_set(fault, STATUS_ILLEGAL, 0, "%s", LOG_VARIANT);
    while (status == STATUS_OK) {
        scan_blanks(&r.scan);
        if (scan_done(&r.scan))
            break;
        status = log_action(&r);
    }
    return end_reading(&r, status, out);
}

/* --- ponte-wire --- */

static const char WIRE_FORM[] =
    "a move is rc+rc for two stones or rc-rc for a bridge, r the row from the top, c the column";

/* Return whose move it is, relative to the stones of the first move: 0 their colour, 1 the other.
 */
static int wire_side(const Pos *pos, bool swapped)
{
    assert(pos != NULL);
    bool exchanged = swapped && !ponte_unpack(pos->variant).seats_swap;
    return exchanged ? 1 - pos->side : pos->side;
}

static bool take_rc(Scan *scan, PonteCell *cell)
{
    char row = scan_peek(scan);
    if (row < '0' || row > '9')
        return false;
    scan->at++;
    char column = scan_peek(scan);
    if (column < '0' || column > '9')
        return false;
    scan->at++;
    *cell = (PonteCell){ (int8_t)(column - '0'), (int8_t)(row - '0') };
    return true;
}

static Status wire_move(Reading *r, size_t at)
{
    Scan      scan = { r->scan.data, r->scan.size, at };
    PonteCell a, b;
    char      mark;
    int       size = settings_of(r).size;
    if (!take_rc(&scan, &a) || ((mark = scan_peek(&scan)) != '+' && mark != '-'))
        return syntax_error(r, STATUS_SYNTAX, at, "%s", WIRE_FORM);
    scan.at++;
    if (!take_rc(&scan, &b) || !at_blank(&scan))
        return syntax_error(r, STATUS_SYNTAX, at, "%s", WIRE_FORM);
    if (!ponte_on_board(size, a) || !ponte_on_board(size, b))
        return syntax_error(r, STATUS_SYNTAX, at, "rows and columns go from 0 to %d", size - 1);
    if (is_over(r))
        return error_after_end(r, at);
    if (wire_side(now(r), r->swapped) != r->moves % 2)
        return syntax_error(r, STATUS_ILLEGAL, at,
                            "%s must move twice in a row, and this form knows no skips",
                            PONTE_GAME.sides[now(r)->side]);
    r->scan = scan;
    r->moves++;
    return play_cells(r, at, a, mark == '+' ? ',' : '-', b);
}

/* After the first move: c or f. */
static Status wire_choice(Reading *r, size_t at)
{
    Scan scan = { r->scan.data, r->scan.size, at };
    r->swapped = scan_char(&scan, 'c');
    if ((!r->swapped && !scan_char(&scan, 'f')) || !at_blank(&scan))
        return syntax_error(r, STATUS_SYNTAX, at,
                            "behind the first move comes the second player's choice, c or f");
    r->scan = scan;
    return r->swapped ? play(r, at, "swap") : STATUS_OK;
}

/* Read "size 6 :", if present; it must match the variant. */
static Status wire_head(Reading *r, const ConvertAsk *ask)
{
    char     usual[32];
    uint32_t size = 10;
    size_t   at = r->scan.at;
    bool     told = scan_word(&r->scan, "size");
    if (told) {
        take_gap(&r->scan);
        if (!scan_number(&r->scan, 10, &size) || size < PONTE_SIZE_MIN ||
            (take_gap(&r->scan), !scan_char(&r->scan, ':')))
            return syntax_error(r, STATUS_SYNTAX, at,
                                "in front of a game stands size, a number from %d to 10, and ':'",
                                PONTE_SIZE_MIN);
    }
    snprintf(usual, sizeof usual, "official;size=%u", size);
    Status status = begin_record(r, ask, usual);
    if (status == STATUS_OK && told && settings_of(r).size != (int)size)
        status = syntax_error(r, STATUS_ILLEGAL, at,
                              "the size is %u here, but %d in the variant asked for", size,
                              settings_of(r).size);
    if (status == STATUS_OK && settings_of(r).size > 10)
        status = syntax_error(r, STATUS_ILLEGAL, at,
                              "this form has digits for boards up to 10 x 10 only");
    return status;
}

/* Skip white space and comments: lines that start with #. */
static void skip_remarks(Scan *scan)
{
    scan_blanks(scan);
    while (scan_peek(scan) == '#') {
        scan->at = line_end(scan->data, scan->size, scan->at);
        scan_blanks(scan);
    }
}

Status ponte_wire_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                       Fault *fault)
{
    Reading r = { .scan = scan_over(data, size), .fault = fault };
    Status  status = choose_game(&r, ask->which, "size");
    skip_remarks(&r.scan);
    if (status == STATUS_OK)
        status = wire_head(&r, ask);
    for (int word = 0; status == STATUS_OK; word++) {
        skip_remarks(&r.scan);
        if (scan_done(&r.scan))
            break;
        status = word == 1 ? wire_choice(&r, r.scan.at) : wire_move(&r, r.scan.at);
    }
    return end_reading(&r, status, out);
}

/* --- ponte-server --- */

/* Steps from the named cell to the other end, in columns and ranks. */
static const struct Angle {
    const char *word;
    int         columns, ranks;
} ANGLES[] = {
    { "Bridge_30", -2, -1 }, { "Bridge_45", -2, -2 }, { "Bridge_60", -1, -2 },
    { "Bridge_90", 0, -2 },  { "Bridge_120", 1, -2 }, { "Bridge_135", 2, -2 },
    { "Bridge_150", 2, -1 }, { "Bridge_180", -2, 0 },
};

typedef struct Server {
    bool      has_first; /* a stone is waiting for the second one: */
    PonteCell first;
    size_t    first_at;
    bool      can_confirm; /* a move was completed, and Done has not followed */
    bool      ended;       /* GameOver */
} Server;

enum { SERVER_WORD = 64 };

static Status server_cell(Reading *r, size_t at, PonteCell *cell)
{
    char column[SERVER_WORD], rank[SERVER_WORD], name[2 * SERVER_WORD];
    if (!take_word(&r->scan, column, sizeof column) || !take_word(&r->scan, rank, sizeof rank))
        return syntax_error(r, STATUS_SYNTAX, at, "a cell is a column and a rank, as in A 1");
    snprintf(name, sizeof name, "%s%s", column, rank);
    Scan scan = scan_string(name);
    if (strlen(column) != 1 || !ponte_cell_read(settings_of(r).size, &scan, cell) ||
        !scan_done(&scan))
        return syntax_error(r, STATUS_SYNTAX, at, "there is no cell %.20s %.20s on this board",
                            column, rank);
    return STATUS_OK;
}

static Status server_tile(Reading *r, Server *server, size_t at)
{
    char      pool[SERVER_WORD];
    PonteCell cell;
    if (!take_word(&r->scan, pool, sizeof pool))
        return syntax_error(r, STATUS_SYNTAX, at, "behind Tile come its pool, a column and a rank");
    Status status = server_cell(r, at, &cell);
    if (status != STATUS_OK)
        return status;
    if (!server->has_first) {
        server->has_first = true;
        server->first = cell;
        server->first_at = at;
        return STATUS_OK;
    }
    server->has_first = false;
    server->can_confirm = true;
    return play_cells(r, server->first_at, server->first, ',', cell);
}

static Status server_bridge(Reading *r, Server *server, size_t at)
{
    char      word[SERVER_WORD];
    PonteCell from;
    size_t    row = 0;
    bool      known = take_word(&r->scan, word, sizeof word);
    while (known && row < sizeof ANGLES / sizeof ANGLES[0] && strcmp(word, ANGLES[row].word) != 0)
        row++;
    if (!known || row == sizeof ANGLES / sizeof ANGLES[0])
        return syntax_error(r, STATUS_SYNTAX, at,
                            "behind Bridge comes Bridge_ with one of the angles "
                            "30 45 60 90 120 135 150 180");
    Status status = server_cell(r, at, &from);
    if (status != STATUS_OK)
        return status;
    PonteCell to = { (int8_t)(from.x + ANGLES[row].columns), (int8_t)(from.y - ANGLES[row].ranks) };
    if (!ponte_on_board(settings_of(r).size, to))
        return syntax_error(r, STATUS_SYNTAX, at, "the other end of this bridge is off the board");
    server->can_confirm = true;
    return play_cells(r, at, from, '-', to);
}

static Status server_end(Reading *r, Server *server, size_t at)
{
    Status status = add_forced_pass(r);
    server->ended = true;
    if (status == STATUS_OK && !is_over(r))
        status = syntax_error(r, STATUS_ILLEGAL, at, "the game is not over here by the rules");
    return status;
}

static Status server_done(Reading *r, Server *server, size_t at)
{
    if (!server->can_confirm && !server->ended)
        return syntax_error(r, STATUS_SYNTAX, at, "Done stands behind a turn");
    server->can_confirm = false;
    return STATUS_OK;
}

static Status server_word(Reading *r, Server *server)
{
    char   word[SERVER_WORD] = "";
    size_t at = r->scan.at;
    take_word(&r->scan, word, sizeof word);
    bool tile = strcmp(word, "Tile") == 0;
    if (server->has_first && !tile)
        return syntax_error(r, STATUS_SYNTAX, at, "a second Tile must follow");
    if (strcmp(word, "Done") == 0)
        return server_done(r, server, at);
    if (server->ended)
        return syntax_error(r, STATUS_SYNTAX, at, "nothing but Done comes behind GameOver");
    if (tile)
        return server_tile(r, server, at);
    if (strcmp(word, "Bridge") == 0)
        return server_bridge(r, server, at);
    if (strcmp(word, "GameOver") == 0)
        return server_end(r, server, at);
    server->can_confirm = true;
    if (strcmp(word, "Swap") == 0)
        return play(r, at, "swap");
    if (strcmp(word, "Pass") == 0)
        return play(r, at, "pass");
    return syntax_error(r, STATUS_SYNTAX, at,
                        "Tile, Bridge, Swap, Pass, Done or GameOver is expected");
}

Status ponte_server_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                         Fault *fault)
{
    Reading r = { .scan = scan_over(data, size), .fault = fault };
    Server  server = { .has_first = false };
    Status  status = one_game_only(&r, ask->which);
    if (status == STATUS_OK)
        status = begin_record(&r, ask, "official");
    while (status == STATUS_OK) {
        scan_blanks(&r.scan);
        if (scan_done(&r.scan))
            break;
        status = server_word(&r, &server);
    }
    if (status == STATUS_OK && server.has_first)
        status = syntax_error(&r, STATUS_SYNTAX, r.scan.at, "a second Tile must follow");
    return end_reading(&r, status, out);
}

/* --- ponte-data --- */

enum { DATA_WORD = 64, DATA_COUNTS = 3 };

static Status data_begin(Reading *r, size_t at)
{
    char name[DATA_WORD];
    if (!take_word(&r->scan, name, sizeof name))
        return syntax_error(r, STATUS_SYNTAX, at, "behind game comes its name");
    Status status = record_set_tag(&r->record, "Id", name);
    if (status == STATUS_NO_MEMORY)
        return out_of_memory(r);
    if (status != STATUS_OK)
        return syntax_error(r, STATUS_SYNTAX, at,
                            "the name of the game has characters that no tag takes");
    r->scan.at = line_end(r->scan.data, r->scan.size, r->scan.at);
    return STATUS_OK;
}

static Status data_end(Reading *r, size_t at)
{
    char         word[DATA_WORD];
    uint32_t     points, islands, bridges;
    IslandsScore score[2];
    bool         named = take_word(&r->scan, word, sizeof word);
    int          colour = named && strcmp(word, "light") == 0 ? PONTE_WHITE : PONTE_BLACK;
    if (!named || (colour == PONTE_BLACK && strcmp(word, "dark") != 0) || take_gap(&r->scan) == 0 ||
        !scan_number(&r->scan, 9999, &points) || take_gap(&r->scan) == 0 ||
        !scan_number(&r->scan, 9999, &islands) || take_gap(&r->scan) == 0 ||
        !scan_number(&r->scan, 9999, &bridges) || !at_blank(&r->scan))
        return syntax_error(r, STATUS_SYNTAX, at,
                            "an end is light or dark, then points, islands and bridges");
    Status status = add_forced_pass(r);
    if (status != STATUS_OK)
        return status;
    if (!is_over(r))
        return syntax_error(r, STATUS_ILLEGAL, at, "the game is not over here by the rules");
    ponte_score(now(r), score);
    colour = r->swapped && !settings_of(r).seats_swap ? 1 - colour : colour;
    if (score[colour].points != (int)points || score[colour].islands != (int)islands ||
        score[colour].bridges != (int)bridges)
        return syntax_error(r, STATUS_ILLEGAL, at,
                            "the stones say %d points, %d islands and %d bridges",
                            score[colour].points, score[colour].islands, score[colour].bridges);
    return STATUS_OK;
}

/* Skip three optional counts of legal moves. */
static bool skip_counts(Scan *scan)
{
    uint32_t count;
    for (int n = 0; n < DATA_COUNTS; n++)
        if (!scan_number(scan, 999999, &count) || take_gap(scan) == 0)
            return n == 0;
    return true;
}

static Status data_turn(Reading *r, size_t at)
{
    static const char FORM[] =
        "a line is the number of a turn, L or D, three counts or none, a turn";
    char     move[DATA_WORD];
    uint32_t turn;
    r->scan.at = at;
    if (!scan_number(&r->scan, 9999, &turn) || take_gap(&r->scan) == 0)
        return syntax_error(r, STATUS_SYNTAX, at, "%s", FORM);
    char letter = scan_peek(&r->scan);
    if ((!scan_char(&r->scan, 'L') && !scan_char(&r->scan, 'D')) || take_gap(&r->scan) == 0 ||
        !skip_counts(&r->scan) || !take_word(&r->scan, move, sizeof move))
        return syntax_error(r, STATUS_SYNTAX, at, "%s", FORM);
    if (is_over(r))
        return error_after_end(r, at);
    int colour = wire_side(now(r), r->swapped);
    if (turn != ponte_head(now(r))->turn || letter != "LD"[colour])
        return syntax_error(r, STATUS_ILLEGAL, at, "this must be turn %d, of %c",
                            ponte_head(now(r))->turn, "LD"[colour]);
    Status status = play(r, at, move);
    r->swapped = r->swapped || (status == STATUS_OK && turn == 2 && strcmp(move, "swap") == 0);
    return status;
}

static Status data_line(Reading *r)
{
    size_t at = r->scan.at;
    if (scan_word(&r->scan, "game") && at_blank(&r->scan))
        return data_begin(r, at);
    if (scan_word(&r->scan, "end") && at_blank(&r->scan))
        return data_end(r, at);
    return data_turn(r, at);
}

Status ponte_data_read(const ConvertAsk *ask, const char *data, size_t size, Record *out,
                       Fault *fault)
{
    Reading r = { .scan = scan_over(data, size), .fault = fault };
    Status  status = choose_game(&r, ask->which, "game");
    if (status == STATUS_OK)
        status = begin_record(&r, ask, "official");
    while (status == STATUS_OK) {
        skip_remarks(&r.scan);
        if (scan_done(&r.scan))
            break;
        status = data_line(&r);
    }
    return end_reading(&r, status, out);
}

/* --- writing --- */

/* Write the two cells of a move in reading order; a swap names the stones of turn 1. */
static void cells_of(const Pos *pos, const Turn *turn, PonteCell cells[2])
{
    assert(turn->count > 0);
    int size = ponte_unpack(pos->variant).size, count = 0;
    switch (islands_kind(turn->step[0])) {
    case ISLANDS_STONE:
        cells[0] = ponte_step_cell(turn->step[0] < turn->step[1] ? turn->step[0] : turn->step[1]);
        cells[1] = ponte_step_cell(turn->step[0] < turn->step[1] ? turn->step[1] : turn->step[0]);
        break;
    case ISLANDS_BRIDGE:
        cells[0] = ponte_step_bridge(turn->step[0]).end;
        cells[1] = ponte_other_end(ponte_step_bridge(turn->step[0]));
        break;
    case ISLANDS_SWAP:
        for (int8_t y = 0; y < size; y++)
            for (int8_t x = 0; x < size; x++)
                if (ponte_at(pos, (PonteCell){ x, y }) == 'W' && count < 2)
                    cells[count++] = (PonteCell){ x, y };
        break;
    case ISLANDS_PASS: break;
    }
}

static bool begins_at_start(const Line *line)
{
    PosBuffer start;
    PONTE_RULES.start(line->setup.variant, &start.head);
    return game_same(&PONTE_GAME, line_start(line), &start.head);
}

static const char NOT_FROM_START[] = "the game does not begin at the start, and this form has no "
                                     "words for another position";

static bool give(RecordSink *sink, void *context, const Text *text)
{
    return sink(context, text->data, text->length);
}

static Status sink_refused(Fault *fault)
{
    return fault_set(fault, STATUS_SYSTEM, 0, "%s", status_text(STATUS_SYSTEM));
}

Status ponte_log_write(const Record *record, RecordSink *sink, void *context, Fault *fault)
{
    static const char *const ACTIONS[] = { [ISLANDS_STONE] = "Chess",
                                           [ISLANDS_BRIDGE] = "Bridge",
                                           [ISLANDS_SWAP] = "Change",
                                           [ISLANDS_PASS] = "" };
    const Line              *line = &record->line;
    assert(line->setup.game == &PONTE_GAME);
    if (!has_log(ponte_unpack(line->setup.variant)))
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s", LOG_VARIANT);
    if (!begins_at_start(line))
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s", NOT_FROM_START);
    for (int n = 0; n < line_turns(line); n++) {
        const Pos *pos = line_before_turn(line, n);
        char       words[64];
        Text       text = text_over(words, sizeof words);
        Turn       turn;
        PonteCell  cells[2];
        line_turn(line, n, &turn);
        cells_of(pos, &turn, cells);
        text_addf(&text, "%c_%d_%s_%d,%d_%d,%d\n", "WB"[pos->side], ponte_head(pos) -> turn,
                  ACTIONS[islands_kind(turn.step[0])], cells[0].x, cells[0].y, cells[1].x,
                  cells[1].y);
        if (!give(sink, context, &text))
            return sink_refused(fault);
    }
    return STATUS_OK;
}

/* Check that the wire format can express this game; set `*swapped` if it has a swap. */
static Status check_wire(const Line *line, bool *swapped, Fault *fault)
{
    int moves = 0;
    *swapped = false;
    if (ponte_unpack(line->setup.variant).size > 10)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "this form has digits for boards up to 10 x 10 only");
    if (!begins_at_start(line))
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s", NOT_FROM_START);
    for (int n = 0; n < line_turns(line); n++) {
        const Pos *pos = line_before_turn(line, n);
        Turn       turn;
        line_turn(line, n, &turn);
        if (islands_kind(turn.step[0]) == ISLANDS_PASS)
            return fault_set(fault, STATUS_ILLEGAL, 0,
                             "turn %d is a pass, and this form has no word for it",
                             ponte_head(pos)->turn);
        if (islands_kind(turn.step[0]) == ISLANDS_SWAP)
            *swapped = true;
        else if (wire_side(pos, *swapped) != moves++ % 2)
            return fault_set(fault, STATUS_ILLEGAL, 0,
                             "before turn %d a side is skipped, and this form has no word for it",
                             ponte_head(pos)->turn);
    }
    return STATUS_OK;
}

Status ponte_wire_write(const Record *record, RecordSink *sink, void *context, Fault *fault)
{
    const Line *line = &record->line;
    char        words[64];
    Text        text = text_over(words, sizeof words);
    bool        swapped;
    assert(line->setup.game == &PONTE_GAME);
    Status status = check_wire(line, &swapped, fault);
    if (status != STATUS_OK)
        return status;
    text_addf(&text, "size %d :", ponte_unpack(line->setup.variant).size);
    for (int n = 0; n < line_turns(line); n++) {
        Turn      turn;
        PonteCell cells[2];
        line_turn(line, n, &turn);
        if (n == 1)
            text_add(&text, swapped ? " c" : " f");
        if (n != 1 || !swapped) {
            cells_of(line_before_turn(line, n), &turn, cells);
            text_addf(&text, " %d%d%c%d%d", cells[0].y, cells[0].x,
                      islands_kind(turn.step[0]) == ISLANDS_STONE ? '+' : '-', cells[1].y,
                      cells[1].x);
        }
        if (!give(sink, context, &text))
            return sink_refused(fault);
        text_clear(&text);
    }
    text_char(&text, '\n');
    return give(sink, context, &text) ? STATUS_OK : sink_refused(fault);
}
