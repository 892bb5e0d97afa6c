/* SPDX-License-Identifier: MIT
 *
 * diavolo_rules.c - legal steps, their effects, and the end of the game (R3 to R8).
 *
 * A position stores the open fields of each side: those where a single land is legal.  A pair of
 * lands is legal exactly if both fields are open and the second is still open after the first
 * (R4.5).  A land closes fields only in a window around it (diavolo_window.h), and a bridge closes
 * the two fields beside it.  So the cost of a step does not depend on the size of the board.
 *
 * A turn may begin with an open field that has a partner for the second land.  If many fields are
 * open, or open fields are far apart, all of them have one, because a land closes few fields and
 * only near ones.  Otherwise one witness settles most fields: each field that stays open after the
 * witness has it as a partner.  Only the fields that the witness closes are tested one by one.
 */
#include <assert.h>
#include <string.h>

#include "core/perft.h"
#include "games/diavolo/diavolo_bridges.h"
#include "games/diavolo/diavolo_window.h"

/* --- placing lands and bridges; key, side and stage do not change here --- */

/* Add the corners of a land to the ends of its side, unless they are taken (R5.1, R5.2). */
static inline void add_corners(Diavolo *d, int side, Spot spot)
{
    uint64_t *ends = rows_in(d, SET_ENDS) + spot.row, *taken = rows_in(d, SET_TAKEN) + spot.row;
    bool      down = spot.bit & 1;
    uint64_t  below = (down ? UINT64_C(2) : UINT64_C(5)) << spot.bit;
    uint64_t  above = down ? UINT64_C(5) << (spot.bit - 1) : UINT64_C(1) << spot.bit;
    ends[0] |= (below & ~taken[0]) << side;
    ends[1] |= (above & ~taken[1]) << side;
}

/* Close a field for a side; it may be closed already. */
static inline void close_field(Diavolo *d, int side, Spot spot)
{
    uint64_t *open = rows_in(d, SET_OPEN + side) + spot.row;
    uint64_t  bit = UINT64_C(1) << spot.bit;
    d->open[side] = (uint16_t)(d->open[side] - (*open >> spot.bit & 1));
    *open &= ~bit;
    rows_in(d, SET_FOUR + side)[spot.row] &= ~bit;
}

/* Place a land on a field that is open to the side. */
INLINE void place_land(Diavolo *d, int side, Spot spot)
{
    assert(has_bit(rows_of(d, SET_OPEN + side), spot));
    Window     land = window_land(spot);
    View       view = view_load(d, side, spot);
    LandEffect effect = effect_of(view, land, window_touching(spot));
    Window     closed = effect.closed | land;
    window_flip(rows_in(d, SET_OPEN + side), spot, closed);
    window_flip(rows_in(d, SET_FOUR + side), spot, view.four ^ effect.four);
    d->open[side] = (uint16_t)(d->open[side] - window_count(closed));
    d->islands[side] = (uint8_t)(d->islands[side] + effect.is_island);
    close_field(d, 1 - side, spot);
    rows_in(d, SET_LAND + side)[spot.row] |= UINT64_C(1) << spot.bit;
    add_corners(d, side, spot);
}

/* Place a legal bridge: take its ends and block the fields beside it for both sides (R5.4). */
static inline void place_bridge(Diavolo *d, int side, Spot up, DiavoloSide edge)
{
    rows_in(d, SET_BRIDGE + (int)edge)[up.row] |= UINT64_C(1) << (up.bit + side);
    for (int which = 0; which < 2; which++) {
        Spot end = edge_end(up, edge, which);
        rows_in(d, SET_TAKEN)[end.row] |= UINT64_C(1) << end.bit;
        rows_in(d, SET_ENDS)[end.row] &= ~(UINT64_C(3) << end.bit);
    }
    for (int closed = 0; closed < 2; closed++) {
        close_field(d, closed, up);
        close_field(d, closed, beyond(up, edge));
    }
}

/* Two loops, because compilers vectorise the first one. */
static int count_bridges(const Diavolo *d, int side)
{
    uint64_t words[2][DIAVOLO_SIZE_MAX + 1];
    int      count = 0;
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES];
        legal_bridges(d, side, row, found);
        words[0][row] = found[DIAVOLO_BOTTOM] | found[DIAVOLO_RIGHT] << 1;
        words[1][row] = found[DIAVOLO_LEFT];
    }
    for (int row = 1; row <= size_of(d); row++)
        count += __builtin_popcountll(words[0][row]) + __builtin_popcountll(words[1][row]);
    return count;
}

