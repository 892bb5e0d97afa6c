/* SPDX-License-Identifier: MIT */
#include "core/message.h"

#include <assert.h>
#include <string.h>

const MessageDef CORE_MESSAGE[CORE_MESSAGE_COUNT] = { CORE_MESSAGES(MESSAGE_ROW) };

const Language LANGUAGE_ENGLISH = { "en", NULL, NULL };

/* --- making a message --- */

Message message_of(const MessageDef *def)
{
    return (Message){ .def = def };
}

static MessageArg *add_arg(Message *message, const char *name, ArgKind kind, int value)
{
    assert(message->arg_count < MESSAGE_ARGS_MAX);
    MessageArg *arg = &message->arg[message->arg_count++];
    *arg = (MessageArg){ .name = name, .kind = kind, .value = value };
    return arg;
}

void message_side(Message *message, const char *name, int side)
{
    assert(side == 0 || side == 1);
    add_arg(message, name, ARG_SIDE, side);
}

void message_cell(Message *message, const char *name, int cell)
{
    assert(cell >= 0 && cell <= UINT16_MAX);
    add_arg(message, name, ARG_CELL, cell);
}

void message_cells(Message *message, const char *name, const uint16_t *cells, int count)
{
    MessageArg *arg = add_arg(message, name, ARG_CELLS, message->cells.count);
    for (int i = 0; i < count; i++)
        message_offending(message, cells[i]);
    arg->count = message->cells.count - arg->value;
}

void message_count(Message *message, const char *name, int count)
{
    add_arg(message, name, ARG_COUNT, count);
}

void message_term(Message *message, const char *name, const MessageDef *term)
{
    assert(term != NULL);
    add_arg(message, name, ARG_TERM, 0)->term = term;
}

void message_replace_term(Message *message, const char *name, const MessageDef *term)
{
    assert(term != NULL);
    for (int i = 0; i < message->arg_count; i++)
        if (message->arg[i].kind == ARG_TERM && strcmp(message->arg[i].name, name) == 0)
            message->arg[i].term = term;
}

