/* SPDX-License-Identifier: MIT */
#include "cmd/puzzle_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "games/list.h"

extern const EmbeddedFile PUZZLE_TEXTS[]; /* data/puzzles, one file a game */

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
        return "a puzzle reads SETUP TURNS GOOD TURN POSITION";
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

static const EmbeddedFile *set_of(const Game *game)
{
    size_t length = strlen(game->name);
    for (const EmbeddedFile *file = PUZZLE_TEXTS; file->name != NULL; file++)
        if (strncmp(file->name, game->name, length) == 0 &&
            strcmp(file->name + length, ".txt") == 0)
            return file;
    return NULL;
}

/* The line of the puzzle in its set, and how many there are up to it. */
static const char *find_line(const EmbeddedFile *file, uint32_t number, uint32_t *count)
{
    *count = 0;
    for (const char *line = (const char *)file->data; *line != '\0';) {
        if (*line != '#' && *line != '\n' && ++*count == number)
            return line;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return NULL;
}

int puzzle_from_set(const char *name, uint32_t number, PuzzleLine *out, FILE *err)
{
    Setup    setup;
    uint32_t count;
    int      failed = setup_from_word(name, &setup, err);
    if (failed != EXIT_DONE)
        return failed;
    const EmbeddedFile *file = set_of(setup.game);
    if (file == NULL)
        return complain(err, "puzzle", "there is no set of puzzles for %s", setup.game->title);
    const char *found = find_line(file, number, &count);
    if (found == NULL)
        return complain(err, "puzzle", "there is no puzzle %u for %s: there are %u", number,
                        setup.game->title, count);
    size_t length = strcspn(found, "\n");
    char  *line = malloc(length + 1);
    if (line == NULL)
        return complain_memory(err, "puzzle");
    memcpy(line, found, length);
    line[length] = '\0';
    const char *why = puzzle_line_read(line, out);
    free(line);
    return why == NULL ? EXIT_DONE : complain(err, "puzzle", "%s", why);
}