static int edge_at(int size, Spot up, DiavoloSide side)
{
    return diavolo_edge_number(size, (DiavoloEdge){ up.bit / 2, up.row, side });
}

static int list_bridges(const Diavolo *d, int side, Step *steps)
{
    int count = 0;
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES];
        legal_bridges(d, side, row, found);
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
            for (uint64_t left = found[edge]; left != 0; left &= left - 1) {
                Spot up = { row, __builtin_ctzll(left) };
                steps[count++] = islands_step(ISLANDS_BRIDGE,
                                              (uint32_t)edge_at(size_of(d), up, (DiavoloSide)edge));
            }
    }
    return count;
}

bool diavolo_bridge_is_legal(const Pos *pos, int side, int edge)
{
    const Diavolo *d = diavolo_of(pos);
    DiavoloEdge    e = diavolo_edge(size_of(d), edge);
    uint64_t       found[DIAVOLO_SIDES];
    legal_bridges(d, side, e.r, found);
    return (found[e.side] >> 2 * e.c & 1) != 0;
}

/* --- partners for the second land --- */

enum {
    /* A land closes fewer fields than this.  A new island closes at most the 18 fields that touch
     * it.  A smaller group closes at most 44: 9 that touch the land by a corner, 5 beside its own
     * group, and 5 beside each of the groups that touch the land, two at each of its 3 corners. */
    CLOSED_LIMIT = 45,
    /* A land closes no field that is more rows away than this. */
    CLOSED_ROWS = 3,
};

typedef struct Extent {
    int low, high; /* rows of the lowest and the highest open field */
} Extent;

/* Requires that some field is open. */
static inline Extent open_extent(const Diavolo *d, int side)
{
    const uint64_t *open = rows_of(d, SET_OPEN + side);
    Extent          extent = { 1, size_of(d) };
    while (open[extent.low] == 0)
        extent.low++;
    while (open[extent.high] == 0)
        extent.high--;
    return extent;
}

/* True if every open field surely has a partner, by the two bounds above, or if none is open. */
static inline bool all_have_partners(const Diavolo *d, int side)
{
    if (d->open[side] > CLOSED_LIMIT || d->open[side] == 0)
        return true;
    Extent extent = open_extent(d, side);
    return extent.high - extent.low > 2 * CLOSED_ROWS;
}

/* Return how many fields stay open after a land on this open field. */
static inline int open_after(const Diavolo *d, int side, Spot spot)
{
    return d->open[side] - 1 - window_count(effect_at(d, side, spot).closed);
}

static Spot highest_open(const Diavolo *d, int side)
{
    const uint64_t *open = rows_of(d, SET_OPEN + side);
    int             row = size_of(d);
    while (open[row] == 0)
        row--;
    return (Spot){ row, 63 - __builtin_clzll(open[row]) };
}

/* True if this open field has a partner with a higher number. */
static bool has_later_partner(const Diavolo *d, int side, Spot spot)
{
    const uint64_t *open = rows_of(d, SET_OPEN + side);
    uint64_t        near[WINDOW_ROWS + 1] = { 0 }; /* closed bits of the window's rows */
    Window          closed = effect_at(d, side, spot).closed;
    window_flip(near + WINDOW_MIDDLE, (Spot){ 0, spot.bit }, closed);
    uint64_t later = ~UINT64_C(1) << spot.bit;
    for (int row = spot.row; row <= size_of(d); row++, later = ~UINT64_C(0)) {
        int lane = row - spot.row + WINDOW_MIDDLE;
        if ((open[row] & later & ~(lane < WINDOW_ROWS ? near[lane] : 0)) != 0)
            return true;
    }
    return false;
}

static bool has_partner(const Diavolo *d, int side, Spot spot, bool later)
{
    return later ? has_later_partner(d, side, spot) : open_after(d, side, spot) > 0;
}

/* A copy of one set with its guard rows; row r is at[r + ROWS_BELOW]. */
typedef struct RowSet {
    uint64_t at[DIAVOLO_SIZE_MAX + ROWS_BETWEEN + ROWS_BELOW + 1];
} RowSet;

static inline void copy_rows(const Diavolo *d, int set, RowSet *out)
{
    memcpy(out->at, rows_of(d, set) - ROWS_BELOW,
           (size_t)(size_of(d) + ROWS_BETWEEN + ROWS_BELOW + 1) * sizeof(uint64_t));
}

/* Remove from `rows`, the open fields, those without a partner (`later`: without one of a higher
 * number).  The witness is the highest open field. */
