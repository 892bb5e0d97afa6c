/* SPDX-License-Identifier: MIT */
/* canon_pns.c - depth-first proof-number search over keys.
 *
 * A question is put for the player to move at a key: does he get at least so much, a draw or a win?
 * What he gets when the other moves next is the other's question turned round: he wins unless the other
 * gets at least a draw, he draws unless the other wins.  So each key has two questions, and one where
 * the game has no draws.  Everything is said from the side of the player to move: `yes` is what is left to
 * prove that he does, `no` that he does not.  Apart from that it goes as in dfpn.c: down to the cheapest
 * leaf, within bounds that its brothers set, and of several that all must fall the dearest counts, and
 * one for each other.
 *
 * No path matters, for no position comes back.  A leaf's first numbers come from the game's guess.
 *
 * Where the game gives reasons (RelevanceZones), every settled key has one, and a way that loses settles all others
 * that its reason covers: mostly the other player does not care what is done elsewhere.  So do his
 * threats to win at once.
 *
 * The table has buckets of four; what took the least work makes way.  Positions that a search below has
 * settled are seen by the looks that come before: all keys that follow are looked up at once, and mostly
 * one of them settles the question.
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
    GUESS_UNIT = 16,   /* a guess so much worse counts as one more leaf */
    COVERED_PART = 3,  /* where reasons cover ways, of the others one in so many counts */
    NEWS_NODES = 32,   /* so many below one kid, and all others are looked up again */
    SEEN_SLOTS = 8192, /* a power of two, more than CANON_MOVES_MAX */
};

_Static_assert((int)SEEN_SLOTS > (int)CANON_MOVES_MAX, "there is no free slot");

typedef enum Want { WANT_DRAW, WANT_WIN } Want;

typedef struct Numbers {
    uint32_t yes, no; /* 0: proved, and the other is INFINITE */
    uint32_t turns;   /* where one is 0: within which the game is over then */
} Numbers;

/* What is asked at a key. */
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

/* A way out of a key, for the player who decides there. */
typedef struct Kid {
    Question question;
    uint64_t hash; /* of the question; 0: the game is over there */
    Numbers  numbers;
    bool     is_same; /* he moves again */
} Kid;

typedef enum ReasonState {
    REASON_NONE,  /* nothing is settled, the game is over there, or another's covers it */
    REASON_THERE, /* in the image of the kid */
    REASON_HERE,  /* in that of the key before it, as `before` has made it */
} ReasonState;

/* What belongs to a kid where the game gives reasons. */
typedef struct Because {
    CanonMove     way;
    RelevanceZone reason;
    ReasonState   state;
} Because;

typedef struct Threats {
    RelevanceZone at[CANON_THREATS_MAX];
    int           count;
} Threats;

struct CanonPns {
    const Game           *game;
    const GameCanon      *canon;
    const RelevanceZones *reasons; /* NULL: it gives none */
    DfpnLimits            limits;
    void                 *space;
    bool                  has_draws;
    Entry                *table;
    RelevanceZone        *table_reasons; /* of settled entries, by their places */
    uint64_t              bucket_mask;
    Kid                  *kids;    /* of all levels, one behind the other */
    Because              *because; /* of the kids */
    size_t                kid_capacity;
    uint64_t              nodes, node_limit;
    bool                  stopped;
    RelevanceZone         reason; /* for what was settled last */
    CanonMove             ways[CANON_MOVES_MAX];
    CanonLoss             losses[CANON_MOVES_MAX];
    uint16_t              seen[SEEN_SLOTS]; /* by hash: which kid, and 1 */
};

/* --- beginning and end --- */

bool canon_pns_serves(const Game *game, uint32_t variant)
{
    return game->canon != NULL && game->canon->moves != NULL && game->canon->covers(variant);
}

static bool make_table(CanonPns *pns)
{
    size_t buckets = 1, entries = BUCKET * sizeof(Entry), reasons = BUCKET * sizeof(RelevanceZone);
    size_t bytes = entries + (pns->reasons != NULL ? reasons : 0);
    while (2 * buckets * bytes <= pns->limits.memory_bytes)
        buckets *= 2;
    pns->bucket_mask = buckets - 1;
    pns->table = calloc(buckets, entries);
    if (pns->table == NULL)
        return false;
    memory_prefer_large_pages(pns->table, buckets * entries);
    if (pns->reasons != NULL)
        pns->table_reasons = calloc(buckets, reasons);
    return pns->reasons == NULL || pns->table_reasons != NULL;
}

/* What counting decides has no reason. */
static const RelevanceZones *reasons_of(const CanonPns *pns)
{
    const GameCanon *canon = pns->canon;
    bool             serves = canon->reasons != NULL && canon->decided == NULL && !pns->has_draws;
    return serves ? canon->reasons(pns->space) : NULL;
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
        pns->reasons = reasons_of(pns);
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
    free(pns->table_reasons);
    free(pns->kids);
    free(pns->because);
    free(pns);
}

uint64_t canon_pns_nodes(const CanonPns *pns)
{
    return pns->nodes;
}

/* --- the table --- */

