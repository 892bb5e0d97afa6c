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
 * The slowest known loss of a position is kept in its code while some of its moves are open; such a
 * code is provisional.  So nobody looks at a position again when its last move has turned out to
 * lose.
 *
 * The result does not depend on the order of work: within one distance, positions only produce
 * codes of larger distances, a win takes the smallest distance offered, and a counter reaches zero
 * once.
 *
 * Several ranks (solver/retro_ranks.h) may share a layer.  Each owns the cells of some consecutive
 * numbers, the choices in these positions and the edges that lead to them.  What concerns the
 * number of another rank is posted to it: edges in the visits, then wins and losses.  All ranks
 * process the same distance at the same time.
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

typedef struct Work {
    const RetroSpace *space;
    uint32_t          layer;
    uint32_t          size;       /* positions */
    uint32_t          first, own; /* the positions of this rank, and how many they are */
    RetroCells        cells;      /* own positions, then own nodes */
    uint32_t         *sources; /* by own node, a choice of the opponent: the position before it */
    uint32_t          node_count;
    uint32_t          node_first;    /* own nodes have the numbers from size + node_first on */
    RetroMail        *mail;          /* to other ranks, or NULL */
    uint32_t          share;         /* positions of each rank but the last ones */
    uint32_t         *node_end;      /* by rank: sum of the nodes up to this rank */
    int               round, rounds; /* in which edges are stored here */
    uint32_t        *node_next; /* by stretch: nodes found there; then the number of the next one */
    RetroEdges       edge_list;
    uint64_t        *listed;    /* by stretch, a bit per position: it has edges to store */
    bool             is_second; /* second visit */
    uint64_t        *due;       /* by region: a bit per distance of the window */
    size_t           memory_bytes, memory_used;
    _Atomic uint32_t farthest; /* largest distance of any code so far */
    _Atomic uint32_t failure;  /* a Status, or RETRO_STOPPED */
    uint32_t         turns;    /* the distance being processed */
} Work;

/* `status` is a Status or RETRO_STOPPED. */
static bool fail(Work *work, uint32_t status)
{
    uint32_t none = STATUS_OK;
    atomic_compare_exchange_strong(&work->failure, &none, status);
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
    return work->own / STRETCH + 1;
}

/* --- ranks --- */

static inline bool is_mine(const Work *work, uint32_t number)
{
    if (work->mail == NULL)
        return true;
    return number < work->size ? number - work->first < work->own
                               : number - work->size - work->node_first < work->node_count;
}

/* Return the index of an own position or node among the cells. */
static inline uint32_t cell_of(const Work *work, uint32_t number)
{
    return number < work->size ? number - work->first
                               : number - work->size - work->node_first + work->own;
}

static uint32_t owner_of(const Work *work, uint32_t number)
{
    uint32_t rank = 0;
    if (number < work->size)
        return number / work->share;
    while (work->node_end[rank] <= number - work->size)
        rank++;
    return rank;
}

/* Let all ranks fail if one does. */
static bool agree(Work *work, bool going)
{
    if (work->mail == NULL)
        return going;
    uint32_t mine = atomic_load(&work->failure);
    uint32_t all =
        retro_ranks_agree(work->mail->ranks, mine == STATUS_OK && !going ? RETRO_STOPPED : mine);
    return all == STATUS_OK || fail(work, all);
}

/* Run `piece` over all own numbers below `count`, and receive the messages of other ranks. */
static bool for_all(Work *work, RetroReporter *reporter, uint32_t count, RetroPiece *piece,
                    size_t message_bytes, RetroReceive *receive)
{
    if (work->mail == NULL)
        return retro_parallel(reporter, count, piece, work);
    retro_mail_begin(work->mail, message_bytes, receive, work);
    bool     going = retro_parallel(reporter, count, piece, work);
    uint32_t mine = atomic_load(&work->failure);
    uint32_t all = retro_mail_end(work->mail, mine == STATUS_OK && !going ? RETRO_STOPPED : mine);
    return all == STATUS_OK || fail(work, all);
}

