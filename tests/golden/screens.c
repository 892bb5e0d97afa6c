/* SPDX-License-Identifier: MIT */
/* screens FILE          draw the board that FILE describes and compare every character
 * screens --write FILE  write FILE anew
 *
 * A golden screen is a board as the full-screen table draws it, in every size, in ASCII and in
 * Unicode, and once turned round.  Below the first drawing of each size the grounds are shown, a
 * letter for each character that is marked.  The header ends with the first blank line:
 *
 *     # words for people
 *     setup GAME:VARIANT
 *     position POSITION         default: the start
 *     sizes FIRST LAST          which sizes, 0 being the largest; default: all
 *     cursor CELL               where the cursor stands
 *     last|chosen|offending|hint CELL...
 *     targets                   mark the cells that may be touched first
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/setup.h"
#include "games/list.h"
#include "term/board.h"

typedef struct Picture {
    Setup     setup;
    PosBuffer pos;
    Shape     shape;
    Pieces    pieces;
    Regions   regions;
    uint8_t  *grounds;
    int       first, last; /* sizes */
    int       cursor;
    size_t    header; /* bytes */
} Picture;

static char *read_file(const char *path)
{
    static char text[1 << 20];
    FILE       *in = fopen(path, "r");
    if (in == NULL)
        return NULL;
    size_t got = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[got] = '\0';
    return text;
}

/* --- the header --- */

static bool set_setup(Picture *picture, char *value)
{
    Fault fault;
    if (games_setup(value, &picture->setup, &fault) != STATUS_OK)
        return false;
    const Game *game = picture->setup.game;
    game->rules->start(picture->setup.variant, &picture->pos.head);
    if (!game->view->shape(picture->setup.variant, &picture->shape))
        return false;
    picture->grounds = calloc((size_t)picture->shape.cell_count, 1);
    return picture->grounds != NULL;
}

static bool set_position(Picture *picture, char *value)
{
    Fault fault;
    return picture->setup.game->text->pos_read(picture->setup.variant, value, &picture->pos.head,
                                               &fault) == STATUS_OK;
}

static bool set_sizes(Picture *picture, char *value)
{
    return sscanf(value, "%d %d", &picture->first, &picture->last) == 2;
}

static bool set_cursor(Picture *picture, char *value)
{
    picture->cursor = shape_find(&picture->shape, value);
    return picture->cursor >= 0;
}

static bool set_grounds(Picture *picture, char *value, Ground ground)
{
    char *rest = NULL;
    for (char *label = strtok_r(value, " ", &rest); label != NULL;
         label = strtok_r(NULL, " ", &rest)) {
        int cell = shape_find(&picture->shape, label);
        if (cell < 0)
            return false;
        picture->grounds[cell] = (uint8_t)ground;
    }
    return true;
}

static bool set_last(Picture *picture, char *value)
{
    return set_grounds(picture, value, GROUND_LAST);
}

static bool set_chosen(Picture *picture, char *value)
{
    return set_grounds(picture, value, GROUND_CHOSEN);
}

static bool set_offending(Picture *picture, char *value)
{
    return set_grounds(picture, value, GROUND_OFFENDING);
}

static bool set_hint(Picture *picture, char *value)
{
    return set_grounds(picture, value, GROUND_HINT);
}

static bool set_targets(Picture *picture, char *value)
{
    static Step steps[STEPS_MAX];
    const Game *game = picture->setup.game;
    int         count = game->rules->gen(&picture->pos.head, steps);
    (void)value;
    for (int i = 0; i < count; i++) {
        InputHint hint;
        game->view->input_hint(&picture->pos.head, steps[i], &hint);
        if (hint.cells.count > 0 && picture->grounds[hint.cells.cell[0]] == GROUND_NONE)
            picture->grounds[hint.cells.cell[0]] = GROUND_TARGET;
    }
    return true;
}

typedef struct Field {
    const char *name;
    bool (*set)(Picture *picture, char *value);
} Field;

static const Field FIELDS[] = {
    { "setup", set_setup },         { "position", set_position }, { "sizes", set_sizes },
    { "cursor", set_cursor },       { "last", set_last },         { "chosen", set_chosen },
    { "offending", set_offending }, { "hint", set_hint },         { "targets", set_targets },
};

