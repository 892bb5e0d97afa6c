/* mpi_launch.h - hand a command that mpirun started over to the program tessera-mpi.
 *
 * Knows:   the environment of MPI programs, the directory of this program.
 * Ignores: MPI itself.
 */
#ifndef CMD_MPI_LAUNCH_H
#define CMD_MPI_LAUNCH_H

#include <stdio.h>

/* Return the number of ranks that mpirun or srun started, or 1 if neither started this process. */
unsigned mpi_launch_ranks(void);

/* Replace this process by tessera-mpi with the same arguments.  Return only on failure, after an
 * error message, with an exit status. */
int mpi_launch(FILE *err);

#endif
