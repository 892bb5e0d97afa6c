/* SPDX-License-Identifier: MIT
 *
 * retro_layer.c - retrograde analysis inside a layer.
 *
 * First every position is visited once.  If the game is over, its code is known.  If a move leads
 * to a layer below, the code there is known as well.  Moves that stay inside are counted.  Then the
 * positions of each distance 0, 1, 2 and so on are processed: a position with a move to a lost one
 * is won, and a position whose last non-losing move disappears is lost.  Positions that are never
 * reached are draws.
 *
 * Predecessors inside the layer are found in two ways.  Plain moves are reversed by the index
 * (`entries`): that needs no memory, and nearly all moves are plain.  The others are stored by
 * target (solver/retro_edges.h), in a second visit of the positions that have some.
 *
 * If the opponent chooses among several moves in short turns, the choice is a node of its own,
 * numbered after the positions.  It is not a position of the tablebase.
 *
 * Most distances belong to few positions.  So that not all cells are scanned for each distance,
 * every region of cells has a word that says which of the next 64 distances are due in it.
 *
 * The result does not depend on the order of work: within one distance, positions only produce
 * codes of larger distances, a win takes the smallest distance offered, and a counter reaches zero
 * once.
 */
#include "solver/retro_layer.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "solver/retro_cells.h"
#include "solver/retro_edges.h"

enum {
    WINDOW = 64, /* distances covered by the word of a region */
    REGION = 1 << 10,
    STRETCH = RETRO_PIECE_STEP, /* positions that one thread visits, in order */
};

/* Choices of the opponent.  There are tens of millions, so their members are in separate arrays,
 * without padding. */
typedef struct Nodes {
    uint32_t *sources; /* the position before the choice */
    uint16_t *slowest; /* of its losses so far, in turns */
} Nodes;

enum { NODE_BYTES = sizeof(uint32_t) + sizeof(uint16_t) };

typedef struct Work {
    const RetroSpace *space;
    uint32_t          layer;
    uint32_t          size;  /* positions */
    RetroCells        cells; /* positions, then nodes */
    Nodes             nodes;
    uint32_t          node_count;
    uint32_t        *node_next; /* by stretch: nodes found there; then the number of the next one */
    RetroEdges       edge_list;
    uint64_t        *listed;    /* by stretch, a bit per position: it has edges to store */
    bool             is_second; /* second visit */
    uint64_t        *due;       /* by region: a bit per distance of the window */
    size_t           memory_bytes, memory_used;
    _Atomic uint32_t farthest; /* largest distance of any code so far */
    _Atomic uint32_t failure;  /* a Status */
    uint32_t         turns;    /* the distance being processed */
} Work;

static bool fail(Work *work, Status status)
{
    uint32_t none = STATUS_OK;
    atomic_compare_exchange_strong(&work->failure, &none, (uint32_t)status);
    return false;
}

/* Account for more memory; false beyond the limit. */
static bool take_memory(Work *work, size_t bytes)
{
    work->memory_used += bytes;
    return work->memory_used <= work->memory_bytes || fail(work, STATUS_TOO_LARGE);
}

static uint32_t stretches(const Work *work)
{
    return work->size / STRETCH + 1;
}

static size_t cells_bytes(const Work *work, uint32_t count)
{
    return retro_cells_bytes(count, work->space->index->has_few_moves);
}

/* --- two visits of every position ---
 *
 * The first determines what is known at once and announces the edges that stay inside.  The second
 * visits those positions that announced any, and stores the edges. */

/* What is known about a position from its edges that leave the layer. */
typedef struct Sight {
    uint32_t fastest; /* win, in turns; UINT32_MAX: none */
    uint32_t slowest; /* loss */
    uint32_t inside;  /* edges that stay inside, a choice counted once */
    bool     open;    /* some edge leads to a draw */
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

/* Add an edge to a position with a known code, in which the same player or the other moves. */
static void see_code(Sight *sight, uint16_t code, uint32_t turns, bool same)
{
    if (code == RETRO_CODE_DRAW)
        sight->open = true;
    else if (retro_is_win(code) == same)
        see_win(sight, retro_turns(code) + turns);
    else
        see_loss(sight, retro_turns(code) + turns);
}

/* The code of a finished game, by the negated result of the index. */
static const uint16_t OVER[] = {
    [-INDEX_LOST] = 2, [-INDEX_DRAWN] = 0, [-INDEX_WON] = 1, [-INDEX_WINS] = 3
};

/* Look up the code at the end of an edge; false if it is still open. */
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
    *code = retro_cells_code(&work->cells, edge->place.number);
    return *code != RETRO_CODE_DRAW;
}

