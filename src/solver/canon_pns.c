/* SPDX-License-Identifier: MIT */
/* canon_pns.c - depth-first proof-number search over canonical keys.
 *
 * A question is asked for the player to move at a key: does this player get at least a draw, or a
 * win?  If the other player moves next, it is the opposite of the other's question: a player wins
 * unless the other gets at least a draw, and draws unless the other wins.  So each key has two
 * questions, or one if the game has no draws.  All numbers are for the player to move: `yes` is the
 * proof number, `no` the disproof number.  Otherwise it works as in dfpn.c: most-proving child,
 * thresholds from the siblings, and the largest number plus one for each other child instead of a
 * sum.
 *
 * There is no graph-history interaction, because no position can repeat.  The initial numbers of a
 * leaf come from the game's heuristic.
 *
 * If the game has relevance zones (RelevanceZones), every settled key has one, and a losing move
 * settles all other moves that its zone covers: usually the winner does not care what is played
 * elsewhere.  Threats to win at once do the same.
 *
 * The table has buckets of four entries; the entry that took the least work is replaced.  Keys
 * settled in one subtree are often successors elsewhere: all successors of a key are probed at
 * once, and usually one of them settles the question.
 */
#include "solver/canon_pns.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "core/index.h"

enum {
    BUCKET = 4,
    POLL_EVERY = 64,
    INFINITE = 1 << 30,
    GUESS_UNIT = 16,   /* a heuristic value this much worse counts as one more leaf */
    COVERED_PART = 3,  /* with zones, only one in this many of the other moves counts
                        * (docs/solving-internals.md) */
    NEWS_NODES = 32,   /* after this many nodes below one child, probe all others again */
    SEEN_SLOTS = 8192, /* a power of two, more than CANON_MOVES_MAX */
};

_Static_assert((int)SEEN_SLOTS > (int)CANON_MOVES_MAX, "there is no free slot");

typedef enum Want { WANT_DRAW, WANT_WIN } Want;

typedef struct Numbers {
    uint32_t yes, no; /* 0: proved, and the other number is INFINITE */
    uint32_t turns;   /* if one number is 0: upper bound on the turns until the end */
} Numbers;

/* A question about a key. */
typedef struct Question {
    CanonKey key;
    Want     want;
} Question;

typedef struct Entry {
    CanonKey key;
    uint32_t yes, no;
    uint32_t work;
    uint16_t turns;
    uint8_t  want;
    bool     is_taken;
} Entry;

/* A successor of a key, for the player who decides there. */
typedef struct Kid {
    Question question;
    uint64_t hash; /* of the question; 0: the game is over there */
    Numbers  numbers;
    bool     is_same; /* the same player moves again */
} Kid;

typedef enum ZoneState {
    ZONE_NONE,  /* not settled, game over there, or covered by another zone */
    ZONE_THERE, /* in the symmetry of the child */
    ZONE_HERE,  /* in the symmetry of the parent, as made by `before` */
} ZoneState;

/* The relevance zone of a child, if the game has zones. */
typedef struct KidZone {
    CanonMove     move;
    RelevanceZone zone;
    ZoneState     state;
} KidZone;

typedef struct Threats {
    RelevanceZone at[CANON_THREATS_MAX];
    int           count;
} Threats;

struct CanonPns {
    const Game           *game;
    const GameCanon      *canon;
    const RelevanceZones *zones; /* NULL: the game has none */
    DfpnLimits            limits;
    void                 *space;
    bool                  has_draws;
    Entry                *table;
    RelevanceZone        *table_zones; /* of settled entries, parallel to `table` */
    uint64_t              bucket_mask;
    Kid                  *kids;     /* of all levels, one after the other */
    KidZone              *kid_zone; /* parallel to `kids` */
    size_t                kid_capacity;
    uint64_t              nodes, node_limit;
    bool                  stopped;
    RelevanceZone         zone; /* zone of the key that was settled last */
    CanonMove             moves[CANON_MOVES_MAX];
    CanonLoss             losses[CANON_MOVES_MAX];
    uint16_t              seen[SEEN_SLOTS]; /* by hash: index of a child + 1 */
};

/* --- construction and destruction --- */

bool canon_pns_serves(const Game *game, uint32_t variant)
{
    return game->canon != NULL && game->canon->moves != NULL && game->canon->covers(variant);
}

