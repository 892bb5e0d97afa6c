/* SPDX-License-Identifier: MIT */
/* certify.c - assembles two kinds of strategies.
 *
 * Forcing.  Every position has an upper bound on the turns until the goal is reached, and the
 * holder moves to a position with a smaller bound; so does every turn of the opponent.  The bounds
 * come from proof-number search.  If it has discarded one, a search limited to that many turns
 * finds it again, which must succeed because the bound was correct.  If positions cannot repeat, no
 * bounds are needed.  In the end each position gets the length of the longest play as its rank.
 *
 * Preventing.  A set of positions that the holder never needs to leave and in which no end favours
 * the opponent.  It is grown from the root: all turns of the opponent, and for the holder the first
 * turn that is not known to lose; if a tablebase has all values, one to a position of the set, so that
 * the set stays small.  A position that turns out to be lost is removed, and every position that
 * relied on it chooses again.  When nothing is left to process, the set is closed,
 * and that is the proof: no search result has to be trusted.
 */
#include "solver/certify.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn.h"

static const uint32_t NONE = UINT32_MAX;

enum {
    FIRST_LOOK = 2000,      /* nodes to see whether a new position is lost */
    AGAIN_NODES = 50000000, /* nodes to repeat a proof */
};

typedef struct Node {
    uint32_t turns;        /* forcing: upper bound on the turns until the goal */
    uint32_t rank;         /* forcing: the length of the longest play */
    uint32_t first_edge;   /* to its successors in use */
    uint32_t first_parent; /* preventing: edges to the positions that rely on it */
    uint32_t edge_count;
    uint32_t turn;     /* offset of the text of its turn; NONE: all turns are answered */
    uint8_t  is_lost;  /* preventing: the goal cannot be prevented here */
    uint8_t  is_ready; /* its edges are complete */
    uint8_t  mark;
} Node;

typedef struct Edge {
    uint32_t node, next;
} Edge;

typedef struct Proof {
    Solver        *solver;
    const Game    *game;
    Goal           goal;
    GoalStatus     goal_status; /* GOAL_PROVED: forcing, GOAL_DISPROVED: preventing */
    bool           acyclic;
    bool           by_table; /* a tablebase has all values, so looking at all turns costs little */
    int            holder;
    size_t         pos_size;
    uint32_t       limit;
    Status         status;
    uint32_t       count, capacity, slot_mask;
    Node          *nodes;
    unsigned char *positions;
    uint32_t      *slots;
    Edge          *edges;
    uint32_t       edge_count, edge_capacity;
    Buffer         turn_texts; /* turns as text, each followed by a NUL */
    uint32_t      *pending;
    uint32_t       pending_count, pending_capacity;
} Proof;

static const Pos *position_of(const Proof *proof, uint32_t index)
{
    assert(index < proof->count);
    return (const Pos *)(const void *)(proof->positions + (size_t)index * proof->pos_size);
}

static bool failed(Proof *proof, Status status)
{
    if (proof->status == STATUS_OK)
        proof->status = status;
    return false;
}

/* --- growing lists --- */

static bool grow(Proof *proof, void **list, uint32_t *capacity, size_t size)
{
    uint32_t bigger = *capacity == 0 ? 256 : *capacity * 2;
    void    *block = *capacity > UINT32_MAX / 4 ? NULL : realloc(*list, bigger * size);
    if (block == NULL)
        return failed(proof, STATUS_NO_MEMORY);
    *list = block;
    *capacity = bigger;
    return true;
}

static uint32_t *slot_of(const Proof *proof, const Pos *pos)
{
    uint32_t slot = (uint32_t)(mix64(pos->key ^ pos->extra)) & proof->slot_mask;
    while (proof->slots[slot] != 0 &&
           memcmp(position_of(proof, proof->slots[slot] - 1), pos, proof->pos_size) != 0)
        slot = (slot + 1) & proof->slot_mask;
    return &proof->slots[slot];
}