static bool read_field(Picture *picture, char *line)
{
    size_t length = strcspn(line, " ");
    if (line[0] == '#')
        return true;
    for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++)
        if (strlen(FIELDS[i].name) == length && strncmp(FIELDS[i].name, line, length) == 0)
            return (picture->setup.game != NULL || i == 0) &&
                   FIELDS[i].set(picture, line + length + (line[length] == ' '));
    return false;
}

static bool read_header(const char *path, const char *text, Picture *picture)
{
    const char *at = text;
    for (int number = 1; *at != '\n' && *at != '\0'; number++) {
        char   line[POS_TEXT_MAX];
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        if (!read_field(picture, line)) {
            fprintf(stderr, "%s:%d: a header cannot hold '%s'\n", path, number, line);
            return false;
        }
        at += length + (at[length] == '\n');
    }
    picture->header = (size_t)(at - text) + (*at == '\n');
    return picture->setup.game != NULL;
}

/* --- the drawings --- */

static bool draw(const Picture *picture, int size, bool unicode, bool flipped, Buffer *out)
{
    BoardMap  map;
    Canvas    canvas;
    BoardView view = { .game = picture->setup.game,
                       .pieces = &picture->pieces,
                       .regions = &picture->regions,
                       .grounds = picture->grounds,
                       .cursor = picture->cursor,
                       .strong = true };
    if (!board_map_init(&map, &picture->shape, board_has_dice(&picture->pieces), size, flipped) ||
        !canvas_init(&canvas, map.width, map.height, unicode))
        return false;
    board_draw(&map, &view, &canvas);
    buffer_addf(out, "size %d, %d x %d, %s%s\n\n", size, map.width, map.height,
                unicode ? "Unicode" : "ASCII", flipped ? ", turned round" : "");
    canvas_write(&canvas, out);
    buffer_add(out, "\n");
    if (!unicode && !flipped) {
        buffer_add(out, "grounds\n\n");
        canvas_write_grounds(&canvas, out);
        buffer_add(out, "\n");
    }
    canvas_free(&canvas);
    board_map_free(&map);
    return true;
}

static bool draw_all(Picture *picture, Buffer *out)
{
    const GameView *view = picture->setup.game->view;
    if (!view->pieces(&picture->pos.head, &picture->pieces) ||
        (view->regions != NULL && !view->regions(&picture->pos.head, &picture->regions)))
        return false;
    int last = board_sizes(&picture->shape, board_has_dice(&picture->pieces)) - 1;
    if (picture->last < 0)
        picture->last = last;
    for (int size = picture->first; size <= picture->last; size++)
        if (!draw(picture, size, false, false, out) || !draw(picture, size, true, false, out))
            return false;
    return draw(picture, picture->last, false, true, out);
}

/* --- comparing --- */

static int compare(const char *path, const char *wanted, const char *found)
{
    int line = 1;
    for (size_t i = 0;; i++) {
        if (wanted[i] != found[i]) {
            printf("%s: line %d below the header is not as it was; now there is\n%s", path, line,
                   found);
            return 1;
        }
        if (wanted[i] == '\0')
            return 0;
        line += wanted[i] == '\n';
    }
}

static int write_anew(const char *path, const char *text, const Picture *picture, const Buffer *out)
{
    char *header = strndup(text, picture->header);
    FILE *file = fopen(path, "w");
    if (header == NULL || file == NULL)
        return 1;
    fprintf(file, "%s%s", header, out->data);
    free(header);
    return fclose(file) != 0;
}

int main(int argc, char **argv)
{
    bool        writes = argc == 3 && strcmp(argv[1], "--write") == 0;
    const char *path = writes ? argv[2] : argv[1];
    Picture     picture = { .last = -1, .cursor = -1 };
    Buffer      out;
    setlocale(LC_CTYPE, "C.UTF-8");
    if (argc != 2 + writes) {
        fprintf(stderr, "usage: screens [--write] FILE\n");
        return 2;
    }
    char *text = read_file(path);
    shape_init(&picture.shape);
    pieces_init(&picture.pieces);
    regions_init(&picture.regions);
    buffer_init(&out, 1 << 20);
    if (text == NULL || !read_header(path, text, &picture) || !draw_all(&picture, &out) ||
        out.failed) {
        fprintf(stderr, "%s: cannot be read or drawn\n", path);
        return 1;
    }
    int failed = writes ? write_anew(path, text, &picture, &out)
                        : compare(path, text + picture.header, out.data);
    free(picture.grounds);
    shape_free(&picture.shape);
    pieces_free(&picture.pieces);
    regions_free(&picture.regions);
    buffer_free(&out);
    return failed;
}
