/* schedule.h - the pairings of a contest, in each format.
 *
 * Knows:   contest formats, pairings, points.
 * Ignores: games, programs, files.  Bots are ids that never change.
 *
 * In a fixed format (round robin, double round robin, gauntlet) all pairings follow from the list
 * of bots.  In the others each round follows from the results of the previous rounds.  All
 * functions are pure: the same results give the same schedule, so an interrupted contest can
 * resume.  A drawn round is saved (ledger.h) before it is played, and never drawn again.
 *
 * In the games of a pairing with even `number`, bot `a` moves first; in the others bot `b` does.
 */
#ifndef ARENA_SCHEDULE_H
#define ARENA_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena/contest.h"

enum { SCHEDULE_NONE = -1 }; /* no bot; as `b` it marks a bye */

/* Two bots in one round; `a` moves first in the first game. */
typedef struct Pairing {
    int round;
    int a, b;
} Pairing;

/* A drawn pairing and its results so far. */
typedef struct Encounter {
    Pairing pairing;        /* first member: lists are sorted by it */
    int     place;          /* for use by the caller */
    int     played;         /* games */
    int     half_points[2]; /* of `a` and `b` */
} Encounter;

typedef struct PairingList {
    int      count, capacity;
    Pairing *at;
    bool     failed; /* out of memory */
} PairingList;

void pairings_add(PairingList *list, Pairing pairing);
void pairings_free(PairingList *list);

/* The settings that a schedule depends on. */
typedef struct ScheduleRules {
    Format format;
    int    games;       /* per pairing */
    int    rounds;      /* Swiss; 0: as many as needed */
    int    champion;    /* gauntlet: a bot */
    bool   third_place; /* knockout: the losers of the semi-finals play for it */
} ScheduleRules;

/* True if each round of the format depends on the previous one. */
bool schedule_is_drawn(Format format);

/* Append all pairings of a fixed format, in an order in which all bots play equally often.  `bots`
 * are the ids of the participants.  The two halves of a double round robin are rounds 0 and 1;
 * otherwise the round is 0. */
void schedule_fixed(const ScheduleRules *rules, const int *bots, int bot_count, PairingList *out);

/* Draw round `round` (from 0) of another format.  `encounters` are those of all previous rounds, in
 * the order in which they were drawn.  `bots` are the current participants, best seed first; a bot
 * of an earlier round that is not among them has left.  An empty result means that the contest is
 * over.  STATUS_NO_MEMORY is the only failure. */
Status schedule_draw(const ScheduleRules *rules, const int *bots, int bot_count,
                     const Encounter *encounters, int encounter_count, int round, PairingList *out);

/* Return the number of games of a pairing.  In a knockout, a pairing that is tied gets more than
 * rules->games. */
int schedule_games(const ScheduleRules *rules, const Encounter *encounter);

/* Return the winner of a finished knockout pairing; if it is tied, `a`, which has the better
 * seed. */
int schedule_winner(const Encounter *encounter);

/* Return the number of rounds of a bracket from its drawn pairings. */
int schedule_bracket_rounds(const Pairing *drawn, int count);
/* True if pairing `at` of a bracket is the match for third place, which follows the final. */
bool schedule_is_third_place(const Pairing *drawn, int count, int at);

/* Return the number of rounds; 0 if there is no end or the format is fixed. */
int schedule_rounds(const ScheduleRules *rules, int bot_count);

/* Write the bots in ladder order, highest first, to `order`, an array of bot_count elements. */
void schedule_ladder(const int *bots, int bot_count, const Encounter *encounters,
                     int encounter_count, int *order);

/* Return the index of a game's random opening; the two games of a pair share one. */
int schedule_opening(const ScheduleRules *rules, const Pairing *pairing, int number);

#endif
