/* SPDX-License-Identifier: MIT
 *
 * retro_layer.c - working backwards inside a layer.
 *
 * First every position is looked at once.  Where the game is over its code is known; where a way
 * leads to a layer below, the code there is known too; the ways that stay inside are counted.  Then
 * distance after distance, 0, 1, 2 and so on, the positions that have just that distance are taken:
 * who can move to a lost position has won, and who has no way left that does not lose has lost.
 * What is never reached is a draw.
 *
 * Ways inside the layer are found back in two manners.  Plain ones by asking the index for the
 * entries of a position: no memory, and nearly all ways are plain.  The others are kept as pairs,
 * sorted by where they lead, in place: in the largest layers they take a third of the memory.
 *
 * Where the other player chooses among several ways in short turns, the choice is a node of its own,
 * numbered behind the positions; it is no position that a table could hold.
 *
 * Most distances are those of few positions.  So that not all cells have to be looked at for each of
 * them, every region of cells has a word that says which of the next 64 distances are due in it.
 *
 * The result does not depend on the order of work: within one distance, positions only give codes of
 * larger distances, a win takes the smallest one offered, and a counter reaches zero once.
 */
#include "solver/retro_layer.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    LEFT_NEVER = UINT16_MAX,
    LEFT_SEEN = LEFT_NEVER - 1, /* the same, and whoever has a plain way here knows of it */
    BLOCK = 1 << 4,             /* targets that share a place in the sorted pairs */
    BLOCK_BITS = 4,
    RADIX_BITS = 11, /* of the first of two passes of sorting */
    RADIX = 1 << RADIX_BITS,
    TURN_BITS_MAX = 3,
    WINDOW = 64, /* distances that a word about a region tells of */
    REGION = 1 << 10,
};

/* A way inside the layer that was listed.  From the low bits up: is it the same player who moves at
 * both ends; how many turns it takes, less one; where it begins; where it leads. */
typedef uint64_t Pair;

/* How many bits the parts of a pair have in this layer. */
typedef struct PairShape {
    int turn_bits, number_bits;
} PairShape;

/* A choice of the other player between `source` and what follows. */
typedef struct Node {
    uint32_t source;
    uint32_t slowest; /* of the losses so far, in turns */
} Node;

typedef struct PairList {
    Pair  *pairs;
    size_t count, room;
} PairList;

/* What a thread collects. */
typedef struct Basket {
    PairList   pairs;
    PairList   node_pairs; /* which begin at nodes, numbered within the basket */
    Node      *nodes;
    RetroCell *node_cells;
    uint32_t   node_count, node_room;
} Basket;

typedef struct Work {
    const RetroSpace *space;
    uint32_t          layer;
    uint32_t          size;  /* positions */
    RetroCell        *cells; /* positions, then nodes */
    Node             *nodes;
    uint32_t          node_count;
    PairShape         shape;
    Pair             *pairs; /* sorted by blocks of targets */
    uint32_t          pair_count;
    uint32_t         *first;       /* pair of each block of targets; one more at the end */
    uint32_t         *radix_first; /* pair of each first digit, while they are being sorted */
    uint64_t         *due;         /* by region: a bit for each distance of the window */
    Basket            baskets[RETRO_THREADS_MAX];
    size_t            memory_bytes, memory_used; /* without the baskets while they grow */
    size_t            memory_peak;
    _Atomic size_t    basket_bytes;
    _Atomic uint32_t  farthest; /* distance of any code so far */
    _Atomic uint32_t  trouble;  /* a Status */
    uint32_t          turns;    /* the distance being worked on */
} Work;

static bool fail(Work *work, Status status)
{
    uint32_t none = STATUS_OK;
    atomic_compare_exchange_strong(&work->trouble, &none, (uint32_t)status);
    return false;
}

/* --- baskets --- */

/* Is there room for so many bytes beside the cells? */
static bool take_memory(Work *work, size_t bytes)
{
    if (work->memory_used + bytes > work->memory_peak)
        work->memory_peak = work->memory_used + bytes;
    return work->memory_used + bytes <= work->memory_bytes;
}

