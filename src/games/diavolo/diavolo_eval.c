/* SPDX-License-Identifier: MIT
 *
 * diavolo_eval.c - the evaluation: the expected score of both sides.
 *
 * A network of k islands counts k(k+1)/2: one point per island and one per pair of islands in it.
 * So the expected points are the sum of the chances of all groups to become islands, plus, for each
 * pair of groups, the product of their chances and of the chance that they are joined.  Networks
 * are merged in stages, from bridges on the board to bridges that are easy to prevent.  A pair
 * counts by the stage in which its groups come together.
 */
#include "games/diavolo/diavolo_eval.h"

#include <assert.h>
#include <string.h>

#include "core/model.h"
#include "games/diavolo/diavolo_bridges.h"

/* All weights, in 1/256 of a point.  Pairs are the opening [0] and endgame [1] values of a tapered
 * evaluation, see blend. */
typedef struct Weights {
    int16_t joined[2][STAGES]; /* of a pair, in 1/256 of it; [1]: of the side to move */
    int16_t apart_late;        /* STAGE_APART in the endgame */
    int16_t count[COUNTS][2];
    int16_t tempo[2]; /* having the move */
} Weights;

/* The values below were fitted to game results by logistic regression and held close to the first
 * guesses; README.md describes the fit and the matches. */

const Chances DIAVOLO_CHANCES = {
    .one = { { 108, 155, 223, 244 }, { 192, 228, 232, 247 } },
    .two = { { 42, 63, 84, 104, 122, 140, 200 }, { 99, 120, 139, 159, 169, 179, 222 } },
    .three = { { 18, 26, 36, 50, 60, 110 }, { 19, 31, 50, 65, 75, 130 } },
};

static const Weights WEIGHTS = {
    .joined = { { 256, 100, 90, 61, 45, 12 }, { 256, 121, 110, 89, 58, 6 } },
    .apart_late = 4,
    .count = {
        [COUNT_REALISED] = { 41, 133 },
        [COUNT_EXPECTED] = { 198, 304 },
        [COUNT_ISLANDS] = { 1, 156 },
        [COUNT_BUILT] = { 2, 120 },
        [COUNT_BRIDGES] = { 4, 13 },
        [COUNT_OPEN] = { -3, -2 },
        [COUNT_ALONE] = { 3, 2 },
        [COUNT_FRESH] = { 3, 7 },
        [COUNT_THREATS] = { 27, 57 },
    },
    .tempo = { 35, 17 },
};

/* --- groups --- */

enum {
    BRIDGES_MAX = DIAVOLO_EDGES_MAX,
    CHOICE_LINKS = 6, /* pairs among the at most four groups that a bridge joins */
    /* The power of two that keeps links_init's table for all edges from filling up. */
    LINKS_MAX = 16384,
    THREATS = 4,
};

/* The groups of one side; their networks are a union-find forest. */
typedef struct Groups {
    int      count;
    int64_t  sum;     /* of all chances */
    int64_t  squares; /* sum of the squares of all chances */
    int64_t  pairs;   /* sum of the products of chances over all pairs in one network */
    int      islands, island_pairs;
    int      split;              /* single lands that share their island with other groups */
    int16_t  kinds[GROUP_KINDS]; /* number of groups of each kind */
    int      threats[THREATS];   /* groups by the lands that stop them, see LandGroup */
    uint16_t parent[GROUPS_MAX];
    int32_t  chance[GROUPS_MAX];                  /* sum over a network, at its root */
    uint16_t island_count[GROUPS_MAX];            /* of a network, at its root */
    uint16_t number[(DIAVOLO_SIZE_MAX + 1) * 64]; /* group of a land, by land_place */
} Groups;

/* Find with path halving. */
static int root_of(Groups *groups, int group)
{
    assert(group >= 0 && group < groups->count);
    while (groups->parent[group] != group) {
        groups->parent[group] = groups->parent[groups->parent[group]];
        group = groups->parent[group];
    }
    return group;
}

/* Union; every group of one network makes a pair with every group of the other. */
static void join(Groups *groups, int a, int b)
{
    a = root_of(groups, a);
    b = root_of(groups, b);
    if (a == b)
        return;
    groups->pairs += (int64_t)groups->chance[a] * groups->chance[b];
    groups->island_pairs += groups->island_count[a] * groups->island_count[b];
    groups->parent[b] = (uint16_t)a;
    groups->chance[a] += groups->chance[b];
    groups->island_count[a] = (uint16_t)(groups->island_count[a] + groups->island_count[b]);
}

/* Return how many groups still lack only one land after the best two lands of the opponent. */
static int lasting_threats(const int threats[THREATS])
{
    int spare = 2 - threats[1]; /* lands left after one for each group that one land stops */
    int rest = spare < 0 ? -spare : 0;
    return threats[3] + rest + (spare == 2 && threats[2] > 0 ? threats[2] - 1 : threats[2]);
}

