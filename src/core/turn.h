/* turn.h - join steps into turns; parse and write turns.
 *
 * A turn is over when the position after a step is in phase 0 again or the game has ended.
 */
#ifndef CORE_TURN_H
#define CORE_TURN_H

#include "core/message.h"

typedef struct Turn {
    int  count;
    Step step[TURN_STEPS_MAX];
} Turn;

/* Parse one complete turn, from a position in any phase, up to the end of `text`.  On failure
 * `fault->at` is the offset in `text`, and `turn` is unspecified. */
Status turn_read(const Game *game, const Pos *pos, const char *text, Turn *turn, Fault *fault);
/* The same, with the reason as a message: empty if the turn is legal. */
Status turn_explain(const Game *game, const Pos *pos, const char *text, Turn *turn, Message *why);

/* Write the canonical text of a legal turn from `pos`.  An incomplete turn is written as far as it
 * goes. */
void turn_write(const Game *game, const Pos *pos, const Turn *turn, Text *out);

/* The same in one of GameText.notations; NULL is the game's own notation. */
void turn_write_as(const Game *game, const Notation *notation, const Pos *pos, const Turn *turn,
                   Text *out);

/* The same without an announcement (GameText.announcements): what a user interface may show before
 * the player has announced anything. */
void turn_write_plain(const Game *game, const Pos *pos, const Turn *turn, Text *out);

/* Check what a player announced with a complete legal turn: a suffix, or "" for nothing.
 * STATUS_ILLEGAL with the reason if it is not what the turn demands.  Anything but "" is an error in
 * a variant without announcements. */
Status turn_check_announcement(const Game *game, const Pos *pos, const Turn *turn,
                               const char *announced, Message *why);

/* Play all steps of a legal turn. */
void turn_apply(const Game *game, Pos *pos, const Turn *turn);

/* Take the first turn from the `count` steps of a principal variation.  Steps that come from a
 * transposition table may belong to another position, so the turn ends before the first illegal one.
 * True if the turn is complete.  `after`, if not NULL, is the position behind the steps taken; it may
 * be `pos` itself. */
bool turn_first(const Game *game, const Pos *pos, const Step *steps, int count, Turn *turn,
                Pos *after);

/* Called for each complete turn with the position after it.  Return false to stop. */
typedef bool TurnVisit(void *context, const Turn *turn, const Pos *after);

/* Visit every turn from `pos` once, in generator order.  In the middle of a turn, visit all its
 * completions.  Return false if stopped. */
bool turn_each(const Game *game, const Pos *pos, TurnVisit *visit, void *context);

#endif
