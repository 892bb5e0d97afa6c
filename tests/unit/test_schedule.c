/* SPDX-License-Identifier: MIT */
/* test_schedule.c - the guarantees of each contest format, for many numbers of bots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "arena/matching.h"
#include "arena/schedule.h"
#include "base/random.h"

enum { MOST = 41 };

static int bots_of(int count, int *bots)
{
    for (int i = 0; i < count; i++)
        bots[i] = 3 * i + 1; /* ids have gaps, because bots have left */
    return count;
}

static int meetings(const PairingList *list, int a, int b)
{
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += (list->at[i].a == a && list->at[i].b == b) ||
                 (list->at[i].a == b && list->at[i].b == a);
    return count;
}

static void test_all_pairs_meet(void **state)
{
    (void)state;
    for (int halves = 1; halves <= 2; halves++)
        for (int n = 0; n <= MOST; n++) {
            int           bots[MOST];
            PairingList   list = { 0 };
            ScheduleRules rules = { .format = halves == 1 ? FORMAT_ROUND_ROBIN
                                                          : FORMAT_DOUBLE_ROUND_ROBIN,
                                    .games = 1 };
            bots_of(n, bots);
            schedule_fixed(&rules, bots, n, &list);
            assert_int_equal(list.count, halves * n * (n > 0 ? n - 1 : 0) / 2);
            for (int i = 0; i < n; i++)
                for (int j = i + 1; j < n; j++)
                    assert_int_equal(meetings(&list, bots[i], bots[j]), halves);
            pairings_free(&list);
        }
}

static void test_colours_are_balanced(void **state)
{
    (void)state;
    for (int n = 2; n <= MOST; n++) {
        int           bots[MOST];
        PairingList   list = { 0 };
        ScheduleRules rules = { .format = FORMAT_ROUND_ROBIN, .games = 1 };
        for (int i = 0; i < n; i++)
            bots[i] = i;
        schedule_fixed(&rules, bots, n, &list);
        for (int i = 0; i < n; i++) {
            int begun = 0;
            for (int k = 0; k < list.count; k++)
                begun += (list.at[k].a == i) - (list.at[k].b == i);
            assert_in_range(begun + 1, 0, 2);
        }
        pairings_free(&list);
        /* In a double round robin each bot of a pair moves first once. */
        rules.format = FORMAT_DOUBLE_ROUND_ROBIN;
        schedule_fixed(&rules, bots, n, &list);
        for (int k = 0; k < list.count; k++)
            for (int l = k + 1; l < list.count; l++)
                if (list.at[k].a + list.at[k].b == list.at[l].a + list.at[l].b)
                    assert_false(list.at[k].a == list.at[l].a && list.at[k].b == list.at[l].b);
        pairings_free(&list);
    }
}

/* The circle method spreads games evenly: within n/2 pairings every bot has played about once. */
static void test_games_are_spread_evenly(void **state)
{
    (void)state;
    for (int n = 2; n <= MOST; n++) {
        int           bots[MOST], played[3 * MOST + 1] = { 0 };
        PairingList   list = { 0 };
        ScheduleRules rules = { .format = FORMAT_ROUND_ROBIN, .games = 1 };
        bots_of(n, bots);
        schedule_fixed(&rules, bots, n, &list);
        for (int k = 0; k < list.count; k++) {
            int least = INT32_MAX, most = 0;
            played[list.at[k].a]++;
            played[list.at[k].b]++;
            for (int i = 0; i < n; i++) {
                least = played[bots[i]] < least ? played[bots[i]] : least;
                most = played[bots[i]] > most ? played[bots[i]] : most;
            }
            assert_in_range(most - least, 0, 2);
        }
        pairings_free(&list);
    }
}

static void test_gauntlet(void **state)
{
    (void)state;
    int           bots[] = { 5, 2, 9, 7 };
    PairingList   list = { 0 };
    ScheduleRules rules = { .format = FORMAT_GAUNTLET, .games = 2, .champion = 9 };
    schedule_fixed(&rules, bots, 4, &list);
    assert_int_equal(list.count, 3);
    for (int i = 0; i < 3; i++)
        assert_true(list.at[i].a == 9 || list.at[i].b == 9);
    assert_int_equal(meetings(&list, 9, 5) + meetings(&list, 9, 2) + meetings(&list, 9, 7), 3);
    pairings_free(&list);
}

