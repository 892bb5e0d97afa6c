/* SPDX-License-Identifier: MIT
 *
 * gipf_space.c - open an index of boards, and find boards by their numbers (select).
 */
#include "games/gipf/gipf_space.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* --- boards by number --- */

static Board board_of_placement(const Space *space, bool is_canonical, int own, int other,
                                uint32_t placement)
{
    const Class *class = &space->classes[is_canonical][own][other];
    const Sets *owns = own_sets(space, is_canonical);
    Stones      mine = owns->sets[owns->first[own] + placement / class->placements];
    Stones      beside = space->all.sets[space->all.first[other] + placement % class->placements];
    return (Board){ mine, scattered(space, beside, ~mine & all_fields(space)) };
}

/* Return the last block whose running total is at most `number`.  The select samples bound the
 * binary search. */
static uint32_t block_of(const Class *class, uint32_t number)
{
    uint32_t low = class->select_sample[number / SELECT_INTERVAL];
    uint32_t high = class->select_sample[number / SELECT_INTERVAL + 1] + 1;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (class->blocks[middle].before <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Return the position of the set bit with this rank (select within a word). */
static int bit_with_rank(uint64_t bits, uint32_t rank)
{
    assert(rank < (uint32_t)count_bits(bits));
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << rank, bits));
#else
    int at = 0;
    for (int width = 32; width >= 8; width /= 2) {
        uint32_t below = (uint32_t)count_bits(bits & ((UINT64_C(1) << width) - 1));
        if (rank >= below) {
            rank -= below;
            bits >>= width;
            at += width;
        }
    }
    while (rank-- > 0)
        bits &= bits - 1;
    return at + __builtin_ctzll(bits);
#endif
}

const Half *gipf_space_half_of(const Layer *layer, uint32_t number)
{
    assert(layer->is_wanted);
    return layer->halves == 2 && number >= layer->half[1]->first ? layer->half[1] : layer->half[0];
}

