/* SPDX-License-Identifier: MIT */
#include "cmd/mpi_launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cmd/cmd.h"

enum { COMMAND_LINE_MAX = 1 << 16, PATH_CAPACITY = 4096 };

static unsigned number_of(const char *variable)
{
    const char *text = getenv(variable);
    return text == NULL ? 0 : (unsigned)strtoul(text, NULL, 10);
}

unsigned mpi_launch_ranks(void)
{
    unsigned ranks = number_of("OMPI_COMM_WORLD_SIZE");
    if (ranks == 0)
        ranks = number_of("PMI_SIZE");
    if (ranks == 0 && getenv("PMIX_RANK") != NULL) /* srun --mpi=pmix */
        ranks = number_of("SLURM_STEP_NUM_TASKS");
    return ranks > 1 ? ranks : 1;
}

/* Write the path of tessera-mpi, which is in the directory of this program. */
static bool find_program(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    Text  text = text_over(slash + 1, size - (size_t)(slash + 1 - path));
    text_add(&text, "tessera-mpi");
    return !text.full;
}

/* Read the arguments of this process as they were before options were sorted out.  Return their
 * number, or -1. */
static int read_arguments(char *line, size_t size, char **argv, int most)
{
    int    file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC), count = 0;
    size_t length = 0;
    if (file < 0)
        return -1;
    for (ssize_t got; length < size && (got = read(file, line + length, size - length)) > 0;)
        length += (size_t)got;
    close(file);
    if (length == 0 || length == size)
        return -1;
    for (size_t at = 0; at < length && count < most; at += strlen(line + at) + 1)
        argv[count++] = line + at;
    return count < most ? count : -1;
}

int mpi_launch(FILE *err)
{
    char path[PATH_CAPACITY], line[COMMAND_LINE_MAX], *argv[OPTIONS_MAX * 3];
    int  most = sizeof argv / sizeof argv[0];
    int  count = read_arguments(line, sizeof line, argv, most);
    if (count < 2 || !find_program(path, sizeof path))
        return cmd_error(err, "tablebase", "cannot read the command line of this process"),
               EXIT_FAILED;
    argv[count] = NULL;
    argv[1] = "tablebase"; /* the command may have been typed under an older name */
    if (access(path, X_OK) != 0)
        return cmd_error(err, "tablebase",
                         "mpirun started %u processes, but there is no program %s. Configure "
                         "the build with -Dmpi=enabled, or start one process without mpirun",
                         mpi_launch_ranks(), path);
    execv(path, argv);
    return cmd_error(err, "tablebase", "cannot start %s: %s", path, strerror(errno)), EXIT_FAILED;
}
