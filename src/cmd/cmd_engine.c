/* SPDX-License-Identifier: MIT */
/* cmd_engine.c - the engine protocol on stdin and stdout. */
#include <unistd.h>

#include "cmd/cmd.h"
#include "games/list.h"
#include "proto/engine.h"
#include "proto/settings.h"

enum { ENGINE_WAIT };
const Option ENGINE_OPTIONS[] = {
    { "wait", OPTION_FLAG, NULL, "answer each command before reading the next, for scripts", 0, 0 },
    { .name = NULL },
};

/* More than the machine has can be set, but no search could start with it. */
static int hash_mib_max(void)
{
    int64_t most = SETTING_ROWS[SETTING_HASH].high;
    int64_t pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    int64_t physical = pages > 0 && page_bytes > 0 ? pages * page_bytes >> 20 : most;
    return (int)(physical < most ? physical : most);
}

int cmd_engine(const Args *args, FILE *out, FILE *err)
{
    EngineStart start = { .version = TESSERA_VERSION,
                          .wait = args->option[ENGINE_WAIT].given,
                          .hash_mib_max = hash_mib_max() };
    int         failed =
        setup_from_text(args->arg_count > 0 ? args->arg[0] : GAMES[0]->name, &start.setup, err);
    if (failed != EXIT_DONE)
        return failed;
    Status status = engine_run(&start, stdin, out);
    if (status == STATUS_OK)
        return EXIT_DONE;
    cmd_error(err, "engine", "%s", status_text(status));
    return EXIT_FAILED;
}
