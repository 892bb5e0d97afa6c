/* SPDX-License-Identifier: MIT
 *
 * mpi_ranks.c - collective operations of MPI.  An error of MPI ends the program (the default handler
 * of errors), so no result is checked here.
 */
#include "mpi/mpi_ranks.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include <mpi.h>

static void max_of(void *context, uint64_t *values, int count)
{
    (void)context;
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

static void sum_of(void *context, uint64_t *values, int count)
{
    (void)context;
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static void collect(void *context, const void *mine, size_t bytes, void *all)
{
    (void)context;
    assert(bytes <= INT_MAX);
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void exchange(void *context, const unsigned char *out, const uint32_t *out_bytes,
                     unsigned char *in, uint32_t *in_bytes, size_t capacity)
{
    const MpiRanks *ranks = context;
    uint32_t        count = ranks->ranks.count;
    int            *out_counts = ranks->counts, *in_counts = out_counts + count;
    int            *starts = in_counts + count;
    assert(capacity * count <= INT_MAX);
    MPI_Alltoall(out_bytes, 1, MPI_UINT32_T, in_bytes, 1, MPI_UINT32_T, MPI_COMM_WORLD);
    for (uint32_t rank = 0; rank < count; rank++) {
        out_counts[rank] = (int)out_bytes[rank];
        in_counts[rank] = (int)in_bytes[rank];
        starts[rank] = (int)(rank * capacity);
    }
    MPI_Alltoallv(out, out_counts, starts, MPI_BYTE, in, in_counts, starts, MPI_BYTE,
                  MPI_COMM_WORLD);
}

static void send_to(void *context, uint32_t to, const void *bytes, size_t count)
{
    (void)context;
    assert(count <= INT_MAX);
    MPI_Send(bytes, (int)count, MPI_BYTE, (int)to, 0, MPI_COMM_WORLD);
}

static void receive_from(void *context, uint32_t from, void *bytes, size_t count)
{
    (void)context;
    assert(count <= INT_MAX);
    MPI_Recv(bytes, (int)count, MPI_BYTE, (int)from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Return the number of ranks on this machine. */
static int count_here(void)
{
    MPI_Comm machine;
    int      count;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &count);
    MPI_Comm_free(&machine);
    return count;
}

bool mpi_ranks_open(MpiRanks *ranks)
{
    int rank, count;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    *ranks = (MpiRanks){
        .ranks = { .rank = (uint32_t)rank,
                   .count = (uint32_t)count,
                   .here = (uint32_t)count_here(),
                   .context = ranks,
                   .max = max_of,
                   .sum = sum_of,
                   .collect = collect,
                   .exchange = exchange,
                   .send = send_to,
                   .receive = receive_from },
        .counts = calloc(3 * (size_t)count, sizeof *ranks->counts),
    };
    return ranks->counts != NULL;
}

void mpi_ranks_close(MpiRanks *ranks)
{
    free(ranks->counts);
    *ranks = (MpiRanks){ 0 };
}