uint32_t gipf_space_part_with(const Half *half, uint32_t number)
{
    uint32_t low = 0, high = half->part_count;
    number -= half->first;
    assert(number < half->count);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (half->part_first[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

Board gipf_space_board_at(const Space *space, const Half *half, uint32_t part, uint32_t number)
{
    assert(part < half->part_count);
    int own = half->part_of[part][0], other = half->part_of[part][1];
    const Class *class = &space->classes[half->is_canonical][own][other];
    number -= half->first + half->part_first[part];
    uint32_t block = block_of(class, number);
    uint32_t rank = number - (uint32_t) class->blocks[block].before;
    uint32_t bit = (uint32_t)bit_with_rank(class->blocks[block].bits, rank);
    return board_of_placement(space, half->is_canonical, own, other, block << 6 | bit);
}

const Half *gipf_space_find_half(const Space *space, int mover, int other, uint32_t *layer)
{
    int large = mover > other ? mover : other, small = mover + other - large;
    assert(small >= 0 && large <= space->top[0] && small <= space->top[1]);
    *layer = space->layer_at[large * (space->top[1] + 1) + small];
    return space->layers[*layer].half[mover == large ? 0 : 1];
}

/* --- opening --- */

static void fill_lines(Space *space)
{
    int side = space->settings.side, number[2 * SIDE_MAX][2 * SIDE_MAX];
    int count = 0;
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++)
            if (gipf_node_is_field(side, (GipfNode){ i, j }))
                number[i][j] = count++;
    space->fields = count;
    space->lines = gipf_line_count(side);
    for (int line = 0; line < space->lines; line++) {
        int length = gipf_line_length(side, line);
        for (int n = 0; n < length; n++) {
            GipfNode node = gipf_line_node(side, line, n);
            Stones   field = (Stones)1 << number[node.i][node.j];
            space->entry[2 * line].field[n] = field;
            space->entry[2 * line + 1].field[length - 1 - n] = field;
            space->line[line] |= field;
        }
        space->entry[2 * line].length = space->entry[2 * line + 1].length = length;
    }
}

static void fill_chunks(Space *space)
{
    for (int mask = 0; mask < CHUNK_SETS; mask++)
        for (int set = 0; set < CHUNK_SETS; set++) {
            int at = 0;
            for (int bit = 0; bit < CHUNK; bit++) {
                if ((mask >> bit & 1) == 0)
                    continue;
                space->gather[mask][set] |= (uint8_t)((set >> bit & 1) << at);
                space->scatter[mask][set] |= (uint8_t)((set >> at & 1) << bit);
                at++;
            }
        }
}

/* Return a line of `length` fields after a push from one end (R3.2): the other side's stones in the
 * high bits, the pusher's with the new stone in the low bits; LINE_CLOSED if there is no gap. */
static uint16_t pushed_line(int length, bool from_high, uint32_t own, uint32_t other)
{
    for (int gap = 0; gap < length; gap++) {
        int      at = from_high ? length - 1 - gap : gap;
        uint32_t moved = from_high ? ~0U << at : (2U << at) - 1; /* from the entry to the gap */
        if (((own | other) >> at & 1) != 0)
            continue;
        uint32_t own_moved = from_high ? (own & moved) >> 1 : (own & moved) << 1;
        uint32_t other_moved = from_high ? (other & moved) >> 1 : (other & moved) << 1;
        uint32_t entry = from_high ? 1U << (length - 1) : 1U;
        own = (own & ~moved) | own_moved | entry;
        other = (other & ~moved) | other_moved;
        return (uint16_t)(other << LENGTH_MAX | own);
    }
    return LINE_CLOSED;
}

static void fill_pushes(Space *space)
{
    for (int length = 1; length <= LENGTH_MAX; length++)
        for (uint32_t own = 0; own < 1U << length; own++)
            for (uint32_t other = 0; other < 1U << length; other++)
                for (int end = 0; end < 2; end++)
                    space->pushed[length][end][other << LENGTH_MAX | own] =
                        pushed_line(length, end != 0, own, other);
}

/* Return the connected part of `all` that contains `row`: a flood fill along the line. */
static uint32_t stretch_with(uint32_t row, uint32_t all)
{
    uint32_t stretch = row & all, before = 0;
    while (stretch != before) {
        before = stretch;
        stretch |= (stretch << 1 | stretch >> 1) & all;
    }
    return stretch;
}

/* Return the row among these stones of a line if there is just one, else 0. */
static uint32_t only_row(const Space *space, uint32_t stones)
{
    uint32_t row = 0;
    for (uint32_t left = stones; left != 0;) {
        uint32_t run = stretch_with(left & -left, stones);
        left &= ~run;
        if (count_bits(run) < space->settings.row)
            continue;
        if (row != 0)
            return 0;
        row = run;
    }
    return row;
}

static void fill_rows(Space *space)
{
    for (uint32_t stones = 0; stones < LINE_SETS; stones++) {
        space->row_in[stones] = (uint8_t)only_row(space, stones);
        for (uint32_t row = 0; row < LINE_SETS; row++)
            space->touching[row][stones] = (uint8_t)stretch_with(row, stones);
    }
}

/* Return how many rows a set has on a line.  A run longer than K is one row (R4.1). */
static int rows_on_line(const Space *space, int line, Stones set)
{
    const EntryLine *entry = &space->entry[2 * line];
    int              run = 0, rows = 0;
    for (int n = 0; n < entry->length; n++) {
        run = (set & entry->field[n]) != 0 ? run + 1 : 0;
        rows += run == space->settings.row;
    }
    return rows;
}

static void note_rows(Space *space, Stones set)
{
    int rows = 0, where = 0;
    for (int line = 0; line < space->lines; line++) {
        int here = rows_on_line(space, line, set);
        rows += here;
        where = here > 0 ? line : where;
    }
    space->row_line[set] = (uint8_t)(rows == 1 ? where + 1 : 0);
    if (rows > 0)
        space->has_row[set >> 3] |= (uint8_t)(1 << (set & 7));
}

int gipf_space_turned_entry(const Space *space, int entry)
{
    int parallel = 2 * space->settings.side - 1, line = entry / 2;
    int across = line - line % parallel + (parallel - 1 - line % parallel);
    return 2 * across + 1 - entry % 2;
}

static void fill_turns(Space *space)
{
    for (int set = 0; set < 1 << TURN_BITS; set++)
        for (int bit = 0; bit < TURN_BITS; bit++)
            space->reversed[set] |= (uint16_t)((set >> bit & 1) << (TURN_BITS - 1 - bit));
    for (int entry = 0; entry < 2 * space->lines; entry++) {
        space->ends[0].entry[space->ends[0].count++] = (uint8_t)entry;
        if (entry < gipf_space_turned_entry(space, entry))
            space->ends[1].entry[space->ends[1].count++] = (uint8_t)entry;
    }
}

/* List the sets of each size in the order of their numbers.  That order does not depend on the
 * number of fields, so one array serves both own stones and other stones gathered among the free
 * fields. */
static bool sort_sets(const Space *space, bool half, Sets *out)
{
    uint32_t count = (uint32_t)1 << space->fields, seen[FIELDS_MAX + 1] = { 0 };
    out->order = calloc(count, sizeof *out->order);
    out->sets = calloc(count, sizeof *out->sets);
    if (out->order == NULL || out->sets == NULL)
        return false;
    for (Stones set = 0; set < count; set++)
        if (!half || set <= turned(space, set))
            out->order[set] = seen[space->size[set]]++;
    for (int n = 0; n <= space->fields; n++)
        out->first[n + 1] = out->first[n] + seen[n];
    for (Stones set = 0; set < count; set++)
        if (!half || set <= turned(space, set))
            out->sets[out->first[space->size[set]] + out->order[set]] = set;
    return true;
}

/* Return the sum of binomials of the combinatorial number system for a part of a set: bit 0 of
 * `set` is field `from`, and `before` members of the complete set are on lower fields. */
static uint32_t sum_of_binomials(const Space *space, Stones set, int from, int before)
{
    uint32_t sum = 0;
    for (int at = from; set != 0; at++, set >>= 1)
        if ((set & 1) != 0)
            sum += space->choose[at][++before];
    return sum;
}

static void fill_order(Space *space)
{
    for (Stones low = 0; low < 1 << LOW_BITS && low <= all_fields(space); low++)
        space->order_low[low] = (uint16_t)sum_of_binomials(space, low, 0, 0);
    for (Stones high = 0; high <= all_fields(space) >> LOW_BITS; high++)
        for (int before = 0; before <= LOW_BITS; before++)
            space->order_high[before][high] = sum_of_binomials(space, high, LOW_BITS, before);
}

static bool fill_sets(Space *space)
{
    uint32_t count = (uint32_t)1 << space->fields;
    /* `size` is also indexed by chunks, which may have more bits than a small board has fields. */
    space->size = calloc(count > CHUNK_SETS ? count : CHUNK_SETS, 1);
    space->has_row = calloc(count / 8, 1);
    space->row_line = calloc(count, 1);
    if (space->size == NULL || space->has_row == NULL || space->row_line == NULL)
        return false;
    for (int n = 0; n <= space->fields; n++) {
        space->choose[n][0] = 1;
        for (int k = 1; k <= n; k++)
            space->choose[n][k] = space->choose[n - 1][k - 1] + space->choose[n - 1][k];
    }
    for (uint32_t set = 0; set < count || set < CHUNK_SETS; set++)
        space->size[set] = (uint8_t)count_bits(set);
    for (Stones set = 0; set < count; set++)
        note_rows(space, set);
    fill_order(space);
    return sort_sets(space, false, &space->all) && sort_sets(space, true, &space->half);
}

/* List all windows of K fields within the free fields, gathered among these fields. */
static int free_rows(const Space *space, Stones free_fields, Stones *rows)
{
    int count = 0, length = space->settings.row;
    for (int line = 0; line < space->lines; line++) {
        const EntryLine *entry = &space->entry[2 * line];
        for (int first = 0; first + length <= entry->length; first++) {
            Stones row = 0;
            for (int n = first; n < first + length; n++)
                row |= entry->field[n];
            if ((row & ~free_fields) == 0)
                rows[count++] = gathered(space, row, free_fields);
        }
    }
    return count;
}

/* Return which of `count` sets, at most 64, hold no row.  The compiler vectorises the inner loop;
 * opening an index spends most of its time here. */
static uint64_t sets_without_row(const Stones *sets, uint32_t count, const Stones *rows,
                                 int row_count)
{
    uint32_t bad[64] = { 0 };
    uint64_t bits = 0;
    for (int n = 0; n < row_count; n++)
        for (uint32_t i = 0; i < count; i++)
            bad[i] |= (uint32_t)((sets[i] & rows[n]) == rows[n]);
    for (uint32_t i = 0; i < count; i++)
        bits |= (uint64_t)(bad[i] ^ 1) << i;
    return bits;
}

/* For own stones that the half turn maps to themselves, the other side's stones decide.  Return
 * which of `count` sets beside `mine` are not larger than their half turn. */
static uint64_t canonical_sets(const Space *space, Stones mine, const Stones *sets, uint32_t count)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        Stones set = scattered(space, sets[i], ~mine & all_fields(space));
        bits |= (uint64_t)(set <= turned(space, set)) << i;
    }
    return bits;
}

