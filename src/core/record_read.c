/* SPDX-License-Identifier: MIT */
/* The parser takes tokens from the text one at a time and plays every turn through core/line, so a
 * parsed record is always a legal game.  A variation is played on the same line: the turn that it
 * replaces is undone before it and played again after it, so nesting costs no copies.  The parser
 * builds a private Record and returns it at the end; on failure everything is freed in one place. */
#include "core/record_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where to resume when a variation ends. */
typedef struct Resume {
    int  node;           /* the node that was read last, -1 if that is a turn of the main line */
    int  turns;          /* the number of turns where the variation branches off */
    bool is_alternative; /* the turn that was read last is undone, and will be played again */
} Resume;

typedef struct Reader {
    GameFinder *find;
    Scan        scan;
    Fault      *fault;
    Record record; /* within a variation, its line is the line to the turn that was read last */
    bool   begun;  /* the Game tag is parsed and the line initialised */
    bool   has_position;
    bool   may_lack_result;
    int    main_turns;
    Turn   main_turn; /* the last one of the main line, while a variation replaces it */
    int    node;      /* within a variation, the turn that was read last; -1 before its first */
    int    depth;     /* number of open variations */
    Resume resume[RECORD_NESTING_MAX];
} Reader;

static Status syntax_error(const Reader *reader, Status status, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static Status syntax_error(const Reader *reader, Status status, size_t at, const char *format, ...)
{
    char    why[200];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);

    const char *data = reader->scan.data;
    size_t      line = 1, line_start_at = 0;
    for (size_t i = 0; i < at && i < reader->scan.size; i++)
        if (data[i] == '\n') {
            line++;
            line_start_at = i + 1;
        }
    return fault_set(reader->fault, status, at, "line %zu, column %zu: %s", line,
                     at - line_start_at + 1, why);
}

static Status no_memory(const Reader *reader)
{
    return syntax_error(reader, STATUS_NO_MEMORY, reader->scan.at, "%s",
                        status_text(STATUS_NO_MEMORY));
}

/* Skip white space, and lines that begin with ; or #. */
static void skip_layout(Scan *scan)
{
    for (;;) {
        scan_blanks(scan);
        bool begins = scan->at == 0 || scan->data[scan->at - 1] == '\n';
        if (!begins || (scan_peek(scan) != ';' && scan_peek(scan) != '#'))
            return;
        while (!scan_done(scan) && scan_peek(scan) != '\n')
            scan->at++;
    }
}

static Status check_bytes(const Reader *reader)
{
    for (size_t i = 0; i < reader->scan.size; i++) {
        char c = reader->scan.data[i];
        if (record_is_control(c) && !record_is_layout(c))
            return syntax_error(reader, STATUS_SYNTAX, i,
                                "a record holds no control character (byte %d)", (unsigned char)c);
    }
    return STATUS_OK;
}

/* What ends a word: white space and, in the body, what may follow a turn without it.  A word is never read
 * further, so that a text without spaces takes no longer than others. */
#define BLANKS    " \t\r\n"
#define BODY_ENDS BLANKS "{()"

/* Copy the bytes up to one of `ends`; false if there are none or they do not fit. */
static bool take_word(Scan *scan, const char *ends, char *out, size_t capacity)
{
    const char *start;
    size_t      length = scan_until(scan, ends, &start);
    if (length == 0 || length >= capacity)
        return false;
    memcpy(out, start, length);
    out[length] = '\0';
    return true;
}