static bool post(Work *work, uint32_t number, const unsigned char *message)
{
    return retro_mail_post(work->mail, owner_of(work, number), message) ||
           fail(work, work->mail->agreed);
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

/* Look up the code at the end of an edge; false if it stays inside the layer. */
static bool known_code(const Work *work, const IndexEdge *edge, uint16_t *code)
{
    if (edge->place.layer == work->layer)
        return false;
    *code = edge->place.layer == INDEX_ENDED
                ? OVER[edge->place.number]
                : retro_code(work->space->known[edge->place.layer], edge->place.number);
    return true;
}

static Sight nothing_seen(void)
{
    return (Sight){ .fastest = UINT32_MAX };
}

/* Combine the edges of one group: what the opponent gets from a choice. */
static Sight see_group(const Work *work, const IndexEdge *edges, int count)
{
    Sight sight = nothing_seen();
    for (int i = 0; i < count && edges[i].kind == edges[0].kind; i++) {
        uint16_t code;
        if (known_code(work, &edges[i], &code))
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
            Sight choice = see_group(work, &edges[i], length);
            if (!see_choice(work, &sight, &choice))
                sight.inside++;
            i += length - 1;
        } else if (known_code(work, &edges[i], &code)) {
            see_code(&sight, code, edges[i].turns, edges[i].kind == INDEX_SAME);
        } else {
            sight.inside++;
        }
    }
    return sight;
}

/* Announce an edge to an own position, or store it in the second visit. */
static bool keep_edge(Work *work, RetroEdge edge)
{
    edge.target -= work->first;
    if (work->is_second)
        return work->round >= work->rounds || retro_edges_put(&work->edge_list, edge) ||
               fail(work, STATUS_ILLEGAL);
    retro_edges_announce(&work->edge_list, edge.target);
    return true;
}

/* An edge as a message: the target, then in the second visit the source, turns and side to move. */
enum { ANNOUNCE_BYTES = 4, EDGE_MESSAGE_BYTES = 9 };

static bool post_edge(Work *work, const RetroEdge *edge)
{
    unsigned char message[EDGE_MESSAGE_BYTES];
    memcpy(message, &edge->target, 4);
    memcpy(message + 4, &edge->source, 4);
    message[8] = (unsigned char)(2 * edge->turns + edge->same);
    return post(work, edge->target, message);
}

static Status receive_edge(void *context, const unsigned char *message)
{
    Work     *work = context;
    RetroEdge edge = { 0 };
    memcpy(&edge.target, message, 4);
    if (work->is_second) {
        memcpy(&edge.source, message + 4, 4);
        edge.turns = message[8] / 2;
        edge.same = message[8] % 2 != 0;
    }
    if (!is_mine(work, edge.target) || edge.target >= work->size)
        return STATUS_ILLEGAL;
    return keep_edge(work, edge) ? STATUS_OK : STATUS_ILLEGAL;
}

/* Announce an edge, or store it in the second visit. */
static bool list_edge(Work *work, RetroEdge edge)
{
    if (edge.turns < 1 || edge.turns > EDGE_TURNS_MAX)
        return fail(work, STATUS_ILLEGAL);
    return is_mine(work, edge.target) ? keep_edge(work, edge) : post_edge(work, &edge);
}

static void note_distance(Work *work, uint32_t turns)
{
    uint32_t old = atomic_load_explicit(&work->farthest, memory_order_relaxed);
    while (turns > old && !atomic_compare_exchange_weak(&work->farthest, &old, turns)) {}
}

/* Set what is known about a position or a choice; `left` is the number of its moves inside. */
static bool set_cell(Work *work, uint32_t cell, uint16_t code, uint32_t left)
{
    assert(cell < work->own + work->node_count);
    if (left > retro_cells_most(&work->cells) && left < LEFT_SEEN)
        return fail(work, STATUS_ILLEGAL);
    retro_cells_set(&work->cells, cell, code, left);
    note_distance(work, retro_turns(code));
    return true;
}

/* The same from what its moves that leave the layer give. */
static bool set_sight(Work *work, uint32_t cell, const Sight *sight, uint32_t left)
{
    if ((sight->fastest > RETRO_DISTANCE_MAX && sight->fastest != UINT32_MAX) ||
        sight->slowest > RETRO_DISTANCE_MAX)
        return fail(work, STATUS_TOO_LARGE);
    if (sight->fastest != UINT32_MAX)
        return set_cell(work, cell, retro_win(sight->fastest), LEFT_NEVER);
    if (sight->open)
        return set_cell(work, cell, RETRO_CODE_DRAW, LEFT_NEVER);
    bool is_loss = left == 0 || sight->slowest > 0; /* provisional, unless left is 0 */
    return set_cell(work, cell, is_loss ? retro_loss(sight->slowest) : RETRO_CODE_DRAW, left);
}

