/* console_commands.h - what the line faces share: commands by a table, lists, a caret under a place.
 *
 * Knows:   text on a stream that may be a terminal, read by a person or a screen reader.
 * Ignores: games.
 */
#ifndef TERM_CONSOLE_COMMANDS_H
#define TERM_CONSOLE_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

/* One row of a table of commands; `name` NULL ends it. */
typedef struct ConsoleCommand {
    const char *name;
    const char *words; /* what may follow, as in "FILE" or "[MOVE]"; "" for nothing */
    const char *about; /* one line for help */
    const char *also;  /* other names that people try first, joined by blanks; "" for none */
    /* `rest` is what follows the name, without blanks around it; "" where nothing may follow. */
    void (*run)(void *context, const char *rest);
} ConsoleCommand;

/* The line without blanks around it, and without the end of a line from another system. */
char *console_trim(char *line);

/* Run the command that `line` begins with, if it is one; false if it is none.  What may not follow a
 * command, or is missing, is refused here. */
bool console_command(const ConsoleCommand *table, const char *line, void *context, FILE *out);
/* The table as a list for people. */
void console_help(const ConsoleCommand *table, FILE *out);
/* A word of the table that is probably meant; NULL if nothing is close. */
const char *console_meant(const ConsoleCommand *table, const char *typed);

/* A place in a line that was typed: the text around it, harmless, and a caret below. */
void console_caret(FILE *out, const char *text, size_t at);
/* The text, a caret under the byte `at`, and a sentence with its full stop. */
void console_fault(FILE *out, const char *text, size_t at, const char *why);
/* A sentence by itself, its first letter large, with its full stop. */
void console_print(FILE *out, const char *why);

/* Words behind each other in lines of at most 78 columns. */
typedef struct ConsoleList {
    FILE *out;
    int   column;
} ConsoleList;

void console_list_add(ConsoleList *list, const char *word);
void console_list_end(ConsoleList *list);

#endif