/* Start with every group as its own network. */
static void add_groups(const LandGroups *list, bool moves, Groups *groups)
{
    int64_t sum = 0, squares = 0;
    int     islands = 0, split = 0;
    memset(groups->kinds, 0, sizeof groups->kinds);
    memset(groups->threats, 0, sizeof groups->threats);
    for (int i = 0; i < list->count; i++) {
        const LandGroup *group = &list->at[i];
        const int        chance = group->chance[moves];
        const bool       is_island = group->count == ISLAND_STONES;
        assert(chance >= 0 && chance <= CHANCE_SURE);
        sum += chance;
        squares += chance * chance;
        islands += is_island;
        split += (group->count == 1) & (group->kind >= KIND_ONE) & (group->kind < KIND_TWO);
        groups->kinds[group->kind]++;
        groups->threats[group->threat]++;
        groups->parent[i] = (uint16_t)i;
        groups->chance[i] = chance;
        groups->island_count[i] = is_island;
        for (int land = 0; land < ISLAND_STONES; land++)
            groups->number[group->at[land]] = (uint16_t)i;
    }
    groups->count = list->count;
    groups->sum = sum;
    groups->squares = squares;
    groups->pairs = 0;
    groups->islands = islands;
    groups->island_pairs = 0;
    groups->split = split;
}

/* --- lists of groups --- */

/* Return how many lands of the opponent stop a group that lacks one land; see LandGroup. */
INLINE int threat_of(const Surroundings *s, const Prospect *prospect, int count)
{
    if (prospect->lacks != 1 || count == 1)
        return 0; /* a single land that lacks one joins a larger group, which is counted instead */
    int ways = window_any(prospect->reads & ~s->contested) ? 3 : window_count(prospect->reads);
    return ways < 3 ? ways : 3;
}

static int kind_of(const Prospect *prospect)
{
    static const uint8_t FIRST[] = { KIND_ISLAND, KIND_ONE, KIND_TWO, KIND_THREE, KIND_DEAD };
    return FIRST[prospect->lacks] + prospect->class;
}

static void list_places(Spot spot, Window lands, uint16_t at[ISLAND_STONES])
{
    const int turn = window_turn(spot), first = 64 * (spot.row - WINDOW_MIDDLE);
    uint64_t  half[2];
    int       count = 0;
    memcpy(half, &lands, sizeof half);
    for (int i = 0; i < 2; i++)
        for (uint64_t left = half[i]; left != 0; left &= left - 1) {
            int bit = 64 * i + __builtin_ctzll(left);
            assert(count < ISLAND_STONES);
            at[count++] = (uint16_t)(first + 64 * (bit / 16) + ((turn + bit % 16) & 63));
        }
    for (; count < ISLAND_STONES; count++)
        at[count] = at[count - 1];
}

/* Evaluate a group, given the window around its first land.  Its places are not filled in. */
INLINE void evaluate_group(const Surroundings *s, Window lands, LandGroup *group)
{
    int      count = window_count(lands);
    Prospect prospect = prospect_of(s, lands, count);
    *group = (LandGroup){
        .lands = lands,
        .chance = { (int16_t)chance_of(&DIAVOLO_CHANCES, &prospect, false),
                    (int16_t)chance_of(&DIAVOLO_CHANCES, &prospect, true) },
        .count = (uint8_t)count,
        .kind = (uint8_t)kind_of(&prospect),
        .threat = (uint8_t)threat_of(s, &prospect, count),
    };
    if (count < ISLAND_STONES) {
        group->watched = prospect.reads | window_beside(lands);
        group->avoided = window_around(prospect.reads | lands);
    }
}

static void add_group(const Surroundings *s, Spot spot, Window lands, LandGroups *groups)
{
    assert(groups->count < GROUPS_MAX);
    LandGroup *group = &groups->at[groups->count++];
    evaluate_group(s, lands, group);
    list_places(spot, lands, group->at);
}

void diavolo_groups_find(const Diavolo *d, int side, LandGroups *groups)
{
    /* With guard rows for the windows around rows 1 and DIAVOLO_SIZE_MAX. */
    uint64_t  left[DIAVOLO_SIZE_MAX + ROWS_BETWEEN + ROWS_BELOW + 1] = { 0 };
    uint64_t *rows = left + ROWS_BELOW;
    groups->count = 0;
    memcpy(rows + 1, rows_of(d, SET_LAND + side) + 1, (size_t)size_of(d) * sizeof left[0]);
    for (int row = 1; row <= size_of(d); row++)
        while (rows[row] != 0) {
            Spot         spot = { row, __builtin_ctzll(rows[row]) };
            Surroundings s = surroundings_load(d, side, spot);
            Window       lands = window_grow(window_land(spot), s.own, 3);
            add_group(&s, spot, lands, groups);
            window_flip(rows, spot, lands);
        }
}

