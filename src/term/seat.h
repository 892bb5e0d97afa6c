/* seat.h - who plays a side at a terminal, as one argument.
 *
 * Knows:   the descriptions that people type for a seat, and the players that they stand for.
 * Ignores: playing.
 *
 *     human                       a person at this terminal
 *     engine                      the computer at level 5
 *     engine:level=5              one of its levels, 1 to 10
 *     engine:time=200ms           full strength, time per move (ms or s)
 *     engine:nodes=1000000        full strength, nodes per move
 *     random                      a random legal move
 *     ugi:COMMAND                 an external engine that uses UGI; the shell runs COMMAND
 *
 * Several settings after `engine:` are separated by commas; depth=, threads=, hash= and seed= are
 * as in play/player.h.
 */
#ifndef TERM_SEAT_H
#define TERM_SEAT_H

#include "play/player.h"
#include "play/session.h"

enum { SEAT_TEXT_MAX = 256 }; /* with the NUL */

typedef struct SeatSpec {
    char       text[SEAT_TEXT_MAX]; /* as given; also the player's name */
    bool       human;
    bool       foreign; /* an external program, which only the command line may start */
    PlayerSpec player;  /* unless human */
} SeatSpec;

/* `out` is unchanged on failure; `fault->at` is the offset in `text`. */
Status seat_read(const char *text, SeatSpec *out, Fault *fault);

/* Read a time control: "300", "5m", "90s+2s", "1500ms" are the time for the game and an optional
 * increment; "30s/turn" is the time per move. Numbers without a unit are seconds. "none": no clock.
 */
Status seat_clock_read(const char *text, ClockRule *out, Fault *fault);
void   seat_clock_write(const ClockRule *rule, Text *out);

#endif
