/* SPDX-License-Identifier: MIT
 *
 * diavolo.c - the symmetries and the registration of DiavoloPP (core/game.h).
 */
#include "games/diavolo/diavolo.h"
#include "games/diavolo/diavolo_messages.h"

#include <assert.h>
#include <string.h>

/* --- the six symmetries of the triangle, the dihedral group D3 (R10) --- */

static int symmetry_count(uint32_t variant)
{
    (void)variant;
    return DIAVOLO_MAPS;
}

/* Map lands and bridges and rebuild the position, which derives everything else. */
static void map_pos(const Pos *pos, int map, Pos *out)
{
    assert(map >= 0 && map < DIAVOLO_MAPS);
    int          size = (int)pos->variant;
    DiavoloParts parts, mapped;
    diavolo_take_apart(pos, &parts);
    mapped = parts;
    for (int i = 0; i < diavolo_field_count(size); i++)
        mapped.land[diavolo_map_field(size, i, map)] = parts.land[i];
    for (int i = 0; i < diavolo_edge_count(size); i++)
        mapped.bridge[diavolo_map_edge(size, i, map)] = parts.bridge[i];
    if (parts.first >= 0)
        mapped.first = diavolo_map_field(size, parts.first, map);
    DiavoloFlaw flaw = diavolo_build(pos->variant, &mapped, out);
    assert(flaw.kind == DIAVOLO_SOUND && "a symmetry maps a legal position to a legal one (R10)");
    (void)flaw;
}

static Step map_step(const Pos *pos, Step step, int map)
{
    int size = (int)pos->variant, value = (int)islands_value(step);
    switch (islands_kind(step)) {
    case ISLANDS_STONE:
        return islands_step(ISLANDS_STONE, (uint32_t)diavolo_map_field(size, value, map));
    case ISLANDS_BRIDGE:
        return islands_step(ISLANDS_BRIDGE, (uint32_t)diavolo_map_edge(size, value, map));
    default: return step;
    }
}

const GameSymmetry DIAVOLO_SYMMETRY = {
    .count = symmetry_count,
    .map_pos = map_pos,
    .map_step = map_step,
};

/* --- the game --- */

/* As ISLANDS_REASON, but a full tie is always a draw, with the result word of R8.3. */
const MessageDef DIAVOLO_MESSAGE[DIAVOLO_MESSAGE_COUNT] = { ISLANDS_MESSAGES(MESSAGE_ROW)
                                                                DIAVOLO_MESSAGES(MESSAGE_ROW) };

static const Reason REASONS[ISLANDS_REASONS] = {
    [ISLANDS_BY_POINTS] = { "points", &DIAVOLO_MESSAGE[ISLANDS_MSG_REASON_POINTS] },
    [ISLANDS_BY_ISLANDS] = { "islands", &DIAVOLO_MESSAGE[ISLANDS_MSG_REASON_ISLANDS] },
    [ISLANDS_BY_BRIDGES] = { "bridges", &DIAVOLO_MESSAGE[ISLANDS_MSG_REASON_BRIDGES] },
    [ISLANDS_BY_NOTHING] = { "equal", &DIAVOLO_MESSAGE[ISLANDS_MSG_REASON_TIE] },
};

static const char *const VARIANTS[] = { "8", "5", "10", "20", "30", "3", NULL };

const Game DIAVOLO_GAME = {
    .name = "diavolo",
    .title = "DiavoloPP",
    .summary = "Build islands of four lands on a triangular board, and join them by bridges into "
               "networks that count more the larger they are.",
    .sides = { "white", "red" },
    .reasons = REASONS,
    .reason_count = ISLANDS_REASONS,
    .variants = VARIANTS,
    .messages = DIAVOLO_MESSAGE,
    .message_count = DIAVOLO_MESSAGE_COUNT,
    .colour = { COLOUR_WHITE, COLOUR_RED },
    .rules = &DIAVOLO_RULES,
    .text = &DIAVOLO_TEXT,
    .view = &DIAVOLO_VIEW,
    .symmetry = &DIAVOLO_SYMMETRY,
    .eval = &DIAVOLO_EVAL,
    .fast = &DIAVOLO_FAST,
    .canon = &DIAVOLO_CANON,
    .learning = NATIVE_ONLY(&DIAVOLO_LEARNING),
    .model = NATIVE_ONLY(&DIAVOLO_MODEL),
    .ranks = NATIVE_ONLY(&DIAVOLO_RANKS),
};