/* Return the first land of the group that a new land is in. */
static Spot find_first_land(const Diavolo *d, int side, Spot land)
{
    Window   own = window_load(rows_of(d, SET_LAND + side), land);
    Window   lands = window_grow(window_land(land), own, 3);
    uint64_t half[2];
    memcpy(half, &lands, sizeof half);
    int at = half[0] != 0 ? __builtin_ctzll(half[0]) : 64 + __builtin_ctzll(half[1]);
    return (Spot){ land.row - WINDOW_MIDDLE + at / 16, (window_turn(land) + at % 16) & 63 };
}

/* True if the spot is in a set of fields around the first land of a group. */
static inline bool window_has(Window window, const LandGroup *group, Spot spot)
{
    Spot first = first_land(group);
    int  row = spot.row - first.row + WINDOW_MIDDLE;
    int  column = (spot.bit - window_turn(first)) & 63;
    return row >= 0 && row < WINDOW_ROWS && column < 16 && (window[row] >> column & 1) != 0;
}

/* The difference between two positions. */
typedef struct Change {
    int      low, high; /* rows of changed fields; low > high if there are none */
    uint64_t changed[DIAVOLO_SIZE_MAX + 2 * ROWS_BETWEEN];
} Change;

/* Find the fields that differ in SET_OPEN or SET_FOUR of either side.  These sets are neighbours in
 * a position, so one pass compares them. */
static void find_change(const Diavolo *before, const Diavolo *d, Change *change)
{
    uint64_t       *changed = change->changed + ROWS_BELOW;
    const uint64_t *a = rows_of(before, SET_OPEN), *b = rows_of(d, SET_OPEN);
    int             size = size_of(d), next = size + ROWS_BETWEEN;
    memset(change->changed, 0, (size_t)(size + 2 * ROWS_BETWEEN) * sizeof change->changed[0]);
    for (int row = 1; row <= size; row++)
        changed[row] = (a[row] ^ b[row]) | (a[row + next] ^ b[row + next]) |
                       (a[row + 2 * next] ^ b[row + 2 * next]) |
                       (a[row + 3 * next] ^ b[row + 3 * next]);
    change->low = 1;
    change->high = size;
    while (change->low <= size && changed[change->low] == 0)
        change->low++;
    while (change->high >= change->low && changed[change->high] == 0)
        change->high--;
}

/* True if the side has placed a land, on `*land`.  A land closes its field. */
static inline bool find_land(const Diavolo *before, const Diavolo *d, int side,
                             const Change *change, Spot *land)
{
    const uint64_t *a = rows_of(before, SET_LAND + side), *b = rows_of(d, SET_LAND + side);
    for (int row = change->low; row <= change->high; row++)
        if (a[row] != b[row]) {
            *land = (Spot){ row, __builtin_ctzll(a[row] ^ b[row]) };
            return true;
        }
    return false;
}

/* True if the chances of the group may differ after the change.  `land`: a new land of its side, or
 * NULL. */
static inline bool is_affected(const LandGroup *group, const Change *change, const Spot *land)
{
    if (land != NULL && window_has(group->avoided, group, *land))
        return true;
    Spot spot = first_land(group);
    if (spot.row + WINDOW_ROWS - 1 - WINDOW_MIDDLE < change->low ||
        spot.row - WINDOW_MIDDLE > change->high)
        return false;
    return window_any(group->watched & window_load(change->changed + ROWS_BELOW, spot));
}

/* Return true if all groups and their chances are the same. */
static bool groups_after(const Diavolo *d, int side, const LandGroups *from, const Change *change,
                         const Spot *land, LandGroups *groups)
{
    bool same = land == NULL;
    groups->count = 0;
    for (int i = 0; i < from->count; i++) {
        const LandGroup *group = &from->at[i];
        LandGroup       *to = &groups->at[groups->count++];
        if (!is_affected(group, change, land)) {
            *to = *group;
            continue;
        }
        Spot         spot = first_land(group);
        Surroundings s = surroundings_load(d, side, spot);
        Window       lands = window_grow(window_land(spot), s.own, 3);
        if (window_any(lands ^ group->lands)) {
            groups->count--; /* the new land joins it */
            continue;
        }
        evaluate_group(&s, lands, to);
        memcpy(to->at, group->at, sizeof to->at);
        same = same && to->chance[0] == group->chance[0] && to->chance[1] == group->chance[1] &&
               to->kind == group->kind && to->threat == group->threat;
    }
    if (land != NULL) {
        Spot         spot = find_first_land(d, side, *land);
        Surroundings s = surroundings_load(d, side, spot);
        add_group(&s, spot, window_grow(window_land(spot), s.own, 3), groups);
    }
    return same;
}

/* True if the step that led from `before` to `d` changes no legal bridge of the side, and none becomes
 * safe: no field beside one closes to the opponent, and its points are the same. */
