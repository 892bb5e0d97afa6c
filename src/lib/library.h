/* library.h - what the files of the public library share.
 *
 * Knows:   include/tessera.h and everything below it.
 * Ignores: the command line, the web, contests.
 *
 * The prefix tes_ belongs to what strangers see; all other names stay inside (tools/make-library).
 */
#ifndef LIB_LIBRARY_H
#define LIB_LIBRARY_H

#include "tessera.h"

#include "core/record.h"

struct tes_game {
    Record record;
};

/* Our faults as theirs. */
tes_status library_status(Status status);
tes_status library_error(tes_fault *out, tes_status status, const char *why);
tes_status library_fault(tes_fault *out, Status status, const Fault *fault);

#endif
