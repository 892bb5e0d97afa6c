/* SPDX-License-Identifier: MIT */
#include "cmd/cmd.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "games/list.h"
#include "term/console_commands.h"

enum { MESSAGE_CAPACITY = 8192 };

/* Print `text` with control characters masked: messages quote untrusted names and files, which must
 * not send escape sequences to the terminal. */
static void put_masked(FILE *err, const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++)
        putc(*at < ' ' || *at == 127 ? '?' : *at, err);
}

int cmd_error(FILE *err, const char *what, const char *format, ...)
{
    assert(err != NULL && what != NULL && format != NULL);
    char    message[MESSAGE_CAPACITY];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fputs("tessera: ", err);
    put_masked(err, what);
    fputs(": ", err);
    put_masked(err, message);
    putc('\n', err);
    return EXIT_BAD_INPUT;
}

int cmd_error_at(FILE *err, const char *what, const char *why, const char *text, size_t at)
{
    cmd_error(err, what, "%s", why);
    if (text[0] != '\0')
        console_caret(err, text, at);
    return EXIT_BAD_INPUT;
}

int cmd_error_memory(FILE *err, const char *what)
{
    cmd_error(err, what, "%s", status_text(STATUS_NO_MEMORY));
    return EXIT_FAILED;
}

int cmd_check(FILE *err, const char *what, const char *text, Status status, const Fault *fault)
{
    if (status == STATUS_OK)
        return EXIT_DONE;
    if (status == STATUS_NOT_FOUND) /* the message quotes the name, so no caret is needed */
        return cmd_error(err, what, "%s", fault->why);
    return cmd_error_at(err, what, fault->why, text, fault->at);
}

int setup_from_text(const char *game, Setup *setup, FILE *err)
{
    assert(game != NULL && setup != NULL);
    Fault  fault;
    Status status = games_setup(game, setup, &fault);
    return cmd_check(err, "game", game, status, &fault);
}

int start_from_text(const char *game, const char *position, Start *start, FILE *err)
{
    int failed = setup_from_text(game, &start->setup, err);
    if (failed != EXIT_DONE)
        return failed;
    Fault fault;
    if (setup_position(&start->setup, position, &start->pos.head, &fault) == STATUS_OK)
        return EXIT_DONE;
    return cmd_error_at(err, "position", fault.why, position, fault.at);
}

int notation_from_option(const Game *game, const OptionValue *option, const char *command,
                         const Notation **found, FILE *err)
{
    const Notation *notation = game->text->notations;
    *found = NULL;
    if (!option->given)
        return EXIT_DONE;
    if (notation == NULL)
        return cmd_error(err, command, "%s has one notation only; leave --notation out",
                         game->name);
    for (; notation->name != NULL; notation++)
        if (strcmp(notation->name, option->text) == 0) {
            *found = notation;
            return EXIT_DONE;
        }
    return cmd_error(err, command, "unknown notation '%.60s' of %s; --notation takes %s",
                     option->text, game->name, game->text->notations->name);
}
