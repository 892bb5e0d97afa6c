/* SPDX-License-Identifier: MIT
 *
 * mpi_main.c - the program tessera-mpi: `tablebase build` by several ranks.
 *
 * `mpirun -n N tessera tablebase build ...` starts it (cmd/mpi_launch.h), so that tessera itself
 * needs no MPI.  Rank 0 prints everything.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <mpi.h>

#include "cmd/cmd.h"
#include "cmd/cmd_tablebase.h"
#include "mpi/mpi_ranks.h"

static int run(int argc, char **argv, const RetroRanks *ranks, FILE *out, FILE *err)
{
    Args  args;
    Fault fault;
    if (argc < 2 || strcmp(argv[1], "tablebase") != 0)
        return cmd_error(err, "tessera-mpi",
                         "usage: mpirun -n N tessera tablebase build GAME [OPTION...]");
    if (options_read(TB_OPTIONS, argc - 2, argv + 2, &args, &fault) != STATUS_OK)
        return cmd_error(err, "tablebase", "%s", fault.why);
    if (args.arg_count != 2 || strcmp(args.arg[0], "build") != 0)
        return cmd_error(err, "tessera-mpi", "several ranks can only run `tablebase build GAME`");
    return tablebase_run(&args, ranks, out, err);
}

/* Rank 0 writes to the standard streams, the others nowhere. */
static FILE *stream_of(const RetroRanks *ranks, FILE *stream)
{
    return ranks->rank == 0 ? stream : fopen("/dev/null", "w");
}

int main(int argc, char **argv)
{
    MpiRanks ranks;
    signal(SIGPIPE, SIG_IGN); /* report a closed pipe as a write error */
    signal(SIGXFSZ, SIG_IGN); /* and a file that may not grow as well */
    MPI_Init(&argc, &argv);
    FILE *out = NULL, *err = NULL;
    int   status = EXIT_FAILED;
    bool  opened = mpi_ranks_open(&ranks);
    out = stream_of(&ranks.ranks, stdout);
    err = stream_of(&ranks.ranks, stderr);
    if (!opened || out == NULL || err == NULL)
        MPI_Abort(MPI_COMM_WORLD, cmd_error_memory(stderr, "tessera-mpi"));
    else
        status = run(argc, argv, &ranks.ranks, out, err);
    if (out != NULL && fflush(out) != 0 && status == EXIT_DONE) {
        cmd_error(stderr, "output", "cannot write the output");
        status = EXIT_FAILED;
    }
    mpi_ranks_close(&ranks);
    MPI_Finalize();
    return status;
}
