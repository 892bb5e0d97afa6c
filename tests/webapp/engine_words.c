/* SPDX-License-Identifier: MIT */
/* engine_words SEED - print every English term and message that the engine sends to the web app, one
 * JSON object per line: names of sides, result reasons, panel labels and values, step labels, and the
 * reasons why plausible attempts are illegal.  engine_words.mjs checks the translations with it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/line.h"
#include "core/shape.h"
#include "games/list.h"
#include "play/view_json.h"

enum {
    TURNS_MAX = 90,  /* of one random game */
    ATTEMPTS = 6,    /* at each of its positions */
    CELLS_MAX = 200, /* larger boards give no new messages and are slow */
    LINE_BYTES_MAX = 1 << 16,
};

typedef struct Play {
    Setup     setup;
    PosBuffer pos, other; /* other: an earlier position of the same game */
    Shape     shape;
    Random    random;
    Step     *steps;
} Play;

static void print_word(const char *kind, const char *word)
{
    Buffer out;
    buffer_init(&out, LINE_BYTES_MAX);
    Json json = json_over(&out);
    json_object(&json, NULL);
    json_string(&json, "kind", kind);
    json_string(&json, "word", word);
    json_end_object(&json);
    if (word[0] != '\0')
        puts(out.data);
    buffer_free(&out);
}

static void print_panel(const Play *play)
{
    PanelRows panel;
    panel_rows(play->setup.game, &play->pos.head, &LANGUAGE_ENGLISH, &panel);
    for (int i = 0; i < panel.count; i++) {
        print_word("panel", panel.row[i].label);
        print_word("value", panel.row[i].value);
    }
}

/* Simulate a mistake: the cells of a legal step with one of them replaced. */
static int wrong_cells(Play *play, int count, uint16_t cells[TOUCHES_MAX])
{
    char     name[64];
    Text     label = text_over(name, sizeof name);
    CellList touched = { .count = 0 };
    Step     step = play->steps[random_below(&play->random, (uint32_t)count)];
    play->setup.game->view->touches(&play->pos.head, step, &touched, &label);
    print_word("label", name);
    if (touched.count == 0)
        touched.count = 1;
    memcpy(cells, touched.cell, sizeof touched.cell);
    cells[random_below(&play->random, (uint32_t)touched.count)] =
        (uint16_t)random_below(&play->random, (uint32_t)play->shape.cell_count);
    return touched.count;
}

static void attempt_cells(Play *play, int count)
{
    uint16_t cells[TOUCHES_MAX];
    int      cell_count = wrong_cells(play, count, cells);
    Buffer   out;
    buffer_init(&out, LINE_BYTES_MAX);
    Json json = json_over(&out);
    json_object(&json, NULL);
    json_string(&json, "kind", "refusal");
    json_string(&json, "game", play->setup.game->name);
    Status status = view_refusal(&json, "refusal", &play->setup, &play->pos.head, NULL, 0, cells,
                                 cell_count, NULL);
    json_end_object(&json);
    if (status == STATUS_OK && !out.failed)
        puts(out.data);
    buffer_free(&out);
}

/* Try a move that was legal earlier in the game and may be illegal now. */
static void attempt_move(Play *play)
{
    const Game *game = play->setup.game;
    char        notation[TURN_TEXT_MAX];
    Text        text = text_over(notation, sizeof notation);
    PosBuffer   pos;
    Turn        turn = { .count = 0 };
    game_copy(game, &play->other.head, &pos.head);
    do {
        int count = game->rules->gen(&pos.head, play->steps);
        if (count == 0)
            return;
        turn.step[turn.count] = play->steps[random_below(&play->random, (uint32_t)count)];
        game->rules->apply(&pos.head, turn.step[turn.count++]);
    } while (pos.head.phase != 0 && turn.count < TURN_STEPS_MAX);
    turn_write(game, &play->other.head, &turn, &text);

    Buffer out;
    buffer_init(&out, LINE_BYTES_MAX);
    Json json = json_over(&out);
    json_object(&json, NULL);
    json_string(&json, "kind", "refusal");
    json_string(&json, "game", game->name);
    view_explain(&json, "refusal", &play->setup, &play->pos.head, notation);
    json_end_object(&json);
    puts(out.data);
    buffer_free(&out);
}

static void play_game(Play *play)
{
    const Game *game = play->setup.game;
    game->rules->start(play->setup.variant, &play->pos.head);
    game_copy(game, &play->pos.head, &play->other.head);
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        print_panel(play);
        int count = game->rules->gen(&play->pos.head, play->steps);
        for (int i = 0; i < ATTEMPTS && count > 0; i++)
            attempt_cells(play, count);
        attempt_move(play);
        count = game->rules->gen(&play->pos.head, play->steps);
        if (count == 0 || game->rules->outcome(&play->pos.head).ending != ENDING_NONE)
            return;
        if (turn % 4 == 0 && play->pos.head.phase == 0)
            game_copy(game, &play->pos.head, &play->other.head);
        game->rules->apply(&play->pos.head,
                           play->steps[random_below(&play->random, (uint32_t)count)]);
    }
}

static void print_game(const Game *game, Play *play)
{
    for (int side = 0; side < 2; side++)
        print_word("side", game->sides[side]);
    for (int i = 0; i < game->reason_count; i++)
        print_word("reason", game->reasons[i].word);
    for (int i = 0; game->variants[i] != NULL; i++) {
        char setup[SETUP_TEXT_MAX];
        snprintf(setup, sizeof setup, "%s:%s", game->name, game->variants[i]);
        print_word("variant", setup);
        if (games_setup(setup, &play->setup, NULL) != STATUS_OK)
            exit(EXIT_FAILURE);
        shape_init(&play->shape);
        if (game->view->shape(play->setup.variant, &play->shape) &&
            play->shape.cell_count <= CELLS_MAX)
            play_game(play);
        shape_free(&play->shape);
    }
}

int main(int count, char **args)
{
    Play *play = calloc(1, sizeof *play);
    Step *steps = malloc(STEPS_MAX * sizeof *steps);
    if (play == NULL || steps == NULL)
        return EXIT_FAILURE;
    play->steps = steps;
    play->random = random_seeded(count > 1 ? strtoull(args[1], NULL, 10) : 1);
    for (int i = 0; GAMES[i] != NULL; i++)
        print_game(GAMES[i], play);
    free(steps);
    free(play);
    return EXIT_SUCCESS;
}