static bool is_settled(const Numbers *numbers)
{
    return numbers->yes == 0 || numbers->no == 0;
}

/* Where to look; whole keys are compared. */
static uint64_t hash_of(Question question)
{
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
    entry->yes = numbers->yes;
    entry->no = numbers->no;
    entry->turns = (uint16_t)numbers->turns; /* below CANON_AGES_MAX */
    entry->work = (uint32_t)(work > UINT32_MAX - entry->work ? UINT32_MAX : entry->work + work);
    if (pns->reasons != NULL && is_settled(numbers))
        pns->table_reasons[entry - pns->table] = pns->reason;
}

/* --- questions about what follows --- */

static Numbers settled(bool reached, uint32_t turns)
{
    return reached ? (Numbers){ 0, INFINITE, turns } : (Numbers){ INFINITE, 0, turns };
}

static Want want_after(const CanonPns *pns, Want want, bool is_same)
{
    return is_same || !pns->has_draws ? want : want == WANT_WIN ? WANT_DRAW : WANT_WIN;
}

/* What the table knows of a kid, seen from the player who decides before it. */
static bool recall(const CanonPns *pns, Kid *kid)
{
    const Entry *entry = kid->hash == 0 ? NULL : find(pns, kid->question, kid->hash);
    if (entry == NULL)
        return false;
    kid->numbers = kid->is_same ? (Numbers){ entry->yes, entry->no, entry->turns + 1u }
                                : (Numbers){ entry->no, entry->yes, entry->turns + 1u };
    if (pns->reasons != NULL && is_settled(&kid->numbers)) {
        Because *because = &pns->because[kid - pns->kids];
        because->reason = pns->table_reasons[entry - pns->table];
        because->state = REASON_THERE;
    }
    return true;
}

static Numbers first_numbers(int guess)
{
    return (Numbers){ 1 + (uint32_t)(guess < 0 ? -guess / GUESS_UNIT : 0),
                      1 + (uint32_t)(guess > 0 ? guess / GUESS_UNIT : 0), 0 };
}

/* Is there a kid with this question already?  If not, the one that comes next has it. */
static bool is_seen(CanonPns *pns, const Kid *kids, int count, const Kid *kid)
{
    uint32_t slot = (uint32_t)(kid->hash >> 32) & (SEEN_SLOTS - 1);
    for (; pns->seen[slot] != 0; slot = (slot + 1) & (SEEN_SLOTS - 1)) {
        const Question *other = &kids[pns->seen[slot] - 1].question;
        if (other->want == kid->question.want && is_same_key(other->key, kid->question.key))
            return true;
    }
    pns->seen[slot] = (uint16_t)(count + 1);
    return false;
}

static void forget_seen(CanonPns *pns, const Kid *kids, int count)
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
    if (pns->reasons != NULL) {
        Because *because = realloc(pns->because, capacity * sizeof *because);
        if (because == NULL)
            return false;
        pns->because = because;
    }
    pns->kid_capacity = capacity;
    return true;
}

/* The ways out of a key, from kids[first] on; how many, or -1 when memory ran out.  Ways to the same key
 * are told once, but not where there are reasons: these say which way they are for. */
static int expand(CanonPns *pns, CanonKey key, Want want, size_t first)
{
    int count = pns->canon->moves(pns->space, key, pns->ways), kept = 0;
    if (!ensure_capacity(pns, first, count))
        return -1;
    Kid *kids = pns->kids + first;
    for (int i = 0; i < count; i++) {
        const CanonMove *way = &pns->ways[i];
        Kid              kid = { .is_same = way->kind == INDEX_SAME };
        if (way->over != 0) {
            bool reached =
                way->over == INDEX_WON || (way->over == INDEX_DRAWN && want == WANT_DRAW);
            kid.numbers = settled(reached, 1);
        } else {
            kid.question = (Question){ way->key, want_after(pns, want, kid.is_same) };
            kid.hash = hash_of(kid.question);
            kid.numbers = first_numbers(way->guess);
            if (pns->reasons == NULL && is_seen(pns, kids, kept, &kid))
                continue;
            __builtin_prefetch(bucket_of(pns, kid.hash));
        }
        if (pns->reasons != NULL)
            pns->because[first + (size_t)kept] = (Because){ .way = *way };
        kids[kept++] = kid;
    }
    if (pns->reasons == NULL)
        forget_seen(pns, kids, kept);
    for (int i = 0; i < kept; i++)
        recall(pns, &kids[i]);
    return kept;
}

/* For how much others count that must fall as well. */
static uint32_t weight_of(const CanonPns *pns, uint32_t others)
{
    return pns->reasons == NULL ? others : others / COVERED_PART;
}

/* The numbers of a key from those of its kids: one that says yes is enough, all must say no. */
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

/* --- reasons --- */

/* Ways that a reason answers need no search. */
static void cover(CanonPns *pns, CanonKey key, size_t first, int count, const RelevanceZone *reason,
                  uint32_t turns)
{
    for (size_t i = first; i < first + (size_t)count; i++)
        if (!is_settled(&pns->kids[i].numbers) &&
            pns->reasons->covers(pns->space, key, reason, &pns->because[i].way))
            pns->kids[i].numbers = settled(false, turns);
}

