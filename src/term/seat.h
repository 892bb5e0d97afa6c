/* seat.h - who sits at a terminal table, in one word of text.
 *
 * Knows:   the words people type for a seat, and the players that they stand for.
 * Ignores: playing.
 *
 *     human                       a person at this terminal
 *     engine                      our engine at level 5
 *     engine:level=5              one of its levels, 1 to 10
 *     engine:time=200ms           full strength, so much time a turn (ms or s)
 *     engine:nodes=1000000        full strength, so many nodes a turn
 *     random                      any legal turn
 *     ugi:COMMAND                 a program that speaks UGI; the shell runs COMMAND
 *
 * Behind `engine:` several settings may stand, joined by commas; depth=, threads=, hash= and seed= are
 * as in play/player.h.
 */
#ifndef TERM_SEAT_H
#define TERM_SEAT_H

#include "play/player.h"
#include "play/session.h"

enum { SEAT_TEXT_MAX = 256 }; /* with the NUL */

typedef struct SeatSpec {
    char       text[SEAT_TEXT_MAX]; /* as it was given: the name of whoever sits there */
    bool       human;
    bool       foreign; /* a program that somebody must have asked for on the command line */
    PlayerSpec player;  /* unless human */
} SeatSpec;

/* `out` is unchanged on failure; `fault->at` is the offset in `text`. */
Status seat_read(const char *text, SeatSpec *out, Fault *fault);

/* "300", "5m", "90s+2s", "1500ms": a clock for the game and what each turn adds, or "30s/turn": so
 * much for each turn.  Numbers without a unit are seconds.  "none": no clock. */
Status seat_clock_read(const char *text, ClockRule *out, Fault *fault);
void   seat_clock_write(const ClockRule *rule, Text *out);

#endif
