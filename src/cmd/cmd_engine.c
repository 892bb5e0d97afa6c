/* SPDX-License-Identifier: MIT */
/* cmd_engine.c - the engine protocol on stdin and stdout. */
#include "cmd/cmd.h"
#include "games/list.h"
#include "proto/engine.h"

enum { ENGINE_WAIT };
const Option ENGINE_OPTIONS[] = {
    { "wait", OPTION_FLAG, NULL, "answer each command before reading the next, for scripts", 0, 0 },
    { .name = NULL },
};

int cmd_engine(const Args *args, FILE *out, FILE *err)
{
    EngineStart start = { .version = TESSERA_VERSION, .wait = args->option[ENGINE_WAIT].given };
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