static bool keeps_bridges(const Diavolo *before, const Diavolo *d, int side)
{
    const uint64_t *was = rows_of(before, SET_OPEN + 1 - side),
                   *is = rows_of(d, SET_OPEN + 1 - side);
    const uint64_t *ends = rows_of(before, SET_ENDS), *ends_now = rows_of(d, SET_ENDS);
    uint64_t        hit = 0;
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES], here = was[row] & ~is[row],
                                       below = was[row - 1] & ~is[row - 1];
        legal_bridges(before, side, row, found);
        hit |= (ends[row] ^ ends_now[row]) >> side & UP_BITS;
        hit |= found[DIAVOLO_BOTTOM] & (here | below >> 1);
        hit |= found[DIAVOLO_LEFT] & (here | here << 1);
        hit |= found[DIAVOLO_RIGHT] & (here | here >> 1);
    }
    return (hit | ((ends[size_of(d) + 1] ^ ends_now[size_of(d) + 1]) >> side & UP_BITS)) == 0;
}

void diavolo_groups_after(const Diavolo *before, const LandGroups *from[2], const Diavolo *d,
                          LandGroups *groups[2], bool same[2])
{
    Change change;
    find_change(before, d, &change);
    for (int side = 0; side < 2; side++) {
        Spot land;
        bool has_land = find_land(before, d, side, &change, &land);
        same[side] =
            groups_after(d, side, from[side], &change, has_land ? &land : NULL, groups[side]) &&
            keeps_bridges(before, d, side);
    }
}

/* --- bridges --- */

/* Return one land of each group at an end of a bridge on the board or of a legal one, given the lands of
 * its side: bits 0 to 2 are those below the point, bits 3 to 5 those above.  The two fields beside the
 * bridge are empty.  The others touch in a row, so lands side by side are of one group, and there are
 * at most two groups. */
static inline unsigned groups_at(const uint64_t *land, Spot point)
{
    /* The fields around a point are bits 0, 1, 2, 5, 4, 3.  Entry n: the lands of n without one before. */
    static const uint8_t FIRST[64] = {
        0,  1,  2,  1,  4,  5,  2,  1,  8,  8,  10, 8,  12, 12, 10, 8,  16, 17, 18, 17, 20, 21,
        18, 17, 16, 16, 18, 16, 20, 20, 18, 16, 32, 33, 34, 33, 4,  5,  2,  1,  40, 40, 42, 40,
        12, 12, 10, 8,  32, 33, 34, 33, 4,  5,  2,  1,  32, 32, 34, 32, 4,  4,  2,  0,
    };
    const uint64_t below = land[point.row - 1] >> (point.bit - 1) & 7;
    const uint64_t above = land[point.row] >> (point.bit - 2) & 7;
    return FIRST[below | above << 3];
}

/* Return the group of one of these lands, given its bit. */
static inline int group_at(const Groups *groups, Spot point, int bit)
{
    static const uint8_t AFTER[] = { 0, 1, 2, 63, 64, 65 };
    return groups->number[land_place((Spot){ point.row - 1, point.bit - 1 }) + AFTER[bit]];
}

/* Join all groups at the ends of a bridge. */
static void join_edge(const uint64_t *land, Spot up, DiavoloSide edge, Groups *groups)
{
    int with = -1;
    for (int which = 0; which < 2; which++) {
        Spot point = edge_end(up, edge, which);
        for (unsigned left = groups_at(land, point); left != 0; left &= left - 1) {
            int number = group_at(groups, point, __builtin_ctz(left));
            if (with >= 0)
                join(groups, with, number);
            with = number;
        }
    }
}

/* Bridges by the side and row of their up fields, at the bit of these. */
typedef struct RowBridges {
    uint64_t by_side[DIAVOLO_SIDES][DIAVOLO_SIZE_MAX + 1];
    uint64_t any[DIAVOLO_SIZE_MAX + 1]; /* not 0 if the row has one */
} RowBridges;

/* All bridges that matter to the networks of a side: those on the board, the legal ones that the opponent
 * cannot prevent with one land, and the other legal ones. */
typedef struct Bridges {
    RowBridges built, safe, choice;
} Bridges;

/* Compilers vectorise this loop. */
static void find_bridges(const Diavolo *d, int side, Bridges *bridges)
{
    const uint64_t *open = rows_of(d, SET_OPEN + 1 - side);
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES], built[DIAVOLO_SIDES], safe[DIAVOLO_SIDES];
        legal_bridges(d, side, row, found);
        const uint64_t danger[DIAVOLO_SIDES] = {
            [DIAVOLO_BOTTOM] = open[row] | open[row - 1] >> 1,
            [DIAVOLO_LEFT] = open[row] | open[row] << 1,
            [DIAVOLO_RIGHT] = open[row] | open[row] >> 1,
        };
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++) {
            built[edge] = rows_of(d, SET_BRIDGE + edge)[row] >> side & UP_BITS;
            safe[edge] = found[edge] & ~danger[edge];
            found[edge] &= danger[edge];
            bridges->built.by_side[edge][row] = built[edge];
            bridges->safe.by_side[edge][row] = safe[edge];
            bridges->choice.by_side[edge][row] = found[edge];
        }
        bridges->built.any[row] = built[0] | built[1] | built[2];
        bridges->safe.any[row] = safe[0] | safe[1] | safe[2];
        bridges->choice.any[row] = found[0] | found[1] | found[2];
    }
}

