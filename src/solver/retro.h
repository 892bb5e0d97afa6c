/* retro.h - build and verify tablebases.
 *
 * Knows:   positions as numbers (core/index.h), the game interface, files (solver/retro_file.h).
 * Ignores: individual games, and who probes.  It prints nothing.
 *
 * For every position of its layers, a tablebase holds who wins with best play, and after how many
 * turns: the winner minimises the number, the loser maximises it.  If neither side can force a win,
 * the position is a draw.
 *
 * A tablebase does not depend on the number of threads or ranks that built it, nor on
 * interruptions.
 */
#ifndef SOLVER_RETRO_H
#define SOLVER_RETRO_H

#include "core/game.h"
#include "solver/retro_file.h"
#include "solver/retro_ranks.h"

enum { RETRO_THREADS_MAX = 64 };

/* The progress of a build or a check. */
typedef struct RetroProgress {
    const char *layer;       /* its name */
    uint32_t    layers_done; /* including those found in the file */
    uint32_t    layer_count;
    const char *doing;     /* a phrase for people */
    uint32_t    turns;     /* the distance being processed */
    uint32_t    positions; /* listed so far, in the listing phase */
    double      share;     /* of all work, 0 to 1 */
    double      elapsed_seconds;
    double      seconds_left; /* below 0: not known yet */
} RetroProgress;

typedef struct RetroOptions {
    const char *folder;
    int         threads;      /* 1 to RETRO_THREADS_MAX */
    size_t      memory_bytes; /* fail or stop instead of using more; of each rank */
    /* The ranks that build together, all with the same options and one thread; NULL: this process
     * works alone. */
    const RetroRanks *ranks;
    /* Called now and then by the calling thread; false stops the work.  NULL: no reports. */
    bool (*listener)(void *context, const RetroProgress *progress);
    void *context;
} RetroOptions;

/* Statistics of a build. */
typedef struct RetroReport {
    uint32_t layers_built, layers_found; /* found: already in the file */
    uint64_t positions;                  /* of all layers */
    uint64_t wins, losses, draws;        /* for the player to move */
    uint32_t longest;                    /* turns */
    uint64_t ways;                       /* listed edges inside layers, in all built layers */
    size_t   memory_peak;                /* bytes of the index and of the work on the largest
                                          * layer */
    size_t   scratch_bytes;              /* of the edges of the largest layer, if they did not fit
                                          * into memory */
    uint64_t file_bytes;                 /* of all layers: file pages, not memory */
    uint64_t sum;                        /* checksum of all layers: equal tablebases have equal
                                          * checksums */
    double   seconds;
} RetroReport;

/* Build the missing layers that `variant` needs.  STATUS_NOT_FOUND: no tablebase can be built for
 * it.  STATUS_TOO_LARGE: it would need more memory than allowed. */
Status retro_build(const Game *game, uint32_t variant, const RetroOptions *options,
                   RetroReport *report, Fault *fault);

/* The result of a check. */
typedef struct RetroCheck {
    uint64_t positions; /* checked */
    uint64_t wrong;     /* positions whose value does not follow from their successors */
    char     first_wrong[POS_TEXT_MAX];
    double   seconds;
} RetroCheck;

/* Check every position of the layers that `variant` needs, or every `stride`th one: play all of its
 * turns by the rules facet alone, and compare the value with those of the successors.  The check
 * shares nothing with the build except the numbering of positions. */
Status retro_verify(const Game *game, uint32_t variant, const RetroOptions *options,
                    uint32_t stride, RetroCheck *check, Fault *fault);

#endif
