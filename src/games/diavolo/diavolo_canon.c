/* SPDX-License-Identifier: MIT
 *
 * diavolo_canon.c - canonical keys of positions on boards of side 3 and 4, and their moves, for
 * tablebases.
 *
 * On boards up to side 4 a set of fields has 16 bits and a set of edges 30.  The key of a position:
 *
 *     high   bits 0-15 Red's lands, 16-31 White's lands, 32 the side to move, 33-35 the stage
 *     low    bits 0-29 Red's bridges, 32-61 White's bridges
 *
 * The key is the smallest over the six symmetries of the board.  Seats are left out: no later
 * result depends on them.
 *
 * The moves of a key come from lookup tables: which sets of lands are legal (R4.1 and R4.2 depend
 * on the lands of one colour only), which corners they have, how many islands they contain.  This
 * is independent of diavolo_rules.c.  The check of a tablebase uses only the rules there, so the
 * two implementations verify each other.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/index.h"
#include "games/diavolo/diavolo_rows.h"

enum {
    SIZE_MAX_HERE = 4,
    FIELDS = SIZE_MAX_HERE * SIZE_MAX_HERE,
    EDGES = 3 * SIZE_MAX_HERE * (SIZE_MAX_HERE + 1) / 2,
    SETS = 1 << FIELDS,
    BYTE_SETS = 256,
    SIDE_SHIFT = 32,
    STAGE_SHIFT = 33,
    SHAPES_MAX = 64, /* shapes of an island on side 4 */
    LAND_SHIFT = 16,
    BRIDGE_SHIFT = 32,
};

/* Bitboards by number. */
typedef uint16_t Fields;
typedef uint16_t Points;
typedef uint32_t Edges;

/* Four connected fields, and the fields that touch them. */
typedef struct Shape {
    Fields fields, around;
} Shape;

/* Lookup tables for one variant. */
typedef struct Space {
    uint32_t variant;
    int      size, field_count, edge_count, shape_count;
    Shape    shape[SHAPES_MAX];
    Fields   map[DIAVOLO_MAPS][2][BYTE_SETS]; /* images of the low and the high byte of a set */
    uint8_t  edge_map[DIAVOLO_MAPS][EDGES];
    Points   corners[2][BYTE_SETS]; /* of the low and the high byte of a set */
    Fields   beside_field[FIELDS];  /* fields that share a side */
    Fields   touching[FIELDS];      /* fields that share a corner or a side, and the field itself */
    Points   ends[EDGES];
    Fields   beside_edge[EDGES];
    uint8_t  islands[SETS]; /* of each set of lands, or NOT_ALLOWED by R4.1 or R4.2 */
} Space;

enum { NOT_ALLOWED = 255 };

/* A decoded position. */
typedef struct Board {
    Fields       lands[2];
    Edges        bridges[2];
    int          side;
    DiavoloStage stage;
} Board;

/* --- lookup tables --- */

static int lowest(uint32_t set)
{
    return __builtin_ctz(set);
}

static int count(uint32_t set)
{
    return __builtin_popcount(set);
}

static void fill_maps(Space *space)
{
    for (int map = 0; map < DIAVOLO_MAPS; map++) {
        for (int field = 0; field < space->field_count; field++) {
            Fields to = (Fields)(1u << diavolo_map_field(space->size, field, map));
            for (uint32_t set = 0; set < BYTE_SETS; set++)
                if ((set >> (field & 7) & 1) != 0)
                    space->map[map][field >> 3][set] |= to;
        }
        for (int edge = 0; edge < space->edge_count; edge++)
            space->edge_map[map][edge] = (uint8_t)diavolo_map_edge(space->size, edge, map);
    }
}

static Points corners_of_field(int size, DiavoloField field)
{
    DiavoloPoint corner[3];
    Points       points = 0;
    diavolo_field_corners(field, corner);
    for (int i = 0; i < 3; i++)
        points |= (Points)(1u << diavolo_point_number(size, corner[i]));
    return points;
}

