/* islands.h - the rules that Ponte del Diavolo and DiavoloPP share, whatever the board.
 *
 * Knows:   groups of at most four stones, networks of groups joined by bridges, triangular points,
 *          how two scores are compared, turns of two stones whose order does not matter.
 * Ignores: adjacency, names of colours and of cells, notation.  Each game has its own.
 */
#ifndef GAMES_ISLANDS_H
#define GAMES_ISLANDS_H

#include "core/game.h"

struct Panel;
struct Regions;

enum {
    ISLAND_STONES = 4,
    ISLANDS_GROUPS_MAX = 1024, /* groups of one side on any supported board */
    ISLANDS_CELLS_MAX = 1024,  /* cells of the view that can hold a stone */
    ISLANDS_NO_GROUP = UINT16_MAX,
};

/* --- steps ---
 *
 * Bits 0-1 are the kind.  The rest is a cell or a bridge in the game's own numbering, 0 for swap
 * and pass. */

typedef enum IslandsKind {
    ISLANDS_STONE,
    ISLANDS_BRIDGE,
    ISLANDS_SWAP,
    ISLANDS_PASS,
} IslandsKind;

static inline Step islands_step(IslandsKind kind, uint32_t value)
{
    return (Step)kind | (Step)value << 2;
}

static inline IslandsKind islands_kind(Step step)
{
    return (IslandsKind)(step & 3);
}

/* Return the cell or bridge.  A step may be any 64 bits, so check the range before use. */
static inline uint64_t islands_value(Step step)
{
    return step >> 2;
}

/* GameText.turn_sort: order the two stones of a turn by ascending cell number. */
void islands_turn_sort(const Pos *pos, Step *steps, int count);

/* --- networks --- */

/* The groups of one side as a union-find forest.  Bridges join groups to networks. */
typedef struct IslandsGraph {
    int      count;
    bool     is_island[ISLANDS_GROUPS_MAX];
    uint16_t parent[ISLANDS_GROUPS_MAX];
} IslandsGraph;

void islands_graph_init(IslandsGraph *graph);
/* Add a group and return its number. */
int islands_graph_add(IslandsGraph *graph, bool is_island);
/* Join the networks of two groups, which may already be the same. */
void islands_graph_join(IslandsGraph *graph, int a, int b);

/* The score of one side: k islands in one network count k(k+1)/2 points. */
typedef struct IslandsScore {
    int      points, islands, bridges;
    int      network_count;               /* networks with at least one island */
    uint16_t network[ISLANDS_GROUPS_MAX]; /* islands of each, largest first */
} IslandsScore;

/* Write the score of a side with these groups and that many bridges. */
void islands_score(IslandsGraph *graph, int bridges, IslandsScore *score);

/* --- results: points, then islands, then bridges --- */

enum {
    ISLANDS_BY_POINTS,
    ISLANDS_BY_ISLANDS,
    ISLANDS_BY_BRIDGES,
    ISLANDS_BY_NOTHING,
    ISLANDS_REASONS,
};

extern const Reason ISLANDS_REASON[ISLANDS_REASONS];

/* Return the outcome of a finished game.  A full tie is won by side 0 if `tie_is_won`, otherwise it
 * is a draw. */
Outcome islands_outcome(const IslandsScore score[2], bool tie_is_won);

/* Write "points 16-22 islands 8-9 bridges 6-7", and " seat 2" if `seat` is not 0. */
void islands_details(const IslandsScore score[2], int seat, Text *out);
/* GameText.outcome_message: add the numbers that decided, the winner's first. */
void islands_outcome_message(const IslandsScore score[2], Outcome outcome, struct Message *out);
/* Add points, islands, single islands, bridges and networks of both sides. */
void islands_panel(const IslandsScore score[2], struct Panel *out);

/* --- groups and networks on the board, for people to see --- */

/* The groups of one side, joined by its bridges, and the group of each cell of the view. */
typedef struct IslandsMap {
    IslandsGraph graph;
    int          cell_count;
    uint16_t     group_at[ISLANDS_CELLS_MAX]; /* or ISLANDS_NO_GROUP */
} IslandsMap;

/* Start with no group on the first `cell_count` cells of the view. */
void islands_map_init(IslandsMap *map, int cell_count);
/* Add the group on these cells and return its number. */
int islands_map_add(IslandsMap *map, const uint16_t *cells, int count);

/* List each island and each smaller group as an area and each network with an island as a network,
 * with its points.  `smaller` is the word for a group of fewer stones: "sandbank". */
bool islands_regions(IslandsMap *map, uint8_t side, const struct MessageDef *smaller,
                     struct Regions *out);
/* List what a stone or a bridge of `side` has formed: an island, which counts one point by itself,
 * and a network of several islands, if it was joined or grew and the step gained more than that.
 * `map` is the board after the step, `cell` that of the stone, or of any stone at the bridge;
 * `gain` is what the step added to the points of the side. */
bool islands_form_effects(IslandsMap *map, uint8_t side, IslandsKind kind, int cell, int gain,
                          struct Effects *out);

#endif