static bool make_table(CanonPns *pns)
{
    size_t buckets = 1, entries = BUCKET * sizeof(Entry), zones = BUCKET * sizeof(RelevanceZone);
    size_t bytes = entries + (pns->zones != NULL ? zones : 0);
    while (2 * buckets * bytes <= pns->limits.memory_bytes)
        buckets *= 2;
    pns->bucket_mask = buckets - 1;
    pns->table = calloc(buckets, entries);
    if (pns->table == NULL)
        return false;
    memory_prefer_large_pages(pns->table, buckets * entries);
    if (pns->zones != NULL)
        pns->table_zones = calloc(buckets, zones);
    return pns->zones == NULL || pns->table_zones != NULL;
}

/* A result by counting has no zone. */
static const RelevanceZones *zones_of(const CanonPns *pns)
{
    const GameCanon *canon = pns->canon;
    bool             serves = canon->zones != NULL && canon->decided == NULL && !pns->has_draws;
    return serves ? canon->zones(pns->space) : NULL;
}

CanonPns *canon_pns_new(const Game *game, uint32_t variant, const DfpnLimits *limits)
{
    CanonPns *pns = calloc(1, sizeof *pns);
    assert(canon_pns_serves(game, variant));
    if (pns == NULL)
        return NULL;
    pns->game = game;
    pns->canon = game->canon;
    pns->limits = *limits;
    pns->has_draws = game->canon->has_draws == NULL || game->canon->has_draws(variant);
    pns->space = game->canon->open(variant);
    if (pns->space != NULL)
        pns->zones = zones_of(pns);
    if (pns->space == NULL || !make_table(pns)) {
        canon_pns_delete(pns);
        return NULL;
    }
    return pns;
}

void canon_pns_delete(CanonPns *pns)
{
    if (pns == NULL)
        return;
    if (pns->space != NULL)
        pns->canon->close(pns->space);
    free(pns->table);
    free(pns->table_zones);
    free(pns->kids);
    free(pns->kid_zone);
    free(pns);
}

uint64_t canon_pns_nodes(const CanonPns *pns)
{
    return pns->nodes;
}

/* --- transposition table --- */

static bool is_settled(const Numbers *numbers)
{
    return numbers->yes == 0 || numbers->no == 0;
}

/* The hash selects the bucket; complete keys are compared. */
static uint64_t hash_of(Question question)
{
    assert(question.want == WANT_DRAW || question.want == WANT_WIN);
    uint64_t hash =
        mix64(mix64(question.key.high + 1) + question.key.low) + (uint64_t)question.want;
    hash = mix64(hash);
    return hash == 0 ? 1 : hash;
}

static bool is_same_key(CanonKey a, CanonKey b)
{
    return a.high == b.high && a.low == b.low;
}

static Entry *bucket_of(const CanonPns *pns, uint64_t hash)
{
    return pns->table + BUCKET * (hash & pns->bucket_mask);
}

static Entry *find(const CanonPns *pns, Question question, uint64_t hash)
{
    Entry *bucket = bucket_of(pns, hash);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].is_taken && bucket[i].want == question.want &&
            is_same_key(bucket[i].key, question.key))
            return &bucket[i];
    return NULL;
}

static Entry *make(const CanonPns *pns, Question question, uint64_t hash)
{
    Entry *entry = find(pns, question, hash);
    if (entry != NULL)
        return entry;
    Entry *bucket = bucket_of(pns, hash);
    entry = bucket;
    for (int i = 1; i < BUCKET; i++)
        if (!bucket[i].is_taken || (entry->is_taken && bucket[i].work < entry->work))
            entry = &bucket[i];
    *entry = (Entry){ .key = question.key, .want = (uint8_t)question.want, .is_taken = true };
    return entry;
}

static void store(const CanonPns *pns, Question question, uint64_t hash, const Numbers *numbers,
                  uint64_t work)
{
    Entry *entry = make(pns, question, hash);
    assert(numbers->turns <= CANON_AGES_MAX);
    entry->yes = numbers->yes;
    entry->no = numbers->no;
    entry->turns = (uint16_t)numbers->turns; /* below CANON_AGES_MAX */
    entry->work = (uint32_t)(work > UINT32_MAX - entry->work ? UINT32_MAX : entry->work + work);
    if (pns->zones != NULL && is_settled(numbers))
        pns->table_zones[entry - pns->table] = pns->zone;
}

/* --- successors --- */