/* "value", with \" and \\ inside. */
static Status read_value(Reader *reader, char value[RECORD_VALUE_MAX])
{
    Scan  *scan = &reader->scan;
    size_t length = 0;
    if (!scan_char(scan, '"'))
        return syntax_error(reader, STATUS_SYNTAX, scan->at, "a tag is [Name \"value\"]");
    while (!scan_char(scan, '"')) {
        bool escaped = scan_char(scan, '\\');
        char c = scan_peek(scan);
        if (scan_done(scan) || record_is_control(c))
            return syntax_error(reader, STATUS_SYNTAX, scan->at,
                                "the value of the tag does not end");
        if (escaped && c != '"' && c != '\\')
            return syntax_error(reader, STATUS_SYNTAX, scan->at, "only \" or \\ may follow a \\");
        if (length + 1 == RECORD_VALUE_MAX)
            return syntax_error(reader, STATUS_SYNTAX, scan->at,
                                "the value of a tag has at most %d bytes", RECORD_VALUE_MAX - 1);
        value[length++] = c;
        scan->at++;
    }
    value[length] = '\0';
    return STATUS_OK;
}

static Status begin_game(Reader *reader, const char *value, size_t at)
{
    Setup  setup;
    Fault  inner = { 0 };
    Status status = setup_read(reader->find, value, &setup, &inner);
    if (status != STATUS_OK)
        return syntax_error(reader, status, at + inner.at, "%s", inner.why);
    if (record_init(&reader->record, &setup, NULL) != STATUS_OK)
        return no_memory(reader);
    reader->begun = true;
    return STATUS_OK;
}

static Status begin_position(Reader *reader, const char *value, size_t at)
{
    PosBuffer start;
    Fault     inner = { 0 };
    Setup     setup = reader->record.line.setup;
    Status    status = setup.game->text->pos_read(setup.variant, value, &start.head, &inner);
    if (status != STATUS_OK)
        return syntax_error(reader, status, at + inner.at, "%s", inner.why);
    line_free(&reader->record.line);
    if (line_init(&reader->record.line, &setup, &start.head) != STATUS_OK)
        return no_memory(reader);
    reader->has_position = true;
    return STATUS_OK;
}

/* Apply a tag.  `at` is the offset of its name, `value_at` that of its value. */
static Status use_tag(Reader *reader, const char *name, const char *value, size_t at,
                      size_t value_at)
{
    Record *record = &reader->record;
    if (!reader->begun) {
        if (strcmp(name, "Game") != 0)
            return syntax_error(reader, STATUS_SYNTAX, at, "the first tag is Game");
        return begin_game(reader, value, value_at);
    }
    bool is_position = strcmp(name, "Position") == 0;
    if (strcmp(name, "Game") == 0 || (is_position && reader->has_position) ||
        record_find_tag(record, name) != NULL)
        return syntax_error(reader, STATUS_SYNTAX, at, "the tag %s occurs twice", name);
    if (is_position)
        return begin_position(reader, value, value_at);
    Status status = record_add_tag(record, name, value);
    if (status == STATUS_TOO_LARGE)
        return syntax_error(reader, STATUS_SYNTAX, at, "a record has at most %d tags",
                            RECORD_TAGS_MAX);
    return status == STATUS_OK ? STATUS_OK : no_memory(reader);
}

static Status read_tag(Reader *reader)
{
    Scan *scan = &reader->scan;
    char  name[RECORD_NAME_MAX], value[RECORD_VALUE_MAX];
    scan_char(scan, '[');
    scan_blanks(scan);
    size_t at = scan->at;
    if (!take_word(scan, BLANKS "\"]", name, sizeof name) || !record_is_name(name))
        return syntax_error(reader, STATUS_SYNTAX, at,
                            "the name of a tag is a letter and up to %d letters, digits, - or _",
                            RECORD_NAME_MAX - 2);
    scan_blanks(scan);
    size_t value_at = scan->at + 1;
    Status status = read_value(reader, value);
    if (status != STATUS_OK)
        return status;
    scan_blanks(scan);
    if (!scan_char(scan, ']'))
        return syntax_error(reader, STATUS_SYNTAX, scan->at, "a tag ends with ]");
    return use_tag(reader, name, value, at, value_at);
}