static void drop_lonely(const Diavolo *d, int side, bool later, RowSet *rows)
{
    if (d->open[side] == 0)
        return;
    uint64_t *out = rows->at + ROWS_BELOW;
    Spot      witness = highest_open(d, side);
    Window    closed = effect_at(d, side, witness).closed;
    RowSet    doubtful = { { 0 } };
    window_flip(doubtful.at + ROWS_BELOW, witness, closed);
    if (later || d->open[side] - 1 == window_count(closed))
        out[witness.row] &= ~(UINT64_C(1) << witness.bit);
    int first = witness.row - WINDOW_MIDDLE < 1 ? 1 : witness.row - WINDOW_MIDDLE;
    for (int row = first; row <= witness.row; row++)
        for (uint64_t left = doubtful.at[row + ROWS_BELOW]; left != 0; left &= left - 1) {
            Spot spot = { row, __builtin_ctzll(left) };
            if (!has_partner(d, side, spot, later))
                out[row] &= ~(UINT64_C(1) << spot.bit);
        }
}

/* Write the fields for the first land of a land move and return their number. */
static int first_lands(const Diavolo *d, int side, bool later, RowSet *rows)
{
    copy_rows(d, SET_OPEN + side, rows);
    if (!later && all_have_partners(d, side))
        return d->open[side];
    drop_lonely(d, side, later, rows);
    int count = 0;
    for (int row = 1; row <= size_of(d); row++)
        count += __builtin_popcountll(rows->at[row + ROWS_BELOW]);
    return count;
}

/* True if there is a land move; `first` is then the lowest field with a partner. */
static bool find_first_land(const Diavolo *d, int side, Spot *first)
{
    const uint64_t *open = rows_of(d, SET_OPEN + side);
    for (int row = 1; row <= size_of(d); row++)
        for (uint64_t left = open[row]; left != 0; left &= left - 1) {
            *first = (Spot){ row, __builtin_ctzll(left) };
            if (open_after(d, side, *first) > 0)
                return true;
        }
    return false;
}

static bool has_land_move(const Diavolo *d, int side)
{
    Spot first;
    return d->open[side] > 1 && (all_have_partners(d, side) || find_first_land(d, side, &first));
}

/* --- keys ---
 *
 * Zobrist hashing: the key is the XOR of a number for each land, each bridge and the rest of the
 * state.  A mixing function takes the place of a table of random numbers. */

enum { ITEM_LAND, ITEM_BRIDGE, ITEM_STATE };

static uint64_t item_key(int kind, int side, int number)
{
    return mix64(UINT64_C(0x6a09e667f3bcc909) +
                 ((uint64_t)kind << 32 | (uint64_t)number << 1 | (uint64_t)side));
}

static uint64_t state_key(const Diavolo *d)
{
    const Pos *head = &d->head;
    return item_key(ITEM_STATE, head->side,
                    (int)(head->variant << 24 | (uint32_t)d->stage << 20 |
                          (uint32_t)d->white_seat << 16 | (uint32_t)head->phase << 12) |
                        head->extra);
}

static uint64_t rules_key(const Pos *pos)
{
    const Diavolo *d = diavolo_of(pos);
    uint64_t       key = state_key(d);
    for (int side = 0; side < 2; side++)
        for (int row = 1; row <= size_of(d); row++) {
            uint64_t left = rows_of(d, SET_LAND + side)[row];
            for (; left != 0; left &= left - 1)
                key ^= item_key(ITEM_LAND, side,
                                field_at(size_of(d), (Spot){ row, __builtin_ctzll(left) }));
        }
    for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
        for (int row = 1; row <= size_of(d); row++) {
            uint64_t left = rows_of(d, SET_BRIDGE + edge)[row];
            for (; left != 0; left &= left - 1) {
                int bit = __builtin_ctzll(left);
                key ^= item_key(ITEM_BRIDGE, bit & 1,
                                edge_at(size_of(d), (Spot){ row, bit & ~1 }, (DiavoloSide)edge));
            }
        }
    return key;
}

/* --- the rules --- */

static size_t rules_size(uint32_t variant)
{
    return bytes_of(variant);
}

static void rules_start(uint32_t variant, Pos *out)
{
    DiavoloParts parts = { .stage = DIAVOLO_FIRST, .white_seat = 1, .first = -1 };
    DiavoloFlaw  flaw = diavolo_build(variant, &parts, out);
    assert(flaw.kind == DIAVOLO_SOUND);
    (void)flaw;
}

/* True if the stage allows bridges; true if it allows a pass (R6, R7). */
static bool may_bridge(DiavoloStage stage)
{
    return stage == DIAVOLO_NORMAL || stage == DIAVOLO_LAST;
}