static void fill_fields(Space *space)
{
    for (int a = 0; a < space->field_count; a++) {
        DiavoloField field = diavolo_field(space->size, a);
        Points       points = corners_of_field(space->size, field);
        for (uint32_t set = 0; set < BYTE_SETS; set++)
            if ((set >> (a & 7) & 1) != 0)
                space->corners[a >> 3][set] |= points;
        space->touching[a] |= (Fields)(1u << a);
        for (int b = 0; b < space->field_count; b++) {
            DiavoloField other = diavolo_field(space->size, b);
            if (a != b && diavolo_share_side(field, other))
                space->beside_field[a] |= (Fields)(1u << b);
            if (a != b && diavolo_touch(field, other))
                space->touching[a] |= (Fields)(1u << b);
        }
    }
}

static void fill_edges(Space *space)
{
    for (int number = 0; number < space->edge_count; number++) {
        DiavoloEdge  edge = diavolo_edge(space->size, number);
        DiavoloPoint end[2];
        DiavoloField field[2];
        diavolo_edge_ends(edge, end);
        for (int i = 0; i < 2; i++)
            space->ends[number] |= (Points)(1u << diavolo_point_number(space->size, end[i]));
        for (int i = diavolo_edge_fields(space->size, edge, field); i-- > 0;)
            space->beside_edge[number] |=
                (Fields)(1u << diavolo_field_number(space->size, field[i]));
    }
}

/* Flood fill: return the group of the field within `lands`. */
static Fields group_at(const Space *space, Fields lands, int field)
{
    uint32_t group = 1u << field, before;
    do {
        before = group;
        for (uint32_t left = group; left != 0; left &= left - 1)
            group |= space->beside_field[lowest(left)] & lands;
    } while (group != before);
    return (Fields)group;
}

/* Return the number of islands of a set of lands, or NOT_ALLOWED. */
static uint8_t evaluate_set(const Space *space, Fields lands)
{
    int islands = 0;
    for (uint32_t left = lands, group; left != 0; left &= ~group) {
        uint32_t near = 0;
        group = group_at(space, lands, lowest(left));
        for (uint32_t of = group; of != 0; of &= of - 1)
            near |= space->touching[lowest(of)];
        if (count(group) > ISLAND_STONES ||
            (count(group) == ISLAND_STONES && (near & lands & ~group) != 0))
            return NOT_ALLOWED;
        islands += count(group) == ISLAND_STONES;
    }
    return (uint8_t)islands;
}

/* Write the shapes of an island: the sets of four fields that are one. */
static void fill_shapes(Space *space)
{
    for (uint32_t set = 0; set >> space->field_count == 0; set++) {
        Shape shape = { .fields = (Fields)set };
        if (count(set) != ISLAND_STONES || space->islands[set] != 1)
            continue;
        for (uint32_t left = set; left != 0; left &= left - 1)
            shape.around |= space->touching[lowest(left)];
        shape.around &= (Fields)~set;
        assert(space->shape_count < SHAPES_MAX);
        space->shape[space->shape_count++] = shape;
    }
}

/* --- keys --- */

static Fields mapped_fields(const Space *space, Fields set, int map)
{
    return space->map[map][0][set & 255] | space->map[map][1][set >> 8];
}

static uint64_t mapped_bridges(const Space *space, const Board *board, int map)
{
    uint64_t out = 0;
    for (Edges left = board->bridges[0]; left != 0; left &= left - 1)
        out |= UINT64_C(1) << (space->edge_map[map][lowest(left)] + BRIDGE_SHIFT);
    for (Edges left = board->bridges[1]; left != 0; left &= left - 1)
        out |= UINT64_C(1) << space->edge_map[map][lowest(left)];
    return out;
}

/* Return the smallest key over all symmetries.  Bridges are mapped only if the lands are not larger
 * than the best so far. */
