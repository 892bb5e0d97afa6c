/* SPDX-License-Identifier: MIT */
/* A setup on the first line, a position or nothing on the second, then turns, one per line.  An
 * accepted turn is written canonically and read back.  A rejected one changes nothing and is
 * explained. */
#include <stdlib.h>
#include <string.h>

#include "core/line.h"
#include "games/list.h"
#include "fuzz.h"

enum { TURNS_MAX = 64 };

static void write_turn(const Game *game, const Pos *pos, const Turn *turn, char *words, size_t size)
{
    Text text = text_over(words, size);
    turn_write(game, pos, turn, &text);
    insist(!text.full && text.length > 0);
}

/* The canonical text of the turn leads to the same position, and is then canonical. */
static void check_turn_text(const Game *game, const Pos *before, const Turn *turn, const Pos *after)
{
    char      words[TURN_TEXT_MAX], again_words[TURN_TEXT_MAX];
    Turn      again;
    Fault     fault = { 0 };
    PosBuffer pos;
    write_turn(game, before, turn, words, sizeof words);
    insist(turn_read(game, before, words, &again, &fault) == STATUS_OK);
    game_copy(game, before, &pos.head);
    turn_apply(game, &pos.head, &again);
    insist(game_same(game, &pos.head, after));
    write_turn(game, before, &again, again_words, sizeof again_words);
    insist(strcmp(words, again_words) == 0);
}

static void check_played(Line *line, const char *words)
{
    const Game *game = line->setup.game;
    Turn        turn;
    Fault       fault = { 0 };
    PosBuffer   before, after;
    int         turns = line_turns(line);
    game_copy(game, line_now(line), &after.head);
    insist(game->rules->check(&after.head, &fault) == STATUS_OK);
    insist(line_undo_turn(line) && line_turns(line) == turns - 1);
    game_copy(game, line_now(line), &before.head);
    insist(turn_read(game, &before.head, words, &turn, &fault) == STATUS_OK);
    check_turn_text(game, &before.head, &turn, &after.head);
    insist(line_redo_turn(line) && line_turns(line) == turns);
    insist(game_same(game, line_now(line), &after.head));
}

static void check_refused(const Line *line, const char *words, const Fault *fault)
{
    const Game *game = line->setup.game;
    char        sentence[1024];
    Text        text = text_over(sentence, sizeof sentence);
    Turn        turn;
    Message     why;
    insist(fault->status != STATUS_OK && fault->at <= strlen(words) && fault->why[0] != '\0');
    /* If repetition or the limit has ended the line, the rules alone find nothing wrong. */
    bool legal = turn_explain(game, line_now(line), words, &turn, &why) == STATUS_OK;
    message_write(&why, game, line_now(line)->variant, &LANGUAGE_ENGLISH, &text);
    insist(!legal || line_outcome(line).ending != ENDING_NONE);
    insist(legal == (text.length == 0) && why.cells.count >= 0 && why.cells.count <= TOUCHES_MAX);
}

static void check_end(const Line *line)
{
    char    words[1024];
    Text    text = text_over(words, sizeof words);
    Outcome outcome = line_outcome(line);
    outcome_write(line->setup.game, line_now(line), outcome, &text);
    insist((outcome.ending == ENDING_NONE) == (text.length == 0));
    text_clear(&text);
    outcome_describe(line->setup.game, outcome, &text);
    insist((outcome.ending == ENDING_NONE) == (text.length == 0));
}

static void play(Line *line, char *turns)
{
    for (int n = 0; n < TURNS_MAX && turns != NULL; n++) {
        char *words = strsep(&turns, "\n");
        int   count = line->count;
        Fault fault = { 0 };
        if (line_play(line, words, &fault) == STATUS_OK) {
            check_played(line, words);
        } else {
            insist(line->count == count);
            check_refused(line, words, &fault);
        }
        check_end(line);
    }
}

static void try_line(const Setup *setup, const char *position, char *turns)
{
    PosBuffer pos;
    Line      line;
    if (*position == '\0')
        setup->game->rules->start(setup->variant, &pos.head);
    else if (setup->game->text->pos_read(setup->variant, position, &pos.head, NULL) != STATUS_OK)
        return;
    insist(line_init(&line, setup, &pos.head) == STATUS_OK);
    play(&line, turns);
    line_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *rest = text;
    Setup setup;
    insist(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    const char *setup_text = strsep(&rest, "\n");
    const char *position = rest == NULL ? NULL : strsep(&rest, "\n");
    if (rest != NULL && games_setup(setup_text, &setup, NULL) == STATUS_OK)
        try_line(&setup, position, rest);
    free(text);
    return 0;
}
