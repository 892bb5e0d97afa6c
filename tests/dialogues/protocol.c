/* SPDX-License-Identifier: MIT */
/* The dialogues of docs/protocol.md, held with the engine; and the document against the tables.
 *
 * A dialogue stands between "```dialogue" and "```".  `> ` is sent; `< ` must be the next line that
 * the engine says, where `*` stands for anything; `< ...` passes over any lines up to the one that
 * follows.  Lines `info depth` are passed over unless the dialogue speaks of them.  At the end the
 * engine must have nothing more to say.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/list.h"
#include "proto/settings.h"
#include "proto/message.h"
#include "protocol_host.h"
#include "solver/retro.h"

static int tests, failures;

static void report(bool right, const char *what, const char *name)
{
    printf("%s %d - %s %s\n", right ? "ok" : "not ok", ++tests, name, what);
    fflush(stdout);
    failures += !right;
}

static bool matches(const char *pattern, const char *words)
{
    if (*pattern == '\0')
        return *words == '\0';
    if (*pattern != '*')
        return *pattern == *words && matches(pattern + 1, words + 1);
    for (;; words++) {
        if (matches(pattern + 1, words))
            return true;
        if (*words == '\0')
            return false;
    }
}

static bool begins(const char *words, const char *prefix)
{
    return strncmp(words, prefix, strlen(prefix)) == 0;
}

/* The next line that is not passed over. */
static bool hear_for(Host *host, const char *pattern, bool pass_any)
{
    bool heard;
    do
        heard = host_hear(host);
    while (heard && (pass_any || begins(host->line, "info depth")) &&
           !matches(pattern, host->line));
    return heard;
}

static bool expect(Host *host, const char *pattern, bool pass_any)
{
    if (!hear_for(host, pattern, pass_any)) {
        printf("# expected: %s\n# heard the end\n", pattern);
        return false;
    }
    if (matches(pattern, host->line))
        return true;
    printf("# expected: %s\n# heard:    %s\n", pattern, host->line);
    return false;
}

/* Whatever is still under way is stopped; nothing but its answer may come, and nothing must be
 * owed: a dialogue that leaves an answer out is not a true one. */
static bool expect_silence(Host *host, bool quitted)
{
    if (!quitted)
        host_tell(host, "isready");
    if (!quitted && !expect(host, "readyok", false))
        return false;
    host_hang_up(host);
    if (!hear_for(host, "", false))
        return true;
    printf("# heard at the end: %s\n", host->line);
    return false;
}

/* Hold the dialogue at the front of `text`; the text behind it. */
static char *hold_dialogue(char *text, const char *heading)
{
    Host        host;
    EngineStart start = host_start(GAMES[0]->name);
    bool        right = true, quitted = false, pass_any = false;
    start.version = "0";
    host_open(&host, &start);
    for (char *line; (line = strsep(&text, "\n")) != NULL && !begins(line, "```");) {
        quitted = quitted || strcmp(line, "> quit") == 0;
        if (!right)
            continue;
        bool passes = strcmp(line, "< ...") == 0;
        if (begins(line, "> "))
            host_tell(&host, "%s", line + 2);
        else if (!passes)
            right = begins(line, "< ") && expect(&host, line + 2, pass_any);
        pass_any = passes;
    }
    right = right && expect_silence(&host, quitted);
    host_close(&host);
    report(right && host.status == STATUS_OK, "(dialogue)", heading);
    return text;
}

static void hold_all(char *text)
{
    const char *heading = "";
    while (text != NULL) {
        char *line = strsep(&text, "\n");
        if (begins(line, "#"))
            heading = line + strspn(line, "# ");
        else if (strcmp(line, "```dialogue") == 0)
            text = hold_dialogue(text, heading);
    }
}

/* Names from before a rename are accepted for one release; the document does not mention them. */
static const char OLD_NAMES[] = "> setoption name Game value toy\n"
                                "> setoption name Tables value usual\n"
                                "> probe\n"
                                "< probe draw turn *\n"
                                "> setoption name Search value mcts\n"
                                "> ugi\n"
                                "< ...\n"
                                "< option name Search type combo default tree *\n"
                                "< ...\n"
                                "< option name TablebasePath type string default default\n"
                                "< ...\n"
                                "< ugiok\n"
                                "```\n";

static void hold_old_names(void)
{
    char text[sizeof OLD_NAMES];
    memcpy(text, OLD_NAMES, sizeof OLD_NAMES);
    hold_dialogue(text, "Old names");
}

static bool contains(const char *text, const char *before, const char *words, const char *after)
{
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%s%s%s", before, words, after);
    return strstr(text, wanted) != NULL;
}

/* Every row of the tables has its place in the document, and is spoken in a dialogue. */
static void check_tables(const char *text)
{
    char name[64], syntax[256];
    for (const RequestSpec *row = REQUESTS; row->name != NULL; row++) {
        snprintf(syntax, sizeof syntax, "%s%s%s", row->name, row->arguments[0] == '\0' ? "" : " ",
                 row->arguments);
        snprintf(name, sizeof name, "\n> %s", row->name);
        report(contains(text, "\n### ", row->name, "\n"), "has a heading", row->name);
        report(contains(text, "\n    ", syntax, "\n"), "has its syntax", row->name);
        report(contains(text, name, "\n", "") || contains(text, name, " ", ""), "is in a dialogue",
               row->name);
    }
    for (int i = 0; i < SETTINGS; i++) {
        report(contains(text, "\n| `", SETTING_ROWS[i].name, "` |"), "has a row",
               SETTING_ROWS[i].name);
        report(contains(text, "\n> setoption name ", SETTING_ROWS[i].name, " value "),
               "is in a dialogue", SETTING_ROWS[i].name);
    }
}

static char *read_all(const char *path)
{
    FILE  *file = fopen(path, "r");
    char  *text = NULL;
    size_t capacity = 0;
    if (file == NULL || getdelim(&text, &capacity, '\0', file) <= 0) {
        printf("Bail out! %s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

/* The usual folder of tables has one of the game that most dialogues play. */
static bool build_table(char *folder)
{
    Setup        setup;
    RetroReport  table;
    RetroOptions options = { .folder = folder, .threads = 1, .memory_bytes = 64 << 20 };
    return mkdtemp(folder) != NULL && setenv("TESSERA_TABLEBASES", folder, 1) == 0 &&
           games_setup("toy", &setup, NULL) == STATUS_OK &&
           retro_build(setup.game, setup.variant, &options, &table, NULL) == STATUS_OK;
}

static void remove_table(const char *folder)
{
    char path[64];
    snprintf(path, sizeof path, "%s/toy-8.table", folder);
    unlink(path);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        printf("Bail out! usage: protocol docs/protocol.md\n");
        return 1;
    }
    char *text = read_all(argv[1]);
    check_tables(text);
    int  before = tests;
    char folder[] = "/tmp/protocol-XXXXXX";
    report(build_table(folder), "builds a table", folder);
    hold_all(text);
    hold_old_names();
    remove_table(folder);
    report(tests > before + 10, "has dialogues", argv[1]);
    free(text);
    printf("1..%d\n", tests);
    return failures == 0 ? 0 : 1;
}
