/* SPDX-License-Identifier: MIT
 *
 * ponte_board.c - settings, cells, bridges and steps, and the dispatch to one of the two bitboard
 * representations.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/ponte/ponte.h"
#include "games/ponte/ponte_eval.h"

/* --- settings ---
 *
 * Bits 0-3 size, 4-11 stones, 12-19 bridges, 20 share, 21 passing, 22 draws, 23 seats_swap. */

uint32_t ponte_pack(const PonteSettings *s)
{
    assert(s->size >= PONTE_SIZE_MIN && s->size <= PONTE_SIZE_MAX);
    assert(s->stones > 0 && s->stones <= PONTE_UNLIMITED);
    assert(s->bridges >= 0 && s->bridges <= PONTE_UNLIMITED);
    return (uint32_t)s->size | (uint32_t)s->stones << 4 | (uint32_t)s->bridges << 12 |
           (uint32_t)s->share << 20 | (uint32_t)s->passing << 21 | (uint32_t)s->draws << 22 |
           (uint32_t)s->seats_swap << 23;
}

/* --- cells (R1.2) --- */

bool ponte_on_board(int size, PonteCell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < size && cell.y < size;
}

bool ponte_cell_read(int size, Scan *scan, PonteCell *cell)
{
    Scan     ahead = *scan;
    char     letter = scan_peek(&ahead);
    int      x = letter >= 'A' && letter <= 'Z' ? letter - 'A' : letter - 'a';
    uint32_t rank;
    if (x < 0 || x >= size)
        return false;
    ahead.at++;
    if (scan_peek(&ahead) == '0' || !scan_number(&ahead, (uint32_t)size, &rank))
        return false;
    *cell = (PonteCell){ (int8_t)x, (int8_t)(size - (int)rank) };
    *scan = ahead;
    return true;
}

void ponte_cell_write(int size, PonteCell cell, Text *out)
{
    text_addf(out, "%c%d", 'a' + cell.x, size - cell.y);
}

/* --- bridges (R4.1) --- */

/* The other end, how many cells are covered, and which; the order is that of KIND_BITS. */
const PonteKind PONTE_KIND[PONTE_KINDS] = {
    { { 2, 0 }, 1, { { 1, 0 }, { 1, 0 } } },    /* H  */
    { { 0, 2 }, 1, { { 0, 1 }, { 0, 1 } } },    /* V  */
    { { 2, 2 }, 1, { { 1, 1 }, { 1, 1 } } },    /* D\ */
    { { -2, 2 }, 1, { { -1, 1 }, { -1, 1 } } }, /* D/ */
    { { 1, 2 }, 2, { { 0, 1 }, { 1, 1 } } },    /* K1 */
    { { -1, 2 }, 2, { { 0, 1 }, { -1, 1 } } },  /* K2 */
    { { 2, 1 }, 2, { { 1, 0 }, { 1, 1 } } },    /* K3 */
    { { -2, 1 }, 2, { { -1, 0 }, { -1, 1 } } }, /* K4 */
};

PonteCell ponte_other_end(PonteBridge bridge)
{
    assert(bridge.kind < PONTE_KINDS);
    const PonteKind *kind = &PONTE_KIND[bridge.kind];
    return (PonteCell){ (int8_t)(bridge.end.x + kind->other.x),
                        (int8_t)(bridge.end.y + kind->other.y) };
}

bool ponte_bridge_between(PonteCell a, PonteCell b, PonteBridge *bridge)
{
    for (int order = 0; order < 2; order++) {
        for (uint8_t kind = 0; kind < PONTE_KINDS; kind++) {
            if (b.x - a.x == PONTE_KIND[kind].other.x && b.y - a.y == PONTE_KIND[kind].other.y) {
                *bridge = (PonteBridge){ kind, a };
                return true;
            }
        }
        PonteCell swap = a;
        a = b;
        b = swap;
    }
    return false;
}

/* Return the side of the line a-b on which c is, -1 or 1, or 0 on the line: the sign of the cross
 * product. */
static int side_of(PonteCell a, PonteCell b, PonteCell c)
{
    int cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (cross > 0) - (cross < 0);
}

/* Two segments cross inside both if each separates the ends of the other.  Segments on one line, or
 * with a common end, do not cross. */
bool ponte_bridges_cross(PonteBridge first, PonteBridge second)
{
    PonteCell a = first.end, b = ponte_other_end(first);
    PonteCell c = second.end, d = ponte_other_end(second);
    return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
}

/* --- steps --- */

Step ponte_bridge_step(PonteBridge bridge)
{
    return islands_step(ISLANDS_BRIDGE,
                        (uint32_t)bridge.kind * 256 + ponte_cell_number(bridge.end));
}

PonteBridge ponte_step_bridge(Step step)
{
    return (PonteBridge){ (uint8_t)(islands_value(step) / 256 % PONTE_KINDS),
                          ponte_number_cell(islands_value(step)) };
}

/* --- dispatch to the representation for the size of the board --- */

/* Ten rows of stride 11 take 110 bits and fit 128; larger boards take three words. */
static const PonteBoardRules *board_for(uint32_t variant)
{
    return ponte_unpack(variant).size <= 10 ? &PONTE_SMALL : &PONTE_LARGE;
}

static size_t size_of(uint32_t variant)
{
    return board_for(variant)->rules.size(variant);
}

static void start_of(uint32_t variant, Pos *out)
{
    board_for(variant)->rules.start(variant, out);
}

static int gen(const Pos *pos, Step *steps)
{
    return board_for(pos->variant)->rules.gen(pos, steps);
}

