/* SPDX-License-Identifier: MIT */
/* cmd_serve.c - serve: the web server. */
#include <stdlib.h>

#include "arena/live.h"
#include "cmd/cmd.h"
#include "web/serve.h"

static const char DEFAULT_ADDRESS[] = "127.0.0.1:8080";

enum {
    SERVE_LISTEN,
    SERVE_DATA,
    SERVE_CONTEST,
    SERVE_TABLEBASES,
    SERVE_URL,
    SERVE_PROXY,
    SERVE_EMBED,
    SERVE_LOG,
    SERVE_METRICS,
    FOLDER_MAX = 4096
};
const Option SERVE_OPTIONS[] = {
    { "listen", OPTION_TEXT, "ADDRESS:PORT", "listen address (default 127.0.0.1:8080)", 0, 0 },
    { "data", OPTION_TEXT, "DIR", "directory of the game database (default: see docs/api.md)", 0,
      0 },
    { "contest", OPTION_TEXT, "DIR", "serve only this contest, to spectators", 0, 0 },
    { "tablebases", OPTION_TEXT, "DIR",
      "tablebases for hints and evaluations (default: TESSERA_TABLEBASES)", 0, 0 },
    { "public-url", OPTION_TEXT, "URL", "address at which visitors reach the server", 0, 0 },
    { "trusted-proxy", OPTION_LIST, "ADDRESS",
      "reverse proxy, or range of them, that names the visitor; repeatable", 0, 0 },
    { "allow-embed", OPTION_LIST, "ORIGIN",
      "site that may show finished games in a frame; repeatable", 0, 0 },
    { "access-log", OPTION_TEXT, "FILE", "append a line of JSON per request; - for stdout", 0, 0 },
    { "metrics-port", OPTION_NUMBER, "PORT", "figures in Prometheus format at 127.0.0.1:PORT", 0,
      65535 },
    { .name = NULL },
};

/* Write $XDG_DATA_HOME/tessera or ~/.local/share/tessera; false if neither variable is set. */
static bool default_directory(char *out, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int         length = 0;
    if (data != NULL && data[0] == '/')
        length = snprintf(out, size, "%s/tessera", data);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, size, "%s/.local/share/tessera", home);
    return length > 0 && (size_t)length < size;
}

static bool show_live(void *context, const char *path, Buffer *out, const char **type)
{
    return live_show(context, path, out, type);
}

/* Read the options for a server behind a reverse proxy.  Returns an exit status. */
static int read_hosting(const Args *args, ServeWhat *what, FILE *err)
{
    Fault fault;
    what->access_log = args->option[SERVE_LOG].text;
    what->metrics_port =
        args->option[SERVE_METRICS].given ? (int)args->option[SERVE_METRICS].number : -1;
    const char *url = args->option[SERVE_URL].text;
    if (url != NULL && public_url_read(url, &what->url, &fault) != STATUS_OK)
        return cmd_error_at(err, "--public-url", fault.why, url, fault.at);
    for (int i = 0; i < args->list_count; i++) {
        const char *text = args->list[i];
        bool        embeds = args->list_row[i] == SERVE_EMBED;
        if ((embeds ? embed_allow(&what->embeds, text, &fault)
                    : proxies_add(&what->proxies, text, &fault)) != STATUS_OK)
            return cmd_error_at(err, embeds ? "--allow-embed" : "--trusted-proxy", fault.why, text,
                                fault.at);
    }
    return EXIT_DONE;
}

static int serve_contest(const ServeAddress *address, ServeWhat *what, const char *folder,
                         FILE *out, FILE *err)
{
    Fault fault;
    Live *live = live_new(folder, &fault);
    if (live == NULL)
        return cmd_error(err, "serve", "%s", fault.why);
    ServeHandler show = { live, show_live };
    what->show = &show;
    Status status = serve_run(address, what, out, err, &fault);
    live_free(live);
    if (status == STATUS_OK)
        return EXIT_DONE;
    cmd_error(err, "serve", "%s", fault.why);
    return EXIT_FAILED;
}

int cmd_serve(const Args *args, FILE *out, FILE *err)
{
    ServeAddress address;
    Fault        fault;
    const char  *given = args->option[SERVE_LISTEN].text;
    const char  *text = given != NULL ? given : DEFAULT_ADDRESS;
    if (serve_address_read(text, &address, &fault) != STATUS_OK)
        return cmd_error_at(err, "--listen", fault.why, text, fault.at);
    if (args->option[SERVE_CONTEST].given && args->option[SERVE_DATA].given)
        return cmd_error(err, "serve", "--contest and --data exclude each other");
    if (args->option[SERVE_CONTEST].given && args->option[SERVE_TABLEBASES].given)
        return cmd_error(err, "serve", "--contest and --tablebases exclude each other");
    if (args->option[SERVE_CONTEST].given && args->option[SERVE_EMBED].given)
        return cmd_error(err, "serve", "--contest and --allow-embed exclude each other");
    ServeWhat what = { .solved = args->option[SERVE_TABLEBASES].text };
    int       bad = read_hosting(args, &what, err);
    if (bad != EXIT_DONE)
        return bad;
    if (args->option[SERVE_CONTEST].given)
        return serve_contest(&address, &what, args->option[SERVE_CONTEST].text, out, err);
    char        fallback[FOLDER_MAX];
    const char *folder = args->option[SERVE_DATA].text;
    if (folder == NULL && !default_directory(fallback, sizeof fallback)) {
        cmd_error(err, "serve", "no data directory: set HOME or XDG_DATA_HOME, or pass --data DIR");
        return EXIT_FAILED;
    }
    what.folder = folder != NULL ? folder : fallback;
    if (serve_run(&address, &what, out, err, &fault) == STATUS_OK)
        return EXIT_DONE;
    cmd_error(err, "serve", "%s", fault.why);
    return EXIT_FAILED;
}