static Numbers settled(bool reached, uint32_t turns)
{
    return reached ? (Numbers){ 0, INFINITE, turns } : (Numbers){ INFINITE, 0, turns };
}

static Want want_after(const CanonPns *pns, Want want, bool is_same)
{
    return is_same || !pns->has_draws ? want : want == WANT_WIN ? WANT_DRAW : WANT_WIN;
}

/* Probe the table for a child; numbers are for the player who decides before it. */
static bool recall(const CanonPns *pns, Kid *kid)
{
    const Entry *entry = kid->hash == 0 ? NULL : find(pns, kid->question, kid->hash);
    if (entry == NULL)
        return false;
    kid->numbers = kid->is_same ? (Numbers){ entry->yes, entry->no, entry->turns + 1u }
                                : (Numbers){ entry->no, entry->yes, entry->turns + 1u };
    if (pns->zones != NULL && is_settled(&kid->numbers)) {
        KidZone *kid_zone = &pns->kid_zone[kid - pns->kids];
        kid_zone->zone = pns->table_zones[entry - pns->table];
        kid_zone->state = ZONE_THERE;
    }
    return true;
}

static Numbers first_numbers(int guess)
{
    return (Numbers){ 1 + (uint32_t)(guess < 0 ? -guess / GUESS_UNIT : 0),
                      1 + (uint32_t)(guess > 0 ? guess / GUESS_UNIT : 0), 0 };
}

/* True if another child has the same question.  If not, register the next child for it. */
static bool is_seen(CanonPns *pns, const Kid *kids, int count, const Kid *kid)
{
    assert(count < CANON_MOVES_MAX && kid->hash != 0);
    uint32_t slot = (uint32_t)(kid->hash >> 32) & (SEEN_SLOTS - 1);
    for (; pns->seen[slot] != 0; slot = (slot + 1) & (SEEN_SLOTS - 1)) {
        const Question *other = &kids[pns->seen[slot] - 1].question;
        if (other->want == kid->question.want && is_same_key(other->key, kid->question.key))
            return true;
    }
    pns->seen[slot] = (uint16_t)(count + 1);
    return false;
}

static void clear_seen(CanonPns *pns, const Kid *kids, int count)
{
    for (int i = 0; i < count; i++)
        for (uint32_t slot = (uint32_t)(kids[i].hash >> 32) & (SEEN_SLOTS - 1);
             pns->seen[slot] != 0; slot = (slot + 1) & (SEEN_SLOTS - 1))
            pns->seen[slot] = 0;
}

static bool ensure_capacity(CanonPns *pns, size_t first, int count)
{
    size_t capacity = pns->kid_capacity;
    while (capacity < first + (size_t)count)
        capacity = capacity == 0 ? CANON_MOVES_MAX : 2 * capacity;
    if (capacity == pns->kid_capacity)
        return true;
    Kid *kids = realloc(pns->kids, capacity * sizeof *kids);
    if (kids == NULL)
        return false;
    pns->kids = kids;
    if (pns->zones != NULL) {
        KidZone *kid_zone = realloc(pns->kid_zone, capacity * sizeof *kid_zone);
        if (kid_zone == NULL)
            return false;
        pns->kid_zone = kid_zone;
    }
    pns->kid_capacity = capacity;
    return true;
}

/* Expand a key into kids[first] and following.  Return the number of children, or -1 if memory ran
 * out.  Moves to the same key are merged, except with zones, because a zone belongs to a move. */
static int expand(CanonPns *pns, CanonKey key, Want want, size_t first)
{
    assert(key.high != UINT64_MAX);
    int count = pns->canon->moves(pns->space, key, pns->moves), kept = 0;
    assert(count >= 0 && count <= CANON_MOVES_MAX);
    if (!ensure_capacity(pns, first, count))
        return -1;
    Kid *kids = pns->kids + first;
    for (int i = 0; i < count; i++) {
        const CanonMove *move = &pns->moves[i];
        Kid              kid = { .is_same = move->kind == INDEX_SAME };
        if (move->over != 0) {
            bool reached =
                move->over == INDEX_WON || (move->over == INDEX_DRAWN && want == WANT_DRAW);
            kid.numbers = settled(reached, 1);
        } else {
            kid.question = (Question){ move->key, want_after(pns, want, kid.is_same) };
            kid.hash = hash_of(kid.question);
            kid.numbers = first_numbers(move->guess);
            if (pns->zones == NULL && is_seen(pns, kids, kept, &kid))
                continue;
            __builtin_prefetch(bucket_of(pns, kid.hash));
        }
        if (pns->zones != NULL)
            pns->kid_zone[first + (size_t)kept] = (KidZone){ .move = *move };
        kids[kept++] = kid;
    }
    if (pns->zones == NULL)
        clear_seen(pns, kids, kept);
    for (int i = 0; i < kept; i++)
        recall(pns, &kids[i]);
    return kept;
}

