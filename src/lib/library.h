/* library.h - shared by the files of the public library.
 *
 * Knows:   include/tessera.h and everything below it.
 * Ignores: the command line, the web, contests.
 *
 * The prefix tes_ marks the public interface; all other names stay private (tools/make-library).
 */
#ifndef LIB_LIBRARY_H
#define LIB_LIBRARY_H

#include "tessera.h"

#include "core/record.h"

struct tes_game {
    Record record;
};

/* Convert internal status codes and faults to public ones. */
tes_status library_status(Status status);
tes_status library_error(tes_fault *out, tes_status status, const char *why);
tes_status library_fault(tes_fault *out, Status status, const Fault *fault);

#endif