static CanonKey canon_board(const Space *space, const Board *board)
{
    uint32_t best = UINT32_MAX;
    uint64_t low = UINT64_MAX;
    for (int map = 0; map < DIAVOLO_MAPS; map++) {
        uint32_t lands = (uint32_t)mapped_fields(space, board->lands[0], map) << LAND_SHIFT |
                         mapped_fields(space, board->lands[1], map);
        if (lands > best)
            continue;
        uint64_t bridges = mapped_bridges(space, board, map);
        if (lands < best || bridges < low)
            low = bridges;
        best = lands;
    }
    return (CanonKey){
        (uint64_t)board->stage << STAGE_SHIFT | (uint64_t)board->side << SIDE_SHIFT | best, low
    };
}

static Board board_of(CanonKey key)
{
    return (Board){
        .lands = { (Fields)(key.high >> LAND_SHIFT), (Fields)key.high },
        .bridges = { (Edges)(key.low >> BRIDGE_SHIFT), (Edges)key.low },
        .side = (int)(key.high >> SIDE_SHIFT & 1),
        .stage = (DiavoloStage)(key.high >> STAGE_SHIFT),
    };
}

static CanonKey encode(const void *opened, const Pos *pos)
{
    const Space *space = opened;
    assert(pos->variant == space->variant && pos->phase == 0);
    const Diavolo *d = diavolo_of(pos);
    Board          board = { .side = pos->side, .stage = (DiavoloStage)d->stage };
    for (int row = 1; row <= space->size; row++) {
        int first = field_at(space->size, (Spot){ row, 2 });
        for (int side = 0; side < 2; side++)
            board.lands[side] |= (Fields)(rows_of(d, SET_LAND + side)[row] >> 2 << first);
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
            for (uint64_t left = rows_of(d, SET_BRIDGE + edge)[row]; left; left &= left - 1) {
                int         bit = __builtin_ctzll(left);
                DiavoloEdge at = { bit / 2, row, (DiavoloSide)edge };
                board.bridges[bit & 1] |= (Edges)1 << diavolo_edge_number(space->size, at);
            }
    }
    return canon_board(space, &board);
}

/* Write the position of a key.  False if the key belongs to none; any key may be passed. */
static bool decode(const void *opened, CanonKey key, Pos *out)
{
    const Space *space = opened;
    Board        board = board_of(key);
    DiavoloParts parts = {
        .side = (uint8_t)board.side, .stage = board.stage, .white_seat = 1, .first = -1
    };
    if (key.high >> STAGE_SHIFT > DIAVOLO_LAST ||
        (board.lands[0] | board.lands[1]) >> space->field_count != 0 ||
        (board.bridges[0] | board.bridges[1]) >> space->edge_count != 0)
        return false;
    for (int side = 0; side < 2; side++) {
        for (uint32_t left = board.lands[side]; left != 0; left &= left - 1)
            parts.land[lowest(left)] = (uint8_t)(side + 1);
        for (Edges left = board.bridges[side]; left != 0; left &= left - 1)
            parts.bridge[lowest(left)] = (uint8_t)(side + 1);
    }
    return diavolo_build(space->variant, &parts, out).kind == DIAVOLO_SOUND;
}

/* Return a number that grows with every turn, so the graph of keys has no cycle.  A turn places two
 * lands or a bridge, which adds 3; the swap and White's pass advance the stage instead. */
static uint32_t age(const void *opened, CanonKey key)
{
    static const uint32_t WITHIN[DIAVOLO_STAGES] = { [DIAVOLO_NORMAL] = 1, [DIAVOLO_LAST] = 2 };
    Board                 board = board_of(key);
    int                   turns = count((uint32_t)board.lands[0] | board.lands[1]) / 2 +
                count(board.bridges[0] | board.bridges[1]);
    (void)opened;
    return (uint32_t)turns * 3 + WITHIN[board.stage];
}

/* --- points (R8) --- */

