/* dfpn.h - depth-first proof-number search (df-pn): can this player force this goal?
 *
 * Knows:   the game interface, a game's sound bounds if it has them (GameProof), tablebases.
 * Ignores: evaluation, and the length of a win: it finds some proof, not the shortest.
 *
 * A goal belongs to a player, not to a side of the board: after a swap, the player keeps the goal
 * and has the other side.  An answer is proved, or it stays unknown.
 *
 * Positions are identified by their 64-bit keys.  A collision of two keys could make an answer
 * wrong.  A proof file (solver/certify.h) is checked position by position, so a collision cannot
 * make it pass.
 */
#ifndef SOLVER_DFPN_H
#define SOLVER_DFPN_H

#include "core/game.h"
#include "solver/tb.h"

/* To win, or to be at least `margin` points ahead at the end (games with points only). */
typedef struct Goal {
    int  player; /* 0 or 1, by game_player */
    bool by_margin;
    int  margin;
} Goal;

typedef enum GoalStatus {
    GOAL_UNKNOWN,   /* a limit was reached first */
    GOAL_PROVED,    /* the player can force it */
    GOAL_DISPROVED, /* the opponent can prevent it, if necessary by endless play */
} GoalStatus;

typedef struct DfpnLimits {
    size_t memory_bytes;
    int    threads;                 /* 1 or more */
    bool (*expired)(void *context); /* polled; true stops the search.  NULL: never */
    void *context;
} DfpnLimits;

enum { DFPN_THREADS_MAX = 64, DFPN_TURNS_MAX = 60000 };

/* Keeps its transposition table between searches; one search at a time. */
typedef struct Dfpn Dfpn;

/* Return NULL if memory ran out.  `game` must outlive it. */
Dfpn *dfpn_new(const Game *game, const DfpnLimits *limits);
void  dfpn_delete(Dfpn *dfpn);

/* Probe this tablebase, which may be NULL, for every position from now on. */
void dfpn_use_tablebase(Dfpn *dfpn, const Tablebase *tb);

/* Search a position in which a turn begins (phase 0), expanding about `nodes` positions at most.
 * If the result is GOAL_UNKNOWN, another call resumes the search.  With one thread the search is
 * deterministic. */
GoalStatus dfpn_search(Dfpn *dfpn, const Pos *pos, const Goal *goal, uint64_t nodes);

/* Return what is known about a position without a search.  For GOAL_PROVED, `turns` is an upper
 * bound on the turns until the goal is reached.  Unless it is 0, the player has a turn to a
 * position with a smaller bound, or all turns of the opponent lead to such positions. */
GoalStatus dfpn_known(Dfpn *dfpn, const Pos *pos, const Goal *goal, uint32_t *turns);

/* Return the number of expanded positions since dfpn_new, for statistics. */
uint64_t dfpn_nodes(const Dfpn *dfpn);

/* State of the transposition table since dfpn_new, for statistics. */
typedef struct DfpnMemory {
    uint64_t capacity;  /* capacity in positions */
    uint64_t sweeps;    /* garbage collections, of one bucket each */
    uint64_t forgotten; /* positions discarded by them */
} DfpnMemory;
DfpnMemory dfpn_memory(const Dfpn *dfpn);

/* True if the game is over in `pos` with the goal reached. */
bool goal_is_reached(const Game *game, const Pos *pos, const Goal *goal);

#endif
