/* plan.h - which methods settle a position, in which order, and what each of them takes.
 *
 * Knows:   the sizes of tablebases (core/index.h), random play, limits of time and memory.
 * Ignores: single games, values, and how a method works.
 *
 * A plan has three steps: probe an installed tablebase, search for a proof, build a tablebase in
 * memory.  The work of a proof search cannot be predicted, that of a tablebase can.  So the search
 * comes first, with a part of the work that the tablebase would take, and if it stalls the tablebase
 * is built.  If that does not fit the limits, the search has all the time there is.
 */
#ifndef SOLVER_PLAN_H
#define SOLVER_PLAN_H

#include "core/game.h"

/* What a method takes. */
typedef struct Estimate {
    double positions;   /* to visit */
    double cpu_seconds; /* of all threads together */
    double bytes;       /* of memory */
    double least_bytes; /* of memory, if a file takes what it can */
    double file_bytes;  /* of a finished tablebase */
    double found;       /* positions that random games found; 0 if the game counts them */
    bool   is_least;    /* these are lower bounds: there may be many more positions */
} Estimate;

typedef enum PlanFit {
    PLAN_FITS,
    PLAN_NO_TABLEBASE, /* the game has none for such positions */
    PLAN_UNCOUNTED,    /* random games found so few of its positions that the bounds mean nothing */
    PLAN_NO_MEMORY,    /* it would take more memory than allowed */
    PLAN_NO_TIME,      /* it would take longer than allowed */
    PLAN_NO_DISK,      /* its file would not fit on the disk */
} PlanFit;

typedef struct PlanLimits {
    double seconds; /* wall time */
    double bytes;   /* memory for a tablebase */
    int    threads;
    double file_bytes; /* free space for a file */
} PlanLimits;

typedef enum PlanMethod { PLAN_PROBE, PLAN_SEARCH, PLAN_BUILD, PLAN_METHODS } PlanMethod;

typedef struct PlanStep {
    PlanFit  fit;
    Estimate estimate; /* of a search: the work it gets before the next step */
} PlanStep;

typedef struct Plan {
    PlanStep step[PLAN_METHODS];
} Plan;

/* Plan how to settle a position in which a turn begins.  May play random games for a moment. */
Plan plan_position(const Game *game, const Pos *pos, const PlanLimits *limits);

/* Estimate the tablebase of a variant in a file; the memory is that of the build. */
Estimate plan_tablebase(const Game *game, uint32_t variant);

/* The same for a build by several ranks (solver/retro_ranks.h), of which `here` are on this machine.
 * Memory is that of each rank, CPU time that of all ranks on this machine. */
Estimate plan_on_ranks(const Game *game, uint32_t variant, uint32_t ranks, uint32_t here);

/* Compare that with the limits. */
PlanFit plan_fit(const Estimate *estimate, const PlanLimits *limits);

/* Return the wall time of an estimate on this machine. */
double plan_wall_seconds(const Estimate *estimate, int threads);

/* Return the physical memory of this machine. */
double plan_physical_bytes(void);

#endif