static Points corners_of(const Space *space, Fields lands)
{
    return space->corners[0][lands & 255] | space->corners[1][lands >> 8];
}

/* Return the network of a field: flood fill over groups and over bridges (R8.1). */
static Fields network_at(const Space *space, Fields lands, Edges bridges, int field)
{
    Fields network = group_at(space, lands, field), before;
    do {
        before = network;
        for (Edges left = bridges; left != 0; left &= left - 1) {
            Points ends = space->ends[lowest(left)];
            if ((corners_of(space, network) & ends) == 0)
                continue;
            for (uint32_t others = lands & ~(uint32_t)network; others != 0; others &= others - 1)
                if ((corners_of(space, (Fields)(others & -others)) & ends) != 0)
                    network |= group_at(space, lands, lowest(others));
        }
    } while (network != before);
    return network;
}

static int points_of(const Space *space, Fields lands, Edges bridges)
{
    int islands = space->islands[lands], points = 0;
    if (bridges == 0 || islands < 2)
        return islands;
    for (uint32_t left = lands, network; left != 0; left &= ~network) {
        network = network_at(space, lands, bridges, lowest(left));
        int joined = space->islands[network];
        points += joined * (joined + 1) / 2;
    }
    return points;
}

/* Return the result of a finished game for `side` (R8.3): INDEX_WON, INDEX_DRAWN or INDEX_LOST. */
static int8_t result_for(const Space *space, const Board *board, int side)
{
    int ahead[3];
    for (int i = 0; i < 3; i++) {
        int by[2];
        for (int s = 0; s < 2; s++)
            by[s] = i == 0   ? points_of(space, board->lands[s], board->bridges[s])
                    : i == 1 ? space->islands[board->lands[s]]
                             : count(board->bridges[s]);
        ahead[i] = by[side] - by[1 - side];
    }
    int by = ahead[0] != 0 ? ahead[0] : ahead[1] != 0 ? ahead[1] : ahead[2];
    return (int8_t)(by > 0 ? INDEX_WON : by < 0 ? INDEX_LOST : INDEX_DRAWN);
}

/* --- score bounds --- */

typedef struct Score {
    int points, islands, bridges;
} Score;

static int compare_scores(const Score *a, const Score *b)
{
    return a->points != b->points     ? a->points - b->points
           : a->islands != b->islands ? a->islands - b->islands
                                      : a->bridges - b->bridges;
}

/* Return the fields that bridges block, and write the points that they end on. */
static Fields blocked_by(const Space *space, Edges bridges, Points *taken)
{
    Fields blocked = 0;
    *taken = 0;
    for (; bridges != 0; bridges &= bridges - 1) {
        blocked |= space->beside_edge[lowest(bridges)];
        *taken |= space->ends[lowest(bridges)];
    }
    return blocked;
}

/* Return those of `fields` where one more land is legal beside `own` lands (R4). */
static Fields open_among(const Space *space, uint32_t own, uint32_t fields)
{
    Fields open = 0;
    for (; fields != 0; fields &= fields - 1)
        if (space->islands[own | (fields & -fields)] != NOT_ALLOWED)
            open |= (Fields)(fields & -fields);
    return open;
}

/* Branch and bound: return how many of these shapes can become islands without touching each other,
 * at most. */
static int most_islands(const Shape *shapes, int shape_count, int have, int best)
{
    Shape rest[SHAPES_MAX];
    best = have > best ? have : best;
    for (int i = 0; i < shape_count && have + shape_count - i > best; i++) {
        int left = 0;
        for (int j = i + 1; j < shape_count; j++)
            if ((shapes[j].fields & (shapes[i].fields | shapes[i].around)) == 0)
                rest[left++] = shapes[j];
        best = most_islands(rest, left, have + 1, best);
    }
    return best;
}

/* Return an upper bound of the side's final score in each of its three components.  It is sound
 * because open fields and places for bridges never become more, and nothing leaves the board. */
