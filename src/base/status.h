/* status.h - the status codes of the program, and the Fault that says where and why a call failed.
 *
 * Knows:   a status, an offset into a text, a sentence.
 * Ignores: where it is shown.  Callers send it to a terminal, a page or a log.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stddef.h>

#define STATUS_LIST(X)                                 \
    X(OK, "ok")                                        \
    X(SYNTAX, "the text does not follow the notation") \
    X(ILLEGAL, "not allowed here")                     \
    X(TOO_LARGE, "too large for the buffer")           \
    X(NO_MEMORY, "out of memory")                      \
    X(NOT_FOUND, "not found")                          \
    X(SYSTEM, "the operating system reported an error")

typedef enum Status {
#define X(name, text) STATUS_##name,
    STATUS_LIST(X)
#undef X
} Status;

/* What was wrong, where in the text, and what was expected.  A parser that fails fills it in and
 * changes nothing else.  `why` is a sentence without the full stop.  `code`, if not NULL, is the key
 * under which translations of that sentence are stored. */
typedef struct Fault {
    Status      status;
    size_t      at;
    const char *code;
    char        why[256];
} Fault;

/* Return a short English phrase for `status`; never NULL. */
const char *status_text(Status status);

/* Fill in `fault` unless it is NULL, and return `status`, so that a parser can end with it. */
Status fault_set(Fault *fault, Status status, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The two most common faults: a move or action that is not allowed now, and a file that cannot be
 * used. */
Status fault_illegal(Fault *fault, const char *why);
Status fault_file(Fault *fault, const char *path, const char *why);

#endif