static bool may_pass(DiavoloStage stage, bool has_pair)
{
    return stage == DIAVOLO_LAST || (stage == DIAVOLO_NORMAL && !has_pair);
}

static int list_lands(const Diavolo *d, const uint64_t *rows, int after, Step *steps)
{
    int count = 0;
    for (int row = 1; row <= size_of(d); row++)
        for (uint64_t left = rows[row]; left != 0; left &= left - 1) {
            int field = field_at(size_of(d), (Spot){ row, __builtin_ctzll(left) });
            if (field > after)
                steps[count++] = islands_step(ISLANDS_STONE, (uint32_t)field);
        }
    return count;
}

/* Write all legal steps.  `once`: list a pair of lands in ascending order only (gen_once). */
static int list_steps(const Diavolo *d, bool once, Step *steps)
{
    int          side = d->head.side, count;
    DiavoloStage stage = (DiavoloStage)d->stage;
    RowSet       rows;
    if (stage == DIAVOLO_ENDED)
        return 0;
    if (d->head.phase != 0)
        return list_lands(d, rows_of(d, SET_OPEN + side), once ? d->head.extra : -1, steps);
    first_lands(d, side, once, &rows);
    count = list_lands(d, rows.at + ROWS_BELOW, -1, steps);
    bool has_pair = count > 0;
    if (may_bridge(stage))
        count += list_bridges(d, side, steps + count);
    if (stage == DIAVOLO_OFFER)
        steps[count++] = islands_step(ISLANDS_SWAP, 0);
    if (may_pass(stage, has_pair))
        steps[count++] = islands_step(ISLANDS_PASS, 0);
    return count;
}

static int rules_gen(const Pos *pos, Step *steps)
{
    return list_steps(diavolo_of(pos), false, steps);
}

static int rules_gen_once(const Pos *pos, Step *steps)
{
    return list_steps(diavolo_of(pos), true, steps);
}

static bool land_is_legal(const Diavolo *d, int field)
{
    int  side = d->head.side;
    Spot spot = spot_at(size_of(d), field);
    return has_bit(rows_of(d, SET_OPEN + side), spot) &&
           (d->head.phase != 0 || open_after(d, side, spot) > 0);
}

static bool rules_legal(const Pos *pos, Step step)
{
    const Diavolo *d = diavolo_of(pos);
    DiavoloStage   stage = (DiavoloStage)d->stage;
    IslandsKind    kind = islands_kind(step);
    uint64_t       value = islands_value(step);
    if (stage == DIAVOLO_ENDED || (pos->phase != 0 && kind != ISLANDS_STONE))
        return false;
    switch (kind) {
    case ISLANDS_STONE:
        return value < (uint64_t)diavolo_field_count(size_of(d)) && land_is_legal(d, (int)value);
    case ISLANDS_BRIDGE:
        return may_bridge(stage) && value < (uint64_t)diavolo_edge_count(size_of(d)) &&
               diavolo_bridge_is_legal(pos, pos->side, (int)value);
    case ISLANDS_SWAP: return value == 0 && stage == DIAVOLO_OFFER;
    case ISLANDS_PASS: return value == 0 && may_pass(stage, has_land_move(d, pos->side));
    }
    return false;
}

/* End a turn: the next side and stage by the table of R7. */
static void end_turn(Diavolo *d, IslandsKind kind)
{
    assert(d->stage < DIAVOLO_ENDED);
    static const uint8_t NEXT[DIAVOLO_STAGES] = {
        [DIAVOLO_FIRST] = DIAVOLO_OFFER,   [DIAVOLO_OFFER] = DIAVOLO_NORMAL,
        [DIAVOLO_NORMAL] = DIAVOLO_NORMAL, [DIAVOLO_LAST] = DIAVOLO_ENDED,
        [DIAVOLO_ENDED] = DIAVOLO_ENDED,
    };
    int mover = d->head.side;
    d->head.phase = 0;
    d->head.extra = 0;
    if (kind == ISLANDS_SWAP)
        d->white_seat = 2;
    else
        d->head.side = (uint8_t)(1 - mover);
    if (kind == ISLANDS_PASS && d->stage == DIAVOLO_NORMAL)
        d->stage = mover == DIAVOLO_WHITE ? DIAVOLO_LAST : DIAVOLO_ENDED;
    else
        d->stage = NEXT[d->stage];
    if (d->stage == DIAVOLO_ENDED)
        d->head.side = DIAVOLO_RED; /* R7 */
}

