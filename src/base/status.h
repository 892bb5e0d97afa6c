/* status.h - the one list of ways in which a call can fail, and the note that says where and why.
 *
 * Knows:   a status, an offset into a text, a sentence.
 * Ignores: who reads it.  Rooms above decide whether it goes to a terminal, a page or a log.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include <stddef.h>

#define STATUS_LIST(X)                                    \
    X(OK, "ok")                                           \
    X(SYNTAX, "the text does not follow the notation")    \
    X(ILLEGAL, "it is well written but not allowed here") \
    X(TOO_LARGE, "the buffer given is too small")         \
    X(NO_MEMORY, "out of memory")                         \
    X(NOT_FOUND, "there is no such thing")                \
    X(SYSTEM, "the operating system refused")

typedef enum Status {
#define X(name, text) STATUS_##name,
    STATUS_LIST(X)
#undef X
} Status;

/* What was wrong, where in the text that was read, and what was expected.  A reader that fails
 * fills it and changes nothing else.  `why` is a sentence without the closing full stop. */
typedef struct Fault {
    Status status;
    size_t at;
    char   why[256];
} Fault;

/* A short English sentence for `status`; never NULL. */
const char *status_text(Status status);

/* Fill `fault` (which may be NULL) and return `status`, so that a reader can end with it. */
Status fault_set(Fault *fault, Status status, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The two most common faults: a move or action that is not allowed now, and a file that cannot be used. */
Status fault_illegal(Fault *fault, const char *why);
Status fault_file(Fault *fault, const char *path, const char *why);

#endif