/* More room for a list, within the memory allowed. */
static void *grown(Work *work, void *list, size_t *room, size_t bytes)
{
    size_t more = *room == 0 ? 1024 : *room < 1 << 20 ? *room * 2 : *room + *room / 4;
    size_t all = atomic_fetch_add(&work->basket_bytes, (more - *room) * bytes) +
                 (more - *room) * bytes + work->memory_used;
    void *larger = all > work->memory_bytes ? NULL : realloc(list, more * bytes);
    if (larger == NULL) {
        fail(work, all > work->memory_bytes ? STATUS_NO_ROOM : STATUS_NO_MEMORY);
        return NULL;
    }
    *room = more;
    return larger;
}

static int bits_for(uint64_t count)
{
    int bits = 1;
    while (count >> bits != 0)
        bits++;
    return bits;
}

/* Room for a quarter more nodes than positions; there are far fewer. */
static PairShape shape_for(uint32_t size)
{
    int bits = bits_for((uint64_t)size + size / 4 + RADIX), left = 63 - 2 * bits;
    return (PairShape){ left < TURN_BITS_MAX ? left : TURN_BITS_MAX, bits };
}

static inline uint32_t pair_target(PairShape shape, Pair pair)
{
    return (uint32_t)(pair >> (1 + shape.turn_bits + shape.number_bits));
}

static inline uint32_t pair_source(PairShape shape, Pair pair)
{
    return (uint32_t)(pair >> (1 + shape.turn_bits) & ((UINT64_C(1) << shape.number_bits) - 1));
}

static inline uint32_t pair_turns(PairShape shape, Pair pair)
{
    return (uint32_t)(pair >> 1 & ((UINT64_C(1) << shape.turn_bits) - 1)) + 1;
}

static bool keep_pair(Work *work, PairList *list, uint32_t target, uint32_t source, uint32_t turns,
                      bool same)
{
    PairShape shape = work->shape;
    if (list->count == list->room) {
        Pair *pairs = grown(work, list->pairs, &list->room, sizeof *pairs);
        if (pairs == NULL)
            return false;
        list->pairs = pairs;
    }
    if (turns < 1 || (turns - 1) >> shape.turn_bits != 0)
        return fail(work, STATUS_ILLEGAL);
    list->pairs[list->count++] = ((uint64_t)target << shape.number_bits | source)
                                     << (1 + shape.turn_bits) |
                                 (uint64_t)(turns - 1) << 1 | (uint64_t)same;
    return true;
}

static bool keep_node(Work *work, Basket *basket, Node node, RetroCell cell)
{
    if (basket->node_count == basket->node_room) {
        size_t room = basket->node_room, cell_room = room;
        Node  *nodes = grown(work, basket->nodes, &room, sizeof *nodes);
        if (nodes == NULL)
            return false;
        basket->nodes = nodes;
        RetroCell *cells = grown(work, basket->node_cells, &cell_room, sizeof *cells);
        if (cells == NULL)
            return false;
        basket->node_cells = cells;
        basket->node_room = (uint32_t)room;
    }
    basket->nodes[basket->node_count] = node;
    basket->node_cells[basket->node_count++] = cell;
    return true;
}

/* --- the first look --- */

/* What is known of a position from its listed ways, as far as they leave the layer. */
typedef struct Sight {
    uint32_t fastest; /* win, in turns; UINT32_MAX: none */
    uint32_t slowest; /* loss */
    uint32_t inside;  /* listed ways that stay, a choice counted once */
    bool     open;    /* some way leads to a draw */
} Sight;

static void see_win(Sight *sight, uint32_t turns)
{
    if (turns < sight->fastest)
        sight->fastest = turns;
}

static void see_loss(Sight *sight, uint32_t turns)
{
    if (turns > sight->slowest)
        sight->slowest = turns;
}

/* A way to a position with a known code, in which the same player moves or the other. */
static void see_code(Sight *sight, uint16_t code, uint32_t turns, bool same)
{
    if (code == RETRO_CODE_DRAW)
        sight->open = true;
    else if (retro_is_win(code) == same)
        see_win(sight, retro_turns(code) + turns);
    else
        see_loss(sight, retro_turns(code) + turns);
}