static Score best_score(const Space *space, const Board *board, int side, const Score *now)
{
    Shape    shapes[SHAPES_MAX];
    Points   taken, used = 0;
    uint32_t own = board->lands[side], lands = own | board->lands[1 - side];
    uint32_t all = (1u << space->field_count) - 1;
    Fields   blocked = blocked_by(space, board->bridges[0] | board->bridges[1], &taken);
    Fields   open = open_among(space, own, all & ~(lands | blocked));
    int      alive = 0, places = 0;
    for (int i = 0; i < space->shape_count; i++)
        if ((space->shape[i].fields & ~(own | open)) == 0 && (space->shape[i].around & own) == 0 &&
            (space->shape[i].fields & ~own) != 0)
            shapes[alive++] = space->shape[i];
    Points ends = corners_of(space, (Fields)(own | open)) & (Points)~taken;
    for (int edge = 0; edge < space->edge_count; edge++)
        if ((space->ends[edge] & ~ends) == 0 && (space->beside_edge[edge] & lands) == 0) {
            used |= space->ends[edge];
            places++;
        }
    int islands = most_islands(shapes, alive, 0, 0);
    int bridges = count(used) / 2 < places ? count(used) / 2 : places;
    if (islands == 0 && bridges == 0)
        return *now;
    Score best = { 0, now->islands + islands, now->bridges + bridges };
    /* An island touches no other land, so a network of k islands has at least k - 1 bridges. */
    int joined = best.islands < best.bridges + 1 ? best.islands : best.bridges + 1;
    best.points = joined * (joined + 1) / 2 + best.islands - joined;
    return best;
}

/* Return the bounds of the result: each side ends with at least its present score, and with at most
 * its upper bound.  Before the swap is settled no colour belongs to a player, so nothing is known.  In
 * the last turn (R7) only the side to move can gain. */
static CanonRange range(const void *opened, CanonKey key)
{
    const Space *space = opened;
    const Board  board = board_of(key);
    CanonRange   known = { .least = -1, .most = 1 };
    Score        now[2];
    if (board.stage != DIAVOLO_NORMAL && board.stage != DIAVOLO_LAST)
        return known;
    /* Each turn takes two fields or two points, or is one of two passes. */
    known.turns =
        (uint32_t)(space->field_count / 2 + (space->size + 1) * (space->size + 2) / 4 + 2);
    for (int side = 0; side < 2; side++)
        now[side] = (Score){ points_of(space, board.lands[side], board.bridges[side]),
                             space->islands[board.lands[side]], count(board.bridges[side]) };
    for (int side = 0; side < 2; side++) {
        bool   rests = board.stage == DIAVOLO_LAST && side == board.side;
        Score  best = rests ? now[1 - side] : best_score(space, &board, 1 - side, &now[1 - side]);
        int    lead = compare_scores(&now[side], &best);
        int8_t least = (int8_t)(lead > 0 ? 1 : lead == 0 ? 0 : -1);
        if (side == board.side)
            known.least = least;
        else
            known.most = (int8_t)-least;
    }
    return known;
}

/* --- moves of a key (R3 to R7) --- */

typedef struct Following {
    const Space *space;
    CanonMove   *moves;
    int          count;
} Following;

/* Add a turn of `mover` that leads to this board and stage. */
static void add_move(Following *following, const Board *board, int mover)
{
    CanonMove *move = &following->moves[following->count++];
    *move = (CanonMove){ .kind = INDEX_OTHER };
    if (board->stage == DIAVOLO_ENDED)
        move->over = result_for(following->space, board, mover);
    else
        move->key = canon_board(following->space, board);
}

