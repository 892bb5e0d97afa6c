/* SPDX-License-Identifier: MIT */
/* solver_agreement - compare proof search with tablebases on random positions of solved families.
 *
 *     solver_agreement COUNT SEED [SETUP...]
 *
 * For each SETUP (default: every family that is solved and small enough), build its tablebase in
 * memory, take COUNT random positions of it and solve each by the search alone, with a limited number
 * of nodes.  Values must be equal, exact distances too, and no other distance may be below that of the
 * tablebase.  Every 64th solved position is also solved from the tablebase with a proof, which the
 * naive checker must accept.
 *
 * Numbered positions are drawn at random from all layers, others come from random games.  Prints one
 * line per family and a total, and exits with status 1 if anything differs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/index.h"
#include "games/list.h"
#include "naive/list.h"
#include "naive/verify.h"
#include "solver/certify.h"

enum {
    MEMORY = 256 << 20,
    TABLE_MEMORY = 1 << 30,
    NODES = 5000, /* per position */
    PROOF_EVERY = 64,
    PROOF_POSITIONS = 20000,
    PROOF_BYTES = 16 << 20,
    TURNS_MAX = 40, /* of a random game */
};

static const char *const FAMILIES[] = {
    "gipf:2,2,6,6",
    "gipf:2,2,6,6;choice=mover",
    "gipf:2,3,6,6",
    "gipf:2,3,6,6;choice=mover",
    "gipf:3,3,4,4",
    "gipf:3,3,5,4",
    "gipf:3,3,5,4;choice=mover",
    "gipf:3,4,4,4",
    "gipf:3,5,4,4",
    "diavolo:3",
    "diavolo:4",
    "ponte:contest;size=4",
    "ponte:official;size=4",
    "alliances:3",
    "duell",
    "duell:king-capture",
};

typedef struct Family {
    Setup      setup;
    Random     random;
    Tablebase *tb;
    void      *index; /* open index, or NULL: positions come from random games */
    Solver    *solver;
    uint64_t   node_limit;
    int        compared, unknown, wrong, proofs, too_large;
} Family;

