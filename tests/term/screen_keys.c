/* SPDX-License-Identifier: MIT */
/* screen_keys keys|mouse WIDTH HEIGHT GAME:VARIANT MOVE...
 *
 * How a person at the full-screen table would play these turns: for each turn one line with the keys
 * as tmux names them, or with the places to press as X,Y (and keys for menus, as KEY:NAME).  The way
 * of the cursor is found among the arrow keys alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"
#include "games/list.h"
#include "term/move_input.h"
#include "term/screen_layout.h"

typedef struct Person {
    bool     mouse;
    Setup    setup;
    Shape    shape;
    BoardMap map;
    int      cursor;
} Person;

static const struct {
    const char *name;
    int         dx, dy;
} ARROWS[] = {
    { "Up", 0, -1 },    { "Down", 0, 1 },   { "Left", -1, 0 }, { "Right", 1, 0 },
    { "Home", -1, -1 }, { "PPage", 1, -1 }, { "End", -1, 1 },  { "NPage", 1, 1 },
};

/* Breadth first from the goal's side: `back[c]` is the arrow that led to c. */
static void print_way(Person *person, int goal)
{
    int  count = person->shape.cell_count, head = 0, tail = 0, length = 0;
    int *queue = calloc((size_t)count, sizeof(int)), *from = calloc((size_t)count, sizeof(int));
    int *arrow = calloc((size_t)count, sizeof(int)), *way = calloc((size_t)count, sizeof(int));
    if (queue == NULL || from == NULL || arrow == NULL || way == NULL)
        abort();
    memset(from, -1, (size_t)count * sizeof(int));
    queue[tail++] = person->cursor;
    from[person->cursor] = person->cursor;
    while (head < tail && from[goal] < 0) {
        int cell = queue[head++];
        for (int a = 0; a < 8; a++) {
            int next = board_neighbour(&person->map, cell, ARROWS[a].dx, ARROWS[a].dy);
            if (from[next] >= 0)
                continue;
            from[next] = cell, arrow[next] = a;
            queue[tail++] = next;
        }
    }
    if (from[goal] < 0) {
        fprintf(stderr, "no arrows lead to %s\n", person->shape.cells[goal].label);
        exit(1);
    }
    for (int cell = goal; cell != person->cursor; cell = from[cell])
        way[length++] = arrow[cell];
    while (length > 0)
        printf("%s ", ARROWS[way[--length]].name);
    person->cursor = goal;
    free(queue), free(from), free(arrow), free(way);
}

static void touch(Person *person, int cell)
{
    if (person->mouse) {
        printf("%d,%d ", person->map.spot[cell].x, person->map.spot[cell].y);
        person->cursor = cell;
        return;
    }
    print_way(person, cell);
    printf("Enter ");
}

static void press(const Person *person, const char *key)
{
    printf("%s%s ", person->mouse ? "KEY:" : "", key);
}

static void choose(const Person *person, const MoveInputChoice *choices, int count, Step step)
{
    char key[2] = "1";
    for (int i = 0; i < count; i++, key[0]++)
        if (choices[i].step == step)
            press(person, key);
}

/* The touches of one step, in the order that the game gives. */
static void take_step(Person *person, const Pos *pos, Step wanted)
{
    const Game     *game = person->setup.game;
    MoveInput       input;
    InputHint       hint;
    Step            step = 0;
    MoveInputAnswer answer = MOVE_INPUT_MORE;
    move_input_init(&input);
    TermText speech = term_text_of(&person->setup, NULL);
    if (!move_input_begin(&input, &speech, &person->shape, pos))
        abort();
    game->view->input_hint(pos, wanted, &hint);
    CellList cells = hint.cells;
    if (cells.count == 0) {
        press(person, "a");
        choose(person, input.free, input.free_count, wanted);
    }
    for (int i = 0; i < cells.count && answer == MOVE_INPUT_MORE; i++) {
        touch(person, cells.cell[i]);
        answer = move_input_select(&input, cells.cell[i], &step);
    }
    if (answer == MOVE_INPUT_MORE && cells.count > 0) { /* that is all: the last cell once more */
        touch(person, cells.cell[cells.count - 1]);
        answer = move_input_select(&input, cells.cell[cells.count - 1], &step);
    }
    if (answer == MOVE_INPUT_CHOOSE)
        choose(person, input.choice, input.choice_count, wanted);
    if (answer == MOVE_INPUT_ILLEGAL || (answer == MOVE_INPUT_STEP && step != wanted)) {
        fprintf(stderr, "the hand does not find the step\n");
        exit(1);
    }
    move_input_free(&input);
}

static void take_turn(Person *person, Pos *pos, const char *words)
{
    const Game *game = person->setup.game;
    Turn        turn;
    Fault       fault;
    if (turn_read(game, pos, words, &turn, &fault) != STATUS_OK) {
        fprintf(stderr, "%s: %s\n", words, fault.why);
        exit(1);
    }
    for (int i = 0; i < turn.count; i++) {
        take_step(person, pos, turn.step[i]);
        game->rules->apply(pos, turn.step[i]);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    Person    person = { .mouse = argc > 1 && strcmp(argv[1], "mouse") == 0 };
    PosBuffer pos;
    Pieces    pieces;
    Fault     fault;
    if (argc < 6 || games_setup(argv[4], &person.setup, &fault) != STATUS_OK) {
        fprintf(stderr, "usage: screen_keys keys|mouse WIDTH HEIGHT GAME MOVE...\n");
        return 2;
    }
    const Game *game = person.setup.game;
    shape_init(&person.shape);
    pieces_init(&pieces);
    game->rules->start(person.setup.variant, &pos.head);
    if (!game->view->shape(person.setup.variant, &person.shape) ||
        !game->view->pieces(&pos.head, &pieces))
        return 1;
    bool dice = board_has_dice(&pieces);
    pieces_free(&pieces);
    int size = layout_board_size(&person.shape, dice, atoi(argv[2]), atoi(argv[3]), 0);
    if (!board_map_init(&person.map, &person.shape, dice, size, false))
        return 1;
    person.cursor = board_middle(&person.map);
    for (int i = 5; i < argc; i++)
        take_turn(&person, &pos.head, argv[i]);
    board_map_free(&person.map);
    shape_free(&person.shape);
    return 0;
}
