/* SPDX-License-Identifier: MIT */
/* cmd_games.c - games and rules: list the games, print their rules. */
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/language.h"
#include "draw/guide.h"
#include "games/list.h"
#include "naive/list.h"
#include "term/pager.h"

enum { GAMES_NAMES, GAMES_CARD, GAMES_LANGUAGE };
const Option GAMES_OPTIONS[] = {
    { "names", OPTION_FLAG, NULL, "print only the names, one per line, for scripts", 0, 0 },
    { "card", OPTION_FLAG, NULL, "print what each game has: guides, tests, puzzles, levels, facets",
      0, 0 },
    LANGUAGE_OPTION,
    { .name = NULL },
};

enum { RULES_LANGUAGE };
const Option RULES_OPTIONS[] = {
    { "language", OPTION_CHOICE, "en|de|pt|pl|zh-Hant",
      "print the how-to-play guide in this language instead of the rulings", 0, 0 },
    { .name = NULL },
};

/* Print a text that only translations have a key for; in English it is a field of the game. */
static void print_string(const Game *game, const char *language, const char *key,
                         const char *english, FILE *out)
{
    Language    strings = language == NULL ? LANGUAGE_ENGLISH : games_language(game, language);
    size_t      length;
    const char *found = language_find(&strings, key, &length);
    fprintf(out, "%.*s", found == NULL ? (int)strlen(english) : (int)length,
            found == NULL ? english : found);
}

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

/* Return the number of lines that are neither empty nor comments; 0 without a text. */
static int count_rows(const char *text)
{
    int count = 0;
    while (text != NULL && *text != '\0') {
        count += *text != '#' && *text != '\n';
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    return count;
}

static void print_count(const char *label, int count, FILE *out)
{
    if (count > 0)
        fprintf(out, "    %s: %d\n", label, count);
    else
        fprintf(out, "    %s: none\n", label);
}

static void print_languages(const Game *game, FILE *out)
{
    bool any = false;
    fputs("    guides:", out);
    for (const GuideLanguage *language = GUIDE_LANGUAGES; language->code != NULL; language++) {
        if (guide_text(game, language->code) != NULL) {
            fprintf(out, " %s", language->code);
            any = true;
        }
    }
    fputs(any ? "\n" : " none\n", out);
}

/* The optional parts of the game interface (core/game.h) that the game fills. */
static void print_facets(const Game *game, FILE *out)
{
    const struct {
        const char *name;
        bool        is_there;
    } FACETS[] = {
        { "symmetry", game->symmetry != NULL },
        { "proof", game->proof != NULL },
        { "eval", game->eval != NULL },
        { "fast", game->fast != NULL },
        { "tablebase index", game->index != NULL },
        { "canonical keys", game->canon != NULL },
    };
    const char *separator = " ";
    fputs("    facets:", out);
    for (size_t i = 0; i < sizeof FACETS / sizeof FACETS[0]; i++) {
        if (!FACETS[i].is_there)
            continue;
        fprintf(out, "%s%s", separator, FACETS[i].name);
        separator = ", ";
    }
    fputs(separator[0] == ',' ? "\n" : " none\n", out);
}

/* One line for each part of a game's folder. */
static void print_card(const Game *game, FILE *out)
{
    bool has_naive = naive_find(game->name, strlen(game->name)) != NULL;
    bool has_levels = game->eval != NULL && game->eval->levels != NULL;
    fprintf(out, "%s: %s\n", game->name, game->title);
    fprintf(out, "    rulings: %s\n", games_file(game, "rulings.md") != NULL ? "yes" : "none");
    print_languages(game, out);
    print_count("puzzles", count_rows(games_file(game, "puzzles.txt")), out);
    fprintf(out, "    naive implementation: %s\n", has_naive ? "yes" : "none");
    print_count("perft rows", count_rows(games_file(game, "perft.txt")), out);
    print_count("golden games", games_golden_count(game), out);
    fprintf(out, "    levels: %s\n", has_levels ? "its own" : "common");
    print_facets(game, out);
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
        if (args->option[GAMES_CARD].given) {
            fputs(i == 0 ? "" : "\n", out);
            print_card(game, out);
            continue;
        }
        const char *language = language_of(&args->option[GAMES_LANGUAGE]);
        fprintf(out, "%s%s: ", i == 0 ? "" : "\n", game->name);
        print_string(game, language, "title", game->title, out);
        fputs("\n    ", out);
        print_string(game, language, "summary", game->summary, out);
        putc('\n', out);
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
        result = cmd_error(err, "rules", "there is no how-to-play guide for %s in %s", game->name,
                           language);
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
