/* mpi_ranks.h - the ranks of an MPI program as the solver sees them (solver/retro_ranks.h).
 *
 * Knows:   MPI.
 * Ignores: what the bytes mean.
 */
#ifndef MPI_MPI_RANKS_H
#define MPI_MPI_RANKS_H

#include "solver/retro_ranks.h"

typedef struct MpiRanks {
    RetroRanks ranks;
    int       *counts; /* three arrays of one int per rank, for exchanges */
} MpiRanks;

/* Call after MPI_Init.  Return false if memory ran out.  `ranks` must not move afterwards. */
bool mpi_ranks_open(MpiRanks *ranks);
void mpi_ranks_close(MpiRanks *ranks);

#endif
