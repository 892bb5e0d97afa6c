/* SPDX-License-Identifier: MIT */
#include "term/console_commands.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { SHOWN_BEFORE = 50, SHOWN_AFTER = 30, LINE_COLUMNS = 78, NAME_COLUMNS = 18 };

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

char *console_trim(char *line)
{
    assert(line != NULL);
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

bool console_command(const ConsoleCommand *table, const char *line, void *context, FILE *out)
{
    assert(table != NULL && line != NULL && out != NULL);
    const ConsoleCommand *command = find_command(table, line);
    if (command == NULL)
        return false;
    const char *rest = line + word_length(line);
    rest += strspn(rest, " \t");
    if (command->words[0] == '\0' && rest[0] != '\0')
        fprintf(out, "`%s` takes no argument.\n", command->name);
    else if (command->words[0] != '\0' && command->words[0] != '[' && rest[0] == '\0')
        fprintf(out, "Missing argument; usage: %s %s.\n", command->name, command->words);
    else
        command->run(context, rest);
    return true;
}

void console_help(const ConsoleCommand *table, FILE *out)
{
    for (; table->name != NULL; table++) {
        int width = fprintf(out, "  %s %s", table->name, table->words);
        fprintf(out, "%*s %s\n", width < NAME_COLUMNS ? NAME_COLUMNS - width : 0, "", table->about);
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

void console_print(FILE *out, const char *why)
{
    size_t length = strlen(why);
    if (length == 0)
        return;
    fputc(toupper((unsigned char)why[0]), out);
    for (size_t i = 1; i < length; i++)
        put_harmless(out, why[i]);
    fputs(strchr(".!?", why[length - 1]) == NULL ? ".\n" : "\n", out);
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

void console_fault(FILE *out, const char *text, size_t at, const char *why)
{
    console_caret(out, text, at);
    console_print(out, why);
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
