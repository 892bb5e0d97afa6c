/* SPDX-License-Identifier: MIT */
#include "cmd/puzzle_set.h"

#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "term/term_text.h"

enum { NUMBER_MAX = 1000000 };

/* Copy the next field of `*rest`.  False if there is none or it is too long. */
static bool take_field(const char **rest, char *field, size_t size)
{
    size_t length = strcspn(*rest, " ");
    if (length == 0 || length >= size || (*rest)[length] != ' ')
        return false;
    memcpy(field, *rest, length);
    field[length] = '\0';
    *rest += length + 1;
    return true;
}

static bool take_number(const char **rest, uint32_t *number)
{
    char field[16], *end;
    if (!take_field(rest, field, sizeof field) || field[0] < '0' || field[0] > '9')
        return false;
    unsigned long value = strtoul(field, &end, 10);
    *number = (uint32_t)value;
    return *end == '\0' && value <= NUMBER_MAX;
}

const char *puzzle_line_read(const char *line, PuzzleLine *out)
{
    char  game[SETUP_TEXT_MAX];
    Fault fault;
    if (!take_field(&line, game, sizeof game) || !take_number(&line, &out->turns) ||
        !take_number(&line, &out->good) || !take_field(&line, out->turn, sizeof out->turn) ||
        strlen(line) >= sizeof out->position)
        return "the line does not read SETUP LENGTH GOOD MOVE POSITION";
    Setup *setup = &out->start.setup;
    Pos   *pos = &out->start.pos.head;
    if (games_setup(game, setup, &fault) != STATUS_OK)
        return "the setup is not valid";
    if (setup->game->text->pos_read(setup->variant, line, pos, &fault) != STATUS_OK ||
        pos->phase != 0)
        return "the position is not valid, or in the middle of a turn";
    strcpy(out->position, line);
    return NULL;
}

/* The puzzles to choose from: the complete set of a game, or those of one setup. */
typedef struct Choice {
    const char *text;
    const Game *game;
    char        setup[SETUP_TEXT_MAX]; /* "": every setup */
} Choice;

/* Read NAME, which means the complete set, or NAME:VARIANT, which means that variant only. */
static int read_choice(const char *name, Choice *choice, FILE *err)
{
    Setup setup;
    Text  text = text_over(choice->setup, sizeof choice->setup);
    int   failed = setup_from_text(name, &setup, err);
    if (failed != EXIT_DONE)
        return failed;
    choice->game = setup.game;
    choice->text = games_file(setup.game, "puzzles.txt");
    if (choice->text == NULL)
        return cmd_error(err, "puzzle", "there are no puzzles for %s", setup.game->title);
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

/* Return the line of this puzzle, or NULL.  Count the puzzles up to it. */
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
        return cmd_error(
            err, "puzzle",
            "there are no puzzles for %s; `tessera puzzles %s --list` lists the others",
            choice.setup, choice.game->name);
    return cmd_error(err, "puzzle", "there is no puzzle %u for %s; the last is %u", number,
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

void puzzle_question(const PuzzleLine *puzzle, const char *language, Text *out)
{
    bool     has_points = puzzle->start.setup.game->rules->lead != NULL;
    TermText speech = term_text_of(&puzzle->start.setup, language);
    Message  question = term_message(has_points ? TERM_MSG_PUZZLE_POINTS : TERM_MSG_PUZZLE_WIN);
    message_side(&question, "side", puzzle->start.pos.head.side);
    if (!has_points)
        message_count(&question, "n", (int)puzzle->turns);
    term_text_write(&speech, &question, out);
}
