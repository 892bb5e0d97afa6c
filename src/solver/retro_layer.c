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
 * sorted by where they lead.
 *
 * Where the other player chooses among several ways in short turns, the choice is a node of its own,
 * numbered behind the positions; it is no position that a table could hold.
 *
 * The result does not depend on the order of work: within one distance, positions only give codes of
 * larger distances, a win takes the smallest one offered, and a counter reaches zero once.
 */
#include "solver/retro_layer.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEFT_NEVER = UINT16_MAX,
    BLOCK = 16, /* targets that share a place in the sorted pairs */
    RADIX_BITS = 11,
    RADIX = 1 << RADIX_BITS,
    SOURCE_BITS = 28, /* INDEX_LAYER_MAX and the nodes behind it */
    TURNS_MAX = 7,
};

/* A way inside the layer that was listed: it leads from `source` (low 28 bits; 3 bits of turns, and
 * the top bit where the same player moves at both ends) to `target`. */
typedef struct Pair {
    uint32_t target, source;
} Pair;

/* A choice of the other player between `source` and what follows. */
typedef struct Node {
    uint32_t source;
    uint32_t slowest; /* of the losses so far, in turns */
} Node;

/* What a thread collects. */
typedef struct Basket {
    Pair      *pairs;
    size_t     pair_count, pair_room;
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
    Pair             *pairs; /* sorted by target */
    uint32_t          pair_count;
    uint32_t         *first; /* pair of each block of targets */
    Basket            baskets[RETRO_THREADS_MAX];
    size_t            memory_bytes, memory_used; /* without the baskets while they grow */
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

/* Twice the room for a list, within the memory allowed. */
static void *grown(Work *work, void *list, size_t *room, size_t bytes)
{
    size_t more = *room == 0 ? 1024 : *room * 2;
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

static bool keep_pair(Work *work, Basket *basket, uint32_t target, uint32_t source, uint32_t turns,
                      bool same)
{
    if (basket->pair_count == basket->pair_room) {
        Pair *pairs = grown(work, basket->pairs, &basket->pair_room, sizeof *pairs);
        if (pairs == NULL)
            return false;
        basket->pairs = pairs;
    }
    basket->pairs[basket->pair_count++] =
        (Pair){ target, source | turns << SOURCE_BITS | (uint32_t)same << 31 };
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

/* The code at the end of an edge; false if it is still open. */
static bool known_code(const Work *work, const IndexEdge *edge, bool inside_too, uint16_t *code)
{
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
    if (number >> SOURCE_BITS != 0)
        return fail(work, STATUS_NO_ROOM);
    for (int i = 0; i < length; i++)
        if (edges[i].place.layer == work->layer &&
            !keep_pair(work, basket, edges[i].place.number | UINT32_C(1) << 31, number,
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
        if (edge->turns > TURNS_MAX || edge->turns < 1)
            return fail(work, STATUS_ILLEGAL);
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
            if (!keep_pair(work, basket, edge->place.number, number, edge->turns,
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

static bool first_look(Work *work, int worker, uint32_t number, IndexEdge *edges)
{
    static const uint16_t OVER[] = {
        [-INDEX_LOST] = 2, [-INDEX_DRAWN] = 0, [-INDEX_WON] = 1, [-INDEX_WINS] = 3
    };
    RetroCell *cell = &work->cells[number];
    Sight      sight = nothing_seen();
    uint32_t   plain;
    int count = work->space->index->exits(work->space->opened, (IndexPlace){ work->layer, number },
                                          edges, &plain);
    if (count < 0) {
        *cell = (RetroCell){ OVER[-count], LEFT_NEVER };
        note_distance(work, retro_turns(OVER[-count]));
        return true;
    }
    if (!add_ways(work, worker, number, edges, count, &sight))
        return false;
    if (sight.fastest > RETRO_DISTANCE_MAX && sight.fastest != UINT32_MAX)
        return fail(work, STATUS_NO_ROOM);
    uint32_t left = plain + sight.inside;
    if (left >= LEFT_NEVER)
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
        free(work->baskets[i].pairs);
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
    if ((uint64_t)work->size + work->node_count > (UINT32_C(1) << SOURCE_BITS))
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

/* A pair of a node was kept with its target's top bit set and the node's number in its basket. */
static Pair final_pair(Pair pair, uint32_t node_first)
{
    if (pair.target >> 31 == 0)
        return pair;
    return (Pair){ pair.target & ~(UINT32_C(1) << 31), pair.source + node_first };
}

static void sort_pass(const Pair *from, Pair *to, uint32_t count, int shift)
{
    uint32_t at[RADIX] = { 0 }, sum = 0;
    for (uint32_t i = 0; i < count; i++)
        at[from[i].target >> shift & (RADIX - 1)]++;
    for (int digit = 0; digit < RADIX; digit++) {
        uint32_t here = at[digit];
        at[digit] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < count; i++)
        to[at[from[i].target >> shift & (RADIX - 1)]++] = from[i];
}

static void sort_pairs(Work *work, Pair *spare)
{
    for (int shift = 0; shift < SOURCE_BITS && work->size >> shift != 0; shift += RADIX_BITS) {
        sort_pass(work->pairs, spare, work->pair_count, shift);
        Pair *sorted = spare;
        spare = work->pairs;
        work->pairs = sorted;
    }
    free(spare);
}

static bool join_pairs(Work *work, const uint32_t *node_first)
{
    size_t count = 0;
    for (int i = 0; i < RETRO_THREADS_MAX; i++)
        count += work->baskets[i].pair_count;
    size_t blocks = work->size / BLOCK + 2;
    size_t bytes = 2 * count * sizeof(Pair) + blocks * sizeof *work->first;
    if (count > UINT32_MAX || work->memory_used + bytes > work->memory_bytes)
        return fail(work, STATUS_NO_ROOM);
    work->pair_count = (uint32_t)count;
    work->pairs = malloc(count * sizeof *work->pairs + 1);
    work->first = calloc(blocks, sizeof *work->first);
    if (work->pairs == NULL || work->first == NULL)
        return fail(work, STATUS_NO_MEMORY);
    size_t at = 0;
    for (int i = 0; i < RETRO_THREADS_MAX; i++) {
        for (size_t n = 0; n < work->baskets[i].pair_count; n++)
            work->pairs[at++] = final_pair(work->baskets[i].pairs[n], node_first[i]);
        free(work->baskets[i].pairs);
        work->baskets[i].pairs = NULL;
    }
    Pair *spare = malloc(count * sizeof *spare + 1);
    if (spare == NULL)
        return fail(work, STATUS_NO_MEMORY);
    sort_pairs(work, spare);
    for (size_t n = count; n-- > 0;)
        work->first[work->pairs[n].target / BLOCK] = (uint32_t)n;
    /* Blocks without a pair begin where the next one does. */
    uint32_t next = (uint32_t)count;
    for (size_t block = blocks; block-- > 0;) {
        bool used = next > 0 && work->first[block] < next &&
                    work->pairs[work->first[block]].target / BLOCK == block;
        if (!used)
            work->first[block] = next;
        next = work->first[block];
    }
    return true;
}

/* --- backwards --- */

static inline void offer_win(Work *work, uint32_t number, uint32_t turns)
{
    uint16_t *code = &work->cells[number].code, old = __atomic_load_n(code, __ATOMIC_RELAXED);
    uint16_t  mine = retro_win(turns);
    while (old == RETRO_CODE_DRAW || (retro_is_win(old) && mine < old)) {
        if (__atomic_compare_exchange_n(code, &old, mine, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            note_distance(work, turns);
            return;
        }
    }
}

/* The last way has turned out to lose.  The plain ways took at most until now; how long the others
 * hold out is looked up. */
static void settle_loss(Work *work, uint32_t number)
{
    IndexEdge edges[INDEX_EDGES_MAX];
    uint32_t  plain;
    Sight     sight = { .fastest = UINT32_MAX, .slowest = work->turns + 1 };
    int count = work->space->index->exits(work->space->opened, (IndexPlace){ work->layer, number },
                                          edges, &plain);
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
    note_distance(work, sight.slowest);
}

/* One way out of a position has turned out to lose; true if it was the last one. */
static inline bool strike_way(Work *work, uint32_t number)
{
    uint16_t *left = &work->cells[number].left;
    return __atomic_load_n(left, __ATOMIC_RELAXED) != LEFT_NEVER &&
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
    note_distance(work, slowest);
}

/* The position at the target of a pair is known: tell its source. */
static void tell_source(Work *work, uint32_t source, bool target_wins)
{
    uint32_t number = source & ((UINT32_C(1) << SOURCE_BITS) - 1);
    uint32_t turns = work->turns + (source >> SOURCE_BITS & TURNS_MAX);
    bool     same = source >> 31 != 0;
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
        if (work->pairs[i].target == number)
            tell_source(work, work->pairs[i].source, wins);
}

static void tell_plain(Work *work, uint32_t number, bool wins)
{
    uint32_t entries[INDEX_ENTRIES_MAX];
    if (work->space->index->entries == NULL ||
        (work->turns == 0 && !wins && work->space->index->sees_ends))
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

static bool work_back_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work    *work = context;
    uint16_t win = retro_win(work->turns), loss = retro_loss(work->turns);
    (void)worker;
    for (uint32_t number = first; number < end; number++) {
        uint16_t code = __atomic_load_n(&work->cells[number].code, __ATOMIC_RELAXED);
        if (code == win || code == loss)
            work_back(work, number, code == win);
    }
    return atomic_load_explicit(&work->trouble, memory_order_relaxed) == STATUS_OK;
}

/* --- a layer --- */

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
    if (!join_nodes(work, node_first) || !join_pairs(work, node_first))
        return false;
    free_baskets(work);
    teller->progress.doing = "working backwards";
    double left = share * 0.6;
    for (work->turns = 0; work->turns <= atomic_load(&work->farthest); work->turns++) {
        /* Nobody knows how many distances there will be: each gets a tenth of what is left. */
        teller->share_here = left / 10;
        left -= teller->share_here;
        teller->progress.turns = work->turns;
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
    *cells = NULL;
    if (work->memory_used > memory_bytes)
        fail(work, STATUS_NO_ROOM);
    else if ((work->cells = calloc((size_t)work->size + 1, sizeof *work->cells)) == NULL)
        fail(work, STATUS_NO_MEMORY);
    else if (solve(work, teller))
        *cells = work->cells;
    Status trouble = (Status)atomic_load(&work->trouble);
    size_t pairs = (size_t)work->pair_count * 2 * sizeof(Pair);
    if (work->memory_used + pairs > report->memory_peak)
        report->memory_peak = work->memory_used + pairs;
    report->ways += work->pair_count;
    free_baskets(work);
    if (*cells == NULL)
        free(work->cells);
    free(work->nodes);
    free(work->pairs);
    free(work->first);
    free(work);
    return trouble == STATUS_OK ? STATUS_OK
                                : fault_set(fault, trouble, 0, "%s", status_text(trouble));
}