/* Set the bits of the boards without a row whose own stones are `mine`, the `n`th set of its
 * size. */
static void mark_boards(const Space *space, Class *class, Stones mine, int other, uint32_t n,
                        bool is_canonical)
{
    Stones        rows[WINDOWS_MAX];
    const Stones *beside = &space->all.sets[space->all.first[other]];
    bool          by_other = is_canonical && turned(space, mine) == mine;
    if (has_row(space, mine))
        return;
    int row_count = free_rows(space, ~mine & all_fields(space), rows);
    for (uint32_t i = 0; i < class->placements; i += 64) {
        uint32_t count = class->placements - i < 64 ? class->placements - i : 64;
        uint64_t bits = sets_without_row(beside + i, count, rows, row_count);
        if (by_other)
            bits &= canonical_sets(space, mine, beside + i, count);
        uint32_t placement = n * class->placements + i, shift = placement & 63;
        class->blocks[placement >> 6].bits |= bits << shift;
        if (shift != 0 && bits >> (64 - shift) != 0)
            class->blocks[(placement >> 6) + 1].bits |= bits >> (64 - shift);
    }
}

static bool fill_select_samples(Class *class)
{
    uint32_t count = class->count / SELECT_INTERVAL + 2, at = 0;
    class->select_sample = malloc(count * sizeof *class->select_sample);
    if (class->select_sample == NULL)
        return false;
    for (uint32_t n = 0; n < class->block_count; n++) {
        uint64_t end = class->blocks[n].before + (uint64_t)count_bits(class->blocks[n].bits);
        while ((uint64_t)at * SELECT_INTERVAL < end)
            class->select_sample[at++] = n;
    }
    while (at < count)
        class->select_sample[at++] = class->block_count - 1;
    return true;
}

