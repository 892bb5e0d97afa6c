/* canon_pns.h - can this player win?  Proof numbers over keys, where no position comes back.
 *
 * Knows:   a game's keys and what follows from them (GameCanon), its guesses where to look first, and
 *          reasons that carry over from one key to others.
 * Ignores: positions, once one has become a key; how short a win is.
 *
 * A key stands for all images of a position, and no board is set up between two keys: so this looks
 * at many times as many positions as dfpn.h does, a fraction of which would be enough.  It serves only
 * small boards, for which games have keys.
 */
#ifndef SOLVER_CANON_PNS_H
#define SOLVER_CANON_PNS_H

#include "core/index.h"
#include "solver/dfpn.h"

typedef struct CanonPns CanonPns;

/* Does the game tell what follows from the keys of this variant? */
bool canon_pns_serves(const Game *game, uint32_t variant);

/* For one variant that is served; one thread, whatever `limits` say.  NULL when memory ran out.
 * `game` outlives it. */
CanonPns *canon_pns_new(const Game *game, uint32_t variant, const DfpnLimits *limits);
void      canon_pns_delete(CanonPns *pns); /* NULL is fine */

/* Goals are to win, none by margin.  About a position in which a turn begins (phase 0), with at most
 * about `nodes` keys looked at; where it stays open, asking again goes on from there.  The same questions
 * give the same answers after the same work. */
GoalStatus canon_pns_search(CanonPns *pns, const Pos *pos, const Goal *goal, uint64_t nodes);

/* What is known without a search.  For GOAL_PROVED `turns` becomes a number of turns within which the
 * goal is reached. */
GoalStatus canon_pns_known(const CanonPns *pns, const Pos *pos, const Goal *goal, uint32_t *turns);

/* Why the answer is as it is, where it is known and the game gives reasons; else false. */
bool canon_pns_reason(const CanonPns *pns, const Pos *pos, RelevanceZone *out);

/* Keys looked at since it was made. */
uint64_t canon_pns_nodes(const CanonPns *pns);

#endif
