/* SPDX-License-Identifier: MIT */
/* The parser takes tokens from the text one at a time and plays every turn through core/line, so a
 * parsed record is always a legal game.  It builds a private Record and returns it at the end; on
 * failure everything is freed in one place.
 *
 * The writer has one form only, so equal records give equal texts.
 */
#include "core/record.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const RecordResult UNFINISHED = { .winner = "*" };

Status record_init(Record *record, const Setup *setup, const Pos *from)
{
    *record = (Record){ .result = UNFINISHED };
    return line_init(&record->line, setup, from);
}

void record_free(Record *record)
{
    for (int i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    for (int i = 0; i < record->note_count; i++)
        free(record->notes[i].comment);
    free(record->tags);
    free(record->notes);
    line_free(&record->line);
    *record = (Record){ .result = UNFINISHED };
}

/* ---- syntax of the parts ---- */

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

static bool is_line_layout(char c)
{
    return c == '\t' || c == '\n' || c == '\r';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word_char(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static bool is_word(const char *text, size_t capacity)
{
    size_t length = 0;
    while (is_word_char(text[length]))
        length++;
    return length > 0 && text[length] == '\0' && length < capacity;
}

static bool is_name(const char *text)
{
    return is_letter(text[0]) && is_word(text, RECORD_NAME_MAX);
}

static bool is_plain(const char *text, size_t capacity)
{
    size_t length = 0;
    while (text[length] != '\0' && !is_control(text[length]))
        length++;
    return text[length] == '\0' && length < capacity;
}

static bool is_comment(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '}' || (is_control(*text) && !is_line_layout(*text)))
            return false;
    return true;
}

/* Details end a line of text, so surrounding spaces would be lost. */
static bool is_details(const char *text)
{
    size_t length = strlen(text);
    return is_plain(text, RECORD_DETAILS_MAX) &&
           (length == 0 || (text[0] != ' ' && text[length - 1] != ' '));
}

static bool is_winner(const Game *game, const char *word)
{
    return strcmp(word, game->sides[0]) == 0 || strcmp(word, game->sides[1]) == 0 ||
           strcmp(word, "draw") == 0;
}

/* ---- tags ---- */

static bool is_own_tag(const char *name)
{
    return strcmp(name, "Game") == 0 || strcmp(name, "Position") == 0;
}

static RecordTag *find_tag(const Record *record, const char *name)
{
    for (int i = 0; i < record->tag_count; i++)
        if (strcmp(record->tags[i].name, name) == 0)
            return &record->tags[i];
    return NULL;
}

static Status add_tag(Record *record, const char *name, const char *value)
{
    if (record->tag_count == RECORD_TAGS_MAX)
        return STATUS_TOO_LARGE;
    if (record->tags == NULL)
        record->tags = calloc(RECORD_TAGS_MAX, sizeof *record->tags);
    RecordTag tag = { strdup(name), strdup(value) };
    if (record->tags == NULL || tag.name == NULL || tag.value == NULL) {
        free(tag.name);
        free(tag.value);
        return STATUS_NO_MEMORY;
    }
    record->tags[record->tag_count++] = tag;
    return STATUS_OK;
}

Status record_set_tag(Record *record, const char *name, const char *value)
{
    if (!is_name(name) || is_own_tag(name) || !is_plain(value, RECORD_VALUE_MAX))
        return STATUS_SYNTAX;
    RecordTag *tag = find_tag(record, name);
    if (tag == NULL)
        return add_tag(record, name, value);
    char *copy = strdup(value);
    if (copy == NULL)
        return STATUS_NO_MEMORY;
    free(tag->value);
    tag->value = copy;
    return STATUS_OK;
}

const char *record_tag(const Record *record, const char *name)
{
    const RecordTag *tag = find_tag(record, name);
    return tag == NULL ? NULL : tag->value;
}

/* ---- notes ---- */

/* Make sure that notes for the first `count` turns exist; new ones are empty. */
static bool reach_note(Record *record, int count)
{
    assert(count > 0 && count <= line_turns(&record->line));
    if (count > record->note_capacity) {
        int         capacity = record->note_capacity == 0 ? 64 : record->note_capacity * 2;
        int         wanted = count > capacity ? count : capacity;
        RecordNote *notes = realloc(record->notes, (size_t)wanted * sizeof *notes);
        if (notes == NULL)
            return false;
        record->notes = notes;
        record->note_capacity = wanted;
    }
    while (record->note_count < count)
        record->notes[record->note_count++] = (RecordNote){ .clock_ms = -1 };
    return true;
}

Status record_set_note(Record *record, int turn, int64_t clock_ms, const char *comment)
{
    assert(turn >= 0 && turn < line_turns(&record->line));
    if (clock_ms < -1 || clock_ms > RECORD_CLOCK_MAX_MS ||
        (comment != NULL && !is_comment(comment)))
        return STATUS_SYNTAX;
    char *copy = NULL;
    if (comment != NULL && (copy = strdup(comment)) == NULL)
        return STATUS_NO_MEMORY;
    if (!reach_note(record, turn + 1)) {
        free(copy);
        return STATUS_NO_MEMORY;
    }
    free(record->notes[turn].comment);
    record->notes[turn] = (RecordNote){ clock_ms, copy };
    return STATUS_OK;
}

RecordNote record_note(const Record *record, int turn)
{
    assert(turn >= 0);
    return turn < record->note_count ? record->notes[turn] : (RecordNote){ .clock_ms = -1 };
}

/* ---- the result ---- */

static void copy_word(Scan *scan, char *out, size_t capacity)
{
    const char *start;
    size_t      length = scan_token(scan, &start);
    scan_blanks(scan);
    snprintf(out, capacity, "%.*s", (int)length, start);
}

/* Return the result according to the rules; "*" while the game continues. */
static RecordResult rules_result(const Line *line)
{
    RecordResult result = UNFINISHED;
    Outcome      outcome = line_outcome(line);
    if (outcome.ending == ENDING_NONE)
        return result;
    char words[2 * RECORD_WORD_MAX + RECORD_DETAILS_MAX];
    Text text = text_over(words, sizeof words);
    outcome_write(line->setup.game, line_now(line), outcome, &text);
    Scan scan = scan_string(words);
    copy_word(&scan, result.winner, sizeof result.winner);
    copy_word(&scan, result.reason, sizeof result.reason);
    snprintf(result.details, sizeof result.details, "%s", words + scan.at);
    return result;
}

static bool is_finished(const RecordResult *result)
{
    return strcmp(result->winner, "*") != 0;
}

static bool agrees(const RecordResult *a, const RecordResult *b)
{
    return strcmp(a->winner, b->winner) == 0 && strcmp(a->reason, b->reason) == 0;
}

RecordResult record_result(const Record *record)
{
    RecordResult rules = rules_result(&record->line);
    return is_finished(&rules) && !agrees(&rules, &record->result) ? rules : record->result;
}

Status record_set_result(Record *record, const char *winner, const char *reason,
                         const char *details)
{
    bool finished = strcmp(winner, "*") != 0;
    if (finished ? !is_winner(record->line.setup.game, winner) || !is_word(reason, RECORD_WORD_MAX)
                 : reason[0] != '\0' || details[0] != '\0')
        return STATUS_SYNTAX;
    if (strlen(winner) >= RECORD_WORD_MAX || !is_details(details))
        return STATUS_SYNTAX;
    RecordResult result;
    snprintf(result.winner, sizeof result.winner, "%s", winner);
    snprintf(result.reason, sizeof result.reason, "%s", reason);
    snprintf(result.details, sizeof result.details, "%s", details);
    RecordResult rules = rules_result(&record->line);
    if (is_finished(&rules) && !agrees(&rules, &result))
        return STATUS_ILLEGAL;
    record->result = result;
    return STATUS_OK;
}

/* ---- comparing ---- */

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void turn_text(const Line *line, int turn, Text *out)
{
    Turn steps;
    line_turn(line, turn, &steps);
    turn_write(line->setup.game, line_before_turn(line, turn), &steps, out);
}

static bool same_turn(const Record *a, const Record *b, int turn)
{
    char text_a[TURN_TEXT_MAX], text_b[TURN_TEXT_MAX];
    Text out_a = text_over(text_a, sizeof text_a), out_b = text_over(text_b, sizeof text_b);
    turn_text(&a->line, turn, &out_a);
    turn_text(&b->line, turn, &out_b);
    RecordNote note_a = record_note(a, turn), note_b = record_note(b, turn);
    return strcmp(text_a, text_b) == 0 && note_a.clock_ms == note_b.clock_ms &&
           same_text(note_a.comment, note_b.comment) &&
           game_same(a->line.setup.game, line_before_turn(&a->line, turn + 1),
                     line_before_turn(&b->line, turn + 1));
}

bool record_same(const Record *a, const Record *b)
{
    if (!setup_same(&a->line.setup, &b->line.setup) || a->tag_count != b->tag_count ||
        line_turns(&a->line) != line_turns(&b->line) ||
        !game_same(a->line.setup.game, line_start(&a->line), line_start(&b->line)))
        return false;
    for (int i = 0; i < a->tag_count; i++)
        if (strcmp(a->tags[i].name, b->tags[i].name) != 0 ||
            strcmp(a->tags[i].value, b->tags[i].value) != 0)
            return false;
    for (int turn = 0; turn < line_turns(&a->line); turn++)
        if (!same_turn(a, b, turn))
            return false;
    RecordResult result_a = record_result(a), result_b = record_result(b);
    return agrees(&result_a, &result_b) && strcmp(result_a.details, result_b.details) == 0;
}

/* ---- writing ---- */

typedef struct Writer {
    RecordSink *sink;
    void       *context;
    bool        open; /* the sink has accepted everything so far */
} Writer;

static void put(Writer *writer, const char *data, size_t size)
{
    if (writer->open && size > 0)
        writer->open = writer->sink(writer->context, data, size);
}

static void put_text(Writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

static void put_tag(Writer *writer, const char *name, const char *value)
{
    put_text(writer, "[");
    put_text(writer, name);
    put_text(writer, " \"");
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            put(writer, "\\", 1);
        put(writer, c, 1);
    }
    put_text(writer, "\"]\n");
}

static void put_tags(Writer *writer, const Record *record)
{
    const Line *line = &record->line;
    const Game *game = line->setup.game;
    char        words[RECORD_VALUE_MAX];
    Text        text = text_over(words, sizeof words);
    setup_write(&line->setup, &text);
    put_tag(writer, "Game", words);

    PosBuffer usual;
    game->rules->start(line->setup.variant, &usual.head);
    if (!game_same(game, &usual.head, line_start(line))) {
        text_clear(&text);
        game->text->pos_write(line_start(line), &text);
        put_tag(writer, "Position", words);
    }
    for (int i = 0; i < record->tag_count; i++)
        put_tag(writer, record->tags[i].name, record->tags[i].value);
}

static void put_turn(Writer *writer, const Record *record, int turn)
{
    char words[TURN_TEXT_MAX + 64];
    Text text = text_over(words, sizeof words);
    text_addf(&text, "%d. ", turn + 1);
    turn_text(&record->line, turn, &text);
    RecordNote note = record_note(record, turn);
    if (note.clock_ms >= 0)
        text_addf(&text, " @%lld.%03d", (long long)(note.clock_ms / 1000),
                  (int)(note.clock_ms % 1000));
    put_text(writer, words);
    if (note.comment != NULL) {
        put_text(writer, " {");
        put_text(writer, note.comment);
        put_text(writer, "}");
    }
    put_text(writer, "\n");
}

bool record_write(const Record *record, RecordSink *sink, void *context)
{
    Writer writer = { .sink = sink, .context = context, .open = true };
    put_tags(&writer, record);
    for (int turn = 0; turn < line_turns(&record->line); turn++)
        put_turn(&writer, record, turn);

    RecordResult result = record_result(record);
    const char  *words[] = { "result", result.winner, result.reason, result.details };
    for (int i = 0; i < 4; i++) {
        if (i > 0 && words[i][0] != '\0')
            put_text(&writer, " ");
        put_text(&writer, words[i]);
    }
    put_text(&writer, "\n");
    return writer.open;
}

/* ---- reading ---- */

typedef struct Reader {
    GameFinder *find;
    Scan        scan;
    Fault      *fault;
    Record      record;
    bool        begun; /* the Game tag is parsed and the line initialised */
    bool        has_position;
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
        if (is_control(c) && !is_line_layout(c))
            return syntax_error(reader, STATUS_SYNTAX, i,
                                "a record holds no control character (byte %d)", (unsigned char)c);
    }
    return STATUS_OK;
}

/* Take the bytes up to white space or one of `ends`. */
static size_t take_run(Scan *scan, const char *ends, const char **start)
{
    const char *token;
    Scan        at = *scan;
    size_t      length = scan_token(&at, &token), taken = 0;
    while (taken < length && strchr(ends, token[taken]) == NULL)
        taken++;
    scan->at += taken;
    *start = token;
    return taken;
}

/* As take_run, copied; false if it is empty or does not fit. */
static bool take_word(Scan *scan, const char *ends, char *out, size_t capacity)
{
    const char *start;
    size_t      length = take_run(scan, ends, &start);
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
        if (scan_done(scan) || is_control(c))
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
        find_tag(record, name) != NULL)
        return syntax_error(reader, STATUS_SYNTAX, at, "the tag %s occurs twice", name);
    if (is_position)
        return begin_position(reader, value, value_at);
    Status status = add_tag(record, name, value);
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
    if (!take_word(scan, "\"]", name, sizeof name) || !is_name(name))
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

/* Parse an optional "12." before a turn. */
static Status read_number(Reader *reader)
{
    Scan at = reader->scan;
    while (scan_peek(&at) >= '0' && scan_peek(&at) <= '9')
        at.at++;
    if (at.at == reader->scan.at || !scan_char(&at, '.'))
        return STATUS_OK;
    Scan     digits = reader->scan;
    uint32_t number = 0;
    int      turn = line_turns(&reader->record.line) + 1;
    if (!scan_number(&digits, RECORD_TURNS_MAX, &number) || number != (uint32_t)turn)
        return syntax_error(reader, STATUS_SYNTAX, reader->scan.at, "this is turn %d", turn);
    reader->scan = at;
    skip_layout(&reader->scan);
    return STATUS_OK;
}

static Status read_turn(Reader *reader)
{
    char   turn[TURN_TEXT_MAX];
    Line  *line = &reader->record.line;
    Status status = read_number(reader);
    if (status != STATUS_OK)
        return status;
    size_t at = reader->scan.at;
    if (line_turns(line) == RECORD_TURNS_MAX)
        return syntax_error(reader, STATUS_TOO_LARGE, at, "a record has at most %d turns",
                            RECORD_TURNS_MAX);
    if (!take_word(&reader->scan, "{", turn, sizeof turn))
        return syntax_error(reader, STATUS_SYNTAX, at, "here a turn of 1 to %d bytes is expected",
                            TURN_TEXT_MAX - 1);
    Fault inner = { 0 };
    status = line_play(line, turn, &inner);
    return status == STATUS_OK ? STATUS_OK
                               : syntax_error(reader, status, at + inner.at, "turn %d: %s",
                                              line_turns(line) + 1, inner.why);
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
static Status read_clock(Reader *reader, RecordNote *note)
{
    Scan    *scan = &reader->scan;
    size_t   at = scan->at++;
    uint32_t seconds, ms = 0;
    bool     read = scan_number(scan, (uint32_t)(RECORD_CLOCK_MAX_MS / 1000), &seconds) &&
                (!scan_char(scan, '.') || take_thousandths(scan, &ms)) &&
                (scan_done(scan) || scan_peek(scan) == '{' || scan_blanks(scan) > 0);
    if (!read)
        return syntax_error(reader, STATUS_SYNTAX, at,
                            "a clock is @ and seconds with up to three decimals, as @59.500");
    if (note->clock_ms >= 0)
        return syntax_error(reader, STATUS_SYNTAX, at, "a turn has one clock");
    note->clock_ms = (int64_t)seconds * 1000 + ms;
    return STATUS_OK;
}

/* {comment} after a turn. */
static Status read_comment(Reader *reader, RecordNote *note)
{
    Scan       *scan = &reader->scan;
    size_t      at = scan->at++;
    const char *start = scan->data + scan->at;
    const char *end = memchr(start, '}', scan->size - scan->at);
    if (end == NULL)
        return syntax_error(reader, STATUS_SYNTAX, at, "the comment does not end");
    if (note->comment != NULL)
        return syntax_error(reader, STATUS_SYNTAX, at, "a turn has one comment");
    note->comment = strndup(start, (size_t)(end - start));
    if (note->comment == NULL)
        return no_memory(reader);
    scan->at += (size_t)(end - start) + 1;
    return STATUS_OK;
}

static Status read_note(Reader *reader)
{
    int turns = line_turns(&reader->record.line);
    if (turns == 0)
        return syntax_error(reader, STATUS_SYNTAX, reader->scan.at,
                            "clocks and comments must follow a turn");
    if (!reach_note(&reader->record, turns))
        return no_memory(reader);
    RecordNote *note = &reader->record.notes[turns - 1];
    return scan_peek(&reader->scan) == '@' ? read_clock(reader, note) : read_comment(reader, note);
}

/* Parse what follows "result".  The details extend to the end of the line of text. */
static Status read_words(Reader *reader, RecordResult *result)
{
    Scan *scan = &reader->scan;
    scan_blanks(scan);
    size_t at = scan->at;
    if (!take_word(scan, "", result->winner, sizeof result->winner) ||
        (is_finished(result) && !is_winner(reader->record.line.setup.game, result->winner)))
        return syntax_error(reader, STATUS_SYNTAX, at, "the winner is %s, %s, draw or *",
                            reader->record.line.setup.game->sides[0],
                            reader->record.line.setup.game->sides[1]);
    if (!is_finished(result))
        return STATUS_OK;
    scan_blanks(scan);
    at = scan->at;
    if (!take_word(scan, "", result->reason, sizeof result->reason) ||
        !is_word(result->reason, sizeof result->reason))
        return syntax_error(reader, STATUS_SYNTAX, at,
                            "the winner must be followed by one word, the reason");

    while (scan_char(scan, ' ') || scan_char(scan, '\t'))
        continue;
    at = scan->at;
    while (!scan_done(scan) && !is_control(scan_peek(scan)))
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
    scan_word(&reader->scan, "result");
    Status status = read_words(reader, &result);
    if (status != STATUS_OK)
        return status;
    RecordResult rules = rules_result(&reader->record.line);
    if (is_finished(&rules) && !agrees(&rules, &result))
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
    const char *start;
    return scan_token(&scan, &start) == 6 && memcmp(start, "result", 6) == 0;
}

static Status read_body(Reader *reader)
{
    Status status = STATUS_OK;
    while (status == STATUS_OK) {
        skip_layout(&reader->scan);
        char next = scan_peek(&reader->scan);
        if (scan_done(&reader->scan))
            return syntax_error(reader, STATUS_SYNTAX, reader->scan.at,
                                "the record ends without a result");
        if (at_result(reader->scan))
            return read_result(reader);
        status = next == '@' || next == '{' ? read_note(reader) : read_turn(reader);
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

Status record_read(GameFinder *find, const char *data, size_t size, Record *out, Fault *fault)
{
    Reader reader = { .find = find, .scan = scan_over(data, size), .fault = fault };
    Status status = read_all(&reader);
    if (status == STATUS_OK)
        *out = reader.record;
    else
        record_free(&reader.record);
    return status;
}