/* Parse "12." if it is there; false if it is not.  A number that is too large is 0. */
static bool take_number(Scan *scan, uint32_t *number)
{
    Scan at = *scan, digits = *scan;
    while (scan_peek(&at) >= '0' && scan_peek(&at) <= '9')
        at.at++;
    if (at.at == scan->at || !scan_char(&at, '.'))
        return false;
    if (!scan_number(&digits, RECORD_TURNS_MAX, number))
        *number = 0;
    *scan = at;
    return true;
}

/* Parse an optional "12." before a turn. */
static Status read_number(Reader *reader)
{
    size_t   at = reader->scan.at;
    uint32_t number = 0;
    int      turn = line_turns(&reader->record.line) + 1;
    if (!take_number(&reader->scan, &number))
        return STATUS_OK;
    if (number != (uint32_t)turn)
        return syntax_error(reader, STATUS_SYNTAX, at, "this is turn %d", turn);
    skip_layout(&reader->scan);
    return STATUS_OK;
}

/* Make the last turn of the line a node of the variation that is being read. */
static Status keep_node(Reader *reader)
{
    const Resume *resume = &reader->resume[reader->depth - 1];
    bool          is_opener = line_turns(&reader->record.line) == resume->turns + 1;
    int           before = reader->node;
    Turn          turn;
    line_turn(&reader->record.line, line_turns(&reader->record.line) - 1, &turn);
    if (is_opener) { /* the turn before it may itself be a node */
        before = resume->node;
        if (before >= 0 && resume->is_alternative)
            before = reader->record.nodes[before].before;
    }
    reader->node = record_insert_node(&reader->record, before, resume->turns, turn.step, turn.count,
                                      !is_opener);
    return reader->node < 0 ? no_memory(reader) : STATUS_OK;
}

static Status read_turn(Reader *reader)
{
    char   turn[TURN_TEXT_MAX];
    Line  *line = &reader->record.line;
    Status status = read_number(reader);
    if (status != STATUS_OK)
        return status;
    size_t at = reader->scan.at;
    if (reader->main_turns + reader->record.node_count >= RECORD_TURNS_MAX)
        return syntax_error(reader, STATUS_TOO_LARGE, at, "a record has at most %d turns",
                            RECORD_TURNS_MAX);
    if (!take_word(&reader->scan, BODY_ENDS, turn, sizeof turn))
        return syntax_error(reader, STATUS_SYNTAX, at, "here a turn of 1 to %d bytes is expected",
                            TURN_TEXT_MAX - 1);
    Fault inner = { 0 };
    status = line_play(line, turn, &inner);
    if (status != STATUS_OK)
        return syntax_error(reader, status, at + inner.at, "turn %d: %s", line_turns(line) + 1,
                            inner.why);
    if (reader->depth > 0)
        return keep_node(reader);
    reader->main_turns++;
    return STATUS_OK;
}

/* ( begins a variation.  It replaces the turn before it, unless its number says that it continues
 * after that turn. */
static Status open_variation(Reader *reader)
{
    Line  *line = &reader->record.line;
    size_t at = reader->scan.at++;
    skip_layout(&reader->scan);
    Scan     ahead = reader->scan;
    uint32_t number = 0;
    int      turns = line_turns(line);
    bool     continues = take_number(&ahead, &number) && number == (uint32_t)turns + 1;
    bool     is_empty = reader->depth > 0 && turns == reader->resume[reader->depth - 1].turns;
    if (is_empty || (turns == 0 && !continues))
        return syntax_error(reader, STATUS_SYNTAX, at, "a variation must follow a turn");
    if (reader->depth == RECORD_NESTING_MAX)
        return syntax_error(reader, STATUS_TOO_LARGE, at, "variations are nested at most %d deep",
                            RECORD_NESTING_MAX);
    reader->resume[reader->depth] = (Resume){
        .node = reader->depth == 0 ? -1 : reader->node,
        .turns = continues ? turns : turns - 1,
        .is_alternative = !continues,
    };
    if (!continues && reader->depth == 0)
        line_turn(line, turns - 1, &reader->main_turn);
    if (!continues)
        line_undo_turn(line);
    reader->depth++;
    reader->node = -1;
    return STATUS_OK;
}

