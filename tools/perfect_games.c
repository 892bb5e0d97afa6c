/* SPDX-License-Identifier: MIT */
/* perfect_games - write games of perfect play for `tessera learn SETUP fit`.
 *
 *     perfect_games COUNT SEED SETUP >FILE
 *
 * Build the tablebase of SETUP in memory and write COUNT games.  Each begins with a random number of
 * random turns.  From there on every turn is drawn from those that keep the value of the position, so
 * the result of the game is the value of each of these positions.  They are marked as searched, with
 * the score 0: fit with `--score-share 0`.  The same arguments give the same games.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/learning.h"
#include "core/line.h"
#include "games/list.h"
#include "learn/self_play.h"
#include "solver/retro.h"
#include "solver/tb.h"

enum { RANDOM_TURNS_MAX = 400, TRIES = 40 };
#define TABLEBASE_BYTES ((size_t)4 << 30)

typedef struct Player {
    Setup      setup;
    Tablebase *tb;
    Random     random;
    uint32_t   seen; /* value-keeping turns of the position, while they are listed */
    Turn       chosen;
} Player;

static int fail(const char *why)
{
    fprintf(stderr, "perfect_games: %s\n", why);
    return 2;
}

/* List the turns that continue `turn` from `pos`; of those that keep the value of `root` choose one
 * at random (reservoir sampling). */
static void list_turns(Player *player, const Pos *root, const Pos *pos, Turn *turn)
{
    const Game *game = player->setup.game;
    Step       *steps = malloc(STEPS_MAX * sizeof *steps);
    if (steps == NULL)
        exit(fail("out of memory"));
    int count = game->rules->gen(pos, steps);
    for (int i = 0; i < count; i++) {
        PosBuffer next;
        game_copy(game, pos, &next.head);
        game->rules->apply(&next.head, steps[i]);
        turn->step[turn->count++] = steps[i];
        if (next.head.phase != 0)
            list_turns(player, root, &next.head, turn);
        else if (tb_keeps(player->tb, root, turn) &&
                 random_below(&player->random, ++player->seen) == 0)
            player->chosen = *turn;
        turn->count--;
    }
    free(steps);
}

/* Write a turn of random steps. */
static void random_turn(Player *player, const Pos *pos, Turn *turn)
{
    const Game *game = player->setup.game;
    Step       *steps = malloc(STEPS_MAX * sizeof *steps);
    PosBuffer   at;
    if (steps == NULL)
        exit(fail("out of memory"));
    game_copy(game, pos, &at.head);
    turn->count = 0;
    do {
        int count = game->rules->gen(&at.head, steps);
        turn->step[turn->count] = steps[random_below(&player->random, (uint32_t)count)];
        game->rules->apply(&at.head, turn->step[turn->count++]);
    } while (at.head.phase != 0);
    free(steps);
}

/* Choose a turn that keeps the value: most often a random one does. */
static void choose_turn(Player *player, const Pos *pos)
{
    Turn turn = { .count = 0 };
    for (int i = 0; i < TRIES; i++) {
        random_turn(player, pos, &player->chosen);
        if (tb_keeps(player->tb, pos, &player->chosen))
            return;
    }
    player->seen = 0;
    list_turns(player, pos, pos, &turn);
}

/* Begin `line` with random turns, and continue it to the end of the game.  Write the number of random
 * turns. */
static bool play_game(Player *player, Line *line, int *random_turns)
{
    if (line_init(line, &player->setup, NULL) != STATUS_OK ||
        line_play_random(line, &player->random, RANDOM_TURNS_MAX) != STATUS_OK)
        return false;
    *random_turns = (int)random_below(&player->random, (uint32_t)line_turns(line) + 1);
    while (line_turns(line) > *random_turns)
        line_undo_turn(line);
    while (line_outcome(line).ending == ENDING_NONE) {
        choose_turn(player, line_now(line));
        for (int i = 0; i < player->chosen.count; i++)
            if (line_step(line, player->chosen.step[i]) != STATUS_OK)
                return false;
    }
    return true;
}

/* As `learn` expects it: a search of one node, from the start, without exploring starts. */
static void write_head(const Player *player, uint64_t seed)
{
    SelfPlay play = { .setup = player->setup, .seed = seed, .nodes = 1 };
    char     head[SELF_PLAY_HEAD_MAX];
    Text     text = text_over(head, sizeof head);
    self_play_head(&play, &text);
    puts(head);
}

static void write_game(const Player *player, const Line *line, int random_turns)
{
    const Setup *setup = &player->setup;
    Outcome      outcome = line_outcome(line);
    const Pos   *last = line_now(line);
    printf("%s %d",
           outcome.ending == ENDING_DRAWN ? "="
           : outcome.winner == 0          ? "0"
                                          : "1",
           setup->game->rules->lead == NULL ? 0 : setup->game->rules->lead(last));
    for (int number = 0; number < line_turns(line); number++) {
        Turn turn;
        line_turn(line, number, &turn);
        for (int i = 0; i < turn.count; i++)
            printf(" %u%s", setup->game->learning->step_id(setup->variant, turn.step[i]),
                   i == 0 && number >= random_turns ? "=0" : "");
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    RetroOptions options = { .threads = 2, .memory_bytes = TABLEBASE_BYTES };
    RetroReport  report;
    Player       player = { .seen = 0 };
    PosBuffer    start;
    Fault        fault;
    int          count = argc > 1 ? atoi(argv[1]) : 0;
    if (argc != 4 || count < 1)
        return fail("usage: perfect_games COUNT SEED SETUP");
    if (games_setup(argv[3], &player.setup, &fault) != STATUS_OK)
        return fail(fault.why);
    if (player.setup.game->learning == NULL)
        return fail("the game has no step ids");
    player.random = random_seeded(strtoull(argv[2], NULL, 10));
    player.setup.game->rules->start(player.setup.variant, &start.head);
    player.tb = tb_build(player.setup.game, &start.head, &options, &report, &fault);
    if (player.tb == NULL)
        return fail(fault.why);
    write_head(&player, strtoull(argv[2], NULL, 10));
    for (int i = 0; i < count; i++) {
        Line line;
        int  random_turns;
        bool ok = play_game(&player, &line, &random_turns);
        if (ok)
            write_game(&player, &line, random_turns);
        line_free(&line);
        if (!ok)
            return fail("out of memory");
    }
    tb_close(player.tb);
    return fflush(stdout) == 0 ? 0 : fail("cannot write");
}
