/* dfpn.h - can this player force this goal?  Depth-first proof-number search.
 *
 * Knows:   the contract, a game's sound bounds where it has them (GameProof), solved positions.
 * Ignores: evaluation, and how short a win is: it finds some proof, not the shortest.
 *
 * A goal belongs to a player, not to a side of the board: where a swap exchanges the players, the
 * player keeps the goal and takes the other side.  An answer is proved or it is open.
 *
 * Positions are told apart by their 64-bit keys.  Two different positions with one key could spoil
 * an answer; a proof file (solver/certify.h) is checked position by position and cannot be spoilt.
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
    GOAL_UNKNOWN,   /* limits were reached first */
    GOAL_PROVED,    /* the player can force it */
    GOAL_DISPROVED, /* the other player can prevent it, if need be by endless play */
} GoalStatus;

typedef struct DfpnLimits {
    size_t memory_bytes;
    int    threads;                 /* 1 or more */
    bool (*expired)(void *context); /* asked now and then; true stops the work.  NULL: never */
    void *context;
} DfpnLimits;

enum { DFPN_THREADS_MAX = 64, DFPN_TURNS_MAX = 60000 };

/* Keeps its table from one question to the next; one question at a time. */
typedef struct Dfpn Dfpn;

/* NULL when memory ran out.  `game` outlives it. */
Dfpn *dfpn_new(const Game *game, const DfpnLimits *limits);
void  dfpn_delete(Dfpn *dfpn);

/* Ask these tables, which may be NULL, about every position from now on. */
void dfpn_use_tablebase(Dfpn *dfpn, const Tablebase *tb);

/* About a position in which a turn begins (phase 0), with at most about `nodes` positions looked
 * at; where it stays open, asking again goes on from there.  With one thread the same questions
 * give the same answers after the same work. */
GoalStatus dfpn_search(Dfpn *dfpn, const Pos *pos, const Goal *goal, uint64_t nodes);

/* What is known without a search, about any position.  `turns` becomes, for GOAL_PROVED, a number
 * of turns within which the goal is reached: unless it is 0, the player has a turn to a position of
 * fewer turns, or all turns of the other player lead to such. */
GoalStatus dfpn_known(Dfpn *dfpn, const Pos *pos, const Goal *goal, uint32_t *turns);

/* Positions looked at since it was made: for figures. */
uint64_t dfpn_nodes(const Dfpn *dfpn);

/* How the table fared since it was made: for figures. */
typedef struct DfpnMemory {
    uint64_t capacity;  /* positions that fit at most */
    uint64_t sweeps;    /* of one bucket each */
    uint64_t forgotten; /* positions thrown away by them */
} DfpnMemory;
DfpnMemory dfpn_memory(const Dfpn *dfpn);

/* Does the game that is over here end with the goal reached? */
bool goal_is_reached(const Game *game, const Pos *pos, const Goal *goal);

#endif
