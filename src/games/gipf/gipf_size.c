/* SPDX-License-Identifier: MIT
 *
 * gipf_size.c - estimate the size of a tablebase before its index is opened.
 *
 * Sets of stones without a row are counted exactly, by size.  Two such sets are taken to be disjoint
 * as often as random sets of their sizes, which counts the boards to within a few per cent.
 */
#include "games/gipf/gipf_space.h"

typedef struct Counts {
    const Space *space;
    double       sets[FIELDS_MAX + 1]; /* without a row, by size */
} Counts;

static bool wants_none(const void *context, const char *layer_name)
{
    (void)context;
    (void)layer_name;
    return false;
}

static double boards_with(const Counts *counts, int own, int other)
{
    const Space *space = counts->space;
    if (own + other > space->fields)
        return 0;
    double apart = (double)space->choose[space->fields - own][other] /
                   (double)space->choose[space->fields][other];
    return counts->sets[own] * counts->sets[other] * apart;
}

/* Return the positions of a layer, and add the bits of its index to `bits`. */
static double positions_of(const Counts *counts, const Layer *layer, double *bits)
{
    const Space *space = counts->space;
    double       boards = 0, placements = 0;
    for (int own = 0; own <= layer->total[0] && own <= space->fields; own++)
        for (int other = 0; other <= layer->total[1] && own + other <= space->fields; other++) {
            boards += boards_with(counts, own, other);
            placements += (double)space->choose[space->fields][own] *
                          (double)space->choose[space->fields - own][other];
        }
    double images = layer->total[0] <= space->canon_max ? 2 : 1;
    *bits = layer->halves * placements / images;
    return layer->halves * boards / images;
}

/* What a layer takes per position: listed edges, choices counted twice, and CPU time.  Both grow with
 * the sum of its totals.  Measured on (3,3) up to twelve and extrapolated
 * beyond; longer rows take less. */
typedef struct Cost {
    double edges, nanoseconds;
} Cost;

static Cost cost_of(const Layer *layer)
{
    static const Cost COSTS[] = { { 0.1, 95 },   { 0.1, 130 },  { 0.1, 160 }, { 0.2, 300 },
                                  { 0.3, 400 },  { 0.4, 550 },  { 0.5, 700 }, { 0.6, 900 },
                                  { 0.8, 1100 }, { 0.9, 1400 }, { 1, 1700 },  { 1.3, 2100 } };
    static const int  LEAST = 8, LAST = sizeof COSTS / sizeof COSTS[0] - 1;
    int               more = layer->total[0] + layer->total[1] - LEAST;
    return COSTS[more < 0 ? 0 : more < LAST ? more : LAST];
}

bool gipf_size(uint32_t variant, IndexSize *size)
{
    IndexFilter none = { wants_none, NULL };
    Space      *space = gipf_space_open(variant, &none);
    if (space == NULL)
        return false;
    Counts counts = { .space = space };
    double all = 0, most = 0, edges = 0, most_bits = 0, nanoseconds = 0;
    for (Stones set = 0; set <= all_fields(space); set++)
        counts.sets[space->size[set]] += !has_row(space, set);
    for (uint32_t n = 0; n < space->layer_count; n++) {
        double bits, here = positions_of(&counts, &space->layers[n], &bits);
        Cost   cost = cost_of(&space->layers[n]);
        all += here;
        nanoseconds += here * cost.nanoseconds;
        most_bits = bits > most_bits ? bits : most_bits;
        if (here > most) {
            most = here;
            edges = here * cost.edges;
        }
    }
    *size = (IndexSize){
        .positions = (uint64_t)all,
        .largest = (uint64_t)most,
        .edges = (uint64_t)edges,
        /* Layers share the classes of boards; a block takes 16 bytes for 64 bits. */
        .open_bytes = gipf_space_bytes(space) + (size_t)(most_bits / 4),
        .cpu_seconds = nanoseconds * 1e-9,
    };
    gipf_space_close(space);
    return true;
}

/* The totals of both sides only shrink, so a game with these totals has all that can follow (R1.3).
 * Below GIPF_PIECES_MIN there is no variant; the smallest one has the position as well. */
bool gipf_smallest(const Pos *pos, uint32_t *variant)
{
    GipfSettings settings = gipf_unpack(pos->variant);
    for (int colour = 0; colour < 2; colour++) {
        uint64_t fields = gipf_small_fields(pos, settings.side, colour);
        int      total = count_bits(fields) + gipf_reserve(pos, colour);
        assert(total <= settings.pieces[colour]);
        settings.pieces[colour] = total > GIPF_PIECES_MIN ? total : GIPF_PIECES_MIN;
    }
    *variant = gipf_pack(&settings);
    return true;
}