static bool is_over_budget(void *context)
{
    const Family *family = context;
    return family->solver != NULL && solver_nodes(family->solver) > family->node_limit;
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* --- positions --- */

/* Draw a number from all layers; the smaller layers are drawn as often as the largest. */
static void draw_number(Family *family, Pos *pos)
{
    const GameIndex *index = family->setup.game->index;
    IndexPlace       place;
    uint32_t         size;
    do {
        place.layer = random_below(&family->random, index->layer_count(family->index));
        size = index->layer_size(family->index, place.layer);
    } while (size == 0);
    place.number = random_below(&family->random, size);
    index->unrank(family->index, place, pos);
}

static void play_at_random(Family *family, Pos *pos)
{
    const GameRules *rules = family->setup.game->rules;
    Step             steps[STEPS_MAX];
    PosBuffer        next;
    uint32_t         turns = random_below(&family->random, TURNS_MAX);
    rules->start(family->setup.variant, pos);
    while (turns-- > 0) {
        game_copy(family->setup.game, pos, &next.head);
        do {
            int count = rules->gen(&next.head, steps);
            rules->apply(&next.head, steps[random_below(&family->random, (uint32_t)count)]);
        } while (next.head.phase != 0);
        if (rules->outcome(&next.head).ending != ENDING_NONE)
            return;
        game_copy(family->setup.game, &next.head, pos);
    }
}

static void draw_position(Family *family, Pos *pos)
{
    if (family->index != NULL)
        draw_number(family, pos);
    else
        play_at_random(family, pos);
}

/* --- comparison --- */

static void report(Family *family, const Pos *pos, const char *what)
{
    char string[POS_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    family->setup.game->text->pos_write(pos, &text);
    printf("WRONG %s: %s\n", what, string);
    family->wrong++;
}

static void compare(Family *family, const Pos *pos)
{
    Solution solution;
    TbAnswer answer;
    if (!tb_probe(family->tb, pos, &answer)) {
        report(family, pos, "not in the tablebase");
        return;
    }
    family->node_limit = solver_nodes(family->solver) + NODES;
    solver_solve(family->solver, pos, &solution);
    if (solution.value == PROOF_UNKNOWN) {
        family->unknown++;
        return;
    }
    family->compared++;
    bool wins = answer.value != PROOF_DRAW;
    if (solution.value != answer.value)
        report(family, pos, "value");
    else if (wins && solution.exact && solution.turns != answer.turns)
        report(family, pos, "exact distance");
    else if (wins && solution.turns < answer.turns)
        report(family, pos, "distance");
}

/* Solve from the tablebase, which is built for this position alone, and check the proof. */
static void check_proof(Family *family, const Pos *pos)
{
    const Game  *game = family->setup.game;
    DfpnLimits   limits = { .memory_bytes = MEMORY, .threads = 1, .expired = never };
    Solver      *solver = solver_new(game, &limits);
    Solution     solution;
    Buffer       text;
    VerifyReport verified;
    if (solver == NULL)
        exit(1);
    buffer_init(&text, PROOF_BYTES);
    solver_borrow_tablebase(solver, pos->variant, family->tb);
    solver_solve(solver, pos, &solution);
    if (solution.method != SOLVE_PROBE)
        report(family, pos, "proof without the tablebase");
    Status status = certify(solver, &family->setup, pos, &solution, PROOF_POSITIONS, &text);
    if (status == STATUS_NO_MEMORY)
        family->too_large++;
    else if (status != STATUS_OK || !verify_proof(text.data, text.length, &verified))
        report(family, pos, "proof");
    else
        family->proofs++;
    buffer_free(&text);
    solver_delete(solver);
}

/* --- families --- */

/* Return a position whose tablebase is that of the family. */
static void root_of(Family *family, Pos *pos)
{
    const Game *game = family->setup.game;
    uint32_t    variant;
    game->rules->start(family->setup.variant, pos);
    if (family->index == NULL || game->index->smallest(pos, &variant))
        return;
    do
        draw_number(family, pos);
    while (!game->index->smallest(pos, &variant));
}

static bool open_family(Family *family)
{
    const Game *game = family->setup.game;
    DfpnLimits  limits = {
         .memory_bytes = MEMORY, .threads = 1, .expired = is_over_budget, .context = family
    };
    RetroOptions options = { .threads = 2, .memory_bytes = TABLE_MEMORY };
    RetroReport  built;
    Fault        fault;
    PosBuffer    root;
    if (game->index != NULL && game->index->covers(family->setup.variant))
        family->index = game->index->open(family->setup.variant, NULL);
    root_of(family, &root.head);
    family->tb = tb_build(game, &root.head, &options, &built, &fault);
    family->solver = solver_new(game, &limits);
    if (family->tb == NULL)
        printf("%s\n", fault.why);
    return family->tb != NULL && family->solver != NULL;
}

static void close_family(Family *family)
{
    solver_delete(family->solver);
    tb_close(family->tb);
    if (family->index != NULL)
        family->setup.game->index->close(family->index);
}

static void run(const char *name, int count, uint32_t seed, Family *total)
{
    Family    family = { .random = random_seeded(seed) };
    PosBuffer pos;
    Fault     fault;
    if (games_setup(name, &family.setup, &fault) != STATUS_OK || !open_family(&family)) {
        fprintf(stderr, "solver_agreement: cannot open %s\n", name);
        exit(2);
    }
    for (int i = 0; i < count; i++) {
        draw_position(&family, &pos.head);
        compare(&family, &pos.head);
        if (i % PROOF_EVERY == 0)
            check_proof(&family, &pos.head);
    }
    printf(
        "%s: %d agree, %d wrong, %d not solved by the search; %d proofs verified, %d too large\n",
        name, family.compared - family.wrong, family.wrong, family.unknown, family.proofs,
        family.too_large);
    fflush(stdout);
    total->compared += family.compared;
    total->wrong += family.wrong;
    total->unknown += family.unknown;
    total->proofs += family.proofs;
    close_family(&family);
}

static int number_of(const char *text)
{
    int number = atoi(text);
    if (number < 1) {
        fprintf(stderr, "usage: solver_agreement COUNT SEED [SETUP...]\n");
        exit(2);
    }
    return number;
}

int main(int argc, char **argv)
{
    Family total = { 0 };
    int    families = (int)(sizeof FAMILIES / sizeof FAMILIES[0]);
    if (argc < 3)
        number_of("");
    int      count = number_of(argv[1]);
    uint32_t seed = (uint32_t)number_of(argv[2]);
    for (int i = 3; i < argc; i++)
        run(argv[i], count, seed, &total);
    for (int i = 0; argc == 3 && i < families; i++)
        run(FAMILIES[i], count, seed, &total);
    printf("total: %d agree, %d wrong, %d not solved by the search; %d proofs verified\n",
           total.compared - total.wrong, total.wrong, total.unknown, total.proofs);
    return total.wrong == 0 ? 0 : 1;
}