/* By what the index says of a position, less its sign. */
static const uint16_t OVER[] = {
    [-INDEX_LOST] = 2, [-INDEX_DRAWN] = 0, [-INDEX_WON] = 1, [-INDEX_WINS] = 3
};

/* The code at the end of an edge; false if it is still open. */
static bool known_code(const Work *work, const IndexEdge *edge, bool inside_too, uint16_t *code)
{
    if (edge->place.layer == INDEX_ENDED) {
        *code = OVER[edge->place.number];
        return true;
    }
    if (edge->place.layer != work->layer) {
        *code = retro_code(work->space->known[edge->place.layer], edge->place.number);
        return true;
    }
    if (!inside_too)
        return false;
    *code = __atomic_load_n(&work->cells[edge->place.number].code, __ATOMIC_RELAXED);
    return *code != RETRO_CODE_DRAW;
}

static Sight nothing_seen(void)
{
    return (Sight){ .fastest = UINT32_MAX };
}

/* What the other player gets from a choice: the edges of one group, for him who moves there. */
static Sight see_group(const Work *work, const IndexEdge *edges, int count, bool inside_too)
{
    Sight sight = nothing_seen();
    for (int i = 0; i < count && edges[i].kind == edges[0].kind; i++) {
        uint16_t code;
        if (known_code(work, &edges[i], inside_too, &code))
            see_code(&sight, code, edges[i].turns - 1u, true);
        else
            sight.inside++;
    }
    return sight;
}

static int group_length(const IndexEdge *edges, int count)
{
    int length = 1;
    while (length < count && edges[length].kind == edges[0].kind)
        length++;
    return length;
}

/* The value of a choice for the player who leaves the position, if it is known. */
static bool see_choice(Sight *sight, const Sight *choice)
{
    if (choice->fastest != UINT32_MAX)
        see_loss(sight, choice->fastest + 1);
    else if (choice->inside > 0)
        return false;
    else if (choice->open)
        sight->open = true;
    else
        see_win(sight, choice->slowest + 1);
    return true;
}

/* A choice that is still open becomes a node, which waits for its ways. */
static bool add_node(Work *work, Basket *basket, uint32_t source, const IndexEdge *edges,
                     int length, const Sight *choice)
{
    RetroCell cell = { RETRO_CODE_DRAW, (uint16_t)(choice->open ? LEFT_NEVER : choice->inside) };
    /* Nodes are numbered for good when all baskets are joined; until then within the basket. */
    uint32_t number = basket->node_count;
    if (number >> work->shape.number_bits != 0)
        return fail(work, STATUS_NO_ROOM);
    for (int i = 0; i < length; i++)
        if (edges[i].place.layer == work->layer &&
            !keep_pair(work, &basket->node_pairs, edges[i].place.number, number,
                       edges[i].turns - 1u, true))
            return false;
    return keep_node(work, basket, (Node){ source, choice->slowest }, cell);
}

static bool add_ways(Work *work, int worker, uint32_t number, const IndexEdge *edges, int count,
                     Sight *sight)
{
    Basket *basket = &work->baskets[worker];
    for (int i = 0; i < count; i++) {
        const IndexEdge *edge = &edges[i];
        uint16_t         code;
        if (edge->kind >= INDEX_GROUP) {
            int   length = group_length(edge, count - i);
            Sight choice = see_group(work, edge, length, false);
            if (!see_choice(sight, &choice)) {
                sight->inside++;
                if (!add_node(work, basket, number, edge, length, &choice))
                    return false;
            }
            i += length - 1;
        } else if (known_code(work, edge, false, &code)) {
            see_code(sight, code, edge->turns, edge->kind == INDEX_SAME);
        } else {
            sight->inside++;
            if (!keep_pair(work, &basket->pairs, edge->place.number, number, edge->turns,
                           edge->kind == INDEX_SAME))
                return false;
        }
    }
    return true;
}