/* Return the rows with such bridges; this loop, too, becomes vectors. */
static inline uint64_t rows_with(const RowBridges *bridges, int size)
{
    uint64_t rows = 0;
    for (int row = 1; row <= size; row++)
        rows |= bridges->any[row] != 0 ? UINT64_C(1) << row : 0;
    return rows;
}

/* Join by bridges and return their number. */
static int join_all(const Diavolo *d, int side, const RowBridges *bridges, Groups *groups)
{
    const uint64_t *land = rows_of(d, SET_LAND + side);
    int             count = 0;
    for (uint64_t rows = rows_with(bridges, size_of(d)); rows != 0; rows &= rows - 1)
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++) {
            const int row = __builtin_ctzll(rows);
            for (uint64_t left = bridges->by_side[edge][row]; left != 0; left &= left - 1, count++)
                join_edge(land, (Spot){ row, __builtin_ctzll(left) }, (DiavoloSide)edge, groups);
        }
    return count;
}

/* Two networks and the number of bridges that could join them. */
typedef struct Link {
    uint16_t a, b, choices;
} Link;

enum { CHOICES = 3 }; /* choices are counted up to three */

/* The links in order of discovery, and a hash table of them with open addressing and linear
 * probing.  Its size is a power of two and larger than the number of links, so probing ends.  An
 * entry is the number of a link plus one, or 0. */
typedef struct Links {
    unsigned mask;
    int      count;
    Link     at[BRIDGES_MAX * CHOICE_LINKS];
    uint16_t entry[LINKS_MAX];
} Links;

static void links_init(Links *links, int choices)
{
    unsigned size = 8;
    while (size < (unsigned)choices * (CHOICE_LINKS + 1))
        size *= 2;
    assert(size <= LINKS_MAX);
    links->mask = size - 1;
    links->count = 0;
    memset(links->entry, 0, size * sizeof links->entry[0]);
}

static void add_link(Links *links, int a, int b)
{
    Link     link = { (uint16_t)(a < b ? a : b), (uint16_t)(a < b ? b : a), 1 };
    unsigned slot = (link.a * 37U + link.b * 101U) & links->mask;
    for (; links->entry[slot] != 0; slot = (slot + 1) & links->mask) {
        Link *known = &links->at[links->entry[slot] - 1];
        if (known->a == link.a && known->b == link.b) {
            known->choices++;
            return;
        }
    }
    links->at[links->count++] = link;
    links->entry[slot] = (uint16_t)links->count;
}

/* Make every group a child of its root. */
static void flatten(Groups *groups)
{
    for (int i = 0; i < groups->count; i++)
        groups->parent[i] = (uint16_t)root_of(groups, i);
}

/* Add a link for each pair of networks at the ends of a bridge. */
static inline void add_links(const uint64_t *land, Spot up, DiavoloSide edge, const Groups *groups,
                             Links *links)
{
    int found[4], count = 0;
    for (int which = 0; which < 2; which++) {
        Spot point = edge_end(up, edge, which);
        for (unsigned left = groups_at(land, point); left != 0; left &= left - 1) {
            int  network = groups->parent[group_at(groups, point, __builtin_ctz(left))];
            bool is_known = false;
            for (int i = 0; i < count; i++)
                is_known |= found[i] == network;
            if (is_known)
                continue;
            for (int i = 0; i < count; i++)
                add_link(links, found[i], network);
            assert(count < 4);
            found[count++] = network;
        }
    }
}

/* Count the choices between each pair of networks.  The networks are those of the safe stage, so
 * the result does not depend on the order of joining and is invariant under symmetries.  Return the
 * number of choices. */
static int find_links(const Diavolo *d, int side, Groups *groups, const RowBridges *choices,
                      Links *links)
{
    const uint64_t *land = rows_of(d, SET_LAND + side), with = rows_with(choices, size_of(d));
    int             count = 0;
    for (uint64_t rows = with; rows != 0; rows &= rows - 1)
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
            count += __builtin_popcountll(choices->by_side[edge][__builtin_ctzll(rows)]);
    links_init(links, count);
    flatten(groups);
    for (uint64_t rows = with; rows != 0; rows &= rows - 1)
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++) {
            const int row = __builtin_ctzll(rows);
            for (uint64_t left = choices->by_side[edge][row]; left != 0; left &= left - 1)
                add_links(land, (Spot){ row, __builtin_ctzll(left) }, (DiavoloSide)edge, groups,
                          links);
        }
    return count;
}

