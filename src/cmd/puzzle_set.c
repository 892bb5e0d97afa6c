/* SPDX-License-Identifier: MIT */
#include "cmd/puzzle_set.h"

#include <stdlib.h>
#include <string.h>

#include "games/list.h"

enum { NUMBER_MAX = 1000000 };

/* Copy the next word of `*rest`; false where there is none or it is too long. */
static bool take_word(const char **rest, char *word, size_t size)
{
    size_t length = strcspn(*rest, " ");
    if (length == 0 || length >= size || (*rest)[length] != ' ')
        return false;
    memcpy(word, *rest, length);
    word[length] = '\0';
    *rest += length + 1;
    return true;
}

static bool take_number(const char **rest, uint32_t *number)
{
    char  word[16], *end;
    char *digits = word;
    if (!take_word(rest, word, sizeof word) || word[0] < '0' || word[0] > '9')
        return false;
    unsigned long value = strtoul(digits, &end, 10);
    *number = (uint32_t)value;
    return *end == '\0' && value <= NUMBER_MAX;
}

const char *puzzle_line_read(const char *line, PuzzleLine *out)
{
    char  game[SETUP_TEXT_MAX];
    Fault fault;
    if (!take_word(&line, game, sizeof game) || !take_number(&line, &out->turns) ||
        !take_number(&line, &out->good) || !take_word(&line, out->turn, sizeof out->turn) ||
        strlen(line) >= sizeof out->position)
        return "a puzzle reads SETUP LENGTH GOOD MOVE POSITION";
    Setup *setup = &out->start.setup;
    Pos   *pos = &out->start.pos.head;
    if (games_setup(game, setup, &fault) != STATUS_OK)
        return "there is no such game";
    if (setup->game->text->pos_read(setup->variant, line, pos, &fault) != STATUS_OK ||
        pos->phase != 0)
        return "there is no such position";
    strcpy(out->position, line);
    return NULL;
}

/* Which puzzles of a set are counted: all, or those of one setup. */
typedef struct Choice {
    const char *text;
    const Game *game;
    char        setup[SETUP_TEXT_MAX]; /* "": every setup */
} Choice;

/* A bare name asks for the whole set; one with settings, for the puzzles of just these. */
static int read_choice(const char *name, Choice *choice, FILE *err)
{
    Setup setup;
    Text  text = text_over(choice->setup, sizeof choice->setup);
    int   failed = setup_from_word(name, &setup, err);
    if (failed != EXIT_DONE)
        return failed;
    choice->game = setup.game;
    choice->text = games_file(setup.game, "puzzles.txt");
    if (choice->text == NULL)
        return cmd_error(err, "puzzle", "there is no set of puzzles for %s", setup.game->title);
    if (strcmp(name, setup.game->name) != 0)
        setup_write(&setup, &text);
    return EXIT_DONE;
}

static bool is_chosen(const Choice *choice, const char *line)
{
    size_t length = strlen(choice->setup);
    if (*line == '#' || *line == '\n')
        return false;
    return length == 0 || (strncmp(line, choice->setup, length) == 0 && line[length] == ' ');
}

/* The line of the puzzle with this number, and how many there are up to it. */
static const char *find_line(const Choice *choice, uint32_t number, uint32_t *count)
{
    *count = 0;
    for (const char *line = choice->text; *line != '\0';) {
        if (is_chosen(choice, line) && ++*count == number)
            return line;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return NULL;
}

static int read_found(const char *found, PuzzleLine *out, FILE *err)
{
    size_t length = strcspn(found, "\n");
    char  *line = malloc(length + 1);
    if (line == NULL)
        return cmd_error_memory(err, "puzzle");
    memcpy(line, found, length);
    line[length] = '\0';
    const char *why = puzzle_line_read(line, out);
    free(line);
    return why == NULL ? EXIT_DONE : cmd_error(err, "puzzle", "%s", why);
}

int puzzle_from_set(const char *name, uint32_t number, PuzzleLine *out, FILE *err)
{
    Choice   choice;
    uint32_t count;
    int      failed = read_choice(name, &choice, err);
    if (failed != EXIT_DONE)
        return failed;
    const char *found = find_line(&choice, number, &count);
    if (found != NULL)
        return read_found(found, out, err);
    if (count == 0)
        return cmd_error(err, "puzzle",
                         "there is none for %s; `tessera puzzles %s --list` shows all",
                         choice.setup, choice.game->name);
    return cmd_error(err, "puzzle", "there is no puzzle %u for %s: there are %u", number,
                     choice.setup[0] != '\0' ? choice.setup : choice.game->title, count);
}

int puzzle_count(const char *name, uint32_t *count, FILE *err)
{
    Choice choice;
    int    failed = read_choice(name, &choice, err);
    if (failed == EXIT_DONE)
        find_line(&choice, UINT32_MAX, count);
    return failed;
}

void puzzle_question(const PuzzleLine *puzzle, Text *out)
{
    const Game *game = puzzle->start.setup.game;
    const char *side = game->sides[puzzle->start.pos.head.side];
    if (game->rules->lead != NULL)
        text_addf(out, "%s to move: exactly one turn wins.", side);
    else
        text_addf(out, "%s to move wins within %u turns of both sides: with which turn?", side,
                  puzzle->turns);
}