/* Draw and play rounds until there are none; the lower id wins most games. */
typedef struct Play {
    ScheduleRules rules;
    int           count, bots[MOST];
    int           encounter_count;
    Encounter     encounters[MOST * MOST];
    int           rounds;
    Random        random;
} Play;

static void play_games(Play *play, Encounter *e)
{
    int a = e->pairing.a, b = e->pairing.b;
    while (e->played < schedule_games(&play->rules, e)) {
        int luck = (int)random_below(&play->random, 7);
        int half = luck < 2 ? 1 : (a < b) == (luck > 2) ? 2 : 0;
        e->half_points[0] += half;
        e->half_points[1] += 2 - half;
        e->played++;
    }
}

static int draw_round(Play *play)
{
    PairingList list = { 0 };
    assert_int_equal(schedule_draw(&play->rules, play->bots, play->count, play->encounters,
                                   play->encounter_count, play->rounds, &list),
                     STATUS_OK);
    int count = list.count;
    for (int i = 0; i < count; i++)
        play->encounters[play->encounter_count++] = (Encounter){ .pairing = list.at[i] };
    /* Drawing is deterministic. */
    PairingList again = { 0 };
    schedule_draw(&play->rules, play->bots, play->count, play->encounters,
                  play->encounter_count - count, play->rounds, &again);
    assert_int_equal(again.count, count);
    assert_memory_equal(again.at, list.at, (size_t)count * sizeof *list.at);
    pairings_free(&list);
    pairings_free(&again);
    return count;
}

static int play_round(Play *play)
{
    int count = draw_round(play);
    for (int i = play->encounter_count - count; i < play->encounter_count; i++)
        play_games(play, &play->encounters[i]);
    play->rounds += count > 0;
    return count;
}

static void check_swiss_round(const Play *play, int count)
{
    bool seen[3 * MOST + 1] = { false };
    int  byes = 0;
    for (int i = play->encounter_count - count; i < play->encounter_count; i++) {
        const Pairing *p = &play->encounters[i].pairing;
        assert_false(seen[p->a]);
        seen[p->a] = true;
        if (p->b == SCHEDULE_NONE) {
            byes++;
            continue;
        }
        assert_false(seen[p->b]);
        seen[p->b] = true;
    }
    assert_int_equal(byes, play->count % 2);
    assert_int_equal(count, (play->count + 1) / 2);
    for (int i = 0; i < play->encounter_count; i++)
        for (int j = i + 1; j < play->encounter_count; j++) {
            const Pairing *p = &play->encounters[i].pairing, *q = &play->encounters[j].pairing;
            assert_false((p->a == q->a && p->b == q->b) || (p->a == q->b && p->b == q->a));
        }
}

/* Each bot plays once or has a bye per round, no pairing repeats, and no bot has two byes. */
static void test_swiss(void **state)
{
    (void)state;
    for (int n = 2; n <= MOST; n += n < 12 ? 1 : 7)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            Play play = { .rules = { .format = FORMAT_SWISS, .games = 2 },
                          .random = random_seeded(seed + 100 * (uint64_t)n) };
            play.count = bots_of(n, play.bots);
            play.rules.rounds = n / 2; /* this many rounds always exist */
            int rounds = schedule_rounds(&play.rules, n), count;
            while ((count = play_round(&play)) > 0)
                check_swiss_round(&play, count);
            assert_int_equal(play.rounds, rounds);
        }
}

/* With too many rounds the contest ends early instead of repeating a pairing. */
static void test_swiss_to_the_end(void **state)
{
    (void)state;
    for (int n = 2; n <= 12; n++) {
        Play play = { .rules = { .format = FORMAT_SWISS, .games = 1, .rounds = 1000 },
                      .random = random_seeded((uint64_t)n) };
        int  count;
        play.count = bots_of(n, play.bots);
        while ((count = play_round(&play)) > 0)
            check_swiss_round(&play, count);
        assert_true(play.rounds >= n / 2 && play.rounds <= n - 1 + n % 2);
    }
}