static inline int choices_of(const Link *link)
{
    return link->choices < CHOICES ? link->choices : CHOICES;
}

/* Join all networks with so many bridges to choose. */
static void join_links(Groups *groups, const Links *links, int choices)
{
    for (int i = 0; i < links->count; i++)
        if (choices_of(&links->at[i]) == choices)
            join(groups, links->at[i].a, links->at[i].b);
}

/* --- one side --- */

/* Weight the pairs that came together in each stage. */
static int64_t expected_pairs(const int64_t pairs[STAGES], const int16_t *joined, int apart)
{
    int64_t sum = pairs[0] * joined[0];
    for (int stage = 1; stage < STAGES; stage++)
        sum += (pairs[stage] - pairs[stage - 1]) * (stage == STAGE_APART ? apart : joined[stage]);
    return sum / (CHANCE_SURE * CHANCE_SURE);
}

/* Count the open fields of a side: those closed to the opponent, those that touch no own land, those
 * that complete an island, and those of these that are closed to the opponent.  A field touches a land
 * exactly if they share a corner, so first mark the corners of all lands, row by row, and then the
 * fields at them. */
static void count_fields(const Diavolo *d, int side, Standing *out)
{
    const uint64_t *land = rows_of(d, SET_LAND + side), *open = rows_of(d, SET_OPEN + side);
    const uint64_t *four = rows_of(d, SET_FOUR + side), *other = rows_of(d, SET_OPEN + 1 - side);
    uint64_t        corners[DIAVOLO_SIZE_MAX + 2];
    int             alone = 0, fresh = 0, fours = 0, sure = 0;
    for (int row = 1; row <= size_of(d) + 1; row++) {
        uint64_t up = land[row] & UP_BITS, down = land[row] >> 1 & UP_BITS;
        uint64_t up_below = land[row - 1] & UP_BITS, down_below = land[row - 1] >> 1 & UP_BITS;
        corners[row] = up | up << 2 | down << 2 | up_below | down_below | down_below << 2;
    }
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t here = corners[row], above = corners[row + 1];
        uint64_t up = here | here >> 2 | above, down = here >> 2 | above | above >> 2;
        alone += __builtin_popcountll(open[row] & ~other[row]);
        fresh += __builtin_popcountll(open[row] & ~(up | down << 1));
        if (four[row] != 0) {
            fours += __builtin_popcountll(four[row]);
            sure += __builtin_popcountll(four[row] & ~other[row]);
        }
    }
    out->count[COUNT_ALONE] = alone;
    out->count[COUNT_FRESH] = fresh;
    out->extra[EXTRA_FOURS] = (int16_t)fours;
    out->extra[EXTRA_SURE] = (int16_t)sure;
}

/* How much of the board is open: `open` of `all` fields, both summed over the two sides. */
typedef struct Share {
    int      open, all;
    uint64_t inverse; /* 2^SHARE_BITS / all, rounded up or 1 more: to multiply, not to divide */
} Share;

enum { SHARE_BITS = 48 };

static Share share_of(const Diavolo *d)
{
    const int all = 2 * size_of(d) * size_of(d);
    return (Share){ d->open[0] + d->open[1], all, (UINT64_C(1) << SHARE_BITS) / (unsigned)all + 1 };
}

/* Tapered evaluation: interpolate between opening and endgame weight.  The sum is below 2^15 * all and
 * `all` below 2^11, so the product does not overflow and the quotient is exact. */
static int blend(const int16_t weight[2], const Share *share)
{
    assert(share->all > 0 && share->open >= 0 && share->open <= share->all);
    const int sum = weight[0] * share->open + weight[1] * (share->all - share->open);
    const int size = (int)((uint64_t)(sum < 0 ? -sum : sum) * share->inverse >> SHARE_BITS);
    assert(size == (sum < 0 ? -sum : sum) / share->all);
    return sum < 0 ? -size : size;
}

/* Join the networks of a side stage by stage and fill the terms found on the way. */
static void join_stages(const Diavolo *d, int side, Groups *groups, Standing *out)
{
    Bridges  bridges;
    Links    links;
    int64_t *pairs = out->pairs;
    find_bridges(d, side, &bridges);
    out->count[COUNT_BUILT] = join_all(d, side, &bridges.built, groups);
    pairs[STAGE_BUILT] = groups->pairs;
    out->count[COUNT_REALISED] = groups->islands + groups->island_pairs;
    out->extra[EXTRA_SAFE] = (int16_t)join_all(d, side, &bridges.safe, groups);
    pairs[STAGE_SAFE] = groups->pairs;
    const int choices = find_links(d, side, groups, &bridges.choice, &links);
    out->count[COUNT_BRIDGES] = out->extra[EXTRA_SAFE] + choices;
    int tally[CHOICES + 1] = { 0 };
    for (int i = 0; i < links.count; i++)
        tally[choices_of(&links.at[i])]++;
    for (int i = CHOICES; i > 0; i--) {
        if (tally[i] > 0)
            join_links(groups, &links, i);
        out->extra[EXTRA_SINGLE - 1 + i] = (int16_t)tally[i];
        pairs[STAGE_SINGLE + 1 - i] = groups->pairs;
    }
    pairs[STAGE_APART] = (groups->sum * groups->sum - groups->squares) / 2;
}