static Sight nothing_seen(void)
{
    return (Sight){ .fastest = UINT32_MAX };
}

/* Combine the edges of one group: what the opponent gets from a choice. */
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
    assert(count > 0 && edges[0].kind >= INDEX_GROUP);
    int length = 1;
    while (length < count && edges[length].kind == edges[0].kind)
        length++;
    return length;
}

/* True if a choice must wait for its edges inside the layer.  They may let the opponent win, or win
 * sooner than by an edge that leaves the layer.  But no win is sooner than a short turn and the
 * next one, and with sees_ends not even that. */
static bool is_open(const Work *work, const Sight *choice)
{
    return choice->inside > 0 && choice->fastest > (work->space->index->sees_ends ? 3 : 2);
}

/* Add the value of a choice for the player who leaves the position, if it is known. */
static bool see_choice(const Work *work, Sight *sight, const Sight *choice)
{
    if (is_open(work, choice))
        return false;
    if (choice->fastest != UINT32_MAX)
        see_loss(sight, choice->fastest + 1);
    else if (choice->open)
        sight->open = true;
    else
        see_win(sight, choice->slowest + 1);
    return true;
}

/* Combine the listed edges, as far as they leave the layer. */
static Sight see_edges(const Work *work, const IndexEdge *edges, int count)
{
    Sight sight = nothing_seen();
    for (int i = 0; i < count; i++) {
        uint16_t code;
        if (edges[i].kind >= INDEX_GROUP) {
            int   length = group_length(&edges[i], count - i);
            Sight choice = see_group(work, &edges[i], length, false);
            if (!see_choice(work, &sight, &choice))
                sight.inside++;
            i += length - 1;
        } else if (known_code(work, &edges[i], false, &code)) {
            see_code(&sight, code, edges[i].turns, edges[i].kind == INDEX_SAME);
        } else {
            sight.inside++;
        }
    }
    return sight;
}

/* Announce an edge, or store it in the second visit. */
static bool list_edge(Work *work, RetroEdge edge)
{
    if (edge.turns < 1 || edge.turns > EDGE_TURNS_MAX)
        return fail(work, STATUS_ILLEGAL);
    if (work->is_second)
        return retro_edges_put(&work->edge_list, edge) || fail(work, STATUS_ILLEGAL);
    retro_edges_announce(&work->edge_list, edge.target);
    return true;
}

static void note_distance(Work *work, uint32_t turns)
{
    uint32_t old = atomic_load_explicit(&work->farthest, memory_order_relaxed);
    while (turns > old && !atomic_compare_exchange_weak(&work->farthest, &old, turns)) {}
}

/* Set what is known about a position or a choice; `left` is the number of its moves inside. */
static bool set_cell(Work *work, uint32_t number, uint16_t code, uint32_t left)
{
    assert(number < work->size + work->node_count);
    if (left > retro_cells_most(&work->cells) && left < LEFT_SEEN)
        return fail(work, STATUS_ILLEGAL);
    retro_cells_set(&work->cells, number, code, left);
    note_distance(work, retro_turns(code));
    return true;
}

/* Initialise a choice, for the player who makes it. */
static bool keep_node(Work *work, uint32_t node, uint32_t source, const Sight *choice)
{
    if (node >= work->node_count)
        return fail(work, STATUS_ILLEGAL);
    if ((choice->fastest > RETRO_DISTANCE_MAX && choice->fastest != UINT32_MAX) ||
        choice->slowest > RETRO_DISTANCE_MAX)
        return fail(work, STATUS_TOO_LARGE);
    work->nodes.sources[node] = source;
    work->nodes.slowest[node] = (uint16_t)choice->slowest;
    bool     wins = choice->fastest != UINT32_MAX;
    uint16_t code = wins ? retro_win(choice->fastest) : RETRO_CODE_DRAW;
    return set_cell(work, work->size + node, code,
                    wins || choice->open ? LEFT_NEVER : choice->inside);
}