/* If the stronger bot always wins, the strongest is first after enough rounds. */
static void test_swiss_pairs_equals(void **state)
{
    (void)state;
    Play play = { .rules = { .format = FORMAT_SWISS, .games = 2 } };
    play.count = bots_of(8, play.bots);
    draw_round(&play);
    for (int i = 0; i < 4; i++) { /* round 1: the upper half meets the lower half, seed by seed */
        assert_int_equal(play.encounters[i].pairing.a + play.encounters[i].pairing.b,
                         play.bots[i] + play.bots[i + 4]);
        play.encounters[i].played = 2;
        play.encounters[i]
            .half_points[play.encounters[i].pairing.a < play.encounters[i].pairing.b ? 0 : 1] = 4;
    }
    play.rounds++;
    draw_round(&play);
    for (int i = 4; i < 8; i++) { /* round 2: winners meet winners */
        bool a_won = play.encounters[i].pairing.a <= play.bots[3];
        bool b_won = play.encounters[i].pairing.b <= play.bots[3];
        assert_true(a_won == b_won);
    }
}

static void test_knockout_seeding(void **state)
{
    (void)state;
    /* Eight bots, the better seed always wins: 1-8, 4-5, 3-6, 2-7; then 1-4, 2-3; then 1-2. */
    static const int WANT[][2] = { { 1, 8 }, { 4, 5 }, { 3, 6 }, { 2, 7 },
                                   { 1, 4 }, { 2, 3 }, { 1, 2 } };
    Play             play = { .rules = { .format = FORMAT_KNOCKOUT, .games = 2 } };
    play.count = 8;
    for (int i = 0; i < 8; i++)
        play.bots[i] = i + 1;
    int count;
    while ((count = draw_round(&play)) > 0) {
        for (int i = play.encounter_count - count; i < play.encounter_count; i++) {
            play.encounters[i].played = 2;
            play.encounters[i].half_points[0] = 3;
            play.encounters[i].half_points[1] = 1;
        }
        play.rounds++;
    }
    assert_int_equal(play.encounter_count, 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(play.encounters[i].pairing.a, WANT[i][0]);
        assert_int_equal(play.encounters[i].pairing.b, WANT[i][1]);
    }
}

/* For every number of bots: n - 1 pairings with two bots, byes only for the best seeds in round 1,
 * no bot plays after a loss, and one bot is left. */
static void test_knockout_any_number(void **state)
{
    (void)state;
    for (int n = 2; n <= MOST; n++) {
        Play play = { .rules = { .format = FORMAT_KNOCKOUT, .games = 2 },
                      .random = random_seeded((uint64_t)n) };
        bool out[3 * MOST + 1] = { false };
        int  left = n, count, size = 1;
        play.count = bots_of(n, play.bots);
        while (size < n)
            size *= 2;
        while ((count = play_round(&play)) > 0)
            for (int i = play.encounter_count - count; i < play.encounter_count; i++) {
                const Encounter *e = &play.encounters[i];
                assert_false(out[e->pairing.a]);
                if (e->pairing.b == SCHEDULE_NONE) {
                    assert_int_equal(play.rounds, 1);
                    assert_true(e->pairing.a <= play.bots[size - n - 1]);
                    continue;
                }
                assert_false(out[e->pairing.b]);
                int winner = schedule_winner(e);
                out[winner == e->pairing.a ? e->pairing.b : e->pairing.a] = true;
                left--;
            }
        assert_int_equal(left, 1);
        assert_int_equal(play.rounds, schedule_rounds(&play.rules, n));
    }
}

