/* SPDX-License-Identifier: MIT */
/* cmd_games.c - games and rules: list the games, print their rules. */
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/language.h"
#include "cmd/results.h"
#include "draw/guide.h"
#include "games/list.h"
#include "naive/list.h"
#include "term/pager.h"

enum { GAMES_NAMES, GAMES_CARD, GAMES_JSON, GAMES_LANGUAGE };
const Option GAMES_OPTIONS[] = {
    { "names", OPTION_FLAG, NULL, "print only the names, one per line, for scripts", 0, 0 },
    { "card", OPTION_FLAG, NULL, "print what each game has: guides, tests, puzzles, levels, facets",
      0, 0 },
    JSON_OPTION,
    LANGUAGE_OPTION,
    { .name = NULL },
};

enum { RULES_LANGUAGE };
const Option RULES_OPTIONS[] = {
    { "language", OPTION_CHOICE, "en|de|pt|pl|zh-Hant",
      "print the how-to-play guide in this language instead of the rulings", 0, 0 },
    { .name = NULL },
};

enum { STRING_CAPACITY = 512 };

/* Copy a text that only translations have a key for; in English it is a field of the game. */
static const char *string_of(const Game *game, const char *language, const char *key,
                             const char *english, char out[STRING_CAPACITY])
{
    Language    strings = language == NULL ? LANGUAGE_ENGLISH : games_language(game, language);
    size_t      length = strlen(english);
    const char *found = language_find(&strings, key, &length);
    snprintf(out, STRING_CAPACITY, "%.*s", (int)length, found == NULL ? english : found);
    return out;
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

enum { FACET_COUNT = 6 };

/* Return the name of an optional part of the game interface (core/game.h); NULL if the game does not
 * fill it. */
static const char *facet_of(const Game *game, int facet)
{
    const struct {
        const char *name;
        bool        is_there;
    } FACETS[FACET_COUNT] = {
        { "symmetry", game->symmetry != NULL },
        { "proof", game->proof != NULL },
        { "eval", game->eval != NULL },
        { "fast", game->fast != NULL },
        { "tablebase index", game->index != NULL },
        { "canonical keys", game->canon != NULL },
    };
    return FACETS[facet].is_there ? FACETS[facet].name : NULL;
}

static void print_facets(const Game *game, FILE *out)
{
    const char *separator = " ";
    fputs("    facets:", out);
    for (int i = 0; i < FACET_COUNT; i++) {
        if (facet_of(game, i) == NULL)
            continue;
        fprintf(out, "%s%s", separator, facet_of(game, i));
        separator = ", ";
    }
    fputs(separator[0] == ',' ? "\n" : " none\n", out);
}

static bool has_naive(const Game *game)
{
    return naive_find(game->name, strlen(game->name)) != NULL;
}

static bool has_levels(const Game *game)
{
    return game->eval != NULL && game->eval->levels != NULL;
}

/* One line for each part of a game's folder. */
static void print_card(const Game *game, FILE *out)
{
    fprintf(out, "%s: %s\n", game->name, game->title);
    fprintf(out, "    rulings: %s\n", games_file(game, "rulings.md") != NULL ? "yes" : "none");
    print_languages(game, out);
    print_count("puzzles", count_rows(games_file(game, "puzzles.txt")), out);
    fprintf(out, "    naive implementation: %s\n", has_naive(game) ? "yes" : "none");
    print_count("perft rows", count_rows(games_file(game, "perft.txt")), out);
    print_count("golden games", games_golden_count(game), out);
    fprintf(out, "    levels: %s\n", has_levels(game) ? "its own" : "common");
    print_facets(game, out);
}

static void json_strings(Json *json, const char *name, const char *const *strings)
{
    json_array(json, name);
    for (int i = 0; strings != NULL && strings[i] != NULL; i++)
        json_string(json, NULL, strings[i]);
    json_end_array(json);
}

/* The list and the card of a game. */
static void json_game(Json *json, const Game *game, const char *language)
{
    char words[STRING_CAPACITY];
    json_object(json, NULL);
    json_string(json, "name", game->name);
    json_string(json, "title", string_of(game, language, "title", game->title, words));
    json_string(json, "summary", string_of(game, language, "summary", game->summary, words));
    json_strings(json, "variants", game->variants);
    json_strings(json, "sides", (const char *const[]){ game->sides[0], game->sides[1], NULL });
    json_bool(json, "rulings", games_file(game, "rulings.md") != NULL);
    json_array(json, "guides");
    for (const GuideLanguage *guide = GUIDE_LANGUAGES; guide->code != NULL; guide++)
        if (guide_text(game, guide->code) != NULL)
            json_string(json, NULL, guide->code);
    json_end_array(json);
    json_integer(json, "puzzles", count_rows(games_file(game, "puzzles.txt")));
    json_bool(json, "naive", has_naive(game));
    json_integer(json, "perft_rows", count_rows(games_file(game, "perft.txt")));
    json_integer(json, "golden_games", games_golden_count(game));
    json_bool(json, "own_levels", has_levels(game));
    json_array(json, "facets");
    for (int i = 0; i < FACET_COUNT; i++)
        if (facet_of(game, i) != NULL)
            json_string(json, NULL, facet_of(game, i));
    json_end_array(json);
    json_end_object(json);
}

static int print_json(const char *language, FILE *out, FILE *err)
{
    Results results;
    results_begin(&results, out, true);
    json_array(&results.json, "games");
    for (int i = 0; GAMES[i] != NULL; i++)
        json_game(&results.json, GAMES[i], language);
    json_end_array(&results.json);
    return results_end(&results, "games", err);
}

int cmd_games(const Args *args, FILE *out, FILE *err)
{
    const char *language = language_of(&args->option[GAMES_LANGUAGE]);
    if (args->option[GAMES_JSON].given)
        return print_json(language, out, err);
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
        char title[STRING_CAPACITY], summary[STRING_CAPACITY];
        fprintf(out, "%s%s: %s\n    %s\n", i == 0 ? "" : "\n", game->name,
                string_of(game, language, "title", game->title, title),
                string_of(game, language, "summary", game->summary, summary));
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