static bool grow_nodes(Proof *proof)
{
    uint32_t capacity = proof->capacity, same = proof->capacity;
    void    *nodes = proof->nodes, *positions = proof->positions;
    if (proof->count >= proof->limit)
        return failed(proof, STATUS_NO_MEMORY);
    bool fits = grow(proof, &nodes, &capacity, sizeof(Node));
    proof->nodes = nodes;
    fits = fits && grow(proof, &positions, &same, proof->pos_size);
    proof->positions = positions;
    uint32_t *slots = fits ? calloc(2 * (size_t)capacity, sizeof *slots) : NULL;
    if (slots == NULL)
        return failed(proof, STATUS_NO_MEMORY);
    free(proof->slots);
    proof->slots = slots;
    proof->slot_mask = 2 * capacity - 1;
    proof->capacity = capacity;
    for (uint32_t i = 0; i < proof->count; i++)
        *slot_of(proof, position_of(proof, i)) = i + 1;
    return true;
}

static bool push(Proof *proof, uint32_t index)
{
    void *pending = proof->pending;
    if (proof->pending_count == proof->pending_capacity) {
        if (!grow(proof, &pending, &proof->pending_capacity, sizeof *proof->pending))
            return false;
        proof->pending = pending;
    }
    proof->pending[proof->pending_count++] = index;
    return true;
}

/* Return the index of a position; a new one is added to the pending list. */
static bool number_of(Proof *proof, const Pos *pos, uint32_t turns, uint32_t *index)
{
    if (proof->count == proof->capacity && !grow_nodes(proof))
        return false;
    uint32_t *slot = slot_of(proof, pos);
    if (*slot == 0) {
        memcpy(proof->positions + (size_t)proof->count * proof->pos_size, pos, proof->pos_size);
        proof->nodes[proof->count] =
            (Node){ .turns = turns, .first_edge = NONE, .first_parent = NONE, .turn = NONE };
        *slot = ++proof->count;
        if (!push(proof, proof->count - 1))
            return false;
    }
    *index = *slot - 1;
    return true;
}

static bool add_edge(Proof *proof, uint32_t *first, uint32_t node)
{
    void *edges = proof->edges;
    if (proof->edge_count == proof->edge_capacity) {
        if (!grow(proof, &edges, &proof->edge_capacity, sizeof *proof->edges))
            return false;
        proof->edges = edges;
    }
    proof->edges[proof->edge_count] = (Edge){ node, *first };
    *first = proof->edge_count++;
    return true;
}

static bool link_nodes(Proof *proof, uint32_t parent, uint32_t child)
{
    assert(parent < proof->count && child < proof->count);
    proof->nodes[parent].edge_count++;
    return add_edge(proof, &proof->nodes[parent].first_edge, child) &&
           add_edge(proof, &proof->nodes[child].first_parent, parent);
}

/* --- turns --- */

static void plain_copy(const Proof *proof, const Pos *from, PosBuffer *to)
{
    game_copy(proof->game, from, &to->head);
    if (proof->game->rules->forget != NULL)
        proof->game->rules->forget(&to->head);
}

static bool is_over(const Proof *proof, const Pos *pos)
{
    return proof->game->rules->outcome(pos).ending != ENDING_NONE;
}

/* At an end of the game: true if it is what the proof wants. */
static bool is_good_end(const Proof *proof, const Pos *pos)
{
    return goal_is_reached(proof->game, pos, &proof->goal) == (proof->goal_status == GOAL_PROVED);
}

static bool is_holders(const Proof *proof, const Pos *pos)
{
    return game_player(proof->game, pos, pos->side) == proof->holder;
}