/* Play the steps of a turn again that was undone. */
static Status play_again(Reader *reader, const Step *steps, int count)
{
    Status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = line_step(&reader->record.line, steps[i]);
    return status == STATUS_OK ? STATUS_OK : no_memory(reader); /* they were legal before */
}

/* ) ends a variation. */
static Status close_variation(Reader *reader)
{
    Line  *line = &reader->record.line;
    size_t at = reader->scan.at++;
    if (reader->depth == 0)
        return syntax_error(reader, STATUS_SYNTAX, at, "no variation is open here");
    const Resume *resume = &reader->resume[--reader->depth];
    if (line_turns(line) == resume->turns)
        return syntax_error(reader, STATUS_SYNTAX, at, "a variation has at least one turn");
    while (line_turns(line) > resume->turns)
        line_undo_turn(line);
    reader->node = resume->node;
    if (!resume->is_alternative)
        return STATUS_OK;
    if (reader->node < 0)
        return play_again(reader, reader->main_turn.step, reader->main_turn.count);
    const RecordNode *node = &reader->record.nodes[reader->node];
    return play_again(reader, node->steps, node->step_count);
}

/* Parse the decimals of a clock as milliseconds; false if there are none or too many. */
static bool take_thousandths(Scan *scan, uint32_t *ms)
{
    int digits = 0;
    for (*ms = 0; scan_peek(scan) >= '0' && scan_peek(scan) <= '9'; digits++) {
        if (digits == 3)
            return false;
        *ms = *ms * 10 + (uint32_t)(scan_peek(scan) - '0');
        scan->at++;
    }
    for (int i = digits; i < 3; i++)
        *ms *= 10;
    return digits > 0;
}

/* @SECONDS after a turn. */
static Status read_clock(Reader *reader, Note *note)
{
    Scan    *scan = &reader->scan;
    size_t   at = scan->at++;
    uint32_t seconds, ms = 0;
    bool     read =
        scan_number(scan, (uint32_t)(RECORD_CLOCK_MAX_MS / 1000), &seconds) &&
        (!scan_char(scan, '.') || take_thousandths(scan, &ms)) &&
        (scan_done(scan) || strchr("{()", scan_peek(scan)) != NULL || scan_blanks(scan) > 0);
    if (!read)
        return syntax_error(reader, STATUS_SYNTAX, at,
                            "a clock is @ and seconds with up to three decimals, as @59.500");
    if (note->clock_ms >= 0)
        return syntax_error(reader, STATUS_SYNTAX, at, "a turn has one clock");
    note->clock_ms = (int64_t)seconds * 1000 + ms;
    return STATUS_OK;
}

/* {comment} after a turn. */
static Status read_comment(Reader *reader, Note *note)
{
    Scan       *scan = &reader->scan;
    size_t      at = scan->at++;
    const char *start = scan->data + scan->at;
    const char *end = memchr(start, '}', scan->size - scan->at);
    if (end == NULL)
        return syntax_error(reader, STATUS_SYNTAX, at, "the comment does not end");
    Status status = note_add(note, start, (size_t)(end - start));
    if (status == STATUS_TOO_LARGE)
        return syntax_error(reader, status, at, "a turn has at most %d comments",
                            NOTE_COMMENTS_MAX);
    scan->at += (size_t)(end - start) + 1;
    return status == STATUS_OK ? STATUS_OK : no_memory(reader);
}

