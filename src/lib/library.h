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
#include "core/shape.h"

struct tes_game {
    Record record;
};

struct tes_variant {
    Setup  setup;
    size_t pos_bytes;
    Shape  shape;
    int    plane_count, scalar_count;
};

static inline const Game *variant_game(const tes_variant *variant)
{
    return variant->setup.game;
}

/* A tes_pos is a Pos under another name. */
static inline const Pos *pos_of(const tes_pos *pos)
{
    return (const Pos *)(const void *)pos;
}

static inline Pos *pos_in(tes_pos *pos)
{
    return (Pos *)(void *)pos;
}

/* Convert internal status codes and faults to public ones. */
tes_status  library_status(Status status);
tes_status  library_error(tes_fault *out, tes_status status, const char *why);
tes_status  library_error_at(tes_fault *out, tes_status status, size_t at, const char *why);
tes_status  library_fault(tes_fault *out, Status status, const Fault *fault);
tes_outcome library_outcome(Outcome outcome);

/* Copy a structure that begins with its size to one of another size.  `take` clears what the caller's
 * version does not have, and returns false if the size is not set or if a member that this version does
 * not have is not 0.  `give` writes only what the caller's version has and keeps its size. */
bool library_take(void *out, size_t size, const void *given);
void library_give(void *out, const void *full, size_t size);

/* Text for the caller: as snprintf. */
size_t library_copy(const char *text, size_t length, char *out, size_t size);
size_t library_text(const Text *text, char *out, size_t size);

#endif