/* A tied pairing is replayed at most three times; then the better seed advances. */
static void test_knockout_replays(void **state)
{
    (void)state;
    ScheduleRules rules = { .format = FORMAT_KNOCKOUT, .games = 2 };
    Encounter     e = { .pairing = { 0, 4, 9 } };
    assert_int_equal(schedule_games(&rules, &e), 2);
    e = (Encounter){ .pairing = { 0, 4, 9 }, .played = 1, .half_points = { 1, 1 } };
    assert_int_equal(schedule_games(&rules, &e), 2);
    e = (Encounter){ .pairing = { 0, 4, 9 }, .played = 2, .half_points = { 2, 2 } };
    assert_int_equal(schedule_games(&rules, &e), 4);
    e = (Encounter){ .pairing = { 0, 4, 9 }, .played = 3, .half_points = { 4, 2 } };
    assert_int_equal(schedule_games(&rules, &e), 4);
    e = (Encounter){ .pairing = { 0, 4, 9 }, .played = 4, .half_points = { 3, 5 } };
    assert_int_equal(schedule_games(&rules, &e), 4);
    assert_int_equal(schedule_winner(&e), 9);
    e = (Encounter){ .pairing = { 0, 4, 9 }, .played = 8, .half_points = { 8, 8 } };
    assert_int_equal(schedule_games(&rules, &e), 8);
    assert_int_equal(schedule_winner(&e), 4);
}

/* The losers of the semi-finals play for third place, and nothing follows the final. */
static void test_knockout_third_place(void **state)
{
    (void)state;
    ScheduleRules rules = { .format = FORMAT_KNOCKOUT, .games = 2, .third_place = true };
    const int     bots[4] = { 10, 11, 12, 13 };
    Encounter     played[4] = {
            { .pairing = { 0, 10, 13 }, .played = 2, .half_points = { 1, 3 } },
            { .pairing = { 0, 11, 12 }, .played = 2, .half_points = { 4, 0 } },
            { .pairing = { 1, 11, 13 }, .played = 2, .half_points = { 4, 0 } },
            { .pairing = { 1, 10, 12 }, .played = 2, .half_points = { 0, 4 } },
    };
    Pairing     drawn[4];
    PairingList list = { 0 };
    assert_int_equal(schedule_draw(&rules, bots, 4, played, 2, 1, &list), STATUS_OK);
    assert_int_equal(list.count, 2);
    assert_memory_equal(&list.at[0], &played[2].pairing, sizeof(Pairing));
    assert_memory_equal(&list.at[1], &played[3].pairing, sizeof(Pairing));
    assert_int_equal(schedule_draw(&rules, bots, 4, played, 4, 2, &list), STATUS_OK);
    assert_int_equal(list.count, 0);
    assert_int_equal(schedule_draw(&rules, (const int[]){ 10, 11, 13 }, 3, played, 2, 1, &list),
                     STATUS_OK);
    assert_int_equal(list.count, 1); /* the loser of one semi-final has left */
    for (int i = 0; i < 4; i++)
        drawn[i] = played[i].pairing;
    assert_int_equal(schedule_bracket_rounds(drawn, 4), 2);
    for (int i = 0; i < 4; i++)
        assert_int_equal(schedule_is_third_place(drawn, 4, i), i == 3);
    pairings_free(&list);
}

static void test_knockout_walkover(void **state)
{
    (void)state;
    /* 1-4 and 2-3 were drawn; 1 left during its games, 2 won and left afterwards. */
    ScheduleRules rules = { .format = FORMAT_KNOCKOUT, .games = 2 };
    Encounter     e[] = { { .pairing = { 0, 1, 4 }, .played = 1, .half_points = { 2, 0 } },
                          { .pairing = { 0, 2, 3 }, .played = 2, .half_points = { 4, 0 } } };
    int           bots[] = { 3, 4 };
    PairingList   list = { 0 };
    assert_int_equal(schedule_draw(&rules, bots, 2, e, 2, 1, &list), STATUS_OK);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.at[0].a, 4);
    assert_int_equal(list.at[0].b, SCHEDULE_NONE);
    pairings_free(&list);
}

/* The strongest bot starts last, climbs at most one place per round and reaches the top; the ladder
 * never ends. */
