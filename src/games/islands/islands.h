/* islands.h - what the games of islands and bridges have in common, whatever their board.
 *
 * Knows:   groups of at most four stones, networks of groups joined by bridges, triangular points,
 *          how two scores are compared, turns of two stones whose order does not matter.
 * Ignores: cells, neighbours, colours' names, notation.  Those are each game's own.
 */
#ifndef GAMES_ISLANDS_H
#define GAMES_ISLANDS_H

#include "core/game.h"

struct Panel;

enum {
    ISLAND_STONES = 4,
    ISLANDS_GROUPS_MAX = 1024, /* groups of one side */
};

/* --- steps ---
 *
 * bits 0-1 the kind, the rest a cell or a bridge by the game's own number */

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

/* May be larger than any cell or bridge: steps come from outside. */
static inline uint64_t islands_value(Step step)
{
    return step >> 2;
}

/* GameText.turn_sort: the two stones of a turn by ascending cell number. */
void islands_turn_sort(const Pos *pos, Step *steps, int count);

/* --- networks --- */

/* The groups of one side; bridges join them. */
typedef struct IslandsGraph {
    int      count;
    bool     is_island[ISLANDS_GROUPS_MAX];
    uint16_t parent[ISLANDS_GROUPS_MAX];
} IslandsGraph;

void islands_graph_init(IslandsGraph *graph);
/* The number of the new group. */
int  islands_graph_add(IslandsGraph *graph, bool is_island);
void islands_graph_join(IslandsGraph *graph, int a, int b);

/* A side's score: k islands in one network count k(k+1)/2. */
typedef struct IslandsScore {
    int      points, islands, bridges;
    int      network_count;               /* networks with at least one island */
    uint16_t network[ISLANDS_GROUPS_MAX]; /* islands of each, largest first */
} IslandsScore;

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

/* A full tie goes to side 0 if `tie_is_won`, else it is a draw. */
Outcome islands_outcome(const IslandsScore score[2], bool tie_is_won);

/* "points 16-22 islands 8-9 bridges 6-7", and " seat 2" if `seat` is not 0. */
void islands_details(const IslandsScore score[2], int seat, Text *out);
/* Points, islands, single islands, bridges and networks of both sides. */
void islands_panel(const IslandsScore score[2], struct Panel *out);

#endif