/* Return the weight of the other children that must fail as well. */
static uint32_t weight_of(const CanonPns *pns, uint32_t others)
{
    return pns->zones == NULL ? others : others / COVERED_PART;
}

/* Compute the numbers of a key from its children (OR node): one `yes` is enough, all must be
 * `no`. */
static Numbers numbers_of(const CanonPns *pns, const Kid *kids, int count)
{
    Numbers  sum = { INFINITE, 0, 0 };
    uint32_t open = 0, longest = 0;
    for (int i = 0; i < count; i++) {
        const Numbers *kid = &kids[i].numbers;
        if (kid->yes == 0)
            return settled(true, kid->turns);
        if (kid->no == 0) {
            longest = kid->turns > longest ? kid->turns : longest;
            continue;
        }
        open++;
        sum.yes = kid->yes < sum.yes ? kid->yes : sum.yes;
        sum.no = kid->no > sum.no ? kid->no : sum.no;
    }
    if (open == 0)
        return settled(false, longest);
    sum.no += weight_of(pns, open - 1);
    sum.no = sum.no < INFINITE / 2 ? sum.no : INFINITE / 2;
    sum.yes = sum.yes < INFINITE / 2 ? sum.yes : INFINITE / 2;
    return sum;
}

/* --- relevance zones --- */

/* Settle all moves that a zone covers, without a search. */
static void cover(CanonPns *pns, CanonKey key, size_t first, int count, const RelevanceZone *zone,
                  uint32_t turns)
{
    for (size_t i = first; i < first + (size_t)count; i++)
        if (!is_settled(&pns->kids[i].numbers) &&
            pns->zones->covers(pns->space, key, zone, &pns->kid_zone[i].move))
            pns->kids[i].numbers = settled(false, turns);
}

static void cover_by_threats(CanonPns *pns, CanonKey key, size_t first, int count, Threats *threats)
{
    threats->count = pns->zones->threats(pns->space, key, threats->at);
    for (int i = 0; i < threats->count; i++)
        cover(pns, key, first, count, &threats->at[i], 2);
}

/* Zones of children that were lost since the last call cover further moves. */
static void cover_by_kids(CanonPns *pns, CanonKey key, size_t first, int count)
{
    for (size_t i = first; i < first + (size_t)count; i++) {
        KidZone *kid_zone = &pns->kid_zone[i];
        if (pns->kids[i].numbers.no != 0 || kid_zone->state != ZONE_THERE)
            continue;
        RelevanceZone after = kid_zone->zone;
        pns->zones->before(pns->space, key, &kid_zone->move, &after, false, &kid_zone->zone);
        kid_zone->state = ZONE_HERE;
        cover(pns, key, first, count, &kid_zone->zone, pns->kids[i].numbers.turns);
    }
}

/* Compute the zone of a position with a winning move. */
static void find_winning_zone(CanonPns *pns, CanonKey key, size_t first)
{
    while (pns->kids[first].numbers.yes != 0)
        first++;
    const KidZone *kid_zone = &pns->kid_zone[first];
    pns->zones->before(pns->space, key, &kid_zone->move,
                       kid_zone->state == ZONE_NONE ? NULL : &kid_zone->zone, true, &pns->zone);
}

static void find_zone(CanonPns *pns, CanonKey key, size_t first, int count, bool wins,
                      const Threats *threats)
{
    if (wins) {
        find_winning_zone(pns, key, first);
        return;
    }
    for (int i = 0; i < count; i++) {
        KidZone *kid_zone = &pns->kid_zone[first + (size_t)i];
        if (kid_zone->move.over != 0) {
            pns->zones->before(pns->space, key, &kid_zone->move, NULL, false, &kid_zone->zone);
            kid_zone->state = ZONE_HERE;
        }
        pns->losses[i] =
            (CanonLoss){ &kid_zone->move, kid_zone->state == ZONE_HERE ? &kid_zone->zone : NULL };
    }
    pns->zones->join(pns->space, key, pns->losses, count, threats->at, threats->count, &pns->zone);
}