static bool keep_turn(Proof *proof, uint32_t index, const Turn *turn)
{
    char string[TURN_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    turn_write(proof->game, position_of(proof, index), turn, &text);
    proof->nodes[index].turn = (uint32_t)proof->turn_texts.length;
    buffer_bytes(&proof->turn_texts, string, text.length + 1);
    return !proof->turn_texts.failed || failed(proof, STATUS_NO_MEMORY);
}

/* --- forcing --- */

/* True if the goal is known to be reached from here within `most` turns; `turns` becomes the
 * bound. */
static bool is_known(Proof *proof, const Pos *pos, uint32_t most, uint32_t *turns)
{
    if (solver_known(proof->solver, pos, &proof->goal, turns) != GOAL_PROVED)
        return false;
    return proof->acyclic || *turns <= most;
}

/* The same, proved again if it was discarded or only known with a larger bound. */
static bool is_proved(Proof *proof, const Pos *pos, uint32_t most, uint32_t *turns)
{
    if (is_known(proof, pos, most, turns))
        return true;
    if (solver_is_expired(proof->solver))
        return false;
    if (proof->acyclic &&
        solver_search(proof->solver, pos, &proof->goal, AGAIN_NODES) == GOAL_PROVED)
        return is_known(proof, pos, most, turns);
    if (proof->goal.by_margin)
        return false;
    ProofValue value = prover_player_within(solver_prover(proof->solver), pos, proof->goal.player,
                                            most, AGAIN_NODES);
    *turns = most;
    return value == PROOF_FIRST || value == PROOF_SECOND;
}

/* Selects one of several turns, by the number of further turns it needs. */
typedef struct Choice {
    Proof    *proof;
    uint32_t  most;    /* including the turn itself */
    bool      again;   /* prove what is not known, and take the first that can be proved */
    bool      longest; /* take the longest, not the shortest */
    bool      found;
    uint32_t  turns;
    bool      ends; /* the turn ends the game */
    Turn      turn;
    PosBuffer after;
} Choice;

/* True if the goal can still be forced after a turn; `turns` becomes what is still needed. */
static bool stays_forced(const Choice *choice, const Pos *after, const Pos *plain, uint32_t *turns)
{
    Proof *proof = choice->proof;
    *turns = 0;
    if (is_over(proof, after))
        return is_good_end(proof, after);
    if (!proof->acyclic && choice->most == 0)
        return false;
    return choice->again ? is_proved(proof, plain, choice->most - 1, turns)
                         : is_known(proof, plain, choice->most - 1, turns);
}

static bool consider(void *context, const Turn *turn, const Pos *after)
{
    Choice   *choice = context;
    uint32_t  turns;
    PosBuffer plain;
    plain_copy(choice->proof, after, &plain);
    if (!stays_forced(choice, after, &plain.head, &turns))
        return true;
    if (choice->found && (choice->longest ? turns <= choice->turns : turns >= choice->turns))
        return true;
    choice->found = true;
    choice->turns = turns;
    choice->ends = is_over(choice->proof, after);
    choice->turn.count = turn->count;
    memcpy(choice->turn.step, turn->step, (size_t)turn->count * sizeof(Step));
    game_copy(choice->proof->game, &plain.head, &choice->after.head);
    return choice->longest || (!choice->ends && !choice->again);
}

/* Use known results first; prove something only if there are none. */
static bool choose(Choice *choice, Proof *proof, const Pos *pos, uint32_t most, bool longest)
{
    choice->proof = proof;
    choice->most = most;
    choice->longest = longest;
    choice->found = choice->again = false;
    turn_each(proof->game, pos, consider, choice);
    if (choice->found)
        return true;
    choice->again = true;
    turn_each(proof->game, pos, consider, choice);
    return choice->found;
}

static bool force_by_choice(Proof *proof, uint32_t index)
{
    Choice  *choice = malloc(sizeof *choice);
    uint32_t child;
    if (choice == NULL)
        return failed(proof, STATUS_NO_MEMORY);
    bool ok = choose(choice, proof, position_of(proof, index), proof->nodes[index].turns, false) ||
              failed(proof, STATUS_NOT_FOUND);
    ok = ok && keep_turn(proof, index, &choice->turn);
    if (ok && !choice->ends)
        ok = number_of(proof, &choice->after.head, choice->turns, &child) &&
             link_nodes(proof, index, child);
    free(choice);
    return ok;
}

typedef struct NodeVisit {
    Proof   *proof;
    uint32_t index;
} NodeVisit;

/* Iterate over a copy: the list of positions may move while it grows. */
static bool each_turn(Proof *proof, uint32_t index, TurnVisit *visit)
{
    PosBuffer pos;
    NodeVisit node_visit = { proof, index };
    game_copy(proof->game, position_of(proof, index), &pos.head);
    return turn_each(proof->game, &pos.head, visit, &node_visit);
}

static bool force_after(void *context, const Turn *turn, const Pos *after)
{
    NodeVisit *node_visit = context;
    Proof     *proof = node_visit->proof;
    uint32_t   most = proof->nodes[node_visit->index].turns, turns, child;
    PosBuffer  plain;
    (void)turn;
    if (is_over(proof, after))
        return is_good_end(proof, after) || failed(proof, STATUS_NOT_FOUND);
    plain_copy(proof, after, &plain);
    if ((!proof->acyclic && most == 0) || !is_proved(proof, &plain.head, most - 1, &turns))
        return failed(proof, STATUS_NOT_FOUND);
    return number_of(proof, &plain.head, turns, &child) &&
           link_nodes(proof, node_visit->index, child);
}

/* Compute ranks from the ends (depth-first); false if play could cycle. */
static bool rank_nodes(Proof *proof)
{
    proof->pending_count = 0;
    if (!push(proof, 0))
        return false;
    while (proof->pending_count > 0) {
        uint32_t index = proof->pending[proof->pending_count - 1];
        Node    *node = &proof->nodes[index];
        if (node->mark == 2) {
            proof->pending_count--;
            continue;
        }
        uint32_t most = 0;
        bool     waits = false;
        for (uint32_t e = node->first_edge; e != NONE; e = proof->edges[e].next) {
            const Node *child = &proof->nodes[proof->edges[e].node];
            if (child->mark == 1) /* on the stack: a cycle */
                return failed(proof, STATUS_NOT_FOUND);
            if (child->mark == 2)
                most = child->rank > most ? child->rank : most;
            else if (!push(proof, proof->edges[e].node))
                return false;
            else
                waits = true;
        }
        if (waits) {
            node->mark = 1;
            continue;
        }
        node->rank = most + 1;
        node->mark = 2;
        proof->pending_count--;
    }
    return true;
}

static bool build_force(Proof *proof)
{
    while (proof->pending_count > 0) {
        solver_note_proof(proof->solver, proof->count);
        uint32_t index = proof->pending[--proof->pending_count];
        if (is_holders(proof, position_of(proof, index))) {
            if (!force_by_choice(proof, index))
                return false;
        } else if (!each_turn(proof, index, force_after)) {
            return failed(proof, STATUS_NO_MEMORY);
        }
        if (solver_is_expired(proof->solver))
            return failed(proof, STATUS_NOT_FOUND);
    }
    return rank_nodes(proof);
}

/* --- preventing --- */

/* Remove a position, and queue all positions that rely on it. */
static bool remove_node(Proof *proof, uint32_t index)
{
    assert(index < proof->count);
    Node *node = &proof->nodes[index];
    if (node->is_lost)
        return true;
    node->is_lost = true;
    for (uint32_t e = node->first_parent; e != NONE; e = proof->edges[e].next) {
        proof->nodes[proof->edges[e].node].is_ready = false;
        if (!push(proof, proof->edges[e].node))
            return false;
    }
    return true;
}

typedef enum Grade { GRADE_LOST, GRADE_NEW, GRADE_LISTED, GRADE_KNOWN, GRADE_BEST } Grade;

typedef struct SafeTurn {
    Proof    *proof;
    bool      found, ends;
    Grade     grade;
    Turn      turn;
    PosBuffer after;
} SafeTurn;

static Grade grade_of(Proof *proof, const Pos *pos)
{
    uint32_t  turns;
    uint32_t *slot = slot_of(proof, pos);
    if (*slot != 0 && proof->nodes[*slot - 1].is_lost)
        return GRADE_LOST;
    GoalStatus goal_status = solver_known(proof->solver, pos, &proof->goal, &turns);
    if (goal_status == GOAL_UNKNOWN && *slot == 0)
        goal_status = solver_search(proof->solver, pos, &proof->goal,
                                    proof->acyclic ? AGAIN_NODES : FIRST_LOOK);
    if (goal_status == GOAL_PROVED)
        return GRADE_LOST;
    if (proof->by_table && *slot != 0)
        return GRADE_BEST;
    return *slot != 0 ? GRADE_LISTED : goal_status == GOAL_DISPROVED ? GRADE_KNOWN : GRADE_NEW;
}

static bool find_safe_turn(void *context, const Turn *turn, const Pos *after)
{
    SafeTurn *safe = context;
    Proof    *proof = safe->proof;
    bool      ends = is_over(proof, after);
    Grade     grade = GRADE_KNOWN;
    PosBuffer plain;
    plain_copy(proof, after, &plain);
    if (ends && !is_good_end(proof, after))
        return true;
    if (!ends)
        grade = grade_of(proof, &plain.head);
    if (grade == GRADE_LOST || (safe->found && grade <= safe->grade))
        return true;
    safe->found = true;
    safe->ends = ends;
    safe->grade = grade;
    safe->turn.count = turn->count;
    memcpy(safe->turn.step, turn->step, (size_t)turn->count * sizeof(Step));
    game_copy(proof->game, &plain.head, &safe->after.head);
    return ends || proof->by_table ? !ends && grade != GRADE_BEST : grade != GRADE_KNOWN;
}

static bool prevent_by_choice(Proof *proof, uint32_t index)
{
    SafeTurn *safe = malloc(sizeof *safe);
    uint32_t  child;
    if (safe == NULL)
        return failed(proof, STATUS_NO_MEMORY);
    safe->proof = proof;
    safe->found = false;
    turn_each(proof->game, position_of(proof, index), find_safe_turn, safe);
    bool ok;
    proof->nodes[index].first_edge = NONE;
    if (!safe->found)
        ok = remove_node(proof, index);
    else
        ok = keep_turn(proof, index, &safe->turn) &&
             (safe->ends ||
              (number_of(proof, &safe->after.head, 0, &child) && link_nodes(proof, index, child)));
    free(safe);
    return ok;
}

/* Also returns false if the position turns out to be lost. */
static bool prevent_after(void *context, const Turn *turn, const Pos *after)
{
    NodeVisit *node_visit = context;
    Proof     *proof = node_visit->proof;
    uint32_t   child = 0;
    PosBuffer  plain;
    (void)turn;
    bool lost = is_over(proof, after) && !is_good_end(proof, after);
    if (is_over(proof, after) && !lost)
        return true;
    plain_copy(proof, after, &plain);
    if (!lost && !number_of(proof, &plain.head, 0, &child))
        return false;
    if (!lost && !link_nodes(proof, node_visit->index, child))
        return false;
    lost = lost || proof->nodes[child].is_lost;
    if (lost)
        remove_node(proof, node_visit->index);
    return !lost;
}

static bool prevent_all(Proof *proof, uint32_t index)
{
    if (proof->nodes[index].first_edge == NONE)
        each_turn(proof, index, prevent_after);
    /* Processed again because a successor was removed. */
    for (uint32_t e = proof->nodes[index].first_edge; e != NONE; e = proof->edges[e].next)
        if (proof->nodes[proof->edges[e].node].is_lost && !remove_node(proof, index))
            return false;
    return proof->status == STATUS_OK;
}

/* Mark the positions that the root needs; the others are not written. */
static bool mark_used(Proof *proof)
{
    proof->pending_count = 0;
    if (!push(proof, 0))
        return false;
    while (proof->pending_count > 0) {
        Node *node = &proof->nodes[proof->pending[--proof->pending_count]];
        if (node->mark == 2)
            continue;
        node->mark = 2;
        for (uint32_t e = node->first_edge; e != NONE; e = proof->edges[e].next)
            if (!push(proof, proof->edges[e].node))
                return false;
    }
    return true;
}

static bool build_prevent(Proof *proof)
{
    while (proof->pending_count > 0) {
        solver_note_proof(proof->solver, proof->count);
        uint32_t index = proof->pending[--proof->pending_count];
        Node    *node = &proof->nodes[index];
        if (node->is_lost || node->is_ready)
            continue;
        node->is_ready = true;
        if (!(is_holders(proof, position_of(proof, index)) ? prevent_by_choice(proof, index)
                                                           : prevent_all(proof, index)))
            return false;
        if (proof->nodes[0].is_lost || solver_is_expired(proof->solver))
            return failed(proof, STATUS_NOT_FOUND);
    }
    return mark_used(proof);
}

/* --- one part --- */

static void write_node(const Proof *proof, uint32_t index, Buffer *out)
{
    const Node *node = &proof->nodes[index];
    char        string[POS_TEXT_MAX];
    Text        text = text_over(string, sizeof string);
    proof->game->text->pos_write(position_of(proof, index), &text);
    if (proof->goal_status == GOAL_PROVED)
        buffer_addf(out, "%u ", node->rank);
    else
        buffer_add(out, "- ");
    buffer_addf(out, "%s %s\n", node->turn == NONE ? "*" : proof->turn_texts.data + node->turn,
                string);
}

static uint32_t write_part(const Proof *proof, const Pos *root, Buffer *out)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < proof->count; i++)
        used += proof->nodes[i].mark == 2;
    int side = game_player(proof->game, root, 0) == proof->goal.player ? 0 : 1;
    buffer_addf(out, "part %s %s ", proof->goal_status == GOAL_PROVED ? "force" : "prevent",
                proof->game->sides[side]);
    if (proof->goal.by_margin)
        buffer_addf(out, "margin %d %u\n", proof->goal.margin, used);
    else
        buffer_addf(out, "win %u\n", used);
    for (uint32_t i = 0; i < proof->count; i++)
        if (proof->nodes[i].mark == 2)
            write_node(proof, i, out);
    return used;
}