/* Update everything except lands and bridges: the turn and the key. */
static inline void advance(Diavolo *d, Step step)
{
    IslandsKind kind = islands_kind(step);
    int         value = (int)islands_value(step);
    assert(d->stage != DIAVOLO_ENDED);
    d->head.key ^= state_key(d);
    if (kind == ISLANDS_STONE)
        d->head.key ^= item_key(ITEM_LAND, d->head.side, value);
    else if (kind == ISLANDS_BRIDGE)
        d->head.key ^= item_key(ITEM_BRIDGE, d->head.side, value);
    if (kind == ISLANDS_STONE && d->head.phase == 0) {
        d->head.phase = 1;
        d->head.extra = (uint16_t)value;
    } else {
        end_turn(d, kind);
    }
    d->head.key ^= state_key(d);
}

/* Place the land or bridge of a step of the side. */
static inline void place(Diavolo *d, int side, Step step)
{
    int value = (int)islands_value(step);
    if (islands_kind(step) == ISLANDS_STONE) {
        place_land(d, side, spot_at(size_of(d), value));
    } else if (islands_kind(step) == ISLANDS_BRIDGE) {
        DiavoloEdge e = diavolo_edge(size_of(d), value);
        place_bridge(d, side, (Spot){ e.r, 2 * e.c }, e.side);
    }
}

static void rules_apply(Pos *pos, Step step)
{
    int side = pos->side;
    advance(diavolo_in(pos), step);
    place(diavolo_in(pos), side, step);
}

static Outcome rules_outcome(const Pos *pos)
{
    IslandsScore score[2];
    if (diavolo_stage(pos) != DIAVOLO_ENDED)
        return (Outcome){ .ending = ENDING_NONE };
    diavolo_score(pos, score);
    return islands_outcome(score, false);
}

/* Rebuild the position from its lands and bridges; all bytes must come out the same. */
static Status rules_check(const Pos *pos, Fault *fault)
{
    const Diavolo *d = diavolo_of(pos);
    DiavoloParts   parts;
    Diavolo        again;
    if (pos->variant < DIAVOLO_SIZE_MIN || pos->variant > DIAVOLO_SIZE_MAX || pos->side > 1 ||
        pos->phase > 1 || d->stage >= DIAVOLO_STAGES || d->white_seat < 1 || d->white_seat > 2 ||
        pos->extra >= diavolo_field_count(size_of(d)))
        return fault_set(fault, STATUS_ILLEGAL, 0, "size, side, phase or seat is out of range");
    diavolo_take_apart(pos, &parts);
    DiavoloFlaw flaw = diavolo_build(pos->variant, &parts, &again.head);
    if (flaw.kind != DIAVOLO_SOUND) {
        char message[200];
        Text text = text_over(message, sizeof message);
        diavolo_flaw_write(size_of(d), flaw, &text);
        return fault_set(fault, STATUS_ILLEGAL, 0, "%s", message);
    }
    if (memcmp(pos, &again, bytes_of(pos->variant)) != 0)
        return fault_set(fault, STATUS_ILLEGAL, 0,
                         "derived data does not match the lands and bridges");
    return STATUS_OK;
}

bool diavolo_some_pair(const Pos *pos, int pair[2])
{
    const Diavolo *d = diavolo_of(pos);
    Diavolo        after;
    Spot           first;
    if (d->open[pos->side] < 2 || !find_first_land(d, pos->side, &first))
        return false;
    memcpy(&after, d, bytes_of(pos->variant));
    place_land(&after, pos->side, first);
    const uint64_t *open = rows_of(&after, SET_OPEN + pos->side);
    Spot            second = { 1, 0 };
    while (open[second.row] == 0)
        second.row++;
    second.bit = __builtin_ctzll(open[second.row]);
    int a = field_at(size_of(d), first), b = field_at(size_of(d), second);
    pair[0] = a < b ? a : b;
    pair[1] = a < b ? b : a;
    return true;
}

/* After a swap the second player has White (R3.4). */
static int player(const Pos *pos, int side)
{
    return side ^ (diavolo_of(pos)->white_seat - 1);
}

static int lead(const Pos *pos)
{
    IslandsScore score[2];
    diavolo_score(pos, score);
    return score[0].points - score[1].points;
}

const GameRules DIAVOLO_RULES = {
    .size = rules_size,
    .start = rules_start,
    .gen = rules_gen,
    .gen_once = rules_gen_once,
    .legal = rules_legal,
    .apply = rules_apply,
    .outcome = rules_outcome,
    .player = player,
    .lead = lead,
    .key = rules_key,
    .check = NATIVE_ONLY(rules_check),
};

#include "games/diavolo/diavolo_fast.inc"
