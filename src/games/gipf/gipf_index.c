/* SPDX-License-Identifier: MIT
 *
 * gipf_index.c - positions of small boards as numbers, and the ways between them.
 *
 * Captures alone change how many pieces a side has in all, and only downwards.  So positions with
 * the same two totals form a layer, and in a layer the stones on the board fix the reserves: a
 * position is a set of stones of the side to move, and a set of the other's.  Which colour they have
 * does not matter (R11), so (6,5) and (5,6) are one layer: first the positions in which the side with
 * more pieces moves, then the others.
 *
 * Turning and mirroring the board is not folded: it is not exact (R11).
 *
 * The number of a board.  Boards are sorted by how many stones of each side they have.  Of one such
 * class, all ways to put that many stones down are counted by the usual sums of binomials, and a
 * map of bits with running totals says which of them hold no row, and how many came before.  Stones
 * are sets of the fields counted row by row, 19 of them at most.
 *
 * A push that completes no row stays in its layer, and can be taken back by pulling.  So can one that
 * completes a single row without touching anything else: put the row back, then pull.  Both are
 * plain ways, and all the others, one in a hundred or so, are listed.
 */
#include <stdlib.h>
#include <string.h>

#include "core/index.h"
#include "games/gipf/gipf.h"

enum {
    SIDE_MAX = 3,
    FIELDS_MAX = 3 * SIDE_MAX * (SIDE_MAX - 1) + 1,
    CLASSES_MAX = (FIELDS_MAX + 1) * (FIELDS_MAX + 2) / 2,
    LINES_MAX = 3 * (2 * SIDE_MAX - 1),
    LENGTH_MAX = 2 * SIDE_MAX - 1,
    WINDOWS_MAX = LINES_MAX * LENGTH_MAX,
    TOTALS_MAX = GIPF_PIECES_MAX + 1,
    SIGNPOST = 256,
    CHUNK = 5, /* bits that the tables for gathering and scattering take at once */
    CHUNKS = (FIELDS_MAX + CHUNK - 1) / CHUNK,
    CHUNK_SETS = 1 << CHUNK,
    RUNS_MAX = LINES_MAX * 2,
};

typedef uint32_t Stones; /* a set of fields */

/* 64 boards: which of them hold no row, and how many such boards came before. */
typedef struct Block {
    uint64_t bits;
    uint64_t before;
} Block;

/* All boards with so many stones of the side to move and of the other. */
typedef struct Class {
    Block    *blocks;
    uint32_t  block_count;
    uint32_t *signpost; /* the block of every SIGNPOST-th board; one more at the end */
    uint32_t  ways;     /* to put the other's stones beside given ones */
    uint32_t  count;    /* boards without a row */
} Class;

/* One half of a layer: the totals of the side to move and of the other. */
typedef struct Half {
    int      total[2];
    uint32_t first; /* its first number in the layer */
    uint32_t count;
    uint32_t offset[FIELDS_MAX + 1][FIELDS_MAX + 1]; /* of a class, in the half */
    uint32_t part_count;
    uint32_t part_first[CLASSES_MAX]; /* the offsets of classes that are not empty, ascending */
    uint8_t  part_of[CLASSES_MAX][2]; /* and which class it is */
} Half;

/* A line as a push meets it: fields from the entry on. */
typedef struct Way {
    int    length;
    Stones field[LENGTH_MAX];
} Way;

typedef struct Layer {
    int   total[2]; /* the larger first */
    int   halves;   /* 1 if they are equal */
    bool  is_wanted;
    Half *half[2]; /* NULL where it is not wanted */
} Layer;