static void note_distance(Work *work, uint32_t turns)
{
    uint32_t old = atomic_load_explicit(&work->farthest, memory_order_relaxed);
    while (turns > old && !atomic_compare_exchange_weak(&work->farthest, &old, turns)) {}
}

/* How full the lists were; they may have moved since. */
static void forget_since(Basket *basket, const Basket *before)
{
    basket->pairs.count = before->pairs.count;
    basket->node_pairs.count = before->node_pairs.count;
    basket->node_count = before->node_count;
}

static bool first_look(Work *work, int worker, uint32_t number, IndexEdge *edges)
{
    RetroCell *cell = &work->cells[number];
    Basket     before = work->baskets[worker];
    Sight      sight = nothing_seen();
    IndexPlain plain;
    int count = work->space->index->exits(work->space->opened, (IndexPlace){ work->layer, number },
                                          edges, &plain);
    if (count < 0) {
        bool seen = work->space->index->sees_ends && (count == INDEX_LOST || count == INDEX_WINS);
        *cell = (RetroCell){ OVER[-count], seen ? LEFT_SEEN : LEFT_NEVER };
        note_distance(work, retro_turns(OVER[-count]));
        return true;
    }
    if (!add_ways(work, worker, number, edges, count, &sight))
        return false;
    /* Nothing can be faster: what was kept is of no use. */
    if (sight.fastest <= 1)
        forget_since(&work->baskets[worker], &before);
    if (plain.is_refuted)
        see_loss(&sight, 2);
    if (sight.fastest > RETRO_DISTANCE_MAX && sight.fastest != UINT32_MAX)
        return fail(work, STATUS_NO_ROOM);
    uint32_t left = plain.count + sight.inside;
    if (left >= LEFT_SEEN)
        return fail(work, STATUS_ILLEGAL);
    if (sight.fastest != UINT32_MAX) {
        *cell = (RetroCell){ retro_win(sight.fastest), LEFT_NEVER };
        note_distance(work, sight.fastest);
    } else if (sight.open) {
        *cell = (RetroCell){ RETRO_CODE_DRAW, LEFT_NEVER };
    } else if (left == 0) {
        *cell = (RetroCell){ retro_loss(sight.slowest), 0 };
        note_distance(work, sight.slowest);
    } else {
        *cell = (RetroCell){ RETRO_CODE_DRAW, (uint16_t)left };
    }
    return true;
}

static bool look_at_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work     *work = context;
    IndexEdge edges[INDEX_EDGES_MAX];
    for (uint32_t number = first; number < end; number++)
        if (!first_look(work, worker, number, edges))
            return false;
    return true;
}

/* --- joining what the threads collected --- */

static void free_baskets(Work *work)
{
    for (int i = 0; i < RETRO_THREADS_MAX; i++) {
        free(work->baskets[i].pairs.pairs);
        free(work->baskets[i].node_pairs.pairs);
        free(work->baskets[i].nodes);
        free(work->baskets[i].node_cells);
        work->baskets[i] = (Basket){ 0 };
    }
}

static bool join_nodes(Work *work, uint32_t *node_first)
{
    for (int i = 0; i < RETRO_THREADS_MAX; i++) {
        node_first[i] = work->size + work->node_count;
        work->node_count += work->baskets[i].node_count;
    }
    if (work->node_count == 0)
        return true;
    if (((uint64_t)work->size + work->node_count) >> work->shape.number_bits != 0)
        return fail(work, STATUS_NO_ROOM);
    /* Their own lists are freed only after this. */
    work->memory_used += work->node_count * (sizeof *work->nodes + sizeof *work->cells);
    if (!take_memory(work, atomic_load(&work->basket_bytes)))
        return fail(work, STATUS_NO_ROOM);
    RetroCell *cells =
        realloc(work->cells, ((size_t)work->size + work->node_count) * sizeof *cells);
    if (cells == NULL)
        return fail(work, STATUS_NO_MEMORY);
    work->cells = cells;
    work->nodes = malloc(work->node_count * sizeof *work->nodes);
    if (work->nodes == NULL)
        return fail(work, STATUS_NO_MEMORY);
    for (int i = 0; i < RETRO_THREADS_MAX; i++) {
        const Basket *basket = &work->baskets[i];
        uint32_t      at = node_first[i] - work->size;
        if (basket->node_count == 0)
            continue;
        memcpy(work->nodes + at, basket->nodes, basket->node_count * sizeof *work->nodes);
        memcpy(work->cells + node_first[i], basket->node_cells,
               basket->node_count * sizeof *work->cells);
    }
    return true;
}