void message_text(Message *message, const char *name, const char *text)
{
    assert(message->text_used < MESSAGE_TEXT_MAX);
    add_arg(message, name, ARG_TEXT, message->text_used);
    Text out = text_over(message->text + message->text_used,
                         (size_t)(MESSAGE_TEXT_MAX - message->text_used));
    for (; *text != '\0'; text++)
        text_char(&out, (unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text);
    message->text_used += (int)out.length;
    if (message->text_used + 1 < MESSAGE_TEXT_MAX)
        message->text_used++; /* the NUL; the last text may be followed only by empty ones */
}

void message_offending(Message *message, int cell)
{
    assert(cell >= 0 && cell <= UINT16_MAX);
    if (message->cells.count < TOUCHES_MAX)
        message->cells.cell[message->cells.count++] = (uint16_t)cell;
}

Status message_reject(Message *why, Status status, size_t at, const MessageDef *def)
{
    *why = message_of(def);
    why->at = at;
    return status;
}

/* --- languages --- */

/* Return the text of a line "key = text"; NULL if no line has this key. */
static const char *find_line(const char *strings, const char *key, size_t *length)
{
    size_t key_length = strlen(key);
    for (const char *line = strings; line != NULL && *line != '\0';) {
        size_t      line_length = strcspn(line, "\n");
        const char *text = line + key_length + 3;
        if (line_length >= key_length + 3 && memcmp(line, key, key_length) == 0 &&
            memcmp(line + key_length, " = ", 3) == 0) {
            *length = line_length - key_length - 3;
            return text;
        }
        line += line_length;
        line += *line == '\n';
    }
    return NULL;
}

const char *language_find(const Language *language, const char *key, size_t *length)
{
    const char *found = find_line(language->game, key, length);
    return found != NULL ? found : find_line(language->common, key, length);
}

static bool is_polish(const char *code)
{
    return strcmp(code, "pl") == 0;
}

static bool is_chinese(const char *code)
{
    return strncmp(code, "zh", 2) == 0;
}

int plural_forms(const char *code)
{
    return is_polish(code) ? 3 : is_chinese(code) ? 1 : 2;
}

/* Polish has one form for 1, one for numbers that end in 2, 3 or 4 but not in 12, 13 or 14, and one
 * for all others. */
int plural_form(const char *code, int number)
{
    int n = number < 0 ? -number : number;
    if (is_chinese(code))
        return 0;
    if (!is_polish(code))
        return n == 1 ? 0 : 1;
    if (n == 1)
        return 0;
    return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2;
}

/* --- writing --- */

enum { TERM_DEPTH_MAX = 2 }; /* a term may contain a term, but not itself */

typedef struct Writer {
    const Message  *message;
    const Game     *game;
    uint32_t        variant;
    const Language *language;
    Text           *out;
} Writer;

static Scan text_of(const MessageDef *def, const Language *language)
{
    size_t      length;
    const char *found = language_find(language, def->key, &length);
    return found != NULL ? scan_over(found, length) : scan_string(def->english);
}

void message_def_write(const MessageDef *def, const Language *language, Text *out)
{
    Scan scan = text_of(def, language);
    text_addf(out, "%.*s", (int)scan.size, scan.data);
}

const MessageDef *message_find(const Game *game, const char *key)
{
    for (int i = 0; i < game->message_count; i++)
        if (strcmp(game->messages[i].key, key) == 0)
            return &game->messages[i];
    return NULL;
}

void message_side_write(const Game *game, int side, const Language *language, Text *out)
{
    assert(side == 0 || side == 1);
    const MessageDef *def = message_find(game, game->sides[side]);
    if (def != NULL)
        message_def_write(def, language, out);
    else
        text_add(out, game->sides[side]);
}

static void write_cells(const Writer *writer, const MessageArg *arg)
{
    for (int i = 0; i < arg->count; i++) {
        if (i > 0)
            text_char(writer->out, ' ');
        writer->game->text->cell_write(writer->variant, writer->message->cells.cell[arg->value + i],
                                       writer->out);
    }
}

static void write_text(const Writer *writer, const MessageDef *def, int depth);

static void write_arg(const Writer *writer, const MessageArg *arg, int depth)
{
    const GameText *text = writer->game->text;
    switch (arg->kind) {
    case ARG_SIDE:
        message_side_write(writer->game, arg->value, writer->language, writer->out);
        break;
    case ARG_CELL: text->cell_write(writer->variant, arg->value, writer->out); break;
    case ARG_CELLS: write_cells(writer, arg); break;
    case ARG_COUNT: text_addf(writer->out, "%d", arg->value); break;
    case ARG_TERM:
        if (depth < TERM_DEPTH_MAX)
            write_text(writer, arg->term, depth + 1);
        break;
    case ARG_TEXT: text_add(writer->out, writer->message->text + arg->value); break;
    }
}

/* Write the form that a count selects from "disc|discs"; the last form if there are too few. */
static void write_form(const Writer *writer, Scan forms, const char *code, int number)
{
    const char *form;
    int         wanted = plural_form(code, number);
    size_t      length = scan_until(&forms, "|", &form);
    while (wanted-- > 0 && scan_char(&forms, '|'))
        length = scan_until(&forms, "|", &form);
    text_addf(writer->out, "%.*s", (int)length, form);
}

static const MessageArg *find_arg(const Message *message, const char *name, size_t length)
{
    for (int i = 0; i < message->arg_count; i++)
        if (strlen(message->arg[i].name) == length &&
            memcmp(message->arg[i].name, name, length) == 0)
            return &message->arg[i];
    return NULL;
}

/* Write the placeholder after a brace, and take its closing brace.  `code` is the language of the text,
 * which is English where a translation is missing. */
static void write_placeholder(const Writer *writer, Scan *scan, const char *code, int depth)
{
    const char       *name, *forms = "";
    size_t            length = scan_until(scan, ":}", &name), forms_length = 0;
    const MessageArg *arg = find_arg(writer->message, name, length);
    bool              has_forms = scan_char(scan, ':');
    if (has_forms)
        forms_length = scan_until(scan, "}", &forms);
    scan_char(scan, '}');
    if (arg == NULL)
        text_addf(writer->out, "{%.*s}", (int)length, name);
    else if (has_forms)
        write_form(writer, scan_over(forms, forms_length), code, arg->value);
    else
        write_arg(writer, arg, depth);
}

static void write_text(const Writer *writer, const MessageDef *def, int depth)
{
    Scan        scan = text_of(def, writer->language);
    const char *code = scan.data == def->english ? "en" : writer->language->code;
    while (!scan_done(&scan)) {
        const char *plain;
        size_t      length = scan_until(&scan, "{", &plain);
        text_addf(writer->out, "%.*s", (int)length, plain);
        if (scan_char(&scan, '{'))
            write_placeholder(writer, &scan, code, depth);
        else if (!scan_done(&scan))
            break; /* a NUL, which no text contains */
    }
}

void message_write(const Message *message, const Game *game, uint32_t variant,
                   const Language *language, Text *out)
{
    if (message->def == NULL)
        return;
    Writer writer = { message, game, variant, language, out };
    write_text(&writer, message->def, 0);
    if (message->def->ruling[0] != '\0')
        text_addf(out, " (%s)", message->def->ruling);
}

Status message_fault(const Message *message, const Game *game, uint32_t variant, Status status,
                     Fault *fault)
{
    char words[sizeof fault->why];
    Text text = text_over(words, sizeof words);
    message_write(message, game, variant, &LANGUAGE_ENGLISH, &text);
    return fault_set(fault, status, message->at, "%s", words);
}
