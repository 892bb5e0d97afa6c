/* SPDX-License-Identifier: MIT */
/* cmd_games.c - games and rules: list the games, print their rules. */
#include <string.h>

#include "cmd/cmd.h"
#include "draw/guide.h"
#include "games/list.h"
#include "term/pager.h"

enum { GAMES_NAMES };
const Option GAMES_OPTIONS[] = {
    { "names", OPTION_FLAG, NULL, "print only the names, one per line, for scripts", 0, 0 },
    { .name = NULL },
};

enum { RULES_LANGUAGE };
const Option RULES_OPTIONS[] = {
    { "language", OPTION_CHOICE, "en|de|pt|pl|zh-Hant",
      "print the how-to-play guide in this language instead of the rulings", 0, 0 },
    { .name = NULL },
};

static void print_variants(const Game *game, FILE *out)
{
    if (game->variants == NULL || game->variants[0] == NULL)
        return;
    fputs("    variants:", out);
    for (int i = 0; game->variants[i] != NULL; i++)
        fprintf(out, "%s%s%s%s", i == 0 ? " " : "  ", game->variants[i],
                game->variants[i][0] != '\0' && i == 0 ? " " : "", i == 0 ? "(default)" : "");
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

/* Show the how-to-play guide with its examples drawn. */
static int show_guide(const Game *game, const char *language, FILE *out, FILE *err)
{
    Buffer text;
    buffer_init(&text, GUIDE_BYTES_MAX);
    int result = EXIT_DONE;
    if (!guide_plain(&text, game, language))
        result = cmd_error(err, "rules", "there is no how-to-play guide for %s", game->name);
    else if (text.failed)
        result = cmd_error(err, "rules", "%s", status_text(STATUS_NO_MEMORY));
    else
        pager_show(text.data, out);
    buffer_free(&text);
    return result;
}

int cmd_rules(const Args *args, FILE *out, FILE *err)
{
    Setup setup;
    int   failed = setup_from_text(args->arg[0], &setup, err);
    if (failed != EXIT_DONE)
        return failed;
    if (args->option[RULES_LANGUAGE].given)
        return show_guide(setup.game, args->option[RULES_LANGUAGE].text, out, err);
    const char *text = games_file(setup.game, "rulings.md");
    if (text == NULL)
        return cmd_error(err, "rules", "there are no written rulings for %s", setup.game->name);
    pager_show(text, out);
    return EXIT_DONE;
}
