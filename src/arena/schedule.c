/* SPDX-License-Identifier: MIT */
#include "arena/schedule.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena/matching.h"

enum { KNOCKOUT_REPLAYS = 3 }; /* of a tied pairing, before the seed decides */

void pairings_add(PairingList *list, Pairing pairing)
{
    if (list->count == list->capacity) {
        int      capacity = list->capacity * 2 + 64;
        Pairing *more = realloc(list->at, (size_t)capacity * sizeof *more);
        if (more == NULL) {
            list->failed = true;
            return;
        }
        list->at = more;
        list->capacity = capacity;
    }
    list->at[list->count++] = pairing;
}

void pairings_free(PairingList *list)
{
    free(list->at);
    *list = (PairingList){ 0 };
}

bool schedule_is_drawn(Format format)
{
    return format == FORMAT_SWISS || format == FORMAT_KNOCKOUT || format == FORMAT_LADDER;
}

/* --- Fixed formats ------------------------------------------------------------------------ */

/* Decide by the ids who moves first, so that it does not depend on who else takes part.  The parity
 * of the sum selects the lower or the higher id, so each bot moves first in about half of its
 * pairings. */
static Pairing fixed_pairing(int round, int x, int y)
{
    int  low = x < y ? x : y, high = x < y ? y : x;
    bool low_begins = ((low + high) % 2 != 0) == (round % 2 == 0);
    return low_begins ? (Pairing){ round, low, high } : (Pairing){ round, high, low };
}

/* Circle method: the last seat is fixed and the others rotate.  With an odd number of bots the last
 * seat is empty. */
static void add_circle(const int *bots, int count, int round, PairingList *out)
{
    int seats = count + count % 2, others = seats - 1;
    for (int turn = 0; turn < others; turn++)
        for (int i = 0; i < seats / 2; i++) {
            int left = i == 0 ? others : (turn + i) % others;
            int right = i == 0 ? turn : (turn + others - i) % others;
            if (left < count && right < count)
                pairings_add(out, fixed_pairing(round, bots[left], bots[right]));
        }
}

void schedule_fixed(const ScheduleRules *rules, const int *bots, int bot_count, PairingList *out)
{
    assert(!schedule_is_drawn(rules->format));
    if (rules->format == FORMAT_GAUNTLET) {
        for (int i = 0; i < bot_count; i++)
            if (bots[i] != rules->champion)
                pairings_add(out, fixed_pairing(0, rules->champion, bots[i]));
        return;
    }
    if (bot_count < 2)
        return;
    add_circle(bots, bot_count, 0, out);
    if (rules->format == FORMAT_DOUBLE_ROUND_ROBIN)
        add_circle(bots, bot_count, 1, out);
}

/* --- Swiss -------------------------------------------------------------------------------- */

typedef struct Standing {
    int  bot, seed; /* seed: index in `bots` */
    int  half_points;
    int  begun; /* pairings as `a` minus pairings as `b` */
    bool had_bye;
} Standing;

static int by_points(const void *a, const void *b)
{
    const Standing *x = a, *y = b;
    if (x->half_points != y->half_points)
        return x->half_points > y->half_points ? -1 : 1;
    return x->seed - y->seed;
}

static Standing *find_standing(Standing *standings, int count, int bot)
{
    for (int i = 0; i < count; i++)
        if (standings[i].bot == bot)
            return &standings[i];
    return NULL;
}

static void count_encounter(const ScheduleRules *rules, Standing *standings, int count,
                            const Encounter *e)
{
    Standing *a = find_standing(standings, count, e->pairing.a);
    Standing *b =
        e->pairing.b == SCHEDULE_NONE ? NULL : find_standing(standings, count, e->pairing.b);
    if (a != NULL && e->pairing.b == SCHEDULE_NONE) {
        a->half_points += 2 * rules->games;
        a->had_bye = true;
        return;
    }
    if (a != NULL) {
        a->half_points += e->half_points[0];
        a->begun++;
    }
    if (b != NULL) {
        b->half_points += e->half_points[1];
        b->begun--;
    }
}

/* Allow all pairings of bots that have not met yet. */
static void allow_all_new(Matching *matching, const Standing *standings, int count,
                          const Encounter *encounters, int encounter_count)
{
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            bool met = false;
            for (int k = 0; k < encounter_count && !met; k++) {
                const Pairing *p = &encounters[k].pairing;
                met = (p->a == standings[i].bot && p->b == standings[j].bot) ||
                      (p->a == standings[j].bot && p->b == standings[i].bot);
            }
            matching_allow(matching, i, j, !met);
        }
}