typedef struct Space {
    GipfSettings settings;
    uint32_t     variant;
    int          fields, lines;
    Way          way[2 * LINES_MAX]; /* line n from its low end 2n, from its high end 2n+1 */
    Stones       line[LINES_MAX];
    uint32_t     choose[FIELDS_MAX + 1][FIELDS_MAX + 1];
    uint32_t    *order; /* of a set among the sets of its size */
    Stones      *sets;  /* by size, then order */
    uint32_t     sets_first[FIELDS_MAX + 2];
    uint8_t     *has_row; /* a bit for every set */
    uint8_t     *size;    /* of every set */
    uint8_t      gather[CHUNK_SETS][CHUNK_SETS];
    uint8_t      scatter[CHUNK_SETS][CHUNK_SETS];
    Class        classes[FIELDS_MAX + 1][FIELDS_MAX + 1];
    int          top[2]; /* totals of the variant, the larger first */
    uint32_t     layer_count;
    Layer       *layers;
    uint32_t    *layer_at; /* by totals: larger * (top[1] + 1) + smaller */
} Space;

/* What stands on the board, for the side to move and the other. */
typedef struct Board {
    Stones own, other;
} Board;

/* --- sets --- */

static inline int size_of(const Space *space, Stones set)
{
    return space->size[set];
}

static inline bool has_row(const Space *space, Stones set)
{
    return (space->has_row[set >> 3] >> (set & 7) & 1) != 0;
}

static inline int count_bits(uint64_t x)
{
    return __builtin_popcountll(x);
}

/* The members of `set` as members of `among`, counted from its first. */
static inline Stones gathered(const Space *space, Stones set, Stones among)
{
    Stones out = 0;
    int    at = 0;
    for (int n = 0; n < CHUNKS; n++) {
        Stones mask = among >> (n * CHUNK) & (CHUNK_SETS - 1);
        out |= (Stones)space->gather[mask][set >> (n * CHUNK) & (CHUNK_SETS - 1)] << at;
        at += size_of(space, mask);
    }
    return out;
}

/* The other way round. */
static inline Stones scattered(const Space *space, Stones set, Stones among)
{
    Stones out = 0;
    for (int n = 0; n < CHUNKS; n++) {
        Stones mask = among >> (n * CHUNK) & (CHUNK_SETS - 1);
        out |= (Stones)space->scatter[mask][set & (CHUNK_SETS - 1)] << (n * CHUNK);
        set >>= size_of(space, mask);
    }
    return out;
}

static Stones all_fields(const Space *space)
{
    return ((Stones)1 << space->fields) - 1;
}

/* --- the number of a board --- */

static inline uint32_t board_number(const Space *space, const Half *half, Board board)
{
    int own = size_of(space, board.own), other = size_of(space, board.other);
    const Class *class = &space->classes[own][other];
    Stones       beside = gathered(space, board.other, ~board.own & all_fields(space));
    uint32_t     way = space->order[board.own] * class->ways + space->order[beside];
    const Block *block = &class->blocks[way >> 6];
    uint64_t     before = block->bits & ((UINT64_C(1) << (way & 63)) - 1);
    return half->first + half->offset[own][other] + (uint32_t)block->before +
           (uint32_t)count_bits(before);
}

static Board board_of_way(const Space *space, int own, int other, uint32_t way)
{
    const Class *class = &space->classes[own][other];
    Stones mine = space->sets[space->sets_first[own] + way / class->ways];
    Stones beside = space->sets[space->sets_first[other] + way % class->ways];
    return (Board){ mine, scattered(space, beside, ~mine & all_fields(space)) };
}