/* --- search --- */

typedef struct Bounds {
    uint32_t yes, no;
} Bounds;

/* Return the most-proving child, and the thresholds for the search below it, so that it returns as
 * soon as another child is better.  The threshold is a fourth above the second best number (the
 * 1+epsilon trick), which avoids switching back and forth between children. */
static int choose(const CanonPns *pns, const Kid *kids, int count, Bounds bounds, Bounds *below)
{
    uint32_t second = INFINITE, others = 0;
    int      best = -1;
    for (int i = 0; i < count; i++) {
        const Numbers *kid = &kids[i].numbers, *least = best < 0 ? NULL : &kids[best].numbers;
        if (is_settled(kid))
            continue;
        others += best >= 0;
        if (best < 0 || kid->yes < least->yes || (kid->yes == least->yes && kid->no > least->no)) {
            if (best >= 0 && least->yes < second)
                second = least->yes;
            best = i;
        } else if (kid->yes < second) {
            second = kid->yes;
        }
    }
    others = weight_of(pns, others);
    assert(best >= 0);
    const Numbers *kid = &kids[best].numbers;
    uint32_t       next = second >= INFINITE ? INFINITE : second + 1 + second / 4;
    below->yes = bounds.yes < next ? bounds.yes : next;
    below->no = bounds.no >= INFINITE ? INFINITE : bounds.no > others ? bounds.no - others : 1;
    below->yes = below->yes > kid->yes ? below->yes : kid->yes + 1;
    below->no = below->no > kid->no ? below->no : kid->no + 1;
    return best;
}

static bool is_stopped(CanonPns *pns)
{
    pns->nodes++;
    if (pns->nodes >= pns->node_limit ||
        (pns->nodes % POLL_EVERY == 0 && pns->limits.expired != NULL &&
         pns->limits.expired(pns->limits.context)))
        pns->stopped = true;
    return pns->stopped;
}

static bool settle_by_counting(const CanonPns *pns, CanonKey key, Numbers *numbers)
{
    uint32_t turns = 0;
    int result = pns->canon->decided == NULL ? 0 : pns->canon->decided(pns->space, key, &turns);
    if (result != 0)
        *numbers = settled(result == INDEX_WON, turns);
    return result != 0;
}

static void recall_open(const CanonPns *pns, Kid *kids, int count)
{
    for (int i = 0; i < count; i++)
        if (!is_settled(&kids[i].numbers))
            __builtin_prefetch(bucket_of(pns, kids[i].hash));
    for (int i = 0; i < count; i++)
        if (!is_settled(&kids[i].numbers))
            recall(pns, &kids[i]);
}

/* True if the search elsewhere has changed a child's entry. */
static bool is_news(const CanonPns *pns, Kid *kid)
{
    Numbers before = kid->numbers;
    return recall(pns, kid) && (kid->numbers.yes != before.yes || kid->numbers.no != before.no);
}

/* Expand a key and settle children before searching. */
static int begin(CanonPns *pns, Question question, size_t first, Threats *threats)
{
    int count = expand(pns, question.key, question.want, first);
    threats->count = 0;
    if (count < 0)
        pns->stopped = true;
    else if (pns->zones != NULL)
        cover_by_threats(pns, question.key, first, count, threats);
    return count;
}

static Numbers search(CanonPns *pns, Question question, uint64_t hash, Bounds bounds, size_t first);

static void search_kid(CanonPns *pns, size_t at, Bounds bounds, size_t free)
{
    Kid     kid = pns->kids[at];
    Bounds  turned = kid.is_same ? bounds : (Bounds){ bounds.no, bounds.yes };
    Numbers found = search(pns, kid.question, kid.hash, turned, free);
    if (pns->stopped)
        return;
    kid.numbers = kid.is_same ? found : (Numbers){ found.no, found.yes, found.turns };
    kid.numbers.turns++;
    pns->kids[at] = kid; /* even if the table did not keep it */
    if (pns->zones != NULL && is_settled(&kid.numbers)) {
        pns->kid_zone[at].zone = pns->zone;
        pns->kid_zone[at].state = ZONE_THERE;
    }
}

