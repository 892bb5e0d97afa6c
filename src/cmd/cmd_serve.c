/* SPDX-License-Identifier: MIT */
/* cmd_serve.c - serve: the web server. */
#include <stdlib.h>

#include "arena/hand_in.h"
#include "arena/live.h"
#include "cmd/cmd.h"
#include "cmd/contest_mirror.h"
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
    SERVE_CHALLENGE,
    SERVE_SUBMISSIONS,
    SERVE_SEED,
    SERVE_CHECK_TIME,
    SERVE_DATABASE,
    FOLDER_MAX = 4096
};
const Option SERVE_OPTIONS[] = {
    { "listen", OPTION_TEXT, "ADDRESS:PORT", "listen address (default 127.0.0.1:8080)", 0, 0 },
    { "data", OPTION_TEXT, "DIR", "directory of the game database (default: see docs/api.md)", 0,
      0 },
    { "contest", OPTION_TEXT, "DIR",
      "serve only this contest, to spectators; with --database: its name", 0, 0 },
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
    { "challenge-time", OPTION_NUMBER, "SECONDS",
      "keep an open challenge this long after its creator left (default 3600)", 1, 604800 },
    { "submissions", OPTION_FLAG, NULL,
      "with --contest: students submit bots (see tessera arena students)", 0, 0 },
    { "seed", OPTION_NUMBER, "N",
      "random seed of the computer's moves at all tables (default: each table has its own)", 0,
      UINT32_MAX },
    { "check-time", OPTION_NUMBER, "SECONDS",
      "with --submissions: stop the check of a bot after this time (default 300 or more)", 1,
      86400 },
    { "database", OPTION_TEXT, "URL",
      "PostgreSQL database of the tables, instead of --data, or of the contest", 0, 0 },
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

static bool answer_live(void *context, const ServeRequest *request, ServeReply *reply)
{
    return live_show(context, request->path, reply->body, &reply->type);
}

static bool answer_hand_in(void *context, const ServeRequest *request, ServeReply *reply)
{
    HandInRequest asked = { .path = request->path,
                            .is_post = request->is_post,
                            .name = query_value(request->query, "name"),
                            .kind = query_value(request->query, "kind"),
                            .game = query_value(request->query, "game"),
                            .body = request->body,
                            .size = request->size };
    HandInReply   written = { .body = reply->body };
    if (!hand_in_answer(context, &asked, &written))
        return false;
    reply->code = written.code;
    reply->type = written.type;
    reply->is_private = written.is_private;
    return true;
}

/* Read the options for a server behind a reverse proxy.  Returns an exit status. */
static int read_hosting(const Args *args, ServeWhat *what, FILE *err)
{
    Fault fault;
    what->access_log = args->option[SERVE_LOG].text;
    what->challenge_s =
        args->option[SERVE_CHALLENGE].given ? (int)args->option[SERVE_CHALLENGE].number : 0;
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

static int failure(const Fault *fault, FILE *err)
{
    cmd_error(err, "serve", "%s", fault->why);
    return fault->status == STATUS_SYSTEM || fault->status == STATUS_NO_MEMORY ? EXIT_FAILED
                                                                               : EXIT_BAD_INPUT;
}

/* Serve a contest whose live view exists. */
static int serve_live(const ServeAddress *address, ServeWhat *what, Live *live, const Args *args,
                      FILE *out, FILE *err)
{
    Fault        fault;
    const char  *folder = args->option[SERVE_CONTEST].text;
    HandIn      *hand_in = NULL;
    ServeHandler handler = { .context = live, .answer = answer_live };
    what->show = &handler;
    if (args->option[SERVE_SUBMISSIONS].given) {
        hand_in = hand_in_new(folder, live, (double)args->option[SERVE_CHECK_TIME].number, &fault);
        if (hand_in == NULL) {
            cmd_error(err, "serve", "%s", fault.why);
            return EXIT_FAILED;
        }
        handler = (ServeHandler){ .context = hand_in,
                                  .answer = answer_hand_in,
                                  .body_bytes_max = HAND_IN_BODY_MAX };
        if (!hand_in_has_link(hand_in))
            fprintf(err,
                    "tessera: the organiser has no link yet; `tessera arena students %s "
                    "--organiser` prints one\n",
                    folder);
    }
    Status status = serve_run(address, what, out, err, &fault);
    if (hand_in != NULL)
        hand_in_free(hand_in);
    if (status == STATUS_OK)
        return EXIT_DONE;
    cmd_error(err, "serve", "%s", fault.why);
    return EXIT_FAILED;
}

/* A contest can be in PostgreSQL: the one that is named with --database, or one in a directory whose
 * contest.toml names a database. */
static int serve_contest(const ServeAddress *address, ServeWhat *what, const Args *args, FILE *out,
                         FILE *err)
{
    Fault          fault;
    ContestMirror *mirror = NULL;
    const char    *contest = args->option[SERVE_CONTEST].text,
               *url = args->option[SERVE_DATABASE].text;
    if (args->option[SERVE_SUBMISSIONS].given && url != NULL)
        return cmd_error(err, "serve",
                         "--submissions needs the directory of the contest; write the database "
                         "into its contest.toml instead of --database");
    Status status = url != NULL ? contest_mirror_start(url, contest, &mirror, err, &fault)
                                : contest_mirror_start_in(contest, &mirror, err, &fault);
    if (status != STATUS_OK)
        return failure(&fault, err);
    Live *live = mirror != NULL ? live_new_from(contest_mirror_source(mirror), &fault)
                                : live_new(contest, &fault);
    int   failed =
        live == NULL ? failure(&fault, err) : serve_live(address, what, live, args, out, err);
    if (live != NULL)
        live_free(live);
    if (mirror != NULL)
        contest_mirror_stop(mirror);
    return failed;
}

int cmd_serve(const Args *args, FILE *out, FILE *err)
{
    ServeAddress address;
    Fault        fault;
    const char  *given = args->option[SERVE_LISTEN].text;
    const char  *text = given != NULL ? given : DEFAULT_ADDRESS;
    if (serve_address_read(text, &address, &fault) != STATUS_OK)
        return cmd_error_at(err, "--listen", fault.why, text, fault.at);
    if (args->option[SERVE_SUBMISSIONS].given && !args->option[SERVE_CONTEST].given)
        return cmd_error(err, "serve", "--submissions needs --contest DIR");
    if (args->option[SERVE_CHECK_TIME].given && !args->option[SERVE_SUBMISSIONS].given)
        return cmd_error(err, "serve", "--check-time needs --submissions");
    static const int TABLE_OPTIONS[] = { SERVE_DATA, SERVE_TABLEBASES, SERVE_EMBED, SERVE_CHALLENGE,
                                         SERVE_SEED };
    for (size_t i = 0; i < sizeof TABLE_OPTIONS / sizeof TABLE_OPTIONS[0]; i++)
        if (args->option[SERVE_CONTEST].given && args->option[TABLE_OPTIONS[i]].given)
            return cmd_error(err, "serve", "--contest and --%s exclude each other",
                             SERVE_OPTIONS[TABLE_OPTIONS[i]].name);
    ServeWhat what = { .solved = args->option[SERVE_TABLEBASES].text, .seed = -1 };
    if (args->option[SERVE_SEED].given)
        what.seed = args->option[SERVE_SEED].number;
    int bad = read_hosting(args, &what, err);
    if (bad != EXIT_DONE)
        return bad;
    if (args->option[SERVE_CONTEST].given)
        return serve_contest(&address, &what, args, out, err);
    char        fallback[FOLDER_MAX];
    const char *folder = args->option[SERVE_DATA].text;
    what.database = args->option[SERVE_DATABASE].text;
    if (what.database != NULL && folder != NULL)
        return cmd_error(err, "serve", "--database and --data exclude each other");
    if (what.database == NULL && folder == NULL && !default_directory(fallback, sizeof fallback)) {
        cmd_error(err, "serve", "no data directory: set HOME or XDG_DATA_HOME, or pass --data DIR");
        return EXIT_FAILED;
    }
    what.folder = folder != NULL ? folder : fallback;
    if (serve_run(&address, &what, out, err, &fault) == STATUS_OK)
        return EXIT_DONE;
    cmd_error(err, "serve", "%s", fault.why);
    return EXIT_FAILED;
}
