/* console_commands.h - what the parts of line mode share: a lookup table of commands, lists, a
 * caret under a position in text.
 *
 * Knows:   text on a stream that may be a terminal, read by a person or a screen reader.
 * Ignores: games.
 */
#ifndef TERM_CONSOLE_COMMANDS_H
#define TERM_CONSOLE_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

#include "term/term_text.h"

/* One row of a command table; a NULL `name` ends it. */
typedef struct ConsoleCommand {
    const char *name;
    const char *words; /* arguments, as in "FILE" or "[MOVE]"; "" for none */
    TermMessage about; /* one line for help */
    const char *also;  /* other names that people try first, separated by spaces; "" for none */
    /* `rest` is the text after the name, trimmed; "" if no argument is allowed. */
    void (*run)(void *context, const char *rest);
} ConsoleCommand;

/* Return the line without surrounding white space and without a carriage return. */
char *console_trim(char *line);

/* Run the command that `line` starts with; false if there is none. Missing and superfluous
 * arguments are reported here. */
bool console_command(const ConsoleCommand *table, const char *line, void *context,
                     const TermText *text, FILE *out);
/* Print the table as a list for people. */
void console_help(const ConsoleCommand *table, const TermText *text, FILE *out);
/* Return the most similar name in the table; NULL if nothing is close. */
const char *console_meant(const ConsoleCommand *table, const char *typed);

/* Print the text around byte `at`, with control characters masked, and a caret below that byte. */
void console_caret(FILE *out, const char *text, size_t at);
/* Print the text, a caret under byte `at`, and the reason as a sentence with a full stop. */
void console_fault(FILE *out, const TermText *text, const char *typed, size_t at, const char *why);
/* Print a sentence with a capital first letter and a full stop. */
void console_print(FILE *out, const TermText *text, const char *why);
/* Print a message as a line of its own, control characters masked; or one that needs no arguments. */
void console_message(FILE *out, const TermText *text, const Message *message);
void console_say(FILE *out, const TermText *text, TermMessage which);
/* Print the game, its settings, and who plays which side. */
void console_greet(FILE *out, const TermText *text, const Setup *setup, const int sides[2],
                   const char *const names[2]);

/* Words in lines of at most 78 columns. */
typedef struct ConsoleList {
    FILE *out;
    int   column;
} ConsoleList;

void console_list_add(ConsoleList *list, const char *word);
void console_list_end(ConsoleList *list);

#endif
