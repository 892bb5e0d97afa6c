/* retro_file.h - the file that keeps solved layers.
 *
 * Knows:   its own format: a head, then one section a layer, in the order in which they were solved.
 * Ignores: what the numbers of a layer stand for.
 *
 * A file only grows.  A section is written behind the last whole one and carries sums of its head
 * and of its codes, so whatever a power cut leaves behind is a tail that the next opening cuts off.
 * docs/solving.md describes the bytes.
 */
#ifndef SOLVER_RETRO_FILE_H
#define SOLVER_RETRO_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "core/index.h"

enum {
    RETRO_VERSION = 3,
    RETRO_DISTANCE_MAX = 32766, /* turns that a code can hold */
    RETRO_CODE_DRAW = 0,
};

/* A code says what the player to move gets: 0 a draw, 2d+1 a win in d turns, 2d+2 a loss in d. */
static inline uint16_t retro_win(uint32_t turns)
{
    return (uint16_t)(2 * turns + 1);
}

static inline uint16_t retro_loss(uint32_t turns)
{
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

/* What is known of a section's bytes. */
enum { RETRO_UNSEEN, RETRO_SOUND, RETRO_DAMAGED };

/* One solved layer. */
typedef struct RetroSection {
    char     name[INDEX_NAME_MAX];
    uint32_t count;
    uint32_t width; /* bytes of a code: 1 or 2 */
    uint32_t wins, losses;
    uint32_t longest;           /* turns of the longest win or loss */
    uint64_t sum;               /* of keys and codes, as the file has it */
    uint32_t key_bytes;         /* of a position's key, where positions are found by keys; else 0 */
    const unsigned char *codes; /* `count` of them, low byte first */
    const unsigned char *keys;  /* `count` of them, ascending; before the codes in the file */
    unsigned char       *owned; /* memory of codes and keys, where they are not the file's own */
    uint32_t            *state; /* RETRO_UNSEEN and so on, set by whoever asks first */
    void                *map;   /* of a section that was written since the file was opened */
    size_t               map_bytes;
} RetroSection;

static inline uint16_t retro_code(const RetroSection *section, uint32_t number)
{
    const unsigned char *at = section->codes + (size_t)number * section->width;
    return (uint16_t)(section->width == 1 ? at[0] : at[0] | at[1] << 8);
}

typedef struct RetroFile RetroFile;

/* Who only asks reads the heads of the sections and the bytes of those he asks about: a file may have
 * gigabytes.  Who checks or goes on writing reads them all. */
typedef enum RetroAccess { RETRO_ASK, RETRO_CHECK, RETRO_WRITE } RetroAccess;

/* Open FOLDER/GAME-FAMILY.table.  For writing it is made if it is not there, and taken away again by
 * `close` if it has no section then; a torn tail is cut off; one process at a time may write.  Who
 * asks ignores a torn tail; who checks refuses it, unless it is being written.  A file without a
 * section is none.  Sections whose sums are wrong end the file for who checks or writes, and damage
 * further up than in the last section is refused: that is no power cut.
 *
 * Codes are never copied into memory: they are pages of the file, which the system takes away and
 * reads again as it likes. */
Status retro_file_open(const char *folder, const char *game, const char *family, RetroAccess access,
                       RetroFile **out, Fault *fault);
void   retro_file_close(RetroFile *file);

/* NULL if the layer is not there. */
const RetroSection *retro_file_find(const RetroFile *file, const char *name);
uint32_t            retro_file_sections(const RetroFile *file);
const RetroSection *retro_file_section(const RetroFile *file, uint32_t n);

/* Are the bytes of a section what its sum says?  Reads all of them the first time. */
bool retro_file_is_sound(const RetroSection *section);

/* Write a section to the disk and fill in its sum; the file then owns `section->owned`. */
Status retro_file_append(RetroFile *file, RetroSection *section, Fault *fault);
/* Wait until the disk has everything: nobody may say that a table is built before. */
Status retro_file_sync(RetroFile *file, Fault *fault);

#endif
