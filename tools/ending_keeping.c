/* SPDX-License-Identifier: MIT */
/* ending_keeping - count how often the search plays the best move in the last turns of a game.
 *
 *     ending_keeping GAMES NODES SEED TURNS SETUP...
 *
 * For each SETUP, a game with points, play GAMES games: four random turns, then the search with
 * GAME_NODES nodes per move.  The positions up to TURNS turns before the end are solved exactly
 * (core/margin.h); those that are too large are left out.  The search plays each with NODES nodes.
 * Print how often it keeps the result, how often also the final lead, and the nodes it needed.  It is
 * an error if a search that ended before its node limit, and so claims a proof, gives the result away.
 * The games have a depth limit, so that the exact search of late endings does not change them.
 * The same arguments give the same games, as long as the search does not change.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/line.h"
#include "core/margin.h"
#include "games/list.h"
#include "search/search.h"

enum { OPENING_TURNS = 4, GAME_NODES = 400, TURNS_MAX = 40, GAME_TURNS_MAX = 400 };
#define SOLVE_NODES UINT64_C(300000)

typedef struct Trial {
    Setup    setup;
    Search  *search;
    Margins *margins;
    uint64_t nodes;
    Random   random;
} Trial;

typedef struct Tally {
    int      seen, result_kept, lead_kept, too_large;
    int      wrong; /* the result was given away by a search that ended before its node limit */
    uint64_t nodes;
} Tally;

static int fail(const char *why)
{
    fprintf(stderr, "ending_keeping: %s\n", why);
    return 2;
}

/* Find the score of a position (core/margin.h) for `side` of it.  False if it is too large. */
static bool find_score(Trial *trial, const Pos *pos, int side, int *score)
{
    ScoreBounds known = { .low = -MARGINS_FAR, .high = MARGINS_FAR };
    uint64_t    before = margins_nodes(trial->margins);
    int         bound = 0;
    while (known.low < known.high) {
        uint64_t used = margins_nodes(trial->margins) - before;
        if (used >= SOLVE_NODES ||
            !margins_search(trial->margins, pos, bound, SOLVE_NODES - used, &known))
            return false;
        bound = known.low > -MARGINS_FAR ? known.low + 1 : known.high;
    }
    *score = side == 0 ? known.low : -known.low;
    return true;
}

/* Return the score for `side` after a turn. */
static bool find_score_after(Trial *trial, const Pos *pos, const Turn *turn, int side, int *score)
{
    const GameRules *rules = trial->setup.game->rules;
    PosBuffer        next;
    game_copy(trial->setup.game, pos, &next.head);
    for (int i = 0; i < turn->count; i++)
        rules->apply(&next.head, turn->step[i]);
    Outcome outcome = rules->outcome(&next.head);
    if (outcome.ending == ENDING_NONE)
        return find_score(trial, &next.head, side, score);
    int lead = 4 * rules->lead(&next.head) + (outcome.ending == ENDING_DRAWN ? 0
                                              : outcome.winner == 0          ? 1
                                                                             : -1);
    *score = side == 0 ? lead : -lead;
    return true;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

typedef enum Trying { TRYING_OK, TRYING_TOO_LARGE, TRYING_FAILED } Trying;

static Trying try_position(Trial *trial, const Line *line, Tally *tally)
{
    static SearchResult result;
    const Pos          *pos = line_now(line);
    SearchLimits        limits = { .nodes = trial->nodes };
    int                 best, played;
    if (!find_score(trial, pos, pos->side, &best))
        return TRYING_TOO_LARGE;
    search_clear(trial->search);
    if (search_think(trial->search, line, &limits, NULL, NULL, &result) != STATUS_OK)
        return TRYING_FAILED;
    if (!find_score_after(trial, pos, &result.turn, pos->side, &played))
        return TRYING_TOO_LARGE;
    tally->seen++;
    tally->result_kept += sign(played) == sign(best);
    tally->lead_kept += played == best;
    tally->wrong += result.nodes < trial->nodes && sign(played) != sign(best);
    tally->nodes += result.nodes;
    return TRYING_OK;
}

static bool play_game(Trial *trial, Line *line)
{
    static SearchResult result;
    SearchLimits        limits = { .nodes = GAME_NODES, .depth = SEARCH_DEPTH_MAX };
    if (line_init(line, &trial->setup, NULL) != STATUS_OK ||
        line_play_random(line, &trial->random, OPENING_TURNS) != STATUS_OK)
        return false;
    search_clear(trial->search);
    while (line_turns(line) < GAME_TURNS_MAX) {
        if (search_think(trial->search, line, &limits, NULL, NULL, &result) != STATUS_OK)
            return false;
        if (result.turn.count == 0)
            break;
        for (int i = 0; i < result.turn.count; i++)
            if (line_step(line, result.turn.step[i]) != STATUS_OK)
                return false;
    }
    return true;
}

static int run(Trial *trial, int games, int turns)
{
    Tally tally[TURNS_MAX + 1] = { { .seen = 0 } };
    char  string[SETUP_TEXT_MAX];
    Text  text = text_over(string, sizeof string);
    for (int game = 0; game < games; game++) {
        Line   line;
        Trying trying = play_game(trial, &line) ? TRYING_OK : TRYING_FAILED;
        for (int left = 1; left <= turns && line_turns(&line) > OPENING_TURNS; left++) {
            if (trying != TRYING_OK)
                break; /* the positions before are larger */
            line_undo_turn(&line);
            trying = try_position(trial, &line, &tally[left]);
            tally[left].too_large += trying == TRYING_TOO_LARGE;
        }
        line_free(&line);
        if (trying == TRYING_FAILED)
            return fail("memory ran out");
    }
    int wrong = 0;
    setup_write(&trial->setup, &text);
    for (int left = 1; left <= turns; left++) {
        const Tally *t = &tally[left];
        wrong += t->wrong;
        printf(
            "%s, %2d turns left: result kept in %d of %d, lead in %d, %.0f nodes; %d too large\n",
            string, left, t->result_kept, t->seen, t->lead_kept,
            t->seen > 0 ? (double)t->nodes / t->seen : 0.0, t->too_large);
    }
    fflush(stdout);
    return wrong > 0 ? fail("a proved result was given away") : 0;
}

int main(int argc, char **argv)
{
    SearchOptions options = search_options();
    Trial         trial = { .nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 0 };
    int   games = argc > 1 ? atoi(argv[1]) : 0, turns = argc > 4 ? atoi(argv[4]) : 0, status = 0;
    Fault fault;
    if (argc < 6 || games < 1 || trial.nodes < 1 || turns < 1 || turns > TURNS_MAX)
        return fail("usage: ending_keeping GAMES NODES SEED TURNS SETUP...");
    options.table_bytes = (size_t)16 << 20;
    trial.search = search_new(&options);
    for (int i = 5; i < argc && status == 0; i++) {
        trial.random = random_seeded(strtoull(argv[3], NULL, 10));
        if (games_setup(argv[i], &trial.setup, &fault) != STATUS_OK)
            return fail(fault.why);
        if (!margins_serve(trial.setup.game))
            return fail("the game has no points");
        trial.margins = margins_new(trial.setup.game, (size_t)64 << 20, NULL, NULL);
        status = trial.search == NULL || trial.margins == NULL ? fail("out of memory")
                                                               : run(&trial, games, turns);
        margins_delete(trial.margins);
    }
    search_delete(trial.search);
    return status;
}