/* The last block whose running total is not above `number`. */
static uint32_t block_of(const Class *class, uint32_t number)
{
    uint32_t low = class->signpost[number / SIGNPOST];
    uint32_t high = class->signpost[number / SIGNPOST + 1] + 1;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (class->blocks[middle].before <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int bit_with_rank(uint64_t bits, uint32_t rank)
{
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
}

static const Half *half_of(const Layer *layer, uint32_t number)
{
    return layer->halves == 2 && number >= layer->half[1]->first ? layer->half[1] : layer->half[0];
}

/* The part of a half that holds the number. */
static uint32_t part_with(const Half *half, uint32_t number)
{
    uint32_t low = 0, high = half->part_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (half->part_first[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static Board board_at(const Space *space, const Half *half, uint32_t number)
{
    number -= half->first;
    uint32_t part = part_with(half, number);
    int      own = half->part_of[part][0], other = half->part_of[part][1];
    const Class *class = &space->classes[own][other];
    number -= half->part_first[part];
    uint32_t block = block_of(class, number);
    uint32_t rank = number - (uint32_t) class->blocks[block].before;
    uint32_t bit = (uint32_t)bit_with_rank(class->blocks[block].bits, rank);
    return board_of_way(space, own, other, block << 6 | bit);
}

/* The layer with these totals, and its half in which `mover` is the total of the side to move; NULL
 * where it is not wanted. */
static const Half *find_half(const Space *space, int mover, int other, uint32_t *layer)
{
    int large = mover > other ? mover : other, small = mover + other - large;
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
            space->way[2 * line].field[n] = field;
            space->way[2 * line + 1].field[length - 1 - n] = field;
            space->line[line] |= field;
        }
        space->way[2 * line].length = space->way[2 * line + 1].length = length;
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

static bool set_has_row(const Space *space, Stones set)
{
    for (int line = 0; line < space->lines; line++) {
        const Way *way = &space->way[2 * line];
        int        run = 0;
        for (int n = 0; n < way->length; n++) {
            run = (set & way->field[n]) != 0 ? run + 1 : 0;
            if (run == space->settings.row)
                return true;
        }
    }
    return false;
}

/* Sets of one size come in the order of their numbers; that order does not depend on how many
 * fields there are, so one table serves stones on the board and stones beside others. */
static bool fill_sets(Space *space)
{
    uint32_t count = (uint32_t)1 << space->fields, seen[FIELDS_MAX + 1] = { 0 };
    /* `size` is also asked about chunks, which may be larger than a small board. */
    space->size = calloc(count > CHUNK_SETS ? count : CHUNK_SETS, 1);
    space->order = calloc(count, sizeof *space->order);
    space->sets = calloc(count, sizeof *space->sets);
    space->has_row = calloc(count / 8, 1);
    if (space->size == NULL || space->order == NULL || space->sets == NULL ||
        space->has_row == NULL)
        return false;
    for (int n = 0; n <= space->fields; n++) {
        space->choose[n][0] = 1;
        for (int k = 1; k <= n; k++)
            space->choose[n][k] = space->choose[n - 1][k - 1] + space->choose[n - 1][k];
        space->sets_first[n + 1] = 0;
    }
    for (int n = 0; n <= space->fields; n++)
        space->sets_first[n + 1] = space->sets_first[n] + space->choose[space->fields][n];
    for (uint32_t set = 0; set < count || set < CHUNK_SETS; set++)
        space->size[set] = (uint8_t)count_bits(set);
    for (Stones set = 0; set < count; set++) {
        int size = space->size[set];
        space->sets[space->sets_first[size] + seen[size]] = set;
        space->order[set] = seen[size]++;
        if (set_has_row(space, set))
            space->has_row[set >> 3] |= (uint8_t)(1 << (set & 7));
    }
    return true;
}

/* The shortest rows that fit into the free fields, as sets among these fields. */
static int free_rows(const Space *space, Stones free_fields, Stones *rows)
{
    int count = 0, length = space->settings.row;
    for (int line = 0; line < space->lines; line++) {
        const Way *way = &space->way[2 * line];
        for (int first = 0; first + length <= way->length; first++) {
            Stones row = 0;
            for (int n = first; n < first + length; n++)
                row |= way->field[n];
            if ((row & ~free_fields) == 0)
                rows[count++] = gathered(space, row, free_fields);
        }
    }
    return count;
}

/* Which of `count` sets, at most 64, hold no row?  Written so that the compiler can look at
 * several sets at once: opening is mostly this. */
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

/* Mark the boards without a row that hold the `n`th set of own stones. */
static void mark_boards(const Space *space, Class *class, int own, int other, uint32_t n)
{
    Stones        mine = space->sets[space->sets_first[own] + n], rows[WINDOWS_MAX];
    const Stones *beside = &space->sets[space->sets_first[other]];
    if (has_row(space, mine))
        return;
    int row_count = free_rows(space, ~mine & all_fields(space), rows);
    for (uint32_t i = 0; i < class->ways; i += 64) {
        uint32_t count = class->ways - i < 64 ? class->ways - i : 64;
        uint64_t bits = sets_without_row(beside + i, count, rows, row_count);
        uint32_t way = n * class->ways + i, shift = way & 63;
        class->blocks[way >> 6].bits |= bits << shift;
        if (shift != 0 && bits >> (64 - shift) != 0)
            class->blocks[(way >> 6) + 1].bits |= bits >> (64 - shift);
    }
}

static bool put_signposts(Class *class)
{
    uint32_t count = class->count / SIGNPOST + 2, at = 0;
    class->signpost = malloc(count * sizeof *class->signpost);
    if (class->signpost == NULL)
        return false;
    for (uint32_t n = 0; n < class->block_count; n++) {
        uint64_t end = class->blocks[n].before + (uint64_t)count_bits(class->blocks[n].bits);
        while ((uint64_t)at * SIGNPOST < end)
            class->signpost[at++] = n;
    }
    while (at < count)
        class->signpost[at++] = class->block_count - 1;
    return true;
}

static bool fill_class(Space *space, int own, int other)
{
    Class *class = &space->classes[own][other];
    uint32_t sets = space->choose[space->fields][own];
    class->ways = space->choose[space->fields - own][other];
    class->block_count = (sets * class->ways + 63) / 64;
    class->blocks = calloc(class->block_count, sizeof *class->blocks);
    if (class->blocks == NULL)
        return false;
    for (uint32_t n = 0; n < sets; n++)
        mark_boards(space, class, own, other, n);
    for (uint32_t n = 0; n < class->block_count; n++) {
        class->blocks[n].before = class->count;
        class->count += (uint32_t)count_bits(class->blocks[n].bits);
    }
    return put_signposts(class);
}

static bool fill_classes(Space *space)
{
    for (int own = 0; own <= space->fields; own++)
        for (int other = 0; own + other <= space->fields; other++) {
            int large = own > other ? own : other, small = own + other - large;
            if (large <= space->top[0] && small <= space->top[1] && !fill_class(space, own, other))
                return false;
        }
    return true;
}

static Half *new_half(const Space *space, int mover, int other, uint32_t first)
{
    Half *half = calloc(1, sizeof *half);
    if (half == NULL)
        return NULL;
    half->total[0] = mover;
    half->total[1] = other;
    half->first = first;
    for (int i = 0; i <= space->fields && i <= mover; i++)
        for (int j = 0; i + j <= space->fields && j <= other; j++) {
            half->offset[i][j] = half->count;
            if (space->classes[i][j].count == 0)
                continue;
            half->part_first[half->part_count] = half->count;
            half->part_of[half->part_count][0] = (uint8_t)i;
            half->part_of[half->part_count++][1] = (uint8_t)j;
            half->count += space->classes[i][j].count;
        }
    return half;
}

static void layer_name(const void *opened, uint32_t layer, Text *out)
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
    layer_name(space, space->layer_count++, &text);
    layer->is_wanted = filter == NULL || filter->wants(filter->context, name);
}

/* Whatever a capture leaves is a smaller sum, so layers come in the order of their sums. */
static bool list_layers(Space *space, const IndexFilter *filter)
{
    size_t rooms = (size_t)(space->top[0] + 1) * (size_t)(space->top[1] + 1);
    space->layers = calloc(rooms, sizeof *space->layers);
    space->layer_at = calloc(rooms, sizeof *space->layer_at);
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
        layer->half[0] = new_half(space, layer->total[0], layer->total[1], 0);
        if (layer->half[0] == NULL)
            return false;
        layer->half[1] = layer->half[0];
        if (layer->halves == 2)
            layer->half[1] =
                new_half(space, layer->total[1], layer->total[0], layer->half[0]->count);
        if (layer->half[1] == NULL)
            return false;
    }
    return true;
}

static void close_space(void *opened)
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
            free(space->classes[i][j].blocks);
            free(space->classes[i][j].signpost);
        }
    free(space->layers);
    free(space->layer_at);
    free(space->size);
    free(space->order);
    free(space->sets);
    free(space->has_row);
    free(space);
}

static bool covers(uint32_t variant)
{
    GipfSettings s = gipf_unpack(variant);
    return s.kind == GIPF_BASIC && s.side <= SIDE_MAX && !s.large;
}

static void *open_space(uint32_t variant, const IndexFilter *filter)
{
    Space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->settings = gipf_unpack(variant);
    space->variant = variant;
    int white = space->settings.pieces[0], black = space->settings.pieces[1];
    space->top[0] = white > black ? white : black;
    space->top[1] = white + black - space->top[0];
    fill_lines(space);
    fill_chunks(space);
    if (!fill_sets(space) || !list_layers(space, filter) || !fill_classes(space) ||
        !fill_layers(space)) {
        close_space(space);
        return NULL;
    }
    return space;
}

static void family(uint32_t variant, Text *out)
{
    GipfSettings s = gipf_unpack(variant);
    text_addf(out, "%d-%d-%s", s.side, s.row, s.mover_chooses ? "mover" : "owner");
}

static uint32_t layer_count(const void *opened)
{
    return ((const Space *)opened)->layer_count;
}

static uint32_t layer_size(const void *opened, uint32_t layer)
{
    const Layer *l = &((const Space *)opened)->layers[layer];
    if (!l->is_wanted)
        return 0;
    return l->half[0]->count + (l->halves == 2 ? l->half[1]->count : 0);
}

/* --- positions --- */

static IndexAnswer rank(const void *opened, const Pos *pos, IndexPlace *place)
{
    const Space *space = opened;
    int          side = space->settings.side, n = 0, mover = pos->side;
    Stones       stones[2] = { 0, 0 };
    if (pos->phase != 0 || gipf_is_pending(pos))
        return INDEX_BETWEEN;
    for (int8_t i = 1; i < 2 * side; i++)
        for (int8_t j = 1; j < 2 * side; j++) {
            if (!gipf_node_is_field(side, (GipfNode){ i, j }))
                continue;
            char content = gipf_at(pos, (GipfNode){ i, j });
            if (content != '_')
                stones[content == 'W' ? 0 : 1] |= (Stones)1 << n;
            n++;
        }
    Board board = { stones[mover], stones[1 - mover] };
    int   own = size_of(space, board.own) + gipf_reserve(pos, mover);
    int   other = size_of(space, board.other) + gipf_reserve(pos, 1 - mover);
    int   large = own > other ? own : other;
    if (large > space->top[0] || own + other - large > space->top[1])
        return INDEX_OUTSIDE;
    const Half *half = find_half(space, own, other, &place->layer);
    if (half == NULL)
        return INDEX_OUTSIDE;
    place->number = board_number(space, half, board);
    return INDEX_FOUND;
}

/* White moves where that is possible: a side cannot have more pieces than its number. */
static void unrank(const void *opened, IndexPlace place, Pos *out)
{
    const Space *space = opened;
    const Half  *half = half_of(&space->layers[place.layer], place.number);
    Board        board = board_at(space, half, place.number);
    const int   *pieces = space->settings.pieces;
    int          mover =
        half->total[0] <= pieces[0] && half->total[1] <= pieces[1] ? GIPF_WHITE : GIPF_BLACK;
    GipfParts parts = { .side = mover, .row_colour = mover, .opening = { '-', '-' } };
    for (int n = 0; n < space->fields; n++) {
        bool own = (board.own >> n & 1) != 0, other = (board.other >> n & 1) != 0;
        int  colour = own ? mover : 1 - mover;
        parts.cells[n] = (uint8_t)(own || other ? "WB"[colour] : '_');
    }
    parts.reserve[mover] = half->total[0] - size_of(space, board.own);
    parts.reserve[1 - mover] = half->total[1] - size_of(space, board.other);
    gipf_build(space->variant, &parts, out, NULL);
}

/* --- ways out --- */

/* A turn under way: `own` is the side that pushed. */
typedef struct Walk {
    const Space *space;
    IndexEdge   *edges;
    int          count;
    uint16_t     group; /* the last group's number */
} Walk;

typedef struct Stage {
    Board    board;
    int      total[2]; /* of the pusher and the other */
    uint16_t group;    /* INDEX_OTHER while the other has not chosen */
    uint16_t turns;
} Stage;

typedef struct Run {
    Stones bits;
    int    line;
} Run;

static int list_runs(const Space *space, Stones stones, Run *runs)
{
    int count = 0, row = space->settings.row;
    for (int line = 0; line < space->lines; line++) {
        if (size_of(space, stones & space->line[line]) < row)
            continue;
        const Way *way = &space->way[2 * line];
        int        length = 0;
        Stones     bits = 0;
        for (int n = 0; n <= way->length; n++) {
            if (n < way->length && (stones & way->field[n]) != 0) {
                bits |= way->field[n];
                length++;
                continue;
            }
            if (length >= row)
                runs[count++] = (Run){ bits, line };
            length = 0;
            bits = 0;
        }
    }
    return count;
}

static int first_lone(const Run *runs, int count)
{
    for (int i = 0; i < count; i++) {
        bool lone = true;
        for (int j = 0; j < count && lone; j++)
            lone = i == j || (runs[i].bits & runs[j].bits) == 0;
        if (lone)
            return i;
    }
    return -1;
}

static int keep_connected(Run *runs, int count)
{
    Stones joined = runs[0].bits;
    for (int round = 0; round < count; round++)
        for (int i = 1; i < count; i++)
            if ((runs[i].bits & joined) != 0)
                joined |= runs[i].bits;
    int kept = 0;
    for (int i = 0; i < count; i++)
        if ((runs[i].bits & joined) != 0)
            runs[kept++] = runs[i];
    return kept;
}

/* Remove a row of the pusher (colour 0) or the other (1), with all that touches it (R4.2, R4.3). */
static void remove_row(const Space *space, Stage *stage, int colour, Run run)
{
    const Way *way = &space->way[2 * run.line];
    Stones     all = stage->board.own | stage->board.other, span = 0;
    for (int n = 0; n < way->length; n++) {
        if ((all & way->field[n]) != 0) {
            span |= way->field[n];
        } else if ((span & run.bits) != 0) {
            break;
        } else {
            span = 0;
        }
    }
    Stones taken = colour == 0 ? stage->board.other & span : stage->board.own & span;
    stage->total[1 - colour] -= size_of(space, taken);
    stage->board.own &= ~span;
    stage->board.other &= ~span;
}

static void add_edge(Walk *walk, const Stage *stage)
{
    const Space *space = walk->space;
    Board        after = { stage->board.other, stage->board.own };
    IndexEdge   *edge = &walk->edges[walk->count++];
    const Half  *half = find_half(space, stage->total[1], stage->total[0], &edge->place.layer);
    edge->place.number = board_number(space, half, after);
    edge->kind = stage->group;
    edge->turns = stage->turns;
}

/* The removal loop (R5.1 to R5.3), with every choice that somebody may make (R6). */
static void remove_rows(Walk *walk, Stage stage, int colour)
{
    const Space *space = walk->space;
    for (; colour < 2; colour++) {
        while (has_row(space, colour == 0 ? stage.board.own : stage.board.other)) {
            Run runs[RUNS_MAX];
            int count = list_runs(space, colour == 0 ? stage.board.own : stage.board.other, runs);
            int lone = first_lone(runs, count);
            if (lone >= 0) {
                remove_row(space, &stage, colour, runs[lone]);
                continue;
            }
            if (colour == 1 && !space->settings.mover_chooses) {
                if (stage.group == INDEX_OTHER)
                    stage.group = ++walk->group;
                stage.turns++;
            }
            count = keep_connected(runs, count);
            for (int i = 0; i < count; i++) {
                Stage next = stage;
                remove_row(space, &next, colour, runs[i]);
                remove_rows(walk, next, colour);
            }
            return;
        }
    }
    add_edge(walk, &stage);
}

/* Push the pusher's stone in; false if the line is closed. */
static inline bool push(const Way *way, Board *board)
{
    Stones all = board->own | board->other;
    int    gap = 0;
    while ((all & way->field[gap]) != 0)
        if (++gap == way->length)
            return false;
    for (; gap > 0; gap--) {
        Stones *moved = (board->own & way->field[gap - 1]) != 0 ? &board->own : &board->other;
        *moved ^= way->field[gap - 1] | way->field[gap];
    }
    board->own |= way->field[0];
    return true;
}

/* Is nothing but `run` on its line, up to a gap or the edge on both sides? */
static bool stands_alone(const Space *space, Run run, Stones all)
{
    const Way *way = &space->way[2 * run.line];
    for (int n = 0; n + 1 < way->length; n++) {
        Stones pair = way->field[n] | way->field[n + 1];
        if ((run.bits & pair) != 0 && (run.bits & pair) != pair && (all & pair) == pair)
            return false;
    }
    return true;
}

/* After a push: is there no row, or just one, alone on its line?  `entries` finds these back. */
static bool is_plain(const Space *space, const Board *board)
{
    bool own = has_row(space, board->own), other = has_row(space, board->other);
    if (!own && !other)
        return true;
    if (own && other)
        return false;
    Run runs[RUNS_MAX];
    return list_runs(space, own ? board->own : board->other, runs) == 1 &&
           stands_alone(space, runs[0], board->own | board->other);
}

/* After a plain push: has the other side nothing to push, or no gap to push into (R7.1, R7.2)?  Only
 * a row of its own gives it pieces back, and only a row opens gaps. */
static bool is_last(const Space *space, const Half *half, const Board *board)
{
    if (half->total[1] == size_of(space, board->other))
        return !has_row(space, board->other);
    return (board->own | board->other) == all_fields(space) && !has_row(space, board->own) &&
           !has_row(space, board->other);
}

/* Several pushes may lead to one place: one way is enough.  Choices are left as they are. */
static int merge_edges(IndexEdge *edges, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int j = 0; j < kept && !again && edges[i].kind == INDEX_OTHER; j++)
            again = memcmp(&edges[i], &edges[j], sizeof edges[i]) == 0;
        if (!again)
            edges[kept++] = edges[i];
    }
    return kept;
}

