/* schedule.h - who meets whom, and when.
 *
 * Knows:   formats of contests, pairings, points.
 * Ignores: games, programs, files.  Bots are numbers that stay the same for ever.
 *
 * In a fixed format (round robin, double, gauntlet) all pairings follow from who takes part; in the
 * others each round follows from the results of the rounds before.  All functions are pure: the
 * same results give the same schedule, so that an interrupted contest goes on as if nothing had
 * happened.  A round that was drawn is written down (store.h) before it is played, and never drawn
 * again.
 *
 * Who has the first move in game `number` of a pairing: `a` in the even ones, `b` in the odd ones.
 */
#ifndef ARENA_SCHEDULE_H
#define ARENA_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/contest.h"

enum { SCHEDULE_NOBODY = -1 }; /* in place of `b`: a bye */

/* Two bots in one round; `a` has the first move of the first game. */
typedef struct Pairing {
    int round;
    int a, b;
} Pairing;

/* A pairing that was drawn, and what came of it so far. */
typedef struct Encounter {
    Pairing pairing;        /* first: lists are sorted by it */
    int     place;          /* free for whoever keeps a list */
    int     played;         /* games */
    int     half_points[2]; /* of `a` and `b` */
} Encounter;

typedef struct PairingList {
    int      count, capacity;
    Pairing *at;
    bool     failed; /* memory ran out */
} PairingList;

void pairings_add(PairingList *list, Pairing pairing);
void pairings_free(PairingList *list);

/* What a schedule must know about a contest. */
typedef struct ScheduleRules {
    Format format;
    int    games;    /* of a pairing */
    int    rounds;   /* Swiss; 0: as many as needed */
    int    champion; /* gauntlet: a bot */
} ScheduleRules;

/* Does the format draw a round only after the one before? */
bool schedule_is_drawn(Format format);

/* All pairings of a fixed format, in the order in which they are best played: everybody's turn comes
 * round evenly.  `bots` are the numbers of those who take part.  The rounds of the two halves of a
 * double round robin are 0 and 1, all others 0. */
void schedule_fixed(const ScheduleRules *rules, const int *bots, int bot_count, PairingList *out);

/* Draw round `round` (from 0) of another format.  `encounters` are all of the rounds before, in the
 * order in which they were drawn.  `bots` take part from now on, the best seeded first; whoever was
 * in an earlier round and is not among them has left.  No pairing at all: the contest is over.
 * STATUS_NO_MEMORY is the only failure. */
Status schedule_draw(const ScheduleRules *rules, const int *bots, int bot_count,
                     const Encounter *encounters, int encounter_count, int round, PairingList *out);

/* How many games a pairing has, seen from what was played of it so far: more than the rules say only
 * in a knockout that stands even. */
int schedule_games(const ScheduleRules *rules, const Encounter *encounter);

/* Who comes through a knockout pairing that is over; the better seeded one, `a`, if nobody is ahead. */
int schedule_winner(const Encounter *encounter);

/* Rounds that a contest has in all; 0 where there is no end, or where the format is fixed. */
int schedule_rounds(const ScheduleRules *rules, int bot_count);

/* The ladder as it stands: the bots, the highest first.  `order` has room for all of them. */
void schedule_ladder(const int *bots, int bot_count, const Encounter *encounters,
                     int encounter_count, int *order);

/* Which of the random openings a game begins with: the two games of a pair have the same. */
int schedule_opening(const ScheduleRules *rules, const Pairing *pairing, int number);

#endif