static void proof_free(Proof *proof)
{
    free(proof->nodes);
    free(proof->positions);
    free(proof->slots);
    free(proof->edges);
    free(proof->pending);
    buffer_free(&proof->turn_texts);
}

typedef struct File {
    Solver    *solver;
    const Pos *root; /* after rules->forget */
    uint32_t   limit, total, rank;
    Buffer     parts;
} File;

static Proof proof_for(Solver *solver, const Pos *root, Goal goal, GoalStatus goal_status)
{
    const Game *game = solver_game(solver);
    Proof proof = { .solver = solver, .game = game, .goal = goal, .goal_status = goal_status };
    proof.acyclic = game->eval != NULL && game->eval->acyclic;
    proof.by_table = solver_has_value(solver, root);
    proof.holder = goal_status == GOAL_PROVED ? goal.player : 1 - goal.player;
    proof.pos_size = game->rules->size(root->variant);
    buffer_init(&proof.turn_texts, UINT32_MAX);
    return proof;
}

/* The value may come from another method.  If positions cannot repeat, the proof relies on proof
 * numbers, and searching the root once is cheaper than turn by turn. */
static void search_root(Proof *proof, const Pos *root)
{
    if (proof->acyclic && !is_over(proof, root))
        solver_search(proof->solver, root, &proof->goal, AGAIN_NODES);
}