static int gen_once(const Pos *pos, Step *steps)
{
    return board_for(pos->variant)->rules.gen_once(pos, steps);
}

static bool legal(const Pos *pos, Step step)
{
    return board_for(pos->variant)->rules.legal(pos, step);
}

static void apply(Pos *pos, Step step)
{
    board_for(pos->variant)->rules.apply(pos, step);
}

static Outcome outcome(const Pos *pos)
{
    return board_for(pos->variant)->rules.outcome(pos);
}

static uint64_t key(const Pos *pos)
{
    return board_for(pos->variant)->rules.key(pos);
}

static Status check(const Pos *pos, Fault *fault)
{
    return board_for(pos->variant)->rules.check(pos, fault);
}

/* After a swap of seats the second player has White (R2.2, R9.3). */
static int player(const Pos *pos, int side)
{
    return side ^ (ponte_head(pos)->white_seat - 1);
}

/* Points alone: the tie-breaks of R7.1 are not points. */
static int lead(const Pos *pos)
{
    IslandsScore score[2];
    ponte_score(pos, score);
    return score[0].points - score[1].points;
}

const GameRules PONTE_RULES = {
    .size = size_of,
    .start = start_of,
    .gen = gen,
    .gen_once = gen_once,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .player = player,
    .lead = lead,
    .key = key,
    .check = NATIVE_ONLY(check),
};

static bool fast_covers(uint32_t variant)
{
    (void)variant;
    return true;
}

static uint64_t perft_turns(const Pos *pos, int depth)
{
    return board_for(pos->variant)->fast.perft_turns(pos, depth);
}

static uint64_t perft_positions(const Pos *pos, int depth)
{
    return board_for(pos->variant)->fast.perft_positions(pos, depth);
}

static uint32_t playout(const Pos *pos, Random *random, uint32_t turn_limit, Outcome *result)
{
    return board_for(pos->variant)->fast.playout(pos, random, turn_limit, result);
}

/* In the browser boards of 11 and 12 have the general search: a second instance is a long download. */
static const struct PvsInstance *search_for(uint32_t variant)
{
    return board_for(variant) == &PONTE_SMALL ? &PONTE_SMALL_SEARCH
                                              : NATIVE_ONLY(&PONTE_LARGE_SEARCH);
}

const GameFast PONTE_FAST = {
    .covers = fast_covers,
    .perft_turns = NATIVE_ONLY(perft_turns),
    .perft_positions = NATIVE_ONLY(perft_positions),
    .playout = playout,
    .search = search_for,
};

/* --- queries --- */

PonteBridge ponte_bridge(const Pos *pos, int index)
{
    assert(index >= 0 && index < ponte_head(pos)->bridge_count);
    uint16_t number = ponte_head(pos)->bridges[index];
    return (PonteBridge){ (uint8_t)(number / 256), ponte_number_cell(number) };
}

int ponte_bridge_owner(const Pos *pos, int index)
{
    return ponte_at(pos, ponte_bridge(pos, index).end) == 'W' ? PONTE_WHITE : PONTE_BLACK;
}

char ponte_at(const Pos *pos, PonteCell cell)
{
    assert(ponte_on_board(ponte_unpack(pos->variant).size, cell));
    return board_for(pos->variant)->at(pos, cell);
}

bool ponte_is_covered(const Pos *pos, PonteCell cell)
{
    return board_for(pos->variant)->is_covered(pos, cell);
}

bool ponte_is_end(const Pos *pos, PonteCell cell)
{
    return board_for(pos->variant)->is_end(pos, cell);
}

bool ponte_may_stand(const Pos *pos, int colour, PonteCell cell)
{
    assert(colour == PONTE_WHITE || colour == PONTE_BLACK);
    return board_for(pos->variant)->may_stand(pos, colour, cell);
}

int ponte_count_cells(const Pos *pos, int colour)
{
    return board_for(pos->variant)->count_cells(pos, colour);
}

int ponte_count_bridges(const Pos *pos, int colour)
{
    return board_for(pos->variant)->count_bridges(pos, colour);
}

bool ponte_can_place(const Pos *pos, int colour)
{
    return board_for(pos->variant)->can_place(pos, colour);
}

void ponte_score(const Pos *pos, IslandsScore score[2])
{
    board_for(pos->variant)->score(pos, score);
}

Status ponte_build(uint32_t variant, const PonteParts *parts, Pos *out, Fault *fault)
{
    return board_for(variant)->build(variant, parts, out, fault);
}

/* Breadth-first flood fill over side neighbours; `stones` is the queue.  It serves messages and
 * drawings, where speed does not matter. */
int ponte_group(const Pos *pos, int colour, PonteCell cell, PonteCell *stones, int capacity)
{
    static const PonteCell BESIDE[4] = { { 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 } };
    bool                   seen[PONTE_SIZE_MAX][PONTE_SIZE_MAX] = { 0 };
    int                    size = ponte_unpack(pos->variant).size, count = 0;
    assert(capacity >= 1 && ponte_on_board(size, cell));
    stones[count++] = cell;
    seen[cell.y][cell.x] = true;
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < 4 && count < capacity; d++) {
            PonteCell next = { (int8_t)(stones[i].x + BESIDE[d].x),
                               (int8_t)(stones[i].y + BESIDE[d].y) };
            if (!ponte_on_board(size, next) || seen[next.y][next.x] ||
                ponte_at(pos, next) != "WB"[colour])
                continue;
            seen[next.y][next.x] = true;
            stones[count++] = next;
        }
    }
    return count;
}
