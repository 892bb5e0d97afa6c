/* hand_in_review.h - the review of a contest game for one of its students.
 *
 * Knows:   the contest database, the review (play/review.h).
 * Ignores: pages.
 */
#ifndef ARENA_HAND_IN_REVIEW_H
#define ARENA_HAND_IN_REVIEW_H

#include "arena/hand_in_store.h"

/* Search every position of a game and write the chances of the student's bot after each move, as text.
 * The opponent is not named.  False if the game cannot be read or is not the student's. */
bool hand_in_write_review(HandInStore *store, const char *folder, int64_t student, int64_t game,
                          Buffer *out);

#endif