static bool fill_class(Space *space, bool is_canonical, int own, int other)
{
    Class *class = &space->classes[is_canonical][own][other];
    const Sets *owns = own_sets(space, is_canonical);
    uint32_t    sets = owns->first[own + 1] - owns->first[own];
    class->placements = space->choose[space->fields - own][other];
    class->block_count = (sets * class->placements + 63) / 64;
    class->blocks = calloc(class->block_count, sizeof *class->blocks);
    if (class->blocks == NULL)
        return false;
    memory_prefer_large_pages(class->blocks, class->block_count * sizeof *class->blocks);
    for (uint32_t n = 0; n < sets; n++)
        mark_boards(space, class, owns->sets[owns->first[own] + n], other, n, is_canonical);
    for (uint32_t n = 0; n < class->block_count; n++) {
        class->blocks[n].before = class->count;
        class->count += (uint32_t)count_bits(class->blocks[n].bits);
    }
    return fill_select_samples(class);
}

/* True if the half turn is exact for all boards of the layer. */
static bool uses_half_turn(const Space *space, const Layer *layer)
{
    return layer->total[0] <= space->canon_max;
}

/* True if a wanted layer has boards of this class. */
static bool is_class_wanted(const Space *space, bool is_canonical, int own, int other)
{
    int large = own > other ? own : other, small = own + other - large;
    for (uint32_t n = 0; n < space->layer_count; n++) {
        const Layer *layer = &space->layers[n];
        if (layer->is_wanted && large <= layer->total[0] && small <= layer->total[1] &&
            uses_half_turn(space, layer) == is_canonical)
            return true;
    }
    return false;
}

