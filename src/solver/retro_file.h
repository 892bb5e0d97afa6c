/* retro_file.h - the file of a tablebase.
 *
 * Knows:   its format: a header, then one section per layer, in the order in which they were
 *          solved.
 * Ignores: what the numbers of a layer stand for.
 *
 * A file only grows.  A section is appended after the last complete one and has checksums of its
 * header and of its payload, so a power failure leaves at most a truncated tail, which the next
 * opening removes. docs/solving-internals.md describes the format.
 */
#ifndef SOLVER_RETRO_FILE_H
#define SOLVER_RETRO_FILE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "core/index.h"

enum {
    RETRO_VERSION = 3,
    RETRO_DISTANCE_MAX = 32766, /* turns that a code can hold */
    RETRO_CODE_DRAW = 0,
};

/* A code is the value for the player to move: 0 a draw, 2d+1 a win in d turns, 2d+2 a loss in d. */
static inline uint16_t retro_win(uint32_t turns)
{
    assert(turns <= RETRO_DISTANCE_MAX);
    return (uint16_t)(2 * turns + 1);
}

static inline uint16_t retro_loss(uint32_t turns)
{
    assert(turns <= RETRO_DISTANCE_MAX);
    return (uint16_t)(2 * turns + 2);
}

static inline bool retro_is_win(uint16_t code)
{
    return (code & 1) != 0;
}

static inline bool retro_is_loss(uint16_t code)
{
    return code != RETRO_CODE_DRAW && (code & 1) == 0;
}

static inline uint32_t retro_turns(uint16_t code)
{
    return code == RETRO_CODE_DRAW ? 0 : (uint32_t)(code - 1) / 2;
}

/* The state of a section's checksum. */
enum { RETRO_UNSEEN, RETRO_SOUND, RETRO_DAMAGED };

/* One solved layer. */
typedef struct RetroSection {
    char                 name[INDEX_NAME_MAX];
    uint32_t             count;
    uint32_t             width; /* bytes per code: 1 or 2 */
    uint32_t             wins, losses;
    uint32_t             longest;   /* turns of the longest win or loss */
    uint64_t             sum;       /* checksum of keys and codes, from the file */
    uint32_t             key_bytes; /* size of a key, if positions are found by keys; else 0 */
    const unsigned char *codes;     /* `count` of them, low byte first */
    const unsigned char *keys;      /* `count` of them, ascending; before the codes in the file */
    unsigned char       *owned;     /* memory of codes and keys, if they are not mapped */
    uint32_t            *state;     /* RETRO_UNSEEN and so on, set by the first probe */
    void                *map;       /* of a section written since the file was opened */
    size_t               map_bytes;
} RetroSection;

static inline uint16_t retro_code(const RetroSection *section, uint32_t number)
{
    assert(number < section->count);
    const unsigned char *at = section->codes + (size_t)number * section->width;
    return (uint16_t)(section->width == 1 ? at[0] : at[0] | at[1] << 8);
}

typedef struct RetroFile RetroFile;

/* A probe reads only the section headers and the sections it needs, because a file may have
 * gigabytes.  Checking and writing read everything.  A rank that follows reads, as a probe, what
 * another rank writes; there may be nothing yet. */
typedef enum RetroAccess { RETRO_ASK, RETRO_CHECK, RETRO_WRITE, RETRO_FOLLOW } RetroAccess;

/* Open FOLDER/GAME-FAMILY.table.  For writing it is created if necessary, and `close` deletes it
 * again if it has no section then.  A truncated tail is removed.  One process at a time may write.
 * Probing ignores a truncated tail; checking rejects it, unless the file is being written.  A file
 * without a section counts as missing.  For checking and writing, a section with a wrong checksum
 * ends the file, and damage before the last section is an error: it cannot come from a power
 * failure.
 *
 * Codes are never copied into memory: they are pages of the file, which the system may evict and
 * read again.
 *
 * If `folder` is NULL there is no file: sections that are appended stay in memory. */
Status retro_file_open(const char *folder, const char *game, const char *family, RetroAccess access,
                       RetroFile **out, Fault *fault);
void   retro_file_close(RetroFile *file);
/* Return its name; empty if there is no file. */
const char *retro_file_path(const RetroFile *file);

/* Return NULL if the layer is not in the file. */
const RetroSection *retro_file_find(const RetroFile *file, const char *name);
uint32_t            retro_file_sections(const RetroFile *file);
const RetroSection *retro_file_section(const RetroFile *file, uint32_t n);

/* True if the checksum of a section is correct.  The first call reads all of the section. */
bool retro_file_is_sound(const RetroSection *section);

/* Append a section and fill in its checksum; the file then owns `section->owned`. */
Status retro_file_append(RetroFile *file, RetroSection *section, Fault *fault);
/* The same in pieces: begin, put all bytes (keys before codes), then end with a section whose counts
 * are known by now.  If a piece cannot be written, `put` returns false and `end` says why. */
void   retro_file_begin(RetroFile *file);
bool   retro_file_put(RetroFile *file, const unsigned char *bytes, size_t count);
Status retro_file_end(RetroFile *file, RetroSection *section, Fault *fault);

/* Read the sections that are in the file now (RETRO_FOLLOW).  Pointers to sections become invalid. */
Status retro_file_follow(RetroFile *file, Fault *fault);
/* Return the memory that sections take; pages of the file do not count. */
size_t retro_file_bytes(const RetroFile *file);
/* Wait until everything is on the disk.  Only then may a build report success. */
Status retro_file_sync(RetroFile *file, Fault *fault);

#endif