void diavolo_networks(const Diavolo *d, int side, bool moves, const LandGroups *list, Standing *out)
{
    Groups groups;
    add_groups(list, moves, &groups);
    join_stages(d, side, &groups, out);
    out->sum = groups.sum;
    out->count[COUNT_ISLANDS] = groups.islands;
    out->count[COUNT_THREATS] = lasting_threats(groups.threats);
    memcpy(out->kinds, groups.kinds, sizeof out->kinds);
    out->extra[EXTRA_SPLIT] = (int16_t)groups.split;
}

/* Fill the terms of a side that do not depend on its networks, and its expected points. */
static void count_space(const Diavolo *d, int side, const Share *share, Standing *out)
{
    const int16_t *joined = WEIGHTS.joined[d->head.side == side];
    const int16_t  apart[2] = { joined[STAGE_APART], WEIGHTS.apart_late };
    out->count[COUNT_EXPECTED] = out->sum + expected_pairs(out->pairs, joined, blend(apart, share));
    out->count[COUNT_OPEN] = d->open[side];
    count_fields(d, side, out);
}

/* --- both sides --- */

/* Compress large values smoothly: linear up to EVAL_MAX / 2, then flatter, always below EVAL_MAX.
 * So larger leads still compare as larger. */
static int compress(int64_t value)
{
    const int64_t size = value < 0 ? -value : value, linear = EVAL_MAX / 2;
    int64_t       result = size;
    if (size > linear)
        result = linear + (size - linear) * (linear - 1) / (size + linear);
    return (int)(value < 0 ? -result : result);
}

/* Fill in the terms of the side to move [0] and of the other that do not depend on networks, and
 * return the hand-made evaluation. */
static int evaluate_by_hand(const Diavolo *d, Standing stands[2])
{
    assert(d->stage != DIAVOLO_ENDED);
    int   side = d->head.side;
    Share share = share_of(d);
    count_space(d, side, &share, &stands[0]);
    count_space(d, 1 - side, &share, &stands[1]);
    int64_t value = blend(WEIGHTS.tempo, &share);
    for (int i = 0; i < COUNTS; i++) {
        int64_t lead = (stands[0].count[i] - stands[1].count[i]) * blend(WEIGHTS.count[i], &share);
        value += i == COUNT_EXPECTED ? lead / CHANCE_SURE : lead;
    }
    return compress(value);
}

/* --- the learned evaluation --- */

enum {
    FEWS = 3,
    /* Islands are among the counts. */
    SIDE_INPUTS = COUNTS + STAGES + GROUP_KINDS - 1 + EXTRAS + FEWS,
    INPUTS = 2 * SIDE_INPUTS + 4, /* and three for the turn, and the phase */
    QUARTER = 4,                  /* points are counted in quarters */
};

static const int16_t SMALL[] = {
#include "games/diavolo/diavolo_model_5.inc"
};
static const int16_t TINY[] = {
#include "games/diavolo/diavolo_model_4.inc"
};
static const int16_t LARGE[] = {
#include "games/diavolo/diavolo_model_8.inc"
};
MODEL_CHECK(TINY, INPUTS);
MODEL_CHECK(SMALL, INPUTS);
MODEL_CHECK(LARGE, INPUTS);

/* Return the numbers that evaluate positions on a board of this size; docs/strength.md has the
 * matches. */
static const int16_t *model_of(uint32_t size)
{
    return model_numbers(size <= DIAVOLO_TINY_SIZE    ? TINY
                         : size <= DIAVOLO_SMALL_SIZE ? SMALL
                                                      : LARGE);
}

/* model_input for a number that is not negative. */
static inline int16_t most_input(int16_t count)
{
    const int16_t most = MODEL_INPUT_MOST;
    return count < most ? count : most;
}

static int16_t *side_inputs(const Standing *stands, int16_t *to)
{
    static const int FEW[FEWS] = { 1, 3, 6 };
    for (int i = 0; i < COUNTS; i++)
        *to++ = model_input(i == COUNT_EXPECTED ? stands->count[i] * QUARTER / CHANCE_SURE
                                                : stands->count[i]);
    for (int i = 0; i < STAGES; i++) {
        int64_t joined = stands->pairs[i] - (i > 0 ? stands->pairs[i - 1] : 0);
        *to++ = model_input(joined * QUARTER / (CHANCE_SURE * CHANCE_SURE));
    }
    for (int i = KIND_ONE; i < GROUP_KINDS; i++) /* compilers vectorise these two loops */
        *to++ = most_input(stands->kinds[i]);
    for (int i = 0; i < EXTRAS; i++)
        *to++ = most_input(stands->extra[i]);
    for (int i = 0; i < FEWS; i++)
        *to++ = stands->count[COUNT_OPEN] <= FEW[i];
    return to;
}