static void cover_by_threats(CanonPns *pns, CanonKey key, size_t first, int count, Threats *threats)
{
    threats->count = pns->reasons->threats(pns->space, key, threats->at);
    for (int i = 0; i < threats->count; i++)
        cover(pns, key, first, count, &threats->at[i], 2);
}

/* Kids that have lost since the last look answer others. */
static void cover_by_kids(CanonPns *pns, CanonKey key, size_t first, int count)
{
    for (size_t i = first; i < first + (size_t)count; i++) {
        Because *because = &pns->because[i];
        if (pns->kids[i].numbers.no != 0 || because->state != REASON_THERE)
            continue;
        RelevanceZone after = because->reason;
        pns->reasons->before(pns->space, key, &because->way, &after, false, &because->reason);
        because->state = REASON_HERE;
        cover(pns, key, first, count, &because->reason, pns->kids[i].numbers.turns);
    }
}

/* Why a way that wins wins. */
static void find_reason_to_win(CanonPns *pns, CanonKey key, size_t first)
{
    while (pns->kids[first].numbers.yes != 0)
        first++;
    const Because *because = &pns->because[first];
    pns->reasons->before(pns->space, key, &because->way,
                         because->state == REASON_NONE ? NULL : &because->reason, true,
                         &pns->reason);
}

static void find_reason(CanonPns *pns, CanonKey key, size_t first, int count, bool wins,
                        const Threats *threats)
{
    if (wins) {
        find_reason_to_win(pns, key, first);
        return;
    }
    for (int i = 0; i < count; i++) {
        Because *because = &pns->because[first + (size_t)i];
        if (because->way.over != 0) {
            pns->reasons->before(pns->space, key, &because->way, NULL, false, &because->reason);
            because->state = REASON_HERE;
        }
        pns->losses[i] =
            (CanonLoss){ &because->way, because->state == REASON_HERE ? &because->reason : NULL };
    }
    pns->reasons->join(pns->space, key, pns->losses, count, threats->at, threats->count,
                       &pns->reason);
}

/* --- the search --- */

typedef struct Bounds {
    uint32_t yes, no;
} Bounds;

/* The kid that is cheapest to prove, and bounds for the search below it, so that it comes back as soon as
 * another one is better.  A fourth more than the second best keeps it from jumping to and fro. */
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
    int      told = pns->canon->decided == NULL ? 0 : pns->canon->decided(pns->space, key, &turns);
    if (told != 0)
        *numbers = settled(told == INDEX_WON, turns);
    return told != 0;
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

/* Has somebody else looked at a kid meanwhile? */
static bool is_news(const CanonPns *pns, Kid *kid)
{
    Numbers before = kid->numbers;
    return recall(pns, kid) && (kid->numbers.yes != before.yes || kid->numbers.no != before.no);
}

/* What can be said before anything is searched: the ways out of the key, and what settles them. */
static int begin(CanonPns *pns, Question question, size_t first, Threats *threats)
{
    int count = expand(pns, question.key, question.want, first);
    threats->count = 0;
    if (count < 0)
        pns->stopped = true;
    else if (pns->reasons != NULL)
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
    pns->kids[at] = kid; /* even if the table has no room to remember it */
    if (pns->reasons != NULL && is_settled(&kid.numbers)) {
        pns->because[at].reason = pns->reason;
        pns->because[at].state = REASON_THERE;
    }
}

/* Numbers beyond a bound; anything when stopped. */
static Numbers search(CanonPns *pns, Question question, uint64_t hash, Bounds bounds, size_t first)
{
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
        if (pns->reasons != NULL)
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
    if (pns->reasons != NULL && is_settled(&numbers))
        find_reason(pns, question.key, first, count, numbers.yes == 0, &threats);
    store(pns, question, hash, &numbers, pns->nodes - begun);
    return numbers;
}

/* --- questions --- */

/* What to ask for whoever moves here, and whether its answer is the goal's or the opposite of it. */
static Want want_of(const CanonPns *pns, const Pos *pos, const Goal *goal, bool *opposite)
{
    assert(pos->phase == 0 && !goal->by_margin);
    *opposite = game_player(pns->game, pos, pos->side) != goal->player;
    return *opposite && pns->has_draws ? WANT_DRAW : WANT_WIN;
}

static GoalStatus verdict_of(const Numbers *numbers, bool opposite)
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
    return verdict_of(&numbers, opposite);
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
    return pns->stopped ? GOAL_UNKNOWN : verdict_of(&numbers, opposite);
}

bool canon_pns_reason(const CanonPns *pns, const Pos *pos, RelevanceZone *out)
{
    Question     question = { pns->canon->encode(pns->space, pos), WANT_WIN };
    const Entry *entry = find(pns, question, hash_of(question));
    if (pns->reasons == NULL || entry == NULL || (entry->yes != 0 && entry->no != 0))
        return false;
    *out = pns->table_reasons[entry - pns->table];
    return true;
}
