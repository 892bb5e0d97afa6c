/* islands.h - the rules that Ponte del Diavolo and DiavoloPP share, whatever the board.
 *
 * Knows:   groups of at most four stones, networks of groups joined by bridges, triangular points,
 *          how two scores are compared, turns of two stones whose order does not matter.
 * Ignores: cells, adjacency, names of colours, notation.  Each game has its own.
 */
#ifndef GAMES_ISLANDS_H
#define GAMES_ISLANDS_H

#include "core/game.h"

struct Panel;

enum {
    ISLAND_STONES = 4,
    ISLANDS_GROUPS_MAX = 1024, /* groups of one side on any supported board */
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
/* Add points, islands, single islands, bridges and networks of both sides. */
void islands_panel(const IslandsScore score[2], struct Panel *out);

#endif