/* An open choice becomes a node, which waits for its edges. */
static bool list_choice(Work *work, uint32_t source, const IndexEdge *edges, int length)
{
    Sight choice = see_group(work, edges, length, false);
    if (!is_open(work, &choice))
        return true;
    uint32_t node = work->node_next[source / STRETCH]++;
    uint32_t number = work->size + node;
    if (work->is_second && !keep_node(work, node, source, &choice))
        return false;
    for (int i = 0; i < length; i++)
        if (edges[i].place.layer == work->layer &&
            !list_edge(work, (RetroEdge){ edges[i].place.number, number,
                                          (uint8_t)(edges[i].turns - 1u), true }))
            return false;
    return true;
}

static bool list_edges(Work *work, uint32_t source, const IndexEdge *edges, int count)
{
    for (int i = 0; i < count; i++) {
        if (edges[i].kind >= INDEX_GROUP) {
            int length = group_length(&edges[i], count - i);
            if (!list_choice(work, source, &edges[i], length))
                return false;
            i += length - 1;
        } else if (edges[i].place.layer == work->layer &&
                   !list_edge(work,
                              (RetroEdge){ edges[i].place.number, source, (uint8_t)edges[i].turns,
                                           edges[i].kind == INDEX_SAME })) {
            return false;
        }
    }
    return true;
}

/* Initialise a position. */
static bool keep_position(Work *work, uint32_t number, const Sight *sight, uint32_t left)
{
    if (sight->fastest != UINT32_MAX)
        return set_cell(work, number, retro_win(sight->fastest), LEFT_NEVER);
    if (sight->open)
        return set_cell(work, number, RETRO_CODE_DRAW, LEFT_NEVER);
    return set_cell(work, number, left == 0 ? retro_loss(sight->slowest) : RETRO_CODE_DRAW, left);
}

static bool announce_edges(Work *work, uint32_t number, const IndexEdge *edges, int count)
{
    work->listed[number / STRETCH] |= UINT64_C(1) << number % STRETCH;
    return list_edges(work, number, edges, count);
}

static bool first_look(Work *work, uint32_t number, IndexEdge *edges)
{
    IndexPlain plain;
    int count = work->space->index->exits(work->space->opened, (IndexPlace){ work->layer, number },
                                          edges, &plain);
    if (count < 0) {
        bool seen = work->space->index->sees_ends && (count == INDEX_LOST || count == INDEX_WINS);
        return set_cell(work, number, OVER[-count], seen ? LEFT_SEEN : LEFT_NEVER);
    }
    Sight    sight = see_edges(work, edges, count);
    uint32_t left = plain.count + sight.inside;
    if (plain.is_refuted)
        see_loss(&sight, 2);
    if (sight.fastest > RETRO_DISTANCE_MAX && sight.fastest != UINT32_MAX)
        return fail(work, STATUS_TOO_LARGE);
    if (!keep_position(work, number, &sight, left))
        return false;
    /* If nothing can be faster, edges are useless.  With sees_ends, no position inside the layer is
     * lost yet, and the loser still has at least one turn and the opponent another. */
    uint32_t soonest = work->space->index->sees_ends ? 3 : 1;
    return sight.fastest <= soonest || sight.inside == 0 ||
           announce_edges(work, number, edges, count);
}

static bool look_at_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work     *work = context;
    IndexEdge edges[INDEX_EDGES_MAX];
    (void)worker;
    for (uint32_t number = first; number < end; number++)
        if (!first_look(work, number, edges))
            return false;
    return true;
}

static bool look_again_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work     *work = context;
    IndexEdge edges[INDEX_EDGES_MAX];
    (void)worker;
    for (uint32_t number = first; number < end; number++) {
        if ((work->listed[number / STRETCH] >> number % STRETCH & 1) == 0)
            continue;
        IndexPlace place = { work->layer, number };
        int        count = work->space->index->exits(work->space->opened, place, edges, NULL);
        if (!list_edges(work, number, edges, count))
            return false;
    }
    return true;
}