/* A mark after a turn. */
static Status read_mark(Reader *reader, Note *note)
{
    size_t      at = reader->scan.at;
    const char *start;
    size_t      length = scan_until(&reader->scan, BODY_ENDS, &start);
    if (note->mark != NOTE_UNMARKED)
        return syntax_error(reader, STATUS_SYNTAX, at, "a turn has one mark");
    return mark_read(start, length, &note->mark)
               ? STATUS_OK
               : syntax_error(reader, STATUS_SYNTAX, at, "a mark is one of ! ? !? ?! ??");
}

static Status read_note(Reader *reader)
{
    Record *record = &reader->record;
    char    next = scan_peek(&reader->scan);
    size_t  at = reader->scan.at;
    Note   *note;
    if (reader->depth > 0 && line_turns(&record->line) == reader->resume[reader->depth - 1].turns)
        return syntax_error(reader, STATUS_SYNTAX, at,
                            "clocks, marks and comments must follow a turn");
    if (reader->depth > 0) {
        note = &record->nodes[reader->node].note;
    } else {
        if (reader->main_turns == 0 && next != '{')
            return syntax_error(reader, STATUS_SYNTAX, at, "clocks and marks must follow a turn");
        RecordPlace *place = record_reach_place(record, reader->main_turns);
        if (place == NULL)
            return no_memory(reader);
        note = &place->note;
    }
    return next == '@'   ? read_clock(reader, note)
           : next == '{' ? read_comment(reader, note)
                         : read_mark(reader, note);
}

/* Parse what follows "result".  The details extend to the end of the line of text. */
static Status read_words(Reader *reader, RecordResult *result)
{
    Scan *scan = &reader->scan;
    scan_blanks(scan);
    size_t at = scan->at;
    if (!take_word(scan, BLANKS, result->winner, sizeof result->winner) ||
        (record_is_finished(result) &&
         !record_is_winner(reader->record.line.setup.game, result->winner)))
        return syntax_error(reader, STATUS_SYNTAX, at, "the winner is %s, %s, draw or *",
                            reader->record.line.setup.game->sides[0],
                            reader->record.line.setup.game->sides[1]);
    if (!record_is_finished(result))
        return STATUS_OK;
    scan_blanks(scan);
    at = scan->at;
    if (!take_word(scan, BLANKS, result->reason, sizeof result->reason) ||
        !record_is_word(result->reason, sizeof result->reason))
        return syntax_error(reader, STATUS_SYNTAX, at,
                            "the winner must be followed by one word, the reason");

    while (scan_char(scan, ' ') || scan_char(scan, '\t'))
        continue;
    at = scan->at;
    while (!scan_done(scan) && !record_is_control(scan_peek(scan)))
        scan->at++;
    size_t length = scan->at - at;
    while (length > 0 && scan->data[at + length - 1] == ' ')
        length--;
    if (length >= sizeof result->details)
        return syntax_error(reader, STATUS_SYNTAX, at,
                            "the details of a result have at most %d bytes",
                            RECORD_DETAILS_MAX - 1);
    memcpy(result->details, scan->data + at, length);
    return STATUS_OK;
}

static Status read_result(Reader *reader)
{
    RecordResult result = { .details = "" };
    size_t       at = reader->scan.at;
    if (reader->depth > 0)
        return syntax_error(reader, STATUS_SYNTAX, at, "a variation does not end: ) is missing");
    scan_word(&reader->scan, "result");
    Status status = read_words(reader, &result);
    if (status != STATUS_OK)
        return status;
    RecordResult rules = record_rules_result(&reader->record.line);
    if (record_is_finished(&rules) && !record_agrees(&rules, &result))
        return syntax_error(reader, STATUS_ILLEGAL, at, "by the rules the result is %s %s",
                            rules.winner, rules.reason);
    reader->record.result = result;
    skip_layout(&reader->scan);
    return scan_done(&reader->scan) ? STATUS_OK
                                    : syntax_error(reader, STATUS_SYNTAX, reader->scan.at,
                                                   "the record ends with its result");
}