static void append_pairs(Work *work, PairList *list, Pair add)
{
    for (size_t n = 0; n < list->count; n++)
        work->pairs[work->pair_count++] = list->pairs[n] + add;
    free(list->pairs);
    *list = (PairList){ 0 };
}

/* All pairs behind those of the longest list, each list freed as soon as it is copied. */
static bool gather_pairs(Work *work, const uint32_t *node_first)
{
    size_t    count = 0;
    PairList *longest = &work->baskets[0].pairs;
    for (int i = 0; i < RETRO_THREADS_MAX; i++) {
        Basket *basket = &work->baskets[i];
        count += basket->pairs.count + basket->node_pairs.count;
        if (basket->pairs.count > longest->count)
            longest = &basket->pairs;
    }
    size_t more = (count - longest->count) * sizeof(Pair);
    if (count > UINT32_MAX || !take_memory(work, atomic_load(&work->basket_bytes) + more))
        return fail(work, STATUS_NO_ROOM);
    Pair *pairs = realloc(longest->pairs, count * sizeof *pairs + 1);
    if (pairs == NULL)
        return fail(work, STATUS_NO_MEMORY);
    work->pairs = pairs;
    work->pair_count = (uint32_t)longest->count;
    *longest = (PairList){ 0 };
    for (int i = 0; i < RETRO_THREADS_MAX; i++) {
        append_pairs(work, &work->baskets[i].pairs, 0);
        append_pairs(work, &work->baskets[i].node_pairs,
                     (Pair)node_first[i] << (1 + work->shape.turn_bits));
    }
    return true;
}

/* Which bucket: all targets that agree in what is above `shift`, counted from `base`. */
typedef struct Deal {
    PairShape shape;
    int       shift;
    uint32_t  base, buckets;
} Deal;

static inline uint32_t bucket_of(const Deal *deal, Pair pair)
{
    return (pair_target(deal->shape, pair) >> deal->shift) - deal->base;
}

/* Where each bucket of the pairs from `begin` up to `end` begins; one more at the end. */
static void count_buckets(const Deal *deal, const Pair *pairs, uint32_t begin, uint32_t end,
                          uint32_t *first)
{
    uint32_t at = begin;
    memset(first, 0, (deal->buckets + 1) * sizeof *first);
    for (uint32_t n = begin; n < end; n++)
        first[bucket_of(deal, pairs[n])]++;
    for (uint32_t bucket = 0; bucket <= deal->buckets; bucket++) {
        uint32_t here = first[bucket];
        first[bucket] = at;
        at += here;
    }
}

/* Bring every pair into its bucket, in place: whoever stands where it belongs goes on to its own.
 * `next` is where each bucket has its first foreign pair. */
static void deal_pairs(const Deal *deal, Pair *pairs, const uint32_t *first, uint32_t *next)
{
    memcpy(next, first, deal->buckets * sizeof *next);
    for (uint32_t bucket = 0; bucket < deal->buckets; bucket++)
        while (next[bucket] < first[bucket + 1]) {
            Pair     pair = pairs[next[bucket]];
            uint32_t home = bucket_of(deal, pair);
            while (home != bucket) {
                Pair other = pairs[next[home]];
                pairs[next[home]++] = pair;
                pair = other;
                home = bucket_of(deal, pair);
            }
            pairs[next[bucket]++] = pair;
        }
}