/* Turn the number of nodes per stretch into the number of its first node.  Return the total. */
static uint64_t number_nodes(Work *work)
{
    uint64_t count = 0;
    for (uint32_t n = 0; n < stretches(work); n++) {
        uint32_t here = work->node_next[n];
        work->node_next[n] = (uint32_t)count;
        count += here;
    }
    return count;
}

/* Restore the first numbers: each stretch has advanced to where the next one began. */
static void renumber_nodes(Work *work)
{
    memmove(work->node_next + 1, work->node_next, (stretches(work) - 1) * sizeof *work->node_next);
    work->node_next[0] = 0;
}

/* Allocate the nodes that were found, and the announced edges or as many as fit. */
static bool ensure_capacity(Work *work, const char *folder, int *rounds)
{
    uint64_t edge_list = retro_edges_announced(&work->edge_list), nodes = number_nodes(work);
    if (edge_list > UINT32_MAX || work->size + nodes > UINT32_MAX)
        return fail(work, STATUS_TOO_LARGE);
    work->node_count = (uint32_t)nodes;
    if (!take_memory(work, (size_t)nodes * NODE_BYTES + cells_bytes(work, work->node_count)))
        return false;
    work->nodes.sources = malloc(nodes * sizeof *work->nodes.sources + 1);
    work->nodes.slowest = malloc(nodes * sizeof *work->nodes.slowest + 1);
    if (work->nodes.sources == NULL || work->nodes.slowest == NULL ||
        !retro_cells_grow(&work->cells, work->size + work->node_count))
        return fail(work, STATUS_NO_MEMORY);
    Status status =
        retro_edges_open(&work->edge_list, work->memory_bytes - work->memory_used, folder, rounds);
    return status == STATUS_OK ? take_memory(work, retro_edges_round_bytes(&work->edge_list))
                               : fail(work, status);
}

/* Store every edge. */
static bool look_again(Work *work, RetroReporter *reporter)
{
    int rounds;
    if (!ensure_capacity(work, reporter->options->folder, &rounds))
        return false;
    work->is_second = true;
    reporter->share_here /= rounds;
    for (int round = 0; round < rounds; round++) {
        if (work->edge_list.count > 0 &&
            !retro_parallel(reporter, work->size, look_again_piece, work))
            return false;
        if (!retro_edges_turn(&work->edge_list))
            return fail(work, STATUS_SYSTEM);
        renumber_nodes(work);
        reporter->share_before += reporter->share_here;
    }
    free(work->listed);
    free(work->node_next);
    work->listed = NULL;
    work->node_next = NULL;
    return true;
}

/* --- backward propagation --- */

/* Record that a number of this region has a code of this distance.  Distances after the window are
 * found when the next one begins. */
static void mark_due(Work *work, uint32_t number, uint32_t turns)
{
    assert(number < work->size + work->node_count);
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
        if (retro_cells_code(&work->cells, number) != RETRO_CODE_DRAW)
            mark_due(work, number, retro_turns(retro_cells_code(&work->cells, number)));
    return true;
}

/* Scan all cells for distances in the new window. */
static bool begin_window(Work *work, RetroReporter *reporter)
{
    uint32_t all = work->size + work->node_count;
    memset(work->due, 0, (all / REGION + 1) * sizeof *work->due);
    return retro_parallel(reporter, all, mark_piece, work);
}