static Status add_part(File *file, Goal goal, GoalStatus goal_status, uint32_t turns)
{
    Proof proof = proof_for(file->solver, file->root, goal, goal_status);
    proof.limit = file->limit;
    uint32_t root;
    bool     ok = is_over(&proof, file->root) || number_of(&proof, file->root, turns, &root);
    search_root(&proof, file->root);
    if (ok && proof.count > 0)
        ok = goal_status == GOAL_PROVED ? build_force(&proof) : build_prevent(&proof);
    if (ok)
        file->total += write_part(&proof, file->root, &file->parts);
    if (goal_status == GOAL_PROVED)
        file->rank = proof.count > 0 ? proof.nodes[0].rank : 0;
    proof_free(&proof);
    return ok && file->parts.failed ? STATUS_NO_MEMORY : proof.status;
}

/* --- the file --- */

static uint64_t sum_of(const Buffer *text)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < text->length; i++)
        sum = (sum ^ (unsigned char)text->data[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static Status add_value_parts(File *file, Solution *solution)
{
    const Game *game = solver_game(file->solver);
    int         first = game_player(game, file->root, 0);
    if (solution->value == PROOF_DRAW) {
        Status status = add_part(file, (Goal){ .player = first }, GOAL_DISPROVED, 0);
        return status != STATUS_OK
                   ? status
                   : add_part(file, (Goal){ .player = 1 - first }, GOAL_DISPROVED, 0);
    }
    Goal   goal = { .player = solution->value == PROOF_FIRST ? first : 1 - first };
    Status status = add_part(file, goal, GOAL_PROVED, solution->turns);
    solution->turns = file->rank;
    return status;
}

static Status add_margin_parts(File *file, const Solution *solution)
{
    Goal   goal = { .player = game_player(solver_game(file->solver), file->root, 0),
                    .by_margin = true,
                    .margin = solution->margin };
    Status status = add_part(file, goal, GOAL_PROVED, UINT32_MAX);
    goal.margin++;
    return status != STATUS_OK ? status : add_part(file, goal, GOAL_DISPROVED, 0);
}

static void write_head(const Setup *setup, const Pos *pos, const Solution *solution, Buffer *out)
{
    char  string[POS_TEXT_MAX];
    Text  text = text_over(string, sizeof string);
    Setup bare = *setup;
    bare.repetition = bare.turn_limit = 0; /* a proof repeats nothing and has its own length */
    setup_write(&bare, &text);
    buffer_addf(out, "tessera-proof 1\ngame %s\n", string);
    text_clear(&text);
    setup->game->text->pos_write(pos, &text);
    buffer_addf(out, "position %s\n", string);
    if (solution->value == PROOF_DRAW)
        buffer_add(out, "value draw\n");
    else
        buffer_addf(out, "value %s\nturns %u\n",
                    setup->game->sides[solution->value == PROOF_FIRST ? 0 : 1], solution->turns);
    if (solution->has_margin)
        buffer_addf(out, "margin %d\n", solution->margin);
}

Status certify(Solver *solver, const Setup *setup, const Pos *pos, Solution *solution,
               uint32_t limit_nodes, Buffer *out)
{
    PosBuffer root;
    assert(solution->value != PROOF_UNKNOWN && pos->phase == 0);
    File file = { .solver = solver, .root = &root.head, .limit = limit_nodes };
    game_copy(setup->game, pos, &root.head);
    if (setup->game->rules->forget != NULL)
        setup->game->rules->forget(&root.head);
    buffer_init(&file.parts, out->limit);
    Status status = add_value_parts(&file, solution);
    if (status == STATUS_OK && solution->has_margin)
        status = add_margin_parts(&file, solution);
    if (status == STATUS_OK) {
        write_head(setup, pos, solution, out);
        buffer_bytes(out, file.parts.data, file.parts.length);
        buffer_addf(out, "end %u %016llx\n", file.total, (unsigned long long)sum_of(out));
        status = out->failed ? STATUS_NO_MEMORY : STATUS_OK;
    }
    buffer_free(&file.parts);
    return status;
}

/* --- the principal variation --- */

static bool play_turn(Proof *proof, Choice *choice, PosBuffer *now, uint32_t most, Buffer *out)
{
    char string[TURN_TEXT_MAX];
    Text text = text_over(string, sizeof string);
    bool longest = !is_holders(proof, &now->head);
    if (!choose(choice, proof, &now->head, most, longest))
        return false;
    turn_write(proof->game, &now->head, &choice->turn, &text);
    buffer_addf(out, "%s%s", out->length == 0 ? "" : " ", string);
    game_copy(proof->game, &choice->after.head, &now->head);
    return !out->failed;
}

bool certify_line(Solver *solver, const Pos *pos, const Solution *solution, Buffer *out)
{
    assert(pos->phase == 0);
    const Game *game = solver_game(solver);
    int         side = solution->value == PROOF_FIRST ? 0 : 1;
    Goal        goal = { .player = game_player(game, pos, side) };
    Choice     *choice = malloc(sizeof *choice);
    PosBuffer   now;
    if (choice == NULL || (solution->value != PROOF_FIRST && solution->value != PROOF_SECOND)) {
        free(choice);
        return false;
    }
    Proof proof = proof_for(solver, pos, goal, GOAL_PROVED);
    plain_copy(&proof, pos, &now);
    search_root(&proof, &now.head);
    uint32_t most = solution->turns;
    while (!is_over(&proof, &now.head) && play_turn(&proof, choice, &now, most, out))
        most = choice->turns;
    bool complete = is_over(&proof, &now.head);
    proof_free(&proof);
    free(choice);
    return complete;
}