/* An open choice becomes a node, which waits for its edges. */
static bool list_choice(Work *work, uint32_t source, const IndexEdge *edges, int length)
{
    Sight choice = see_group(work, edges, length);
    if (!is_open(work, &choice))
        return true;
    uint32_t node = work->node_next[(source - work->first) / STRETCH]++;
    uint32_t number = work->size + work->node_first + node;
    if (work->is_second && node >= work->node_count)
        return fail(work, STATUS_ILLEGAL);
    if (work->is_second)
        work->sources[node] = source;
    if (work->is_second && !set_sight(work, work->own + node, &choice, choice.inside))
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

static bool announce_edges(Work *work, uint32_t number, const IndexEdge *edges, int count)
{
    uint32_t cell = number - work->first;
    work->listed[cell / STRETCH] |= UINT64_C(1) << cell % STRETCH;
    return list_edges(work, number, edges, count);
}

static bool first_look(Work *work, uint32_t number, IndexEdge *edges)
{
    IndexPlain plain;
    int count = work->space->index->exits(work->space->opened, (IndexPlace){ work->layer, number },
                                          edges, &plain);
    if (count < 0) {
        bool seen = work->space->index->sees_ends && (count == INDEX_LOST || count == INDEX_WINS);
        return set_cell(work, number - work->first, OVER[-count], seen ? LEFT_SEEN : LEFT_NEVER);
    }
    Sight    sight = see_edges(work, edges, count);
    uint32_t left = plain.count + sight.inside;
    if (plain.is_refuted)
        see_loss(&sight, 2);
    if (!set_sight(work, number - work->first, &sight, left))
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
    for (uint32_t cell = first; cell < end; cell++)
        if (!first_look(work, work->first + cell, edges))
            return false;
    return true;
}

static bool look_again_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work     *work = context;
    IndexEdge edges[INDEX_EDGES_MAX];
    (void)worker;
    for (uint32_t cell = first; cell < end; cell++) {
        if ((work->listed[cell / STRETCH] >> cell % STRETCH & 1) == 0)
            continue;
        IndexPlace place = { work->layer, work->first + cell };
        int        count = work->space->index->exits(work->space->opened, place, edges, NULL);
        if (!list_edges(work, place.number, edges, count))
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

/* Give the nodes of all ranks their numbers.  Return false if there are too many. */
static bool place_nodes(Work *work, uint64_t nodes)
{
    uint64_t total = nodes;
    if (work->mail != NULL) {
        const RetroRanks *ranks = work->mail->ranks;
        uint32_t          mine = (uint32_t)nodes;
        ranks->sum(ranks->context, &total, 1);
        ranks->collect(ranks->context, &mine, sizeof mine, work->node_end);
        for (uint32_t rank = 1; rank < ranks->count; rank++)
            work->node_end[rank] += work->node_end[rank - 1];
        work->node_first = work->node_end[ranks->rank] - mine;
    }
    work->node_count = (uint32_t)nodes;
    return work->size + total <= UINT32_MAX || fail(work, STATUS_TOO_LARGE);
}

/* Allocate the nodes that were found, and the announced edges or as many as fit. */
static bool ensure_capacity(Work *work, const char *folder)
{
    uint64_t edge_list = retro_edges_announced(&work->edge_list);
    if (!place_nodes(work, number_nodes(work)))
        return false;
    if (edge_list > UINT32_MAX)
        return fail(work, STATUS_TOO_LARGE);
    size_t source_bytes = (size_t)work->node_count * sizeof *work->sources;
    if (!take_memory(work, source_bytes + cells_bytes(work, work->node_count)))
        return false;
    work->sources = malloc(source_bytes + 1);
    if (work->sources == NULL || !retro_cells_grow(&work->cells, work->own + work->node_count))
        return fail(work, STATUS_NO_MEMORY);
    Status status = retro_edges_open(&work->edge_list, work->memory_bytes - work->memory_used,
                                     folder, &work->rounds);
    return status == STATUS_OK ? take_memory(work, retro_edges_round_bytes(&work->edge_list))
                               : fail(work, status);
}

/* Return the rounds of the rank that needs most, and whether any rank has edges. */
static int most_rounds(const Work *work, bool *any)
{
    uint64_t most[2] = { (uint64_t)work->rounds, work->edge_list.count > 0 };
    if (work->mail != NULL)
        work->mail->ranks->max(work->mail->ranks->context, most, 2);
    *any = most[1] > 0;
    return (int)most[0];
}

/* Store every edge. */
static bool look_again(Work *work, RetroReporter *reporter)
{
    bool any;
    if (!agree(work, ensure_capacity(work, reporter->options->folder)))
        return false;
    work->is_second = true;
    int rounds = most_rounds(work, &any);
    reporter->share_here /= rounds;
    for (work->round = 0; work->round < rounds; work->round++) {
        if (any &&
            !for_all(work, reporter, work->own, look_again_piece, EDGE_MESSAGE_BYTES, receive_edge))
            return false;
        bool turned = work->round >= work->rounds || retro_edges_turn(&work->edge_list) ||
                      fail(work, STATUS_SYSTEM);
        if (!agree(work, turned))
            return false;
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

/* Record that a cell of this region has a code of this distance.  Distances after the window are
 * found when the next one begins. */
static void mark_due(Work *work, uint32_t cell, uint32_t turns)
{
    assert(cell < work->own + work->node_count);
    uint64_t *due = &work->due[cell / REGION], bit = UINT64_C(1) << turns % WINDOW;
    if (turns / WINDOW == work->turns / WINDOW &&
        (__atomic_load_n(due, __ATOMIC_RELAXED) & bit) == 0)
        __atomic_fetch_or(due, bit, __ATOMIC_RELAXED);
}

static void note_due(Work *work, uint32_t cell, uint32_t turns)
{
    note_distance(work, turns);
    mark_due(work, cell, turns);
}

static bool mark_piece(void *context, int worker, uint32_t first, uint32_t end)
{
    Work *work = context;
    (void)worker;
    for (uint32_t cell = first; cell < end; cell++)
        if (retro_cells_code(&work->cells, cell) != RETRO_CODE_DRAW)
            mark_due(work, cell, retro_turns(retro_cells_code(&work->cells, cell)));
    return true;
}

/* Scan all cells for distances in the new window. */
static bool begin_window(Work *work, RetroReporter *reporter)
{
    uint32_t all = work->own + work->node_count;
    memset(work->due, 0, (all / REGION + 1) * sizeof *work->due);
    return agree(work, retro_parallel(reporter, all, mark_piece, work));
}

/* True if a code that is a loss is only the slowest loss so far. */
static inline bool is_provisional(const Work *work, uint32_t cell)
{
    uint32_t left = retro_cells_left(&work->cells, cell);
    return left > 0 && left < LEFT_SEEN;
}

/* A move of the cell wins with this code. */
static inline void offer_win(Work *work, uint32_t cell, uint16_t mine)
{
    uint16_t *code = &work->cells.codes[cell], old = __atomic_load_n(code, __ATOMIC_RELAXED);
    while (old == RETRO_CODE_DRAW ||
           (retro_is_win(old) ? mine < old : is_provisional(work, cell))) {
        if (__atomic_compare_exchange_n(code, &old, mine, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            note_due(work, cell, retro_turns(mine));
            return;
        }
    }
}

static void keep_slowest(Work *work, uint32_t cell, uint16_t mine)
{
    uint16_t *code = &work->cells.codes[cell], old = __atomic_load_n(code, __ATOMIC_RELAXED);
    while (
        (old == RETRO_CODE_DRAW || (retro_is_loss(old) && old < mine)) &&
        !__atomic_compare_exchange_n(code, &old, mine, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

/* A move of the cell loses with this code.  No move that loses takes less than the next distance,
 * so only a longer loss is kept until the last move is known. */
static inline void strike(Work *work, uint32_t cell, uint16_t mine)
{
    uint16_t next = retro_loss(work->turns + 1);
    if (mine > next && is_provisional(work, cell))
        keep_slowest(work, cell, mine);
    if (!retro_cells_strike(&work->cells, cell))
        return;
    uint16_t code = retro_cells_code(&work->cells, cell);
    code = code > next ? code : next;
    __atomic_store_n(&work->cells.codes[cell], code, __ATOMIC_RELAXED);
    note_due(work, cell, retro_turns(code));
}

enum { CODE_MESSAGE_BYTES = 6 }; /* a number and a code */

static Status receive_code(void *context, const unsigned char *message)
{
    Work    *work = context;
    uint32_t number;
    uint16_t code;
    memcpy(&number, message, 4);
    memcpy(&code, message + 4, 2);
    if (!is_mine(work, number))
        return STATUS_ILLEGAL;
    if (retro_is_win(code))
        offer_win(work, cell_of(work, number), code);
    else
        strike(work, cell_of(work, number), code);
    return STATUS_OK;
}

static void post_code(Work *work, uint32_t number, uint16_t code)
{
    unsigned char message[CODE_MESSAGE_BYTES];
    memcpy(message, &number, 4);
    memcpy(message + 4, &code, 2);
    post(work, number, message);
}

/* Some move of a position or node wins or loses after `turns` turns. */
static inline void inform(Work *work, uint32_t number, bool wins, uint32_t turns)
{
    if (turns > RETRO_DISTANCE_MAX)
        fail(work, STATUS_TOO_LARGE);
    else if (!is_mine(work, number))
        post_code(work, number, wins ? retro_win(turns) : retro_loss(turns));
    else if (wins)
        offer_win(work, cell_of(work, number), retro_win(turns));
    else
        strike(work, cell_of(work, number), retro_loss(turns));
}

static void inform_listed(Work *work, uint32_t cell, bool wins)
{
    RetroEdge edge;
    uint32_t  from = retro_edges_first(&work->edge_list, cell);
    while (retro_edges_next(&work->edge_list, cell, &from, &edge))
        inform(work, edge.source, wins == edge.same, work->turns + edge.turns);
}

static void inform_plain(Work *work, uint32_t cell, bool wins)
{
    uint32_t entries[INDEX_ENTRIES_MAX];
    if (work->space->index->entries == NULL || retro_cells_left(&work->cells, cell) == LEFT_SEEN)
        return;
    IndexPlace place = { work->layer, work->first + cell };
    int        count = work->space->index->entries(work->space->opened, place, entries);
    for (int i = 0; i < count; i++) {
        if (!is_mine(work, entries[i]))
            continue;
        if (wins)
            retro_cells_expect_strike(&work->cells, cell_of(work, entries[i]));
        else
            __builtin_prefetch(&work->cells.codes[cell_of(work, entries[i])], 1);
    }
    for (int i = 0; i < count; i++)
        inform(work, entries[i], !wins, work->turns + 1);
}

static void work_back(Work *work, uint32_t cell, bool wins)
{
    if (cell >= work->own) {
        inform(work, work->sources[cell - work->own], !wins, work->turns + 1);
        return;
    }
    inform_plain(work, cell, wins);
    if (work->edge_list.count > 0)
        inform_listed(work, cell, wins);
}

static void work_back_cells(Work *work, uint32_t first, uint32_t end)
{
    uint16_t win = retro_win(work->turns), loss = retro_loss(work->turns);
    for (uint32_t cell = first; cell < end; cell++) {
        uint16_t code = retro_cells_code(&work->cells, cell);
        if (code == win || (code == loss && !is_provisional(work, cell)))
            work_back(work, cell, code == win);
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
    size_t bytes = (((size_t)work->own + work->node_count) / REGION + 1) * sizeof *work->due;
    work->due = malloc(bytes);
    return agree(work, work->due != NULL || fail(work, STATUS_NO_MEMORY));
}

static bool look_at_all(Work *work, RetroReporter *reporter, double share)
{
    reporter->progress.doing = "visiting every position";
    reporter->progress.turns = 0;
    reporter->share_here = share * FIRST_SHARE;
    if (!for_all(work, reporter, work->own, look_at_piece, ANNOUNCE_BYTES, receive_edge))
        return false;
    reporter->share_before += reporter->share_here;
    reporter->share_here = share * SECOND_SHARE;
    reporter->progress.doing = "storing edges";
    return look_again(work, reporter);
}

/* Return the largest distance of any code so far, of all ranks. */
static uint32_t farthest_of_all(Work *work)
{
    uint64_t farthest = atomic_load(&work->farthest);
    if (work->mail != NULL)
        work->mail->ranks->max(work->mail->ranks->context, &farthest, 1);
    return (uint32_t)farthest;
}

/* A position with a move that never turned out to lose is a draw. */
static void drop_provisional(Work *work)
{
    for (uint32_t cell = 0; cell < work->own; cell++)
        if (retro_is_loss(work->cells.codes[cell]) && is_provisional(work, cell))
            work->cells.codes[cell] = RETRO_CODE_DRAW;
}

static bool solve(Work *work, RetroReporter *reporter)
{
    double share = reporter->share_here;
    if (!look_at_all(work, reporter, share) || !make_due(work))
        return false;
    reporter->progress.doing = "retrograde analysis";
    double left = share * (1 - FIRST_SHARE - SECOND_SHARE);
    for (work->turns = 0; work->turns <= farthest_of_all(work); work->turns++) {
        /* The number of distances is not known in advance: each gets a tenth of the remaining
         * share. */
        reporter->progress.turns = work->turns;
        reporter->share_here = 0;
        if (work->turns % WINDOW == 0 && !begin_window(work, reporter))
            return false;
        reporter->share_here = left / 10;
        left -= reporter->share_here;
        if (!for_all(work, reporter, work->own + work->node_count, work_back_piece,
                     CODE_MESSAGE_BYTES, receive_code))
            return false;
        reporter->share_before += reporter->share_here;
    }
    drop_provisional(work);
    return true;
}

/* Determine which positions this rank owns: all of them, if it is alone. */
static bool take_part(Work *work, RetroMail *mail)
{
    work->own = work->size;
    if (mail == NULL)
        return true;
    uint64_t first, share = retro_ranks_share(mail->ranks, work->size);
    first = share * mail->ranks->rank;
    work->mail = mail;
    work->share = (uint32_t)share;
    work->first = first < work->size ? (uint32_t)first : work->size;
    work->own = work->size - work->first < share ? work->size - work->first : (uint32_t)share;
    work->node_end = calloc(mail->ranks->count, sizeof *work->node_end);
    return work->node_end != NULL || fail(work, STATUS_NO_MEMORY);
}

/* Allocate what does not depend on the results. */
static bool prepare(Work *work)
{
    size_t count = stretches(work);
    if (work->size > INDEX_LAYER_MAX)
        return fail(work, STATUS_TOO_LARGE);
    if (!take_memory(work, cells_bytes(work, work->own) +
                               count * (sizeof *work->listed + sizeof *work->node_next) +
                               retro_edges_counting_bytes(work->own)))
        return false;
    work->listed = calloc(count, sizeof *work->listed);
    work->node_next = calloc(count, sizeof *work->node_next);
    return (work->listed != NULL && work->node_next != NULL &&
            retro_cells_begin(&work->cells, work->own, work->space->index->has_few_moves) &&
            retro_edges_begin(&work->edge_list, work->own)) ||
           fail(work, STATUS_NO_MEMORY);
}

static void free_work(Work *work)
{
    retro_cells_free(&work->cells);
    free(work->sources);
    free(work->node_end);
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
    bool is_ready = take_part(work, reporter->mail) && prepare(work);
    if (agree(work, is_ready) && solve(work, reporter)) {
        *codes = work->cells.codes;
        work->cells.codes = NULL;
    }
    uint32_t stop = atomic_load(&work->failure);
    Status   failure = stop == RETRO_STOPPED ? STATUS_OK : (Status)stop;
    if (work->memory_used > report->memory_peak)
        report->memory_peak = work->memory_used;
    report->ways += work->edge_list.count;
    if (work->edge_list.file_bytes > report->scratch_bytes)
        report->scratch_bytes = work->edge_list.file_bytes;
    free_work(work);
    return failure == STATUS_OK ? STATUS_OK
                                : fault_set(fault, failure, 0, "%s", status_text(failure));
}
