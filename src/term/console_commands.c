/* SPDX-License-Identifier: MIT */
#include "term/console_commands.h"

#include <assert.h>
#include <string.h>

enum { SHOWN_BEFORE = 50, SHOWN_AFTER = 30, LINE_COLUMNS = 78, NAME_COLUMNS = 18, TEXT_MAX = 2048 };

/* --- Commands ----------------------------------------------------------------------------- */

static size_t word_length(const char *line)
{
    return strcspn(line, " \t");
}

/* True if `word` is one of `words`, which are separated by spaces. */
static bool is_among(const char *words, const char *word, size_t length)
{
    while (*words != '\0') {
        size_t size = word_length(words);
        if (size == length && strncmp(words, word, length) == 0)
            return true;
        words += size;
        words += strspn(words, " ");
    }
    return false;
}

static const ConsoleCommand *find_command(const ConsoleCommand *table, const char *line)
{
    size_t length = word_length(line);
    for (; table->name != NULL; table++)
        if (is_among(table->name, line, length) || is_among(table->also, line, length))
            return table;
    return NULL;
}

/* Print a message about a command, with its arguments if they are missing. */
static void say_command(const ConsoleCommand *command, TermMessage which, const TermText *text,
                        FILE *out)
{
    char    usage[64];
    Message message = term_message(which);
    snprintf(usage, sizeof usage, "%s%s%s", command->name, command->words[0] == '\0' ? "" : " ",
             command->words);
    message_text(&message, "command", usage);
    console_message(out, text, &message);
}

char *console_trim(char *line)
{
    assert(line != NULL);
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

bool console_command(const ConsoleCommand *table, const char *line, void *context,
                     const TermText *text, FILE *out)
{
    assert(table != NULL && line != NULL && out != NULL);
    const ConsoleCommand *command = find_command(table, line);
    if (command == NULL)
        return false;
    const char *rest = line + word_length(line);
    rest += strspn(rest, " \t");
    if (command->words[0] == '\0' && rest[0] != '\0')
        say_command(command, TERM_MSG_NO_ARGUMENT, text, out);
    else if (command->words[0] != '\0' && command->words[0] != '[' && rest[0] == '\0')
        say_command(command, TERM_MSG_MISSING_ARGUMENT, text, out);
    else
        command->run(context, rest);
    return true;
}

void console_help(const ConsoleCommand *table, const TermText *text, FILE *out)
{
    for (; table->name != NULL; table++) {
        char words[256];
        Text about = text_over(words, sizeof words);
        int  width = fprintf(out, "  %s %s", table->name, table->words);
        term_text_add(text, table->about, &about);
        fprintf(out, "%*s %s\n", width < NAME_COLUMNS ? NAME_COLUMNS - width : 0, "", words);
    }
}

/* True if `typed` is the word with one letter added, left out, changed or swapped with its
 * neighbour. */
static bool is_slip(const char *typed, size_t length, const char *word)
{
    size_t size = strlen(word), same = 0, tail = 0;
    if (size < 3 || length + 1 < size || length > size + 1)
        return false;
    while (same < size && same < length && typed[same] == word[same])
        same++;
    while (tail < size - same && tail < length - same &&
           typed[length - 1 - tail] == word[size - 1 - tail])
        tail++;
    size_t left_typed = length - same - tail, left_word = size - same - tail;
    if (left_typed <= 1 && left_word <= 1)
        return true;
    return left_typed == 2 && left_word == 2 && typed[same] == word[same + 1] &&
           typed[same + 1] == word[same];
}

const char *console_meant(const ConsoleCommand *table, const char *typed)
{
    size_t length = word_length(typed);
    for (; table->name != NULL; table++)
        if (is_slip(typed, length, table->name))
            return table->name;
    return NULL;
}

/* --- Faults ------------------------------------------------------------------------------- */

/* Mask control characters, which a terminal would interpret. */
static void put_harmless(FILE *out, char c)
{
    unsigned char byte = (unsigned char)c;
    fputc(byte < 0x20 || byte == 0x7f ? '?' : byte, out);
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static void put_line(FILE *out, const char *words)
{
    for (; *words != '\0'; words++)
        put_harmless(out, *words);
    fputc('\n', out);
}

void console_print(FILE *out, const TermText *text, const char *why)
{
    char words[TEXT_MAX];
    Text sentence = text_over(words, sizeof words);
    if (why[0] == '\0')
        return;
    term_text_sentence(text, why, &sentence);
    put_line(out, words);
}

void console_message(FILE *out, const TermText *text, const Message *message)
{
    char words[TEXT_MAX];
    Text line = text_over(words, sizeof words);
    term_text_write(text, message, &line);
    put_line(out, words);
}

void console_say(FILE *out, const TermText *text, TermMessage which)
{
    Message message = term_message(which);
    console_message(out, text, &message);
}

void console_caret(FILE *out, const char *text, size_t at)
{
    assert(at <= strlen(text));
    size_t length = strlen(text);
    if (at > length)
        at = length;
    size_t begin = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0;
    size_t end = length - at > SHOWN_AFTER ? at + SHOWN_AFTER : length;
    while (begin < at && is_continuation(text[begin]))
        begin++;
    fputs(begin > 0 ? "  ..." : "  ", out);
    for (size_t i = begin; i < end; i++)
        put_harmless(out, text[i]);
    fputs(end < length ? "...\n" : "\n", out);
    fputs(begin > 0 ? "     " : "  ", out);
    for (size_t i = begin; i < at; i++)
        if (!is_continuation(text[i]))
            fputc(' ', out);
    fputs("^\n", out);
}

/* Names may be longer than the texts of a message, so each has a message of its own. */
void console_greet(FILE *out, const TermText *text, const Setup *setup, const int sides[2],
                   const char *const names[2])
{
    char words[TEXT_MAX], variant[SETUP_TEXT_MAX];
    Text line = text_over(words, sizeof words), variant_text = text_over(variant, sizeof variant);
    setup_write(setup, &variant_text);
    term_text_title(text, &line);
    text_addf(&line, " (%s):", variant);
    for (int seat = 0; seat < 2; seat++) {
        Message is = term_message(TERM_MSG_GREET);
        message_side(&is, "side", sides[seat]);
        message_text(&is, "name", names[seat]);
        text_add(&line, seat == 0 ? " " : ", ");
        term_text_write(text, &is, &line);
    }
    console_print(out, text, words);
}

void console_fault(FILE *out, const TermText *text, const char *typed, size_t at, const char *why)
{
    console_caret(out, typed, at);
    console_print(out, text, why);
}

/* --- Lists -------------------------------------------------------------------------------- */

void console_list_add(ConsoleList *list, const char *word)
{
    assert(list->out != NULL && list->column >= 0);
    int length = (int)strlen(word);
    if (list->column > 0 && list->column + 1 + length > LINE_COLUMNS)
        console_list_end(list);
    list->column += fprintf(list->out, "%s%s", list->column > 0 ? " " : "", word);
}

void console_list_end(ConsoleList *list)
{
    if (list->column > 0)
        fputc('\n', list->out);
    list->column = 0;
}
