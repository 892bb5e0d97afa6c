/* retro.h - tables of solved positions: building them, and checking them again.
 *
 * Knows:   positions as numbers (core/index.h), the contract, files (solver/retro_file.h).
 * Ignores: every single game, and who asks.  It prints nothing.
 *
 * A table says for every position of its layers who wins with best play, and after how many turns:
 * the winner hurries, the loser delays.  What neither side can force is a draw.
 *
 * A table does not depend on how many threads built it, nor on how often the work was interrupted.
 */
#ifndef SOLVER_RETRO_H
#define SOLVER_RETRO_H

#include "core/game.h"
#include "solver/retro_file.h"

enum { RETRO_THREADS_MAX = 64 };

/* How far the work is. */
typedef struct RetroProgress {
    const char *layer;       /* its name */
    uint32_t    layers_done; /* those found in the file included */
    uint32_t    layer_count;
    const char *doing;     /* a word for people */
    uint32_t    turns;     /* the distance being worked on */
    uint32_t    positions; /* listed so far, where they are listed */
    double      share;     /* of all the work that was to be done, 0 to 1 */
    double      elapsed_seconds;
    double      seconds_left; /* below 0: nobody knows yet */
} RetroProgress;

typedef struct RetroOptions {
    const char *folder;
    int         threads;      /* 1 to RETRO_THREADS_MAX */
    size_t      memory_bytes; /* refuse, or stop, rather than take more */
    /* Called now and then by the calling thread; false stops the work.  NULL: nobody listens. */
    bool (*listener)(void *context, const RetroProgress *progress);
    void *context;
} RetroOptions;

/* What was done, for figures. */
typedef struct RetroReport {
    uint32_t layers_built, layers_found; /* found: were in the file already */
    uint64_t positions;                  /* of all layers */
    uint64_t wins, losses, draws;        /* for the player to move */
    uint32_t longest;                    /* turns */
    uint64_t ways;                       /* listed edges inside layers, all built layers together */
    size_t   memory_peak;                /* bytes of the numbers and the largest layer's work */
    size_t   scratch_bytes;              /* of the largest layer's ways, if memory had no room */
    uint64_t file_bytes;                 /* of all layers: pages of the file, not memory */
    uint64_t sum;                        /* of all layers: equal tables have equal sums */
    double   seconds;
} RetroReport;

/* Build what is missing of the layers that `variant` needs.  STATUS_NOT_FOUND: no table can be built
 * for it.  STATUS_TOO_LARGE: more memory than allowed would be needed. */
Status retro_build(const Game *game, uint32_t variant, const RetroOptions *options,
                   RetroReport *report, Fault *fault);

/* What a check found. */
typedef struct RetroCheck {
    uint64_t positions; /* looked at */
    uint64_t wrong;     /* whose value does not follow from its successors */
    char     first_wrong[POS_TEXT_MAX];
    double   seconds;
} RetroCheck;

/* Look at every position of the layers that `variant` needs, or at every `stride`th one, play all of
 * its turns by the rules facet alone, and compare the value with those of the positions they lead to.
 * Nothing of what built the table is used but the numbers of positions. */
Status retro_verify(const Game *game, uint32_t variant, const RetroOptions *options,
                    uint32_t stride, RetroCheck *check, Fault *fault);

#endif