static bool fill_classes(Space *space)
{
    for (int is_canonical = 0; is_canonical < 2; is_canonical++)
        for (int own = 0; own <= space->fields; own++)
            for (int other = 0; own + other <= space->fields; other++)
                if (is_class_wanted(space, is_canonical != 0, own, other) &&
                    !fill_class(space, is_canonical != 0, own, other))
                    return false;
    return true;
}

static Half *new_half(const Space *space, int mover, int other, bool is_canonical, uint32_t first)
{
    Half *half = calloc(1, sizeof *half);
    if (half == NULL)
        return NULL;
    half->total[0] = mover;
    half->total[1] = other;
    half->first = first;
    half->is_canonical = is_canonical;
    for (int i = 0; i <= space->fields && i <= mover; i++)
        for (int j = 0; i + j <= space->fields && j <= other; j++) {
            half->offset[i][j] = half->count;
            uint32_t count = space->classes[half->is_canonical][i][j].count;
            if (count == 0)
                continue;
            half->part_first[half->part_count] = half->count;
            half->part_of[half->part_count][0] = (uint8_t)i;
            half->part_of[half->part_count++][1] = (uint8_t)j;
            half->count += count;
        }
    return half;
}

void gipf_space_layer_name(const void *opened, uint32_t layer, Text *out)
{
    const Layer *l = &((const Space *)opened)->layers[layer];
    text_addf(out, "%d-%d", l->total[0], l->total[1]);
}

static void add_layer(Space *space, int large, int small, const IndexFilter *filter)
{
    char   name[INDEX_NAME_MAX];
    Text   text = text_over(name, sizeof name);
    Layer *layer = &space->layers[space->layer_count];
    layer->total[0] = large;
    layer->total[1] = small;
    layer->halves = large == small ? 1 : 2;
    space->layer_at[large * (space->top[1] + 1) + small] = space->layer_count;
    gipf_space_layer_name(space, space->layer_count++, &text);
    layer->is_wanted = filter == NULL || filter->wants(filter->context, name);
}

/* A capture lowers the sum of both totals, so layers are sorted by that sum: edges that leave a
 * layer lead to a smaller number, as core/index.h requires. */
static bool list_layers(Space *space, const IndexFilter *filter)
{
    size_t count = (size_t)(space->top[0] + 1) * (size_t)(space->top[1] + 1);
    space->layers = calloc(count, sizeof *space->layers);
    space->layer_at = calloc(count, sizeof *space->layer_at);
    if (space->layers == NULL || space->layer_at == NULL)
        return false;
    for (int sum = 0; sum <= space->top[0] + space->top[1]; sum++)
        for (int small = 0; small <= space->top[1] && small <= sum / 2; small++)
            if (sum - small <= space->top[0])
                add_layer(space, sum - small, small, filter);
    return true;
}

