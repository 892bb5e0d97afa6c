/* SPDX-License-Identifier: MIT */
/* cmd_serve.c - the pages for a browser: serve. */
#include "cmd/cmd.h"
#include "web/serve.h"

static const char USUAL_ADDRESS[] = "127.0.0.1:8080";

enum { SERVE_LISTEN };
const Option SERVE_OPTIONS[] = {
    { "listen", OPTION_TEXT, "ADDRESS:PORT", "where to listen (default 127.0.0.1:8080)", 0, 0 },
    { .name = NULL },
};

int cmd_serve(const Args *args, FILE *out, FILE *err)
{
    ServeAddress address;
    Fault        fault;
    const char  *given = args->option[SERVE_LISTEN].text;
    const char  *text = given != NULL ? given : USUAL_ADDRESS;
    if (serve_address_read(text, &address, &fault) != STATUS_OK)
        return complain_at(err, "--listen", fault.why, text, fault.at);
    if (serve_run(&address, out, err, &fault) == STATUS_OK)
        return EXIT_DONE;
    complain(err, "serve", "%s", fault.why);
    return EXIT_TROUBLE;
}
