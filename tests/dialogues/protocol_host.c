/* SPDX-License-Identifier: MIT */
#include "protocol_host.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/list.h"

static void *need(void *thing, const char *what)
{
    if (thing == NULL) {
        printf("Bail out! %s\n", what);
        exit(1);
    }
    return thing;
}

static void open_pipe(FILE **reader, FILE **writer)
{
    int ends[2];
    if (pipe(ends) != 0)
        need(NULL, "no pipe");
    *reader = need(fdopen(ends[0], "r"), "no stream");
    *writer = need(fdopen(ends[1], "w"), "no stream");
}

static void *run_engine(void *context)
{
    Host *host = context;
    host->status = engine_run(&host->start, host->engine_in, host->engine_out);
    fclose(host->engine_out);
    return NULL;
}

void host_open(Host *host, const EngineStart *start)
{
    *host = (Host){ .start = *start };
    open_pipe(&host->engine_in, &host->to);
    open_pipe(&host->from, &host->engine_out);
    if (pthread_create(&host->thread, NULL, run_engine, host) != 0)
        need(NULL, "no thread");
}

void host_tell(Host *host, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(host->to, format, args);
    va_end(args);
    putc('\n', host->to);
    fflush(host->to);
}

bool host_hear(Host *host)
{
    ssize_t length = getline(&host->line, &host->line_capacity, host->from);
    if (length <= 0)
        return false;
    if (host->line[length - 1] == '\n')
        host->line[length - 1] = '\0';
    return true;
}

void host_hang_up(Host *host)
{
    if (host->to != NULL)
        fclose(host->to);
    host->to = NULL;
}

void host_close(Host *host)
{
    host_hang_up(host);
    while (host_hear(host))
        ;
    pthread_join(host->thread, NULL);
    fclose(host->engine_in);
    fclose(host->from);
    free(host->line);
}

EngineStart host_start(const char *game)
{
    EngineStart start = { .hash_mib_max = 0 };
    if (games_setup(game, &start.setup, NULL) != STATUS_OK)
        need(NULL, "no such game");
    return start;
}