static int exits(const void *opened, IndexPlace place, IndexEdge *edges, uint32_t *plain)
{
    const Space *space = opened;
    const Half  *half = half_of(&space->layers[place.layer], place.number);
    Board        board = board_at(space, half, place.number);
    Walk         walk = { space, edges, 0, INDEX_GROUP - 1 };
    *plain = 0;
    if (half->total[0] == size_of(space, board.own) ||
        (board.own | board.other) == all_fields(space))
        return INDEX_LOST;
    for (int n = 0; n < 2 * space->lines; n++) {
        Stage stage = { board, { half->total[0], half->total[1] }, INDEX_OTHER, 1 };
        if (!push(&space->way[n], &stage.board))
            continue;
        if (!is_plain(space, &stage.board)) {
            remove_rows(&walk, stage, 0);
            continue;
        }
        if (is_last(space, half, &stage.board))
            return INDEX_WINS;
        ++*plain;
    }
    return merge_edges(edges, walk.count);
}

/* --- ways in ---
 *
 * Take a stone of the side that does not move off the end of a line, and pull back what lies behind
 * it: nothing, one stone, and so on up to the first gap. */

/* All boards from which a push leads to `board`, in which the pusher is `other`.  Only lines that
 * meet `touching` are pulled. */
static int pull(const Space *space, const Half *before, Board board, Stones touching,
                uint32_t *numbers)
{
    int count = 0;
    for (int n = 0; n < 2 * space->lines; n++) {
        const Way *way = &space->way[n];
        if ((board.other & way->field[0]) == 0 || (space->line[n / 2] & touching) == 0)
            continue;
        Board pulled = { board.other & ~way->field[0], board.own };
        for (int gap = 0;;) {
            if (!has_row(space, pulled.own) && !has_row(space, pulled.other))
                numbers[count++] = board_number(space, before, pulled);
            if (++gap == way->length)
                break;
            Stones pair = way->field[gap - 1] | way->field[gap];
            if ((pulled.own & way->field[gap]) != 0)
                pulled.own ^= pair;
            else if ((pulled.other & way->field[gap]) != 0)
                pulled.other ^= pair;
            else
                break;
        }
    }
    return count;
}

