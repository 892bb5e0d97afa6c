/* canon_pns.h - can this player win?  Depth-first proof-number search over canonical keys, for
 * games in which no position can repeat.
 *
 * Knows:   a game's canonical keys and their successors (GameCanon), its move ordering heuristic,
 *          and relevance zones, which transfer results from one key to others.
 * Ignores: positions, once they are encoded; the length of a win.
 *
 * A key represents all symmetric images of a position, and no board is built between two keys.  So
 * it expands many more positions per second than dfpn.h, and needs only a fraction of them.  It
 * works only on small boards, for which games have keys.
 */
#ifndef SOLVER_CANON_PNS_H
#define SOLVER_CANON_PNS_H

#include "core/index.h"
#include "solver/dfpn.h"

typedef struct CanonPns CanonPns;

/* True if the game lists successors of the keys of this variant. */
bool canon_pns_serves(const Game *game, uint32_t variant);

/* For one variant that is served; always one thread, whatever `limits` says.  Return NULL if memory
 * ran out.  `game` must outlive it. */
CanonPns *canon_pns_new(const Game *game, uint32_t variant, const DfpnLimits *limits);
void      canon_pns_delete(CanonPns *pns); /* NULL is allowed */

/* Search a position in which a turn begins (phase 0), expanding about `nodes` keys at most.  The
 * goal is to win, never by margin.  If the result is GOAL_UNKNOWN, another call resumes the search.
 * The search is deterministic. */
GoalStatus canon_pns_search(CanonPns *pns, const Pos *pos, const Goal *goal, uint64_t nodes);

/* Return what is known without a search.  For GOAL_PROVED, `turns` is an upper bound on the turns
 * until the goal is reached. */
GoalStatus canon_pns_known(const CanonPns *pns, const Pos *pos, const Goal *goal, uint32_t *turns);

/* Write the relevance zone of a settled position.  Return false if the position is not settled or
 * the game has no zones. */
bool canon_pns_zone(const CanonPns *pns, const Pos *pos, RelevanceZone *out);

/* Return the number of expanded keys since canon_pns_new. */
uint64_t canon_pns_nodes(const CanonPns *pns);

#endif