/* Return numbers beyond a threshold; anything if stopped. */
static Numbers search(CanonPns *pns, Question question, uint64_t hash, Bounds bounds, size_t first)
{
    assert(bounds.yes > 0 && bounds.no > 0);
    Numbers  numbers = { 1, 1, 0 };
    Threats  threats;
    uint64_t begun = pns->nodes;
    if (is_stopped(pns))
        return numbers;
    if (settle_by_counting(pns, question.key, &numbers)) {
        store(pns, question, hash, &numbers, 1);
        return numbers;
    }
    int count = begin(pns, question, first, &threats);
    while (!pns->stopped) {
        if (pns->zones != NULL)
            cover_by_kids(pns, question.key, first, count);
        numbers = numbers_of(pns, pns->kids + first, count);
        if (is_settled(&numbers) || numbers.yes >= bounds.yes || numbers.no >= bounds.no)
            break;
        Bounds below;
        int    best = choose(pns, pns->kids + first, count, bounds, &below);
        if (is_news(pns, &pns->kids[first + (size_t)best]))
            continue;
        uint64_t before = pns->nodes;
        search_kid(pns, first + (size_t)best, below, first + (size_t)count);
        if (!pns->stopped && pns->nodes - before >= NEWS_NODES)
            recall_open(pns, pns->kids + first, count);
    }
    if (pns->stopped)
        return numbers;
    if (pns->zones != NULL && is_settled(&numbers))
        find_zone(pns, question.key, first, count, numbers.yes == 0, &threats);
    store(pns, question, hash, &numbers, pns->nodes - begun);
    return numbers;
}

/* --- the interface --- */

/* Return the question to ask for the player to move, and whether its answer must be inverted for
 * the goal. */
static Want want_of(const CanonPns *pns, const Pos *pos, const Goal *goal, bool *opposite)
{
    assert(pos->phase == 0 && !goal->by_margin);
    *opposite = game_player(pns->game, pos, pos->side) != goal->player;
    return *opposite && pns->has_draws ? WANT_DRAW : WANT_WIN;
}

static GoalStatus goal_status_of(const Numbers *numbers, bool opposite)
{
    if (!is_settled(numbers))
        return GOAL_UNKNOWN;
    return (numbers->yes == 0) != opposite ? GOAL_PROVED : GOAL_DISPROVED;
}

GoalStatus canon_pns_known(const CanonPns *pns, const Pos *pos, const Goal *goal, uint32_t *turns)
{
    Numbers numbers = { 1, 1, 0 };
    bool    opposite;
    Want    want = want_of(pns, pos, goal, &opposite);
    *turns = 0;
    if (pns->game->rules->outcome(pos).ending != ENDING_NONE)
        return goal_is_reached(pns->game, pos, goal) ? GOAL_PROVED : GOAL_DISPROVED;
    CanonKey key = pns->canon->encode(pns->space, pos);
    if (!settle_by_counting(pns, key, &numbers)) {
        Question     question = { key, want };
        const Entry *entry = find(pns, question, hash_of(question));
        if (entry != NULL)
            numbers = (Numbers){ entry->yes, entry->no, entry->turns };
    }
    *turns = numbers.turns;
    return goal_status_of(&numbers, opposite);
}

GoalStatus canon_pns_search(CanonPns *pns, const Pos *pos, const Goal *goal, uint64_t nodes)
{
    uint32_t   turns;
    bool       opposite;
    Want       want = want_of(pns, pos, goal, &opposite);
    GoalStatus goal_status = canon_pns_known(pns, pos, goal, &turns);
    if (goal_status != GOAL_UNKNOWN)
        return goal_status;
    Question question = { pns->canon->encode(pns->space, pos), want };
    pns->stopped = false;
    pns->node_limit = nodes > UINT64_MAX - pns->nodes ? UINT64_MAX : pns->nodes + nodes;
    Numbers numbers = search(pns, question, hash_of(question), (Bounds){ INFINITE, INFINITE }, 0);
    return pns->stopped ? GOAL_UNKNOWN : goal_status_of(&numbers, opposite);
}

bool canon_pns_zone(const CanonPns *pns, const Pos *pos, RelevanceZone *out)
{
    Question     question = { pns->canon->encode(pns->space, pos), WANT_WIN };
    const Entry *entry = find(pns, question, hash_of(question));
    if (pns->zones == NULL || entry == NULL || (entry->yes != 0 && entry->no != 0))
        return false;
    *out = pns->table_zones[entry - pns->table];
    return true;
}