static inline void offer_win(Work *work, uint32_t number, uint32_t turns)
{
    uint16_t *code = &work->cells.codes[number], old = __atomic_load_n(code, __ATOMIC_RELAXED);
    uint16_t  mine = retro_win(turns);
    while (old == RETRO_CODE_DRAW || (retro_is_win(old) && mine < old)) {
        if (__atomic_compare_exchange_n(code, &old, mine, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            note_due(work, number, turns);
            return;
        }
    }
}

/* The last move has turned out to lose.  The plain moves took at most until now.  The length of the
 * others is looked up: for each choice the opponent's fastest win is known by now. */
static void settle_loss(Work *work, uint32_t number)
{
    assert(number < work->size);
    IndexEdge edges[INDEX_EDGES_MAX];
    Sight     sight = { .fastest = UINT32_MAX, .slowest = work->turns + 1 };
    int count = work->space->index->exits(work->space->opened, (IndexPlace){ work->layer, number },
                                          edges, NULL);
    for (int i = 0; i < count; i++) {
        uint16_t code;
        if (edges[i].kind >= INDEX_GROUP) {
            int   length = group_length(&edges[i], count - i);
            Sight choice = see_group(work, &edges[i], length, true);
            if (choice.fastest == UINT32_MAX)
                fail(work, STATUS_ILLEGAL);
            see_loss(&sight, choice.fastest + 1);
            i += length - 1;
        } else if (known_code(work, &edges[i], true, &code)) {
            see_code(&sight, code, edges[i].turns, edges[i].kind == INDEX_SAME);
        }
    }
    if (sight.slowest > RETRO_DISTANCE_MAX) {
        fail(work, STATUS_TOO_LARGE);
        return;
    }
    __atomic_store_n(&work->cells.codes[number], retro_loss(sight.slowest), __ATOMIC_RELAXED);
    note_due(work, number, sight.slowest);
}

/* One move of a position has turned out to lose. */
static void strike(Work *work, uint32_t number)
{
    if (retro_cells_strike(&work->cells, number))
        settle_loss(work, number);
}

/* A move of the choice `number` leads its player to a loss after `turns` turns. */
static void strike_node(Work *work, uint32_t number, uint32_t turns)
{
    assert(number >= work->size);
    uint16_t *slowest = &work->nodes.slowest[number - work->size];
    uint16_t  old = __atomic_load_n(slowest, __ATOMIC_RELAXED);
    while (turns > old && !__atomic_compare_exchange_n(slowest, &old, (uint16_t)turns, true,
                                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    if (!retro_cells_strike(&work->cells, number))
        return;
    uint32_t all = __atomic_load_n(slowest, __ATOMIC_RELAXED);
    if (all > RETRO_DISTANCE_MAX) {
        fail(work, STATUS_TOO_LARGE);
        return;
    }
    __atomic_store_n(&work->cells.codes[number], retro_loss(all), __ATOMIC_RELAXED);
    note_due(work, number, all);
}

/* The target of an edge is known: update its source. */
static void inform_source(Work *work, const RetroEdge *edge, bool target_wins)
{
    uint32_t turns = work->turns + edge->turns;
    if (target_wins == edge->same)
        offer_win(work, edge->source, turns);
    else if (edge->source >= work->size)
        strike_node(work, edge->source, turns);
    else
        strike(work, edge->source);
}

static void inform_listed(Work *work, uint32_t number, bool wins)
{
    RetroEdge edge;
    uint32_t  from = retro_edges_first(&work->edge_list, number);
    while (retro_edges_next(&work->edge_list, number, &from, &edge))
        inform_source(work, &edge, wins);
}

static void inform_plain(Work *work, uint32_t number, bool wins)
{
    uint32_t entries[INDEX_ENTRIES_MAX];
    if (work->space->index->entries == NULL || retro_cells_left(&work->cells, number) == LEFT_SEEN)
        return;
    int count = work->space->index->entries(work->space->opened,
                                            (IndexPlace){ work->layer, number }, entries);
    for (int i = 0; i < count; i++) {
        if (wins)
            retro_cells_expect_strike(&work->cells, entries[i]);
        else
            __builtin_prefetch(&work->cells.codes[entries[i]], 1);
    }
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
        uint32_t source = work->nodes.sources[number - work->size];
        if (wins)
            strike(work, source);
        else
            offer_win(work, source, work->turns + 1);
        return;
    }
    inform_plain(work, number, wins);
    if (work->edge_list.count > 0)
        inform_listed(work, number, wins);
}

static void work_back_cells(Work *work, uint32_t first, uint32_t end)
{
    uint16_t win = retro_win(work->turns), loss = retro_loss(work->turns);
    for (uint32_t number = first; number < end; number++) {
        uint16_t code = retro_cells_code(&work->cells, number);
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
    return atomic_load_explicit(&work->failure, memory_order_relaxed) == STATUS_OK;
}

/* --- a layer --- */

/* Shares of the first visit, the second visit, and the rest. */
static const double FIRST_SHARE = 0.3, SECOND_SHARE = 0.15;

static bool make_due(Work *work)
{
    size_t bytes = (((size_t)work->size + work->node_count) / REGION + 1) * sizeof *work->due;
    work->due = malloc(bytes);
    return work->due != NULL || fail(work, STATUS_NO_MEMORY);
}

static bool look_at_all(Work *work, RetroReporter *reporter, double share)
{
    reporter->progress.doing = "visiting every position";
    reporter->progress.turns = 0;
    reporter->share_here = share * FIRST_SHARE;
    if (!retro_parallel(reporter, work->size, look_at_piece, work))
        return false;
    reporter->share_before += reporter->share_here;
    reporter->share_here = share * SECOND_SHARE;
    reporter->progress.doing = "storing edges";
    return look_again(work, reporter);
}

static bool solve(Work *work, RetroReporter *reporter)
{
    double share = reporter->share_here;
    if (!look_at_all(work, reporter, share) || !make_due(work))
        return false;
    reporter->progress.doing = "retrograde analysis";
    double left = share * (1 - FIRST_SHARE - SECOND_SHARE);
    for (work->turns = 0; work->turns <= atomic_load(&work->farthest); work->turns++) {
        /* The number of distances is not known in advance: each gets a tenth of the remaining
         * share. */
        reporter->progress.turns = work->turns;
        reporter->share_here = 0;
        if (work->turns % WINDOW == 0 && !begin_window(work, reporter))
            return false;
        reporter->share_here = left / 10;
        left -= reporter->share_here;
        if (!retro_parallel(reporter, work->size + work->node_count, work_back_piece, work))
            return false;
        reporter->share_before += reporter->share_here;
    }
    return true;
}

/* Allocate what does not depend on the results. */
static bool prepare(Work *work)
{
    size_t count = stretches(work);
    if (work->size > INDEX_LAYER_MAX)
        return fail(work, STATUS_TOO_LARGE);
    if (!take_memory(work, cells_bytes(work, work->size) +
                               count * (sizeof *work->listed + sizeof *work->node_next) +
                               retro_edges_counting_bytes(work->size)))
        return false;
    work->listed = calloc(count, sizeof *work->listed);
    work->node_next = calloc(count, sizeof *work->node_next);
    return (work->listed != NULL && work->node_next != NULL &&
            retro_cells_begin(&work->cells, work->size, work->space->index->has_few_moves) &&
            retro_edges_begin(&work->edge_list, work->size)) ||
           fail(work, STATUS_NO_MEMORY);
}

static void free_work(Work *work)
{
    retro_cells_free(&work->cells);
    free(work->nodes.sources);
    free(work->nodes.slowest);
    free(work->listed);
    free(work->node_next);
    free(work->due);
    retro_edges_free(&work->edge_list);
    free(work);
}

Status retro_layer_solve(const RetroSpace *space, uint32_t layer, RetroReporter *reporter,
                         size_t memory_bytes, uint16_t **codes, RetroReport *report, Fault *fault)
{
    Work *work = calloc(1, sizeof *work);
    assert(layer < space->layer_count);
    *codes = NULL;
    if (work == NULL)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s", status_text(STATUS_NO_MEMORY));
    work->space = space;
    work->layer = layer;
    work->size = space->index->layer_size(space->opened, layer);
    work->memory_bytes = memory_bytes;
    if (prepare(work) && solve(work, reporter)) {
        *codes = work->cells.codes;
        work->cells.codes = NULL;
    }
    Status failure = (Status)atomic_load(&work->failure);
    if (work->memory_used > report->memory_peak)
        report->memory_peak = work->memory_used;
    report->ways += work->edge_list.count;
    if (work->edge_list.file_bytes > report->scratch_bytes)
        report->scratch_bytes = work->edge_list.file_bytes;
    free_work(work);
    return failure == STATUS_OK ? STATUS_OK
                                : fault_set(fault, failure, 0, "%s", status_text(failure));
}