/* Add each legal pair of lands once and return their number. */
static int add_pairs(Following *following, const Board *board, const Board *next, Fields blocked)
{
    const Space *space = following->space;
    int          before = following->count, side = board->side;
    uint32_t     own = board->lands[side], open = 0;
    uint32_t     all = (1u << space->field_count) - 1;
    for (uint32_t left = all & ~(own | board->lands[1 - side] | blocked); left; left &= left - 1)
        if (space->islands[own | (left & -left)] != NOT_ALLOWED)
            open |= left & -left;
    for (uint32_t first = open; first != 0; first &= first - 1)
        for (uint32_t second = first & (first - 1); second != 0; second &= second - 1) {
            uint32_t lands = own | (first & -first) | (second & -second);
            if (space->islands[lands] == NOT_ALLOWED)
                continue;
            Board after = *next;
            after.lands[side] = (Fields)lands;
            add_move(following, &after, side);
        }
    return following->count - before;
}

static void add_bridges(Following *following, const Board *board, const Board *next, Points taken)
{
    const Space *space = following->space;
    Points       ends = corners_of(space, board->lands[board->side]) & (Points)~taken;
    Fields       lands = board->lands[0] | board->lands[1];
    for (int edge = 0; edge < space->edge_count; edge++) {
        if ((space->ends[edge] & ~ends) != 0 || (space->beside_edge[edge] & lands) != 0)
            continue;
        Board after = *next;
        after.bridges[board->side] |= (Edges)1 << edge;
        add_move(following, &after, board->side);
    }
}

/* Write all moves of a key and return their number.  `next` has the stage and side after an
 * ordinary turn (R7). */
static int list_moves(const void *opened, CanonKey key, CanonMove *moves)
{
    static const DiavoloStage NEXT[DIAVOLO_STAGES] = { DIAVOLO_OFFER, DIAVOLO_NORMAL,
                                                       DIAVOLO_NORMAL, DIAVOLO_ENDED,
                                                       DIAVOLO_ENDED };
    Following                 following = { .space = opened, .moves = moves };
    Board                     board = board_of(key), next = board;
    Fields                    blocked = 0;
    Points                    taken = 0;
    for (Edges left = board.bridges[0] | board.bridges[1]; left != 0; left &= left - 1) {
        blocked |= following.space->beside_edge[lowest(left)];
        taken |= following.space->ends[lowest(left)];
    }
    next.stage = NEXT[board.stage];
    next.side = 1 - board.side;
    bool has_pair = add_pairs(&following, &board, &next, blocked) > 0;
    if (board.stage == DIAVOLO_NORMAL || board.stage == DIAVOLO_LAST)
        add_bridges(&following, &board, &next, taken);
    if (board.stage == DIAVOLO_OFFER) { /* swap: the other player takes over Red and moves next */
        next.side = board.side;
        add_move(&following, &next, board.side);
    }
    if (board.stage == DIAVOLO_LAST || (board.stage == DIAVOLO_NORMAL && !has_pair)) {
        next.stage = board.stage == DIAVOLO_NORMAL && board.side == DIAVOLO_WHITE ? DIAVOLO_LAST
                                                                                  : DIAVOLO_ENDED;
        add_move(&following, &next, board.side);
    }
    return following.count;
}

/* --- the interface --- */

static bool covers(uint32_t variant)
{
    return variant <= SIZE_MAX_HERE;
}

static int margin_divisor(uint32_t variant)
{
    return covers(variant) ? 8 : 0;
}

static void *open_space(uint32_t variant)
{
    Space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NULL;
    space->variant = variant;
    space->size = (int)variant;
    space->field_count = diavolo_field_count(space->size);
    space->edge_count = diavolo_edge_count(space->size);
    fill_maps(space);
    fill_fields(space);
    fill_edges(space);
    for (uint32_t set = 0; set >> space->field_count == 0; set++)
        space->islands[set] = evaluate_set(space, (Fields)set);
    fill_shapes(space);
    return space;
}

const GameCanon DIAVOLO_CANON = {
    .covers = covers,
    .nanoseconds = 1800,
    .open = open_space,
    .close = free,
    .encode = encode,
    .decode = decode,
    .age = age,
    .moves = list_moves,
    .margin_divisor = margin_divisor,
    .range = range,
};