static void test_ladder(void **state)
{
    (void)state;
    for (int n = 2; n <= 9; n++) {
        Play play = { .rules = { .format = FORMAT_LADDER, .games = 2 } };
        int  order[MOST];
        play.count = bots_of(n, play.bots);
        for (int round = 0; round < 3 * n; round++) {
            int count = draw_round(&play);
            assert_true(count > 0);
            for (int i = play.encounter_count - count; i < play.encounter_count; i++) {
                Encounter *e = &play.encounters[i];
                e->played = 2;
                e->half_points[e->pairing.a > e->pairing.b ? 0 : 1] = 4;
            }
            play.rounds++;
        }
        schedule_ladder(play.bots, n, play.encounters, play.encounter_count, order);
        for (int i = 0; i < n; i++)
            assert_int_equal(order[i], play.bots[n - 1 - i]);
        /* A new bot starts at the bottom, and a bot that has left is removed. */
        play.bots[n] = 3 * n + 1;
        schedule_ladder(play.bots + 1, n, play.encounters, play.encounter_count, order);
        assert_int_equal(order[n - 1], 3 * n + 1);
        assert_int_equal(order[0], n == 1 ? 3 * n + 1 : play.bots[n - 1]);
    }
}

static void test_openings_in_pairs(void **state)
{
    (void)state;
    ScheduleRules rules = { .format = FORMAT_ROUND_ROBIN, .games = 6 };
    Pairing       p = { 0, 1, 2 };
    for (int number = 0; number < 6; number++)
        assert_int_equal(schedule_opening(&rules, &p, number), number / 2);
    rules.format = FORMAT_DOUBLE_ROUND_ROBIN; /* one game per half: the two halves form the pair */
    rules.games = 1;
    assert_int_equal(schedule_opening(&rules, &(Pairing){ 0, 1, 2 }, 0),
                     schedule_opening(&rules, &(Pairing){ 1, 2, 1 }, 0));
    rules.format = FORMAT_SWISS; /* other rounds, other openings */
    rules.games = 2;
    assert_int_not_equal(schedule_opening(&rules, &(Pairing){ 0, 1, 2 }, 0),
                         schedule_opening(&rules, &(Pairing){ 1, 1, 3 }, 0));
}

/* Compare with brute force: whether a perfect matching exists, also after two vertices are
 * removed. */
static bool can_pair(const Matching *m, unsigned gone)
{
    int first = 0;
    while (first < m->count && (gone >> first & 1) != 0)
        first++;
    if (first == m->count)
        return true;
    for (int other = first + 1; other < m->count; other++)
        if ((gone >> other & 1) == 0 && matching_allows(m, first, other) &&
            can_pair(m, gone | 1U << first | 1U << other))
            return true;
    return false;
}

static void test_matching(void **state)
{
    (void)state;
    Random random = random_seeded(5);
    for (int trial = 0; trial < 3000; trial++) {
        int      n = 2 + 2 * (int)random_below(&random, 5);
        uint32_t density = 1 + random_below(&random, 9);
        Matching m;
        assert_true(matching_init(&m, n));
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                matching_allow(&m, i, j, random_below(&random, 10) < density);
        bool whole = matching_complete(&m);
        assert_true(whole == can_pair(&m, 0));
        for (int i = 0; whole && i < n; i++)
            for (int j = i + 1; j < n; j++)
                if (matching_allows(&m, i, j)) {
                    bool want = can_pair(&m, 1U << i | 1U << j);
                    bool left = matching_leave(&m, i, j);
                    assert_true(left == want);
                    if (left) { /* undo the removal */
                        m.gone[i] = m.gone[j] = false;
                        m.mate[i] = j;
                        m.mate[j] = i;
                    }
                }
        matching_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_pairs_meet),
        cmocka_unit_test(test_colours_are_balanced),
        cmocka_unit_test(test_games_are_spread_evenly),
        cmocka_unit_test(test_gauntlet),
        cmocka_unit_test(test_matching),
        cmocka_unit_test(test_swiss),
        cmocka_unit_test(test_swiss_to_the_end),
        cmocka_unit_test(test_swiss_pairs_equals),
        cmocka_unit_test(test_knockout_seeding),
        cmocka_unit_test(test_knockout_any_number),
        cmocka_unit_test(test_knockout_replays),
        cmocka_unit_test(test_knockout_third_place),
        cmocka_unit_test(test_knockout_walkover),
        cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_openings_in_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