/* Give the bye to the lowest bot without one, if the others can still be paired. */
static bool give_bye(Matching *matching, const Standing *standings, int count, int round,
                     PairingList *out)
{
    for (int i = count - 1; i >= 0; i--)
        if (!standings[i].had_bye && matching_leave(matching, i, -1)) {
            pairings_add(out, (Pairing){ round, standings[i].bot, SCHEDULE_NONE });
            return true;
        }
    return false;
}

static Pairing swiss_pairing(int round, const Standing *x, const Standing *y)
{
    bool y_begins = y->begun < x->begun || (y->begun == x->begun && round % 2 == 1);
    return y_begins ? (Pairing){ round, y->bot, x->bot } : (Pairing){ round, x->bot, y->bot };
}

/* Return how well a candidate suits the top bot, lower is better.  Within its score group, the
 * upper half meets the lower half; then the nearest candidates; then lower score groups. */
static int preference(const Standing *standings, int count, int top, int candidate,
                      const bool *gone)
{
    int size = 0, place = 0;
    for (int i = top; i < count && standings[i].half_points == standings[top].half_points; i++)
        if (!gone[i]) {
            place += i < candidate;
            size++;
        }
    if (standings[candidate].half_points != standings[top].half_points)
        return 2 * count + candidate;
    return place >= size / 2 ? place - size / 2 : count - place;
}

static bool pair_top(Matching *matching, const Standing *standings, int count, int top, int round,
                     PairingList *out)
{
    bool *tried = calloc((size_t)count, sizeof *tried);
    bool  paired = false;
    while (tried != NULL && !paired) {
        int best = -1, best_rank = 0;
        for (int i = top + 1; i < count; i++) {
            if (tried[i] || matching->gone[i] || !matching_allows(matching, top, i))
                continue;
            int rank = preference(standings, count, top, i, matching->gone);
            if (best < 0 || rank < best_rank) {
                best = i;
                best_rank = rank;
            }
        }
        if (best < 0)
            break;
        tried[best] = true;
        paired = matching_leave(matching, top, best);
        if (paired)
            pairings_add(out, swiss_pairing(round, &standings[top], &standings[best]));
    }
    free(tried);
    return paired;
}

static void pair_all(Matching *matching, const Standing *standings, int count, int round,
                     PairingList *out)
{
    matching_complete(matching);
    if (count % 2 == 1 && !give_bye(matching, standings, count, round, out))
        return;
    if (!matching_complete(matching))
        return; /* no perfect matching is left: the contest is over */
    for (int top = 0; top < count; top++)
        if (!matching->gone[top] && !pair_top(matching, standings, count, top, round, out))
            return;
}

static int swiss_rounds(const ScheduleRules *rules, int bot_count)
{
    int most = bot_count - 1 + bot_count % 2, rounds = 1;
    while (1 << rounds < bot_count)
        rounds++;
    rounds += bot_count > 4 ? 2 : 0;
    if (rules->rounds > 0)
        rounds = rules->rounds;
    return rounds < most ? rounds : most;
}

static Status draw_swiss(const ScheduleRules *rules, const int *bots, int count,
                         const Encounter *encounters, int encounter_count, int round,
                         PairingList *out)
{
    if (count < 2 || round >= swiss_rounds(rules, count))
        return STATUS_OK;
    Standing *standings = calloc((size_t)count, sizeof *standings);
    Matching  matching;
    if (standings == NULL || !matching_init(&matching, count)) {
        free(standings);
        return STATUS_NO_MEMORY;
    }
    for (int i = 0; i < count; i++)
        standings[i] = (Standing){ .bot = bots[i], .seed = i };
    for (int i = 0; i < encounter_count; i++)
        count_encounter(rules, standings, count, &encounters[i]);
    qsort(standings, (size_t)count, sizeof *standings, by_points);
    allow_all_new(&matching, standings, count, encounters, encounter_count);
    pair_all(&matching, standings, count, round, out);
    if (out->count * 2 < count) /* some bots could not be paired: no round */
        out->count = 0;
    matching_free(&matching);
    free(standings);
    return STATUS_OK;
}

/* --- Knockout ----------------------------------------------------------------------------- */

int schedule_games(const ScheduleRules *rules, const Encounter *e)
{
    if (e->pairing.b == SCHEDULE_NONE)
        return 0;
    int games = rules->games;
    if (rules->format == FORMAT_KNOCKOUT)
        while (e->played >= games && games < (1 + KNOCKOUT_REPLAYS) * rules->games &&
               (e->played > games || e->half_points[0] == e->half_points[1]))
            games += rules->games;
    return games;
}

int schedule_winner(const Encounter *e)
{
    return e->pairing.b != SCHEDULE_NONE && e->half_points[1] > e->half_points[0] ? e->pairing.b
                                                                                  : e->pairing.a;
}

/* Return a bot's index in `bots`, or -1. */
static int seed_of(const int *bots, int count, int bot)
{
    for (int i = 0; i < count; i++)
        if (bots[i] == bot)
            return i;
    return -1;
}

