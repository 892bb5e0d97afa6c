/* SPDX-License-Identifier: MIT */
/* value_keeping - count how often the search plays a move that keeps the value of a solved position.
 *
 *     value_keeping COUNT NODES SEED SETUP...
 *
 * For each SETUP, build its tablebase in memory and take COUNT positions from random games, one from
 * each game, a random number of moves before its end.  The search, which does not probe the tablebase,
 * plays with NODES nodes.  Print the share of kept values; also among the positions that have a move
 * which gives the value away, since the search cannot err in the others.  The same arguments give the
 * same positions.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/line.h"
#include "games/list.h"
#include "search/search.h"
#include "solver/retro.h"
#include "solver/tb.h"

enum { RANDOM_TURNS_MAX = 400 };
#define TABLEBASE_BYTES ((size_t)4 << 30)

typedef struct Trial {
    Setup      setup;
    Search    *search;
    uint64_t   nodes;
    Tablebase *tb;
    Random     random;
} Trial;

typedef struct Tally {
    int seen, kept;             /* all positions */
    int critical, held;         /* those in which some move gives the value away */
    int seen_of[4], lost_of[4]; /* by ProofValue: wins of side 0 and 1, draws */
} Tally;

static int fail(const char *why)
{
    fprintf(stderr, "value_keeping: %s\n", why);
    return 2;
}

/* Begin `line` with a random number of moves of a random game. */
static bool take_position(Trial *trial, Line *line)
{
    if (line_init(line, &trial->setup, NULL) != STATUS_OK ||
        line_play_random(line, &trial->random, RANDOM_TURNS_MAX) != STATUS_OK)
        return false;
    int keep = (int)random_below(&trial->random, (uint32_t)line_turns(line) + 1);
    while (line_turns(line) > keep)
        line_undo_turn(line);
    return true;
}

/* True if some turn from this position, in which `turn` holds the steps before `pos`, gives the value
 * of `root` away. */
static bool can_err(const Trial *trial, const Pos *root, const Pos *pos, Turn *turn)
{
    const GameRules *rules = trial->setup.game->rules;
    Step            *steps = malloc(STEPS_MAX * sizeof *steps);
    bool             found = false;
    if (steps == NULL)
        exit(fail("out of memory"));
    int count = rules->gen(pos, steps);
    for (int i = 0; i < count && !found; i++) {
        PosBuffer next;
        game_copy(trial->setup.game, pos, &next.head);
        turn->step[turn->count++] = steps[i];
        rules->apply(&next.head, steps[i]);
        found = next.head.phase == 0 ? !tb_keeps(trial->tb, root, turn)
                                     : can_err(trial, root, &next.head, turn);
        turn->count--;
    }
    free(steps);
    return found;
}

/* Search one position and count it. */
static bool try_position(Trial *trial, const Line *line, Tally *tally)
{
    static SearchResult result;
    const Pos          *pos = line_now(line);
    TbAnswer            answer;
    SearchLimits        limits = { .nodes = trial->nodes };
    Turn                turn = { .count = 0 };
    if (!tb_probe(trial->tb, pos, &answer))
        return false;
    search_clear(trial->search);
    if (search_think(trial->search, line, &limits, NULL, NULL, &result) != STATUS_OK)
        return false;
    bool keeps = tb_keeps(trial->tb, pos, &result.turn),
         is_critical = can_err(trial, pos, pos, &turn);
    tally->seen++;
    tally->kept += keeps;
    tally->critical += is_critical;
    tally->held += is_critical && keeps;
    tally->seen_of[answer.value]++;
    tally->lost_of[answer.value] += !keeps;
    return true;
}

static void print_tally(const Trial *trial, const Tally *tally)
{
    char string[SETUP_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    setup_write(&trial->setup, &text);
    printf("%s: %d of %d kept (%.2f %%); %d of %d where a move can err (%.2f %%)\n", string,
           tally->kept, tally->seen, 100.0 * tally->kept / tally->seen, tally->held,
           tally->critical, tally->critical > 0 ? 100.0 * tally->held / tally->critical : 100.0);
    printf(
        "    given away: %d of %d wins of the first side, %d of %d of the second, %d of %d draws\n",
        tally->lost_of[PROOF_FIRST], tally->seen_of[PROOF_FIRST], tally->lost_of[PROOF_SECOND],
        tally->seen_of[PROOF_SECOND], tally->lost_of[PROOF_DRAW], tally->seen_of[PROOF_DRAW]);
    fflush(stdout);
}

static int run(Trial *trial, int count)
{
    Tally        tally = { .seen = 0 };
    RetroOptions options = { .threads = 2, .memory_bytes = TABLEBASE_BYTES };
    RetroReport  report;
    PosBuffer    start;
    Fault        fault;
    trial->setup.game->rules->start(trial->setup.variant, &start.head);
    trial->tb = tb_build(trial->setup.game, &start.head, &options, &report, &fault);
    if (trial->tb == NULL)
        return fail(fault.why);
    while (tally.seen < count) {
        Line line;
        bool ok = take_position(trial, &line) && try_position(trial, &line, &tally);
        line_free(&line);
        if (!ok)
            return fail("a position is not in the tablebase, or memory ran out");
    }
    print_tally(trial, &tally);
    tb_close(trial->tb);
    return 0;
}

int main(int argc, char **argv)
{
    SearchOptions options = search_options();
    Trial         trial = { .nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 0 };
    int           count = argc > 1 ? atoi(argv[1]) : 0, status = 0;
    Fault         fault;
    if (argc < 5 || count < 1 || trial.nodes < 1)
        return fail("usage: value_keeping COUNT NODES SEED SETUP...");
    options.table_bytes = (size_t)16 << 20;
    trial.search = search_new(&options);
    if (trial.search == NULL)
        return fail("out of memory");
    for (int i = 4; i < argc && status == 0; i++) {
        trial.random = random_seeded(strtoull(argv[3], NULL, 10)); /* the same for each setup */
        status = games_setup(argv[i], &trial.setup, &fault) == STATUS_OK ? run(&trial, count)
                                                                         : fail(fault.why);
    }
    search_delete(trial.search);
    return status;
}