/* The second pass: the pairs of one first digit, by blocks of targets. */
static bool deal_digit(Work *work, uint32_t digit, int shift, uint32_t *first, uint32_t *next)
{
    uint32_t blocks = (uint32_t)1 << (shift - BLOCK_BITS), all = work->size / BLOCK + 1;
    Deal     deal = { work->shape, BLOCK_BITS, digit * blocks, blocks };
    count_buckets(&deal, work->pairs, work->radix_first[digit], work->radix_first[digit + 1],
                  first);
    deal_pairs(&deal, work->pairs, first, next);
    if (deal.base < all)
        memcpy(work->first + deal.base, first,
               (all - deal.base < blocks ? all - deal.base : blocks) * sizeof *first);
    return true;
}

static int digit_shift(const Work *work)
{
    int shift = bits_for(work->size) - RADIX_BITS;
    return shift < BLOCK_BITS ? BLOCK_BITS : shift;
}

static bool deal_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work     *work = context;
    int       shift = digit_shift(work);
    size_t    rooms = ((size_t)1 << (shift - BLOCK_BITS)) + 1;
    uint32_t *begins = malloc(2 * rooms * sizeof *begins);
    (void)worker;
    if (begins == NULL)
        return fail(work, STATUS_NO_MEMORY);
    for (uint32_t digit = first; digit < end; digit++)
        deal_digit(work, digit, shift, begins, begins + rooms);
    free(begins);
    return true;
}

/* Two passes: the first brings together what a cache can hold. */
static bool sort_pairs(Work *work, RetroTeller *teller)
{
    uint32_t first[RADIX + 1], next[RADIX];
    Deal     deal = { work->shape, digit_shift(work), 0, RADIX };
    count_buckets(&deal, work->pairs, 0, work->pair_count, first);
    deal_pairs(&deal, work->pairs, first, next);
    work->radix_first = first;
    bool done = retro_parallel(teller, RADIX, deal_piece, work);
    work->radix_first = NULL;
    return done;
}

static bool join_pairs(Work *work, const uint32_t *node_first, RetroTeller *teller)
{
    size_t blocks = work->size / BLOCK + 2;
    if (!gather_pairs(work, node_first))
        return false;
    free_baskets(work);
    if (work->pair_count == 0)
        return true;
    if (!take_memory(work, work->pair_count * sizeof(Pair) + blocks * sizeof *work->first))
        return fail(work, STATUS_NO_ROOM);
    work->first = malloc(blocks * sizeof *work->first);
    if (work->first == NULL)
        return fail(work, STATUS_NO_MEMORY);
    work->first[blocks - 1] = work->pair_count;
    return sort_pairs(work, teller);
}

/* --- backwards --- */

/* A number of this region has a code of this distance.  What is due after the window is found when
 * the next one begins. */
static void mark_due(Work *work, uint32_t number, uint32_t turns)
{
    uint64_t *due = &work->due[number / REGION], bit = UINT64_C(1) << turns % WINDOW;
    if (turns / WINDOW == work->turns / WINDOW &&
        (__atomic_load_n(due, __ATOMIC_RELAXED) & bit) == 0)
        __atomic_fetch_or(due, bit, __ATOMIC_RELAXED);
}

static void note_due(Work *work, uint32_t number, uint32_t turns)
{
    note_distance(work, turns);
    mark_due(work, number, turns);
}

static bool mark_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work *work = context;
    (void)worker;
    for (uint32_t number = first; number < end; number++)
        if (work->cells[number].code != RETRO_CODE_DRAW)
            mark_due(work, number, retro_turns(work->cells[number].code));
    return true;
}

/* Look at all cells for what is due in the window that begins. */
static bool begin_window(Work *work, RetroTeller *teller)
{
    uint32_t all = work->size + work->node_count;
    memset(work->due, 0, (all / REGION + 1) * sizeof *work->due);
    return retro_parallel(teller, all, mark_piece, work);
}