/* Fill `seeds` with the standard bracket order: 1-8, 4-5, 2-7, 3-6 for eight. */
static void bracket_order(int size, int *seeds)
{
    assert(size >= 1 && (size & (size - 1)) == 0 && "a bracket has a power of two places");
    seeds[0] = 0;
    for (int filled = 1; filled < size; filled *= 2)
        for (int i = filled - 1; i >= 0; i--) {
            int  seed = seeds[i], rival = 2 * filled - 1 - seed;
            bool upside_down = i % 2 == 1;
            seeds[2 * i] = upside_down ? rival : seed;
            seeds[2 * i + 1] = upside_down ? seed : rival;
        }
}

/* Return a pairing with the better seed first, or a bye if one of them is SCHEDULE_NONE. */
static Pairing bracket_pairing(const int *bots, int count, int round, int x, int y)
{
    if (x == SCHEDULE_NONE || y == SCHEDULE_NONE)
        return (Pairing){ round, x == SCHEDULE_NONE ? y : x, SCHEDULE_NONE };
    bool x_better = seed_of(bots, count, x) < seed_of(bots, count, y);
    return x_better ? (Pairing){ round, x, y } : (Pairing){ round, y, x };
}

static Status draw_bracket(const int *bots, int count, PairingList *out)
{
    int size = 1;
    while (size < count)
        size *= 2;
    int *seeds = calloc((size_t)size, sizeof *seeds);
    if (seeds == NULL)
        return STATUS_NO_MEMORY;
    bracket_order(size, seeds);
    for (int i = 0; i + 1 < size; i += 2) {
        int x = seeds[i] < count ? bots[seeds[i]] : SCHEDULE_NONE;
        int y = seeds[i + 1] < count ? bots[seeds[i + 1]] : SCHEDULE_NONE;
        pairings_add(out, bracket_pairing(bots, count, 0, x, y));
    }
    free(seeds);
    return STATUS_OK;
}

/* Return who advances from a pairing: its winner, or the other bot if the leader has left before
 * all games were played. */
static int who_advances(const ScheduleRules *rules, const int *bots, int count, const Encounter *e)
{
    int winner = schedule_winner(e);
    if (winner == SCHEDULE_NONE || seed_of(bots, count, winner) >= 0)
        return winner;
    int other = winner == e->pairing.a ? e->pairing.b : e->pairing.a;
    if (other == SCHEDULE_NONE || e->played >= schedule_games(rules, e) ||
        seed_of(bots, count, other) < 0)
        return SCHEDULE_NONE;
    return other;
}

int schedule_bracket_rounds(const Pairing *drawn, int count)
{
    int first = 0, rounds = 0;
    while (first < count && drawn[first].round == 0)
        first++;
    while (1 << rounds < 2 * first)
        rounds++;
    return rounds;
}

bool schedule_is_third_place(const Pairing *drawn, int count, int at)
{
    return at > 0 && drawn[at].round > 0 && drawn[at - 1].round == drawn[at].round &&
           drawn[at].round == schedule_bracket_rounds(drawn, count) - 1;
}

/* Return who lost a finished pairing and still takes part, or SCHEDULE_NONE. */
static int who_lost(const int *bots, int count, const Encounter *e)
{
    int winner = schedule_winner(e);
    int loser = winner == e->pairing.a ? e->pairing.b : e->pairing.a;
    return loser != SCHEDULE_NONE && seed_of(bots, count, loser) >= 0 ? loser : SCHEDULE_NONE;
}

/* After the final, add the match for third place. */
static void add_third_place(const int *bots, int count, const Encounter *semifinals, int round,
                            PairingList *out)
{
    int x = who_lost(bots, count, &semifinals[0]), y = who_lost(bots, count, &semifinals[1]);
    if (x != SCHEDULE_NONE && y != SCHEDULE_NONE)
        pairings_add(out, bracket_pairing(bots, count, round, x, y));
}

static Status draw_knockout(const ScheduleRules *rules, const int *bots, int count,
                            const Encounter *encounters, int encounter_count, int round,
                            PairingList *out)
{
    if (round == 0)
        return count < 2 ? STATUS_OK : draw_bracket(bots, count, out);
    int waiting = SCHEDULE_NONE, seen = 0, first = 0, size = 0, last = 0;
    while (first < encounter_count && encounters[first].pairing.round == 0)
        first++;
    while (1 << size < 2 * first)
        size++;
    if (round >= size)
        return STATUS_OK; /* the final has been played */
    for (int i = 0; i < encounter_count; i++) {
        if (encounters[i].pairing.round != round - 1)
            continue;
        last = i;
        int next = who_advances(rules, bots, count, &encounters[i]);
        if (seen++ % 2 == 1)
            pairings_add(out, bracket_pairing(bots, count, round, waiting, next));
        waiting = next;
    }
    if (rules->third_place && round == size - 1 && seen == 2)
        add_third_place(bots, count, &encounters[last - 1], round, out);
    return STATUS_OK;
}