static bool fill_layers(Space *space)
{
    for (uint32_t n = 0; n < space->layer_count; n++) {
        Layer *layer = &space->layers[n];
        if (!layer->is_wanted)
            continue;
        bool is_canonical = uses_half_turn(space, layer);
        layer->half[0] = new_half(space, layer->total[0], layer->total[1], is_canonical, 0);
        if (layer->half[0] == NULL)
            return false;
        layer->half[1] = layer->half[0];
        if (layer->halves == 2)
            layer->half[1] = new_half(space, layer->total[1], layer->total[0], is_canonical,
                                      layer->half[0]->count);
        if (layer->half[1] == NULL)
            return false;
    }
    return true;
}

void gipf_space_close(void *opened)
{
    Space *space = opened;
    if (space == NULL)
        return;
    for (uint32_t n = 0; n < space->layer_count; n++) {
        free(space->layers[n].half[0]);
        if (space->layers[n].half[1] != space->layers[n].half[0])
            free(space->layers[n].half[1]);
    }
    for (int i = 0; i <= FIELDS_MAX; i++)
        for (int j = 0; j <= FIELDS_MAX; j++) {
            free(space->classes[0][i][j].blocks);
            free(space->classes[0][i][j].select_sample);
            free(space->classes[1][i][j].blocks);
            free(space->classes[1][i][j].select_sample);
        }
    free(space->layers);
    free(space->layer_at);
    free(space->size);
    free(space->all.order);
    free(space->all.sets);
    free(space->half.order);
    free(space->half.sets);
    free(space->has_row);
    free(space->row_line);
    free(space);
}

size_t gipf_space_bytes(const void *opened)
{
    const Space *space = opened;
    size_t       bytes = sizeof *space + ((size_t)20 << space->fields);
    for (int i = 0; i <= FIELDS_MAX; i++)
        for (int j = 0; j <= FIELDS_MAX; j++)
            for (int n = 0; n < 2; n++) {
                const Class *class = &space->classes[n][i][j];
                bytes += class->block_count * sizeof *class->blocks;
                bytes += class->count / SELECT_INTERVAL * sizeof *class->select_sample;
            }
    return bytes;
}

/* With rows of three, two separate pairs of crossing rows take ten stones of one colour.  With rows
 * of four the case never occurs, and all rows of five share the centre.  tools/gipf_half_turn.c has
 * checked all boards. */
int gipf_space_canon_max(const GipfSettings *s)
{
    static const struct {
        int side, row, pieces;
    } CANON_MAX[] = {
        { 2, 2, GIPF_PIECES_MAX }, { 2, 3, GIPF_PIECES_MAX },
        { 3, 2, GIPF_PIECES_MAX }, { 3, 3, 9 },
        { 3, 4, GIPF_PIECES_MAX }, { 3, 5, GIPF_PIECES_MAX },
    };
    for (size_t i = 0; i < sizeof CANON_MAX / sizeof CANON_MAX[0]; i++)
        if (CANON_MAX[i].side == s->side && CANON_MAX[i].row == s->row)
            return CANON_MAX[i].pieces;
    return 0;
}

void *gipf_space_open(uint32_t variant, const IndexFilter *filter)
{
    Space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->settings = gipf_unpack(variant);
    space->variant = variant;
    int white = space->settings.pieces[0], black = space->settings.pieces[1];
    space->top[0] = white > black ? white : black;
    space->top[1] = white + black - space->top[0];
    space->canon_max = gipf_space_canon_max(&space->settings);
    fill_lines(space);
    fill_chunks(space);
    fill_pushes(space);
    fill_rows(space);
    fill_turns(space);
    if (!fill_sets(space) || !list_layers(space, filter) || !fill_classes(space) ||
        !fill_layers(space)) {
        gipf_space_close(space);
        return NULL;
    }
    return space;
}
