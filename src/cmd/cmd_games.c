/* SPDX-License-Identifier: MIT */
/* cmd_games.c - the games and their rulings: games, rules. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "games/list.h"
#include "web/play.h"

enum { GAMES_NAMES };
const Option GAMES_OPTIONS[] = {
    { "names", OPTION_FLAG, NULL, "names only, one a line, for scripts", 0, 0 },
    { .name = NULL },
};

enum { RULES_LANGUAGE };
const Option RULES_OPTIONS[] = {
    { "language", OPTION_CHOICE, "en|de|pt|pl|zh-Hant",
      "how to play, for people, in this language, instead of the rulings", 0, 0 },
    { .name = NULL },
};

static void print_variants(const Game *game, FILE *out)
{
    if (game->variants == NULL || game->variants[0] == NULL)
        return;
    fputs("    variants:", out);
    for (int i = 0; game->variants[i] != NULL; i++)
        fprintf(out, "%s%s%s%s", i == 0 ? " " : "  ", game->variants[i],
                game->variants[i][0] != '\0' && i == 0 ? " " : "", i == 0 ? "(usual)" : "");
    putc('\n', out);
}

int cmd_games(const Args *args, FILE *out, FILE *err)
{
    (void)err;
    for (int i = 0; GAMES[i] != NULL; i++) {
        const Game *game = GAMES[i];
        if (args->option[GAMES_NAMES].given) {
            fprintf(out, "%s\n", game->name);
            continue;
        }
        fprintf(out, "%s%s: %s\n    %s\n", i == 0 ? "" : "\n", game->name, game->title,
                game->summary);
        print_variants(game, out);
    }
    return EXIT_DONE;
}

static bool is_in_path(const char *program)
{
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        char   file[1024];
        size_t length = strcspn(path, ":");
        int    wanted = snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
        if (wanted > 0 && (size_t)wanted < sizeof file && access(file, X_OK) == 0)
            return true;
        path += length + (path[length] == ':' ? 1 : 0);
    }
    return false;
}

/* What people read long texts with; NULL if there is nothing. */
static const char *pager(void)
{
    const char *chosen = getenv("PAGER");
    if (chosen != NULL && chosen[0] != '\0')
        return chosen;
    return is_in_path("less") ? "less" : NULL;
}

/* False if the pager could not be started, so that nothing was seen. */
static bool show_in_pager(const char *program, const char *text)
{
    setenv("LESS", "FRX", 0); /* a text that fits on the screen needs no key to leave it */
    signal(SIGPIPE, SIG_DFL); /* the pager inherits it as every program expects it */
    FILE *pipe = popen(program, "w");
    signal(SIGPIPE, SIG_IGN);
    if (pipe == NULL)
        return false;
    fputs(text, pipe);
    int status = pclose(pipe);
    return !WIFEXITED(status) || (WEXITSTATUS(status) != 126 && WEXITSTATUS(status) != 127);
}

static void show_text(const char *text, FILE *out)
{
    const char *program = isatty(fileno(out)) ? pager() : NULL;
    if (program == NULL || !show_in_pager(program, text))
        fputs(text, out);
}

/* How to play, with the examples drawn. */
static int show_play(const Game *game, const char *language, FILE *out, FILE *err)
{
    Buffer text;
    buffer_init(&text, PLAY_BYTES_MAX);
    int result = EXIT_DONE;
    if (!play_plain(&text, game, language))
        result = complain(err, "rules", "nobody has written how to play %s", game->name);
    else if (text.failed)
        result = complain(err, "rules", "%s", status_text(STATUS_NO_MEMORY));
    else
        show_text(text.data, out);
    buffer_free(&text);
    return result;
}

int cmd_rules(const Args *args, FILE *out, FILE *err)
{
    Setup setup;
    int   failed = setup_from_word(args->words[0], &setup, err);
    if (failed != EXIT_DONE)
        return failed;
    if (args->option[RULES_LANGUAGE].given)
        return show_play(setup.game, args->option[RULES_LANGUAGE].text, out, err);
    const char *text = games_rules_text(setup.game);
    if (text == NULL)
        return complain(err, "rules", "no rulings are written down for %s", setup.game->name);
    show_text(text, out);
    return EXIT_DONE;
}