static inline void offer_win(Work *work, uint32_t number, uint32_t turns)
{
    uint16_t *code = &work->cells[number].code, old = __atomic_load_n(code, __ATOMIC_RELAXED);
    uint16_t  mine = retro_win(turns);
    while (old == RETRO_CODE_DRAW || (retro_is_win(old) && mine < old)) {
        if (__atomic_compare_exchange_n(code, &old, mine, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            note_due(work, number, turns);
            return;
        }
    }
}

/* The last way has turned out to lose.  The plain ways took at most until now; how long the others
 * hold out is looked up. */
static void settle_loss(Work *work, uint32_t number)
{
    IndexEdge edges[INDEX_EDGES_MAX];
    Sight     sight = { .fastest = UINT32_MAX, .slowest = work->turns + 1 };
    int count = work->space->index->exits(work->space->opened, (IndexPlace){ work->layer, number },
                                          edges, NULL);
    for (int i = 0; i < count; i++) {
        uint16_t code;
        if (edges[i].kind >= INDEX_GROUP) {
            int   length = group_length(&edges[i], count - i);
            Sight choice = see_group(work, &edges[i], length, true);
            see_choice(&sight, &choice);
            i += length - 1;
        } else if (known_code(work, &edges[i], true, &code)) {
            see_code(&sight, code, edges[i].turns, edges[i].kind == INDEX_SAME);
        }
    }
    if (sight.slowest > RETRO_DISTANCE_MAX) {
        fail(work, STATUS_NO_ROOM);
        return;
    }
    __atomic_store_n(&work->cells[number].code, retro_loss(sight.slowest), __ATOMIC_RELAXED);
    note_due(work, number, sight.slowest);
}

/* One way out of a position has turned out to lose; true if it was the last one. */
static inline bool strike_way(Work *work, uint32_t number)
{
    uint16_t *left = &work->cells[number].left;
    return __atomic_load_n(left, __ATOMIC_RELAXED) < LEFT_SEEN &&
           __atomic_sub_fetch(left, 1, __ATOMIC_ACQ_REL) == 0;
}

static void strike(Work *work, uint32_t number)
{
    if (strike_way(work, number))
        settle_loss(work, number);
}

/* A way from the choice `number` leads its player to a loss after so many turns. */
static void strike_node(Work *work, uint32_t number, uint32_t turns)
{
    Node    *node = &work->nodes[number - work->size];
    uint32_t old = __atomic_load_n(&node->slowest, __ATOMIC_RELAXED);
    while (turns > old && !__atomic_compare_exchange_n(&node->slowest, &old, turns, true,
                                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    if (!strike_way(work, number))
        return;
    uint32_t slowest = __atomic_load_n(&node->slowest, __ATOMIC_RELAXED);
    __atomic_store_n(&work->cells[number].code, retro_loss(slowest), __ATOMIC_RELAXED);
    note_due(work, number, slowest);
}

/* The position at the target of a pair is known: tell its source. */
static void tell_source(Work *work, Pair pair, bool target_wins)
{
    uint32_t number = pair_source(work->shape, pair);
    uint32_t turns = work->turns + pair_turns(work->shape, pair);
    bool     same = (pair & 1) != 0;
    if (target_wins == same)
        offer_win(work, number, turns);
    else if (number >= work->size)
        strike_node(work, number, turns);
    else
        strike(work, number);
}

static void tell_listed(Work *work, uint32_t number, bool wins)
{
    uint32_t end = work->first[number / BLOCK + 1];
    for (uint32_t i = work->first[number / BLOCK]; i < end; i++)
        if (pair_target(work->shape, work->pairs[i]) == number)
            tell_source(work, work->pairs[i], wins);
}

static void tell_plain(Work *work, uint32_t number, bool wins)
{
    uint32_t entries[INDEX_ENTRIES_MAX];
    if (work->space->index->entries == NULL ||
        __atomic_load_n(&work->cells[number].left, __ATOMIC_RELAXED) == LEFT_SEEN)
        return;
    int count = work->space->index->entries(work->space->opened,
                                            (IndexPlace){ work->layer, number }, entries);
    for (int i = 0; i < count; i++)
        __builtin_prefetch(&work->cells[entries[i]], 1);
    for (int i = 0; i < count; i++) {
        if (wins)
            strike(work, entries[i]);
        else
            offer_win(work, entries[i], work->turns + 1);
    }
}

static void work_back(Work *work, uint32_t number, bool wins)
{
    if (number >= work->size) {
        uint32_t source = work->nodes[number - work->size].source;
        if (wins)
            strike(work, source);
        else
            offer_win(work, source, work->turns + 1);
        return;
    }
    tell_plain(work, number, wins);
    if (work->pair_count > 0)
        tell_listed(work, number, wins);
}

static void work_back_cells(Work *work, uint32_t first, uint32_t end)
{
    uint16_t win = retro_win(work->turns), loss = retro_loss(work->turns);
    for (uint32_t number = first; number < end; number++) {
        uint16_t code = __atomic_load_n(&work->cells[number].code, __ATOMIC_RELAXED);
        if (code == win || code == loss)
            work_back(work, number, code == win);
    }
}

static bool work_back_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work *work = context;
    (void)worker;
    while (first < end) {
        uint32_t region = first / REGION;
        uint32_t stop = end - region * REGION > REGION ? (region + 1) * REGION : end;
        uint64_t due = __atomic_load_n(&work->due[region], __ATOMIC_RELAXED);
        if ((due >> work->turns % WINDOW & 1) != 0)
            work_back_cells(work, first, stop);
        first = stop;
    }
    return atomic_load_explicit(&work->trouble, memory_order_relaxed) == STATUS_OK;
}

/* --- a layer --- */

static bool make_due(Work *work)
{
    work->due = malloc(((work->size + work->node_count) / REGION + 1) * sizeof *work->due);
    return work->due != NULL || fail(work, STATUS_NO_MEMORY);
}

static bool solve(Work *work, RetroTeller *teller)
{
    uint32_t node_first[RETRO_THREADS_MAX];
    teller->progress.doing = "looking at every position";
    teller->progress.turns = 0;
    double share = teller->share_here;
    teller->share_here = share * 0.4;
    if (!retro_parallel(teller, work->size, look_at_piece, work))
        return false;
    teller->share_before += teller->share_here;
    teller->share_here = 0;
    if (!join_nodes(work, node_first) || !join_pairs(work, node_first, teller) || !make_due(work))
        return false;
    teller->progress.doing = "working backwards";
    double left = share * 0.6;
    for (work->turns = 0; work->turns <= atomic_load(&work->farthest); work->turns++) {
        /* Nobody knows how many distances there will be: each gets a tenth of what is left. */
        teller->progress.turns = work->turns;
        teller->share_here = 0;
        if (work->turns % WINDOW == 0 && !begin_window(work, teller))
            return false;
        teller->share_here = left / 10;
        left -= teller->share_here;
        if (!retro_parallel(teller, work->size + work->node_count, work_back_piece, work))
            return false;
        teller->share_before += teller->share_here;
    }
    return true;
}

Status retro_layer_solve(const RetroSpace *space, uint32_t layer, RetroTeller *teller,
                         size_t memory_bytes, RetroCell **cells, RetroReport *report, Fault *fault)
{
    Work *work = calloc(1, sizeof *work);
    if (work == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    work->space = space;
    work->layer = layer;
    work->size = space->index->layer_size(space->opened, layer);
    work->memory_bytes = memory_bytes;
    work->memory_used = (size_t)work->size * sizeof *work->cells;
    work->shape = shape_for(work->size);
    *cells = NULL;
    if (!take_memory(work, 0) || work->size > INDEX_LAYER_MAX)
        fail(work, STATUS_NO_ROOM);
    else if ((work->cells = calloc((size_t)work->size + 1, sizeof *work->cells)) == NULL)
        fail(work, STATUS_NO_MEMORY);
    else {
        memory_prefer_large_pages(work->cells, work->memory_used);
        if (solve(work, teller))
            *cells = work->cells;
    }
    Status trouble = (Status)atomic_load(&work->trouble);
    if (work->memory_peak > report->memory_peak)
        report->memory_peak = work->memory_peak;
    report->ways += work->pair_count;
    free_baskets(work);
    if (*cells == NULL)
        free(work->cells);
    free(work->nodes);
    free(work->pairs);
    free(work->first);
    free(work->due);
    free(work);
    return trouble == STATUS_OK ? STATUS_OK
                                : fault_set(fault, trouble, 0, "%s", status_text(trouble));
}