static void fill_inputs(const Diavolo *d, const Standing stands[2], int16_t *inputs)
{
    int16_t *to = side_inputs(&stands[1], side_inputs(&stands[0], inputs));
    *to++ = d->head.phase != 0;
    *to++ = d->stage == DIAVOLO_LAST;
    *to++ = d->head.side == DIAVOLO_WHITE; /* Red has the last turn (R7) */
    *to++ = model_phase(d->open[0] + d->open[1], 2 * size_of(d) * size_of(d));
    assert(to == inputs + INPUTS);
}

int diavolo_eval_standings(const Diavolo *d, Standing stands[2])
{
    int16_t inputs[INPUTS];
    int     base = evaluate_by_hand(d, stands);
    fill_inputs(d, stands, inputs);
    return model_value(model_of(d->head.variant), base, inputs);
}

/* Find the networks of the side to move [0] and of the other. */
static void find_networks(const Diavolo *d, Standing stands[2])
{
    for (int i = 0; i < 2; i++) {
        LandGroups groups;
        int        side = i == 0 ? d->head.side : 1 - d->head.side;
        diavolo_groups_find(d, side, &groups);
        diavolo_networks(d, side, i == 0, &groups, &stands[i]);
    }
}

int diavolo_eval(const Pos *pos)
{
    Standing stands[2];
    find_networks(diavolo_of(pos), stands);
    return diavolo_eval_standings(diavolo_of(pos), stands);
}

static int input_count(uint32_t variant)
{
    (void)variant;
    return INPUTS;
}

static int inputs_of(const Pos *pos, int16_t *inputs)
{
    Standing stands[2];
    find_networks(diavolo_of(pos), stands);
    int base = evaluate_by_hand(diavolo_of(pos), stands);
    fill_inputs(diavolo_of(pos), stands, inputs);
    return base;
}

const GameModel DIAVOLO_MODEL = {
    .input_count = input_count,
    .inputs_of = inputs_of,
};

/* --- the evaluation of the baseline players: frozen (docs/strength.md) --- */

static int count_all_fours(const Diavolo *d, int side)
{
    int count = 0;
    for (int row = 1; row <= size_of(d); row++)
        count += __builtin_popcountll(rows_of(d, SET_FOUR + side)[row]);
    return count;
}

static int count_free_bridges(const Diavolo *d, int side)
{
    int count = 0;
    for (int row = 1; row <= size_of(d); row++) {
        uint64_t found[DIAVOLO_SIDES];
        legal_bridges(d, side, row, found);
        for (int edge = 0; edge < DIAVOLO_SIDES; edge++)
            count += __builtin_popcountll(found[edge]);
    }
    return count;
}

/* 100 per point of the score, 10 per field that would complete an island, 10 per legal bridge, 1
 * per open field; own values less the opponent's. */
static int baseline_eval(const Pos *pos)
{
    const Diavolo *d = diavolo_of(pos);
    IslandsScore   score[2];
    int            worth[2];
    diavolo_score(pos, score);
    for (int side = 0; side < 2; side++)
        worth[side] = 100 * score[side].points + 10 * count_all_fours(d, side) +
                      10 * count_free_bridges(d, side) + d->open[side];
    int lead = worth[pos->side] - worth[1 - pos->side];
    return lead >= EVAL_MAX ? EVAL_MAX - 1 : lead <= -EVAL_MAX ? -EVAL_MAX + 1 : lead;
}

/* docs/strength.md has the matches. */
/* clang-format off */
static const GameLevel LEVELS[LEVEL_ROWS] = {
    {    100, 1000,  160 },
    {    100,  950,  200 },
    {    100,  895,  265 },
    {    200,  815,  345 },
    {    400,  670,  480 },
    {   1000,  550,  600 },
    {   3000,  420,  800 },
    {   9000,  270, 1050 },
    {  25000,  110, 1500 },
    {  60000,    0,    0 },
};
/* clang-format on */

const GameEval DIAVOLO_EVAL = {
    .thinker = ALGORITHM_ALPHABETA,
    .acyclic = true,
    .unit = 150, /* README.md has matches with other units */
    .likely = 300,
    .eval = diavolo_eval,
    .baseline_eval = NATIVE_ONLY(baseline_eval),
    .order = diavolo_order,
    .width = diavolo_width,
    .noisy = diavolo_noisy,
    .urgent = diavolo_urgent,
    .levels = LEVELS,
    .slip_turns = 4,
};