static bool at_result(Scan scan)
{
    return scan_word(&scan, "result") && (scan_done(&scan) || scan_blanks(&scan) > 0);
}

static Status read_end(Reader *reader)
{
    if (reader->depth > 0)
        return syntax_error(reader, STATUS_SYNTAX, reader->scan.at,
                            "a variation does not end: ) is missing");
    if (!reader->may_lack_result)
        return syntax_error(reader, STATUS_SYNTAX, reader->scan.at,
                            "the record ends without a result");
    return STATUS_OK;
}

/* What begins with one of these characters, and with anything else, a turn. */
static const struct Part {
    char first;
    Status (*read)(Reader *reader);
} PARTS[] = {
    { '@', read_note }, { '{', read_note },      { '!', read_note },
    { '?', read_note }, { '(', open_variation }, { ')', close_variation },
};

static Status read_part(Reader *reader)
{
    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++)
        if (scan_peek(&reader->scan) == PARTS[i].first)
            return PARTS[i].read(reader);
    return read_turn(reader);
}

static Status read_body(Reader *reader)
{
    Status status = STATUS_OK;
    while (status == STATUS_OK) {
        skip_layout(&reader->scan);
        if (scan_done(&reader->scan))
            return read_end(reader);
        if (at_result(reader->scan))
            return read_result(reader);
        status = read_part(reader);
    }
    return status;
}

static Status read_all(Reader *reader)
{
    Status status = check_bytes(reader);
    while (status == STATUS_OK) {
        skip_layout(&reader->scan);
        if (scan_peek(&reader->scan) != '[')
            break;
        status = read_tag(reader);
    }
    if (status != STATUS_OK)
        return status;
    if (!reader->begun)
        return syntax_error(reader, STATUS_SYNTAX, reader->scan.at,
                            "a record begins with [Game \"...\"]");
    return read_body(reader);
}

static Status read_record(GameFinder *find, const char *data, size_t size, bool may_lack_result,
                          Record *out, Fault *fault)
{
    Reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    *reader = (Reader){
        .find = find,
        .scan = scan_over(data, size),
        .fault = fault,
        .may_lack_result = may_lack_result,
        .node = -1,
    };
    Status status = read_all(reader);
    if (status == STATUS_OK)
        *out = reader->record;
    else
        record_free(&reader->record);
    free(reader);
    return status;
}

Status record_read(GameFinder *find, const char *data, size_t size, Record *out, Fault *fault)
{
    return read_record(find, data, size, false, out, fault);
}

Status record_read_open(GameFinder *find, const char *data, size_t size, Record *out, Fault *fault)
{
    return read_record(find, data, size, true, out, fault);
}

/* --- several records in one text --- */

/* Skip a tag: up to its ] outside quotation marks, or to the end of the line. */
static void skip_tag(Scan *scan)
{
    bool is_quoted = false;
    while (!scan_done(scan) && scan_peek(scan) != '\n') {
        char c = scan->data[scan->at++];
        if (c == ']' && !is_quoted)
            return;
        if (c == '\\' && is_quoted && !scan_done(scan) && scan_peek(scan) != '\n')
            scan->at++;
        is_quoted = is_quoted != (c == '"');
    }
}

static void skip_past(Scan *scan, char end)
{
    while (!scan_done(scan) && scan->data[scan->at++] != end)
        continue;
}

size_t record_length(const char *data, size_t size)
{
    Scan scan = scan_over(data, size);
    for (skip_layout(&scan); !scan_done(&scan); skip_layout(&scan)) {
        const char *word;
        if (at_result(scan)) {
            skip_past(&scan, '\n');
            return scan.at;
        }
        if (scan_peek(&scan) == '[')
            skip_tag(&scan);
        else if (scan_peek(&scan) == '{')
            skip_past(&scan, '}');
        else if (scan_until(&scan, BODY_ENDS, &word) == 0)
            scan.at++; /* a byte that is no layout and in no word */
    }
    return 0;
}