/* Put the row `bits` back on the board, for either side that has the stones, and pull. */
static int pull_row(const Space *space, const Half *half, const Half *before, Board board,
                    Stones bits, uint32_t *numbers)
{
    Run runs[RUNS_MAX];
    int count = 0, size = size_of(space, bits);
    if (half->total[0] - size_of(space, board.own) >= size &&
        list_runs(space, board.own | bits, runs) == 1 && runs[0].bits == bits)
        count +=
            pull(space, before, (Board){ board.own | bits, board.other }, bits, numbers + count);
    if (half->total[1] - size_of(space, board.other) >= size &&
        list_runs(space, board.other | bits, runs) == 1 && runs[0].bits == bits)
        count +=
            pull(space, before, (Board){ board.own, board.other | bits }, bits, numbers + count);
    return count;
}

/* Every stretch of gaps that a row could have left, with a gap or the edge beyond both ends. */
static int pull_rows(const Space *space, const Half *half, const Half *before, Board board,
                     uint32_t *numbers)
{
    Stones all = board.own | board.other;
    int    count = 0, row = space->settings.row;
    for (int line = 0; line < space->lines; line++) {
        const Way *way = &space->way[2 * line];
        if (way->length - size_of(space, all & space->line[line]) < row)
            continue;
        for (int first = 0; first + row <= way->length; first++) {
            Stones bits = 0;
            if (first > 0 && (all & way->field[first - 1]) != 0)
                continue;
            for (int last = first; last < way->length && (all & way->field[last]) == 0; last++) {
                bits |= way->field[last];
                if (last - first + 1 >= row &&
                    (last + 1 == way->length || (all & way->field[last + 1]) == 0))
                    count += pull_row(space, half, before, board, bits, numbers + count);
            }
        }
    }
    return count;
}

static int entries(const void *opened, IndexPlace place, uint32_t *numbers)
{
    const Space *space = opened;
    const Layer *layer = &space->layers[place.layer];
    const Half  *half = half_of(layer, place.number);
    const Half  *before = half == layer->half[0] ? layer->half[layer->halves - 1] : layer->half[0];
    Board        board = board_at(space, half, place.number);
    int          count = pull(space, before, board, all_fields(space), numbers);
    return count + pull_rows(space, half, before, board, numbers + count);
}

const GameIndex GIPF_INDEX = {
    .covers = covers,
    .family = family,
    .open = open_space,
    .close = close_space,
    .layer_count = layer_count,
    .layer_size = layer_size,
    .layer_name = layer_name,
    .rank = rank,
    .unrank = unrank,
    .exits = exits,
    .sees_ends = true,
    .entries = entries,
};