/* --- Ladder ------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void add_once(int *list, int *count, int bot)
{
    if (bot != SCHEDULE_NONE && seed_of(list, *count, bot) < 0)
        list[(*count)++] = bot;
}

/* Replay the ladder: the initial order is by id, and if the lower bot wins an encounter, the two
 * change places.  Bots that have left keep their place during the replay. */
static void climb(int *all, int all_count, const Encounter *encounters, int encounter_count)
{
    qsort(all, (size_t)all_count, sizeof *all, by_number);
    for (int i = 0; i < encounter_count; i++) {
        const Encounter *e = &encounters[i];
        int              a = seed_of(all, all_count, e->pairing.a);
        int              b = seed_of(all, all_count, e->pairing.b);
        if (a < 0 || b < 0)
            continue;
        int lower = a > b ? 0 : 1;
        if (e->half_points[lower] > e->half_points[1 - lower]) {
            all[a] = e->pairing.b;
            all[b] = e->pairing.a;
        }
    }
}

void schedule_ladder(const int *bots, int bot_count, const Encounter *encounters,
                     int encounter_count, int *order)
{
    int *all = calloc((size_t)(bot_count + 2 * encounter_count) + 1, sizeof *all);
    int  all_count = 0, placed = 0;
    if (all == NULL) { /* out of memory: fall back to the initial order */
        memcpy(order, bots, (size_t)bot_count * sizeof *order);
        return;
    }
    for (int i = 0; i < bot_count; i++)
        add_once(all, &all_count, bots[i]);
    for (int i = 0; i < encounter_count; i++) {
        add_once(all, &all_count, encounters[i].pairing.a);
        add_once(all, &all_count, encounters[i].pairing.b);
    }
    climb(all, all_count, encounters, encounter_count);
    for (int i = 0; i < all_count; i++)
        if (seed_of(bots, bot_count, all[i]) >= 0)
            order[placed++] = all[i];
    assert(placed <= bot_count);
    free(all);
}

/* Pair adjacent places: 1 and 2, 3 and 4 in even rounds; 2 and 3, 4 and 5 in odd rounds. */
static Status draw_ladder(const int *bots, int count, const Encounter *encounters,
                          int encounter_count, int round, PairingList *out)
{
    int *order = calloc((size_t)count + 1, sizeof *order);
    if (order == NULL)
        return STATUS_NO_MEMORY;
    schedule_ladder(bots, count, encounters, encounter_count, order);
    for (int i = count > 2 ? round % 2 : 0; i + 1 < count; i += 2)
        pairings_add(out, (Pairing){ round, order[i + 1], order[i] });
    free(order);
    return STATUS_OK;
}

/* --- All ---------------------------------------------------------------------------------- */

Status schedule_draw(const ScheduleRules *rules, const int *bots, int bot_count,
                     const Encounter *encounters, int encounter_count, int round, PairingList *out)
{
    Status status = STATUS_OK;
    assert(schedule_is_drawn(rules->format) && round >= 0 && bot_count >= 0);
    out->count = 0;
    if (rules->format == FORMAT_SWISS)
        status = draw_swiss(rules, bots, bot_count, encounters, encounter_count, round, out);
    else if (rules->format == FORMAT_KNOCKOUT)
        status = draw_knockout(rules, bots, bot_count, encounters, encounter_count, round, out);
    else if (rules->format == FORMAT_LADDER)
        status = draw_ladder(bots, bot_count, encounters, encounter_count, round, out);
    return out->failed ? STATUS_NO_MEMORY : status;
}

int schedule_rounds(const ScheduleRules *rules, int bot_count)
{
    int rounds = 0;
    if (rules->format == FORMAT_SWISS)
        return bot_count < 2 ? 0 : swiss_rounds(rules, bot_count);
    if (rules->format == FORMAT_KNOCKOUT)
        while (1 << rounds < bot_count)
            rounds++;
    return rounds;
}

int schedule_opening(const ScheduleRules *rules, const Pairing *pairing, int number)
{
    int games = rules->games;
    assert(games >= 1 && number >= 0 && pairing->round >= 0);
    if (rules->format == FORMAT_DOUBLE_ROUND_ROBIN && games % 2 == 1)
        return number; /* the other game of the pair is in the other round */
    if (rules->format == FORMAT_KNOCKOUT)
        games *= 1 + KNOCKOUT_REPLAYS;
    return pairing->round * ((games + 1) / 2) + number / 2;
}
